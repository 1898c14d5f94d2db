"""Marks of what cards fight with, in one colour, in a box from -1 to 1 (y downwards)."""

from __future__ import annotations

import math

from render.pen import Pen


def blades(pen: Pen) -> None:
    """Two crossed swords."""
    for side in (-1, 1):
        pen.shape((side * 0.92, -0.96), (side * 0.86, -0.62), (side * -0.3, 0.56), (side * -0.52, 0.34), (side * 0.6, -0.88))
        pen.stroke((side * -0.76, 0.26), (side * -0.2, 0.8), width=0.17)
        pen.stroke((side * -0.5, 0.56), (side * -0.82, 0.88), width=0.2)


def shield(pen: Pen) -> None:
    pen.shape((-0.78, -0.8), (0, -0.98), (0.78, -0.8), (0.74, 0.1), (0.46, 0.6), (0, 0.98), (-0.46, 0.6), (-0.74, 0.1))
    pen.shape((-0.5, -0.58), (0, -0.7), (0, 0.66), (-0.28, 0.42), (-0.48, 0.02), cut=True)


def axe(pen: Pen) -> None:
    """An axe with two heads."""
    pen.stroke((0, -0.86), (0, 0.92), width=0.2)
    for side in (-1, 1):
        pen.shape((side * 0.16, -0.5), (side * 0.5, -0.92), (side * 0.94, -0.7), (side * 1.0, -0.2), (side * 0.84, 0.28),
                  (side * 0.44, 0.36), (side * 0.16, 0.0))  # fmt: skip


def hammer(pen: Pen) -> None:
    pen.shape((-0.72, -0.9), (0.72, -0.9), (0.86, -0.56), (0.72, -0.22), (-0.72, -0.22), (-0.86, -0.56))
    pen.stroke((0, -0.3), (0, 0.88), width=0.24)
    pen.stroke((-0.18, 0.9), (0.18, 0.9), width=0.16)


def spear(pen: Pen) -> None:
    """A spear with a broad head and a tassel."""
    pen.stroke((0.84, 0.86), (-0.4, -0.4), width=0.18)
    pen.shape((-0.98, -0.98), (-0.82, -0.16), (-0.4, -0.12), (-0.12, -0.4), (-0.16, -0.82))
    pen.stroke((-0.44, 0.02), (0.02, -0.44), width=0.15)
    pen.stroke((0.1, -0.1), (0.2, -0.34), width=0.1)
    pen.stroke((-0.1, 0.1), (-0.34, 0.2), width=0.1)


def bow(pen: Pen) -> None:
    """A drawn bow with its arrow."""
    pen.ring((-0.3, 0.3), 1.04, -140, 50, 0.19)
    pen.stroke((-1.0, -0.42), (0.42, 1.0), width=0.09)
    pen.stroke((-0.78, 0.78), (0.72, -0.72), width=0.14)
    pen.shape((0.98, -0.98), (0.84, -0.4), (0.4, -0.84))


def crosshair(pen: Pen) -> None:
    """What looks along a barrel."""
    pen.ring((0, 0), 0.68, 0, 360, 0.17)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pen.stroke((0.36 * dx, 0.36 * dy), (0.98 * dx, 0.98 * dy), width=0.15)
    pen.disc((0, 0), 0.13)


def dagger(pen: Pen) -> None:
    pen.shape((0, 1.0), (0.24, 0.6), (0.2, -0.26), (-0.2, -0.26), (-0.24, 0.6))
    pen.stroke((0, -0.16), (0, 0.7), width=0.07, cut=True)
    pen.stroke((-0.54, -0.32), (0.54, -0.32), width=0.2)
    pen.stroke((0, -0.4), (0, -0.78), width=0.2)
    pen.disc((0, -0.86), 0.15)


def staff(pen: Pen) -> None:
    """A staff with a star."""
    pen.stroke((-0.76, 0.92), (0.16, -0.16), width=0.18)
    points = []
    for n in range(8):
        radius, angle = (0.62 if n % 2 == 0 else 0.22), math.radians(45 * n - 90)
        points.append((0.38 + radius * math.cos(angle), -0.38 + radius * math.sin(angle)))
    pen.shape(*points)
    pen.disc((-0.5, -0.5), 0.11)
    pen.disc((0.56, 0.5), 0.11)


def engine(pen: Pen) -> None:
    """A great crossbow on wheels."""
    pen.ring((0, 0.36), 0.98, 215, 325, 0.18)
    pen.stroke((-0.78, -0.2), (0, 0.34), (0.78, -0.2), width=0.09)
    pen.stroke((0, 0.5), (0, -0.7), width=0.18)
    pen.shape((0, -1), (0.24, -0.58), (-0.24, -0.58))
    for x in (-0.48, 0.48):
        pen.disc((x, 0.7), 0.28)
        pen.disc((x, 0.7), 0.1, cut=True)
    pen.stroke((-0.5, 0.5), (0.5, 0.5), width=0.15)


def whip(pen: Pen) -> None:
    """What drives others on."""
    pen.stroke((-0.88, 0.92), (-0.5, 0.3), width=0.3)
    lash = [(-0.5, 0.3), (-0.34, -0.3), (0.06, -0.74), (0.54, -0.76), (0.8, -0.4), (0.66, 0.0), (0.24, 0.04), (0.14, 0.34),
            (0.42, 0.58), (0.94, 0.5)]  # fmt: skip
    pen.stroke(*lash, width=0.15)


def sling(pen: Pen) -> None:
    """A sling with its stone."""
    pen.stroke((-0.92, -0.86), (0.02, 0.42), width=0.12)
    pen.stroke((-0.3, -0.96), (0.5, 0.22), width=0.12)
    pen.shape((-0.2, 0.5), (0.62, 0.06), (0.9, 0.5), (0.6, 0.92), (0.1, 0.9))
    pen.disc((0.36, 0.5), 0.25, cut=True)
    pen.disc((0.36, 0.5), 0.15)


def hook(pen: Pen) -> None:
    """A climber's hook on its rope."""
    pen.stroke((0, -0.5), (0, 0.84), width=0.2)
    pen.ring((0, 0.26), 0.66, 10, 170, 0.2)
    for side in (-1, 1):
        pen.shape((side * 0.98, 0.42), (side * 0.62, -0.06), (side * 0.4, 0.44))
    pen.disc((0, -0.7), 0.28)
    pen.disc((0, -0.7), 0.12, cut=True)


def pistol(pen: Pen) -> None:
    pen.shape((-0.66, -0.44), (1.0, -0.44), (1.0, -0.12), (0.1, -0.06), (-0.1, 0.14), (-0.28, 0.2), (-0.56, 0.86),
              (-0.98, 0.76), (-0.72, 0.0), (-0.86, -0.16))  # fmt: skip
    pen.ring((0.0, 0.12), 0.26, 330, 140, 0.11)
    pen.stroke((-0.6, -0.5), (-0.84, -0.74), width=0.15)
    pen.shape((0.86, -0.46), (1.0, -0.46), (0.96, -0.62), (0.88, -0.62))


def scythe(pen: Pen) -> None:
    pen.stroke((-0.5, 0.94), (0.3, -0.8), width=0.17)
    pen.shape((0.38, -0.98), (-0.3, -0.92), (-0.78, -0.62), (-1.0, -0.1), (-0.62, -0.42), (-0.2, -0.56), (0.22, -0.58))
    pen.stroke((-0.34, 0.1), (0.1, 0.22), width=0.15)


def rapier(pen: Pen) -> None:
    """A thin blade with a basket."""
    pen.shape((0.98, -0.98), (0.9, -0.76), (-0.34, 0.46), (-0.46, 0.34), (0.76, -0.9))
    pen.ring((-0.44, 0.44), 0.44, 225, 405, 0.16)
    pen.stroke((-0.4, 0.4), (-0.86, 0.86), width=0.18)
    pen.disc((-0.86, 0.86), 0.15)


def sabres(pen: Pen) -> None:
    """Two curved blades."""
    for side in (-1, 1):
        pen.shape((side * 0.3, -0.98), (side * 0.74, -0.56), (side * 0.86, -0.02), (side * 0.62, 0.44), (side * 0.4, 0.3),
                  (side * 0.54, -0.06), (side * 0.5, -0.5))  # fmt: skip
        pen.stroke((side * 0.28, 0.22), (side * 0.76, 0.52), width=0.16)
        pen.stroke((side * 0.48, 0.46), (side * 0.28, 0.88), width=0.19)


def arrows(pen: Pen) -> None:
    """Three arrows, points up."""
    for x, y in ((-0.58, 0.12), (0.0, -0.14), (0.58, 0.12)):
        pen.stroke((x, y - 0.4), (x, y + 0.72), width=0.12)
        pen.shape((x, y - 0.86), (x + 0.24, y - 0.34), (x - 0.24, y - 0.34))
        for side in (-1, 1):
            pen.stroke((x, y + 0.62), (x + side * 0.2, y + 0.84), width=0.11)


def helmet(pen: Pen) -> None:
    """A closed helmet."""
    pen.shape((-0.7, 0.9), (-0.76, -0.24), (-0.5, -0.74), (0, -0.94), (0.5, -0.74), (0.76, -0.24), (0.7, 0.9), (0.16, 0.98),
              (-0.16, 0.98))  # fmt: skip
    pen.shape((-0.56, -0.2), (0.56, -0.2), (0.52, 0.06), (0.1, 0.1), (0.1, 0.82), (-0.1, 0.82), (-0.1, 0.1), (-0.52, 0.06),
              cut=True)  # fmt: skip
