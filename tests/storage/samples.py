"""Matches and moves for tests, in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from storage import Store
from storage.rows import AnswerRow, MatchRow, NewErrand

NOW = 1_800_000_000.0
ANNE, BERT, CORA = 111_111_111_111_111_111, 222_222_222_222_222_222, 9_007_199_254_740_993_001  # none fits a float


def match_row(**changes: Any) -> MatchRow:
    row = MatchRow(
        id=0, version=1, stage="open", guild=10, channel=20, thread=0, host=ANNE, created=NOW, document=b"as made"
    )  # fmt: skip
    return msgspec.structs.replace(row, **changes)


async def new_match(
    store: Store, users: Sequence[int] = (ANNE, BERT), errands: Sequence[NewErrand] = (), interaction: int = 0,
    **changes: Any,
) -> MatchRow:  # fmt: skip
    """A match that is kept already."""
    row = match_row(**changes)
    id, _ = await store.create(row, users, interaction, lambda _: (row.document, errands))
    found = await store.match(id)
    assert found is not None
    return found


def answer(n: int, seat: int = 0, key: str = "") -> AnswerRow:
    return AnswerRow(n, seat, key or f"answer-{n}", b'[{"kind":"moved"}]')


def say(text: str, match: int = 1, slot: str = "") -> NewErrand:
    return NewErrand(f"match:{match}", text.encode(), slot)


def amend(text: str, match: int = 1, slot: str = "board") -> NewErrand:
    return NewErrand(f"match:{match}", text.encode(), slot, replaces=True)


async def move(
    store: Store, row: MatchRow, n: int, users: Sequence[int] = (ANNE, BERT), errands: Sequence[NewErrand] = (),
    interaction: int = 0, **changes: Any,
) -> MatchRow:  # fmt: skip
    """Answer number ``n`` of a match, thought out for ``row``. Raises what the store raises."""
    new = msgspec.structs.replace(row, version=row.version + 1, **changes)
    await store.save(new, row.version, users, now=NOW + n, answers=[answer(n)], errands=errands, interaction=interaction)
    return new


async def said(store: Store, now: float = NOW * 2) -> list[str]:
    """What waits to be said, in the order in which it is sent; it counts as sent then."""
    texts = []
    while rows := await store.waiting(now, 100):
        for row in rows:
            texts.append(row.payload.decode())
            await store.done(row.id, now)
    return texts
