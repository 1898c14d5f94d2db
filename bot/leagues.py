"""Leagues of a server: people join, everybody meets everybody, matches begin and count by themselves, and one post shows it
all and is kept up to date.

The end of a match lets its league fall due in the same transaction (:meth:`storage.store.Store.save`); what follows from
it is worked out from what is in the database, so that doing it twice, or after a crash, does no harm.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from bot import languages
from bot.errors import NotYours, Sorry
from bot.keeping import Alarm, AlreadyDone, Conflict
from bot.league import LEAST, MOST, Terms, Verdict, decided, schedule, terms_of, to_begin, verdict, withdraw
from bot.panels import league as panels
from bot.panels import lobby
from bot.panels.facts import named, who
from bot.panels.lobby import Draft
from bot.panels.post import Post
from bot.records import Amend, CloseThread, Due, Errand, MatchRecord, Say, Whisper
from engine.core.text import say, words
from storage.community import LeagueRow, Member, Pairing, Result

if TYPE_CHECKING:
    from bot.service import Service

log = logging.getLogger(__name__)

MOST_LEAGUES = 10  # on a server, that are not over
LONGEST_NAME = 60
HURRY = 3 * 86_400.0  # after which whoever is not ready for a match is reminded
UNREADY = 7 * 86_400.0  # after which it is lost
TRIES = 4


class Leagues:
    """Everything raises Sorry in words, with nothing changed."""

    def __init__(self, service: Service) -> None:
        self.service = service
        service.alarms["league"] = self._go_on
        service.dues |= {"hurry": self._hurry, "unready": self._unready}

    # ---- looking ------------------------------------------------------------------------------------------------------
    async def row(self, league: int, guild: int) -> LeagueRow:
        found = await self.service.keeper.people.league(league)
        if found is None or found.guild != guild:
            raise Sorry(words("There is no league {n} on this server.", n=league))
        return found

    async def on(self, guild: int, *stages: str) -> list[LeagueRow]:
        """Those of a server, the newest first."""
        return await self.service.keeper.people.leagues_on(guild, stages or ("open", "running"))

    async def results(self, row: LeagueRow) -> dict[int, Result]:
        return await self.service.keeper.people.results_for([each.match for each in row.pairings if each.match])

    # ---- changing -----------------------------------------------------------------------------------------------------
    async def create(
        self, name: str, terms: Terms, user: int, guild: int, channel: int, interaction: int
    ) -> int:
        """A new league, with the one who asks as its host and its first member. Its number."""
        name = " ".join(name.split())
        if not 0 < len(name) <= LONGEST_NAME:
            raise Sorry(words("Give the league a name of at most {n} characters.", n=LONGEST_NAME))
        game = self.service.games.get(terms.game)
        if game is None or terms.battlefield not in dict(game.battlefields(2)):
            raise Sorry(words("That battlefield is not on offer for two players."))
        if len(await self.on(guild)) >= MOST_LEAGUES:
            raise Sorry(words("There are {n} leagues on this server already. Finish or cancel one first.", n=MOST_LEAGUES))
        row = LeagueRow(
            0, 1, guild, channel, user, name, "open", self.service.clock(), msgspec.msgpack.encode(terms), (Member(user),)
        )
        language = (await self.service.keeper.guild(guild)).language

        def post(id: int) -> Say:
            with languages.speaking(language):
                made = panels.league(msgspec.structs.replace(row, id=id), {}, self.service.games)
            return Say(made, _slot(id), channel)

        number = await self.service.keeper.make_league(row, interaction, post)
        self.service.changed()
        return number

    async def join(self, league: int, guild: int, user: int) -> LeagueRow:
        def change(row: LeagueRow) -> LeagueRow:
            _is_open(row)
            if any(each.user == user for each in row.members):
                raise Sorry(words("You are in the league already."))
            if len(row.members) >= MOST:
                raise Sorry(words("The league is full: {n} people.", n=MOST))
            return msgspec.structs.replace(row, members=(*row.members, Member(user)))

        return await self._change(league, guild, change)

    async def leave(self, league: int, guild: int, user: int) -> LeagueRow:
        """Before the start the person is simply gone; afterwards what has not begun goes to the others."""

        def change(row: LeagueRow) -> LeagueRow:
            mine = next((each for each in row.members if each.user == user), None)
            if mine is None or mine.withdrawn:
                raise Sorry(words("You are not in this league."))
            if row.stage == "open":
                return msgspec.structs.replace(row, members=tuple(each for each in row.members if each != mine))
            if row.stage != "running":
                raise Sorry(words("The league is over."))
            return withdraw(row, user)

        return await self._change(league, guild, change)

    async def start(self, league: int, guild: int, user: int, *, may: bool = False) -> LeagueRow:
        """Pair everybody, and begin. ``may``: the one who asks is a host of the server."""

        def change(row: LeagueRow) -> LeagueRow:
            _own(row, user, may)
            _is_open(row)
            if len(row.members) < LEAST:
                raise Sorry(words("A league needs {n} people at least.", n=LEAST))
            paired = schedule([each.user for each in row.members], terms_of(row).twice)
            return msgspec.structs.replace(row, stage="running", pairings=tuple(paired))

        return await self._change(league, guild, change)

    async def cancel(self, league: int, guild: int, user: int, *, may: bool = False) -> LeagueRow:
        """No further match begins; those under way are played as any other."""

        def change(row: LeagueRow) -> LeagueRow:
            _own(row, user, may)
            if row.stage not in ("open", "running"):
                raise Sorry(words("The league is over."))
            return msgspec.structs.replace(row, stage="cancelled")

        return await self._change(league, guild, change)

    async def rule(
        self, league: int, guild: int, user: int, people: tuple[int, int], winner: int | None, *, may: bool = False
    ) -> LeagueRow:
        """Say how the pairing of those two ended: the first of theirs that is not decided, else the last. ``winner`` None: a
        draw; 0: it does not count. The match itself, if there is one, goes on as it likes."""

        results = await self.results(await self.row(league, guild))

        def change(row: LeagueRow) -> LeagueRow:
            _own(row, user, may)
            if row.stage != "running":
                raise Sorry(words("The league is not running."))
            theirs = [each for each in row.pairings if {each.home, each.away} == set(people)]
            if not theirs:
                raise Sorry(words("{one} and {other} do not meet in this league.", one=who(people[0]), other=who(people[1])))
            if winner not in (None, 0, *people):
                raise Sorry(words("Only one of the two can win."))
            meant = next((each for each in theirs if not verdict(each, results)), theirs[-1])
            ruled: Verdict = "draw" if winner is None else "void" if not winner else (
                "home" if winner == meant.home else "away"
            )  # fmt: skip
            return _ruled(row, meant, ruled)

        return await self._change(league, guild, change)

    async def _change(self, league: int, guild: int, change: Callable[[LeagueRow], LeagueRow]) -> LeagueRow:
        """One transaction, again if another change came first; then the league goes on."""
        for _ in range(TRIES):
            row = change(await self.row(league, guild))
            due = Alarm("league", league, self.service.clock(), guild)
            try:
                await self.service.keeper.save_league(row, [await self._post(row)], again=[due])
            except Conflict:
                continue
            self.service.changed()
            return row
        raise Sorry(words("The league is very busy just now. Nothing has changed; please try again."))

    # ---- going on -----------------------------------------------------------------------------------------------------
    async def _go_on(self, due: Alarm) -> None:
        """Take in what has ended, begin what is to be played now, and bring the post up to date."""
        row = await self.service.keeper.people.league(due.id)
        if row is None:
            await self.service.keeper.settle_alarm(due)
            return
        results = await self.results(row)
        if row.stage == "running":
            row = await self._called_off(row, results)
            for pairing in to_begin(row, results, terms_of(row).together):
                row = await self._begin(row, pairing)
            if decided(row, results):
                row = msgspec.structs.replace(row, stage="over")
        try:
            await self.service.keeper.save_league(row, [await self._post(row, results)], due)
        except (Conflict, AlreadyDone) as error:  # somebody else's change lets it fall due again
            log.info("league %d: %s", due.id, type(error).__name__)

    async def _called_off(self, row: LeagueRow, results: dict[int, Result]) -> LeagueRow:
        """A match that was called off decides nothing."""
        for each in row.pairings:
            if each.match and not each.ruled and each.match not in results:
                found = await self.service.keeper.match(each.match)
                if found is None or found.stage == "cancelled":
                    row = _ruled(row, each, "void")
        return row

    async def _begin(self, row: LeagueRow, pairing: Pairing) -> LeagueRow:
        """The pairing's match, in the league's channel; both have accepted by joining the league."""
        terms = terms_of(row)
        order = (pairing.home, pairing.away)
        draft = Draft(terms.game, terms.battlefield, terms.pace, terms.policy)
        try:
            draft = draft.with_options(self.service.games[terms.game], terms.options)
            facts = await self.service.beginning.create(
                draft, row.host, row.guild, row.channel, 0, order, (row.id, pairing.round, pairing.n)
            )
        except Conflict:  # it has one already
            return await self.service.keeper.people.league(row.id) or row
        except (Sorry, KeyError) as error:  # the game or the battlefield is not there any more; the host can rule
            log.warning("league %d: a match cannot begin: %s", row.id, error)
            return row
        new = msgspec.structs.replace(pairing, match=facts.id)
        return msgspec.structs.replace(row, pairings=tuple(new if each == pairing else each for each in row.pairings))

    # ---- who does not get ready ---------------------------------------------------------------------------------------
    def reminders(self, record: MatchRecord) -> list[tuple[str, float]]:
        """What falls due for a league's match from its beginning."""
        return [("hurry", record.created + HURRY), ("unready", record.created + UNREADY)]

    def _late(self, record: MatchRecord) -> list[int]:
        return [seat.user for seat in record.seats if not seat.ready] if record.stage == "armies" else []

    async def _hurry(self, due: Due, record: MatchRecord) -> None:
        """One private reminder for whoever is not ready yet."""
        errands: list[Errand] = []
        for user in self._late(record):
            chosen = (await self.service.keeper.player(user)).language
            with languages.speaking(chosen or record.language):
                errands.append(Whisper(user, panels.hurry(self.service.facts(record), record.created + UNREADY)))
        await self.service.keeper.settle(due, errands)

    async def _unready(self, due: Due, record: MatchRecord) -> None:
        """The match goes to whoever is ready; it does not count if nobody is. First the ruling, then the match is called
        off: done again after a crash in between, it comes to the same."""
        late = self._late(record)
        row = await self.service.keeper.people.league(record.league)
        pairing = next((each for each in row.pairings if each.match == record.id), None) if row is not None else None
        if not late or row is None or pairing is None:
            await self.service.keeper.settle(due)
            return
        ruled: Verdict = "void" if len(late) > 1 else "away" if late[0] == pairing.home else "home"
        if not pairing.ruled and row.stage == "running":
            await self._change(row.id, row.guild, lambda row: _ruled(row, pairing, ruled))

        def change(record: MatchRecord) -> list[Errand]:
            if self._late(record) != late:
                raise Sorry(words("The match has begun."))
            record.stage = "cancelled"
            facts = self.service.facts(record)
            told = say("{people} did not get ready within a week: the league counts this as a match lost.",
                       people=named(late))  # fmt: skip
            if len(late) > 1:
                told = say("Nobody got ready within a week: this match does not count for the league.")
            return [
                Amend(lobby.invitation(facts), "invitation"), Amend(lobby.armies(facts), "armies"), Say(Post(told)),
                CloseThread(),
            ]  # fmt: skip

        await self.service.change(record.id, change)
        await self.service.keeper.settle(due)

    async def _post(self, row: LeagueRow, results: dict[int, Result] | None = None) -> Amend:
        language = (await self.service.keeper.guild(row.guild)).language
        known = await self.results(row) if results is None else results
        with languages.speaking(language):
            post = panels.league(row, known, self.service.games)
        return Amend(post, _slot(row.id), row.channel)


def _slot(league: int) -> str:
    return f"league:{league}"


def _is_open(row: LeagueRow) -> None:
    if row.stage != "open":
        raise Sorry(words("The league has begun; nobody can join or start it any more."))


def _own(row: LeagueRow, user: int, may: bool) -> None:
    if user != row.host and not may:
        raise NotYours(words("Only {who}, who made this league, and the server's hosts can do that.", who=who(row.host)))


def _ruled(row: LeagueRow, pairing: Pairing, ruled: Verdict) -> LeagueRow:
    new = msgspec.structs.replace(pairing, ruled=ruled)
    return msgspec.structs.replace(row, pairings=tuple(new if each == pairing else each for each in row.pairings))
