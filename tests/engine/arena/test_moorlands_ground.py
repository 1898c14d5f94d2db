"""Bogs as ground one moves on: what is offered, what is said of the risk, which ways are taken, how a walk breaks off."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena import moorlands
from engine.arena.hexes import parse
from engine.arena.movement import way_of
from engine.arena.options import Move
from engine.arena.steps import Walker
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


def moor(lay: Lay, grid: str, **more: object) -> Board:
    return lay(grid, weirded="bog", **more)


def words_of(board: Board, key: str) -> tuple[str, str]:
    option = next(option for option in board.match.view(board.match.asked[0].seat).options if option.key == key)
    return str(option.detail), str(option.warning)


@pytest.mark.rule("AR-S2-14", "AR-S2-13")
def test_spaces_beyond_a_bog_are_on_offer_and_the_walk_goes_on_if_the_roll_allows(lay: Lay) -> None:
    board = moor(lay, row("s0 x0 s0 s0 .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert board.may(f"move:{jace.id}:D1")
    board.d20(15)
    board.do(f"move:{jace.id}:D1")
    assert board.at(jace) == "D1"
    stuck = moor(lay, row("s0 x0 s0 s0 .. .. .. .. .. .. .."))
    jace = stuck.put("jace_beleren", "A1")
    stuck.start(jace)
    stuck.d20(14)
    stuck.do(f"move:{jace.id}:D1")
    assert stuck.at(jace) == "B1"
    assert stuck.told("moved")[0].data["path"] == ["A1", "B1"]
    assert stuck.told("d20")[0].data == {"figure": jace.id, "at": "B1", "roll": 14, "bog": "enters", "stuck": True}
    assert not stuck.options("move")


@pytest.mark.rule("AR-S2-11", "AR-S2-16")
def test_the_words_of_a_move_tell_what_a_bog_may_do(lay: Lay) -> None:
    board = moor(lay, row("x0 x0 s0 x0 .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    detail, warning = words_of(board, f"move:{jace.id}:B1")
    assert "2 rolls for bogs" in detail
    assert "25 % to be stuck before" in detail  # the roll to leave A1
    assert "bog: 70 % to be stuck there" in detail
    assert "Via B1" in warning
    detail, _ = words_of(board, f"move:{jace.id}:C1")
    assert "77 % to be stuck before" in detail  # leaving A1, then B1: 1 - 0.75 * 0.3
    assert "10 % to be hurt" in detail  # a 1 on either die
    dry = moor(lay, row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    jace = dry.put("jace_beleren", "A1")
    dry.start(jace)
    detail, warning = words_of(dry, f"move:{jace.id}:C1")
    assert "bog" not in detail
    assert not warning


@pytest.mark.rule("AR-S2-11")
def test_the_safest_way_goes_round_and_the_quickest_through(lay: Lay) -> None:
    board = moor(
        lay,
        """
          A   B   C   D
      1   s0  x0  s0  s0
      2   s0  s0  s0  s0
    """,
    )
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    safe, quick = (way_of(board.pos, Move(jace.id, "C1", way)) for way in ("", "quick"))
    assert safe is not None
    assert quick is not None
    assert (safe.path, safe.risk, safe.arrives) == (["A2", "B2", "C1"], 0, 1.0)
    assert (quick.path, quick.risk) == (["B1", "C1"], 1)
    assert quick.arrives == pytest.approx(0.3)
    board.do(f"move:{jace.id}:C1")  # no die is told to fall
    assert board.at(jace) == "C1"


@pytest.mark.rule("AR-S2-15", "AR-S2-14")
def test_one_may_think_anew_on_a_bog_one_got_through(lay: Lay) -> None:
    """The move is walked in parts: the second part begins in the bog and is still the same move."""
    board = moor(lay, row("s0 x0 s0 s0 .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.d20(20)
    board.do(f"move:{jace.id}:B1")
    board.do(f"move:{jace.id}:C1")
    assert board.at(jace) == "C1"


@pytest.mark.rule("AR-S2-18", "AR-S2-16")
def test_who_is_stuck_tries_again_on_its_next_turn(lay: Lay) -> None:
    board = moor(lay, row("x0 s0 s0 .. .. .. .. .. .. .. s0"))
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "K1", seat=1)
    board.start(jace)
    board.d20(5)
    board.do(f"move:{jace.id}:B1")
    assert board.at(jace) == "A1"
    assert not board.told("moved")
    assert board.why(f"move:{jace.id}:B1")[0] == "AR-MOVE-05"
    board.do("end:turn", f"card:{nahiri.card}", "end:turn", f"card:{jace.card}")
    board.d20(6)
    board.do(f"move:{jace.id}:B1")
    assert board.at(jace) == "B1"


@pytest.mark.rule("AR-S2-16", "AR-ENG-04")
def test_the_roll_to_leave_comes_before_the_leaving_attack(lay: Lay) -> None:
    board = moor(lay, row("s0 x0 s0 s0 .. .. .. .. .. .. .."), turns=60)
    prophet = board.put("mad_prophet", "B1")
    board.put("bloodline_nobles", "A1", seat=1)
    board.start(prophet)
    board.d20(6)
    board.dice("sword")
    events = [event.kind for event in board.do(f"move:{prophet.id}:C1")]
    assert events.index("d20") < events.index("leaving")
    assert board.damage(prophet) == 1


@pytest.mark.rule("AR-S2-17", "AR-S2-12", "AR-LIFE-01")
def test_a_one_on_leaving_may_kill_where_one_stands(lay: Lay) -> None:
    board = moor(lay, row("x0 s0 s0 .. .. .. .. .. .. .. .."))
    nobles = board.put("bloodline_nobles", "A1", "C1")
    nobles[0].damage = board.pos.life_left(nobles[0]) - 1
    board.start(nobles)
    board.d20(1)
    board.do(f"move:{nobles[0].id}:B1")
    assert board.figure(nobles[0]).zone == "graveyard"
    assert board.told("damage")[0].data["cause"] == "bog"
    assert board.told("destroyed")[0].data["at"] == "A1"


@pytest.mark.rule("AR-S2-11", "AR-WATER-01", "AR-GLYPH-05")
def test_a_glyph_in_a_bog_acts_and_then_the_bog_is_rolled_for(lay: Lay) -> None:
    board = moor(lay, row("s0 x0 s0 .. .. .. .. .. .. .. .."), glyphs={"R": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.graveyard(0, "catalog")
    board.start(jace)
    board.d20(20)
    events = [event.kind for event in board.do(f"move:{jace.id}:B1")]
    assert events.index("glyph") < events.index("d20")
    assert board.now.seats[0].hand == ["catalog"]
    assert not board.options("move")  # the glyph has stopped him


@pytest.mark.rule("AR-S2-11", "AR-CRYPT-10")
def test_the_top_of_a_cryptolith_on_weirded_ground_is_no_bog(lay: Lay) -> None:
    board = moor(lay, row("s0 x0 s0 .. .. .. .. .. .. .. .."), stones={"keep": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    assert board.at(jace) == "B1"


@pytest.mark.rule("AC-MOVE-04", "AR-S2-20")
def test_a_double_space_figure_enters_no_bog_it_could_not_stand_in(lay: Lay) -> None:
    """It might get stuck there, and its base would not lie flat."""
    board = moor(lay, row("s0 s0 x0 x1 s1 s1 .. .. .. .. .."))
    ruiner = board.put("eldrazi_ruiner", "B1 A1")
    board.start(ruiner)
    assert board.options("move") == {f"move:{ruiner.id}:C1"}  # one half in it
    level = moor(lay, row("s0 s0 x0 x0 s0 s0 .. .. .. .. .."))
    ruiner = level.put("eldrazi_ruiner", "B1 A1")
    level.start(ruiner)
    level.d20(15)
    level.do(f"move:{ruiner.id}:F1")
    assert level.at(ruiner) == "F1 E1"
    assert [event.data["at"] for event in level.told("d20")] == ["D1"]


@pytest.mark.rule("AR-S2-21")
def test_why_nobody_goes_through_an_occupied_bog(lay: Lay) -> None:
    board = moor(lay, row("s0 x0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    friend = board.put("necro_alchemist", "B1")
    board.start(jace)
    assert not board.options("move")
    refusal = Walker(board.pos, board.figure(jace)).passable(parse("B1"))
    assert refusal is not None
    assert refusal.rule == "AR-S2-21"
    assert str(board.pos.label(friend)) in str(refusal)


@pytest.mark.rule("AR-S2-09")
def test_the_truce_is_one_turn_of_each_player_and_only_where_the_map_says_so(lay: Lay) -> None:
    for truce, turn, holds in ((1, 1, True), (1, 4, True), (1, 5, False), (2, 8, True), (0, 1, False)):
        board = lay(teams={"orange": 2, "yellow": 2}, goal="army", truce=truce)
        board.state.turn.number = turn
        assert moorlands.truce(board.pos) is holds
