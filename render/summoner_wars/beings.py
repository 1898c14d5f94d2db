"""Marks of what cards are, in one colour, in a box from -1 to 1 (y downwards)."""

from __future__ import annotations

import math
from itertools import pairwise

from render.pen import Pen


def paw(pen: Pen) -> None:
    """A beast's paw."""
    pen.shape((0, -0.06), (0.38, 0.14), (0.62, 0.56), (0.42, 0.88), (0, 0.76), (-0.42, 0.88), (-0.62, 0.56), (-0.38, 0.14))
    for x, y in ((-0.76, -0.06), (-0.3, -0.56), (0.3, -0.56), (0.76, -0.06)):
        pen.disc((x, y), 0.2, 0.27)


def horseshoe(pen: Pen) -> None:
    """What rides."""
    pen.ring((0, -0.16), 0.8, 140, 400, 0.34)
    for side in (-1, 1):
        pen.stroke((side * 0.5, 0.34), (side * 0.4, 0.84), width=0.3)
    for angle in (170, 225, 270, 315, 370):
        a = math.radians(angle)
        pen.disc((0.64 * math.cos(a), -0.16 + 0.64 * math.sin(a)), 0.08, cut=True)


def drake(pen: Pen) -> None:
    """A dragon's head with its horns, in profile."""
    pen.shape((-0.94, -0.92), (-0.36, -0.56), (-0.06, -0.94), (0.12, -0.5), (0.5, -0.28), (0.98, 0.0), (0.9, 0.26),
              (0.36, 0.24), (0.74, 0.46), (0.42, 0.56), (0.02, 0.36), (-0.06, 0.96), (-0.9, 0.96), (-0.62, 0.24),
              (-0.6, -0.36))  # fmt: skip
    pen.shape((0.0, -0.24), (0.26, -0.14), (0.02, -0.04), cut=True)


def flame(pen: Pen) -> None:
    pen.shape((0.06, -1), (0.3, -0.42), (0.52, -0.62), (0.78, 0.16), (0.56, 0.76), (0, 0.98), (-0.56, 0.76), (-0.78, 0.2),
              (-0.46, -0.34), (-0.24, -0.06))  # fmt: skip
    pen.shape((0.04, -0.06), (0.3, 0.4), (0.14, 0.76), (-0.16, 0.76), (-0.3, 0.42), cut=True)


def bird(pen: Pen) -> None:
    """A bird of prey that dives."""
    pen.shape((-1.0, -0.72), (-0.34, -0.5), (0.06, -0.12), (0.42, -0.98), (0.72, -0.5), (0.5, 0.1), (0.84, 0.44),
              (0.98, 0.94), (0.56, 0.74), (0.14, 0.56), (-0.5, 0.64), (-0.24, 0.32), (-0.6, -0.1))  # fmt: skip
    pen.disc((0.58, 0.46), 0.08, cut=True)


def wings(pen: Pen) -> None:
    """Two wings under a ring of light."""
    pen.ring((0, -0.72), 0.28, 0, 360, 0.12)
    for side in (-1, 1):
        pen.shape((side * 0.08, -0.16), (side * 0.56, -0.54), (side * 1.0, -0.44), (side * 0.94, -0.04), (side * 0.7, 0.04),
                  (side * 0.72, 0.34), (side * 0.46, 0.36), (side * 0.44, 0.66), (side * 0.22, 0.62),
                  (side * 0.08, 0.94))  # fmt: skip


def skull(pen: Pen) -> None:
    pen.shape((-0.72, -0.5), (-0.36, -0.94), (0.36, -0.94), (0.72, -0.5), (0.72, 0.1), (0.42, 0.4), (0.4, 0.92),
              (-0.4, 0.92), (-0.42, 0.4), (-0.72, 0.1))  # fmt: skip
    for side in (-1, 1):
        pen.disc((side * 0.32, -0.18), 0.21, cut=True)
        pen.stroke((side * 0.14, 0.66), (side * 0.14, 0.9), width=0.09, cut=True)
    pen.shape((0, 0.12), (0.12, 0.4), (-0.12, 0.4), cut=True)


def ghost(pen: Pen) -> None:
    pen.shape((-0.6, 0.92), (-0.6, -0.4), (-0.36, -0.86), (0, -0.98), (0.36, -0.86), (0.6, -0.4), (0.6, 0.92), (0.3, 0.62),
              (0, 0.92), (-0.3, 0.62))  # fmt: skip
    for side in (-1, 1):
        pen.disc((side * 0.24, -0.32), 0.13, 0.19, cut=True)
    pen.disc((0, 0.14), 0.13, 0.2, cut=True)


def golem(pen: Pen) -> None:
    """A body of blocks."""
    pen.shape((-0.3, -0.96), (0.3, -0.96), (0.3, -0.5), (-0.3, -0.5))
    pen.shape((-0.58, -0.42), (0.58, -0.42), (0.48, 0.32), (-0.48, 0.32))
    for side in (-1, 1):
        pen.shape((side * 0.66, -0.42), (side * 0.98, -0.3), (side * 0.96, 0.44), (side * 0.64, 0.44))
        pen.shape((side * 0.08, 0.4), (side * 0.48, 0.4), (side * 0.54, 0.96), (side * 0.08, 0.96))
        pen.disc((side * 0.13, -0.74), 0.07, cut=True)


def gear(pen: Pen) -> None:
    for n in range(8):
        angle = math.radians(45 * n)
        pen.stroke((0.4 * math.cos(angle), 0.4 * math.sin(angle)), (0.86 * math.cos(angle), 0.86 * math.sin(angle)),
                   width=0.26)  # fmt: skip
    pen.disc((0, 0), 0.68)
    pen.disc((0, 0), 0.3, cut=True)


def eye(pen: Pen) -> None:
    pen.shape((-1, 0), (-0.5, -0.48), (0, -0.62), (0.5, -0.48), (1, 0), (0.5, 0.48), (0, 0.62), (-0.5, 0.48))
    pen.disc((0, 0), 0.4, cut=True)
    pen.disc((0, 0), 0.22)


def chalice(pen: Pen) -> None:
    """What heals."""
    pen.shape((-0.62, -0.92), (0.62, -0.92), (0.5, -0.2), (0.14, 0.14), (-0.14, 0.14), (-0.5, -0.2))
    pen.stroke((0, 0.1), (0, 0.76), width=0.18)
    pen.stroke((-0.42, 0.86), (0.42, 0.86), width=0.2)
    pen.stroke((0, -0.78), (0, -0.24), width=0.13, cut=True)
    pen.stroke((-0.24, -0.56), (0.24, -0.56), width=0.13, cut=True)


def rat(pen: Pen) -> None:
    """Vermin, with its tail."""
    pen.disc((-0.04, 0.32), 0.58, 0.44)
    pen.shape((0.2, 0.0), (0.98, 0.42), (0.5, 0.66), (0.1, 0.6))
    pen.disc((0.3, -0.1), 0.25)
    pen.ring((-0.5, -0.18), 0.5, 90, 300, 0.13)
    pen.disc((0.58, 0.3), 0.08, cut=True)
    for x in (-0.3, 0.26):
        pen.stroke((x, 0.66), (x + 0.1, 0.92), width=0.15)


def hand(pen: Pen) -> None:
    """A hand with claws."""
    pen.shape((-0.5, 0.96), (-0.56, 0.1), (0.46, 0.06), (0.4, 0.96))
    for x, y in ((-0.44, -0.7), (-0.12, -0.98), (0.2, -0.9), (0.48, -0.54)):
        pen.stroke((x * 0.9, 0.2), (x, y + 0.26), width=0.21)
        pen.shape((x - 0.12, y + 0.28), (x, y), (x + 0.12, y + 0.28))
    pen.stroke((0.4, 0.6), (0.84, 0.1), width=0.24)


def scroll(pen: Pen, blank: bool = False) -> None:
    """An event; ``blank``: without its lines."""
    pen.shape((-0.62, -0.7), (0.62, -0.7), (0.62, 0.7), (-0.62, 0.7))
    for y in (-0.76, 0.76):
        pen.stroke((-0.76, y), (0.76, y), width=0.3)
    for y, far in () if blank else ((-0.34, 0.34), (0, 0.34), (0.34, 0.1)):
        pen.stroke((-0.34, y), (far, y), width=0.1, cut=True)


def wall(pen: Pen) -> None:
    """Three rows of stones."""
    for n, y in enumerate((-0.84, -0.24, 0.36)):
        cuts = (-0.94, 0.0, 0.94) if n % 2 == 0 else (-0.94, -0.44, 0.44, 0.94)
        for left, right in pairwise(cuts):
            pen.shape((left + 0.05, y), (right - 0.05, y), (right - 0.05, y + 0.48), (left + 0.05, y + 0.48))


def mask(pen: Pen) -> None:
    """Who goes unseen."""
    pen.shape((-1, -0.42), (-0.5, -0.56), (0, -0.36), (0.5, -0.56), (1, -0.42), (0.86, 0.2), (0.5, 0.5), (0.16, 0.34),
              (0, 0.14), (-0.16, 0.34), (-0.5, 0.5), (-0.86, 0.2))  # fmt: skip
    for side in (-1, 1):
        pen.shape((side * 0.2, -0.06), (side * 0.5, -0.22), (side * 0.74, -0.1), (side * 0.5, 0.16), cut=True)


def candle(pen: Pen) -> None:
    """Who prays to something."""
    pen.shape((0, -1), (0.26, -0.6), (0.16, -0.34), (-0.16, -0.34), (-0.26, -0.6))
    pen.shape((-0.26, -0.22), (0.26, -0.22), (0.26, 0.54), (-0.26, 0.54))
    pen.stroke((0.1, -0.2), (0.1, 0.16), width=0.12, cut=True)
    pen.shape((-0.86, 0.5), (0.86, 0.5), (0.56, 0.92), (-0.56, 0.92))


def claws(pen: Pen) -> None:
    """What three claws leave."""
    for x in (-0.56, 0.0, 0.56):
        pen.shape((x + 0.5, -0.98), (x + 0.16, -0.1), (x - 0.44, 0.98), (x - 0.2, -0.02))


def tusks(pen: Pen) -> None:
    """An elephant's head."""
    for side in (-1, 1):
        pen.shape((side * 0.36, -0.7), (side * 0.8, -0.82), (side * 1.0, -0.3), (side * 0.82, 0.24), (side * 0.5, 0.14))
        pen.shape((side * 0.26, 0.24), (side * 0.5, 0.3), (side * 0.66, 0.92), (side * 0.36, 0.6))
    pen.shape((-0.44, -0.6), (0, -0.86), (0.44, -0.6), (0.4, 0.1), (0.17, 0.3), (0.15, 0.98), (-0.15, 0.98), (-0.17, 0.3),
              (-0.4, 0.1))  # fmt: skip
    for side in (-1, 1):
        pen.disc((side * 0.22, -0.2), 0.09, cut=True)


def fist(pen: Pen) -> None:
    for n, x in enumerate((-0.6, -0.2, 0.2, 0.6)):
        high = (-0.5, -0.62, -0.6, -0.46)[n]
        pen.shape((x - 0.17, high), (x + 0.17, high), (x + 0.17, 0.1), (x - 0.17, 0.1))
    pen.shape((-0.78, 0.0), (0.78, 0.0), (0.7, 0.6), (0.42, 0.94), (-0.46, 0.94), (-0.72, 0.56))
    pen.stroke((-0.44, 0.3), (0.3, 0.3), (0.5, 0.1), width=0.11, cut=True)


def rune(pen: Pen) -> None:
    """A stone with a sign."""
    pen.shape(
        (-0.5, -0.86), (0.3, -0.96), (0.72, -0.6), (0.78, 0.3), (0.5, 0.92), (-0.44, 0.94), (-0.78, 0.4), (-0.74, -0.4)
    )
    pen.stroke((-0.16, -0.6), (-0.16, 0.6), width=0.15, cut=True)
    pen.stroke((-0.16, -0.5), (0.34, -0.14), (-0.16, 0.16), (0.34, 0.56), width=0.15, cut=True)


def hourglass(pen: Pen) -> None:
    for y in (-0.86, 0.86):
        pen.stroke((-0.66, y), (0.66, y), width=0.2)
    pen.shape((-0.54, -0.76), (0.54, -0.76), (0.1, 0.0), (0.54, 0.76), (-0.54, 0.76), (-0.1, 0.0))
    pen.shape((-0.34, -0.64), (0.34, -0.64), (0.24, -0.44), (-0.24, -0.44), cut=True)
    pen.shape((0, 0.16), (0.2, 0.5), (-0.2, 0.5), cut=True)
