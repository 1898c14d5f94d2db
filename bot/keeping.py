"""The bot's records in the store: what stands in a match's document, in an errand's payload, in a person's settings."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot import holder as holders
from bot import hours
from bot.guilds import Guild
from bot.hosting import metrics
from bot.play import Answered
from bot.records import REMINDERS, Amend, Due, Errand, MatchRecord, Reach, Retime, Whisper
from engine.core.events import Event
from storage import AlreadyDone, Conflict, LeaseHeld, Shards, StorageError, Store, privacy
from storage.community import Community, LeagueRow, Rater, Result
from storage.rows import AlarmRow, AnswerRow, DueRow, ErrandRow, MatchRow, NewErrand, PlaceRow, Retiming
from storage.store import ALL, DONE_FOR

__all__ = ["Alarm", "AlreadyDone", "Conflict", "Keeper", "Kept", "Player", "Row", "Spot", "opened"]

log = logging.getLogger(__name__)

LEASE_SECONDS = 15.0  # how long a killed process keeps others out
RENEW = 4.0


class Player(msgspec.Struct, frozen=True):
    """A person's settings, over all matches. ``language``: the one they chose; empty: that of their Discord. ``quiet``:
    hours of their day in which no reminder rings; ``zone``: their time zone (IANA; empty: not known). ``closed_at``: when
    their direct messages were last found closed. ``reminders``: at which fractions of the time left they are reminded,
    ``reach``: where (empty: first privately, then in the match's thread). ``away``: from when until when they were or are
    away from all their matches, lately; ``told_away``: when they last said so. ``theme`` (a name in
    :data:`bot.looks.THEMES`) and ``large`` print: how pictures look that they alone see (empty, None: as the server's)."""

    language: str = ""
    stop_asking: bool = False
    quiet: tuple[int, int] | None = None
    zone: str | float = ""
    closed_at: float | None = None
    reminders: tuple[float, ...] = REMINDERS
    reach: Reach = ""
    away: tuple[tuple[float, float], ...] = ()
    told_away: tuple[float, ...] = ()
    theme: str = ""
    large: bool | None = None

    @property
    def away_until(self) -> float:
        """When the latest absence ends or ended; 0: there was none."""
        return self.away[-1][1] if self.away else 0.0

    @property
    def time_zone(self) -> str:
        """Where they are; an earlier release kept how many hours their clock is ahead of UTC (0: not said)."""
        if isinstance(self.zone, str):
            return self.zone
        return hours.fixed(self.zone) if self.zone or self.quiet else ""


class Kept(msgspec.Struct, frozen=True):
    """An army that somebody keeps. ``options``: what it is held against, as :mod:`engine.registry` has them."""

    army: dict[str, Any] = {}
    options: dict[str, int] = {}


class _Bot(msgspec.Struct, frozen=True):
    """``instance`` tells this database's messages from those of others; ``alive``: when the bot was last there, noted so
    before there were shards."""

    instance: str
    alive: float | None = None


class _Alive(msgspec.Struct, frozen=True):
    """When a process last worked on a shard, of ``count``."""

    count: int
    at: float


class Row(msgspec.Struct, frozen=True):
    """An errand waiting to be run. ``tries``: how often it was begun before."""

    id: int
    match: int
    errand: Errand
    tries: int
    made: float


Spot = PlaceRow
Alarm = AlarmRow
Lost = Callable[[], None]

_ERRAND: msgspec.msgpack.Decoder[Errand] = msgspec.msgpack.Decoder(Errand)
_DOCUMENT = msgspec.msgpack.Decoder(MatchRecord)
_PLAYER = msgspec.msgpack.Decoder(Player)
_KEPT = msgspec.msgpack.Decoder(Kept)
_EVENTS = msgspec.json.Decoder(list[Event])


class Keeper:
    """``clock`` gives seconds since the epoch."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.people = Community(store.database)
        self.clock = clock
        self.instance = ""
        # SQLite has one writer at a time, and those who wait for its lock are served in no order: here they queue.
        self._writing: contextlib.AbstractAsyncContextManager[object] = (
            asyncio.Lock() if store.database.is_sqlite else contextlib.nullcontext()
        )
        self._alive: float | None = None

    async def prepare(self) -> None:
        """Read what the bot knows of itself; make it up the first time."""
        found = await self.store.setting("bot", 0)
        if not found:  # of two processes that start at once, both read what came first
            async with self._writing:
                await self.store.set_setting("bot", 0, msgspec.msgpack.encode(_Bot(secrets.token_hex(3))), keep=True)
            found = await self.store.setting("bot", 0)
        assert found is not None
        bot = msgspec.msgpack.decode(found, type=_Bot)
        self.instance = bot.instance
        shards = self.store.shards
        kept = await self.store.all_settings("alive")
        notes = {n: msgspec.msgpack.decode(each, type=_Alive) for n, each in kept.items()}
        mine = [note.at for n, note in notes.items() if n in shards.mine and note.count == shards.count]
        # Divided otherwise before: what nobody has dealt with since the longest absence is nobody's own fault.
        self._alive = min(mine or [note.at for note in notes.values()], default=bot.alive)

    # -- matches
    async def match(self, match: int) -> MatchRecord | None:
        row = await self.store.match(match)
        return _record(row) if row else None

    async def matches_of(self, user: int) -> list[MatchRecord]:
        """Those of a player that are neither over nor called off, newest first."""
        return [_record(row) for row in await self.store.matches_of(user)]

    async def open_matches(self, host: int) -> list[MatchRecord]:
        return [_record(row) for row in await self.store.hosted_by(host, ("open", "armies"))]

    async def brought_in(self, user: int) -> int:
        """How many matches somebody has brought in from files."""
        return sum(_record(row).imported for row in await self.store.hosted_by(user, ("over",)))

    async def to_look_back(self, guild: int, user: int, most: int = 60) -> list[MatchRecord]:
        """Matches that have begun, on that server or with that person, newest first."""
        return [_record(row) for row in await self.store.to_look_back(guild, user, most)]

    async def in_guild(self, guild: int, most: int = 100) -> list[MatchRecord]:
        """A server's matches that are neither over nor called off, the newest first."""
        return [_record(row) for row in await self.store.in_guild(guild, most)]

    async def matches_on(self, guild: int, stages: Sequence[str], limit: int) -> list[MatchRecord]:
        """The newest of a server's matches in those stages."""
        return [_record(row) for row in await self.store.on_server(guild, stages, limit)]

    async def match_in(self, channel: int) -> int | None:
        return await self.store.match_in(channel)

    async def create(
        self, record: MatchRecord, interaction: int, errands: Callable[[MatchRecord], list[Errand]],
        pairing: tuple[int, int, int] | None = None, due: Sequence[tuple[str, float]] = (),
    ) -> tuple[MatchRecord, bool]:
        """Keep a new match with its errands; False, and the match that was made, if the interaction has come before.
        ``due``: kinds and times of what falls due for it. ``pairing``: of which pairing of a league it is the match; raises
        Conflict if that has one."""

        def finish(id: int) -> tuple[bytes, list[NewErrand]]:
            record.id = id
            return msgspec.msgpack.encode(record), [_queued(id, errand) for errand in errands(record)]

        users = [seat.user for seat in record.seats]
        async with self._writing:
            id, fresh = await self.store.create(_row(record), users, interaction, finish, pairing, due)
        found = await self.match(id)
        assert found is not None
        return found, fresh

    async def save(
        self, record: MatchRecord, expected: int, errands: Sequence[Errand], retimes: Sequence[Retime],
        answered: Sequence[Answered] = (), interaction: int = 0, undone: int = 0, undone_by: int = 0,
        ending: tuple[Result, Rater] | None = None, claims: Due | None = None,
    ) -> None:  # fmt: skip
        """One transaction: the record, provided the match still has the ``expected`` version, answers, what is to be said,
        and the changes of what falls due; with what became of the match if this is its ``ending``. ``claims``: what
        was due and is dealt with hereby, by nobody else. Raises Conflict or AlreadyDone; nothing is changed then."""
        first = record.answers - len(answered) + 1
        async with self._writing, metrics.timed(metrics.COMMITS, lambda: metrics.ANSWERS.inc(len(answered))):
            await self.store.save(
                _row(record),
                expected,
                [seat.user for seat in record.seats],
                now=self.clock(),
                errands=[_queued(record.id, errand) for errand in errands],
                retimings=[Retiming(each.seat, each.drop, tuple(map(_due, each.add))) for each in retimes],
                answers=[
                    AnswerRow(n, each.seat, each.key, msgspec.json.encode(each.events))
                    for n, each in enumerate(answered, first)
                ],
                undone=undone,
                undone_by=undone_by,
                interaction=interaction,
                claims=_due(claims) if claims is not None else None,
                ending=ending,
            )

    async def seen(self, interaction: int) -> bool:
        return await self.store.seen(interaction)

    async def answered(self, match: int) -> list[Answered]:
        return [Answered(row.seat, row.key, _EVENTS.decode(row.events)) for row in await self.store.answers(match)]

    # -- people
    async def player(self, user: int) -> Player:
        found = await self.store.setting("user", user)
        return _PLAYER.decode(found) if found else Player()

    async def players(self, users: Sequence[int]) -> dict[int, Player]:
        """The settings of several people."""
        found = await self.store.some_settings("user", users)
        return {user: _PLAYER.decode(found[user]) if user in found else Player() for user in users}

    async def change_player(self, user: int, change: Callable[[Player], Player]) -> Player:
        """Keep what ``change`` makes of somebody's settings, in one step. What it raises leaves them as they were."""

        def work(found: bytes | None) -> bytes:
            return msgspec.msgpack.encode(change(_PLAYER.decode(found) if found else Player()))

        async with self._writing:
            return _PLAYER.decode(await self.store.change_setting("user", user, work))

    async def save_player(self, user: int, player: Player) -> None:
        async with self._writing:
            await self.store.set_setting("user", user, msgspec.msgpack.encode(player))

    async def kept_about(self, user: int) -> dict[str, privacy.Rows]:
        return await privacy.kept_about(self.store, user)

    async def leagues_under_way(self, user: int) -> list[str]:
        """The names of the running leagues that the person plays in."""
        return await privacy.leagues_under_way(self.store, user)

    async def forget_person(self, user: int, stand_in: int, rewrite: privacy.Rewrite) -> None:
        """Raises StillHere, with nothing changed, while they are in matches or leagues."""
        async with self._writing:
            await privacy.forget(self.store, user, stand_in, self.clock(), rewrite)
            await privacy.wipe(self.store)

    async def wipe(self) -> None:
        """Wipe what was deleted of people out of the file, where that was put off."""
        async with self._writing:
            await privacy.wipe(self.store, however_large=True)

    # -- servers
    async def guild(self, guild: int) -> Guild:
        found = await self.store.setting("guild", guild)
        return msgspec.msgpack.decode(found, type=Guild) if found else Guild()

    async def save_guild(self, guild: int, settings: Guild) -> None:
        async with self._writing:
            if settings.open_channel:
                await self.store.set_alarm(Alarm("open", guild, self.clock(), guild))
            if settings.day_channel:  # first: an alarm without a channel does no harm
                at = hours.following(settings.zone, settings.day_hour, self.clock())
                await self.store.set_alarm(Alarm("day", guild, at, guild))
            await self.store.set_setting("guild", guild, msgspec.msgpack.encode(settings))

    # -- leagues, and what falls due outside matches
    async def make_league(self, row: LeagueRow, interaction: int, post: Callable[[int], Errand]) -> int:
        """Keep a new league with its post; its number. The same interaction makes one."""
        async with self._writing:
            id, _ = await self.store.make_league(
                row, interaction, self.clock(), lambda id: [_queued(0, post(id), row.guild)]
            )
        return id

    async def save_league(
        self, row: LeagueRow, errands: Sequence[Errand] = (), due: Alarm | None = None, again: Sequence[Alarm] = ()
    ) -> None:
        """One transaction. Raises Conflict, or AlreadyDone if ``due`` has been dealt with."""
        queued = [_queued(0, errand, row.guild) for errand in errands]
        async with self._writing:
            await self.store.save_league(row, self.clock(), queued, due, again)

    async def rebuild_ratings(self, rater: Rater) -> int:
        """Work all ratings out anew from the results. Returns how many count."""
        async with self._writing:
            return await self.people.rebuild(rater)

    async def alarms(self, limit: int = 50) -> list[Alarm]:
        """What is due now outside matches."""
        return await self.store.alarms(self.clock(), limit)

    async def set_alarm(self, alarm: Alarm) -> None:
        async with self._writing:
            await self.store.set_alarm(alarm)

    async def settle_alarm(
        self, due: Alarm, match: int = 0, errands: Sequence[Errand] = (), again: Alarm | None = None
    ) -> bool:
        """It is dealt with, together with what is to be said (of that match, 0: of none) and when it is due again. False if
        it was dealt with before."""
        queued = [_queued(match, errand, due.guild) for errand in errands]
        async with self._writing:
            return await self.store.settle_alarm(due, self.clock(), match, queued, again)

    # -- armies
    async def armies(self, user: int, game: str) -> dict[str, Kept]:
        """A person's armies by name; the one being worked on has the empty name."""
        return {row.name: _KEPT.decode(row.document) for row in await self.store.armies(user, game)}

    async def change_army(self, user: int, game: str, name: str, change: Callable[[Kept], Kept], most: int) -> Kept | None:
        """Keep what ``change`` makes of the army of that name, in one step. None, and nothing is kept, if it would be one
        more than ``most``."""

        def work(before: bytes | None) -> bytes:
            return msgspec.msgpack.encode(change(_KEPT.decode(before) if before is not None else Kept()))

        async with self._writing:
            made = await self.store.change_army(user, game, name, self.clock(), work, most)
        return _KEPT.decode(made) if made is not None else None

    async def rename_army(self, user: int, game: str, name: str, new: str) -> str:
        """What became of it: "done", "missing" or "taken"."""
        async with self._writing:
            return await self.store.rename_army(user, game, name, new)

    async def drop_army(self, user: int, game: str, name: str) -> bool:
        async with self._writing:
            return await self.store.drop_army(user, game, name)

    # -- errands
    async def waiting(self, limit: int = 50) -> list[Row]:
        """The first errand of each match and each person, if it may be tried now."""
        found = []
        for row in await self.store.waiting(self.clock(), limit):
            try:
                found.append(Row(row.id, row.match, _errand(row), row.tries, row.made))
            except msgspec.DecodeError as error:
                log.error("errand %d of match %d cannot be read: %s", row.id, row.match, error)
                async with self._writing:
                    await self.store.dropped(row.id, str(error))
        return found

    async def next_try(self) -> float | None:
        return await self.store.next_try()

    async def begun(self, row: Row) -> bool:
        """Note that a try is under way, so that after a crash it is known that the message may be there already. False if
        it is not to be tried: it has been dealt with, or others are at it."""
        async with self._writing:
            return await self.store.begun(row.id, row.tries)

    async def done(self, row: Row, spot: Spot | None = None) -> None:
        async with self._writing:
            await self.store.done(row.id, self.clock(), spot)

    async def thread_opened(self, row: Row, thread: int) -> None:
        def change(found: MatchRow) -> MatchRow:
            record = _record(found)
            record.thread, record.version = thread, record.version + 1
            return _row(record)

        async with self._writing:
            await self.store.done(row.id, self.clock(), change=change)

    async def later(self, row: Row, at: float, error: str) -> None:
        async with self._writing:
            await self.store.later(row.id, at, error)

    async def dropped(self, row: Row, error: str) -> None:
        async with self._writing:
            await self.store.dropped(row.id, error)

    async def instead(self, row: Row, errand: Errand, error: str) -> None:
        """The errand cannot be run; another takes its place."""
        async with self._writing:
            await self.store.instead(row.id, _queued(row.match, errand), error, self.clock())

    async def sent_as(self, row: Row, messages: Sequence[int]) -> set[int]:
        """Which of these messages are known to be other errands of the same match."""
        return await self.store.sent_as(row.match, messages) if messages else set()

    async def spot(self, match: int, slot: str) -> Spot | None:
        return await self.store.place(match, slot)

    # -- what falls due
    async def due(self, limit: int = 50) -> list[Due]:
        return [Due(row.match, row.seat, row.kind, row.at) for row in await self.store.due(self.clock(), limit)]

    async def next_due(self) -> float | None:
        """When something is due next, in a match or outside."""
        found = [at for at in (await self.store.next_due(), await self.store.next_alarm()) if at is not None]
        return min(found, default=None)

    async def settle(self, due: Due, errands: Sequence[Errand] = (), again: Sequence[Due] = ()) -> bool:
        """The due thing is dealt with, together with what is to be said about it and what falls due again. False if it
        was dealt with before, or is not due any more."""
        queued = [_queued(due.match, errand) for errand in errands]
        async with self._writing:
            return await self.store.settle(_due(due), queued, self.clock(), [_due(each) for each in again])

    async def add_due(self, due: Due) -> None:
        """It falls due then, and at no other time."""
        async with self._writing:
            await self.store.add_due(_due(due))

    async def put_off(self, due: Due, at: float) -> None:
        async with self._writing:
            await self.store.put_off(_due(due), at)

    # -- the bot itself
    @property
    def alive(self) -> float | None:
        """When the bot was last known to be there before this start."""
        return self._alive

    async def set_alive(self) -> None:
        note = msgspec.msgpack.encode(_Alive(self.store.shards.count, self.clock()))
        async with self._writing:
            for shard in self.store.shards.mine:
                await self.store.set_setting("alive", shard, note)

    async def rules_known(self) -> dict[str, int]:
        """The versions of the rules at the last start, by game; empty where some of this process's shards know of others."""
        found = [await self.store.setting("rules", shard) for shard in self.store.shards.mine]
        if not found or None in found or len(set(found)) > 1:
            return {}
        return msgspec.msgpack.decode(found[0] or b"", type=dict[str, int])

    async def know_rules(self, versions: Mapping[str, int]) -> None:
        note = msgspec.msgpack.encode(dict(sorted(versions.items())))
        async with self._writing:
            for shard in self.store.shards.mine:
                await self.store.set_setting("rules", shard, note)

    async def being_played(self) -> list[int]:
        """The numbers of all matches under way on this process's shards."""
        return await self.store.numbers_in_stage("playing")

    async def listen(self, heard: Callable[[], None]) -> None:
        """Call ``heard`` when another process has changed a match of ours, until cancelled."""
        shards, database = self.store.shards, self.store.database
        if shards.whole or database.is_sqlite:
            return
        mine = {str(shard) for shard in shards.mine}
        await database.listen(lambda word: heard() if word in mine else None)

    async def forget(self, after: float = DONE_FOR) -> int:
        """Let go of errands and interactions that were dealt with ``after`` seconds ago or more. Returns how many rows
        went; others get their turn in between."""
        gone = 0
        while True:
            async with self._writing:
                some = await self.store.forget_sent(self.clock(), after)
            if not some:
                return gone
            gone += some

    async def forget_matches(self, before: float, stage: str, guild: int | None) -> int:
        """Let go of some matches of that stage that have not changed since; returns how many went, 0: there are no more."""
        async with self._writing:
            return await self.store.forget_matches(before, (stage,), guild=guild)


def _record(row: MatchRow) -> MatchRecord:
    record = _DOCUMENT.decode(row.document)
    record.id, record.version = row.id, row.version
    return record


def _row(record: MatchRecord) -> MatchRow:
    return MatchRow(
        record.id, record.version, record.stage, record.guild, record.channel, record.thread, record.host, record.created,
        msgspec.msgpack.encode(record),
    )  # fmt: skip


def _queued(match: int, errand: Errand, guild: int = 0) -> NewErrand:
    """``match`` 0: of none, but of that ``guild``."""
    lane, elsewhere = f"match:{match}", getattr(errand, "channel", 0)
    if isinstance(errand, Whisper):
        lane = f"user:{errand.user}"
    elif elsewhere:
        lane = f"channel:{elsewhere}"
    slot = getattr(errand, "slot", "")
    return NewErrand(lane, msgspec.msgpack.encode(errand), slot, isinstance(errand, Amend), guild)


def _due(due: Due) -> DueRow:
    return DueRow(due.match, due.seat, due.kind, due.at)


def _errand(row: ErrandRow) -> Errand:
    return _ERRAND.decode(row.payload)


@contextlib.asynccontextmanager
async def opened(
    url: str, clock: Callable[[], float] = time.time, *, patience: float = LEASE_SECONDS + 2.0,
    lost: Lost = lambda: None, shards: Shards = ALL,
) -> AsyncIterator[Keeper]:
    """The keeper of that database, for this process alone, or of its ``shards``. Raises StorageError in words.

    A process that was killed still holds them for some seconds: for ``patience`` seconds another one waits to see
    whether that is so, then gives up. ``lost`` is called if they go to another process after all (this one was
    suspended for long, say): stop at once.
    """  # fmt: skip
    store = await Store.open(url, shards=shards)
    holder = holders.name()
    try:
        if store.database.is_sqlite and not shards.whole:
            raise StorageError(
                "Several processes need PostgreSQL: an SQLite database is for one. Leave POSTWALKER_SHARD out, or set "
                "DATABASE_URL to a PostgreSQL server's."
            )
        await _take(store, holder, clock, patience)
        keeper = Keeper(store, clock)
        await keeper.prepare()
        leaving = asyncio.Event()
        renewing = asyncio.create_task(_renew(keeper, holder, clock, lost, leaving))
        try:
            yield keeper
        finally:
            leaving.set()  # not cancelled: that could leave a transaction open
            await renewing
            await store.drop_shards(holder)
    finally:
        await store.close()


async def _take(store: Store, holder: str, clock: Callable[[], float], patience: float) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            await store.take_shards(holder, clock(), LEASE_SECONDS, holders.gone)
        except LeaseHeld as held:
            if time.monotonic() >= until:
                raise
            log.warning("%s Waiting to see whether it has been killed.", held)
            await asyncio.sleep(min(2.0, max(0.0, until - time.monotonic())))
        else:
            return


async def _renew(keeper: Keeper, holder: str, clock: Callable[[], float], lost: Lost, leaving: asyncio.Event) -> None:
    while True:
        try:
            async with asyncio.timeout(RENEW):
                await leaving.wait()
            return
        except TimeoutError:
            pass
        try:
            async with keeper._writing:
                await keeper.store.take_shards(holder, clock(), LEASE_SECONDS)
        except LeaseHeld:
            log.critical("Another process has taken over this database; stopping.")
            lost()
            return
        except Exception:
            log.exception("the lease could not be renewed; trying again")
