"""A whole match out of a database and into another, on both kinds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select

from storage import StorageError, Store
from storage.rows import DueRow, NewErrand, Retiming
from storage.schema import answers, dues, errands, matches, places, seats, undone
from storage.transfer import Whole, put_in, take_out
from tests.storage.samples import ANNE, BERT, NOW, move, new_match, said, say

OWN = (seats, answers, undone, places, dues)


async def rows_of(store: Store, match: int) -> dict[str, list[dict[str, Any]]]:
    found = {}
    async with store.database.read() as tx:
        for table in OWN:
            rows = (await tx.execute(select(table).where(table.c.match == match))).all()
            kept = [{name: value for name, value in row._mapping.items() if name not in ("id", "match")} for row in rows]
            found[table.name] = sorted(kept, key=str)
    return found


async def a_match(store: Store) -> int:
    """With answers, some of them taken back, things due, and something still to be said."""
    row = await new_match(store)
    for n in range(1, 4):
        row = await move(store, row, n, errands=[say(f"said {n}", row.id)])
    due = DueRow(row.id, 0, "deadline", NOW + 60)
    new = msgspec.structs.replace(row, version=row.version + 1)
    await store.save(new, row.version, (ANNE, BERT), now=NOW, undone=1, retimings=[Retiming(0, (), (due,))])
    return row.id


async def moved(store: Store, whole: Whole, later: float = 0.0) -> int:
    def finish(id: int) -> tuple[bytes, list[NewErrand]]:
        return f"match {id}".encode(), [say("here it is", id)]

    return await put_in(store, whole, now=NOW + later, later=later, finish=finish)


async def test_all_that_is_a_matchs_own_moves_with_it(store: Store) -> None:
    id = await a_match(store)
    whole = await take_out(store, id)
    assert whole is not None
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(whole), type=Whole) == whole
    before = await rows_of(store, id)
    assert all(before[table.name] for table in (seats, answers, undone, dues))
    async with store.database.write() as tx:
        await tx.execute(delete(errands))
        await tx.execute(delete(matches))
    assert await moved(store, whole, 500.0) == id
    after = await rows_of(store, id)
    assert [row["at"] for row in after["dues"]] == [row["at"] + 500.0 for row in before["dues"]]
    assert {**after, "dues": []} == {**before, "dues": []}
    found = await store.match(id)
    assert found is not None
    assert found.document == f"match {id}".encode()
    assert await said(store) == ["said 1", "said 2", "said 3", "here it is"]
    assert (await new_match(store)).id > id, "numbers go on after it"


async def test_a_match_is_not_there_twice_and_takes_no_others_number(store: Store) -> None:
    id = await a_match(store)
    whole = await take_out(store, id)
    assert whole is not None
    with pytest.raises(StorageError, match=f"number {id}"):
        await moved(store, whole)
    another = Whole({**whole.match, "host": ANNE + 77}, whole.rows, whole.waiting)
    number = await moved(store, another)
    assert number > id
    assert (await rows_of(store, number))["answers"] == (await rows_of(store, id))["answers"]
    async with store.database.read() as tx:
        lanes = (await tx.execute(select(errands.c.lane).where(errands.c.match == number))).scalars().all()
    assert set(lanes) == {f"match:{number}"}
    assert await take_out(store, 4711) is None


async def test_columns_of_another_version_do_not_stop_it(store: Store) -> None:
    id = await a_match(store)
    whole = await take_out(store, id)
    assert whole is not None
    rows = {name: [{**row, "unheard_of": 1} for row in found] for name, found in whole.rows.items()}
    odd = Whole({**whole.match, "host": ANNE + 78, "unheard_of": 1}, {**rows, "no_such_table": [{"a": 1}]}, [])
    assert (await rows_of(store, await moved(store, odd)))["answers"] == (await rows_of(store, id))["answers"]
