"""Figures on two spaces, and ruins: pieces of the first box (AC-MOVE, AC-ENG, AC-GLYPH-01, AC-CHOOSE-02, AC-ATK-02)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

RUINER = "eldrazi_ruiner"  # height 10, move 5, range 1, power 6, two spaces


# ---- moving
@pytest.mark.rule("AC-MOVE-03", "AC-MOVE-08")
def test_the_leading_side_goes_ahead_and_the_other_follows_in_its_track(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 .. .. .."))
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    board.do(f"move:{ruiner.id}:D1")
    assert board.at(ruiner) == "D1 C1"
    assert board.now.turn.moves[0].spent == 2  # counted for the leading side
    assert board.pos.figure_at((0, 0)) is None
    assert board.pos.figure_at((1, 0)) is None
    for space in ((2, 0), (3, 0)):
        assert board.pos.figure_at(space) == board.figure(ruiner)


@pytest.mark.rule("AC-MOVE-03", "AR-MOVE-02")
def test_it_goes_as_far_as_its_leading_side_may(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 .. .."))
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    assert board.may(f"move:{ruiner.id}:G1")  # five spaces from B1
    assert not board.may(f"move:{ruiner.id}:H1")


@pytest.mark.rule("AC-MOVE-06", "AC-MOVE-07")
def test_turning_round_costs_nothing_and_provokes_nobody(lay: Lay) -> None:
    """Its rear side leads: A1 to nothing lost. The enemy beside stays beside until the figure truly goes."""
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 s0 .."))
    ruiner = board.put(RUINER, "F1 G1")  # it looks to the left
    board.put("bloodline_nobles", "E1", seat=1)
    board.start(ruiner)
    board.dice("blank")  # one die, for the step away; none for the turn
    board.do(f"move:{ruiner.id}:H1")
    assert board.at(ruiner) == "H1 G1"
    assert board.now.turn.moves[0].spent == 1
    assert len(board.told("leaving")) == 1


@pytest.mark.rule("AC-MOVE-07", "AC-MOVE-06", "AR-ENG-03")
def test_a_turn_alone_leaves_nobody(lay: Lay) -> None:
    """It turns so that the other half leads, past an enemy it stays adjacent to: no die at all."""
    board = lay("""
          A   B   C   D
      1   s0  s0  s0  s0
      2   s0  s0  s0  s0
    """)
    ruiner = board.put(RUINER, "B1 C1")
    enemy = board.put("bloodline_nobles", "B2", seat=1)[0]  # beside B1 and C1
    board.start(ruiner)
    board.do(f"move:{ruiner.id}:C2")  # C1 leads; B2 is beside both C1 and C2
    assert board.figure(ruiner).rear == (2, 0)
    assert board.pos.engaged(board.figure(ruiner)) == [board.figure(enemy)]


@pytest.mark.rule("AC-MOVE-04", "AC-MOVE-05", "AC-MOVE-08")
@pytest.mark.parametrize(
    ("two", "fits"), [("s1 s1", True), ("s1 s2", False), ("s1 w2", True), ("s0 w0", False), ("w0 w0", True)]
)
def test_it_ends_its_move_on_two_level_spaces(lay: Lay, two: str, fits: bool) -> None:
    """Water is a level lower than its digit: w2 is level with s1, w0 is not level with s0."""
    rear, leading = two.split()
    board = lay(row(f"s0 s0 {rear} {leading} .. .. .. .. .. .. .."))
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    assert board.may(f"move:{ruiner.id}:D1") is fits
    if not fits:
        assert board.why(f"move:{ruiner.id}:D1")[0] == "AC-MOVE-04"


@pytest.mark.rule("AC-MOVE-04")
def test_over_uneven_ground_it_may_go_if_it_ends_level(lay: Lay) -> None:
    board = lay(row("s0 s0 s1 s0 s0 .. .. .. .. .. .."))
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    assert not board.may(f"move:{ruiner.id}:C1")
    assert not board.may(f"move:{ruiner.id}:D1")
    board.do(f"move:{ruiner.id}:E1")
    assert board.at(ruiner) == "E1 D1"
    assert board.now.turn.moves[0].spent == 4  # one level up on the way


@pytest.mark.rule("AC-MOVE-02", "AR-WATER-01")
def test_one_water_space_does_not_stop_it_two_do(lay: Lay) -> None:
    brook = lay(row("s0 s0 w0 s0 s0 s0 .. .. .. .. .."))
    ruiner = brook.put(RUINER, "B1 A1")
    brook.start(ruiner)
    brook.do(f"move:{ruiner.id}:E1")
    assert brook.at(ruiner) == "E1 D1"
    river = lay(row("s0 s0 w0 w0 s0 s0 .. .. .. .. .."))
    ruiner = river.put(RUINER, "B1 A1")
    river.start(ruiner)
    assert not river.may(f"move:{ruiner.id}:F1")
    river.do(f"move:{ruiner.id}:D1")
    assert river.at(ruiner) == "D1 C1"
    assert not river.options(f"move:{ruiner.id}")


@pytest.mark.rule("AC-MOVE-09", "AR-CRYPT-13")
def test_it_does_not_fit_on_a_cryptoliths_top(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."), stones={"keep": "C1"})
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    assert not board.options(f"move:{ruiner.id}")
    assert board.why(f"move:{ruiner.id}:C1")[0] == "AC-MOVE-09"
    small = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."), stones={"keep": "C1"})
    jace = small.put("jace_beleren", "B1")
    small.start(jace)
    assert small.may(f"move:{jace.id}:C1")


@pytest.mark.rule("AC-MOVE-09", "AC-MOVE-10")
def test_nobody_enters_a_space_that_a_ruin_fills(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), pillars={"B1": 6})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert not board.may(f"move:{jace.id}:B1")


@pytest.mark.rule("AC-GLYPH-01", "AR-GLYPH-05", "AR-GLYPH-08")
def test_it_stops_as_soon_as_its_leading_side_comes_onto_a_glyph(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."), glyphs={"R": "C1"})
    ruiner = board.put(RUINER, "B1 A1")
    board.graveyard(0, "catalog")
    board.start(ruiner)
    assert not board.may(f"move:{ruiner.id}:D1")
    board.do(f"move:{ruiner.id}:C1")
    assert board.at(ruiner) == "C1 B1"
    assert board.now.seats[0].hand == ["catalog"]
    assert not board.options(f"move:{ruiner.id}")


@pytest.mark.rule("AC-GLYPH-01", "AC-MOVE-04")
def test_it_does_not_stop_on_a_glyph_where_it_may_not_end(lay: Lay) -> None:
    board = lay(row("s0 s0 s1 s1 s1 .. .. .. .. .. .."), glyphs={"H": "C1"})
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    assert not board.options(f"move:{ruiner.id}")  # C1 would hold it, half a level up


@pytest.mark.rule("AC-MOVE-08", "AR-MOVE-08", "AR-MOVE-07")
def test_each_of_its_halves_takes_its_space(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    ruiner = board.put(RUINER, "C1 B1")
    board.start(jace)
    assert board.why(f"move:{jace.id}:B1")[0] == "AR-MOVE-08"
    assert board.why(f"move:{jace.id}:C1")[0] == "AR-MOVE-08"
    board.do(f"move:{jace.id}:D1")  # through a friend, over both its spaces
    assert board.at(jace) == "D1"
    assert board.at(ruiner) == "C1 B1"
    wall = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."))
    jace = wall.put("jace_beleren", "A1")
    wall.put(RUINER, "C1 B1", seat=1)
    wall.start(jace)
    assert not wall.options(f"move:{jace.id}")


# ---- summoning
@pytest.mark.rule("AC-CHOOSE-02", "AR-SUMM-06", "AR-SUMM-05")
def test_one_of_its_spaces_within_reach_is_enough(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 .. .. .."))
    jace = board.put("jace_beleren", "A1")
    ruiner = board.put(RUINER)
    board.start(jace)
    board.do(f"summon:{ruiner.card}")
    assert "space:F1" in board.options()
    board.do("space:F1", "space:G1")  # five spaces away, and six
    assert board.at(ruiner) in ("F1 G1", "G1 F1")


@pytest.mark.rule("AC-CHOOSE-02", "AC-MOVE-04", "AR-SUMM-07")
def test_it_needs_two_empty_level_spaces(lay: Lay) -> None:
    board = lay(row("s0 s0 s1 s0 .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    ruiner = board.put(RUINER)
    board.start(jace)
    assert not board.may(f"summon:{ruiner.card}")
    level = lay(row("s0 s1 s0 s0 .. .. .. .. .. .. .."))
    jace = level.put("jace_beleren", "A1")
    ruiner = level.put(RUINER)
    level.start(jace)
    level.do(f"summon:{ruiner.card}")
    while level.options("space"):
        level.do(sorted(level.options("space"))[0])
    assert set(str(level.at(ruiner)).split()) == {"C1", "D1"}


# ---- fighting
@pytest.mark.rule("AC-ATK-02", "AR-ATK-06", "AR-ATK-08")
def test_it_attacks_and_is_attacked_from_and_on_either_space(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 s0 s0"))
    ruiner = board.put(RUINER, "C1 B1")
    behind = board.put("hollowfield_effigy", "A1", seat=1)
    board.start(ruiner)
    assert board.may(f"attack:{ruiner.id}:{behind.id}")  # beside its rear half
    far = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 s0 s0"))
    jace = far.put("jace_beleren", "A1")
    ruiner = far.put(RUINER, "H1 G1", seat=1)  # seven and six spaces away; his range is six
    far.start(jace)
    assert far.may(f"attack:{jace.id}:{ruiner.id}")
    farther = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 s0 s0"))
    jace = farther.put("jace_beleren", "A1")
    ruiner = farther.put(RUINER, "I1 H1", seat=1)
    farther.start(jace)
    assert farther.why(f"attack:{jace.id}:{ruiner.id}")[0] == "AR-ATK-06"


@pytest.mark.rule("AR-S1-18")
@pytest.mark.interaction(23)
@pytest.mark.parametrize(("two", "dice"), [("x0 x0", 7), ("x0 s0", 6), ("s0 x0", 6), ("s0 s0", 6)])
def test_weirded_ground_counts_under_both_halves_only(lay: Lay, two: str, dice: int) -> None:
    """Power 6; three cryptoliths stand and it fights for the defender."""
    stones = {"north": "I1", "keep": "J1", "south": "K1"}
    board = lay(row(f"{two} s0 s0 s0 s0 s0 s0 s0 s0 s0"), weirded="swing", night=4, stones=stones)
    ruiner = board.put(RUINER, "B1 A1")
    enemy = board.put("jace_beleren", "C1", seat=1)
    board.start(ruiner)
    board.dice(f"{dice} blank", "4 blank")
    board.do(f"attack:{ruiner.id}:{enemy.id}")


# ---- ruins
@pytest.mark.rule("AC-ENG-01", "AC-ENG-02")
@pytest.mark.parametrize(
    ("wall", "one", "other", "engaged"),
    [
        (3, "jace_beleren", "sorin_eternal_thirst", True),  # heights 4 and 5
        (5, "jace_beleren", "hollowfield_effigy", False),  # 4 and 6
        (4, "jace_beleren", "hollowfield_effigy", False),  # as high as the lower figure is not lower
        (5, "hollowfield_effigy", "hollowfield_effigy", True),  # 6 and 6
        (6, "hollowfield_effigy", "hollowfield_effigy", False),
    ],
)
def test_figures_are_engaged_over_a_ruin_if_both_are_taller(
    lay: Lay, wall: int, one: str, other: str, engaged: bool
) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."), walls={"A1-B1": wall})
    a, b = board.put(one, "A1"), board.put(other, "B1", seat=1)
    assert bool(board.pos.engaged(a)) is engaged
    assert bool(board.pos.engaged(b)) is engaged
    assert board.pos.adjacent(a, b) is engaged


@pytest.mark.rule("AC-MOVE-10")
@pytest.mark.parametrize(
    ("wall", "face", "spent"), [(3, "jace_beleren", 4), (4, "jace_beleren", None), (4, "hollowfield_effigy", 5)]
)
def test_a_ruin_is_climbed_by_figures_taller_than_it(lay: Lay, wall: int, face: str, spent: int | None) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."), walls={"A1-B1": wall})
    figure = board.put(face, "A1")
    board.start(figure)
    if spent is None:
        assert board.why(f"move:{figure.id}:B1")[0] == "AC-MOVE-10"
        return
    board.do(f"move:{figure.id}:B1")
    assert board.now.turn.moves[0].spent == spent


@pytest.mark.rule("AC-MOVE-10", "AR-CRYPT-18")
def test_flyers_mind_no_ruin(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."), walls={"A1-B1": 9})
    geists = board.put("lantern_geists", "A1")
    board.start(geists)
    board.do(f"move:{geists[0].id}:B1")
    assert board.now.turn.moves[0].spent == 1
