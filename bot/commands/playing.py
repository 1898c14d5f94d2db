"""The commands of a turn: one for each verb, all with what is possible now as they are typed. Answers are private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import games
from bot.errors import Sorry
from bot.panels import choices
from bot.panels.ids import Press, means
from bot.panels.post import OPTION, cut
from bot.showing import Here
from engine.core.text import say, words
from engine.core.views import OptionView, View
from engine.registry import Verb

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

        @tree.command(name="end", description="End your attacks or your turn")
        @app_commands.describe(what="What to end (your turn or its phase, if you write nothing)", match="Which match")
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

        for command in (choose, end, undo, play):
            command.autocomplete("match")(me.which.autocomplete)
        for verb in games.verbs().values():
            tree.add_command(self._command(verb))

        @choose.autocomplete("option")
        async def options(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await me.options(interaction, "choose", typed)

        @end.autocomplete("what")
        async def ends(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await me.options(interaction, "end", typed)

    def _command(self, verb: Verb) -> app_commands.Command[Any, ..., Any]:
        """The command of a verb: its subject, and what is done with it where a game gives the verb an object."""
        me = self
        which = "Which match (not needed in its thread)"

        async def alone(interaction: discord.Interaction[Any], subject: str, match: str | None = None) -> None:
            await me.any_subject(interaction, match, verb.id, subject)

        async def both(
            interaction: discord.Interaction[Any], subject: str, object: str | None = None, match: str | None = None
        ) -> None:
            if object is None:
                await me.any_subject(interaction, match, verb.id, subject)
            else:
                await me.act(interaction, match, verb.id, subject, object)

        run = app_commands.rename(subject=verb.subject)(
            app_commands.describe(subject=verb.subject_line.form, match=which)(both if verb.object else alone)
        )
        if verb.object:
            run = app_commands.rename(object=verb.object)(app_commands.describe(object=verb.object_line.form)(run))
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=verb.id, description=verb.line.form, callback=run
        )

        async def subjects(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await (me.subjects if verb.object else me.options)(interaction, verb.id, typed)

        async def objects(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await me.objects(interaction, verb.id, str(getattr(interaction.namespace, verb.subject, "")), typed)

        command.autocomplete("subject")(subjects)
        command.autocomplete("match")(me.which.autocomplete)
        if verb.object:
            command.autocomplete("object")(objects)
        return command

    async def any_subject(self, interaction: Here, match: str | None, verb: str, line: str) -> None:
        """A verb without an object: the option is found by key or by name; where several have that subject, they are
        shown."""

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
            subjects = {
                option.subject for option in look.seen.options
                if option.verb == verb and wanted in (option.subject.casefold(), str(option.subject_label).casefold())
            }  # fmt: skip
            if found:
                await self.desk.typed(interaction, look, verb, found[0].subject, found[0].key, None)
            elif len(subjects) == 1:
                panel = choices.of_subject(look.facts, look.seen, verb, subjects.pop())
                await self.showing.show(interaction, panel, look)
            else:
                await self.desk.typed(interaction, look, verb, "", line, None)

        await self.showing.answer(interaction, work)

    async def end(self, interaction: Here, match: str | None, what: str | None) -> None:
        async def work() -> None:
            look = await self.service.look(await self.which.match(interaction, match), interaction.user.id)
            ends = [option for option in look.seen.options if option.verb == "end"]
            named = {option.subject for option in ends}
            only = next(iter(named)) if len(named) == 1 else "turn"  # a phase that can be ended, if not the turn
            wanted = (what or ("turn" if "turn" in named else only)).casefold()
            for option in ends:
                if means(what or "", option.key) or wanted in (option.subject, str(option.label).casefold()):
                    await self.desk.typed(interaction, look, "end", option.subject, option.key, None)
                    return
            if look.seat is None or look.seat not in look.seen.asked or not ends:
                await self.desk.cockpit(interaction, look)  # where a question comes first, it is seen
                return
            raise Sorry(await self.service.why(look.facts.id, interaction.user.id, f"end:{wanted}"))

        await self.showing.answer(interaction, work)


def short_key(option: OptionView) -> str:
    return option.key if len(option.key) <= OPTION else str(option.label)[:OPTION]
