"""Channels, messages, pins and threads."""

from __future__ import annotations

from bot.sandbox.basics import MISSING_PERMISSIONS, ApiError, iso
from bot.sandbox.changes import Change
from bot.sandbox.permissions import Perm
from bot.sandbox.rest import Answer, Call, Routes
from bot.sandbox.talk import thread_archived
from bot.sandbox.world import PRIVATE_THREAD, PUBLIC_THREAD, Message

routes = Routes()

_SETTINGS = {"name", "topic", "position"}


@routes.add("GET", "/channels/{channel}")
async def get_channel(call: Call) -> Answer:
    call.talk.need(call.channel)
    return call.world.channel_json(call.channel)


@routes.add("PATCH", "/channels/{channel}")
async def edit_channel(call: Call) -> Answer:
    channel, body = call.channel, call.body
    if channel.thread is None:
        call.talk.need(channel, Perm.MANAGE_CHANNELS)
    else:
        _check_thread_edit(call)
    for name in _SETTINGS & set(body):
        setattr(channel, name, body[name])
    if "permission_overwrites" in body:
        channel.overwrites = body["permission_overwrites"]
    if channel.thread is None:
        call.talk.channel_changed(channel)
    else:
        minutes = body.get("auto_archive_duration")
        call.talk.set_thread(channel, archived=body.get("archived"), locked=body.get("locked"), minutes=minutes)
    return call.world.channel_json(channel)


def _check_thread_edit(call: Call) -> None:
    channel, body = call.channel, call.body
    thread = channel.thread
    assert thread is not None
    call.talk.need(channel)
    manages = bool(call.world.permissions_in(call.world.bot_id, channel) & Perm.MANAGE_THREADS)
    owns = thread.owner_id == call.world.bot_id
    if not manages and (not owns or "locked" in body or thread.locked):
        raise ApiError(*MISSING_PERMISSIONS)
    if thread.archived and body.get("archived") is not False:
        raise thread_archived()


@routes.add("DELETE", "/channels/{channel}")
async def delete_channel(call: Call) -> Answer:
    channel = call.channel
    call.talk.need(channel, Perm.MANAGE_THREADS if channel.thread else Perm.MANAGE_CHANNELS)
    out = call.world.channel_json(channel)
    call.talk.remove_channel(channel)
    return out


@routes.add("PUT", "/channels/{channel}/permissions/{target}")
async def set_overwrite(call: Call) -> Answer:
    channel, target = call.channel, call.ids["target"]
    call.talk.need(channel, Perm.MANAGE_ROLES)
    row = {"id": target, "type": call.body.get("type", 0)}
    row |= {side: str(call.body.get(side) or "0") for side in ("allow", "deny")}
    channel.overwrites = [o for o in channel.overwrites if o["id"] != target] + [row]
    call.talk.channel_changed(channel)
    return None


@routes.add("POST", "/channels/{channel}/typing")
async def typing(call: Call) -> Answer:
    call.talk.need_to_post(call.channel, {}, {})
    call.talk.changes.tell(Change("typing", call.channel.id))
    return None


# ---- messages ----
@routes.add("POST", "/channels/{channel}/messages")
async def post(call: Call) -> Answer:
    body = call.body or {}
    call.talk.need_to_post(call.channel, body, call.files)
    return call.talk.post(call.channel, call.world.bot, body, call.files).data


@routes.add("GET", "/channels/{channel}/messages")
async def history(call: Call) -> Answer:
    call.talk.need(call.channel, Perm.HISTORY)
    limit = int(call.query.get("limit", 50))
    found = [m for m in call.world.messages[call.channel.id].values() if m.only_for is None]
    found.sort(key=lambda m: int(m.id), reverse=True)
    if "before" in call.query:
        found = [m for m in found if int(m.id) < int(call.query["before"])]
    if "after" in call.query:
        found = [m for m in found if int(m.id) > int(call.query["after"])][-limit:]
    if "around" in call.query:
        middle = int(call.query["around"])
        found = sorted(found, key=lambda m: abs(int(m.id) - middle))[:limit]
        found.sort(key=lambda m: int(m.id), reverse=True)
    return [m.data for m in found[:limit]]


@routes.add("GET", "/channels/{channel}/messages/pins")
async def pins(call: Call) -> Answer:
    call.talk.need(call.channel, Perm.HISTORY)
    room = call.world.messages[call.channel.id]
    found = [room[i] for i in reversed(call.channel.pins) if i in room]
    return {"items": [{"pinned_at": m.data["timestamp"], "message": m.data} for m in found], "has_more": False}


@routes.add("PUT", "/channels/{channel}/messages/pins/{message}", "/channels/{channel}/pins/{message}")
async def pin(call: Call) -> Answer:
    _pin(call, True)
    return None


@routes.add("DELETE", "/channels/{channel}/messages/pins/{message}", "/channels/{channel}/pins/{message}")
async def unpin(call: Call) -> Answer:
    _pin(call, False)
    return None


def _pin(call: Call, wanted: bool) -> None:
    channel, message = call.channel, call.message
    bits = call.world.permissions_in(call.world.bot_id, channel)
    if not bits & (Perm.PIN | Perm.MANAGE_MESSAGES):
        raise ApiError(*MISSING_PERMISSIONS)
    if wanted and len(channel.pins) >= 250:
        raise ApiError(400, 30003, "Maximum number of pins reached (250)")
    if wanted == (message.id in channel.pins):
        return
    if wanted:
        channel.pins.append(message.id)
    else:
        channel.pins.remove(message.id)
    message.data["pinned"] = wanted
    event = {"channel_id": channel.id, "guild_id": channel.guild_id, "last_pin_timestamp": iso(call.talk.clock())}
    call.gateway.emit("CHANNEL_PINS_UPDATE", event, channel.guild_id)
    call.talk.changes.tell(Change("edited", channel.id, message))


@routes.add("GET", "/channels/{channel}/messages/{message}")
async def get_message(call: Call) -> Answer:
    call.talk.need(call.channel, Perm.HISTORY)
    return call.message.data


@routes.add("PATCH", "/channels/{channel}/messages/{message}")
async def edit_message(call: Call) -> Answer:
    message = _own(call)
    if call.channel.thread and call.channel.thread.archived:
        raise thread_archived()
    return call.talk.edit(message, call.body or {}, call.files).data


@routes.add("DELETE", "/channels/{channel}/messages/{message}")
async def delete_message(call: Call) -> Answer:
    call.talk.need(call.channel)
    if call.message.data["author"]["id"] != call.world.bot_id:
        call.talk.need(call.channel, Perm.MANAGE_MESSAGES)
    if call.channel.thread and call.channel.thread.archived:
        raise thread_archived()
    call.talk.delete(call.message)
    return None


def _own(call: Call) -> Message:
    call.talk.need(call.channel)
    if call.message.data["author"]["id"] != call.world.bot_id:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    return call.message


# ---- threads ----
@routes.add("POST", "/channels/{channel}/threads")
async def open_thread(call: Call) -> Answer:
    kind = int(call.body.get("type") or PRIVATE_THREAD)
    call.talk.need(call.channel, Perm.PRIVATE_THREADS if kind == PRIVATE_THREAD else Perm.PUBLIC_THREADS)
    thread = call.talk.open_thread(call.channel, call.body, call.world.bot_id)
    return call.world.channel_json(thread)


@routes.add("POST", "/channels/{channel}/messages/{message}/threads")
async def open_thread_from(call: Call) -> Answer:
    call.talk.need(call.channel, Perm.PUBLIC_THREADS)
    thread = call.talk.open_thread(call.channel, call.body, call.world.bot_id, call.message)
    return call.world.channel_json(thread)


@routes.add("GET", "/channels/{channel}/thread-members")
async def thread_members(call: Call) -> Answer:
    thread = call.channel.thread
    call.talk.need(call.channel)
    joined = {"id": call.channel.id, "join_timestamp": iso(thread.created if thread else 0), "flags": 0}
    return [joined | {"user_id": user_id} for user_id in (thread.members if thread else [])]


@routes.add("PUT", "/channels/{channel}/thread-members/{user}")
async def add_thread_member(call: Call) -> Answer:
    _thread_member(call, True)
    return None


@routes.add("DELETE", "/channels/{channel}/thread-members/{user}")
async def remove_thread_member(call: Call) -> Answer:
    _thread_member(call, False)
    return None


def _thread_member(call: Call, inside: bool) -> None:
    channel = call.channel
    if channel.thread is None:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    call.talk.need(channel)
    if channel.thread.archived:
        raise thread_archived()
    user_id = call.world.bot_id if call.ids["user"] == "@me" else call.ids["user"]
    if not inside and user_id != call.world.bot_id and channel.thread.owner_id != call.world.bot_id:
        call.talk.need(channel, Perm.MANAGE_THREADS)
    call.talk.set_member(channel, user_id, inside=inside)


@routes.add("GET", "/guilds/{guild}/threads/active")
async def active_threads(call: Call) -> Answer:
    found = [
        c
        for c in call.world.channels.values()
        if c.guild_id == call.ids["guild"] and c.thread and not c.thread.archived
    ]
    return {
        "threads": [call.world.channel_json(c) for c in found if call.world.may_see(call.world.bot_id, c)],
        "members": [],
    }


@routes.add("GET", "/channels/{channel}/threads/archived/{visibility}")
async def archived_threads(call: Call) -> Answer:
    kind = PUBLIC_THREAD if call.ids["visibility"] == "public" else PRIVATE_THREAD
    call.talk.need(call.channel, Perm.HISTORY)
    inside = [c for c in call.world.channels.values() if c.parent_id == call.channel.id and c.kind == kind]
    found = [call.world.channel_json(c) for c in inside if c.thread and c.thread.archived]
    return {"threads": found, "members": [], "has_more": False}
