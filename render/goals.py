"""How far each side has come towards what wins on the battlefield, as numbers to be drawn."""

from __future__ import annotations

from typing import NamedTuple

from engine.arena.battlefield import load
from engine.arena.victory import ESCAPE, SLAUGHTER
from engine.arena.view import ArenaView
from engine.core.text import Text, capital, say


class Measure(NamedTuple):
    """One thing that is counted: ``seats`` whose it is, how much of it there is, ``of`` how much (0: no bound). A
    ``stone`` is nobody's: the damage of a cryptolith."""

    words: str
    seats: tuple[int, ...]
    value: int
    of: int = 0
    stone: bool = False


def teams(view: ArenaView) -> list[tuple[int, ...]]:
    """The seats of each team, by their number in it; teams in the order of the table."""
    found: dict[int, list[int]] = {}
    for seat in view.seats:
        found.setdefault(seat.team, []).append(seat.seat)
    return [tuple(sorted(seats, key=lambda seat: view.seats[seat].number)) for seats in found.values()]


def team_name(view: ArenaView, seats: tuple[int, ...]) -> str:
    """``Orange team``; of a player alone its own name."""
    side = view.seats[seats[0]].side
    return capital(say("{side} team", side=Text(side))) if len(seats) > 1 and side else seat_name(view, seats[0])


def seat_name(view: ArenaView, seat: int) -> str:
    """``Attacker``, ``Orange 2``."""
    own = view.seats[seat]
    if not own.side:
        return capital(own.name) or say("Seat {n}", n=seat + 1)
    mates = sum(other.team == own.team for other in view.seats) > 1
    return capital(say("{side} {n}", side=Text(own.side), n=own.number) if mates else Text(own.side))


SHORT = {
    "cryptoliths": "Destroy the cryptoliths",
    "planeswalkers": "The last Planeswalker",
    "army": "Destroy one army",
    "escape": "Exits",
    "ground": "Purple spaces",
    "score": "Points on the map",
}


def in_short(view: ArenaView) -> str:
    """What wins, in a few words."""
    return say(SHORT[load(view.battlefield).goal])


def measures(view: ArenaView) -> list[Measure]:
    """What is counted here. Cryptoliths stand for themselves: each is one measure of its damage."""
    field = load(view.battlefield)
    if field.goal == "cryptoliths":
        lost = [stone.damage if stone.standing else stone.life for stone in view.cryptoliths]
        named = [str(Text(stone.name)) for stone in view.cryptoliths]
        lives = [stone.life for stone in view.cryptoliths]
        return [Measure(name, (), damage, life, stone=True) for name, damage, life in zip(named, lost, lives)]
    if field.goal == "escape" and field.fits(len(view.seats)):
        first = field.first(len(view.seats))
        fleeing = tuple(n for seats in teams(view) for n in seats if view.seats[n].side != first)
        ambush = tuple(n for seats in teams(view) for n in seats if view.seats[n].side == first)
        return [
            Measure(say("over the exits"), fleeing, sum(view.seats[seat].exited for seat in fleeing), ESCAPE),
            Measure(say("destroyed"), ambush, sum(view.seats[seat].lost for seat in fleeing), SLAUGHTER),
        ]
    what = say("on purple spaces") if field.goal == "ground" else say("points")
    return [Measure(what, seats, sum(view.seats[seat].score for seat in seats)) for seats in teams(view)]
