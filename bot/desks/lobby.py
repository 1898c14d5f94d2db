"""Before the first turn: putting a match together, sitting down, getting ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from discord import app_commands

from bot import discord_form
from bot.commands import matches
from bot.commands.which import Which
from bot.desks.armies import ArmiesDesk
from bot.desks.desk import Action, Ask, Desk, Written
from bot.desks.looking import LookingDesk
from bot.desks.setup import present
from bot.errors import Sorry
from bot.games import Game
from bot.pace import EXAMPLES, pace, read
from bot.panels import choices, lobby
from bot.panels.facts import POLICIES, named
from bot.panels.ids import Press
from bot.panels.post import Post
from bot.service import Service
from bot.showing import Here, Showing
from engine.core.text import say, words


class LobbyDesk(Desk):
    def __init__(self, service: Service, showing: Showing, which: Which, armies: ArmiesDesk, looking: LookingDesk) -> None:
        super().__init__(service, showing, which)
        self.armies = armies
        self.looking = looking

    def actions(self) -> Mapping[str, Action]:
        return {
            "n_field": self.draft_changed, "n_rival": self.draft_changed,
            "n_policy": self.draft_changed, "n_players": self.draft_changed, "n_create": self.create,
            "n_options": self.draft_options, "n_opt": self.draft_option,
            "join": self.join, "fill": self.fill, "decline": self.decline, "cancel": self.cancel, "ready": self.ready,
            "rematch": self.rematch,
        }  # fmt: skip

    def asks(self) -> Mapping[str, Ask]:
        return {"n_pace": self.pick_pace}

    def written(self) -> Mapping[str, Written]:
        return {"n_own": self.wrote_pace}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        tree.add_command(matches.group(self))

    @property
    def games(self) -> list[Game]:
        return list(self.service.games.values())

    async def draft_changed(self, interaction: Here, press: Press, picked: list[str]) -> None:
        draft = lobby.Draft.read(press.arg, self.games)
        fault = ""
        match press.action:
            case "n_field" if picked:
                draft = lobby.picked_field(draft, self.games, picked[0])
            case "n_rival":
                rivals = tuple(int(each) for each in picked)[: draft.players - 1]
                fault = self._rival_fault(interaction, rivals)
                draft = msgspec.structs.replace(draft, rivals=() if fault else rivals)
            case "n_policy" if picked and picked[0] in POLICIES:
                draft = msgspec.structs.replace(draft, policy=picked[0])
        await self.showing.show(interaction, lobby.new_match(draft, self.games, fault))

    async def pick_pace(self, interaction: Here, press: Press) -> None:
        """A pace of the list, or a form for one's own: which of them is known only by what was picked."""
        picked = discord_form.data_of(interaction).get("values", [])
        if picked == [lobby.OWN_PACE]:
            form = Press(0, 0, "n_own", press.arg)
            await interaction.response.send_modal(
                discord_form.Form(form, say("Own pace"), say("For each turn, or for the match"), EXAMPLES, longest=60)
            )
            return
        await interaction.response.defer()
        draft = lobby.Draft.read(press.arg, self.games)
        if picked:
            draft = msgspec.structs.replace(draft, pace=pace(picked[0]).id)
        await self.showing.show(interaction, lobby.new_match(draft, self.games))

    async def wrote_pace(self, interaction: Here, press: Press, line: str) -> None:
        draft = msgspec.structs.replace(lobby.Draft.read(press.arg, self.games), pace=read(line).id)
        await self.showing.show(interaction, lobby.new_match(draft, self.games))

    async def draft_options(self, interaction: Here, press: Press, picked: list[str]) -> None:
        draft = lobby.Draft.read(press.arg, self.games)
        await self.showing.show(interaction, lobby.match_options(draft, self.service.games[draft.game]))

    async def draft_option(self, interaction: Here, press: Press, picked: list[str]) -> None:
        number, _, text = press.arg.partition("~")
        draft = lobby.Draft.read(text, self.games)
        game = self.service.games[draft.game]
        options = game.options()
        if not (number.isdigit() and int(number) < len(options) and picked and picked[0].isdigit()):
            raise Sorry(words("This panel is from an older version of the bot. Please start again: `/match new`."))
        option = options[int(number)]
        if int(picked[0]) < len(option.values):
            draft = draft.with_options(game, draft.agreed(game) | {option.id: option.values[int(picked[0])][0]})
        await self.showing.show(interaction, lobby.match_options(draft, game))

    def _rival_fault(self, interaction: Here, rivals: tuple[int, ...]) -> str:
        users = discord_form.data_of(interaction).get("resolved", {}).get("users", {})
        if interaction.user.id in rivals:
            return say("You cannot play against yourself. Choose somebody else, or leave the seat open.")
        if any(users.get(str(each), {}).get("bot") and each != self.service.builtin_user for each in rivals):
            return say("Other bots do not play. Choose a person, or me, or leave the seat open.")
        return ""

    async def create(self, interaction: Here, press: Press, picked: list[str]) -> None:
        draft = lobby.Draft.read(press.arg, self.games)
        await self.may_start(interaction)
        facts = await self.service.beginning.create(
            draft, interaction.user.id, interaction.guild_id or 0, interaction.channel_id or 0, interaction.id
        )
        await self.showing.show(interaction, Post(say("Match {match} is posted in this channel.", match=facts.id)))

    async def may_start(self, interaction: Here) -> None:
        """Raises Sorry where the server's host allows no further match, by this person, in this channel."""
        present(interaction)
        guild, parent = interaction.guild_id or 0, getattr(interaction.channel, "parent_id", None)
        await self.service.guilds.may_start(guild, interaction.channel_id or 0, parent or 0)
        roles = [role.id for role in getattr(interaction.user, "roles", ())]
        await self.service.guilds.may_be_a_starter(guild, roles, interaction.permissions.manage_guild)
        await self.service.gathering.may_begin(interaction.user.id, guild)

    async def join(self, interaction: Here, press: Press, picked: list[str]) -> None:
        team = int(press.arg) if press.arg.isdigit() else None
        facts = await self.service.beginning.join(press.match, interaction.user.id, team)
        seat = facts.seat_of(interaction.user.id)
        assert seat is not None
        place = facts.seats[seat].place
        intro = say("You are in, as {place}. ", place=place) if place else say("You are in. ")
        await self.showing.show(interaction, await self.armies.army_post(facts.id, interaction.user.id, intro))

    async def fill(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.service.beginning.fill(press.match, interaction.user.id)
        await self.showing.show(interaction, Post(say("I take the open seats.")))

    async def decline(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.service.beginning.decline(press.match, interaction.user.id)
        await self.showing.show(interaction, Post(say("You have declined. The seat is open to others now.")))

    async def cancel(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.service.beginning.cancel(press.match, interaction.user.id)
        await self.showing.show(interaction, Post(say("Match {match} is called off.", match=press.match)))

    async def ready(self, interaction: Here, press: Press, picked: list[str]) -> None:
        facts = await self.service.beginning.ready(press.match, interaction.user.id)
        if facts.stage == "playing":
            look = await self.service.look(facts.id, interaction.user.id)
            await self.showing.show(
                interaction, choices.cockpit(look.facts, look.seen, notice=say("The match has begun.")), look
            )
            return
        waiting = [seat.user for seat in facts.seats if not seat.ready]
        text = say("You are ready. The match begins when {players} is ready too.", players=named(waiting))
        await self.showing.show(interaction, Post(text))

    async def rematch(self, interaction: Here, press: Press, picked: list[str]) -> None:
        facts = await self.service.beginning.rematch(press.match, interaction.user.id, interaction.id)
        await self.showing.show(interaction, Post(say("Match {match} is posted in the channel.", match=facts.id)))
