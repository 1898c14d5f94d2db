"""Posting, editing and deleting messages, and opening threads: the rules of a Discord channel."""

from __future__ import annotations

import io
import mimetypes
import re
import time
from collections.abc import Mapping
from copy import deepcopy
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError

from bot.sandbox.basics import MISSING_ACCESS, MISSING_PERMISSIONS, ApiError, Clock, Json, invalid, iso, listed
from bot.sandbox.blobs import Blobs
from bot.sandbox.changes import Change, Changes
from bot.sandbox.gateway import Gateway
from bot.sandbox.limits import check_message, walk
from bot.sandbox.permissions import Perm
from bot.sandbox.world import EPHEMERAL, LOADING, PRIVATE_THREAD, Channel, Message, User, World

Files = Mapping[str, tuple[str, bytes]]
"""Uploaded parts: field name (``files[0]``) to file name and bytes."""

NONCE_SECONDS = 300.0
"""How long a nonce is remembered ("a few minutes" in Discord's words)."""

SETTABLE_FLAGS = (1 << 2) | EPHEMERAL | (1 << 12) | (1 << 15)


class Talk:
    """Everything that is said. All methods raise `ApiError` as Discord would."""

    def __init__(
        self, world: World, blobs: Blobs, gateway: Gateway, changes: Changes, clock: Clock = time.time
    ) -> None:
        self.world = world
        self.blobs = blobs
        self.gateway = gateway
        self.changes = changes
        self.clock = clock
        self.url = ""
        self._nonces: dict[tuple[str, str], Message] = {
            (m.data["author"]["id"], m.nonce): m for room in world.messages.values() for m in room.values() if m.nonce
        }

    # ---- what the bot may do ----
    def need(self, channel: Channel, *wanted: Perm) -> None:
        """Refuse with 50001 if the bot cannot see the channel, or 50013 if it lacks one of ``wanted``."""
        if not self.world.may_see(self.world.bot_id, channel):
            raise ApiError(*MISSING_ACCESS)
        bits = self.world.permissions_in(self.world.bot_id, channel)
        if any(not bits & perm for perm in wanted):
            raise ApiError(*MISSING_PERMISSIONS)

    def need_to_post(self, channel: Channel, body: Json, files: Files) -> None:
        """May the bot post this here? An archived thread wakes up, unless it is locked (50083)."""
        if channel.recipient_id is not None:
            if self.world.users[channel.recipient_id].dms_closed:
                raise ApiError(403, 50007, "Cannot send messages to this user")
            return
        wanted = [Perm.SEND_IN_THREADS if channel.thread else Perm.SEND]
        if body.get("embeds"):
            wanted.append(Perm.EMBED)
        if files:
            wanted.append(Perm.ATTACH)
        self.need(channel, *wanted)
        if channel.thread and channel.thread.archived:
            if channel.thread.locked:
                raise thread_archived()
            self.set_thread(channel, archived=False)

    # ---- messages ----
    def post(
        self,
        channel: Channel,
        author: User,
        body: Json,
        files: Files | None = None,
        *,
        only_for: str | None = None,
        extra: Json | None = None,
        loading: bool = False,
    ) -> Message:
        """Put a message in a channel. ``extra`` is laid over Discord's message object.

        With ``nonce`` and ``enforce_nonce`` a message that the same author has posted already is returned instead.
        """
        files = files or {}
        nonce = str(body["nonce"]) if body.get("nonce") is not None else None
        if nonce and body.get("enforce_nonce"):
            known = self._nonces.get((author.id, nonce))
            if known is not None and self.clock() - _seconds(known) < NONCE_SECONDS:
                return known
        flags = int(body.get("flags") or 0) & SETTABLE_FLAGS
        check_message(body, files, flags)
        if (
            not loading
            and not files
            and not any(body.get(k) for k in ("content", "embeds", "components", "sticker_ids", "poll"))
        ):
            raise ApiError(400, 50006, "Cannot send an empty message")
        if only_for is not None:
            flags |= EPHEMERAL
        else:
            flags &= ~EPHEMERAL
        data: Json = {
            "id": self.world.new_id(self.clock),
            "channel_id": channel.id,
            "author": author.json(),
            "content": body.get("content") or "",
            "timestamp": iso(self.clock()),
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "type": 0,
            "flags": flags | (LOADING if loading else 0),
            "mention_everyone": False,
            "mentions": self._mentioned(channel, body),
            "mention_roles": [],
            "attachments": self._store(channel, body, files, []),
            "components": _numbered(listed(body.get("components"))),
        }
        data["embeds"] = _embeds_with_urls(listed(body.get("embeds")), data["attachments"])
        if channel.guild_id:
            data["guild_id"] = channel.guild_id
        if nonce:
            data["nonce"] = nonce
        reference = body.get("message_reference")
        if reference:
            self._reply(channel, reference, data)
        message = Message(data | (extra or {}), only_for, nonce if body.get("enforce_nonce") else None)
        self.world.messages[channel.id][message.id] = message
        if message.nonce:
            self._nonces[(author.id, message.nonce)] = message
        if only_for is None:
            channel.last_message_id = message.id
            self.gateway.emit("MESSAGE_CREATE", self._event(channel, message), channel.guild_id)
        self.changes.tell(Change("posted", channel.id, message))
        return message

    def edit(self, message: Message, body: Json, files: Files | None = None) -> Message:
        """Change what ``body`` names and nothing else; a thinking placeholder stops thinking."""
        files = files or {}
        channel = self.world.channel(message.channel_id)
        data = message.data
        flags = data["flags"] & ~LOADING
        if "flags" in body:
            flags = flags & ~(1 << 2) | int(body["flags"] or 0) & SETTABLE_FLAGS & ~EPHEMERAL
        check_message(body, files, flags)
        if body.get("content") == "" and body.get("embeds") == [] and not data["attachments"] and not files:
            raise ApiError(400, 50006, "Cannot send an empty message")
        was_placeholder = bool(data["flags"] & LOADING)
        data["flags"] = flags
        if files or "attachments" in body:
            data["attachments"] = self._store(channel, body, files, data["attachments"])
        if "content" in body:
            data["content"] = body["content"] or ""
            data["mentions"] = self._mentioned(channel, body)
        if "embeds" in body:
            data["embeds"] = _embeds_with_urls(listed(body["embeds"]), data["attachments"])
        if "components" in body:
            data["components"] = _numbered(listed(body["components"]))
        if not was_placeholder:
            data["edited_timestamp"] = iso(self.clock())
        if message.only_for is None:
            self.gateway.emit("MESSAGE_UPDATE", self._event(channel, message), channel.guild_id)
        self.changes.tell(Change("edited", channel.id, message))
        return message

    def delete(self, message: Message) -> None:
        """Remove a message and its files."""
        channel = self.world.channel(message.channel_id)
        del self.world.messages[channel.id][message.id]
        for attachment in message.data["attachments"]:
            self.blobs.drop(_blob_key(attachment["url"]))
        if message.id in channel.pins:
            channel.pins.remove(message.id)
        if message.only_for is None:
            gone = {"id": message.id, "channel_id": channel.id, "guild_id": channel.guild_id}
            self.gateway.emit("MESSAGE_DELETE", gone, channel.guild_id)
        self.changes.tell(Change("gone", channel.id, message))

    def upload(self, filename: str, data: bytes) -> Json:
        """Store a file and return Discord's attachment object for it."""
        name = re.sub(r"[^\w.-]", "_", filename) or "file"
        url = f"{self.url}/attachments/{quote(self.blobs.put(name, data))}"
        out: Json = {
            "id": self.world.new_id(self.clock),
            "filename": name,
            "size": len(data),
            "url": url,
            "proxy_url": url,
        }
        kind = mimetypes.guess_type(name)[0]
        if kind:
            out["content_type"] = kind
        if kind and kind.startswith("image/"):
            try:
                with Image.open(io.BytesIO(data)) as picture:
                    out["width"], out["height"] = picture.size
            except UnidentifiedImageError:
                pass
        return out

    def _store(self, channel: Channel, body: Json, files: Files, old: list[Json]) -> list[Json]:
        """The attachments a message has after ``body``: the old ones it keeps, then the new files."""
        told = {str(a["id"]): a for a in listed(body.get("attachments"))}
        kept = [a for a in old if a["id"] in told] if "attachments" in body else list(old)
        for attachment in old:
            if attachment not in kept:
                self.blobs.drop(_blob_key(attachment["url"]))
        out = list(kept)
        for field, (filename, content) in files.items():
            about = told.get(field.removeprefix("files[").removesuffix("]"), {})
            attachment = self.upload(about.get("filename") or filename, content)
            if about.get("description"):
                attachment["description"] = about["description"]
            out.append(attachment)
        unknown = set(told) - {a["id"] for a in old} - {f.removeprefix("files[").removesuffix("]") for f in files}
        if unknown:
            raise invalid("attachments", "ATTACHMENT_NOT_FOUND", f"No such attachment: {', '.join(sorted(unknown))}")
        return out

    def _mentioned(self, channel: Channel, body: Json) -> list[Json]:
        ids = list(dict.fromkeys(re.findall(r"<@!?(\d+)>", body.get("content") or "")))
        allowed = body.get("allowed_mentions")
        if allowed is not None and "users" not in listed(allowed.get("parse")):
            named = {str(i) for i in listed(allowed.get("users"))}
            ids = [i for i in ids if i in named]
        return [self.world.users[i].json() for i in ids if i in self.world.users]

    def _reply(self, channel: Channel, reference: Json, data: Json) -> None:
        target = self.world.messages[channel.id].get(str(reference.get("message_id")))
        if target is None or target.only_for is not None:  # a private reply must not be quoted to others
            if reference.get("fail_if_not_exists", True):
                raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            return
        data["type"] = 19
        data["message_reference"] = {
            "type": 0,
            "channel_id": channel.id,
            "message_id": target.id,
            "guild_id": channel.guild_id,
        }
        data["referenced_message"] = target.data

    def _event(self, channel: Channel, message: Message) -> Json:
        data = deepcopy(message.data)
        author = data["author"]["id"]
        if channel.guild_id and author in self.world.guilds[channel.guild_id].members:
            data["member"] = self.world.member_json(self.world.guilds[channel.guild_id], author, with_user=False)
        return data

    # ---- threads ----
    def open_thread(self, parent: Channel, body: Json, owner_id: str, start: Message | None = None) -> Channel:
        """Open a thread on a channel, from a message or not."""
        name = str(body.get("name") or "")
        if not 1 <= len(name) <= 100:
            raise invalid("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
        if parent.thread is not None or parent.guild_id is None:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        if start is not None and start.id in self.world.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        private = start is None and int(body.get("type") or PRIVATE_THREAD) == PRIVATE_THREAD
        minutes = int(body.get("auto_archive_duration") or 1440)
        if minutes not in (60, 1440, 4320, 10080):
            raise invalid("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
        thread = self.world.add_thread(
            parent, name, owner_id, private=private, minutes=minutes, id=start.id if start else None
        )
        if start is not None:
            start.data["thread"] = self.world.channel_json(thread)
            start.data["flags"] |= 1 << 5
            self.changes.tell(Change("edited", parent.id, start))
        self.gateway.emit("THREAD_CREATE", self.world.channel_json(thread) | {"newly_created": True}, thread.guild_id)
        self.changes.tell(Change("channels", thread.id))
        return thread

    def set_thread(
        self, channel: Channel, *, archived: bool | None = None, locked: bool | None = None, minutes: int | None = None
    ) -> None:
        """Archive, lock or re-time a thread."""
        assert channel.thread is not None
        if archived is not None:
            channel.thread.archived = archived
            channel.thread.changed = self.clock()
        if locked is not None:
            channel.thread.locked = locked
        if minutes is not None:
            channel.thread.auto_archive_minutes = minutes
        self.channel_changed(channel)

    def set_member(self, channel: Channel, user_id: str, *, inside: bool) -> None:
        """Add a person to a thread, or take them out."""
        assert channel.thread is not None
        assert channel.guild_id is not None
        if user_id not in self.world.guilds[channel.guild_id].members:
            raise ApiError(404, 10007, "Unknown Member")
        members = channel.thread.members
        if inside == (user_id in members):
            return
        event: Json = {"id": channel.id, "guild_id": channel.guild_id}
        if inside:
            members.append(user_id)
            joined = {"id": channel.id, "user_id": user_id, "join_timestamp": iso(self.clock()), "flags": 0}
            event["added_members"] = [joined]
        else:
            members.remove(user_id)
            event["removed_member_ids"] = [user_id]
        self.gateway.emit("THREAD_MEMBERS_UPDATE", event | {"member_count": len(members)}, channel.guild_id)
        self.changes.tell(Change("channels", channel.id))

    def channel_changed(self, channel: Channel) -> None:
        """Tell the bot and the pages that a channel's settings changed."""
        event = "THREAD_UPDATE" if channel.thread else "CHANNEL_UPDATE"
        self.gateway.emit(event, self.world.channel_json(channel), channel.guild_id)
        self.changes.tell(Change("channels", channel.id))

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with everything in it."""
        event = "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE"
        self.gateway.emit(event, self.world.channel_json(channel), channel.guild_id)
        for inner in [c for c in self.world.channels.values() if c.parent_id == channel.id]:
            self.world.channels.pop(inner.id)
            self.world.messages.pop(inner.id)
        self.world.channels.pop(channel.id)
        self.world.messages.pop(channel.id)
        self.changes.tell(Change("channels", channel.id))


def thread_archived() -> ApiError:
    """50083: what an archived thread answers to anything but waking it up."""
    return ApiError(400, 50083, "Thread is archived")


def _seconds(message: Message) -> float:
    return ((int(message.id) >> 22) + 1_420_070_400_000) / 1000


def _blob_key(url: str) -> str:
    return url.partition("/attachments/")[2]


def _numbered(components: list[Json]) -> list[Json]:
    """Give every component the number Discord gives it where the bot did not, and Discord's own numbers as texts."""
    out = deepcopy(components)
    for number, (_, component) in enumerate(walk(out), 1):
        component.setdefault("id", number)
        for picked in listed(component.get("default_values")):
            picked["id"] = str(picked["id"])
    return out


def _embeds_with_urls(embeds: list[Json], attachments: list[Json]) -> list[Json]:
    urls = {f"attachment://{a['filename']}": a for a in attachments}
    out = deepcopy(embeds)
    for embed in out:
        embed.setdefault("type", "rich")
        for slot in ("image", "thumbnail", "footer", "author"):
            part = embed.get(slot) or {}
            key = "url" if slot in ("image", "thumbnail") else "icon_url"
            found = urls.get(part.get(key, ""))
            if found:
                part[key] = found["url"]
                part |= {k: found[k] for k in ("width", "height") if k in found and key == "url"}
    return out
