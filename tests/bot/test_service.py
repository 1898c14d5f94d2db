"""The service without Discord: the lobby, answers, undo, idempotency, people at the same moment."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from bot.errors import NotYours, Sorry, Stale
from bot.keeping import Keeper
from bot.panels import armies
from bot.panels.lobby import Draft
from bot.records import Say, Whisper
from bot.service import Service
from bot.workshop import Workshop
from engine import record
from tests.bot.conftest import ALICE, BOB, DRAFT, EVE, begun
from tests.bot.discord_bench import Clock
from tests.bot.tiny_game import TinyGame

OPEN = Draft("tiny", "table")


async def queued(keeper: Keeper) -> list[object]:
    """Everything that is to be said, in order, as it would be sent."""
    found: list[object] = []
    while rows := await keeper.waiting():
        for row in sorted(rows, key=lambda row: row.id):
            found.append(row.errand)
            await keeper.done(row)
    return found


# ---- the lobby --------------------------------------------------------------------------------------------------------
async def test_the_same_interaction_creates_one_match(service: Service) -> None:
    first = await service.beginning.create(DRAFT, ALICE, 1, 10, 77)
    again = await service.beginning.create(DRAFT, ALICE, 1, 10, 77)
    assert again.id == first.id
    assert len(await service.matches_of(ALICE)) == 1


@pytest.mark.field(35)
async def test_fifty_people_join_at_once_and_one_gets_the_seat(service: Service) -> None:
    facts = await service.beginning.create(OPEN, ALICE, 1, 10, 1)
    results = await asyncio.gather(*(service.beginning.join(facts.id, 1000 + n) for n in range(50)), return_exceptions=True)
    joined = [result for result in results if not isinstance(result, BaseException)]
    assert len(joined) == 1
    assert all(isinstance(result, Sorry) for result in results if isinstance(result, BaseException))
    look = await service.look(facts.id, None)
    assert [seat.user for seat in look.facts.seats] == [ALICE, joined[0].seats[1].user]


@pytest.mark.field(35)
async def test_two_services_on_one_database_do_not_overfill_a_match(service: Service, keeper: Keeper, clock: Clock) -> None:
    other = Service(keeper, {"tiny": TinyGame()}, clock)
    facts = await service.beginning.create(OPEN, ALICE, 1, 10, 1)
    joins = [(service if n % 2 else other).beginning.join(facts.id, 1000 + n) for n in range(20)]
    results = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(not isinstance(result, BaseException) for result in results) == 1
    other.close()


async def test_nobody_takes_a_seat_that_is_kept_for_somebody(service: Service) -> None:
    facts = await service.beginning.create(DRAFT, ALICE, 1, 10, 1)
    with pytest.raises(Sorry, match="kept for those who are invited"):
        await service.beginning.join(facts.id, EVE)
    await service.beginning.decline(facts.id, BOB)
    assert (await service.beginning.join(facts.id, EVE)).seat_of(EVE) == 1


async def test_only_the_host_calls_a_match_off(service: Service) -> None:
    facts = await service.beginning.create(DRAFT, ALICE, 1, 10, 1)
    with pytest.raises(NotYours):
        await service.beginning.cancel(facts.id, BOB)
    assert (await service.beginning.cancel(facts.id, ALICE)).stage == "cancelled"
    with pytest.raises(Sorry, match="called off"):
        await service.beginning.join(facts.id, BOB)


async def test_an_army_that_may_not_be_played_is_not_ready(service: Service) -> None:
    facts = await service.beginning.create(DRAFT, ALICE, 1, 10, 1)
    await service.beginning.join(facts.id, BOB)
    bench = Workshop(service)
    await bench.change(facts.id, "", BOB, lambda game, army: armies.with_leader(game, armies.NOTHING, "leader"))
    with pytest.raises(Sorry, match="at least one card"):
        await service.beginning.ready(facts.id, BOB)
    made = await bench.change(facts.id, "", BOB, lambda game, army: armies.with_cards(army, ["zebu", "zebu"]))
    assert made.army == {"planeswalker": "leader", "cards": ["zebu", "zebu"], "spells": []}
    assert (await service.beginning.ready(facts.id, BOB)).seats[1].ready


async def test_playing_against_the_bot_begins_at_once(service: Service) -> None:
    service.builtin_user = 900
    facts = await service.beginning.create(msgspec.structs.replace(DRAFT, rivals=(900,)), ALICE, 1, 10, 1)
    assert facts.stage == "armies"
    await service.beginning.ready(facts.id, ALICE)
    await service.act(facts.id, ALICE, ["bid:high"], 2)
    receipt = await service.act(facts.id, ALICE, ["end:turn"], 3)
    assert receipt.look.seen.asked == (0,), "the built-in player has moved in the same commit"


# ---- answers ----------------------------------------------------------------------------------------------------------
@pytest.mark.field(34)
async def test_two_seats_answer_at_the_same_moment_and_both_count(service: Service) -> None:
    match = await begun(service, bids=False)
    version = (await service.look(match, None)).facts.version
    both = await asyncio.gather(
        service.act(match, ALICE, ["bid:high"], 21, version), service.act(match, BOB, ["bid:low"], 22, version)
    )
    assert [receipt.notice for receipt in both] == ["", ""]
    look, told = await service.history.history(match, None)
    assert "• The bids: high, low" in told
    assert look.seen.asked == (0,)


@pytest.mark.field(17)
async def test_a_bid_is_not_shown_before_the_last_one_is_given(service: Service, keeper: Keeper) -> None:
    match = await begun(service, bids=False)
    await queued(keeper)
    await service.act(match, ALICE, ["bid:high"], 2)
    said = await queued(keeper)
    assert "high" not in repr(said)
    seen = (await service.look(match, BOB)).seen
    assert "high" not in msgspec.json.encode(seen.board).decode()


@pytest.mark.field(34, 43)
async def test_a_thousand_interleavings_lose_nothing(service: Service) -> None:
    """The same answer from many hands at once: it counts once, whoever was first."""
    match = await begun(service)
    for n in range(40):
        to = 1 + n % 2
        version = (await service.look(match, ALICE)).facts.version
        tries = [service.act(match, ALICE, [f"move:0:{to}"], 1000 + n * 25 + i, version) for i in range(25)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(not isinstance(result, BaseException) for result in results) == 1
        assert all(isinstance(each, (Sorry, Stale)) for each in results if isinstance(each, BaseException))
    _, told = await service.history.history(match, ALICE)
    assert sum("steps to" in line for line in told) == 40


async def test_the_same_interaction_plays_once(service: Service) -> None:
    match = await begun(service)
    first = await service.act(match, ALICE, ["cast:ant", "side:left"], 50)
    again = await service.act(match, ALICE, ["cast:ant", "side:left"], 50)
    assert first.told
    assert again.notice == "That has been done already."
    assert again.look.facts.version == first.look.facts.version


async def test_a_refused_step_in_a_path_undoes_the_whole_path(service: Service) -> None:
    match = await begun(service)
    before = (await service.look(match, ALICE)).facts.version
    with pytest.raises(Sorry, match=r"Step 2 of 2 .*T-2"):
        await service.act(match, ALICE, ["move:0:5", "move:0:5"], 60)
    look, told = await service.history.history(match, ALICE)
    assert look.facts.version == before
    assert not any("steps" in line for line in told)


@pytest.mark.field(42)
async def test_a_change_that_came_second_is_thought_out_anew(service: Service, keeper: Keeper, clock: Clock) -> None:
    other = Service(keeper, {"tiny": TinyGame()}, clock)
    match = await begun(service, bids=False)
    await asyncio.gather(service.act(match, ALICE, ["bid:low"], 31), other.act(match, BOB, ["bid:low"], 32))
    _, told = await service.history.history(match, None)
    assert "• The bids: low, low" in told
    other.close()


@pytest.mark.field(46)
async def test_whoever_is_not_asked_changes_nothing(service: Service) -> None:
    match = await begun(service)
    before = (await service.look(match, None)).facts.version
    with pytest.raises(NotYours):
        await service.act(match, EVE, ["end:turn"], 70)
    with pytest.raises(Stale):
        await service.act(match, BOB, ["end:turn"], 71)
    assert (await service.look(match, None)).facts.version == before


@pytest.mark.field(37, 38)
async def test_a_press_from_an_earlier_question_is_stale(service: Service) -> None:
    match = await begun(service)
    version = (await service.look(match, ALICE)).facts.version
    await service.act(match, ALICE, ["cast:ant"], 80, version)
    with pytest.raises(Stale):
        await service.act(match, ALICE, ["side:left"], 81, version)


@pytest.mark.field(22)
async def test_undo_ends_with_the_first_die(service: Service) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5"], 90)
    receipt = await service.undo(match, ALICE, 91)
    assert receipt.told == ["Taken back."]
    await service.act(match, ALICE, ["cast:ant", "side:left"], 92)
    with pytest.raises(Sorry, match="rolled"):
        await service.undo(match, ALICE, 93)


async def test_what_is_taken_back_leaves_the_log_and_the_public_post(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5"], 90)
    await service.act(match, ALICE, ["move:0:7"], 91)
    await service.undo(match, ALICE, 92)
    _, told = await service.history.history(match, None)
    assert [line for line in told if "steps" in line] == ["• Seat 1 steps to 5"]
    last = [errand for errand in await queued(keeper) if not isinstance(errand, Whisper)][-1]
    assert "steps to 5" in last.post.text  # type: ignore[attr-defined]
    assert "steps to 7" not in last.post.text  # type: ignore[attr-defined]


@pytest.mark.field(21)
async def test_dice_are_the_same_after_a_restart(service: Service, keeper: Keeper, clock: Clock) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:left"], 100)
    points = (await service.look(match, ALICE)).seen.board.seats[0].score  # type: ignore[attr-defined]
    again = Service(keeper, {"tiny": TinyGame()}, clock)
    assert (await again.look(match, ALICE)).seen.board.seats[0].score == points  # type: ignore[attr-defined]
    again.close()


@pytest.mark.field(41)
async def test_what_was_acknowledged_is_there_for_everybody_else(service: Service, keeper: Keeper, clock: Clock) -> None:
    match = await begun(service)
    receipt = await service.act(match, ALICE, ["move:0:5"], 110)
    other = Service(keeper, {"tiny": TinyGame()}, clock)
    assert (await other.look(match, ALICE)).seen == receipt.look.seen
    other.close()


# ---- what may be known ------------------------------------------------------------------------------------------------
@pytest.mark.field(3, 6)
async def test_the_log_tells_each_reader_what_they_may_know(service: Service) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:right"], 120)
    own = (await service.history.history(match, ALICE))[1]
    for reader in (BOB, EVE, None):
        told = (await service.history.history(match, reader))[1]
        assert "• Seat 1 plays a card face down" in told
        assert not any("ant" in line for line in told)
    assert "• 🔒 Your ant lies on the right" in own


@pytest.mark.field(13)
async def test_a_running_match_is_exported_as_its_reader_knows_it(service: Service) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:right"], 130)
    _, mine, _ = await service.history.export(match, ALICE)
    _, his, _ = await service.history.export(match, BOB)
    assert b"bee" in mine
    assert not any(word in his for word in (b"ant", b"bee", b'"cat', b"seed"))
    assert b"dog" in his


@pytest.mark.field(105)
async def test_a_finished_match_is_exported_whole(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await begun(service)
    await service.resign(match, BOB, 140)
    name, data, words = await service.history.export(match, EVE)
    assert name == f"match-{match}.json"
    assert "verify" in words
    monkeypatch.setattr(record, "game", {"tiny": TinyGame()}.__getitem__)
    figures = record.verify(data)
    assert figures["answers"] == 3
    assert json.loads(data)["seed"] == "07" * 32


@pytest.mark.field(67, 74)
async def test_only_those_who_are_asked_anew_are_rung_and_only_once(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await queued(keeper)
    await service.act(match, ALICE, ["move:0:5"], 150)
    assert [errand.post.pings for errand in await queued(keeper) if hasattr(errand, "post")] == [()]
    await service.act(match, ALICE, ["end:turn"], 151)
    said = await queued(keeper)
    assert [errand.post.pings for errand in said if isinstance(errand, Say)] == [(BOB,)]
    assert all(not errand.ring for errand in said if isinstance(errand, Whisper))


@pytest.mark.field(7)
async def test_what_happened_is_told_in_the_order_in_which_it_happened(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:left"], 160)
    await service.act(match, ALICE, ["end:turn"], 161)
    prompt = next(errand for errand in reversed(await queued(keeper)) if isinstance(errand, Say)).post.text
    assert prompt.index("face down") < prompt.index("points")
