"""Walking through a match: every moment looks as it looked, to whom it looked so, and late ones cost no more."""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec
import pytest

from engine import record, selfplay
from engine.core import chance
from engine.core.events import Event
from engine.core.match import Match
from engine.core.text import Text
from engine.core.views import View
from engine.record import Answered, Record
from engine.registry import game
from engine.walk import STRIDE, Moment, Strayed, Walk
from tests.engine.playing import pick

ARENA = game("arena")
Seen = dict[int | None, bytes]


def written(match: Match[Any], field: str, armies: list[Any], opening: list[Event], answers: list[Answered]) -> Record:
    return Record(
        record.FORMAT, "arena", ARENA.rules.version, field, armies, {}, match._seed.hex(), chance.commitment(match._seed),
        opening, answers, match.fingerprint,
    )  # fmt: skip


def played(n: int, *, players: int = 2, answers: int = 10_000, gives_up: int = -1) -> tuple[Record, list[Seen], Match[Any]]:
    """A random game: its record as a file holds it, and what everybody saw after each answer."""
    field = ARENA.battlefields(players)[0][0]
    armies, seed, chooser = selfplay.line_up(ARENA, n, True, players), selfplay.seed_of(9, n), random.Random(n)
    match = Match.begin(ARENA.rules, ARENA.setup(field, armies, {}), seed)
    opening, given, seen = list(match.events), [], [looks(match, players)]
    while match.asked and len(given) < answers:
        ask = match.asked[0]
        if len(given) == gives_up:
            ARENA.resigned(match, ask.seat)
            given.append(Answered(ask.seat, record.RESIGN, list(match.events)))
        else:
            key = pick(chooser, ask.options)
            given.append(Answered(ask.seat, key, list(match.answer(ask.seat, key))))
        seen.append(looks(match, players))
    made = written(match, field, armies, opening, given)
    return record.decode(record.encode(made)), seen, match


def looks(match: Match[Any], players: int) -> Seen:
    return {seat: msgspec.json.encode(match.look(seat)) for seat in (None, *range(players))}


@pytest.fixture(scope="module")
def match() -> tuple[Record, list[Seen], Match[Any]]:
    return played(4)


@pytest.mark.field(6, 31)
def test_every_moment_looks_as_it_looked_then_to_each_seat_and_to_spectators(
    match: tuple[Record, list[Seen], Match[Any]],
) -> None:
    made, seen, _ = match
    walk = Walk(made)
    for seat, every in ((None, 5), (0, 7), (1, 1)):
        shown = list(walk.moments(range(0, walk.length + 1, every), seat))
        assert [moment.n for moment in shown] == list(range(0, walk.length + 1, every))
        assert [msgspec.json.encode(moment.view) for moment in shown] == [each[seat] for each in seen[::every]]
    for n in random.Random(1).sample(range(walk.length + 1), 20):
        (moment,) = walk.moments([n], 1)
        assert msgspec.json.encode(moment.view) == seen[n][1]


@pytest.mark.field(6)
def test_events_on_a_walk_are_those_the_viewer_may_know_and_none_is_told_twice(
    match: tuple[Record, list[Seen], Match[Any]],
) -> None:
    made, _, _ = match
    everything = [*made.opening, *[event for answered in made.answers for event in answered.events]]
    assert any(event.to for event in everything), "the game has no secrets to keep"
    walk = Walk(made)
    for seat in (None, 0, 1):
        stops = [0, 7, 8, 40, 41, 99, 10_000]
        told = [event for moment in walk.moments(stops, seat) for event in moment.events]
        assert told == [event for event in everything if event.known_to(seat)]
    told = [event for moment in walk.moments([0, 50, 10_000], None, everything=True) for event in moment.events]
    assert told == everything
    (first,) = walk.moments([30], None)
    assert list(first.events) == [event for event in made.answers[29].events if event.known_to(None)]
    assert first.seat == made.answers[29].seat
    moments = walk.moments([30, 35], 0, since=20)
    told = [event for moment in moments for event in moment.events]
    assert told == [event for answered in made.answers[20:35] for event in answered.events if event.known_to(0)]


@pytest.mark.field(6)
def test_after_the_end_everything_lies_open_at_every_moment(match: tuple[Record, list[Seen], Match[Any]]) -> None:
    made, _, _ = match
    walk = Walk(made)
    for moment in walk.moments(range(0, len(made.answers) + 1, 10), None, everything=True):
        assert all(seat.hand is not None and len(seat.hand) == seat.hand_size for seat in board(moment.view).seats)
        assert all(on.spell is not None for card in board(moment.view).cards for on in card.attached)
    for moment in walk.moments(range(0, len(made.answers), 40), None):
        assert all(seat.hand is None for seat in board(moment.view).seats)


def board(view: View) -> Any:
    return view.board


@pytest.mark.field(111)
def test_late_moments_cost_no_more_than_early_ones(match: tuple[Record, list[Seen], Match[Any]]) -> None:
    made, _, _ = match
    walk = Walk(made)
    assert len(list(walk.moments([walk.length], None))) == 1
    passed: list[int] = []
    step = walk._step
    walk._step = lambda: (passed.append(1), step())[1]  # type: ignore[func-returns-value,method-assign]
    for n in random.Random(2).sample(range(walk.length), 15):
        passed.clear()
        assert len(list(walk.moments([n], None))) == 1
        assert len(passed) < STRIDE
    passed.clear()
    list(walk.moments([walk.length - 1, walk.length - 40, walk.length - 20], 0))
    assert len(passed) < 40 + STRIDE, "one pass, whatever the order in which they are wanted"


def test_a_match_goes_on_from_any_moment(match: tuple[Record, list[Seen], Match[Any]]) -> None:
    made, seen, played_on = match
    walk = Walk(made)
    for n in (13, len(made.answers) * 3 // 4, len(made.answers) - 1):
        again = Match.load(ARENA.rules, bytes.fromhex(made.seed), walk.stored(n))
        assert {seat: msgspec.json.encode(again.look(seat)) for seat in seen[n]} == seen[n]
        for answered in made.answers[n:]:
            again.answer(answered.seat, answered.key)
        assert again.fingerprint == played_on.fingerprint


def test_whoever_gives_up_on_the_way_is_followed_too() -> None:
    made, seen, _ = played(2, players=3, answers=70, gives_up=38)
    shown = list(Walk(made).moments(range(1000), 2))
    assert [msgspec.json.encode(moment.view) for moment in shown] == [each[2] for each in seen]
    (late,) = Walk(made).moments([60], 2)
    assert msgspec.json.encode(late.view) == seen[60][2]


@pytest.mark.field(32)
def test_a_running_match_is_followed_as_answers_come_and_are_taken_back() -> None:
    made, seen, _ = played(4, answers=60)
    walk = Walk(shortened(made, 50))
    assert len(list(walk.moments([50], None))) == 1
    walk.follow(shortened(made, 40))
    assert walk.length == 40
    assert [moment.n for moment in walk.moments([99], None)] == [40]
    walk.follow(made)
    assert [msgspec.json.encode(moment.view) for moment in walk.moments([44, 60], 0)] == [seen[44][0], seen[60][0]]


def shortened(made: Record, answers: int) -> Record:
    return msgspec.structs.replace(made, answers=made.answers[:answers])


@pytest.mark.field(32, 65)
def test_where_the_rules_lead_elsewhere_the_walk_says_so_and_shows_what_it_can(
    match: tuple[Record, list[Seen], Match[Any]],
) -> None:
    made, seen, _ = match
    answers = list(made.answers)
    answers[30] = Answered(answers[30].seat, "no:longer:there", answers[30].events)
    changed = msgspec.structs.replace(made, answers=answers, rules_version=made.rules_version - 1)
    walk = Walk(changed)
    shown: list[Moment] = []
    with pytest.raises(Strayed) as strayed:
        shown.extend(walk.moments(range(100), 0))
    assert [msgspec.json.encode(moment.view) for moment in shown] == [each[0] for each in seen[:31]]
    assert strayed.value.n == 31
    assert str(strayed.value.why) == (
        f"the rules have changed since (version {made.rules_version - 1} then, {made.rules_version} now), and from step 31 "
        f"of {len(answers)} on they lead elsewhere"
    )
    with pytest.raises(Strayed):
        walk.stored(40)
    assert len(list(walk.moments([12], None))) == 1


@pytest.mark.field(32)
def test_another_roll_than_the_recorded_one_is_noticed(match: tuple[Record, list[Seen], Match[Any]]) -> None:
    made, _, _ = match
    n, event, name = next(
        (n, event, name) for n, each in enumerate(made.answers) for event in each.events
        for name, value in event.data.items() if type(value) is int
    )  # fmt: skip
    forged = msgspec.structs.replace(event, data={**event.data, name: event.data[name] + 1})
    answers = list(made.answers)
    events = [forged if each == event else each for each in answers[n].events]
    answers[n] = Answered(answers[n].seat, answers[n].key, events)
    with pytest.raises(Strayed) as strayed:
        list(Walk(msgspec.structs.replace(made, answers=answers)).moments([10_000], None))
    assert strayed.value.n == n + 1
    told = msgspec.structs.replace(event, text=msgspec.structs.replace(event.text, form="Put otherwise"))
    events = [told if each == event else each for each in made.answers[n].events]
    answers[n] = Answered(answers[n].seat, answers[n].key, events)
    assert list(Walk(msgspec.structs.replace(made, answers=answers)).moments([10_000], None))


@pytest.mark.parametrize(
    "changes",
    [
        {"battlefield": "no-such-map"}, {"battlefield": "../../secrets"}, {"armies": []}, {"armies": [{}, {}]},
        {"seed": "zz"}, {"armies": [{"planeswalker": 7, "cards": "x", "spells": None}] * 2}, {"seed": ""},
        {"game": "no game"}, {"options": {"points": -1}}, {"opening": []},
    ],
)  # fmt: skip
def test_what_was_never_a_match_is_refused_in_words(
    match: tuple[Record, list[Seen], Match[Any]], changes: dict[str, Any]
) -> None:
    made = msgspec.structs.replace(match[0], **changes)
    with pytest.raises(Strayed) as strayed:
        list(Walk(made).moments([0], None))
    assert strayed.value.n == 0
    assert len(str(strayed.value.why)) > 20
    with pytest.raises(record.Mismatch):
        record.replay(made)


def test_giving_up_by_a_seat_that_is_not_there_is_no_answer(match: tuple[Record, list[Seen], Match[Any]]) -> None:
    made = msgspec.structs.replace(match[0], answers=[Answered(-1, record.RESIGN), *match[0].answers])
    with pytest.raises(Strayed):
        list(Walk(made).moments([1], None))
    with pytest.raises(record.Mismatch):
        record.replay(made)


@pytest.mark.field(111)
def test_a_long_match_is_walked_through_in_seconds() -> None:
    """Game 17 of run 4 is the 95th percentile of a hundred: four players, sixty turns."""
    table = selfplay._Table(ARENA, 17, 4, "mixed", True)
    end = table._to_the_end(selfplay.Figures())
    made = written(end, table.battlefield, table.armies, table.opening, table.answers)
    assert len(made.answers) > 300
    walk = Walk(made)
    began = time.process_time()
    assert len(list(walk.moments(range(0, walk.length + 1, 5), None, everything=True))) == walk.length // 5 + 1
    whole = time.process_time() - began
    began = time.process_time()
    for n in range(walk.length, 0, -50):
        assert len(list(walk.moments([n], None))) == 1
    each = (time.process_time() - began) / (walk.length // 50)
    assert whole < 15
    assert each < 0.5


def test_what_the_rules_stumble_over_is_a_reason_not_a_crash(match: tuple[Record, list[Seen], Match[Any]]) -> None:
    """A forged file: a card that is none, and words with parts missing."""
    made = match[0]
    army = made.armies[0]
    for n in (0, 5, 11):
        spells = [*army["spells"][:n], "", *army["spells"][n + 1 :]]
        with pytest.raises(record.Mismatch):
            record.replay(msgspec.structs.replace(made, armies=[{**army, "spells": spells}, *made.armies[1:]]))
    bare = msgspec.structs.replace(made.opening[0], text=Text("{who} rolls"), data={"roll": 99})
    with pytest.raises(record.Mismatch, match="who"):
        record.replay(msgspec.structs.replace(made, opening=[bare, *made.opening[1:]]))
