"""Hexes that stand on a corner, in rows; even row numbers are shifted right by half a hex (offset "odd-r").

A hex is (column, row), both counted from 0; people write the column's letters and the row's number: (5, 6) is F7.
"""

from __future__ import annotations

import math
import re

Hex = tuple[int, int]

ROW = math.sqrt(3) / 2  # distance between rows, in hex widths
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
_NAME = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]?)")


def letters(column: int) -> str:
    """``A`` to ``Z``, then ``AA`` to ``ZZ``."""
    return chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)


def name(space: Hex) -> str:
    """``F7``."""
    column, row = space
    return f"{letters(column)}{row + 1}"


def parse(text: str) -> Hex:
    """The hex of a coordinate, capital or small. Raises ValueError."""
    found = _NAME.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} is not a coordinate: letters of the column, then the row's number, like F7")
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - 64
    return column - 1, int(found[2]) - 1


def neighbours(space: Hex) -> tuple[Hex, ...]:
    """The six hexes around, in the order E, NE, NW, W, SW, SE."""
    c, r = space
    s = r & 1
    return (c + 1, r), (c + s, r - 1), (c - 1 + s, r - 1), (c - 1, r), (c - 1 + s, r + 1), (c + s, r + 1)


def axial(space: Hex) -> tuple[int, int]:
    c, r = space
    return c - (r - (r & 1)) // 2, r


def from_axial(q: int, r: int) -> Hex:
    return q + (r - (r & 1)) // 2, r


def distance(a: Hex, b: Hex) -> int:
    """Spaces between, on an unbounded board."""
    (q1, r1), (q2, r2) = axial(a), axial(b)
    dq, dr = q1 - q2, r1 - r2
    return max(abs(dq), abs(dr), abs(dq + dr))


def centre(space: Hex) -> tuple[float, float]:
    """Where the hex's middle is, in hex widths (1 = flat to flat), y downwards."""
    c, r = space
    return c + 0.5 * (r & 1), r * ROW
