"""The battlefield without its cards: where spaces are, which way up it lies, and its ground.

A player's own side is at the bottom. Lengths are in units of the whole picture's layout, 1000 of which are its width;
``unit`` says how many pixels one is.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.summoner_wars import board
from engine.summoner_wars.board import COLUMNS, HALF, ROWS, SPACES, Space
from render import text, theme

WIDTH = 1000  # pixels; read at 400 on a phone
CELL = (158.0, 126.0)
GUTTER = 40.0  # left, for the names of rows
MARGIN = 12.0  # right
FOOT = 30.0  # below, for those of columns
_SUPER = 2
_LEAST = (3, 3)  # columns and rows of a part
MOST = 4  # columns of a part; what needs more shows all


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def inner(self, by: float) -> Box:
        return Box(self.left + by, self.top + by, self.right - by, self.bottom - by)


class Mat(NamedTuple):
    """``bottom`` is the seat at the lower edge. ``columns`` and ``rows``: what of it shows, first and after the last, as
    they lie on the picture. ``top``: how many pixels stand over it."""

    bottom: int
    unit: float = 1.0
    columns: tuple[int, int] = (0, COLUMNS)
    rows: tuple[int, int] = (0, ROWS)
    top: float = 0

    def lies(self, space: Space) -> Space:
        """Column and row on the picture, from the left and from above."""
        column, row = space
        return (column, ROWS - 1 - row) if self.bottom == 0 else (COLUMNS - 1 - column, row)

    def shows(self, space: Space) -> bool:
        column, row = self.lies(space)
        return self.columns[0] <= column < self.columns[1] and self.rows[0] <= row < self.rows[1]

    def space(self, space: Space) -> Box:
        """In pixels of the picture."""
        column, row = self.lies(space)
        x, y = GUTTER + (column - self.columns[0]) * CELL[0], (row - self.rows[0]) * CELL[1]
        u = self.unit
        return Box(x * u, self.top + y * u, (x + CELL[0]) * u, self.top + (y + CELL[1]) * u)

    @property
    def size(self) -> tuple[int, int]:
        """Of the battlefield with its names, in pixels."""
        wide, high = self.columns[1] - self.columns[0], self.rows[1] - self.rows[0]
        return round((GUTTER + wide * CELL[0] + MARGIN) * self.unit), round((high * CELL[1] + FOOT) * self.unit)


def part(bottom: int, near: Collection[Space], width: int) -> Mat:
    """The part in which those spaces lie with their neighbours, ``width`` pixels wide."""
    whole = Mat(bottom)
    places = [whole.lies(space) for space in near]
    spans = []
    for axis, (limit, least) in enumerate(zip((COLUMNS, ROWS), _LEAST)):
        low, high = min(place[axis] for place in places) - 1, max(place[axis] for place in places) + 2
        low, high = max(0, low), min(limit, high)
        while high - low < least:
            low, high = max(0, low - 1), min(limit, high + (low == 0))
        spans.append((low, high))
    if spans[0][1] - spans[0][0] > MOST:
        spans[0] = (0, COLUMNS)
    wide = GUTTER + (spans[0][1] - spans[0][0]) * CELL[0] + MARGIN
    return Mat(bottom, width / wide, spans[0], spans[1])


@theme.kept(4)
def ground(mat: Mat) -> Image.Image:
    """What lies under the cards. Callers must not change it."""
    mat = mat._replace(top=0)
    size, unit = mat.size, mat.unit
    large = Image.new("RGB", (size[0] * _SUPER, size[1] * _SUPER), theme.TABLE)
    brush = ImageDraw.Draw(large)

    def up(box: Box) -> tuple[float, ...]:
        return tuple(n * _SUPER for n in box)

    shown = [space for space in SPACES if mat.shows(space)]
    for space in shown:
        box, fill = mat.space(space), theme.GROUND[(space[0] + space[1]) % 2]
        brush.rectangle(up(box), fill=fill)
        line = theme.mix(fill, theme.CENTRE, 0.2)
        brush.rounded_rectangle(up(box.inner(5 * unit)), 9 * unit * _SUPER, outline=line, width=round(1.6 * unit * _SUPER))
    boxes = [mat.space(space) for space in shown]
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    upper, lower = min(box.top for box in boxes), max(box.bottom for box in boxes)
    middle = (HALF - mat.rows[0]) * CELL[1] * unit
    if upper < middle < lower:
        brush.rectangle(up(Box(left, middle - 3 * unit, right, middle + 3 * unit)), fill=theme.CENTRE)
    brush.rectangle(up(Box(left, upper, right - 1, lower)), outline=theme.PANEL_LINE, width=round(2 * unit * _SUPER))
    picture = large.reduce(_SUPER)
    brush = ImageDraw.Draw(picture)
    for space, box in zip(shown, boxes):
        quiet = theme.mix(theme.GROUND[(space[0] + space[1]) % 2], theme.INK, 0.38)
        text.write(brush, box.centre, board.name(space).upper(), round(25 * unit), quiet, bold=True, anchor="mm")
    size_ = round(24 * unit)
    for space, box in zip(shown, boxes):
        if box.left == left:
            at = (GUTTER * unit / 2, box.centre[1])
            text.write(brush, at, str(space[1] + 1), size_, theme.DIM, bold=True, anchor="mm")
        if box.bottom == lower:
            at = (box.centre[0], lower + FOOT * unit / 2)
            text.write(brush, at, "ABCDEF"[space[0]], size_, theme.DIM, bold=True, anchor="mm")
    return picture
