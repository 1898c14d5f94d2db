"""Somebody is handed out what is kept about them, and forgotten, on both kinds of database."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from storage import Store
from storage import privacy as people
from storage.privacy import StillHere
from storage.rows import NewErrand
from tests.storage.samples import ANNE, BERT, CORA, move, new_match


def rewrite(table: str, data: bytes) -> bytes:
    """As whoever wrote the document would: it is a list of numbers here, or a text."""
    if table == "text":
        return data.replace(str(ANNE).encode(), b"somebody")
    return msgspec.msgpack.encode([-5 if each == ANNE else each for each in msgspec.msgpack.decode(data)])


async def with_traces(store: Store, stage: str) -> int:
    document = msgspec.msgpack.encode([ANNE, BERT])
    row = await new_match(store, document=document)
    waiting = [NewErrand(f"user:{ANNE}", document, "hand"), NewErrand("match:1", document), NewErrand("match:1", b"\x90")]
    row = await move(store, row, 1, document=document, errands=waiting)
    await move(store, row, 2, document=document, stage=stage)
    await store.set_setting("user", ANNE, b"\x80")
    await store.set_setting("user", BERT, b"\x80")
    await store.change_army(ANNE, "arena", "mine", 1.0, lambda before: b"\x80", 5)
    return row.id


async def test_nothing_of_them_is_left_and_others_lose_nothing(store: Store) -> None:
    id = await with_traces(store, "over")
    other = await new_match(store, users=(BERT, CORA), host=CORA)
    found = await people.occurrences(store, ANNE)
    assert found == {
        "armies.user": 1, "errands.lane": 1, "errands.payload": 2, "matches.document": 1, "matches.host": 1, "seats.user": 1,
        "settings.id": 1,
    }  # fmt: skip
    before = await people.occurrences(store, BERT)
    await people.forget(store, ANNE, -5, 100.0, rewrite)
    assert await people.occurrences(store, ANNE) == {}
    after = await people.occurrences(store, BERT)
    assert after == before | {"errands.payload": 1}
    row = await store.match(id)
    assert row is not None
    assert (row.host, msgspec.msgpack.decode(row.document), row.version) == (-5, [-5, BERT], 4)
    assert [each.payload for each in await store.waiting(1e12, 10)] == [msgspec.msgpack.encode([-5, BERT])]
    assert await store.match(other.id) == other
    assert await people.wipe(store)
    assert await store.setting(people.WANTED, 0) is None


async def test_while_they_play_nothing_is_changed(store: Store) -> None:
    id = await with_traces(store, "playing")
    before = await people.occurrences(store, ANNE)
    with pytest.raises(StillHere) as told:
        await people.forget(store, ANNE, -5, 100.0, rewrite)
    assert (told.value.matches, told.value.leagues) == ([id], [])
    assert await people.occurrences(store, ANNE) == before


async def test_they_are_handed_out_what_is_theirs(store: Store) -> None:
    id = await with_traces(store, "playing")
    await new_match(store, users=(BERT, CORA), host=CORA)
    found = await people.kept_about(store, ANNE)
    assert [row["id"] for row in found["matches"]] == [id]
    assert [(row["match"], row["key"]) for row in found["answers"]] == [(id, "answer-1"), (id, "answer-2")]
    assert [row["name"] for row in found["armies"]] == ["mine"]
    assert len(found["settings"]) == len(found["errands"]) == 1
    assert found["ratings"] == found["leagues"] == []
    assert (await people.kept_about(store, BERT))["answers"] == [], "only their own"


async def test_a_large_file_is_wiped_in_a_quiet_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/x.db")
    await with_traces(store, "over")
    monkeypatch.setattr(people, "AT_ONCE", 1)
    await people.forget(store, ANNE, -5, 100.0, rewrite)
    assert not await people.wipe(store)
    assert await store.setting(people.WANTED, 0) is not None
    assert await people.wipe(store, however_large=True)
    assert await people.wipe(store), "there is nothing left to be done"
    await store.close()
