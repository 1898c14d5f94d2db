"""A person's own data: all of it to be handed out, and all of it to be forgotten.

What is forgotten is replaced where others need the rest: a finished match keeps its seat, a result its place, under a
number below zero that stands for somebody who is not known any more. Where a number of Discord's can stand in the tables is
not written down here but found in them, so that a new column is not overlooked: :func:`occurrences` looks at all of them.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import BigInteger, Column, LargeBinary, String, Table, delete, func, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.schema import (
    alarms,
    answers,
    armies,
    errands,
    leagues,
    leases,
    matches,
    members,
    metadata,
    ratings,
    seats,
    settings,
)
from storage.store import RUNNING, Store

WANTED = "compact"  # kind of the setting that says: what was deleted is still to be wiped from the file
AT_ONCE = 256 * 2**20  # bytes of a database that is wiped at once; larger ones wait for a quiet hour
TRIES = 5

# Rewrites a document or a text of that table without the person. Bytes in, bytes out.
Rewrite = Callable[[str, bytes], bytes]


class StillHere(Exception):
    """The person has something under way: ``matches`` and ``leagues`` by number."""

    def __init__(self, matches: Sequence[int], leagues: Sequence[int]) -> None:
        super().__init__(f"matches {list(matches)}, leagues {list(leagues)}")
        self.matches, self.leagues = list(matches), list(leagues)


Rows = list[dict[str, Any]]


# ---- finding -------------------------------------------------------------------------------------------------------------
def patterns(user: int) -> tuple[bytes, ...]:
    """How a number of Discord's stands in documents: in digits, and as msgpack writes it."""
    return str(user).encode(), struct.pack(">Q", user)


def _has(store: Store, column: Column[Any], user: int) -> Any:
    """The condition that the column mentions the person; None for columns that cannot."""
    if isinstance(column.type, LargeBinary):
        if store.database.is_sqlite:
            return or_(*(func.instr(column, pattern) > 0 for pattern in patterns(user)))
        return or_(*(func.position(literal(pattern, LargeBinary).op("IN")(column)) > 0 for pattern in patterns(user)))
    if isinstance(column.type, String):
        return column.contains(str(user), autoescape=True)
    if isinstance(column.type, BigInteger):
        return column == user
    return None


async def occurrences(store: Store, user: int) -> dict[str, int]:
    """In which columns of which tables the person is mentioned, and in how many rows. Walks through everything."""
    found = {}
    async with store.database.read() as tx:
        for table in metadata.sorted_tables:
            for column in table.columns:
                condition = _has(store, column, user)
                if table is leases or condition is None:
                    continue
                count = (await tx.execute(select(func.count()).select_from(table).where(condition))).scalar_one()
                if count:
                    found[f"{table.name}.{column.name}"] = int(count)
    return found


# ---- handing out ---------------------------------------------------------------------------------------------------------
async def kept_about(store: Store, user: int) -> dict[str, Rows]:
    """The rows that are about the person, by table; of answers only those of seats that are theirs."""
    mine = select(seats.c.match).where(seats.c.user == user)
    own = (seats.c.match == answers.c.match, seats.c.seat == answers.c.seat, seats.c.user == user)
    wanted = {
        "settings": select(settings).where(settings.c.kind == "user", settings.c.id == user),
        "armies": select(armies).where(armies.c.user == user).order_by(armies.c.game, armies.c.name),
        "matches": select(matches)
        .where(or_(matches.c.id.in_(mine), matches.c.host == user, _has(store, matches.c.document, user)))
        .order_by(matches.c.id),
        "answers": select(answers.c.match, answers.c.n, answers.c.key, answers.c.at).where(
            select(seats.c.match).where(*own).exists()).order_by(answers.c.match, answers.c.n),
        "ratings": select(ratings).where(ratings.c.user == user).order_by(ratings.c.game, ratings.c.scope),
        "leagues": select(leagues.c.id, leagues.c.name, leagues.c.guild, leagues.c.stage, members.c.withdrawn)
        .join(members, members.c.league == leagues.c.id).where(members.c.user == user).order_by(leagues.c.id),
        "errands": select(errands).where(errands.c.lane == f"user:{user}").order_by(errands.c.id),
    }  # fmt: skip
    async with store.database.read() as tx:
        return {name: [dict(row._mapping) for row in (await tx.execute(query)).all()] for name, query in wanted.items()}


async def leagues_under_way(store: Store, user: int) -> list[str]:
    """The names of the running leagues that the person plays in."""
    async with store.database.read() as tx:
        return list((await tx.execute(_leagues(user, leagues.c.name))).scalars().all())


def _leagues(user: int, column: Column[Any]) -> Any:
    joined = select(column).join(members, members.c.league == leagues.c.id)
    mine = (members.c.user == user, ~members.c.withdrawn, leagues.c.stage == "running")
    return joined.where(*mine).order_by(leagues.c.id)


# ---- forgetting ----------------------------------------------------------------------------------------------------------
async def forget(store: Store, user: int, stand_in: int, now: float, rewrite: Rewrite) -> None:
    """Forget the person, in one transaction. ``stand_in``: the number below zero that takes their place. Raises StillHere
    while they play, and then changes nothing."""
    assert stand_in < 0 < user
    await store.database.whole(_forget(store, user, stand_in, now, rewrite))


async def _forget(store: Store, user: int, stand_in: int, now: float, rewrite: Rewrite) -> None:
    async with store.database.write() as tx:
        if store.database.is_sqlite:
            await tx.exec_driver_sql("PRAGMA secure_delete=ON")
        await _refuse(tx, user)
        for table in (armies, ratings):
            await tx.execute(delete(table).where(table.c.user == user))
        await tx.execute(delete(settings).where(settings.c.kind == "user", settings.c.id == user))
        await tx.execute(delete(alarms).where(alarms.c.id == user))
        joined = select(leagues.c.id).where(leagues.c.stage == "open")
        await tx.execute(delete(members).where(members.c.user == user, members.c.league.in_(joined)))
        # What was said to them, and what was said about them: it is done with.
        await tx.execute(delete(errands).where(errands.c.lane == f"user:{user}"))
        about = or_(*(each for column in errands.columns if (each := _has(store, column, user)) is not None))
        await tx.execute(delete(errands).where(about, errands.c.state != "waiting"))
        for table in metadata.sorted_tables:
            if table is not leases:
                await _replace(store, tx, table, user, stand_in, rewrite)
        wipe = {"kind": WANTED, "id": 0, "document": str(now).encode()}
        await tx.execute(delete(settings).where(settings.c.kind == WANTED))
        await tx.execute(settings.insert().values(wipe))


async def _refuse(tx: AsyncConnection, user: int) -> None:
    playing = select(matches.c.id).join(seats, seats.c.match == matches.c.id)
    playing = playing.where(seats.c.user == user, matches.c.stage.in_(RUNNING)).order_by(matches.c.id)
    found = (await tx.execute(playing)).scalars().all(), (await tx.execute(_leagues(user, leagues.c.id))).scalars().all()
    if found[0] or found[1]:
        raise StillHere(*found)


async def _replace(
    store: Store, tx: AsyncConnection, table: Table, user: int, stand_in: int, rewrite: Rewrite
) -> None:
    """Put the stand-in, or what ``rewrite`` makes of it, wherever a row of the table mentions the person. Rows that have a
    version get a new one, so that nobody saves an older state of them over it."""
    key = list(table.primary_key.columns)
    conditions = [each for column in table.columns if (each := _has(store, column, user)) is not None]
    if not conditions:
        return
    for row in (await tx.execute(select(table).where(or_(*conditions)))).all():
        values: dict[str, Any] = {}
        for column in table.columns:
            value = row._mapping[column]
            if isinstance(column.type, BigInteger) and value == user:
                values[column.name] = stand_in
            elif isinstance(column.type, LargeBinary) and any(each in value for each in patterns(user)):
                values[column.name] = rewrite(table.name, value)
            elif isinstance(column.type, String) and str(user) in str(value):
                values[column.name] = rewrite("text", str(value).encode()).decode()
        if not values:
            continue
        if "version" in table.columns:
            values["version"] = row._mapping[table.c.version] + 1
        await tx.execute(update(table).where(*(column == row._mapping[column] for column in key)).values(values))


# ---- wiping --------------------------------------------------------------------------------------------------------------
async def wipe(store: Store, *, however_large: bool = False) -> bool:
    """Wipe what was deleted out of an SQLite file as well, where it lies in parts that are free to be written over. Others
    wait meanwhile: a large database is left for a quiet hour. Whether nothing is left to be done."""
    if await store.setting(WANTED, 0) is None:
        return True
    database = store.database
    if database.is_sqlite:
        size = await asyncio.to_thread(lambda: Path(str(database.url.database)).stat().st_size)
        if size > AT_ONCE and not however_large:
            return False
        async with database.engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            await raw.execute("VACUUM")
            for _ in range(TRIES):  # somebody may be reading from the old part just now
                async with raw.execute("PRAGMA wal_checkpoint(TRUNCATE)") as cursor:
                    busy = (await cursor.fetchone())[0]
                if not busy:
                    break
                await asyncio.sleep(0.2)
            else:
                return False
    async with database.write() as tx:
        await tx.execute(delete(settings).where(settings.c.kind == WANTED))
    return True
