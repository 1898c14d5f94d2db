"""Drawing for messages: off the event loop, each picture once however many ask for it, and never a match stopped by it.

Which game draws what: :mod:`render.studios`.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from bot import games
from bot.errors import Sorry
from bot.hosting import metrics
from bot.panels.post import ALT, Picture
from engine.core.events import Event
from engine.core.looks import Region
from engine.core.text import listed, say
from engine.core.views import View
from engine.retrospect import Retrospect
from engine.walk import Moment
from render import looked, poster_words
from render import poster as posters
from render import replay as replays
from render.cache import use as keep_layers_in
from render.looked import About
from render.pool import Busy, Drawing
from render.saying import sentence, within
from render.studios import studio_of

log = logging.getLogger(__name__)


class Drawn(msgspec.Struct, frozen=True):
    """A file for a message. ``alt``: the picture in words, for those who cannot see it."""

    name: str
    data: bytes
    alt: str


class Painter:
    """Draws what posts ask for; None where a game has no such picture or the drawing fails, which is logged."""

    def __init__(self, drawing: Drawing | None = None, cache: Path | None = None) -> None:
        """``cache``: the folder in which terrain is kept that was drawn once."""
        self._drawing = drawing or Drawing()
        self._telling = ThreadPoolExecutor(1, thread_name_prefix="telling")
        if cache is not None:
            keep_layers_in(cache)

    async def board(
        self, picture: Picture, view: View, events: Sequence[Event] = (), about: About | None = None,
        unseen: Sequence[str] = (),
    ) -> Drawn | None:  # fmt: skip
        """``events`` are drawn and told beside the picture; ``unseen`` lines are told only."""
        board = view.board
        if studio_of(board) is None:
            return None
        reach = reach_of(view, picture.verb, picture.subject) if picture.verb == "move" else None
        drawing = self._drawing.board(board, events=events, reach=reach, focus=picture.near, about=about)
        return await self._drawn("board", drawing, lambda: board_alt(view, [*unseen, *events], about))

    def can_draw(self, view: View) -> bool:
        """Whether there are pictures of the view's board."""
        return replays.can_show(view.board)

    def frame(self, moment: Moment) -> replays.Frame | None:
        """A moment as a replay shows it, with what happened in words."""
        view = moment.view
        names = [games.seat_name(view, seat) for seat in range(len(getattr(view.board, "seats", ())))]
        told = [str(games.told_to(event, view.seat, names)) for event in moment.events if event.text]
        return replays.frame(moment.view.board, moment.events, [line[:1].upper() + line[1:] for line in told])

    async def replay(self, frames: Sequence[replays.Frame], words: str) -> Drawn | None:
        """Frames as an animated picture; ``words``: what happens in it. Raises Sorry if too many are waiting to be drawn."""
        if not frames:
            return None
        try:
            return await self._drawn("replay", self._drawing.replay(frames), words)
        except Busy:
            raise Sorry(say("Several replays are being drawn just now. Please try again in a minute.")) from None

    def has_poster(self, view: View) -> bool:
        """Whether matches with such boards have posters."""
        return posters.can_show(view.board)

    async def poster(self, match: Retrospect) -> Drawn | None:
        """A finished match on one picture."""
        return await self._drawn("poster", self._drawing.poster(match), poster_words.alt_text(match))

    async def hand(self, view: View, of: int | None = None) -> Drawn | None:
        """The viewer's hand, or that of the seat ``of``, as far as the viewer may look."""
        seat = view.seat if of is None else of
        if studio_of(view.board) is None or seat is None:
            return None
        whose = say("Your hand") if seat == view.seat else say("The hand of {seat}", seat=games.seat_name(view, seat))
        names = ", ".join(str(card.name) for card in games.hand_of(view, seat)) or say("no cards")
        name = "hand" if seat == view.seat else f"hand-{seat + 1}"
        return await self._drawn(name, self._drawing.hand(view.board, seat), f"{whose}: {names}")

    async def army(self, army: Any, words: str) -> Drawn | None:
        """What :meth:`engine.registry.Game.army_view` gave; ``words``: the same in words."""
        return await self._drawn("army", self._drawing.army(army), words) if studio_of(army) is not None else None

    async def card(self, card: Any) -> Drawn | None:
        if studio_of(card) is None:
            return None
        return await self._drawn(f"card-{getattr(card, 'face', '') or card.id}", self._drawing.card(card), card.name)

    async def _drawn(self, name: str, drawing: Awaitable[bytes], alt: str | Callable[[], str]) -> Drawn | None:
        """``alt`` that takes a while to be said is a function: it is called in a thread, in the language spoken here."""
        try:
            with metrics.timed(metrics.PICTURES.labels(name.partition("-")[0])):
                data = await drawing
            said = alt if isinstance(alt, str) else await self._told(alt)
        except Busy:
            raise
        except Exception:
            log.exception("a picture (%s) could not be drawn", name)
            return None
        kind = "webp" if data[8:12] == b"WEBP" else "png"
        return Drawn(f"{name}.{kind}", data, within(said, ALT))

    async def _told(self, alt: Callable[[], str]) -> str:
        """One after the other: threads that all want Python's lock keep the loop from acknowledging presses."""
        return await asyncio.get_running_loop().run_in_executor(self._telling, contextvars.copy_context().run, alt)

    def close(self) -> None:
        self._telling.shutdown(wait=False, cancel_futures=True)
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


def board_alt(view: View, changes: Sequence[Event | str] = (), about: About | None = None) -> str:
    """The board in a few words, with what changed, to stand beside its picture; of one ``about`` reach or sight what it
    shows."""
    if about is not None:
        return " ".join(map(sentence, looked.told(about)))
    studio = studio_of(view.board)
    return studio.alt(view.board, changes, _asked(view)) if studio is not None else board_words(view)


def board_words(view: View, changes: Sequence[str] = ()) -> str:
    """The whole board in words: for those who cannot see pictures, and where files are not allowed. ``changes``: what has
    happened since the viewer's last turn."""
    studio = studio_of(view.board)
    if studio is not None:
        return studio.words(view.board, changes, _asked(view))
    return games.headline(view) or say("The board.")


def place_words(view: View, at: Region) -> str:
    """What lies round a figure or a space, or in a part of the battlefield, in words."""
    studio = studio_of(view.board)
    if studio is None:
        return str(at.name)
    if not at.at:
        return studio.part(view.board, at.name, at.spaces)
    try:
        return studio.around(view.board, at.subject or at.at[0])
    except ValueError:  # who stands there now did not stand anywhere at the moment that is looked back to
        return studio.around(view.board, at.at[0])


def _asked(view: View) -> str:
    """What the viewer is asked, or who is waited for; how it ended, after the end."""
    if view.outcome is not None:
        return str(view.outcome.reason)
    if view.seat in view.asked and view.question:
        return str(view.question)
    waited = listed([games.seat_name(view, seat) for seat in view.asked])
    return say("Waiting for {players}.", players=waited) if view.asked else ""
