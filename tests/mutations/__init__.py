"""Rules taken away or turned round, one at a time: does a test notice?

``<system>.toml`` lists small changes to the text of ``engine/<system>``. For each, ``python -m tests.mutations`` runs only
the tests that cite the named statements, in a copy of the tree, and wants at least one of them to fail for every id. A
change that nobody notices (a survivor) shows a statement whose tests would pass without its rule.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


@dataclass(frozen=True)
class Mutation:
    """Replace ``find``, which the file holds exactly once, by ``put``. ``ids``: statements whose tests must then fail."""

    name: str
    file: str  # below the root
    find: str
    put: str
    ids: tuple[str, ...]

    def fault(self, root: Path = ROOT) -> str:
        """What is wrong with it, now that the code may have changed; empty if it can be applied."""
        path = root / self.file
        if not path.exists():
            return f"{self.name}: there is no {self.file}"
        text = path.read_text(encoding="utf-8")
        count = text.count(self.find)
        if count != 1:
            return f"{self.name}: {self.file} holds its text {count} times instead of once"
        try:
            compile(self.applied(text), self.file, "exec")
        except SyntaxError as error:
            return f"{self.name}: {self.file} would be no Python: {error}"
        return "" if self.find != self.put else f"{self.name}: it changes nothing"

    def applied(self, text: str) -> str:
        return text.replace(self.find, self.put)


def mutations(folder: Path = HERE) -> list[Mutation]:
    """All of them, from every system's file."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        for name, row in tomllib.loads(path.read_text(encoding="utf-8")).items():
            file = f"engine/{path.stem}/{row['file']}"
            found.append(Mutation(name, file, row["find"], row["put"], tuple(row["ids"].split())))
    return found
