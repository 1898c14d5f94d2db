"""The battlefield itself in words: marked spaces, the ground by region and row by row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from engine.arena.battlefield import Battlefield, load
from engine.arena.hexes import Hex, name
from engine.arena.view import ArenaView
from engine.core.text import Text, listed, say, words
from render.naming import stone_words
from render.saying import bullets, heading, sentence

WAYS = {"E": "east", "NE": "north-east", "NW": "north-west", "W": "west", "SW": "south-west", "SE": "south-east"}
TERRAIN = {"s": "sand", "g": "grass", "w": "water", "r": "road", "x": "weirded"}
REGIONS = (
    (words("upper left"), words("upper middle"), words("upper right")),
    (words("middle left"), words("the middle"), words("middle right")),
    (words("lower left"), words("lower middle"), words("lower right")),
)


def lying_words(view: ArenaView, spaces: Collection[str] | None = None) -> list[str]:
    """Cryptoliths and glyphs (on those spaces), each kind under a heading."""
    lines: list[str] = []
    stones = [each for each in view.cryptoliths if spaces is None or each.at in spaces]
    glyphs = [each for each in view.glyphs if spaces is None or each.at in spaces]
    if stones:
        lines += ["", heading(say("Cryptoliths")), *bullets([stone_words(stone) for stone in stones])]
    if glyphs:
        lines += ["", heading(say("Glyphs"))]
        told = [say("{glyph} at {at}: {text}", glyph=each.name, at=each.at, text=each.text) for each in glyphs]
        lines += bullets(told)
    return lines


def ground_words(view: ArenaView) -> list[str]:
    """The ground, under headings: marked spaces, regions, rows."""
    field = load(view.battlefield)
    signs = _signs(view, field)
    lines = ["", heading(say("Marked spaces")), *bullets(signs)] if signs else []
    lines += ["", heading(say("The ground by region")), *bullets(_regions(field))]
    return [*lines, *row_words(field, field.spaces)]


def _signs(view: ArenaView, field: Battlefield) -> list[str]:
    """Starts, exits, scoring spaces and ruins."""
    players = len(view.seats)
    lines = [say("Start of {side}: {spaces}", side=Text(side.name), spaces=", ".join(map(name, side.starts)))
             for side in (field.sides(players) if field.fits(players) else ())]  # fmt: skip
    if field.exits:
        exits = (say("{at} to the {way}", at=name(way_out.at), way=words(WAYS[way_out.arrow])) for way_out in field.exits)
        lines.append(say("Exits: {exits}", exits=", ".join(exits)))
    if field.scoring:
        lines.append(say("Spaces that score: {spaces}", spaces=", ".join(map(name, field.scoring))))
    if field.walls:
        walls = ("-".join(map(name, sorted(wall.between))) + f" {wall.height}" for wall in field.walls)
        lines.append(say("Walls between, with heights: {walls}", walls=", ".join(walls)))
    if field.pillars:
        ruins = (f"{name(at)} {height}" for at, height in field.pillars.items())
        lines.append(say("Ruins on: {spaces}", spaces=", ".join(ruins)))
    return lines


def _regions(field: Battlefield) -> list[str]:
    """Nine parts of the map: what ground, which levels, where it is highest."""
    columns, rows = (_thirds([space[axis] for space in field.spaces]) for axis in (0, 1))
    lines = []
    for down, (top, bottom) in zip(REGIONS, rows):
        for region, (left, right) in zip(down, columns):
            spaces = [space for space in sorted(field.spaces, key=lambda space: (space[1], space[0]))
                      if left <= space[0] <= right and top <= space[1] <= bottom]  # fmt: skip
            if spaces:
                lines.append(_region(field, region, spaces))
    return lines


def _thirds(values: Sequence[int]) -> list[tuple[int, int]]:
    low, high = min(values), max(values)
    cuts = [low + (high + 1 - low) * n // 3 for n in range(4)]
    return [(cuts[n], cuts[n + 1] - 1) for n in range(3)]


def _region(field: Battlefield, region: Text, spaces: list[Hex]) -> str:
    letters = [field.terrain(space) for space in spaces]
    kinds = sorted(set(letters), key=lambda letter: (-letters.count(letter), letter))
    parts: list[str | int | Text] = [words(TERRAIN[kinds[0]])]
    parts += [words("{ground} on {n}", ground=words(TERRAIN[letter]), n=letters.count(letter)) for letter in kinds[1:]]
    levels = [field.level(space) for space in spaces]
    first, last = name(spaces[0]), name(spaces[-1])
    if min(levels) == max(levels):
        form = "{region}, {first} to {last}: {ground}; all at level {high}"
        return sentence(say(form, region=region, first=first, last=last, ground=listed(parts), high=max(levels)))
    high = [name(space) for space, level in zip(spaces, levels) if level == max(levels)]
    form = "{region}, {first} to {last}: {ground}; levels {low} to {high}, highest at {spaces}"
    return sentence(say(form, region=region, first=first, last=last, ground=listed(parts), low=min(levels),
                        high=max(levels), spaces=", ".join(high)))  # fmt: skip


def row_words(field: Battlefield, spaces: Iterable[Hex]) -> list[str]:
    """Under a heading, one line a row; neighbours of one kind and level are taken together."""
    rows: dict[int, list[int]] = {}
    for column, row in sorted(spaces):
        rows.setdefault(row, []).append(column)
    lines = []
    for row, columns in sorted(rows.items()):
        runs = []
        kinds = [(field.terrain((c, row)), field.level((c, row)), c - n) for n, c in enumerate(columns)]
        for (letter, level, _), group in groupby(zip(columns, kinds), key=lambda pair: pair[1]):
            together = [column for column, _ in group]
            first, last = name((together[0], row)), name((together[-1], row))
            runs.append(f"{first}{'' if first == last else '-' + last} {say(TERRAIN[letter])} {level}")
        lines.append("; ".join(runs))
    return ["", heading(say("The ground row by row, with levels")), *lines]
