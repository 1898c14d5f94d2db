"""Drawing for messages: off the event loop, each picture once however many ask for it, and never a match stopped by it.

The one place that knows which renderer belongs to which game.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from typing import Any

import msgspec

from bot import games
from bot.panels.post import ALT, Picture, cut
from engine.arena.view import ArenaView, ArmyCardView, SpellView
from engine.core.events import Event
from engine.core.views import View
from render.described import alt_text
from render.pool import Drawing

log = logging.getLogger(__name__)


class Drawn(msgspec.Struct, frozen=True):
    """A file for a message. ``alt``: the picture in words, for those who cannot see it."""

    name: str
    data: bytes
    alt: str


class Painter:
    """Draws what posts ask for; None where a game has no such picture or the drawing fails, which is logged."""

    def __init__(self, drawing: Drawing | None = None) -> None:
        self._drawing = drawing or Drawing()

    async def board(self, picture: Picture, view: View, events: Sequence[Event] = ()) -> Drawn | None:
        board = view.board
        if not isinstance(board, ArenaView):
            return None
        reach = reach_of(view, picture.verb, picture.subject) if picture.verb == "move" else None
        drawing = self._drawing.board(board, events=events, reach=reach)
        return await self._drawn("board", drawing, board_words(view))

    async def hand(self, view: View) -> Drawn | None:
        board = view.board
        if not isinstance(board, ArenaView) or view.seat is None:
            return None
        names = ", ".join(str(card.name) for card in games.hand_of(view)) or "no cards"
        return await self._drawn("hand", self._drawing.hand(board.seats[view.seat], board), f"Your hand: {names}")

    async def card(self, card: Any) -> Drawn | None:
        if isinstance(card, SpellView):
            return await self._drawn("card", self._drawing.spell(card), card.name)
        if isinstance(card, ArmyCardView):
            return await self._drawn("card", self._drawing.army_card(card), card.name)
        return None

    async def _drawn(self, name: str, drawing: Awaitable[bytes], alt: str) -> Drawn | None:
        try:
            data = await drawing
        except Exception:
            log.exception("a picture (%s) could not be drawn", name)
            return None
        kind = "webp" if data[8:12] == b"WEBP" else "png"
        return Drawn(f"{name}.{kind}", data, cut(alt, ALT))

    def close(self) -> None:
        self._drawing.close()


def reach_of(view: View, verb: str, subject: str) -> dict[str, str]:
    """The spaces that the options of a subject name, with what going there means: "safe" or "risk"."""
    found: dict[str, str] = {}
    for option in view.options:
        if option.verb == verb and option.subject == subject:
            space = str(option.label).split(" ")[0]
            if found.get(space) != "safe":
                found[space] = "risk" if option.warning else "safe"
    return found


def board_words(view: View) -> str:
    """The board in words: for those who cannot see pictures, and where files are not allowed."""
    if isinstance(view.board, ArenaView):
        return alt_text(view.board)
    return games.headline(view) or "The board."
