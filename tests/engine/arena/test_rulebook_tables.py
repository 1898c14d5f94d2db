"""More than two at the table: free-for-all and teams, from the first roll on (AR-MULTI, AR-TEAM)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena.army import RECOMMENDED, Army
from engine.arena.battlefield import Battlefield, FieldRules, Ground, Play, Side, load
from engine.arena.battlefield import lay as lay_out
from engine.arena.hexes import name
from engine.arena.rules import RULES
from engine.arena.setup import Setup
from engine.arena.state import Arena
from engine.core import chance
from engine.core.match import Match
from engine.core.refusal import BadSetup, Refused
from engine.registry import game
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]
Begin = Callable[..., Match[Arena]]

FREE, TEAMS, MOOR, AMBUSH = "core-free-for-all", "core-team-battle", "skirmish-in-the-moorlands", "ambush"
PLAYERS = [(FREE, 3), (FREE, 4), (TEAMS, 4), (MOOR, 4), (AMBUSH, 3)]
TWO_TEAMS = {"orange": 2, "yellow": 2}


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Begin:
    """``begin("ambush", 3, 15, 4)``: a match of three whose 20-sided dice fall so; all else comes from a seed."""
    real, rolls = chance.value, []

    def value(seed: bytes, stream: str, n: int) -> int:
        return ((rolls[n] - 1) << 64) // 20 + 1 if stream == "d20" else real(seed, stream, n)

    monkeypatch.setattr(chance, "value", value)

    def make(field: str, players: int, *told: int, armies: list[Army] | None = None) -> Match[Arena]:
        rolls[:] = told
        chosen = armies or [build.army for build in RECOMMENDED[:players]]
        match = Match.begin(RULES, Setup(field, tuple(chosen)), (7).to_bytes(32, "big"))
        assert match.state.drawn.get("d20", 0) == len(told)
        return match

    return make


def place_all(match: Match[Arena]) -> list[int]:
    """Everybody takes the first start on offer. Returns the seats in the order in which they were asked."""
    asked = []
    while match.state.turn.number == 0:
        ask = match.asked[0]
        assert all(option.key.startswith("space:") for option in ask.options)
        asked.append(ask.seat)
        match.answer(ask.seat, ask.options[0].key)
    return asked


def pass_turn(match: Match[Arena]) -> None:
    """Choose a card and do nothing with it."""
    seat, number = match.state.turn.seat, match.state.turn.number
    while match.state.turn.number == number and match.asked:
        keys = [option.key for option in match.asked[0].options]
        match.answer(seat, next((key for key in keys if key.startswith("card:")), "end:turn"))


# ---- how many may play where
@pytest.mark.rule("AR-PREP-02", "AR-FIELD-01", "AR-S2-01", "AR-S3-01", "AR-S1-01")
def test_each_battlefield_is_for_its_numbers_of_players_only() -> None:
    entry = game("arena")
    offered = {players: {id for id, _ in entry.battlefields(players)} for players in (2, 3, 4)}
    ours = {"converge-on-the-cryptoliths", "core-duel", FREE, TEAMS, MOOR, AMBUSH}
    assert offered[2] & ours == {"converge-on-the-cryptoliths", "core-duel"}
    assert offered[3] & ours == {FREE, AMBUSH}
    assert offered[4] & ours == {FREE, TEAMS, MOOR}
    for field, players in ((MOOR, 2), (MOOR, 3), (AMBUSH, 2), (AMBUSH, 4), (TEAMS, 3)):
        with pytest.raises(BadSetup) as refused:
            RULES.set_up(Setup(field, tuple(build.army for build in RECOMMENDED[:players])))
        assert refused.value.reasons[0].rule == "AR-FIELD-01"


@pytest.mark.rule("AR-S2-01", "AR-S3-01", "AR-S3-08", "AR-TEAM-10")
@pytest.mark.parametrize(
    ("field", "players", "seated"),
    [
        (MOOR, 4, [("orange", 0, 1), ("yellow", 1, 2), ("yellow", 1, 1), ("orange", 0, 2)]),
        (TEAMS, 4, [("red", 0, 1), ("yellow", 1, 2), ("yellow", 1, 1), ("red", 0, 2)]),
        (AMBUSH, 3, [("ambusher", 0, 1), ("reinforcements", 1, 2), ("reinforcements", 1, 1)]),
    ],
)
def test_teams_sit_side_by_side_and_are_numbered(field: str, players: int, seated: list[tuple[str, int, int]]) -> None:
    """Play passes to the left: with team mates side by side each team of two has two turns running."""
    state = RULES.set_up(Setup(field, tuple(build.army for build in RECOMMENDED[:players])))
    assert [(seat.side, seat.team, seat.number) for seat in state.seats] == seated


@pytest.mark.rule("AR-S1-07", "AR-S2-05", "AR-S3-07", "AR-BUILD-02", "AR-BUILD-03", "AC-BUILD-01", "AR-BUILD-07")
@pytest.mark.parametrize(("field", "players"), [("converge-on-the-cryptoliths", 2), ("core-duel", 2), *PLAYERS])
def test_every_player_of_every_scenario_brings_an_army_of_500_at_most(field: str, players: int) -> None:
    nahiri = RECOMMENDED[1].army  # 500 points
    dear = Army(nahiri.planeswalker, (*nahiri.cards, "skirsdag_cultists"), nahiri.spells)
    assert RULES.set_up(Setup(field, (nahiri,) * players)).seats
    for seat in range(players):
        armies = tuple(dear if n == seat else nahiri for n in range(players))
        with pytest.raises(BadSetup) as refused:
            RULES.set_up(Setup(field, armies))
        assert {(reason.rule, str(reason.text)[:8]) for reason in refused.value.reasons} >= {
            ("AR-BUILD-07", f"player {seat + 1}"),
        }  # fmt: skip


# ---- who goes first
@pytest.mark.rule("AR-MULTI-01", "AR-MULTI-02", "AR-MULTI-03")
@pytest.mark.parametrize(
    ("players", "rolls", "first"),
    [(3, (4, 15, 9), 1), (4, (1, 2, 3, 20), 3), (3, (12, 5, 12, 3, 8), 2), (4, (9, 9, 9, 9, 1, 1, 2, 2, 7, 6), 2)],
)
def test_everybody_rolls_ties_for_the_highest_roll_again(
    begin: Begin, players: int, rolls: tuple[int, ...], first: int
) -> None:
    """Only who tied for the highest rolls again. The winner is not asked whether to go first: it does."""
    match = begin(FREE, players, *rolls)
    told = [event for event in match.events if event.kind == "d20"]
    assert [event.data["roll"] for event in told] == list(rolls)
    assert [event.seat for event in told[:players]] == list(range(players))
    assert place_all(match)[0] == first
    assert (match.state.turn.number, match.state.turn.seat) == (1, first)


@pytest.mark.rule("AR-MULTI-04", "AR-MULTI-06", "AR-MULTI-07", "AC-SETUP-03", "AR-START-03", "AR-START-04")
@pytest.mark.parametrize("players", [3, 4])
def test_each_takes_a_starting_zone_that_nobody_has_in_turn(begin: Begin, players: int) -> None:
    match = begin(FREE, players, *range(20, 20 - players, -1))
    starts = {f"space:{name(side.starts[0])}" for side in load(FREE).sides(players)}
    taken: set[str] = set()
    for seat in range(players - 1):
        assert [ask.seat for ask in match.asked] == [seat]
        assert {option.key for option in match.asked[0].options} == starts - taken
        assert all(figure.zone != "board" for figure in match.state.figures if figure.owner >= seat)
        with pytest.raises(Refused):
            match.answer((seat + 1) % players, sorted(starts - taken)[0])
        with pytest.raises(Refused):
            match.answer(seat, "space:K11")
        with pytest.raises(Refused):
            match.answer(seat, "end:turn")
        key = sorted(starts - taken)[-1]
        match.answer(seat, key)
        taken.add(key)
        with pytest.raises(Refused):
            match.answer(match.asked[0].seat, key)
    # the last one has nothing left to choose; only now does the first turn begin
    assert (match.state.turn.number, match.state.turn.seat) == (1, 0)
    sides = {seat.side for seat in match.state.seats}
    assert sides == {side.name for side in load(FREE).sides(players)}


@pytest.mark.rule("AR-MULTI-07", "AC-SETUP-03")
def test_no_opponent_moves_into_a_zone_that_has_room_left(begin: Begin) -> None:
    """Three zones of two spaces: the first player's zone is its own, though a space in it is free."""
    spaces = {(column, row): Ground("s", 0) for column in range(9) for row in range(4)}
    sides = tuple(Side(name, name, 1, ((n * 4, 0), (n * 4, 1))) for n, name in enumerate(("red", "yellow", "blue")))
    field = Battlefield(
        id="three-zones", name="Three zones", set="core", source="designed", rules=FieldRules(), spaces=spaces,
        play=(Play(3, 30, "roll", sides),),
    )  # fmt: skip
    with lay_out(field):
        match = begin("three-zones", 3, 15, 9, 4)
        match.answer(0, "space:E1")
        assert {option.key for option in match.asked[0].options} == {"space:A1", "space:A2", "space:I1", "space:I2"}
        with pytest.raises(Refused):
            match.answer(1, "space:E2")
        match.answer(1, "space:A2")
        assert {option.key for option in match.asked[0].options} == {"space:I1", "space:I2"}
        match.answer(2, "space:I1")
        assert [seat.side for seat in match.state.seats] == ["yellow", "red", "blue"]
        assert match.state.turn.number == 1


@pytest.mark.rule("AR-MULTI-05", "AR-TEND-02", "AR-TEND-01", "AR-TEAM-06", "AR-S3-11")
@pytest.mark.parametrize(("field", "players"), PLAYERS)
def test_play_goes_to_the_left_round_the_table(begin: Begin, field: str, players: int) -> None:
    rolls = {FREE: (3, 17, 5, 6)[:players], TEAMS: (12, 9), MOOR: (12, 9), AMBUSH: ()}[field]
    match = begin(field, players, *rolls)
    place_all(match)
    first = match.state.turn.seat
    for n in range(2 * players):
        assert (match.state.turn.number, match.state.turn.seat) == (n + 1, (first + n) % players)
        pass_turn(match)


@pytest.mark.rule("AR-MULTI-08", "AR-TEAM-05", "AC-MULTI-01")
@pytest.mark.interaction(30)
@pytest.mark.parametrize(("field", "players"), PLAYERS)
def test_among_more_than_two_the_first_player_draws_on_the_first_turn(begin: Begin, field: str, players: int) -> None:
    rolls = {FREE: (17, 3, 5, 6)[:players], TEAMS: (12, 9), MOOR: (12, 9), AMBUSH: ()}[field]
    match = begin(field, players, *rolls)
    place_all(match)
    first = match.state.turn.seat
    assert [len(seat.hand) for seat in match.state.seats] == [4 if n == first else 3 for n in range(players)]
    assert [len(seat.library) for seat in match.state.seats] == [8 if n == first else 9 for n in range(players)]


@pytest.mark.rule("AR-TEAM-02", "AR-TEAM-04", "AR-TEAM-05")
@pytest.mark.parametrize("field", [TEAMS, MOOR])
@pytest.mark.parametrize(("rolls", "team"), [((12, 9), 0), ((9, 12), 1), ((8, 8, 3, 20), 1)])
def test_each_team_rolls_once_and_the_leftmost_of_the_higher_one_begins(
    begin: Begin, field: str, rolls: tuple[int, ...], team: int
) -> None:
    match = begin(field, 4, *rolls)
    told = [event for event in match.events if event.kind == "d20"]
    assert [event.data["roll"] for event in told] == list(rolls)
    first = next(n for n, seat in enumerate(match.state.seats) if (seat.team, seat.number) == (team, 1))
    # leftmost: the neighbour to its left is an opponent, the one to its right its team mate
    left, right = match.state.seats[(first + 1) % 4], match.state.seats[(first - 1) % 4]
    assert (left.team == team, right.team == team) == (False, True)
    assert [ask.seat for ask in match.asked] == [first]
    assert place_all(match)[0] == first
    assert (match.state.turn.number, match.state.turn.seat) == (1, first)


@pytest.mark.rule("AR-TEAM-03", "AR-START-04", "AR-S2-06")
def test_team_mates_share_a_starting_zone_and_opponents_never(begin: Begin) -> None:
    """The zones of the core team battle have two spaces each: both players of a team may stand in one."""
    match = begin(TEAMS, 4, 12, 9)
    red = {"space:B4", "space:B5", "space:B11", "space:B12"}
    yellow = {"space:U4", "space:V5", "space:U12", "space:V11"}
    assert {option.key for option in match.asked[0].options} == red
    match.answer(0, "space:B4")
    for seat in (1, 2):
        assert {option.key for option in match.asked[0].options} <= yellow
        with pytest.raises(Refused):
            match.answer(seat, "space:B5")
        match.answer(seat, match.asked[0].options[0].key)
    assert {option.key for option in match.asked[0].options} == red - {"space:B4"}
    match.answer(3, "space:B5")
    planeswalkers = [figure.at for figure in match.state.figures if figure.zone == "board" and figure.owner in (0, 3)]
    assert planeswalkers == [(1, 3), (1, 4)]


@pytest.mark.rule("AR-S2-06", "AR-S3-09", "AR-S3-10")
@pytest.mark.parametrize(
    ("field", "players", "rolls", "spaces"),
    [
        (MOOR, 4, (12, 9), {"orange": {"B4", "B13"}, "yellow": {"U4", "U13"}}),
        (AMBUSH, 3, (), {"ambusher": {"R6"}, "reinforcements": {"B3", "A10"}}),
    ],
)
def test_each_side_starts_on_the_spaces_of_its_colour(
    begin: Begin, field: str, players: int, rolls: tuple[int, ...], spaces: dict[str, set[str]]
) -> None:
    match = begin(field, players, *rolls)
    while match.state.turn.number == 0:
        ask = match.asked[0]
        allowed = spaces[match.state.seats[ask.seat].side]
        assert {option.key for option in ask.options} <= {f"space:{at}" for at in allowed}
        with pytest.raises(Refused):
            match.answer(ask.seat, "space:K3")
        match.answer(ask.seat, ask.options[0].key)
    found: dict[str, set[str]] = {}
    for figure in match.state.figures:
        if figure.at:
            found.setdefault(match.state.seats[figure.owner].side, set()).add(name(figure.at))
    assert found == spaces
    colours = {side.name: side.colour for side in load(field).sides(players)}
    assert colours in ({"orange": "orange", "yellow": "yellow"}, {"ambusher": "purple", "reinforcements": "orange"})


@pytest.mark.rule("AR-S3-11", "AR-S3-08")
def test_the_ambusher_goes_first_without_a_roll(begin: Begin) -> None:
    match = begin(AMBUSH, 3)
    place_all(match)
    assert match.state.seats[match.state.turn.seat].side == "ambusher"
    assert not [event for event in match.events if event.kind == "d20"]


@pytest.mark.rule("AR-NEW-15", "AR-NEW-14")
def test_an_army_of_arlinns_begins_with_the_human_form(begin: Begin) -> None:
    arlinn = next(build.army for build in RECOMMENDED if build.id == "arlinn")
    match = begin("converge-on-the-cryptoliths", 2, 15, 4, armies=[arlinn, RECOMMENDED[0].army])
    match.answer(0, "say:defender")
    cards = [card.name for card in match.view(1).board.cards if card.zone == "play" and card.owner == 0]
    assert cards == ["Arlinn Kord, Goldnight Outcast"]
    with pytest.raises(BadSetup) as refused:
        begin("converge-on-the-cryptoliths", 2, 15, 4,
              armies=[Army("arlinn_kord_wolf", arlinn.cards, arlinn.spells), RECOMMENDED[0].army])  # fmt: skip
    assert "AR-NEW-14" in {reason.rule for reason in refused.value.reasons}


# ---- team mates
@pytest.mark.rule("AR-TEAM-07", "AR-ATK-19", "AR-SPELL-03")
def test_team_mates_take_their_own_turns(lay: Lay) -> None:
    board = lay(teams=TWO_TEAMS, goal="army")
    jace = board.put("jace_beleren", "A1", seat=0)
    mate = board.put("nahiri_lithomancer", "C1", seat=board.seat("orange 2"))
    board.put("sorin_eternal_thirst", "J9", seat=1)
    board.put("arlinn_kord", "L9", seat=2)
    board.hand(board.seat("orange 2"), "shield_wall")
    board.start(number=5)
    assert [ask.seat for ask in board.match.asked] == [0]
    assert board.options("card") == {f"card:{jace.card}"}
    assert board.why(f"card:{mate.card}")[0] == "AR-CHOOSE-01"
    for key in (f"card:{mate.card}", "cast:shield_wall", "end:turn"):
        with pytest.raises(Refused):
            board.match.answer(board.seat("orange 2"), key)
    board.do(f"card:{jace.card}")
    assert board.why(f"move:{mate.id}:D1")[0] == "AR-CHOOSE-01"


@pytest.mark.rule("AR-TEAM-08", "AR-SPELL-11")
@pytest.mark.interaction(36)
def test_team_mates_see_each_others_hands_and_face_down_cards_opponents_do_not(lay: Lay) -> None:
    board = lay(teams=TWO_TEAMS, goal="army")
    for seat, (face, at) in enumerate([("jace_beleren", "A1"), ("sorin_eternal_thirst", "J9"), ("arlinn_kord", "L9"),
                                       ("nahiri_lithomancer", "C1")]):  # fmt: skip
        figure = board.put(face, at, seat=seat)
        if seat == 3:
            board.attach("stone_will", figure)
    board.hand(0, "catalog", "unsummon")
    board.hand(1, "tenacity")
    board.start(number=5)
    for viewer, seen in ((0, [0, 3]), (3, [0, 3]), (1, [1, 2]), (2, [1, 2]), (None, [])):
        view = board.match.view(viewer).board
        assert [seat.seat for seat in view.seats if seat.hand is not None] == seen
        assert [seat.hand_size for seat in view.seats] == [2, 1, 0, 0]
        lying = next(card for card in view.cards if card.owner == 3).attached[0]
        assert lying.face_down
        assert (lying.spell is not None) == (viewer in (0, 3))
    mate = board.match.view(3).board
    assert sorted(spell.id for spell in mate.seats[0].hand or ()) == ["catalog", "unsummon"]


@pytest.mark.rule("AR-TEAM-09", "AR-MOVE-06", "AR-SPELL-12", "AR-SUMM-04", "AR-ATK-02")
@pytest.mark.interaction(13)
def test_a_team_mates_figures_are_friendly_but_not_ones_own(lay: Lay) -> None:
    """One passes through them and does not attack them; hidden enchantments and summoning are for one's own cards."""
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 s0 s0"), teams=TWO_TEAMS, goal="army")
    mate_seat = board.seat("orange 2")
    jace = board.put("jace_beleren", "A1")
    mate = board.put("necro_alchemist", "B1", seat=mate_seat)
    waiting = board.put("lantern_geists", seat=mate_seat)
    board.put("bloodline_nobles", "K1", seat=1)
    board.put("bloodline_nobles", "J1", seat=2)
    board.hand(0, "jaces_scrutiny", "just_the_wind")
    board.start(jace, number=5)
    assert not board.pos.engaged(board.figure(jace))
    assert board.may(f"move:{jace.id}:C1")
    assert board.why(f"attack:{jace.id}:{mate.id}")[0] == "AR-ATK-02"
    assert board.why(f"summon:{waiting[0].card}")[0] == "AR-SUMM-04"
    # for an own squad or hero: only the team mate has one
    assert board.why("cast:just_the_wind")[0] in ("AR-SPELL-09", "AR-SPELL-12")
    board.do("cast:jaces_scrutiny")  # nothing to choose: it goes on his own card
    assert [one.spell for one in board.card(jace).attached] == ["jaces_scrutiny"]
    assert board.card(mate).attached == []


@pytest.mark.rule("AR-TEAM-09", "AR-MOVE-06", "AR-ENG-01")
def test_an_engaged_figure_of_a_team_mate_bars_the_way(lay: Lay) -> None:
    board = lay("""
          A   B   C   D   E   F
      1   s0  s0  s0  s0  s0  s0
      2   ..  s0  ..  ..  ..  s0
    """, teams=TWO_TEAMS, goal="army")  # fmt: skip
    jace = board.put("jace_beleren", "A1")
    mate = board.put("necro_alchemist", "B1", seat=board.seat("orange 2"))
    enemy = board.put("bloodline_nobles", "B2", seat=1)
    board.put("bloodline_nobles", "F2", seat=2)
    board.start(jace, number=5)
    assert board.pos.engaged(board.figure(mate)) == [board.figure(enemy[0])]
    assert not board.may(f"move:{jace.id}:C1")


@pytest.mark.rule("AR-TERM-05", "AR-TEAM-09", "AR-TERM-04")
@pytest.mark.interaction(55)
def test_figures_one_does_not_control_include_a_team_mates(lay: Lay) -> None:
    """Archmage's Assault names figures not under one's control: a team mate's is one, though one may walk through it."""
    board = lay("""
          A   B   C   D   E   F   G   H   I
      1   s0  s0  s0  s0  s0  s0  s0  s0  s0
      2   s0  ..  ..  ..  ..  ..  ..  ..  ..
      3   s0  ..  ..  ..  ..  ..  ..  ..  ..
    """, teams=TWO_TEAMS, goal="army")  # fmt: skip
    arlinn = board.put("arlinn_kord", "A1")
    mate = board.put("necro_alchemist", "A2", seat=board.seat("orange 2"))
    near, far = board.put("bloodline_nobles", "H1", seat=1)[0], board.put("hollowfield_effigy", "I1", seat=2)
    board.start(arlinn, number=5)
    assert board.may(f"move:{arlinn.id}:A3")  # through the mate
    board.do(f"use:{arlinn.card}:Archmage's Assault")
    assert board.options() == {f"pick:{mate.id}", f"pick:{near.id}"}  # neither herself nor who is eight spaces away
    board.do(f"pick:{mate.id}")
    board.dice("sword", "shield")
    board.do(f"pick:{near.id}")
    assert [board.damage(figure) for figure in (mate, near, far)] == [1, 0, 0]


@pytest.mark.rule("AR-TEAM-11", "AR-SPELL-19", "AR-TEAM-10")
@pytest.mark.parametrize("first_laid", [1, 2])
def test_of_team_mates_hidden_enchantments_number_ones_resolve_first(lay: Lay, first_laid: int) -> None:
    """Both watch for the same sorcery of an opponent; it is number 1 who counters it, whoever laid the card first and
    whoever sits nearer."""
    board = lay(teams=TWO_TEAMS, goal="army")
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("mad_prophet", "A3", seat=board.seat("orange 2"))
    one, two = board.seat("yellow 1"), board.seat("yellow 2")
    cards = {one: board.put("jace_beleren", "J9", seat=one), two: board.put("jace_beleren", "L9", seat=two)}
    for seat in (one, two) if first_laid == 1 else (two, one):
        board.attach("broken_concentration", cards[seat])
    board.hand(0, "shield_wall")
    board.start(nahiri, number=5)
    board.do("cast:shield_wall")
    assert [event.seat for event in board.told("revealed")] == [one]
    assert board.card(cards[one]).attached == []
    assert board.card(cards[two]).attached[0].hidden


@pytest.mark.rule("AR-MULTI-09")
@pytest.mark.parametrize("teams", [dict.fromkeys(["red", "yellow", "blue"], 1), TWO_TEAMS, dict.fromkeys("abcd", 1)])
def test_everything_else_is_as_between_two(lay: Lay, teams: dict[str, int]) -> None:
    """Three spells, the three-level climb, one die for leaving, one attack, seven cards: at every table."""
    board = lay("""
          A   B   C   D   E   F   G
      1   s0  s4  s0  s0  s0  s0  s0
      2   s0  s3  s0  s0  s0  s0  s0
    """, teams=teams, goal="score")  # fmt: skip
    nahiri = board.put("jace_beleren", "A1")
    board.state.seats[0].planeswalker = nahiri.card
    enemy = board.put("bloodline_nobles", "A2", seat=1)[0]
    for seat in range(2, len(board.state.seats)):
        board.put("hollowfield_effigy", f"{'FG'[seat - 2]}1", seat=seat)
    board.hand(0, *["catalog"] * 4, *["unsummon"] * 5)
    board.library(0, *["catalog"] * 8)
    board.start(nahiri, number=9)
    assert board.why(f"move:{nahiri.id}:B1")[0] == "AR-MOVE-11"
    for _ in range(3):
        board.do("cast:catalog")
        board.do("spell:unsummon")
    assert board.why("cast:unsummon")[0] == "AR-SPELL-02"
    board.dice("4 blank", "3 blank")
    board.do(f"attack:{nahiri.id}:{enemy.id}")
    assert board.why(f"attack:{nahiri.id}:{enemy.id}")[0] == "AR-ATK-22"
    board.do("end:turn")
    while board.match.asked[0].seat == 0:
        board.do(sorted(board.options("spell"))[0])
    assert len(board.now.seats[0].hand) == 7
    assert board.now.turn.seat == 1
