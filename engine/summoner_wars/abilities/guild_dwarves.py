"""Guild Dwarves."""

from __future__ import annotations

from engine.core.orders import Order
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words
from engine.summoner_wars.abilities.shared import ByOpponent, frozen_out
from engine.summoner_wars.abilities.tundra_orcs import AllOrNothing
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Lasting, Piece


@ability
class StoneMelding(Effect):
    name = "Stone Melding"

    def needs(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        return 4 if me.on(target) and any(pos.is_wall(each) for each in pos.beside(target.at)) else 0


@ability
class ShieldBlock(AllOrNothing):
    name = "Shield Block"


@ability
class HammerQuake(Effect):
    """One roll for all cards within two spaces of him, walls and his own side's too, but not himself."""

    name = "Hammer Quake"

    def affects(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if me.on(fight.attacker):
            near = game.within(fight.attacker, 2, game.state.field)
            fight.affected += [each for each in near if each not in fight.affected]
        yield from ()


BARRIER = Order(
    "barrier",
    words("Magic Barrier"),
    words("when Thorkur would get a wound"),
    (
        ("always", words("pay a Magic Point to prevent it, if there is one")),
        ("last", words("pay only if it would destroy him")),
        ("never", words("pay nothing")),
    ),
)


@ability
class MagicBarrier(Effect):
    """Once a turn. Nobody is asked: his player has ordered it beforehand."""

    name = "Magic Barrier"

    def wounded(self, game: Game, me: Source, piece: Piece, wounds: int) -> int:
        mark = f"barrier {piece.card}"
        if not me.on(piece) or mark in game.turn.used or not game.state.seats[me.seat].magic:
            return wounds
        ordered = game.table.ordered(me.seat, BARRIER)
        left = game.life_left(piece)
        saves = wounds == left  # one wound less makes the difference
        if ordered == "never" or (ordered == "last" and not saves):
            return wounds
        game.turn.used.append(mark)
        game.pay(me.seat, 1)
        game.tell("prevented", words("{card}'s Magic Barrier prevents a wound", card=game.label(piece)), seat=me.seat,
                  card=piece.card)  # fmt: skip
        return wounds - 1


@ability
class Engage(Effect):
    name = "Engage"

    def holds(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        assert me.piece is not None
        if piece.controller == me.seat or piece not in pos.beside(me.piece.at):
            return None
        return refuse("SW-ABIL-03", "{card} is engaged by {by}", card=pos.label(piece), by=pos.label(me.piece))


@ability
class StructuralAnalysis(Effect):
    name = "Structural Analysis"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return 2 if me.on(attacker) and target is not None and pos.is_wall(target) else 0


# ---- reinforcements
@ability
class Charge(Effect):
    name = "Charge"

    def steps(self, pos: Position, me: Source, piece: Piece) -> int:
        return 2 if me.on(piece) else 0

    def disarms(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        if me.on(piece) and pos.state.turn.moved.get(piece.card, 0) > 2:
            return frozen_out(pos, piece)
        return None


@ability
class Rage(Effect):
    """Wounds taken before the attack; each is worth a die until the end of the turn."""

    name = "Rage"

    def affects(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece = fight.attacker
        mark = f"rage {piece.card}"
        if not me.on(piece) or mark in game.turn.used:
            return
        most = min(2, game.life_left(piece) - 1)
        if most <= 0:
            return
        question = words("Rage: how many wounds does {card} take for as many dice?", card=game.label(piece))
        count = yield from game.wants(me.seat, question, most)
        game.turn.used.append(mark)
        if count:
            game.state.lasting += [Lasting(self.name, me.seat, "turn", [piece.card]) for _ in range(count)]
            game.wound(me.seat, [(piece, count)])

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return int(me.lasting is not None and attacker.card in me.lasting.cards)


@ability
class RuneOfProtection(ByOpponent):
    name = "Rune of Protection"
    least = 5

    def protects(self, pos: Position, me: Source, piece: Piece) -> bool:
        assert me.piece is not None
        return piece.controller == me.seat and pos.is_common(piece) and piece in pos.beside(me.piece.at)


@ability
class SiegeEngine(Effect):
    name = "Siege Engine"

    def reach(self, pos: Position, me: Source, piece: Piece) -> int:
        return 5 if me.on(piece) else 0

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return 2 if me.on(attacker) and target is not None and pos.is_wall(target) else 0

    def disarms(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        return frozen_out(pos, piece) if me.on(piece) and pos.state.turn.moved.get(piece.card) else None


# ---- events
@event
class HeroicFeat(Effect):
    name = "heroic_feat"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        question = words("Heroic Feat: which unit attacks with two more dice this turn?")
        piece = yield from game.choose_piece(seat, question, game.units())
        assert piece is not None
        game.state.lasting.append(Lasting(self.name, seat, "turn", [piece.card]))
        game.tell("gained", words("{card} attacks with two more dice this turn", card=game.label(piece)), card=piece.card)

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        assert me.lasting is not None
        return 2 if attacker.card in me.lasting.cards else 0


@event
class BesiegeTheWalls(Effect):
    name = "besiege_the_walls"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if pos.walls(pos.other(seat)) else refuse("SW-EVPH-06", "the opponent has no wall")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.wound(seat, [(wall, 3) for wall in game.walls(game.other(seat))])
        yield from ()
