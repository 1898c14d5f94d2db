"""Fallen Kingdom."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board, summoning
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Use
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Lasting, Piece

FACTION, ZOMBIE = "fallen_kingdom", "zombie_warrior"


def enemies_killed(game: Game, me: Source, fight: Fight) -> list[int]:
    """The enemy units that the ability's unit has just destroyed."""
    if not me.on(fight.attacker):
        return []
    return [card for card in fight.killed if game.face(card).unit and fight.fallen[card][1] != me.seat]


def dead_commons(pos: Position, seat: int) -> list[int]:
    return [
        card
        for card in pos.state.seats[seat].discard
        if pos.face(card).type == "common" and pos.face(card).faction == FACTION
    ]


def rise(game: Game, seat: int, card: int, space: board.Space) -> None:
    """From the discard pile onto the battlefield: no summoning."""
    game.state.seats[seat].discard.remove(card)
    game.enter(card, space, seat)
    text = words("{card} rises on {space}", card=Text(game.face(card).name), space=board.name(space).upper())
    game.tell("summoned", text, seat=seat, card=card, to=board.name(space), face=game.face(card).id)


@ability
class RaiseTheDead(Effect):
    """In place of an attack; while the Legions of the Dead march, up to three for three magic."""

    name = "Raise the Dead"

    def _can(self, pos: Position, me: Source) -> list[int]:
        """How many may be raised for what: [(commons, magic)] that can be paid."""
        assert me.piece is not None
        magic = len(pos.state.seats[me.seat].magic)
        if not dead_commons(pos, me.seat) or not pos.empty(board.neighbours(me.piece.at)):
            return []
        legions = any(each.effect == "legions_of_the_dead" and each.seat == me.seat for each in pos.state.lasting)
        return [n for n, price in ((1, 2), (3, 3)) if price <= magic and (n == 1 or legions)]

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if self._can(pos, me) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        most = max(self._can(game, me))
        game.pay(me.seat, 3 if most == 3 else 2)
        for _ in range(most):
            free = sorted(game.empty(board.neighbours(me.piece.at)))
            if not free:
                break
            question = words("Raise the Dead: who rises?")
            card = yield from game.choose_card(me.seat, question, dead_commons(game, me.seat), may_stop=most == 3)
            if card is None:
                break
            where = words("Where does {card} rise?", card=Text(game.face(card).name))
            space = yield from game.choose_space(me.seat, where, free)
            assert space is not None
            rise(game, me.seat, card, space)


@ability
class LifeDrain(Effect):
    name = "Life Drain"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece = fight.attacker
        if me.on(piece) and game.in_play(piece) and any(game.face(card).unit for card in fight.killed) and piece.wounds:
            game.heal(piece, 1)
        yield from ()


@ability
class SummonedByBlood(Effect):
    name = "Summoned by Blood"
    each = 2

    def _victims(self, pos: Position, seat: int) -> list[Piece]:
        return [piece for piece in pos.units(seat) if pos.is_troop(piece)]

    def discount(self, pos: Position, seat: int, card: int) -> int:
        return min(pos.face(card).cost, self.each * len(self._victims(pos, seat)))

    def paying(self, game: Game, seat: int, card: int) -> Rule[int]:
        cost = game.face(card).cost
        while cost and (victims := self._victims(game, seat)):
            enough = cost <= len(game.state.seats[seat].magic)
            form = "Summoned by Blood: whose life pays for {card}? It costs {cost} now."
            question = words(form, card=Text(game.face(card).name), cost=cost)
            piece = yield from game.choose_piece(seat, question, victims, may_stop=enough)
            if piece is None:
                break
            game.discard(piece, words("{card} gives its blood", card=game.label(piece)))
            cost = max(0, cost - self.each)
        return cost


@ability
class Fear(Effect):
    name = "Fear"

    def approached(self, game: Game, me: Source, piece: Piece) -> None:
        assert me.piece is not None
        scared = piece.controller != me.seat and game.is_common(piece) and piece in game.beside(me.piece.at)
        if scared and game.chance(me.piece, self.name, 5):
            game.discard(piece, words("{card} flees from {who}", card=game.label(piece), who=game.label(me.piece)))


@ability
class SoulHarvest(Effect):
    """What it destroys lies under it, a die for each."""

    name = "Soul Harvest"

    def slain(self, game: Game, me: Source, seat: int, piece: Piece, by: Piece | None) -> bool:
        if by is None or not me.on(by) or not game.is_unit(piece) or not game.in_play(by):
            return False
        by.under.append(piece.card)
        text = words("{card} is destroyed; its soul stays with {who}", card=Text(game.face(piece).name), who=game.label(by))
        game.tell("destroyed", text, seat=seat, card=piece.card, at=board.name(piece.at), face=game.face(piece).id)
        return True

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return len(attacker.under) if me.on(attacker) else 0


@ability
class MagicLocked(Effect):
    name = "Magic Locked"

    def slain(self, game: Game, me: Source, seat: int, piece: Piece, by: Piece | None) -> bool:
        if not me.on(piece) or not game.chance(piece, self.name, 3):
            return False
        game.state.seats[piece.controller].discard.append(piece.card)
        game.tell(
            "destroyed", words("{card} is destroyed and yields no magic", card=Text(game.face(piece).name)),
            seat=seat, card=piece.card, at=board.name(piece.at), face=game.face(piece).id,
        )  # fmt: skip
        return True


@ability
class Infect(Effect):
    name = "Infect"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        for card in enemies_killed(game, me, fight):
            space = fight.fallen[card][0]
            dead = [each for each in game.state.seats[me.seat].discard if game.face(each).id == ZOMBIE]
            if dead and game.at(space) is None:
                question = words("Infect: does a Zombie Warrior rise on {space}?", space=board.name(space).upper())
                if (yield from game.agrees(me.seat, question)):
                    rise(game, me.seat, dead[0], space)


@ability
class SpiritDrain(Effect):
    name = "Spirit Drain"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        for _ in enemies_killed(game, me, fight):
            if game.state.seats[game.other(me.seat)].magic:
                game.steal(me.seat, 1)
        yield from ()


@ability
class DeathCurse(Effect):
    name = "Death Curse"

    def slain(self, game: Game, me: Source, seat: int, piece: Piece, by: Piece | None) -> bool:
        if (
            me.on(piece)
            and by is not None
            and by.controller != me.seat
            and game.chance(piece, self.name, 3)
            and game.in_play(by)
        ):
            game.wound(me.seat, [(by, 1)])
        return False


@ability
class Possess(Effect):
    name = "Possess"

    def after_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        if not me.on(piece):
            return
        near = [each for each in game.beside(piece.at) if game.is_troop(each) and each.controller != me.seat]
        taken = yield from game.choose_piece(me.seat, words("Possess: whose body does it try to take?"), near, may_stop=True)
        if taken is not None and game.chance(piece, self.name, 6):
            game.discard(piece, words("{card} becomes one with {who}", card=game.label(piece), who=game.label(taken)))
            taken.controller = me.seat
            game.state.borrowed[:] = [each for each in game.state.borrowed if each.card != taken.card]
            text = words("{card} obeys {side} now", card=game.label(taken), side=game.side_name(me.seat))
            game.tell("conscripted", text, card=taken.card)


@ability
class Undying(Effect):
    """On five or more it comes back beside the one who destroyed it, with a wound; where, its player need not be asked."""

    name = "Undying"

    def slain(self, game: Game, me: Source, seat: int, piece: Piece, by: Piece | None) -> bool:
        if not me.on(piece) or by is None or not game.chance(piece, self.name, 5) or not game.in_play(by):
            return False
        free = game.empty(board.neighbours(by.at))
        if not free:
            return False
        space = piece.at if piece.at in free else min(free, key=lambda each: (board.distance(each, piece.at), each))
        again = game.enter(piece.card, space, piece.controller)
        again.wounds = 1
        text = words("{card} does not stay dead: it stands on {space}", card=Text(game.face(piece).name),
                     space=board.name(space).upper())  # fmt: skip
        game.tell("summoned", text, seat=me.seat, card=piece.card, to=board.name(space), face=game.face(piece).id)
        return True


# ---- events
@event
class DarkSacrifice(Effect):
    name = "dark_sacrifice"

    def _victims(self, pos: Position, seat: int) -> list[Piece]:
        return [piece for piece in pos.units(seat) if pos.is_troop(piece)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._victims(pos, seat) else refuse("SW-EVPH-06", "you have no common or champion to sacrifice")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        while victims := self._victims(game, seat):
            piece = yield from game.choose_piece(seat, words("Dark Sacrifice: who is destroyed?"), victims, may_stop=True)
            if piece is None:
                return
            game.destroy(seat, piece)
            hurt = [each for each in game.units(seat) if game.face(each).type == "champion" and each.wounds]
            healed = yield from game.choose_piece(seat, words("Dark Sacrifice: which champion is healed?"), hurt)
            if healed is not None:
                game.heal(healed, 1)


@event
class LegionsOfTheDead(Effect):
    name = "legions_of_the_dead"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        summoner = pos.summoner(seat)
        if summoner is not None and pos.effect_of(summoner, RaiseTheDead.name) is not None:
            return None
        return refuse("SW-EVPH-06", "your Summoner cannot raise the dead")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.state.lasting.append(Lasting(self.name, seat, "turn"))
        yield from ()


@event
class ForcedSummon(Effect):
    name = "forced_summon"
    less = 5

    def _champions(self, pos: Position, seat: int) -> list[int]:
        magic = len(pos.state.seats[seat].magic)
        found = []
        for card in pos.state.seats[seat].hand:
            face = pos.face(card)
            if face.type == "champion" and max(0, face.cost - self.less) <= magic and pos.summoning_spaces(seat, card):
                found.append(card)
        return found

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if not self._champions(pos, seat):
            return refuse("SW-EVPH-06", "no champion in your hand can be summoned so")
        return None

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        summoner = game.summoner(seat)
        assert summoner is not None
        picked = yield from game.choose_card(seat, words("Forced Summon: which champion?"), self._champions(game, seat))
        assert picked is not None
        question = words("Where is {card} summoned?", card=Text(game.face(picked).name))
        space = yield from game.choose_space(seat, question, game.summoning_spaces(seat, picked))
        assert space is not None
        game.wound(seat, [(summoner, 2)])
        yield from summoning.summon(game, seat, picked, space, cost=max(0, game.face(picked).cost - self.less))
