"""Which part of the matches a process works on.

Discord hands the events of a server to shard ``(server >> 22) % count``; a match belongs to the shard of its server, and so
does what is to be said and what falls due for it. What belongs to no server is shard 0's, as direct messages are.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement

SHIFT = 22  # bits of a Discord number below its time


class Shards(msgspec.Struct, frozen=True):
    """``mine``: the shards of this process, of ``count`` in all."""

    count: int = 1
    mine: tuple[int, ...] = (0,)

    @property
    def whole(self) -> bool:
        """Whether this process works on everything."""
        return len(self.mine) == self.count

    def of(self, guild: int) -> int:
        return (guild >> SHIFT) % self.count

    def holds(self, guild: int) -> bool:
        return self.of(guild) in self.mine

    def where(self, guild: ColumnElement[Any]) -> list[ColumnElement[bool]]:
        """The conditions, if any, under which a row with that server is this process's."""
        if self.whole:
            return []
        return [((guild // (1 << SHIFT)) % self.count).in_(self.mine)]

    def lease(self, shard: int) -> str:
        """The name of a shard's lease; the only one is called as before there were others."""
        return "bot" if self.count == 1 else f"bot:{self.count}/{shard}"


def of_lease(name: str) -> tuple[int, int] | None:
    """The count and the shard that a lease of that name is for; None: it is none of a shard."""
    if name == "bot":
        return 1, 0
    kind, _, rest = name.partition(":")
    count, _, shard = rest.partition("/")
    return (int(count), int(shard)) if kind == "bot" and count.isdigit() and shard.isdigit() else None
