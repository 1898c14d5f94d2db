"""Tundra Orcs."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words
from engine.summoner_wars import freezing, movement
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Use
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Piece


@ability
class WallsOfIceShard(Effect):
    name = "Walls of Ice Shard"

    def _near(self, pos: Position, seat: int) -> list[Piece]:
        walls = pos.walls(seat)
        return [unit for unit in pos.units(pos.other(seat)) if any(unit in pos.beside(wall.at) for wall in walls)]

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if self._near(pos, me.seat) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        if game.chance(me.piece, self.name, 4):
            game.wound(me.seat, [(piece, 1) for piece in self._near(game, me.seat)])
        yield from ()


@ability
class WildSwing(Effect):
    """On four or more the one roll counts against every adjacent card."""

    name = "Wild Swing"

    def affects(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if me.on(fight.attacker) and game.chance(fight.attacker, self.name, 4):
            fight.affected += [each for each in game.beside(fight.attacker.at) if each not in fight.affected]
        yield from ()


@ability
class UnwieldyMagic(Effect):
    name = "Unwieldy Magic"

    def judged(self, pos: Position, me: Source, fight: Fight, target: Piece, hits: int, misses: int) -> int:
        return 0 if me.on(fight.attacker) and misses else hits


@ability
class Sluggish(Effect):
    name = "Sluggish"

    def no_roll(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> bool:
        return me.on(target)


# ---- reinforcements
@ability
class ColdSnap(Effect):
    name = "Cold Snap"

    def dearer_freeze(self, pos: Position, me: Source) -> bool:
        return True

    def needs(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        return 5 if target.controller == me.seat and pos.face(target).id == "ice_wall" else 0


@ability
class Wrath(Effect):
    name = "Wrath"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return attacker.wounds if me.on(attacker) else 0


@ability
class PowerSurge(Effect):
    name = "Power Surge"

    def judged(self, pos: Position, me: Source, fight: Fight, target: Piece, hits: int, misses: int) -> int:
        if not me.on(fight.attacker):
            return hits
        need, bonus = pos.needed(fight.attacker, target), pos.die_bonus(fight.attacker)
        return hits + sum(face + bonus >= 5 and face >= need for face in fight.faces)


@ability
class BurstOfSpeed(Effect):
    name = "Burst of Speed"

    def after_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        mark = f"burst {piece.card}"
        if not me.on(piece) or mark in game.turn.used:
            return
        game.turn.used.append(mark)
        face = game.roll()[0]
        game.tell("rolled", words("{who}, Burst of Speed: a die shows {face}", who=game.label(piece), face=face),
                  card=piece.card, ability=self.name, faces=[face])  # fmt: skip
        steps = 2 if face >= 5 else 1 if face >= 3 else 0
        if steps:
            yield from movement.offer_move(game, piece, steps, words("Burst of Speed"))


class AllOrNothing(Effect):
    """Whoever attacks it must miss with no die."""

    def judged(self, pos: Position, me: Source, fight: Fight, target: Piece, hits: int, misses: int) -> int:
        return 0 if me.on(target) and misses else hits


@ability
class IceShield(AllOrNothing):
    name = "Ice Shield"


# ---- events
@event
class Freeze(Effect):
    name = "freeze"

    def _units(self, pos: Position) -> list[Piece]:
        return [piece for piece in pos.units() if not pos.frozen(piece)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._units(pos) else refuse("SW-EVPH-06", "every unit is frozen already")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        piece = yield from game.choose_piece(seat, words("Freeze: which unit?"), self._units(game))
        assert piece is not None
        freezing.freeze(game, seat, card, piece)
