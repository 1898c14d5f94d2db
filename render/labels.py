"""Coordinates on ground that something has tinted: in the better of two inks, with a halo where neither would be enough."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render import text, theme
from render.geometry import Point

ENOUGH = 5.5  # contrast that is sought: what encoding takes away still leaves 4.5

LEAST = 0.3  # of a halo's colour: with less, encoding would round it off to the ground


def write(picture: Image.Image, at: Point, words: str, size: int) -> None:
    """Write bold words with their middle at ``at``, so that they can be read on whatever lies there."""
    halo, between, left, top = _masks(words, size)
    x, y = round(at[0]) + left, round(at[1]) + top
    shades = picture.crop((x, y, x + halo.width, y + halo.height)).histogram(between)
    ground = _median(shades[:256]), _median(shades[256:512]), _median(shades[512:])
    ink = theme.standing_out(ground)
    other = theme.palette().EMBLEM if ink == theme.palette().DARK else theme.palette().DARK
    share = next((n / 20 for n in range(20) if theme.contrast(ink, theme.mix(ground, other, n / 20)) >= ENOUGH), 1)
    if share:
        share = max(share, LEAST)
        picture.paste(other, (x, y), halo.point([round(value * share) for value in range(256)]))
    text.write(ImageDraw.Draw(picture), at, words, size, ink, bold=True, anchor="mm")


def _median(histogram: list[int]) -> int:
    half = sum(histogram) / 2
    for level, count in enumerate(histogram):
        half -= count
        if half <= 0:
            return level
    return 255


@lru_cache(maxsize=512)
def _masks(words: str, size: int) -> tuple[Image.Image, Image.Image, int, int]:
    """The words' strokes, widened; what lies between and just round the strokes; where both lie from the words' middle."""
    wide = max(2, round(size / 7))
    half, tall = round(text.width(words, size, bold=True) / 2) + 3 * wide, size
    mask = Image.new("L", (2 * half, 2 * tall), 0)
    text.write(ImageDraw.Draw(mask), (half, tall), words, size, 255, bold=True, anchor="mm")  # type: ignore[arg-type]
    halo = mask.filter(ImageFilter.GaussianBlur(wide)).point([min(255, 4 * value) for value in range(256)])
    left, top, right, bottom = mask.getbbox() or (0, 0, *mask.size)
    between = Image.new("L", mask.size, 0)
    between.paste(255, (left - 1, top - 1, right + 1, bottom + 1))
    between.paste(0, (0, 0), mask.point([255 if value >= 8 else 0 for value in range(256)]))
    return halo, between, -half, -tall
