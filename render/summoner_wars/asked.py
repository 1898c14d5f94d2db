"""A battlefield of cards with marks for what somebody asked about it: how far a unit gets, what it could attack."""

from __future__ import annotations

import math

from PIL import Image

from engine.core.looks import Aimed, Reach
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.view import WarView
from render import marks, sights, theme
from render.looked import About, drawn
from render.sprite import Sprite
from render.summoner_wars import mat
from render.summoner_wars.field import Field, rim
from render.summoner_wars.happened import Happened
from render.summoner_wars.mat import Mat
from render.theme import Colour

_MIDDLE, _CORNER = (0.5, 0.5), (0.9, 0.52)
_LINE = 7.0
_SEEN = 110  # how much of what lies in a line from there the tint covers, of 255


class Asked(Field):
    """Draws the field with the marks of ``about``."""

    def __init__(self, view: WarView, lay: Mat, done: Happened, about: About) -> None:
        super().__init__(view, lay, done)
        self.about = about

    def under(self) -> None:
        """Spaces in a line from there: tinted up to the first card, dark behind it."""
        about = self.about
        if isinstance(about, Reach):
            for each in about.spaces:
                self._reach(board.parse(each.at), each.risky)
            return
        for at in about.spaces:
            self._seen(board.parse(at))
        for at in about.hidden:
            self._paste(_tint(self.unit, theme.DARK, 130, True), board.parse(at), _MIDDLE)

    def _seen(self, space: Space) -> None:
        self._paste(_tint(self.unit, theme.SAFE, _SEEN, False), space, _MIDDLE)
        if space not in self.held and self.mat.shows(space):
            self._name(space, theme.mix(theme.GROUND[sum(space) % 2], theme.SAFE, _SEEN / 255))

    def over(self) -> None:
        """Steps on the spaces that are reached; lines with what stops them, and distances."""
        about, unit = self.about, self.unit
        for at in about.at:
            self._paste(rim(unit, theme.GOLD), board.parse(at), _MIDDLE)
        if isinstance(about, Reach):
            for each in about.spaces:
                pill = sights.pill(str(each.cost), (), round(40 * unit), theme.RISK if each.risky else theme.SAFE)
                self._paste(pill, board.parse(each.at), (0.5, 0.8))
            return
        if not about.stands and about.range is None:
            self._paste(sights.eye(round(64 * unit)), board.parse(about.at[0]), _MIDDLE)
        shown = [target for target in drawn(about) if target.how not in ("far", "aside")]
        reached = {at for target in shown if target.how != "blocked" for at in target.at}
        for target in sorted(shown, key=lambda target: target.how == "clear"):
            self._line(target, reached)
        for target in shown:
            signs = (target.how,) if target.how in ("blocked", "barred") else ()
            colour = theme.RISK if target.how == "blocked" else theme.SAFE
            pill = sights.pill(str(target.distance), signs, round(36 * unit), colour)
            self._paste(pill, board.parse(target.line[1]), _CORNER)

    def _line(self, each: Aimed, reached: set[str]) -> None:
        """From the edge of one card to that of the other; dashed from what is between, which has a line of its own if it
        is ``reached`` itself."""
        start, end = (board.parse(at) for at in each.line)
        if each.how != "blocked" or not each.blocked:
            self._arrow(start, end, theme.SAFE, dashed=each.how == "barred")
            return
        stop = board.parse(each.blocked[0])
        if each.blocked[0] not in reached:
            self._arrow(start, stop, theme.RISK)
        self._arrow(stop, end, theme.RISK, dashed=True)
        beyond = self.mat.space(stop).centre, self.mat.space(end).centre
        length = math.dist(*beyond) or 1.0
        share = (mat.CELL[0] if beyond[0][0] != beyond[1][0] else mat.CELL[1]) * self.unit * 0.5 / length
        x, y = (a + (b - a) * share for a, b in zip(*beyond))
        sign = sights.stopped(round(38 * self.unit))
        if self.mat.shows(stop):
            self.picture.paste(sign, (round(x - sign.width / 2), round(y - sign.height / 2)), sign)

    def _arrow(self, start: Space, end: Space, colour: Colour, *, dashed: bool = False) -> None:
        if not (self.mat.shows(start) and self.mat.shows(end)):
            return
        self._paste(rim(self.unit, colour), end, _MIDDLE)
        points = self._ends(start, end)
        if math.dist(*points) > 44 * self.unit:  # cards beside one another: their frames say it
            marks.arrow(self.picture, points, colour, _LINE * self.unit, dashed=dashed)

    def _ends(self, start: Space, end: Space) -> list[tuple[float, float]]:
        (x, y), (p, q) = self.mat.space(start).centre, self.mat.space(end).centre
        length = math.hypot(p - x, q - y) or 1.0
        inset = (mat.CELL[0] if abs(p - x) > abs(q - y) else mat.CELL[1]) * self.unit * 0.34
        dx, dy = (p - x) / length * inset, (q - y) / length * inset
        return [(x + dx, y + dy), (p - dx, q - dy)]


@theme.kept(32)
def _tint(unit: float, colour: Colour, strength: int, hatched: bool) -> Image.Image:
    """What lies over a space: ``strength`` of 255."""
    wide, tall = mat.CELL
    sprite = Sprite(wide, tall, unit, (0, 0))
    sprite.box(3, 3, wide - 3, tall - 3, (*colour, strength), round=9)
    for x in range(30, round(wide + tall), 22) if hatched else ():
        start, end = (min(wide - 8.0, x), max(8.0, x - wide + 8)), (max(8.0, x - tall + 8), min(tall - 8.0, x))
        sprite.line([start, end], (*colour, 220), 3)
    return sprite.done()
