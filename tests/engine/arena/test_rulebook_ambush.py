"""Battlefield 3, Ambush!: exits, summoning at arm's length, no flying, 500 points away or 501 destroyed (AR-S3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena.battlefield import load
from engine.arena.hexes import name
from engine.core.refusal import Refused
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

TEAMS = {"ambusher": 1, "reinforcements": 2}  # seats: ambusher, reinforcement 2, reinforcement 1
AMBUSHER, SECOND, FIRST = 0, 1, 2


def ambush(lay: Lay, cells: str = "", *, grid: str = "", exits: str = "A1", others: bool = True, **more: object) -> Board:
    """A row (sand beyond its cells) that one leaves at its left end. The ambusher and reinforcement 2 wait at the right."""
    board = lay(
        grid or row(cells + " s0" * (11 - len(cells.split()))), teams=TEAMS, goal="escape", turns=39, summon="adjacent",
        flying=False, exits=dict.fromkeys(exits.split(), "W"), **more,
    )  # fmt: skip
    if others:
        board.put("nahiri_lithomancer", "K1", seat=AMBUSHER)
        board.put("jace_beleren", "H1", seat=SECOND)
    return board


# ---- the battlefield
@pytest.mark.rule("AR-S3-14", "AR-S3-06", "AR-S3-22", "AR-GLYPH-01", "AR-FIELD-09", "AR-END-01")
def test_the_valley_as_the_scenario_says(lay: Lay) -> None:
    field = load("ambush")
    right = max(column for column, _ in field.spaces)
    assert [(name(way_out.at), way_out.arrow) for way_out in field.exits] == [("Y3", "E"), ("Y7", "E"), ("Y10", "E")]
    assert all(way_out.at[0] == right for way_out in field.exits)
    assert (field.goal, field.turns(3), field.first(3)) == ("escape", 39, "ambusher")
    assert (field.rules.summon, field.rules.flying, field.rules.weirded) == ("adjacent", False, "plain")
    assert not field.cryptoliths
    board = lay(field="ambush")
    board.start()
    assert {(glyph.key, glyph.at) for glyph in board.match.view(None).board.glyphs} == {("H", "M7"), ("R", "M3")}
    assert {(glyph.key, glyph.face_up) for glyph in board.now.glyphs} == {("H", True), ("R", True)}


# ---- moving
@pytest.mark.rule("AR-S3-12", "AR-CRYPT-18", "AR-WATER-01")
@pytest.mark.interaction(50)
def test_flyers_walk(lay: Lay) -> None:
    """Water stops them, an enemy bars the way, a cliff is a cliff. Their number of spaces is as printed."""
    board = ambush(lay, "s0 s0 s0 s4 s0 s0 w0 s0 s0 s0 s0", others=False)
    board.put("nahiri_lithomancer", "K1", seat=AMBUSHER)
    board.put("jace_beleren", "J1", seat=SECOND)
    geists = board.put("lantern_geists", "E1", seat=FIRST)
    board.start(geists, seat=FIRST, number=6)
    assert board.why(f"move:{geists[0].id}:D1")[0] == "AR-MOVE-11"
    assert board.may(f"move:{geists[0].id}:G1")
    assert not board.may(f"move:{geists[0].id}:H1")  # beyond the water
    assert not board.match.view(FIRST).board.figures[geists[0].id].flying
    flat = ambush(lay, others=False, exits="K1")
    flat.put("jace_beleren", "J1", seat=SECOND)
    geists = flat.put("lantern_geists", "A1", seat=FIRST)
    flat.start(geists, seat=FIRST, number=6)
    assert flat.may(f"move:{geists[0].id}:H1")
    assert not flat.may(f"move:{geists[0].id}:I1")


@pytest.mark.rule("AR-WEIRD-02", "AR-WEIRD-01", "AR-NEW-17")
@pytest.mark.interaction(50)
def test_weirded_ground_is_ordinary_here(lay: Lay) -> None:
    """One space each, through a friend on it as well, no die to enter or leave, none more or less in a fight."""
    board = ambush(lay, "s0 x0 x0 x0 x0 s0")
    jace = board.put("jace_beleren", "B1", seat=FIRST)
    board.put("necro_alchemist", "C1", seat=FIRST)
    enemy = board.put("mad_prophet", "F1", seat=AMBUSHER)
    board.start(jace, seat=FIRST, number=6)
    board.do(f"move:{jace.id}:D1")
    assert board.now.turn.moves[0].spent == 2
    board.do(f"move:{jace.id}:E1")
    board.dice("4 blank", "3 blank")
    board.do(f"attack:{jace.id}:{enemy.id}")


# ---- summoning
@pytest.mark.rule("AR-S3-13", "AR-SUMM-06")
@pytest.mark.parametrize("seat", [AMBUSHER, FIRST])
def test_planeswalkers_summon_onto_adjacent_spaces_only(lay: Lay, seat: int) -> None:
    """Adjacent by levels, and whether or not one sees there: behind a cliff as high as she is tall nothing appears."""
    board = ambush(lay, grid="""
          A   B   C   D   E   F   G   H   I   J   K
      1   s0  s0  s0  s0  s0  s0  s0  s0  s0  s0  s0
      2   s0  s4  s0  s3  s0  s0  s0  s0  s0  s0  s0
    """, exits="A2", others=False)  # fmt: skip
    jace = board.put("jace_beleren", "C1", seat=seat)  # neighbours: B1, D1, B2, C2
    board.put("jace_beleren", "K1", seat=1)
    board.put("jace_beleren", "K2", seat=FIRST if seat == AMBUSHER else AMBUSHER)
    alchemist = board.put("necro_alchemist", seat=seat)
    board.start(jace, seat=seat, number=4 + seat)
    board.do(f"summon:{alchemist.card}")
    assert board.options("space") == {"space:B1", "space:C2", "space:D1"}
    with pytest.raises(Refused):
        board.match.answer(seat, "space:E1")


@pytest.mark.rule("AR-S3-13", "AR-SUMM-07")
def test_a_squad_needs_room_beside_its_planeswalker(lay: Lay) -> None:
    board = ambush(lay, "s0 s0 s0 s0 s0 s0", exits="A1")
    jace = board.put("jace_beleren", "D1", seat=FIRST)
    geists, alchemist = board.put("lantern_geists", seat=FIRST), board.put("necro_alchemist", seat=FIRST)
    board.start(jace, seat=FIRST, number=6)
    assert board.why(f"summon:{geists[0].card}")[0] == "AR-S3-13"
    assert board.may(f"summon:{alchemist.card}")


# ---- exits
@pytest.mark.rule("AR-S3-15", "AR-S3-16", "AR-S3-17")
@pytest.mark.interaction(49)
def test_who_moves_onto_an_exit_is_gone_at_once_and_scores(lay: Lay) -> None:
    board = ambush(lay, "s0 s0 s0 s0 s0")
    geists = board.put("lantern_geists", "B1", "E1", seat=FIRST)
    geists[0].damage = 2
    board.start(geists, seat=FIRST, number=6)
    board.do(f"move:{geists[0].id}:A1")
    assert board.figure(geists[0]).zone == "exited"
    assert board.at(geists[0]) is None
    assert board.told("exited")[0].data["points"] == 25
    view = board.match.view(None).board
    assert [(seat.exited, seat.lost) for seat in view.seats] == [(0, 0), (0, 0), (25, 0)]
    assert view.figures[geists[0].id].zone == "exited"
    # the exit is free again, and the card goes on with who is left
    board.do(f"move:{geists[1].id}:A1")
    assert board.card(geists[0]).zone == "exited"
    assert board.match.view(None).board.seats[FIRST].exited == 50


@pytest.mark.rule("AR-S3-15", "AR-MOVE-02")
def test_nobody_passes_over_an_exit(lay: Lay) -> None:
    """The move ends in going: no space beyond is reached."""
    board = ambush(lay, "s0 s0 s0 s0 s0", exits="B1")
    jace = board.put("jace_beleren", "C1", seat=FIRST)
    board.start(jace, seat=FIRST, number=6)
    assert board.may(f"move:{jace.id}:B1")
    assert not board.may(f"move:{jace.id}:A1")


@pytest.mark.rule("AR-S3-16", "AR-S3-15")
@pytest.mark.interaction(48)
def test_an_ambushing_figure_on_an_exit_is_lost(lay: Lay) -> None:
    """It is out of play; no points for anybody, and nobody has destroyed it."""
    board = ambush(lay, "s0 s0 s0 s0 s0")
    board.put("jace_beleren", "F1", seat=FIRST)
    geists = board.put("lantern_geists", "B1", "C1", seat=AMBUSHER)
    board.start(geists, seat=AMBUSHER, number=4)
    board.do(f"move:{geists[0].id}:A1")
    assert board.figure(geists[0]).zone == "exited"
    view = board.match.view(None).board
    assert [seat.exited for seat in view.seats] == [0, 0, 0]
    assert [seat.lost for seat in view.seats] == [0, 0, 0]
    assert board.match.outcome is None


@pytest.mark.rule("AR-S3-18", "AR-S3-13")
@pytest.mark.interaction(48)
def test_figures_summoned_onto_an_exit_leave_one_by_one_through_the_same_space(lay: Lay) -> None:
    """Three Geists need three spaces; beside Jace there are the exit and one more: the exit serves two of them."""
    board = ambush(lay, "s0 s0 s0 s0 s0 s0", exits="A1")
    jace = board.put("jace_beleren", "B1", seat=FIRST)
    geists = board.put("lantern_geists", seat=FIRST)
    board.start(jace, seat=FIRST, number=6)
    board.do(f"summon:{geists[0].card}", "space:A1", "space:A1", "space:C1")
    assert [board.figure(geist).zone for geist in geists] == ["exited", "exited", "board"]
    assert board.match.view(None).board.seats[FIRST].exited == 50
    assert board.at(geists[2]) == "C1"


@pytest.mark.rule("AR-S3-18", "AR-S3-16")
def test_the_ambusher_does_not_summon_onto_an_exit(lay: Lay) -> None:
    board = ambush(lay, "s0 s0 s0 s0 s0 s0", exits="A1", others=False)
    nahiri = board.put("nahiri_lithomancer", "B1", seat=AMBUSHER)
    nobles = board.put("mad_prophet", seat=AMBUSHER)
    board.put("jace_beleren", "J1", seat=SECOND)
    board.put("jace_beleren", "K1", seat=FIRST)
    board.start(nahiri, seat=AMBUSHER, number=4)
    board.do(f"summon:{nobles.card}")  # C1 alone: nothing to choose
    assert board.at(nobles) == "C1"


@pytest.mark.rule("AR-S3-16", "AR-LIFE-05", "AR-LIFE-06")
def test_what_lay_on_the_card_of_who_has_gone_goes_to_the_graveyards(lay: Lay) -> None:
    board = ambush(lay, "s0 s0 s0 s0 s0")
    jace = board.put("jace_beleren", "E1", seat=FIRST)
    prophet = board.put("hollowfield_effigy", "B1", seat=FIRST)
    board.attach("jaces_scrutiny", prophet, by=FIRST)
    board.attach("sensory_deprivation", prophet, by=AMBUSHER)
    board.start(prophet, seat=FIRST, number=6)
    board.do(f"move:{prophet.id}:A1")
    assert board.card(prophet).attached == []
    assert board.now.seats[FIRST].graveyard == ["jaces_scrutiny"]
    assert board.now.seats[AMBUSHER].graveyard == ["sensory_deprivation"]
    board.do("end:turn")
    assert board.at(jace) == "E1"


@pytest.mark.rule("AR-S3-16", "AR-SPELL-20", "AR-SPELL-21", "AR-S3-17")
@pytest.mark.interaction(49)
def test_a_planeswalker_who_has_gone_is_not_destroyed(lay: Lay) -> None:
    """Her points are away and not among those destroyed; she draws no more and summons nobody."""
    board = ambush(lay, "s0 s0 s0 s0 s0")
    jace = board.put("jace_beleren", "B1", seat=FIRST)
    alchemist = board.put("necro_alchemist", "C1", seat=FIRST)
    effigy = board.put("hollowfield_effigy", seat=FIRST)
    board.library(FIRST, "catalog", "unsummon")
    board.start(jace, seat=FIRST, number=6)
    board.do(f"move:{jace.id}:A1")
    seat = board.match.view(None).board.seats[FIRST]
    assert (seat.exited, seat.lost) == (345, 0)
    assert board.match.outcome is None
    board.do("end:turn")
    while board.now.turn.seat != FIRST:
        board.do(sorted(board.options("card") or {"end:turn"})[0])
    assert board.now.seats[FIRST].hand == []
    board.do(f"card:{alchemist.card}")
    assert board.why(f"summon:{effigy.card}")[0] == "AR-SUMM-01"


@pytest.mark.rule("AR-S3-15", "AR-ENG-04", "AR-S3-16")
@pytest.mark.interaction(57)
@pytest.mark.parametrize(("face", "zone"), [("blank", "exited"), ("sword", "graveyard")])
def test_stepping_onto_an_exit_is_leaving_an_engagement(lay: Lay, face: str, zone: str) -> None:
    """Who dies of it has not left the battlefield by the exit."""
    board = ambush(lay, "s0 s0 s0 s0 s0")
    jace = board.put("jace_beleren", "E1", seat=FIRST)
    noble = board.put("bloodline_nobles", "B1", seat=FIRST)
    noble[0].damage = 1
    board.put("hollowfield_effigy", "C1", seat=AMBUSHER)
    board.start(noble, seat=FIRST, number=6)
    board.dice(face)
    board.do(f"move:{noble[0].id}:A1")
    assert board.figure(noble[0]).zone == zone
    assert board.match.view(None).board.seats[FIRST].exited == (26 if zone == "exited" else 0)
    assert board.match.view(None).board.seats[FIRST].lost == (0 if zone == "exited" else 26)
    assert board.at(jace) == "E1"


# ---- the end
def away(board: Board, seat: int, *faces: str) -> int:
    """Figures that have left already. Returns their points."""
    points = 0
    for face in faces:
        put = board.put(face, seat=seat)
        for figure in put if isinstance(put, list) else [put]:
            figure.zone = "exited"
            points += board.pos.points(figure)
        board.state.cards[board.state.figures[-1].card].zone = "exited"
    return points


@pytest.mark.rule("AR-S3-03", "AR-S3-19", "AR-S3-17", "AR-END-01", "AR-PREP-01")
@pytest.mark.parametrize(
    ("first", "second", "last", "points"),
    [
        ("jace_beleren", "lantern_geists", "necro_alchemist", 500),
        ("jace_beleren", "blighted_reavers", "avacynian_inquisitors", 499),
    ],
)
def test_five_hundred_points_away_win_at_once(lay: Lay, first: str, second: str, last: str, points: int) -> None:
    """Both players' figures count together; 499 are not enough."""
    board = ambush(lay, "s0 s0 s0 s0 s0", others=False)
    board.put("nahiri_lithomancer", "K1", seat=AMBUSHER)
    board.put("jace_beleren", "J1", seat=SECOND)
    gone = away(board, FIRST, first) + away(board, SECOND, second)
    put = board.put(last, "B1", seat=SECOND)
    figure = put[0] if isinstance(put, list) else put
    assert gone + board.pos.points(figure) == points
    board.start(put, seat=SECOND, number=38)
    board.do(f"move:{figure.id}:A1")
    outcome = board.match.outcome
    assert (outcome.places if outcome else None) == ((2, 1, 1) if points >= 500 else None)


@pytest.mark.rule("AR-S3-04", "AR-S3-20", "AR-END-01")
@pytest.mark.parametrize(("before", "wins"), [(420, False), (421, True)])
def test_five_hundred_and_one_points_destroyed_win_at_once(lay: Lay, before: int, wins: bool) -> None:
    """500 are not enough. It counts who was destroyed, whenever and by whatever, even if it came back."""
    board = ambush(lay, "s0 s0 s0 s0 s0")
    board.state.seats[SECOND].lost = before
    mine = board.put("mad_prophet", "A1", seat=AMBUSHER)
    board.put("hollowfield_effigy", "G1", seat=FIRST)
    victim = board.put("necro_alchemist", "B1", seat=FIRST)  # 80 points
    victim.damage = 7
    board.start(mine, seat=AMBUSHER, number=4)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{mine.id}:{victim.id}")
    assert board.now.seats[FIRST].lost == 80
    assert (board.match.outcome is not None) is wins
    if wins:
        assert board.match.outcome is not None
        assert board.match.outcome.places == (1, 2, 2)


@pytest.mark.rule("AR-S3-20", "AR-FALL-04")
def test_a_fall_counts_among_the_points_destroyed(lay: Lay) -> None:
    board = ambush(lay, "s0 s4 s0 s0 s0")
    nobles = board.put("bloodline_nobles", "B1", seat=FIRST)
    nobles[0].damage = 1
    board.put("jace_beleren", "F1", seat=FIRST)
    board.start(nobles, seat=FIRST, number=6)
    board.dice("sword")
    board.do(f"move:{nobles[0].id}:C1")
    assert board.now.seats[FIRST].lost == 26


@pytest.mark.rule("AR-S3-05", "AR-S3-21", "AR-S3-22", "AR-TEND-01")
def test_after_turn_thirty_nine_the_ambush_has_held(lay: Lay) -> None:
    board = ambush(lay, "s0 s0 s0 s0 s0")
    assert away(board, FIRST, "necro_alchemist", "lantern_geists") == 155
    jace = board.put("jace_beleren", "C1", seat=FIRST)
    board.start(jace, seat=FIRST, number=39)
    assert board.match.outcome is None
    board.do("end:turn")
    outcome = board.match.outcome
    assert outcome is not None
    assert outcome.places == (1, 2, 2)
    assert "155" in str(outcome.reason)
    assert load("ambush").turns(3) / 3 == 13


@pytest.mark.rule("AR-S3-19", "AR-S3-22")
def test_on_turn_thirty_nine_itself_they_may_still_get_away(lay: Lay) -> None:
    board = ambush(lay, "s0 s0 s0 s0 s0", others=False)
    board.put("nahiri_lithomancer", "K1", seat=AMBUSHER)
    away(board, FIRST, "necro_alchemist", "lantern_geists")
    jace = board.put("jace_beleren", "B1", seat=FIRST)  # 155 + 345 = 500
    board.put("jace_beleren", "H1", seat=SECOND)
    board.start(jace, seat=FIRST, number=39)
    board.do(f"move:{jace.id}:A1")
    outcome = board.match.outcome
    assert outcome is not None
    assert outcome.places == (2, 1, 1)


@pytest.mark.rule("AR-S3-21", "AR-S3-04")
@pytest.mark.interaction(20)
def test_a_dead_planeswalker_of_either_side_ends_nothing_here(lay: Lay) -> None:
    board = ambush(lay, "s0 s0 s0 s0 s0", others=False)
    nahiri = board.put("nahiri_lithomancer", "B1", seat=AMBUSHER)
    nahiri.damage = 5
    board.put("bloodline_nobles", "H1", seat=AMBUSHER)
    jace = board.put("jace_beleren", "C1", seat=FIRST)
    board.put("jace_beleren", "K1", seat=SECOND)
    board.start(jace, seat=FIRST, number=6)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")
    assert board.figure(nahiri).zone == "graveyard"
    assert board.match.outcome is None


@pytest.mark.rule("AR-S3-16", "AR-SPELL-20")
def test_the_player_of_a_planeswalker_who_has_gone_still_plays_spells(lay: Lay) -> None:
    """What is measured from the Planeswalker has no legal target any more; the rest is as ever."""
    board = ambush(lay, "s0 s0 s0 s0 s0")
    nahiri = board.put("nahiri_lithomancer", seat=FIRST)
    nahiri.zone = "exited"
    board.state.cards[nahiri.card].zone = "exited"
    noble = board.put("bloodline_nobles", "C1", seat=FIRST)[0]
    board.put("mad_prophet", "D1", seat=AMBUSHER)
    board.hand(FIRST, "spare_from_evil", "lance_of_flame", "shield_wall", "catalog")
    board.start(number=6, seat=FIRST)
    assert board.options("cast") == {"cast:spare_from_evil"}
    assert board.why("cast:catalog")[0] == "AR-CARD-07"  # her colours count still
    board.do("cast:spare_from_evil")
    assert [one.spell for one in board.card(noble).attached] == ["spare_from_evil"]


@pytest.mark.rule("AR-S3-16")
def test_without_a_figure_such_a_player_is_asked_whatever_the_hand_holds(lay: Lay) -> None:
    """Passing of itself would tell that nothing in the hand can be played; with an empty hand there is nothing to tell."""
    for hand, asked in (("lance_of_flame", FIRST), ("", AMBUSHER)):
        board = ambush(lay, "s0 s0 s0 s0 s0")
        nahiri = board.put("nahiri_lithomancer", seat=FIRST)
        nahiri.zone = "exited"
        board.state.cards[nahiri.card].zone = "exited"
        board.hand(FIRST, *hand.split())
        board.start(number=6, seat=FIRST)
        assert board.match.asked[0].seat == asked
        if hand:
            assert board.options() == {"end:turn"}
