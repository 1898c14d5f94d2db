"""Self-play: goes round everything, counts what happened, keeps what failed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine import record, selfplay
from engine.__main__ import main
from engine.core.match import Match
from engine.players.sensible import SensiblePlayer
from engine.registry import game

ARENA = game("arena")


class Quick(SensiblePlayer):
    """Ends its turn as soon as it may: short games."""

    def choose(self, view: Any) -> str:
        ends = [option.key for option in view.options if option.key == "end:turn"]
        return ends[0] if ends else super().choose(view)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "_player", lambda kind, seed, sensible: Quick())


def test_every_battlefield_is_played_by_every_number_of_players_it_is_for() -> None:
    where = selfplay.tables(ARENA)
    assert len(where) == len(set(where))
    assert set(where) == {(n, id) for n in ARENA.players for id, _ in ARENA.battlefields(n)}
    played = [(table.seats, table.battlefield) for table in (_table(n) for n in range(3 * len(where)))]
    assert all(played.count(each) == 3 for each in where)


def _table(n: int, kind: selfplay.Kind = "random") -> Any:
    return selfplay._Table(ARENA, n, 1, kind, True)


def test_every_pairing_of_recommended_armies_comes_up() -> None:
    count = len(ARENA.builds())
    for players in ARENA.players:
        line_ups = [selfplay.line_up(ARENA, n, True, players) for n in range(count * count)]
        leaders = {tuple(army["planeswalker"] for army in line_up[:2]) for line_up in line_ups}
        assert len(leaders) == count * count
        assert all(len(line_up) == players for line_up in line_ups)
    apart = [selfplay.line_up(ARENA, n, False) for n in range(count * (count - 1))]
    assert all(a is not b for a, b in apart)


def test_armies_by_chance_are_legal_and_in_time_hold_every_card() -> None:
    armies = [ARENA.chance_army(random.Random(n)) for n in range(250)]
    held: set[str] = set()
    for army in armies:
        assert ARENA.check_army(army) == []
        held |= {army["planeswalker"], *army["cards"], *army["spells"]}
    wanted = {leader.id for leader in ARENA.leaders()}
    for leader in ARENA.leaders():
        wanted |= {choice.id for choice in ARENA.army_choices(leader.id) + ARENA.deck_choices(leader.id)}
    assert held == wanted


def test_recommended_armies_and_armies_by_chance_take_turns() -> None:
    where = len(selfplay.tables(ARENA))
    builds = [build.army for build in ARENA.builds()]
    assert all(army in builds for army in _table(0).armies)
    assert not all(army in builds for army in _table(where).armies)


def test_mixed_tables_seat_both_kinds_of_players() -> None:
    where = len(selfplay.tables(ARENA))
    kinds = [type(player).__name__ for n in range(0, 4 * where, where) for player in _table(n, "mixed").players]
    assert kinds.count("SensiblePlayer") == kinds.count("RandomPlayer")


def _plain(figures: selfplay.Figures) -> dict[str, Any]:
    summary = figures.summary(ARENA)
    return {name: value for name, value in summary.items() if name not in ("seconds", "decisions_per_second")}


@pytest.mark.field(113)
def test_equal_runs_are_equal_games_however_many_processes_share_them(tmp_path: Path) -> None:
    alone = selfplay.play("arena", 6, 3, keep=tmp_path / "alone")
    shared = selfplay.play("arena", 6, 3, jobs=2, keep=tmp_path / "shared")
    assert _plain(alone) == _plain(shared)
    assert alone.finished == 6
    files = sorted(file.name for file in (tmp_path / "alone").iterdir())
    assert len(files) == 6
    for name in files:
        kept = (tmp_path / "alone" / name).read_bytes()
        assert kept == (tmp_path / "shared" / name).read_bytes()
    assert record.verify(kept)["outcome"]


def test_what_was_played_is_counted_by_card(tmp_path: Path) -> None:
    figures = selfplay.play("arena", 4, 2, keep=tmp_path)
    spells: list[str] = []
    turned: list[str] = []
    for file in tmp_path.iterdir():
        kept = record.decode(file.read_bytes())
        events = [event for answered in kept.answers for event in answered.events]
        spells += [event.data["spell"] for event in events if event.kind == "cast"]
        turned += [event.data["spell"] for event in events if event.kind == "revealed"]
        for army in kept.armies:
            assert figures.stood[army["planeswalker"]] >= 1
    assert sorted(figures.played.elements()) == sorted(spells)
    assert sorted(figures.turned.elements()) == sorted(turned)
    summary = figures.summary(ARENA)
    assert set(summary["never_played"]) == {id for id, n in summary["played"].items() if n == 0}
    assert set(summary["never_turned_over"]) <= set(summary["turned_over"])
    hidden = {id for id, _ in ARENA.card_names() if getattr(ARENA.card(id), "kind", "") == "hidden"}
    assert set(summary["turned_over"]) == hidden


@pytest.mark.usefixtures("quick")
def test_a_crash_is_counted_and_kept_as_a_file_that_leads_there_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = Match.answer

    def answer(match: Match[Any], seat: int, key: str) -> Any:
        if match.state.turn.number == 3:
            raise RuntimeError("out of order")
        return real(match, seat, key)

    monkeypatch.setattr(Match, "answer", answer)
    figures = selfplay.play("arena", 1, 1, dump=tmp_path)
    monkeypatch.undo()
    assert (figures.games, figures.crashes, figures.finished) == (1, 1, 0)
    assert "RuntimeError: out of order" in figures.failures[0]
    (file,) = tmp_path.iterdir()
    kept = record.decode(file.read_bytes())
    match = record.begin(kept)
    for answered in kept.answers:
        match.answer(answered.seat, answered.key)
    assert match.state.turn.number == 3


@pytest.mark.usefixtures("quick")
def test_a_game_without_end_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "DECISIONS", 10)
    figures = selfplay.play("arena", 1, 1)
    assert (figures.endless, figures.finished, figures.decisions) == (1, 0, 10)
    assert "endless after 10 answers" in figures.failures[0]


@pytest.mark.usefixtures("quick")
def test_the_command_prints_one_json_object_and_fails_where_a_game_did(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "arena", "--games", "2", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["games"] == summary["finished"] == sum(summary["battlefields"].values()) == 2
    monkeypatch.setattr(selfplay, "DECISIONS", 10)
    assert main(["play", "arena", "--games", "1"]) == 1
    assert "endless after 10 answers" in capsys.readouterr().out


# ---- where cards come from
def test_the_report_counts_rows_by_set_and_source_and_names_what_is_designed(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.arena.cards import catalogue

    assert main(["cards", "--report"]) == 0
    lines = capsys.readouterr().out.splitlines()
    cards = catalogue()
    assert f"{len(cards.armies)} army cards (each side a row)" in lines
    assert f"{len(cards.spells)} spells" in lines
    core = [face for face in cards.armies.values() if face.set == "core"]
    assert any(line.startswith(f"  core set: {len(core)} rows (") for line in lines)
    jace = next(line for line in lines if line.startswith("  jace_beleren (soi): "))
    fields = jace.partition(": ")[2].split(", ")
    source = cards.armies["jace_beleren"].source
    assert {field for field in fields if not field.startswith("ability ")} == {
        field for field, where in source.items() if where == "designed"
    }
    assert "ability Pluck the Thought" in fields


def test_the_report_counts_a_hosts_numbers_as_his(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spells.toml").write_text('[[spell]]\nid = "catalog"\ncost = 12\n', encoding="utf-8")
    assert main(["cards", "--report", "--overlay", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "1 host" in told
    catalog = next(line for line in told.splitlines() if line.startswith("  catalog (soi): "))
    assert "cost" not in catalog
