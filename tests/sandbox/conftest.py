from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.sandbox.pointing import point_discord_at
from bot.sandbox.server import Sandbox
from tests.sandbox.sample import SampleBot

OPENAPI = Path(__file__).resolve().parents[2] / ".." / "shared" / "discord" / "openapi.json"


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """A running sandbox with discord.py pointed at it; bodies are checked if Discord's document is there."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    )
    async with Sandbox(spec=OPENAPI if OPENAPI.exists() else None) as running:
        point_discord_at(running.api, running.gateway_url)
        yield running


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[SampleBot]:
    """The sample bot, connected."""
    import asyncio

    async with SampleBot() as running:
        task = asyncio.create_task(running.start("sandbox"))
        await asyncio.wait_for(running.up.wait(), 10)
        yield running
        await running.close()
        await task
