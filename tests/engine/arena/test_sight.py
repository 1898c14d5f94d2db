"""Line of sight: positions drawn as small maps, what must hold on every map, and the same judged by a second method."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.arena import hexes, sight
from engine.arena.battlefield import (
    CRYPTOLITH_HEIGHT,
    Battlefield,
    FieldRules,
    Ground,
    Play,
    Side,
    StandingStone,
    Wall,
    load,
)
from engine.arena.hexes import Hex, axial, centre, from_axial, name, parse
from engine.arena.sight import Body, Sightlines
from engine.arena.sightlines import clear_sight, line_of_sight, sees_space
from tests.engine.arena.board import Board

Lay = Callable[..., Board]
NOBODY = Body((0, 0), 0, 4)


# ---- small worlds -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class World:
    """Ground, cryptoliths (with the other hex of their tile), ruins (walls by the two hexes they part, blocks by their hex)
    and figures; the viewer and the target are among them."""

    ground: dict[Hex, Ground]
    stones: dict[Hex, Hex] = field(default_factory=dict)
    viewer: Body = NOBODY
    target: Body = NOBODY
    others: tuple[Body, ...] = ()
    walls: dict[frozenset[Hex], int] = field(default_factory=dict)
    blocks: dict[Hex, int] = field(default_factory=dict)

    @property
    def field(self) -> Battlefield:
        sides = (Side("attacker", "yellow", 1, (min(self.ground),)), Side("defender", "red", 1, (max(self.ground),)))
        return Battlefield(
            "world", "World", "core", "designed", FieldRules(), self.ground, (Play(2, 30, "roll", sides),),
            cryptoliths=tuple(StandingStone(name(at), at, free) for at, free in self.stones.items()),
            walls=tuple(Wall(edge, height) for edge, height in self.walls.items()), pillars=self.blocks,
        )  # fmt: skip

    def level(self, space: Hex) -> int:
        ground = self.ground[space]
        return ground.digit - (ground.terrain == "w")

    def top(self, space: Hex) -> int:
        """With the cryptolith or ruin that fills the hex."""
        return self.level(space) + CRYPTOLITH_HEIGHT * (space in self.stones) + self.blocks.get(space, 0)

    def wall_top(self, edge: frozenset[Hex]) -> int:
        return max(map(self.level, edge)) + self.walls[edge]

    @property
    def on_top(self) -> bool:
        return self.viewer.at in self.stones

    def sees(self, question: str, *, points: bool = False, lines: Sightlines | None = None) -> sight.Sight:
        lines, standing = lines or Sightlines(self.field), frozenset(self.stones)
        viewer, target = self.viewer, self.target
        if question == "stone":
            return lines.cryptolith(viewer, target.at, standing, self.others, points=points)
        if question == "space":
            clear = lines.space(viewer, target.at, target.level, target.height, standing, self.others, points=points)
            return sight.Sight(clear)
        return lines.between(viewer, target, standing, self.others, whole=question == "clear", points=points)


# ---- the table --------------------------------------------------------------------------------------------------------
# Each position: a line "question: answer | what it shows | rules", then the map. Every second row stands half a hex to the
# right. A cell is the level of the ground (with ~ before it: water, and the level of its bank) and what is there:
#
#   .  nothing     A  the viewer    B  the target, or the space looked at    C  the target cryptolith    f g  figures
#   #  a cryptolith    a  the viewer on top of one    b  the target on top of one    ..  no hex
#
# Of a double-space figure both spaces carry its letter, the first that of its leading side. Below the map: "wall C1-D1 4",
# a ruin on an edge, four levels above the higher hex, and "block C1 5", one that fills a hex.
#
# Questions: hit (an attack), clear (clear sight), stone (an attack on a cryptolith), space (summoning); "points" lets the
# viewer lean over. Figures are 4 high unless the question line says otherwise, "A=6". Answers: seen, or what hides it.
TABLE = """
hit: seen | nothing between them | AR-ATK-14
0A 0. 0. 0. 0B

hit: seen | across a gap in the map | AR-ATK-14
0A .. .. .. 0B

hit: seen | a wall of three levels is lower than the line from eye to chest | AR-ATK-14
0A 0. 3. 0. 0B

hit: the ground at C1 | a wall of four hides figures of height 4 from each other | AR-ATK-13
0A 0. 4. 0. 0B

hit: the ground at B1 | the first of two walls is named | AR-ATK-13
0A 4. 0. 5. 0B

hit: seen | a whole row three levels high | AR-ATK-14
0A 3. 3. 3. 0B

hit: seen A=5 | a taller viewer looks over four levels right before it | AR-ATK-14
0A 4. 0. 0. 0B

hit: the ground at D1 A=5 | the same wall before the target's feet hides it | AR-ATK-13
0A 0. 0. 4. 0B

hit: seen B=3 | a wall close to the viewer hides no shorter figure far behind | AR-ATK-14
0A 3. 0. 0. 0B

hit: the ground at D1 B=3 | the same wall close to the shorter figure does | AR-ATK-13
0A 0. 0. 3. 0B

clear: seen B=3 | its head, which is no hit zone, shows | AR-TERM-04 AR-CARD-17
0A 0. 0. 3. 0B

clear: the ground at D1 B=3 | nothing of it shows behind four levels | AR-TERM-04
0A 0. 0. 4. 0B

hit: the ground at D1 B=6 A=2 | a wall hides a tall figure's hit zone from a short viewer | AR-CARD-17
0A 0. 0. 4. 0B

clear: seen B=6 A=2 | but not its head | AR-TERM-04 AR-CARD-17
0A 0. 0. 4. 0B

hit: seen A=6 | from height 6 over a wall of four in the first hex | AR-CARD-16
0A 4. 0. 0. 0B

hit: the ground at D1 A=6 | but not in the last | AR-CARD-16
0A 0. 0. 4. 0B

hit: seen | from a hill over a wall half-way | AR-ATK-14
3A 0. 4. 0. 0B

hit: the ground at D1 | from the hill, a wall right before the target | AR-ATK-13
3A 0. 0. 4. 0B

hit: seen | up to a hill over the same wall, which is at the viewer's feet there | AR-ATK-14
0A 0. 4. 0. 9B

hit: the ground at B1 | the edge of a high plateau hides who stands two hexes away below | AR-ATK-13
6A 6. 0B

hit: the ground at B1 | and hides from below who stands back from it | AR-ATK-13
0A 6. 6B

hit: seen | who stands at the edge is seen from below | AR-ATK-17
0A 6B

hit: seen | and sees down | AR-ATK-17
6A 0B

hit: the ground at B1 A=3 | a low figure under a cliff of nine does not see up | AR-ATK-13
0A 9B

hit: seen | water: from bank to bank over it | AR-WATER-03
0A ~0. ~0. 0B

hit: the ground at C1 | from water, a level lower, three levels hide what they do not from land | AR-WATER-03
~0A 0. 3. 0. 0B

hit: seen | from water over two levels | AR-WATER-03
~0A 0. 2. 0. ~0B

hit: the ground at C1 | both in water: three levels are four above it | AR-WATER-03
~0A 0. 3. 0. ~0B

hit: seen | water with a bank of one level lies as high as the plain | AR-WATER-03
~1A 0. 3. 0. 0B

hit: seen B=3 | in water beside its bank | AR-WATER-03
0A 0. 0. ~0B

hit: the figure at C1 | a figure as tall, right in the line | AR-ATK-13
0A 0. 0f 0. 0B

hit: seen f=3 | over the head of a shorter one | AR-ATK-12
0A 0. 0f 0. 0B

hit: seen | over the head of one in a hollow | AR-ATK-12
2A 2. 0f 2. 2B

hit: the figure at B1 g=6 | the first of two figures is named | AR-ATK-13
0A 0f 0g 0. 0B

hit: seen | past a figure beside the line | AR-ATK-12
  0A 0. 0. 0. 0B
    0. 0f 0. 0.

hit: seen | past a figure beside the target's end of the line: the line back is open and serves both | AR-ATK-17 AR-ATK-12
  0A 0. 0. 0. ..
    .. 0f 0. 0.
  .. .. .. 0. 0B

hit: seen | Example 10: five spaces away, a figure partly in the way | AR-EX-10 AR-ATK-12
  0A 0. 0. 0. 0. 0.
    0. 0. 0f 0. 0B

hit: seen | between two figures shoulder to shoulder | AR-ATK-12
  .. 0A ..
    0f 0g
  .. 0B ..

hit: the figure at B3 | a third behind the gap closes it | AR-ATK-13
  .. 0A .. ..
    0f 0g ..
  .. 0h .. ..
    .. .. ..
  .. 0B .. ..

hit: seen | along a wall: past the corner on the open side | AR-ATK-17
  .. 0A ..
    4. 0.
  .. 0B ..

hit: the ground at A2 | between two walls there is no crack | AR-ATK-13
  .. 0A ..
    4. 4.
  .. 0B ..

hit: seen | along the face of a cliff | AR-ATK-17
  0A 0. 0. 0B
    9. 9. 9.

hit: the ground at B1 | walls on both sides of the line | AR-ATK-13
  0A 9. 0. 0.
    0. 9. 0B

hit: the cryptolith at C1 | behind a cryptolith | AR-ATK-15
0A 0. 0# 0. 0B

hit: the cryptolith at C1 A=8 B=8 | however tall both are | AR-ATK-15
0A 0. 0# 0. 0B

hit: seen | a cryptolith beside the line | AR-ATK-15
  0A 0. 0. 0. 0B
    0. 0# 0. 0.

hit: the cryptolith at C1 | a cryptolith in a hollow of three still stands six levels out | AR-ATK-15
3A 3. 0# 3. 3B

hit: seen | from a cliff over a cryptolith in a valley | AR-ATK-15
9A 9. 0# 9. 9B

stone: seen | a cryptolith in the open | AR-CRYPT-07 AR-ATK-14
0A 0. 0. 0C

stone: seen | its upper part, over a wall that would hide any figure | AR-CRYPT-07
0A 0. 4. 0. 0C

stone: the ground at B1 | behind a cliff of nine levels in the next hex | AR-ATK-13
0A 9. 0. 0. 0C

stone: the cryptolith at C1 | behind another cryptolith | AR-ATK-15
0A 0. 0# 0. 0C

stone: seen | past a figure: it is wider and taller | AR-CRYPT-07 AR-ATK-12
0A 0. 0f 0. 0C

stone: seen | its side, past the corner of another | AR-CRYPT-07
  0A 0. 0. 0. 0C
    0. 0# 0. 0.

stone: seen | from above, its top and its side | AR-CRYPT-07
9A 9. 0. 0C

stone: seen | from the top of the next one | AR-CRYPT-07
0a 0. 0C

hit: seen | on top of a cryptolith, from well away | AR-ATK-17
0A 0. 0. 0. 0b

hit: seen | on top, just over the edge from its foot | AR-ATK-17
0A 0b

hit: the cryptolith at B1 A=3 | a low figure at its foot does not see who stands on top | AR-ATK-13
0A 0b

hit: the cryptolith at C1 | on top, behind another cryptolith just before the viewer's nose | AR-ATK-13
0A 0. 0# 0. 0b

hit: seen | from top to top | AR-ATK-17
0a 0. 0b

hit: seen | from the top, two hexes away | AR-ATK-17
0a 0. 0B

hit: the cryptolith at A1 | its own cryptolith hides who stands at the foot | AR-ATK-13 AR-EX-26
0a 0B

hit points: seen | Example 26: leaning over the edge it sees the foot | AR-EX-26 AR-CRYPT-22 AR-CRYPT-24
0a 0B

hit: the ground at A1 | from a cliff as high nobody leans over | AR-CRYPT-22
9A 0B

hit points: the cryptolith at B1 | no point sees through the cryptolith next door | AR-CRYPT-24 AR-ATK-15
0a 0# 0B

hit: the figure at B1 f=13 | a giant before the cryptolith is in the way of the sight point | AR-CRYPT-24
0a 0f 0. 0B

hit points: seen f=13 | but not of every point | AR-CRYPT-22 AR-CRYPT-24
0a 0f 0. 0B

space: seen B=3 points | summoning to the foot, leaning over | AR-CRYPT-25 AR-TERM-04
0a 0B

space: hidden B=3 | and without leaning | AR-CRYPT-25
0a 0B

space: seen | over a wall: the head of a figure put there would show | AR-TERM-04
0A 0. 0. 3. 0B

space: hidden | behind a wall of five | AR-TERM-04
0A 0. 5. 0. 0B

space: hidden B=3 | for a figure of height 3, a wall of four hides it | AR-TERM-04
0A 0. 0. 4. 0B

space: seen B=6 | a taller one would show above it | AR-TERM-04
0A 0. 0. 4. 0B

space: seen | behind a figure, the space's side shows | AR-TERM-04
0A 0. 0f 0B

hit: the figure at C1 | where a figure in that space is hidden | AR-ATK-13
0A 0. 0f 0B

hit: the ruin between C1 and D1 | a ruin on an edge, as high as both are tall | AC-ATK-03 AR-ATK-13
0A 0. 0. 0. 0B
wall C1-D1 4

hit: seen | over a broken stretch of three levels | AC-ATK-03 AR-ATK-14
0A 0. 0. 0. 0B
wall C1-D1 3

hit: the ruin between C1 and D1 | it rises from the higher of its two hexes | AR-ATK-13
0A 0. 0. 2. 0B
wall C1-D1 2

hit: seen | one level less | AR-ATK-14
0A 0. 0. 2. 0B
wall C1-D1 1

hit: the ruin between A1 and B1 | figures back to back against a ruin | AR-ATK-13 AC-ENG-02
0A 0B
wall A1-B1 6

hit: the ruin between A1 and B1 B=8 | a giant's hit zone behind it | AR-ATK-13 AR-CARD-17
0A 0B
wall A1-B1 6

clear: seen B=8 | but not its head | AR-TERM-04 AR-CARD-17
0A 0B
wall A1-B1 6

hit: the ruin between A1 and B1 | from a hill, a ruin right before the viewer | AR-ATK-13
4A 0. 0. 4B
wall A1-B1 4

hit: seen | a ruin in the valley | AR-ATK-14
4A 0. 0. 4B
wall B1-C1 6

hit: seen | the ruin ends beside the line | AR-ATK-12
  0A 0. 0. 0. 0B
    0. 0. 0. 0.
wall B2-C2 9

hit: seen | through the breach between two high walls | AR-ATK-14
  0A 0. 0.
    0. 0. 0.
  0. 0B 0.
wall A1-A2 3
wall A1-B1 9
wall A2-B2 9
wall A2-A3 9

hit: the ruin between A2 and B3 | and none through the corner where two walls meet | AR-ATK-13
  .. 0A .. ..
    0. 0. ..
  .. 0. .. ..
    0. 0. ..
  .. 0B .. ..
wall A2-B3 6
wall B2-B3 6

hit: seen | along a wall: it is thin | AR-ATK-14
  .. 0A ..
    0. 0.
  .. 0B ..
wall A2-B2 6

hit: the ruin at C1 | a ruin that fills its hex | AR-ATK-13
0A 0. 0. 0. 0B
block C1 5

hit: seen | over a lower one | AR-ATK-14
0A 0. 0. 0. 0B
block C1 3

hit: the ruin at C1 | which rises from the ground it stands on | AR-ATK-13
0A 0. 2. 0. 0B
block C1 2

stone: seen | the upper part of a cryptolith behind a ruin | AR-CRYPT-07
0A 0. 0. 0C
wall B1-C1 6

stone: the ruin between B1 and C1 | and none of it behind one of twelve levels | AR-ATK-13
0A 0. 0. 0C
wall B1-C1 12

hit points: the cryptolith at B2 | nobody leans through a wall around the cryptolith | AR-CRYPT-24
  .. 0. 0.
    0. 0a 0B
  .. 0. 0.
wall B2-A2 12
wall B2-B1 12
wall B2-C1 12
wall B2-C2 12
wall B2-B3 12
wall B2-C3 12

space: hidden | summoning behind a ruin of three stretches | AR-TERM-04
  0. 0. 0. 0.
    0A 0. 0B
  0. 0. 0. 0.
wall B2-C2 5
wall C1-C2 5
wall C2-C3 5

space: seen B=8 | the figure would show above it | AR-TERM-04
  0. 0. 0. 0.
    0A 0. 0B
  0. 0. 0. 0.
wall B2-C2 5
wall C1-C2 5
wall C2-C3 5

space: seen | a corner of the space shows past the end of a single stretch | AR-TERM-04
0A 0. 0. 0B
wall C1-D1 5

hit: seen | a double-space figure looks past a wall with its rear half | AC-ATK-02
  0A 4. 0. 0. 0B
    0A 0. 0. 0.

hit: the ground at B1 | where one on its leading space alone does not | AR-ATK-13
  0A 4. 0. 0. 0B
    0. 0. 0. 0.

hit: seen | and is seen there | AC-ATK-02
  0A 0. 0. 4. 0B
    0. 0. 0. 0B

hit: seen B=3 | whoever is taller | AC-ATK-02
  0A 0. 0. 4. 0B
    0. 0. 0. 0B

hit: seen | whichever side leads | AC-ATK-02 AC-MOVE-06
  0. 0. 0. 4. 0B
    0A 0. 0. 0B

hit: seen | down from a cliff, with the half at its edge | AC-ATK-02
6A 6A 0B

hit: seen | and up to it | AC-ATK-02
0A 6B 6B

hit: the ground at C1 | both halves behind a wall | AR-ATK-13
0A 0. 4. 0B 0B

clear: seen B=3 | the head of the half behind the wall | AR-TERM-04
0A 0. 0. 3. 0B 0B

hit: the ground at D1 B=3 | which is no hit zone in either half | AR-CARD-17
0A 0. 0. 3. 0B 0B

hit: the figure at A2 | no gap between the halves of a double-space figure | AR-ATK-13
  .. 0A ..
    0f 0f
  .. 0B ..

hit: seen f=3 | over its back | AR-ATK-12
  .. 0A ..
    0f 0f
  .. 0B ..

hit: the figure at D1 | one with its rear half in the line is named by its leading space | AR-ATK-13
  0A 0. 0. 0f 0B
    .. .. 0. 0.

hit: the figure at C2 | one whose leading side is out of the line | AR-ATK-13
  .. .. .. ..
    0A 0. 0f 0B
  .. .. .. 0f

hit: seen | past the narrow side of one | AR-ATK-12
  0A 0. 0. 0. 0B
    0. 0f 0f 0.

hit: seen A=10 | a giant of two spaces over a high ruin | AC-ATK-02 AR-CARD-16
0A 0A 0. 0. 0. 0B
wall C1-D1 6

hit: the ruin between C1 and D1 A=10 | but not over a higher one | AR-ATK-13
0A 0A 0. 0. 0. 0B
wall C1-D1 7

hit points: seen | a double-space figure at the foot of a cryptolith | AR-CRYPT-24
  0a 0B
    0B ..

space: hidden B=3 | behind a double-space figure broadside | AR-TERM-04
  .. .. 0A .. ..
    .. 9f 9f ..
  .. .. 0. .. ..
    .. .. .. ..
  .. .. 0B .. ..
"""


@dataclass(frozen=True)
class Case:
    question: str
    answer: str
    title: str
    rules: tuple[str, ...]
    world: World
    points: bool


def _cases() -> Iterator[Case]:
    for block in TABLE.strip().split("\n\n"):
        head, *rows = block.splitlines()
        ruins = [row.split() for row in rows if row.startswith(("wall", "block"))]
        told, title, rules = (part.strip() for part in head.split("|"))
        asked, answer = (part.strip() for part in told.split(":"))
        heights = {key: int(value) for key, value in re.findall(r"(\w)=(\d+)", answer)}
        points = "points" in asked.split() or "points" in answer.split()
        answer = re.sub(r"\s*(\w=\d+|\bpoints\b)", "", answer)
        yield Case(
            asked.split()[0],
            answer,
            title,
            tuple(rules.split()),
            _map(rows[: len(rows) - len(ruins)], heights, ruins),
            points,
        )


def _map(rows: list[str], heights: dict[str, int], ruins: list[list[str]]) -> World:
    ground: dict[Hex, Ground] = {}
    stones: dict[Hex, Hex] = {}
    bodies: dict[str, Body] = {}
    for row, line in enumerate(rows):
        for column, cell in enumerate(line.split()):
            if cell == "..":
                continue
            drawn = re.fullmatch(r"(~?)(\d)(.)", cell)
            assert drawn, f"{cell} is no cell"
            space, what = (column, row), drawn[3]
            ground[space] = Ground("w" if drawn[1] else "s", int(drawn[2]))
            level = int(drawn[2]) - bool(drawn[1])
            if what in "#abC":
                stones[space] = (column + 1, row)
            if what in "ab":
                level += CRYPTOLITH_HEIGHT
            if what.isalpha():
                mark = what.upper() if what in "abC" else what
                body = bodies.get(mark) or Body(space, level, heights.get(what, heights.get(what.upper(), 4)), what)
                bodies[mark] = body if body.at == space else replace(body, rear=space)
    target = bodies.get("B") or bodies["C"]
    others = tuple(body for mark, body in bodies.items() if mark not in "ABC")
    walls = {frozenset(map(parse, where.split("-"))): int(height) for kind, where, height in ruins if kind == "wall"}
    blocks = {parse(where): int(height) for kind, where, height in ruins if kind == "block"}
    return World(ground, stones, bodies["A"], target, others, walls, blocks)


def _said(case: Case, seen: sight.Sight) -> str:
    if seen.clear:
        return "seen"
    if case.question == "space":
        return "hidden"
    if seen.edge:
        return "the ruin between " + " and ".join(map(name, seen.edge))
    assert seen.hex is not None, "it is not said what is in the way"
    where, world = seen.hex, case.world
    kind = "ruin" if where in world.blocks else "cryptolith" if where in world.stones else "ground"
    kind = "figure" if seen.body else kind
    return f"the {kind} at {name(seen.hex)}"


CASES = list(_cases())


def drawn(title: str) -> World:
    """The map of the table with that title."""
    return next(case.world for case in CASES if case.title == title)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=f"{n}-{case.title}", marks=pytest.mark.rule(*case.rules)) for n, case in enumerate(CASES, 1)],
)
def test_positions(case: Case) -> None:
    assert _said(case, case.world.sees(case.question, points=case.points)) == case.answer


def test_the_table_asks_every_question_both_ways() -> None:
    assert {(case.question, case.answer == "seen") for case in CASES} == {
        (question, seen) for question in ("hit", "clear", "stone", "space") for seen in (True, False)
    }


# ---- turned and mirrored ----------------------------------------------------------------------------------------------
Turn = Callable[[Hex], Hex]


def _turns() -> dict[str, Turn]:
    """The twelve ways to lay the hex grid onto itself, far enough from the edge of the table for any map here."""

    def turned(sixths: int, mirrored: bool) -> Turn:
        def turn(space: Hex) -> Hex:
            q, r = axial(space)
            if mirrored:
                q, r = r, q
            for _ in range(sixths):
                q, r = -r, q + r
            return from_axial(q + 40, r + 40)

        return turn

    return {f"{60 * n} degrees{', mirrored' * m}": turned(n, bool(m)) for n in range(6) for m in (0, 1)}


TURNS = _turns()


def moved(world: World, turn: Turn) -> World:
    def put(body: Body) -> Body:
        return replace(body, at=turn(body.at), rear=body.rear and turn(body.rear))

    return World(
        {turn(space): ground for space, ground in world.ground.items()},
        {turn(at): turn(free) for at, free in world.stones.items()},
        put(world.viewer), put(world.target), tuple(put(body) for body in world.others),
        {frozenset(map(turn, edge)): height for edge, height in world.walls.items()},
        {turn(at): height for at, height in world.blocks.items()},
    )  # fmt: skip


def test_the_twelve_turns_are_different_and_keep_neighbours() -> None:
    spaces = [(c, r) for c in range(3) for r in range(3)]
    assert len({tuple(turn(space) for space in spaces) for turn in TURNS.values()}) == 12
    for turn in TURNS.values():
        assert all(hexes.distance(turn(a), turn(b)) == hexes.distance(a, b) for a in spaces for b in spaces)


WIDE, HIGH = 6, 5
heights = st.integers(2, 7)


@st.composite
def worlds(draw: st.DrawFn, *, equals: bool = False, on_top: bool | None = None) -> World:
    """A rough map with holes, water, up to two cryptoliths, some ruins and some figures, double-space ones among them.
    ``equals``: viewer and target are as tall and stand as high; ``on_top``: whether the viewer stands on a cryptolith."""
    spaces = [(c, r) for r in range(HIGH) for c in range(WIDE)]
    levels = draw(st.lists(st.sampled_from([0, 0, 0, 0, 1, 2, 3, 4, 6]), min_size=len(spaces), max_size=len(spaces)))
    kinds = draw(st.lists(st.sampled_from("ssssssw."), min_size=len(spaces), max_size=len(spaces)))
    stand = draw(st.permutations(spaces))
    places = list(stand[: draw(st.integers(2, 8))])
    if on_top is None:
        on_top = draw(st.booleans()) and not equals
    at = {place: n for n, place in enumerate(places)}
    ground = {
        space: Ground("w" if kind == "w" else "s", level)
        for space, level, kind in zip(spaces, levels, kinds)
        if kind != "." or space in at
    }
    if equals:
        ground[places[0]] = ground[places[1]]
    rears: dict[Hex, Hex] = {}
    for place in places[bool(on_top) :]:
        beside = [near for near in hexes.neighbours(place) if near in spaces and near not in at]
        if beside and draw(st.integers(0, 3)) == 0:
            rears[place] = draw(st.sampled_from(beside))
            at[rears[place]] = at[place]
            ground[rears[place]] = ground[place]
    stones: dict[Hex, Hex] = {}
    free = [space for space in ground if space not in at]
    for candidate in [*(places[:1] if on_top else ()), *free[: draw(st.integers(0, 2))]]:
        other = [near for near in hexes.neighbours(candidate) if near not in stones]
        stones[candidate] = draw(st.sampled_from(other))
    edges = [frozenset((space, near)) for space in ground for near in hexes.neighbours(space) if near in ground]
    walls = draw(st.dictionaries(st.sampled_from(edges), st.integers(1, 7), max_size=4)) if edges else {}
    bare = [space for space in free if space not in stones]
    blocks = draw(st.dictionaries(st.sampled_from(bare), st.integers(1, 7), max_size=2)) if bare else {}
    tall = draw(st.lists(heights, min_size=len(places), max_size=len(places)))
    if equals:
        tall[1] = tall[0]
    bodies = []
    for place, height in zip(places, tall):
        level = ground[place].digit - (ground[place].terrain == "w") + (CRYPTOLITH_HEIGHT if place in stones else 0)
        bodies.append(Body(place, level, height, name(place), rears.get(place)))
    return World(ground, stones, bodies[0], bodies[1], tuple(bodies[2:]), walls, blocks)


QUESTIONS = ("hit", "clear", "space")


@given(worlds(), st.sampled_from(sorted(TURNS)), st.sampled_from(QUESTIONS))
@settings(max_examples=150, deadline=None)
def test_sight_is_the_same_on_a_turned_or_mirrored_map(world: World, way: str, question: str) -> None:
    there = moved(world, TURNS[way])
    points = world.on_top
    assert world.sees(question, points=points).clear == there.sees(question, points=points).clear


@given(worlds(), st.sampled_from(sorted(TURNS)))
@settings(max_examples=60, deadline=None)
def test_so_is_that_of_cryptoliths(world: World, way: str) -> None:
    for at in world.stones:
        if at != world.viewer.at:
            one = replace(world, target=Body(at, 0, 0))
            assert one.sees("stone").clear == moved(one, TURNS[way]).sees("stone").clear


@pytest.mark.parametrize("way", TURNS)
@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_every_position_of_the_table_turned(case: Case, way: str) -> None:
    """Lines along edges and through corners are in the table, where rounding would show first."""
    seen = moved(case.world, TURNS[way]).sees(case.question, points=case.points)
    assert seen.clear == (case.answer == "seen")


@pytest.mark.parametrize("zone", ["hit", "body", "stone", "space"])
@pytest.mark.parametrize("mirrored", [1, -1])
@pytest.mark.parametrize("sixths", range(6))
def test_samples_fall_on_samples_when_turned(zone: sight.Zone, mirrored: int, sixths: int) -> None:
    """Small differences between sets of samples hardly ever change an answer, so they are looked for here."""
    samples = sight._offsets(zone, 4)
    c, s = math.cos(sixths * math.pi / 3), math.sin(sixths * math.pi / 3)
    for x, y, z in samples:
        turned = (c * x - s * mirrored * y, s * x + c * mirrored * y, z)
        assert min(math.dist(turned, other) for other in samples) < 1e-9


@pytest.mark.rule("AR-CRYPT-24", "AR-EX-26")
@pytest.mark.parametrize("tile", range(6))
@pytest.mark.parametrize("side", range(6))
def test_from_the_top_every_space_at_the_foot_is_seen_whichever_way_the_tile_lies(tile: int, side: int) -> None:
    at = (4, 4)
    around = hexes.neighbours(at)
    ground = {space: Ground("s", 1) for space in (at, *around)}
    world = World(ground, {at: around[tile]}, Body(at, 10, 4), Body(around[side], 1, 4))
    assert world.sees("hit", points=True).clear
    assert not world.sees("hit").clear


@pytest.mark.rule("AR-CRYPT-24")
@pytest.mark.parametrize("tile", range(6))
def test_a_cryptolith_has_four_points_just_beyond_its_edge_one_a_quarter(tile: int) -> None:
    at = (4, 4)
    free = hexes.neighbours(at)[tile]
    lines = Sightlines(World({at: Ground("s", 0), free: Ground("s", 0)}, {at: free}).field)
    (x, y), (fx, fy) = centre(at), centre(free)
    own, *points = lines._eyes(at, Body(at, 9, 4), True)
    assert own == (x, y, 9 + sight.EYE * 4)
    angles = sorted(
        round(math.degrees(math.atan2(py - y, px - x) - math.atan2(fy - y, fx - x))) % 360 for px, py, _ in points
    )
    assert angles == [0, 90, 180, 270]
    for px, py, height in points:
        nearest = min(centre(near) for near in hexes.neighbours(at) if math.dist(centre(near), (px, py)) < 0.75)
        assert math.dist(nearest, (px, py)) < math.dist((x, y), (px, py)) < 0.62  # over a neighbour, by a little
        assert 9 < height < 10


# ---- mutual -----------------------------------------------------------------------------------------------------------
@given(worlds(equals=True), st.sampled_from(("hit", "clear")))
@settings(max_examples=150, deadline=None)
def test_equals_on_equal_ground_see_each_other_or_neither_does(world: World, question: str) -> None:
    other = replace(world, viewer=world.target, target=world.viewer)
    assert world.sees(question).clear == other.sees(question).clear


# ---- more and less ----------------------------------------------------------------------------------------------------
@given(worlds())
@settings(max_examples=100, deadline=None)
def test_more_to_look_at_is_never_seen_less(world: World) -> None:
    """The hit zone is a part of the body, and the body on one space of what shows of that."""
    hit, body, space = (world.sees(question, points=world.on_top).clear for question in QUESTIONS)
    assert not hit or body
    equals = world.viewer.level == world.target.level and world.viewer.height == world.target.height
    assert not body or space or equals or world.target.rear  # between equals the line may be the other's


@given(worlds())
@settings(max_examples=100, deadline=None)
def test_taking_something_away_never_hides(world: World) -> None:
    seen = world.sees("hit", points=world.on_top).clear
    emptier = [replace(world, others=world.others[:n] + world.others[n + 1 :]) for n in range(len(world.others))]
    emptier += [
        replace(world, stones={at: free for at, free in world.stones.items() if at != gone})
        for gone in world.stones
        if gone not in (world.viewer.at, world.target.at)
    ]
    emptier += [
        replace(world, walls={edge: height for edge, height in world.walls.items() if edge != gone}) for gone in world.walls
    ]
    emptier += [
        replace(world, blocks={at: height for at, height in world.blocks.items() if at != gone}) for gone in world.blocks
    ]
    for less in emptier:
        assert not seen or less.sees("hit", points=world.on_top).clear


@given(worlds(), st.sampled_from(("hit", "clear")))
@settings(max_examples=100, deadline=None)
def test_what_is_said_to_be_in_the_way_is_there(world: World, question: str) -> None:
    seen = world.sees(question)
    share = sight.HIT[0] if question == "hit" else 1.0
    lowest = min(world.viewer.level + sight.EYE * world.viewer.height, world.target.level + share * world.target.height)
    if seen.clear:
        assert (seen.body, seen.hex, seen.edge) == ("", None, ())
    elif seen.body:
        assert [body for body in world.others if body.name == seen.body and body.at == seen.hex]
    elif seen.edge:
        assert world.wall_top(frozenset(seen.edge)) > lowest
    else:
        assert seen.hex is not None
        assert world.top(seen.hex) > lowest
        assert any(
            sight._apart(centre(one), centre(other), centre(seen.hex)) <= sight.CORNER + 1e-6
            for one in world.viewer.halves
            for other in world.target.halves
        )


# ---- judged a second way ----------------------------------------------------------------------------------------------
def marched(world: World, question: str, slack: float) -> bool:
    """Sight by walking along every line in small steps and asking of each point whether it is inside something, all
    things being larger by ``slack`` (smaller, if it is less than 0)."""
    height = world.viewer.level + 0.9 * world.viewer.height
    shares = (0.85, 0.55, 0.25) if question == "hit" else (1.0, 0.85, 0.55, 0.25, 0.05)
    ring = [(0.0, 0.0)] + [(0.22 * math.cos(n * math.pi / 6), 0.22 * math.sin(n * math.pi / 6)) for n in range(12)]
    aims = [
        (tx + dx, ty + dy, world.target.level + share * world.target.height)
        for tx, ty in map(centre, world.target.halves)
        for share in shares
        for dx, dy in ring
    ]
    return any(_marches(world, (x, y, height), aim, slack) for x, y in map(centre, world.viewer.halves) for aim in aims)


def _marches(world: World, eye: sight.Point, aim: sight.Point, slack: float) -> bool:
    steps = math.ceil(math.dist(eye[:2], aim[:2]) / 0.02)
    for n in range(steps + 1):
        x, y, z = (a + (b - a) * n / steps for a, b in zip(eye, aim))
        if any(z < world.top(space) + slack and _in_hex(x, y, space, slack) for space in world.ground):
            return False
        if any(z < world.wall_top(edge) + slack and _in_wall(x, y, edge, slack) for edge in world.walls):
            return False
        for body in world.others:
            ends = [centre(half) for half in body.halves]
            inside = _from_line(x, y, ends[0], ends[-1]) < 0.30 + slack
            if inside and body.level - slack < z < body.level + body.height + slack:
                return False
    return True


def _from_line(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    """From the nearest point of the line between two points one apart, or from the one point."""
    along = (x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])
    share = max(0.0, min(1.0, along))
    return math.dist((x, y), (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


def _in_wall(x: float, y: float, edge: frozenset[Hex], slack: float) -> bool:
    (ax, ay), (bx, by) = map(centre, edge)
    across = (x - (ax + bx) / 2) * (bx - ax) + (y - (ay + by) / 2) * (by - ay)
    along = (y - (ay + by) / 2) * (bx - ax) - (x - (ax + bx) / 2) * (by - ay)
    return abs(across) < 0.03 + slack and abs(along) < 0.5 / math.sqrt(3) + slack


def _in_hex(x: float, y: float, space: Hex, slack: float) -> bool:
    mx, my = centre(space)
    across = max(abs((x - mx) * math.cos(n * math.pi / 3) + (y - my) * math.sin(n * math.pi / 3)) for n in range(3))
    return across < 0.5 + slack


@given(worlds(on_top=False), st.sampled_from(("hit", "clear")))
@settings(max_examples=25, deadline=None)
def test_a_walk_along_the_lines_finds_the_same(world: World, question: str) -> None:
    """Where the walk is sure: what passes things made larger is seen, what does not pass them made smaller is not."""
    seen = world.sees(question).clear
    other = replace(world, viewer=world.target, target=world.viewer)
    equals = world.viewer.level == world.target.level and world.viewer.height == world.target.height
    if seen:
        assert marched(world, question, -0.03) or (equals and marched(other, question, -0.03))
    else:
        assert not marched(world, question, 0.03)


# ---- short cuts -------------------------------------------------------------------------------------------------------
class Thorough(Sightlines):
    """Tries every line against everything on the map."""

    def _fixed(
        self, eye_at: Hex, viewer: Body, aim_at: Hex, target: Body, zone: sight.Zone, standing: frozenset[Hex], lean: bool
    ) -> list[sight.Solid]:  # fmt: skip
        ground = [(*centre(space), -math.inf, self._top(space, standing), sight._HEX) for space in self._field.spaces]
        return [*ground, *(wall for _, wall in self._walls)]

    def _blockers(self, a: Hex, b: Hex, zone: sight.Zone, lean: bool, others: Iterable[Body]) -> list[sight.Solid]:
        return [solid for body in others for solid in sight._solids(body)]


@given(worlds(), st.sampled_from(QUESTIONS))
@settings(max_examples=300, deadline=None)
def test_what_is_left_out_of_the_account_is_in_no_lines_way(world: World, question: str) -> None:
    points = world.on_top
    thorough = world.sees(question, points=points, lines=Thorough(world.field))
    assert world.sees(question, points=points).clear == thorough.clear


@given(worlds(on_top=True))
@settings(max_examples=100, deadline=None)
def test_nor_in_that_of_lines_from_the_points(world: World) -> None:
    thorough = world.sees("hit", points=True, lines=Thorough(world.field))
    assert world.sees("hit", points=True).clear == thorough.clear


# ---- kept answers -----------------------------------------------------------------------------------------------------
def test_ground_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    world = drawn("a wall of three levels is lower than the line from eye to chest")
    lines, between = Sightlines(world.field), Body(parse("B1"), 0, 4, "in the way")
    looks: list[Hex] = []
    fixed = Sightlines._fixed

    def look(self: Sightlines, eye_at: Hex, *args: Any) -> list[sight.Solid]:
        looks.append(eye_at)
        return fixed(self, eye_at, *args)

    monkeypatch.setattr(Sightlines, "_fixed", look)

    def looked(others: list[Body]) -> tuple[bool, int]:
        looks.clear()
        return lines.between(world.viewer, world.target, frozenset(), others).clear, len(looks)

    assert looked([]) == (True, 1)  # the first clear line is enough
    assert looked([]) == (True, 0)
    assert looked([between]) == (False, 2)  # the other lines, and those of the other, who is as tall
    assert looked([between]) == (False, 0)
    assert looked([]) == (True, 0)


def test_a_fallen_cryptolith_hides_no_longer() -> None:
    world = drawn("behind a cryptolith")
    lines, standing = Sightlines(world.field), frozenset(world.stones)
    assert not lines.between(world.viewer, world.target, standing, []).clear
    assert lines.between(world.viewer, world.target, frozenset(), []).clear
    assert not lines.between(world.viewer, world.target, standing, []).clear


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    field = load("converge-on-the-cryptoliths")
    ample, scarce = Sightlines(field), Sightlines(field)
    bodies = [Body(space, field.level(space), 4) for space in list(field.spaces)[:12]]
    standing = frozenset(stone.at for stone in field.cryptoliths)
    pairs = [(a, b) for a in bodies for b in bodies if a != b]
    wanted = [ample.between(a, b, standing, []) for a, b in pairs]
    monkeypatch.setattr(sight, "KEPT", 20)
    assert [scarce.between(a, b, standing, []) for a, b in pairs] == wanted
    assert len(scarce._known) <= 20 < len(ample._known)


# ---- in a match -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("AR-ATK-13", "AR-ATK-18")
def test_players_are_told_what_is_in_the_way(lay: Lay) -> None:
    board = lay("A B C D E\n1 s0 s0 s0 s0 s0\n2 s0 s0 s5 s0 s0\n3 s0 s0 s0 s0 s0", stones={"north": "C3"})
    jace, nahiri = board.put("jace_beleren", "A1"), board.put("nahiri_lithomancer", "E1", seat=1)
    a2, e2 = board.put("jace_beleren", "A2"), board.put("nahiri_lithomancer", "E2", seat=1)
    a3, e3 = board.put("jace_beleren", "A3"), board.put("nahiri_lithomancer", "E3", seat=1)
    pos = board.pos
    assert line_of_sight(pos, jace, nahiri).clear
    assert str(line_of_sight(pos, a2, e2).obstacle) == "the ground at C2"
    assert str(line_of_sight(pos, a3, e3).obstacle) == "the north cryptolith at C3"


@pytest.mark.rule("AR-ATK-12", "AR-TERM-04")
def test_figures_on_the_board_are_in_the_way_of_others_and_not_of_themselves(lay: Lay) -> None:
    board = lay("A B C D E\n1 s0 s0 s0 s0 s0")
    jace, nahiri = board.put("jace_beleren", "A1"), board.put("nahiri_lithomancer", "E1", seat=1)
    assert line_of_sight(board.pos, jace, nahiri).clear
    assert sees_space(board.pos, jace, parse("D1"), 4)
    between = board.put("necro_alchemist", "C1", seat=1)
    seen = line_of_sight(board.pos, jace, nahiri)
    assert not seen.clear
    assert str(seen.obstacle) == str(board.pos.label(between))
    assert not clear_sight(board.pos, jace, nahiri)
    assert clear_sight(board.pos, jace, between)
