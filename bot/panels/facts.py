"""What panels are told about a match beside its view: plain and public."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.errors import Sorry

Policy = Literal["remind", "auto", "forfeit"]
Stage = Literal["open", "armies", "playing", "over", "cancelled"]


class Pace(msgspec.Struct, frozen=True):
    """How long a person has for what is asked of them; ``seconds`` 0: as long as they like."""

    id: str
    name: str
    seconds: int


HOUR = 3600
DAY = 24 * HOUR
PACES = (
    Pace("relaxed", "relaxed: 2 days a turn", 2 * DAY),
    Pace("daily", "daily: 1 day a turn", DAY),
    Pace("brisk", "brisk: 8 hours a turn", 8 * HOUR),
    Pace("weekly", "weekly: 7 days a turn", 7 * DAY),
    Pace("free", "no limit", 0),
)
POLICIES: dict[Policy, str] = {
    "remind": "they are reminded, and the match waits",
    "auto": "the bot makes a simple move for them",
    "forfeit": "they lose the match",
}


def pace(id: str) -> Pace:
    """Raises Sorry for a pace that is not on the list."""
    for found in PACES:
        if found.id == id:
            return found
    raise Sorry(f"There is no pace “{id}”. Choose one of: {', '.join(each.id for each in PACES)}.")


class SeatFacts(msgspec.Struct, frozen=True):
    """``user`` 0: open seat. ``army``: in words, for its owner alone until the match begins."""

    seat: int
    user: int
    ready: bool = False
    army: str = ""


class Facts(msgspec.Struct, frozen=True):
    """A match in public. ``until``: the earliest deadline of those who are asked, seconds since the epoch."""

    id: int
    version: int
    stage: Stage
    title: str
    battlefield: str
    host: int
    seats: tuple[SeatFacts, ...]
    pace: str
    policy: Policy
    until: float | None = None
    digest: str = ""

    def user(self, seat: int) -> int:
        return self.seats[seat].user

    def seat_of(self, user: int) -> int | None:
        return next((seat.seat for seat in self.seats if seat.user == user), None)

    @property
    def players(self) -> list[int]:
        return [seat.user for seat in self.seats if seat.user]


def who(user: int) -> str:
    return f"<@{user}>"


def when(at: float) -> str:
    """Discord shows the time in each reader's own zone, and how long it is until then."""
    return f"<t:{int(at)}:R> (<t:{int(at)}:f>)"


def named(users: list[int]) -> str:
    names = [who(user) for user in users]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else "nobody"
