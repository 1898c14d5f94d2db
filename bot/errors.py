"""What the bot says when it cannot do what it was asked: in words, privately, with nothing changed."""

from __future__ import annotations


class Sorry(Exception):
    """A friendly refusal. The message is shown as it is to the one who asked."""


class Stale(Sorry):
    """The press belongs to an earlier state of the match: what is true now should be shown with the words."""


class NotYours(Sorry):
    """The press belongs to somebody else."""
