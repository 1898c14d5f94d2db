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


# ---- ruins
@pytest.mark.rule("AC-MOVE-10", "AR-MOVE-09")
@pytest.mark.parametrize(
    ("cells", "wall", "spent", "dice"),
    [("s0 s0", 3, 4, []), ("s0 s1", 2, 4, []), ("s1 s0", 2, 3, []), ("s2 s0", 3, 4, ["blank"]), ("s1 w0", 3, 4, [])],
)
def test_a_ruin_is_climbed_to_its_top_and_fallen_from_its_top(
    lay: Lay, cells: str, wall: int, spent: int, dice: list[str]
) -> None:
    """Its height counts from the higher of the two spaces: over three levels on level 2 and down to level 0 are five."""
    board = lay(row(cells + " .. .. .. .. .. .. .. .. .."), walls={"A1-B1": wall})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.dice(*dice)
    board.do(f"move:{jace.id}:B1")
    assert board.now.turn.moves[0].spent == spent
    assert len(board.told("fall")) == len(dice)


@pytest.mark.rule("AC-MOVE-10", "AR-MOVE-11")
def test_a_ruin_as_high_as_the_figure_is_not_crossed(lay: Lay) -> None:
    board = lay(row("s1 s0 .. .. .. .. .. .. .. .. .."), walls={"A1-B1": 3})
    jace = board.put("jace_beleren", "B1")  # from below the top is four levels up
    board.start(jace)
    rule, words = board.why(f"move:{jace.id}:A1")
    assert rule == "AC-MOVE-10"
    assert "4 levels up" in words


# ---- friends
@pytest.mark.rule("AR-TEAM-09", "AR-MOVE-06", "AR-MOVE-07")
def test_team_mates_are_passed_and_their_enemies_are_not(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 .. .. .. .. .. s0"), teams={"orange": 2, "yellow": 2}, goal="army")
    jace = board.put("jace_beleren", "A1", seat=board.seat("orange 1"))
    board.put("necro_alchemist", "B1", seat=board.seat("orange 2"))
    board.put("arlinn_kord", "K1", seat=board.seat("yellow 1"))
    board.put("hollowfield_effigy", "E1", seat=board.seat("yellow 2"))
    board.start(jace, number=5)
    assert board.options("move") == {f"move:{jace.id}:C1", f"move:{jace.id}:D1"}


@pytest.mark.rule("AR-MOVE-08", "AR-MOVE-14")
def test_who_is_held_on_a_friends_space_goes_back_to_where_it_could_stand(lay: Lay) -> None:
    """The tall Effigy comes beside the noble above while it walks through the small Alchemist, who is not beside it."""
    board = lay("""
          A   B   C
      1   s0  s0  s0
      2   ..  s4  ..
    """)
    effigy = board.put("hollowfield_effigy", "A1")
    board.put("necro_alchemist", "B1")
    noble = board.put("bloodline_nobles", "B2", seat=1)[0]
    board.attach("snare_vines", noble)
    board.start(effigy)
    board.do(f"move:{effigy.id}:C1")
    assert board.told("revealed")
    assert board.at(effigy) == "A1"
    assert not board.options("move")


# ---- effects
@pytest.mark.rule("AR-MOVE-09", "AR-MOVE-11")
def test_sides_that_are_not_counted_leave_the_height_limit(lay: Lay) -> None:
    board = lay(row("s0 s3 s6 s0 s4 .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.attach("pathfinders_gift", jace)
    board.start(jace)
    board.dice("blank")
    board.do(f"move:{jace.id}:D1")
    assert board.now.turn.moves[0].spent == 3
    assert board.why(f"move:{jace.id}:E1")[0] == "AR-MOVE-11"


@pytest.mark.rule("AR-ROAD-03", "AR-MOVE-01")
def test_a_move_of_so_many_spaces_grows_by_no_road(lay: Lay) -> None:
    """Squad Sprint: two spaces after Action 4, also for those who have moved."""
    board = lay(row("r0 " * 11))
    elves = board.put("elf_rangers", "A1", "B1")
    board.put("nahiri_lithomancer", "K1", seat=1)
    board.start(elves)
    board.do(f"move:{elves[1].id}:D1", "end:attacks")
    assert board.options(f"move:{elves[1].id}:") == {f"move:{elves[1].id}:{to}" for to in ("B1", "C1", "E1", "F1")}
    board.do(f"move:{elves[1].id}:E1", f"move:{elves[1].id}:F1", f"move:{elves[0].id}:C1")
    assert not board.options("move")
    assert [board.at(elf) for elf in elves[:2]] == ["C1", "F1"]


@pytest.mark.rule("AR-MOVE-05")
def test_a_move_walked_in_parts_ends_once(lay: Lay) -> None:
    """Air Raid sets its creature down when the Captain's move is over: not between its parts."""
    board = lay()
    captain = board.put("kor_aeronaut_captain", "D5")
    hook = board.put("kor_hookmasters", "C5")[0]
    board.start(captain)
    board.do(f"use:{captain.card}:Air Raid", f"move:{captain.id}:F5", f"move:{captain.id}:H5")
    assert board.at(hook) == "C5"
    board.do("end:attacks")
    assert board.options() == {f"space:{at}" for at in ("I5", "H4", "G4", "G5", "G6", "H6")}
    board.do("space:I5")
    assert board.at(hook) == "I5"
    assert not board.options("space")
