"""Where hexes lie on the picture: a slightly oblique view in which every level lifts a hex by a fixed step.

All measures are pixels of the finished picture; ``width`` is a hex's width from its west to its east edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.arena.battlefield import Battlefield, Wall
from engine.arena.hexes import Hex, neighbours
from render import theme

SQUASH = 0.82  # how much of its depth a hex keeps in this view
STEP = 0.135  # how far one level lifts, in hex widths; less than the view would ask for, so that high hexes hide little
FLOOR = -1.7  # the level down to which walls reach
STONE_HEIGHT = 1.0  # of a cryptolith, in hex widths: shorter than its nine levels, or it would hide two rows
STUMP_HEIGHT = 0.2  # where a figure stands on it: lower still, so that the figure hides nobody
WALL_STEP = 0.044  # how far a wall rises for each of its levels: lower than ground, or it would hide who stands behind
WALL_MOST = 0.56  # and never higher, in hex widths
MARGIN = 0.1  # round the map, in hex widths
LABELS = 1.22  # how much larger coordinates may be in large print: what hexes and walls have room for
EXIT_MARGIN = 0.45  # on the sides where an exit's arrow points out

Point = tuple[float, float]
Polygon = tuple[Point, ...]


class Box(NamedTuple):
    """A rectangle in pixels, right and bottom excluded."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left, self.bottom - self.top


def grid_for(field: Battlefield, width: float, label: float = 0.16) -> Grid:
    """The grid of that size, its coordinates as large as the look in use has words; kept, with all it has worked out, for
    the next picture of the field."""
    return _kept(field, width, label * min(LABELS, theme.magnified()))


@lru_cache(maxsize=32)
def _kept(field: Battlefield, width: float, label: float) -> Grid:
    return Grid(field, width, label)


class Grid:
    """A battlefield laid out with hexes ``width`` pixels wide. Equal grids give equal pictures."""

    def __init__(self, field: Battlefield, width: float, label: float = 0.16, origin: tuple[int, int] = (0, 0)) -> None:
        """``label``: the height of coordinates in hex widths; ``origin``: the point of the whole layer that is at (0, 0)."""
        self._made_with = width, label
        self._origin = origin
        self.field = field
        self.width = width
        self.label = max(7, round(width * label))
        self.half = width / 2
        self._front: dict[Hex, tuple[Hex, ...]] = {}
        self.radius = width / math.sqrt(3) * SQUASH  # half a hex's depth
        self.row = 1.5 * self.radius
        self.step = width * STEP
        beyond = {way_out.arrow[-1] for way_out in field.exits}
        over = {stone.at: (STONE_HEIGHT + 0.15) * width for stone in field.cryptoliths}
        self._top = max(
            over.get(space, self.radius + 0.1 * width) + field.level(space) * self.step - space[1] * self.row
            for space in field.spaces
        )
        self._top -= origin[1]
        self._left = (EXIT_MARGIN if "W" in beyond else MARGIN) * width - origin[0]
        self._right = (EXIT_MARGIN if "E" in beyond else MARGIN) * width
        self._walls: dict[Hex, list[Polygon]] = {}  # space -> the walls on its edges
        self._behind: dict[Hex, float] = {}  # space -> how far a wall on its front edges hides it, in pixels
        for wall in field.walls:
            behind, front = sorted(wall.between, key=lambda space: (space[1], space[0]))
            (x0, y0), (x1, y1) = self.foot(wall)
            rise = self.rise(wall.height)
            for space in (behind, front):
                self._walls.setdefault(space, []).append(((x0, y0), (x1, y1), (x1, y1 - rise), (x0, y0 - rise)))
            if behind[1] != front[1]:
                rise += max(0, field.level(front) - field.level(behind)) * self.step
                self._behind[behind] = max(self._behind.get(behind, 0), rise)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole layer."""
        rows = max(row for _, row in self.field.spaces)
        right = max(column + (row & 1) / 2 + 1 for column, row in self.field.spaces)
        low = self._top + rows * self.row + self.radius - FLOOR * self.step + 0.03 * self.width
        return (
            math.ceil(self._left + self._origin[0] + right * self.width + self._right),
            math.ceil(low + self._origin[1]) + 1,
        )

    def seen_from(self, origin: tuple[int, int]) -> Grid:
        """The same, laid out so that this point of the layer is at (0, 0)."""
        return Grid(self.field, *self._made_with, origin)

    def has(self, space: Hex) -> bool:
        return space in self.field.spaces

    def ground(self, space: Hex) -> Point:
        """The middle of the space at level 0."""
        column, row = space
        return self._left + (column + (row & 1) / 2 + 0.5) * self.width, self._top + row * self.row

    def centre(self, space: Hex, lift: float = 0) -> Point:
        """The middle of the space's surface, ``lift`` levels above it."""
        x, y = self.ground(space)
        return x, y - (self.field.level(space) + lift) * self.step

    def top(self, space: Hex, inset: float = 0) -> Polygon:
        """The surface's six corners from the back one clockwise, ``inset`` (share of the size) inwards."""
        x, y = self.centre(space)
        half, radius = self.half * (1 - inset), self.radius * (1 - inset)
        return (
            (x, y - radius), (x + half, y - radius / 2), (x + half, y + radius / 2), (x, y + radius),
            (x - half, y + radius / 2), (x - half, y - radius / 2),
        )  # fmt: skip

    def body(self, space: Hex) -> Polygon:
        """The outline of surface and walls together."""
        back, right, low_right, front, low_left, left = self.top(space)
        drop = (self.field.level(space) - FLOOR) * self.step
        return (
            back, right, (low_right[0], low_right[1] + drop), (front[0], front[1] + drop),
            (low_left[0], low_left[1] + drop), left,
        )  # fmt: skip

    def walls(self, space: Hex) -> tuple[Polygon, Polygon]:
        """The left and the right front wall."""
        _, _, right, front, left, _ = self.top(space)
        drop = (self.field.level(space) - FLOOR) * self.step
        return (
            (left, front, (front[0], front[1] + drop), (left[0], left[1] + drop)),
            (front, right, (right[0], right[1] + drop), (front[0], front[1] + drop)),
        )

    def foot(self, wall: Wall) -> tuple[Point, Point]:
        """The ends of the edge a ruin's wall stands on, at the level of the higher of its two spaces."""
        one, other = sorted(wall.between)
        high, low = (one, other) if self.field.level(one) >= self.field.level(other) else (other, one)
        start = (1, 0, 5, 4, 3, 2)[neighbours(high).index(low)]
        corners = self.top(high)
        return corners[start], corners[(start + 1) % 6]

    def rise(self, height: int) -> float:
        """How many pixels a wall or a block of that many levels rises."""
        return min(WALL_MOST, height * WALL_STEP) * self.width

    def walls_over(self, space: Hex) -> list[Polygon]:
        """The outlines of walls on the space's edges."""
        return self._walls.get(space, [])

    def back_to_front(self) -> list[Hex]:
        return sorted(self.field.spaces, key=lambda space: (space[1], space[0]))

    def in_front(self, space: Hex) -> tuple[Hex, ...]:
        """Hexes that may hide a part of ``space``: those of the next rows near its column, as high as to matter."""
        if space not in self._front:
            self._front[space] = tuple(self._look_ahead(space))
        return self._front[space]

    def _look_ahead(self, space: Hex) -> Iterator[Hex]:
        column, row = space
        for ahead in range(1, 5):
            for aside in range(-2, 3):
                other = column + aside, row + ahead
                if (
                    self.has(other)
                    and self.field.level(other) > self.field.level(space)
                    and abs(self.ground(other)[0] - self.ground(space)[0]) < self.width
                ):
                    yield other

    def hidden_depth(self, space: Hex) -> float:
        """Pixels of the surface's middle line, from its front corner up, that hexes in front hide."""
        x, y = self.centre(space)
        lowest = y + self.radius
        for other in self.in_front(space):
            ox, _ = self.centre(other)
            corner = self.top(other)
            lowest = min(lowest, corner[0][1] if ox == x else corner[1][1])
        return max(y + self.radius - lowest, self._behind.get(space, 0))

    def label_shift(self, space: Hex) -> float:
        """How far sideways a coordinate moves where a hex in front hides one half of the back edge."""
        x, y = self.centre(space)
        line = y - self.radius * 0.4
        hidden = {
            other[0] > x
            for other in map(self.centre, self.in_front(space))
            if other[0] != x and other[1] - self.radius / 2 < line
        }
        if len(hidden) != 1:
            return 0
        return -0.2 * self.width if True in hidden else 0.2 * self.width

    def standing(self, space: Hex) -> Point:
        """Where a token's middle belongs: above the surface's middle, further back where hexes in front hide it."""
        x, y = self.centre(space)
        return x, y - 0.1 * self.width - min(self.hidden_depth(space) * 0.35, 0.3 * self.radius)

    def bounds(self, spaces: list[Hex]) -> Box:
        """The box around the spaces, with what stands on them."""
        points = [point for space in spaces for point in self.top(space)]
        return Box(
            math.floor(min(x for x, _ in points)), math.floor(min(y for _, y in points)),
            math.ceil(max(x for x, _ in points)), math.ceil(max(y for _, y in points)),
        )  # fmt: skip
