"""Opening a database by its URL: drivers, pragmas, transactions, migrations, and errors in words."""

from __future__ import annotations

import asyncio
import functools
import logging
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, event, func, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.errors import StorageError

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="Stored")

log = logging.getLogger(__name__)

BUSY_MS = 10_000  # how long a writer waits for another one
RETRY = 5.0  # seconds between two tries to listen
CHANNEL = "postwalker"  # on which processes tell each other
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def parse(url: str) -> URL:
    """The URL with our driver. Raises StorageError for what is none of ours."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StorageError(
            "The database URL is not understood. Write sqlite:///data/postwalker.db or postgresql://user:password@host/name."
        ) from None
    driver = DRIVERS.get(parsed.drivername.partition("+")[0])
    if driver is None:
        raise StorageError(f"Databases of kind {parsed.drivername!r} are not supported: use sqlite or postgresql.")
    if driver.startswith("sqlite") and not parsed.database:
        raise StorageError("The database URL names no file. Write for instance sqlite:///data/postwalker.db.")
    if ":memory:" in str(parsed.database) or "mode=memory" in url:
        raise StorageError("A database in memory would forget every match: name a file.")
    if parsed.query and driver.startswith("postgresql"):
        # Addresses are often handed out for another driver: what it says of encryption, ours calls ssl.
        mode = parsed.query.get("sslmode")
        parsed = parsed.set(query={"ssl": str(mode)} if mode else {})
    return parsed.set(drivername=driver)


class Stored(Protocol):
    """Whatever works with a database."""

    database: Database


def whole(
    method: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """A method that writes: it comes to its end even if its caller is called off."""

    @functools.wraps(method)
    async def run(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.whole(method(self, *args, **kwargs))

    return run  # type: ignore[return-value]  # functools' own type of what it wraps does not say that it is a method


def shown(url: URL) -> str:
    return url.render_as_string(hide_password=True)


class Database:
    """One engine. ``write`` and ``read`` give a connection inside a transaction.

    Whoever writes does it under ``whole``: a transaction called off between two of its statements would keep the write
    lock until its connection is collected.
    """

    def __init__(self, url: URL, engine: AsyncEngine) -> None:
        self.url = url
        self.engine = engine
        self._running: set[asyncio.Task[Any]] = set()

    @property
    def is_sqlite(self) -> bool:
        return self.url.drivername.startswith("sqlite")

    @classmethod
    async def open(cls, url: str, *, must_exist: bool = False) -> Database:
        """Connect and bring the schema up to date. Raises StorageError; never falls back to anything else."""
        parsed = parse(url)
        if parsed.drivername.startswith("sqlite"):
            _check_file(Path(str(parsed.database)), must_exist)
        file = parsed.drivername.startswith("sqlite")
        # A server may have gone away since a connection was last used; a file does not.
        engine = create_async_engine(parsed, pool_size=5, max_overflow=5, pool_pre_ping=not file)
        if file:
            _own_transactions(engine)
        database = cls(parsed, engine)
        try:
            await database._migrate()
        except (SQLAlchemyError, OSError, CommandError) as error:
            await engine.dispose()
            raise StorageError(_in_words(error, parsed)) from error
        except StorageError:
            await engine.dispose()
            raise
        return database

    async def close(self) -> None:
        """After what is under way has been committed."""
        await asyncio.gather(*self._running, return_exceptions=True)
        await self.engine.dispose()

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry ``work`` to its end, even if the caller is called off and does not wait for it any more."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that holds the write lock from its start (SQLite: BEGIN IMMEDIATE)."""
        try:
            async with self.engine.connect() as connection:
                await connection.execution_options(postwalker_write=True)
                async with connection.begin():
                    yield connection
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise StorageError(_in_words(error, self.url)) from error

    async def alone(self, connection: AsyncConnection) -> None:
        """Let no other process be here at the same time, until the transaction ends. SQLite has one writer anyway."""
        if not self.is_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(7238)"))

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection, connection.begin():
            yield connection

    # -- between processes
    async def tell(self, connection: AsyncConnection, word: str) -> None:
        """Let those who :meth:`listen` know, once this transaction is committed. One word (PostgreSQL only)."""
        if self.is_sqlite:  # there is one process
            return
        await connection.execute(select(func.pg_notify(CHANNEL, word)))

    async def listen(self, heard: Callable[[str], None]) -> None:
        """Call ``heard`` with whatever other processes tell, until cancelled. What is told while the connection is lost is
        missed: whoever listens looks for itself from time to time (PostgreSQL only)."""
        while True:
            lost = asyncio.Event()
            try:
                async with self.engine.connect() as connection:
                    raw: Any = (await connection.get_raw_connection()).driver_connection
                    raw.add_termination_listener(lambda _, lost=lost: lost.set())
                    await raw.add_listener(CHANNEL, lambda *told: heard(str(told[-1])))
                    try:
                        await lost.wait()
                    finally:
                        await connection.invalidate()  # nobody else is to get a connection that listens
            except (SQLAlchemyError, OSError) as error:
                log.warning("no word from the other processes: %s", _in_words(error, self.url))
            await asyncio.sleep(RETRY)

    # -- migrations
    async def _migrate(self) -> None:
        async with self.engine.connect() as connection:
            await connection.execution_options(postwalker_write=True)
            if self.is_sqlite:  # tables are rebuilt by copying: dropping the old one must not empty those that refer to it
                await _pragma(connection, "foreign_keys=OFF")
            try:
                async with connection.begin():
                    await connection.run_sync(_upgrade)
            finally:
                if self.is_sqlite:
                    await _pragma(connection, "foreign_keys=ON")


async def _pragma(connection: AsyncConnection, pragma: str) -> None:
    """Outside any transaction, where SQLite ignores this one."""
    raw = await connection.get_raw_connection()
    assert raw.driver_connection is not None
    await raw.driver_connection.execute(f"PRAGMA {pragma}")


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration for our migrations, without a file."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    settings.attributes["connection"] = connection
    return settings


def _upgrade(connection: Connection) -> None:
    settings = config(connection)
    if not connection.dialect.name.startswith("sqlite"):
        connection.execute(text("SELECT pg_advisory_xact_lock(7237)"))  # one process migrates, others wait
    script = ScriptDirectory.from_config(settings)
    from alembic.runtime.migration import MigrationContext

    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {revision.revision for revision in script.walk_revisions()}:
        raise StorageError(
            "The database was written by a newer version of Postwalker. Install that version, or restore a backup."
        )
    if current is None and inspect(connection).get_table_names():
        raise StorageError("The database belongs to another program: it has tables of its own. Name another one.")
    command.upgrade(settings, "head")


# -- SQLite
def _own_transactions(engine: AsyncEngine) -> None:
    """The driver opens no transaction before a SELECT, which silently loses concurrent updates: we say BEGIN ourselves."""

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON", "synchronous=FULL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        write = connection.get_execution_options().get("postwalker_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _check_file(path: Path, must_exist: bool) -> None:
    right = "Give the user that runs the bot the right"
    try:
        folder_there, exists, is_folder = path.parent.is_dir(), path.exists(), path.is_dir()
    except OSError:
        raise StorageError(f"The folder {path.parent} may not be entered. {right} to.") from None
    if not folder_there:
        raise StorageError(f"The folder {path.parent} for the database does not exist. Create it, or name another.")
    if must_exist and not exists:
        raise StorageError(f"There is no database {path}.")
    if is_folder:
        raise StorageError(f"{path} is a folder. Name a file in DATABASE_URL, for instance {path}/postwalker.db.")
    for place in (path, path.parent):
        if place.exists() and not os.access(place, os.W_OK):
            raise StorageError(f"The database {place} cannot be written. {right} to write there.")


def _in_words(error: BaseException, url: URL) -> str:
    """What went wrong, without password or traceback."""
    reason = str(getattr(error, "orig", None) or error).splitlines()[0] if str(error) else type(error).__name__
    lowered = reason.lower()
    if "not a database" in lowered or "malformed" in lowered:
        return f"The file {url.database} is no database, or is damaged. Restore a backup, or move it away to start afresh."
    if "unable to open" in lowered or "readonly" in lowered or "read-only" in lowered or "permission" in lowered:
        return f"The database {url.database} cannot be written. Give the user that runs the bot the right to write there."
    if "disk is full" in lowered or "no space left" in lowered:
        return "The disk on which the database is has no room left. Make room; the bot goes on by itself then."
    if "locked" in lowered:
        return f"The database {url.database} is locked by another program. Stop that one first."
    if isinstance(error, (OSError, asyncio.TimeoutError)) or "connect" in lowered:
        return f"No database answers at {shown(url)}: {reason}. Is it running, and is the address right?"
    if isinstance(error, DBAPIError):
        return f"The database {shown(url)} refuses: {reason}"
    return f"The database {shown(url)} cannot be used: {reason}"
