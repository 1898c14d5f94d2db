""" "Since your last turn": in every prompt and every direct message, in words, for any number of players."""

from __future__ import annotations

import pytest

from bot.keeping import Keeper
from bot.panels.lobby import Draft
from bot.records import NOTES, Note, Say, Whisper
from bot.service import Service
from engine.core.text import words
from tests.bot.conftest import ALICE, BOB, begun
from tests.bot.discord_bench import Bench, Clock

CAROL, DAVE, BOT = 103, 104, 500
FOUR = (ALICE, BOB, CAROL, DAVE)


async def said(keeper: Keeper) -> tuple[str, dict[int, str]]:
    """The newest prompt and everybody's newest direct message; all that was waiting is said by it."""
    prompt, whispered = "", {}
    while rows := await keeper.waiting(99):
        for row in rows:
            if isinstance(row.errand, Say) and row.errand.slot == "prompt":
                prompt = row.errand.post.text
            if isinstance(row.errand, Whisper):
                whispered[row.errand.user] = row.errand.post.text
            await keeper.done(row)
    return prompt, whispered


def unseen(text: str) -> list[str]:
    """The lines under the heading, without bullets."""
    lines = text.splitlines()
    if "*Since your last turn:*" not in lines:
        return []
    found = []
    for line in lines[lines.index("*Since your last turn:*") + 1 :]:
        if not line.startswith("• "):
            break
        found.append(line.removeprefix("• "))
    return found


async def four(service: Service) -> int:
    """A match of four at its first turn, Alice's."""
    facts = await service.beginning.create(Draft("tiny", "court", rivals=FOUR[1:], players=4), ALICE, 1, 10, 1)
    for user in FOUR[1:]:
        await service.beginning.join(facts.id, user)
    for user in FOUR:
        await service.beginning.ready(facts.id, user)
    record = await service.record(facts.id)
    for n, seat in enumerate(record.seats):
        await service.act(facts.id, seat.user, ["bid:low"], 10 + n)
    return facts.id


async def test_with_four_players_each_prompt_tells_all_that_the_others_did(service: Service, keeper: Keeper) -> None:
    match = await four(service)
    record = await service.record(match)
    order = [seat.user for seat in record.seats]
    for n, user in enumerate(order):
        await service.act(match, user, [f"move:{n}:{20 + n}", "end:turn"], 20 + n)
    prompt, whispered = await said(keeper)
    told = [line for n in range(1, 4) for line in (f"Seat {n + 1} steps to {20 + n}", f"Turn {n + 2}")]
    assert unseen(prompt) == told
    assert unseen(whispered[order[0]]) == unseen(prompt)
    await service.act(match, order[0], ["move:0:30", "end:turn"], 30)
    prompt, whispered = await said(keeper)
    assert unseen(prompt) == [*told[2:], "Seat 1 steps to 30", "Turn 6"]
    assert "Seat 2 steps to 21" not in prompt, "what one has done oneself is no news"
    assert unseen(whispered[order[1]]) == unseen(prompt)


async def test_a_direct_message_tells_what_only_its_reader_may_know_as_well(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:right", "end:turn"], 20)
    prompt, whispered = await said(keeper)
    assert unseen(prompt) == unseen(whispered[BOB]) == ["Seat 1 plays a card face down", "Turn 2"]
    assert "ant" not in whispered[BOB].replace("want", "")


async def test_what_the_built_in_player_does_right_after_is_told_too(service: Service, keeper: Keeper) -> None:
    service.builtin_user = BOT
    facts = await service.beginning.create(Draft("tiny", "table", rivals=(BOT,)), ALICE, 1, 10, 1)
    await service.beginning.ready(facts.id, ALICE)
    await service.act(facts.id, ALICE, ["bid:high"], 2)
    await said(keeper)
    await service.act(facts.id, ALICE, ["move:0:5", "end:turn"], 3)
    prompt, whispered = await said(keeper)
    given = await keeper.answered(facts.id)
    last = max(n for n, each in enumerate(given) if each.seat == 0)
    news = [str(event.text) for each in given[last + 1 :] for event in each.events if event.text and event.known_to(None)]
    assert unseen(prompt) == unseen(whispered[ALICE]) == news
    assert news[-1] == "Turn 3"


async def test_a_turn_that_was_played_for_somebody_is_told_to_them(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5", "end:turn"], 20)
    asked = (await service.record(match)).seats[1].asked_since
    assert asked is not None
    await service.move_for(match, 1, asked, "Time is up.")
    await said(keeper)
    await service.act(match, ALICE, ["move:0:6", "end:turn"], 21)
    told = unseen((await said(keeper))[0])
    assert told[:2] == ["Seat 1 steps to 5", "Turn 2"], "they have not seen that yet"
    assert "Turn 3" in told[2:-2], "what was done in their name"
    assert told[-2:] == ["Seat 1 steps to 6", "Turn 4"]


async def test_of_a_turn_one_has_begun_only_what_was_played_after_is_news(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5", "end:turn"], 20)
    await service.act(match, BOB, ["move:1:9"], 21)
    asked = (await service.record(match)).seats[1].asked_since
    assert asked is not None
    await service.move_for(match, 1, asked, "Time is up.")
    notes = [str(note.text) for note in (await service.record(match)).seats[1].since]
    assert "Seat 1 steps to 5" not in notes
    assert "Seat 2 steps to 9" not in notes
    assert notes[-1] == "Turn 3"


async def test_the_private_panel_tells_it_too_until_one_has_begun(tiny: Bench) -> None:
    thread = await tiny.begun()
    for name, what in (("alice", "high"), ("bob", "low")):
        await tiny.slash(name, "choose", thread, option=what)
    await tiny.slash("alice", "move", thread, figure="0", to="P5")
    await tiny.click("alice", (await tiny.slash("alice", "end", thread)).response, "Go")
    panel = (await tiny.click("bob", thread.history()[-1], "Play")).response
    assert unseen(panel.content) == ["Seat 1 steps to 5", "Turn 2"]
    await tiny.slash("bob", "move", thread, figure="1", to="P9")
    panel = (await tiny.slash("bob", "play", thread)).response
    assert unseen(panel.content) == []


@pytest.mark.field(97)
async def test_a_long_list_is_cut_at_its_beginning_and_says_where_all_of_it_stands(
    service: Service, keeper: Keeper, clock: Clock
) -> None:
    match = await begun(service)
    await service.act(match, ALICE, [f"move:0:{n % 50 + 1}" for n in range(NOTES + 20)], 20)
    await service.act(match, ALICE, ["end:turn"], 21)
    prompt, whispered = await said(keeper)
    assert len(prompt) <= 2000
    for text in (prompt, whispered[BOB]):
        assert any("`/log`" in line for line in unseen(text)[:1] + text.splitlines()), text
        assert "Turn 2" in text
    assert len(unseen(prompt)) == NOTES + 1
    assert len((await service.history.history(match, BOB))[1]) > NOTES + 20


async def test_whoever_takes_over_a_seat_is_told_what_the_one_before_had_not_seen(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5"], 20)
    record = await service.record(match)
    assert [str(note.text) for note in record.seats[1].since] == ["Seat 1 steps to 5"]
    expected, record.version = record.version, record.version + 1
    record.seats[1].user = CAROL
    await keeper.save(record, expected, [], [])
    await said(keeper)
    await service.act(match, ALICE, ["end:turn"], 21)
    prompt, whispered = await said(keeper)
    assert unseen(prompt) == unseen(whispered[CAROL]) == ["Seat 1 steps to 5", "Turn 2"]


async def test_what_was_taken_back_is_no_news(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5"], 20)
    await service.undo(match, ALICE, 21)
    await service.act(match, ALICE, ["move:0:7", "end:turn"], 22)
    assert unseen((await said(keeper))[0]) == ["Seat 1 steps to 7", "Turn 2"]


def test_notes_decode_from_before_texts_were_kept_as_texts() -> None:
    assert str(Note("as it was", 1).text) == str(Note(words("as it was"), 1).text)
