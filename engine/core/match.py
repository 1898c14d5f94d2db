"""The only door to a match: begin or load it, see who is asked what, answer, undo, look.

A match rests on an *anchor*, a snapshot taken where the rules' call stack is flat, and the answers given since. Loading
runs the rules over those few answers; the anchor moves on whenever nothing before it can be undone any more, so the
cost of a load is bounded by what one turn holds between two dice. Undo is dropping the last answer and running again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Generic

import msgspec

from engine.core.events import Event
from engine.core.looks import Reach, Sight
from engine.core.options import Ask, Option
from engine.core.orders import Order, is_order
from engine.core.orders import read as read_order
from engine.core.refusal import Refusal, Refused, refuse
from engine.core.rules import Anchor, Rule, Rules, S
from engine.core.state import Outcome
from engine.core.table import DECIDED, Table
from engine.core.text import NOTHING, Text, words
from engine.core.views import Offer, OptionView, RefusedView, View

Answer = tuple[int, str]  # seat, key of the option


class Stored(msgspec.Struct, frozen=True):
    """A match at rest: what has to be kept, beside its seed, to go on at any time."""

    rules: str
    version: int
    anchor: bytes
    answers: tuple[Answer, ...] = ()


class Match(Generic[S]):
    """A running match. Not safe for two threads at once; cheap to load afresh for each request."""

    def __init__(self, rules: Rules[S], seed: bytes, anchor: bytes, answers: tuple[Answer, ...] = ()) -> None:
        self.rules = rules
        self.lost_answers = 0
        self._seed = seed
        self._anchor = anchor
        self._answers: list[Answer] = []
        self._asks: tuple[Ask, ...] = ()
        self._got: dict[int, Option] = {}
        self._flat = 0  # answers given when the rules last came by an anchor
        self._flat_state: bytes | None = None  # the state there, kept only on request
        self._run(list(answers))

    @classmethod
    def begin(cls, rules: Rules[S], setup: Any, seed: bytes) -> Match[S]:
        """A new match; ``match.events`` holds what the setting up told. Raises BadSetup."""
        return cls(rules, seed, msgspec.msgpack.encode(rules.set_up(setup)))

    @classmethod
    def load(cls, rules: Rules[S], seed: bytes, stored: Stored) -> Match[S]:
        """A match as it was stored. Where the rules have changed so that a recorded answer is no longer offered, the
        match goes back to its anchor: ``lost_answers`` then counts what has to be answered again."""
        return cls(rules, seed, stored.anchor, stored.answers)

    @property
    def stored(self) -> Stored:
        return Stored(self.rules.name, self.rules.version, self._anchor, tuple(self._answers))

    @property
    def state(self) -> S:
        """For the rules' own tests and the fuzzer. Nothing outside the engine may read it."""
        return self._table.state

    @property
    def fingerprint(self) -> str:
        """Digest of the state and of what is asked: equal fingerprints, equal matches."""
        asked = [(ask.seat, [option.key for option in ask.options]) for ask in self.asked]
        data = msgspec.msgpack.encode((self._table.state, asked, sorted(self._got)))
        return hashlib.blake2b(data, digest_size=16).hexdigest()

    # -- who must choose what
    @property
    def asked(self) -> tuple[Ask, ...]:
        """Those that are still to answer."""
        return tuple(ask for ask in self._asks if ask.seat not in self._got)

    @property
    def outcome(self) -> Outcome | None:
        return self._table.state.outcome

    def ask_for(self, seat: int) -> Ask | None:
        return next((ask for ask in self.asked if ask.seat == seat), None)

    def answer(self, seat: int, key: str) -> list[Event]:
        """Take the option of that key, or a standing order (:mod:`engine.core.orders`), which may be given at any time.
        Returns what happened; raises Refused and changes nothing if it is not on offer."""
        if is_order(key):
            return self._order(seat, key)
        ask: Ask | None = self.ask_for(seat)
        if ask is None:
            raise Refused(self._not_asked())
        option = ask.find(key)
        if option is None:
            raise Refused(self.rules.why(self._table.state, seat, key))
        self._table.events = []
        self._feed(ask, option)
        return self._table.events

    def _order(self, seat: int, key: str) -> list[Event]:
        if self.outcome:
            raise Refused(self._not_asked())
        order, value = read_order(key)
        known = next((each for each in self.rules.orders() if each.id == order), None)
        if known is None or value not in dict(known.values):
            raise Refused(refuse("", "there is no such standing order"))
        self._keep_order(seat, key)
        return []

    def _keep_order(self, seat: int, key: str) -> None:
        """It goes among the answers where it was given; undo leaves it alone."""
        self._table.obey(seat, *read_order(key))
        self._answers.append((seat, key))

    @property
    def events(self) -> list[Event]:
        """What the last answer (or the beginning) told."""
        return self._table.events

    def _not_asked(self) -> Refusal:
        if self.outcome:
            return refuse("", "the match is over")
        return refuse("", "it is not your choice to make now")

    def end(self, outcome: Outcome) -> None:
        """End the match from outside the rules (a player gives up). The match rests on its last state from now on."""
        if self.outcome:
            raise Refused(self._not_asked())
        state = self._table.state
        state.outcome, state.closed = outcome, words("the match is over")
        self._anchor, self._answers, self._floor = msgspec.msgpack.encode(state), [], 0
        self._asks, self._got = (), {}
        self._table.events = [Event("over", outcome.reason, data={"places": list(outcome.places)})]

    def amend(self, change: Callable[[Table[S]], None]) -> list[Event]:
        """Change the state from outside the rules (a player leaves), where the rules last came by an anchor: a choice
        that was half made there is dropped. Nothing before can be undone. Returns what happened, and what it led to."""
        if self.outcome:
            raise Refused(self._not_asked())
        self._flat_state = self._anchor
        late = [(seat, *read_order(key)) for seat, key in self._answers[self._flat :] if is_order(key)]
        self._run(self._answers[: self._flat])
        table: Table[S] = Table(msgspec.msgpack.decode(self._flat_state, type=self.rules.state_type), self._seed)
        self._flat_state = None
        for order in late:
            table.obey(*order)
        change(table)
        self._anchor, self._answers = msgspec.msgpack.encode(table.state), []
        self._start()
        self._table.events = [*table.events, *self._table.events]
        return self._table.events

    # -- undo
    def undo_refusal(self, seat: int) -> Text:
        """Why ``seat`` cannot take its last answer back; empty if it can."""
        if self.outcome:
            return words("the match is over")
        if self.ask_for(seat) is None:
            return words("it is not your turn to choose")
        last = self._last
        if last is not None and last >= self._floor and self._answers[last][0] == seat:
            return NOTHING
        if last is not None and self._answers[last][0] != seat:
            return DECIDED
        return self._table.state.closed or words("nothing has been done yet")

    @property
    def _last(self) -> int | None:
        """Where the last answer stands that is no standing order."""
        places = range(len(self._answers) - 1, -1, -1)
        return next((n for n in places if not is_order(self._answers[n][1])), None)

    def undo(self, seat: int) -> list[Answer]:
        """Take back ``seat``'s last answer. Returns what stood in its place and after it: the answer, and standing orders
        given since, which still hold and have been given again. Raises Refused."""
        why = self.undo_refusal(seat)
        last = self._last
        if why or last is None:
            raise Refused(refuse("", "Nothing to take back: {why}.", why=why))
        dropped = self._answers[last:]
        self._run([*self._answers[:last], *dropped[1:]])
        return dropped

    def orders(self, seat: int) -> tuple[Order, ...]:
        """The standing orders that can matter to the seat."""
        return self.rules.orders(self._table.state, seat)

    # -- looking
    def view(self, seat: int | None) -> View:
        """All that ``seat`` (None: a spectator) may know."""
        state = self._table.state
        ask = None if seat is None else self.ask_for(seat)
        options: tuple[OptionView, ...] = ()
        refused: tuple[RefusedView, ...] = ()
        if ask is not None:
            options = tuple(self.rules.describe(state, ask))
            refused = tuple(self.rules.refused(state, ask))
        closed = words("spectators do not play") if seat is None else self.undo_refusal(seat)
        return View(
            game=self.rules.name,
            seat=seat,
            asked=tuple(ask.seat for ask in self.asked),
            question=ask.question if ask else NOTHING,
            options=options,
            refused=refused,
            can_undo=not closed,
            undo_closed=closed,
            outcome=state.outcome,
            board=self.rules.board(state, seat),
            orders={} if seat is None else dict(state.orders.get(seat, {})),
        )

    def look(self, seat: int | None, *, everything: bool = False) -> View:
        """The view without what there is to choose, which costs most. ``everything``: with all secrets laid open; only
        for a match that has come to its end, however early in it one looks."""
        state = self._table.state
        board = self.rules.board(state, seat, everything)
        asked = tuple(ask.seat for ask in self.asked)
        return View(self.rules.name, seat, asked, NOTHING, (), (), False, NOTHING, state.outcome, board)

    def offer(self, seat: int) -> Offer:
        """What ``seat`` may choose from, as in its view, but without words: all that a built-in player needs."""
        ask = self.ask_for(seat)
        return Offer(tuple(self.rules.weigh(self._table.state, ask)) if ask else ())

    def why(self, seat: int, key: str) -> Refusal:
        """Why the option of that key is not on offer to ``seat``."""
        ask = self.ask_for(seat)
        if ask is None:
            return self._not_asked()
        if ask.find(key):
            return refuse("", "it is on offer: you may choose it")
        return self.rules.why(self._table.state, seat, key)

    def reach(self, subject: str) -> Reach:
        """How far that figure gets: the same for everybody. Raises Refused."""
        return self.rules.reach(self._table.state, subject)

    def sight(self, subject: str, at: str = "") -> Sight:
        """What that figure sees: the same for everybody. Raises Refused."""
        return self.rules.sight(self._table.state, subject, at)

    # -- inside
    def _run(self, answers: list[Answer]) -> None:
        """Decode the anchor and run the rules over ``answers``."""
        self._start()
        for n, (seat, key) in enumerate(answers):
            if is_order(key):
                self._keep_order(seat, key)
                continue
            ask = self.ask_for(seat)
            option = ask.find(key) if ask else None
            if ask is None or option is None:
                self._start()
                self.lost_answers = len(answers)
                return
            if n:
                self._table.events = []
            self._feed(ask, option)

    def _start(self) -> None:
        state = msgspec.msgpack.decode(self._anchor, type=self.rules.state_type)
        self._table: Table[S] = Table(state, self._seed)
        self._asks, self._got = (), {}
        self._answers = []
        self._floor = 0  # answers below this one cannot be undone
        self._rule: Rule[None] = self.rules.play(self._table)
        self._advance(None)

    def _feed(self, ask: Ask, option: Option) -> None:
        last = self._last
        if last is not None and self._answers[last][0] != ask.seat:
            self._floor = len(self._answers)
            self._table.state.closed = DECIDED
        self._answers.append((ask.seat, option.key))
        self._got[ask.seat] = option
        if len(self._got) == len(self._asks):
            got, self._got = self._got, {}
            self._advance(got)

    def _advance(self, got: dict[int, Option] | None) -> None:
        try:
            step = self._rule.send(got)  # type: ignore[arg-type]
            while isinstance(step, Anchor):
                self._close_if_asked()
                self._flat = len(self._answers)
                if self._flat_state is not None:
                    self._flat_state = msgspec.msgpack.encode(self._table.state)
                if self._floor == len(self._answers):
                    self._anchor = msgspec.msgpack.encode(self._table.state)
                    self._answers, self._floor, self._flat = [], 0, 0
                step = self._rule.send({})
            self._asks = tuple(step)
        except StopIteration:
            self._asks = ()
        self._close_if_asked()

    def _close_if_asked(self) -> None:
        if self._table.closed:
            self._table.closed = False
            self._floor = len(self._answers)
