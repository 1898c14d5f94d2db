"""What can be asked about a battlefield: how far a unit gets, what it could attack and what stands in between."""

from __future__ import annotations

import pytest

from engine.core.looks import Aimed
from engine.core.refusal import Refused
from engine.summoner_wars.game_entry import WAR
from tests.engine.summoner_wars.conftest import Lay
from tests.engine.summoner_wars.table import Table


def aimed(table: Table, card: int) -> dict[str, Aimed]:
    return {each.at[0]: each for each in table.match.sight(str(card)).targets}


@pytest.mark.rule("SW-MOVE-02", "SW-MOVE-04", "SW-MOVE-06")
def test_reach_is_where_it_may_go_with_the_steps(lay: Lay) -> None:
    table = lay()
    shaman = table.put("shaman", "b3")
    table.put("smasher", "b4")
    table.put("phoenix_elves_wall", "c3", seat=1)
    table.start()
    reach = table.match.reach(str(shaman))
    assert reach.when == "now"
    assert {each.at: each.cost for each in reach.spaces} == {"A3": 1, "B2": 1, "A4": 2, "A2": 2, "B1": 2, "C2": 2}
    table.start("attack")
    assert table.match.reach(str(shaman)).when == "next"
    assert len(table.match.reach(str(shaman)).spaces) == 6
    table.put("phoenix_elves_wall", "f1")
    table.hold("smasher")
    table.magic(3)
    table.start("summon")
    assert table.match.reach(str(shaman)).when == "turn"


def test_walls_do_not_move_and_what_is_not_there_is_not_asked_about(lay: Lay) -> None:
    table = lay()
    wall, held = table.put("phoenix_elves_wall", "c3"), table.hold("shaman")[0]
    table.start()
    with pytest.raises(Refused, match="no unit"):
        table.match.reach(str(wall))
    looked = table.match.sight(str(wall))
    assert (looked.range, looked.at) == (None, ("C3",)), "what lies in clear lines from it"
    assert looked == table.match.sight("c3")
    for ask in (table.match.reach, table.match.sight):
        for nobody in (str(held), "999", "²"):
            with pytest.raises(Refused):
                ask(nobody)


@pytest.mark.rule("SW-RNG-01", "SW-RNG-03", "SW-RNG-05", "SW-UNIT-06")
def test_a_bow_reaches_three_in_a_clear_straight_line(lay: Lay) -> None:
    table = lay()
    shaman = table.put("shaman", "c3")
    for space in ("c6", "a3", "d4", "f3", "d3"):
        table.put("guardian", space, seat=1)
    table.start("attack")
    found = aimed(table, shaman)
    assert {at: each.how for at, each in found.items()} == {
        "C1": "clear", "C8": "far", "C6": "clear", "A3": "clear", "D4": "aside", "F3": "blocked", "D3": "clear",
    }  # fmt: skip
    assert (found["F3"].blocked, str(found["F3"].what)) == (("D3",), "Guardian D3")
    assert not found["C1"].foe
    looked = table.match.sight(str(shaman))
    assert (looked.range, looked.stands) == (3, True)
    assert set(looked.spaces) == {"C4", "C5", "C6", "C2", "C1", "B3", "A3", "D3"}
    assert set(looked.hidden) == {"E3", "F3"}


def test_a_sword_reaches_one_and_a_frozen_unit_is_barred(lay: Lay) -> None:
    table = lay()
    fighter = table.put("smasher", "c3")
    table.put("guardian", "c4", seat=1)
    table.state.cards.append(type(table.state.cards[0])("freeze", 1))
    table.state.field[-2].on.append(len(table.state.cards) - 1)
    table.start("attack")
    found = aimed(table, fighter)["C4"]
    assert found.how == "barred"
    assert "frozen" in str(found.why)
    assert "frozen" in str(table.match.reach(str(fighter)).note)


def test_from_elsewhere_and_from_an_empty_space(lay: Lay) -> None:
    table = lay()
    shaman = table.put("shaman", "a1")
    foe = table.put("guardian", "f5", seat=1)
    table.start("attack")
    assert aimed(table, shaman)["F5"].how == "aside"
    there = table.match.sight(str(shaman), "f3")
    assert (there.stands, {each.at[0]: each.how for each in there.targets}["F5"]) == (False, "clear")
    assert table.at(shaman) == "a1"
    with pytest.raises(Refused):
        table.match.sight(str(shaman), "f5")
    empty = table.match.sight("F1")
    assert empty.range is None
    assert {each.at[0]: each.how for each in empty.targets} == {"A1": "blocked", "C1": "clear", "F5": "clear"}
    assert table.match.sight("a1") == table.match.sight(str(shaman))
    assert str(foe) in {each.subject for each in empty.targets}
    with pytest.raises(Refused, match="no space"):
        table.match.sight("z9")


def test_regions_of_the_battlefield(lay: Lay) -> None:
    table = lay()
    shaman = table.put("shaman", "b3")
    table.start()
    board = table.match.look(None).board
    mine = WAR.region(board, str(shaman))  # type: ignore[arg-type]
    assert mine is not None
    assert set(mine.spaces) == {f"{column}{row}" for column in "ABCD" for row in range(1, 6)}
    for written in ("b3", "Shaman B3", "shaman"):
        assert WAR.region(board, written) == mine, written  # type: ignore[arg-type]
    parts = {each.id: each.spaces for each in WAR.regions(board) if not each.subject}  # type: ignore[arg-type]
    assert len(parts["west"]) == len(parts["east"]) == 24
    assert len(parts["middle"]) >= 8
    assert WAR.region(board, "nobody") is None  # type: ignore[arg-type]
