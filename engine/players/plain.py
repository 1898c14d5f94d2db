"""A simple sensible player for any game: it takes the option that its own description rates highest.

It plays for people whose time has run out (if their table agreed to that) and for trying the sandbox alone.
"""

from __future__ import annotations

from engine.core.views import OptionView, View

ORDER = {"summon": 5.0, "attack": 4.0, "ability": 1.0, "cast": 1.5, "move": 2.0, "choose": 0.0, "end": 0.5}


class PlainPlayer:
    """Deterministic for equal views."""

    def choose(self, view: View) -> str:
        return max(view.options, key=lambda option: (self._worth(option), option.key)).key

    def _worth(self, option: OptionView) -> float:
        if option.verb == "move":
            return ORDER["move"] + option.weight if option.weight > 0 and not option.warning else -2.0
        return ORDER.get(option.verb, 0.0) + option.weight
