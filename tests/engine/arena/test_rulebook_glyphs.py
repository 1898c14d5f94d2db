"""Glyphs that lie symbol side up (AR-GLYPH-01, AR-GLYPH-03, AR-GLYPH-04, AR-FIELD-08)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena import glyphs
from engine.arena.army import RECOMMENDED
from engine.arena.battlefield import load
from engine.arena.rules import RULES
from engine.arena.setup import Setup
from engine.core.match import Match
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

LANE = "s0 s0 s0 s0 s0 .. .. .. .. .. .."


@pytest.mark.rule("AR-GLYPH-03", "AR-GLYPH-04", "AR-GLYPH-08", "AR-GLYPH-07")
def test_who_comes_onto_one_stops_turns_it_over_and_it_acts_at_once(lay: Lay) -> None:
    board = lay(row(LANE), glyphs={"r": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.graveyard(0, "catalog", "unsummon")
    board.start(jace)
    assert not board.may(f"move:{jace.id}:C1")
    board.do(f"move:{jace.id}:B1")
    assert board.options() == {"spell:catalog", "spell:unsummon"}  # before anything else
    board.do("spell:catalog")
    assert board.now.seats[0].hand == ["catalog"]
    assert not board.now.glyphs
    assert not board.options("move")


@pytest.mark.rule("AR-GLYPH-03", "AR-GLYPH-02", "AR-GLYPH-10", "AR-GLYPH-09")
def test_healing_once_turned_over_lies_open_and_heals_from_the_next_turn_on(lay: Lay) -> None:
    board = lay(row(LANE), glyphs={"h": "B1"})
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "E1", seat=1)
    jace.damage = 3
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    assert [(glyph.key, glyph.face_up) for glyph in board.now.glyphs] == [("H", True)]
    assert board.damage(jace) == 3
    assert not board.options("move")
    for viewer in (0, 1, None):
        assert [glyph.key for glyph in board.match.view(viewer).board.glyphs] == ["H"]
    board.do("end:turn", f"card:{nahiri.card}", "end:turn")
    assert board.damage(jace) == 2


@pytest.mark.rule("AR-GLYPH-03", "AR-FIELD-08", "AR-GLYPH-01")
def test_nobody_sees_what_it_is_before(lay: Lay) -> None:
    board = lay(row(LANE), glyphs={"h": "B1", "r": "D1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    for viewer in (0, 1, None):
        seen = board.match.view(viewer).board.glyphs
        assert {(glyph.key, glyph.at) for glyph in seen} == {("?", "B1"), ("?", "D1")}
        assert len({(str(glyph.name), str(glyph.text)) for glyph in seen}) == 1


@pytest.mark.rule("AR-GLYPH-10", "AR-GLYPH-04")
def test_a_face_down_glyph_of_healing_heals_nobody(lay: Lay) -> None:
    """Whoever was put there without moving has not turned it over."""
    board = lay(row(LANE), glyphs={"h": "B1"})
    jace = board.put("jace_beleren", "B1")
    nahiri = board.put("nahiri_lithomancer", "E1", seat=1)
    jace.damage = 3
    board.start(jace)
    board.do("end:turn", f"card:{nahiri.card}", "end:turn")
    assert board.damage(jace) == 3


@pytest.mark.rule("AR-GLYPH-01", "AR-FIELD-08", "AR-FIELD-07")
@pytest.mark.parametrize("field", ["core-duel", "core-team-battle"])
def test_the_pool_of_the_map_is_shuffled_onto_its_question_marks(field: str) -> None:
    players = load(field).play[0].players
    keys = sorted(load(field).glyph_pool)
    places = [place.at for place in load(field).glyphs if not place.face_up]
    seen = set()
    for seed in range(12):
        armies = tuple(build.army for build in RECOMMENDED[:players])
        match = Match.begin(RULES, Setup(field, armies), seed.to_bytes(32, "big"))
        while match.state.turn.number == 0:
            ask = match.asked[0]
            match.answer(ask.seat, ask.options[0].key)
        laid = match.state.glyphs
        assert [glyph.at for glyph in laid] == places
        assert sorted(glyph.key for glyph in laid) == keys
        assert not any(glyph.face_up for glyph in laid)
        seen.add("".join(glyph.key for glyph in laid))
    assert len(seen) > 1


@pytest.mark.rule("AR-MOVE-10", "AR-ATK-28")
def test_a_glyph_makes_its_space_no_higher(lay: Lay) -> None:
    """Five spaces away it is within Jace's five; a level more would put it out of reach. And on a ledge three levels up
    he gets, for which four would be too many."""
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."), glyphs={"H": "F1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:F1")
    assert board.now.turn.moves[0].spent == 5
    ledge = lay(row("s0 s3 .. .. .. .. .. .. .. .. .."), glyphs={"H": "B1"})
    jace = ledge.put("jace_beleren", "A1")
    ledge.start(jace)
    ledge.do(f"move:{jace.id}:B1")
    assert ledge.now.turn.moves[0].spent == 4


@pytest.mark.rule("AR-NEW-20", "AR-COMP-05", "AR-GLYPH-06")
def test_there_are_two_kinds_one_for_once_and_one_to_stay(lay: Lay) -> None:
    """Recall and Healing: the first is gone when it has acted, the second is there for the next figure."""
    assert {key: name for key, name in glyphs.NAMES.items() if key != "?"} == {
        "R": "Glyph of Recall", "H": "Glyph of Healing",
    }  # fmt: skip
    for id in ("converge-on-the-cryptoliths", "ambush"):
        assert sorted(glyph.key for glyph in load(id).glyphs) == ["H", "R"]
    for key, stays in (("R", False), ("H", True)):
        board = lay(row(LANE), glyphs={key: "B1"})
        jace = board.put("jace_beleren", "A1")
        board.start(jace)
        board.do(f"move:{jace.id}:B1")
        assert bool(board.now.glyphs) is stays
