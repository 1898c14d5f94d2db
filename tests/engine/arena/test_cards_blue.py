"""Blue spells: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena import numbers
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


# ---- Broken Concentration
@pytest.mark.rule("AC-SPELL-08", "AC-SPELL-09", "AR-SPELL-14")
def test_broken_concentration_counters_the_next_sorcery(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "L9", seat=1)
    board.attach("broken_concentration", jace)
    board.hand(0, "shield_wall", "shield_wall")
    board.start(nahiri)
    board.do("cast:shield_wall")
    assert not board.now.lasting
    board.do("cast:shield_wall")  # used up: this one works
    assert len(board.now.lasting) == 1


def test_broken_concentration_ignores_enchantments_and_ones_own_sorceries(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "L9", seat=1)
    board.attach("broken_concentration", jace)
    board.library(0, "unsummon", "essence_flux")
    board.hand(0, "catalog")
    board.hand(1, "spare_from_evil", "stone_will")
    board.start(jace)
    board.do("cast:catalog", "spell:unsummon", "end:turn", "cast:spare_from_evil", "cast:stone_will")
    assert [one.spell for one in board.card(nahiri).attached] == ["spare_from_evil", "stone_will"]
    assert board.card(jace).attached[0].hidden


# ---- Jace's Scrutiny
def test_jaces_scrutiny_takes_three_dice_from_one_attack_and_draws(lay: Lay) -> None:
    board = lay()
    one, two = board.put("avacynian_inquisitors", "A1", "B2")
    jace = board.put("jace_beleren", "B1", seat=1)
    board.attach("jaces_scrutiny", jace)
    board.library(1, "catalog")
    board.start([one, two])
    board.dice("sword", "4 blank")
    board.do(f"attack:{one.id}:{jace.id}")
    assert board.now.seats[1].hand == ["catalog"]
    board.dice("4 blank", "4 blank")  # the second attack is met with open eyes no more
    board.do(f"attack:{two.id}:{jace.id}")


def test_jaces_scrutiny_never_leaves_fewer_than_no_dice(lay: Lay) -> None:
    board = lay()
    geists = board.put("lantern_geists", "A1")
    jace = board.put("jace_beleren", "B1", seat=1)
    board.attach("jaces_scrutiny", jace)
    board.start(geists)
    board.dice("4 blank")
    board.do(f"attack:{geists[0].id}:{jace.id}")
    assert board.damage(jace) == 0


# ---- Just the Wind
@pytest.mark.rule("AR-LIFE-01")
def test_just_the_wind_saves_the_squad_into_the_reserve(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1")
    one, two, three = board.put("lantern_geists", "B1", "D1", seat=1)
    one.damage = 2
    board.attach("just_the_wind", one)
    board.start(inquisitors)
    board.dice("2 sword", "3 blank", "3 blank")  # five dice: Geists are spirits
    board.do(f"attack:{inquisitors[0].id}:{one.id}")
    assert [board.figure(figure).zone for figure in (one, two, three)] == ["reserve", "reserve", "graveyard"]
    assert (board.damage(one), board.card(one).zone) == (0, "reserve")
    assert board.now.seats[1].graveyard == ["just_the_wind"]


@pytest.mark.rule("AR-FALL-04", "AR-LIFE-04")
def test_just_the_wind_waits_through_mere_wounds_and_does_not_stop_a_fall(lay: Lay) -> None:
    board = lay(row("s0 s0 s4 s0 .. .. .. .. .. .. .."))
    inquisitors = board.put("avacynian_inquisitors", "A1")
    nobles = board.put("bloodline_nobles", "B1", seat=1)
    board.attach("just_the_wind", nobles[0])
    board.start(inquisitors)
    board.dice("sword", "4 blank", "3 blank")
    board.do(f"attack:{inquisitors[0].id}:{nobles[0].id}")
    assert board.card(nobles[0]).attached[0].hidden
    falling = lay(row("s4 s0 .. .. .. .. .. .. .. .. .."))
    nobles = falling.put("bloodline_nobles", "A1")
    nobles[0].damage = 1
    falling.attach("just_the_wind", nobles[0])
    falling.start(nobles)
    falling.dice("sword")
    falling.do(f"move:{nobles[0].id}:B1")
    assert falling.figure(nobles[0]).zone == "graveyard"


# ---- Ghostly Wings
def test_ghostly_wings_carry_over_water_cliffs_and_figures(lay: Lay) -> None:
    board = lay(row("s0 w0 s9 s0 s0 s0 .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "D1", seat=1)
    board.hand(0, "ghostly_wings")
    board.start(jace)
    board.do("cast:ghostly_wings")
    assert numbers.toughness(board.pos, board.figure(jace)).total == 5
    board.do(f"move:{jace.id}:F1")
    assert board.now.turn.moves[0].spent == 5
    assert not board.told("leaving")
    assert not board.told("fall")


def test_ghostly_wings_lift_their_own_card_only_and_engage_where_they_land(lay: Lay) -> None:
    board = lay(row("s0 w0 s9 s0 s0 s0 .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist", "F1")
    nahiri = board.put("nahiri_lithomancer", "E1", seat=1)
    board.attach("ghostly_wings", jace)
    board.start(jace)
    assert not numbers.flies(board.pos, board.figure(alchemist))
    board.do(f"move:{jace.id}:D1")
    assert board.pos.engaged(board.figure(jace)) == [board.figure(nahiri)]


# ---- Sleep Paralysis
@pytest.mark.rule("AR-COMP-07")
@pytest.mark.parametrize(("roll", "asleep"), [(13, True), (14, False)])
def test_sleep_paralysis_until_a_roll_of_fourteen(lay: Lay, roll: int, asleep: bool) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    nobles = board.put("bloodline_nobles", "D1", "B2", seat=1)
    board.hand(0, "sleep_paralysis")
    board.start(jace)
    board.do("cast:sleep_paralysis", "end:turn", f"card:{nobles[0].card}")
    assert board.options() == {"end:attacks", "end:turn"}
    assert "sleeps" in board.why(f"move:{nobles[0].id}:E1")[1]
    assert "sleeps" in board.why(f"attack:{nobles[1].id}:{jace.id}")[1]
    board.d20(roll)
    board.do("end:turn")
    assert bool(board.card(nobles[0]).attached) is asleep
    assert board.now.seats[0].graveyard == ([] if asleep else ["sleep_paralysis"])
    board.do(f"card:{jace.card}", "end:turn")  # no roll at the end of the other player's turn


def test_sleepers_let_one_go_and_keep_their_other_abilities(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "B1")
    effigy = board.put("hollowfield_effigy", "A1", seat=1)
    board.attach("sleep_paralysis", effigy, by=0)
    board.start(jace)
    board.do(f"move:{jace.id}:C1")
    assert not board.told("leaving")
    near = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    nobles = near.put("bloodline_nobles", "B1")
    effigy = near.put("hollowfield_effigy", "A1", seat=1)
    near.attach("sleep_paralysis", effigy, by=0)
    assert numbers.power(near.pos, nobles[0]).total == 2  # Dread Shape


def test_sleep_paralysis_is_for_squads_and_heroes_in_sight(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "C1", seat=1)
    board.put("bloodline_nobles", "H1", seat=1)  # seven spaces away
    board.hand(0, "sleep_paralysis")
    board.start(jace)
    assert not board.options("cast")
    assert "within 6 clear sight spaces" in board.why("cast:sleep_paralysis")[1]


# ---- Ongoing Investigation
def test_ongoing_investigation_draws_for_the_first_damage_of_a_turn(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "L9")
    geists = board.put("lantern_geists", "A1", "B2")
    enemy = board.put("nahiri_lithomancer", "B1", seat=1)
    board.attach("ongoing_investigation", geists[0])
    board.library(0, "catalog", "unsummon", "essence_flux")
    board.start(geists)
    board.dice("sword", "blank", "4 blank")
    board.do(f"attack:{geists[0].id}:{enemy.id}")
    assert board.now.seats[0].hand == ["essence_flux"]
    board.dice("sword", "blank", "4 blank")
    board.do(f"attack:{geists[1].id}:{enemy.id}")
    assert board.now.seats[0].hand == ["essence_flux"]
    assert board.figure(jace).zone == "board"


def test_ongoing_investigation_finds_nothing_in_failures_or_cryptoliths(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."), stones={"keep": "C1", "far": "A1"})
    jace = board.put("jace_beleren", "B1")
    board.attach("ongoing_investigation", jace)
    board.library(0, "catalog")
    board.start(jace)
    board.dice("sword", "3 blank", "4 blank")
    board.do(f"attack:{jace.id}:keep")
    assert board.now.seats[0].hand == []
    failed = lay()
    jace = failed.put("jace_beleren", "A1")
    enemy = failed.put("nahiri_lithomancer", "B1", seat=1)
    failed.attach("ongoing_investigation", jace)
    failed.library(0, "catalog")
    failed.start(jace)
    failed.dice("sword", "3 blank", "shield", "3 blank")
    failed.do(f"attack:{jace.id}:{enemy.id}")
    assert failed.now.seats[0].hand == []


# ---- Sensory Deprivation
def test_sensory_deprivation_weakens_and_shortens(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "D1", seat=1)
    board.hand(0, "sensory_deprivation")
    board.start(jace)
    board.do("cast:sensory_deprivation", "end:turn", f"card:{nahiri.card}")
    board.dice("3 blank", "4 blank")
    board.do(f"attack:{nahiri.id}:{jace.id}")  # three spaces away
    far = lay()
    jace = far.put("jace_beleren", "A1")
    nahiri = far.put("nahiri_lithomancer", "E1", seat=1)
    far.attach("sensory_deprivation", nahiri, by=0)
    far.start(nahiri, seat=1)
    assert far.why(f"attack:{nahiri.id}:{jace.id}")[0] == "AR-ATK-06"


def test_sensory_deprivation_does_not_lengthen_a_short_arm(lay: Lay) -> None:
    board = lay()
    board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "C1", seat=1)
    board.attach("sensory_deprivation", geists[0], by=0)
    assert numbers.range_of(board.pos, geists[0]).total == 1
    assert numbers.power(board.pos, geists[0]).total == 1
    board.attach("sensory_deprivation", geists[0], by=0)
    board.attach("sensory_deprivation", geists[0], by=0)
    assert numbers.power(board.pos, geists[0]).total == 0


# ---- Catalog
@pytest.mark.rule("AR-SPELL-17")
def test_catalog_draws_two_and_discards_one(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.library(0, "unsummon", "essence_flux", "just_the_wind")
    board.hand(0, "catalog", "ghostly_wings")
    board.start(jace)
    board.do("cast:catalog")
    assert board.options() == {"spell:ghostly_wings", "spell:just_the_wind", "spell:essence_flux"}
    board.do("spell:ghostly_wings")
    assert board.now.seats[0].hand == ["just_the_wind", "essence_flux"]
    assert board.now.seats[0].graveyard == ["ghostly_wings", "catalog"]


def test_catalog_takes_what_there_is_but_not_nothing(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.library(0, "unsummon")
    board.hand(0, "catalog", "catalog")
    board.start(jace)
    board.do("cast:catalog", "spell:unsummon")
    assert board.now.seats[0].hand == ["catalog"]
    rule, words = board.why("cast:catalog")
    assert rule == "AR-SPELL-18"
    assert words == "your library is empty"


# ---- Press for Answers
def test_press_for_answers_roots_the_card_through_its_next_turn(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "C1", seat=1)
    board.library(0, "catalog")
    board.hand(0, "press_for_answers")
    board.start(jace)
    board.do("cast:press_for_answers")
    assert board.now.seats[0].hand == ["catalog"]
    board.do("end:turn", f"card:{nahiri.card}")
    assert not board.options("move")
    assert "cannot move" in board.why(f"move:{nahiri.id}:D1")[1]
    assert board.may(f"attack:{nahiri.id}:{jace.id}")  # moving is all it forbids
    board.do("end:turn", f"card:{jace.card}", "end:turn", f"card:{nahiri.card}")
    assert board.may(f"move:{nahiri.id}:D1")


def test_press_for_answers_leaves_the_other_cards_alone(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "C1", seat=1)
    nobles = board.put("bloodline_nobles", "C3", seat=1)
    board.hand(0, "press_for_answers")
    board.start(jace)
    board.do("cast:press_for_answers", f"army:{nahiri.card}", "end:turn", f"card:{nobles[0].card}")
    assert board.may(f"move:{nobles[0].id}:D3")


# ---- Essence Flux
def test_essence_flux_moves_and_mends_a_creature_and_hardens_a_spirit(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "H9")
    geists[0].damage = 2
    board.put("nahiri_lithomancer", "G9", seat=1)
    enemy = board.put("bloodline_nobles", "D1", seat=1)
    board.hand(0, "essence_flux", "essence_flux")
    board.start(jace)
    board.do("cast:essence_flux", "space:C1")
    assert (board.at(geists[0]), board.damage(geists[0])) == ("C1", 0)
    assert board.card(geists[0]).counters == {"toughness": 1}
    assert not board.told("leaving")  # not movement
    assert board.pos.engaged(board.figure(geists[0])) == [board.figure(enemy[0])]
    board.do("cast:essence_flux", "space:B1")
    assert board.card(geists[0]).counters == {"toughness": 1}  # one is enough


def test_essence_flux_hardens_no_others_and_carries_nobody_out_of_sight(lay: Lay) -> None:
    board = lay(row("s0 s0 s9 s0 s0 .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist", "E1")
    board.hand(0, "essence_flux")
    board.start(jace)
    board.do("cast:essence_flux")
    assert board.options() == {"space:B1", "space:C1"}
    board.do("space:B1")
    assert board.card(alchemist).counters == {}


# ---- Unsummon, Compelling Deterrence, Engulf the Shore
def test_unsummon_returns_any_squad_or_hero_with_nothing_on_it(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    own = board.put("necro_alchemist", "A3")
    nobles = board.put("bloodline_nobles", "C1", "K9", seat=1)
    nobles[0].damage = 1
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.attach("hot_blood", nobles[0])
    board.state.cards[nobles[0].card].counters["power"] = 2
    board.hand(0, "unsummon")
    board.start(jace)
    board.do("cast:unsummon")
    assert board.options() == {f"army:{own.card}", f"army:{nobles[0].card}"}
    board.do(f"army:{nobles[0].card}")
    card = board.card(nobles[0])
    assert (card.zone, card.attached, card.counters) == ("reserve", [], {})
    assert [board.figure(noble).zone for noble in nobles] == ["reserve", "reserve", "graveyard"]
    assert board.now.seats[1].graveyard == ["hot_blood"]


def test_unsummon_moves_no_planeswalker_and_nobody_far_away(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "C1", seat=1)
    board.put("bloodline_nobles", "H1", seat=1)
    board.hand(0, "unsummon")
    board.start(jace)
    assert board.why("cast:unsummon")[0] == "AR-CARD-04"


def test_compelling_deterrence_also_costs_a_card_at_random(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    board.hand(0, "compelling_deterrence")
    board.hand(1, "dual_shot", "stone_will")
    board.start(jace)
    board.do("cast:compelling_deterrence")
    assert board.card(nobles[0]).zone == "reserve"
    assert len(board.now.seats[1].hand) == 1
    assert sorted(board.now.seats[1].hand + board.now.seats[1].graveyard) == ["dual_shot", "stone_will"]


def test_compelling_deterrence_with_an_empty_hand_and_never_on_ones_own(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    own = board.put("necro_alchemist", "A3")
    board.put("nahiri_lithomancer", "L9", seat=1)
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    board.hand(0, "compelling_deterrence")
    board.start(jace)
    board.do("cast:compelling_deterrence")
    assert (board.card(nobles[0]).zone, board.card(own).zone) == ("reserve", "play")
    assert board.now.seats[1].graveyard == []


def test_engulf_the_shore_takes_all_squads_and_heroes_around(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    own = board.put("necro_alchemist", "A3")
    nahiri = board.put("nahiri_lithomancer", "C3", seat=1)
    nobles = board.put("bloodline_nobles", "C1", "K9", seat=1)
    far = board.put("avacynian_inquisitors", "F1", "F2", seat=1)
    board.hand(0, "engulf_the_shore")
    board.start(jace)
    board.do("cast:engulf_the_shore")
    zones = [board.card(figure).zone for figure in (own, nobles[0], nahiri, far[0])]
    assert zones == ["reserve", "reserve", "play", "play"]
    assert board.figure(nobles[1]).zone == "reserve"  # the whole card goes


def test_engulf_the_shore_needs_somebody_to_take(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "C1", seat=1)
    board.put("bloodline_nobles", "F1", seat=1)
    board.hand(0, "engulf_the_shore")
    board.start(jace)
    assert board.why("cast:engulf_the_shore")[0] == "AR-CARD-04"
