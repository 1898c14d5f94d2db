"""A drawn emblem for each army card, in one colour on the token's ground, in a box from -1 to 1 (y downwards)."""

from __future__ import annotations

import math
from collections.abc import Callable

from render import emblems_core, emblems_innistrad, emblems_zendikar
from render.pen import Pen
from render.sprite import Point, Sprite
from render.theme import Colour


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


EMBLEMS: dict[str, Callable[[Pen], None]] = emblems_innistrad.EMBLEMS | emblems_core.EMBLEMS | emblems_zendikar.EMBLEMS
GENERIC: dict[str, Callable[[Pen], None]] = {"planeswalker": _planeswalker, "hero": _hero, "squad": _squad}


def emblem(sprite: Sprite, face: str, kind: str, centre: Point, size: float, ink: Colour, ground: Colour) -> None:
    """Draw the emblem of card ``face`` (or of its ``kind``) around ``centre``; ``size`` is half its width in units."""
    (EMBLEMS.get(face) or GENERIC[kind])(Pen(sprite, centre, size, ink, ground))
