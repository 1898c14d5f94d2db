"""What stands round the battlefield: the turn with its phases, a line for each player, dice, what lasts.

Lengths are in units, 1000 of which are the picture's width; in large print everything here is larger.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.core.text import Text, say
from engine.summoner_wars.view import PieceView, WarView
from render import symbols, text, theme, tokens
from render.sprite import Sprite
from render.summoner_wars import looks
from render.summoner_wars.happened import Actor, Throw
from render.summoner_wars.mat import Box
from render.summoner_wars.phases import TRACK, gem, phase_words, sign
from render.theme import Colour

GAP = 12.0


def head_height() -> float:
    return 64 * theme.magnified()


def strip_height() -> float:
    return 114 * theme.magnified()


def throw_height() -> float:
    return 62 * theme.magnified()


def line_height() -> float:
    return 30 * theme.magnified()


class Page:
    """Draws panels on a picture, ``unit`` pixels to a unit."""

    def __init__(self, picture: Image.Image, view: WarView, unit: float) -> None:
        self.picture, self.view, self.unit = picture, view, unit
        self.brush = ImageDraw.Draw(picture)
        self.scale = unit * theme.magnified()

    def px(self, units: float) -> int:
        """Pixels of a length that grows with the print."""
        return round(units * self.scale)

    def _say(self, x: float, y: float, words: str, size: float, ink: Colour, *, bold: bool = False, anchor: str = "lm",
             room: float | None = None, least: float = 0) -> float:  # fmt: skip
        """Made smaller, down to ``least``, then cut, where it needs more than ``room`` pixels."""
        high = self.px(size)
        if room is not None and least:
            high = text.shrunk(words, room, high, self.px(least), bold)
        fits = None if room is None else max(0, int(room))
        wide = text.write(self.brush, (x, y), words, high, ink, bold=bold, anchor=anchor, room=fits)
        return wide if fits is None else min(wide, fits)

    def _paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """With its left edge at ``x`` and its middle at ``y``."""
        self.picture.paste(sprite, (round(x), round(y - sprite.height / 2)), sprite)

    def _panel(self, box: Box, edge: Colour | None = None) -> None:
        inside = (round(box.left), round(box.top), round(box.right) - 1, round(box.bottom) - 1)
        width = max(1, round(3 * self.unit)) if edge else 0
        self.brush.rounded_rectangle(inside, self.px(10), fill=theme.PANEL, outline=edge, width=width)

    # -- the turn
    def head(self, box: Box) -> None:
        view, px, middle = self.view, self.px, box.centre[1]
        self._panel(box)
        x, right = box.left + px(16), box.right - px(12)
        seat = self._lit()
        if seat is not None:
            self._paste(tokens.letter(looks.style(seat), px(42)), x, middle)
            x += px(54)
        if view.phase in TRACK:
            x += self._say(x, middle, say("Turn {n}", n=view.turn), 30, theme.INK, bold=True) + px(24)
        if view.phase not in TRACK:
            self._say(x, middle, phase_words(view), 28, theme.INK, bold=True, room=right - x, least=18)
            return
        now = TRACK.index(view.phase)
        chip, gap = px(42), px(6)
        room = right - x - (len(TRACK) - 1) * (chip + gap)
        words = phase_words(view)
        size = text.shrunk(words, room - chip - px(22), px(25), px(14), True)
        pill = min(room, chip + px(22) + text.width(words, size, True))
        x = right - pill - (len(TRACK) - 1) * (chip + gap)
        for n, phase in enumerate(TRACK):
            wide = pill if n == now else chip
            fill = theme.GOLD if n == now else theme.LATER if n > now else theme.mix(theme.PANEL, theme.LATER, 0.35)
            ink = theme.DARK if n == now else theme.DIM
            inside = (round(x), round(middle - chip / 2), round(x + wide) - 1, round(middle + chip / 2) - 1)
            self.brush.rounded_rectangle(inside, px(11), fill=fill)
            self._paste(sign(phase, px(28), ink, fill), x + px(7), middle)
            if n == now:
                fits = int(wide - chip - px(6))
                text.write(self.brush, (x + chip + px(2), middle), words, size, theme.DARK, bold=True, room=fits)
            x += wide + gap

    def _lit(self) -> int | None:
        """Whose turn it is; in the end who alone has a Summoner left."""
        view = self.view
        if view.phase == "over":
            left = [seat for seat in range(len(view.seats)) if self._summoner(seat) is not None]
            return left[0] if len(left) == 1 else None
        return view.active if view.phase in TRACK else None

    # -- players
    def strip(self, box: Box, seat: int) -> None:
        """A player: letter, Summoner with life, faction; hand, draw pile, magic and discard pile with their counts."""
        view, px, look = self.view, self.px, looks.style(seat)
        mine = view.seats[seat]
        self._panel(box, theme.GOLD if seat == self._lit() else None)
        upper, lower = box.top + (box.bottom - box.top) * 0.3, box.top + (box.bottom - box.top) * 0.72
        left, right = box.left + px(14), box.right - px(16)
        self._paste(tokens.letter(look, px(46)), left, upper)
        crest = looks.icon("crest", mine.faction, px(36), theme.DIM, theme.PANEL)
        right_of_name = self._life(right, upper, seat) - px(18)
        x = left + px(58)
        x += self._say(x, upper, str(Text(mine.name)), 28, look.text, bold=True, room=(right_of_name - x) * 0.62, least=20)
        x += px(18)
        if right_of_name - x > px(80):
            self._paste(crest, x, upper)
            x += px(44)
            self._say(x, upper, str(Text(mine.faction)), 22, theme.DIM, room=right_of_name - x, least=15)
        self._piles(Box(left, lower, right, lower), seat)

    def _piles(self, row: Box, seat: int) -> None:
        """Hand, draw pile, magic and discard pile with their counts, spread over the row; labels shrink until all fit."""
        px, mine, middle = self.px, self.view.seats[seat], row.top
        piles = (
            ("hand", str(mine.hand_count), say("hand")), ("library", str(mine.draw_count), say("draw")),
            ("magic", str(mine.magic_count), say("magic")), ("graveyard", str(len(mine.discard)), say("discard")),
        )  # fmt: skip
        fixed = [px(60) + text.width(count, px(33), True) for _, count, _ in piles]
        high = next(
            (size for size in range(px(22), px(13), -1)
             if sum(fixed) + sum(text.width(label, size) for _, _, label in piles) + px(54) <= row.right - row.left),
            px(13),
        )  # fmt: skip
        wide = [start + text.width(label, high) for start, (_, _, label) in zip(fixed, piles)]
        gap = (row.right - row.left - sum(wide)) / 3
        step = (row.right - row.left) / 4
        x = row.left
        for n, (icon, count, label) in enumerate(piles):
            if all(each + px(8) <= step for each in wide):  # in columns, as with the other player
                x = row.left + n * step
            self._paste(gem(px(40)) if icon == "magic" else symbols.icon(icon, px(38), theme.DIM), x + px(2), middle)
            self._say(x + px(50), middle, count, 33, theme.INK, bold=True)
            text.write(self.brush, (x + fixed[n], middle + px(3)), label, high, theme.DIM)
            x += wide[n] + gap

    def _life(self, right: float, middle: float, seat: int) -> float:
        """The Summoner's life as points, and as a number. Returns where it begins."""
        px, summoner = self.px, self._summoner(seat)
        if summoner is None:
            mark = symbols.icon("fallen", px(30), theme.BAD)
            self._paste(mark, right - px(32), middle)
            return right - px(32)
        left = max(0, summoner.life - summoner.wounds)
        x = right - self._say(right, middle, str(left), 33, theme.INK, bold=True, anchor="rm") - px(12)
        step = min(px(24), px(210) / max(1, summoner.life))
        x -= step * summoner.life
        row = points(summoner.life, left, px(20), step, theme.LIFE, theme.WOUND)
        self._paste(row, x, middle)
        return x

    def _summoner(self, seat: int) -> PieceView | None:
        return next((each for each in self.view.pieces if each.face.kind == "summoner" and each.owner == seat), None)

    # -- dice
    def throw(self, box: Box, throw: Throw) -> None:
        """Who attacked whom, the dice (those that hit are bright), what a die needed, and what came of it."""
        px, middle = self.px, box.centre[1]
        self._panel(box)
        x, right = box.left + px(10), box.right - px(10)
        wide = right - x > px(620)
        chip = px(62)
        if throw.actor is not None:
            self._actor(throw.actor, x, middle)
        x += px(56)
        if wide and throw.actor is not None and not throw.words:
            x += self._say(x, middle, throw.actor.name, 22, theme.INK, bold=True, room=px(190), least=15) + px(14)
        if throw.target is not None:
            right -= chip
            self._result(Box(right, box.top, right + chip, box.bottom), throw)
            right -= px(54)
            self._actor(throw.target, right, middle)
            if wide:
                right -= px(8)
                right -= self._say(right, middle, throw.target.name, 22, theme.INK, bold=True, anchor="rm",
                                   room=px(190), least=15)  # fmt: skip
        need = f"{throw.needed}+" if throw.needed else ""
        tail = px(26) + (text.width(need, px(20), True) + px(10) if need else 0)
        if throw.words:
            tail = (right - x) * 0.62
        step = min(px(48), (right - x - tail) / max(1, len(throw.faces)))
        for face in throw.faces:
            die = symbols.d6(face, max(8, round(step - px(5))), face >= throw.needed)
            self._paste(die, x, middle)
            x += step
        if need:
            x += self._say(x + px(6), middle, need, 20, theme.DIM, bold=True) + px(12)
        if throw.words:
            size = text.shrunk(throw.words, right - x - px(12), px(21), px(13), True)
            room = int(right - x - px(12))
            text.write(self.brush, (x + px(6), middle), throw.words, size, theme.INK, bold=True, room=room)
            return
        if throw.target is not None and right - x > px(30):
            self._paste(symbols.icon("move", px(22), theme.DIM), right - px(34), middle)

    def _actor(self, actor: Actor, x: float, middle: float) -> None:
        size = self.px(50)
        self._paste(looks.medallion(looks.style(actor.seat), actor.mark, actor.faction, actor.kind, size), x, middle)

    def _result(self, box: Box, throw: Throw) -> None:
        middle = box.centre[1]
        words = f"−{throw.wounds}" if throw.wounds else "0"
        x = box.left + self.px(6)
        if throw.fell:
            self._paste(symbols.icon("fallen", self.px(34), theme.BAD), x + self.px(8), middle)
            return
        self._say(x + self.px(24), middle, words, 32, theme.BAD if throw.wounds else theme.DIM, bold=True, anchor="mm")

    # -- what lasts
    def lines(self, box: Box, lines: Sequence[str]) -> None:
        high = line_height() * self.unit
        for n, line in enumerate(lines):
            self._say(box.left, box.top + high * (n + 0.5), line, 21, theme.DIM, room=box.right - box.left)


def lasting(view: WarView, unit: float) -> list[str]:
    """What lasts, each in as many lines as it takes."""
    size, room = round(21 * unit * theme.magnified()), round((1000 - 2 * GAP - 4) * unit)
    return [line for each in view.lasting for line in text.wrapped(f"• {each}", room, size)]


@theme.kept(64)
def points(life: int, left: int, size: int, step: float, full: Colour, lost: Colour) -> Image.Image:
    """Points of life in a row, one every ``step`` pixels: those that are left are full, lost ones hollow."""
    sprite = Sprite(step * life, size, 1, (0, 0))
    for n in range(life):
        at = ((n + 0.5) * step, size / 2)
        radius = min(size / 2, step * 0.44)
        if n < left:
            sprite.circle(at, radius, full)
        else:
            sprite.circle(at, radius * 0.84, None, lost, radius * 0.34)
    return sprite.done()
