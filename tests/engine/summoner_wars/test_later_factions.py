"""Abilities and events of the later factions: what each does, and what it must not do."""

from __future__ import annotations

import pytest

from engine.summoner_wars.state import Lasting
from tests.engine.summoner_wars.conftest import Lay
from tests.engine.summoner_wars.table import Table
from tests.engine.summoner_wars.test_abilities import attack


def value(table: Table, attacker: int, target: int | None = None) -> int:
    pos = table.pos
    return pos.attack_value(pos.here(attacker), pos.here(target) if target is not None else None)


def need(table: Table, attacker: int, target: int) -> int:
    pos = table.pos
    return pos.needed(pos.here(attacker), pos.here(target))


def spaces_of(table: Table, card: int) -> set[str]:
    return {key.split(":")[2] for key in table.options(f"move:{card}:")}


def play_on(table: Table, seat: int) -> None:
    """End whatever can be ended until ``seat`` is on turn."""
    while table.now.turn.seat != seat:
        ends = table.options("end") or table.options("say:enough") or table.options("say:no")
        table.do(next(iter(ends)))


# ---- Vanguards
@pytest.mark.parametrize(("healer", "patient", "paid", "healed"), [
    ("sera_eldwyn", "priest", 1, 2), ("priest", "priest", 0, 1), ("priest", "archangel", 1, 1),
])  # fmt: skip
def test_healing_in_place_of_an_attack(lay: Lay, healer: str, patient: str, paid: int, healed: int) -> None:
    table = lay("sera_eldwyn", "ret_talus", at=("c4", "f8"))
    one = table.card("sera_eldwyn") if healer == "sera_eldwyn" else table.put("priest", "a4")
    hurt = table.put(patient, "c5" if healer == "sera_eldwyn" else "a5", wounds=3 if patient == "archangel" else 1)
    table.pos.here(hurt).wounds = max(healed, 1)
    table.magic(2)
    table.start("attack")
    name = "Greater Healing" if healer == "sera_eldwyn" else "Healing"
    table.do(f"use:{one}:{name}")
    assert table.wounds(hurt) == max(healed, 1) - healed
    assert len(table.now.seats[0].magic) == 2 - paid
    assert table.told("paid") == [] or paid


def test_nobody_is_healed_who_is_not_hurt_or_is_a_summoner(lay: Lay) -> None:
    table = lay("sera_eldwyn", "ret_talus", at=("a5", "f8"))
    table.state.field[0].wounds = 2
    priest = table.put("priest", "a4")
    table.put("angel", "b4")
    table.put("fallen_kingdom_wall", "a3", seat=1)
    table.start("attack")
    assert not table.options(f"use:{priest}")


def test_shield_of_light_covers_commons_within_two_spaces_from_opponents_dice(lay: Lay) -> None:
    table = lay("ret_talus", "sera_eldwyn")
    archer = table.put("skeletal_archer", "a1")
    table.put("coleen_brighton", "c6", seat=1)
    near, far, champion = (
        table.put("angel", "c4", seat=1), table.put("angel", "f4", seat=1), table.put("archangel", "c5", seat=1)
    )
    own = table.put("angel", "b6", seat=1)
    assert [need(table, archer, card) for card in (near, far, champion)] == [4, 3, 3]
    assert need(table, own, near) == 3


@pytest.mark.parametrize(("face", "hurt"), [(3, 1), (2, 0)])
def test_heavens_rain_falls_on_enemies_within_two_spaces(lay: Lay, face: int, hurt: int) -> None:
    table = lay("sera_eldwyn", "ret_talus")
    jacob = table.put("jacob_eldwyn", "c4")
    near, far = table.put("reaper", "c6", seat=1), table.put("reaper", "f6", seat=1)
    own, wall = table.put("angel", "b4"), table.put("fallen_kingdom_wall", "d4", seat=1)
    table.start("attack")
    table.dice(face)
    table.do(f"use:{jacob}:Heaven's Rain")
    assert [table.wounds(card) for card in (near, far, own, wall)] == [hurt, 0, 0, 0]


def test_transformation_and_blade_of_light_and_hail_of_arrows(lay: Lay) -> None:
    table = lay("sera_eldwyn", "ret_talus")
    kalon, fresh = table.put("kalon_lightbringer", "a4", wounds=4), table.put("kalon_lightbringer", "b4", wounds=3)
    leah = table.put("leah_goodwin", "e4")
    one = table.put("stalwart_archer", "c2")
    table.put("stalwart_archer", "c3")
    table.put("stalwart_archer", "d2", seat=1)
    table.magic(5)
    assert [value(table, card) for card in (kalon, fresh, leah, one)] == [4, 2, 2, 2]
    table.magic(20)
    assert value(table, leah) == 4


def test_arrow_of_light_costs_the_other_a_card_as_ordered(lay: Lay) -> None:
    for ordered, gone in (("cheapest", "skeletal_archer"), ("events", "dark_sacrifice"), ("dearest", "elut_bal")):
        table = lay("sera_eldwyn", "ret_talus")
        raechel = table.put("raechel_loveguard", "c4")
        victim = table.put("cultist", "c5", seat=1)
        table.hold("elut_bal", "skeletal_archer", "dark_sacrifice", seat=1)
        table.start("attack")
        if ordered != "cheapest":
            table.match.answer(1, f"order:discard={ordered}")
        table.dice(5, 1)  # the hit, and the Cultist's curse that fails
        table.do(f"attack:{raechel}:{victim}")
        assert [table.now.cards[card].face for card in table.now.seats[1].discard] == [gone]
        assert all(ask.seat == 0 for ask in table.match.asked) or table.now.turn.seat == 1


def test_protector_draws_attacks_of_those_beside_it(lay: Lay) -> None:
    table = lay("ret_talus", "sera_eldwyn")
    reaper, far = table.put("reaper", "c4"), table.put("reaper", "f4")
    knight, other = table.put("guardian_knight", "c5", seat=1), table.put("angel", "b4", seat=1)
    second = table.put("angel", "f5", seat=1)
    table.start("attack")
    assert table.options(f"attack:{reaper}") == {f"attack:{reaper}:{knight}"}
    assert table.may(f"attack:{far}:{second}")
    assert not table.may(f"attack:{reaper}:{other}")


def test_flight_goes_over_cards_two_spaces(lay: Lay) -> None:
    table = lay("sera_eldwyn", "ret_talus", at=("f1", "f8"))
    angel = table.put("angel", "a1")
    table.put("vanguards_wall", "a2")
    table.put("archangel", "b1")
    table.start()
    assert spaces_of(table, angel) == {"a3", "b2", "c1"}


def test_events_of_the_vanguards(lay: Lay) -> None:
    table = lay("sera_eldwyn", "ret_talus")
    table.put("vanguards_wall", "c3")
    priest, angel = table.put("priest", "a4", wounds=1), table.put("angel", "b4", wounds=1)
    archangel = table.put("archangel", "e4", wounds=3)
    for space in ("a7", "b7", "c7", "d7"):
        table.put("reaper", space, seat=1)
    knight, judgment, strength, surge, mercy = table.hold(
        "guardian_knight", "holy_judgment", "divine_strength", "summoning_surge", "intercession"
    )
    old = table.discarded("angel", "angel")
    table.start("events")
    table.do(f"event:{judgment}", f"event:{strength}")
    assert (value(table, priest), value(table, angel)) == (3, 1)
    assert [table.wounds(card) for card in (priest, angel, archangel)] == [0, 0, 3]
    table.do(f"event:{mercy}", "say:2")
    assert (table.wounds(archangel), table.wounds(table.card("sera_eldwyn"))) == (1, 2)
    table.do(f"event:{surge}", f"pick:{old[0]}", f"pick:{old[1]}", "say:enough")
    assert len(table.now.seats[0].magic) == 2
    table.do(f"summon:{knight}:c4")
    assert table.at(knight) == "c4"


# ---- Fallen Kingdom
def test_raise_the_dead_pays_two_for_a_common_of_the_discard_pile(lay: Lay) -> None:
    table = lay("ret_talus", "grognack", at=("c4", "f8"))
    reaper, shaman = table.discarded("reaper", "shaman")
    table.magic(3)
    table.start("attack")
    talus = table.card("ret_talus")
    table.do(f"use:{talus}:Raise the Dead")
    assert table.options("pick") == {f"pick:{reaper}"}
    table.do(f"pick:{reaper}", "space:c5")
    assert table.at(reaper) == "c5"
    assert shaman in table.now.seats[0].discard
    assert len(table.now.seats[0].magic) == 1


def test_legions_of_the_dead_raise_three_for_three(lay: Lay) -> None:
    table = lay("ret_talus", "grognack", at=("c4", "f8"))
    dead = table.discarded("reaper", "reaper", "phantom")
    (legions,) = table.hold("legions_of_the_dead")
    table.magic(3)
    table.start("events")
    table.do(f"event:{legions}")
    play = f"use:{table.card('ret_talus')}:Raise the Dead"
    while table.phase != "attack":
        table.do(next(iter(table.options("end"))))
    table.do(play)
    for card, space in zip(dead, ("c5", "b4", "d4")):
        table.do(f"pick:{card}", f"space:{space}")
    assert [table.at(card) for card in dead] == ["c5", "b4", "d4"]
    assert table.now.seats[0].magic == []


def test_life_drain_heals_him_when_he_destroys_a_unit(lay: Lay) -> None:
    for target, left in (("tundra_orcs_fighter", 2), ("ice_wall", 3)):
        table = lay("ret_talus", "grognack")
        dragos = table.put("dragos", "c4", wounds=3)
        victim = table.put(target, "c5", seat=1, wounds=0 if target != "ice_wall" else 1)
        attack(table, dragos, victim, 5, 5)
        assert table.at(victim) is None
        assert table.wounds(dragos) == left


def test_summoned_by_blood_two_less_for_each_unit_given(lay: Lay) -> None:
    table = lay("ret_talus", "grognack")
    table.put("fallen_kingdom_wall", "c3")
    a, b = table.put("reaper", "a1"), table.put("phantom", "b1")
    (bal,) = table.hold("elut_bal")
    table.magic(3)
    table.start("summon")
    table.do(f"summon:{bal}:c4", f"pick:{a}")  # and the other, who is the only one left: three can be paid
    assert table.at(bal) == "c4"
    assert table.now.seats[0].magic == []
    assert {a, b} <= set(table.now.seats[0].discard)
    poor = lay("ret_talus", "grognack")
    poor.put("fallen_kingdom_wall", "c3")
    (bal,) = poor.hold("elut_bal")
    poor.magic(6)
    poor.start("summon")
    assert poor.phase != "summon"


@pytest.mark.parametrize(("face", "stays"), [(5, False), (4, True)])
def test_fear_drives_commons_away_that_come_near(lay: Lay, face: int, stays: bool) -> None:
    table = lay("grognack", "ret_talus")
    shaman, ragnor = table.put("shaman", "c3"), table.put("ragnor", "d4")
    table.put("skhull", "c5", seat=1)
    table.start()
    table.dice(face)
    table.do(f"move:{shaman}:c4")
    assert (table.at(shaman) == "c4") == stays
    table.do(f"move:{ragnor}:d5")  # a champion knows no fear
    assert table.at(ragnor) == "d5"


def test_soul_harvest_keeps_the_souls_and_yields_no_magic(lay: Lay) -> None:
    table = lay("ret_talus", "grognack")
    reaper, victim = table.put("reaper", "c4"), table.put("tundra_orcs_fighter", "c5", seat=1)
    table.put("shaman", "b5", seat=1)
    table.hold("reaper")
    attack(table, reaper, victim, 5)
    assert table.now.seats[0].magic == []
    assert table.pos.here(reaper).under == [victim]
    assert value(table, reaper) == 2


@pytest.mark.parametrize(("face", "magic"), [(3, 0), (2, 1)])
def test_magic_locked_yields_nothing_on_three_or_more(lay: Lay, face: int, magic: int) -> None:
    table = lay("grognack", "ret_talus")
    smasher, archer = table.put("smasher", "c4"), table.put("skeletal_archer", "c5", seat=1)
    attack(table, smasher, archer, 6, 6, face)
    assert len(table.now.seats[0].magic) == magic
    assert (archer in table.now.seats[1].discard) == (not magic)


def test_infect_raises_a_zombie_where_an_enemy_fell(lay: Lay) -> None:
    table = lay("ret_talus", "grognack")
    zombie, victim = table.put("zombie_warrior", "c4"), table.put("tundra_orcs_fighter", "c5", seat=1)
    (dead,) = table.discarded("zombie_warrior")
    attack(table, zombie, victim, 5)
    table.do("say:yes")
    assert table.at(dead) == "c5"


def test_spirit_drain_takes_magic_for_an_enemy_alone(lay: Lay) -> None:
    table = lay("ret_talus", "grognack")
    anica, victim = table.put("anica", "c4"), table.put("tundra_orcs_fighter", "c5", seat=1)
    table.magic(2, seat=1)
    attack(table, anica, victim, 5, 5)
    assert (len(table.now.seats[0].magic), len(table.now.seats[1].magic)) == (2, 1)


@pytest.mark.parametrize(("face", "hurt"), [(3, 1), (2, 0)])
def test_death_curse_strikes_back(lay: Lay, face: int, hurt: int) -> None:
    table = lay("grognack", "ret_talus")
    smasher, cultist = table.put("smasher", "c4"), table.put("cultist", "c5", seat=1)
    attack(table, smasher, cultist, 6, 1, face)
    assert table.wounds(smasher) == hurt


def test_possess_takes_a_body_on_six(lay: Lay) -> None:
    for face, taken in ((6, True), (5, False)):
        table = lay("ret_talus", "grognack")
        phantom, krung = table.put("phantom", "c3"), table.put("krung", "c5", seat=1)
        table.start()
        table.do(f"move:{phantom}:c4")
        table.dice(face)
        table.do(f"pick:{krung}")
        assert (table.pos.here(krung).controller == 0) == taken
        assert (table.at(phantom) is None) == taken


@pytest.mark.parametrize(("face", "alive"), [(5, True), (4, False)])
def test_undying_comes_back_beside_the_attacker(lay: Lay, face: int, alive: bool) -> None:
    table = lay("grognack", "ret_talus")
    smasher, reaver = table.put("smasher", "c4"), table.put("reaver", "c5", seat=1)
    attack(table, smasher, reaver, 6, 6, face)
    assert (table.at(reaver) == "c5") == alive
    if alive:
        assert table.wounds(reaver) == 1
    assert len(table.now.seats[0].magic) == (0 if alive else 1)


def test_dark_sacrifice_and_forced_summon(lay: Lay) -> None:
    table = lay("ret_talus", "grognack")
    table.put("fallen_kingdom_wall", "c3")
    given, dragos = table.put("reaper", "a1"), table.put("dragos", "b1", wounds=2)
    bal, sacrifice, forced = table.hold("elut_bal", "dark_sacrifice", "forced_summon")
    table.magic(1)
    table.start("events")
    table.do(f"event:{sacrifice}", f"pick:{given}", "say:enough")
    assert table.wounds(dragos) == 1
    table.do(f"event:{forced}", f"pick:{bal}", "space:c4")
    assert table.at(bal) == "c4"
    assert table.wounds(table.card("ret_talus")) == 2
    assert table.now.seats[0].magic == []  # one from the sacrifice, one that was there


# ---- Jungle Elves
def test_chant_of_growth_gives_an_elf_a_die(lay: Lay) -> None:
    table = lay("abua_shi", "grognack")
    lioness, hired = table.put("lioness", "c4"), table.put("vermin", "e4")
    table.hold("lioness")
    table.magic(1)
    table.start("attack")
    table.do(f"use:{table.card('abua_shi')}:Chant of Growth")
    assert not table.may(f"pick:{hired}")
    table.do(f"pick:{lioness}")
    assert value(table, lioness) == 3
    assert table.now.seats[0].magic == []


def test_arching_shot_goes_over_units_but_not_walls(lay: Lay) -> None:
    table = lay("abua_shi", "grognack")
    archer = table.put("jungle_elves_archer", "c3")
    table.put("lioness", "c4")
    over = table.put("shaman", "c5", seat=1)
    table.put("tundra_orcs_wall", "b3", seat=1)
    behind = table.put("shaman", "a3", seat=1)
    table.start("attack")
    assert table.may(f"attack:{archer}:{over}")
    assert not table.may(f"attack:{archer}:{behind}")


def test_hunting_pride_moves_after_the_phase(lay: Lay) -> None:
    table = lay("abua_shi", "grognack")
    lioness = table.put("lioness", "a3")
    table.start()
    assert not spaces_of(table, lioness)
    table.ends("movement")
    table.do("space:a5")
    assert table.at(lioness) == "a5"
    assert table.now.turn.moves == 0


def test_trample_wounds_the_commons_it_walks_over_by_the_way_that_is_chosen(lay: Lay) -> None:
    table = lay("abua_shi", "grognack")
    elephant = table.put("elephant", "a3")
    enemy, own = table.put("smasher", "a4", seat=1), table.put("lioness", "b3")
    champion = table.put("krung", "e3", seat=1)
    table.start()
    table.do(f"move:{elephant}:b4", f"pick:{enemy}")
    assert (table.wounds(enemy), table.wounds(own)) == (1, 0)
    assert table.wounds(champion) == 0
    straight = lay("abua_shi", "grognack")
    elephant = straight.put("elephant", "a3")
    straight.put("krung", "a4", seat=1)
    straight.start()
    assert "a5" not in spaces_of(straight, elephant)


@pytest.mark.parametrize(("dice", "again"), [((3, 4), True), ((2, 4), False)])
def test_pummel_goes_on_without_a_miss(lay: Lay, dice: tuple[int, int], again: bool) -> None:
    table = lay("abua_shi", "grognack")
    gorilla, wall = table.put("gorilla", "c4"), table.put("tundra_orcs_wall", "c5", seat=1)
    table.hold("lioness")
    attack(table, gorilla, wall, *dice)
    assert table.may(f"pick:{wall}") == again


def test_elite_training_power_shot_and_swift_shot(lay: Lay) -> None:
    table = lay("abua_shi", "grognack", at=("f1", "f8"))
    guard = table.put("jungle_guard", "b3")
    diagonal, blocked = table.put("shaman", "d5", seat=1), table.put("shaman", "a4", seat=1)
    near = table.put("shaman", "b4", seat=1)
    table.start("attack")
    assert table.may(f"attack:{guard}:{diagonal}")
    assert table.may(f"attack:{guard}:{blocked}")
    assert value(table, guard, near) == 2
    assert value(table, guard, diagonal) == 1
    makeinda = lay("abua_shi", "grognack")
    ru = makeinda.put("makeinda_ru", "c3")
    assert value(makeinda, ru) == 4
    makeinda.start()
    makeinda.do(f"move:{ru}:c4")
    assert value(makeinda, ru) == 2
    swift = lay("abua_shi", "grognack")
    shikwa, wall = swift.put("shikwa", "c4"), swift.put("tundra_orcs_wall", "c5", seat=1)
    swift.hold("lioness")
    attack(swift, shikwa, wall, 5)
    swift.dice(5)
    swift.do(f"pick:{wall}")
    assert swift.wounds(wall) == 2
    assert not swift.options("pick")


def test_events_of_the_jungle_elves(lay: Lay) -> None:
    table = lay("abua_shi", "grognack")
    lioness, lioneer = table.put("lioness", "a4"), table.put("lioneer", "e4", wounds=1)
    krung = table.put("krung", "c7", seat=1)
    smasher = table.put("smasher", "a7", seat=1)
    negation, deception, life, haste, salvation = table.hold(
        "chant_of_negation", "chant_of_deception", "chant_of_life", "chant_of_haste", "chant_of_salvation"
    )
    table.magic(1)
    wanted, other = table.pile("miti_mumway", "lioness")
    table.start("events")
    table.do(f"event:{negation}")
    assert table.pos.effects_of(table.pos.here(krung)) == []
    assert not table.pos.no_roll(table.pos.here(lioness), table.pos.here(smasher))
    assert table.pos.effects_of(table.pos.here(lioness))
    table.do(f"event:{deception}", f"pick:{lioness}", f"pick:{lioneer}")
    assert (table.at(lioness), table.at(lioneer)) == ("e4", "a4")
    table.do(f"event:{life}")
    assert table.wounds(lioneer) == 0
    table.do(f"event:{haste}")
    assert not table.may(f"pick:{lioneer}")  # it costs three
    table.do(f"pick:{lioness}", "space:e5")
    assert table.at(lioness) == "e5"
    table.do(f"event:{salvation}", f"pick:{wanted}")
    assert wanted in table.now.seats[0].hand
    assert table.now.seats[0].draw == [other]
    play_on(table, 1)
    play_on(table, 0)
    assert table.pos.effects_of(table.pos.here(krung))


# ---- Cloaks
def test_master_of_the_art_uses_anothers_art_for_a_turn(lay: Lay) -> None:
    table = lay("vlox", "grognack")
    sniper = table.put("sniper", "e2")
    vlox = table.card("vlox")
    table.start("events")
    table.do(f"use:{vlox}:Master of the Art")
    assert table.pos.reach(table.pos.here(vlox)) == 5
    assert not table.options(f"use:{vlox}") or table.phase != "events"
    assert table.at(sniper) == "e2"
    play_on(table, 1)
    assert table.pos.reach(table.pos.here(vlox)) == 3


def test_blindside_brings_up_another_scrapper(lay: Lay) -> None:
    table = lay("vlox", "grognack")
    scrapper, other = table.put("scrapper", "c4"), table.put("scrapper", "f1")
    enemy = table.put("shaman", "c5", seat=1)
    table.hold("scrapper")
    attack(table, scrapper, enemy, 4)
    table.do(f"pick:{other}", "space:d5")
    assert table.at(other) == "d5"


def test_sneaking_is_for_the_only_one_that_moves(lay: Lay) -> None:
    for face, far in (("gunner", 5), ("xaserbane", 4)):
        table = lay("vlox", "grognack", at=("f1", "f8"))
        one, second = table.put(face, "a1"), table.put("slasher", "e1")
        table.start()
        assert f"a{far + 1}" in spaces_of(table, one)
        assert f"a{far + 2}" not in spaces_of(table, one)
        table.do(f"move:{second}:e2")
        assert spaces_of(table, one) == {"a2", "a3", "b1", "b2", "c1"}
        again = lay("vlox", "grognack", at=("f1", "f8"))
        one, second = again.put(face, "a1"), again.put("slasher", "e1")
        again.hold("thief")
        again.start()
        again.do(f"move:{one}:a5")
        assert again.phase != "movement"


def test_steal_on_the_back_row(lay: Lay) -> None:
    table = lay("vlox", "grognack")
    thief = table.put("thief", "a8")
    table.put("cloaks_wall", "b2")
    shaman, _ = table.hold("shaman", "krung", seat=1)
    table.start("end")
    table.do("space:b3")
    assert table.at(thief) == "b3"
    assert table.now.seats[0].magic == [shaman]
    home = lay("vlox", "grognack")
    home.put("thief", "a7")
    home.hold("shaman", seat=1)
    home.start("end")
    assert home.now.seats[0].magic == []


def test_fatal_slash_sniper_shot_and_backstab(lay: Lay) -> None:
    table = lay("vlox", "grognack", at=("f1", "f8"))
    slasher, krung = table.put("slasher", "c4"), table.put("krung", "c5", seat=1)
    attack(table, slasher, krung, 6)
    assert table.wounds(krung) == 3
    sniper = lay("vlox", "grognack", at=("f1", "f8"))
    one, far = sniper.put("sniper", "a2"), sniper.put("shaman", "a7", seat=1)
    sniper.start("attack")
    assert sniper.may(f"attack:{one}:{far}")
    dagger = lay("vlox", "grognack", at=("f1", "f8"))
    one = dagger.put("dagger", "c6")
    front, back = dagger.put("shaman", "c5", seat=1), dagger.put("shaman", "c7", seat=1)
    rogue = dagger.put("rogue", "b6")
    assert [value(dagger, one, card) for card in (front, back)] == [5, 2]
    assert value(dagger, rogue, front) == 3


def test_aerial_strike_escape_charm_and_illusionist(lay: Lay) -> None:
    hawk = lay("vlox", "grognack")
    one, near, far = hawk.put("hawk", "a3"), hawk.put("smasher", "c5", seat=1), hawk.put("smasher", "f7", seat=1)
    hawk.start()
    hawk.do(f"move:{one}:a4")
    assert not hawk.may(f"pick:{far}")
    hawk.dice(4)
    hawk.do(f"pick:{near}")
    assert hawk.wounds(near) == 1
    scam = lay("vlox", "grognack")
    one, wall = scam.put("scam", "c4"), scam.put("tundra_orcs_wall", "c5", seat=1)
    scam.magic(1)
    attack(scam, one, wall, 1, 1)
    scam.do("say:yes", "space:c2")
    assert scam.at(one) == "c2"
    assert scam.now.seats[0].magic == []
    sin = lay("vlox", "grognack")
    one, shaman, krung = sin.put("sin_sin", "c4"), sin.put("shaman", "c6", seat=1), sin.put("krung", "d4", seat=1)
    sin.start("attack")
    sin.do(f"use:{one}:Charm", "space:c5")
    assert (sin.pos.here(shaman).controller, sin.at(shaman), sin.pos.here(krung).controller) == (0, "c5", 1)
    kyra = lay("grognack", "vlox")
    smasher, she = kyra.put("smasher", "c4"), kyra.put("kyra", "c5", seat=1)
    kyra.magic(1)
    kyra.start("attack")
    kyra.dice(1, 6)
    kyra.do(f"attack:{smasher}:{she}", "say:no")
    assert kyra.wounds(she) == 0
    paid = lay("grognack", "vlox")
    smasher, she = paid.put("smasher", "c4"), paid.put("kyra", "c5", seat=1)
    paid.magic(1)
    paid.start("attack")
    paid.dice(1, 6)
    paid.do(f"attack:{smasher}:{she}", "say:yes")
    assert paid.wounds(she) == 1


@pytest.mark.parametrize(("ordered", "common", "champion"), [("champions", 1, 0), ("all", 0, 0), ("never", 1, 1)])
def test_cover_takes_wounds_as_ordered(lay: Lay, ordered: str, common: int, champion: int) -> None:
    table = lay("grognack", "vlox", at=("f1", "f8"))
    a, b = table.put("shaman", "c4"), table.put("shaman", "e4")
    admiral = table.put("the_admiral", "d6", seat=1)
    scrapper, scam = table.put("scrapper", "c5", seat=1), table.put("scam", "e5", seat=1)
    table.start("attack")
    if ordered != "champions":
        table.match.answer(1, f"order:cover={ordered}")
    attack(table, a, scrapper, 3, 3) if common == 0 else None
    attack(table, b, scam, 3, 3)
    assert table.wounds(scam) == 2 * champion
    assert table.wounds(admiral) == 2 * (1 - champion) + (2 if ordered == "all" else 0)
    assert table.at(scrapper) == "c5"


def test_whirling_blade_cuts_through_units(lay: Lay) -> None:
    table = lay("vlox", "grognack")
    violet = table.put("violet", "c3")
    between, target = table.put("smasher", "c4", seat=1), table.put("krung", "c5", seat=1)
    table.put("scrapper", "d4")
    attack(table, violet, target, 4, 4)
    assert (table.wounds(between), table.wounds(target)) == (2, 2)


def test_events_of_the_cloaks(lay: Lay) -> None:
    table = lay("vlox", "grognack")
    scrapper, thief = table.put("scrapper", "a4"), table.put("thief", "b1")
    shaman, krung = table.put("shaman", "c7", seat=1), table.put("krung", "e7", seat=1)
    kill, cloak, raid, spy = table.hold("assassinate", "cloak_of_shadows", "raid", "spy")
    table.magic(2)
    theirs = table.pile("shaman", "smasher", "krung", "freeze", "ragnor", "blagog", seat=1)
    table.start("events")
    table.do(f"event:{kill}")
    assert not table.may(f"pick:{krung}")
    table.do(f"pick:{shaman}")
    assert len(table.now.seats[0].magic) == 1
    table.do(f"event:{cloak}", f"pick:{scrapper}")
    assert need(table, krung, scrapper) == 6
    table.do(f"event:{raid}", f"event:{spy}")
    assert table.options("pick") == {f"pick:{card}" for card in theirs[1:]}
    table.do(f"pick:{theirs[5]}", f"pick:{theirs[4]}", f"pick:{theirs[3]}")
    assert table.now.seats[1].draw == [theirs[3], theirs[4], theirs[0], theirs[1], theirs[2]]
    assert table.now.seats[1].discard == [theirs[5]]
    table.ends("events")
    assert "b6" in spaces_of(table, thief)


# ---- Shadow Elves
def test_out_of_shadows_needs_an_undisturbed_start(lay: Lay) -> None:
    for near, dice in ((False, 4), (True, 2)):
        table = lay("selundar", "grognack", at=("c4", "f8"))
        enemy = table.put("krung", "c5" if near else "e4", seat=1)
        table.start("start")
        table.pos.here(enemy).at = (2, 4)
        assert value(table, table.card("selundar"), enemy) == dice


def test_swift_swift_strike_and_scout(lay: Lay) -> None:
    table = lay("selundar", "grognack", at=("f1", "f8"))
    swordsman = table.put("swordsman", "a1")
    scout = table.put("scout", "b5")
    mine = [table.put("ranger", space) for space in ("c1", "d1", "e1")]
    table.start("start")
    assert "a4" in spaces_of(table, swordsman)
    table.do(f"move:{swordsman}:a4", *(f"move:{one}:{space}" for one, space in zip(mine[:2], ("c2", "d2"))))
    assert spaces_of(table, scout)  # a fourth may move
    master = lay("selundar", "grognack")
    one, wall = master.put("blade_master", "c4"), master.put("tundra_orcs_wall", "c5", seat=1)
    attack(master, one, wall, 5)
    master.dice(5)
    master.do(f"pick:{wall}")
    assert master.wounds(wall) == 2


def test_shadow_arrows_take_the_space_and_shoot_again_for_magic(lay: Lay) -> None:
    table = lay("selundar", "grognack")
    ranger = table.put("ranger", "c3")
    victim, next_one = table.put("tundra_orcs_fighter", "c5", seat=1), table.put("shaman", "c7", seat=1)
    table.magic(1)
    attack(table, ranger, victim, 5)
    table.do("say:yes", "say:yes")
    table.dice(4)
    table.do(f"pick:{next_one}")
    assert table.at(ranger) == "c5"
    assert table.wounds(next_one) == 1


def test_shadow_step_summons_one_hunter_beside_an_elf(lay: Lay) -> None:
    table = lay("selundar", "grognack")
    table.put("ranger", "c5")
    first, second = table.hold("hunter", "hunter")
    swordsman = table.hold("swordsman")[0]
    table.magic(6)
    table.start("summon")
    assert table.may(f"summon:{first}:c6")
    assert not table.may(f"summon:{swordsman}:c6")
    table.do(f"summon:{first}:c6")
    assert not table.options(f"summon:{second}")


def test_wither_wants_magic_or_blood_unless_it_killed(lay: Lay) -> None:
    table = lay("selundar", "grognack")
    table.put("kuldrid", "c4")
    table.magic(1)
    table.start("attacked")
    table.do("say:no")
    assert table.wounds(table.card("selundar")) == 1
    fed = lay("selundar", "grognack")
    kuldrid, victim = fed.put("kuldrid", "c4"), fed.put("tundra_orcs_fighter", "c5", seat=1)
    attack(fed, kuldrid, victim, 5, 5, 5)
    assert fed.wounds(fed.card("selundar")) == 0


def test_return_spirit_and_shadow_dancer(lay: Lay) -> None:
    table = lay("selundar", "grognack")
    table.put("taliya", "c4")
    shaman, krung = table.put("shaman", "c5", seat=1), table.put("krung", "d4", seat=1)
    table.start("end")
    assert not table.may(f"pick:{krung}")
    table.do(f"pick:{shaman}")
    assert shaman in table.now.seats[1].hand
    dancer = lay("grognack", "selundar")
    a, b, she = dancer.put("smasher", "c4"), dancer.put("smasher", "d5"), dancer.put("malidala", "c5", seat=1)
    dancer.start("attack")
    attack(dancer, a, she, 5, 5)
    assert dancer.wounds(she) == 1
    attack(dancer, b, she, 5, 1)
    assert dancer.wounds(she) == 2


@pytest.mark.parametrize(("ordered", "saved"), [("all", True), ("champions", False), ("never", False)])
def test_shadows_is_played_out_of_turn_as_ordered(lay: Lay, ordered: str, saved: bool) -> None:
    table = lay("grognack", "selundar")
    smasher, ranger = table.put("smasher", "c4"), table.put("ranger", "c5", seat=1)
    (event,) = table.hold("shadows", seat=1)
    table.start("attack")
    table.match.answer(1, f"order:shadows={ordered}")
    attack(table, smasher, ranger, 6, 6)
    assert (table.now.seats[1].magic == [ranger]) == saved
    assert (event in table.now.seats[1].discard) == saved
    assert (table.now.seats[0].magic == [ranger]) == (not saved)


def test_events_of_the_shadow_elves(lay: Lay) -> None:
    table = lay("selundar", "grognack")
    ranger = table.put("ranger", "c4")
    shaman, fighter, krung = (
        table.put("shaman", "a7", seat=1), table.put("tundra_orcs_fighter", "b7", seat=1), table.put("krung", "e7", seat=1)
    )
    table.put("phoenix_elves_wall", "a5")
    night, advance, dark = table.hold("summon_the_night", "stalking_advance", "into_darkness")
    table.start("events")
    table.do(f"event:{advance}", f"pick:{ranger}", "space:c5", "say:enough")
    assert table.at(ranger) == "c5"
    table.do(f"event:{dark}")
    assert not table.may(f"pick:{krung}")
    table.do(f"pick:{fighter}", "say:enough", f"event:{night}")
    play_on(table, 1)
    while table.phase != "movement":
        table.do(next(iter(table.options("end"))))
    assert "e5" not in spaces_of(table, krung)
    assert "e6" in spaces_of(table, krung)
    table.ends("movement")
    assert not table.options(f"attack:{shaman}")  # the wall is two spaces away


# ---- Mercenaries
def test_draw_power_bleeds_a_wall_for_cards(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    wall = table.put("mercenaries_wall", "c2")
    table.pile("vermin", "vermin", "vermin")
    rallul = table.card("rallul")
    table.start("events")
    table.do(f"use:{rallul}:Draw Power", "say:1")
    assert table.wounds(wall) == 2
    assert len(table.now.seats[0].hand) == 2


def test_magic_shot_is_a_die_or_a_bow(lay: Lay) -> None:
    for word, reach, dice in (("yes", 3, 1), ("no", 1, 2)):
        table = lay("rallul", "grognack")
        mage = table.put("apprentice_mage", "c4")
        table.put("krung", "c5", seat=1)
        table.magic(2)
        table.start("attack")
        table.do(f"use:{mage}:Magic Shot", f"say:{word}")
        assert (table.pos.reach(table.pos.here(mage)), value(table, mage)) == (reach, dice)
        assert table.options(f"attack:{mage}")  # its attack is still to come
        assert not table.options(f"use:{mage}")


def test_ways_of_moving_of_the_mercenaries(lay: Lay) -> None:
    table = lay("rallul", "grognack", at=("f1", "f8"))
    bounder = table.put("bounder", "a1")
    table.put("vermin", "a2")
    table.put("mercenaries_wall", "b1")
    table.start()
    assert {"a3", "a4"} <= spaces_of(table, bounder)
    assert "c1" not in spaces_of(table, bounder)
    mage = lay("rallul", "grognack", at=("f1", "f8"))
    time = mage.put("time_mage", "a1")
    mage.put("mercenaries_wall", "b2")
    mage.start()
    assert {"c3", "b1", "c1", "c2"} <= spaces_of(mage, time)
    assert "b2" not in spaces_of(mage, time)
    hulgorad = lay("rallul", "grognack", at=("f1", "f8"))
    one = hulgorad.put("hulgorad", "a1")
    hulgorad.start()
    hulgorad.do(f"move:{one}:a4")
    assert value(hulgorad, one) == 4
    short = lay("rallul", "grognack", at=("f1", "f8"))
    one = short.put("hulgorad", "a1")
    short.start()
    short.do(f"move:{one}:a3")
    assert value(short, one) == 3


def test_dark_pact_before_it_moves_and_when_it_dies(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    hand, krung = table.put("demon_hand", "c4"), table.put("krung", "c5", seat=1)
    table.start()
    table.do(f"move:{hand}:b4")
    table.dice(4)
    table.do(f"pick:{krung}")
    assert table.wounds(krung) == 1
    dead = lay("grognack", "rallul")
    smasher, hand = dead.put("smasher", "c4"), dead.put("demon_hand", "c5", seat=1, wounds=2)
    attack(dead, smasher, hand, 6, 1)
    assert dead.wounds(dead.card("rallul")) == 1


def test_mental_clarity_orders_the_top_of_the_pile(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    owl = table.put("owl_familiar", "c4")
    low, a, b, c = table.pile("krung", "vermin", "rogue", "magos")
    table.start("attack")
    table.do(f"use:{owl}:Mental Clarity", f"pick:{a}", "say:yes", f"pick:{c}", "say:yes", f"pick:{b}", "say:no")
    assert table.now.seats[0].draw == [b, low, a, c]


def test_siphon_takes_magic_beside_an_enemy_wall(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    mage = table.put("rune_mage", "c5")
    table.put("tundra_orcs_wall", "c6", seat=1)
    table.magic(2, seat=1)
    table.start()
    table.do(f"use:{mage}:Siphon")
    assert (len(table.now.seats[0].magic), table.now.turn.moves) == (1, 1)
    far = lay("rallul", "grognack")
    mage = far.put("rune_mage", "c4")
    far.put("tundra_orcs_wall", "c6", seat=1)
    far.magic(2, seat=1)
    far.start()
    assert not far.options(f"use:{mage}")


def test_reach_slow_stolen_armor(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    spear = table.put("spear_grounder", "c4")
    near, diagonal = table.put("krung", "c5", seat=1), table.put("krung", "d5", seat=1)
    table.start("attack")
    assert table.may(f"attack:{spear}:{diagonal}")
    assert [value(table, spear, card) for card in (near, diagonal)] == [2, 1]
    golem = lay("rallul", "grognack")
    one, enemy = golem.put("stone_golem", "c3"), golem.put("krung", "c6", seat=1)
    golem.start()
    golem.do(f"move:{one}:c5")
    if golem.phase == "movement":
        golem.ends("movement")
    assert not golem.may(f"attack:{one}:{enemy}")
    armor = lay("rallul", "grognack")
    wall = armor.put("mercenaries_wall", "c3")
    (cloak,) = armor.hold("stonecloak")
    armor.magic(1)
    armor.start("summon")
    armor.do(f"summon:{cloak}:c4")
    assert armor.wounds(wall) == 3


def test_plague_and_cursed_blade_and_regenerate(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    vermin, krung, wall = (
        table.put("vermin", "c3"), table.put("krung", "c5", seat=1), table.put("tundra_orcs_wall", "b4", seat=1)
    )
    table.start()
    table.dice(5)
    table.do(f"move:{vermin}:c4")
    assert (table.wounds(krung), table.wounds(wall)) == (1, 0)
    blade = lay("rallul", "grognack")
    one, wall = blade.put("malevolence", "c4"), blade.put("tundra_orcs_wall", "c5", seat=1)
    attack(blade, one, wall, 1, 1, 1, 1)
    assert blade.wounds(one) == 1
    khexhu = lay("rallul", "grognack")
    one = khexhu.put("khexhu", "c3", wounds=2)
    khexhu.magic(1)
    khexhu.start()
    khexhu.do(f"move:{one}:c4", "say:yes")
    assert khexhu.wounds(one) == 1


def test_stench_blur_knock_around(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    bodgan, krung = table.put("bodgan", "c4"), table.put("krung", "c5", seat=1)
    attack(table, bodgan, krung, 1, 1)
    table.do(f"pick:{krung}", "space:c6")
    assert table.at(krung) == "c6"
    blur = lay("rallul", "grognack")
    duggle, shaman = blur.put("duggle", "c4"), blur.put("shaman", "c5", seat=1)
    blur.magic(1)
    attack(blur, duggle, shaman, 1, 1)
    blur.do("say:yes", "say:enough")
    blur.dice(3, 1)
    blur.do(f"pick:{shaman}")
    assert blur.wounds(shaman) == 1
    urick = lay("rallul", "grognack")
    one, krung = urick.put("urick", "c4"), urick.put("krung", "c5", seat=1)
    attack(urick, one, krung, 3, 1)
    urick.do("space:c8" if urick.may("space:c8") else "space:c7")
    assert urick.at(krung) in ("c7", "c8")


def test_rune_master_body_guard_wisdom_mage_master(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    etch, wall = table.put("etch", "c4"), table.put("tundra_orcs_wall", "c5", seat=1)
    _, top = table.discarded("vermin", "rogue")
    table.start("attack")
    table.do(f"use:{etch}:Rune Master")
    assert table.wounds(wall) == 1
    assert table.now.seats[0].magic == [top]
    guard = lay("rallul", "grognack")
    grubs = guard.put("grubs", "f5")
    guard.start("start")
    assert guard.wounds(grubs) == 2
    near = lay("rallul", "grognack")
    grubs = near.put("grubs", "c2")
    near.start("end")
    near.do("space:c4")
    assert near.at(grubs) == "c4"
    wise = lay("rallul", "grognack")
    wise.put("magos", "c4")
    wise.pile(*["vermin"] * 9)
    wise.start("draw")
    assert len(wise.now.seats[0].hand) == 7
    mages = lay("rallul", "grognack")
    mages.put("mundol", "c4")
    close, far, rogue = mages.put("rune_mage", "c5"), mages.put("rune_mage", "f5"), mages.put("rogue", "c3")
    assert [value(mages, card) for card in (close, far, rogue)] == [2, 1, 1]


def test_grapple_holds_a_common_until_ones_next_turn(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    table.put("kogar", "c4")
    smasher, krung = table.put("smasher", "c5", seat=1), table.put("krung", "d4", seat=1)
    table.start("end")
    assert not table.may(f"pick:{krung}")
    table.do(f"pick:{smasher}")
    assert not spaces_of(table, smasher)
    assert spaces_of(table, krung)
    play_on(table, 0)
    assert table.wounds(smasher) == 1


def test_disguised_takes_a_commons_place_with_its_wounds(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    golem = table.put("stone_golem", "e6", wounds=2)
    (naan,) = table.hold("naan_nashi")
    table.magic(5)
    table.start("summon")
    table.do(f"summon:{naan}:e6")
    assert (table.at(naan), table.wounds(naan)) == ("e6", 2)
    assert golem in table.now.seats[0].discard


def test_prey_clean_shot_shadow_summon(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    rath = table.put("rath", "a1")
    hurt, fresh = table.put("smasher", "e6", seat=1, wounds=1), table.put("smasher", "b6", seat=1)
    table.start()
    table.do(f"use:{rath}:Prey", "space:e5")
    assert table.at(rath) == "e5"
    assert table.wounds(fresh) == 0
    assert table.wounds(hurt) == 1
    rygos = lay("rallul", "grognack")
    rygos.put("rygos", "c4")
    krung = rygos.put("krung", "c6", seat=1)
    rygos.start("attacked")
    rygos.do(f"pick:{krung}")
    assert rygos.wounds(krung) == 1
    busy = lay("rallul", "grognack")
    busy.put("rygos", "c4")
    busy.put("krung", "c5", seat=1)
    busy.hold("vermin")
    busy.start("attacked")
    assert not busy.options("pick")
    sairook = lay("rallul", "grognack")
    one = sairook.put("sairook", "c4", wounds=3)
    sairook.start("end")
    sairook.do("say:yes")
    assert one in sairook.now.seats[0].hand


def test_manipulate_destiny_looks_at_the_top_card_privately(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    seer = table.put("the_seer", "c5")
    table.put("tundra_orcs_wall", "c6", seat=1)
    _, top = table.pile("shaman", "krung", seat=1)
    table.start("attack")
    events = table.do(f"use:{seer}:Manipulate Destiny", "say:no", "say:no")
    assert table.now.seats[1].discard == [top]
    assert all(event.to == (0,) for event in events if event.kind == "looked")


def test_events_of_the_mercenaries(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    wall, golem = table.put("mercenaries_wall", "c2", wounds=3), table.put("stone_golem", "e5")
    victim = table.put("krung", "c3", seat=1)
    (old,) = table.discarded("tundra_orcs_wall", seat=1)
    pulse, move, reform, fury, channel, vermin, rogue = table.hold(
        "magic_pulse", "wall_transference", "reform_stone", "fury_of_godshome", "channeled_summon", "vermin", "rogue"
    )
    table.magic(2)
    table.start("events")
    table.do(f"event:{fury}", f"pick:{victim}")
    assert (table.wounds(wall), table.wounds(victim)) == (0, 3)
    table.do(f"event:{reform}", f"pick:{old}", "space:a1")
    assert (table.at(old), table.pos.here(old).controller) == ("a1", 0)
    table.do(f"event:{move}", f"pick:{wall}", "space:f4")
    assert table.at(wall) == "f4"
    table.do(f"event:{channel}")
    assert table.may(f"summon:{vermin}:e6")
    table.do(f"summon:{vermin}:e6")
    assert table.at(golem) == "e5"
    table.do(f"event:{pulse}", f"pick:{rogue}")
    assert value(table, table.card("rallul")) == 3


def test_what_lasts_is_named_for_all_to_see(lay: Lay) -> None:
    table = lay("rallul", "grognack")
    vermin, gone = table.put("vermin", "c4"), 99
    table.state.lasting += [
        Lasting("summon_the_night", 1, "own start"), Lasting("gained Fury", 0, "turn", [vermin]),
        Lasting("demon_hand", 0, "turn", [vermin]), Lasting("demon_hand", 0, "turn", [gone]),
    ]  # fmt: skip
    table.start()
    assert [str(line) for line in table.match.view(None).board.lasting] == [
        "Summon the Night, by Grognack", "Vermin C4: Fury, for this turn", "Demon Hand, by Rallul: Vermin C4",
        "Demon Hand, by Rallul",
    ]  # fmt: skip
