"""How pictures look to whom: to a person as they have settled it, else as the host of the server has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.core.text import Text, say, words
from render.theme import Look

if TYPE_CHECKING:
    from bot.keeping import Keeper

THEMES: dict[str, Text] = {
    "dark": words("dark"),
    "light": words("light"),
    "dark-safe": words("dark, for colour-blind eyes"),
    "light-safe": words("light, for colour-blind eyes"),
}
"""What people call the palettes."""
PRINTS: dict[str, Text] = {"usual": words("usual print"), "large": words("large print")}


class Looks:
    """Finds looks."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper

    async def public(self, guild: int) -> Look:
        """The look of what a server's posts show."""
        settings = await self.keeper.guild(guild)
        return Look(settings.theme, settings.large)

    async def private(self, user: int, guild: int) -> Look:
        """The look of what that person alone is shown. ``guild``: whose match it is about; 0: none's."""
        player = await self.keeper.player(user)
        public = await self.public(guild) if guild else Look()
        return Look(player.theme or public.theme, public.large if player.large is None else player.large)

    async def settle(self, user: int, theme: str | None, size: str | None) -> None:
        """Keep a person's wishes: a theme of ``THEMES``, a size of ``PRINTS``. None leaves one as it was, anything else
        takes it back."""
        changes: dict[str, Any] = {}
        if theme is not None:
            changes["theme"] = theme if theme in THEMES else ""
        if size is not None:
            changes["large"] = size == "large" if size in PRINTS else None
        if changes:
            await self.keeper.change_player(user, lambda player: msgspec.structs.replace(player, **changes))


def look_words(look: Look) -> str:
    """A look in words: "light, large print"."""
    theme = THEMES.get(look.theme, THEMES["dark"])
    return say("{theme}; {print}", theme=theme, print=PRINTS["large" if look.large else "usual"])
