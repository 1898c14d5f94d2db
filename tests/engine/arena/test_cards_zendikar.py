"""Abilities of Battle for Zendikar's army cards: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.arena.board import Board

Lay = Callable[..., Board]

RIVER = """
      A   B   C   D   E   F   G
  1   s0  s0  w0  w0  s0  s0  s0
  2     s0  s0  w0  w0  s0  s0  s0
"""


# ---- Kiora, the Rising Tide
def test_sea_born_kiora_swims_on_and_is_tougher_in_water(lay: Lay) -> None:
    board = lay(RIVER)
    kiora = board.put("kiora_rising_tide", "A1")
    noble = board.put("bloodline_nobles", "E1", seat=1)[0]
    board.start(kiora)
    assert board.may(f"move:{kiora.id}:D1")  # anybody else would have to stop on C1
    board.do(f"move:{kiora.id}:D1", "end:turn", f"card:{noble.card}")
    board.dice("4 blank", "6 blank")  # height advantage for who stands on the bank; toughness 4 and 2
    board.do(f"attack:{noble.id}:{kiora.id}")


def test_on_dry_land_kiora_has_her_own_toughness(lay: Lay) -> None:
    board = lay(RIVER)
    kiora = board.put("kiora_rising_tide", "F1")
    noble = board.put("bloodline_nobles", "E1", seat=1)[0]
    board.start(noble, seat=1)
    board.dice("3 blank", "4 blank")
    board.do(f"attack:{noble.id}:{kiora.id}")


def test_waves_carry_a_creature_up_to_four_spaces_before_the_draw(lay: Lay) -> None:
    board = lay()
    kiora = board.put("kiora_rising_tide", "B5")
    ranger = board.put("elf_rangers", "D5")[0]
    noble = board.put("bloodline_nobles", "L9", seat=1)[0]
    board.library(0, "catalog")
    board.start(noble, seat=1)
    board.do("end:turn")
    assert board.may("say:enough")
    assert not board.may(f"pick:{kiora.id}")  # not a creature
    board.do(f"pick:{ranger.id}")
    assert not board.may(f"move:{ranger.id}:I5")
    assert not board.options("attack")
    board.do(f"move:{ranger.id}:H5")
    assert board.now.seats[0].hand == ["catalog"]
    assert board.at(ranger) == "H5"


def test_the_bident_takes_a_sorcery_once_a_game_and_only_from_the_water(lay: Lay) -> None:
    board = lay(RIVER)
    kiora = board.put("kiora_rising_tide", "C1")
    board.put("bloodline_nobles", "G1", seat=1)
    board.library(0, "mind_control", "ghostly_wings", "catalog")
    board.start(kiora)
    assert board.why(f"use:{kiora.card}:Bident") == ("AR-TURN-01", "Bident is used after attacking")
    board.do("end:attacks", f"use:{kiora.card}:Bident", "spell:catalog")
    assert board.now.seats[0].hand == ["catalog"]
    assert board.now.seats[0].library == ["ghostly_wings", "mind_control"]
    assert "in this game" in board.why(f"use:{kiora.card}:Bident")[1]
    dry = lay(RIVER)
    kiora = dry.put("kiora_rising_tide", "B1")
    dry.library(0, "catalog")
    dry.start(kiora)
    dry.do("end:attacks")
    assert dry.why(f"use:{kiora.card}:Bident")[1] == "needs Kiora on water"


# ---- Ob Nixilis, Demon of Spite
def test_at_any_price_destroys_a_squad_creature_beside_and_its_controller_draws(lay: Lay) -> None:
    board = lay()
    demon = board.put("ob_nixilis_demon_of_spite", "D5")
    board.put("jace_beleren", "L9", seat=1)
    noble = board.put("bloodline_nobles", "E5", "G5", seat=1)[0]
    board.library(1, "catalog")
    board.start(demon)
    board.do(f"use:{demon.card}:At Any Price")
    assert board.figure(noble).zone == "graveyard"
    assert board.now.seats[1].hand == ["catalog"]


def test_at_any_price_takes_no_hero(lay: Lay) -> None:
    board = lay()
    demon = board.put("ob_nixilis_demon_of_spite", "D5")
    board.put("necro_alchemist", "E5", seat=1)
    board.start(demon)
    assert board.why(f"use:{demon.card}:At Any Price")[0] == "AR-CARD-19"


def test_ob_nixilis_flies(lay: Lay) -> None:
    board = lay("      A   B   C\n  1   s0  s9  s0")
    demon = board.put("ob_nixilis_demon_of_spite", "A1")
    board.start(demon)
    assert board.may(f"move:{demon.id}:C1")


# ---- Kor Aeronaut Captain
HILL = "      " + "   ".join("ABCDEFGHIJKLMN") + "\n  1   s2  " + "  ".join(["s0"] * 13)


def test_the_captain_rides_three_further_when_it_first_comes_lower(lay: Lay) -> None:
    board = lay(HILL)
    captain = board.put("kor_aeronaut_captain", "A1")
    board.start(captain)
    assert board.may(f"move:{captain.id}:J1")  # 6 and 3
    assert not board.may(f"move:{captain.id}:K1")
    level = lay(HILL)
    captain = level.put("kor_aeronaut_captain", "B1")
    level.start(captain)
    assert level.may(f"move:{captain.id}:H1")
    assert not level.may(f"move:{captain.id}:I1")


def test_an_air_raid_carries_a_creature_to_where_the_captain_lands(lay: Lay) -> None:
    board = lay()
    captain = board.put("kor_aeronaut_captain", "D5")
    hook = board.put("kor_hookmasters", "C5")[0]
    board.start(captain)
    board.do(f"use:{captain.card}:Air Raid", f"move:{captain.id}:I5", "end:attacks", "space:J5")
    assert board.at(hook) == "J5"


def test_an_air_raid_takes_nobody_large_or_far(lay: Lay) -> None:
    board = lay()
    captain = board.put("kor_aeronaut_captain", "D5")
    board.put("pummelroot_elementals", "C5")
    board.put("kor_hookmasters", "A1")
    board.start(captain)
    assert board.why(f"use:{captain.card}:Air Raid")[0] == "AR-CARD-19"


# ---- Merfolk Roilmage
def test_friends_cross_the_water_beside_the_roilmage_dry_shod(lay: Lay) -> None:
    board = lay("      A   B   C   D   E\n  1   s0  w0  s0  s0  s0\n  2     s0  s0  s0  s0  s0")
    board.put("merfolk_roilmage", "A2")
    noble = board.put("bloodline_nobles", "A1")[0]
    board.start(noble)
    before = len(board.options(f"move:{noble.id}:"))
    board.do(f"move:{noble.id}:C1")
    assert board.at(noble) == "C1"
    assert before


def test_sea_born_holds_for_the_roilmage(lay: Lay) -> None:
    board = lay(RIVER)
    mage = board.put("merfolk_roilmage", "D1")
    noble = board.put("bloodline_nobles", "E1", seat=1)[0]
    board.start(noble, seat=1)
    board.dice("4 blank", "5 blank")
    board.do(f"attack:{noble.id}:{mage.id}")


# ---- Malakir Bloodchasers
def test_bloodchasers_heal_what_they_deal_and_hit_the_wounded_harder(lay: Lay) -> None:
    board = lay()
    chaser = board.put("malakir_bloodchasers", "D5")[0]
    chaser.damage = 1
    jace = board.put("jace_beleren", "E5", seat=1)
    jace.damage = 1
    board.start(chaser)
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{chaser.id}:{jace.id}")
    assert board.damage(jace) == 2  # the hit that the scent adds
    assert board.damage(chaser) == 0


def test_no_scent_from_who_is_unhurt(lay: Lay) -> None:
    board = lay()
    chaser = board.put("malakir_bloodchasers", "D5")[0]
    jace = board.put("jace_beleren", "E5", seat=1)
    board.start(chaser)
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{chaser.id}:{jace.id}")
    assert board.damage(jace) == 0


# ---- Goblin Javelineers
@pytest.mark.parametrize(("roll", "own", "theirs"), [(3, 1, 0), (4, 0, 1), (15, 0, 1), (16, 0, 2), (20, 0, 2)])
def test_a_volatile_javelin_hits_whom_the_die_says(lay: Lay, roll: int, own: int, theirs: int) -> None:
    board = lay()
    goblin = board.put("goblin_javelineers", "D5")[0]
    alchemist = board.put("necro_alchemist", "I5", seat=1)
    board.start(goblin)
    board.d20(roll)
    board.do(f"use:{goblin.card}:Volatile Javelin")
    assert (board.damage(goblin), board.damage(alchemist)) == (own, theirs)


def test_a_javelin_reaches_no_planeswalker_and_only_six_spaces(lay: Lay) -> None:
    board = lay()
    goblin = board.put("goblin_javelineers", "D5")[0]
    board.put("jace_beleren", "F5", seat=1)
    board.put("necro_alchemist", "K5", seat=1)
    board.start(goblin)
    assert board.why(f"use:{goblin.card}:Volatile Javelin")[0] == "AR-CARD-19"


# ---- Path Wardens
def test_an_escort_keeps_shots_from_creatures_beside_a_warden(lay: Lay) -> None:
    board = lay()
    board.put("path_wardens", "D5", "A1")
    ranger = board.put("elf_rangers", "D6", "A9")
    jace = board.put("jace_beleren", "H6", seat=1)
    board.start(jace, seat=1)
    rule, words = board.why(f"attack:{jace.id}:{ranger[0].id}")
    assert (rule, "Escort" in words) == ("AR-ATK-02", True)


def test_an_escort_does_not_stop_who_stands_beside_nor_guard_large_ones(lay: Lay) -> None:
    board = lay()
    board.put("path_wardens", "D5")
    ranger = board.put("elf_rangers", "D6")[0]
    elemental = board.put("pummelroot_elementals", "E5")[0]
    noble = board.put("bloodline_nobles", "E6", seat=1)[0]
    board.start(noble, seat=1)
    assert board.may(f"attack:{noble.id}:{ranger.id}")
    board.do("end:turn")
    jace = lay()
    jace.put("path_wardens", "D5")
    elemental = jace.put("pummelroot_elementals", "E5")[0]
    shooter = jace.put("jace_beleren", "I5", seat=1)
    jace.start(shooter, seat=1)
    assert jace.may(f"attack:{shooter.id}:{elemental.id}")


# ---- Eldrazi Scions and Ruiner
def test_an_eldrazi_hero_devours_scions_for_speed_and_strength(lay: Lay) -> None:
    board = lay()
    ruiner = board.put("eldrazi_ruiner", "D5")
    board.state.figures[ruiner.id].rear = (2, 4)
    scions = board.put("eldrazi_scions", "A1", "A2", "A3")
    noble = board.put("bloodline_nobles", "E5", seat=1)[0]
    board.start(ruiner)
    board.do(f"use:{scions[0].card}:Devour for Strength", f"pick:{scions[2].id}")
    assert board.figure(scions[2]).zone == "graveyard"
    board.dice("6 sword", "2 blank", "3 blank")
    board.do(f"attack:{ruiner.id}:{noble.id}")
    assert board.why(f"use:{scions[0].card}:Devour for Speed")[0] == "AR-TURN-01"  # attacking has begun


def test_without_an_eldrazi_hero_chosen_no_scion_is_devoured(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "D5")
    scions = board.put("eldrazi_scions", "A1", "A2", "A3")
    board.start(jace)
    assert board.why(f"use:{scions[0].card}:Devour for Speed")[0] == "AR-CHOOSE-02"


def test_the_ruiner_lashes_everyone_beside_it_but_eldrazi(lay: Lay) -> None:
    board = lay()
    ruiner = board.put("eldrazi_ruiner", "D5")
    board.state.figures[ruiner.id].rear = (2, 4)
    scion = board.put("eldrazi_scions", "D4")[0]
    friend = board.put("necro_alchemist", "B5")
    foe = board.put("bloodline_nobles", "E5", seat=1)[0]
    far = board.put("jace_beleren", "L9", seat=1)
    board.start(far, seat=1)
    board.do("end:turn")
    assert [board.damage(one) for one in (scion, friend, foe, far, ruiner)] == [0, 1, 1, 0, 0]


def test_the_ruiner_is_tougher_against_creatures_from_afar_only(lay: Lay) -> None:
    board = lay()
    ruiner = board.put("eldrazi_ruiner", "D5")
    board.state.figures[ruiner.id].rear = (2, 4)
    ranger = board.put("elf_rangers", "H5", "E5", seat=1)
    jace = board.put("jace_beleren", "I6", seat=1)
    board.start(ranger, seat=1)
    board.dice("3 blank", "5 blank")
    board.do(f"attack:{ranger[0].id}:{ruiner.id}")
    board.dice("3 blank", "3 blank")
    board.do(f"attack:{ranger[1].id}:{ruiner.id}", "end:turn")
    shot = lay()
    ruiner = shot.put("eldrazi_ruiner", "D5")
    shot.state.figures[ruiner.id].rear = (2, 4)
    jace = shot.put("jace_beleren", "H5", seat=1)
    shot.start(jace, seat=1)
    shot.dice("4 blank", "3 blank")  # a Planeswalker is no creature
    shot.do(f"attack:{jace.id}:{ruiner.id}")


def test_shepherd_hurts_the_ruiner_and_brings_a_scion_back(lay: Lay) -> None:
    board = lay()
    ruiner = board.put("eldrazi_ruiner", "D5")
    board.state.figures[ruiner.id].rear = (2, 4)
    scions = board.put("eldrazi_scions", "A1", "A2")
    board.start(ruiner)
    board.do(f"use:{ruiner.card}:Shepherd", "space:E5")
    assert board.damage(ruiner) == 1
    assert board.at(scions[2]) == "E5"
    assert board.why(f"use:{ruiner.card}:Shepherd")[1] == "Shepherd has been used this turn"
    whole = lay()
    ruiner = whole.put("eldrazi_ruiner", "D5")
    whole.put("eldrazi_scions", "A1", "A2", "A3")
    whole.start(ruiner)
    assert whole.why(f"use:{ruiner.card}:Shepherd")[0] == "AR-CARD-19"
