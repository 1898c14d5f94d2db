"""Armies by chance, for games that play themselves."""

from __future__ import annotations

import random
from typing import Any

from engine.registry import Game


def by_chance(entry: Game, pick: random.Random) -> dict[str, Any]:
    """A legal army by chance: a leader, cards for as long as they fit, a deck as large as the recommended ones."""
    size = len(entry.builds()[0].army["spells"])
    while True:
        leader = pick.choice(entry.leaders())
        army: dict[str, Any] = {"planeswalker": leader.id, "cards": [], "spells": []}
        bare = len(entry.check_army(army))  # faults of the deck that is not there yet
        for choice in pick.sample(choices := entry.army_choices(leader.id), len(choices)):
            larger = {**army, "cards": [*army["cards"], choice.id]}
            if len(entry.check_army(larger)) <= bare:
                army = larger
        deck = pick.sample(choices := entry.deck_choices(leader.id), len(choices))
        taken, rest = deck[:size], deck[size:]
        while entry.check_army({**army, "spells": [spell.id for spell in taken]}):
            # Too dear: any but the first gives way to a cheaper one, so that every spell has its chance.
            swaps = [(n, spell) for n in range(1, len(taken)) for spell in rest if spell.cost < taken[n].cost]
            if not swaps:
                break
            n, spell = pick.choice(swaps)
            rest[rest.index(spell)], taken[n] = taken[n], spell
        else:
            return {**army, "spells": [spell.id for spell in taken]}
