"""Ending the game: the battlefield's victory conditions and scoring (AR-END, AR-S1-04, AR-S1-05, AR-S1-23, AR-S1-24)."""

from __future__ import annotations

from engine.arena.converge import ATTACKER, DEFENDER
from engine.arena.position import Position
from engine.core.state import Outcome
from engine.core.text import Text, words


def score(pos: Position, seat: int) -> int:
    """Points of the seat's own figures still on the battlefield: price per figure for squads, the card's cost for heroes
    and Planeswalkers (AR-END-03, AR-END-04, A38)."""
    return sum(pos.face_of(figure).points for figure in pos.board if figure.owner == seat)


def _won_by(pos: Position, side: str, reason: Text) -> Outcome:
    return Outcome(tuple(1 if seat.side == side else 2 for seat in pos.state.seats), reason)


def attacker_wins(pos: Position) -> Outcome:
    return _won_by(pos, ATTACKER, words("All three cryptoliths are destroyed: the attacker wins"))


def at_turn_end(pos: Position) -> Outcome | None:
    """Looked at after Action 5 (A71). ``turn.number`` is the turn that has just been played.

    Where the attacker can never attack again the result is certain and declared early (A48): it has no figure on the
    battlefield, and so no Planeswalker to summon one.
    """
    turn = pos.state.turn
    turns = pos.field.turns(len(pos.state.seats))
    if turn.number >= turns:
        form = "Turn {turns} is over and {n} of 3 cryptoliths stand: the defender wins"
        return _won_by(pos, DEFENDER, words(form, turns=turns, n=len(pos.standing)))
    attacker = next(n for n, seat in enumerate(pos.state.seats) if seat.side == ATTACKER)
    if not pos.own(attacker) and pos.planeswalker(attacker) is None:
        form = "The attacker has no figure left that could destroy a cryptolith: the defender wins"
        return _won_by(pos, DEFENDER, words(form))
    return None


def resigned(pos: Position, seat: int) -> Outcome:
    """The seat gives up."""
    form = "{side} gives up"
    places = tuple(2 if n == seat else 1 for n in range(len(pos.state.seats)))
    return Outcome(places, words(form, side=pos.side_name(seat)))
