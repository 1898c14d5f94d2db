"""One process of the bot, as a host runs it, that notes how long its work takes."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import time
from pathlib import Path
from typing import Any

from bot.app import Postwalker, give_memory_back, leave_what_is_loaded
from bot.keeping import opened
from bot.pictures import Painter
from bot.sandbox.pointing import point_discord_at
from storage import Shards

SWEEPS = 50
BETWEEN = 0.02  # seconds between two sweeps: a sweep lets the delivery look for work, which is not its own time


async def serve(options: argparse.Namespace) -> None:
    """Say when the bot is ready; when told to end, say what it took."""
    give_memory_back()
    leave_what_is_loaded()
    point_discord_at(options.api, options.gateway)
    commits: list[float] = []
    answered = 0
    async with opened(options.url, shards=Shards(options.shards, (options.shard,))) as keeper:
        save = keeper.store.save

        async def timed(*args: Any, **kwargs: Any) -> None:
            nonlocal answered
            began = time.perf_counter()
            await save(*args, **kwargs)
            if kwargs.get("answers"):
                commits.append(time.perf_counter() - began)
                answered += len(kwargs["answers"])

        keeper.store.save = timed  # type: ignore[method-assign]
        bot = Postwalker(keeper, painter=Painter(cache=options.cache))
        running = asyncio.create_task(bot.start("bench"))
        while not bot.is_ready():
            if running.done():
                running.result()
            await asyncio.sleep(0.005)
        ready = time.time() - options.since
        try:
            started = time.process_time()
            sweeps = []
            for _ in range(SWEEPS):
                began = time.perf_counter()
                await bot.deadlines.sweep()
                sweeps.append(time.perf_counter() - began)
                await asyncio.sleep(BETWEEN)
            print(json.dumps({"ready": ready, "cpu": started, "sweeps": sweeps}), flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            print(json.dumps({"commits": commits, "answered": answered, "rss": _peak()}), flush=True)
        finally:
            await bot.close()
            await running


def _peak() -> int:
    """The most memory that this process has held, in KiB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return 0


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("--url", "--api", "--gateway"):
        parser.add_argument(name, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--shard", type=int, required=True)
    parser.add_argument("--since", type=float, required=True, help="when the process was started (seconds since the epoch)")
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
