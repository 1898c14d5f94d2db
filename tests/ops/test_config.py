"""The host's settings: every fault is named in words, with its line; no secret shows."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot import config as settings
from bot.config import DEFAULT_DATABASE, Config, ConfigError
from bot.sandbox.__main__ import environment
from storage import Shards

# Put together here, so that nothing in this file has the shape of a token.
TOKEN = ".".join(["MTIzNDU2Nzg5MDEyMzQ1Njc4", "Gabcde", "x" * 38])


def load(folder: Path, text: str | bytes = "", **environ: str) -> Config:
    raw = text.encode() if isinstance(text, str) else text
    (folder / ".env").write_bytes(raw)
    return settings.load(folder, environ)


def problems(folder: Path, text: str | bytes = "", **environ: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load(folder, text, **environ)
    return caught.value.problems


def test_without_any_setting_the_defaults_hold(tmp_path: Path) -> None:
    config = settings.load(tmp_path, {})
    assert (config.token, config.database_url, config.log_level) == ("", DEFAULT_DATABASE, "INFO")
    assert config.discord_api is None
    assert config.discord_gateway is None


def test_the_environment_wins_and_an_empty_value_counts_as_not_set(tmp_path: Path) -> None:
    text = f"# mine\nexport DISCORD_TOKEN='{TOKEN}'\nLOG_LEVEL=debug\nDATABASE_URL=\n"
    config = load(tmp_path, text, LOG_LEVEL="WARNING", DISCORD_TOKEN=" ")
    assert config.token == TOKEN
    assert config.log_level == "WARNING"
    assert config.database_url == DEFAULT_DATABASE


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("LOG_LEVEL=INFO\n\n# token\nDISCORD_TOKEN\n", 4, "no = after the name"),
        ("LOG_LEVEL=INFO\nmy token is here\n", 2, "NAME=value"),
        ("DISCORD_TOKEN='half\nLOG_LEVEL=INFO\n", 1, "closed"),
        ("=value\n", 1, "NAME=value"),
        (b"LOG_LEVEL=INFO\nDISCORD_TOKEN=\0\0\0\n", 2, "damaged"),
        (b"# caf\xe9\n", 1, "UTF-8"),
        ("DISCORD_TOKEN=x\n".encode("utf-16"), 1, "UTF-16"),
    ],
)
def test_a_corrupt_file_is_named_with_its_line(tmp_path: Path, text: str | bytes, line: int, says: str) -> None:
    (problem,) = problems(tmp_path, text)
    assert problem.startswith(f".env, line {line}: ")
    assert says in problem


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    assert load(tmp_path, b"\xef\xbb\xbfLOG_LEVEL=ERROR\r\n").log_level == "ERROR"


def test_a_folder_or_a_huge_file_in_place_of_the_settings_is_refused(tmp_path: Path) -> None:
    assert "larger" in problems(tmp_path, "# " + "x" * settings.LARGEST_ENV_FILE)[0]
    (tmp_path / ".env").unlink()
    (tmp_path / ".env").mkdir()
    with pytest.raises(ConfigError, match="is a folder"):
        settings.load(tmp_path, {})


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    found = problems(tmp_path, "DISCORD_TOKN=x\nLOG_LEVEL=loud\nDATABASE_URL=mysql://h/d\nPOSTWALKER_COLOUR=red\n")
    assert len(found) == 4
    assert "line 1" in found[0]
    assert "DISCORD_TOKEN" in found[0]
    assert "POSTWALKER_COLOUR" in found[1]
    assert "'mysql'" in found[2]
    assert "sqlite:///" in found[2]
    assert "'LOUD'" in found[3]
    assert "WARNING" in found[3]


def test_settings_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    assert load(tmp_path, "POSTGRES_PASSWORD=x\nCOMPOSE_PROJECT_NAME=y\n").log_level == "INFO"


@pytest.mark.parametrize("token", ["Bot abc", "bot abc", "two words", "caf\u00e9"])
def test_a_token_copied_wrongly_is_refused_without_being_shown(tmp_path: Path, token: str) -> None:
    (problem,) = problems(tmp_path, f'DISCORD_TOKEN="{token}"\n')
    assert "DISCORD_TOKEN" in problem
    assert "abc" not in problem
    assert "caf" not in problem


@pytest.mark.parametrize(
    "url",
    [
        "data.db",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///file:x?mode=memory",
        "sqlite:///folder/",
        "sqlite+aiosqlite:///x.db",
        "postgresql://",
        "postgresql://host",
        "postgresql://u:hunter2#@host/db",
        "postgresql://u:hunter2@host:port/db",
    ],
)
def test_a_database_that_cannot_keep_matches_is_refused(tmp_path: Path, url: str) -> None:
    (problem,) = problems(tmp_path, "", DATABASE_URL=url)
    assert problem.startswith("DATABASE_URL (environment) ")
    assert "hunter2" not in problem


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_both_names_of_postgresql_are_taken(tmp_path: Path, scheme: str) -> None:
    config = load(tmp_path, "", DATABASE_URL=f"{scheme}://u:hunter2@localhost:5432/db?ssl=require")
    assert config.database_url == "postgresql://u:hunter2@localhost:5432/db?ssl=require"
    assert config.database_shown == "postgresql://u@localhost:5432/db"
    assert config.database_file is None


def test_neither_token_nor_password_shows(tmp_path: Path) -> None:
    config = load(tmp_path, f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=postgresql://u:hunter2@localhost/db\n")
    for shown in (repr(config), str(config), f"{config}", repr({"config": config})):
        assert TOKEN not in shown
        assert "hunter2" not in shown
        assert "localhost/db" in shown


GATEWAY = "ws://127.0.0.1:8300/gw"


@pytest.mark.parametrize(
    "api",
    [
        "https://example.invalid/api",
        "http://127.0.0.1.example.invalid/api",
        "http://127.0.0.1@example.invalid/api",
        "http://0.0.0.0:1/api",
        "http://10.0.0.1/api",
        "127.0.0.1:8300",
        "ftp://127.0.0.1/api",
    ],
)
def test_the_token_can_be_sent_to_no_stranger(tmp_path: Path, api: str) -> None:
    (problem,) = problems(tmp_path, "", POSTWALKER_DISCORD_API=api, POSTWALKER_DISCORD_GATEWAY=GATEWAY)
    assert "on this machine" in problem


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_a_practice_server_on_this_machine_is_taken(tmp_path: Path, host: str) -> None:
    api = f"http://{host}:8300/api/v10"
    config = load(tmp_path, "", POSTWALKER_DISCORD_API=api, POSTWALKER_DISCORD_GATEWAY=GATEWAY)
    assert (config.discord_api, config.discord_gateway) == (api, GATEWAY)


def test_half_a_practice_server_is_refused(tmp_path: Path) -> None:
    assert "go together" in problems(tmp_path, "", POSTWALKER_DISCORD_GATEWAY=GATEWAY)[0]


def test_folders_are_made(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "matches.db"
    config = load(
        tmp_path,
        "",
        DATABASE_URL=f"sqlite:///{file}",
        POSTWALKER_CACHE=str(tmp_path / "c"),
        POSTWALKER_HEALTH_FILE=str(tmp_path / "d" / "h.json"),
    )
    config.make_folders()
    config.make_folders()
    assert config.database_file == file
    sqlite3.connect(file).close()
    assert {path.name for path in tmp_path.iterdir()} == {".env", "a", "c", "d"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    config = Config(
        database_url=f"sqlite:///{tmp_path}/file/x.db", cache_dir=tmp_path, health_file=tmp_path / "health.json"
    )
    with pytest.raises(ConfigError, match="cannot be made"):
        config.make_folders()


def test_shards_of_several_processes(tmp_path: Path) -> None:
    server = "DATABASE_URL=postgresql://me:secret@localhost/db\n"
    assert load(tmp_path).shards == Shards(1, (0,))
    assert load(tmp_path, server + "POSTWALKER_SHARDS=4\nPOSTWALKER_SHARD=1-2, 0\n").shards == Shards(4, (0, 1, 2))
    assert load(tmp_path, server + "POSTWALKER_SHARDS=4\n").shards.whole
    pulses = {load(tmp_path, server + f"POSTWALKER_SHARDS=2\nPOSTWALKER_SHARD={n}\n").health_file for n in (0, 1)}
    assert len(pulses) == 2, "each has a health file of its own"
    assert load(tmp_path).health_file == Config.health_file
    assert load(tmp_path, "POSTWALKER_SHARDS=2\n").shards == Shards(2, (0, 1))


@pytest.mark.parametrize(
    ("count", "mine", "says"),
    [
        ("0", "", "from 1 to"),
        ("two", "", "from 1 to"),
        ("2", "2", "from 0 to 1"),
        ("2", "1-0", "from 0 to 1"),
        ("2", "x", "from 0 to 1"),
        ("3", "0,,1", "from 0 to 2"),
    ],
)
def test_shards_that_cannot_be(tmp_path: Path, count: str, mine: str, says: str) -> None:
    text = f"DATABASE_URL=postgresql://me:secret@localhost/db\nPOSTWALKER_SHARDS={count}\nPOSTWALKER_SHARD={mine}\n"
    (problem,) = problems(tmp_path, text)
    assert says in problem


def test_a_file_is_no_database_for_several_processes(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "POSTWALKER_SHARDS=2\nPOSTWALKER_SHARD=0\n")
    assert "PostgreSQL" in problem


# -- logs, backups, another file
def test_logs_and_backups_are_as_they_are_written(tmp_path: Path) -> None:
    config = load(tmp_path, "LOG_FORMAT=JSON\nPOSTWALKER_BACKUPS=safe\nPOSTWALKER_BACKUPS_KEEP=3\n")
    assert (config.log_format, config.backups, config.backups_kept) == ("json", Path("safe"), 3)
    assert Path("safe") in config.folders
    plain = load(tmp_path)
    assert (plain.log_format, plain.backups, plain.metrics) == ("text", None, None)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("LOG_FORMAT=xml", "Write text, or json."),
        ("POSTWALKER_BACKUPS_KEEP=0", "Write a number from 1 to"),
        ("POSTWALKER_BACKUPS_KEEP=many", "Write a number from 1 to"),
        ("DATABASE_URL=postgresql://a:b@127.0.0.1/c\nPOSTWALKER_BACKUPS=safe", "python -m bot backup"),
    ],
)
def test_what_cannot_be_used_is_said_with_what_to_write(tmp_path: Path, line: str, says: str) -> None:
    (problem,) = problems(tmp_path, line + "\n")
    assert says in problem


def test_another_file_takes_the_place_of_env(tmp_path: Path) -> None:
    (tmp_path / "other.env").write_text("LOG_LEVEL=ERROR\n")
    assert load(tmp_path, "LOG_LEVEL=nonsense\n", POSTWALKER_ENV_FILE="other.env").log_level == "ERROR"
    (missing,) = problems(tmp_path, POSTWALKER_ENV_FILE="none.env")
    assert "none.env, which is not there" in missing


def test_the_bot_of_the_sandbox_reads_nothing_of_the_one_that_runs_for_real(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"this is damaged\nDISCORD_TOKEN={TOKEN}\nPOSTWALKER_METRICS=9108\n")
    data = tmp_path / "data"
    data.mkdir()
    environ = {name: value for name, value in environment("http://127.0.0.1:1/api/v10", "ws://127.0.0.1:1/gw", data).items()
               if name in settings.SETTINGS}  # fmt: skip
    config = settings.load(tmp_path, environ)
    assert (config.token, config.metrics) == ("sandbox", None)
    assert config.discord_api == "http://127.0.0.1:1/api/v10"
    (data / "sandbox.env").write_text("LOG_LEVEL=DEBUG\n")
    assert settings.load(tmp_path, environ).log_level == "DEBUG", "it has a file of its own"
