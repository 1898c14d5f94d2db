"""People: what a person can do in Discord, as verbs for tests and for the page.

Every verb acts as that person and gives back only what that person sees.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.basics import Json, listed
from bot.sandbox.changes import Change
from bot.sandbox.commands import data_for
from bot.sandbox.components import CannotDo, choose, fill, of_message, press
from bot.sandbox.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    DEFER_UPDATE,
    MODAL,
    MODAL_SUBMIT,
    THINK,
    Desk,
    Pending,
)
from bot.sandbox.permissions import Perm
from bot.sandbox.talk import Talk
from bot.sandbox.world import Channel, Guild, Interaction, Message, User

PATIENCE_SECONDS = 20.0


class NoAnswer(Exception):
    """What Discord shows as "The application did not respond"."""


@dataclass(frozen=True)
class Choice:
    """One suggestion of an autocomplete."""

    name: str
    value: str | int | float


@dataclass
class Reply:
    """What a person sees after doing something.

    ``kind`` is Discord's answer type; ``message`` the answer itself (new, or the one that was changed); ``messages``
    everything said through this interaction so far; ``modal`` a form that opened.
    """

    kind: int
    interaction: Interaction
    messages: list[Message] = field(default_factory=list)
    modal: Json | None = None

    @property
    def message(self) -> Message:
        """The first answer. Raises AssertionError if nothing was said."""
        assert self.messages, "nothing was said"
        return self.messages[0]

    @property
    def text(self) -> str:
        """All words of the first answer; empty if there is none."""
        return words(self.messages[0]) if self.messages else ""

    @property
    def private(self) -> bool:
        """Whether only this person sees the first answer."""
        return bool(self.messages) and self.messages[0].only_for is not None


def words(message: Message) -> str:
    """Content, embed texts and text displays of a message, one per line."""
    out = [message.data["content"]]
    for embed in message.data["embeds"]:
        fields = [part for f in listed(embed.get("fields")) for part in (f["name"], f["value"])]
        out += [embed.get("title"), embed.get("description"), *fields, (embed.get("footer") or {}).get("text")]
    out += [c.get("content") for c in of_message(message) if c["type"] == 10]
    return "\n".join(part for part in out if part)


class Person:
    """Somebody using Discord. Channels are given as `Channel`; messages as `Message` (they change in place)."""

    def __init__(self, desk: Desk, user: User) -> None:
        self._desk = desk
        self._talk: Talk = desk.talk
        self.user = user

    @property
    def id(self) -> str:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def dm(self) -> Channel:
        """This person's DM channel with the bot."""
        return self._talk.world.dm_with(self.id)

    def close_dms(self, closed: bool = True) -> None:
        """Refuse DMs (50007), or accept them again."""
        self.user.dms_closed = closed

    # ---- seeing ----
    def channels(self) -> list[Channel]:
        """Every channel, thread and DM this person can open."""
        return [c for c in self._talk.world.channels.values() if self._talk.world.may_see(self.id, c)]

    def visible(self, channel: Channel) -> list[Message]:
        """The messages this person may see in a channel, oldest first."""
        room = self._talk.world.messages.get(channel.id, {})
        return [m for m in room.values() if self._talk.world.may_read(self.id, m)]

    async def sees(
        self,
        wanted: str | Callable[[Message], bool],
        channel: Channel | None = None,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> Message:
        """The newest visible message that contains ``wanted`` (or fits it), now or as soon as there is one.

        Raises TimeoutError with what is visible instead.
        """

        def fits(message: Message) -> bool:
            if channel is not None and message.channel_id != channel.id:
                return False
            if not self._talk.world.may_read(self.id, message):
                return False
            return wanted in words(message) if isinstance(wanted, str) else wanted(message)

        places = [channel] if channel else self.channels()
        for message in sorted((m for c in places for m in self.visible(c)), key=lambda m: -int(m.id)):
            if fits(message):
                return message
        found: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

        def hear(change: Change) -> None:
            if change.kind in ("posted", "edited") and change.message and fits(change.message) and not found.done():
                found.set_result(change.message)

        stop = self._talk.changes.listen(hear)
        try:
            return await asyncio.wait_for(found, patience)
        except TimeoutError:
            seen = [words(m) for c in ([channel] if channel else self.channels()) for m in self.visible(c)]
            raise TimeoutError(f"{self.name} does not see {wanted!r}, only {seen}") from None
        finally:
            stop()

    # ---- doing ----
    def write(self, channel: Channel, text: str, *, files: Mapping[str, bytes] | None = None) -> Message:
        """Write a message; an unlocked archived thread wakes up."""
        bits = self._talk.world.permissions_in(self.id, channel)
        need = Perm.SEND_IN_THREADS if channel.thread else Perm.SEND
        if not self._talk.world.may_see(self.id, channel) or not bits & need:
            raise CannotDo("no permission to write here")
        if channel.thread:
            if channel.thread.locked and not bits & Perm.MANAGE_THREADS:
                raise CannotDo("this thread is locked")
            if channel.thread.archived:
                self._talk.set_thread(channel, archived=False)
            if self.id not in channel.thread.members:
                self._talk.set_member(channel, self.id, inside=True)
        uploads = {f"files[{i}]": pair for i, pair in enumerate((files or {}).items())}
        return self._talk.post(channel, self.user, {"content": text}, uploads)

    async def slash(self, channel: Channel, command: str, /, *, wait: bool = True, **options: Any) -> Reply:
        """Use a slash command, e.g. ``slash(channel, "match new", game="arena")``.

        ``wait=False`` returns at the first answer even if that is only "thinking…".
        """
        self._check_place(channel)
        data = data_for(self._talk, channel, self.id, command, options)
        return await self._do(COMMAND, channel, data, wait=wait, command=command)

    async def autocomplete(
        self, channel: Channel, command: str, option: str, typed: str, /, **others: Any
    ) -> list[Choice]:
        """The suggestions for one option after typing some of it."""
        self._check_place(channel)
        data = data_for(self._talk, channel, self.id, command, {**others, option: typed}, focused=option)
        _, pending = self._desk.send(AUTOCOMPLETE, self.user, channel, data)
        body = await self._first(pending)
        return [Choice(c["name"], c["value"]) for c in listed((body.get("data") or {}).get("choices"))]

    async def click(self, message: Message, which: str, *, wait: bool = True) -> Reply:
        """Press the button with this label or custom id."""
        channel = self._check_message(message)
        return await self._do(COMPONENT, channel, press(message, which), message, wait=wait)

    async def select(self, message: Message, which: str, values: Sequence[str], *, wait: bool = True) -> Reply:
        """Choose in the select with this placeholder or custom id; values or labels of its options, or ids."""
        channel = self._check_message(message)
        data = choose(self._talk.world, self._guild(channel), message, which, values)
        return await self._do(COMPONENT, channel, data, message, wait=wait)

    async def submit(self, form: Reply | Interaction, values: Mapping[str, Any], *, wait: bool = True) -> Reply:
        """Send the form that opened; ``values`` by label or custom id."""
        opened = form.interaction if isinstance(form, Reply) else form
        if opened.modal is None or opened.user_id != self.id:
            raise CannotDo("there is no form open")
        channel = self._talk.world.channel(opened.channel_id)
        source = self._talk.world.messages[channel.id].get(opened.source_id or "")
        data = fill(self._talk.world, self._guild(channel), opened.modal, values)
        return await self._do(MODAL_SUBMIT, channel, data, source, wait=wait)

    def dismiss(self, message: Message) -> None:
        """Put away a reply that only this person sees."""
        if message.only_for != self.id:
            raise CannotDo("only private replies can be dismissed")
        self._talk.delete(message)

    # ---- underneath ----
    def _guild(self, channel: Channel) -> Guild | None:
        return self._talk.world.guilds.get(channel.guild_id or "")

    def _check_place(self, channel: Channel) -> None:
        if not self._talk.world.may_see(self.id, channel):
            raise CannotDo("this channel cannot be seen")
        if channel.thread and channel.thread.archived:
            raise CannotDo("commands cannot be used in an archived thread")

    def _check_message(self, message: Message) -> Channel:
        room = self._talk.world.messages.get(message.channel_id, {})
        if room.get(message.id) is not message or not self._talk.world.may_read(self.id, message):
            raise CannotDo("this message cannot be seen")
        return self._talk.world.channel(message.channel_id)

    async def _do(
        self, kind: int, channel: Channel, data: Json, source: Message | None = None, *, wait: bool, command: str = ""
    ) -> Reply:
        interaction, pending = self._desk.send(kind, self.user, channel, data, source)
        interaction.command = command
        answer = int((await self._first(pending))["type"])
        if wait and answer in (THINK, DEFER_UPDATE):
            try:
                await asyncio.wait_for(pending.said.wait(), PATIENCE_SECONDS)
            except TimeoutError:
                if answer == THINK:
                    raise NoAnswer(f"still thinking after {PATIENCE_SECONDS:g} s") from None
        return Reply(answer, interaction, pending.messages, interaction.modal if answer == MODAL else None)

    async def _first(self, pending: Pending) -> Json:
        try:
            return await asyncio.wait_for(asyncio.shield(pending.answer), self._desk.answer_seconds)
        except TimeoutError:
            raise NoAnswer("The application did not respond") from None
