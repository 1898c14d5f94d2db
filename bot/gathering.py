"""Finding people to play with: what waits for players, who is invited, how many matches one person may have; and the match
of the day.

An invitation that nobody answers does not wait for ever: those who have not answered are reminded once, and let go after a
week.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot import daily, hours, languages
from bot import games as shelf
from bot.errors import NotYours, Sorry
from bot.keeping import Alarm
from bot.panels import community, lobby
from bot.panels.facts import Facts, named, who
from bot.panels.post import Post
from bot.records import Amend, Due, Errand, MatchRecord, Say, SeatRecord, Whisper
from engine.core.text import say, words
from storage.community import Rating

if TYPE_CHECKING:
    from bot.service import Service

OPEN_MATCHES = 5  # that one person may have waiting for players, on a server
DAY = 86_400.0
REMIND = 3 * DAY  # after which those who have not answered an invitation are reminded
EXPIRE = 7 * DAY  # after which they are not waited for any more
UNJOINED = 30 * DAY  # after which a match that nobody joins is called off
MOST_WEIGHED = 2000  # newest matches among which the one of the day is
MOST_LISTED = 200  # newest matches that the list of open ones looks through
AT_ONCE = 60  # candidates for the match of the day


class Gathering:
    """Everything raises Sorry in words, with nothing changed."""

    def __init__(self, service: Service) -> None:
        self.service = service
        service.dues |= {"nudge": self._nudge, "expire": self._expire}
        service.alarms |= {"open": self._board, "day": self._day}

    # ---- how many -----------------------------------------------------------------------------------------------------
    async def may_begin(self, host: int, guild: int) -> None:
        """Raises Sorry if the person has enough matches waiting, or under way."""
        waiting = [each for each in await self.service.keeper.open_matches(host) if each.guild == guild and not each.league]
        if len(waiting) >= OPEN_MATCHES:
            raise Sorry(
                words("You have {n} matches waiting for players. Call one off first: `/match leave`.", n=OPEN_MATCHES)
            )
        await self.may_sit(host, guild)

    async def may_sit(self, user: int, guild: int) -> None:
        """Raises Sorry if the person has as many matches on the server as its host allows. A league's do not count, and
        neither do those that one is only invited to."""
        most = (await self.service.keeper.guild(guild)).most_matches
        mine = [each for each in await self.service.keeper.matches_of(user) if each.guild == guild and not each.league]
        under_way = [each for each in mine if each.stage != "open" or self.sits(each, user)]
        if len(under_way) >= most:
            raise Sorry(
                words(
                    "You have {n} matches under way on this server, and that is as many as its host allows. Finish one, or "
                    "leave one that has not begun (`/match leave`).",
                    n=len(under_way),
                )
            )

    def sits(self, record: MatchRecord, user: int) -> bool:
        seat = record.seat_of(user)
        return seat is not None and self.service.beginning.has_accepted(record, record.seats[seat])

    # ---- what waits for players ---------------------------------------------------------------------------------------
    async def open_matches(self, guild: int) -> list[MatchRecord]:
        """The matches of a server with an open seat, the newest first."""
        found = await self.service.keeper.matches_on(guild, ("open",), MOST_LISTED)
        known = [each for each in found if each.game in self.service.games]
        return [each for each in known if any(not seat.user for seat in each.seats)]

    async def touched(self, record: MatchRecord) -> None:
        """A match has begun or ceased to wait: the server's list is brought up to date, where its host wants one."""
        if record.guild and (await self.service.keeper.guild(record.guild)).open_channel:
            await self.service.keeper.set_alarm(Alarm("open", record.guild, self.service.clock(), record.guild))

    async def _board(self, due: Alarm) -> None:
        settings = await self.service.keeper.guild(due.id)
        errands: list[Errand] = []
        if settings.open_channel:
            found = await self.open_matches(due.id)
            here = [self.service.facts(record) for record in found[: community.ON_A_PAGE]]
            with languages.speaking(settings.language):
                post = community.open_board(here, len(found) - len(here))
            errands.append(Amend(post, f"open:{due.id}", settings.open_channel))
        await self.service.keeper.settle_alarm(due, errands=errands)

    # ---- invitations --------------------------------------------------------------------------------------------------
    async def invite(self, match: int, user: int, people: Sequence[int]) -> Facts:
        """Keep open seats for those people; whoever is in the match already may ask for that."""
        wanted = list(dict.fromkeys(people))

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage != "open":
                raise Sorry(words("No seat is open any more."))
            if not self.sits(record, user):
                raise NotYours(words("Only those who play in a match can invite to it."))
            for each in wanted:
                if record.seat_of(each) is not None:
                    raise Sorry(words("{who} has a seat in this match, or is invited already.", who=who(each)))
            free = [seat for seat in record.seats if not seat.user]
            if len(wanted) > len(free):
                raise Sorry(words("Open seats: {n}. You cannot invite more people than that.", n=len(free)))
            for seat, each in zip(free, wanted):
                seat.user, seat.invited = each, self.service.clock()
            told = say("{people}: {who} invites you to match {n}.", people=named(wanted), who=who(user), n=record.id)
            facts = self.service.facts(record)
            return [
                Amend(lobby.invitation(facts), "invitation"),
                Say(Post(told, community.answering(record.id), pings=tuple(wanted))),
            ]

        record = await self.service.change(match, change)
        await self.service.keeper.add_due(Due(match, 0, "nudge", self.service.clock() + REMIND))
        return self.service.facts(record)

    def reminders(self, record: MatchRecord) -> list[tuple[str, float]]:
        """What falls due for a match that waits for players."""
        return [("nudge", record.created + REMIND), ("expire", record.created + EXPIRE)]

    def _unanswered(self, record: MatchRecord) -> list[SeatRecord]:
        return [seat for seat in record.seats if seat.user and not self.service.beginning.has_accepted(record, seat)]

    def _since(self, record: MatchRecord, seat: SeatRecord) -> float:
        return seat.invited or record.created

    async def _nudge(self, due: Due, record: MatchRecord) -> None:
        """One private reminder for everybody who has not answered."""
        errands: list[Errand] = []
        for seat in self._unanswered(record) if record.stage == "open" else ():
            until = self._since(record, seat) + EXPIRE
            if self._since(record, seat) + REMIND != due.at:  # theirs comes later, or has come
                continue
            player = await self.service.keeper.player(seat.user)
            with languages.speaking(player.language or record.language):
                post = community.invited(self.service.facts(record), until)
            errands.append(Whisper(seat.user, post, ring=not await self.service.clocks.asleep(player, record.guild)))
        await self.service.keeper.settle(due, errands)

    async def _expire(self, due: Due, record: MatchRecord) -> None:
        """Those who have not answered are not waited for any more. A match in which only its host sits is called off; where
        others wait as well, the seats are open to everybody. A match that nobody was invited to waits for a month."""
        now = self.service.clock()
        last = record.created + UNJOINED

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage != "open":
                raise Sorry(words("No seat is open any more."))
            unanswered = self._unanswered(record)
            late = [seat for seat in unanswered if self._since(record, seat) + EXPIRE <= now or last <= now]
            people = [seat.user for seat in late]
            others = [seat for seat in record.seats if seat.user and seat.user != record.host and seat not in late]
            if last <= now or not any(not self.service.is_builtin(seat) for seat in others):
                record.stage = "cancelled"
                told = community.called_off(record.id, people)
                pings: tuple[int, ...] = (record.host,)
            else:
                for n, seat in enumerate(record.seats):
                    if seat in late:
                        record.seats[n] = SeatRecord(army=seat.army)
                told = say("{people} did not answer: the seats kept for them are open to everybody now.",
                           people=named(people))  # fmt: skip
                pings = ()
            return [Amend(lobby.invitation(self.service.facts(record)), "invitation"), Say(Post(told, pings=pings))]

        if record.stage == "open":
            ends = [self._since(record, seat) + EXPIRE for seat in self._unanswered(record)]
            following = min([*ends, last])
            if following <= now:
                record = await self.service.change(record.id, change)
                ends = [self._since(record, seat) + EXPIRE for seat in self._unanswered(record)]
                following = min([*ends, last])
        if record.stage == "open":
            await self.service.keeper.put_off(due, following)
        else:
            await self.service.keeper.settle(due)

    # ---- the match of the day -----------------------------------------------------------------------------------------
    async def _day(self, due: Alarm) -> None:
        """Once a day, where the host wants it: posted and due again in one transaction."""
        settings, now = await self.service.keeper.guild(due.id), self.service.clock()
        if not settings.day_channel:
            await self.service.keeper.settle_alarm(due)
            return
        again = Alarm("day", due.id, hours.following(settings.zone, settings.day_hour, now), due.guild)
        found = await self._candidates(due.id, due.at - DAY, now)  # since the last one, also if the bot was away
        users = {seat.user for _, record in found for seat in record.seats}
        ratings: dict[int, Rating] = {}
        for game in {record.game for _, record in found}:
            ratings |= await self.service.keeper.people.ratings_of(list(users), game, due.id)
        pick = daily.pick([each for each, _ in found], ratings)
        if pick is None:
            await self.service.keeper.settle_alarm(due, again=again)
            return
        record = next(record for each, record in found if each.match == pick.match)
        link = f"https://discord.com/channels/{record.guild}/{record.thread or record.channel}"
        with languages.speaking(settings.language):
            post = community.of_the_day(self.service.facts(record), pick.reasons, link, over=pick.over)
        await self.service.keeper.settle_alarm(due, record.id, [Say(post, channel=settings.day_channel)], again)

    async def _candidates(self, guild: int, since: float, now: float) -> list[tuple[daily.Candidate, MatchRecord]]:
        """The liveliest matches of that time, with what spectators may know of them."""
        people = self.service.keeper.people
        numbers = (await people.matches_on(guild, ("playing", "over"), since))[:MOST_WEIGHED]
        lively = await people.pace_of(numbers, since)
        results = {each.match: each for each in await people.results_between(guild, since, now)}
        numbers.sort(key=lambda number: (-(number in results), -lively.get(number, 0), -number))
        found = []
        for number in numbers[:AT_ONCE]:
            record = await self.service.keeper.match(number)
            if record is None or record.stored is None or record.game not in self.service.games:
                continue
            if record.stage == "over" and number not in results:
                continue
            scores = shelf.scores(await self.service.view(record, None))
            teams = tuple(record.place(n).team for n in range(len(record.seats)))
            found.append((daily.Candidate(number, lively.get(number, 0), results.get(number), tuple(scores), teams), record))
        return found
