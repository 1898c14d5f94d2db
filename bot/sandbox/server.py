"""The sandbox's server: a Discord of our own on this computer only.

async with Sandbox() as sandbox:
    point_discord_at(sandbox.api, sandbox.gateway_url)
    ...
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import yarl
from aiohttp import web

from bot.sandbox.basics import ApiError, Clock
from bot.sandbox.blobs import Blobs
from bot.sandbox.changes import Change, Changes
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Desk
from bot.sandbox.people import Person
from bot.sandbox.permissions import Perm
from bot.sandbox.recorder import Faults, RateLimits, Recorder
from bot.sandbox.rest import Rest, answered
from bot.sandbox.routes import TABLES
from bot.sandbox.spec import Spec
from bot.sandbox.tabs import Tabs
from bot.sandbox.talk import Talk
from bot.sandbox.world import Channel, Guild, World

HOST = "127.0.0.1"
PAGE = Path(__file__).with_name("page")
LOCAL_NAMES = ("127.0.0.1", "localhost")


class Sandbox:
    """One Discord with one bot. ``guild`` and ``general`` are made at the start.

    ``data``: a folder in which the world survives a restart (None: memory only). ``spec``: Discord's OpenAPI document,
    against which every request body is then checked. ``restart_bot``: what the page's restart control calls.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        data: Path | None = None,
        spec: Path | None = None,
        rate_limits: RateLimits | None = None,
        answer_seconds: float = 3.0,
        heartbeat_ms: int = 41_250,
        clock: Clock = time.time,
        restart_bot: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.port = port
        self._file = data / "discord.json" if data else None
        if data is not None:
            data.mkdir(parents=True, exist_ok=True)
        fresh = self._file is None or not self._file.exists()
        self.world = World.empty(clock=clock) if fresh or self._file is None else World.load(self._file)
        if fresh:
            _furnish(self.world)
        self.changes = Changes()
        self.gateway = Gateway(self.world, self.changes, heartbeat_ms=heartbeat_ms)
        self.talk = Talk(self.world, Blobs(data / "files" if data else None), self.gateway, self.changes, clock)
        self.desk = Desk(self.talk, answer_seconds=answer_seconds)
        self.rest = Rest(self.talk, self.desk, TABLES, spec=Spec(spec) if spec else None, limits=rate_limits)
        self.tabs = Tabs(self.desk, self.gateway, restart_bot)
        self._runner: web.AppRunner | None = None
        self._saver: asyncio.Task[None] | None = None

    # ---- what tests use ----
    @property
    def recorder(self) -> Recorder:
        return self.rest.recorder

    @property
    def faults(self) -> Faults:
        return self.rest.faults

    @property
    def guild(self) -> Guild:
        return next(iter(self.world.guilds.values()))

    @property
    def general(self) -> Channel:
        return next(c for c in self.world.channels.values() if c.guild_id == self.guild.id)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def api(self) -> str:
        return f"{self.url}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://{HOST}:{self.port}/gw"

    def person(self, name: str, *, roles: list[str] | None = None, guilds: list[Guild] | None = None) -> Person:
        """The person of that name, who joins every server (or ``guilds``) when first mentioned."""
        user = next((u for u in self.world.users.values() if u.name == name and not u.bot), None)
        if user is None:
            user = self.world.add_user(name)
            for guild in guilds if guilds is not None else list(self.world.guilds.values()):
                guild.members[user.id] = list(roles or [])
                event = self.world.member_json(guild, user.id) | {"guild_id": guild.id}
                self.gateway.emit("GUILD_MEMBER_ADD", event, guild.id)
        return Person(self.desk, user)

    def add_guild(self, name: str, *, id: str | None = None) -> Guild:
        """A further server; the bot joins it at once."""
        guild = self.world.add_guild(name, id=id)
        self.world.add_channel(guild, "general")
        self.gateway.emit("GUILD_CREATE", self.world.guild_json(guild), guild.id)
        return guild

    def add_channel(self, name: str, guild: Guild | None = None) -> Channel:
        """A further text channel."""
        channel = self.world.add_channel(guild or self.guild, name)
        self.gateway.emit("CHANNEL_CREATE", self.world.channel_json(channel), channel.guild_id)
        self.changes.tell(Change("channels", channel.id))
        return channel

    def forbid(self, channel: Channel, *perms: Perm, target: str | None = None) -> None:
        """Deny permissions in a channel to the bot (or a user or role id); with none given, lift the denial."""
        bits = 0
        for perm in perms:
            bits |= perm
        who = target or self.world.bot_id
        is_role = any(role["id"] == who for role in self.world.guilds[channel.guild_id or ""].roles)
        row = {"id": who, "type": 0 if is_role else 1, "allow": "0", "deny": str(bits)}
        channel.overwrites = [o for o in channel.overwrites if o["id"] != who] + ([row] if bits else [])
        self.talk.channel_changed(channel)

    # ---- running ----
    async def start(self) -> Self:
        """Listen on 127.0.0.1; ``port`` is set if it was 0. Raises OSError if the port is taken."""
        app = web.Application(client_max_size=128 << 20, middlewares=[_local_only])
        app.router.add_get("/gw", self.gateway.handle)
        app.router.add_get("/gw/", self.gateway.handle)
        app.router.add_route("*", "/api/v10/{tail:.*}", self.rest.handle)
        app.router.add_get("/attachments/{key:.+}", self._attachment)
        app.router.add_get("/tab", self.tabs.handle)
        app.router.add_get("/people", self.tabs.people)
        app.router.add_post("/people", self._add_person)
        app.router.add_get("/", self._page)
        app.router.add_static("/page", PAGE)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.gateway.url = self.gateway_url
        self.talk.url = self.url
        if self._file is not None:
            self._saver = asyncio.create_task(self._keep_saved())
        return self

    async def stop(self) -> None:
        """Close every connection and write the world down."""
        await self.gateway.close()
        await self.tabs.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._saver is not None:
            self._saver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._saver
        self.save()

    def save(self) -> None:
        """Write the world to its file, if it has one."""
        if self._file is not None:
            self.world.save(self._file)

    async def _keep_saved(self) -> None:
        """Save within a second of any change."""
        changed = asyncio.Event()
        stop = self.changes.listen(lambda _: changed.set())
        try:
            while True:
                await changed.wait()
                changed.clear()
                self.save()
                await asyncio.sleep(1.0)
        finally:
            stop()

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    # ---- plain pages ----
    async def _page(self, request: web.Request) -> web.FileResponse:
        name = "player.html" if "as" in request.query else "index.html"
        return web.FileResponse(PAGE / name, headers={"Cache-Control": "no-cache"})

    async def _add_person(self, request: web.Request) -> web.Response:
        name = str((await request.json()).get("name") or "").strip()[:32]
        if not name:
            raise web.HTTPBadRequest(text="A name is needed.")
        self.person(name)
        self.save()
        return await self.tabs.people(request)

    async def _attachment(self, request: web.Request) -> web.Response:
        key = request.match_info["key"]
        data = self.talk.blobs.get(key)
        if data is None:
            return answered(ApiError(404, 0, "404: Not Found").body(), 404)
        kind = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp", "gif": "image/gif"}
        shown = kind.get(key.rpartition(".")[2].lower())
        headers = {"Content-Type": shown or "application/octet-stream", "X-Content-Type-Options": "nosniff"}
        if shown is None:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, headers=headers)


def _furnish(world: World) -> None:
    """A small server for a first look: two channels, two players (the first may manage it), one spectator."""
    guild = world.add_guild("Game night")
    world.add_channel(guild, "general", "Talk about anything")
    world.add_channel(guild, "matches", "Matches are announced here")
    host = world.add_role(guild, "Host", Perm.MANAGE_GUILD | Perm.MANAGE_CHANNELS | Perm.MANAGE_THREADS)
    for name, roles in (("Player 1", [host]), ("Player 2", []), ("Spectator", [])):
        guild.members[world.add_user(name).id] = roles


@web.middleware
async def _local_only(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse other web sites' pages and names that merely resolve to this computer."""
    origin = request.headers.get("Origin")
    if request.url.host not in LOCAL_NAMES or (origin and yarl.URL(origin).authority != request.url.authority):
        raise web.HTTPForbidden(text="The sandbox answers only to this computer.")
    return await handler(request)
