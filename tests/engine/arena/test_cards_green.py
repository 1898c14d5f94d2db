"""Green spells: what each does, and what it must not do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena import numbers
from engine.arena.state import Figure
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


def power(board: Board, figure: Figure) -> int:
    return numbers.power(board.pos, board.figure(figure)).total


def toughness(board: Board, figure: Figure) -> int:
    return numbers.toughness(board.pos, board.figure(figure)).total


# ---- Equestrian Skill
def test_equestrian_skill_makes_a_human_stronger_faster_and_trampling(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 .. .."))
    prophet = board.put("mad_prophet", "A1")
    nobles = board.put("bloodline_nobles", "H1", "I1", seat=1)
    board.attach("equestrian_skill", prophet)
    board.start(prophet)
    assert (power(board, prophet), toughness(board, prophet)) == (5, 4)
    board.do(f"move:{prophet.id}:G1")
    assert board.why(f"move:{prophet.id}:H1")[0] == "AR-MOVE-08"
    board.dice("4 sword", "blank", "3 blank")
    board.do(f"attack:{prophet.id}:{nobles[0].id}")
    assert [board.figure(noble).zone for noble in nobles[:2]] == ["graveyard", "graveyard"]  # 2 of 4 were left


def test_equestrian_skill_lets_no_goblin_trample_and_goes_on_ones_own_creatures_only(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 .. .."))
    goblins = board.put("goblin_javelineers", "A1")
    nobles = board.put("bloodline_nobles", "B1", "C1", seat=1)
    board.attach("equestrian_skill", goblins[0])
    board.start(goblins)
    board.dice("5 sword", "3 blank")
    board.do(f"attack:{goblins[0].id}:{nobles[0].id}")
    assert [board.figure(noble).zone for noble in nobles[:2]] == ["graveyard", "board"]
    other = lay()
    nissa = other.put("nissa_revane_animist", "A1")
    other.put("bloodline_nobles", "B1", seat=1)
    other.hand(0, "equestrian_skill")
    other.start(nissa)
    assert other.why("cast:equestrian_skill")[0] == "AR-SPELL-09"


# ---- Moonlight Hunt
@pytest.mark.parametrize(("rangers", "damage"), [((), 2), (("C3",), 3), (("C3", "D3"), 3)])
def test_moonlight_hunt_one_and_one_for_each_werewolf_near_three_at_most(
    lay: Lay, rangers: tuple[str, ...], damage: int
) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "A1")  # a Werewolf herself, 4 spaces from the prey
    if rangers:
        board.put("kessig_rangers", *rangers)
    geists = board.put("lantern_geists", "E1", seat=1)
    board.put("hollowfield_effigy", "E2", seat=1)
    board.hand(0, "moonlight_hunt")
    board.start(arlinn)
    board.do("cast:moonlight_hunt", f"pick:{geists[0].id}")
    assert board.pos.face_of(geists[0]).life == 3
    assert board.told("damage")[0].data["amount"] == damage


def test_moonlight_hunt_counts_nobody_far_off_and_no_elves_and_hunts_no_planeswalker(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "A1")
    board.put("elf_rangers", "E3")
    board.put("kessig_rangers", "L9", seat=1)  # not one's own
    geists = board.put("lantern_geists", "F1", seat=1)
    board.put("jace_beleren", "A3", seat=1)
    board.hand(0, "moonlight_hunt")
    board.start(arlinn)
    board.do("cast:moonlight_hunt")  # the only creature within 6
    assert board.damage(geists[0]) == 1
    far = lay()
    arlinn = far.put("arlinn_kord", "A1")
    far.put("lantern_geists", "H1", seat=1)
    far.put("jace_beleren", "B1", seat=1)
    far.hand(0, "moonlight_hunt")
    far.start(arlinn)
    assert far.why("cast:moonlight_hunt")[0] == "AR-CARD-04"


# ---- Predatory Strike
@pytest.mark.rule("AR-SPELL-14")
def test_predatory_strike_meets_the_one_who_comes_who_may_go_on(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1")
    roots = board.put("pummelroot_elementals", "C1", "B2", seat=1)
    roots[1].damage = 1
    board.attach("predatory_strike", roots[0])
    board.start(inquisitors)
    board.dice("2 sword", "3 blank", "4 blank")  # 4 + 1 dice; both are engaged, the weaker one strikes
    board.do(f"move:{inquisitors[0].id}:B1")
    assert board.damage(inquisitors[0]) == 2
    assert [event.data["attacker"] for event in board.told("attack")] == [roots[1].id]
    assert board.may(f"move:{inquisitors[0].id}:C2")
    assert board.may(f"attack:{inquisitors[0].id}:{roots[0].id}")
    assert board.now.seats[1].graveyard == ["predatory_strike"]


def test_predatory_strike_may_end_the_move_for_good(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1", "A9")
    roots = board.put("pummelroot_elementals", "D1", seat=1)
    board.attach("predatory_strike", roots[0])
    board.start(inquisitors)
    board.dice("3 sword", "2 blank", "4 blank")
    board.do(f"move:{inquisitors[0].id}:C1")
    assert board.figure(inquisitors[0]).zone == "graveyard"
    assert board.match.asked[0].seat == 0
    board.do(f"move:{inquisitors[1].id}:B9")


def test_predatory_strike_waits_while_its_creature_sleeps_and_for_enemies_who_come_by_themselves(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "B1", "A9")
    roots = board.put("pummelroot_elementals", "D1", seat=1)
    board.attach("predatory_strike", roots[0])
    board.attach("sleep_paralysis", roots[0], by=0)
    board.start(inquisitors)
    board.do(f"move:{inquisitors[0].id}:C1")  # no dice
    assert board.card(roots[0]).attached[0].hidden
    own = lay()
    inquisitors = own.put("avacynian_inquisitors", "A1", seat=1)
    roots = own.put("pummelroot_elementals", "C1")
    own.attach("predatory_strike", roots[0])
    own.start(roots)
    own.do(f"move:{roots[0].id}:B1")  # it comes to the enemy, not the enemy to it
    assert own.card(roots[0]).attached[0].hidden


# ---- Natural End
def test_natural_end_takes_an_aura_off_any_card_and_mends_the_planeswalker(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A1")
    nissa.damage = 2
    nobles = board.put("bloodline_nobles", "L9", seat=1)
    board.attach("hot_blood", nobles[0])
    board.attach("stensia_masquerade", nobles[0])
    board.attach("powder_trap", nobles[0])
    board.hand(0, "natural_end")
    board.start(nissa)
    board.do("cast:natural_end")
    assert board.options() == {"spell:hot_blood", "spell:stensia_masquerade", "say:face down"}
    board.do("spell:stensia_masquerade")
    assert [one.spell for one in board.card(nobles[0]).attached] == ["hot_blood", "powder_trap"]
    assert board.now.seats[1].graveyard == ["stensia_masquerade"]
    assert board.damage(nissa) == 1


@pytest.mark.rule("AR-SPELL-15")
def test_natural_end_shows_the_topmost_face_down_card_which_does_not_act(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A1")
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    board.attach("powder_trap", nobles[0])
    board.attach("nahiris_machinations", nobles[0])
    board.hand(0, "natural_end")
    board.start(nissa)
    board.do("cast:natural_end")  # one card, no aura: nothing to choose, and nothing given away
    assert [event.data["spell"] for event in board.told("lost")] == ["powder_trap"]
    assert [one.spell for one in board.card(nobles[0]).attached] == ["nahiris_machinations"]
    assert board.damage(nissa) == 0


def test_natural_end_needs_an_enchantment_somewhere(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A1")
    nissa.damage = 2
    board.put("bloodline_nobles", "C1", seat=1)
    board.hand(0, "natural_end")
    board.start(nissa)
    rule, words = board.why("cast:natural_end")
    assert rule == "AR-CARD-04"
    assert "enchantment" in words


def test_natural_end_on_mind_control_gives_the_squad_back(lay: Lay) -> None:
    board = lay()
    board.put("jace_beleren", "L9", seat=1)
    nissa = board.put("nissa_revane_animist", "A1")
    elves = board.put("elf_rangers", "C1")
    board.attach("mind_control", elves[0], by=1)
    board.state.cards[elves[0].card].controller = 1
    board.hand(0, "natural_end")
    board.start(nissa)
    assert board.pos.engaged(board.figure(elves[0])) == []
    board.do("cast:natural_end")
    assert board.card(elves[0]).controller == 0
    assert board.now.seats[1].graveyard == ["mind_control"]


# ---- Rabid Bite
def test_rabid_bite_rolls_the_biters_power_and_nobody_defends(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A9")
    roots = board.put("pummelroot_elementals", "A1", "E1")
    board.state.cards[roots[0].card].counters["power"] = 1
    board.attach("hot_blood", roots[0])
    effigy = board.put("avacyn_bloodied_wings", "B1", seat=1)
    board.put("jace_beleren", "F1", seat=1)  # a Planeswalker is not bitten
    board.hand(0, "rabid_bite")
    board.start(nissa)
    board.dice("4 sword", "shield", "blank")  # 4, a counter, an aura
    board.do("cast:rabid_bite")
    assert board.damage(effigy) == 4
    assert not board.told("attack")


def test_rabid_bite_needs_two_creatures_side_by_side(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A1")
    board.put("lantern_geists", "B1", seat=1)  # beside the Planeswalker only
    board.put("elf_rangers", "D1")
    board.hand(0, "rabid_bite")
    board.start(nissa)
    assert board.why("cast:rabid_bite")[0] == "AR-CARD-04"


def test_rabid_bite_is_no_attack_thornhide_and_jaces_scrutiny_do_not_mind(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A9")
    roots = board.put("pummelroot_elementals", "A1")
    nobles = board.put("bloodline_nobles", "B1", seat=1)
    board.attach("thornhide", nobles[0])
    board.attach("jaces_scrutiny", nobles[0])
    board.hand(0, "rabid_bite")
    board.start(nissa)
    board.dice("4 blank")
    board.do("cast:rabid_bite")
    assert (board.damage(roots[0]), board.damage(nobles[0])) == (0, 0)
    assert board.card(nobles[0]).attached[1].hidden


# ---- Sheltering Word
@pytest.mark.rule("AC-SPELL-08", "AC-SPELL-09", "AR-SPELL-14")
def test_sheltering_word_counters_what_is_aimed_at_a_figure_and_mends_it(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    roots = board.put("pummelroot_elementals", "C1", "C2", seat=1)
    roots[0].damage, roots[1].damage = 1, 2
    board.attach("sheltering_word", roots[0])
    board.hand(0, "dual_shot")
    board.start(nahiri)
    board.do("cast:dual_shot", f"pick:{roots[0].id}", "say:enough")
    assert [board.damage(root) for root in roots[:2]] == [0, 2]
    assert board.now.seats[0].graveyard == ["dual_shot"]
    assert board.now.seats[1].graveyard == ["sheltering_word"]


@pytest.mark.rule("AC-SPELL-08", "AC-SPELL-09")
def test_sheltering_word_counters_auras_on_its_card_and_mends_the_worst_hurt(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    elves = board.put("pummelroot_elementals", "C1", "C2", seat=1)
    elves[0].damage, elves[1].damage = 1, 2
    board.attach("sheltering_word", elves[0])
    board.hand(0, "sensory_deprivation")
    board.start(jace)
    board.do("cast:sensory_deprivation")
    assert board.card(elves[0]).attached == []
    assert [board.damage(elf) for elf in elves[:2]] == [1, 0]
    assert board.now.seats[0].graveyard == ["sensory_deprivation"]


@pytest.mark.rule("AR-TERM-10")
def test_sheltering_word_shelters_from_damage_that_hits_many(lay: Lay) -> None:
    """All damage of a spell is targeted damage."""
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    elves = board.put("elf_rangers", "C1", seat=1)
    board.attach("sheltering_word", elves[0])
    board.hand(0, "rolling_temblor")
    board.start(nahiri)
    board.do("cast:rolling_temblor")
    assert (board.damage(elves[0]), board.damage(nahiri)) == (0, 0)


def test_sheltering_word_lets_pass_what_is_aimed_elsewhere_and_its_owners_spells(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    roots = board.put("pummelroot_elementals", "C1", seat=1)
    geists = board.put("lantern_geists", "A3", seat=1)
    board.put("nissa_revane_animist", "L9", seat=1)
    board.attach("sheltering_word", roots[0])
    board.hand(0, "lance_of_flame")
    board.hand(1, "giants_vigour")
    board.start(nahiri)
    board.do("cast:lance_of_flame", f"pick:{geists[0].id}")
    assert board.damage(geists[0]) == 2
    board.do("end:turn", "cast:giants_vigour", f"pick:{roots[0].id}")
    assert power(board, roots[0]) == 7
    assert board.card(roots[0]).attached[0].hidden


@pytest.mark.rule("AC-SPELL-04")
def test_sheltering_word_counters_even_a_hidden_enchantment(lay: Lay) -> None:
    """Who controls the squad by Mind Control lays a card face down on it: its owner's hidden card is older."""
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    roots = board.put("pummelroot_elementals", "C1", seat=1)
    board.put("nissa_revane_animist", "L9", seat=1)
    board.attach("sheltering_word", roots[0])
    board.attach("mind_control", roots[0], by=0)
    board.state.cards[roots[0].card].controller = 0
    board.hand(0, "powder_trap")
    board.start(nahiri)
    board.do("cast:powder_trap")
    assert [one.spell for one in board.card(roots[0]).attached] == ["mind_control"]
    assert board.now.seats[0].graveyard == ["powder_trap"]
    assert board.told("countered")[0].to is None  # shown to all on its way to the graveyard


@pytest.mark.rule("AC-SPELL-07", "AR-SPELL-02")
@pytest.mark.parametrize(("counts", "fourth"), [(1, False), (0, True)])
def test_a_countered_spell_counts_as_the_table_agreed(lay: Lay, counts: int, fourth: bool) -> None:
    board = lay(options={"countered_counts_as_played": counts})
    nahiri = board.put("nahiri_lithomancer", "A1")
    elves = board.put("elf_rangers", "C1", seat=1)
    board.attach("sheltering_word", elves[0])
    board.hand(0, "lance_of_flame", "shield_wall", "skillful_lunge", "stone_will")
    board.start(nahiri)
    board.do("cast:lance_of_flame", "cast:shield_wall", "cast:skillful_lunge")
    assert board.may("cast:stone_will") is fourth
    if not fourth:
        assert board.why("cast:stone_will")[0] == "AR-SPELL-02"


# ---- Giant's Vigour
def test_giants_vigour_for_the_first_attack_of_the_turn(lay: Lay) -> None:
    board = lay()
    board.put("nissa_revane_animist", "A9")
    roots = board.put("pummelroot_elementals", "A1", "E9")
    avacyn = board.put("avacyn_bloodied_wings", "B1", seat=1)
    board.hand(0, "giants_vigour", "battle_fury")
    board.start(roots)
    board.do("cast:giants_vigour", f"pick:{roots[0].id}")
    assert [power(board, root) for root in roots[:2]] == [7, 4]
    board.dice("7 blank", "4 blank")
    board.do(f"attack:{roots[0].id}:{avacyn.id}")
    assert power(board, roots[0]) == 4


@pytest.mark.rule("AR-SPELL-04")
def test_giants_vigour_is_over_with_the_turn_comes_before_moving_and_needs_a_creature(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A9")
    roots = board.put("pummelroot_elementals", "A1")
    board.hand(0, "giants_vigour", "giants_vigour")
    board.start(roots)
    board.do("cast:giants_vigour", f"move:{roots[0].id}:A2", "end:attacks")
    rule, words = board.why("cast:giants_vigour")
    assert rule == "AR-SPELL-04"
    assert "before moving" in words
    board.do("end:turn")
    assert power(board, roots[0]) == 4
    other = lay()
    nissa = other.put("nissa_revane_animist", "A9")
    other.put("bloodline_nobles", "B1", seat=1)
    other.hand(0, "giants_vigour")
    other.start(nissa)
    assert other.why("cast:giants_vigour")[0] == "AR-CARD-04"


# ---- Thornhide
def test_thornhide_pricks_who_attacks_in_vain_from_beside_it(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1")
    roots = board.put("pummelroot_elementals", "B1", seat=1)
    board.attach("thornhide", roots[0])
    board.start(inquisitors)
    board.dice("sword", "4 blank", "shield", "2 blank")  # Purge; 2 + 1 defence dice
    board.do(f"attack:{inquisitors[0].id}:{roots[0].id}")
    assert (board.damage(inquisitors[0]), board.damage(roots[0])) == (1, 0)


def test_thornhide_neither_pricks_who_hits_nor_who_shoots_from_afar(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    roots = board.put("pummelroot_elementals", "C1", seat=1)
    board.attach("thornhide", roots[0])
    board.start(jace)
    board.dice("4 blank", "3 blank")
    board.do(f"attack:{jace.id}:{roots[0].id}")
    assert board.damage(jace) == 0
    near = lay()
    inquisitors = near.put("avacynian_inquisitors", "A1")
    roots = near.put("pummelroot_elementals", "B1", seat=1)
    near.attach("thornhide", roots[0])
    near.start(inquisitors)
    near.dice("sword", "4 blank", "3 blank")
    near.do(f"attack:{inquisitors[0].id}:{roots[0].id}")
    assert (near.damage(inquisitors[0]), near.damage(roots[0])) == (0, 1)


# ---- Wild Surge
def test_wild_surge_strengthens_the_creatures_around_for_this_turn(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A1")
    elves = board.put("elf_rangers", "C1", "D3", "F1")
    nobles = board.put("bloodline_nobles", "D1", "D2", seat=1)
    board.hand(0, "wild_surge")
    board.start(elves)
    board.do("cast:wild_surge")
    assert [power(board, figure) for figure in (*elves, nissa)] == [4, 4, 3, 3]  # the third elf stands 5 spaces off
    board.dice("4 sword", "3 blank")
    board.do(f"attack:{elves[0].id}:{nobles[0].id}")
    assert board.figure(nobles[1]).zone == "graveyard"  # trampled
    board.do("end:turn", "end:extra")  # they sprint before the turn ends
    assert power(board, elves[0]) == 3


def test_wild_surge_needs_an_own_creature_in_sight(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A1")
    board.put("elf_rangers", "F1")
    board.put("bloodline_nobles", "B1", seat=1)
    board.hand(0, "wild_surge")
    board.start(nissa)
    assert board.why("cast:wild_surge")[0] == "AR-CARD-04"


# ---- Pathfinder's Gift
def test_pathfinders_gift_climbs_at_no_cost_and_goes_two_further(lay: Lay) -> None:
    board = lay(row("s0 s3 s3 s3 s3 s3 s3 s3 s3 .. .."))
    nissa = board.put("nissa_revane_animist", "A1")
    board.start(nissa)
    assert board.may(f"move:{nissa.id}:C1")
    assert not board.may(f"move:{nissa.id}:D1")  # 1 + 3 sides + 1, of 5
    gifted = lay(row("s0 s3 s3 s3 s3 s3 s3 s3 s3 .. .."))
    nissa = gifted.put("nissa_revane_animist", "A1")
    gifted.attach("pathfinders_gift", nissa)
    gifted.start(nissa)
    assert gifted.may(f"move:{nissa.id}:H1")
    assert gifted.why(f"move:{nissa.id}:I1")[0] == "AR-MOVE-02"


@pytest.mark.rule("AR-MOVE-11")
def test_pathfinders_gift_climbs_no_higher_than_before(lay: Lay) -> None:
    board = lay(row("s0 s4 s3 .. .. .. .. .. .. .. .."))
    nissa = board.put("nissa_revane_animist", "A1")
    board.attach("pathfinders_gift", nissa)
    board.start(nissa)
    assert board.why(f"move:{nissa.id}:B1")[0] == "AR-MOVE-11"


# ---- Snare Vines
@pytest.mark.rule("AR-SPELL-14")
def test_snare_vines_end_the_move_and_forbid_the_attack_for_this_turn(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1", "A3")
    roots = board.put("pummelroot_elementals", "C1", seat=1)
    board.attach("snare_vines", roots[0])
    board.start(inquisitors)
    board.do(f"move:{inquisitors[0].id}:B1")
    assert board.why(f"move:{inquisitors[0].id}:A1")[0] == "AR-MOVE-05"
    assert board.why(f"attack:{inquisitors[0].id}:{roots[0].id}")[0] == "AR-ATK-02"
    board.do(f"move:{inquisitors[1].id}:B2")  # the vines are used up
    assert board.may(f"attack:{inquisitors[1].id}:{roots[0].id}")
    board.do("end:turn", f"card:{roots[0].card}", "end:turn", f"card:{inquisitors[0].card}")
    assert board.may(f"attack:{inquisitors[0].id}:{roots[0].id}")


def test_snare_vines_catch_nobody_who_is_summoned_beside_them_or_stays_engaged(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A3")
    inquisitors = board.put("avacynian_inquisitors")
    roots = board.put("pummelroot_elementals", "C1", seat=1)
    board.attach("snare_vines", roots[0])
    board.start(nahiri)
    board.do(f"summon:{inquisitors[0].card}", "space:B1", "space:C2")  # not moves
    board.do("end:turn", f"card:{roots[0].card}", "end:turn", f"card:{inquisitors[0].card}")
    board.do(f"move:{inquisitors[0].id}:B2")  # from one side of it to the other
    assert board.card(roots[0]).attached[0].hidden
    assert board.may(f"attack:{inquisitors[0].id}:{roots[0].id}")


# ---- Second Growth
def test_second_growth_mends_planeswalker_and_those_around(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A1")
    roots = board.put("pummelroot_elementals", "C3", "E1", "F2")
    foe = board.put("bloodline_nobles", "B1", seat=1)[0]
    nissa.damage, foe.damage = 3, 1
    for root in roots:
        root.damage = 2
    board.hand(0, "second_growth")
    board.start(nissa)
    board.do("cast:second_growth")
    assert [board.damage(figure) for figure in (nissa, *roots, foe)] == [1, 1, 1, 2, 1]


def test_second_growth_never_below_none_and_not_for_nothing(lay: Lay) -> None:
    board = lay()
    nissa = board.put("nissa_revane_animist", "A1")
    nissa.damage = 1
    board.hand(0, "second_growth", "second_growth")
    board.start(nissa)
    board.do("cast:second_growth")
    assert board.damage(nissa) == 0
    rule, words = board.why("cast:second_growth")
    assert rule == "AR-CARD-04"
    assert "no damage marker" in words
    cursed = lay()
    nissa = cursed.put("nissa_revane_animist", "A1")
    nissa.damage = 1
    cursed.attach("withering_curse", nissa, by=1)
    cursed.hand(0, "second_growth")
    cursed.start(nissa)
    assert cursed.why("cast:second_growth")[0] == "AR-CARD-04"


# ---- Call of the Pack
def test_call_of_the_pack_lets_another_green_squad_move_and_attack(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "A9")
    roots = board.put("pummelroot_elementals", "A1", "A3")
    nobles = board.put("bloodline_nobles", "C1", "B3", seat=1)
    board.hand(0, "call_of_the_pack", "second_growth")
    board.start(arlinn)
    board.do("end:attacks", "cast:call_of_the_pack")
    assert not board.options("cast")
    assert not board.options("use")
    board.do(f"move:{roots[0].id}:B1")
    board.dice("sword", "3 blank", "3 blank")
    board.do(f"attack:{roots[0].id}:{nobles[0].id}")
    assert board.damage(nobles[0]) == 1
    assert board.why(f"move:{roots[1].id}:A4")[0] == "AR-TURN-01"  # attacks have begun
    assert board.why(f"attack:{arlinn.id}:{nobles[0].id}")[0] == "AR-ATK-02"
    board.do("end:extra")
    assert board.now.turn.phase == "after"


@pytest.mark.rule("AR-SPELL-04")
def test_call_of_the_pack_calls_neither_the_chosen_nor_summoned_nor_other_colours_nor_heroes(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "A9")
    elves = board.put("elf_rangers")  # in the reserve
    board.put("bloodline_nobles", "C1")  # red
    board.put("kessig_rangers", "E1", seat=1)  # the enemy's
    board.hand(0, "call_of_the_pack")
    board.start(arlinn)
    assert board.why("cast:call_of_the_pack")[0] == "AR-SPELL-04"  # not before Action 4
    board.do(f"summon:{elves[0].card}", "space:B9", "space:C9", "space:D9", "end:attacks")
    assert board.why("cast:call_of_the_pack")[0] == "AR-CARD-04"
    chosen = lay()
    chosen.put("arlinn_kord", "A9")
    elves = chosen.put("elf_rangers", "C1")
    chosen.hand(0, "call_of_the_pack")
    chosen.start(elves)
    chosen.do("end:attacks", "end:extra")
    assert chosen.why("cast:call_of_the_pack")[0] == "AR-CARD-04"


@pytest.mark.rule("AR-S2-10", "AR-S2-09")
def test_call_of_the_pack_may_even_break_the_truce(lay: Lay) -> None:
    """Spells that let figures move and attack may be played in the round without combat."""
    board = lay(teams={"orange": 1, "yellow": 1}, goal="army", truce=1)
    arlinn = board.put("arlinn_kord", "A9")
    board.put("jace_beleren", "L9", seat=1)
    elves = board.put("elf_rangers", "A1")
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    board.hand(0, "call_of_the_pack")
    board.start(arlinn, number=1)
    assert board.why(f"attack:{arlinn.id}:{nobles[0].id}")[0] == "AR-S2-09"
    board.do("end:attacks", "cast:call_of_the_pack")
    assert board.may(f"attack:{elves[0].id}:{nobles[0].id}")
