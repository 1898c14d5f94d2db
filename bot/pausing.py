"""Nobody's time runs while a match is paused. Plain functions on a match's record."""

from __future__ import annotations

from typing import Literal

from bot import timing
from bot.records import MatchRecord, Pause


def pause(record: MatchRecord, now: float, by: int, why: Literal["consent", "host", "gone"]) -> None:
    """From now on no time runs. A match that is paused stays paused since when it was."""
    if record.paused is None:
        record.paused = Pause(now, by, why)
        timing.freeze(record, now)


def resume(record: MatchRecord, now: float) -> None:
    """Time runs again: everybody has left what they had left."""
    if record.paused is not None:
        timing.thaw(record, now)
        record.paused = None
