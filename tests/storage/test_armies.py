"""Armies that people keep: by name, for each game, never more than agreed."""

from __future__ import annotations

import asyncio

import pytest

from storage import Store
from tests.storage.samples import ANNE, BERT, NOW


async def keep(store: Store, name: str, document: bytes = b"army", *, user: int = ANNE, most: int = 3) -> bytes | None:
    return await store.change_army(user, "arena", name, NOW, lambda _: document, most)


async def names(store: Store, user: int = ANNE, game: str = "arena") -> list[str]:
    return [row.name for row in await store.armies(user, game)]


async def test_armies_outlive_a_restart_and_belong_to_one_person_and_one_game(store: Store, url: str) -> None:
    for name in ("wolves", "angels", ""):
        assert await keep(store, name, name.encode()) == name.encode()
    await keep(store, "wolves", b"his", user=BERT)
    await store.close()
    again = await Store.open(url)
    try:
        assert [(row.name, row.document) for row in await again.armies(ANNE, "arena")] == [
            ("", b""), ("angels", b"angels"), ("wolves", b"wolves"),
        ]  # fmt: skip
        assert [row.document for row in await again.armies(BERT, "arena")] == [b"his"]
        assert await names(again, game="other") == []
    finally:
        await again.close()


async def test_there_is_an_end_to_how_many_but_not_to_changes(store: Store) -> None:
    for name in ("", "a", "b", "c"):
        assert await keep(store, name) is not None
    assert await keep(store, "d") is None
    assert await keep(store, "c", b"new") == b"new"
    assert await keep(store, "", b"new") == b"new"
    assert await store.drop_army(ANNE, "arena", "b")
    assert not await store.drop_army(ANNE, "arena", "b")
    assert await keep(store, "d") is not None
    assert await names(store) == ["", "a", "c", "d"]


async def test_renaming_takes_no_name_that_is_there(store: Store) -> None:
    for name in ("a", "b"):
        await keep(store, name, name.encode())
    assert await store.rename_army(ANNE, "arena", "a", "b") == "taken"
    assert await store.rename_army(ANNE, "arena", "x", "y") == "missing"
    assert await store.rename_army(BERT, "arena", "a", "c") == "missing"
    assert await store.rename_army(ANNE, "arena", "a", "c") == "done"
    assert [(row.name, row.document) for row in await store.armies(ANNE, "arena")] == [("b", b"b"), ("c", b"a")]


async def test_changes_at_the_same_moment_are_made_one_after_the_other(store: Store, other: Store) -> None:
    await keep(store, "", b"")
    await asyncio.gather(
        *(
            (store, other)[n % 2].change_army(ANNE, "arena", "", NOW, lambda before: (before or b"") + b"x", 3)
            for n in range(12)
        )
    )
    assert (await store.armies(ANNE, "arena"))[0].document == b"x" * 12


async def test_a_change_that_fails_keeps_what_was_there(store: Store) -> None:
    await keep(store, "a", b"good")

    def fail(before: bytes | None) -> bytes:
        raise ValueError("no")

    with pytest.raises(ValueError):
        await store.change_army(ANNE, "arena", "a", NOW, fail, 3)
    assert (await store.armies(ANNE, "arena"))[0].document == b"good"
