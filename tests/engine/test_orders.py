"""Standing orders, with the tests' own game: greeting whoever steps to where one's piece stands."""

from __future__ import annotations

import pytest

from engine.core.match import Match
from engine.core.refusal import Refused
from tests.bot.tiny_game import TinyGame

SEED = b"\x05" * 32
WAVE, SILENT = "order:greeting=wave", "order:greeting=none"


def begun() -> Match:
    game = TinyGame()
    match = Match.begin(game.rules, game.setup("table", [{"cards": ["axe", "bow"]}] * 2, {}), SEED)
    for seat in (0, 1):
        match.answer(seat, "bid:high")
    return match


def again(match: Match) -> Match:
    return Match.load(match.rules, SEED, match.stored)


def kinds(events) -> list[str]:
    return [event.kind for event in events]


def test_as_usual_nothing_happens_and_an_order_is_carried_out_off_turn_without_asking():
    match = begun()
    assert kinds(match.answer(0, "move:0:5")) == ["moved"]
    match.answer(0, "end:turn")
    assert match.answer(0, WAVE) == []  # not on turn
    assert kinds(match.answer(1, "move:1:5")) == ["moved", "greeted"]
    assert [ask.seat for ask in match.asked] == [1]


def test_an_order_counts_from_the_next_choice_on_and_can_be_cancelled():
    match = begun()
    match.answer(0, WAVE)
    match.answer(0, "move:0:5")
    match.answer(0, "end:turn")
    assert kinds(match.answer(1, "move:1:5")) == ["moved", "greeted"]
    match.answer(1, "move:1:6")
    match.answer(0, SILENT)
    assert kinds(match.answer(1, "move:1:5")) == ["moved"]


def test_an_order_outlives_loading_and_a_replay_comes_to_the_same():
    match = begun()
    match.answer(1, WAVE)
    assert again(match).view(1).orders == {"greeting": "wave"}
    match.answer(0, "end:turn")
    match.answer(1, "move:1:7")
    match.answer(1, "end:turn")
    loaded = again(match)
    assert loaded.fingerprint == match.fingerprint
    assert kinds(loaded.answer(0, "move:0:7")) == ["moved", "greeted"]


def test_nobody_else_sees_an_order():
    match, other = begun(), begun()
    match.answer(1, WAVE)
    for seat in (0, None):
        assert match.view(seat) == other.view(seat)
    assert match.view(1).orders == {"greeting": "wave"}


@pytest.mark.field(24)
def test_an_order_closes_no_undo_and_no_undo_takes_it_back():
    match = begun()
    match.answer(0, "move:0:5")
    match.answer(1, WAVE)
    assert match.view(0).can_undo
    assert not match.view(1).can_undo
    assert match.undo(0) == [(0, "move:0:5"), (1, WAVE)]
    assert match.view(1).orders == {"greeting": "wave"}
    assert match.stored.answers[-1] == (1, WAVE)
    match.answer(0, "move:0:6")
    assert match.undo(0) == [(0, "move:0:6")]
    assert again(match).fingerprint == match.fingerprint


def test_an_order_given_in_the_middle_of_a_choice_outlives_somebodys_leaving():
    game = TinyGame()
    match = Match.begin(game.rules, game.setup("court", [{"cards": ["axe", "bow"]}] * 4, {}), SEED)
    for seat in range(4):
        match.answer(seat, "bid:high")
    match.answer(0, "cast:axe")  # and is asked at which side
    match.answer(2, WAVE)
    game.resigned(match, 3)
    assert match.view(2).orders == {"greeting": "wave"}


@pytest.mark.parametrize("key", ["order:greeting=shout", "order:nothing=wave", "order:greeting", "order:"])
def test_what_cannot_be_ordered_is_refused_and_changes_nothing(key):
    match = begun()
    before = match.fingerprint
    with pytest.raises(Refused, match="no such standing order"):
        match.answer(0, key)
    assert match.fingerprint == before
