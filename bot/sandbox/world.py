"""Everything the sandbox's Discord knows: people, servers, channels, threads, messages, commands, interactions.

Plain data (msgspec structs) with look-ups; no I/O except `World.save` and `World.load`. Ids are strings, as in
Discord's JSON. Who may see what is decided here and nowhere else: `World.may_see` and `World.may_read`.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import msgspec

from bot.sandbox import permissions
from bot.sandbox.basics import Clock, Json, iso, snowflake, unknown
from bot.sandbox.permissions import Perm

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15


class User(msgspec.Struct):
    """A person, or the bot. ``locale``: the language of their Discord."""

    id: str
    name: str
    bot: bool = False
    dms_closed: bool = False
    locale: str = "en-US"

    def json(self) -> Json:
        return {
            "id": self.id,
            "username": self.name.lower().replace(" ", "_"),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


class Guild(msgspec.Struct):
    """A server; ``members`` maps a user's id to the ids of their roles."""

    id: str
    name: str
    owner_id: str
    created: float
    roles: list[Json] = []
    members: dict[str, list[str]] = {}
    locale: str = "en-US"


class Thread(msgspec.Struct):
    """What a thread has beyond a channel."""

    owner_id: str
    created: float
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    changed: float = 0.0
    members: list[str] = []


class Channel(msgspec.Struct):
    """A text channel, a thread or a DM with one person (``recipient_id``)."""

    id: str
    kind: int
    name: str = ""
    guild_id: str | None = None
    parent_id: str | None = None
    position: int = 0
    topic: str | None = None
    overwrites: list[Json] = []
    recipient_id: str | None = None
    thread: Thread | None = None
    pins: list[str] = []
    last_message_id: str | None = None


class Message(msgspec.Struct):
    """``data`` is Discord's own message object; ``only_for`` is the one person who may see an ephemeral reply."""

    data: Json
    only_for: str | None = None
    nonce: str | None = None

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def channel_id(self) -> str:
        return str(self.data["channel_id"])

    @property
    def flags(self) -> int:
        return int(self.data["flags"])


class Interaction(msgspec.Struct):
    """One use of a command, component or modal, for as long as its token lives (15 minutes)."""

    id: str
    token: str
    kind: int
    user_id: str
    channel_id: str
    created: float
    source_id: str | None = None
    command: str = ""
    answer: int | None = None
    original_id: str | None = None
    modal: Json | None = None


class World(msgspec.Struct):
    """The whole of the sandbox's Discord."""

    bot_id: str
    last_id: int = 0
    users: dict[str, User] = {}
    guilds: dict[str, Guild] = {}
    channels: dict[str, Channel] = {}
    messages: dict[str, dict[str, Message]] = {}
    global_commands: list[Json] = []
    guild_commands: dict[str, list[Json]] = {}
    interactions: dict[str, Interaction] = {}

    # ---- making things ----
    @classmethod
    def empty(cls, bot_name: str = "Postwalker", clock: Clock = time.time) -> World:
        """A Discord in which only the bot exists."""
        first = snowflake(0, clock)
        world = cls(bot_id=str(first), last_id=first)
        world.users[world.bot_id] = User(world.bot_id, bot_name, bot=True)
        return world

    def new_id(self, clock: Clock = time.time) -> str:
        self.last_id = snowflake(self.last_id, clock)
        return str(self.last_id)

    def add_user(self, name: str) -> User:
        user = User(self.new_id(), name)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, bot_permissions: int = permissions.BOT, id: str | None = None) -> Guild:
        """A server with an owner who may do everything, the everyone role, and the bot with a role of its own."""
        guild_id = id or self.new_id()
        owner = self.add_user("Host")
        guild = Guild(guild_id, name, owner.id, time.time())
        guild.roles.append(_role(guild_id, "@everyone", permissions.MEMBER, 0))
        role = _role(self.new_id(), self.users[self.bot_id].name, bot_permissions, 1, managed_by=self.bot_id)
        guild.roles.append(role)
        guild.members = {owner.id: [], self.bot_id: [role["id"]]}
        self.guilds[guild_id] = guild
        return guild

    def add_role(self, guild: Guild, name: str, bits: int = 0) -> str:
        role = _role(self.new_id(), name, bits, len(guild.roles))
        guild.roles.append(role)
        return str(role["id"])

    def add_channel(self, guild: Guild, name: str, topic: str | None = None) -> Channel:
        position = sum(1 for c in self.channels.values() if c.guild_id == guild.id and not c.thread)
        return self._keep(Channel(self.new_id(), TEXT, name, guild.id, position=position, topic=topic))

    def add_thread(
        self, parent: Channel, name: str, owner_id: str, *, private: bool, minutes: int, id: str | None
    ) -> Channel:
        """A thread of ``parent``; ``id`` is the message it starts from, if any."""
        now = time.time()
        thread = Thread(owner_id, now, auto_archive_minutes=minutes, changed=now, members=[owner_id])
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        return self._keep(Channel(id or self.new_id(), kind, name, parent.guild_id, parent.id, thread=thread))

    def dm_with(self, user_id: str) -> Channel:
        """The bot's DM channel with a person, made on first use."""
        if user_id not in self.users:
            raise unknown("User", 10013)
        for channel in self.channels.values():
            if channel.recipient_id == user_id:
                return channel
        return self._keep(Channel(self.new_id(), DM, recipient_id=user_id))

    def _keep(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.messages[channel.id] = {}
        return channel

    # ---- finding things ----
    @property
    def bot(self) -> User:
        return self.users[self.bot_id]

    def channel(self, channel_id: str) -> Channel:
        """Raises ApiError 10003 if there is none."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise unknown("Channel", 10003)
        return channel

    def guild(self, guild_id: str) -> Guild:
        """Raises ApiError 10004 if there is none."""
        guild = self.guilds.get(guild_id)
        if guild is None:
            raise unknown("Guild", 10004)
        return guild

    def message(self, channel_id: str, message_id: str) -> Message:
        """Raises ApiError 10008 if there is none."""
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise unknown("Message", 10008)
        return message

    def commands_in(self, channel: Channel) -> list[Json]:
        """Commands that can be used in a channel, a server's own before global ones."""
        if channel.guild_id is None:
            return [
                c
                for c in self.global_commands
                if 1 in (c.get("contexts") or [0, 1]) and c.get("dm_permission") is not False
            ]
        here = [c for c in self.global_commands if 0 in (c.get("contexts") or [0])]
        return [*self.guild_commands.get(channel.guild_id, []), *here]

    # ---- who may do what ----
    def permissions_in(self, user_id: str, channel: Channel) -> int:
        """A user's permission bits in a channel; a thread takes its parent's; in a DM everything is allowed."""
        if channel.guild_id is None:
            return permissions.ALL if user_id in (channel.recipient_id, self.bot_id) else 0
        guild = self.guilds[channel.guild_id]
        roles = guild.members.get(user_id)
        if roles is None:
            return 0
        place = self.channels.get(channel.parent_id, channel) if channel.thread and channel.parent_id else channel
        base = permissions.in_guild(roles, guild.roles, guild.id, owner=guild.owner_id == user_id)
        return permissions.in_channel(base, place.overwrites, roles, user_id, guild.id)

    def may_see(self, user_id: str, channel: Channel) -> bool:
        """Whether a channel is in this person's list at all."""
        bits = self.permissions_in(user_id, channel)
        if not bits & Perm.VIEW:
            return False
        if channel.kind == PRIVATE_THREAD and channel.thread:
            return user_id in channel.thread.members or bool(bits & Perm.MANAGE_THREADS)
        return True

    def may_read(self, user_id: str, message: Message) -> bool:
        """Whether a person may see a message: never another's DM, ephemeral reply or private thread."""
        channel = self.channels.get(message.channel_id)
        if channel is None or (message.only_for is not None and message.only_for != user_id):
            return False
        return self.may_see(user_id, channel)

    # ---- as Discord shows it ----
    def member_json(self, guild: Guild, user_id: str, *, with_user: bool = True) -> Json:
        roles = guild.members[user_id]
        bits = permissions.in_guild(roles, guild.roles, guild.id, owner=guild.owner_id == user_id)
        out: Json = {
            "roles": roles,
            "joined_at": iso(guild.created),
            "nick": None,
            "avatar": None,
            "deaf": False,
            "mute": False,
        }
        out |= {"flags": 0, "permissions": str(bits)}
        if with_user:
            out["user"] = self.users[user_id].json()
        return out

    def channel_json(self, channel: Channel) -> Json:
        out: Json = {"id": channel.id, "type": channel.kind, "last_message_id": channel.last_message_id, "flags": 0}
        if channel.recipient_id is not None:
            return out | {"recipients": [self.users[channel.recipient_id].json()]}
        out |= {"guild_id": channel.guild_id, "name": channel.name, "parent_id": channel.parent_id}
        out |= {"rate_limit_per_user": 0, "nsfw": False}
        if channel.thread is None:
            return out | {
                "position": channel.position,
                "topic": channel.topic,
                "permission_overwrites": channel.overwrites,
            }
        thread = channel.thread
        posted = sum(1 for m in self.messages[channel.id].values() if m.only_for is None)
        out |= {"owner_id": thread.owner_id, "member_count": len(thread.members)}
        out |= {"message_count": posted, "total_message_sent": posted}
        out["thread_metadata"] = {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive_minutes,
            "archive_timestamp": iso(thread.changed),
            "create_timestamp": iso(thread.created),
            "invitable": True,
        }
        if self.bot_id in thread.members:
            out["member"] = {
                "id": channel.id,
                "user_id": self.bot_id,
                "join_timestamp": iso(thread.created),
                "flags": 0,
            }
        return out

    def guild_json(self, guild: Guild) -> Json:
        """A whole GUILD_CREATE object as the bot sees it."""
        inside = [c for c in self.channels.values() if c.guild_id == guild.id and self.may_see(self.bot_id, c)]
        members = [self.member_json(guild, user_id) for user_id in guild.members]
        lists = ("emojis", "stickers", "features", "presences", "voice_states", "stage_instances")
        nothing = ("icon", "splash", "banner", "description", "afk_channel_id", "system_channel_id", "rules_channel_id")
        more = (
            "public_updates_channel_id",
            "vanity_url_code",
            "application_id",
            "discovery_splash",
            "safety_alerts_channel_id",
        )
        zero = (
            "verification_level",
            "default_message_notifications",
            "explicit_content_filter",
            "mfa_level",
            "nsfw_level",
        )
        out: dict[str, Any] = {name: [] for name in (*lists, "guild_scheduled_events", "soundboard_sounds")}
        out |= dict.fromkeys((*nothing, *more)) | dict.fromkeys((*zero, "premium_tier", "system_channel_flags"), 0)
        out |= {
            "id": guild.id,
            "name": guild.name,
            "owner_id": guild.owner_id,
            "roles": guild.roles,
            "members": members,
        }
        out |= {"member_count": len(members), "large": False, "unavailable": False, "joined_at": iso(guild.created)}
        out |= {"preferred_locale": guild.locale, "afk_timeout": 300, "premium_progress_bar_enabled": False}
        out["channels"] = [self.channel_json(c) for c in inside if not c.thread]
        out["threads"] = [self.channel_json(c) for c in inside if c.thread and not c.thread.archived]
        return out

    # ---- on disk ----
    def save(self, path: Path) -> None:
        """Write everything to one JSON file; a reader sees the old file or the new one, never half."""
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            file.write(msgspec.json.encode(self))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)

    @classmethod
    def load(cls, path: Path) -> World:
        """Read what `save` wrote. Raises msgspec.DecodeError if the file is something else."""
        return msgspec.json.decode(path.read_bytes(), type=cls)


def _role(id: str, name: str, bits: int, position: int, managed_by: str | None = None) -> Json:
    colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    out: Json = {
        "id": id,
        "name": name,
        "permissions": str(int(bits)),
        "position": position,
        "color": 0,
        "colors": colours,
    }
    out |= {
        "hoist": False,
        "managed": managed_by is not None,
        "mentionable": False,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
    }
    if managed_by:
        out["tags"] = {"bot_id": managed_by}
    return out
