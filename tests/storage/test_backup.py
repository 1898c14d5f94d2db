"""Copies for the host, made while the bot runs; and the host's small command."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import StorageError, Store
from storage.__main__ import main
from storage.server import PASSWORD, Server
from tests.storage.children import one_move
from tests.storage.samples import move, new_match, say


@pytest.fixture
def file(up_to_date_file: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(up_to_date_file, tmp_path / "matches.db"))


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


async def test_a_server_is_backed_up_by_its_own_tool(server: Server, up_to_date: str, tmp_path: Path) -> None:
    store = await Store.open(server.url(up_to_date))
    with pytest.raises(StorageError, match="pg_dump"):
        await store.backup(tmp_path / "copy.db")
    await store.close()


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
