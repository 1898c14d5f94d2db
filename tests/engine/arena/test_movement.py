"""Action 3: moving. The rulebook's examples as printed, and what it says between them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.arena.board import Board

Lay = Callable[..., Board]

ROW = """
      A   B   C   D   E   F   G   H   I   J   K
  1   {}
"""


def row(cells: str) -> str:
    return ROW.format("  ".join(cells.split()))


@pytest.mark.rule("AR-EX-01", "AR-MOVE-03", "AR-MOVE-01", "AR-TURN-04", "AR-MOVE-02", "AR-CARD-12")
def test_example_1_each_noble_moves_up_to_six_spaces(lay: Lay) -> None:
    board = lay()
    one, two, three = board.put("bloodline_nobles", "A1", "A3", "A5")
    board.start([one, two, three])
    assert board.may(f"move:{one.id}:G1")
    assert board.why(f"move:{one.id}:H1")[0] == "AR-MOVE-02"
    board.do(f"move:{one.id}:B1", f"move:{two.id}:E3", f"move:{three.id}:G5")
    assert [board.at(figure) for figure in (one, two, three)] == ["B1", "E3", "G5"]


@pytest.mark.rule("AR-MOVE-05", "AR-MOVE-14")
def test_squad_figures_move_one_at_a_time_in_any_order(lay: Lay) -> None:
    board = lay()
    one, two, three = board.put("bloodline_nobles", "A1", "B1", "C1")
    board.start([one, two, three])
    assert board.why(f"move:{three.id}:B1")[0] == "AR-MOVE-08"
    board.do(f"move:{two.id}:H1", f"move:{three.id}:B1")
    assert board.at(three) == "B1"
    assert board.why(f"move:{two.id}:I1")[0] == "AR-MOVE-05"


@pytest.mark.rule("AR-EX-02", "AR-MOVE-09")
def test_example_2_a_ledge_three_levels_up_counts_four(lay: Lay) -> None:
    board = lay(row("s0 s3 s3 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    assert board.now.turn.moves[0].spent == 4


@pytest.mark.interaction(17)
@pytest.mark.rule("AR-EX-03", "AR-MOVE-11")
def test_example_3_jace_cannot_climb_four_levels_at_once(lay: Lay) -> None:
    board = lay(row("s0 s4 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    rule, words = board.why(f"move:{jace.id}:B1")
    assert rule == "AR-MOVE-11"
    assert "4 levels" in words
    assert "height 4" in words


@pytest.mark.rule("AR-EX-04", "AR-MOVE-12", "AR-FALL-02")
def test_example_4_stepping_down_counts_no_sides(lay: Lay) -> None:
    board = lay(row("s3 s0 s0 s0 s0 s0 s0 .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:F1")  # three levels down are no fall for a figure of height 4
    assert board.now.turn.moves[0].spent == 5
    assert not board.told("fall")


@pytest.mark.interaction(17)
@pytest.mark.rule("AR-EX-05", "AR-FALL-02", "AR-FALL-03", "AR-FALL-04", "AR-FALL-07", "AC-MOVE-01")
@pytest.mark.parametrize(("face", "damage"), [("shield", 0), ("blank", 0), ("sword", 1)])
def test_example_5_a_fall_of_ones_own_height_rolls_one_die_and_goes_on(lay: Lay, face: str, damage: int) -> None:
    board = lay(row("s4 s0 s0 s0 .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.dice(face)
    board.do(f"move:{jace.id}:B1")
    assert board.damage(jace) == damage
    assert len(board.told("fall")) == 1
    board.do(f"move:{jace.id}:D1")
    assert board.at(jace) == "D1"


@pytest.mark.rule("AR-FALL-05", "AR-FALL-06")
def test_falling_into_water_rolls_no_die_from_any_level(lay: Lay) -> None:
    board = lay(row("s9 w0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    assert board.damage(jace) == 0


@pytest.mark.rule("AR-EX-06", "AR-WATER-01", "AR-MOVE-04")
def test_example_6_water_ends_the_move_even_from_water(lay: Lay) -> None:
    board = lay(row("s0 w0 w0 w0 s0 .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert not board.may(f"move:{jace.id}:C1")
    board.do(f"move:{jace.id}:B1")
    assert not board.options(f"move:{jace.id}")
    wading = lay(row("s0 w0 w0 w0 s0 .. .. .. .. .. .."))
    jace = wading.put("jace_beleren", "B1")
    wading.start(jace)
    assert wading.options(f"move:{jace.id}") == {f"move:{jace.id}:A1", f"move:{jace.id}:C1"}


@pytest.mark.interaction(3)
@pytest.mark.rule("AR-EX-07", "AR-WATER-02", "AR-WATER-03")
def test_example_7_out_of_the_water_counts_two_then_three_more(lay: Lay) -> None:
    board = lay(row("w0 s0 s0 s0 s0 s0 .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:E1")
    assert board.now.turn.moves[0].spent == 5
    assert board.why(f"move:{jace.id}:F1")[0] == "AR-MOVE-02"


@pytest.mark.interaction(2)
@pytest.mark.rule("AR-WATER-03", "AR-MOVE-11")
def test_a_three_level_bank_is_four_levels_from_the_water(lay: Lay) -> None:
    board = lay(row("w0 s3 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert board.why(f"move:{jace.id}:B1")[0] == "AR-MOVE-11"


@pytest.mark.rule("AR-MOVE-06", "AR-MOVE-08")
def test_one_passes_through_friends_but_never_ends_on_anybody(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    friend = board.put("necro_alchemist", "B1")
    board.start(jace)
    assert board.may(f"move:{jace.id}:C1")
    rule, words = board.why(f"move:{jace.id}:B1")
    assert rule == "AR-MOVE-08"
    assert "Necro-Alchemist" in words
    assert board.at(friend) == "B1"


@pytest.mark.interaction(12)
@pytest.mark.rule("AR-MOVE-06")
def test_nobody_passes_through_an_engaged_friend(lay: Lay) -> None:
    board = lay("""
          A   B   C   D
      1   s0  s0  s0  s0
      2   ..  s0  ..  ..
    """)
    jace = board.put("jace_beleren", "A1")
    board.put("necro_alchemist", "B1")
    board.put("nahiri_lithomancer", "B2", seat=1)
    board.start(jace)
    assert not board.may(f"move:{jace.id}:C1")


@pytest.mark.rule("AR-MOVE-07")
def test_nobody_passes_through_an_enemy(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    assert not board.options(f"move:{jace.id}")


@pytest.mark.interaction(11)
@pytest.mark.rule("AR-MOVE-08", "AR-WATER-01")
def test_a_friend_in_water_bars_the_way_since_one_would_have_to_stop_there(lay: Lay) -> None:
    board = lay(row("s0 w0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.put("necro_alchemist", "B1")
    board.start(jace)
    assert not board.options(f"move:{jace.id}")


@pytest.mark.rule("AR-EX-13", "AR-ROAD-02", "AR-ROAD-03", "AR-ROAD-04", "AR-NEW-18")
def test_example_13_five_road_spaces_and_three_more(lay: Lay) -> None:
    board = lay(row("r0 r0 r0 r0 r0 r0 r0 r0 r0 r0 s0"))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert board.may(f"move:{jace.id}:I1")
    assert board.why(f"move:{jace.id}:J1")[0] == "AR-MOVE-02"


@pytest.mark.interaction(22)
@pytest.mark.rule("AR-ROAD-02", "AR-ROAD-03", "AR-ROAD-04", "AR-NEW-18")
@pytest.mark.parametrize(
    ("cells", "reached"),
    [("s0 r0 r0 r0 r0 r0 r0 r0 r0 r0 r0", "F1"), ("r0 r0 s0 r0 r0 r0 r0 r0 r0 r0 r0", "F1"),
     ("r0 r0 r0 r0 r0 r0 s0 r0 r0 r0 r0", "F1"), ("r0 r1 r1 r1 r1 r1 r1 r1 r1 r1 r1", "H1")],
)  # fmt: skip
def test_one_space_off_the_road_cancels_the_bonus_and_climbing_still_counts(lay: Lay, cells: str, reached: str) -> None:
    board = lay(row(cells))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert max(board.options("move")) == f"move:{jace.id}:{reached}"


@pytest.mark.rule("AR-ROAD-03")
def test_a_move_walked_in_parts_keeps_count_of_the_road(lay: Lay) -> None:
    board = lay(row("r0 r0 r0 r0 r0 r0 r0 r0 r0 r0 s0"))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:C1", f"move:{jace.id}:F1", f"move:{jace.id}:I1")
    assert board.at(jace) == "I1"
    assert not board.options("move")


@pytest.mark.rule("AR-GLYPH-05", "AR-GLYPH-07", "AR-GLYPH-08", "AR-MOVE-10", "AR-NEW-20", "AR-COMP-05", "AR-GLYPH-06")
def test_recall_stops_the_figure_returns_a_chosen_spell_and_is_gone(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."), glyphs={"R": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.graveyard(0, "catalog", "unsummon")
    board.start(jace)
    assert not board.may(f"move:{jace.id}:C1")
    board.do(f"move:{jace.id}:B1")
    assert board.options() == {"spell:catalog", "spell:unsummon"}
    board.do("spell:unsummon")
    assert board.now.seats[0].hand == ["unsummon"]
    assert board.now.seats[0].graveyard == ["catalog"]
    assert not board.now.glyphs
    assert not board.options("move")


@pytest.mark.rule("AR-GLYPH-07")
def test_recall_with_an_empty_graveyard_is_gone_all_the_same(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."), glyphs={"R": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    assert not board.now.glyphs


@pytest.mark.rule("AR-GLYPH-02", "AR-GLYPH-09", "AR-GLYPH-10", "AR-GLYPH-05")
def test_healing_works_at_the_start_of_the_controllers_turn_while_one_stands_there(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 s0 s0"), glyphs={"H": "B1"})
    jace = board.put("jace_beleren", "B1")
    board.put("nahiri_lithomancer", "K1", seat=1)
    jace.damage = 3
    board.start(jace, seat=1, phase="cleanup")
    assert board.damage(jace) == 2
    assert [glyph.key for glyph in board.now.glyphs] == ["H"]
    board.do(f"card:{jace.card}", f"move:{jace.id}:C1", "end:turn")
    board.do("card:1", "end:turn")
    assert board.damage(jace) == 2  # he stands on the glyph no longer


@pytest.mark.interaction(46)
@pytest.mark.rule("AR-TURN-01")
def test_all_moves_come_before_the_first_attack(lay: Lay) -> None:
    board = lay()
    one, two, _three = board.put("bloodline_nobles", "A1", "C1", "A9")
    enemy = board.put("jace_beleren", "B1", seat=1)
    board.start(one)
    board.dice("3 blank", "4 shield")
    board.do(f"attack:{one.id}:{enemy.id}")
    assert not board.options("move")
    assert board.why(f"move:{two.id}:D1")[0] == "AR-TURN-01"


@pytest.mark.rule("AR-CRYPT-18", "AR-EX-22", "AR-WATER-01")
def test_example_22_who_flies_counts_spaces_and_may_land_on_a_cryptolith(lay: Lay) -> None:
    """As Avacyn in the example: six spaces to a cryptolith's top, over figures, cliffs and water."""
    board = lay(row("s0 w0 s4 s0 s9 s0 s0 s0 .. .. .."), stones={"north": "G1"})
    geists = board.put("lantern_geists", "A1")
    board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(geists[:1])
    board.do(f"move:{geists[0].id}:G1")
    assert board.at(geists[0]) == "G1"
    assert board.pos.level((6, 0)) == 9
    assert not board.told("fall")


def test_flying_down_is_no_fall_and_water_does_not_stop(lay: Lay) -> None:
    board = lay(row("s9 w0 w0 s0 .. .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "A1")
    board.start(geists[:1])
    board.do(f"move:{geists[0].id}:D1")
    assert board.at(geists[0]) == "D1"
