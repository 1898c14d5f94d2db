"""A simple sensible player for any game: a small rule over the options' verbs and weights.

It plays for people whose time has run out (if their table agreed to that), for trying the sandbox alone, and in the
measurements of how even the armies are. What an option is worth stands in its weight; the player only knows in which
order the things of a turn are done: spells and summonings first, then moves, then attacks, and that nothing is done
whose weight says that it is better left.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.views import Offer, OptionView, View, Weighed

EARLY = 1.0  # an ability of at least this weight is used before moving; below it is weighed against attacks


class SensiblePlayer:
    """Deterministic for equal options."""

    def choose(self, view: View | Offer) -> str:
        options: Sequence[OptionView | Weighed] = view.options
        return max(options, key=lambda option: (_turn_of(option), option.weight, option.key)).key


def _turn_of(option: OptionView | Weighed) -> int:
    """When in a turn the option is taken: the higher, the earlier."""
    if option.verb in ("choose", "end"):
        return 1
    if option.weight <= 0:
        return 0
    if option.verb == "ability":
        return 4 if option.weight >= EARLY else 2
    return {"cast": 6, "summon": 5, "move": 3}.get(option.verb, 2)
