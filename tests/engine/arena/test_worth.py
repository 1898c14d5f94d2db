"""What options weigh, seen through what the sensible player does with them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import selfplay
from engine.arena.remembered import remembered
from engine.core.match import Match
from engine.players.chance import RandomPlayer
from engine.players.sensible import SensiblePlayer
from engine.registry import game
from tests.engine.arena.board import Board

Lay = Callable[..., Board]


def chosen(board: Board) -> str:
    """What the sensible player answers now; the position is as it was afterwards."""
    before = board.match.fingerprint
    key = SensiblePlayer().choose(board.match.offer(board.match.asked[0].seat))
    assert board.match.fingerprint == before
    return key


def weight(board: Board, key: str) -> float:
    return next(option.weight for option in board.match.offer(board.match.asked[0].seat).options if option.key == key)


# ---- what the battlefield asks for
def test_the_attacker_strikes_the_cryptolith_beside_him_and_the_defender_never_does(lay: Lay) -> None:
    for seat, expected in ((1, True), (0, False)):
        board = lay(stones={"north": "C3"})
        striker = board.put("nahiri_lithomancer", "B3", seat=seat)
        board.put("jace_beleren", "L10", seat=1 - seat)
        board.start(striker, seat=seat, number=3)
        board.match.answer(seat, "move:0:B4")  # beside it as well
        assert board.may("attack:0:north")
        assert (weight(board, "attack:0:north") > 0) is expected


def test_the_attacker_walks_towards_the_nearest_cryptolith(lay: Lay) -> None:
    board = lay(stones={"north": "K3", "south": "A10"})
    walker = board.put("nahiri_lithomancer", "F3", seat=1)
    board.put("jace_beleren", "L10", seat=0)
    board.start(walker, seat=1, number=3)
    key = chosen(board)
    assert key.startswith("move:")
    board.do(key)
    (stone,) = [stone for stone in board.now.cryptoliths if stone.name == "north"]
    assert board.pos.distance(board.figure(walker), stone.at) == 1


def test_who_flees_leaves_by_the_exit_beside_him(lay: Lay) -> None:
    board = lay(teams={"ambusher": 1, "reinforcement": 1}, goal="escape", exits={"L5": "E"})
    runner = board.put("nahiri_lithomancer", "J5", seat=1)
    board.put("jace_beleren", "A1", seat=0)
    board.start(runner, seat=1, number=2)
    assert chosen(board) == "move:0:L5"


def test_ground_that_counts_is_taken(lay: Lay) -> None:
    board = lay(teams={"red": 1, "yellow": 1}, goal="ground", scoring=("F5",))
    figure = board.put("nahiri_lithomancer", "C5")
    board.put("jace_beleren", "L10", seat=1)
    board.start(figure)
    assert chosen(board) == "move:0:F5"


# ---- attacks
def test_the_figure_that_may_fall_is_attacked_rather_than_its_equal(lay: Lay) -> None:
    board = lay(goal="score", teams={"red": 1, "yellow": 1})
    striker = board.put("nahiri_lithomancer", "B3")
    inquisitors = board.put("avacynian_inquisitors", "C3", "B4", seat=1)
    inquisitors[1].damage = 2
    board.start(striker)
    assert weight(board, f"attack:0:{inquisitors[1].id}") > weight(board, f"attack:0:{inquisitors[0].id}") > 0


def test_a_walk_into_danger_is_worth_less_than_one_out_of_it(lay: Lay) -> None:
    """Both ways lead as far from the goal; the one is within reach of an enemy that hits hard."""
    board = lay(goal="score", teams={"red": 1, "yellow": 1})
    jace = board.put("jace_beleren", "F5")
    board.put("eldrazi_ruiner", "L5 L6", seat=1)
    board.put("lantern_geists")
    board.start(jace)
    near, far = weight(board, "move:0:G5"), weight(board, "move:0:E5")
    lone = lay(goal="score", teams={"red": 1, "yellow": 1})
    jace = lone.put("jace_beleren", "F5")
    lone.put("skirsdag_cultists", "L5", seat=1)  # as near, and hardly dangerous
    lone.put("lantern_geists")
    lone.start(jace)
    assert near - far < weight(lone, "move:0:G5") - weight(lone, "move:0:E5")


# ---- spells
@pytest.mark.parametrize("friends", [True, False])
def test_a_spell_that_hurts_everybody_waits_until_it_hurts_the_others_more(lay: Lay, friends: bool) -> None:
    board = lay(goal="score", teams={"red": 1, "yellow": 1})
    nahiri = board.put("nahiri_lithomancer", "F5")
    nobles = board.put("bloodline_nobles", "F4", "G4", "G6", seat=0 if friends else 1)
    board.put("jace_beleren", "L10", seat=1)
    board.hand(0, "rolling_temblor")
    board.start(nahiri)
    assert nobles
    assert (weight(board, "cast:rolling_temblor") > 0) is not friends


def test_the_cheapest_spell_is_discarded_and_the_dearest_taken_back(lay: Lay) -> None:
    board = lay(goal="score", teams={"red": 1, "yellow": 1})
    jace = board.put("jace_beleren", "F5")
    board.put("nahiri_lithomancer", "L10", seat=1)
    board.hand(0, "catalog", "compelling_deterrence")
    board.library(0, "jaces_scrutiny", "ghostly_wings")
    board.start(jace)
    board.do("cast:catalog")
    costs = {"compelling_deterrence": 25, "jaces_scrutiny": 15, "ghostly_wings": 20}
    assert chosen(board) == "spell:" + min(costs, key=costs.__getitem__)


# ---- all in all
def test_sense_beats_chance() -> None:
    """Six duels, each army and each seat in turn."""
    entry = game("arena")
    won = 0
    for n in range(6):
        armies = selfplay.line_up(entry, n + 1, False)
        match = Match.begin(entry.rules, entry.setup("core-duel", armies, {}), selfplay.seed_of("sense", n))
        chance = RandomPlayer(n)
        while match.asked:
            ask = match.asked[0]
            key = SensiblePlayer().choose(match.offer(ask.seat)) if ask.seat == n % 2 else chance.choose(ask)
            match.answer(ask.seat, key)
        assert match.outcome is not None
        won += match.outcome.places[n % 2] < match.outcome.places[1 - n % 2]
    assert won >= 5


@pytest.mark.parametrize("field", ["converge-on-the-cryptoliths", "core-duel", "ambush", "skirmish-in-the-moorlands"])
def test_without_words_all_weighs_the_same(field: str) -> None:
    """A lone option, which nobody has to weigh, aside."""
    entry = game("arena")
    players = next(n for n in entry.players if field in dict(entry.battlefields(n)))
    armies = selfplay.line_up(entry, 3, False, players)
    match = Match.begin(entry.rules, entry.setup(field, armies, {}), selfplay.seed_of(field, 1))
    compared = 0
    while match.asked and compared < 60:
        seat = match.asked[0].seat
        offered, seen = match.offer(seat).options, match.view(seat).options
        assert [(one.key, one.verb) for one in offered] == [(one.key, one.verb) for one in seen]
        if len(offered) > 1:
            assert [one.weight for one in offered] == [one.weight for one in seen]
            compared += 1
        match.answer(seat, SensiblePlayer().choose(match.offer(seat)))
    assert compared > 30


# ---- answers that are kept
def test_an_answer_is_kept_for_as_long_as_the_position_stays_the_same(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    found: list[int] = []

    def count() -> int:
        found.append(len(found))
        return found[-1]

    assert [remembered(board.pos, "how often", count) for _ in range(3)] == [0, 0, 0]
    assert remembered(board.pos, "how often else", count) == 1
    board.do("move:0:B1")
    assert remembered(board.pos, "how often", count) == 2
    other = lay(walls={"A1-B1": 6})
    other.put("jace_beleren", "A1")
    other.start(None)
    assert remembered(other.pos, "how often", count) == 3
