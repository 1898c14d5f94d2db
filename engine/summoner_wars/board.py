"""The battlefield: six columns, eight rows, each half four rows (SW-FLD-02 to SW-FLD-04).

A space is ``(column, row)``, both from 0. Row 0 is the back row of seat 0, row 7 that of seat 1, who sits opposite: what is
printed for one side is turned by 180 degrees for the other. Names are ``a1`` to ``f8``, as seat 0 reads them.
"""

from __future__ import annotations

from collections.abc import Iterator

COLUMNS, ROWS = 6, 8
HALF = ROWS // 2

Space = tuple[int, int]
STEPS: tuple[Space, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONALS: tuple[Space, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
SPACES: tuple[Space, ...] = tuple((column, row) for row in range(ROWS) for column in range(COLUMNS))


def name(space: Space) -> str:
    return f"{'abcdef'[space[0]]}{space[1] + 1}"


def parse(text: str) -> Space:
    """Raises ValueError for what is no space of the battlefield."""
    text = text.strip().lower()
    if len(text) == 2 and text[0] in "abcdef" and text[1] in "12345678":
        return "abcdef".index(text[0]), int(text[1]) - 1
    raise ValueError(f"{text.upper() or 'nothing'} is no space: they are called A1 to F8")


def turned(space: Space) -> Space:
    """The same space seen from the other side."""
    return COLUMNS - 1 - space[0], ROWS - 1 - space[1]


def seen_by(seat: int, space: Space) -> Space:
    """A space as the reference card of that seat has it, on the battlefield; and back again."""
    return space if seat == 0 else turned(space)


def inside(space: Space) -> bool:
    return 0 <= space[0] < COLUMNS and 0 <= space[1] < ROWS


def neighbours(space: Space) -> list[Space]:
    """The spaces directly beside it, never diagonally (SW-ADJ-02, SW-ADJ-03)."""
    found = [(space[0] + dx, space[1] + dy) for dx, dy in STEPS]
    return [each for each in found if inside(each)]


def adjacent(a: Space, b: Space) -> bool:
    return distance(a, b) == 1


def distance(a: Space, b: Space) -> int:
    """In spaces, going straight along rows and columns (SW-FLD-04)."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def ray(space: Space, step: Space, length: int) -> Iterator[Space]:
    """The spaces from there in one direction, nearest first, as far as the board and ``length`` go."""
    for n in range(1, length + 1):
        there = (space[0] + step[0] * n, space[1] + step[1] * n)
        if not inside(there):
            return
        yield there


def between(a: Space, b: Space) -> list[Space] | None:
    """The spaces between two on a straight line; None if they are on none (SW-RNG-04)."""
    if (a[0] == b[0]) == (a[1] == b[1]):
        return None
    step = ((b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1]))
    return list(ray(a, step, distance(a, b) - 1))


def half_of(seat: int) -> list[Space]:
    """The spaces on that side of the centre line."""
    return [space for space in SPACES if (space[1] < HALF) == (seat == 0)]


def back_row(seat: int) -> int:
    return 0 if seat == 0 else ROWS - 1
