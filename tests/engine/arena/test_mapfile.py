"""Battlefield files: what is refused (V1 to V14 of FORMAT.md) with the place named, what is warned of, what is read."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.arena.hexes import parse
from engine.arena.mapfile import MapFault, from_bytes, from_toml

CORE = """\
format = 1
id     = "example"
name   = "A small example"
set    = "core"
source = "designed"
symmetry = "rotate-180"
grid = \"\"\"
      A   B   C   D   E
  1   g0  g1  g0  w0  g0
  2     g0  s2  g1  g0  g0
  3   g0  g0  g1  s2  g0
  4     g0  w0  g0  g1  g0
\"\"\"
sand_tiles = ["B2", "D3"]
glyphs     = [ { key = "?", at = "A3" }, { key = "?", at = "E2" } ]
glyph_pool = ["H", "R"]
scoring    = ["C2", "C3"]
exits      = [ { at = "A4", arrow = "W" } ]

[[ruins]]
name = "A"
walls = [ { height = 6, between = ["C1-C2"] }, { height = 6, between = ["C3-C4"] } ]

[[play]]
players = 2
turns   = 30
first   = "roll"
sides = [
  { name = "red",    colour = "red",    seats = 1, starts = ["A1"] },
  { name = "yellow", colour = "yellow", seats = 1, starts = ["E4"] },
]
"""
SOI = """\
format = 1
id     = "example"
name   = "A second example"
set    = "shadows-over-innistrad"
source = "designed"
rules  = { weirded = "swing", range_cap = 4 }
grid = \"\"\"
      A   B   C   D   E   F
  1   s0  s0  s1  s1  r0  s0
  2     r0  s2  s2  w0  x1  ..
  3   s0  r0  s0  s1  s1  s0
  4     s0  ..  s0  s1  s0  s0
\"\"\"
boards = [ { name = "1", hexes = "A1:C4" }, { name = "2", hexes = "D1:F2 D3:F4" } ]
sand_tiles  = ["B2", "B2", "C2"]
cryptoliths = [ { name = "north", at = "C1", free = "D1" }, { name = "south", at = "D3", free = "E3" } ]
glyphs = [ { key = "H", at = "F1" }, { key = "R", at = "F4" } ]

[[play]]
players = 2
turns   = 30
first   = "defender"
sides = [
  { name = "attacker", colour = "yellow", seats = 1, starts = ["A1"] },
  { name = "defender", colour = "red", starts = ["F3"] },
]
"""


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, f"the example has no {old!r}"
        text = text.replace(old, new, 1)
    return text


def faults(text: str) -> list[str]:
    with pytest.raises(MapFault) as caught:
        from_toml(text, "example.toml")
    assert str(caught.value) == "\n".join(caught.value.faults)
    assert all(fault.startswith("example.toml: ") for fault in caught.value.faults)
    return [fault.removeprefix("example.toml: ") for fault in caught.value.faults]


def refused(text: str, *expected: str) -> None:
    """Every fault is expected and begins as expected; an expected one may be only the place and first words."""
    found = faults(text)
    assert len(found) == len(expected), found
    for fault, start in zip(sorted(found), sorted(expected)):
        assert fault.startswith(start), found


Change = tuple[str, str]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("format = 1", "format = 2"), "format: must be 1, not 2"),
        (("format = 1", "format = true"), "format: must be 1, not True"),
        (("format = 1\n", ""), "format: missing"),
        (('name   = "A small example"', "name = 7"), "name: must be text in quotes, not 7"),
        (('name   = "A small example"', 'name = ""'), "name: must not be empty"),
        (('name   = "A small example"', f'name = "{"x" * 81}"'), "name: must be at most 80 characters"),
        (('set    = "core"', 'set = "cure"'), "set: must be one of shadows-over-innistrad, core, not 'cure'"),
        (('set    = "core"', 'set = ["core"]'), "set: must be one of"),
        (('source = "designed"', 'source = "found"'), "source: must be one of rulebook, published, designed"),
        (('"rotate-180"', '"round"'), "symmetry: must be one of none, rotate-180"),
        (("format = 1", "format = 1\ncolour = 1"), "colour: unknown key"),
        (("format = 1", "format = 1\nrules = { fog = 1 }"), "rules, fog: unknown key"),
        (("format = 1", 'format = 1\nrules = { weirded = "wet" }'), "rules, weirded: must be one of plain, swing, bog"),
        (("format = 1", 'format = 1\nrules = { summon = "far" }'), "rules, summon: must be one of sight-5, adjacent"),
        (("format = 1", "format = 1\nrules = { range_cap = -1 }"), "rules, range_cap: must be a whole number from 1"),
        (("format = 1", "format = 1\nrules = { flying = 0 }"), "rules, flying: must be true or false"),
        (("format = 1", "format = 1\nrules = 3"), "rules: must be a table"),
        (("format = 1", "format = 1\nstory = 3"), "story: must be text in quotes"),
        (('key = "?", at = "A3"', 'key = "?", at = "A3", up = true'), "glyphs 1, up: unknown key"),
        (('["H", "R"]', '"HR"'), "glyph_pool: must be a list in square brackets"),
        (('["C2", "C3"]', '["C2", "C3", 4]'), "scoring: must be a list of texts in quotes, and 4 is none"),
        (('exits      = [ { at = "A4", arrow = "W" } ]', 'exits = ["A4"]'), "exits: must be a list of tables"),
        (('colour = "red", ', 'colour = "pink",'), "play 1, sides red, colour: must be one of red, yellow"),
        (('colour = "red", ', ""), "play 1, sides red, colour: missing"),
        (('at = "A4", ', ""), "exits 1, at: missing"),
    ],
)
def test_v1_keys_and_values(change: Change, fault: str) -> None:
    assert fault in "\n".join(faults(changed(CORE, change)))
    assert any(found.startswith(fault) for found in faults(changed(CORE, change)))


def test_v1_what_is_no_toml_is_refused_with_its_line() -> None:
    assert "line 2" in faults("format = 1\nid = example\n")[0]
    with pytest.raises(MapFault, match=r"example\.toml: line 3: not UTF-8"):
        from_bytes(CORE.encode().replace(b"A small", b"A sm\xe4ll"), "example.toml")


@pytest.mark.parametrize("id", ["Example", "my_map", "a:b", "a b", "../a", "-a"])
def test_v1_an_id_can_be_used_anywhere(id: str) -> None:
    with pytest.raises(MapFault, match="id: must be small letters and digits"):
        from_toml(changed(CORE, ('"example"', f'"{id}"')), f"{id}.toml")


def test_v1_the_id_is_the_files_name() -> None:
    with pytest.raises(MapFault, match=r"other\.toml: id: must be the file's name without \.toml, not 'example'"):
        from_toml(CORE, "other.toml")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("  2     g0  s2", "  2     g0  q2"), "grid, B2: 'q2' is not a terrain letter (s g w r x) with a level digit"),
        (("  2     g0  s2", "  2     g0  s22"), "grid, B2: 's22' is not"),
        (("  2     g0  s2", "  2     g0  ."), "grid, B2: '.' is not"),
        (("  3   g0", "  4   g0"), "grid, row 3: starts with '4' and must start with its number 3"),
        (("  3   g0", "  g0"), "grid, row 3: starts with 'g0'"),
        (("  4     g0  w0  g0  g1  g0", "  4     g0  w0  g0  g1"), "grid, row 4: has 4 cells where others have 5"),
        (("A   B   C   D   E", "A   B   C   D"), "grid, ruler: must read A, B, C ... for 5 columns"),
        (("A   B   C   D   E", "A   B   D   C   E"), "grid, ruler: must read"),
        (("A   B   C   D   E", "A   B   3   D   E"), "grid, ruler: must read"),
    ],
)
def test_v2_grid(change: Change, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(changed(CORE, change)))


def test_v2_a_grid_without_hexes_or_without_end() -> None:
    start, end = CORE.index("      A"), CORE.index('"""\nsand')
    refused(CORE[:start] + CORE[end:], "grid: must not be empty")
    refused(CORE[:start] + "1 .. .." + CORE[end:], "grid: there is no hex in it")
    rows = "\n".join(f"{n} g0" for n in range(1, 101))
    assert "grid: too large" in faults(CORE[:start] + rows + CORE[end:])[0]
    assert "grid: too large" in faults(CORE[:start] + "1" + " g0" * 703 + CORE[end:])[0]


def test_a_grid_needs_no_ruler_and_no_alignment() -> None:
    text = changed(CORE, ("      A   B   C   D   E\n", ""), ("  2     g0  s2  g1", "\n2 g0\ts2      g1"))
    assert from_toml(text, "example.toml").spaces == from_toml(CORE, "example.toml").spaces


@pytest.mark.rule("AR-FIELD-02")
@pytest.mark.parametrize(
    ("text", "change", "fault"),
    [
        (CORE, ("  2     g0", "  2     r0"), "grid, A2: the boards of core have no road"),
        (CORE, ("  2     g0", "  2     x0"), "grid, A2: the boards of core have no weirded ground"),
        (SOI, ("  4     s0", "  4     g0"), "grid, A4: the boards of shadows-over-innistrad have no grass"),
        (CORE, ('"B2", "D3"', '"B2", "D3", "B2"'), "sand_tiles of 1 hexes: there are 3, and the box has 2"),
        (CORE, ("glyphs     = [", 'glyphs = [ {key = "H", at = "A2"}, {key = "H", at = "D2"}, {key = "R", at = "E3"},'),
         "glyphs: there are 5, and the box has 4"),
        (CORE, ("scoring ", 'cryptoliths = [ { at = "B2", free = "C2" } ]\nscoring '),
         "cryptoliths: there are 1, and the box has none"),
        (CORE, ("[[play]]", "[[ruins]]\n[[ruins]]\n[[play]]"), "ruins: there are 3, and the box has 2"),
        (SOI, ("glyphs = [", 'glyphs = [ {key = "H", at = "C3"},'), "glyphs: there are 3, and the box has 2"),
        (SOI, ("[[play]]", "[[ruins]]\n[[play]]"), "ruins: there are 1, and the box has none"),
    ],
)  # fmt: skip
def test_v3_what_the_box_does_not_hold(text: str, change: Change, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(changed(text, change)))


@pytest.mark.rule("AR-COMP-13")
def test_v3_six_tiles_of_one_hex_and_no_more() -> None:
    six = changed(SOI, ('["B2", "B2", "C2"]', '["B2", "B2", "C2", "C2", "D4", "C1"]'), ("s1  s1  r0", "s2  s2  r0"),
                  ('free = "D1"', 'free = "D1"'))  # fmt: skip
    assert len(from_toml(six, "example.toml").sand_tiles) == 6
    refused(changed(six, ('"C1"]', '"C1", "D1"]')), "sand_tiles of 1 hexes: there are 7, and the box has 6")


@pytest.mark.rule("AR-COMP-14", "AR-COMP-15")
def test_v3_three_cryptoliths_and_no_more() -> None:
    third = '{ name = "west", at = "A4", free = "A3" }'
    three = changed(
        SOI, ("cryptoliths = [", f"cryptoliths = [ {third},"), ("  3   s0", "  3   s1"), ("  4     s0", "  4     s1")
    )
    assert [stone.name for stone in from_toml(three, "example.toml").cryptoliths] == ["west", "north", "south"]
    four = changed(three, ("cryptoliths = [", 'cryptoliths = [ { name = "4", at = "B2", free = "C2" },'),
                   ('["B2", "B2", "C2"]', "[]"))  # fmt: skip
    refused(four, "cryptoliths: there are 4, and the box has 3")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("F1", "F1 is no hex of this map"),
        ("A5", "A5 is no hex of this map"),
        ("7A", "'7A' is not a coordinate"),
        ("A0", "'A0' is not a coordinate"),
        ("a2", "'a2' must be written A2"),
    ],
)
@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('["B2", "D3"]', '["B2", "{}"]', "sand_tiles 2"),
        ('at = "A3"', 'at = "{}"', "glyphs 1, at"),
        ('at = "A4"', 'at = "{}"', "exits 1, at"),
        ('"C2", "C3"', '"C2", "{}"', "scoring"),
        ('"C1-C2"', '"C1-{}"', "ruins A, walls 1, between"),
        ('["E4"]', '["{}"]', "play 1, sides yellow, starts"),
    ],
)
def test_v4_coordinates(old: str, new: str, place: str, text: str, reason: str) -> None:
    assert any(found.startswith(f"{place}: {reason}") for found in faults(changed(CORE, (old, new.format(text)))))


def test_v4_a_hole_is_no_hex() -> None:
    refused(changed(SOI, ('at = "F1"', 'at = "F2"')), "glyphs 1, at: F2 is no hex of this map")


@pytest.mark.rule("AR-COMP-04", "AR-FIELD-02")
def test_v5_at_most_four_boards_that_cover_every_hex_once() -> None:
    area = {label: len(hexes) for label, hexes in from_toml(SOI, "example.toml").boards}
    assert area == {"1": 11, "2": 11}
    refused(changed(SOI, ("A1:C4", "A1:D4")), *(f"boards, D{row}: lies on the boards 1 and 2" for row in range(1, 5)))
    refused(changed(SOI, ("A1:C4", "A1:C3")), "boards: no board has A4, C4")
    refused(
        changed(SOI, ("A1:C4", "A1-C4")),
        "boards 1, hexes: 'A1-C4' is no block of hexes like A1:H6",
        "boards: no board has A1",
    )
    four = changed(SOI, ('"A1:C4"', '"A1:C3"'), ("boards = [", 'boards = [ { hexes = "A4:B4" }, { hexes = "C4:C4" },'))
    assert [label for label, _ in from_toml(four, "example.toml").boards] == ["1", "2", "1", "2"]
    five = changed(four, ("A4:B4", "A4:A4"), ("boards = [", 'boards = [ { hexes = "B4:B4" },'))
    refused(five, "boards: there are 5, and the box has 4")


def test_v5_boards_that_leave_much_out_are_one_fault() -> None:
    refused(changed(SOI, ('"D1:F2 D3:F4"', '"D1:D1"')), "boards: no board has E1, F1, D2, E2, D3, E3 and 4 more")


@pytest.mark.parametrize(
    ("tiles", "fault"),
    [
        ('["A2"]', "sand_tiles 1: A2 must be sand, and is grass"),
        ('["B2", "B2", "B2"]', "grid, B2: carries 3 sand tiles, too many for its level 2"),
        ('["B2 D3"]', "sand_tiles of 2 hexes: there are 1, and the box has none"),
        ('["B2 B2 D3"]', "sand_tiles 1: B2, B2, D3 are no triangle of three touching hexes"),
        ('[""]', "sand_tiles: must be a list of texts"),
    ],
)
def test_v6_tiles(tiles: str, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(changed(CORE, ('["B2", "D3"]', tiles))))


def test_v6_a_three_hex_tile_is_an_even_triangle() -> None:
    sand = changed(CORE, ('"rotate-180"', '"none"'), ("  3   g0  g0  g1", "  3   s1  s1  g1"), ("  2     g0", "  2     s1"))
    flat = changed(sand, ('["B2", "D3"]', '["A2 A3 B3"]'))
    assert from_toml(flat, "example.toml").sand_tiles == (tuple(map(parse, ("A2", "A3", "B3"))),)
    refused(changed(flat, ("  2     s1", "  2     s2")), "sand_tiles 1: A2, A3, B3 are not on one level")
    refused(
        changed(flat, ("A2 A3 B3", "A2 A3 D3")), "sand_tiles 1: A2, A3, D3 are no", "sand_tiles 1: A2, A3, D3 are not on"
    )


@pytest.mark.rule("AR-FIELD-04")
def test_v6_each_tile_of_a_stack_raises_the_ground_by_one_level() -> None:
    """A tile on top of a one-hex tile and bare ground is uneven; with a tile beneath each of its hexes it is even."""
    stack = changed(CORE, ('"rotate-180"', '"none"'), ("  3   g0  g0  g1", "  3   s2  s2  g1"), ("  2     g0", "  2     s2"))
    level = changed(stack, ('["B2", "D3"]', '["A2 A3 B3", "A2 A3 B3"]'))
    assert len(from_toml(level, "example.toml").sand_tiles) == 2
    lifted = changed(level, ("  2     s2", "  2     s3"), ('"A2 A3 B3"]', '"A2 A3 B3", "A2"]'))
    assert from_toml(lifted, "example.toml").level(parse("A2")) == 3
    refused(
        changed(level, ("  2     s2", "  2     s3")), *(f"sand_tiles {n}: A2, A3, B3 are not on one level" for n in (1, 2))
    )
    low = changed(level, ("  3   s2  s2", "  3   s1  s1"), ("  2     s2", "  2     s1"))
    refused(low, *(f"grid, {at}: carries 2 sand tiles, too many for its level 1" for at in ("A2", "A3", "B3")))


@pytest.mark.rule("AR-FIELD-03", "AR-COMP-15")
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (('free = "D1"', 'free = "D4"'), ["cryptoliths north, free: C1 and D4 are not neighbours"]),
        (("s1  s1  r0", "s1  s2  r0"), ["cryptoliths north, at: C1 and D1 must both be sand, on one level"]),
        (("s1  s1  r0", "x1  x1  r0"), ["cryptoliths north, at: C1 and D1 must both be sand, on one level"]),
        (
            ("s1  s1  r0", "s0  s0  r0"),
            [f"grid, {at}: carries 1 sand tiles, too many for its level 0" for at in ("C1", "D1")],
        ),
        (('at = "D3", free = "E3"', 'at = "D4", free = "D3"'), []),
        ((', free = "D1"', ""), ["cryptoliths north, free: missing"]),
        (('name = "south"', 'name = "north"'), ["cryptoliths north, name: another cryptolith has this name"]),
    ],
)
def test_v7_cryptoliths_stand_on_two_hexes_of_sand(change: Change, expected: list[str]) -> None:
    text = changed(SOI, change)
    if expected:
        refused(text, *expected)
    else:
        assert from_toml(text, "example.toml").cryptoliths[1].at == parse("D4")


def test_v7_tiles_of_cryptoliths_do_not_overlap() -> None:
    text = changed(SOI, ('at = "D3", free = "E3"', 'at = "D3", free = "D4"'),
                   ("cryptoliths = [", 'cryptoliths = [ { name = "third", at = "E3", free = "D4" },'))  # fmt: skip
    refused(text, "cryptoliths south, at: its tile and that of third overlap on D4", "grid, D4: carries 2 sand tiles")


@pytest.mark.parametrize(
    ("walls", "fault"),
    [
        ('{ height = 6, between = ["C1-C3"] }', "ruins A, walls 1, between: C1 and C3 are not neighbours"),
        ('{ height = 6, between = ["C1"] }', "ruins A, walls 1, between: 'C1' is no pair"),
        ('{ height = 6, between = ["C1-"] }', "ruins A, walls 1, between: '' is not a coordinate"),
        ('{ height = 6, between = ["C1-C1"] }', "ruins A, walls 1, between: C1 and C1 are not neighbours"),
        ('{ height = 6, between = ["C1-C2", "C2-C1"] }', "ruins A, walls 1, between: on C2-C1 a wall stands already"),
        ('{ height = 0, between = ["C1-C2"] }', "ruins A, walls 1, height: must be a whole number from 1 to 20, not 0"),
        ('{ height = 21, between = ["C1-C2"] }', "ruins A, walls 1, height: must be a whole number from 1 to 20, not 21"),
        ('{ height = 2.5, between = ["C1-C2"] }', "ruins A, walls 1, height: must be a whole number"),
        ('{ between = ["C1-C2"] }', "ruins A, walls 1, height: missing"),
    ],
)
def test_v8_ruins(walls: str, fault: str) -> None:
    text = changed(
        CORE,
        ('walls = [ { height = 6, between = ["C1-C2"] }, { height = 6, between = ["C3-C4"] } ]', f"walls = [ {walls} ]"),
    )
    assert any(found.startswith(fault) for found in faults(text))


def test_ruins_exits_and_scoring_spaces_are_kept() -> None:
    text = changed(CORE, ('"rotate-180"', '"none"'), ("\n[[play]]", 'hexes = [ { at = "C4", height = 5 } ]\n[[play]]'))
    field = from_toml(text, "example.toml")
    assert {(wall.between, wall.height) for wall in field.walls} == {
        (frozenset(map(parse, pair)), 6) for pair in (("C1", "C2"), ("C3", "C4"))
    }
    assert field.pillars == {parse("C4"): 5}
    assert [(exit.at, exit.arrow) for exit in field.exits] == [(parse("A4"), "W")]
    assert field.scoring == (parse("C2"), parse("C3"))


@pytest.mark.parametrize(
    ("text", "change", "fault"),
    [
        (CORE, ('at = "E2"', 'at = "A3"'), "A3: glyph ? and glyph ? on one space"),
        (CORE, ('at = "A4"', 'at = "A3"'), "A3: an exit and glyph ? on one space"),
        (CORE, ('["E4"]', '["E2"]'), "play 1, sides yellow, starts: glyph ? is on E2"),
        (CORE, ('["E4"]', '["A4"]'), "play 1, sides yellow, starts: an exit is on A4"),
        (CORE, ('["E4"]', '["B4"]'), "play 1, sides yellow, starts: B4 is water"),
        (CORE, ('at = "E2"', 'at = "D1"'), "glyphs 2, at: D1 is water, where no glyph lies"),
        (CORE, ("\n[[play]]", 'hexes = [ { at = "C2", height = 5 } ]\n[[play]]'),
         "scoring: nobody can stand on C2: a ruin is there"),
        (CORE, ("\n[[play]]", 'hexes = [ { at = "A3", height = 5 } ]\n[[play]]'), "A3: glyph ? and a ruin on one space"),
        (CORE, ("\n[[play]]", 'hexes = [ { at = "C4", height = 5 }, { at = "C4", height = 3 } ]\n[[play]]'),
         "C4: a ruin and a ruin on one space"),
        (CORE, ('"C2", "C3"', '"C2", "C2"'), "scoring: C2 is named more than once"),
        (SOI, ('at = "F1"', 'at = "C1"'), "C1: glyph H and a cryptolith on one space"),
        (SOI, ('["F3"]', '["D3"]'), "play 1, sides defender, starts: a cryptolith is on D3"),
        (SOI, ("boards", 'scoring = ["D3"]\nboards'), "scoring: nobody can stand on D3: a cryptolith is there"),
    ],
)  # fmt: skip
def test_v9_two_things_on_one_space(text: str, change: Change, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(changed(text, change)))


@pytest.mark.rule("AR-FIELD-07", "AR-FIELD-08", "AR-FIELD-09", "AR-GLYPH-01")
def test_v10_letters_are_glyphs_ability_side_up_and_the_question_mark_lies_symbol_side_up() -> None:
    up, down = from_toml(SOI, "example.toml"), from_toml(CORE, "example.toml")
    assert [(glyph.key, glyph.at, glyph.face_up) for glyph in up.glyphs] == [
        ("H", parse("F1"), True), ("R", parse("F4"), True),
    ]  # fmt: skip
    assert [(glyph.key, glyph.face_up) for glyph in down.glyphs] == [("?", False), ("?", False)]
    assert (up.glyph_pool, down.glyph_pool) == ((), ("H", "R"))
    refused(changed(SOI, ('key = "H"', 'key = "T"')), "glyphs 1, key: must be one of H, R, ?, not 'T'")


@pytest.mark.parametrize(
    ("pool", "fault"),
    [
        ('["H"]', "glyph_pool: must name one glyph for every '?' on the map: 2, not 1"),
        ('["H", "R", "R"]', "glyph_pool: must name one glyph for every '?' on the map: 2, not 3"),
        ('["H", "?"]', "glyph_pool: must be of H and R, not '?'"),
    ],
)
def test_v10_glyph_pool(pool: str, fault: str) -> None:
    refused(changed(CORE, ('["H", "R"]', pool)), fault)
    refused(
        changed(SOI, ("boards", 'glyph_pool = ["H"]\nboards')), "glyph_pool: must name one glyph for every '?' on the map: 0"
    )


def test_v11_an_arrow_points_off_the_map() -> None:
    refused(changed(CORE, ('arrow = "W"', 'arrow = "NE"')), "exits 1, arrow: NE of A4 does not point off the map")
    refused(changed(CORE, ('arrow = "W"', 'arrow = "N"')), "exits 1, arrow: must be one of E, NE, NW, W, SW, SE, not 'N'")
    for arrow in ("SW", "SE"):
        assert from_toml(changed(CORE, ('arrow = "W"', f'arrow = "{arrow}"')), "example.toml").exits[0].arrow == arrow


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('["E4"]', "[]"), "play 1, sides yellow, starts: 0 start spaces for 1 seats"),
        (('["E4"]', '["A1"]'), "play 1, sides: A1 is a start more than once"),
        (("players = 2", "players = 3"), "play 1, sides: their seats do not add up to 3 players"),
        (('seats = 1, starts = ["A1"]', 'seats = 0, starts = ["A1"]'), "play 1, sides red, seats: must be a whole number"),
        (("turns   = 30", "turns = 31"), "play 1, turns: must be a multiple of the 2 players, not 31"),
        (("turns   = 30", "turns = 0"), "play 1, turns: must be a whole number from 1 to 999, not 0"),
        (("turns   = 30\n", ""), "play 1, turns: missing"),
        (('first   = "roll"', 'first = "blue"'), "play 1, first: must be one of roll, red, yellow, not 'blue'"),
        (('name = "yellow"', 'name = "red"'), "play 1, sides: two sides have the same name"),
    ],
)  # fmt: skip
def test_v12_who_plays(change: Change, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(changed(CORE, change)))


def test_v12_one_table_for_each_number_of_players() -> None:
    table = CORE[CORE.index("[[play]]") :]
    refused(CORE + table, "play 2, players: another table is for 2 players")
    refused(CORE.removesuffix(table), "play: missing")


GROUND = """\
format = 1
id = "example"
name = "Ways"
set = "core"
source = "designed"
grid = '''
{}
'''
{}
[[play]]
players = 2
turns = 2
sides = [ {{ name = "a", colour = "red", starts = ["A1"] }}, {{ name = "b", colour = "blue", starts = ["B1"] }} ]
"""


@pytest.mark.parametrize(
    ("grid", "more", "expected"),
    [
        ("1 g0 g0 .. g0", "", ["D1: nobody can walk there from A1"]),
        ("1 g0 g0 g0 .. \n 2 .. .. .. g0", "", ["D2: nobody can walk there from A1"]),
        ("1 g9 g9 g0 g9", "", ["C1: a figure of height 4 can walk there and never come back"]),
        ("1 g0 g0 g4", 'glyphs = [ { key = "H", at = "C1" } ]', ["C1 (glyph H): a pinnacle"]),
        ("1 g0 g0 g4", 'scoring = ["C1"]', ["C1 (a scoring space): a pinnacle"]),
        ("1 g0 g0 g4", 'exits = [ { at = "C1", arrow = "E" } ]', ["C1 (an exit): a pinnacle"]),
        ("1 g0 g4", "", ["B1 (a start): a pinnacle"]),
        ("1 w0 g0 g0", "", ["play 1, sides a, starts: A1 is water"]),
        ("1 g0 g0 g0 g0", '[[ruins]]\nwalls = [ { height = 10, between = ["B1-C1"] } ]',
         ["C1: nobody can walk there", "D1: nobody can walk there"]),
        ("1 g0 g0 g0 g0", '[[ruins]]\nhexes = [ { at = "C1", height = 1 } ]', ["D1: nobody can walk there from A1"]),
        ("1 g0 g0 g0 g0", 'exits = [ { at = "C1", arrow = "SE" } ]', ["D1: nobody can walk there from A1"]),
    ],
)  # fmt: skip
def test_v13_ways_on_foot(grid: str, more: str, expected: list[str]) -> None:
    refused(GROUND.format(grid, more), *expected)


def test_v13_a_cryptolith_that_nobody_can_get_beside() -> None:
    high = SOI.replace("s1  s1  r0", "s9  s9  r0").replace("s0  s0  s9", "s0  s0  s9")
    found = faults(high)
    assert any(fault.startswith("C1 (cryptolith north): no figure of height 4 can get beside it") for fault in found), found


def test_v13_a_hole_is_walked_around() -> None:
    """The hexes around a hole are reached, and the hole is no space of the map."""
    field = from_toml(GROUND.format("1 g0 g0 g0\n2 g0 .. g0\n3 g0 g0 g0", ""), "example.toml")
    assert len(field.spaces) == 8
    assert parse("B2") not in field.spaces
    assert field.warnings == ()


@pytest.mark.parametrize(
    ("grid", "more", "warning"),
    [
        ("1 g0 g0 g4", "", "C1: a pinnacle: a figure of height 4 cannot walk there"),
        ("1 g0 g0 g3", 'glyphs = [ { key = "R", at = "C1" } ]', "C1 (glyph R): a figure of height 3 cannot walk there"),
        ("1 g0 g0 w1 g0", "", "C1: water with neither a bank as high nor more water beside it"),
        ("1 g0 g0 w1 w2 g0", "", "C1: water with neither a bank as high nor more water beside it"),
    ],
)
def test_warnings_name_file_and_place(grid: str, more: str, warning: str) -> None:
    assert from_toml(GROUND.format(grid, more), "example.toml").warnings[0] == f"example.toml: {warning}"


def test_a_start_cut_off_by_water_is_a_warning() -> None:
    text = GROUND.format("1 g0 w0 g0", "").replace('"B1"', '"C1"')
    assert from_toml(text, "example.toml").warnings == (
        "example.toml: C1 (a start): cannot be reached from A1 without wading",
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("  1   g0  g1", "  1   g0  g0"),
         "symmetry (turned by 180 degrees): the ground differs: B1 falls on D4, D4 falls on B1"),
        (('at = "E2"', 'at = "D2"'), "symmetry (turned by 180 degrees): the glyph at A3 falls on E2, where there is none"),
        (('"C2", "C3"', '"C2"'), "symmetry (turned by 180 degrees): the scoring space at C2 falls on C3"),
        (('"B2", "D3"', '"B2"'), "symmetry (turned by 180 degrees): the sand tile at B2 falls on D3"),
        (('{ height = 6, between = ["C1-C2"] }', '{ height = 5, between = ["C1-C2"] }'),
         "symmetry (turned by 180 degrees): the wall C1-C2 has no twin"),
        (('["E4"]', '["E3"]'), "symmetry (turned by 180 degrees): the starts of red (A1) fall on no side's starts"),
        (('"rotate-180"', '"mirror-left-right"'), "symmetry (mirrored left to right): the ground differs"),
        (('"rotate-180"', '"mirror-top-bottom"'), "symmetry (mirrored top to bottom): the ground differs"),
        (('"rotate-180"', '"six-fold"'), "symmetry (turned by 60 degrees): the ground differs"),
    ],
)  # fmt: skip
def test_v14_symmetry_is_a_promise(change: Change, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(changed(CORE, change)))


@pytest.mark.parametrize(
    ("kind", "grid", "starts"),
    [
        ("mirror-left-right", "1 g0 g1 g0\n2 g2 g2 ..\n3 g0 g1 g0", ("A1", "C1")),
        ("mirror-top-bottom", "1 g0 g1 g2\n2 g0 g2 g0\n3 g0 g1 g2", ("A1", "A3")),
        ("six-fold", "1 .. g0 g0\n2 g0 g1 g0\n3 .. g0 g0", ("C1", "C2")),
        ("rotate-180", "1 g0 g1 g2\n2 g2 g1 g0", ("A1", "C2")),
    ],
)
def test_v14_symmetry_that_is_kept(kind: str, grid: str, starts: tuple[str, str]) -> None:
    text = GROUND.format(grid, f'symmetry = "{kind}"').replace('"A1"', f'"{starts[0]}"').replace('"B1"', f'"{starts[1]}"')
    assert from_toml(text, "example.toml").warnings == ()


def test_all_faults_are_told_at_once() -> None:
    text = changed(CORE, ("format = 1", "format = 3"), ("  2     g0  s2", "  2     g0  q2"))
    found = faults(changed(text, ('at = "E2"', 'at = "Z2"'), ('colour = "red"', 'colour = "mauve"')))
    assert [fault.partition(":")[0] for fault in found] == [
        "format", "grid, B2", "sand_tiles 1", "glyphs 2, at", "play 1, sides red, colour",
    ]  # fmt: skip


JUNK = (
    "",
    "0",
    "-1",
    "1.5",
    "true",
    '""',
    '"A1"',
    "[]",
    "[[]]",
    "{}",
    "[{}]",
    "{ at = 1 }",
    "inf",
    "1979-05-27",
    "ß7",
    "\0",
    "=",
    "s0",
)


def told(text: str) -> list[str] | None:
    """The faults of a file, None if it is a battlefield. Any other error is the test's failure."""
    try:
        from_toml(text, "example.toml")
    except MapFault as fault:
        return fault.faults
    return None


@given(st.sampled_from((CORE, SOI)), st.integers(0), st.integers(0, 25), st.sampled_from(JUNK))
def test_whatever_is_broken_is_told_as_a_fault(text: str, at: int, length: int, junk: str) -> None:
    at %= len(text)
    assert told(text[:at] + junk + text[at + length :]) != []


VALUE = re.compile(r"(?<== )(\[[^\]]*\]|\{[^}]*\}|\"[^\"]*\"|\d+)")


@pytest.mark.parametrize("junk", JUNK)
def test_a_value_of_any_other_type_is_told_as_a_fault(junk: str) -> None:
    for text in (CORE, SOI):
        for match in VALUE.finditer(text):
            assert told(text[: match.start()] + junk + text[match.end() :]) != []


def test_windows_files_are_read() -> None:
    data = b"\xef\xbb\xbf" + CORE.replace("\n", "\r\n").encode()
    assert from_bytes(data, "example.toml").spaces == from_toml(CORE, "example.toml").spaces


def test_the_example_of_the_format_is_a_battlefield() -> None:
    text = resources.files("engine.arena").joinpath("battlefields", "FORMAT.md").read_text(encoding="utf-8")
    example = text[text.index("```toml") + len("```toml") :].partition("```")[0]
    assert from_toml(example, "example.toml").warnings == ()


def test_the_command_prints_faults_and_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "example.toml", tmp_path / "bad.toml"
    good.write_text(
        changed(CORE, ('"rotate-180"', '"none"'), ("g0  g1  g0  w0  g0", "g0  g1  g0  w0  g5")), encoding="utf-8"
    )
    assert main(["map", str(good)]) == 0
    assert capsys.readouterr().out == (
        "example.toml: A small example, 20 hexes, good\n"
        "  warning: example.toml: E1: a pinnacle: a figure of height 4 cannot walk there\n"
    )
    bad.write_text(CORE, encoding="utf-8")
    assert main(["map", str(good), str(bad), str(tmp_path / "none.toml")]) == 1
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        "bad.toml: id: must be the file's name without .toml, not 'example'",
        f"{tmp_path / 'none.toml'} cannot be read: No such file or directory",
    ]
    assert "example.toml: A small example" in told.out
