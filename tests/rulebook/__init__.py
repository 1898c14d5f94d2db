"""The rulebooks as lists of statements, and which tests cite them.

A rules system has a folder here with ``statements.tsv`` (id, kind, statement, test) and, where there are any,
``interactions.tsv`` (number, interaction, ids): what happens where two rules meet. Column ``test`` says how a statement is
tested, or why there is nothing to test. A test cites a statement by ``@pytest.mark.rule("AR-ATK-06")``, and an interaction
of its own system (the folder ``tests/engine/<system>``) by ``@pytest.mark.interaction(9)``.

The test files are read, not run. ``python -m tests.rulebook`` prints a line for each system and writes a page of all.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent

ID = re.compile(r"\b[A-Z][A-Z0-9]-[A-Z0-9]+-\d\d\b")
ASIDE = {
    "physical": "pieces on a table only",
    "flavour": "no rule",
    "same": "said by another statement",
}  # kinds of statement that need no test, and why


@dataclass(frozen=True)
class Statement:
    """A row of a list. ``aside`` says why it needs no test; empty if it does."""

    id: str
    kind: str
    text: str
    test: str

    @property
    def aside(self) -> str:
        return ASIDE.get(self.kind, "")


@dataclass(frozen=True)
class Interaction:
    number: int
    text: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Citation:
    """What a test cites: a statement's id, or the number of an interaction. ``test`` is a file below ``tests`` with the
    function's name (``engine/arena/test_attack.py::test_range``); only the file where no function could be told."""

    cited: str | int
    test: str

    @property
    def file(self) -> str:
        return self.test.partition("::")[0]


def systems(folder: Path = HERE) -> list[str]:
    """The rules systems that have a list."""
    return sorted(path.parent.name for path in folder.glob("*/statements.tsv"))


def statements(system: str, folder: Path = HERE) -> list[Statement]:
    """Every statement of a system's list, in its order. Raises FileNotFoundError."""
    return [
        Statement(row["id"], row["kind"], row["statement"], row["test"])
        for row in _rows(folder / system / "statements.tsv")
    ]


def interactions(system: str, folder: Path = HERE) -> list[Interaction]:
    """The system's interactions; empty if it has no such list."""
    path = folder / system / "interactions.tsv"
    if not path.exists():
        return []
    return [Interaction(int(row["number"]), row["interaction"], tuple(row["ids"].split())) for row in _rows(path)]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


# ---- what the tests cite ----------------------------------------------------------------------------------------------
def citations(folder: Path = TESTS) -> list[Citation]:
    """What the markers of the test files cite, in the order of files and lines.

    Where a marker takes its ids from a table (``rule(*case.rules)``), those written in the texts that the file holds as
    constants count. A marker in a constant belongs to the tests whose decorators name that constant.
    """
    found: list[Citation] = []
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        file = path.relative_to(folder).as_posix()
        tests = list(_tests(tree))
        for marker, names in _marked(tree, tests):
            for cited in _cited(marker, tree):
                found += [Citation(cited, f"{file}::{name}") for name in names] or [Citation(cited, file)]
    return list(dict.fromkeys(found))


def _tests(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every test function with its name, that of its class before it."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)) and inner.name.startswith("test"):
                    yield f"{node.name}::{inner.name}", inner


def _marked(
    tree: ast.Module, tests: list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]
) -> Iterator[tuple[ast.Call, list[str]]]:
    """Every marker with the names of its tests."""
    decorated = {name: [node for mark in test.decorator_list for node in ast.walk(mark)] for name, test in tests}
    for name, nodes in decorated.items():
        for node in nodes:
            if _is_marker(node):
                assert isinstance(node, ast.Call)
                yield node, [name]
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name.startswith("test"):
            continue
        targets = {target.id for target in ast.walk(statement) if isinstance(target, ast.Name)
                   and isinstance(target.ctx, ast.Store)}  # fmt: skip
        if isinstance(statement, ast.FunctionDef):
            targets.add(statement.name)
        for node in ast.walk(statement):
            if _is_marker(node) and not any(node in nodes for nodes in decorated.values()):
                assert isinstance(node, ast.Call)
                everybody = "pytestmark" in targets
                yield node, [
                    name for name, nodes in decorated.items()
                    if everybody or any(isinstance(inner, ast.Name) and inner.id in targets for inner in nodes)
                ]  # fmt: skip


def _is_marker(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "pytest.mark.interaction")


def _cited(marker: ast.Call, tree: ast.Module) -> list[str | int]:
    cited: list[str | int] = []
    for argument in marker.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, (str, int)):
            cited.append(argument.value)
        else:
            cited += _tables(tree)
    return cited


def _tables(tree: ast.Module) -> list[str]:
    """Ids in the texts of a module's constants."""
    constants = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    texts = [node.value for constant in constants for node in ast.walk(constant) if isinstance(node, ast.Constant)]
    return [id for text in texts if isinstance(text, str) for id in ID.findall(text)]


# ---- coverage ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Coverage:
    """A system's lists, each row with the tests that cite it."""

    system: str
    statements: list[tuple[Statement, list[str]]]
    interactions: list[tuple[Interaction, list[str]]]

    @property
    def missing(self) -> list[Statement]:
        return [row for row, tests in self.statements if not tests and not row.aside]

    @property
    def missing_interactions(self) -> list[Interaction]:
        return [row for row, tests in self.interactions if not tests]

    @property
    def line(self) -> str:
        """``arena 428/428, interactions 57/57``"""
        testable = sum(not row.aside for row, _ in self.statements)
        line = f"{self.system} {testable - len(self.missing)}/{testable}"
        if self.interactions:
            line += f", interactions {len(self.interactions) - len(self.missing_interactions)}/{len(self.interactions)}"
        return line


def coverage(system: str, folder: Path = HERE, tests: Path = TESTS) -> Coverage:
    cited = citations(tests)
    ours = [citation for citation in cited if system in Path(citation.file).parts]
    return Coverage(
        system,
        [(row, [one.test for one in cited if one.cited == row.id]) for row in statements(system, folder)],
        [(row, [one.test for one in ours if one.cited == row.number]) for row in interactions(system, folder)],
    )
