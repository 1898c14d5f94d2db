"""Directions and distances on the hexes, in words."""

from __future__ import annotations

from engine.arena.hexes import Hex, axial, neighbours
from engine.core.text import Text, counted, listed, words

ASIDE = {
    "E": words("to the right"), "NE": words("up and right"), "NW": words("up and left"),
    "W": words("to the left"), "SW": words("down and left"), "SE": words("down and right"),
}  # fmt: skip
_UNITS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}


def towards(start: Hex, end: Hex) -> Text:
    """``2 spaces to the right and one space down and right``: the shortest way over a board without holes."""
    (q1, r1), (q2, r2) = axial(start), axial(end)
    q, r = q2 - q1, r2 - r1
    parts: list[str | int | Text] = []
    for one, other in (("E", "SE"), ("SE", "SW"), ("SW", "W"), ("W", "NW"), ("NW", "NE"), ("NE", "E")):
        (a, b), (c, d) = _UNITS[one], _UNITS[other]
        turn = a * d - b * c  # 1 or -1
        m, n = (q * d - r * c) * turn, (a * r - b * q) * turn
        if m > 0 and n >= 0:
            parts = [_spaces(m, one)]
            parts += [_spaces(n, other)] if n else []
            break
    return listed(parts, "on the same space")


def _spaces(n: int, way: str) -> Text:
    return counted(n, "one space {way}", "{n} spaces {way}", way=ASIDE[way])


def beside(space: Hex) -> list[tuple[Text, Hex]]:
    """The six neighbours with the way to each."""
    return list(zip((ASIDE[way] for way in ("E", "NE", "NW", "W", "SW", "SE")), neighbours(space)))
