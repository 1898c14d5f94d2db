"""The bot with an unmodified discord.py against the sandbox: real requests, real pictures, everything checked as it goes."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.app import Postwalker
from bot.bench.people import thumb
from bot.keeping import opened
from bot.sandbox.people import Person
from bot.sandbox.pointing import point_discord_at
from bot.sandbox.server import Sandbox

__all__ = ["begin", "thumb"]  # others play so as well

OPENAPI = Path(__file__).resolve().parents[2] / ".." / "shared" / "discord" / "openapi.json"


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    )
    async with Sandbox(spec=OPENAPI if OPENAPI.exists() else None) as running:
        point_discord_at(running.api, running.gateway_url)
        yield running


@pytest.fixture
async def bot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Postwalker]:
    async with opened(f"sqlite:///{tmp_path}/wire.db") as keeper:
        running = Postwalker(keeper, ready_timeout=0.05)
        up = asyncio.Event()

        @running.event
        async def on_ready() -> None:
            up.set()

        task = asyncio.create_task(running.start("sandbox"))
        await asyncio.wait_for(up.wait(), 20)
        yield running
        await running.close()
        await task


async def begin(sandbox: Sandbox) -> dict[str, Person]:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    panel = await ann.slash(sandbox.general, "match new", opponent=bob)
    await ann.click(panel.message, "Create")
    await bob.click(await bob.sees("invites", sandbox.general), "Join")
    armies = await ann.sees("Choose your armies")
    await ann.click(armies, "Ready")
    await bob.click(armies, "Ready")
    return {ann.mention: ann, bob.mention: bob}


@pytest.mark.parametrize("seed", [1, 2])
async def test_two_thumbs_play_and_nothing_breaks(
    sandbox: Sandbox, bot: Postwalker, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    caplog.set_level(logging.WARNING)
    people = await begin(sandbox)
    pick = random.Random(seed)
    presses_made = 0
    while presses_made < 80:
        look = await bot.service.look(1, None)
        if look.seen.outcome is not None:
            break
        user = look.facts.user(look.seen.asked[0])
        person = people[f"<@{user}>"]
        cockpit = (await person.slash(sandbox.general, "play")).message
        for _ in range(12):
            reply = await thumb(person, cockpit, pick)
            presses_made += 1
            cockpit = reply.message
            if "not your turn" in cockpit.data["content"] or "is over" in cockpit.data["content"]:
                break
    assert sandbox.recorder.violations == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    boards = [r for r in sandbox.recorder.requests if any(f.filename.startswith("board") for f in r.files)]
    assert boards, "no picture of the board was sent"
    assert all(file.size < 300_000 for request in boards for file in request.files)
