"""The commands to look with, each the same as a button; and ``/confer``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.panels.ids import Press
from bot.showing import Here

if TYPE_CHECKING:
    from bot.desks.desk import Action
    from bot.desks.looking import LookingDesk


def register(tree: app_commands.CommandTree[Any], desk: LookingDesk) -> None:
    async def press(interaction: Here, match: str | None, action: Action) -> None:
        async def work() -> None:
            await action(interaction, Press(await desk.which.match(interaction, match), 0, ""), [])

        await desk.showing.answer(interaction, work)

    @tree.command(name="hand", description="Your hand; only you see this")
    @app_commands.describe(match="Which match (not needed in its thread)")
    async def hand(interaction: discord.Interaction[Any], match: str | None = None) -> None:
        await press(interaction, match, desk.hand)

    @tree.command(name="confer", description="Tell your team mate something privately, or read what was said")
    @app_commands.describe(text="What you want to say (nothing: read)", match="Which match (not needed in its thread)")
    async def confer(interaction: discord.Interaction[Any], text: str | None = None, match: str | None = None) -> None:
        async def work() -> None:
            number = await desk.which.match(interaction, match)
            if text is None:
                await desk.conferred(interaction, number)
            else:
                await desk.said(interaction, Press(number, 0, "said"), text)

        await desk.showing.answer(interaction, work)

    for command in (hand, confer):
        command.autocomplete("match")(desk.which.autocomplete)
