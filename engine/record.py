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
from engine.core.text import Text
from engine.registry import Game, game

FORMAT = 1
# What the rules stumble over where a file holds what no match can hold (a card that is none), or what it held once.
FAULTS = (LookupError, TypeError, ValueError, AttributeError, AssertionError, OverflowError)
RESIGN = "resign"  # the key of giving up, which is no answer of the rules


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer with what it made happen. ``key`` :data:`RESIGN` is giving up, outside the rules."""

    seat: int
    key: str
    events: list[Event] = []


class Beside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened beside the rules, after that many answers: a pause, a takeback, a replacement. ``at``: seconds
    since the epoch. It explains the record and proves nothing."""

    kind: str
    answer: int
    at: float
    text: Text


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``seed`` and ``digest`` in hexadecimal digits; ``armies`` as the registry of games takes them. ``beside`` is left out
    of files where there is nothing."""

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
    beside: list[Beside] = []


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


def genuine(data: bytes) -> Record:
    """The same, of a file that this program might have written. Raises Mismatch."""
    record = decode(data)
    if encode(record) != data and msgspec.json.encode(record) != data:
        raise Mismatch("the file is not written as this program writes it: something was added, removed or respaced")
    return record


def begin(record: Record, entry: Game | None = None) -> Match[Any]:
    """The match of the record, before its first answer. ``entry``: the game, if it is not the registry's. Raises
    Mismatch."""
    try:
        seed = bytes.fromhex(record.seed)
        entry = entry or game(record.game)
    except ValueError:
        raise Mismatch("the seed is not written in hexadecimal digits") from None
    except KeyError:
        raise Mismatch(f"no such game: {record.game!r}") from None
    if len(seed) != chance.SEED_BYTES:
        raise Mismatch(f"the seed has {len(seed)} bytes, not {chance.SEED_BYTES}")
    if chance.commitment(seed) != record.digest:
        raise Mismatch("the seed does not fit the digest that was posted at the start")
    try:
        return Match.begin(entry.rules, entry.setup(record.battlefield, record.armies, record.options), seed)
    except (BadSetup, msgspec.ValidationError, *FAULTS) as error:
        raise Mismatch(f"the armies or the battlefield are not legal: {error}") from None


def replay(record: Record, entry: Game | None = None) -> Match[Any]:
    """Play the record again, comparing every die, shuffle and event, not their words. Returns the match at its end.

    Raises Mismatch."""
    return retold(record, entry)[0]


def retold(record: Record, entry: Game | None = None) -> tuple[Match[Any], list[Event], list[Answered]]:
    """The same, with all that the match told on the way, put into today's words: the opening and the answers."""
    match = begin(record, entry)
    opening, told = list(match.events), list[Answered]()
    _compare(record.opening, opening, "the opening")
    for n, answered in enumerate(record.answers, 1):
        where = f"answer {n} (seat {answered.seat}, {answered.key})"
        try:
            if answered.key == RESIGN and 0 <= answered.seat < len(record.armies):
                (entry or game(record.game)).resigned(match, answered.seat)
                events = match.events
            else:
                events = match.answer(answered.seat, answered.key)
        except Refused as refused:
            raise Mismatch(f"{where} was not allowed: {refused}") from None
        except FAULTS as fault:
            raise Mismatch(f"{where} leads nowhere: {type(fault).__name__} {fault}") from fault
        _compare(answered.events, events, where)
        told.append(Answered(answered.seat, answered.key, list(events)))
    if match.fingerprint != record.fingerprint:
        raise Mismatch("the position at the end differs from the recorded one")
    return match, opening, told


def gist(event: Event) -> bytes:
    """What an event says, in whatever words it is told: these change with the language and from version to version."""
    plain = {key: value for key, value in msgspec.to_builtins(event.data).items() if not _wordy(value)}
    return msgspec.json.encode((event.kind, event.seat, event.to, plain))


def _wordy(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, str) and " " in value)


def _compare(recorded: list[Event], played: list[Event], where: str) -> None:
    for n, (one, other) in enumerate(zip(recorded, played), 1):
        if gist(one) != gist(other):
            raise Mismatch(f"{where}, event {n}: recorded {_shown(one)}, derived {_shown(other)}")
    if len(recorded) != len(played):
        raise Mismatch(f"{where}: {len(recorded)} events recorded, {len(played)} derived")


def _shown(event: Event) -> str:
    try:
        words = str(event.text)
    except FAULTS:  # of a forged file
        words = event.text.form
    return f"«{words[:200]}» {str(event.data)[:300]}"


def verify(data: bytes, entry: Game | None = None) -> dict[str, Any]:
    """Check a file. Returns figures (answers, dice, shuffles, outcome). Raises Mismatch."""
    record = genuine(data)
    match = replay(record, entry)
    state = match.state
    return {
        "answers": len(record.answers),
        "events": len(record.opening) + sum(len(answered.events) for answered in record.answers),
        "chance": dict(sorted(state.drawn.items())),
        "outcome": str(state.outcome.reason) if state.outcome else None,
        "digest": record.digest,
    }
