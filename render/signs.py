"""Signs on the ground of the static layer: exits and scoring spaces."""

from __future__ import annotations

import math

from PIL import ImageDraw

from engine.arena.battlefield import Exit
from engine.arena.hexes import DIRECTIONS, Hex
from render import theme
from render.geometry import Grid, Point
from render.supersample import SCALE, up

Draw = ImageDraw.ImageDraw

OUT = 0.36  # how far an exit's arrow reaches beyond its space, in hex widths


def way(direction: str) -> float:
    """The angle of one of the six directions on flat ground, clockwise from east."""
    return math.radians(-60 * DIRECTIONS.index(direction))


def exit_arrow(brush: Draw, grid: Grid, way_out: Exit) -> None:
    """The space's rim in the colour of exits, and an arrow over the edge of the map."""
    corners = grid.top(way_out.at, 0.06)
    thick = round(0.06 * grid.width * SCALE)
    brush.line(up((*corners, corners[0], corners[1])), fill=theme.EXIT, width=thick, joint="curve")
    x, y = grid.centre(way_out.at)
    angle = way(way_out.arrow)
    squash = grid.radius / (grid.width / math.sqrt(3))

    def at(along: float, aside: float) -> Point:
        dx = along * math.cos(angle) - aside * math.sin(angle)
        dy = along * math.sin(angle) + aside * math.cos(angle)
        return x + dx * grid.width, y + 0.12 * grid.radius + dy * grid.width * squash

    tip = 0.5 + OUT - 0.04
    arrow = [at(-0.28, -0.1), at(tip - 0.34, -0.1), at(tip - 0.34, -0.27), at(tip, 0), at(tip - 0.34, 0.27),
             at(tip - 0.34, 0.1), at(-0.28, 0.1)]  # fmt: skip
    brush.polygon(up(arrow), fill=theme.EXIT)
    brush.line(up((*arrow, arrow[0], arrow[1])), fill=theme.EXIT_RIM, width=round(0.035 * grid.width * SCALE), joint="curve")


def scoring(brush: Draw, grid: Grid, space: Hex) -> None:
    """A broad rim and a star: figures here count at the end."""
    outer, inner = grid.top(space, 0.05), grid.top(space, 0.17)
    brush.line(up((*outer, outer[0], outer[1])), fill=theme.SCORING, width=round(0.085 * grid.width * SCALE), joint="curve")
    brush.line(up((*inner, inner[0])), fill=theme.mix(theme.SCORING, theme.EMBLEM, 0.65), width=SCALE)
    x, y = grid.centre(space)
    star = []
    for n in range(10):
        size, angle = (0.2 if n % 2 == 0 else 0.085) * grid.width, math.radians(36 * n - 90)
        star.append((x + size * math.cos(angle), y + 0.02 * grid.radius + 0.82 * size * math.sin(angle)))
    brush.polygon(up(star), fill=theme.SCORING)
