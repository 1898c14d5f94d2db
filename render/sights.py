"""Small signs for looks at a position: numbers on dark pills, what may happen on the way, an eye, where a line stops."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from render import symbols, theme
from render.sprite import Point, Sprite
from render.theme import Colour

_TALL = 1.0  # a pill's height is the unit
_DIGIT = 0.46
_SIGN = 0.74


def wide(number: str, signs: tuple[str, ...]) -> float:
    """How many times as wide as high a pill is."""
    return max(_TALL, 0.5 + _DIGIT * len(number) + _SIGN * len(signs))


@theme.kept(512)
def pill(number: str, signs: tuple[str, ...], size: int, rim: Colour) -> Image.Image:
    """A number with signs (of ``SIGNS``) after it; ``size`` pixels high, as wide as it must be."""
    across = wide(number, signs)
    sprite = Sprite(across + 0.1, _TALL + 0.1, size / (_TALL + 0.1), (0.05, 0.05))
    sprite.box(0, 0, across, _TALL, theme.PLATE, round=0.46, outline=rim, width=0.13)
    x = (across - _SIGN * len(signs)) / 2 if signs else across / 2
    x += 0.05 if signs else 0
    sprite.word((x, 0.51), number, 0.72, theme.PLATE_INK)
    left = x + _DIGIT * len(number) / 2 + 0.06
    for n, sign in enumerate(signs):
        SIGNS.get(sign, _dot)(sprite, (left + _SIGN * (n + 0.42), 0.5), 0.3, theme.PLATE_INK)
    return sprite.done()


@theme.kept(64)
def sign(kind: str, size: int, ink: Colour) -> Image.Image:
    """A sign alone, for a legend."""
    sprite = Sprite(2.2, 2.2, size / 2.2, (1.1, 1.1))
    SIGNS.get(kind, _dot)(sprite, (0, 0), 0.95, ink)
    return sprite.done()


@theme.kept(16)
def eye(size: int) -> Image.Image:
    """Somebody who is imagined there."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    upper = [(-0.9 + 0.1 * n, -0.62 * math.cos((-0.9 + 0.1 * n) * math.pi / 1.8)) for n in range(19)]
    lower = [(x, -y) for x, y in reversed(upper)]
    sprite.polygon([*upper, *lower], theme.EMBLEM, theme.DARK, 0.14)
    sprite.circle((0, 0), 0.42, theme.GOLD, theme.DARK, 0.12)
    sprite.circle((0, 0), 0.16, theme.DARK)
    return sprite.done()


@theme.kept(16)
def stopped(size: int) -> Image.Image:
    """Where something is in a line's way."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    sprite.circle((0, 0), 0.92, theme.RISK, theme.DARK, 0.16)
    for way in (-1, 1):
        sprite.line([(-0.38, -0.38 * way), (0.38, 0.38 * way)], theme.DARK, 0.28)
    return sprite.done()


# ---- signs ------------------------------------------------------------------------------------------------------------
def _fall(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    sprite.line([(x, y - 0.9 * size), (x, y + 0.2 * size)], ink, 0.34 * size)
    sprite.polygon([(x - 0.72 * size, y), (x + 0.72 * size, y), (x, y + 0.9 * size)], ink)


def _bog(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    for row in (-0.45, 0.15, 0.75):
        wave = [(x + (-1 + 0.2 * n) * size, y + (row + 0.2 * math.sin(n * math.pi / 2.5)) * size) for n in range(11)]
        sprite.line(wave, ink, 0.26 * size)


def _water(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    round_part = [(0.68 * math.cos(a), 0.32 + 0.62 * math.sin(a)) for a in (k * math.pi / 8 - 0.4 for k in range(11))]
    sprite.polygon([(x + a * size, y + b * size) for a, b in ((0, -1), *round_part)], ink)


def _glyph(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    corners = []
    for n in range(8):
        far, angle = (1.0 if n % 2 == 0 else 0.42), math.radians(45 * n)
        corners.append((x + far * size * math.sin(angle), y - far * size * math.cos(angle)))
    sprite.polygon(corners, ink)


def _exit(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    sprite.line([(x - 0.9 * size, y), (x + 0.1 * size, y)], ink, 0.32 * size)
    sprite.polygon([(x, y - 0.66 * size), (x + 0.95 * size, y), (x, y + 0.66 * size)], ink)


def _blocked(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    for way in (-1, 1):
        sprite.line([(x - 0.7 * size, y - 0.7 * size * way), (x + 0.7 * size, y + 0.7 * size * way)], ink, 0.36 * size)


def _barred(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    sprite.circle(centre, 0.9 * size, None, ink, 0.28 * size)
    sprite.line([(x - 0.5 * size, y + 0.5 * size), (x + 0.5 * size, y - 0.5 * size)], ink, 0.28 * size)


def _far(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    x, y = centre
    for step in (-0.62, 0.0, 0.62):
        sprite.circle((x + step * size, y), 0.2 * size, ink)


def _dot(sprite: Sprite, centre: Point, size: float, ink: Colour) -> None:
    sprite.circle(centre, 0.6 * size, ink)


SIGNS: dict[str, Callable[[Sprite, Point, float, Colour], None]] = {
    "leaving": symbols.sword, "fall": _fall, "bog": _bog, "water": _water, "glyph": _glyph, "exit": _exit,
    "blocked": _blocked, "barred": _barred, "far": _far,
}  # fmt: skip
"""By the kinds of :class:`engine.core.looks.Risk` and :class:`engine.core.looks.Aimed`; what has none gets a dot."""
