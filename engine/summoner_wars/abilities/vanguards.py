"""Vanguards."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words
from engine.summoner_wars.abilities.common_events import outnumbered
from engine.summoner_wars.abilities.shared import ByOpponent, discard_by_order
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Use
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Lasting, Piece

KNIGHT, ARCHER, PRIEST = "guardian_knight", "stalwart_archer", "priest"


class _Healing(Effect):
    """In place of an attack: wounds are removed from a card beside it."""

    wounds = 1

    def price(self, pos: Position, piece: Piece) -> int:
        return 0

    def _patients(self, pos: Position, me: Source) -> list[Piece]:
        assert me.piece is not None
        magic = len(pos.state.seats[me.seat].magic)
        return [
            each for each in pos.beside(me.piece.at) if pos.is_troop(each) and each.wounds and self.price(pos, each) <= magic
        ]

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if self._patients(pos, me) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        piece = yield from game.choose_piece(me.seat, words("Who is healed?"), self._patients(game, me))
        assert piece is not None
        game.pay(me.seat, self.price(game, piece))
        game.heal(piece, self.wounds)


@ability
class GreaterHealing(_Healing):
    name = "Greater Healing"
    wounds = 2

    def price(self, pos: Position, piece: Piece) -> int:
        return 1


@ability
class Healing(_Healing):
    name = "Healing"

    def price(self, pos: Position, piece: Piece) -> int:
        return 0 if pos.is_common(piece) else 1


@ability
class ShieldOfLight(ByOpponent):
    name = "Shield of Light"

    def protects(self, pos: Position, me: Source, piece: Piece) -> bool:
        assert me.piece is not None
        return piece.controller == me.seat and pos.is_common(piece) and piece in pos.within(me.piece, 2, [piece])


@ability
class HeavensRain(Effect):
    name = "Heaven's Rain"

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        near = pos.within(me.piece, 2, pos.units(pos.other(me.seat)))
        return [Use(me.piece.card, self.name)] if near else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        if game.chance(me.piece, self.name, 3):
            near = game.within(me.piece, 2, game.units(game.other(me.seat)))
            game.wound(me.seat, [(piece, 1) for piece in near])
        yield from ()


@ability
class Transformation(Effect):
    name = "Transformation"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return 2 if me.on(attacker) and attacker.wounds >= 4 else 0


@ability
class ArrowOfLight(Effect):
    name = "Arrow of Light"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if me.on(fight.attacker):
            for card in fight.killed:
                if game.face(card).unit:
                    discard_by_order(game, fight.fallen[card][1])
        yield from ()


@ability
class BladeOfLight(Effect):
    name = "Blade of Light"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return min(4, len(pos.state.seats[me.seat].magic) // 2) if me.on(attacker) else 0


@ability
class Protector(Effect):
    name = "Protector"

    def must(self, pos: Position, me: Source, piece: Piece) -> list[Piece] | None:
        assert me.piece is not None
        if piece.controller == me.seat or piece not in pos.beside(me.piece.at):
            return None
        return [each for each in pos.units(me.seat) if pos.face(each).id == KNIGHT]


@ability
class HailOfArrows(Effect):
    name = "Hail of Arrows"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        if not me.on(attacker):
            return 0
        return sum(1 for each in pos.beside(attacker.at) if each.controller == me.seat and pos.face(each).id == ARCHER)


# ---- events
@event
class HolyJudgment(Effect):
    name = "holy_judgment"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.state.lasting.append(Lasting(self.name, seat, "turn"))
        yield from ()

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return 2 if attacker.controller == me.seat and pos.face(attacker).id == PRIEST else 0


@event
class DivineStrength(Effect):
    name = "divine_strength"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        for piece in game.units(seat):
            if game.is_common(piece) and piece.wounds:
                game.heal(piece, 1)
        yield from ()


@event
class SummoningSurge(Effect):
    name = "summoning_surge"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return outnumbered(pos, seat)

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        mine = game.state.seats[seat]
        for _ in range(3):
            found = [each for each in mine.discard if each != card]
            question = words("Summoning Surge: which card of your discard pile becomes magic?")
            picked = yield from game.choose_card(seat, question, found, may_stop=True)
            if picked is None:
                break
            mine.discard.remove(picked)
            mine.magic.append(picked)
            game.tell("built", words("{side} puts a card on the Magic Pile", side=game.side_name(seat)), seat=seat)
        game.turn.summoning = True


@event
class Intercession(Effect):
    name = "intercession"

    def _hurt(self, pos: Position, seat: int) -> list[Piece]:
        return [piece for piece in pos.units(seat) if piece.wounds and pos.is_troop(piece)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._hurt(pos, seat) else refuse("SW-EVPH-06", "no common or champion of yours is wounded")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        question = words("Intercession: whose wounds does your Summoner take over?")
        piece = yield from game.choose_piece(seat, question, self._hurt(game, seat))
        summoner = game.summoner(seat)
        assert piece is not None
        assert summoner is not None
        count = yield from game.wants(seat, words("How many wounds?"), piece.wounds)
        if count:
            game.heal(piece, count)
            game.wound(seat, [(summoner, count)])
