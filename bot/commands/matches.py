"""``/match``: starting, joining, leaving, looking, giving up, keeping."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands.playing import matching
from bot.errors import Sorry
from bot.panels import lobby, private, prompt
from bot.panels.ids import Press
from bot.panels.post import Post, pages
from bot.permissions import missing_permissions
from engine.core.text import Text, say, words

if TYPE_CHECKING:
    from bot.desks.lobby import LobbyDesk

WHICH = "Which match (not needed in its thread)"


def called(side: Text | str) -> set[str]:
    """What a team may be called by whoever types: its name in their language, and in English."""
    return {str(side).casefold(), side.form.casefold() if isinstance(side, Text) else side.casefold()}


def group(lobby_desk: LobbyDesk) -> app_commands.Group:
    """The command group."""
    service, showing, which = lobby_desk.service, lobby_desk.showing, lobby_desk.which
    match = app_commands.Group(name="match", description="Matches: start, join, look, give up")

    @match.command(name="new", description="Start a match")
    @app_commands.describe(
        opponent="Whom to invite (nobody: an open seat; more people: in the panel)", players="How many play (2 if left out)"
    )
    async def new(
        interaction: discord.Interaction[Any],
        opponent: discord.Member | discord.User | None = None,
        players: app_commands.Range[int, 2, 4] = 2,
    ) -> None:
        async def work() -> None:
            if interaction.guild_id is None:
                raise Sorry(words("Start matches in a channel of your server: there is nobody to join here."))
            await lobby_desk.may_start(interaction)
            missing = missing_permissions(interaction.app_permissions)
            needed = [f"• **{name}**: {what}" for name, what in missing]
            if not (interaction.app_permissions.view_channel and interaction.app_permissions.send_messages):
                raise Sorry(
                    words("I lack permissions in this channel. Please ask your host:\n{needed}", needed="\n".join(needed))
                )
            fault = say("I lack permissions here:\n{needed}", needed="\n".join(needed)) if needed else ""
            rivals: tuple[int, ...] = ()
            if opponent is not None and opponent.id == interaction.user.id:
                fault = say("You cannot play against yourself. Choose somebody else, or leave the seat open.")
            elif opponent is not None and opponent.bot and opponent.id != service.builtin_user:
                fault = say("Other bots do not play. Choose a person, or me.")
            elif opponent is not None:
                rivals = (opponent.id,)
            games = list(service.games.values())
            settings = await service.keeper.guild(interaction.guild_id)
            draft = lobby.first_draft(games, rivals, players, settings)
            await showing.show(interaction, lobby.new_match(draft, games, fault))

        await showing.answer(interaction, work)

    @match.command(name="join", description="Join a match")
    @app_commands.describe(match=WHICH, team="Which team, in a match of teams")
    async def join(interaction: discord.Interaction[Any], match: str | None = None, team: str | None = None) -> None:
        async def work() -> None:
            number = await which.match(interaction, match)
            wanted = (team or "").strip().casefold()
            facts = service.facts(await service.record(number))
            hits = [str(mark) for mark, seats in facts.teams.items() if wanted in called(seats[0].side)]
            if wanted and not hits:
                names = ", ".join(str(seats[0].side) for seats in facts.teams.values())
                form = (
                    "There is no team “{team}” here. Write one of: {names}." if names else "There is no team “{team}” here."
                )
                raise Sorry(words(form, team=wanted, names=names))
            await lobby_desk.join(interaction, Press(number, 0, "join", hits[0] if hits else ""), [])

        await showing.answer(interaction, work)

    @match.command(name="leave", description="Leave a match that has not begun, or call off your own")
    @app_commands.describe(match=WHICH)
    async def leave(interaction: discord.Interaction[Any], match: str | None = None) -> None:
        async def work() -> None:
            told = await service.beginning.leave(await which.match(interaction, match), interaction.user.id)
            await showing.show(interaction, Post(told))

        await showing.answer(interaction, work)

    @match.command(name="army", description="Choose or build your army")
    @app_commands.describe(match=WHICH)
    async def army(interaction: discord.Interaction[Any], match: str | None = None) -> None:
        async def work() -> None:
            await lobby_desk.armies.army(interaction, Press(await which.match(interaction, match), 0, "army"), [])

        await showing.answer(interaction, work)

    @match.command(name="start", description="You are ready; the match begins when everybody is")
    @app_commands.describe(match=WHICH)
    async def start(interaction: discord.Interaction[Any], match: str | None = None) -> None:
        async def work() -> None:
            await lobby_desk.ready(interaction, Press(await which.match(interaction, match), 0, "ready"), [])

        await showing.answer(interaction, work)

    @match.command(name="status", description="Where a match stands; without one, all of yours")
    @app_commands.describe(match=WHICH)
    async def status(interaction: discord.Interaction[Any], match: str | None = None) -> None:
        async def work() -> None:
            here = await service.match_in(interaction.channel_id or 0)
            numbers = [await which.match(interaction, match)] if match or here is not None else []
            numbers = numbers or [facts.id for facts in await service.matches_of(interaction.user.id)]
            if not numbers:
                raise Sorry(words("You are in no match. `/match new` starts one."))
            lines: list[str] = []
            for number in numbers[:20]:
                look = await service.look(number, interaction.user.id)
                lines += [prompt.status(look.facts, look.view), ""]
            await showing.show(interaction, [Post(text) for text in pages("\n".join(lines).strip().splitlines())])

        await showing.answer(interaction, work)

    @match.command(name="resign", description="Give up")
    @app_commands.describe(match=WHICH)
    async def resign(interaction: discord.Interaction[Any], match: str | None = None) -> None:
        async def work() -> None:
            look = await service.look(await which.match(interaction, match), interaction.user.id)
            if look.seat is None:
                raise Sorry(words("You are not one of the players of this match."))
            if look.seen.outcome is not None:
                raise Sorry(words("The match is over."))
            await showing.show(interaction, private.resign(look.facts), look)

        await showing.answer(interaction, work)

    @match.command(name="export", description="A finished match as a file, or what you may know of a running one")
    @app_commands.describe(match=WHICH)
    async def export(interaction: discord.Interaction[Any], match: str | None = None) -> None:
        async def work() -> None:
            await lobby_desk.looking.export(interaction, Press(await which.match(interaction, match), 0, "export"), [])

        await showing.answer(interaction, work)

    @join.autocomplete("team")
    async def teams(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        number = await which.quietly(interaction)
        if number is None:
            return []
        facts = service.facts(await service.record(number))
        return matching([(str(seats[0].side), str(seats[0].side)) for seats in facts.teams.values()], typed)

    command: Any
    for command in (join, leave, army, start, resign):
        command.autocomplete("match")(which.autocomplete)
    for command in (status, export):
        command.autocomplete("match")(which.seen)
    return match
