"""``python -m bot bench``: how the real bot does with many open matches, against the sandbox's Discord in another process.

A database is filled with open matches of the Arena in mid-turn; the bot is started on it as a host starts it, in one
process or (on PostgreSQL) in several with a shard each; then many people press at the same moment, again and again: first
an empty command (``/help``), so that the cost of the rig itself is known, then whatever their panels offer. An
acknowledgement is what a player waits for before Discord gives up (3 s).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from bot.bench import filling
from storage import server

# What is expected on an idle machine with two cores: the most that a figure may be.
MOST = {"start_to_ready_s": 5.0, "sweep_ms_p99": 10.0, "rss_mb": 300.0, "ack_ratio_p99": 2.0}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bot bench", description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="open matches in the database")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="of the bot, with a shard each (PostgreSQL)")
    parser.add_argument("--at-once", type=int, default=50, help="people who press at the same moment")
    parser.add_argument("--rounds", type=int, default=8, help="times that all of them press")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(argv)
    if options.processes > 1 and options.database == "sqlite":
        parser.error("an SQLite database is for one process: add --database postgresql")
    if options.matches < options.at_once:
        parser.error("there must be a match for each of those who press at once: --matches, --at-once")
    try:
        figures = asyncio.run(measure(options))
    except filling.NoServer as error:
        print(error, file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        most = MOST.get(name)
        print(f"{name:20} {value}" + (f"   at most {most:g}: {'yes' if value <= most else 'NO'}" if most else ""))
    return 0


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which that part of the values lies; 0 for none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Fill, start, press. Times in seconds or milliseconds, as their names say; of several processes the worst figure."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        people = ["--at-once", str(options.at_once), "--rounds", str(options.rounds), "--seed", str(options.seed)]
        async with _child("bot.bench.people", *people) as driver:
            where = json.loads(await _line(driver))
            async with _database(options.database, folder) as url:
                began = time.perf_counter()
                await filling.fill(
                    url, options.matches, where["pairs"], where["places"], where["guilds"], options.seed, options.processes
                )
                filled = time.perf_counter() - began
                async with contextlib.AsyncExitStack() as stack:
                    bots = []
                    for n in range(options.processes):
                        told = ["--url", url, "--api", where["api"], "--gateway", where["gateway"], "--cache",
                                str(folder / f"cache-{n}"), "--shards", str(options.processes), "--shard", str(n),
                                "--since", str(time.time())]  # fmt: skip
                        bots.append(await stack.enter_async_context(_child("bot.bench.serving", *told)))
                    ready = [json.loads(await _line(bot)) for bot in bots]
                    driven = json.loads(await _asked(driver, "go"))
                    ended = [json.loads(await _asked(bot, "end")) for bot in bots]
    acks, empty = driven["acks"], driven["empty"]
    figures: dict[str, Any] = {
        "matches": options.matches, "database": options.database, "processes": options.processes,
        "at_once": options.at_once, "load_average": round(os.getloadavg()[0], 1), "filled_s": round(filled, 1),
        "start_to_ready_s": round(max(each["ready"] for each in ready), 2),
        "start_cpu_s": round(max(each["cpu"] for each in ready), 2), "presses": len(acks),
    }  # fmt: skip
    figures |= _spread("sweep_ms", [took for each in ready for took in each["sweeps"]])
    figures |= _spread("ack_ms", acks) | _spread("empty_ack_ms", empty)
    for p in (50, 99):
        figures[f"ack_ratio_p{p}"] = round(percentile(acks, p / 100) / max(1e-9, percentile(empty, p / 100)), 2)
    figures |= _spread("shown_ms", driven["shown"])
    figures |= _spread("commit_ms", [took for each in ended for took in each["commits"]])
    figures["moves_per_second"] = round(sum(each["answered"] for each in ended) / driven["seconds"], 1)
    figures["rss_mb"] = round(max(each["rss"] for each in ended) / 1024, 1)
    return figures


def _spread(name: str, seconds: Sequence[float]) -> dict[str, float]:
    return {f"{name}_p{p}": round(1000 * percentile(seconds, p / 100), 2) for p in (50, 99)}


@contextlib.asynccontextmanager
async def _database(kind: str, folder: Path) -> AsyncIterator[str]:
    """The URL of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'bench.db'}"
        return
    bin = server.programs()
    if bin is None:
        raise filling.NoServer("PostgreSQL is not installed (Debian: the package postgresql).")
    with server.running(bin, durable=True) as running:
        yield running.create("bench")


@contextlib.asynccontextmanager
async def _child(module: str, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", module, *arguments]
    child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 26)
    try:
        yield child
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()


async def _line(child: asyncio.subprocess.Process) -> bytes:
    assert child.stdout is not None
    line = await child.stdout.readline()
    if not line:
        raise RuntimeError("a process of the measurement has ended before its time")
    return line


async def _asked(child: asyncio.subprocess.Process, word: str) -> bytes:
    assert child.stdin is not None
    child.stdin.write(word.encode() + b"\n")
    await child.stdin.drain()
    return await _line(child)
