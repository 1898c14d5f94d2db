"""Settings that outlive the process; a lease that keeps a second process out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from storage import LeaseHeld, StorageError, Store
from tests.storage.samples import ANNE, NOW


@pytest.mark.field(61)
async def test_settings_outlive_a_restart(store: Store, url: str) -> None:
    written = {("user", ANNE): b"user", ("guild", ANNE): b"guild", ("bot", 0): bytes(range(256))}
    assert await store.setting("user", ANNE) is None
    for (kind, id), document in written.items():
        await store.set_setting(kind, id, b"old")
        await store.set_setting(kind, id, document)
    await store.close()
    again = await Store.open(url)
    try:
        assert {key: await again.setting(*key) for key in written} == written
        assert await again.setting("user", ANNE + 1) is None
    finally:
        await again.close()


async def test_a_setting_written_by_many_at_once(store: Store, other: Store) -> None:
    """The first writing of a setting too: nobody sees a database's complaint about it."""
    for id in range(5):
        await asyncio.gather(*((store, other)[n % 2].set_setting("user", id, f"{n}".encode()) for n in range(8)))
        assert await store.setting("user", id) in {f"{n}".encode() for n in range(8)}


async def test_a_setting_changed_by_many_at_once_loses_nothing(store: Store, other: Store) -> None:
    """From its first change on; and a change that raises leaves it as it was."""

    def refuse(before: bytes | None) -> bytes:
        raise ValueError

    def more(n: int) -> Callable[[bytes | None], bytes]:
        return lambda before: (before or b"") + bytes([n])

    await asyncio.gather(*((store, other)[n % 2].change_setting("user", ANNE, more(n)) for n in range(12)))
    assert sorted(await store.setting("user", ANNE) or b"") == list(range(12))
    with pytest.raises(ValueError):
        await store.change_setting("user", ANNE, refuse)
    with pytest.raises(ValueError):
        await store.change_setting("user", ANNE + 1, refuse)
    assert await store.setting("user", ANNE + 1) is None
    assert len(await store.setting("user", ANNE) or b"") == 12
    found = await store.some_settings("user", [ANNE, ANNE + 1])
    assert list(found) == [ANNE]


async def test_a_second_process_is_refused_in_words(store: Store, other: Store) -> None:
    await store.take_shards("one", NOW, 45)
    with pytest.raises(LeaseHeld, match=r"Another Postwalker is running .* Stop it first.* 40 seconds") as refusal:
        await other.take_shards("two", NOW + 5, 45)
    assert isinstance(refusal.value, StorageError)


async def test_a_lease_is_held_longer_by_its_holder(store: Store, other: Store) -> None:
    await store.take_shards("one", NOW, 45)
    await store.take_shards("one", NOW + 30, 45)
    with pytest.raises(LeaseHeld):
        await other.take_shards("two", NOW + 74, 45)


async def test_the_lease_of_a_killed_process_runs_out(store: Store, other: Store) -> None:
    await store.take_shards("one", NOW, 45)
    await other.take_shards("two", NOW + 45, 45)
    with pytest.raises(LeaseHeld):
        await store.take_shards("one", NOW + 46, 45)  # it was not dead, only slow: it is told


async def test_a_lease_given_back_is_free_at_once(store: Store, other: Store) -> None:
    await store.take_shards("one", NOW, 45)
    await other.drop_shards("two")  # not two's to give back
    with pytest.raises(LeaseHeld):
        await other.take_shards("two", NOW + 1, 45)
    await store.drop_shards("one")
    await other.take_shards("two", NOW + 1, 45)


async def test_of_many_at_once_one_gets_the_lease(store: Store, other: Store) -> None:
    for n in range(2):
        now = NOW + n * 100  # the second time there is one that has run out
        tries = [(store, other)[n % 2].take_shards(f"holder {n}", now, 45) for n in range(6)]
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(end is None for end in ends) == 1
        assert sum(isinstance(end, LeaseHeld) for end in ends) == 5, ends


async def test_a_setting_that_is_there_already_is_kept(store: Store, other: Store) -> None:
    """Two processes start on a new database: both go by what came first."""
    await asyncio.gather(*((store, other)[n % 2].set_setting("bot", 0, b"%d" % n, keep=True) for n in range(6)))
    first = await store.setting("bot", 0)
    await other.set_setting("bot", 0, b"later", keep=True)
    assert await store.setting("bot", 0) == first
    assert await other.all_settings("bot") == {0: first}
