"""The board picture: header, board, dice, a panel for each seat."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest

from PIL import Image

from engine.arena.battlefield import Battlefield, load
from engine.arena.hexes import parse
from engine.arena.view import ArenaView
from engine.core.events import Event
from render import captions, encode, looked, terrain, theme
from render.described import alt_text, describe_board
from render.geometry import Box, Grid, grid_for
from render.goals import teams
from render.happened import Happened, Throw, action_focus, gather
from render.looked import About
from render.panels import CARD, HEAD, TEAM, Page, cards_of, header_height
from render.scene import Scene

__all__ = ["FOCUS_WIDTH", "FULL_WIDTH", "action_focus", "alt_text", "describe_board", "draw_board", "drawn"]

FULL_WIDTH = 1400  # to be tapped open
WIDE = 1600  # of maps whose hexes would be smaller than ``_SMALLEST`` pixels
_SMALLEST = 61
FOCUS_WIDTH = 800  # shown at 400 on a phone
_COLUMNS = (
    7.0,
    8.5,
    10.0,
    12.0,
    14.5,
    17.5,
    21.0,
    25.0,
)  # hexes across a focused picture: few sizes, so layers are reused
_THROWS = 4  # how many of the last attacks show their dice
_ROLLS = 3  # and of the last rolls of the d20


def draw_board(
    view: ArenaView,
    *,
    events: Sequence[Event] = (),
    reach: Mapping[str, str] | None = None,
    focus: Collection[str] | None = None,
    width: int | None = None,
    about: About | None = None,
) -> bytes:
    """The board as a PNG of at most 300 KB.

    ``events``  what happened since the reader last looked: arrows, dice, arrivals and losses.
    ``reach``   coordinate -> "safe" or "risk": spaces to tint.
    ``focus``   coordinates to crop to (:func:`action_focus` suggests some); None or empty: the whole battlefield.
    ``about``   how far a figure gets or what is in sight: marked on the part of the board it is about, with a panel below.
    ``width``   pixels; default 1400 for the whole (1600 for wide maps), 800 for a crop (made to be read at half of that).
    Equal arguments give equal bytes.
    """
    done, grid = drawn(view, events=events, reach=reach, focus=focus, width=width, about=about)
    return encode.png(done, palette(grid.field))


def palette(field: Battlefield) -> Image.Image:
    """The colours of a battlefield's pictures: those of the whole of it serve every part and size."""
    whole = whole_grid(field, full_width(field))
    return encode.palette_for(terrain.key(whole), lambda: terrain.ground(whole), styles=theme.styles_on(field))


def drawn(
    view: ArenaView,
    *,
    events: Sequence[Event] = (),
    reach: Mapping[str, str] | None = None,
    focus: Collection[str] | None = None,
    width: int | None = None,
    about: About | None = None,
) -> tuple[Image.Image, Grid]:
    """The same before it becomes bytes, RGB, and the grid it lies on."""
    done = gather(view, events)
    field = load(view.battlefield)
    wanted = focus or (looked.focus(about) if about is not None else ())
    near = [space for space in map(parse, wanted) if space in field.spaces]
    if near:
        grid, box = _crop(grid_for(field, 100), near, width or FOCUS_WIDTH)
    else:
        grid = whole_grid(field, width or full_width(field))
        box = Box(0, 0, *grid.size)
    scene = Scene(view, grid, box, done, about)
    tinted = {at: how for at, how in (reach or {}).items() if parse(at) in field.spaces}
    if about is not None:
        return captions.under(_headed(view, scene.draw(tinted)), about), grid
    return (_compact(view, scene.draw(tinted), done) if near else _full(view, scene, tinted, done)), grid


def full_width(field: Battlefield) -> int:
    """How wide the picture of a whole battlefield is: wide maps need more, or their words could not be read."""
    sample = grid_for(field, 100)
    return FULL_WIDTH if FULL_WIDTH / sample.size[0] * 100 >= _SMALLEST else WIDE


def whole_grid(field: Battlefield, width: int) -> Grid:
    """The largest grid on which the whole battlefield is at most ``width`` pixels wide."""
    sample = grid_for(field, 100)
    scale = width / sample.size[0]
    grid = grid_for(sample.field, math.floor(sample.width * scale * 100) / 100)
    while grid.size[0] > width:
        grid = grid_for(sample.field, grid.width - 0.05)
    return grid


def _crop(sample: Grid, near: list[tuple[int, int]], width: int) -> tuple[Grid, Box]:
    """A grid in which the spaces fill the width, and the part of it to show."""
    bounds = sample.bounds(near)
    wanted = (bounds.right - bounds.left) / sample.width + 1
    most = sample.size[0] / sample.width
    columns = next((few for few in _COLUMNS if few >= wanted and few < most), most)
    grid = grid_for(sample.field, math.floor(width / columns * 100) / 100, label=0.2)
    layer = grid.size
    bounds = grid.bounds(near)
    top, bottom = bounds.top - 0.95 * grid.width, bounds.bottom + 0.55 * grid.width
    lack = 4.2 * grid.width - (bottom - top)
    if lack > 0:
        top, bottom = top - lack / 2, bottom + lack / 2
    height = min(layer[1], math.ceil(bottom - top))
    top = max(0, min(round(top), layer[1] - height))
    left = max(0, min(round((bounds.left + bounds.right - width) / 2), layer[0] - width))
    return grid, Box(left, top, left + width, top + height)


def _stack(width: int, heights: Sequence[int], gap: int) -> tuple[Image.Image, list[Box]]:
    """An empty picture for parts over one another, and where each goes. A height of 0 leaves its part out."""
    boxes, height = _boxes(width, heights, gap)
    return Image.new("RGB", (width, height), theme.TABLE), boxes


def _boxes(width: int, heights: Sequence[int], gap: int) -> tuple[list[Box], int]:
    """Where each of the parts goes, and how high all of them are."""
    boxes, y = [], gap
    for height in heights:
        boxes.append(Box(gap, y, width - gap, y + height))
        y += height + gap if height else 0
    return boxes, y


def _full(view: ArenaView, scene: Scene, reach: Mapping[str, str], done: Happened) -> Image.Image:
    width, tall = scene.box.size
    unit = width / full_width(load(view.battlefield)) * theme.magnified()
    tables = _tables(view)
    columns = 2 if len(tables) <= 2 and theme.magnified() == 1 else 1
    framed = any(len(team) > 1 for team in teams(view))
    heights = [[HEAD + 10 + math.ceil(len(cards_of(view, seat)) / columns) * CARD for seat in table] for table in tables]
    tallest = [max(row) for row in zip_longest(*heights, fillvalue=0)]
    throws = done.throws[-_THROWS:]
    beside = min(2, max(1, len(throws))) if theme.magnified() == 1 else 1
    dice = math.ceil(len(throws) / beside)
    gap, line = round(10 * unit), round(46 * unit)
    seats = round((sum(tallest) + 10 * (len(tallest) - 1) + (TEAM + 6 if framed else 0)) * unit)
    (head, goal, middle, rolled, strip, below), height = _boxes(
        width, (round(header_height(view) * unit), round(40 * unit), tall, line if done.rolls else 0,
                dice * line + max(0, dice - 1) * gap if dice else 0, seats), gap,
    )  # fmt: skip
    picture = scene.within((width, height), middle.top).draw(reach)
    for edges in ((0, 0, width, middle.top), (0, middle.bottom, width, height)):
        picture.paste(theme.TABLE, edges)
    page = Page(picture, view, unit)
    page.header(head, compact=False)
    page.goal(goal, compact=False)
    if done.rolls:
        page.rolls(rolled, done.rolls[-_ROLLS:])
    _throws(page, strip, throws, beside, line, gap)
    for box, table, team in zip(_across(below, len(tables), gap), tables, teams(view) if framed else tables):
        inset = round(6 * unit) if framed else 0
        top = box.top + (round(TEAM * unit) if framed else 0)
        shares = tallest if len(table) > 1 or len(tallest) == 1 else [max(heights[tables.index(table)])]
        panels = []
        for seat, share in zip(table, shares):
            panels.append((seat, Box(box.left + inset, top, box.right - inset, top + round(share * unit))))
            top += round(share * unit) + gap
        if framed:
            page.team(Box(box.left, box.top, box.right, top - gap + inset), team)
        for seat, panel in panels:
            page.seat(panel, view.seats[seat], columns)
    return picture


def _tables(view: ArenaView) -> list[tuple[int, ...]]:
    """The seats in columns: a team below one another; else up to three beside one another (two in large print), more two by
    two."""
    together = teams(view)
    if any(len(team) > 1 for team in together) or len(view.seats) <= (3 if theme.magnified() == 1 else 2):
        return together
    half = math.ceil(len(view.seats) / 2)
    return [tuple(range(n, len(view.seats), half)) for n in range(half)]


def _compact(view: ArenaView, board: Image.Image, done: Happened) -> Image.Image:
    unit = board.width / 640 * theme.magnified()
    throws, rolls = done.throws[-3:], done.rolls[-2:]
    gap, line = round(7 * unit), round(44 * unit)
    tables = _tables(view)
    across = min(2, len(tables))
    order = [seat for row in zip_longest(*tables) for seat in row] if len(tables) == across else list(range(len(view.seats)))
    rows = math.ceil(len(order) / across)
    seat_height = round(84 * unit)
    picture, (head, goal, middle, note, rolled, strip, seats) = _stack(
        board.width, (round(66 * unit), round(34 * unit), board.height, round(26 * unit) if view.weirded else 0,
                      len(rolls) * line + max(0, len(rolls) - 1) * gap,
                      len(throws) * line + max(0, len(throws) - 1) * gap if throws else 0,
                      rows * seat_height + (rows - 1) * gap), gap,
    )  # fmt: skip
    page = Page(picture, view, unit)
    page.header(head, compact=True)
    page.goal(goal, compact=True)
    picture.paste(board, (0, middle.top))
    if view.weirded:
        page.weirded(note)
    for n, roll in enumerate(rolls):
        top = rolled.top + n * (line + gap)
        page.rolls(Box(rolled.left, top, rolled.right, top + line), [roll])
    _throws(page, strip, throws, 1, line, gap)
    for n, seat in enumerate(order):
        if seat is None:
            continue
        row = Box(seats.left, seats.top + n // across * (seat_height + gap), seats.right, 0)
        box = _across(row, across, gap)[n % across]
        page.compact_seat(Box(box.left, row.top, box.right, row.top + seat_height), view.seats[seat])
    return picture


def _headed(view: ArenaView, board: Image.Image) -> Image.Image:
    """The board under the header alone: what was asked is told below it."""
    compact = board.width <= FOCUS_WIDTH
    unit = board.width / (640 if compact else FULL_WIDTH) * theme.magnified()
    gap = round(7 * unit)
    tall = round((66 if compact else header_height(view)) * unit)
    picture, (head, middle) = _stack(board.width, (tall, board.height), gap)
    Page(picture, view, unit).header(head, compact=compact)
    picture.paste(board, (0, middle.top))
    return picture


def _across(box: Box, count: int, gap: int) -> list[Box]:
    wide = (box.right - box.left - gap * (count - 1)) // count
    return [Box(box.left + n * (wide + gap), box.top, box.left + n * (wide + gap) + wide, box.bottom) for n in range(count)]


def _throws(page: Page, strip: Box, throws: Sequence[Throw], across: int, line: int, gap: int) -> None:
    for n, throw in enumerate(throws):
        top = strip.top + n // across * (line + gap)
        box = _across(Box(strip.left, top, strip.right, top + line), across, gap)[n % across]
        page.throw(box, throw)
