"""Emblems of the army cards of Battle for Zendikar."""

from __future__ import annotations

from collections.abc import Callable

from render.pen import Pen


def _kiora(pen: Pen) -> None:
    """A fork of two prongs out of a wave."""
    pen.stroke((0, -0.3), (0, 0.7), width=0.16)
    pen.stroke((-0.44, -0.6), (-0.42, -0.26), (0, -0.14), (0.42, -0.26), (0.44, -0.6), width=0.16)
    for side in (-1, 1):
        pen.shape((side * 0.44, -1.02), (side * 0.64, -0.52), (side * 0.24, -0.52))
    for y in (0.5, 0.84):
        pen.stroke((-0.96, y), (-0.64, y - 0.2), (-0.32, y), (0, y - 0.2), (0.32, y), (0.64, y - 0.2), (0.96, y), width=0.15)


def _nixilis(pen: Pen) -> None:
    """A demon's head between great horns."""
    for side in (-1, 1):
        pen.shape((side * 0.2, -0.42), (side * 0.66, -0.38), (side * 0.84, -0.98), (side * 1.0, -0.36), (side * 0.74, 0.1),
                  (side * 0.36, 0.02))  # fmt: skip
    pen.shape((-0.4, -0.44), (0.4, -0.44), (0.54, 0.16), (0.3, 0.62), (0, 0.98), (-0.3, 0.62), (-0.54, 0.16))
    for side in (-1, 1):
        pen.shape((side * 0.1, -0.04), (side * 0.4, -0.2), (side * 0.36, 0.06), cut=True)
    pen.stroke((-0.2, 0.42), (0, 0.34), (0.2, 0.42), width=0.09, cut=True)


def _aeronaut(pen: Pen) -> None:
    """A sail with its lines, and who hangs from it."""
    pen.shape((0, -0.98), (0.6, -0.6), (1.0, 0.1), (0.5, -0.1), (0, 0.04), (-0.5, -0.1), (-1.0, 0.1), (-0.6, -0.6))
    pen.stroke((0, -0.86), (0, 0.0), width=0.08, cut=True)
    for side in (-1, 1):
        pen.stroke((side * 0.86, 0.04), (side * 0.08, 0.56), width=0.07)
        pen.stroke((side * 0.46, -0.66), (side * 0.5, -0.14), width=0.07, cut=True)
    pen.disc((0, 0.48), 0.15)
    pen.shape((-0.2, 0.66), (0.2, 0.66), (0.12, 1.0), (-0.12, 1.0))


def _roilmage(pen: Pen) -> None:
    """A wave that breaks."""
    pen.shape((-1.0, 0.86), (-0.86, 0.0), (-0.4, -0.66), (0.2, -0.88), (0.74, -0.62), (0.94, -0.1), (0.7, 0.22), (0.5, -0.1),
              (0.1, -0.22), (-0.2, 0.1), (0.0, 0.5), (0.5, 0.66), (1.0, 0.62), (1.0, 0.86))  # fmt: skip
    pen.disc((0.34, 0.22), 0.14)
    pen.stroke((-0.62, 0.6), (-0.5, 0.06), (-0.12, -0.42), width=0.1, cut=True)


def _bloodchasers(pen: Pen) -> None:
    """Fangs, and a drop."""
    pen.shape((-1.0, -0.72), (-0.5, -0.9), (0, -0.74), (0.5, -0.9), (1.0, -0.72), (0.8, -0.24), (-0.8, -0.24))
    for side in (-1, 1):
        pen.shape((side * 0.3, -0.3), (side * 0.76, -0.3), (side * 0.5, 0.5))
        pen.shape((side * 0.04, -0.3), (side * 0.26, -0.3), (side * 0.14, 0.0))
    pen.disc((0, 0.66), 0.26, 0.28)
    pen.shape((0, 0.1), (0.22, 0.56), (-0.22, 0.56))


def _goblins(pen: Pen) -> None:
    """A goblin's head: long ears, a long nose."""
    for side in (-1, 1):
        pen.shape((side * 0.3, -0.4), (side * 1.02, -0.72), (side * 0.72, -0.1), (side * 0.44, 0.16))
    pen.shape((-0.5, -0.5), (0, -0.72), (0.5, -0.5), (0.52, 0.2), (0.26, 0.76), (-0.26, 0.76), (-0.52, 0.2))
    for side in (-1, 1):
        pen.shape((side * 0.1, -0.14), (side * 0.4, -0.28), (side * 0.36, 0.0), cut=True)
    pen.stroke((0, -0.06), (-0.06, 0.26), (0.1, 0.3), width=0.1, cut=True)
    pen.stroke((-0.24, 0.5), (0, 0.56), (0.24, 0.5), width=0.1, cut=True)


def _wardens(pen: Pen) -> None:
    """A round shield with a leaf, spears behind it."""
    for side in (-1, 1):
        pen.stroke((side * -0.72, 0.92), (side * 0.6, -0.7), width=0.12)
        pen.shape((side * 0.84, -1.0), (side * 0.78, -0.56), (side * 0.44, -0.82))
    pen.disc((0, 0.12), 0.68)
    pen.shape((0, -0.34), (0.3, 0.0), (0.24, 0.34), (0, 0.56), (-0.24, 0.34), (-0.3, 0.0), cut=True)
    pen.stroke((0, -0.1), (0, 0.4), width=0.09)


def _scions(pen: Pen) -> None:
    """A small plated head on a knot of arms."""
    pen.shape((0, -0.96), (0.5, -0.6), (0.52, -0.1), (0, 0.12), (-0.52, -0.1), (-0.5, -0.6))
    pen.stroke((0, -0.76), (0, -0.06), width=0.09, cut=True)
    for side in (-1, 1):
        pen.stroke((side * 0.12, 0.0), (side * 0.16, 0.5), (side * 0.04, 0.94), width=0.15)
        pen.stroke((side * 0.3, -0.04), (side * 0.6, 0.3), (side * 0.42, 0.82), width=0.15)
        pen.stroke((side * 0.42, -0.2), (side * 0.94, 0.06), (side * 0.9, 0.6), width=0.15)


def _ruiner(pen: Pen) -> None:
    """A wall of bone plates without a face, on two great limbs."""
    pen.shape((-0.3, -1.0), (0.3, -1.0), (0.7, -0.5), (0.5, 0.14), (0, 0.44), (-0.5, 0.14), (-0.7, -0.5))
    pen.stroke((-0.62, -0.42), (0, -0.16), (0.62, -0.42), width=0.1, cut=True)
    pen.stroke((0, -0.94), (0, 0.36), width=0.1, cut=True)
    for side in (-1, 1):
        pen.shape((side * 0.56, -0.1), (side * 1.02, 0.2), (side * 0.9, 0.98), (side * 0.5, 0.98), (side * 0.62, 0.42),
                  (side * 0.36, 0.26))  # fmt: skip
        pen.stroke((side * 0.16, 0.4), (side * 0.2, 0.94), width=0.13)


EMBLEMS: dict[str, Callable[[Pen], None]] = {
    "kiora_rising_tide": _kiora,
    "ob_nixilis_demon_of_spite": _nixilis,
    "kor_aeronaut_captain": _aeronaut,
    "merfolk_roilmage": _roilmage,
    "malakir_bloodchasers": _bloodchasers,
    "goblin_javelineers": _goblins,
    "path_wardens": _wardens,
    "eldrazi_scions": _scions,
    "eldrazi_ruiner": _ruiner,
}
