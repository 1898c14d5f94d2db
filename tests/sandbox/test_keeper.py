"""The bot as a child process: kept running, restarted on request, stopped for good."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import keeper as keeping
from bot.sandbox.keeper import Keeper

ROOT = Path(__file__).resolve().parents[2]
SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]
DIES = [sys.executable, "-c", "raise SystemExit(3)"]


class Said:
    """What the keeper says, to be waited for."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[str] = asyncio.Queue()

    async def wait(self, part: str) -> str:
        async with asyncio.timeout(20):
            while part not in (line := await self.lines.get()):
                pass
        return line


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_restart_and_stop() -> None:
    said = Said()
    keeper = Keeper(SLEEPS, os.environ, said.lines.put_nowait)
    keeper.start()
    await said.wait("The bot runs")
    first = keeper.pid
    assert first is not None
    await keeper.restart()
    await said.wait("as asked")
    await said.wait("The bot runs")
    second = keeper.pid
    assert second is not None
    assert (alive(first), alive(second), keeper.starts) == (False, True, 2)
    await keeper.stop()
    assert not alive(second)


async def test_death_is_said_and_the_pauses_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "FIRST_PAUSE", 0.01)
    said = Said()
    keeper = Keeper(DIES, os.environ, said.lines.put_nowait)
    keeper.start()
    pauses = [(await said.wait("exit code 3")).split(" in ")[1] for _ in range(3)]
    await keeper.stop()
    assert pauses == ["0.01 s.", "0.02 s.", "0.04 s."]


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
async def test_the_command_starts_and_stops_cleanly(tmp_path: Path) -> None:
    """Whatever the bot does, the sandbox answers, and SIGTERM ends both with exit code 0."""
    command = [sys.executable, "-m", "bot.sandbox", "--port", "0", "--data", str(tmp_path / "kept")]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    async with asyncio.timeout(60):
        url = ""
        while not url:
            line = (await process.stdout.readline()).decode()
            assert line, "the sandbox ended"
            url = line.partition("Sandbox: ")[2].strip()
        async with aiohttp.ClientSession() as session, session.get(url + "/people") as answer:
            assert answer.status == 200
        bot_pid = 0
        while not bot_pid:
            line = (await process.stdout.readline()).decode()
            assert line, "the sandbox ended"
            if "The bot runs (process " in line:
                bot_pid = int(line.split("process ")[1].rstrip(").\n"))
        process.send_signal(signal.SIGTERM)
        assert "have stopped" in (await process.stdout.read()).decode()
        assert await process.wait() == 0
    assert not alive(bot_pid)
    assert (tmp_path / "kept" / "discord.json").exists()
