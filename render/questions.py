"""Questions to go with sample positions: somebody's reach and sight, from plain data, with everything that can be marked."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import Any

from engine.arena import hexes
from engine.arena.view import ArenaView
from engine.core.looks import Aimed, Reach, Reached, Risk, Sight, Sighted
from engine.core.text import NOTHING, Text, words
from engine.summoner_wars import board
from render import looked

KINDS = ("leaving", "fall", "water", "glyph", "bog", "exit")
_BOW = 3  # spaces
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
    """What somebody sees of the others' figures: of cards in straight lines as it is, else one in each way. Some spaces are
    in sight and others not."""
    there = _standing(view)
    if len(there) < 2:
        return None
    if not isinstance(view, ArenaView):
        return max((_along(view, each) for each in there), key=_worth)
    id, name, at, seat = there[0]
    others = [(hexes.distance(hexes.parse(at), hexes.parse(each[2])), *each) for each in there[1:] if each[3] != seat][:4]
    others.sort(key=lambda other: other[0])
    within = max([spaces for spaces, *_ in others[:3]], default=1)
    between = sorted(spaces)[0].upper() if spaces else at
    targets = []
    for how, (away, other, label, where, _) in zip(_HOW, others):
        stop = (between,) if how == "blocked" else ()
        what = words("the ground at {at}", at=between) if stop else NOTHING
        why = words("an ability forbids it") if how == "barred" else NOTHING
        targets.append(Aimed(other, label, (where,), away, how, (at, where), stop, what, why))
    listed = [space.upper() for space in sorted(spaces)]
    return Sight(id, name, (at,), within, tuple(targets), tuple(listed[::2]), tuple(listed[1::2]))


def _along(view: Any, viewer: tuple[str, Text, str, int]) -> Sight:
    """What a card with a bow sees in its four lines."""
    id, name, at, seat = viewer
    held = {piece.at.upper(): piece for piece in view.pieces}
    targets: list[Aimed] = []
    seen: list[str] = []
    hidden: list[str] = []
    for step in board.STEPS:
        first = ""
        for distance, space in enumerate(board.ray(board.parse(at), step, board.ROWS), 1):
            there = board.name(space).upper()
            if distance <= _BOW:
                (hidden if first else seen).append(there)
            piece = held.get(there)
            if piece is not None:
                how: Sighted = "far" if distance > _BOW else "blocked" if first else "clear"
                stop, what = ((first,), held[first].label) if how == "blocked" else ((), NOTHING)
                targets.append(Aimed(str(piece.card), piece.label, (there,), distance, how, (at, there), stop, what,
                                     foe=piece.seat != seat))  # fmt: skip
                first = first or there
    return Sight(id, name, (at,), _BOW, tuple(targets), tuple(seen), tuple(hidden))


def _worth(sight: Sight) -> int:
    """How much there is to be shown."""
    ways = {each.how for each in looked.drawn(sight)}
    return 2 * ("blocked" in ways) + 2 * ("clear" in ways) + ("far" in ways)


def _standing(view: Any) -> list[tuple[str, Text, str, int]]:
    """Who stands where: id, name, space, seat."""
    if isinstance(view, ArenaView):
        return [(str(figure.id), figure.label, figure.at, figure.seat) for figure in view.figures if figure.at]
    return [(str(each.card), each.label, each.at.upper(), each.seat) for each in view.pieces if each.face.kind != "wall"]
