"""A span of a match as an animated picture: the board after each step that changed it, with the words of what happened.

Frames are made from one viewer's views and nothing else, as every picture is. They wait packed, are drawn one by one as
the encoder asks for them, and are merged, then drawn smaller, until the whole fits into a file that can be posted. How a
frame of a game looks is that game's stage.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from PIL import Image

from engine.core.events import Event
from render.replay_arena import ArenaStage
from render.summoner_wars.replay import WarStage

LIMIT = 8_000_000  # bytes: well below the least that Discord takes from a bot
WIDTH = 720  # pixels; a phone shows it at half of that
LEAST = 360  # narrower than this nothing can be read
FRAMES = 320  # more of them are merged
LONGEST = 150.0  # seconds that a replay runs, the last picture left out
READ = 4  # lines of words that are read before the next frame
QUALITY, METHOD = 72, 2  # lossy: a frame costs a seventh of what it costs without loss, and half the time of method 4


class Layout(Protocol):
    """Draws the frames of one replay, all of one size."""

    def picture(self, packed: bytes, words: Sequence[str]) -> Image.Image: ...


class Stage(Protocol):
    """How a game's frames are kept and drawn."""

    def pack(self, view: Any, events: Sequence[Event]) -> bytes:
        """The view, and what its viewer may know of the events."""
        ...

    def joined(self, packed: Sequence[bytes]) -> bytes:
        """Some frames as one: the last view, and what happened on the way to it."""
        ...

    def setting(self, packed: bytes) -> bytes:
        """What a frame needs beside itself in another process."""
        ...

    def set(self, setting: bytes) -> AbstractContextManager[object]:
        """There, as long as the context lasts."""
        ...

    def layout(self, frames: Sequence[tuple[bytes, Sequence[str]]], width: int) -> Layout: ...


STAGES: dict[str, Stage] = {"ArenaView": ArenaStage(), "WarView": WarStage()}  # by the name of the view they show


class Frame(NamedTuple):
    """A step: ``packed`` is what the viewer saw after it and the events that are drawn; ``words``: what happened, in lines.

    Made by :func:`frame`."""

    stage: str
    packed: bytes
    words: tuple[str, ...]


def frame(view: Any, events: Sequence[Event] = (), words: Sequence[str] = ()) -> Frame | None:
    """A step as ``view`` shows it. Only what its viewer may know of the events goes in. None for a game without a stage."""
    name = type(view).__name__
    return Frame(name, STAGES[name].pack(view, events), tuple(words)) if name in STAGES else None


def animate(frames: Sequence[Frame], *, limit: int = LIMIT, width: int = WIDTH) -> bytes:
    """The frames as an animated WebP that runs round, of at most ``limit`` bytes; all of one match, at least one.

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
    stage = some[0].stage
    packed = STAGES[stage].joined([each.packed for each in some])
    return Frame(stage, packed, tuple(line for each in some for line in each.words))


def durations(frames: Sequence[Frame]) -> list[int]:
    """How long each frame stands, in milliseconds: as long as its words take to be read, less in a long replay."""
    times = [min(4000, 700 + 24 * sum(map(len, each.words[-READ:]))) for each in frames]
    total = sum(times[:-1]) / 1000
    if total > LONGEST:
        times = [max(320, round(each * LONGEST / total)) for each in times]
    return [*times[:-1], 4000]


class _Film(Image.Image):
    """Frames that are drawn when they are looked at; never more than one is kept."""

    def __init__(self, frames: Sequence[Frame], layout: Layout) -> None:
        super().__init__()
        self.n_frames = len(frames)
        self._frames, self._layout, self._at = frames, layout, -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame != self._at:
            drawn = self._layout.picture(self._frames[frame].packed, self._frames[frame].words)
            self._at, self.im, self._size, self._mode = frame, drawn.im, drawn.size, drawn.mode

    def tell(self) -> int:
        return self._at


def _encoded(frames: Sequence[Frame], times: Sequence[int], width: int) -> bytes:
    layout = STAGES[frames[0].stage].layout([(each.packed, each.words) for each in frames], width)
    out = io.BytesIO()
    options: dict[str, Any] = {"quality": QUALITY, "method": METHOD}
    if len(frames) == 1:
        layout.picture(frames[0].packed, frames[0].words).save(out, "WEBP", **options)
    else:  # without key frames: each is what differs from the one before
        film = _Film(frames, layout)
        film.save(out, "WEBP", save_all=True, duration=list(times), loop=0, kmin=0, kmax=0, **options)
    return out.getvalue()


def can_show(view: Any) -> bool:
    """Whether the view's game has a stage."""
    return type(view).__name__ in STAGES
