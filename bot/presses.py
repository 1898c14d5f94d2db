"""Hands each press and each form on to the desk that serves it. A press carries all it needs in its id; see
:mod:`bot.panels.ids`."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.commands.which import Which
from bot.desks.armies import ArmiesDesk
from bot.desks.community import CommunityDesk
from bot.desks.desk import Desk
from bot.desks.host import HostDesk
from bot.desks.league import LeagueDesk
from bot.desks.lobby import LobbyDesk
from bot.desks.looking import LookingDesk
from bot.desks.memory import MemoryDesk
from bot.desks.orders import OrdersDesk
from bot.desks.pictures import PicturesDesk
from bot.desks.privacy import PrivacyDesk
from bot.desks.setup import SetupDesk
from bot.desks.table import TableDesk
from bot.desks.time import TimeDesk
from bot.desks.turns import TurnsDesk
from bot.desks.views import ViewsDesk
from bot.errors import Sorry
from bot.panels.ids import Press
from bot.service import Service
from bot.showing import Here, Showing
from engine.core.text import words

OLD = words("This button is from an older version of the bot. `/match status` shows where the match stands.")


class Presses:
    """All desks. A further one is a line here."""

    def __init__(self, service: Service, showing: Showing) -> None:
        self.service = service
        self.showing = showing
        which = Which(service)
        self.armies = ArmiesDesk(service, showing, which)
        self.looking = LookingDesk(service, showing, which)
        self.views = ViewsDesk(service, showing, which)
        self.lobby = LobbyDesk(service, showing, which, self.armies, self.looking)
        self.turns = TurnsDesk(service, showing, which)
        self.orders = OrdersDesk(service, showing, which)
        self.setup = SetupDesk(service, showing, which)
        self.pictures = PicturesDesk(service, showing, which)
        self.privacy = PrivacyDesk(service, showing, which)
        self.memory = MemoryDesk(service, showing, which)
        self.community = CommunityDesk(service, showing, which)
        self.time = TimeDesk(service, showing, which)
        self.table = TableDesk(service, showing, which)
        self.host = HostDesk(service, showing, which)
        self.league = LeagueDesk(service, showing, which, self.community, self.host)
        self.desks: tuple[Desk, ...] = (
            self.turns,
            self.lobby,
            self.armies,
            self.looking,
            self.views,
            self.orders,
            self.setup,
            self.pictures,
            self.privacy,
            self.memory,
            self.community,
            self.league,
            self.time,
            self.table,
            self.host,
        )
        self._actions = {name: action for desk in self.desks for name, action in desk.actions().items()}
        self._asks = {name: ask for desk in self.desks for name, ask in desk.asks().items()}
        self._written = {name: written for desk in self.desks for name, written in desk.written().items()}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add every desk's commands."""
        for desk in self.desks:
            desk.register(tree)

    async def on_press(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """The only entry for components."""
        ask = self._asks.get(press.action)
        if ask is not None:  # a form must be the first answer: it is its own acknowledgement
            await self.showing.answer(interaction, lambda: ask(interaction, press), deferred=False)
            return

        async def work() -> None:
            action = self._actions.get(press.action)
            if action is None:
                raise Sorry(OLD)
            await action(interaction, press, picked)

        await self.showing.answer(interaction, work)

    async def on_form(self, interaction: Here, press: Press, line: str) -> None:
        """The only entry for forms."""

        async def work() -> None:
            written = self._written.get(press.action)
            if written is None:
                raise Sorry(OLD)
            await written(interaction, press, line)

        await self.showing.answer(interaction, work)
