"""What can go wrong with the database, in words for a host."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot be used. The message says what to do about it; it never holds a password."""


class Conflict(Exception):
    """Somebody else's change of the match was committed first. Nothing of this one was."""


class AlreadyDone(Exception):
    """This interaction has been carried out before. Nothing was done a second time."""


class LeaseHeld(StorageError):
    """Another process works with this database."""
