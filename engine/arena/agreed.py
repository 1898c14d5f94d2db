"""What a table may agree on before it begins, and what holds unless it does.

Where the two rulebooks leave more than one reading, the usual one is the default (A31, A35).
"""

from __future__ import annotations

from engine.arena.army import ARMY_LIMIT, DECK_LIMIT

OPTIONS = {
    "points": ARMY_LIMIT,  # the most an army may cost
    "deck_points": DECK_LIMIT,  # the most a spell deck may cost
    "countered_counts_as_played": 1,  # for the limit of three, and for what acts whenever a spell is played
    "pooled_squad_damage": 0,  # damage to a unique squad is counted on its card
}
