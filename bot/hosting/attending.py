"""What goes on beside the bot while it runs: housekeeping, and the page of figures if it is switched on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from bot.config import Config, ConfigError
from bot.hosting import metrics
from bot.hosting.housekeeping import Housekeeping

if TYPE_CHECKING:
    from bot.app import Postwalker


@contextlib.asynccontextmanager
async def attended(config: Config, bot: Postwalker, clock: Callable[[], float] = time.time) -> AsyncIterator[None]:
    """Raises ConfigError if the port of the figures is taken: a bot that cannot be watched as it should be does not run."""
    page = None
    if config.metrics is not None:
        try:
            page = metrics.Page(config.metrics, bot.keeper.store.shards.mine)
        except OSError as error:
            raise ConfigError(
                [
                    f"POSTWALKER_METRICS: port {config.metrics} on {metrics.HOST} cannot be used ({error.strerror}). Stop "
                    "the program that has it (perhaps another bot), or choose another port."
                ]
            ) from None
    keeping = Housekeeping(bot.keeper, clock, config.backups, config.backups_kept)
    tasks = [asyncio.create_task(keeping.run(), name="housekeeping")]
    if page is not None:
        gauges = metrics.Gauges(bot.keeper.store, clock, lambda: bot.latencies, bot.is_ready)
        tasks.append(asyncio.create_task(gauges.run(), name="figures"))
    try:
        yield
    finally:
        keeping.stop()  # a round that is under way comes to its end
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if page is not None:
            await asyncio.to_thread(page.close)
