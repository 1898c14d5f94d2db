"""Jungle Elves."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board, movement
from engine.summoner_wars.abilities.shared import strike_again
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Use
from engine.summoner_wars.position import BOW, STEPS, Position
from engine.summoner_wars.state import Lasting, Piece

FACTION = "jungle_elves"


def elves(pos: Position, seat: int) -> list[Piece]:
    return [piece for piece in pos.units(seat) if pos.of_faction(piece, FACTION)]


@ability
class ChantOfGrowth(Effect):
    """In place of an attack; the ability itself is what lasts, for the unit that was chosen."""

    name = "Chant of Growth"

    def uses(self, pos: Position, me: Source) -> list[Use]:
        if me.piece is None or not pos.state.seats[me.seat].magic:
            return []
        return [Use(me.piece.card, self.name)]

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        game.pay(me.seat, 1)
        question = words("Chant of Growth: who attacks with one die more this turn?")
        piece = yield from game.choose_piece(
            me.seat, question, [each for each in game.units() if game.of_faction(each, FACTION)]
        )
        assert piece is not None
        game.state.lasting.append(Lasting(self.name, me.seat, "turn", [piece.card]))
        game.tell("gained", words("{card} attacks with one die more this turn", card=game.label(piece)), card=piece.card)

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return int(me.lasting is not None and attacker.card in me.lasting.cards)


def through_units(pos: Position, piece: Piece, far: int) -> list[Piece]:
    """The cards in a straight line with nothing but units between."""
    found = []
    for each in pos.state.field:
        road = board.between(piece.at, each.at)
        if each is piece or road is None or board.distance(piece.at, each.at) > far:
            continue
        if all(other is None or pos.is_unit(other) for other in map(pos.at, road)):
            found.append(each)
    return found


@ability
class ArchingShot(Effect):
    name = "Arching Shot"

    def targets(self, pos: Position, me: Source, piece: Piece) -> list[Piece]:
        return through_units(pos, piece, BOW) if me.on(piece) else []


@ability
class HuntingPride(Effect):
    name = "Hunting Pride"

    def stays(self, pos: Position, me: Source, piece: Piece) -> bool:
        return me.on(piece)

    def movement_ends(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        yield from movement.offer_move(game, me.piece, STEPS, words("Hunting Pride"))


@ability
class Trample(Effect):
    """It walks over commons, and each gets a wound. Of several ways to the same space its player chooses."""

    name = "Trample"

    def passes(self, pos: Position, me: Source, piece: Piece, over: Piece) -> bool:
        return me.on(piece) and pos.is_common(over)

    def tramples(self, pos: Position, me: Source, piece: Piece) -> bool:
        return me.on(piece)


@ability
class Pummel(Effect):
    name = "Pummel"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        mark = f"pummel {fight.attacker.card}"
        if not me.on(fight.attacker) or mark in game.turn.used or fight.misses or not (fight.faces or fight.dice):
            return
        game.turn.used.append(mark)
        question = words("Pummel: whom does {card} attack again?", card=game.label(fight.attacker))
        yield from strike_again(game, fight.attacker, question)


@ability
class EliteTraining(Effect):
    name = "Elite Training"

    def targets(self, pos: Position, me: Source, piece: Piece) -> list[Piece]:
        if not me.on(piece):
            return []
        found = []
        for step in board.DIAGONALS:
            for space in board.ray(piece.at, step, 2):
                there = pos.at(space)
                if there is not None:
                    found.append(there)
                    break
        return found

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return int(me.on(attacker) and target is not None and target in pos.beside(attacker.at))


@ability
class PowerShot(Effect):
    name = "Power Shot"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return 2 if me.on(attacker) and not pos.state.turn.moved.get(attacker.card) else 0


@ability
class SwiftShot(Effect):
    """Once a turn a second attack at once, of whatever kind the unit is."""

    name = "Swift Shot"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        mark = f"swift {fight.attacker.card}"
        if not me.on(fight.attacker) or mark in game.turn.used:
            return
        game.turn.used.append(mark)
        question = words(
            "{ability}: whom does {card} attack again?", ability=Text(self.name), card=game.label(fight.attacker)
        )
        yield from strike_again(game, fight.attacker, question)


# ---- events
@event
class ChantOfNegation(Effect):
    """Looked at where abilities are: :meth:`Position.effects_of`."""

    name = "chant_of_negation"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.state.lasting.append(Lasting(self.name, seat, "own start"))
        yield from ()


@event
class ChantOfDeception(Effect):
    name = "chant_of_deception"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if len(elves(pos, seat)) >= 2 else refuse("SW-EVPH-06", "it needs two Jungle Elves of yours")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        first = yield from game.choose_piece(seat, words("Chant of Deception: who changes places?"), elves(game, seat))
        assert first is not None
        others = [piece for piece in elves(game, seat) if piece is not first]
        second = yield from game.choose_piece(seat, words("… with whom?"), others)
        assert second is not None
        game.swap(first, second)


@event
class ChantOfLife(Effect):
    name = "chant_of_life"

    def _hurt(self, pos: Position, seat: int) -> list[Piece]:
        return [piece for piece in pos.units(seat) if pos.is_troop(piece) and piece.wounds]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if not pos.state.seats[seat].magic:
            return refuse("SW-EVPH-06", "you have no Magic Point to pay")
        return None if self._hurt(pos, seat) else refuse("SW-EVPH-06", "no common or champion of yours is wounded")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.pay(seat, 1)
        piece = yield from game.choose_piece(seat, words("Chant of Life: who is healed?"), self._hurt(game, seat))
        assert piece is not None
        game.heal(piece, 2)


@event
class ChantOfHaste(Effect):
    """One champion or Summoner, or up to three commons that cost two at most."""

    name = "chant_of_haste"

    def _able(self, pos: Position, seat: int) -> list[Piece]:
        return [
            piece for piece in pos.units(seat)
            if movement.held(pos, piece) is None and (not pos.is_common(piece) or pos.face(piece).cost <= 2)
        ]  # fmt: skip

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._able(pos, seat) else refuse("SW-EVPH-06", "nobody can be moved")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        moved: list[int] = []
        while len(moved) < 3:
            left = [piece for piece in self._able(game, seat) if piece.card not in moved]
            if moved:
                left = [piece for piece in left if game.is_common(piece)]
            piece = yield from game.choose_piece(seat, words("Chant of Haste: who moves?"), left, may_stop=True)
            if piece is None:
                return
            moved.append(piece.card)
            yield from movement.offer_move(game, piece, STEPS, words("Chant of Haste"))
            if not game.is_common(piece):
                return


@event
class ChantOfSalvation(Effect):
    name = "chant_of_salvation"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if pos.state.seats[seat].draw else refuse("SW-EVPH-06", "your Draw Pile is empty")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        mine = game.state.seats[seat]
        found = sorted(mine.draw, key=lambda each: (game.face(each).id, each))
        picked = yield from game.choose_card(seat, words("Chant of Salvation: which card?"), found)
        assert picked is not None
        mine.draw.remove(picked)
        mine.hand.append(picked)
        game.tell("fetched", words("{side} takes a card from the Draw Pile", side=game.side_name(seat)), seat=seat)
        text = words("You take {card}", card=Text(game.face(picked).name))
        game.tell("fetches", text, seat=seat, only=seat, card=picked)
        mine.draw = game.table.shuffle(f"draw pile {seat}", mine.draw)
