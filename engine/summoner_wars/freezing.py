"""Freeze: an event that lies on a unit until somebody pays it off, at any time.

Whoever is not on turn is not waited for: a standing order says whether they pay as soon as they can.
"""

from __future__ import annotations

from typing import ClassVar

from engine.core.options import Option
from engine.core.orders import Order
from engine.core.text import words
from engine.summoner_wars.effects import sources
from engine.summoner_wars.game import Game
from engine.summoner_wars.position import FREEZE, Position
from engine.summoner_wars.state import Piece

COST = 2  # Magic Points

ORDER = Order(
    "freeze",
    words("Paying off Freeze"),
    words("when a unit of yours is frozen on the other's turn"),
    (
        ("never", words("pay nothing before your own turn")),
        ("summoner", words("pay at once for your Summoner")),
        ("champions", words("pay at once for your Summoner and your champions")),
    ),
)


class Pay(Option, frozen=True, tag="thaw"):
    """Pay for the freeze on that unit."""

    verb: ClassVar[str] = "ability"
    card: int


def cost_of(pos: Position, piece: Piece) -> int:
    """What it costs to be rid of what lies on the unit."""
    owners = {pos.state.cards[card].owner for card in piece.on if pos.state.cards[card].face == FREEZE}
    return COST + sum(1 for me in sources(pos, "dearer_freeze") if me.seat in owners)


def payments(pos: Position, seat: int) -> list[Pay]:
    magic = len(pos.state.seats[seat].magic)
    return [Pay(piece.card) for piece in pos.units() if pos.frozen(piece) and cost_of(pos, piece) <= magic]


def pay_off(game: Game, seat: int, pay: Pay) -> None:
    thaw(game, seat, game.here(pay.card))


def thaw(game: Game, seat: int, piece: Piece) -> None:
    game.pay(seat, cost_of(game, piece))
    freeze = next(card for card in piece.on if game.state.cards[card].face == FREEZE)
    piece.on.remove(freeze)
    game.state.seats[game.state.cards[freeze].owner].discard.append(freeze)
    game.tell("thawed", words("{card} is frozen no longer", card=game.label(piece)), seat=seat, card=piece.card)


def freeze(game: Game, seat: int, card: int, piece: Piece) -> None:
    """Lay the event on the unit; its player may have ordered to pay it off at once."""
    game.state.seats[seat].discard.remove(card)
    piece.on.append(card)
    game.tell("frozen", words("{card} is frozen", card=game.label(piece)), seat=seat, card=piece.card)
    owner = piece.controller
    if owner == seat:
        return
    ordered = game.table.ordered(owner, ORDER)
    kind = game.face(piece).type
    wanted = ordered != "never" and (kind == "summoner" or (ordered == "champions" and kind == "champion"))
    if wanted and cost_of(game, piece) <= len(game.state.seats[owner].magic):
        thaw(game, owner, piece)
