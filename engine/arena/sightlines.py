"""Line of sight and clear sight between what stands in a position (AR-ATK-13 to AR-ATK-18, AR-TERM-04)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from engine.arena.battlefield import Battlefield
from engine.arena.hexes import Hex
from engine.arena.position import Position, spot
from engine.arena.sight import Body, Sight, Sightlines
from engine.arena.state import Cryptolith, Figure
from engine.core.text import NOTHING, Text, words


@dataclass(frozen=True)
class Seen:
    """``obstacle`` says what is in the way, in words, ``where`` on which space, or between which two."""

    clear: bool
    obstacle: Text = NOTHING
    where: tuple[Hex, ...] = ()


@cache
def _lines(field: Battlefield) -> Sightlines:
    return Sightlines(field)


def _body(pos: Position, figure: Figure) -> Body:
    at = pos.space(figure)
    return Body(at, pos.level(at), pos.face_of(figure).height, str(figure.id), figure.rear)


def _others(pos: Position, *those: Figure) -> list[Body]:
    return [_body(pos, figure) for figure in pos.board if figure not in those]


def _standing(pos: Position) -> frozenset[Hex]:
    return frozenset(cryptolith.at for cryptolith in pos.standing)


def line_of_sight(pos: Position, viewer: Figure, target: Figure | Cryptolith) -> Seen:
    """From the viewer's sight point, or a point of the cryptolith it stands on, to the target's hit zone."""
    lines, eye = _lines(pos.field), _body(pos, viewer)
    if isinstance(target, Cryptolith):
        seen = lines.cryptolith(eye, target.at, _standing(pos), _others(pos, viewer), points=True)
    else:
        others = _others(pos, viewer, target)
        seen = lines.between(eye, _body(pos, target), _standing(pos), others, points=True)
    return _told(pos, seen)


def line_from_space(pos: Position, space: Hex, height: int, target: Figure | Cryptolith) -> Seen:
    """The same for somebody of that height who stood on the free ``space``."""
    lines, eye = _lines(pos.field), Body(space, pos.level(space), height)
    if isinstance(target, Cryptolith):
        return _told(pos, lines.cryptolith(eye, target.at, _standing(pos), _others(pos), points=True))
    return _told(pos, lines.between(eye, _body(pos, target), _standing(pos), _others(pos, target), points=True))


def covered(pos: Position, viewer: Figure | Hex, space: Hex, height: int) -> bool:
    """Whether a figure of that height could be shot at on the space, whoever stands there now. A ``viewer`` that is a space
    is somebody as tall there."""
    there = pos.figure_at(space)
    gone = [figure for figure in (there, viewer) if isinstance(figure, Figure)]
    eye = _body(pos, viewer) if isinstance(viewer, Figure) else Body(viewer, pos.level(viewer), height)
    aim = Body(space, pos.level(space), height)
    return _lines(pos.field).sees(eye, aim, _standing(pos), _others(pos, *gone), points=True)


def _told(pos: Position, seen: Sight) -> Seen:
    if seen.clear:
        return Seen(True)
    where = seen.edge or ((seen.hex,) if seen.hex is not None else ())
    return Seen(False, _obstacle(pos, seen), where)


def _obstacle(pos: Position, seen: Sight) -> Text:
    if seen.body:
        return words("{figure}", figure=pos.label(pos.state.figures[int(seen.body)]))
    if seen.edge:
        one, other = seen.edge
        return words("the ruin between {one} and {other}", one=spot(one), other=spot(other))
    if seen.hex is None:
        return words("something")
    cryptolith = pos.cryptolith_at(seen.hex)
    if cryptolith:
        return words("the {name} cryptolith at {at}", name=Text(cryptolith.name), at=spot(seen.hex))
    if seen.hex in pos.field.pillars:
        return words("the ruin at {at}", at=spot(seen.hex))
    return words("the ground at {at}", at=spot(seen.hex))


def clear_sight(pos: Position, viewer: Figure, target: Figure) -> bool:
    """Whether the viewer can see any part of the target (AR-TERM-04)."""
    others = _others(pos, viewer, target)
    eye, body = _body(pos, viewer), _body(pos, target)
    return _lines(pos.field).between(eye, body, _standing(pos), others, whole=True, points=True).clear


def in_clear_sight(pos: Position, viewer: Figure, figures: Sequence[Figure], spaces: int) -> list[Figure]:
    """Those of ``figures`` within that many clear sight spaces of the viewer; a figure is in its own sight."""
    near = pos.within(spaces, viewer, list(figures))
    return [figure for figure in near if figure is viewer or clear_sight(pos, viewer, figure)]


def seen_spaces(pos: Position, viewer: Figure, spaces: Iterable[Hex], height: int) -> list[Hex]:
    """Those of the empty ``spaces`` that are in the viewer's clear sight, for a figure of that height: their surface, or
    any part of the figure on that space (A23).

    Of a double-space figure to be placed either space is asked about by itself: one is enough (AC-CHOOSE-02).
    """
    lines, eye, standing, others = _lines(pos.field), _body(pos, viewer), _standing(pos), _others(pos, viewer)
    return [space for space in spaces if lines.space(eye, space, pos.level(space), height, standing, others, points=True)]


def sees_space(pos: Position, viewer: Figure, space: Hex, height: int) -> bool:
    """Whether one empty space is in the viewer's clear sight."""
    return bool(seen_spaces(pos, viewer, [space], height))
