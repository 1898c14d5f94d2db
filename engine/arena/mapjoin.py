"""Battlefields put together from others: ``parts`` in a file instead of a grid (battlefields/FORMAT.md, section 8).

Everything that lies on a part comes along, moved to where the part is put; who plays, and for what, is the file's own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

from engine.arena.filetable import Notes, Table
from engine.arena.hexes import letters, name, parse

COORDINATE = re.compile(r"\b[A-Z]{1,2}[1-9][0-9]?\b")
PIECES = ("boards", "sand_tiles", "cryptoliths", "glyphs", "glyph_pool", "exits", "scoring", "ruins")


def joined(data: dict[str, Any], source: Callable[[str], str | None], notes: Notes) -> dict[str, Any]:
    """The file's data with the parts laid out as one grid. ``source`` gives the text of the map of that id, or None."""
    own = {key: value for key, value in data.items() if key != "parts"}
    if "grid" in own:
        notes.fault("parts", "a map is made of parts or has a grid of its own, not both")
        return own
    cells: dict[tuple[int, int], str] = {}
    for n, part in enumerate(Table(data, "", list(data), notes).tables("parts", ("map", "at")), 1):
        id, at = part.text("map"), part.text("at")
        text = source(id) if id else None
        if text is None:
            part.fault("map", f"no map {id!r} comes with the game")
            continue
        try:
            column, row = parse(at)
        except ValueError as error:
            part.fault("at", str(error))
            continue
        if row % 2:
            part.fault("at", "must be in an odd row, so that the rows of both maps are shifted alike")
            continue
        map = tomllib.loads(text)
        for space, cell in _cells(map.get("grid", "")):
            there = (space[0] + column, space[1] + row)
            if cells.setdefault(there, cell) != cell:
                part.fault("at", f"{name(there)} belongs to another part already")
        for key in PIECES:
            if key in map:
                own[key] = [*own.get(key, []), *_moved(map[key], column, row, n)]
    if not cells:
        notes.fault("parts", "there is none that could be laid out")
    own["grid"] = _grid(cells)
    return own


def _cells(grid: str) -> list[tuple[tuple[int, int], str]]:
    lines = [line.split() for line in grid.strip().splitlines() if line.strip()]
    rows = [line[1:] for line in lines if line and line[0].isdigit()]
    return [((c, r), cell) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != ".."]


def _grid(cells: dict[tuple[int, int], str]) -> str:
    columns = max((space[0] for space in cells), default=-1) + 1
    rows = max((space[1] for space in cells), default=-1) + 1
    lines = [" ".join(letters(column) for column in range(columns))]
    lines += [f"{r + 1} " + " ".join(cells.get((c, r), "..") for c in range(columns)) for r in range(rows)]
    return "\n".join(lines)


def _moved(value: Any, columns: int, rows: int, part: int) -> Any:
    """The value with every coordinate in it moved, and things that need a name of their own renamed."""
    if isinstance(value, str):
        return COORDINATE.sub(lambda found: _shift(found[0], columns, rows), value)
    if isinstance(value, list):
        return [_moved(one, columns, rows, part) for one in value]
    if isinstance(value, dict):
        words = ("name", "key", "arrow")
        moved = {key: one if key in words else _moved(one, columns, rows, part) for key, one in value.items()}
        if "name" in moved and part > 1:
            moved["name"] = f"{moved['name']} {part}"
        return moved
    return value


def _shift(coordinate: str, columns: int, rows: int) -> str:
    column, row = parse(coordinate)
    return name((column + columns, row + rows))
