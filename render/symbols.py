"""Small signs: spell colours, dice faces, card backs, counts."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from render import theme
from render.sprite import Point, Sprite
from render.theme import Colour


def sword(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    """A sword, point up to the right, in a box of half-width ``size``."""
    x, y = centre
    sprite.line([(x - 0.5 * size, y + 0.5 * size), (x + 0.72 * size, y - 0.72 * size)], ink, 0.26 * size)
    sprite.line([(x - 0.62 * size, y + 0.02 * size), (x - 0.02 * size, y + 0.62 * size)], ink, 0.22 * size)
    sprite.line([(x - 0.5 * size, y + 0.5 * size), (x - 0.8 * size, y + 0.8 * size)], ink, 0.22 * size)


def shield(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    points = [(-0.7, -0.75), (0, -0.9), (0.7, -0.75), (0.66, 0.1), (0.38, 0.6), (0, 0.92), (-0.38, 0.6), (-0.66, 0.1)]
    sprite.polygon([(x + px * size, y + py * size) for px, py in points], ink)


def boot(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    """An arrow to the right: has moved."""
    x, y = centre
    sprite.line([(x - 0.7 * size, y), (x + 0.3 * size, y)], ink, 0.34 * size)
    sprite.polygon([(x + 0.05 * size, y - 0.62 * size), (x + 0.8 * size, y), (x + 0.05 * size, y + 0.62 * size)], ink)


def target(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    """A ring with a point: range."""
    sprite.circle(centre, 0.75 * size, None, ink, 0.2 * size)
    sprite.circle(centre, 0.26 * size, ink)


def bow(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    """A bow with its arrow, drawn up to the right."""
    x, y = centre
    curve = [math.radians(a) for a in range(-142, 53, 13)]
    arc = [(x - 0.28 * size + 0.98 * size * math.cos(a), y + 0.28 * size + 0.98 * size * math.sin(a)) for a in curve]
    sprite.line(arc, ink, 0.2 * size)
    sprite.line([arc[0], arc[-1]], ink, 0.1 * size)
    sprite.line([(x - 0.72 * size, y + 0.72 * size), (x + 0.62 * size, y - 0.62 * size)], ink, 0.16 * size)
    tip = [(0.88, -0.88), (0.3, -0.74), (0.74, -0.3)]
    sprite.polygon([(x + px * size, y + py * size) for px, py in tip], ink)


def height(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    """An upright measure with two arrow heads."""
    x, y = centre
    sprite.line([(x, y - 0.6 * size), (x, y + 0.6 * size)], ink, 0.22 * size)
    for way in (-1, 1):
        tip = y + way * 0.9 * size
        sprite.polygon([(x, tip), (x - 0.42 * size, tip - way * 0.5 * size), (x + 0.42 * size, tip - way * 0.5 * size)], ink)


SIGNS: dict[str, Callable[[Sprite, Point, float, Colour], None]] = {
    "power": sword, "toughness": shield, "move": boot, "range": target, "bow": bow, "height": height,
}  # fmt: skip
"""Signs of the numbers on an army card."""


def card_back(sprite: Sprite, centre: Point, wide: float, tall: float) -> None:
    x, y = centre
    sprite.box(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2, theme.BACK, round=wide * 0.16,
               outline=theme.BACK_LINE, width=wide * 0.09)  # fmt: skip


def colour_mark(sprite: Sprite, letter: str, centre: Point, size: float, edge: Colour | None = None) -> None:
    """The mark of a spell colour: each has a shape of its own (sun, drop, moon, flame, leaf, diamond)."""
    x, y = centre
    edge = edge or theme.DARK
    fill, line = theme.MAGIC[letter], size * 0.16

    def at(*points: Point) -> list[Point]:
        return [(x + px * size, y + py * size) for px, py in points]

    if letter == "W":
        for n in range(8):
            angle = math.radians(45 * n)
            tip, left, right = (1.0, angle), (0.62, angle - 0.3), (0.62, angle + 0.3)
            sprite.polygon(at(*((r * math.cos(a), r * math.sin(a)) for r, a in (tip, left, right))), fill, edge, line)
        sprite.circle(centre, 0.62 * size, fill, edge, line)
    elif letter == "U":
        curve = [(0.62 * math.cos(a), 0.32 + 0.62 * math.sin(a)) for a in (k * math.pi / 8 - 0.4 for k in range(11))]
        sprite.polygon(at((0, -1), *curve), fill, edge, line)
    elif letter == "B":
        outer = [(0.9 * math.cos(a), 0.9 * math.sin(a)) for a in (math.radians(d) for d in range(-40, 221, 20))]
        inner = [(0.62 * math.cos(a), -0.36 + 0.62 * math.sin(a)) for a in (math.radians(d) for d in range(200, -21, -20))]
        sprite.polygon(at(*outer, *inner), fill, (226, 220, 228), line)
    elif letter == "R":
        sprite.polygon(
            at((0.05, -1), (0.3, -0.4), (0.5, -0.6), (0.75, 0.2), (0.4, 0.9), (-0.4, 0.9), (-0.75, 0.25), (-0.45, -0.3),
               (-0.25, -0.1)), fill, edge, line)  # fmt: skip
    elif letter == "G":
        sprite.polygon(at((0, -1), (0.62, -0.35), (0.62, 0.3), (0, 0.9), (-0.62, 0.3), (-0.62, -0.35)), fill, edge, line)
        sprite.line(at((0, -0.5), (0, 0.6)), edge, line)
    else:
        sprite.polygon(at((0, -0.95), (0.8, 0), (0, 0.95), (-0.8, 0)), fill, edge, line)


@theme.kept(128)
def mark(letter: str, size: int, edge: Colour | None = None) -> Image.Image:
    """A spell colour's mark as a picture ``size`` pixels wide."""
    sprite = Sprite(2.2, 2.2, size / 2.2, (1.1, 1.1))
    colour_mark(sprite, letter, (0, 0), 0.95, edge)
    return sprite.done()


@theme.kept(128)
def die(face: str, size: int, counts: bool) -> Image.Image:
    """A die's face; ``counts`` tells whether it matters in this throw (a sword in attack, a shield in defence)."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    ground = (244, 240, 230) if counts else (118, 120, 126)
    sprite.box(-0.94, -0.94, 0.94, 0.94, ground, round=0.34, outline=theme.DARK, width=0.1)
    if face == "sword":
        sword(sprite, (0, 0), 0.72, (176, 36, 22) if counts else (62, 64, 70))
    elif face == "shield":
        shield(sprite, (0, 0), 0.64, (24, 78, 164) if counts else (62, 64, 70))
    else:
        sprite.circle((0, 0), 0.14, (62, 64, 70))
    return sprite.done()


@theme.kept(32)
def d6(number: int, size: int, counts: bool) -> Image.Image:
    """A die of six faces that shows ``number`` in pips; ``counts`` as with :func:`die`."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    ground, ink = ((244, 240, 230), (176, 36, 22)) if counts else ((118, 120, 126), (62, 64, 70))
    sprite.box(-0.94, -0.94, 0.94, 0.94, ground, round=0.34, outline=theme.DARK, width=0.1)
    far = 0.48
    pips = [(0.0, 0.0)] if number % 2 else []
    pips += [(-far, -far), (far, far)] if number > 1 else []
    pips += [(far, -far), (-far, far)] if number > 3 else []
    pips += [(-far, 0.0), (far, 0.0)] if number == 6 else []
    for pip in pips:
        sprite.circle(pip, 0.19, ink)
    return sprite.done()


@theme.kept(64)
def d20(number: int, size: int) -> Image.Image:
    """A die of twenty faces that shows ``number``."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    rim = [(0.94 * math.cos(a), 0.94 * math.sin(a)) for a in (math.radians(60 * n + 30) for n in range(6))]
    sprite.polygon(rim, (244, 240, 230), theme.DARK, 0.1)
    face = [(0.62 * math.cos(a), 0.62 * math.sin(a)) for a in (math.radians(120 * n - 90) for n in range(3))]
    for n, corner in enumerate(face):
        for near in (2 * n + 3, 2 * n + 4, 2 * n + 5):
            sprite.line([corner, rim[near % 6]], (190, 182, 164), 0.06)
    sprite.polygon(face, (255, 252, 244), (190, 182, 164), 0.06)
    sprite.word((0, 0.02), str(number), 0.72, theme.DARK)
    return sprite.done()


@theme.kept(512)
def icon(kind: str, size: int, ink: Colour | None = None) -> Image.Image:
    """A sign of one colour, ``size`` pixels: power, toughness, move, range, height, hand, library, graveyard,
    moon, flag, exited, fallen."""
    ink = ink or theme.DIM
    sprite = Sprite(2, 2, size / 2, (1, 1))
    if kind in ("hand", "library", "graveyard"):
        if kind == "hand":
            for dx, dy in ((-0.34, 0.08), (0.0, 0.0), (0.34, -0.08)):
                sprite.box(dx - 0.42, dy - 0.68, dx + 0.42, dy + 0.68, theme.PANEL, round=0.14, outline=ink, width=0.16)
        elif kind == "library":
            for dy in (0.3, 0.06, -0.18):
                sprite.box(-0.56, dy - 0.62, 0.56, dy + 0.62, theme.PANEL, round=0.14, outline=ink, width=0.16)
        else:
            sprite.box(-0.6, -0.86, 0.6, 0.86, ink, round=0.56)
            sprite.box(-0.8, 0.62, 0.8, 0.9, ink, round=0.1)
            sprite.line([(0, -0.5), (0, 0.4)], theme.PANEL, 0.2)
            sprite.line([(-0.3, -0.2), (0.3, -0.2)], theme.PANEL, 0.2)
    elif kind == "flag":
        sprite.line([(-0.55, -0.85), (-0.55, 0.85)], ink, 0.18)
        sprite.polygon([(-0.5, -0.85), (0.85, -0.42), (-0.5, 0.1)], ink)
    elif kind == "exited":
        sprite.line([(0.2, -0.8), (0.75, -0.8), (0.75, 0.8), (0.2, 0.8)], ink, 0.18)
        sprite.line([(-0.85, 0), (0.1, 0)], ink, 0.2)
        sprite.polygon([(-0.1, -0.45), (0.45, 0), (-0.1, 0.45)], ink)
    elif kind == "fallen":
        for way in (-1, 1):
            sprite.line([(-0.6, -0.6 * way), (0.6, 0.6 * way)], ink, 0.26)
    elif kind == "moon":
        sprite.circle((0, 0), 0.85, ink)
        sprite.circle((0.42, -0.22), 0.72, theme.PANEL)
    else:
        SIGNS[kind](sprite, (0, 0), 0.9, ink)
    return sprite.done()
