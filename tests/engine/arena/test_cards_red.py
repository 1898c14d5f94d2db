"""Red spells: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena import numbers
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


# ---- Dual Shot
def test_dual_shot_hits_one_or_two_creatures(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    geists = board.put("lantern_geists", "C1", "C2", seat=1)
    alchemist = board.put("necro_alchemist", "A3", seat=1)
    board.hand(0, "dual_shot", "dual_shot")
    board.start(nahiri)
    board.do("cast:dual_shot", f"pick:{geists[0].id}", f"pick:{alchemist.id}")
    assert [board.damage(figure) for figure in (*geists[:2], alchemist)] == [1, 0, 1]
    board.do("cast:dual_shot", f"pick:{geists[1].id}", "say:enough")
    assert [board.damage(figure) for figure in (*geists[:2], alchemist)] == [1, 1, 1]


def test_dual_shot_neither_twice_at_one_nor_at_planeswalkers(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "C1", seat=1)
    alchemist = board.put("necro_alchemist", "A3", seat=1)
    board.hand(0, "dual_shot")
    board.start(nahiri)
    board.do("cast:dual_shot")  # one creature in sight: nothing to choose
    assert (board.damage(alchemist), board.damage(jace)) == (1, 0)


# ---- Burn from Within
def test_burn_from_within_one_and_one_more_for_each_card_discarded(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "C1", seat=1)
    board.hand(0, "burn_from_within", "shield_wall", "stone_will", "hot_blood")
    board.start(nahiri)
    board.do("cast:burn_from_within", "spell:hot_blood", "spell:shield_wall")  # two at most: no third question
    assert board.damage(jace) == 3
    assert board.now.seats[0].hand == ["stone_will"]
    assert board.now.seats[0].graveyard == ["hot_blood", "shield_wall", "burn_from_within"]


@pytest.mark.rule("AR-LIFE-03")
def test_burn_from_within_removes_from_the_game_what_it_destroys(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "C1", "D1", seat=1)
    nobles[0].damage = 1
    board.hand(0, "burn_from_within", "shield_wall")
    board.start(nahiri)
    board.do("cast:burn_from_within", "say:enough")  # the second Noble stands behind the first, unseen
    assert [board.figure(noble).zone for noble in nobles] == ["removed", "board", "graveyard"]


def test_burn_from_within_merely_wounds_and_does_not_reach_six(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "G1", seat=1)
    board.hand(0, "burn_from_within")
    board.start(nahiri)
    assert board.why("cast:burn_from_within")[0] == "AR-CARD-04"
    near = lay()
    nahiri = near.put("nahiri_lithomancer", "A1")
    jace = near.put("jace_beleren", "F1", seat=1)
    near.hand(0, "burn_from_within")
    near.start(nahiri)
    near.do("cast:burn_from_within")  # no card to discard: nothing is asked
    assert (near.damage(jace), near.figure(jace).zone) == (1, "board")


# ---- Burn at the Stake
def test_burn_at_the_stake_counts_own_creatures_around_three_at_most(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "L9")
    one, two, three = board.put("bloodline_nobles", "A2", "C2", "B1")
    inquisitors = board.put("avacynian_inquisitors", "C1")
    jace = board.put("jace_beleren", "B2", seat=1)
    board.hand(0, "burn_at_the_stake")
    board.start([one, two, three])
    around = [board.figure(figure) for figure in (one, two, three, inquisitors[0])]
    assert all(board.pos.adjacent(figure, board.figure(jace)) for figure in around)
    board.do("cast:burn_at_the_stake")
    assert board.damage(jace) == 3


def test_burn_at_the_stake_needs_a_creature_beside_the_enemy_not_the_planeswalker(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("jace_beleren", "B1", seat=1)
    board.put("bloodline_nobles", "D1")
    board.hand(0, "burn_at_the_stake")
    board.start(nahiri)
    assert board.why("cast:burn_at_the_stake")[0] == "AR-CARD-04"


# ---- Nahiri's Machinations
@pytest.mark.rule("AR-SPELL-14")
def test_nahiris_machinations_burn_the_one_who_comes_and_shield_the_card(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    inquisitors = board.put("avacynian_inquisitors", "A1")
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    board.attach("nahiris_machinations", nobles[0])
    board.start(inquisitors)
    board.do(f"move:{inquisitors[0].id}:B1")
    assert board.damage(inquisitors[0]) == 1
    board.dice("5 sword", "3 blank")
    board.do(f"attack:{inquisitors[0].id}:{nobles[0].id}")
    assert board.pos.life_left(board.figure(nobles[0])) == 1
    board.do("end:turn")
    assert not board.now.lasting


def test_nahiris_machinations_do_not_mind_attacks_of_those_already_there_or_spells(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    nahiri = board.put("nahiri_lithomancer", "A1")
    inquisitors = board.put("avacynian_inquisitors", "B1")
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    board.attach("nahiris_machinations", nobles[0])
    board.hand(0, "lance_of_flame")
    board.start(inquisitors)
    board.dice("sword", "4 blank", "3 blank")
    board.do(f"attack:{inquisitors[0].id}:{nobles[0].id}")
    assert board.card(nobles[0]).attached[0].hidden
    assert board.damage(inquisitors[0]) == 0
    assert board.figure(nahiri).zone == "board"


def test_nahiris_machinations_hold_back_attacks_not_spells(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 .. .. .. .. .. .."))
    board.put("nahiri_lithomancer", "A1")
    inquisitors = board.put("avacynian_inquisitors", "B1")
    nobles = board.put("bloodline_nobles", "D1", seat=1)
    board.attach("nahiris_machinations", nobles[0])
    board.hand(0, "burn_at_the_stake")
    nobles[0].damage = 1
    board.start(inquisitors)
    board.do(f"move:{inquisitors[0].id}:C1", "end:attacks", "cast:burn_at_the_stake")
    assert board.figure(nobles[0]).zone == "graveyard"


# ---- Dissension in the Ranks
def test_dissension_turns_the_attack_on_the_attackers_neighbour(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 .. .. .. .. .. .."))
    one, two = board.put("avacynian_inquisitors", "C1", "A1")
    jace = board.put("jace_beleren", "D1", seat=1)
    board.attach("dissension_in_the_ranks", jace)
    board.start([one, two])
    board.dice("2 sword", "2 blank", "shield", "3 blank")
    board.do(f"attack:{one.id}:{jace.id}")
    assert (board.damage(jace), board.damage(two)) == (0, 1)
    assert [event.data["victim"] for event in board.told("turned")] == [two.id]


def test_dissension_takes_the_nearest_then_the_weakest(lay: Lay) -> None:
    board = lay()
    one, _two = board.put("avacynian_inquisitors", "C1", "E1")
    nobles = board.put("bloodline_nobles", "B1", "C2")
    nobles[1].damage = 1
    jace = board.put("jace_beleren", "D1", seat=1)
    board.attach("dissension_in_the_ranks", jace)
    board.start(one)
    board.dice("5 blank", "3 blank")  # against a vampire: Purge
    board.do(f"attack:{one.id}:{jace.id}")
    assert [event.data["victim"] for event in board.told("turned")] == [nobles[1].id]


def test_dissension_does_not_turn_planeswalkers_nor_the_lonely(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "C1")
    board.put("avacynian_inquisitors", "C3")
    jace = board.put("jace_beleren", "D1", seat=1)
    board.attach("dissension_in_the_ranks", jace)
    board.start(nahiri)
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{nahiri.id}:{jace.id}")
    lonely = lay()
    one, _two = lonely.put("avacynian_inquisitors", "C1", "F1")  # three spaces away
    jace = lonely.put("jace_beleren", "D1", seat=1)
    lonely.attach("dissension_in_the_ranks", jace)
    lonely.start(one)
    lonely.dice("4 blank", "4 blank")
    lonely.do(f"attack:{one.id}:{jace.id}")
    assert lonely.card(jace).attached[0].hidden


# ---- Rolling Temblor
def test_rolling_temblor_shakes_creatures_that_do_not_fly_of_both_sides(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "D1")
    own = board.put("avacynian_inquisitors", "B1", "I1")
    geists = board.put("lantern_geists", "F1", seat=1)
    jace = board.put("jace_beleren", "D3", seat=1)
    board.hand(0, "rolling_temblor")
    board.start(nahiri)
    board.do("cast:rolling_temblor")
    assert [board.damage(figure) for figure in (nahiri, *own, geists[0], jace)] == [2, 2, 0, 0, 1]


def test_rolling_temblor_does_not_reach_through_walls(lay: Lay) -> None:
    board = lay(row("s0 s0 s9 s0 .. .. .. .. .. .. .."))
    nahiri = board.put("nahiri_lithomancer", "A1")
    alchemist = board.put("necro_alchemist", "D1", seat=1)
    board.hand(0, "rolling_temblor")
    board.start(nahiri)
    board.do("cast:rolling_temblor")
    assert (board.damage(nahiri), board.damage(alchemist)) == (2, 0)


# ---- Lance of Flame
def test_lance_of_flame_two_damage_six_spaces_away(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    alchemist = board.put("necro_alchemist", "G1", seat=1)
    board.hand(0, "lance_of_flame")
    board.start(nahiri)
    board.do("cast:lance_of_flame")
    assert board.damage(alchemist) == 2


def test_lance_of_flame_not_seven_and_no_planeswalker(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("jace_beleren", "C1", seat=1)
    board.put("necro_alchemist", "H1", seat=1)
    board.hand(0, "lance_of_flame")
    board.start(nahiri)
    assert board.why("cast:lance_of_flame")[0] == "AR-CARD-04"


# ---- Hot Blood
def test_hot_blood_power_move_and_a_thinner_skin(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "L9")
    nobles = board.put("bloodline_nobles", "A1")
    enemy = board.put("jace_beleren", "I1", seat=1)
    board.attach("hot_blood", nobles[0])
    board.start(nobles)
    assert board.may(f"move:{nobles[0].id}:H1")  # seven spaces
    board.do(f"move:{nobles[0].id}:H1")
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{nobles[0].id}:{enemy.id}", "end:turn", f"card:{enemy.card}")
    board.dice("4 blank", "2 blank")
    board.do(f"attack:{enemy.id}:{nobles[0].id}")


def test_hot_blood_warms_its_own_card_only_and_never_a_planeswalker(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "L9")
    nobles = board.put("bloodline_nobles", "A1")
    inquisitors = board.put("avacynian_inquisitors", "C1")
    board.hand(0, "hot_blood")
    board.start(nahiri)
    board.do("cast:hot_blood")
    assert board.options() == {f"army:{nobles[0].card}", f"army:{inquisitors[0].card}"}
    board.do(f"army:{nobles[0].card}")
    power = [numbers.power(board.pos, board.figure(figure)).total for figure in (nobles[0], inquisitors[0], nahiri)]
    assert power == [4, 4, 4]  # 3 and one more; 4 and 4 as printed


# ---- Malevolent Whispers
def test_malevolent_whispers_turn_a_creature_on_its_own_squad_for_one_move_and_one_attack(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    one, two, _three = board.put("bloodline_nobles", "D1", "G1", seat=1)
    board.hand(0, "malevolent_whispers", "lance_of_flame")
    board.start(nahiri)
    board.do("cast:malevolent_whispers")  # the other one stands behind it
    assert board.told("extra")[0].text.form.startswith("{source}: {figures} obeys")
    assert not board.options("cast")
    assert not board.may(f"attack:{one.id}:{nahiri.id}")
    board.do(f"move:{one.id}:F1")
    assert board.pos.engaged(board.figure(one)) == [board.figure(two)]
    board.dice("5 sword", "3 blank")  # 3 + 2
    board.do(f"attack:{one.id}:{two.id}")
    assert board.figure(two).zone == "graveyard"
    assert board.pos.controller(board.figure(one)) == 1
    assert board.now.turn.phase == "before"
    assert numbers.power(board.pos, board.figure(one)).total == 4  # its own again, fed by the Feast


@pytest.mark.rule("AR-ENG-04")
def test_malevolent_whispers_make_former_friends_strike_at_who_leaves_them(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    goblins = board.put("goblin_javelineers", "D1", "E1", seat=1)
    zombies = board.put("restless_zombies", "D2", seat=1)
    board.attach("powder_trap", zombies[0])
    board.hand(0, "malevolent_whispers")
    board.start(nahiri)
    board.do("cast:malevolent_whispers", f"pick:{goblins[0].id}")
    board.dice("sword", "blank")  # one die of its comrade, one of the Zombie
    board.do(f"move:{goblins[0].id}:B1")  # it is hurt as it leaves them and stops to think
    board.do(f"move:{goblins[0].id}:B1", "end:extra")
    assert board.damage(goblins[0]) == 1
    assert board.pos.engaged(board.figure(goblins[0])) == [board.figure(nahiri)]  # an enemy again
    assert board.card(zombies[0]).attached[0].hidden


def test_malevolent_whispers_reach_no_planeswalker_and_come_before_moving_only(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("jace_beleren", "C1", seat=1)
    board.put("necro_alchemist", "A7", seat=1)
    board.hand(0, "malevolent_whispers")
    board.start(nahiri)
    assert board.why("cast:malevolent_whispers")[0] == "AR-CARD-04"
    board.do("end:attacks")
    assert board.why("cast:malevolent_whispers")[0] == "AR-SPELL-04"


def test_malevolent_whispers_leave_the_card_and_what_lies_on_it_to_its_controller(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    geists = board.put("lantern_geists", "D1", "D2", seat=1)
    board.attach("silverstrike", geists[0])
    board.hand(0, "malevolent_whispers")
    board.start(nahiri)
    board.do("cast:malevolent_whispers", f"pick:{geists[0].id}")
    assert board.card(geists[0]).controller == 1
    board.dice("sword", "3 blank", "4 blank")
    board.do(f"attack:{geists[0].id}:{geists[1].id}")
    assert (board.damage(geists[0]), board.damage(geists[1])) == (2, 1)  # Silverstrike met the attacker as an enemy


# ---- Rush of Adrenaline
def test_rush_of_adrenaline_power_speed_and_trample_for_this_turn(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 s0 .."))
    board.put("nahiri_lithomancer", "A1")
    one, _two = board.put("avacynian_inquisitors", "B1")
    nobles = board.put("bloodline_nobles", "I1", "J1", seat=1)
    board.hand(0, "rush_of_adrenaline")
    board.start(one)
    board.do("cast:rush_of_adrenaline", f"pick:{one.id}", f"move:{one.id}:H1")
    board.dice("4 sword", "3 blank", "3 blank")  # 4 + 2, and Purge: a vampire
    board.do(f"attack:{one.id}:{nobles[0].id}")
    assert [board.figure(noble).zone for noble in nobles[:2]] == ["graveyard", "graveyard"]
    board.do("end:turn")
    figure = board.figure(one)
    assert (numbers.power(board.pos, figure).total, numbers.move(board.pos, figure).total) == (4, 5)


@pytest.mark.rule("AR-SPELL-04")
def test_rush_of_adrenaline_is_for_one_own_figure_and_before_moving(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    one, two = board.put("avacynian_inquisitors", "A9", "C9")
    noble = board.put("bloodline_nobles", "L9", seat=1)[0]
    board.hand(0, "rush_of_adrenaline", "rush_of_adrenaline")
    board.start(one)
    board.do("cast:rush_of_adrenaline")
    assert board.options() == {f"pick:{figure.id}" for figure in (nahiri, one, two)}
    board.do(f"pick:{nahiri.id}")
    powers = [numbers.power(board.pos, board.figure(figure)).total for figure in (nahiri, one, two, noble)]
    assert powers == [6, 4, 4, 3]
    board.do("end:attacks")
    assert board.why("cast:rush_of_adrenaline")[0] == "AR-SPELL-04"


# ---- Senseless Rage
def test_senseless_rage_one_more_and_two_for_the_hurt(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "C1", "C3")
    nobles[1].damage = 1
    inquisitors = board.put("avacynian_inquisitors", "C5")
    inquisitors[0].damage = 1
    board.attach("senseless_rage", nobles[0])
    board.start(nobles)
    figures = [*nobles[:2], inquisitors[0]]
    assert [numbers.power(board.pos, board.figure(figure)).total for figure in figures] == [4, 5, 4]


@pytest.mark.rule("AR-SPELL-09")
def test_senseless_rage_is_not_for_planeswalkers_nor_for_enemies(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("bloodline_nobles", "C1", seat=1)
    board.hand(0, "senseless_rage")
    board.start(nahiri)
    assert board.why("cast:senseless_rage")[0] == "AR-SPELL-09"


# ---- Infernal Plunge
@pytest.mark.rule("AR-SPELL-02")
def test_infernal_plunge_costs_a_creature_for_two_cards_and_five_spells(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    inquisitors = board.put("avacynian_inquisitors", "C1", "C9")
    board.library(0, "stone_will", "stone_will", "shield_wall")
    board.hand(0, "infernal_plunge", *["shield_wall"] * 5)
    board.start(nahiri)
    board.do("cast:infernal_plunge", f"pick:{inquisitors[1].id}")
    assert board.figure(inquisitors[1]).zone == "graveyard"
    assert sorted(board.now.seats[0].hand) == ["shield_wall"] * 6 + ["stone_will"]
    board.do("cast:shield_wall", "cast:shield_wall", "cast:shield_wall")
    assert board.may("cast:shield_wall")
    board.do("cast:shield_wall")
    rule, words = board.why("cast:shield_wall")
    assert rule == "AR-SPELL-02"
    assert "5 spells" in words


def test_infernal_plunge_twice_is_still_five_and_never_the_planeswalker_and_over_with_the_turn(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("avacynian_inquisitors", "C1", "C9")
    board.put("jace_beleren", "L9", seat=1)
    board.hand(0, "infernal_plunge", "infernal_plunge", "infernal_plunge", *["shield_wall"] * 6)
    board.start(nahiri)
    board.do("cast:infernal_plunge", f"pick:{nahiri.id + 1}", "cast:infernal_plunge")
    assert board.figure(nahiri).zone == "board"
    assert board.why("cast:infernal_plunge")[0] == "AR-CARD-04"  # only she is left
    board.do("cast:shield_wall", "cast:shield_wall", "cast:shield_wall")
    assert board.why("cast:shield_wall")[0] == "AR-SPELL-02"
    assert board.now.turn.more_spells == 2
    board.do("end:turn")
    assert board.now.turn.more_spells == 0


# ---- Harness the Storm
@pytest.mark.rule("AR-COMP-07")
@pytest.mark.parametrize(("roll", "back"), [(14, True), (13, False)])
def test_harness_the_storm_brings_the_first_sorcery_back_on_fourteen(lay: Lay, roll: int, back: bool) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.attach("harness_the_storm", nahiri)
    board.hand(0, "shield_wall", "rolling_temblor", "stone_will")
    board.start(nahiri)
    board.do("cast:stone_will")  # no sorcery: no roll
    board.d20(roll)
    board.do("cast:shield_wall")
    assert ("shield_wall" in board.now.seats[0].hand) is back
    assert ("shield_wall" in board.now.seats[0].graveyard) is not back
    board.do("cast:rolling_temblor")  # the second of the turn: no roll
    assert board.now.seats[0].graveyard[-1] == "rolling_temblor"


@pytest.mark.rule("AC-SPELL-09")
@pytest.mark.parametrize("counts", [1, 0])
def test_harness_the_storm_catches_nothing_that_was_countered_nor_others_sorceries(lay: Lay, counts: int) -> None:
    """Whether a countered spell counts as played or not: it has not taken effect."""
    board = lay(options={"countered_counts_as_played": counts})
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "L9", seat=1)
    board.attach("harness_the_storm", nahiri)
    board.attach("broken_concentration", jace)
    board.library(1, "unsummon", "unsummon")
    board.hand(0, "shield_wall", "skillful_lunge")
    board.hand(1, "catalog")
    board.start(nahiri)
    board.do("cast:shield_wall")
    assert board.now.seats[0].graveyard == ["shield_wall"]
    board.d20(20)  # the first one to take effect
    board.do("cast:skillful_lunge")
    assert board.now.seats[0].hand == ["skillful_lunge"]
    board.do("end:turn", "cast:catalog")
    assert "catalog" in board.now.seats[1].graveyard


def test_harness_the_storm_keeps_no_card_of_another_player(lay: Lay) -> None:
    """A sorcery taken from an opponent goes to that opponent's graveyard, not to one's own."""
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("jace_beleren", "L9", seat=1)
    board.attach("harness_the_storm", nahiri)
    board.library(0, "stone_will", "stone_will")
    board.hand(0, "catalog@1", "shield_wall")
    board.start(nahiri)
    board.do("cast:catalog@1", "spell:stone_will")
    assert board.now.seats[1].graveyard == ["catalog"]
    board.d20(1)
    board.do("cast:shield_wall")


# ---- Stensia Masquerade
def test_stensia_masquerade_weakens_the_defence_beside_it_and_feeds_vampires_twice(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "A9")
    nobles = board.put("bloodline_nobles", "A1", "C1", "B2")
    avacyn = board.put("avacyn_bloodied_wings", "B1", seat=1)
    board.attach("stensia_masquerade", nobles[0])
    board.start(nobles)
    board.dice("sword", "2 blank", "3 blank")  # 4 - 1
    board.do(f"attack:{nobles[0].id}:{avacyn.id}")
    assert board.card(nobles[0]).counters == {"power": 1}
    board.dice("sword", "3 blank", "3 blank")  # stronger, but no second counter in one turn
    board.do(f"attack:{nobles[1].id}:{avacyn.id}")
    assert board.card(nobles[0]).counters == {"power": 1}
    assert board.damage(avacyn) == 2


def test_stensia_masquerade_stops_at_two_counters_and_at_no_dice_and_feeds_no_others(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "A9")
    nobles = board.put("bloodline_nobles", "A1")
    zombies = board.put("restless_zombies", "B1", seat=1)
    board.attach("stensia_masquerade", nobles[0])
    board.attach("withering_curse", zombies[0], by=0)
    board.state.cards[nobles[0].card].counters["power"] = 2
    board.start(nobles)
    board.dice("sword", "4 blank")  # 1 - 1 - 1: no die to defend with
    board.do(f"attack:{nobles[0].id}:{zombies[0].id}")
    assert board.card(nobles[0]).counters == {"power": 2}
    other = lay()
    phantoms = other.put("leyline_phantoms", "A1")
    jace = other.put("jace_beleren", "B1", seat=1)
    other.attach("stensia_masquerade", phantoms[0])
    other.start(phantoms)
    other.dice("sword", "2 blank", "3 blank")
    other.do(f"attack:{phantoms[0].id}:{jace.id}")
    assert other.card(phantoms[0]).counters == {}


def test_stensia_masquerade_does_not_help_against_those_far_off(lay: Lay) -> None:
    board = lay()
    rangers = board.put("kessig_rangers", "A1")
    jace = board.put("jace_beleren", "C1", seat=1)
    board.attach("stensia_masquerade", rangers[0])
    board.start(rangers)
    board.dice("4 blank", "4 blank")  # with Steady Aim
    board.do(f"attack:{rangers[0].id}:{jace.id}")


# ---- Powder Trap
@pytest.mark.rule("AR-SPELL-14", "AR-LIFE-05")
def test_powder_trap_burns_all_enemies_around_the_fallen_even_of_the_last_figure(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1", "C1")
    nahiri = board.put("nahiri_lithomancer", "D1")
    alchemist = board.put("necro_alchemist", "B1", seat=1)
    own = board.put("lantern_geists", "B2", seat=1)
    alchemist.damage = 7
    board.attach("powder_trap", alchemist)
    board.start(inquisitors)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{inquisitors[0].id}:{alchemist.id}")
    assert board.figure(alchemist).zone == "graveyard"
    assert [board.damage(figure) for figure in (*inquisitors, nahiri, own[0])] == [1, 1, 0, 0]
    assert board.now.seats[1].graveyard == ["powder_trap"]


def test_powder_trap_waits_while_its_figures_are_only_hurt_or_others_fall(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1", "C1")
    alchemist = board.put("necro_alchemist", "B1", seat=1)
    geists = board.put("lantern_geists", "D1", seat=1)
    geists[0].damage = 2
    board.attach("powder_trap", alchemist)
    board.start(inquisitors)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{inquisitors[0].id}:{alchemist.id}")
    board.dice("5 sword", "4 blank")
    board.do(f"attack:{inquisitors[1].id}:{geists[0].id}")
    assert board.figure(geists[0]).zone == "graveyard"
    assert board.card(alchemist).attached[0].hidden
    assert [board.damage(figure) for figure in inquisitors] == [0, 0]


def test_powder_trap_goes_off_by_its_owners_own_doing(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "C1", "C9")
    jace = board.put("jace_beleren", "D1", seat=1)
    board.attach("powder_trap", nobles[0])
    board.hand(0, "infernal_plunge")
    board.start(nahiri)
    board.do("cast:infernal_plunge", f"pick:{nobles[0].id}")
    assert board.damage(jace) == 1


# ---- Battle Fury
@pytest.mark.rule("AR-ATK-31")
def test_battle_fury_one_more_attack_for_one_who_has_attacked(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "A9")
    nobles = board.put("bloodline_nobles", "A1", "A3", "C2")
    avacyn = board.put("avacyn_bloodied_wings", "B1", seat=1)
    jace = board.put("jace_beleren", "A4", seat=1)
    board.hand(0, "battle_fury", "battle_fury")
    board.start(nobles)
    assert board.why("cast:battle_fury")[0] == "AR-SPELL-04"
    board.dice("sword", "2 blank", "4 blank")
    board.do(f"attack:{nobles[0].id}:{avacyn.id}")
    board.do("end:attacks", "cast:battle_fury")  # only one has attacked: nothing to choose
    assert board.options() == {f"attack:{nobles[0].id}:{avacyn.id}", "end:extra"}
    assert board.why(f"move:{nobles[0].id}:A2")[0] == "AR-MOVE-01"
    assert board.why(f"attack:{nobles[1].id}:{jace.id}")[0] == "AR-ATK-02"
    board.dice("sword", "2 blank", "4 blank")
    board.do(f"attack:{nobles[0].id}:{avacyn.id}")
    assert board.damage(avacyn) == 2
    assert board.may("cast:battle_fury")  # its attack in Action 4 counts, not how often it has been furious


def test_battle_fury_is_not_for_who_used_an_ability_instead_or_has_nobody_left(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("bloodline_nobles", "B1")
    board.put("jace_beleren", "A2", seat=1)
    board.hand(0, "battle_fury")
    board.start(nahiri)
    board.do(f"use:{nahiri.card}:Forge Blades", "end:attacks")
    assert board.why("cast:battle_fury")[0] == "AR-CARD-04"
    other = lay()
    other.put("nahiri_lithomancer", "A9")
    nobles = other.put("bloodline_nobles", "A1")
    zombies = other.put("restless_zombies", "B1", "L9", seat=1)
    other.hand(0, "battle_fury")
    other.start(nobles)
    other.dice("3 sword", "blank")
    other.do(f"attack:{nobles[0].id}:{zombies[0].id}", "end:attacks")
    assert other.why("cast:battle_fury")[0] == "AR-CARD-04"
