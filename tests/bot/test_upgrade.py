"""A database that an earlier release left behind, with matches in mid-turn: it is brought up to date, and play goes on.

``released/NNNN.json`` holds the rows as the release with that version of the schema wrote them: three matches of the Arena
in the middle of a turn, one for each thing that may happen at the deadline, and one in which armies are being chosen.
"""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData
from sqlalchemy.ext.asyncio import create_async_engine

from bot.deadlines import Deadlines
from bot.games import all_games
from bot.keeping import Keeper, opened
from bot.records import Say
from bot.service import Service
from storage.database import config, parse
from tests.bot.conftest import ALICE, BOB
from tests.bot.discord_bench import Clock

RELEASED = sorted((Path(__file__).parent / "released").glob("*.json"))
CAROL = 103
PLAYERS = (ALICE, BOB)


def rows_of(released: Path) -> dict[str, list[dict[str, Any]]]:
    def plain(value: Any) -> Any:
        return base64.b64decode(value["base64"]) if isinstance(value, dict) else value

    tables = json.loads(released.read_text())
    return {table: [{name: plain(value) for name, value in row.items()} for row in rows] for table, rows in tables.items()}


async def left_behind(released: Path, file: Path) -> None:
    """Write the database as that release had it."""
    rows = rows_of(released)

    def write(connection: Connection) -> None:
        command.upgrade(config(connection), released.stem)
        then = MetaData()
        then.reflect(connection)
        for table in then.sorted_tables:
            if rows.get(table.name):
                connection.execute(table.insert(), rows[table.name])

    engine = create_async_engine(parse(f"sqlite:///{file}"))
    async with engine.begin() as connection:
        await connection.run_sync(write)
    await engine.dispose()


@pytest.fixture(params=RELEASED, ids=lambda path: str(path.stem))
async def released(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[Keeper]:
    await left_behind(request.param, tmp_path / "old.db")
    with sqlite3.connect(tmp_path / "old.db") as before:
        made = before.execute("SELECT max(at) FROM answers").fetchone()[0]
    clock.now = made + 600
    async with opened(f"sqlite:///{tmp_path / 'old.db'}", clock) as keeper:
        yield keeper


async def turn(service: Service, match: int) -> int:
    """The built-in player answers for whoever is asked; the number of answers there are then."""
    look = await service.look(match, None)
    seat = look.seen.asked[0]
    asked = await service.look(match, PLAYERS[seat])
    assert asked.asked_since is not None
    await service.move_for(match, seat, asked.asked_since, "")
    return len(await service.keeper.answered(match))


@pytest.mark.field(52, 65, 66)
async def test_matches_in_mid_turn_go_on(released: Keeper, clock: Clock) -> None:
    service = Service(released, all_games(), clock)
    running = [record for record in await released.matches_of(BOB) if record.stage == "playing"]
    assert len(running) == 3
    for record in running:
        before = await released.answered(record.id)
        assert len(before) == record.answers > 0
        for user in (*PLAYERS, None):
            look = await service.look(record.id, user)
            assert look.seen.outcome is None
        _, told = await service.history.history(record.id, ALICE)
        assert told, "what happened before can still be read"
        after = [await turn(service, record.id) for _ in range(3)]
        assert after == sorted(set(after))
        now = await released.answered(record.id)
        assert [each.key for each in now[: len(before)]] == [each.key for each in before], "nothing of the log is gone"
        look = await service.look(record.id, ALICE)
        assert look.facts.until is not None, "there is a deadline again"
    service.close()


@pytest.mark.field(52, 71)
async def test_what_was_to_be_said_and_what_was_due_is_still_there(released: Keeper, clock: Clock) -> None:
    service = Service(released, all_games(), clock)
    posts = []
    while rows := await released.waiting():
        for row in rows:
            posts.append(row.errand)
            await released.done(row)
    assert len(posts) == 6
    assert any(isinstance(post, Say) and "turn" in str(post.post.text).lower() for post in posts)
    assert [await released.spot(match, "invitation") is not None for match in (1, 2, 3)] == [True] * 3
    assert (await released.player(ALICE)).stop_asking

    due = await released.next_due()
    assert due is not None
    clock.now = due + 30 * 86_400
    await released.set_alive()  # the bot was there all the time: no outage
    await Deadlines(released, service, clock).sweep()
    said = [row.errand for row in await released.waiting()]
    assert said, "deadlines from before the upgrade are kept"
    service.close()


@pytest.mark.field(65)
async def test_a_match_that_was_being_put_together_begins(released: Keeper, clock: Clock) -> None:
    service = Service(released, all_games(), clock)
    (record,) = [record for record in await released.matches_of(CAROL) if record.stage == "armies"]
    await service.beginning.ready(record.id, CAROL)
    facts = await service.beginning.ready(record.id, BOB)
    assert facts.stage == "playing"
    service.close()
