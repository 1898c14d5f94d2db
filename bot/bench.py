"""``python -m bot bench``: how fast the real bot answers under load, against the sandbox's Discord in another process.

People play many matches at the same time by pressing whatever their panels offer. Between their presses they use an empty
command (``/help``), so that the cost of the rig itself is known. Times in milliseconds; an acknowledgement is what a player
waits for before Discord gives up (3 s).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import random
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.app import Postwalker
from bot.keeping import Keeper, opened
from bot.sandbox.components import of_message
from bot.sandbox.people import Person
from bot.sandbox.pointing import point_discord_at
from bot.sandbox.server import Sandbox
from storage import Store

AT_ONCE = 10  # matches in which somebody presses at the same moment


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bot bench", description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--presses", type=int, default=12, help="presses in each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--drive", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    logging.basicConfig(level=logging.ERROR)
    if options.drive:
        asyncio.run(_drive(options))
        return 0
    figures = asyncio.run(_measure(options))
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:20} {value}")
    return 0


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which that part of the values lies; 0 for none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


# ---- this process: the bot --------------------------------------------------------------------------------------------
class _TimedStore(Store):
    """Notes how long each commit of a match takes, and how many answers it held."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.database)
        self.commits: list[float] = []
        self.answered = 0

    async def save(self, *args: Any, **kwargs: Any) -> None:
        started = time.perf_counter()
        await super().save(*args, **kwargs)
        if kwargs.get("answers"):
            self.commits.append(time.perf_counter() - started)
            self.answered += len(kwargs["answers"])


async def _measure(options: argparse.Namespace) -> dict[str, Any]:
    command = [sys.executable, "-m", "bot.bench", "--drive", "--matches", str(options.matches)]
    command += ["--presses", str(options.presses), "--seed", str(options.seed)]
    driver = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    assert driver.stdin is not None
    assert driver.stdout is not None
    try:
        where = json.loads(await driver.stdout.readline())
        point_discord_at(where["api"], where["gateway"])
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            async with opened(f"sqlite:///{Path(folder) / 'bench.db'}") as kept:
                store = _TimedStore(kept.store)
                keeper = Keeper(store)
                await keeper.prepare()
                driven = await _run_bot(keeper, driver.stdin, driver.stdout)
    finally:
        with contextlib.suppress(ProcessLookupError):
            driver.kill()
        await driver.wait()
    acks, empty = driven["acks"], driven["empty"]
    figures: dict[str, Any] = {"matches": options.matches, "presses": len(acks)}
    for name, values in (("ack_ms", acks), ("empty_ack_ms", empty), ("shown_ms", driven["shown"])):
        figures |= {f"{name}_p{p}": round(1000 * percentile(values, p / 100), 2) for p in (50, 99)}
    for p in (50, 99):
        figures[f"ack_ratio_p{p}"] = round(percentile(acks, p / 100) / max(1e-9, percentile(empty, p / 100)), 2)
    figures["moves_per_second"] = round(store.answered / driven["seconds"], 1)
    figures |= {f"commit_ms_p{p}": round(1000 * percentile(store.commits, p / 100), 2) for p in (50, 99)}
    figures["rss_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
    return figures


async def _run_bot(keeper: Keeper, to: asyncio.StreamWriter, back: asyncio.StreamReader) -> dict[str, Any]:
    bot = Postwalker(keeper, ready_timeout=0.05)
    up = asyncio.Event()

    @bot.event
    async def on_ready() -> None:
        up.set()

    running = asyncio.create_task(bot.start("bench"))
    try:
        await asyncio.wait_for(up.wait(), 30)
        to.write(b"go\n")
        await to.drain()
        line = await back.readline()
        if not line:
            raise RuntimeError("the load stopped before its end")
        found: dict[str, Any] = json.loads(line)
        return found
    finally:
        await bot.close()
        await running


# ---- the other process: Discord and the people ------------------------------------------------------------------------
class _Timed(Person):
    """A person who holds a stopwatch: seconds from each press to its acknowledgement."""

    def __init__(self, desk: Any, user: Any) -> None:
        super().__init__(desk, user)
        self.acks: list[float] = []

    async def _first(self, pending: Any) -> Any:
        started = time.perf_counter()
        body = await super()._first(pending)
        self.acks.append(time.perf_counter() - started)
        return body


async def _drive(options: argparse.Namespace) -> None:
    async with Sandbox() as sandbox:
        print(json.dumps({"api": sandbox.api, "gateway": sandbox.gateway_url}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        gate = asyncio.Semaphore(AT_ONCE)

        async def gated(work: Any) -> Any:
            async with gate:
                return await work

        pairs = [[_Timed(sandbox.desk, sandbox.person(f"P{n}{side}").user) for side in "AB"] for n in range(options.matches)]
        begun = await asyncio.gather(*(gated(_begin(sandbox, pair)) for pair in pairs))
        result: dict[str, Any] = {"acks": [], "empty": [], "shown": []}
        started = time.perf_counter()
        plays = [
            gated(_play(sandbox, pair, thread, options.presses, random.Random(options.seed * 1000 + n), result))
            for n, (pair, thread) in enumerate(zip(pairs, begun, strict=True))
        ]
        await asyncio.gather(*plays)
        result["seconds"] = time.perf_counter() - started
        print(json.dumps(result), flush=True)
        await asyncio.to_thread(sys.stdin.readline)  # the bot leaves first


async def _begin(sandbox: Sandbox, pair: list[_Timed]) -> Any:
    """Bring two people to the first question; their thread."""
    host, guest = pair
    panel = await host.slash(sandbox.general, "match new", opponent=guest)
    await host.click(panel.message, "Create")
    invitation = await guest.sees(
        lambda message: "invites" in message.data["content"] and guest.mention in message.data["content"]
    )
    await guest.click(invitation, "Join")
    armies = await host.sees(
        lambda message: "Choose your armies" in message.data["content"] and host.mention in message.data["content"]
    )
    await host.click(armies, "Ready")
    await guest.click(armies, "Ready")
    return sandbox.world.channel(armies.channel_id)


async def _play(
    sandbox: Sandbox, pair: list[_Timed], thread: Any, presses: int, pick: random.Random, result: dict[str, Any]
) -> None:
    """So many presses of two thumbs, and as many empty commands in between."""
    turn, panel = 0, None
    for _ in range(presses):
        person = pair[turn]
        person.acks.clear()
        await person.slash(thread, "help")
        result["empty"] += person.acks
        if panel is None:
            panel = (await person.slash(thread, "play")).message
        person.acks.clear()
        started = time.perf_counter()
        if "not your turn" not in panel.data["content"]:
            panel = (await thumb(person, panel, pick)).message
            result["acks"] += person.acks
            result["shown"].append(time.perf_counter() - started)
        if "not your turn" in panel.data["content"] or "is over" in panel.data["content"]:
            turn, panel = 1 - turn, None


async def thumb(person: Person, message: Any, pick: random.Random) -> Any:
    """One press of somebody who tries whatever there is; the reply."""
    parts = of_message(message)
    lists = [part for part in parts if part["type"] == 3 and ":pick:" in part["custom_id"]]
    buttons = [part["custom_id"] for part in parts if part["type"] == 2 and not part.get("disabled")]
    useful = [id for id in buttons if id.split(":")[3] in ("opt", "verb", "sub", "go")]
    if lists and (not useful or pick.random() < 0.7):
        chosen = pick.choice(lists)
        value = pick.choice([option["value"] for option in chosen["options"]])
        return await person.select(message, chosen["custom_id"], [value])
    return await person.click(message, pick.choice(useful or [id for id in buttons if id.split(":")[3] == "play"]))


if __name__ == "__main__":
    sys.exit(main())
