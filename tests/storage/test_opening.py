"""Opening a database: addresses as hosts write them, and a sentence that says what to do for whatever is wrong."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import traceback
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import event, text

from storage import StorageError, Store
from storage.database import Database
from storage.server import Server
from tests.storage.samples import move, new_match

OPEN = """
import asyncio, sys
from storage import StorageError, Store
try:
    asyncio.run(Store.open(sys.argv[1]))
except StorageError as error:
    sys.exit(str(error))
"""


async def refusal(url: str) -> str:
    """What opening says. It must fail, and tell no password, not even in the traceback."""
    with pytest.raises(StorageError) as refused:
        await Store.open(url)
    password = urlsplit(url).password
    if password:
        assert password not in "".join(traceback.format_exception(refused.value))
    assert "\n" not in str(refused.value)
    return str(refused.value)


# -- addresses
@pytest.mark.parametrize("scheme", ["postgresql://", "postgres://", "postgresql+asyncpg://", "postgresql+psycopg2://"])
async def test_addresses_of_a_server(server: Server, up_to_date: str, scheme: str) -> None:
    store = await Store.open(server.url(up_to_date).replace("postgresql://", scheme))
    assert (await store.counts())["matches"] == 0
    await store.close()


@pytest.mark.parametrize("form", ["sqlite:///{}", "sqlite+aiosqlite:///{}"])
async def test_addresses_of_a_file(tmp_path: Path, form: str) -> None:
    path = tmp_path / "größer und schöner.db"
    store = await Store.open(form.format(path))
    await store.close()
    assert path.exists()


async def test_a_file_named_from_where_the_bot_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    store = await Store.open("sqlite:///data/postwalker.db")
    await store.close()
    assert (tmp_path / "data" / "postwalker.db").exists()


@pytest.mark.parametrize("mode", ["disable", "prefer"])
async def test_sslmode_as_hosters_write_it(server: Server, up_to_date: str, mode: str) -> None:
    store = await Store.open(f"{server.url(up_to_date)}?sslmode={mode}")
    await store.close()


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("", "sqlite:///data/postwalker.db"),
        ("data/postwalker.db", "sqlite:///data/postwalker.db"),
        ("mysql://user:hunter2@host/name", "use sqlite or postgresql"),
        ("sqlite://", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite:///:memory:", "forget every match"),
        ("sqlite:///file:x?mode=memory&uri=true", "forget every match"),
    ],
)  # fmt: skip
async def test_addresses_that_cannot_be_used(url: str, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert advice in await refusal(url)


# -- files that cannot be used
async def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    said = await refusal(f"sqlite:///{tmp_path}/data/matches.db")
    assert f"{tmp_path}/data" in said
    assert "Create it" in said
    assert not (tmp_path / "data").exists()


async def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    assert "is a folder. Name a file" in await refusal(f"sqlite:///{tmp_path}")


async def test_a_file_instead_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert "does not exist" in await refusal(f"sqlite:///{tmp_path}/data/matches.db")


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_text("Dear diary, today I tried to host a bot. " * 300)
    before = path.read_bytes()
    said = await refusal(f"sqlite:///{path}")
    assert "is no database, or is damaged. Restore a backup" in said
    assert path.read_bytes() == before


def test_a_damaged_database(tmp_path: Path, up_to_date_file: Path) -> None:
    path = Path(shutil.copy(up_to_date_file, tmp_path / "matches.db"))
    path.write_bytes(path.read_bytes()[:4096] + b"\x00\xff" * 20_000)
    assert "damaged. Restore a backup" in asyncio.run(refusal(f"sqlite:///{path}"))


async def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE matches (brand TEXT)")
    connection.close()
    assert "belongs to another program" in await refusal(f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        assert [name for (name,) in connection.execute("SELECT name FROM sqlite_master")] == ["matches"]
    connection.close()


def test_a_file_that_may_not_be_written(tmp_path: Path, up_to_date_file: Path) -> None:
    """As another process without the right to pass over permissions, which root has."""
    command = [sys.executable, "-c", OPEN]
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("root may write everything, and there is no setpriv to give that up (Debian: util-linux)")
        command = [setpriv, "--bounding-set=-dac_override,-dac_read_search", *command]
    path = Path(shutil.copy(up_to_date_file, tmp_path / "matches.db"))
    path.chmod(0o400)
    done = subprocess.run([*command, f"sqlite:///{path}"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert f"{path} cannot be written. Give the user that runs the bot the right" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_folder_that_may_not_be_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", forbidden)  # what Python 3.11 does for a folder inside a closed one
    assert "Give the user that runs the bot the right" in await refusal(f"sqlite:///{tmp_path}/closed/data/matches.db")


# -- servers that cannot be used
async def test_a_server_that_is_not_there() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        said = await refusal(f"postgresql://postwalker:hunter2@127.0.0.1:{unused.getsockname()[1]}/matches")
    assert "No database answers at" in said
    assert "Is it running" in said


async def test_a_wrong_password(server: Server, up_to_date: str) -> None:
    said = await refusal(server.url(up_to_date, "hunter2"))
    assert "password authentication failed" in said


async def test_a_database_that_the_server_does_not_have(server: Server) -> None:
    assert 'database "nowhere" does not exist' in await refusal(server.url("nowhere"))


# -- versions
async def test_a_newer_schema_is_left_alone(url: str) -> None:
    store = await Store.open(url)
    async with store.database.write() as tx:
        await tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    said = await refusal(url)
    assert "written by a newer version of Postwalker. Install that version, or restore a backup" in said
    database = Database(store.database.url, store.database.engine)
    async with database.read() as tx:
        assert (await tx.execute(text("SELECT version_num FROM alembic_version"))).scalar() == "9999"
    await database.close()


async def test_a_new_database_opened_by_several_at_once(empty: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty) for _ in range(4)))
    row = await new_match(stores[0])
    assert [await store.match(row.id) for store in stores] == [row] * 4
    for store in stores:
        await store.close()


# -- how it is kept
@pytest.mark.field(58)
async def test_how_sqlite_is_kept(tmp_path: Path) -> None:
    """On every connection: nothing accepted is lost with the power, readers and a writer do not meet, writers wait."""
    store = await Store.open(f"sqlite:///{tmp_path}/matches.db")
    connections = [store.database.engine.connect() for _ in range(4)]
    for each in connections:
        connection = await each.start()
        kept = {
            pragma: (await connection.execute(text(f"PRAGMA {pragma}"))).scalar_one()
            for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
        assert kept.pop("busy_timeout") >= 5000
        assert kept == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    for each in connections:
        await each.close()
    await store.close()


async def test_a_write_holds_the_lock_from_its_start(store: Store, other: Store) -> None:
    if not store.database.is_sqlite:
        pytest.skip("PostgreSQL locks rows")
    async with store.database.write():
        third = sqlite3.connect(str(store.database.url.database), timeout=0, isolation_level=None)
        with closing(third), pytest.raises(sqlite3.OperationalError, match="locked"):
            third.execute("BEGIN IMMEDIATE")
        assert (await other.counts())["matches"] == 0  # readers go on


async def test_a_connection_that_the_server_closed(server: Server, up_to_date: str) -> None:
    """The server was started anew between two moves: nobody should notice."""
    store, other = await Store.open(server.url(up_to_date)), await Store.open(server.url(up_to_date))
    try:
        await store.counts()
        async with other.database.write() as tx:
            ended = await tx.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                          " WHERE datname = current_database() AND pid <> pg_backend_pid()"))  # fmt: skip
            assert ended.all()
        assert (await store.counts())["matches"] == 0
    finally:
        await store.close()
        await other.close()


async def test_a_full_disk_is_said_in_words(store: Store) -> None:
    if not store.database.is_sqlite:
        pytest.skip("only SQLite can be made to believe in a small disk")
    row = await new_match(store)

    def small(connection: object, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 60")  # type: ignore[attr-defined]

    await store.database.engine.dispose()
    event.listen(store.database.engine.sync_engine, "connect", small)
    with pytest.raises(StorageError, match="no room left"):
        await move(store, row, 1, document=bytes(1_000_000))
    assert await store.match(row.id) == row
    assert await store.answers(row.id) == []
