"""``python -m tests.mutations [-k WORD] [--list]``: apply each mutation to a copy of the tree, run the tests that cite its
statements, say killed or survived. Ends with 1 if one survived or could not be tried.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tests.mutations import ROOT, mutations
from tests.rulebook import citations

COPIED = ("engine", "render", "storage", "bot", "tests", "pyproject.toml")
SECONDS = 300  # for the tests of one mutation: a rule taken away may make a game endless


class Broken(Exception):
    """The tests could not be run; says why."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("-k", metavar="WORD", default="", help="only those whose name, file or ids hold the word")
    parser.add_argument("--list", action="store_true", help="only say what there is")
    chosen = parser.parse_args()
    wanted = [one for one in mutations() if chosen.k in f"{one.name} {one.file} {' '.join(one.ids)}"]
    if chosen.list:
        print("\n".join(f"{one.file:<30} {one.name}: {' '.join(one.ids)}" for one in wanted))
        return 0
    faults = [fault for one in wanted if (fault := one.fault())]
    print("\n".join(faults), end="\n" if faults else "")
    files: dict[str, set[str]] = {}
    for citation in citations():
        files.setdefault(str(citation.cited), set()).add(citation.file)
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        _copy(tree)
        try:
            everything = {id for one in wanted for id in one.ids}
            failed = _failed(tree, everything, files)
        except Broken as reason:
            print(reason)
            return 1
        already = {id for id in everything if failed[id]}
        for id in sorted(already):
            print(f"{id}: its tests fail as it is: {' '.join(failed[id])}")
        for one in wanted:
            if one.fault() or already.intersection(one.ids):
                continue
            path = tree / one.file
            text = path.read_text(encoding="utf-8")
            path.write_text(one.applied(text), encoding="utf-8")
            try:
                failed = _failed(tree, one.ids, files)
                unnoticed = [id for id in one.ids if not failed[id]]
            except Broken as reason:
                print(f"broken    {one.name}: {reason}", flush=True)
                continue
            finally:
                path.write_text(text, encoding="utf-8")
            killed += not unnoticed
            counts = ", ".join(f"{id} {len(failed[id])}" for id in one.ids)
            print(f"{'SURVIVED' if unnoticed else 'killed':<9} {one.name} ({counts})", flush=True)
    print(f"mutations killed {killed}/{len(wanted)}")
    return int(killed < len(wanted))


def _copy(tree: Path) -> None:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tree / name)


def _nearest(files: set[str]) -> set[str]:
    """Those of the engine, which are quick, where there are any."""
    return {file for file in files if file.startswith("engine/")} or files


def _failed(tree: Path, ids: Iterable[str], files: dict[str, set[str]]) -> dict[str, list[str]]:
    """For each id the tests that cite it and fail. Raises Broken."""
    report = tree / "failed.json"
    report.unlink(missing_ok=True)
    paths = sorted({f"tests/{file}" for id in ids for file in _nearest(files.get(id, set()))})
    command = [
        sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-p", "tests.mutations.chosen", "--tb", "no",
        "--cites", " ".join(ids), "--failed-to", str(report), *paths,
    ]  # fmt: skip
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise Broken(f"the tests did not end within {SECONDS} s") from None
    if done.returncode not in (0, 1) or not report.exists():
        raise Broken(f"the tests cannot be run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    found: dict[str, list[str]] = json.loads(report.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    sys.exit(main())
