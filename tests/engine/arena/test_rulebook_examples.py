"""The rulebook's examples with the very figures they name. (The others are where their rules are, with like figures.)"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.arena.board import Board
from tests.engine.arena.test_cryptoliths import FAR, lane
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


@pytest.mark.rule("AR-EX-02")
def test_example_2_a_kessig_ranger_pays_four_for_a_ledge(lay: Lay) -> None:
    board = lay(row("s0 s3 s3 s3 .. .. .. .. .. .. .."))
    rangers = board.put("kessig_rangers", "A1")
    board.start(rangers)
    board.do(f"move:{rangers[0].id}:B1")
    assert board.now.turn.moves[0].spent == 4
    assert board.options("move") >= {f"move:{rangers[0].id}:C1"}  # one of his five is left


@pytest.mark.rule("AR-EX-08")
def test_example_8_arlinn_and_a_geist_four_levels_up(lay: Lay) -> None:
    board = lay(row("s0 s4 .. .. .. .. .. .. .. .. .."))
    arlinn = board.put("arlinn_kord", "A1")
    geist = board.put("lantern_geists", "B1", seat=1)[0]
    assert board.pos.face_of(arlinn).height == 4
    assert not board.pos.adjacent(arlinn, geist)
    assert not board.pos.engaged(arlinn)


@pytest.mark.rule("AR-EX-09", "AR-ENG-08")
def test_example_9_arlinn_leaves_two_geists(lay: Lay) -> None:
    board = lay("""
          A   B   C   D
      1   s0  s0  s0  s0
      2   s0  ..  ..  ..
    """)
    arlinn = board.put("arlinn_kord", "B1")
    board.put("lantern_geists", "A1", "A2", seat=1)
    board.start(arlinn)
    assert len(board.pos.engaged(board.figure(arlinn))) == 2
    board.dice("2 sword")
    board.do(f"move:{arlinn.id}:C1")
    assert board.damage(arlinn) == 2
    assert board.at(arlinn) == "C1"


@pytest.mark.rule("AR-EX-10")
def test_example_10_a_necro_alchemist_shoots_past_a_ranger_at_arlinn(lay: Lay) -> None:
    board = lay(row("s3 s1 s0 s0 s0 s0 .. .. .. .. .."))
    alchemist = board.put("necro_alchemist", "A1")
    board.put("kessig_rangers", "D1", seat=1)
    arlinn = board.put("arlinn_kord", "F1", seat=1)
    board.start(alchemist)
    assert board.pos.distance(board.figure(alchemist), board.figure(arlinn)) == 5
    assert board.may(f"attack:{alchemist.id}:{arlinn.id}")


@pytest.mark.rule("AR-EX-11", "AR-EX-12", "AR-LIFE-01")
def test_examples_11_and_12_a_geist_below_arlinn_takes_her_last_two_lives(lay: Lay) -> None:
    board = lay(row("s0 s1 s0 .. .. .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "A1")
    arlinn = board.put("arlinn_kord", "B1", seat=1)
    arlinn.damage = 4
    board.start(geists)
    board.dice("2 sword", "2 blank", "2 sword")  # her three and one for the higher ground: no shield
    board.do(f"attack:{geists[0].id}:{arlinn.id}")
    event = board.told("attack")[0]
    assert (len(event.data["attack"]), len(event.data["defence"]), event.data["damage"]) == (2, 4, 2)
    assert board.figure(arlinn).zone == "graveyard"


@pytest.mark.rule("AR-EX-22", "AR-CRYPT-18")
def test_example_22_avacyn_flies_six_spaces_onto_a_cryptolith(lay: Lay) -> None:
    board = lay(row("s0 w0 s4 s0 s9 s0 s0 s0 .. .. .."), stones={"keep": "G1"})
    avacyn = board.put("avacyn_bloodied_wings", "A1")
    board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(avacyn)
    board.do(f"move:{avacyn.id}:G1")
    assert board.at(avacyn) == "G1"
    assert board.pos.level((6, 0)) == 9
    assert board.now.turn.moves[0].spent == 6


@pytest.mark.rule("AR-EX-24", "AR-EX-25", "AR-CRYPT-20")
@pytest.mark.parametrize(("ground", "engaged"), [("s0", False), ("s5", False), ("s6", True)])
def test_examples_24_and_25_a_necro_alchemist_above_a_mad_prophet(lay: Lay, ground: str, engaged: bool) -> None:
    board = lay(lane(f"s0 {ground}"), stones={"keep": "A1"})
    alchemist = board.put("necro_alchemist", "A1")
    prophet = board.put("mad_prophet", "B1", seat=1)
    assert board.pos.adjacent(alchemist, prophet) is engaged
    assert bool(board.pos.engaged(prophet)) is engaged
    assert bool(board.pos.engaged(alchemist)) is engaged


@pytest.mark.rule("AR-EX-26", "AR-CRYPT-22", "AR-CRYPT-24")
def test_example_26_jace_leans_over_the_edge_to_attack_arlinn(lay: Lay) -> None:
    board = lay(lane("s0 s0 s0"), stones={"keep": "B1", **FAR})
    jace = board.put("jace_beleren", "B1")
    arlinn = board.put("arlinn_kord", "C1", seat=1)
    board.start(jace)
    assert not board.pos.adjacent(board.figure(jace), board.figure(arlinn))
    board.dice("5 sword", "3 blank")  # one more die from above
    board.do(f"attack:{jace.id}:{arlinn.id}")
    assert board.damage(arlinn) == 5
