"""The panel under a picture of something asked: what it shows, in words, with the signs that occur on it."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.core.looks import Reach
from engine.core.text import say, words
from render import looked, sights, text, theme
from render.looked import About
from render.theme import Colour

LEGEND = {
    "leaving": words("leaving attacks"), "fall": words("a fall"), "bog": words("a roll for the bog"),
    "water": words("water ends the move"), "glyph": words("a glyph ends the move"), "exit": words("leaves the battlefield"),
}  # fmt: skip
_MOST = 7  # lines of words; all of them are in the text


class _Line(NamedTuple):
    words: str
    ink: Colour
    bold: bool
    size: int


def under(picture: Image.Image, about: About) -> Image.Image:
    """The picture with the panel below, RGB, as wide as before."""
    unit = picture.width / 640
    pad, line = round(14 * unit), round(26 * unit * theme.magnified())
    room = picture.width - 4 * pad
    lines = _lines(about, room, unit)
    signs = _legend(about)
    rows = _rows(signs, room, unit)
    tall = 2 * pad + line * (len(lines) + len(rows))
    gap = round(7 * unit)
    whole = Image.new("RGB", (picture.width, picture.height + tall + gap), theme.TABLE)
    whole.paste(picture, (0, 0))
    brush = ImageDraw.Draw(whole)
    top = picture.height
    box = (gap, top, picture.width - gap - 1, top + tall - 1)
    brush.rounded_rectangle(box, round(10 * unit), fill=theme.PANEL)
    y = top + pad + line / 2
    for each in lines:
        text.write(brush, (2 * pad, y), each.words, each.size, each.ink, bold=each.bold)
        y += line
    size = _size(15, unit)
    for row in rows:
        x: float = 2 * pad
        for kind in row:
            sprite = sights.sign(kind, round(size * 1.2), theme.INK)
            whole.paste(sprite, (round(x), round(y - sprite.height / 2)), sprite)
            x += sprite.width + size * 0.5
            x += text.write(brush, (x, y), str(LEGEND[kind]), size, theme.DIM) + size * 1.4
        y += line
    return whole


def _size(points: int, unit: float) -> int:
    return round(points * unit * theme.magnified())


def _lines(about: About, room: int, unit: float) -> list[_Line]:
    large, small = _size(18, unit), _size(16, unit)
    title, *rest = looked.told(about)
    found = [_Line(line, theme.INK, True, large) for line in text.wrapped(title, room, large, True)]
    if isinstance(about, Reach):
        rest = [str(about.note)] if about.note else []
        rest += [looked.summary(about)]
        rest += [say("Numbers: what a space takes of the move.")] if about.spaces else []
    else:
        rest = looked.names(about)
    for each in rest:
        wrapped = text.wrapped(each, room, small)
        found += [_Line(line, theme.INK, False, small) for line in _two(wrapped, room, small)]
    if len(found) > _MOST + 1:
        found = [*found[:_MOST], _Line("…", theme.DIM, False, small)]
    return found


def _two(lines: tuple[str, ...], room: int, size: int) -> list[str]:
    """The first two, the second with a sign that there is more."""
    if len(lines) <= 2:
        return list(lines)
    second = lines[1]
    while text.width(f"{second} …", size) > room:
        second = second.rpartition(" ")[0]
    return [lines[0], f"{second} …"]


def _legend(about: About) -> list[str]:
    """The kinds of risks that occur, as in ``LEGEND``."""
    if not isinstance(about, Reach):
        return []
    there = {risk.kind for each in about.spaces for risk in each.risks}
    return [kind for kind in LEGEND if kind in there]


def _rows(kinds: list[str], room: int, unit: float) -> list[list[str]]:
    size = _size(15, unit)
    rows: list[list[str]] = []
    x = 0.0
    for kind in kinds:
        wide = size * 3.1 + text.width(str(LEGEND[kind]), size)
        if not rows or x + wide > room:
            rows.append([])
            x = 0.0
        rows[-1].append(kind)
        x += wide
    return rows
