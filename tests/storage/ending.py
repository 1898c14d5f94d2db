"""A process of its own that ends matches, and may be killed while it does."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping
from multiprocessing.connection import Connection

import msgspec
from sqlalchemy import event

from storage import Store
from storage.community import Part, Rater, Rating, Result
from tests.storage.samples import ANNE, BERT, NOW

START = Rating(25.0, 8.0, 1000)


def rate(result: Result, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """A simple one whose outcome depends on the order of the results: half way to 2000 for a win, to 0 for a loss."""
    if result.unrated:
        return {}
    return {
        part.user: Rating(25.0, 8.0, (before[part.user].shown + (2000 if part.place == 1 else 0)) // 2,
                          before[part.user].games + 1)
        for part in result.parts
    }  # fmt: skip


RATER = Rater(START, rate)


def end(url: str, match: int, acknowledged: Connection, die_at: int) -> None:
    """End the match and say so. Kill this process, as by ``kill -9``, just before its statement of that number."""

    async def main() -> None:
        store = await Store.open(url)
        row = await store.match(match)
        assert row is not None
        left = die_at

        def count(*_: object) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        for moment in ("before_cursor_execute", "commit"):
            event.listen(store.database.engine.sync_engine, moment, count)
        parts = (Part(0, ANNE, 0, 1), Part(1, BERT, 1, 2))
        result = Result(match, row.guild, "arena", "plain", NOW, NOW + 1, "played", parts)
        over = msgspec.structs.replace(row, version=row.version + 1, stage="over")
        await store.save(over, row.version, (ANNE, BERT), now=NOW + 1, ending=(result, RATER), interaction=7)
        acknowledged.send(True)
        await store.close()

    asyncio.run(main())
