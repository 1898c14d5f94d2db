"""The picture of the battlefield: the turn, a line for each player at their edge, the cards, dice, what lasts."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from engine.core.events import Event
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.view import WarView
from render import captions, encode, looked, theme
from render.looked import About
from render.summoner_wars import colours, panels
from render.summoner_wars.asked import Asked
from render.summoner_wars.field import Field
from render.summoner_wars.happened import Happened, gather
from render.summoner_wars.mat import WIDTH, Box, Mat, part
from render.summoner_wars.panels import GAP, Page

FOCUS_WIDTH = 800  # of a part; shown at 400 on a phone
_BESIDE = 2


class Room(NamedTuple):
    """How many rows of dice and lines of words are kept free, even if there are fewer: pictures of a row are of one size."""

    throws: int = 0
    lines: int = 0


NONE = Room()


def draw_board(
    view: WarView,
    *,
    events: Sequence[Event] = (),
    reach: Mapping[str, str] | None = None,
    focus: Collection[str] | None = None,
    width: int | None = None,
    about: About | None = None,
) -> bytes:
    """The battlefield as PNG.

    ``events``  what happened since the reader last looked: arrows, dice, arrivals and losses.
    ``reach``   space -> "safe" or "risk": spaces to be marked.
    ``focus``   spaces to show with their neighbours; None or empty: the whole battlefield.
    ``about``   how far a unit gets or what it could attack: marked, with a panel below.
    ``width``   pixels; default 1000 for the whole, 800 for a part.
    Equal arguments give equal bytes.
    """
    if about is not None:
        picture = painted(view, events=events, focus=focus or looked.focus(about), width=width, about=about)
        return encode.png(captions.under(picture, about), colours.palette())
    return encode.png(painted(view, events=events, reach=reach, focus=focus, width=width), colours.palette())


def painted(
    view: WarView,
    *,
    events: Sequence[Event] = (),
    reach: Mapping[str, str] | None = None,
    focus: Collection[str] | None = None,
    width: int | None = None,
    room: Room = NONE,
    throws: int = 4,
    about: About | None = None,
) -> Image.Image:
    """The same before it becomes bytes, RGB. ``throws``: how many of the last attacks show their dice."""
    done = gather(view, events)
    done = done._replace(throws=done.throws[-throws:])
    sheet = laid(view, done, focus=focus, width=width, room=room)
    unit = sheet.unit
    picture = Image.new("RGB", sheet.size, theme.TABLE)
    marked = {space: how for at, how in (reach or {}).items() if (space := _space(at)) is not None}
    field = Asked(view, sheet.mat, done, about) if about is not None else Field(view, sheet.mat, done)
    picture.paste(field.draw(marked), (0, round(sheet.mat.top)))
    page = Page(picture, view, unit)
    page.head(sheet.head)
    for seat in range(len(view.seats)):
        page.strip(sheet.lower if seat == sheet.mat.bottom else sheet.upper, seat)
    for box, throw in zip(sheet.throws, done.throws):
        page.throw(box, throw)
    page.lines(sheet.lines, panels.lasting(view, unit))
    return picture


class Sheet(NamedTuple):
    """Where everything is, in pixels: the battlefield, the turn, both players, dice, what lasts."""

    size: tuple[int, int]
    unit: float
    mat: Mat
    head: Box
    upper: Box
    lower: Box
    throws: tuple[Box, ...]
    lines: Box


def throw_rows(throws: int) -> int:
    """How many rows so many throws take."""
    return math.ceil(throws / _beside())


def _beside() -> int:
    return _BESIDE if theme.magnified() == 1 else 1


def laid(
    view: WarView, done: Happened, *, focus: Collection[str] | None = None, width: int | None = None, room: Room = NONE
) -> Sheet:
    """The layout of the picture that :func:`painted` makes of the same."""
    near = [space for at in focus or () if (space := _space(at)) is not None]
    bottom = view.viewer or 0
    if near:
        width = width or FOCUS_WIDTH
        lay = part(bottom, near, width)
    else:
        width = width or WIDTH
        lay = Mat(bottom, width / WIDTH)
    unit = width / WIDTH
    gap = GAP * unit

    def row(top: float, height: float) -> Box:
        return Box(gap, top, width - gap, top + height * unit)

    head = row(gap, panels.head_height())
    upper = row(head.bottom + gap, panels.strip_height())
    lay = lay._replace(top=round(upper.bottom + gap))
    lower = row(lay.top + lay.size[1] + gap / 2, panels.strip_height())
    y = lower.bottom + gap
    beside = min(_beside(), max(1, len(done.throws)))
    boxes, high = [], panels.throw_height()
    for n in range(len(done.throws)):
        alone = n == len(done.throws) - 1 and n % beside == 0
        box = row(y + n // beside * (high * unit + gap), high)
        wide = box.right - box.left if alone else (box.right - box.left - gap * (beside - 1)) / beside
        left = box.left + n % beside * (wide + gap)
        boxes.append(Box(left, box.top, left + wide, box.bottom))
    y += max(room.throws, throw_rows(len(done.throws))) * (high * unit + gap)
    count = max(room.lines, len(panels.lasting(view, unit)))
    lines = row(y, count * panels.line_height())
    height = round(lines.bottom + (gap if count else 0))
    return Sheet((width, height), unit, lay, head, upper, lower, tuple(boxes), lines)


def _space(name: str) -> Space | None:
    try:
        return board.parse(name)
    except ValueError:
        return None
