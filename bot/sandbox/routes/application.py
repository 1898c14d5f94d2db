"""The bot itself: who it is, where its gateway is, which commands it has."""

from __future__ import annotations

from typing import Any

from bot.sandbox.basics import ApiError, Json, unknown
from bot.sandbox.limits import check_command, check_commands
from bot.sandbox.rest import Answer, Call, Routes
from bot.sandbox.world import World

routes = Routes()


@routes.add("GET", "/users/@me")
async def me(call: Call) -> Answer:
    return call.world.bot.json()


@routes.add("GET", "/users/{user}")
async def user(call: Call) -> Answer:
    found = call.world.users.get(call.ids["user"])
    if found is None:
        raise unknown("User", 10013)
    return found.json()


@routes.add("POST", "/users/@me/channels")
async def open_dm(call: Call) -> Answer:
    return call.world.channel_json(call.world.dm_with(str(call.body["recipient_id"])))


@routes.add("GET", "/oauth2/applications/@me", "/applications/@me")
async def application(call: Call) -> Answer:
    bot = call.world.bot
    out: Json = {"id": bot.id, "name": bot.name, "icon": None, "description": "", "rpc_origins": [], "flags": 0}
    out |= {"bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64, "team": None}
    return out | {"owner": bot.json(), "install_params": None, "bot": bot.json()}


@routes.add("GET", "/gateway/bot", "/gateway")
async def gateway(call: Call) -> Answer:
    start = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": call.gateway.url, "shards": 1, "session_start_limit": start}


# ---- commands: the same routes globally and for one server ----
_ALL = ("/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands")
_ONE = tuple(path + "/{command}" for path in _ALL)


def _commands(call: Call) -> list[Json]:
    guild_id = call.ids.get("guild")
    if guild_id is None:
        return call.world.global_commands
    call.world.guild(guild_id)
    return call.world.guild_commands.setdefault(guild_id, [])


def _find(call: Call) -> Json:
    for command in _commands(call):
        if command["id"] == call.ids["command"]:
            return command
    raise unknown("application command", 10063)


def _made(world: World, command: Json, guild_id: str | None, old: Json | None) -> Json:
    fixed: Json = {
        "id": old["id"] if old else world.new_id(),
        "application_id": world.bot_id,
        "version": world.new_id(),
    }
    defaults: Json = {
        "type": 1,
        "description": "",
        "default_member_permissions": None,
        "nsfw": False,
        "dm_permission": True,
    }
    out = defaults | {k: v for k, v in command.items() if v is not None} | fixed
    return out | ({"guild_id": guild_id} if guild_id else {})


def _key(command: Json) -> tuple[Any, Any]:
    return command.get("type", 1), command["name"]


@routes.add("GET", *_ALL)
async def list_commands(call: Call) -> Answer:
    return _commands(call)


@routes.add("PUT", *_ALL)
async def replace_commands(call: Call) -> Answer:
    check_commands(call.body)
    commands = _commands(call)
    old = {_key(c): c for c in commands}
    commands[:] = [_made(call.world, c, call.ids.get("guild"), old.get(_key(c))) for c in call.body]
    return commands


@routes.add("POST", *_ALL)
async def add_command(call: Call) -> Answer:
    commands = _commands(call)
    others = [c for c in commands if _key(c) != _key(call.body)]
    check_commands([*others, call.body])
    old = next((c for c in commands if _key(c) == _key(call.body)), None)
    made = _made(call.world, call.body, call.ids.get("guild"), old)
    commands[:] = [*others, made]
    return made


@routes.add("GET", *_ONE)
async def get_command(call: Call) -> Answer:
    return _find(call)


@routes.add("PATCH", *_ONE)
async def edit_command(call: Call) -> Answer:
    command = _find(call)
    if not isinstance(call.body, dict):
        raise ApiError(400, 50035, "Invalid Form Body")
    changed = command | call.body
    check_command(changed, "0")
    command |= changed | {"version": call.world.new_id()}
    return command


@routes.add("DELETE", *_ONE)
async def delete_command(call: Call) -> Answer:
    _commands(call).remove(_find(call))
    return None
