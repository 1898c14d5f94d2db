"""The Play Event Cards Phase: events and walls (SW-EVPH-01 to SW-EVPH-08, SW-WALL-06)."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.effects import event_of
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import PlayEvent, PlayWall
from engine.summoner_wars.position import Position


def event_refusal(pos: Position, seat: int, card: int) -> Refusal | None:
    """Why the card cannot be played now."""
    face = pos.face(card)
    if face.unit:
        return refuse("SW-EVPH-01", "{card} is a unit: it is summoned", card=Text(face.name))
    if face.type == "wall":
        if not pos.empty(board.half_of(seat)):
            return refuse("SW-WALL-06", "no space on your side of the battlefield is empty")
        return None
    return event_of(face).refusal(pos, seat)


def playable(pos: Position, seat: int) -> list[PlayEvent | PlayWall]:
    found: list[PlayEvent | PlayWall] = []
    seen = set()
    for card in pos.state.seats[seat].hand:
        face = pos.face(card)
        if face.id in seen or event_refusal(pos, seat, card) is not None:
            continue
        seen.add(face.id)
        if face.type == "wall":
            found += [PlayWall(card, board.name(space)) for space in pos.empty(board.half_of(seat))]
        else:
            found.append(PlayEvent(card))
    return found


def play_wall(game: Game, seat: int, card: int, space: Space) -> None:
    """It costs nothing and stays (SW-WALL-06, SW-WALL-07, SA04)."""
    game.state.seats[seat].hand.remove(card)
    game.enter(card, space, seat)
    text = words("{side} puts up {card} on {space}", side=game.side_name(seat), card=Text(game.face(card).name),
                 space=board.name(space).upper())  # fmt: skip
    game.tell("walled", text, seat=seat, card=card, to=board.name(space), face=game.face(card).id)


def play(game: Game, seat: int, card: int) -> Rule[None]:
    mine = game.state.seats[seat]
    mine.hand.remove(card)
    text = words("{side} plays {card}", side=game.side_name(seat), card=Text(game.face(card).name))
    game.tell("event", text, seat=seat, card=card, face=game.face(card).id)
    mine.discard.append(card)
    yield from event_of(game.face(card)).play(game, seat, card)
