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
    board.do("cast:fell_the_mighty")  # power 5 against 3: nothing to choose
    assert [board.damage(figure) for figure in (alchemist, *nobles[:2], jace)] == [3, 1, 0, 0]


def test_fell_the_mighty_counts_counters_and_auras_and_lets_choose_among_equals(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    alchemist = board.put("necro_alchemist", "D1", seat=1)
    nobles = board.put("bloodline_nobles", "C2", seat=1)
    board.put("jace_beleren", "L9", seat=1)
    board.attach("hot_blood", nobles[0])
    board.state.cards[nobles[0].card].counters["power"] = 1
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
    board.dice("4 blank", "7 blank")  # 4, the stone, and 2 for the wall
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
    assert toughness == [6, 6, 4, 4]


# ---- Ghostly Possession
@pytest.mark.rule("AR-SPELL-09", "AR-ATK-31")
def test_ghostly_possession_lifts_an_enemy_and_takes_its_strength(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "G1", seat=1)
    board.hand(0, "ghostly_possession")
    board.start(nahiri)
    board.do("cast:ghostly_possession")
    noble = board.figure(nobles[0])
    assert numbers.flies(board.pos, noble)
    assert (numbers.power(board.pos, noble).total, numbers.toughness(board.pos, noble).total) == (1, 5)


def test_ghostly_possession_sees_enemies_within_six_takes_no_planeswalker_and_no_power_below_0(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    own = board.put("lantern_geists", "L9")
    board.put("bloodline_nobles", "A8", seat=1)  # seven away
    near = board.put("necro_alchemist", "G1", seat=1)
    board.put("jace_beleren", "C3", seat=1)
    board.attach("sensory_deprivation", own[0], by=1)
    board.hand(0, "ghostly_possession")
    board.start(nahiri)
    board.do("cast:ghostly_possession")
    assert board.options() == {f"army:{own[0].card}", f"army:{near.card}"}  # one's own need not be seen
    board.do(f"army:{own[0].card}")
    assert numbers.power(board.pos, board.figure(own[0])).total == 0  # 2 - 1 - 2


# ---- Tenacity
@pytest.mark.rule("AR-ATK-31")
def test_tenacity_strengthens_a_card_and_heals_who_strikes(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    inquisitors = board.put("avacynian_inquisitors", "C1", "E1")
    inquisitors[0].damage = inquisitors[1].damage = 1
    jace = board.put("jace_beleren", "D1", seat=1)
    board.hand(0, "tenacity")
    board.start(inquisitors)
    board.do("cast:tenacity")
    assert [numbers.toughness(board.pos, board.figure(one)).total for one in (*inquisitors, nahiri)] == [5, 5, 4]
    board.dice("2 sword", "3 blank", "4 blank")  # power 5
    board.do(f"attack:{inquisitors[0].id}:{jace.id}")
    assert [board.damage(one) for one in (jace, *inquisitors)] == [2, 0, 1]  # only the one that struck


def test_tenacity_is_over_with_ones_next_turn_and_never_for_planeswalkers(lay: Lay) -> None:
    board, nahiri, inquisitors = duel(lay)
    jace = board.state.figures[-1]
    board.hand(0, "tenacity")
    board.start(nahiri)
    board.do("cast:tenacity", "end:turn")  # no choice: Nahiri is neither squad nor hero
    assert numbers.toughness(board.pos, board.figure(inquisitors[0])).total == 5
    board.do(f"card:{jace.card}", "end:turn")
    assert numbers.toughness(board.pos, board.figure(inquisitors[0])).total == 4
    alone = lay()
    nahiri = alone.put("nahiri_lithomancer", "A1")
    alone.put("bloodline_nobles", "B1", seat=1)
    alone.hand(0, "tenacity")
    alone.start(nahiri)
    assert alone.why("cast:tenacity")[0] == "AR-CARD-04"


# ---- Hope Against Hope
def hope(lay: Lay, face: str, *others: tuple[str, int, str]) -> tuple[int, int]:
    """Power and toughness of a figure of ``face`` on E5 that wears it, among others (card, seat, space)."""
    board = lay()
    board.put("nahiri_lithomancer", "A9")
    wearer = board.put(face, "E5")
    for other, seat, at in others:
        board.put(other, at, seat=seat)
    figure = wearer[0] if isinstance(wearer, list) else wearer
    board.attach("hope_against_hope", figure)
    board.start(wearer)
    now = board.figure(figure)
    return numbers.power(board.pos, now).total, numbers.toughness(board.pos, now).total


def test_hope_against_hope_counts_own_creatures_within_two(lay: Lay) -> None:
    geists, effigy = ("lantern_geists", 0, "F5"), ("hollowfield_effigy", 0, "G5")
    assert hope(lay, "bloodline_nobles") == (3, 3)
    assert hope(lay, "bloodline_nobles", geists) == (4, 3)
    assert hope(lay, "bloodline_nobles", geists, effigy) == (4, 4)
    assert hope(lay, "necro_alchemist") == (6, 4)  # a Human hopes for one more
    assert hope(lay, "necro_alchemist", geists) == (6, 5)


def test_hope_against_hope_sees_no_enemies_no_planeswalkers_and_nobody_three_away(lay: Lay) -> None:
    assert hope(lay, "bloodline_nobles", ("lantern_geists", 1, "F5"), ("jace_beleren", 1, "E6")) == (3, 3)
    assert hope(lay, "bloodline_nobles", ("jace_beleren", 0, "F5")) == (3, 3)
    assert hope(lay, "bloodline_nobles", ("lantern_geists", 0, "H5")) == (3, 3)


# ---- Survive the Night
@pytest.mark.rule("AR-SPELL-14", "AR-LIFE-01")
def test_survive_the_night_leaves_one_life_and_draws(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    nahiri.damage = 4
    board.attach("survive_the_night", nahiri)
    board.library(1, "dual_shot")
    board.start(jace)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")
    assert board.damage(nahiri) == 6
    assert board.now.seats[1].hand == ["dual_shot"]
    assert board.now.seats[1].graveyard == ["survive_the_night"]


def test_survive_the_night_prevents_all_of_it_at_one_life_whatever_deals_it(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    board.put("jace_beleren", "L9", seat=1)
    nobles[0].damage = 1
    board.attach("survive_the_night", nobles[0])
    board.hand(0, "lance_of_flame")
    board.start(nahiri)
    board.do("cast:lance_of_flame")
    assert (board.damage(nobles[0]), board.at(nobles[0])) == (1, "C1")


def test_survive_the_night_waits_while_nobody_would_die(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    nahiri.damage = 3
    board.attach("survive_the_night", nahiri)
    board.start(jace)
    board.dice("2 sword", "2 blank", "4 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")
    assert board.damage(nahiri) == 5
    assert board.card(nahiri).attached[0].hidden


# ---- Honor of the Pure
def test_honor_of_the_pure_strengthens_a_white_squad_fully(lay: Lay) -> None:
    board, nahiri, inquisitors = duel(lay)
    board.hand(0, "honor_of_the_pure")
    board.start(nahiri)
    board.do("cast:honor_of_the_pure")
    one = board.figure(inquisitors[1])
    assert (numbers.power(board.pos, one).total, numbers.toughness(board.pos, one).total) == (5, 5)


@pytest.mark.rule("AR-SPELL-09")
def test_honor_of_the_pure_only_protects_others_and_lies_on_no_hero(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    geists = board.put("lantern_geists", "C1")
    board.attach("honor_of_the_pure", geists[0])
    board.start(nahiri)
    one = board.figure(geists[0])
    assert (numbers.power(board.pos, one).total, numbers.toughness(board.pos, one).total) == (2, 5)
    hero = lay()
    nahiri = hero.put("nahiri_lithomancer", "A1")
    hero.put("necro_alchemist", "C1")
    hero.put("bloodline_nobles", "E1", seat=1)
    hero.hand(0, "honor_of_the_pure")
    hero.start(nahiri)
    assert hero.why("cast:honor_of_the_pure")[0] == "AR-SPELL-09"


# ---- Writ of Detention
def test_writ_of_detention_bars_a_card_through_its_controllers_next_turn(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "G1", seat=1)
    jace = board.put("jace_beleren", "L9", seat=1)
    board.hand(0, "writ_of_detention")
    board.start(nahiri)
    board.do("cast:writ_of_detention", "end:turn")
    assert board.options("card") == {f"card:{jace.card}"}
    assert board.why(f"card:{nobles[0].card}")[0] == "AR-CARD-04"
    board.do(f"card:{jace.card}", "end:turn", f"card:{nahiri.card}", "end:turn")
    assert board.may(f"card:{nobles[0].card}")


def test_writ_of_detention_reaches_six_and_no_planeswalkers(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("avacynian_inquisitors", "C3")
    board.put("bloodline_nobles", "H1", seat=1)
    board.put("jace_beleren", "C1", seat=1)
    board.hand(0, "writ_of_detention")
    board.start(nahiri)
    assert board.why("cast:writ_of_detention")[0] == "AR-CARD-04"


# ---- Dawn Vigil
@pytest.mark.rule("AR-SPELL-14")
def test_dawn_vigil_heals_the_whole_card_at_the_start_of_ones_turn(lay: Lay) -> None:
    board, _, inquisitors = duel(lay)
    inquisitors[0].damage, inquisitors[1].damage = 1, 2
    board.attach("dawn_vigil", inquisitors[0])
    board.start(board.state.figures[-1], seat=1)
    board.do("end:turn")
    assert [board.damage(one) for one in inquisitors] == [0, 0]
    assert board.now.seats[0].graveyard == ["dawn_vigil"]


def test_dawn_vigil_waits_for_two_markers_and_for_its_own_players_turn(lay: Lay) -> None:
    board, nahiri, inquisitors = duel(lay)
    inquisitors[0].damage = 2
    board.attach("dawn_vigil", inquisitors[0])
    board.start(nahiri)
    board.do("end:turn")
    assert board.damage(inquisitors[0]) == 2
    scratched, _, inquisitors = duel(lay)
    inquisitors[0].damage = 1
    scratched.attach("dawn_vigil", inquisitors[0])
    scratched.start(scratched.state.figures[-1], seat=1)
    scratched.do("end:turn")
    assert scratched.damage(inquisitors[0]) == 1
    assert scratched.card(inquisitors[0]).attached[0].hidden


@pytest.mark.rule("AR-SPELL-14")
@pytest.mark.parametrize("spell", ["silverstrike", "stone_will", "survive_the_night"])
def test_hidden_cards_answer_for_the_card_they_lie_on_only(lay: Lay, spell: str) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist", "B1", seat=1)
    alchemist.damage = 6
    nahiri = board.put("nahiri_lithomancer", "C1", seat=1)
    board.attach(spell, nahiri)
    board.start(jace)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{jace.id}:{alchemist.id}")
    assert board.figure(alchemist).zone == "graveyard"
    assert board.damage(jace) == 0
    assert board.card(nahiri).attached[0].hidden
