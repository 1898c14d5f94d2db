"""A match in the engine: loading it, playing answers, and what may leave it. Plain functions without I/O, for a thread.

Only :class:`~engine.core.views.View` and events filtered by their audience come out of here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.errors import Sorry, Stale
from bot.games import Game
from engine.core.events import Event
from engine.core.match import Match, Stored
from engine.core.orders import is_order
from engine.core.refusal import Refused
from engine.core.text import NOTHING, Text
from engine.core.views import View
from engine.players.sensible import SensiblePlayer

AUTO_LIMIT = 400  # answers in a row that a built-in player may give


class Answered(msgspec.Struct, frozen=True):
    """One answer and what it made happen."""

    seat: int
    key: str
    events: list[Event]


class Played(msgspec.Struct, frozen=True):
    """What came of some answers. ``before`` and ``after``: the seats asked. ``undone``: how many answers were dropped,
    ``lost``: because the rules have changed. ``match``: the match after them, where it is not the one that was loaded.
    ``notice``: what everybody is told with it."""

    stored: Stored
    answered: tuple[Answered, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    over: bool
    undone: int = 0
    lost: int = 0
    match: Any = None
    notice: Text = NOTHING


def load(game: Game, seed: bytes, stored: Stored) -> Match[Any]:
    return Match.load(game.rules, seed, stored)


def answer(match: Match[Any], seat: int, keys: Sequence[str], builtin: Sequence[int]) -> Played:
    """Give ``keys`` in order for ``seat``; then the built-in players move for as long as only they are asked.

    Raises Sorry with the rule in words if any of the keys is refused; the match object is then of no further use.
    """
    before = tuple(ask.seat for ask in match.asked)
    answered: list[Answered] = []
    for n, key in enumerate(keys):
        try:
            whole = full_key(match, seat, key)
            answered.append(Answered(seat, whole, list(match.answer(seat, whole))))
        except Refused as refused:
            where = f"Step {n + 1} of {len(keys)} is not possible, so nothing was done. " if len(keys) > 1 else ""
            raise (Stale if match.ask_for(seat) is None else Sorry)(f"{where}{_sentence(refused)}") from None
    return _then_builtin(match, before, answered, builtin)


def answer_for(match: Match[Any], seat: int, builtin: Sequence[int], *, at_once: bool = False) -> Played:
    """A built-in player moves for ``seat`` until the seat is asked no more; ``at_once``: it ends whatever can be ended."""
    before = tuple(ask.seat for ask in match.asked)
    answered: list[Answered] = []
    _builtin(match, {seat}, answered, at_once=at_once)
    return _then_builtin(match, before, answered, builtin)


def begin_builtin(match: Match[Any], builtin: Sequence[int]) -> Played:
    """The built-in players' moves right after the beginning."""
    return _then_builtin(match, (), [], builtin)


def _then_builtin(match: Match[Any], before: tuple[int, ...], answered: list[Answered], builtin: Sequence[int]) -> Played:
    _builtin(match, set(builtin), answered)
    after = tuple(ask.seat for ask in match.asked)
    return Played(match.stored, tuple(answered), before, after, match.outcome is not None)


def _builtin(match: Match[Any], seats: set[int], answered: list[Answered], *, at_once: bool = False) -> None:
    player = SensiblePlayer()
    for _ in range(AUTO_LIMIT):
        seat = next((ask.seat for ask in match.asked if ask.seat in seats), None)
        if seat is None or match.outcome is not None:
            return
        offer = match.offer(seat)
        ends = [option.key for option in offer.options if option.verb == "end"] if at_once else []
        key = ends[0] if ends else player.choose(offer)
        answered.append(Answered(seat, key, list(match.answer(seat, key))))


def still(match: Match[Any], *, before: Sequence[int] | None = None, builtin: Sequence[int] = ()) -> Played:
    """Nothing is answered, except by built-in players who are asked. ``before``: who counts as asked already (None: who
    is); the others are told that it is their turn."""
    asked = tuple(ask.seat for ask in match.asked)
    return _then_builtin(match, asked if before is None else tuple(before), [], builtin)


def undo(match: Match[Any], seat: int) -> Played:
    """Take ``seat``'s last answer back. Raises Sorry with the reason if that cannot be."""
    before = tuple(ask.seat for ask in match.asked)
    try:
        dropped = match.undo(seat)
    except Refused as refused:
        raise Sorry(_sentence(refused)) from None
    after = tuple(ask.seat for ask in match.asked)
    again = tuple(Answered(who, key, []) for who, key in dropped if is_order(key))
    return Played(match.stored, again, before, after, match.outcome is not None, undone=len(dropped))


def resign(game: Game, match: Match[Any], seat: int, builtin: Sequence[int]) -> Played:
    """The seat gives up. Where that leaves others something to play for, the match goes on."""
    before = tuple(ask.seat for ask in match.asked)
    try:
        game.resigned(match, seat)
    except Refused as refused:
        raise Sorry(_sentence(refused)) from None
    answered = [Answered(seat, "resign", list(match.events))]
    _builtin(match, {seat}, answered)  # of what is asked of all together, it may have to answer its part even now
    return _then_builtin(match, before, answered, builtin)


def full_key(match: Match[Any], seat: int, key: str) -> str:
    """``key`` as the option on offer writes it: what people and games type lacks the empty fields at its end."""
    ask = match.ask_for(seat)
    if ask is None or ask.find(key):
        return key
    bare = key.rstrip(":")
    return next((option.key for option in ask.options if option.key.rstrip(":") == bare), key)


def _sentence(refused: Refused) -> str:
    text = str(refused)
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", ")", "!", "?")) else text + "."


def lines(events: Sequence[Event], seat: int | None) -> list[str]:
    """The events in words, as far as ``seat`` (None: everybody) may know them."""
    return [str(event.text) for event in events if event.text and event.known_to(seat)]


def view(match: Match[Any], seat: int | None) -> View:
    return match.view(seat)
