"""Battlefield 3, Ambush!: exits (AR-S3-14 to AR-S3-18, A54).

Who moves onto an exit is off the battlefield at once, whichever side it is on. Figures of the side that flees may also be
put there. What has left is neither destroyed nor in a graveyard.
"""

from __future__ import annotations

from engine.arena.attached import strip
from engine.arena.game import Game
from engine.arena.hexes import Hex
from engine.arena.position import Position, spot
from engine.arena.state import Figure
from engine.core.text import words


def exits(pos: Position) -> set[Hex]:
    return {way_out.at for way_out in pos.field.exits}


def flees(pos: Position, seat: int) -> bool:
    """Whether that player wants figures over the edge: the sides that do not go first where escape is the goal."""
    if pos.field.goal != "escape":
        return False
    return pos.state.seats[seat].side != pos.field.first(len(pos.state.seats))


def leave(game: Game, figure: Figure) -> None:
    """The figure is on an exit: it is out of play. The match may end here (raises Over)."""
    at, card = spot(game.space(figure)), game.card_of(figure)
    figure.zone, figure.at, figure.rear, figure.damage = "exited", None, None, 0
    flight = flees(game, figure.owner)
    points = game.points(figure) if flight else 0
    form = "{figure} leaves by the exit {at}: {points} points" if flight else "{figure} leaves by the exit {at} and is lost"
    text = words(form, figure=game.label(figure), at=at, points=points)
    game.tell("exited", text, figure=figure.id, at=at, points=points)
    if not game.on_board(card):
        card.zone, card.controller = "exited", card.owner
        strip(game, card)
    game.end_if_decided()
