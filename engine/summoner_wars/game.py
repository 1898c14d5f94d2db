"""The position with the table: what rules are given. Wounds, destruction, magic, asking, telling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.events import Event
from engine.core.rules import Rule
from engine.core.state import Outcome
from engine.core.table import Table
from engine.core.text import Text, counted, words
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.effects import EVENTS, Fight, sources
from engine.summoner_wars.options import Pick, PickSpace, Say
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Piece, Turn, War

HAND = 5  # cards that a player draws up to (SW-DRAW-01)


class Over(Exception):
    """Raised the moment one player alone has a Summoner (SW-OBJ-03)."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(str(outcome.reason))
        self.outcome = outcome


class Game(Position):
    def __init__(self, table: Table[War]) -> None:
        super().__init__(table.state)
        self.table = table

    @property
    def turn(self) -> Turn:
        return self.state.turn

    # ---- chance
    def roll(self, count: int = 1) -> list[int]:
        return [self.table.die("die", 6) for _ in range(count)]

    def chance(self, piece: Piece, what: str, least: int) -> bool:
        """One die for an ability: whether it shows at least that."""
        face = self.roll()[0]
        self.tell(
            "rolled", words("{who}, {what}: a die shows {face}", who=self.label(piece), what=Text(what), face=face),
            card=piece.card, ability=what, faces=[face], needed=least,
        )  # fmt: skip
        return face >= least

    # ---- telling
    def tell(self, kind: str, text: Text, *, seat: int | None = None, only: int | None = None, **data: Any) -> None:
        actor = self.turn.seat if seat is None and self.turn.phase != "setup" else seat
        self.table.tell(Event(kind, text, actor, None if only is None else (only,), data))

    # ---- asking
    def choose_piece(
        self, seat: int, question: Text, pieces: Sequence[Piece], *, may_stop: bool = False
    ) -> Rule[Piece | None]:
        """One of the pieces; with ``may_stop`` also "enough" (None)."""
        options: list[Pick | Say] = [Pick(piece.card) for piece in pieces]
        if may_stop:
            options.append(Say("enough"))
        if not options:
            return None
        picked = yield from self.table.choose(seat, question, options)
        return self.here(picked.card) if isinstance(picked, Pick) else None

    def choose_card(self, seat: int, question: Text, found: Sequence[int], *, may_stop: bool = False) -> Rule[int | None]:
        """One of the cards, which nobody else need see: asked even if there is only one."""
        options: list[Pick | Say] = [Pick(card) for card in found]
        if may_stop:
            options.append(Say("enough"))
        if not options:
            return None
        picked = yield from self.table.choose_always(seat, question, options)
        return picked.card if isinstance(picked, Pick) else None

    def choose_space(
        self, seat: int, question: Text, spaces: Sequence[Space], *, may_stop: bool = False
    ) -> Rule[Space | None]:
        options: list[PickSpace | Say] = [PickSpace(board.name(space)) for space in spaces]
        if may_stop:
            options.append(Say("enough"))
        if not options:
            return None
        picked = yield from self.table.choose(seat, question, options)
        return board.parse(picked.space) if isinstance(picked, PickSpace) else None

    def agrees(self, seat: int, question: Text) -> Rule[bool]:
        picked = yield from self.table.choose(seat, question, [Say("yes"), Say("no")])
        return picked.word == "yes"

    def wants(self, seat: int, question: Text, most: int) -> Rule[int]:
        """A number from 0 to ``most``."""
        picked = yield from self.table.choose(seat, question, [Say(str(n)) for n in range(most + 1)])
        return int(picked.word)

    # ---- magic
    def pay(self, seat: int, points: int) -> None:
        """Spend Magic Points: the top cards go face up to the seat's own discard pile (SW-SUM-03, SW-SUM-04)."""
        pile = self.state.seats[seat]
        for _ in range(points):
            pile.discard.append(pile.magic.pop())
        if points:
            spent = [self.face(card).name for card in pile.discard[-points:]]
            text = counted(
                points, "{side} spends {n} Magic Point", "{side} spends {n} Magic Points", side=self.side_name(seat)
            )
            self.tell("paid", text, seat=seat, cards=pile.discard[-points:], names=spent)
            self.table.close_undo(words("cards of a Magic Pile have been turned face up since"))

    def steal(self, seat: int, count: int) -> int:
        """Take cards from the top of the opponent's Magic Pile onto one's own. Returns how many there were."""
        theirs, mine = self.state.seats[self.other(seat)].magic, self.state.seats[seat].magic
        taken = min(count, len(theirs))
        for _ in range(taken):
            mine.append(theirs.pop())
        text = counted(taken, "{side} takes {n} card from the other's Magic Pile",
                       "{side} takes {n} cards from the other's Magic Pile", side=self.side_name(seat))  # fmt: skip
        self.tell("stole", text, seat=seat, count=taken)
        return taken

    # ---- wounds
    def wound(self, seat: int, dealt: Sequence[tuple[Piece, int]], fight: Fight | None = None) -> list[int]:
        """Put wounds on cards, all at once; ``seat`` is who caused them and gets what is destroyed (SW-ATK-05).

        Returns the destroyed cards. Raises Over as soon as one player alone has a Summoner.
        """
        struck: list[Piece] = []
        for piece, wounds in [self._taken(piece, wounds) for piece, wounds in dealt]:
            for me in sources(self, "wounded"):
                wounds = me.effect.wounded(self, me, piece, wounds) if wounds > 0 else wounds
            if wounds <= 0:
                continue
            piece.wounds += wounds
            if all(piece is not each for each in struck):
                struck.append(piece)
            text = counted(wounds, "{card} gets {n} wound", "{card} gets {n} wounds", card=self.label(piece))
            self.tell("wounded", text, seat=seat, card=piece.card, wounds=wounds, left=max(0, self.life_left(piece)),
                      at=board.name(piece.at))  # fmt: skip
        killed = [piece for piece in struck if self.life_left(piece) <= 0]
        for piece in killed:
            if fight is not None:
                fight.killed.append(piece.card)
                fight.fallen[piece.card] = (piece.at, piece.controller)
            self.destroy(seat, piece, fight.attacker if fight is not None else None)
        self.end_if_decided()
        return [piece.card for piece in killed]

    def _taken(self, piece: Piece, wounds: int) -> tuple[Piece, int]:
        for me in sources(self, "takes"):
            other = me.effect.takes(self, me, piece, wounds) if wounds > 0 else None
            if other is not None:
                return other, wounds
        return piece, wounds

    def destroy(self, seat: int, piece: Piece, by: Piece | None = None) -> None:
        """The card goes face down on top of ``seat``'s Magic Pile, whoever it belonged to (SW-RES-09, SW-ATK-13); walls as
        well (SA02). ``by``: the unit whose attack it was."""
        if not self.in_play(piece):
            return
        self.turn.killed.append(piece.card)
        saying = list(sources(self, "slain"))
        self.remove(piece)
        for me in saying:
            if me.effect.slain(self, me, seat, piece, by):
                return
        self.state.seats[seat].magic.append(piece.card)
        self.tell(
            "destroyed",
            words("{card} is destroyed and goes to {side}'s Magic Pile", card=Text(self.face(piece).name),
                  side=self.side_name(seat)),
            seat=seat, card=piece.card, at=board.name(piece.at), face=self.face(piece).id,
        )  # fmt: skip
        for held in dict.fromkeys(self.state.cards[card].face for card in self.state.seats[piece.controller].hand):
            effect = EVENTS.get(held)
            if effect is not None:
                effect.buried(self, seat, piece)

    def discard(self, piece: Piece, why: Text) -> None:
        """From the battlefield to its controller's discard pile; nobody gains magic."""
        self.remove(piece)
        self.state.seats[piece.controller].discard.append(piece.card)
        self.tell("discarded", why, card=piece.card, at=board.name(piece.at), face=self.face(piece).id)

    def remove(self, piece: Piece) -> None:
        """Off the battlefield, with what lies on and under it: that goes to the discard piles of those who put it there."""
        self.state.field.remove(piece)
        for card in piece.on:
            self.state.seats[self.state.cards[card].owner].discard.append(card)
        for card in piece.under:
            self.state.seats[piece.controller].discard.append(card)
        self.state.borrowed[:] = [each for each in self.state.borrowed if each.card != piece.card]

    def heal(self, piece: Piece, wounds: int) -> None:
        healed = min(piece.wounds, wounds)
        piece.wounds -= healed
        text = counted(
            healed, "{n} wound is removed from {card}", "{n} wounds are removed from {card}", card=self.label(piece)
        )
        self.tell("healed", text, card=piece.card, wounds=healed)

    def end_if_decided(self) -> None:
        """One Summoner left: its player wins at once, whoever destroyed the other (SW-OBJ-03, SW-OBJ-04). None left: a draw
        (SA19)."""
        left = [seat for seat in (0, 1) if self.summoner(seat) is not None and not self.state.seats[seat].out]
        if len(left) == 2:
            return
        if not left:
            raise Over(Outcome((1, 1), words("Both Summoners are destroyed")))
        places = tuple(1 if seat in left else 2 for seat in (0, 1))
        raise Over(Outcome(places, words("{side} is the last Summoner", side=self.side_name(left[0]))))

    # ---- placing
    def enter(self, card: int, space: Space, seat: int) -> Piece:
        piece = Piece(card, space, seat)
        self.state.field.append(piece)
        return piece

    def swap(self, a: Piece, b: Piece) -> None:
        """Exchange places: no movement."""
        a.at, b.at = b.at, a.at
        self.tell("swapped", words("{a} and {b} exchange places", a=self.label(a), b=self.label(b)), cards=[a.card, b.card])

    def place(self, piece: Piece, space: Space) -> None:
        """Put it there: no movement."""
        start, piece.at = piece.at, space
        text = words("{card} is placed on {space}", card=Text(self.face(piece).name), space=board.name(space).upper())
        self.tell("placed", text, card=piece.card, at=board.name(start), to=board.name(space))

    # ---- cards in hand and draw pile
    def draw_up_to(self, seat: int, hand: int) -> None:
        mine = self.state.seats[seat]
        drawn = []
        while len(mine.hand) < hand and mine.draw:
            drawn.append(mine.draw.pop())
            mine.hand.append(drawn[-1])
        if drawn:
            side = self.side_name(seat)
            self.tell("drew", counted(len(drawn), "{side} draws {n} card", "{side} draws {n} cards", side=side),
                      seat=seat, count=len(drawn))  # fmt: skip
            for card in drawn:
                text = words("You draw {card}", card=Text(self.face(card).name))
                self.table.reveal(Event("draws", text, seat, (seat,), {"card": card, "face": self.face(card).id}))
