"""The bot killed without warning, again and again, while two people play. What the sandbox saw and what the database holds
are the judges: nothing accepted is lost, nothing is applied twice, nothing is posted twice.

``POSTWALKER_KILLS=50`` kills as often as that; the suite takes a small share.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.play import load
from bot.records import MatchRecord
from bot.sandbox.components import CannotDo
from bot.sandbox.people import NoAnswer, Person
from bot.sandbox.server import Sandbox
from engine.core.match import Match
from engine.registry import game
from storage import Store
from tests.bot.test_wire import begin, thumb

KILLS = int(os.environ.get("POSTWALKER_KILLS", "8"))
ROOT = Path(__file__).resolve().parents[2]


class Process:
    """``python -m bot`` as a host runs it, pointed at the sandbox."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.sandbox = sandbox
        self.log = folder / "bot.log"
        self.environment = os.environ | {
            "POSTWALKER_ENV_FILE": os.devnull,
            "DISCORD_TOKEN": "sandbox",
            "DATABASE_URL": f"sqlite:///{folder}/killed.db",
            "POSTWALKER_DISCORD_API": sandbox.api,
            "POSTWALKER_DISCORD_GATEWAY": sandbox.gateway_url,
            "POSTWALKER_CACHE": str(folder / "cache"),
            "POSTWALKER_HEALTH_FILE": str(folder / "health"),
        }
        self.running: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        before = self.sandbox.gateway.identified
        with self.log.open("ab") as log:
            self.running = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        async with asyncio.timeout(60):
            while self.sandbox.gateway.identified == before:
                if self.running.returncode is not None:
                    raise AssertionError(self.log.read_text()[-2000:])
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        assert self.running is not None
        with contextlib.suppress(ProcessLookupError):
            self.running.send_signal(signal.SIGKILL)
        await self.running.wait()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as running:
        yield running


async def keep_pressing(
    sandbox: Sandbox, people: list[Person], pick: random.Random, store: Store, seen: list[int], moved: asyncio.Event
) -> None:
    """Two thumbs; after every answer of the bot's note how many moves the database holds: they were acknowledged."""
    while True:
        person = pick.choice(people)
        with contextlib.suppress(NoAnswer, CannotDo, LookupError):
            message = (await person.slash(sandbox.general, "play")).message
            for _ in range(pick.randint(1, 8)):
                reply = await thumb(person, message, pick)
                seen.append(len(await store.answers(1)))
                if seen[-1] > max(seen[:-1]):
                    moved.set()
                message = reply.message
        await asyncio.sleep(0)


@pytest.mark.timeout(900)
@pytest.mark.field(21, 41, 49, 71)
async def test_killed_again_and_again_nothing_is_lost_or_doubled(sandbox: Sandbox, tmp_path: Path) -> None:
    pick = random.Random(KILLS)
    bot = Process(sandbox, tmp_path)
    await bot.start()
    people = list((await begin(sandbox)).values())
    store = await Store.open(f"sqlite:///{tmp_path}/killed.db")
    seen: list[int] = [0]
    for n in range(KILLS):
        moved = asyncio.Event()
        pressing = asyncio.create_task(keep_pressing(sandbox, people, pick, store, seen, moved))
        if n % 2 == 0:  # in play, however slow the machine is
            await asyncio.wait_for(moved.wait(), 120)
        await asyncio.sleep(pick.uniform(0.02, 1.5))
        await bot.kill()
        pressing.cancel()
        await asyncio.gather(pressing, return_exceptions=True)
        assert len(await store.answers(1)) >= max(seen), "an acknowledged move is gone"
        await bot.start()
    await drained(store)
    await bot.kill()

    answers = await store.answers(1)
    row = await store.match(1)
    assert row is not None
    record = msgspec.msgpack.decode(row.document, type=MatchRecord)
    assert [answer.n for answer in answers] == list(range(1, len(answers) + 1))
    assert len(answers) >= KILLS / 2, "there was play"
    assert row.version == record.version

    # played again from the seed the log makes the very match that is stored: nothing was applied twice or left out
    entry, seed = game(record.game), bytes.fromhex(record.seed)
    setup = entry.setup(record.battlefield, [seat.army for seat in record.seats], record.options)
    again: Match[Any] = Match.begin(entry.rules, setup, seed)
    turns = sum(event.kind == "turn" for event in again.events)
    for answer in answers:
        events = again.answer(answer.seat, answer.key)
        turns += sum(event.kind == "turn" for event in events)
        assert msgspec.json.encode(events) == answer.events
    assert record.stored is not None
    assert load(entry, seed, record.stored).fingerprint == again.fingerprint

    # what people saw: no message of the match twice
    posted = collections.Counter(
        (channel, message.data["content"])
        for channel, messages in sandbox.world.messages.items()
        for message in messages.values()
        if message.only_for is None and "Turn " in message.data["content"]
    )
    assert posted
    assert [text for text, times in posted.items() if times > 1] == []
    await store.close()


async def drained(store: Store) -> None:
    """Until the bot has said all there is to say."""
    async with asyncio.timeout(60):
        while (await store.counts())["waiting errands"]:  # noqa: ASYNC110  (another process does the work)
            await asyncio.sleep(0.1)
