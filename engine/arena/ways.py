"""How far a figure gets: every stand it can end its move on now, with the ways worth taking there.

A bog on the way is walked into like any ground: that the figure may get stuck in it is a risk of the way.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from engine.arena import moorlands, odds
from engine.arena.hexes import Hex
from engine.arena.position import Position, Stand, spot
from engine.arena.remembered import remembered
from engine.arena.state import Figure, Moving
from engine.arena.steps import Step, Walker

ROAD_BONUS = 3  # AR-ROAD-03


@dataclass(frozen=True, slots=True)
class Way:
    """Steps to take from where the figure stands now, and what they take. ``starts_mired``: it must get out of a bog
    first."""

    steps: tuple[Step, ...]
    cost: int
    starts_mired: bool = False

    @property
    def leaving(self) -> int:
        return sum(step.leaving for step in self.steps)

    @property
    def falls(self) -> int:
        return sum(step.falls for step in self.steps)

    @property
    def rolls(self) -> int:
        return sum(step.rolls for step in self.steps)

    @property
    def risk(self) -> int:
        return sum(step.risk for step in self.steps)

    @property
    def unhurt(self) -> float:
        """The chance that nothing on the way hurts the figure."""
        return (1 - odds.SWORD) ** (self.leaving + self.falls) * (1 - 1 / 20) ** self.rolls

    @property
    def arrives(self) -> float:
        """The chance that no bog holds the figure before its goal."""
        bogs = self.rolls - self.starts_mired
        last = self.steps[-1]
        if last.rolls - (self.starts_mired and len(self.steps) == 1):
            bogs -= 1  # the one it ends in
        return moorlands.THROUGH**bogs * (moorlands.OUT if self.starts_mired else 1.0)

    @property
    def path(self) -> list[str]:
        return [spot(step.to) for step in self.steps]


class Node:
    """A stand reached in the search: by ``step`` from ``before``. ``road``: all road so far; ``lower``: moved down."""

    __slots__ = ("before", "cost", "length", "lower", "risk", "road", "step")

    def __init__(self, step: Step | None, before: Node | None, risk: int, cost: int, road: bool, lower: bool) -> None:
        self.step, self.before, self.risk, self.cost, self.road, self.lower = step, before, risk, cost, road, lower
        self.length: int = before.length + 1 if before else 0

    @property
    def stand(self) -> Stand:
        assert self.step is not None, "the start has no step"
        return self.step.stand


def progress(pos: Position, figure: Figure) -> Moving | None:
    """How far the figure has come in the action that runs; None if it has not set out."""
    return next((moving for moving in pos.state.turn.moves if moving.figure == figure.id), None)


def budget(walker: Walker, moving: Moving | None) -> tuple[int, int, bool]:
    """Spaces left off the road, spaces left on it, and whether the move so far is all road (AR-ROAD-03); of a double-space
    figure with both halves (A42). Where an effect names the spaces of a move, they are all there are."""
    spent = moving.spent - moving.bonus if moving else 0
    extra = walker.pos.state.turn.extra
    if extra is not None and extra.move is not None:
        return extra.move - spent, extra.move - spent, False
    road = moving.road if moving else all(walker.pos.is_road(space) for space in walker.start)
    return walker.move - spent, walker.move - spent + (ROAD_BONUS if road else 0), road


def search(walker: Walker) -> dict[Stand, list[Node]]:
    """Every end of a move the figure can make now, with the ways worth taking: the safest first, then any cheaper ones.

    A way is worth taking if no other is both as safe and as cheap. Risk counts the dice that may hurt or hold on the way.
    Ends are known by their spaces, of a double-space figure in one order: which half leads then makes no difference.
    """
    return remembered(walker.pos, ("ways", walker.figure.id), lambda: _search(walker))


def _search(walker: Walker) -> dict[Stand, list[Node]]:
    is_road, gains = walker.pos.is_road, walker.gains
    start, double = spaces_of(walker.start), len(walker.start) == 2
    plain, on_road, road = budget(walker, progress(walker.pos, walker.figure))
    best: dict[tuple[Stand, bool, bool], list[tuple[int, int]]] = {}
    found: dict[Stand, list[Node]] = {}
    queue: list[tuple[int, int, int, Node, Stand]] = [(0, 0, 0, Node(None, None, 0, 0, road, False), walker.start)]
    count = 0
    while queue:
        _, cost, _, node, here = heapq.heappop(queue)
        if node.step is not None and node.step.stops and node.step.how != "fly":
            continue  # who flies over a glyph does not stop there
        for step in walker.steps(here):
            stand = step.stand
            end = spaces_of(stand) if double else stand
            road = node.road and is_road(stand[0])
            new_cost = cost + step.cost
            if new_cost > (on_road if road else plain) + (gains if node.lower else 0) or end == start:
                continue
            lower = node.lower or (step.lower and gains > 0)
            if step.how == "fly":
                queued, risk = 0, walker.flight_risk(stand)
            else:
                queued = risk = node.risk + step.risk
            labels = best.setdefault((end, road, lower), [])
            if labels and any(r <= risk and c <= new_cost for r, c in labels):
                continue
            labels.append((risk, new_cost))
            longer = Node(step, node, risk, new_cost, road, lower)
            count += 1
            heapq.heappush(queue, (queued, new_cost, count, longer, stand))
            if step.rests:
                found.setdefault(end, []).append(longer)
    return {end: _worth(nodes) for end, nodes in found.items()}


def spaces_of(stand: Stand) -> Stand:
    """The spaces, whichever of two is the leading side's."""
    return stand if len(stand) == 1 or stand[0] < stand[1] else (stand[1], stand[0])


def _worth(nodes: list[Node]) -> list[Node]:
    if len(nodes) == 1:
        return nodes
    kept: list[Node] = []
    for node in sorted(nodes, key=lambda node: (node.risk, node.cost, node.length)):
        if not kept or node.cost < kept[-1].cost:
            kept.append(node)
    return kept


def way(walker: Walker, node: Node) -> Way:
    """The way that leads to the node."""
    steps: list[Step] = []
    last: Node | None = node
    while last is not None and last.step is not None:
        steps.insert(0, last.step)
        last = last.before
    if steps[0].how == "fly":  # leaving attacks fall due at take-off, for the enemies not adjacent where it lands
        dice = walker.leaving_dice(walker.start, steps[-1].stand)
        steps[-1] = steps[-1]._replace(rolls=walker.entering(steps[-1].stand))
        steps[0] = steps[0]._replace(leaving=dice, rolls=steps[0].rolls + walker.mired)
    return Way(tuple(steps), node.cost, walker.mired)


# ---- naming where a way ends ------------------------------------------------------------------------------------------
def goals(found: dict[Stand, list[Node]]) -> dict[tuple[Hex, Hex | None], list[Node]]:
    """Every end of a move by the name it goes by: the space of the leading side alone, or with the other one.

    The leading side's space alone is a single-space figure's end; of a double-space figure it is the safest and cheapest
    of those where that side leads on the safest way.
    """
    named: dict[tuple[Hex, Hex | None], list[Node]] = {}
    for nodes in found.values():
        stand = nodes[0].stand
        other = named.get((stand[0], None))
        if other is not None:
            if _ease(nodes) < _ease(other):
                nodes, other = other, nodes
            named[other[0].stand[0], None] = other
            stand = nodes[0].stand
            named[stand[0], stand[1]] = nodes
        else:
            named[stand[0], None] = nodes
    return named


def _ease(nodes: list[Node]) -> tuple[int, int, int]:
    return nodes[0].risk, nodes[0].cost, nodes[0].length
