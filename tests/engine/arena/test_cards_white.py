"""White spells: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.arena import numbers
from engine.arena.effects import Fight
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


def duel(lay: Lay) -> tuple[Board, Any, Any]:
    """Nahiri on A1, with the Inquisitors' card on C1 and E1, against Jace on L9."""
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    inquisitors = board.put("avacynian_inquisitors", "C1", "E1")
    board.put("jace_beleren", "L9", seat=1)
    return board, nahiri, inquisitors


# ---- Spare from Evil
@pytest.mark.rule("AR-ATK-31")
def test_spare_from_evil_takes_a_die_from_attackers_that_are_not_human(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.attach("spare_from_evil", nahiri)
    board.start(geists)
    board.dice("blank", "4 blank")
    board.do(f"attack:{geists[0].id}:{nahiri.id}")


def test_spare_from_evil_takes_the_die_of_a_leaving_attack_too(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    inquisitors = board.put("avacynian_inquisitors", "B1")
    board.put("bloodline_nobles", "A1", seat=1)
    board.attach("spare_from_evil", inquisitors[0])
    board.start(inquisitors)
    board.do(f"move:{inquisitors[0].id}:C1")
    assert not board.told("leaving")


def test_spare_from_evil_takes_nothing_from_humans_or_for_others(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    board.attach("spare_from_evil", nahiri)
    board.start(jace)
    geist = Fight(board.figure(nobles[0]), board.figure(jace))
    assert numbers.power(board.pos, board.figure(nobles[0]), geist).total == 3
    board.dice("4 blank", "4 blank")  # Jace is human
    board.do(f"attack:{jace.id}:{nahiri.id}")


# ---- Skillful Lunge
@pytest.mark.rule("AR-ATK-31", "AR-CARD-04")
def test_skillful_lunge_two_power_and_a_longer_reach_for_the_first_attack(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "A3")
    nobles = board.put("bloodline_nobles", "A1", "E1")
    enemy = board.put("jace_beleren", "C1", seat=1)
    board.hand(0, "skillful_lunge")
    board.start(nobles)
    assert not board.options(f"attack:{nobles[0].id}")
    board.do("cast:skillful_lunge", f"pick:{nobles[0].id}")
    assert board.options("attack") == {f"attack:{nobles[0].id}:{enemy.id}"}  # two away; the other Noble cannot
    board.dice("5 blank", "4 blank")
    board.do(f"attack:{nobles[0].id}:{enemy.id}")
    assert not board.now.lasting


def test_skillful_lunge_does_not_outlast_the_turn_nor_lengthen_other_ranges(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    six = board.put("jace_beleren", "G1", seat=1)
    board.hand(0, "skillful_lunge")
    board.start(nahiri)
    board.do("cast:skillful_lunge")
    assert board.why(f"attack:{nahiri.id}:{six.id}")[0] == "AR-ATK-06"  # range 5 as ever
    assert numbers.power(board.pos, board.figure(nahiri)).total == 6
    board.do("end:turn")
    assert numbers.power(board.pos, board.figure(nahiri)).total == 4


def test_skillful_lunge_needs_to_see_a_target_two_spaces_away(lay: Lay) -> None:
    board = lay(row("s0 s9 s0 s0 .. .. .. .. .. .. .."))
    board.put("nahiri_lithomancer", "D1")
    nobles = board.put("bloodline_nobles", "A1")
    enemy = board.put("jace_beleren", "C1", seat=1)
    board.hand(0, "skillful_lunge")
    board.start(nobles)
    board.do("cast:skillful_lunge", f"pick:{nobles[0].id}")
    assert board.why(f"attack:{nobles[0].id}:{enemy.id}")[0] == "AR-ATK-13"


# ---- Silverstrike
@pytest.mark.rule("AR-SPELL-14")
def test_silverstrike_hurts_the_attacker_and_heals_the_attacked(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    nahiri.damage = 2
    board.attach("silverstrike", nahiri)
    board.start(geists)
    board.dice("2 blank", "4 blank")
    board.do(f"attack:{geists[0].id}:{nahiri.id}")
    assert (board.damage(geists[0]), board.damage(nahiri)) == (2, 1)


def test_silverstrike_costs_a_planeswalker_one_and_ends_the_attack_of_the_dead(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.attach("silverstrike", nahiri)
    board.start(jace)
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")
    assert board.damage(jace) == 1
    dying = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    jace = dying.put("jace_beleren", "A1")
    jace.damage = 5
    nahiri = dying.put("nahiri_lithomancer", "B1", seat=1)
    dying.attach("silverstrike", nahiri)
    dying.start(jace)
    dying.do(f"attack:{jace.id}:{nahiri.id}")  # no die is rolled
    assert dying.figure(jace).zone == "graveyard"


def test_silverstrike_waits_for_attacks_not_for_leaving_attacks(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    nahiri = board.put("nahiri_lithomancer", "B1")
    board.put("lantern_geists", "A1", seat=1)
    board.attach("silverstrike", nahiri)
    board.start(nahiri)
    board.dice("sword")
    board.do(f"move:{nahiri.id}:C1")
    assert board.card(nahiri).attached[0].hidden


# ---- Fell the Mighty
def test_fell_the_mighty_strikes_the_strongest_and_those_beside_it(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    alchemist = board.put("necro_alchemist", "D1", seat=1)
    nobles = board.put("bloodline_nobles", "E1", "G1", seat=1)
    jace = board.put("jace_beleren", "D2", seat=1)
    board.hand(0, "fell_the_mighty")
    board.start(nahiri)
    board.do("cast:fell_the_mighty")  # power 4 against 3: nothing to choose
    assert [board.damage(figure) for figure in (alchemist, *nobles[:2], jace)] == [3, 1, 0, 0]


def test_fell_the_mighty_counts_counters_and_auras_and_lets_choose_among_equals(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    alchemist = board.put("necro_alchemist", "D1", seat=1)
    nobles = board.put("bloodline_nobles", "C2", seat=1)
    board.put("jace_beleren", "L9", seat=1)
    board.attach("hot_blood", nobles[0])
    board.hand(0, "fell_the_mighty")
    board.start(nahiri)
    board.do("cast:fell_the_mighty")
    assert board.options() == {f"pick:{alchemist.id}", f"pick:{nobles[0].id}"}
    board.do(f"pick:{nobles[0].id}")
    assert board.figure(nobles[0]).zone == "graveyard"
    assert board.damage(alchemist) == 1


def test_fell_the_mighty_is_no_threat_to_planeswalkers(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("jace_beleren", "C1", seat=1)
    board.hand(0, "fell_the_mighty")
    board.start(nahiri)
    assert board.why("cast:fell_the_mighty")[0] == "AR-CARD-04"


# ---- Not Forgotten
@pytest.mark.rule("AR-LIFE-07")
def test_not_forgotten_returns_a_squad_figure_with_one_life_and_a_spell(lay: Lay) -> None:
    board, nahiri, inquisitors = duel(lay)
    dead = board.state.figures[inquisitors[1].id]
    dead.zone, dead.at = "graveyard", None
    board.hand(0, "not_forgotten")
    board.graveyard(0, "dual_shot", "shield_wall")
    board.library(0, "angels_mercy")
    board.start(nahiri)
    board.do("cast:not_forgotten", "space:D1", "spell:dual_shot")
    assert board.at(dead) == "D1"
    assert board.pos.life_left(board.figure(dead)) == 1
    assert board.now.seats[0].library == ["angels_mercy", "dual_shot"]
    assert board.now.seats[0].graveyard == ["shield_wall", "not_forgotten"]


def test_not_forgotten_may_leave_the_spell_and_cannot_wake_a_squad_that_is_gone(lay: Lay) -> None:
    board, nahiri, inquisitors = duel(lay)
    for figure in inquisitors:
        board.state.figures[figure.id].zone = "graveyard"
    board.state.cards[inquisitors[0].card].zone = "graveyard"
    board.hand(0, "not_forgotten")
    board.start(nahiri)
    assert board.why("cast:not_forgotten")[0] == "AR-CARD-04"
    second, nahiri, inquisitors = duel(lay)
    second.state.figures[inquisitors[1].id].zone = "graveyard"
    second.hand(0, "not_forgotten")
    second.graveyard(0, "dual_shot")
    second.start(nahiri)
    second.do("cast:not_forgotten", "space:D1", "say:enough")
    assert second.now.seats[0].graveyard == ["dual_shot", "not_forgotten"]


# ---- Stone Will
@pytest.mark.rule("AR-TERM-06", "AR-TERM-07", "AR-SPELL-14")
def test_stone_will_lets_one_damage_through_and_hardens(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.attach("stone_will", nahiri)
    board.start(jace)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")
    assert board.damage(nahiri) == 1
    assert board.card(nahiri).counters == {"toughness": 1}
    assert numbers.toughness(board.pos, board.figure(nahiri)).total == 5


def test_stone_will_waits_through_a_single_damage_and_through_spells(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.attach("stone_will", nahiri)
    board.hand(1, "rolling_temblor")
    board.start(jace)
    board.dice("sword", "3 blank", "4 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}", "end:turn", "cast:rolling_temblor")
    assert board.damage(nahiri) == 3
    assert board.card(nahiri).attached[0].hidden


# ---- healing
def test_chaplains_blessing_removes_two_markers_or_the_only_one(lay: Lay) -> None:
    board, nahiri, inquisitors = duel(lay)
    nahiri.damage, inquisitors[0].damage = 3, 1
    board.hand(0, "chaplains_blessing")
    board.start(nahiri)
    board.do("cast:chaplains_blessing")
    assert board.options() == {f"pick:{nahiri.id}", f"pick:{inquisitors[0].id}"}
    board.do(f"pick:{inquisitors[0].id}")
    assert (board.damage(inquisitors[0]), board.damage(nahiri)) == (0, 3)


def test_chaplains_blessing_finds_nobody_unhurt_or_far_away(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "G1")
    nobles[0].damage = 1  # six spaces away
    board.hand(0, "chaplains_blessing")
    board.start(nahiri)
    assert board.why("cast:chaplains_blessing")[0] == "AR-CARD-04"


def test_angels_mercy_heals_three_on_the_planeswalker_and_one_around(lay: Lay) -> None:
    board, nahiri, inquisitors = duel(lay)
    nahiri.damage, inquisitors[0].damage = 5, 2
    board.hand(0, "angels_mercy")
    board.start(nahiri)
    board.do("cast:angels_mercy")
    assert (board.damage(nahiri), board.damage(inquisitors[0])) == (2, 1)


def test_angels_mercy_reaches_no_farther_than_four_and_heals_no_enemy(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "F1")
    alchemist = board.put("necro_alchemist", "C1", seat=1)
    board.put("jace_beleren", "L9", seat=1)
    nahiri.damage = nobles[0].damage = alchemist.damage = 1
    board.hand(0, "angels_mercy", "angels_mercy")
    board.start(nahiri)
    board.do("cast:angels_mercy")
    assert [board.damage(figure) for figure in (nahiri, nobles[0], alchemist)] == [0, 1, 1]
    assert board.why("cast:angels_mercy")[1] == "no damage marker would be removed"


# ---- Shield Wall
def test_shield_wall_lasts_through_the_opponents_turn(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "C1", seat=1)
    board.hand(0, "shield_wall")
    board.start(nahiri)
    board.do("cast:shield_wall", "end:turn", f"card:{jace.card}")
    board.dice("4 blank", "5 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}", "end:turn")
    assert board.now.turn.seat == 0
    assert not board.now.lasting  # gone with the start of her next turn
    assert numbers.toughness(board.pos, board.figure(nahiri)).total == 4


def test_shield_wall_is_for_those_near_when_it_is_played(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    near, far = board.put("avacynian_inquisitors", "E1", "F1")
    alchemist = board.put("necro_alchemist", "B2", seat=1)
    board.put("jace_beleren", "L9", seat=1)
    board.hand(0, "shield_wall")
    board.start([near, far])
    board.do("cast:shield_wall", f"move:{near.id}:H1", f"move:{far.id}:D1")
    toughness = [numbers.toughness(board.pos, board.figure(figure)).total for figure in (nahiri, near, far, alchemist)]
    assert toughness == [5, 5, 4, 3]
