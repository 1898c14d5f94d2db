"""What can be asked about a position: how far somebody gets, what somebody sees. The same answers for whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import Sorry
from bot.pictures import reach_of
from engine.core.looks import Reach, Region, Sight
from engine.core.refusal import Refused
from engine.core.text import words

if TYPE_CHECKING:
    from bot.service import Look, Service

OVER = words("The match is over: nobody moves any more.")


class Asking:
    def __init__(self, service: Service) -> None:
        self.service = service

    async def reach(self, look: Look, at: Region) -> Reach:
        """How far whoever stands there gets. Raises Sorry."""
        if not at.subject:
            raise Sorry(words("Nobody stands there. Say whose reach you want to see: a figure's name, or its space."))
        found = await self._about(look, at.subject, None)
        assert isinstance(found, Reach)
        return found

    async def sight(self, look: Look, at: Region, start: Region | None = None) -> Sight:
        """What whoever stands there sees, or would see from ``start``; of an empty space what somebody there would.
        Raises Sorry."""
        if not at.subject and not at.at:
            raise Sorry(words("Say from where: a figure's name, or a space."))
        if start is not None and len(start.at) != 1:
            raise Sorry(words("Say a space to look from: `F7`."))
        found = await self._about(look, at.subject or at.at[0], start.at[0] if start else "")
        assert isinstance(found, Sight)
        return found

    async def offered(self, look: Look, verb: str, subject: str) -> Reach | None:
        """How far a figure gets, if that is what its options are about: the same spaces. None otherwise."""
        if verb != "move" or look.view is None or look.seen.outcome is not None:
            return None
        spaces = set(reach_of(look.seen, verb, subject))
        try:
            reach = await self._about(look, subject, None)
        except Sorry:
            return None
        same = isinstance(reach, Reach) and reach.when == "now" and {each.at for each in reach.spaces} == spaces
        return reach if same and isinstance(reach, Reach) else None

    async def _about(self, look: Look, subject: str, start: str | None) -> Reach | Sight:
        """Reach where ``start`` is None."""
        if look.seen.outcome is not None:
            raise Sorry(OVER)
        record = await self.service.record(look.facts.id)

        def think() -> Reach | Sight:
            game = self.service.load(record)
            return game.reach(subject) if start is None else game.sight(subject, start)

        # From a free space everything is looked at: half a second on the largest battlefields, for which no move waits.
        work = self.service.think if subject.isdecimal() else self.service.history.aside
        try:
            return await work(think)
        except Refused as refused:
            raise Sorry(str(refused.refusal)) from None
