"""A span of a match as an animated picture: the board after each step that changed it, with the words of what happened.

Frames are made from one viewer's views and nothing else, as every picture is. They wait packed, are drawn one by one as
the encoder asks for them, and are merged, then drawn smaller, until the whole fits into a file that can be posted.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from PIL import Image

from engine.arena.battlefield import load
from engine.arena.view import ArenaView, SeatView
from engine.core.events import Event
from engine.core.text import say
from render import symbols, text, theme, tokens
from render.board import whole_grid
from render.geometry import Box
from render.happened import Happened, gather
from render.panels import Page
from render.scene import Scene

LIMIT = 8_000_000  # bytes: well below the least that Discord takes from a bot
WIDTH = 720  # pixels; a phone shows it at half of that
LEAST = 360  # narrower than this nothing can be read
FRAMES = 320  # more of them are merged
LONGEST = 150.0  # seconds that a replay runs, the last picture left out
QUALITY, METHOD = 72, 2  # lossy: a frame costs a seventh of what it costs without loss, and half the time of method 4
_LINES = 3  # of words under the board
_HAND = 2  # and for each open hand
_UNIT = 640  # steps of the layout across, as in compact pictures
_DRAWN = {ord("🛡"): "▣"}  # what the font lacks
_PACKED = msgspec.msgpack.Decoder(tuple[ArenaView, tuple[Event, ...]])


class Frame(NamedTuple):
    """A step: ``packed`` is what the viewer saw after it and the events that are drawn; ``words``: what happened, in lines.

    Made by :func:`frame`."""

    packed: bytes
    words: tuple[str, ...]


def frame(view: ArenaView, events: Sequence[Event] = (), words: Sequence[str] = ()) -> Frame:
    """A step as ``view`` shows it. Only what its viewer may know of the events goes in."""
    known = tuple(event for event in events if event.known_to(view.viewer))
    return Frame(msgspec.msgpack.encode((view, known)), tuple(words))


def animate(frames: Sequence[Frame], *, limit: int = LIMIT, width: int = WIDTH) -> bytes:
    """The frames as an animated WebP that runs round, of at most ``limit`` bytes; all of one battlefield, at least one.

    Raises ValueError if it cannot be made small enough. Uses some ten megabytes, however many frames there are.
    """
    if not frames:
        raise ValueError("a replay needs a frame")
    kept = merged(frames, FRAMES)
    times = durations(kept)
    while True:
        data = _encoded(kept, times, width)
        if len(data) <= limit:
            return data
        if width > LEAST:
            width = max(LEAST, min(width - 40, int(width * math.sqrt(limit / len(data)) * 0.95)))
        elif len(kept) > 2:
            kept = merged(kept, len(kept) // 2)
            times = durations(kept)
        else:
            raise ValueError(f"{len(data)} bytes, where {limit} are allowed")


def merged(frames: Sequence[Frame], most: int) -> list[Frame]:
    """At most ``most`` frames: neighbours become one, which shows the later view and what happened on the way to it. The
    last one stays as it is."""
    if len(frames) <= most:
        return list(frames)
    size = math.ceil((len(frames) - 1) / max(1, most - 1))
    body = frames[:-1]
    return [*(_joined(body[n : n + size]) for n in range(0, len(body), size)), frames[-1]]


def _joined(some: Sequence[Frame]) -> Frame:
    if len(some) == 1:
        return some[0]
    unpacked = [_PACKED.decode(each.packed) for each in some]
    events = tuple(event for _, known in unpacked for event in known)
    return Frame(msgspec.msgpack.encode((unpacked[-1][0], events)), tuple(line for each in some for line in each.words))


def durations(frames: Sequence[Frame]) -> list[int]:
    """How long each frame stands, in milliseconds: as long as its words take to be read, less in a long replay."""
    times = [min(4000, 700 + 24 * sum(map(len, each.words[-_LINES - 1 :]))) for each in frames]
    total = sum(times[:-1]) / 1000
    if total > LONGEST:
        times = [max(320, round(each * LONGEST / total)) for each in times]
    return [*times[:-1], 4000]


# ---- drawing ----------------------------------------------------------------------------------------------------------
class _Layout:
    """What all frames share, so that they have one size: the grid, and what parts there are."""

    def __init__(self, frames: Sequence[Frame], width: int) -> None:
        self.width, self.unit = width, width / _UNIT
        self.dice = self.words = False
        self.hands: dict[int, int] = {}  # seat -> lines for its hand
        field = ""
        for each in frames:
            view, events = _PACKED.decode(each.packed)
            field = field or view.battlefield
            self.dice = self.dice or any(event.kind in ("attack", "leaving", "d20") for event in events)
            self.words = self.words or bool(each.words)
            for seat in view.seats:
                if held(view, seat):
                    lines = min(_HAND, len(self._hand_lines(view, seat)))
                    self.hands[seat.seat] = max(self.hands.get(seat.seat, 0), lines)
            self.seats = len(view.seats)
        self.grid = whole_grid(load(field), width)

    def px(self, steps: float) -> int:
        return round(steps * self.unit)

    def _hand_lines(self, view: ArenaView, seat: SeatView) -> list[str]:
        return list(text.wrapped(held(view, seat), self.width - self.px(70), self.px(14)))

    def picture(self, packed: bytes, words: Sequence[str]) -> Image.Image:
        view, events = _PACKED.decode(packed)
        done = gather(view, events)
        board = Scene(view, self.grid, Box(0, 0, *self.grid.size), done).draw({})
        px, gap = self.px, self.px(6)
        rows = math.ceil(self.seats / 2)
        heights = [px(66), px(34), board.height, px(44) if self.dice else 0, px(20 * _LINES + 12) if self.words else 0]
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
        else:
            page.panel(box)

    def _words(self, page: Page, box: Box, words: Sequence[str]) -> None:
        """The last lines that fit; a mark before them if there were more."""
        px = self.px
        page.panel(box)
        room = box.right - box.left - px(28)
        lines = [line for each in words for line in text.wrapped(each.translate(_DRAWN), room, px(15))]
        if len(lines) > _LINES:
            lines = lines[-_LINES:]
            lines[0] = "… " + lines[0]
        for n, line in enumerate(lines):
            y = box.top + px(16 + 20 * n)
            page.say(box.left + px(14), y, line, 15, theme.INK, room=box.right - box.left - px(24))

    def _hand(self, page: Page, box: Box, seat: SeatView) -> None:
        """The cards that the viewer may see, by name."""
        px = self.px
        page.panel(box)
        middle = (box.top + box.bottom) / 2
        page.paste(tokens.letter(page.styles[seat.seat], px(20)), box.left + px(8), middle)
        page.paste(symbols.icon("hand", px(16), theme.DIM), box.left + px(32), middle)
        lines = self._hand_lines(page.view, seat)
        if len(lines) > _HAND:
            lines = [*lines[: _HAND - 1], " ".join(lines[_HAND - 1 :])]
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


class _Film(Image.Image):
    """Frames that are drawn when they are looked at; never more than one is kept."""

    def __init__(self, frames: Sequence[Frame], layout: _Layout) -> None:
        super().__init__()
        self.n_frames = len(frames)
        self._frames, self._layout, self._at = frames, layout, -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame != self._at:
            drawn = self._layout.picture(*self._frames[frame])
            self._at, self.im, self._size, self._mode = frame, drawn.im, drawn.size, drawn.mode

    def tell(self) -> int:
        return self._at


def _encoded(frames: Sequence[Frame], times: Sequence[int], width: int) -> bytes:
    layout = _Layout(frames, width)
    out = io.BytesIO()
    options: dict[str, Any] = {"quality": QUALITY, "method": METHOD}
    if len(frames) == 1:
        layout.picture(*frames[0]).save(out, "WEBP", **options)
    else:  # without key frames: each is what differs from the one before
        film = _Film(frames, layout)
        film.save(out, "WEBP", save_all=True, duration=list(times), loop=0, kmin=0, kmax=0, **options)
    return out.getvalue()
