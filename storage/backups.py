"""Backups: a copy of the whole database in one file, made while the bot runs; looking one over; putting one in place.

SQLite is copied by its own online backup. PostgreSQL is copied by its own tools, pg_dump and pg_restore, in their custom
format. A copy is written beside its place, reaches the disk, and only then gets its name: whatever has the name is whole.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL

from storage.database import config as migrations
from storage.database import parse
from storage.errors import StorageError

SUFFIX = {"sqlite": ".db", "postgresql": ".dump"}
STAMP = "%Y%m%d-%H%M%S"  # UTC
PAGES = 512  # of SQLite copied in one go; between two goes others may write
CUSTOM = b"PGDMP"  # how a file of pg_dump's custom format begins
NO_TOOL = (
    "PostgreSQL's own tools are needed, and {tool} is not here. On Debian or Ubuntu: apt-get install postgresql-client. In "
    "Docker: docker compose exec -T database {command} (stop the bot before a restore)"
)
IN_DOCKER = {
    "pg_dump": "pg_dump -Fc -U postwalker postwalker > postwalker.dump",
    "pg_restore": "pg_restore -U postwalker -d postwalker --clean --if-exists < postwalker.dump",
}


def name_for(url: str, now: float) -> str:
    """A file name for a backup made now: the newest is the last by name."""
    kind = "sqlite" if parse(url).drivername.startswith("sqlite") else "postgresql"
    return f"postwalker-{time.strftime(STAMP, time.gmtime(now))}{SUFFIX[kind]}"


async def back_up(url: str, to: Path) -> None:
    """Copy the database to a new file, while it is in use. Raises StorageError, and leaves nothing behind then."""
    await asyncio.to_thread(_back_up, parse(url), to)


def _back_up(url: URL, to: Path) -> None:
    if to.exists():
        raise StorageError(f"{to} exists already; name a new file.")
    if not to.parent.is_dir():
        raise StorageError(f"There is no folder {to.parent}. Make it, or name another.")
    try:
        (_copy_sqlite if url.drivername.startswith("sqlite") else _dump)(url, to)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StorageError(f"{to} could not be written: {reason}. Is there room on the disk?") from error


def _copy_sqlite(url: URL, to: Path) -> None:
    source = Path(str(url.database))
    if not source.exists():
        raise StorageError(f"There is no database {source} to back up.")
    with _part(to) as part:
        here = sqlite3.connect(_readable(source), uri=True, timeout=30.0)
        with closing(here), closing(sqlite3.connect(part)) as there:
            here.backup(there, pages=PAGES, sleep=0.01)
            there.execute("PRAGMA journal_mode=DELETE")  # one file, complete in itself
        _whole(part)


def _readable(file: Path) -> str:
    return f"file:{quote(str(file.resolve()))}?mode=ro"


@contextmanager
def _part(to: Path) -> Iterator[Path]:
    """A file beside ``to`` that takes its place, at once and for good, if all goes well."""
    part = to.with_name(f".{to.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        yield part
        _to_disk(part)
        os.replace(part, to)
        _to_disk(to.parent)
    finally:
        for left in (part, Path(f"{part}-journal"), Path(f"{part}-wal"), Path(f"{part}-shm")):
            left.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    """Wait until the file (or the folder's list of names) has reached the disk."""
    flags = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) if path.is_dir() else os.O_RDWR
    if path.is_dir() and os.name != "posix":  # only there can folders be opened
        return
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- looking one over ----------------------------------------------------------------------------------------------------
def look_over(file: Path) -> str:
    """Whether the SQLite file is whole, and a Postwalker's of this version or an older one. Returns its schema's revision.
    Raises StorageError in words."""
    if file.is_dir():
        raise StorageError(f"{file} is a folder. Name the file in it.")
    if not file.exists():
        raise StorageError(f"There is no file {file}.")
    _whole(file)
    with closing(sqlite3.connect(_readable(file), uri=True)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"alembic_version", "matches"} <= tables:
            raise StorageError(f"{file} is a database, but none of Postwalker's.")
        revision = db.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision is None or not _known(str(revision[0])):
        raise StorageError(f"{file} was made by a newer version of Postwalker. Install that version, then restore.")
    return str(revision[0])


def _whole(file: Path) -> None:
    try:
        with closing(sqlite3.connect(_readable(file), uri=True)) as db:
            verdict = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            stray = db.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise StorageError(f"{file} is no SQLite database, or is damaged ({error}). Take another backup.") from error
    if verdict != "ok" or stray is not None:
        reason = verdict if verdict != "ok" else f"rows of {stray[0]} belong to nothing"
        raise StorageError(f"{file} is damaged ({reason}). Take another backup.")


def _known(revision: str) -> bool:
    return revision in {each.revision for each in ScriptDirectory.from_config(migrations()).walk_revisions()}


# ---- putting one in place ------------------------------------------------------------------------------------------------
async def put_in_place(
    url: str, file: Path, now: float, *, replace: bool = False, gone: Callable[[str], bool] = lambda holder: False
) -> Path | None:
    """Make the backup the database. What was there is kept aside, in the file that is returned.

    ``gone`` tells of the holder of a lease whether it is known to have ended. Raises StorageError, with nothing changed: if
    a bot runs, if there is a database already and ``replace`` is not asked for, or if the backup cannot be used.
    """
    parsed = parse(url)
    if parsed.drivername.startswith("sqlite"):
        return await asyncio.to_thread(_replace_sqlite, parsed, file, now, replace, gone)
    return await asyncio.to_thread(_restore_dump, parsed, file, now, replace, gone)


IN_USE = "A bot runs on {where}. Stop it first (Docker: docker compose stop bot), then restore."
NOT_EMPTY = "{where} has matches already. With --replace the backup takes its place, and what is there now is kept aside."


def _replace_sqlite(url: URL, file: Path, now: float, replace: bool, gone: Callable[[str], bool]) -> Path | None:
    target = Path(str(url.database))
    look_over(file)
    if target.exists() and target.samefile(file):
        raise StorageError(f"{file} is the database itself.")
    if not target.parent.is_dir():
        raise StorageError(f"There is no folder {target.parent}. Make it, or name another in DATABASE_URL.")
    if target.exists() and not replace:
        raise StorageError(NOT_EMPTY.format(where=target))
    try:
        with _part(target) as part:
            shutil.copyfile(file, part)
            look_over(part)
            with closing(sqlite3.connect(part)) as db, db:
                db.execute("DELETE FROM leases")  # of the bot that ran when the backup was made
                db.execute("PRAGMA journal_mode=DELETE")
            aside = _set_aside(target, now, gone) if target.exists() else None
    except OSError as error:
        raise StorageError(f"The backup could not be put in place: {error.strerror}. Nothing has changed.") from error
    return aside


def _set_aside(target: Path, now: float, gone: Callable[[str], bool]) -> Path:
    """Give the database a second name, so that there is one under its own name at every moment, and end its -wal."""
    aside = target.with_name(f"{target.stem}-before-{time.strftime(STAMP, time.gmtime(now))}{target.suffix}")
    if aside.exists():
        raise StorageError(f"{aside} exists already. Wait a second and try again.")
    rest = [Path(f"{target}{end}") for end in ("-wal", "-shm")]
    try:
        with closing(sqlite3.connect(target, timeout=1.0)) as db:
            with contextlib.suppress(sqlite3.OperationalError):  # no such table: not one of ours, or an old one
                held = [row for row in db.execute("SELECT holder, until FROM leases") if row[1] > now and not gone(row[0])]
                if held:
                    raise StorageError(IN_USE.format(where=target))
            # Only whoever is alone can take a database out of WAL mode; it leaves one file, complete in itself.
            if db.execute("PRAGMA journal_mode=DELETE").fetchone()[0] != "delete":
                raise StorageError(IN_USE.format(where=target))
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StorageError(IN_USE.format(where=target)) from error
        raise StorageError(f"{target} cannot be opened: {error}. Nothing has changed.") from error
    except sqlite3.DatabaseError:  # damaged: just what a backup is for. Its parts are kept as they are.
        for each in rest:
            if each.exists():
                shutil.copyfile(each, f"{aside}{str(each).removeprefix(str(target))}")
                each.unlink()
    try:
        os.link(target, aside)
    except OSError:  # a file system without second names
        shutil.copyfile(target, aside)
        _to_disk(aside)
    return aside


# ---- PostgreSQL, by its own tools ----------------------------------------------------------------------------------------
def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise StorageError(NO_TOOL.format(tool=name, command=IN_DOCKER.get(name, IN_DOCKER["pg_restore"])))
    return found


def _run(url: URL, arguments: Sequence[str | Path]) -> str:
    """Run one of the tools. The password goes through the environment: a command line can be read by others."""
    tool, *rest = arguments
    place = ["--no-password", "--host", url.host or "localhost", "--port", str(url.port or 5432)]
    place += ["--dbname", url.database or "", *(("--username", url.username) if url.username else ())]
    environ = os.environ | ({"PGPASSWORD": str(url.password)} if url.password else {})
    if "ssl" in url.query:
        environ["PGSSLMODE"] = str(url.query["ssl"])
    done = subprocess.run(
        [_tool(str(tool)), *place, *map(str, rest)], env=environ, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, errors="replace", check=False,
    )  # fmt: skip
    if done.returncode:
        reason = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]
        if url.password:
            reason = reason.replace(str(url.password), "[secret]")
        raise StorageError(f"{tool} says: {reason}")
    return done.stdout


def _dump(url: URL, to: Path) -> None:
    with _part(to) as part:
        _run(url, ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", part])


def _restore_dump(url: URL, file: Path, now: float, replace: bool, gone: Callable[[str], bool]) -> Path | None:
    where = f"the database {url.database}"
    try:
        with file.open("rb") as opened:
            if opened.read(len(CUSTOM)) != CUSTOM:
                raise StorageError(f"{file} is no backup of a PostgreSQL database (pg_dump --format=custom).")
    except OSError as error:
        raise StorageError(f"{file} cannot be read: {error.strerror}.") from error
    found = _ask(url, "SELECT to_regclass('public.matches') IS NOT NULL")
    aside = None
    if found == "t":
        if not replace:
            raise StorageError(NOT_EMPTY.format(where=where))
        leases = _ask(url, f"SELECT holder FROM leases WHERE until > {now!r}").split()
        if any(not gone(holder) for holder in leases):
            raise StorageError(IN_USE.format(where=where))
        aside = file.with_name(f"postwalker-before-{time.strftime(STAMP, time.gmtime(now))}{SUFFIX['postgresql']}")
        _dump(url, aside)
    elif _ask(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") != "0":
        raise StorageError(f"{where} belongs to another program: it has tables of its own. Name another one.")
    # One transaction: all of it, or nothing has changed.
    tidy = ["--clean", "--if-exists"] if aside else []
    _run(url, ["pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", *tidy, file])
    _ask(url, "DELETE FROM leases")
    if not _known(_ask(url, "SELECT version_num FROM alembic_version")):
        raise StorageError(
            "The backup is in place, but a newer version of Postwalker made it: install that version before you start."
            + (f" What was there before is in {aside}." if aside else "")
        )
    return aside


def _ask(url: URL, statement: str) -> str:
    """The first value that the statement gives."""
    options = ("--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1")
    return _run(url, ["psql", *options, "--command", statement]).strip()
