"""What posters show of Summoner Wars: the battlefield at the end, parts of it at key moments, cards of the decks."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.core.hindsight import Rank
from engine.retrospect import KeyMoment
from engine.summoner_wars import board
from engine.summoner_wars.board import SPACES, Space
from engine.summoner_wars.cards import cards
from engine.summoner_wars.view import WarView
from render import symbols
from render.summoner_wars import looks
from render.summoner_wars.callings import calling
from render.summoner_wars.field import Field
from render.summoner_wars.happened import Happened, gather
from render.summoner_wars.mat import Box, Mat
from render.theme import SeatStyle

_LEAST = 2.7  # spaces across a part
_MOST = 4.2  # beyond, what is far away is left out
_ROUND = 0.3  # spaces that are shown round what happened


class WarArtist:
    """Implements :class:`render.poster.Artist`."""

    def styles(self, board: WarView) -> Sequence[SeatStyle]:
        return [looks.style(seat) for seat in range(len(board.seats))]

    def piece(self, board: WarView, seat: int, rank: Rank, size: int, *, gone: bool = False) -> Image.Image:
        face = cards().faces.get(rank.face)
        faction = cards().factions[face.faction].name if face is not None else ""
        bow = face is not None and face.range == "bow"
        return looks.medallion(looks.style(seat), calling(rank.face, rank.kind, bow), faction, rank.kind, size, gone)

    def die(self, size: int) -> Image.Image:
        return symbols.d6(5, size, True)

    def whole(self, board: WarView, width: int) -> Image.Image:
        lay = Mat(0)
        drawn = Field(board, lay, Happened()).draw({})
        part = drawn.crop(_pixels(_round(lay, SPACES)))
        return part.resize((width, round(part.height * width / part.width)), Image.Resampling.LANCZOS)

    def part(self, moment: KeyMoment, width: int, height: int) -> Image.Image:
        lay, shape = Mat(0), width / height
        drawn = Field(moment.board, lay, gather(moment.board, moment.events)).draw({})
        near: list[Space] = []
        for space in _spaces(moment):
            if not near or _across(lay, [*near, space], shape) <= _MOST * _cell(lay):
                near.append(space)
        edge, inner = _round(lay, SPACES), _round(lay, near or SPACES)
        wide = min(max(_LEAST * _cell(lay), _across(lay, near or SPACES, shape)), edge.right - edge.left)
        high = wide / shape
        left = max(edge.left, min(inner.centre[0] - wide / 2, edge.right - wide))
        top = max(edge.top, min(inner.centre[1] - high / 2, edge.bottom - high))
        part = drawn.crop(_pixels(Box(left, top, left + wide, top + high)))
        return part.resize((width, height), Image.Resampling.LANCZOS)


def _spaces(moment: KeyMoment) -> list[Space]:
    """Where something happened, what weighs most first."""
    names = [*moment.at, *(event.data[key] for event in moment.events for key in ("at", "to") if key in event.data)]
    found = []
    for name in dict.fromkeys(str(name) for name in names):
        try:
            found.append(board.parse(name))
        except ValueError:  # a place that is no space: off the battlefield
            continue
    return found


def _round(lay: Mat, spaces: Sequence[Space]) -> Box:
    """The box round some spaces."""
    boxes = [lay.space(space) for space in spaces]
    return Box(min(box.left for box in boxes), min(box.top for box in boxes), max(box.right for box in boxes),
               max(box.bottom for box in boxes))  # fmt: skip


def _across(lay: Mat, spaces: Sequence[Space], shape: float) -> float:
    """How wide a part of that shape is round these spaces, in pixels."""
    box, beside = _round(lay, spaces), 2 * _ROUND * _cell(lay)
    return max(box.right - box.left + beside, (box.bottom - box.top + beside) * shape)


def _cell(lay: Mat) -> float:
    box = lay.space((0, 0))
    return box.right - box.left


def _pixels(box: Box) -> tuple[int, int, int, int]:
    return round(box.left), round(box.top), round(box.right), round(box.bottom)
