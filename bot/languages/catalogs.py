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

_STRINGS = r'((?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"[ \t]*(?:\n|$))+)'
_ENTRY = re.compile(rf'((?:^#.*\n)*)^msgid {_STRINGS}msgstr {_STRINGS}', re.MULTILINE)
_PAIR = re.compile(rf"^msgid {_STRINGS}msgstr {_STRINGS}", re.MULTILINE)
_BETWEEN = re.compile(r'"[ \t]*\n"')
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
    found: dict[str, str] = {}
    for file in files:
        po = file.read_text(encoding="utf-8")
        if "fuzzy" in po or po.count("\nmsgid ") + po.startswith("msgid ") != len(pairs := _PAIR.findall(po)):
            pairs = [(entry.form, entry.says) for entry in entries(po, file.name) if not entry.fuzzy]
        else:  # the usual case, in half the time
            pairs = [(_unquoted(form), _unquoted(says)) for form, says in pairs]
        found.update((form, says) for form, says in pairs if form and says)
    return found


def entries(po: str, name: str = "catalog") -> list[Entry]:
    """All entries in their order; the first, whose form is empty, is the header. Raises BadCatalog."""
    found: list[Entry] = []
    end = 0
    for match in _ENTRY.finditer(po):
        _nothing_between(po, end, match.start(), name)
        end = match.end()
        notes = tuple(line[1:] for line in match[1].splitlines())
        fuzzy = any(note.startswith(",") and "fuzzy" in note for note in notes)
        found.append(Entry(_unquoted(match[2]), _unquoted(match[3]), fuzzy, notes))
    _nothing_between(po, end, len(po), name)
    return found


def _nothing_between(po: str, start: int, end: int, name: str) -> None:
    rest = po[start:end].strip()
    if rest:
        number = po.count("\n", 0, po.index(rest, start)) + 1
        raise BadCatalog(f"{name}, line {number}: not understood: {rest.splitlines()[0]}")


def _unquoted(strings: str) -> str:
    """The text of one or several strings in quotes, each on a line of its own."""
    text = strings.strip()[1:-1]
    if "\n" in text:
        text = _BETWEEN.sub("", text)
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text) if "\\" in text else text


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
