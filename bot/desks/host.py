"""``/host``: tools for a match that has gone astray. For those who may manage the server, or have the host role; whatever is
done with them is told to the table."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.playing import matching
from bot.desks.desk import Desk
from bot.errors import NotYours, Sorry
from bot.languages.commands import ON_SERVERS
from bot.panels import table as panels
from bot.panels.post import Post, cut, pages
from bot.permissions import missing_permissions
from bot.showing import Here
from engine.core.text import Text, say, words

WHICH = "Which match (not needed in its thread)"
WHY = "Your reason; the table reads it"
LISTED = 60  # matches that `/host status` shows


class HostDesk(Desk):
    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        host = app_commands.Group(name="host", description="Tools for this server's hosts", allowed_contexts=ON_SERVERS)

        @host.command(name="rewind", description="Put a match back to where a turn began, or to a step")
        @app_commands.describe(turn="Back to where this turn began", step="Or: back to after so many answers", match=WHICH,
                               why=WHY)  # fmt: skip
        async def rewind(
            interaction: discord.Interaction[Any], why: str, turn: app_commands.Range[int, 1, 9999] | None = None,
            step: app_commands.Range[int, 0, 99999] | None = None, match: str | None = None,
        ) -> None:  # fmt: skip
            async def work() -> None:
                number = await self.of_here(interaction, match)
                if (turn is None) == (step is None):
                    raise Sorry(words("Write either `turn` or `step`."))
                told = await self.service.umpire.rewind(number, interaction.user.id, why, turn=turn, step=step)
                await self.tell(interaction, told)

            await self.showing.answer(interaction, work)

        @host.command(name="replace", description="Put somebody else on a player's seat")
        @app_commands.describe(
            player="Who leaves", by="Who takes over (me: the bot plays; left out: whoever wants to)", match=WHICH, why=WHY
        )
        async def replace(
            interaction: discord.Interaction[Any], player: discord.User, why: str, by: discord.User | None = None,
            match: str | None = None,
        ) -> None:  # fmt: skip
            async def work() -> None:
                number = await self.of_here(interaction, match)
                if by is not None and by.bot and by.id != self.service.builtin_user:
                    raise Sorry(words("Other bots do not play."))
                new = by.id if by is not None else None
                told = await self.service.umpire.replace(
                    number, interaction.user.id, why, player.id, new, interaction.id
                )
                await self.tell(interaction, told)

            await self.showing.answer(interaction, work)

        @host.command(name="deadline", description="Give a new deadline to those who are asked")
        @app_commands.describe(hours="So many hours from now", player="Only this player", match=WHICH, why=WHY)
        async def deadline(
            interaction: discord.Interaction[Any], hours: app_commands.Range[float, 0.1, 1440.0], why: str,
            player: discord.User | None = None, match: str | None = None,
        ) -> None:  # fmt: skip
            async def work() -> None:
                number = await self.of_here(interaction, match)
                only = player.id if player is not None else None
                told = await self.service.umpire.deadline(number, interaction.user.id, why, hours, only)
                await self.tell(interaction, told)

            await self.showing.answer(interaction, work)

        @host.command(name="pause", description="Pause a match: nobody's time runs")
        @app_commands.describe(match=WHICH, why=WHY)
        async def pause(interaction: discord.Interaction[Any], why: str, match: str | None = None) -> None:
            async def work() -> None:
                number = await self.of_here(interaction, match)
                await self.tell(interaction, await self.service.umpire.pause(number, interaction.user.id, why))

            await self.showing.answer(interaction, work)

        @host.command(name="resume", description="Let a paused match go on")
        @app_commands.describe(match=WHICH, why=WHY)
        async def resume(interaction: discord.Interaction[Any], why: str, match: str | None = None) -> None:
            async def work() -> None:
                number = await self.of_here(interaction, match)
                await self.tell(interaction, await self.service.umpire.resume(number, interaction.user.id, why))

            await self.showing.answer(interaction, work)

        @host.command(name="cancel", description="Call a match off; it counts for nothing")
        @app_commands.describe(match=WHICH, why=WHY)
        async def cancel(interaction: discord.Interaction[Any], why: str, match: str | None = None) -> None:
            async def work() -> None:
                number = await self.of_here(interaction, match)
                await self.tell(interaction, await self.service.umpire.cancel(number, interaction.user.id, why))

            await self.showing.answer(interaction, work)

        @host.command(name="move", description="Let a match go on in another channel, in a thread of its own")
        @app_commands.describe(channel="Where", match=WHICH, why=WHY)
        async def move(
            interaction: discord.Interaction[Any], channel: discord.TextChannel, why: str, match: str | None = None
        ) -> None:
            async def work() -> None:
                number = await self.of_here(interaction, match)
                me = channel.guild.me
                missing = missing_permissions(channel.permissions_for(me)) if me is not None else []
                if missing:
                    names = ", ".join(str(lack[0]) for lack in missing)
                    raise Sorry(words("I lack permissions in {channel}: {names}.", channel=channel.mention, names=names))
                await self.tell(interaction, await self.service.umpire.move(number, interaction.user.id, why, channel.id))

            await self.showing.answer(interaction, work)

        @host.command(name="status", description="All matches of this server, and what is wrong with them")
        async def status(interaction: discord.Interaction[Any]) -> None:
            async def work() -> None:
                await self.check(interaction)
                records = await self.service.keeper.in_guild(interaction.guild_id or 0)
                lines = [panels.status_line(self.service.facts(record), record) for record in records[:LISTED]]
                if len(records) > LISTED:
                    lines.append(say("… and {n} more.", n=len(records) - LISTED))
                lines = lines or [say("No match is under way on this server.")]
                await self.showing.show(interaction, [Post(text) for text in pages(lines)])

            await self.showing.answer(interaction, work)

        @host.command(name="notes", description="What happened in a match beside the rules: pauses, takebacks, these tools")
        @app_commands.describe(match=WHICH)
        async def notes(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                record = await self.service.record(await self.of_here(interaction, match))
                lines = [say("**Match {n}**: {answers} answers so far.", n=record.id, answers=record.answers)]
                lines += panels.table_lines(record.table) or [say("Nothing happened beside the rules.")]
                await self.showing.show(interaction, [Post(text) for text in pages(lines)])

            await self.showing.answer(interaction, work)

        command: Any
        for command in (rewind, replace, deadline, pause, resume, cancel, move, notes):
            command.autocomplete("match")(self.matches_here)
        tree.add_command(host)

    async def tell(self, interaction: Here, told: Text) -> None:
        await self.showing.show(interaction, Post(cut(str(told), 1900)))

    # -- who may
    async def check(self, interaction: Here) -> None:
        """Raises Sorry for whoever is no host of this server."""
        if interaction.guild_id is None:
            raise Sorry(words("Write this in a channel of your server."))
        role = (await self.service.keeper.guild(interaction.guild_id)).host_role
        member = interaction.user
        may = interaction.permissions
        if may.manage_guild or may.administrator:
            return
        if role and isinstance(member, discord.Member) and member.get_role(role) is not None:
            return
        hint = words(" or the role {role}", role=f"<@&{role}>") if role else ""
        told = words("That is for this server's hosts: those with the permission **Manage Server**{hint}.", hint=hint)
        raise NotYours(told)

    async def of_here(self, interaction: Here, written: str | None) -> int:
        """The match that is meant, for a host of its server. Raises Sorry."""
        await self.check(interaction)
        number = await self.which.match(interaction, written)
        record = await self.service.record(number)
        if record.guild != interaction.guild_id:
            raise NotYours(words("Match {n} is not played on this server.", n=number))
        return number

    async def matches_here(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        found = []
        for record in await self.service.keeper.in_guild(interaction.guild_id or 0):
            facts = self.service.facts(record)
            found.append((self.which.name(facts, interaction.user.id), str(record.id)))
        return matching(found, typed)


