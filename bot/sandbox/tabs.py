"""The page's side: one WebSocket per browser tab, which is told only what its player may see.

Messages to the page: ``hello`` and ``channels`` (what can be opened), ``room`` (a channel's messages), ``message`` and
``gone``, ``typing``, ``bot`` (connected or not), ``done`` (the outcome of the request with the same ``ref``).
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import WSMsgType, web

from bot.sandbox.basics import ApiError, Json
from bot.sandbox.changes import Change
from bot.sandbox.commands import leaves, offered
from bot.sandbox.components import CannotDo
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Desk
from bot.sandbox.people import NoAnswer, Person, Reply
from bot.sandbox.rest import answered
from bot.sandbox.world import Channel, Message, User

ROOM_SIZE = 200


def handle_of(user: User) -> str:
    """The name used in a page's address, e.g. ``player-1``."""
    return user.name.lower().replace(" ", "-")


class Tab:
    """One open page."""

    def __init__(self, tabs: Tabs, person: Person, socket: web.WebSocketResponse) -> None:
        self.person = person
        self._tabs = tabs
        self._socket = socket
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        self._seen: set[str] = set()

    def send(self, payload: Json) -> None:
        self._queue.put_nowait(payload)

    async def write(self) -> None:
        """Send what is queued, for as long as the page is open."""
        while not self._socket.closed:
            await self._socket.send_str(json.dumps(await self._queue.get()))

    async def close(self) -> None:
        await self._socket.close()

    # ---- what this player may see ----
    def hear(self, change: Change) -> None:
        world = self._tabs.desk.world
        if change.kind == "channels":
            self.send_channels()
        elif change.kind == "bot":
            self.send({"op": "bot", "connected": self._tabs.gateway.connected})
        elif change.kind == "typing":
            channel = world.channels.get(change.channel_id)
            if channel is not None and world.may_see(self.person.id, channel):
                self.send({"op": "typing", "channel": channel.id})
        elif change.message is not None:
            self._hear_message(change.kind, change.message)

    def _hear_message(self, kind: str, message: Message) -> None:
        if message.channel_id not in self._seen:
            self.send_channels()
        if not self._tabs.desk.world.may_read(self.person.id, message):
            return
        if kind == "gone":
            self.send({"op": "gone", "channel": message.channel_id, "id": message.id})
        else:
            self.send({"op": "message", "message": shown(message), "new": kind == "posted"})

    def send_channels(self) -> None:
        channels = self.person.channels()
        self._seen = {c.id for c in channels}
        self.send({"op": "channels", "channels": [self._channel(c) for c in channels]})

    def _channel(self, channel: Channel) -> Json:
        world = self._tabs.desk.world
        visible = self.person.visible(channel)
        out: Json = {"id": channel.id, "kind": channel.kind, "name": channel.name, "parent": channel.parent_id}
        out |= {"position": channel.position, "topic": channel.topic, "last": visible[-1].id if visible else None}
        if channel.recipient_id is not None:
            out["name"] = world.bot.name
        if channel.thread is not None:
            out |= {"archived": channel.thread.archived, "locked": channel.thread.locked}
        return out

    def hello(self) -> None:
        world = self._tabs.desk.world
        guild = next(iter(world.guilds.values()))
        people = [{"id": u.id, "name": u.name, "bot": u.bot} for u in world.users.values()]
        roles = [{"id": r["id"], "name": r["name"]} for r in guild.roles if r["id"] != guild.id]
        self.send(
            {
                "op": "hello",
                "me": {
                    "id": self.person.id,
                    "name": self.person.name,
                    "dmsClosed": self.person.user.dms_closed,
                    "locale": self.person.user.locale,
                },
                "guild": guild.name,
                "bot": {"id": world.bot_id, "name": world.bot.name, "connected": self._tabs.gateway.connected},
                "people": people,
                "members": list(guild.members),
                "roles": roles,
                "canRestart": self._tabs.restart_bot is not None,
            }
        )
        self.send_channels()


class Tabs:
    """All open pages."""

    def __init__(self, desk: Desk, gateway: Gateway, restart_bot: Callable[[], Awaitable[None]] | None) -> None:
        self.desk = desk
        self.gateway = gateway
        self.restart_bot = restart_bot
        self._open: set[Tab] = set()
        self._doing: set[asyncio.Task[None]] = set()
        self._asks: dict[str, Callable[[Tab, Json], Awaitable[Json]]] = {
            "open": self._open_room,
            "commands": self._commands,
            "slash": self._slash,
            "complete": self._complete,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
            "write": self._write,
            "dismiss": self._dismiss,
            "dms": self._dms,
            "locale": self._locale,
            "restart": self._restart,
        }

    async def people(self, request: web.Request) -> web.Response:
        """The players, then the server's host, for the landing page (JSON list of ``name`` and ``handle``)."""
        hosts = {g.owner_id for g in self.desk.world.guilds.values()}
        found = [u for u in self.desk.world.users.values() if not u.bot]
        found.sort(key=lambda user: user.id in hosts)
        return answered([{"name": u.name, "handle": handle_of(u)} for u in found])

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one tab until it closes; an unknown player gets 404."""
        wanted = request.query.get("as", "")
        user = next((u for u in self.desk.world.users.values() if not u.bot and handle_of(u) == wanted), None)
        if user is None:
            raise web.HTTPNotFound(text="No such player.")
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=32 << 20)
        await socket.prepare(request)
        tab = Tab(self, Person(self.desk, user), socket)
        writer = asyncio.create_task(tab.write())
        stop = self.desk.talk.changes.listen(tab.hear)
        self._open.add(tab)
        tab.hello()
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    task = asyncio.create_task(self._do(tab, json.loads(frame.data)))
                    self._doing.add(task)
                    task.add_done_callback(self._doing.discard)
        finally:
            stop()
            writer.cancel()
            self._open.discard(tab)
        return socket

    async def close(self) -> None:
        for tab in list(self._open):
            await tab.close()

    async def _do(self, tab: Tab, ask: Json) -> None:
        """Do what a page asks and tell it the outcome; ``error`` is a sentence to show."""
        try:
            out = await self._asks[ask["do"]](tab, ask)
        except NoAnswer:
            out = {"error": "The application did not respond"}
        except CannotDo as error:
            out = {"error": str(error)[:1].upper() + str(error)[1:]}
        except ApiError as error:
            out = {"error": error.message}
        tab.send({"op": "done", "ref": ask.get("ref")} | out)

    # ---- requests of a page ----
    def _channel(self, tab: Tab, ask: Json) -> Channel:
        channel = self.desk.world.channel(str(ask["channel"]))
        if not self.desk.world.may_see(tab.person.id, channel):
            raise CannotDo("this channel cannot be seen")
        return channel

    def _message(self, ask: Json) -> Message:
        return self.desk.world.message(str(ask["channel"]), str(ask["message"]))

    async def _open_room(self, tab: Tab, ask: Json) -> Json:
        channel = self._channel(tab, ask)
        messages = tab.person.visible(channel)[-ROOM_SIZE:]
        return {"room": channel.id, "messages": [shown(m) for m in messages]}

    async def _commands(self, tab: Tab, ask: Json) -> Json:
        """Runnable commands in a channel, each with its options as Discord shows them in the player's language."""
        found = leaves(offered(self.desk.world, self._channel(tab, ask), tab.person.id))
        locale = tab.person.user.locale

        def told(node: Json) -> Json:
            """With the description in that language, if the bot has given it one."""
            return node | {"description": (node.get("description_localizations") or {}).get(locale) or node["description"]}

        return {
            "commands": [
                {"name": name, "description": told(command)["description"],
                 "options": [told(option) for option in command.get("options") or []]}
                for name, command in found
            ]
        }  # fmt: skip

    async def _slash(self, tab: Tab, ask: Json) -> Json:
        options = {
            k: (v["name"], base64.b64decode(v["data"])) if isinstance(v, dict) else v for k, v in ask["options"].items()
        }
        return _outcome(await tab.person.slash(self._channel(tab, ask), ask["command"], wait=False, **options))

    async def _complete(self, tab: Tab, ask: Json) -> Json:
        others = {k: v for k, v in ask["options"].items() if not isinstance(v, dict)}
        typed = str(others.pop(ask["option"], ""))
        channel = self._channel(tab, ask)
        choices = await tab.person.autocomplete(channel, ask["command"], ask["option"], typed, **others)
        return {"choices": [{"name": c.name, "value": c.value} for c in choices]}

    async def _click(self, tab: Tab, ask: Json) -> Json:
        return _outcome(await tab.person.click(self._message(ask), ask["id"], wait=False))

    async def _select(self, tab: Tab, ask: Json) -> Json:
        return _outcome(await tab.person.select(self._message(ask), ask["id"], ask["values"], wait=False))

    async def _submit(self, tab: Tab, ask: Json) -> Json:
        opened = [i for i in self.desk.world.interactions.values() if i.id == ask["form"]]
        if not opened:
            raise CannotDo("this form has expired")
        return _outcome(await tab.person.submit(opened[0], ask["values"], wait=False))

    async def _write(self, tab: Tab, ask: Json) -> Json:
        tab.person.write(self._channel(tab, ask), str(ask["text"]))
        return {}

    async def _dismiss(self, tab: Tab, ask: Json) -> Json:
        tab.person.dismiss(self._message(ask))
        return {}

    async def _dms(self, tab: Tab, ask: Json) -> Json:
        tab.person.close_dms(bool(ask["closed"]))
        self.desk.talk.changes.tell(Change("channels"))
        return {"dmsClosed": tab.person.user.dms_closed}

    async def _locale(self, tab: Tab, ask: Json) -> Json:
        tab.person.user.locale = str(ask["locale"])
        return {"locale": tab.person.user.locale}

    async def _restart(self, tab: Tab, ask: Json) -> Json:
        if self.restart_bot is None:
            raise CannotDo("this sandbox did not start the bot")
        await self.restart_bot()
        return {}


def shown(message: Message) -> Json:
    """A message as the page gets it: Discord's object, and whether only this player sees it."""
    hidden = ("nonce", "webhook_id", "application_id")
    out: dict[str, Any] = {k: v for k, v in message.data.items() if k not in hidden}
    return out | {"private": message.only_for is not None}


def _outcome(reply: Reply) -> Json:
    return {"form": reply.interaction.id, "modal": reply.modal} if reply.modal else {}


__all__ = ["Tab", "Tabs", "handle_of", "shown"]
