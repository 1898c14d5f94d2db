"""Abilities of army cards: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from engine.arena import numbers
from engine.arena.army import RECOMMENDED, faults
from engine.arena.cards import cards
from engine.core.refusal import Refused
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


# ---- Jace Beleren: Hoard of Secrets is looked at when the deck is checked (test_army.py)
def plucking(lay: Lay, top: str = "lance_of_flame") -> tuple[Board, str]:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    jace.damage = 1
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.library(1, "shield_wall", top)
    board.start(jace)
    return board, f"use:{jace.card}:Pluck the Thought"


def test_pluck_the_thought_takes_the_card_that_is_named(lay: Lay) -> None:
    board, use = plucking(lay)
    board.do(use)
    named = {spell.id for spell in cards().spells.values() if spell.colour in "WR"}
    assert board.options() == {f"spell:{spell}" for spell in named}
    board.do("spell:lance_of_flame")
    assert board.now.seats[0].hand == ["lance_of_flame@1"]
    assert board.now.seats[1].library == ["shield_wall"]
    assert board.why(use)[0] == "AR-CARD-19"  # once a turn


@pytest.mark.rule("AR-CARD-07", "AR-SPELL-06")
def test_what_jace_plucked_he_may_play_and_it_goes_to_its_owners_graveyard(lay: Lay) -> None:
    board, use = plucking(lay)
    board.do(use, "spell:lance_of_flame")
    assert board.why("cast:lance_of_flame@1")[0] == "AR-CARD-04"  # red is no matter, but there is no creature to burn
    other, use = plucking(lay, "angels_mercy")
    other.do(use, "spell:angels_mercy", "cast:angels_mercy@1")
    assert other.damage(other.now.figures[0]) == 0
    assert (other.now.seats[0].graveyard, other.now.seats[1].graveyard) == ([], ["angels_mercy"])


def test_pluck_the_thought_leaves_the_card_after_a_wrong_guess_and_shows_it_to_jace_alone(lay: Lay) -> None:
    board, use = plucking(lay)
    board.do(use, "spell:shield_wall")
    assert board.now.seats[1].library == ["shield_wall", "lance_of_flame"]
    assert board.now.seats[0].hand == []
    assert [event.to for event in board.told("peeked")] == [(0,)]
    public = [event for event in board._events if event.to is None]
    assert "lance_of_flame" not in str([event.data for event in public])


def test_pluck_the_thought_needs_a_library(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.start(jace)
    assert board.why(f"use:{jace.card}:Pluck the Thought")[0] == "AR-CARD-04"


# ---- Nahiri, the Lithomancer
@pytest.mark.rule("AR-ATK-30", "AR-CRYPT-14")
def test_stone_obeys_cliffs_and_cryptoliths_count_one_and_no_fall_hurts(lay: Lay) -> None:
    board = lay(row("s0 s9 s0 s0 s0 s0 .. .. .. .. .."), stones={"keep": "D1"})
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.start(nahiri)
    board.do(f"move:{nahiri.id}:F1")
    assert board.now.turn.moves[0].spent == 5
    assert not board.told("fall")


def test_stone_does_not_obey_her_squads_and_water_stops_her(lay: Lay) -> None:
    board = lay(row("s0 s9 s0 w0 s0 s0 .. .. .. .. .."))
    nahiri = board.put("nahiri_lithomancer", "C1")
    nobles = board.put("bloodline_nobles", "A1")
    board.start(nobles)
    assert not board.options("move")
    board.do("end:turn")
    other = lay(row("s0 s9 s0 w0 s0 s0 .. .. .. .. .."))
    nahiri = other.put("nahiri_lithomancer", "C1")
    other.start(nahiri)
    assert not other.may(f"move:{nahiri.id}:E1")


def test_stone_shields_her_from_afar_but_not_close_by_and_none_of_her_squads(lay: Lay) -> None:
    for at, dice in (("C1", 5), ("B1", 4)):
        board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
        nahiri = board.put("nahiri_lithomancer", "A1", seat=1)
        jace = board.put("jace_beleren", at)
        board.start(jace)
        board.dice("4 blank", f"{dice} blank")
        board.do(f"attack:{jace.id}:{nahiri.id}")
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    board.put("nahiri_lithomancer", "A1", seat=1)
    nobles = board.put("bloodline_nobles", "B1", seat=1)
    jace = board.put("jace_beleren", "D1")
    board.start(jace)
    board.dice("4 blank", "3 blank")
    board.do(f"attack:{jace.id}:{nobles[0].id}")


@pytest.mark.rule("AR-TERM-06", "AR-TERM-07", "AR-TURN-05", "AR-ATK-22")
def test_forge_blades_instead_of_attacking(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "E1")
    enemy = board.put("jace_beleren", "C2", seat=1)
    board.start(nahiri)
    board.do(f"move:{nahiri.id}:B1", f"use:{nahiri.card}:Forge Blades")
    assert board.card(nobles[0]).counters == {"power": 1}
    assert [numbers.power(board.pos, board.figure(noble)).total for noble in nobles] == [4, 4, 4]
    assert board.why(f"attack:{nahiri.id}:{enemy.id}")[0] == "AR-ATK-22"
    assert board.why(f"move:{nahiri.id}:A1")[0] == "AR-TURN-01"


def test_forge_blades_not_after_an_attack_not_twice_on_a_card_not_five_spaces_away(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    nobles = board.put("bloodline_nobles", "C3")
    enemy = board.put("jace_beleren", "C1", seat=1)
    board.start(nahiri)
    use = f"use:{nahiri.card}:Forge Blades"
    assert board.may(use)
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{nahiri.id}:{enemy.id}")
    assert board.why(use)[0] == "AR-TURN-05"
    for place, counters in (("C3", {"power": 1}), ("F1", {})):
        other = lay()
        nahiri = other.put("nahiri_lithomancer", "A1")
        nobles = other.put("bloodline_nobles", place)
        other.state.cards[nobles[0].card].counters.update(counters)
        other.start(nahiri)
        assert other.why(f"use:{nahiri.card}:Forge Blades")[0] == "AR-CARD-19"


# ---- Lantern Geists: flying is in test_movement.py
@pytest.mark.interaction(57)
@pytest.mark.rule("AR-ENG-04")
def test_flying_geists_are_struck_at_take_off_and_not_by_those_they_pass(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."))
    geists = board.put("lantern_geists", "B1")
    board.put("necro_alchemist", "A1", seat=1)
    board.put("hollowfield_effigy", "D1", seat=1)
    board.start(geists)
    board.dice("sword")
    board.do(f"move:{geists[0].id}:F1")
    assert board.damage(geists[0]) == 1
    assert len(board.told("leaving")) == 1


def test_baring_light_weakens_those_beside_a_geist_against_other_attackers(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("lantern_geists", "C2", "D2")
    enemy = board.put("chandra_nalaar_pyromancer", "D1", seat=1)
    board.start(jace)
    board.dice("4 blank", "3 blank")  # two Geists are beside her, it counts once
    board.do(f"attack:{jace.id}:{enemy.id}")


def test_baring_light_does_not_help_the_geists_themselves_or_reach_farther(lay: Lay) -> None:
    board = lay()
    geists = board.put("lantern_geists", "C1")
    enemy = board.put("chandra_nalaar_pyromancer", "D1", seat=1)
    board.start(geists)
    board.dice("2 blank", "4 blank")
    board.do(f"attack:{geists[0].id}:{enemy.id}")
    far = lay()
    jace = far.put("jace_beleren", "A1")
    far.put("lantern_geists", "C3")
    enemy = far.put("chandra_nalaar_pyromancer", "D1", seat=1)
    far.start(jace)
    far.dice("4 blank", "4 blank")
    far.do(f"attack:{jace.id}:{enemy.id}")


def test_smothering_glow_hurts_who_stands_between_two_geists_at_the_start_of_the_turn(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "L9")
    board.put("lantern_geists", "A1", "C1")
    nobles = board.put("bloodline_nobles", "B1", "D1", seat=1)  # D1 is beside one Geist only
    board.put("nahiri_lithomancer", "L1", seat=1)
    board.start(nobles, seat=1)
    board.do("end:turn")
    assert board.now.turn.seat == 0
    assert [board.damage(noble) for noble in nobles[:2]] == [1, 0]
    board.do(f"card:{jace.card}", "end:turn")
    assert board.damage(nobles[0]) == 1  # not at the start of the other player's turn


# ---- Necro-Alchemist
@pytest.mark.rule("AR-TERM-06", "AR-TERM-07")
def test_harvest_a_charge_for_each_creature_that_dies_within_four(lay: Lay) -> None:
    board = lay()
    alchemist = board.put("necro_alchemist", "A1")
    nahiri = board.put("nahiri_lithomancer", "A3")
    nobles = board.put("bloodline_nobles", "E1", seat=1)
    nobles[0].damage = 1
    board.hand(0, "lance_of_flame")
    board.start(nahiri)
    board.do("cast:lance_of_flame")
    assert board.card(alchemist).counters == {"charge": 1}


def test_harvest_stops_at_three_and_takes_neither_the_distant_nor_planeswalkers(lay: Lay) -> None:
    def killing(victim: str, at: str, charge: int) -> dict[str, int]:
        board = lay()
        alchemist = board.put("necro_alchemist", "A1")
        nahiri = board.put("nahiri_lithomancer", "C2")
        enemy = board.put(victim, at, seat=1)
        first = enemy[0] if isinstance(enemy, list) else enemy
        first.damage = cards().armies[victim].life - 1
        board.state.cards[alchemist.card].counters["charge"] = charge
        board.hand(0, "burn_from_within")
        board.start(nahiri)
        board.do("cast:burn_from_within")
        assert board.figure(first).zone == "removed"
        return board.card(alchemist).counters

    assert killing("bloodline_nobles", "E1", 2) == {"charge": 3}
    assert killing("bloodline_nobles", "E1", 3) == {"charge": 3}
    assert killing("bloodline_nobles", "F1", 0) == {"charge": 0}
    assert killing("jace_beleren", "D1", 0) == {"charge": 0}


@pytest.mark.rule("AR-LIFE-07")
def test_stitch_together_raises_a_zombie(lay: Lay) -> None:
    board = lay()
    alchemist = board.put("necro_alchemist", "C3")
    geists = board.put("lantern_geists", "F1")
    board.state.cards[alchemist.card].counters["charge"] = 3
    board.start(alchemist)
    board.do(f"use:{alchemist.card}:Stitch Together", f"pick:{geists[2].id}", "space:D3")
    assert (board.at(geists[2]), board.damage(geists[2])) == ("D3", 0)
    assert board.pos.types(board.figure(geists[2])) == {"Spirit", "Zombie"}
    assert board.card(alchemist).counters["charge"] == 1


def test_stitch_together_needs_charges_a_dead_squad_figure_and_action_3_not_begun(lay: Lay) -> None:
    def use(charge: int, *at: str, zone: str = "graveyard") -> tuple[Board, str]:
        board = lay()
        alchemist = board.put("necro_alchemist", "C3")
        board.put("lantern_geists", *at)
        for figure in board.state.figures:
            figure.zone = zone if figure.zone == "graveyard" else figure.zone  # type: ignore[assignment]
        board.state.cards[alchemist.card].counters["charge"] = charge
        board.start(alchemist)
        return board, f"use:{alchemist.card}:Stitch Together"

    board, key = use(1, "F1")
    assert "two Charge counters" in board.why(key)[1]
    board, key = use(2, "F1", "F2", "F3")
    assert "a destroyed figure" in board.why(key)[1]
    board, key = use(2, "F1", zone="removed")
    assert "a destroyed figure" in board.why(key)[1]
    board, key = use(2, "F1")
    board.do(f"move:{board.state.figures[0].id}:D3")
    assert board.why(key)[0] == "AR-TURN-01"
    board.do("end:attacks")
    assert board.may(key)


# ---- Avacynian Inquisitors
def test_purge_one_more_die_against_what_should_not_be(lay: Lay) -> None:
    prey = ("bloodline_nobles", "lantern_geists", "blazing_firecats")
    for face in (*prey, "restless_zombies", "jace_beleren", "necro_alchemist"):
        board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
        inquisitors = board.put("avacynian_inquisitors", "A1")
        enemy = board.put(face, "B1", seat=1)
        first = enemy[0] if isinstance(enemy, list) else enemy
        board.start(inquisitors)
        board.dice(f"{5 if face in prey else 4} blank", f"{cards().armies[face].toughness} blank")
        board.do(f"attack:{inquisitors[0].id}:{first.id}")


def test_purge_knows_a_spirit_that_was_none_and_adds_nothing_in_defence(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    inquisitors = board.put("avacynian_inquisitors", "A1")
    others = board.put("avacynian_inquisitors", "B1", seat=1)
    others[0].types = ["Spirit"]
    board.start(inquisitors)
    board.dice("5 blank", "4 blank")
    board.do(f"attack:{inquisitors[0].id}:{others[0].id}", "end:turn", f"card:{others[0].card}")
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{others[0].id}:{inquisitors[0].id}")


def test_no_escape_two_dice_for_those_who_leave_an_inquisitor_but_not_its_friends(lay: Lay) -> None:
    board = lay()
    geists = board.put("lantern_geists", "B2")
    board.put("avacynian_inquisitors", "A2", seat=1)
    board.put("necro_alchemist", "B1", seat=1)
    board.start(geists)
    board.dice("2 sword", "blank")
    board.do(f"move:{geists[0].id}:E5")
    assert [event.data["faces"] for event in board.told("leaving")] == [["sword", "sword"], ["blank"]]
    assert board.damage(geists[0]) == 2


# ---- Bloodline Nobles
def test_feast_a_counter_for_a_kill_two_at_most(lay: Lay) -> None:
    for before, after in ((0, 1), (1, 2), (2, 2)):
        board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
        nobles = board.put("bloodline_nobles", "A1")
        geists = board.put("lantern_geists", "B1", seat=1)
        geists[0].damage = 2
        board.state.cards[nobles[0].card].counters["power"] = before
        board.start(nobles)
        board.dice("sword", f"{2 + before} blank", "4 blank")
        board.do(f"attack:{nobles[0].id}:{geists[0].id}")
        assert board.card(nobles[0]).counters["power"] == after


def test_feast_not_for_wounds_and_not_for_the_kills_of_others(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    nobles = board.put("bloodline_nobles", "A1")
    geists = board.put("lantern_geists", "B1", seat=1)
    board.start(nobles)
    board.dice("sword", "2 blank", "4 blank")
    board.do(f"attack:{nobles[0].id}:{geists[0].id}")
    assert board.card(nobles[0]).counters == {}
    other = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    nobles = other.put("bloodline_nobles", "A1")
    inquisitors = other.put("avacynian_inquisitors", "C1")
    geists = other.put("lantern_geists", "B1", seat=1)
    geists[0].damage = 2
    other.start(inquisitors)
    other.dice("sword", "4 blank", "4 blank")
    other.do(f"attack:{inquisitors[0].id}:{geists[0].id}")
    assert other.card(nobles[0]).counters == {}


def test_disdain_humans_let_nobles_go_others_do_not(lay: Lay) -> None:
    board = lay()
    nobles = board.put("bloodline_nobles", "B2")
    board.put("jace_beleren", "A2", seat=1)
    board.put("lantern_geists", "B1", seat=1)
    board.start(nobles)
    board.dice("sword")
    board.do(f"move:{nobles[0].id}:D3")
    assert len(board.told("leaving")) == 1


# ---- Hollowfield Effigy
def test_dread_shape_for_squads_beside_it_not_for_heroes_nor_farther(lay: Lay) -> None:
    board = lay()
    board.put("hollowfield_effigy", "B2")
    nobles = board.put("bloodline_nobles", "A2", "D2", seat=1)
    alchemist = board.put("necro_alchemist", "B1", seat=1)
    own = board.put("avacynian_inquisitors", "C2")
    power = [numbers.power(board.pos, figure).total for figure in (nobles[0], nobles[1], alchemist, own[0])]
    assert power == [2, 3, 5, 4]


def test_scatter_the_flock_for_flyers_within_three_and_it_adds_up(lay: Lay) -> None:
    board = lay()
    board.put("hollowfield_effigy", "B1")
    geists = board.put("lantern_geists", "C1", "E1", "F1", seat=1)
    assert [numbers.power(board.pos, geist).total for geist in geists] == [0, 1, 2]
    grounded = lay()
    grounded.put("hollowfield_effigy", "B1")
    alchemist = grounded.put("necro_alchemist", "D1", seat=1)
    assert numbers.power(grounded.pos, alchemist).total == 5
    grounded.attach("ghostly_wings", alchemist)
    assert numbers.power(grounded.pos, alchemist).total == 4


def test_dry_straw_burns_one_more_from_spells_not_from_blades(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    effigy = board.put("hollowfield_effigy", "C1", seat=1)
    board.hand(0, "lance_of_flame")
    board.start(nahiri)
    board.do("cast:lance_of_flame")
    assert board.damage(effigy) == 3
    board.dice("sword", "3 blank", "4 blank")
    board.do(f"attack:{nahiri.id}:{effigy.id}")
    assert board.damage(effigy) == 4


# ---- all of them
@pytest.mark.rule("AR-CARD-19")
def test_a_static_or_triggered_ability_cannot_be_used(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.start(nahiri)
    assert "is not an activated ability" in board.why(f"use:{nahiri.card}:Stone Obeys")[1]
    with pytest.raises(Refused):
        board.do(f"use:{nahiri.card}:Stone Obeys")


@pytest.mark.rule("AR-BUILD-14")
def test_hoard_of_secrets_lets_jaces_deck_cost_225_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    army = RECOMMENDED[0].army
    spells = dict(cards().spells)
    cost = sum(spells[id].cost for id in army.spells)
    first = spells[army.spells[0]]
    for total, legal in ((225, True), (226, False)):
        priced = {**spells, first.id: msgspec.structs.replace(first, cost=first.cost + total - cost)}
        monkeypatch.setattr(cards(), "spells", priced)
        assert [fault.rule for fault in faults(army)] == ([] if legal else ["AR-BUILD-14"])
