"""Interactions: what a person's command, press, choice or typing becomes, and how the bot may answer it.

The three-second limit (10062), one answer only (40060), the fifteen-minute token (50027) and the filling of "thinking…"
placeholders are kept here.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.basics import ApiError, Json, listed, unknown
from bot.sandbox.limits import check_choices, check_modal
from bot.sandbox.talk import Files, Talk, thread_archived
from bot.sandbox.world import EPHEMERAL, LOADING, Channel, Interaction, Message, User

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
REPLY, THINK, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

TOKEN_SECONDS = 900.0


@dataclass
class Pending:
    """What is waited for while an interaction is young. ``answer`` resolves to the callback's body."""

    sent: float
    answer: asyncio.Future[Json]
    said: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the person sees something final: not "thinking…" any more."""
    messages: list[Message] = field(default_factory=list)


class Desk:
    """All interactions of the world.

    ``answer_seconds`` is how long the bot has for its first answer.
    """

    def __init__(self, talk: Talk, *, answer_seconds: float = 3.0, tick: Callable[[], float] = time.monotonic) -> None:
        self.talk = talk
        self.world = talk.world
        self.answer_seconds = answer_seconds
        self._tick = tick
        self._pending: dict[str, Pending] = {}

    # ---- a person does something ----
    def send(
        self, kind: int, user: User, channel: Channel, data: Json, source: Message | None = None
    ) -> tuple[Interaction, Pending]:
        """Send an interaction to the bot. The returned `Pending` tells when and how it is answered."""
        now = self.talk.clock()
        for token in [t for t, old in self.world.interactions.items() if now - old.created > TOKEN_SECONDS]:
            del self.world.interactions[token]
            self._pending.pop(token, None)
        interaction = Interaction(
            self.world.new_id(self.talk.clock),
            secrets.token_hex(32),
            kind,
            user.id,
            channel.id,
            now,
            source.id if source else None,
            data.get("name") or "",
        )
        self.world.interactions[interaction.token] = interaction
        pending = Pending(self._tick(), asyncio.get_running_loop().create_future())
        self._pending[interaction.token] = pending
        self.talk.gateway.emit(
            "INTERACTION_CREATE", self._json(interaction, user, channel, data, source), channel.guild_id
        )
        return interaction, pending

    def _json(self, interaction: Interaction, user: User, channel: Channel, data: Json, source: Message | None) -> Json:
        world = self.world
        where = world.channel_json(channel) | {"permissions": str(world.permissions_in(user.id, channel))}
        out: Json = {
            "id": interaction.id,
            "application_id": world.bot_id,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": channel.id,
            "channel": where,
            "locale": user.locale,
            "entitlements": [],
            "attachment_size_limit": 10 << 20,
            "app_permissions": str(world.permissions_in(world.bot_id, channel)),
            "authorizing_integration_owners": {"0": channel.guild_id or "0"},
            "context": 0 if channel.guild_id else 1,
        }
        if channel.guild_id:
            guild = world.guild(channel.guild_id)
            member = world.member_json(guild, user.id) | {"permissions": where["permissions"]}
            out |= {"guild_id": guild.id, "guild_locale": guild.locale, "member": member}
            out["guild"] = {"id": guild.id, "locale": guild.locale, "features": []}
        else:
            out["user"] = user.json()
        if source is not None:
            out["message"] = source.data
        return out

    # ---- the bot's first answer ----
    def answer(self, interaction_id: str, token: str, body: Json, files: Files) -> Json:
        """Take the bot's callback; returns Discord's response object."""
        interaction = self.world.interactions.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown("interaction", 10062)
        pending = self._pending.get(token)
        if interaction.answer is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if pending is None or self._tick() - pending.sent > self.answer_seconds:
            raise unknown("interaction", 10062)
        kind, data = int(body["type"]), body.get("data") or {}
        channel = self.world.channel(interaction.channel_id)
        if channel.thread and channel.thread.archived:
            if channel.thread.locked:
                raise thread_archived()
            self.talk.set_thread(channel, archived=False)
        message = self._act(interaction, pending, channel, kind, data, files)
        interaction.answer = kind
        if not pending.answer.done():
            pending.answer.set_result(body)
        return _response(interaction, kind, message)

    def _act(
        self, interaction: Interaction, pending: Pending, channel: Channel, kind: int, data: Json, files: Files
    ) -> Message | None:
        if (kind == CHOICES) != (interaction.kind == AUTOCOMPLETE):
            raise ApiError(400, 50035, "This type of answer does not fit this interaction.")
        if kind in (REPLY, THINK):
            message = self._say(interaction, channel, data, files, loading=kind == THINK)
            interaction.original_id = message.id
            pending.messages.append(message)
            if kind == REPLY:
                pending.said.set()
            return message
        if kind in (UPDATE, DEFER_UPDATE):
            source = self._source(interaction)
            interaction.original_id = source.id
            if kind == DEFER_UPDATE:
                return None
            self.talk.edit(source, data, files)
            pending.messages.append(source)
            pending.said.set()
            return source
        if kind == CHOICES:
            check_choices(listed(data.get("choices")))
        elif kind == MODAL:
            if interaction.kind == MODAL_SUBMIT:
                raise ApiError(400, 50035, "A modal cannot answer a modal.")
            check_modal(data)
            interaction.modal = data
        else:
            raise ApiError(400, 50035, f"Unknown answer type {kind}.")
        pending.said.set()
        return None

    def _say(
        self,
        interaction: Interaction,
        channel: Channel,
        data: Json,
        files: Files,
        *,
        loading: bool = False,
        private: bool | None = None,
    ) -> Message:
        private = bool(int(data.get("flags") or 0) & EPHEMERAL) if private is None else private
        user = self.world.users[interaction.user_id]
        about: Json = {
            "id": interaction.id,
            "type": interaction.kind,
            "user": user.json(),
            "authorizing_integration_owners": {},
        }
        if interaction.kind == COMMAND:
            about["name"] = interaction.command
        extra: Json = {"type": 20 if interaction.kind == COMMAND else 0, "application_id": self.world.bot_id}
        extra |= {"webhook_id": self.world.bot_id, "interaction_metadata": about}
        only_for = user.id if private else None
        return self.talk.post(channel, self.world.bot, data, files, only_for=only_for, extra=extra, loading=loading)

    def _source(self, interaction: Interaction) -> Message:
        if interaction.source_id is None:
            raise ApiError(400, 50035, "There is no message to update.")
        return self.world.message(interaction.channel_id, interaction.source_id)

    # ---- later answers, by token ----
    def _by_token(self, token: str) -> Interaction:
        interaction = self.world.interactions.get(token)
        if interaction is None or self.talk.clock() - interaction.created > TOKEN_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.answer is None:
            raise unknown("Webhook", 10015)
        return interaction

    def _mark(self, interaction: Interaction, message: Message) -> None:
        pending = self._pending.get(interaction.token)
        if pending is not None:
            if message not in pending.messages:
                pending.messages.append(message)
            pending.said.set()

    def follow_up(self, token: str, body: Json, files: Files) -> Message:
        """A further message; the first one after "thinking…" fills the placeholder instead."""
        interaction = self._by_token(token)
        channel = self.world.channel(interaction.channel_id)
        original = self.world.messages[channel.id].get(interaction.original_id or "")
        if interaction.answer == THINK and original is not None and original.flags & LOADING:
            message = self.talk.edit(original, body, files)
        else:
            message = self._say(interaction, channel, body, files)
        self._mark(interaction, message)
        return message

    def find(self, token: str, message_id: str) -> Message:
        """A message that this interaction's token may touch; ``@original`` is the first answer."""
        interaction = self._by_token(token)
        wanted = (interaction.original_id or "") if message_id == "@original" else message_id
        message = self.world.message(interaction.channel_id, wanted)
        if message.data.get("webhook_id") != self.world.bot_id and wanted != interaction.original_id:
            raise unknown("Message", 10008)
        if message.only_for not in (None, interaction.user_id):
            raise unknown("Message", 10008)
        return message

    def edit(self, token: str, message_id: str, body: Json, files: Files) -> Message:
        message = self.talk.edit(self.find(token, message_id), body, files)
        self._mark(self._by_token(token), message)
        return message

    def delete(self, token: str, message_id: str) -> None:
        message = self.find(token, message_id)
        interaction = self._by_token(token)
        self.talk.delete(message)
        pending = self._pending.get(interaction.token)
        if pending is not None:
            pending.said.set()


def _response(interaction: Interaction, kind: int, message: Message | None) -> Json:
    about: dict[str, Any] = {"id": interaction.id, "type": interaction.kind}
    about["response_message_id"] = message.id if message else None
    about["response_message_loading"] = kind == THINK
    about["response_message_ephemeral"] = bool(message and message.only_for)
    out: Json = {"interaction": about}
    if message is not None:
        out["resource"] = {"type": kind, "message": message.data}
    return out
