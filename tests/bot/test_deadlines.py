"""Reminders and what happens when time runs out, by a fake clock."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from bot.deadlines import Deadlines
from bot.keeping import Keeper, Player
from bot.panels.facts import DAY, HOUR, Policy
from bot.records import Say, Whisper
from bot.service import Service
from tests.bot.conftest import ALICE, BOB, DRAFT, begun
from tests.bot.discord_bench import START, Clock

RUNG = ("thread", (ALICE,))
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


@pytest.mark.field(73)
@pytest.mark.parametrize(
    ("policy", "acts_at", "expected"),
    [
        ("remind", None, {1.0: ("dm", ALICE), 1.6: RUNG, 2.0: RUNG, 4.0: RUNG,
                          6.0: RUNG}),
        ("remind", 0.5, {2.0: RUNG, 4.0: RUNG, 6.0: RUNG}),
        ("remind", 1.2, {1.0: ("dm", ALICE), 2.0: RUNG, 4.0: RUNG, 6.0: RUNG}),
    ],
)  # fmt: skip
async def test_the_cadence_of_reminders(
    service: Service, keeper: Keeper, deadlines: Deadlines, clock: Clock, policy: Policy, acts_at: float | None,
    expected: dict[float, tuple[str, Any]],
) -> None:  # fmt: skip
    """At half the time privately, at four fifths in the thread, then three posts; none of the early ones once somebody
    has begun to move."""
    match = await match_with(service, keeper, policy)
    heard: dict[float, tuple[str, Any]] = {}
    for step in range(1, 120):
        days = step / 10
        clock.now = START + days * DAY
        if acts_at is not None and abs(days - acts_at) < 0.01:
            await service.act(match, ALICE, ["move:0:5"], 500)
            await said(keeper)
        await deadlines.sweep()
        for each in await said(keeper):
            assert days not in heard, "two at once"
            heard[days] = each
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
