"""The doctor: names what is missing and what to do about it, changes nothing, never hangs."""

from __future__ import annotations

import socket
import sqlite3
from collections import namedtuple
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import msgspec
import pytest

from bot import doctor
from bot.doctor import Finding, Mark
from bot.guilds import Guild
from bot.permissions import NEEDED, invite_link, missing_permissions, needed_permissions
from bot.sandbox.permissions import Perm
from bot.sandbox.recorder import bad_gateway, refusal
from bot.sandbox.server import Sandbox
from storage import Store

from .conftest import ROOT, Command

CLOSED = {  # a port where nobody listens
    "POSTWALKER_DISCORD_API": "http://127.0.0.1:1/api/v10",
    "POSTWALKER_DISCORD_GATEWAY": "ws://127.0.0.1:1/gw",
}
TOKEN = ".".join(["MTIzNDU2Nzg5MDEyMzQ1Njc4", "Gabcde", "x" * 38])


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    async with Sandbox() as running:
        yield running


async def findings(folder: Path, sandbox: Sandbox, **environ: str) -> list[Finding]:
    here = {
        "DATABASE_URL": f"sqlite:///{folder / 'x.db'}",
        "POSTWALKER_CACHE": str(folder / "cache"),
        "POSTWALKER_HEALTH_FILE": str(folder / "health.json"),
        "POSTWALKER_BACKUPS": str(folder / "backups"),
        "DISCORD_TOKEN": TOKEN,
        "POSTWALKER_DISCORD_API": sandbox.api,
        "POSTWALKER_DISCORD_GATEWAY": sandbox.gateway_url,
    }
    return [finding async for finding in doctor.examine(folder, here | environ)]


def marked(found: list[Finding], mark: Mark) -> list[str]:
    return [str(finding) for finding in found if finding.mark is mark]


def test_offline_it_says_so_and_ends(command: Command, tmp_path: Path) -> None:
    done = command("doctor", DISCORD_TOKEN=TOKEN, **CLOSED)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    (wrong,) = [line for line in lines if line.startswith("✗")]
    assert "Discord cannot be reached" in wrong
    assert "check the network" in wrong
    assert lines[-1].startswith("1 thing to put right")
    assert TOKEN not in done.stdout + done.stderr
    assert not list(tmp_path.glob("**/*.db"))  # it only looks


def test_nothing_set_up_yet(command: Command) -> None:
    done = command("doctor", **CLOSED)
    assert done.returncode == 1
    assert "✗ No token: DISCORD_TOKEN is not set -> copy it from" in done.stdout
    assert "will be made at the first start" in done.stdout


def test_corrupt_settings_are_a_finding_like_any_other(command: Command, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("what is this\n")
    done = command("doctor", **CLOSED)
    assert done.returncode == 1
    assert "✗ .env, line 1: " in done.stdout
    assert "Traceback" not in done.stderr


async def test_when_all_is_well_it_says_so(tmp_path: Path, sandbox: Sandbox) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'x.db'}")
    await store.close()
    found = await findings(tmp_path, sandbox)
    assert not marked(found, Mark.BAD)
    assert not marked(found, Mark.WARN)
    told = "\n".join(map(str, found))
    assert "is up to date" in told
    assert f"the bot is called {sandbox.world.bot.json()['username']}" in told
    assert "No privileged intents" in told
    assert "Game night: the bot may do all it needs" in told
    assert f"client_id={sandbox.world.bot_id}" in told
    assert f"permissions={needed_permissions().value}" in told
    assert {request.method for request in sandbox.recorder.requests} == {"GET"}


async def test_a_refused_token(tmp_path: Path, sandbox: Sandbox) -> None:
    sandbox.faults.add(refusal("GET", "/users/@me", 401, 0, "401: Unauthorized"))
    found = await findings(tmp_path, sandbox)
    assert marked(found, Mark.BAD) == [
        "✗ Discord refuses the token -> make a new one on the Bot page (Reset Token) and put it into .env"
    ]


async def test_a_discord_that_fails_is_no_reason_to_fail(
    tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.rest.down = True
    (down,) = [line for line in marked(await findings(tmp_path, sandbox), Mark.WARN) if "Discord" in line]
    assert "did not answer as expected" in down
    sandbox.rest.down = False
    monkeypatch.setattr(doctor, "PATIENCE", 0.5)
    sandbox.faults.add(bad_gateway("GET", "/users/@me", times=9))  # the client tries again and again
    (late,) = [line for line in marked(await findings(tmp_path, sandbox), Mark.WARN) if "Discord" in line]
    assert "takes too long" in late


@pytest.mark.field(100)
async def test_missing_permissions_are_named_with_what_will_not_work(tmp_path: Path, sandbox: Sandbox) -> None:
    sandbox.forbid(sandbox.general, Perm.ATTACH, Perm.SEND_IN_THREADS)
    warned = [line for line in marked(await findings(tmp_path, sandbox), Mark.WARN) if "Game night" in line]
    assert len(warned) == 2
    assert all(line.startswith("! Game night #general: no permission ") for line in warned)
    assert any("Attach Files: there are no pictures" in line for line in warned)
    assert any("Send Messages in Threads" in line for line in warned)


@pytest.mark.field(100)
async def test_what_the_bots_role_lacks_is_said_once_for_the_server(tmp_path: Path, sandbox: Sandbox) -> None:
    for role in sandbox.guild.roles:
        role["permissions"] = str(int(role["permissions"]) & ~Perm.PUBLIC_THREADS)
    found = await findings(tmp_path, sandbox)
    (wrong,) = marked(found, Mark.BAD)
    assert wrong.startswith("✗ Game night: no permission Create Public Threads: a match gets no thread")


async def test_a_server_where_the_bot_sees_nothing(tmp_path: Path, sandbox: Sandbox) -> None:
    for channel in list(sandbox.world.channels.values()):
        sandbox.forbid(channel, Perm.VIEW)
    assert "can see no text channel" in marked(await findings(tmp_path, sandbox), Mark.BAD)[0]


@pytest.mark.field(100)
async def test_what_hosts_have_settled_is_looked_at(tmp_path: Path, sandbox: Sandbox) -> None:
    """Channels that are gone are named; channels that nobody chose are nobody's business."""
    store = await Store.open(f"sqlite:///{tmp_path / 'x.db'}")
    chosen = Guild(channels=(int(sandbox.general.id), 12345), day_channel=67890)
    await store.set_setting("guild", int(sandbox.guild.id), msgspec.msgpack.encode(chosen))
    await store.close()
    other = sandbox.world.add_channel(sandbox.guild, "other")
    sandbox.forbid(other, Perm.ATTACH)
    warned = marked(await findings(tmp_path, sandbox), Mark.WARN)
    assert warned == [
        "! Game night: a channel that /setup names is gone (12345, 67890) -> write /setup there and pick another on the "
        "page Channels"
    ]


async def test_on_no_server_it_points_to_the_invitation(tmp_path: Path, sandbox: Sandbox) -> None:
    sandbox.world.guilds.clear()
    (wish,) = [line for line in marked(await findings(tmp_path, sandbox), Mark.WARN) if "server" in line]
    assert "on no server yet" in wish


def test_every_permission_asked_for_exists_and_counts() -> None:
    assert missing_permissions(needed_permissions()) == []
    assert missing_permissions(discord.Permissions(administrator=True)) == []
    assert missing_permissions(discord.Permissions.none()) == list(NEEDED.values())
    assert "scope=bot+applications.commands" in invite_link(7)


# -- backups and figures
def test_backups_are_looked_for(tmp_path: Path) -> None:
    config = doctor.Config(database_url=f"sqlite:///{tmp_path}/x.db", backups=tmp_path / "backups")
    now = 1_800_000_000.0
    (none,) = doctor.backups(doctor.Config(), now)
    assert "POSTWALKER_BACKUPS=data/backups" in none.todo
    (first,) = doctor.backups(config, now)
    assert (first.mark, "as soon as the bot runs" in first.what) == (Mark.GOOD, True)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "postwalker-20270114-080000.db").touch()
    (fresh,) = doctor.backups(config, now)
    assert (fresh.mark, "1 are kept" in fresh.what) == (Mark.GOOD, True)
    (old,) = doctor.backups(config, now + 9 * 86_400)
    assert "is 10 days old" in old.what
    assert list(doctor.backups(doctor.Config(database_url="postgresql://a@127.0.0.1/b"), now)) == []


def test_the_port_of_the_figures() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert doctor.figures(port, running=True).mark is Mark.GOOD
        wrong = doctor.figures(port, running=False)
        assert (wrong.mark, "choose another port in POSTWALKER_METRICS" in wrong.todo) == (Mark.BAD, True)
    assert doctor.figures(port, running=False).mark is Mark.GOOD
    assert doctor.figures(port, running=True).mark is Mark.WARN


def test_time_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.zones().mark is Mark.GOOD
    monkeypatch.setattr(doctor.zoneinfo, "available_timezones", set)
    assert doctor.zones().todo == "run: make setup"


# -- the database
async def test_a_damaged_database(tmp_path: Path, sandbox: Sandbox) -> None:
    (tmp_path / "x.db").write_bytes(b"nonsense" * 1000)
    (wrong,) = marked(await findings(tmp_path, sandbox), Mark.BAD)
    assert "cannot be opened (file is not a database)" in wrong
    assert "backup" in wrong


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path, sandbox: Sandbox) -> None:
    with sqlite3.connect(tmp_path / "x.db") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('from-the-future')")
    (wrong,) = marked(await findings(tmp_path, sandbox), Mark.BAD)
    assert "newer version" in wrong


async def test_a_database_server_out_of_reach_shows_no_password(tmp_path: Path, sandbox: Sandbox) -> None:
    found = await findings(tmp_path, sandbox, POSTWALKER_BACKUPS="", DATABASE_URL="postgresql://walker:hunter2@127.0.0.1:1/matches")
    (wrong,) = marked(found, Mark.BAD)
    assert "postgresql://walker@127.0.0.1:1/matches cannot be opened" in wrong
    assert "hunter2" not in "\n".join(map(str, found))


# -- this machine
def test_an_old_python() -> None:
    assert doctor.python((3, 10, 9)).mark is Mark.BAD
    assert doctor.python().mark is Mark.GOOD


def test_libraries_missing_or_in_another_version(tmp_path: Path) -> None:
    lock = tmp_path / "some.lock"
    lock.write_text(
        "discord-py==0.0.1 \\\n    --hash=sha256:0\nno-such-library==1.0 \\\n    --hash=sha256:0\n"
        "no-such-either==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:0\n"
    )
    missing, other = doctor.libraries(lock)
    assert (missing.mark, missing.what) == (Mark.BAD, "Libraries are missing: no-such-library")
    assert (other.mark, other.what) == (Mark.WARN, "Libraries in another version than tested: discord-py")
    (absent,) = doctor.libraries(tmp_path / "none.lock")
    assert absent.mark is Mark.BAD


def test_the_installed_libraries_are_those_of_the_lock_file() -> None:
    (found,) = doctor.libraries(ROOT / "requirements-run.lock")
    assert found.mark is Mark.GOOD


def test_fonts(tmp_path: Path) -> None:
    assert doctor.fonts(ROOT / "render" / "fonts").mark is Mark.GOOD
    assert "missing" in doctor.fonts(tmp_path).what
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    assert "damaged" in doctor.fonts(tmp_path).what


def test_settings_that_others_can_read(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("")
    file.chmod(0o644)
    assert "chmod 600" in doctor.env_file(file).todo
    file.chmod(0o600)
    assert doctor.env_file(file).mark is Mark.GOOD


@pytest.mark.parametrize(("free", "mark"), [(10, Mark.BAD), (200, Mark.WARN), (10_000, Mark.GOOD)])
def test_free_space(free: int, mark: Mark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: usage(free * 2**20))
    config = doctor.Config(
        database_url=f"sqlite:///{tmp_path}/x.db", cache_dir=tmp_path / "c", health_file=tmp_path / "h.json"
    )
    assert [finding.mark for finding in doctor.disk(config)] == [mark]


@pytest.mark.parametrize("value", ["x", "a.b.c", TOKEN + ".more", "bm90LWEtbnVtYmVy.Gabcde." + "x" * 38])
def test_what_is_no_token_is_said(value: str) -> None:
    assert doctor.token(value).mark is Mark.WARN
    assert value not in str(doctor.token(value))


def test_a_clock_that_was_reset() -> None:
    assert doctor.clock(0).mark is Mark.BAD


async def test_a_clock_that_is_off(tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fast(api: str) -> float:
        return 95.0

    monkeypatch.setattr(doctor, "clock_offset", fast)
    (wrong,) = marked(await findings(tmp_path, sandbox), Mark.BAD)
    assert "95 seconds fast" in wrong
