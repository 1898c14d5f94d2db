"""Writes what the code says now into the catalogs of every language, and tells what is still to be translated."""

from __future__ import annotations

from tests.languages.catalogs import LANGUAGES, update

for tag in LANGUAGES:
    missing = update(tag)
    print(f"{tag}: {f'{len(missing)} forms to be translated' if missing else 'complete'}")
    for line in missing:
        print(f"  {line}")
