"""What every desk has: ways in for presses, forms and commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from discord import app_commands

from bot.commands.which import Which
from bot.errors import Sorry
from bot.panels.ids import Press
from bot.service import Look, Service
from bot.showing import Here, Showing
from engine.core.text import words

Action = Callable[[Here, Press, list[str]], Awaitable[None]]  # a button or a list; with what was picked
Ask = Callable[[Here, Press], Awaitable[None]]  # a button whose answer is a form
Written = Callable[[Here, Press, str], Awaitable[None]]  # a form that was sent; with what was written

SPECTATOR = words("You are not one of the players of this match.")


class Desk:
    """Serves some of the actions that stand in components' ids, and registers the commands that belong to them.

    Actions of all desks share one name space (:mod:`bot.panels.ids`). An action acknowledges nothing and catches nothing:
    whatever it raises is put into words by :class:`~bot.showing.Showing`.
    """

    def __init__(self, service: Service, showing: Showing, which: Which) -> None:
        self.service = service
        self.showing = showing
        self.which = which

    def actions(self) -> Mapping[str, Action]:
        return {}

    def asks(self) -> Mapping[str, Ask]:
        return {}

    def written(self) -> Mapping[str, Written]:
        return {}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the desk's commands to the tree."""

    async def current(self, interaction: Here, press: Press) -> Look:
        """The match as the presser may know it."""
        return await self.service.look(press.match, interaction.user.id)

    def player(self, look: Look) -> int:
        """The presser's seat. Raises Sorry for whoever does not play."""
        if look.seat is None:
            raise Sorry(SPECTATOR)
        return look.seat
