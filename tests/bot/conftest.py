from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.discord_bench import Bench, bench


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Bench]:
    """The bot with the games it really has."""
    async with bench(tmp_path) as running:
        yield running
