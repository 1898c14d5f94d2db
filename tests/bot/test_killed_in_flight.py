"""``kill -9`` at any instant, with presses, reminders, deadlines and messages in flight, on both databases: nothing that was
acknowledged is lost, nothing happens twice, nobody waits for anybody for ever.

``make kills`` kills 300 times on each database; the suite takes a small share.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import multiprocessing
import os
import random
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select, text

from bot import timing
from bot.play import load
from bot.records import MatchRecord
from bot.sandbox.server import Sandbox
from engine.core.events import Event
from engine.core.match import Match
from storage import Store, server
from storage.schema import answers, errands, interactions, matches, undone
from tests.bot import killing

KILLS = int(os.environ.get("POSTWALKER_KILLS", "6"))
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.bot.killing"])


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'killed.db'}"
        return
    bin = server.programs()
    if bin is None:
        pytest.skip("PostgreSQL is not installed (Debian: the package postgresql)")
    with server.running(bin) as running:
        yield running.create("killed")


@pytest.fixture
def clock() -> killing.Clock:
    return killing.Clock(time.time())


@pytest.fixture
async def sandbox(clock: killing.Clock) -> AsyncIterator[Sandbox]:
    """A Discord whose time goes as fast as the bot's: nonces are forgotten before the next process can use them."""
    async with Sandbox(clock=clock) as running:
        yield running


class Judge:
    """Starts processes, listens to what they acknowledge, kills them."""

    def __init__(self, sandbox: Sandbox, url: str, folder: Path, began: float) -> None:
        self.sandbox, self.url, self.began = sandbox, url, began
        self.log = str(folder / "killed.log")
        self.people = [int(sandbox.person(name).id) for name in ("Ann", "Bob", "Cleo", "Dan")]
        self.open: dict[int, int] = {}  # presses of which nothing has been said yet: interaction -> match
        self.done: dict[int, int] = {}
        self.made: dict[int, int] = {}
        self.pick = random.Random(KILLS)

    async def run(self, seed: int, *, presses: int = 0, settle: bool = False) -> None:
        """One process, until it is killed at some instant of its life, or has said all there is to say. ``presses``: it is
        left alone until so many more have been acknowledged."""
        ours, theirs = FORKS.Pipe(duplex=False)
        place = (int(self.sandbox.guild.id), int(self.sandbox.general.id))
        again = [(match, interaction) for interaction, match in self.open.items()]
        told = (self.url, self.sandbox.api, self.sandbox.gateway_url, self.began, seed, self.people, place, again, self.log,
                theirs, settle)  # fmt: skip
        process = FORKS.Process(target=killing.play, args=told, daemon=True)
        process.start()
        theirs.close()
        if settle:
            async with asyncio.timeout(120):
                while process.is_alive():
                    self._listen(ours)
                    await asyncio.sleep(0.02)
            assert process.exitcode == 0, killing.end_of(self.log)
        else:
            up, before = False, len(self.done)
            if not presses and self.pick.random() < 0.1:  # some die while they start
                up = True
            async with asyncio.timeout(120):
                while not up or len(self.done) < before + presses:
                    assert process.is_alive(), killing.end_of(self.log)
                    up = self._listen(ours) or up
                    await asyncio.sleep(0.002)
            await asyncio.sleep(self.pick.uniform(0.0, 0.2))
            process.kill()
            process.join(30)
        self._listen(ours)
        ours.close()

    def _listen(self, pipe: Any) -> bool:
        """Whether the process says that it is up."""
        up = False
        with contextlib.suppress(EOFError, OSError):
            while pipe.poll():
                up = self._hear(pipe.recv()) or up
        return up

    def _hear(self, what: Any) -> bool:
        """Note what was said; whether the process is up."""
        match what:
            case ("try", match, interaction):
                self.open[interaction] = match
            case ("done", match, interaction):
                self.open.pop(interaction, None)
                self.done[interaction] = match
            case ("refused", _, interaction):
                self.open.pop(interaction, None)
            case ("made", match, interaction):
                self.made[interaction] = match
        return bool(what == ("up",))


@pytest.mark.timeout(3600)
@pytest.mark.field(21, 41, 43, 71)
async def test_killed_in_flight(sandbox: Sandbox, clock: killing.Clock, url: str, tmp_path: Path) -> None:
    judge = Judge(sandbox, url, tmp_path, clock.start)
    await judge.run(10**6, presses=20)
    for n in range(KILLS):
        await judge.run(1 + n, presses=judge.pick.choice((0, 0, 1, 2, 4)))
    await judge.run(0, settle=True)
    assert killing.end_of(judge.log) == ""
    store = await Store.open(url)
    try:
        assert len(judge.done) > max(20, KILLS), "there was play"
        await nothing_lost(store, judge)
        await the_log_is_the_match(store)
        await everything_is_said_once(store, judge)
        await reminders_are_few(store)
        if not store.database.is_sqlite:
            locked = text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
            async with store.database.read() as tx:
                assert (await tx.execute(locked)).scalar_one() == 0
    finally:
        await store.close()


async def nothing_lost(store: Store, judge: Judge) -> None:
    """Every acknowledged press is there, and has had one effect, however often it came."""
    async with store.database.read() as tx:
        noted = {int(row.interaction): int(row.match) for row in await tx.execute(select(interactions))}
        counts = select(answers.c.match, func.count().label("n")).group_by(answers.c.match)
        given = {int(row.match): int(row.n) for row in await tx.execute(counts)}
        taken_back = (await tx.execute(select(func.count()).select_from(undone))).scalar_one()
        rows = (await tx.execute(select(matches.c.id, matches.c.document))).all()
    assert {key: noted.get(key) for key in judge.done} == judge.done
    assert {key: noted.get(key) for key in judge.made} == judge.made
    assert taken_back == 0
    per_match = collections.Counter(noted.values())
    for row in rows:
        record = msgspec.msgpack.decode(row.document, type=MatchRecord)
        if record.policy == "remind":  # else the bot has moved as well
            assert given.get(row.id, 0) == per_match[row.id] - 1, "an answer for each press, and one press made the match"


async def the_log_is_the_match(store: Store) -> None:
    """Played again from its seed, each match is what is stored."""
    played = 0
    for row in [*await store.in_stage("playing", "over")]:
        record = msgspec.msgpack.decode(row.document, type=MatchRecord)
        game = killing.SHELF[record.game]
        log = await store.answers(row.id)
        assert [each.n for each in log] == list(range(1, len(log) + 1))
        assert len(log) == record.answers
        assert row.version == record.version
        seed = bytes.fromhex(record.seed)
        setup = game.setup(record.battlefield, [seat.army for seat in record.seats], record.options)
        again: Match[Any] = Match.begin(game.rules, setup, seed)
        for each in log:
            if each.key == "resign":
                game.resigned(again, each.seat)
                events = list(again.events)
            else:
                events = again.answer(each.seat, each.key)
            assert msgspec.json.decode(each.events, type=list[Event]) == events
        assert record.stored is not None
        assert load(game, seed, record.stored).fingerprint == again.fingerprint
        played += len(log)
    assert played


async def everything_is_said_once(store: Store, judge: Judge) -> None:
    """Each message that was to be sent was sent, once: none waits, none is there twice."""
    kind = msgspec.msgpack.Decoder(dict[str, Any])
    async with store.database.read() as tx:
        rows = (await tx.execute(select(errands))).all()
    assert [row.id for row in rows if row.state == "waiting"] == []
    unwanted = [row.error for row in rows if row.state == "dropped" and "newer" not in row.error]
    assert unwanted == []
    posted = collections.Counter(
        message.nonce.rpartition("-")[2]
        for room in judge.sandbox.world.messages.values()
        for message in room.values()
        if message.nonce
    )
    assert [nonce for nonce, times in posted.items() if times > 1] == []
    said = [row for row in rows if row.state == "sent" and kind.decode(row.payload)["type"] in ("say", "whisper")]
    assert said
    assert [row.id for row in said if str(row.id) not in posted] == []


async def reminders_are_few(store: Store) -> None:
    """Nobody is reminded of one deadline more often than anybody ever is."""
    kind = msgspec.msgpack.Decoder(dict[str, Any])
    async with store.database.read() as tx:
        rows = (await tx.execute(select(errands.c.match, errands.c.lane, errands.c.payload))).all()
    texts: collections.Counter[tuple[int, str, str]] = collections.Counter()
    for row in rows:
        errand = kind.decode(row.payload)
        words = str(errand.get("post", {}).get("text", ""))
        if errand["type"] in ("say", "whisper") and "<t:" in words and not errand.get("slot"):
            texts[row.match, row.lane, words] += 1
    assert texts, "there were reminders"
    assert max(texts.values()) <= timing.PINGS
