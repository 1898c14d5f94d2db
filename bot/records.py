"""What the bot keeps about a match, and what it has to say. :mod:`bot.keeping` puts both into the store."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bot.panels.facts import Facts, Policy, SeatFacts, Stage, pace
from bot.panels.post import Post
from engine.core.match import Stored
from engine.core.text import NOTHING, Text

NOTES = 60  # lines kept for "since your last turn"
REMINDERS = (0.5, 0.2)  # fractions of the time left, where somebody has chosen no others
Reach = Literal["", "dm", "thread"]


class Note(msgspec.Struct, frozen=True):
    """A line of what happened, for somebody's "since your last turn". ``secret``: not for the public post.

    ``answer``: the number of the answer that made it happen, so that it goes when the answer is taken back.
    """

    text: str | Text
    answer: int
    secret: bool = False


class Person(msgspec.Struct, frozen=True):
    """What of somebody's settings counts for their time in a match: their quiet hours and time zone (that of the server,
    where they have set none), at which fractions of the time left they want to be reminded, until when they are away."""

    quiet: tuple[int, int] | None = None
    zone: str = ""
    reminders: tuple[float, ...] = REMINDERS
    away_until: float = 0.0


class SeatRecord(msgspec.Struct):
    """``user`` 0: open seat. ``asked_since``: the match's version since which the seat is asked what it is asked now;
    None while it is not asked. ``acted``: whether it has answered since it was last handed the turn; before the match,
    whether the invitation was accepted. ``language``: that of the person, as they last used the bot. ``leaving``: why the
    seat is offered to others (they asked out, the table agreed, they have left the server, the host decided); whoever sits
    there plays on until somebody takes over. ``invited``: when the person was, if that was after the match was made.

    Time (:mod:`bot.timing` alone changes it): ``deadline``: when it runs out; None while it does not run. ``given``: seconds
    there were for what is asked now, ``spent`` of them before the moment ``handed``, from which on they run; ``frozen``:
    what is left while it stands still. ``clock``: left for the whole match (-1: all of it). ``acted_at``: the latest answer,
    ``unended_told``: the one after which they were told that the turn lies unended.
    ``pings``: reminders since the turn was handed over, ``overs`` of them after the deadline, the next at ``over_at``.
    ``quiet_turn``: they want no more of them. ``heard``: reminders before that moment are not sent. ``remind_at``: one that
    they asked for. ``reach``: where those of this match go (empty: as in all their matches). ``away_told``: until when the
    table has been told that they are away."""

    user: int = 0
    invited: float = 0.0
    ready: bool = False
    army: dict[str, Any] = {}
    asked_since: int | None = None
    acted: bool = False
    deadline: float | None = None
    since: list[Note] = []
    orders: dict[str, str] = {}
    language: str = ""
    leaving: Literal["", "asked", "agreed", "gone", "host"] = ""
    person: Person = Person()
    given: float = 0.0
    spent: float = 0.0
    handed: float = 0.0
    frozen: float | None = None
    clock: float = -1.0
    acted_at: float = 0.0
    unended_told: float = 0.0
    pings: int = 0
    overs: int = 0
    over_at: float = 0.0
    quiet_turn: bool = False
    heard: float = 0.0
    remind_at: float | None = None
    reach: Reach = ""
    away_told: float = 0.0


class PlaceRecord(msgspec.Struct, frozen=True):
    """A seat's place at the table, as it was when the match was made. See :class:`engine.registry.Place`."""

    team: int
    side: Text | str = ""  # a plain string in matches from before texts were kept
    name: Text | str = ""


class Said(msgspec.Struct, frozen=True):
    """What somebody told their team mates. For that team alone."""

    team: int
    user: int
    text: str


class Gone(msgspec.Struct, frozen=True):
    """Somebody who had a seat in the running match and gave it over to another. ``abandoned``: without being excused, so
    that it counts as giving up."""

    seat: int
    user: int
    abandoned: bool = False


class Pause(msgspec.Struct, frozen=True):
    """Since when nobody's time runs. ``why``: consent (all agreed), host, or gone (somebody has left the server)."""

    at: float
    by: int
    why: Literal["consent", "host", "gone"]


class Proposal(msgspec.Struct, frozen=True):
    """What the table is asked to agree to. ``by`` and ``agreed``: seats. ``seat``: whose place it is about (-1: nobody's).
    ``keep``: so many answers would remain (-1: all); ``what``: the same in words. ``number`` tells proposals of a match
    apart. ``until``: it lapses then."""

    kind: Literal["pause", "resume", "takeback", "replace", "undo"]
    number: int
    by: int
    at: float
    until: float
    agreed: tuple[int, ...] = ()
    seat: int = -1
    keep: int = -1
    what: Text = NOTHING


class Entry(msgspec.Struct, frozen=True):
    """Something that happened at the table and is no answer of the rules: a pause, a takeback, somebody's replacement, a
    tool of the host. ``answer``: after how many answers. ``by``: a person, 0: the bot. ``undone``: answers taken back."""

    kind: str
    answer: int
    at: float
    by: int
    text: Text
    undone: int = 0


class MatchRecord(msgspec.Struct):
    """A match at rest, with all that the bot needs to go on. ``seed`` is secret until the match is over.

    ``so_far``: public lines of the turn under way. ``fallen``: dice, hits and expected hits of each seat; what was rolled
    is never taken back. ``prompt_at``: when the turn's post was last sent anew. ``talk``: what team mates told each other
    lately.
    ``language``: that of the public posts. ``gone``: who had a seat before. ``league``: for which one it is played (0:
    none). ``imported``: brought in from a file. ``unreachable``: there is no channel to write in, so posts go by direct
    message. ``undo``: whether one may take one's own answers back. ``table``: what happened beside the rules.
    ``proposals``: how many there were.
    """

    id: int
    version: int
    stage: Stage
    guild: int
    channel: int
    thread: int
    host: int
    game: str
    battlefield: str
    pace: str
    policy: Policy
    seats: list[SeatRecord]
    created: float
    options: dict[str, int] = {}
    places: list[PlaceRecord] = []
    seed: str = ""
    digest: str = ""
    stored: Stored | None = None
    opening: bytes = b""  # the events of the beginning, as JSON
    so_far: list[Note] = []
    fallen: dict[int, tuple[int, int, float]] = {}
    prompt_at: float = 0.0
    answers: int = 0  # how many have been given
    talk: list[Said] = []
    language: str = "en"
    gone: list[Gone] = []
    league: int = 0
    imported: bool = False
    paused: Pause | None = None
    proposal: Proposal | None = None
    proposals: int = 0
    unreachable: bool = False
    undo: bool = True
    table: list[Entry] = []

    def place(self, seat: int) -> PlaceRecord:
        """The seat's place; one of its own in a match from before places were kept."""
        return self.places[seat] if seat < len(self.places) else PlaceRecord(seat)

    def mates(self, seat: int) -> list[int]:
        """The seats of the team mates."""
        team = self.place(seat).team
        return [other for other in range(len(self.seats)) if other != seat and self.place(other).team == team]

    def facts(self, title: str, battlefield: str, summaries: list[str], agreed: list[str]) -> Facts:
        deadlines = [seat.deadline for seat in self.seats if seat.deadline is not None]
        return Facts(
            id=self.id,
            version=self.version,
            stage=self.stage,
            title=title,
            battlefield=battlefield,
            host=self.host,
            seats=tuple(self._seat_facts(n, seat, summaries) for n, seat in enumerate(self.seats)),
            pace=str(pace(self.pace).name),
            policy=self.policy,
            until=min(deadlines) if deadlines else None,
            digest=self.digest,
            agreed=tuple(agreed),
            paused=self.paused is not None,
            undo=self.undo,
        )

    def _seat_facts(self, n: int, seat: SeatRecord, summaries: list[str]) -> SeatFacts:
        place = self.place(n)
        joined = bool(seat.user) and (self.stage != "open" or seat.acted or seat.user == self.host)
        army = summaries[n] if n < len(summaries) else ""
        away = seat.person.away_until if seat.frozen is not None and self.paused is None else None
        return SeatFacts(
            n, seat.user, seat.ready, army, joined, place.team, place.side, place.name, seat.deadline, away or None,
            self._clock(seat),
        )  # fmt: skip

    def _clock(self, seat: SeatRecord) -> float | None:
        """Seconds on a clock for the whole match that does not run now."""
        agreed = pace(self.pace)
        if not agreed.clock or seat.deadline is not None:
            return None
        return seat.frozen if seat.frozen is not None else seat.clock if seat.clock >= 0 else float(agreed.seconds)

    def seat_of(self, user: int) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if user and seat.user == user), None)


# ---- what is to be said, in the order in which it is to be said --------------------------------------------------------
class Say(msgspec.Struct, frozen=True, tag="say"):
    """A new message in the match's place. ``slot``: under which name it can be amended later. ``channel``: where else it is
    to stand; such a post may belong to no match."""

    post: Post
    slot: str = ""
    channel: int = 0


class Amend(msgspec.Struct, frozen=True, tag="amend"):
    """Bring the message of that slot up to date. A later amendment takes the place of one that still waits."""

    post: Post
    slot: str
    channel: int = 0


class OpenThread(msgspec.Struct, frozen=True, tag="thread"):
    """Open the match's thread on its invitation."""

    name: str


class CloseThread(msgspec.Struct, frozen=True, tag="close"):
    """Archive the match's thread."""


class Whisper(msgspec.Struct, frozen=True, tag="whisper"):
    """A direct message. ``ring``: whether the phone may make a sound."""

    user: int
    post: Post
    slot: str = ""
    ring: bool = True


Errand = Say | Amend | OpenThread | CloseThread | Whisper


class Due(msgspec.Struct, frozen=True):
    """Something to do at a time. ``kind``: r1, r2, ... (reminders), deadline, over1, over2 (reminders after it), unended
    (somebody has moved, but not ended their turn), back (somebody is no longer away), ask (a reminder somebody asked for);
    half and late are reminders of an earlier release. Others have their own handlers: :attr:`bot.service.Service.dues`."""

    match: int
    seat: int
    kind: str
    at: float


MOST_REMINDERS = 3  # that somebody may choose for a turn
FORMER = ("half", "late")
KINDS = ("deadline", "over1", "over2", "unended", "back", *(f"r{n + 1}" for n in range(MOST_REMINDERS)), *FORMER)


class Retime(msgspec.Struct, frozen=True):
    """A change of what falls due for a seat: which kinds go, which come."""

    seat: int
    drop: tuple[str, ...]
    add: tuple[Due, ...] = ()
