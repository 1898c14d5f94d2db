"""Emblems of the army cards of the core set."""

from __future__ import annotations

import math
from collections.abc import Callable

from render.pen import Pen


def _gideon(pen: Pen) -> None:
    """A tall shield, quartered."""
    pen.shape((-0.78, -0.86), (0.78, -0.86), (0.78, 0.1), (0.5, 0.62), (0, 1), (-0.5, 0.62), (-0.78, 0.1))
    pen.stroke((0, -0.9), (0, 0.94), width=0.13, cut=True)
    pen.stroke((-0.8, -0.22), (0.8, -0.22), width=0.13, cut=True)


def _rhox(pen: Pen) -> None:
    """A rhinoceros' head with its horn, in profile."""
    pen.shape((-0.9, -0.5), (-0.56, -0.92), (-0.4, -0.5), (0.1, -0.3), (0.5, 0.06), (0.62, -0.84), (0.9, 0.2), (0.98, 0.56),
              (0.7, 0.86), (0.1, 0.66), (-0.26, 0.98), (-0.98, 0.98))  # fmt: skip
    pen.disc((-0.06, 0.06), 0.12, cut=True)
    pen.disc((0.74, 0.5), 0.08, cut=True)


def _hookmasters(pen: Pen) -> None:
    """A grapnel of three hooks on its rope."""
    pen.ring((0, -0.8), 0.18, 0, 360, 0.11)
    pen.stroke((0, -0.62), (0, 0.9), width=0.18)
    pen.ring((0, 0.12), 0.74, 20, 160, 0.2)
    for side in (-1, 1):
        pen.shape((side * 1.0, 0.56), (side * 0.86, -0.02), (side * 0.44, 0.38))
    pen.stroke((-0.36, -0.3), (0.36, -0.3), width=0.14)


def _mindmage(pen: Pen) -> None:
    """A face, half in light and half in shadow."""
    left = [(0.0, -0.96), (-0.56, -0.72), (-0.74, -0.1), (-0.5, 0.6), (0.0, 0.98)]
    pen.shape(*left)
    pen.shape(*((-x, y) for x, y in left))
    pen.shape(*((-x * 0.76 + 0.06, y * 0.84) for x, y in left), cut=True)
    pen.shape((-0.5, -0.14), (-0.14, -0.04), (-0.46, 0.06), cut=True)
    pen.shape((0.5, -0.14), (0.16, -0.04), (0.46, 0.06))
    pen.stroke((0.16, 0.48), (0.34, 0.44), width=0.1)
    pen.stroke((-0.3, 0.46), (-0.1, 0.5), width=0.1, cut=True)


def _phantoms(pen: Pen) -> None:
    """A shape that comes out of a line of power."""
    pen.shape((0, -0.96), (0.42, -0.6), (0.5, 0.0), (0.3, 0.3), (0.18, 0.72), (0, 0.5), (-0.18, 0.72), (-0.3, 0.3),
              (-0.5, 0.0), (-0.42, -0.6))  # fmt: skip
    for side in (-1, 1):
        pen.shape((side * 0.1, -0.34), (side * 0.34, -0.48), (side * 0.3, -0.22), cut=True)
        pen.stroke((side * 0.5, -0.1), (side * 0.94, -0.44), width=0.14)
    pen.stroke((-0.98, 0.86), (-0.5, 0.74), (0, 0.9), (0.5, 0.74), (0.98, 0.86), width=0.16)


def _projections(pen: Pen) -> None:
    """One figure, and itself again as an outline."""
    for dx, cut in ((0.34, False), (-0.3, True), (-0.36, False)):
        grow = 0.12 if cut else 0.0
        pen.disc((dx, -0.5), 0.36 + grow, cut=cut)
        pen.shape((dx - 0.5 - grow, 0.96), (dx - 0.44 - grow, 0.2 - grow), (dx - 0.2, -0.1 - grow), (dx + 0.2, -0.1 - grow),
                  (dx + 0.44 + grow, 0.2 - grow), (dx + 0.5 + grow, 0.96), cut=cut)  # fmt: skip
        if dx > 0:
            pen.disc((dx, -0.5), 0.22, cut=True)
            pen.shape((dx - 0.32, 0.82), (dx - 0.28, 0.26), (dx, 0.08), (dx + 0.28, 0.26), (dx + 0.32, 0.82), cut=True)


def _liliana(pen: Pen) -> None:
    """A skull under a veil of chains."""
    pen.disc((0, -0.24), 0.7, 0.68)
    pen.shape((-0.4, 0.2), (0.4, 0.2), (0.34, 0.86), (-0.34, 0.86))
    for side in (-1, 1):
        pen.disc((side * 0.28, -0.12), 0.2, 0.22, cut=True)
        pen.stroke((side * 0.12, 0.56), (side * 0.12, 0.9), width=0.08, cut=True)
        for n in range(4):
            pen.disc((side * (0.86 - 0.03 * n), 0.06 + 0.26 * n), 0.11)
    pen.shape((0, 0.14), (0.12, 0.38), (-0.12, 0.38), cut=True)


def _zombies(pen: Pen) -> None:
    """A hand out of the ground."""
    pen.disc((0, 0.84), 0.94, 0.2)
    pen.shape((-0.28, 0.8), (-0.36, 0.06), (0.36, 0.06), (0.26, 0.8))
    for x, y, lean in ((-0.34, -0.62, -0.14), (-0.12, -0.9, -0.04), (0.12, -0.86, 0.06), (0.34, -0.56, 0.16)):
        pen.stroke((x * 0.8, 0.14), (x + lean * 0.4, -0.3), (x + lean, y), width=0.19)
    pen.stroke((-0.3, 0.34), (-0.66, 0.12), (-0.74, -0.2), width=0.19)


def _reavers(pen: Pen) -> None:
    """A notched cleaver."""
    pen.shape((-0.3, -0.9), (0.76, -0.96), (0.98, -0.3), (0.7, -0.22), (0.8, 0.02), (0.5, 0.0), (0.52, 0.26), (-0.02, 0.24))
    pen.disc((0.1, -0.6), 0.12, cut=True)
    pen.stroke((-0.12, 0.1), (-0.78, 0.86), width=0.26)
    pen.stroke((-0.32, 0.0), (0.14, 0.4), width=0.14)


def _chandra(pen: Pen) -> None:
    """A flame with a flame in it."""
    pen.shape((0.08, -1.02), (0.36, -0.5), (0.56, -0.7), (0.8, 0.06), (0.7, 0.6), (0.3, 0.96), (-0.3, 0.96), (-0.72, 0.56),
              (-0.78, 0.0), (-0.5, -0.4), (-0.34, -0.1), (-0.14, -0.44))  # fmt: skip
    pen.shape((0.04, -0.16), (0.34, 0.36), (0.18, 0.76), (-0.2, 0.76), (-0.36, 0.36), cut=True)
    pen.disc((0, 0.62), 0.14)


def _phoenixes(pen: Pen) -> None:
    """A bird that rises, its tail in flames."""
    for side in (-1, 1):
        pen.shape((side * 0.1, -0.1), (side * 0.4, -0.52), (side * 0.98, -0.98), (side * 0.94, -0.5), (side * 0.78, -0.36),
                  (side * 0.8, -0.08), (side * 0.56, 0.0), (side * 0.5, 0.24), (side * 0.1, 0.36))  # fmt: skip
        pen.shape((side * 0.08, 0.3), (side * 0.34, 0.6), (side * 0.5, 0.98), (side * 0.16, 0.76))
    pen.disc((0, -0.46), 0.18)
    pen.shape((-0.16, -0.5), (-0.36, -0.36), (-0.1, -0.32))
    pen.shape((0, -0.4), (0.17, 0.0), (0.1, 0.4), (0, 0.96), (-0.1, 0.4), (-0.17, 0.0))


def _firecats(pen: Pen) -> None:
    """A cat's head in a mane of flames."""
    for n in range(11):
        angle = math.radians(-90 + 360 / 11 * n)
        tip, left, right = (1.0, angle + 0.12), (0.6, angle - 0.3), (0.6, angle + 0.3)
        pen.shape(*((r * math.cos(a), 0.04 + r * math.sin(a)) for r, a in (tip, left, right)))
    pen.disc((0, 0.04), 0.66)
    pen.disc((0, 0.08), 0.5, 0.46, cut=True)
    pen.shape((-0.44, -0.42), (-0.18, -0.2), (0.18, -0.2), (0.44, -0.42), (0.42, 0.16), (0.14, 0.48), (-0.14, 0.48),
              (-0.42, 0.16))  # fmt: skip
    for side in (-1, 1):
        pen.disc((side * 0.18, 0.02), 0.09, 0.06, cut=True)


def _nissa(pen: Pen) -> None:
    """A leaf with its veins."""
    pen.shape((0, -1), (0.5, -0.6), (0.74, 0.0), (0.5, 0.5), (0, 0.8), (-0.5, 0.5), (-0.74, 0.0), (-0.5, -0.6))
    pen.stroke((0, -0.7), (0, 0.7), width=0.11, cut=True)
    for y in (-0.24, 0.14, 0.48):
        pen.stroke((-0.44, y - 0.26), (0, y), (0.44, y - 0.26), width=0.08, cut=True)
    pen.stroke((0, 0.7), (0, 1.0), width=0.14)


def _elves(pen: Pen) -> None:
    """Two arrows crossed, leaves for feathers."""
    for side in (-1, 1):
        pen.stroke((side * -0.66, 0.66), (side * 0.62, -0.62), width=0.14)
        pen.shape((side * 0.94, -0.94), (side * 0.36, -0.72), (side * 0.72, -0.36))
        pen.shape((side * -0.98, 0.98), (side * -0.92, 0.42), (side * -0.5, 0.3), (side * -0.42, 0.42), (side * -0.36, 0.86))


def _elementals(pen: Pen) -> None:
    """A stump that stands on its roots and swings a branch."""
    pen.shape((-0.4, -0.62), (0.34, -0.7), (0.44, 0.2), (0.94, 0.92), (0.4, 0.7), (0.14, 0.98), (-0.12, 0.66), (-0.5, 0.96),
              (-0.94, 0.84), (-0.46, 0.24))  # fmt: skip
    pen.stroke((0.3, -0.2), (0.74, -0.42), (0.8, -0.9), width=0.2)
    pen.stroke((-0.36, -0.1), (-0.8, -0.26), (-0.94, -0.66), width=0.17)
    for side in (-1, 1):
        pen.disc((side * 0.16, -0.24), 0.1, cut=True)
    pen.stroke((-0.18, 0.18), (0.2, 0.14), width=0.1, cut=True)


EMBLEMS: dict[str, Callable[[Pen], None]] = {
    "gideon_jura_combat_mage": _gideon,
    "rhox_veterans": _rhox,
    "kor_hookmasters": _hookmasters,
    "jace_beleren_mindmage": _mindmage,
    "leyline_phantoms": _phantoms,
    "illusionary_projections": _projections,
    "liliana_vess_necromancer": _liliana,
    "restless_zombies": _zombies,
    "blighted_reavers": _reavers,
    "chandra_nalaar_pyromancer": _chandra,
    "flamewing_phoenixes": _phoenixes,
    "blazing_firecats": _firecats,
    "nissa_revane_animist": _nissa,
    "elf_rangers": _elves,
    "pummelroot_elementals": _elementals,
}
