"""Words in pictures: fixed fonts, fitting, wrapping.

The basic layout engine is used on purpose: the other one exists only where a system library does, and pixels must not
depend on that. What it lacks for scripts other than ours is in :mod:`render.scripts`; which font draws what, in
:mod:`render.glyphs`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

from render import scripts
from render.glyphs import BOLD, FONTS, PLAIN, font_for
from render.theme import Colour

_EASY = re.compile(
    "[ -~\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201d\u2026\u2190-\u21ff\u2212\u25a0-\u25ff\u2713-\u2718]*"
)
"""Characters that the first fonts have and that stand as they are written: most words consist of them."""


def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font of most words at ``size`` pixels."""
    return _font(BOLD if bold else PLAIN, size)


@lru_cache(maxsize=128)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / file, max(5, size), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def pieces(text: str, bold: bool = False) -> tuple[tuple[str, str], ...]:
    """The text as it stands on the line from left to right, in pieces of one font each: (the font's file, characters)."""
    main = BOLD if bold else PLAIN
    if _EASY.fullmatch(text):
        return ((main, text),) if text else ()
    line = scripts.visual(scripts.clean(text, lambda each: font_for(each, bold) is not None))
    drawn = [(font_for(each, bold) or main, each) for each in line]
    return tuple((file, "".join(each for _, each in run)) for file, run in groupby(drawn, lambda pair: pair[0]))


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool = False) -> float:
    """Width in pixels."""
    return sum(_font(file, size).getlength(run) for file, run in pieces(text, bold))


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
    runs = pieces(text, bold)
    if len(runs) > 1:
        return _joined(runs, size, bold, anchor)
    [(file, line)] = runs or [(BOLD if bold else PLAIN, "")]
    left, top, right, bottom = (round(edge) for edge in _font(file, size).getbbox(line, anchor=anchor))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), line, fill=255, font=_font(file, size), anchor=anchor)
    return mask, left, top


def _joined(runs: tuple[tuple[str, str], ...], size: int, bold: bool, anchor: str) -> tuple[Image.Image, int, int]:
    """Pieces of several fonts on one base line, anchored as words of the main font are."""
    ascent, descent = font(size, bold).getmetrics()
    whole = sum(_font(file, size).getlength(run) for file, run in runs)
    start = {"l": 0.0, "m": -whole / 2, "r": -whole}[anchor[0]]
    base = {"a": ascent, "m": (ascent - descent) / 2, "s": 0, "d": -descent}[anchor[1]]
    placed = []
    for file, run in runs:
        placed.append((file, run, round(start)))
        start += _font(file, size).getlength(run)
    boxes = [_font(file, size).getbbox(run, anchor="ls") for file, run, _ in placed]
    left = min(round(box[0]) + x for box, (_, _, x) in zip(boxes, placed))
    right = max(round(box[2]) + x for box, (_, _, x) in zip(boxes, placed))
    top, bottom = min(round(box[1]) for box in boxes), max(round(box[3]) for box in boxes)
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    brush = ImageDraw.Draw(mask)
    for file, run, x in placed:
        brush.text((x - left, -top), run, fill=255, font=_font(file, size), anchor="ls")
    return mask, left, round(base) + top
