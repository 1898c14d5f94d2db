"""How far units get and what they could attack, asked by whoever likes: made from what lies open alone."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.core.looks import Aimed, Reach, Reached, Region, Sight, Sighted, part_called, parts
from engine.core.refusal import Refused, refuse
from engine.core.text import NOTHING, Text, words
from engine.summoner_wars import board
from engine.summoner_wars.attack import disarmed
from engine.summoner_wars.board import Space
from engine.summoner_wars.movement import held, move_refusal, ways
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Piece, Turn, War

AROUND = 2  # spaces round what is looked at
When = Literal["now", "turn", "next"]


def reach(state: War, subject: str) -> Reach:
    """Where that unit can go, in this Movement Phase or its next one. Raises Refused."""
    pos = Position(state)
    piece = _unit(pos, subject)
    when = _when(pos, piece)
    if when == "next":
        pos = _in_its_turn(state, piece)
        piece = _unit(pos, subject)
    bound = held(pos, piece)
    found = {} if bound else ways(pos, piece)
    spaces = [Reached(board.name(space).upper(), steps) for space, steps in found.items()]
    spaces.sort(key=lambda reached: (reached.cost, reached.at))
    return Reach(subject, pos.label(piece), (board.name(piece.at).upper(),), when, tuple(spaces),
                 bound.text if bound else NOTHING)  # fmt: skip


def _unit(pos: Position, subject: str) -> Piece:
    piece = pos.piece(int(subject)) if subject.isdecimal() else None
    if piece is None:
        raise Refused(refuse("", "there is no such card on the battlefield"))
    if not pos.is_unit(piece):
        raise Refused(refuse("SW-WALL-03", "{card} is no unit", card=pos.label(piece)))
    return piece


def _when(pos: Position, piece: Piece) -> When:
    turn = pos.state.turn
    if turn.phase == "movement" and move_refusal(pos, piece) is None:
        return "now"
    early = turn.phase in ("start", "draw", "summon", "events")
    return "turn" if early and piece.controller == turn.seat else "next"


def _in_its_turn(state: War, piece: Piece) -> Position:
    """The position in the next Movement Phase of whoever owns the unit, if nothing else changes until then."""
    later = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=War)
    seat = state.cards[piece.card].owner
    for lent in later.field:
        lent.controller = next((each.owner for each in later.borrowed if each.card == lent.card), lent.controller)
    later.borrowed = []
    later.turn = Turn(max(2, state.turn.number + (1 if seat != state.turn.seat else 2)), seat, "movement")
    later.lasting = [each for each in later.lasting if each.until != "turn" and each.seat != seat]
    return Position(later)


def sight(state: War, subject: str, at: str = "") -> Sight:
    """What that unit could attack from where it stands, or from ``at``; of an empty space, or a wall, what lies in clear
    lines from it, however far. Raises Refused."""
    pos = Position(state)
    if not subject.isdecimal():
        space = _space(subject)
        standing = pos.at(space)
        if standing is None or pos.is_wall(standing):
            return _from_nobody(pos, space)
        subject = str(standing.card)
    wall = pos.piece(int(subject))
    if wall is not None and pos.is_wall(wall) and not at:
        return _from_nobody(pos, wall.at)
    piece, stands = _unit(pos, subject), True
    if at and _space(at) != piece.at:
        other = pos.at(_space(at))
        if other is not None:
            raise Refused(refuse("SW-MOVE-05", "{card} is there", card=pos.label(other)))
        pos = Position(msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=War))
        piece, stands = _unit(pos, subject), False
        piece.at = _space(at)
    far = pos.reach(piece)
    may = {target.card for target in pos.targets(piece)}
    barred = disarmed(pos, piece)
    targets = []
    for other in pos.state.field:
        if other is not piece:
            between = _first_between(pos, piece.at, other.at)
            straight = board.between(piece.at, other.at) is not None
            inside = straight and board.distance(piece.at, other.at) <= far
            how: Sighted = "aside" if not straight else "far" if not inside else "blocked" if between else "barred"
            if other.card in may:
                how = "barred" if barred else "clear"
            why = barred.text if barred and how == "barred" else NOTHING
            targets.append(_aimed(pos, piece.at, other, how, between, why, other.controller != piece.controller))
    seen, hidden = _rays(pos, piece.at, far)
    return Sight(subject, pos.label(piece), (board.name(piece.at).upper(),), far, tuple(targets), seen, hidden, stands)


def _space(written: str) -> Space:
    try:
        return board.parse(written)
    except ValueError:
        raise Refused(refuse("", "there is no space {at} on this battlefield", at=written[:20])) from None


def _from_nobody(pos: Position, space: Space) -> Sight:
    targets = []
    for other in pos.state.field:
        if board.between(space, other.at) is not None:
            between = _first_between(pos, space, other.at)
            targets.append(_aimed(pos, space, other, "blocked" if between else "clear", between, NOTHING, False))
    seen, hidden = _rays(pos, space, board.ROWS)
    name = board.name(space).upper()
    return Sight(name, Text(name), (name,), None, tuple(targets), seen, hidden, False)


def _aimed(pos: Position, start: Space, other: Piece, how: Sighted, between: Piece | None, why: Text, foe: bool) -> Aimed:
    here, there = board.name(start).upper(), board.name(other.at).upper()
    where, what = (board.name(between.at).upper(),) if between else (), pos.label(between) if between else NOTHING
    if how != "blocked":
        where, what = (), NOTHING
    distance = board.distance(start, other.at)
    return Aimed(str(other.card), pos.label(other), (there,), distance, how, (here, there), where, what, why, foe)


def _first_between(pos: Position, a: Space, b: Space) -> Piece | None:
    return next((piece for space in board.between(a, b) or () if (piece := pos.at(space)) is not None), None)


def _rays(pos: Position, start: Space, far: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The spaces in straight lines up to the first card of each, and those behind it."""
    seen: list[str] = []
    hidden: list[str] = []
    for step in board.STEPS:
        stopped = False
        for space in board.ray(start, step, far):
            (hidden if stopped else seen).append(board.name(space).upper())
            stopped = stopped or pos.at(space) is not None
    return tuple(seen), tuple(hidden)


# ---- parts of the battlefield -----------------------------------------------------------------------------------------
def regions(pieces: list[tuple[str, Text, str]]) -> list[Region]:
    """Cards (number, name, space) with what is round them, then the parts of the battlefield."""
    found = [Region(id, _placed(name, at.upper()), around(at), id, (at.upper(),)) for id, name, at in pieces]
    places = {board.name(space).upper(): (float(space[0]), float(space[1])) for space in board.SPACES}
    return [*found, *parts(places)]


def _placed(name: Text, at: str) -> Text:
    """With the place, where the name does not tell it."""
    return name if at in str(name).split() else words("{figure} ({at})", figure=name, at=at)


def region(pieces: list[tuple[str, Text, str]], written: str) -> Region | None:
    """What somebody means who writes a card's name or number, a space, or a part of the battlefield. None if nothing."""
    known, wanted = regions(pieces), written.strip().casefold()
    part = part_called(written)
    for each in known:
        if wanted in (each.id.casefold(), str(each.name).casefold()) or (part and each.id == part):
            return each
    try:
        space = board.name(board.parse(written)).upper()
    except ValueError:
        hits = [each for each in known if wanted and wanted in str(each.name).casefold()]
        return hits[0] if len(hits) == 1 else None
    there = next((each for each in known if space in each.at), None)
    return there or Region(space, Text(space), around(space), "", (space,))


def around(at: str) -> tuple[str, ...]:
    middle = board.parse(at)
    return tuple(
        board.name(space).upper() for space in board.SPACES
        if max(abs(space[0] - middle[0]), abs(space[1] - middle[1])) <= AROUND
    )  # fmt: skip
