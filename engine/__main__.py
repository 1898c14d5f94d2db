"""``python -m engine``: play games by themselves, measure how even the armies are, verify a match's file, look at cards."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine import balance, record, selfplay
from engine.registry import game, games


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="play games on every battlefield and count what goes wrong and what was played")
    play.add_argument("game", choices=sorted(games()))
    play.add_argument("--games", type=int, default=20)
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--player", choices=("random", "sensible", "mixed"), default="random")
    play.add_argument("--jobs", type=int, default=1, help="processes that share the games")
    play.add_argument("--json", action="store_true", help="print one JSON object")
    play.add_argument("--dump", type=Path, default=Path("build/failures"), help="folder for games that failed")
    play.add_argument("--keep", type=Path, help="folder for the records of finished games")
    even = commands.add_parser("balance", help="win rates of the recommended armies against each other, sensibly played")
    even.add_argument("game", nargs="?", choices=sorted(games()), default="arena")
    even.add_argument("--games", type=int, default=40, help="games of each pairing; best a multiple of four")
    even.add_argument("--field", default="", help="id of a battlefield")
    even.add_argument("--builds", nargs="*", default=(), help="only these recommended armies")
    even.add_argument("--pairings", nargs="*", default=(), metavar="ONE:OTHER", help="only these pairings")
    even.add_argument("--pool", nargs="*", type=Path, default=(), metavar="FILE",
                      help="add the games of earlier runs, kept with --json")  # fmt: skip
    even.add_argument("--sure", type=int, default=0, metavar="N",
                      help=f"play on, up to N games of each, where it is doubtful whether a pairing lies within "
                           f"{100 * balance.LOW:.0f} to {100 * balance.HIGH:.0f} %%")  # fmt: skip
    even.add_argument("--mirror", action="store_true", help="also each army against itself")
    even.add_argument("--seed", type=int, default=1)
    even.add_argument("--jobs", type=int, default=2, help="processes that share the games")
    even.add_argument("--json", action="store_true", help="print one JSON object")
    verify = commands.add_parser("verify", help="check a finished match's file against its revealed seed")
    verify.add_argument("file", type=Path)
    cards = commands.add_parser("cards", help="count cards by where their numbers come from; check a folder of your own")
    cards.add_argument("--report", action="store_true", help="count rows by set and source, name what is designed")
    cards.add_argument("--overlay", type=Path, help="a folder with armies.toml and spells.toml of your own")
    maps = commands.add_parser("map", help="say what is wrong with battlefield files")
    maps.add_argument("file", type=Path, nargs="+")
    options = parser.parse_args(arguments)
    run = {"play": _play, "balance": _balance, "verify": _verify, "cards": _cards, "map": _map}[options.command]
    return run(options)


def _play(options: argparse.Namespace) -> int:
    figures = selfplay.play(
        options.game, options.games, options.seed, player=options.player, jobs=options.jobs, dump=options.dump,
        keep=options.keep,
    )  # fmt: skip
    summary = figures.summary(game(options.game))
    if options.json:
        print(json.dumps(summary))
    else:
        for name, value in summary.items():
            said = ", ".join(f"{key} {n}" for key, n in value.items()) if isinstance(value, dict) else value
            print(f"{name:22} {', '.join(said) if isinstance(said, list) else said}")
    return 0 if figures.finished == figures.games else 1


def _balance(options: argparse.Namespace) -> int:
    try:
        found = balance.measure(
            options.game, options.games, battlefield=options.field, run=options.seed, jobs=options.jobs,
            only=tuple(options.builds), pairings=tuple(_pair(text) for text in options.pairings), mirror=options.mirror,
            sure=options.sure, earlier=[json.loads(file.read_bytes()) for file in options.pool],
        )  # fmt: skip
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(found.plain()) if options.json else "\n".join(found.lines()))
    return 0 if not found.uneven and not found.unfinished else 1


def _pair(text: str) -> tuple[str, str]:
    one, colon, other = text.partition(":")
    if not colon:
        raise ValueError(f"{text!r} is no pairing: write ONE:OTHER")
    return one, other


def _verify(options: argparse.Namespace) -> int:
    try:
        found = record.verify(options.file.read_bytes())
    except OSError as error:
        print(f"{options.file} cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    except record.Mismatch as mismatch:
        print(f"NOT VERIFIED: {mismatch}", file=sys.stderr)
        return 1
    print(f"Verified: {found['answers']} answers, {found['events']} events; every die and shuffle follows from the seed.")
    print(f"Chance used: {', '.join(f'{name} {count}' for name, count in found['chance'].items())}")
    print(f"Digest posted at the start: {found['digest']}")
    print(f"Outcome: {found['outcome'] or 'not finished'}")
    return 0


def _cards(options: argparse.Namespace) -> int:
    from engine.arena.cards import CardFault, catalogue
    from engine.arena.cards.report import report, summary

    try:
        cards = catalogue(options.overlay)
    except CardFault as fault:
        print("\n".join(fault.faults), file=sys.stderr)
        return 1
    print("\n".join(report(cards) if options.report else summary(cards)))
    return 0


def _map(options: argparse.Namespace) -> int:
    from engine.arena.mapfile import MapFault, from_bytes

    good = True
    for file in options.file:
        try:
            field = from_bytes(file.read_bytes(), file.name)
        except OSError as error:
            print(f"{file} cannot be read: {error.strerror}", file=sys.stderr)
            good = False
        except MapFault as fault:
            print("\n".join(fault.faults), file=sys.stderr)
            good = False
        else:
            print(f"{file.name}: {field.name}, {len(field.spaces)} hexes, good")
            for warning in field.warnings:
                print(f"  warning: {warning}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
