"""Blue spells: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena import numbers
from engine.arena.state import Figure
from engine.arena.victory import score
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
    board.dice("2 sword", "3 blank", "4 blank")  # five dice: Geists are spirits
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


def test_essence_flux_puts_a_double_space_figure_on_two_level_spaces_one_of_them_near(lay: Lay) -> None:
    board = lay(row("s0 s0 s1 s0 s0 s0 s0 s0 s0 s0 s0"))
    jace = board.put("jace_beleren", "A1")
    ruiner = board.put("eldrazi_ruiner", "J1 K1")
    board.hand(0, "essence_flux")
    board.start(jace)
    board.do("cast:essence_flux")
    assert board.options() == {"space:D1", "space:E1", "space:F1", "space:G1"}  # B and C are no two of one level
    board.do("space:G1")  # 6 away: its other side is not
    assert board.at(ruiner) == "G1 F1"


# ---- Twisted Image
def test_twisted_image_swaps_the_printed_numbers_until_ones_next_turn_and_draws(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "L9", seat=1)
    zombies = board.put("restless_zombies", "C1", seat=1)  # 3 and 1
    board.state.cards[zombies[0].card].counters["power"] = 1
    board.library(0, "catalog", "catalog", "unsummon")
    board.hand(0, "twisted_image")
    board.start(jace)
    board.do("cast:twisted_image", f"army:{zombies[0].card}")
    assert board.now.seats[0].hand == ["unsummon"]

    def numbers_now() -> tuple[int, int]:
        figure = board.figure(zombies[0])
        return numbers.power(board.pos, figure).total, numbers.toughness(board.pos, figure).total

    assert numbers_now() == (2, 3)  # the counter stays with power
    board.do("end:turn", f"card:{nahiri.card}")
    assert numbers_now() == (2, 3)
    board.do("end:turn")
    assert numbers_now() == (4, 1)


def test_twisted_image_twice_is_as_printed_and_far_or_reserve_cards_are_out_of_reach(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    zombies = board.put("restless_zombies", "C1", seat=1)
    far = board.put("necro_alchemist", "H1", seat=1)
    waiting = board.put("lantern_geists")
    board.hand(0, "twisted_image", "twisted_image", "unsummon")
    board.start(jace)
    board.do("cast:twisted_image")
    assert board.options() == {f"army:{jace.card}", f"army:{zombies[0].card}"}
    assert {far.card, waiting[0].card}.isdisjoint({jace.card, zombies[0].card})
    board.do(f"army:{zombies[0].card}", "cast:twisted_image", f"army:{zombies[0].card}")
    figure = board.figure(zombies[0])
    assert (numbers.power(board.pos, figure).total, numbers.toughness(board.pos, figure).total) == (3, 1)
    board.do("cast:unsummon")
    assert not board.now.lasting  # it comes back, if at all, as printed


# ---- Mind Control
def controlled(lay: Lay) -> tuple[Board, list[Figure], Figure]:
    """Jace, on turn, has just taken control of the Nobles beside the Necro-Alchemist."""
    board = lay()
    board.put("jace_beleren", "A1")
    nobles = board.put("bloodline_nobles", "D1", "D3", seat=1)
    alchemist = board.put("necro_alchemist", "E1", seat=1)
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.attach("powder_trap", nobles[0])
    board.hand(0, "mind_control", "unsummon", "jaces_scrutiny")
    board.start()
    board.do("cast:mind_control")
    return board, nobles, alchemist


def test_mind_control_gives_the_squad_to_choose_move_and_attack_with(lay: Lay) -> None:
    board, nobles, alchemist = controlled(lay)
    assert board.card(nobles[0]).controller == 0
    assert str(board.told("control")[0].text) == "Bloodline Nobles is now the defender's to command"
    assert board.pos.engaged(board.figure(nobles[0])) == [board.figure(alchemist)]
    board.do(f"card:{nobles[0].card}", f"move:{nobles[1].id}:E2")
    board.dice("3 sword", "4 blank")
    board.do(f"attack:{nobles[1].id}:{alchemist.id}")
    assert board.damage(alchemist) == 3
    board.do("end:turn")
    assert board.why(f"card:{nobles[0].card}")[0] == "AR-CHOOSE-01"  # its owner cannot


@pytest.mark.rule("AR-LIFE-03", "AR-LIFE-05", "AC-ATK-07")
def test_mind_control_leaves_points_graveyards_and_enchantments_where_they_belong(lay: Lay) -> None:
    board, nobles, alchemist = controlled(lay)
    trap = board.card(nobles[0]).attached[0]
    assert (trap.spell, trap.controller, trap.hidden) == ("powder_trap", 1, True)
    before = score(board.pos, 0), score(board.pos, 1)
    board.do("cast:jaces_scrutiny", f"army:{nobles[0].card}", f"card:{nobles[0].card}", "end:turn")
    assert (score(board.pos, 0), score(board.pos, 1)) == before
    board.do(f"card:{alchemist.card}")
    board.dice("2 blank", "3 blank")  # Jace's Scrutiny: whose control it was laid under, whoever owns the Nobles
    board.do(f"attack:{alchemist.id}:{nobles[0].id}", "end:turn")
    assert [one.spell for one in board.card(nobles[0]).attached] == ["powder_trap", "mind_control"]
    assert board.now.seats[0].graveyard == ["jaces_scrutiny"]


def test_mind_control_sends_the_fallen_to_their_owner_and_the_squad_to_its_owners_reserve(lay: Lay) -> None:
    board, nobles, alchemist = controlled(lay)
    board.do(f"card:{nobles[0].card}", "end:turn", f"card:{alchemist.card}")
    board.dice("5 sword", "3 blank")
    board.do(f"attack:{alchemist.id}:{nobles[0].id}")
    assert board.figure(nobles[0]).zone == "graveyard"
    assert board.damage(alchemist) == 0  # the Powder Trap burns enemies of who laid it, and he is its friend
    assert board.now.seats[1].lost == board.pos.points(nobles[0])
    assert board.now.seats[0].lost == 0
    board.do("end:turn", "cast:unsummon", f"army:{nobles[0].card}")
    card = board.card(nobles[0])
    assert (card.zone, card.controller, card.attached) == ("reserve", 1, [])
    assert board.now.seats[0].graveyard == ["mind_control", "unsummon"]


def test_mind_control_ends_with_the_planeswalker_at_once(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "B1")
    jace.damage = 5
    nobles = board.put("bloodline_nobles", "A2", seat=1)
    zombies = board.put("restless_zombies", "A1", "L9", seat=1)
    board.attach("powder_trap", zombies[0])
    board.attach("mind_control", nobles[0], by=0)
    board.state.cards[nobles[0].card].controller = 0
    board.start(nobles)
    board.dice("3 sword", "blank")
    board.do(f"attack:{nobles[0].id}:{zombies[0].id}")  # the trap burns the Noble and Jace
    assert board.figure(jace).zone == "graveyard"
    assert board.card(nobles[0]).controller == 1
    assert board.now.seats[0].graveyard == ["mind_control"]


def test_mind_control_lost_in_the_middle_of_the_attacks_ends_them(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "B1")
    jace.damage = 5
    alchemist = board.put("necro_alchemist", "A9")
    nobles = board.put("bloodline_nobles", "A2", "K9", seat=1)
    zombies = board.put("restless_zombies", "A1", "L9", seat=1)
    board.attach("powder_trap", zombies[0])
    board.attach("mind_control", nobles[0], by=0)
    board.state.cards[nobles[0].card].controller = 0
    board.start(nobles)
    board.dice("3 sword", "blank")
    board.do(f"attack:{nobles[0].id}:{zombies[0].id}")
    assert board.options() == {"end:attacks", "end:turn"}
    assert board.why(f"attack:{nobles[1].id}:{zombies[1].id}")[0] == "AR-ATK-02"
    board.do("end:turn")
    assert board.may(f"card:{nobles[0].card}")
    assert board.figure(alchemist).zone == "board"


@pytest.mark.rule("AR-SPELL-09", "AR-TERM-04")
def test_mind_control_takes_enemy_squads_within_four_clear_sight_spaces_only(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("lantern_geists", "B1")
    hero = board.put("hollowfield_effigy", "A3", seat=1)
    far = board.put("bloodline_nobles", "A6", seat=1)
    board.put("nahiri_lithomancer", "C2", seat=1)
    board.hand(0, "mind_control")
    board.start(jace)
    assert board.why("cast:mind_control")[0] == "AR-TERM-04"
    assert board.pos.distance(jace, far[0]) == 5
    assert board.pos.distance(jace, hero) == 2
    reserve = lay()
    jace = reserve.put("jace_beleren", "A1")
    reserve.put("bloodline_nobles", seat=1)
    reserve.hand(0, "mind_control")
    reserve.start(jace)
    assert reserve.why("cast:mind_control")[0] in ("AR-SPELL-09", "AC-SPELL-03")


# ---- Psychic Rebuttal
@pytest.mark.rule("AC-SPELL-08", "AC-SPELL-09")
@pytest.mark.parametrize(("sorceries", "damage"), [(1, 0), (2, 1)])
def test_psychic_rebuttal_counters_and_strikes_back_with_two_sorceries_in_the_graveyard(
    lay: Lay, sorceries: int, damage: int
) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "C1", seat=1)
    board.attach("psychic_rebuttal", jace)
    board.graveyard(1, "ghostly_wings", *["catalog"] * sorceries)
    board.hand(0, "burn_from_within")
    board.start(nahiri)
    board.do("cast:burn_from_within")
    assert board.damage(jace) == 0
    assert board.damage(nahiri) == damage
    assert board.now.seats[0].graveyard == ["burn_from_within"]
    assert board.now.seats[1].graveyard[-1] == "psychic_rebuttal"


@pytest.mark.rule("AC-SPELL-07", "AR-SPELL-02")
@pytest.mark.parametrize(("counts", "left"), [(1, 2), (0, 3)])
def test_psychic_rebuttal_answers_auras_too_and_counts_as_the_table_agreed(lay: Lay, counts: int, left: int) -> None:
    board = lay(options={"countered_counts_as_played": counts})
    jace = board.put("jace_beleren", "A1")
    other = board.put("jace_beleren_mindmage", "C1", seat=1)
    board.attach("psychic_rebuttal", other)
    board.hand(0, "sensory_deprivation", *["jaces_scrutiny"] * 3)
    board.start(jace)
    board.do("cast:sensory_deprivation")
    assert board.card(other).attached == []
    assert board.now.seats[0].graveyard == ["sensory_deprivation"]
    for _ in range(left):
        board.do("cast:jaces_scrutiny")
    if counts:
        assert board.why("cast:jaces_scrutiny")[0] == "AR-SPELL-02"


def test_psychic_rebuttal_minds_neither_spells_at_others_nor_those_of_a_team_mate(lay: Lay) -> None:
    board = lay(teams={"orange": 2, "yellow": 1}, goal="army")
    mine, mate, foe = board.seat("orange 1"), board.seat("orange 2"), board.seat("yellow")
    jace = board.put("jace_beleren", "A1", seat=mine)
    kiora = board.put("kiora_rising_tide", "A3", seat=mate)
    nahiri = board.put("nahiri_lithomancer", "C1", seat=foe)
    geists = board.put("lantern_geists", "A2", seat=mine)
    board.attach("psychic_rebuttal", jace)
    board.hand(mate, "twisted_image")
    board.hand(foe, "lance_of_flame")
    board.start(kiora, seat=mate)
    board.do("cast:twisted_image", f"army:{jace.card}")
    assert len(board.now.lasting) == 1
    again = lay(teams={"orange": 1, "yellow": 1}, goal="army")
    jace = again.put("jace_beleren", "A1", seat=1)
    nahiri = again.put("nahiri_lithomancer", "C1")
    geists = again.put("lantern_geists", "A2", seat=1)
    again.attach("psychic_rebuttal", jace)
    again.hand(0, "lance_of_flame")
    again.start(nahiri)
    again.do("cast:lance_of_flame")
    assert again.damage(geists[0]) == 2
    assert again.card(jace).attached[0].hidden


# ---- Misdirection
def test_misdirection_turns_an_aura_on_its_player(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("jace_beleren_mindmage", "L9", seat=1)
    board.attach("sensory_deprivation", jace, by=1)
    board.hand(0, "misdirection", "unsummon")
    board.start(jace)
    assert numbers.power(board.pos, board.figure(jace)).total == 3
    board.do("cast:misdirection")  # one aura, one card it could go to: range and sight do not matter
    assert numbers.power(board.pos, board.figure(jace)).total == 4
    assert numbers.range_of(board.pos, board.figure(nahiri)).total == 3
    aura = board.card(nahiri).attached[0]
    assert (aura.spell, aura.controller, aura.owner) == ("sensory_deprivation", 0, 1)


def test_misdirection_moves_mind_control_from_squad_to_squad(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "C3")
    nobles = board.put("bloodline_nobles", "L9", seat=1)
    board.put("jace_beleren_mindmage", "K9", seat=1)
    board.attach("mind_control", geists[0], by=1)
    board.state.cards[geists[0].card].controller = 1
    board.hand(0, "misdirection")
    board.start(jace)
    board.do("cast:misdirection")
    assert [board.card(figure).controller for figure in (geists[0], nobles[0])] == [0, 0]


def test_misdirection_moves_no_face_down_card_and_nothing_to_where_it_could_not_be_played(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "L9", seat=1)
    board.put("bloodline_nobles", "C1", seat=1)
    board.attach("harness_the_storm", nahiri)  # own Planeswalker: may come to Jace
    board.attach("stone_will", nahiri)
    board.hand(0, "misdirection")
    board.start(jace)
    board.d20(1)  # Misdirection is the first sorcery that it hears of
    board.do("cast:misdirection")
    assert [one.spell for one in board.card(jace).attached] == ["harness_the_storm"]
    assert [one.spell for one in board.card(nahiri).attached] == ["stone_will"]
    nowhere = lay()
    jace = nowhere.put("jace_beleren", "A1")
    nowhere.put("nahiri_lithomancer", "L9", seat=1)
    nobles = nowhere.put("bloodline_nobles", "C1", seat=1)
    nowhere.attach("hot_blood", nobles[0])  # own squad or hero: Jace has none
    nowhere.hand(0, "misdirection")
    nowhere.start(jace)
    assert nowhere.why("cast:misdirection")[0] == "AR-CARD-04"


@pytest.mark.rule("AC-SPELL-08")
def test_misdirection_is_aimed_at_both_army_cards(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    elves = board.put("elf_rangers", "C1", seat=1)
    board.attach("ghostly_wings", jace)
    board.attach("withering_curse", jace, by=1)
    board.attach("sheltering_word", elves[0])
    board.hand(0, "misdirection")
    board.start(jace)
    board.do("cast:misdirection")
    assert [one.spell for one in board.card(jace).attached] == ["ghostly_wings", "withering_curse"]
    assert board.card(elves[0]).attached == []


# ---- Tide's Refusal
@pytest.mark.rule("AR-SPELL-14")
def test_tides_refusal_sweeps_the_attackers_squad_away_before_a_die_is_rolled(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "A9")
    inquisitors = board.put("avacynian_inquisitors", "A1", "C1")
    jace = board.put("jace_beleren", "B1", seat=1)
    board.attach("tides_refusal", jace)
    board.start(inquisitors)
    board.do(f"attack:{inquisitors[0].id}:{jace.id}")
    assert [board.figure(figure).zone for figure in inquisitors] == ["reserve", "reserve"]
    assert board.options() == {"end:attacks", "end:turn"}
    assert board.damage(jace) == 0
    assert board.now.seats[1].graveyard == ["tides_refusal"]


def test_tides_refusal_waits_for_a_creature_beside_it(lay: Lay) -> None:
    board = lay()
    sorin = board.put("sorin_eternal_thirst", "A1")
    jace = board.put("jace_beleren", "B1", seat=1)
    board.attach("tides_refusal", jace)
    board.start(sorin)
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{sorin.id}:{jace.id}")  # a Planeswalker
    assert board.card(jace).attached[0].hidden
    afar = lay()
    alchemist = afar.put("necro_alchemist", "A1")
    jace = afar.put("jace_beleren", "C1", seat=1)
    afar.attach("tides_refusal", jace)
    afar.start(alchemist)
    afar.dice("5 blank", "4 blank")
    afar.do(f"attack:{alchemist.id}:{jace.id}")  # a creature, but not adjacent
    assert afar.card(jace).attached[0].hidden


# ---- Pulled Under
@pytest.mark.rule("AR-SPELL-14")
@pytest.mark.parametrize("damage", [0, 7])
def test_pulled_under_after_the_attack_even_if_the_last_figure_has_fallen(lay: Lay, damage: int) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "A9")
    inquisitors = board.put("avacynian_inquisitors", "A1", "C1")
    alchemist = board.put("necro_alchemist", "B1", seat=1)
    alchemist.damage = damage
    board.attach("pulled_under", alchemist)
    board.start(inquisitors)
    board.dice("sword", "3 blank", "4 blank")
    board.do(f"attack:{inquisitors[0].id}:{alchemist.id}")
    assert [board.figure(figure).zone for figure in inquisitors] == ["reserve", "reserve"]
    assert board.figure(alchemist).zone == ("graveyard" if damage else "board")
    assert board.options() == {"end:attacks", "end:turn"}


def test_pulled_under_lets_go_who_hits_nothing_and_planeswalkers(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    alchemist = board.put("necro_alchemist", "B1", seat=1)
    board.attach("pulled_under", alchemist)
    board.start(nahiri)
    board.dice("2 sword", "2 blank", "4 blank")
    board.do(f"attack:{nahiri.id}:{alchemist.id}")
    assert board.damage(alchemist) == 2
    assert board.card(alchemist).attached[0].hidden
    vain = lay()
    inquisitors = vain.put("avacynian_inquisitors", "A1")
    alchemist = vain.put("necro_alchemist", "B1", seat=1)
    vain.attach("pulled_under", alchemist)
    vain.start(inquisitors)
    vain.dice("sword", "3 blank", "shield", "3 blank")
    vain.do(f"attack:{inquisitors[0].id}:{alchemist.id}")
    assert vain.card(alchemist).attached[0].hidden
    assert vain.at(inquisitors[0]) == "A1"


# ---- whose side one is on
def test_a_team_mates_sorcery_breaks_no_concentration(lay: Lay) -> None:
    board = lay(teams={"orange": 2, "yellow": 1}, goal="army")
    mine, mate = board.seat("orange 1"), board.seat("orange 2")
    jace = board.put("jace_beleren", "A1", seat=mine)
    nahiri = board.put("nahiri_lithomancer", "A3", seat=mate)
    board.put("gideon_jura_combat_mage", "L9", seat=board.seat("yellow"))
    board.attach("broken_concentration", jace)
    board.hand(mate, "shield_wall")
    board.start(nahiri, seat=mate)
    board.do("cast:shield_wall")
    assert len(board.now.lasting) == 1
    assert board.card(jace).attached[0].hidden
