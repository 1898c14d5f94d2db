"""Abilities that units of several factions have."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words
from engine.summoner_wars import attack, movement
from engine.summoner_wars.effects import Effect, Fight, Source, ability
from engine.summoner_wars.game import Game
from engine.summoner_wars.position import STEPS, Position
from engine.summoner_wars.state import Piece


class ByOpponent(Effect):
    """A protection against dice that an opponent rolls."""

    least = 4

    def protects(self, pos: Position, me: Source, piece: Piece) -> bool:
        return me.on(piece)

    def needs(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        return self.least if attacker.controller != me.seat and self.protects(pos, me, target) else 0


@ability
class FarShot(Effect):
    name = "Far Shot"

    def reach(self, pos: Position, me: Source, piece: Piece) -> int:
        return 4 if me.on(piece) else 0


@ability
class Precise(Effect):
    name = "Precise"

    def no_roll(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> bool:
        return me.on(attacker) and pos.is_unit(target)


@ability
class Thrust(Effect):
    name = "Thrust"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return int(me.on(attacker) and target is not None and target in pos.beside(attacker.at))


@ability
class Reckless(Effect):
    name = "Reckless"

    def needs(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        return 4 if me.on(attacker) else 0


@ability
class Tough(ByOpponent):
    name = "Tough"


@ability
class Rider(Effect):
    """A ride takes the place of a normal move: straight on, as far as seven empty spaces go. Where both lead, the ride is
    no different from walking."""

    name = "Rider"
    far = 7

    def rides(self, pos: Position, me: Source, piece: Piece) -> dict[tuple[int, int], int]:
        return movement.straight(pos, piece, self.far) if me.on(piece) else {}


@ability
class Fury(Effect):
    """After each attack a die: on five or six it may move at once and attack again."""

    name = "Fury"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece = fight.attacker
        if not me.on(piece) or not game.in_play(piece) or not game.chance(piece, self.name, 5):
            return
        yield from movement.offer_move(game, piece, STEPS, words("Fury"))
        yield from strike_again(game, piece, words("Fury: whom does {card} attack?", card=game.label(piece)))


def strike_again(game: Game, piece: Piece, question: object) -> Rule[bool]:
    """One more attack at once, which may be left. Returns whether it was made."""
    from engine.core.text import Text

    if not game.in_play(piece) or attack.disarmed(game, piece) is not None:
        return False
    assert isinstance(question, Text)
    target = yield from game.choose_piece(piece.controller, question, game.targets(piece), may_stop=True)
    if target is None:
        return False
    yield from attack.attack(game, piece, target)
    return True


@ability
class Assault(Effect):
    """One attack after the other on every adjacent enemy unit, each with its own dice."""

    name = "Assault"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece = fight.attacker
        mark = f"assault {piece.card}"
        if not me.on(piece) or mark in game.turn.used:
            return
        game.turn.used.append(mark)  # the attacks that follow belong to this one
        done = [fight.target.card]
        while game.in_play(piece):
            left = [each for each in game.enemies_beside(piece) if each.card not in done]
            question = words("Assault: whom does {card} attack next?", card=game.label(piece))
            target = yield from game.choose_piece(piece.controller, question, left, may_stop=True)
            if target is None:
                break
            done.append(target.card)
            yield from attack.attack(game, piece, target)
        game.turn.used.remove(mark)


def frozen_out(pos: Position, piece: Piece) -> Refusal:
    return refuse("SW-ABIL-03", "{card} cannot attack in a turn in which it was moved so", card=pos.label(piece))
