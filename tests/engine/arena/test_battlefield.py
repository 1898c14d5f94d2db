"""The battlefield's answers to the rules, the one that comes with the game, and those that a host adds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import selfplay
from engine.arena import hexes
from engine.arena.battlefield import Battlefield, FieldRules, Ground, Play, Side, lay, load, shipped, use_folder
from engine.arena.hexes import Hex, name, parse
from engine.arena.mapfile import BOXES, from_bytes
from engine.arena.position import Position
from engine.core.match import Match
from engine.core.refusal import BadSetup
from engine.registry import game

CONVERGE = "converge-on-the-cryptoliths"
OTHERS = Path(__file__).resolve().parents[3] / ".." / "shared" / "maps"


def field_of(*rows: str, id: str = "small", **more: FieldRules) -> Battlefield:
    """A battlefield of rows of cells; its sides do not matter."""
    spaces: dict[Hex, Ground] = {}
    for row, line in enumerate(rows):
        for column, cell in enumerate(line.split()):
            if cell != "..":
                spaces[(column, row)] = Ground(cell[0], int(cell[1]))
    sides = (Side("attacker", "yellow", 1, (min(spaces),)), Side("defender", "red", 1, (max(spaces),)))
    return Battlefield(
        id, "Small", "core", "designed", more.get("rules", FieldRules()), spaces, (Play(2, 30, "roll", sides),)
    )


def names(spaces: list[Hex] | tuple[Hex, ...]) -> list[str]:
    return [name(space) for space in spaces]


# ---- ground and distances
def test_ground() -> None:
    field = field_of("s3 w3 r0 x9")
    a, b, c, d = map(parse, ("A1", "B1", "C1", "D1"))
    assert [field.level(space) for space in (a, b, c, d)] == [3, 2, 0, 9]
    assert [field.is_water(space) for space in (a, b, c, d)] == [False, True, False, False]
    assert [field.is_road(space) for space in (a, b, c, d)] == [False, False, True, False]
    assert [field.is_weirded(space) for space in (a, b, c, d)] == [False, False, False, True]
    assert [field.terrain(space) for space in (a, b, c, d)] == ["s", "w", "r", "x"]


HOLE = field_of("g0 g0 g0 g0 g0", "g0 .. .. g0 ..", "g0 g9 w0 g0 g0")


def test_steps_go_around_a_hole_and_over_any_level() -> None:
    assert names(HOLE.neighbours(parse("A2"))) == ["B1", "A1", "A3", "B3"]
    assert HOLE.steps(parse("A2"), parse("D2")) == 4
    assert hexes.distance(parse("A2"), parse("D2")) == 3
    assert HOLE.steps(parse("B1"), parse("B3")) == 2
    assert HOLE.steps(parse("A2"), parse("A2")) == 0


def test_where_there_is_no_way_steps_are_more_than_any_way_has() -> None:
    island = field_of("g0 .. g0 g0")
    assert island.steps(parse("A1"), parse("D1")) == 3
    assert island.within(parse("A1"), 99) == []
    assert names(island.within(parse("C1"), 99)) == ["D1"]


def test_within_is_sorted_by_distance_then_by_row_and_column() -> None:
    field = field_of("g0 g0 g0", "g0 g0 g0", "g0 g0 g0")
    assert names(field.within(parse("B2"), 1)) == ["B1", "C1", "A2", "C2", "B3", "C3"]
    assert names(field.within(parse("A1"), 2)) == ["B1", "A2", "C1", "B2", "A3", "B3"]
    assert field.within(parse("A1"), 0) == []


cells = st.lists(st.lists(st.sampled_from(["..", "g0", "s5", "w2"]), min_size=5, max_size=5), min_size=2, max_size=5)


@given(cells.filter(lambda rows: any(cell != ".." for row in rows for cell in row)), st.integers(1, 6))
def test_distances_agree_whatever_the_map(rows: list[list[str]], reach: int) -> None:
    field = field_of(*(" ".join(row) for row in rows))
    for a in field.spaces:
        for b in field.neighbours(a):
            assert a in field.neighbours(b)
        near = field.within(a, reach)
        assert [field.steps(a, b) for b in near] == sorted(field.steps(a, b) for b in near)
        assert set(near) == {b for b in field.spaces if b != a and field.steps(a, b) <= reach} - unreachable(field, a)
        for b in field.spaces:
            assert field.steps(a, b) == field.steps(b, a)
            assert field.steps(a, b) >= min(hexes.distance(a, b), len(field.spaces))
            for c in field.neighbours(b):
                assert abs(field.steps(a, b) - field.steps(a, c)) <= 1


def unreachable(field: Battlefield, start: Hex) -> set[Hex]:
    seen, todo = {start}, [start]
    while todo:
        fresh = set(field.neighbours(todo.pop())) - seen
        seen |= fresh
        todo += fresh
    return field.spaces.keys() - seen


# ---- the battlefield that comes with the game
@pytest.fixture(scope="module")
def converge() -> Battlefield:
    return load(CONVERGE)


def test_what_comes_with_the_game_is_clean() -> None:
    assert CONVERGE in shipped()
    for id in shipped():
        field = load(id)
        assert (field.id, field.warnings) == (id, ())
        assert load(id) is field


@pytest.mark.rule("AR-FIELD-02", "AR-COMP-04", "AR-COMP-13", "AR-COMP-14", "AR-COMP-15", "AR-FIELD-03")
def test_it_is_built_from_what_the_box_holds(converge: Battlefield) -> None:
    assert converge.set == "shadows-over-innistrad"
    assert {ground.terrain for ground in converge.spaces.values()} == {"s", "w", "r", "x"}
    covered = Counter(space for _, area in converge.boards for space in area)
    assert len(converge.boards) == 4
    assert covered == Counter(converge.spaces.keys())
    assert [len(tile) for tile in converge.sand_tiles] == [1] * 6
    assert len(converge.cryptoliths) == 3
    for stone in converge.cryptoliths:
        assert stone.free in converge.neighbours(stone.at)
        assert converge.spaces[stone.at] == converge.spaces[stone.free]
        assert converge.terrain(stone.at) == "s"
        assert converge.level(stone.at) >= 1
    assert BOXES[converge.set].tiles == {1: 6}


def begun(players: int = 2) -> Match[Any]:
    entry = game("arena")
    armies = selfplay.line_up(entry, 1, True)[:1] * players
    return Match.begin(entry.rules, entry.setup(CONVERGE, armies, {}), selfplay.seed_of(1, 1))


def idle(match: Match[Any]) -> str:
    """Answer for whoever is asked: end what can be ended, else the first that is offered."""
    ask = match.asked[0]
    key = next((option.key for option in ask.options if option.verb == "end"), ask.options[0].key)
    match.answer(ask.seat, key)
    return key


@pytest.mark.rule("AR-S1-01", "AR-PREP-02")
def test_it_is_for_two_players_and_offered_to_no_other_number(converge: Battlefield) -> None:
    assert [players for players in range(1, 7) if converge.fits(players)] == [2]
    offered = {players: [id for id, _ in game("arena").battlefields(players)] for players in (2, 3, 4)}
    assert [players for players, ids in offered.items() if CONVERGE in ids] == [2]
    with pytest.raises(BadSetup, match="Converge on the Cryptoliths is not for 3 players"):
        begun(3)


@pytest.mark.rule("AR-S1-10", "AR-S1-11", "AR-PREP-03", "AR-CRYPT-01", "AR-S1-06")
def test_a_match_begins_as_the_battlefield_says(converge: Battlefield) -> None:
    match = begun()
    while match.state.turn.number == 0:
        idle(match)
    pos = Position(match.state)
    at = {seat.side: pos.space(pos.figures_of(pos.state.cards[seat.planeswalker])[0]) for seat in pos.state.seats}
    sides = {side.name: side for side in converge.sides(2)}
    assert {label: (side.colour, side.starts) for label, side in sides.items()} == {
        "attacker": ("yellow", (at["attacker"],)),
        "defender": ("red", (at["defender"],)),
    }
    assert converge.first(2) == "defender"
    assert pos.state.seats[pos.state.turn.seat].side == "defender"
    assert pos.state.turn.number == 1
    assert match.view(None).board.turns == converge.turns(2) == 30  # type: ignore[attr-defined]
    assert [stone.at for stone in pos.standing] == [stone.at for stone in converge.cryptoliths]
    assert [(glyph.key, glyph.at) for glyph in pos.state.glyphs] == [(glyph.key, glyph.at) for glyph in converge.glyphs]
    assert sorted(glyph.key for glyph in converge.glyphs) == ["H", "R"]
    assert all(glyph.face_up for glyph in converge.glyphs)


@pytest.mark.rule("AR-CRYPT-04")
def test_a_cryptoliths_top_is_nine_levels_above_its_tile(converge: Battlefield) -> None:
    pos = Position(begun().state)
    for stone in converge.cryptoliths:
        assert pos.level(stone.at) == converge.level(stone.at) + 9
        assert pos.level(stone.free) == converge.level(stone.free)


@pytest.mark.interaction(31)
@pytest.mark.rule("AR-S1-25")
def test_the_track_has_thirty_spaces_fifteen_turns_for_each_player(converge: Battlefield) -> None:
    match = begun()
    told = list(match.events)
    while match.asked:
        idle(match)
        told += match.events
    turns = [event for event in told if event.kind == "turn"]
    assert [event.data["turn"] for event in turns] == list(range(1, converge.turns(2) + 1))
    assert Counter(event.seat for event in turns) == {0: 15, 1: 15}
    assert match.view(None).outcome is not None


@pytest.mark.rule("AR-S1-06", "AR-FIELD-09")
def test_its_glyphs_lie_where_nothing_else_is(converge: Battlefield) -> None:
    taken = {stone.at for stone in converge.cryptoliths} | {start for side in converge.sides(2) for start in side.starts}
    for glyph in converge.glyphs:
        assert glyph.at not in taken
        assert not converge.is_water(glyph.at)


# ---- a host's own, and those of tests
@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    use_folder(None)


def own(folder: Path, id: str, **changes: str) -> None:
    """A host's battlefield: ours under another id, with lines changed."""
    file = resources.files("engine.arena").joinpath("battlefields", f"{CONVERGE}.toml")
    text = file.read_text(encoding="utf-8").replace(f'id     = "{CONVERGE}"', f'id = "{id}"')
    for key, line in changes.items():
        text, n = re.subn(rf"^{key} *=.*$", line, text, flags=re.MULTILINE)
        assert n == 1
    (folder / f"{id}.toml").write_text(text, encoding="utf-8")


def test_a_hosts_battlefields_are_offered_beside_ours(folder: Path, converge: Battlefield) -> None:
    ours = shipped()
    own(folder, "my-hill", name='name = "My hill"')
    assert use_folder(folder) == []
    assert shipped() == sorted([*ours, "my-hill"])
    assert load("my-hill").name == "My hill"
    assert load(CONVERGE) is converge
    assert (CONVERGE, "Converge on the Cryptoliths") in game("arena").battlefields(2)
    assert ("my-hill", "My hill") in game("arena").battlefields(2)


def test_a_hosts_file_replaces_ours_until_the_folder_is_let_go(folder: Path, converge: Battlefield) -> None:
    ours = shipped()
    own(folder, CONVERGE, name='name = "Mine"')
    use_folder(folder)
    assert (shipped(), load(CONVERGE).name) == (ours, "Mine")
    use_folder(None)
    assert load(CONVERGE) is converge


def test_a_faulty_file_is_left_out_and_told_of(folder: Path) -> None:
    own(folder, "good")
    own(folder, "bad", source='source = "somewhere"', name='name = ""')
    (folder / "worse.toml").write_bytes(b"\xff")
    faults = use_folder(folder)
    assert [fault.split(": ")[:2] for fault in faults] == [
        ["bad.toml", "name"], ["bad.toml", "source"], ["worse.toml", "line 1"],
    ]  # fmt: skip
    assert [id for id in ("bad", "good", "worse") if id in shipped()] == ["good"]
    with pytest.raises(KeyError):
        load("bad")


def test_an_edit_changes_no_battlefield_that_is_in_use(folder: Path) -> None:
    own(folder, "hill")
    use_folder(folder)
    field = load("hill")
    own(folder, "hill", name='name = "Another"')
    assert load("hill") is field
    use_folder(folder)
    assert load("hill").name == "Another"


def test_a_folder_that_is_not_there_is_told_of(folder: Path) -> None:
    assert use_folder(folder / "maps") == [f"{folder / 'maps'}: there is no such folder"]


@pytest.mark.parametrize("id", ["nowhere", "", "../cards/spells", "FORMAT"])
def test_an_unknown_id_is_a_key_error(id: str) -> None:
    with pytest.raises(KeyError):
        load(id)


def test_a_battlefield_laid_out_for_a_test_is_found_while_it_lies() -> None:
    field, other = field_of("g0 g0"), field_of("g0 g1")
    with lay(field) as laid:
        assert load("small") is laid is field
        assert "small" not in shipped()
        with lay(other):
            assert load("small") is other
        assert load("small") is field
    with pytest.raises(KeyError):
        load("small")


# ---- the other battlefields
OTHER_FILES = sorted(OTHERS.glob("*.toml"))


@pytest.mark.skipif(not OTHER_FILES, reason="the folder of battlefields beside the repository is not there")
@pytest.mark.parametrize("file", OTHER_FILES, ids=lambda file: file.stem)
def test_battlefields_to_come_are_clean(file: Path) -> None:
    field = from_bytes(file.read_bytes(), file.name)
    assert field.warnings == ()
    for play in field.play:
        assert field.fits(play.players)
        assert field.turns(play.players) % play.players == 0
        assert field.first(play.players) in {"roll", *(side.name for side in field.sides(play.players))}
        for side in play.sides:
            assert field.side(play.players, side.name) is side
