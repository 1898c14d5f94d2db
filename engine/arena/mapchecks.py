"""What can only be checked on a whole battlefield: that figures can walk to everything, and the promised symmetry.

Each check takes the battlefield and the notes to write to. Places are coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from engine.arena.battlefield import CRYPTOLITH_HEIGHT, Battlefield
from engine.arena.filetable import Notes
from engine.arena.hexes import Hex, axial, centre, from_axial, name

TALLEST, USUAL, SMALL = 10, 4, 3  # heights of figures for which ways are looked for
SHOWN = 6  # coordinates in one fault, before "and n more"


def some(spaces: Collection[Hex]) -> str:
    """``A1, A2, A3 and 20 more``: enough to find the place."""
    shown = ", ".join(name(space) for space in sorted(spaces, key=lambda space: (space[1], space[0]))[:SHOWN])
    return shown if len(spaces) <= SHOWN else f"{shown} and {len(spaces) - SHOWN} more"


# ---- water (a warning only)
def check_water(field: Battlefield, notes: Notes) -> None:
    for space, ground in field.spaces.items():
        if ground.terrain != "w":
            continue
        around = [field.spaces[near] for near in field.neighbours(space)]
        if not any(near == ground or (near.terrain != "w" and near.digit >= ground.digit) for near in around):
            notes.warn(name(space), "water with neither a bank as high nor more water beside it")


# ---- V13: ways on foot
def check_ways(field: Battlefield, notes: Notes) -> None:
    """Everything is looked at from the first start space."""
    starts = list(dict.fromkeys(start for play in field.play for side in play.sides for start in side.starts))
    home = starts[0]
    tallest, usual, small = (_walk(field, home, height) for height in (TALLEST, USUAL, SMALL))
    back = _walk(field, home, USUAL, back=True)
    wanted = _wanted(field, starts)
    for space in sorted(field.spaces.keys() - _blocked(field), key=lambda space: (space[1], space[0])):
        what = wanted.get(space, "")
        place = f"{name(space)} ({what})" if what else name(space)
        if space not in tallest:
            notes.fault(place, f"nobody can walk there from {name(home)}")
        elif space not in usual:
            (notes.fault if what else notes.warn)(place, "a pinnacle: a figure of height 4 cannot walk there")
        elif space not in back:
            notes.fault(place, "a figure of height 4 can walk there and never come back")
        elif what and space not in small:
            notes.warn(place, "a figure of height 3 cannot walk there")
    for stone in field.cryptoliths:
        if not any(space in usual for space in _beside(field, stone.at)):
            notes.fault(f"{name(stone.at)} (cryptolith {stone.name})", "no figure of height 4 can get beside it")
    dry = _walk(field, home, USUAL, dry=True)
    for start in starts:
        if start not in dry:
            notes.warn(f"{name(start)} (a start)", f"cannot be reached from {name(home)} without wading")


def _wanted(field: Battlefield, starts: list[Hex]) -> dict[Hex, str]:
    """The single spaces that players must be able to walk to, and what is there."""
    found = dict.fromkeys(field.scoring, "a scoring space")
    found.update(dict.fromkeys(starts, "a start"))
    found.update({exit.at: "an exit" for exit in field.exits})
    found.update({glyph.at: f"glyph {glyph.key}" for glyph in field.glyphs})
    return found


def _blocked(field: Battlefield) -> set[Hex]:
    """Hexes nobody can stand on at ground level."""
    return {stone.at for stone in field.cryptoliths} | set(field.pillars)


def _beside(field: Battlefield, at: Hex) -> list[Hex]:
    """Spaces from which a figure of height 4 and the cryptolith at ``at`` are could touch: their heights overlap."""
    blocked, base = _blocked(field), field.level(at)
    return [
        space
        for space in field.neighbours(at)
        if space not in blocked and base - field.level(space) < USUAL and field.level(space) - base < CRYPTOLITH_HEIGHT
    ]


def _walk(field: Battlefield, home: Hex, height: int, *, back: bool = False, dry: bool = False) -> set[Hex]:
    """Hexes a figure of that height can walk to from ``home`` (``back``: from which it can walk home). It leaves the
    map at an exit, so it never comes back from there, and nobody asks it to."""
    blocked, exits = _blocked(field), {exit.at for exit in field.exits}
    walls = {wall.between: wall.height for wall in field.walls}
    seen, todo = {home}, [home]
    while todo:
        here = todo.pop()
        if here in exits and not back:
            continue
        for there in field.neighbours(here):
            if there in seen or there in blocked or (dry and field.is_water(there)):
                continue
            start, end = (there, here) if back else (here, there)
            low, top = field.level(start), field.level(end)
            wall = walls.get(frozenset((here, there)))
            if wall is not None:  # crossing counts like climbing to the wall's top
                top = max(low, top) + wall
            if top - low < height:
                seen.add(there)
                todo.append(there)
    return seen | exits if back else seen


# ---- V14: symmetry
def check_symmetry(field: Battlefield, kind: str, notes: Notes) -> None:
    """``kind`` is one of mapfile.SYMMETRIES. Of a cryptolith's tile only the pair of hexes counts, not which is covered."""
    groups: dict[str, set[Hex]] = {
        "glyph": {glyph.at for glyph in field.glyphs},
        "scoring space": set(field.scoring),
        "sand tile": {space for tile in field.sand_tiles for space in tile},
        "cryptolith tile": {space for stone in field.cryptoliths for space in (stone.at, stone.free)},
        "ruin": set(field.pillars),
    }
    walls = {wall.between: wall.height for wall in field.walls}
    for what, turn in _turns(field, kind):
        place = f"symmetry ({what})"
        odd = [space for space, ground in field.spaces.items() if field.spaces.get(turn(space)) != ground]
        if odd:
            pairs = ", ".join(f"{name(space)} falls on {_spelt(turn(space))}" for space in odd[:SHOWN])
            more = f", and {len(odd) - SHOWN} more" if len(odd) > SHOWN else ""
            notes.fault(place, f"the ground differs: {pairs}{more}")
        for label, spaces in groups.items():
            for space in sorted(spaces):
                if turn(space) not in spaces:
                    notes.fault(place, f"the {label} at {name(space)} falls on {_spelt(turn(space))}, where there is none")
        for edge, height in walls.items():
            if walls.get(frozenset(turn(space) for space in edge)) != height:
                notes.fault(place, f"the wall {'-'.join(name(space) for space in sorted(edge))} has no twin")
        if kind == "six-fold":  # three sides cannot fall on each other by sixths of a turn
            continue
        for play in field.play:
            for side in play.sides:
                turned = {turn(start) for start in side.starts}
                if not any(turned == set(other.starts) for other in play.sides):
                    notes.fault(place, f"the starts of {side.name} ({some(side.starts)}) fall on no side's starts")


def _spelt(space: Hex) -> str:
    """A coordinate, also of a place outside the rows and columns."""
    return name(space) if min(space) >= 0 else "a place outside the map"


def _turns(field: Battlefield, kind: str) -> Iterator[tuple[str, Callable[[Hex], Hex]]]:
    """The symmetry's turns and mirrorings, about the axis or centre of the map's outline."""
    across = [centre(space)[0] for space in field.spaces]
    rows = [row for _, row in field.spaces]
    sum_x, sum_row = min(across) + max(across), min(rows) + max(rows)

    def at(x: float, row: int) -> Hex:
        return round(x - 0.5 * (row & 1)), row

    middle_q, middle_r = axial(at(sum_x / 2, sum_row // 2))

    def sixth(space: Hex) -> Hex:
        q, r = axial(space)
        q, r = q - middle_q, r - middle_r
        return from_axial(middle_q - r, middle_r + q + r)

    def left_right(space: Hex) -> Hex:
        return at(sum_x - centre(space)[0], space[1])

    if kind == "rotate-180":
        yield "turned by 180 degrees", lambda space: at(sum_x - centre(space)[0], sum_row - space[1])
    if kind == "mirror-top-bottom":
        yield "mirrored top to bottom", lambda space: at(centre(space)[0], sum_row - space[1])
    if kind == "six-fold":
        yield "turned by 60 degrees", sixth
    if kind in ("six-fold", "mirror-left-right"):
        yield "mirrored left to right", left_right
