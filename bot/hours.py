"""Hours of the day in somebody's time zone."""

from __future__ import annotations

import datetime
import re
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_FIXED = re.compile(r"UTC([+-])(\d{1,2})(?::([0-5]\d))?")


def zone(name: str) -> datetime.tzinfo:
    """The time zone of that name (IANA, or one of :func:`fixed`); UTC where there is none."""
    offset = _FIXED.fullmatch(name)
    if offset:
        sign = -1 if offset[1] == "-" else 1
        return datetime.timezone(sign * datetime.timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0)))
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return datetime.UTC


def fixed(ahead: float) -> str:
    """A zone without changes of the clock, so many hours ahead of UTC: ``UTC+05:30``."""
    minutes = round(abs(ahead) * 60)
    return f"UTC{'-' if ahead < 0 else '+'}{minutes // 60:02}:{minutes % 60:02}"


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
