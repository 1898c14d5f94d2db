"""``/league``: making one, joining, starting, the table and the rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import discord
from discord import app_commands

from bot.commands.playing import matching
from bot.commands.which import Which
from bot.desks.community import CommunityDesk
from bot.desks.desk import Action, Desk
from bot.desks.host import HostDesk
from bot.errors import NotYours, Sorry
from bot.languages.commands import ON_SERVERS
from bot.league import Terms
from bot.pace import PACES, pace
from bot.panels import league as panels
from bot.panels.facts import who
from bot.panels.ids import Press
from bot.panels.post import Post
from bot.service import Service
from bot.showing import Here, Showing
from engine.core.text import say, words
from storage.community import LeagueRow

WHICH = "Which league (not needed where there is one)"
Policy = Literal["remind", "auto", "forfeit"]


class LeagueDesk(Desk):
    def __init__(
        self, service: Service, showing: Showing, which: Which, community: CommunityDesk, host: HostDesk
    ) -> None:
        super().__init__(service, showing, which)
        self.community = community
        self.host = host

    def actions(self) -> Mapping[str, Action]:
        return {
            "lg_join": self.join, "lg_leave": self.leave, "lg_start": self.start, "lg_rounds": self.rounds,
        }  # fmt: skip

    # -- buttons of the league's post
    async def join(self, interaction: Here, press: Press, picked: list[str]) -> None:
        row = await self.service.leagues.join(_number(press), _guild(interaction), interaction.user.id)
        await self.showing.show(interaction, Post(say("You are in the league “{name}”.", name=row.name)))

    async def leave(self, interaction: Here, press: Press, picked: list[str]) -> None:
        row = await self.service.leagues.leave(_number(press), _guild(interaction), interaction.user.id)
        told = say("You have left the league “{name}”.", name=row.name)
        if row.stage == "running":
            told += " " + say("What has not begun goes to the others; finish or give up what is under way.")
        await self.showing.show(interaction, Post(told))

    async def start(self, interaction: Here, press: Press, picked: list[str]) -> None:
        may = await self.is_host(interaction)
        row = await self.service.leagues.start(_number(press), _guild(interaction), interaction.user.id, may=may)
        await self.showing.show(interaction, Post(say("The league “{name}” begins.", name=row.name)))

    async def rounds(self, interaction: Here, press: Press, picked: list[str]) -> None:
        row = await self.service.leagues.row(_number(press), _guild(interaction))
        await self.showing.show(interaction, panels.rounds(row, await self.service.leagues.results(row)))

    async def is_host(self, interaction: Here) -> bool:
        try:
            await self.host.check(interaction)
        except NotYours:
            return False
        return True

    async def meant(self, interaction: Here, written: str | None, *stages: str) -> LeagueRow:
        """The league that is written, by its number or name; nothing written: the only one. Raises Sorry."""
        guild = _guild(interaction)
        found = await self.service.leagues.on(guild, *stages)
        if written:
            number = re.fullmatch(r"\s*(\d{1,12})\b.*", written)
            if number:
                return await self.service.leagues.row(int(number[1]), guild)
            wanted = written.strip().casefold()
            named = [row for row in found if row.name.casefold() == wanted]
            if named:
                return named[0]
            raise Sorry(words("There is no league “{name}” on this server.", name=written[:60]))
        if len(found) == 1:
            return found[0]
        if not found:
            raise Sorry(words("There is no league on this server just now. `/league create` makes one."))
        listed = "\n".join(f"• {row.id}: {row.name}" for row in found[:20])
        raise Sorry(words("There are several leagues; write which one with the option `league`:\n{leagues}", leagues=listed))

    async def league_names(self, interaction: Here, typed: str) -> list[app_commands.Choice[str]]:
        if interaction.guild_id is None:
            return []
        found = await self.service.leagues.on(interaction.guild_id, "open", "running", "over")
        return matching([(f"{row.id}: {row.name}", str(row.id)) for row in found], typed)

    async def field_names(self, interaction: Here, typed: str) -> list[app_commands.Choice[str]]:
        written = getattr(interaction.namespace, "game", None)
        try:
            game = self.community.game(str(written) if written else None)
        except Sorry:
            return []
        return matching([(str(name), id) for id, name in game.battlefields(2)], typed)

    # -- commands
    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        league = app_commands.Group(
            name="league", description="Leagues: everybody meets everybody", allowed_contexts=ON_SERVERS
        )

        @league.command(name="create", description="Make a league; people join it with a button")
        @app_commands.describe(
            name="Its name", battlefield="On which battlefield", game="Which game (not needed where there is one)",
            pace="How much time for a turn", policy="What happens when time runs out (if left out: they lose the match)",
            together="All rounds at once, instead of one after the other", twice="Everybody meets everybody twice",
        )  # fmt: skip
        @app_commands.choices(policy=[
            app_commands.Choice(name="they lose the match", value="forfeit"),
            app_commands.Choice(name="the bot makes a simple move for them", value="auto"),
            app_commands.Choice(name="they are reminded, and the match waits", value="remind"),
        ])  # fmt: skip
        async def create(
            interaction: discord.Interaction[Any],
            name: app_commands.Range[str, 1, 60],
            battlefield: str | None = None,
            game: str | None = None,
            pace: str | None = None,
            policy: str = "forfeit",
            together: bool = False,
            twice: bool = False,
        ) -> None:
            async def work() -> None:
                await self.create(interaction, name, battlefield, game, pace, policy, together=together, twice=twice)

            await self.showing.answer(interaction, work)

        @league.command(name="join", description="Join a league that has not begun")
        @app_commands.describe(league=WHICH)
        async def join(interaction: discord.Interaction[Any], league: str | None = None) -> None:
            async def work() -> None:
                await self.join(interaction, _press(await self.meant(interaction, league, "open")), [])

            await self.showing.answer(interaction, work)

        @league.command(name="leave", description="Leave a league; what has not begun goes to the others")
        @app_commands.describe(league=WHICH)
        async def leave(interaction: discord.Interaction[Any], league: str | None = None) -> None:
            async def work() -> None:
                await self.leave(interaction, _press(await self.meant(interaction, league)), [])

            await self.showing.answer(interaction, work)

        @league.command(name="start", description="For the one who made it: begin")
        @app_commands.describe(league=WHICH)
        async def start(interaction: discord.Interaction[Any], league: str | None = None) -> None:
            async def work() -> None:
                await self.start(interaction, _press(await self.meant(interaction, league, "open")), [])

            await self.showing.answer(interaction, work)

        @league.command(name="table", description="Who stands where")
        @app_commands.describe(league=WHICH)
        async def table(interaction: discord.Interaction[Any], league: str | None = None) -> None:
            async def work() -> None:
                row = await self.meant(interaction, league)
                results = await self.service.leagues.results(row)
                await self.showing.show(interaction, panels.table_post(row, results, self.service.games))

            await self.showing.answer(interaction, work)

        @league.command(name="rounds", description="Who meets whom, and how it ended")
        @app_commands.describe(league=WHICH)
        async def rounds(interaction: discord.Interaction[Any], league: str | None = None) -> None:
            async def work() -> None:
                await self.rounds(interaction, _press(await self.meant(interaction, league)), [])

            await self.showing.answer(interaction, work)

        @league.command(name="rule", description="For the one who made it: say how two people's match ends")
        @app_commands.describe(
            one="The one", other="The other", outcome="How it ends", league=WHICH,
        )  # fmt: skip
        @app_commands.choices(outcome=[
            app_commands.Choice(name="the one wins", value="one"),
            app_commands.Choice(name="the other wins", value="other"),
            app_commands.Choice(name="a draw", value="draw"),
            app_commands.Choice(name="it does not count", value="void"),
        ])  # fmt: skip
        async def rule(
            interaction: discord.Interaction[Any],
            one: discord.Member | discord.User,
            other: discord.Member | discord.User,
            outcome: str,
            league: str | None = None,
        ) -> None:
            async def work() -> None:
                row = await self.meant(interaction, league, "running")
                winner = {"one": one.id, "other": other.id, "draw": None}.get(outcome, 0)
                may = await self.is_host(interaction)
                await self.service.leagues.rule(
                    row.id, row.guild, interaction.user.id, (one.id, other.id), winner, may=may
                )
                told = say("It is noted: {one} against {other}.", one=who(one.id), other=who(other.id))
                await self.showing.show(interaction, Post(told))

            await self.showing.answer(interaction, work)

        @league.command(name="cancel", description="For the one who made it: no further match begins")
        @app_commands.describe(league=WHICH)
        async def cancel(interaction: discord.Interaction[Any], league: str | None = None) -> None:
            async def work() -> None:
                row = await self.meant(interaction, league)
                may = await self.is_host(interaction)
                await self.service.leagues.cancel(row.id, row.guild, interaction.user.id, may=may)
                told = say("The league “{name}” is called off. Matches under way are played as any other.", name=row.name)
                await self.showing.show(interaction, Post(told))

            await self.showing.answer(interaction, work)

        create.autocomplete("game")(self.community.game_names)
        create.autocomplete("pace")(self.community.pace_names)
        create.autocomplete("battlefield")(self.field_names)
        command: Any
        for command in (join, leave, start, table, rounds, rule, cancel):
            command.autocomplete("league")(self.league_names)
        tree.add_command(league)

    async def create(
        self, interaction: Here, name: str, battlefield: str | None, game: str | None, written: str | None, policy: str,
        *, together: bool, twice: bool,
    ) -> None:  # fmt: skip
        guild, parent = _guild(interaction), getattr(interaction.channel, "parent_id", None)
        await self.service.guilds.may_start(guild, interaction.channel_id or 0, parent or 0)
        meant = self.community.game(game)
        fields = dict(meant.battlefields(2))
        wanted = (battlefield or "").strip().casefold()
        field = next((id for id, label in fields.items() if wanted in (id.casefold(), str(label).casefold())), "")
        if not wanted and fields:
            field = next(iter(fields))
        if not field:
            raise Sorry(words("“{name}” is no battlefield for two players.", name=(battlefield or "")[:60]))
        agreed: Policy = "auto" if policy == "auto" else "remind" if policy == "remind" else "forfeit"
        chosen = written or (await self.service.keeper.guild(guild)).pace or PACES[0].id
        terms = Terms(meant.name, field, pace(chosen).id, agreed, together, twice)
        number = await self.service.leagues.create(
            name, terms, interaction.user.id, guild, interaction.channel_id or 0, interaction.id
        )
        await self.showing.show(interaction, Post(say("League {n} is posted in this channel.", n=number)))


def _press(row: LeagueRow) -> Press:
    return Press(0, 0, "lg", str(row.id))


def _number(press: Press) -> int:
    return int(press.arg) if press.arg.isdigit() else 0


def _guild(interaction: Here) -> int:
    if interaction.guild_id is None:
        raise Sorry(words("Write this in a channel of your server."))
    return interaction.guild_id
