"""kill -9 at any instant: what was acknowledged is there, and no move is there by half."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from typing import Any

import pytest
from sqlalchemy import func, select, text

from storage import Store
from storage.schema import errands, interactions
from tests.storage import children
from tests.storage.samples import NOW, new_match

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.storage.children"])  # a new process starts in milliseconds


class Writer:
    """A process that makes moves. ``said``: the last number that it acknowledged, if any."""

    def __init__(self, url: str, match: int, moves: int, die_at: int = 0) -> None:
        self._pipe: Connection
        self._pipe, theirs = FORKS.Pipe(duplex=False)
        self.process = FORKS.Process(target=children.write, args=(url, match, moves, theirs, die_at), daemon=True)
        self.process.start()
        theirs.close()
        self.said: int | None = None

    def listen(self, times: int) -> None:
        """Wait for so many acknowledgements, or for the end."""
        try:
            for _ in range(times):
                self.said = self._pipe.recv()
        except EOFError:
            pass

    def end(self) -> int | None:
        """Wait until the process is over. Returns its exit code."""
        self.listen(10**9)
        self.process.join(60)
        return self.process.exitcode


@asynccontextmanager
async def quiet(url: str) -> AsyncIterator[Store]:
    """The database when all traces of killed processes are gone: a server takes a moment to notice."""
    store = await Store.open(url)
    try:
        if not store.database.is_sqlite:
            others = text("SELECT count(*) FROM pg_stat_activity"
                          " WHERE datname = current_database() AND pid <> pg_backend_pid()")  # fmt: skip
            async with asyncio.timeout(30):
                while await _number(store, others):  # each question gives the server time
                    pass
        yield store
    finally:
        await store.close()


async def _number(store: Store, question: Any) -> int:
    async with store.database.read() as tx:
        return int((await tx.execute(question)).scalar_one())


async def check(url: str, match: int, before: int, said: int | None) -> int:
    """Every acknowledged move is there, at most one more, and each as a whole. Returns how many there are."""
    async with quiet(url) as store:
        row = await store.match(match)
        given = [each.n for each in await store.answers(match)]
        async with store.database.read() as tx:
            queued = (await tx.execute(select(errands.c.payload).order_by(errands.c.id))).scalars().all()
            noted = (await tx.execute(select(func.count()).select_from(interactions))).scalar_one()
        dues = await store.due(NOW * 2, 10)
    assert row is not None
    count = len(given)
    acknowledged = before if said is None else said
    assert acknowledged <= count <= acknowledged + 1
    assert given == list(range(1, count + 1))
    assert [int(payload) for payload in queued] == given
    assert noted == count
    assert row.document == b"%d" % count
    assert row.version == 1 + count
    assert [due.at for due in dues] == ([NOW + count] if count else [])
    return count


async def prepared(url: str) -> int:
    store = await Store.open(url)
    row = await new_match(store, document=b"0")
    await store.close()
    return row.id


@pytest.mark.field(21)
@pytest.mark.field(41)
async def test_killed_at_each_statement(url: str) -> None:
    """A move is about a dozen statements and a commit; each of them is the last thing of some process here."""
    match = await prepared(url)
    count, killed = 0, 0
    for die_at in range(1, 18):
        writer = Writer(url, match, 1, die_at)
        code = await asyncio.to_thread(writer.end)
        count = await check(url, match, count, writer.said)
        if code == 0:
            break
        assert code == -9
        killed += 1
    else:
        pytest.fail("no move was ever completed")
    assert killed >= 8


@pytest.mark.field(21)
@pytest.mark.field(41)
async def test_killed_at_any_moment(url: str) -> None:
    match = await prepared(url)
    chance = random.Random(21)
    count = 0
    for _ in range(8):
        writer = Writer(url, match, 10_000)
        await asyncio.to_thread(writer.listen, chance.randrange(1, 12))
        writer.process.kill()
        assert await asyncio.to_thread(writer.end) == -9
        count = await check(url, match, count, writer.said)
    assert count >= 8


@pytest.mark.field(42)
@pytest.mark.field(43)
async def test_two_processes_lose_nothing(url: str) -> None:
    """Both read the match, count on, and save. Without the version and the lock most of it would be lost."""
    match = await prepared(url)
    writers = [Writer(url, match, 60) for _ in range(2)]
    codes = await asyncio.gather(*(asyncio.to_thread(writer.end) for writer in writers))
    assert codes == [0, 0]
    assert await check(url, match, 0, 120) == 120
