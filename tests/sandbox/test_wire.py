"""What the wire does to the client: rate limits, broken servers, lost answers, reconnects, shards, limits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import discord
import pytest
from discord.ext import commands

from bot.sandbox.pointing import point_discord_at
from bot.sandbox.recorder import Fault, RateLimits, bad_gateway, refusal, too_many_requests
from bot.sandbox.server import Sandbox
from tests.sandbox.conftest import OPENAPI
from tests.sandbox.sample import Panel, SampleBot


async def test_429_is_retried_and_nothing_is_posted_twice(sandbox: Sandbox, bot: SampleBot) -> None:
    fault = sandbox.faults.add(too_many_requests("POST", "/channels/*/messages", times=2))
    reply = await sandbox.person("Ann").slash(sandbox.general, "say", text="hello")
    assert reply.text == "Said"
    sent = sandbox.recorder.matching("POST", "/channels/*/messages")
    assert (fault.hits, [r.status for r in sent]) == (2, [429, 429, 200])
    assert [m.data["content"] for m in sandbox.person("Bob").visible(sandbox.general)] == ["hello"]


async def test_502_is_retried(sandbox: Sandbox, bot: SampleBot) -> None:
    sandbox.faults.add(bad_gateway("POST", "/channels/*/messages"))
    assert (await sandbox.person("Ann").slash(sandbox.general, "say", text="hello")).text == "Said"
    assert [r.status for r in sandbox.recorder.matching("POST", "/channels/*/messages")] == [502, 200]


async def test_lost_answer_and_the_same_nonce_again_is_one_post(sandbox: Sandbox, bot: SampleBot) -> None:
    channel = bot.get_channel(int(sandbox.general.id))
    assert isinstance(channel, discord.TextChannel)
    sandbox.faults.add(Fault("POST", "/channels/*/messages", when="lose"))
    with pytest.raises((OSError, discord.HTTPException, commands.CommandError, Exception)) as lost:
        await channel.send("once", nonce="17-4")
    assert not isinstance(lost.value, discord.HTTPException)
    again = await channel.send("once", nonce="17-4")
    other = await channel.send("once", nonce="17-5")
    assert [m.id for m in sandbox.person("Ann").visible(sandbox.general)] == [str(again.id), str(other.id)]


async def test_cut_connection_posts_nothing(sandbox: Sandbox, bot: SampleBot) -> None:
    channel = bot.get_channel(int(sandbox.general.id))
    assert isinstance(channel, discord.TextChannel)
    sandbox.faults.add(Fault("POST", "/channels/*/messages", when="cut"))
    with pytest.raises(Exception, match=r"(?i)disconnected|reset"):
        await channel.send("never")
    assert sandbox.person("Ann").visible(sandbox.general) == []


async def test_refusals_can_be_injected(sandbox: Sandbox, bot: SampleBot) -> None:
    sandbox.faults.add(refusal("POST", "/channels/*/threads", 400, 160006, "Maximum number of active threads reached"))
    channel = bot.get_channel(int(sandbox.general.id))
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.create_thread(name="one too many")
    assert refused.value.code == 160006


async def test_missed_interaction_is_replayed_after_reconnect(sandbox: Sandbox, bot: SampleBot) -> None:
    sandbox.gateway.ask_reconnect()
    assert not sandbox.gateway.connected
    reply = await sandbox.person("Ann").slash(sandbox.general, "ping")
    assert reply.text == "pong"
    assert (sandbox.gateway.identified, sandbox.gateway.resumed) == (1, 1)


async def test_invalid_session_makes_the_bot_identify_again(sandbox: Sandbox, bot: SampleBot) -> None:
    bot.up.clear()
    sandbox.gateway.invalidate()
    await asyncio.wait_for(bot.up.wait(), 20)
    assert (await sandbox.person("Ann").slash(sandbox.general, "ping")).text == "pong"
    assert sandbox.gateway.identified == 2


async def test_buttons_work_after_the_bot_restarts(sandbox: Sandbox) -> None:
    async def run(text: str) -> None:
        async with SampleBot() as bot:
            task = asyncio.create_task(bot.start("sandbox"))
            await asyncio.wait_for(bot.up.wait(), 10)
            ann = sandbox.person("Ann")
            if text == "first":
                await ann.slash(sandbox.general, "match new", game="arena")
            else:
                panel = await ann.sees("A match of arena")
                assert (await ann.click(panel, "My hand")).text == "Secret of Ann"
            await bot.close()
            await task

    await run("first")
    await run("second")


async def test_shards_get_their_own_servers(sandbox: Sandbox) -> None:
    guilds = [sandbox.guild, *(sandbox.add_guild(f"Server {n}", id=str((900 + n) << 22)) for n in range(3))]

    class Sharded(commands.AutoShardedBot):
        async def on_ready(self) -> None:
            up.set()

    up = asyncio.Event()
    async with Sharded("!", intents=discord.Intents(guilds=True), shard_count=2, guild_ready_timeout=0.05) as bot:
        task = asyncio.create_task(bot.start("sandbox"))
        await asyncio.wait_for(up.wait(), 20)
        assert {g.id: g.shard_id for g in bot.guilds} == {int(g.id): (int(g.id) >> 22) % 2 for g in guilds}
        await bot.close()
        await task


async def test_rate_limit_headers_slow_the_client_down_without_429(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    async with Sandbox(rate_limits=RateLimits(3, 0.3)) as sandbox:
        point_discord_at(sandbox.api, sandbox.gateway_url)
        async with SampleBot() as bot:
            await bot.login("sandbox")
            channel = await bot.fetch_channel(int(sandbox.general.id))
            assert isinstance(channel, discord.TextChannel)
            for n in range(7):
                await channel.send(str(n))
        sent = sandbox.recorder.matching("POST", "/channels/*/messages")
        assert [r.status for r in sent] == [200] * 7
        assert sent[-1].at - sent[0].at > 0.3


class TestLimits:
    """Rules that the client does not keep by itself."""

    @pytest.fixture
    def channel(self, sandbox: Sandbox, bot: SampleBot) -> discord.TextChannel:
        channel = bot.get_channel(int(sandbox.general.id))
        assert isinstance(channel, discord.TextChannel)
        return channel

    async def test_content(self, channel: discord.TextChannel) -> None:
        await channel.send("x" * 2000)
        await refused_50035(channel.send("x" * 2001))

    async def test_embeds_in_all(self, channel: discord.TextChannel) -> None:
        await channel.send(embeds=[discord.Embed(description="x" * 3000)] * 2)
        await refused_50035(channel.send(embeds=[discord.Embed(description="x" * 3001)] * 2))

    async def test_custom_ids_are_unique(self, channel: discord.TextChannel) -> None:
        view = Panel()
        view.add_item(discord.ui.Button(label="again", custom_id="hand"))
        await refused_50035(channel.send(view=view))

    async def test_empty_message(self, channel: discord.TextChannel) -> None:
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send("")
        assert refused.value.code == 50006

    async def test_file_size(self, channel: discord.TextChannel) -> None:
        import io

        await channel.send(file=discord.File(io.BytesIO(bytes(10 << 20)), "big.bin"))
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send(file=discord.File(io.BytesIO(bytes((10 << 20) + 1)), "big.bin"))
        assert (refused.value.status, refused.value.code) == (413, 40005)

    async def test_command_names(self, sandbox: Sandbox, bot: SampleBot) -> None:
        @discord.app_commands.command(name="fine", description="Fine")
        async def fine(interaction: discord.Interaction) -> None: ...

        fine.name = "Not fine"
        bot.tree.add_command(fine)
        with pytest.raises(discord.HTTPException) as refused:
            await bot.tree.sync()
        assert refused.value.code == 50035


@pytest.mark.skipif(not OPENAPI.exists(), reason="Discord's OpenAPI document is not beside the repository")
async def test_bodies_are_checked_against_discords_document(sandbox: Sandbox, bot: SampleBot) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 5, "custom_id": f"b{n}"} for n in range(3)]}
    route = discord.http.Route("POST", "/channels/{c}/messages", c=sandbox.general.id)
    await bot.http.request(route, json={"content": "fine", "components": [row], "allowed_mentions": {"parse": []}})
    assert sandbox.recorder.violations == []
    await bot.http.request(route, json={"content": "odd", "allowed_mentions": {"parse": ["nobody"]}})
    (violation,) = sandbox.recorder.violations
    assert "allowed_mentions" in violation


async def test_world_survives_a_restart_of_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    async with Sandbox(data=tmp_path) as first:
        point_discord_at(first.api, first.gateway_url)
        async with SampleBot() as bot:
            await bot.login("sandbox")
            channel = await bot.fetch_channel(int(first.general.id))
            assert isinstance(channel, discord.TextChannel)
            await channel.send("before", nonce="1")
        first.person("Ann").close_dms()
    async with Sandbox(data=tmp_path) as second:
        point_discord_at(second.api, second.gateway_url)
        ann = second.person("Ann")
        assert ann.user.dms_closed
        assert [m.data["content"] for m in ann.visible(second.general)] == ["before"]
        async with SampleBot() as bot:
            await bot.login("sandbox")
            channel = await bot.fetch_channel(int(second.general.id))
            assert isinstance(channel, discord.TextChannel)
            await channel.send("before", nonce="1")
        assert len(ann.visible(second.general)) == 1


async def test_other_sites_and_names_are_refused(sandbox: Sandbox) -> None:
    import aiohttp

    async with aiohttp.ClientSession() as session:
        async with session.get(sandbox.url + "/people", headers={"Origin": "http://example.org"}) as answer:
            assert answer.status == 403
        async with session.get(sandbox.url + "/people", headers={"Host": "example.org"}) as answer:
            assert answer.status == 403
        async with session.get(sandbox.url + "/people") as answer:
            assert [p["name"] for p in await answer.json()] == ["Player 1", "Player 2", "Spectator", "Host"]


def test_only_loopback_addresses_are_accepted() -> None:
    with pytest.raises(ValueError, match="this computer"):
        point_discord_at("http://example.org/api/v10", "ws://127.0.0.1:1/gw")


async def refused_50035(sending: object) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await sending  # type: ignore[misc]
    assert refused.value.code == 50035
