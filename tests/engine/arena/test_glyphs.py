"""Glyphs, beyond what happens to a figure that moves onto Recall (test_movement.py)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


@pytest.mark.rule("AR-GLYPH-05", "AR-GLYPH-02", "AR-GLYPH-09", "AR-GLYPH-10", "AR-GLYPH-06")
def test_healing_stops_who_comes_heals_later_and_stays(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), glyphs={"H": "B1"})
    jace = board.put("jace_beleren", "A1")
    jace.damage = 2
    nahiri = board.put("nahiri_lithomancer", "D1", seat=1)
    board.graveyard(0, "catalog")
    board.start(jace)
    assert not board.may(f"move:{jace.id}:C1")
    board.do(f"move:{jace.id}:B1")
    assert not board.options("move")
    assert board.damage(jace) == 2  # it works at the start of his turn, not on arrival
    assert board.now.seats[0].graveyard == ["catalog"]
    assert [glyph.key for glyph in board.now.glyphs] == ["H"]
    board.do("end:turn", f"card:{nahiri.card}")
    assert board.damage(jace) == 2  # nor at the start of another's
    board.do("end:turn")
    assert board.damage(jace) == 1


@pytest.mark.interaction(41)
@pytest.mark.rule("AR-GLYPH-10")
def test_healing_is_for_the_very_figure_and_needs_no_choosing(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), glyphs={"H": "B1"})
    board.put("jace_beleren", "D1", seat=1)
    nobles = board.put("bloodline_nobles", "B1", "C1")
    for noble in nobles[:2]:
        noble.damage = 1
    board.start(None, seat=1, phase="cleanup")
    assert board.now.turn.seat == 0
    assert board.now.turn.chosen is None
    assert [board.damage(noble) for noble in nobles[:2]] == [0, 1]


@pytest.mark.rule("AR-GLYPH-07", "AR-SUMM-05", "AR-TERM-03")
def test_a_glyph_is_not_set_off_by_who_is_placed(lay: Lay) -> None:
    """Essence Flux places a figure where it is empty, and a glyph's space is not."""
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), glyphs={"R": "B1"})
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist", "D1")
    board.graveyard(0, "catalog")
    board.hand(0, "essence_flux")
    board.start(jace)
    board.do("cast:essence_flux")  # C1 is the only empty space in sight: nothing to choose
    assert board.at(alchemist) == "C1"
    assert [glyph.key for glyph in board.now.glyphs] == ["R"]
    assert "catalog" in board.now.seats[0].graveyard


@pytest.mark.interaction(33)
@pytest.mark.rule("AR-GLYPH-08", "AR-SPELL-04", "AR-SPELL-20")
def test_what_recall_returns_is_played_after_the_attacks_or_not_at_all(lay: Lay) -> None:
    """A figure whose Planeswalker is dead may still take a spell back: it is no draw."""
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), glyphs={"R": "B1"})
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.graveyard(0, "shield_wall")
    board.start(nahiri)
    board.do(f"move:{nahiri.id}:B1")
    assert board.now.seats[0].hand == ["shield_wall"]
    assert board.why("cast:shield_wall")[0] == "AR-SPELL-04"
    board.do("end:attacks")
    assert board.may("cast:shield_wall")
    orphan = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), glyphs={"R": "B1"})
    dead = orphan.put("nahiri_lithomancer")
    orphan.state.cards[dead.card].zone = "graveyard"
    orphan.state.figures[dead.id].zone = "graveyard"
    nobles = orphan.put("bloodline_nobles", "A1")
    orphan.graveyard(0, "shield_wall")
    orphan.start(nobles)
    orphan.do(f"move:{nobles[0].id}:B1", "end:attacks")
    assert orphan.now.seats[0].hand == ["shield_wall"]
    assert orphan.why("cast:shield_wall")[0] == "AR-SPELL-20"
