"""Armies: for a match, and on one's own bench. The builder's components carry ``game~page``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from discord import app_commands

from bot import discord_form
from bot.commands import armies as commands
from bot.commands.which import Which
from bot.desks.desk import Action, Ask, Desk, Written
from bot.errors import Sorry
from bot.games import Game
from bot.panels import armies
from bot.panels.armies import Bench
from bot.panels.ids import Press
from bot.panels.post import Post
from bot.service import Service
from bot.showing import Here, Showing
from bot.workshop import LONGEST_NAME, Workshop
from engine.core.text import say, words


class ArmiesDesk(Desk):
    def __init__(self, service: Service, showing: Showing, which: Which) -> None:
        super().__init__(service, showing, which)
        self.workshop = Workshop(service)

    def actions(self) -> Mapping[str, Action]:
        return {
            "army": self.army, "build": self.build, "own": self.own,
            "a_open": self.bench_page, "a_cards": self.bench_page, "a_spells": self.bench_page, "a_start": self.bench_page,
            "a_leader": self.bench_changed, "a_add": self.bench_changed, "a_drop": self.bench_changed,
            "a_deck": self.bench_changed, "a_from": self.bench_changed, "a_clear": self.bench_changed,
            "a_saved": self.bench_saved, "a_terms": self.bench_terms,
        }  # fmt: skip

    def asks(self) -> Mapping[str, Ask]:
        return {"a_save": self.ask_name, "a_write": self.ask_army}

    def written(self) -> Mapping[str, Written]:
        return {"named": self.bench_named, "written": self.bench_written}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        tree.add_command(commands.group(self))

    async def army(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.showing.show(interaction, await self.army_post(press.match, interaction.user.id))

    async def army_post(self, match: int, user: int, intro: str = "") -> Post:
        bench = await self.workshop.bench(match, "", user)
        facts = self.service.facts(await self.service.record(match))
        seat = facts.seat_of(user)
        assert seat is not None
        post = armies.army_choice(facts, seat, bench)
        return msgspec.structs.replace(post, text=intro + post.text)

    async def build(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """A recommended army for a match."""
        await self.workshop.change(press.match, "", interaction.user.id, lambda game, _: _build(game, picked))
        await self.showing.show(interaction, await self.army_post(press.match, interaction.user.id))

    async def own(self, interaction: Here, press: Press, picked: list[str]) -> None:
        bench = await self.workshop.bench(press.match, "", interaction.user.id)
        await self.showing.show(interaction, armies.overview(bench))

    async def bench_page(self, interaction: Here, press: Press, picked: list[str]) -> None:
        game, page = _bench_arg(press)
        bench = await self.workshop.bench(press.match, game, interaction.user.id)
        await self.showing.show(interaction, _page_of(press.action, bench, page))

    async def bench_changed(self, interaction: Here, press: Press, picked: list[str]) -> None:
        name, page = _bench_arg(press)
        action = press.action

        def edit(game: Game, army: dict[str, Any]) -> dict[str, Any]:
            match action:
                case "a_leader" if picked:
                    return armies.with_leader(game, army, picked[0])
                case "a_add":
                    return armies.with_cards(army, picked)
                case "a_drop":
                    return armies.without_cards(army, picked)
                case "a_deck":
                    here = armies.deck_page(game, str(army.get("planeswalker") or ""), page)
                    return armies.with_spells(army, [each.id for each in here], picked)
                case "a_from":
                    return _build(game, picked)
                case "a_clear":
                    return dict(armies.NOTHING)
            return army

        bench = await self.workshop.change(press.match, name, interaction.user.id, edit)
        await self.showing.show(interaction, _page_of(action, bench, page))

    async def bench_saved(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """A saved army, picked from the list by its number: names may be too long for it."""
        name, _ = _bench_arg(press)
        bench = await self.workshop.bench(press.match, name, interaction.user.id)
        if not (picked and picked[0].isdigit() and int(picked[0]) < len(bench.saved)):
            raise Sorry(words("That army is not there any more."))
        bench = await self.workshop.take(press.match, name, interaction.user.id, bench.saved[int(picked[0])])
        await self.showing.show(interaction, armies.overview(bench))

    async def bench_terms(self, interaction: Here, press: Press, picked: list[str]) -> None:
        name, number = _bench_arg(press)
        options = self.workshop.game(name).options()
        if number >= len(options) or not picked or not picked[0].isdigit():
            raise Sorry(words("That is not on offer any more."))
        bench = await self.workshop.agree(name, interaction.user.id, options[number].id, int(picked[0]))
        await self.showing.show(interaction, armies.start_page(bench))

    async def ask_name(self, interaction: Here, press: Press) -> None:
        form = Press(press.match, 0, "named", press.arg)
        await interaction.response.send_modal(
            discord_form.Form(form, say("Save the army"), say("Its name"), say("Wolves at the gate"), longest=LONGEST_NAME)
        )

    async def bench_named(self, interaction: Here, press: Press, line: str) -> None:
        game, _ = _bench_arg(press)
        bench, name = await self.workshop.save(press.match, game, interaction.user.id, line)
        await self.showing.show(interaction, armies.overview(bench, say("Saved as “{name}”.", name=name)))

    async def ask_army(self, interaction: Here, press: Press) -> None:
        """A form with the army as text, to be written anew or pasted over."""
        game, _ = _bench_arg(press)
        bench = await self.workshop.bench(press.match, game, interaction.user.id)
        form = Press(press.match, 0, "written", f"{bench.game.name}~")
        text = bench.game.army_text(bench.army) if bench.leader else ""
        example = bench.game.terms().written
        await interaction.response.send_modal(
            discord_form.Form(form, say("Write an army"), say("The army"), example, longest=4000, lines=True, value=text)
        )

    async def bench_written(self, interaction: Here, press: Press, text: str) -> None:
        game, _ = _bench_arg(press)
        bench = await self.workshop.write(press.match, game, interaction.user.id, text)
        await self.showing.show(interaction, armies.overview(bench))


def _bench_arg(press: Press) -> tuple[str, int]:
    """The game and the number that a component of a bench carries."""
    game, _, number = press.arg.partition("~")
    return game, int(number) if number.isdigit() else 0


def _page_of(action: str, bench: Bench, page: int) -> Post:
    """The page of the builder on which an action was, or to which it leads."""
    if not bench.leader and action in ("a_cards", "a_spells", "a_add", "a_drop", "a_deck"):
        return armies.overview(bench, str(bench.game.terms().first))
    match action:
        case "a_cards" | "a_add" | "a_drop":
            return armies.cards_page(bench, page)
        case "a_spells" | "a_deck":
            return armies.spells_page(bench, page)
        case "a_start":
            return armies.start_page(bench)
    return armies.overview(bench)


def _build(game: Game, picked: list[str]) -> dict[str, Any]:
    """The recommended army that was picked. Raises Sorry."""
    found = next((each for each in game.builds() if picked and each.id == picked[0]), None)
    if found is None:
        raise Sorry(words("That army is not on offer any more."))
    return armies.tidy(found.army)
