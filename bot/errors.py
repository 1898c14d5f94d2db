"""What the bot says when it cannot do what it was asked: in words, privately, with nothing changed."""

from __future__ import annotations

from engine.core.text import Text


class Sorry(Exception):
    """A friendly refusal, shown as it is to the one who asked: put into words only then, in their language."""

    def __init__(self, words: str | Text = "") -> None:
        super().__init__(words)

    def __str__(self) -> str:
        return str(self.args[0])


class Stale(Sorry):
    """The press belongs to an earlier state of the match: what is true now should be shown with the words."""


class NotYours(Sorry):
    """The press belongs to somebody else."""
