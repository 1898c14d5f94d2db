"""Line of sight in three dimensions, without the models: what stands where, and whether a straight line gets past it.

The geometry (AR-ATK-14, A21). Horizontally 1 is a hex's width, vertically 1 is a level; since a straight line stays
straight when heights are scaled, the real height of a level does not matter for what hides what.

* Ground is a prism on each hex up to its level; a standing cryptolith raises its hex by nine levels.
* A figure is a cylinder as tall as its height number, of radius 0.30: the round base that fills most of a hex, so that
  two figures on neighbouring hexes close the line between them no more than their models would.
* The sight point is on the axis at 0.9 of the height; the hit zone is the body up to 0.85 of it; clear sight looks at
  the whole body (AR-TERM-04).
* The target is looked at in samples: on its axis and on a ring of twelve points, at several heights. Sight is clear if
  any sample can be seen. A line that grazes something is stopped by it.

The twelve ring points and the hexes are carried onto themselves by every turn and mirroring of the hex grid, and
"grazing" is wider than any rounding, so sight is the same on a turned or mirrored map. Between figures of equal height on
equal ground sight is mutual: a line is tried from either one's sight point, and one that is clear serves both.

Lines are first tried against ground and cryptoliths alone; what is open there is kept for each battlefield, and only
figures near the line are looked at afresh.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.arena.battlefield import Battlefield
from engine.arena.hexes import Hex, centre

EYE = 0.9  # sight point, of the figure's height
HIT = (0.85, 0.55, 0.25)  # heights of the hit zone that are looked at, of the figure's height
WHOLE = (1.0, 0.85, 0.55, 0.25, 0.05)  # heights of a whole body
RADIUS = 0.30  # of a figure in the way, in hex widths
RING = 0.22  # of the target's samples, in hex widths
CRYPTOLITH = 9  # levels
GRAZE = 1e-6  # how near a line may come before it counts as stopped
LEAN = 0.52  # how far from the middle of a cryptolith its points are: just beyond the edge
LEAN_UP = 0.5  # their height above the top, in levels

_TURNS = [(math.cos(k * math.pi / 6), math.sin(k * math.pi / 6)) for k in range(12)]
_SLABS = [(math.cos(k * math.pi / 3), math.sin(k * math.pi / 3)) for k in range(3)]

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Body:
    """Something that stands on ``at`` with its base on ``level`` and rises ``height`` levels. ``name`` only explains."""

    at: Hex
    level: int
    height: int
    name: str = ""


@dataclass(frozen=True)
class Sight:
    """Whether a line is clear; if not, the name of the body or the hex that is in the way of the straightest line."""

    clear: bool
    body: str = ""
    hex: Hex | None = None


class Sightlines:
    """Lines of sight on one battlefield. Keep one for each and reuse it: what ground leaves open is remembered."""

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        self._open: dict[tuple[object, ...], tuple[tuple[Point, Point], ...]] = {}
        self._near: dict[tuple[Hex, Hex], list[Hex]] = {}

    def between(
        self, viewer: Body, target: Body, standing: frozenset[Hex], others: Sequence[Body], *, whole: bool = False,
        points: bool = False,
    ) -> Sight:  # fmt: skip
        """Whether ``viewer`` sees ``target``: its hit zone, or any part of it (``whole``).

        ``standing`` are the hexes of standing cryptoliths, ``others`` the figures that may be in the way, ``points``
        allows the viewer, who stands on a cryptolith, to look from its points (AR-CRYPT-22).
        """
        heights = WHOLE if whole else HIT
        if self._clear(viewer, target, heights, standing, others, points):
            return Sight(True)
        equals = viewer.height == target.height and viewer.level == target.level
        if equals and self._clear(target, viewer, heights, standing, others, False):
            return Sight(True)
        return self._explain(viewer, target, standing, others)

    def cryptolith(
        self, viewer: Body, at: Hex, standing: frozenset[Hex], others: Sequence[Body], *, points: bool = False
    ) -> Sight:
        """Whether ``viewer`` sees any part of the cryptolith on ``at``: all of it is a hit zone (AR-CRYPT-07)."""
        stone = Body(at, self._field.level(at), CRYPTOLITH, "")
        heights = tuple(n / CRYPTOLITH for n in range(CRYPTOLITH, 0, -2))
        if self._clear(viewer, stone, heights, standing - {at}, others, points):
            return Sight(True)
        return self._explain(viewer, stone, standing - {at}, others)

    def space(
        self, viewer: Body, at: Hex, level: int, height: int, standing: frozenset[Hex], others: Sequence[Body], *,
        points: bool = False,
    ) -> bool:  # fmt: skip
        """Whether ``viewer`` sees the empty space: its surface or any part of a figure of that height put there (A23)."""
        return self._clear(viewer, Body(at, level, height), WHOLE, standing, others, points)

    # -- inside
    def _eyes(self, viewer: Body, points: bool) -> list[Point]:
        x, y = centre(viewer.at)
        eyes = [(x, y, viewer.level + EYE * viewer.height)]
        if points:
            # The model has four points; where they are is not known, and four cannot treat the six edges of a hex
            # alike. There is one over every edge here.
            eyes += [(x + LEAN * c, y + LEAN * s, viewer.level + LEAN_UP) for c, s in _TURNS[::2]]
        return eyes

    def _clear(
        self, viewer: Body, target: Body, heights: tuple[float, ...], standing: frozenset[Hex], others: Iterable[Body],
        points: bool,
    ) -> bool:  # fmt: skip
        key = (viewer.at, viewer.level, viewer.height, target.at, target.level, target.height, heights, standing, points)
        lines = self._open.get(key)
        if lines is None:
            lines = self._open[key] = self._open_lines(viewer, target, heights, standing, points)
        if not lines:
            return False
        blockers = _near_line(viewer.at, target.at, others)
        if not blockers:
            return True
        return any(not any(_meets_cylinder(a, b, blocker) for blocker in blockers) for a, b in lines)

    def _open_lines(
        self, viewer: Body, target: Body, heights: tuple[float, ...], standing: frozenset[Hex], points: bool
    ) -> tuple[tuple[Point, Point], ...]:
        samples = _samples(target, heights)
        lines = []
        for eye in self._eyes(viewer, points):
            lowest = min(eye[2], samples[-1][2])
            prisms = [
                (centre(space), top)
                for space in self._between(viewer.at, target.at)
                if (top := self._top(space, standing)) > lowest
            ]
            lines += [
                (eye, sample)
                for sample in samples
                if not any(_meets_prism(eye, sample, middle, top) for middle, top in prisms)
            ]
        return tuple(lines)

    def _top(self, space: Hex, standing: frozenset[Hex]) -> int:
        return self._field.level(space) + (CRYPTOLITH if space in standing else 0)

    def _between(self, a: Hex, b: Hex) -> list[Hex]:
        """Hexes that a line between the two could cross, in order of distance from ``a``."""
        key = (a, b)
        if key not in self._near:
            (ax, ay), (bx, by) = centre(a), centre(b)
            reach = 0.6 + max(RING, LEAN)
            found = []
            for space in self._field.spaces:
                x, y = centre(space)
                if _gap(ax, ay, bx, by, x, y) <= reach:
                    found.append((math.hypot(x - ax, y - ay), space))
            self._near[key] = [space for _, space in sorted(found)]
        return self._near[key]

    def _explain(self, viewer: Body, target: Body, standing: frozenset[Hex], others: Sequence[Body]) -> Sight:
        eye = self._eyes(viewer, False)[0]
        x, y = centre(target.at)
        aim = (x, y, target.level + HIT[0] * target.height)
        ax, ay = centre(viewer.at)
        found: list[tuple[float, Sight]] = []
        for space in self._between(viewer.at, target.at):
            if _meets_prism(eye, aim, centre(space), self._top(space, standing)):
                sx, sy = centre(space)
                found.append((math.hypot(sx - ax, sy - ay), Sight(False, hex=space)))
        for body in others:
            if _meets_cylinder(eye, aim, body):
                sx, sy = centre(body.at)
                found.append((math.hypot(sx - ax, sy - ay), Sight(False, body=body.name, hex=body.at)))
        return min(found, key=lambda item: item[0])[1] if found else Sight(False)


def _samples(target: Body, heights: tuple[float, ...]) -> list[Point]:
    """From the top down; on each height the axis first."""
    x, y = centre(target.at)
    ring = 0.45 if target.height == CRYPTOLITH and heights not in (HIT, WHOLE) else RING
    places = [(x, y), *((x + ring * c, y + ring * s) for c, s in _TURNS)]
    return [(px, py, target.level + share * target.height) for share in heights for px, py in places]


def _gap(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """Distance of a point from a segment."""
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = 0.0 if not length else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length))
    return math.hypot(ax + t * dx - x, ay + t * dy - y)


def _near_line(a: Hex, b: Hex, others: Iterable[Body]) -> list[Body]:
    (ax, ay), (bx, by) = centre(a), centre(b)
    reach = RADIUS + max(RING, LEAN) + 0.01
    return [
        body
        for body in others
        if body.at not in (a, b) and _gap(ax, ay, bx, by, *centre(body.at)) <= reach
    ]


def _meets_prism(a: Point, b: Point, middle: tuple[float, float], top: float) -> bool:
    """Whether the line dips below ``top`` inside the hex."""
    ax, ay, az = a
    dx, dy, dz = b[0] - ax, b[1] - ay, b[2] - az
    ox, oy = ax - middle[0], ay - middle[1]
    first, last = 0.0, 1.0
    half = 0.5 + GRAZE
    for nx, ny in _SLABS:
        start, run = nx * ox + ny * oy, nx * dx + ny * dy
        if abs(run) < 1e-12:
            if abs(start) > half:
                return False
            continue
        one, other = (-half - start) / run, (half - start) / run
        if one > other:
            one, other = other, one
        first, last = max(first, one), min(last, other)
        if first > last:
            return False
    return min(az + first * dz, az + last * dz) < top - GRAZE


def _meets_cylinder(a: Point, b: Point, body: Body) -> bool:
    """Whether the line passes through the body."""
    x, y = centre(body.at)
    ax, ay, az = a
    dx, dy, dz = b[0] - ax, b[1] - ay, b[2] - az
    ox, oy = ax - x, ay - y
    square, half, rest = dx * dx + dy * dy, ox * dx + oy * dy, ox * ox + oy * oy - (RADIUS + GRAZE) ** 2
    root = half * half - square * rest
    if root <= 0 or not square:
        return False
    root = math.sqrt(root)
    first, last = max(0.0, (-half - root) / square), min(1.0, (-half + root) / square)
    if first > last:
        return False
    low, high = sorted((az + first * dz, az + last * dz))
    return low < body.level + body.height - GRAZE and high > body.level + GRAZE
