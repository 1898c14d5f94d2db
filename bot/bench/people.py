"""Discord and the people, in a process of their own: all of them press at the same moment."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import sys
import time
from typing import Any

from bot.sandbox import people
from bot.sandbox.components import of_message
from bot.sandbox.people import Person
from bot.sandbox.server import Sandbox
from bot.sandbox.world import Channel, Message

GUILDS = 20
PATIENCE = 120.0  # seconds: on a machine with too much to do figures are bad, but they are figures


class _Timed(Person):
    """A person who holds a stopwatch: seconds from each press to its acknowledgement."""

    def __init__(self, desk: Any, user: Any) -> None:
        super().__init__(desk, user)
        self.acks: list[float] = []

    async def _first(self, pending: Any) -> Any:
        began = time.perf_counter()
        body = await super()._first(pending)
        self.acks.append(time.perf_counter() - began)
        return body


class _Table:
    """Two people at their match, in its thread."""

    def __init__(self, pair: list[_Timed], thread: Channel, pick: random.Random) -> None:
        self.pair, self.thread, self.pick = pair, thread, pick
        self.turn = 0
        self.panel: Message | None = None

    async def open(self) -> None:
        """The panel of whoever is asked, before them."""
        for _ in range(len(self.pair)):
            if self.panel is not None and _goes_on(self.panel):
                return
            self.turn = (self.turn + 1) % len(self.pair)
            self.panel = (await self.pair[self.turn].slash(self.thread, "play")).message

    async def press(self) -> tuple[list[float], float]:
        """Press something: the acknowledgements it took, and the seconds until the next panel was there."""
        person, panel = self.pair[self.turn], self.panel
        assert panel is not None
        person.acks.clear()
        if not _goes_on(panel):  # their match is over
            return [], 0.0
        began = time.perf_counter()
        self.panel = (await thumb(person, panel, self.pick)).message
        return list(person.acks), time.perf_counter() - began

    async def ask_for_help(self) -> list[float]:
        person = self.pair[self.turn]
        person.acks.clear()
        await person.slash(self.thread, "help")
        return list(person.acks)


def _goes_on(panel: Message) -> bool:
    ids = [part["custom_id"] for part in of_message(panel) if "custom_id" in part]
    return any(id.split(":")[3] in ("opt", "verb", "sub", "go", "pick") for id in ids)


async def drive(options: argparse.Namespace) -> None:
    """Say where Discord and who the people are; when told to go, press, and say what it took."""
    people.PATIENCE_SECONDS = PATIENCE
    async with Sandbox(answer_seconds=PATIENCE) as sandbox:
        guilds = [sandbox.world.add_guild(f"Server {n}", id=str((1000 + n) << 22)) for n in range(GUILDS)]
        tables = []
        for n in range(options.at_once):
            guild = guilds[n % GUILDS]
            channel = sandbox.world.add_channel(guild, f"matches-{n}")
            thread = sandbox.world.add_thread(
                channel, f"Match {n}", sandbox.world.bot_id, private=False, minutes=10_080, id=None
            )
            pair = [_Timed(sandbox.desk, sandbox.person(f"P{n}{side}").user) for side in "AB"]
            tables.append(_Table(pair, thread, random.Random(options.seed * 1000 + n)))
        where = {
            "api": sandbox.api, "gateway": sandbox.gateway_url, "guilds": [int(guild.id) for guild in guilds],
            "pairs": [[int(person.id) for person in table.pair] for table in tables],
            "places": [[int(table.thread.guild_id or 0), int(table.thread.parent_id or 0), int(table.thread.id)]
                       for table in tables],
        }  # fmt: skip
        print(json.dumps(where), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        result: dict[str, Any] = {"acks": [], "empty": [], "shown": [], "seconds": 0.0}
        for _ in range(options.rounds):
            await asyncio.gather(*(table.open() for table in tables))
            for acks in await asyncio.gather(*(table.ask_for_help() for table in tables)):
                result["empty"] += acks
            began = time.perf_counter()
            for acks, shown in await asyncio.gather(*(table.press() for table in tables)):
                result["acks"] += acks
                result["shown"] += [shown] if acks else []
            result["seconds"] += time.perf_counter() - began
        print(json.dumps(result), flush=True)
        await asyncio.to_thread(sys.stdin.readline)  # the bot leaves first


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
    return await person.click(message, pick.choice(useful))


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("--at-once", "--rounds", "--seed"):
        parser.add_argument(name, type=int, required=True)
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(drive(parser.parse_args()))


if __name__ == "__main__":
    main()
