"""What lies round a space or a figure, in words."""

from __future__ import annotations

from collections.abc import Collection

from engine.arena.hexes import Hex, name, parse
from engine.arena.view import ArenaView
from engine.core.text import Text, capital, counted, say, words
from render import threats, ways
from render.landscape import TERRAIN, lying_words, row_words
from render.naming import marked, standing, where
from render.rosters import figure_words
from render.saying import bullets, heading
from render.striking import strike_words, threats_to
from render.threats import Ground

NEAR = 6  # spaces around a place within which figures are named


def describe_around(view: ArenaView, place: str) -> str:
    """The ground and the figures around a space ("K7") or a figure (its number as in options). Raises ValueError for what
    is neither, or not on the battlefield."""
    ground, figure = Ground(view), None
    if place.isdigit() and int(place) < len(view.figures):
        figure = view.figure(int(place))
        if figure.at is None:
            raise ValueError(f"{figure.label} is not on the battlefield")
    here = parse(figure.at if figure is not None and figure.at else place)
    if here not in ground.field.spaces:
        raise ValueError(f"{name(here)} is not on the map")
    figure = figure or ground.at.get(here)
    whom = marked(view, figure) if figure is not None else words("nobody")
    title = say("Around {at}: {figure}, {ground}", at=name(here), figure=whom, ground=_space(ground, here))
    lines = [heading(title, 1), *bullets([figure_words(view, figure)] if figure is not None else [])]
    beside = []
    for way, space in ways.beside(here):
        if space in ground.field.spaces:
            form = "{at}, {way}: {what}"
            beside.append(say(form, at=name(space), way=way, what=", ".join(_beside(ground, here, space))))
    if figure is not None and view.phase not in ("setup", "over"):
        lines += strike_words(ground, figure) + threats_to(ground, figure)
    lines += ["", heading(say("Next to it")), *bullets(beside)]
    near = sorted((min(ground.field.steps(here, space) for space in threats.spaces(each)), each.id, each)
                  for each in ground.figures if each is not figure)  # fmt: skip
    told = [say("{figure} at {at}, life {left} of {life}: {n} spaces away, {way}", figure=marked(view, each), at=where(each),
                left=each.life - each.damage, life=each.life, n=far, way=ways.towards(here, parse(each.at or "")))
            for far, _, each in near if far <= NEAR]  # fmt: skip
    nobody = say("nobody within {n} spaces", n=NEAR)
    lines += ["", heading(say("Figures near")), *bullets(told or [nobody])]
    ring = [f"{name(space)} {_space(ground, space)}" for space in ground.field.within(here, 2)
            if ground.field.steps(here, space) == 2]  # fmt: skip
    return "\n".join([*lines, "", heading(say("Two spaces away")), *bullets(["; ".join(ring)] if ring else [])])


def describe_part(view: ArenaView, title: Text, spaces: Collection[str]) -> str:
    """The figures, what lies there and the ground on those spaces."""
    ground = Ground(view)
    inside = [space for space in map(parse, spaces) if space in ground.field.spaces]
    there = [each for each in ground.figures if not set(threats.spaces(each)).isdisjoint(inside)]
    there.sort(key=lambda each: (standing(view, each.seat), each.seat, each.id))
    told = [figure_words(view, each) for each in there] or [say("nobody")]
    lines = [heading(capital(title), 1), "", heading(say("Figures")), *bullets(told), *lying_words(view, spaces)]
    return "\n".join([*lines, *row_words(ground.field, inside)])


def _space(ground: Ground, space: Hex) -> Text:
    kind = words(TERRAIN[ground.field.terrain(space)])
    return words("{ground} at level {n}", ground=kind, n=ground.level(space))


def _beside(ground: Ground, here: Hex, space: Hex) -> list[str]:
    """What a neighbouring space holds, as seen from ``here``."""
    view, field, parts = ground.view, ground.field, [str(_space(ground, space))]
    rise = ground.level(space) - ground.level(here)
    if rise:
        step = counted(abs(rise), "one level up", "{n} levels up") if rise > 0 else \
            counted(abs(rise), "one level down", "{n} levels down")  # fmt: skip
        parts.append(str(step))
    if wall := field.wall(here, space):
        parts.append(say("a wall of height {n} between", n=wall))
    if space in field.pillars:
        parts.append(say("filled by a ruin"))
    parts += [say("the {name} cryptolith", name=Text(stone.name)) for stone in view.cryptoliths
              if stone.standing and parse(stone.at) == space]  # fmt: skip
    parts += [str(glyph.name) for glyph in view.glyphs if parse(glyph.at) == space]
    parts += [say("an exit") for way_out in field.exits if way_out.at == space]
    if space in ground.at:
        parts.append(str(marked(view, ground.at[space])))
    return parts
