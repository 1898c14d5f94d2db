"""A database full of open matches: some are really played into the middle of a turn, the others are copies of them."""

from __future__ import annotations

import itertools
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Table, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games import all_games
from bot.keeping import Keeper, opened
from bot.panels.lobby import Draft
from bot.records import MatchRecord
from bot.service import Service
from storage import Shards, Store
from storage.rows import PlaceRow
from storage.schema import answers, dues, errands, matches, places, seats

PLAYED = 10  # matches that are played
MOMENTS = 5  # positions taken from each of them
APART = 2  # hand-offs between two of these
WITH_MATCH = (seats, answers, errands, places, dues)
CHUNK = 200  # matches written at a time
LATEST = 48 * 3600.0  # seconds by which copies' times lie apart

Row = dict[str, Any]


class NoServer(Exception):
    """There is no database server to be had."""


class Position(msgspec.Struct):
    """A match in mid-turn: its row, its record, and its rows in the other tables."""

    row: Row
    record: MatchRecord
    others: dict[str, list[Row]]


async def fill(
    url: str, count: int, pairs: Sequence[Sequence[int]], places: Sequence[Sequence[int]], guilds: Sequence[int], seed: int,
    shards: int = 1,
) -> None:  # fmt: skip
    """Put so many open matches there. The first are those of the ``pairs`` of people, played at the ``places`` (server,
    channel, thread); the others belong to nobody in particular, on the ``guilds``."""
    positions = await played(seed, min(PLAYED, 1 + count // MOMENTS))
    pick = random.Random(seed)
    store = await Store.open(url, shards=Shards(shards, tuple(range(shards))))
    try:
        copies = _copies(positions, count, pairs, places, guilds, pick)
        async with store.database.write() as tx:
            while some := list(itertools.islice(copies, CHUNK)):
                await _write(tx, matches, [copy.row for copy in some])
                for table in WITH_MATCH:
                    await _write(tx, table, [row for copy in some for row in copy.others[table.name]])
            if not store.database.is_sqlite:
                await tx.execute(text("SELECT setval('matches_id_seq', (SELECT max(id) FROM matches))"))
        await Keeper(store).know_rules({name: game.rules.version for name, game in all_games().items()})
        async with store.database.write() as tx:  # what a database does by itself when it has time
            await tx.execute(text("ANALYZE"))
    finally:
        await store.close()


async def played(seed: int, count: int) -> list[Position]:
    """Different positions out of so many matches of the Arena, all in mid-turn."""
    found: list[Position] = []
    pick = random.Random(seed)
    people = (1001, 1002)
    with tempfile.TemporaryDirectory(prefix="played-") as folder:
        async with opened(f"sqlite:///{Path(folder) / 'played.db'}") as keeper:
            games = all_games()
            service = Service(keeper, games, time.time, new_seed=lambda: pick.randbytes(32))
            fields = [id for id, _ in games["arena"].battlefields(2)]
            for n in range(count):
                draft = Draft("arena", fields[n % len(fields)], rivals=people[1:])
                match = (await service.beginning.create(draft, people[0], 1 << 22, 10, n + 1)).id
                await service.beginning.join(match, people[1])
                for user in people:
                    await service.beginning.ready(match, user)
                for _ in range(MOMENTS):
                    for _ in range(APART):
                        await _hand_off(service, match, people)
                    look = await service.look(match, None)
                    if look.seen.outcome is not None:
                        break
                    while rows := await keeper.waiting():  # all has been said
                        for each in rows:
                            await keeper.done(each, PlaceRow(10, each.id, time.time()))
                    found.append(await _position(keeper.store, match))
            service.close()
    return found


async def _hand_off(service: Service, match: int, people: Sequence[int]) -> None:
    look = await service.look(match, None)
    if look.seen.outcome is None:
        seat = look.seen.asked[0]
        since = (await service.look(match, people[seat])).asked_since
        assert since is not None
        await service.move_for(match, seat, since, "")


async def _position(store: Store, match: int) -> Position:
    async with store.database.read() as tx:
        row = dict((await tx.execute(select(matches).where(matches.c.id == match))).one()._mapping)
        others = {}
        for table in WITH_MATCH:
            rows = await tx.execute(select(table).where(table.c.match == match))
            others[table.name] = [dict(each._mapping) for each in rows]
    return Position(row, msgspec.msgpack.decode(row["document"], type=MatchRecord), others)


def _copies(
    positions: Sequence[Position], count: int, pairs: Sequence[Sequence[int]], places: Sequence[Sequence[int]],
    guilds: Sequence[int], pick: random.Random,
) -> Iterator[Position]:  # fmt: skip
    for n in range(count):
        position = positions[n % len(positions)]
        if n < len(pairs):
            users, place = pairs[n], places[n]
        else:
            users, place = (10_000 + pick.randrange(4 * count), 10_000 + pick.randrange(4 * count)), (
                guilds[n % len(guilds)], 5_000_000 + n // 10, 6_000_000 + n,
            )  # fmt: skip
        yield _copy(position, n + 1, users, place, pick.uniform(0, LATEST))


def _copy(position: Position, id: int, users: Sequence[int], place: Sequence[int], later: float) -> Position:
    guild, channel, thread = place
    record = msgspec.msgpack.decode(position.row["document"], type=MatchRecord)
    record.id, record.guild, record.channel, record.thread, record.host = id, guild, channel, thread, users[0]
    for seat, user in zip(record.seats, users, strict=True):
        seat.user = user
        if seat.deadline is not None:
            seat.deadline += later
    row = position.row | {
        "id": id, "guild": guild, "channel": channel, "thread": thread, "host": users[0],
        "document": msgspec.msgpack.encode(record),
    }  # fmt: skip
    others = {name: [{**each, "match": id} for each in rows] for name, rows in position.others.items()}
    for each, user in zip(others["seats"], users, strict=True):
        each["user"] = user
    for each in others["dues"]:
        each["at"] += later
    for each in others["errands"]:
        each.pop("id")
        each["guild"] = guild
    return Position(row, record, others)


async def _write(tx: AsyncConnection, table: Table, rows: Sequence[Row]) -> None:
    if not rows:
        return
    if tx.dialect.name != "postgresql":
        await tx.execute(insert(table), rows)
        return
    raw: Any = (await tx.get_raw_connection()).driver_connection
    names = list(rows[0])
    await raw.copy_records_to_table(table.name, records=[tuple(row[name] for name in names) for row in rows], columns=names)
