"""A small canvas with smooth edges: drawn four times as large in units of one's own, then reduced."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from render import text
from render.theme import Colour

SCALE = 4

Point = tuple[float, float]
Fill = tuple[int, int, int] | tuple[int, int, int, int] | None


class Sprite:
    """A transparent picture of ``width`` x ``height`` units, ``unit`` pixels each, with (0, 0) at ``origin``.

    Angles are in degrees, clockwise from three o'clock. Line widths are in units too.
    """

    def __init__(self, width: float, height: float, unit: float, origin: Point) -> None:
        self.unit = unit
        self.origin = origin
        self.size = (max(1, math.ceil(width * unit)), max(1, math.ceil(height * unit)))
        self._large = Image.new("RGBA", (self.size[0] * SCALE, self.size[1] * SCALE), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._large)
        self._words: list[tuple[Point, str, int, Colour, bool]] = []

    def _at(self, point: Point) -> Point:
        factor = self.unit * SCALE
        return (point[0] + self.origin[0]) * factor, (point[1] + self.origin[1]) * factor

    def _width(self, units: float) -> int:
        return max(1, round(units * self.unit * SCALE))

    def polygon(self, points: Sequence[Point], fill: Fill, outline: Fill = None, width: float = 0) -> None:
        self._draw.polygon([self._at(p) for p in points], fill=fill)
        if outline:
            self.line([*points, points[0], points[1]], outline, width)

    def line(self, points: Sequence[Point], fill: Fill, width: float) -> None:
        self._draw.line([self._at(p) for p in points], fill=fill, width=self._width(width), joint="curve")
        if width * self.unit * SCALE > 4:  # round ends
            for end in (points[0], points[-1]):
                self.circle(end, width / 2, fill)

    def circle(self, centre: Point, radius: float, fill: Fill, outline: Fill = None, width: float = 0) -> None:
        self.ellipse(centre, radius, radius, fill, outline, width)

    def ellipse(self, centre: Point, rx: float, ry: float, fill: Fill, outline: Fill = None, width: float = 0) -> None:
        x, y = centre
        box = (*self._at((x - rx, y - ry)), *self._at((x + rx, y + ry)))
        self._draw.ellipse(box, fill=fill, outline=outline, width=self._width(width) if outline else 1)

    def arc(self, centre: Point, rx: float, ry: float, start: float, end: float, fill: Fill, width: float) -> None:
        x, y = centre
        box = (*self._at((x - rx, y - ry)), *self._at((x + rx, y + ry)))
        self._draw.arc(box, start, end, fill=fill, width=self._width(width))

    def pie(self, centre: Point, rx: float, ry: float, start: float, end: float, fill: Fill) -> None:
        x, y = centre
        self._draw.pieslice((*self._at((x - rx, y - ry)), *self._at((x + rx, y + ry))), start, end, fill=fill)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Fill, *, round: float = 0,
            outline: Fill = None, width: float = 0) -> None:  # fmt: skip
        self._draw.rounded_rectangle(
            (*self._at((left, top)), *self._at((right, bottom))), radius=round * self.unit * SCALE, fill=fill,
            outline=outline, width=self._width(width) if outline else 1,
        )  # fmt: skip

    def word(self, at: Point, words: str, size: float, fill: Colour, bold: bool = True) -> None:
        """Centred words, ``size`` units high; written after reducing, so that they stay sharp."""
        self._words.append((at, words, max(6, round(size * self.unit)), fill, bold))

    def done(self) -> Image.Image:
        """The finished picture, RGBA."""
        small = self._large.reduce(SCALE)
        brush = ImageDraw.Draw(small)
        for (x, y), words, size, fill, bold in self._words:
            at = ((x + self.origin[0]) * self.unit, (y + self.origin[1]) * self.unit)
            text.write(brush, at, words, size, fill, bold=bold, anchor="mm")
        return small
