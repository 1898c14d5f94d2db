"""A drawn emblem for each army card, in one colour on the token's ground, in a box from -1 to 1 (y downwards)."""

from __future__ import annotations

import math
from collections.abc import Callable

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


def _jace(pen: Pen) -> None:
    """A hood with two glints of eyes in its dark, and the collar's wings."""
    pen.shape((0, -1), (0.5, -0.62), (0.66, -0.05), (0.55, 0.4), (0.95, 0.8), (0.3, 0.62), (0, 0.95),
              (-0.3, 0.62), (-0.95, 0.8), (-0.55, 0.4), (-0.66, -0.05), (-0.5, -0.62))  # fmt: skip
    pen.shape((0, -0.56), (0.36, -0.2), (0.34, 0.26), (0, 0.58), (-0.34, 0.26), (-0.36, -0.2), cut=True)
    pen.stroke((-0.24, -0.04), (-0.08, 0.06), width=0.12)
    pen.stroke((0.24, -0.04), (0.08, 0.06), width=0.12)


def _nahiri(pen: Pen) -> None:
    """A blade between floating stones."""
    pen.shape((0, -1), (0.17, -0.72), (0.17, 0.34), (-0.17, 0.34), (-0.17, -0.72))
    pen.stroke((-0.42, 0.4), (0.42, 0.4), width=0.17)
    pen.stroke((0, 0.4), (0, 0.8), width=0.17)
    pen.disc((0, 0.88), 0.14)
    pen.stroke((0, -0.66), (0, 0.22), width=0.07, cut=True)
    for side in (-1, 1):
        for x, y, r in ((0.64, -0.5, 0.24), (0.78, 0.12, 0.18), (0.6, 0.68, 0.2)):
            points = [(side * (x + r * math.cos(a)), y + r * math.sin(a)) for a in (0.3, 1.5, 2.5, 3.8, 5.2)]
            pen.shape(*points)


def _geists(pen: Pen) -> None:
    """A ghost's trailing shape that carries a lantern."""
    pen.disc((-0.22, -0.42), 0.46)
    pen.shape((-0.68, -0.42), (0.24, -0.42), (0.24, 0.3), (0.44, 0.62), (0.1, 0.56), (0.02, 0.98), (-0.26, 0.6),
              (-0.54, 0.92), (-0.6, 0.5), (-0.92, 0.56), (-0.7, 0.1))  # fmt: skip
    pen.disc((-0.38, -0.46), 0.1, 0.14, cut=True)
    pen.disc((-0.06, -0.46), 0.1, 0.14, cut=True)
    pen.stroke((0.2, -0.1), (0.66, -0.3), width=0.13)
    pen.stroke((0.66, -0.3), (0.66, -0.02), width=0.08)
    pen.shape((0.46, 0.04), (0.66, -0.12), (0.86, 0.04), (0.86, 0.46), (0.46, 0.46))
    pen.disc((0.66, 0.24), 0.1, 0.13, cut=True)


def _alchemist(pen: Pen) -> None:
    """A flask that boils, a bone across it."""
    pen.stroke((-0.3, -0.92), (0.3, -0.92), width=0.16)
    pen.shape((-0.19, -0.9), (0.19, -0.9), (0.19, -0.32), (0.72, 0.62), (0.56, 0.92), (-0.56, 0.92), (-0.72, 0.62),
              (-0.19, -0.32))  # fmt: skip
    pen.shape((-0.06, -0.78), (0.06, -0.78), (0.06, -0.26), (0.26, 0.08), (-0.26, 0.08), (-0.06, -0.26), cut=True)
    for x, y, r in ((-0.24, 0.58, 0.13), (0.18, 0.42, 0.1), (0.28, 0.72, 0.08)):
        pen.disc((x, y), r, cut=True)
    pen.disc((0.5, -0.5), 0.12)
    pen.disc((0.7, -0.82), 0.09)


def _inquisitors(pen: Pen) -> None:
    """A wide-brimmed hat over crossed spears."""
    pen.stroke((-0.74, 0.92), (0.5, -0.02), width=0.13)
    pen.stroke((0.74, 0.92), (-0.5, -0.02), width=0.13)
    pen.shape((-0.96, 0.98), (-0.86, 0.6), (-0.56, 0.84))
    pen.shape((0.96, 0.98), (0.86, 0.6), (0.56, 0.84))
    pen.disc((0, -0.22), 0.96, 0.25)
    pen.shape((-0.46, -0.24), (-0.34, -0.92), (0, -0.8), (0.34, -0.92), (0.46, -0.24))
    pen.stroke((-0.42, -0.38), (0, -0.3), (0.42, -0.38), width=0.12, cut=True)


def _nobles(pen: Pen) -> None:
    """A goblet, filled, and the drop above it."""
    pen.shape((0, -1), (0.2, -0.66), (0.12, -0.5), (-0.12, -0.5), (-0.2, -0.66))
    pen.shape((-0.66, -0.38), (0.66, -0.38), (0.54, 0.06), (0.2, 0.34), (-0.2, 0.34), (-0.54, 0.06))
    pen.shape((-0.48, -0.22), (0.48, -0.22), (0.4, -0.02), (-0.4, -0.02), cut=True)
    pen.stroke((0, 0.3), (0, 0.8), width=0.18)
    pen.shape((-0.5, 0.98), (-0.34, 0.78), (0.34, 0.78), (0.5, 0.98))


def _effigy(pen: Pen) -> None:
    """A scarecrow: a hat, a carved face, arms of poles with straw at their ends."""
    pen.stroke((0, 0.1), (0, 0.98), width=0.16)
    pen.stroke((-0.84, 0.34), (0.84, 0.34), width=0.14)
    for side in (-1, 1):
        for dy in (-0.18, 0.02, 0.2):
            pen.stroke((side * 0.78, 0.34), (side * 1.0, 0.34 + dy), width=0.08)
    pen.shape((-0.34, 0.26), (0.34, 0.26), (0.42, 0.84), (0.2, 0.7), (0, 0.88), (-0.2, 0.7), (-0.42, 0.84))
    pen.disc((0, -0.22), 0.4, 0.38)
    pen.shape((-0.62, -0.44), (0.62, -0.44), (0.3, -0.56), (0.1, -1), (-0.26, -0.56))
    pen.shape((-0.24, -0.3), (-0.06, -0.22), (-0.22, -0.14), cut=True)
    pen.shape((0.24, -0.3), (0.06, -0.22), (0.22, -0.14), cut=True)
    pen.stroke((-0.2, 0.0), (-0.07, -0.05), (0.07, 0.01), (0.2, -0.05), width=0.07, cut=True)


def _planeswalker(pen: Pen) -> None:
    """A star of five points, like a spark."""
    points: list[Point] = []
    for n in range(10):
        radius, angle = (1.0 if n % 2 == 0 else 0.38), math.radians(36 * n - 90)
        points.append((radius * math.cos(angle), 0.06 + radius * math.sin(angle)))
    pen.shape(*points)
    pen.disc((0, 0.06), 0.16, cut=True)


def _hero(pen: Pen) -> None:
    """A crown."""
    pen.shape((-0.8, 0.6), (-0.9, -0.5), (-0.42, 0.02), (0, -0.8), (0.42, 0.02), (0.9, -0.5), (0.8, 0.6))
    pen.stroke((-0.7, 0.84), (0.7, 0.84), width=0.18)
    for x in (-0.42, 0.0, 0.42):
        pen.disc((x, 0.34), 0.1, cut=True)


def _squad(pen: Pen) -> None:
    """Three spears, held up."""
    for x, lean in ((-0.58, -0.14), (0.0, 0.0), (0.58, 0.14)):
        pen.stroke((x - lean, 0.92), (x + lean * 0.6, -0.5), width=0.15)
        tip = x + lean
        pen.shape((tip, -1), (tip + 0.22, -0.46), (tip, -0.3), (tip - 0.22, -0.46))
    pen.stroke((-0.62, 0.34), (0.62, 0.34), width=0.13)


EMBLEMS: dict[str, Callable[[Pen], None]] = {
    "jace_beleren": _jace,
    "nahiri_lithomancer": _nahiri,
    "lantern_geists": _geists,
    "necro_alchemist": _alchemist,
    "avacynian_inquisitors": _inquisitors,
    "bloodline_nobles": _nobles,
    "hollowfield_effigy": _effigy,
}
GENERIC: dict[str, Callable[[Pen], None]] = {"planeswalker": _planeswalker, "hero": _hero, "squad": _squad}


def emblem(sprite: Sprite, face: str, kind: str, centre: Point, size: float, ink: Colour, ground: Colour) -> None:
    """Draw the emblem of card ``face`` (or of its ``kind``) around ``centre``; ``size`` is half its width in units."""
    (EMBLEMS.get(face) or GENERIC[kind])(Pen(sprite, centre, size, ink, ground))
