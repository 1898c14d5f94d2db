""" "Since your last turn": what each seat has not been told yet, kept with the match until its next turn is over."""

from __future__ import annotations

from collections.abc import Collection

from bot.play import Answered, Played
from bot.records import NOTES, MatchRecord, Note, SeatRecord
from engine.core.orders import is_order
from engine.core.text import say


def tell(record: MatchRecord, played: Played, actor: int | None, handed: Collection[int]) -> None:
    """Bring everybody's notes up to date with what was played. ``record.answers`` counts the answers before it; ``handed``:
    who is asked anew.

    Whoever plays has seen what came before and what they do themselves, but not what follows their last answer. Of a turn
    that was played for somebody, because their time had run out, nothing is taken for seen.
    """
    for seat, each in enumerate(record.seats):
        kept = [note for note in each.since if note.answer <= record.answers]
        new = notes(played, seat, record.answers)
        if seat == actor:
            own = max((n for n, given in enumerate(played.answered, 1) if given.seat == seat and not is_order(given.key)),
                      default=0)  # fmt: skip
            new = [note for note in new if note.answer > record.answers + own]
            if seat in handed or seat not in played.after:
                kept = []
        elif each.acted and seat in played.before and seat not in played.after:
            kept = []
        each.since = [*kept, *new][-NOTES:]


def notes(played: Played, seat: int | None, answers: int) -> list[Note]:
    """What the answers told, as that seat (None: everybody) may know it; ``answers``: how many there were before."""
    return [note for n, each in enumerate(played.answered, answers + 1) for note in notes_of(each, seat, n)]


def notes_of(answered: Answered, seat: int | None, n: int) -> list[Note]:
    """What answer number ``n`` told."""
    return [
        Note(event.text, n, not event.known_to(None)) for event in answered.events if event.text and event.known_to(seat)
    ]


def public(seats: Collection[SeatRecord]) -> list[Note]:
    """What some who are asked together have not seen, as the table may know it: each line once, in order."""
    found = {(note.answer, str(note.text)): note for each in seats for note in each.since if not note.secret}
    if len(seats) == 1:
        return [note for each in seats for note in each.since if not note.secret]
    return [found[key] for key in sorted(found, key=lambda key: key[0])]


def lines(some: Collection[Note]) -> list[str]:
    """In words; where more happened than is kept, the first line says where all of it stands."""
    told = [str(note.text) for note in some]
    return [say("… (all of it: `/log`)"), *told] if len(told) >= NOTES else told
