"""Giving up: the player's figures leave the game; the others play on if that leaves them anything to decide."""

from __future__ import annotations

from engine.arena.attached import strip
from engine.arena.game import Game
from engine.arena.life import let_go
from engine.arena.state import Arena
from engine.arena.victory import at_once
from engine.core.table import Table
from engine.core.text import words


def concede(table: Table[Arena], seat: int) -> None:
    """Take the seat out of the match. Its team loses with it unless a team mate, or the scenario, keeps it in."""
    game = Game(table)
    turn = game.state.turn
    game.tell("gave up", words("{side} gives up", side=game.side_name(seat)), seat=seat)
    game.state.seats[seat].out = True
    for card in game.state.cards:
        if card.owner != seat:
            continue
        for figure in game.figures_of(card):
            if figure.zone in ("board", "reserve"):
                figure.zone, figure.at, figure.rear = "removed", None, None
        strip(game, card)
        card.zone = "graveyard"
    let_go(game, seat)
    if turn.seat == seat and turn.phase != "setup":
        turn.extra, turn.waiting, turn.phase = None, [], "cleanup"
    outcome = at_once(game)
    if outcome is not None:
        game.finish(outcome)
    table.close_undo(words("{side} has given up", side=game.side_name(seat)))
