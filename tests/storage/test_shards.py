"""Several processes on one database: whose is what, and how they learn of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import msgspec
import pytest

from storage import AlreadyDone, LeaseHeld, Shards, Store
from storage.rows import AlarmRow, DueRow, MatchRow, NewErrand, PlaceRow, Retiming
from tests.storage.samples import ANNE, BERT, NOW, new_match, say

GUILDS = [n << 22 for n in range(2, 9)]
EVEN, ODD = Shards(2, (0,)), Shards(2, (1,))


@pytest.fixture
async def even(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, shards=EVEN)
    yield store
    await store.close()


@pytest.fixture
async def odd(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, shards=ODD)
    yield store
    await store.close()


async def with_due(store: Store, row: MatchRow, at: float) -> None:
    new = msgspec.structs.replace(row, version=row.version + 1)
    due = DueRow(row.id, 0, "deadline", at)
    await store.save(new, row.version, (ANNE, BERT), now=NOW, retimings=[Retiming(0, add=(due,))])


async def test_each_process_sees_what_is_its_own(even: Store, odd: Store, store: Store) -> None:
    """Discord's own division: by the server's number without its lowest 22 bits."""
    rows = [await new_match(store, guild=guild, errands=[NewErrand(f"user:{guild}", b"")]) for guild in GUILDS]
    for n, row in enumerate(rows):
        await with_due(store, row, NOW + n)
    for process, remainder in ((even, 0), (odd, 1)):
        mine = [row.id for row in rows if (row.guild >> 22) % 2 == remainder]
        assert {row.id for row in rows if process.shards.holds(row.guild)} == set(mine)
        assert [errand.match for errand in await process.waiting(NOW, 50)] == mine
        assert [due.match for due in await process.due(NOW * 2, 50)] == mine
        assert await process.next_due() == NOW + rows.index(next(row for row in rows if row.id == mine[0]))
        assert await process.next_try() == NOW
    assert len(await store.due(NOW * 2, 50)) == len(await store.waiting(NOW, 50)) == len(GUILDS)


async def test_what_waits_in_another_processs_lane_holds_nobody_up(even: Store, odd: Store) -> None:
    """Somebody plays on two servers, which two processes serve: the direct messages of both are theirs alone."""
    first = await new_match(even, guild=GUILDS[0], errands=[NewErrand("user:7", b"even")])
    await new_match(odd, guild=GUILDS[1], errands=[NewErrand("user:7", b"odd")])
    await even.later((await even.waiting(NOW, 9))[0].id, NOW + 600, "Discord is down")
    assert [errand.payload for errand in await odd.waiting(NOW, 9)] == [b"odd"]
    assert await odd.next_try() == NOW
    assert await even.waiting(NOW, 9) == []
    assert await even.next_try() == NOW + 600
    assert first.guild == GUILDS[0]


async def test_both_see_every_match(even: Store, odd: Store) -> None:
    row = await new_match(even, guild=GUILDS[0])
    assert await odd.match(row.id) == row
    assert await odd.matches_of(ANNE) == [row]


async def test_a_due_is_claimed_by_one(even: Store, odd: Store, store: Store) -> None:
    """Even if two processes take the match for theirs: what is due goes in the transaction that deals with it."""
    row = await new_match(store, guild=GUILDS[0])
    await with_due(store, row, NOW)
    due = DueRow(row.id, 0, "deadline", NOW)

    async def extend(process: Store, n: int) -> str:
        while True:
            found = await process.match(row.id)
            assert found is not None
            new = msgspec.structs.replace(found, version=found.version + 1)
            try:
                await process.save(new, found.version, (ANNE, BERT), now=NOW, errands=[say(f"more time {n}", row.id)],
                                   retimings=[Retiming(0, add=(DueRow(row.id, 0, "deadline", NOW + 60),))],
                                   claims=due)  # fmt: skip
            except AlreadyDone:
                return "left alone"
            except Exception as error:
                if type(error).__name__ == "Conflict":
                    continue
                raise
            return "extended"

    ends = await asyncio.gather(*(extend((store, even, odd)[n % 3], n) for n in range(9)))
    assert sorted(ends) == ["extended"] + ["left alone"] * 8
    assert len(await store.waiting(NOW * 2, 50)) == 1
    assert await store.due(NOW * 2, 9) == [DueRow(row.id, 0, "deadline", NOW + 60)]
    found = await store.match(row.id)
    assert found is not None
    assert found.version == 3


async def test_an_errand_is_begun_by_one(store: Store, other: Store) -> None:
    await new_match(store, errands=[say("once")])
    (errand,) = await store.waiting(NOW, 9)
    begun = await asyncio.gather(*((store, other)[n % 2].begun(errand.id, errand.tries) for n in range(6)))
    assert sorted(begun) == [False] * 5 + [True]
    await store.done(errand.id, NOW)
    assert not await store.begun(errand.id)


# -- leases
async def test_each_shard_has_one_process(even: Store, odd: Store, store: Store, url: str) -> None:
    await even.take_shards("one", NOW, 45)
    await odd.take_shards("two", NOW, 45)
    third = await Store.open(url, shards=Shards(2, (0, 1)))
    try:
        with pytest.raises(LeaseHeld, match=r"on this database with shard 0\. Stop it first.* 40 seconds"):
            await third.take_shards("three", NOW + 5, 45)
        await even.drop_shards("one")
        with pytest.raises(LeaseHeld, match="with shard 1"):
            await third.take_shards("three", NOW + 5, 45)
        await even.take_shards("one", NOW + 5, 45)  # all or none: the third has taken nothing
        await third.take_shards("three", NOW + 5, 45, gone=lambda holder: holder in ("one", "two"))
        with pytest.raises(LeaseHeld):
            await odd.take_shards("two", NOW + 6, 45)  # it was not dead, only slow: it is told
    finally:
        await third.close()


async def test_another_number_of_shards_is_refused_in_words(even: Store, store: Store, url: str) -> None:
    await even.take_shards("one", NOW, 45)
    with pytest.raises(LeaseHeld, match=r"divides the matches into 2 shards; this one has POSTWALKER_SHARDS=1\. All"):
        await store.take_shards("two", NOW + 1, 45)
    await store.take_shards("two", NOW + 46, 45)  # those that run no more do not count
    with pytest.raises(LeaseHeld, match=r"into 1 shards; this one has POSTWALKER_SHARDS=2"):
        await even.take_shards("one", NOW + 47, 45)


async def test_of_two_counts_at_the_same_moment_one_gets_the_database(even: Store, odd: Store, store: Store) -> None:
    for n in range(5):
        now = NOW + n * 100
        tries = (even.take_shards("one", now, 45), store.take_shards("two", now, 45), odd.take_shards("three", now, 45))
        ends = await asyncio.gather(*tries, return_exceptions=True)
        refused = [isinstance(end, LeaseHeld) for end in ends]
        assert refused in ([False, True, False], [True, False, True]), ends


# -- word from one process to another
async def test_a_change_of_anothers_match_is_told(url: str, kind: str, even: Store, odd: Store) -> None:
    if kind == "sqlite":
        pytest.skip("one process at a time: there is nobody to tell")
    heard: list[str] = []
    came = asyncio.Event()

    def hear(word: str) -> None:
        heard.append(word)
        came.set()

    listening = asyncio.create_task(odd.database.listen(hear))
    try:
        row = await new_match(odd, guild=GUILDS[1])
        async with asyncio.timeout(20):
            while not heard:  # until the other listens
                await with_due(even, row, NOW)
                row = msgspec.structs.replace(row, version=row.version + 1)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(came.wait(), 0.2)
        assert heard[0] == "1"
        heard.clear()
        await with_due(odd, row, NOW + 1)  # its own
        mine = await new_match(even, guild=GUILDS[0])
        await with_due(even, mine, NOW)
        assert heard == []
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


# -- what belongs to no match
async def test_what_belongs_to_no_match(even: Store, odd: Store, store: Store) -> None:
    """A league's post and the match of the day: of the server's shard; what is of no server, of the first."""
    alarm = AlarmRow("day", 5, NOW + 9, GUILDS[1])
    await even.set_alarm(alarm)
    assert (await even.next_alarm(), await odd.next_alarm()) == (None, NOW + 9)
    assert await odd.alarms(NOW + 8, 9) == []
    assert await odd.alarms(NOW + 9, 9) == [alarm]
    assert await even.alarms(NOW + 9, 9) == []

    async def ring(process: Store) -> bool:
        table = NewErrand("day:5", b"it is time", "table", guild=GUILDS[1])
        again = AlarmRow("day", 5, NOW + 99, GUILDS[1])
        return await process.settle_alarm(alarm, NOW, errands=[table, NewErrand("user:7", b"a word")], again=again)

    assert sorted(await asyncio.gather(*(ring((even, odd)[n % 2]) for n in range(6)))) == [False] * 5 + [True]
    assert await store.next_alarm() == NOW + 99
    assert [errand.payload for errand in await even.waiting(NOW, 9)] == [b"a word"]
    (errand,) = await odd.waiting(NOW, 9)
    assert (errand.match, errand.payload, errand.slot) == (0, b"it is time", "table")
    await odd.done(errand.id, NOW, PlaceRow(20, ANNE, NOW))
    assert await even.place(0, "table") == PlaceRow(20, ANNE, NOW)
