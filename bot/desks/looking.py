"""Looking: the hand, what is needed seldom, a match as a file; and words between team mates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot import discord_form
from bot.commands import asking, looking
from bot.conferring import LONGEST_WORD
from bot.desks.desk import Action, Ask, Desk, Written
from bot.errors import Sorry
from bot.panels import private
from bot.panels.facts import named
from bot.panels.ids import Press
from bot.panels.post import Post
from bot.showing import Here
from engine.core.text import say, words


class LookingDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {"hand": self.hand, "more": self.more, "export": self.export}

    def asks(self) -> Mapping[str, Ask]:
        return {"confer": self.ask_word}

    def written(self) -> Mapping[str, Written]:
        return {"said": self.said}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        looking.register(tree, self)
        asking.register(tree, self)

    async def hand(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        if look.seat is None:
            raise Sorry(words("You are not one of the players of this match. Only players hold cards."))
        await self.showing.show(interaction, private.hand(look.facts, look.seen), look)

    async def more(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        await self.showing.show(interaction, private.more(look.facts, look.seen), look)

    async def export(self, interaction: Here, press: Press, picked: list[str]) -> None:
        name, data, words = await self.service.history.export(press.match, interaction.user.id)
        await self.showing.file(interaction, words, name, data)

    async def ask_word(self, interaction: Here, press: Press) -> None:
        """A form for a word to one's team mates; whoever has none is told so at once."""
        await self.service.conferring.conferred(press.match, interaction.user.id)
        form = Press(press.match, 0, "said")
        await interaction.response.send_modal(
            discord_form.Form(
                form, say("To your team alone"), say("What you want to say"), say("Shall I take the left glyph?"),
                longest=LONGEST_WORD, lines=True,
            )
        )  # fmt: skip

    async def said(self, interaction: Here, press: Press, text: str) -> None:
        told = await self.service.conferring.confer(press.match, interaction.user.id, text)
        where = say("it goes by direct message, and `/confer` shows it to your team alone")
        await self.showing.show(
            interaction, Post(say("Only {players} can read that: {where}.", players=named(told), where=where))
        )

    async def conferred(self, interaction: Here, match: int) -> None:
        facts, said = await self.service.conferring.conferred(match, interaction.user.id)
        await self.showing.show(interaction, private.talk(facts, said))
