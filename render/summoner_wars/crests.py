"""A crest for each faction, in one colour, in a box from -1 to 1 (y downwards)."""

from __future__ import annotations

import math
from collections.abc import Callable

from render.pen import Pen
from render.sprite import Point


def cave_goblins(pen: Pen) -> None:
    """A head with long ears and wide eyes."""
    for side in (-1, 1):
        pen.shape((side * 0.34, -0.42), (side * 1.0, -0.62), (side * 0.62, 0.1), (side * 0.36, 0.24))
    pen.shape((-0.5, -0.5), (-0.2, -0.74), (0.2, -0.74), (0.5, -0.5), (0.5, 0.2), (0.24, 0.72), (0, 0.9), (-0.24, 0.72),
              (-0.5, 0.2))  # fmt: skip
    for side in (-1, 1):
        pen.shape((side * 0.1, -0.1), (side * 0.42, -0.3), (side * 0.36, 0.06), cut=True)
    pen.stroke((-0.24, 0.44), (-0.08, 0.52), (0.08, 0.44), (0.24, 0.5), width=0.1, cut=True)


def cloaks(pen: Pen) -> None:
    """A hood over a dark face."""
    pen.shape((0, -0.98), (0.5, -0.62), (0.66, -0.1), (0.98, 0.94), (-0.98, 0.94), (-0.66, -0.1), (-0.5, -0.62))
    pen.shape((0, -0.6), (0.34, -0.3), (0.34, 0.12), (0, 0.46), (-0.34, 0.12), (-0.34, -0.3), cut=True)
    for side in (-1, 1):
        pen.stroke((side * 0.1, -0.06), (side * 0.24, -0.12), width=0.11)
    pen.stroke((0, 0.54), (0, 0.92), width=0.08, cut=True)


def fallen_kingdom(pen: Pen) -> None:
    """A crown, broken through."""
    pen.shape((-0.86, 0.66), (-0.98, -0.56), (-0.5, -0.06), (-0.26, -0.6), (0.02, 0.02), (-0.14, 0.26), (0.08, 0.66))
    pen.shape((0.26, 0.62), (0.1, 0.24), (0.26, -0.04), (0.24, -0.86), (0.56, -0.2), (0.98, -0.76), (0.92, 0.5))
    pen.stroke((-0.8, 0.88), (0.1, 0.9), width=0.14)
    pen.stroke((0.34, 0.86), (0.88, 0.74), width=0.14)


def guild_dwarves(pen: Pen) -> None:
    """A hammer over an anvil."""
    pen.shape((-0.96, 0.1), (0.86, 0.1), (0.98, 0.28), (0.4, 0.5), (0.34, 0.7), (0.62, 0.94), (-0.62, 0.94), (-0.34, 0.7),
              (-0.4, 0.5), (-0.86, 0.42))  # fmt: skip
    pen.shape((-0.42, -0.96), (0.42, -0.96), (0.42, -0.46), (-0.42, -0.46))
    pen.stroke((0, -0.5), (0, -0.02), width=0.2)


def jungle_elves(pen: Pen) -> None:
    """A great leaf with its veins."""
    pen.shape((0, -1), (0.42, -0.66), (0.66, -0.14), (0.54, 0.36), (0.1, 0.68), (-0.1, 0.68), (-0.54, 0.36), (-0.66, -0.14),
              (-0.42, -0.66))  # fmt: skip
    pen.stroke((0, 0.62), (0, 0.96), width=0.16)
    pen.stroke((0, -0.66), (0, 0.6), width=0.1, cut=True)
    for y in (-0.24, 0.08, 0.36):
        for side in (-1, 1):
            pen.stroke((0, y), (side * 0.4, y - 0.26), width=0.08, cut=True)


def mercenaries(pen: Pen) -> None:
    """Three coins."""
    for x, y in ((0.0, -0.44), (-0.46, 0.36), (0.46, 0.36)):
        pen.disc((x, y), 0.52, cut=True)
        pen.disc((x, y), 0.46)
        pen.disc((x, y), 0.31, cut=True)
        pen.shape((x, y - 0.2), (x + 0.17, y), (x, y + 0.2), (x - 0.17, y))


def phoenix_elves(pen: Pen) -> None:
    """A bird that rises with spread wings out of its flames."""
    for side in (-1, 1):
        pen.shape((side * 0.06, -0.3), (side * 0.4, -0.44), (side * 1.0, -0.96), (side * 0.94, -0.4), (side * 0.76, -0.1),
                  (side * 0.7, 0.12), (side * 0.48, 0.14), (side * 0.4, 0.36), (side * 0.1, 0.24))  # fmt: skip
    pen.shape((0, -0.98), (0.2, -0.72), (0.16, -0.3), (0.22, 0.2), (0, 0.44), (-0.22, 0.2), (-0.16, -0.3), (-0.2, -0.72))
    pen.shape((0, 0.3), (0.18, 0.62), (0.36, 0.5), (0.3, 0.94), (0, 0.8), (-0.3, 0.94), (-0.36, 0.5), (-0.18, 0.62))


def shadow_elves(pen: Pen) -> None:
    """A crescent moon and a blade."""
    outer: list[Point] = [(0.94 * math.cos(a), 0.94 * math.sin(a)) for a in (math.radians(d) for d in range(-60, 241, 15))]
    inner: list[Point] = [(0.26 + 0.72 * math.cos(a), -0.18 + 0.72 * math.sin(a))
                          for a in (math.radians(d) for d in range(215, -36, -15))]  # fmt: skip
    pen.shape(*(outer[n] for n in range(3, len(outer))), *inner)
    pen.shape((0.34, -0.9), (0.48, -0.66), (0.44, 0.1), (0.24, 0.1), (0.2, -0.66))
    pen.stroke((0.1, 0.16), (0.58, 0.16), width=0.12)
    pen.stroke((0.34, 0.2), (0.34, 0.46), width=0.13)


def tundra_orcs(pen: Pen) -> None:
    """A crystal of snow."""
    for n in range(6):
        angle = math.radians(60 * n - 90)
        c, s = math.cos(angle), math.sin(angle)
        pen.stroke((0, 0), (0.92 * c, 0.92 * s), width=0.17)
        for turn in (-50, 50):
            branch = angle + math.radians(turn)
            start = (0.52 * c, 0.52 * s)
            pen.stroke(start, (start[0] + 0.34 * math.cos(branch), start[1] + 0.34 * math.sin(branch)), width=0.13)


def vanguards(pen: Pen) -> None:
    """A sun that rises over the horizon."""
    pen.disc((0, 0.3), 0.42)
    for n in range(7):
        angle = math.radians(30 * n - 180)
        c, s = math.cos(angle), math.sin(angle)
        pen.stroke((0.62 * c, 0.3 + 0.62 * s), (0.94 * c, 0.3 + (1.2 if n % 2 else 0.94) * s), width=0.16)
    pen.shape((-1, 0.32), (1, 0.32), (1, 0.74), (-1, 0.74), cut=True)
    pen.stroke((-0.92, 0.48), (0.92, 0.48), width=0.17)
    pen.stroke((-0.56, 0.8), (0.56, 0.8), width=0.17)


CRESTS: dict[str, Callable[[Pen], None]] = {
    "Cave Goblins": cave_goblins, "Cloaks": cloaks, "Fallen Kingdom": fallen_kingdom, "Guild Dwarves": guild_dwarves,
    "Jungle Elves": jungle_elves, "Mercenaries": mercenaries, "Phoenix Elves": phoenix_elves,
    "Shadow Elves": shadow_elves, "Tundra Orcs": tundra_orcs, "Vanguards": vanguards,
}  # fmt: skip
"""By the faction's name."""
