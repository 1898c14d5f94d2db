"""Ruins in a match: what they hide, whom they part, and what players are told. Positions of sight by itself are in the
table of test_sight.py, climbing and engagement between two figures in test_rulebook_double.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena.attack import target_refusal
from engine.arena.battlefield import load, shipped
from engine.arena.hexes import parse
from engine.arena.sight import Body, Sightlines
from engine.arena.sightlines import clear_sight, line_of_sight, seen_spaces
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]
PLAIN = row("s0 s0 s0 s0 s0 s0 .. .. .. .. ..")
JACE, NAHIRI, EFFIGY, RUINER = "jace_beleren", "nahiri_lithomancer", "hollowfield_effigy", "eldrazi_ruiner"


def refused(board: Board, attacker: str, target: str, at: str = "A1", there: str = "B1") -> tuple[str, str] | None:
    """The rule and words of why an attack is refused, with nobody else on the board."""
    one, other = board.put(attacker, at), board.put(target, there, seat=1)
    refusal = target_refusal(board.pos, one, other)
    return (refusal.rule, str(refusal.text)) if refusal else None


# ---- neighbours
@pytest.mark.rule("AC-ENG-02", "AR-ATK-13")
def test_across_a_ruin_a_shot_needs_sight_though_it_is_one_space(lay: Lay) -> None:
    rule, words = refused(lay(PLAIN, walls={"A1-B1": 4}), JACE, NAHIRI) or ("", "")
    assert rule == "AR-ATK-13"
    assert "the ruin between A1 and B1" in words


@pytest.mark.rule("AC-ENG-01", "AR-ATK-11")
def test_who_overtops_a_ruin_is_adjacent_across_it_and_needs_no_sight(lay: Lay) -> None:
    board = lay(PLAIN, walls={"A1-B1": 3})
    assert refused(board, JACE, NAHIRI) is None
    jace, nahiri = board.state.figures
    assert board.pos.engaged(jace) == [nahiri]


@pytest.mark.rule("AC-ENG-02", "AR-ATK-08")
def test_range_one_does_not_reach_over_a_ruin(lay: Lay) -> None:
    """The Effigy, six levels high, sees over the ruin; Jace, four levels high, is not adjacent to it all the same."""
    board = lay(PLAIN, walls={"A1-B1": 4})
    assert (refused(board, EFFIGY, JACE) or ("",))[0] == "AR-ATK-08"
    effigy, jace = board.state.figures
    assert line_of_sight(board.pos, effigy, jace).clear
    assert refused(lay(PLAIN, walls={"A1-B1": 3}), EFFIGY, JACE) is None


@pytest.mark.rule("AC-ENG-02", "AR-ATK-10")
def test_who_stands_behind_a_ruin_binds_nobody(lay: Lay) -> None:
    """Jace shoots at a third figure past an enemy on the next space, from whom a ruin parts him."""
    grid = "A B C D E\n1 s0 s0 s0 s0 s0\n2 s0 s0 s0 s0 s0"
    for height, rule in ((4, ""), (3, "AR-ATK-10")):
        board = lay(grid, walls={"A1-B1": height})
        jace = board.put(JACE, "A1")
        board.put(NAHIRI, "B1", seat=1)
        far = board.put("necro_alchemist", "D2", seat=1)
        refusal = target_refusal(board.pos, jace, far)
        assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("AC-ENG-02", "AR-CRYPT-05", "AR-CRYPT-07")
@pytest.mark.parametrize(("face", "wall", "adjacent"), [(EFFIGY, 3, True), (EFFIGY, 6, False), (RUINER, 9, False)])
def test_a_ruin_parts_figures_from_a_cryptolith_too(lay: Lay, face: str, wall: int, adjacent: bool) -> None:
    """A cryptolith is nine levels high: that is not above a ruin of nine."""
    board = lay(PLAIN, walls={"B1-C1": wall}, stones={"north": "C1"})
    figure = board.put(face, "B1 A1" if face == RUINER else "B1")
    cryptolith = board.state.cryptoliths[0]
    assert board.pos.adjacent_to_cryptolith(figure, cryptolith) is adjacent
    assert (target_refusal(board.pos, figure, cryptolith) is None) is adjacent


# ---- double-space figures
@pytest.mark.rule("AC-ENG-01", "AC-ENG-02")
def test_a_ruin_beside_one_half_does_not_shield_from_the_other(lay: Lay) -> None:
    """B2 touches C1 as well as B1 does, and no ruin is between."""
    for rear, adjacent in (("A1", False), ("B2", True)):
        board = lay("A B C\n1 s0 s0 s0\n2 s0 s0 s0", walls={"B1-C1": 4})
        ruiner = board.put(RUINER, f"B1 {rear}")
        jace = board.put(JACE, "C1", seat=1)
        assert board.pos.adjacent(ruiner, jace) is adjacent
        assert (target_refusal(board.pos, ruiner, jace) is None) is adjacent


@pytest.mark.rule("AC-ATK-02", "AR-ATK-13")
def test_an_archer_needs_only_one_half_in_the_open(lay: Lay) -> None:
    grid = "A B C D E\n1 s0 s0 s0 s0 s0\n2 s0 s0 s0 s0 s0"
    walls = {"C1-D1": 12, "C2-D1": 12}
    behind = refused(lay(grid, walls=walls), JACE, RUINER, "A1", "D1 E1")
    assert (behind or ("",))[0] == "AR-ATK-13"
    assert refused(lay(grid, walls=walls), JACE, RUINER, "A1", "D1 D2") is None


@pytest.mark.rule("AC-ATK-02", "AR-ATK-12")
def test_a_double_space_figure_hides_with_both_halves_and_is_named(lay: Lay) -> None:
    grid = "A B C D E\n1 s0 s0 s0 s0 s0\n2 s0 s0 s0 s0 s0"
    board = lay(grid)
    jace, nahiri = board.put(JACE, "A1"), board.put(NAHIRI, "E1", seat=1)
    assert line_of_sight(board.pos, jace, nahiri).clear
    ruiner = board.put(RUINER, "C2 C1", seat=1)
    seen = line_of_sight(board.pos, jace, nahiri)
    assert not seen.clear
    assert str(seen.obstacle) == str(board.pos.label(ruiner))
    assert clear_sight(board.pos, jace, ruiner)
    assert clear_sight(board.pos, ruiner, nahiri)  # past its own other half


# ---- clear sight
@pytest.mark.rule("AR-TERM-04", "AR-SUMM-06")
def test_nobody_is_summoned_behind_a_high_ruin(lay: Lay) -> None:
    grid = "A B C D\n1 s0 s0 s0 s0\n2 s0 s0 s0 s0\n3 s0 s0 s0 s0"
    around = {"B2-C2": 5, "C1-C2": 5, "C2-C3": 5}
    board = lay(grid, walls=around)
    jace, c2 = board.put(JACE, "A2"), parse("C2")
    assert seen_spaces(board.pos, jace, [c2], 4) == []
    assert seen_spaces(board.pos, jace, [c2], 10) == [c2]  # a Ruiner's back would show
    alchemist = board.put("necro_alchemist")
    board.start(jace)
    board.do(f"summon:{alchemist.card}")
    assert "space:C1" in board.options()
    assert "space:C2" not in board.options()


@pytest.mark.rule("AC-CHOOSE-02", "AR-TERM-04")
def test_a_double_space_figure_may_be_half_out_of_sight(lay: Lay) -> None:
    """D3 is seen, C2 beside it is not: ruins higher than the Ruiner stand before it."""
    grid = "A B C D\n1 s0 s0 s0 s0\n2 s0 s0 s0 s0\n3 s0 s0 s0 s0"
    board = lay(grid, walls={"B2-C2": 12, "C1-C2": 12, "C2-C3": 12})
    jace, ruiner = board.put(JACE, "A2"), board.put(RUINER)
    assert seen_spaces(board.pos, jace, [parse("C2"), parse("D3")], 10) == [parse("D3")]
    board.start(jace)
    board.do(f"summon:{ruiner.card}", "space:D3", "space:C2")
    assert set(str(board.at(ruiner)).split()) == {"C2", "D3"}


@pytest.mark.rule("AR-ATK-13")
def test_a_block_of_ruin_is_named(lay: Lay) -> None:
    board = lay(PLAIN, pillars={"C1": 5})
    jace, nahiri = board.put(JACE, "A1"), board.put(NAHIRI, "E1", seat=1)
    assert str(line_of_sight(board.pos, jace, nahiri).obstacle) == "the ruin at C1"


# ---- the battlefields that have some
@pytest.mark.parametrize("id", [id for id in shipped() if load(id).walls])
def test_shipped_ruins_hide_from_neighbours_where_they_are_high_enough(id: str) -> None:
    field = load(id)
    lines = Sightlines(field)
    for wall in field.walls:
        one, other = sorted(wall.between)
        top = max(field.level(one), field.level(other)) + wall.height
        figures = [Body(space, field.level(space), 4) for space in (one, other)]
        eye, hit = max(figure.level + 3.6 for figure in figures), max(figure.level + 3.4 for figure in figures)
        seen = lines.between(figures[0], figures[1], frozenset(), [])
        if top > max(eye, hit):
            assert (seen.clear, seen.edge) == (False, (one, other))
        else:
            assert seen.edge == ()
