"""The position with the table: what rules are given. Asking in the Arena's words, and telling what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from engine.arena.hexes import Hex, parse
from engine.arena.options import Pick, PickCard, PickSpace, PickSpell, Say
from engine.arena.position import Position, spot
from engine.arena.state import Arena, ArmyCard, Figure
from engine.core.events import Event
from engine.core.rules import Rule
from engine.core.state import Outcome
from engine.core.table import Table
from engine.core.text import Text, words

Face = Literal["sword", "shield", "blank"]

# The combat die, as its parent game's: three swords, two shields, one blank (A64).
COMBAT_DIE: tuple[Face, ...] = ("sword", "sword", "sword", "shield", "shield", "blank")
MARKS = {"sword": "⚔", "shield": "🛡", "blank": "◦"}


def thrown(faces: Sequence[str], more: int = 0) -> Text:
    """Dice as signs, with swords that come without a die."""
    swords = MARKS["sword"] * more
    return Text("".join(MARKS[face] for face in faces) + swords) if faces else words("no dice{more}", more=swords)


class Over(Exception):
    """Raised by rules the moment a victory condition is met (A71)."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(str(outcome.reason))
        self.outcome = outcome


class Game(Position):
    """A position that rules may change, and the table they play at."""

    def __init__(self, table: Table[Arena]) -> None:
        super().__init__(table.state)
        self.table = table

    def end_if_decided(self) -> None:
        """Looked at after everything that could end the match (A71). Raises Over."""
        from engine.arena.victory import at_once

        outcome = at_once(self)
        if outcome is not None:
            raise Over(outcome)

    def finish(self, outcome: Outcome) -> None:
        """The match is over, and all are told."""
        self.state.outcome = outcome
        self.tell("over", outcome.reason, places=list(outcome.places))

    # -- dice
    def combat_dice(self, count: int) -> list[Face]:
        return [COMBAT_DIE[self.table.die("combat die", 6) - 1] for _ in range(count)]

    def d20(self) -> int:
        return self.table.die("d20", 20)

    # -- telling
    def tell(
        self, kind: str, text: Text, *, seat: int | None = None, to: Sequence[int] | None = None, **data: Any
    ) -> None:
        for event in self._events(kind, text, seat, to, data):
            self.table.tell(event)

    def reveal(
        self, kind: str, text: Text, *, seat: int | None = None, to: Sequence[int] | None = None, **data: Any
    ) -> None:
        """Tell what was hidden until now; undo ends here."""
        for event in self._events(kind, text, seat, to, data):
            self.table.reveal(event)

    def _events(
        self, kind: str, text: Text, seat: int | None, to: Sequence[int] | None, data: dict[str, Any]
    ) -> list[Event]:
        """The event; what is for one seat's eyes its team mates are told as well (AR-TEAM-08)."""
        actor = self.state.turn.seat if seat is None and self.state.turn.phase != "setup" else seat
        if to is None:
            return [Event(kind, text, actor, None, data)]
        events = [Event(kind, text, actor, tuple(to), data)]
        for one in to:
            mates = tuple(mate for mate in self.allies(one) if mate not in to)
            if mates:
                events.append(Event(kind, words("{side}: {text}", side=self.side_name(one), text=text), actor, mates, data))
        return events

    # -- asking
    def choose_figure(
        self, seat: int, question: Text, figures: Sequence[Figure], *, may_stop: bool = False
    ) -> Rule[Figure | None]:
        """One of ``figures``; with ``may_stop`` also "enough" (None)."""
        options: list[Pick | Say] = [Pick(figure.id) for figure in figures]
        if may_stop:
            options.append(Say("enough"))
        picked = yield from self.table.choose(seat, question, options)
        return self.state.figures[picked.figure] if isinstance(picked, Pick) else None

    def choose_card(self, seat: int, question: Text, cards: Sequence[ArmyCard]) -> Rule[ArmyCard]:
        picked = yield from self.table.choose(seat, question, [PickCard(card.id) for card in cards])
        return self.state.cards[picked.card]

    def choose_space(self, seat: int, question: Text, spaces: Sequence[Hex]) -> Rule[Hex]:
        picked = yield from self.table.choose(seat, question, [PickSpace(spot(space)) for space in spaces])
        return parse(picked.space)

    def choose_spell(self, seat: int, question: Text, spells: Sequence[str], *, may_stop: bool = False) -> Rule[str | None]:
        """One of the spell cards; ``may_stop`` adds "enough" (None). A single secret choice is still asked."""
        options: list[PickSpell | Say] = [PickSpell(spell) for spell in spells]
        if may_stop:
            options.append(Say("enough"))
        picked = yield from self.table.choose(seat, question, options)
        return picked.spell if isinstance(picked, PickSpell) else None

    # -- cards in hand and library
    def draw(self, seat: int, count: int = 1) -> Rule[int]:
        """Draw as many as there are: an empty library gives nothing (AR-SPELL-18), nor does one whose Planeswalker is
        not on the battlefield (AR-SPELL-21). Returns how many were drawn."""
        from engine.arena.words import drew, drew_cards

        owner = self.state.seats[seat]
        if self.planeswalker(seat) is None:
            return 0
        drawn = [owner.library.pop() for _ in range(min(count, len(owner.library)))]
        if drawn:
            owner.hand += drawn
            self.reveal("drawn", drew_cards(self, drawn), seat=seat, to=[seat], spells=drawn)
            self.tell("draw", drew(self, seat, len(drawn)), seat=seat, count=len(drawn))
        return len(drawn)
        yield

    def bury(self, seat: int, spell: str) -> None:
        """Put a spell card into ``seat``'s graveyard (AR-SPELL-07)."""
        self.state.seats[seat].graveyard.append(spell)

    def next_stamp(self) -> int:
        self.state.stamp += 1
        return self.state.stamp
