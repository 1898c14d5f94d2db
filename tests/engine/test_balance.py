"""Measuring how even armies are: intervals, sides that go round, what is named as uneven."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import balance
from engine.__main__ import main
from engine.balance import Balance, Played, Task, measure, played, wilson
from engine.registry import game
from tests.engine.test_selfplay import Quick

ARENA = game("arena")
CONVERGE = "converge-on-the-cryptoliths"


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (0, 0, 0, 1)]
)
def test_intervals_are_wilsons(won: float, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


def _counted(*results: tuple[str, str, float | None]) -> Balance:
    found = Balance(CONVERGE, 2, ["a", "b", "c"])
    for one, other, won in results:
        found.count(Played((one, other), won, ("attacker", "defender"), "over"))
    return found


def test_pairings_outside_the_bounds_are_named_and_those_within_are_not() -> None:
    found = _counted(*[("a", "b", 1.0)] * 13, *[("a", "b", 0.0)] * 7, *[("a", "c", 1.0)] * 7, *[("a", "c", 0.0)] * 3,
                     *[("b", "c", 0.5)] * 4, *[("b", "b", 1.0)] * 4)  # fmt: skip
    assert found.uneven == [("a", "c")]
    assert found.pairings["a", "b"].share == pytest.approx(0.65)
    assert found.pairings["b", "c"].share == 0.5
    text = "\n".join(found.lines())
    assert text.endswith("outside 35..65 %:\n  a against c:  70.0 % (40..89)")
    assert found.plain()["uneven"] == [["a", "c"]]
    assert "every pairing lies within 35..65 %" in "\n".join(_counted(("a", "b", 0.5)).lines())


def test_an_army_is_rated_against_the_others_not_against_itself() -> None:
    found = _counted(("a", "b", 1.0), ("c", "a", 1.0), ("a", "a", 1.0), ("b", "c", 0.5))
    rates = {build: (rate.won, rate.games) for build, rate in found.overall.items()}
    assert rates == {"a": (1, 2), "b": (0.5, 2), "c": (1.5, 2)}


def test_both_sides_are_counted_and_games_that_did_not_end_are_not() -> None:
    found = _counted(("a", "b", 1.0), ("a", "b", 0.0), ("a", "b", 1.0), ("b", "c", None))
    assert found.unfinished == ["over"]
    assert "1 game(s) did not end:\n  over" in "\n".join(found.lines())
    assert (found.sides["attacker"].won, found.sides["attacker"].games) == (2, 3)
    assert found.as_side["b", "defender"].plain["won"] == 1
    assert found.plain()["games"] == 3


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "SensiblePlayer", Quick)


def _task(number: int, field: str, players: int) -> Task:
    return Task("arena", field, players, 0, 1, number, 1)


@pytest.mark.usefixtures("quick")
def test_seats_and_roles_both_go_round() -> None:
    """Games of a pairing come in fours: each army twice attacks, once from either seat."""
    builds = ARENA.builds()
    results = [played(_task(n, CONVERGE, 2)) for n in range(4)]
    assert all(result.pairing == (builds[0].id, builds[1].id) for result in results)
    assert [result.sides for result in results].count(("attacker", "defender")) == 2
    assert [result.sides for result in results].count(("defender", "attacker")) == 2
    teams = [place.team for place in ARENA.places(CONVERGE, 2)]
    seats = [balance._seated(builds, teams, _task(n, CONVERGE, 2))[1] for n in range(4)]
    assert {(seat, result.sides) for seat, result in zip(seats, results)} == {
        (seat, sides) for seat in ((0, 1), (1, 0)) for sides in (("attacker", "defender"), ("defender", "attacker"))
    }
    assert all(result.won == (result.sides[0] == "defender") for result in results), "nobody attacked: the defender wins"


@pytest.mark.usefixtures("quick")
def test_a_game_that_goes_wrong_spoils_itself_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "DECISIONS", 5)
    result = played(_task(3, CONVERGE, 2))
    assert (result.won, result.reason.partition(": ")[2]) == (None, "endless or dead end")

    def broken(self: object, seat: int) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("engine.core.match.Match.offer", broken)
    result = played(_task(3, CONVERGE, 2))
    assert (result.won, result.reason.partition(": ")[2]) == (None, "RuntimeError: out of order")


@pytest.mark.parametrize(("field", "players"), [(id, n) for n in ARENA.players for id, _ in ARENA.battlefields(n)])
def test_team_mates_play_one_army_and_others_join_where_there_are_more_teams(field: str, players: int) -> None:
    builds = ARENA.builds()
    teams = [place.team for place in ARENA.places(field, players)]
    placed = set()
    for number in range(2 * len(set(teams))):
        armies, mine = balance._seated(builds, teams, _task(number, field, players))
        assert armies[mine[0]] is builds[0]
        assert armies[mine[1]] is builds[1]
        by_team = {team: {build.id for build, its in zip(armies, teams) if its == team} for team in teams}
        assert all(len(ids) == 1 for ids in by_team.values())
        assert len({build.id for build in armies}) == len(set(teams))
        placed.add(teams[mine[0]])
    assert placed == set(teams), "the first army sits with every team in turn"


@pytest.mark.usefixtures("quick")
def test_every_pairing_is_played_as_often_as_said() -> None:
    builds = [build.id for build in ARENA.builds()][:3]
    found = measure("arena", 2, only=tuple(builds), battlefield=CONVERGE)
    assert list(found.pairings) == [(a, b) for i, a in enumerate(builds) for b in builds[i + 1 :]]
    assert all(rate.games == 2 for rate in found.pairings.values())
    mirrored = measure("arena", 2, only=(builds[0],), battlefield=CONVERGE, mirror=True)
    assert list(mirrored.pairings) == [(builds[0], builds[0])]
    assert mirrored.uneven == []


@pytest.mark.usefixtures("quick")
def test_single_pairings_can_be_played_more_often_and_pooled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b, c = (build.id for build in ARENA.builds()[:3])
    whole, more = tmp_path / "whole.json", tmp_path / "more.json"
    common = ["balance", "--jobs", "1", "--games", "4", "--json"]
    main([*common, "--builds", a, b, c])
    whole.write_text(capsys.readouterr().out)
    main([*common, "--seed", "2", "--pairings", f"{c}:{a}", "--pool", str(whole)])
    pooled = capsys.readouterr().out
    plain = json.loads(pooled)
    assert {(row["a"], row["b"]): row["games"] for row in plain["pairings"]} == {(a, b): 4, (a, c): 8, (b, c): 4}
    assert (plain["games"], plain["sides"]["attacker"]["games"], sum(plain["reasons"].values())) == (16, 16, 16)
    assert next(row for row in plain["pairings"] if (row["a"], row["b"]) == (a, c))["won"] == 4
    more.write_text(pooled)
    assert main([*common, "--seed", "2", "--pairings", f"{a}:{b}", "--pool", str(more)]) == 2
    assert "the games of seed 2 are counted already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("won", "games", "doubtful"), [(20, 40, False), (24, 40, True), (32, 40, False), (96, 160, False), (14, 40, True)]
)
def test_a_rate_near_a_bound_is_doubtful_until_many_games_were_played(won: float, games: int, doubtful: bool) -> None:
    assert balance.Rate(won, games).doubtful is doubtful


def _telling(a: int, b: int) -> Callable[[Task], Played]:
    """In the place of games: the first army always wins, but of this pairing six games in ten."""

    def telling(task: Task) -> Played:
        builds = ARENA.builds()
        won = float(task.number % 10 < 6) if (task.a, task.b) == (a, b) else 1.0
        return Played((builds[task.a].id, builds[task.b].id), won, ("attacker", "defender"), "over")

    return telling


def test_pairings_in_doubt_are_played_on_until_one_is_sure_or_has_had_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(balance, "played", _telling(0, 2))
    a, b, c = (build.id for build in ARENA.builds()[:3])
    common = ["balance", "--jobs", "1", "--builds", a, b, c, "--json"]

    def games(*arguments: str) -> dict[tuple[str, str], int]:
        main([*common, *arguments])
        kept.write_text(capsys.readouterr().out)
        return {(row["a"], row["b"]): row["games"] for row in json.loads(kept.read_bytes())["pairings"]}

    kept = tmp_path / "kept.json"
    assert games("--games", "40", "--sure", "400") == {(a, b): 40, (a, c): 160, (b, c): 40}
    assert games("--games", "40", "--sure", "80") == {(a, b): 40, (a, c): 80, (b, c): 40}
    again = games("--games", "0", "--sure", "120", "--seed", "2", "--pool", str(kept))
    assert again == {(a, b): 40, (a, c): 120, (b, c): 40}, "pooled games count towards being sure, and the cap"


def test_a_run_on_other_ground_is_not_pooled() -> None:
    other = Balance("ambush", 3, ["a"]).plain()
    with pytest.raises(ValueError, match="ambush by 3"):
        _counted().pool(other)


@pytest.mark.usefixtures("quick")
def test_the_command_prints_the_same_as_a_table_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    a, b = (build.id for build in ARENA.builds()[:2])
    arguments = ["balance", "--games", "4", "--jobs", "1", "--builds", a, b]
    assert main([*arguments, "--json"]) == 0
    plain: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert plain["pairings"] == [{"a": a, "b": b, "won": 2.0, "games": 4, "rate": 0.5, "low": 0.15, "high": 0.85}]
    assert plain["sides"]["defender"]["rate"] == 1.0
    assert main(arguments) == 0
    assert f"{a} against {b}:  50.0 % (15..85)" in capsys.readouterr().out


@pytest.mark.parametrize(("flag", "value"), [("--field", "nowhere"), ("--builds", "nobody"), ("--pairings", "nobody")])
def test_what_is_not_known_is_said(flag: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", flag, value]) == 2
    assert repr(value) in capsys.readouterr().err
