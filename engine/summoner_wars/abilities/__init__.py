"""Abilities and events, a module for each faction; importing this package registers them all."""

from engine.summoner_wars.abilities import (
    cave_goblins,
    common_events,
    guild_dwarves,
    phoenix_elves,
    shared,
    tundra_orcs,
)

__all__ = ["cave_goblins", "common_events", "guild_dwarves", "phoenix_elves", "shared", "tundra_orcs"]
