"""Looking back: the log and what is found in it, replays, a match step by step, and a finished match from its file.

Whoever has no seat sees what the table sees; of a finished match everybody sees everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot import discord_form, games, languages
from bot.chronicle import Chronicle, Filter, Span
from bot.commands.playing import matching
from bot.desks.desk import Action, Ask, Desk, Written
from bot.errors import Sorry
from bot.history import LARGEST, Chapter
from bot.panels import memory
from bot.panels.ids import Press
from bot.panels.post import Post
from bot.records import Errand, MatchRecord, Say
from bot.showing import Here
from engine.core.text import say, words
from render import theme

MOST = 9999  # turns


class MemoryDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {
            "log": self.log, "logkind": self.log_kind, "logseat": self.log_seat,
            "replay": self.replay, "rshow": self.show_all, "step": self.step, "stepturn": self.step_turn,
            "poster": self.poster,
        }  # fmt: skip

    def asks(self) -> Mapping[str, Ask]:
        return {"logfind": self.ask_find, "rturns": self.ask_turns, "stepto": self.ask_turn}

    def written(self) -> Mapping[str, Written]:
        return {"logfound": self.found, "rspan": self.span_written, "stepat": self.turn_written}

    # -- the log
    async def log(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """The argument: nothing, a page, or a page and what is looked for."""
        head, _, carried = press.arg.partition("~")
        page = head.partition(".")[0]
        await self.show_log(interaction, press.match, Filter.read(carried), int(page) if page.isdigit() else None)

    async def show_log(self, interaction: Here, match: int, wanted: Filter, page: int | None = None) -> None:
        chapter = await self.service.history.chapter(match, interaction.user.id)
        look = chapter.look
        await self.showing.show(interaction, memory.log(look.facts, look.seen, chapter.chronicle, wanted, page))

    async def log_kind(self, interaction: Here, press: Press, picked: list[str]) -> None:
        wanted = Filter.read(press.arg)
        kind = picked[0] if picked and picked[0] in games.TOLD else ""
        await self.show_log(interaction, press.match, replace(wanted, kind=kind))

    async def log_seat(self, interaction: Here, press: Press, picked: list[str]) -> None:
        seat = int(picked[0]) if picked and picked[0].isdigit() else None
        await self.show_log(interaction, press.match, replace(Filter.read(press.arg), seat=seat))

    async def ask_find(self, interaction: Here, press: Press) -> None:
        form = Press(press.match, 0, "logfound", press.arg)
        await interaction.response.send_modal(
            discord_form.Form(form, say("Find in the log"), say("Turns, words, or both"), say("3-7 wolf"), longest=60)
        )

    async def found(self, interaction: Here, press: Press, line: str) -> None:
        await self.show_log(interaction, press.match, Filter.read(press.arg).asked_for(line))

    # -- replays
    async def replay(self, interaction: Here, press: Press, picked: list[str]) -> None:
        chapter = await self.service.history.chapter(press.match, interaction.user.id)
        await self.show_replay(interaction, chapter, self.span(chapter.chronicle, press.arg))

    def span(self, chronicle: Chronicle, arg: str) -> Span:
        """``since``, ``turn``, ``whole``, or ``t3`` and ``t3-7``: turns."""
        first, _, last = arg.removeprefix("t").partition("-")
        if arg.startswith("t") and first.isdigit():
            return _turns(chronicle, int(first), int(last) if last.isdigit() else int(first))
        if arg == "whole":
            return chronicle.whole()
        return chronicle.last_turn() if arg == "turn" else chronicle.since_last_turn()

    async def show_replay(self, interaction: Here, chapter: Chapter, span: Span) -> None:
        look, chronicle = chapter.look, chapter.chronicle
        if not chronicle.length:
            raise Sorry(words("Nothing has happened yet that could be shown."))
        drawn = self.showing.painter.can_draw(look.seen)
        await self.showing.show(interaction, memory.replay(look.facts, chronicle, span, drawn=drawn), look)

    async def ask_turns(self, interaction: Here, press: Press) -> None:
        form = Press(press.match, 0, "rspan")
        await interaction.response.send_modal(
            discord_form.Form(form, say("Replay"), say("Which turns"), say("3-7"), longest=20)
        )

    async def span_written(self, interaction: Here, press: Press, line: str) -> None:
        wanted = Filter().asked_for(line)
        if not wanted.first:
            raise Sorry(words("Write the turns as numbers: `5`, or `3-7`."))
        chapter = await self.service.history.chapter(press.match, interaction.user.id)
        span = _turns(chapter.chronicle, wanted.first, wanted.last or MOST)
        await self.show_replay(interaction, chapter, span)

    async def show_all(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """A finished match's replay as a public post in its place."""
        first, _, last = press.arg.partition("-")
        user = interaction.user.id
        chapter = await self.service.history.chapter(press.match, user)
        if not chapter.everything or not (first.isdigit() and last.isdigit()):
            raise Sorry(words("Only a finished match can be shown to everybody: until then each sees what they may know."))
        chronicle = chapter.chronicle
        span = _named(chronicle, max(1, int(first)), min(int(last), chronicle.length))

        def change(record: MatchRecord) -> list[Errand]:
            return [Say(memory.shown(self.service.facts(record), user, span))]

        film = memory.film(chapter.look.facts, None, span)
        record = await self.service.record(press.match)
        look = await self.service.looks.public(record.guild)
        with languages.speaking(record.language), theme.using(look):  # as it will be posted, and is then drawn already
            await self.service.history.picture(film, self.showing.painter)  # whoever asks hears if it cannot be drawn
        await self.service.change(press.match, change)
        await self.showing.show(interaction, Post(say("It is being drawn and posted where the match was played.")))

    async def poster(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        if look.seen.outcome is None:
            raise Sorry(words("There is a poster when the match is over."))
        await self.showing.show(interaction, memory.poster(look.facts, look.seen), look)

    # -- step by step
    async def step(self, interaction: Here, press: Press, picked: list[str]) -> None:
        number = press.arg.partition(".")[0]
        await self.show_step(interaction, press.match, lambda chronicle: int(number) if number.isdigit() else 0)

    async def step_turn(self, interaction: Here, press: Press, picked: list[str]) -> None:
        turn = int(picked[0]) if picked and picked[0].isdigit() else 0
        await self.show_step(interaction, press.match, lambda chronicle: chronicle.step_of_turn(turn))

    async def ask_turn(self, interaction: Here, press: Press) -> None:
        form = Press(press.match, 0, "stepat")
        await interaction.response.send_modal(
            discord_form.Form(form, say("Step by step"), say("To which turn"), say("12"), longest=6)
        )

    async def turn_written(self, interaction: Here, press: Press, line: str) -> None:
        if not line.strip().isdigit():
            raise Sorry(words("Write the number of a turn."))
        await self.show_step(interaction, press.match, lambda chronicle: chronicle.step_of_turn(int(line)))

    async def show_step(self, interaction: Here, match: int, number: Any) -> None:
        chapter = await self.service.history.chapter(match, interaction.user.id)
        look, chronicle = chapter.look, chapter.chronicle
        if not chapter.everything:
            raise Sorry(words("A match can be walked through when it is over. Until then: `/log` and `/replay`."))
        step = number(chronicle)
        moment = await self.service.history.moment(match, look.seat, chronicle.step(step))
        await self.showing.show(interaction, memory.stepper(look.facts, chronicle, step, moment.view), look)

    # -- commands
    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        me = self

        @tree.command(name="log", description="What happened, as far as you may know it; by player, kind, turn or words")
        @app_commands.describe(
            who="Whose doings", what="What kind of things", first="From this turn on", last="… up to this turn",
            text="Words to be found", match="Which match (not needed in its thread)",
        )  # fmt: skip
        @app_commands.rename(first="from", last="to")
        async def log(
            interaction: discord.Interaction[Any],
            who: str | None = None,
            what: str | None = None,
            first: app_commands.Range[int, 1, MOST] | None = None,
            last: app_commands.Range[int, 1, MOST] | None = None,
            text: app_commands.Range[str, 1, 60] | None = None,
            match: str | None = None,
        ) -> None:
            async def work() -> None:
                number = await me.which.match(interaction, match)
                look = await me.service.look(number, interaction.user.id)
                names = {games.seat_name(look.seen, seat.seat): seat.seat for seat in look.facts.seats}
                wanted = Filter(_seat(names, who), _kind(what), first or 0, last or 0, text or "")
                await me.show_log(interaction, number, wanted)

            await me.showing.answer(interaction, work)

        @tree.command(name="replay", description="What happened as an animated picture; only you see this")
        @app_commands.describe(
            span="What to show (what is new to you, if you write nothing)", first="Or: from this turn on",
            last="… up to this turn", match="Which match (not needed in its thread)",
        )  # fmt: skip
        @app_commands.rename(first="from", last="to")
        @app_commands.choices(span=[
            app_commands.Choice(name="since your last turn", value="since"),
            app_commands.Choice(name="the last turn", value="turn"),
            app_commands.Choice(name="the whole match", value="whole"),
            app_commands.Choice(name="step by step (finished matches)", value="steps"),
            app_commands.Choice(name="on one poster (finished matches)", value="poster"),
        ])  # fmt: skip
        async def replay(
            interaction: discord.Interaction[Any],
            span: str = "since",
            first: app_commands.Range[int, 1, MOST] | None = None,
            last: app_commands.Range[int, 1, MOST] | None = None,
            match: str | None = None,
        ) -> None:
            async def work() -> None:
                number = await me.which.match(interaction, match)
                if span == "steps":
                    start = first or 0
                    await me.show_step(interaction, number, lambda chronicle: chronicle.step_of_turn(start) if start else 0)
                    return
                if span == "poster":
                    await me.poster(interaction, Press(number, 0, "poster"), [])
                    return
                turns = f"t{first or 1}-{last or (MOST if first else 1)}" if first or last else span
                await me.replay(interaction, Press(number, 0, "replay", turns), [])

            await me.showing.answer(interaction, work)

        for command in (log, replay):
            command.autocomplete("match")(me.which.seen)

        @log.autocomplete("who")
        async def seats(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            number = await me.which.quietly(interaction)
            view = (await me.service.look(number, interaction.user.id)).view if number is not None else None
            if number is None or view is None:
                return []
            found = (await me.service.look(number, interaction.user.id)).facts.seats
            names = [games.seat_name(view, seat.seat) for seat in found]
            return matching([(name, name) for name in names], typed)

        @log.autocomplete("what")
        async def kinds(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return matching([(str(label), kind) for kind, label in games.TOLD.items()], typed)

        found = tree.get_command("match")
        if isinstance(found, app_commands.Group):
            self._import(found)

    def _import(self, group: app_commands.Group) -> None:
        me = self

        @group.command(name="import", description="Take in a finished match from its file, to look at and walk through")
        @app_commands.describe(file="The file that /match export gave")
        async def bring(interaction: discord.Interaction[Any], file: discord.Attachment) -> None:
            async def work() -> None:
                if interaction.guild_id is None:
                    raise Sorry(words("Take matches in where they are to be shown: in a channel of your server."))
                if file.size > LARGEST:
                    raise Sorry(say("That file is too large to be a match: {n} bytes.", n=file.size))
                number = await me.service.history.bring_in(
                    await file.read(), interaction.user.id, interaction.guild_id, interaction.channel_id or 0, interaction.id
                )
                text = say("It is match {match} here, posted in this channel.", match=number)
                await me.showing.show(interaction, Post(text))

            await me.showing.answer(interaction, work)


def _turns(chronicle: Chronicle, first: int, last: int) -> Span:
    try:
        return chronicle.between(min(first, last), max(first, last))
    except ValueError:
        raise Sorry(words("Those turns have not been played; the last one is turn {n}.", n=chronicle.turns)) from None


def _named(chronicle: Chronicle, first: int, last: int) -> Span:
    """The span with a name for others than the one who chose it."""
    if first <= 1 and last >= chronicle.length:
        return chronicle.whole()
    one, other = chronicle.turn_at(first), chronicle.turn_at(max(first, last - 1))
    name = words("turn {n}", n=one) if one == other else words("turns {first} to {last}", first=one, last=other)
    return Span(first, last, name)


def _seat(names: Mapping[str, int], written: str | None) -> int | None:
    if not written:
        return None
    hits = [seat for name, seat in names.items() if written.casefold() in name.casefold()]
    exact = [seat for name, seat in names.items() if written.casefold() == name.casefold()]
    if len(exact or hits) != 1:
        raise Sorry(words("“{name}” is nobody here. Write one of: {names}.", name=written[:40], names=", ".join(names)))
    return (exact or hits)[0]


def _kind(written: str | None) -> str:
    if not written:
        return ""
    wanted = written.casefold()
    hits = [kind for kind, label in games.TOLD.items() if wanted == kind or wanted in str(label).casefold()]
    if not hits:
        kinds = ", ".join(map(str, games.TOLD.values()))
        raise Sorry(words("There is no such kind as “{kind}”. Write one of: {kinds}.", kind=written[:40], kinds=kinds))
    return hits[0]
