"""Typed access to the tables of a file that people write, with every fault noted instead of raised one at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Notes:
    """What is wrong (``faults``) or odd (``warnings``) in one file: each line names file, place and reason."""

    filename: str
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def fault(self, place: str, reason: str) -> None:
        self.faults.append(f"{self.filename}: {place}: {reason}")

    def warn(self, place: str, reason: str) -> None:
        self.warnings.append(f"{self.filename}: {place}: {reason}")


class Table:
    """One table of the file. A wrong value is noted, and something harmless of the right type is returned for it.

    ``place``  where the table stands, in words ("" for the file itself)
    ``keys``   the keys it may have; any other is a fault
    """

    def __init__(self, data: dict[str, Any], place: str, keys: Collection[str], notes: Notes) -> None:
        self._data, self.place, self._notes = data, place, notes
        for key in data:
            if key not in keys:
                self.fault(key, f"unknown key; the keys here are {', '.join(keys)}")

    def fault(self, key: str, reason: str) -> None:
        self._notes.fault(f"{self.place}, {key}" if self.place else key, reason)

    def text(self, key: str, default: str | None = None) -> str:
        """A text. Needed if there is no ``default``."""
        value = self._value(key, default)
        if value is not None and not isinstance(value, str):
            self.fault(key, f"must be text in quotes, not {value!r}")
        elif isinstance(value, str) and not value.strip() and default is None:
            self.fault(key, "must not be empty")
        return value if isinstance(value, str) else default or ""

    def one_of(self, key: str, allowed: Collection[str], default: str | None = None) -> str:
        value = self._value(key, default)
        if isinstance(value, str) and value in allowed:
            return value
        if value is not None:
            self.fault(key, f"must be one of {', '.join(allowed)}, not {value!r}")
        return ""

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number. Needed if there is no ``default``; ``low`` is returned for a wrong one."""
        value = self._value(key, default)
        if value is None:
            return low
        if not isinstance(value, int) or isinstance(value, bool) or (value != default and not low <= value <= high):
            wanted = f"a whole number from {low} to {high}" if low < high else str(low)
            self.fault(key, f"must be {wanted}, not {value!r}")
            return low
        return value

    def flag(self, key: str, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            self.fault(key, f"must be true or false, not {value!r}")
            return default
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts, empty if the key is not there."""
        found = []
        for value in self._list(key):
            if isinstance(value, str) and value.strip():
                found.append(value)
            else:
                self.fault(key, f"must be a list of texts in quotes, and {value!r} is none")
        return found

    def table(self, key: str, keys: Collection[str]) -> Table:
        value = self._value(key, {})
        if not isinstance(value, dict):
            self.fault(key, f"must be a table like {{ key = value }}, not {value!r}")
            value = {}
        return Table(value, self._inside(key), keys, self._notes)

    def tables(self, key: str, keys: Collection[str]) -> list[Table]:
        """A list of tables, empty if the key is not there. Their place has their name, or else their number."""
        found = []
        for n, value in enumerate(self._list(key), 1):
            if isinstance(value, dict):
                label = value.get("name")
                place = self._inside(f"{key} {label if isinstance(label, str) else n}")
                found.append(Table(value, place, keys, self._notes))
            else:
                self.fault(key, f"must be a list of tables like {{ key = value }}, and {value!r} is none")
        return found

    def _value(self, key: str, default: Any) -> Any:
        value = self._data.get(key, default)
        if value is None:
            self.fault(key, "missing")
        return value

    def _list(self, key: str) -> list[Any]:
        value = self._data.get(key, [])
        if isinstance(value, list):
            return value
        self.fault(key, f"must be a list in square brackets, not {value!r}")
        return []

    def _inside(self, place: str) -> str:
        return f"{self.place}, {place}" if self.place else place
