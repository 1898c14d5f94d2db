"""Copies for the host, made while the bot runs; and the host's small command."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage import StorageError, Store
from storage.__main__ import main
from storage.backups import back_up, put_in_place
from storage.server import PASSWORD, Server
from tests.storage.children import one_move
from tests.storage.samples import move, new_match, say


@pytest.fixture
def file(up_to_date_file: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(up_to_date_file, tmp_path / "matches.db"))


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def read(file: Path) -> bytes:
    return file.read_bytes()


def write(file: Path, data: bytes) -> None:
    file.write_bytes(data)


@pytest.mark.field(59)
async def test_a_backup_while_moves_are_made(file: Path, tmp_path: Path) -> None:
    """It hinders no move, and is a whole database of one instant."""
    store = await Store.open(f"sqlite:///{file}")
    for n in range(40):
        await store.set_setting("user", n, bytes(50_000))  # big enough for the copy to take a while
    row = await new_match(store, document=b"0")
    copied = tmp_path / "copy.db"
    copying = asyncio.create_task(store.backup(copied))
    for _ in range(200):
        async with asyncio.timeout(5):
            await one_move(store, row.id)
    async with asyncio.timeout(30):
        await copying
    assert len(await store.answers(row.id)) == 200
    await store.close()

    again = await Store.open(f"sqlite:///{copied}")
    with closing(sqlite3.connect(copied)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    found = await again.match(row.id)
    assert found is not None
    count = len(await again.answers(row.id))
    assert found.version == 1 + count
    assert (await again.counts())["errands"] == count
    await again.close()


async def test_a_backup_holds_what_is_not_yet_in_the_main_file(file: Path, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    row = await move(store, await new_match(store), 1)
    assert file.with_name("matches.db-wal").stat().st_size
    await store.backup(tmp_path / "copy.db")
    copy = await Store.open(f"sqlite:///{tmp_path}/copy.db")
    assert await copy.match(row.id) == row
    await copy.close()
    await store.close()


async def test_a_backup_overwrites_nothing(file: Path, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    kept = tmp_path / "yesterday.db"
    kept.write_text("the last good copy")
    with pytest.raises(StorageError, match=r"exists already; name a new file"):
        await store.backup(kept)
    with pytest.raises(StorageError, match="missing"):
        await store.backup(tmp_path / "missing" / "copy.db")
    assert kept.read_text() == "the last good copy"
    await store.close()


# -- a server
async def test_a_server_is_backed_up_and_restored_by_its_own_tools(
    server: Server, up_to_date: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.create("kept", like=up_to_date)
    store = await Store.open(url)
    row = await move(store, await new_match(store), 1)
    copied = tmp_path / "copy.dump"
    await store.backup(copied)
    await move(store, row, 2)
    await store.take_shards("elsewhere:1:1:x", 100.0, 1000.0)
    with pytest.raises(StorageError, match="--replace"):
        await put_in_place(url, copied, 200.0)
    with pytest.raises(StorageError, match=r"A bot runs on the database kept\. Stop it first"):
        await put_in_place(url, copied, 200.0, replace=True)
    assert len(await store.answers(row.id)) == 2
    await store.close()

    aside = await put_in_place(url, copied, 200.0, replace=True, gone=lambda holder: holder.startswith("elsewhere"))
    assert aside == tmp_path / "postwalker-before-19700101-000320.dump"
    for file, count in ((None, 1), (aside, 2)):
        if file is not None:
            await put_in_place(url, file, 300.0, replace=True)
        again = await Store.open(url)
        assert len(await again.answers(row.id)) == count
        await again.take_shards("another:1:1:x", 100.0, 1000.0)
        await again.drop_shards("another:1:1:x")
        await again.close()

    empty = server.create("empty")
    await put_in_place(empty, copied, 400.0)
    with pytest.raises(StorageError, match="no backup of a PostgreSQL database"):
        await put_in_place(empty, Path(__file__), 500.0, replace=True)
    for name in ("kept", "empty"):
        server.drop(name)


async def test_without_the_servers_tools_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StorageError, match=r"pg_dump is not here.*apt-get install postgresql-client"):
        await back_up("postgresql://walker:hush@127.0.0.1:1/db", tmp_path / "copy.dump")
    assert names(tmp_path) == []


async def test_a_server_out_of_reach_is_told_without_the_password(tmp_path: Path, server: Server) -> None:
    with pytest.raises(StorageError, match="pg_dump says: ") as told:
        await back_up(server.url("nowhere"), tmp_path / "copy.dump")
    assert PASSWORD not in str(told.value)
    assert names(tmp_path) == []


# -- putting one in place
@pytest.mark.field(64)
async def test_a_backup_takes_the_place_of_the_database_which_is_kept(file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{file}"
    store = await Store.open(url)
    row = await move(store, await new_match(store), 1)
    await store.take_shards("here:1:1:x", 100.0, 50.0)  # in the backup too
    await store.backup(tmp_path / "copy.db")
    await move(store, row, 2)
    with pytest.raises(StorageError, match="--replace"):
        await put_in_place(url, tmp_path / "copy.db", 120.0)
    with pytest.raises(StorageError, match="A bot runs on"):
        await put_in_place(url, tmp_path / "copy.db", 120.0, replace=True)
    with pytest.raises(StorageError, match="A bot runs on"):  # no lease, but somebody has it open
        await put_in_place(url, tmp_path / "copy.db", 200.0, replace=True)
    assert len(await store.answers(row.id)) == 2
    await store.close()

    aside = await put_in_place(url, tmp_path / "copy.db", 200.0, replace=True)
    assert aside == tmp_path / "matches-before-19700101-000320.db"
    assert names(tmp_path) == ["copy.db", aside.name, "matches.db"]
    for name, count in (("matches.db", 1), (aside.name, 2)):
        again = await Store.open(f"sqlite:///{tmp_path / name}")
        assert len(await again.answers(row.id)) == count
        if name == "matches.db":  # nobody waits for who ran when the backup was made
            await again.take_shards("next:1:1:x", 120.0, 50.0)
        await again.close()


async def test_a_damaged_database_is_put_aside_as_it_is(file: Path, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    row = await new_match(store)
    await store.backup(tmp_path / "copy.db")
    await store.close()
    write(file, b"no database" * 500)
    aside = await put_in_place(f"sqlite:///{file}", tmp_path / "copy.db", 1.0, replace=True)
    assert aside is not None
    assert read(aside) == b"no database" * 500
    again = await Store.open(f"sqlite:///{file}", must_exist=True)
    assert await again.match(row.id) is not None
    await again.close()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: None, "There is no file"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_bytes(b"words" * 5000), "is no SQLite database"),
        (lambda path: path.write_bytes(b""), "none of Postwalker's"),
    ],
)
async def test_what_is_no_backup_changes_nothing(
    file: Path, tmp_path: Path, make: Callable[[Path], None], says: str
) -> None:
    before = read(file)
    make(tmp_path / "copy.db")
    with pytest.raises(StorageError, match=says):
        await put_in_place(f"sqlite:///{file}", tmp_path / "copy.db", 1.0, replace=True)
    assert read(file) == before


async def test_a_backup_of_a_newer_version_is_refused(file: Path, tmp_path: Path) -> None:
    newer = Path(shutil.copy(file, tmp_path / "newer.db"))
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageError, match="newer version"):
        await put_in_place(f"sqlite:///{tmp_path}/x.db", newer, 1.0)
    assert not (tmp_path / "x.db").exists()


async def test_a_damaged_database_makes_no_backup(file: Path, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    for n in range(50):
        await store.set_setting("user", n, bytes(3000))
    await store.close()
    raw = bytearray(read(file))
    raw[8192:-4096] = b"\xff" * (len(raw) - 4096 - 8192)
    write(file, bytes(raw))
    with pytest.raises(StorageError, match=r"damaged|malformed"):
        await back_up(f"sqlite:///{file}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


# -- the command
def test_the_command(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def some() -> None:
        store = await Store.open(f"sqlite:///{file}")
        await move(store, await new_match(store), 1, errands=[say("one"), say("two")])
        await store.close()

    asyncio.run(some())
    assert main(["info", f"sqlite:///{file}"]) == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    shown = {name: count for count, name in lines}
    assert shown == {"matches": "1", "answers": "1", "errands": "2", "dues": "0", "waiting errands": "2"}
    assert main(["backup", f"sqlite:///{file}", str(tmp_path / "copy.db")]) == 0
    assert main(["backup", f"sqlite:///{file}", str(tmp_path / "copy.db")]) == 1
    assert "name a new file" in capsys.readouterr().err


def test_the_command_tells_no_password(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", server.url("nowhere")]) == 1
    said = capsys.readouterr().err
    assert "does not exist" in said
    assert PASSWORD not in said


def test_looking_at_a_database_makes_none(tmp_path: Path) -> None:
    assert main(["info", f"sqlite:///{tmp_path}/mistyped.db"]) == 1
    assert not (tmp_path / "mistyped.db").exists()


def test_a_backup_before_an_upgrade_is_of_the_old_version(file: Path, tmp_path: Path) -> None:
    """The copy to go back to must not be changed by the new version's own command."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM alembic_version")
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if name not in ("alembic_version", "sqlite_sequence"):
                connection.execute(f"DROP TABLE {name}")
    assert main(["backup", f"sqlite:///{file}", str(tmp_path / "copy.db")]) == 0
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'matches'").fetchone() == (0,)
