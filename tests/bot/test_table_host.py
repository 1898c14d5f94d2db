"""The host's tools: who may use them, what they do, and that everybody is told."""

from __future__ import annotations

import os
from typing import Any

import discord
import msgspec
import pytest

from bot.errors import Sorry
from bot.games import all_games
from bot.keeping import Keeper
from bot.panels.facts import DAY, HOUR
from bot.panels.lobby import Draft, first_draft
from bot.records import Amend, CloseThread, Say
from bot.service import Service
from tests.bot.conftest import ALICE, BOB, EVE, begun
from tests.bot.discord_bench import Bench, Clock
from tests.bot.test_presses import playing
from tests.bot.test_service import queued
from tests.bot.test_setup import manager

HOST = 900


def posts(errands: list[object]) -> list[str]:
    return [each.post.text for each in errands if isinstance(each, (Say, Amend))]


async def entries(service: Service, match: int) -> list[tuple[str, int]]:
    return [(entry.kind, entry.by) for entry in (await service.record(match)).table]


# ---- who may ----------------------------------------------------------------------------------------------------------
@pytest.mark.field(46, 100)
async def test_only_the_servers_hosts_may(tiny: Bench) -> None:
    thread = await playing(tiny)
    role = tiny.guild.create_role("umpires")
    umpire = tiny.guild.add_member(tiny.env.create_user("umpire"), roles=[role])
    before = (await tiny.bot.service.record(1)).version
    commands: list[tuple[str, dict[str, Any]]] = [
        ("host pause", {}), ("host resume", {}), ("host cancel", {}), ("host rewind", {"step": 0}),
        ("host deadline", {"hours": 5.0}), ("host replace", {"player": tiny.person("bob")}),
        ("host move", {"channel": tiny.channel}),
    ]  # fmt: skip
    for who in (tiny.person("alice"), tiny.person("eve"), umpire):
        for command, options in commands:
            result = await who.slash(thread, command, why="because", **options)
            assert result.ephemeral
            assert "this server's hosts" in result.response.content, command
        for command in ("host status", "host notes"):
            assert "this server's hosts" in (await who.slash(thread, command)).response.content
    assert (await tiny.bot.service.record(1)).version == before, "Alice made the match, and is no host of the server"
    settings = msgspec.structs.replace(await tiny.keeper.guild(tiny.guild.id), host_role=role.id)
    await tiny.keeper.save_guild(tiny.guild.id, settings)
    result = await umpire.slash(thread, "host pause", why="because")
    await tiny.settle()
    assert "paused" in result.response.content
    assert "paused: nobody's time runs" in thread.history()[-1].content
    assert "Reason: because" in thread.history()[-1].content


async def test_a_host_of_another_server_has_no_say(tiny: Bench) -> None:
    await playing(tiny)
    other = tiny.env.create_guild()
    role = other.create_role("keepers", permissions=discord.Permissions(manage_guild=True))
    stranger = other.add_member(tiny.env.create_user("stranger"), roles=[role])
    channel = other.create_text_channel("there")
    result = await stranger.slash(channel, "host cancel", match="1", why="mine")
    assert "no match 1 here" in result.response.content
    assert (await tiny.bot.service.record(1)).stage == "playing"
    assert "No match" in (await stranger.slash(channel, "host status")).response.content


async def test_the_tools_by_command(tiny: Bench) -> None:
    thread = await playing(tiny)
    host = manager(tiny)
    await tiny.click("alice", (await tiny.slash("alice", "end", thread)).response, "Go")
    await tiny.slash(host, "host rewind", thread, step=2, why="Wrong board")
    last = thread.history()[-1].content
    assert "Turn 1" in last
    assert "Wrong board" in last
    assert tiny.person(host).mention in last
    elsewhere = tiny.guild.create_text_channel("elsewhere")
    await tiny.slash(host, "host move", thread, channel=elsewhere, why="tidier")
    assert "goes on here" in elsewhere.history()[0].content
    moved = elsewhere.threads[-1]
    assert "Turn 1" in moved.history()[-1].content
    assert (await tiny.bot.service.record(1)).thread == moved.id
    status = (await tiny.slash(host, "host status")).response.content
    assert f"<#{moved.id}>" in status
    assert tiny.person("alice").mention in status
    notes = (await tiny.slash(host, "host notes", moved)).response.content
    assert "Wrong board" in notes
    assert "tidier" in notes
    assert await tiny.typed(host, "host rewind", "match", "1", moved) == ["1"]
    await tiny.slash(host, "host cancel", moved, why="nobody plays")
    assert "called off" in moved.history()[-1].content
    refused = await tiny.slash("alice", "move", moved, figure="Your piece", to="P5", match="1")
    assert "called off" in refused.response.content


# ---- what they do -----------------------------------------------------------------------------------------------------
@pytest.mark.field(31)
async def test_a_rewind_to_a_turn_tells_everybody_and_asks_anew(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    for n, user in enumerate((ALICE, BOB, ALICE, BOB)):
        await service.act(match, user, [f"move:{n % 2}:{n + 1}"], 100 + 2 * n)
        if n == 1:
            there = await service.record(match)
        await service.act(match, user, ["end:turn"], 101 + 2 * n)
    await queued(keeper)
    told = await service.umpire.rewind(match, HOST, "a mistake", turn=3)
    assert "a mistake" in str(told)
    record = await service.record(match)
    look = await service.look(match, None)
    assert look.seen.asked == (0,)
    assert record.answers == there.answers + 1, "the end of turn 2 is the beginning of turn 3"
    errands = await queued(keeper)
    assert [each.post.pings for each in errands if isinstance(each, Say)] == [(ALICE,)]
    assert "same dice" in posts(errands)[0]
    assert record.seats[0].asked_since == record.version, "buttons from before are stale"
    assert {row.by for row in await keeper.store.undone(match)} == {HOST}
    assert (await entries(service, match)) == [("rewind", HOST)]
    _, lines = await service.history.history(match, None)
    assert sum("steps to" in line for line in lines) == 2
    for wrong in ({"turn": 9}, {"step": 500}, {"step": record.answers}):
        with pytest.raises(Sorry):
            await service.umpire.rewind(match, HOST, "", **wrong)
    assert (await service.record(match)).version == record.version


@pytest.mark.field(24, 31)
async def test_many_steps_back_and_forth_change_nothing(service: Service) -> None:
    """A match is taken back again and again and played on as before: each position is the one that was there. As many
    steps as ``STEPS_BACK`` says (200 were run)."""
    match = await begun(service)
    turn = [(ALICE, "move:0:5"), (ALICE, "cast:ant"), (ALICE, "side:left"), (ALICE, "end:turn"), (BOB, "move:1:5"),
            (BOB, "cast:dog"), (BOB, "side:right"), (BOB, "end:turn"), (ALICE, "move:0:6"), (ALICE, "end:turn")]  # fmt: skip
    first = (await service.record(match)).answers
    seen = {first: service.load(await service.record(match)).fingerprint}
    interaction = 1000
    for n, (user, key) in enumerate(turn, first + 1):
        await service.act(match, user, [key], interaction + n)
        seen[n] = service.load(await service.record(match)).fingerprint
    steps, pick = 0, 7
    while steps < int(os.environ.get("STEPS_BACK", "15")):
        pick = (pick * 31 + 11) % 1009
        back = 1 + pick % 4
        record = await service.record(match)
        await service.umpire.rewind(match, HOST, "", step=record.answers - back)
        there = await service.record(match)
        assert service.load(there).fingerprint == seen[there.answers]
        for user, key in turn[len(turn) - back :]:
            interaction += 100
            await service.act(match, user, [key], interaction)
        again = await service.record(match)
        assert service.load(again).fingerprint == seen[again.answers]
        assert len(await service.keeper.answered(match)) == again.answers
        steps += 1 + back
    await service.resign(match, ALICE, 5)
    assert "checks out" in (await service.fairness.verified(match))[0]


async def test_the_bot_moves_where_a_rewind_asks_it(service: Service) -> None:
    service.builtin_user = 800
    facts = await service.beginning.create(Draft("tiny", "table", rivals=(800,)), ALICE, 1, 10, 1)
    await service.beginning.ready(facts.id, ALICE)
    await service.act(facts.id, ALICE, ["bid:low"], 2)
    await service.act(facts.id, ALICE, ["end:turn"], 3)
    answered = await service.keeper.answered(facts.id)
    assert [each.seat for each in answered[:3]] == [1, 0, 0], "what the bot answers first of all is in the log too"
    there = next(n for n, each in enumerate(answered) if each.seat == 1 and n)
    await service.umpire.rewind(facts.id, HOST, "", step=there)
    assert (await service.look(facts.id, None)).seen.asked == (0,), "it is not left waiting for itself"
    again = await service.keeper.answered(facts.id)
    assert [each.key for each in again] == [each.key for each in answered], "the same position, the same moves"
    await service.resign(facts.id, ALICE, 4)
    assert "checks out" in (await service.fairness.verified(facts.id))[0]


async def test_a_deadline_is_moved_for_those_who_are_asked(service: Service, clock: Clock, keeper: Keeper) -> None:
    match = await begun(service)
    await queued(keeper)
    told = await service.umpire.deadline(match, HOST, "exams", 12.0)
    assert "exams" in str(told)
    record = await service.record(match)
    assert record.seats[0].deadline == clock.now + 12 * HOUR
    assert {due.kind: due.at for due in await keeper.store.due(1e12, 50)}["deadline"] == clock.now + 12 * HOUR
    said = [each for each in await queued(keeper) if isinstance(each, Say)]
    assert said[0].post.pings == (ALICE,)
    with pytest.raises(Sorry, match="Nobody of those"):
        await service.umpire.deadline(match, HOST, "", 12.0, BOB)
    with pytest.raises(Sorry, match="how many hours"):
        await service.umpire.deadline(match, HOST, "", -1.0)


async def test_a_host_pauses_and_goes_on_without_asking(service: Service, clock: Clock, keeper: Keeper) -> None:
    match = await begun(service)
    due = (await service.record(match)).seats[0].deadline
    assert due is not None
    await service.umpire.pause(match, HOST, "holidays")
    with pytest.raises(Sorry, match="paused"):
        await service.umpire.deadline(match, HOST, "", 12.0)
    clock.now += 20 * DAY
    await queued(keeper)
    await service.umpire.resume(match, HOST, "")
    assert (await service.record(match)).seats[0].deadline == due + 20 * DAY
    rung = [each.post.pings for each in await queued(keeper) if isinstance(each, Say) and each.post.pings]
    assert rung == [(ALICE,)]
    assert await entries(service, match) == [("pause", HOST), ("resume", HOST)]


async def test_a_host_replaces_by_somebody_by_the_bot_or_by_whoever_wants(service: Service, keeper: Keeper) -> None:
    service.builtin_user = 800
    match = await begun(service)
    await service.umpire.replace(match, HOST, "on holiday", ALICE, EVE)
    record = await service.record(match)
    assert [seat.user for seat in record.seats] == [EVE, BOB]
    assert any("on holiday" in text for text in posts(await queued(keeper)))
    with pytest.raises(Sorry, match="no seat"):
        await service.umpire.replace(match, HOST, "", ALICE, 55)
    with pytest.raises(Sorry, match="a seat in this match already"):
        await service.umpire.replace(match, HOST, "", EVE, BOB)
    await service.umpire.replace(match, HOST, "silent", BOB, None)
    assert (await service.record(match)).seats[1].leaving == "host"
    await service.umpire.replace(match, HOST, "still silent", BOB, 800)
    record = await service.record(match)
    assert record.seats[1].user == 800
    assert record.seats[1].leaving == ""
    assert any("has taken over" in text for text in posts(await queued(keeper)))


async def test_a_match_called_off_counts_for_nothing_and_shows_its_seed(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:left"], 10)
    await queued(keeper)
    await service.umpire.cancel(match, HOST, "no time")
    record = await service.record(match)
    assert record.stage == "cancelled"
    errands = await queued(keeper)
    last = next(each for each in errands if isinstance(each, Say))
    assert record.seed in last.post.text
    assert set(last.post.pings) == {ALICE, BOB}
    assert any(isinstance(each, CloseThread) for each in errands)
    assert [due.kind for due in await keeper.store.due(1e12, 50) if due.kind == "deadline"] == []
    assert "checks out" in (await service.fairness.verified(match))[0]
    with pytest.raises(Sorry, match="called off"):
        await service.act(match, ALICE, ["end:turn"], 11)
    with pytest.raises(Sorry, match="over already"):
        await service.umpire.cancel(match, HOST, "")


async def test_a_match_that_waits_for_players_is_called_off_too(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    facts = await service.beginning.rematch(match, BOB, 90)
    await queued(keeper)
    await service.umpire.cancel(facts.id, HOST, "spam")
    assert (await service.record(facts.id)).stage == "cancelled"
    assert any(isinstance(each, Amend) and each.slot == "invitation" for each in await queued(keeper))


@pytest.mark.field(27, 28, 29, 31)
async def test_a_match_of_the_arena_is_put_back_to_its_turns(keeper: Keeper, clock: Clock) -> None:
    """Figures, damage, glyphs, hands, counters, standing orders: all of it is as it was, and the end checks out."""
    service = Service(keeper, all_games(), clock, new_seed=lambda: b"\x2a" * 32)
    draft = first_draft(list(all_games().values()), (BOB,))
    match = (await service.beginning.create(draft, ALICE, 1, 10, 1)).id
    await service.beginning.join(match, BOB)
    for user in (ALICE, BOB):
        await service.beginning.ready(match, user)
    begun_at: dict[int, str] = {}
    for _ in range(40):
        look = await service.look(match, None)
        turn = look.seen.board.turn  # type: ignore[attr-defined]
        begun_at.setdefault(turn, service.load(await service.record(match)).fingerprint)
        if turn == 5:
            break
        seat = look.seen.asked[0]
        since = (await service.record(match)).seats[seat].asked_since
        assert since is not None
        await service.move_for(match, seat, since, "")
    assert turn == 5
    await service.orders.give(match, BOB, {"leaving": "never"})
    for turn in (4, 2):
        await service.umpire.rewind(match, HOST, "", turn=turn)
        record = await service.record(match)
        loaded = service.load(record)
        assert loaded.state.orders == {1: {"leaving": "never"}}, "an order holds until it is changed"
        loaded.state.orders.clear()
        assert loaded.fingerprint == begun_at[turn]
    await service.resign(match, ALICE, 999)
    assert "checks out" in (await service.fairness.verified(match))[0]
    assert (await service.record(match)).table[-1].kind == "rewind"
    service.close()
