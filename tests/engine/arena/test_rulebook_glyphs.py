"""Glyphs that lie symbol side up (AR-GLYPH-01, AR-GLYPH-03, AR-GLYPH-04, AR-FIELD-08)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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
        glyphs = board.match.view(viewer).board.glyphs
        assert {(glyph.key, glyph.at) for glyph in glyphs} == {("?", "B1"), ("?", "D1")}
        assert len({(glyph.name, glyph.text) for glyph in glyphs}) == 1


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
        glyphs = match.state.glyphs
        assert [glyph.at for glyph in glyphs] == places
        assert sorted(glyph.key for glyph in glyphs) == keys
        assert not any(glyph.face_up for glyph in glyphs)
        seen.add("".join(glyph.key for glyph in glyphs))
    assert len(seen) > 1
