"""How something rose and fell over a match, as lines: one for each side, each ending in its seats' letters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.retrospect import Chart, Line
from render import text, theme, tokens
from render.theme import Colour, SeatStyle

PRINT = 22  # size of words in pixels, before large print
DISC = 7  # by how much a mark's disc is wider than its number is high
_SUPER = 3
_BADGE = 30
_APART = 32  # pixels between the badges of two lines


class Mark:
    """What is marked on every chart: a key moment. ``number`` is the one it is listed under."""

    def __init__(self, number: int, turn: int) -> None:
        self.number, self.turn = number, turn


def draw(chart: Chart, styles: Sequence[SeatStyle], marks: Sequence[Mark], width: int, height: int) -> Image.Image:
    """The chart without its heading, RGB, on a panel's ground. ``styles``: by seat; at least one line of two values."""
    return _Plot(chart, styles, width, height).drawn(marks)


@theme.kept(32)
def disc(number: int, size: int) -> Image.Image:
    """The number of a key moment on gold, ``size`` pixels."""
    large = Image.new("RGBA", (size * _SUPER, size * _SUPER), (0, 0, 0, 0))
    edge = size * _SUPER - 1
    ImageDraw.Draw(large).ellipse((0, 0, edge, edge), fill=theme.GOLD, outline=theme.DARK, width=round(edge * 0.06))
    small = large.reduce(_SUPER)
    text.write(ImageDraw.Draw(small), (size / 2, size / 2), str(number), round(size * 0.62), theme.DARK, bold=True,
               anchor="mm")  # fmt: skip
    return small


class _Plot:
    def __init__(self, chart: Chart, styles: Sequence[SeatStyle], width: int, height: int) -> None:
        self.chart, self.styles, self.width, self.height = chart, styles, width, height
        self.size = round(PRINT * theme.magnified())  # of words
        self.steps = max(1, max(len(line.values) for line in chart.lines) - 1)
        self.most = max(1.0, chart.of, *(value for line in chart.lines for value in line.values))
        seats = max(len(line.seats) for line in chart.lines)
        numbers = max(text.width(_number(line.values[-1]), self.size + 3, True) for line in chart.lines)
        self.left = round(text.width(_number(self.most), self.size)) + 12
        self.right = width - round(numbers) - 14 - (_BADGE - 8) * (seats - 1) - _BADGE
        self.top, self.bottom = _BADGE / 2 + 2, height - self.size - 16

    def at(self, step: float, value: float) -> tuple[float, float]:
        return (self.left + (self.right - self.left) * step / self.steps,
                self.bottom - (self.bottom - self.top) * value / self.most)  # fmt: skip

    def drawn(self, marks: Sequence[Mark]) -> Image.Image:
        large = Image.new("RGB", (self.width * _SUPER, self.height * _SUPER), theme.PANEL)
        brush = ImageDraw.Draw(large)
        quiet = theme.mix(theme.PANEL, theme.PANEL_LINE, 0.7)
        for share in (0, 0.5, 1):
            ends = self.at(0, self.most * share), self.at(self.steps, self.most * share)
            self._line(brush, ends, quiet if share else theme.PANEL_LINE, 2)
        for mark in marks:
            x, _ = self.at(mark.turn - 0.5, 0)
            self._line(brush, ((x, self.top), (x, self.bottom)), quiet, 2)
        if self.chart.of:
            self._dashed(brush, self.chart.of, theme.CHOSEN)
        for line in self.chart.lines:
            points = [self.at(step, value) for step, value in enumerate(line.values)]
            self._line(brush, points, theme.PANEL, 9)  # so that lines that cross stay apart
            self._line(brush, points, self._ink(line), 5)
        picture = large.reduce(_SUPER)
        self._said(picture, marks)
        return picture

    def _ink(self, line: Line) -> Colour:
        return self.styles[line.seats[0]].text

    def _line(self, brush: ImageDraw.ImageDraw, points: Sequence[tuple[float, float]], ink: Colour, wide: int) -> None:
        brush.line([(x * _SUPER, y * _SUPER) for x, y in points], ink, wide * _SUPER, joint="curve")

    def _dashed(self, brush: ImageDraw.ImageDraw, value: float, ink: Colour) -> None:
        x, y = self.at(0, value)
        while x < self.right:
            self._line(brush, ((x, y), (min(x + 10, self.right), y)), ink, 3)
            x += 18

    def _said(self, picture: Image.Image, marks: Sequence[Mark]) -> None:
        """Numbers, badges, and the shapes of the seats where a moment is marked: lines differ by more than colour."""
        brush = ImageDraw.Draw(picture)
        for value in (0.0, self.most):
            at = self.at(0, value)
            text.write(brush, (at[0] - 8, at[1]), _number(value), self.size, theme.DIM, anchor="rm")
        below = self.bottom + self.size / 2 + 10
        taken = [self.at(mark.turn - 0.5, 0)[0] for mark in marks]
        for turn in (1, self.steps):
            x = self.at(turn - 0.5, 0)[0]
            if all(abs(x - other) > _BADGE for other in taken):
                text.write(brush, (x, below), str(turn), self.size, theme.DIM, anchor="mm")
                taken.append(x)
        for line in self.chart.lines:
            style = self.styles[line.seats[0]]
            for mark in marks:
                if 0 < mark.turn < len(line.values):
                    x, y = self.at(mark.turn - 0.5, (line.values[mark.turn - 1] + line.values[mark.turn]) / 2)
                    self._shape(picture, style, x, y)
        size = self.size + DISC
        for mark, x in zip(marks, apart(taken[: len(marks)], size + 2, size / 2, self.width - size / 2)):
            number = disc(mark.number, size)
            picture.paste(number, (round(x - size / 2), round(below - size / 2)), number)
        ends = [self.at(self.steps, line.values[-1])[1] for line in self.chart.lines]
        for line, y in zip(self.chart.lines, apart(ends, _APART, self.top, self.bottom)):
            x = float(self.right)
            for seat in line.seats:
                badge = tokens.letter(self.styles[seat], _BADGE)
                picture.paste(badge, (round(x), round(y - badge.height / 2)), badge)
                x += _BADGE - 8
            x += 14
            text.write(brush, (x, y), _number(line.values[-1]), self.size + 3, theme.INK, bold=True)

    def _shape(self, picture: Image.Image, style: SeatStyle, x: float, y: float) -> None:
        sign = _point(style, 14)
        picture.paste(sign, (round(x - sign.width / 2), round(y - sign.height / 2)), sign)


def apart(wanted: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """Places as near to those wanted as can be, ``step`` from each other in the same order, between ``low`` and ``high``
    where there is room for all."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    found = list(wanted)
    for before, n in pairwise(order):
        found[n] = max(found[n], found[before] + step)
    limit = high
    for n in reversed(order):
        found[n] = min(found[n], limit)
        limit = found[n] - step
    least = low
    for n in order:
        found[n] = max(found[n], least)
        least = found[n] + step
    return found


@theme.kept(32)
def _point(style: SeatStyle, size: int) -> Image.Image:
    """The seat's shape, small, in the colour of its line."""
    large = Image.new("RGBA", (size * _SUPER + 12, size * _SUPER + 12), (0, 0, 0, 0))
    middle = large.width / 2
    brush = ImageDraw.Draw(large)
    brush.polygon(tokens.outline(style.shape, size * _SUPER / 2.2, (middle, middle)), fill=theme.PANEL)
    brush.polygon(tokens.outline(style.shape, size * _SUPER / 3, (middle, middle)), fill=style.text)
    return large.reduce(_SUPER)


def _number(value: float) -> str:
    return str(round(value)) if abs(value - round(value)) < 0.05 else f"{value:.1f}"
