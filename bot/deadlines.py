"""Time: reminders, and what was agreed for when it runs out. The rows in the database are the truth; a scheduler in memory
only wakes the sweep when the next one is due.

What falls due at one time for one match is said in one post, however much of it there is after the bot was away: at most
one reminder for each match in a sweep. Each row is dealt with by exactly one process, in the transaction that says something
about it. Kinds of due things that are not about time to move have their handlers in :attr:`bot.service.Service.dues` and
:attr:`bot.service.Service.alarms`.
"""

from __future__ import annotations

import asyncio
import datetime
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot import languages, timing
from bot.delivery import CLOSED_FOR
from bot.errors import Sorry, Stale
from bot.hosting import metrics
from bot.keeping import AlreadyDone, Keeper, Player
from bot.pace import after, quiet_hours
from bot.panels import time
from bot.panels.facts import who
from bot.panels.post import Post
from bot.records import FORMER, Due, Errand, MatchRecord, Reach, Say, SeatRecord, Whisper
from bot.service import Service
from engine.core.text import words

log = logging.getLogger(__name__)

OUTAGE = 15 * 60.0  # seconds without the bot that count as its own outage
RETRY = 60.0  # seconds after which a sweep that failed is tried again
LATER = 300.0  # seconds after which something is tried again that is not possible just now
PULSE = 60.0  # seconds between two notes that the bot is there
AT_ONCE = 200  # rows that a sweep looks at together
TRIES = 10  # how often it looks at one, while others of its match are dealt with
ORDER = ("unended", "ask", *FORMER, "r1", "r2", "r3", "deadline", "over1", "over2")  # what says most of a seat comes last


class Call(msgspec.Struct, frozen=True):
    """A reminder that is to be made: for which due thing, and how its seat was ``then``."""

    due: Due
    kind: str
    then: tuple[int | None, float | None, int, float | None]
    player: Player


class Deadlines:
    """``clock`` gives seconds since the epoch."""

    def __init__(self, keeper: Keeper, service: Service, clock: Callable[[], float]) -> None:
        self.keeper = keeper
        self.service = service
        self.clock = clock
        self._lock = asyncio.Lock()
        self._scheduler: Any = None
        self._failed_at: float | None = None
        self._outage: tuple[float, float] | None = None

    # -- waking
    async def start(self) -> None:
        """Catch up with what fell into the bot's absence, then wake the sweep whenever something is due. Once: later calls
        (Discord connects anew) do nothing."""
        if self._scheduler is not None:
            return
        self._scheduler = AsyncIOScheduler(
            # Sweeps wait for each other by themselves: one that is just ending must not keep the next one from beginning.
            timezone=datetime.UTC,
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 3},
        )
        self._scheduler.add_job(self._pulse, "interval", seconds=PULSE, id="pulse")
        self._scheduler.start()
        await self.catch_up()
        await self.reschedule()

    async def catch_up(self) -> None:
        """Do what fell due while the bot was not there, and know for how long that was."""
        alive, now = self.keeper.alive, self.clock()
        self._outage = (alive, now) if alive is not None and now - alive > OUTAGE else None
        await self.keeper.set_alive()
        await self.sweep()

    async def reschedule(self) -> None:
        """Wake the sweep at the next due row. Called after every commit."""
        if self._scheduler is None:
            return
        at = await self.keeper.next_due()
        if at is None:
            return
        soonest = self.clock() if self._failed_at is None else max(self.clock(), self._failed_at + RETRY)
        moment = datetime.datetime.fromtimestamp(max(at, soonest), datetime.UTC)
        self._scheduler.add_job(self._wake, "date", run_date=moment, id="sweep", replace_existing=True)

    async def _wake(self) -> None:
        await self.sweep()
        await self.reschedule()

    async def _pulse(self) -> None:
        """Note that the bot is there; and look whether anything is due, should a wake have been lost."""
        async with self._lock:
            await self.keeper.set_alive()
        at, now = await self.keeper.next_due(), self.clock()
        if at is not None and at <= now and (self._failed_at is None or now >= self._failed_at + RETRY):
            await self._wake()

    async def stop(self) -> None:
        """No further sweep; one under way ends first."""
        async with self._lock:
            if self._scheduler is not None:
                self._scheduler.shutdown(wait=False)
                self._scheduler = None

    # -- what is due
    async def sweep(self) -> None:
        """Do all that is due by now."""
        async with self._lock, metrics.timed(metrics.SWEEPS):
            self._failed_at = None
            failed: set[Due] = set()
            tries: Counter[Due] = Counter()
            reminded: set[int] = set()
            while True:
                rows = await self.keeper.due(AT_ONCE + len(failed))
                tries.update(rows)
                failed |= {due for due in rows if tries[due] > TRIES}  # something has been done about it, but it does not go
                matches: dict[int, list[Due]] = {}
                for due in rows:
                    if due not in failed:
                        matches.setdefault(due.match, []).append(due)
                if not matches:
                    break
                for match, dues in matches.items():
                    if not await self._tried(match, dues, reminded):
                        failed |= set(dues)
            for alarm in await self.keeper.alarms():
                try:
                    await self.service.alarms[alarm.kind](alarm)
                except Exception:
                    log.exception("%s %d", alarm.kind, alarm.id)
                    self._failed_at = self.clock()
        self.service.changed()

    async def _tried(self, match: int, dues: list[Due], reminded: set[int]) -> bool:
        """Whether something became of what is due for a match. What fails stays due; the next sweep, a minute from now at
        the latest, tries again."""
        try:
            await self._deal_with(match, dues, reminded)
        except AlreadyDone:
            log.info("match %d: %s: another process has dealt with it", match, dues[0].kind)
        except Sorry as sorry:  # they have moved meanwhile, or the match is over, or cannot be gone on with just now
            log.info("match %d, seat %d: %s: %s", match, dues[0].seat, dues[0].kind, sorry)
            record = await self.keeper.match(match)
            for due in dues:
                if record is not None and self._counts(record, due):
                    await self.keeper.put_off(due, self.clock() + LATER)
                else:
                    await self.keeper.settle(due)
        except Exception:
            log.exception("match %d, seat %d: %s", match, dues[0].seat, dues[0].kind)
            self._failed_at = self.clock()
            return False
        return True

    async def _settle(self, dues: Sequence[Due]) -> None:
        for due in dues:
            await self.keeper.settle(due)

    async def _deal_with(self, match: int, dues: list[Due], reminded: set[int]) -> None:
        record = await self.keeper.match(match)
        if record is None:
            await self._settle(dues)
            return
        mine = []
        for due in dues:
            handler = self.service.dues.get(due.kind)
            if handler is not None:
                await handler(due, record)
            else:
                mine.append(due)
        if not mine:
            return
        await self.service.clocks.prepare(record)
        now = self.clock()
        for due in [due for due in mine if due.kind == "deadline"]:
            deadline = record.seats[due.seat].deadline
            if deadline is not None and deadline > now:
                await self.keeper.put_off(due, deadline)
                mine.remove(due)
        gone = [due for due in mine if not self._counts(record, due)]
        await self._settle(gone)
        mine = [due for due in mine if due not in gone]
        still = [due for due in mine if record.seats[due.seat].frozen is not None]
        back = [due for due in mine if due.kind == "back"]
        ended = [due for due in mine if due.kind == "deadline" and record.seats[due.seat].deadline is not None]
        if back:
            await self._back(match, back)
        elif still:
            await self.service.change(match, lambda record: [])  # somebody is away: nothing is due for them now
            await self._settle(still)
        elif ended and self._outage and any(self._fell_into_outage(due) for due in ended):
            lost = [due for due in ended if self._fell_into_outage(due)]
            reminded.add(match)
            await self._extend(match, lost, record)
        elif ended and record.policy != "remind":
            await self._act(record, ended[0])
        elif mine:
            await self._remind(record, mine, reminded)

    def _counts(self, record: MatchRecord, due: Due) -> bool:
        """Whether a due thing still stands for something."""
        seat = record.seats[due.seat] if due.seat < len(record.seats) else None
        if seat is None or record.stage != "playing" or seat.asked_since is None or record.paused is not None:
            return False
        if due.kind == "back":
            return True
        if due.kind == "deadline" or due.kind.startswith("over"):
            return seat.frozen is not None or (seat.deadline is not None and seat.deadline <= self.clock())
        return True

    def _fell_into_outage(self, due: Due) -> bool:
        return self._outage is not None and self._outage[0] < due.at <= self._outage[1]

    async def _back(self, match: int, dues: list[Due]) -> None:
        """Somebody's absence is over: their time goes on, and they are told."""

        def change(record: MatchRecord) -> list[Errand]:
            errands: list[Errand] = []
            for due in dues:
                seat = record.seats[due.seat]
                seat.away_told = 0.0
                if seat.asked_since is not None and seat.deadline is not None:
                    errands.append(Say(time.back(seat.user, seat.deadline, ring=True)))
            return errands

        await self.service.change(match, change, dues)

    async def _extend(self, match: int, dues: list[Due], seen: MatchRecord) -> None:
        """Time ran out while the bot was not there: all that was lost is given back."""
        assert self._outage is not None
        gone, now = self._outage[0], self.clock()

        def change(record: MatchRecord) -> list[Errand]:
            told = []
            for due in dues:
                seat = record.seats[due.seat]
                if record.stage != "playing" or seat.asked_since != seen.seats[due.seat].asked_since or not seat.deadline:
                    continue
                lasted = max(timing.LEAST, timing.left(record, due.seat, gone))
                timing.extend(record, due.seat, now, after(now, lasted, timing.night_of(record, due.seat)))
                if seat.deadline is not None:
                    told.append((seat.user, seat.deadline))
            if not told:
                raise Stale(words("They have moved."))
            return [Say(time.outage(told))]

        await self.service.change(match, change, dues)

    async def _act(self, record: MatchRecord, due: Due) -> None:
        """What was agreed for when time runs out."""
        seat = record.seats[due.seat]
        assert seat.asked_since is not None
        if record.policy == "auto":
            notice = words("Time ran out for {who}, so the bot has moved for them, as agreed.", who=who(seat.user))
            await self.service.move_for(record.id, due.seat, seat.asked_since, notice, due)
        else:
            notice = words("Time ran out for {who}, who loses the match, as agreed.", who=who(seat.user))
            await self.service.lose_for(record.id, due.seat, seat.asked_since, notice, due)

    # -- reminders
    async def _remind(self, record: MatchRecord, dues: list[Due], reminded: set[int]) -> None:
        """One post about all of it, or a direct message to each person whom it concerns; in nobody's quiet hours."""
        calls: list[Call] = []
        for seat in sorted({due.seat for due in dues}):
            call = await self._call(record, [due for due in dues if due.seat == seat], record.id in reminded)
            if call is not None:
                calls.append(call)
        if not calls:
            return
        reminded.add(record.id)
        late = any(self._fell_into_outage(call.due) for call in calls)

        def change(record: MatchRecord) -> list[Errand]:
            current = [call for call in calls if self._same(record, call)]
            if not current:
                raise Stale(words("They have moved."))
            return self._posts(record, current, together=late and len(current) > 1)

        await self.service.change(record.id, change, [call.due for call in calls])

    def _same(self, record: MatchRecord, call: Call) -> bool:
        seat = record.seats[call.due.seat]
        return record.stage == "playing" and _then(seat) == call.then

    async def _call(self, record: MatchRecord, dues: list[Due], reminded: bool) -> Call | None:
        """The one of a seat's due reminders that is to be made now. The others are settled, or put off to the end of the
        person's quiet hours."""
        seat, now = record.seats[dues[0].seat], self.clock()
        assert seat.asked_since is not None
        over = seat.deadline is not None and now >= seat.deadline
        left = [due for due in dues if due.kind in ORDER and self._wanted(record, seat, due, over)]
        left.sort(key=lambda due: ORDER.index(due.kind))
        await self._settle([due for due in dues if due not in left[-1:]])
        if not left:
            return None
        due = left[-1]
        if reminded or (seat.pings >= timing.PINGS and due.kind != "ask"):
            await self._settle([due])
            return None
        player = await self.keeper.player(seat.user)
        quiet = quiet_hours(player.quiet, seat.person.zone)
        wakes = max(now, seat.person.away_until)  # away where there is no limit, so that no time stands still
        wakes = quiet.ends(wakes) if quiet else wakes
        if wakes > now:
            if seat.deadline is None or wakes < seat.deadline or over:
                await self.keeper.put_off(due, wakes)
            else:
                await self._settle([due])
            return None
        kind = due.kind
        if kind in FORMER:
            kind = "r1" if kind == "half" else "r2"
        return Call(due, kind, _then(seat), player)

    def _wanted(self, record: MatchRecord, seat: SeatRecord, due: Due, over: bool) -> bool:
        """Whether a reminder still has something to say."""
        if due.kind == "ask":
            return True
        if seat.quiet_turn:
            return False
        if due.kind == "unended":
            alone = sum(other.asked_since is not None for other in record.seats) == 1
            return seat.acted and alone and self.clock() >= timing.unended_at(seat)
        if due.kind == "deadline" or due.kind.startswith("over"):
            return True
        return not over and not (seat.acted and record.policy == "remind")

    def _posts(self, record: MatchRecord, calls: list[Call], *, together: bool) -> list[Errand]:
        """Counts the reminders, and says them. ``together``: in one post in the thread, whatever they are."""
        errands: list[Errand] = []
        hurried: dict[tuple[float | None, bool, bool], list[int]] = {}
        overdue: list[SeatRecord] = []
        for call in calls:
            seat = record.seats[call.due.seat]
            if call.kind == "ask":
                seat.remind_at = None
            else:
                seat.pings += 1
            if call.kind == "unended":
                seat.unended_told = seat.acted_at
            if call.kind == "deadline" or call.kind.startswith("over"):
                timing.next_over(record, call.due.seat, self.clock())
                overdue.append(seat)
            elif not together and self._private(seat, call):
                with languages.speaking(seat.language or record.language):
                    errands.append(Whisper(seat.user, self._whispered(record, seat, call.kind)))
            else:
                hurried.setdefault((seat.deadline, seat.acted, call.kind == "ask"), []).append(seat.user)
        if hurried:
            posts = [
                time.hurry(record.id, record.version, users, deadline, record.policy, acted, asked)
                for (deadline, acted, asked), users in hurried.items()
            ]
            errands.append(Say(_joined(posts)))
        if overdue:
            last = all(seat.overs >= timing.OVERS or seat.pings >= timing.PINGS for seat in overdue)
            moved = [seat.user for seat in overdue if seat.acted]
            idle = [seat.user for seat in overdue if not seat.acted]
            errands.append(Say(time.overdue(record.id, record.version, moved, idle, last)))
        return errands

    def _private(self, seat: SeatRecord, call: Call) -> bool:
        """Whether a reminder goes by direct message: as the person wishes, if that reaches them."""
        closed = call.player.closed_at
        if closed is not None and self.clock() - closed < CLOSED_FOR:
            return False
        reach: Reach = seat.reach or call.player.reach
        if reach:
            return reach == "dm"
        return call.kind in ("unended", "ask") or (call.kind == "r1" and len(call.player.reminders) > 1)

    def _whispered(self, record: MatchRecord, seat: SeatRecord, kind: str) -> Post:
        where = f"<#{record.thread or record.channel}>"
        if kind == "unended":
            return time.nudge(record.id, record.version, where, seat.deadline, record.policy)
        make = time.asked_for if kind == "ask" else time.turn
        return make(record.id, record.version, where, seat.deadline, record.policy, seat.acted)


def _then(seat: SeatRecord) -> tuple[int | None, float | None, int, float | None]:
    """What changes of a seat when it has moved, has other time, or has been reminded by another process."""
    return seat.asked_since, seat.deadline, seat.pings, seat.remind_at


def _joined(posts: Sequence[Post]) -> Post:
    """Several reminders of one match as one post; all have the same buttons."""
    pings = tuple(user for post in posts for user in post.pings)
    return Post("\n".join(post.text for post in posts), posts[0].rows, pings=pings)
