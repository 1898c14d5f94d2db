"""Faults that self-play has found, each as the smallest position that shows it."""

from __future__ import annotations

from collections.abc import Callable

from tests.engine.arena.board import Board

Lay = Callable[..., Board]


def test_a_flyer_struck_down_as_it_takes_off_stays_down(lay: Lay) -> None:
    board = lay()
    geists = board.put("lantern_geists", "E5", "A10", "C10")
    geists[0].damage = 2
    board.put("necro_alchemist", "F5", seat=1)
    board.start(geists)
    board.dice("sword")
    board.do(f"move:{geists[0].id}:A5")
    assert board.at(geists[0]) is None
    assert board.figure(geists[0]).zone == "graveyard"
    assert not board.told("moved")


def test_the_glow_passes_over_who_is_gone_with_the_one_before(lay: Lay) -> None:
    """The first of two Nobles beside the Geists would die, and its whole card is unsummoned instead."""
    board = lay()
    geists = board.put("lantern_geists", "D5", "E4", "E6", seat=1)
    nobles = board.put("bloodline_nobles", "E5", "D4", seat=0)
    nobles[0].damage = 1
    board.put("jace_beleren", "L10")
    board.put("jace_beleren", "A10", seat=1)
    board.attach("just_the_wind", nobles[0])
    board.start(nobles)
    assert geists
    board.do("end:turn")
    assert [board.figure(noble).zone for noble in nobles[:2]] == ["reserve", "reserve"]
    assert not board.told("damage")
    assert board.now.turn.seat == 1
