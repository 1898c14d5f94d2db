"""Cloaks."""

from __future__ import annotations

from engine.core.orders import Order
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board, movement
from engine.summoner_wars.abilities.jungle_elves import through_units
from engine.summoner_wars.abilities.shared import given_up
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Use
from engine.summoner_wars.position import BOW, GAINED, STEPS, Position
from engine.summoner_wars.state import Borrowed, Lasting, Piece

FACTION = "cloaks"


@ability
class MasterOfTheArt(Effect):
    name = "Master of the Art"

    def _masters(self, pos: Position, me: Source) -> list[Piece]:
        return [piece for piece in pos.units() if pos.of_faction(piece, FACTION) and piece is not me.piece]

    def event_uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        mark = f"art {me.piece.card}"
        if mark in pos.state.turn.used or not self._masters(pos, me):
            return []
        return [Use(me.piece.card, self.name)]

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        game.turn.used.append(f"art {me.piece.card}")
        question = words("Master of the Art: whose art does {card} use this turn?", card=game.label(me.piece))
        piece = yield from game.choose_piece(me.seat, question, self._masters(game, me))
        assert piece is not None
        learned = game.face(piece).ability
        game.state.lasting.append(Lasting(f"{GAINED}{learned}", me.seat, "turn", [me.piece.card]))
        text = words("{card} uses {ability} this turn", card=game.label(me.piece), ability=Text(learned))
        game.tell("gained", text, card=me.piece.card)


@ability
class Blindside(Effect):
    name = "Blindside"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        enemy = fight.target
        hurt = me.on(fight.attacker) and fight.wounds.get(enemy.card) and game.in_play(enemy)
        if not hurt or enemy.controller == me.seat or not game.is_unit(enemy) or enemy not in game.beside(fight.attacker.at):
            return
        others = [each for each in game.units(me.seat) if game.face(each).id == "scrapper" and each is not fight.attacker]
        free = sorted(game.empty(board.neighbours(enemy.at)))
        if not free:
            return
        piece = yield from game.choose_piece(me.seat, words("Blindside: which Scrapper comes up?"), others, may_stop=True)
        if piece is not None:
            space = yield from game.choose_space(me.seat, words("Where is it placed?"), free)
            assert space is not None
            game.place(piece, space)


@ability
class Steal(Effect):
    """On the opponent's back row at the end of the turn; the card that is stolen is the opponent's choice, as ordered."""

    name = "Steal"

    def turn_ends(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        if me.piece.at[1] != board.back_row(game.other(me.seat)):
            return
        question = words("Steal: where is {card} placed? Without a space it is destroyed.", card=game.label(me.piece))
        space = yield from game.choose_space(me.seat, question, game.summoning_spaces(me.seat), may_stop=True)
        if space is not None:
            game.place(me.piece, space)
        else:
            game.destroy(me.seat, me.piece)
        card = given_up(game, game.other(me.seat))
        if card is not None:
            game.state.seats[game.other(me.seat)].hand.remove(card)
            game.state.seats[me.seat].magic.append(card)
            text = words("{side} steals a card from the other's hand for the Magic Pile", side=game.side_name(me.seat))
            game.tell("stole", text, seat=me.seat, count=1)


@ability
class FatalSlash(Effect):
    name = "Fatal Slash"

    def judged(self, pos: Position, me: Source, fight: Fight, target: Piece, hits: int, misses: int) -> int:
        if not me.on(fight.attacker) or not pos.is_unit(target) or target not in pos.beside(fight.attacker.at):
            return hits
        need, bonus = pos.needed(fight.attacker, target), pos.die_bonus(fight.attacker)
        return hits + 2 * sum(face + bonus >= 6 and face >= need for face in fight.faces)


@ability
class SniperShot(Effect):
    name = "Sniper Shot"

    def reach(self, pos: Position, me: Source, piece: Piece) -> int:
        return 5 if me.on(piece) and pos.state.turn.moved.get(piece.card, 0) <= 1 else 0


@ability
class AerialStrike(Effect):
    name = "Aerial Strike"

    def after_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        if not me.on(piece):
            return
        near = game.within(piece, 3, [each for each in game.state.field if game.is_common(each)])
        target = yield from game.choose_piece(me.seat, words("Aerial Strike: at which common?"), near, may_stop=True)
        if target is not None and game.chance(piece, self.name, 4):
            game.wound(me.seat, [(target, 1)])


@ability
class Illusionist(Effect):
    """A common or champion that misses with a die must be paid for, or wounds nobody. Whoever attacks is on turn."""

    name = "Illusionist"

    def dice_fell(self, game: Game, me: Source, fight: Fight, piece: Piece) -> Rule[bool]:
        if not me.on(piece) or not fight.misses or not game.is_troop(fight.attacker):
            return False
        payer = fight.attacker.controller
        if not game.state.seats[payer].magic:
            return True
        question = words("Illusionist: do you pay 1 magic, or are the wounds ignored?")
        if (yield from game.agrees(payer, question)):
            game.pay(payer, 1)
            return False
        return True


@ability
class Escape(Effect):
    name = "Escape"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece = fight.attacker
        if not me.on(piece) or not game.in_play(piece) or not game.state.seats[me.seat].magic:
            return
        if movement.held(game, piece) is None and (yield from game.agrees(me.seat, words("Escape: pay 1 magic to move?"))):
            game.pay(me.seat, 1)
            yield from movement.offer_move(game, piece, STEPS, words("Escape"))


@ability
class Charm(Effect):
    name = "Charm"

    def _charmed(self, pos: Position, me: Source) -> list[Piece]:
        assert me.piece is not None
        return [each for each in pos.in_clear_line(me.piece, 2) if pos.is_common(each) and each.controller != me.seat]

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if self._charmed(pos, me) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        piece = yield from game.choose_piece(me.seat, words("Charm: which common?"), self._charmed(game, me))
        assert piece is not None
        game.state.borrowed.append(Borrowed(piece.card, piece.controller))
        piece.controller = me.seat
        text = words("{card} obeys {side} this turn", card=game.label(piece), side=game.side_name(me.seat))
        game.tell("conscripted", text, card=piece.card)
        yield from movement.offer_move(game, piece, STEPS, words("Charm"))


COVER = Order(
    "cover",
    words("Cover"),
    words("when a unit within three spaces of The Admiral would be wounded"),
    (
        ("champions", words("he takes a champion's wounds if he lives through them")),
        ("all", words("he takes a common's or champion's wounds if he lives through them")),
        ("never", words("he takes nobody's wounds")),
    ),
)


@ability
class Cover(Effect):
    """Nobody is asked: his player has ordered it beforehand."""

    name = "Cover"

    def takes(self, game: Game, me: Source, piece: Piece, wounds: int) -> Piece | None:
        admiral = me.piece
        assert admiral is not None
        ordered = game.table.ordered(me.seat, COVER)
        covered = game.face(piece).type == "champion" or (ordered == "all" and game.is_common(piece))
        near = piece.controller == me.seat and piece in game.within(admiral, 3, [piece])
        if ordered == "never" or not covered or not near or wounds >= game.life_left(admiral):
            return None
        game.tell("covered", words("{who} takes the wounds of {card}", who=game.label(admiral), card=game.label(piece)),
                  seat=me.seat, card=piece.card)  # fmt: skip
        return admiral


@ability
class WhirlingBlade(Effect):
    name = "Whirling Blade"

    def targets(self, pos: Position, me: Source, piece: Piece) -> list[Piece]:
        return through_units(pos, piece, BOW) if me.on(piece) else []

    def affects(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        road = board.between(fight.attacker.at, fight.target.at) if me.on(fight.attacker) else None
        fight.affected += [piece for space in road or () if (piece := game.at(space)) is not None]
        yield from ()


# ---- events
@event
class Assassinate(Effect):
    name = "assassinate"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if len(pos.state.seats[seat].magic) < 2:
            return refuse("SW-EVPH-06", "it costs 2 magic")
        return None if any(map(pos.is_common, pos.state.field)) else refuse("SW-EVPH-06", "there is no common")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.pay(seat, 2)
        question = words("Assassinate: which common is destroyed?")
        piece = yield from game.choose_piece(seat, question, [each for each in game.state.field if game.is_common(each)])
        assert piece is not None
        game.destroy(seat, piece)


@event
class CloakOfShadows(Effect):
    name = "cloak_of_shadows"

    def _hidden(self, pos: Position, seat: int) -> list[Piece]:
        rich = len(pos.state.seats[seat].magic) >= 2
        return [piece for piece in pos.units(seat) if rich or pos.is_common(piece)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._hidden(pos, seat) else refuse("SW-EVPH-06", "you control no common, and others cost 2 magic")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        question = words("Cloak of Shadows: who is hidden? Champions and Summoners cost 2 magic.")
        piece = yield from game.choose_piece(seat, question, self._hidden(game, seat))
        assert piece is not None
        if not game.is_common(piece):
            game.pay(seat, 2)
        game.state.lasting.append(Lasting(self.name, seat, "own start", [piece.card]))
        game.tell("gained", words("{card} is wounded on 6 only", card=game.label(piece)), card=piece.card)

    def needs(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        assert me.lasting is not None
        return 6 if target.card in me.lasting.cards else 0


@event
class Raid(Effect):
    name = "raid"

    def _thieves(self, pos: Position, seat: int) -> list[Piece]:
        return [piece for piece in pos.units(seat) if pos.face(piece).id == "thief"]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._thieves(pos, seat) else refuse("SW-EVPH-06", "you control no Thief")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        piece = yield from game.choose_piece(seat, words("Raid: which Thief?"), self._thieves(game, seat))
        assert piece is not None
        game.state.lasting.append(Lasting(self.name, seat, "turn", [piece.card]))

    def steps(self, pos: Position, me: Source, piece: Piece) -> int:
        assert me.lasting is not None
        return 3 if piece.card in me.lasting.cards else 0


@event
class Spy(Effect):
    """The opponent's five topmost cards: two go to the bottom of the pile, one is discarded, two stay on top."""

    name = "spy"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if pos.state.seats[pos.other(seat)].draw else refuse("SW-EVPH-06", "the opponent's Draw Pile is empty")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        theirs = game.state.seats[game.other(seat)]
        seen = theirs.draw[-5:]
        game.table.close_undo(words("cards of a Draw Pile have been looked at since"))
        gone = yield from game.choose_card(seat, words("Spy: which card is discarded?"), seen)
        assert gone is not None
        seen.remove(gone)
        theirs.draw.remove(gone)
        theirs.discard.append(gone)
        text = words("{side} loses {card} from the Draw Pile", side=game.side_name(game.other(seat)),
                     card=Text(game.face(gone).name))  # fmt: skip
        game.tell("discarded", text, seat=seat, card=gone, face=game.face(gone).id)
        for _ in range(min(2, len(seen))):
            low = yield from game.choose_card(seat, words("Spy: which card goes to the bottom?"), seen)
            assert low is not None
            seen.remove(low)
            theirs.draw.remove(low)
            theirs.draw.insert(0, low)
