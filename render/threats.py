"""Who could strike whom: now, and after a move of its next turn. From what lies open alone.

Walking counts what the map and the numbers on the view say: climbs cost, falls are no bar, enemies and engaged friends are
in the way, water, glyphs and exits stop, a bog is walked into like any ground. What a card does of its own beside that is
left out, so a strike found here is what to expect, not a promise.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.arena.battlefield import CRYPTOLITH_HEIGHT, Battlefield, load
from engine.arena.hexes import Hex, name, parse
from engine.arena.sight import Body, Sightlines
from engine.arena.view import ArenaView, CryptolithView, FigureView

SCALING = 4  # spaces to the top of a cryptolith and back
ROAD_BONUS = 3


class Strike(NamedTuple):
    """``attacker`` could strike ``target`` (a figure's number or a cryptolith's name) at ``distance`` spaces from where
    both stand. ``start``: the space it would strike from; None: from where it stands."""

    attacker: int
    target: int | str
    distance: int
    start: str | None


@lru_cache(maxsize=8)
def _lines(field: Battlefield) -> Sightlines:
    return Sightlines(field)


def power(view: ArenaView, figure: FigureView) -> int:
    return view.card(figure.card).power if figure.power is None else figure.power


def toughness(view: ArenaView, figure: FigureView) -> int:
    return view.card(figure.card).toughness if figure.toughness is None else figure.toughness


def move(view: ArenaView, figure: FigureView) -> int:
    return view.card(figure.card).move if figure.move is None else figure.move


def reach(view: ArenaView, figure: FigureView) -> int:
    """Its range now."""
    if figure.range is not None:
        return figure.range
    cap, printed = load(view.battlefield).rules.range_cap, view.card(figure.card).range
    return min(cap, printed) if cap else printed


class Ground:
    """A view's battlefield with who stands where."""

    def __init__(self, view: ArenaView) -> None:
        self.view, self.field = view, load(view.battlefield)
        self.figures = [figure for figure in view.figures if figure.zone == "board" and figure.at]
        self.at: dict[Hex, FigureView] = {space: each for each in self.figures for space in spaces(each)}
        self.tops = {parse(stone.at): stone.top for stone in view.cryptoliths if stone.standing}
        glyphs = {parse(glyph.at) for glyph in view.glyphs}
        self._stops = glyphs | {way_out.at for way_out in self.field.exits}
        self._bodies = [(each, _body(each)) for each in self.figures]

    # -- ground
    def level(self, space: Hex) -> int:
        return self.tops.get(space, self.field.level(space))

    def distance(self, one: FigureView, other: FigureView) -> int:
        return min(self.field.steps(a, b) for a in spaces(one) for b in spaces(other))

    def against(self, one: FigureView, other: FigureView) -> bool:
        return self.view.seats[one.seat].team != self.view.seats[other.seat].team

    def adjacent(self, figure: FigureView, at: Iterable[Hex], other: FigureView) -> bool:
        """Whether the figure, standing there, is engaged with the other if that is an enemy."""
        for here in at:
            near = self.field.neighbours(here)
            for space in spaces(other):
                if space in near:
                    rise = self.level(space) - self.level(here)
                    wall = self.field.wall(here, space)
                    low = rise < figure.height if rise >= 0 else -rise < other.height
                    if low and (not wall or (wall < figure.height and wall < other.height)):
                        return True
        return False

    # -- going
    def ends(self, figure: FigureView) -> dict[Hex, int]:
        """Where the figure's leading side could stand after its move, with the spaces that takes; without where it is."""
        start = spaces(figure)
        budget = move(self.view, figure)
        road = all(self.field.is_road(space) for space in start)
        best: dict[tuple[Hex, bool], int] = {(space, road): 0 for space in start}
        queue = [(0, space, road) for space in start]
        found: dict[Hex, int] = {}
        while queue:
            cost, here, road = heapq.heappop(queue)
            if cost > best[here, road] or (cost and not figure.flying and self._halts(here)):
                continue
            for to, step in self._steps(figure, here):
                on_road = road and self.field.is_road(to)
                spent = cost + step
                if spent > budget + (ROAD_BONUS if on_road else 0) or spent >= best.get((to, on_road), 999):
                    continue
                best[to, on_road] = spent
                heapq.heappush(queue, (spent, to, on_road))
                if to not in start and self._free(figure, to):
                    found[to] = min(spent, found.get(to, 999))
        return found

    def _halts(self, space: Hex) -> bool:
        return space in self._stops or self.field.is_water(space)

    def _free(self, figure: FigureView, space: Hex) -> bool:
        return self.at.get(space, figure) is figure

    def _steps(self, figure: FigureView, here: Hex) -> Iterator[tuple[Hex, int]]:
        for to in self.field.neighbours(here):
            other = self.at.get(to)
            if figure.flying:
                yield to, 1
                continue
            if other is not None and other is not figure and self._bars(figure, other, to):
                continue
            wall, foot, end = self.field.wall(here, to), self.level(here), self.level(to)
            rise = (max(foot, end) + wall if wall else end) - foot
            if rise < figure.height:
                yield to, 1 + max(0, rise)
            if (to in self.tops) != (here in self.tops):
                yield to, SCALING

    def _bars(self, figure: FigureView, other: FigureView, space: Hex) -> bool:
        """Whether nobody passes through the other: an enemy, one in contact, one in a bog."""
        bog = self.field.rules.weirded == "bog" and self.field.is_weirded(space)
        return bog or self.against(figure, other) or bool(other.engaged_with)

    # -- striking
    def strikes_from(self, figure: FigureView, at: tuple[Hex, ...], target: FigureView) -> bool:
        """Whether the figure, standing there, could attack the target: engagement, then range, then line of sight."""
        if self.adjacent(figure, at, target):
            return True
        far = reach(self.view, figure)
        if far <= 1 or min(self.field.steps(a, b) for a in at for b in spaces(target)) > far:
            return False
        if any(self.against(figure, other) and self.adjacent(figure, at, other) for other in self.figures):
            return False
        others = [body for each, body in self._bodies if each not in (figure, target)]
        eye = self._eye(figure, at)
        return _lines(self.field).between(eye, _body(target), frozenset(self.tops), others, points=True).clear

    def strikes_stone(self, figure: FigureView, at: tuple[Hex, ...], stone: CryptolithView) -> bool:
        """Whether the figure, standing there, could attack the cryptolith: not engaged, and beside it or, by day, in sight
        within its range."""
        top = parse(stone.at)
        if top in at or any(self.against(figure, other) and self.adjacent(figure, at, other) for other in self.figures):
            return False
        for space in at:
            if top in self.field.neighbours(space):
                rise = self.field.level(top) - self.level(space)  # measured to its base
                low = rise < figure.height if rise >= 0 else -rise < CRYPTOLITH_HEIGHT
                if low and self.field.wall(space, top) < min(figure.height, CRYPTOLITH_HEIGHT):
                    return True
        far = reach(self.view, figure)
        if self.view.night or far <= 1 or min(self.field.steps(space, top) for space in at) > far:
            return False
        others = [body for each, body in self._bodies if each is not figure]
        return _lines(self.field).cryptolith(self._eye(figure, at), top, frozenset(self.tops), others, points=True).clear

    def _eye(self, figure: FigureView, at: tuple[Hex, ...]) -> Body:
        return Body(at[0], self.level(at[0]), figure.height, rear=at[1] if len(at) > 1 else None)


def spaces(figure: FigureView) -> tuple[Hex, ...]:
    """Where it stands; both spaces of a double-space figure."""
    return tuple(parse(at) for at in (figure.at, figure.rear) if at)


def _body(figure: FigureView) -> Body:
    at = spaces(figure)
    return Body(at[0], figure.level, figure.height, rear=at[1] if len(at) > 1 else None)


def strikes(ground: Ground, attackers: Iterable[FigureView], targets: Iterable[FigureView]) -> list[Strike]:
    """Every strike of the attackers at the targets: those that need no move first, then the nearest."""
    found: list[Strike] = []
    targets = list(targets)
    for attacker in attackers:
        ends: dict[Hex, int] | None = None
        for target in targets:
            if not ground.against(attacker, target):
                continue
            far = ground.distance(attacker, target)
            if ground.strikes_from(attacker, spaces(attacker), target):
                found.append(Strike(attacker.id, target.id, far, None))
                continue
            if far > move(ground.view, attacker) + ROAD_BONUS + max(1, reach(ground.view, attacker)):
                continue
            if ends is None:
                ends = ground.ends(attacker)
            start = _start(ground, attacker, target, ends)
            if start is not None:
                found.append(Strike(attacker.id, target.id, far, name(start)))
    return sorted(found, key=lambda each: (each.start is not None, each.distance, each.attacker))


def _start(ground: Ground, attacker: FigureView, target: FigureView, ends: dict[Hex, int]) -> Hex | None:
    """The space, reached with the fewest steps, from which the attacker could strike the target."""
    far = max(1, reach(ground.view, attacker))
    near = [(cost, space) for space, cost in ends.items()
            if min(ground.field.steps(space, there) for there in spaces(target)) <= far]  # fmt: skip
    return next((space for _, space in sorted(near) if ground.strikes_from(attacker, (space,), target)), None)


def stone_strikes(ground: Ground, attackers: Iterable[FigureView]) -> list[Strike]:
    """The cryptoliths that attackers could strike."""
    found: list[Strike] = []
    stones = [stone for stone in ground.view.cryptoliths if stone.standing]
    for attacker in attackers if stones else ():
        ends: dict[Hex, int] | None = None
        for stone in stones:
            top = parse(stone.at)
            far = min(ground.field.steps(space, top) for space in spaces(attacker))
            if ground.strikes_stone(attacker, spaces(attacker), stone):
                found.append(Strike(attacker.id, stone.name, far, None))
            elif far <= move(ground.view, attacker) + ROAD_BONUS + max(1, reach(ground.view, attacker)):
                ends = ground.ends(attacker) if ends is None else ends
                near = sorted((cost, space) for space, cost in ends.items())
                start = next((space for _, space in near if ground.strikes_stone(attacker, (space,), stone)), None)
                if start is not None:
                    found.append(Strike(attacker.id, stone.name, far, name(start)))
    return sorted(found, key=lambda each: (each.start is not None, each.distance, each.attacker))
