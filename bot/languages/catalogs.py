"""Catalogs: files of forms and their translations, in gettext's PO format (https://www.gnu.org/software/gettext/manual/).

Of that format only what our files use is read: comments, ``msgid`` and ``msgstr`` in one or several quoted lines, and the
``fuzzy`` flag. Any PO editor can write it. Reading them at the start is quick enough (some 20 ms) that nothing needs to be
compiled first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"$')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}


class BadCatalog(ValueError):
    """A file that is not understood; says where."""


class Entry(NamedTuple):
    """``form`` in English, what ``says`` it in the other language (empty: nothing yet), ``fuzzy``: to be looked at again,
    ``notes``: comment lines, without their ``#``."""

    form: str
    says: str
    fuzzy: bool = False
    notes: tuple[str, ...] = ()


def read(files: Iterable[Path]) -> dict[str, str]:
    """English form -> its form. What is fuzzy or empty is left out. Raises BadCatalog, OSError."""
    return {
        entry.form: entry.says
        for file in files
        for entry in entries(file.read_text(encoding="utf-8"), file.name)
        if entry.form and entry.says and not entry.fuzzy
    }


def entries(po: str, name: str = "catalog") -> list[Entry]:
    """All entries in their order; the first, whose form is empty, is the header. Raises BadCatalog."""
    found: list[Entry] = []
    notes: list[str] = []
    texts: dict[str, list[str]] = {}
    into: list[str] = []

    def finish() -> None:
        if texts:
            if set(texts) != {"msgid", "msgstr"}:
                raise BadCatalog(f"{name}, line {number}: an entry has one msgid and one msgstr")
            fuzzy = any(note.startswith(",") and "fuzzy" in note for note in notes)
            found.append(Entry("".join(texts["msgid"]), "".join(texts["msgstr"]), fuzzy, tuple(notes)))
            texts.clear()
            notes.clear()

    number = 0
    for number, line in enumerate(po.splitlines(), 1):
        line = line.strip()
        if not line:
            continue
        if line.startswith("#"):
            if "msgstr" in texts:
                finish()
            notes.append(line[1:])
            continue
        key, _, rest = line.partition(" ")
        if key in ("msgid", "msgstr"):
            if key in texts:
                finish()
            into = texts.setdefault(key, [])
        elif line.startswith('"') and texts:
            rest = line
        else:
            raise BadCatalog(f"{name}, line {number}: not understood: {line}")
        match = _STRING.match(rest.strip())
        if match is None:
            raise BadCatalog(f"{name}, line {number}: no string in quotes")
        body = match[1]
        into.append(_ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), body) if "\\" in body else body)
    finish()
    return found


def written(all_of_it: Iterable[Entry]) -> str:
    """The entries as a file."""
    parts = []
    for entry in all_of_it:
        lines = [f"#{note}" for note in entry.notes]
        parts.append("\n".join([*lines, f"msgid {_quoted(entry.form)}", f"msgstr {_quoted(entry.says)}"]))
    return "\n\n".join(parts) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = escaped.split("\n")
    if len(lines) == 1:
        return f'"{escaped}"'
    pieces = [line + "\\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    return '""\n' + "\n".join(f'"{piece}"' for piece in pieces)
