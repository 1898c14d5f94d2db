"""The bot's pulse: a small file that the running bot rewrites, and that ``python -m bot health`` reads.

Being alive means two things: the event loop turns (the file is fresh), and Discord has not been out of reach for long.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

EVERY = 15.0  # seconds between two beats
STALE = 60.0  # seconds without a beat: the bot has stopped or hangs
OFFLINE = 300.0  # seconds without Discord that may pass: reconnecting is everyday life

log = logging.getLogger(__name__)


class Pulse(msgspec.Struct, frozen=True):
    """``at`` and ``online_at`` are seconds since the epoch; ``online_at``: when Discord was last within reach, or the
    bot started."""

    pid: int
    at: float
    online_at: float


async def beat(file: Path, online: Callable[[], bool], clock: Callable[[], float] = time.time) -> None:
    """Keep the pulse in ``file`` until cancelled, then remove it. ``online`` tells whether Discord is within reach.

    A disk that is full must not stop a match: a failed write is logged, and shows as a stale pulse.
    """
    online_at = clock()
    try:
        while True:
            now = clock()
            if online():
                online_at = now
            try:
                write(file, Pulse(os.getpid(), now, online_at))
            except OSError as error:
                log.warning("the health file %s cannot be written: %s", file, error.strerror)
            await asyncio.sleep(EVERY)
    finally:
        remove(file)


def write(file: Path, pulse: Pulse) -> None:
    """Replace the file as a whole, so that a reader never sees half of it. Raises OSError."""
    part = file.with_name(f"{file.name}.{pulse.pid}")
    part.write_bytes(msgspec.json.encode(pulse))
    part.replace(file)


def remove(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink()


def check(file: Path, now: float) -> tuple[bool, str]:
    """Whether the bot of that file is well, and a sentence about it."""
    try:
        pulse = msgspec.json.decode(file.read_bytes(), type=Pulse)
    except FileNotFoundError:
        return False, "The bot is not running."
    except (OSError, msgspec.DecodeError):
        return False, f"The health file {file} cannot be read."
    if abs(now - pulse.at) > STALE:
        return False, f"The bot has not moved for {abs(now - pulse.at):.0f} seconds: it has stopped or hangs."
    if now - pulse.online_at > OFFLINE:
        return False, f"The bot runs, but has not reached Discord for {(now - pulse.online_at) / 60:.0f} minutes."
    return True, "The bot is well."
