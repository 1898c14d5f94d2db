"""Being away from all one's matches for a while: how long, and how often. Pure; times in seconds since the epoch.

An absence stops the clock for everybody at the table, so it is limited: nobody can sit a match out by it.
"""

from __future__ import annotations

import datetime
import re

from bot import hours
from bot.errors import Sorry
from bot.pace import DAY, HOUR, duration, length
from bot.panels.facts import when
from engine.core.text import words

LONGEST = 14 * DAY  # of one absence
MOST = 30 * DAY  # of absences within ...
WITHIN = 90 * DAY
TOLD = 2  # how often somebody may go away, or change for how long, within ...
TOLD_WITHIN = 7 * DAY
SHORTEST = HOUR

_ISO = re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})")
_DOTTED = re.compile(r"(?P<d>\d{1,2})\.\s*(?P<m>\d{1,2})\.\s*(?P<y>\d{4})?")

Spans = tuple[tuple[float, float], ...]  # beginning and end, in order


def leave(spans: Spans, told: tuple[float, ...], now: float, until: float) -> tuple[Spans, tuple[float, ...]]:
    """Away from now, or further on, until then: what to keep of somebody's absences and of when they told of them. Raises
    Sorry, with what would be possible."""
    spans, told = _recent(spans, now), tuple(at for at in told if at > now - TOLD_WITHIN)
    if until < now + SHORTEST:
        raise Sorry(words("That is too soon: at least {time} from now.", time=length(SHORTEST)))
    current = spans[-1] if spans and spans[-1][1] > now else None
    if current:
        spans = spans[:-1]
    start = current[0] if current else now
    if until - start > LONGEST:
        raise Sorry(
            words("You can be away for {most} at a time: until {when} at most.",
                  most=length(LONGEST), when=when(start + LONGEST))
        )  # fmt: skip
    free = allowance(spans, until)
    if until - start > free:
        left = max(0.0, free - (now - start))
        raise Sorry(
            words(
                "In {within} you can be away for {most} altogether. Just now {left} are left.",
                within=length(WITHIN), most=length(MOST), left=length(left),
            )
        )  # fmt: skip
    if len(told) >= TOLD:
        raise Sorry(
            words(
                "You have told your tables {n} times in {within} that you are away, or for how long; again from {when} on. "
                "To come back you need not wait: `/away until:back`.",
                n=TOLD, within=length(TOLD_WITHIN), when=when(told[0] + TOLD_WITHIN),
            )
        )  # fmt: skip
    return (*spans, (start, until)), (*told, now)


def allowance(spans: Spans, at: float) -> float:
    """Seconds that somebody may still be away, seen from that moment."""
    return max(0.0, MOST - sum(end - max(begin, at - WITHIN) for begin, end in spans if end > at - WITHIN))


def come_back(spans: Spans, now: float) -> Spans:
    """Back before the time. Raises Sorry for whoever is not away."""
    if not spans or spans[-1][1] <= now:
        raise Sorry(words("You are not away."))
    return (*_recent(spans[:-1], now), (spans[-1][0], now))


def _recent(spans: Spans, now: float) -> Spans:
    return tuple(span for span in spans if span[1] > now - WITHIN)


def moment(text: str, now: float, zone: str) -> float | None:
    """Until when somebody is away, from what they wrote: ``3d``, ``2 weeks``, ``2026-12-24`` or ``24.12.`` (that day
    inclusive, in their time zone). None if it is not understood."""
    plain = text.strip().casefold()
    seconds = duration(plain)
    if seconds is not None:
        return now + seconds
    there = hours.zone(zone)
    today = datetime.datetime.fromtimestamp(now, there).date()
    found = _ISO.fullmatch(plain) or _DOTTED.fullmatch(plain)
    if not found:
        return None
    parts = found.groupdict()
    try:
        day = datetime.date(int(parts["y"] or today.year), int(parts["m"]), int(parts["d"]))
        if not parts["y"] and day < today:
            day = day.replace(year=today.year + 1)
        following = day + datetime.timedelta(days=1)
    except (ValueError, OverflowError):
        return None
    return datetime.datetime.combine(following, datetime.time(), there).timestamp()
