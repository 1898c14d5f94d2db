"""``python -m bot ratings``: all ratings worked out anew from the results, as they would be under today's rules."""

from __future__ import annotations

import asyncio

from bot.config import Config
from bot.ratings import RATER
from storage import Store
from storage.community import Community


def recount(config: Config) -> str:
    """What was done, in a sentence. The bot may run meanwhile; it waits for the moment that this takes. Raises
    StorageError."""
    return asyncio.run(_recount(config.database_url))


async def _recount(url: str) -> str:
    store = await Store.open(url, must_exist=True)
    try:
        counted = await Community(store.database).rebuild(RATER)
    finally:
        await store.close()
    return f"The ratings are worked out anew from {counted} rated match{'' if counted == 1 else 'es'}."
