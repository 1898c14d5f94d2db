"""Cryptoliths: targets, ladders, look-outs. Where the rulebook has pictures, the same numbers on a row of hexes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena.battlefield import CRYPTOLITH_HEIGHT
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

FAR = {"far": "K1"}  # a second one, so that the match goes on when the first is gone


def lane(cells: str) -> str:
    """A row that begins with these cells; sand beyond."""
    return row(cells + " s0" * (11 - len(cells.split())))


# ---- as neighbours and targets
@pytest.mark.rule("AR-EX-14", "AR-CRYPT-05", "AR-EX-16", "AR-ATK-03", "AR-CRYPT-06")
def test_examples_14_and_16_a_noble_beside_a_cryptolith_is_adjacent_and_may_attack_it(lay: Lay) -> None:
    board = lay(lane("s0 s1"), stones={"keep": "B1", **FAR})
    nobles = board.put("bloodline_nobles", "A1", "D1")
    board.start(nobles)
    assert board.pos.adjacent_to_cryptolith(board.figure(nobles[0]), board.now.cryptoliths[0])
    assert board.options("attack") == {f"attack:{nobles[0].id}:keep"}


@pytest.mark.rule("AR-EX-15", "AR-CRYPT-05")
@pytest.mark.parametrize(("cells", "adjacent"), [("s0 s4", False), ("s0 s3", True), ("s8 s0", True), ("s9 s0", False)])
def test_example_15_a_base_at_least_ones_height_above_is_not_adjacent(lay: Lay, cells: str, adjacent: bool) -> None:
    """And from above, its own nine levels count for the cryptolith."""
    board = lay(lane(cells), stones={"keep": "B1"})
    jace = board.put("jace_beleren", "A1")
    assert board.pos.adjacent_to_cryptolith(jace, board.state.cryptoliths[0]) is adjacent


@pytest.mark.rule("AR-CRYPT-01", "AR-TERM-02")
def test_a_cryptolith_is_no_figure_and_engages_nobody(lay: Lay) -> None:
    board = lay(lane("s0 s0"), stones={"keep": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert not board.pos.engaged(board.figure(jace))
    assert board.pos.board == [board.figure(jace)]
    board.do(f"move:{jace.id}:B1")
    assert board.at(jace) == "B1"


@pytest.mark.rule("AR-CRYPT-02", "AR-CRYPT-03", "AR-CRYPT-09", "AR-CRYPT-10", "AR-CRYPT-21")
def test_four_defence_dice_three_lives_and_damage_that_stays(lay: Lay) -> None:
    """Attacked from above: no height counts against a cryptolith."""
    board = lay(lane("s1 s0"), stones={"keep": "B1", **FAR})
    jace = board.put("jace_beleren", "A1")
    other = board.put("nahiri_lithomancer", "K1", seat=1)
    board.start(jace)
    board.dice("3 sword", "blank", "shield", "3 blank")
    board.do(f"attack:{jace.id}:keep")
    event = board.told("attack")[0]
    assert (len(event.data["attack"]), len(event.data["defence"])) == (4, 4)
    assert board.now.cryptoliths[0].damage == 2
    assert board.now.cryptoliths[0].standing
    assert not board.options("attack")  # it was the figure's attack of the turn
    board.do("end:turn", f"card:{other.card}", "end:turn", f"card:{jace.card}")
    assert board.now.cryptoliths[0].damage == 2
    board.dice("4 sword", "4 sword")
    board.do(f"attack:{jace.id}:keep")
    stone = board.now.cryptoliths[0]
    assert (stone.damage, stone.standing) == (3, False)
    board.do("end:turn", f"card:{other.card}", "end:turn", f"card:{jace.card}")
    assert board.why(f"attack:{jace.id}:keep")[0] == "AR-CRYPT-10"
    board.do(f"move:{jace.id}:C1")  # through where it stood: plain sand now
    assert board.now.turn.moves[0].spent == 2


@pytest.mark.rule("AR-CRYPT-09")
def test_spells_do_not_hurt_cryptoliths(lay: Lay) -> None:
    board = lay(lane("s0 s0"), stones={"keep": "B1"})
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.hand(0, "dual_shot", "lance_of_flame", "fell_the_mighty", "rolling_temblor")
    board.start(nahiri)
    assert board.options("cast") == {"cast:rolling_temblor"}
    board.do("cast:rolling_temblor")
    assert board.damage(nahiri) == 2
    assert board.now.cryptoliths[0].damage == 0


@pytest.mark.rule("AR-CRYPT-06", "AR-CRYPT-07", "AR-ATK-03")
def test_any_part_in_sight_will_do(lay: Lay) -> None:
    """A wall hides all but the upper part; a figure behind the same wall cannot be seen."""
    board = lay(row("s0 s0 s5 s0 s0 .. .. .. .. .. .."), stones={"keep": "E1"})
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(jace)
    assert board.options("attack") == {f"attack:{jace.id}:keep"}
    assert board.why(f"attack:{jace.id}:{enemy.id}")[0] == "AR-ATK-13"
    board.dice("4 sword", "2 shield", "2 blank")
    board.do(f"attack:{jace.id}:keep")
    assert board.now.cryptoliths[0].damage == 2


@pytest.mark.rule("AR-CRYPT-07", "AR-ATK-06")
def test_a_hidden_or_distant_cryptolith_is_no_target(lay: Lay) -> None:
    board = lay(row("s0 s9 s0 s0 s0 s0 s0 s0 .. .. .."), stones={"keep": "C1", "far": "H1"})
    alchemist = board.put("necro_alchemist", "A1")
    board.start(alchemist)
    assert board.why(f"attack:{alchemist.id}:far")[0] == "AR-ATK-06"
    taller = lay(row("s0 s9 s9 s9 s0 s0 .. .. .. .. .."), stones={"keep": "F1"})
    alchemist = taller.put("necro_alchemist", "A1")
    taller.start(alchemist)
    rule, words = taller.why(f"attack:{alchemist.id}:keep")
    assert rule == "AR-ATK-13"
    assert "ground at B1" in words


@pytest.mark.interaction(14)
@pytest.mark.rule("AR-CRYPT-08", "AR-CRYPT-06")
def test_nobody_attacks_the_cryptolith_it_stands_on(lay: Lay) -> None:
    board = lay(lane("s0 s0 s0"), stones={"keep": "A1", "next": "C1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert board.options("attack") == {f"attack:{jace.id}:next"}
    rule, words = board.why(f"attack:{jace.id}:keep")
    assert rule == "AR-CRYPT-08"
    assert "on top" in words


@pytest.mark.rule("AR-CRYPT-04")
@pytest.mark.parametrize(("ground", "top"), [("s0", 9), ("s1", 10), ("s4", 13)])
def test_its_top_is_nine_levels_above_its_tile(lay: Lay, ground: str, top: int) -> None:
    board = lay(lane(f"s0 {ground}"), stones={"keep": "B1"})
    assert board.pos.level((1, 0)) == top
    board.state.cryptoliths[0].standing = False
    assert board.pos.level((1, 0)) == top - CRYPTOLITH_HEIGHT


# ---- the fall of one with somebody on top
@pytest.mark.interaction(15, 57)
@pytest.mark.rule("AR-CRYPT-10", "AR-CRYPT-11", "AR-CRYPT-12", "AR-ENG-04")
@pytest.mark.parametrize(("face", "damage"), [("sword", 1), ("blank", 0)])
def test_who_stood_on_top_stands_below_and_rolls_for_the_fall(lay: Lay, face: str, damage: int) -> None:
    """Placed, not moved: the enemy on the next top, whom she stood beside, gets no leaving attack; but the attacker is
    engaged with her now."""
    board = lay(lane("s0 s0 s0"), stones={"keep": "B1", "next": "C1", **FAR})
    board.state.cryptoliths[0].damage = 2
    jace = board.put("jace_beleren", "A1")
    above = board.put("necro_alchemist", "C1")
    rider = board.put("nahiri_lithomancer", "B1", seat=1)
    board.state.cards[rider.card].face = "jace_beleren"  # she would never fall
    board.start(jace)
    assert board.pos.engaged(board.figure(rider)) == [board.figure(above)]
    board.dice("sword", "3 blank", "4 blank", face)
    board.do(f"attack:{jace.id}:keep")
    assert board.at(rider) == "B1"
    assert board.pos.level((1, 0)) == 0
    assert board.damage(rider) == damage
    assert len(board.told("fall")) == 1
    assert not board.told("leaving")
    assert board.pos.engaged(board.figure(rider)) == [board.figure(jace)]


@pytest.mark.interaction(15)
@pytest.mark.rule("AR-CRYPT-12", "AR-LIFE-01")
def test_that_fall_may_kill(lay: Lay) -> None:
    board = lay(lane("s0 s0"), stones={"keep": "B1", **FAR})
    board.state.cryptoliths[0].damage = 2
    jace = board.put("jace_beleren", "A1")
    nobles = board.put("bloodline_nobles", "B1", seat=1)
    nobles[0].damage = 1
    board.start(jace)
    board.dice("sword", "3 blank", "4 blank", "sword")
    board.do(f"attack:{jace.id}:keep")
    assert board.figure(nobles[0]).zone == "graveyard"
    assert board.card(nobles[0]).zone == "graveyard"


# ---- up and down
@pytest.mark.interaction(16)
@pytest.mark.rule("AR-EX-17", "AR-CRYPT-13", "AR-CRYPT-14")
def test_example_17_scaling_counts_four_of_the_nobles_six(lay: Lay) -> None:
    """The top is ten levels up: no climb, but scaling is allowed."""
    board = lay(lane("s0 s1"), stones={"keep": "B1"})
    nobles = board.put("bloodline_nobles", "A1")
    board.start(nobles)
    board.do(f"move:{nobles[0].id}:B1")
    assert board.at(nobles[0]) == "B1"
    assert board.now.turn.moves[0].spent == 4
    assert board.told("moved")[0].data["how"] == ["scale"]


@pytest.mark.rule("AR-CRYPT-14", "AR-WATER-02")
def test_scaling_is_four_from_the_water_too_and_needs_all_four(lay: Lay) -> None:
    board = lay(lane("w1 s0"), stones={"keep": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    assert board.now.turn.moves[0].spent == 4
    short = lay(lane("s0 s0 s0 s0"), stones={"keep": "D1"})
    jace = short.put("jace_beleren", "A1")
    short.start(jace)
    short.do(f"move:{jace.id}:B1")
    assert short.may(f"move:{jace.id}:C1")
    assert not short.may(f"move:{jace.id}:D1")  # one and four would be five of the four left


@pytest.mark.interaction(57)
@pytest.mark.rule("AR-CRYPT-13", "AR-MOVE-08", "AR-ENG-04")
def test_an_engaged_figure_may_scale_but_leaves_and_the_top_must_be_free(lay: Lay) -> None:
    board = lay(lane("s0 s0 s0"), stones={"keep": "C1", **FAR})
    nobles = board.put("bloodline_nobles", "B1")
    board.put("nahiri_lithomancer", "A1", seat=1)
    board.start(nobles)
    board.dice("shield")
    board.do(f"move:{nobles[0].id}:C1")
    assert len(board.told("leaving")) == 1
    taken = lay(lane("s0 s0 s0"), stones={"keep": "B1"})
    nobles = taken.put("bloodline_nobles", "A1", "B1")
    taken.start(nobles)
    assert taken.why(f"move:{nobles[0].id}:B1")[0] == "AR-MOVE-08"


@pytest.mark.rule("AR-EX-18", "AR-CRYPT-15", "AR-MOVE-09")
def test_example_18_two_levels_below_the_top_count_three(lay: Lay) -> None:
    board = lay(lane("s8 s1"), stones={"keep": "B1"})
    nobles = board.put("bloodline_nobles", "A1")
    board.start(nobles)
    board.do(f"move:{nobles[0].id}:B1")
    assert board.now.turn.moves[0].spent == 3
    assert board.told("moved")[0].data["how"] == ["walk"]


@pytest.mark.rule("AR-CRYPT-15", "AR-MOVE-11")
def test_a_top_as_high_as_the_figure_is_not_walked_onto(lay: Lay) -> None:
    """Four levels up for a figure of height 4: only scaling leads there, and with it no cheaper way."""
    board = lay(lane("s5 s0"), stones={"keep": "B1"})
    nobles = board.put("bloodline_nobles", "A1")
    board.start(nobles)
    assert not board.may(f"move:{nobles[0].id}:B1:quick")
    board.do(f"move:{nobles[0].id}:B1")
    assert board.told("moved")[0].data["how"] == ["scale"]


@pytest.mark.interaction(16)
@pytest.mark.rule("AR-EX-19", "AR-CRYPT-16")
def test_example_19_scaling_down_counts_four_and_is_no_fall(lay: Lay) -> None:
    board = lay(lane("s0 s0"), stones={"keep": "A1"})
    nobles = board.put("bloodline_nobles", "A1")
    board.start(nobles)
    board.do(f"move:{nobles[0].id}:B1")
    assert board.now.turn.moves[0].spent == 4
    assert board.told("moved")[0].data["how"] == ["scale"]
    assert not board.told("fall")
    assert board.may(f"move:{nobles[0].id}:D1")
    assert not board.may(f"move:{nobles[0].id}:E1")


@pytest.mark.rule("AR-EX-20", "AR-CRYPT-17", "AR-MOVE-12")
def test_example_20_walking_off_a_top_by_a_small_drop(lay: Lay) -> None:
    board = lay(lane("s0 s6"), stones={"keep": "A1"})
    nobles = board.put("bloodline_nobles", "A1")
    board.start(nobles)
    board.do(f"move:{nobles[0].id}:B1")
    assert board.now.turn.moves[0].spent == 1
    assert not board.told("fall")


@pytest.mark.interaction(16)
@pytest.mark.rule("AR-EX-21", "AR-CRYPT-17", "AR-FALL-04", "AR-FALL-07", "AR-FALL-03")
def test_example_21_stepping_off_far_down_one_damage_and_on_he_goes(lay: Lay) -> None:
    board = lay(lane("s0 s0"), stones={"keep": "A1"})
    nobles = board.put("bloodline_nobles", "A1")
    board.start(nobles)
    board.dice("sword")
    board.do(f"move:{nobles[0].id}:B1:quick")
    assert board.now.turn.moves[0].spent == 1
    assert board.damage(nobles[0]) == 1
    board.do(f"move:{nobles[0].id}:G1")
    assert board.at(nobles[0]) == "G1"


@pytest.mark.interaction(54)
@pytest.mark.rule("AR-EX-23", "AR-CRYPT-19")
@pytest.mark.parametrize(("cells", "spent"), [("s0 s1", 2), ("s1 s1", 1), ("s1 s0", 1)])
def test_example_23_from_top_to_top_by_normal_movement(lay: Lay, cells: str, spent: int) -> None:
    board = lay(lane(cells), stones={"keep": "A1", "next": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    assert board.now.turn.moves[0].spent == spent
    assert board.told("moved")[0].data["how"] == ["walk"]


# ---- up there
@pytest.mark.rule("AR-EX-24", "AR-CRYPT-20", "AR-ENG-02")
@pytest.mark.parametrize("ground", ["s0", "s5"])
def test_example_24_too_far_above_to_be_engaged(lay: Lay, ground: str) -> None:
    """Jace stands in for the Mad Prophet: both are four levels high."""
    board = lay(lane(f"s0 {ground}"), stones={"keep": "A1"})
    alchemist = board.put("necro_alchemist", "A1")
    prophet = board.put("jace_beleren", "B1", seat=1)
    assert not board.pos.adjacent(alchemist, prophet)
    assert not board.pos.engaged(prophet)


@pytest.mark.interaction(54)
@pytest.mark.rule("AR-EX-25", "AR-CRYPT-20", "AR-CRYPT-19")
@pytest.mark.parametrize(("ground", "stones"), [("s6", {"keep": "A1"}), ("s1", {"keep": "A1", "next": "B1"})])
def test_example_25_near_enough_in_height_to_be_engaged(lay: Lay, ground: str, stones: dict[str, str]) -> None:
    board = lay(lane(f"s0 {ground}"), stones=stones)
    alchemist = board.put("necro_alchemist", "A1")
    prophet = board.put("jace_beleren", "B1", seat=1)
    assert board.pos.adjacent(alchemist, prophet)
    assert board.pos.engaged(prophet) == [alchemist]


@pytest.mark.rule("AR-CRYPT-21", "AR-ATK-26", "AR-NEW-19")
def test_height_advantage_from_the_top(lay: Lay) -> None:
    board = lay(lane("s0 s0 s0 s0"), stones={"keep": "A1"})
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(jace)
    board.dice("5 blank", "5 blank")  # the stone shields her from afar
    board.do(f"attack:{jace.id}:{enemy.id}", "end:turn", f"card:{enemy.card}")
    board.dice("4 blank", "5 blank")
    board.do(f"attack:{enemy.id}:{jace.id}")


@pytest.mark.rule("AR-EX-26", "AR-CRYPT-22", "AR-CRYPT-24", "AR-ATK-13")
def test_example_26_a_point_sees_what_the_edge_hides_from_the_eye(lay: Lay) -> None:
    """Nahiri stands in for Arlinn, right at the foot. From a cliff just as high there are no points to lean from."""
    board = lay(lane("s0 s0 s0"), stones={"keep": "B1"})
    jace = board.put("jace_beleren", "B1")
    below = board.put("nahiri_lithomancer", "C1", seat=1)
    board.start(jace)
    assert not board.pos.adjacent(board.figure(jace), board.figure(below))
    assert board.may(f"attack:{jace.id}:{below.id}")
    cliff = lay(lane("s0 s9 s0"))
    jace = cliff.put("jace_beleren", "B1")
    below = cliff.put("nahiri_lithomancer", "C1", seat=1)
    cliff.start(jace)
    assert cliff.why(f"attack:{jace.id}:{below.id}")[0] == "AR-ATK-13"


@pytest.mark.interaction(53)
@pytest.mark.rule("AR-CRYPT-24", "AR-ATK-06")
def test_range_is_counted_from_the_top_space_not_from_the_point(lay: Lay) -> None:
    board = lay(stones={"keep": "A1"})
    jace = board.put("jace_beleren", "A1")
    inside, outside = board.put("nahiri_lithomancer", "G1", seat=1), board.put("necro_alchemist", "H1", seat=1)
    board.start(jace)
    assert board.may(f"attack:{jace.id}:{inside.id}")
    assert board.why(f"attack:{jace.id}:{outside.id}")[0] == "AR-ATK-06"


@pytest.mark.rule("AR-CRYPT-25", "AR-SUMM-06", "AR-TERM-04")
def test_clear_sight_may_be_taken_from_a_point(lay: Lay) -> None:
    """Jace on top summons into the pool at its foot; from a cliff just as high he cannot."""
    board = lay(lane("s0 s0 w0"), stones={"keep": "B1"})
    jace = board.put("jace_beleren", "B1")
    alchemist = board.put("necro_alchemist")
    board.start(jace)
    board.do(f"summon:{alchemist.card}")
    assert "space:C1" in board.options()
    cliff = lay(lane("s0 s9 w0"))
    jace = cliff.put("jace_beleren", "B1")
    alchemist = cliff.put("necro_alchemist")
    cliff.start(jace)
    cliff.do(f"summon:{alchemist.card}")
    assert "space:C1" not in cliff.options()
    assert "space:F1" in cliff.options()
