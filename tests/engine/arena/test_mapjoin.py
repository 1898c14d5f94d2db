"""Battlefields made of several maps: everything on a part comes along, and what does not fit is said."""

from __future__ import annotations

import pytest

from engine.arena.battlefield import load, shipped_text
from engine.arena.hexes import name, parse
from engine.arena.mapfile import MapFault, from_toml

TWIN = shipped_text("twin-duel") or ""


def faults(**changes: str) -> list[str]:
    text = TWIN
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(MapFault) as raised:
        from_toml(text, "twin-duel.toml")
    return raised.value.faults


def test_a_part_lies_where_it_is_put_with_all_that_lies_on_it() -> None:
    twin, duel = load("twin-duel"), load("core-duel")
    assert len(twin.spaces) == 2 * len(duel.spaces)
    for space, ground in duel.spaces.items():
        below = (space[0], space[1] + 14)
        assert twin.spaces[space] == twin.spaces[below] == ground
    walls = {tuple(sorted(map(name, wall.between))): wall.height for wall in twin.walls}
    assert walls[("F8", "G7")] == walls[("F22", "G21")] == 6
    assert sorted(name(glyph.at) for glyph in twin.glyphs) == ["I13", "I27", "L16", "L2"]
    assert twin.glyph_pool == ("H", "R", "H", "R")
    assert [label for label, _ in twin.boards] == ["1", "2", "3", "4", "1 2", "2 2", "3 2", "4 2"]
    assert twin.steps(parse("B14"), parse("B15")) == 1  # the two are one board


def test_what_cannot_be_put_together_is_said() -> None:
    assert "twin-duel.toml: parts 2, at: must be in an odd row" in faults(row=('"A15"', '"A14"'))[0]
    other = ('map = "core-duel", at = "A15"', 'map = "my-hill", at = "A15"')
    assert "no map 'my-hill' comes with the game" in faults(map=other)[0]
    assert "belongs to another part already" in faults(overlap=('"A15"', '"A13"'))[0]
    assert "not both" in faults(grid=("parts = [", 'grid = "1 s0"\nparts = ['))[0]


def test_the_boxes_must_hold_all_the_pieces() -> None:
    found = faults(boxes=("boxes = { core = 2 }", "boxes = { core = 1 }"))
    assert "twin-duel.toml: boards: there are 8, and the box has 6" in found


def test_boxes_of_two_sets_lend_their_terrain() -> None:
    text = TWIN.replace("boxes = { core = 2 }", "boxes = { core = 2, shadows-over-innistrad = 1 }")
    parts = '{ map = "core-duel", at = "A1" },\n  { map = "converge-on-the-cryptoliths", at = "A15" },'
    text = text.replace('{ map = "core-duel", at = "A1" },\n  { map = "core-duel", at = "A15" },', parts)
    start = text.index("[[play]]")
    text = text[:start].replace('symmetry = "rotate-180"', 'symmetry = "none"') + """[[play]]
players = 2
turns = 30
first = "roll"
sides = [
  { name = "red", colour = "red", starts = ["B11"] },
  { name = "yellow", colour = "yellow", starts = ["S4"] },
]
"""
    field = from_toml(text, "twin-duel.toml")
    assert {ground.terrain for ground in field.spaces.values()} >= {"g", "x", "s"}
    assert len(field.cryptoliths) == 3
