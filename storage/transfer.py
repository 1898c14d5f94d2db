"""A whole match out of one database and into another: every row that is its own, whatever columns it has by then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Table, func, insert, select, text, update

from storage.errors import StorageError
from storage.rows import NewErrand
from storage.schema import answers, dues, errands, matches, places, seats, undone
from storage.store import Store

CARRIED: tuple[Table, ...] = (seats, answers, undone, places, dues)
NUMBERED = ("id",)  # columns that the other database counts for itself

Rows = list[dict[str, Any]]


class Whole(msgspec.Struct, frozen=True):
    """``match`` is its row; ``rows`` those of the other tables, by table; ``waiting`` what was still to be said."""

    match: dict[str, Any]
    rows: dict[str, Rows]
    waiting: Rows


async def take_out(store: Store, id: int) -> Whole | None:
    """A copy of the match as it stands; None if there is none. Nothing is changed."""
    async with store.database.read() as tx:
        found = (await tx.execute(select(matches).where(matches.c.id == id))).first()
        if found is None:
            return None
        rows = {}
        for table in CARRIED:
            wanted = select(table).where(table.c.match == id).order_by(*table.primary_key.columns)
            rows[table.name] = [dict(row._mapping) for row in (await tx.execute(wanted)).all()]
        unsaid = select(errands).where(errands.c.match == id, errands.c.state == "waiting").order_by(errands.c.id)
        waiting = [dict(row._mapping) for row in (await tx.execute(unsaid)).all()]
    return Whole(dict(found._mapping), rows, waiting)


async def put_in(
    store: Store, whole: Whole, *, now: float, later: float, finish: Callable[[int], tuple[bytes, Sequence[NewErrand]]]
) -> int:
    """Keep the match, under its old number if that is free here; returns the number. ``finish`` is given it and returns the
    document and what is to be said. ``later``: seconds by which everything falls due later than it did there.

    One transaction. Raises StorageError if the match is here already.
    """
    return await store.database.whole(_put_in(store, whole, now, later, finish))


async def _put_in(
    store: Store, whole: Whole, now: float, later: float, finish: Callable[[int], tuple[bytes, Sequence[NewErrand]]]
) -> int:
    old = whole.match
    async with store.database.write() as tx:
        same = [matches.c[name] == old[name] for name in ("guild", "host", "created")]
        there = (await tx.execute(select(matches.c.id).where(*same))).scalar()
        if there is not None:
            raise StorageError(f"This match is in the database already: it is number {there}.")
        taken = (await tx.execute(select(matches.c.id).where(matches.c.id == old["id"]))).scalar() is not None
        values = {**_fitting(matches, old), "changed": now}
        if taken:
            del values["id"]
        id = int((await tx.execute(insert(matches).values(values).returning(matches.c.id))).scalar_one())
        if not store.database.is_sqlite:  # its counter does not see numbers that were given to it
            highest = select(func.max(matches.c.id)).scalar_subquery()
            await tx.execute(select(func.setval(text("pg_get_serial_sequence('matches', 'id')"), highest)))
        for table in CARRIED:
            rows = [{**_fitting(table, row), "match": id} for row in whole.rows.get(table.name, [])]
            for row in rows:
                for name in NUMBERED:
                    row.pop(name, None)
                if table is dues:
                    row["at"] += later
            if rows:
                await tx.execute(insert(table), rows)
        for row in whole.waiting:
            carried = {**_fitting(errands, row), "match": id, "tries": 0, "not_before": now, "made": now}
            del carried["id"]
            if carried["lane"] == f"match:{old['id']}":
                carried["lane"] = f"match:{id}"
            await tx.execute(insert(errands).values(carried))
        document, queued = finish(id)
        await tx.execute(update(matches).where(matches.c.id == id).values(document=document))
        await store._queue(tx, id, queued, now)
    return id


def _fitting(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """What the table has columns for."""
    return {name: value for name, value in row.items() if name in table.c}
