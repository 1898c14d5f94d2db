"""Ruins of the static layer: walls on the edges between spaces, and blocks that fill a space.

They are drawn lower than the levels they count, or they would hide what stands behind them; a plate tells the levels.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache

from PIL import ImageDraw

from engine.arena.battlefield import Battlefield, Wall
from engine.arena.hexes import Hex, neighbours
from render import text, theme
from render.geometry import WALL_STEP, Grid, Point
from render.supersample import SCALE, up

Draw = ImageDraw.ImageDraw

THICK = 0.1  # of a wall, in hex widths
BLOCKS = 4  # how many pieces a stretch of wall is made of


def walls_behind(field: Battlefield, row: int) -> list[Wall]:
    """The walls between a row and the one behind it: to be drawn before the row."""
    return [wall for wall in field.walls if _rows(wall) == (row - 1, row)]


def walls_within(field: Battlefield, row: int) -> list[Wall]:
    """The walls between two spaces of a row: to be drawn after it."""
    return [wall for wall in field.walls if _rows(wall) == (row, row)]


def _rows(wall: Wall) -> tuple[int, int]:
    low, high = sorted(row for _, row in wall.between)
    return low, high


def wall(brush: Draw, grid: Grid, wall: Wall) -> None:
    """Draw a stretch: blocks of stone side by side, their tops uneven; those of a broken stretch more so."""
    (x0, y0), (x1, y1) = grid.foot(wall)
    chance = random.Random(repr(sorted(wall.between)))
    squash = grid.radius / (grid.width / math.sqrt(3))
    along = ((x1 - x0), (y1 - y0) / squash)
    length = math.hypot(*along)
    aside = (-along[1] / length * THICK / 2 * grid.width, along[0] / length * THICK / 2 * grid.width * squash)
    high = grid.rise(wall.height)
    broken = wall.height < max(other.height for other in grid.field.walls)
    pieces = []
    for n in range(BLOCKS):
        a, b = n / BLOCKS, (n + 1) / BLOCKS
        start, end = (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
        share = chance.uniform(0.5, 1.0) if broken else chance.uniform(0.9, 1.0)
        pieces.append((max(start[1], end[1]), start, end, high * share, chance.uniform(0.96, 1.04)))
    for _, start, end, tall, tint in sorted(pieces):
        _block(brush, (
            (start[0] - aside[0], start[1] - aside[1]), (end[0] - aside[0], end[1] - aside[1]),
            (end[0] + aside[0], end[1] + aside[1]), (start[0] + aside[0], start[1] + aside[1]),
        ), tall, tint, WALL_STEP * grid.width)  # fmt: skip


def pillar(brush: Draw, grid: Grid, space: Hex) -> None:
    """Draw a block that fills its space."""
    _block(brush, grid.top(space, 0.1), grid.rise(grid.field.pillars[space]), 1.0, WALL_STEP * grid.width)


def _block(brush: Draw, base: Sequence[Point], tall: float, tint: float, course: float) -> None:
    """A prism on ``base``: the faces that look to the front, a line for each course of stones, the top."""
    edge = theme.shade(theme.RUIN, 0.42)
    middle = sum(x for x, _ in base) / len(base), sum(y for _, y in base) / len(base)
    for (ax, ay), (bx, by) in zip(base, (*base[1:], base[0])):
        if (ay + by) / 2 < middle[1]:
            continue
        left = (ax + bx) / 2 < middle[0]
        face = theme.shade(theme.RUIN, (0.78 if left else 0.62) * tint)
        brush.polygon(up(((ax, ay), (bx, by), (bx, by - tall), (ax, ay - tall))), fill=face)
        lift = course
        while lift < tall - course / 3:
            brush.line(up(((ax, ay - lift), (bx, by - lift))), fill=theme.shade(face, 0.8), width=SCALE)
            lift += course
        brush.line(up(((ax, ay), (ax, ay - tall))), fill=edge, width=SCALE)
        brush.line(up(((bx, by), (bx, by - tall))), fill=edge, width=SCALE)
        brush.line(up(((ax, ay), (bx, by))), fill=edge, width=SCALE)
    top = [(x, y - tall) for x, y in base]
    brush.polygon(up(top), fill=theme.shade(theme.RUIN, 1.16 * tint))
    brush.line(up((*top, top[0])), fill=edge, width=SCALE)


@lru_cache(maxsize=32)
def runs(field: Battlefield) -> tuple[tuple[Wall, ...], ...]:
    """Walls of one height that stand end to end: each run is told its height once."""
    left = list(field.walls)
    found = []
    while left:
        run = [left.pop(0)]
        for wall in run:
            near = [other for other in left if other.height == wall.height and _touch(wall, other)]
            run += near
            left = [other for other in left if other not in near]
        found.append(tuple(run))
    return tuple(found)


def _touch(one: Wall, other: Wall) -> bool:
    """Edges with a corner in common share one hex, and their other two are neighbours."""
    shared = one.between & other.between
    if len(shared) != 1:
        return False
    (a,), (b,) = one.between - shared, other.between - shared
    return b in neighbours(a)


def plates(picture: ImageDraw.ImageDraw, grid: Grid) -> None:
    """The height in levels of each run of walls and of each block, on a small plate."""
    for run in runs(grid.field):
        shown = max(run, key=lambda wall: (_rows(wall)[0] != _rows(wall)[1], sorted(wall.between)))
        (x0, y0), (x1, y1) = grid.foot(shown)
        _plate(picture, grid, ((x0 + x1) / 2, (y0 + y1) / 2 - grid.rise(shown.height) * 0.5), shown.height)
    for space, height in grid.field.pillars.items():
        x, y = grid.centre(space)
        _plate(picture, grid, (x, y - grid.rise(height) + 0.2 * grid.radius), height)


def _plate(brush: Draw, grid: Grid, at: Point, height: int) -> None:
    x, y = at
    wide, tall = 0.62 * grid.label * len(str(height)) + 0.5 * grid.label, 1.15 * grid.label
    box = (round(x - wide / 2), round(y - tall / 2), round(x + wide / 2), round(y + tall / 2))
    brush.rounded_rectangle(box, round(tall * 0.25), fill=theme.PLATE)
    text.write(brush, (x, y), str(height), grid.label, theme.INK, bold=True, anchor="mm")
