"""An Arena match as a replay shows it: header, board, dice, words, the seats, and the hands that lie open."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from contextlib import AbstractContextManager

from PIL import Image

from engine.arena.battlefield import lay, load
from engine.arena.view import ArenaView, SeatView
from engine.core.text import say
from render import symbols, text, theme, tokens
from render.board import whole_grid
from render.geometry import Box
from render.happened import Happened, gather
from render.packing import Packing
from render.panels import Page
from render.scene import Scene

LINES = 3  # of words under the board
HAND = 2  # and for each open hand
UNIT = 640  # steps of the layout across, as in compact pictures
_DRAWN = {ord("🛡"): "▣"}  # what the font lacks
FRAMES = Packing(ArenaView)


class ArenaStage(Packing[ArenaView]):
    """Implements :class:`render.replay.Stage`."""

    def __init__(self) -> None:
        super().__init__(ArenaView)

    def setting(self, packed: bytes) -> bytes:
        """The battlefield: it may be a host's own, which another process has not read."""
        return pickle.dumps(load(FRAMES.unpacked(packed)[0].battlefield))

    def set(self, setting: bytes) -> AbstractContextManager[object]:
        return lay(pickle.loads(setting))

    def layout(self, frames: Sequence[tuple[bytes, Sequence[str]]], width: int) -> Layout:
        return Layout(frames, width)


class Layout:
    """What all frames share, so that they have one size: the grid, and what parts there are."""

    def __init__(self, frames: Sequence[tuple[bytes, Sequence[str]]], width: int) -> None:
        self.width, self.unit = width, width / UNIT * theme.magnified()
        self.dice = self.words = False
        self.hands: dict[int, int] = {}  # seat -> lines for its hand
        field = ""
        for packed, words in frames:
            view, events = FRAMES.unpacked(packed)
            field = field or view.battlefield
            self.dice = self.dice or any(event.kind in ("attack", "leaving", "d20") for event in events)
            self.words = self.words or bool(words)
            for seat in view.seats:
                if held(view, seat):
                    lines = min(HAND, len(self._hand_lines(view, seat)))
                    self.hands[seat.seat] = max(self.hands.get(seat.seat, 0), lines)
            self.seats = len(view.seats)
        self.grid = whole_grid(load(field), width)

    def px(self, steps: float) -> int:
        return round(steps * self.unit)

    def picture(self, packed: bytes, words: Sequence[str]) -> Image.Image:
        view, events = FRAMES.unpacked(packed)
        done = gather(view, events)
        board = Scene(view, self.grid, Box(0, 0, *self.grid.size), done).draw({})
        px, gap = self.px, self.px(6)
        rows = math.ceil(self.seats / 2)
        heights = [px(66), px(34), board.height, px(44) if self.dice else 0, px(20 * LINES + 12) if self.words else 0]
        heights += [px(84)] * rows + [px(18 * self.hands[seat] + 8) for seat in sorted(self.hands)]
        boxes, y = [], gap
        for height in heights:
            boxes.append(Box(gap, y, self.width - gap, y + height))
            y += height + gap if height else 0
        picture = Image.new("RGB", (self.width, y), theme.TABLE)
        page = Page(picture, view, self.unit)
        page.header(boxes[0], compact=True)
        page.goal(boxes[1], compact=True)
        picture.paste(board, ((self.width - board.width) // 2, boxes[2].top))
        if self.dice:
            self._dice(page, boxes[3], done)
        if self.words:
            self._words(page, boxes[4], words)
        for n, seat in enumerate(view.seats):
            row = boxes[5 + n // 2]
            half = (row.right - row.left - gap) // 2
            left = row.left + n % 2 * (half + gap)
            page.compact_seat(Box(left, row.top, left + half, row.bottom), seat)
        for seat_number, box in zip(sorted(self.hands), boxes[5 + rows :]):
            self._hand(page, box, view.seats[seat_number])
        return picture

    def _dice(self, page: Page, box: Box, done: Happened) -> None:
        if done.throws:
            page.throw(box, done.throws[-1])
        elif done.rolls:
            page.rolls(box, done.rolls[-1:])

    def _words(self, page: Page, box: Box, words: Sequence[str]) -> None:
        """The last lines that fit; a mark before them if there were more."""
        px = self.px
        page.panel(box)
        room = box.right - box.left - px(28)
        lines = [line for each in words for line in text.wrapped(each.translate(_DRAWN), room, px(15))]
        if len(lines) > LINES:
            lines = lines[-LINES:]
            lines[0] = "… " + lines[0]
        for n, line in enumerate(lines):
            y = box.top + px(16 + 20 * n)
            page.say(box.left + px(14), y, line, 15, theme.INK, room=box.right - box.left - px(24))

    def _hand_lines(self, view: ArenaView, seat: SeatView) -> list[str]:
        return list(text.wrapped(held(view, seat), self.width - self.px(70), self.px(14)))

    def _hand(self, page: Page, box: Box, seat: SeatView) -> None:
        """The cards that the viewer may see, by name."""
        px = self.px
        page.panel(box)
        middle = (box.top + box.bottom) / 2
        page.paste(tokens.letter(page.styles[seat.seat], px(20)), box.left + px(8), middle)
        page.paste(symbols.icon("hand", px(16), theme.DIM), box.left + px(32), middle)
        lines = self._hand_lines(page.view, seat)
        if len(lines) > HAND:
            lines = [*lines[: HAND - 1], " ".join(lines[HAND - 1 :])]
        for n, line in enumerate(lines):
            y = middle + px(18) * (n - (len(lines) - 1) / 2)
            page.say(box.left + px(54), y, line, 14, theme.INK, room=self.width - px(70))


def held(view: ArenaView, seat: SeatView) -> str:
    """The seat's cards that the viewer may look at, by name: those in hand, then those that lie face down."""
    hand = [str(card.name) for card in seat.hand or ()]
    down = [
        str(attached.spell.name)
        for card in view.cards
        for attached in card.attached
        if attached.face_down and attached.controller == seat.seat and attached.spell is not None
    ]
    names = " · ".join(hand)
    return names + (" · " if names and down else "") + (say("face down: {cards}", cards=", ".join(down)) if down else "")
