"""A player that picks at random: the fuzzer's. It ends its turn seldom enough that turns fill up."""

from __future__ import annotations

import random

from engine.core.views import View

END_TURN = 0.15  # chance to end the turn where that is one of the options


class RandomPlayer:
    """Picks a verb, then one of its options, so that a hundred moves do not drown three attacks."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        pick = self._random
        ends = [option for option in view.options if option.verb == "end"]
        rest = [option for option in view.options if option.verb != "end"]
        if ends and (not rest or pick.random() < END_TURN):
            return pick.choice(ends).key
        verb = pick.choice(sorted({option.verb for option in rest}))
        return pick.choice([option for option in rest if option.verb == verb]).key
