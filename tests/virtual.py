"""Asynchronous work in a seeded order, without threads: the same seed gives the same interleaving.

SQLite's statements run in place instead of in a thread of their own, and whoever waits for something goes on after a number
of turns of the loop that the seed decides. So any two tasks may overtake each other wherever one of them waits, as they do
when threads and networks decide, and a failure can be played again.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Callable
from typing import Any, TypeVar

import aiosqlite.core
import pytest

T = TypeVar("T")

MOST = 4  # turns of the loop by which one may fall behind


class Scheduler:
    """Decides who goes on when. Set ``pick`` anew to begin another order."""

    def __init__(self, seed: int = 0) -> None:
        self.pick = random.Random(seed)

    async def pause(self) -> None:
        for _ in range(self.pick.randrange(MOST)):
            await asyncio.sleep(0)

    async def think(self, work: Callable[[], T]) -> T:
        """In place of a thread's work."""
        await self.pause()
        return work()

    def resolve(self, future: asyncio.Future[Any], finish: Callable[[], None], turns: int | None = None) -> None:
        left = self.pick.randrange(MOST) if turns is None else turns
        loop = future.get_loop()
        if left:
            loop.call_soon(self.resolve, future, finish, left - 1)
        else:
            loop.call_soon(finish)


class _InPlace:
    """What :mod:`aiosqlite` takes for the queue of a connection's thread."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = item
        try:
            result = function()
        except BaseException as error:
            if future is not None:
                failed = error
                self.scheduler.resolve(future, lambda: aiosqlite.core.set_exception(future, failed))
            return
        if future is not None:
            self.scheduler.resolve(future, lambda: aiosqlite.core.set_result(future, result))


class _NoThread:
    daemon = True

    def start(self) -> None:
        """There is nothing to start."""


def without_threads(monkeypatch: pytest.MonkeyPatch) -> Scheduler:
    """From now on new SQLite connections work in place, in the order of the scheduler that is returned."""
    scheduler = Scheduler()
    made = aiosqlite.core.Connection.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        self._tx, self._thread = _InPlace(scheduler), _NoThread()

    monkeypatch.setattr(aiosqlite.core.Connection, "__init__", init)
    return scheduler


# ---- time -------------------------------------------------------------------------------------------------------------
GLANCE = 0.0002  # seconds that the network gets to show that there is something to read, before time goes on


class _Hasty(selectors.DefaultSelector):
    """Waits for files and sockets only as long as there may be something; the rest of the wait is skipped."""

    def __init__(self) -> None:
        super().__init__()
        self.skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found or timeout is None or timeout <= 0:
            return found if timeout is not None else super().select(None)
        found = super().select(min(timeout, GLANCE))
        if not found:
            self.skipped += max(0.0, timeout - GLANCE)
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop in which nobody waits: when all that is left to do is to wait for a time, it is that time. For programs whose
    work is all in this thread, the other ends of their connections included."""

    def __init__(self) -> None:
        self._hasty = _Hasty()
        super().__init__(self._hasty)

    def time(self) -> float:
        return super().time() + self._hasty.skipped
