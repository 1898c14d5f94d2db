"""The automatic order: what is picked where the choice would fall to a player who is not on turn (cards' notes, section 2).

Nobody off turn is ever waited for. It also settles ties inside texts that pick by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.arena.hexes import Hex
from engine.arena.position import Position, Stand
from engine.arena.state import Figure


def by_order(pos: Position, figures: Iterable[Figure], counted_from: Figure | Hex | Stand) -> list[Figure]:
    """Figures on the battlefield, the one that is picked first first: the nearest; then fewest life left; then highest
    price per figure (cost of heroes and Planeswalkers); then by seats from the player on turn; then lowest number."""
    on_turn, seats = pos.state.turn.seat, len(pos.state.seats)
    return sorted(
        figures,
        key=lambda figure: (
            pos.distance(counted_from, figure), pos.life_left(figure), -pos.points(figure),
            (pos.controller(figure) - on_turn) % seats, figure.number, figure.id,
        ),
    )  # fmt: skip


def spaces_by_order(pos: Position, spaces: Iterable[Hex], counted_from: Hex) -> list[Hex]:
    """Spaces, the one that is picked first first: the nearest; then the smallest difference in level; then as one reads
    the board, row by row."""
    level = pos.level(counted_from)
    return sorted(
        spaces,
        key=lambda space: (pos.field.steps(counted_from, space), abs(pos.level(space) - level), space[1], space[0]),
    )
