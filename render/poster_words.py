"""A poster in words: for those who cannot see it."""

from __future__ import annotations

from engine.core.text import capital, listed, say
from engine.retrospect import Retrospect


def told(match: Retrospect) -> list[str]:
    """Who won and how, the numbers, the key moments, what became of each army, how the dice fell; a line each."""
    winners = listed([match.sides[seat].name for seat in match.winners])
    title = say("{names} won", names=winners) if match.winners else say("A draw")
    where = ", ".join(part for part in (match.title, match.battlefield) if part)
    lines = [f"{title}. {match.reason} ({where})"]
    lines.append(", ".join(f"{number.n} {number.what}" for number in match.numbers if number.n) + ".")
    for moment in match.moments:
        happened = " ".join(f"{capital(text).rstrip('.')}." for text in moment.told)
        lines.append(f"{say('Turn {n}', n=moment.turn)}: {happened}")
    for side in match.sides:
        stood, lost = sum(rank.standing for rank in side.ranks), sum(rank.lost for rank in side.ranks)
        line = say("{name}: {stood} standing at the end, {lost} lost", name=side.name, stood=stood, lost=lost)
        if side.dice:
            words = say("{hits} hits with {dice} dice", hits=side.hits, dice=side.dice)
            line += f"; {words}, {say('{n} expected', n=f'{side.expected:.1f}')}"
        lines.append(line + ".")
    return lines
