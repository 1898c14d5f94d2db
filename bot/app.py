"""The bot: puts the parts together, connects to Discord, and ends cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import logging
import signal
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot import discord_form, games, health
from bot.config import Config
from bot.deadlines import Deadlines
from bot.delivery import Delivery
from bot.games import Game
from bot.hosting.attending import attended
from bot.keeping import Keeper, opened
from bot.languages.commands import Translator, Tree
from bot.panels.ids import Press
from bot.pictures import Painter
from bot.presses import Presses
from bot.service import Service
from bot.showing import Showing

log = logging.getLogger(__name__)

SWITCH = 0.0005  # seconds
M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3  # malloc.h
GRACE = 10.0  # seconds that running answers get when the bot is told to stop
REFUSING = 2.0  # seconds to tell those who come meanwhile
LONGEST_WAIT = 300.0  # seconds between two tries to reach Discord


class Postwalker(discord.AutoShardedClient):
    """The client, connected for the keeper's shards. ``keeper`` is opened and closed by the caller; ``clock`` gives seconds
    since the epoch.

    ``background`` False: whoever made the client drains the delivery and sweeps the deadlines (tests do).
    """

    def __init__(
        self,
        keeper: Keeper,
        *,
        shelf: Mapping[str, Game] | None = None,
        clock: Callable[[], float] = time.time,
        painter: Painter | None = None,
        ready_timeout: float = 1.0,
        background: bool = True,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=ready_timeout,
            max_messages=None,
            shard_count=keeper.store.shards.count,
            shard_ids=list(keeper.store.shards.mine),
        )
        self.keeper = keeper
        self.painter = painter or Painter()
        self.service = Service(keeper, shelf if shelf is not None else games.all_games(), clock)
        self.showing = Showing(self.service, self.painter)
        self.presses = Presses(self.service, self.showing)
        self.delivery = Delivery(self, keeper, self.service, self.painter, clock)
        self.deadlines = Deadlines(keeper, self.service, clock)
        self.tree = Tree(self, self.service.language)
        self._background = background
        self._tasks: list[asyncio.Task[Any]] = []
        self._listening: asyncio.Task[None] | None = None
        self._upgrading: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self._news = asyncio.Event()  # something has been committed since the next wake-up was set
        self._register()

    def _register(self) -> None:
        self.presses.register(self.tree)
        self.tree.error(self._command_failed)
        discord_form.listen(self._pressed)

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and stay connected until closed. While Discord cannot be reached it waits, however long that takes.
        Raises ``discord.LoginFailure``: a wrong token stays wrong."""
        wait = 2.0
        while not self._stopping.is_set():
            try:
                await self.login(token)
                break
            except (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError) as error:
                why = str(error) or type(error).__name__
                log.warning("Discord cannot be reached (%s); trying again in %.0f seconds", why, wait)
            await self.http.close()  # the next try begins with a session of its own
            self.http.connector = discord.utils.MISSING
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._stopping.wait()
            wait = min(wait * 2, LONGEST_WAIT)
        if self._stopping.is_set():
            return
        # A shard that finds no gateway tries again for ever, whether we are closed or not.
        connecting = asyncio.create_task(self.connect(reconnect=reconnect))
        stopping = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait((connecting, stopping), return_when=asyncio.FIRST_COMPLETED)
            if connecting.done():
                connecting.result()
        finally:
            stopping.cancel()
            if self._stopping.is_set():
                await asyncio.wait((connecting,), timeout=1.0)
            connecting.cancel()
            await asyncio.gather(connecting, stopping, return_exceptions=True)

    async def setup_hook(self) -> None:
        # Pictures and rules are computed in threads. Python lets a busy thread go on for 5 ms before another may run; what
        # waits meanwhile is somebody's acknowledgement or a statement of a commit, and each needs a hundred such turns.
        sys.setswitchinterval(SWITCH)
        self.add_dynamic_items(*discord_form.ITEMS)
        assert self.user is not None
        self.service.builtin_user = self.user.id
        self.service.changed = self._changed
        await self.tree.set_translator(Translator())
        await self.tree.sync()
        if not self._background or self._tasks:
            return
        self._tasks = [
            asyncio.create_task(self.delivery.run(), name="delivery"),
            asyncio.create_task(self._waking(), name="waking"),
        ]
        self._listening = asyncio.create_task(self.keeper.listen(self._changed), name="listening")

    async def on_ready(self) -> None:
        if self._background and not self.showing.closing:
            await self.deadlines.start()
            if self._upgrading is None:
                self._upgrading = asyncio.create_task(self._upgrade(), name="upgrading")

    async def _upgrade(self) -> None:
        """Tell the tables of changed rules, while everything else goes on."""
        try:
            told = await self.service.upgrades.all()
        except Exception:
            log.exception("matches could not be brought to the new rules; each is when somebody moves")
        else:
            if told:
                log.info("%d matches were brought to new rules", told)

    def _changed(self) -> None:
        if not self._background:
            return
        self.delivery.wake()
        self._news.set()

    async def _waking(self) -> None:
        """Set the next wake-up anew when something was committed: once, however much that was."""
        while not self._stopping.is_set():
            await self._news.wait()
            self._news.clear()
            try:
                await self.deadlines.reschedule()
            except Exception:
                log.exception("the next wake-up could not be set")

    # -- what comes in
    async def _pressed(self, interaction: discord.Interaction[Any], press: Press, picked: list[str]) -> None:
        await self.presses.on_press(interaction, press, picked)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forms come here: nothing of them is kept in memory, so that they work after a restart as well."""
        if interaction.type is discord.InteractionType.modal_submit:
            data = discord_form.data_of(interaction)
            press = discord_form.read_id(str(data.get("custom_id", "")), "pm")
            if press is not None:
                await self.presses.on_form(interaction, press, discord_form.typed_line(interaction))

    async def _command_failed(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Faults before a command's own code: a converter, a command that is gone. All else is caught in Showing."""

        async def work() -> None:
            raise getattr(error, "original", error)

        await self.showing.answer(interaction, work, deferred=False)

    # -- going
    async def close(self) -> None:
        """Refuse new work politely, let the running end, then leave."""
        if self.showing.closing:
            return
        self.showing.closing = True
        await self.showing.settled(GRACE)
        self.delivery.stop()
        self._stopping.set()
        self._news.set()
        await self.deadlines.stop()
        for aside in (self._listening, self._upgrading):
            if aside is not None:
                aside.cancel()
                await asyncio.gather(aside, return_exceptions=True)
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=GRACE)
            for task in late:  # Discord does not answer: what is unsaid waits in the database
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self.showing.settled(REFUSING)  # who pressed meanwhile is being told to try again
        self.painter.close()
        self.service.close()
        if hasattr(self, "_AutoShardedClient__queue"):  # else it was never asked to log in
            await super().close()


def give_memory_back() -> None:
    """Let what is freed go back to the system. The C library of Linux keeps it instead, in a heap for each thread, and after
    the first pictures even blocks of megabytes: 50 MB in all. Before any threads are started."""
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another C library
        tune = ctypes.CDLL(None).mallopt
        tune(M_ARENA_MAX, 2)
        tune(M_MMAP_THRESHOLD, 1 << 20)


def leave_what_is_loaded() -> None:
    """Let the garbage collector look only at what comes from now on. While it goes through everything, and most of that are
    programs, nobody's press is acknowledged for 150 ms. After all is imported."""
    gc.collect()
    gc.freeze()


async def run(config: Config) -> None:
    """Run the bot until it is told to stop. Raises StorageError (another process has the database, ...) and
    ``discord.LoginFailure``, ConfigError (the port of the figures is taken)."""
    give_memory_back()
    leave_what_is_loaded()
    loop = asyncio.get_running_loop()
    stopping: list[asyncio.Task[None]] = []
    bot: Postwalker | None = None

    def stop() -> None:
        if bot is not None and not stopping:
            stopping.append(loop.create_task(bot.close()))

    async with opened(config.database_url, lost=stop, shards=config.shards) as keeper:
        bot = Postwalker(keeper, painter=Painter(cache=config.cache_dir))
        beating = asyncio.create_task(health.beat(config.health_file, bot.is_ready))
        for name in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(name, stop)
        try:
            async with attended(config, bot):
                await bot.start(config.token)
        finally:
            await bot.close()
            await asyncio.gather(*stopping, return_exceptions=True)
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
