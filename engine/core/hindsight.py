"""What a game says of a match that is over: what changed it, how far each side was, what its armies were."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from engine.core.events import Event
from engine.core.text import Text


class Blow(msgspec.Struct, frozen=True):
    """Something that changed a match. ``weight``: how much, 1 for a figure among many; ``at``: the spaces where."""

    weight: float
    at: tuple[str, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """How far some seats were in something: "points on the battlefield". ``of``: how much there can be; 0: no bound."""

    what: Text
    seats: tuple[int, ...]
    value: float
    of: int = 0


class Rank(msgspec.Struct, frozen=True):
    """Figures of one kind in a seat's army: how many stood at the end, were lost, got away by an exit or back to where they
    came from, and never came. ``kind`` and ``face`` are the game's own."""

    name: Text
    kind: str
    face: str
    standing: int = 0
    lost: int = 0
    away: int = 0
    waiting: int = 0


class Strike(msgspec.Struct, frozen=True):
    """An attack: by whose piece (``face`` as in :class:`Rank`), and how much harm it did."""

    seat: int
    face: str
    harm: int


class Hindsight(Protocol):
    """A look back at one match. Boards are the game's own views, with everything laid open."""

    def name(self, seat: int) -> Text:
        """Whom the seat played; different for every seat."""
        ...

    def blow(self, event: Event) -> Blow | None:
        """What the event changed; None for what happens all the time."""
        ...

    def strike(self, event: Event) -> Strike | None:
        """The attack that the event tells of."""
        ...

    def feat(self, name: Text, harm: int, attacks: int) -> Text:
        """What pieces of one kind did by all their attacks, in words."""
        ...

    def standings(self, board: Any) -> tuple[Standing, ...]:
        """How far each side was at that moment: first in what wins, then in what it takes."""
        ...

    def ranks(self, seat: int) -> tuple[Rank, ...]:
        """The seat's army, its leader first."""
        ...
