"""A language that nobody speaks: every letter of a form becomes a full-width one, and parts and names stay as they are. What
is still written in plain letters afterwards never went through a form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.core.text import Language
from tests.languages.forms import found

_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_WIDE = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in _PLAIN})
_PARTS = re.compile(r"(\{[^}]*\})")
_WORD = re.compile(r"[A-Za-z][a-z]{2,}")


class _Forms(Mapping[str, str]):
    def __init__(self) -> None:
        self._known = {form for forms in found()[0].values() for form in forms}

    def __getitem__(self, form: str) -> str:
        if form not in self._known:
            raise KeyError(form)
        return "".join(piece if piece.startswith("{") else piece.translate(_WIDE) for piece in _PARTS.split(form))

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def language(tag: str) -> Language:
    return Language(tag, _Forms())


def plain_words(text: str, names: frozenset[str]) -> set[str]:
    """The words of a text that no form said: neither ``names`` nor mentions, times, ids and what is written by hosts."""
    text = re.sub(r"<[^>]*>|`[^`]*`|https?://\S+", " ", text)
    return {word for word in _WORD.findall(text) if word not in names}
