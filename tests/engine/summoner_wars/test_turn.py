"""The six phases, and the first turn."""

from __future__ import annotations

import pytest

from engine.core.refusal import Refused
from engine.summoner_wars.state import Phase
from tests.engine.summoner_wars.conftest import Lay


@pytest.mark.rule("SW-TURN-01", "SW-TURN-02", "SW-TURN-03", "SW-TURN-04", "SW-TURN-05", "SW-TURN-06", "SW-TURN-07",
                  "SW-TURN-08", "SW-TURN-09")  # fmt: skip
def test_six_phases_in_their_order_each_may_be_passed_and_then_the_other_player_draws(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    table.put("shaman", "b2")
    table.put("guardian", "b4", seat=1)
    table.hold("tundra_orcs_fighter", "freeze")
    table.magic(3)
    table.pile("shaman", "shaman", "shaman")
    table.pile("guardian", seat=1)
    table.start("draw")
    assert len(table.now.seats[0].hand) == 5  # drawn before anything is asked
    seen = [table.phase]
    for phase in ("summon", "events", "movement", "attack"):
        assert table.why({"summon": "move:1:c2", "events": "summon:6:c2", "movement": "summon:6:c2",
                          "attack": "move:1:c2"}[phase]) in ("SW-TURN-01", "SW-EVT-03")  # fmt: skip
        table.ends(phase)
        seen.append(table.phase)
    assert seen == ["summon", "events", "movement", "attack", "magic"]
    table.ends("turn")
    assert (table.now.turn.seat, len(table.now.seats[1].hand)) == (1, 1)


@pytest.mark.rule("SW-SET-13", "SW-SET-14", "SW-SET-15", "SW-SET-16")
@pytest.mark.interaction(1)
def test_the_first_turn_has_no_draw_two_moves_and_three_attacks(lay: Lay) -> None:
    table = lay("sneeks", "oldin")
    mine = [table.put("cave_goblins_fighter", space) for space in ("a4", "b4", "e4", "f4")]
    walls = [table.put("guild_dwarves_wall", space, seat=1) for space in ("a6", "b6", "e5", "f5")]
    table.pile("mook")
    table.start("start", number=1)
    assert (table.phase, table.now.seats[0].hand) == ("movement", [])
    table.do(f"move:{mine[0]}:a5", f"move:{mine[1]}:b5")
    assert table.phase == "attack"
    table.dice(1, 1, 1)
    table.do(*(f"attack:{one}:{wall}" for one, wall in list(zip(mine, walls))[:3]))
    assert len(table.told("attack")) == 3
    assert table.phase == "end"  # Sneeks is asked whether he changes places: the fourth may not attack
    assert not table.may(f"attack:{mine[3]}:{walls[3]}")


@pytest.mark.rule("SW-SET-14", "SW-MOVE-01")
def test_a_third_move_on_the_first_turn_is_refused_with_its_rule(lay: Lay) -> None:
    for number, left, rule in ((1, 2, "SW-SET-14"), (2, 3, "SW-MOVE-01")):
        table = lay()
        mine = [table.put("shaman", space) for space in ("a2", "b2", "d2", "e2")]
        table.put("smasher", "f8")  # somebody who may still move keeps the phase open
        table.put("defender", "f7", seat=1)
        table.start("movement", number=number)
        for one, space in list(zip(mine, ("a3", "b3", "d3")))[:left]:
            table.do(f"move:{one}:{space}")
        with pytest.raises(Refused):
            table.do(f"move:{mine[3]}:e3")
        assert table.phase != "movement" or table.why(f"move:{mine[3]}:e3") == rule


# ---- drawing
@pytest.mark.rule("SW-DRAW-01", "SW-DRAW-02", "SW-DRAW-03", "SW-DRAW-04", "SW-DRAW-05", "SW-DRAW-06", "SW-DRAW-07")
@pytest.mark.interaction(21, 22)
@pytest.mark.parametrize(
    ("hand", "pile", "after", "left"),
    [(3, 10, 5, 8), (2, 10, 5, 7), (5, 10, 5, 10), (6, 10, 6, 10), (1, 2, 3, 0), (1, 0, 1, 0)],
)
def test_hands_are_filled_up_to_five_as_far_as_the_pile_goes(lay: Lay, hand: int, pile: int, after: int, left: int) -> None:
    table = lay()
    table.hold(*["shaman"] * hand)
    table.pile(*["smasher"] * pile)
    table.discarded(*["shaman"] * 12)
    table.start("draw")
    mine = table.now.seats[0]
    assert (len(mine.hand), len(mine.draw), len(mine.discard)) == (after, left, 12)
    assert table.now.outcome is None


@pytest.mark.rule("SW-DRAW-04", "SW-SET-09")
def test_what_is_drawn_is_told_to_its_player_alone(lay: Lay) -> None:
    table = lay()
    table.pile("shaman", "krung")
    table.start("draw")
    drawn = [event for event in table.match.events if event.kind == "draws"]
    assert [event.to for event in drawn] == [(0,), (0,)]
    assert not table.match.view(0).can_undo


# ---- build magic
@pytest.mark.rule("SW-MAG-01", "SW-MAG-02", "SW-MAG-03")
@pytest.mark.interaction(3, 12, 22, 32)
def test_cards_built_into_magic_lie_face_down_the_last_on_top_and_serve_from_the_next_turn_on(lay: Lay) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    shaman, krung, smasher = table.hold("shaman", "krung", "smasher")
    table.start("magic")
    table.do(f"magic:{krung}", f"magic:{shaman}")
    assert table.now.seats[0].magic == [krung, shaman]
    assert [event.to for event in table.match.events if event.kind == "builds"] == [(0,)]
    assert table.match.view(1).board.seats[0].magic_count == 2
    assert "krung" not in str(table.match.view(1).board)
    assert f"summon:{smasher}:c2" not in table.options()
    table.ends("turn")
    assert table.now.turn.seat == 1


@pytest.mark.rule("SW-EVT-03")
@pytest.mark.parametrize("phase", ["summon", "movement", "attack", "magic"])
def test_events_are_for_their_own_phase_alone(lay: Lay, phase: Phase) -> None:
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    table.put("guardian", "c2", seat=1)
    table.magic(2)
    freeze, _ = table.hold("freeze", "shaman")
    table.start(phase)
    assert table.phase == phase
    assert table.why(f"event:{freeze}") == "SW-EVT-03"
    table.start("events")
    assert table.may(f"event:{freeze}")


@pytest.mark.parametrize("held", [[], ["shaman"], ["tundra_orcs_wall"], ["shaman", "tundra_orcs_wall"]])
def test_the_others_cannot_tell_from_the_phase_what_the_hand_offers(lay: Lay, held: list[str]) -> None:
    """Phases that the hand offers nothing for are passed over: what was done is all that is seen of it."""
    table = lay()
    table.put("tundra_orcs_wall", "c3")
    shaman = table.put("shaman", "b2")
    table.magic(2)
    table.hold(*held)
    table.start("summon")
    shown = [table.match.view(1).board.phase]
    own = [table.match.view(0).board.phase]
    while table.phase != "movement":
        table.ends(table.phase)
        shown.append(table.match.view(1).board.phase)
        own.append(table.match.view(0).board.phase)
    assert own == [
        phase
        for phase, card in (("summon", "shaman"), ("events", "tundra_orcs_wall"), ("movement", ""))
        if card in held or not card
    ]
    assert set(shown) == {"summon"}
    table.do(f"move:{shaman}:b3")
    assert table.match.view(1).board.phase == table.match.view(None).board.phase == "movement"


def test_an_event_that_was_played_shows_the_event_phase(lay: Lay) -> None:
    table = lay()
    wall, _ = table.hold("tundra_orcs_wall", "tundra_orcs_wall")
    table.start("events")
    assert table.match.view(1).board.phase == "summon"
    table.do(f"wall:{wall}:c2")
    assert table.match.view(1).board.phase == "events"
