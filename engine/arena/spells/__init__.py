"""The effects of spell cards, one class a card, in a module for each colour. Their texts are in ``cards/spells.toml``."""

from engine.arena.spells import black, blue, green, red, white  # noqa: F401  (they register themselves)
