"""Where there is room on a tinted space for its coordinate and for a number: clear of pieces, lines and one another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from engine.arena.hexes import Hex, name, parse
from render import marks, text, theme, tokens
from render.geometry import Point

if TYPE_CHECKING:
    from render.scene import Scene

Rect = tuple[float, float, float, float]  # left, top, right, bottom
Chip = tuple[int, float]  # how high and how wide for its height

ASIDE = (0, 0.09, -0.09, 0.18, -0.18, 0.27, -0.27, 0.36, -0.36)  # in hex widths: where else something may stand
DOWN = (0, 0.07, -0.07, 0.14, 0.21)
SMALLER = (1, 0.86, 0.74)  # what a chip may shrink to


class Place(NamedTuple):
    """On a space: the middle of its coordinate (None: there is no room for it), that of its chip, and how high this is."""

    label: Point | None
    chip: Point | None = None
    tall: int = 0


class Room:
    """What of a scene is taken, and what is still free."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.grid = scene, scene.grid
        self.taken: list[Rect] = [*self._tokens(), *self._stones(), *scene.lettered()]
        self._names = {space: self._words(space, scene.usual(space)) for space in scene.grid.field.spaces}

    def lines(self, lines: Iterable[tuple[Point, Point]], thick: float) -> None:
        """Lines that are going to be drawn there."""
        for (x0, y0), (x1, y1) in lines:
            steps = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / (2 * thick)))
            for n in range(steps + 1):
                x, y = x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps
                self.taken.append((x - thick, y - thick, x + thick, y + thick))

    def places(self, spaces: Iterable[Hex], chips: Mapping[Hex, Chip]) -> dict[Hex, Place]:
        """For each of the spaces; ``chips``: those that get one."""
        return {space: self._place(space, chips.get(space)) for space in dict.fromkeys(spaces)}

    def _place(self, space: Hex, chip: Chip | None) -> Place:
        width = self.grid.width
        x, y = self.scene.usual(space)
        near = [rect for rect in self.taken if _close(rect, x, y, width)]
        written = space not in self.scene.occupied
        labels = list(self._labels(space, near)) if written else []
        if chip is None:
            return Place(labels[0] if labels else None)
        tall, ratio = chip
        mx, my = self._below(space, tall)
        best: tuple[float, Place] | None = None
        near += [rect for other, rect in self._names.items() if other != space and _close(rect, x, y, width)]
        for label in (*labels[:3], None):
            around = [*near, self._words(space, label)] if label else near
            for size, down, aside in product(SMALLER, DOWN if label else (0, -0.1, *DOWN), ASIDE):
                at = mx + aside * width, my + down * width
                rect = _round(at, size * tall * ratio, size * tall)
                if (aside or down) and not self._shows(space, rect, 0.1):
                    continue
                lost = sum(_shared(rect, each) for each in around)
                place = Place(label, at, round(size * tall))
                if not lost:
                    return place
                if best is None or lost < best[0]:
                    best = lost, place
        assert best is not None
        return best[1]

    def _labels(self, space: Hex, near: Sequence[Rect]) -> Iterable[Point]:
        """Where its coordinate may stand, the best place first."""
        x, y = self.scene.usual(space)
        width = self.grid.width
        for down, aside in product((0, 0.1, 0.2, 0.3), ASIDE):
            at = x + aside * width, y + down * width
            rect = self._words(space, at)
            if (aside or down) and not self._shows(space, rect, 0.03):
                continue
            if not any(_shared(rect, each) for each in near):
                yield at

    def _below(self, space: Hex, tall: float) -> Point:
        """Where a chip goes on a free space: under its coordinate, and above what hexes in front hide."""
        x, y = self.scene.place(space)
        width = self.grid.width
        middle = self.grid.centre(space)[1] - self.scene.box.top
        if y < middle - 0.5 * width:  # on a cryptolith
            return x, y
        lowest = middle + self.grid.radius - self.grid.hidden_depth(space) - 0.55 * tall
        return x, max(middle - 0.06 * width, min(middle + 0.12 * width, lowest))

    def _words(self, space: Hex, at: Point) -> Rect:
        size = self.grid.label
        return _round(at, text.width(name(space), size, bold=True), 0.8 * size)

    def _shows(self, space: Hex, rect: Rect, over: float) -> bool:
        """Whether nothing of the ground in front hides it, and it stays on the space (but for ``over`` hex widths)."""
        mask, (left, top) = marks.visible(self.grid, space)
        left, top = left - self.scene.box.left, top - self.scene.box.top
        inset = over * self.grid.width
        box = (round(rect[0] + inset - left), round(rect[1] + inset - top), round(rect[2] - inset - left),
               round(rect[3] - inset - top))  # fmt: skip
        least, _ = mask.crop(box).getextrema()
        return least > 200  # type: ignore[operator]

    # -- what is taken
    def _tokens(self) -> Iterable[Rect]:
        size = self.scene.size
        for figure in self.scene.figures:
            for at in (figure.at, figure.rear):
                if at:
                    x, y = self.scene.place(parse(at))
                    for left, top, right, bottom in tokens.WORDS:
                        yield x + left * size, y + top * size, x + right * size, y + bottom * size

    def _stones(self) -> Iterable[Rect]:
        width = self.grid.width
        for space, stone in self.scene.stones.items():
            if stone.standing:
                x, y = self.scene.surface(space)
                yield x - 0.2 * width, y - width, x + 0.22 * width, y + 0.14 * width


def hidden(picture: Image.Image, room: Room, space: Hex) -> None:
    """Take the layer's coordinate off the ground: it is to stand elsewhere, or not at all."""
    grid, box = room.grid, room.scene.box
    size = grid.label
    x, y = room.scene.usual(space)
    half, tall = round(text.width(name(space), size) / 2) + 1, round(0.5 * size)
    mask, (left, top) = marks.visible(grid, space)
    patch = Image.new("L", (2 * half, 2 * tall), 0)
    corner = round(x) - half, round(y) - tall
    patch.paste(mask, (left - box.left - corner[0], top - box.top - corner[1]))
    ground = theme.lit(theme.TOPS[grid.field.terrain(space)], grid.field.level(space))
    picture.paste(ground, corner, patch)


def _round(at: Point, wide: float, tall: float) -> Rect:
    return at[0] - wide / 2, at[1] - tall / 2, at[0] + wide / 2, at[1] + tall / 2


def _close(rect: Rect, x: float, y: float, width: float) -> bool:
    return abs(rect[0] + rect[2] - 2 * x) < 3 * width and abs(rect[1] + rect[3] - 2 * y) < 4 * width


def _shared(one: Rect, other: Rect) -> float:
    """The area that both cover."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    return wide * tall if wide > 0 and tall > 0 else 0
