"""Standing orders through the service and through Discord: private, confirmed, listed, cancelled."""

from __future__ import annotations

import pytest

from bot.errors import Sorry
from bot.keeping import Keeper
from bot.panels.lobby import Draft
from bot.service import Service
from engine.core.events import Event
from tests.bot.conftest import ALICE, BOB, EVE, begun
from tests.bot.discord_bench import Bench, labels
from tests.bot.test_service import queued

AUTO = Draft("tiny", "table", rivals=(BOB,), policy="auto")
WAVE = {"greeting": "wave"}


async def values(service: Service, match: int, user: int) -> dict[str, str]:
    return {given.order.id: given.value for given in await service.orders.listed(match, user)}


async def test_an_order_is_carried_out_on_the_others_turn_and_told_like_everything(service: Service) -> None:
    match = await begun(service)
    assert await values(service, match, BOB) == {"greeting": "none"}
    await service.act(match, ALICE, ["move:0:5"], 10)
    await service.orders.give(match, BOB, WAVE)
    assert await values(service, match, BOB) == WAVE
    receipt = await service.act(match, ALICE, ["move:0:0", "end:turn"], 11)
    await service.act(match, BOB, ["move:1:7", "end:turn"], 12)
    receipt = await service.act(match, ALICE, ["move:0:7"], 13)
    assert "Seat 2 waves" in receipt.told


@pytest.mark.field(17)
async def test_giving_an_order_says_nothing_and_looks_like_nothing(service: Service, keeper: Keeper) -> None:
    """No post, no edit, no reminder moved, no panel made stale: not even that somebody was there can be seen."""
    match = await begun(service)
    await queued(keeper)
    panel = (await service.look(match, ALICE)).facts.version
    before = await service.look(match, ALICE), await service.look(match, None)
    told = (await service.history.history(match, ALICE))[1]
    dues = await service.keeper.next_due()
    await service.orders.give(match, BOB, WAVE)
    assert await queued(keeper) == []
    after = await service.look(match, ALICE), await service.look(match, None)
    assert [look.view for look in after] == [look.view for look in before]
    assert (await service.history.history(match, ALICE))[1] == told
    assert await service.keeper.next_due() == dues
    assert await service.act(match, ALICE, ["move:0:5"], 20, panel)  # the panel from before still works


async def test_it_outlives_undo_and_a_restart(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5"], 10)
    await service.orders.give(match, BOB, WAVE)
    await service.undo(match, ALICE, 11)
    assert await values(service, match, BOB) == WAVE
    record = await service.record(match)
    log = [(each.seat, each.key) for each in await keeper.answered(match)]
    assert record.answers == len(log)
    assert log[-1] == (1, "order:greeting=wave")
    assert all(isinstance(event, Event) for each in await keeper.answered(match) for event in each.events)


async def test_what_happens_when_time_runs_out_can_be_ordered_where_the_bot_moves(service: Service) -> None:
    match = (await service.beginning.create(AUTO, ALICE, 1, 10, 1)).id
    await service.beginning.join(match, BOB)
    await service.beginning.ready(match, ALICE)
    await service.beginning.ready(match, BOB)
    await service.act(match, ALICE, ["bid:high"], 2)
    await service.act(match, BOB, ["bid:low"], 3)
    assert await values(service, match, ALICE) == {"greeting": "none", "timeout": "play"}
    await service.orders.give(match, ALICE, {"timeout": "end"})
    asked = (await service.look(match, ALICE)).asked_since
    assert asked is not None
    await service.move_for(match, 0, asked, "Time ran out.")
    keys = [each.key for each in await service.keeper.answered(match) if each.seat == 0]
    assert keys[-1] == "end:turn"
    assert keys[-2].startswith("bid")  # and nothing was done before it


async def test_refused_in_words(service: Service) -> None:
    match = await begun(service)
    with pytest.raises(Sorry, match="no such standing order"):
        await service.orders.give(match, ALICE, {"greeting": "shout"})
    with pytest.raises(Sorry, match="no seat"):
        await service.orders.give(match, EVE, WAVE)
    with pytest.raises(Sorry, match="no seat"):
        await service.orders.listed(match, EVE)
    await service.resign(match, BOB, 30)
    with pytest.raises(Sorry, match="being played"):
        await service.orders.listed(match, ALICE)


@pytest.mark.field(110)
async def test_nothing_is_ordered_by_a_slip_and_all_can_be_cancelled(tiny: Bench) -> None:
    thread = await tiny.begun()
    posts = len(thread.history())
    panel = (await tiny.slash("alice", "orders", thread)).response
    assert "Greetings" in panel.content
    assert "say nothing" in panel.content
    asked = await tiny.choose("alice", panel, ["wave"])
    assert "from now on wave?" in asked.response.content
    assert await values(tiny.bot.service, 1, tiny.person("alice").id) == {"greeting": "none"}
    done = await tiny.click("alice", asked.response, "Order it")
    assert ": wave." in done.response.content
    assert await values(tiny.bot.service, 1, tiny.person("alice").id) == WAVE
    assert await values(tiny.bot.service, 1, tiny.person("bob").id) == {"greeting": "none"}
    usual = await tiny.click("alice", done.response, "All as usual")
    assert ": say nothing." in usual.response.content
    assert "All as usual" not in labels(usual.response)
    assert len(thread.history()) == posts
