"""The bot on a simulated Discord, behind a few verbs of our own: the only file that knows SimCord."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.app import Postwalker
from bot.delivery import APART
from bot.games import Game
from bot.keeping import Keeper, opened
from bot.pictures import Painter

START = 1_700_000_000.0  # the fake clock's first moment: before the simulated Discord's


class Clock:
    """Seconds since the epoch, moved by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


class NoPictures(Painter):
    """Bot tests are about words and buttons; drawing has its own."""

    async def board(self, *args: Any, **kwargs: Any) -> None:
        return None

    async def hand(self, *args: Any, **kwargs: Any) -> None:
        return None

    async def army(self, *args: Any, **kwargs: Any) -> None:
        return None

    def has_poster(self, *args: Any) -> bool:
        return False


class Bench:
    """One server with a channel, some people, and the bot. Every verb runs until the bot has said all it has to say."""

    def __init__(self, env: Any, bot: Postwalker, keeper: Keeper, clock: Clock, shelf: Mapping[str, Game] | None) -> None:
        self.env, self.bot, self.keeper, self.clock, self.shelf = env, bot, keeper, clock, shelf
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("matches")
        self._people: dict[str, Any] = {}
        self._users: dict[str, Any] = {}

    def person(self, name: str) -> Any:
        if name not in self._people:
            self._users[name] = self.env.create_user(name)
            self._people[name] = self.guild.add_member(self._users[name])
        return self._people[name]

    async def slash(self, name: str, command: str, where: Any = None, /, **options: Any) -> Any:
        """A person's slash command; the bot's answer."""
        result = await self.person(name).slash(where or self.channel, command, **options)
        await self.settle()
        return result

    async def click(self, name: str, message: Any, label: str) -> Any:
        """A person presses the button whose label begins so."""
        button = next((each for each in buttons(message) if str(each.label).startswith(label)), None)
        assert button is not None, f"no button {label!r} among {[each.label for each in buttons(message)]}"
        result = await self.person(name).click(message, custom_id=button.custom_id)
        await self.settle()
        return result

    async def choose(self, name: str, message: Any, values: list[Any], n: int = 0) -> Any:
        """A person picks from the n-th list of a message."""
        result = await self.person(name).select(message, values, custom_id=selects(message)[n].custom_id)
        await self.settle()
        return result

    async def typed(self, name: str, command: str, option: str, text: str, where: Any = None, **filled: Any) -> list[str]:
        """What autocomplete offers, as values."""
        found = await self.person(name).autocomplete(where or self.channel, command, option, text, **filled)
        return [choice["value"] for choice in found]

    async def form(self, name: str, shown: Any, text: str) -> Any:
        """Fill in the one line of a form."""
        result = await self.person(name).submit_modal(shown, {"line": text})
        await self.settle()
        return result

    async def settle(self) -> None:
        """Let the bot say all it has to say; edits wait a moment for further ones, so the clock moves on with them."""
        for _ in range(20):
            await self.bot.delivery.drain()
            if await self.keeper.next_try() is None:
                break
            self.clock.now += APART
        else:
            raise AssertionError("something cannot be said: " + repr(await self.keeper.waiting()))
        await self.env.settle()

    async def pass_time(self, seconds: float) -> None:
        """Let the bot's clock run, and do what is due."""
        self.clock.now += seconds
        await self.bot.deadlines.sweep()
        await self.settle()

    async def restart(self) -> None:
        """The process ends and starts again; only the database stays."""
        self.bot = make_bot(self.keeper, self.clock, self.shelf)
        await self.env.restart_bot(self.bot)

    def thread(self) -> Any:
        """The channel's newest thread."""
        return self.channel.threads[-1]

    def by_dm(self, name: str) -> Any:
        """The person outside any server: for pressing what stands in their direct messages."""
        self.person(name)
        return self._users[name]

    def dms(self, name: str) -> list[discord.Message]:
        return list(self._users[name].dm_channel.history())

    async def begun(self, first: str = "alice", second: str = "bob", **options: Any) -> Any:
        """A match between two people at its first question; its thread."""
        panel = await self.slash(first, "match new", opponent=self.person(second), **options)
        await self.click(first, panel.response, "Create")
        await self.click(second, self.channel.last_message, "Join")
        thread = self.thread()
        armies = thread.history()[-1]
        await self.click(first, armies, "Ready")
        await self.click(second, armies, "Ready")
        return thread


def buttons(message: Any) -> list[discord.Button]:
    return [part for part in _parts(message) if part.type is discord.ComponentType.button]


def selects(message: Any) -> list[Any]:
    return [part for part in _parts(message) if part.type is not discord.ComponentType.button]


def _parts(message: Any) -> list[Any]:
    message = getattr(message, "message", message)
    return [part for row in message.components for part in row.children]


def labels(message: Any) -> list[str]:
    return [str(button.label) for button in buttons(message)]


def make_bot(keeper: Keeper, clock: Clock, shelf: Mapping[str, Game] | None) -> Postwalker:
    return Postwalker(keeper, shelf=shelf, clock=clock, painter=NoPictures(), background=False)


@contextlib.asynccontextmanager
async def bench(folder: Path, shelf: Mapping[str, Game] | None = None) -> AsyncIterator[Bench]:
    clock = Clock()
    async with opened(f"sqlite:///{folder}/test.db", clock) as keeper:
        bot = make_bot(keeper, clock, shelf)
        env = simcord.Env(bot)
        await env.start()
        made = Bench(env, bot, keeper, clock, shelf)
        try:
            yield made
            env.raise_errors()
        finally:
            await made.bot.close()
            await env.shutdown()
