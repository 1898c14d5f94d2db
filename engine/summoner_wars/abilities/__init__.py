"""Abilities and events, a module for each faction; importing this package registers them all."""

from engine.summoner_wars.abilities import (
    cave_goblins,
    cloaks,
    common_events,
    fallen_kingdom,
    guild_dwarves,
    jungle_elves,
    mercenaries,
    phoenix_elves,
    shadow_elves,
    shared,
    tundra_orcs,
    vanguards,
)

__all__ = [
    "cave_goblins",
    "cloaks",
    "common_events",
    "fallen_kingdom",
    "guild_dwarves",
    "jungle_elves",
    "mercenaries",
    "phoenix_elves",
    "shadow_elves",
    "shared",
    "tundra_orcs",
    "vanguards",
]
