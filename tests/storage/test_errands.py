"""What is to be said: in order within a lane, the newest state of a message, until it is done, once."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from sqlalchemy import select

from storage import Conflict, Store
from storage.rows import ErrandRow, MatchRow, NewErrand, PlaceRow
from storage.schema import errands
from storage.store import DONE_FOR
from tests.storage.samples import ANNE, BERT, NOW, amend, move, new_match, said, say


async def waiting(store: Store, now: float = NOW * 2) -> list[str]:
    return [row.payload.decode() for row in await store.waiting(now, 100)]


async def head(store: Store, now: float = NOW * 2) -> ErrandRow:
    (row,) = await store.waiting(now, 100)
    return row


async def test_an_errand_comes_back_as_it_was_queued(store: Store) -> None:
    match = await new_match(store, errands=[NewErrand("user:5", bytes(range(256)), "hand")])
    row = await head(store)
    assert row == ErrandRow(row.id, match.id, "user:5", bytes(range(256)), 0, NOW, "hand")


async def test_lanes_are_in_order_and_do_not_wait_for_each_other(store: Store) -> None:
    row = await new_match(store, errands=[say("a1"), NewErrand("user:5", b"b1"), say("a2")])
    await move(store, row, 1, errands=[NewErrand("user:5", b"b2"), say("a3")])
    assert await waiting(store) == ["a1", "b1"]
    await store.done((await store.waiting(NOW * 2, 1))[0].id, NOW)
    assert await waiting(store) == ["b1", "a2"]
    assert await said(store) == ["b1", "a2", "b2", "a3"]


async def test_at_most_as_many_as_asked_for(store: Store) -> None:
    await new_match(store, errands=[NewErrand(f"user:{n}", b"hello") for n in range(5)])
    assert len(await store.waiting(NOW * 2, 3)) == 3


@pytest.mark.field(71)
async def test_what_waits_is_still_there_after_a_restart(store: Store, url: str) -> None:
    await new_match(store, errands=[say("one"), say("two")])
    first = (await store.waiting(NOW * 2, 10))[0]
    await store.begun(first.id)
    await store.later(first.id, NOW + 60, "HTTP 503")
    await store.close()
    again = await Store.open(url)
    try:
        assert await again.waiting(NOW + 59, 10) == []
        (row,) = await again.waiting(NOW + 60, 10)
        assert row == msgspec.structs.replace(first, tries=1)  # tried once: it may have arrived
        assert await said(again) == ["one", "two"]
    finally:
        await again.close()


async def test_an_errand_put_off_holds_up_its_lane_only(store: Store) -> None:
    await new_match(store, errands=[say("a1"), say("a2"), NewErrand("user:5", b"b1")])
    rows = await store.waiting(NOW * 2, 10)
    await store.later(rows[0].id, NOW + 600, "HTTP 500")
    assert await waiting(store, NOW + 599) == ["b1"]
    assert await waiting(store, NOW + 600) == ["a1", "b1"]


async def test_the_next_try_is_the_soonest(store: Store) -> None:
    assert await store.next_try() is None
    await new_match(store, errands=[say("a1"), NewErrand("user:5", b"b1")])
    assert await store.next_try() == NOW
    for row in await store.waiting(NOW, 10):
        await store.later(row.id, NOW + row.id * 100, "HTTP 500")
    first = min(row.id for row in await store.waiting(NOW * 2, 10))
    assert await store.next_try() == NOW + first * 100


async def test_what_stands_behind_another_is_not_the_next_try(store: Store) -> None:
    """Else whoever sleeps until the next try never sleeps while the head of a lane is put off."""
    await new_match(store, errands=[say("a1"), say("a2")])
    await store.later((await head(store)).id, NOW + 600, "HTTP 500")
    assert await store.waiting(NOW + 1, 10) == []
    assert await store.next_try() == NOW + 600


async def test_a_dropped_errand_lets_the_next_one_through(store: Store) -> None:
    await new_match(store, errands=[say("a1"), say("a2")])
    await store.dropped((await head(store)).id, "x" * 2000)
    assert await said(store) == ["a2"]


async def test_another_errand_instead(store: Store) -> None:
    row = await new_match(store, errands=[NewErrand("user:5", b"your hand"), say("later")])
    hand = next(each for each in await store.waiting(NOW * 2, 10) if each.lane == "user:5")
    await store.instead(hand.id, say("open your messages", row.id), "50007", NOW + 1)
    assert await said(store) == ["later", "open your messages"]
    await store.instead(9999, say("for nothing"), "", NOW)
    assert await said(store) == []


# -- amendments
async def test_only_the_newest_amendment_is_sent(store: Store) -> None:
    row = await new_match(store, errands=[say("board", slot="board"), amend("after 1")])
    row = await move(store, row, 1, errands=[amend("after 2")])
    await move(store, row, 2, errands=[say("a word"), amend("after 3"), amend("other slot", slot="help")])
    assert await said(store) == ["board", "a word", "after 3", "other slot"]


async def test_an_amendment_takes_no_place_of_others(store: Store) -> None:
    """Not of new messages, not of other lanes or matches, not of what may have been sent."""
    other = await new_match(store, errands=[amend("another match", match=1)])
    row = await new_match(store, errands=[say("board", slot="board"), NewErrand("user:5", b"hand", "board", True)])
    await store.begun((await store.waiting(NOW * 2, 10))[0].id)
    await move(store, row, 1, errands=[amend("amended", row.id)])
    await move(store, other, 1, errands=[amend("amended", 1)])
    texts = await said(store)
    assert sorted(texts) == ["amended", "amended", "another match", "board", "hand"]


async def test_what_a_newer_one_has_replaced_is_not_put_off_any_more(store: Store) -> None:
    """The older one was just being looked at: it stays replaced, for the reason noted."""
    row = await new_match(store, errands=[amend("after 1")])
    older = await head(store)
    await move(store, row, 1, errands=[amend("after 2")])
    await store.later(older.id, NOW + 600, "")
    async with store.database.read() as tx:
        kept = (await tx.execute(select(errands).where(errands.c.id == older.id))).one()
    assert (kept.state, kept.error) == ("dropped", "a newer one took its place")
    assert await said(store) == ["after 2"]


# -- where messages are
async def test_where_a_message_is(store: Store) -> None:
    row = await new_match(store, errands=[say("board", slot="board"), say("board again", slot="board"), say("a word")])
    assert await store.place(row.id, "board") is None
    for n in range(3):
        await store.done((await head(store)).id, NOW + n, PlaceRow(20, ANNE + n, NOW + n))
        expected = PlaceRow(20, ANNE + min(n, 1), NOW + min(n, 1))  # the word has no slot
        assert await store.place(row.id, "board") == expected
    assert await store.place(row.id, "") is None


async def test_done_with_a_change_of_the_match(store: Store) -> None:
    row = await new_match(store, errands=[NewErrand("match:1", b"open a thread")])

    def opened(found: MatchRow) -> MatchRow:
        return msgspec.structs.replace(found, version=found.version + 1, thread=77, document=b"with a thread")

    await store.done((await head(store)).id, NOW, change=opened)
    found = await store.match(row.id)
    assert found == msgspec.structs.replace(row, version=2, thread=77, document=b"with a thread")
    assert await said(store) == []


async def test_a_change_of_the_match_and_a_move_at_the_same_moment(store: Store, other: Store) -> None:
    """Opening the thread must not write an older match over a newer one."""
    row = await new_match(store, document=b"", errands=[NewErrand(f"user:{n}", b"") for n in range(20)])

    def change(found: MatchRow) -> MatchRow:
        return msgspec.structs.replace(found, version=found.version + 1, document=found.document + b"d")

    async def moving(through: Store) -> None:
        for _ in range(20):
            while True:
                found = await through.match(row.id)
                assert found is not None
                new = msgspec.structs.replace(found, version=found.version + 1, document=found.document + b"m")
                try:
                    await through.save(new, found.version, (ANNE, BERT), now=NOW)
                except Conflict:
                    continue
                break

    async def delivering(through: Store) -> None:
        for each in await through.waiting(NOW * 2, 100):
            await through.done(each.id, NOW, change=change)

    await asyncio.gather(moving(store), delivering(other))
    found = await store.match(row.id)
    assert found is not None
    assert (found.document.count(b"m"), found.document.count(b"d")) == (20, 20)
    assert found.version == row.version + 40


async def test_done_twice_is_done_once(store: Store) -> None:
    await new_match(store, errands=[say("one")])
    row = await head(store)
    await store.done(row.id, NOW)
    await store.done(row.id, NOW)
    await store.done(9999, NOW)
    assert await said(store) == []


# -- growth
@pytest.mark.field(62)
@pytest.mark.field(75)
async def test_only_what_has_long_been_dealt_with_is_forgotten(store: Store) -> None:
    queued = [say("sent"), say("dropped"), say("waits for months")]
    row = await new_match(store, errands=queued, interaction=5, stage="playing")
    await store.done((await head(store)).id, NOW)
    await store.dropped((await head(store)).id, "no")
    assert await store.forget_sent(NOW + DONE_FOR) == 0
    assert await store.seen(5)
    assert await store.forget_sent(NOW + DONE_FOR + 1) == 2 + 1  # and the interaction
    assert not await store.seen(5)
    assert await store.match(row.id) == row
    assert await said(store) == ["waits for months"]


@pytest.mark.field(62)
async def test_forgetting_goes_in_small_steps(store: Store) -> None:
    """Nobody who wants to move waits until months are tidied up."""
    for n in range(7):
        await new_match(store, errands=[say(f"{n}", n)], interaction=100 + n)
    await said(store)
    gone = []
    while (count := await store.forget_sent(NOW + 100, after=50, most=3)) > 0:
        gone.append(count)
    assert gone == [6, 6, 2]
    assert (await store.counts())["errands"] == 0


@pytest.mark.field(75)
async def test_only_matches_that_are_over_and_have_said_all_are_forgotten(store: Store) -> None:
    kept = [await new_match(store, stage=stage) for stage in ("open", "armies", "playing")]
    unsaid = await new_match(store, stage="cancelled", errands=[say("called off", 4)])
    late = await new_match(store, stage="cancelled", created=NOW + 99)
    over = await new_match(store, stage="over", guild=11)
    gone = [await new_match(store, stage="cancelled") for _ in range(3)]
    assert await store.forget_matches(NOW + 50, most=2) == 2
    assert await store.forget_matches(NOW + 50, most=2) == 1
    assert await store.forget_matches(NOW + 50) == 0
    assert [await store.match(row.id) for row in (*kept, unsaid, late, over)] == [*kept, unsaid, late, over]
    assert [await store.match(row.id) for row in gone] == [None] * 3
    assert await store.forget_matches(NOW + 50, ("over",)) == 1
