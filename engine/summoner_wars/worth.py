"""What an option is worth to a simple player: more than nothing if it should be done."""

from __future__ import annotations

from engine.core.options import Option
from engine.summoner_wars import board
from engine.summoner_wars.freezing import Pay
from engine.summoner_wars.options import (
    Attack,
    Build,
    End,
    Move,
    Pick,
    PickSpace,
    PlayEvent,
    PlayWall,
    Say,
    Summon,
    Use,
)
from engine.summoner_wars.position import HIT, Position
from engine.summoner_wars.state import Piece

KIND = {"summoner": 6.0, "champion": 3.0, "common": 1.0, "wall": 0.4, "event": 0.5}
ENOUGH = 5  # units; with so many one can wait for a champion


def worth(pos: Position, seat: int, option: Option) -> float:
    """Simple and quick: near the enemy Summoner is good, killing is better, one's own cards are left alone."""
    match option:
        case Summon(card, space):
            if _saved_for(pos, seat) is not None and pos.face(card).type == "common" and len(pos.units(seat)) >= ENOUGH:
                return -0.2
            return 2.0 + pos.face(card).cost / 4 - _far(pos, seat, board.parse(space)) / 20
        case PlayWall(_, space):
            return 0.5 + _forward(seat, board.parse(space)) / 10 if len(pos.walls(seat)) < 2 else -1.0
        case PlayEvent():
            return 1.0
        case Move(card, space):
            return _move(pos, seat, pos.here(card), board.parse(space))
        case Attack(card, target):
            return _attack(pos, pos.here(card), pos.here(target))
        case Use():
            return 1.2
        case Pay(card):
            return 0.4 if pos.here(card).controller == seat and pos.face(card).type != "common" else -1.0
        case Build(card):
            wanted = _saved_for(pos, seat)
            if card == wanted:
                return -1.0
            return 0.4 if len(pos.state.seats[seat].magic) < (pos.face(wanted).cost if wanted is not None else 3) else -0.5
        case End():
            return 0.0
        case Pick(card):
            piece = pos.piece(card)
            if piece is None:
                return pos.face(card).cost
            value = KIND[pos.face(piece).type] / max(1, pos.life_left(piece))
            return value if piece.controller != seat else -value
        case PickSpace(space):
            return -_far(pos, seat, board.parse(space))
        case Say(word):
            return float(word) if word.isdigit() else 0.1 if word == "yes" else -0.3
    return 0.0


def _saved_for(pos: Position, seat: int) -> int | None:
    """The champion in hand that costs least: magic is kept for it."""
    held = [card for card in pos.state.seats[seat].hand if pos.face(card).type == "champion"]
    return min(held, key=lambda card: pos.face(card).cost, default=None)


def _forward(seat: int, space: board.Space) -> int:
    """How far from one's own back row."""
    return abs(space[1] - board.back_row(seat))


def _far(pos: Position, seat: int, space: board.Space) -> int:
    """Spaces to the enemy Summoner."""
    enemy = pos.summoner(pos.other(seat))
    return board.distance(space, enemy.at) if enemy else 0


def _move(pos: Position, seat: int, piece: Piece, space: board.Space) -> float:
    """Commons and champions go for the enemy Summoner, who keeps out of the way."""
    if pos.face(piece).type == "summoner":
        near = sum(1 for enemy in pos.units(pos.other(seat)) if board.distance(enemy.at, piece.at) <= 2)
        if not near:
            return -0.1
        away = min((board.distance(enemy.at, space) for enemy in pos.units(pos.other(seat))), default=0)
        return 0.05 * away - 0.1
    gained = _far(pos, seat, piece.at) - _far(pos, seat, space)
    shoots = pos.face(piece).range == "bow" and any(
        each.controller != seat and pos.clear(space, each.at, 3) for each in pos.state.field if each is not piece
    )
    strikes = any(each.controller != seat and board.adjacent(space, each.at) for each in pos.units())
    return 0.2 * gained + 0.4 * (shoots or strikes) + 0.05 * pos.face(piece).attack


def _attack(pos: Position, attacker: Piece, target: Piece) -> float:
    dice = pos.attack_value(attacker, target)
    chance = 1.0 if pos.no_roll(attacker, target) else max(0.0, (7 - max(HIT - 2, pos.needed(attacker, target))) / 6)
    value = min(1.0, dice * chance / max(1, pos.life_left(target))) * KIND[pos.face(target).type]
    return value + 0.05 if target.controller != attacker.controller else -value - 0.1
