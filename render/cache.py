"""Finished layers kept in memory and on disk, by what they are made of; both within bounds.

The disk is a convenience: whatever goes wrong there, the picture is drawn anew. Files are written beside their place
and renamed into it, so that a second process, or a crash, never leaves half a picture to be read.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from threading import Lock

import PIL
from PIL import Image

ENVIRONMENT = "POSTWALKER_CACHE"
DISK = 200_000_000  # bytes of finished layers


_used: list[Path] = []


def use(place: Path | None) -> None:
    """Keep layers in that folder from now on (None: where :func:`folder` finds one by itself)."""
    _used[:] = [place] if place is not None else []


def folder() -> Path:
    """Where layers lie: the folder in use, ``POSTWALKER_CACHE``, or the platform's place for such things."""
    if _used:
        return _used[0]
    if chosen := os.environ.get(ENVIRONMENT):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "postwalker"


@lru_cache(maxsize=1)
def drawn_by() -> str:
    """A hash of the brush itself: a change of the drawing code or of its library makes everything stored stale."""
    digest = hashlib.sha256(PIL.__version__.encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


class Layers:
    """Pictures of at most ``limit`` bytes in memory, the least lately used leaves first; all of them on disk."""

    def __init__(self, limit: int = 16_000_000) -> None:
        self._limit = limit
        self._bytes = 0
        self._kept: OrderedDict[str, Image.Image] = OrderedDict()
        self._lock = Lock()

    def get(
        self, key: str, size: tuple[int, int], draw: Callable[[], Image.Image], place: Path | None = None
    ) -> Image.Image:
        """The RGB picture ``key``, drawn only if neither memory nor disk has it. Callers must not change it.

        ``key`` is a hash of everything the picture depends on; ``place`` is the cache folder (default :func:`folder`).
        """
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        file = (place or folder()) / f"{key}.tga"
        picture = _read(file, size)
        if picture is None:
            picture = draw()
            _write(file, picture)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = picture
                self._bytes += _weight(picture)
            while self._bytes > self._limit:
                self._bytes -= _weight(self._kept.popitem(last=False)[1])
        return picture

    def forget(self) -> None:
        """Empty the memory; the disk keeps its files."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0


def _weight(picture: Image.Image) -> int:
    """Bytes in memory: Pillow gives every pixel of a colour picture four."""
    return 4 * picture.width * picture.height


def _read(file: Path, size: tuple[int, int]) -> Image.Image | None:
    try:
        with Image.open(file) as stored:
            picture = stored.convert("RGB")
    except (OSError, ValueError, SyntaxError):
        return None
    with contextlib.suppress(OSError):
        os.utime(file)  # in use
    return picture if picture.size == size else None


def _write(file: Path, picture: Image.Image) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as out:
            picture.save(out, "TGA", compression="tga_rle")  # twice as large as PNG, and six times as fast
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, file)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
    _tidy(file.parent)


def _tidy(place: Path) -> None:
    """Delete what has not been in use for longest while there are more than ``DISK`` bytes: every change of the brush leaves
    stale files behind. Files of others stay."""
    with contextlib.suppress(OSError):
        found = []
        for each in os.scandir(place):
            if each.name.endswith((".tga", ".tmp")) or each.name.startswith("terrain-"):
                state = each.stat()
                found.append((state.st_mtime, state.st_size, each.path))
        much = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if much <= DISK:
                break
            with contextlib.suppress(OSError):
                os.unlink(path)
            much -= size


LAYERS = Layers()
