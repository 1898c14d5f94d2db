"""One's own time: being away, reminders, quiet hours."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from functools import cache
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot import absence
from bot.commands.playing import matching
from bot.desks.desk import Action, Desk
from bot.errors import Sorry
from bot.guilds import known_zone
from bot.keeping import Player
from bot.pace import duration
from bot.panels import time
from bot.panels.ids import Press
from bot.panels.post import Post
from bot.records import MOST_REMINDERS, Reach
from bot.showing import Here
from engine.core.text import say, words

WHICH = "Which match (not needed in its thread)"
BACK = ("back", "zurück", "0")
OLD = words("This button is from an older version of the bot. Please write the command again.")


class TimeDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {"hush": self.hush, "remind": self.remind, "zone": self.picked_zone, "away": self.picked_away}

    # -- reminders of one match
    async def hush(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        seat = self.player(look)
        await self.service.clocks.hush(press.match, interaction.user.id)
        await self.showing.show(interaction, time.hushed(press.match, press.version, look.facts.seats[seat].until))

    async def remind(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """The argument: in how many seconds; 0: not any more."""
        if not press.arg.isdigit():
            raise Sorry(OLD)
        await self.service.clocks.remind(press.match, interaction.user.id, float(press.arg) or None)
        await self.show_requests(interaction, press.match)

    async def show_requests(self, interaction: Here, match: int) -> None:
        record = await self.service.record(match)
        each = record.seats[self.service.own_seat(record, interaction.user.id)]
        at = each.remind_at if each.remind_at is not None and each.remind_at > self.service.clock() else None
        player = await self.service.keeper.player(interaction.user.id)
        where: Reach = each.reach or player.reach
        hushed = each.quiet_turn or each.asked_since is None
        post = time.requests(match, record.version, each.deadline, at, where, hushed)
        await self.showing.show(interaction, post)

    # -- time zone
    async def picked_zone(self, interaction: Here, press: Press, picked: list[str]) -> None:
        if not picked:
            raise Sorry(OLD)
        await self.settle_zone(interaction, picked[0])

    async def settle_zone(self, interaction: Here, written: str) -> None:
        zone = known_zone(written)
        player = await self.service.clocks.settle(
            interaction.user.id, lambda player: msgspec.structs.replace(player, zone=zone)
        )
        now = time.clock_time(self.service.clock(), zone)
        text = say("Your time zone is {zone}; it is {time} there now.", zone=time.place(zone), time=now)
        await self.showing.show(interaction, Post(text + "\n" + time.quiet_words(player.quiet, zone)))

    # -- being away
    async def picked_away(self, interaction: Here, press: Press, picked: list[str]) -> None:
        if not press.arg.isdigit():
            raise Sorry(OLD)
        await self.go_away(interaction, f"{press.arg}d" if press.arg != "0" else BACK[0])

    async def go_away(self, interaction: Here, written: str) -> None:
        user, now = interaction.user.id, self.service.clock()
        if written.strip().casefold() in BACK:
            await self.service.clocks.back(user)
            await self.showing.show(interaction, Post(say("Welcome back. Your time runs again, and your tables know.")))
            return
        player = await self.service.keeper.player(user)
        until = absence.moment(written, now, player.time_zone)
        if until is None:
            raise Sorry(
                words("“{text}” is not understood. Write for how long, or until when: 3d, 2 weeks, 2026-12-24; or back.",
                      text=written[:60])
            )  # fmt: skip
        player = await self.service.clocks.away(user, until)
        await self.show_away(interaction, player)

    async def show_away(self, interaction: Here, player: Player) -> None:
        now = self.service.clock()
        until = player.away_until if player.away_until > now else None
        left = absence.allowance(player.away, max(now, player.away_until))
        await self.showing.show(interaction, time.away_panel(until, left))

    # -- commands
    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        self._matches(tree)
        settings = tree.get_command("settings")
        assert isinstance(settings, app_commands.Group), "the group is registered before this desk"
        self._settings(settings)

    def _matches(self, tree: app_commands.CommandTree[Any]) -> None:
        @tree.command(name="away", description="Away from all your matches: your time stands still")
        @app_commands.describe(until="For how long or until when: 3d, 2 weeks, 2026-12-24; back: you are there again")
        async def away(interaction: discord.Interaction[Any], until: str | None = None) -> None:
            async def work() -> None:
                if until:
                    await self.go_away(interaction, until)
                else:
                    await self.show_away(interaction, await self.service.keeper.player(interaction.user.id))

            await self.showing.answer(interaction, work)

        @away.autocomplete("until")
        async def ideas(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            found = [(say("1 day"), "1d"), (say("3 days"), "3d"), (say("a week"), "7d"), (say("2 weeks"), "14d"),
                     (say("I am back"), BACK[0])]  # fmt: skip
            return matching(found, typed)

        @tree.command(name="remind", description="A reminder of your own, or where those of a match go")
        @app_commands.rename(in_="in")
        @app_commands.describe(in_="In how long: 3h, 90 min, 2d", where="Where the reminders of this match go", match=WHICH)
        @app_commands.choices(
            where=[
                app_commands.Choice(name="as in all my matches", value="usual"),
                app_commands.Choice(name="by direct message", value="dm"),
                app_commands.Choice(name="in the match's thread", value="thread"),
            ]
        )
        async def remind(
            interaction: discord.Interaction[Any],
            in_: str | None = None,
            where: app_commands.Choice[str] | None = None,
            match: str | None = None,
        ) -> None:
            async def work() -> None:
                number, user = await self.which.match(interaction, match), interaction.user.id
                if in_:
                    seconds = duration(in_)
                    if seconds is None:
                        raise Sorry(words("“{text}” is not understood. Write 3h, 90 min or 2d.", text=in_[:60]))
                    await self.service.clocks.remind(number, user, seconds)
                if where is not None:
                    await self.service.clocks.reach(number, user, _reach(where.value))
                await self.show_requests(interaction, number)

            await self.showing.answer(interaction, work)

        remind.autocomplete("match")(self.which.autocomplete)

    def _settings(self, settings: app_commands.Group) -> None:
        @settings.command(name="quiet", description="Hours in which nothing reminds you")
        @app_commands.describe(
            start="From this hour of your day (0 to 23)", end="… until this hour; the same hour twice: no quiet hours"
        )
        async def quiet(
            interaction: discord.Interaction[Any],
            start: app_commands.Range[int, 0, 23],
            end: app_commands.Range[int, 0, 23],
        ) -> None:
            async def work() -> None:
                hours = None if start == end else (start, end)
                player = await self.service.clocks.settle(
                    interaction.user.id, lambda player: msgspec.structs.replace(player, quiet=hours)
                )
                told = Post(time.quiet_words(hours, player.time_zone))
                if hours and not player.time_zone:
                    ask = time.ask_zone(self.service.clock())
                    told = Post(told.text + "\n\n" + ask.text, ask.rows)
                await self.showing.show(interaction, told)

            await self.showing.answer(interaction, work)

        @settings.command(name="zone", description="Your time zone, for quiet hours and dates")
        @app_commands.describe(name="The zone, or a large city in it: Europe/Berlin")
        async def zone(interaction: discord.Interaction[Any], name: str | None = None) -> None:
            async def work() -> None:
                if name:
                    await self.settle_zone(interaction, name)
                else:
                    await self.showing.show(interaction, time.ask_zone(self.service.clock()))

            await self.showing.answer(interaction, work)

        @zone.autocomplete("name")
        async def zones(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            now = self.service.clock()
            wanted = typed.replace(" ", "_").casefold()
            found = [each for each in (all_zones() if wanted else time.ZONES) if wanted in each.casefold()]
            found.sort(key=lambda each: (not each.casefold().rpartition("/")[2].startswith(wanted), each))
            return [
                app_commands.Choice(name=f"{time.place(each)} · {time.clock_time(now, each)}"[:100], value=each)
                for each in found[:25]
            ]

        @settings.command(name="reminders", description="When and where you are reminded of your turns")
        @app_commands.describe(
            left="At how many percent of your time left, three at most: 50 20; none: not at all", where="Where they go"
        )
        @app_commands.choices(
            where=[
                app_commands.Choice(name="first privately, then in the match's thread", value="usual"),
                app_commands.Choice(name="by direct message", value="dm"),
                app_commands.Choice(name="in the match's thread", value="thread"),
            ]
        )
        async def reminders(
            interaction: discord.Interaction[Any],
            left: str | None = None,
            where: app_commands.Choice[str] | None = None,
        ) -> None:
            async def work() -> None:
                marks = time.percentages(left) if left is not None else None
                if left is not None and marks is None:
                    raise Sorry(
                        words(
                            "“{text}” is not understood. Write up to {n} percentages from 1 to 95, like: 50 20. Or: none.",
                            text=left[:60],
                            n=MOST_REMINDERS,
                        )
                    )

                def change(player: Player) -> Player:
                    if marks is not None:
                        player = msgspec.structs.replace(player, reminders=marks)
                    return msgspec.structs.replace(player, reach=_reach(where.value)) if where is not None else player

                player = await self.service.clocks.settle(interaction.user.id, change)
                await self.showing.show(interaction, Post(time.reminders_words(player.reminders, player.reach)))

            await self.showing.answer(interaction, work)


def _reach(value: str) -> Reach:
    return "dm" if value == "dm" else "thread" if value == "thread" else ""


@cache
def all_zones() -> tuple[str, ...]:
    """Those that a person may live in: by place."""
    return tuple(sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone and not zone.startswith("Etc/")))
