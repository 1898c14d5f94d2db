"""``/settings pictures``: how the pictures look that somebody alone is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.desks.desk import Action, Desk
from bot.errors import Sorry
from bot.looks import PRINTS, THEMES
from bot.panels import pictures
from bot.panels.ids import Press
from bot.showing import Here
from engine.core.text import words

USUAL = "server"  # no wish of one's own
OLD = words("This panel is from an older version of the bot. Please write `/settings pictures` again.")


class PicturesDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {"look_theme": self.picked_theme, "look_print": self.picked_print}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        settings = tree.get_command("settings")
        assert isinstance(settings, app_commands.Group), "the group is registered before this desk"

        @settings.command(name="pictures", description="How the pictures look that I show you alone")
        @app_commands.describe(theme="Which colours", size="How large words and signs are")
        @app_commands.rename(size="print")
        @app_commands.choices(
            theme=[
                app_commands.Choice(name="as the server has it", value=USUAL),
                app_commands.Choice(name="dark", value="dark"),
                app_commands.Choice(name="light", value="light"),
                app_commands.Choice(name="dark, for colour-blind eyes", value="dark-safe"),
                app_commands.Choice(name="light, for colour-blind eyes", value="light-safe"),
            ],
            size=[
                app_commands.Choice(name="as the server has it", value=USUAL),
                app_commands.Choice(name="usual print", value="usual"),
                app_commands.Choice(name="large print", value="large"),
            ],
        )
        async def pictures_(
            interaction: discord.Interaction[Any], theme: str | None = None, size: str | None = None
        ) -> None:
            async def work() -> None:
                await self.settle(interaction, theme, size)

            await self.showing.answer(interaction, work)

    async def picked_theme(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.settle(interaction, picked[0] if picked else USUAL, None)

    async def picked_print(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.settle(interaction, None, picked[0] if picked else USUAL)

    async def settle(self, interaction: Here, theme: str | None, size: str | None) -> None:
        """Keep what is not None, and show what holds now, with a picture in that look."""
        if theme not in (None, USUAL, *THEMES) or size not in (None, USUAL, *PRINTS):
            raise Sorry(OLD)
        user, guild = interaction.user.id, interaction.guild_id or 0
        await self.service.looks.settle(user, theme, size)
        player = await self.service.keeper.player(user)
        look = await self.service.looks.private(user, guild)
        await self.showing.show(interaction, pictures.panel(player.theme, player.large, look, self._sample()))

    def _sample(self) -> str:
        """The id of some card."""
        return next((id for game in self.service.games.values() for id, _ in game.card_names()), "")
