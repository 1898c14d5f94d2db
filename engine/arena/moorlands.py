"""Battlefield 2, Skirmish in the Moorlands: bogs, and a first round without combat (AR-S2-09 to AR-S2-21).

The map file switches them on (``weirded = "bog"``, ``truce``), so that a map of one's own can use them too.
"""

from __future__ import annotations

from engine.arena.effects import Cause
from engine.arena.game import Game
from engine.arena.life import deal
from engine.arena.position import Position, Stand, spot
from engine.arena.state import Figure
from engine.core.rules import Rule
from engine.core.text import words

HURT = 1  # the roll that also costs a point of damage (AR-S2-12, AR-S2-17)
STUCK_ENTERING = 14  # up to this roll who enters goes no further (AR-S2-13)
STUCK_LEAVING = 5  # up to this roll who would leave stays (AR-S2-18)
THROUGH = 1 - STUCK_ENTERING / 20  # chance to go on after entering
OUT = 1 - STUCK_LEAVING / 20  # chance to get away


def bog(pos: Position, stand: Stand) -> bool:
    """Whether a figure that stands there is in a bog; a double-space figure only with both halves (AR-S2-20)."""
    return pos.field.rules.weirded == "bog" and all(pos.is_weirded(space) for space in stand)


def truce(pos: Position) -> bool:
    """The first rounds of turns: no attacks in Action 4 and none on who leaves an engagement (AR-S2-09, A49)."""
    return 0 < pos.state.turn.number <= pos.field.rules.truce * len(pos.state.seats)


def enter(game: Game, figure: Figure) -> Rule[bool]:
    """The figure has moved into a bog. Returns whether it is stuck there."""
    stuck = "{figure} enters the bog on {at}: {roll}, it is stuck"
    through = "{figure} enters the bog on {at}: {roll}, it gets through"
    return (yield from _roll(game, figure, "enters", STUCK_ENTERING, stuck, through))


def leave(game: Game, figure: Figure) -> Rule[bool]:
    """The figure, which began its move in a bog, is about to leave it. Returns whether it is stuck and stays."""
    stuck = "{figure} leaves the bog on {at}: {roll}, it is stuck"
    through = "{figure} leaves the bog on {at}: {roll}, it gets through"
    return (yield from _roll(game, figure, "leaves", STUCK_LEAVING, stuck, through))


def _roll(game: Game, figure: Figure, does: str, most: int, held: str, through: str) -> Rule[bool]:
    roll, at = game.d20(), spot(game.space(figure))
    stuck = roll <= most
    game.tell(
        "d20", words(held if stuck else through, figure=game.label(figure), at=at, roll=roll),
        figure=figure.id, at=at, roll=roll, bog=does, stuck=stuck,
    )  # fmt: skip
    if roll == HURT:
        yield from deal(game, figure, 1, Cause("bog", None))
    return stuck
