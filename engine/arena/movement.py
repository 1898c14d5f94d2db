"""Action 3, moving figures: steps and what they cost, how far a figure gets, and the walk itself.

The chapter "Move Any Number of Figures on Your Chosen Army Card", with falling, water, roads, glyphs and cryptoliths
(AR-MOVE, AR-FALL, AR-WATER, AR-ROAD, AR-CRYPT-13 to AR-CRYPT-19).

A figure's move may be walked in parts: after each part it may go on with what is left, until another figure is moved.
That is how a path of one's own is walked, and how a player thinks again after an unexpected hit.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.arena import glyphs, numbers
from engine.arena.effects import Cause, Meeting, sources
from engine.arena.engagement import leaving_attacks
from engine.arena.game import MARKS, Game
from engine.arena.hexes import Hex, parse
from engine.arena.hidden import spring
from engine.arena.life import deal
from engine.arena.options import Move
from engine.arena.position import Position, spot
from engine.arena.state import Figure, Moving
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words

How = Literal["walk", "scale", "fly"]

SCALING = 4  # spaces from the foot of a cryptolith to its top, and back (AR-CRYPT-14, AR-CRYPT-16)
ROAD_BONUS = 3  # AR-ROAD-03


@dataclass(frozen=True)
class Step:
    """One step. ``leaving`` and ``falls`` are combat dice that may hurt the figure; ``stops``: the move is over there."""

    to: Hex
    how: How
    cost: int
    leaving: int
    falls: int
    stops: bool

    @property
    def risk(self) -> int:
        return self.leaving + self.falls


@dataclass(frozen=True)
class Way:
    """A path and what it takes. ``cost`` counts from where the figure stands now; ``road`` whether it is all road."""

    steps: tuple[Step, ...]
    cost: int
    road: bool

    @property
    def leaving(self) -> int:
        return sum(step.leaving for step in self.steps)

    @property
    def falls(self) -> int:
        return sum(step.falls for step in self.steps)

    @property
    def risk(self) -> int:
        return self.leaving + self.falls

    @property
    def path(self) -> list[str]:
        return [spot(step.to) for step in self.steps]


class Walker:
    """A figure about to move: what it needs to know of the battlefield, looked up once."""

    def __init__(self, pos: Position, figure: Figure) -> None:
        self.pos, self.figure = pos, figure
        face = pos.face_of(figure)
        self.height = face.height
        self.flies = numbers.flies(pos, figure)
        self.climbs = any(me.effect.climbs_freely(pos, me, figure) for me in sources(pos, "climbs_freely"))
        self.never_falls = any(me.effect.never_falls(pos, me, figure) for me in sources(pos, "never_falls"))
        self.move = numbers.move(pos, figure).total
        seat = pos.controller(figure)
        self.enemies = [other for other in pos.board if pos.controller(other) != seat]
        self.at = {pos.space(other): other for other in pos.board if other.id != figure.id}
        self.friend_passable = {
            space: not pos.engaged(other) for space, other in self.at.items() if pos.controller(other) == seat
        }
        self._engaged: dict[Hex, frozenset[int]] = {}
        self._dice: dict[int, int] = {}
        self._steps: dict[Hex, list[Step]] = {}

    def engaged(self, at: Hex) -> frozenset[int]:
        """Ids of the enemies the figure would be engaged with there."""
        found = self._engaged.get(at)
        if found is None:
            pos, figure = self.pos, self.figure
            found = frozenset(
                other.id
                for other in self.enemies
                if other.at in pos.field.neighbours(at) and pos.adjacent_at(figure, at, other)
            )
            self._engaged[at] = found
        return found

    def leaving_dice(self, start: Hex, end: Hex) -> int:
        """Dice of the leaving attacks that going from ``start`` to ``end`` provokes."""
        total = 0
        for id in self.engaged(start) - self.engaged(end):
            if id not in self._dice:
                self._dice[id] = numbers.leaving_dice(self.pos, self.pos.state.figures[id], self.figure)
            total += self._dice[id]
        return total

    def left(self, start: Hex, end: Hex) -> list[Figure]:
        return [self.pos.state.figures[id] for id in sorted(self.engaged(start) - self.engaged(end))]

    def stops_at(self, space: Hex) -> bool:
        """Water and glyphs end a move (AR-WATER-01, AR-GLYPH-05); a flyer does not stop on water."""
        return (self.pos.is_water(space) and not self.flies) or self.pos.glyph_at(space) is not None

    def passable(self, space: Hex) -> Refusal | None:
        """Why the figure cannot go through an occupied space (AR-MOVE-06, AR-MOVE-07, A07)."""
        other = self.at.get(space)
        if other is None or self.flies:
            return None
        if space not in self.friend_passable:
            return refuse("AR-MOVE-07", "an enemy, {figure}, stands on {at}", figure=self.pos.label(other), at=spot(space))
        if not self.friend_passable[space]:
            form = "{figure} on {at} is engaged, nobody passes through"
            return refuse("AR-MOVE-06", form, figure=self.pos.label(other), at=spot(space))
        if self.stops_at(space):
            return refuse("AR-MOVE-08", "one would have to stop on {at}, which is taken", at=spot(space))
        return None

    def step(self, start: Hex, to: Hex, how: How) -> Step | Refusal:
        """One step between neighbouring spaces, or why it cannot be made (by whoever walks it)."""
        pos = self.pos
        if how == "fly":
            return Step(to, how, 1, self.leaving_dice(start, to), 0, self.stops_at(to))
        rise = pos.level(to) - pos.level(start)
        leaving = self.leaving_dice(start, to)
        if how == "scale":
            refusal = self._scaling_refusal(start, to)
            if refusal:
                return refusal
            return Step(to, how, 1 if self.climbs else SCALING, leaving, 0, self.stops_at(to))
        if rise > 0 and not self.climbs:
            if rise >= self.height:
                return refuse(
                    "AR-MOVE-11",
                    "{at} is {rise} levels up; a figure of height {height} climbs less than that at once",
                    at=spot(to), rise=rise, height=self.height,
                )  # fmt: skip
            cost = 1 + rise
        else:
            cost = 1
        falls = 1 if -rise >= self.height and not self.never_falls and not pos.is_water(to) else 0
        return Step(to, how, cost, leaving, falls, self.stops_at(to))

    def _scaling_refusal(self, start: Hex, to: Hex) -> Refusal | None:
        """Scaling leads from an adjacent space to the top or back (AR-CRYPT-13, AR-CRYPT-16)."""
        pos = self.pos
        up, down = pos.cryptolith_at(to), pos.cryptolith_at(start)
        if up and not down:
            foot, cryptolith = start, up
        elif down and not up:
            foot, cryptolith = to, down
        else:
            return refuse("AR-CRYPT-13", "scaling leads up or down a cryptolith")
        if not pos.adjacent_to_cryptolith_at(self.figure, foot, cryptolith):
            form = "{at} is not adjacent to the {name} cryptolith"
            return refuse("AR-CRYPT-13", form, at=spot(foot), name=cryptolith.name)
        return None

    def steps(self, start: Hex) -> list[Step]:
        """Every step that can be made from ``start``, wherever it ends. Looked up once per space."""
        if start not in self._steps:
            self._steps[start] = list(self._find_steps(start))
        return self._steps[start]

    def _find_steps(self, start: Hex) -> Iterator[Step]:
        pos = self.pos
        for to in pos.field.neighbours(start):
            if self.passable(to):
                continue
            if self.flies:
                yield Step(to, "fly", 1, 0, 0, self.stops_at(to) and to not in self.at)
                continue
            walked = self.step(start, to, "walk")
            if isinstance(walked, Step):
                yield walked
            if pos.cryptolith_at(to) or pos.cryptolith_at(start):
                scaled = self.step(start, to, "scale")
                if isinstance(scaled, Step):
                    yield scaled


def progress(pos: Position, figure: Figure) -> Moving | None:
    return next((moving for moving in pos.state.turn.moves if moving.figure == figure.id), None)


def budget(walker: Walker, moving: Moving | None) -> tuple[int, int, bool]:
    """Spaces left off the road, spaces left on it, and whether the move so far is all road (AR-ROAD-03)."""
    spent = moving.spent if moving else 0
    extra = walker.pos.state.turn.extra
    if extra is not None and extra.move is not None:
        return extra.move - spent, extra.move - spent, False
    road = moving.road if moving else walker.pos.is_road(walker.pos.space(walker.figure))
    return walker.move - spent, walker.move - spent + (ROAD_BONUS if road else 0), road


def reach(pos: Position, figure: Figure, walker: Walker | None = None) -> dict[Hex, list[Way]]:
    """Every space the figure can end on now, with the ways worth taking: the safest first, then any cheaper ones.

    A way is worth taking if no other is both as safe and as cheap. Risk counts combat dice that may hurt on the way.
    """
    walker = walker or Walker(pos, figure)
    start = pos.space(figure)
    plain, on_road, all_road = budget(walker, progress(pos, figure))
    best: dict[tuple[Hex, bool], list[tuple[int, int]]] = {}
    found: dict[Hex, list[Way]] = {}
    queue: list[tuple[int, int, int, Hex, Way]] = [(0, 0, 0, start, Way((), 0, all_road))]
    count = 0
    while queue:
        risk, cost, _, here, way = heapq.heappop(queue)
        if way.steps and way.steps[-1].stops and way.steps[-1].how != "fly":
            continue  # who flies over a glyph does not stop there
        for step in walker.steps(here):
            road = way.road and pos.is_road(step.to)
            new_cost = cost + step.cost
            if new_cost > (on_road if road else plain) or step.to == start:
                continue
            new_risk = risk + step.risk
            if step.how == "fly":
                new_risk = walker.leaving_dice(start, step.to)
                step = Step(step.to, "fly", 1, 0, 0, step.stops)
            labels = best.setdefault((step.to, road), [])
            if any(r <= new_risk and c <= new_cost for r, c in labels):
                continue
            labels.append((new_risk, new_cost))
            longer = Way((*way.steps, step), new_cost, road)
            count += 1
            queued_risk = 0 if step.how == "fly" else new_risk
            heapq.heappush(queue, (queued_risk, new_cost, count, step.to, longer))
            if step.to not in walker.at:
                found.setdefault(step.to, []).append(_settled(walker, start, longer))
    return {space: _worth(ways) for space, ways in found.items()}


def _settled(walker: Walker, start: Hex, way: Way) -> Way:
    """A flight's leaving attacks fall due at take-off, for the enemies not adjacent where it lands."""
    if way.steps[0].how != "fly":
        return way
    first = way.steps[0]
    dice = walker.leaving_dice(start, way.steps[-1].to)
    return Way((Step(first.to, "fly", 1, dice, 0, first.stops), *way.steps[1:]), way.cost, way.road)


def _worth(ways: list[Way]) -> list[Way]:
    ways = sorted(ways, key=lambda way: (way.risk, way.cost, len(way.steps)))
    kept: list[Way] = []
    for way in ways:
        if not kept or way.cost < kept[-1].cost:
            kept.append(way)
    return kept


def may_move(pos: Position, figure: Figure) -> Refusal | None:
    """Why the figure cannot move (further) in this Action 3."""
    turn = pos.state.turn
    card = pos.card_of(figure)
    if turn.extra is not None:
        if figure.id not in turn.extra.figures or turn.extra.move == 0:
            return refuse("AR-MOVE-01", "{source} does not let {figure} move", source=turn.extra.source,
                          figure=pos.label(figure))  # fmt: skip
    elif turn.chosen != card.id:
        return refuse("AR-CHOOSE-01", "{figure} is not on the army card chosen this turn", figure=pos.label(figure))
    if figure.zone != "board":
        return refuse("AR-MOVE-01", "{figure} is not on the battlefield", figure=pos.label(figure))
    if turn.phase not in ("before", "acting", "extra"):
        return refuse("AR-TURN-01", "moving is over for this turn")
    if turn.attacks:
        return refuse("AR-TURN-01", "all moves come before the first attack")
    moving = progress(pos, figure)
    if moving and (moving.over or turn.moves[-1] is not moving):
        return refuse("AR-MOVE-05", "{figure} has finished its move", figure=pos.label(figure))
    for me in sources(pos, "forbids_move"):
        refusal = me.effect.forbids_move(pos, me, figure)
        if refusal:
            return refusal
    return None


def moves(pos: Position) -> list[Move]:
    """Every move on offer: per figure and space the safest way, and the quickest where that differs."""
    options: list[Move] = []
    for figure in pos.acting():
        if may_move(pos, figure):
            continue
        for space, ways in reach(pos, figure).items():
            options.append(Move(figure.id, spot(space)))
            if len(ways) > 1:
                options.append(Move(figure.id, spot(space), "quick"))
    return options


def way_of(pos: Position, option: Move) -> Way | None:
    """The way an option walks."""
    ways = reach(pos, pos.state.figures[option.figure]).get(parse(option.to))
    if not ways:
        return None
    return ways[-1] if option.way == "quick" and len(ways) > 1 else ways[0]


def why_not(pos: Position, figure: Figure, to: Hex) -> Refusal:
    """Why the figure cannot end its move on ``to``, in the rulebook's order of reasons."""
    refusal = may_move(pos, figure)
    if refusal:
        return refusal
    walker = Walker(pos, figure)
    if to == pos.space(figure):
        return refuse("AR-MOVE-02", "{figure} stands there already", figure=pos.label(figure))
    other = walker.at.get(to)
    if other is not None:
        return refuse("AR-MOVE-08", "{at} is taken by {figure}", at=spot(to), figure=pos.label(other))
    if to in pos.field.neighbours(pos.space(figure)) and not walker.flies:
        step = walker.step(pos.space(figure), to, "walk")
        if isinstance(step, Refusal):
            return step
    plain, on_road, _ = budget(walker, progress(pos, figure))
    return refuse(
        "AR-MOVE-02",
        "{at} is {distance} spaces away; with climbs, stops and figures in the way it is out of reach of the {left} "
        "spaces left ({road} all on road)",
        at=spot(to), distance=pos.distance(figure, to), left=max(0, plain), road=max(0, on_road),
    )  # fmt: skip


def walk(game: Game, figure: Figure, way: Way) -> Rule[None]:
    """Walk a way, step by step. It breaks off where the figure dies, must stop, or meets the unexpected on a space where
    it may stand: the player then decides anew with what is left."""
    turn = game.state.turn
    moving = progress(game, figure)
    if moving is None:
        moving = Moving(figure.id, road=game.is_road(game.space(figure)))
        turn.moves.append(moving)
    label, start = game.label(figure), game.space(figure)
    path: list[str] = [spot(start)]
    hows: list[str] = []
    told = len(game.table.events)
    flying = way.steps[0].how == "fly"
    if flying:
        landing = way.steps[-1].to
        yield from leaving_attacks(game, figure, Walker(game, figure).left(start, landing))
    for n, step in enumerate(way.steps):
        if figure.zone != "board":  # struck down as it took off
            break
        here = game.space(figure)
        last = n == len(way.steps) - 1
        harm = figure.damage
        before = Walker(game, figure)
        if not flying:
            yield from leaving_attacks(game, figure, before.left(here, step.to))
        if figure.zone != "board":
            break
        figure.at = step.to
        moving.spent += step.cost
        moving.road = moving.road and game.is_road(step.to)
        path.append(spot(step.to))
        hows.append(step.how)
        if flying and not last:
            continue
        if step.falls:
            yield from fall(game, figure)
        sprung = False
        if figure.zone == "board":
            sprung = yield from _meet(game, figure, start if flying else here)
        if figure.zone != "board" or moving.over:
            break
        if step.stops and figure.at == step.to:
            moving.over = True
            yield from glyphs.enter(game, figure)
            break
        if (sprung or figure.damage > harm) and step.to not in before.at and not last:
            game.tell("halted", words("{figure} stops to think on {at}", figure=label, at=spot(step.to)), figure=figure.id)
            break
    if len(path) > 1:
        moved = words("{figure} moves {path}", figure=label, path=" → ".join((path[0], path[-1])))
        game.tell("moved", moved, figure=figure.id, path=path, how=hows)
        game.table.events.insert(told, game.table.events.pop())  # the walk is told before what befell it


def fall(game: Game, figure: Figure) -> Rule[None]:
    """One combat die; a sword costs one damage (AR-FALL-03, AR-FALL-04)."""
    face = game.combat_dice(1)[0]
    at = spot(game.space(figure))
    text = words("{figure} falls: {die}", figure=game.label(figure), die=MARKS[face])
    game.tell("fall", text, figure=figure.id, face=face, at=at)
    if face == "sword":
        yield from deal(game, figure, 1, Cause("fall", None))


def _meet(game: Game, figure: Figure, came_from: Hex) -> Rule[bool]:
    """Hidden enchantments that wait for an enemy to become engaged by its own move."""
    here = game.space(figure)
    before = {other.id for other in game.engaged_at(figure, came_from)}
    met = [other for other in game.engaged_at(figure, here) if other.id not in before]
    if not met:
        return False
    return (yield from spring(game, "engaged_by_enemy", Meeting(figure, met)))
