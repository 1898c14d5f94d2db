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
