"""A match of Summoner Wars as a replay shows it: the battlefield with its dice, and words under it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from PIL import Image, ImageDraw

from engine.summoner_wars.view import WarView
from render import text, theme
from render.packing import Packing
from render.summoner_wars import panels
from render.summoner_wars.board import Room, painted, throw_rows
from render.summoner_wars.happened import gather
from render.summoner_wars.mat import WIDTH

LINES = 3  # of words under the board
THROWS = 2  # of the last attacks in a step
FRAMES = Packing(WarView)


class WarStage(Packing[WarView]):
    """Implements :class:`render.replay.Stage`."""

    def __init__(self) -> None:
        super().__init__(WarView)

    def setting(self, packed: bytes) -> bytes:
        return b""

    def set(self, setting: bytes) -> AbstractContextManager[object]:
        return nullcontext()

    def layout(self, frames: Sequence[tuple[bytes, Sequence[str]]], width: int) -> Layout:
        return Layout(frames, width)


class Layout:
    """What all frames share, so that they have one size: a row of dice, lines for what lasts, lines for words."""

    def __init__(self, frames: Sequence[tuple[bytes, Sequence[str]]], width: int) -> None:
        self.width, self.unit = width, width / WIDTH
        shown = [FRAMES.unpacked(packed) for packed, _ in frames]
        lasting = max(len(panels.lasting(view, self.unit)) for view, _ in shown)
        throws = max(len(gather(view, events).throws) for view, events in shown)
        self.room = Room(throw_rows(min(THROWS, throws)), lasting)
        self.words = any(words for _, words in frames)

    def picture(self, packed: bytes, words: Sequence[str]) -> Image.Image:
        view, events = FRAMES.unpacked(packed)
        board = painted(view, events=events, width=self.width, room=self.room, throws=THROWS)
        if not self.words:
            return board
        size = max(10, round(24 * self.unit * theme.magnified()))
        picture = Image.new("RGB", (self.width, board.height + round(size * 1.4 * LINES) + size), theme.TABLE)
        picture.paste(board, (0, 0))
        brush, left = ImageDraw.Draw(picture), size
        lines = [line for each in words for line in text.wrapped(each, self.width - 2 * left, size)]
        if len(lines) > LINES:
            lines = lines[-LINES:]
            lines[0] = "… " + lines[0]
        for n, line in enumerate(lines):
            text.write(brush, (left, board.height + size * 1.4 * n), line, size, theme.INK, room=self.width - 2 * left)
        return picture
