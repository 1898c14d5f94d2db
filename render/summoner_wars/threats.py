"""Who could strike whom: now, and after a move. From what lies open alone.

Steps, reach and clear lines are counted as the view gives them; what an ability does beside that (moving through others,
striking round a corner) is left out, so a strike found here is what to expect, not a promise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.view import PieceView, WarView


class Strike(NamedTuple):
    """``attacker`` could strike ``target`` (cards' numbers), which is ``distance`` spaces away from it. ``start``: the space
    it would strike from; None: from where it stands."""

    attacker: int
    target: int
    distance: int
    start: str | None


class Field:
    """A view's battlefield with what lies where."""

    def __init__(self, view: WarView) -> None:
        self.view = view
        self.at: dict[Space, PieceView] = {board.parse(piece.at): piece for piece in view.pieces}

    def units(self, seat: int) -> list[PieceView]:
        return [piece for piece in self.view.pieces if piece.seat == seat and piece.face.kind != "wall"]

    def distance(self, one: PieceView, other: PieceView) -> int:
        return board.distance(board.parse(one.at), board.parse(other.at))

    def ends(self, unit: PieceView) -> dict[Space, int]:
        """Where the unit could move, with how many spaces that is: never diagonally, through nobody."""
        reached, frontier = {board.parse(unit.at): 0}, [board.parse(unit.at)]
        for step in range(1, unit.steps + 1):
            following = []
            for space in frontier:
                for there in board.neighbours(space):
                    if there not in reached and there not in self.at:
                        reached[there] = step
                        following.append(there)
            frontier = following
        return {space: steps for space, steps in reached.items() if steps}

    def clear(self, unit: PieceView, start: Space, target: PieceView) -> bool:
        """Whether the unit, standing there, could strike the target: a straight line within its reach, nobody between."""
        end = board.parse(target.at)
        road = board.between(start, end)
        if road is None or board.distance(start, end) > unit.reach:
            return False
        return all(space not in self.at or self.at[space] is unit for space in road)


def strikes(
    field: Field, attackers: Iterable[PieceView], targets: Iterable[PieceView], *, moving: bool = True
) -> list[Strike]:
    """Every strike of the attackers at targets of another seat: those that need no move first, then the nearest. Without
    ``moving``: only from where they stand."""
    found, targets = [], list(targets)
    for attacker in attackers:
        ends = sorted((steps, space) for space, steps in field.ends(attacker).items()) if moving else []
        for target in targets:
            if target.seat == attacker.seat:
                continue
            far = field.distance(attacker, target)
            if field.clear(attacker, board.parse(attacker.at), target):
                found.append(Strike(attacker.card, target.card, far, None))
                continue
            start = next((space for _, space in ends if field.clear(attacker, space, target)), None)
            if start is not None:
                found.append(Strike(attacker.card, target.card, far, board.name(start).upper()))
    return sorted(found, key=lambda each: (each.start is not None, each.distance, each.attacker, each.target))
