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
    """``user`` 0: open seat. ``army``: in words, for its owner alone until the match begins. ``joined``: they have accepted.

    ``team``: equal for team mates; ``side`` is the team's name and ``place`` the seat's ("orange", "orange 1"), both empty
    where they are settled at the table.
    """

    seat: int
    user: int
    ready: bool = False
    army: str = ""
    joined: bool = False
    team: int = 0
    side: str = ""
    place: str = ""


class Facts(msgspec.Struct, frozen=True):
    """A match in public. ``until``: the earliest deadline of those who are asked, seconds since the epoch. ``agreed``: the
    options of the match, each in words. ``paused``: nobody's time runs."""

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
    agreed: tuple[str, ...] = ()
    paused: bool = False

    def user(self, seat: int) -> int:
        return self.seats[seat].user

    def seat_of(self, user: int) -> int | None:
        return next((seat.seat for seat in self.seats if seat.user == user), None)

    @property
    def players(self) -> list[int]:
        return list(dict.fromkeys(seat.user for seat in self.seats if seat.user))

    @property
    def teams(self) -> dict[int, tuple[SeatFacts, ...]]:
        """The seats of each team; empty where everybody plays for themselves."""
        found: dict[int, tuple[SeatFacts, ...]] = {}
        for seat in self.seats:
            found[seat.team] = (*found.get(seat.team, ()), seat)
        return found if any(len(seats) > 1 for seats in found.values()) else {}

    def mates(self, seat: int) -> list[int]:
        """The seats of the team mates."""
        return [other.seat for other in self.seats if other.seat != seat and other.team == self.seats[seat].team]


def who(user: int) -> str:
    return f"<@{user}>"


def when(at: float) -> str:
    """Discord shows the time in each reader's own zone, and how long it is until then."""
    return f"<t:{int(at)}:R> (<t:{int(at)}:f>)"


def placed(facts: Facts) -> str:
    """Who sits where, team by team; empty where the places have no names."""
    named = sorted((seat for seat in facts.seats if seat.place), key=lambda seat: (seat.team, seat.place))
    parts = []
    for seat in named:
        sits = "open" if not seat.user else who(seat.user) + ("" if seat.joined else " (invited)")
        parts.append(f"{seat.place}: {sits}")
    return " · ".join(parts)


def named(users: list[int]) -> str:
    names = [who(user) for user in users]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else "nobody"
