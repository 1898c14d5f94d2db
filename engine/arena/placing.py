"""Putting figures somewhere without moving them: where there is room, and asking for it (A13, A26).

Nothing but empty spaces will do, so never the top of a cryptolith or a glyph (AR-TERM-03, A25). A double-space figure needs
two that are level and not parted by a ruin, one of them where figures may be put (AC-CHOOSE-02). Exits take any number of
figures of the side that flees, and none of the other (AR-S3-18, A54).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.arena.ambush import exits, flees
from engine.arena.game import Game
from engine.arena.hexes import Hex
from engine.arena.position import Position, Stand, spot
from engine.arena.state import Figure
from engine.core.rules import Rule
from engine.core.text import Text, words


def stands(pos: Position, figure: Figure, spaces: Iterable[Hex], taken: Collection[Hex] = ()) -> list[Stand]:
    """The ways to put the figure down with at least one half on one of ``spaces``, in their order; each pair of spaces
    once. ``taken`` are spaces that others are about to be put on."""
    ways_out = exits(pos)
    barred = [space for space in taken if space not in ways_out] if flees(pos, figure.owner) else [*taken, *ways_out]
    face = pos.face_of(figure)
    found: dict[frozenset[Hex], Stand] = {}
    for space in spaces:
        for stand in pos.room(face, space, barred):
            found.setdefault(frozenset(stand), stand)
    return list(found.values())


def choose_stand(game: Game, seat: int, question: Text, found: Sequence[Stand]) -> Rule[Stand]:
    """Ask for one of the stands: a space, then the other one of a double-space figure."""
    if len(found) == 1:
        return found[0]
    spaces = list(dict.fromkeys(space for stand in found for space in stand))
    at = yield from game.choose_space(seat, question, spaces)
    halves = [space for stand in found if at in stand for space in stand if space != at]
    if not halves:
        return (at,)
    form = "One side stands on {at}; where is the other?"
    rear = yield from game.choose_space(seat, words(form, at=spot(at)), list(dict.fromkeys(halves)))
    return at, rear
