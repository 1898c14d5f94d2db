"""Static layers are drawn larger than they are kept, so that edges come out smooth."""

from __future__ import annotations

import math
from collections.abc import Sequence

from render.geometry import Point

SCALE = 2


def up(points: Sequence[Point]) -> list[Point]:
    """Points of the finished layer as those of the larger drawing. Pillow cuts fractions off towards 0, and would so move
    what lies beyond the edges."""
    return [(math.floor(x * SCALE), math.floor(y * SCALE)) for x, y in points]
