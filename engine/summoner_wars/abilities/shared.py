"""Abilities that units of several factions have."""

from __future__ import annotations

from engine.core.events import Event
from engine.core.orders import Order
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import attack, board, movement
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


CHOICE = Order(
    "discard",
    words("Giving up a card"),
    words("when you must give up a card of your hand on the other's turn"),
    (
        ("cheapest", words("the unit that costs least, else an event")),
        ("events", words("an event or a wall, else the cheapest unit")),
        ("dearest", words("the unit that costs most, else an event")),
    ),
)


def given_up(game: Game, seat: int) -> int | None:
    """The card of the seat's hand that goes, as it has ordered; None with an empty hand. Nobody is asked."""
    hand = game.state.seats[seat].hand
    if not hand:
        return None
    ordered = game.table.ordered(seat, CHOICE)

    def place(card: int) -> tuple[bool, int, str, int]:
        face = game.face(card)
        first = not face.unit if ordered == "events" else face.unit
        return (not first, -face.cost if ordered == "dearest" else face.cost, face.id, card)

    return min(hand, key=place)


def discard_by_order(game: Game, seat: int) -> None:
    card = given_up(game, seat)
    if card is None:
        return
    game.state.seats[seat].hand.remove(card)
    game.state.seats[seat].discard.append(card)
    text = words("{side} discards {card} from the hand", side=game.side_name(seat), card=Text(game.face(card).name))
    game.table.reveal(Event("gave", text, seat, None, {"card": card, "face": game.face(card).id}))


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
class Flight(Effect):
    name = "Flight"

    def passes(self, pos: Position, me: Source, piece: Piece, over: Piece) -> bool:
        return me.on(piece)


@ability
class Swift(Effect):
    name = "Swift"

    def steps(self, pos: Position, me: Source, piece: Piece) -> int:
        return int(me.on(piece))


class Alone(Effect):
    """May go farther if it is the only card that its player moves in the Movement Phase."""

    more = 2

    def steps(self, pos: Position, me: Source, piece: Piece) -> int:
        return self.more if me.on(piece) and not pos.state.turn.phased else 0

    def after_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        if me.on(piece) and game.turn.moved.get(piece.card, 0) > STEPS:
            game.turn.moves = 99  # nobody else is moved
        yield from ()


@ability
class Sneak(Alone):
    name = "Sneak"


@ability
class GreaterSneak(Alone):
    name = "Greater Sneak"
    more = 3


class Behind(Effect):
    """More dice against an enemy unit that is farther from its own back row than the attacker is."""

    dice = 3

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        if not me.on(attacker) or target is None or target.controller == me.seat or not pos.is_unit(target):
            return 0
        row = board.back_row(pos.other(me.seat))
        return self.dice if abs(attacker.at[1] - row) < abs(target.at[1] - row) else 0


@ability
class Backstab(Behind):
    name = "Backstab"


@ability
class LesserBackstab(Behind):
    name = "Lesser Backstab"
    dice = 2


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


def strike_again(game: Game, piece: Piece, question: Text) -> Rule[bool]:
    """One more attack at once, which may be left. Returns whether it was made."""
    if not game.in_play(piece) or attack.disarmed(game, piece) is not None:
        return False
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
