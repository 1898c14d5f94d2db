"""What people settle about their own time: quiet hours, reminders, being away; and the time of their seats after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from bot import absence, timing
from bot.errors import NotYours, Sorry, Stale
from bot.keeping import Alarm, Player
from bot.pace import DAY, MINUTE, pace, quiet_hours
from bot.panels import time
from bot.records import Errand, MatchRecord, Person, Reach, Say
from engine.core.text import words

if TYPE_CHECKING:
    from bot.service import Service

AWAY = "away"  # the alarm: somebody's tables are to be told that they are away, or back
LONGEST_REQUEST = 30 * DAY  # until a reminder that somebody asks for


class Clocks:
    def __init__(self, service: Service) -> None:
        self.service = service
        service.alarms[AWAY] = self.tell_away

    async def prepare(self, record: MatchRecord) -> None:
        """Bring what people have settled for themselves into a record that is about to be changed: nobody's time runs out
        who is away, whatever process they told it to."""
        if record.stage not in ("armies", "playing"):
            return
        seats = [n for n, each in enumerate(record.seats) if each.user and not self.service.is_builtin(each)]
        players = await self.service.keeper.players([record.seats[n].user for n in seats])
        zone, nights = "", pace(record.pace).night
        if any(not player.time_zone and (nights or player.quiet) for player in players.values()):
            zone = (await self.service.keeper.guild(record.guild)).zone
        now = self.service.clock()
        for n in seats:
            player = players[record.seats[n].user]
            person = Person(player.quiet, player.time_zone or zone, player.reminders, player.away_until)
            timing.learn(record, n, person, now)
        timing.update(record, now)

    async def asleep(self, player: Player, guild: int) -> bool:
        """Whether these are somebody's quiet hours; on that server's clock, if it is not known on which else."""
        if player.quiet is None:
            return False
        zone = player.time_zone or (await self.service.keeper.guild(guild)).zone
        night, now = quiet_hours(player.quiet, zone), self.service.clock()
        return night is not None and night.ends(now) > now

    # ---- settings ----
    async def settle(self, user: int, change: Callable[[Player], Player]) -> Player:
        """Change what somebody has settled for all their matches; it counts from now on."""
        player = await self.service.keeper.change_player(user, change)
        await self._touch(user)
        return player

    async def _touch(self, user: int) -> None:
        for record in await self.service.keeper.matches_of(user):
            if record.stage == "playing":
                await self.service.change(record.id, lambda record: [])

    # ---- being away ----
    async def away(self, user: int, until: float) -> Player:
        """Away from all one's matches until then. Raises Sorry if that is more than is allowed."""

        def change(player: Player) -> Player:
            spans, told = absence.leave(player.away, player.told_away, self.service.clock(), until)
            return msgspec.structs.replace(player, away=spans, told_away=told)

        return await self._go(user, change)

    async def back(self, user: int) -> Player:
        """Back before the time. Raises Sorry for whoever is not away."""

        def change(player: Player) -> Player:
            return msgspec.structs.replace(player, away=absence.come_back(player.away, self.service.clock()))

        return await self._go(user, change)

    async def _go(self, user: int, change: Callable[[Player], Player]) -> Player:
        alarm = Alarm(AWAY, user, self.service.clock(), 0)
        await self.service.keeper.set_alarm(alarm)  # first: what is not told now is told by the next sweep
        player = await self.service.keeper.change_player(user, change)
        await self.tell_away(alarm)
        return player

    async def tell_away(self, alarm: Alarm) -> None:
        """Tell all tables of somebody that they are away, or back before the time; each once, however often this runs."""
        for record in await self.service.keeper.matches_of(alarm.id):
            if record.stage == "playing":
                try:
                    await self.service.change(record.id, lambda record: self._told(record, alarm.id))
                except Sorry:  # told already, or over meanwhile
                    continue
        await self.service.keeper.settle_alarm(alarm)

    def _told(self, record: MatchRecord, user: int) -> list[Errand]:
        seat = record.seat_of(user)
        if seat is None or record.stage != "playing":
            raise Stale
        each, now = record.seats[seat], self.service.clock()
        until = each.person.away_until
        if until > now and each.away_told != until:
            each.away_told = until
            return [Say(time.away(user, until, stands=bool(pace(record.pace).seconds)))]
        if until <= now < each.away_told:
            each.away_told = 0.0
            return [Say(time.back(user, each.deadline))]
        raise Stale

    # ---- reminders ----
    async def hush(self, match: int, user: int) -> None:
        """No more reminders for what one is asked now."""

        def change(record: MatchRecord) -> list[Errand]:
            each = record.seats[self._seat(record, user)]
            if each.asked_since is None:
                raise Sorry(words("It is not your turn any more, so there is nothing to remind you of."))
            each.quiet_turn = True
            return []

        await self.service.change(match, change)

    async def remind(self, match: int, user: int, seconds: float | None) -> float | None:
        """A reminder in so many seconds (None: not any more), if one is asked something then. Returns when."""
        if seconds is not None and not MINUTE <= seconds <= LONGEST_REQUEST:
            raise Sorry(words("Between a minute and {n} days from now, please.", n=LONGEST_REQUEST // DAY))
        at = None if seconds is None else self.service.clock() + seconds

        def change(record: MatchRecord) -> list[Errand]:
            record.seats[self._seat(record, user)].remind_at = at
            return []

        await self.service.change(match, change)
        return at

    async def reach(self, match: int, user: int, where: Reach) -> None:
        """Where one's reminders of this match go (empty: as in all one's matches)."""

        def change(record: MatchRecord) -> list[Errand]:
            record.seats[self._seat(record, user)].reach = where
            return []

        await self.service.change(match, change)

    def _seat(self, record: MatchRecord, user: int) -> int:
        seat = record.seat_of(user)
        if seat is None:
            raise NotYours(words("You have no seat in this match."))
        if record.stage != "playing":
            raise Sorry(words("Nothing is played in this match just now."))
        return seat
