"""Finds words in the code that nobody could translate: strings that read like a sentence, or stand where people read, and
do not go through ``say``, ``words`` and the like."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.languages.extraction import ROOT, TAKERS

SENTENCE = re.compile(r"[A-Za-z’']{2,}[,;:.!?*]* +[*(“]*[A-Za-z’']{2,}")
WORD = re.compile(r"[A-Za-z]{2,}")
PROPER = re.compile(r"([a-z0-9_]+/)?[A-Z][\w’']*([ -]([A-Z][\w’']*|of|the|to|by|for|and|from))*(/lasting)?")  # a card's name

PROGRAM = ("python -m ", "moved down:")  # what is no words

# where people read: the arguments, by place or name, that are shown
SHOWN: dict[str, tuple[int | str, ...]] = {
    "Post": (0, "text"),
    "Button": (1, "label"),
    "Select": (1, "placeholder"),
    "Choice": (1, 2, "label", "description"),
    "Sorry": (0,),
    "NotYours": (0,),
    "Stale": (0,),
    "Form": (1, 2, 3, "title", "label", "placeholder"),
}
# what is never shown to players: logs, faults of the code, patterns
HIDDEN = {
    "debug", "info", "warning", "error", "exception", "critical", "log", "compile", "fullmatch", "match", "sub", "print",
    "ValueError", "RuntimeError", "TypeError", "AssertionError", "KeyError", "LookupError", "describe", "command", "Group",
    "TypeVar", "getLogger", "text_clause", "exec_driver_sql", "Literal", "Busy", "StorageError", "dropped",
    "instead", "shuffle",
}  # fmt: skip


def unsaid(path: Path) -> list[tuple[str, str]]:
    """Places in one module, each with its string (empty where it is put together)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    search = _Search(path.relative_to(ROOT).as_posix())
    search.visit(tree)
    return search.found


class _Search(ast.NodeVisitor):
    def __init__(self, name: str) -> None:
        self.name = name
        self.found: list[tuple[str, str]] = []

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in HIDDEN:
            return
        forms = TAKERS.get(name, {})
        shown = SHOWN.get(name, ())
        for n, argument in enumerate(node.args):
            if n in forms and isinstance(argument, (ast.Constant, ast.JoinedStr)):
                if isinstance(argument, ast.JoinedStr):
                    self._tell(argument)
                continue
            if n in shown:
                self._shown(argument)
            self.visit(argument)
        for keyword in node.keywords:
            if keyword.arg in forms.values():
                continue
            if keyword.arg in shown:
                self._shown(keyword.value)
            self.visit(keyword.value)
        self.visit(node.func)

    def _shown(self, node: ast.expr) -> None:
        """A string in a place where people read."""
        for each in [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]:
            if isinstance(each, (ast.Constant, ast.JoinedStr)) and WORD.search(_literal(each)) and not SENTENCE.search(
                _literal(each)
            ):
                self._tell(each)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and SENTENCE.search(node.value) and not PROPER.fullmatch(node.value):
            self._tell(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        if SENTENCE.search(_literal(node)) and not _literal(node).startswith(PROGRAM):
            self._tell(node)
            return
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):  # a docstring
            self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def _tell(self, node: ast.expr) -> None:
        words = node.value if isinstance(node, ast.Constant) else ""
        self.found.append((f"{self.name}:{node.lineno}: {ast.unparse(node)[:110]}", str(words)))


def _literal(node: ast.expr) -> str:
    """The string without what is put into it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    assert isinstance(node, ast.JoinedStr)
    return "".join(part.value if isinstance(part, ast.Constant) else " … " for part in node.values)
