"""What posters show of the Arena: the battlefield at the end, parts of it at key moments, pieces of the armies."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image

from engine.arena.battlefield import load
from engine.arena.hexes import Hex, parse
from engine.arena.view import ArenaView
from engine.core.hindsight import Rank
from engine.retrospect import KeyMoment
from render import scene, symbols, theme, tokens
from render.board import FOCUS_WIDTH, full_width, whole_grid
from render.geometry import Box, Grid, grid_for
from render.happened import Happened, action_focus, gather
from render.theme import SeatStyle

_LEAST = 4.6  # hexes across a part
_MOST = 9.0  # beyond, what is far away is left out
_COLUMNS = (7.0, 10.0, 14.5, 21.0)  # of closer views: the ground drawn for them serves again
_ROUND = 1.2  # hexes that are shown round what happened


class ArenaArtist:
    """Implements :class:`render.poster.Artist`."""

    def styles(self, board: ArenaView) -> Sequence[SeatStyle]:
        return scene.styles(board)

    def piece(self, board: ArenaView, seat: int, rank: Rank, size: int, *, gone: bool = False) -> Image.Image:
        return tokens.small(self.styles(board)[seat], rank.face, rank.kind, size, gone)

    def die(self, size: int) -> Image.Image:
        return symbols.die("sword", size, True)

    def whole(self, board: ArenaView, width: int) -> Image.Image:
        """Drawn as large as boards are, so that the ground drawn for them serves again, then reduced."""
        field = load(board.battlefield)
        grid = whole_grid(field, full_width(field))
        drawn = scene.Scene(board, grid, Box(0, 0, *grid.size), Happened()).draw({})
        return drawn.resize((width, round(drawn.height * width / drawn.width)), Image.Resampling.LANCZOS)

    def part(self, moment: KeyMoment, width: int, height: int) -> Image.Image:
        view, field = moment.board, load(moment.board.battlefield)
        names = [*moment.at, *sorted(action_focus(view, moment.events))]
        spaces = [space for space in map(parse, dict.fromkeys(names)) if space in field.spaces] or [*field.spaces]
        grid, box = self._box(grid_for(field, 100), spaces, width / height)
        drawn = scene.Scene(view, grid, box, gather(view, moment.events)).draw({})
        scale = min(width / drawn.width, height / drawn.height)
        size = min(width, math.ceil(drawn.width * scale)), min(height, math.ceil(drawn.height * scale))
        small = drawn.resize(size, Image.Resampling.LANCZOS)
        if size == (width, height):
            return small
        picture = Image.new("RGB", (width, height), theme.TABLE)
        picture.paste(small, ((width - size[0]) // 2, (height - size[1]) // 2))
        return picture

    def _box(self, sample: Grid, spaces: Sequence[Hex], shape: float) -> tuple[Grid, Box]:
        """A part of that shape (width : height), on a grid that is somewhat larger than needed. The first of the spaces lies
        in it, of the others those that are not too far away."""
        near = list(spaces[:1])
        for space in spaces[1:]:
            if self._across(sample, [*near, space], shape) <= _MOST:
                near.append(space)
        across = max(_LEAST, self._across(sample, near, shape))
        columns = max(few for few in _COLUMNS if few <= max(across * 1.6, _COLUMNS[0]))
        grid = grid_for(sample.field, math.floor(FOCUS_WIDTH / columns * 100) / 100, label=0.2)
        bounds = grid.bounds(near)
        width, height = round(across * grid.width), round(across * grid.width / shape)
        left = self._start((bounds.left + bounds.right) / 2, width, grid.size[0])
        top = self._start((bounds.top + bounds.bottom) / 2 - 0.2 * grid.width, height, grid.size[1])
        return grid, Box(left, top, min(left + width, grid.size[0]), min(top + height, grid.size[1]))

    def _across(self, sample: Grid, near: list[Hex], shape: float) -> float:
        """How many hexes wide a part of that shape is round these spaces."""
        bounds = sample.bounds(near)
        wide, tall = bounds.right - bounds.left, bounds.bottom - bounds.top
        return max(wide / sample.width + _ROUND, (tall / sample.width + _ROUND) * shape)

    def _start(self, middle: float, length: int, whole: int) -> int:
        """Where a part of that length begins so that it does not reach over the edge."""
        return max(0, min(round(middle - length / 2), whole - length))
