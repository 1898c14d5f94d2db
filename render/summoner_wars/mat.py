"""Where things are on a picture of the battlefield, and which way up it lies: a player's own side is at the bottom."""

from __future__ import annotations

from typing import NamedTuple

from engine.summoner_wars.board import COLUMNS, ROWS, Space

WIDTH = 1000  # pixels; read at 400 on a phone
_GUTTER = 26  # for the names of rows and columns
_MARGIN = 14
_HEAD = 70
_STRIP = 74  # a player's line
_FOOT = 14


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


class Mat:
    """``bottom`` is the seat at the lower edge; ``lines`` how many lines stand under the board."""

    def __init__(self, bottom: int, lines: int = 0) -> None:
        self.bottom = bottom
        self.cell = ((WIDTH - 2 * _MARGIN - _GUTTER) / COLUMNS, 116.0)
        self.left = float(_MARGIN + _GUTTER)
        self.top = float(_HEAD + _STRIP)
        self.height = round(self.top + ROWS * self.cell[1] + _GUTTER + _STRIP + lines * 30 + _FOOT)

    def space(self, space: Space) -> Box:
        column, row = space if self.bottom == 1 else (space[0], ROWS - 1 - space[1])
        if self.bottom == 1:
            column = COLUMNS - 1 - column
        x, y = self.left + column * self.cell[0], self.top + row * self.cell[1]
        return Box(x, y, x + self.cell[0], y + self.cell[1])

    @property
    def board(self) -> Box:
        return Box(self.left, self.top, self.left + COLUMNS * self.cell[0], self.top + ROWS * self.cell[1])

    @property
    def head(self) -> Box:
        return Box(_MARGIN, _MARGIN, WIDTH - _MARGIN, _HEAD)

    def strip(self, seat: int) -> Box:
        """The line of that player: at their edge of the board."""
        top = self.board.bottom + _GUTTER if seat == self.bottom else float(_HEAD)
        return Box(_MARGIN, top, WIDTH - _MARGIN, top + _STRIP)

    def line(self, n: int) -> tuple[float, float]:
        """Where the n-th line under everything begins."""
        return float(_MARGIN), self.board.bottom + _GUTTER + _STRIP + 16 + 30 * n
