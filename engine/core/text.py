"""Words for people, kept as a form and its parts so that another language can put them differently.

``str(text)`` is English. The form is the message's id for translators: they receive ``"{figure} moves to {space}"``
and never a sentence already put together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Union

import msgspec

Part = Union[str, int, "Text"]


class Text(msgspec.Struct, frozen=True):
    """A form with ``{named}`` parts. Parts that are texts themselves are put into words first."""

    form: str
    parts: dict[str, Part] = {}

    def say(self, translate: Callable[[str], str] = str) -> str:
        """The words; ``translate`` turns an English form into another language's."""
        parts = {k: v.say(translate) if isinstance(v, Text) else v for k, v in self.parts.items()}
        return translate(self.form).format(**parts)

    def __str__(self) -> str:
        return self.say()

    def __bool__(self) -> bool:
        return bool(self.form)


def words(form: str, **parts: Part) -> Text:
    """A text from its English form and parts, e.g. ``words("{figure} moves to {space}", figure="Jace", space="F7")``."""
    return Text(form, parts)


def listed(items: Sequence[Part], empty: str = "nothing") -> Text:
    """``a``, ``a and b``, ``a, b and c``."""
    if not items:
        return Text(empty)
    parts = {f"p{i}": item for i, item in enumerate(items)}
    names = [f"{{{name}}}" for name in parts]
    form = names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
    return Text(form, parts)


NOTHING = Text("")
