"""Posters of finished matches: looked back at once, kept for whoever asks next."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from bot.errors import Sorry
from bot.panels.post import Picture
from bot.pictures import Drawn, Painter
from engine import retrospect
from engine.core.text import words
from engine.retrospect import Retrospect
from engine.walk import Strayed

if TYPE_CHECKING:
    from bot.service import Service

KEPT = 8  # matches whose retrospects are kept


class Posters:
    def __init__(self, service: Service) -> None:
        self.service = service
        self._kept: OrderedDict[tuple[int, int], Retrospect] = OrderedDict()  # by match and answers

    async def drawn(self, match: int, painter: Painter) -> Drawn | None:
        """The poster of a finished match; where there can be none, the board at its end. Raises Sorry before that."""
        record = await self.service.record(match)
        if record.stage != "over":
            raise Sorry(words("There is a poster when the match is over."))
        view = await self.service.view(record, None)
        found = await self.look_back(match) if painter.has_poster(view) else None
        drawn = await painter.poster(found) if found is not None else None
        return drawn or await painter.board(Picture("board", match), view)

    async def look_back(self, match: int) -> Retrospect | None:
        """What a poster shows. None for a game that has none, and where today's rules do not lead there any more."""
        record = await self.service.record(match)
        answered = await self.service.keeper.answered(match)
        result = await self.service.keeper.people.result(match)
        seconds = result.ended - result.began if result is not None else None

        key = match, len(answered)

        def work() -> Retrospect | None:
            if key not in self._kept:
                walk = self.service.history.walk_of(record, answered)
                try:
                    found = retrospect.look_back(walk, self.service.game(record), seconds=seconds)
                except Strayed:
                    found = None
                if found is None:
                    return None
                self._kept[key] = found
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

        return await self.service.history.aside(work)
