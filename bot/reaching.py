"""A match whose channel has vanished, or is closed to the bot: it goes on by direct message, and its hosts are told once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot import consent, languages
from bot.errors import Sorry
from bot.panels import table as panels
from bot.records import Errand, MatchRecord, Whisper
from engine.core.text import words

if TYPE_CHECKING:
    from bot.service import Service

NOTHING_NEW = words("That is known already.")


class Reaching:
    def __init__(self, service: Service) -> None:
        self.service = service

    async def lost(self, match: int, owner: int) -> None:
        """There is nowhere to post. The match's host, and the server's ``owner`` (0: not known), hear of it once."""
        record = await self.service.record(match)
        hosts = [user for user in dict.fromkeys((record.host, owner)) if user and user != self.service.builtin_user]
        spoken = {user: (await self.service.keeper.player(user)).language for user in hosts}

        def change(record: MatchRecord) -> list[Errand]:
            if record.unreachable:
                raise Sorry(NOTHING_NEW)
            record.unreachable = True
            text = words("The channel of match {n} is gone or closed to me: posts go by direct message.", n=record.id)
            consent.note(record, "unreachable", 0, self.service.clock(), text)
            errands: list[Errand] = []
            for user in hosts:
                with languages.speaking(spoken[user] or record.language):
                    errands.append(Whisper(user, panels.unreachable(self.service.facts(record))))
            return errands

        await self._quietly(match, change)

    async def found(self, match: int, place: int) -> None:
        """The match can be written in again, there."""

        def change(record: MatchRecord) -> list[Errand]:
            if not record.unreachable:
                raise Sorry(NOTHING_NEW)
            record.unreachable = False
            text = words("Match {n} goes on in <#{channel}>.", n=record.id, channel=str(place))
            consent.note(record, "reachable", 0, self.service.clock(), text)
            return []

        await self._quietly(match, change)

    async def thread_gone(self, match: int, thread: int) -> None:
        """The match's thread was deleted; it goes on in the channel."""

        def change(record: MatchRecord) -> list[Errand]:
            if record.thread != thread:
                raise Sorry(NOTHING_NEW)
            record.thread = 0
            text = words("The thread of match {n} is gone: it goes on in <#{channel}>.", n=record.id,
                         channel=str(record.channel))  # fmt: skip
            consent.note(record, "thread gone", 0, self.service.clock(), text)
            return []

        await self._quietly(match, change)

    async def _quietly(self, match: int, change: Callable[[MatchRecord], list[Errand]]) -> None:
        with contextlib.suppress(Sorry):
            await self.service.change(match, change)
