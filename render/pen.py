"""The pen that emblems are drawn with."""

from __future__ import annotations

from render.sprite import Point, Sprite
from render.theme import Colour


class Pen:
    """Draws on a sprite in the emblem's own box. ``ink`` is the emblem's colour, ``ground`` what lies behind it."""

    def __init__(self, sprite: Sprite, centre: Point, size: float, ink: Colour, ground: Colour) -> None:
        self.sprite, self.centre, self.size, self.ink, self.ground = sprite, centre, size, ink, ground

    def _at(self, point: Point) -> Point:
        return self.centre[0] + point[0] * self.size, self.centre[1] + point[1] * self.size

    def shape(self, *points: Point, cut: bool = False) -> None:
        self.sprite.polygon([self._at(p) for p in points], self.ground if cut else self.ink)

    def stroke(self, *points: Point, width: float = 0.16, cut: bool = False) -> None:
        self.sprite.line([self._at(p) for p in points], self.ground if cut else self.ink, width * self.size)

    def disc(self, centre: Point, rx: float, ry: float | None = None, cut: bool = False) -> None:
        self.sprite.ellipse(
            self._at(centre), rx * self.size, (rx if ry is None else ry) * self.size, self.ground if cut else self.ink
        )

    def ring(self, centre: Point, radius: float, start: float, end: float, width: float = 0.14) -> None:
        size = self.size
        self.sprite.arc(self._at(centre), radius * size, radius * size, start, end, self.ink, width * size)
