"""The table beside the rules: ``/match pause``, ``resume`` and ``replace``, ``/takeback``; whether chance was honest:
``/verify`` and ``/fairness``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import discord
from discord import app_commands

from bot import languages
from bot.desks.desk import Action, Desk
from bot.errors import Sorry
from bot.panels.ids import Press
from bot.panels.post import Post, pages
from bot.showing import Here
from engine.core.text import Text, words

WHICH = "Which match (not needed in its thread)"


class TableDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {
            "agree": self.agree, "disagree": self.disagree, "takeover": self.take_over, "takebot": self.let_bot,
            "verify": self.verify, "fairness": self.fairness,
        }  # fmt: skip

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        group = tree.get_command("match")
        assert isinstance(group, app_commands.Group), "the lobby's desk registers first"

        @group.command(name="pause", description="Ask the others to pause the match: nobody's time runs then")
        @app_commands.describe(match=WHICH)
        async def pause(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                number = await self.which.match(interaction, match)
                await self.tell(interaction, await self.service.table.pause(number, interaction.user.id, interaction.id))

            await self.showing.answer(interaction, work)

        @group.command(name="resume", description="Ask the others to go on with a paused match")
        @app_commands.describe(match=WHICH)
        async def resume(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                number = await self.which.match(interaction, match)
                await self.tell(interaction, await self.service.table.resume(number, interaction.user.id, interaction.id))

            await self.showing.answer(interaction, work)

        @group.command(name="replace", description="Offer your seat to others, or have somebody replaced who is silent")
        @app_commands.describe(player="Who has been silent for long (left out: you yourself want to leave)", match=WHICH)
        async def replace(
            interaction: discord.Interaction[Any], player: discord.User | None = None, match: str | None = None
        ) -> None:
            async def work() -> None:
                number, user = await self.which.match(interaction, match), interaction.user.id
                if player is None or player.id == user:
                    await self.tell(interaction, await self.service.replacing.ask_out(number, user))
                else:
                    await self.tell(interaction, await self.service.table.replace(number, user, player.id, interaction.id))

            await self.showing.answer(interaction, work)

        @group.command(name="undo", description="Whether one may take back one's own steps in this match")
        @app_commands.describe(allowed="May one? (Once the match has begun, the others are asked)", match=WHICH)
        async def undo(interaction: discord.Interaction[Any], allowed: bool, match: str | None = None) -> None:
            async def work() -> None:
                number = await self.which.match(interaction, match)
                told = await self.service.table.undo(number, interaction.user.id, interaction.id, allowed=allowed)
                await self.tell(interaction, told)

            await self.showing.answer(interaction, work)

        @tree.command(name="takeback", description="Ask the others to take back what was done since your last decision")
        @app_commands.describe(since="How far back", match=WHICH)
        @app_commands.choices(
            since=[
                app_commands.Choice(name="my last decision", value="decision"),
                app_commands.Choice(name="the start of my last turn", value="turn"),
            ]
        )
        async def takeback(
            interaction: discord.Interaction[Any], since: Literal["decision", "turn"] = "decision", match: str | None = None
        ) -> None:
            async def work() -> None:
                number, whole = await self.which.match(interaction, match), since == "turn"
                told = await self.service.table.take_back(
                    number, interaction.user.id, interaction.id, whole_turn=whole
                )
                await self.tell(interaction, told)

            await self.showing.answer(interaction, work)

        @tree.command(name="verify", description="Check every die and shuffle of a finished match")
        @app_commands.describe(match="Which match (not needed in its thread)")
        async def verify(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                await self.verify(interaction, Press(await self.which.match(interaction, match), 0, "verify"), [])

            await self.showing.answer(interaction, work)

        @tree.command(name="fairness", description="How the dice and the cards fell, against what was to be expected")
        @app_commands.describe(match=WHICH)
        async def fairness(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                await self.fairness(interaction, Press(await self.which.match(interaction, match), 0, "fairness"), [])

            await self.showing.answer(interaction, work)

        command: Any
        for command in (pause, resume, replace, undo, takeback):
            command.autocomplete("match")(self.which.autocomplete)
        for command in (verify, fairness):
            command.autocomplete("match")(self.which.seen)

    async def tell(self, interaction: Here, told: Text) -> None:
        await self.showing.show(interaction, Post(str(told)))

    async def agree(self, interaction: Here, press: Press, picked: list[str]) -> None:
        told = await self.service.table.agree(press.match, interaction.user.id, number(press), interaction.id)
        await self.tell(interaction, told)

    async def disagree(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.tell(interaction, await self.service.table.decline(press.match, interaction.user.id, number(press)))

    async def take_over(self, interaction: Here, press: Press, picked: list[str]) -> None:
        if interaction.user.bot:
            raise Sorry(words("Other bots do not play."))
        told = await self.service.replacing.take_over(
            press.match, interaction.user.id, number(press), interaction.id, languages.language()
        )
        await self.tell(interaction, told)

    async def let_bot(self, interaction: Here, press: Press, picked: list[str]) -> None:
        told = await self.service.replacing.let_bot(press.match, interaction.user.id, number(press), interaction.id)
        await self.tell(interaction, told)

    async def verify(self, interaction: Here, press: Press, picked: list[str]) -> None:
        lines = await self.service.fairness.verified(press.match)
        await self.showing.show(interaction, [Post(text) for text in pages(lines)])

    async def fairness(self, interaction: Here, press: Press, picked: list[str]) -> None:
        lines = await self.service.fairness.told(press.match)
        await self.showing.show(interaction, [Post(text) for text in pages(lines)])


def number(press: Press) -> int:
    if not press.arg.isdigit():
        raise Sorry(words("This button is from an older version of the bot."))
    return int(press.arg)
