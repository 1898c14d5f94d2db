"""A channel that vanishes, a player who leaves the server, and whoever takes the seat over."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import NotYours, Sorry, Stale
from bot.guilds import Guild
from bot.keeping import Keeper
from bot.panels.facts import DAY, HOUR
from bot.panels.lobby import Draft
from bot.panels.post import Picture
from bot.records import Say, Whisper
from bot.replacing import SILENT
from bot.service import Service
from engine.core.text import words
from tests.bot.conftest import ALICE, BOB, EVE, begun
from tests.bot.discord_bench import Bench, Clock, labels
from tests.bot.test_presses import playing
from tests.bot.test_service import queued

ELSEWHERE = 777


def texts(place: Any) -> list[str]:
    return [message.content for message in place.history()]


def vanish(tiny: Bench, *places: Any) -> None:
    """From now on nothing can be written there."""
    for place in places:
        tiny.env.inject_error("*", f"/channels/{place.id}/*", status=404, code=10003, times=None)


def close_dms(tiny: Bench, name: str, code: int) -> None:
    """From now on the person's direct messages are refused, for that reason."""
    path = f"/channels/{tiny.by_dm(name).dm_channel.id}/messages"
    tiny.env.inject_error("POST", path, status=403, code=code, times=None)


# ---- a channel that is gone -------------------------------------------------------------------------------------------
@pytest.mark.field(55)
async def test_a_match_without_a_channel_goes_on_by_dm_and_its_host_is_told_once(tiny: Bench) -> None:
    thread = await playing(tiny)
    vanish(tiny, thread, tiny.channel)
    await tiny.click("alice", (await tiny.slash("alice", "end", tiny.channel)).response, "Go")
    record = await tiny.bot.service.record(1)
    assert record.unreachable
    prompt = next(message for message in reversed(tiny.dms("bob")) if "**Turn 2**" in message.content)
    assert "cannot write in the match's channel" in prompt.content
    assert labels(prompt)[0] == "Play"
    # From here on everything happens in direct messages: buttons, then commands.
    cockpit = await tiny.by_dm("bob").click(prompt, label="Play")
    await tiny.settle()
    assert "Play a card, step or end your turn" in cockpit.response.content
    await tiny.by_dm("bob").slash("move", figure="Your piece", to="P5")
    ending = await tiny.by_dm("bob").slash("end")
    await tiny.settle()
    go = next(part.custom_id for row in ending.response.message.components for part in row.children if part.label == "Go")
    await tiny.by_dm("bob").click(ending.response, custom_id=go)
    await tiny.settle()
    assert any("**Turn 3**" in message.content for message in tiny.dms("alice"))
    told = [message for message in tiny.dms("alice") if "cannot write in the channel of match 1" in message.content]
    assert len(told) == 1, "Alice started the match"


@pytest.mark.field(55)
async def test_a_channel_that_is_back_is_used_again(tiny: Bench) -> None:
    thread = await playing(tiny)
    vanish(tiny, thread, tiny.channel)
    await tiny.click("alice", (await tiny.slash("alice", "end", tiny.channel)).response, "Go")
    tiny.env.backend.faults.clear()
    await tiny.click("bob", (await tiny.slash("bob", "end", tiny.channel)).response, "Go")
    assert "**Turn 3**" in texts(thread)[-1]
    record = await tiny.bot.service.record(1)
    assert not record.unreachable
    assert [entry.kind for entry in record.table] == ["unreachable", "reachable"]


@pytest.mark.field(55)
async def test_a_deleted_thread_is_left_for_the_channel(tiny: Bench) -> None:
    thread = await playing(tiny)
    vanish(tiny, thread)
    await tiny.click("alice", (await tiny.slash("alice", "end", tiny.channel)).response, "Go")
    assert "**Turn 2**" in texts(tiny.channel)[-1]
    record = await tiny.bot.service.record(1)
    assert (record.thread, record.unreachable) == (0, False)
    assert await tiny.bot.service.match_in(tiny.channel.id) == 1, "commands in the channel mean this match"


@pytest.mark.field(91)
async def test_closed_dms_and_no_channel_stop_nothing(tiny: Bench) -> None:
    thread = await playing(tiny)
    vanish(tiny, thread, tiny.channel)
    tiny.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await tiny.click("alice", (await tiny.slash("alice", "end", tiny.channel)).response, "Go")
    tiny.env.backend.faults.clear()
    cockpit = await tiny.slash("bob", "play", tiny.channel)
    assert "Play a card, step or end your turn" in cockpit.response.content


# ---- a player who is gone ---------------------------------------------------------------------------------------------
@pytest.mark.field(56)
async def test_a_player_who_leaves_the_server_is_found_out_and_can_be_replaced(tiny: Bench) -> None:
    thread = await playing(tiny)
    tiny.person("eve")
    tiny.guild.remove_member(tiny.person("bob"))
    close_dms(tiny, "bob", 50278)
    await tiny.click("alice", (await tiny.slash("alice", "end", thread)).response, "Go")
    record = await tiny.bot.service.record(1)
    assert record.paused is not None
    assert record.paused.why == "gone"
    assert record.seats[1].leaving == "gone"
    offer = thread.history()[-1]
    assert labels(offer) == ["Take over", "Let the bot play"]
    assert not any("direct messages are closed" in text for text in texts(thread))
    taken = await tiny.click("eve", offer, "Take over")
    assert "The seat is yours" in taken.response.content
    record = await tiny.bot.service.record(1)
    assert [seat.user for seat in record.seats] == [tiny.person("alice").id, tiny.person("eve").id]
    assert record.paused is None, "nobody is missing any more"
    assert record.gone[0].abandoned
    assert any("Dog" in message.content for message in tiny.dms("eve")), "the hand comes by direct message"
    assert tiny.person("eve").mention in texts(thread)[-1]


@pytest.mark.field(56)
async def test_a_player_who_can_still_be_written_to_is_found_out_too(tiny: Bench) -> None:
    """They share another server with the bot, so that direct messages arrive."""
    thread = await playing(tiny)
    service, alice, bob = tiny.bot.service, tiny.person("alice").id, tiny.person("bob").id
    await service.act(1, alice, ["end:turn"], 5000)
    await tiny.settle()
    assert (await service.record(1)).paused is None
    tiny.guild.remove_member(tiny.person("bob"))
    await service.act(1, bob, ["end:turn"], 5001)
    await tiny.pass_time(DAY)
    await service.act(1, alice, ["end:turn"], 5002)
    await tiny.settle()
    assert (await service.record(1)).seats[1].leaving == "gone"
    assert labels(thread.history()[-1]) == ["Take over", "Let the bot play"]


async def test_somebody_with_closed_dms_who_is_still_there_is_not_gone(tiny: Bench) -> None:
    thread = await playing(tiny)
    close_dms(tiny, "bob", 50007)
    await tiny.click("alice", (await tiny.slash("alice", "end", thread)).response, "Go")
    record = await tiny.bot.service.record(1)
    assert record.paused is None
    assert record.seats[1].leaving == ""


@pytest.mark.field(79)
async def test_whoever_takes_over_gets_a_whole_turn(service: Service, clock: Clock, keeper: Keeper) -> None:
    match = await begun(service)
    clock.now += 2 * DAY - HOUR
    await service.replacing.ask_out(match, ALICE)
    assert (await service.act(match, ALICE, ["move:0:5"], 20)).told, "until somebody takes over one plays on"
    await queued(keeper)
    await service.replacing.take_over(match, EVE, 0, 21, "en")
    record = await service.record(match)
    assert record.seats[0].user == EVE
    assert record.seats[0].deadline == clock.now + 2 * DAY
    due = {row.kind: row.at for row in await keeper.store.due(1e12, 50)}
    assert due["deadline"] == clock.now + 2 * DAY
    said = await queued(keeper)
    rung = [each.post.pings for each in said if isinstance(each, Say) and each.slot == "prompt"]
    assert rung == [(EVE,)]
    hands = [each for each in said if isinstance(each, Whisper)]
    assert {each.user for each in hands} == {EVE}
    assert record.gone[0].user == ALICE
    assert not record.gone[0].abandoned, "whoever asks out is excused"
    assert record.host == BOB, "somebody who plays is the match's host"


@pytest.mark.field(1, 4)
async def test_who_has_left_sees_what_a_spectator_sees(service: Service) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:right"], 20)
    await service.replacing.ask_out(match, ALICE)
    await service.replacing.take_over(match, EVE, 0, 21)
    look = await service.look(match, ALICE)
    assert look.seat is None
    assert look.seen == (await service.look(match, None)).seen
    assert not any("ant" in line for line in (await service.history.history(match, ALICE))[1])
    assert any("Your ant" in line for line in (await service.history.history(match, EVE))[1])
    with pytest.raises(NotYours):
        await service.act(match, ALICE, ["end:turn"], 22)


async def test_a_hand_on_its_way_is_not_delivered_to_who_has_left(tiny: Bench) -> None:
    await playing(tiny)
    eve, alice = tiny.person("eve"), tiny.person("alice")
    service = tiny.bot.service
    await service.replacing.ask_out(1, alice.id)
    await tiny.settle()
    before = len(tiny.dms("alice"))
    record = await service.record(1)
    hand = service.turns.hand_by_dm(record, service.load(record), 0, words("Late"))
    assert isinstance(hand[-1], Whisper)
    assert [picture for picture in hand[-1].post.pictures if isinstance(picture, Picture) and picture.seat == 0]
    await service.change(1, lambda record: list(hand))
    await service.replacing.take_over(1, eve.id, 0, 900)
    await tiny.settle()
    assert len(tiny.dms("alice")) == before


async def test_one_may_think_better_of_leaving(service: Service) -> None:
    match = await begun(service)
    await service.replacing.ask_out(match, ALICE)
    with pytest.raises(Sorry, match="on offer already"):
        await service.replacing.ask_out(match, ALICE)
    await service.replacing.take_over(match, ALICE, 0, 30)
    with pytest.raises(Sorry, match="not free"):
        await service.replacing.take_over(match, EVE, 0, 31)
    assert (await service.record(match)).seats[0].user == ALICE


@pytest.mark.field(46)
async def test_who_may_take_which_seat(service: Service) -> None:
    match = await begun(service)
    service.builtin_user = 900
    await service.replacing.ask_out(match, ALICE)
    with pytest.raises(Sorry, match="a seat in this match already"):
        await service.replacing.take_over(match, BOB, 0, 30)
    with pytest.raises(Sorry, match="not free"):
        await service.replacing.take_over(match, EVE, 1, 31)
    with pytest.raises(NotYours):
        await service.replacing.let_bot(match, EVE, 0, 32)
    await service.replacing.let_bot(match, ALICE, 0, 33)
    record = await service.record(match)
    assert record.seats[0].user == 900
    assert record.seats[1].asked_since is not None, "the bot has moved at once"
    await service.replacing.ask_out(match, BOB)
    with pytest.raises(Sorry, match="Nobody would be left"):
        await service.replacing.let_bot(match, BOB, 1, 34)


async def test_who_plays_enough_already_takes_no_seat_over(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await keeper.save_guild(1, Guild(most_matches=1))
    await service.beginning.create(Draft("tiny", "table"), EVE, 1, 10, 70)
    await service.replacing.ask_out(match, BOB)
    with pytest.raises(Sorry, match="as many as its host allows"):
        await service.replacing.take_over(match, EVE, 1, 71)


@pytest.mark.field(35)
async def test_two_who_want_the_same_seat(service: Service) -> None:
    match = await begun(service)
    await service.replacing.ask_out(match, BOB)
    await service.replacing.take_over(match, EVE, 1, 40)
    with pytest.raises(Sorry, match="not free"):
        await service.replacing.take_over(match, ELSEWHERE, 1, 41)


async def test_who_has_been_silent_for_long_is_replaced_by_consent(service: Service, clock: Clock, keeper: Keeper) -> None:
    match = await begun(service)
    with pytest.raises(Sorry, match="silent for long enough"):
        await service.table.replace(match, BOB, ALICE)
    clock.now += 2 * DAY + SILENT + 1
    await service.table.replace(match, BOB, ALICE)
    record = await service.record(match)
    assert record.seats[0].leaving == "agreed", "of two players the other one is everybody"
    assert any(isinstance(each, Say) and each.slot == "offer0" for each in await queued(keeper))
    await service.replacing.take_over(match, EVE, 0, 50)
    assert (await service.record(match)).gone[0].abandoned


async def test_an_open_proposal_ends_with_a_replacement(service: Service) -> None:
    match = await begun(service)
    await service.table.pause(match, BOB)
    number = (await service.record(match)).proposals
    await service.replacing.ask_out(match, ALICE)
    await service.replacing.take_over(match, EVE, 0, 50)
    with pytest.raises(Stale):
        await service.table.agree(match, EVE, number, 51)


async def test_a_newcomer_plays_with_the_seats_team(service: Service) -> None:
    facts = await service.beginning.create(Draft("tiny", "court", rivals=(BOB, 103, 104), players=4), ALICE, 1, 10, 1)
    for user in (BOB, 103, 104):
        await service.beginning.join(facts.id, user)
    for user in (ALICE, BOB, 103, 104):
        await service.beginning.ready(facts.id, user)
    await service.conferring.confer(facts.id, ALICE, "left first")
    await service.replacing.ask_out(facts.id, 104)
    await service.replacing.take_over(facts.id, EVE, 3, 50)
    assert (await service.conferring.conferred(facts.id, EVE))[1] == [(ALICE, "left first")]
    with pytest.raises(NotYours):
        await service.conferring.conferred(facts.id, 104)
