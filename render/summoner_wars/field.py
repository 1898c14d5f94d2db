"""The battlefield itself: its ground, the cards where they lie, and what happened between them."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping

from PIL import Image, ImageDraw

from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.view import PieceView, WarView
from render import marks, text, theme
from render.sprite import Sprite
from render.summoner_wars import looks, mat, pieces
from render.summoner_wars.happened import Actor, Happened, Throw
from render.summoner_wars.mat import Box, Mat
from render.theme import Colour

_BURST = 43.0
_HIT = (pieces.WIDE - 19, 64.0)  # where on a card it shows what it suffered


class Field:
    """Draws one battlefield, with its left upper corner at (0, 0)."""

    def __init__(self, view: WarView, lay: Mat, done: Happened) -> None:
        self.view, self.done = view, done
        self.mat = lay._replace(top=0)
        self.unit = lay.unit
        self.held = {board.parse(piece.at) for piece in view.pieces}

    def draw(self, reach: Mapping[Space, str]) -> Image.Image:
        """The finished field, RGB. ``reach``: space -> "safe" or "risk"."""
        self.picture = mat.ground(self.mat).copy()
        for space, danger in reach.items():
            self._reach(space, danger == "risk")
        self.under()
        for space, actor in self.done.fallen:
            if space not in self.held:
                self._ghost(space, actor)
        for start, end in self.done.walks:
            self._walk(start, end)
        for piece in self.view.pieces:
            self._card(piece)
        for space in self.done.arrived:
            if space in self.held:
                self._paste(rim(self.unit, theme.WENT), space, (0.5, 0.5))
        for throw in self.done.throws:
            self._strike(throw)
        for space, wounds in self.done.hurt:
            self._burst(space, wounds)
        for space, wounds in self.done.healed:
            if wounds:
                self._sign(space, healed(wounds, round(_BURST * self.unit)))
        self.over()
        self._frame()
        return self.picture

    def under(self) -> None:
        """Marks of somebody else's on the ground."""

    def over(self) -> None:
        """And over everything."""

    # -- places
    def _paste(self, sprite: Image.Image, space: Space, share: tuple[float, float]) -> None:
        """In the middle of a place in that space, told as shares of its width and height."""
        if self.mat.shows(space):
            box = self.mat.space(space)
            x, y = box.left + share[0] * (box.right - box.left), box.top + share[1] * (box.bottom - box.top)
            self.picture.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)

    def _card(self, piece: PieceView) -> None:
        space = board.parse(piece.at)
        if self.mat.shows(space):
            box, inset = self.mat.space(space), pieces.MARGIN * self.unit
            card = pieces.lying(pieces.look_of(piece), self.unit, theme.GROUND[sum(space) % 2])
            self.picture.paste(card, (round(box.left + inset), round(box.top + inset)))

    def _sign(self, space: Space, sprite: Image.Image) -> None:
        x, y = (pieces.MARGIN + n for n in _HIT)
        self._paste(sprite, space, (x / mat.CELL[0], y / mat.CELL[1]) if space in self.held else (0.78, 0.3))

    def _frame(self) -> None:
        """The names of rows and columns again, where something leads beyond the part that shows."""
        below, (wide, tall) = mat.ground(self.mat), self.mat.size
        left, foot = round(mat.GUTTER * self.unit) - 1, tall - round(mat.FOOT * self.unit) + 1
        for box in ((0, 0, left, tall), (0, foot, wide, tall)):
            self.picture.paste(below.crop(box), box[:2])

    # -- layers
    def _reach(self, space: Space, risk: bool) -> None:
        if not self.mat.shows(space):
            return
        colour = theme.RISK if risk else theme.SAFE
        if space in self.held:
            self._paste(rim(self.unit, colour), space, (0.5, 0.5))
            return
        self._paste(tile(self.unit, colour, "hatched" if risk else "full"), space, (0.5, 0.5))
        self._name(space, theme.mix(theme.GROUND[0], colour, 0.59))

    def _name(self, space: Space, ground: Colour) -> None:
        """The space's name again, on what has been laid over it."""
        ink = max((theme.EMBLEM, theme.DARK), key=lambda each: theme.contrast(each, ground))
        brush, at, size = ImageDraw.Draw(self.picture), self.mat.space(space).centre, round(25 * self.unit)
        text.write(brush, at, board.name(space).upper(), size, ink, bold=True, anchor="mm")

    def _ghost(self, space: Space, actor: Actor | None) -> None:
        """Who was destroyed there."""
        if actor is None or not self.mat.shows(space):
            self._paste(marks.destroyed(round(74 * self.unit), theme.NO), space, (0.5, 0.5))
            return
        box, unit, size = self.mat.space(space), self.unit, round(66 * self.unit)
        faded = looks.medallion(looks.style(actor.seat), actor.mark, actor.faction, actor.kind, size, True)
        self._paste(tile(unit, theme.DARK, "hollow"), space, (0.5, 0.5))
        self._paste(faded, space, (0.4, 0.42))
        self._paste(marks.destroyed(round(46 * unit), theme.NO), space, (0.6, 0.56))
        size = text.shrunk(actor.name, 136 * unit, round(21 * unit), round(12 * unit), True)
        at, ground = (box.centre[0], box.bottom - 22 * unit), theme.GROUND[sum(space) % 2]
        ink = theme.mix(ground, theme.INK, 0.75)
        text.write(ImageDraw.Draw(self.picture), at, actor.name, size, ink, bold=True, anchor="mm", room=round(140 * unit))

    def _walk(self, start: Space, end: Space) -> None:
        if not (self.mat.shows(start) or self.mat.shows(end)):
            return
        if start not in self.held:
            self._paste(tile(self.unit, theme.WENT, "hollow"), start, (0.5, 0.5))
        way = [self.mat.space(space).centre for space in self._way(start, end)]
        (x, y), (p, q) = way[-2], way[-1]
        if end in self.held:  # up to the card's edge, which would hide the rest
            far = (mat.CELL[0] if x != p else mat.CELL[1]) * self.unit / 2 - 2 * self.unit
            length = math.hypot(p - x, q - y)
            way[-1] = (p - (p - x) / length * far, q - (q - y) / length * far)
        marks.arrow(self.picture, way, theme.WENT, 7 * self.unit, start=24 * self.unit)

    def _way(self, start: Space, end: Space) -> list[Space]:
        """A shortest way over spaces that are free now; straight if there is none."""
        before: dict[Space, Space | None] = {start: None}
        queue = deque([start])
        while queue and end not in before:
            here = queue.popleft()
            for there in board.neighbours(here):
                if there not in before and (there == end or there not in self.held):
                    before[there] = here
                    queue.append(there)
        if end not in before:
            return [start, end]
        way: list[Space] = []
        at: Space | None = end
        while at is not None:
            way.append(at)
            at = before[at]
        way.reverse()
        if len(way) - 1 > board.distance(start, end) + 2:
            return [start, end]
        turns = [way[n] for n in range(1, len(way) - 1)
                 if (way[n][0] - way[n - 1][0], way[n][1] - way[n - 1][1])
                 != (way[n + 1][0] - way[n][0], way[n + 1][1] - way[n][1])]  # fmt: skip
        return [start, *turns, end]

    def _strike(self, throw: Throw) -> None:
        """From edge to edge: beside one another that is a wedge between the two cards."""
        if throw.start is None or throw.end is None or throw.start == throw.end:
            return
        if not (self.mat.shows(throw.start) or self.mat.shows(throw.end)):
            return
        unit = self.unit
        self._paste(rim(unit, theme.STRUCK), throw.end, (0.5, 0.5))
        a, b = self.mat.space(throw.start), self.mat.space(throw.end)
        start, end = _edge(a, b, -3 * unit), _edge(b, a, 4 * unit)
        if math.dist(start, end) > 60 * unit:
            marks.arrow(self.picture, [start, end], theme.STRUCK, 8 * unit)
            return
        angle = math.atan2(b.centre[1] - a.centre[1], b.centre[0] - a.centre[0])
        sprite = wedge(round(math.degrees(angle)), round(42 * unit), theme.STRUCK)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if a.left == b.left:  # beside names, and below points of life
            x += 54 * unit
            y += 8 * unit if b.top < a.top else 0
        elif a.top == b.top:
            y += 20 * unit
        self.picture.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)

    def _burst(self, space: Space, wounds: int) -> None:
        self._sign(space, marks.burst(wounds, round(_BURST * self.unit)))


def _edge(box: Box, other: Box, inside: float) -> tuple[float, float]:
    """Where the line from its middle to the other's leaves the box, ``inside`` pixels within it."""
    (x, y), (p, q) = box.centre, other.centre
    dx, dy = p - x, q - y
    half = (box.right - box.left) / 2 - inside, (box.bottom - box.top) / 2 - inside
    share = min(half[0] / abs(dx) if dx else math.inf, half[1] / abs(dy) if dy else math.inf)
    return x + dx * share, y + dy * share


@theme.kept(32)
def rim(unit: float, colour: Colour) -> Image.Image:
    """A frame round a card, in the margin of its space."""
    wide, tall = mat.CELL
    sprite = Sprite(wide, tall, unit, (0, 0))
    sprite.box(0, 0, wide - 0.5, tall - 0.5, None, round=13, outline=theme.DARK, width=5.5)
    sprite.box(0.8, 0.8, wide - 1.3, tall - 1.3, None, round=12, outline=colour, width=4)
    return sprite.done()


@theme.kept(32)
def tile(unit: float, colour: Colour, how: str) -> Image.Image:
    """A free space that is marked: "full", "hatched", or "hollow" as one that was left."""
    wide, tall = mat.CELL
    sprite, hollow = Sprite(wide, tall, unit, (0, 0)), how == "hollow"
    fill = (*colour, 36 if hollow else 150)
    sprite.box(6, 6, wide - 6, tall - 6, fill, round=9, outline=(*colour, 190 if hollow else 255), width=3 if hollow else 5)
    for x in range(30, round(wide + tall), 26) if how == "hatched" else ():
        start, end = (min(wide - 8.0, x), max(8.0, x - wide + 8)), (max(8.0, x - tall + 8), min(tall - 8.0, x))
        sprite.line([start, end], (*colour, 255), 5)
    return sprite.done()


@theme.kept(32)
def wedge(angle: int, size: int, colour: Colour) -> Image.Image:
    """A head of an arrow that points that way, clockwise from the right in degrees."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    a = math.radians(angle)

    def at(x: float, y: float) -> tuple[float, float]:
        return x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)

    sprite.polygon([at(-0.56, -0.9), at(0.74, 0), at(-0.56, 0.9), at(-0.24, 0)], colour, theme.DARK, 0.16)
    return sprite.done()


@theme.kept(16)
def healed(wounds: int, size: int) -> Image.Image:
    """How many wounds were taken off."""
    sprite = Sprite(2, 2, size / 2, (1, 1))
    sprite.circle((0, 0), 0.9, (226, 240, 220), theme.DARK, 0.08)
    sprite.word((0, 0.02), f"+{wounds}", 0.84, theme.YES)
    return sprite.done()
