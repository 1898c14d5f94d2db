"""Cave Goblins. What their Fighter can do is not known but for a hint: that part is of our own design."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import counted, words
from engine.summoner_wars import attack, movement
from engine.summoner_wars.abilities.shared import strike_again
from engine.summoner_wars.effects import Effect, Fight, Source, ability, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.position import STEPS, Position
from engine.summoner_wars.state import Lasting, Piece

FACTION = "cave_goblins"


def goblins(pos: Position, seat: int) -> list[Piece]:
    return [piece for piece in pos.units(seat) if pos.of_faction(piece, FACTION)]


def cheap(pos: Position, seat: int) -> list[Piece]:
    """Goblins that cost nothing to summon; a Summoner has no cost at all."""
    return [piece for piece in goblins(pos, seat) if pos.face(piece).cost == 0 and pos.is_troop(piece)]


@ability
class Sly(Effect):
    name = "Sly"

    def turn_ends(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        others = [piece for piece in goblins(game, me.seat) if piece is not me.piece]
        question = words("Sly: with whom does {card} change places?", card=game.label(me.piece))
        piece = yield from game.choose_piece(me.seat, question, others, may_stop=True)
        if piece is not None:
            game.swap(me.piece, piece)


@ability
class MagicAugmentation(Effect):
    """Cards from the top of the Magic Pile under him, each worth a die, four dice at most. His player feeds him before his
    attack; the opponent could as well, and never has a reason to."""

    name = "Magic Augmentation"
    most = 4

    def affects(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece = fight.attacker
        if not me.on(piece):
            return
        magic = game.state.seats[me.seat].magic
        most = min(self.most - len(piece.under), len(magic))
        if most <= 0:
            return
        question = words("Magic Augmentation: how many cards of your Magic Pile go under {card}?", card=game.label(piece))
        count = yield from game.wants(me.seat, question, most)
        for _ in range(count):
            piece.under.append(magic.pop())
        text = counted(
            count, "{n} card of magic goes under {card}", "{n} cards of magic go under {card}", card=game.label(piece)
        )
        game.tell("fed", text, card=piece.card, count=count)

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        return min(self.most, len(attacker.under)) if me.on(attacker) else 0


@ability
class Taskmaster(Effect):
    name = "Taskmaster"

    def die_bonus(self, pos: Position, me: Source, attacker: Piece) -> int:
        assert me.piece is not None
        return int(attacker.controller == me.seat and attacker in pos.within(me.piece, 3, goblins(pos, me.seat)))


@ability
class FeedTheEater(Effect):
    name = "Feed the Eater"

    def attacks_end(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        near = [each for each in game.beside(me.piece.at) if game.is_common(each)]
        if not near:
            game.discard(me.piece, words("{card} finds nothing to eat and goes away", card=game.label(me.piece)))
            return
        question = words("Feed the Eater: which common is eaten?")
        eaten = yield from game.choose_piece(me.seat, question, near)
        assert eaten is not None
        game.destroy(me.seat, eaten)


@ability
class Dogpile(Effect):
    """Designed: a Fighter beside a card that another Fighter of the same side has attacked in this phase may attack it too,
    beyond the three attacks; twice a turn."""

    name = "Dogpile"
    most = 2

    def extra_attack(self, pos: Position, me: Source, piece: Piece) -> bool:
        turn = pos.state.turn
        if not me.on(piece) or turn.used.count("extra attack") >= self.most:
            return False
        struck = {
            target for attacker, target in turn.struck
            if attacker != piece.card and pos.state.cards[attacker].face == pos.face(piece).id
        }  # fmt: skip
        return any(each.card in struck for each in pos.beside(piece.at))

    def only(self, pos: Position, me: Source, piece: Piece) -> list[int] | None:
        """Whom an extra attack may be made at."""
        turn = pos.state.turn
        if not me.on(piece) or turn.attacks < attack.ATTACKS + turn.more_attacks:
            return None
        return [
            target for attacker, target in turn.struck
            if attacker != piece.card and pos.state.cards[attacker].face == pos.face(piece).id
        ]  # fmt: skip


# ---- reinforcements
@ability
class Tireless(Effect):
    name = "Tireless"

    def stays(self, pos: Position, me: Source, piece: Piece) -> bool:
        return me.on(piece)

    def movement_ends(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        yield from movement.offer_move(game, me.piece, 3, words("Tireless"))


@ability
class Relentless(Effect):
    name = "Relentless"

    def rests(self, pos: Position, me: Source, piece: Piece) -> bool:
        return me.on(piece)

    def attacks_end(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        yield from strike_again(game, me.piece, words("Relentless: whom does {card} attack?", card=game.label(me.piece)))


@ability
class Curse(Effect):
    name = "Curse"

    def turn_starts(self, game: Game, me: Source) -> Rule[None]:
        assert me.piece is not None
        near = [each for each in game.beside(me.piece.at) if game.is_unit(each)]
        piece = yield from game.choose_piece(me.seat, words("Curse: which unit gets a wound?"), near, may_stop=True)
        if piece is not None:
            game.wound(me.seat, [(piece, 1)])


@ability
class ScaleWall(Effect):
    name = "Scale Wall"

    def needs(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        return 4 if me.on(target) and any(pos.is_wall(each) for each in pos.beside(target.at)) else 0

    def passes(self, pos: Position, me: Source, piece: Piece, over: Piece) -> bool:
        return me.on(piece) and pos.is_wall(over)


# ---- events
@event
class GoblinRage(Effect):
    """Swift Strike for every Goblin that costs nothing: once a turn, after attacking, one attack more at once."""

    name = "goblin_rage"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.state.lasting.append(Lasting(self.name, seat, "turn"))
        yield from ()

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        piece = fight.attacker
        mark = f"rage {piece.card}"
        if mark in game.turn.used or not game.in_play(piece) or piece not in cheap(game, me.seat) or game.frozen(piece):
            return
        game.turn.used.append(mark)
        yield from strike_again(
            game, piece, words("Goblin Rage: whom does {card} attack once more?", card=game.label(piece))
        )


@event
class GoblinHordeAttack(Effect):
    name = "goblin_horde_attack"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.state.lasting.append(Lasting(self.name, seat, "turn"))
        yield from ()

    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        gang = goblins(pos, me.seat)
        if target is None or attacker not in gang or pos.frozen(attacker):
            return 0
        return sum(1 for each in pos.beside(target.at) if each in gang and each is not attacker and each is not target)


@event
class GoblinRush(Effect):
    name = "goblin_rush"

    def _able(self, pos: Position, seat: int) -> list[Piece]:
        return [piece for piece in cheap(pos, seat) if movement.held(pos, piece) is None]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._able(pos, seat) else refuse("SW-EVPH-06", "no Goblin of cost 0 can be moved")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        moved: list[int] = []
        while len(moved) < 3:
            left = [piece for piece in self._able(game, seat) if piece.card not in moved]
            piece = yield from game.choose_piece(seat, words("Goblin Rush: who moves?"), left, may_stop=True)
            if piece is None:
                return
            moved.append(piece.card)
            yield from movement.offer_move(game, piece, STEPS, words("Goblin Rush"))


@event
class GoblinInvincibility(Effect):
    name = "goblin_invincibility"

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        game.state.lasting.append(Lasting(self.name, seat, "own start"))
        yield from ()

    def needs(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        return 6 if attacker.controller != me.seat and target in goblins(pos, me.seat) else 0
