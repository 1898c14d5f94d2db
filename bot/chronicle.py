"""What happened in a match as one viewer may know it: by turns, searchable, and cut into the steps of a replay.

Made of recorded events alone, which say who may know them; pictures of the moments come from :mod:`engine.walk`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bot import games
from bot.games import Game
from bot.play import Answered
from bot.records import Entry as Tabled
from engine.core.events import Event
from engine.core.orders import is_order
from engine.core.text import Text, counted, words

SPAN_FRAMES = 300  # steps of a replay; of a longer span neighbours are shown as one


class Entry(msgspec.Struct, frozen=True):
    """A line of the log. ``n``: the number of the answer that made it happen (0: the beginning); ``turn``: in which turn;
    ``seat``: whose doing (None: the table's); ``secret``: others may not know it, or might not at the time. ``at``: when,
    of what happened beside the rules (kind "table")."""

    n: int
    turn: int
    seat: int | None
    kind: str
    text: Text
    secret: bool = False
    sorts: frozenset[str] = frozenset()  # of bot.games.TOLD
    at: float = 0.0


class Filter(msgspec.Struct, frozen=True):
    """What to look for; the defaults find everything. ``kind``: one of :data:`bot.games.TOLD`."""

    seat: int | None = None
    kind: str = ""
    first: int = 0
    last: int = 0  # turn; 0: up to the end
    text: str = ""

    def finds(self, entry: Entry) -> bool:
        return (
            (self.seat is None or entry.seat == self.seat)
            and (not self.kind or self.kind in entry.sorts)
            and entry.turn >= self.first
            and (not self.last or entry.turn <= self.last)
            and (not self.text or self.text.casefold() in str(entry.text).casefold())
        )

    @property
    def bare(self) -> bool:
        return self == Filter()

    def carried(self, room: int) -> str:
        """As an id carries it, in at most ``room`` characters: ``seat~kind~first~last~text``."""
        head = f"{'' if self.seat is None else self.seat}~{self.kind}~{self.first or ''}~{self.last or ''}~"
        return head + self.text.replace("~", " ")[: max(0, room - len(head))]

    @classmethod
    def read(cls, carried: str) -> Filter:
        """What an id carried; whatever is not understood finds everything."""
        seat, kind, first, last, text = (carried.split("~", 4) + [""] * 5)[:5]
        return cls(
            int(seat) if seat.isdigit() else None, kind if kind in games.TOLD else "", int(first) if first.isdigit() else 0,
            int(last) if last.isdigit() else 0, text,
        )  # fmt: skip

    def asked_for(self, line: str) -> Filter:
        """With what somebody wrote: ``5``, ``3-7`` or ``from 5`` are turns, the rest words to be found."""
        first = last = 0
        text = line.strip()
        for form in (r"\b(\d{1,4})\s*(?:-|–|to|bis)\s*(\d{1,4})\b", r"^\D{0,6}?\b(\d{1,4})\b(\s*-)?"):
            found = re.search(form, text)
            if found:
                first = int(found[1])
                onward = found[2] or text.casefold().startswith(("from", "since", "ab ", "seit"))
                last = int(found[2]) if (found[2] or "").isdigit() else 0 if onward else first
                text = text.replace(found[0], " ")
                break
        text = re.sub(r"^\s*(turns?|from|since|ab|seit|zug|züge)\b", "", text.strip(), flags=re.IGNORECASE)
        return msgspec.structs.replace(self, first=first, last=last, text=" ".join(text.split()))


class Span(NamedTuple):
    """The answers ``first`` to ``last``, both included, counted from 1; ``name``: what they are, in words."""

    first: int
    last: int
    name: Text


class Chronicle:
    """``seat`` None: a spectator. ``everything``: the match is over, nothing is secret any more. ``names``: those of the
    seats, for what was said to one of them alone and others read afterwards."""

    def __init__(
        self, game: Game, opening: Sequence[Event], answered: Sequence[Answered], seat: int | None, everything: bool,
        table: Sequence[Tabled] = (), names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.seat = seat
        self.everything = everything
        self.givers = [None if is_order(each.key) else each.seat for each in answered]  # orders are given at any time
        self.entries: list[Entry] = []
        self.steps: list[int] = []  # the answers after which there is something new to be seen
        self.begun: dict[int, int] = {}  # turn -> the answer that began it
        beside = list(table)
        turn = 0
        for n, events in enumerate([opening, *(each.events for each in answered)]):
            for event in events:
                if not (everything or event.known_to(seat)):
                    continue
                begins = games.turn_begun(event)
                if begins is not None:
                    turn = begins
                    self.begun.setdefault(turn, n)
                if event.text:
                    text = games.told_to(event, seat, names)
                    self.entries.append(
                        Entry(n, turn, event.seat, event.kind, text, event.to is not None, games.sorts(game, event))
                    )
                if n and event.text and not games.is_aside(game, event.kind) and self.steps[-1:] != [n]:
                    self.steps.append(n)
            while beside and beside[0].answer <= n:
                said = beside.pop(0)
                self.entries.append(
                    Entry(n, turn, None, games.BESIDE, said.text, sorts=frozenset({games.BESIDE}), at=said.at)
                )
        if answered and self.steps[-1:] != [len(answered)]:
            self.steps.append(len(answered))

    @property
    def length(self) -> int:
        """How many answers there are."""
        return len(self.givers)

    @property
    def turns(self) -> int:
        """The number of the last turn; 0 before the first, and in games that do not count turns."""
        return max(self.begun, default=0)

    def found(self, wanted: Filter) -> list[Entry]:
        return [entry for entry in self.entries if wanted.finds(entry)]

    def turn_at(self, n: int) -> int:
        """In which turn the match is after ``n`` answers."""
        return max((turn for turn, begun in self.begun.items() if begun <= n), default=0)

    def lines(self, first: int, last: int) -> list[str]:
        """What the answers ``first`` to ``last`` made happen, in words. 0 is the beginning."""
        return [str(entry.text) for entry in self.entries if first <= entry.n <= last]

    # -- spans
    def since_last_turn(self) -> Span:
        """What the seat has not seen: everything after the last answer of its last turn; for spectators the last turn."""
        if self.seat is None or self.seat not in self.givers:
            return self.last_turn() if self.seat is None else self._span(1, self.length, words("from the beginning"))
        n = self.length
        while n and self.givers[n - 1] == self.seat:  # what it has done in this turn
            n -= 1
        while n and self.givers[n - 1] != self.seat:
            n -= 1
        return self._span(n + 1, self.length, words("since your last turn"))

    def last_turn(self) -> Span:
        """The turn under way, or the one before it if nothing has happened in it yet."""
        turns = sorted(self.begun.items())
        for turn, begun in reversed(turns):
            if self._shows(begun + 1, self.length):
                return self._span(begun + 1, self.length, words("turn {n}", n=turn))
        return self._span(1, self.length, words("the last turn"))

    def between(self, first: int, last: int) -> Span:
        """The turns ``first`` to ``last``, as far as they were played. Raises ValueError if none of them was."""
        first, last = max(first, min(self.begun, default=1)), min(last, self.turns)
        if first > last or not self.begun:
            raise ValueError("no such turns")
        start = min((begun for turn, begun in self.begun.items() if turn >= first), default=0) + 1
        end = min((begun for turn, begun in self.begun.items() if turn > last), default=self.length)
        name = words("turn {n}", n=first) if first == last else words("turns {first} to {last}", first=first, last=last)
        return self._span(start, end, name)

    def whole(self) -> Span:
        return self._span(1, self.length, words("the whole match"))

    def _span(self, first: int, last: int, name: Text) -> Span:
        return Span(min(first, max(1, last)), last, name)

    def _shows(self, first: int, last: int) -> bool:
        return any(first <= n <= last for n in self.steps)

    # -- steps
    def shown(self, span: Span, most: int = SPAN_FRAMES) -> list[int]:
        """After which answers a replay of the span shows the board, at most ``most`` times; at its end in any case."""
        steps = [n for n in self.steps if span.first <= n <= span.last]
        if not steps or steps[-1] != span.last:
            steps.append(span.last)
        every = -(-len(steps) // max(1, most))
        return steps[::-1][::every][::-1]

    def place(self, n: int) -> tuple[int, int]:
        """Which step the one after ``n`` answers is, and how many there are; the beginning is step 0."""
        return sum(step <= n for step in self.steps), len(self.steps)

    def step(self, number: int) -> int:
        """The number of answers at that step."""
        number = max(0, min(number, len(self.steps)))
        return self.steps[number - 1] if number else 0

    def step_of_turn(self, turn: int) -> int:
        """The first step of that turn, or of the last one before it that was played."""
        begun = max((begun for each, begun in self.begun.items() if each <= turn), default=0)
        return min(len(self.steps), sum(step <= begun for step in self.steps) + 1)

    def summary(self) -> Text:
        """How long the match is, in words."""
        steps = counted(len(self.steps), "{n} step", "{n} steps")
        if not self.begun:
            return steps
        return words("{turns}, {steps}", turns=counted(self.turns, "{n} turn", "{n} turns"), steps=steps)


