"""The settings POSTWALKER_SHARDS and POSTWALKER_SHARD: how many parts there are, and which of them a process works on."""

from __future__ import annotations

from storage import Shards

MOST = 1024  # shards; Discord asks for one for each 2,500 servers


def read(count: str, mine: str) -> Shards:
    """What the two settings mean. ``mine``: numbers from 0 and spans of them ("0", "0,2", "4-7"); empty: all. Raises
    ValueError with what to write instead."""
    if not (count.isascii() and count.isdigit() and 1 <= int(count) <= MOST):
        raise ValueError(f"POSTWALKER_SHARDS must be a number from 1 to {MOST}: the shards of all processes together.")
    number = int(count)
    if not mine:
        return Shards(number, tuple(range(number)))
    found: set[int] = set()
    for part in mine.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        ends = (first, last) if dash else (first, first)
        if not all(end.isascii() and end.isdigit() and int(end) < number for end in ends) or int(ends[0]) > int(ends[1]):
            raise ValueError(
                f"POSTWALKER_SHARD must name shards of this process from 0 to {number - 1}, such as 0 or 0,2 or 1-3. "
                "POSTWALKER_SHARDS says how many there are in all."
            )
        found.update(range(int(ends[0]), int(ends[1]) + 1))
    return Shards(number, tuple(sorted(found)))
