"""Mercenaries, who fight for any side."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board, movement
from engine.summoner_wars.abilities.shared import frozen_out, strike_again
from engine.summoner_wars.board import Space
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Use
from engine.summoner_wars.position import BOW, GAINED, STEPS, Position
from engine.summoner_wars.state import Lasting, Piece

GOLEM = "stone_golem"
MAGES = ("apprentice_mage", "rune_mage", "time_mage")


@ability
class DrawPower(Effect):
    """Once a turn, in the Event Phase: a wall near him is bled for cards."""

    name = "Draw Power"

    def _walls(self, pos: Position, piece: Piece) -> list[Piece]:
        return [each for each in pos.in_clear_line(piece, 2) if pos.is_wall(each)]

    def event_uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        ready = f"power {me.piece.card}" not in pos.state.turn.used and self._walls(pos, me.piece)
        return [Use(me.piece.card, self.name)] if ready else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        game.turn.used.append(f"power {me.piece.card}")
        wall = yield from game.choose_piece(me.seat, words("Draw Power: which wall?"), self._walls(game, me.piece))
        assert wall is not None
        count = 1 + (yield from game.wants(me.seat, words("Draw Power: how many wounds more than one?"), 1))
        game.wound(me.seat, [(wall, count)])
        game.draw_up_to(me.seat, len(game.state.seats[me.seat].hand) + count)


@ability
class MagicShot(Effect):
    """Once a turn, paid before its attack: one die more, or the attack of a bow."""

    name = "Magic Shot"
    free = True

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        ready = pos.state.seats[me.seat].magic and f"shot {me.piece.card}" not in pos.state.turn.used
        return [Use(me.piece.card, self.name)] if ready else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        game.turn.used.append(f"shot {me.piece.card}")
        game.pay(me.seat, 1)
        bow = yield from game.agrees(me.seat, words("Magic Shot: does it attack like a bow? Otherwise with one die more."))
        learned = BowForOnce.name if bow else DieForOnce.name
        game.state.lasting.append(Lasting(f"{GAINED}{learned}", me.seat, "turn", [me.piece.card]))


@ability
class BowForOnce(Effect):
    name = "Magic Shot: bow"

    def reach(self, pos: Position, me: Source, piece: Piece) -> int:
        return BOW if me.on(piece) else 0


@ability
class DieForOnce(Effect):
    name = "Magic Shot: die"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return int(me.on(attacker))


@ability
class Leap(Effect):
    name = "Leap"

    def rides(self, pos: Position, me: Source, piece: Piece) -> dict[Space, int]:
        found: dict[Space, int] = {}
        for step in board.STEPS if me.on(piece) else ():
            for n, space in enumerate(board.ray(piece.at, step, 3), 1):
                other = pos.at(space)
                if other is None:
                    found[space] = n
                elif not pos.is_unit(other):
                    break
        return found


@ability
class DarkPact(Effect):
    name = "Dark Pact"

    def before_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        if not me.on(piece):
            return
        near = [each for each in game.beside(piece.at) if game.is_unit(each)]
        target = yield from game.choose_piece(me.seat, words("Dark Pact: at which unit?"), near, may_stop=True)
        if target is not None and game.chance(piece, self.name, 4):
            game.wound(me.seat, [(target, 1)])

    def slain(self, game: Game, me: Source, seat: int, piece: Piece, by: Piece | None) -> bool:
        summoner = game.summoner(me.seat)
        if me.on(piece) and summoner is not None:
            game.wound(seat, [(summoner, 1)])
        return False


@ability
class MentalClarity(Effect):
    name = "Mental Clarity"

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if pos.state.seats[me.seat].draw else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        pile = game.state.seats[me.seat].draw
        seen = pile[-3:]
        game.table.close_undo(words("cards of a Draw Pile have been looked at since"))
        del pile[-len(seen) :]
        while seen:
            card = yield from game.choose_card(me.seat, words("Mental Clarity: which card goes back first?"), seen)
            assert card is not None
            seen.remove(card)
            question = words("Mental Clarity: does {card} go on top? Otherwise it goes to the bottom.",
                             card=Text(game.face(card).name))  # fmt: skip
            if (yield from game.agrees(me.seat, question)):
                pile.append(card)
            else:
                pile.insert(0, card)


@ability
class Siphon(Effect):
    name = "Siphon"

    def move_uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        theirs = pos.other(me.seat)
        near = any(pos.is_wall(each) and each.controller == theirs for each in pos.beside(me.piece.at))
        ready = near and pos.state.seats[theirs].magic and not pos.state.turn.moved.get(me.piece.card)
        return [Use(me.piece.card, self.name)] if ready else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        game.steal(me.seat, 1)
        yield from ()


@ability
class Reach(Effect):
    name = "Reach"

    def targets(self, pos: Position, me: Source, piece: Piece) -> list[Piece]:
        if not me.on(piece):
            return []
        spaces = [(piece.at[0] + dx, piece.at[1] + dy) for dx, dy in board.DIAGONALS]
        return [each for each in pos.state.field if each.at in spaces]

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return int(me.on(attacker) and target is not None and target in pos.beside(attacker.at))


@ability
class Slow(Effect):
    name = "Slow"

    def disarms(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        return frozen_out(pos, piece) if me.on(piece) and pos.state.turn.moved.get(piece.card, 0) > 1 else None


@ability
class StolenArmor(Effect):
    """The wall beside which it appears loses three lives, if it has as many."""

    name = "Stolen Armor"

    def summoned(self, game: Game, seat: int, card: int) -> Rule[None]:
        near = game.beside(game.here(card).at)
        walls = [each for each in near if game.is_wall(each) and each.controller == seat and game.life_left(each) >= 3]
        wall = yield from game.choose_piece(seat, words("Stolen Armor: which wall?"), walls)
        if wall is not None:
            game.wound(seat, [(wall, 3)])


@ability
class Blink(Effect):
    name = "Blink"

    def rides(self, pos: Position, me: Source, piece: Piece) -> dict[Space, int]:
        if not me.on(piece):
            return {}
        far = {space: max(abs(space[0] - piece.at[0]), abs(space[1] - piece.at[1])) for space in pos.empty(board.SPACES)}
        return {space: steps for space, steps in far.items() if steps <= STEPS}


@ability
class Plague(Effect):
    name = "Plague"

    def after_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        if me.on(piece):
            near = [each for each in game.beside(piece.at) if game.is_unit(each)]
            game.wound(me.seat, [(each, 1) for each in near if game.chance(piece, self.name, 5)])
        yield from ()


@ability
class RepellingStench(Effect):
    name = "Repelling Stench"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if not me.on(fight.attacker) or not game.in_play(fight.attacker):
            return
        moved: list[int] = []
        while True:
            left = [
                each for each in game.enemies_beside(fight.attacker)
                if each.card not in moved and game.empty(board.neighbours(each.at))
            ]  # fmt: skip
            enemy = yield from game.choose_piece(me.seat, words("Repelling Stench: who moves away?"), left, may_stop=True)
            if enemy is None:
                return
            moved.append(enemy.card)
            question = words("Where does {card} go?", card=game.label(enemy))
            space = yield from game.choose_space(me.seat, question, sorted(game.empty(board.neighbours(enemy.at))))
            assert space is not None
            movement.go(game, enemy, space, 1)


@ability
class Blur(Effect):
    name = "Blur"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece, mark = fight.attacker, f"blur {fight.attacker.card}"
        enemy = game.is_common(fight.target) and fight.target.controller != me.seat
        if not me.on(piece) or not enemy or mark in game.turn.used or not game.in_play(piece):
            return
        if game.state.seats[me.seat].magic and (yield from game.agrees(me.seat, words("Blur: pay 1 magic to go on?"))):
            game.turn.used.append(mark)
            game.pay(me.seat, 1)
            yield from movement.offer_move(game, piece, STEPS, words("Blur"))
            yield from strike_again(game, piece, words("Blur: whom does {card} attack?", card=game.label(piece)))


@ability
class RuneMaster(Effect):
    name = "Rune Master"

    def _walls(self, pos: Position, piece: Piece) -> list[Piece]:
        return [each for each in pos.beside(piece.at) if pos.is_wall(each)]

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if self._walls(pos, me.piece) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        wall = yield from game.choose_piece(me.seat, words("Rune Master: which wall?"), self._walls(game, me.piece))
        assert wall is not None
        game.wound(me.seat, [(wall, 1)])
        mine = game.state.seats[me.seat]
        if mine.discard:
            mine.magic.append(mine.discard.pop())
            text = words("{side} takes the top card of the discard pile for magic", side=game.side_name(me.seat))
            game.tell("built", text, seat=me.seat)


@ability
class BodyGuard(Effect):
    name = "Body Guard"

    def _near(self, game: Game, me: Source) -> bool:
        summoner = game.summoner(me.seat)
        assert me.piece is not None
        return summoner is not None and board.distance(summoner.at, me.piece.at) <= 2

    def turn_starts(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        if not self._near(game, me):
            game.wound(me.seat, [(me.piece, 2)])
        yield from ()

    def turn_ends(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        if self._near(game, me):
            yield from movement.offer_move(game, me.piece, STEPS, words("Body Guard"))


@ability
class Gore(Effect):
    """A charge of three spaces straight on; only the whole of it gives a die."""

    name = "Gore"

    def rides(self, pos: Position, me: Source, piece: Piece) -> dict[Space, int]:
        return movement.straight(pos, piece, 3) if me.on(piece) else {}

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return int(me.on(attacker) and pos.state.turn.moved.get(attacker.card) == 3)


@ability
class Regenerate(Effect):
    name = "Regenerate"

    def after_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        if not me.on(piece) or not piece.wounds or not game.state.seats[me.seat].magic:
            return
        if (yield from game.agrees(me.seat, words("Regenerate: pay 1 magic to remove a wound?"))):
            game.pay(me.seat, 1)
            game.heal(piece, 1)


@ability
class Grapple(Effect):
    """The ability itself is what lasts, on the common that is held."""

    name = "Grapple"

    def turn_ends(self, game: Game, me: Source) -> Rule[None]:
        if me.piece is None:
            return
        near = [each for each in game.beside(me.piece.at) if game.is_common(each)]
        held = yield from game.choose_piece(me.seat, words("Grapple: whom does he hold?"), near, may_stop=True)
        if held is not None:
            game.state.lasting.append(Lasting(self.name, me.seat, "own start", [held.card, me.piece.card]))
            game.tell("gained", words("{card} is held fast", card=game.label(held)), card=held.card)

    def turn_starts(self, game: Game, me: Source) -> Rule[None]:
        if me.lasting is not None:
            held, by = (game.piece(card) for card in me.lasting.cards)
            if held is not None and by is not None and held in game.beside(by.at):
                game.wound(me.seat, [(held, 1)])
        yield from ()

    def holds(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        return self._held(pos, me, piece)

    def disarms(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        return self._held(pos, me, piece)

    def _held(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        if me.lasting is None or piece.card != me.lasting.cards[0]:
            return None
        return refuse("SW-ABIL-03", "{card} is held fast", card=pos.label(piece))


@ability
class Wisdom(Effect):
    name = "Wisdom"

    def hand_size(self, pos: Position, me: Source) -> int:
        return 7


@ability
class CursedBlade(Effect):
    name = "Cursed Blade"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if me.on(fight.attacker) and game.in_play(fight.attacker):
            game.wound(me.seat, [(fight.attacker, 1)])
        yield from ()


@ability
class MageMaster(Effect):
    name = "Mage Master"

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        assert me.piece is not None
        mage = pos.face(attacker).id in MAGES and attacker.controller == me.seat
        return int(mage and attacker in pos.within(me.piece, 2, [attacker]))


@ability
class Disguised(Effect):
    name = "Disguised"

    def over(self, pos: Position, seat: int, card: int) -> list[Piece]:
        return [piece for piece in pos.units(seat) if pos.is_common(piece)]


@ability
class Prey(Effect):
    name = "Prey"

    def _prey(self, pos: Position, me: Source) -> list[Piece]:
        return [
            each for each in pos.units(pos.other(me.seat))
            if pos.is_common(each) and each.wounds and pos.empty(board.neighbours(each.at))
        ]  # fmt: skip

    def move_uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if self._prey(pos, me) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        prey = yield from game.choose_piece(me.seat, words("Prey: whom does he hunt?"), self._prey(game, me))
        assert prey is not None
        question = words("Prey: where does he appear?")
        space = yield from game.choose_space(me.seat, question, sorted(game.empty(board.neighbours(prey.at))))
        assert space is not None
        game.place(me.piece, space)


@ability
class CleanShot(Effect):
    name = "Clean Shot"

    def attacks_end(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        if game.enemies_beside(me.piece):
            return
        question = words("Clean Shot: which card gets a wound?")
        target = yield from game.choose_piece(me.seat, question, game.in_clear_line(me.piece, 3), may_stop=True)
        if target is not None:
            game.wound(me.seat, [(target, 1)])


@ability
class ShadowSummon(Effect):
    name = "Shadow Summon"

    def turn_ends(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        question = words("Shadow Summon: does {card} go back to your hand, unhurt?", card=game.label(me.piece))
        if (yield from game.agrees(me.seat, question)):
            game.remove(me.piece)
            game.state.seats[me.seat].hand.append(me.piece.card)
            text = words(
                "{card} goes back to {side}'s hand", card=Text(game.face(me.piece).name), side=game.side_name(me.seat)
            )
            game.tell("returned", text, card=me.piece.card, at=board.name(me.piece.at))


@ability
class ManipulateDestiny(Effect):
    """Beside anybody's wall: the top card of that player's Draw Pile is looked at and put elsewhere."""

    name = "Manipulate Destiny"

    def _whose(self, pos: Position, piece: Piece) -> list[int]:
        near = {each.controller for each in pos.beside(piece.at) if pos.is_wall(each)}
        return sorted(seat for seat in near if pos.state.seats[seat].draw)

    def uses(self, pos: Position, me: Source) -> list[Use]:
        assert me.piece is not None
        return [Use(me.piece.card, self.name)] if self._whose(pos, me.piece) else []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        assert me.piece is not None
        whose = self._whose(game, me.piece)
        seat = whose[0]
        if len(whose) > 1 and (yield from game.agrees(me.seat, words("Manipulate Destiny: your own pile?"))):
            seat = me.seat
        elif len(whose) > 1:
            seat = game.other(me.seat)
        pile = game.state.seats[seat]
        game.table.close_undo(words("cards of a Draw Pile have been looked at since"))
        card = pile.draw[-1]
        text = words("You see {card}", card=Text(game.face(card).name))
        game.tell("looked", text, seat=me.seat, only=me.seat, card=card)
        face = Text(game.face(card).name)
        if (yield from game.agrees(me.seat, words("Does {card} go to its player's hand?", card=face))):
            pile.hand.append(pile.draw.pop())
        elif (yield from game.agrees(me.seat, words("Does {card} go to its player's Magic Pile?", card=face))):
            pile.magic.append(pile.draw.pop())
        else:
            pile.discard.append(pile.draw.pop())
        told = words("The top card of {side}'s Draw Pile is put elsewhere", side=game.side_name(seat))
        game.tell("destiny", told, seat=me.seat)


@ability
class KnockAround(Effect):
    name = "Knock Around"

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        target = fight.target
        struck = me.on(fight.attacker) and fight.wounds.get(target.card) and game.in_play(target) and game.is_unit(target)
        if struck:
            question = words("Knock Around: where does {card} land?", card=game.label(target))
            spaces = sorted(movement.straight(game, target, 3))
            space = yield from game.choose_space(me.seat, question, spaces, may_stop=True)
            if space is not None:
                movement.go(game, target, space, board.distance(space, target.at))


# ---- events
@event
class MagicPulse(Effect):
    """Cards of the hand become magic, and each gives the Summoner a die this turn."""

    name = "magic_pulse"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        mine, summoner = game.state.seats[seat], game.summoner(seat)
        assert summoner is not None
        while mine.hand:
            question = words("Magic Pulse: which card becomes magic?")
            picked = yield from game.choose_card(seat, question, mine.hand, may_stop=True)
            if picked is None:
                return
            mine.hand.remove(picked)
            mine.magic.append(picked)
            game.tell("built", words("{side} puts a card on the Magic Pile", side=game.side_name(seat)), seat=seat)
            game.state.lasting.append(Lasting(self.name, seat, "turn", [summoner.card]))

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        assert me.lasting is not None
        return int(attacker.card in me.lasting.cards)


@event
class WallTransference(Effect):
    name = "wall_transference"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if pos.walls(seat) else refuse("SW-EVPH-06", "you control no wall")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        wall = yield from game.choose_piece(seat, words("Wall Transference: which wall?"), game.walls(seat))
        assert wall is not None
        space = yield from game.choose_space(seat, words("Where is it placed?"), sorted(game.empty(board.half_of(seat))))
        assert space is not None
        game.place(wall, space)


@event
class ReformStone(Effect):
    name = "reform_stone"

    def _stones(self, pos: Position) -> list[int]:
        return [
            card for mine in pos.state.seats for card in mine.discard
            if pos.face(card).type == "wall" or pos.face(card).id == GOLEM
        ]  # fmt: skip

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._stones(pos) else refuse("SW-EVPH-06", "no discard pile holds a wall or a Stone Golem")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        picked = yield from game.choose_card(seat, words("Reform Stone: which card?"), self._stones(game))
        assert picked is not None
        space = yield from game.choose_space(seat, words("Where is it placed?"), sorted(game.empty(board.half_of(seat))))
        assert space is not None
        for mine in game.state.seats:
            if picked in mine.discard:
                mine.discard.remove(picked)
        game.enter(picked, space, seat)
        text = words("{card} stands again on {space}", card=Text(game.face(picked).name), space=board.name(space).upper())
        game.tell("walled", text, seat=seat, card=picked, to=board.name(space), face=game.face(picked).id)


@event
class FuryOfGodshome(Effect):
    """From each wall up to three wounds go over to a common or champion beside it."""

    name = "fury_of_godshome"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        for wall in list(game.state.field):
            if not game.in_play(wall) or not game.is_wall(wall) or not wall.wounds:
                continue
            near = [each for each in game.beside(wall.at) if game.is_troop(each)]
            question = words("Fury of Godshome: who gets the wounds of {card}?", card=game.label(wall))
            target = yield from game.choose_piece(seat, question, near, may_stop=True)
            if target is not None:
                count = min(3, wall.wounds)
                game.heal(wall, count)
                game.wound(seat, [(target, count)])


@event
class ChanneledSummon(Effect):
    name = "channeled_summon"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.turn.summoning = True
        game.turn.used.append(self.name)
        yield from ()
