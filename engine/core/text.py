"""Words for people, kept as a form and its parts so that another language can put them differently.

The form is the message's id for translators: they receive ``"{figure} moves to {space}"`` and never a sentence already
put together. ``str(text)`` is in the language that is spoken where it is called: English, unless :func:`speaking` says
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Union

import msgspec

Part = Union[str, int, "Text"]
Catalog = Mapping[str, str]  # English form -> the form in another language

_spoken: ContextVar[Catalog] = ContextVar("spoken", default={})


@contextmanager
def speaking(catalog: Catalog) -> Iterator[None]:
    """Within it texts are put into words by that catalog; what it lacks stays English. Empty: English."""
    token = _spoken.set(catalog)
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> Catalog:
    """The catalog that is spoken here; to be handed on to a thread."""
    return _spoken.get()


class Text(msgspec.Struct, frozen=True):
    """A form with ``{named}`` parts. Parts that are texts themselves are put into words first."""

    form: str
    parts: dict[str, Part] = {}

    def __str__(self) -> str:
        return _spoken.get().get(self.form, self.form).format(**self.parts)

    def __bool__(self) -> bool:
        return bool(self.form)


def words(form: str, **parts: Part) -> Text:
    """A text from its English form and parts, e.g. ``words("{figure} moves to {space}", figure="Jace", space="F7")``."""
    return Text(form, parts)


def say(form: str, **parts: Part) -> str:
    """The words at once, in the language that is spoken here."""
    return str(Text(form, parts))


def counted(n: int, one: str, many: str, **parts: Part) -> Text:
    """``one`` for a single thing, ``many`` otherwise; both may name ``{n}``."""
    return Text(one if n == 1 else many, {"n": n, **parts})


def listed(items: Sequence[Part], empty: str = "nothing") -> Text:
    """``a``, ``a and b``, ``a, b and c``."""
    if not items:
        return Text(empty)
    parts = {f"p{i}": item for i, item in enumerate(items)}
    names = [f"{{{name}}}" for name in parts]
    form = names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
    return Text(form, parts)


NOTHING = Text("")
