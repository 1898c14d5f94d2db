"""What a table does by consent: pausing, going on, taking back; without Discord, and by its buttons."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from bot import consent
from bot.errors import NotYours, Sorry, Stale
from bot.keeping import Keeper
from bot.panels import choices
from bot.panels.facts import DAY, HOUR
from bot.panels.lobby import Draft
from bot.panels.post import Buttons
from bot.records import Amend, Say
from bot.service import Service
from engine import record as files
from tests.bot.conftest import ALICE, BOB, EVE, begun
from tests.bot.discord_bench import Bench, Clock, labels
from tests.bot.test_presses import playing
from tests.bot.test_service import queued
from tests.bot.tiny_game import TinyGame

CAROL, DAVE = 103, 104
FOUR = Draft("tiny", "court", rivals=(BOB, CAROL, DAVE), players=4)


async def proposal(service: Service, match: int) -> int:
    found = (await service.record(match)).proposal
    assert found is not None
    return found.number


def posts(errands: list[object]) -> list[str]:
    return [each.post.text for each in errands if isinstance(each, (Say, Amend))]


async def told(service: Service, match: int, seat: int | None = None) -> list[str]:
    return (await service.history.history(match, seat))[1]


async def due_for_moves(service: Service) -> list[str]:
    """The kinds of all that is to fall due some time because somebody is asked; not what belongs to the invitation."""
    return [due.kind for due in await service.keeper.store.due(1e12, 50) if due.kind not in ("nudge", "expire")]


# ---- pausing ----------------------------------------------------------------------------------------------------------
async def test_a_pause_stops_everybodys_time_and_going_on_gives_it_back(service: Service, clock: Clock) -> None:
    match = await begun(service)
    due = (await service.record(match)).seats[0].deadline
    assert due is not None
    clock.now += HOUR
    await service.table.pause(match, BOB)
    assert (await service.record(match)).paused is None, "Alice has not agreed yet"
    await service.table.agree(match, ALICE, await proposal(service, match), 50)
    record = await service.record(match)
    assert record.paused is not None
    assert record.seats[0].deadline is None
    assert await due_for_moves(service) == [], "no reminder and no deadline is left"
    clock.now += 30 * DAY
    await service.table.resume(match, ALICE)
    await service.table.agree(match, BOB, await proposal(service, match), 51)
    record = await service.record(match)
    assert record.paused is None
    assert record.seats[0].deadline == due + 30 * DAY
    assert [entry.kind for entry in record.table] == ["pause", "resume"]


async def test_whoever_is_asked_may_play_on_in_a_pause_and_no_time_runs(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.table.pause(match, BOB)
    await service.table.agree(match, ALICE, await proposal(service, match), 50)
    await queued(keeper)
    await service.act(match, ALICE, ["end:turn"], 51)
    record = await service.record(match)
    assert record.paused is not None
    assert record.seats[1].asked_since is not None
    assert record.seats[1].deadline is None
    assert await due_for_moves(service) == []
    assert any("paused" in post for post in posts(await queued(keeper))), "the turn's post says so"
    with pytest.raises(Sorry, match="paused already"):
        await service.table.pause(match, BOB)


async def test_all_others_must_agree_and_one_is_enough_to_decline(service: Service) -> None:
    match = await four(service)
    await service.table.pause(match, ALICE)
    number = await proposal(service, match)
    await service.table.agree(match, BOB, number, 50)
    with pytest.raises(Sorry, match="agreed already"):
        await service.table.agree(match, BOB, number, 51)
    with pytest.raises(NotYours, match="your own proposal"):
        await service.table.agree(match, ALICE, number, 52)
    await service.table.agree(match, CAROL, number, 53)
    assert (await service.record(match)).paused is None
    await service.table.decline(match, DAVE, number)
    record = await service.record(match)
    assert record.paused is None
    assert record.proposal is None
    with pytest.raises(Stale):
        await service.table.agree(match, DAVE, number, 54)


async def four(service: Service) -> int:
    facts = await service.beginning.create(FOUR, ALICE, 1, 10, 1)
    for user in (BOB, CAROL, DAVE):
        await service.beginning.join(facts.id, user)
    for user in (ALICE, BOB, CAROL, DAVE):
        await service.beginning.ready(facts.id, user)
    for n, user in enumerate((ALICE, BOB, CAROL, DAVE)):
        await service.act(facts.id, user, ["bid:high"], 10 + n)
    return facts.id


@pytest.mark.field(46)
async def test_who_does_not_play_has_no_say(service: Service) -> None:
    match = await begun(service)
    await service.table.pause(match, ALICE)
    number, before = await proposal(service, match), (await service.record(match)).version
    for call in (service.table.agree(match, EVE, number, 60), service.table.decline(match, EVE, number)):
        with pytest.raises(NotYours):
            await call
    for call in (service.table.pause(match, EVE), service.table.take_back(match, EVE, whole_turn=False)):
        with pytest.raises(NotYours):
            await call
    assert (await service.record(match)).version == before


async def test_a_proposal_lapses(service: Service, clock: Clock) -> None:
    match = await begun(service)
    await service.table.pause(match, ALICE)
    number = await proposal(service, match)
    with pytest.raises(Sorry, match="another proposal"):
        await service.table.pause(match, BOB)
    clock.now += consent.LASTS
    with pytest.raises(Stale):
        await service.table.agree(match, BOB, number, 50)
    await service.table.pause(match, BOB)
    assert await proposal(service, match) == number + 1


async def test_a_built_in_player_agrees(service: Service) -> None:
    service.builtin_user = 900
    facts = await service.beginning.create(Draft("tiny", "table", rivals=(900,)), ALICE, 1, 10, 1)
    await service.beginning.ready(facts.id, ALICE)
    await service.table.pause(facts.id, ALICE)
    assert (await service.record(facts.id)).paused is not None


@pytest.mark.field(43)
async def test_the_same_agreement_twice_counts_once(service: Service) -> None:
    match = await begun(service)
    await service.table.pause(match, ALICE)
    number = await proposal(service, match)
    await service.table.agree(match, BOB, number, 70)
    with pytest.raises(Stale):
        await service.table.agree(match, BOB, number, 70)
    assert [entry.kind for entry in (await service.record(match)).table] == ["pause"]


@pytest.mark.field(34, 43)
async def test_all_agree_at_the_same_moment(service: Service) -> None:
    match = await four(service)
    await service.table.pause(match, ALICE)
    number = await proposal(service, match)
    results = await asyncio.gather(
        *(service.table.agree(match, user, number, 90 + n) for n, user in enumerate((BOB, CAROL, DAVE, BOB, DAVE))),
        return_exceptions=True,
    )
    assert sum(not isinstance(result, BaseException) for result in results) == 3
    assert all(isinstance(result, Sorry) for result in results if isinstance(result, BaseException))
    assert [entry.kind for entry in (await service.record(match)).table] == ["pause"]


# ---- taking back ------------------------------------------------------------------------------------------------------
@pytest.mark.field(24, 29, 33)
async def test_a_takeback_restores_everything_and_chance_stays_as_it_was(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    before = await service.record(match)
    await service.act(match, ALICE, ["cast:ant", "side:left"], 20)
    points = (await service.look(match, None)).seen.board.seats[0].score  # type: ignore[attr-defined]
    await service.act(match, ALICE, ["end:turn"], 21)
    await service.table.take_back(match, ALICE, whole_turn=False)
    await service.table.agree(match, BOB, await proposal(service, match), 22)
    seen = (await service.look(match, ALICE)).seen
    assert seen.asked == (0,)
    assert seen.board.seats[0].score == points, "only the end of the turn is gone"  # type: ignore[attr-defined]
    for n in range(2):  # then the die as well
        await service.table.take_back(match, ALICE, whole_turn=False)
        await service.table.agree(match, BOB, await proposal(service, match), 30 + n)
    record = await service.record(match)
    assert record.answers == before.answers
    assert service.load(record).fingerprint == service.load(before).fingerprint
    await service.act(match, ALICE, ["cast:bee", "side:left"], 40)
    again = (await service.look(match, None)).seen.board.seats[0].score  # type: ignore[attr-defined]
    assert again == points, "the first die of the match falls the same, whatever it is thrown for"
    undone = await keeper.store.undone(match)
    assert [(row.key, row.by) for row in undone] == [("end:turn", BOB), ("side:left", BOB), ("cast:ant", BOB)]


@pytest.mark.field(31, 105)
async def test_a_match_with_takebacks_and_rewinds_is_verified(service: Service) -> None:
    match = await begun(service)
    interaction = 100
    for _ in range(6):
        for user, card in ((ALICE, ["move:0:5", "move:0:6"]), (BOB, ["move:1:7"])):
            for key in (*card, "end:turn"):
                interaction += 1
                await service.act(match, user, [key], interaction)
        await service.table.take_back(match, BOB, whole_turn=True)
        await service.table.agree(match, ALICE, await proposal(service, match), interaction * 1000)
        await service.act(match, BOB, ["end:turn"], interaction * 1000 + 1)
    await service.umpire.rewind(match, EVE, "too far", turn=8)
    assert (await service.look(match, None)).seen.board.turn == 8  # type: ignore[attr-defined]
    await service.act(match, BOB, ["cast:dog", "side:left"], 900)
    await service.resign(match, BOB, 901)
    lines = "\n".join(await service.fairness.verified(match))
    assert "checks out" in lines
    assert "taken back on the way" in lines


async def test_a_takeback_against_the_bot_happens_at_once_and_once(service: Service) -> None:
    """There is nobody to ask; the same command, delivered again, takes nothing further back."""
    service.builtin_user = 900
    facts = await service.beginning.create(Draft("tiny", "table", rivals=(900,)), ALICE, 1, 10, 1)
    await service.beginning.ready(facts.id, ALICE)
    for n, key in enumerate(("bid:low", "move:0:5", "move:0:6", "end:turn")):
        await service.act(facts.id, ALICE, [key], 2 + n)
    for _ in range(2):
        await service.table.take_back(facts.id, ALICE, 50, whole_turn=False)
        assert [each.key for each in await service.keeper.answered(facts.id)][-2:] == ["move:0:5", "move:0:6"]


@pytest.mark.field(24)
async def test_a_takeback_is_off_when_the_match_moves_on(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["end:turn"], 20)
    await service.table.take_back(match, ALICE, whole_turn=False)
    number = await proposal(service, match)
    await queued(keeper)
    await service.act(match, BOB, ["move:1:5"], 21)
    assert (await service.record(match)).proposal is None
    assert any("moved on" in post for post in posts(await queued(keeper)))
    with pytest.raises(Stale):
        await service.table.agree(match, BOB, number, 22)


@pytest.mark.field(22)
async def test_taking_back_alone_ends_where_something_was_rolled(service: Service) -> None:
    """Alone one cannot take back a die; with everybody's consent one can, and is told that it falls the same again."""
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:left"], 20)
    with pytest.raises(Sorry, match="rolled"):
        await service.undo(match, ALICE, 21)
    await service.table.take_back(match, ALICE, whole_turn=False)
    post = [each for each in await queued(service.keeper) if isinstance(each, Say) and each.slot == "proposal"][-1].post
    assert "meets the same dice" in post.text
    assert post.pings == (BOB,)


@pytest.mark.field(23)
async def test_a_table_can_do_without_taking_back(service: Service) -> None:
    facts = await service.beginning.create(Draft("tiny", "table", rivals=(BOB,)), ALICE, 1, 10, 1)
    with pytest.raises(NotYours):
        await service.table.undo(facts.id, BOB, allowed=False)
    await service.table.undo(facts.id, ALICE, allowed=False)
    facts = await service.beginning.join(facts.id, BOB)
    assert "nothing is taken back alone" in facts.agreed
    for user in (ALICE, BOB):
        await service.beginning.ready(facts.id, user)
    for n, user in enumerate((ALICE, BOB)):
        await service.act(facts.id, user, ["bid:low"], 2 + n)
    await service.act(facts.id, ALICE, ["move:0:5"], 10)
    look = await service.look(facts.id, ALICE)
    assert "Undo" not in [str(button.label) for row in choices.cockpit(look.facts, look.seen, [], "").rows
                          if isinstance(row, Buttons) for button in row.buttons]  # fmt: skip
    with pytest.raises(Sorry, match="nobody takes anything back alone"):
        await service.undo(facts.id, ALICE, 11)
    await service.table.undo(facts.id, ALICE, allowed=True)
    with pytest.raises(Sorry):
        await service.undo(facts.id, ALICE, 12)
    await service.table.agree(facts.id, BOB, await proposal(service, facts.id), 13)
    assert (await service.undo(facts.id, ALICE, 14)).told == ["Taken back."]


@pytest.mark.field(1, 6)
async def test_what_is_taken_back_tells_nobody_what_they_may_not_know(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:right"], 20)
    await service.table.take_back(match, ALICE, whole_turn=False)
    await service.table.agree(match, BOB, await proposal(service, match), 21)
    said: list[object] = await queued(keeper)
    public = repr([each for each in said if isinstance(each, (Say, Amend))])
    assert "ant" not in public.replace("want", "").replace("chance", "")
    assert not any("ant" in line for line in await told(service, match, BOB) if "wants" not in line)


@pytest.mark.field(32)
async def test_a_match_that_cannot_be_rebuilt_stays_as_it_is_and_the_host_is_told(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5"], 20)
    await service.act(match, ALICE, ["end:turn"], 21)
    async with keeper.store.database.write() as tx:  # an old log that today's rules do not follow
        await tx.execute(text("update answers set key = 'move:0:0' where key = 'move:0:5'"))
    before = await service.record(match)
    await service.table.take_back(match, ALICE, whole_turn=False)
    await queued(keeper)
    answer = await service.table.agree(match, BOB, await proposal(service, match), 22)
    assert "Nothing has changed" in str(answer)
    after = await service.record(match)
    assert (after.stored, after.answers, after.proposal) == (before.stored, before.answers, None)
    failed = [each for each in await queued(keeper) if isinstance(each, Say) and "could not be taken back" in each.post.text]
    assert failed[0].post.pings == (ALICE,), "the match's host"
    with pytest.raises(Sorry, match="cannot be put back"):
        await service.umpire.rewind(match, EVE, "why not", step=3)
    assert (await service.record(match)).stored == before.stored


@pytest.mark.field(13)
async def test_the_log_and_the_file_tell_what_happened_beside_the_rules(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5"], 20)
    await service.act(match, ALICE, ["move:0:6"], 21)
    await service.umpire.pause(match, EVE, "holidays")
    await service.undo(match, ALICE, 22)  # what stands behind an answer stays when that is taken back
    await service.table.take_back(match, ALICE, whole_turn=False)
    await service.table.agree(match, BOB, await proposal(service, match), 23)
    await service.replacing.ask_out(match, BOB)
    await service.replacing.take_over(match, CAROL, 1, 24)
    lines = "\n".join(await told(service, match))
    for words in ("is paused", "Taken back, as everybody agreed", "has taken over the seat"):
        assert lines.count(words) == 1, words
    await service.resign(match, ALICE, 25)
    _, data, _ = await service.history.export(match, EVE)
    monkeypatch.setattr(files, "game", {"tiny": TinyGame()}.__getitem__)
    assert files.verify(data)["answers"] == 3
    beside = files.decode(data).beside
    assert [each.kind for each in beside] == ["pause", "takeback", "leaving", "replaced"]
    assert not any(str(user) in data.decode() for user in (ALICE, BOB, CAROL, EVE)), "a file names seats, not people"
    assert "seat 2 has taken over" in str(beside[-1].text)


async def test_there_is_nothing_to_take_back_before_one_has_decided(service: Service) -> None:
    match = await begun(service, bids=False)
    with pytest.raises(Sorry, match="decided nothing"):
        await service.table.take_back(match, ALICE, whole_turn=True)


# ---- by its buttons ---------------------------------------------------------------------------------------------------
@pytest.mark.field(46, 85)
async def test_the_table_is_asked_in_the_thread(tiny: Bench) -> None:
    thread = await playing(tiny)
    asked = await tiny.slash("alice", "match pause", thread)
    assert "The table is asked" in asked.response.content
    post = thread.history()[-1]
    assert labels(post) == ["Agree", "Decline"]
    assert tiny.person("bob").mention in post.content
    await tiny.restart()
    for name, words in (("alice", "your own proposal"), ("eve", "Only the players")):
        result = await tiny.click(name, post, "Agree")
        assert result.ephemeral
        assert words in result.response.content
    await tiny.click("bob", post, "Agree")
    texts = [message.content for message in thread.history()]
    assert "paused: nobody's time runs" in texts[-1]
    assert any("Everybody has agreed" in text for text in texts)
    assert labels(next(message for message in thread.history() if "Everybody has agreed" in message.content)) == []
    again = await tiny.slash("bob", "match resume", thread)
    assert "The table is asked" in again.response.content
    await tiny.click("alice", thread.history()[-1], "Agree")
    assert any("goes on" in message.content for message in thread.history()[-2:])


async def test_a_takeback_by_command(tiny: Bench) -> None:
    thread = await playing(tiny)
    await tiny.click("alice", (await tiny.slash("alice", "end", thread)).response, "Go")
    await tiny.slash("alice", "takeback", thread, since="decision")
    await tiny.click("bob", thread.history()[-1], "Agree")
    last = thread.history()[-1].content
    assert "Turn 1" in last
    assert "Taken back" in last
    cockpit = await tiny.slash("alice", "play", thread)
    assert "Play a card, step or end your turn" in cockpit.response.content
