"""Static layers are drawn larger than they are kept, so that edges come out smooth."""

from __future__ import annotations

from collections.abc import Sequence

from render.geometry import Point

SCALE = 2


def up(points: Sequence[Point]) -> list[Point]:
    """Points of the finished layer as those of the larger drawing."""
    return [(x * SCALE, y * SCALE) for x, y in points]
