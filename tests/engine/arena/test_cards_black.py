"""Black spells: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.arena import numbers
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


def power(board: Board, figure: Any) -> int:
    return numbers.power(board.pos, board.figure(figure)).total


def toughness(board: Board, figure: Any) -> int:
    return numbers.toughness(board.pos, board.figure(figure)).total


def bury(board: Board, figures: list[Any]) -> None:
    """The whole card lies in its owner's graveyard."""
    for figure in figures:
        board.state.figures[figure.id].zone = "graveyard"
        board.state.figures[figure.id].at = None
    board.state.cards[figures[0].card].zone = "graveyard"


# ---- Creeping Dread
@pytest.mark.rule("AR-ATK-31")
def test_creeping_dread_weakens_enemy_creatures_beside_the_card_once(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A9")
    cultists = board.put("skirsdag_cultists", "C1", "E1")
    nobles = board.put("bloodline_nobles", "D1", "F1", "H1", seat=1)  # D1 is beside two Cultists
    jace = board.put("jace_beleren", "C2", seat=1)
    geists = board.put("lantern_geists", "B1")
    board.attach("creeping_dread", cultists[0])
    board.start(sorin)
    assert [power(board, figure) for figure in (*nobles, jace, geists[0])] == [2, 2, 3, 4, 2]


def test_creeping_dread_takes_no_power_below_0_and_a_card_for_each_kill(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    nobles = board.put("bloodline_nobles", "A1")
    geists = board.put("lantern_geists", "B1", seat=1)
    geists[0].damage = 2
    board.attach("creeping_dread", nobles[0])
    board.attach("ghostly_possession", geists[0], by=0)
    board.hand(1, "unsummon", "catalog")
    board.start(nobles)
    assert power(board, geists[0]) == 0
    board.dice("3 sword", "6 blank")
    board.do(f"attack:{nobles[0].id}:{geists[0].id}")
    assert len(board.now.seats[1].hand) == 1
    assert len(board.told("discard")) == 1


def test_creeping_dread_takes_no_card_for_wounds_other_kills_or_from_an_empty_hand(lay: Lay) -> None:
    for damage, hand, attacker in ((0, ["catalog"], 0), (2, [], 0), (2, ["catalog"], 1)):
        board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
        nobles = board.put("bloodline_nobles", "A1")
        effigy = board.put("hollowfield_effigy", "C1")
        geists = board.put("lantern_geists", "B1", seat=1)
        geists[0].damage = damage
        board.attach("creeping_dread", nobles[0])
        board.hand(1, *hand)
        fighter = (nobles[0], effigy)[attacker]
        board.start(fighter)
        board.dice("sword", f"{2 + attacker} blank", "4 blank")
        board.do(f"attack:{fighter.id}:{geists[0].id}")
        assert board.now.seats[1].hand == hand
        assert not board.told("discard")


# ---- Barter in Blood
def bartering(lay: Lay, *own: str) -> tuple[Board, Any, Any, Any]:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    cultists = board.put("skirsdag_cultists", *own)
    nobles = board.put("bloodline_nobles", "J1", "G1", "H1", seat=1)
    geists = board.put("lantern_geists", "C3", seat=1)
    board.put("jace_beleren", "L9", seat=1)
    board.hand(0, "barter_in_blood")
    board.start(sorin)
    return board, cultists, nobles, geists[0]


def test_barter_in_blood_two_of_yours_for_the_two_that_a_thrifty_owner_would_give(lay: Lay) -> None:
    board, cultists, nobles, geist = bartering(lay, "B1", "C1", "D1")
    board.now.figures[nobles[0].id].damage = 1
    board.do("cast:barter_in_blood", f"pick:{cultists[1].id}", f"pick:{cultists[2].id}")
    zones = [board.figure(one).zone for one in cultists]
    assert zones == ["board", "graveyard", "graveyard"]
    # least life first: the wounded Noble on J1; then of those with 2 life the nearer one; the Geist has 3
    assert [board.figure(one).zone for one in (*nobles, geist)] == ["graveyard", "graveyard", "board", "board"]


def test_barter_in_blood_one_for_one_and_no_damage_is_dealt(lay: Lay) -> None:
    board, cultists, nobles, _ = bartering(lay, "B1")
    board.attach("survive_the_night", nobles[1])
    board.start(board.state.figures[0])
    board.do("cast:barter_in_blood")
    assert board.figure(cultists[0]).zone == "graveyard"
    assert [board.figure(one).zone for one in nobles] == ["board", "graveyard", "board"]
    assert board.card(nobles[0]).attached[0].hidden


def test_barter_in_blood_needs_a_squad_and_takes_neither_heroes_nor_planeswalkers(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    board.put("necro_alchemist", "B1")
    board.put("bloodline_nobles", "E1", seat=1)
    board.hand(0, "barter_in_blood")
    board.start(sorin)
    assert board.why("cast:barter_in_blood")[0] == "AR-CARD-04"
    heroes = lay()
    sorin = heroes.put("sorin_eternal_thirst", "A1")
    heroes.put("skirsdag_cultists", "B1")
    alchemist = heroes.put("necro_alchemist", "E1", seat=1)
    heroes.hand(0, "barter_in_blood")
    heroes.start(sorin)
    heroes.do("cast:barter_in_blood")
    assert heroes.at(alchemist) == "E1"


# ---- Behold the Beyond
def beholding(lay: Lay, *library: str) -> Board:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    board.hand(0, "behold_the_beyond", "angels_mercy")
    board.library(0, *library)
    board.start(sorin)
    return board


@pytest.mark.rule("AR-SPELL-07")
def test_behold_the_beyond_a_new_hand_of_three_seen_by_nobody_else(lay: Lay) -> None:
    board = beholding(lay, "tenacity", "shield_wall", "dark_ambition", "grave_chill")
    board.do("cast:behold_the_beyond")
    assert board.now.seats[0].graveyard == ["angels_mercy"]
    library = ("dark_ambition", "grave_chill", "shield_wall", "tenacity")
    assert board.options() == {*(f"spell:{spell}" for spell in library), "say:enough"}
    board.do("spell:tenacity", "spell:grave_chill", "spell:shield_wall")
    assert board.now.seats[0].hand == ["tenacity", "grave_chill", "shield_wall"]
    assert board.now.seats[0].library == ["dark_ambition"]
    assert board.now.seats[0].graveyard == ["angels_mercy", "behold_the_beyond"]
    assert [event.to for event in board.told("fetched")] == [(0,)]
    assert "tenacity" not in str([event.data for event in board._events if event.to is None])


@pytest.mark.rule("AR-SPELL-18")
def test_behold_the_beyond_takes_fewer_if_one_likes_and_needs_a_library(lay: Lay) -> None:
    board = beholding(lay, "tenacity", "shield_wall")
    board.do("cast:behold_the_beyond", "spell:shield_wall", "say:enough")
    assert (board.now.seats[0].hand, board.now.seats[0].library) == (["shield_wall"], ["tenacity"])
    assert beholding(lay).why("cast:behold_the_beyond")[0] == "AR-SPELL-18"


# ---- Harrowing Journey
def test_harrowing_journey_three_cards_for_one_damage(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    board.hand(0, "harrowing_journey")
    board.library(0, "tenacity", "shield_wall", "grave_chill", "dark_ambition")
    board.start(sorin)
    board.do("cast:harrowing_journey")
    assert board.now.seats[0].hand == ["dark_ambition", "grave_chill", "shield_wall"]
    assert board.damage(sorin) == 1


@pytest.mark.rule("AR-SPELL-18")
def test_harrowing_journey_not_with_one_life_left_nor_without_a_library(lay: Lay) -> None:
    for damage, library, rule in ((6, ["tenacity"], "AR-CARD-04"), (0, [], "AR-SPELL-18")):
        board = lay()
        sorin = board.put("sorin_eternal_thirst", "A1")
        sorin.damage = damage
        board.hand(0, "harrowing_journey")
        board.library(0, *library)
        board.start(sorin)
        assert board.why("cast:harrowing_journey")[0] == rule


# ---- Corpse Lunge
@pytest.mark.rule("AR-SPELL-14")
def test_corpse_lunge_the_dead_strike_back_with_all_their_power(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    nobles = board.put("bloodline_nobles", "A1")
    prophet = board.put("mad_prophet", "B1", seat=1)
    prophet.damage = 5
    board.state.cards[prophet.card].counters["power"] = 1
    board.attach("corpse_lunge", prophet)
    board.start(nobles)
    board.dice("3 sword", "3 blank", "sword", "4 blank")  # then five dice of the corpse, and no defence
    board.do(f"attack:{nobles[0].id}:{prophet.id}")
    assert board.figure(prophet).zone == "graveyard"
    assert board.damage(nobles[0]) == 1
    assert board.now.seats[1].graveyard == ["corpse_lunge"]


def test_corpse_lunge_strikes_who_killed_in_a_leaving_attack(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    prophet = board.put("mad_prophet", "B1")
    prophet.damage = 6
    nobles = board.put("bloodline_nobles", "A1", seat=1)
    board.attach("corpse_lunge", prophet)
    board.start(prophet)
    board.dice("sword", "2 sword", "2 blank")
    board.do(f"move:{prophet.id}:C1")
    assert board.figure(nobles[0]).zone == "graveyard"


def test_corpse_lunge_does_not_answer_spells(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    prophet = board.put("mad_prophet", "C1", seat=1)
    prophet.damage = 6
    board.attach("corpse_lunge", prophet)
    board.hand(0, "lance_of_flame")
    board.start(nahiri)
    board.do("cast:lance_of_flame")
    assert board.figure(prophet).zone == "graveyard"
    assert board.told("lost")
    assert not board.told("lunge")


# ---- Ever After
@pytest.mark.rule("AR-SPELL-14", "AR-LIFE-04")
def test_ever_after_the_last_of_a_squad_rises_with_another(lay: Lay) -> None:
    board = lay()
    nobles = board.put("bloodline_nobles", "A1")
    cultists = board.put("skirsdag_cultists", "B1", seat=1)
    board.state.cards[cultists[0].card].counters["toughness"] = 1
    board.attach("ever_after", cultists[0])
    board.attach("sensory_deprivation", cultists[0], by=0)
    board.library(1, "tenacity")
    board.start(nobles)
    board.dice("3 sword", "3 blank")
    board.do(f"attack:{nobles[0].id}:{cultists[0].id}")
    # Beside B1 the spaces B2, A2 and C1 are free: as one reads the board C1 comes first.
    assert [board.at(one) for one in cultists] == ["B1", "C1", None]
    assert [board.pos.life_left(board.figure(one)) for one in cultists[:2]] == [1, 1]
    assert board.pos.types(board.figure(cultists[1])) == {"Human", "Cleric", "Zombie"}
    card = board.card(cultists[0])
    assert (card.zone, card.counters) == ("play", {"toughness": 1})
    assert [lying.spell for lying in card.attached] == ["sensory_deprivation"]
    assert board.now.seats[1].library == ["ever_after", "tenacity"]  # drawn from the end
    assert board.card(nobles[0]).counters == {"power": 1}  # it was destroyed all the same (Feast)


def test_ever_after_waits_for_the_last_figure(lay: Lay) -> None:
    board = lay()
    nobles = board.put("bloodline_nobles", "A1")
    cultists = board.put("skirsdag_cultists", "B1", "E5", seat=1)
    board.attach("ever_after", cultists[0])
    board.start(nobles)
    board.dice("3 sword", "2 blank")
    board.do(f"attack:{nobles[0].id}:{cultists[0].id}")
    assert [board.at(one) for one in cultists] == [None, "E5", None]
    assert board.card(cultists[0]).attached[0].hidden


@pytest.mark.rule("AR-SPELL-09")
def test_ever_after_lies_on_squads_only_and_banished_figures_stay_away(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    board.put("necro_alchemist", "B1")
    board.hand(0, "ever_after")
    board.start(sorin)
    assert board.why("cast:ever_after")[0] == "AR-SPELL-13"
    burnt = lay()
    nahiri = burnt.put("nahiri_lithomancer", "A1")
    cultists = burnt.put("skirsdag_cultists", "C1", seat=1)
    burnt.attach("ever_after", cultists[0])
    burnt.hand(0, "burn_from_within")
    burnt.start(nahiri)
    burnt.do("cast:burn_from_within")
    assert burnt.figure(cultists[0]).zone == "removed"
    assert burnt.at(cultists[1]) == "C1"  # those who died before are there to rise


# ---- Rise of the Dark Realms
@pytest.mark.rule("AR-LIFE-06", "AR-LIFE-07")
def test_rise_of_the_dark_realms_raises_a_whole_squad(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    geists = board.put("lantern_geists", "K9")
    bury(board, geists)
    board.hand(0, "rise_of_the_dark_realms")
    board.start(sorin)
    board.do("cast:rise_of_the_dark_realms", "space:B1", "space:E1")
    assert not board.may("space:F1")  # five away
    board.do("space:A2")
    assert [board.at(one) for one in geists] == ["B1", "E1", "A2"]
    assert [board.pos.life_left(board.figure(one)) for one in geists] == [1, 1, 1]
    assert board.pos.types(board.figure(geists[2])) == {"Spirit", "Zombie"}
    assert board.card(geists[0]).zone == "play"


def test_rise_of_the_dark_realms_as_many_as_fit(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    sorin = board.put("sorin_eternal_thirst", "A1")
    geists = board.put("lantern_geists", "B1")
    board.hand(0, "rise_of_the_dark_realms")
    board.start(sorin)
    board.do("cast:rise_of_the_dark_realms")
    assert [board.at(one) for one in geists] == ["B1", "C1", None]


def test_rise_of_the_dark_realms_not_for_heroes_the_reserve_the_banished_or_the_enemy(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    hero = board.put("necro_alchemist", "B1")
    bury(board, [hero])
    board.put("lantern_geists")  # in the reserve
    banished = board.put("avacynian_inquisitors", "C1")
    board.state.figures[banished[1].id].zone = "removed"
    board.put("bloodline_nobles", "E1", seat=1)
    board.hand(0, "rise_of_the_dark_realms")
    board.start(sorin)
    assert board.why("cast:rise_of_the_dark_realms")[0] == "AR-CARD-04"


# ---- Grave Chill
def test_grave_chill_lasts_through_the_enemys_next_turn(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    nobles = board.put("bloodline_nobles", "G1", seat=1)
    board.put("jace_beleren", "L9", seat=1)
    board.hand(0, "grave_chill")
    board.start(sorin)
    board.do("cast:grave_chill", "end:turn", f"card:{nobles[0].card}")
    assert (power(board, nobles[0]), numbers.move(board.pos, board.figure(nobles[0])).total) == (2, 4)
    board.do("end:turn")
    assert (power(board, nobles[0]), numbers.move(board.pos, board.figure(nobles[0])).total) == (3, 6)


def test_grave_chill_leaves_one_space_of_move_and_reaches_six_spaces_and_enemies_only(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    jace = board.put("jace_beleren", "E1", seat=1)
    board.put("bloodline_nobles", "A8", seat=1)
    board.put("skirsdag_cultists", "B1")
    board.hand(0, "grave_chill", "grave_chill", "grave_chill")
    board.start(sorin)
    board.do("cast:grave_chill", "cast:grave_chill", "cast:grave_chill")  # at Jace, there is nobody else
    assert (power(board, jace), numbers.move(board.pos, board.figure(jace)).total) == (1, 1)
    far = lay()
    sorin = far.put("sorin_eternal_thirst", "A1")
    far.put("jace_beleren", "H1", seat=1)
    far.hand(0, "grave_chill")
    far.start(sorin)
    assert far.why("cast:grave_chill")[0] == "AR-CARD-04"


# ---- Drain Vigour
def test_drain_vigour_takes_one_life_and_gives_it(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    sorin.damage = 2
    jace = board.put("jace_beleren", "F1", seat=1)
    board.hand(0, "drain_vigour")
    board.start(sorin)
    board.do("cast:drain_vigour")
    assert (board.damage(sorin), board.damage(jace)) == (1, 1)


def test_drain_vigour_heals_nothing_that_is_whole_and_needs_an_enemy_within_five(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    cultists = board.put("skirsdag_cultists", "C3")
    nobles = board.put("bloodline_nobles", "B1", seat=1)
    board.hand(0, "drain_vigour")
    board.start(sorin)
    board.do("cast:drain_vigour")
    assert [board.damage(one) for one in (sorin, cultists[0], nobles[0])] == [0, 0, 1]
    far = lay()
    sorin = far.put("sorin_eternal_thirst", "A1")
    far.put("jace_beleren", "G1", seat=1)
    far.hand(0, "drain_vigour")
    far.start(sorin)
    assert far.why("cast:drain_vigour")[0] == "AR-CARD-04"


# ---- Withering Curse
@pytest.mark.rule("AR-ATK-31")
def test_withering_curse_softens_and_lets_nothing_heal(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    inquisitors = board.put("avacynian_inquisitors", "C1")
    inquisitors[0].damage = nahiri.damage = 1
    board.attach("withering_curse", inquisitors[0], by=1)
    board.hand(0, "angels_mercy")
    board.start(nahiri)
    assert toughness(board, inquisitors[0]) == 3
    board.do("cast:angels_mercy")
    assert [board.damage(one) for one in (nahiri, inquisitors[0])] == [0, 1]


@pytest.mark.rule("AR-SPELL-09")
def test_withering_curse_no_toughness_below_0_no_planeswalkers_and_six_spaces(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    board.put("jace_beleren", "B2", seat=1)
    cultists = board.put("skirsdag_cultists", "C1", seat=1)
    board.hand(0, "withering_curse", "withering_curse", "withering_curse")
    board.start(sorin)
    board.do("cast:withering_curse", "cast:withering_curse", "cast:withering_curse")
    assert toughness(board, cultists[0]) == 0
    for face, at, rule in (("jace_beleren", "C1", "AR-SPELL-09"), ("bloodline_nobles", "H1", "AR-TERM-04")):
        other = lay()
        sorin = other.put("sorin_eternal_thirst", "A1")
        other.put(face, at, seat=1)
        other.hand(0, "withering_curse")
        other.start(sorin)
        assert other.why("cast:withering_curse")[0] == rule


# ---- Pact of Thorns
def thorns(lay: Lay, wounds: int, swords: int) -> tuple[Board, Any, Any]:
    """Sorin with so many wounds is hit so often by Jace, who stands beside him."""
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    sorin = board.put("sorin_eternal_thirst", "B1", seat=1)
    sorin.damage = wounds
    board.attach("pact_of_thorns", sorin)
    board.start(jace)
    board.dice(*(["sword"] * swords), *(["blank"] * (4 - swords)), "5 blank")
    board.do(f"attack:{jace.id}:{sorin.id}")
    return board, jace, sorin


@pytest.mark.rule("AR-SPELL-14")
def test_pact_of_thorns_gives_back_what_was_dealt_two_at_most(lay: Lay) -> None:
    for swords, back in ((1, 1), (2, 2), (4, 2)):
        board, jace, sorin = thorns(lay, 0, swords)
        assert (board.damage(sorin), board.damage(jace)) == (swords, back)
        assert board.now.seats[1].graveyard == ["pact_of_thorns"]


def test_pact_of_thorns_even_in_death(lay: Lay) -> None:
    board, jace, sorin = thorns(lay, 6, 3)
    assert board.figure(sorin).zone == "graveyard"
    assert board.damage(jace) == 2
    assert board.now.seats[1].graveyard == ["pact_of_thorns"]


def test_pact_of_thorns_waits_through_missed_attacks_and_leaving_attacks(lay: Lay) -> None:
    board, jace, sorin = thorns(lay, 0, 0)
    assert board.damage(jace) == 0
    assert board.card(sorin).attached[0].hidden
    leaving = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    sorin = leaving.put("sorin_eternal_thirst", "B1")
    jace = leaving.put("jace_beleren", "A1", seat=1)
    leaving.attach("pact_of_thorns", sorin)
    leaving.start(sorin)
    leaving.dice("sword")
    leaving.do(f"move:{sorin.id}:C1")
    assert [leaving.damage(one) for one in (sorin, jace)] == [1, 0]
    assert leaving.card(sorin).attached[0].hidden


# ---- Clinging Dead
@pytest.mark.rule("AR-SPELL-14", "AR-ENG-05")
def test_clinging_dead_two_damage_instead_of_a_die_one_for_planeswalkers(lay: Lay) -> None:
    for face, damage in (("lantern_geists", 2), ("jace_beleren", 1)):
        board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
        leaver = board.put(face, "B1")
        figure = leaver[0] if isinstance(leaver, list) else leaver
        cultists = board.put("skirsdag_cultists", "A1", seat=1)
        board.attach("clinging_dead", cultists[0])
        board.start(leaver)
        board.do(f"move:{figure.id}:C1")  # no die falls
        assert (board.at(figure), board.damage(figure)) == ("C1", damage)


def test_clinging_dead_kill_on_the_space_that_was_being_left(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    nobles = board.put("bloodline_nobles", "B1")
    cultists = board.put("skirsdag_cultists", "A1", seat=1)
    board.attach("clinging_dead", cultists[0])
    board.start(nobles)
    board.do(f"move:{nobles[0].id}:C1")
    assert board.figure(nobles[0]).zone == "graveyard"
    assert [event.data["at"] for event in board.told("destroyed")] == ["B1"]


def test_clinging_dead_only_for_that_engagement_and_not_for_ones_own_moves(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "B1")
    cultists = board.put("skirsdag_cultists", "A1", seat=1)
    board.put("necro_alchemist", "C1", seat=1)
    board.attach("clinging_dead", cultists[0])
    board.start(geists)
    board.dice("blank")  # the Alchemist's; the Geist flies off from both
    board.do(f"move:{geists[0].id}:E1")
    assert board.damage(geists[0]) == 2
    own = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    cultists = own.put("skirsdag_cultists", "B1")
    geists = own.put("lantern_geists", "A1", seat=1)
    own.attach("clinging_dead", cultists[0])
    own.start(cultists)
    own.dice("blank")
    own.do(f"move:{cultists[0].id}:C1")
    assert own.damage(geists[0]) == 0
    assert own.card(cultists[0]).attached[0].hidden


# ---- Dark Ambition
def test_dark_ambition_two_cards_for_a_wound_of_ones_choice(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    geists = board.put("lantern_geists", "L9")
    board.put("jace_beleren", "B1", seat=1)
    board.hand(0, "dark_ambition")
    board.library(0, "tenacity", "shield_wall", "grave_chill")
    board.start(sorin)
    board.do("cast:dark_ambition")
    assert board.options() == {f"pick:{sorin.id}", f"pick:{geists[0].id}"}
    board.do(f"pick:{geists[0].id}")
    assert board.damage(geists[0]) == 1
    assert board.now.seats[0].hand == ["grave_chill", "shield_wall"]


@pytest.mark.rule("AR-SPELL-18", "AR-SPELL-21")
def test_dark_ambition_needs_a_library_and_brings_nothing_to_a_dead_planeswalker(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    board.hand(0, "dark_ambition")
    board.start(sorin)
    assert board.why("cast:dark_ambition")[0] == "AR-SPELL-18"
    last = lay()
    sorin = last.put("sorin_eternal_thirst", "A1")
    last.put("lantern_geists", "C1")
    sorin.damage = 6
    last.hand(0, "dark_ambition")
    last.library(0, "tenacity", "shield_wall")
    last.start(sorin)
    last.do("cast:dark_ambition", f"pick:{sorin.id}")
    assert last.now.seats[0].hand == []


# ---- all of the hidden ones
@pytest.mark.rule("AR-SPELL-14")
@pytest.mark.parametrize(
    ("spell", "face"),
    [("corpse_lunge", "mad_prophet"), ("ever_after", "skirsdag_cultists"), ("pact_of_thorns", "jace_beleren")],
)
def test_hidden_cards_answer_for_the_card_they_lie_on_only(lay: Lay, spell: str, face: str) -> None:
    """Another hero of the same player is killed by an attack beside it."""
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    sorin = board.put("sorin_eternal_thirst", "A1")
    alchemist = board.put("necro_alchemist", "B1", seat=1)
    alchemist.damage = 6
    laid = board.put(face, "C1", seat=1)
    wearer = laid[0] if isinstance(laid, list) else laid
    board.attach(spell, wearer)
    board.start(sorin)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{sorin.id}:{alchemist.id}")
    assert board.figure(alchemist).zone == "graveyard"
    assert board.damage(sorin) == 0
    assert board.card(wearer).attached[0].hidden
