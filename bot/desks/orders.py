"""``/orders``: listing, changing and cancelling one's standing orders, privately."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.desks.desk import Action, Desk
from bot.errors import Sorry
from bot.panels import orders as panels
from bot.panels.ids import Press
from bot.showing import Here
from engine.core.text import say, words


class OrdersDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {"orders": self.listed, "o_pick": self.picked, "o_set": self.give, "o_usual": self.as_usual}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        @tree.command(name="orders", description="What is done for you while you are away; only you see this")
        @app_commands.describe(match="Which match (not needed in its thread)")
        async def orders(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                await self.listed(interaction, Press(await self.which.match(interaction, match), 0, "orders"), [])

            await self.showing.answer(interaction, work)

        orders.autocomplete("match")(self.which.autocomplete)

    async def listed(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self._show(interaction, press.match)

    async def _show(self, interaction: Here, match: int, notice: str = "") -> None:
        given = await self.service.orders.listed(match, interaction.user.id)
        facts = self.service.facts(await self.service.record(match))
        await self.showing.show(interaction, panels.orders(facts, given, notice))

    async def picked(self, interaction: Here, press: Press, picked: list[str]) -> None:
        given = await self.service.orders.listed(press.match, interaction.user.id)
        found = next((each for each in given if each.order.id == press.arg), None)
        if found is None or not picked or picked[0] not in dict(found.order.values):
            raise Sorry(words("There is no such standing order. `/orders` lists them all."))
        if picked[0] == found.value:
            await self._show(interaction, press.match)
            return
        facts = self.service.facts(await self.service.record(press.match))
        await self.showing.show(interaction, panels.confirm(facts, found.order, picked[0]))

    async def give(self, interaction: Here, press: Press, picked: list[str]) -> None:
        order, _, value = press.arg.partition("=")
        await self.service.orders.give(press.match, interaction.user.id, {order: value})
        await self._show(interaction, press.match, say("That is ordered."))

    async def as_usual(self, interaction: Here, press: Press, picked: list[str]) -> None:
        given = await self.service.orders.listed(press.match, interaction.user.id)
        usual = {each.order.id: each.order.default for each in given if not each.usual}
        await self.service.orders.give(press.match, interaction.user.id, usual)
        await self._show(interaction, press.match, say("All is as usual again."))
