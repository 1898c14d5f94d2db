"""What nobody waits for: letting go of what has long been dealt with, and a backup each day.

Done every hour, a little each time. Nothing is remembered of when it was last done: what there is to do is seen from the
database and from the backups' folder, so a restart neither repeats nor forgets it.
"""

from __future__ import annotations

import asyncio
import calendar
import logging
import re
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from bot.guilds import Guild
from bot.hosting import metrics
from bot.keeping import Keeper
from bot.pace import LONGEST
from storage import StorageError
from storage.backups import STAMP, back_up, name_for

log = logging.getLogger(__name__)

EVERY = 3600.0  # seconds between two rounds
FIRST = 60.0  # seconds after the start, when people are waiting, until the first
DAY = 86_400.0
QUIET_HOUR = 3  # UTC
APART = 23.5 * 3600  # seconds between two automatic backups
SENT_FOR = 30 * DAY  # seconds for which it is known what was sent, and which interactions were carried out
CANCELLED_FOR = 30 * DAY  # seconds after which a match that was called off is forgotten
LEAST = float(LONGEST)  # seconds for which a finished match is kept at least: as long as anybody may wait for anything
MINE = re.compile(r"postwalker-(\d{8}-\d{6})\.db")


class Housekeeping:
    """``backups``: the folder for a backup each day (None: none are made), of which ``kept`` stay. ``clock`` gives seconds
    since the epoch."""

    def __init__(
        self, keeper: Keeper, clock: Callable[[], float] = time.time, backups: Path | None = None, kept: int = 14
    ) -> None:
        self.keeper = keeper
        self.clock = clock
        self.backups = backups
        self.kept = kept
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Round after round, until :meth:`stop`."""
        wait = FIRST
        while not self._stopping.is_set():
            try:
                async with asyncio.timeout(wait):
                    await self._stopping.wait()
                return
            except TimeoutError:
                wait = EVERY
            await self.round()

    def stop(self) -> None:
        self._stopping.set()

    async def round(self) -> None:
        """Do what there is to do. Whatever fails is logged and tried again in an hour."""
        for work in (self.back_up, self.forget, self.wipe):
            try:
                await work()
            except Exception:
                log.exception("housekeeping failed; trying again in an hour")

    # -- backups
    async def back_up(self) -> Path | None:
        """A backup, if the last one is a day old. Old ones go only when there is a new one."""
        if self.backups is None:
            return None
        now = self.clock()
        there = await asyncio.to_thread(found, self.backups)
        if there and now - there[-1][0] < APART:
            metrics.BACKUP.set(there[-1][0])
            return None
        file = self.backups / name_for(self._url, now)
        try:
            await asyncio.to_thread(_ready, self.backups)
            await back_up(self._url, file)
        except (StorageError, OSError) as error:
            log.error("The automatic backup failed: %s Until it works, copy the database yourself.", error)
            return None
        metrics.BACKUP.set(now)
        for _, old in there[: max(0, len(there) + 1 - self.kept)]:
            await asyncio.to_thread(old.unlink, True)
        return file

    @property
    def _url(self) -> str:
        return self.keeper.store.database.url.render_as_string(hide_password=False)

    # -- forgetting
    async def forget(self) -> int:
        """Let go of what is too old. Returns how many rows and matches went."""
        store, now = self.keeper.store, self.clock()
        gone = await self.keeper.forget(SENT_FOR)
        gone += await self._matches(now - CANCELLED_FOR, "cancelled", None)
        for guild, document in (await store.all_settings("guild")).items():
            days = msgspec.msgpack.decode(document, type=Guild).keep_days
            if days and store.shards.holds(guild):
                gone += await self._matches(now - max(LEAST, days * DAY), "over", guild)
        return gone

    async def wipe(self) -> None:
        """At night: what people had deleted is wiped out of a large file, too, while few wait for it."""
        if time.gmtime(self.clock()).tm_hour == QUIET_HOUR:
            await self.keeper.wipe()

    async def _matches(self, before: float, stage: str, guild: int | None) -> int:
        """A few at a time: moves get their turn in between."""
        gone = 0
        while some := await self.keeper.forget_matches(before, stage, guild):
            gone += some
        if gone:
            log.info("%d matches (%s) were forgotten%s", gone, stage, f" on server {guild}" if guild else "")
        return gone


def _ready(folder: Path) -> None:
    """Make the folder; what a bot that was killed has left half written there goes."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for part in folder.glob(".postwalker-*.part*"):
        part.unlink(missing_ok=True)


def found(folder: Path) -> list[tuple[float, Path]]:
    """The automatic backups in the folder with the times they were made, the oldest first. Other files are not ours."""
    times = []
    for file in folder.glob("postwalker-*.db"):
        made = MINE.fullmatch(file.name)
        if made is not None:
            times.append((float(calendar.timegm(time.strptime(made[1], STAMP))), file))
    return sorted(times)
