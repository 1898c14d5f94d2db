"""Words for people, kept as a form and its parts so that another language can put them differently.

The form is the message's id for translators: they receive ``"{figure} moves to {space}"`` and never a sentence already
put together. ``str(text)`` is in the language that is spoken where it is called: English, unless :func:`speaking` says
otherwise. So a text is kept as it is, in states, events and views, and becomes a string only where somebody reads it.

``words``, ``say`` and ``counted`` take forms that stand in the code: they are what is found there for translators.
``Text(word)`` is for words of data files (a side's name, what a card does), which are found in those files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple, Union

import msgspec

Part = Union[str, int, "Text"]


class Language(NamedTuple):
    """``tag`` as Discord has it ("de"); ``forms``: English form -> its form in this language."""

    tag: str
    forms: Mapping[str, str]


ENGLISH = Language("en", {})

_spoken: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Within it texts are put into words in that language; a form that it lacks stays English."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def speak(language: Language) -> None:
    """Put texts into words in that language from here on: for as long as the task runs."""
    _spoken.set(language)


def spoken() -> Language:
    """The language that is spoken here; to be handed on to a thread, which does not inherit it."""
    return _spoken.get()


class Text(msgspec.Struct, frozen=True, gc=False):  # there are very many, and none leads back to itself
    """A form with ``{named}`` parts. Parts that are texts themselves are put into words first. Without parts it is taken as
    it is, braces and all."""

    form: str
    parts: dict[str, Part] = {}

    def __str__(self) -> str:
        form = _spoken.get().forms.get(self.form, self.form)
        return form.format(**self.parts) if self.parts else form

    def __bool__(self) -> bool:
        return bool(self.form)

    def __hash__(self) -> int:
        return hash(self.form)


def words(form: str, **parts: Part) -> Text:
    """A text from its English form and parts, e.g. ``words("{figure} moves to {space}", figure="Jace", space="F7")``."""
    return Text(form, parts)


def say(form: str, **parts: Part) -> str:
    """The words at once, in the language that is spoken here."""
    return str(Text(form, parts))


def counted(n: int, one: str, many: str, **parts: Part) -> Text:
    """``one`` for a single thing, ``many`` otherwise; both may name ``{n}``."""
    return Text(one if n == 1 else many, {"n": n, **parts})


def capital(words: Part) -> str:
    """The words at once, with a capital first letter: as the beginning of a sentence."""
    said = str(words)
    return said[:1].upper() + said[1:]


def listed(items: Sequence[Part], empty: str = "nothing") -> Text:
    """``a``, ``a and b``, ``a, b and c``; ``empty`` is a form."""
    if not items:
        return words(empty)
    first, *others = items
    some = first if isinstance(first, Text) else Text("{item}", {"item": first})
    for item in others[:-1]:
        some = words("{some}, {next}", some=some, next=item)
    return words("{some} and {last}", some=some, last=others[-1]) if others else some


NOTHING = Text("")
