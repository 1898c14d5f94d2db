"""Playing games by chance, for the fuzzer: every ply checked, every failure kept as a file that plays it again."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import record
from engine.core import chance
from engine.core.events import Event
from engine.core.match import Match
from engine.players.chance import RandomPlayer
from engine.registry import Game, game

DECISIONS = 5000  # more than any game needs: beyond, it counts as endless


@dataclass
class Figures:
    """What a run counted."""

    games: int = 0
    finished: int = 0
    crashes: int = 0
    dead_ends: int = 0
    endless: int = 0
    decisions: int = 0
    turns: int = 0
    hand_offs: int = 0
    seconds: float = 0.0
    outcomes: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)

    def summary(self) -> dict[str, Any]:
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
            "outcomes": dict(sorted(self.outcomes.items())),
            "failures": self.failures,
        }


def seed_of(run: int | str, n: int) -> bytes:
    return chance.value(b"self-play", str(run), n).to_bytes(8, "big").rjust(chance.SEED_BYTES, b"\0")


def play(
    name: str, games: int, run: int, *, dump: Path | None = None, keep: Path | None = None, mirror: bool = True
) -> Figures:
    """Play ``games`` games of ``name`` at random. ``run`` is the run's seed: equal runs are equal games.

    Games that fail are written to the folder ``dump``, finished ones to ``keep``, as records that can be played again.
    """
    entry = game(name)
    figures = Figures()
    started = time.perf_counter()
    for n in range(games):
        _one(entry, n, run, figures, dump, keep, mirror)
    figures.seconds = time.perf_counter() - started
    return figures


def line_up(entry: Game, n: int, mirror: bool) -> list[dict[str, Any]]:
    """Armies for game ``n``: every pairing of the recommended builds in turn; mirror matches only if asked for."""
    builds = [build.army for build in entry.builds()]
    pairs = [(a, b) for a in builds for b in builds if mirror or a is not b]
    return list(pairs[n % len(pairs)])


def _one(
    entry: Game, n: int, run: int, figures: Figures, dump: Path | None, keep: Path | None, mirror: bool
) -> None:
    fields = entry.battlefields(2)
    battlefield = fields[n % len(fields)][0]
    armies, seed = line_up(entry, n, mirror), seed_of(run, n)
    players = [RandomPlayer(f"{run}/{n}/{seat}") for seat in range(len(armies))]
    answers: list[record.Answered] = []
    opening: list[Event] = []
    figures.games += 1

    def write(folder: Path | None, fingerprint: str) -> None:
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        kept = record.Record(
            record.FORMAT, entry.name, entry.rules.version, battlefield, armies, {}, seed.hex(), chance.commitment(seed),
            opening, answers, fingerprint,
        )  # fmt: skip
        (folder / f"{entry.name}-{run}-{n}.json").write_bytes(record.encode(kept))

    match: Match[Any] | None = None
    try:
        match = Match.begin(entry.rules, entry.setup(battlefield, armies, {}), seed)
        opening = list(match.events)
        figures.told.pop("turn", None)  # hand-offs count from the first turn on: choosing a role is no turn
        last: int | None = None
        for _ in range(DECISIONS):
            if not match.asked:
                break
            seat = match.asked[0].seat
            if seat != last and figures.told.get("turn"):
                figures.hand_offs, last = figures.hand_offs + 1, seat
            key = players[seat].choose(match.view(seat))
            events = match.answer(seat, key)
            answers.append(record.Answered(seat, key, list(events)))
            figures.decisions += 1
            for event in events:
                figures.told[event.kind] = figures.told.get(event.kind, 0) + 1
                if event.kind == "turn":
                    figures.turns += 1
        if match.outcome:
            figures.finished += 1
            reason = match.outcome.reason.form
            figures.outcomes[reason] = figures.outcomes.get(reason, 0) + 1
            write(keep, match.fingerprint)
            return
        figures.endless += bool(match.asked)
        figures.dead_ends += not match.asked
        problem = "endless" if match.asked else "dead end"
    except Exception as error:  # the fuzzer's purpose: whatever goes wrong is counted and kept
        figures.crashes += 1
        problem = f"{type(error).__name__}: {error}"
    figures.failures.append(f"game {n} of run {run}: {problem} after {len(answers)} answers")
    write(dump, "")
