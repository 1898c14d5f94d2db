"""The other army cards of Shadows over Innistrad: what each ability does, and what it must not do.

Jace, Nahiri, the Geists, the Alchemist, the Inquisitors, the Nobles and the Effigy are in test_abilities.py; transforming
is in test_rulebook_transform.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.arena import numbers
from engine.arena.effects import Fight
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


def power(board: Board, figure: Any, against: Any = None) -> int:
    fight = Fight(board.figure(figure), board.figure(against)) if against else None
    return numbers.power(board.pos, board.figure(figure), fight).total


def toughness(board: Board, figure: Any) -> int:
    return numbers.toughness(board.pos, board.figure(figure)).total


# ---- Sorin of the Eternal Thirst
def thirst(lay: Lay, wounds: int, victim: str, left: int) -> int:
    """The damage on Sorin, who had so many wounds, after he hit a figure with ``left`` life for one."""
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    sorin = board.put("sorin_eternal_thirst", "A1")
    sorin.damage = wounds
    enemy = board.put(victim, "B1", seat=1)
    figure = enemy[0] if isinstance(enemy, list) else enemy
    figure.damage = board.pos.face_of(figure).life - left
    board.start(sorin)
    board.dice("sword", "3 blank", f"{board.pos.face_of(figure).toughness} blank")
    board.do(f"attack:{sorin.id}:{figure.id}")
    assert board.damage(figure) or board.figure(figure).zone == "graveyard"
    return board.damage(sorin)


def test_eternal_thirst_three_markers_for_a_creature_or_as_many_as_there_are(lay: Lay) -> None:
    assert thirst(lay, 4, "bloodline_nobles", 1) == 1
    assert thirst(lay, 1, "necro_alchemist", 1) == 0


def test_eternal_thirst_is_not_stilled_by_wounds_or_planeswalkers(lay: Lay) -> None:
    assert thirst(lay, 4, "bloodline_nobles", 2) == 4
    assert thirst(lay, 4, "jace_beleren", 1) == 4


@pytest.mark.rule("AR-ATK-24")
def test_whirling_blade_one_other_adjacent_figure_and_no_third(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "B2")
    nobles = board.put("bloodline_nobles", "A2", "C2", "B3", seat=1)
    board.start(sorin)
    board.dice("4 blank", "3 blank")
    board.do(f"attack:{sorin.id}:{nobles[0].id}")
    assert board.options("attack") == {f"attack:{sorin.id}:{nobles[n].id}" for n in (1, 2)}
    assert board.why(f"attack:{sorin.id}:{nobles[0].id}")[0] == "AR-ATK-24"
    board.dice("4 blank", "3 blank")
    board.do(f"attack:{sorin.id}:{nobles[2].id}")
    assert board.why(f"attack:{sorin.id}:{nobles[1].id}")[0] == "AR-ATK-22"


def test_whirling_blade_reaches_nobody_afar_and_no_cryptolith(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), stones={"keep": "A1"})
    sorin = board.put("sorin_eternal_thirst", "B1")
    nobles = board.put("bloodline_nobles", "C1", "D1", seat=1)
    nobles[0].damage = 1
    board.start(sorin)
    board.dice("sword", "3 blank", "3 blank")
    board.do(f"attack:{sorin.id}:{nobles[0].id}")
    assert board.figure(nobles[0]).zone == "graveyard"  # so that nothing but the blade keeps him from the cryptolith
    assert not board.options("attack")
    assert board.why(f"attack:{sorin.id}:keep")[0] == "AR-ATK-24"


def test_whirling_blade_does_not_follow_an_attack_from_two_spaces_away_or_on_a_cryptolith(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "B1")
    nobles = board.put("bloodline_nobles", "D1", seat=1)
    board.hand(0, "skillful_lunge")
    board.start(sorin)
    board.do("cast:skillful_lunge")
    board.dice("6 blank", "3 blank")
    board.do(f"attack:{sorin.id}:{nobles[0].id}")
    assert board.why(f"attack:{sorin.id}:{nobles[0].id}")[0] == "AR-ATK-22"
    stone = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."), stones={"keep": "A1"})
    sorin = stone.put("sorin_eternal_thirst", "B1")
    stone.start(sorin)
    stone.dice("4 blank", "4 blank")
    stone.do(f"attack:{sorin.id}:keep")
    assert not stone.options("attack")


# ---- Arlinn Kord
@pytest.mark.rule("AR-TERM-05", "AR-ATK-22", "AR-TURN-05")
def test_archmages_assault_one_die_each_against_two_figures_whoever_she_is_engaged_with(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "B2")
    noble, far = board.put("bloodline_nobles", "C2", "A9", seat=1)[:2]
    jace = board.put("jace_beleren", "B1", seat=1)
    board.start(arlinn)
    use = f"use:{arlinn.card}:Archmage's Assault"
    board.do(use, f"pick:{far.id}")
    board.dice("sword", "sword")
    board.do(f"pick:{jace.id}")
    assert [board.damage(figure) for figure in (noble, far, jace)] == [0, 1, 1]
    assert board.why(f"attack:{arlinn.id}:{noble.id}")[0] == "AR-ATK-22"
    assert board.why(use)[0] == "AR-CARD-19"


def test_archmages_assault_may_be_at_one_figure_and_shields_hit_nothing(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "A1")
    nobles = board.put("bloodline_nobles", "C1", "C3", seat=1)
    board.start(arlinn)
    board.do(f"use:{arlinn.card}:Archmage's Assault", f"pick:{nobles[0].id}")
    board.dice("shield")
    board.do("say:enough")
    assert [board.damage(noble) for noble in nobles[:2]] == [0, 0]


@pytest.mark.rule("AR-TERM-05")
def test_archmages_assault_not_at_eight_spaces_not_at_her_own_and_not_after_an_attack(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "A1")
    board.put("kessig_rangers", "C1")
    board.put("bloodline_nobles", "I2", seat=1)
    board.start(arlinn)
    assert board.why(f"use:{arlinn.card}:Archmage's Assault")[0] == "AR-TERM-05"
    near = lay()
    arlinn = near.put("arlinn_kord", "A1")
    nobles = near.put("bloodline_nobles", "C1", seat=1)
    near.start(arlinn)
    near.dice("3 blank", "3 blank")
    near.do(f"attack:{arlinn.id}:{nobles[0].id}")
    assert near.why(f"use:{arlinn.card}:Archmage's Assault")[0] == "AR-TURN-05"


def test_call_of_the_moon_for_other_wolves_within_four_in_sight(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s9 s0 .. .. .."))
    arlinn = board.put("arlinn_kord_wolf", "E1")
    ravagers = board.put("kessig_ravagers", "A1", "H1")  # H1 is three away, behind the rock
    board.put("jace_beleren", "D1", seat=1)
    board.start(arlinn)
    assert [power(board, wolf) for wolf in (*ravagers, arlinn)] == [5, 4, 4]


def test_call_of_the_moon_not_five_away_not_for_enemies_or_others_and_not_by_day(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord_wolf", "A1")
    far = board.put("kessig_ravagers", "F1")
    nobles = board.put("bloodline_nobles", "C3")
    enemy = board.put("kessig_ravagers", "A3", seat=1)
    board.start(arlinn)
    assert [power(board, figure) for figure in (far[0], nobles[0], enemy[0])] == [4, 3, 4]
    day = lay()
    arlinn = day.put("arlinn_kord", "A1")
    near = day.put("kessig_ravagers", "C1")
    day.start(arlinn)
    assert power(day, near[0]) == 4


def trampling(lay: Lay, *at: str, swords: int = 4) -> tuple[Board, Any, list[Any], Any]:
    """Arlinn on A2 hits a Geist on B2 with one life left; other Geists stand as told, Nahiri on B3."""
    board = lay()
    arlinn = board.put("arlinn_kord_wolf", "A2")
    geists = board.put("lantern_geists", "B2", *at, seat=1)
    geists[0].damage = 2
    nahiri = board.put("nahiri_lithomancer", "B3", seat=1)
    board.start(arlinn)
    board.dice(*["sword"] * swords, *["blank"] * (4 - swords), "4 blank")
    board.do(f"attack:{arlinn.id}:{geists[0].id}")
    return board, arlinn, geists, nahiri


def test_trample_the_surplus_goes_to_one_other_beside_the_dead_unblocked(lay: Lay) -> None:
    board, _, geists, nahiri = trampling(lay, "C2", "D2")
    assert board.options() == {f"pick:{geists[1].id}", f"pick:{nahiri.id}"}  # D2 is not adjacent
    board.do(f"pick:{nahiri.id}")
    assert [board.damage(figure) for figure in (geists[1], nahiri)] == [0, 3]


def test_trample_needs_a_surplus_and_somebody_beside_and_harms_no_friend(lay: Lay) -> None:
    board, _, geists, nahiri = trampling(lay, "C2", swords=1)
    assert [board.damage(figure) for figure in (geists[1], nahiri)] == [0, 0]
    alone = lay()
    arlinn = alone.put("arlinn_kord_wolf", "A2")
    rangers = alone.put("kessig_rangers", "C2")
    geists = alone.put("lantern_geists", "B2", "E2", seat=1)
    geists[0].damage = 2
    alone.start(arlinn)
    alone.dice("4 sword", "4 blank")
    alone.do(f"attack:{arlinn.id}:{geists[0].id}")
    assert [alone.damage(figure) for figure in (rangers[0], geists[1])] == [0, 0]


# ---- Transform, where the other chapters do not look
@pytest.mark.rule("AR-NEW-14", "AR-LIFE-07")
def test_ravagers_that_rise_from_the_graveyard_rise_as_rangers(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    ravagers = board.put("kessig_ravagers", "K9")
    for one in ravagers:
        board.state.figures[one.id].zone = "graveyard"
    board.state.cards[ravagers[0].card].zone = "graveyard"
    board.hand(0, "rise_of_the_dark_realms")
    board.start(sorin)
    board.do("cast:rise_of_the_dark_realms", "space:B1", "space:C1")
    assert board.card(ravagers[0]).face == "kessig_rangers"
    assert [board.pos.life_left(board.figure(one)) for one in ravagers] == [1, 1]


@pytest.mark.rule("AR-NEW-13", "AR-LIFE-07")
def test_a_ravager_that_returns_to_its_pack_is_a_ravager(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    ravagers = board.put("kessig_ravagers", "C1")
    board.hand(0, "not_forgotten")
    board.start(nahiri)
    board.do("cast:not_forgotten", "space:D1")
    assert board.at(ravagers[1]) == "D1"
    assert board.card(ravagers[0]).face == "kessig_ravagers"


# ---- Skirsdag Cultists
def rite(lay: Lay) -> tuple[Board, Any, Any, Any, str]:
    """Cultists, a Geist three spaces from the first of them, and a Noble that two of them can aim at."""
    board = lay()
    cultists = board.put("skirsdag_cultists", "A1", "C1", "H9")
    geists = board.put("lantern_geists", "C2", "E1")
    board.put("hollowfield_effigy", "B1")
    noble = board.put("bloodline_nobles", "B4", seat=1)[0]
    board.put("jace_beleren", "A5", seat=1)
    board.start(cultists)
    return board, cultists, geists[0], noble, f"use:{cultists[0].card}:Blood Rite"


def test_blood_rite_a_squad_figure_near_the_cultist_for_two_damage(lay: Lay) -> None:
    board, cultists, geist, noble, use = rite(lay)
    board.do(use)
    assert board.options() == {f"pick:{one.id}" for one in cultists[:2]}  # the third sees no enemy creature near
    board.do(f"pick:{cultists[0].id}")
    assert board.options() == {f"pick:{one.id}" for one in (*cultists[:2], geist)}  # E1 is four away, the Effigy a hero
    board.do(f"pick:{cultists[1].id}")  # the Noble is the only enemy creature
    assert board.figure(cultists[1]).zone == "graveyard"
    assert board.figure(noble).zone == "graveyard"
    assert board.why(use)[0] == "AR-CARD-19"  # once a turn


def test_blood_rite_the_cultist_itself_may_be_the_last_of_its_card(lay: Lay) -> None:
    board = lay()
    cultists = board.put("skirsdag_cultists", "A1")
    alchemist = board.put("necro_alchemist", "F1", seat=1)
    board.start(cultists)
    board.do(f"use:{cultists[0].card}:Blood Rite")
    assert board.card(cultists[0]).zone == "graveyard"
    assert board.damage(alchemist) == 2


@pytest.mark.rule("AR-TURN-01")
def test_blood_rite_not_at_planeswalkers_not_at_six_spaces_and_not_between_moves_and_attacks(lay: Lay) -> None:
    for face, at in (("jace_beleren", "C1"), ("necro_alchemist", "G1")):
        board = lay()
        cultists = board.put("skirsdag_cultists", "A1")
        board.put(face, at, seat=1)
        board.start(cultists)
        assert board.why(f"use:{cultists[0].card}:Blood Rite")[0] == "AR-CARD-19"
    board, cultists, _, _, use = rite(lay)
    board.do(f"move:{cultists[0].id}:A2")
    assert board.why(use)[0] == "AR-TURN-01"
    board.do("end:attacks")
    assert board.may(use)


def test_dark_chorus_for_cultists_beside_one_another(lay: Lay) -> None:
    board = lay()
    cultists = board.put("skirsdag_cultists", "A1", "B1", "C1")
    board.start(cultists)
    assert [toughness(board, one) for one in cultists] == [3, 3, 3]  # between two it counts once


def test_dark_chorus_not_apart_not_beside_others_and_not_with_another_card(lay: Lay) -> None:
    board = lay()
    cultists = board.put("skirsdag_cultists", "A1", "C1")
    board.put("avacynian_inquisitors", "B1")
    others = board.put("skirsdag_cultists", "C2")
    board.start(cultists)
    assert [toughness(board, one) for one in (*cultists[:2], others[0])] == [2, 2, 2]


# ---- Avacyn, On Bloodied Wings
@pytest.mark.rule("AR-CRYPT-18", "AR-EX-22")
def test_avacyn_flies_over_walls_and_enemies(lay: Lay) -> None:
    board = lay(row("s0 s9 s0 s0 s0 s0 s0 s0 .. .. .."))
    avacyn = board.put("avacyn_bloodied_wings", "A1")
    board.put("bloodline_nobles", "D1", seat=1)
    board.start(avacyn)
    assert not board.may(f"move:{avacyn.id}:H1")
    board.do(f"move:{avacyn.id}:G1")
    assert not board.told("leaving")
    assert board.at(avacyn) == "G1"


def test_wardens_light_for_other_own_creatures_within_two(lay: Lay) -> None:
    board = lay()
    avacyn = board.put("avacyn_bloodied_wings", "C1")
    nahiri = board.put("nahiri_lithomancer", "B1")
    inquisitors = board.put("avacynian_inquisitors", "E1", "F1")
    enemy = board.put("bloodline_nobles", "C3", seat=1)
    board.start(avacyn)
    assert [toughness(board, one) for one in (*inquisitors, avacyn, nahiri, enemy[0])] == [5, 4, 4, 4, 3]


def test_maddened_grief_two_counters_at_most_and_the_light_goes_out(lay: Lay) -> None:
    board = lay()
    avacyn = board.put("avacyn_bloodied_wings", "C1")
    cultists = board.put("skirsdag_cultists", "D1", "E1", "C2")
    alchemist = board.put("necro_alchemist", "F1", seat=1)
    board.start(cultists)
    assert toughness(board, cultists[0]) == 4  # the light and the chorus
    board.do(f"use:{cultists[0].card}:Blood Rite", f"pick:{cultists[1].id}", f"pick:{cultists[1].id}")
    assert board.card(avacyn).counters == {"power": 1}
    assert toughness(board, cultists[0]) == 3
    assert power(board, avacyn) == 6
    assert board.damage(alchemist) == 2
    board.card(avacyn).counters["power"] = 2
    board.do("end:turn", f"card:{alchemist.card}")
    board.dice("5 sword", "3 blank")
    board.do(f"attack:{alchemist.id}:{cultists[0].id}")
    assert board.figure(cultists[0]).zone == "graveyard"
    assert board.card(avacyn).counters == {"power": 2}


def test_maddened_grief_mourns_neither_enemies_nor_planeswalkers_nor_herself(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    avacyn = board.put("avacyn_bloodied_wings", "A1")
    nahiri = board.put("nahiri_lithomancer", "C1")
    nahiri.damage = 5
    nobles = board.put("bloodline_nobles", "B1", seat=1)
    board.start(nobles, seat=1)
    board.dice("3 sword", "4 blank")
    board.do(f"attack:{nobles[0].id}:{nahiri.id}", "end:turn", f"card:{avacyn.card}")
    board.dice("5 sword", "3 blank")
    board.do(f"attack:{avacyn.id}:{nobles[0].id}")
    assert board.figure(nahiri).zone == board.figure(nobles[0]).zone == "graveyard"
    assert board.card(avacyn).counters == {}


# ---- Kessig Rangers, Kessig Ravagers
@pytest.mark.rule("AR-ATK-30")
def test_steady_aim_until_the_ranger_moves(lay: Lay) -> None:
    board = lay()
    rangers = board.put("kessig_rangers", "A1", "A3")
    board.put("jace_beleren", "C5", seat=1)
    board.start(rangers)
    board.do(f"move:{rangers[0].id}:B1")
    assert [power(board, one) for one in rangers] == [3, 4]
    board.do("end:turn")
    assert [power(board, one) for one in rangers] == [4, 4]


def test_pack_tactics_against_prey_beside_another_wolf(lay: Lay) -> None:
    board = lay()
    ravagers = board.put("kessig_ravagers", "A1", "C1")
    prey = board.put("jace_beleren", "B1", seat=1)
    board.start(ravagers)
    assert power(board, ravagers[0], prey) == 5
    board.dice("5 blank", "4 blank")
    board.do(f"attack:{ravagers[0].id}:{prey.id}")


def test_pack_tactics_not_alone_not_with_others_and_not_in_defence(lay: Lay) -> None:
    board = lay()
    ravagers = board.put("kessig_ravagers", "A1", "D1")
    board.put("bloodline_nobles", "B2")
    prey = board.put("jace_beleren", "B1", seat=1)
    board.start(ravagers)
    assert power(board, ravagers[0], prey) == 4
    assert power(board, prey, ravagers[0]) == 4
    with_arlinn = lay()
    ravagers = with_arlinn.put("kessig_ravagers", "A1")
    with_arlinn.put("arlinn_kord", "C1")  # a Werewolf by day as well, and it is not her moon that counts
    prey = with_arlinn.put("jace_beleren", "B1", seat=1)
    with_arlinn.start(ravagers)
    assert power(with_arlinn, ravagers[0], prey) == 5


# ---- Mad Prophet
def hasting(lay: Lay) -> tuple[Board, Any, Any]:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    prophet = board.put("mad_prophet")
    enemy = board.put("jace_beleren", "E1", seat=1)
    board.hand(0, "dual_shot")
    board.start(nahiri)
    board.do(f"summon:{prophet.card}", "space:B2")
    return board, prophet, enemy


@pytest.mark.rule("AR-SUMM-07", "AR-ATK-02")
def test_haste_lets_the_prophet_move_and_attack_once_the_planeswalker_has_fought(lay: Lay) -> None:
    board, prophet, enemy = hasting(lay)
    assert not board.options(f"move:{prophet.id}")
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{board.state.figures[0].id}:{enemy.id}", "end:attacks", f"move:{prophet.id}:D1")
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{prophet.id}:{enemy.id}")
    assert board.now.turn.extra is None
    assert board.now.turn.phase == "after"


def test_haste_may_be_left_out_allows_no_visions_and_is_for_that_turn_only(lay: Lay) -> None:
    board, prophet, _ = hasting(lay)
    board.do("end:turn")
    assert board.now.turn.seat == 0
    assert not board.options("use")
    board.do("end:extra")
    assert board.now.turn.seat == 1
    board.do(f"card:{board.state.figures[2].card}", "end:turn")
    board.do(f"card:{board.state.figures[0].card}", "end:turn")
    assert board.now.turn.seat == 1  # nobody acts after her fighting now
    assert board.at(prophet) == "B2"


def visions(lay: Lay, hand: list[str], library: list[str]) -> tuple[Board, str]:
    board = lay()
    board.put("nahiri_lithomancer", "A1")
    prophet = board.put("mad_prophet", "C1")
    board.put("jace_beleren", "L9", seat=1)
    board.hand(0, *hand)
    board.library(0, *library)
    board.start(prophet)
    return board, f"use:{prophet.card}:Raving Visions"


def test_raving_visions_a_card_for_a_card(lay: Lay) -> None:
    board, use = visions(lay, ["dual_shot", "shield_wall"], ["tenacity"])
    board.do(use, "spell:shield_wall")
    assert board.now.seats[0].hand == ["dual_shot", "tenacity"]
    assert board.now.seats[0].graveyard == ["shield_wall"]
    assert board.why(use)[0] == "AR-CARD-19"


@pytest.mark.rule("AR-SPELL-18", "AR-SPELL-21")
def test_raving_visions_needs_a_hand_and_brings_nothing_from_an_empty_library_or_to_the_dead(lay: Lay) -> None:
    board, use = visions(lay, [], ["tenacity"])
    assert board.why(use)[0] == "AR-CARD-19"
    board, use = visions(lay, ["dual_shot"], [])
    board.do(use)
    assert (board.now.seats[0].hand, board.now.seats[0].graveyard) == ([], ["dual_shot"])
    dead = lay()
    nahiri = dead.put("nahiri_lithomancer", "A1")
    nahiri.zone = "graveyard"
    dead.state.cards[nahiri.card].zone = "graveyard"
    prophet = dead.put("mad_prophet", "C1")
    dead.put("jace_beleren", "L9", seat=1)
    dead.hand(0, "dual_shot")
    dead.library(0, "tenacity")
    dead.start(prophet)
    dead.do(f"use:{prophet.card}:Raving Visions")
    assert dead.now.seats[0].hand == []


# ---- the earlier cards at a table of more than two
def test_pluck_the_thought_asks_from_whom_where_several_could_be_plucked(lay: Lay) -> None:
    board = lay(teams={"one": 1, "two": 1, "three": 1})
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "L9", seat=1)
    sorin = board.put("sorin_eternal_thirst", "L1", seat=2)
    board.library(1, "shield_wall")
    board.library(2, "dark_ambition")
    board.start(jace, number=4)
    board.do(f"use:{jace.card}:Pluck the Thought")
    assert board.options() == {f"army:{nahiri.card}", f"army:{sorin.card}"}
    board.do(f"army:{sorin.card}", "spell:dark_ambition")
    assert board.now.seats[0].hand == ["dark_ambition@2"]
    assert board.now.seats[1].library == ["shield_wall"]


@pytest.mark.rule("AR-TEAM-09")
def test_what_is_for_enemies_spares_team_mates(lay: Lay) -> None:
    board = lay(teams={"orange": 2, "yellow": 2}, goal="army")
    mate, foe = board.seat("orange 2"), board.seat("yellow 1")
    board.put("hollowfield_effigy", "B2")
    board.put("lantern_geists", "E2")
    squads = [board.put("lantern_geists", at, seat=seat)[0] for at, seat in (("A2", mate), ("C2", foe))]
    beside = [board.put("bloodline_nobles", at, seat=seat)[0] for at, seat in (("E1", mate), ("F2", foe))]
    jace = board.put("jace_beleren", "E9")
    board.start(jace, number=5)
    assert [power(board, one) for one in squads] == [2, 0]  # Dread Shape, Scatter the Flock
    figures = [board.figure(one) for one in (jace, *beside)]
    light = [numbers.toughness(board.pos, one, Fight(figures[0], one)).total for one in figures[1:]]
    assert light == [3, 2]  # Baring Light


def test_stitch_together_reaches_nobody_whose_card_waits_in_the_reserve(lay: Lay) -> None:
    board = lay()
    alchemist = board.put("necro_alchemist", "C3")
    geists = board.put("lantern_geists")
    board.state.figures[geists[0].id].zone = "graveyard"  # the others were unsummoned
    board.state.cards[alchemist.card].counters["charge"] = 2
    board.start(alchemist)
    assert board.why(f"use:{alchemist.card}:Stitch Together")[0] == "AR-CARD-19"


@pytest.mark.rule("AR-NEW-13", "AR-NEW-14")
def test_ravagers_turn_back_into_rangers_but_not_twice_in_a_turn(lay: Lay) -> None:
    board = lay()
    ravagers = board.put("kessig_ravagers", "A1", "E5")
    board.put("jace_beleren", "L9", seat=1)
    board.start(ravagers)
    use = f"use:{ravagers[0].card}:Transform"
    board.do(use)
    assert board.card(ravagers[0]).face == "kessig_rangers"
    assert [board.at(one) for one in ravagers] == ["A1", "E5"]
    assert board.why(use)[0] == "AR-CARD-19"  # it stands on both sides and is used up
