"""Each ability: what it does, and what it must not do."""

from __future__ import annotations

import pytest

from engine.summoner_wars.cards import cards
from engine.summoner_wars.effects import ABILITIES, event_of
from engine.summoner_wars.rules import RULES
from tests.engine.summoner_wars.conftest import Lay
from tests.engine.summoner_wars.table import Table


def test_every_ability_and_every_event_of_the_cards_is_there() -> None:
    assert RULES.name == "summoner_wars"
    for face in cards().faces.values():
        if face.unit:
            assert face.ability in ABILITIES, face.id
        elif face.type == "event":
            assert event_of(face).name in (face.id, face.name)


def attack(table: Table, attacker: int, target: int, *dice: int) -> None:
    """An attack in the Attack Phase, with these dice."""
    if table._match is None:
        table.start("attack")
    table.dice(*dice)
    table.do(f"attack:{attacker}:{target}")


# ---- Phoenix Elves
def test_fire_blast_wounds_twice_without_a_roll_within_two_clear_spaces(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    krung = table.put("krung", "c3", seat=1)
    far = table.put("shaman", "c4", seat=1)
    elien = table.card("prince_elien")
    table.start("attack")
    table.do(f"use:{elien}:Fire Blast")  # one card is within reach: it is taken at once
    assert (table.wounds(krung), table.wounds(far)) == (2, 0)
    assert not table.options(f"attack:{elien}") or table.phase != "attack"  # in place of an attack


def test_breath_of_flame_burns_everything_on_the_line_and_nothing_beside_it(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    drake = table.put("fire_drake", "b3")
    own, enemy = table.put("guardian", "b4"), table.put("krung", "b6", seat=1)
    beyond, beside = table.put("krung", "b7", seat=1), table.put("krung", "c4", seat=1)
    table.start("attack")
    table.do(f"use:{drake}:Breath of Flame", f"pick:{enemy}")
    assert [table.wounds(card) for card in (own, enemy, beyond, beside)] == [1, 1, 0, 0]
    assert table.wounds(drake) == 0


def test_blazing_conscription_takes_a_neighbour_along_for_one_turn(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    table.put("kaeseeall", "c5")
    krung, far = table.put("krung", "c6", seat=1), table.put("shaman", "a6", seat=1)
    table.start("start")
    assert table.options("pick") == {f"pick:{krung}"}
    table.do(f"pick:{krung}")
    assert table.pos.here(krung).controller == 0
    assert table.pos.here(far).controller == 1
    assert any(option.startswith(f"move:{krung}:") for option in table.options())
    while table.now.turn.seat == 0:
        table.do(next(iter(table.options("end"))))
    assert table.pos.here(krung).controller == 1


def test_blazing_conscription_never_takes_a_summoner(lay: Lay) -> None:
    table = lay("prince_elien", "grognack", at=("c1", "c6"))
    table.put("kaeseeall", "c5")
    table.start("start")
    assert not table.options("pick")


def test_burning_blade_adds_a_wound_even_to_a_miss(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    maelena, krung = table.put("maelena", "c4"), table.put("krung", "c5", seat=1)
    other = table.put("phoenix_elves_archer", "b5")
    table.start("attack")
    attack(table, maelena, krung, 1, 2)
    assert table.wounds(krung) == 1
    attack(table, other, krung, 1)
    assert table.wounds(krung) == 1


def test_far_shot_reaches_four_spaces_and_not_five(lay: Lay) -> None:
    for space, reached in (("b7", True), ("b8", False)):
        table = lay("prince_elien", "grognack")
        archer = table.put("phoenix_elves_archer", "b3")
        table.put("smasher", "a3", seat=1)
        target = table.put("shaman", space, seat=1)
        table.start("attack")
        assert table.may(f"attack:{archer}:{target}") == reached


def test_precise_rolls_nothing_against_units_and_rolls_against_walls(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    guardian, krung = table.put("guardian", "c4"), table.put("krung", "c5", seat=1)
    other, wall = table.put("guardian", "a4"), table.put("tundra_orcs_wall", "a5", seat=1)
    table.start("attack")
    attack(table, guardian, krung)
    assert table.wounds(krung) == 1
    attack(table, other, wall, 2)
    assert table.wounds(wall) == 0


def test_blaze_step_ends_the_turn_beside_a_wall_of_ones_own(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    warrior = table.put("phoenix_elves_warrior", "f8")
    table.put("phoenix_elves_wall", "b2")
    table.put("tundra_orcs_wall", "e5", seat=1)
    table.start("end")
    assert table.options("space") == {"space:a2", "space:c2", "space:b1", "space:b3"}
    table.do("space:b3")
    assert table.at(warrior) == "b3"
    assert table.now.turn.moved == {}


def test_summon_fire_beast_fetches_one_pays_two_and_is_on_offer_whatever_the_piles_hold(lay: Lay) -> None:
    for there in (True, False):
        table = lay("prince_elien", "grognack")
        holleas = table.put("holleas", "c4")
        table.magic(3)
        if there:
            (beast,) = table.pile("fire_beast")
        table.start("attack")
        table.do(f"use:{holleas}:Summon Fire Beast")
        assert len(table.now.seats[0].magic) == 1
        if there:
            table.do("space:c5")
            assert table.at(beast) == "c5"
    poor = lay("prince_elien", "grognack")
    holleas = poor.put("holleas", "c4")
    poor.put("smasher", "c5", seat=1)
    poor.magic(1)
    poor.start("attack")
    assert not poor.may(f"use:{holleas}:Summon Fire Beast")


def test_thrust_is_a_die_more_beside_and_none_more_afar(lay: Lay) -> None:
    table = lay("oldin", "grognack")
    spearman = table.put("spearman", "c4")
    near, far = table.put("krung", "c5", seat=1), table.put("krung", "e4", seat=1)
    pos = table.pos
    assert pos.attack_value(pos.here(spearman), pos.here(near)) == 2
    assert pos.attack_value(pos.here(spearman), pos.here(far)) == 1
    assert pos.attack_value(pos.here(spearman)) == 1


def test_riposte_answers_a_neighbour_whom_it_outlived(lay: Lay) -> None:
    table = lay("grognack", "prince_elien")
    smasher, fencer = table.put("smasher", "c4"), table.put("fencer", "c5", seat=1)
    archer, second = table.put("shaman", "e3"), table.put("fencer", "e5", seat=1)
    table.start("attack")
    attack(table, smasher, fencer, 1, 2)
    assert table.wounds(smasher) == 1
    attack(table, archer, second, 1, 1)  # from afar
    assert table.wounds(archer) == 0
    dead = lay("grognack", "prince_elien")
    smasher, fencer = dead.put("smasher", "c4"), dead.put("fencer", "c5", seat=1)
    attack(dead, smasher, fencer, 6, 6)
    assert dead.wounds(smasher) == 0


def test_hellfire_burns_itself_and_all_units_beside_it_but_no_wall(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    beast = table.put("fire_beast", "c4")
    own, enemy, wall = table.put("guardian", "b4"), table.put("krung", "c5", seat=1), table.put("phoenix_elves_wall", "d4")
    table.start("attack")
    table.do(f"use:{beast}:Hellfire")
    assert [table.wounds(card) for card in (beast, own, enemy, wall)] == [1, 1, 1, 0]


# ---- Tundra Orcs
@pytest.mark.parametrize(("face", "hurt"), [(4, 1), (3, 0)])
def test_walls_of_ice_shard_hurt_enemies_beside_own_walls_on_four_or_more(lay: Lay, face: int, hurt: int) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c4")
    near, far = table.put("guardian", "c5", seat=1), table.put("guardian", "e5", seat=1)
    own = table.put("smasher", "b4")
    table.start("attack")
    table.dice(face)
    table.do(f"use:{table.card('grognack')}:Walls of Ice Shard")
    assert [table.wounds(card) for card in (near, far, own)] == [hurt, 0, 0]


def test_reckless_misses_with_a_three(lay: Lay) -> None:
    table = lay()
    blagog, wall = table.put("blagog", "c4"), table.put("phoenix_elves_wall", "c5", seat=1)
    attack(table, blagog, wall, 3, 3, 3, 4, 5)
    assert table.wounds(wall) == 2


@pytest.mark.parametrize(("face", "others"), [(4, 2), (3, 0)])
def test_wild_swing_counts_against_all_around_on_four_or_more(lay: Lay, face: int, others: int) -> None:
    table = lay()
    krung, target = table.put("krung", "c4"), table.put("phoenix_elves_wall", "c5", seat=1)
    own, wall = table.put("smasher", "b4"), table.put("phoenix_elves_wall", "d4", seat=1)
    attack(table, krung, target, face, 3, 4, 1)
    assert table.wounds(target) == 2
    assert table.wounds(wall) == others
    assert table.wounds(own) == (3 if others else 0)  # a Smasher is too slow to be missed


def test_fury_goes_on_as_long_as_the_die_says_so(lay: Lay) -> None:
    table = lay()
    ragnor, wall = table.put("ragnor", "c4"), table.put("phoenix_elves_wall", "c5", seat=1)
    table.start("attack")
    table.dice(3, 3, 5)
    table.do(f"attack:{ragnor}:{wall}")
    table.do("say:enough")  # no move
    table.dice(3, 1, 6)
    table.do(f"pick:{wall}")  # a further roll follows each such attack
    table.do("space:b4")
    assert table.wounds(wall) == 3
    assert table.now.turn.seat == 1  # from B4 the wall cannot be attacked again, and that is all there was to do


def test_fury_fails_on_four(lay: Lay) -> None:
    table = lay()
    fighter, wall = table.put("tundra_orcs_fighter", "c4"), table.put("phoenix_elves_wall", "c5", seat=1)
    attack(table, fighter, wall, 3, 4)
    assert table.wounds(wall) == 1


@pytest.mark.parametrize(("dice", "hits"), [((3, 6), 2), ((2, 6), 0)])
def test_unwieldy_magic_is_all_or_nothing(lay: Lay, dice: tuple[int, ...], hits: int) -> None:
    table = lay()
    shaman, wall = table.put("shaman", "c4"), table.put("phoenix_elves_wall", "c6", seat=1)
    attack(table, shaman, wall, *dice)
    assert table.wounds(wall) == hits


def test_sluggish_is_hit_by_every_die_unrolled(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    warrior, smasher = table.put("phoenix_elves_warrior", "c4"), table.put("smasher", "c5", seat=1)
    attack(table, warrior, smasher)
    assert table.wounds(smasher) == 2


def test_cold_snap_makes_freeze_dearer_and_ice_walls_harder(lay: Lay) -> None:
    for bragg, cost, need in ((False, 2, 3), (True, 3, 5)):
        table = lay("prince_elien", "grognack")
        if bragg:
            table.put("bragg", "f8", seat=1)
        ice, wall = table.put("ice_wall", "c5", seat=1), table.put("tundra_orcs_wall", "d4", seat=1)
        guardian = table.put("guardian", "c4")
        (freeze,) = table.discarded("freeze", seat=1)
        table.state.seats[1].discard.remove(freeze)
        table.pos.here(guardian).on.append(freeze)
        pos = table.pos
        assert pos.needed(pos.here(guardian), pos.here(ice)) == need
        assert pos.needed(pos.here(guardian), pos.here(wall)) == 3
        from engine.summoner_wars.freezing import cost_of

        assert cost_of(pos, pos.here(guardian)) == cost


def test_wrath_counts_its_own_wounds(lay: Lay) -> None:
    table = lay()
    hurt, fresh = table.put("gruggar", "c4", wounds=3), table.put("gruggar", "e4")
    assert table.pos.attack_value(table.pos.here(hurt)) == 4
    assert table.pos.attack_value(table.pos.here(fresh)) == 1


def test_power_surge_counts_fives_twice_and_misses_never(lay: Lay) -> None:
    table = lay()
    rukar, wall = table.put("rukar", "c4"), table.put("phoenix_elves_wall", "c5", seat=1)
    attack(table, rukar, wall, 5, 4, 2)
    assert table.wounds(wall) == 3


@pytest.mark.parametrize(("face", "most"), [(2, 0), (3, 1), (5, 2)])
def test_burst_of_speed_goes_on_by_what_the_die_shows(lay: Lay, face: int, most: int) -> None:
    table = lay()
    charger = table.put("charger", "a3")
    table.put("shaman", "f1")
    table.start()
    table.dice(face)
    table.do(f"move:{charger}:a4")
    spaces = {key.split(":")[1] for key in table.options("space")}
    assert spaces == {0: set(), 1: {"a3", "a5", "b4"}, 2: {"a3", "a5", "b4", "a2", "a6", "b3", "b5", "c4"}}[most]


@pytest.mark.parametrize(("dice", "hits"), [((3, 4), 2), ((2, 6), 0)])
def test_shields_hold_unless_every_die_hits(lay: Lay, dice: tuple[int, ...], hits: int) -> None:
    for shielded in ("thwarter", "baldar"):
        table = lay("prince_elien", "grognack")
        warrior, target = table.put("phoenix_elves_warrior", "c4"), table.put(shielded, "c5", seat=1)
        table.put("krung", "b4", seat=1)
        attack(table, warrior, target, *dice)
        gone = table.at(target) is None
        assert gone == (shielded == "thwarter" and hits == 2)
        assert gone or table.wounds(target) == hits


def test_freeze_stops_a_unit_until_somebody_pays(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    krung = table.put("krung", "c5", seat=1)
    guardian = table.put("guardian", "c4")
    freeze, other = table.hold("freeze", "freeze")
    table.magic(3)
    table.magic(4, seat=1)
    table.state.seats[0].magic.reverse()
    table.start("events")
    table.do(f"event:{freeze}", f"pick:{guardian}")
    assert table.pos.frozen(table.pos.here(guardian))
    assert f"pick:{guardian}" not in table.options()
    assert table.may(f"thaw:{guardian}")
    assert freeze not in table.now.seats[0].discard
    assert table.pos.effects_of(table.pos.here(guardian)) == []
    table.do(f"event:{other}", f"pick:{krung}")
    table.do(f"thaw:{guardian}")
    assert freeze in table.now.seats[0].discard
    assert len(table.now.seats[0].magic) == 1
    assert table.pos.frozen(table.pos.here(krung))


@pytest.mark.parametrize(
    ("ordered", "frozen", "left"), [("never", True, 4), ("summoner", False, 2), ("champions", False, 2)]
)
def test_whoever_is_not_on_turn_pays_for_a_freeze_by_standing_order(
    lay: Lay, ordered: str, frozen: bool, left: int
) -> None:
    table = lay("grognack", "prince_elien")
    (freeze,) = table.hold("freeze")
    table.magic(4, seat=1)
    table.start("events")
    table.match.answer(1, f"order:freeze={ordered}")
    table.do(f"event:{freeze}", f"pick:{table.card('prince_elien')}")
    assert table.pos.frozen(table.pos.here(table.card("prince_elien"))) == frozen
    assert len(table.now.seats[1].magic) == left
    assert all(ask.seat == 0 for ask in table.match.asked)


# ---- Guild Dwarves
@pytest.mark.parametrize(("wall", "hits"), [("tundra_orcs_wall", 0), ("", 1)])
def test_stone_melding_needs_a_wall_beside_anybodys(lay: Lay, wall: str, hits: int) -> None:
    table = lay("prince_elien", "oldin", at=("f1", "c5"))
    archer = table.put("phoenix_elves_archer", "c4")
    if wall:
        table.put(wall, "d5")
    attack(table, archer, table.card("oldin"), 3)
    assert table.wounds(table.card("oldin")) == hits


def test_hammer_quake_shakes_everything_within_two_spaces_but_himself(lay: Lay) -> None:
    table = lay("oldin", "grognack")
    gror, target = table.put("gror", "c4"), table.put("krung", "c5", seat=1)
    own, wall = table.put("engineer", "b3"), table.put("guild_dwarves_wall", "e4")
    far = table.put("krung", "f4", seat=1)
    attack(table, gror, target, 3, 1)
    assert table.at(own) is None
    assert [table.wounds(card) for card in (gror, target, wall, far)] == [0, 1, 1, 0]


@pytest.mark.parametrize(("ordered", "wounds", "magic"), [("always", 1, 1), ("never", 2, 2), ("last", 2, 2)])
def test_magic_barrier_prevents_one_wound_once_a_turn_as_ordered(lay: Lay, ordered: str, wounds: int, magic: int) -> None:
    table = lay("prince_elien", "oldin")
    warrior, thorkur = table.put("phoenix_elves_warrior", "c4"), table.put("thorkur", "c5", seat=1)
    table.magic(2, seat=1)
    table.start("attack")
    if ordered != "always":
        table.match.answer(1, f"order:barrier={ordered}")
    attack(table, warrior, thorkur, 5, 5)
    assert table.wounds(thorkur) == wounds
    assert len(table.now.seats[1].magic) == magic


def test_magic_barrier_kept_for_the_last_saves_him(lay: Lay) -> None:
    table = lay("prince_elien", "oldin")
    warrior, thorkur = table.put("phoenix_elves_warrior", "c4"), table.put("thorkur", "c5", seat=1, wounds=2)
    table.magic(2, seat=1)
    table.start("attack")
    table.match.answer(1, "order:barrier=last")
    attack(table, warrior, thorkur, 5, 5)
    assert table.wounds(thorkur) == 3


def test_engage_holds_enemies_beside_it_and_nobody_else(lay: Lay) -> None:
    table = lay("grognack", "oldin")
    held, free = table.put("shaman", "c4"), table.put("shaman", "a4")
    table.put("defender", "c5", seat=1)
    table.start()
    assert table.why(f"move:{held}:c3") == "SW-ABIL-03"
    assert table.may(f"move:{free}:a5")


def test_structural_analysis_is_for_walls(lay: Lay) -> None:
    table = lay("oldin", "grognack")
    engineer = table.put("engineer", "c4")
    wall, unit = table.put("tundra_orcs_wall", "c5", seat=1), table.put("krung", "b4", seat=1)
    pos = table.pos
    assert [pos.attack_value(pos.here(engineer), pos.here(card)) for card in (wall, unit)] == [3, 1]


def test_charge_goes_farther_and_then_does_not_attack(lay: Lay) -> None:
    for steps, armed in (("c6", True), ("c7", False)):
        table = lay("oldin", "grognack", at=("a1", "a8"))
        grungor = table.put("grungor", "c4")
        foe = table.put("krung", "c8" if steps == "c7" else "b6", seat=1)
        table.start()
        table.do(f"move:{grungor}:{steps}")
        if table.phase == "movement":
            table.ends("movement")
        assert table.may(f"attack:{grungor}:{foe}") == armed


def test_rage_trades_wounds_for_dice_and_never_his_life(lay: Lay) -> None:
    table = lay("oldin", "grognack")
    halvor, wall = table.put("halvor", "c4", wounds=6), table.put("tundra_orcs_wall", "c5", seat=1)
    table.start("attack")
    table.do(f"attack:{halvor}:{wall}")
    assert table.options("say") == {"say:0", "say:1"}  # two lives left: one may go
    table.dice(6, 6)
    table.do("say:1")
    assert (table.wounds(halvor), table.wounds(wall)) == (7, 2)


def test_rune_of_protection_is_for_commons_beside_him_against_opponents(lay: Lay) -> None:
    table = lay("prince_elien", "oldin")
    archer = table.put("phoenix_elves_archer", "a4")
    table.put("tordok", "c6", seat=1)
    near, far = table.put("spearman", "c5", seat=1), table.put("spearman", "e5", seat=1)
    own = table.put("spearman", "f5", seat=1)
    pos = table.pos
    assert [pos.needed(pos.here(archer), pos.here(card)) for card in (near, far)] == [5, 3]
    assert pos.needed(pos.here(own), pos.here(near)) == 3


def test_tough_counts_against_opponents_dice(lay: Lay) -> None:
    table = lay("prince_elien", "oldin")
    archer, guardsman, own = (
        table.put("phoenix_elves_archer", "a4"), table.put("guardsman", "a5", seat=1), table.put("spearman", "a6", seat=1)
    )
    pos = table.pos
    assert pos.needed(pos.here(archer), pos.here(guardsman)) == 4
    assert pos.needed(pos.here(own), pos.here(guardsman)) == 3


def test_siege_engine_shoots_five_spaces_unless_it_was_moved(lay: Lay) -> None:
    table = lay("oldin", "grognack", at=("f1", "f8"))
    ballista, wall = table.put("ballista", "a2"), table.put("tundra_orcs_wall", "a7", seat=1)
    pos = table.pos
    assert pos.attack_value(pos.here(ballista), pos.here(wall)) == 3
    table.start("attack")
    assert table.may(f"attack:{ballista}:{wall}")
    table.start("movement")
    table.do(f"move:{ballista}:b2", f"move:{table.card('oldin')}:f2")
    assert not table.may(f"attack:{ballista}:{wall}")


def test_heroic_feat_and_besiege_the_walls(lay: Lay) -> None:
    table = lay("oldin", "grognack")
    engineer = table.put("engineer", "c4")
    mine, theirs = table.put("guild_dwarves_wall", "a2"), table.put("tundra_orcs_wall", "a7", seat=1)
    feat, siege = table.hold("heroic_feat", "besiege_the_walls")
    table.start("events")
    table.do(f"event:{feat}", f"pick:{engineer}")
    assert table.pos.attack_value(table.pos.here(engineer)) == 3
    assert table.pos.attack_value(table.pos.here(table.card("oldin"))) == 2
    table.do(f"event:{siege}")
    assert (table.wounds(theirs), table.wounds(mine)) == (3, 0)
    while table.now.turn.seat == 0:
        table.do(next(iter(table.options("end"))))
    assert table.pos.attack_value(table.pos.here(engineer)) == 1


# ---- Cave Goblins
def test_sly_changes_places_with_a_goblin_alone(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    slinger, hired = table.put("slinger", "e6"), table.put("guardian", "a2")
    table.start("end")
    assert not table.may(f"pick:{hired}")
    table.do(f"pick:{slinger}")
    assert (table.at(slinger), table.at(table.card("sneeks"))) == ("c1", "e6")


def test_magic_augmentation_feeds_dice_four_at_most(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    blarf, wall = table.put("blarf", "c4"), table.put("guild_dwarves_wall", "c5", seat=1)
    table.magic(6)
    table.start("attack")
    table.do(f"attack:{blarf}:{wall}")
    assert table.options("say") == {f"say:{n}" for n in range(5)}
    table.dice(6, 6, 6, 1)
    table.do("say:4")
    assert table.wounds(wall) == 3
    assert len(table.now.seats[0].magic) == 2
    assert len(table.pos.here(blarf).under) == 4


def test_taskmaster_adds_to_the_dice_of_goblins_near_him_and_not_to_his_own(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    mook = table.put("mook", "c4")
    near, far = table.put("slinger", "c5"), table.put("slinger", "f7")
    wall = table.put("guild_dwarves_wall", "c6", seat=1)
    pos = table.pos
    assert pos.needed(pos.here(near), pos.here(wall)) == 3  # Reckless wants a four: a three and one
    assert pos.needed(pos.here(far), pos.here(wall)) == 4
    assert pos.needed(pos.here(mook), pos.here(wall)) == 3
    attack(table, near, wall, 3)
    assert table.wounds(wall) == 1


def test_taskmaster_helps_against_invincible_goblins_too(lay: Lay) -> None:
    """The threshold is asked of the die with what is added: a five and one is a six."""
    table = lay("sneeks", "sneeks")
    table.put("mook", "c3")
    fighter = table.put("cave_goblins_fighter", "c4")
    enemy = table.put("berserker", "c5", seat=1)
    table.state.lasting.append(_lasting("goblin_invincibility", 1))
    pos = table.pos
    assert pos.needed(pos.here(fighter), pos.here(enemy)) == 5


def _lasting(effect: str, seat: int):  # type: ignore[no-untyped-def]
    from engine.summoner_wars.state import Lasting

    return Lasting(effect, seat, "own start")


def test_the_eater_eats_a_common_beside_it_anybodys_or_goes(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    table.put("the_eater", "c4")
    own, champion = table.put("slinger", "c5"), table.put("gror", "b4", seat=1)
    table.start("attacked")
    assert table.at(own) is None
    assert table.at(champion) == "b4"
    assert table.now.seats[0].magic == [own]
    hungry = lay("sneeks", "oldin")
    eater = hungry.put("the_eater", "c4")
    hungry.put("gror", "b4", seat=1)
    hungry.start("attacked")
    assert hungry.at(eater) is None
    assert eater in hungry.now.seats[0].discard


def test_dogpile_is_two_further_attacks_at_what_another_fighter_attacked(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    gror, other = table.put("gror", "c5", seat=1), table.put("guild_dwarves_wall", "f5", seat=1)
    beside = [table.put("cave_goblins_fighter", space) for space in ("b5", "d5", "c4", "c6")]
    away = table.put("cave_goblins_fighter", "f4")
    table.start("attack")
    attack(table, beside[0], gror, 1)
    attack(table, away, other, 1)
    attack(table, beside[1], gror, 1)
    assert table.options("attack") == {f"attack:{beside[2]}:{gror}", f"attack:{beside[3]}:{gror}"}  # beyond the three
    attack(table, beside[2], gror, 1)
    attack(table, beside[3], gror, 1)
    assert not table.options("attack")


def test_assault_strikes_every_enemy_unit_around_each_with_its_own_dice(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    berserker = table.put("berserker", "c4")
    first, second = table.put("gror", "c5", seat=1), table.put("gror", "b4", seat=1)
    wall, own = table.put("guild_dwarves_wall", "d4", seat=1), table.put("slinger", "c3")
    table.start("attack")
    table.dice(3, 1)
    table.do(f"attack:{berserker}:{first}")
    assert table.options("pick") == {f"pick:{second}"}
    table.dice(5, 5)
    table.do(f"pick:{second}")
    assert [table.wounds(card) for card in (first, second, wall, own)] == [1, 2, 0, 0]
    assert table.now.turn.attacks == 1


def test_tireless_moves_after_the_movement_phase_and_uses_up_none_of_its_moves(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    krag = table.put("krag", "b3")
    table.start()
    assert table.why(f"move:{krag}:b4") == "SW-ABIL-03"
    table.ends("movement")
    table.do("space:b6")
    assert table.at(krag) == "b6"
    assert table.now.turn.moves == 0


def test_relentless_attacks_after_the_attack_phase(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    reeker, wall = table.put("reeker", "c4"), table.put("guild_dwarves_wall", "c5", seat=1)
    table.put("slinger", "b5")
    table.start("attack")
    assert not table.options(f"attack:{reeker}")
    table.ends("attack")
    table.dice(3, 3)
    table.do(f"pick:{wall}")
    assert table.wounds(wall) == 2


def test_curse_wounds_a_unit_beside_when_the_turn_starts(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    table.put("scagg", "c4")
    gror, wall = table.put("gror", "c5", seat=1), table.put("guild_dwarves_wall", "b4", seat=1)
    table.start("start")
    assert table.options("pick") == {f"pick:{gror}"}
    table.do(f"pick:{gror}")
    assert (table.wounds(gror), table.wounds(wall)) == (1, 0)


def test_rider_goes_straight_on_as_far_as_the_spaces_are_empty(lay: Lay) -> None:
    table = lay("sneeks", "oldin", at=("f1", "f8"))
    rider = table.put("beast_rider", "a1")
    table.put("gror", "a7", seat=1)
    table.start()
    mine = {key.split(":")[2] for key in table.options(f"move:{rider}:")}
    assert {"a6", "e1", "b2"} <= mine
    assert not mine & {"a7", "a8", "f1", "b4"}


def test_scale_wall_climbs_walls_and_nothing_else(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    climber = table.put("climber", "a1")
    table.put("guild_dwarves_wall", "a2", seat=1)
    table.put("gror", "b1", seat=1)
    table.start()
    assert {key.split(":")[2] for key in table.options(f"move:{climber}:")} == {"a3", "b2"}  # over the wall, both
    pos = table.pos
    assert pos.needed(pos.here(table.card("gror")), pos.here(climber)) == 4


def test_goblin_rage_gives_the_cheap_ones_a_second_attack_once(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    slinger, berserker = table.put("slinger", "c4"), table.put("berserker", "a4")
    wall, other = table.put("guild_dwarves_wall", "c5", seat=1), table.put("guild_dwarves_wall", "a5", seat=1)
    (rage,) = table.hold("goblin_rage")
    table.start("events")
    table.do(f"event:{rage}")
    table.ends("movement")
    table.dice(5)
    table.do(f"attack:{slinger}:{wall}")
    table.dice(5)
    table.do(f"pick:{wall}")
    assert table.wounds(wall) == 2
    attack(table, berserker, other, 3, 3)
    assert table.wounds(other) == 2
    assert table.phase == "end"  # nobody asks the Berserker for another attack


def test_gang_up_counts_other_goblins_beside_the_target(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    slinger = table.put("slinger", "c3")
    gror = table.put("gror", "c5", seat=1)
    for space in ("b5", "d5"):
        table.put("cave_goblins_fighter", space)
    table.put("guardian", "c6")
    table.state.lasting.append(_lasting("goblin_horde_attack", 0))
    pos = table.pos
    assert pos.attack_value(pos.here(slinger), pos.here(gror)) == 3


def test_goblin_rush_moves_three_cheap_goblins_at_once_besides_the_phase(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    mine = [table.put("slinger", space) for space in ("a2", "b2", "d2", "e2")]
    table.put("berserker", "f2")
    (rush,) = table.hold("goblin_rush")
    table.start("events")
    table.do(f"event:{rush}")
    for card, space in zip(mine, ("a4", "b4", "d4")):
        table.do(f"pick:{card}", f"space:{space}")
    assert table.phase == "movement"
    assert table.now.turn.moves == 0
    assert table.may(f"move:{mine[0]}:a5")


def test_goblin_invincibility_lasts_until_ones_next_turn_against_opponents_dice(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    goblin, hired = table.put("slinger", "c4"), table.put("guardian", "a4")
    foe = table.put("spearman", "c5", seat=1)
    (event,) = table.hold("goblin_invincibility")
    table.start("events")
    table.do(f"event:{event}")
    pos = table.pos
    assert [pos.needed(pos.here(foe), pos.here(card)) for card in (goblin, hired)] == [6, 3]
    assert pos.needed(pos.here(hired), pos.here(goblin)) == 3
    for seat in (0, 1):
        while table.now.turn.seat == seat:
            ends = table.options("end") or table.options("say")
            table.do(next(iter(ends)))
    pos = table.pos
    assert pos.needed(pos.here(foe), pos.here(goblin)) == 3


def test_spirit_of_the_phoenix_and_burns(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    archer, krung = table.put("phoenix_elves_archer", "c4"), table.put("krung", "c6", seat=1)
    spirit, burn, greater = table.hold("spirit_of_the_phoenix", "burn", "greater_burn")
    table.start("events")
    table.do(f"event:{burn}", f"pick:{krung}", f"event:{greater}", f"pick:{krung}")
    assert table.wounds(krung) == 3
    assert not table.may(f"pick:{table.card('grognack')}")
    table.do(f"event:{spirit}", f"pick:{archer}")
    table.ends("movement")
    table.do(f"attack:{archer}:{krung}")
    assert table.wounds(krung) == 4
