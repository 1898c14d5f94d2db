"""The Play Event Cards Phase."""

from __future__ import annotations

import pytest

from engine.summoner_wars.events import event_refusal
from tests.engine.summoner_wars.conftest import Lay


@pytest.mark.rule("SW-EVPH-02", "SW-EVPH-03", "SW-EVPH-05", "SW-WALL-07")
@pytest.mark.interaction(25)
def test_any_number_of_events_one_after_the_other_for_nothing(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    target = table.put("krung", "d6", seat=1)
    cards = table.hold("burn", "burn", "greater_burn", "phoenix_elves_wall", "burn")
    table.start("events")
    for card in (cards[0], cards[1], cards[2]):
        table.do(f"event:{card}")
    table.do(f"wall:{cards[3]}:a1", f"event:{cards[4]}")
    assert table.wounds(target) == 5
    assert table.now.seats[0].discard == [cards[0], cards[1], cards[2], cards[4]]
    assert [card.face for card in table.match.view(1).board.seats[0].discard] == ["burn", "burn", "greater_burn", "burn"]


@pytest.mark.rule("SW-EVPH-04", "SW-EVPH-06", "SW-EVPH-07")
@pytest.mark.interaction(23, 24)
def test_requirements_are_looked_at_when_the_card_is_played_and_a_card_that_fails_stays_in_hand(lay: Lay) -> None:
    """Magic Drain needs fewer units and something to drain; Burn may make or break that."""
    table = lay("prince_elien", "grognack")
    table.put("shaman", "d6", seat=1, wounds=1)
    burn, drain = table.hold("burn", "phoenix_elves_magic_drain")
    table.start("events")
    assert table.why(f"event:{drain}") == "SW-EVPH-06"  # the opponent's pile is empty
    table.magic(3, seat=1)
    table.start("events")
    assert table.may(f"event:{drain}")
    table.do(f"event:{burn}")
    assert table.phase != "events" or table.why(f"event:{drain}") == "SW-EVPH-06"
    assert drain in table.now.seats[0].hand


@pytest.mark.rule("SW-UNIT-10", "SW-UNIT-05")
def test_effects_that_name_units_reach_those_alone(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    goblin = table.put("slinger", "b2")
    table.put("guardian", "d2")
    (rush,) = table.hold("goblin_rush")
    table.start("events")
    table.do(f"event:{rush}")
    assert table.may(f"pick:{goblin}")
    assert not table.may(f"pick:{table.card('guardian')}")
    assert not table.may(f"pick:{table.card('sneeks')}")


def test_a_hero_is_born_fetches_a_champion_all_may_see_and_shuffles(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    _, maelena, drake = table.pile("guardian", "maelena", "fire_drake")
    (hero,) = table.hold("phoenix_elves_hero")
    table.start("events")
    table.do(f"event:{hero}")
    assert table.options("pick") == {f"pick:{maelena}", f"pick:{drake}"}
    events = table.do(f"pick:{drake}")
    assert drake in table.now.seats[0].hand
    assert len(table.now.seats[0].draw) == 2
    assert any(event.kind == "fetched" and event.to is None for event in events)
    assert not table.match.view(0).can_undo


def test_reinforcements_summon_two_commons_for_nothing_where_one_is_outnumbered(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    shaman, smasher, krung, event = table.hold("shaman", "smasher", "krung", "tundra_orcs_reinforcements")
    refusal = event_refusal(table.pos, 0, event)
    assert refusal is not None
    assert refusal.rule == "SW-EVPH-06"
    table.put("guardian", "c6", seat=1)
    table.start("events")
    table.do(f"event:{event}")
    assert f"pick:{krung}" not in table.options()
    table.do(f"pick:{smasher}", "space:c4", f"pick:{shaman}", "space:c2")
    assert (table.at(smasher), table.at(shaman)) == ("c4", "c2")
    assert table.told("paid") == []


def test_magic_drain_takes_from_the_top(lay: Lay) -> None:
    table = lay("prince_elien", "grognack")
    table.put("shaman", "d6", seat=1)
    theirs = table.magic(["shaman", "krung", "smasher"], seat=1)
    (drain,) = table.hold("phoenix_elves_magic_drain")
    table.start("events")
    table.do(f"event:{drain}", "say:2")
    assert table.now.seats[0].magic == [theirs[2], theirs[1]]
    assert table.now.seats[1].magic == theirs[:1]
