"""``python -m tests.soak``: many matches over many hours, with everything going wrong that can.

The real bot and an unmodified discord.py play against the sandbox, all in one thread in which time is skipped
(:mod:`tests.virtual`). People come by when they like, forget their turns, close their direct messages; threads are
deleted; Discord answers 429, 502 or not at all, drops connections and loses answers; the disk is full for a while. In the
end nobody may wait for a match that cannot go on, nothing that was acknowledged may be gone, everything must have been said,
and no log may hold a secret.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import io
import json
import logging
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, select

from bot.app import Postwalker
from bot.bench.people import thumb
from bot.games import Game, all_games
from bot.keeping import Keeper
from bot.panels.lobby import Draft
from bot.play import load
from bot.records import MatchRecord
from bot.sandbox.components import CannotDo
from bot.sandbox.people import NoAnswer, Person
from bot.sandbox.pointing import point_discord_at
from bot.sandbox.recorder import Fault, bad_gateway, too_many_requests
from bot.sandbox.server import Sandbox
from engine.core.match import Match
from storage import Store
from storage.schema import errands
from tests.bot.discord_bench import NoPictures
from tests.bot.tiny_game import TinyGame
from tests.virtual import VirtualLoop, without_threads

HOUR = 3600.0
MINUTE = 60.0
BEGAN = 1_800_000_000.0
TOKEN = "-".join(("a", "token", "that", "nobody", "may", "read"))
CALM = 40 * MINUTE  # at the end, without faults
PACES = ("2h", "8h", "1d", "free")
POLICIES = ("remind", "auto", "forfeit")
FREE = 1 << 30  # pages of a database on a disk with room

# Why something is not said after all; anything else would be a loss.
GOOD_REASONS = ("a newer one", "direct messages are closed", "nobody can be reached")


class Soak:
    """``figures``: what happened, for people to read; ``faults``: what must not have happened."""

    def __init__(self, hours: float, matches: int, seed: int, folder: Path) -> None:
        self.hours, self.count, self.folder = hours, matches, folder
        self.pick = random.Random(seed)
        self.figures: collections.Counter[str] = collections.Counter()
        self.faults: list[str] = []
        self.acknowledged: dict[int, int] = {}
        self.pages = FREE
        self.log = io.StringIO()
        self.places: dict[int, int] = {}
        self.users: dict[int, Person] = {}

    def now(self) -> float:
        return BEGAN + self.loop.time() - self.began

    async def run(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.began = self.loop.time()
        handler = logging.StreamHandler(self.log)
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
        root = logging.getLogger()
        root.addHandler(handler)
        root.setLevel(logging.INFO)
        try:
            store = await Store.open(f"sqlite:///{self.folder / 'soak.db'}")
            self._disk_of(store)
            async with Sandbox(clock=self.now, heartbeat_ms=3_600_000) as sandbox:
                self.sandbox = sandbox
                point_discord_at(sandbox.api, sandbox.gateway_url)
                self.keeper = Keeper(store, self.now)
                await self.keeper.prepare()
                await self._with_bot()
            await store.close()
        finally:
            root.removeHandler(handler)

    def _disk_of(self, store: Store) -> None:
        @event.listens_for(store.database.engine.sync_engine, "begin")
        def begun(connection: Any) -> None:
            if self.pages == FREE:
                connection.exec_driver_sql(f"PRAGMA max_page_count={FREE}")
            else:  # as many as there are
                connection.exec_driver_sql("PRAGMA max_page_count=1")

        @event.listens_for(store.database.engine.sync_engine, "connect")
        def connected(connection: Any, record: Any) -> None:
            connection.cursor().execute("PRAGMA synchronous=OFF")

    async def _with_bot(self) -> None:
        shelf: dict[str, Game] = {**all_games(), "tiny": TinyGame()}
        self.bot = bot = Postwalker(
            self.keeper, shelf=shelf, clock=self.now, painter=NoPictures(), ready_timeout=0.05, background=False
        )

        async def think(work: Callable[[], Any]) -> Any:
            await asyncio.sleep(0)
            return work()

        bot.service.think = think  # type: ignore[method-assign]
        up = asyncio.Event()

        @bot.event
        async def on_ready() -> None:
            up.set()

        running = asyncio.create_task(bot.start(TOKEN))
        await up.wait()
        bot.service.changed = bot.delivery.wake
        tasks = [asyncio.create_task(bot.delivery.run()), asyncio.create_task(self._clockwork())]
        await self._begin()
        playing = [asyncio.create_task(self._table(match)) for match in self.places]
        wrong = asyncio.create_task(self._trouble())
        await asyncio.sleep(self.hours * HOUR)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await wrong
        await self._settled()
        await self._judge()
        bot.delivery.stop()
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await bot.close()
        await running

    async def _clockwork(self) -> None:
        """What the scheduler does: what is due is dealt with at once, and each minute it is noted that somebody is there."""
        while True:
            try:
                await self.bot.deadlines.sweep()
                await self.keeper.set_alive()
                self.figures["sweeps"] += 1
            except Exception:
                logging.getLogger("soak").info("a sweep failed", exc_info=True)
            at = await self.keeper.next_due()
            if at is None or self.bot.deadlines._failed_at is not None:
                at = self.now() + MINUTE
            await asyncio.sleep(max(1.0, min(MINUTE, at - self.now())))

    async def _begin(self) -> None:
        world = self.sandbox.world
        guilds = [self.sandbox.guild, *(world.add_guild(f"Server {n}") for n in range(self.count // 20))]
        for guild in guilds:
            self.sandbox.gateway.emit("GUILD_CREATE", world.guild_json(guild), guild.id)
        channels = [world.add_channel(guild, f"matches-{n}") for n, guild in enumerate(guilds)]
        people = [self.sandbox.person(f"P{n}", guilds=guilds) for n in range(max(6, self.count * 3 // 4))]
        self.users = {int(person.id): person for person in people}
        begin = self.bot.service.beginning
        for n in range(self.count):
            host, rival = self.pick.sample(people, 2)
            game, field = ("tiny", "table") if n % 10 else ("arena", "converge-on-the-cryptoliths")
            draft = Draft(game, field, pace=PACES[n % 4], policy=POLICIES[n % 3], rivals=(int(rival.id),))  # type: ignore[arg-type]
            guild, channel = guilds[n % len(guilds)], channels[n % len(guilds)]
            facts = await begin.create(draft, int(host.id), int(guild.id), int(channel.id), n + 1)
            await begin.join(facts.id, int(rival.id))
            for person in (host, rival):
                await begin.ready(facts.id, int(person.id))
            self.places[facts.id] = int(channel.id)
            self.acknowledged[facts.id] = 0
            await asyncio.sleep(self.pick.uniform(0, 20))

    # -- people
    async def _table(self, match: int) -> None:
        """Whoever is asked comes by sooner or later, from the match's thread or elsewhere."""
        while True:
            await asyncio.sleep(self.pick.expovariate(1 / (1.5 * HOUR)))
            with contextlib.suppress(NoAnswer, CannotDo, LookupError, AssertionError):
                if not await self._visit(match):
                    return

    async def _visit(self, match: int) -> bool:
        """Some presses; False when the match is over."""
        record = await self.keeper.match(match)
        assert record is not None
        if record.stage != "playing":
            return False
        asked = [seat.user for seat in record.seats if seat.asked_since is not None]
        if not asked or self.pick.random() < 0.2:
            return True  # forgotten
        person = self.users[self.pick.choice(asked)]
        place = self.sandbox.world.channels.get(str(record.thread)) or self.sandbox.world.channel(str(record.channel))
        if place.thread and place.thread.archived:
            place = self.sandbox.world.channel(str(record.channel))
        self.figures["visits"] += 1
        panel = (await person.slash(place, "play", match=str(match))).message
        for _ in range(self.pick.randint(1, 6)):
            self.figures["presses"] += 1
            try:
                panel = (await thumb(person, panel, self.pick)).message
            except NoAnswer:
                self.figures["presses without an answer"] += 1
                raise
            self.acknowledged[match] = max(self.acknowledged[match], len(await self.keeper.store.answers(match)))
        return True

    # -- what goes wrong
    async def _trouble(self) -> None:
        kinds = (self._limited, self._broken, self._cut, self._lost, self._slow, self._dropped, self._closed, self._deleted,
                 self._full, self._outage)  # fmt: skip
        until = self.now() + self.hours * HOUR - CALM
        while self.now() < until:
            kind = self.pick.choice(kinds)
            self.figures[kind.__name__.strip("_")] += 1
            await kind()
            await asyncio.sleep(self.pick.expovariate(1 / (6 * MINUTE)))
        self._calm()

    def _calm(self) -> None:
        self.sandbox.faults.clear()
        self.pages = FREE

    async def _limited(self) -> None:
        path = self.pick.choice(("/channels/*/messages", "*"))
        wait = self.pick.uniform(0.5, 20)
        self.sandbox.faults.add(too_many_requests("*", path, retry_after=wait, times=self.pick.randint(1, 4)))

    async def _broken(self) -> None:
        self.sandbox.faults.add(bad_gateway("*", "*", times=self.pick.randint(1, 12)))

    async def _cut(self) -> None:
        self.sandbox.faults.add(Fault("*", "*", when="cut", times=self.pick.randint(1, 4)))

    async def _lost(self) -> None:
        """Done, but nobody hears of it."""
        self.sandbox.faults.add(Fault("POST", "/channels/*/messages", when="lose", times=self.pick.randint(1, 3)))

    async def _slow(self) -> None:
        self.sandbox.faults.add(Fault("POST", "*", status=503, delay=self.pick.uniform(1, 90), times=2))

    async def _dropped(self) -> None:
        gateway = self.sandbox.gateway
        self.pick.choice((gateway.drop, gateway.ask_reconnect, gateway.invalidate))()

    async def _closed(self) -> None:
        for person in self.pick.sample(list(self.users.values()), max(1, len(self.users) // 10)):
            person.close_dms(not person.user.dms_closed)

    async def _deleted(self) -> None:
        """A thread of a match is deleted; not so many that none is left."""
        threads = [channel for channel in self.sandbox.world.channels.values() if channel.thread]
        if threads and self.figures["threads deleted"] < self.count // 4:
            self.figures["threads deleted"] += 1
            self.sandbox.talk.remove_channel(self.pick.choice(threads))

    async def _full(self) -> None:
        self.pages = 0
        await asyncio.sleep(self.pick.uniform(1, 10) * MINUTE)
        self.pages = FREE

    async def _outage(self) -> None:
        self.sandbox.faults.add(Fault("*", "*", status=503, times=1 << 30))
        self.sandbox.gateway.drop()
        await asyncio.sleep(self.pick.uniform(2, 25) * MINUTE)
        self.sandbox.faults.clear()

    # -- the end
    async def _settled(self) -> None:
        """Until all has been said: what failed is tried again after ten minutes at the most."""
        for _ in range(6 * 60):
            if await self.keeper.next_try() is None:
                return
            await asyncio.sleep(MINUTE)

    def _wrong(self, what: str) -> None:
        self.faults.append(what)

    async def _judge(self) -> None:
        async with self.keeper.store.database.read() as tx:
            rows = (await tx.execute(select(errands))).all()
        for row in rows:
            if row.state == "waiting":
                self._wrong(f"errand {row.id} of match {row.match} still waits: {row.error}")
            elif row.state == "dropped" and not row.error.startswith(GOOD_REASONS):
                self._wrong(f"errand {row.id} of match {row.match} was given up: {row.error}")
            self.figures[f"errands {row.state}"] += 1
        posted = collections.Counter(
            message.nonce for room in self.sandbox.world.messages.values() for message in room.values() if message.nonce
        )
        for nonce, times in posted.items():
            if times > 1:
                self._wrong(f"{nonce} was posted {times} times")
        self.figures["messages"] = len(posted)
        for match in self.places:
            await self._judge_match(match)
        await self._judge_log()

    async def _judge_match(self, match: int) -> None:
        row = await self.keeper.store.match(match)
        assert row is not None
        record = msgspec.msgpack.decode(row.document, type=MatchRecord)
        log = await self.keeper.store.answers(match)
        self.figures["answers"] += len(log)
        self.figures[f"matches {record.stage}"] += 1
        if len(log) < self.acknowledged[match]:
            self._wrong(f"match {match}: {self.acknowledged[match]} answers were acknowledged, {len(log)} are there")
        if [each.n for each in log] != list(range(1, record.answers + 1)) or row.version != record.version:
            self._wrong(f"match {match}: the log is not whole")
        game = self.bot.service.games[record.game]
        seed = bytes.fromhex(record.seed)
        setup = game.setup(record.battlefield, [seat.army for seat in record.seats], record.options)
        again: Match[Any] = Match.begin(game.rules, setup, seed)
        for each in log:
            if each.key == "resign":
                game.resigned(again, each.seat)
            else:
                again.answer(each.seat, each.key)
        assert record.stored is not None
        if load(game, seed, record.stored).fingerprint != again.fingerprint:
            self._wrong(f"match {match}: played again it is another")
        if record.stage == "playing":
            await self._judge_going_on(record)

    async def _judge_going_on(self, record: MatchRecord) -> None:
        """Somebody is asked, has time left or was reminded, and can move."""
        asked = [seat for seat in record.seats if seat.asked_since is not None]
        if not asked:
            self._wrong(f"match {record.id}: nobody is asked")
            return
        for seat in asked:
            if seat.deadline is not None and seat.deadline < self.now() - MINUTE and record.policy != "remind":
                self._wrong(f"match {record.id}: time has run out, and nothing has come of it")
        before = len(await self.keeper.store.answers(record.id))
        person = self.users[asked[0].user]
        place = self.sandbox.world.channel(str(record.channel))
        try:
            panel = (await person.slash(place, "play", match=str(record.id))).message
            for _ in range(12):
                panel = (await thumb(person, panel, self.pick)).message
                if len(await self.keeper.store.answers(record.id)) > before:
                    return
        except (NoAnswer, CannotDo, LookupError, AssertionError) as error:
            self._wrong(f"match {record.id}: {person.name} cannot move: {error!r}")
        else:
            self._wrong(f"match {record.id}: {person.name} presses and nothing happens")

    async def _judge_log(self) -> None:
        said = self.log.getvalue()
        self.figures["lines of log"] = said.count("\n")
        self.figures["errors in the log"] = sum(line.startswith("ERROR") for line in said.splitlines())
        if TOKEN in said:
            self._wrong("the token is in the log")
        for match in self.places:
            record = await self.keeper.match(match)
            assert record is not None
            if record.seed and record.seed in said:
                self._wrong(f"the seed of match {match} is in the log")
        for room in self.sandbox.world.channels.values():
            if room.recipient_id is None:
                continue
            for message in self.sandbox.world.messages[room.id].values():
                line = message.data["content"].splitlines()[-1] if message.data["content"] else ""
                if len(line) > 20 and line in said:
                    self._wrong(f"a direct message is in the log: {line}")
                    return


def soak(hours: float, matches: int, seed: int) -> Soak:
    """Everything from the first to the last minute; what came of it."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, pytest.MonkeyPatch.context() as patch:
        without_threads(patch)
        one = Soak(hours, matches, seed, Path(folder))
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(one.run())
        return one


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="where to keep the bot's log")
    options = parser.parse_args()
    one = soak(options.hours, options.matches, options.seed)
    if options.log:
        options.log.write_text(one.log.getvalue())
    print(json.dumps(dict(sorted(one.figures.items())), indent=1))
    for fault in one.faults:
        print(fault, file=sys.stderr)
    print(f"{len(one.faults)} faults")
    return bool(one.faults)


if __name__ == "__main__":
    sys.exit(main())
