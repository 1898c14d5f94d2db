"""Pictures off the event loop: a few workers, one drawing for identical requests, results kept for a short while.

A replay takes seconds: it is drawn in a process of its own, one at a time, with a bound on its memory and behind everything
else, so that no board waits for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from engine.core.events import Event
from engine.core.text import Language, speaking, spoken
from engine.retrospect import Retrospect
from render.filming import Filming
from render.looked import About
from render.poster import draw_poster
from render.replay import LIMIT, Frame
from render.studios import Studio, studio_of
from render.theme import Look, used, using

KEPT_BYTES = 12_000_000  # of finished pictures
REPLAYS = 6  # that may wait or be drawn at a time


class Busy(RuntimeError):
    """Too many replays wait already."""


class Drawing:
    """The bounded pool. At most ``workers`` pictures are drawn at a time, however many are asked for.

    ``keep`` finished pictures are kept for ``seconds``; ``clock`` tells seconds and never goes back. ``films``: what draws
    replays. The words in a picture are in the language that is spoken where it is asked for,
    its colours are those of the look in use there; one drawing serves those who share both.
    Every method may raise what the drawing raises; a request that is cancelled does not disturb others that share it.
    """

    def __init__(
        self, *, workers: int = 2, keep: int = 64, seconds: float = 120, clock: Callable[[], float] = time.monotonic,
        films: Filming | None = None,
    ) -> None:  # fmt: skip
        self._workers = ThreadPoolExecutor(workers, thread_name_prefix="drawing")
        self._films = films or Filming()
        self._replaying = 0
        self._keep, self._seconds, self._clock = keep, seconds, clock
        self._running: dict[str, asyncio.Future[bytes]] = {}
        self._done: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    async def board(
        self,
        view: Any,
        *,
        events: Sequence[Event] = (),
        reach: Mapping[str, str] | None = None,
        focus: Collection[str] | None = None,
        width: int | None = None,
        about: About | None = None,
    ) -> bytes:
        """The board of any game that has a studio; ``about``: what was asked about it."""
        request = (view, tuple(events), sorted((reach or {}).items()), sorted(focus or ()), width, about)

        def draw() -> bytes:
            return _studio(view).board(view, events=events, reach=reach, focus=focus, width=width, about=about)

        return await self._draw("board", request, draw)

    async def hand(self, view: Any, seat: int) -> bytes:
        """The seat's hand, as far as the viewer may look."""
        return await self._draw("hand", (seat, view), lambda: _studio(view).hand(view, seat))

    async def card(self, card: Any, side: str = "") -> bytes:
        """A single card; ``side``: that of the seat it belongs to."""
        return await self._draw("card", (card, side), lambda: _studio(card).card(card, side))

    async def army(self, shown: Any) -> bytes:
        """An army or deck, as its game shows it."""
        return await self._draw("army", shown, lambda: _studio(shown).army(shown))

    async def poster(self, match: Retrospect) -> bytes:
        """A finished match on one picture."""
        return await self._draw("poster", match, lambda: draw_poster(match))

    async def replay(self, frames: Sequence[Frame], limit: int = LIMIT) -> bytes:
        """:func:`render.replay.animate`. Raises Busy if too many wait already."""
        request = [(hashlib.sha256(each.packed).digest(), each.words) for each in frames]
        return await self._share("replay", (request, limit), lambda: self._filmed(frames, limit))

    def _filmed(self, frames: Sequence[Frame], limit: int) -> asyncio.Future[bytes]:
        if self._replaying >= REPLAYS:
            raise Busy("too many replays are waiting")
        self._replaying += 1
        return asyncio.ensure_future(self._films.film(frames, limit))

    def close(self) -> None:
        """Let the workers finish what they are at and go; a replay is broken off."""
        self._workers.shutdown(wait=True, cancel_futures=True)
        self._films.close()

    async def _draw(self, what: str, request: Any, draw: Callable[[], bytes]) -> bytes:
        language, look, loop = spoken(), used(), asyncio.get_running_loop()
        return await self._share(what, request, lambda: loop.run_in_executor(self._workers, _drawn, draw, language, look))

    async def _share(self, what: str, request: Any, start: Callable[[], asyncio.Future[bytes]]) -> bytes:
        look = used()
        key = (
            f"{what} {spoken().tag} {look.theme} {look.large} "
            + hashlib.sha256(msgspec.json.encode(request, order="deterministic")).hexdigest()
        )
        now = self._clock()
        if key in self._done and now - self._done[key][0] <= self._seconds:
            self._done.move_to_end(key)
            return self._done[key][1]
        running = self._running.get(key)
        if running is None:
            running = start()
            self._running[key] = running
            running.add_done_callback(lambda done: self._finished(key, done))
        return await asyncio.shield(running)

    def _finished(self, key: str, done: asyncio.Future[bytes]) -> None:
        self._running.pop(key, None)
        self._replaying -= key.startswith("replay")
        if done.cancelled() or done.exception() is not None:
            return
        self._done[key] = (self._clock(), done.result())
        self._done.move_to_end(key)
        while len(self._done) > self._keep or sum(len(data) for _, data in self._done.values()) > KEPT_BYTES:
            self._done.popitem(last=False)


def _studio(shown: object) -> Studio:
    studio = studio_of(shown)
    if studio is None:
        raise TypeError(f"nobody draws {type(shown).__name__}")
    return studio


def _drawn(draw: Callable[[], bytes], language: Language, look: Look) -> bytes:
    """In a worker, which does not inherit what is spoken and how pictures look."""
    with speaking(language), using(look):
        return draw()
