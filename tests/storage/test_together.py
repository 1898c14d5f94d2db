"""Many tasks at once, and tasks that are called off in the middle."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest
from sqlalchemy import Connection, event, func, select, text

from storage import Conflict, StorageError, Store
from storage.schema import answers, errands, matches
from tests.storage.children import one_move
from tests.storage.samples import ANNE, BERT, NOW, answer, new_match, say


async def check(store: Store, match: int) -> int:
    """The match is whole. Returns how many answers it has."""
    async with store.database.read() as tx:  # all at one moment: a move that was called off may still be under way
        if not store.database.is_sqlite:
            await tx.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        version = (await tx.execute(select(matches.c.version).where(matches.c.id == match))).scalar_one()
        given = (await tx.execute(select(answers.c.n).where(answers.c.match == match).order_by(answers.c.n))).scalars().all()
        queued = (await tx.execute(select(func.count()).select_from(errands).where(errands.c.match == match))).scalar_one()
    assert list(given) == list(range(1, len(given) + 1))
    assert version == 1 + len(given)
    assert queued == len(given)
    return len(given)


@pytest.mark.field(43)
async def test_many_moves_in_few_matches(store: Store, other: Store) -> None:
    ids = [(await new_match(store, document=b"0")).id for _ in range(4)]
    work = ids * 30
    random.Random(43).shuffle(work)
    await asyncio.gather(*(one_move((store, other)[n % 2], id) for n, id in enumerate(work)))
    assert [await check(store, id) for id in ids] == [30] * 4


@pytest.mark.field(43)
async def test_a_counter_that_everybody_increments(store: Store, other: Store) -> None:
    """Read and write in one transaction, by the row's lock alone: what SQLAlchemy's defaults on SQLite lose."""
    row = await new_match(store, document=b"0")

    async def increment(through: Store) -> None:
        async with through.database.write() as tx:
            own = matches.c.id == row.id
            now = int((await tx.execute(select(matches.c.document).where(own).with_for_update())).scalar_one())
            await asyncio.sleep(0)
            await tx.execute(matches.update().where(own).values(document=b"%d" % (now + 1)))

    await asyncio.gather(*(increment((store, other)[n % 2]) for n in range(100)))
    found = await store.match(row.id)
    assert found is not None
    assert found.document == b"100"


@pytest.mark.field(44)
async def test_a_move_called_off_half_way_leaves_no_lock(store: Store, other: Store) -> None:
    """Cancelled at any step: all of the move is there or nothing, and the next one finds the database free."""
    id = (await new_match(store, document=b"0")).id
    cancelled = 0
    for steps in range(0, 120, 3):
        task = asyncio.create_task(one_move(store, id))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            cancelled += 1
        async with asyncio.timeout(30):
            await check(other, id)
            await one_move(other, id)
            await one_move(store, id)
    assert cancelled >= 5
    assert await check(store, id) >= 80


@pytest.mark.field(44)
async def test_a_failure_inside_a_transaction_leaves_no_lock(store: Store, other: Store) -> None:
    row = await new_match(store, document=b"0")

    def broken(_: object) -> None:
        raise ZeroDivisionError

    for _ in range(12):  # more often than there are connections
        with pytest.raises(ZeroDivisionError):
            await store.create(row, (ANNE,), 0, broken)  # type: ignore[arg-type]
    assert await store.counts() == {"matches": 1, "answers": 0, "errands": 0, "dues": 0, "waiting errands": 0}
    async with asyncio.timeout(30):
        await one_move(other, row.id)
        await one_move(store, row.id)


@pytest.mark.field(42)
async def test_of_many_moves_for_one_version_one_is_taken(store: Store, other: Store) -> None:
    row = await new_match(store)
    new = msgspec.structs.replace(row, version=2)

    async def give(n: int) -> bool:
        try:
            await (store, other)[n % 2].save(
                new, 1, (ANNE, BERT), now=NOW, answers=[answer(1, key=f"answer of {n}")], errands=[say(f"{n}", row.id)]
            )
        except Conflict:
            return False
        return True

    taken = await asyncio.gather(*(give(n) for n in range(30)))
    winner = taken.index(True)
    assert sum(taken) == 1
    assert [each.key for each in await store.answers(row.id)] == [f"answer of {winner}"]
    assert await check(store, row.id) == 1


async def test_a_full_disk_is_said_and_outlived(store: Store) -> None:
    if not store.database.is_sqlite:
        pytest.skip("a server's disk is the server's")
    row = await new_match(store, document=b"0")

    def limited(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={room}")

    event.listen(store.database.engine.sync_engine, "begin", limited)
    room = 1  # as many pages as there are
    with pytest.raises(StorageError, match="no room left"):
        await store.set_setting("user", 1, bytes(1_000_000))
    assert await store.setting("user", 1) is None
    room = 1 << 30
    await one_move(store, row.id)
    assert await check(store, row.id) == 1
