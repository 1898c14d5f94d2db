"""Hours of the day in somebody's time zone."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone(name: str) -> datetime.tzinfo:
    """The time zone of that name (IANA); UTC where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return datetime.UTC


def following(name: str, hour: int, after: float) -> float:
    """When it is that hour there for the first time after the moment (both in seconds since the epoch). Once a day, also on
    the days on which clocks are changed: an hour that is left out is as late as its minutes would have been, and of one that
    comes twice the first counts."""
    there = zone(name)
    day = datetime.datetime.fromtimestamp(after, there).date()
    for ahead in range(3):
        local = datetime.datetime.combine(day + datetime.timedelta(days=ahead), datetime.time(hour), there)
        if local.timestamp() > after:
            return local.timestamp()
    raise AssertionError("an hour of the day after tomorrow is not later than now")
