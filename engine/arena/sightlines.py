"""Line of sight and clear sight between what stands in a position (AR-ATK-13 to AR-ATK-18, AR-TERM-04)."""

from __future__ import annotations

from collections.abc import Sequence
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
    """``obstacle`` says what is in the way, in words."""

    clear: bool
    obstacle: Text = NOTHING


@cache
def _lines(field: Battlefield) -> Sightlines:
    return Sightlines(field)


def _body(pos: Position, figure: Figure) -> Body:
    at = pos.space(figure)
    return Body(at, pos.level(at), pos.face_of(figure).height, str(figure.id))


def _others(pos: Position, *those: Figure) -> list[Body]:
    return [_body(pos, figure) for figure in pos.board if figure not in those]


def _standing(pos: Position) -> frozenset[Hex]:
    return frozenset(cryptolith.at for cryptolith in pos.standing)


def _on_top(pos: Position, figure: Figure) -> bool:
    return pos.cryptolith_at(pos.space(figure)) is not None


def line_of_sight(pos: Position, viewer: Figure, target: Figure | Cryptolith) -> Seen:
    """From the viewer's sight point, or a point of the cryptolith it stands on, to the target's hit zone."""
    lines, eye, points = _lines(pos.field), _body(pos, viewer), _on_top(pos, viewer)
    if isinstance(target, Cryptolith):
        seen = lines.cryptolith(eye, target.at, _standing(pos), _others(pos, viewer), points=points)
    else:
        others = _others(pos, viewer, target)
        seen = lines.between(eye, _body(pos, target), _standing(pos), others, points=points)
    return Seen(seen.clear, NOTHING if seen.clear else _obstacle(pos, seen))


def _obstacle(pos: Position, seen: Sight) -> Text:
    if seen.body:
        return words("{figure}", figure=pos.label(pos.state.figures[int(seen.body)]))
    if seen.hex is None:
        return words("something")
    cryptolith = pos.cryptolith_at(seen.hex)
    if cryptolith:
        return words("the {name} cryptolith at {at}", name=cryptolith.name, at=spot(seen.hex))
    return words("the ground at {at}", at=spot(seen.hex))


def clear_sight(pos: Position, viewer: Figure, target: Figure) -> bool:
    """Whether the viewer can see any part of the target (AR-TERM-04)."""
    lines, eye = _lines(pos.field), _body(pos, viewer)
    others = _others(pos, viewer, target)
    return lines.between(
        eye, _body(pos, target), _standing(pos), others, whole=True, points=_on_top(pos, viewer)
    ).clear


def in_clear_sight(pos: Position, viewer: Figure, figures: Sequence[Figure], spaces: int) -> list[Figure]:
    """Those of ``figures`` within that many clear sight spaces of the viewer; a figure is in its own sight."""
    near = pos.within(spaces, viewer, list(figures))
    return [figure for figure in near if figure is viewer or clear_sight(pos, viewer, figure)]


def sees_space(pos: Position, viewer: Figure, space: Hex, height: int) -> bool:
    """Whether an empty space is in the viewer's clear sight, for a figure of that height (A23)."""
    lines, eye = _lines(pos.field), _body(pos, viewer)
    return lines.space(
        eye, space, pos.level(space), height, _standing(pos), _others(pos, viewer), points=_on_top(pos, viewer)
    )
