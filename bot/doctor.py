"""``python -m bot doctor``: what is right, what is missing, and what to do about it, one line each.

Looks only: makes nothing but empty folders, never touches the schema, and may run beside the bot. Every step that waits
for another machine has a time limit.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import importlib.metadata
import os
import re
import shutil
import socket
import sqlite3
import stat
import sys
import tempfile
import time
import zoneinfo
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from pathlib import Path
from urllib.parse import quote

import aiohttp
import discord
import msgspec
from alembic.script import ScriptDirectory
from PIL import ImageFont
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot import config as settings
from bot import games, health
from bot.config import Config, ConfigError
from bot.guilds import Guild
from bot.hosting import metrics
from bot.hosting.housekeeping import found as backups_in
from bot.permissions import NEEDED, TO_LIST, invite_link, missing_permissions
from bot.sandbox.pointing import point_discord_at
from storage.database import config as migrations
from storage.database import parse

ROOT = Path(__file__).resolve().parents[1]
REACH = 5.0  # seconds until Discord counts as out of reach
PATIENCE = 20.0  # seconds for each longer talk with Discord or the database
LEAST_SPACE = 50 * 2**20  # bytes: less than this and the database may soon fail to write
GOOD_SPACE = 500 * 2**20
OLD_BACKUP = 2.5 * 86_400  # seconds: there should be a younger one if the bot runs
CLOCK_OFF = 30.0  # seconds
MOST_SERVERS = 10  # looked at one by one
RELEASED = 1_790_000_000  # seconds since the epoch; no right clock shows an earlier time


class Mark(Enum):
    GOOD = "✓"
    WARN = "!"
    BAD = "✗"


@dataclass(frozen=True)
class Finding:
    """One line: what is so, and (unless it is good) what to do."""

    mark: Mark
    what: str
    todo: str = ""

    def __str__(self) -> str:
        return f"{self.mark.value} {self.what}" + (f" -> {self.todo}" if self.todo else "")


def good(what: str) -> Finding:
    return Finding(Mark.GOOD, what)


def warn(what: str, todo: str) -> Finding:
    return Finding(Mark.WARN, what, todo)


def bad(what: str, todo: str) -> Finding:
    return Finding(Mark.BAD, what, todo)


async def report(folder: Path, environ: Mapping[str, str] | None = None) -> int:
    """Print all findings as they are made. ``folder`` has the ``.env``. Returns the exit code: 1 if anything is ✗."""
    marks = []
    async for finding in examine(folder, environ):
        print(finding, flush=True)
        marks.append(finding.mark)
    faults = marks.count(Mark.BAD)
    if faults:
        print(f"\n{faults} thing{'s' if faults > 1 else ''} to put right (✗) before the bot can run.")
    else:
        print("\nAll is well." if Mark.WARN not in marks else "\nThe bot can run; what is marked ! deserves a look.")
    return 1 if faults else 0


async def examine(folder: Path, environ: Mapping[str, str] | None = None) -> AsyncIterator[Finding]:
    """Every finding, in an order in which a host would put things right."""
    yield python()
    for finding in libraries(ROOT / "requirements-run.lock"):
        yield finding
    yield fonts(ROOT / "render" / "fonts")
    yield env_file(settings.settings_file(folder, os.environ if environ is None else environ))
    try:
        config = settings.load(folder, environ)
    except ConfigError as error:
        for problem in error.problems:
            yield bad(problem, "put it right and run doctor again; the checks that need the settings were left out")
        return
    yield token(config.token)
    for finding in disk(config):
        yield finding
    for finding in host_files(config):
        yield finding
    async for finding in database(config):
        yield finding
    for finding in backups(config, time.time()):
        yield finding
    running = health.check(config.health_file, time.time())[0]
    yield pulse(config.health_file)
    if config.metrics is not None:
        yield figures(config.metrics, running)
    yield clock(time.time())
    yield zones()
    async for finding in at_discord(config):
        yield finding


# -- on this machine
def python(version: tuple[int, ...] = tuple(sys.version_info[:3])) -> Finding:
    shown = ".".join(map(str, version))
    if version < (3, 11):
        return bad(f"Python {shown} is too old", "install Python 3.11 or newer, then run: make setup")
    return good(f"Python {shown}")


def libraries(lock: Path) -> Iterator[Finding]:
    """Whether what the lock file names is installed in that version."""
    try:
        rows = re.findall(r"^([\w.-]+)(?:\[\S+\])?==(\S+)( ;)?", lock.read_text("utf-8"), re.MULTILINE)
    except OSError:
        yield bad(f"{lock.name} is missing", "get the project's files anew")
        return
    absent, other = [], []
    for name, version, conditional in rows:
        try:
            if importlib.metadata.version(name) != version:
                other.append(name)
        except importlib.metadata.PackageNotFoundError:
            if not conditional:
                absent.append(name)
    if absent:
        yield bad(f"Libraries are missing: {', '.join(absent)}", "run: make setup")
    if other:
        yield warn(f"Libraries in another version than tested: {', '.join(other)}", "run: make setup")
    if not absent and not other:
        yield good(f"{len(rows)} libraries, in the versions they were tested in")


def fonts(folder: Path) -> Finding:
    files = sorted(folder.glob("**/*.[to]tf"))
    try:
        for file in files:
            ImageFont.truetype(str(file), 12)
    except OSError:
        return bad("A font of the board pictures is damaged", "get the folder render/fonts anew")
    if not files:
        return bad("The fonts of the board pictures are missing", "get the folder render/fonts anew")
    return good(f"{len(files)} fonts for the board pictures")


def env_file(file: Path) -> Finding:
    if not file.exists():
        return good(f"No {file.name} file here: settings come from the environment")
    if os.name == "posix" and file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        return warn(f"{file.name} can be read by other users of this machine", f"run: chmod 600 {file}")
    return good(f"{file.name} is there")


def token(value: str) -> Finding:
    if not value:
        return bad(
            "No token: DISCORD_TOKEN is not set",
            "copy it from your application's Bot page on Discord's developer portal into .env: DISCORD_TOKEN=...",
        )
    if application_id(value) is None:
        return warn("The token does not look like a bot's token", "copy it again from the Bot page (Reset Token)")
    return good("A token is set and looks like one")


def application_id(value: str) -> int | None:
    """The id of the bot's user, which a token begins with; None if it is no token."""
    head, *rest = value.split(".")
    if len(rest) != 2 or not all(re.fullmatch(r"[\w-]{6,}", part) for part in rest):
        return None
    with contextlib.suppress(binascii.Error, ValueError):
        found = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
        if re.fullmatch(r"\d{15,20}", found):
            return int(found)
    return None


def disk(config: Config) -> Iterator[Finding]:
    try:
        config.make_folders()
        for folder in config.folders:
            with tempfile.TemporaryFile(dir=folder) as probe:
                probe.write(b"x")
                probe.flush()
    except ConfigError as error:
        for problem in error.problems:
            yield bad(problem, "see the README, Where data lives")
        return
    except OSError as error:
        yield bad(f"The folder {folder} cannot be written in ({error.strerror})", "let the bot's user write in it")
        return
    names = ", ".join(str(folder) for folder in config.folders)
    least = min(shutil.disk_usage(folder).free for folder in config.folders)
    if least < LEAST_SPACE:
        yield bad(f"Only {least / 2**20:.0f} MB of disk are free", "make room: matches could soon not be saved")
    elif least < GOOD_SPACE:
        yield warn(f"Only {least / 2**20:.0f} MB of disk are free", "make room before long")
    else:
        yield good(f"Folders can be written in ({names}), {least / 2**30:.1f} GB of disk are free")


def host_files(config: Config) -> Iterator[Finding]:
    """The host's own cards and battlefields, if there are any."""
    if config.cards is None and config.maps is None:
        return
    faults = games.use_host_files(config.cards, config.maps)
    for fault in faults:
        yield bad(fault, "see CONTRIBUTING.md, How a card is added; without the setting the bot plays with its own files")
    if not faults:
        names = ", ".join(str(folder) for folder in (config.cards, config.maps) if folder)
        yield good(f"Your own cards and battlefields are in order ({names})")


def clock(now: float) -> Finding:
    shown = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now))
    if now < RELEASED:
        return bad(f"The clock shows {shown}, which is past", "set the clock: deadlines depend on it")
    return good(f"The clock shows {shown}")


def pulse(file: Path) -> Finding:
    if not file.exists():
        return good("The bot is not running now")
    well, sentence = health.check(file, time.time())
    return good(sentence) if well else warn(sentence, "if it should run, look in its log and start it again")


def backups(config: Config, now: float) -> Iterator[Finding]:
    """Whether there are any, and young ones. PostgreSQL is the business of the machine it runs on."""
    if config.database_file is None:
        return
    if config.backups is None:
        yield warn("There are no automatic backups", "write POSTWALKER_BACKUPS=data/backups into .env, start the bot anew")
        return
    there = backups_in(config.backups) if config.backups.is_dir() else []
    if not there:
        yield good(f"A backup is made in {config.backups} as soon as the bot runs, then one each day")
    elif now - there[-1][0] > OLD_BACKUP:
        days = (now - there[-1][0]) / 86_400
        yield warn(f"The last automatic backup is {days:.0f} days old", "if the bot has run since, look in its log for why")
    else:
        yield good(f"The last automatic backup is {there[-1][1]}; {len(there)} are kept")


def figures(port: int, running: bool) -> Finding:
    """Whether the page of figures can be had (the running bot has it)."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((metrics.HOST, port))
        except OSError as error:
            if running:
                return good(f"Figures for Prometheus: http://{metrics.HOST}:{port}/metrics")
            return bad(
                f"Port {port}, for the figures, cannot be used ({error.strerror})",
                "stop the program that has it, or choose another port in POSTWALKER_METRICS",
            )
    if running:
        return warn(f"The running bot has no figures at port {port}", "start it anew, if POSTWALKER_METRICS is new")
    return good(f"Figures for Prometheus will be at http://{metrics.HOST}:{port}/metrics")


def zones() -> Finding:
    """Whether it is known what time it is elsewhere."""
    if "Europe/Berlin" not in zoneinfo.available_timezones():
        return bad("The data of time zones are missing", "run: make setup")
    return good("Time zones are known")


# -- the database
async def settled(config: Config) -> dict[int, Guild]:
    """What hosts have settled with /setup, by server; empty where that cannot be read. Nothing is written."""
    engine = _reading(config)
    try:
        async with asyncio.timeout(PATIENCE), engine.connect() as connection:
            rows = await connection.execute(text("SELECT id, document FROM settings WHERE kind = 'guild'"))
            return {int(id): msgspec.msgpack.decode(document, type=Guild) for id, document in rows.all()}
    except (SQLAlchemyError, sqlite3.Error, OSError, msgspec.DecodeError):
        return {}
    finally:
        await engine.dispose()


def _reading(config: Config) -> AsyncEngine:
    url = parse(config.database_url)
    if config.database_file:
        file = quote(str(config.database_file.resolve()))
        url = url.set(database=f"file:{file}", query={"mode": "ro", "uri": "true"})
    return create_async_engine(url)


async def database(config: Config) -> AsyncIterator[Finding]:
    """Whether it opens, is whole, and has the schema of this version. Nothing is written."""
    shown = config.database_shown
    file = config.database_file
    if file and not file.exists():
        yield good(f"The database {shown} will be made at the first start")
        return
    engine = _reading(config)
    try:
        async with asyncio.timeout(PATIENCE), engine.connect() as connection:
            if file:
                verdict = (await connection.execute(text("PRAGMA quick_check(1)"))).scalar_one()
                if verdict != "ok":
                    yield bad(f"The database {shown} is damaged ({verdict})", "stop the bot and put a backup in place")
                    return
            try:
                found = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
            except SQLAlchemyError:
                found = None
    except TimeoutError:
        yield bad(f"The database {shown} does not answer", "check that its server runs and can be reached from here")
        return
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        reason = reason.replace(config.database_password or "\0", "[secret]")
        yield bad(f"The database {shown} cannot be opened ({reason})", "check DATABASE_URL, or put a backup in place")
        return
    finally:
        await engine.dispose()
    yield schema(shown, found)


def schema(shown: str, found: str | None) -> Finding:
    """``found``: the revision that the database is at, None if it is empty."""
    script = ScriptDirectory.from_config(migrations())
    if found is None:
        return good(f"The database {shown} opens; its tables will be made at the first start")
    if found not in {revision.revision for revision in script.walk_revisions()}:
        return bad(
            f"The database {shown} was written by a newer version of the bot",
            "install that version, or put the backup from before the upgrade in place",
        )
    if found != script.get_current_head():
        return good(f"The database {shown} opens; it will be brought up to date at the next start")
    return good(f"The database {shown} opens and is up to date")


# -- at Discord
async def at_discord(config: Config) -> AsyncIterator[Finding]:
    if config.discord_api and config.discord_gateway:
        point_discord_at(config.discord_api, config.discord_gateway)
    try:
        offset = await clock_offset(discord.http.Route.BASE)
    except (TimeoutError, OSError, aiohttp.ClientError):
        yield bad(
            "Discord cannot be reached from here: there is no network, or a firewall is in between",
            "check the network and run doctor again; what Discord would tell was left out",
        )
        return
    if offset is not None and abs(offset) > CLOCK_OFF:
        yield bad(
            f"The clock is {abs(offset):.0f} seconds {'fast' if offset > 0 else 'slow'}",
            "switch automatic time on: deadlines depend on it",
        )
    if not config.token:
        return
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(PATIENCE):
            await client.login(config.token)
        assert client.user is not None
        yield good(f"Discord accepts the token: the bot is called {client.user.name}")
        yield good("No privileged intents are needed: leave them all off on the Bot page")
        yield good(f"Invite it to a server with exactly what it needs: {invite_link(client.application_id or 0)}")
        async with asyncio.timeout(PATIENCE):
            async for finding in servers(client, await settled(config)):
                yield finding
    except discord.LoginFailure:
        yield bad("Discord refuses the token", "make a new one on the Bot page (Reset Token) and put it into .env")
    except TimeoutError:
        yield warn("Discord takes too long to answer", "run doctor again later")
    except (discord.HTTPException, OSError, aiohttp.ClientError) as error:
        yield warn(f"Discord did not answer as expected ({type(error).__name__})", "run doctor again later")
    finally:
        await client.close()


async def clock_offset(api: str) -> float | None:
    """Seconds by which this machine's clock is ahead of Discord's; None if it did not say. Raises when out of reach."""
    limit = aiohttp.ClientTimeout(total=REACH)
    async with aiohttp.ClientSession(timeout=limit) as session, session.get(f"{api}/gateway") as answer:
        date = answer.headers.get("Date")
    return time.time() - parsedate_to_datetime(date).timestamp() if date else None


async def servers(client: discord.Client, settings: Mapping[int, Guild]) -> AsyncIterator[Finding]:
    """What is missing on each server, in the channels that its host has chosen, else in each that the bot can see."""
    joined = [guild async for guild in client.fetch_guilds(limit=200, with_counts=False)]
    if not joined:
        yield warn("The bot is on no server yet", "open the invitation above in a browser")
    for entry in joined[:MOST_SERVERS]:
        guild = await client.fetch_guild(entry.id, with_counts=False)
        assert client.user is not None
        member = await guild.fetch_member(client.user.id)
        channels = [c for c in await guild.fetch_channels() if isinstance(c, discord.TextChannel)]
        for finding in server(guild, member, channels, settings.get(guild.id, Guild())):
            yield finding
    if len(joined) > MOST_SERVERS:
        yield warn(f"{len(joined) - MOST_SERVERS} more servers were not looked at", "use /setup there")


def server(
    guild: discord.Guild, member: discord.Member, channels: list[discord.TextChannel], settings: Guild
) -> Iterator[Finding]:
    general = missing_permissions(member.guild_permissions)
    for name, lost in general:
        yield bad(f"{guild.name}: no permission {name}: {lost}", "Server Settings, Roles: grant it to the bot's role")
    chosen = {*settings.channels, settings.open_channel, settings.day_channel} - {0}
    gone = chosen - {channel.id for channel in channels}
    if gone:
        yield warn(
            f"{guild.name}: a channel that /setup names is gone ({', '.join(map(str, sorted(gone)))})",
            "write /setup there and pick another on the page Channels",
        )
    seen = 0
    everywhere = {str(name) for name, _ in general}
    for channel in channels:
        permissions = channel.permissions_for(member)
        if not permissions.view_channel and channel.id not in chosen:
            continue
        seen += permissions.view_channel
        if settings.channels and channel.id not in chosen:
            continue
        wanted = tuple(NEEDED) if channel.id in settings.channels or channel.id not in chosen else TO_LIST
        for name, lost in missing_permissions(permissions, wanted):
            if str(name) not in everywhere:
                yield warn(
                    f"{guild.name} #{channel.name}: no permission {name}: {lost}",
                    "grant it in the channel's settings, Permissions, if matches are to be played there",
                )
    if not seen and "View Channels" not in everywhere:
        yield bad(f"{guild.name}: the bot can see no text channel", "grant it View Channel where matches are played")
    elif not general:
        yield good(f"{guild.name}: the bot may do all it needs; {seen} text channels can be seen")
