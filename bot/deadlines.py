"""Time: reminders, and what was agreed for when it runs out. The rows in the database are the truth; a scheduler in memory
only wakes the sweep when the next one is due.
"""

from __future__ import annotations

import asyncio
import datetime
import logging
from collections.abc import Callable
from typing import Any

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.errors import Sorry
from bot.keeping import Keeper, Player
from bot.panels.facts import DAY, HOUR, pace, when, who
from bot.panels.ids import Press
from bot.panels.post import Button, Post, buttons
from bot.records import Due, MatchRecord, Say, Whisper
from bot.service import Service

log = logging.getLogger(__name__)

OUTAGE = 15 * 60.0  # seconds without the bot that count as its own outage
LEAST = 1.0 * HOUR  # that a deadline out of an outage is extended by at least
NAGS = 3  # posts about a deadline that has passed, where the table agreed to reminders only
RETRY = 60.0  # seconds after which a sweep that failed is tried again
PULSE = 60.0  # seconds between two notes that the bot is there


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
        alive = self.keeper.alive
        now = self.clock()
        self._outage = (alive, now) if alive is not None and now - alive > OUTAGE else None
        self._scheduler = AsyncIOScheduler(
            timezone=datetime.UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )
        self._scheduler.add_job(self._pulse, "interval", seconds=PULSE, id="pulse")
        self._scheduler.start()
        await self.keeper.set_alive()
        await self.sweep()
        await self.reschedule()

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
        async with self._lock:
            await self.keeper.set_alive()

    async def stop(self) -> None:
        """No further sweep; one under way ends first."""
        async with self._lock:
            if self._scheduler is not None:
                self._scheduler.shutdown(wait=False)
                self._scheduler = None

    # -- what is due
    async def sweep(self) -> None:
        """Do all that is due by now. Each row once: it is settled in the transaction that says something about it."""
        async with self._lock:
            self._failed_at = None
            for due in await self.keeper.due():
                try:
                    await self._one(due)
                except Sorry as sorry:  # they have moved meanwhile, or the match is over
                    log.info("match %d, seat %d: %s: %s", due.match, due.seat, due.kind, sorry)
                    await self.keeper.settle(due)
                except Exception:
                    # It stays due; the next sweep, a minute from now at the latest, tries again.
                    log.exception("match %d, seat %d: %s", due.match, due.seat, due.kind)
                    self._failed_at = self.clock()
            for alarm in await self.keeper.alarms():
                try:
                    await self.service.alarms[alarm.kind](alarm)
                except Exception:
                    log.exception("%s %d", alarm.kind, alarm.id)
                    self._failed_at = self.clock()
        self.service.changed()

    async def _one(self, due: Due) -> None:
        record = await self.keeper.match(due.match)
        handler = self.service.dues.get(due.kind)
        if record is not None and handler is not None:
            await handler(due, record)
            return
        if record is None or record.stage != "playing" or record.seats[due.seat].asked_since is None:
            await self.keeper.settle(due)
            return
        seat = record.seats[due.seat]
        assert seat.deadline is not None
        assert seat.asked_since is not None
        if self._outage and self._outage[0] < due.at <= self._outage[1] and due.kind == "deadline":
            left = max(LEAST, seat.deadline - self._outage[0])
            notice = f"The bot was away for a while; {who(seat.user)} gets the time that was lost back."
            await self.service.extend(due.match, due.seat, seat.asked_since, self.clock() + left, notice)
            return
        if due.kind in ("half", "late"):
            await self._remind(due, record)
        elif due.kind == "deadline" and record.policy == "auto":
            notice = f"Time ran out for {who(seat.user)}, so the bot has moved for them, as agreed."
            await self.service.move_for(due.match, due.seat, seat.asked_since, notice)
        elif due.kind == "deadline" and record.policy == "forfeit":
            notice = f"Time ran out for {who(seat.user)}, who loses the match, as agreed."
            await self.service.lose_for(due.match, due.seat, seat.asked_since, notice)
        else:
            await self._overdue(due, record)

    async def _remind(self, due: Due, record: MatchRecord) -> None:
        """At half the time privately, later in the thread; never in somebody's quiet hours, never late for its own sake."""
        seat = record.seats[due.seat]
        now = self.clock()
        if seat.deadline is None or now >= seat.deadline or seat.acted:
            await self.keeper.settle(due)
            return
        wakes = quiet_until(await self.keeper.player(seat.user), now)
        if now < wakes < seat.deadline:
            await self.keeper.put_off(due, wakes)
            return
        if wakes > now:
            await self.keeper.settle(due)
            return
        row = buttons([Button(Press(record.id, record.version, "play").id(), "Play", "primary", "▶️")])
        if due.kind == "half":
            text = (
                f"It is your turn in match {record.id} (<#{record.thread or record.channel}>), until {when(seat.deadline)}."
            )
            await self.keeper.settle(due, [Whisper(seat.user, Post(text, tuple(row)))])
        else:
            text = f"{who(seat.user)}, your time ends {when(seat.deadline)}."
            await self.keeper.settle(due, [Say(Post(text, tuple(row), pings=(seat.user,)))])

    async def _overdue(self, due: Due, record: MatchRecord) -> None:
        """Where the table agreed to reminders only: a few posts, a turn's time apart, then silence."""
        seat = record.seats[due.seat]
        n = 1 if due.kind == "deadline" else int(due.kind.removeprefix("over")) + 1
        unended = "has begun the turn, but not ended it" if seat.acted else "has not moved yet"
        text = f"Time is up: {who(seat.user)} {unended}. The match waits, as agreed."
        if n == NAGS:
            text += " I shall not ask again."
        row = buttons([Button(Press(record.id, record.version, "play").id(), "Play", "primary", "▶️")])
        again = [Due(due.match, due.seat, f"over{n}", self.clock() + max(DAY, pace(record.pace).seconds))]
        await self.keeper.settle(due, [Say(Post(text, tuple(row), pings=(seat.user,)))], again if n < NAGS else [])


def quiet_until(player: Player, now: float) -> float:
    """When the person's quiet hours end, if they are in them; else ``now``."""
    if player.quiet is None:
        return now
    start, end = player.quiet
    local = now + player.zone * HOUR
    hour = (local % DAY) / HOUR
    inside = start <= hour < end if start < end else hour >= start or hour < end
    if start == end or not inside:
        return now
    return now + ((end - hour) % 24) * HOUR
