"""Reminders and what happens when time runs out, by a fake clock."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import AsyncIterator
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from bot import pausing, timing
from bot.deadlines import Deadlines
from bot.errors import NotYours, Sorry
from bot.guilds import Guild
from bot.keeping import Alarm, Keeper, Player
from bot.pace import DAY, HOUR
from bot.panels.facts import POLICIES, Policy
from bot.records import KINDS, Due, Errand, MatchRecord, Reach, Retime, Say, Whisper
from bot.service import Service
from tests.bot.conftest import ALICE, BOB, DRAFT, EVE, begun
from tests.bot.discord_bench import START, Clock
from tests.bot.tiny_game import TinyGame

RUNG = ("thread", (ALICE,))  # her phone
DM = ("dm", ALICE)
MOVED = ("thread", (BOB,))  # the bot has moved for her, and it is his turn
TURN = 2 * DAY  # the pace of these matches


@pytest.fixture
async def deadlines(keeper: Keeper, service: Service, clock: Clock) -> AsyncIterator[Deadlines]:
    made = Deadlines(keeper, service, clock)
    yield made
    await made.stop()


async def said(keeper: Keeper) -> list[tuple[str, Any]]:
    """What is to be said now: ("dm", person) or ("thread", those rung)."""
    found: list[tuple[str, Any]] = []
    while rows := await keeper.waiting():
        for row in sorted(rows, key=lambda row: row.id):
            await keeper.done(row)
            if isinstance(row.errand, Whisper):
                found.append(("dm", row.errand.user))
            elif isinstance(row.errand, Say):
                found.append(("thread", row.errand.post.pings))
    return found


async def match_with(service: Service, keeper: Keeper, policy: Policy) -> int:
    match = await begun(service, msgspec.structs.replace(DRAFT, policy=policy))
    await said(keeper)
    return match


@pytest.mark.field(69, 73)
@pytest.mark.parametrize(
    ("policy", "reminders", "acts_at", "expected"),
    [
        ("remind", (0.5, 0.2), None, {1.0: DM, 1.6: RUNG, 2.0: RUNG, 4.0: RUNG, 6.0: RUNG}),
        ("remind", (0.5, 0.2), 0.5, {0.8: DM, 2.0: RUNG, 4.0: RUNG, 6.0: RUNG}),
        ("remind", (0.5, 0.2), 1.2, {1.0: DM, 1.5: DM, 2.0: RUNG, 4.0: RUNG, 6.0: RUNG}),
        ("remind", (0.8, 0.5, 0.1), None, {0.4: DM, 1.0: RUNG, 1.8: RUNG, 2.0: RUNG, 4.0: RUNG, 6.0: RUNG}),
        ("remind", (), None, {2.0: RUNG, 4.0: RUNG, 6.0: RUNG}),
        ("auto", (0.5, 0.2), None, {1.0: DM, 1.6: RUNG, 2.0: MOVED}),
        ("auto", (0.5, 0.2), 0.5, {0.8: DM, 1.6: RUNG, 2.0: MOVED}),
        ("auto", (0.25,), None, {1.5: RUNG, 2.0: MOVED}),
    ],
)  # fmt: skip
async def test_the_cadence_of_reminders(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock, policy: Policy, reminders: tuple[float, ...],
    acts_at: float | None, expected: dict[float, tuple[str, Any]],
) -> None:  # fmt: skip
    """At fractions of the time left, the first privately; a private word when a turn that was begun lies unended; where more
    than reminders follows, the last one comes all the same; then what was agreed. Tried every tenth of a day."""
    await keeper.save_player(ALICE, Player(reminders=reminders))
    match = await match_with(service, keeper, policy)
    heard: dict[float, tuple[str, Any]] = {}
    for step in range(4, 70):
        days = step / 10
        clock.now = START + days * DAY
        if acts_at is not None and abs(days - acts_at) < 0.01:
            await service.act(match, ALICE, ["move:0:5"], 500)
            await said(keeper)
        await deadlines.sweep()
        for each in await said(keeper):
            if each in (DM, RUNG, MOVED):
                assert days not in heard, "two at once"
                heard[days] = each
        if heard.get(days) == MOVED:
            break
    assert heard == expected


@pytest.mark.field(67, 68)
async def test_whoever_has_moved_hears_nothing_more(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    match = await match_with(service, keeper, "remind")
    await service.act(match, ALICE, ["end:turn"], 501)
    await said(keeper)
    clock.now = START + 1.7 * DAY
    await deadlines.sweep()
    assert {who for _, who in await said(keeper)} <= {BOB, (BOB,)}


async def test_auto_play_moves_for_them_and_says_why(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    match = await match_with(service, keeper, "auto")
    clock.now = START + TURN + 1
    await deadlines.sweep()
    look = await service.look(match, None)
    assert look.seen.asked == (1,) or look.seen.outcome is not None
    rows = [row.errand for row in await keeper.waiting() if isinstance(row.errand, Say)]
    assert "Time ran out" in rows[0].post.text


async def test_forfeit_ends_the_match_and_says_why(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    match = await match_with(service, keeper, "forfeit")
    clock.now = START + TURN + 1
    await deadlines.sweep()
    look = await service.look(match, None)
    assert look.seen.outcome is not None
    assert look.seen.outcome.winners == [1]
    rows = [row.errand for row in await keeper.waiting() if isinstance(row.errand, Say)]
    assert "Time ran out" in rows[0].post.text


@pytest.mark.field(72)
async def test_a_turn_that_was_begun_is_not_called_missing(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    match = await match_with(service, keeper, "remind")
    await service.act(match, ALICE, ["move:0:5"], 502)
    await said(keeper)
    clock.now = START + TURN + 1
    await deadlines.sweep()
    rows = [row.errand for row in await keeper.waiting() if isinstance(row.errand, Say)]
    assert "begun the turn, but not ended it" in rows[0].post.text


@pytest.mark.field(76)
async def test_the_time_shown_is_the_time_that_counts(service: Service, keeper: Keeper, clock: Clock) -> None:
    match = await begun(service)
    record = await keeper.match(match)
    assert record is not None
    rows = []
    while found := await keeper.waiting():
        for row in found:
            rows.append(row)
            await keeper.done(row)
    prompt = [row.errand for row in sorted(rows, key=lambda row: row.id) if isinstance(row.errand, Say)][-1]
    assert f"<t:{int(record.seats[0].deadline or 0)}:R>" in prompt.post.text
    assert record.seats[0].deadline == clock() + TURN


@pytest.mark.field(50, 54)
async def test_deadlines_that_fell_into_an_outage_are_extended_once(service: Service, keeper: Keeper, clock: Clock) -> None:
    match = await match_with(service, keeper, "forfeit")
    clock.now = START + 1.5 * DAY
    await keeper.set_alive()
    clock.now = START + 3 * DAY  # the deadline was at two days: the bot was not there
    await keeper.prepare()
    deadlines = Deadlines(keeper, service, clock)
    await deadlines.start()
    await deadlines.stop()
    look = await service.look(match, None)
    assert look.seen.outcome is None
    assert look.facts.until == clock() + 0.5 * DAY
    texts = [row.errand.post.text for row in await keeper.waiting() if isinstance(row.errand, Say)]
    assert sum("The bot was away" in text for text in texts) == 1
    assert not any("your time ends" in text for text in texts)


@pytest.mark.field(78)
async def test_quiet_hours_shift_reminders(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    await match_with(service, keeper, "remind")
    half = START + TURN / 2
    hour = int(half % DAY // HOUR)
    await keeper.save_player(ALICE, Player(quiet=(hour, (hour + 3) % 24)))
    clock.now = half + 1
    await deadlines.sweep()
    assert await said(keeper) == []
    clock.now = half + 2.9 * HOUR
    await deadlines.sweep()
    clock.now = half + 3.1 * HOUR
    await deadlines.sweep()
    assert await said(keeper) == [("dm", ALICE)]


async def test_no_pace_no_deadline(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    match = await begun(service, msgspec.structs.replace(DRAFT, pace="free"))
    await said(keeper)
    assert (await service.look(match, None)).facts.until is None
    clock.now += 400 * DAY
    await deadlines.sweep()
    assert await said(keeper) == []


@pytest.mark.field(63)
async def test_a_sweep_writes_only_what_is_due(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    match = await match_with(service, keeper, "remind")
    before = (await service.look(match, None)).facts.version
    clock.now = START + 0.3 * DAY
    await deadlines.sweep()
    assert await said(keeper) == []
    assert (await service.look(match, None)).facts.version == before


# ---- after the bot was not there ---------------------------------------------------------------------------------------
async def away_for(keeper: Keeper, service: Service, clock: Clock, until: float) -> Deadlines:
    """The bot is not there until then; the deadlines of the process that starts after that, which have caught up."""
    await keeper.set_alive()
    clock.now = until
    await keeper.prepare()
    made = Deadlines(keeper, service, clock)
    await made.catch_up()
    return made


async def posts(keeper: Keeper) -> list[tuple[int, Any]]:
    """What is to be said now: match and errand."""
    found: list[tuple[int, Any]] = []
    while rows := await keeper.waiting():
        for row in sorted(rows, key=lambda row: row.id):
            await keeper.done(row)
            found.append((row.match, row.errand))
    return found


@pytest.mark.field(50, 73)
@pytest.mark.parametrize("days", [1.9, 0.5])
async def test_a_stopped_bot_over_six_due_times_reminds_once_for_each_match(
    service: Service, keeper: Keeper, clock: Clock, days: float
) -> None:
    """Both are asked at once, with three reminders each: six due times. Then the bot is not there for all of them, or for
    those that would have been private."""
    for user in (ALICE, BOB):
        await keeper.save_player(user, Player(reminders=(0.8, 0.5, 0.1)))
    matches = [await begun(service, bids=False, interaction=n) for n in (10, 20, 30)]
    await posts(keeper)
    rows = [due for due in await _all_due(keeper, clock) if due.kind.startswith("r")]
    assert sorted(due.match for due in rows) == sorted(matches * 6)
    deadlines = await away_for(keeper, service, clock, START + days * DAY)
    told = await posts(keeper)
    assert sorted(match for match, _ in told) == matches
    for _, errand in told:
        assert isinstance(errand, Say)
        assert sorted(errand.post.pings) == [ALICE, BOB]
    await deadlines.sweep()
    assert await posts(keeper) == []
    await deadlines.stop()


@pytest.mark.field(50, 54, 73)
@pytest.mark.parametrize("policy", ["remind", "auto", "forfeit"])
async def test_a_stopped_bot_over_the_whole_turn_says_one_thing(
    service: Service, keeper: Keeper, clock: Clock, policy: Policy
) -> None:
    """Three reminders, one that was asked for, the deadline, and what comes after it."""
    await keeper.save_player(ALICE, Player(reminders=(0.8, 0.5, 0.1)))
    match = await match_with(service, keeper, policy)
    await service.clocks.remind(match, ALICE, DAY)
    deadlines = await away_for(keeper, service, clock, START + 9 * DAY)
    told = await posts(keeper)
    assert [(number, type(errand)) for number, errand in told] == [(match, Say)]
    look = await service.look(match, None)
    assert look.seen.outcome is None
    assert look.facts.until == clock() + TURN
    assert f"<t:{int(clock() + TURN)}:R>" in told[0][1].post.text
    # The time that was given back has its own reminders.
    clock.now += 0.5 * DAY
    await deadlines.sweep()
    assert [type(errand) for _, errand in await posts(keeper)] == [Whisper]
    await deadlines.stop()


@pytest.mark.field(50)
async def test_a_wake_that_comes_late_is_not_skipped(service: Service, keeper: Keeper, clock: Clock) -> None:
    """A busy loop, or a machine that was asleep: the sweep is made whenever it can be, and once."""
    begin = clock.now = 4e9  # the scheduler itself goes by the real time
    await match_with(service, keeper, "remind")
    deadlines = Deadlines(keeper, service, clock)
    await deadlines.start()
    job = deadlines._scheduler.get_job("sweep")
    assert job.misfire_grace_time is None
    assert job.coalesce
    assert job.max_instances > 1  # one that is just ending does not keep the next one from beginning
    assert job.trigger.run_date.timestamp() == begin + DAY
    clock.now = begin + 1.3 * DAY  # hours late
    await asyncio.gather(deadlines._wake(), deadlines._wake())
    assert await said(keeper) == [DM]
    assert deadlines._scheduler.get_job("sweep").trigger.run_date.timestamp() == begin + 1.6 * DAY
    # Should a wake be lost after all, the pulse finds what is due, each minute.
    clock.now = begin + 1.7 * DAY
    await deadlines._pulse()
    assert await said(keeper) == [RUNG]
    await deadlines.stop()


async def test_a_short_absence_of_the_bot_gives_nobody_time(service: Service, keeper: Keeper, clock: Clock) -> None:
    match = await match_with(service, keeper, "forfeit")
    clock.now = START + TURN - 60
    deadlines = await away_for(keeper, service, clock, START + TURN + 60)
    assert (await service.look(match, None)).seen.outcome is not None
    await deadlines.stop()


async def _all_due(keeper: Keeper, clock: Clock) -> list[Due]:
    """What is due at any time, of what has to do with time to move."""
    now, clock.now = clock.now, clock.now + 1000 * DAY
    try:
        return [due for due in await keeper.due(1000) if due.kind in KINDS]
    finally:
        clock.now = now


async def test_two_processes_do_what_is_due_once(service: Service, keeper: Keeper, clock: Clock) -> None:
    """Both sweep at the same moment, over reminders, moves and defeats."""
    for n, policy in enumerate(POLICIES):
        await begun(service, msgspec.structs.replace(DRAFT, policy=policy), interaction=10 * n + 10)
    await posts(keeper)
    other = Service(Keeper(keeper.store, clock), {"tiny": TinyGame()}, clock)
    sweeps = [Deadlines(keeper, service, clock), Deadlines(other.keeper, other, clock)]
    for days, expected in ((1.01, 3), (1.61, 3), (2.01, 3)):
        clock.now = START + days * DAY
        await asyncio.gather(*(each.sweep() for each in sweeps))
        told = await posts(keeper)
        rung = [errand for _, errand in told if isinstance(errand, Say) or (isinstance(errand, Whisper) and errand.ring)]
        assert len(rung) == expected, (days, [errand for _, errand in told])
    other.close()


# ---- what one can settle oneself ---------------------------------------------------------------------------------------
@pytest.mark.field(73)
async def test_not_again_this_turn(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    match = await match_with(service, keeper, "remind")
    clock.now = START + DAY
    await deadlines.sweep()
    assert await said(keeper) == [DM]
    await service.clocks.hush(match, ALICE)
    for days in (1.7, 2.1, 5.0, 9.0):
        clock.now = START + days * DAY
        await deadlines.sweep()
    assert await said(keeper) == []
    # It is for this turn alone.
    await service.act(match, ALICE, ["end:turn"], 0)
    await service.act(match, BOB, ["end:turn"], 0)
    await said(keeper)
    clock.now += DAY
    await deadlines.sweep()
    assert await said(keeper) == [DM]
    with pytest.raises(Sorry, match="not your turn"):
        await service.clocks.hush(match, BOB)
    with pytest.raises(NotYours):
        await service.clocks.hush(match, EVE)


async def test_the_deadline_comes_although_no_reminder_is_wanted(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    match = await match_with(service, keeper, "forfeit")
    await service.clocks.hush(match, ALICE)
    clock.now = START + TURN
    await deadlines.sweep()
    assert (await service.look(match, None)).seen.outcome is not None


@pytest.mark.field(72)
async def test_a_forgotten_end_is_told_privately(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    """Also where there is no limit; not while one goes on playing, and not where others have something to decide."""
    match = await begun(service, msgspec.structs.replace(DRAFT, pace="free"))
    await said(keeper)
    for hours in (0, 11, 22):
        clock.now = START + hours * HOUR
        await deadlines.sweep()
        await service.act(match, ALICE, [f"move:0:{5 + hours}"], 0)
    assert all(who != "dm" for who, _ in await said(keeper))
    clock.now = START + 34 * HOUR
    await deadlines.sweep()
    told = [errand for _, errand in await posts(keeper)]
    assert [errand.user for errand in told] == [ALICE]
    assert "not ended your turn: `/end`" in told[0].post.text
    clock.now += 30 * DAY
    await deadlines.sweep()
    assert await said(keeper) == []


async def test_a_forgotten_end_is_told_once_for_one_answer(service: Service, keeper: Keeper, clock: Clock) -> None:
    """Also where somebody else had something to decide in between."""
    match = await match_with(service, keeper, "auto")
    record = await keeper.match(match)
    assert record is not None
    first, second = record.seats
    first.acted, first.acted_at = True, clock()
    kinds = lambda: [due.kind for due in timing.wanted(record, 0)]  # noqa: E731
    assert kinds() == ["deadline", "r2", "unended"]
    first.unended_told = first.acted_at
    second.asked_since = record.version
    before = timing.times(record)
    second.asked_since = None
    assert kinds() == ["deadline", "r2"]
    assert timing.retimes(record, before, 0) == []
    timing.acts(record, 0, clock() + HOUR)
    assert kinds() == ["deadline", "r2", "unended"]


async def test_a_reminder_that_was_asked_for(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    match = await match_with(service, keeper, "remind")
    await service.clocks.remind(match, ALICE, 3 * HOUR)
    await service.clocks.remind(match, ALICE, 2 * HOUR)  # instead
    await service.clocks.remind(match, BOB, 2 * HOUR)  # he is not asked
    for hours in (1.9, 2.0, 3.0, 4.0):
        clock.now = START + hours * HOUR
        await deadlines.sweep()
        told = [errand for _, errand in await posts(keeper)]
        assert [errand.user for errand in told] == ([ALICE] if hours == 2.0 else [])
    await service.clocks.remind(match, ALICE, HOUR)
    await service.clocks.remind(match, ALICE, None)
    clock.now += 2 * HOUR
    await deadlines.sweep()
    assert await said(keeper) == []
    for seconds in (1.0, 31 * DAY):
        with pytest.raises(Sorry):
            await service.clocks.remind(match, ALICE, seconds)


@pytest.mark.field(81)
@pytest.mark.parametrize(
    ("everywhere", "here", "expected"),
    [("", "", [DM, RUNG]), ("dm", "", [DM, DM]), ("thread", "", [RUNG, RUNG]), ("thread", "dm", [DM, DM]),
     ("dm", "thread", [RUNG, RUNG])],
)  # fmt: skip
async def test_where_reminders_go_is_settled_for_all_matches_and_for_one(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock, everywhere: Reach, here: Reach,
    expected: list[tuple[str, Any]],
) -> None:  # fmt: skip
    await keeper.save_player(ALICE, Player(reach=everywhere))
    match = await match_with(service, keeper, "remind")
    await service.clocks.reach(match, ALICE, here)
    heard = []
    for days in (1.0, 1.6):
        clock.now = START + days * DAY
        await deadlines.sweep()
        heard += await said(keeper)
    assert heard == expected


async def test_closed_direct_messages_do_not_swallow_reminders(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    await match_with(service, keeper, "remind")
    await keeper.save_player(ALICE, Player(closed_at=START))
    clock.now = START + DAY
    await deadlines.sweep()
    assert await said(keeper) == [RUNG]


async def test_other_reminders_from_now_on(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    """What would have been due by now is not made up for."""
    await match_with(service, keeper, "remind")
    clock.now = START + 1.2 * DAY
    await deadlines.sweep()
    assert await said(keeper) == [DM]
    await service.clocks.settle(ALICE, lambda player: msgspec.structs.replace(player, reminders=(0.9, 0.5, 0.3)))
    await deadlines.sweep()
    assert await said(keeper) == []
    clock.now = START + 1.4 * DAY
    await deadlines.sweep()
    assert await said(keeper) == [RUNG]


@pytest.mark.field(78)
@pytest.mark.parametrize(
    ("month", "day", "zone", "begin"),
    [(3, 28, "Europe/Berlin", 21), (10, 24, "Europe/Berlin", 20), (3, 7, "America/New_York", 27),
     (10, 31, "America/New_York", 26), (6, 1, "Asia/Kolkata", 16.5)],
)  # fmt: skip
async def test_quiet_hours_over_midnight_and_a_change_of_the_clock(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock, month: int, day: int, zone: str, begin: float
) -> None:
    """What falls into the night comes at seven in the morning of a clock on the wall, whatever was done to it in between.
    ``begin``: when 22 o'clock is there, in hours of that day in UTC."""
    there = ZoneInfo(zone)
    assert datetime.datetime(2026, month, day, 22, tzinfo=there).timestamp() == _utc(month, day) + begin * HOUR
    morning = datetime.datetime(2026, month, day, 7, tzinfo=there) + datetime.timedelta(days=1)
    await keeper.save_player(ALICE, Player(quiet=(22, 7), zone=zone, reach="dm"))
    clock.now = _utc(month, day) + begin * HOUR - DAY + 60  # half of the turn is over a minute into the night
    await match_with(service, keeper, "remind")
    clock.now += DAY
    await deadlines.sweep()
    assert await said(keeper) == []
    clock.now = morning.timestamp() - 1
    await deadlines.sweep()
    assert await said(keeper) == []
    clock.now += 1
    await deadlines.sweep()
    assert await said(keeper) == [DM]


def _utc(month: int, day: int) -> float:
    return datetime.datetime(2026, month, day, tzinfo=datetime.UTC).timestamp()


# ---- clocks ------------------------------------------------------------------------------------------------------------
async def left_of(keeper: Keeper, match: int, seat: int, now: float) -> float:
    record = await keeper.match(match)
    assert record is not None
    return timing.left(record, seat, now) if record.seats[seat].asked_since is not None else record.seats[seat].clock


async def test_a_clock_for_the_whole_match(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    """What was used is gone, some comes back after each turn, never to more than there was; when it has run out, the bot
    moves, and later turns have at least what comes back."""
    draft = msgspec.structs.replace(DRAFT, pace="2d+6h", policy="auto")
    match = await begun(service, draft)
    clock.now += 18 * HOUR
    assert await left_of(keeper, match, 0, clock()) == 30 * HOUR
    await service.act(match, ALICE, ["end:turn"], 0)
    assert await left_of(keeper, match, 0, clock()) == 36 * HOUR
    assert await left_of(keeper, match, 1, clock()) == 48 * HOUR
    clock.now += HOUR
    await service.act(match, BOB, ["end:turn"], 0)
    assert await left_of(keeper, match, 1, clock()) == 48 * HOUR
    facts = (await service.look(match, None)).facts
    assert facts.until == clock() + 36 * HOUR
    assert [seat.clock for seat in facts.seats] == [None, 48 * HOUR]
    await said(keeper)
    clock.now += 18 * HOUR
    await deadlines.sweep()
    assert await said(keeper) == [DM]  # half of what was left
    clock.now += 18 * HOUR
    await deadlines.sweep()
    assert (await service.look(match, None)).facts.until == clock() + 48 * HOUR  # Bob's turn
    assert await left_of(keeper, match, 0, clock()) == 6 * HOUR
    clock.now += 48 * HOUR
    await deadlines.sweep()
    record = await keeper.match(match)
    assert record is not None
    if record.stage == "playing":
        assert timing.left(record, 0, clock()) == 6 * HOUR


async def test_whose_clock_runs_out_loses_where_that_was_agreed(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    match = await begun(service, msgspec.structs.replace(DRAFT, pace="1d+0h", policy="forfeit"))
    for user, hours in ((ALICE, 20), (BOB, 2)):
        clock.now += hours * HOUR
        await service.act(match, user, ["end:turn"], 0)
    clock.now += 4 * HOUR - 1
    await deadlines.sweep()
    assert (await service.look(match, None)).seen.outcome is None
    clock.now += 1
    await deadlines.sweep()
    outcome = (await service.look(match, None)).seen.outcome
    assert outcome is not None
    assert outcome.winners == [1]


async def test_a_clock_stands_still_in_the_players_own_night(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    """Alice has set quiet hours in Tokyo; Bob has set nothing, so the server's zone counts."""
    await keeper.save_player(ALICE, Player(quiet=(23, 7), zone="Asia/Tokyo", reminders=()))
    await keeper.save_guild(1, Guild(zone="Europe/Berlin"))
    clock.now = _utc(6, 1) + 13 * HOUR  # 22 o'clock in Tokyo, 15 in Berlin
    match = await begun(service, msgspec.structs.replace(DRAFT, pace="4h night", policy="auto"))
    assert (await service.look(match, None)).facts.until == _utc(6, 2) + 1 * HOUR  # 10 o'clock in Tokyo
    clock.now = _utc(6, 1) + 18 * HOUR  # Bob: 20 o'clock, and two hours until his night
    await service.act(match, ALICE, ["end:turn"], 0)
    assert (await service.look(match, None)).facts.until == _utc(6, 2) + 8 * HOUR  # 10 o'clock in Berlin
    clock.now = _utc(6, 2) + 7.9 * HOUR
    await deadlines.sweep()
    assert (await service.look(match, None)).seen.asked == (1,)


# ---- being away --------------------------------------------------------------------------------------------------------
@pytest.mark.field(78, 80)
async def test_away_from_all_matches(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    """Time stands still where one's turn waits, and from the start where it comes later; every table is told once."""
    waiting = await match_with(service, keeper, "forfeit")
    other = await begun(service, msgspec.structs.replace(DRAFT, policy="auto"), interaction=10)
    await service.act(other, ALICE, ["end:turn"], 0)
    await said(keeper)
    clock.now = START + 0.5 * DAY
    until = clock() + 3 * DAY
    await service.clocks.away(ALICE, until)
    told = await posts(keeper)
    assert sorted(match for match, _ in told) == [waiting, other]
    assert all("is away until" in errand.post.text and f"<t:{int(until)}" in errand.post.text for _, errand in told)
    assert all(errand.post.pings == () for _, errand in told)
    await service.clocks.tell_away(Alarm("away", ALICE, clock(), 0))  # once more, as after a crash
    assert await posts(keeper) == []
    await service.act(other, BOB, ["end:turn"], 0)
    prompts = [errand.post.text for _, errand in await posts(keeper) if isinstance(errand, Say)]
    assert "is away until" in prompts[-1]
    for days in (1.0, 1.7, 2.1, 3.4):
        clock.now = START + days * DAY
        await deadlines.sweep()
    assert await posts(keeper) == []
    clock.now = until
    await deadlines.sweep()
    told = await posts(keeper)
    assert sorted(match for match, _ in told) == [waiting, other]
    assert all(errand.post.pings == (ALICE,) for _, errand in told)
    assert (await service.look(waiting, None)).facts.until == until + 1.5 * DAY
    assert (await service.look(other, None)).facts.until == until + 2 * DAY


@pytest.mark.field(78)
async def test_nobody_loses_while_away_whichever_process_was_told(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    """The person's settings say so, and the matches do not know of it yet."""
    match = await match_with(service, keeper, "forfeit")
    clock.now = START + 1.9 * DAY
    player = Player(away=((clock(), clock() + 2 * DAY),))
    await keeper.save_player(ALICE, player)
    clock.now = START + 2.1 * DAY
    await deadlines.sweep()
    assert (await service.look(match, None)).seen.outcome is None
    clock.now = START + 3.9 * DAY
    await deadlines.sweep()
    facts = (await service.look(match, None)).facts
    assert facts.until == clock() + timing.LEAST


@pytest.mark.field(80)
async def test_back_before_the_time(service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock) -> None:
    match = await match_with(service, keeper, "auto")
    await service.clocks.away(ALICE, clock() + 10 * DAY)
    clock.now += 4 * DAY
    await service.clocks.back(ALICE)
    texts = [errand.post.text for _, errand in await posts(keeper)]
    assert "is away until" in texts[0]
    assert "is back" in texts[1]
    assert len(texts) == 2
    facts = (await service.look(match, None)).facts
    assert facts.until == clock() + 2 * DAY
    assert f"<t:{int(facts.until)}:R>" in texts[1]
    with pytest.raises(Sorry, match="not away"):
        await service.clocks.back(ALICE)
    clock.now += 10 * DAY
    assert all(due.kind != "back" for due in await _all_due(keeper, clock))


# ---- pausing, other people, other releases -----------------------------------------------------------------------------
@pytest.mark.field(73)
async def test_a_pause_stops_everything_and_gives_back_what_was_left(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    match = await match_with(service, keeper, "forfeit")
    clock.now = START + 1.2 * DAY
    await deadlines.sweep()
    assert await said(keeper) == [DM]
    await service.change(match, lambda record: pausing.pause(record, clock(), ALICE, "consent") or [])
    assert await _all_due(keeper, clock) == []
    clock.now = START + 30 * DAY
    await deadlines.sweep()
    assert await said(keeper) == []
    await service.change(match, lambda record: pausing.resume(record, clock()) or [])
    assert (await service.look(match, None)).facts.until == clock() + 0.8 * DAY
    clock.now += 0.5 * DAY  # the first reminder is not made again
    await deadlines.sweep()
    assert await said(keeper) == [RUNG]


@pytest.mark.field(79)
async def test_somebody_else_on_the_seat_has_a_full_turn(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    match = await match_with(service, keeper, "forfeit")
    clock.now = START + 1.9 * DAY
    await deadlines.sweep()
    await said(keeper)

    def change(record: MatchRecord) -> list[Errand]:
        record.seats[0].user = EVE
        timing.fresh_turn(record, 0, clock())
        return []

    await service.change(match, change)
    assert (await service.look(match, None)).facts.until == clock() + TURN
    clock.now += DAY
    await deadlines.sweep()
    assert await said(keeper) == [("dm", EVE)]


@pytest.mark.field(52)
async def test_what_an_earlier_release_has_left_is_reminded_of(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    """It kept no more of a turn than its deadline, and its reminders under other names."""
    match = await match_with(service, keeper, "remind")
    record = await keeper.match(match)
    assert record is not None
    for each in record.seats:
        each.given = each.spent = each.handed = 0.0
    record.version += 1
    drop = ("r1", "r2")
    old = (Due(match, 0, "half", START + DAY), Due(match, 0, "late", START + 1.6 * DAY))
    await keeper.save(record, record.version - 1, [], [Retime(0, drop, old)])
    heard = {}
    for days in (1.0, 1.6, 2.0):
        clock.now = START + days * DAY
        await deadlines.sweep()
        heard[days] = await said(keeper)
    assert heard == {1.0: [DM], 1.6: [RUNG], 2.0: [RUNG]}
    await service.act(match, ALICE, ["end:turn"], 0)
    assert {due.seat for due in await _all_due(keeper, clock)} == {1}


@pytest.mark.field(52)
@pytest.mark.parametrize(
    ("zone", "quiet", "name"),
    [(2.0, (22, 7), "UTC+02:00"), (0.0, (22, 7), "UTC+00:00"), (-3.5, None, "UTC-03:30"), (0.0, None, "")],
)
async def test_an_earlier_release_kept_hours_ahead(
    keeper: Keeper, zone: float, quiet: tuple[int, int] | None, name: str
) -> None:
    old = {"language": "", "stop_asking": False, "quiet": quiet, "zone": zone, "closed_at": None}
    await keeper.store.set_setting("user", ALICE, msgspec.msgpack.encode(old))
    assert (await keeper.player(ALICE)).time_zone == name


@pytest.mark.field(74, 76)
@pytest.mark.parametrize("policy", list(POLICIES))
async def test_every_prompt_says_what_comes_when_time_runs_out(service: Service, keeper: Keeper, policy: Policy) -> None:
    match = await begun(service, msgspec.structs.replace(DRAFT, policy=policy))
    prompts = [errand.post for _, errand in await posts(keeper) if isinstance(errand, Say) and errand.slot == "prompt"]
    until = (await service.look(match, None)).facts.until
    assert until is not None
    then = {"remind": "and the match waits", "auto": "then the bot makes a simple move", "forfeit": "then they lose"}
    assert prompts
    for post in prompts:
        assert then[policy] in post.text
        assert f"<t:{int(until)}:R>" in post.text
    assert prompts[-1].pings == (ALICE,)


@pytest.mark.field(78)
@pytest.mark.parametrize("asleep", [True, False])
async def test_no_invitation_rings_in_quiet_hours(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock, asleep: bool
) -> None:
    """It comes without a sound then; on the server's clock, where somebody has not said where they are."""
    await keeper.save_guild(1, Guild(zone="Europe/Berlin"))
    clock.now = _utc(6, 1) + (22 if asleep else 20) * HOUR  # midnight, or ten in the evening
    await keeper.save_player(BOB, Player(quiet=(23, 7)))
    await service.beginning.create(DRAFT, ALICE, 1, 10, 1)
    await said(keeper)
    clock.now += 3 * DAY
    await deadlines.sweep()
    told = [errand for _, errand in await posts(keeper) if isinstance(errand, Whisper)]
    assert [(errand.user, errand.ring) for errand in told] == [(BOB, not asleep)]


async def test_whoever_has_lost_on_time_holds_nobody_up(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock
) -> None:
    """All are asked at once, and the rules wait for an answer even of somebody who is out: the bot gives it."""
    people = [ALICE, BOB, 103, 104]
    draft = msgspec.structs.replace(DRAFT, battlefield="court", players=4, rivals=(BOB, 103, 104), policy="forfeit")
    match = (await service.beginning.create(draft, ALICE, 1, 10, 1)).id
    for user in people[1:]:
        await service.beginning.join(match, user)
    for user in people:
        await service.beginning.ready(match, user)
    for user in people[1:]:
        await service.act(match, user, ["bid:low"], 0)
    clock.now += TURN
    await deadlines.sweep()
    look = await service.look(match, None)
    assert look.seen.outcome is None
    assert look.seen.asked != (0,)
    assert look.facts.until == clock() + TURN
