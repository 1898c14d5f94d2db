"""Emblems of the army cards of Shadows over Innistrad."""

from __future__ import annotations

import math
from collections.abc import Callable

from render.pen import Pen


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


def _sorin(pen: Pen) -> None:
    """A bat with its wings spread."""
    for side in (-1, 1):
        pen.shape((0, -0.3), (side * 0.24, -0.14), (side * 0.62, -0.66), (side * 1.02, -0.16), (side * 0.98, 0.4),
                  (side * 0.74, 0.12), (side * 0.56, 0.5), (side * 0.36, 0.2), (side * 0.2, 0.6), (0, 0.4))  # fmt: skip
        pen.shape((side * 0.02, -0.4), (side * 0.2, -0.82), (side * 0.24, -0.3))
        pen.disc((side * 0.09, -0.3), 0.06, cut=True)
    pen.disc((0, -0.26), 0.24, 0.28)
    for side in (-1, 1):
        pen.disc((side * 0.1, -0.28), 0.06, cut=True)
    pen.shape((-0.14, 0.2), (0.14, 0.2), (0, 0.94))


def _arlinn(pen: Pen) -> None:
    """A full moon behind the branches of a fir."""
    pen.disc((0.2, -0.2), 0.76)
    for y, wide in ((-0.5, 0.3), (-0.08, 0.48), (0.36, 0.66)):
        pen.shape((-0.4, y - 0.52), (-0.4 + wide + 0.1, y + 0.3), (-0.4 - wide - 0.1, y + 0.3), cut=True)
    for y, wide in ((-0.5, 0.3), (-0.08, 0.48), (0.36, 0.6)):
        pen.shape((-0.4, y - 0.42), (-0.4 + wide, y + 0.24), (-0.4 - wide, y + 0.24))
    pen.stroke((-0.4, 0.5), (-0.4, 0.94), width=0.18)


def _arlinn_wolf(pen: Pen) -> None:
    """A wolf's head from the front."""
    pen.shape((-0.86, -0.98), (-0.3, -0.52), (0.3, -0.52), (0.86, -0.98), (0.74, -0.06), (0.96, 0.24), (0.44, 0.42),
              (0.22, 0.94), (-0.22, 0.94), (-0.44, 0.42), (-0.96, 0.24), (-0.74, -0.06))  # fmt: skip
    for side in (-1, 1):
        pen.shape((side * 0.16, 0.0), (side * 0.52, -0.2), (side * 0.46, 0.1), cut=True)
        pen.stroke((side * 0.68, -0.7), (side * 0.5, -0.4), width=0.09, cut=True)
    pen.shape((-0.18, 0.52), (0.18, 0.52), (0, 0.74), cut=True)


def _cultists(pen: Pen) -> None:
    """A pointed cowl with nothing inside, between horns."""
    pen.shape((0, -1), (0.44, -0.36), (0.62, 0.36), (0.9, 0.94), (-0.9, 0.94), (-0.62, 0.36), (-0.44, -0.36))
    pen.shape((0, -0.42), (0.3, 0.0), (0.24, 0.52), (0, 0.76), (-0.24, 0.52), (-0.3, 0.0), cut=True)
    for side in (-1, 1):
        pen.stroke((side * 0.5, -0.2), (side * 0.86, -0.42), (side * 0.84, -0.86), width=0.14)


def _avacyn(pen: Pen) -> None:
    """A spear between two wings."""
    pen.shape((0, -1.02), (0.17, -0.58), (0.09, -0.4), (-0.09, -0.4), (-0.17, -0.58))
    pen.stroke((0, -0.5), (0, 0.98), width=0.12)
    for side in (-1, 1):
        for n, (x, y) in enumerate(((1.0, -0.62), (1.0, -0.14), (0.86, 0.32), (0.62, 0.68))):
            pen.shape(
                (side * 0.16, -0.2 + 0.14 * n), (side * x, y), (side * (x - 0.2), y + 0.3), (side * 0.16, 0.16 + 0.14 * n)
            )


def _rangers(pen: Pen) -> None:
    """A drawn bow with an arrow on it."""
    pen.ring((-0.5, 0), 0.94, -72, 72, 0.17)
    pen.stroke((-0.2, -0.88), (-0.74, 0), (-0.2, 0.88), width=0.08)
    pen.stroke((-0.8, 0), (0.7, 0), width=0.13)
    pen.shape((1.02, 0), (0.56, -0.26), (0.66, 0), (0.56, 0.26))
    for side in (-1, 1):
        pen.shape((-0.98, side * 0.26), (-0.74, 0), (-0.5, 0), (-0.72, side * 0.26))


def _ravagers(pen: Pen) -> None:
    """The marks of four claws."""
    for n, (x, top, bottom) in enumerate(((-0.66, -0.7, 0.6), (-0.2, -0.98, 0.94), (0.26, -0.94, 0.98), (0.7, -0.62, 0.74))):
        lean = 0.22 - 0.02 * n
        pen.shape((x + lean, top), (x + 0.19, (top + bottom) / 2), (x - lean, bottom), (x - 0.13, (top + bottom) / 2))


def _prophet(pen: Pen) -> None:
    """An eye that sees too much, with rays."""
    for n in range(9):
        angle = math.radians(200 + 17.5 * n)
        x, y = math.cos(angle), math.sin(angle)
        pen.stroke((0.62 * x, 0.3 + 0.78 * y), (0.98 * x, 0.3 + 1.22 * y), width=0.12)
    pen.shape((-0.98, 0.34), (-0.5, -0.1), (0, -0.26), (0.5, -0.1), (0.98, 0.34), (0.5, 0.76), (0, 0.9), (-0.5, 0.76))
    pen.disc((0, 0.32), 0.42, cut=True)
    pen.disc((0, 0.32), 0.22)


EMBLEMS: dict[str, Callable[[Pen], None]] = {
    "jace_beleren": _jace,
    "nahiri_lithomancer": _nahiri,
    "lantern_geists": _geists,
    "necro_alchemist": _alchemist,
    "avacynian_inquisitors": _inquisitors,
    "bloodline_nobles": _nobles,
    "hollowfield_effigy": _effigy,
    "sorin_eternal_thirst": _sorin,
    "arlinn_kord": _arlinn,
    "arlinn_kord_wolf": _arlinn_wolf,
    "skirsdag_cultists": _cultists,
    "avacyn_bloodied_wings": _avacyn,
    "kessig_rangers": _rangers,
    "kessig_ravagers": _ravagers,
    "mad_prophet": _prophet,
}
