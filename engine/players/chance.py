"""A player that picks at random: the fuzzer's. It ends its turn seldom enough that turns fill up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

END_TURN = 0.15  # chance to end the turn where that is one of the options


class Choice(Protocol):
    @property
    def verb(self) -> str: ...

    @property
    def key(self) -> str: ...


class Choices(Protocol):
    """What it looks at: of a view, or of what a seat is asked, which takes no words."""

    @property
    def options(self) -> Sequence[Choice]: ...


class RandomPlayer:
    """Picks a verb, then one of its options, so that a hundred moves do not drown three attacks."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def choose(self, view: Choices) -> str:
        pick = self._random
        ends = [option for option in view.options if option.verb == "end"]
        rest = [option for option in view.options if option.verb != "end"]
        if ends and (not rest or pick.random() < END_TURN):
            return pick.choice(ends).key
        verb = pick.choice(sorted({option.verb for option in rest}))
        return pick.choice([option for option in rest if option.verb == verb]).key
