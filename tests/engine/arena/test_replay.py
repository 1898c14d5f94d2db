"""A match at rest is its anchor and a few answers: whoever loads it has the same match, to the byte."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.arena.rules import RULES
from engine.core.match import Match
from engine.core.refusal import Refused
from tests.engine.arena.playing import begin, pick, plies


def shown(match: Match) -> list[bytes]:
    return [msgspec.json.encode(match.view(seat)) for seat in (0, 1, None)]


@pytest.mark.parametrize("n", range(2))
def test_loaded_at_every_ply_it_is_the_same_match(n: int) -> None:
    match = begin(n)
    for count, _ in enumerate(plies(match, random.Random(n))):
        again = Match.load(RULES, match._seed, match.stored)
        assert again.fingerprint == match.fingerprint
        assert again.lost_answers == 0
        if count % 7 == 0:
            assert shown(again) == shown(match)
    assert match.outcome


@pytest.mark.parametrize("n", range(2))
def test_a_load_never_replays_more_than_one_turn_between_dice(n: int) -> None:
    match = begin(n)
    assert max(len(match.stored.answers) for _ in plies(match, random.Random(n))) < 60


@pytest.mark.field(22, 24, 27, 28, 29, 31)
@pytest.mark.parametrize("n", range(3))
def test_undo_restores_the_very_state_or_is_refused(n: int) -> None:
    """After undo the position, what is asked and the count of chance are those before the answer; where something was
    rolled, revealed or decided by somebody else, it is refused and nothing changes."""
    match, chooser = begin(n), random.Random(n)
    undone = refused = 0
    while match.asked:
        ask = match.asked[0]
        before, drawn = match.fingerprint, dict(match.state.drawn)
        hands = [list(seat.hand) for seat in match.state.seats]
        events = match.answer(ask.seat, pick(chooser, ask.options))
        after = match.fingerprint
        revealed = dict(match.state.drawn) != drawn or any(event.kind == "drawn" for event in events)
        if match.undo_refusal(ask.seat):
            refused += 1
            with pytest.raises(Refused):
                match.undo(ask.seat)
            assert match.fingerprint == after
            continue
        assert not revealed, "what was rolled or drawn must stay"
        match.undo(ask.seat)
        undone += 1
        assert match.fingerprint == before
        assert [list(seat.hand) for seat in match.state.seats] == hands
        match.answer(ask.seat, pick(chooser, ask.options))
    assert undone > 20
    assert refused > 5


def test_nobody_undoes_another_players_answers() -> None:
    match = begin(0)
    chooser = random.Random(3)
    turns = 0
    last = None
    for seat, _ in plies(match, chooser):
        if last is not None and match.asked and match.asked[0].seat != seat:
            turns += 1
            for other in (0, 1):
                assert match.undo_refusal(other)
        last = seat
    assert turns > 10


def test_an_answer_that_is_not_offered_changes_nothing() -> None:
    match = begin(1)
    chooser = random.Random(8)
    for count, _ in enumerate(plies(match, chooser)):
        if count > 60 or not match.asked:
            break
        before, asked = match.fingerprint, match.asked[0].seat
        for key in ("move:0:ZZ9", "cast:no_such_spell", "attack:0:99", "end:everything", "", "move:0", "card:77", "use:0:x"):
            with pytest.raises(Refused) as refused:
                match.answer(asked, key)
            assert str(refused.value)
        with pytest.raises(Refused):
            match.answer(1 - asked, match.asked[0].options[0].key)
        assert match.fingerprint == before


def test_after_an_upgrade_that_drops_an_option_the_match_goes_back_to_its_anchor() -> None:
    match = begin(2)
    for _ in plies(match, random.Random(4)):
        if len(match.stored.answers) >= 2:
            break
    stored = match.stored
    odd = msgspec.structs.replace(stored, answers=(*stored.answers[:-1], (stored.answers[-1][0], "no:longer:there")))
    again = Match.load(RULES, match._seed, odd)
    assert again.lost_answers == len(stored.answers)
    assert again.asked
    assert again.stored.answers == ()
