"""How fast a match goes, and what of it counts in whose day: paces, time on a clock, quiet hours. Pure.

All moments are seconds since the epoch. A pace is written as a spec: ``36h`` (for each turn), ``7d+8h`` (on a clock of one's
own for the whole match, and what comes back after each turn), ``free``; with `` night`` behind it, time stands still in the
player's night.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from bot import hours
from bot.errors import Sorry
from engine.core.text import Text, counted, listed, words

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR

SHORTEST = 10 * MINUTE  # of a turn
SHORTEST_CLOCK = HOUR
LONGEST = 30 * DAY  # of a turn, and of a clock at the start
LONGEST_BACK = 7 * DAY  # of what comes back after a turn
LONGEST_NIGHT = 10  # hours for which a clock stands still each day: nobody stretches a match by wide quiet hours
NIGHT = (22, 8)  # where somebody has set no quiet hours

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Pace(msgspec.Struct, frozen=True):
    """``seconds`` 0: no limit. Otherwise for each turn, or, with ``clock``, for the whole match, with ``back`` seconds that
    come back after each turn (never to more than ``seconds``). ``night``: time stands still in the player's night.
    ``label``: a preset's name."""

    id: str
    seconds: int
    clock: bool = False
    back: int = 0
    night: bool = False
    label: Text = Text("")

    @property
    def name(self) -> Text:
        """In words, as panels and posts show it."""
        return words("{name}: {terms}", name=self.label, terms=self.terms) if self.label else self.terms

    @property
    def terms(self) -> Text:
        if not self.seconds:
            return words("no limit")
        found = words("{time} a turn", time=length(self.seconds))
        if self.clock:
            found = words("{time} for the whole match", time=length(self.seconds))
            if self.back:
                found = words(
                    "{time} for the whole match, and {back} back after each turn",
                    time=length(self.seconds), back=length(self.back),
                )  # fmt: skip
        return words("{terms}; nights do not count", terms=found) if self.night else found

    @property
    def least(self) -> int:
        """What a turn has at the very least, with however little left on the clock: time that ran out once does not make
        every later turn end at once."""
        return min(self.seconds, max(self.back, HOUR)) if self.clock else self.seconds


PACES = (
    Pace("relaxed", 2 * DAY, label=words("relaxed")),
    Pace("daily", DAY, label=words("daily")),
    Pace("brisk", 8 * HOUR, label=words("brisk")),
    Pace("weekly", 7 * DAY, label=words("weekly")),
    Pace("clock", 7 * DAY, True, 8 * HOUR, True, words("clock")),
    Pace("free", 0),
)
EXAMPLES = "36h, 2d, 12h night, 7d+8h, 7d+8h night, free"

UNITS = (
    (7 * DAY, r"w|weeks?|wochen?"),
    (DAY, r"d|days?|tage?n?|t"),
    (HOUR, r"h|hours?|std|stunden?"),
    (MINUTE, r"m|min|minutes?|minuten?"),
)
_PART = re.compile("".join(rf"(?:(\d{{1,5}})\s*(?:{names})(?![a-zäöü])[\s,]*)?" for _, names in UNITS) + "$")
_NIGHT = re.compile(r"\s*\b(?:nights?|nacht|nächte)$")


def pace(id: str) -> Pace:
    """The pace of a match's record: a preset's id or a spec. Raises Sorry, with what to write, for anything else."""
    for preset in PACES:
        if preset.id == id:
            return preset
    return read(id)


def known(id: str) -> str:
    """A pace that a server has settled on; the first preset where it has not, or where it is none any more."""
    try:
        return pace(id).id if id else PACES[0].id
    except Sorry:
        return PACES[0].id


def read(written: str) -> Pace:
    """The pace that somebody has written. A spec that says the same as a preset is that preset. Raises Sorry."""
    text = " ".join(written.casefold().split())
    for preset in PACES:
        if text in (preset.id, spec(preset)):
            return preset
    times, night = _NIGHT.subn("", text)
    first, plus, second = times.partition("+")
    seconds, back = duration(first), duration(second)
    if seconds is None or (plus and back is None):
        raise Sorry(
            words(
                "“{text}” is no pace I know. Write the time for each turn or, with a +, the time for the whole match and "
                "what comes back after each turn: {examples}.",
                text=text[:60], examples=EXAMPLES,
            )
        )  # fmt: skip
    found = Pace("", seconds, bool(plus), back or 0, bool(night))
    least = SHORTEST_CLOCK if found.clock else SHORTEST
    if not least <= seconds <= LONGEST:
        raise Sorry(
            words("A pace of {time} is not possible: {least} at least, {most} at most.",
                  time=length(seconds), least=length(least), most=length(LONGEST))
        )  # fmt: skip
    if found.back > min(seconds, LONGEST_BACK):
        raise Sorry(
            words("After a turn {most} can come back at most.", most=length(min(seconds, LONGEST_BACK)))
        )
    id = spec(found)
    return next((preset for preset in PACES if spec(preset) == id), msgspec.structs.replace(found, id=id))


def spec(pace: Pace) -> str:
    """As it is written; :func:`read` takes it back."""
    if not pace.seconds:
        return "free"
    return short(pace.seconds) + (f"+{short(pace.back)}" if pace.clock else "") + (" night" if pace.night else "")


def short(seconds: int) -> str:
    """``1d12h``."""
    days, rest = divmod(seconds, DAY)
    found = "".join(f"{n}{unit}" for n, unit in ((days, "d"), (rest // HOUR, "h"), (rest % HOUR // MINUTE, "m")) if n)
    return found or "0h"


def duration(text: str) -> int | None:
    """Seconds from ``1d 12h``, ``90 minutes``, ``2 Tage``; None for anything else."""
    found = _PART.match(text.strip().casefold())
    if not text.strip() or not found:
        return None
    return sum(int(n) * unit for n, (unit, _) in zip(found.groups(), UNITS, strict=True) if n)


def length(seconds: float) -> Text:
    """``1 day and 12 hours``; rounded down to minutes."""
    minutes = int(seconds) // 60
    days, hours_, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [counted(days, "{n} day", "{n} days")] if days else []
    parts += [counted(hours_, "{n} hour", "{n} hours")] if hours_ else []
    parts += [counted(minutes, "{n} minute", "{n} minutes")] if minutes or not parts else []
    return listed(parts)


# ---- in the ids of a panel's components --------------------------------------------------------------------------------
def code(id: str) -> str:
    """A pace in at most seven letters and digits: a preset's first letter, or a kind and minutes to the base of 36."""
    found = pace(id)
    if found in PACES:
        return found.id[0]
    kind = "c" if found.clock else "t"
    carried = (kind.upper() if found.night else kind) + _carried(found.seconds)
    return carried + (_carried(found.back) if found.clock else "")


def decoded(text: str) -> str:
    """The id of the pace of a :func:`code`. Raises ValueError or Sorry if it is none."""
    if len(text) == 1:
        return {preset.id[0]: preset.id for preset in PACES}.get(text) or read(text).id
    kind, seconds, back = text[:1], int(text[1:4], 36) * MINUTE, text[4:]
    if len(text) != (7 if kind in "cC" else 4) or kind not in "cCtT":
        raise ValueError(text)
    return read(spec(Pace("", seconds, bool(back), int(back or "0", 36) * MINUTE, kind.isupper()))).id


def _carried(seconds: int) -> str:
    minutes = seconds // MINUTE
    return DIGITS[minutes // 1296] + DIGITS[minutes // 36 % 36] + DIGITS[minutes % 36]


# ---- quiet hours -------------------------------------------------------------------------------------------------------
class Night(NamedTuple):
    """From one hour of every day to another (the next day's where that is not later), in a time zone (IANA). On days on
    which clocks are changed the hours are those that a clock on the wall shows; an hour that comes twice is wholly inside,
    one that is left out is nowhere."""

    start: int
    end: int
    zone: str = "UTC"

    def spans(self, at: float) -> Iterator[tuple[float, float]]:
        """Beginning and end of each night that ends after the moment, without end."""
        if self.start == self.end:
            return
        there = hours.zone(self.zone)
        day = datetime.datetime.fromtimestamp(at, there).toordinal() - 1
        while True:
            start, end = _night(self, day)
            if end > max(at, start):
                yield start, end
            day += 1

    def ends(self, at: float) -> float:
        """When the night is over in which the moment lies; the moment itself if it lies in none."""
        for start, end in self.spans(at):
            return end if start <= at else at
        return at


@lru_cache(20_000)
def _night(night: Night, day: int) -> tuple[float, float]:
    """Beginning and end of the night that begins on that day."""
    there, first = hours.zone(night.zone), datetime.date.fromordinal(day)
    last = first if night.end > night.start else first + datetime.timedelta(days=1)
    ends = (datetime.time(night.end), datetime.time(night.end, fold=1))
    start = datetime.datetime.combine(first, datetime.time(night.start), there).timestamp()
    return start, max(datetime.datetime.combine(last, each, there).timestamp() for each in ends)


def quiet_hours(quiet: tuple[int, int] | None, zone: str) -> Night | None:
    """Somebody's quiet hours."""
    return Night(*quiet, zone or "UTC") if quiet is not None and quiet[0] != quiet[1] else None


def night(quiet: tuple[int, int] | None, zone: str) -> Night:
    """The hours in which somebody's clock stands still: their quiet hours, :data:`LONGEST_NIGHT` of them at most; where
    they have set none, :data:`NIGHT`."""
    start, end = quiet if quiet is not None and quiet[0] != quiet[1] else NIGHT
    if (end - start) % 24 > LONGEST_NIGHT:
        end = (start + LONGEST_NIGHT) % 24
    return Night(start, end, zone or "UTC")


# ---- time that runs ----------------------------------------------------------------------------------------------------
def after(at: float, seconds: float, night: Night | None) -> float:
    """The moment at which so much time has run since ``at``; it stands still in the ``night``."""
    if night is None:
        return at + seconds
    left = seconds
    for start, end in night.spans(at):
        if at < start:
            if at + left <= start:
                break
            left -= start - at
        at = max(at, end)
    return at + left


def ran(start: float, end: float, night: Night | None) -> float:
    """How much time has run between two moments."""
    if end <= start:
        return 0.0
    found = end - start
    if night is not None:
        for dusk, dawn in night.spans(start):
            if dusk >= end:
                break
            found -= min(dawn, end) - max(dusk, start)
    return found


def whole(at: float) -> float:
    """A deadline is a full second, so that what Discord shows is what counts."""
    return float(math.ceil(at))
