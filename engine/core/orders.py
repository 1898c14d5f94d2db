"""Standing orders: what a seat has settled beforehand for choices that fall to it while others are on turn.

Nobody off turn is waited for. An order is given at any time and counts from the next choice on; it is kept among the
answers, so that a match can be played again, but asks nobody and tells nobody: only the seat's own view shows it.
"""

from __future__ import annotations

import msgspec

from engine.core.text import Text

PREFIX = "order:"


class Order(msgspec.Struct, frozen=True):
    """Something to settle beforehand. ``values``: what can be ordered, in words; the first holds until another is given."""

    id: str
    name: Text
    line: Text
    values: tuple[tuple[str, Text], ...]

    @property
    def default(self) -> str:
        return self.values[0][0]

    def said(self, value: str) -> Text:
        return dict(self.values).get(value, self.values[0][1])


def key(order: str, value: str) -> str:
    """The order as an answer."""
    return f"{PREFIX}{order}={value}"


def is_order(answer: str) -> bool:
    return answer.startswith(PREFIX)


def read(answer: str) -> tuple[str, str]:
    """Which order an answer gives, and its value."""
    order, _, value = answer.removeprefix(PREFIX).partition("=")
    return order, value
