from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.keeping import Keeper, opened
from bot.panels.lobby import Draft
from bot.service import Service
from tests.bot.discord_bench import Bench, Clock, bench
from tests.bot.tiny_game import TinyGame

ALICE, BOB, EVE = 101, 102, 666
DRAFT = Draft("tiny", "table", rivals=(BOB,))


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Bench]:
    """The bot with the games it really has, on a simulated Discord."""
    async with bench(tmp_path) as running:
        yield running


@pytest.fixture
async def tiny(tmp_path: Path) -> AsyncIterator[Bench]:
    """The bot with nothing but the tests' own game, on a simulated Discord."""
    async with bench(tmp_path, {"tiny": TinyGame()}) as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def keeper(tmp_path: Path, clock: Clock) -> AsyncIterator[Keeper]:
    async with opened(f"sqlite:///{tmp_path}/service.db", clock) as running:
        yield running


@pytest.fixture
async def service(keeper: Keeper, clock: Clock) -> AsyncIterator[Service]:
    """The service alone, without Discord, with the tests' own game."""
    made = Service(keeper, {"tiny": TinyGame()}, clock, new_seed=lambda: b"\x07" * 32)
    yield made
    made.close()


async def begun(service: Service, draft: Draft = DRAFT, *, bids: bool = True, interaction: int = 1) -> int:
    """A match between Alice and Bob at its first turn (Alice's); its number. ``interaction``: another one for each match."""
    facts = await service.beginning.create(draft, ALICE, 1, 10, interaction)
    await service.beginning.join(facts.id, BOB)
    await service.beginning.ready(facts.id, ALICE)
    await service.beginning.ready(facts.id, BOB)
    if bids:
        await service.act(facts.id, ALICE, ["bid:high"], interaction + 1)
        await service.act(facts.id, BOB, ["bid:low"], interaction + 2)
    return facts.id
