"""The Attack Phase: range, dice, wounds, destruction, victory."""

from __future__ import annotations

import pytest

from tests.engine.summoner_wars.conftest import Lay


# ---- who may attack
@pytest.mark.rule("SW-ATK-01", "SW-ATK-02", "SW-ATK-03", "SW-ATK-12")
@pytest.mark.interaction(18)
def test_three_different_units_once_each_moved_or_not(lay: Lay) -> None:
    table = lay()
    mine = [table.put("smasher", space) for space in ("a4", "b4", "e4", "f4")]
    walls = [table.put("phoenix_elves_wall", space, seat=1) for space in ("a5", "b5", "e5", "f5")]
    table.start("movement")
    table.do(f"move:{mine[0]}:a3", f"move:{mine[1]}:b3")
    table.ends("movement")
    assert table.may(f"attack:{mine[2]}:{walls[2]}")  # it has not moved
    table.dice(1, 1)
    table.do(f"attack:{mine[2]}:{walls[2]}")
    assert table.why(f"attack:{mine[2]}:{walls[2]}") == "SW-ATK-03"
    table.ends("attack")
    assert table.now.turn.seat == 1 or table.phase == "magic"


@pytest.mark.rule("SW-ATK-01")
def test_a_fourth_attack_is_refused(lay: Lay) -> None:
    table = lay()
    mine = [table.put("shaman", space) for space in ("a4", "b4", "d4", "f4")]
    walls = [table.put("phoenix_elves_wall", space, seat=1) for space in ("a5", "b5", "d5", "f5")]
    table.hold("krung")
    table.start("attack")
    table.dice(*[1] * 6)
    table.do(*(f"attack:{one}:{wall}" for one, wall in list(zip(mine, walls))[:3]))
    assert table.phase == "magic"
    assert table.match.rules.why(table.now, 0, f"attack:{mine[3]}:{walls[3]}").rule == "SW-TURN-01"


@pytest.mark.rule("SW-ATK-04")
@pytest.mark.interaction(13, 14)
def test_the_next_target_is_chosen_after_the_dice_and_a_line_may_have_opened(lay: Lay) -> None:
    table = lay()
    first, second = table.put("shaman", "b4"), table.put("shaman", "b3")
    front = table.put("phoenix_elves_archer", "b5", seat=1)
    back = table.put("guardian", "b6", seat=1)
    table.start("attack")
    assert not table.may(f"attack:{first}:{back}")
    table.dice(6, 6)
    table.do(f"attack:{first}:{front}")
    assert table.at(front) is None
    assert not table.may(f"attack:{second}:{back}")  # one's own Shaman stands in the line
    assert table.at(back) == "b6"


# ---- range
@pytest.mark.rule("SW-RNG-01", "SW-RNG-02", "SW-UNIT-07")
def test_a_sword_reaches_the_four_spaces_beside_it(lay: Lay) -> None:
    table = lay()
    smasher = table.put("smasher", "c4")
    spaces = {"c5": True, "b4": True, "d4": True, "c3": True, "d5": False, "c6": False, "e4": False}
    cards = {space: table.put("phoenix_elves_archer", space, seat=1) for space in spaces}
    table.start("attack")
    assert {space: table.may(f"attack:{smasher}:{card}") for space, card in cards.items()} == spaces
    assert table.why(f"attack:{smasher}:{cards['d5']}") == "SW-RNG-02"
    assert table.why(f"attack:{smasher}:{cards['c6']}") == "SW-RNG-01"


@pytest.mark.rule("SW-RNG-03", "SW-RNG-04", "SW-RNG-06", "SW-UNIT-06")
@pytest.mark.interaction(29)
@pytest.mark.parametrize(("space", "rule"), [("b4", ""), ("b5", ""), ("b6", ""), ("b7", "SW-RNG-03"), ("c5", "SW-RNG-04")])
def test_a_bow_reaches_three_spaces_in_a_straight_line(lay: Lay, space: str, rule: str) -> None:
    table = lay()
    shaman = table.put("shaman", "b3")
    table.put("phoenix_elves_wall", "a3", seat=1)  # something to attack, whatever else
    target = table.put("guardian", space, seat=1)
    table.start("attack")
    if rule:
        assert table.why(f"attack:{shaman}:{target}") == rule
    else:
        assert table.may(f"attack:{shaman}:{target}")


@pytest.mark.rule("SW-RNG-05", "SW-RNG-06")
@pytest.mark.interaction(13)
@pytest.mark.parametrize(
    ("blocker", "seat"), [("smasher", 0), ("guardian", 1), ("tundra_orcs_wall", 0), ("phoenix_elves_wall", 1)]
)
def test_any_card_in_the_line_stops_the_shot_and_may_be_shot_itself(lay: Lay, blocker: str, seat: int) -> None:
    table = lay()
    shaman = table.put("shaman", "b3")
    near = table.put(blocker, "b4", seat=seat)
    far = table.put("guardian", "b5", seat=1)
    table.start("attack")
    assert table.why(f"attack:{shaman}:{far}") == "SW-RNG-05"
    assert table.may(f"attack:{shaman}:{near}")


@pytest.mark.rule("SW-ATK-07", "SW-ATK-10")
@pytest.mark.interaction(9)
def test_ones_own_cards_may_be_attacked_but_no_unit_attacks_itself(lay: Lay) -> None:
    table = lay()
    smasher, own = table.put("smasher", "c4"), table.put("shaman", "c5")
    table.start("attack")
    option = next(each for each in table.match.view(0).options if each.key == f"attack:{smasher}:{own}")
    assert option.warning
    assert table.why(f"attack:{smasher}:{smasher}") == "SW-ATK-10"


# ---- dice and wounds
@pytest.mark.rule("SW-UNIT-03", "SW-UNIT-14", "SW-RES-02", "SW-RES-03", "SW-RES-04", "SW-RES-11", "SW-RES-12", "SW-RES-13",
                  "SW-UNIT-15", "SW-ATK-05", "SW-RES-09")  # fmt: skip
def test_the_eater_against_a_defender(lay: Lay) -> None:
    """The rulebook's example: three dice show 2, 4 and 6: two hits, the Defender is destroyed and becomes magic."""
    table = lay("sneeks", "oldin")
    eater = table.put("the_eater", "c4")
    defender = table.put("defender", "c5", seat=1)
    table.put("defender", "c3", seat=1)  # to be eaten afterwards, whatever happens
    table.start("attack")
    table.dice(2, 4, 6)
    table.do(f"attack:{eater}:{defender}")
    assert table.told("attack")[0].data["faces"] == [2, 4, 6]
    assert table.told("wounded")[0].data["wounds"] == 2
    assert table.at(defender) is None
    assert table.now.seats[0].magic[0] == defender
    assert table.now.seats[1].discard == []


@pytest.mark.rule("SW-RES-03", "SW-RES-04", "SW-COMP-04")
@pytest.mark.parametrize(("face", "hit"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 1)])
def test_three_or_more_is_a_hit(lay: Lay, face: int, hit: int) -> None:
    table = lay("prince_elien", "grognack")
    archer = table.put("phoenix_elves_archer", "c4")
    krung = table.put("krung", "c5", seat=1)
    table.start("attack")
    table.dice(face)
    table.do(f"attack:{archer}:{krung}")
    assert table.wounds(krung) == hit


@pytest.mark.rule("SW-ATK-11", "SW-UNIT-03")
@pytest.mark.interaction(15)
def test_the_whole_attack_value_is_rolled(lay: Lay) -> None:
    table = lay()
    wall = table.put("tundra_orcs_wall", "c2")
    table.start("attack")
    assert table.options("attack") == {f"attack:{table.card('grognack')}:{wall}"}
    table.dice(1, 2, 3, 4)
    table.do(f"attack:{table.card('grognack')}:{wall}")
    assert table.wounds(wall) == 2


@pytest.mark.rule("SW-UNIT-15", "SW-UNIT-16")
@pytest.mark.interaction(28)
def test_wounds_stay_and_as_many_as_life_destroy(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    krung = table.put("krung", "c5", seat=1, wounds=7)
    table.put("phoenix_elves_archer", "c4")
    table.start("attack")
    table.dice(6)
    table.do(f"attack:{table.card('phoenix_elves_archer')}:{krung}")
    assert table.wounds(krung) == 8
    assert table.pos.life_left(table.pos.here(krung)) == 1
    table.ends("attack") if table.phase == "attack" else None
    assert table.wounds(krung) == 8


@pytest.mark.rule("SW-ATK-08", "SW-ATK-13", "SW-RES-09")
@pytest.mark.interaction(9, 11, 32)
def test_ones_own_destroyed_unit_becomes_ones_own_magic_face_down(lay: Lay) -> None:
    table = lay()
    smasher, own = table.put("smasher", "c4"), table.put("tundra_orcs_fighter", "c5")
    theirs = table.put("guardian", "d4", seat=1, wounds=1)
    table.start("attack")
    table.dice(6, 6)
    table.do(f"attack:{smasher}:{own}")
    assert table.now.seats[0].magic == [own]
    assert table.match.view(1).board.seats[0].magic_count == 1
    grognack = table.card("grognack")
    assert table.at(theirs) == "d4"
    assert table.at(grognack) == "c1"


@pytest.mark.rule("SW-SUM-03")
@pytest.mark.interaction(11)
def test_a_captured_card_lies_in_the_spenders_discard_pile(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    (shaman,) = table.hold("shaman")
    (captured,) = table.magic(["maelena"])
    table.start("summon")
    table.do(f"summon:{shaman}:c4")
    assert table.now.seats[0].discard == [captured]


# ---- victory
@pytest.mark.rule("SW-OBJ-02", "SW-OBJ-03")
@pytest.mark.interaction(30)
def test_the_last_summoner_wins_at_once(lay: Lay) -> None:
    table = lay(at=("c1", "c6"))
    table.state.field[1].wounds = 3
    first, second = table.put("smasher", "c5"), table.put("smasher", "a4")
    table.put("phoenix_elves_wall", "a5", seat=1)
    table.start("attack")
    table.dice(3, 1)
    table.do(f"attack:{first}:{table.card('prince_elien')}")
    assert table.now.outcome is not None
    assert table.now.outcome.places == (1, 2)
    assert table.match.asked == ()
    assert table.at(second) == "a4"
    assert table.now.turn.phase == "attack"


@pytest.mark.rule("SW-OBJ-04", "SW-ATK-09")
@pytest.mark.interaction(10)
def test_whoever_destroys_the_own_summoner_has_lost(lay: Lay) -> None:
    table = lay()
    table.state.field[0].wounds = 6
    shaman = table.put("shaman", "c2")
    table.start("attack")
    table.dice(5, 5)
    table.do(f"attack:{shaman}:{table.card('grognack')}")
    assert table.now.outcome is not None
    assert table.now.outcome.places == (2, 1)


@pytest.mark.rule("SW-OBJ-03")
def test_both_summoners_at_once_is_a_draw(lay: Lay) -> None:
    """A Fire Drake's breath can burn both."""
    table = lay("prince_elien", "grognack", at=("c4", "c5"))
    for piece in table.state.field:
        piece.wounds = 3 if piece.controller == 0 else 6
    drake = table.put("fire_drake", "c3")
    table.start("attack")
    table.do(f"use:{drake}:Breath of Flame", f"pick:{table.card('grognack')}")
    assert table.now.outcome is not None
    assert table.now.outcome.places == (1, 1)


def test_giving_up_leaves_the_other_as_the_last_summoner(lay: Lay) -> None:
    from engine.summoner_wars.game_entry import WAR

    table = lay()
    table.put("shaman", "c2")
    table.start("movement")
    WAR.resigned(table.match, 0)
    assert table.now.outcome is not None
    assert table.now.outcome.places == (2, 1)
