"""Abilities of the core set's army cards: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.arena.board import Board

Lay = Callable[..., Board]


# ---- Gideon Jura, Combat Mage
def test_avatar_of_justice_counts_enemies_within_two_clear_sight_spaces(lay: Lay) -> None:
    board = lay()
    gideon = board.put("gideon_jura_combat_mage", "D5")
    veterans = board.put("rhox_veterans", "D4", "A1", "A2", seat=0)
    board.put("bloodline_nobles", "F5", "G5", "E5", seat=1)
    board.start(gideon)
    board.dice("5 blank", "3 blank")  # power 3, two enemies: the third is three spaces away; friends do not count
    board.do("attack:0:6")
    assert veterans


def test_counter_strike_deals_what_the_shields_have_over_to_an_adjacent_attacker(lay: Lay) -> None:
    board = lay()
    gideon = board.put("gideon_jura_combat_mage", "D5")
    noble = board.put("bloodline_nobles", "E5", seat=1)[0]
    board.start(noble, seat=1)
    board.dice("1 sword", "2 blank", "3 shield", "2 blank")
    board.do(f"attack:{noble.id}:{gideon.id}")
    assert board.figure(noble).zone == "graveyard"  # two damage, and a Noble has two lives
    assert board.damage(gideon) == 0


def test_counter_strike_does_not_answer_a_shot_from_afar_or_an_equal_roll(lay: Lay) -> None:
    board = lay()
    gideon = board.put("gideon_jura_combat_mage", "D5")
    jace = board.put("jace_beleren", "G5", seat=1)
    board.start(jace, seat=1)
    board.dice("4 blank", "5 shield")
    board.do(f"attack:{jace.id}:{gideon.id}")
    assert board.damage(jace) == 0


# ---- Rhox Veterans
def test_battle_formation_adds_a_die_for_each_other_veteran_beside(lay: Lay) -> None:
    board = lay()
    first, _, _ = board.put("rhox_veterans", "D5", "D4", "C5")
    noble = board.put("bloodline_nobles", "E5", seat=1)[0]
    board.start(noble, seat=1)
    board.dice("3 blank", "4 blank")  # toughness 2, two neighbours
    board.do(f"attack:{noble.id}:{first.id}")


def test_an_enemys_veterans_are_no_formation(lay: Lay) -> None:
    board = lay()
    first = board.put("rhox_veterans", "D5")[0]
    theirs = board.put("rhox_veterans", "E5", "D4", seat=1)
    board.start(theirs, seat=1)
    board.dice("3 blank", "2 blank")
    board.do(f"attack:{theirs[0].id}:{first.id}")


def test_trample_sends_the_surplus_to_another_enemy_beside_the_fallen(lay: Lay) -> None:
    board = lay()
    veteran = board.put("rhox_veterans", "D5")[0]
    nobles = board.put("bloodline_nobles", "E5", "F5", "H5", seat=1)
    board.start(veteran)
    board.dice("3 sword", "3 blank")
    board.do(f"attack:{veteran.id}:{nobles[0].id}")
    assert board.figure(nobles[0]).zone == "graveyard"
    assert board.damage(nobles[1]) == 1  # three hits, two lives
    assert board.damage(nobles[2]) == 0


def test_no_trample_without_surplus(lay: Lay) -> None:
    board = lay()
    veteran = board.put("rhox_veterans", "D5")[0]
    nobles = board.put("bloodline_nobles", "E5", "F5", seat=1)
    board.start(veteran)
    board.dice("2 sword", "1 blank", "3 blank")
    board.do(f"attack:{veteran.id}:{nobles[0].id}")
    assert board.damage(nobles[1]) == 0


# ---- Kor Hookmasters
def test_detain_keeps_a_squad_from_being_chosen_in_its_next_turn_only(lay: Lay) -> None:
    board = lay()
    gideon = board.put("gideon_jura_combat_mage", "D5")
    hooks = board.put("kor_hookmasters")
    nobles = board.put("bloodline_nobles", "K9", seat=1)
    jace = board.put("jace_beleren", "L9", seat=1)
    board.start(gideon)
    board.do(f"summon:{hooks[0].card}", "space:C5", "space:C4", "space:C6")
    assert board.told("detained")[0].data["card"] == nobles[0].card
    board.do("end:turn")
    assert board.why(f"card:{nobles[0].card}") == ("AR-CHOOSE-01", "Bloodline Nobles is detained this turn")
    board.do(f"card:{jace.card}", "end:turn", f"card:{gideon.card}", "end:turn")
    assert board.may(f"card:{nobles[0].card}")


def test_detain_holds_no_hero_and_nothing_where_no_squad_is_in_play(lay: Lay) -> None:
    board = lay()
    gideon = board.put("gideon_jura_combat_mage", "D5")
    hooks = board.put("kor_hookmasters")
    alchemist = board.put("necro_alchemist", "K9", seat=1)
    board.start(gideon)
    board.do(f"summon:{hooks[0].card}", "space:C5", "space:C4", "space:C6", "end:turn")
    assert board.may(f"card:{alchemist.card}")


# ---- Jace Beleren, Mindmage
def test_focused_thoughts_shows_the_top_card_to_its_owner_alone(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren_mindmage", "D5")
    board.library(0, "catalog", "unsummon")
    board.start(jace)
    events = board.do(f"use:{jace.card}:Focused Thoughts")
    assert [event.to for event in events if event.kind == "peeked"] == [(0,)]
    board.do("say:to the bottom")
    assert board.now.seats[0].library == ["unsummon", "catalog"]
    assert board.why(f"use:{jace.card}:Focused Thoughts")[1] == "Focused Thoughts has been used this turn"


def test_focused_thoughts_needs_a_library(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren_mindmage", "D5")
    board.start(jace)
    assert board.why(f"use:{jace.card}:Focused Thoughts")[0] == "AR-SPELL-18"


def test_mind_stealer_moves_and_attacks_with_an_enemy_planeswalker(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren_mindmage", "D5")
    nahiri = board.put("nahiri_lithomancer", "G5", seat=1)
    noble = board.put("bloodline_nobles", "I5", seat=1)[0]
    board.start(jace)
    board.d20(16)
    board.do("end:turn", f"pick:{nahiri.id}")
    assert board.may(f"move:{nahiri.id}:H5")
    assert not board.may(f"attack:{jace.id}:{noble.id}")
    board.dice("4 sword", "3 blank")
    board.do(f"attack:{nahiri.id}:{noble.id}")
    assert board.figure(noble).zone == "graveyard"
    board.do(*(["end:extra"] if board.may("end:extra") else []))
    assert board.now.turn.seat == 1  # the turn has been ended with it
    assert board.card(nahiri).controller == 1


def test_mind_stealer_fails_below_sixteen_and_reaches_four_spaces(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren_mindmage", "D5")
    nahiri = board.put("nahiri_lithomancer", "G5", seat=1)
    board.start(jace)
    board.d20(15)
    board.do("end:turn", f"pick:{nahiri.id}")
    assert board.card(nahiri).controller == 1
    assert board.now.turn.seat == 1
    far = lay()
    jace = far.put("jace_beleren_mindmage", "D5")
    far.put("nahiri_lithomancer", "I5", seat=1)
    far.start(jace)
    far.do("end:turn")
    assert far.now.turn.seat == 1


# ---- Leyline Phantoms
def test_phantoms_walk_through_enemies_and_nobody_attacks_them_for_leaving(lay: Lay) -> None:
    board = lay("      A   B   C   D\n  1   s0  s0  s0  s0")
    phantom = board.put("leyline_phantoms", "A1")[0]
    board.put("bloodline_nobles", "B1", seat=1)
    board.start(phantom)
    assert not board.may(f"move:{phantom.id}:B1")
    board.do(f"move:{phantom.id}:D1")
    assert board.at(phantom) == "D1"


# ---- Illusionary Projections
def test_projections_draw_a_card_when_summoned_and_change_places_with_a_blue_planeswalker(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren_mindmage", "D5")
    projections = board.put("illusionary_projections")
    nahiri = board.put("nahiri_lithomancer", "L9", seat=1)
    board.library(0, "catalog", "unsummon")
    board.start(jace)
    board.do(f"summon:{projections[0].card}", "space:C5", "space:C4", "space:C6")
    assert board.now.seats[0].hand == ["unsummon"]
    board.do("end:turn", f"card:{nahiri.card}", "end:turn", f"card:{jace.card}", f"pick:{projections[0].id}")
    assert (board.at(jace), board.at(projections[0])) == ("C5", "D5")


def test_no_deception_for_a_planeswalker_of_another_colour(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "D5")
    board.put("illusionary_projections", "C5", "C4")
    board.start()
    board.do(f"card:{nahiri.card}")
    assert board.may("end:turn")  # nothing is asked between


# ---- Liliana Vess, Necromancer
def test_zombies_near_liliana_are_tougher_and_others_are_not(lay: Lay) -> None:
    board = lay()
    board.put("liliana_vess_necromancer", "D5")
    near, far = board.put("restless_zombies", "E5", "L5")[:2]
    noble = board.put("bloodline_nobles", "F5", "K5", seat=1)
    board.start(noble, seat=1)
    board.dice("3 blank", "2 blank", "3 blank", "1 blank")
    board.do(f"attack:{noble[0].id}:{near.id}", f"attack:{noble[1].id}:{far.id}")


def test_snuff_out_destroys_a_wounded_squad_creature_only(lay: Lay) -> None:
    board = lay()
    liliana = board.put("liliana_vess_necromancer", "D5")
    nobles = board.put("bloodline_nobles", "G5", "H5", seat=1)
    alchemist = board.put("necro_alchemist", "G6", seat=1)
    alchemist.damage = 3
    board.start(liliana)
    assert board.why(f"use:{liliana.card}:Snuff Out")[0] == "AR-CARD-19"
    board.now.figures[nobles[1].id].damage = 1
    fresh = lay()
    liliana = fresh.put("liliana_vess_necromancer", "D5")
    nobles = fresh.put("bloodline_nobles", "G4", "G6", seat=1)
    nobles[1].damage = 1
    fresh.start(liliana)
    fresh.do(f"use:{liliana.card}:Snuff Out")
    assert [fresh.figure(noble).zone for noble in nobles[:2]] == ["board", "graveyard"]


# ---- Restless Zombies
@pytest.mark.parametrize(("roll", "zone"), [(12, "board"), (11, "graveyard")])
def test_darkness_arises_on_twelve_for_a_squad_that_is_all_destroyed(lay: Lay, roll: int, zone: str) -> None:
    board = lay()
    liliana = board.put("liliana_vess_necromancer", "D5")
    zombies = board.put("restless_zombies")
    for zombie in zombies:
        zombie.zone = "graveyard"
    board.state.cards[zombies[0].card].zone = "graveyard"
    board.start()
    board.d20(roll)
    board.do(f"card:{liliana.card}", *(["space:C5", "space:C4", "space:C6"] if roll >= 12 else []))
    assert [board.figure(zombie).zone for zombie in zombies] == [zone] * 3
    assert board.card(zombies[0]).zone == ("play" if roll >= 12 else "graveyard")


def test_darkness_does_not_arise_while_one_zombie_walks(lay: Lay) -> None:
    board = lay()
    liliana = board.put("liliana_vess_necromancer", "D5")
    board.put("restless_zombies", "E5")
    board.start()
    board.do(f"card:{liliana.card}")  # no die


# ---- Blighted Reavers
def test_necrotic_stench_takes_two_dice_once_and_spares_zombies_and_planeswalkers(lay: Lay) -> None:
    board = lay()
    reavers = board.put("blighted_reavers", "E5", "E4", "F4")
    veteran = board.put("rhox_veterans", "D5", seat=1)[0]
    zombie = board.put("restless_zombies", "F5", seat=1)[0]
    board.start(reavers)
    board.dice("3 blank", "3 blank", "1 blank")  # no die for the Veteran, whose toughness is 2
    board.do(f"attack:{reavers[0].id}:{veteran.id}", f"attack:{reavers[2].id}:{zombie.id}")


# ---- Chandra Nalaar, Pyromancer
@pytest.mark.rule("AR-ATK-24")
def test_chandra_attacks_twice_and_no_more(lay: Lay) -> None:
    board = lay()
    chandra = board.put("chandra_nalaar_pyromancer", "D5")
    jace = board.put("jace_beleren", "G5", seat=1)
    board.start(chandra)
    board.dice("3 blank", "4 blank")
    board.do(f"attack:{chandra.id}:{jace.id}")
    board.dice("3 blank", "4 blank")
    board.do(f"attack:{chandra.id}:{jace.id}")
    assert board.why(f"attack:{chandra.id}:{jace.id}")[0] == "AR-ATK-22"


def test_super_heated_burns_a_red_card_for_one_damage(lay: Lay) -> None:
    board = lay()
    chandra = board.put("chandra_nalaar_pyromancer", "D5")
    noble = board.put("bloodline_nobles", "G5", seat=1)[0]
    board.hand(0, "lance_of_flame", "hot_blood")
    board.start(chandra)
    board.do(f"use:{chandra.card}:Super Heated", "spell:hot_blood")
    assert board.damage(noble) == 1
    assert board.now.seats[0].graveyard == ["hot_blood"]
    bare = lay()
    chandra = bare.put("chandra_nalaar_pyromancer", "D5")
    bare.put("bloodline_nobles", "G5", seat=1)
    bare.start(chandra)
    assert "red spell card" in bare.why(f"use:{chandra.card}:Super Heated")[1]


# ---- Flamewing Phoenixes
@pytest.mark.parametrize("zone", ["play", "graveyard"])
def test_a_phoenix_is_reborn_when_its_player_plays_a_sorcery(lay: Lay, zone: str) -> None:
    board = lay()
    chandra = board.put("chandra_nalaar_pyromancer", "D5")
    phoenixes = board.put("flamewing_phoenixes", *(["C3"] if zone == "play" else []))
    for phoenix in phoenixes:
        phoenix.zone = "board" if phoenix.at else "graveyard"
    board.state.cards[phoenixes[0].card].zone = zone
    board.put("bloodline_nobles", "G5", seat=1)
    board.hand(0, "lance_of_flame")
    board.start(chandra)
    board.do("cast:lance_of_flame", "space:C5")
    assert sum(board.figure(phoenix).zone == "board" for phoenix in phoenixes) == (2 if zone == "play" else 1)
    assert board.card(phoenixes[0]).zone == "play"


def test_a_phoenix_does_not_answer_an_enchantment_or_an_opponents_sorcery(lay: Lay) -> None:
    board = lay()
    chandra = board.put("chandra_nalaar_pyromancer", "D5")
    phoenixes = board.put("flamewing_phoenixes", "C5")
    board.put("jace_beleren", "E5", seat=1)
    board.hand(0, "hot_blood")
    board.hand(1, "catalog")
    board.library(1, "unsummon")
    board.start(chandra)
    board.do("cast:hot_blood")
    assert board.figure(phoenixes[1]).zone == "graveyard"
    theirs = lay()
    theirs.put("chandra_nalaar_pyromancer", "D5")
    phoenixes = theirs.put("flamewing_phoenixes", "C5")
    jace = theirs.put("jace_beleren", "L9", seat=1)
    theirs.hand(1, "catalog")
    theirs.library(1, "unsummon", "unsummon")
    theirs.start(jace, seat=1)
    theirs.do("cast:catalog")
    assert theirs.figure(phoenixes[1]).zone == "graveyard"


# ---- Blazing Firecats
def test_firecats_act_in_the_turn_they_are_summoned_once_action_4_is_over(lay: Lay) -> None:
    board = lay()
    chandra = board.put("chandra_nalaar_pyromancer", "D5")
    cats = board.put("blazing_firecats")
    noble = board.put("bloodline_nobles", "H5", seat=1)[0]
    board.start(chandra)
    board.do(f"summon:{cats[0].card}", "space:E5", "space:E4", "space:E6")
    assert not board.may(f"move:{cats[0].id}:G5")
    board.do("end:attacks", f"move:{cats[0].id}:G5")
    board.dice("4 sword", "3 shield")  # all swords: nothing is blocked
    board.do(f"attack:{cats[0].id}:{noble.id}")
    assert board.figure(noble).zone == "graveyard"
    if board.may("end:extra"):
        board.do("end:extra")
    assert board.now.turn.phase == "after"


def test_intense_strike_needs_all_swords(lay: Lay) -> None:
    board = lay()
    cat = board.put("blazing_firecats", "G5")[0]
    noble = board.put("bloodline_nobles", "H5", seat=1)[0]
    board.start(cat)
    board.dice("3 sword", "1 blank", "3 shield")
    board.do(f"attack:{cat.id}:{noble.id}")
    assert board.damage(noble) == 0


# ---- Nissa Revane, Animist
def test_keen_sight_lengthens_the_shots_of_green_creatures_near_nissa(lay: Lay) -> None:
    board = lay()
    board.put("nissa_revane_animist", "B5")
    near = board.put("elf_rangers", "C5")[0]
    jace = board.put("jace_beleren", "J5", seat=1)
    board.start(near)
    assert board.may(f"attack:{near.id}:{jace.id}")  # seven spaces: range 5 and 2
    away = lay()
    away.put("nissa_revane_animist", "A1")
    far = away.put("elf_rangers", "C9")[0]
    jace = away.put("jace_beleren", "J9", seat=1)
    away.start(far)
    assert away.why(f"attack:{far.id}:{jace.id}")[0] == "AR-ATK-06"


@pytest.mark.parametrize(("card", "spaces"), [("nissa_revane_animist", 3), ("elf_rangers", 2)])
def test_sprint_is_a_second_short_move_after_action_4(lay: Lay, card: str, spaces: int) -> None:
    board = lay()
    put = board.put(card, "D5")
    runner = put[0] if isinstance(put, list) else put
    jace = board.put("jace_beleren", "L9", seat=1)
    board.start(runner)
    board.do("end:attacks")
    assert board.may(f"move:{runner.id}:{'EFGH'[spaces - 1]}5")
    assert not board.may(f"move:{runner.id}:{'EFGH'[spaces]}5")
    assert not board.options("attack")
    board.do(f"move:{runner.id}:E5", "end:extra", "end:turn")
    assert jace


# ---- Pummelroot Elementals
def test_elementals_trample(lay: Lay) -> None:
    board = lay()
    elemental = board.put("pummelroot_elementals", "D5")[0]
    nobles = board.put("bloodline_nobles", "E5", "F5", seat=1)
    board.start(elemental)
    board.dice("4 sword", "3 blank")
    board.do(f"attack:{elemental.id}:{nobles[0].id}")
    assert board.figure(nobles[1]).zone == "graveyard"  # the two hits that were left
