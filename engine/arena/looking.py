"""How far figures get and what they see, asked by whoever likes: made from what lies open on the battlefield alone.

Nothing face down, in hand or in a library is looked at, so the answers are the same for everybody.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from engine.arena import numbers
from engine.arena.ambush import exits
from engine.arena.attack import target_refusal
from engine.arena.battlefield import load
from engine.arena.hexes import Hex, centre, parse
from engine.arena.movement import may_move
from engine.arena.position import Position, Stand, Still, spot
from engine.arena.sightlines import Seen, covered, line_from_space, line_of_sight
from engine.arena.state import Arena, Cryptolith, Figure, Turn
from engine.arena.steps import Walker
from engine.arena.ways import Way, goals, search, way
from engine.core.looks import Aimed, Reach, Reached, Region, Risk, Sight, Sighted, part_called, parts
from engine.core.refusal import Refused, refuse
from engine.core.text import NOTHING, Text, counted, words

AROUND = 3  # spaces round what is looked at
USUAL = 5  # the height of most figures: somebody imagined on an empty space
When = Literal["now", "turn", "next"]


# ---- how far ----------------------------------------------------------------------------------------------------------
def reach(state: Arena, subject: str) -> Reach:
    """How far the figure of that number gets, now or in its next turn, whoever's it is. Raises Refused."""
    pos: Position = Still(state)
    figure = _figure(pos, subject)
    when = _when(pos, figure)
    if when != "now":
        pos = _in_its_turn(state, figure, when)
        figure = pos.state.figures[figure.id]
    walker = Walker(pos, figure)
    held = may_move(pos, figure)
    spaces = []
    for (to, rear), nodes in goals(search(walker)).items():
        if rear is None:
            safest, quickest = way(walker, nodes[0]), nodes[-1].cost
            risks = _risks(pos, safest)
            quick = quickest if quickest < nodes[0].cost else 0
            spaces.append(Reached(spot(to), safest.cost, risks, round(safest.unhurt, 4), quick))
    spaces.sort(key=lambda reached: (reached.cost, parse(reached.at)[::-1]))
    return Reach(subject, pos.label(figure), _spots(pos, figure), when, tuple(spaces), held.text if held else NOTHING)


def _figure(pos: Position, subject: str) -> Figure:
    figure = pos.state.figures[int(subject)] if subject.isdecimal() and int(subject) < len(pos.state.figures) else None
    if figure is None:
        raise Refused(refuse("", "there is no such figure"))
    if figure.zone != "board":
        raise Refused(refuse("AR-MOVE-01", "{figure} is not on the battlefield", figure=pos.label(figure)))
    return figure


def _spots(pos: Position, figure: Figure) -> tuple[str, ...]:
    return tuple(spot(space) for space in pos.stand(figure))


def _when(pos: Position, figure: Figure) -> When:
    turn = pos.state.turn
    if may_move(pos, figure) is None:
        return "now"
    mine = pos.controller(figure) == turn.seat and turn.extra is None
    return "turn" if mine and turn.phase == "before" and turn.chosen in (None, figure.card) else "next"


def _in_its_turn(state: Arena, figure: Figure, when: When) -> Position:
    """The position as it is when the figure's army card has just been chosen, if nothing else changes until then. What
    lasts only until that moment is over by then."""
    later = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=Arena)
    turn, seats = state.turn, len(state.seats)
    seat = state.cards[figure.card].controller
    if when == "turn":
        later.turn.chosen = figure.card
        return Still(later)
    steps = (seat - turn.seat - 1) % seats + 1 if turn.number else (seat - turn.seat) % seats
    begun = [(turn.seat + n) % seats for n in range(1, steps + 1)]
    ended = [(turn.seat + n) % seats for n in range(steps)]
    later.turn = Turn(turn.number + steps if turn.number else 1 + steps, seat, "before", chosen=figure.card)
    later.lasting = [
        each for each in later.lasting
        if each.until != "turn"
        and not (each.until == "own start" and each.seat in begun)
        and not (each.until == "own end" and each.seat in ended and (each.begun or each.seat != turn.seat))
    ]  # fmt: skip
    return Still(later)


def _risks(pos: Position, safest: Way) -> tuple[Risk, ...]:
    """What may hurt on the way, and what ends the move at its end."""
    found = []
    for kind, times, name in (
        ("leaving", safest.leaving, counted(safest.leaving, "a leaving attack of one die", "leaving attacks of {n} dice")),
        ("fall", safest.falls, counted(safest.falls, "a fall", "{n} falls")),
        ("bog", safest.rolls, counted(safest.rolls, "a roll for the bog", "{n} rolls for bogs")),
    ):
        if times:
            found.append(Risk(kind, name, times))
    last = safest.steps[-1]
    if last.stops:
        stand = last.stand
        if pos.glyph_at(stand[0]):
            found.append(Risk("glyph", words("a glyph"), hurts=False))
        elif stand[0] in exits(pos):
            found.append(Risk("exit", words("an exit"), hurts=False))
        else:
            found.append(Risk("water", words("water"), hurts=False))
    return tuple(found)


# ---- what is in sight -------------------------------------------------------------------------------------------------
def sight(state: Arena, subject: str, at: str = "") -> Sight:
    """What the figure of that number sees from where it stands, or from the free space ``at``; with a space as the
    ``subject`` what somebody of usual height would see there. Raises Refused."""
    pos: Position = Still(state)
    if not subject.isdecimal():
        space = _space(pos, subject)
        standing = pos.figure_at(space)
        if standing is None:
            return _from_nobody(pos, space)
        subject = str(standing.id)
    figure = _figure(pos, subject)
    stands = True
    if at and _space(pos, at) not in pos.stand(figure):
        pos, stands = _standing_on(pos, figure, _space(pos, at)), False
        figure = pos.state.figures[figure.id]
    return _Looker(pos, figure).sight(stands)


def _space(pos: Position, written: str) -> Hex:
    try:
        space = parse(written)
    except ValueError:
        space = (-1, -1)
    if space not in pos.field.spaces:
        raise Refused(refuse("", "there is no space {at} on this battlefield", at=written[:20]))
    return space


def _standing_on(pos: Position, figure: Figure, space: Hex) -> Position:
    """The position with the figure put on that space."""
    label = pos.label(figure)
    other = pos.figure_at(space)
    if other is not None and other is not figure:
        raise Refused(refuse("AR-MOVE-08", "{at} is taken by {figure}", at=spot(space), figure=pos.label(other)))
    moved = msgspec.msgpack.decode(msgspec.msgpack.encode(pos.state), type=Arena)
    there = Still(moved)
    if figure.rear is None:
        moved.figures[figure.id].at = space
        return there
    free = [near for near in pos.field.neighbours(space) if pos.figure_at(near) in (None, figure) and pos.fits(space, near)]
    if not free:
        raise Refused(refuse("AC-MOVE-04", "{figure} finds no room on {at}", figure=label, at=spot(space)))
    moved.figures[figure.id].at, moved.figures[figure.id].rear = space, free[0]
    return there


class _Looker:
    """A figure that looks round."""

    def __init__(self, pos: Position, figure: Figure) -> None:
        self.pos, self.figure = pos, figure
        self.stand = pos.stand(figure)
        self.range = numbers.range_of(pos, figure).total

    def sight(self, stands: bool) -> Sight:
        pos, figure = self.pos, self.figure
        targets = [self.aimed(other) for other in pos.board if other is not figure]
        targets += [self.aimed(stone) for stone in pos.standing if stone.at not in self.stand]
        seen: list[str] = []
        hidden: list[str] = []
        free = [space for space in pos.field.spaces if space not in self.stand]
        near = set(pos.adjacent_spaces(figure))
        inside = [space for space in free if space in near or 1 < pos.distance(figure, space) <= self.range]
        for space in sorted(inside, key=lambda at: at[::-1]):
            open_ = space in near or covered(pos, figure, space, USUAL)
            (seen if open_ else hidden).append(spot(space))
        return Sight(str(figure.id), pos.label(figure), _spots(pos, figure), self.range, tuple(targets), tuple(seen),
                     tuple(hidden), stands)  # fmt: skip

    def aimed(self, target: Figure | Cryptolith) -> Aimed:
        pos, figure = self.pos, self.figure
        there = pos.stand(target) if isinstance(target, Figure) else (target.at,)
        beside = pos.adjacent(figure, target) if isinstance(target, Figure) else pos.adjacent_to_cryptolith(figure, target)
        foe = not isinstance(target, Figure) or pos.against(figure, target)
        seen = Seen(True) if beside else line_of_sight(pos, figure, target)
        distance = pos.distance(self.stand, there)
        far = not beside and (distance > self.range or self.range == 1)
        refusal = target_refusal(pos, figure, target) if foe else None
        how: Sighted = "far" if far else "blocked" if not seen.clear else "barred" if refusal else "clear"
        name, subject = _named(pos, target)
        return Aimed(
            subject, name, tuple(map(spot, there)), distance, how, _line(self.stand, there),
            tuple(map(spot, seen.where)), seen.obstacle, refusal.text if refusal else NOTHING, foe,
        )  # fmt: skip


def _from_nobody(pos: Position, space: Hex) -> Sight:
    """What somebody of usual height would see from a free space: no range, no sides."""
    targets: list[Aimed] = []
    seen: list[str] = []
    hidden: list[str] = []
    everything: list[Figure | Cryptolith] = [*pos.board, *pos.standing]
    for target in everything:
        there = pos.stand(target) if isinstance(target, Figure) else (target.at,)
        if space in there:
            continue
        looked = line_from_space(pos, space, USUAL, target)
        name, subject = _named(pos, target)
        targets.append(
            Aimed(subject, name, tuple(map(spot, there)), pos.distance(space, there), "clear" if looked.clear else "blocked",
                  _line((space,), there), tuple(map(spot, looked.where)), looked.obstacle, foe=False)
        )  # fmt: skip
    for other in sorted(pos.field.spaces, key=lambda at: at[::-1]):
        if other != space:
            (seen if covered(pos, space, other, USUAL) else hidden).append(spot(other))
    return Sight(spot(space), Text(spot(space)), (spot(space),), None, tuple(targets), tuple(seen), tuple(hidden), False)


def _named(pos: Position, target: Figure | Cryptolith) -> tuple[Text, str]:
    if isinstance(target, Figure):
        return pos.label(target), str(target.id)
    return words("the {name} cryptolith", name=Text(target.name)), target.name


def _line(here: Stand, there: Stand) -> tuple[str, str]:
    """The two nearest halves: the straightest line."""
    pairs = [(one, other) for one in here for other in there]
    one, other = min(pairs, key=lambda pair: round(math.dist(centre(pair[0]), centre(pair[1])), 6))
    return spot(one), spot(other)


# ---- parts of the battlefield -----------------------------------------------------------------------------------------
def regions(battlefield: str, figures: list[tuple[str, Text, tuple[str, ...]]]) -> list[Region]:
    """Every part there is a name for: figures (number, name, spaces) with what is round them, then the parts of the map."""
    found = [
        Region(id, words("{figure} ({at})", figure=name, at="/".join(at)), around(battlefield, at), id, at)
        for id, name, at in figures
    ]
    return [*found, *parts({spot(space): centre(space) for space in load(battlefield).spaces})]


def region(battlefield: str, figures: list[tuple[str, Text, tuple[str, ...]]], written: str) -> Region | None:
    """What somebody means who writes a figure's name or number, a space, or a part of the map. None if nothing."""
    known = regions(battlefield, figures)
    wanted = written.strip().casefold()
    exact = [each for each in known if wanted in (each.id.casefold(), str(each.name).casefold())]
    part = part_called(written)
    called = [each for each in known if each.id == part] if part else []
    if exact or called:
        return (exact or called)[0]
    try:
        space = spot(parse(written))
    except ValueError:
        space = ""
    if space and parse(space) in load(battlefield).spaces:
        there = next((each for each in known if space in each.at), None)
        return there or Region(space, Text(space), around(battlefield, (space,)), "", (space,))
    hits = [each for each in known if wanted and wanted in str(each.name).casefold()]
    return hits[0] if len(hits) == 1 else None


def around(battlefield: str, at: tuple[str, ...]) -> tuple[str, ...]:
    """The spaces there and round it."""
    field = load(battlefield)
    middles = [parse(space) for space in at]
    return tuple(
        spot(space) for space in sorted(field.spaces, key=lambda each: each[::-1])
        if min(field.steps(space, middle) for middle in middles) <= AROUND
    )  # fmt: skip
