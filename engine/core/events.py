"""What happened, for whom: the stuff of logs, pings, replays and statistics."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.text import NOTHING, Text


class Event(msgspec.Struct, frozen=True):
    """Something that happened.

    ``kind``  a short name ("moved", "attack", "cast") for programs; ``data`` its plain values.
    ``text``  the same in words.
    ``seat``  whose doing it was, None for the table itself.
    ``to``    the seats that may know it; None for everybody.
    """

    kind: str
    text: Text = NOTHING
    seat: int | None = None
    to: tuple[int, ...] | None = None
    data: dict[str, Any] = {}

    def known_to(self, seat: int | None) -> bool:
        """Whether ``seat`` (None: a spectator) may know of it."""
        return self.to is None or (seat is not None and seat in self.to)
