"""The REST side: reading a request, recording, checking, faults and rate limits, then the route that answers it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from aiohttp import web
from aiohttp.multipart import BodyPartReader

from bot.sandbox.basics import ApiError, Json
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Desk
from bot.sandbox.recorder import Fault, Faults, RateLimits, Recorder
from bot.sandbox.spec import Spec
from bot.sandbox.talk import Files, Talk
from bot.sandbox.world import Channel, Message, World


@dataclass(frozen=True, slots=True)
class Call:
    """One request as a route sees it. ``ids`` holds what the path's ``{names}`` matched."""

    ids: Mapping[str, str]
    body: Any
    files: Files
    query: Mapping[str, str]
    world: World
    talk: Talk
    desk: Desk
    gateway: Gateway

    @property
    def channel(self) -> Channel:
        return self.world.channel(self.ids["channel"])

    @property
    def message(self) -> Message:
        """The message in the path; ephemeral ones cannot be reached with the bot's token."""
        message = self.world.message(self.ids["channel"], self.ids["message"])
        if message.only_for is not None:
            raise ApiError(404, 10008, "Unknown Message")
        return message


Answer: TypeAlias = Json | list[Any] | None
Handler: TypeAlias = Callable[[Call], Awaitable[Answer]]


class Routes:
    """A table of routes; ``{name}`` in a path matches one step of it."""

    def __init__(self) -> None:
        self.table: list[tuple[str, re.Pattern[str], Handler]] = []

    def add(self, method: str, *paths: str) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            for path in paths:
                pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))
                self.table.append((method, pattern, handler))
            return handler

        return keep


class Rest:
    """The handler for everything below ``/api/v10``. ``down`` answers every request with 503 while it is set."""

    def __init__(
        self,
        talk: Talk,
        desk: Desk,
        tables: list[Routes],
        *,
        spec: Spec | None = None,
        limits: RateLimits | None = None,
    ) -> None:
        self.talk = talk
        self.desk = desk
        self.recorder = Recorder()
        self.faults = Faults()
        self.down = False
        self._spec = spec
        self._limits = limits
        self._routes = [route for table in tables for route in table.table]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["tail"]
        body, files = await _read(request)
        record = self.recorder.note(request.method, path, body, files, dict(request.query))
        fault = self.faults.take(request.method, path)
        if fault is not None:
            record.faulted = True
            if fault.delay:
                await asyncio.sleep(fault.delay)
            if fault.when == "instead":
                record.status = fault.status
                return answered(dict(fault.body), fault.status, fault.headers)
        if fault is not None and fault.when == "cut":
            return _cut(request, record.path)
        headers: dict[str, str] = {}
        if self._limits is not None:
            route, major = _bucket(request.method, path)
            headers, wait = self._limits.take(route, major)
            if wait is not None:
                record.status = 429
                refused = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": False}
                return answered(refused, 429, headers)
        try:
            self._check_token(request, path)
            out = await self._dispatch(request.method, path, body, files, request.query)
            status = 204 if out is None else 200
        except ApiError as error:
            out, status = error.body(), error.status
            if error.code == 50035:
                self.recorder.violations.append(f"{request.method} {path}: {json.dumps(error.errors)[:400]}")
        record.status = status
        if fault is not None and fault.when == "lose":
            return _cut(request, record.path)
        if self._spec is not None:
            self.recorder.violations += self._spec.problems(request.method, path, body)
        return answered(out, status, headers)

    def _check_token(self, request: web.Request, path: str) -> None:
        if self.down:
            raise ApiError(503, 0, "Service Unavailable")
        needs_token = not path.startswith(("/interactions/", "/webhooks/"))
        if needs_token and not re.fullmatch(r"Bot \S+", request.headers.get("Authorization", "")):
            raise ApiError(401, 0, "401: Unauthorized")

    async def _dispatch(self, method: str, path: str, body: Any, files: Files, query: Mapping[str, str]) -> Answer:
        known = False
        for verb, pattern, handler in self._routes:
            match = pattern.fullmatch(path)
            if match is None:
                continue
            known = True
            if verb == method:
                talk = self.talk
                call = Call(match.groupdict(), body, files, query, talk.world, talk, self.desk, talk.gateway)
                return await handler(call)
        if known:
            raise ApiError(405, 0, "405: Method Not Allowed")
        self.recorder.violations.append(f"{method} {path}: the sandbox does not know this route")
        raise ApiError(404, 0, "404: Not Found")


def answered(out: Answer, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """A response with exactly ``application/json``, which is all that discord.py takes for JSON."""
    if out is None:
        return web.Response(status=204, headers=headers)
    text = json.dumps(out, separators=(",", ":")).encode()
    return web.Response(body=text, status=status, headers={"Content-Type": "application/json", **(headers or {})})


def _cut(request: web.Request, path: str) -> web.StreamResponse:
    """Cut the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionResetError(path)


def _bucket(method: str, path: str) -> tuple[str, str]:
    """A request's route and its major parameter, which have their own bucket."""
    match = re.match(r"/(channels|guilds|webhooks|interactions)/(\d+)", path)
    return f"{method} {re.sub(r'[0-9]{15,}', '*', path)}", match.group(2) if match else ""


async def _read(request: web.Request) -> tuple[Any, dict[str, tuple[str, bytes]]]:
    """The JSON body (or a multipart's ``payload_json``) and the uploaded files."""
    if not request.content_type.startswith("multipart/"):
        if not request.body_exists:
            return None, {}
        text = await request.text()
        return (json.loads(text) if text else None), {}
    body: Any = None
    files: dict[str, tuple[str, bytes]] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        if part.name == "payload_json":
            body = json.loads(await part.text())
        else:
            files[part.name or ""] = (part.filename or "file", bytes(await part.read()))
    return body, files


__all__ = ["Answer", "Call", "Fault", "Handler", "Rest", "Routes", "answered"]
