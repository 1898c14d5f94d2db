"""Why something may not be done, in words a player understands, with the rule that forbids it."""

from __future__ import annotations

import msgspec

from engine.core.text import Part, Text, words


class Refusal(msgspec.Struct, frozen=True):
    """``rule`` is the id of a statement in the rules list (``AR-ATK-06``), empty where no rule but good sense forbids."""

    text: Text
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else str(self.text)


def refuse(rule: str, form: str, **parts: Part) -> Refusal:
    """A refusal that cites ``rule``."""
    return Refusal(words(form, **parts), rule)


class Refused(Exception):
    """An answer or an undo that is not allowed. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class BadSetup(ValueError):
    """A match cannot begin so: an illegal army, an unknown battlefield. ``reasons`` lists every fault."""

    def __init__(self, reasons: list[Refusal]) -> None:
        super().__init__("; ".join(str(reason) for reason in reasons))
        self.reasons = reasons
