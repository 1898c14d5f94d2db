"""In which language the bot speaks: to a server in the one its host chose, to a person in their own.

English is what the code says. Any other language is a folder beside this file with the catalogs that translators write
(``de/*.po``): English form -> its form there. ``make languages`` writes new forms into them; a catalog that lacks one, or
has one that nobody says, fails the tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from bot.languages import catalogs
from engine.core import text

FOLDER = Path(__file__).parent
NAMES = {"en": "English", "de": "Deutsch"}  # as people call their own language
ENGLISH = "en"


@cache
def known(tag: str) -> text.Language:
    """The language of that tag, read once; English where there is none."""
    folder = FOLDER / tag
    if tag not in NAMES or not folder.is_dir():
        return text.ENGLISH
    return text.Language(tag, catalogs.read(sorted(folder.glob("*.po"))))


def language() -> str:
    """The language that is spoken here."""
    return text.spoken().tag


def language_of(locale: str) -> str:
    """The language for one of Discord's locales ("de", "en-GB"): English where there is none of its own."""
    short = locale.partition("-")[0]
    return locale if locale in NAMES else short if short in NAMES else ENGLISH


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Within it everything is put into words in that language (empty or unknown: English)."""
    with text.speaking(known(tag)):
        yield
