"""Line of sight and clear sight between what stands in a position (AR-ATK-13 to AR-ATK-18, AR-TERM-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.arena.hexes import Hex
from engine.arena.position import Position
from engine.arena.state import Cryptolith, Figure
from engine.core.text import NOTHING, Text


@dataclass(frozen=True)
class Seen:
    clear: bool
    obstacle: Text = NOTHING


def line_of_sight(pos: Position, viewer: Figure, target: Figure | Cryptolith) -> Seen:
    return Seen(True)


def clear_sight(pos: Position, viewer: Figure, target: Figure) -> bool:
    return True


def in_clear_sight(pos: Position, viewer: Figure, figures: Sequence[Figure], spaces: int) -> list[Figure]:
    return [figure for figure in pos.within(spaces, viewer, list(figures)) if clear_sight(pos, viewer, figure)]


def sees_space(pos: Position, viewer: Figure, space: Hex, height: int) -> bool:
    return True
