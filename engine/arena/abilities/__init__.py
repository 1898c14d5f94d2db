"""The abilities of army cards, one class each, named after them, in a module for each box. Their texts are in
``cards/armies.toml``."""

from engine.arena.abilities import core_set, innistrad, zendikar  # noqa: F401  (they register themselves)
