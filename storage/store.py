"""The store: matches with their answers, what is to be said, what falls due, settings, leases.

Several processes may share it, each with its own :class:`Shards`: anybody may look at any match and change it, but what is
to be said about a match and what falls due for it is shown only to the process whose shard it is.

One accepted move is one call of :meth:`Store.save`, which is one transaction: the match at its expected version, the
answers, the errands and the dues. Nothing is said before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Row, Table, delete, false, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import backups, community
from storage.community import LeagueRow, Rater, Result
from storage.database import Database, whole
from storage.errors import AlreadyDone, Conflict, LeaseHeld
from storage.rows import AlarmRow, AnswerRow, ArmyRow, DueRow, ErrandRow, MatchRow, NewErrand, PlaceRow, Retiming, UndoneRow
from storage.schema import (
    alarms,
    answers,
    armies,
    dues,
    errands,
    interactions,
    leases,
    matches,
    places,
    posts,
    seats,
    settings,
    undone,
)
from storage.shards import Shards, of_lease

RUNNING = ("open", "armies", "playing")  # stages of matches that are neither over nor called off
ENDED = ("over", "cancelled")
DONE_FOR = 30 * 86_400  # seconds after which sent errands are forgotten
FORGET_AT_ONCE = 500  # rows deleted in one transaction

ALL = Shards()


class Store:
    """An open database. All methods are safe to call from many tasks, and from many processes."""

    def __init__(self, database: Database, shards: Shards = ALL) -> None:
        self.database = database
        self.shards = shards

    @classmethod
    async def open(cls, url: str, *, must_exist: bool = False, shards: Shards = ALL) -> Store:
        """Open and migrate; ``must_exist``: a missing SQLite file is a fault, not a new database. ``shards``: what this
        process works on, that is: whose errands and dues it is shown. Raises StorageError."""
        return cls(await Database.open(url, must_exist=must_exist), shards)

    async def close(self) -> None:
        await self.database.close()

    # ---- matches ------------------------------------------------------------------------------------------------------
    async def match(self, id: int) -> MatchRow | None:
        async with self.database.read() as tx:
            row = (await tx.execute(select(matches).where(matches.c.id == id))).first()
        return _match(row) if row else None

    async def matches_of(self, user: int, stages: Sequence[str] = RUNNING) -> list[MatchRow]:
        """A person's matches in those stages, newest first."""
        mine = select(seats.c.match).where(seats.c.user == user)
        wanted = select(matches).where(matches.c.id.in_(mine), matches.c.stage.in_(stages)).order_by(matches.c.id.desc())
        return await self._matches(wanted)

    async def hosted_by(self, host: int, stages: Sequence[str]) -> list[MatchRow]:
        wanted = select(matches).where(matches.c.host == host, matches.c.stage.in_(stages)).order_by(matches.c.id.desc())
        return await self._matches(wanted)

    async def on_server(self, guild: int, stages: Sequence[str], limit: int) -> list[MatchRow]:
        """The newest of a server's matches in those stages."""
        wanted = select(matches).where(matches.c.guild == guild, matches.c.stage.in_(stages))
        return await self._matches(wanted.order_by(matches.c.id.desc()).limit(limit))

    async def in_stage(self, *stages: str) -> list[MatchRow]:
        return await self._matches(select(matches).where(matches.c.stage.in_(stages)).order_by(matches.c.id))

    async def to_look_back(self, guild: int, user: int, most: int) -> list[MatchRow]:
        """Matches that have begun, on that server or with that person, newest first."""
        mine = select(seats.c.match).where(seats.c.user == user)
        theirs = or_(matches.c.guild == guild, matches.c.id.in_(mine)) if guild else matches.c.id.in_(mine)
        begun = select(matches).where(theirs, matches.c.stage.in_(("playing", "over")))
        return await self._matches(begun.order_by(matches.c.id.desc()).limit(most))

    async def in_guild(self, guild: int, most: int) -> list[MatchRow]:
        """A server's running matches, the newest first."""
        here = (matches.c.guild == guild, matches.c.stage.in_(RUNNING))
        return await self._matches(select(matches).where(*here).order_by(matches.c.id.desc()).limit(most))

    async def numbers_in_stage(self, stage: str) -> list[int]:
        """The numbers alone, of matches on this process's shards."""
        wanted = select(matches.c.id).where(matches.c.stage == stage, *self.shards.where(matches.c.guild))
        async with self.database.read() as tx:
            return [int(id) for id in (await tx.execute(wanted.order_by(matches.c.id))).scalars()]

    async def match_in(self, channel: int) -> int | None:
        """The match whose thread that is; else the only running match that is played in the channel itself."""
        async with self.database.read() as tx:
            thread = select(matches.c.id).where(matches.c.thread == channel).order_by(matches.c.id.desc()).limit(1)
            found = (await tx.execute(thread)).scalar()
            if found is not None:
                return int(found)
            here = select(matches.c.id).where(
                matches.c.channel == channel, matches.c.thread == 0, matches.c.stage.in_(("armies", "playing"))
            )
            ids = (await tx.execute(here.limit(2))).scalars().all()
        return int(ids[0]) if len(ids) == 1 else None

    async def _matches(self, wanted: Any) -> list[MatchRow]:
        async with self.database.read() as tx:
            return [_match(row) for row in (await tx.execute(wanted)).all()]

    async def create(
        self, row: MatchRow, users: Sequence[int], interaction: int,
        finish: Callable[[int], tuple[bytes, Sequence[NewErrand]]], pairing: tuple[int, int, int] | None = None,
        due: Sequence[tuple[str, float]] = (),
    ) -> tuple[int, bool]:
        """Keep a new match. ``finish`` is given its number and returns the document and the errands that go with it.
        ``due``: kinds and times of what falls due for the match as a whole (its seat 0). ``pairing``: it is that one's of a
        league (league, round, number); Conflict is raised if that has a match already.

        Returns the number, and False if that interaction has made the match before.
        """  # fmt: skip
        try:
            return await self._create(row, users, interaction, finish, pairing, due)
        except AlreadyDone:  # at the very same moment, by another process
            async with self.database.read() as tx:
                made = await self._match_of(tx, interaction)
            assert made is not None
            return made, False

    @whole
    async def _create(
        self, row: MatchRow, users: Sequence[int], interaction: int,
        finish: Callable[[int], tuple[bytes, Sequence[NewErrand]]], pairing: tuple[int, int, int] | None,
        due: Sequence[tuple[str, float]],
    ) -> tuple[int, bool]:  # fmt: skip
        async with self.database.write() as tx:
            before = await self._match_of(tx, interaction)
            if before is not None:
                return before, False
            values = {"version": row.version, "stage": row.stage, "guild": row.guild, "channel": row.channel,
                      "thread": row.thread, "host": row.host, "created": row.created, "changed": row.created,
                      "document": b""}  # fmt: skip
            made = await tx.execute(insert(matches).values(values).returning(matches.c.id))
            id = int(made.scalar_one())
            document, queued = finish(id)
            await tx.execute(update(matches).where(matches.c.id == id).values(document=document))
            await self._seat(tx, id, users)
            await self._note(tx, id, interaction, row.created)
            await self._queue(tx, id, queued, row.created)
            if pairing is not None:
                await community.link(tx, id, pairing)
            await self._retime(tx, id, [Retiming(0, add=tuple(DueRow(id, 0, kind, at) for kind, at in due))] if due else [])
        return id, True

    @whole
    async def save(
        self, row: MatchRow, expected: int, users: Sequence[int], *, now: float, errands: Sequence[NewErrand] = (),
        retimings: Sequence[Retiming] = (), answers: Sequence[AnswerRow] = (), undone: int = 0, undone_by: int = 0,
        interaction: int = 0, claims: DueRow | None = None, ending: tuple[Result, Rater] | None = None,
    ) -> None:
        """Commit a change of the match in one transaction.

        ``expected`` is the version the change was thought out for: if the match has another by now, Conflict is raised and
        nothing is done. ``retimings`` change what falls due. ``undone`` answers are taken back (``undone_by`` whom) before
        new ones are added. ``claims``: the due thing that this change deals with; it goes. ``ending``: what became of the
        match, for the ratings. Raises AlreadyDone if the interaction has been carried out, or the due thing dealt with or
        moved.
        """  # fmt: skip
        async with self.database.write() as tx:
            if await self._match_of(tx, interaction) is not None:
                raise AlreadyDone
            changed = await tx.execute(
                update(matches)
                .where(matches.c.id == row.id, matches.c.version == expected)
                .values(version=row.version, stage=row.stage, channel=row.channel, thread=row.thread, host=row.host,
                        changed=now, document=row.document)
            )  # fmt: skip
            if changed.rowcount != 1:
                raise Conflict
            if claims is not None and not await self._claim(tx, claims):
                raise AlreadyDone
            await self._seat(tx, row.id, users)
            await self._note(tx, row.id, interaction, now)
            if undone:
                await self._take_back(tx, row.id, undone, undone_by, now)
            await self._record(tx, row.id, answers, now)
            await self._queue(tx, row.id, errands, now)
            await self._retime(tx, row.id, retimings)
            if row.stage in ENDED and (league := await community.league_waiting_for(tx, row.id)) is not None:
                await self._alarm(tx, AlarmRow("league", league, now, row.guild))
            if ending is not None:
                await community.record(tx, *ending)
            if (errands or retimings) and not self.shards.holds(row.guild):
                await self.database.tell(tx, str(self.shards.of(row.guild)))  # those whose shard it is have work

    async def seen(self, interaction: int) -> bool:
        """Whether the interaction has been carried out."""
        async with self.database.read() as tx:
            return await self._match_of(tx, interaction) is not None

    async def answers(self, match: int) -> list[AnswerRow]:
        """The match's log, from its first answer."""
        async with self.database.read() as tx:
            rows = await tx.execute(select(answers).where(answers.c.match == match).order_by(answers.c.n))
            return [AnswerRow(row.n, row.seat, row.key, row.events) for row in rows]

    async def undone(self, match: int) -> list[UndoneRow]:
        """What was taken back, in the order in which that happened; of what went at once the last answer first."""
        async with self.database.read() as tx:
            rows = await tx.execute(select(undone).where(undone.c.match == match).order_by(undone.c.id))
            return [UndoneRow(row.n, row.seat, row.key, row.at, row.undone_at, row.by) for row in rows]

    # -- inside a transaction
    async def _match_of(self, tx: AsyncConnection, interaction: int) -> int | None:
        if not interaction:
            return None
        found = await tx.execute(select(interactions.c.match).where(interactions.c.interaction == interaction))
        return found.scalar()

    async def _note(self, tx: AsyncConnection, match: int, interaction: int, now: float) -> None:
        if interaction:
            try:
                await tx.execute(insert(interactions).values(interaction=interaction, match=match, at=now))
            except IntegrityError:
                raise AlreadyDone from None

    async def _seat(self, tx: AsyncConnection, match: int, users: Sequence[int]) -> None:
        sitting = select(seats.c.user).where(seats.c.match == match).order_by(seats.c.seat)
        if (await tx.execute(sitting)).scalars().all() == list(users):
            return
        await tx.execute(delete(seats).where(seats.c.match == match))
        rows = [{"match": match, "seat": n, "user": user} for n, user in enumerate(users)]
        if rows:
            await tx.execute(insert(seats), rows)

    async def _record(self, tx: AsyncConnection, match: int, given: Sequence[AnswerRow], now: float) -> None:
        rows = [
            {"match": match, "n": each.n, "seat": each.seat, "key": each.key, "events": each.events, "at": now}
            for each in given
        ]
        if rows:
            await tx.execute(insert(answers), rows)

    async def _take_back(self, tx: AsyncConnection, match: int, count: int, by: int, now: float) -> None:
        last = select(answers).where(answers.c.match == match).order_by(answers.c.n.desc()).limit(count)
        gone = (await tx.execute(last)).all()
        if gone:
            rows = [{"match": match, "n": row.n, "seat": row.seat, "key": row.key, "at": row.at, "undone_at": now, "by": by}
                    for row in gone]  # fmt: skip
            await tx.execute(insert(undone), rows)
            await tx.execute(delete(answers).where(answers.c.match == match, answers.c.n >= gone[-1].n))

    # ---- errands ------------------------------------------------------------------------------------------------------
    async def _queue(self, tx: AsyncConnection, match: int | None, queued: Sequence[NewErrand], now: float) -> None:
        here = select(matches.c.guild).where(matches.c.id == match).scalar_subquery()
        for each in queued:
            if each.replaces:
                older = update(errands).where(
                    errands.c.match == match, errands.c.lane == each.lane, errands.c.slot == each.slot,
                    errands.c.state == "waiting", errands.c.tries == 0, errands.c.amends,
                )  # fmt: skip
                await tx.execute(older.values(state="dropped", error="a newer one took its place"))
            await tx.execute(
                insert(errands).values(
                    match=match, guild=here if match else each.guild, lane=each.lane, slot=each.slot, payload=each.payload,
                    state="waiting", tries=0, made=now, not_before=now, amends=each.replaces, error="",
                )
            )  # fmt: skip

    def _first(self) -> Any:
        """The first waiting errand of each lane, among those of this process's shards."""
        waiting = (errands.c.state == "waiting", *self.shards.where(errands.c.guild))
        return select(func.min(errands.c.id).label("id")).where(*waiting).group_by(errands.c.lane)

    async def waiting(self, now: float, limit: int) -> list[ErrandRow]:
        """The first waiting errand of each lane, if it may be tried by now."""
        first = self._first().subquery()
        wanted = (
            select(errands)
            .join(first, errands.c.id == first.c.id)
            .where(errands.c.not_before <= now)
            .order_by(errands.c.id)
            .limit(limit)
        )
        async with self.database.read() as tx:
            rows = (await tx.execute(wanted)).all()
        return [ErrandRow(row.id, row.match or 0, row.lane, row.payload, row.tries, row.made, row.slot) for row in rows]

    async def next_try(self) -> float | None:
        """When the first errand of any lane may be tried: what stands behind another has to wait for it anyway."""
        async with self.database.read() as tx:
            found = await tx.execute(select(func.min(errands.c.not_before)).where(errands.c.id.in_(self._first())))
            return _time(found.scalar())

    @whole
    async def begun(self, id: int, tries: int | None = None) -> bool:
        """A try is under way: after a crash it is known that the message may be there already. False, and nothing is to be
        tried, if it has been dealt with, or if others have begun it since it had that number of ``tries``."""
        same = [errands.c.id == id, errands.c.state == "waiting"]
        if tries is not None:
            same.append(errands.c.tries == tries)
        async with self.database.write() as tx:
            return (await tx.execute(update(errands).where(*same).values(tries=errands.c.tries + 1))).rowcount == 1

    @whole
    async def done(
        self, id: int, now: float, place: PlaceRow | None = None, change: Callable[[MatchRow], MatchRow] | None = None
    ) -> None:
        """The errand is done; ``place`` says where the message of its slot is now. ``change`` alters the match along with
        it (its thread has been opened): the match gets a new version, so that nobody saves an older one over it."""
        async with self.database.write() as tx:
            row = (await tx.execute(select(errands.c.match, errands.c.slot).where(errands.c.id == id))).first()
            if row is None:
                return
            if change is not None:  # the match first, as in every move: nobody waits for each other in a circle
                found = (await tx.execute(select(matches).where(matches.c.id == row.match).with_for_update())).first()
                if found is not None:
                    new = change(_match(found))
                    await tx.execute(
                        update(matches)
                        .where(matches.c.id == row.match)
                        .values(version=new.version, thread=new.thread, channel=new.channel, document=new.document)
                    )
            message = place.message if place is not None else 0
            await tx.execute(update(errands).where(errands.c.id == id).values(state="sent", sent=now, message=message))
            if place is not None and row.slot:
                values = {"slot": row.slot, "channel": place.channel, "message": place.message, "sent": place.sent}
                where: Any = self._upsert(posts, values, ("slot",))
                if row.match is not None:
                    where = self._upsert(places, {"match": row.match, **values}, ("match", "slot"))
                await tx.execute(where)

    @whole
    async def later(self, id: int, at: float, error: str) -> None:
        """To be tried again then, unless a newer one has taken its place meanwhile."""
        same = (errands.c.id == id, errands.c.state == "waiting")
        async with self.database.write() as tx:
            await tx.execute(update(errands).where(*same).values(not_before=at, error=error[:500]))

    @whole
    async def dropped(self, id: int, error: str) -> None:
        """Not to be tried again."""
        async with self.database.write() as tx:
            await tx.execute(update(errands).where(errands.c.id == id).values(state="dropped", error=error[:500]))

    @whole
    async def instead(self, id: int, other: NewErrand, error: str, now: float) -> None:
        """Not to be tried again; another errand is queued for it."""
        async with self.database.write() as tx:
            row = (await tx.execute(select(errands).where(errands.c.id == id))).first()
            if row is None:
                return
            await tx.execute(update(errands).where(errands.c.id == id).values(state="dropped", error=error[:500]))
            await self._queue(tx, row.match, [other], now)

    async def sent_as(self, match: int, messages: Sequence[int]) -> set[int]:
        """Which of these messages are errands of that match (0: of none) that have been noted as sent."""
        wanted = select(errands.c.message).where(errands.c.match == (match or None), errands.c.message.in_(messages))
        async with self.database.read() as tx:
            return set((await tx.execute(wanted)).scalars())

    async def place(self, match: int, slot: str) -> PlaceRow | None:
        """Where the message of that slot is. ``match`` 0: of no match."""
        async with self.database.read() as tx:
            wanted: Any = select(posts).where(posts.c.slot == slot)
            if match:
                wanted = select(places).where(places.c.match == match, places.c.slot == slot)
            row = (await tx.execute(wanted)).first()
        return PlaceRow(row.channel, row.message, row.sent) if row else None

    @whole
    async def forget_sent(self, now: float, after: float = DONE_FOR, most: int = FORGET_AT_ONCE) -> int:
        """Delete errands and interactions that were dealt with ``after`` seconds ago or more: ``most`` of each, for others
        wait meanwhile. Returns how many went; 0: there are no more."""
        done = select(errands.c.id).where(errands.c.made < now - after, errands.c.state != "waiting").limit(most)
        old = select(interactions.c.interaction).where(interactions.c.at < now - after).limit(most)
        async with self.database.write() as tx:
            gone = (await tx.execute(delete(errands).where(errands.c.id.in_(done)))).rowcount
            return gone + (await tx.execute(delete(interactions).where(interactions.c.interaction.in_(old)))).rowcount

    @whole
    async def forget_matches(
        self, before: float, stages: Sequence[str] = ("cancelled",), most: int = 100, guild: int | None = None
    ) -> int:
        """Delete matches in those stages that have not changed since ``before``, with all that belongs to them: ``most`` of
        them at a time, of one server if that is named. Those about which something is still to be said, and those of a
        league that goes on, stay. Returns how many went. Nothing is left of them but what other tables keep of their own."""
        wanted = [matches.c.stage.in_(stages), matches.c.changed < before]
        if guild is not None:
            wanted.append(matches.c.guild == guild)
        unsaid = select(errands.c.match).where(errands.c.match == matches.c.id, errands.c.state == "waiting")
        idle = select(matches.c.id).where(*wanted, ~unsaid.exists(), ~community.counts_in_a_league()).limit(most)
        async with self.database.write() as tx:
            return (await tx.execute(delete(matches).where(matches.c.id.in_(idle)))).rowcount

    # ---- what falls due -----------------------------------------------------------------------------------------------
    async def _retime(self, tx: AsyncConnection, match: int, changes: Sequence[Retiming]) -> None:
        for change in changes:
            gone = [dues.c.match == match, dues.c.seat == change.seat]
            kinds = {*change.drop, *(due.kind for due in change.add)}
            if change.drop or change.add:
                await tx.execute(delete(dues).where(*gone, dues.c.kind.in_(kinds)))
            else:
                await tx.execute(delete(dues).where(*gone))
            for due in change.add:
                await tx.execute(insert(dues).values(match=match, seat=due.seat, kind=due.kind, at=due.at))

    def _own(self, wanted: Any) -> Any:
        """Only the dues of this process's shards."""
        conditions = self.shards.where(matches.c.guild)
        return wanted.join(matches, matches.c.id == dues.c.match).where(*conditions) if conditions else wanted

    async def due(self, now: float, limit: int) -> list[DueRow]:
        async with self.database.read() as tx:
            wanted = self._own(select(dues).where(dues.c.at <= now)).order_by(dues.c.at).limit(limit)
            return [DueRow(row.match, row.seat, row.kind, row.at) for row in await tx.execute(wanted)]

    async def next_due(self) -> float | None:
        async with self.database.read() as tx:
            return _time((await tx.execute(self._own(select(dues.c.at)).order_by(dues.c.at).limit(1))).scalar())

    async def _claim(self, tx: AsyncConnection, due: DueRow) -> bool:
        """Take the due thing away, if it is still there as it was."""
        same = (dues.c.match == due.match, dues.c.seat == due.seat, dues.c.kind == due.kind, dues.c.at == due.at)
        return (await tx.execute(delete(dues).where(*same))).rowcount == 1

    @whole
    async def settle(
        self, due: DueRow, queued: Sequence[NewErrand], now: float, again: Sequence[DueRow] = ()
    ) -> bool:
        """The due thing is dealt with, by exactly one process: with what is to be said, and what falls due ``again``, in
        one transaction. False if another one has settled it, or if it is not due any more."""
        async with self.database.write() as tx:
            await tx.execute(select(matches.c.id).where(matches.c.id == due.match).with_for_update())
            if not await self._claim(tx, due):
                return False
            for one in again:
                key = (dues.c.match == one.match, dues.c.seat == one.seat, dues.c.kind == one.kind)
                await tx.execute(delete(dues).where(*key))
                await tx.execute(insert(dues).values(match=one.match, seat=one.seat, kind=one.kind, at=one.at))
            await self._queue(tx, due.match, queued, now)
        return True

    @whole
    async def add_due(self, due: DueRow) -> None:
        """It falls due then, and at no other time."""
        async with self.database.write() as tx:
            values = {"match": due.match, "seat": due.seat, "kind": due.kind, "at": due.at}
            await tx.execute(self._upsert(dues, values, ("match", "seat", "kind")))

    @whole
    async def put_off(self, due: DueRow, at: float) -> bool:
        """Let it fall due later. False if it is not due any more."""
        same = (dues.c.match == due.match, dues.c.seat == due.seat, dues.c.kind == due.kind, dues.c.at == due.at)
        async with self.database.write() as tx:
            return (await tx.execute(update(dues).where(*same).values(at=at))).rowcount == 1

    # ---- leagues, and what falls due outside matches --------------------------------------------------------------------
    @whole
    async def make_league(
        self, row: LeagueRow, interaction: int, now: float, finish: Callable[[int], Sequence[NewErrand]]
    ) -> tuple[int, bool]:
        """Keep a new league; ``finish`` is given its number and returns the errands that go with it. Returns the number,
        and False if that interaction has made it before."""
        async with self.database.write() as tx:
            id, fresh = await community.make_league(tx, row, interaction)
            if fresh:
                await self._queue(tx, None, finish(id), now)
        return id, fresh

    @whole
    async def save_league(
        self, row: LeagueRow, now: float, errands: Sequence[NewErrand] = (), due: AlarmRow | None = None,
        again: Sequence[AlarmRow] = (),
    ) -> None:
        """Keep what a league has become, with what is to be said. ``due``: what this deals with; it goes, and AlreadyDone is
        raised if it has gone. ``again``: what falls due. Raises Conflict if another change came first."""
        async with self.database.write() as tx:
            await community.change_league(tx, row)
            if due is not None and not await self._answer_alarm(tx, due):
                raise AlreadyDone
            await self._queue(tx, None, errands, now)
            for each in again:
                await self._alarm(tx, each)

    async def alarms(self, now: float, limit: int) -> list[AlarmRow]:
        """What is due by now on this process's shards, outside matches."""
        own = (alarms.c.at <= now, *self.shards.where(alarms.c.guild))
        async with self.database.read() as tx:
            rows = await tx.execute(select(alarms).where(*own).order_by(alarms.c.at).limit(limit))
            return [AlarmRow(row.kind, row.id, row.at, row.guild) for row in rows]

    async def next_alarm(self) -> float | None:
        async with self.database.read() as tx:
            own = select(func.min(alarms.c.at)).where(*self.shards.where(alarms.c.guild))
            return _time((await tx.execute(own)).scalar())

    @whole
    async def set_alarm(self, alarm: AlarmRow) -> None:
        """It falls due then, and at no other time."""
        async with self.database.write() as tx:
            await self._alarm(tx, alarm)

    @whole
    async def drop_alarm(self, kind: str, id: int) -> None:
        async with self.database.write() as tx:
            await tx.execute(delete(alarms).where(alarms.c.kind == kind, alarms.c.id == id))

    @whole
    async def settle_alarm(
        self, due: AlarmRow, now: float, match: int = 0, errands: Sequence[NewErrand] = (), again: AlarmRow | None = None
    ) -> bool:
        """It is dealt with, by exactly one process: with what is to be said (about that ``match``, 0: none), and when it
        falls due ``again``, in one transaction. False if it has been dealt with, or is not due any more."""
        async with self.database.write() as tx:
            if not await self._answer_alarm(tx, due):
                return False
            await self._queue(tx, match or None, errands, now)
            if again is not None:
                await self._alarm(tx, again)
        return True

    async def _alarm(self, tx: AsyncConnection, alarm: AlarmRow) -> None:
        values = {"kind": alarm.kind, "id": alarm.id, "at": alarm.at, "guild": alarm.guild}
        await tx.execute(self._upsert(alarms, values, ("kind", "id")))

    async def _answer_alarm(self, tx: AsyncConnection, due: AlarmRow) -> bool:
        same = (alarms.c.kind == due.kind, alarms.c.id == due.id, alarms.c.at == due.at)
        return (await tx.execute(delete(alarms).where(*same))).rowcount == 1

    # ---- settings -----------------------------------------------------------------------------------------------------
    async def all_settings(self, kind: str) -> dict[int, bytes]:
        """Those of a kind, by number."""
        async with self.database.read() as tx:
            wanted = select(settings.c.id, settings.c.document).where(settings.c.kind == kind)
            return {row.id: row.document for row in await tx.execute(wanted)}

    async def some_settings(self, kind: str, ids: Sequence[int]) -> dict[int, bytes]:
        """Those of a kind that are there, of these numbers."""
        async with self.database.read() as tx:
            wanted = select(settings.c.id, settings.c.document).where(settings.c.kind == kind, settings.c.id.in_(ids))
            return {row.id: row.document for row in await tx.execute(wanted)}

    async def setting(self, kind: str, id: int) -> bytes | None:
        """The settings of a "user", a "guild" or the "bot" (id 0)."""
        async with self.database.read() as tx:
            wanted = select(settings.c.document).where(settings.c.kind == kind, settings.c.id == id)
            return (await tx.execute(wanted)).scalar()

    @whole
    async def set_setting(self, kind: str, id: int, document: bytes, *, keep: bool = False) -> None:
        """``keep``: what is there already stays."""
        values = {"kind": kind, "id": id, "document": document}
        wanted = self._upsert(settings, values, ("kind", "id"), false() if keep else None)
        async with self.database.write() as tx:
            await tx.execute(wanted)

    @whole
    async def change_setting(self, kind: str, id: int, work: Callable[[bytes | None], bytes]) -> bytes:
        """Keep what ``work`` makes of it, in one step: nothing that another process keeps meanwhile is lost. What ``work``
        raises leaves everything as it was."""
        here = (settings.c.kind == kind, settings.c.id == id)
        values = {"kind": kind, "id": id, "document": b""}
        async with self.database.write() as tx:
            await tx.execute(self._upsert(settings, values, ("kind", "id"), false()))  # so that there is a row to lock
            found = (await tx.execute(select(settings.c.document).where(*here).with_for_update())).scalar()
            made = work(found or None)
            await tx.execute(update(settings).where(*here).values(document=made))
        return made

    # ---- armies -------------------------------------------------------------------------------------------------------
    async def armies(self, user: int, game: str) -> list[ArmyRow]:
        """Those that a person keeps for a game, by name."""
        async with self.database.read() as tx:
            mine = select(armies).where(armies.c.user == user, armies.c.game == game).order_by(armies.c.name)
            return [ArmyRow(row.name, row.changed, row.document) for row in await tx.execute(mine)]

    @whole
    async def change_army(
        self, user: int, game: str, name: str, now: float, change: Callable[[bytes | None], bytes], most: int
    ) -> bytes | None:
        """Keep what ``change`` makes of the army of that name (None: there is none yet), in one transaction. None, and
        nothing is kept, if it would be more than ``most`` with a name. Whatever ``change`` raises ends the transaction."""
        key = {"user": user, "game": game, "name": name}
        same = (armies.c.user == user, armies.c.game == game)
        async with self.database.write() as tx:
            found = select(armies.c.document).where(*same, armies.c.name == name).with_for_update()
            before = (await tx.execute(found)).scalar()
            if before is None and name:
                kept = select(func.count()).select_from(armies).where(*same, armies.c.name != "")
                if (await tx.execute(kept)).scalar_one() >= most:
                    return None
            document = change(before)
            values = {**key, "changed": now, "document": document}
            await tx.execute(self._upsert(armies, values, tuple(key)))
        return document

    @whole
    async def rename_army(self, user: int, game: str, name: str, new: str) -> str:
        """What became of it: "done", "missing" (there is none of that name), or "taken" (there is one of the new name)."""
        same = (armies.c.user == user, armies.c.game == game)
        async with self.database.write() as tx:
            if (await tx.execute(select(armies.c.name).where(*same, armies.c.name == new))).first() is not None:
                return "taken"
            renamed = await tx.execute(update(armies).where(*same, armies.c.name == name).values(name=new))
        return "done" if renamed.rowcount else "missing"

    @whole
    async def drop_army(self, user: int, game: str, name: str) -> bool:
        """False if there is none of that name."""
        async with self.database.write() as tx:
            same = (armies.c.user == user, armies.c.game == game, armies.c.name == name)
            return (await tx.execute(delete(armies).where(*same))).rowcount == 1

    # ---- leases -------------------------------------------------------------------------------------------------------
    @whole
    async def take_shards(
        self, holder: str, now: float, seconds: float, gone: Callable[[str], bool] = lambda holder: False
    ) -> None:
        """Hold the leases of this process's shards until then, or hold them longer: all or none. Raises LeaseHeld while
        another process has one of them, or divides the matches into another number of shards, unless it is known to be
        ``gone``."""
        async with self.database.write() as tx:
            await self.database.alone(tx)
            for row in (await tx.execute(select(leases).order_by(leases.c.name))).all():
                found = of_lease(row.name)
                if found is None or row.holder == holder:
                    continue
                count, shard = found
                if row.until <= now or gone(row.holder):
                    if count != self.shards.count:
                        await tx.execute(delete(leases).where(leases.c.name == row.name))
                    continue
                wait = f"if it has just been killed, try again in {round(row.until - now)} seconds."
                if count != self.shards.count:
                    raise LeaseHeld(
                        f"A Postwalker is running on this database that divides the matches into {count} shards; this one "
                        f"has POSTWALKER_SHARDS={self.shards.count}. All processes need the same number. Stop those that "
                        f"run, then start all anew; {wait}"
                    )
                if shard in self.shards.mine:
                    which = f" with shard {shard}" if count > 1 else ""
                    raise LeaseHeld(f"Another Postwalker is running on this database{which}. Stop it first; {wait}")
            for shard in self.shards.mine:
                values = {"name": self.shards.lease(shard), "holder": holder, "until": now + seconds}
                await tx.execute(self._upsert(leases, values, ("name",)))

    @whole
    async def drop_shards(self, holder: str) -> None:
        """Give back what that holder has."""
        async with self.database.write() as tx:
            await tx.execute(delete(leases).where(leases.c.holder == holder))

    def _upsert(self, table: Table, values: dict[str, Any], key: Sequence[str], where: Any = None) -> Any:
        """Insert a row, or bring the one of that key up to date if ``where`` holds for it."""
        statement = (sqlite.insert if self.database.is_sqlite else postgresql.insert)(table).values(values)
        new = {name: value for name, value in values.items() if name not in key}
        return statement.on_conflict_do_update(index_elements=list(key), set_=new, where=where)

    # ---- for the host -------------------------------------------------------------------------------------------------
    async def backup(self, path: Path) -> None:
        """Copy the database while it is in use. Raises StorageError."""
        await backups.back_up(self.database.url.render_as_string(hide_password=False), path)

    async def counts(self) -> dict[str, int]:
        """How much there is of everything."""
        tables = {"matches": matches, "answers": answers, "errands": errands, "dues": dues}
        async with self.database.read() as tx:
            found = {name: (await tx.execute(select(func.count()).select_from(table))).scalar_one()
                     for name, table in tables.items()}  # fmt: skip
            waiting = select(func.count()).select_from(errands).where(errands.c.state == "waiting")
            found["waiting errands"] = (await tx.execute(waiting)).scalar_one()
        return found


def _match(row: Row[Any]) -> MatchRow:
    return MatchRow(*(getattr(row, name) for name in MatchRow.__struct_fields__))


def _time(found: Any) -> float | None:
    return None if found is None else float(found)
