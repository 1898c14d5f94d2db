"""Keeps the catalogs of a language in step with the code: ``python -m tests.languages``, or ``make languages``."""

from __future__ import annotations

from pathlib import Path

from bot.languages import FOLDER, NAMES
from bot.languages.catalogs import Entry, entries, written
from tests.languages.forms import found

LANGUAGES = [tag for tag in NAMES if tag != "en"]


def present(tag: str) -> dict[str, dict[str, Entry]]:
    """Catalog -> form -> entry, as the files are."""
    files = sorted((FOLDER / tag).glob("*.po"))
    return {file.stem: {entry.form: entry for entry in entries(file.read_text("utf-8"), file.name)} for file in files}


def update(tag: str) -> list[str]:
    """Write new forms into the files, without a translation yet, and take out those that nobody says any more. A form that
    has moved to another catalog keeps its translation. Returns what is left to be translated."""
    folder = FOLDER / tag
    folder.mkdir(exist_ok=True)
    before = present(tag)
    known = {form: entry for catalog in before.values() for form, entry in catalog.items() if form}
    missing: list[str] = []
    for name, forms in found()[0].items():
        header = before.get(name, {}).get("") or Entry("", _header(tag))
        kept = [header]
        for form, place in forms.items():
            entry = known.get(form, Entry(form, ""))
            notes = [note for note in entry.notes if not note.startswith(":")]
            kept.append(entry._replace(notes=(f": {place.rpartition(':')[0] or place}", *notes)))
            if not entry.says or entry.fuzzy:
                missing.append(f"{name}.po: {form}")
        (folder / f"{name}.po").write_text(written(kept), "utf-8")
    for stale in set(before) - set(found()[0]):
        Path(folder / f"{stale}.po").unlink()
    return missing


def _header(tag: str) -> str:
    return f"Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nLanguage: {tag}\n"
