"""Many match-days with random behaviour, by a fake clock: nobody is reminded who should not be, and nothing is forgotten.

The service and the deadlines are the real ones; only the database is replaced by dictionaries. More than the suite plays:
``make matchdays MATCH_DAYS=100000``.
"""

from __future__ import annotations

import math
import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import pytest

from bot import pausing, timing
from bot.deadlines import Deadlines
from bot.errors import Sorry
from bot.keeping import Player
from bot.pace import DAY, HOUR, pace, quiet_hours
from bot.panels.lobby import Draft
from bot.records import KINDS, Errand, MatchRecord, Say, Whisper
from bot.service import Service
from storage.rows import DueRow, MatchRow, NewErrand
from tests.bot import tiny_game
from tests.bot.discord_bench import Clock
from tests.bot.memory_store import MemoryStore, memory_keeper
from tests.bot.tiny_game import TinyGame

T = TypeVar("T")

TOTAL = int(os.environ.get("MATCH_DAYS", "1000"))
PARTS = 1 if TOTAL <= 1000 else 4  # that may run beside each other
MATCHES, DAYS = 25, 20  # of one world
PEOPLE = tuple(range(101, 115))
PACES = ("relaxed", "daily", "brisk", "brisk", "12h night", "weekly", "clock", "2d+6h", "1d+1h night", "free")
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC", "")
ERRAND: msgspec.msgpack.Decoder[Errand] = msgspec.msgpack.Decoder(Errand)
RECORD = msgspec.msgpack.Decoder(MatchRecord)
PLAYER = msgspec.msgpack.Decoder(Player)


class World:
    """Some people with all their matches, and a bot that is sometimes not there."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.clock = Clock()
        self.store = MemoryStore()
        self.store.saved, self.store.queued, self.store.claimed = self.saved, self.queued, self.claimed
        self.turns: Counter[tuple[int, int]] = Counter()  # of a match's seat: how often it was no more asked
        self.pings: Counter[tuple[int, int, int]] = Counter()
        self.hushed: set[tuple[int, int, int]] = set()
        self.dealt_with: set[tuple[int, int, str, float]] = set()
        self.catching_up: Counter[int] | None = None
        self.told: Counter[str] = Counter()
        self.eager = {user: self.random.choice((0.9, 0.6, 0.2)) for user in PEOPLE}

    async def start(self) -> None:
        self.keeper = await memory_keeper(self.store, self.clock)
        self.service = Service(self.keeper, {"tiny": TinyGame()}, self.clock)

        async def think(work: Callable[[], T]) -> T:
            return work()

        self.service.think = think  # type: ignore[method-assign]
        self.deadlines = Deadlines(self.keeper, self.service, self.clock)

    # -- what is watched
    def record(self, match: int) -> MatchRecord:
        row: MatchRow = self.store.matches[match]
        return RECORD.decode(row.document)

    def saved(self, row: MatchRow) -> None:
        for seat, each in enumerate(RECORD.decode(row.document).seats):
            if each.asked_since is None:
                self.turns[row.id, seat] += 1

    def queued(self, match: int, errand: NewErrand) -> None:
        found = ERRAND.decode(errand.payload)
        post = getattr(found, "post", None)
        if post is None or not isinstance(found, (Say, Whisper)):
            return
        if "The bot was away" in post.text:
            self.told["outage"] += 1
            self._once(match)
            return
        reminds = any(":hush:" in button.id for row in post.rows for button in row.buttons) if post.rows else False
        if not reminds and not post.text.startswith("Time is up"):
            return
        self._once(match)
        self.told["reminders"] += 1
        record, now = self.record(match), self.clock()
        assert record.stage == "playing", "a reminder after the end"
        assert record.paused is None, "a reminder in a pause"
        users = [found.user] if isinstance(found, Whisper) else list(post.pings)
        assert users
        for user in users:
            seat = record.seat_of(user)
            assert seat is not None
            assert record.seats[seat].asked_since is not None, "a reminder to somebody who is not asked"
            stored = self.store.settings.get(("user", user))
            player = PLAYER.decode(stored) if stored else Player()
            assert player.away_until <= now, "a reminder to somebody who is away"
            night = quiet_hours(player.quiet, player.time_zone)
            assert night is None or night.ends(now) == now, "a reminder in quiet hours"
            line = next((line for line in post.text.splitlines() if f"<@{user}>" in line), post.text)
            if "As you asked" in line:
                self.told["asked for"] += 1
                continue
            turn = (match, seat, self.turns[match, seat])
            assert turn not in self.hushed, "a reminder after “not again this turn”"
            self.pings[turn] += 1
            assert self.pings[turn] <= timing.PINGS, "too many reminders in a turn"

    def _once(self, match: int) -> None:
        if self.catching_up is not None:
            self.catching_up[match] += 1
            assert self.catching_up[match] == 1, "more than one reminder after the bot was away"

    def claimed(self, due: DueRow) -> None:
        key = (due.match, due.seat, due.kind, due.at)
        assert key not in self.dealt_with, f"twice for one due time: {key}"
        assert due.at <= self.clock(), "before its time"
        self.dealt_with.add(key)
        self.told[due.kind.rstrip("0123456789")] += 1

    def check(self) -> None:
        """Nothing that is due is left, and everybody's time runs out at some time."""
        now = self.clock()
        late = [each for each in self.store.dues.items() if each[1] <= now]
        assert not late, late
        for id, row in self.store.matches.items():
            if row.stage != "playing":
                left = [key for key in self.store.dues if key[0] == id and key[2] in KINDS]
                assert not left, "something is due before the beginning or after the end"
                continue
            record = RECORD.decode(row.document)
            for seat, each in enumerate(record.seats):
                due = {kind: at for (match, n, kind), at in self.store.dues.items()
                       if (match, n) == (id, seat) and kind in KINDS}  # fmt: skip
                if each.asked_since is None or record.paused is not None:
                    assert not due, (due, each)
                elif each.frozen is not None:
                    assert set(due) == {"back"}, (due, each)
                    assert due["back"] == each.person.away_until
                elif pace(record.pace).seconds:
                    assert each.deadline is not None
                    assert each.deadline > now or record.policy == "remind"
                    assert each.deadline <= now or due["deadline"] == each.deadline

    # -- what people do
    async def new_match(self) -> None:
        count = self.random.choice((2, 2, 2, 4))
        users = self.random.sample(PEOPLE, count)
        policy = self.random.choice(("remind", "auto", "auto", "forfeit"))
        field = "table" if count == 2 else "court"
        draft = Draft("tiny", field, self.random.choice(PACES), policy, tuple(users[1:]), count)
        facts = await self.service.beginning.create(draft, users[0], 1, 10, 1)
        for user in users[1:]:
            await self.service.beginning.join(facts.id, user)
        for user in users:
            await self.service.beginning.ready(facts.id, user)

    async def somebody(self) -> None:
        """Somebody does something, or has forgotten to."""
        playing = [id for id, row in self.store.matches.items() if row.stage == "playing"]
        if len(playing) < MATCHES:
            await self.new_match()
            return
        match, dice = self.random.choice(playing), self.random.random()
        record = self.record(match)
        seat = self.random.randrange(len(record.seats))
        user = record.seats[seat].user
        try:
            if dice < 0.72:
                await self.act(record)
            elif dice < 0.76:
                await self.service.undo(match, user, 0)
            elif dice < 0.80:
                await self.service.clocks.away(user, self.clock() + self.random.uniform(0.1, 15) * DAY)
            elif dice < 0.83:
                await self.service.clocks.back(user)
            elif dice < 0.86:
                await self.service.clocks.settle(user, self.settings)
            elif dice < 0.90:
                await self.service.clocks.hush(match, user)
                self.hushed.add((match, seat, self.turns[match, seat]))
            elif dice < 0.94:
                await self.service.clocks.remind(match, user, self.random.choice((None, HOUR, 5 * HOUR, 3 * DAY)))
            elif dice < 0.97:
                await self.service.change(match, self.pause)
            elif dice < 0.975:
                await self.service.resign(match, user, 0)
            elif dice < 0.98:
                await self.service.change(match, lambda record: self.fresh(record, seat))
            elif dice < 0.99:
                await self.absence()
        except Sorry:
            pass

    async def act(self, record: MatchRecord) -> None:
        asked = [each for each in record.seats if each.asked_since is not None]
        if record.paused is not None or not asked:
            return
        each = self.random.choice(asked)
        if self.random.random() > self.eager[each.user]:
            return
        view = (await self.service.look(record.id, each.user)).seen
        ends = [option.key for option in view.options if option.verb == "end"]
        keys = ends if ends and self.random.random() < 0.5 else [option.key for option in view.options]
        await self.service.act(record.id, each.user, [self.random.choice(keys)], 0)

    def settings(self, player: Player) -> Player:
        return msgspec.structs.replace(
            player,
            quiet=self.random.choice((None, (22, 7), (9, 17), (0, 6), (23, 1))),
            zone=self.random.choice(ZONES),
            reminders=self.random.choice(((0.5, 0.2), (0.8, 0.5, 0.1), (0.3,), ())),
            reach=self.random.choice(("", "dm", "thread")),
        )

    def pause(self, record: MatchRecord) -> list[Errand]:
        if record.paused is None:
            pausing.pause(record, self.clock(), record.seats[0].user, "consent")
        else:
            pausing.resume(record, self.clock())
        return []

    def fresh(self, record: MatchRecord, seat: int) -> list[Errand]:
        """Somebody else sits down."""
        there = {each.user for each in record.seats}
        record.seats[seat].user = next(user for user in PEOPLE if user not in there)
        timing.fresh_turn(record, seat, self.clock())
        self.turns[record.id, seat] += 1
        return []

    async def absence(self) -> None:
        """The process ends, and starts again some time later."""
        await self.keeper.set_alive()
        self.service.close()
        self.clock.now += self.random.choice((5.0, 10 * HOUR, 2 * DAY, 6 * DAY)) * self.random.random()
        await self.start()
        self.catching_up = Counter()
        await self.deadlines.catch_up()
        self.catching_up = None

    async def live(self, days: float) -> None:
        await self.start()
        end = self.clock.now + days * DAY
        following = self.clock.now
        for _ in range(MATCHES):
            await self.somebody()
        while self.clock.now < end:
            due = await self.keeper.next_due()
            if due is not None and due <= following:
                self.clock.now = max(self.clock.now, due)
                await self.deadlines.sweep()
                assert self.deadlines._failed_at is None, "a sweep has failed"
            else:
                self.clock.now = max(self.clock.now, following)
                await self.somebody()
                following = self.clock.now + self.random.expovariate(MATCHES * 1.5 / DAY)
            if self.random.random() < 0.05:
                await self.deadlines.sweep()
                self.check()
        self.service.close()


@pytest.mark.field(67, 73, 74, 78, 79, 80)
@pytest.mark.timeout(0)
@pytest.mark.parametrize("part", range(PARTS))
async def test_nobody_is_reminded_wrongly_in_many_match_days(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    """Each reminder at most once for its due time, never to somebody who is not asked, is away, sleeps or wants none, never
    after the end, in a pause or more often than agreed; one for each match after an absence of the bot; and nothing stays
    due."""
    monkeypatch.setattr(tiny_game, "PLACES", 4)
    told: Counter[str] = Counter()
    for n in range(part, math.ceil(TOTAL / (MATCHES * DAYS)), PARTS):
        world = World(n)
        await world.live(DAYS)
        told += world.told
    needed: dict[str, Any] = {"r": 50, "deadline": 20, "over": 5, "unended": 5, "ask": 2, "back": 5, "outage": 1}
    assert {kind: n for kind, n in needed.items() if told[kind] < n} == {}, told
