"""Shadow Elves."""

from __future__ import annotations

from engine.core.orders import Order
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board, movement
from engine.summoner_wars.abilities.common_events import outnumbered
from engine.summoner_wars.abilities.jungle_elves import SwiftShot
from engine.summoner_wars.abilities.shared import strike_again
from engine.summoner_wars.board import Space
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Lasting, Piece

FACTION, HUNTER = "shadow_elves", "hunter"


@ability
class OutOfShadows(Effect):
    name = "Out of Shadows"

    def turn_starts(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        if not game.enemies_beside(me.piece):
            game.turn.used.append(f"shadows {me.piece.card}")
        yield from ()

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        ready = me.on(attacker) and f"shadows {attacker.card}" in pos.state.turn.used
        return 2 if ready and target is not None and pos.is_unit(target) and target in pos.beside(attacker.at) else 0


@ability
class ShadowArrows(Effect):
    name = "Shadow Arrows"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece, mark = fight.attacker, f"arrows {fight.attacker.card}"
        killed = [card for card in fight.killed if game.face(card).unit]
        if not me.on(piece) or mark in game.turn.used or not killed or not game.in_play(piece):
            return
        space = fight.fallen[killed[0]][0]
        if game.at(space) is not None:
            return
        question = words("Shadow Arrows: does {card} take the space {space}?", card=game.label(piece),
                         space=board.name(space).upper())  # fmt: skip
        if not (yield from game.agrees(me.seat, question)):
            return
        game.turn.used.append(mark)
        game.place(piece, space)
        pays = words("Shadow Arrows: pay 1 magic to attack again?")
        if game.state.seats[me.seat].magic and game.targets(piece) and (yield from game.agrees(me.seat, pays)):
            game.pay(me.seat, 1)
            yield from strike_again(game, piece, words("Shadow Arrows: whom does {card} attack?", card=game.label(piece)))


@ability
class Scout(Effect):
    name = "Scout"

    def turn_starts(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        if me.piece.at in board.half_of(game.other(me.seat)):
            game.turn.more_moves += 1
        yield from ()


@ability
class SwiftStrike(SwiftShot):
    name = "Swift Strike"


@ability
class ShadowStep(Effect):
    """Once a turn one Hunter appears beside a Shadow Elf."""

    name = "Shadow Step"
    mark = "shadow step"

    def spaces(self, pos: Position, seat: int, card: int) -> list[Space]:
        if self.mark in pos.state.turn.used:
            return []
        elves = [piece for piece in pos.units(seat) if pos.of_faction(piece, FACTION)]
        return [space for piece in elves for space in board.neighbours(piece.at)]

    def summoned(self, game: Game, seat: int, card: int) -> Rule[None]:
        piece = game.here(card)
        if not any(game.is_wall(each) and each.controller == seat for each in game.beside(piece.at)):
            game.turn.used.append(self.mark)
        yield from ()


@ability
class Wither(Effect):
    name = "Wither"

    def attacks_end(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        if any(mark == f"withered {me.piece.card}" for mark in game.turn.used):
            return
        question = words("Wither: do you pay 1 magic? Otherwise your Summoner gets a wound.")
        summoner = game.summoner(me.seat)
        if game.state.seats[me.seat].magic and (yield from game.agrees(me.seat, question)):
            game.pay(me.seat, 1)
        elif summoner is not None:
            game.wound(me.seat, [(summoner, 1)])

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if me.on(fight.attacker) and fight.killed:
            game.turn.used.append(f"withered {fight.attacker.card}")
        yield from ()


@ability
class ReturnSpirit(Effect):
    name = "Return Spirit"

    def turn_ends(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        near = [each for each in game.beside(me.piece.at) if game.is_common(each)]
        question = words("Return Spirit: which common goes back to its player's hand?")
        piece = yield from game.choose_piece(me.seat, question, near, may_stop=True)
        if piece is not None:
            game.remove(piece)
            game.state.seats[piece.controller].hand.append(piece.card)
            text = words("{card} goes back to {side}'s hand", card=Text(game.face(piece).name),
                         side=game.side_name(piece.controller))  # fmt: skip
            game.tell("returned", text, card=piece.card, at=board.name(piece.at))


@ability
class ShadowDancer(Effect):
    """The first attack on her in a turn: one die is ignored; the best of them, so nobody need be asked."""

    name = "Shadow Dancer"

    def judged(self, pos: Position, me: Source, fight: Fight, target: Piece, hits: int, misses: int) -> int:
        mark = f"dancer {target.card}"
        if not me.on(target) or mark in pos.state.turn.used:
            return hits
        pos.state.turn.used.append(mark)
        return max(0, hits - 1)


SHADOWS = Order(
    "shadows",
    words("Shadows"),
    words("when a common or champion of yours is destroyed and you hold the event Shadows"),
    (
        ("champions", words("play it for champions")),
        ("all", words("play it for the first that is destroyed")),
        ("never", words("keep it")),
    ),
)


@event
class Shadows(Effect):
    """Played out of turn, as ordered: the destroyed unit becomes its own player's magic."""

    name = "shadows"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return refuse("SW-ABIL-03", "it is played when a unit of yours is destroyed: see your standing orders")

    def buried(self, game: Game, seat: int, piece: Piece) -> None:
        owner, face = piece.controller, game.face(piece)
        if owner == seat or face.faction != FACTION or not game.is_troop(piece):
            return
        ordered = game.table.ordered(owner, SHADOWS)
        mine = game.state.seats[owner]
        held = next((card for card in mine.hand if game.face(card).id == self.name), None)
        if held is None or ordered == "never" or (ordered == "champions" and face.type != "champion"):
            return
        mine.hand.remove(held)
        mine.discard.append(held)
        game.state.seats[seat].magic.remove(piece.card)
        mine.magic.append(piece.card)
        form = "{side} plays Shadows: {card} comes to the own Magic Pile"
        game.tell(
            "event", words(form, side=game.side_name(owner), card=Text(face.name)), seat=owner, card=held, face=self.name
        )


@event
class SummonTheNight(Effect):
    """On the opponent's next turn their units move one space at most and attack adjacent cards only."""

    name = "summon_the_night"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.state.lasting.append(Lasting(self.name, seat, "own start"))
        yield from ()

    def cap(self, pos: Position, me: Source, piece: Piece) -> int | None:
        return 1 if self._dark(pos, me, piece) else None

    def nearby(self, pos: Position, me: Source, piece: Piece) -> bool:
        return self._dark(pos, me, piece)

    def _dark(self, pos: Position, me: Source, piece: Piece) -> bool:
        return piece.controller != me.seat and pos.state.turn.seat == piece.controller


@event
class StalkingAdvance(Effect):
    name = "stalking_advance"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        moved: list[int] = []
        while True:
            left = [
                piece for piece in game.units(seat)
                if game.of_faction(piece, FACTION) and piece.card not in moved and movement.held(game, piece) is None
            ]  # fmt: skip
            piece = yield from game.choose_piece(seat, words("Stalking Advance: who moves a space?"), left, may_stop=True)
            if piece is None:
                return
            moved.append(piece.card)
            yield from movement.offer_move(game, piece, 1, words("Stalking Advance"))


@event
class IntoDarkness(Effect):
    name = "into_darkness"

    def _victims(self, pos: Position, seat: int) -> list[Piece]:
        theirs = pos.units(pos.other(seat))
        return [piece for piece in theirs if pos.is_common(piece) and pos.face(piece).cost <= 2]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if not self._victims(pos, seat):
            return refuse("SW-EVPH-06", "the opponent has no common that costs 2 or less")
        return outnumbered(pos, seat)

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        for n in range(2):
            question = words("Into Darkness: which common is discarded?")
            piece = yield from game.choose_piece(seat, question, self._victims(game, seat), may_stop=n == 1)
            if piece is None:
                return
            game.discard(piece, words("{card} vanishes into the darkness", card=game.label(piece)))
