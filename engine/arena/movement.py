"""Action 3, moving figures: who may move and where to, and the walk itself with all that happens on it.

The chapter "Move Any Number of Figures on Your Chosen Army Card", with falling, glyphs, bogs and exits (AR-MOVE, AR-FALL,
AR-GLYPH-05, AR-S2-11, AR-S3-15). Single steps are in :mod:`engine.arena.steps`, how far one gets in
:mod:`engine.arena.ways`.

A figure's move may be walked in parts: after each part it may go on with what is left, until another figure is moved.
That is how a path of one's own is walked, and how a player thinks again after an unexpected hit.
"""

from __future__ import annotations

from engine.arena import ambush, glyphs, moorlands
from engine.arena.effects import Cause, Meeting, sources
from engine.arena.engagement import leaving_attacks
from engine.arena.game import MARKS, Game, Over
from engine.arena.hexes import Hex, parse
from engine.arena.hidden import spring
from engine.arena.life import deal, set_down
from engine.arena.options import Move
from engine.arena.position import Position, Stand, spot
from engine.arena.state import Figure, Moving
from engine.arena.steps import Step, Walker, gains, lower_mark
from engine.arena.ways import Way, budget, goals, progress, search, way
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


# ---- what is on offer -------------------------------------------------------------------------------------------------
def may_move(pos: Position, figure: Figure) -> Refusal | None:
    """Why the figure cannot move (further) in this Action 3, or in the extra action that runs."""
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
    if pos.controller(figure) != turn.seat:
        return refuse("AR-MOVE-01", "{figure} is not yours to command", figure=pos.label(figure))
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
    """Every move on offer: per figure and end the safest way, and the quickest where that differs."""
    return [move for figure in pos.acting() if may_move(pos, figure) is None for move in moves_of(Walker(pos, figure))]


def moves_of(walker: Walker) -> list[Move]:
    """The figure's moves, whether or not it may move now."""
    options: list[Move] = []
    for (to, rear), nodes in goals(search(walker)).items():
        end = (spot(to), "" if rear is None else spot(rear))
        options.append(Move(walker.figure.id, end[0], rear=end[1]))
        if len(nodes) > 1:
            options.append(Move(walker.figure.id, end[0], "quick", end[1]))
    return options


def way_of(pos: Position, option: Move) -> Way | None:
    """The way that an option walks."""
    walker = Walker(pos, pos.state.figures[option.figure])
    nodes = goals(search(walker)).get((parse(option.to), parse(option.rear) if option.rear else None))
    if nodes is None:
        return None
    return way(walker, nodes[-1] if option.way == "quick" else nodes[0])


def why_not(pos: Position, figure: Figure, to: Hex, rear: Hex | None = None) -> Refusal:
    """Why the figure cannot end its move there, in the rulebook's order of reasons."""
    refusal = may_move(pos, figure)
    if refusal:
        return refusal
    walker = Walker(pos, figure)
    if to in walker.start and rear in (None, *walker.start):
        return refuse("AR-MOVE-02", "{figure} stands there already", figure=pos.label(figure))
    for space in (to, rear):
        if space in walker.at:
            form = "{at} is taken by {figure}"
            return refuse("AR-MOVE-08", form, at=spot(space), figure=pos.label(walker.at[space]))
    if figure.rear is not None:
        flat = _not_flat(pos, walker, to, rear)
        if flat:
            return flat
    if not walker.flies:
        for leading in walker.start:
            if to in pos.field.neighbours(leading) and rear in (None, leading):
                step = walker.step(walker.start, (to, leading) if figure.rear is not None else (to,), "walk")
                if isinstance(step, Refusal):
                    return step
                break
    plain, on_road, _ = budget(walker, progress(pos, figure))
    return refuse(
        "AR-MOVE-02",
        "{at} is {distance} spaces away; with climbs, stops and figures in the way it is out of reach of the {left} "
        "spaces left ({road} all on road)",
        at=spot(to), distance=pos.distance(figure, to), left=max(0, plain), road=max(0, on_road),
    )  # fmt: skip


def _not_flat(pos: Position, walker: Walker, to: Hex, rear: Hex | None) -> Refusal | None:
    """Whether a double-space figure's base could not lie on ``to`` and ``rear`` (None: on any space beside)."""
    misfit = walker.misfit((to, to))
    if misfit:
        return misfit
    beside = pos.field.neighbours(to)
    if rear is not None and rear not in beside:
        return refuse("AC-MOVE-08", "{at} and {rear} are not beside each other", at=spot(to), rear=spot(rear))
    if any(walker.rests_at((to, space)) for space in (beside if rear is None else (rear,))):
        return None
    if rear is None:
        form = "no free space beside {at} is level with it: a double-space figure ends its move on two"
        return refuse("AC-MOVE-04", form, at=spot(to))
    return refuse("AC-MOVE-04", "{at} and {rear} are not level with each other", at=spot(to), rear=spot(rear))


# ---- the walk ---------------------------------------------------------------------------------------------------------
def walk(game: Game, figure: Figure, way: Way) -> Rule[None]:
    """Walk a way, step by step. It breaks off where the figure dies, must stop, gets stuck or leaves the battlefield, and
    where it meets the unexpected and may stand: the player then decides anew with what is left."""
    moving = progress(game, figure)
    if moving is None:
        yield from end_move(game)
        moving = Moving(figure.id, road=all(game.is_road(space) for space in game.stand(figure)))
        game.state.turn.moves.append(moving)
    if Walker(game, figure).mired and (yield from moorlands.leave(game, figure)):
        moving.over = True
    if figure.zone == "board" and not moving.over:
        yield from _Walk(game, figure, moving).along(way)
    if moving.over:
        yield from _ended(game, figure)


def end_move(game: Game) -> Rule[None]:
    """The figure that moved last does not go on: another moves, or attacks begin, or the action is over."""
    moves = game.state.turn.moves
    if moves and not moves[-1].over:
        moves[-1].over = True
        yield from _ended(game, game.state.figures[moves[-1].figure])


def _ended(game: Game, figure: Figure) -> Rule[None]:
    for me in sources(game, "move_ended"):
        if figure.zone == "board":
            yield from me.effect.move_ended(game, me, figure)


class _Walk:
    """A walk under way. ``path`` holds the spaces of the leading side; ``rested`` is where it could have ended last."""

    def __init__(self, game: Game, figure: Figure, moving: Moving) -> None:
        self.game, self.figure, self.moving = game, figure, moving
        self.rested = game.stand(figure)
        self.label = game.label(figure)
        self.path = [spot(self.rested[0])]
        self.hows: list[str] = []
        self.told = len(game.table.events)

    def along(self, way: Way) -> Rule[None]:
        try:
            if way.steps[0].how == "fly":
                yield from self.fly(way)
            else:
                for step in way.steps:
                    if not (yield from self.step(step, last=step is way.steps[-1])):
                        break
            if self.moving.over and self.figure.zone == "board":
                self._back_to_rest()
        except Over:
            self._tell()
            raise
        self._tell()

    def fly(self, way: Way) -> Rule[None]:
        """A flight: leaving attacks as it begins (A66), then nothing until it lands."""
        game, figure = self.game, self.figure
        start = game.stand(figure)
        yield from leaving_attacks(game, figure, Walker(game, figure).left(start, way.steps[-1].stand))
        if figure.zone != "board":
            return
        for step in way.steps:
            self.advance(step)
        yield from self.arrive(start, way.steps[-1])

    def step(self, step: Step, *, last: bool) -> Rule[bool]:
        """One step on foot. Returns whether the figure goes on by itself."""
        game, figure = self.game, self.figure
        here, harm = game.stand(figure), figure.damage
        yield from leaving_attacks(game, figure, Walker(game, figure).left(here, step.stand))
        if figure.zone != "board":
            return False
        self.advance(step)
        sprung = yield from self.arrive(here, step)
        if figure.zone != "board" or self.moving.over:
            return False
        if last or not step.rests or not (sprung or figure.damage > harm):
            return True
        text = words("{figure} stops to think on {at}", figure=self.label, at=spot(step.to))
        game.tell("halted", text, figure=figure.id)
        return False

    def advance(self, step: Step) -> None:
        game, figure, moving = self.game, self.figure, self.moving
        if step.lower:
            gained = gains(game, figure, sources(game, "gains_move"))
            if gained:
                moving.bonus += gained
                game.state.turn.once.append(lower_mark(figure))
        set_down(figure, step.stand)
        moving.spent += step.cost
        moving.road = moving.road and game.is_road(step.to)
        self.path.append(spot(step.to))
        self.hows.append(step.how)

    def arrive(self, came_from: Stand, step: Step) -> Rule[bool]:
        """What the space does to the figure, in this order: fall, exit, engagement, glyph, bog (A11). Returns whether a
        hidden enchantment was turned over."""
        game, figure, moving = self.game, self.figure, self.moving
        if step.falls:
            yield from fall(game, figure)
        if figure.zone == "board" and figure.at in ambush.exits(game):
            moving.over = True
            ambush.leave(game, figure)
        if figure.zone != "board":
            return False
        sprung = yield from _meet(game, figure, came_from)
        if figure.zone != "board" or game.stand(figure) != step.stand or moving.over:
            return sprung
        if step.rests:
            self.rested = step.stand
        if step.stops:
            moving.over = True
            yield from glyphs.enter(game, figure)
        if moorlands.bog(game, step.stand) and (yield from moorlands.enter(game, figure)):
            moving.over = True
        return sprung

    def _back_to_rest(self) -> None:
        """Whoever is held where it may not stand goes back to where it could last."""
        if not Walker(self.game, self.figure).rests_at(self.game.stand(self.figure)):
            set_down(self.figure, self.rested)
            text = words("{figure} goes back to {at}", figure=self.label, at=spot(self.rested[0]))
            self.game.tell("placed", text, figure=self.figure.id, at=spot(self.rested[0]))

    def _tell(self) -> None:
        """The walk is told before what befell it."""
        if len(self.path) > 1:
            game, figure = self.game, self.figure
            moved = words("{figure} moves {path}", figure=self.label, path=" → ".join((self.path[0], self.path[-1])))
            game.tell("moved", moved, figure=figure.id, path=self.path, how=self.hows)
            game.table.events.insert(self.told, game.table.events.pop())


def fall(game: Game, figure: Figure) -> Rule[None]:
    """One combat die; a sword costs one damage (AR-FALL-03, AR-FALL-04)."""
    face = game.combat_dice(1)[0]
    at = spot(game.space(figure))
    text = words("{figure} falls: {die}", figure=game.label(figure), die=MARKS[face])
    game.tell("fall", text, figure=figure.id, face=face, at=at)
    if face == "sword":
        yield from deal(game, figure, 1, Cause("fall", None))


def _meet(game: Game, figure: Figure, came_from: Stand) -> Rule[bool]:
    """Hidden enchantments that wait for an enemy to become engaged by its own move."""
    before = {other.id for other in game.engaged_at(figure, came_from)}
    met = [other for other in game.engaged(figure) if other.id not in before]
    if not met:
        return False
    return (yield from spring(game, "engaged_by_enemy", Meeting(figure, met)))
