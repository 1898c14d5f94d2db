"""Backups by the host's own command: every end is a sentence that says what to do next."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from bot import __main__ as cli
from bot import config as settings
from bot import health
from storage import Store

from .conftest import Command


class Ended(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """``command("backup")``: as ``python -m bot backup`` in an empty folder, but in this process, which is quicker."""
    for name in settings.SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, **environ: str) -> Ended:
        with monkeypatch.context() as own:
            for name, value in environ.items():
                own.setenv(name, value)
            code = cli.main(list(arguments))
        told = capsys.readouterr()
        return Ended(code, told.out, told.err)

    return run  # type: ignore[return-value]  # what it gives has the same three fields


def matches_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("SELECT count(*) FROM settings WHERE kind = 'user'").fetchone()[0])


def test_a_copy_and_back_by_the_command(command: Command, tmp_path: Path) -> None:
    nothing = command("backup")
    assert nothing.returncode == cli.DATABASE
    assert "There is no database data/postwalker.db" in nothing.stderr
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "postwalker.db"
    assert command("backup", DATABASE_URL="postgresql://a:b@127.0.0.1:1/x", PATH="").returncode == cli.DATABASE

    async def some(n: int) -> None:
        store = await Store.open(f"sqlite:///{file}")
        await store.set_setting("user", n, b"x")
        await store.close()

    asyncio.run(some(1))
    done = command("backup")
    assert done.returncode == 0, done.stderr
    (copied,) = (tmp_path / "data" / "backups").iterdir()
    assert str(copied.relative_to(tmp_path)) in done.stdout
    assert f"python -m bot restore data/backups/{copied.name}" in done.stdout
    if os.name == "posix":
        assert copied.stat().st_mode & 0o077 == 0, "everybody's hands are in it"

    asyncio.run(some(2))
    refused = command("restore", str(copied))
    assert refused.returncode == cli.DATABASE
    assert "--replace" in refused.stderr
    health.write(tmp_path / "data" / "health.json", health.Pulse(1, time.time(), time.time()))
    running = command("restore", str(copied), "--replace")
    assert "The bot is running. Stop it first" in running.stderr
    assert matches_in(file) == 2
    (tmp_path / "data" / "health.json").unlink()
    back = command("restore", str(copied), "--replace")
    assert back.returncode == 0, back.stderr
    assert "What was there before is in data/postwalker-before-" in back.stdout
    assert matches_in(file) == 1
    (aside,) = (tmp_path / "data").glob("postwalker-before-*.db")
    assert matches_in(aside) == 2
    for told in (nothing, refused, running, back, done):
        assert "Traceback" not in told.stderr


@pytest.mark.parametrize("argument", ["copy.db", "elsewhere/copy.db"])
def test_a_backup_under_a_name_of_ones_own(command: Command, tmp_path: Path, argument: str) -> None:
    file = tmp_path / "x.db"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TABLE settings (kind TEXT)")
    done = command("backup", argument, DATABASE_URL="sqlite:///x.db")
    if argument == "copy.db":
        assert matches_in(tmp_path / "copy.db") == 0
    else:
        assert done.returncode == cli.DATABASE
        assert "There is no folder elsewhere. Make it, or name another." in done.stderr
