"""The pulse: what `python -m bot health` makes of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import health
from bot.health import OFFLINE, STALE, Pulse

NOW = 1_800_000_000.0


def told(file: Path, pulse: Pulse, now: float = NOW) -> tuple[bool, str]:
    health.write(file, pulse)
    return health.check(file, now)


def test_a_fresh_pulse_is_well(tmp_path: Path) -> None:
    assert told(tmp_path / "h", Pulse(1, NOW - STALE, NOW - OFFLINE)) == (True, "The bot is well.")


def test_a_bot_that_stopped_or_hangs_is_not(tmp_path: Path) -> None:
    well, sentence = told(tmp_path / "h", Pulse(1, NOW - STALE - 1, NOW))
    assert not well
    assert "61 seconds" in sentence


def test_a_bot_long_without_discord_is_not(tmp_path: Path) -> None:
    well, sentence = told(tmp_path / "h", Pulse(1, NOW, NOW - OFFLINE - 60))
    assert not well
    assert "6 minutes" in sentence


def test_no_file_or_half_a_file_is_not_well(tmp_path: Path) -> None:
    assert health.check(tmp_path / "h", NOW) == (False, "The bot is not running.")
    (tmp_path / "h").write_text('{"pid": 1, "at"')
    well, sentence = health.check(tmp_path / "h", NOW)
    assert not well
    assert "cannot be read" in sentence


async def test_the_bot_beats_until_it_is_cancelled(tmp_path: Path) -> None:
    file = tmp_path / "h"
    asked = asyncio.Event()

    def online() -> bool:
        asked.set()
        return True

    task = asyncio.create_task(health.beat(file, online, clock=lambda: NOW))
    await asked.wait()
    assert health.check(file, NOW) == (True, "The bot is well.")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not file.exists()


async def test_a_full_disk_does_not_stop_the_bot(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asked = asyncio.Event()

    def online() -> bool:
        asked.set()
        return False

    task = asyncio.create_task(health.beat(tmp_path / "absent" / "h", online))
    await asked.wait()
    assert not task.done()
    assert "cannot be written" in caplog.text
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
