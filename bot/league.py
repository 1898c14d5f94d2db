"""A league: everybody meets everybody. Who meets whom in which round, who has won what, and the table. Pure.

Points: 2 for a win, 1 for a draw. Of people with equal points those are first who have more points from the matches among
themselves, then who have the better difference of scores over all, then who have more wins; whoever is equal in all of
that shares the rank.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from storage.community import LeagueRow, Member, Pairing, Result

LEAST, MOST = 2, 16  # people

Verdict = Literal["home", "away", "draw", "void", ""]  # "": not decided yet
VERDICTS: tuple[Verdict, ...] = ("home", "away", "draw", "void")


class Terms(msgspec.Struct, frozen=True):
    """What is agreed for every match. ``together``: all rounds open at once instead of one after the other. ``twice``:
    everybody meets everybody twice, once on either side of the table."""

    game: str
    battlefield: str
    pace: str
    policy: Literal["remind", "auto", "forfeit"] = "forfeit"
    together: bool = False
    twice: bool = False
    options: dict[str, int] = {}


class Line(msgspec.Struct, frozen=True):
    """Somebody's line in the table. ``scored``: the difference of the scores, over all matches."""

    user: int
    rank: int
    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    withdrawn: bool = False

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


def terms_of(row: LeagueRow) -> Terms:
    return msgspec.msgpack.decode(row.document, type=Terms)


def schedule(people: Sequence[int], twice: bool = False) -> list[Pairing]:
    """Everybody meets everybody, at most once a round (the circle method: one stays, the others turn). With an odd number
    somebody rests each round. Nobody is at home more than once oftener than away, or the other way round."""
    ring: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    rounds = len(ring) - 1
    order = {user: n for n, user in enumerate(people)}
    found: list[Pairing] = []
    for number in range(1, rounds + 1):
        pairs: list[tuple[int, int]] = []
        for n in range(len(ring) // 2):
            one, other = ring[n], ring[-1 - n]
            if one is None or other is None:
                continue
            low, high = sorted((one, other), key=order.__getitem__)
            pairs.append((low, high) if (order[low] + order[high]) % 2 else (high, low))
        found += [Pairing(number, n, home, away) for n, (home, away) in enumerate(pairs)]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    if twice:
        found += [Pairing(each.round + rounds, each.n, each.away, each.home) for each in found]
    return found


def verdict(pairing: Pairing, results: Mapping[int, Result]) -> Verdict:
    """How a pairing ended: as it was ruled, else as its match did."""
    if pairing.ruled:
        return next(each for each in VERDICTS if each == pairing.ruled)
    result = results.get(pairing.match)
    if result is None:
        return ""
    home, away = result.of(pairing.home), result.of(pairing.away)
    if home is None or away is None:  # somebody's data were deleted: nothing is left to say who was who
        return "void"
    one, other = ((each.part == "abandoned", each.place) for each in (home, away))  # whoever abandons a match loses it
    return "home" if one < other else "away" if one > other else "draw"


def decided(row: LeagueRow, results: Mapping[int, Result]) -> bool:
    return bool(row.pairings) and all(verdict(each, results) for each in row.pairings)


def open_rounds(row: LeagueRow, results: Mapping[int, Result], together: bool) -> list[int]:
    """The rounds whose matches are to be played now."""
    undecided = sorted({each.round for each in row.pairings if not verdict(each, results)})
    return undecided if together else undecided[:1]


def to_begin(row: LeagueRow, results: Mapping[int, Result], together: bool) -> list[Pairing]:
    """The pairings that need a match now."""
    rounds = open_rounds(row, results, together)
    return [each for each in row.pairings if each.round in rounds and not each.match and not each.ruled]


def withdraw(row: LeagueRow, user: int) -> LeagueRow:
    """The person plays no more: the pairings that have not begun go to the others. What is under way is played out, or
    given up, as any match."""
    gone = {each.user for each in row.members if each.withdrawn} | {user}
    ruled = tuple(
        msgspec.structs.replace(each, ruled=_left(each, gone)) if not each.match and not each.ruled else each
        for each in row.pairings
    )
    people = tuple(Member(each.user, each.user in gone) for each in row.members)
    return msgspec.structs.replace(row, members=people, pairings=ruled)


def _left(pairing: Pairing, gone: set[int]) -> str:
    if pairing.home in gone:
        return "void" if pairing.away in gone else "away"
    return "home" if pairing.away in gone else ""


def table(row: LeagueRow, results: Mapping[int, Result]) -> list[Line]:
    """The table, the best first."""
    order = {each.user: n for n, each in enumerate(row.members)}
    lines = {each.user: Line(each.user, 0, withdrawn=each.withdrawn) for each in row.members}
    met: dict[tuple[int, int], int] = {}  # points of the one from matches with the other
    for each in row.pairings:
        how = verdict(each, results)
        if how in ("", "void") or each.home not in lines or each.away not in lines:
            continue
        scored = 0 if each.ruled else _difference(each, results[each.match])
        for user, other, mine, sign in ((each.home, each.away, "home", 1), (each.away, each.home, "away", -1)):
            points = 1 if how == "draw" else 2 if how == mine else 0
            field = "drawn" if how == "draw" else "won" if how == mine else "lost"
            line = lines[user]
            lines[user] = msgspec.structs.replace(
                line, points=line.points + points, scored=line.scored + sign * scored, **{field: getattr(line, field) + 1}
            )
            met[user, other] = met.get((user, other), 0) + points

    def by(key: Callable[[Line], tuple[int, ...]], found: list[Line]) -> list[list[Line]]:
        return [list(group) for _, group in groupby(sorted(found, key=key), key)]

    ranked: list[Line] = []
    for level in by(lambda line: (-line.points,), list(lines.values())):
        users = [line.user for line in level]

        def key(line: Line, users: list[int] = users) -> tuple[int, ...]:
            among = sum(met.get((line.user, other), 0) for other in users)
            return (-among, -line.scored, -line.won)

        for equal in by(key, level):
            rank = len(ranked) + 1
            ranked += [msgspec.structs.replace(line, rank=rank) for line in sorted(equal, key=lambda each: order[each.user])]
    return ranked


def _difference(pairing: Pairing, result: Result) -> int:
    home, away = result.of(pairing.home), result.of(pairing.away)
    if home is None or away is None or home.score is None or away.score is None:
        return 0
    return home.score - away.score
