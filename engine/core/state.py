"""What the core needs to find in every rules system's state."""

from __future__ import annotations

import msgspec

from engine.core.text import NOTHING, Text


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended. ``places`` gives each seat's rank, 1 the best, equal numbers for a draw."""

    places: tuple[int, ...]
    reason: Text

    @property
    def winners(self) -> list[int]:
        best = [seat for seat, place in enumerate(self.places) if place == 1]
        return best if len(best) < len(self.places) else []


class State(msgspec.Struct):
    """The plain data of a match. Rules systems add their fields.

    ``drawn``    how many values of each stream of chance have been used.
    ``closed``   why nothing earlier can be undone: in words, empty at the very start.
    ``outcome``  set when the match is over.
    ``orders``   standing orders of each seat, those that are not as usual: see :mod:`engine.core.orders`.
    """

    drawn: dict[str, int] = {}
    closed: Text = NOTHING
    outcome: Outcome | None = None
    orders: dict[int, dict[str, str]] = {}
