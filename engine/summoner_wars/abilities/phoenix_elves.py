"""Phoenix Elves."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Use
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Borrowed, Lasting, Piece

FACTION = "phoenix_elves"


@ability
class FireBlast(Effect):
    name = "Fire Blast"

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if pos.in_clear_line(me.piece, 2) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        question = words("Fire Blast: which card gets two wounds?")
        target = yield from game.choose_piece(me.seat, question, game.in_clear_line(me.piece, 2))
        assert target is not None
        game.tell("blast", words("{who} blasts {card} with fire", who=game.label(me.piece), card=game.label(target)),
                  card=me.piece.card, target=target.card)  # fmt: skip
        game.wound(me.seat, [(target, 2)])


@ability
class BreathOfFlame(Effect):
    """The line need not be clear: whatever stands on it up to the chosen card is burnt, one's own cards as well."""

    name = "Breath of Flame"

    def _targets(self, pos: Position, piece: Piece) -> list[Piece]:
        return [
            each for each in pos.state.field
            if each is not piece and board.between(piece.at, each.at) is not None and board.distance(piece.at, each.at) <= 3
        ]  # fmt: skip

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if self._targets(pos, me.piece) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        question = words("Breath of Flame: as far as which card?")
        target = yield from game.choose_piece(me.seat, question, self._targets(game, me.piece))
        assert target is not None
        road = board.between(me.piece.at, target.at)
        assert road is not None
        burnt = [piece for space in road if (piece := game.at(space)) is not None] + [target]
        text = words("{who} breathes flames as far as {card}", who=game.label(me.piece), card=game.label(target))
        game.tell("blast", text, card=me.piece.card, target=target.card)
        game.wound(me.seat, [(piece, 1) for piece in burnt])


@ability
class BlazingConscription(Effect):
    name = "Blazing Conscription"

    def turn_starts(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        near = [each for each in game.beside(me.piece.at) if game.is_troop(each) and each.controller != me.seat]
        question = words("Blazing Conscription: whom does {card} take along this turn?", card=game.label(me.piece))
        taken = yield from game.choose_piece(me.seat, question, near, may_stop=True)
        if taken is not None:
            game.state.borrowed.append(Borrowed(taken.card, taken.controller))
            taken.controller = me.seat
            text = words("{card} obeys {side} this turn", card=game.label(taken), side=game.side_name(me.seat))
            game.tell("conscripted", text, card=taken.card)


@ability
class BurningBlade(Effect):
    """A wound besides the hits, also where none was rolled."""

    name = "Burning Blade"

    def more_wounds(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        return int(me.on(attacker))


@ability
class BlazeStep(Effect):
    name = "Blaze Step"

    def turn_ends(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        question = words("Blaze Step: where is {card} placed?", card=game.label(me.piece))
        space = yield from game.choose_space(me.seat, question, game.summoning_spaces(me.seat), may_stop=True)
        if space is not None:
            game.place(me.piece, space)


# ---- reinforcements
@ability
class SummonFireBeast(Effect):
    name = "Summon Fire Beast"
    cost = 2

    def _found(self, pos: Position, seat: int) -> list[int]:
        mine = pos.state.seats[seat]
        return [card for card in (*mine.hand, *mine.draw) if pos.face(card).id == "fire_beast"]

    def uses(self, pos: Position, me: Source) -> list[Use]:
        """On offer whether or not there is a Fire Beast: who watches must not learn what the hand and the pile hold."""
        assert me.piece is not None
        free = pos.empty(board.neighbours(me.piece.at))
        return [Use(me.piece.card, self.name)] if free and len(pos.state.seats[me.seat].magic) >= self.cost else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        mine = game.state.seats[me.seat]
        game.pay(me.seat, self.cost)
        found = self._found(game, me.seat)
        if found:
            card = found[0]
            (mine.hand if card in mine.hand else mine.draw).remove(card)
            question = words("Summon Fire Beast: where does it appear?")
            space = yield from game.choose_space(me.seat, question, sorted(game.empty(board.neighbours(me.piece.at))))
            assert space is not None
            game.enter(card, space, me.seat)
            text = words("A Fire Beast appears on {space}", space=board.name(space).upper())
            game.tell("summoned", text, seat=me.seat, card=card, to=board.name(space), face="fire_beast")
        else:
            game.tell("fetched", words("{side} finds no Fire Beast", side=game.side_name(me.seat)), seat=me.seat)
        mine.draw = game.table.shuffle(f"draw pile {me.seat}", mine.draw)


@ability
class GreaterFlight(Effect):
    name = "Greater Flight"

    def steps(self, pos: Position, me: Source, piece: Piece) -> int:
        return int(me.on(piece))

    def passes(self, pos: Position, me: Source, piece: Piece, over: Piece) -> bool:
        return me.on(piece)


@ability
class Riposte(Effect):
    name = "Riposte"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece = me.piece
        assert piece is not None
        struck = any(piece is each for each in fight.affected)
        if struck and game.in_play(piece) and game.in_play(fight.attacker) and fight.attacker in game.beside(piece.at):
            game.tell("riposte", words("{card} strikes back", card=game.label(piece)), seat=me.seat, card=piece.card)
            game.wound(me.seat, [(fight.attacker, 1)])
        yield from ()


@ability
class Hellfire(Effect):
    name = "Hellfire"

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)]

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        near = [each for each in game.beside(me.piece.at) if game.is_unit(each)]
        game.tell("blast", words("{card} bursts into flames", card=game.label(me.piece)), card=me.piece.card)
        game.wound(me.seat, [(piece, 1) for piece in (me.piece, *near)])
        yield from ()


# ---- events
@event
class SpiritOfThePhoenix(Effect):
    name = "spirit_of_the_phoenix"

    def _elves(self, pos: Position, seat: int) -> list[Piece]:
        return [piece for piece in pos.units(seat) if pos.of_faction(piece, FACTION)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._elves(pos, seat) else refuse("SW-EVPH-06", "you control no Phoenix Elf")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        question = words("Spirit of the Phoenix: who strikes without rolling this turn?")
        piece = yield from game.choose_piece(seat, question, self._elves(game, seat))
        assert piece is not None
        game.state.lasting.append(Lasting(self.name, seat, "turn", [piece.card]))
        game.tell("gained", words("{card} is Precise this turn", card=game.label(piece)), card=piece.card)

    def no_roll(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> bool:
        assert me.lasting is not None
        return attacker.card in me.lasting.cards and pos.is_unit(target) and not pos.frozen(attacker)


class _Burning(Effect):
    wounds = 1

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        found = any(pos.is_troop(piece) for piece in pos.state.field)
        return None if found else refuse("SW-EVPH-06", "there is no common or champion on the battlefield")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        question = words("{event}: whom does it burn?", event=Text(game.face(card).name))
        piece = yield from game.choose_piece(seat, question, [each for each in game.state.field if game.is_troop(each)])
        assert piece is not None
        game.wound(seat, [(piece, self.wounds)])


@event
class Burn(_Burning):
    name = "burn"


@event
class GreaterBurn(_Burning):
    name = "greater_burn"
    wounds = 2
