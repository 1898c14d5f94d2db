"""What stands on the board: figures, cryptoliths, glyphs. Each look is drawn once and kept.

A token's units are its own diameter; (0, 0) is its middle.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from render import symbols, theme
from render.emblems import emblem
from render.geometry import STONE_HEIGHT, STUMP_HEIGHT
from render.sprite import Point, Sprite
from render.theme import SeatStyle

SMALL = 64  # pixels of a token's diameter: the letters of smaller ones are larger, for a phone
ANCHOR = (0.78, 0.72)  # of a token's middle in its picture, in diameters
BOX = (1.56, 1.52)
WORDS = ((-0.78, -0.54, -0.24, 0.02), (0.26, -0.5, 0.76, 0.0), (-0.48, -0.44, 0.48, 0.6))
"""What of a token is to be seen: letter, number, the piece (left, top, right, bottom from its middle, in diameters)."""


class Look(NamedTuple):
    """Everything that shows on a token. ``plate`` is the coordinate with the level; ``counters`` are (kind, number)."""

    style: SeatStyle
    face: str
    kind: str
    number: str
    life: int
    damage: int
    plate: str = ""
    face_down: int = 0
    auras: tuple[str, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    chosen: bool = False
    moved: bool = False
    attacked: bool = False
    flying: bool = False


def outline(shape: str, radius: float, centre: Point = (0, 0)) -> list[Point]:
    """The corners of a seat's token shape."""
    x, y = centre
    return [(x + px * radius, y + py * radius) for px, py in SHAPES.get(shape, SHAPES["hexagon"])]


def _round(corners: int) -> tuple[Point, ...]:
    return tuple((math.cos(2 * math.pi * n / corners), math.sin(2 * math.pi * n / corners)) for n in range(corners))


SHAPES: dict[str, tuple[Point, ...]] = {
    "circle": _round(60),
    "shield": ((-0.92, -0.74), (-0.78, -0.9), (0.78, -0.9), (0.92, -0.74), (0.92, 0.3), (0.62, 0.72), (0, 1.04),
               (-0.62, 0.72), (-0.92, 0.3)),
    "diamond": ((0, -1.14), (1.1, 0), (0, 1.14), (-1.1, 0)),
    "hexagon": _round(6),
}  # fmt: skip


def badge(sprite: Sprite, style: SeatStyle, centre: Point, radius: float) -> None:
    """The seat's letter on its shape."""
    sprite.polygon(outline(style.shape, radius, centre), style.deep, theme.EMBLEM, radius * 0.16)
    sprite.word(centre, style.letter, radius * (1.35 if len(style.letter) == 1 else 1.05), theme.EMBLEM)


Form = Callable[[float, Point], list[Point]]
"""The outline of a token by radius and middle."""


class Part(NamedTuple):
    """A piece of a token's picture, and where its corner lies in it."""

    picture: Image.Image
    corner: tuple[int, int]


@theme.kept(256)
def token(look: Look, size: int) -> Image.Image:
    """A token whose shape is ``size`` pixels wide; paste it with ``ANCHOR`` on its place.

    It is put together from parts that are kept: a figure that was hurt, or moved on, is none to be drawn from scratch.
    """
    picture = _piece(_only(look, "style", "face", "kind", "chosen", "flying"), size).copy()
    for kept in (
        _part(_only(look, "life", "damage"), size, (-0.5, 0.12, 0.5, 0.32)),
        _part(_only(look, "plate", "moved", "attacked"), size, (-0.78, 0.26, 0.78, 0.6)),
        _part(_only(look, "style", "auras", "counters"), size, (-0.78, -0.7, -0.2, 0.45)),
        _part(_only(look, "number", "face_down"), size, (0.26, -0.6, 0.78, 0.35)),
    ):
        picture.alpha_composite(kept.picture, kept.corner)
    return picture


_BLANK = Look(SeatStyle("", "", *5 * [(0, 0, 0)]), "", "", "", 0, 0)


def _only(look: Look, *fields: str) -> Look:
    """The look with nothing but those fields."""
    return _BLANK._replace(**{name: getattr(look, name) for name in fields})


@theme.kept(256)
def _piece(look: Look, size: int) -> Image.Image:
    sprite = Sprite(*BOX, size, ANCHOR)
    _base(sprite, look, lambda radius, at: outline(look.style.shape, radius, at))
    _emblem(sprite, look)
    return sprite.done()


@theme.kept(1024)
def _part(look: Look, size: int, box: tuple[float, float, float, float]) -> Part:
    """The marks of a look that has few, within ``box`` (left, top, right, bottom) of the token."""
    left, top = (max(0, math.floor((edge + middle) * size)) for edge, middle in zip(box[:2], ANCHOR))
    right, bottom = (math.ceil((edge + middle) * size) for edge, middle in zip(box[2:], ANCHOR))
    sprite = Sprite((right - left) / size, (bottom - top) / size, size, (ANCHOR[0] - left / size, ANCHOR[1] - top / size))
    _marks(sprite, look)
    return Part(sprite.done(), (left, top))


@theme.kept(256)
def double(look: Look, size: int, rear: Point, rear_plate: str) -> tuple[Image.Image, Point]:
    """A token over two spaces and its anchor (a share of the picture): the middle of the leading side.

    ``rear`` is the way from there to the middle of the other side, in diameters; arrows on it point to the leading side.
    """
    (dx, dy), (width, height) = rear, BOX
    left, top = ANCHOR[0] + max(0, -dx), ANCHOR[1] + max(0, -dy)
    box = width + abs(dx), height + abs(dy)
    sprite = Sprite(*box, size, (left, top))
    shape = look.style.shape
    _base(sprite, look, lambda radius, at: hull(
        outline(shape, radius, at) + outline(shape, radius, (at[0] + dx, at[1] + dy))))  # fmt: skip
    length = math.hypot(dx, dy) or 1
    ux, uy = -dx / length, -dy / length  # forwards
    lift = -0.1 if look.flying else 0.0

    def at(forward: float, aside: float) -> Point:
        return dx + ux * forward - uy * aside, dy + lift + uy * forward + ux * aside

    for n in range(2):
        middle = 0.3 + 0.24 * n
        sprite.line([at(middle - 0.12, -0.22), at(middle + 0.1, 0), at(middle - 0.12, 0.22)], look.style.ink, 0.085)
    nose = [at(length + 0.46, -0.17), at(length + 0.68, 0), at(length + 0.46, 0.17)]
    sprite.polygon(nose, theme.EMBLEM, theme.DARK, 0.04)
    if rear_plate:
        _label(sprite, (dx, dy + 0.2), rear_plate)
    _emblem(sprite, look)
    _marks(sprite, look)
    return sprite.done(), (left / box[0], top / box[1])


def hull(points: list[Point]) -> list[Point]:
    """The convex outline of points."""

    def half(way: list[Point]) -> list[Point]:
        found: list[Point] = []
        for x, y in way:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                found.pop()
            found.append((x, y))
        return found[:-1]

    ordered = sorted(set(points))
    return half(ordered) + half(ordered[::-1])


def _base(sprite: Sprite, look: Look, form: Form) -> None:
    """The piece itself: its thickness, the mark of the chosen card, rim and fill."""
    style, radius = look.style, 0.5
    lift = -0.1 if look.flying else 0.0
    if look.flying:
        sprite.ellipse((0, 0.46), 0.34, 0.12, (0, 0, 0, 110))
    sprite.polygon(form(radius + 0.035, (0, lift + 0.07)), (14, 14, 16, 255))
    sprite.polygon(form(radius, (0, lift + 0.055)), style.deep)
    if look.chosen:
        sprite.polygon(form(radius + 0.14, (0, lift)), theme.DARK)
        sprite.polygon(form(radius + 0.115, (0, lift)), theme.GOLD)
        sprite.polygon(form(radius + 0.045, (0, lift)), theme.DARK)
    sprite.polygon(form(radius + 0.015, (0, lift)), theme.DARK)
    rim = theme.EMBLEM if style.ink == theme.EMBLEM else theme.DARK
    sprite.polygon(form(radius - 0.02, (0, lift)), theme.mix(style.fill, rim, 0.55))
    sprite.polygon(form(radius - 0.055, (0, lift)), style.fill)


def _emblem(sprite: Sprite, look: Look) -> None:
    """What the figure is, and wings if it flies."""
    style = look.style
    lift = -0.1 if look.flying else 0.0
    emblem(sprite, look.face, look.kind, (0, lift - 0.17), 0.275, style.ink, style.fill)
    if look.flying:
        for side in (-1, 1):
            for n in range(3):
                sprite.line([(side * 0.4, lift - 0.3 + 0.05 * n), (side * (0.68 - 0.07 * n), lift - 0.46 + 0.1 * n)],
                            theme.EMBLEM, 0.05)  # fmt: skip


def _marks(sprite: Sprite, look: Look) -> None:
    """What is written and drawn round the emblem."""
    if look.life:
        _pips(sprite, look)
    _plate(sprite, look)
    if look.style.letter:
        _left(sprite, look)
    _right(sprite, look)


def _pips(sprite: Sprite, look: Look) -> None:
    """Life as pips: what is left is full, what is lost is hollow."""
    step = min(0.15, 0.86 / max(1, look.life))
    wide = step * look.life
    sprite.box(-wide / 2 - 0.04, 0.13, wide / 2 + 0.04, 0.3, theme.PLATE, round=0.085)
    for n in range(look.life):
        at = (-wide / 2 + step * (n + 0.5), 0.215)
        if n < look.life - look.damage:
            sprite.circle(at, 0.42 * step, theme.PIP)
        else:
            sprite.circle(at, 0.36 * step, None, theme.PIP_LOST, 0.03)


def _label(sprite: Sprite, top: Point, words: str) -> float:
    """Words on a plate whose upper edge has its middle at ``top``. Returns the plate's width."""
    big = 1 + (theme.magnified() - 1) * 0.75  # what there is room for
    wide, tall = (0.15 * len(words) + 0.12) * big, 0.25 * big
    x, y = top
    sprite.box(x - wide / 2, y, x + wide / 2, y + tall, theme.PLATE, round=0.08)
    sprite.word((x, y + tall / 2), words, 0.235 * big, theme.PLATE_INK)
    return wide


def _plate(sprite: Sprite, look: Look) -> None:
    if not look.plate:
        return
    wide = _label(sprite, (0, 0.28), look.plate)
    for side, done, sign in ((-1, look.moved, symbols.boot), (1, look.attacked, symbols.sword)):
        if done:
            at = (side * (wide / 2 + 0.09), 0.44)
            sprite.circle(at, 0.13, (72, 75, 82), theme.DARK, 0.03)
            sign(sprite, at, 0.095, (226, 226, 226))


def _left(sprite: Sprite, look: Look) -> None:
    """The seat's letter, then auras and counters."""
    alone, large = len(look.style.letter) == 1, theme.magnified() > 1
    radius = (0.22 if sprite.unit < SMALL else 0.19) if alone else 0.23
    badge(sprite, look.style, (-0.5, -0.26), radius * (1.2 if large else 1))
    y = 0.08 if large else 0.04
    for letter in look.auras[:2]:
        symbols.colour_mark(sprite, letter, (-0.56, y), 0.11, theme.DARK)
        y += 0.2
    for kind, number in look.counters[: 2 - len(look.auras[:2])]:
        sprite.box(-0.76, y - 0.11, -0.36, y + 0.11, theme.GOLD, round=0.06, outline=theme.DARK, width=0.03)
        if kind in symbols.SIGNS:
            symbols.SIGNS[kind](sprite, (-0.65, y), 0.085, theme.DARK)
        else:
            sprite.word((-0.65, y), kind[:1].upper(), 0.19, theme.DARK)
        sprite.word((-0.47, y), str(number), 0.2, theme.DARK)
        y += 0.22


def _right(sprite: Sprite, look: Look) -> None:
    """The figure's number, then the face-down enchantments on its card: higher if there is no number, where tokens in front
    hide less."""
    if look.number:
        big = 1.25 if theme.magnified() > 1 else 1
        sprite.circle((0.5, -0.26), 0.17 * big, theme.PLATE, theme.EMBLEM, 0.03)
        sprite.word((0.5, -0.26), look.number, 0.24 * big, theme.PLATE_INK)
    if look.face_down:
        at = (0.57, 0.1 if look.number else -0.16)
        symbols.card_back(sprite, at, 0.28, 0.38)
        sprite.word(at, str(look.face_down), 0.23, theme.BACK_INK)


STONE_BOX = (0.9, 1.75)
STONE_ANCHOR = (0.45, 1.35)


@theme.kept(128)
def stone(life: int, damage: int, standing: bool, size: int, occupied: bool = False) -> Image.Image:
    """A cryptolith ``size`` pixels to a hex width, or its rubble; ``STONE_ANCHOR`` is the middle of its foot.

    ``occupied``: with a figure on top it is drawn as a stump (see :mod:`render.geometry`).
    """
    sprite = Sprite(*STONE_BOX, size, STONE_ANCHOR)
    if not standing:
        for x, y, r in (
            (-0.2, 0.02, 0.12),
            (0.16, -0.02, 0.14),
            (0.0, 0.12, 0.1),
            (0.26, 0.12, 0.07),
            (-0.06, -0.1, 0.1),
        ):
            points = [(x + r * math.cos(a), y + 0.7 * r * math.sin(a)) for a in (0.2, 1.3, 2.4, 3.6, 4.4, 5.4)]
            sprite.polygon(points, theme.STONE, theme.STONE_DARK, 0.02)
            sprite.line([points[3], points[4]], theme.STONE_LIGHT, 0.025)
        return sprite.done()
    sprite.ellipse((0.03, 0.05), 0.4, 0.19, (0, 0, 0, 90))
    high = STUMP_HEIGHT if occupied else STONE_HEIGHT
    left, right, front = (-0.27, -0.02), (0.27, -0.02), (0.04, 0.15)
    top_left, top_right, top_front = (-0.17, -high), (0.19, -high - 0.02), (0.03, 0.1 - high)
    if occupied:
        top_left, top_right = (-0.24, -high), (0.25, -high - 0.02)
    edge = 0.02
    sprite.polygon([left, front, top_front, top_left], theme.STONE, theme.STONE_DARK, edge)
    sprite.polygon([front, right, top_right, top_front], theme.STONE_DARK, (38, 36, 48), edge)
    sprite.polygon([top_left, top_front, top_right, (0.0, -high - 0.1)], theme.STONE_LIGHT, theme.STONE_DARK, edge)
    if not occupied:
        glow = (190, 150, 240)
        for stroke in (
            ((-0.06, -0.74), (-0.09, -0.28)),
            ((-0.06, -0.62), (-0.15, -0.5)),
            ((-0.075, -0.48), (0, -0.36)),
        ):
            sprite.line(stroke, glow, 0.033)
        if damage:
            sprite.line([(0.1, -0.8), (0.04, -0.62), (0.13, -0.5), (0.07, -0.32)], (18, 16, 24), 0.03)
        if damage > 1:
            sprite.line([(-0.18, -0.66), (-0.05, -0.56), (-0.14, -0.42)], (18, 16, 24), 0.03)
    if life:
        wide, y = 0.17 * life, 0.24 if occupied else -0.05
        sprite.box(-wide / 2 - 0.04, y - 0.11, wide / 2 + 0.04, y + 0.11, theme.PLATE, round=0.1)
        for n in range(life):
            at = (-wide / 2 + 0.17 * (n + 0.5), y)
            if n < life - damage:
                sprite.circle(at, 0.066, (216, 190, 255))
            else:
                sprite.circle(at, 0.058, None, (226, 92, 76), 0.025)
    return sprite.done()


@theme.kept(32)
def glyph(key: str, size: int) -> Image.Image:
    """A glyph's disc, ``size`` pixels wide: light with its letter, dark with "?" while it lies symbol side up."""
    ground, line, ink = (222, 214, 196), (112, 96, 70), theme.DARK
    if key == "?":
        ground, line, ink = theme.BACK, theme.BACK_LINE, theme.BACK_INK
    sprite = Sprite(2, 2, size / 2, (1, 1))
    sprite.ellipse((0, 0.08), 0.96, 0.86, (30, 28, 26))
    sprite.ellipse((0, 0), 0.94, 0.84, ground)
    sprite.ellipse((0, 0), 0.78, 0.68, None, line, 0.08)
    sprite.word((0, 0), key, 0.95, ink)
    return sprite.done()


@theme.kept(256)
def small(style: SeatStyle, face: str, kind: str, size: int, gone: bool = False) -> Image.Image:
    """A token without marks for panels, ``size`` pixels; grey if ``gone``."""
    sprite = Sprite(1.16, 1.16, size / 1.16, (0.58, 0.58))
    fill, ink = (theme.GONE, theme.GONE_INK) if gone else (style.fill, style.ink)
    sprite.polygon(outline(style.shape, 0.5), theme.rim(fill))
    sprite.polygon(outline(style.shape, 0.45), fill)
    emblem(sprite, face, kind, (0, -0.01), 0.32, ink, fill)
    return sprite.done()


@theme.kept(128)
def letter(style: SeatStyle, size: int) -> Image.Image:
    """The seat's badge, ``size`` pixels."""
    sprite = Sprite(1.2, 1.2, size / 1.2, (0.6, 0.6))
    badge(sprite, style, (0, 0), 0.5)
    return sprite.done()
