"""The shipped fonts, and which characters each of them can draw: read from their character maps."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"
ASIAN, EMOJI = "DroidSansFallback.ttf", "NotoEmoji-Medium.ttf"
EMOJI_FROM = 0x1F000
"""From this code point on emoji of one hand, although the first fonts have some of them."""


@lru_cache(maxsize=4096)
def font_for(character: str, bold: bool) -> str | None:
    """The file of the first font that has the character; None if no font has."""
    words = (BOLD, PLAIN) if bold else (PLAIN,)
    order = (EMOJI, *words, ASIAN) if ord(character) >= EMOJI_FROM else (*words, ASIAN, EMOJI)
    return next((file for file in order if ord(character) in characters(file)), None)


@lru_cache(maxsize=8)
def characters(file: str) -> frozenset[int]:
    """The code points a font has a drawing for. Empty if the file is missing."""
    path = FONTS / file
    return frozenset(_mapped(path.read_bytes())) if path.is_file() else frozenset()


def _mapped(data: bytes) -> Iterator[int]:
    """The code points in a TrueType font's ``cmap`` table, formats 4 and 12."""
    (tables,) = struct.unpack_from(">H", data, 4)
    for n in range(tables):
        tag, _, start, _ = struct.unpack_from(">4sIII", data, 12 + 16 * n)
        if tag == b"cmap":
            (count,) = struct.unpack_from(">H", data, start + 2)
            for entry in range(count):
                platform, _, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * entry)
                if platform in (0, 3):
                    yield from _subtable(data, start + offset)


def _subtable(data: bytes, start: int) -> Iterator[int]:
    (form,) = struct.unpack_from(">H", data, start)
    if form == 12:
        (groups,) = struct.unpack_from(">I", data, start + 12)
        for n in range(groups):
            first, last, _ = struct.unpack_from(">III", data, start + 16 + 12 * n)
            yield from range(first, last + 1)
    elif form == 4:
        (double,) = struct.unpack_from(">H", data, start + 6)
        ends, starts = start + 14, start + 16 + double
        deltas, offsets = starts + double, starts + 2 * double
        for n in range(0, double, 2):
            first, last = (struct.unpack_from(">H", data, at + n)[0] for at in (starts, ends))
            (delta,) = struct.unpack_from(">H", data, deltas + n)
            (offset,) = struct.unpack_from(">H", data, offsets + n)
            for code in range(first, min(last, 0xFFFE) + 1):
                glyph = code
                if offset:
                    (glyph,) = struct.unpack_from(">H", data, offsets + n + offset + 2 * (code - first))
                    if not glyph:
                        continue
                if (glyph + delta) & 0xFFFF:
                    yield code
