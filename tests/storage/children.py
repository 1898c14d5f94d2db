"""What runs in processes of its own: a writer that says which of its moves are committed."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from multiprocessing.connection import Connection

import msgspec
from sqlalchemy import event

from storage import Conflict, Store
from storage.rows import DueRow, NewErrand, Retiming
from tests.storage.samples import ANNE, BERT, NOW, answer


async def one_move(store: Store, match: int) -> int:
    """Make the next answer of the match, whatever others do meanwhile. Returns its number."""
    while True:
        row = await store.match(match)
        assert row is not None
        n = int(row.document) + 1
        new = msgspec.structs.replace(row, version=row.version + 1, document=b"%d" % n)
        try:
            await store.save(
                new, row.version, (ANNE, BERT), now=NOW + n, answers=[answer(n)], interaction=secrets.randbits(60),
                errands=[NewErrand(f"match:{match}", b"%d" % n)],
                retimings=[Retiming(0, add=(DueRow(match, 0, "deadline", NOW + n),))],
            )  # fmt: skip
        except Conflict:
            continue
        return n


def write(url: str, match: int, moves: int, acknowledged: Connection, die_at: int = 0) -> None:
    """Make so many moves; each number is sent when it is committed. ``die_at``: kill this process, as by ``kill -9``,
    just before its statement of that number (the first move's first statement is 1)."""

    async def main() -> None:
        store = await Store.open(url)
        if die_at:
            left = die_at

            def count(*_: object) -> None:
                nonlocal left
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

            for moment in ("before_cursor_execute", "commit"):
                event.listen(store.database.engine.sync_engine, moment, count)
        for _ in range(moves):
            acknowledged.send(await one_move(store, match))
        await store.close()

    asyncio.run(main())
