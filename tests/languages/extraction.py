"""Finds every form that the code says: what translators are given.

A form is the literal first argument of the few functions that make words (``words``, ``say``, ``refuse`` ...). Where it is
chosen before it is said (``form = "..." if ... else "..."``, a table of the module, a parameter of a helper) it is followed
back to its literals. What cannot be followed is a fault: nobody could translate it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

# function -> the places of its forms among the arguments, by number and name
TAKERS: dict[str, dict[int, str]] = {
    "words": {0: "form"},
    "say": {0: "form"},
    "refuse": {1: "form"},
    "counted": {1: "one", 2: "many"},
    "listed": {1: "empty"},
}
# functions of discord.py -> the named arguments that people read while they type a command
DESCRIBERS: dict[str, str] = {"command": "description", "Group": "description", "Choice": "name"}


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Found(NamedTuple):
    """``forms``: each with the first place that says it. ``faults``: places whose form cannot be followed."""

    forms: dict[str, str]
    faults: list[str]


class _Module:
    def __init__(self, path: Path, root: Path) -> None:
        self.name = path.relative_to(root).as_posix()
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.parents: dict[ast.AST, ast.AST] = {}
        self.nodes: list[ast.AST] = [self.tree]
        for node in self.nodes:  # it grows meanwhile
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
                self.nodes.append(child)
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        self.classes = [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    @cached_property
    def defines(self) -> list[str]:
        """The names of all its functions and classes."""
        return [node.name for node in self.nodes if isinstance(node, (*FUNCTIONS, ast.ClassDef))]

    @property
    def dotted(self) -> str:
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def source(self, name: str) -> str:
        """The module from which it takes that name; empty if it is its own."""
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and name in [alias.asname or alias.name for alias in node.names]:
                return node.module or ""
        return ""

    def imports(self, name: str) -> bool:
        """Whether the name is that of the function which makes words."""
        if self.name == "engine/core/text.py" or (name == "refuse" and self.name == "engine/core/refusal.py"):
            return True
        return any(
            isinstance(node, ast.ImportFrom)
            and node.module in ("engine.core.text", "engine.core.refusal")
            and name in [alias.asname or alias.name for alias in node.names]
            for node in self.tree.body
        )

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The scopes around a node, the innermost first."""
        while node in self.parents:
            node = self.parents[node]
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)):
                yield node


def _modules(folders: list[str], root: Path) -> list[_Module]:
    return [_module(path, root) for path in sorted(path for folder in folders for path in (root / folder).rglob("*.py"))]


@cache
def _module(path: Path, root: Path) -> _Module:
    return _Module(path, root)


def command_texts(folders: list[str], root: Path = ROOT) -> Found:
    """What people read while they type a command: descriptions of commands and parameters, names of fixed choices."""
    modules = _modules(folders, root)
    search = _Search(modules)
    for module in modules:
        for node in module.calls:
            if isinstance(node.func, ast.Attribute):
                name = node.func.attr
                for keyword in node.keywords:
                    shown = name == "describe" or keyword.arg == DESCRIBERS.get(name, "")
                    found = search.resolve(module, keyword.value, node) if shown else []
                    where = f"{module.name}:{keyword.value.lineno}"
                    if found is None and name != "Choice":  # choices found while somebody types are no forms
                        search.faults.append(f"{where}: {ast.unparse(keyword.value)}")
                    for form in found or ():
                        search.forms.setdefault(form, where)
    return Found(search.forms, search.faults)


def extract(folders: list[str], root: Path = ROOT, *, leave_out: tuple[str, ...] = ()) -> Found:
    """The forms of all modules in those folders."""
    modules = [module for module in _modules(folders, root) if not module.name.startswith(leave_out)]
    search = _Search(modules)
    while search.again():
        pass
    return Found(dict(sorted(search.forms.items(), key=lambda item: (item[1].split(":")[0], int(item[1].split(":")[1])))),
                 search.faults)  # fmt: skip


class _Search:
    def __init__(self, modules: list[_Module]) -> None:
        self.modules = modules
        self.takers = {name: dict(places) for name, places in TAKERS.items()}
        self.forms: dict[str, str] = {}
        self.faults: list[str] = []
        self.tables: dict[str, list[tuple[_Module, ast.expr]]] = {}
        self.defined = Counter(name for module in modules for name in module.defines)
        for module in modules:
            for node in module.tree.body:
                for name, value in _assigned(node):
                    self.tables.setdefault(name, []).append((module, value))

    def again(self) -> bool:
        """One pass; whether it found further functions that take forms."""
        before = {name: dict(places) for name, places in self.takers.items()}
        self.forms, self.faults = {}, []
        for module in self.modules:
            for call in module.calls:
                self._call(module, call)
        return self.takers != before

    def _call(self, module: _Module, call: ast.Call) -> None:
        func = call.func
        name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
        if name == "say" and isinstance(func, ast.Attribute):  # a method of that name writes in pictures
            return
        if name in TAKERS and not module.imports(name):  # something else of that name
            return
        for place, keyword in self.takers.get(name, {}).items():
            given = next((item.value for item in call.keywords if item.arg == keyword), None)
            if given is None and place < len(call.args):
                given = call.args[place]
            if given is None or isinstance(given, ast.Starred):
                continue
            found = self.resolve(module, given, call)
            where = f"{module.name}:{given.lineno}"
            if found is None and (name in TAKERS or self.defined[name] == 1):
                self.faults.append(f"{where}: {ast.unparse(given)}")
            for form in found or ():
                if form:
                    self.forms.setdefault(form, where)

    def resolve(self, module: _Module, node: ast.expr, at: ast.AST, depth: int = 0) -> list[str] | None:
        """All strings the expression can be; None where that cannot be told."""
        if depth > 8:
            return None
        deeper = depth + 1
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.Constant(value=None):
                return []
            case ast.IfExp():
                return self._all(module, [node.body, node.orelse], at, deeper)
            case ast.BoolOp():
                return self._all(module, node.values, at, deeper)
            case ast.Attribute(attr="form"):  # of a text, which is found where it is made
                return []
            case ast.BinOp(op=ast.Add()):
                left = self.resolve(module, node.left, at, deeper)
                right = self.resolve(module, node.right, at, deeper)
                return None if left is None or right is None else [a + b for a in left for b in right]
            case ast.JoinedStr():
                texts = [""]
                for part in node.values:
                    inner = part.value if isinstance(part, ast.FormattedValue) else part
                    more = self.resolve(module, inner, at, deeper)
                    if more is None:
                        return None
                    texts = [a + b for a in texts for b in more]
                return texts
            case ast.Tuple() | ast.List():
                return self._any(module, node.elts, at, deeper)
            case ast.Dict():
                return self._any(module, node.values, at, deeper)
            case ast.Subscript():
                return self.resolve(module, node.value, at, deeper)
            case ast.Call(func=ast.Name(id="words" | "say" | "Text")):  # is words already; looked at by itself
                return []
            case ast.Call(func=ast.Attribute(attr="get", value=table)):
                return self.resolve(module, table, at, deeper)
            case ast.Call(func=ast.Attribute(attr="items" | "values", value=table)):
                return self.resolve(module, table, at, deeper)
            case ast.Call(func=ast.Name(id="enumerate" | "zip" | "next" | "sorted" | "reversed" | "dict"), args=args):
                return self._all(module, [arg for arg in args if _may_be_text(arg)], at, deeper)
            case ast.Name(id=name):
                return self._named(module, name, at, deeper)
            case ast.Attribute(attr=name, value=ast.Name(id=owner)) if module.source(owner):
                return self._table(f"{module.source(owner)}.{owner}", name, deeper)
            case ast.Attribute(attr=name):
                return self._class_attribute(name, deeper)
        return None

    def _all(self, module: _Module, nodes: list[ast.expr], at: ast.AST, depth: int) -> list[str] | None:
        return self._many([self.resolve(module, node, at, depth) for node in nodes])

    def _any(self, module: _Module, nodes: list[ast.expr], at: ast.AST, depth: int) -> list[str] | None:
        """Of a table: what in it is no text is left out."""
        found = [self.resolve(module, node, at, depth) for node in nodes if _may_be_text(node)]
        return self._many([one for one in found if one is not None]) if any(found) or not nodes else None

    def _many(self, found: list[list[str] | None]) -> list[str] | None:
        if any(one is None for one in found):
            return None
        return [text for one in found for text in one or ()]

    def _named(self, module: _Module, name: str, at: ast.AST, depth: int) -> list[str] | None:
        for scope in module.around(at):
            if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                bound = list(_bound(scope, name))
                if bound:
                    return self._all(module, bound, scope if isinstance(scope, ast.Lambda) else bound[0], depth)
                arguments = [*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs]
                if not isinstance(scope, ast.Lambda) and name in [argument.arg for argument in arguments]:
                    self._takes(module, scope, name)
                    return []
        values = [value for node in module.tree.body for target, value in _assigned(node) if target == name]
        if values:
            return self._all(module, values, values[0], depth)
        return self._table(module.source(name), name, depth)

    def _table(self, source: str, name: str, depth: int) -> list[str] | None:
        """What a name of another module is bound to."""
        found = [(m, value) for m, value in self.tables.get(name, []) if m.dotted == source]
        return self._many([self.resolve(m, value, value, depth) for m, value in found]) if found else None

    def _takes(self, module: _Module, function: ast.FunctionDef | ast.AsyncFunctionDef, argument: str) -> None:
        """The function hands this argument on as a form: whoever calls it says it."""
        names = [item.arg for item in (*function.args.posonlyargs, *function.args.args)]
        in_class = isinstance(module.parents[function], ast.ClassDef) and not any(
            isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in function.decorator_list
        )
        place = names.index(argument) - in_class if argument in names else 99
        name = module.parents[function].name if function.name == "__init__" else function.name  # type: ignore[attr-defined]
        self.takers.setdefault(name, {})[place] = argument
        default = dict(zip(reversed(names), reversed(function.args.defaults))).get(argument)
        if default is not None:
            for form in self.resolve(module, default, function) or ():
                if form:
                    self.forms.setdefault(form, f"{module.name}:{default.lineno}")

    def _class_attribute(self, name: str, depth: int) -> list[str] | None:
        found: list[list[str] | None] = []
        for module in self.modules:
            for node in module.classes:
                given = [value for item in node.body for target, value in _assigned(item) if target == name]
                found += [self.resolve(module, value, node, depth) for value in given]
        return self._many(found) if found else None


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target.id, node.value


def _bound(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    """What the name is bound to within a function: by assignment, unpacking, loops and comprehensions."""
    for node in ast.walk(scope):
        match node:
            case ast.AugAssign(target=ast.Name(id=found)) if found == name:
                yield node.target  # a form put together in steps: nobody can follow that
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _unpacked(target, value, name)
            case ast.AnnAssign(target=ast.Name(id=found), value=value) if found == name and value is not None:
                yield value
            case ast.NamedExpr(target=ast.Name(id=found), value=value) if found == name:
                yield value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield from _unpacked(target, value, name)


def _unpacked(target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.expr]:
    if isinstance(target, ast.Name):
        if target.id == name:
            yield value
    elif isinstance(target, ast.Tuple):
        for n, item in enumerate(target.elts):
            if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
                yield from _unpacked(item, value.elts[n], name)
            elif isinstance(value, (ast.Tuple, ast.List)) and value.elts and all(
                isinstance(row, ast.Tuple) and len(row.elts) == len(target.elts) for row in value.elts
            ):
                for row in value.elts:
                    assert isinstance(row, ast.Tuple)
                    yield from _unpacked(item, row.elts[n], name)
            else:
                yield from _unpacked(item, value, name)


def _may_be_text(node: ast.expr) -> bool:
    return not (isinstance(node, ast.Constant) and not isinstance(node.value, str)) and not isinstance(node, ast.Lambda)
