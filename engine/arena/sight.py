"""Line of sight in three dimensions, without the models: what stands where, and whether a straight line gets past it.

The geometry (AR-ATK-14, A21). Horizontally 1 is a hex's width, vertically 1 is a level; since a straight line stays
straight when heights are scaled, the real height of a level does not matter for what hides what.

* Ground is a prism on each hex up to its level; a standing cryptolith raises its hex by nine levels.
* A figure is a cylinder as tall as its height number. In the way it has a radius of 0.30, the round base that fills most
  of a hex; looked at it has one of 0.22, the model on that base. So figures on neighbouring hexes leave a gap between
  them, and nobody is seen by the edge of a base alone.
* The sight point is on the axis at 0.9 of the height; the hit zone is the body up to 0.85 of it; clear sight looks at
  the whole body (AR-TERM-04).
* The target is looked at in samples: on its axis and on a ring of twelve points, at several heights. Sight is clear if
  any sample can be seen. A line along the side of something is stopped by it, one along its top is not.
* A cryptolith has four points (AR-CRYPT-24), one to each quarter, just beyond its edge. They are fixed to the model, and
  the model to its tile: the first is on the side of the tile's other hex. What lies on a line from a point hides as
  ever, the cryptolith itself too, but to every direction at least one point looks away from it.

The twelve ring points and the hexes are carried onto themselves by every turn and mirroring of the hex grid, the
cryptoliths' points turn with their tiles, and "along" is wider than any rounding: sight is the same on a turned or
mirrored map. Between figures of equal height on equal ground sight point to hit zone is mutual: a line is tried from
either one's sight point, and one that is clear serves both. Cryptolith points serve only who leans over.

Lines are first tried against ground and cryptoliths alone; which are open there is kept for each battlefield (a bit a
line), and only figures near the line are looked at afresh.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.arena.battlefield import CRYPTOLITH_HEIGHT, Battlefield
from engine.arena.hexes import ROW, Hex, centre

EYE = 0.9  # sight point, of the figure's height
HIT = (0.85, 0.55, 0.25)  # heights of the hit zone that are looked at, of the figure's height
WHOLE = (1.0, 0.85, 0.55, 0.25, 0.05)  # heights of a whole body
RADIUS = 0.30  # of a figure in the way, in hex widths
RING = 0.22  # of the target's samples, in hex widths
SIDES = (9, 7, 5, 3, 1)  # heights of a cryptolith that are looked at, in levels
GRAZE = 1e-6  # how near a line may come before it counts as stopped
CORNER = 1 / math.sqrt(3)  # from a hex's middle to its corners; to its edges it is 0.5
INSET = 0.01  # how far inside their hex the samples of its outline are
LEAN = 0.02  # how far beyond the edge of a cryptolith its points are
LEAN_UP = 0.5  # their height above the top, in levels
KEPT = 50_000  # answers about ground kept for a battlefield: some 15 MiB

_TURNS = [(math.cos(k * math.pi / 6), math.sin(k * math.pi / 6)) for k in range(12)]
_SLABS = _TURNS[:6:2]

Point = tuple[float, float, float]
Zone = Literal["hit", "body", "stone", "space"]


@dataclass(frozen=True)
class Body:
    """Something that stands on ``at`` with its base on ``level`` and rises ``height`` levels. ``name`` only explains."""

    at: Hex
    level: int
    height: int
    name: str = ""


@dataclass(frozen=True)
class Sight:
    """Whether a line is clear. If not: the hex of the first thing in the way of the straightest line, and the name of the
    body if it is one (else it is the ground or the cryptolith there)."""

    clear: bool
    body: str = ""
    hex: Hex | None = None


class Sightlines:
    """Lines of sight on one battlefield. Keep one for each and reuse it: what ground leaves open is remembered.

    In all questions ``standing`` are the hexes of standing cryptoliths, ``others`` the figures that may be in the way
    (neither viewer nor target), and ``points`` allows a viewer on top of a cryptolith to look from its points as well
    (AR-CRYPT-22, AR-CRYPT-25).
    """

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        self._open: dict[tuple[object, ...], int] = {}
        self._quarters = {stone.at: _quarters(stone.at, stone.free) for stone in field.cryptoliths}

    def between(
        self, viewer: Body, target: Body, standing: frozenset[Hex], others: Sequence[Body], *, whole: bool = False,
        points: bool = False,
    ) -> Sight:  # fmt: skip
        """Whether ``viewer`` sees ``target``: its hit zone, or any part of it (``whole``)."""
        zone: Zone = "body" if whole else "hit"
        if self._clear(viewer, target, zone, standing, others, points):
            return Sight(True)
        equals = viewer.height == target.height and viewer.level == target.level
        if equals and self._clear(target, viewer, zone, standing, others, False):
            return Sight(True)
        return self._explain(viewer, target, zone, standing, others)

    def cryptolith(
        self, viewer: Body, at: Hex, standing: frozenset[Hex], others: Sequence[Body], *, points: bool = False
    ) -> Sight:
        """Whether ``viewer`` sees any part of the cryptolith on ``at``: all of it is a hit zone (AR-CRYPT-07)."""
        stone = Body(at, self._field.level(at), CRYPTOLITH_HEIGHT)
        if self._clear(viewer, stone, "stone", standing - {at}, others, points):
            return Sight(True)
        return self._explain(viewer, stone, "stone", standing - {at}, others)

    def space(
        self, viewer: Body, at: Hex, level: int, height: int, standing: frozenset[Hex], others: Sequence[Body], *,
        points: bool = False,
    ) -> bool:  # fmt: skip
        """Whether ``viewer`` sees the empty space: its surface or any part of a figure of that height put there (A23)."""
        return self._clear(viewer, Body(at, level, height), "space", standing, others, points)

    # -- inside
    def _clear(
        self, viewer: Body, target: Body, zone: Zone, standing: frozenset[Hex], others: Iterable[Body], points: bool
    ) -> bool:
        key = (viewer.at, viewer.level, viewer.height, target.at, target.level, target.height, zone, standing, points)
        lines = self._open.get(key)
        if lines is None:
            if len(self._open) >= KEPT:
                self._open.clear()
            lines = self._open[key] = self._open_lines(viewer, target, zone, standing, points)
        if not lines:
            return False
        spread = _spread(zone, points)
        blockers = [other for other in others if _gap(viewer.at, target.at, other.at) <= RADIUS + spread]
        if not blockers:
            return True
        return self._passes(lines, self._eyes(viewer, points), _samples(target, zone), blockers)

    def _passes(self, lines: int, eyes: Sequence[Point], samples: Sequence[Point], blockers: Sequence[Body]) -> bool:
        """Whether any of the open lines passes all blockers."""
        cylinders = [(*centre(body.at), body.level, body.level + body.height) for body in blockers]
        while lines:
            line = lines & -lines
            lines ^= line
            eye, sample = divmod(line.bit_length() - 1, len(samples))
            for n, cylinder in enumerate(cylinders):
                if _enters_cylinder(eyes[eye], samples[sample], *cylinder) is not None:
                    cylinders.insert(0, cylinders.pop(n))  # it most likely stops the next line as well
                    break
            else:
                return True
        return False

    def _eyes(self, viewer: Body, points: bool) -> list[Point]:
        x, y = centre(viewer.at)
        eyes = [(x, y, viewer.level + EYE * viewer.height)]
        if points:
            quarters = self._quarters.get(viewer.at) or _quarters(viewer.at, viewer.at)
            eyes += [(x + dx, y + dy, viewer.level + LEAN_UP) for dx, dy in quarters]
        return eyes

    def _open_lines(
        self, viewer: Body, target: Body, zone: Zone, standing: frozenset[Hex], points: bool
    ) -> int:
        """One bit for each of the lines, the first the lowest: set where ground and cryptoliths leave it open."""
        samples = _samples(target, zone)
        near = [(centre(space), self._top(space, standing)) for space in self._near(viewer.at, target.at, zone, points)]
        found, bit = 0, 1
        for eye in self._eyes(viewer, points):
            prisms = _in_the_way(eye, samples, near)
            for sample in samples:
                for n, (middle, top) in enumerate(prisms):
                    if _enters_prism(eye, sample, middle, top) is not None:
                        prisms.insert(0, prisms.pop(n))  # it most likely stops the next line as well
                        break
                else:
                    found |= bit
                bit <<= 1
        return found

    def _top(self, space: Hex, standing: frozenset[Hex]) -> int:
        return self._field.level(space) + (CRYPTOLITH_HEIGHT if space in standing else 0)

    def _near(self, a: Hex, b: Hex, zone: Zone, points: bool) -> list[Hex]:
        """Hexes of the map that a line between the two could cross."""
        (ax, ay), (bx, by) = sorted((centre(a), centre(b)), key=lambda middle: middle[1])
        reach = CORNER + _spread(zone, points)
        found = []
        for row in range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2):
            ends = [ax, bx]
            if by > ay:  # where the line is while it is near the row
                shares = [(row * ROW + off - ay) / (by - ay) for off in (-reach, reach)]
                ends = [ax + (bx - ax) * max(0.0, min(1.0, share)) for share in shares]
            first, last = math.floor(min(ends) - reach - 0.5), math.ceil(max(ends) + reach)
            found += [
                (column, row)
                for column in range(first, last + 1)
                if (column, row) in self._field.spaces and _gap(a, b, (column, row)) <= reach
            ]
        return found

    def _explain(
        self, viewer: Body, target: Body, zone: Zone, standing: frozenset[Hex], others: Sequence[Body]
    ) -> Sight:
        eye, aim = self._eyes(viewer, False)[0], _samples(target, zone)[0]
        found: list[tuple[float, Sight]] = []
        for space in self._near(viewer.at, target.at, zone, False):
            where = _enters_prism(eye, aim, centre(space), self._top(space, standing))
            if where is not None:
                found.append((where, Sight(False, hex=space)))
        for body in others:
            where = _enters_cylinder(eye, aim, *centre(body.at), body.level, body.level + body.height)
            if where is not None:
                found.append((where, Sight(False, body=body.name, hex=body.at)))
        return min(found, key=lambda item: item[0])[1]


def _quarters(at: Hex, free: Hex) -> tuple[tuple[float, float], ...]:
    """Where the points of a cryptolith are from its middle: over the two edges and the two corners that lie on the lines
    along and across its tile. (A tile that does not say where its other hex is lies to the east.)"""
    (x, y), (fx, fy) = centre(at), centre(free)
    dx, dy = (fx - x, fy - y) if free != at else (1.0, 0.0)
    edge, corner = 0.5 + LEAN, CORNER + LEAN
    return (dx * edge, dy * edge), (-dy * corner, dx * corner), (-dx * edge, -dy * edge), (dy * corner, -dx * corner)


def _spread(zone: Zone, points: bool) -> float:
    """How far the lines may be from the one between the middles of both hexes."""
    return max(RING if zone in ("hit", "body") else CORNER, CORNER + LEAN if points else 0.0) + 2 * GRAZE


@lru_cache(256)
def _offsets(zone: Zone, height: int) -> tuple[Point, ...]:
    """The samples from the middle of the target's base: from the top down, on each height the axis first."""
    ring = [(0.0, 0.0), *((RING * c, RING * s) for c, s in _TURNS)]
    edge, corner = 0.5 - INSET, CORNER - INSET
    reaches = [corner if n % 2 else edge for n in range(12)]
    outline = [(0.0, 0.0), *((reach * c, reach * s) for reach, (c, s) in zip(reaches, _TURNS))]
    if zone == "stone":
        return tuple((x, y, float(z)) for z in SIDES for x, y in outline)
    body = tuple((x, y, share * height) for share in (HIT if zone == "hit" else WHOLE) for x, y in ring)
    return body + tuple((x, y, 0.0) for x, y in outline) if zone == "space" else body


def _samples(target: Body, zone: Zone) -> list[Point]:
    x, y = centre(target.at)
    return [(x + dx, y + dy, target.level + dz) for dx, dy, dz in _offsets(zone, target.height)]


def _gap(a: Hex, b: Hex, other: Hex) -> float:
    """Distance of a hex's middle from the line between the middles of two."""
    (ax, ay), (bx, by), (x, y) = centre(a), centre(b), centre(other)
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
    return math.hypot(ax + t * dx - x, ay + t * dy - y)


def _in_the_way(
    eye: Point, samples: Sequence[Point], near: Iterable[tuple[tuple[float, float], int]]
) -> list[tuple[tuple[float, float], int]]:
    """Those prisms that reach up to any of the lines, or may; none that does is left out."""
    x, y, z = eye
    lowest = min(sample[2] for sample in samples)
    closest = min(math.hypot(sx - x, sy - y) for sx, sy, _ in samples)
    farthest = max(math.hypot(sx - x, sy - y) for sx, sy, _ in samples)
    found = []
    for middle, top in near:
        away = math.hypot(middle[0] - x, middle[1] - y)
        if z <= lowest:
            floor = z  # lines rise
        elif closest > 0:
            # lines fall: none is lower in this hex than the steepest where it leaves it
            floor = max(lowest, z - (z - lowest) * (away + CORNER + 0.01) / closest)
        else:
            floor = lowest
        if top > floor and away <= farthest + CORNER + 0.01:
            found.append((middle, top))
    return found


def _enters_prism(a: Point, b: Point, middle: tuple[float, float], top: float) -> float | None:
    """Where between ``a`` (0) and ``b`` (1) the line enters the hex, if it dips below ``top`` there."""
    ax, ay, az = a
    dx, dy, dz = b[0] - ax, b[1] - ay, b[2] - az
    ox, oy = ax - middle[0], ay - middle[1]
    first, last = 0.0, 1.0
    half = 0.5 + GRAZE
    for nx, ny in _SLABS:
        start, run = nx * ox + ny * oy, nx * dx + ny * dy
        if abs(run) < 1e-12:
            if abs(start) > half:
                return None
            continue
        one, other = (-half - start) / run, (half - start) / run
        if one > other:
            one, other = other, one
        first, last = max(first, one), min(last, other)
        if first > last:
            return None
    return first if min(az + first * dz, az + last * dz) < top - GRAZE else None


def _enters_cylinder(a: Point, b: Point, x: float, y: float, base: float, top: float) -> float | None:
    """Where between ``a`` (0) and ``b`` (1) the line enters a body's circle, if it passes through the body."""
    ax, ay, az = a
    dx, dy, dz = b[0] - ax, b[1] - ay, b[2] - az
    ox, oy = ax - x, ay - y
    square, half, rest = dx * dx + dy * dy, ox * dx + oy * dy, ox * ox + oy * oy - (RADIUS + GRAZE) ** 2
    root = half * half - square * rest
    if root <= 0 or not square:
        return None
    root = math.sqrt(root)
    first, last = max(0.0, (-half - root) / square), min(1.0, (-half + root) / square)
    if first > last:
        return None
    one, other = az + first * dz, az + last * dz
    return first if min(one, other) < top - GRAZE and max(one, other) > base + GRAZE else None
