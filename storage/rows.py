"""Rows as plain structs. Times are seconds since the epoch (UTC); people, channels and messages are Discord's numbers."""

from __future__ import annotations

import msgspec


class MatchRow(msgspec.Struct, frozen=True):
    """A match. ``document`` is the bot's own record of it (bytes); the other fields are what is looked up by."""

    id: int
    version: int
    stage: str  # open, armies, playing, over, cancelled
    guild: int
    channel: int
    thread: int
    host: int
    created: float
    document: bytes


class AnswerRow(msgspec.Struct, frozen=True):
    """Answer number ``n`` (from 1). ``events`` is JSON: what it made happen, whoever may know it."""

    n: int
    seat: int
    key: str
    events: bytes


class UndoneRow(msgspec.Struct, frozen=True):
    """An answer that was taken back: ``at`` given, ``undone_at`` taken back, ``by`` whom (0: the bot)."""

    n: int
    seat: int
    key: str
    at: float
    undone_at: float
    by: int


class ErrandRow(msgspec.Struct, frozen=True):
    """Something to be said or done on Discord. ``lane`` orders: errands of one lane are run one after the other.

    ``tries``: how often a try was begun; ``slot``: under which name the message can be amended later. ``match`` 0: of none.
    """

    id: int
    match: int
    lane: str
    payload: bytes
    tries: int
    made: float
    slot: str = ""


class NewErrand(msgspec.Struct, frozen=True):
    """An errand to be queued. With ``replaces`` it takes the place of one that still waits under the same slot and was
    never tried: only the newest state of a message is worth sending. ``guild``: the server, if it belongs to no match."""

    lane: str
    payload: bytes
    slot: str = ""
    replaces: bool = False
    guild: int = 0


class PlaceRow(msgspec.Struct, frozen=True):
    """Where the message of a slot is."""

    channel: int
    message: int
    sent: float


class DueRow(msgspec.Struct, frozen=True):
    """Something that is to happen to a seat of a match at a time."""

    match: int
    seat: int
    kind: str
    at: float


class AlarmRow(msgspec.Struct, frozen=True):
    """Something that is to happen outside matches: ``id`` is a league's number, or a server's. ``guild``: whose it is."""

    kind: str
    id: int
    at: float
    guild: int


class Retiming(msgspec.Struct, frozen=True):
    """A change of what falls due for a seat: which kinds go (none named and none added: all), which come."""

    seat: int
    drop: tuple[str, ...] = ()
    add: tuple[DueRow, ...] = ()


class ArmyRow(msgspec.Struct, frozen=True):
    """An army that somebody keeps under a name; the empty name is that of the one being worked on."""

    name: str
    changed: float
    document: bytes
