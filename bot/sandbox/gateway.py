"""The gateway: one WebSocket per shard, with sessions that can be resumed and replayed.

Sending never waits: events go to a queue per connection, so everything that happens in the world reaches the bot in
the order it happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.sandbox.basics import Json
from bot.sandbox.changes import Change, Changes
from bot.sandbox.world import World

MEMBERS, MESSAGE_CONTENT = 1 << 1, 1 << 15
INTENTS: dict[str, tuple[int, int]] = {
    # event: (intent bit inside servers, intent bit in DMs); 0 = always sent
    "GUILD_CREATE": (1, 0),
    "GUILD_UPDATE": (1, 0),
    "GUILD_ROLE_CREATE": (1, 0),
    "GUILD_ROLE_UPDATE": (1, 0),
    "CHANNEL_CREATE": (1, 0),
    "CHANNEL_UPDATE": (1, 0),
    "CHANNEL_DELETE": (1, 0),
    "CHANNEL_PINS_UPDATE": (1, 1 << 12),
    "THREAD_CREATE": (1, 0),
    "THREAD_UPDATE": (1, 0),
    "THREAD_DELETE": (1, 0),
    "THREAD_MEMBERS_UPDATE": (1, 0),
    "GUILD_MEMBER_ADD": (MEMBERS, 0),
    "GUILD_MEMBER_REMOVE": (MEMBERS, 0),
    "MESSAGE_CREATE": (1 << 9, 1 << 12),
    "MESSAGE_UPDATE": (1 << 9, 1 << 12),
    "MESSAGE_DELETE": (1 << 9, 1 << 12),
    "TYPING_START": (1 << 11, 1 << 14),
}


class Connection:
    """One WebSocket; a task writes what is queued."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: bool) -> None:
        self.socket = socket
        self._zlib = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[Json | int] = asyncio.Queue()
        self.writer = asyncio.create_task(self._write())

    def send(self, payload: Json) -> None:
        self._queue.put_nowait(payload)

    def close(self, code: int) -> None:
        """Close after everything queued so far has been written."""
        self._queue.put_nowait(code)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                item = await self._queue.get()
                if isinstance(item, int):
                    await self.socket.close(code=item)
                    return
                text = json.dumps(item, separators=(",", ":"))
                if self._zlib is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(
                        self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    )


class Session:
    """What a shard can resume: its numbered events since it identified (the last 2,000)."""

    def __init__(self, shard: tuple[int, int], intents: int, connection: Connection) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.events: deque[Json] = deque(maxlen=2000)
        self.connection: Connection | None = connection

    def dispatch(self, event: str, data: Any) -> None:
        """Number an event, keep it for a replay, and send it if the shard is connected."""
        self.sequence += 1
        payload = {"op": 0, "t": event, "s": self.sequence, "d": data}
        self.events.append(payload)
        if self.connection is not None:
            self.connection.send(payload)

    def resume(self, sequence: int, connection: Connection) -> bool:
        """Replay everything after ``sequence``; False if some of it is no longer kept."""
        missed = [e for e in self.events if e["s"] > sequence]
        if sequence > self.sequence or len(missed) != self.sequence - sequence:
            return False
        self.connection = connection
        for event in missed:
            connection.send(event)
        self.dispatch("RESUMED", {"_trace": []})
        return True


class Gateway:
    """All shards of the bot, and the faults a gateway can have.

    ``identified`` and ``resumed`` count successful IDENTIFYs and RESUMEs; ``ready`` is set while at least one shard is
    connected.
    """

    def __init__(self, world: World, changes: Changes, *, heartbeat_ms: int = 41_250) -> None:
        self.world = world
        self._changes = changes
        self.url = ""
        self.heartbeat_ms = heartbeat_ms
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        self.ready = asyncio.Event()
        self._connections: set[Connection] = set()

    # ---- events out ----
    def emit(self, event: str, data: Json, guild_id: str | None) -> None:
        """Send an event to the shard that serves a server (shard 0 for DMs), if its intents ask for it."""
        in_guild, in_dm = INTENTS.get(event, (0, 0))
        wanted = in_guild if guild_id else in_dm
        for session in self.sessions.values():
            number, count = session.shard
            if number != ((int(guild_id) >> 22) % count if guild_id else 0):
                continue
            if wanted and not session.intents & wanted:
                continue
            session.dispatch(event, self._without_content(session, data) if event.startswith("MESSAGE_") else data)

    def _without_content(self, session: Session, data: Json) -> Json:
        """People's words are blank without the message-content intent, except in DMs and when they mention the bot."""
        author = data.get("author") or {}
        mine = author.get("id") == self.world.bot_id or any(
            u["id"] == self.world.bot_id for u in data.get("mentions") or []
        )
        if session.intents & MESSAGE_CONTENT or mine or not data.get("guild_id") or "content" not in data:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    # ---- faults ----
    def ask_reconnect(self) -> None:
        """Op 7: every shard is told to reconnect and resume."""
        for session in self._connected():
            connection = self._detach(session)
            connection.send({"op": 7, "d": None})

    def drop(self, code: int = WSCloseCode.GOING_AWAY) -> None:
        """Close every connection; sessions stay resumable."""
        for session in self._connected():
            self._detach(session).close(code)

    def invalidate(self) -> None:
        """Op 9: every session is gone and the bot must identify again."""
        for session in self._connected():
            connection = self._detach(session)
            connection.send({"op": 9, "d": False})
        self.sessions.clear()

    def _connected(self) -> list[Session]:
        return [s for s in self.sessions.values() if s.connection is not None]

    def _detach(self, session: Session) -> Connection:
        assert session.connection is not None
        connection, session.connection = session.connection, None
        if not self._connected():
            self.ready.clear()
            self._changes.tell(Change("bot"))
        return connection

    def _attached(self) -> None:
        self.ready.set()
        self._changes.tell(Change("bot"))

    @property
    def connected(self) -> bool:
        """Whether the bot has any shard here now."""
        return bool(self._connected())

    # ---- one connection ----
    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one WebSocket until it closes."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, compress=request.query.get("compress") == "zlib-stream")
        self._connections.add(connection)
        connection.send({"op": 10, "d": {"heartbeat_interval": self.heartbeat_ms, "_trace": []}})
        try:
            async for frame in socket:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    continue
                payload: Json = json.loads(frame.data)
                self._receive(connection, payload["op"], payload.get("d"))
        finally:
            self._connections.discard(connection)
            connection.writer.cancel()
            for session in self._connected():
                if session.connection is connection:
                    self._detach(session)
        return socket

    def _receive(self, connection: Connection, op: int, data: Any) -> None:
        if op == 1:
            connection.send({"op": 11})
        elif op == 2:
            self._identify(connection, data)
        elif op == 6:
            session = self.sessions.get(data["session_id"])
            if session is None or not session.resume(int(data["seq"]), connection):
                connection.send({"op": 9, "d": False})
                return
            self.resumed += 1
            self._attached()
        elif op == 8:
            session = next((s for s in self._connected() if s.connection is connection), None)
            if session is not None:
                self._members(session, data)

    def _identify(self, connection: Connection, data: Json) -> None:
        number, count = data.get("shard") or [0, 1]
        dead = [s.id for s in self.sessions.values() if s.shard == (number, count) and s.connection is None]
        for session_id in dead:
            del self.sessions[session_id]
        session = Session((number, count), int(data.get("intents", 0)), connection)
        self.sessions[session.id] = session
        guilds = [g for g in self.world.guilds.values() if (int(g.id) >> 22) % count == number]
        ready: Json = {"v": 10, "user": self.world.bot.json(), "session_id": session.id, "shard": [number, count]}
        ready |= {"guilds": [{"id": g.id, "unavailable": True} for g in guilds], "resume_gateway_url": self.url}
        ready |= {"application": {"id": self.world.bot_id, "flags": 0}, "_trace": []}
        session.dispatch("READY", ready)
        for guild in guilds:
            session.dispatch("GUILD_CREATE", self.world.guild_json(guild))
        self.identified += 1
        self._attached()

    def _members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds[str(data["guild_id"])]
        ids = [str(i) for i in data.get("user_ids") or []] or list(guild.members)
        begins = str(data.get("query") or "").lower()
        found = [i for i in ids if i in guild.members and self.world.users[i].name.lower().startswith(begins)]
        chunk: Json = {"guild_id": guild.id, "members": [self.world.member_json(guild, i) for i in found]}
        chunk |= {"chunk_index": 0, "chunk_count": 1, "nonce": data.get("nonce")}
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    async def close(self) -> None:
        """Close all sockets; used when the server stops."""
        for connection in list(self._connections):
            with contextlib.suppress(ConnectionError):
                await connection.socket.close(code=WSCloseCode.GOING_AWAY)
