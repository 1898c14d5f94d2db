"""How even the recommended armies are: each against each, played by sensible players, sides swapped evenly.

A pairing's games come in fours: who sits where and who takes which role (attacker or defender, first or second) both go
round, so that an army's rate is the mean over all of them. Where more than two teams play, the others play ever other
armies, and of two armies the one that ends in front has won.

A few dozen games leave a pairing's rate uncertain by some 15 %. ``sure`` spends further games where they tell most: on the
pairings of which it is still doubtful on which side of a bound they lie.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import get_context
from typing import Any

from engine.core.match import Match
from engine.players.sensible import SensiblePlayer
from engine.registry import Build, game
from engine.selfplay import DECISIONS, seed_of

LOW, HIGH = 0.35, 0.65  # within these two armies count as even
Z = 1.959964  # of a 95 % interval
SURE = 1.281552  # of an 80 % interval: beyond either of its ends lies one time in ten
MORE = 20  # further games at a time of a pairing in doubt; a multiple of four, as games come in fours

Score = tuple[float, int]  # games won, a draw one half; games played


def wilson(won: float, games: int, z: float = Z) -> tuple[float, float]:
    """The interval of a rate (95 %, or that of ``z``), after Wilson."""
    if not games:
        return 0.0, 1.0
    rate, square = won / games, z * z
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = z * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)


@dataclass
class Rate:
    """Games won out of so many; a draw counts one half."""

    won: float = 0.0
    games: int = 0

    def add(self, won: float) -> None:
        self.won += won
        self.games += 1

    @property
    def share(self) -> float:
        return self.won / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.games)

    @property
    def doubtful(self) -> bool:
        """Whether one cannot be sure, nine times in ten, on which side of either bound it lies."""
        low, high = wilson(self.won, self.games, SURE)
        return any(low < bound < high for bound in (LOW, HIGH))

    @property
    def plain(self) -> dict[str, Any]:
        low, high = self.interval
        return {"won": self.won, "games": self.games, "rate": round(self.share, 4), "low": round(low, 4),
                "high": round(high, 4)}  # fmt: skip

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:5.1f} % ({100 * low:.0f}..{100 * high:.0f})"


@dataclass
class Balance:
    """``pairings`` by the ids of two builds: how often the first wins. ``sides`` by the name of a side (attacker, or first
    and second where sides have no role): how often it wins. ``as_side`` by build and side. ``reasons`` how games ended."""

    battlefield: str
    players: int
    builds: list[str]
    pairings: dict[tuple[str, str], Rate] = field(default_factory=dict)
    sides: dict[str, Rate] = field(default_factory=dict)
    as_side: dict[tuple[str, str], Rate] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    unfinished: list[str] = field(default_factory=list)
    runs: list[int] = field(default_factory=list)
    seconds: float = 0.0

    def count(self, played: Played) -> None:
        if played.won is None:
            self.unfinished.append(played.reason)
            return
        a, b = played.pairing
        self.pairings.setdefault((a, b), Rate()).add(played.won)
        self.reasons[played.reason] += 1
        for build, side, won in ((a, played.sides[0], played.won), (b, played.sides[1], 1 - played.won)):
            self.sides.setdefault(side, Rate()).add(won)
            self.as_side.setdefault((build, side), Rate()).add(won)

    def pool(self, plain: dict[str, Any]) -> None:
        """Add an earlier run's games, from its :meth:`plain`: those of the armies looked at here, if played on the same
        ground. Raises ValueError for one of another ground, or with the same seed, whose games would count twice."""
        if (plain["battlefield"], plain["players"]) != (self.battlefield, self.players):
            raise ValueError(f"a run on {plain['battlefield']} by {plain['players']} cannot be pooled with this one")
        again = set(self.runs).intersection(plain["runs"])
        if again:
            raise ValueError(f"the games of seed {min(again)} are counted already")

        def add(rate: Rate, row: dict[str, Any]) -> None:
            rate.won += row["won"]
            rate.games += row["games"]

        for row in plain["pairings"]:
            if row["a"] in self.builds and row["b"] in self.builds:
                add(self.pairings.setdefault((row["a"], row["b"]), Rate()), row)
        for row in plain["as_side"]:
            if row["build"] in self.builds:
                add(self.as_side.setdefault((row["build"], row["side"]), Rate()), row)
        for side, row in plain["sides"].items():
            add(self.sides.setdefault(side, Rate()), row)
        self.reasons.update(plain["reasons"])
        self.unfinished += plain["unfinished"]
        self.runs += plain["runs"]
        self.seconds += plain["seconds"]

    @property
    def uneven(self) -> list[tuple[str, str]]:
        """Pairings outside the bounds. Games of an army against itself say nothing about armies."""
        return [pair for pair, rate in self.pairings.items() if pair[0] != pair[1] and not LOW <= rate.share <= HIGH]

    @property
    def overall(self) -> dict[str, Rate]:
        """Each army against all others together."""
        found = {build: Rate() for build in self.builds}
        for (a, b), rate in self.pairings.items():
            if a != b:
                for build, won in ((a, rate.won), (b, rate.games - rate.won)):
                    found[build].won += won
                    found[build].games += rate.games
        return found

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "battlefield": self.battlefield,
            "players": self.players,
            "runs": self.runs,
            "games": sum(rate.games for rate in self.pairings.values()),
            "unfinished": self.unfinished,
            "seconds": round(self.seconds, 1),
            "pairings": [{"a": a, "b": b, **rate.plain} for (a, b), rate in self.pairings.items()],
            "uneven": [list(pair) for pair in self.uneven],
            "overall": {build: rate.plain for build, rate in self.overall.items()},
            "sides": {side: rate.plain for side, rate in sorted(self.sides.items())},
            "as_side": [
                {"build": build, "side": side, **rate.plain} for (build, side), rate in sorted(self.as_side.items())
            ],
            "reasons": dict(self.reasons.most_common()),
        }

    def lines(self) -> list[str]:
        """The same for people: a table, then what stands out."""
        wide = max(map(len, self.builds)) + 1
        lines = [f"{self.battlefield}, {self.players} players, {sum(r.games for r in self.pairings.values())} games "
                 f"of sensible players in {self.seconds:.0f} s", ""]  # fmt: skip
        lines.append(" " * wide + "".join(build[:7].rjust(8) for build in self.builds) + "     all")
        overall = self.overall
        for a in self.builds:
            cells = []
            for b in self.builds:
                rate, turned = self.pairings.get((a, b)), self.pairings.get((b, a))
                share = rate.share if rate else 1 - turned.share if turned else None
                cells.append("       -" if share is None or a == b else f"{100 * share:8.0f}")
            lines.append(a.ljust(wide) + "".join(cells) + f"{100 * overall[a].share:8.1f}")
        lines += ["", "each pairing, with its 95 % interval:"]
        lines += [f"  {a} against {b}: {rate}" for (a, b), rate in self.pairings.items() if a != b]
        lines += ["", "sides:"]
        lines += [f"  {side}: {rate}" for side, rate in sorted(self.sides.items())]
        lines += [f"  {build} as {side}: {rate}" for (build, side), rate in sorted(self.as_side.items())]
        lines += ["", "how games ended:", *(f"  {n:5} {reason}" for reason, n in self.reasons.most_common())]
        if self.unfinished:
            lines += ["", f"{len(self.unfinished)} game(s) did not end:", *(f"  {reason}" for reason in self.unfinished)]
        bounds = f"{100 * LOW:.0f}..{100 * HIGH:.0f} %"
        uneven = [f"  {a} against {b}: {self.pairings[a, b]}" for a, b in self.uneven]
        lines += ["", f"outside {bounds}:" if uneven else f"every pairing lies within {bounds}", *uneven]
        return lines


@dataclass(frozen=True)
class Task:
    """One game: the ``number``th of a pairing."""

    game: str
    battlefield: str
    players: int
    a: int
    b: int
    number: int
    run: int


@dataclass(frozen=True)
class Played:
    """``won``: 1 for the first army of the pairing, 0 for the second, a half for a draw, None if it did not end
    (``reason`` then says why). ``sides``: those of the two armies."""

    pairing: tuple[str, str]
    won: float | None
    sides: tuple[str, str] = ("", "")
    reason: str = ""


def measure(
    name: str, games: int, *, battlefield: str = "", run: int = 1, jobs: int = 1, only: tuple[str, ...] = (),
    pairings: tuple[tuple[str, str], ...] = (), mirror: bool = False, sure: int = 0, earlier: Sequence[dict[str, Any]] = (),
) -> Balance:  # fmt: skip
    """Play every pairing of the recommended armies ``games`` times on the battlefield (by default the first for two).

    ``only``: these armies; ``pairings``: these alone; ``mirror``: also each against itself (which tells of the sides);
    ``earlier``: runs to be pooled with, see :meth:`Balance.pool`; ``sure``: pairings in doubt are played on, up to so many
    games of each, the pooled ones included. Raises ValueError for an unknown army, pairing or battlefield.
    """
    entry = game(name)
    players = next((n for n in entry.players if not battlefield or battlefield in dict(entry.battlefields(n))), None)
    if players is None:
        known = sorted({id for n in entry.players for id, _ in entry.battlefields(n)})
        raise ValueError(f"no battlefield {battlefield!r}; there are {', '.join(known)}")
    battlefield = battlefield or entry.battlefields(players)[0][0]
    builds = [build.id for build in entry.builds()]
    unknown = [id for id in (*only, *(id for pair in pairings for id in pair)) if id not in builds]
    if unknown:
        raise ValueError(f"no recommended army {unknown[0]!r}; there are {', '.join(builds)}")
    chosen = [n for n, id in enumerate(builds) if not only or id in only]
    pairs = [(a, b) for i, a in enumerate(chosen) for b in chosen[i if mirror else i + 1 :]]
    if pairings:
        wanted = {frozenset(pair) for pair in pairings}
        pairs = [(a, b) for a, b in pairs if frozenset((builds[a], builds[b])) in wanted]
    balance = Balance(battlefield, players, [builds[n] for n in chosen], runs=[run])
    balance.pairings = {(builds[a], builds[b]): Rate() for a, b in pairs}
    for plain in earlier:
        balance.pool(plain)
    started = time.perf_counter()
    done, more = 0, games
    with _playing(jobs) as play:
        while pairs and done + more <= max(games, sure):
            numbers = range(done, done + more)
            for one in play(Task(name, battlefield, players, a, b, n, run) for n in numbers for a, b in pairs):
                balance.count(one)
            done, more = done + more, MORE
            rates = {pair: balance.pairings[builds[pair[0]], builds[pair[1]]] for pair in pairs if pair[0] != pair[1]}
            pairs = [pair for pair, rate in rates.items() if rate.games < sure and rate.doubtful]
    balance.seconds += time.perf_counter() - started
    balance.pairings = {pair: rate for pair, rate in balance.pairings.items() if rate.games}
    return balance


@contextmanager
def _playing(jobs: int) -> Iterator[Callable[[Iterable[Task]], Iterable[Played]]]:
    """What plays games, in so many processes."""
    if jobs == 1:
        yield lambda tasks: map(played, tasks)
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield lambda tasks: pool.map(played, tasks, chunksize=4)


def played(task: Task) -> Played:
    """Play one game to its end. What goes wrong spoils that game alone, and is told."""
    builds = game(task.game).builds()
    pairing = (builds[task.a].id, builds[task.b].id)
    try:
        return _played(task, builds, pairing)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        return Played(pairing, None, reason=f"{' against '.join(pairing)}, game {task.number}: {problem}")


def _played(task: Task, builds: list[Build], pairing: tuple[str, str]) -> Played:
    entry = game(task.game)
    teams = [place.team for place in entry.places(task.battlefield, task.players)]
    armies, mine = _seated(builds, teams, task)
    match: Match[Any] = Match.begin(
        entry.rules, entry.setup(task.battlefield, [build.army for build in armies], {}),
        seed_of(f"balance {task.run} {task.a} {task.b}", task.number),
    )  # fmt: skip
    player = SensiblePlayer()
    begun = False
    for _ in range(DECISIONS):
        if not match.asked:
            break
        ask = match.asked[0]
        roles = [] if begun else sorted(option.key for option in ask.options)
        if len(roles) == 2 and all(key.startswith("say:") for key in roles):
            key = roles[(ask.seat + task.number // 2) % 2]  # the role is not the players' choice here: it goes round
        else:
            key = player.choose(match.offer(ask.seat))
        begun = any(event.kind == "turn" for event in match.answer(ask.seat, key)) or begun
    if match.outcome is None:
        return Played(pairing, None, reason=f"{' against '.join(pairing)}, game {task.number}: endless or dead end")
    a, b = (match.outcome.places[mine[n]] for n in (0, 1))
    won = 1.0 if a < b else 0.0 if a > b else 0.5
    board: Any = match.view(None).board
    return Played(pairing, won, (board.seats[mine[0]].side, board.seats[mine[1]].side), match.outcome.reason.form)


def _seated(builds: list[Build], teams: list[int], task: Task) -> tuple[list[Build], tuple[int, int]]:
    """The armies by seat, a team's all alike, and a seat of each of the two that are measured."""
    names = sorted(set(teams))
    others = [n for n in range(len(builds)) if n not in (task.a, task.b)] or [task.a]
    playing = [task.a, task.b, *(others[(task.number + n) % len(others)] for n in range(len(names) - 2))]
    turned = task.number % len(names)
    playing = playing[-turned:] + playing[:-turned] if turned else playing
    by_team = dict(zip(names, playing))
    seats = [teams.index(names[(n + turned) % len(names)]) for n in (0, 1)]
    return [builds[by_team[team]] for team in teams], (seats[0], seats[1])
