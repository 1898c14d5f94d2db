"""The host's command: a start that cannot work ends in a sentence and its own exit code."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import discord
import pytest

from bot import __main__ as cli
from bot import app, health
from bot.config import SETTINGS
from storage import LeaseHeld, StorageError

from .conftest import ROOT, Command

NOWHERE = {
    "POSTWALKER_DISCORD_API": "http://127.0.0.1:1/api/v10",
    "POSTWALKER_DISCORD_GATEWAY": "ws://127.0.0.1:1/gw",
}


def test_without_a_token_it_says_where_to_get_one(command: Command) -> None:
    done = command()
    assert done.returncode == cli.SETTINGS
    assert "DISCORD_TOKEN" in done.stderr
    assert ".env.example" in done.stderr
    assert "make play" in done.stderr
    assert "Traceback" not in done.stderr


def test_corrupt_settings_are_named_with_their_line(command: Command, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=INFO\nDISCORD_TOKEN\n")
    done = command()
    assert done.returncode == cli.SETTINGS
    assert done.stderr.startswith(".env, line 2: ")
    assert "Traceback" not in done.stderr


def test_a_damaged_database_stops_the_start_and_stays_as_it_is(command: Command, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no database" * 500)
    done = command(DISCORD_TOKEN="sandbox", DATABASE_URL="sqlite:///x.db", **NOWHERE)
    assert done.returncode == cli.DATABASE
    assert "x.db" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "x.db").read_bytes() == b"no database" * 500


def test_an_unreachable_discord_is_waited_for(tmp_path: Path) -> None:
    """A router that starts after the bot's machine, an outage of Discord: no reason to end, and every reason to say so."""
    env = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    env |= {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "sandbox", **NOWHERE}
    bot = subprocess.Popen([sys.executable, "-m", "bot"], cwd=tmp_path, env=env, stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True)  # fmt: skip
    assert bot.stderr is not None
    try:
        said = ""
        while "trying again in 4 seconds" not in said:
            line = bot.stderr.readline()
            assert line, said
            said += line
        assert "Discord cannot be reached" in said
        assert "Traceback" not in said
        bot.send_signal(signal.SIGTERM)
        assert bot.wait(20) == 0
        assert "Traceback" not in bot.stderr.read()
    finally:
        bot.kill()
        bot.wait()
        bot.stderr.close()


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (discord.LoginFailure("Improper token has been passed."), cli.TOKEN, "Reset Token"),
        (StorageError("The disk is full: make room."), cli.DATABASE, "make room"),
        (LeaseHeld("Another bot uses this database."), cli.DATABASE, "Another bot"),
        (KeyboardInterrupt(), 0, ""),
    ],
)
def test_every_end_has_its_exit_code(
    error: BaseException,
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    async def run(config: object) -> None:
        raise error

    monkeypatch.setattr(app, "run", run)
    monkeypatch.setattr(cli.logs, "set_up", lambda config: None)
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "sandbox")
    assert cli.main([]) == code
    shown = capsys.readouterr().err
    assert says in shown
    assert "sandbox" not in shown


def test_health(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "pulse"
    absent = command("health", POSTWALKER_HEALTH_FILE=str(file))
    assert (absent.returncode, absent.stdout) == (1, "The bot is not running.\n")
    now = time.time()
    health.write(file, health.Pulse(1, now, now))
    well = command("health", POSTWALKER_HEALTH_FILE=str(file))
    assert (well.returncode, well.stdout) == (0, "The bot is well.\n")


def test_a_mistyped_command_is_refused(command: Command) -> None:
    done = command("docter")
    assert done.returncode == 2
    assert "doctor" in done.stderr
    assert command("doctor", "--now").returncode == 2


def test_no_start_forgets_matches_for_want_of_a_database(command: Command, tmp_path: Path) -> None:
    """A database of a newer version is left alone."""
    with sqlite3.connect(tmp_path / "x.db") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('from-the-future')")
    done = command(DISCORD_TOKEN="sandbox", DATABASE_URL="sqlite:///x.db", **NOWHERE)
    assert done.returncode == cli.DATABASE
    assert "newer version" in done.stderr
