"""The bot in a process that is going to be killed: people press, dues fall due, errands are run, all at the same time.

Time goes faster there (``SPEED``), so that reminders and deadlines are always in flight. Discord is the sandbox in the
parent process; what people press is decided here and told to the parent before it is done and after it is acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from multiprocessing.connection import Connection
from pathlib import Path

import discord

from bot.deadlines import Deadlines
from bot.delivery import Delivery
from bot.errors import Sorry
from bot.keeping import Keeper, opened
from bot.panels.lobby import Draft
from bot.sandbox.pointing import point_discord_at
from bot.service import Service
from engine.registry import Game, games
from tests.bot.discord_bench import NoPictures
from tests.bot.tiny_game import TinyGame

SPEED = 20_000.0  # seconds that go by in one
BEGAN = 1_700_000_000.0
PACE = "2h"
SHELF: dict[str, Game] = {"tiny": TinyGame(), **games()}
PLAYED = ("tiny", "tiny", "tiny", *games())  # the tests' own game moves fastest: most is in flight there
POLICIES = ("remind", "auto", "forfeit")
MATCHES = 6
PRESSING = 3  # people who press at the same time


class Clock:
    """The bot's time. ``start``: the machine's time at which it began; ``now``: where it stands still, if it does."""

    def __init__(self, start: float) -> None:
        self.start = start
        self.now: float | None = None

    def __call__(self) -> float:
        return self.now or BEGAN + (time.time() - self.start) * SPEED


class Bot:
    """What works on a match, without the commands: they are nothing that a process could lose."""

    def __init__(self, keeper: Keeper, clock: Clock) -> None:
        self.client = discord.Client(intents=discord.Intents.none())
        self.service = Service(keeper, SHELF, clock)
        self.delivery = Delivery(self.client, keeper, self.service, NoPictures(), clock)
        self.deadlines = Deadlines(keeper, self.service, clock)


class Told:
    """What the parent is told. A press: ("try", match, interaction), then ("done", match, interaction) or
    ("refused", match, interaction)."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe

    def __call__(self, *what: object) -> None:
        self.pipe.send(what)


def play(
    url: str, api: str, gateway: str, start: float, seed: int, people: list[int], place: tuple[int, int],
    again: list[tuple[int, int]], log: str, pipe: Connection, settle: bool,
) -> None:  # fmt: skip
    """Run until killed; with ``settle`` only until all has been said. ``again``: presses (match, interaction) of which the
    last process did not say what became of them; they come once more, as from somebody who presses again."""
    logging.basicConfig(filename=log, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    point_discord_at(api, gateway)
    asyncio.run(_main(url, Clock(start), seed, people, place, again, Told(pipe), settle))


async def _main(
    url: str, clock: Clock, seed: int, people: list[int], place: tuple[int, int], again: list[tuple[int, int]], told: Told,
    settle: bool,
) -> None:  # fmt: skip
    async with opened(url, patience=60) as keeper:  # leases go by the machine's time
        keeper.clock = clock
        bot = Bot(keeper, clock)
        await bot.client.login("sandbox")
        assert bot.client.user is not None
        bot.service.builtin_user = bot.client.user.id
        told("up")
        if settle:
            await _settle(bot, keeper, clock)
            bot.service.close()
            await bot.client.close()
            told("settled")
            return
        pick = random.Random(seed)
        await asyncio.gather(
            _deliver(bot), _sweep(bot),
            *(_press(bot, keeper, people, place, random.Random(pick.random()), told, again[n::PRESSING])
              for n in range(PRESSING)),
        )  # fmt: skip


async def _settle(bot: Bot, keeper: Keeper, clock: Clock) -> None:
    """All that is to be said is said; time stands still but for what has to wait."""
    clock.now = clock()
    while (at := await keeper.next_try()) is not None:
        clock.now = max(clock.now, at)
        await bot.delivery.drain()


async def _deliver(bot: Bot) -> None:
    while True:
        if not await bot.delivery.pass_once():
            await asyncio.sleep(0.005)


async def _sweep(bot: Bot) -> None:
    while True:
        await bot.deadlines.sweep()
        await asyncio.sleep(0.01)


async def _press(
    bot: Bot, keeper: Keeper, people: list[int], place: tuple[int, int], pick: random.Random, told: Told,
    again: list[tuple[int, int]],
) -> None:  # fmt: skip
    for match, interaction in again:
        await _answer(bot, keeper, match, pick, told, interaction)
    while True:
        user = pick.choice(people)
        mine = await keeper.matches_of(user)
        if len(mine) < MATCHES * 2 // len(people) + 1:
            await _begin(bot, user, pick.choice([each for each in people if each != user]), place, pick, told)
        if mine:
            record = pick.choice(mine)
            if record.stage == "playing":
                interaction = pick.getrandbits(60)
                await _answer(bot, keeper, record.id, pick, told, interaction)
                if pick.random() < 0.3:  # Discord, or a nervous finger: the same once more
                    await _answer(bot, keeper, record.id, pick, told, interaction)
            else:
                await _sit_down(bot, record.id, [seat.user for seat in record.seats])
        await asyncio.sleep(pick.uniform(0, 0.01))


async def _begin(bot: Bot, host: int, rival: int, place: tuple[int, int], pick: random.Random, told: Told) -> None:
    game = pick.choice(PLAYED)
    field = SHELF[game].battlefields(2)[0][0]
    draft = Draft(game, field, pace=PACE, policy=pick.choice(POLICIES), rivals=(rival,))  # type: ignore[arg-type]
    interaction = pick.getrandbits(60)
    try:
        facts = await bot.service.beginning.create(draft, host, *place, interaction)
    except Sorry:
        return
    told("made", facts.id, interaction)


async def _sit_down(bot: Bot, match: int, users: list[int]) -> None:
    for user in users:
        for step in (bot.service.beginning.join, bot.service.beginning.ready):
            with contextlib.suppress(Sorry):
                await step(match, user)


async def _answer(
    bot: Bot, keeper: Keeper, match: int, pick: random.Random, told: Told, interaction: int
) -> None:
    """Whatever somebody who is asked may choose."""
    try:
        look = await bot.service.look(match, None)
        if not look.seen.asked:
            return
        user = look.facts.user(pick.choice(look.seen.asked))
        seen = await bot.service.look(match, user)
        options = list(seen.seen.options)
        if user == bot.service.builtin_user or not options:
            return
        told("try", match, interaction)
        await bot.service.act(match, user, [pick.choice(options).key], interaction, seen.facts.version)
    except Sorry:
        told("refused", match, interaction)
    else:
        told("done", match, interaction)


def end_of(log: str) -> str:
    """What the log says of faults."""
    lines = Path(log).read_text().splitlines() if Path(log).exists() else []
    return "\n".join(line for line in lines if line.startswith(("ERROR", "CRITICAL")) or "Traceback" in line)
