"""Pieces of pictures that return in the next picture, kept by what they show."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from PIL import Image

from render import theme


class Shelf:
    """At most ``limit`` pieces in memory, the least lately used leaves first; those of each look apart."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._lock = Lock()

    def get(self, shown: Hashable, draw: Callable[[], Image.Image]) -> Image.Image:
        """The piece that shows ``shown``, drawn only if it is not here. Callers must not change it."""
        key = theme.used(), shown
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        piece = draw()
        with self._lock:
            self._kept[key] = piece
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return piece
