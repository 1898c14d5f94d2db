"""The commands of a turn: one for each verb, all with what is possible now as they are typed. Answers are private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.errors import Sorry
from bot.panels import choices
from bot.panels.ids import Press, means
from bot.panels.post import OPTION, cut
from bot.showing import Here
from engine.core.text import say, words
from engine.core.views import OptionView, View

if TYPE_CHECKING:
    from bot.desks.turns import TurnsDesk

MOST = 25


def choice(name: str, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=cut(name, OPTION) or "?", value=value[:OPTION])


def matching(options: list[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """At most 25 of the ``(name, value)`` that contain what is typed; those that begin with it first."""
    wanted = typed.casefold().strip()
    hits = [each for each in options if wanted in each[0].casefold()]
    hits.sort(key=lambda each: not each[0].casefold().startswith(wanted))
    return [choice(name, value) for name, value in hits[:MOST]]


def option_name(option: OptionView, *, whole: bool = False) -> str:
    label = str(option.whole if whole else option.label)
    return f"{label}: {option.detail}" if option.detail else label


class Playing:
    """Registers the commands; each is a thin way into the desk."""

    def __init__(self, desk: TurnsDesk) -> None:
        self.desk = desk
        self.which = desk.which
        self.service = desk.service
        self.showing = desk.showing

    # -- what may be typed
    async def view(self, interaction: Here) -> View | None:
        """The asker's view of the match that is meant; None where there is none."""
        match = await self.which.quietly(interaction)
        if match is None:
            return None
        look = await self.service.look(match, interaction.user.id)
        return look.view

    async def options(self, interaction: Here, verb: str, typed: str) -> list[app_commands.Choice[str]]:
        """The options of a verb as they stand alone."""
        view = await self.view(interaction)
        found = choices.best_first([option for option in view.options if option.verb == verb]) if view else []
        return matching([(option_name(option, whole=verb == "choose"), short_key(option)) for option in found], typed)

    async def subjects(self, interaction: Here, verb: str, typed: str) -> list[app_commands.Choice[str]]:
        view = await self.view(interaction)
        groups = choices.grouped(view, verb) if view else {}
        return matching([(str(group[0].subject_label) or subject, subject) for subject, group in groups.items()], typed)

    async def objects(self, interaction: Here, verb: str, subject: str, typed: str) -> list[app_commands.Choice[str]]:
        view = await self.view(interaction)
        groups = choices.grouped(view, verb) if view else {}
        return matching(
            [(option_name(option), short_key(option)) for option in choices.best_first(groups.get(subject, []))], typed
        )

    # -- doing it
    async def act(self, interaction: Here, match: str | None, verb: str, subject: str, line: str) -> None:
        async def work() -> None:
            number = await self.which.match(interaction, match)
            look = await self.service.look(number, interaction.user.id)
            whom = self._subject(look.view, verb, subject) if subject and look.view is not None else subject
            await self.desk.typed(interaction, look, verb, whom, line, None)

        await self.showing.answer(interaction, work)

    def _subject(self, view: View, verb: str, written: str) -> str:
        """Whom what was written means; it need not have been picked from the list."""
        groups = choices.grouped(view, verb)
        if written in groups:
            return written
        wanted = written.casefold()
        hits = [key for key, group in groups.items() if wanted in str(group[0].subject_label).casefold()]
        if len(hits) == 1:
            return hits[0]
        refused = [each for each in view.refused if each.verb == verb and wanted in str(each.subject_label).casefold()]
        if refused:
            raise Sorry("\n".join(f"✗ {each.subject_label}: {each.label}: {each.why}" for each in refused[:8]))
        names = ", ".join(str(group[0].subject_label) for group in groups.values()) or say("nothing now")
        raise Sorry(words("“{written}” is not understood. Possible: {names}.", written=written, names=names))

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        me = self

        @tree.command(name="choose", description="Answer the question you are asked")
        @app_commands.describe(option="What you choose", match="Which match (not needed in its thread)")
        async def choose(interaction: discord.Interaction[Any], option: str, match: str | None = None) -> None:
            await me.act(interaction, match, "choose", "", option)

        @tree.command(name="cast", description="Cast a spell from your hand; only you see this")
        @app_commands.describe(card="The card", match="Which match (not needed in its thread)")
        async def cast(interaction: discord.Interaction[Any], card: str, match: str | None = None) -> None:
            await me.any_subject(interaction, match, "cast", card)

        @tree.command(name="summon", description="Summon a squad or hero")
        @app_commands.describe(card="Whom to summon", match="Which match (not needed in its thread)")
        async def summon(interaction: discord.Interaction[Any], card: str, match: str | None = None) -> None:
            await me.any_subject(interaction, match, "summon", card)

        @tree.command(name="ability", description="Use an ability")
        @app_commands.describe(ability="Which ability", match="Which match (not needed in its thread)")
        async def ability(interaction: discord.Interaction[Any], ability: str, match: str | None = None) -> None:
            await me.any_subject(interaction, match, "ability", ability)

        @tree.command(name="move", description="Move a figure")
        @app_commands.describe(
            figure="Which figure",
            to="Where to, or a whole path: F5 F6 G6",
            match="Which match (not needed in its thread)",
        )
        async def move(interaction: discord.Interaction[Any], figure: str, to: str, match: str | None = None) -> None:
            await me.act(interaction, match, "move", figure, to)

        @tree.command(name="attack", description="Attack")
        @app_commands.describe(figure="Who attacks", target="Whom", match="Which match (not needed in its thread)")
        async def attack(interaction: discord.Interaction[Any], figure: str, target: str, match: str | None = None) -> None:
            await me.act(interaction, match, "attack", figure, target)

        @tree.command(name="end", description="End your attacks or your turn")
        @app_commands.describe(what="What to end (your turn, if you write nothing)", match="Which match")
        async def end(interaction: discord.Interaction[Any], what: str | None = None, match: str | None = None) -> None:
            await me.end(interaction, match, what)

        @tree.command(name="undo", description="Take your last step back, as long as nothing was rolled or revealed")
        @app_commands.describe(match="Which match (not needed in its thread)")
        async def undo(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                number = await me.which.match(interaction, match)
                receipt = await me.service.undo(number, interaction.user.id, interaction.id)
                await me.desk.receipt(interaction, receipt)

            await me.showing.answer(interaction, work)

        @tree.command(name="play", description="What is asked of you, with buttons for everything; only you see this")
        @app_commands.describe(match="Which match (not needed in its thread)")
        async def play(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                await me.desk.play(interaction, Press(await me.which.match(interaction, match), 0, "play"), [])

            await me.showing.answer(interaction, work)

        for command in (choose, cast, summon, ability, move, attack, end, undo, play):
            command.autocomplete("match")(me.which.autocomplete)

        @choose.autocomplete("option")
        async def options(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await me.options(interaction, "choose", typed)

        for command, parameter in ((cast, "card"), (summon, "card"), (ability, "ability")):
            command.autocomplete(parameter)(_of_verb(me, command.name))

        @end.autocomplete("what")
        async def ends(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await me.options(interaction, "end", typed)

        for command, parameter in ((move, "figure"), (attack, "figure")):
            command.autocomplete(parameter)(_subjects_of_verb(me, command.name))
        for command, parameter in ((move, "to"), (attack, "target")):
            command.autocomplete(parameter)(_objects_of_verb(me, command.name))

    async def any_subject(self, interaction: Here, match: str | None, verb: str, line: str) -> None:
        """A verb whose subject says all: the option is found by key or by name."""

        async def work() -> None:
            look = await self.service.look(await self.which.match(interaction, match), interaction.user.id)
            wanted = line.casefold()
            hits = [
                option for option in look.seen.options
                if option.verb == verb and (means(line, option.key) or wanted == option.subject.casefold()
                                            or wanted in str(option.label).casefold())
            ]  # fmt: skip
            exact = [option for option in hits if means(line, option.key) or wanted == str(option.label).casefold()]
            found = (exact or hits)[:1] if len(exact or hits) == 1 or exact else []
            if found:
                await self.desk.typed(interaction, look, verb, found[0].subject, found[0].key, None)
            else:
                await self.desk.typed(interaction, look, verb, "", line, None)

        await self.showing.answer(interaction, work)

    async def end(self, interaction: Here, match: str | None, what: str | None) -> None:
        async def work() -> None:
            look = await self.service.look(await self.which.match(interaction, match), interaction.user.id)
            ends = [option for option in look.seen.options if option.verb == "end"]
            wanted = (what or "turn").casefold()
            for option in ends:
                if means(what or "", option.key) or wanted in (option.subject, str(option.label).casefold()):
                    await self.desk.typed(interaction, look, "end", option.subject, option.key, None)
                    return
            if look.seat is None or look.seat not in look.seen.asked:
                await self.desk.cockpit(interaction, look)
                return
            keys = [f"end:{wanted}"]
            raise Sorry(await self.service.why(look.facts.id, interaction.user.id, keys[0]))

        await self.showing.answer(interaction, work)


def short_key(option: OptionView) -> str:
    return option.key if len(option.key) <= OPTION else str(option.label)[:OPTION]


def _of_verb(me: Playing, verb: str) -> Any:
    async def complete(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await me.options(interaction, verb, typed)

    return complete


def _subjects_of_verb(me: Playing, verb: str) -> Any:
    async def complete(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await me.subjects(interaction, verb, typed)

    return complete


def _objects_of_verb(me: Playing, verb: str) -> Any:
    async def complete(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await me.objects(interaction, verb, str(getattr(interaction.namespace, "figure", "")), typed)

    return complete
