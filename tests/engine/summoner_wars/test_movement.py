"""The Movement Phase."""

from __future__ import annotations

import pytest

from tests.engine.summoner_wars.conftest import Lay


@pytest.mark.rule("SW-MOVE-02", "SW-MOVE-04", "SW-MOVE-05", "SW-MOVE-06", "SW-MOVE-07")
@pytest.mark.interaction(16)
def test_two_steps_round_corners_but_not_through_cards(lay: Lay) -> None:
    table = lay()
    shaman = table.put("shaman", "b3")
    table.put("smasher", "b4")
    table.put("phoenix_elves_wall", "c3", seat=1)
    table.start()
    mine = {key.split(":")[2] for key in table.options(f"move:{shaman}:")}
    assert mine == {"a3", "b2", "a4", "a2", "b1", "c2"}
    assert table.why(f"move:{shaman}:c4") == "SW-MOVE-06"  # both corners are taken
    assert table.why(f"move:{shaman}:b4") == "SW-MOVE-07"
    assert table.why(f"move:{shaman}:b6") == "SW-MOVE-02"


@pytest.mark.rule("SW-MOVE-01", "SW-MOVE-03", "SW-UNIT-02")
@pytest.mark.interaction(17, 19)
def test_three_units_once_each_the_summoner_among_them(lay: Lay) -> None:
    table = lay()
    a, b = table.put("shaman", "a3"), table.put("shaman", "e3")
    table.put("smasher", "f1")
    summoner = table.card("grognack")
    table.start()
    table.do(f"move:{summoner}:c2")
    assert table.why(f"move:{summoner}:c3") == "SW-MOVE-03"
    table.do(f"move:{a}:a4", f"move:{b}:e4")
    assert table.now.turn.seat == 1  # the three moves are made, and nothing else is left to do


@pytest.mark.rule("SW-MOVE-08", "SW-MOVE-09")
@pytest.mark.interaction(17)
def test_across_the_centre_line_and_into_a_space_just_left(lay: Lay) -> None:
    table = lay()
    a, b = table.put("shaman", "c4"), table.put("shaman", "c3")
    table.start()
    table.do(f"move:{a}:c6", f"move:{b}:c4")
    assert (table.at(a), table.at(b)) == ("c6", "c4")


@pytest.mark.rule("SW-ABIL-03", "SW-ABIL-04")
@pytest.mark.interaction(31)
def test_a_unit_that_goes_farther_does_so_in_the_movement_phase_alone(lay: Lay) -> None:
    """Rahlee flies three spaces and over cards; what an event grants is two."""
    table = lay("prince_elien", "grognack")
    rahlee = table.put("rahlee", "b2")
    for space in ("a2", "c2", "b1", "b3"):
        table.put("guardian", space)
    table.start()
    assert table.may(f"move:{rahlee}:b5")
    assert not table.may(f"move:{rahlee}:b3")
    assert table.why(f"move:{rahlee}:b6") == "SW-MOVE-02"


def test_walking_a_summoned_units_way_is_typed_as_its_end() -> None:
    from engine.summoner_wars.game_entry import WAR

    assert WAR.walk_keys(None, "7", "C4 C5") == ["move:7:c5"]
    with pytest.raises(ValueError, match="no space"):
        WAR.walk_keys(None, "7", "K9")
