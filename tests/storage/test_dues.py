"""What falls due: dealt with by exactly one process, changed in the move's own transaction."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from sqlalchemy import event

from storage import Store
from storage.rows import DueRow, MatchRow, Retiming
from tests.storage.samples import ANNE, BERT, NOW, new_match, said, say


async def retime(store: Store, row: MatchRow, *changes: Retiming) -> MatchRow:
    new = msgspec.structs.replace(row, version=row.version + 1)
    await store.save(new, row.version, (ANNE, BERT), now=NOW, retimings=changes)
    return new


def due(row: MatchRow, seat: int, kind: str, hours: float) -> DueRow:
    return DueRow(row.id, seat, kind, NOW + hours * 3600)


async def all_dues(store: Store) -> list[DueRow]:
    return await store.due(NOW * 2, 1000)


async def test_what_is_due_in_the_order_of_time(store: Store) -> None:
    row = await new_match(store)
    half, late, end = due(row, 0, "half", 12), due(row, 0, "late", 20), due(row, 0, "deadline", 24)
    assert await store.next_due() is None
    await retime(store, row, Retiming(0, add=(end, half, late)))
    assert await store.next_due() == half.at
    assert await store.due(half.at - 1, 10) == []
    assert await store.due(late.at, 10) == [half, late]
    assert await store.due(NOW * 2, 1) == [half]


async def test_retimings(store: Store) -> None:
    row = await new_match(store)
    mine = tuple(due(row, 0, kind, hours) for kind, hours in (("half", 1), ("late", 2), ("deadline", 3)))
    theirs = due(row, 1, "half", 4)
    row = await retime(store, row, Retiming(0, add=mine), Retiming(1, add=(theirs,)))
    assert await all_dues(store) == [*mine, theirs]
    moved = due(row, 0, "half", 5)
    row = await retime(store, row, Retiming(0, drop=("late",), add=(moved,)))
    assert await all_dues(store) == [mine[2], theirs, moved]
    row = await retime(store, row, Retiming(0))
    assert await all_dues(store) == [theirs]
    await retime(store, row, Retiming(1, drop=("half",)))
    assert await all_dues(store) == []


@pytest.mark.field(52)
async def test_a_due_outlives_a_restart_however_long_it_takes(store: Store, url: str) -> None:
    row = await new_match(store)
    one = due(row, 0, "deadline", 1)
    await retime(store, row, Retiming(0, add=(one,)))
    await store.close()
    again = await Store.open(url)
    assert await again.due(NOW + 1e6, 10) == [one]
    await again.close()


async def test_exactly_one_process_deals_with_it(store: Store, other: Store) -> None:
    row = await new_match(store)
    ones = [due(row, seat, "half", seat) for seat in range(5)]
    await retime(store, row, *(Retiming(one.seat, add=(one,)) for one in ones))
    both = (store, other)
    tries = [who.settle(one, [say(f"reminder {one.seat}", row.id)], NOW) for one in ones for who in both * 3]
    ends = await asyncio.gather(*tries)
    assert [sum(ends[n * 6 : n * 6 + 6]) for n in range(5)] == [1] * 5
    assert sorted(await said(store)) == [f"reminder {n}" for n in range(5)]
    assert await all_dues(store) == []


async def test_a_due_that_has_been_moved_is_not_settled(store: Store) -> None:
    row = await new_match(store)
    old = due(row, 0, "deadline", 1)
    row = await retime(store, row, Retiming(0, add=(old,)))
    new = due(row, 0, "deadline", 2)
    await retime(store, row, Retiming(0, add=(new,)))
    assert not await store.settle(old, [say("too late")], NOW, again=[due(row, 0, "over1", 9)])
    assert not await store.put_off(old, NOW + 9)
    assert await all_dues(store) == [new]
    assert await said(store) == []


async def test_what_falls_due_again(store: Store) -> None:
    row = await new_match(store)
    one, kept = due(row, 0, "over1", 1), due(row, 0, "over2", 3)
    await retime(store, row, Retiming(0, add=(one, kept)))
    again, moved = due(row, 0, "over1", 5), due(row, 0, "over2", 4)
    assert await store.settle(one, [], NOW, again=[again, moved])
    assert await all_dues(store) == [moved, again]


@pytest.mark.field(78)
async def test_a_due_put_off_into_the_morning(store: Store, other: Store) -> None:
    row = await new_match(store)
    one = due(row, 0, "half", 1)
    await retime(store, row, Retiming(0, add=(one,)))
    ends = await asyncio.gather(store.put_off(one, NOW + 7200), other.put_off(one, NOW + 7200))
    assert sorted(ends) == [False, True]
    assert await all_dues(store) == [due(row, 0, "half", 2)]


async def test_a_move_takes_away_what_a_settled_due_brings(
    store: Store, other: Store
) -> None:
    """Whoever commits first: after the move nothing of the old deadline may be left."""
    for _ in range(10):
        row = await new_match(store)
        one = due(row, 0, "deadline", 1)
        row = await retime(store, row, Retiming(0, add=(one,)))
        await asyncio.gather(
            other.settle(one, [], NOW, again=[due(row, 0, "over1", 2), due(row, 0, "over2", 3)]),
            retime(store, row, Retiming(0)),
        )
        assert await all_dues(store) == []


@pytest.mark.field(63)
async def test_a_sweep_writes_only_what_is_due(store: Store) -> None:
    rows = [await new_match(store) for _ in range(12)]
    for n, row in enumerate(rows):
        await retime(store, row, Retiming(0, add=(due(row, 0, "half", -1 if n < 2 else 48),)))
    written: list[int] = []

    def count(*details: object) -> None:
        statement, context = str(details[2]), details[4]
        if statement.split()[0] in ("INSERT", "UPDATE", "DELETE"):
            written.append(context.cursor.rowcount)  # type: ignore[attr-defined]

    event.listen(store.database.engine.sync_engine, "after_cursor_execute", count)
    for one in await store.due(NOW, 50):
        assert await store.settle(one, [say("your turn", one.match)], NOW)
    assert sum(written) == 2 * 2  # a due deleted and an errand queued, for each of the two
