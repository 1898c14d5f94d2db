"""Counting: what somebody's finished matches come to. Pure; the panels put it into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from storage.community import Part, Result

Outcome = Literal["won", "drawn", "lost"]

UNCOUNTED = ("early", "imported", "alone")  # matches that say nothing about anybody's play


class Tally(msgspec.Struct, frozen=True):
    """How often."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def and_one(self, outcome: Outcome) -> Tally:
        return msgspec.structs.replace(self, **{outcome: getattr(self, outcome) + 1})


class Streak(msgspec.Struct, frozen=True):
    """The last matches in a row with the same outcome, and the most wins in a row ever."""

    outcome: Outcome
    length: int
    best: int


class Stats(msgspec.Struct, frozen=True):
    """``people``: matches without a built-in player; ``bot``: those with one. The rest is of the former. ``turn``: seconds
    that a turn takes on average; None: there were none."""

    people: Tally = Tally()
    bot: Tally = Tally()
    by_game: dict[str, Tally] = {}
    by_army: dict[tuple[str, str], Tally] = {}  # of which game, and its name
    by_field: dict[tuple[str, str], Tally] = {}  # of which game, and its id
    turn: float | None = None
    streak: Streak | None = None
    abandoned: int = 0


class Versus(msgspec.Struct, frozen=True):
    """How the first has fared against the second, and together with them. ``last``: the newest of the former."""

    against: Tally = Tally()
    together: Tally = Tally()
    last: Result | None = None


def outcome(result: Result, part: Part) -> Outcome:
    """What the match was for somebody: won by their team alone, drawn if another team shares the first place."""
    if part.place > 1:
        return "lost"
    there = [each for each in result.parts if each.part in ("whole", "late", "bot")]
    return "drawn" if any(each.place == 1 and each.team != part.team for each in there) else "won"


def counts(result: Result) -> bool:
    return result.unrated not in UNCOUNTED


def stats(user: int, results: Iterable[Result]) -> Stats:
    """All that can be counted of somebody's results, the oldest first."""
    people, bot = Tally(), Tally()
    games: dict[str, Tally] = {}
    armies: dict[tuple[str, str], Tally] = {}
    fields: dict[tuple[str, str], Tally] = {}
    turns, seconds, abandoned = 0, 0.0, 0
    run: list[Outcome] = []
    for result in results:
        part = result.of(user)
        if part is None or not counts(result):
            continue
        if part.part in ("abandoned", "excused"):
            abandoned += part.part == "abandoned"
            continue
        turns, seconds = turns + part.turns, seconds + part.seconds
        how = outcome(result, part)
        if result.unrated == "bot":
            bot = bot.and_one(how)
            continue
        people = people.and_one(how)
        games[result.game] = games.get(result.game, Tally()).and_one(how)
        field = (result.game, result.battlefield)
        fields[field] = fields.get(field, Tally()).and_one(how)
        if part.army:
            army = (result.game, part.army)
            armies[army] = armies.get(army, Tally()).and_one(how)
        run.append(how)
    return Stats(people, bot, games, armies, fields, seconds / turns if turns else None, _streak(run), abandoned)


def _streak(run: Sequence[Outcome]) -> Streak | None:
    if not run:
        return None
    length = next((n for n, each in enumerate(reversed(run)) if each != run[-1]), len(run))
    best = now = 0
    for each in run:
        now = now + 1 if each == "won" else 0
        best = max(best, now)
    return Streak(run[-1], length, best)


def versus(first: int, second: int, results: Iterable[Result]) -> Versus:
    """Of the first's results, the oldest first, those in which the second played as well, to the end."""
    found = Versus()
    for result in results:
        mine, theirs = result.of(first), result.of(second)
        if mine is None or theirs is None or not counts(result):
            continue
        if not {mine.part, theirs.part} <= {"whole", "late"}:
            continue
        if mine.team == theirs.team:
            found = msgspec.structs.replace(found, together=found.together.and_one(outcome(result, mine)))
        else:
            how: Outcome = "won" if mine.place < theirs.place else "lost" if mine.place > theirs.place else "drawn"
            found = msgspec.structs.replace(found, against=found.against.and_one(how), last=result)
    return found


def favourites(tallies: dict[tuple[str, str], Tally], most: int) -> list[tuple[tuple[str, str], Tally]]:
    """Those that occur most, the best of equals first."""
    return sorted(tallies.items(), key=lambda each: (-each[1].games, -each[1].won, each[0]))[:most]
