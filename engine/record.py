"""A match as one file: everything needed to play it again and to check its dice.

The file of a finished match holds its setup, the revealed seed with the digest that was posted at the start, every
answer and everything that happened. :func:`verify` plays it again from the seed and names the first difference.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core import chance
from engine.core.events import Event
from engine.core.match import Match
from engine.core.refusal import BadSetup, Refused
from engine.registry import game

FORMAT = 1


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer with what it made happen. ``key`` "resign" is giving up, outside the rules."""

    seat: int
    key: str
    events: list[Event] = []


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``seed`` and ``digest`` in hexadecimal digits; ``armies`` as the registry of games takes them."""

    format: int
    game: str
    rules_version: int
    battlefield: str
    armies: list[dict[str, Any]]
    options: dict[str, int]
    seed: str
    digest: str
    opening: list[Event]
    answers: list[Answered]
    fingerprint: str


class Mismatch(ValueError):
    """The record does not follow from its seed and answers, or is no record. The message says where."""


def encode(record: Record) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


def decode(data: bytes) -> Record:
    """Raises Mismatch, naming what is wrong."""
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Mismatch(f"the file is not a match record: {error}") from None
    if record.format != FORMAT:
        raise Mismatch(f"the file has format {record.format}; this program reads format {FORMAT}")
    return record


def begin(record: Record) -> Match[Any]:
    """The match of the record, before its first answer. Raises Mismatch."""
    try:
        seed = bytes.fromhex(record.seed)
        entry = game(record.game)
    except ValueError:
        raise Mismatch("the seed is not written in hexadecimal digits") from None
    except KeyError:
        raise Mismatch(f"no such game: {record.game!r}") from None
    if chance.commitment(seed) != record.digest:
        raise Mismatch("the seed does not fit the digest that was posted at the start")
    try:
        return Match.begin(entry.rules, entry.setup(record.battlefield, record.armies, record.options), seed)
    except (BadSetup, msgspec.ValidationError) as error:
        raise Mismatch(f"the armies or the battlefield are not legal: {error}") from None


def replay(record: Record) -> Match[Any]:
    """Play the record again, comparing every die, shuffle and event. Returns the match at its end. Raises Mismatch."""
    match = begin(record)
    _compare(record.opening, match.events, "the opening")
    for n, answered in enumerate(record.answers, 1):
        where = f"answer {n} (seat {answered.seat}, {answered.key})"
        try:
            if answered.key == "resign":
                game(record.game).resigned(match, answered.seat)
                events = match.events
            else:
                events = match.answer(answered.seat, answered.key)
        except Refused as refused:
            raise Mismatch(f"{where} was not allowed: {refused}") from None
        _compare(answered.events, events, where)
    if match.fingerprint != record.fingerprint:
        raise Mismatch("the position at the end differs from the recorded one")
    return match


def _compare(recorded: list[Event], played: list[Event], where: str) -> None:
    for n, (one, other) in enumerate(zip(recorded, played), 1):
        if msgspec.json.encode(one) != msgspec.json.encode(other):
            raise Mismatch(f"{where}, event {n}: recorded «{one.text}» {one.data}, derived «{other.text}» {other.data}")
    if len(recorded) != len(played):
        raise Mismatch(f"{where}: {len(recorded)} events recorded, {len(played)} derived")


def verify(data: bytes) -> dict[str, Any]:
    """Check a file. Returns figures (answers, dice, shuffles, outcome). Raises Mismatch."""
    record = decode(data)
    if encode(record) != data and msgspec.json.encode(record) != data:
        raise Mismatch("the file is not written as this program writes it: something was added, removed or respaced")
    match = replay(record)
    state = match.state
    return {
        "answers": len(record.answers),
        "events": len(record.opening) + sum(len(answered.events) for answered in record.answers),
        "chance": dict(sorted(state.drawn.items())),
        "outcome": str(state.outcome.reason) if state.outcome else None,
        "digest": record.digest,
    }
