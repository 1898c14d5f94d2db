"""Attachments: bytes by key, in memory or in a folder."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


class Blobs:
    """A key is ``<random hex>/<file name>``, so it cannot be guessed; with a folder they survive a restart."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._memory: dict[str, bytes] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def put(self, filename: str, data: bytes) -> str:
        """Keep ``data``; returns the key."""
        name = secrets.token_hex(16)
        key = f"{name}/{filename}"
        if self._folder is None:
            self._memory[key] = data
            return key
        part = self._folder / f"{name}.part"
        part.write_bytes(data)
        os.replace(part, self._folder / name)
        return key

    def get(self, key: str) -> bytes | None:
        """The bytes, or None if there are none under that key."""
        if self._folder is None:
            return self._memory.get(key)
        name = key.split("/", 1)[0]
        path = self._folder / name
        return path.read_bytes() if name.isalnum() and path.is_file() else None

    def drop(self, key: str) -> None:
        """Forget an attachment, if it is there."""
        if self._folder is None:
            self._memory.pop(key, None)
        elif (name := key.split("/", 1)[0]).isalnum():
            (self._folder / name).unlink(missing_ok=True)
