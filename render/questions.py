"""Questions to go with sample positions: somebody's reach and sight, from plain data, with everything that can be marked."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import Any

from engine.arena.view import ArenaView
from engine.core.looks import Aimed, Reach, Reached, Risk, Sight, Sighted
from engine.core.text import NOTHING, Text, words

KINDS = ("leaving", "fall", "water", "glyph", "bog", "exit")
_HOW: tuple[Sighted, ...] = ("clear", "blocked", "barred", "far")


def reach(view: Any, spaces: Mapping[str, str]) -> Reach | None:
    """How far the first figure gets: to ``spaces``, "safe" or "risk". None without anybody on the board."""
    there = _standing(view)
    if not there or not spaces:
        return None
    id, name, at, _ = there[0]
    kinds = cycle(KINDS)
    found = []
    for n, (space, danger) in enumerate(sorted(spaces.items())):
        kind = next(kinds)
        risks = (Risk(kind, Text(kind), hurts=danger == "risk"),) if danger == "risk" or n % 4 == 3 else ()
        found.append(Reached(space.upper(), 1 + n % 9, risks if isinstance(view, ArenaView) else ()))
    return Reach(id, name, (at,), "now", tuple(found))


def sight(view: Any, spaces: Mapping[str, str]) -> Sight | None:
    """What the first figure sees of the others' figures, one in each way, with some spaces in sight and others not."""
    there = _standing(view)
    if len(there) < 2:
        return None
    id, name, at, seat = there[0]
    others = [each for each in there[1:] if each[3] != seat][:4]
    between = sorted(spaces)[0].upper() if spaces else at
    targets = []
    for how, (other, label, where, _) in zip(cycle(_HOW), others):
        stop = (between,) if how == "blocked" else ()
        what = words("the ground at {at}", at=between) if stop else NOTHING
        why = words("an ability forbids it") if how == "barred" else NOTHING
        targets.append(Aimed(other, label, (where,), 3, how, (at, where), stop, what, why))
    listed = [space.upper() for space in sorted(spaces)]
    return Sight(id, name, (at,), 4, tuple(targets), tuple(listed[::2]), tuple(listed[1::2]))


def _standing(view: Any) -> list[tuple[str, Text, str, int]]:
    """Who stands where: id, name, space, seat."""
    if isinstance(view, ArenaView):
        return [(str(figure.id), figure.label, figure.at, figure.seat) for figure in view.figures if figure.at]
    return [(str(each.card), each.label, each.at.upper(), each.seat) for each in view.pieces if each.face.kind != "wall"]
