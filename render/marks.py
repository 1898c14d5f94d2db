"""What lies over the board: reach, arrows of the last turn, marks of arrivals and losses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.arena.hexes import Hex
from render import theme
from render.geometry import Grid, Point
from render.sprite import Sprite
from render.theme import Colour

SCALE = 3
_ARROW = 2  # arrows are large, and smooth enough at that


@lru_cache(maxsize=512)
def visible(grid: Grid, space: Hex, inset: float = 0) -> tuple[Image.Image, tuple[int, int]]:
    """A mask of what shows of the space's surface, with the pixel it starts at. Callers must not change it."""
    corners = grid.top(space, inset)
    left, top = math.floor(min(x for x, _ in corners)), math.floor(min(y for _, y in corners))
    size = (math.ceil(grid.width) + 2, math.ceil(2 * grid.radius) + 2)
    mask = Image.new("L", (size[0] * SCALE, size[1] * SCALE), 0)
    brush = ImageDraw.Draw(mask)

    def up(points: Sequence[Point]) -> list[Point]:
        return [((x - left) * SCALE, (y - top) * SCALE) for x, y in points]

    brush.polygon(up(corners), fill=255)
    for other in sorted(grid.in_front(space), key=lambda front: front[1]):
        brush.polygon(up(grid.body(other)), fill=0)
    for outline in grid.walls_over(space):
        brush.polygon(up(outline), fill=0)
    return mask.reduce(SCALE), (left, top)


@lru_cache(maxsize=8)
def _hatch(size: tuple[int, int], gap: int) -> Image.Image:
    """Slanting stripes as a mask."""
    mask = Image.new("L", (size[0] * SCALE, size[1] * SCALE), 0)
    brush = ImageDraw.Draw(mask)
    width, height = mask.size
    for x in range(-height, width, gap * SCALE):
        brush.line([(x, height), (x + height, 0)], fill=255, width=max(2, gap * SCALE // 3))
    return mask.reduce(SCALE)


def reach(picture: Image.Image, origin: tuple[int, int], grid: Grid, space: Hex, *, risk: bool, dot: bool = True) -> None:
    """Tint a space that can be reached: safe has a plain rim and a dot (unless something else goes there: the rim is then
    thinner), risky is hatched."""
    colour = theme.RISK if risk else theme.SAFE
    outer, (left, top) = visible(grid, space, 0.03)
    inner, (inner_left, inner_top) = visible(grid, space, 0.17 if dot else 0.09)
    rim = outer.copy()
    rim.paste(0, (inner_left - left, inner_top - top), inner)
    at = (left - origin[0], top - origin[1])
    picture.paste(colour, at, outer.point([round(v * 0.29) for v in range(256)]))
    if risk:
        stripes = Image.new("L", outer.size, 0)
        stripes.paste(_hatch(outer.size, max(5, round(grid.width * 0.13))), (0, 0), outer)
        picture.paste(colour, at, stripes.point(_faded(0.5)))
    picture.paste(colour, at, rim)
    if dot and not risk:
        x, y = grid.centre(space)
        size = max(6, round(grid.width * 0.16))
        blot = _dot(size)
        picture.paste(colour, (round(x - size / 2) - origin[0], round(y + 0.1 * grid.radius - size / 2) - origin[1]), blot)


def seen(picture: Image.Image, origin: tuple[int, int], grid: Grid, space: Hex) -> None:
    """Tint a space that is in sight."""
    outer, (left, top) = visible(grid, space, 0.03)
    picture.paste(theme.SAFE, (left - origin[0], top - origin[1]), outer.point(_faded(0.34)))


def unseen(picture: Image.Image, origin: tuple[int, int], grid: Grid, space: Hex) -> None:
    """Darken a space that is out of sight, and hatch it."""
    outer, (left, top) = visible(grid, space)
    at = (left - origin[0], top - origin[1])
    picture.paste(theme.DARK, at, outer.point(_faded(0.42)))
    stripes = Image.new("L", outer.size, 0)
    stripes.paste(_hatch(outer.size, max(5, round(grid.width * 0.13))), (0, 0), outer)
    picture.paste(theme.DARK, at, stripes.point(_faded(0.34)))


def rim(picture: Image.Image, origin: tuple[int, int], grid: Grid, space: Hex, colour: Colour, width: float) -> None:
    """A ring along the edge of a space, ``width`` (in hex widths) thick."""
    outer, (left, top) = visible(grid, space, 0.03)
    inner, (inner_left, inner_top) = visible(grid, space, 0.03 + 2 * width)
    ring = outer.copy()
    ring.paste(0, (inner_left - left, inner_top - top), inner)
    picture.paste(colour, (left - origin[0], top - origin[1]), ring)


@lru_cache(maxsize=16)
def _dot(size: int) -> Image.Image:
    mask = Image.new("L", (size * SCALE, size * SCALE), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, size * SCALE - 1, size * SCALE - 1), fill=255)
    return mask.reduce(SCALE)


def _shorten(points: list[Point], start: float, end: float) -> list[Point]:
    """The line without ``start`` pixels of its beginning and ``end`` of its last stretch."""
    (x0, y0), (x1, y1) = points[0], points[1]
    length = math.dist(points[0], points[1]) or 1
    first = (x0 + (x1 - x0) * min(0.45, start / length), y0 + (y1 - y0) * min(0.45, start / length))
    (x2, y2), (x3, y3) = points[-2], points[-1]
    length = math.dist(points[-2], points[-1]) or 1
    share = max(0.5, 1 - end / length)
    last = (x2 + (x3 - x2) * share, y2 + (y3 - y2) * share)
    return [first, *points[1:-1], last]


def arrow(
    picture: Image.Image, points: Sequence[Point], colour: Colour, width: float, *, dashed: bool = False,
    start: float = 0, end: float = 0,
) -> None:  # fmt: skip
    """An arrow with a head along ``points`` (picture pixels), ``width`` pixels thick, outlined in dark."""
    if len(points) < 2:
        return
    outline, inner = _strips(tuple(points), width, dashed, start, end)
    for tint, strips in ((theme.DARK, outline), (colour, inner)):
        for at, mask in strips:
            picture.paste(tint, at, mask)


_Strips = list[tuple[tuple[int, int], Image.Image]]


@lru_cache(maxsize=64)
def _strips(points: tuple[Point, ...], width: float, dashed: bool, start: float, end: float) -> tuple[_Strips, _Strips]:
    """Masks of an arrow's outline and of itself, and where each goes. Last turn's stay until the next one."""
    line = _shorten(list(points), start, end)
    head = width * 4
    (x1, y1), (x2, y2) = line[-2], line[-1]
    angle = math.atan2(y2 - y1, x2 - x1)
    neck = (x2 - head * 0.75 * math.cos(angle), y2 - head * 0.75 * math.sin(angle))
    tip = [
        (x2, y2),
        (x2 - head * math.cos(angle - 0.42), y2 - head * math.sin(angle - 0.42)),
        neck,
        (x2 - head * math.cos(angle + 0.42), y2 - head * math.sin(angle + 0.42)),
    ]
    if math.dist(line[-2], (x2, y2)) > head * 0.75:
        line[-1] = neck
    pad = head + width
    left, top = math.floor(min(x for x, _ in points) - pad), math.floor(min(y for _, y in points) - pad)
    right, bottom = math.ceil(max(x for x, _ in points) + pad), math.ceil(max(y for _, y in points) + pad)
    drawn = Image.new("L", ((right - left) * _ARROW, (bottom - top) * _ARROW), 0)
    brush = ImageDraw.Draw(drawn)
    corners = [((x - left) * _ARROW, (y - top) * _ARROW) for x, y in tip]
    for level, thick in ((_OUTLINE, width + max(2, width * 0.7)), (255, width)):  # one drawing for both tints
        edge = (thick - width) / 2
        for piece in _dashes(line, width * 2.6) if dashed else [line]:
            up = [((x - left) * _ARROW, (y - top) * _ARROW) for x, y in piece]
            brush.line(up, fill=level, width=round(thick * _ARROW), joint="curve" if len(up) > 2 else None)
            for x, y in (up[0], up[-1]) if not dashed else ():
                r = thick * _ARROW / 2
                brush.ellipse((x - r, y - r, x + r, y + r), fill=level)
        brush.polygon(corners, fill=level)
        if edge:
            brush.line([*corners, corners[0]], fill=level, width=round(2 * edge * _ARROW))
    small = drawn.reduce(_ARROW)
    return _cut(small.point(_UNDER), left, top), _cut(small.point(_OVER), left, top)


def _cut(mask: Image.Image, left: int, top: int) -> _Strips:
    """What is filled of a mask: most of a long arrow's box is empty, and pasting costs by the pixel."""
    strips = []
    for x in range(0, mask.width, _STRIP):
        strip = mask.crop((x, 0, min(x + _STRIP, mask.width), mask.height))
        if filled := strip.getbbox():
            strips.append(((left + x + filled[0], top + filled[1]), strip.crop(filled)))
    return strips


_STRIP = 32  # pixels
_OUTLINE = 128
_UNDER = [min(255, 2 * level) for level in range(256)]  # how much of the outline's tint: all of it under the other one
_OVER = [max(0, 2 * level - 255) for level in range(256)]


def beam(picture: Image.Image, points: Sequence[Point], colour: Colour, width: float, *, dashed: bool = False) -> None:
    """A line without a head along ``points`` (picture pixels), ``width`` pixels thick, outlined in dark."""
    pad = 2 * width + 2
    left, top = math.floor(min(x for x, _ in points) - pad), math.floor(min(y for _, y in points) - pad)
    right, bottom = math.ceil(max(x for x, _ in points) + pad), math.ceil(max(y for _, y in points) + pad)
    for tint, thick in ((theme.DARK, width + max(2, width * 0.7)), (colour, width)):
        mask = Image.new("L", ((right - left) * SCALE, (bottom - top) * SCALE), 0)
        brush = ImageDraw.Draw(mask)
        for piece in _dashes(points, width * 2.6) if dashed else [points]:
            up = [((x - left) * SCALE, (y - top) * SCALE) for x, y in piece]
            brush.line(up, fill=255, width=max(1, round(thick * SCALE)), joint="curve")
        picture.paste(tint, (left, top), mask.reduce(SCALE))


def _dashes(line: Sequence[Point], length: float) -> list[list[Point]]:
    """The line in pieces of ``length`` with gaps two thirds as long."""
    pieces: list[list[Point]] = []
    for start, end in pairwise(line):
        whole = math.dist(start, end)
        done = 0.0
        while done < whole:
            a, b = done / whole, min(1.0, (done + length) / whole)
            pieces.append([
                (start[0] + (end[0] - start[0]) * a, start[1] + (end[1] - start[1]) * a),
                (start[0] + (end[0] - start[0]) * b, start[1] + (end[1] - start[1]) * b),
            ])  # fmt: skip
            done += length * 1.66
    return pieces


@theme.kept(64)
def summoned(size: int, colour: Colour) -> Image.Image:
    """A ring of rays round a figure that has just arrived; ``size`` pixels wide."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    for n in range(12):
        angle = math.radians(30 * n)
        inner, outer = (
            (0.74 * math.cos(angle), 0.62 * math.sin(angle)),
            (0.96 * math.cos(angle), 0.82 * math.sin(angle)),
        )
        sprite.line([inner, outer], theme.DARK, 0.13)
        sprite.line([inner, outer], colour, 0.07)
    return sprite.done()


@theme.kept(64)
def origin(size: int, colour: Colour) -> Image.Image:
    """A hollow ring where a move began."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    sprite.ellipse((0, 0), 0.8, 0.66, None, theme.DARK, 0.26)
    sprite.ellipse((0, 0), 0.76, 0.62, None, colour, 0.16)
    return sprite.done()


@theme.kept(64)
def destroyed(size: int, colour: Colour) -> Image.Image:
    """A cross where a figure fell."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    for tint, width in ((theme.DARK, 0.5), (theme.EMBLEM, 0.32), (colour, 0.2)):
        for way in (-1, 1):
            sprite.line([(-0.6, -0.52 * way), (0.6, 0.52 * way)], tint, width)
    return sprite.done()


@theme.kept(64)
def burst(amount: int, size: int) -> Image.Image:
    """A jagged star with the damage dealt."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    points = []
    for n in range(18):
        radius, angle = (0.96 if n % 2 == 0 else 0.7), math.radians(20 * n)
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    sprite.polygon(points, (250, 236, 190) if amount else (206, 206, 208), theme.DARK, 0.08)
    sprite.word((0, 0.02), f"-{amount}" if amount else "0", 0.84, (140, 16, 8) if amount else theme.DARK)
    return sprite.done()


def start(picture: Image.Image, origin: tuple[int, int], grid: Grid, space: Hex, colour: Colour, *, strong: bool) -> None:
    """A space where a side begins: a thin rim in its colour, or a broad one and a tint while the sides set up."""
    tint, rim, (left, top) = _start(grid, space, strong)
    at = (left - origin[0], top - origin[1])
    if strong:
        picture.paste(colour, at, tint)
    picture.paste(colour, at, rim)


@lru_cache(maxsize=256)
def _start(grid: Grid, space: Hex, strong: bool) -> tuple[Image.Image, Image.Image, tuple[int, int]]:
    """Masks of the tint and the rim, and where they lie."""
    outer, corner = visible(grid, space, 0.06)
    inner, (left, top) = visible(grid, space, 0.24 if strong else 0.13)
    rim = outer.copy()
    rim.paste(0, (left - corner[0], top - corner[1]), inner)
    return outer.point(_faded(0.26)), rim if strong else rim.point(_faded(0.75)), corner


@lru_cache(maxsize=8)
def _faded(share: float) -> list[int]:
    return [round(v * share) for v in range(256)]


@theme.kept(64)
def changed(size: int, colour: Colour) -> Image.Image:
    """Two arrows that chase each other round a figure that has just turned over; ``size`` pixels wide."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    for tint, width in ((theme.DARK, 0.17), (colour, 0.1)):
        for begin in (200, 20):
            sprite.arc((0, 0), 0.86, 0.76, begin, begin + 120, tint, width)
            angle = math.radians(begin + 124)
            x, y = 0.82 * math.cos(angle), 0.72 * math.sin(angle)
            along, grow = (-math.sin(angle), math.cos(angle)), 1 + (width - 0.1) * 3
            tip = (x + along[0] * 0.22 * grow, y + along[1] * 0.22 * grow)
            out = (math.cos(angle) * 0.18 * grow, math.sin(angle) * 0.18 * grow)
            sprite.polygon([tip, (x + out[0], y + out[1]), (x - out[0], y - out[1])], tint)
    return sprite.done()


@theme.kept(16)
def noticed(size: int) -> Image.Image:
    """A gold ring round a glyph that has just done something; ``size`` pixels wide."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    sprite.ellipse((0, 0), 0.92, 0.8, None, theme.DARK, 0.2)
    sprite.ellipse((0, 0), 0.89, 0.77, None, theme.GOLD, 0.13)
    return sprite.done()
