"""Which match is meant: the one whose thread this is; elsewhere the one named, or the only one."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import app_commands

from bot.errors import Sorry
from bot.panels.facts import Facts
from bot.panels.post import cut
from bot.service import Service
from bot.showing import Here
from engine.core.text import say, words

MOST = 25
STAGES = {"open": words("waiting for players"), "armies": words("choosing armies"), "playing": words("being played"),
          "over": words("over")}  # fmt: skip


class Which:
    def __init__(self, service: Service) -> None:
        self.service = service

    async def match(self, interaction: Here, written: str | None) -> int:
        """The match's number. Raises Sorry, saying how to name one."""
        if written:
            found = re.search(r"\d+", written)
            if not found:
                raise Sorry(words("“{written}” is no match. Write its number, or pick it from the list.", written=written))
            await self._may_look(interaction, int(found[0]))
            return int(found[0])
        here = await self.service.match_in(interaction.channel_id or 0)
        if here is not None:
            return here
        mine = await self.service.matches_of(interaction.user.id)
        if not mine:
            raise Sorry(words("You are in no match. `/match new` starts one."))
        if len(mine) == 1:
            return mine[0].id
        listed = "\n".join(f"• {self.name(facts, interaction.user.id)}" for facts in mine[:20])
        raise Sorry(words("You are in several matches; write which one with the option `match`:\n{listed}", listed=listed))

    async def _may_look(self, interaction: Here, match: int) -> None:
        """Numbers can be guessed: of another server's match only its players may know."""
        record = await self.service.record(match)
        elsewhere = record.guild and record.guild != (interaction.guild_id or 0)
        if elsewhere and record.seat_of(interaction.user.id) is None:
            raise Sorry(words("There is no match {match} here.", match=match))

    async def quietly(self, interaction: Here) -> int | None:
        """The same while a command is being typed."""
        written = getattr(interaction.namespace, "match", None)
        try:
            return await self.match(interaction, str(written) if written else None)
        except Sorry:
            return None

    def name(self, facts: Facts, user: int) -> str:
        form = "{match}: {title} on {field}, {stage}"
        stage = STAGES.get(facts.stage, facts.stage)
        return say(form, match=facts.id, title=facts.title, field=facts.battlefield, stage=stage)

    async def autocomplete(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        found = []
        for facts in await self.service.matches_of(interaction.user.id):
            name = self.name(facts, interaction.user.id)
            if typed.casefold() in name.casefold():
                found.append(app_commands.Choice(name=cut(name, 100), value=str(facts.id)))
        return found[:MOST]

    async def seen(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        """Matches to look at, finished ones and those of others on the server too; one's own first."""
        user = interaction.user.id
        records = await self.service.keeper.to_look_back(interaction.guild_id or 0, user)
        records.sort(key=lambda record: (record.seat_of(user) is None, record.stage == "over"))
        names = [(record.id, self.name(self.service.facts(record), user)) for record in records]
        return [app_commands.Choice(name=cut(name, 100), value=str(id)) for id, name in names
                if typed.casefold() in name.casefold()][:MOST]  # fmt: skip
