"""The board itself: the static layer, and over it what is on the board now and what happened on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal

from PIL import Image

from engine.arena.battlefield import Side, load
from engine.arena.hexes import Hex, name, parse
from engine.arena.view import ArenaView, ArmyCardView, FigureView
from render import asked, labels, marks, signs, terrain, theme, tokens
from render.geometry import SQUASH, STUMP_HEIGHT, Box, Grid, Point
from render.happened import Happened
from render.looked import About
from render.room import Place, Room, hidden
from render.theme import SeatStyle

TOKEN = 0.7  # a token's width in hex widths
BACK = 0.3  # how far a token may go back from one that would hide it, in its diameters
CLEAR = 0.8  # from one middle to the next in front of it, so that life can be read
BESIDE = 1.2  # from there on neither hides the other, however near
LETTER = 0.34  # and that of a side's letter on its starting spaces


def styles(view: ArenaView) -> list[SeatStyle]:
    """Each seat's style. Where two would carry the same letter they are numbered round the table instead."""
    field = load(view.battlefield)
    players = len(view.seats)
    colours = {side.name: side.colour for side in field.sides(players)} if field.fits(players) else {}
    found = []
    for seat in view.seats:
        mates = sum(other.team == seat.team for other in view.seats) > 1
        found.append(theme.seat_style(seat.seat, seat.side, colours.get(seat.side, ""), seat.number if mates else 0))
    letters = [style.letter for style in found]
    if len(set(letters)) < len(letters):
        found = [style._replace(letter=str(n + 1)) for n, style in enumerate(found)]
    return found


class Scene:
    """Draws one board. ``box`` is the part of the layer that shows, in its pixels; ``about``: what was asked about the
    position, to be marked."""

    def __init__(self, view: ArenaView, grid: Grid, box: Box, done: Happened, about: About | None = None) -> None:
        self.view, self.grid, self.box, self.done, self.about = view, grid, box, done, about
        self.styles = styles(view)
        self.stones = {parse(stone.at): stone for stone in view.cryptoliths}
        self.figures = [figure for figure in view.figures if figure.zone == "board" and figure.at]
        self.occupied = {parse(at): figure for figure in self.figures for at in (figure.at, figure.rear) if at}
        self.size = round(grid.width * TOKEN)

    def within(self, size: tuple[int, int], down: int) -> Scene:
        """The same on a picture of that size, ``down`` pixels from its top: so much of it need not be copied there."""
        left, top = self.box.left, self.box.top - down
        return Scene(self.view, self.grid, Box(left, top, left + size[0], top + size[1]), self.done, self.about)

    def draw(self, reach: Mapping[str, str]) -> Image.Image:
        """The finished part of the board, RGB."""
        self.picture = terrain.ground(self.grid, self.box)
        self.places = self._arranged(reach)
        for at, danger in reach.items():
            marks.reach(self.picture, self.box[:2], self.grid, parse(at), risk=danger == "risk")
        if self.about is not None:
            asked.ground(self, self.about)
        self._relabel(self._starts())
        self._ground()
        self._arrows()
        self._standing()
        self._bursts()
        if self.about is not None:
            asked.above(self, self.about)
        return self.picture

    # -- places
    def _raised(self, space: Hex) -> bool:
        return space in self.stones and self.stones[space].standing

    @cached_property
    def _back(self) -> dict[Hex, float]:
        """How many pixels tokens go back where one in front, on a higher hex, would hide how much life they have; not so far
        that they hide the next one's, nor while there are letters on the ground behind."""
        if self.view.phase == "setup":
            return {}
        middles = {space: self._middle(space) for space in self.occupied}
        found = {}
        for space, (x, y) in middles.items():
            near = [(at, (oy - y) / self.size) for at, (ox, oy) in middles.items() if abs(ox - x) < BESIDE * self.size]
            hidden = max((CLEAR - apart for at, apart in near if at[1] > space[1]), default=0)
            free = min((-apart - CLEAR for at, apart in near if at[1] < space[1]), default=BACK)
            if (step := min(BACK, hidden, free)) > 0 and not self._raised(space):
                found[space] = step * self.size
        return found

    def place(self, space: Hex) -> Point:
        """Where a token on ``space`` has its middle, in pixels of this part."""
        x, y = self._middle(space)
        return x, y - self._back.get(space, 0)

    def _middle(self, space: Hex) -> Point:
        if self._raised(space):
            x, y = self.grid.centre(space)
            y -= (STUMP_HEIGHT + 0.06) * self.grid.width
        else:
            x, y = self.grid.standing(space)
        return x - self.box.left, y - self.box.top

    def surface(self, space: Hex) -> Point:
        x, y = self.grid.centre(space)
        return x - self.box.left, y - self.box.top

    def usual(self, space: Hex) -> Point:
        """The middle of the coordinate that the layer has on a space."""
        x, y = self.surface(space)
        return x + self.grid.label_shift(space), y - self.grid.radius * 0.56

    def paste(self, sprite: Image.Image, at: Point, anchor: Point = (0.5, 0.5)) -> None:
        """``anchor`` is a share of the sprite's size."""
        left = round(at[0] - anchor[0] * sprite.width)
        top = round(at[1] - anchor[1] * sprite.height)
        self.picture.paste(sprite, (left, top), sprite)

    def _seat(self, figure: int) -> SeatStyle:
        return self.styles[self.view.figure(figure).seat]

    # -- layers
    def _arranged(self, reach: Mapping[str, str]) -> dict[Hex, Place]:
        """Where coordinates and chips of the spaces stand that are going to be tinted."""
        spaces = [*map(parse, reach), *(asked.tinted(self.about) if self.about is not None else ())]
        if not spaces:
            return {}
        free = Room(self)
        if self.about is not None:
            free.lines(asked.lines(self, self.about), asked.BEAM * self.grid.width)
            free.taken += asked.distances(self, self.about)
        places = free.places(spaces, asked.chips(self, self.about) if self.about is not None else {})
        for space, place in places.items():
            if space not in self.occupied and place.label != self.usual(space):
                hidden(self.picture, free, space)
        return places

    def _relabel(self, starts: Iterable[Hex]) -> None:
        """Coordinates again where a tint has covered them."""
        written = {space: self.usual(space) for space in starts if space not in self.places}
        for space, at in (written | {space: place.label for space, place in self.places.items()}).items():
            if at is not None and space not in self.occupied:
                labels.write(self.picture, at, name(space), self.grid.label)

    def _sides(self) -> Sequence[Side]:
        field, players = self.grid.field, len(self.view.seats)
        return field.sides(players) if field.fits(players) else ()

    def lettered(self) -> list[Box]:
        """Where starting spaces carry the letters of their sides."""
        if self.view.phase != "setup":
            return []
        size = round(self.grid.width * LETTER)
        found = []
        for space in (space for side in self._sides() for space in side.starts if space not in self.occupied):
            x, y = self.surface(space)
            left, top = round(x - size / 2), round(y + 0.08 * self.grid.width - size / 2)
            found.append(Box(left, top, left + size, top + size))
        return found

    def _starts(self) -> list[Hex]:
        """The starting spaces of those who play, in the colours of their sides; while they set up with their letters.
        Returns those that are tinted."""
        strong, tinted = self.view.phase == "setup", []
        for side in self._sides():
            own = [style for seat, style in zip(self.view.seats, self.styles) if seat.side == side.name]
            style = own[0] if own else theme.seat_style(0, side.name, side.colour)
            for space in side.starts:
                if strong or space not in self.occupied:
                    marks.start(self.picture, self.box[:2], self.grid, space, style.fill, strong=strong)
                if strong and space not in self.occupied:
                    tinted.append(space)
                    mark = style._replace(letter=side.name[:1].upper()) if len(own) != 1 else style
                    x, y = self.surface(space)
                    badge = tokens.letter(mark, round(self.grid.width * LETTER))
                    self.paste(badge, (x, y + 0.08 * self.grid.width))
        return tinted

    def _ground(self) -> None:
        width = self.grid.width
        for glyph in self.view.glyphs:
            x, y = self.surface(parse(glyph.at))
            self.paste(tokens.glyph(glyph.key, round(width * 0.4)), (x, y + 0.12 * width))
        for at in self.done.glyphs:
            x, y = self.surface(parse(at))
            self.paste(marks.noticed(round(width * 0.62)), (x, y + 0.12 * width))
        for stone in self.view.cryptoliths:
            if not stone.standing:
                self._stone(stone.at)
        for walk in self.done.walks:
            start = parse(walk.path[0])
            if start not in self.occupied:
                self.paste(marks.origin(round(width * 0.56), self._seat(walk.figure).trail), self.surface(start))

    def _stone(self, at: str) -> None:
        stone = self.stones[parse(at)]
        occupied = parse(at) in self.occupied
        sprite = tokens.stone(stone.life, stone.damage, stone.standing, round(self.grid.width), occupied)
        anchor = (tokens.STONE_ANCHOR[0] / tokens.STONE_BOX[0], tokens.STONE_ANCHOR[1] / tokens.STONE_BOX[1])
        self.paste(sprite, self.surface(parse(at)), anchor)

    def _arrows(self) -> None:
        width = self.grid.width
        for walk in self.done.walks:
            spaces = [parse(at) for at in walk.path]
            points = [self.place(spaces[0]), *(self.surface(space) for space in spaces[1:-1]), self.place(spaces[-1])]
            if self._raised(spaces[0]):
                points[0] = self.place(spaces[0])
            elif spaces[0] not in self.occupied:
                points[0] = self.surface(spaces[0])
            free = spaces[-1] not in self.occupied
            marks.arrow(self.picture, points, self._seat(walk.figure).trail, width * 0.055, start=width * 0.2,
                        end=0 if free else width * 0.36)  # fmt: skip
        for throw in self.done.throws:
            end = self.surface(parse(throw.end)) if throw.cryptolith else self.place(parse(throw.end))
            marks.arrow(self.picture, [self.place(parse(throw.start)), end], theme.GOLD, width * 0.05, dashed=True,
                        start=width * 0.34, end=width * (0.2 if throw.cryptolith else 0.38))  # fmt: skip
        arrows = {name(way_out.at): way_out.arrow for way_out in self.grid.field.exits}
        for figure, at in self.done.left:
            x, y = self.surface(parse(at))
            angle = signs.way(arrows.get(at, "E"))
            tip = (x + 0.85 * width * math.cos(angle), y + 0.85 * width * SQUASH * math.sin(angle))
            marks.arrow(self.picture, [(x, y), tip], self._seat(figure).trail, width * 0.08)

    def _standing(self) -> None:
        arrived = {at: figure for figure, at in self.done.summoned}
        things: dict[Hex, list[Literal["stone", "figure"]]] = {}
        for space in self.stones:
            if self._raised(space):
                things.setdefault(space, []).append("stone")
        for figure in self.figures:  # one over two spaces is drawn with the one in front
            front = max((parse(at) for at in (figure.at, figure.rear) if at), key=lambda at: (at[1], at[0]))
            things.setdefault(front, []).append("figure")
        for space in sorted(things, key=lambda at: (at[1], at[0])):
            for thing in things[space]:
                if thing == "stone":
                    self._stone(name(space))
                else:
                    self._figure(self.occupied[space], arrived)

    def _figure(self, figure: FigureView, arrived: Mapping[str, int]) -> None:
        place = self.place(parse(figure.at or ""))
        below = (place[0], place[1] + 0.04 * self.grid.width)
        if arrived.get(figure.at or "") == figure.id:
            self.paste(marks.summoned(round(self.grid.width * 1.04), self._seat(figure.id).trail), below)
        if any(figure.id == id for id, _ in self.done.transformed):
            self.paste(marks.changed(round(self.grid.width * 1.36), self._seat(figure.id).trail), below)
        if figure.rear:
            x, y = self.place(parse(figure.rear))
            way = round((x - place[0]) / self.size, 3), round((y - place[1]) / self.size, 3)
            sprite, anchor = tokens.double(self._look(figure), self.size, way, figure.rear)
        else:
            sprite = tokens.token(self._look(figure), self.size)
            anchor = (tokens.ANCHOR[0] / tokens.BOX[0], tokens.ANCHOR[1] / tokens.BOX[1])
        self.paste(sprite, place, anchor)

    def _look(self, figure: FigureView) -> tokens.Look:
        card = self.view.card(figure.card)
        number = figure.short.lstrip("".join(c for c in figure.short if not c.isdigit()))
        level = f"·{figure.level}" if figure.level > 0 else f"▼{-figure.level}" if figure.level else ""
        plate = (figure.at or "") + level
        return tokens.Look(
            style=self.styles[figure.seat], face=card.face, kind=card.kind, number=number, life=figure.life,
            damage=figure.damage, plate=plate, face_down=face_down(card), auras=auras(card), counters=counters(card),
            chosen=figure.card == self.view.chosen, moved=figure.moved, attacked=figure.attacked, flying=figure.flying,
        )  # fmt: skip

    def _bursts(self) -> None:
        width = self.grid.width
        for figure, at in self.done.destroyed:
            space = parse(at)
            x, y = self.surface(space)
            if space in self.occupied:
                x, y = x + 0.3 * width, y - 0.2 * width
            self.paste(marks.destroyed(round(width * 0.5), self._seat(figure).fill), (x, y))
        hits: dict[str, int] = {}
        raised: set[str] = set()
        for throw in self.done.throws:
            hits[throw.end] = hits.get(throw.end, 0) + throw.damage
            if throw.cryptolith:
                raised.add(throw.end)
        for at, amount in self.done.hurt:
            hits[at] = hits.get(at, 0) + amount
        for at, amount in hits.items():
            space = parse(at)
            if at in raised:
                x, y = self.surface(space)
                x, y = x + 0.3 * width, y - 0.46 * width
            else:
                x, y = self.place(space) if space in self.occupied else self.surface(space)
                x, y = x + 0.06 * width, y - 0.4 * width
            self.paste(marks.burst(amount, round(width * 0.36)), (x, y))


def face_down(card: ArmyCardView) -> int:
    """How many hidden enchantments lie on the card, whoever may look at them."""
    return sum(attached.face_down for attached in card.attached)


def auras(card: ArmyCardView) -> tuple[str, ...]:
    """The colours of the enchantments that lie face up."""
    return tuple(attached.spell.colour for attached in card.attached if attached.spell and not attached.face_down)


def counters(card: ArmyCardView) -> tuple[tuple[str, int], ...]:
    """Kind and number of the counters on the card."""
    return tuple((kind, number) for kind, number in sorted(card.counters.items()) if number)
