"""Pictures off the event loop: a few workers, one drawing for identical requests, results kept for a short while."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from engine.arena.army import ArmyView
from engine.arena.view import ArenaView, ArmyCardView, SeatView, SpellView
from engine.core.events import Event
from render import army, board, cards, hand


class Drawing:
    """The bounded pool. At most ``workers`` pictures are drawn at a time, however many are asked for.

    ``keep`` finished pictures are kept for ``seconds``; ``clock`` tells seconds and never goes back.
    Every method may raise what the drawing raises; a request that is cancelled does not disturb others that share it.
    """

    def __init__(
        self, *, workers: int = 2, keep: int = 64, seconds: float = 120, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._workers = ThreadPoolExecutor(workers, thread_name_prefix="drawing")
        self._keep, self._seconds, self._clock = keep, seconds, clock
        self._running: dict[str, asyncio.Future[bytes]] = {}
        self._done: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    async def board(
        self,
        view: ArenaView,
        *,
        events: Sequence[Event] = (),
        reach: Mapping[str, str] | None = None,
        focus: Collection[str] | None = None,
        width: int | None = None,
    ) -> bytes:
        """:func:`render.board.draw_board`."""
        request = (view, tuple(events), sorted((reach or {}).items()), sorted(focus or ()), width)
        return await self._share(
            "board", request, lambda: board.draw_board(view, events=events, reach=reach, focus=focus, width=width)
        )

    async def hand(self, seat: SeatView, view: ArenaView) -> bytes:
        """:func:`render.hand.draw_hand`."""
        return await self._share("hand", (seat, view), lambda: hand.draw_hand(seat, view))

    async def spell(self, spell: SpellView) -> bytes:
        """:func:`render.cards.draw_spell`."""
        return await self._share("spell", spell, lambda: cards.draw_spell(spell))

    async def army_card(self, card: ArmyCardView, side: str = "") -> bytes:
        """:func:`render.cards.draw_army_card`."""
        return await self._share("army card", (card, side), lambda: cards.draw_army_card(card, side))

    async def army(self, shown: ArmyView) -> bytes:
        """:func:`render.army.draw_army`."""
        return await self._share("army", shown, lambda: army.draw_army(shown))

    def close(self) -> None:
        """Let the workers finish what they are at and go."""
        self._workers.shutdown(wait=True, cancel_futures=True)

    async def _share(self, what: str, request: Any, draw: Callable[[], bytes]) -> bytes:
        key = what + hashlib.sha256(msgspec.json.encode(request, order="deterministic")).hexdigest()
        now = self._clock()
        if key in self._done and now - self._done[key][0] <= self._seconds:
            self._done.move_to_end(key)
            return self._done[key][1]
        running = self._running.get(key)
        if running is None:
            running = asyncio.get_running_loop().run_in_executor(self._workers, draw)
            self._running[key] = running
            running.add_done_callback(lambda done: self._finished(key, done))
        return await asyncio.shield(running)

    def _finished(self, key: str, done: asyncio.Future[bytes]) -> None:
        self._running.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._done[key] = (self._clock(), done.result())
        self._done.move_to_end(key)
        while len(self._done) > self._keep:
            self._done.popitem(last=False)
