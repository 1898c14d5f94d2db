"""Presses at the same moment, in any order: double clicks, two seats, joins, undo against end, a deadline against a move,
two processes. Each has one effect or none, and whoever presses is answered, privately.

Each seed is an order of its own (:mod:`tests.virtual`). ``make interleavings`` plays 1,000; the suite takes a share. A
failure names its seed: ``POSTWALKER_SEED=123`` plays that one alone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest
from sqlalchemy import delete, insert, select

from bot.deadlines import LATER, Deadlines
from bot.keeping import Keeper
from bot.panels.ids import Press
from bot.panels.lobby import Draft
from bot.play import load
from bot.presses import Presses
from bot.records import Errand, MatchRecord
from bot.service import Service
from bot.showing import Showing
from engine.core.match import Match
from engine.registry import Game, games
from storage import Store
from storage.schema import answers, dues, errands, matches, seats
from tests.bot.discord_bench import Clock, NoPictures
from tests.bot.tiny_game import TinyGame
from tests.virtual import Scheduler, without_threads

COUNT = int(os.environ.get("POSTWALKER_INTERLEAVINGS", "80"))
ONLY = os.environ.get("POSTWALKER_SEED")
SEEDS = [int(ONLY)] if ONLY else list(range(COUNT))

ALICE, BOB = 101, 102
BOT = 999
CROWD = (103, 104, 105, 106, 107)
SHELF: dict[str, Game] = {"tiny": TinyGame(), **games()}
FIRST = 1_000_000  # numbers of copied matches
Row = dict[str, Any]
Judge = Callable[[], Awaitable[None]]
Scenario = Callable[["World", random.Random], Awaitable[Judge]]


class Pressed:
    """An interaction, as far as the bot looks at it. ``said``: the answers, and whether only the presser sees them."""

    type = discord.InteractionType.component

    def __init__(self, scheduler: Scheduler, user: int, number: int, *, private: bool) -> None:
        self.scheduler = scheduler
        self.id = number
        self.user = SimpleNamespace(id=user, mention=f"<@{user}>", bot=False)
        self.locale = discord.Locale.british_english
        self.guild_locale = self.locale
        self.guild_id, self.channel_id, self.guild, self.channel = 1 << 22, 10, None, None
        self.data: dict[str, Any] = {}
        self.message = SimpleNamespace(flags=SimpleNamespace(ephemeral=private))
        self.permissions = discord.Permissions.none()
        self.response, self.followup = self, SimpleNamespace(send=self._follow)
        self.deferred: bool | None = None  # privately?
        self.said: list[tuple[str, bool]] = []
        self._private = private

    # -- the response
    def is_done(self) -> bool:
        return self.deferred is not None

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        assert self.deferred is None, "acknowledged twice"
        assert thinking or self._private, "a public message would be edited"
        self.deferred = ephemeral or self._private
        await self.scheduler.pause()

    async def send_message(self, content: str = "", *, ephemeral: bool = False, **rest: Any) -> None:
        assert self.deferred is None, "acknowledged twice"
        self.deferred = ephemeral
        self.said.append((content, ephemeral))
        await self.scheduler.pause()

    async def edit_original_response(self, *, content: str = "", **rest: Any) -> None:
        assert self.deferred is not None, "nothing to edit"
        self.said.append((content, self.deferred))
        await self.scheduler.pause()

    async def _follow(self, content: str = "", *, ephemeral: bool = False, **rest: Any) -> None:
        assert self.deferred is not None, "not acknowledged"
        self.said.append((content, ephemeral))
        await self.scheduler.pause()


class World:
    """Two processes of the bot on one database, and matches at interesting moments to be copied."""

    def __init__(self, scheduler: Scheduler, keepers: list[Keeper], clock: Clock) -> None:
        self.scheduler, self.clock = scheduler, clock
        self.keeper = keepers[0]
        self.services = [Service(keeper, SHELF, clock, new_seed=lambda: b"\x07" * 32) for keeper in keepers]
        self.doors = []
        self.deadlines = []
        for service, keeper in zip(self.services, keepers, strict=True):
            service.builtin_user = BOT
            service.think = scheduler.think  # type: ignore[method-assign]
            self.doors.append(Presses(service, Showing(service, NoPictures())))
            self.deadlines.append(Deadlines(keeper, service, clock))
        self.moments: dict[str, dict[str, list[Row]]] = {}
        self.began = clock.now
        self.numbers = iter(range(FIRST, 10**9))

    async def prepare(self) -> None:
        for policy in ("remind", "auto", "forfeit"):
            draft = Draft("tiny", "table", pace="2h", policy=policy, rivals=(BOB,))  # type: ignore[arg-type]
            service = self.services[0]
            match = (await service.beginning.create(draft, ALICE, 1 << 22, 10, next(self.numbers))).id
            await service.beginning.join(match, BOB)
            await self._keep(f"armies {policy}", match)
            await service.beginning.ready(match, ALICE)
            await service.beginning.ready(match, BOB)
            await self._keep(f"bids {policy}", match)
            await service.act(match, ALICE, ["bid:high"], next(self.numbers))
            await service.act(match, BOB, ["bid:low"], next(self.numbers))
            await self._keep(f"turn {policy}", match)
            await service.act(match, ALICE, ["move:0:5"], next(self.numbers))
            await self._keep(f"moved {policy}", match)
            await service.act(match, ALICE, ["move:0:7"], next(self.numbers))
            await self._keep(f"moved twice {policy}", match)
        draft = Draft("tiny", "court", players=4)
        four = (await self.services[0].beginning.create(draft, ALICE, 1 << 22, 10, next(self.numbers))).id
        await self._keep("open", four)
        for game in games():
            await self._keep(f"turn in {game}", await self._turn_in(game))

    async def _turn_in(self, game: str) -> int:
        """A match of that game a few turns later, at the beginning of one."""
        service = self.services[0]
        draft = Draft(game, SHELF[game].battlefields(2)[0][0], rivals=(BOB,))
        match = (await service.beginning.create(draft, ALICE, 1 << 22, 10, next(self.numbers))).id
        await service.beginning.join(match, BOB)
        for user in (ALICE, BOB):
            await service.beginning.ready(match, user)
        for _ in range(4):
            look = await service.look(match, None)
            seat = look.seen.asked[0]
            since = (await service.look(match, look.facts.user(seat))).asked_since
            assert since is not None
            await service.move_for(match, seat, since, "")
        return match

    async def _keep(self, name: str, match: int) -> None:
        async with self.keeper.store.database.read() as tx:
            tables = {"matches": select(matches).where(matches.c.id == match)}
            for table in (seats, answers, dues):
                tables[table.name] = select(table).where(table.c.match == match)
            self.moments[name] = {
                table: [dict(row._mapping) for row in await tx.execute(wanted)] for table, wanted in tables.items()
            }

    async def at(self, name: str) -> MatchRecord:
        """A new match at that moment."""
        rows = self.moments[name]
        record = msgspec.msgpack.decode(rows["matches"][0]["document"], type=MatchRecord)
        record.id = next(self.numbers)
        row = {**rows["matches"][0], "id": record.id, "document": msgspec.msgpack.encode(record)}
        async with self.keeper._writing, self.keeper.store.database.write() as tx:
            await tx.execute(insert(matches), [row])
            for table in (seats, answers, dues):
                if rows[table.name]:
                    await tx.execute(insert(table), [{**each, "match": record.id} for each in rows[table.name]])
        record.version = row["version"]
        return record

    def press(self, record: MatchRecord, user: int, action: str, arg: str = "", times: int = 1) -> list[Pressed]:
        """A press of a panel as it is now; ``times``: so often does Discord deliver it."""
        number, private = next(self.numbers), self.scheduler.pick.random() < 0.5
        found = []
        for _ in range(times):
            one = Pressed(self.scheduler, user, number, private=private)
            one.data = {"custom_id": Press(record.id, record.version, action, arg).id()}
            self.under_way.append(self._one(one, Press(record.id, record.version, action, arg)))
            found.append(one)
        self.presses += found
        return found

    async def _one(self, pressed: Pressed, press: Press) -> None:
        await self.scheduler.pause()
        await self.scheduler.pick.choice(self.doors).on_press(pressed, press, [])  # type: ignore[arg-type]

    def sweep(self) -> None:
        """Both processes take what is due for theirs."""
        self.under_way += [deadlines.sweep() for deadlines in self.deadlines]

    async def race(self, seed: int, scenario: Scenario) -> None:
        """Set a scenario up, let everything happen at once, and judge."""
        self.scheduler.pick = random.Random(seed)
        self.clock.now = self.began
        self.under_way: list[Awaitable[None]] = []
        self.presses: list[Pressed] = []
        async with self.keeper._writing, self.keeper.store.database.write() as tx:  # nobody is in too many matches
            await tx.execute(delete(matches).where(matches.c.id >= FIRST))
        judge = await scenario(self, self.scheduler.pick)
        self.scheduler.pick.shuffle(self.under_way)
        async with asyncio.timeout(60):
            await asyncio.gather(*self.under_way)
        for pressed in self.presses:
            assert pressed.said, "a press without an answer"
            assert all(private for _, private in pressed.said), "an answer that everybody sees"
            assert all(text for text, _ in pressed.said)
        assert all(not service._locks and not service._waiting for service in self.services), "a lock has been left behind"
        await judge()

    async def said(self, match: int) -> list[Any]:
        """What is to be said about the match, as errands."""
        async with self.keeper.store.database.read() as tx:
            rows = await tx.execute(select(errands.c.payload).where(errands.c.match == match).order_by(errands.c.id))
            return [msgspec.msgpack.decode(row.payload, type=Errand) for row in rows]

    async def whole(self, match: int) -> tuple[MatchRecord, list[str]]:
        """The match, which must be whole: its record, and its answers' keys."""
        row = await self.keeper.store.match(match)
        assert row is not None
        record = msgspec.msgpack.decode(row.document, type=MatchRecord)
        log = await self.keeper.store.answers(match)
        assert row.version == record.version
        assert [each.n for each in log] == list(range(1, len(log) + 1))
        assert len(log) == record.answers
        if record.stored is not None:
            game = SHELF[record.game]
            seed = bytes.fromhex(record.seed)
            setup = game.setup(record.battlefield, [seat.army for seat in record.seats], record.options)
            again: Match[Any] = Match.begin(game.rules, setup, seed)
            for each in log:
                if each.key == "resign":
                    game.resigned(again, each.seat)
                else:
                    again.answer(each.seat, each.key)
            assert load(game, seed, record.stored).fingerprint == again.fingerprint
        if record.stage in ("over", "cancelled"):
            async with self.keeper.store.database.read() as tx:
                left = (await tx.execute(select(dues.c.kind).where(dues.c.match == match))).scalars().all()
            assert set(left) <= {"nudge", "expire"}, "due after the end"  # those ask first whether it still waits
        return record, [each.key for each in log]


# ---- what may happen at the same moment -------------------------------------------------------------------------------
async def double_clicks(world: World, pick: random.Random) -> Judge:
    """One panel, pressed again and again, at one button or several: one answer comes of it."""
    record = await world.at("turn remind")
    keys = pick.choice((["move:0:5"], ["end:turn"], ["move:0:5", "move:0:7"], ["move:0:9", "end:turn"]))
    for key in keys * 2:
        world.press(record, ALICE, "go", key, times=pick.choice((1, 1, 2)))
    world.press(record, BOB, "go", "end:turn")  # it is not his turn

    async def judge() -> None:
        after, log = await world.whole(record.id)
        assert len(log) == 3
        assert log[2] in keys
        assert after.version == record.version + 1

    return judge


async def two_seats(world: World, pick: random.Random) -> Judge:
    """Both are asked at once: both answers count, once each."""
    record = await world.at("bids remind")
    for user in (ALICE, BOB):
        for _ in range(pick.choice((1, 2))):
            world.press(record, user, "go", f"bid:{pick.choice(('high', 'low'))}", times=pick.choice((1, 2)))

    async def judge() -> None:
        after, log = await world.whole(record.id)
        assert len(log) == 2
        assert {each.seat for each in await world.keeper.answered(record.id)} == {0, 1}
        assert after.seats[0].asked_since == after.version
        assert after.seats[1].asked_since is None

    return judge


async def joins(world: World, pick: random.Random) -> Judge:
    """Many people for three seats, some of them twice, one who leaves again, the host who lets the bot play."""
    record = await world.at("open")
    people = pick.sample(CROWD, pick.randint(2, 5))
    anywhere = set()  # those who take whatever seat there is
    for user in people:
        for _ in range(pick.choice((1, 2))):
            team = pick.choice(("", "0", "1"))
            world.press(record, user, "join", team)
            if not team:
                anywhere.add(user)
    if pick.random() < 0.3:
        leaver = pick.choice(people)
        world.press(record, leaver, "decline")
        anywhere.discard(leaver)
    if pick.random() < 0.3:
        world.press(record, ALICE, "fill")

    async def judge() -> None:
        after, _ = await world.whole(record.id)
        sitting = [seat.user for seat in after.seats if seat.user]
        assert sitting.count(ALICE) == 1
        persons = [user for user in sitting if user != BOT]
        assert len(set(persons)) == len(persons), "nobody sits twice"
        assert set(persons) <= {ALICE, *people}
        assert (after.stage == "armies") == (len(sitting) == 4)
        if BOT not in sitting:
            room = 4 if len(anywhere) == len(people) else 3  # whoever leaves may do so when nobody is left to come
            assert len(sitting) >= min(room, 1 + len(anywhere)), "an empty seat, and people for it"
        async with world.keeper.store.database.read() as tx:
            kept = select(seats.c.user).where(seats.c.match == record.id).order_by(seats.c.seat)
            assert (await tx.execute(kept)).scalars().all() == [seat.user for seat in after.seats]

    return judge


async def undo_against_end(world: World, pick: random.Random) -> Judge:
    """Either the move is taken back or the turn ends; the other press is told what is true now."""
    record = await world.at("moved remind")
    for _ in range(pick.choice((1, 2))):
        world.press(record, ALICE, "undo", times=pick.choice((1, 2)))
        world.press(record, ALICE, "go", "end:turn", times=pick.choice((1, 2)))

    async def judge() -> None:
        after, log = await world.whole(record.id)
        assert log[2:] in ([], ["move:0:5", "end:turn"])
        assert after.version == record.version + 1
        assert (after.seats[1].asked_since is None) == (log[2:] == [])

    return judge


async def deadline_against_move(world: World, pick: random.Random) -> Judge:
    """Time is up, in two processes at once, while a move or the end of the turn comes in."""
    policy = pick.choice(("remind", "auto", "forfeit"))
    record = await world.at(f"turn {policy}")
    deadline = record.seats[0].deadline
    assert deadline is not None
    world.clock.now = deadline + pick.choice((0.0, 1.0, 100.0))
    away = pick.random() < 0.3
    for each in world.deadlines:
        each._outage = (deadline - 1000, deadline + 1000) if away else None
    key = pick.choice(("move:0:5", "end:turn"))
    for _ in range(pick.choice((1, 2))):
        world.press(record, ALICE, "go", key, times=pick.choice((1, 2)))
    for _ in range(pick.choice((1, 2))):
        world.sweep()

    async def judge() -> None:
        world.clock.now += LATER  # where she moved at that very moment, it is looked at once more
        await world.deadlines[0].sweep()
        after, log = await world.whole(record.id)
        given = log[2:]
        assert given.count(key) <= 1 or policy == "auto"
        assert given.count("resign") <= (policy == "forfeit")
        if given[:1] == ["end:turn"]:
            assert after.stage == "playing", "she ended her turn in time; nothing is to happen to her"
        elif away:
            assert set(given) <= {key}, "the bot was away: the time that was lost is given back"
        elif policy == "forfeit":
            assert after.stage == "over"
        elif policy == "auto":
            assert after.seats[0].asked_since is None, "the bot has moved, to the end of the turn"
        assert given or away or policy == "remind"
        said = [str(each.post.text) for each in await world.said(record.id) if hasattr(each, "post")]
        for words in ("Time ran out", "Time is up", "was away"):
            assert sum(words in text for text in said) <= 1, "said twice"

    return judge


async def delivered_again(world: World, pick: random.Random) -> Judge:
    """Discord hands the same command to the bot more than once, to different processes even."""
    record = await world.at("moved twice remind")
    number = next(world.numbers)

    async def undo() -> None:
        await world.scheduler.pause()
        await pick.choice(world.services).undo(record.id, ALICE, number)

    world.under_way += [undo() for _ in range(pick.choice((2, 3)))]

    async def judge() -> None:
        after, log = await world.whole(record.id)
        assert log[2:] == ["move:0:5"]
        assert after.version == record.version + 1

    return judge


async def beginning_against_leaving(world: World, pick: random.Random) -> Judge:
    """Both get ready, while the host calls the match off or the guest leaves."""
    record = await world.at("armies remind")
    for user in (ALICE, BOB):
        for _ in range(pick.choice((1, 2))):
            world.press(record, user, "ready")
    leaving = pick.random() < 0.5
    if leaving:
        world.press(record, BOB, "decline")
    else:
        world.press(record, ALICE, "cancel", times=pick.choice((1, 2)))

    async def judge() -> None:
        after, log = await world.whole(record.id)
        assert log == []
        assert after.stage in ("playing", "open" if leaving else "cancelled")
        if after.stage == "open":
            assert [seat.user for seat in after.seats] == [ALICE, 0]
        elif after.stage == "playing":
            assert all(seat.user and seat.ready for seat in after.seats)

    return judge


async def giving_up_together(world: World, pick: random.Random) -> Judge:
    """One ending, whoever was first."""
    record = await world.at("turn remind")
    for user in (ALICE, BOB):
        world.press(record, user, "resign", "yes", times=pick.choice((1, 2)))
    world.press(record, ALICE, "go", "end:turn")

    async def judge() -> None:
        after, log = await world.whole(record.id)
        assert after.stage == "over"
        assert log[2:] in (["resign"], ["end:turn", "resign"])
        assert sum(getattr(each, "slot", "") == "ending" for each in await world.said(record.id)) == 1

    return judge


async def whatever_is_offered(world: World, pick: random.Random) -> Judge:
    """In any game: some of what is on offer is pressed, by whoever is asked and by others too. One answer comes of it."""
    record = await world.at(f"turn in {pick.choice(list(games()))}")
    look = await world.services[0].look(record.id, None)
    user = look.facts.user(look.seen.asked[0])
    offered = [option.key for option in (await world.services[0].look(record.id, user)).seen.options]
    keys = pick.sample(offered, min(len(offered), pick.choice((1, 2, 3))))
    before = [(each.seat, each.key) for each in await world.keeper.answered(record.id)]
    for key in keys:
        world.press(record, user, "go", key, times=pick.choice((1, 2)))
        world.press(record, BOB if user == ALICE else ALICE, "go", key)

    async def judge() -> None:
        after, log = await world.whole(record.id)
        assert after.version == record.version + 1
        assert log[:-1] == [key for _, key in before]
        assert log[-1] in keys

    return judge


SCENARIOS = (double_clicks, two_seats, joins, undo_against_end, deadline_against_move, delivered_again,
             beginning_against_leaving, giving_up_together, whatever_is_offered)  # fmt: skip


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    scheduler = without_threads(monkeypatch)
    clock = Clock()
    store = await Store.open(f"sqlite:///{tmp_path}/races.db")
    one, two = Keeper(store, clock), Keeper(store, clock)
    two._writing = one._writing  # as if of another process, but for SQLite's lock: nobody may wait for it in place
    made = World(scheduler, [one, two], clock)
    await made.prepare()
    yield made
    for service in made.services:
        service.close()
    await store.close()


@pytest.mark.timeout(1200)
@pytest.mark.field(34, 35, 37, 38, 42, 43, 44)
async def test_at_the_same_moment_in_any_order(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    for seed in SEEDS:
        scenario = SCENARIOS[seed % len(SCENARIOS)]
        try:
            await world.race(seed, scenario)
            assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
        except BaseException as error:
            error.add_note(f"seed {seed}: {scenario.__name__}")
            for pressed in world.presses:
                error.add_note(f"{pressed.user.id} pressed {pressed.data['custom_id']} and was told {pressed.said}")
            raise


async def test_the_same_seed_is_the_same_order(world: World) -> None:
    """Else a failure could not be played again."""

    async def answers_of(seed: int) -> list[str]:
        record = await world.at("turn remind")
        world.scheduler.pick = random.Random(seed)
        world.under_way, world.presses = [], []
        for key in ("move:0:5", "move:0:7", "move:0:9"):
            world.press(record, ALICE, "go", key)
        await asyncio.gather(*world.under_way)
        return (await world.whole(record.id))[1][2:]

    await answers_of(99)  # what is remembered of people is remembered from now on
    first = [await answers_of(seed) for seed in range(12)]
    assert first == [await answers_of(seed) for seed in range(12)]
    assert len({key for (key,) in first}) > 1, "the order decides who is first"
