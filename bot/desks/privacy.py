"""``/privacy``: everything that is kept about oneself as a file, and having it forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.desks.desk import Action, Desk
from bot.errors import Sorry
from bot.hosting.privacy import StillHere
from bot.panels.ids import Press
from bot.panels.post import Button, Buttons, Post
from bot.showing import Here
from engine.core.text import counted, listed, say, words

LARGEST = 9 * 2**20  # bytes of a file that Discord takes from everybody
MOST_NAMED = 20  # matches in one sentence


class PrivacyDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {"p_delete": self.delete, "p_keep": self.keep}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        group = app_commands.Group(name="privacy", description="What is kept about you: see it, or have it deleted")

        @group.command(name="export", description="Everything that is kept about you, as a file; only you see this")
        async def export(interaction: discord.Interaction[Any]) -> None:
            async def work() -> None:
                await self.export(interaction)

            await self.showing.answer(interaction, work)

        @group.command(name="delete", description="Have everything about you deleted; you are asked again before")
        async def delete(interaction: discord.Interaction[Any]) -> None:
            async def work() -> None:
                await self.delete(interaction, Press(0, 0, "p_delete"), [])

            await self.showing.answer(interaction, work)

        tree.add_command(group)

    async def export(self, interaction: Here) -> None:
        data = await self.service.privacy.export(interaction.user.id)
        if len(data) > LARGEST:
            raise Sorry(words("It is more than Discord takes in one file. Ask the host of this bot for a copy of it."))
        text = say("Everything that I keep about you. To have it deleted: `/privacy delete`.")
        await self.showing.file(interaction, text, "postwalker-about-you.json", data)

    async def keep(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.showing.show(interaction, Post(say("Nothing was deleted.")))

    async def delete(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """Asks first; ``leave``: gives up what is under way; ``yes``: deletes."""
        user = interaction.user.id
        if press.arg == "leave":
            await self._leave(user)
        if press.arg != "yes":
            await self.showing.show(interaction, await self._asked(user))
            return
        try:
            await self.service.privacy.forget(user)
        except StillHere:  # something began meanwhile
            await self.showing.show(interaction, await self._asked(user))
            return
        await self.showing.show(
            interaction,
            Post(
                say(
                    "✅ It is deleted: your settings, armies and ratings are gone, and in finished matches you are called a "
                    "former player. Backups that the host made before are overwritten in time. What I have posted in "
                    "channels and in your direct messages stays on Discord: there you can delete it, or ask the server's "
                    "host to. If you play again, you begin anew."
                )
            ),
        )

    async def _asked(self, user: int) -> Post:
        running = await self.service.matches_of(user)
        if running:
            names = [f"**{facts.id}**" for facts in running[:MOST_NAMED]]
            lines = [
                str(counted(len(running), "You are still in match {matches}.", "You are still in the matches {matches}.",
                            matches=listed(names))),
                say("Your data can be deleted when they are over. Play them to their end, or give them up now: the others "
                    "win or go on without you, as the rules of the game have it. That cannot be taken back."),
            ]  # fmt: skip
            row = (
                Button(Press(0, 0, "p_delete", "leave").id(), say("Give all of them up"), "danger"),
                Button(Press(0, 0, "p_keep").id(), say("Keep everything")),
            )
            return Post("\n".join(lines), (Buttons(row),))
        leagues = await self.service.keeper.leagues_under_way(user)
        if leagues:
            names = [f"**{name}**" for name in leagues]
            raise Sorry(
                words("You play in a league that is under way: {leagues}. Leave it first (`/league leave`), then write "
                      "`/privacy delete` again.", leagues=listed(names))
            )  # fmt: skip
        lines = [
            say("**Delete everything about me?**"),
            say("Your settings, your saved armies, your ratings and what you wrote to team mates go for good. Matches you "
                "have finished stay for those you played with, with “a former player” in your place."),
            say("If you want a copy first: `/privacy export`."),
        ]  # fmt: skip
        row = (
            Button(Press(0, 0, "p_delete", "yes").id(), say("Delete for good"), "danger"),
            Button(Press(0, 0, "p_keep").id(), say("Keep everything")),
        )
        return Post("\n".join(lines), (Buttons(row),))

    async def _leave(self, user: int) -> None:
        for facts in await self.service.matches_of(user):
            if facts.stage == "playing":
                await self.service.resign(facts.id, user, 0)
            else:
                await self.service.beginning.leave(facts.id, user)
