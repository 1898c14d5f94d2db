"""What is written in a picture, and where: read while it is drawn."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from PIL import Image

from render import terrain, text


class Words(NamedTuple):
    """``on``: the picture they were written on; ``cut``: not all of them found room."""

    words: str
    box: tuple[int, int, int, int]
    on: Any
    height: int
    cut: bool

    def overlaps(self, other: Words) -> bool:
        (left, top, right, bottom), (left2, top2, right2, bottom2) = self.box, other.box
        return self.on is other.on and left < right2 and left2 < right and top < bottom2 and top2 < bottom

    @property
    def size(self) -> tuple[int, int]:
        return self.on.size[0], self.on.size[1]

    @property
    def inside(self) -> bool:
        left, top, right, bottom = self.box
        return left >= 0 and top >= 0 and right <= self.size[0] and bottom <= self.size[1]


@contextmanager
def reading() -> Iterator[list[Words]]:
    """The words of all pictures that are drawn within it, sprites and layers included."""
    found: list[Words] = []
    write = text.write

    def noted(draw: Any, at: Any, words: str, size: int, fill: Any, **how: Any) -> float:
        shown = words if how.get("room") is None else text.fitted(words, how["room"], size, how.get("bold", False))
        if shown.strip():
            mask, left, top = text._mask(shown, size, how.get("bold", False), how.get("anchor", "lm"))
            x, y = round(at[0]) + left, round(at[1]) + top
            bounds = mask.getbbox() or (0, 0, 0, 0)
            box = (x + bounds[0], y + bounds[1], x + bounds[2], y + bounds[3])
            found.append(Words(shown, box, draw.im, size, shown != words))
        return write(draw, at, words, size, fill, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "write", noted)
        yield found


def on_the_page(draw: Callable[[], bytes]) -> list[Words]:
    """The words on parts as wide as the finished picture or at least half of it: not on tokens and signs, nor on the tiles
    of which the ground is put together."""
    ground = terrain.draw

    def unread(*asked: Any) -> Image.Image:
        tile = ground(*asked)
        found[:] = [each for each in found if each.on is not tile.im]
        return tile

    with reading() as found, pytest.MonkeyPatch.context() as patch:
        patch.setattr(terrain, "draw", unread)
        picture = Image.open(io.BytesIO(draw()))
    return [each for each in found if picture.width * 0.45 < each.size[0] <= picture.width]
