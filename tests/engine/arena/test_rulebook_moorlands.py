"""Battlefield 2, Skirmish in the Moorlands: two teams, a round of truce, bogs, one army's end (AR-S2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena.battlefield import load
from engine.arena.hexes import parse
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

MOOR = "skirmish-in-the-moorlands"
TEAMS = {"orange": 2, "yellow": 2}  # seats: orange 1, yellow 2, yellow 1, orange 2


def moor(lay: Lay, cells: str = "", *, grid: str = "", others: bool = True, **more: object) -> Board:
    """A row of the moors (sand beyond its cells), with the other three players' Planeswalkers far off on its end."""
    ends = grid or row(cells + " s0" * (11 - len(cells.split())))
    board = lay(ends, teams=TEAMS, goal="army", weirded="bog", truce=1, apart=True, turns=60, **more)
    if others:
        board.put("jace_beleren", "I1", seat=3)
        board.put("jace_beleren", "K1", seat=1)
        board.put("jace_beleren", "J1", seat=2)
        for figure in board.state.figures:
            board.state.seats[figure.owner].planeswalker = figure.card
    return board


# ---- the battlefield
@pytest.mark.rule("AR-S2-04", "AR-CRYPT-01", "AR-WEIRD-01", "AR-S2-24", "AR-END-01")
def test_the_moors_as_the_scenario_says() -> None:
    field = load(MOOR)
    assert (field.goal, field.turns(4)) == ("army", 60)
    assert (field.rules.weirded, field.rules.truce, field.rules.apart) == ("bog", 1, True)
    assert (field.rules.flying, field.rules.summon, field.rules.range_cap) == (True, "sight-5", 0)
    assert len(field.cryptoliths) == 3
    assert not field.glyphs
    tiles = {space for tile in field.sand_tiles for space in tile}
    for stone in field.cryptoliths:
        assert field.terrain(stone.at) == field.terrain(stone.free) == "s"
        assert field.level(stone.at) == field.level(stone.free)
    assert len(field.sand_tiles) == 6
    assert all(field.terrain(space) == "s" for space in tiles)


# ---- summoning
@pytest.mark.rule("AR-S2-07", "AR-SUMM-05", "AR-TERM-03")
def test_nobody_is_summoned_onto_a_cryptolith(lay: Lay) -> None:
    board = moor(lay, "s0 s0 s8 s0", stones={"keep": "B1"})
    jace = board.put("jace_beleren", "C1")
    alchemist = board.put("necro_alchemist")
    board.start(jace, number=5)
    board.do(f"summon:{alchemist.card}")
    assert "space:D1" in board.options()
    assert "space:B1" not in board.options()


@pytest.mark.rule("AR-S2-08")
@pytest.mark.interaction(51)
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(("ground", "barred"), [("s0", True), ("s3", True), ("s4", False)])
def test_nobody_is_summoned_beside_either_enemy_planeswalker(lay: Lay, seat: int, ground: str, barred: bool) -> None:
    """Beside by levels as well: four levels up is not adjacent for a figure of height 4. Own side's Planeswalkers and
    other enemies are no hindrance."""
    board = moor(lay, grid=f"""
          A   B   C   D   E   F   G   H   I   J   K
      1   s0  s0  {ground}  s0  s0  s0  s0  s0  s0  s0  s0
    """)  # fmt: skip
    walker = next(figure for figure in board.state.figures if figure.owner == seat)
    walker.at = parse("D1")
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist")
    board.start(jace, number=5)
    board.do(f"summon:{alchemist.card}")
    # B1 may be the only space: then nothing is asked
    offered = board.options("space") or {f"space:{board.at(alchemist)}"}
    assert "space:B1" in offered
    assert ("space:C1" not in offered) is barred


@pytest.mark.rule("AR-S2-08")
def test_beside_other_enemies_and_ones_own_planeswalkers_one_may_summon(lay: Lay) -> None:
    board = moor(lay, "s0 s0 s0 s0 s0 s0")
    jace = board.put("jace_beleren", "A1")
    board.put("hollowfield_effigy", "D1", seat=1)
    alchemist = board.put("necro_alchemist")
    board.start(jace, number=5)
    board.do(f"summon:{alchemist.card}")
    assert {"space:B1", "space:C1"} <= board.options()


# ---- the truce
@pytest.mark.rule("AR-S2-09")
@pytest.mark.parametrize(("number", "allowed"), [(1, False), (4, False), (5, True), (8, True)])
def test_no_combat_in_the_first_four_turns(lay: Lay, number: int, allowed: bool) -> None:
    board = moor(lay, "s0 s0 s0 s0", stones={"keep": "D1"})
    seat = (number - 1) % 4
    team = {0: 0, 1: 1, 2: 1, 3: 0}[seat]
    mine = board.put("mad_prophet", "B1", seat=seat)
    enemy = board.put("bloodline_nobles", "A1", seat=1 if team == 0 else 0)[0]
    board.start(mine, seat=seat, number=number)
    assert board.may(f"attack:{mine.id}:{enemy.id}") is allowed
    if not allowed:
        assert board.why(f"attack:{mine.id}:{enemy.id}")[0] == "AR-S2-09"


@pytest.mark.rule("AR-S2-09", "AR-ENG-04")
@pytest.mark.parametrize(("number", "dice"), [(1, 0), (5, 1)])
def test_nobody_strikes_at_who_leaves_during_the_truce(lay: Lay, number: int, dice: int) -> None:
    board = moor(lay, "s0 s0 s0 s0")
    prophet = board.put("mad_prophet", "B1")
    board.put("bloodline_nobles", "A1", seat=1)
    board.start(prophet, number=number)
    board.dice(*["sword"] * dice)
    board.do(f"move:{prophet.id}:C1")
    assert board.damage(prophet) == dice


@pytest.mark.rule("AR-S2-10", "AR-S2-09")
def test_spells_are_played_during_the_truce_even_those_that_let_figures_attack(lay: Lay) -> None:
    """Malevolent Whispers on turn 1: the whispered creature moves and attacks."""
    board = moor(lay, "s0 s0 s0 s0 s0 s0")
    nahiri = board.put("nahiri_lithomancer", "A1")
    noble = board.put("mad_prophet", "C1", seat=1)
    other = board.put("hollowfield_effigy", "D1", seat=2)
    other.damage = 2
    board.hand(0, "malevolent_whispers", "lance_of_flame")
    board.start(nahiri, number=1)
    assert {"cast:malevolent_whispers", "cast:lance_of_flame"} <= board.options()
    assert not board.options("attack")
    board.do("cast:malevolent_whispers", f"pick:{noble.id}")
    assert board.may(f"attack:{noble.id}:{other.id}")
    board.dice("6 sword", "4 blank")
    board.do(f"attack:{noble.id}:{other.id}")
    assert board.figure(other).zone == "graveyard"


# ---- bogs: entering
@pytest.mark.rule("AR-S2-11", "AR-S2-12", "AR-S2-13", "AR-S2-14", "AR-NEW-17", "AR-WEIRD-01")
@pytest.mark.parametrize(
    ("roll", "damage", "stuck"), [(1, 1, True), (2, 0, True), (14, 0, True), (15, 0, False), (20, 0, False)]
)
def test_who_enters_a_bog_rolls_at_once(lay: Lay, roll: int, damage: int, stuck: bool) -> None:
    board = moor(lay, "s0 x0 s0 s0")
    jace = board.put("jace_beleren", "A1")
    board.start(jace, number=5)
    board.d20(roll)
    board.do(f"move:{jace.id}:B1")
    assert board.at(jace) == "B1"
    assert board.damage(jace) == damage
    assert [event.data["roll"] for event in board.told("d20")] == [roll]
    assert bool(board.options(f"move:{jace.id}")) is not stuck
    if not stuck:
        assert board.may(f"move:{jace.id}:C1")


@pytest.mark.rule("AR-S2-14", "AR-S2-15")
@pytest.mark.interaction(25)
def test_who_goes_on_after_entering_does_not_roll_to_leave(lay: Lay) -> None:
    """Over two bogs: a roll at each entry, none at leaving; and the spaces left count on."""
    board = moor(lay, "s0 x0 x0 s0 s0 s0 s0")
    jace = board.put("jace_beleren", "A1")
    board.start(jace, number=5)
    board.d20(15)
    board.do(f"move:{jace.id}:B1")
    board.d20(20)
    board.do(f"move:{jace.id}:C1")
    board.do(f"move:{jace.id}:D1")  # no die is told to fall: one would fail the test
    assert board.at(jace) == "D1"
    assert board.may(f"move:{jace.id}:F1")
    assert not board.may(f"move:{jace.id}:G1")


@pytest.mark.rule("AR-S2-11", "AR-LIFE-01")
def test_a_bog_may_kill(lay: Lay) -> None:
    board = moor(lay, "s0 x0 s0")
    board.put("jace_beleren", "A1")
    nobles = board.put("bloodline_nobles", "C1")
    nobles[0].damage = 1
    board.start(nobles, number=5)
    board.d20(1)
    board.do(f"move:{nobles[0].id}:B1")
    assert board.figure(nobles[0]).zone == "graveyard"


@pytest.mark.rule("AR-S2-11", "AR-WEIRD-03")
def test_who_is_summoned_into_a_bog_does_not_enter_it(lay: Lay) -> None:
    board = moor(lay, "s0 x0 s0")
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist")
    board.start(jace, number=5)
    board.do(f"summon:{alchemist.card}", "space:B1")  # no roll
    assert board.at(alchemist) == "B1"


# ---- bogs: leaving
@pytest.mark.rule("AR-S2-16", "AR-S2-17", "AR-S2-18", "AR-S2-19")
@pytest.mark.parametrize(
    ("roll", "damage", "stuck"), [(1, 1, True), (2, 0, True), (5, 0, True), (6, 0, False), (20, 0, False)]
)
def test_who_begins_in_a_bog_rolls_before_leaving_it(lay: Lay, roll: int, damage: int, stuck: bool) -> None:
    board = moor(lay, "s0 x0 s0 s0")
    jace = board.put("jace_beleren", "B1")
    board.start(jace, number=5)
    board.d20(roll)
    board.do(f"move:{jace.id}:C1")
    assert board.at(jace) == ("B1" if stuck else "C1")
    assert board.damage(jace) == damage
    assert bool(board.options(f"move:{jace.id}")) is not stuck


@pytest.mark.rule("AR-S2-18", "AR-S2-16", "AR-ENG-04")
@pytest.mark.interaction(26)
def test_who_is_stuck_has_not_left_its_enemy_and_may_still_attack(lay: Lay) -> None:
    board = moor(lay, "s0 x0 s0 s0")
    prophet = board.put("mad_prophet", "B1")
    enemy = board.put("hollowfield_effigy", "A1", seat=1)
    board.start(prophet, number=5)
    board.d20(5)
    board.do(f"move:{prophet.id}:C1")  # no combat die: it never left
    assert board.at(prophet) == "B1"
    assert not board.options("move")
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{prophet.id}:{enemy.id}")
    gone = moor(lay, "s0 x0 s0 s0")
    prophet = gone.put("mad_prophet", "B1")
    gone.put("hollowfield_effigy", "A1", seat=1)
    gone.start(prophet, number=5)
    gone.d20(6)
    gone.dice("sword")
    gone.do(f"move:{prophet.id}:C1")
    assert gone.damage(prophet) == 1
    assert gone.at(prophet) == "C1"


@pytest.mark.rule("AR-S2-16", "AR-S2-11")
@pytest.mark.interaction(25)
def test_from_bog_to_bog_one_roll_to_leave_and_one_to_enter(lay: Lay) -> None:
    board = moor(lay, "s0 x0 x0 x0 s0")
    jace = board.put("jace_beleren", "B1")
    board.start(jace, number=5)
    board.d20(6, 15)
    board.do(f"move:{jace.id}:C1")
    assert board.at(jace) == "C1"
    board.d20(15)
    board.do(f"move:{jace.id}:D1")  # it left the bog it began in once; this is an entry only
    board.do(f"move:{jace.id}:E1")
    assert board.at(jace) == "E1"


@pytest.mark.rule("AR-S2-11", "AR-S2-16")
def test_flyers_roll_where_they_take_off_and_land_and_not_in_between(lay: Lay) -> None:
    board = moor(lay, "s0 x0 x0 s0 x0 x0 s0")
    board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "G1", "B1")
    board.start(geists, number=5)
    board.do(f"move:{geists[0].id}:D1")  # over two bogs, from sand to sand: no roll
    board.d20(20, 20)
    board.do(f"move:{geists[1].id}:E1")  # out of one bog and into another
    assert board.at(geists[1]) == "E1"


# ---- bogs: the rest
@pytest.mark.rule("AR-S2-20")
@pytest.mark.interaction(23)
def test_a_double_space_figure_rolls_only_with_both_halves_in_the_bog(lay: Lay) -> None:
    board = moor(lay, "s0 s0 x0 s0 s0 s0")
    board.put("jace_beleren", "H1")
    ruiner = board.put("eldrazi_ruiner", "B1 A1")
    board.start(ruiner, number=5)
    board.do(f"move:{ruiner.id}:C1")  # one half in: no roll
    assert board.at(ruiner) == "C1 B1"
    board.do(f"move:{ruiner.id}:D1")  # and out again
    wide = moor(lay, "s0 s0 x0 x0 s0 s0")
    wide.put("jace_beleren", "H1")
    ruiner = wide.put("eldrazi_ruiner", "B1 A1")
    wide.start(ruiner, number=5)
    wide.do(f"move:{ruiner.id}:C1")
    wide.d20(3)
    wide.do(f"move:{ruiner.id}:D1")
    assert wide.at(ruiner) == "D1 C1"
    assert not wide.options(f"move:{ruiner.id}")
    out = moor(lay, "x0 x0 s0 s0 s0 s0")
    out.put("jace_beleren", "H1")
    ruiner = out.put("eldrazi_ruiner", "B1 A1")
    out.start(ruiner, number=5)
    out.d20(6)
    out.do(f"move:{ruiner.id}:C1")
    assert out.at(ruiner) == "C1 B1"


@pytest.mark.rule("AR-S2-21", "AR-MOVE-06")
@pytest.mark.interaction(24)
def test_nobody_moves_through_an_occupied_bog_not_even_past_a_friend(lay: Lay) -> None:
    board = moor(lay, "s0 x0 s0 s0")
    jace = board.put("jace_beleren", "A1")
    board.put("necro_alchemist", "B1")
    board.start(jace, number=5)
    assert not board.options(f"move:{jace.id}")
    sand = moor(lay, "s0 s0 s0 s0")
    jace = sand.put("jace_beleren", "A1")
    sand.put("necro_alchemist", "B1")
    sand.start(jace, number=5)
    assert sand.may(f"move:{jace.id}:C1")


@pytest.mark.rule("AR-NEW-11", "AR-S2-16", "AR-S2-11")
def test_who_transforms_in_a_bog_neither_leaves_nor_enters_it(lay: Lay) -> None:
    board = moor(lay, "s0 x0 s0 s0")
    arlinn = board.put("arlinn_kord", "B1")
    board.start(arlinn, number=5)
    board.do(f"use:{arlinn.card}:Transform")  # no die is told to fall
    assert board.card(arlinn).face == "arlinn_kord_wolf"
    assert board.at(arlinn) == "B1"
    assert board.now.turn.moves == []
    assert not board.pos.has_moved(board.figure(arlinn))


# ---- the end
@pytest.mark.rule("AR-S2-03", "AR-S2-22", "AR-PREP-01")
@pytest.mark.interaction(20, 21)
def test_a_team_wins_when_one_opposing_army_has_no_figure_on_the_battlefield(lay: Lay) -> None:
    """What waits in the reserve does not count, and the other opponent may be as strong as ever."""
    board = moor(lay, "s0 s0 s0 s0 s0", others=False)
    mine = board.put("mad_prophet", "A1")
    board.put("jace_beleren", "E1", seat=3)
    last = board.put("nahiri_lithomancer", "B1", seat=1)
    last.damage = 5
    board.put("bloodline_nobles", seat=1)  # in the reserve
    board.put("sorin_eternal_thirst", "G1", seat=2)
    board.put("lantern_geists", "H1", "I1", "J1", seat=2)
    board.start(mine, number=9)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{mine.id}:{last.id}")
    outcome = board.match.outcome
    assert outcome is not None
    assert outcome.places == (1, 2, 2, 1)


@pytest.mark.rule("AR-S2-22", "AR-S2-03")
@pytest.mark.interaction(20)
def test_a_dead_planeswalker_is_no_defeat_while_another_figure_stands(lay: Lay) -> None:
    board = moor(lay, "s0 s0 s0 s0 s0", others=False)
    mine = board.put("mad_prophet", "A1")
    board.put("jace_beleren", "E1", seat=3)
    walker = board.put("nahiri_lithomancer", "B1", seat=1)
    walker.damage = 5
    board.put("bloodline_nobles", "F1", seat=1)
    board.put("sorin_eternal_thirst", "G1", seat=2)
    board.start(mine, number=9)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{mine.id}:{walker.id}")
    assert board.figure(walker).zone == "graveyard"
    assert board.match.outcome is None
    board.do("end:turn")
    assert board.now.turn.seat == 1
    assert board.options("card")


@pytest.mark.rule("AR-S2-23", "AR-S2-24", "AR-TEND-01", "AR-END-02", "AR-END-04")
@pytest.mark.parametrize(
    ("theirs", "places"),
    [("nahiri_lithomancer", (1, 2, 2, 1)), ("chandra_nalaar_pyromancer", (2, 1, 1, 2)), ("jace_beleren", (1, 1, 1, 1))],
)
def test_after_turn_sixty_the_team_with_more_points_on_the_battlefield_wins(
    lay: Lay, theirs: str, places: tuple[int, ...]
) -> None:
    """345 + 345 against 345 and 340, 365 or 345; damage and reserves count nothing, a tie is a draw."""
    board = moor(lay, "s0 s0 s0 s0 s0", others=False)
    board.put("jace_beleren", "A1").damage = 5
    board.put("jace_beleren", "J1", seat=1)
    board.put(theirs, "G1", seat=2)
    board.put("bloodline_nobles", seat=2)
    last = board.put("jace_beleren", "E1", seat=3)
    board.start(last, seat=3, number=60)
    assert board.match.outcome is None
    board.do("end:turn")
    outcome = board.match.outcome
    assert outcome is not None
    assert outcome.places == places


@pytest.mark.rule("AR-S2-24")
def test_the_track_has_sixty_turns_fifteen_for_each_player(lay: Lay) -> None:
    board = moor(lay, "s0 s0 s0 s0 s0")
    mine = board.put("jace_beleren", "A1")
    board.start(mine, number=57)
    board.do("end:turn")
    assert (board.now.turn.number, board.match.outcome) == (58, None)
    assert load(MOOR).turns(4) / 4 == 15
