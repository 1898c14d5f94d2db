"""Playing: what is asked, choosing, confirming, taking back, giving up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot import discord_form
from bot.commands.playing import Playing
from bot.desks.desk import SPECTATOR, Action, Ask, Desk, Written
from bot.panels import choices, private
from bot.panels.ids import Press
from bot.service import Look, Receipt
from bot.showing import Here
from bot.typed import meant
from engine.core.text import say, words
from engine.core.views import OptionView

GONE = words("That button is from an earlier moment of the match. This is what is true now:")
NOT_YOURS = words("That is not your button: you are not one of the players of this match.")
DEALT_WITH = words("That has been dealt with.")


class TurnsDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {
            "play": self.play, "verb": self.verb, "sub": self.subject, "subs": self.subject, "page": self.page,
            "pick": self.pick, "opt": self.option, "go": self.go, "noask": self.go, "undo": self.undo,
            "resign": self.resign,
        }  # fmt: skip

    def asks(self) -> Mapping[str, Ask]:
        return {"type": self.ask_path}

    def written(self) -> Mapping[str, Written]:
        return {"typed": self.path_written}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        Playing(self).register(tree)

    async def path_written(self, interaction: Here, press: Press, line: str) -> None:
        verb, _, subject = press.arg.partition("~")
        await self.typed(interaction, await self.current(interaction, press), verb, subject, line, press.version)

    def fresh(self, look: Look, press: Press) -> bool:
        """Whether what the press was made for is still what is asked of the presser."""
        return look.seat is not None and look.asked_since is not None and press.version >= look.asked_since

    async def play(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        notice = str(SPECTATOR) if look.seat is None else ""
        unseen = look.unseen if press.arg != "back" else ()
        await self.showing.show(interaction, choices.cockpit(look.facts, look.seen, notice=notice, unseen=unseen), look)

    async def cockpit(self, interaction: Here, look: Look, told: list[str] | None = None, notice: str = "") -> None:
        await self.showing.show(interaction, choices.cockpit(look.facts, look.seen, told or [], notice), look)

    async def still(self, interaction: Here, press: Press) -> Look | None:
        """What is asked now, if the press belongs to it; else the presser is shown what is true now, and None."""
        look = await self.current(interaction, press)
        if look.seat is None:
            await self.cockpit(interaction, look, notice=str(NOT_YOURS))
            return None
        if not self.fresh(look, press):
            asked = look.seat in look.seen.asked
            await self.cockpit(interaction, look, notice=str(GONE if asked else DEALT_WITH))
            return None
        return look

    async def verb(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.still(interaction, press)
        if look:
            verb, _, page = press.arg.partition("~")
            post = choices.of_verb(look.facts, look.seen, verb, int(page) if page.isdigit() else 0)
            await self.showing.show(interaction, post, look)

    async def subject(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.still(interaction, press)
        if look:
            verb, _, subject = press.arg.partition("~")
            post = choices.of_subject(look.facts, look.seen, verb, picked[0] if picked else subject)
            await self.showing.show(interaction, post, look)

    async def page(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.still(interaction, press)
        if look:
            verb, _, rest = press.arg.partition("~")
            subject, _, page = rest.rpartition("~")
            post = choices.of_subject(look.facts, look.seen, verb, subject, int(page) if page.isdigit() else 0)
            await self.showing.show(interaction, post, look)

    async def pick(self, interaction: Here, press: Press, picked: list[str]) -> None:
        arg = picked[0] if picked else ""
        await self.option(interaction, Press(press.match, press.version, "opt", arg), [])

    async def option(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """An option is taken at once, unless it carries a warning: then it is shown with Go and Back."""
        look = await self.still(interaction, press)
        if not look:
            return
        option = choices.resolve(look.seen, press.arg)
        if option is None:
            await self.cockpit(interaction, look, notice=str(GONE))
            return
        if await self.wants_preview(interaction, option):
            post = choices.preview(look.facts, look.seen, option, stop_asking=option.verb == "end")
            await self.showing.show(interaction, post, look)
            return
        await self.take(interaction, press, option)

    async def wants_preview(self, interaction: Here, option: OptionView) -> bool:
        if not option.warning:
            return False
        return option.verb != "end" or not await self.service.stopped_asking(interaction.user.id)

    async def go(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.still(interaction, press)
        if not look:
            return
        option = choices.resolve(look.seen, press.arg)
        if option is None:
            await self.cockpit(interaction, look, notice=str(GONE))
            return
        if press.action == "noask":
            await self.service.stop_asking(interaction.user.id)
        await self.take(interaction, press, option)

    async def take(self, interaction: Here, press: Press, option: OptionView) -> None:
        receipt = await self.service.act(press.match, interaction.user.id, [option.key], interaction.id, press.version)
        await self.receipt(interaction, receipt)

    async def receipt(self, interaction: Here, receipt: Receipt) -> None:
        await self.cockpit(interaction, receipt.look, receipt.told, receipt.notice)

    async def undo(self, interaction: Here, press: Press, picked: list[str]) -> None:
        if await self.still(interaction, press):
            await self.receipt(interaction, await self.service.undo(press.match, interaction.user.id, interaction.id))

    async def ask_path(self, interaction: Here, press: Press) -> None:
        form = discord_form.Form(
            Press(press.match, press.version, "typed", press.arg),
            say("Type a path"),
            say("Coordinates, in order"),
            "F5 F6 G6",
        )
        await interaction.response.send_modal(form)

    async def typed(self, interaction: Here, look: Look, verb: str, subject: str, line: str, version: int | None) -> None:
        """A destination, a target or a path that was written."""
        self.player(look)
        if look.seat not in look.seen.asked:
            await self.cockpit(interaction, look)
            return
        keys = meant(self.service.games[look.seen.game], look.seen, verb, subject, line)
        option = choices.resolve(look.seen, keys[0]) if len(keys) == 1 else None
        if option is not None and await self.wants_preview(interaction, option):
            post = choices.preview(look.facts, look.seen, option, stop_asking=option.verb == "end")
            await self.showing.show(interaction, post, look)
            return
        receipt = await self.service.act(look.facts.id, interaction.user.id, keys, interaction.id, version)
        await self.receipt(interaction, receipt)

    async def resign(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        self.player(look)
        if press.arg != "yes":
            await self.showing.show(interaction, private.resign(look.facts), look)
            return
        await self.receipt(interaction, await self.service.resign(press.match, interaction.user.id, interaction.id))
