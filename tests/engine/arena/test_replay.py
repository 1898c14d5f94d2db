"""A match at rest is its anchor and a few answers: whoever loads it has the same match, to the byte."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from engine import record, selfplay
from engine.arena.rules import RULES
from engine.core import chance
from engine.core.match import Match, Stored
from engine.core.refusal import Refused
from engine.registry import game
from tests.engine.arena.board import Board
from tests.engine.playing import begin, pick, plies

ARENA = game("arena")
TABLES = selfplay.tables(ARENA)
LARGE = [(players, field) for players, field in TABLES if players > 2]


def shown(match: Match[Any]) -> list[bytes]:
    return [msgspec.json.encode(match.view(seat)) for seat in (None, *range(len(match.state.seats)))]


def at_rest(match: Match[Any]) -> Stored:
    """What is kept of the match, having been written and read again."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(match.stored), type=Stored)


@pytest.mark.parametrize(("players", "field"), TABLES)
def test_loaded_at_every_ply_it_is_the_same_match(players: int, field: str) -> None:
    match = begin(1, field=field, players=players)
    for count, _ in enumerate(plies(match, random.Random(1))):
        again = Match.load(RULES, match._seed, at_rest(match))
        assert again.fingerprint == match.fingerprint
        assert again.lost_answers == 0
        if count % 25 == 0:
            assert shown(again) == shown(match)
        if count > 80 and players > 2:
            break
    assert match.outcome or players > 2


@pytest.mark.parametrize("n", range(2))
def test_a_load_never_replays_more_than_one_turn_between_dice(n: int) -> None:
    match = begin(n)
    assert max(len(match.stored.answers) for _ in plies(match, random.Random(n))) < 60


@pytest.mark.field(22, 24, 27, 28, 29, 31)
@pytest.mark.parametrize(("players", "field"), TABLES)
def test_undo_restores_the_very_state_or_is_refused(players: int, field: str) -> None:
    """After undo the position, what is asked and the count of chance are those before the answer; where something was
    rolled, revealed or decided by somebody else, it is refused and nothing changes."""
    match, chooser = begin(2, field=field, players=players), random.Random(2)
    undone = refused = 0
    while match.asked and undone + refused < 100:
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


# ---- somebody gives up, the others play on ----------------------------------------------------------------------------
class Written:
    """A match that is written down as it is played."""

    def __init__(self, n: int, players: int, field: str) -> None:
        self.seed = selfplay.seed_of(5, n)
        self.field, self.armies = field, selfplay.line_up(ARENA, n, True, players)
        self.match = Match.begin(ARENA.rules, ARENA.setup(field, self.armies, {}), self.seed)
        self.chooser = random.Random(n)
        self.opening = list(self.match.events)
        self.answers: list[record.Answered] = []

    def play(self, answers: int, out: Sequence[int] = ()) -> None:
        for _ in range(answers):
            if not self.match.asked:
                return
            ask = self.match.asked[0]
            assert ask.seat not in out, f"{ask.seat}, who has given up, is asked: {ask.question}"
            key = pick(self.chooser, ask.options)
            self.answers.append(record.Answered(ask.seat, key, list(self.match.answer(ask.seat, key))))

    def give_up(self, seat: int) -> None:
        ARENA.resigned(self.match, seat)
        self.answers.append(record.Answered(seat, "resign", list(self.match.events)))

    def encoded(self) -> bytes:
        return record.encode(
            record.Record(
                record.FORMAT, "arena", ARENA.rules.version, self.field, self.armies, {}, self.seed.hex(),
                chance.commitment(self.seed), self.opening, self.answers, self.match.fingerprint,
            )
        )  # fmt: skip


@pytest.mark.parametrize("after", [0, 3, 45])
@pytest.mark.parametrize(("players", "field"), LARGE)
def test_a_match_goes_on_without_whoever_gives_up_and_its_record_verifies(players: int, field: str, after: int) -> None:
    """In the middle of setting up, of one's own turn and of another's: the seat is never asked again, the match rests and
    loads as ever, and the record plays again to the same end."""
    for leaves in range(players):
        written = Written(leaves + after, players, field)
        written.play(after)
        match = written.match
        written.give_up(leaves)
        assert match.state.seats[leaves].out
        assert not [figure for figure in match.state.figures if figure.owner == leaves and figure.zone == "board"]
        again = Match.load(RULES, match._seed, at_rest(match))
        assert again.fingerprint == match.fingerprint
        written.play(25, out=[leaves])
        assert match.outcome or len(written.answers) >= after + 26
        assert not [card for card in match.state.cards if card.controller == leaves and card.zone == "play"]
        assert record.verify(written.encoded())["answers"] == len(written.answers)


@pytest.mark.parametrize(("players", "field"), LARGE)
def test_when_all_but_one_have_given_up_the_match_is_over(players: int, field: str) -> None:
    written = Written(6, players, field)
    written.play(30)
    out: list[int] = []
    for seat in range(players - 1):
        if written.match.outcome:
            break
        written.give_up(seat)
        out.append(seat)
        written.play(8, out)
    outcome = written.match.outcome
    assert outcome
    winners = {seat for seat, place in enumerate(outcome.places) if place == 1}
    assert players - 1 in winners or written.match.state.seats[0].team not in {
        written.match.state.seats[seat].team for seat in winners
    }
    assert record.verify(written.encoded())["outcome"]


def test_what_the_one_who_gives_up_had_taken_is_its_owners_again(lay: Callable[..., Board]) -> None:
    board = lay(teams={"red": 1, "green": 1, "blue": 1})
    board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "C1", seat=1)
    rangers = board.put("kessig_rangers", "E1", "E2", "E3", seat=2)
    board.put("arlinn_kord", "G1", seat=2)
    board.attach("mind_control", rangers[0], by=0)
    board.state.cards[rangers[0].card].controller = 0
    board.start(nahiri, seat=1)
    ARENA.resigned(board.match, 0)
    assert not board.match.outcome
    assert board.card(rangers[0]).controller == 2
    assert not board.card(rangers[0]).attached
