"""``/setup``: the host's panel. Everything is asked again with each press: who presses, and what the bot may do now."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands
from PIL import Image

from bot import discord_form
from bot.desks.desk import Action, Ask, Desk, Written
from bot.errors import Sorry
from bot.guilds import Guild, known_zone
from bot.languages import NAMES
from bot.languages.commands import ON_SERVERS
from bot.looks import PRINTS, THEMES
from bot.panels import setup
from bot.panels.facts import POLICIES, pace
from bot.panels.ids import Press
from bot.panels.post import pages
from bot.panels.setup import Checked, Lack, Where
from bot.permissions import NEEDED, TO_LIST, invite_link
from bot.showing import Here
from engine.core.text import say, words

log = logging.getLogger(__name__)

MOST_TESTED = 5  # channels that one press posts a test in
OLD = words("This panel is from an older version of the bot. Please write `/setup` again.")


class SetupDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        picked = dict.fromkeys(("s_chan", "s_open", "s_day"), self.picked_channels)
        picked |= dict.fromkeys(
            ("s_role", "s_start", "s_lang", "s_pace", "s_policy", "s_zoned", "s_hour", "s_most", "s_keep", "s_theme",
             "s_print"), self.picked,
        )  # fmt: skip
        return {"s_page": self.page, "s_test": self.test, **picked}

    def asks(self) -> Mapping[str, Ask]:
        return {"s_zone": self.ask_zone}

    def written(self) -> Mapping[str, Written]:
        return {"s_zonew": self.wrote_zone}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        @tree.command(name="setup", description="For hosts: what I may do here, and settings; only you see this")
        @app_commands.default_permissions(manage_guild=True)
        async def setup_(interaction: discord.Interaction[Any]) -> None:
            async def work() -> None:
                await self.show(interaction, "check")

            await self.showing.answer(interaction, work)

        setup_.allowed_contexts = ON_SERVERS

    # -- showing
    async def page(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.show(interaction, press.arg)

    async def show(self, interaction: Here, name: str, notice: str = "") -> None:
        guild = server(interaction)
        where = look(guild, await self.service.keeper.guild(guild.id), interaction.channel)
        await self.showing.show(interaction, setup.page(name, where, notice))

    # -- changing
    async def picked_channels(self, interaction: Here, press: Press, picked: list[str]) -> None:
        guild = server(interaction)
        found = tuple(int(each) for each in picked if each.isdigit())
        first = found[0] if found else 0
        change: dict[str, Callable[[Guild], Guild]] = {
            "s_chan": lambda was: msgspec.structs.replace(was, channels=found),
            "s_open": lambda was: msgspec.structs.replace(was, open_channel=first),
            "s_day": lambda was: msgspec.structs.replace(was, day_channel=first),
        }
        settings = await self.service.guilds.change(guild.id, change[press.action])
        # Better said at once than found out by whoever starts the first match there.
        where = look(guild, settings, interaction.channel, only=found)
        faults = "\n".join(setup.faults_of(where))
        await self.show(interaction, "where", faults[:900])

    async def picked(self, interaction: Here, press: Press, picked: list[str]) -> None:
        guild = server(interaction)
        value = picked[0] if picked else ""
        name, shown = {
            "s_role": ("host_role", "play"), "s_start": ("start_role", "where"),
            "s_lang": ("language", "play"), "s_pace": ("pace", "play"),
            "s_policy": ("policy", "play"), "s_zoned": ("zone", "more"), "s_hour": ("day_hour", "more"),
            "s_most": ("most_matches", "limits"), "s_keep": ("keep_days", "limits"),
            "s_theme": ("theme", "limits"), "s_print": ("large", "limits"),
        }[press.action]  # fmt: skip
        new = checked_value(name, value)
        await self.service.guilds.change(guild.id, lambda was: msgspec.structs.replace(was, **{name: new}))
        await self.show(interaction, shown)

    async def ask_zone(self, interaction: Here, press: Press) -> None:
        server(interaction)
        form = Press(0, 0, "s_zonew")
        title, label = say("The server's time zone"), say("Continent and city")
        await interaction.response.send_modal(discord_form.Form(form, title, label, "Europe/Berlin", longest=60))

    async def wrote_zone(self, interaction: Here, press: Press, written: str) -> None:
        guild = server(interaction)
        zone = known_zone(written)
        await self.service.guilds.change(guild.id, lambda was: msgspec.structs.replace(was, zone=zone))
        await self.show(interaction, "more")

    # -- trying
    async def test(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """Post where matches may be started (none chosen: here), with a picture, and take it away again."""
        guild = server(interaction)
        settings = await self.service.keeper.guild(guild.id)
        lines = []
        for id in (settings.channels or (interaction.channel_id or 0,))[:MOST_TESTED]:
            lines.append(await _tried(guild, id))
        if len(settings.channels) > MOST_TESTED:
            lines.append(say("Only the first {n} channels were tried.", n=MOST_TESTED))
        await interaction.followup.send(pages(lines)[0], ephemeral=True)


def server(interaction: Here) -> discord.Guild:
    """The server, for somebody who may manage it. Raises Sorry with what to do instead."""
    if interaction.guild_id is None:
        raise Sorry(words("Write `/setup` in a channel of your server."))
    may = interaction.permissions
    if not (may.manage_guild or may.administrator):
        raise Sorry(
            words("Only those with the permission **Manage Server** can set me up. Ask the one whose server this is.")
        )
    present(interaction)
    guild = interaction.guild
    if guild is None or guild.me is None:
        raise Sorry(words("I am just starting and do not know this server yet. Please try again in a minute."))
    return guild


def present(interaction: Here) -> None:
    """Raises Sorry where only the bot's commands were added to the server, but not the bot: it could post nothing."""
    guild = interaction.guild
    if interaction.client.is_ready() and (guild is None or guild.me is None):
        raise Sorry(
            words(
                "Only my commands are on this server, I am not, so nothing can be played here. Somebody with **Manage "
                "Server** can put that right: open this link and choose the server. {link}",
                link=invite_link(interaction.application_id),
            )
        )


def checked_value(name: str, value: str) -> str | int:
    """The value for that setting, as a list gave it. Raises Sorry for what no list offers."""
    match name:
        case "language" if value in NAMES:
            return value
        case "pace":
            return pace(value).id
        case "policy" if value in POLICIES:
            return value
        case "zone":
            return known_zone(value)
        case "host_role" | "start_role":
            return int(value) if value.isdigit() else 0
        case "day_hour" if value.isdigit() and int(value) < 24:
            return int(value)
        case "most_matches" if value.isdigit() and int(value) > 0:
            return int(value)
        case "keep_days" if value.isdigit():
            return int(value)
        case "theme" if value in THEMES:
            return value
        case "large" if value in PRINTS:
            return value == "large"
    raise Sorry(OLD)


def look(
    guild: discord.Guild, settings: Guild, present: Any = None, only: tuple[int, ...] | None = None
) -> Where:
    """What the bot may do in each channel that the settings name; where they name none, in the ``present`` one. ``only``:
    in those."""
    wanted: dict[int, tuple[str, ...]] = {}
    for each in (settings.open_channel, settings.day_channel):
        if each:
            wanted[each] = TO_LIST
    for each in settings.channels:
        wanted[each] = tuple(NEEDED)
    if not settings.channels and isinstance(present, discord.TextChannel):
        wanted[present.id] = tuple(NEEDED)
    checked = [_checked(guild, id, flags) for id, flags in wanted.items() if only is None or id in only]
    role = guild.self_role or next((role for role in guild.me.roles if role.managed), None)
    return Where(settings, tuple(checked), role.id if role else 0, frozenset(each.id for each in guild.roles))


def _checked(guild: discord.Guild, id: int, flags: tuple[str, ...]) -> Checked:
    channel = guild.get_channel(id)
    if channel is None:
        return Checked(id, gone=True)
    general, here = guild.me.guild_permissions, channel.permissions_for(guild.me)
    if here.administrator:
        return Checked(id)
    lacks = [Lack(flag, everywhere=not getattr(general, flag)) for flag in flags if not getattr(here, flag)]
    if not here.view_channel:  # Discord takes all others away with it
        lacks = [lack for lack in lacks if lack.everywhere or lack.flag == "view_channel"]
    return Checked(id, tuple(lacks))


async def _tried(guild: discord.Guild, id: int) -> str:
    """Post and take away; in words how that went."""
    channel = guild.get_channel(id)
    if not isinstance(channel, discord.TextChannel):
        return say("❌ <#{channel}>: I cannot find this text channel. Pick another on the page **Channels**.", channel=id)
    text = say("A test: I can post here. This goes away at once.")
    picture = io.BytesIO()
    Image.new("RGB", (64, 64), (88, 101, 242)).save(picture, "PNG")
    picture.seek(0)
    try:
        message = await channel.send(text, file=discord.File(picture, "test.png"), silent=True)
        await message.delete()
    except discord.HTTPException as error:
        log.warning("guild %d: the test post in channel %d failed: %s", guild.id, id, error)
        lacks = "\n".join(setup.faults_of(Where(Guild(), (_checked(guild, id, tuple(NEEDED)),))))
        return say("❌ <#{channel}>: Discord refused the post ({reason}).", channel=id, reason=error.text) + f"\n{lacks}"
    return say("✅ <#{channel}>: I posted a picture and took it away again.", channel=id)
