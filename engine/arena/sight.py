"""Line of sight in three dimensions, without the models: what stands where, and whether a straight line gets past it.

The geometry (AR-ATK-14, A21). Horizontally 1 is a hex's width, vertically 1 is a level; since a straight line stays
straight when heights are scaled, the real height of a level does not matter for what hides what.

* Ground is a prism on each hex up to its level; a standing cryptolith raises its hex by nine levels, a ruin that fills
  the hex by its height. A ruin on an edge is a thin wall up to its height above the higher of the edge's hexes.
* A figure is a cylinder as tall as its height number. In the way it has a radius of 0.30, the round base that fills most
  of a hex; looked at it has one of 0.22, the model on that base. So figures on neighbouring hexes leave a gap between
  them, and nobody is seen by the edge of a base alone.
* A double-space figure is two such cylinders and, in the way, what is between them. It sees from either of its spaces
  and is seen in either: it may attack from both (AC-ATK-02), and turning round, which is free, changes nothing.
* The sight point is on the axis at 0.9 of the height; the hit zone is the body up to 0.85 of it; clear sight looks at
  the whole body (AR-TERM-04).
* The target is looked at in samples: on its axis and on a ring of twelve points, at several heights. Sight is clear if
  any sample can be seen. A line along the side of something is stopped by it, one along its top is not.
* A cryptolith has four points (AR-CRYPT-24), one to each quarter, just beyond its edge. They are fixed to the model, and
  the model to its tile: the first is on the side of the tile's other hex. What lies on a line from a point hides as
  ever, the cryptolith itself too, but to every direction at least one point looks away from it.

The twelve ring points, the hexes and their edges are carried onto themselves by every turn and mirroring of the hex grid,
the cryptoliths' points turn with their tiles, and "along" is wider than any rounding: sight is the same on a turned or
mirrored map. Between figures of equal height on equal ground sight point to hit zone is mutual: a line is tried from
either one's sight point, and one that is clear serves both. Cryptolith points serve only who leans over.

Lines are tried one after the other, until one is clear. Each is first tried against what never moves; what is found out
of that is kept for each battlefield, so that only figures near the line are looked at afresh.
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
CORNER = 1 / math.sqrt(3)  # from a hex's middle to its corners, and along its edges; from its middle to those it is 0.5
INSET = 0.01  # how far inside their hex the samples of its outline are
LEAN = 0.02  # how far beyond the edge of a cryptolith its points are
LEAN_UP = 0.5  # their height above the top, in levels
WALL = 0.03  # half the thickness of a wall: more than LEAN, so that nobody leans through one
KEPT = 50_000  # answers about ground kept for a battlefield: some 15 MiB

_TURNS = [(math.cos(k * math.pi / 6), math.sin(k * math.pi / 6)) for k in range(12)]

Point = tuple[float, float, float]
Zone = Literal["hit", "body", "stone", "space"]

# What is in the way: middle, base and top, and between which pairs of parallel sides it lies (direction across, half the
# way between), or nothing if it is round, of RADIUS.
Sides = tuple[tuple[float, float, float], ...]
Solid = tuple[float, float, float, float, Sides]
_HEX: Sides = tuple((x, y, 0.5 + GRAZE) for x, y in _TURNS[:6:2])
_DEEP = -math.inf


@dataclass(frozen=True)
class Body:
    """Something that stands on ``at`` (a double-space figure on ``rear`` as well) with its base on ``level`` and rises
    ``height`` levels. ``name`` only explains."""

    at: Hex
    level: int
    height: int
    name: str = ""
    rear: Hex | None = None

    @property
    def halves(self) -> tuple[Hex, ...]:
        return (self.at,) if self.rear is None else (self.at, self.rear)


@dataclass(frozen=True)
class Sight:
    """Whether a line is clear. If not, what is first in the way of the straightest line: the name of a body and the hex it
    stands on, the hex of ground (or the cryptolith or ruin there), or the two hexes a wall is between."""

    clear: bool
    body: str = ""
    hex: Hex | None = None
    edge: tuple[Hex, ...] = ()


class Sightlines:
    """Lines of sight on one battlefield. Keep one for each and reuse it: what ground leaves open is remembered.

    In all questions ``standing`` are the hexes of standing cryptoliths, ``others`` the figures that may be in the way
    (neither viewer nor target), and ``points`` allows a viewer on top of a cryptolith to look from its points as well
    (AR-CRYPT-22, AR-CRYPT-25).
    """

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        self._known: dict[tuple[object, ...], tuple[int, int]] = {}
        self._quarters = {stone.at: _quarters(stone.at, stone.free) for stone in field.cryptoliths}
        self._walls = [(tuple(sorted(wall.between)), _wall(field, wall.between, wall.height)) for wall in field.walls]

    def between(
        self, viewer: Body, target: Body, standing: frozenset[Hex], others: Sequence[Body], *, whole: bool = False,
        points: bool = False,
    ) -> Sight:  # fmt: skip
        """Whether ``viewer`` sees ``target``: its hit zone, or any part of it (``whole``)."""
        if self.sees(viewer, target, standing, others, whole=whole, points=points):
            return Sight(True)
        return self._explain(viewer, target, "body" if whole else "hit", standing, others)

    def sees(
        self, viewer: Body, target: Body, standing: frozenset[Hex], others: Sequence[Body], *, whole: bool = False,
        points: bool = False,
    ) -> bool:  # fmt: skip
        """The same without the reason."""
        zone: Zone = "body" if whole else "hit"
        if self._clear(viewer, target, zone, standing, others, points):
            return True
        equals = viewer.height == target.height and viewer.level == target.level
        return equals and self._clear(target, viewer, zone, standing, others, False)

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
        self, viewer: Body, target: Body, zone: Zone, standing: frozenset[Hex], others: Sequence[Body], points: bool
    ) -> bool:
        return any(
            self._open(one, viewer, other, target, zone, standing, others, points and one in standing)
            for one in viewer.halves
            for other in target.halves
        )

    def _open(
        self, eye_at: Hex, viewer: Body, aim_at: Hex, target: Body, zone: Zone, standing: frozenset[Hex],
        others: Sequence[Body], lean: bool,
    ) -> bool:  # fmt: skip
        """Whether a line from one space of the viewer to one of the target is clear.

        What is known of the lines that ground, ruins and cryptoliths leave open: a bit for each that is, the first line the
        lowest, and how many lines have been tried.
        """
        key = (eye_at, viewer.level, viewer.height, aim_at, target.level, target.height, zone, standing, lean)
        clear, tried = self._known.get(key, (0, 0))
        blockers = self._blockers(eye_at, aim_at, zone, lean, others) if others else []
        if clear and not blockers:
            return True
        offsets = _offsets(zone, target.height)
        count = len(offsets) * (5 if lean else 1)
        if tried == count and not clear:
            return False
        eyes = self._eyes(eye_at, viewer, lean)
        base = (*centre(aim_at), float(target.level))
        left = clear
        while left:
            bit = left & -left
            left ^= bit
            eye, sample = divmod(bit.bit_length() - 1, len(offsets))
            if _free(eyes[eye], _plus(base, offsets[sample]), blockers):
                return True
        found = False
        if tried < count:
            fixed = self._fixed(eye_at, viewer, aim_at, target, zone, standing, lean)
            while tried < count and not found:
                eye, sample = divmod(tried, len(offsets))
                aim = _plus(base, offsets[sample])
                if _free(eyes[eye], aim, fixed):
                    clear |= 1 << tried
                    found = _free(eyes[eye], aim, blockers)
                tried += 1
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = clear, tried
        return found

    def _blockers(self, a: Hex, b: Hex, zone: Zone, lean: bool, others: Iterable[Body]) -> list[Solid]:
        """Figures that a line between the two could meet."""
        column, row = a
        spread = _spread(zone, lean)
        near = _corridor(row & 1, b[0] - column, b[1] - row, RADIUS + spread)
        found: list[Solid] = []
        for body in others:
            at, rear = body.at, body.rear
            if rear is not None:
                found += _solids(body)
            elif (at[0] - column, at[1] - row) in near:
                found.append((*centre(at), body.level, body.level + body.height, ()))
        return found

    def _eyes(self, at: Hex, viewer: Body, lean: bool) -> list[Point]:
        x, y = centre(at)
        eyes = [(x, y, viewer.level + EYE * viewer.height)]
        if lean:
            quarters = self._quarters.get(at) or _quarters(at, at)
            eyes += [(x + dx, y + dy, viewer.level + LEAN_UP) for dx, dy in quarters]
        return eyes

    def _fixed(
        self, eye_at: Hex, viewer: Body, aim_at: Hex, target: Body, zone: Zone, standing: frozenset[Hex], lean: bool
    ) -> list[Solid]:  # fmt: skip
        """Ground, ruins and cryptoliths that reach up to any of the lines, or may; none that does is left out."""
        z = viewer.level + (min(LEAN_UP, EYE * viewer.height) if lean else EYE * viewer.height)
        lowest = target.level + min(offset[2] for offset in _offsets(zone, target.height))
        (x, y), (tx, ty) = centre(eye_at), centre(aim_at)
        length, spread = math.hypot(tx - x, ty - y), _spread(zone, lean)
        closest = length - 2 * spread
        found: list[Solid] = []
        for space in self._near(eye_at, aim_at, spread):
            top = self._top(space, standing)
            if z <= lowest:
                floor = z  # lines rise
            elif closest > 0:
                # lines fall: none is lower in this hex than the steepest where it leaves it
                mx, my = centre(space)
                away = math.hypot(mx - x, my - y) + CORNER + spread
                floor = max(lowest, z - (z - lowest) * away / closest)
            else:
                floor = lowest
            if top > floor:
                found.append((*centre(space), _DEEP, top, _HEX))
        for _, solid in self._walls:
            if _apart((x, y), (tx, ty), solid[:2]) <= CORNER / 2 + WALL + spread:
                found.append(solid)
        return found

    def _top(self, space: Hex, standing: frozenset[Hex]) -> int:
        level = self._field.level(space) + self._field.pillars.get(space, 0)
        return level + CRYPTOLITH_HEIGHT if space in standing else level

    def _near(self, a: Hex, b: Hex, spread: float) -> list[Hex]:
        """Hexes of the map that a line between the two could cross."""
        column, row = a
        steps = _corridor(row & 1, b[0] - column, b[1] - row, CORNER + spread)
        spaces = self._field.spaces
        return [near for c, r in steps if (near := (column + c, row + r)) in spaces]

    def _explain(self, viewer: Body, target: Body, zone: Zone, standing: frozenset[Hex], others: Sequence[Body]) -> Sight:
        pairs = [(one, other) for one in viewer.halves for other in target.halves]
        one, other = min(pairs, key=lambda pair: round(math.dist(centre(pair[0]), centre(pair[1])), 6))
        eye = self._eyes(one, viewer, False)[0]
        aim = _plus((*centre(other), float(target.level)), _offsets(zone, target.height)[0])
        found: list[tuple[float, int, int, Sight]] = []

        def meet(solid: Solid, at: Hex, sight: Sight) -> None:
            where = _enters(eye, aim, solid)
            if where is not None:
                found.append((round(where, 9), at[1], at[0], sight))

        for edge, wall in self._walls:
            meet(wall, edge[0], Sight(False, edge=edge))
        for space in self._near(one, other, _spread(zone, False)):
            meet((*centre(space), _DEEP, self._top(space, standing), _HEX), space, Sight(False, hex=space))
        for body in others:
            for solid in _solids(body):
                meet(solid, body.at, Sight(False, body=body.name, hex=body.at))
        return min(found, key=lambda item: item[:3])[3]


def _quarters(at: Hex, free: Hex) -> tuple[tuple[float, float], ...]:
    """Where the points of a cryptolith are from its middle: over the two edges and the two corners that lie on the lines
    along and across its tile. (A tile that does not say where its other hex is lies to the east.)"""
    (x, y), (fx, fy) = centre(at), centre(free)
    dx, dy = (fx - x, fy - y) if free != at else (1.0, 0.0)
    edge, corner = 0.5 + LEAN, CORNER + LEAN
    return (dx * edge, dy * edge), (-dy * corner, dx * corner), (-dx * edge, -dy * edge), (dy * corner, -dx * corner)


def _wall(field: Battlefield, between: frozenset[Hex], height: int) -> Solid:
    one, other = sorted(between)
    (x, y), (ox, oy) = centre(one), centre(other)
    dx, dy = ox - x, oy - y
    sides = (dx, dy, WALL + GRAZE), (-dy, dx, CORNER / 2 + GRAZE)
    return (x + ox) / 2, (y + oy) / 2, _DEEP, max(field.level(one), field.level(other)) + height, sides


def _solids(body: Body) -> list[Solid]:
    """A figure in the way: round on each of its spaces, and as wide between them."""
    base, top = float(body.level), float(body.level + body.height)
    found: list[Solid] = [(*centre(half), base, top, ()) for half in body.halves]
    if body.rear is not None:
        (x, y), (ox, oy) = centre(body.at), centre(body.rear)
        dx, dy = ox - x, oy - y
        sides = (dx, dy, 0.5 + GRAZE), (-dy, dx, RADIUS + GRAZE)
        found.append(((x + ox) / 2, (y + oy) / 2, base, top, sides))
    return found


def _spread(zone: Zone, lean: bool) -> float:
    """How far the lines may be from the one between the middles of both hexes."""
    return max(RING if zone in ("hit", "body") else CORNER, CORNER + LEAN if lean else 0.0) + 2 * GRAZE


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


def _plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _apart(a: tuple[float, float], b: tuple[float, float], point: tuple[float, float]) -> float:
    """Distance of a point from the line between two, seen from above."""
    (ax, ay), (bx, by), (x, y) = a, b, point
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
    return math.hypot(ax + t * dx - x, ay + t * dy - y)


@lru_cache(20_000)
def _corridor(odd: int, column: int, row: int, reach: float) -> frozenset[Hex]:
    """Hexes whose middle is at most ``reach`` from the line between the middles of two hexes: all in columns and rows
    counted from the first of the two, which is in a row of index ``odd`` (0 or 1)."""
    a, b = centre((0, odd)), centre((column, odd + row))
    rows, columns = math.ceil(reach / ROW), math.ceil(reach) + 1
    return frozenset(
        (c, r)
        for r in range(min(0, row) - rows, max(0, row) + rows + 1)
        for c in range(min(0, column) - columns, max(0, column) + columns + 1)
        if _apart(a, b, centre((c, odd + r))) <= reach
    )


def _free(eye: Point, aim: Point, solids: list[Solid]) -> bool:
    """Whether the line meets none of them. The one that stops it is moved to the front: it most likely stops the next line
    as well."""
    for n, solid in enumerate(solids):
        if _enters(eye, aim, solid) is not None:
            if n:
                solids.insert(0, solids.pop(n))
            return False
    return True


def _enters(a: Point, b: Point, solid: Solid) -> float | None:
    """Where between ``a`` (0) and ``b`` (1) the line comes over or under the solid, if it passes through it."""
    ax, ay, az = a
    x, y, base, top, sides = solid
    dx, dy, dz = b[0] - ax, b[1] - ay, b[2] - az
    ox, oy = ax - x, ay - y
    first, last = 0.0, 1.0
    for nx, ny, half in sides:
        start, run = nx * ox + ny * oy, nx * dx + ny * dy
        if -1e-12 < run < 1e-12:
            if start > half or start < -half:
                return None
            continue
        one, other = (-half - start) / run, (half - start) / run
        if one > other:
            one, other = other, one
        if one > first:
            first = one
        if other < last:
            last = other
        if first > last:
            return None
    if not sides:
        square, along, rest = dx * dx + dy * dy, ox * dx + oy * dy, ox * ox + oy * oy - (RADIUS + GRAZE) ** 2
        root = along * along - square * rest
        if root <= 0 or not square:
            return None
        root = math.sqrt(root)
        first, last = max(0.0, (-along - root) / square), min(1.0, (-along + root) / square)
        if first > last:
            return None
    one, other = az + first * dz, az + last * dz
    if one > other:
        one, other = other, one
    return first if one < top - GRAZE and other > base + GRAZE else None
