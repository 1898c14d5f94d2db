"""Told to stop while people press: what was accepted is kept and shown, all else is refused in words, the end is clean."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.__main__ import SETTINGS
from bot.records import MatchRecord
from bot.sandbox.people import NoAnswer, Person
from bot.sandbox.server import Sandbox
from storage import Store
from tests.bot.test_killed import Process
from tests.bot.test_wire import begin


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as running:
        yield running


async def said(person: Person, sandbox: Sandbox, command: str, **options: Any) -> str:
    """What the bot answers; empty if it is not there any more."""
    try:
        return (await person.slash(sandbox.general, command, **options)).text
    except NoAnswer:
        return ""


@pytest.mark.field(49)
async def test_told_to_stop_in_the_middle_of_presses(sandbox: Sandbox, tmp_path: Path) -> None:
    bot = Process(sandbox, tmp_path)
    await bot.start()
    people = list((await begin(sandbox)).values())
    store = await Store.open(f"sqlite:///{tmp_path}/killed.db")
    before = len(await store.answers(1))
    presses = [
        asyncio.create_task(said(person, sandbox, command, match="1"))
        for _ in range(4)
        for person in people
        for command in ("end", "play", "board")
    ]
    await asyncio.wait(presses, return_when=asyncio.FIRST_COMPLETED, timeout=20)  # the others are under way
    assert bot.running is not None
    bot.running.send_signal(signal.SIGTERM)
    late = [asyncio.create_task(said(person, sandbox, "play")) for person in people]
    answers = await asyncio.gather(*presses, *late)
    code = await asyncio.wait_for(bot.running.wait(), 30)

    log = bot.log.read_text()
    assert code == 0, log[-2000:]
    assert "Traceback" not in log, log[-9000:]
    assert " ERROR " not in log
    assert not any("went wrong" in answer for answer in answers)
    assert all(answers[: len(presses)]), "whatever had arrived was answered, be it with a word that it is to be done again"
    row = await store.match(1)
    assert row is not None
    record = msgspec.msgpack.decode(row.document, type=MatchRecord)
    kept = await store.answers(1)
    assert record.answers == len(kept) >= before
    assert not (tmp_path / "health").exists()
    async with store.database.read() as tx:
        assert (await tx.exec_driver_sql("SELECT count(*) FROM leases")).scalar_one() == 0, "the next start need not wait"

    await bot.start()
    text = ""
    async with asyncio.timeout(30):
        while not text:
            text = await said(people[0], sandbox, "play", match="1")
    assert "went wrong" not in text
    bot.running.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(bot.running.wait(), 30) == 0
    await store.close()


async def test_a_port_that_is_taken_has_its_exit_code(sandbox: Sandbox, tmp_path: Path) -> None:
    taken = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    bot = Process(sandbox, tmp_path)
    bot.environment["POSTWALKER_METRICS"] = str(port)
    with pytest.raises(AssertionError, match=f"POSTWALKER_METRICS: port {port} on 127.0.0.1 cannot be used"):
        await bot.start()
    assert bot.running is not None
    assert bot.running.returncode == SETTINGS
    assert "Traceback" not in bot.log.read_text()
    taken.close()
