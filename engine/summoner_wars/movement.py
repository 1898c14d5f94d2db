"""The Movement Phase: up to three units, up to two spaces each (SW-MOVE-01 to SW-MOVE-09)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.effects import sources
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Move, Use
from engine.summoner_wars.position import STEPS, Position
from engine.summoner_wars.state import Piece

MOVES = 3  # units a turn (SW-MOVE-01)
FIRST_MOVES = 2  # on the very first turn (SW-SET-14)


def moves_left(pos: Position) -> int:
    turn = pos.state.turn
    return (FIRST_MOVES if turn.number == 1 else MOVES) + turn.more_moves - turn.moves


def held(pos: Position, piece: Piece) -> Refusal | None:
    """Why it cannot be moved at all, by whatever moves it."""
    if not pos.is_unit(piece):
        return refuse("SW-WALL-03", "{card} is no unit", card=pos.label(piece))
    if pos.frozen(piece):
        return refuse("SW-ABIL-02", "{card} is frozen", card=pos.label(piece))
    for me in sources(pos, "holds"):
        why = me.effect.holds(pos, me, piece)
        if why:
            return why
    return None


def move_refusal(pos: Position, piece: Piece) -> Refusal | None:
    """Why it cannot be moved in this Movement Phase."""
    turn = pos.state.turn
    if piece.controller != turn.seat:
        return refuse("SW-MOVE-01", "{card} is not yours", card=pos.label(piece))
    if piece.card in turn.phased:
        return refuse("SW-MOVE-03", "{card} has been moved in this phase", card=pos.label(piece))
    if any(me.effect.stays(pos, me, piece) for me in sources(pos, "stays")):
        return refuse("SW-ABIL-03", "{card} moves after the Movement Phase", card=pos.label(piece))
    if moves_left(pos) <= 0:
        return refuse("SW-SET-14" if turn.number == 1 else "SW-MOVE-01", "all moves of this phase are made")
    return held(pos, piece)


def steps_of(pos: Position, piece: Piece) -> int:
    """How far it may go in the Movement Phase (SW-ABIL-04)."""
    return capped(pos, piece, STEPS + sum(me.effect.steps(pos, me, piece) for me in sources(pos, "steps")))


def capped(pos: Position, piece: Piece, steps: int) -> int:
    """So many steps, unless something allows fewer."""
    caps = [cap for me in sources(pos, "cap") if (cap := me.effect.cap(pos, me, piece)) is not None]
    return min([steps, *caps])


def destinations(pos: Position, piece: Piece, steps: int) -> dict[Space, int]:
    """The spaces it can end on, with how many steps that takes: never diagonally, through no card, onto an empty space
    (SW-MOVE-04 to SW-MOVE-07)."""
    through = _through(pos, piece)
    reached, frontier, found = {piece.at}, [piece.at], {}
    for step in range(1, steps + 1):
        following: list[Space] = []
        for space in frontier:
            for there in board.neighbours(space):
                other = pos.at(there)
                if there in reached or (other is not None and not through(other)):
                    continue
                reached.add(there)
                following.append(there)
                if other is None:
                    found[there] = step
        frontier = following
    return found


def _through(pos: Position, piece: Piece) -> Callable[[Piece], bool]:
    passing = list(sources(pos, "passes"))
    return lambda over: any(me.effect.passes(pos, me, piece, over) for me in passing)


def ways(pos: Position, piece: Piece) -> dict[Space, int]:
    """Where it can go in the Movement Phase, with how many spaces that is: by a normal move or what takes its place."""
    found = destinations(pos, piece, steps_of(pos, piece))
    for me in sources(pos, "rides"):
        for space, steps in me.effect.rides(pos, me, piece).items():
            if steps <= capped(pos, piece, steps):
                found.setdefault(space, steps)
    return found


def straight(pos: Position, piece: Piece, far: int) -> dict[Space, int]:
    """The empty spaces in a clear straight line from it."""
    found = {}
    for step in board.STEPS:
        for n, space in enumerate(board.ray(piece.at, step, far), 1):
            if pos.at(space) is not None:
                break
            found[space] = n
    return found


def moves(pos: Position) -> list[Move | Use]:
    found: list[Move | Use] = []
    for piece in pos.units(pos.state.turn.seat):
        if move_refusal(pos, piece) is None:
            found += [Move(piece.card, board.name(space)) for space in ways(pos, piece)]
    for me in sources(pos, "move_uses"):
        if me.piece is not None and move_refusal(pos, me.piece) is None:
            found += me.effect.move_uses(pos, me)
    return found


def move(game: Game, piece: Piece, space: Space) -> Rule[None]:
    """One of the phase's moves."""
    turn = game.turn
    steps = ways(game, piece)[space]
    turn.moves += 1
    turn.phased.append(piece.card)
    for me in list(sources(game, "before_move")):
        yield from me.effect.before_move(game, me, piece)
    if not game.in_play(piece):
        return
    yield from trample(game, piece, space, steps)
    go(game, piece, space, steps)
    for me in list(sources(game, "after_move")):
        if game.in_play(piece):
            yield from me.effect.after_move(game, me, piece)


def go(game: Game, piece: Piece, space: Space, steps: int) -> None:
    """Move it there, by whatever it is moved."""
    start, label = piece.at, game.label(piece)
    piece.at = space
    game.turn.moved[piece.card] = game.turn.moved.get(piece.card, 0) + steps
    text = words("{card} moves to {space}", card=label, space=board.name(space).upper())
    game.tell("moved", text, card=piece.card, at=board.name(start), to=board.name(space))
    for me in list(sources(game, "approached")):
        if game.in_play(piece):
            me.effect.approached(game, me, piece)


def offer_move(game: Game, piece: Piece, steps: int, why: Text) -> Rule[bool]:
    """A move outside the phase's own, which may be left (SA22). Returns whether it was made."""
    if held(game, piece) is not None:
        return False
    spaces = destinations(game, piece, capped(game, piece, steps))
    question = words("{why}: where does {card} move?", why=why, card=game.label(piece))
    space = yield from game.choose_space(piece.controller, question, sorted(spaces), may_stop=True)
    if space is None:
        return False
    yield from trample(game, piece, space, spaces[space])
    go(game, piece, space, spaces[space])
    return True


def trample(game: Game, piece: Piece, space: Space, steps: int) -> Rule[None]:
    """Some units wound the commons on their way; of several ways their player chooses by whom they lead over."""
    if not any(me.effect.tramples(game, me, piece) for me in sources(game, "tramples")):
        return
    through = _through(game, piece)
    roads = [road for road in _roads(game, piece.at, space, steps, through) if road]
    over = [[other for there in road[:-1] if (other := game.at(there)) is not None] for road in roads]
    first = {each[0].card: each for each in over if each}
    if not first:
        return
    question = words("Over whom does {card} go?", card=game.label(piece))
    picked = yield from game.choose_piece(
        piece.controller, question, [game.here(card) for card in first], may_stop=any(not each for each in over)
    )
    if picked is not None:
        game.wound(piece.controller, [(other, 1) for other in first[picked.card] if game.is_common(other)])


def _roads(game: Game, start: Space, end: Space, steps: int, through: Callable[[Piece], bool]) -> list[list[Space]]:
    """Every way of so many steps, without its first space."""
    if steps == 0:
        return [[]] if start == end else []
    found = []
    for there in board.neighbours(start):
        other = game.at(there)
        if other is None or through(other):
            found += [[there, *rest] for rest in _roads(game, there, end, steps - 1, through)]
    return found
