"""The static layer: terrain, heights and coordinates of a battlefield, drawn once for each size."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterable
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

from PIL import Image, ImageDraw

from engine.arena.hexes import Hex, name
from render import ruins, signs, text, theme
from render.cache import LAYERS, drawn_by
from render.geometry import FLOOR, WALL_MOST, Box, Grid
from render.supersample import SCALE, up
from render.theme import Colour

Draw = ImageDraw.ImageDraw

TILE = 800  # pixels
REACH = WALL_MOST + 0.1  # how far what is on a space may stand out from it, in hex widths: walls, blocks, arrows


def ground(grid: Grid, box: Box | None = None, place: Path | None = None) -> Image.Image:
    """The part ``box`` of the finished layer (RGB, as large as the box; default ``grid.size``), the table beyond its edges.

    It is put together from tiles, each from memory, disk or the brush: of a layer that is enlarged until a few hexes fill
    the picture, only what shows is ever drawn.
    """
    box = box or Box(0, 0, *grid.size)
    picture = Image.new("RGB", box.size, theme.TABLE)
    for tile in tiles(grid.size):
        if tile.left < box.right and box.left < tile.right and tile.top < box.bottom and box.top < tile.bottom:
            drawn = LAYERS.get(f"{key(grid)}-{tile.left}-{tile.top}", tile.size, partial(draw, grid, tile), place)
            picture.paste(drawn, (tile.left - box.left, tile.top - box.top))
    return picture


def tiles(size: tuple[int, int]) -> list[Box]:
    """A layer of this size in the fewest equal parts of at most ``TILE`` pixels either way."""
    across, down = map(_cuts, size)
    return [Box(left, top, right, bottom) for top, bottom in pairwise(down) for left, right in pairwise(across)]


def _cuts(length: int) -> list[int]:
    """Even numbers between: what is rounded is rounded alike in every tile."""
    parts = math.ceil(length / TILE)
    return [2 * round(length * n / parts / 2) for n in range(parts)] + [length]


@theme.kept(64)
def key(grid: Grid) -> str:
    """A hash of everything the layer depends on, as a file's name."""
    digest = hashlib.sha256(drawn_by().encode())
    digest.update(repr((grid.width, grid.label, theme.used())).encode())
    for space in grid.back_to_front():
        digest.update(f"{name(space)}{grid.field.spaces[space].terrain}{grid.field.level(space)}".encode())
    built = sorted((sorted(wall.between), wall.height) for wall in grid.field.walls), sorted(grid.field.pillars.items())
    digest.update(repr((built, grid.field.exits, grid.field.scoring)).encode())
    digest.update(repr([(side.name, side.colour) for play in grid.field.play for side in play.sides]).encode())
    return "terrain-" + digest.hexdigest()[:40]


def draw(whole: Grid, tile: Box) -> Image.Image:
    """Draw a part of the layer; about a quarter of a second for 1400 x 1000 pixels."""
    width, height = tile.size
    canvas = Image.new("RGB", (width * SCALE, height * SCALE), theme.TABLE)
    brush = ImageDraw.Draw(canvas)
    grid = whole.seen_from(tile[:2])
    near = [space for space in grid.back_to_front() if _shows(grid, space, tile.size)]
    ways_out = {way_out.at: way_out for way_out in grid.field.exits}
    for row, spaces in groupby(near, key=lambda space: space[1]):
        for wall in ruins.walls_behind(grid.field, row):
            ruins.wall(brush, grid, wall)
        for space in spaces:
            _walls(brush, grid, space)
            _top(brush, grid, space)
            if space in grid.field.scoring:
                signs.scoring(brush, grid, space)
            if space in grid.field.pillars:
                ruins.pillar(brush, grid, space)
            if space in ways_out:
                signs.exit_arrow(brush, grid, ways_out[space])
        for wall in ruins.walls_within(grid.field, row):
            ruins.wall(brush, grid, wall)
    picture = canvas.reduce(SCALE)
    _labels(picture, grid, near)
    ruins.plates(ImageDraw.Draw(picture), grid)
    return picture


def _shows(grid: Grid, space: Hex, size: tuple[int, int]) -> bool:
    """Whether anything of a space, or of what is built on it, may lie on a picture of this size."""
    body, reach = grid.body(space), REACH * grid.width
    across, down = [x for x, _ in body], [y for _, y in body]
    return (
        min(across) < size[0] + reach and max(across) > -reach and min(down) < size[1] + reach and max(down) > -reach
    )


def _walls(brush: Draw, grid: Grid, space: Hex) -> None:
    letter, level = grid.field.spaces[space].terrain, grid.field.level(space)
    earth = theme.earth(letter)
    step = grid.step * SCALE
    for wall, factor in zip(grid.walls(space), theme.WALLS):
        upper, lower, *_ = up(wall)
        brush.polygon(up(wall), fill=theme.shade(earth, factor))
        line = theme.shade(earth, factor * 0.8)
        for n in range(1, level - math.floor(FLOOR)):
            brush.line([(upper[0], upper[1] + n * step), (lower[0], lower[1] + n * step)], fill=line, width=SCALE)


def _top(brush: Draw, grid: Grid, space: Hex) -> None:
    field = grid.field
    letter, level = field.spaces[space].terrain, field.level(space)
    colour = theme.lit(theme.TOPS[letter], level)
    corners = grid.top(space)
    brush.polygon(up(corners), fill=colour)
    chance = random.Random(f"{space[0]},{space[1]},{letter}")  # the same speckles in every picture
    {"s": _sand, "g": _grass, "w": _water, "r": _road, "x": _weirded}[letter](brush, grid, space, colour, chance)
    line = theme.shade(colour, 0.84)
    brush.line(up((*corners, corners[0])), fill=line, width=SCALE)
    column, row = space
    odd = row & 1
    behind = ((column - 1 + odd, row - 1), corners[5], corners[0]), ((column + odd, row - 1), corners[0], corners[1])
    for other, start, end in behind:
        here = field.level(other) if grid.has(other) else level - 1
        if here < level:  # an edge to look over: a bright rim
            brush.line(up((start, end)), fill=theme.shade(colour, 1.16), width=2 * SCALE)
        elif here > level:  # the foot of a wall: its shadow
            shadow = theme.shade(colour, 0.72)
            depth = min(0.3, 0.07 * (here - level)) * grid.radius
            lower = [(start[0], start[1] + depth), (end[0], end[1] + depth)]
            if start[0] < end[0]:
                brush.polygon(up((start, end, lower[1], lower[0])), fill=shadow)
    for other, start, end in (
        ((column - 1 + odd, row + 1), corners[3], corners[4]), ((column + odd, row + 1), corners[2], corners[3]),
        ((column + 1, row), corners[1], corners[2]), ((column - 1, row), corners[4], corners[5]),
    ):  # fmt: skip
        if not grid.has(other) or field.level(other) < level:
            drop = level - field.level(other) if grid.has(other) else 1
            brush.line(up((start, end)), fill=theme.shade(colour, 1.12 if drop < 3 else 0.55), width=2 * SCALE)


def _scatter(grid: Grid, space: Hex, chance: random.Random, count: int, spread: float = 0.8) -> list[tuple[float, float]]:
    x, y = grid.centre(space)
    points: list[tuple[float, float]] = []
    while len(points) < count:
        dx, dy = chance.uniform(-1, 1), chance.uniform(-1, 1)
        if abs(dx) <= 0.9 and abs(dy) + abs(dx) / 2 <= 0.95:
            points.append((x + dx * grid.half * spread, y + dy * grid.radius * spread))
    return points


def _dot(brush: Draw, x: float, y: float, rx: float, ry: float, fill: Colour, outline: Colour | None = None) -> None:
    box = ((x - rx) * SCALE, (y - ry) * SCALE, (x + rx) * SCALE, (y + ry) * SCALE)
    brush.ellipse(box, fill=fill, outline=outline, width=SCALE)


def _sand(brush: Draw, grid: Grid, space: Hex, colour: Colour, chance: random.Random) -> None:
    size = grid.width * 0.012
    for n, (x, y) in enumerate(_scatter(grid, space, chance, 9)):
        _dot(brush, x, y, size, size, theme.shade(colour, 0.9 if n % 2 else 1.07))


def _grass(brush: Draw, grid: Grid, space: Hex, colour: Colour, chance: random.Random) -> None:
    tall, line = grid.width * 0.05, theme.shade(colour, 0.8)
    for x, y in _scatter(grid, space, chance, 7):
        for lean in (-0.5, 0.5):
            brush.line(up(((x, y), (x + lean * tall, y - tall))), fill=line, width=SCALE)


def _water(brush: Draw, grid: Grid, space: Hex, colour: Colour, chance: random.Random) -> None:
    x, y = grid.centre(space)
    light, dark = theme.shade(colour, 1.22), theme.shade(colour, 0.86)
    wide, tall = grid.width * 0.09, grid.radius * 0.1
    for n, (dx, dy) in enumerate(((-0.2, 0.05), (0.16, 0.28), (-0.1, 0.55))):
        points = [
            (x + dx * grid.width + wide * t, y + dy * grid.radius - tall * math.sin(t * math.pi)) for t in
            [k / 6 for k in range(-12, 13)]
        ]  # fmt: skip
        brush.line(up(points), fill=dark if n == 1 else light, width=round(grid.width * 0.022 * SCALE))


def _road(brush: Draw, grid: Grid, space: Hex, colour: Colour, chance: random.Random) -> None:
    x, y = grid.centre(space)
    for n, (dx, dy) in enumerate(((-0.26, 0.0), (0.02, 0.1), (0.28, -0.02), (-0.16, 0.42), (0.16, 0.46), (0.0, 0.78))):
        rx, ry = grid.width * chance.uniform(0.085, 0.11), grid.radius * chance.uniform(0.11, 0.14)
        stone = theme.shade(colour, (0.88, 1.07, 0.94)[n % 3])
        _dot(brush, x + dx * grid.width, y + dy * grid.radius, rx, ry, stone, theme.shade(colour, 0.74))


_RUNES = (
    ((0, 1, 0, -1), (0, -1, 0.8, -0.5), (0, -0.1, 0.8, 0.4)),
    ((-0.5, 1, -0.5, -1), (0.5, 1, 0.5, -1), (-0.5, -0.4, 0.5, 0.4)),
    ((0, 1, 0, -1), (-0.7, -0.3, 0, -1), (0.7, -0.3, 0, -1)),
    ((-0.6, -1, 0.6, 1), (0.6, -1, -0.6, 1)),
)
"""Strokes of four made-up runes in a box from -1 to 1."""


def _weirded(brush: Draw, grid: Grid, space: Hex, colour: Colour, chance: random.Random) -> None:
    line = theme.shade(colour, 0.74)
    brush.line(up((*grid.top(space, 0.14), grid.top(space, 0.14)[0])), fill=theme.shade(colour, 0.87), width=2 * SCALE)
    x, y = grid.centre(space)
    wide, tall = grid.width * 0.05, grid.radius * 0.17
    for dx, dy in ((-0.22, 0.12), (0.22, 0.12), (0.0, 0.5)):
        cx, cy = x + dx * grid.width, y + dy * grid.radius
        for x1, y1, x2, y2 in chance.choice(_RUNES):
            stroke = ((cx + x1 * wide, cy + y1 * tall), (cx + x2 * wide, cy + y2 * tall))
            brush.line(up(stroke), fill=line, width=round(grid.width * 0.024 * SCALE))


def _labels(picture: Image.Image, grid: Grid, spaces: Iterable[Hex]) -> None:
    """Coordinates at the back of each surface, which hexes in front hide last; the level below if that shows."""
    brush = ImageDraw.Draw(picture)
    size = grid.label
    for space in spaces:
        x, y = grid.centre(space)
        level = grid.field.level(space)
        x += grid.label_shift(space)
        text.write(brush, (x, y - grid.radius * 0.56), name(space), size, theme.MAP_INK, anchor="mm")
        below = min(0.5 * grid.radius, 0.55 * grid.radius - grid.hidden_depth(space))
        if level and below > 0:
            mark = f"▲{level}" if level > 0 else f"▼{-level}"
            tint = theme.mix(theme.lit(theme.TOPS[grid.field.spaces[space].terrain], level), theme.MAP_INK, 0.8)
            text.write(brush, (x, y + below), mark, size, tint, anchor="mm")
