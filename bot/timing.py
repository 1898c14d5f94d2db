"""How long somebody has, and what falls due for it."""

from __future__ import annotations

from bot.panels.facts import pace
from bot.records import KINDS, Due, MatchRecord, Retime

Times = tuple[float | None, bool]  # a seat's deadline, and whether it has acted


def times(record: MatchRecord) -> list[Times]:
    """What :func:`retimes` has to know of the moment before a change."""
    return [(seat.deadline, seat.acted) for seat in record.seats]


def deadline(record: MatchRecord, now: float) -> float | None:
    seconds = pace(record.pace).seconds
    return now + seconds if seconds else None


def retimes(record: MatchRecord, before: list[Times], builtin_user: int) -> list[Retime]:
    """What changes among the due things. ``before``: each seat's deadline and whether it had acted. Reminders end when
    somebody has begun to move; the deadline stays until their turn is over."""
    seconds = pace(record.pace).seconds
    found: list[Retime] = []
    for seat, each in enumerate(record.seats):
        deadline = each.deadline if record.stage == "playing" and not (builtin_user and each.user == builtin_user) else None
        was, had_acted = before[seat] if seat < len(before) else (None, False)
        if deadline == was:
            if each.acted and not had_acted:
                found.append(Retime(seat, ("half", "late")))
            continue
        add: list[Due] = []
        if deadline is not None:
            add.append(Due(record.id, seat, "deadline", deadline))
            if not each.acted:
                add.append(Due(record.id, seat, "half", deadline - seconds * 0.5))
                add.append(Due(record.id, seat, "late", deadline - seconds * 0.2))
        found.append(Retime(seat, KINDS, tuple(add)))
    return found
