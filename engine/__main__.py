"""``python -m engine``: play games at random, verify a finished match's file, look at the cards."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine import record, selfplay
from engine.registry import games


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="play games at random and count what goes wrong")
    play.add_argument("game", choices=sorted(games()))
    play.add_argument("--games", type=int, default=20)
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--json", action="store_true", help="print one JSON object")
    play.add_argument("--dump", type=Path, default=Path("build/failures"), help="folder for games that failed")
    play.add_argument("--keep", type=Path, help="folder for the records of finished games")
    verify = commands.add_parser("verify", help="check a finished match's file against its revealed seed")
    verify.add_argument("file", type=Path)
    cards = commands.add_parser("cards", help="count cards by where their numbers come from; check a folder of your own")
    cards.add_argument("--overlay", type=Path, help="a folder with armies.toml and spells.toml of your own")
    maps = commands.add_parser("map", help="say what is wrong with battlefield files")
    maps.add_argument("file", type=Path, nargs="+")
    options = parser.parse_args(arguments)
    return {"play": _play, "verify": _verify, "cards": _cards, "map": _map}[options.command](options)


def _play(options: argparse.Namespace) -> int:
    figures = selfplay.play(options.game, options.games, options.seed, dump=options.dump, keep=options.keep)
    summary = figures.summary()
    if options.json:
        print(json.dumps(summary))
    else:
        for name, value in summary.items():
            print(f"{name:22} {value}")
    return 0 if figures.finished == figures.games else 1


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

    try:
        cards = catalogue(options.overlay)
    except CardFault as fault:
        print("\n".join(fault.faults), file=sys.stderr)
        return 1
    count: dict[str, int] = {}
    for card in cards.all:
        for source in card.source.values():
            count[source] = count.get(source, 0) + 1
    print(f"{len(cards.armies)} army cards, {len(cards.spells)} spells")
    for source, n in sorted(count.items()):
        print(f"{n:5} numbers and texts: {source}")
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
