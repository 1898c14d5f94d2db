"""What the table agrees on: one proposal at a time, put by a player, to which everybody else who plays must agree.

Plain functions on a match's record. Built-in players agree to everything; whoever it is about, where somebody is to be
replaced, is not asked. One of those asked is enough to decline.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.errors import NotYours, Sorry, Stale
from bot.records import Entry, MatchRecord, Proposal
from engine.core.text import NOTHING, Text, words

LASTS = 3 * 86_400.0  # seconds after which a proposal lapses
LONGEST_TABLE = 400  # entries of a match's table that are kept

CLOSED = words("This has been settled already. `/match status` shows where the match stands.")


def put(
    record: MatchRecord, kind: str, by: int, now: float, *, seat: int = -1, keep: int = -1, what: Text = NOTHING
) -> Proposal:
    """Put a proposal to the table. One that is open already must be settled or lapse first, except the proposer's own, which
    gives way. Raises Sorry."""
    open_one = current(record, now)
    if open_one is not None and open_one.by != by:
        raise Sorry(words("The table has not settled another proposal yet: agree to it or decline it first."))
    record.proposals += 1
    made = msgspec.convert(
        {"kind": kind, "number": record.proposals, "by": by, "at": now, "until": now + LASTS, "agreed": (), "seat": seat,
         "keep": keep}, Proposal,
    )  # fmt: skip
    record.proposal = msgspec.structs.replace(made, what=what)
    return record.proposal


def current(record: MatchRecord, now: float) -> Proposal | None:
    """The proposal that is open, if any."""
    found = record.proposal
    return found if found is not None and now < found.until else None


def numbered(record: MatchRecord, number: int, now: float) -> Proposal:
    """The open proposal, if it has that number. Raises Stale."""
    found = current(record, now)
    if found is None or found.number != number:
        raise Stale(CLOSED)
    return found


def waiting(record: MatchRecord, proposal: Proposal, builtin: Sequence[int]) -> list[int]:
    """The seats that are still to agree."""
    about = {proposal.by, proposal.seat if proposal.kind == "replace" else -1}
    return [
        n for n, each in enumerate(record.seats)
        if each.user and n not in builtin and n not in about and n not in proposal.agreed
    ]  # fmt: skip


def agree(record: MatchRecord, number: int, seat: int | None, now: float, builtin: Sequence[int]) -> bool:
    """Note that the seat agrees. Whether everybody has agreed now. Raises Sorry, Stale or NotYours."""
    proposal = numbered(record, number, now)
    _may_say(record, proposal, seat, builtin)
    assert seat is not None
    record.proposal = msgspec.structs.replace(proposal, agreed=(*proposal.agreed, seat))
    return not waiting(record, record.proposal, builtin)


def decline(record: MatchRecord, number: int, seat: int | None, now: float, builtin: Sequence[int]) -> Proposal:
    """One of those asked says no, or the proposer thinks better of it: the proposal is off. Raises Sorry or NotYours."""
    proposal = numbered(record, number, now)
    if seat is None or (seat != proposal.by and seat not in proposal.agreed):
        _may_say(record, proposal, seat, builtin)
    record.proposal = None
    return proposal


def _may_say(record: MatchRecord, proposal: Proposal, seat: int | None, builtin: Sequence[int]) -> None:
    if seat is None:
        raise NotYours(words("Only the players of this match can agree or decline."))
    if seat == proposal.by:
        raise NotYours(words("That is your own proposal: the others must agree to it."))
    if seat in proposal.agreed:
        raise Sorry(words("You have agreed already; others are still asked."))
    if seat not in waiting(record, proposal, builtin):
        raise NotYours(words("You are not asked about this."))


def note(
    record: MatchRecord, kind: str, by: int, now: float, text: Text, undone: int = 0, *, keep: int = -1
) -> Entry:
    """Write down what happened at the table, after ``keep`` answers (-1: all that the record counts now)."""
    entry = Entry(kind, record.answers if keep < 0 else keep, now, by, text, undone)
    cut_back(record, entry.answer)
    record.table = [*record.table, entry][-LONGEST_TABLE:]
    return entry


def cut_back(record: MatchRecord, answers: int) -> None:
    """So many answers remain: what happened after later ones stands behind the last of these."""
    if any(entry.answer > answers for entry in record.table):
        record.table = [msgspec.structs.replace(entry, answer=min(entry.answer, answers)) for entry in record.table]
