"""Engagement, and the attacks on those who leave it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.refusal import Refused
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

HONEYCOMB = """
      A   B   C   D   E   F
  1   s0  s0  s0  s0  s0  s0
  2   s0  s0  s0  s0  s0  s0
  3   s0  s0  s0  s0  s0  s0
"""


@pytest.mark.rule("AR-ENG-01")
def test_moving_beside_an_enemy_engages_both(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "E1", seat=1)
    board.start(jace)
    board.do(f"move:{jace.id}:D1")
    assert board.pos.engaged(board.figure(jace)) == [board.figure(enemy)]
    assert board.pos.engaged(board.figure(enemy)) == [board.figure(jace)]


@pytest.mark.interaction(2)
@pytest.mark.rule("AR-ENG-02")
@pytest.mark.parametrize(("low", "high", "adjacent"), [("s0", "s3", True), ("s0", "s4", False), ("w0", "s2", True),
                                                       ("w0", "s3", False), ("w2", "w5", True)])  # fmt: skip
def test_levels_as_high_as_the_lower_figure_part_neighbours(lay: Lay, low: str, high: str, adjacent: bool) -> None:
    board = lay(row(f"{low} {high} .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "B1", seat=1)
    assert board.pos.adjacent(jace, enemy) is adjacent
    assert bool(board.pos.engaged(jace)) is adjacent
    assert bool(board.pos.engaged(enemy)) is adjacent


@pytest.mark.rule("AR-ENG-02")
def test_it_is_the_lower_figures_height_that_counts(lay: Lay) -> None:
    """The Effigy is six levels high, Jace four: five levels apart only the tall one below reaches the other."""
    below = lay(row("s0 s5 .. .. .. .. .. .. .. .. .."))
    effigy = below.put("hollowfield_effigy", "A1")
    assert below.pos.engaged(below.put("jace_beleren", "B1", seat=1)) == [effigy]
    above = lay(row("s5 s0 .. .. .. .. .. .. .. .. .."))
    above.put("hollowfield_effigy", "A1")
    assert not above.pos.engaged(above.put("jace_beleren", "B1", seat=1))


@pytest.mark.rule("AR-EX-08", "AR-ENG-02")
def test_example_8_a_geist_four_levels_up_is_not_adjacent(lay: Lay) -> None:
    """Jace stands in for Arlinn: both are four levels high."""
    board = lay(row("s0 s4 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "B1", seat=1)
    assert not board.pos.adjacent(jace, geists[0])
    assert not board.pos.engaged(geists[0])


@pytest.mark.rule("AR-ENG-03")
def test_one_may_walk_around_an_enemy_and_stay_adjacent(lay: Lay) -> None:
    board = lay(HONEYCOMB)
    jace = board.put("jace_beleren", "B2")
    enemy = board.put("nahiri_lithomancer", "C2", seat=1)
    board.start(jace)
    board.do(f"move:{jace.id}:C1")  # no die is told to fall: one would fail the test
    board.do(f"move:{jace.id}:D1", f"move:{jace.id}:D2")
    assert board.at(jace) == "D2"
    assert board.pos.engaged(board.figure(enemy)) == [board.figure(jace)]


@pytest.mark.interaction(7)
@pytest.mark.rule("AR-ENG-04", "AR-ENG-05", "AR-ENG-06", "AR-ENG-07")
@pytest.mark.parametrize(("face", "damage"), [("sword", 1), ("shield", 0), ("blank", 0)])
def test_leaving_costs_one_bare_die_without_defence(lay: Lay, face: str, damage: int) -> None:
    """Nahiri has power 4, a counter, and stands higher: still one die, and Jace's toughness 4 rolls none."""
    board = lay(row("s0 s0 s1 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "B1")
    nahiri = board.put("nahiri_lithomancer", "C1", seat=1)
    board.state.cards[nahiri.card].counters["power"] = 1
    board.start(jace)
    board.dice(face)
    board.do(f"move:{jace.id}:A1")
    assert board.damage(jace) == damage
    assert [event.data["faces"] for event in board.told("leaving")] == [[face]]
    assert board.told("leaving")[0].seat == 1


@pytest.mark.rule("AR-ENG-04", "AR-ENG-11")
@pytest.mark.parametrize(
    ("ordered", "figures", "planeswalkers"), [("always", 1, 1), ("planeswalkers", 0, 1), ("never", 0, 0)]
)
def test_whether_it_is_attacked_is_up_to_the_standing_order(
    lay: Lay, ordered: str, figures: int, planeswalkers: int
) -> None:
    """The attack may be left undone; whoever is not on turn has said so beforehand. Nobody is asked."""
    for leaver, attacks in (("lantern_geists", figures), ("jace_beleren", planeswalkers)):
        board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
        moved = board.put(leaver, "B1")
        board.put("nahiri_lithomancer", "C1", seat=1)
        board.start(moved)
        mover = moved[0] if isinstance(moved, list) else moved
        board.match.answer(1, f"order:leaving={ordered}")
        board.dice(*["blank"] * attacks)
        board.do(f"move:{mover.id}:A1")
        assert len(board.told("leaving")) == attacks
        assert [ask.seat for ask in board.match.asked] == [0]


@pytest.mark.interaction(4)
@pytest.mark.rule("AR-ENG-04")
def test_running_past_an_enemy_leaves_it_too(lay: Lay) -> None:
    """Neither the first nor the last space of the way is beside Nahiri; one between them is."""
    board = lay("""
          A   B   C   D   E
      1   s0  s0  s0  s0  s0
      2   ..  s0  ..  ..  ..
    """)
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B2", seat=1)
    board.start(jace)
    board.dice("sword")
    board.do(f"move:{jace.id}:E1")
    assert board.damage(jace) == 1
    assert board.told("leaving")[0].data["attacker"] == nahiri.id


@pytest.mark.interaction(5)
@pytest.mark.rule("AR-ENG-02", "AR-ENG-04")
def test_climbing_out_of_an_enemys_height_leaves_it_though_the_hexes_touch(lay: Lay) -> None:
    board = lay("""
          A   B   C
      1   s0  s2  s4
      2   ..  s0  ..
    """)
    jace = board.put("jace_beleren", "B1")
    board.put("nahiri_lithomancer", "B2", seat=1)
    board.start(jace)
    board.dice("shield")
    board.do(f"move:{jace.id}:C1")
    assert len(board.told("leaving")) == 1
    assert not board.pos.engaged(board.figure(jace))


@pytest.mark.rule("AR-EX-09", "AR-ENG-08", "AR-ENG-10", "AR-ENG-11", "AR-ENG-12")
def test_example_9_two_dice_for_two_engagements_left_two_damage(lay: Lay) -> None:
    """Jace stands in for Arlinn; the third Geist stays adjacent to him and gets no die."""
    board = lay(HONEYCOMB)
    jace = board.put("jace_beleren", "B2")
    geists = board.put("lantern_geists", "A2", "B1", "C1", seat=1)
    board.start(jace)
    assert board.pos.engaged(board.figure(jace)) == [board.figure(geist) for geist in geists]
    board.dice("2 sword")
    board.do(f"move:{jace.id}:C2")
    assert board.damage(jace) == 2
    assert [event.data["attacker"] for event in board.told("leaving")] == [geists[0].id, geists[1].id]
    assert board.pos.engaged(board.figure(jace)) == [board.figure(geists[2])]


@pytest.mark.rule("AR-ENG-09", "AC-ATK-06", "AR-NEW-04")
def test_a_squad_figure_carries_its_own_marker_unique_or_not(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 .. .. .. .."))
    nobles = board.put("bloodline_nobles", "B1", "E1", "F1")
    board.put("lantern_geists", "A1", seat=1)
    board.start(nobles)
    board.dice("sword")
    board.do(f"move:{nobles[0].id}:C1")
    assert [board.damage(noble) for noble in nobles] == [1, 0, 0]


@pytest.mark.interaction(8)
@pytest.mark.rule("AR-ENG-07", "AR-LIFE-01")
def test_who_dies_leaving_never_reaches_the_next_space(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), glyphs={"R": "B1"})
    jace = board.put("jace_beleren", "C1")
    jace.damage = 5
    board.put("necro_alchemist", "D1", seat=1)
    board.graveyard(0, "catalog")
    friend = board.put("lantern_geists", "A1")
    board.start(jace)
    board.dice("sword")
    board.do(f"move:{jace.id}:B1")
    assert board.figure(jace).zone == "graveyard"
    assert board.told("destroyed")[0].data["at"] == "C1"
    assert board.now.glyphs  # he never came onto it
    assert board.at(friend[0]) == "A1"


@pytest.mark.rule("AR-ENG-11")
def test_no_further_die_is_rolled_for_a_dead_figure(lay: Lay) -> None:
    board = lay(HONEYCOMB)
    nobles = board.put("bloodline_nobles", "B2", "F3")
    nobles[0].damage = 1
    board.put("lantern_geists", "A2", "B1", seat=1)
    board.start(nobles)
    board.dice("sword")
    board.do(f"move:{nobles[0].id}:D2")
    assert board.figure(nobles[0]).zone == "graveyard"


@pytest.mark.rule("AR-ENG-04", "AR-ATK-19", "AR-ATK-20")
def test_only_a_move_of_its_own_provokes_and_nobody_off_turn_is_asked(lay: Lay) -> None:
    """Unsummoning is no move: no die. And while seat 0 plays, seat 1 has nothing to answer."""
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist", "C1")
    nahiri = board.put("nahiri_lithomancer", "D1", seat=1)
    board.hand(0, "unsummon")
    board.start(jace)
    assert [ask.seat for ask in board.match.asked] == [0]
    board.do("cast:unsummon")
    assert board.figure(alchemist).zone == "reserve"
    with pytest.raises(Refused):
        board.match.answer(1, f"move:{nahiri.id}:C1")
    assert board.at(nahiri) == "D1"
    assert [ask.seat for ask in board.match.asked] == [0]


@pytest.mark.rule("AR-ATK-30", "AR-ENG-05")
def test_what_abilities_change_about_leaving(lay: Lay) -> None:
    """An Inquisitor rolls two dice, and each sword counts; but no human rolls against Nobles."""
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "B1")
    board.put("avacynian_inquisitors", "A1", seat=1)
    board.start(geists)
    board.dice("sword", "sword")
    board.do(f"move:{geists[0].id}:C1")
    assert board.damage(geists[0]) == 2
    spared = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    nobles = spared.put("bloodline_nobles", "B1")
    spared.put("avacynian_inquisitors", "A1", seat=1)
    spared.start(nobles)
    spared.do(f"move:{nobles[0].id}:C1")
    assert not spared.told("leaving")


# ---- double-space figures
@pytest.mark.rule("AR-ENG-01", "AC-ATK-02")
@pytest.mark.parametrize(("where", "adjacent"), [("C2 B2", True), ("B2 C2", True), ("B2 A2", False), ("C1 D1", True)])
def test_a_double_space_figure_is_adjacent_with_either_half(lay: Lay, where: str, adjacent: bool) -> None:
    board = lay(HONEYCOMB)
    ruiner = board.put("eldrazi_ruiner", where)
    jace = board.put("jace_beleren", "D2", seat=1)
    assert board.pos.adjacent(ruiner, jace) is adjacent
    assert board.pos.adjacent(jace, ruiner) is adjacent
    assert board.pos.engaged(jace) == [ruiner] * adjacent
    assert board.pos.engaged(ruiner) == [jace] * adjacent


@pytest.mark.rule("AR-ENG-02")
@pytest.mark.parametrize(("level", "adjacent"), [(3, True), (4, False)])
def test_it_is_the_level_of_its_base_that_counts(lay: Lay, level: int, adjacent: bool) -> None:
    """Ten levels high it reaches down from a cliff as little as anybody; up it reaches nine."""
    board = lay(row(f"s{level} s{level} s0 .. .. .. .. .. .. .. .."))
    ruiner, jace = board.put("eldrazi_ruiner", "A1 B1"), board.put("jace_beleren", "C1", seat=1)
    assert board.pos.adjacent(ruiner, jace) is adjacent
    below = lay(row("s0 s0 s9 .. .. .. .. .. .. .. .."))
    ruiner, jace = below.put("eldrazi_ruiner", "A1 B1"), below.put("jace_beleren", "C1", seat=1)
    assert below.pos.adjacent(ruiner, jace)


@pytest.mark.rule("AR-ENG-01", "AR-ATK-10", "AC-ATK-02")
def test_engaged_with_its_rear_half_it_attacks_nobody_else(lay: Lay) -> None:
    board = lay(HONEYCOMB)
    ruiner = board.put("eldrazi_ruiner", "C2 B2")
    behind, before = board.put("jace_beleren", "A2", seat=1), board.put("necro_alchemist", "E2", seat=1)
    board.start(ruiner)
    assert board.may(f"attack:{ruiner.id}:{behind.id}")
    assert board.why(f"attack:{ruiner.id}:{before.id}")[0] == "AR-ATK-10"
