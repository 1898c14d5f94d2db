"""The store: matches with their answers, what is to be said, what falls due, settings, leases.

One accepted move is one call of :meth:`Store.save`, which is one transaction: the match at its expected version, the
answers, the errands and the dues. Nothing is said before it is committed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Row, Table, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.database import Database, copy
from storage.errors import AlreadyDone, Conflict, LeaseHeld
from storage.rows import AnswerRow, ArmyRow, DueRow, ErrandRow, MatchRow, NewErrand, PlaceRow, Retiming
from storage.schema import answers, armies, dues, errands, interactions, leases, matches, places, seats, settings, undone

RUNNING = ("open", "armies", "playing")  # stages of matches that are neither over nor called off
DONE_FOR = 30 * 86_400  # seconds after which sent errands are forgotten

P = ParamSpec("P")
T = TypeVar("T")


def whole(
    method: Callable[Concatenate[Store, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, T]]:
    """A method that writes: it comes to its end even if its caller is called off."""

    @functools.wraps(method)
    async def run(self: Store, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.whole(method(self, *args, **kwargs))

    return run  # type: ignore[return-value]  # functools' own type of what it wraps does not say that it is a method


class Store:
    """An open database. All methods are safe to call from many tasks, and from many processes."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    async def open(cls, url: str, *, must_exist: bool = False) -> Store:
        """Open and migrate; ``must_exist``: a missing SQLite file is a fault, not a new database. Raises StorageError."""
        return cls(await Database.open(url, must_exist=must_exist))

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

    async def in_stage(self, *stages: str) -> list[MatchRow]:
        return await self._matches(select(matches).where(matches.c.stage.in_(stages)).order_by(matches.c.id))

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
        finish: Callable[[int], tuple[bytes, Sequence[NewErrand]]],
    ) -> tuple[int, bool]:
        """Keep a new match. ``finish`` is given its number and returns the document and the errands that go with it.

        Returns the number, and False if that interaction has made the match before.
        """  # fmt: skip
        try:
            return await self._create(row, users, interaction, finish)
        except AlreadyDone:  # at the very same moment, by another process
            async with self.database.read() as tx:
                made = await self._match_of(tx, interaction)
            assert made is not None
            return made, False

    @whole
    async def _create(
        self, row: MatchRow, users: Sequence[int], interaction: int,
        finish: Callable[[int], tuple[bytes, Sequence[NewErrand]]],
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
        return id, True

    @whole
    async def save(
        self, row: MatchRow, expected: int, users: Sequence[int], *, now: float, errands: Sequence[NewErrand] = (),
        retimings: Sequence[Retiming] = (), answers: Sequence[AnswerRow] = (), undone: int = 0, interaction: int = 0,
    ) -> None:
        """Commit a change of the match in one transaction.

        ``expected`` is the version the change was thought out for: if the match has another by now, Conflict is raised and
        nothing is done. ``retimings`` change what falls due. ``undone`` answers are taken back before new ones are
        added. Raises AlreadyDone if the interaction has been carried out.
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
            await self._seat(tx, row.id, users)
            await self._note(tx, row.id, interaction, now)
            if undone:
                await self._take_back(tx, row.id, undone, now)
            await self._record(tx, row.id, answers, now)
            await self._queue(tx, row.id, errands, now)
            await self._retime(tx, row.id, retimings)

    async def seen(self, interaction: int) -> bool:
        """Whether the interaction has been carried out."""
        async with self.database.read() as tx:
            return await self._match_of(tx, interaction) is not None

    async def answers(self, match: int) -> list[AnswerRow]:
        """The match's log, from its first answer."""
        async with self.database.read() as tx:
            rows = await tx.execute(select(answers).where(answers.c.match == match).order_by(answers.c.n))
            return [AnswerRow(row.n, row.seat, row.key, row.events) for row in rows]

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

    async def _take_back(self, tx: AsyncConnection, match: int, count: int, now: float) -> None:
        last = select(answers).where(answers.c.match == match).order_by(answers.c.n.desc()).limit(count)
        for row in (await tx.execute(last)).all():
            await tx.execute(
                insert(undone).values(match=match, n=row.n, seat=row.seat, key=row.key, at=row.at, undone_at=now)
            )
            await tx.execute(delete(answers).where(answers.c.match == match, answers.c.n == row.n))

    # ---- errands ------------------------------------------------------------------------------------------------------
    async def _queue(self, tx: AsyncConnection, match: int, queued: Sequence[NewErrand], now: float) -> None:
        for each in queued:
            if each.replaces:
                older = update(errands).where(
                    errands.c.match == match, errands.c.lane == each.lane, errands.c.slot == each.slot,
                    errands.c.state == "waiting", errands.c.tries == 0, errands.c.amends,
                )  # fmt: skip
                await tx.execute(older.values(state="dropped", error="a newer one took its place"))
            await tx.execute(
                insert(errands).values(
                    match=match, lane=each.lane, slot=each.slot, payload=each.payload, state="waiting", tries=0,
                    made=now, not_before=now, amends=each.replaces, error="",
                )
            )  # fmt: skip

    async def waiting(self, now: float, limit: int) -> list[ErrandRow]:
        """The first waiting errand of each lane, if it may be tried by now."""
        first = (
            select(func.min(errands.c.id).label("id"))
            .where(errands.c.state == "waiting")
            .group_by(errands.c.lane)
            .subquery()
        )
        wanted = (
            select(errands)
            .join(first, errands.c.id == first.c.id)
            .where(errands.c.not_before <= now)
            .order_by(errands.c.id)
            .limit(limit)
        )
        async with self.database.read() as tx:
            rows = (await tx.execute(wanted)).all()
        return [ErrandRow(row.id, row.match, row.lane, row.payload, row.tries, row.made, row.slot) for row in rows]

    async def next_try(self) -> float | None:
        """When the first errand of any lane may be tried: what stands behind another has to wait for it anyway."""
        async with self.database.read() as tx:
            first = select(func.min(errands.c.id)).where(errands.c.state == "waiting").group_by(errands.c.lane)
            found = await tx.execute(select(func.min(errands.c.not_before)).where(errands.c.id.in_(first)))
            return _time(found.scalar())

    @whole
    async def begun(self, id: int) -> None:
        """A try is under way: after a crash it is known that the message may be there already."""
        async with self.database.write() as tx:
            await tx.execute(update(errands).where(errands.c.id == id).values(tries=errands.c.tries + 1))

    @whole
    async def done(
        self, id: int, now: float, place: PlaceRow | None = None, change: Callable[[MatchRow], MatchRow] | None = None
    ) -> None:
        """The errand is done; ``place`` says where the message of its slot is now. ``change`` alters the match along with
        it (its thread has been opened): the match gets a new version, so that nobody saves an older one over it."""
        async with self.database.write() as tx:
            row = (await tx.execute(select(errands).where(errands.c.id == id))).first()
            if row is None:
                return
            await tx.execute(update(errands).where(errands.c.id == id).values(state="sent", sent=now))
            if change is not None:
                found = (await tx.execute(select(matches).where(matches.c.id == row.match).with_for_update())).first()
                if found is not None:
                    new = change(_match(found))
                    await tx.execute(
                        update(matches)
                        .where(matches.c.id == row.match)
                        .values(version=new.version, thread=new.thread, channel=new.channel, document=new.document)
                    )
            if place is not None and row.slot:
                same = (places.c.match == row.match, places.c.slot == row.slot)
                await tx.execute(delete(places).where(*same))
                await tx.execute(
                    insert(places).values(
                        match=row.match, slot=row.slot, channel=place.channel, message=place.message, sent=place.sent
                    )
                )

    @whole
    async def later(self, id: int, at: float, error: str) -> None:
        async with self.database.write() as tx:
            await tx.execute(update(errands).where(errands.c.id == id).values(not_before=at, error=error[:500]))

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

    async def place(self, match: int, slot: str) -> PlaceRow | None:
        async with self.database.read() as tx:
            wanted = select(places).where(places.c.match == match, places.c.slot == slot)
            row = (await tx.execute(wanted)).first()
        return PlaceRow(row.channel, row.message, row.sent) if row else None

    @whole
    async def forget_sent(self, now: float) -> int:
        """Delete errands and interactions that have long been dealt with. Returns how many errands went."""
        async with self.database.write() as tx:
            old = delete(errands).where(errands.c.state != "waiting", errands.c.made < now - DONE_FOR)
            gone = (await tx.execute(old)).rowcount
            await tx.execute(delete(interactions).where(interactions.c.at < now - DONE_FOR))
        return gone

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

    async def due(self, now: float, limit: int) -> list[DueRow]:
        async with self.database.read() as tx:
            wanted = select(dues).where(dues.c.at <= now).order_by(dues.c.at).limit(limit)
            return [DueRow(row.match, row.seat, row.kind, row.at) for row in await tx.execute(wanted)]

    async def next_due(self) -> float | None:
        async with self.database.read() as tx:
            return _time((await tx.execute(select(func.min(dues.c.at)))).scalar())

    @whole
    async def settle(
        self, due: DueRow, queued: Sequence[NewErrand], now: float, again: Sequence[DueRow] = ()
    ) -> bool:
        """The due thing is dealt with, by exactly one process: with what is to be said, and what falls due ``again``, in
        one transaction. False if another one has settled it, or if it is not due any more."""
        same = (dues.c.match == due.match, dues.c.seat == due.seat, dues.c.kind == due.kind, dues.c.at == due.at)
        async with self.database.write() as tx:
            await tx.execute(select(matches.c.id).where(matches.c.id == due.match).with_for_update())
            if (await tx.execute(delete(dues).where(*same))).rowcount != 1:
                return False
            for one in again:
                key = (dues.c.match == one.match, dues.c.seat == one.seat, dues.c.kind == one.kind)
                await tx.execute(delete(dues).where(*key))
                await tx.execute(insert(dues).values(match=one.match, seat=one.seat, kind=one.kind, at=one.at))
            await self._queue(tx, due.match, queued, now)
        return True

    @whole
    async def put_off(self, due: DueRow, at: float) -> bool:
        """Let it fall due later. False if it is not due any more."""
        same = (dues.c.match == due.match, dues.c.seat == due.seat, dues.c.kind == due.kind, dues.c.at == due.at)
        async with self.database.write() as tx:
            return (await tx.execute(update(dues).where(*same).values(at=at))).rowcount == 1

    # ---- settings -----------------------------------------------------------------------------------------------------
    async def setting(self, kind: str, id: int) -> bytes | None:
        """The settings of a "user", a "guild" or the "bot" (id 0)."""
        async with self.database.read() as tx:
            wanted = select(settings.c.document).where(settings.c.kind == kind, settings.c.id == id)
            return (await tx.execute(wanted)).scalar()

    @whole
    async def set_setting(self, kind: str, id: int, document: bytes) -> None:
        async with self.database.write() as tx:
            values = {"kind": kind, "id": id, "document": document}
            await tx.execute(self._upsert(settings, values, ("kind", "id")))

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
    async def take_lease(
        self, name: str, holder: str, now: float, seconds: float, gone: Callable[[str], bool] = lambda holder: False
    ) -> None:
        """Hold ``name`` until then, or hold it longer. Raises LeaseHeld while another holder's time runs, unless that
        holder is known to be ``gone``."""
        async with self.database.write() as tx:
            row = (await tx.execute(select(leases).where(leases.c.name == name))).first()
            if row is not None and row.holder != holder and row.until > now and not gone(row.holder):
                wait = round(row.until - now)
                raise LeaseHeld(
                    "Another Postwalker is running on this database. Stop it first; if it has just been killed, "
                    f"try again in {wait} seconds."
                )
            free = (leases.c.holder == (row.holder if row else holder)) & (leases.c.until == (row.until if row else now))
            mine = self._upsert(leases, {"name": name, "holder": holder, "until": now + seconds}, ("name",), free)
            if (await tx.execute(mine)).rowcount != 1:  # another process took it at this very moment
                raise LeaseHeld("Another Postwalker has just started on this database.")

    def _upsert(self, table: Table, values: dict[str, Any], key: Sequence[str], where: Any = None) -> Any:
        """Insert a row, or bring the one of that key up to date if ``where`` holds for it."""
        statement = (sqlite.insert if self.database.is_sqlite else postgresql.insert)(table).values(values)
        new = {name: value for name, value in values.items() if name not in key}
        return statement.on_conflict_do_update(index_elements=list(key), set_=new, where=where)

    @whole
    async def drop_lease(self, name: str, holder: str) -> None:
        async with self.database.write() as tx:
            await tx.execute(delete(leases).where(leases.c.name == name, leases.c.holder == holder))

    # ---- for the host -------------------------------------------------------------------------------------------------
    async def backup(self, path: Path) -> None:
        """Copy the database while it is in use (SQLite). Raises StorageError."""
        await copy(self.database.url.render_as_string(hide_password=False), path)

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
