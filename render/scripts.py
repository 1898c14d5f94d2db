"""Words of any script as they stand on a line from left to right, in characters that the fonts have.

The basic layout engine puts one character after the other. So what a larger one would do is done here, as far as names and
sentences need it: right-to-left words are turned round, Arabic letters joined, emoji reduced to one sign each, and what no
font can draw becomes :data:`UNKNOWN`, never an empty box.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

UNKNOWN = "✦"
"""Stands for one or several characters that cannot be drawn."""

FIRST_STRONG, LEFT_FIRST, RIGHT_FIRST, POP = "\u2068", "\u2066", "\u2067", "\u2069"
ISOLATES = {FIRST_STRONG, LEFT_FIRST, RIGHT_FIRST}
JOINER = "\u200d"
_SKIN = range(0x1F3FB, 0x1F400)
_REGIONAL = range(0x1F1E6, 0x1F200)
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_NUMBER = re.compile(r"[+\-−#]?\d+(?:[.,:/]\d+)*%?")


def clean(text: str, has: Callable[[str], bool]) -> str:
    """The text without what cannot be seen or drawn, still in reading order. ``has`` says whether a character can be drawn;
    isolates stay."""
    found: list[str] = []
    skip = False  # the rest of an emoji that is made of several
    for character in unicodedata.normalize("NFC", text):
        code, kind = ord(character), unicodedata.category(character)
        if character == JOINER:
            skip = bool(found) and unicodedata.category(found[-1]) == "So"
        elif skip and kind == "So":
            skip = False
        elif character in ISOLATES or character == POP:
            found.append(character)
        elif code in _REGIONAL:
            found.append(chr(ord("A") + code - _REGIONAL.start))
        elif kind in ("Mn", "Me", "Cf") or code in _SKIN:
            continue
        elif kind in ("Zs", "Zl", "Zp", "Cc"):
            found.append(character if has(character) and kind == "Zs" else " ")
        elif has(character) and kind not in ("Co", "Cs", "Cn"):
            skip = False
            found.append(character)
        else:
            skip = False
            alike = unicodedata.normalize("NFKC", character)
            if alike != character and all(has(each) for each in alike):
                found += alike
            elif not found or found[-1] != UNKNOWN:
                found.append(UNKNOWN)
    return "".join(found)


def visual(text: str) -> str:
    """Clean text as its characters stand from left to right."""
    if not any(unicodedata.bidirectional(c) in ("R", "AL") or c in ISOLATES or c == POP for c in text):
        return text
    parts, _ = _parsed(joined(text), 0, inside=False)
    return _laid(parts, right=False)


_Part = tuple[str, str]  # what stands there, and its direction: "L", "R", "N" (number), "" (whatever is around it)


def _parsed(text: str, at: int, *, inside: bool) -> tuple[list[_Part], int]:
    """The parts from a position up to the end, or of an isolate up to its close; and where that is."""
    parts: list[_Part] = []
    while at < len(text):
        character = text[at]
        if character in ISOLATES:
            inner, end = _parsed(text, at + 1, inside=True)
            first = next((way for _, way in inner if way in ("L", "R")), "L")
            right = character == RIGHT_FIRST or (character == FIRST_STRONG and first == "R")
            parts.append((_laid(inner, right=right), ""))
            at = end + 1
        elif character == POP:
            if inside:
                return parts, at
            at += 1
        elif number := _NUMBER.match(text, at):
            parts.append((number[0], "N"))
            at = number.end()
        else:
            way = unicodedata.bidirectional(character)
            parts.append((character, {"L": "L", "R": "R", "AL": "R"}.get(way, "")))
            at += 1
    return parts, at


def _laid(parts: Sequence[_Part], *, right: bool) -> str:
    """Parts on a line that runs to the right, or (``right``) one that begins at the right.

    Numbers and signs between two words of one direction go with them; at an edge they go with the line. So a number
    behind a name stays behind it, in whichever script that is.
    """
    other = "L" if right else "R"
    strong = [(n, way) for n, (_, way) in enumerate(parts) if way in ("L", "R")]
    runs: list[tuple[int, int]] = []  # of the other direction
    for place, (n, way) in enumerate(strong):
        if way != other:
            continue
        if place and strong[place - 1][1] == other:
            runs[-1] = (runs[-1][0], n)
        else:
            runs.append((n, n))
    line: list[str] = []
    done = 0
    for first, last in runs:
        line += [_turned(part, right) for part in parts[done:first]]
        run = [_turned(part, not right) for part in parts[first : last + 1]]
        line.append("".join(run if right else reversed(run)))
        done = last + 1
    line += [_turned(part, right) for part in parts[done:]]
    return "".join(reversed(line) if right else line)


def _turned(part: _Part, right: bool) -> str:
    """Brackets open the other way in a line that begins at the right."""
    return part[0].translate(_MIRRORED) if right and len(part[0]) == 1 else part[0]


# ---- Arabic --------------------------------------------------------------------------------------------------------------
_LAM, _ALEFS = "\u0644", "\u0622\u0623\u0625\u0627"


@lru_cache(maxsize=1)
def _forms() -> dict[str, dict[str, str]]:
    """The forms of each letter by where it stands ("initial", "medial", "final", "isolated"); and those of lam with alef."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE70, 0xFEFD)):
        place, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        plain = "".join(chr(int(letter, 16)) for letter in letters)
        single = len(plain) == 1 and plain != " "
        if single or (len(plain) == 2 and plain[0] == _LAM and plain[1] in _ALEFS):
            found.setdefault(plain, {}).setdefault(place.strip("<>"), chr(code))
    return found


def joined(text: str) -> str:
    """Arabic letters in the forms that their neighbours give them."""
    forms, found = _forms(), ""
    n, open_before = 0, False  # whether the letter before reaches over to this one
    while n < len(text):
        letter = text[n : n + 2] if text[n : n + 2] in forms and len(text[n : n + 2]) == 2 else text[n]
        following = text[n + len(letter) : n + len(letter) + 1]
        shapes = forms.get(letter, {})
        before = open_before and "final" in shapes
        after = "initial" in shapes and "final" in forms.get(following, {})
        # a letter that joins may also be the first of lam with alef, which takes its forms from the pair
        place = "medial" if before and after else "final" if before else "initial" if after else "isolated"
        found += shapes.get(place, letter)
        open_before = after
        n += len(letter)
    return found
