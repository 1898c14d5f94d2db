"""In which language the bot speaks: to a server in the one its host chose, to a person in their own.

What is spoken is kept in the context (a task's own), like everything that texts need to be put into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from engine.core import text

ENGLISH = "en"
_CATALOGS: dict[str, text.Catalog] = {ENGLISH: {}}
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language that is spoken here."""
    return _language.get()


def language_of(locale: str) -> str:
    """The language for one of Discord's locales ("de", "en-GB"): English where there is none of its own."""
    return locale if locale in _CATALOGS else locale.partition("-")[0] if locale.partition("-")[0] in _CATALOGS else ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within it everything is put into words in that language (empty or unknown: English)."""
    token = _language.set(language if language in _CATALOGS else ENGLISH)
    try:
        with text.speaking(_CATALOGS.get(language, {})):
            yield
    finally:
        _language.reset(token)
