"""Pictures from the command line.

python -m render bench [--json]                      what pictures cost, with targets
python -m render gallery --out FOLDER [--only WORD]  every kind of picture, with a page that shows them
    python -m render golden                              the pictures that tests compare with, anew
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from render import bench, gallery, golden


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m render", description="Pictures from the command line.")
    commands = parser.add_subparsers(dest="command", required=True)
    measure = commands.add_parser("bench", help="what pictures cost, with targets; fails if one is missed")
    measure.add_argument("--json", action="store_true", help="one object instead of a table")
    measure.add_argument("--rounds", type=int, default=bench.ROUNDS, help="how many boards are drawn")
    every = commands.add_parser("gallery", help="every kind of picture, with a page that shows them")
    every.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    every.add_argument(
        "--only", action="append", default=[], metavar="WORD", help="a look, a kind, a place: all that are given"
    )
    commands.add_parser("golden", help="the pictures that tests compare with, anew").add_argument(
        "--out", type=Path, default=golden.FOLDER, metavar="FOLDER"
    )
    chosen = parser.parse_args(words)
    if chosen.command == "bench":
        figures = bench.measure(chosen.rounds)
        print(json.dumps(bench.plain(figures)) if chosen.json else bench.table(figures))
        return 0 if all(figure.good for figure in figures) else 1
    if chosen.command == "golden":
        print(f"{len(golden.write(chosen.out))} pictures: {chosen.out}")
        return 0
    only = set(chosen.only)
    count = gallery.write(chosen.out, wanted=lambda title, item: only <= {title, item.kind, item.place})
    print(f"{count} pictures: {chosen.out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
