"""``/board``: the board as one wants to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands

from bot.commands.playing import matching
from bot.panels.views import Show, Wanted

if TYPE_CHECKING:
    from bot.desks.views import ViewsDesk


def register(tree: app_commands.CommandTree[Any], desk: ViewsDesk) -> None:
    @tree.command(name="board", description="The board: all of it or a part, reach and sight, before and after the turn")
    @app_commands.describe(
        at="What to look at: a figure, a space such as F7, or a part of the board",
        show="What to show of it", start="For sight: as if it stood on this space", text="In words instead of a picture",
        match="Which match (not needed in its thread)",
    )  # fmt: skip
    @app_commands.rename(start="from")
    @app_commands.choices(show=[
        app_commands.Choice(name="reach: how far it gets, and at what risk", value="reach"),
        app_commands.Choice(name="sight: what it sees, and what is in the way", value="sight"),
        app_commands.Choice(name="the board before the last turn", value="before"),
        app_commands.Choice(name="the board after the last turn", value="after"),
    ])  # fmt: skip
    async def board(
        interaction: discord.Interaction[Any],
        at: app_commands.Range[str, 1, 60] | None = None,
        show: str = "",
        start: app_commands.Range[str, 1, 6] | None = None,
        text: bool = False,
        match: str | None = None,
    ) -> None:
        async def work() -> None:
            number = await desk.which.match(interaction, match)
            await desk.show(interaction, number, Wanted(cast("Show", show), at or "", text, start or ""))

        await desk.showing.answer(interaction, work)

    board.autocomplete("match")(desk.which.seen)

    @board.autocomplete("at")
    async def places(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        number = await desk.which.quietly(interaction)
        view = (await desk.service.look(number, interaction.user.id)).view if number is not None else None
        if view is None:
            return []
        regions = desk.service.games[view.game].regions(view.board)
        return matching([(str(region.name), region.id) for region in regions], typed)
