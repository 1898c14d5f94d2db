"""Playing random games quickly, straight from the asks: for properties that are checked at every ply."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine import selfplay
from engine.core.match import Match
from engine.core.options import Option
from engine.registry import game


def begin(n: int, run: int = 5, name: str = "arena", *, field: str = "", players: int = 2) -> Match[Any]:
    """Game ``n`` of a run, on the first battlefield for two unless told. The armies are recommended ones."""
    entry = game(name)
    field = field or entry.battlefields(players)[0][0]
    setup = entry.setup(field, selfplay.line_up(entry, n, True, players), {})
    return Match.begin(entry.rules, setup, selfplay.seed_of(run, n))


def pick(chooser: random.Random, options: tuple[Option, ...]) -> str:
    """A verb first, then one of its options; turns end often enough to come round."""
    ends = [option for option in options if option.verb == "end"]
    rest = [option for option in options if option.verb != "end"]
    if ends and (not rest or chooser.random() < 0.2):
        return chooser.choice(ends).key
    verb = chooser.choice(sorted({option.verb for option in rest}))
    return chooser.choice([option for option in rest if option.verb == verb]).key


def plies(match: Match[Any], chooser: random.Random) -> Iterator[tuple[int, str]]:
    """Answer until the match is over, yielding seat and key after each answer."""
    while match.asked:
        ask = match.asked[0]
        key = pick(chooser, ask.options)
        match.answer(ask.seat, key)
        yield ask.seat, key
