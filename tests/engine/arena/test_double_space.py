"""Double-space figures beyond the rulebook's sentences: how their moves are named, roads, friends, turning, falling."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.arena.game_entry import ARENA
from engine.arena.hexes import parse
from engine.arena.movement import moves_of, way_of
from engine.arena.options import Move
from engine.arena.position import Position
from engine.arena.steps import Walker
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

RUINER = "eldrazi_ruiner"  # height 10, move 5, two spaces


# ---- names of moves
@pytest.mark.rule("AC-MOVE-03", "AC-MOVE-06")
def test_the_leading_space_alone_names_the_easiest_end_and_both_name_any_other(lay: Lay) -> None:
    """C2 is beside B2 (its rear side) and C1: led by either side it may end there. The side that leads now comes first."""
    board = lay("""
          A   B   C   D
      1   s0  s0  s0  s0
      2   s0  s0  s0  s0
    """)
    ruiner = board.put(RUINER, "C1 B2")
    board.start(ruiner)
    assert {f"move:{ruiner.id}:C2", f"move:{ruiner.id}:C2::B2"} <= board.options()
    board.do(f"move:{ruiner.id}:C2")
    assert board.at(ruiner) == "C2 C1"
    other = lay("""
          A   B   C   D
      1   s0  s0  s0  s0
      2   s0  s0  s0  s0
    """)
    ruiner = other.put(RUINER, "C1 B2")
    other.start(ruiner)
    other.do(f"move:{ruiner.id}:C2::B2")
    assert other.at(ruiner) == "C2 B2"


@pytest.mark.rule("AC-MOVE-08")
def test_every_pair_of_spaces_is_on_offer_and_every_name_leads_where_it_says(lay: Lay) -> None:
    """On open ground; five spaces reach what a count by hand reaches."""
    board = lay()
    ruiner = board.put(RUINER, "F5 G5")
    board.start(ruiner)
    pos = board.pos
    walker = Walker(pos, pos.state.figures[ruiner.id])
    ends = set()
    for move in moves_of(walker):
        way = way_of(pos, move)
        assert way is not None
        stand = way.steps[-1].stand
        assert stand[0] == parse(move.to)
        assert not move.rear or stand[1] == parse(move.rear)
        assert way.cost == len(way.steps) <= 5
        before = walker.start
        for step in way.steps:
            assert step.stand[1] in before
            assert step.to in pos.field.neighbours(step.stand[1])
            before = step.stand
        ends.add(frozenset(stand))
    steps = pos.field.steps
    halves = walker.start
    expected = {
        frozenset((a, b))
        for a in pos.field.spaces for b in pos.field.neighbours(a)
        if min(max(steps(a, half), steps(b, half) + 1) for half in halves) <= 5
    } - {frozenset(halves)}  # fmt: skip
    assert ends == expected


def test_a_typed_path_names_leading_spaces(lay: Lay) -> None:
    board = lay()
    ruiner = board.put(RUINER, "C1 B1")
    board.start(ruiner)
    keys = ARENA.walk_keys(board.match.view(0), str(ruiner.id), "D1 E1 e2")
    assert keys == [f"move:{ruiner.id}:D1", f"move:{ruiner.id}:E1", f"move:{ruiner.id}:E2"]
    board.do(*keys)
    assert board.at(ruiner) == "E2 E1"
    assert board.now.turn.moves[0].spent == 3


def test_what_a_move_says_names_both_spaces(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    options = {option.key: str(option.whole) for option in board.match.view(0).options}
    assert options[f"move:{ruiner.id}:D1"] == "Ruiner to D1 and C1"


@pytest.mark.rule("AC-MOVE-04", "AR-MOVE-08")
def test_why_it_cannot_end_there(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s1 s0 s0 s0 .. .. .. .."))
    ruiner = board.put(RUINER, "B1 A1")
    board.put("bloodline_nobles", "G1", seat=1)
    board.start(ruiner)
    assert board.why(f"move:{ruiner.id}:D1")[0] == "AC-MOVE-04"
    assert board.why(f"move:{ruiner.id}:F1::E1")[0] == "AR-MOVE-02"  # level, but seven spaces with the climb
    assert board.why(f"move:{ruiner.id}:G1")[0] == "AR-MOVE-08"
    assert board.why(f"move:{ruiner.id}:C1::E1")[0] == "AC-MOVE-08"
    assert board.why(f"move:{ruiner.id}:A1")[1].startswith("Ruiner stands there already")


# ---- roads, friends, falls
@pytest.mark.rule("AR-ROAD-03", "AR-NEW-18")
@pytest.mark.parametrize(("cells", "reached"), [("r0 r0", "J1"), ("s0 r0", "G1"), ("r0 s0", "G1")])
def test_the_road_counts_if_both_halves_are_on_it_throughout(lay: Lay, cells: str, reached: str) -> None:
    board = lay(row(cells + " r0" * 9))
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    assert max(board.options("move")) == f"move:{ruiner.id}:{reached}"


@pytest.mark.rule("AR-MOVE-06", "AR-MOVE-08", "AC-MOVE-08")
def test_it_walks_through_a_friend_but_neither_half_ends_on_it(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 .. .. .. .."))
    ruiner = board.put(RUINER, "B1 A1")
    board.put("necro_alchemist", "C1")
    board.start(ruiner)
    assert board.options("move") == {f"move:{ruiner.id}:{to}" for to in ("E1", "F1", "G1")}
    board.do(f"move:{ruiner.id}:E1")
    assert board.at(ruiner) == "E1 D1"


@pytest.mark.rule("AR-MOVE-06")
def test_others_walk_through_either_half(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 .. .. .. .."))
    board.put(RUINER, "C1 B1")
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert board.options("move") == {f"move:{jace.id}:{to}" for to in ("D1", "E1", "F1")}


@pytest.mark.rule("AR-ENG-04", "AR-ENG-11", "AC-MOVE-03")
def test_it_leaves_an_enemy_when_neither_half_is_adjacent_any_more(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 .. .. .. .."))
    ruiner = board.put(RUINER, "C1 B1")
    board.put("bloodline_nobles", "A1", seat=1)
    board.start(ruiner)
    board.dice("sword")
    board.do(f"move:{ruiner.id}:D1")  # B1 is left
    assert board.damage(ruiner) == 1
    board.do(f"move:{ruiner.id}:E1")


@pytest.mark.rule("AR-FALL-02", "AC-MOVE-03")
def test_it_falls_by_the_step_of_its_leading_side(lay: Lay) -> None:
    """Ten levels down are a fall for the leading side; that the other follows is none."""
    board = lay("""
          A   B   C   D
      1   s0  s0  s0  s0
    """)
    for space in ("A1", "B1"):
        ground = board.field.spaces[parse(space)]
        board.field.spaces[parse(space)] = type(ground)("s", 10)
    ruiner = board.put(RUINER, "B1 A1")
    board.start(ruiner)
    board.dice("blank")
    board.do(f"move:{ruiner.id}:D1")
    assert board.at(ruiner) == "D1 C1"
    assert len(board.told("fall")) == 1


@pytest.mark.rule("AC-GLYPH-01", "AR-GLYPH-10")
def test_a_glyph_of_healing_works_under_either_half(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), glyphs={"H": "A1"})
    ruiner = board.put(RUINER, "B1 A1")
    ruiner.damage = 2
    board.put("jace_beleren", "D1", seat=1)
    board.start(ruiner, seat=1, phase="cleanup")
    assert board.damage(ruiner) == 1


# ---- summoning
@pytest.mark.rule("AC-CHOOSE-02")
def test_one_is_asked_for_both_spaces(lay: Lay) -> None:
    board = lay("""
          A   B   C
      1   s0  s0  s0
      2   ..  s0  s1
    """)
    jace = board.put("jace_beleren", "A1")
    ruiner = board.put(RUINER)
    board.start(jace)
    board.do(f"summon:{ruiner.card}")
    assert board.options() == {"space:B1", "space:C1", "space:B2"}  # nothing is level with C2
    board.do("space:B1")
    assert board.options() == {"space:C1", "space:B2"}
    board.do("space:B2")
    assert board.at(ruiner) == "B1 B2"


@pytest.mark.rule("AR-S2-08")
def test_neither_half_may_be_beside_an_opponents_planeswalker(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 .. .. .. .."), apart=True)
    jace = board.put("jace_beleren", "A1")
    ruiner = board.put(RUINER)
    board.put("nahiri_lithomancer", "E1", seat=1)
    board.start(jace)
    board.do(f"summon:{ruiner.card}")  # D1 would be beside her
    assert board.at(ruiner) == "B1 C1"


# ---- anywhere
def test_on_random_ground_every_move_ends_where_two_halves_may_stand(lay: Lay) -> None:
    """Levels, water, friends and enemies by chance; each offered way can be walked step by step."""
    chance = random.Random(3)
    for _ in range(25):
        cells = [[chance.choice("ssssw") + str(chance.randrange(3)) for _ in range(9)] for _ in range(6)]
        cells[2][3] = cells[2][4] = "s1"
        grid = "  A B C D E F G H I\n" + "\n".join(f"{n + 1} " + " ".join(line) for n, line in enumerate(cells))
        board = lay(grid, glyphs={"H": "B2"})
        ruiner = board.put(RUINER, "D3 E3")
        free = [space for space in board.field.spaces if space not in ((3, 2), (4, 2), (1, 1))]
        names = ["ABCDEFGHI"[c] + str(r + 1) for c, r in chance.sample(free, 6)]
        board.put("lantern_geists", *names[:3])
        board.put("bloodline_nobles", *names[3:], seat=1)
        board.start(ruiner)
        pos = Position(board.now)
        figure = pos.state.figures[ruiner.id]
        for key in board.options("move"):
            parts = [*key.split(":")[1:], "", ""]
            way = way_of(pos, Move(int(parts[0]), parts[1], parts[2], parts[3]))  # type: ignore[arg-type]
            assert way is not None
            stand = way.steps[-1].stand
            assert pos.fits(*stand)
            assert not any((other := pos.figure_at(space)) and other is not figure for space in stand)
            for step in way.steps[:-1]:
                assert not all(pos.is_water(space) for space in step.stand)
                assert pos.glyph_at(step.to) is None
