"""Which statements of the rulebook the tests cite: ``python -m tests.rulebook`` prints ``arena N/M`` and what is missing.

The list of statements lies beside the repository (``../shared/rules/arena.tsv``) and is no part of it. M counts what can be
tested of the two-player game and its battlefield; what is set aside is printed with the reason. A statement is covered if a
``@pytest.mark.rule`` of a test names it; the test files are read, not run.
"""

from __future__ import annotations

import ast
import csv
import re
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parent
LIST = TESTS.parents[1] / "shared" / "rules" / "arena.tsv"

ID = re.compile(r"A[RC]-[A-Z0-9]+-\d\d")
UNTESTABLE = ("physical", "flavour")
OTHER_GAMES = {
    "AR-MULTI": "more than two players", "AC-MULTI": "more than two players", "AR-TEAM": "more than two players",
    "AR-S2": "battlefield 2", "AR-S3": "battlefield 3",
}  # fmt: skip
TRANSFORM = {f"AR-NEW-{n:02}": "transform" for n in range(8, 16)}
FIRST_BOX = dict.fromkeys(
    ["AC-CHOOSE-02", *(f"AC-MOVE-{n:02}" for n in (2, 3, 4, 5, 6, 7, 8, 10)), "AC-ENG-01", "AC-ENG-02", "AC-ATK-02",
     "AC-GLYPH-01"],
    "double-space figures and ruins: pieces of the first box",
)  # fmt: skip


@dataclass(frozen=True)
class Statement:
    """A row of the list. ``aside`` says why it does not count here, if it does not."""

    id: str
    text: str
    aside: str


def statements(path: Path = LIST) -> list[Statement]:
    """Every row of the list, in its order. Raises FileNotFoundError."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Statement(row["id"], row["statement"], _aside(row)) for row in rows]


def _aside(row: dict[str, str]) -> str:
    id = row["id"]
    if row["kind"] in UNTESTABLE or id.startswith("AC-SAME") or row["how_to_test"].startswith("none"):
        return "nothing to test"
    return OTHER_GAMES.get(id.rpartition("-")[0]) or TRANSFORM.get(id) or FIRST_BOX.get(id) or ""


def cited(folder: Path = TESTS) -> dict[str, set[str]]:
    """The ids that rule markers of the test files name, each with the files. Where a marker takes its ids from a table
    (``rule(*case.rules)``), those written in the texts that the file holds as constants count."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    ids = [str(argument.value)] if isinstance(argument, ast.Constant) else _tables(tree)
                    for id in ids:
                        found.setdefault(id, set()).add(path.name)
    return found


def _tables(tree: ast.Module) -> list[str]:
    """Ids in the texts of a module's constants."""
    constants = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    texts = [node.value for constant in constants for node in ast.walk(constant) if isinstance(node, ast.Constant)]
    return [id for text in texts if isinstance(text, str) for id in ID.findall(text)]


def main() -> None:
    rows, covered = statements(), cited()
    counted = [row for row in rows if not row.aside]
    missing = [row for row in counted if row.id not in covered]
    print(f"arena {len(counted) - len(missing)}/{len(counted)}")
    for row in missing:
        print(f"  {row.id:<14} {row.text}")
    for reason in dict.fromkeys(row.aside for row in rows if row.aside):
        print(f"set aside, {reason}: {sum(row.aside == reason for row in rows)}")


if __name__ == "__main__":
    main()
