"""The host's command that works all ratings out anew."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from bot.config import Config
from bot.hosting.recount import recount
from bot.ratings import RATER
from storage import StorageError, Store
from storage.community import Community, Part, Rating, Result
from storage.rows import MatchRow
from storage.schema import ratings


async def filled(url: str) -> list[Rating | None]:
    """A database with three results; the ratings they gave, before somebody spoils one."""
    store = await Store.open(url)
    for winner, loser in ((1, 2), (2, 1), (1, 2)):
        row = MatchRow(0, 1, "playing", 10, 20, 0, 1, 0.0, b"")
        number, _ = await store.create(row, (1, 2), 0, lambda _: (b"", ()))
        result = Result(number, 10, "tiny", "table", 0.0, 1.0, "played", (Part(0, winner, 0, 1), Part(1, loser, 1, 2)))
        over = msgspec.structs.replace(row, id=number, version=2, stage="over")
        await store.save(over, 1, (1, 2), now=1.0, ending=(result, RATER))
    found = [await Community(store.database).rating(user, "tiny", scope) for user in (1, 2) for scope in (0, 10)]
    async with store.database.write() as tx:
        await tx.execute(update(ratings).where(ratings.c.user == 1).values(mu=99.0, shown=9999))
    await store.close()
    return found


async def kept(url: str) -> list[Rating | None]:
    store = await Store.open(url)
    found = [await Community(store.database).rating(user, "tiny", scope) for user in (1, 2) for scope in (0, 10)]
    await store.close()
    return found


def test_the_ratings_are_what_the_results_say(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    before = asyncio.run(filled(url))
    assert asyncio.run(kept(url)) != before
    assert recount(Config(database_url=url)) == "The ratings are worked out anew from 3 rated matches."
    assert asyncio.run(kept(url)) == before
    assert recount(Config(database_url=url)) == "The ratings are worked out anew from 3 rated matches."
    assert asyncio.run(kept(url)) == before


def test_no_database_is_no_reason_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no database"):
        recount(Config(database_url=f"sqlite:///{tmp_path}/none.db"))
    assert list(tmp_path.iterdir()) == []
