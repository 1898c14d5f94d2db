"""A finished match in retrospect: who won and how, how it went turn by turn, the turns that changed most, armies, dice.

Plain data for a poster. Everything lies open by then, so there is one for everybody. What counts in a game, its
:class:`engine.core.hindsight.Hindsight` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from engine.core.events import Event
from engine.core.hindsight import Blow, Hindsight, Rank
from engine.core.text import NOTHING, Text, counted
from engine.registry import Game
from engine.walk import Walk

MOST, LEAST = 5, 3  # key moments
WEIGHTY = 2.5  # what a further one weighs at least
TOLD = 3  # sentences of a moment
SLIGHT = 0.15  # of the heaviest blow: what weighs less is not told
DAY = 86400.0


class Line(msgspec.Struct, frozen=True):
    """``values``: at the beginning, then after each turn."""

    seats: tuple[int, ...]
    values: tuple[float, ...]


class Chart(msgspec.Struct, frozen=True):
    """``of``: how much there can be; 0: no bound."""

    what: Text
    lines: tuple[Line, ...]
    of: int = 0


class KeyMoment(msgspec.Struct, frozen=True):
    """A turn that changed much. ``told``: what happened, in sentences; ``board``: the game's view at its height, ``events``:
    what had just happened, ``at``: where."""

    turn: int
    seat: int | None
    told: tuple[Text, ...]
    at: tuple[str, ...]
    events: tuple[Event, ...]
    board: Any


class Side(msgspec.Struct, frozen=True):
    """A seat. ``dice``, ``hits`` and ``expected`` of all its attacks. ``best``: the kind of piece that did most harm, by its
    face, and ``feat``: what it did; empty if nothing did any."""

    name: Text
    place: int
    ranks: tuple[Rank, ...]
    dice: int = 0
    hits: int = 0
    expected: float = 0.0
    best: str = ""
    feat: Text = NOTHING


class Number(msgspec.Struct, frozen=True):
    """``what`` goes with the number: "turns"."""

    n: int
    what: Text


class Retrospect(msgspec.Struct, frozen=True):
    """``board``: the end. ``winners``: seats, none in a draw. ``battlefield``: empty where there is but one."""

    title: str
    battlefield: str
    reason: Text
    winners: tuple[int, ...]
    turns: int
    sides: tuple[Side, ...]
    charts: tuple[Chart, ...]
    moments: tuple[KeyMoment, ...]
    numbers: tuple[Number, ...]
    board: Any


class _Told(NamedTuple):
    """An event with the answer that made it happen and the turn it was in."""

    n: int
    turn: int
    seat: int | None
    event: Event


def look_back(walk: Walk, entry: Game, *, seconds: float | None = None) -> Retrospect | None:
    """The finished match of the walk. ``seconds``: how long it took; None: nobody knows. None for a game without hindsight,
    and for a match that is not over. Raises Strayed."""
    told = _told(walk)
    begins = {each.turn: each.n for each in reversed(told) if each.turn}  # the answer that began each turn
    stops = [*(begins[turn] for turn in sorted(begins)), walk.length]
    views = {moment.n: moment.view for moment in walk.moments(stops, None, everything=True)}
    boards, outcome = [views[n].board for n in stops], views[walk.length].outcome
    events = [each.event for each in told]
    hindsight = entry.hindsight(boards, events)
    if hindsight is None or outcome is None:
        return None
    record = walk.record
    luck = _luck(entry, events)
    sides = tuple(
        _with_best(Side(hindsight.name(seat), place, hindsight.ranks(seat), *luck.get(seat, ())), seat, hindsight, events)
        for seat, place in enumerate(outcome.places)
    )
    fields = dict(entry.battlefields(len(record.armies)))
    field = fields.get(record.battlefield, "") if len(fields) > 1 else ""
    return Retrospect(
        entry.title, field, outcome.reason, tuple(outcome.winners), max(begins, default=0),
        sides, _charts(hindsight, boards), _moments(walk, hindsight, told),
        _numbers(entry, events, sides, max(begins, default=0), seconds), boards[-1],
    )  # fmt: skip


def _told(walk: Walk) -> list[_Told]:
    found: list[_Told] = []
    turn, seat = 0, None
    for n, some in enumerate([walk.record.opening, *(each.events for each in walk.record.answers)]):
        for event in some:
            if event.kind == "turn" and isinstance(event.data.get("turn"), int):
                turn, seat = event.data["turn"], event.seat
            found.append(_Told(n, turn, seat, event))
    return found


def _luck(entry: Game, events: Sequence[Event]) -> dict[int, tuple[int, int, float]]:
    """Dice, hits and hits to be expected of each seat."""
    found: dict[int, tuple[int, int, float]] = {}
    for event in events:
        luck = entry.luck(event)
        if luck is not None:
            dice, hits, expected = found.get(luck.seat, (0, 0, 0.0))
            found[luck.seat] = dice + luck.dice, hits + luck.hits, expected + luck.expected
    return found


def _with_best(side: Side, seat: int, hindsight: Hindsight, events: Sequence[Event]) -> Side:
    """The side with what the most dangerous of its pieces did."""
    harm, attacks = Counter[str](), Counter[str]()
    for strike in map(hindsight.strike, events):
        if strike is not None and strike.seat == seat:
            harm[strike.face] += strike.harm
            attacks[strike.face] += 1
    own = [rank for rank in side.ranks if harm[rank.face]]
    if not own:
        return side
    best = max(own, key=lambda rank: harm[rank.face])
    feat = hindsight.feat(best.name, harm[best.face], attacks[best.face])
    return msgspec.structs.replace(side, best=best.face, feat=feat)


def _charts(hindsight: Hindsight, boards: Sequence[Any]) -> tuple[Chart, ...]:
    found: dict[Text, dict[tuple[int, ...], list[float]]] = {}
    bounds: dict[Text, int] = {}
    for board in boards:
        for standing in hindsight.standings(board):
            bounds[standing.what] = standing.of
            found.setdefault(standing.what, {}).setdefault(standing.seats, []).append(standing.value)
    return tuple(
        Chart(what, tuple(Line(seats, tuple(values)) for seats, values in lines.items()), bounds[what])
        for what, lines in found.items()
    )


def _numbers(
    entry: Game, events: Sequence[Event], sides: Sequence[Side], turns: int, seconds: float | None
) -> tuple[Number, ...]:
    attacks = sum(event.kind in entry.kinds().get("attacks", ()) for event in events)
    dice = sum(len(throw.faces) for event in events for throw in entry.thrown(event))
    played = [entry.played(event) for event in events]
    cards = sum(each is not None and not each[1] for each in played)
    lost = sum(rank.lost for side in sides for rank in side.ranks)
    numbers = [Number(turns, counted(turns, "turn", "turns"))]
    if seconds is not None:
        days = max(1, round(seconds / DAY))
        numbers.append(Number(days, counted(days, "day", "days")))
    return (
        *numbers, Number(attacks, counted(attacks, "attack", "attacks")), Number(dice, counted(dice, "die", "dice")),
        Number(cards, counted(cards, "card played", "cards played")),
        Number(lost, counted(lost, "figure lost", "figures lost")),
    )  # fmt: skip


# ---- key moments ------------------------------------------------------------------------------------------------------
class _Struck(NamedTuple):
    told: _Told
    blow: Blow


def _moments(walk: Walk, hindsight: Hindsight, told: Sequence[_Told]) -> tuple[KeyMoment, ...]:
    turns = _turns(hindsight, told)
    heights = [_height(turn) for turn in turns]
    stops = [height[0].told.n for height in heights]
    views = {moment.n: moment.view for moment in walk.moments(stops, None, everything=True)}
    found = []
    for height, turn in zip(heights, turns):
        n, number, seat, _ = height[0].told
        heaviest = sorted(height, key=lambda each: -each.blow.weight)
        at = tuple(dict.fromkeys(space for each in heaviest for space in each.blow.at))
        events = tuple(each.event for each in told if each.n == n and each.turn == number)
        found.append(KeyMoment(number, seat, _sentences(turn), at, events, views[n].board))
    return tuple(found)


def _turns(hindsight: Hindsight, told: Sequence[_Told]) -> list[list[_Struck]]:
    """The blows of the turns that changed most, in the order in which they were played."""
    found: dict[int, list[_Struck]] = {}
    for each in told:
        blow = hindsight.blow(each.event) if each.turn else None
        if blow is not None:
            found.setdefault(each.turn, []).append(_Struck(each, blow))
    ranked = sorted(found, key=lambda turn: (-_weight(found[turn]), turn))
    chosen = [turn for n, turn in enumerate(ranked[:MOST]) if n < LEAST or _weight(found[turn]) >= WEIGHTY]
    return [found[turn] for turn in sorted(chosen)]


def _weight(struck: Sequence[_Struck]) -> float:
    return sum(each.blow.weight for each in struck)


def _height(turn: Sequence[_Struck]) -> list[_Struck]:
    """The blows of the answer that changed most in the turn."""
    answers: dict[int, list[_Struck]] = {}
    for each in turn:
        answers.setdefault(each.told.n, []).append(each)
    return max(answers.values(), key=_weight)


def _sentences(turn: Sequence[_Struck]) -> tuple[Text, ...]:
    """What weighs most, in the order in which it happened; of what one answer did at one place only the heaviest."""
    heaviest: dict[tuple[int, tuple[str, ...]], _Struck] = {}
    apart: list[_Struck] = []
    for each in turn:
        key = each.told.n, each.blow.at
        if not each.blow.at:
            apart.append(each)
        elif key not in heaviest or heaviest[key].blow.weight <= each.blow.weight:
            heaviest[key] = each
    kept = sorted([*heaviest.values(), *apart], key=lambda each: -each.blow.weight)
    kept = [each for each in kept if each.told.event.text and each.blow.weight >= SLIGHT * kept[0].blow.weight][:TOLD]
    return tuple(each.told.event.text for each in sorted(kept, key=turn.index))
