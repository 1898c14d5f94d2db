"""The battlefield as rules ask about it. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.text import Text, words
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.cards import Face, cards
from engine.summoner_wars.effects import ABILITIES, Effect, sources
from engine.summoner_wars.state import Piece, War

HIT = 3  # what a die shows at least (SW-RES-03)
BOW = 3  # spaces (SW-UNIT-06)
STEPS = 2  # spaces of a move (SW-MOVE-02)
FREEZE = "freeze"
NEGATION = "chant_of_negation"
CHANNELED = "channeled_summon"
GAINED = "gained "  # before the ability's name, in what lasts


class Position:
    def __init__(self, state: War) -> None:
        self.state = state

    # ---- cards
    def face(self, card: int | Piece) -> Face:
        number = card.card if isinstance(card, Piece) else card
        return cards().faces[self.state.cards[number].face]

    def piece(self, card: int) -> Piece | None:
        """The card on the battlefield; None if it is not there."""
        return next((piece for piece in self.state.field if piece.card == card), None)

    def here(self, card: int) -> Piece:
        piece = self.piece(card)
        assert piece is not None
        return piece

    def in_play(self, piece: Piece) -> bool:
        return any(each is piece for each in self.state.field)

    def at(self, space: Space) -> Piece | None:
        return next((piece for piece in self.state.field if piece.at == space), None)

    def is_unit(self, piece: Piece) -> bool:
        """Walls are none (SW-WALL-03)."""
        return self.face(piece).unit

    def is_wall(self, piece: Piece) -> bool:
        return self.face(piece).type == "wall"

    def is_common(self, piece: Piece) -> bool:
        return self.face(piece).type == "common"

    def is_troop(self, piece: Piece) -> bool:
        """A common or a champion."""
        return self.face(piece).type in ("common", "champion")

    def of_faction(self, piece: Piece, faction: str) -> bool:
        return self.face(piece).faction == faction and self.is_unit(piece)

    def life_left(self, piece: Piece) -> int:
        return self.face(piece).life - piece.wounds

    def other(self, seat: int) -> int:
        return 1 - seat

    # ---- who is where
    def units(self, seat: int | None = None) -> list[Piece]:
        """The units that the seat controls (None: all)."""
        return [piece for piece in self.state.field if self.is_unit(piece) and seat in (None, piece.controller)]

    def walls(self, seat: int | None = None) -> list[Piece]:
        return [piece for piece in self.state.field if self.is_wall(piece) and seat in (None, piece.controller)]

    def summoner(self, seat: int) -> Piece | None:
        """The seat's own; whoever may control other cards for a while, Summoners never change sides."""
        return next(
            (piece for piece in self.state.field
             if self.face(piece).type == "summoner" and self.state.cards[piece.card].owner == seat), None,
        )  # fmt: skip

    def beside(self, space: Space) -> list[Piece]:
        """What stands on the adjacent spaces."""
        return [piece for piece in self.state.field if board.adjacent(piece.at, space)]

    def enemies_beside(self, piece: Piece) -> list[Piece]:
        return [each for each in self.beside(piece.at) if self.is_unit(each) and each.controller != piece.controller]

    def within(self, piece: Piece, spaces: int, among: Iterable[Piece]) -> list[Piece]:
        return [each for each in among if each is not piece and board.distance(each.at, piece.at) <= spaces]

    def empty(self, spaces: Iterable[Space]) -> list[Space]:
        taken = {piece.at for piece in self.state.field}
        return [space for space in spaces if space not in taken]

    def summoning_spaces(self, seat: int, card: int | None = None) -> list[Space]:
        """Empty spaces beside a wall that the seat controls (SW-SUM-07, SW-WALL-11), and where else that card may appear."""
        walls = self.walls(seat)
        if CHANNELED in self.state.turn.used:
            walls += [piece for piece in self.units(seat) if self.face(piece).id == "stone_golem"]
        spaces = {space for wall in walls for space in board.neighbours(wall.at)}
        if card is not None and self.face(card).ability:
            spaces.update(ABILITIES[self.face(card).ability].spaces(self, seat, card))
        found = self.empty(spaces)
        if card is not None and self.face(card).ability:
            found += [piece.at for piece in ABILITIES[self.face(card).ability].over(self, seat, card)]
        return sorted(found)

    def clear(self, a: Space, b: Space, spaces: int) -> bool:
        """Whether two lie on a straight line, at most so far apart, with nothing between (SW-RNG-03 to SW-RNG-05)."""
        road = board.between(a, b)
        return road is not None and board.distance(a, b) <= spaces and len(self.empty(road)) == len(road)

    def in_clear_line(self, piece: Piece, spaces: int) -> list[Piece]:
        """The cards in a clear straight line at most so far away: the nearest in each direction."""
        return [each for each in self.state.field if each is not piece and self.clear(piece.at, each.at, spaces)]

    # ---- abilities
    def frozen(self, piece: Piece) -> bool:
        return any(self.state.cards[card].face == FREEZE for card in piece.on)

    def effects_of(self, piece: Piece) -> list[Effect]:
        """Its abilities, while they may be used: its own, and those it has gained for a while."""
        if piece.on and self.frozen(piece):
            return []
        names = [self.face(piece).ability] if self.face(piece).ability else []
        for each in self.state.lasting:
            if each.effect == NEGATION and piece.controller != each.seat and self.is_unit(piece):
                return []
            if each.effect.startswith(GAINED) and piece.card in each.cards:
                names.append(each.effect.removeprefix(GAINED))
        return [ABILITIES[name] for name in dict.fromkeys(names)]

    def effect_of(self, piece: Piece, name: str) -> Effect | None:
        return next((effect for effect in self.effects_of(piece) if effect.name == name), None)

    # ---- attacking
    def attack_value(self, attacker: Piece, target: Piece | None = None) -> int:
        """How many dice it rolls (SW-UNIT-03); ``target`` None: in general."""
        value = self.face(attacker).attack
        for me in sources(self, "attack_bonus"):
            value += me.effect.attack_bonus(self, me, attacker, target)
        return max(0, value)

    def reach(self, piece: Piece) -> int:
        """How many spaces away it may attack: 1 with a sword (SW-RNG-01), 3 with a bow."""
        reach = BOW if self.face(piece).range == "bow" else 1
        return max([reach, *(me.effect.reach(self, me, piece) for me in sources(self, "reach"))])

    def targets(self, piece: Piece) -> list[Piece]:
        """What it may attack where it stands: any card but itself, one's own as well (SW-ATK-07, SW-ATK-10)."""
        found = self.in_clear_line(piece, self.reach(piece))
        for me in sources(self, "targets"):
            found += [each for each in me.effect.targets(self, me, piece) if each not in found]
        if any(me.effect.nearby(self, me, piece) for me in sources(self, "nearby")):
            found = [each for each in found if board.adjacent(each.at, piece.at)]
        for me in sources(self, "must"):
            wanted = me.effect.must(self, me, piece)
            if wanted is not None and any(each in wanted for each in found):
                found = [each for each in found if each in wanted]
        return found

    def needed(self, attacker: Piece, target: Piece) -> int:
        """What a die must show at least to wound the target, what is added to it already taken off."""
        need = max([HIT, *(me.effect.needs(self, me, attacker, target) for me in sources(self, "needs"))])
        return need - self.die_bonus(attacker)

    def die_bonus(self, attacker: Piece) -> int:
        """What is added to each of its dice."""
        return sum(me.effect.die_bonus(self, me, attacker) for me in sources(self, "die_bonus"))

    def no_roll(self, attacker: Piece, target: Piece) -> bool:
        return any(me.effect.no_roll(self, me, attacker, target) for me in sources(self, "no_roll"))

    # ---- names
    def side_name(self, seat: int) -> str:
        return cards().faces[self.state.seats[seat].summoner].name

    def label(self, card: int | Piece) -> Text:
        """The card as people call it: its name, and where it stands if there could be another."""
        piece = card if isinstance(card, Piece) else self.piece(card)
        face = self.face(card)
        if piece is None or face.type in ("summoner", "champion"):
            return Text(face.name)
        return words("{name} {space}", name=Text(face.name), space=board.name(piece.at).upper())
