"""``/army``: building armies and keeping them under names. Everything is private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands.playing import matching
from bot.errors import Sorry
from bot.games import Game
from bot.panels import armies
from bot.panels.armies import Bench
from bot.panels.ids import Press
from bot.panels.post import Post, pages
from bot.workshop import LONGEST_NAME
from engine.core.text import say, words

if TYPE_CHECKING:
    from bot.desks.armies import ArmiesDesk

NAME = "Which army"
GAME = "Of which game (nothing: the first)"
WHICH = "Which match (not needed in its thread)"


def group(desk: ArmiesDesk) -> app_commands.Group:
    """The command group."""
    workshop, service, showing, which = desk.workshop, desk.service, desk.showing, desk.which
    army = app_commands.Group(name="army", description="Your armies: build, save, use; only you see this")

    @army.command(name="build", description="Build an army and its deck; nothing is bound to a match")
    @app_commands.describe(name="Begin with this army (nothing: with what is on the bench)", game=GAME)
    async def build(interaction: discord.Interaction[Any], name: str | None = None, game: str | None = None) -> None:
        async def work() -> None:
            user = interaction.user.id
            if name:
                bench = await workshop.take(0, game or "", user, name)
            else:
                bench = await workshop.bench(0, game or "", user)
            page = armies.overview(bench) if bench.leader else armies.start_page(bench)
            await showing.show(interaction, page)

        await showing.answer(interaction, work)

    @army.command(name="list", description="The armies you have saved, and the recommended ones")
    @app_commands.describe(game=GAME)
    async def list_(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def work() -> None:
            its = workshop.game(game or "")
            kept = await workshop.kept(its, interaction.user.id)
            lines = armies.listed(its, [(name, each.army, each.options) for name, each in kept.items()])
            await showing.show(interaction, [Post(text) for text in pages(lines)])

        await showing.answer(interaction, work)

    @army.command(name="show", description="A picture of an army, with its cards and spells in words")
    @app_commands.describe(name=NAME, game=GAME)
    async def show(interaction: discord.Interaction[Any], name: str, game: str | None = None) -> None:
        async def work() -> None:
            its = workshop.game(game or "")
            found, kept = await workshop.named(its, interaction.user.id, name)
            await showing.show(interaction, armies.shown(Bench(0, its, armies.tidy(kept.army), kept.options), found))

        await showing.answer(interaction, work)

    @army.command(name="use", description="Take an army into a match that has not begun")
    @app_commands.describe(name=NAME, match=WHICH)
    async def use(interaction: discord.Interaction[Any], name: str, match: str | None = None) -> None:
        async def work() -> None:
            number = await which.match(interaction, match)
            await workshop.take(number, "", interaction.user.id, name)
            await desk.army(interaction, Press(number, 0, "army"), [])

        await showing.answer(interaction, work)

    @army.command(name="save", description="Keep the army on your bench, or that of a match, under a name")
    @app_commands.describe(name="Its name", match="The match whose army it is (nothing: what you last built)", game=GAME)
    async def save(
        interaction: discord.Interaction[Any],
        name: app_commands.Range[str, 1, LONGEST_NAME],
        match: str | None = None,
        game: str | None = None,
    ) -> None:
        async def work() -> None:
            number = await which.match(interaction, match) if match else 0
            bench, kept = await workshop.save(number, game or "", interaction.user.id, name)
            await showing.show(interaction, armies.overview(bench, say("Saved as “{kept}”.", kept=kept)))

        await showing.answer(interaction, work)

    @army.command(name="rename", description="Give a saved army another name")
    @app_commands.describe(name=NAME, new="Its new name", game=GAME)
    async def rename(
        interaction: discord.Interaction[Any],
        name: str,
        new: app_commands.Range[str, 1, LONGEST_NAME],
        game: str | None = None,
    ) -> None:
        async def work() -> None:
            old, now = await workshop.rename(workshop.game(game or ""), interaction.user.id, name, new)
            await showing.show(interaction, Post(say("“{old}” is called “{now}” now.", old=old, now=now)))

        await showing.answer(interaction, work)

    @army.command(name="delete", description="Forget a saved army")
    @app_commands.describe(name=NAME, game=GAME)
    async def delete(interaction: discord.Interaction[Any], name: str, game: str | None = None) -> None:
        async def work() -> None:
            its = workshop.game(game or "")
            found, kept = await workshop.named(its, interaction.user.id, name)
            gone = await workshop.drop(its, interaction.user.id, found)
            text = armies.exported(gone, its.army_text(armies.tidy(kept.army)))
            await showing.show(
                interaction, [Post(each) for each in pages([say("“{gone}” is deleted. It was:", gone=gone), *text[1:]])]
            )

        await showing.answer(interaction, work)

    @army.command(name="export", description="An army as text, to copy and send")
    @app_commands.describe(name="Which army (nothing: what is on your bench)", game=GAME)
    async def export(interaction: discord.Interaction[Any], name: str | None = None, game: str | None = None) -> None:
        async def work() -> None:
            its = workshop.game(game or "")
            if name:
                found, kept = await workshop.named(its, interaction.user.id, name)
                army = armies.tidy(kept.army)
            else:
                found, army = say("Your army"), (await workshop.bench(0, game or "", interaction.user.id)).army
            if not army["planeswalker"]:
                raise Sorry(words("There is nothing on the bench yet: `/army build`."))
            lines = armies.exported(found, its.army_text(army))
            await showing.show(interaction, [Post(text) for text in pages(lines)])

        await showing.answer(interaction, work)

    @army.command(name="import", description="Read an army from text; without a text a form opens to paste it into")
    @app_commands.describe(text="The army, as /army export writes it", game=GAME)
    async def import_(interaction: discord.Interaction[Any], text: str | None = None, game: str | None = None) -> None:
        press = Press(0, 0, "a_write", f"{workshop.game(game or '').name}~")
        if text is None:  # a form is its own acknowledgement
            await showing.answer(interaction, lambda: desk.ask_army(interaction, press), deferred=False)
            return
        await showing.answer(interaction, lambda: desk.bench_written(interaction, press, text))

    async def meant(interaction: discord.Interaction[Any]) -> Game:
        """The game that is meant while somebody types: the one that is named, else that of the match."""
        named = getattr(interaction.namespace, "game", None)
        match = None if named else await which.quietly(interaction)
        if match is not None:
            return service.game(await service.record(match))
        return workshop.game(str(named or ""))

    async def saved(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return matching([(name, name) for name in await workshop.kept(await meant(interaction), interaction.user.id)], typed)

    async def all_names(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        its = await meant(interaction)
        names = [*await workshop.kept(its, interaction.user.id), *(build.name for build in its.builds())]
        return matching([(name, name) for name in names], typed)

    async def titles(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return matching([(each.title, each.name) for each in service.games.values()], typed)

    command: Any
    for command in (build, show, use, export):
        command.autocomplete("name")(all_names)
    for command in (rename, delete):
        command.autocomplete("name")(saved)
    for command in (use, save):
        command.autocomplete("match")(which.autocomplete)
    for command in (build, list_, show, save, rename, delete, export, import_):
        command.autocomplete("game")(titles)
    return army
