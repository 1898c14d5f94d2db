"""Marks on an Arena board for what somebody asked about it: how far a figure gets, what is in sight and what is in the way.

Two passes: what lies on the ground before anybody stands there, and what is laid over everything.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.arena.hexes import Hex, parse
from engine.core.looks import Aimed, Reach, Reached, Sight
from render import marks, sights, theme
from render.geometry import Point
from render.looked import About, drawn
from render.theme import Colour

if TYPE_CHECKING:
    from render.room import Chip, Rect
    from render.scene import Scene

RIM = 0.11  # of the space that is asked about, in hex widths
PILL, LEAST = 0.36, 25  # how high a number's pill is, in hex widths, and in pixels at least
FAR = 0.34  # and a distance's
BEAM = 0.055  # how thick a line of sight is, in hex widths


# ---- under the figures ------------------------------------------------------------------------------------------------
def ground(scene: Scene, about: About) -> None:
    """Tint the spaces that are spoken of, and ring those where the asked one is."""
    if isinstance(about, Reach):
        for each in about.spaces:
            marks.reach(scene.picture, scene.box[:2], scene.grid, parse(each.at), risk=each.risky, dot=False)
    else:
        for at in about.spaces:
            marks.seen(scene.picture, scene.box[:2], scene.grid, parse(at))
        for at in about.hidden:
            marks.unseen(scene.picture, scene.box[:2], scene.grid, parse(at))
        for at in {at for each in drawn(about) if each.how == "blocked" for at in each.blocked}:
            marks.rim(scene.picture, scene.box[:2], scene.grid, parse(at), theme.RISK, RIM)
    for at in about.at:
        marks.rim(scene.picture, scene.box[:2], scene.grid, parse(at), theme.GOLD, RIM)


def tinted(about: About) -> list[Hex]:
    """The spaces whose coordinates a tint has covered."""
    spaces = [each.at for each in about.spaces] if isinstance(about, Reach) else [*about.spaces, *about.hidden]
    return [parse(at) for at in (*spaces, *about.at)]


# ---- what needs room --------------------------------------------------------------------------------------------------
def chips(scene: Scene, about: About) -> dict[Hex, Chip]:
    """The spaces that get a number on a pill."""
    if not isinstance(about, Reach):
        return {}
    tall = _pill(scene.grid.width)
    return {parse(each.at): (tall, sights.wide(str(each.cost), _signs(each))) for each in about.spaces}


def lines(scene: Scene, about: About) -> list[tuple[Point, Point]]:
    """Lines of sight that cross the board."""
    if isinstance(about, Reach):
        return []
    start, end = ([scene.place(parse(each.line[n])) for each in _crossing(about)] for n in (0, 1))
    return list(zip(start, end))


def distances(scene: Scene, about: About) -> list[Rect]:
    """Where distances and the signs of stopped lines stand."""
    if isinstance(about, Reach):
        return []
    tall = scene.grid.width * FAR
    found = [(_over(scene, each), sights.wide(str(each.distance), _marked(each)[0]) * tall) for each in drawn(about)]
    found += [(_stop(scene, each), tall) for each in _crossing(about) if each.how == "blocked"]
    return [(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2) for (x, y), wide in found]


def _crossing(about: Sight) -> list[Aimed]:
    return [each for each in drawn(about) if each.how not in ("far", "aside")]


def _signs(each: Reached) -> tuple[str, ...]:
    return tuple(risk.kind for risk in each.risks)


# ---- over everything --------------------------------------------------------------------------------------------------
def above(scene: Scene, about: About) -> None:
    """Costs and risks on the spaces that are reached; lines of sight with what stops them."""
    width = scene.grid.width
    if isinstance(about, Reach):
        for each in about.spaces:
            place = scene.places[parse(each.at)]
            if place.chip is not None:
                colour = theme.RISK if each.risky else theme.SAFE
                scene.paste(sights.pill(str(each.cost), _signs(each), place.tall, colour), place.chip)
        return
    order = {"far": 0, "aside": 0, "blocked": 1, "barred": 2, "clear": 3}
    targets = sorted(drawn(about), key=lambda target: order[target.how])
    if not about.stands:
        scene.paste(sights.eye(round(width * 0.62)), scene.place(parse(about.at[0])))
    for target in targets:
        _line(scene, target)
    for target in targets:
        signs, colour = _marked(target)
        scene.paste(sights.pill(str(target.distance), signs, round(width * FAR), colour), _over(scene, target))


def _pill(width: float) -> int:
    return round(min(0.46 * width, max(PILL * width, LEAST) * theme.magnified()))


def _over(scene: Scene, target: Aimed) -> Point:
    """Where a target's distance stands: over a token's head, beside a cryptolith."""
    x, y = scene.place(parse(target.line[1]))
    width = scene.grid.width
    return x - (0 if target.subject.isdecimal() else 0.3 * width), y - 0.44 * width


def _line(scene: Scene, each: Aimed) -> None:
    width = scene.grid.width
    start, end = (scene.place(parse(at)) for at in each.line)
    if each.how in ("far", "aside"):
        return
    lead = 0.36 * width
    if each.how in ("clear", "barred"):
        marks.arrow(scene.picture, [start, end], theme.SAFE, width * BEAM, dashed=each.how == "barred", start=lead, end=lead)
        return
    stop = _stop(scene, each)
    marks.beam(scene.picture, _between(start, stop, min(lead, 0.5 * math.dist(start, stop)), 0), theme.RISK, width * BEAM)
    rest = _between(stop, end, 0.2 * width, lead)
    if math.dist(stop, end) > lead + 0.2 * width:
        marks.beam(scene.picture, rest, theme.RISK, width * BEAM * 0.6, dashed=True)
    scene.paste(sights.stopped(round(width * 0.36)), stop)


def _stop(scene: Scene, each: Aimed) -> Point:
    """Where the line meets what is in its way: its nearest point to the middle of that."""
    start, end = (scene.place(parse(at)) for at in each.line)
    if not each.blocked:
        return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    middles = [scene.place(parse(at)) for at in each.blocked]
    x, y = sum(at[0] for at in middles) / len(middles), sum(at[1] for at in middles) / len(middles)
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy or 1.0
    share = max(0.15, min(0.85, ((x - start[0]) * dx + (y - start[1]) * dy) / length))
    return start[0] + dx * share, start[1] + dy * share


def _between(start: Point, end: Point, first: float, last: float) -> list[Point]:
    """The line without ``first`` pixels of its beginning and ``last`` of its end."""
    length = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    return [(start[0] + ux * first, start[1] + uy * first), (end[0] - ux * last, end[1] - uy * last)]


def _marked(each: Aimed) -> tuple[tuple[str, ...], Colour]:
    """The signs after a target's distance, and the colour round it."""
    signs: dict[str, tuple[tuple[str, ...], Colour]] = {
        "clear": ((), theme.SAFE), "barred": (("barred",), theme.SAFE), "blocked": (("blocked",), theme.RISK),
        "far": (("far",), theme.DIM), "aside": (("far",), theme.DIM),
    }  # fmt: skip
    return signs[each.how]
