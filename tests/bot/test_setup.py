"""The host's panel: what the bot may not do, by name and with where to click; settings that hold and are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import msgspec
import pytest

from bot.app import Postwalker
from bot.errors import Sorry
from bot.guilds import Guild, known_zone
from bot.panels import setup
from bot.panels.post import TEXT, fit
from bot.panels.setup import Checked, Lack, Where
from bot.permissions import NEEDED
from bot.sandbox.server import Sandbox
from tests.bot.discord_bench import Bench, labels, selects
from tests.bot.test_wire import bot, sandbox

__all__ = ["bot", "sandbox"]  # fixtures


def manager(tiny: Bench, name: str = "host") -> str:
    """Somebody with Manage Server."""
    role = tiny.guild.create_role("keepers", permissions=discord.Permissions(manage_guild=True))
    tiny._users[name] = tiny.env.create_user(name)
    tiny._people[name] = tiny.guild.add_member(tiny._users[name], roles=[role])
    return name


async def opened(tiny: Bench, page: str = "") -> Any:
    panel = await tiny.slash(manager(tiny), "setup")
    if page:
        panel = await tiny.click("host", panel.response, page)
    return panel.response


async def settings(tiny: Bench) -> Guild:
    return await tiny.keeper.guild(tiny.guild.id)


# ---- who, and that nothing needs to be done ------------------------------------------------------------------------------
async def test_with_all_permissions_nothing_has_to_be_done(tiny: Bench) -> None:
    panel = await tiny.slash(manager(tiny), "setup")
    assert panel.ephemeral
    assert "I may do all I need" in panel.response.content
    assert await settings(tiny) == Guild()
    assert "Create" in labels((await tiny.slash("alice", "match new")).response)


async def test_only_who_may_manage_the_server_sets_it_up(tiny: Bench) -> None:
    assert (await opened(tiny)).content
    with pytest.raises(Exception, match="default-member-permissions"):
        await tiny.slash("alice", "setup")
    # A server can hand the command to anybody; the bot asks for the permission all the same.
    [command] = [each for each in await tiny.bot.tree.fetch_commands() if each.name == "setup"]
    tiny.guild.set_command_permissions(command, {tiny.person("alice"): True})
    refused = await tiny.slash("alice", "setup")
    assert "Manage Server" in refused.response.content


async def test_help_has_a_part_for_hosts(tiny: Bench) -> None:
    assert "/setup" not in (await tiny.slash("alice", "help")).response.content
    shown = (await tiny.slash(manager(tiny), "help")).response.content
    assert "How to play" in shown
    assert "`python -m bot doctor`" in shown


# ---- permissions ---------------------------------------------------------------------------------------------------------
@pytest.mark.field(100)
async def test_what_a_channel_takes_away_is_named_with_where_to_click(tiny: Bench) -> None:
    everyone = tiny.guild.default_role
    denied = discord.PermissionOverwrite(embed_links=False, attach_files=False)
    quiet = tiny.guild.create_text_channel("quiet", overwrites={everyone: denied, tiny.guild.me: denied})
    page = await opened(tiny, "Channels")
    shown = (await tiny.choose("host", page, [quiet])).response
    assert (await settings(tiny)).channels == (quiet.id,)
    for text in (shown.content, (await tiny.click("host", shown, "Permissions")).response.content):
        assert f"In <#{quiet.id}>" in text
        assert "**Embed Links** is missing: posts lose their layout." in text
        assert "**Attach Files** is missing: there are no pictures of the board." in text
        assert "Press the channel's gear" in text
        assert "Send Messages" not in text


@pytest.mark.field(100)
async def test_what_the_role_lacks_is_put_right_in_the_server_settings(tiny: Bench) -> None:
    backend = tiny.env.backend
    role = next(role for role in backend.get_guild(tiny.guild.id).roles.values() if role.managed)
    less = discord.Permissions(role.permissions)
    less.update(manage_threads=False)
    backend.edit_role(tiny.guild.id, role.id, {"permissions": less.value})
    await tiny.env.settle()
    text = (await opened(tiny)).content
    assert "**Manage Threads** is missing: threads of finished matches stay open" in text
    assert f"**Server Settings → Roles** → <@&{role.id}>" in text


async def test_a_channel_that_was_deleted_is_named(tiny: Bench) -> None:
    gone = tiny.guild.create_text_channel("gone")
    await tiny.choose("host", await opened(tiny, "Channels"), [gone], 2)
    assert (await settings(tiny)).open_channel == gone.id
    await tiny.bot.get_channel(gone.id).delete()  # type: ignore[union-attr]
    await tiny.env.settle()
    panel = (await tiny.slash("host", "setup")).response
    assert f"I cannot find <#{gone.id}>" in panel.content
    where = (await tiny.click("host", panel, "Channels")).response
    assert [list(each.default_values) for each in selects(where)] == [[], [], [], []], "Discord refuses values that are gone"


def test_whatever_is_wrong_fits_into_a_message() -> None:
    every = tuple(Lack(flag, everywhere=False) for flag in NEEDED)
    channels = [Checked(10**18 + n, every[n % 7 :], gone=n % 9 == 8) for n in range(27)]
    everywhere = [Checked(5, tuple(Lack(flag, everywhere=True) for flag in NEEDED))]
    where = Where(Guild(channels=tuple(each.channel for each in channels[:25])), (*everywhere, *channels), 77)
    for name in setup.PAGES:
        post = setup.page(name, where, "x" * 900 if name == "where" else "")
        assert len(post.text) <= TEXT
        assert fit(post) == post
    assert "Put these right first" in setup.page("check", where).text


async def test_a_test_post_comes_and_goes(tiny: Bench) -> None:
    panel = await opened(tiny)
    before = len(tiny.channel.history())
    tried = await tiny.click("host", panel, "Test post")
    assert "took it away again" in tried.followups[0].content
    assert len(tiny.channel.history()) == before
    await tiny.choose("host", (await tiny.click("host", panel, "Channels")).response, [tiny.channel])
    tiny.env.inject_error("POST", f"/channels/{tiny.channel.id}/messages", status=403, code=50013)
    panel = (await tiny.click("host", panel, "Permissions")).response
    refused = await tiny.click("host", panel, "Test post")
    assert f"❌ <#{tiny.channel.id}>: Discord refused the post" in refused.followups[0].content


# ---- settings ------------------------------------------------------------------------------------------------------------
@pytest.mark.field(61)
async def test_every_setting_is_kept_over_a_restart(tiny: Bench) -> None:
    other = tiny.guild.create_text_channel("other")
    role = tiny.guild.create_role("hosts")
    panel = await opened(tiny, "Channels")
    for n, picked in enumerate(([tiny.channel, other], [role], [other], [tiny.channel])):
        await tiny.restart()
        await tiny.choose("host", panel, picked, n)
    matches = (await tiny.click("host", panel, "Matches")).response
    for n, picked in enumerate((["de"], ["daily"], ["forfeit"], [role])):
        await tiny.restart()
        await tiny.choose("host", matches, picked, n)
    more = (await tiny.click("host", matches, "Zeiten" if "Zeiten" in str(labels(matches)) else "Times")).response
    for n, picked in enumerate((["Asia/Tokyo"], ["9"])):
        await tiny.restart()
        await tiny.choose("host", more, picked, n)
    limits = (await tiny.click("host", more, "Grenzen" if "Grenzen" in str(labels(more)) else "Limits")).response
    for n, picked in enumerate((["3"], ["90"], ["light-safe"], ["large"])):
        await tiny.restart()
        await tiny.choose("host", limits, picked, n)
    await tiny.restart()
    assert await settings(tiny) == Guild(
        language="de", channels=(tiny.channel.id, other.id), start_role=role.id, host_role=role.id,
        pace="daily", policy="forfeit",
        most_matches=3, open_channel=other.id, day_channel=tiny.channel.id, day_hour=9, zone="Asia/Tokyo", keep_days=90,
        theme="light-safe", large=True,
    )  # fmt: skip
    page = (await tiny.click("host", (await tiny.slash("host", "setup")).response, "Channels")).response
    assert [{value.id for value in each.default_values} for each in selects(page)] == [
        {tiny.channel.id, other.id}, {role.id}, {other.id}, {tiny.channel.id},
    ]  # fmt: skip
    await tiny.choose("host", page, [], 0)
    assert (await settings(tiny)).channels == ()


async def test_a_time_zone_of_ones_own(tiny: Bench) -> None:
    more = await opened(tiny, "Times")
    form = await tiny.person("host").click(more, label="Another time zone…")
    await tiny.restart()
    await tiny.form("host", form, "reykjavik")
    assert (await settings(tiny)).zone == "Atlantic/Reykjavik"
    refused = await tiny.form("host", await tiny.person("host").click(more, label="Another time zone…"), "my place")
    assert "Write one like Europe/Berlin" in refused.response.content
    assert (await settings(tiny)).zone == "Atlantic/Reykjavik"


def test_time_zones_as_people_write_them() -> None:
    assert known_zone(" america/new york ") == "America/New_York"
    assert known_zone("Tokyo") == "Asia/Tokyo"
    for written in ("", "../../etc/passwd", "Middle Earth"):
        with pytest.raises(Sorry):
            known_zone(written)


# ---- they hold -----------------------------------------------------------------------------------------------------------
async def test_matches_are_started_where_the_host_wants_them(tiny: Bench) -> None:
    other = tiny.guild.create_text_channel("other")
    before = (await tiny.slash("alice", "match new", other)).response
    await tiny.choose("host", await opened(tiny, "Channels"), [tiny.channel])
    refused = await tiny.slash("alice", "match new", other)
    assert f"Matches are started in <#{tiny.channel.id}>" in refused.response.content
    late = await tiny.click("alice", before, "Create")
    assert f"Matches are started in <#{tiny.channel.id}>" in late.followups[0].content, "the panel was opened before"
    assert await tiny.keeper.match(1) is None
    thread = await tiny.begun()
    inside = await tiny.slash("alice", "match new", thread)
    assert f"in the channel itself, not in a thread: <#{tiny.channel.id}>" in inside.response.content


async def test_matches_are_started_by_whom_the_host_wants(tiny: Bench) -> None:
    role = tiny.guild.create_role("regulars")
    tiny._users["dora"] = tiny.env.create_user("dora")
    tiny._people["dora"] = tiny.guild.add_member(tiny._users["dora"], roles=[role])
    before = (await tiny.slash("alice", "match new")).response
    await tiny.choose("host", await opened(tiny, "Channels"), [role], 1)
    refused = await tiny.slash("alice", "match new")
    assert f"matches are started by <@&{role.id}>" in refused.response.content
    assert "matches are started by" in (await tiny.click("alice", before, "Create")).followups[0].content
    for name in ("dora", "host"):
        assert "Create" in labels((await tiny.slash(name, "match new")).response)
    panel = (await tiny.slash("dora", "match new")).response
    await tiny.click("dora", panel, "Create")
    joined = await tiny.click("alice", tiny.channel.last_message, "Join")
    assert "You are in" in joined.response.content, "joining is for everybody"


async def test_a_role_that_was_deleted_is_named(tiny: Bench) -> None:
    role = tiny.guild.create_role("regulars")
    await tiny.choose("host", await opened(tiny, "Matches"), [role], 3)
    tiny.env.backend.delete_role(tiny.guild.id, role.id)
    await tiny.env.settle()
    panel = (await tiny.slash("host", "setup")).response
    assert "A role that was picked here is gone" in panel.content
    matches = (await tiny.click("host", panel, "Matches")).response
    assert list(selects(matches)[3].default_values) == []


async def test_a_new_match_has_the_hosts_pace_and_policy(tiny: Bench) -> None:
    matches = await opened(tiny, "Matches")
    await tiny.choose("host", matches, ["daily"], 1)
    await tiny.choose("host", matches, ["forfeit"], 2)
    panel = (await tiny.slash("alice", "match new")).response
    assert "1 day a turn" in panel.content
    assert "they lose the match" in panel.content


async def test_nobody_has_more_matches_than_the_host_allows(tiny: Bench) -> None:
    await tiny.choose("host", await opened(tiny, "Limits and pictures"), ["1"], 0)
    panel = (await tiny.slash("alice", "match new", opponent=tiny.person("bob"))).response
    await tiny.click("alice", panel, "Create")
    invitation = tiny.channel.last_message
    assert "1 matches under way" in (await tiny.slash("alice", "match new")).response.content
    await tiny.click("bob", invitation, "Join")
    open_seat = (await tiny.slash("carol", "match new")).response
    await tiny.click("carol", open_seat, "Create")
    assert "as many as its host allows" in (await tiny.click("bob", tiny.channel.last_message, "Join")).response.content
    assert (await tiny.keeper.match(2)).seats[1].user == 0  # type: ignore[union-attr]


async def test_the_language_of_the_server_is_that_of_its_matches(tiny: Bench) -> None:
    await tiny.choose("host", await opened(tiny, "Matches"), ["de"], 0)
    await tiny.click("alice", (await tiny.slash("alice", "match new")).response, "Create")
    record = await tiny.keeper.match(1)
    assert record is not None
    assert record.language == "de"


# ---- over the wire -------------------------------------------------------------------------------------------------------
async def test_discord_takes_every_page(sandbox: Sandbox, bot: Postwalker) -> None:
    """What is sent is what Discord's description of its own doors allows, lists with values picked already included."""
    host = sandbox.person("Host")
    panel = (await host.slash(sandbox.general, "setup")).message
    assert "I may do all I need" in panel.data["content"]
    tried = await host.click(panel, "Test post")
    assert "took it away again" in tried.text
    guild = int(sandbox.general.guild_id or 0)
    for page in ("Channels", "Matches", "Times", "Limits and pictures"):
        panel = (await host.click(panel, page)).message
        for row in panel.data["components"]:
            select = row["components"][0]
            kind = select["type"]
            if kind == 8:
                panel = (await host.select(panel, select["custom_id"], [sandbox.general.id])).message
            elif kind == 6:
                role = next(each for each in sandbox.world.guilds[str(guild)].roles if each["name"] == "Host")
                panel = (await host.select(panel, select["custom_id"], [role["id"]])).message
            elif kind == 3:
                panel = (await host.select(panel, select["custom_id"], [select["options"][-1]["value"]])).message
    panel = (await host.click(panel, "Channels")).message
    first = panel.data["components"][0]["components"][0]
    assert first["default_values"] == [{"id": sandbox.general.id, "type": "channel"}]
    kept = await bot.keeper.guild(guild)
    assert kept.open_channel == kept.day_channel == int(sandbox.general.id)
    assert kept.host_role
    assert sandbox.recorder.violations == []


async def test_where_only_the_commands_are_it_says_how_to_add_the_bot(tiny: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody added the application without its bot: commands arrive, but nothing can be posted."""
    manager(tiny)
    monkeypatch.setattr(discord.Guild, "me", None)
    for name, command in (("alice", "match new"), ("host", "setup")):
        refused = await tiny.slash(name, command)
        assert "Only my commands are on this server" in refused.response.content
        assert f"client_id={tiny.bot.application_id}" in refused.response.content


async def test_commands_are_for_servers_and_for_ones_own_conversation_with_the_bot(tiny: Bench) -> None:
    for command in tiny.bot.tree.get_commands():
        sent = command.to_dict(tiny.bot.tree)
        assert sent["integration_types"] == [0], command.name
        assert 0 in sent["contexts"], command.name
        assert 2 not in sent["contexts"], f"{command.name} could be used where the bot is not"
        assert command.name not in ("setup", "host", "league") or sent["contexts"] == [0]


async def test_two_hosts_at_once_lose_nothing(tiny: Bench) -> None:
    guilds, guild = tiny.bot.service.guilds, tiny.guild.id
    changes: list[dict[str, Any]] = [
        {"zone": "Asia/Tokyo"}, {"pace": "daily"}, {"day_hour": 9}, {"keep_days": 90}, {"most_matches": 3},
    ]  # fmt: skip

    def setting(change: dict[str, Any]) -> Callable[[Guild], Guild]:
        return lambda was: msgspec.structs.replace(was, **change)

    await asyncio.gather(*(guilds.change(guild, setting(change)) for change in changes))
    assert await settings(tiny) == Guild(zone="Asia/Tokyo", pace="daily", day_hour=9, keep_days=90, most_matches=3)
