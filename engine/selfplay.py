"""Playing games by themselves: every battlefield, every number of players, every pairing, in the end every card.

Every ply is checked, every failure kept as a file that plays it again. What was played how often is counted, so that a
run can say what it did not try. Equal runs are equal games, however many processes share them.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal

from engine import record
from engine.core import chance
from engine.core.events import Event
from engine.core.match import Match
from engine.players.chance import RandomPlayer
from engine.players.sensible import SensiblePlayer
from engine.registry import Game, game

DECISIONS = 5000  # more than any game needs: beyond, it counts as endless
LOOK = 25  # one decision in so many is looked at with all its words, for every seat and for spectators
CHUNK = 5  # games that a process takes at a time

Kind = Literal["random", "sensible", "mixed"]


@dataclass
class Figures:
    """What a run counted. ``told`` events by kind; ``played`` how often each card was, laid face down included; ``turned``
    hidden ones turned over; ``stood`` in how many games a side of a card stood on the battlefield."""

    games: int = 0
    finished: int = 0
    crashes: int = 0
    dead_ends: int = 0
    endless: int = 0
    decisions: int = 0
    turns: int = 0
    hand_offs: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    battlefields: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    stood: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    turned: Counter[str] = field(default_factory=Counter)

    def add(self, other: Figures) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def summary(self, entry: Game) -> dict[str, Any]:
        """Plain values. What was never seen is named after all that the game's card files hold."""
        hidden = entry.hidden_cards()
        played = self.stood + self.played
        return {
            "games": self.games,
            "finished": self.finished,
            "crashes": self.crashes,
            "dead_ends": self.dead_ends,
            "endless": self.endless,
            "decisions": self.decisions,
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else 0,
            "turns": self.turns,
            "hand_offs_per_turn": round(self.hand_offs / self.turns, 4) if self.turns else 0.0,
            "seconds": round(self.seconds, 2),
            "battlefields": dict(sorted(self.battlefields.items())),
            "outcomes": dict(sorted(self.outcomes.items())),
            "played": {id: played[id] for id, _ in sorted(entry.card_names())},
            "never_played": sorted(id for id, _ in entry.card_names() if not played[id]),
            "turned_over": {id: self.turned[id] for id in sorted(hidden)},
            "never_turned_over": sorted(id for id in hidden if not self.turned[id]),
            "failures": self.failures,
        }


def seed_of(run: int | str, n: int) -> bytes:
    return chance.value(b"self-play", str(run), n).to_bytes(8, "big").rjust(chance.SEED_BYTES, b"\0")


def play(
    name: str, games: int, run: int, *, player: Kind = "random", jobs: int = 1, dump: Path | None = None,
    keep: Path | None = None, mirror: bool = True,
) -> Figures:  # fmt: skip
    """Play ``games`` games of ``name``. ``run`` is the run's seed; ``jobs`` processes share the games.

    Games that fail are written to the folder ``dump``, finished ones to ``keep``, as records that can be played again.
    Without ``mirror`` no recommended army meets itself.
    """
    figures = Figures()
    started = time.perf_counter()
    chunks = [range(first, min(games, first + CHUNK)) for first in range(0, games, CHUNK)]
    tasks = [(name, chunk, run, player, dump, keep, mirror) for chunk in chunks]
    if jobs == 1:
        for task in tasks:
            figures.add(_some(task))
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            for counted in pool.map(_some, tasks):
                figures.add(counted)
    figures.seconds = time.perf_counter() - started
    return figures


def _some(task: tuple[str, range, int, Kind, Path | None, Path | None, bool]) -> Figures:
    name, chunk, run, player, dump, keep, mirror = task
    entry, figures = game(name), Figures()
    for n in chunk:
        _Table(entry, n, run, player, mirror).play(figures, dump, keep)
    return figures


# ---- who plays what where ---------------------------------------------------------------------------------------------
def tables(entry: Game) -> list[tuple[int, str]]:
    """Every number of players with every battlefield for so many."""
    return [(players, id) for players in entry.players for id, _ in entry.battlefields(players)]


def line_up(entry: Game, n: int, mirror: bool, players: int = 2) -> list[dict[str, Any]]:
    """Recommended armies: every pairing in turn for the first two seats, ever other ones beside them."""
    builds = [build.army for build in entry.builds()]
    count = len(builds)
    pairs = [(a, b) for a in range(count) for b in range(count) if mirror or a != b]
    a, b = pairs[n % len(pairs)]
    return [builds[i % count] for i in (a, b, a + 2 * b + 1, 2 * a + b + 2)[:players]]


def _player(kind: Kind, seed: str, sensible: bool) -> RandomPlayer | SensiblePlayer:
    return SensiblePlayer() if kind == "sensible" or (kind == "mixed" and sensible) else RandomPlayer(seed)


class _Table:
    """One game: who plays it, where, with what; then the game itself."""

    def __init__(self, entry: Game, n: int, run: int, kind: Kind, mirror: bool) -> None:
        where = tables(entry)
        self.entry, self.n, self.run = entry, n, run
        self.seats, self.battlefield = where[n % len(where)]
        turn = n // len(where)  # games on this battlefield before this one
        if turn % 2:
            pick = random.Random(f"{run}/{n}/armies")
            self.armies = [entry.chance_army(pick) for _ in range(self.seats)]
        else:
            self.armies = line_up(entry, turn // 2, mirror, self.seats)
        self.seed = seed_of(run, n)
        self.players = [
            _player(kind, f"{run}/{n}/{seat}", bool((turn // 2 + seat) % 2)) for seat in range(self.seats)
        ]
        self.opening: list[Event] = []
        self.answers: list[record.Answered] = []

    def play(self, figures: Figures, dump: Path | None, keep: Path | None) -> None:
        figures.games += 1
        figures.battlefields[f"{self.battlefield} ({self.seats})"] += 1
        try:
            match = self._to_the_end(figures)
            if match.outcome:
                figures.finished += 1
                figures.outcomes[match.outcome.reason.form] += 1
                self._write(keep, match.fingerprint)
                return
            figures.endless += bool(match.asked)
            figures.dead_ends += not match.asked
            problem = "endless" if match.asked else "dead end"
        except Exception as error:  # the fuzzer's purpose: whatever goes wrong is counted and kept
            figures.crashes += 1
            problem = f"{type(error).__name__}: {error}"
        where = f"{self.battlefield} ({self.seats})"
        figures.failures.append(f"game {self.n} of run {self.run}, {where}: {problem} after {len(self.answers)} answers")
        self._write(dump, "")

    def _to_the_end(self, figures: Figures) -> Match[Any]:
        match = Match.begin(self.entry.rules, self.entry.setup(self.battlefield, self.armies, {}), self.seed)
        self.opening = list(match.events)
        stood: set[str] = set()
        last: int | None = None  # hand-offs count from the first turn on: choosing a role is no turn
        turns = 0
        for count in range(DECISIONS):
            if not match.asked:
                break
            seat = match.asked[0].seat
            if seat != last and turns:
                figures.hand_offs, last = figures.hand_offs + 1, seat
            key = self._choose(match, seat, count)
            events = match.answer(seat, key)
            self.answers.append(record.Answered(seat, key, list(events)))
            figures.decisions += 1
            begun = self._count(events, figures)
            turns += begun
            figures.turns += begun
            if begun:
                stood |= self.entry.in_play(match)
        figures.stood.update(stood)
        return match

    def _count(self, events: Sequence[Event], figures: Figures) -> int:
        """Counts what happened; returns how many turns began."""
        for event in events:
            figures.told[event.kind] += 1
            card = self.entry.played(event)
            if card:
                (figures.turned if card[1] else figures.played)[card[0]] += 1
        return sum(event.kind == "turn" for event in events)

    def _choose(self, match: Match[Any], seat: int, count: int) -> str:
        """A player by chance needs no words; now and then everybody looks all the same, to see that all can be put
        into words."""
        player = self.players[seat]
        if count % LOOK == 0:
            for other in (None, *range(self.seats)):
                match.view(other)
        if isinstance(player, RandomPlayer):
            ask = match.ask_for(seat)
            assert ask is not None
            return player.choose(ask)
        return player.choose(match.offer(seat))

    def _write(self, folder: Path | None, fingerprint: str) -> None:
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        kept = record.Record(
            record.FORMAT, self.entry.name, self.entry.rules.version, self.battlefield, self.armies, {}, self.seed.hex(),
            chance.commitment(self.seed), self.opening, self.answers, fingerprint,
        )  # fmt: skip
        (folder / f"{self.entry.name}-{self.run}-{self.n}.json").write_bytes(record.encode(kept))
