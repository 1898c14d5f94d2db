"""A whole match as one file, running ones with all secrets: out of one database, into another, and played on.

For the host alone: whoever reads the file knows every hand and every roll to come. Stop the bot first, or the match goes on
in the old database after it was copied.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import os
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from bot import config as settings
from bot.games import all_games, use_host_files
from bot.keeping import Keeper
from bot.panels import prompt
from bot.records import MatchRecord, Say
from bot.service import Service
from engine.core.text import say
from storage import StorageError, Store
from storage.rows import NewErrand
from storage.transfer import Whole, put_in, take_out

MAGIC = b"postwalker match 1\n"
LARGEST = 64_000_000  # bytes of a match unpacked


class BadFile(ValueError):
    """The file is no match, or not whole. The message says what is wrong."""


class _Content(msgspec.Struct, frozen=True):
    """``at``: when it was copied."""

    at: float
    whole: Whole


def packed(whole: Whole, at: float) -> bytes:
    body = zlib.compress(msgspec.msgpack.encode(_Content(at, whole)), 9)
    return MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def unpacked(data: bytes) -> tuple[Whole, float]:
    """The match, and when it was copied. Raises BadFile."""
    head = len(MAGIC) + 65
    if not data.startswith(MAGIC):
        raise BadFile("This is no file of a whole match (those that /match export gives are taken in by /match import).")
    body = data[head:]
    if data[len(MAGIC) : head] != hashlib.sha256(body).hexdigest().encode() + b"\n":
        raise BadFile("The file is damaged: its checksum differs. Copy it again.")
    try:
        unzip = zlib.decompressobj()
        plain = unzip.decompress(body, LARGEST)
        if unzip.unconsumed_tail:
            raise BadFile("The file is too large to be a match.")
        content = msgspec.msgpack.decode(plain, type=_Content)
        record = msgspec.msgpack.decode(content.whole.match["document"], type=MatchRecord)
    except (zlib.error, msgspec.DecodeError, KeyError, TypeError) as error:
        raise BadFile(f"The file cannot be read: {error}.") from None
    if record.game not in all_games():
        raise BadFile(f"This bot does not know the game {record.game!r}.")
    return content.whole, content.at


def write(file: Path, data: bytes) -> None:
    """Beside its place first, then renamed into it: the file is whole or not there at all. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".tmp")  # readable by its owner alone
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, file)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    if os.name == "posix":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


async def export_match(store: Store, match: int, clock: Callable[[], float] = time.time) -> bytes:
    """The file of a match. Raises StorageError if there is none."""
    whole = await take_out(store, match)
    if whole is None:
        raise StorageError(f"There is no match {match} in this database.")
    return packed(whole, clock())


async def import_match(store: Store, data: bytes, service: Service, clock: Callable[[], float] = time.time) -> int:
    """Take a match in and have it go on where it stood, with the time for it that was left. Returns its number here.

    Raises BadFile, or StorageError if it is here already."""
    whole, at = unpacked(data)
    record = msgspec.msgpack.decode(whole.match["document"], type=MatchRecord)
    now = clock()
    later = max(0.0, now - at)
    for seat in record.seats:
        if seat.deadline is not None:
            seat.deadline += later
    old = int(whole.match["id"])
    record.version = int(whole.match["version"])
    view = service.load(record).view(None) if record.stored is not None else None

    def finish(id: int) -> tuple[bytes, Sequence[NewErrand]]:
        record.id = id
        said: list[NewErrand] = []
        if record.stage == "playing" and view is not None:
            notice = say("This match has been moved and goes on from here.")
            if id != old:
                notice = say("This match has been moved and goes on from here: it was number {old}, it is {new} now.",
                             old=old, new=id)  # fmt: skip
            post = prompt.prompt(service.facts(record), view, [], [], False, notice)
            said.append(NewErrand(f"match:{id}", msgspec.msgpack.encode(Say(post, "prompt")), "prompt"))
        return msgspec.msgpack.encode(record), said

    return await put_in(store, whole, now=now, later=later, finish=finish)


# ---- the commands -----------------------------------------------------------------------------------------------------
def main(arguments: Sequence[str] | None = None) -> int:
    """``export-match N FILE`` and ``import-match FILE``; the database is that of the settings, unless ``--url`` is given."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Moves a whole match. Stop the bot first.")
    commands = parser.add_subparsers(dest="command", required=True)
    out = commands.add_parser("export-match", help="write a match with all its secrets to a file")
    out.add_argument("match", type=int)
    out.add_argument("file", type=Path)
    into = commands.add_parser("import-match", help="take in a match from such a file and play it on")
    into.add_argument("file", type=Path)
    for each in (out, into):
        each.add_argument("--url", help="the database, if it is not that of the settings")
    options = parser.parse_args(arguments)
    try:
        return asyncio.run(_run(options))
    except (StorageError, BadFile, settings.ConfigError) as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(f"{options.file}: {error.strerror or error}", file=sys.stderr)
    return 1


async def _run(options: argparse.Namespace) -> int:
    config = settings.load()
    faults = use_host_files(config.cards, config.maps)  # the match may be played with them
    if faults:
        raise BadFile("\n".join(["The folders of your own cards and battlefields have faults:", *faults]))
    store = await Store.open(options.url or config.database_url, must_exist=options.command == "export-match")
    try:
        if options.command == "export-match":
            data = await export_match(store, options.match)
            write(options.file, data)
            print(f"Match {options.match} is in {options.file} ({len(data)} bytes). It holds all secrets: show nobody.")
            return 0
        keeper = Keeper(store)
        await keeper.prepare()
        service = Service(keeper, all_games(), time.time)
        try:
            number = await import_match(store, options.file.read_bytes(), service)
        finally:
            service.close()
        print(f"The match is number {number} here.")
        return 0
    finally:
        await store.close()


if __name__ == "__main__":
    sys.exit(main())
