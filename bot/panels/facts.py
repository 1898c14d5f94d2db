"""What panels are told about a match beside its view: plain and public."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.pace import DAY as DAY
from bot.pace import HOUR as HOUR
from bot.pace import PACES as PACES
from bot.pace import pace as pace
from engine.core.text import Text, listed, say, words

Policy = Literal["remind", "auto", "forfeit"]
Stage = Literal["open", "armies", "playing", "over", "cancelled"]


POLICIES: dict[Policy, Text] = {
    "remind": words("they are reminded, and the match waits"),
    "auto": words("the bot makes a simple move for them"),
    "forfeit": words("they lose the match"),
}


class SeatFacts(msgspec.Struct, frozen=True):
    """``user`` 0: open seat. ``army``: in words, for its owner alone until the match begins. ``joined``: they have accepted.

    ``team``: equal for team mates; ``side`` is the team's name and ``place`` the seat's ("orange", "orange 1"), both empty
    where they are settled at the table. ``until``: when their time runs out, in seconds since the epoch; ``away``: until
    when they are away, while it stands still for that; ``clock``: seconds left for the whole match, where it does not run.
    """

    seat: int
    user: int
    ready: bool = False
    army: str = ""
    joined: bool = False
    team: int = 0
    side: Text | str = ""
    place: Text | str = ""
    until: float | None = None
    away: float | None = None
    clock: float | None = None


class Facts(msgspec.Struct, frozen=True):
    """A match in public. ``until``: the earliest deadline of those who are asked, seconds since the epoch. ``agreed``: the
    options of the match, each in words. ``paused``: nobody's time runs. ``undo``: whether one may take one's own
    answers back."""

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
    undo: bool = True

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
    """A mention; below zero: somebody whose data were deleted."""
    return f"<@{user}>" if user >= 0 else say("a former player")


def when(at: float) -> str:
    """Discord shows the time in each reader's own zone, and how long it is until then."""
    return f"<t:{int(at)}:R> (<t:{int(at)}:f>)"


def placed(facts: Facts) -> str:
    """Who sits where, team by team; empty where the places have no names."""
    named = sorted((seat for seat in facts.seats if seat.place), key=lambda seat: (seat.team, str(seat.place)))
    parts = []
    for seat in named:
        sits = say("open") if not seat.user else who(seat.user)
        if seat.user and not seat.joined:
            sits = say("{player} (invited)", player=sits)
        parts.append(f"{seat.place}: {sits}")
    return " · ".join(parts)


def named(users: list[int]) -> str:
    return str(listed([who(user) for user in users], "nobody"))
