"""Words in pictures: fixed fonts, fitting, wrapping.

The basic layout engine is used on purpose: the other one exists only where a system library does, and pixels must not
depend on that.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from render.theme import Colour

FONTS = Path(__file__).parent / "fonts"
_FILES = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}


@lru_cache(maxsize=128)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The committed font at ``size`` pixels."""
    return ImageFont.truetype(FONTS / _FILES[bold], max(5, size), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool = False) -> float:
    """Width in pixels."""
    return font(size, bold).getlength(text)


@lru_cache(maxsize=4096)
def fitted(text: str, room: int, size: int, bold: bool = False) -> str:
    """``text``, cut with an ellipsis if it is wider than ``room`` pixels."""
    if width(text, size, bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip(" ,·") + "…" if low else ""


def shrunk(text: str, room: float, size: int, least: int, bold: bool = False) -> int:
    """The greatest size, from ``size`` down to ``least``, at which the text fits into ``room`` pixels: words of some
    languages are longer than those a picture was laid out for."""
    return next((smaller for smaller in range(size, least, -1) if width(text, smaller, bold) <= room), least)


@lru_cache(maxsize=1024)
def wrapped(text: str, room: int, size: int, bold: bool = False) -> tuple[str, ...]:
    """Lines no wider than ``room`` pixels; a single word that is wider is cut."""
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if width(longer, size, bold) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            line = fitted(word, room, size, bold)
        lines.append(line)
    return tuple(lines)


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    fill: Colour,
    *,
    bold: bool = False,
    anchor: str = "lm",
    room: int | None = None,
) -> float:
    """Write one line, cut to ``room`` pixels. Returns its width."""
    if room is not None:
        text = fitted(text, room, size, bold)
    if text:
        mask, left, top = _mask(text, size, bold, anchor)
        draw.bitmap((round(at[0]) + left, round(at[1]) + top), mask, fill)
    return width(text, size, bold)


@lru_cache(maxsize=2048)
def _mask(text: str, size: int, bold: bool, anchor: str) -> tuple[Image.Image, int, int]:
    """The words as a mask and where it lies from the anchor: most words return in the next picture."""
    left, top, right, bottom = (round(edge) for edge in font(size, bold).getbbox(text, anchor=anchor))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font(size, bold), anchor=anchor)
    return mask, left, top
