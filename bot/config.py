"""The host's settings, from the environment and a ``.env`` file; whatever is wrong is said in words with what to write.

A variable of the environment wins over the same name in ``.env``; an empty value counts as not set. :data:`SETTINGS`
is the whole list of names.
"""

from __future__ import annotations

import codecs
import difflib
import io
import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from dotenv.parser import parse_stream

from bot import sharding
from storage import Shards
from storage.store import ALL

DEFAULT_DATABASE = "sqlite:///data/postwalker.db"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("text", "json")
BACKUPS = 14  # automatic backups that are kept
MOST_BACKUPS = 1000
LARGEST_ENV_FILE = 64 * 1024  # bytes

# name -> what it is for, in the words of error messages
SETTINGS = {
    "DISCORD_TOKEN": "the bot's token, from the Bot page of your application",
    "DATABASE_URL": f"where matches are kept; without it {DEFAULT_DATABASE}",
    "LOG_LEVEL": f"one of {', '.join(LEVELS)}; without it INFO",
    "LOG_FORMAT": "text, or json for one JSON object a line; without it text",
    "POSTWALKER_CACHE": "a folder for drawn pictures, which may be deleted at any time; without it data/cache",
    "POSTWALKER_CARDS": "a folder with armies.toml and spells.toml, whose rows lie over ours; without it none",
    "POSTWALKER_MAPS": "a folder with battlefields of your own, one TOML file each; without it none",
    "POSTWALKER_HEALTH_FILE": "the file by which `python -m bot health` knows; without it data/health.json",
    "POSTWALKER_BACKUPS": "a folder for a backup each night (SQLite); without it there are no automatic backups",
    "POSTWALKER_BACKUPS_KEEP": f"how many of those are kept; without it {BACKUPS}",
    "POSTWALKER_METRICS": "the port on 127.0.0.1 where Prometheus can read figures, such as 9108; without it none",
    "POSTWALKER_ENV_FILE": "another settings file in place of .env; only in the environment",
    "POSTWALKER_SHARDS": "how many shards all processes on one PostgreSQL database have together; without it 1",
    "POSTWALKER_SHARD": "which of them this process has, from 0, such as 0 or 0,2 or 1-3; without it all",
    "POSTWALKER_DISCORD_API": "only for tests: a practice server on this machine, http://127.0.0.1:PORT/api/v10",
    "POSTWALKER_DISCORD_GATEWAY": "only for tests: a practice server on this machine, ws://127.0.0.1:PORT/gw",
}


class ConfigError(Exception):
    """The settings cannot be used. ``problems`` has one sentence for each fault, none of which quotes a secret."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Config:
    """What the bot runs with. ``repr`` shows neither the token nor a database password."""

    token: str = field(default="", repr=False)  # empty: not set
    database_url: str = field(default=DEFAULT_DATABASE, repr=False)  # sqlite:///path or postgresql://...
    log_level: str = "INFO"
    log_format: str = "text"
    cache_dir: Path = Path("data/cache")
    health_file: Path = Path("data/health.json")
    cards: Path | None = None  # the host's own card rows
    maps: Path | None = None  # the host's own battlefields
    backups: Path | None = None  # None: no automatic backups
    backups_kept: int = BACKUPS
    metrics: int | None = None  # the port on 127.0.0.1; None: no figures
    shards: Shards = ALL  # what this process works on
    discord_api: str | None = None  # both None: the real Discord
    discord_gateway: str | None = None

    def __repr__(self) -> str:
        return (
            f"Config(token={'set' if self.token else 'not set'}, database={self.database_shown!r}, "
            f"log_level={self.log_level!r}, log_format={self.log_format!r}, "
            f"cache_dir={str(self.cache_dir)!r}, health_file={str(self.health_file)!r}, "
            f"cards={str(self.cards or '')!r}, maps={str(self.maps or '')!r}, backups={str(self.backups or '')!r}, "
            f"backups_kept={self.backups_kept}, metrics={self.metrics}, "
            f"discord_api={self.discord_api!r}, discord_gateway={self.discord_gateway!r})"
        )

    @property
    def database_shown(self) -> str:
        """The database's URL without its password and options."""
        parts = urlsplit(self.database_url)
        if parts.scheme == "sqlite":
            return self.database_url
        user, at, place = parts.netloc.rpartition("@")
        user = user.partition(":")[0]
        return urlunsplit((parts.scheme, f"{user}{at}{place}", parts.path, "", ""))

    @property
    def database_password(self) -> str | None:
        try:
            return urlsplit(self.database_url).password
        except ValueError:
            return None

    @property
    def database_file(self) -> Path | None:
        """The SQLite file; None where the database is a server."""
        head, _, path = self.database_url.partition(":///")
        return Path(path) if head == "sqlite" else None

    def make_folders(self) -> None:
        """Create the folders that the database, the pictures and the health file need. Raises ConfigError."""
        problems = []
        for path in self.folders:
            try:
                path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                problems.append(
                    f"The folder {path} cannot be made ({error.strerror}). Make it yourself, and let the bot's user "
                    "write in it, or choose another place in the settings."
                )
        if problems:
            raise ConfigError(problems)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders the bot writes in."""
        file = self.database_file
        folders = [file.parent] if file else []
        folders += [self.cache_dir, self.health_file.parent]
        return tuple(dict.fromkeys([*folders, self.backups] if self.backups else folders))


def load(folder: Path | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The settings from ``environ`` (None: the process's) and from ``.env`` in ``folder`` (None: the current one).

    Raises ConfigError with every problem found. A missing token is no problem here: ``Config.token`` is then empty.
    """
    environ = os.environ if environ is None else environ
    file = settings_file(folder or Path(), environ)
    problems: list[str] = []
    if file.name != ".env" and not file.exists():
        problems.append(f"POSTWALKER_ENV_FILE names {file}, which is not there. Make it (copy .env.example), or unset it.")
    values: dict[str, str] = {}
    sources: dict[str, str] = {}
    try:
        for name, value, line in read_env_file(file):
            values[name] = value
            sources[name] = f"{file.name}, line {line}"
    except ConfigError as error:
        problems += error.problems
    for name in values:
        close = difflib.get_close_matches(name.upper(), SETTINGS, n=1, cutoff=0.8)
        if name not in SETTINGS and (close or name.startswith("POSTWALKER_")):
            known = f"Did you mean {close[0]}?" if close else f"Known are: {', '.join(SETTINGS)}."
            problems.append(f"{sources[name]}: there is no setting {name}. {known}")
    for name in SETTINGS:
        if environ.get(name, "").strip():
            values[name], sources[name] = environ[name], "environment"
    values = {name: value.strip() for name, value in values.items() if name in SETTINGS and value.strip()}

    def wrong(name: str, what: str) -> None:
        problems.append(f"{name} ({sources[name]}) {what}")

    token = values.get("DISCORD_TOKEN", "")
    if token.lower().startswith("bot "):
        wrong("DISCORD_TOKEN", 'must be the token alone, without the word "Bot" before it.')
    elif not re.fullmatch(r"[!-~]*", token):
        wrong("DISCORD_TOKEN", "has spaces or unusual characters in it. Copy it again from the application's Bot page.")

    url, fault = _database_url(values.get("DATABASE_URL", DEFAULT_DATABASE))
    if fault:
        wrong("DATABASE_URL", fault)

    level = values.get("LOG_LEVEL", "INFO").upper()
    if level not in LEVELS:
        wrong("LOG_LEVEL", f"is {_quoted(level)}. Write one of {', '.join(LEVELS)}.")

    form = values.get("LOG_FORMAT", "text").lower()
    if form not in FORMATS:
        wrong("LOG_FORMAT", f"is {_quoted(form)}. Write text, or json.")

    kept, written = BACKUPS, values.get("POSTWALKER_BACKUPS_KEEP", "")
    if written.isascii() and written.isdigit() and 1 <= int(written) <= MOST_BACKUPS:
        kept = int(written)
    elif written:
        wrong("POSTWALKER_BACKUPS_KEEP", f"is {_quoted(written)}. Write a number from 1 to {MOST_BACKUPS}.")
    if "POSTWALKER_BACKUPS" in values and not url.startswith("sqlite"):
        wrong(
            "POSTWALKER_BACKUPS",
            "is for SQLite. For PostgreSQL let the machine's own timer run `python -m bot backup` each night, and delete "
            "the line.",
        )

    metrics: int | None = None
    if "POSTWALKER_METRICS" in values:
        metrics = _port(values["POSTWALKER_METRICS"])
        if metrics is None:
            wrong(
                "POSTWALKER_METRICS",
                "must be a port of this machine alone, such as 9108 or 127.0.0.1:9108: whoever can read the figures "
                "learns who plays when. For another machine put a web server with a password before it.",
            )

    pair = ("POSTWALKER_DISCORD_API", "POSTWALKER_DISCORD_GATEWAY")
    for name, scheme in zip(pair, ("http", "ws"), strict=True):
        if name in values and not _is_loopback(values[name], scheme):
            wrong(
                name,
                f"must be an address on this machine, such as {scheme}://127.0.0.1:8000/, and is meant for tests only. "
                "To use the real Discord delete the line.",
            )
    if len([name for name in pair if name in values]) == 1:
        problems.append(f"{pair[0]} and {pair[1]} go together: set both, or (for the real Discord) neither.")

    shards = ALL
    try:
        shards = sharding.read(values.get("POSTWALKER_SHARDS", "1"), values.get("POSTWALKER_SHARD", ""))
    except ValueError as error:
        problems.append(str(error))
    if not shards.whole and url.startswith("sqlite"):
        problems.append("POSTWALKER_SHARD needs PostgreSQL, for several processes: set DATABASE_URL, or leave it out.")

    if problems:
        raise ConfigError(problems)
    return Config(
        token=token,
        database_url=url,
        log_level=level,
        log_format=form,
        cache_dir=Path(values.get("POSTWALKER_CACHE", Config.cache_dir)),
        health_file=Path(values.get("POSTWALKER_HEALTH_FILE", _pulse_of(shards))),
        cards=Path(values["POSTWALKER_CARDS"]) if "POSTWALKER_CARDS" in values else None,
        maps=Path(values["POSTWALKER_MAPS"]) if "POSTWALKER_MAPS" in values else None,
        backups=Path(values["POSTWALKER_BACKUPS"]) if "POSTWALKER_BACKUPS" in values else None,
        backups_kept=kept,
        metrics=metrics,
        shards=shards,
        discord_api=values.get(pair[0]),
        discord_gateway=values.get(pair[1]),
    )


def settings_file(folder: Path, environ: Mapping[str, str]) -> Path:
    """Where the settings stand that are not in the environment."""
    return folder / (environ.get("POSTWALKER_ENV_FILE", "").strip() or ".env")


def _pulse_of(shards: Shards) -> Path:
    """Processes that share a folder have a health file each."""
    if shards.whole:
        return Config.health_file
    return Config.health_file.with_stem(f"{Config.health_file.stem}-{shards.mine[0]}")


def read_env_file(file: Path) -> list[tuple[str, str, int]]:
    """``(name, value, line number)`` of each setting in ``file``; none if there is no such file. Raises ConfigError."""
    try:
        if file.stat().st_size > LARGEST_ENV_FILE:
            raise ConfigError([f"{file.name} is larger than any settings file: is it another file by mistake?"])
        raw = file.read_bytes()
    except FileNotFoundError:
        return []
    except IsADirectoryError:
        raise ConfigError(
            [f"{file.name} is a folder. Delete it and make a text file of that name (copy .env.example)."]
        ) from None
    except OSError as error:
        raise ConfigError(
            [f"{file.name} cannot be read ({error.strerror}). Let the user that runs the bot read it."]
        ) from None
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ConfigError([f"{file.name}, line 1: the file was saved as UTF-16. Save it again as UTF-8."])
    if b"\0" in raw:
        line = raw[: raw.index(b"\0")].count(b"\n") + 1
        raise ConfigError(
            [f"{file.name}, line {line}: a NUL byte. The file is damaged: write it anew (copy .env.example)."]
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ConfigError(
            [f"{file.name}, line {line}: a character that is not UTF-8. Save the file again as UTF-8."]
        ) from None
    found: list[tuple[str, str, int]] = []
    problems: list[str] = []
    for binding in parse_stream(io.StringIO(text)):
        blank = binding.original.string
        line = binding.original.line + blank[: len(blank) - len(blank.lstrip())].count("\n")
        if binding.error:
            problems.append(
                f"{file.name}, line {line}: this is no setting. Write NAME=value, or # before a remark; a quotation "
                "mark that is opened must be closed on the same line."
            )
        elif binding.key and binding.value is None:
            problems.append(f"{file.name}, line {line}: no = after the name. Write NAME=value.")
        elif binding.key and binding.value is not None:
            found.append((binding.key, binding.value, line))
    if problems:
        raise ConfigError(problems)
    return found


def _database_url(url: str) -> tuple[str, str]:
    """The URL as storage takes it, and what is wrong with it (empty: nothing). Never quotes the URL: passwords."""
    advice = f"Write {DEFAULT_DATABASE} for a file, or postgresql://user:password@host/database."
    scheme, sep, rest = url.partition("://")
    if not sep:
        return url, f"is not a database's address. {advice}"
    if scheme == "sqlite":
        path = rest[1:]
        if not rest.startswith("/") or not path or path.startswith(":memory:") or "?" in path:
            return url, f"needs the path of a file after three slashes (four if the path starts at /). {advice}"
        if path.endswith("/") or Path(path).is_dir():
            return url, f"names a folder: add a file name, such as {DEFAULT_DATABASE}."
        return url, ""
    if scheme in ("postgres", "postgresql"):
        try:
            parts = urlsplit(url)
            _ = parts.port  # raises where it is no number
            complete = bool(parts.hostname and parts.path.strip("/"))
        except ValueError:
            complete = False
        if complete:
            return f"postgresql://{rest}", ""
        return url, f"lacks a host or the database's name, or has a special character (write it as %XX). {advice}"
    return url, f"starts with {_quoted(scheme)}, a kind of database that is not known here. {advice}"


def _port(written: str) -> int | None:
    """The port of an address on this machine ("9108", "127.0.0.1:9108"); None if it is none."""
    host, _, port = written.rpartition(":")
    try:
        here = host in ("", "localhost") or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return None
    return int(port) if here and port.isascii() and port.isdigit() and 0 < int(port) < 65536 else None


def _is_loopback(url: str, scheme: str) -> bool:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme != scheme or parts.username or parts.password or (parts.port or 1) < 1:
            return False
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _quoted(text: str) -> str:
    """A short value for a message: what is too long to be a slip may be a secret in the wrong place."""
    return repr(text) if len(text) <= 20 else "something else"
