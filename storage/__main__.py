"""``python -m storage``: look into a database, copy it while the bot runs."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from storage.backups import back_up
from storage.errors import StorageError
from storage.store import Store


async def _run(options: argparse.Namespace) -> None:
    if options.command == "backup":
        await back_up(options.url, options.to)
        print(f"Copied to {options.to}.")
        return
    store = await Store.open(options.url, must_exist=True)
    try:
        for name, count in (await store.counts()).items():
            print(f"{count:8} {name}")
    finally:
        await store.close()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m storage", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    info = commands.add_parser("info", help="count what is in the database")
    info.add_argument("url")
    backup = commands.add_parser("backup", help="copy a database to a new file, while it is in use")
    backup.add_argument("url")
    backup.add_argument("to", type=Path)
    try:
        asyncio.run(_run(parser.parse_args(arguments)))
    except StorageError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
