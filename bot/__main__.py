"""The host's command: ``python -m bot`` runs the bot; ``doctor``, ``health`` and ``bench`` look at it, ``backup`` and
``restore`` keep its matches.

Every way in which a start can fail ends in a sentence and its own exit code, never in a traceback, and never in a bot
that runs with less than it was told to (a database that does not open is no reason to forget every match).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path

import discord

from bot import config as settings
from bot import health, logs
from bot.config import ConfigError
from bot.sandbox.pointing import point_discord_at
from storage import StorageError

# exit codes
SETTINGS = 2
TOKEN = 3
DATABASE = 4


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Runs the bot with the settings of .env. To try it without Discord: make play",
        epilog=f"Exit codes: {SETTINGS} settings, {TOKEN} token refused, {DATABASE} database (or in use by another "
        "process). While Discord is out of reach the bot waits and tries again.",
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("doctor", help="say what is right, what is missing, and what to do about it")
    commands.add_parser("health", help="say whether the running bot is well; exit code 0 or 1")
    keep = commands.add_parser("backup", help="copy all matches to a new file, also while the bot runs")
    keep.add_argument("file", nargs="?", type=Path, help="the new file, or its folder; without it, one named after the time")
    back = commands.add_parser("restore", help="put a backup in place, while the bot does not run")
    back.add_argument("file", type=Path, help="the backup")
    back.add_argument("--replace", action="store_true", help="though there are matches already; those are kept aside")
    commands.add_parser("ratings", help="work all ratings out anew from the results of the matches")
    commands.add_parser("export-match", help="write a match with all its secrets to a file", add_help=False)
    commands.add_parser("import-match", help="take in a match from such a file and play it on", add_help=False)
    commands.add_parser("bench", help="measure the bot under load", add_help=False)
    args, rest = parser.parse_known_args(argv)
    if rest and args.command not in ("bench", "export-match", "import-match"):
        parser.error(f"unknown: {' '.join(rest)}")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    match args.command:
        case "doctor":
            return doctor()
        case "health":
            return pulse()
        case "backup" | "restore" | "ratings":
            return matches(args)
        case "export-match" | "import-match":
            from bot.hosting import matchfile

            return matchfile.main([args.command, *rest])
        case "bench":
            from bot import bench

            return bench.main(rest)
        case _:
            return run()


def run() -> int:
    try:
        config = settings.load()
        if not config.token:
            raise ConfigError(
                [
                    "No token: DISCORD_TOKEN is not set. Copy .env.example to .env and put your bot's token into it "
                    "(README, Running it for real). To try the bot without Discord: make play"
                ]
            )
        config.make_folders()
    except ConfigError as error:
        return stop(SETTINGS, *error.problems)
    logs.set_up(config)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody talks here
    if config.discord_api and config.discord_gateway:
        point_discord_at(config.discord_api, config.discord_gateway)
    from bot import app, games

    faults = games.use_host_files(config.cards, config.maps)
    if faults:  # matches may be under way with those cards, on those battlefields: better no bot than another game
        return stop(SETTINGS, "The folders of your own cards and battlefields have faults:", *faults)
    try:
        asyncio.run(app.run(config))
    except KeyboardInterrupt:
        pass
    except discord.LoginFailure:
        return stop(
            TOKEN,
            "Discord refuses the token. Make a new one on your application's Bot page (Reset Token), put it into .env "
            "as DISCORD_TOKEN=..., and start again.",
        )
    except StorageError as error:
        return stop(DATABASE, str(error))
    except ConfigError as error:
        return stop(SETTINGS, *error.problems)
    return 0


def doctor() -> int:
    from bot.doctor import report

    return asyncio.run(report(Path()))


def pulse() -> int:
    try:
        file = settings.load().health_file
    except ConfigError as error:
        return stop(SETTINGS, *error.problems)
    well, sentence = health.check(file, time.time())
    print(sentence)
    return 0 if well else 1


def matches(args: argparse.Namespace) -> int:
    """Back up, restore, or count anew."""
    from bot.hosting.backup import backup, restore
    from bot.hosting.recount import recount

    try:
        config = settings.load()
        match args.command:
            case "backup":
                told = backup(config, args.file)
            case "restore":
                told = restore(config, args.file, args.replace)
            case _:
                told = recount(config)
    except ConfigError as error:
        return stop(SETTINGS, *error.problems)
    except StorageError as error:
        return stop(DATABASE, str(error))
    print(told)
    return 0


def stop(code: int, *sentences: str) -> int:
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
