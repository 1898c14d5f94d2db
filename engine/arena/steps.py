"""Single steps of Action 3: what a figure may step onto, what that costs, and what may hurt it on the way.

Levels, falls, water, glyphs, ruins and cryptoliths (AR-MOVE-06 to AR-MOVE-14, AR-FALL, AR-WATER, AR-CRYPT-13 to
AR-CRYPT-19, AC-MOVE-02 to AC-MOVE-10). A figure stands on one space, a double-space figure on two: of these the leading
side steps, and the other follows onto the space that it leaves. Which side leads may change at every step (AC-MOVE-06).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.arena import moorlands, numbers
from engine.arena.ambush import exits
from engine.arena.effects import Source, sources_of
from engine.arena.hexes import Hex
from engine.arena.position import Position, Stand, spot
from engine.arena.state import Figure
from engine.core.refusal import Refusal, refuse
from engine.core.text import Text

How = Literal["walk", "scale", "fly"]

SCALING = 4  # spaces from the foot of a cryptolith to its top, and back (AR-CRYPT-14, AR-CRYPT-16)

ASKED = frozenset({"climbs_freely", "never_falls", "skips_sides", "passes_figures", "wades", "drains", "gains_move"})
NOBODY: frozenset[int] = frozenset()


class Step(NamedTuple):
    """One step, to ``stand``. ``leaving`` and ``falls`` are combat dice that may hurt the figure, ``rolls`` those of the
    20-sided die for a bog. ``rests``: it may end its move there; ``stops``: it must. ``lower``: down a level or more; of
    a flight this is said only where it matters."""

    stand: Stand
    how: How
    cost: int
    leaving: int = 0
    falls: int = 0
    rolls: int = 0
    rests: bool = True
    stops: bool = False
    lower: bool = False

    @property
    def to(self) -> Hex:
        """Where the leading side comes."""
        return self.stand[0]

    @property
    def risk(self) -> int:
        return self.leaving + self.falls + self.rolls


class Walker:
    """A figure about to move: what it needs to know of the battlefield, looked up once."""

    def __init__(self, pos: Position, figure: Figure) -> None:
        self.pos, self.figure = pos, figure
        self.start = pos.stand(figure)
        self.height = pos.face_of(figure).height
        self.flies = numbers.flies(pos, figure)
        self.move = numbers.move(pos, figure).total
        asked = sources_of(pos, ASKED)
        self.climbs = any(me.effect.climbs_freely(pos, me, figure) for me in asked["climbs_freely"])
        self.skips = self.climbs or any(me.effect.skips_sides(pos, me, figure) for me in asked["skips_sides"])
        self.never_falls = any(me.effect.never_falls(pos, me, figure) for me in asked["never_falls"])
        self.passes = any(me.effect.passes_figures(pos, me, figure) for me in asked["passes_figures"])
        self.dry = self.flies or any(me.effect.wades(pos, me, figure) for me in asked["wades"])
        self.gains = gains(pos, figure, asked["gains_move"])
        self._draining: list[Source] = asked["drains"]
        self._team = pos.team(pos.controller(figure))
        self.at: dict[Hex, Figure] = {}
        self._threats: dict[Hex, list[Figure]] = {}
        for other in pos.board:
            if other.id == figure.id:
                continue
            enemy = pos.team(pos.controller(other)) != self._team
            for space in pos.stand(other):
                self.at[space] = other
                if enemy:
                    for near in pos.field.neighbours(space):
                        self._threats.setdefault(near, []).append(other)
        self._glyphs = {glyph.at for glyph in pos.state.glyphs}
        self._exits = exits(pos)
        self._tops = {cryptolith.at for cryptolith in pos.standing}
        self._boggy = pos.field.rules.weirded == "bog"
        moving = next((moving for moving in pos.state.turn.moves if moving.figure == figure.id), None)
        self.mired = self._boggy and moorlands.bog(pos, self.start) and not (moving and moving.spent)
        self._engaged: dict[Stand, frozenset[int]] = {}
        self._dice: dict[int, int] = {}
        self._barred: dict[Hex, Refusal | None] = {}
        self._steps: dict[Stand, list[Step]] = {}
        self._ends: dict[Stand, tuple[bool, bool, int]] = {}
        self._levels: dict[Hex, int] = {}

    # -- engagement
    def engaged(self, stand: Stand) -> frozenset[int]:
        """Ids of the enemies the figure would be engaged with there."""
        found = self._engaged.get(stand)
        if found is None:
            near = {other.id: other for space in stand for other in self._threats.get(space, ())}
            pos, figure = self.pos, self.figure
            found = frozenset(id for id, other in near.items() if pos.adjacent_at(figure, stand, other)) if near else NOBODY
            self._engaged[stand] = found
        return found

    def leaving_dice(self, start: Stand, end: Stand) -> int:
        """Dice of the leaving attacks that going from ``start`` to ``end`` provokes."""
        engaged = self.engaged(start)
        if not engaged:
            return 0
        total = 0
        for id in engaged - self.engaged(end):
            if id not in self._dice:
                self._dice[id] = numbers.leaving_dice(self.pos, self.pos.state.figures[id], self.figure)
            total += self._dice[id]
        return total

    def left(self, start: Stand, end: Stand) -> list[Figure]:
        return [self.pos.state.figures[id] for id in sorted(self.engaged(start) - self.engaged(end))]

    # -- spaces
    def drained(self, space: Hex) -> bool:
        """Whether an effect lets the figure cross that water as if it were land."""
        if not self._draining or space in self.at or not self.pos.is_water(space):
            return False
        return any(me.effect.drains(self.pos, me, self.figure, space) for me in self._draining)

    def stops_at(self, stand: Stand) -> bool:
        """What ends a move there: a glyph or an exit under the leading side; water, under both halves of a double-space
        figure; a flyer does not stop on water (AR-WATER-01, AR-GLYPH-05, AC-MOVE-02, AC-GLYPH-01, AR-S3-15)."""
        if stand[0] in self._glyphs or stand[0] in self._exits:
            return True
        return not self.dry and all(self.pos.is_water(space) and not self.drained(space) for space in stand)

    def rests_at(self, stand: Stand) -> bool:
        """Whether the figure may end its move there: on spaces of its own, its base flat (AR-MOVE-08, AC-MOVE-04,
        AC-MOVE-08). Who moves onto an exit is gone before that matters."""
        if stand[0] in self._exits:
            return True
        if any(space in self.at for space in stand):
            return False
        return len(stand) == 1 or self.pos.fits(*stand)

    def passable(self, space: Hex) -> Refusal | None:
        """Why the figure cannot go onto an occupied space even to go on (AR-MOVE-06, AR-MOVE-07, AR-S2-21)."""
        other = self.at.get(space)
        if other is None or self.flies:
            return None
        if space not in self._barred:
            self._barred[space] = self._barring(space, other)
        return self._barred[space]

    def _barring(self, space: Hex, other: Figure) -> Refusal | None:
        pos = self.pos
        if self._boggy and pos.is_weirded(space):
            form = "{figure} is in the bog on {at}: nobody passes through"
            return refuse("AR-S2-21", form, figure=pos.label(other), at=spot(space))
        if self.passes:
            return None
        if pos.team(pos.controller(other)) != self._team:
            return refuse("AR-MOVE-07", "an enemy, {figure}, stands on {at}", figure=pos.label(other), at=spot(space))
        if pos.engaged(other):
            form = "{figure} on {at} is engaged, nobody passes through"
            return refuse("AR-MOVE-06", form, figure=pos.label(other), at=spot(space))
        return None

    # -- steps
    def steps(self, start: Stand) -> list[Step]:
        """Every step that can be made from ``start``, wherever it ends, the present leading side's first. Looked up once
        per stand. Dice of a flight are not counted: they fall where it begins and lands."""
        found = self._steps.get(start)
        if found is None:
            found = self._steps[start] = list(self._find_steps(start))
        return found

    def _find_steps(self, start: Stand) -> Iterator[Step]:
        double = len(start) == 2
        neighbours = self.pos.field.neighbours
        for leading in start:
            for to in neighbours(leading):
                if double and to in start:
                    continue
                stand = (to, leading) if double else (to,)
                if self.flies:
                    if not (double and self.misfit(stand)):
                        rests, stops, _ = self.end(stand)
                        lower = self.gains > 0 and self.level(to) < self.level(leading)
                        yield Step(stand, "fly", 1, rests=rests, stops=stops, lower=lower)
                    continue
                walked = self.step(start, stand, "walk")
                if isinstance(walked, Step):
                    yield walked
                if self._tops and not double and (to in self._tops or leading in self._tops):
                    scaled = self.step(start, stand, "scale")
                    if isinstance(scaled, Step):
                        yield scaled

    def misfit(self, stand: Stand) -> Refusal | None:
        """A double-space base does not fit on the top of a cryptolith (AC-MOVE-09)."""
        if len(stand) == 2 and stand[0] in self._tops:
            return refuse("AC-MOVE-09", "a double-space figure does not fit on the top of a cryptolith")
        return None

    def step(self, start: Stand, stand: Stand, how: How) -> Step | Refusal:
        """One step on foot, or why it cannot be made. ``stand`` is beside ``start``; of a double-space figure its rear is
        the half of ``start`` that leads."""
        to, leading = stand[0], stand[-1] if len(stand) == 2 else start[0]
        barred = (to in self.at and self.passable(to)) or self.misfit(stand)
        if barred:
            return barred
        pos, falls, lower = self.pos, 0, False
        if how == "scale":
            refusal = self._scaling_refusal(leading, to)
            if refusal:
                return refusal
            cost = 1 if self.climbs else SCALING
            lower = leading in self._tops
        else:
            foot, end, wall = self.level(leading), self.level(to), pos.field.wall(leading, to)
            peak = max(foot, end) + wall if wall else end
            rise, drop = peak - foot, (peak if wall else foot) - end
            if rise >= self.height and not self.climbs:
                return self._too_high(to, rise, wall)
            cost = 1
            if rise > 0 and not self.skips:
                cost += rise - (1 if self.drained(leading) else 0)
            if drop >= self.height and not self.never_falls and not pos.is_water(to):
                falls = 1
            lower = end < foot
        rests, stops, entering = self.end(stand)
        if (stops or entering) and not rests:
            return self._no_room(stand)
        rolls = entering + (self.mired and start == self.start)
        return Step(stand, how, cost, self.leaving_dice(start, stand), falls, rolls, rests, stops, lower)

    def end(self, stand: Stand) -> tuple[bool, bool, int]:
        """Whether the figure may end its move there, whether it must, and the rolls that coming there costs."""
        found = self._ends.get(stand)
        if found is None:
            found = self._ends[stand] = self.rests_at(stand), self.stops_at(stand), self.entering(stand)
        return found

    def level(self, space: Hex) -> int:
        found = self._levels.get(space)
        if found is None:
            found = self._levels[space] = self.pos.level(space)
        return found

    def entering(self, stand: Stand) -> int:
        """Rolls that moving there costs: one where it is a bog (AR-S2-11)."""
        return 1 if self._boggy and moorlands.bog(self.pos, stand) else 0

    def flight_risk(self, landing: Stand) -> int:
        """Dice of a flight from where the figure stands to there."""
        return self.leaving_dice(self.start, landing) + self.entering(landing) + self.mired

    def _too_high(self, to: Hex, rise: int, wall: int) -> Refusal:
        if wall:
            form = "the top of the ruin before {at} is {rise} levels up; a figure of height {height} crosses less than that"
            return refuse("AC-MOVE-10", form, at=spot(to), rise=rise, height=self.height)
        form = "{at} is {rise} levels up; a figure of height {height} climbs less than that at once"
        return refuse("AR-MOVE-11", form, at=spot(to), rise=rise, height=self.height)

    def _no_room(self, stand: Stand) -> Refusal:
        """The figure would have to stop where it may not end its move (A07, AC-MOVE-04)."""
        taken = next((space for space in stand if space in self.at), None)
        if taken is not None:
            return refuse("AR-MOVE-08", "one would have to stop on {at}, which is taken", at=spot(taken))
        form = "one would have to stop on {at} and {rear}, which are not level"
        return refuse("AC-MOVE-04", form, at=spot(stand[0]), rear=spot(stand[-1]))

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
            return refuse("AR-CRYPT-13", form, at=spot(foot), name=Text(cryptolith.name))
        return None


def gains(pos: Position, figure: Figure, asked: list[Source]) -> int:
    """Spaces that moving down for the first time in this turn would give the figure, by those effects."""
    if not asked or lower_mark(figure) in pos.state.turn.once:
        return 0
    return sum(me.effect.gains_move(pos, me, figure) for me in asked)


def lower_mark(figure: Figure) -> str:
    """What ``Turn.once`` holds when the figure has gained spaces by moving down in this turn."""
    return f"moved down:{figure.id}"
