"""Walking through a match: what could be seen after any of its answers.

A walk plays a record again in one pass, however many moments are wanted of it, and keeps rests on the way: going back, or
to any single moment, then costs the few answers since the last rest. Only views leave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engine import record as records
from engine.core.events import Event
from engine.core.match import Match, Stored
from engine.core.refusal import Refused
from engine.core.text import Text, words
from engine.core.views import View
from engine.record import Record
from engine.registry import Game, game

STRIDE = 16  # answers between two rests


class Moment(msgspec.Struct, frozen=True):
    """After ``n`` answers. ``seat`` gave the last of them (None: the beginning). ``events``: what happened since the moment
    before it on the walk, as far as the viewer may know it; of the first moment what its own answer made happen."""

    n: int
    seat: int | None
    events: tuple[Event, ...]
    view: View


class Strayed(ValueError):
    """The record cannot be followed under today's rules. ``n``: the first answer that cannot be; 0: not even the beginning.
    ``why`` says so to players."""

    def __init__(self, n: int, why: Text) -> None:
        super().__init__(str(why))
        self.n = n
        self.why = why


class Walk:
    """``record`` may be of a match that is still running; its fingerprint is not looked at. ``entry``: the game, if it is
    not the registry's. Not for two threads at once."""

    def __init__(self, record: Record, entry: Game | None = None, *, stride: int = STRIDE) -> None:
        self.record = record
        self._entry = entry
        self._stride = stride
        self._rests: dict[int, Stored] = {}
        self._match: Match[Any] | None = None
        self._n = 0

    @property
    def length(self) -> int:
        """How many answers there are."""
        return len(self.record.answers)

    def follow(self, record: Record) -> None:
        """Go on with a later state of the same match: answers were added, or the last ones taken back."""
        same = 0
        for one, other in zip(self.record.answers, record.answers):
            if (one.seat, one.key) != (other.seat, other.key):
                break
            same += 1
        self.record = record
        self._rests = {n: rest for n, rest in self._rests.items() if n <= same}
        self._match = None

    def moments(
        self, wanted: Iterable[int], seat: int | None, *, everything: bool = False, since: int | None = None
    ) -> Iterator[Moment]:
        """The moments after each of these numbers of answers, in order, through that seat's eyes (None: a spectator's).
        ``everything``: with all secrets laid open; only for matches that are over. ``since``: after how many answers the
        events of the first moment begin.

        Numbers beyond the end mean the end. Raises Strayed where the record cannot be followed any further.
        """
        before = since
        for n in sorted({max(0, min(n, self.length)) for n in wanted}):
            match = self._at(n)
            first = n if before is None else before + 1
            told = [event for at in range(first, n + 1) for event in self._told(at) if everything or event.known_to(seat)]
            giver = self.record.answers[n - 1].seat if n else None
            yield Moment(n, giver, tuple(told), match.look(seat, everything=everything))
            before = n

    def stored(self, n: int) -> Stored:
        """The match as it would be kept after ``n`` answers, to be played on from there. Raises Strayed."""
        return self._at(n).stored

    # -- inside
    def _told(self, n: int) -> list[Event]:
        return self.record.answers[n - 1].events if n else self.record.opening

    def _at(self, n: int) -> Match[Any]:
        """The match where ``n`` answers are given."""
        rest = max((at for at in self._rests if at <= n), default=None)
        if self._match is None or self._n > n or (rest is not None and rest > self._n):
            self._begin(rest)
        while self._n < n:
            self._step()
        assert self._match is not None
        return self._match

    def _begin(self, rest: int | None) -> None:
        if rest is not None:
            self._match = Match.load(self._game().rules, bytes.fromhex(self.record.seed), self._rests[rest])
            self._n = rest
            return
        try:
            match = records.begin(self.record, self._entry)
        except records.Mismatch as mismatch:
            raise Strayed(0, words("the match cannot be set up again: {why}", why=str(mismatch))) from None
        if not _alike(self.record.opening, match.events):
            raise self._strayed(0)
        self._match, self._n = match, 0
        self._rests[0] = match.stored

    def _step(self) -> None:
        assert self._match is not None
        answered = self.record.answers[self._n]
        match, self._match = self._match, None  # where something goes wrong it is of no further use
        try:
            if answered.key == records.RESIGN and 0 <= answered.seat < len(self.record.armies):
                self._game().resigned(match, answered.seat)
                events = match.events
            else:
                events = match.answer(answered.seat, answered.key)
        except (Refused, *records.FAULTS) as fault:
            raise self._strayed(self._n + 1) from fault
        if not _alike(answered.events, events):
            raise self._strayed(self._n + 1)
        self._match = match
        self._n += 1
        if self._n % self._stride == 0:
            self._rests[self._n] = match.stored

    def _game(self) -> Game:
        return self._entry or game(self.record.game)

    def _strayed(self, n: int) -> Strayed:
        then, now = self.record.rules_version, self._game().rules.version
        if then != now:
            return Strayed(n, words(
                "the rules have changed since (version {then} then, {now} now), and from step {n} of {all} on they lead "
                "elsewhere", then=then, now=now, n=n, all=self.length,
            ))  # fmt: skip
        return Strayed(n, words("from step {n} of {all} on today's rules lead elsewhere", n=n, all=self.length))


def _alike(recorded: list[Event], played: list[Event]) -> bool:
    """Whether the same happened, in whatever words it was told."""
    return [*map(records.gist, recorded)] == [*map(records.gist, played)]
