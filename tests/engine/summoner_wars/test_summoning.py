"""Summoning and walls."""

from __future__ import annotations

import pytest

from tests.engine.summoner_wars.conftest import Lay


@pytest.mark.rule("SW-SUM-01", "SW-SUM-03", "SW-SUM-04", "SW-SUM-05", "SW-SUM-06", "SW-UNIT-04")
@pytest.mark.interaction(12)
def test_mook_takes_the_five_top_cards_face_up_to_the_discard_pile_then_he_appears(lay: Lay) -> None:
    """The rulebook's example: a Champion of cost 5."""
    table = lay("sneeks", "oldin")
    table.put("cave_goblins_wall", "c3")
    (mook,) = table.hold("mook")
    pile = table.magic(["guardian", "shaman", "shaman", "shaman", "shaman", "krung"])
    table.start("summon")
    events = table.do(f"summon:{mook}:d3")
    assert table.now.seats[0].magic == pile[:1]
    assert table.now.seats[0].discard == list(reversed(pile[1:]))
    assert table.at(mook) == "d3"
    kinds = [event.kind for event in events]
    assert kinds.index("paid") < kinds.index("summoned")


@pytest.mark.rule("SW-SUM-02", "SW-SUM-08")
def test_what_the_magic_pile_cannot_pay_is_not_on_offer(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    smasher, shaman = table.hold("smasher", "shaman")
    table.magic(1)
    table.start("summon")
    assert table.may(f"summon:{shaman}:c2")
    assert table.why(f"summon:{smasher}:c2") == "SW-SUM-08"


@pytest.mark.rule("SW-SUM-07", "SW-WALL-11", "SW-ADJ-02", "SW-ADJ-03", "SW-WALL-08")
@pytest.mark.interaction(6)
def test_units_appear_beside_an_own_wall_never_diagonally_nor_beside_the_enemys(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    table.put("phoenix_elves_wall", "e4", seat=1)
    (shaman,) = table.hold("shaman")
    table.magic(1)
    table.start("summon")
    assert table.options("summon") == {f"summon:{shaman}:{space}" for space in ("b3", "d3", "c2", "c4")}
    assert table.why(f"summon:{shaman}:e3") == "SW-SUM-07"
    assert table.why(f"summon:{shaman}:b2") == "SW-SUM-07"


@pytest.mark.rule("SW-SUM-10")
@pytest.mark.interaction(5)
def test_beyond_the_centre_line_if_a_wall_of_ones_own_is_beside(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c4")
    (shaman,) = table.hold("shaman")
    table.magic(1)
    table.start("summon")
    table.do(f"summon:{shaman}:c5")
    assert table.at(shaman) == "c5"


@pytest.mark.rule("SW-SUM-09")
@pytest.mark.interaction(27)
def test_without_an_empty_space_nothing_is_spent(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "a1")
    table.put("shaman", "a2")
    table.put("shaman", "b1")
    (shaman,) = table.hold("shaman")
    table.magic(4)
    table.start("summon")
    assert table.phase != "summon"  # nothing to do there
    assert len(table.now.seats[0].magic) == 4
    table.start("summon")
    refusal = table.match.rules.why(table.now, 0, f"summon:{shaman}:b2")
    assert refusal.rule in ("SW-SUM-09", "SW-TURN-01")


@pytest.mark.rule("SW-WALL-13", "SW-WALL-14")
@pytest.mark.interaction(2)
def test_without_a_wall_nobody_is_summoned_and_one_put_up_serves_from_the_next_turn_on(lay: Lay) -> None:
    table = lay()
    shaman, wall = table.hold("shaman", "tundra_orcs_wall")
    table.magic(9)
    table.start("summon")
    assert table.phase == "events"
    table.do(f"wall:{wall}:c3")
    assert table.at(wall) == "c3"
    assert f"summon:{shaman}:c2" not in table.options()
    table.start("summon")
    assert not table.may(f"summon:{shaman}:c2")  # the state is that before the wall
    table.state = table.now
    table.put("tundra_orcs_wall", "d3")
    table.start("summon")
    assert table.may(f"summon:{shaman}:d2")


@pytest.mark.rule("SW-SUM-11")
@pytest.mark.interaction(26)
def test_what_costs_nothing_still_needs_a_wall(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    (slinger,) = table.hold("slinger")
    table.start("summon")
    assert table.phase == "movement"
    table.put("cave_goblins_wall", "c3")
    table.start("summon")
    table.do(f"summon:{slinger}:c4")
    assert table.told("paid") == []


@pytest.mark.rule("SW-SUM-12", "SW-RES-05")
@pytest.mark.interaction(4)
def test_whoever_has_just_been_summoned_moves_and_attacks(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c4")
    table.put("phoenix_elves_wall", "c7", seat=1)
    (smasher,) = table.hold("smasher")
    table.magic(2)
    table.start("summon")
    table.do(f"summon:{smasher}:c5")
    table.do(f"move:{smasher}:c6")
    table.ends("movement")
    table.dice(3, 1)
    table.do(f"attack:{smasher}:{table.card('phoenix_elves_wall')}")
    assert table.wounds(table.card("phoenix_elves_wall")) == 1


@pytest.mark.rule("SW-INTRO-08", "SW-SUM-02")
def test_whoever_is_in_the_deck_is_summoned_by_paying_whatever_its_faction(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    (hired,) = table.hold("guardian")
    table.magic(2)
    table.start("summon")
    table.do(f"summon:{hired}:c4")
    assert table.pos.here(hired).controller == 0
    assert len(table.now.seats[0].magic) == 2 - table.pos.face(hired).cost


# ---- walls
@pytest.mark.rule("SW-WALL-01", "SW-WALL-06", "SW-WALL-07", "SW-EVPH-01", "SW-FLD-03")
def test_a_wall_is_put_up_for_nothing_on_an_empty_space_of_ones_own_side(lay: Lay) -> None:
    table = lay()
    (wall,) = table.hold("tundra_orcs_wall")
    table.start("events")
    assert len(table.options("wall")) == 23  # all but where the Summoner stands
    assert table.why(f"wall:{wall}:c5") == "SW-WALL-06"
    assert table.why(f"wall:{wall}:c1") == "SW-MOVE-07"
    table.do(f"wall:{wall}:c4")
    assert (table.at(wall), table.now.seats[0].discard) == ("c4", [])


@pytest.mark.rule("SW-WALL-03", "SW-UNIT-12")
@pytest.mark.interaction(7)
def test_a_wall_is_no_unit(lay: Lay) -> None:
    """Freeze asks for a unit, Burn for a common or champion; walls never move nor count."""
    table = lay("prince_elien", "grognack")
    mine = table.put("phoenix_elves_wall", "c3")
    theirs = table.put("tundra_orcs_wall", "c6", seat=1)
    shaman = table.put("shaman", "d6", seat=1)
    burn = table.hold("burn", "phoenix_elves_magic_drain")[0]
    table.magic(2, seat=1)
    table.start("events")
    table.do(f"event:{burn}")  # the only common or champion is taken at once: no Summoner, no wall
    assert (table.wounds(shaman), table.wounds(theirs), table.wounds(mine)) == (1, 0, 0)
    table.start("movement")
    assert table.options("move") == {key for key in table.options("move") if not key.startswith(f"move:{mine}:")}
    assert len(table.pos.units(0)) == 1


@pytest.mark.rule("SW-WALL-04", "SW-WALL-05", "SW-ATK-07")
@pytest.mark.interaction(8)
def test_a_wall_is_attacked_and_destroyed_like_a_unit_by_its_own_side_too(lay: Lay) -> None:
    for seat in (0, 1):
        table = lay()
        wall = table.put("tundra_orcs_wall" if seat == 0 else "phoenix_elves_wall", "c4", seat=seat, wounds=8)
        fighter = table.put("smasher", "c3")
        table.start("attack")
        table.dice(3, 2)  # the ninth wound
        table.do(f"attack:{fighter}:{wall}")
        assert table.at(wall) is None
        assert table.now.seats[0].magic == [wall]


@pytest.mark.rule("SW-WALL-09", "SW-WALL-10")
@pytest.mark.interaction(13)
def test_a_wall_stops_shots_and_steps(lay: Lay) -> None:
    table = lay()
    shaman = table.put("shaman", "b3")
    table.put("phoenix_elves_wall", "b5", seat=1)
    behind = table.put("guardian", "b6", seat=1)
    table.start("attack")
    assert table.why(f"attack:{shaman}:{behind}") == "SW-RNG-05"
    for space in ("a4", "c4"):
        table.put("shaman", space)
    table.start("movement")
    assert table.why(f"move:{shaman}:b5") == "SW-MOVE-07"
    near = table.put("shaman", "e4")
    table.put("phoenix_elves_wall", "e5", seat=1)
    table.start("movement")
    assert table.why(f"move:{near}:e6") == "SW-MOVE-06"
