"""The Summon Phase: units from the hand, paid with magic, beside a wall (SW-SUM-01 to SW-SUM-12)."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.effects import ABILITIES
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Summon
from engine.summoner_wars.position import Position


def summon_refusal(pos: Position, seat: int, card: int) -> Refusal | None:
    """Why the card cannot be summoned now, wherever."""
    face = pos.face(card)
    if not face.unit:
        return refuse("SW-SUM-01", "{card} is no unit", card=Text(face.name))
    effect = ABILITIES[face.ability]
    if face.cost - effect.discount(pos, seat, card) > len(pos.state.seats[seat].magic):
        return refuse("SW-SUM-08", "{card} costs {cost} Magic Points and you have {n}", card=Text(face.name), cost=face.cost,
                      n=len(pos.state.seats[seat].magic))  # fmt: skip
    spaces = pos.summoning_spaces(seat, card)
    if not spaces and not pos.walls(seat):
        return refuse("SW-WALL-13", "you control no wall to summon beside")
    if not spaces:
        return refuse("SW-SUM-09", "no space beside your walls is empty")
    return None


def summons(pos: Position, seat: int) -> list[Summon]:
    found, seen = [], set()
    for card in pos.state.seats[seat].hand:
        face = pos.face(card)
        if face.id not in seen and summon_refusal(pos, seat, card) is None:
            seen.add(face.id)  # copies are all the same
            found += [Summon(card, board.name(space)) for space in pos.summoning_spaces(seat, card)]
    return found


def summon(game: Game, seat: int, card: int, space: Space, *, cost: int | None = None) -> Rule[None]:
    """First it is paid, then placed (SW-SUM-06)."""
    face, effect = game.face(card), ABILITIES[game.face(card).ability]
    if cost is None:
        cost = yield from effect.paying(game, seat, card)
    game.state.seats[seat].hand.remove(card)
    game.pay(seat, cost)
    replaced = game.at(space)
    if replaced is not None:
        game.discard(replaced, words("{card} was {name} in disguise", card=game.label(replaced), name=Text(face.name)))
    piece = game.enter(card, space, seat)
    piece.wounds = replaced.wounds if replaced is not None else 0
    text = words("{side} summons {card} on {space}", side=game.side_name(seat), card=Text(face.name),
                 space=board.name(space).upper())  # fmt: skip
    game.tell("summoned", text, seat=seat, card=card, to=board.name(space), face=face.id)
    yield from effect.summoned(game, seat, card)
