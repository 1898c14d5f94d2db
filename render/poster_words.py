"""A poster in words: for those who cannot see it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.text import capital, listed, say
from engine.retrospect import KeyMoment, Retrospect, Side

ALT = 1024  # characters that a picture's words may have


def alt_text(match: Retrospect, room: int = ALT) -> str:
    """As much as there is room for: of moments that were told in several sentences the last are left out first."""
    while True:
        told = "\n".join(lines(match))
        longest = max((len(moment.told) for moment in match.moments), default=0)
        if len(told) <= room or longest < 2:
            return told if len(told) <= room else told[: room - 1].rstrip() + "…"
        n = next(n for n, moment in enumerate(match.moments) if len(moment.told) == longest)
        shorter = replace(match.moments[n], told=match.moments[n].told[:-1])
        match = replace(match, moments=(*match.moments[:n], shorter, *match.moments[n + 1 :]))


def lines(match: Retrospect) -> list[str]:
    """Who won and how, the numbers, the key moments, what became of each army, how the dice fell; a line each."""
    winners = listed([match.sides[seat].name for seat in match.winners])
    title = say("{names} won", names=winners) if match.winners else say("A draw")
    where = ", ".join(part for part in (match.title, match.battlefield) if part)
    numbers = ", ".join(f"{number.n} {number.what}" for number in match.numbers if number.n)
    found = [f"{title}. {_sentence(str(match.reason))}", f"{where}: {numbers}." if numbers else f"{where}."]
    return [*found, *map(_moment, match.moments), *map(_side, match.sides)]


def _moment(moment: KeyMoment) -> str:
    happened = " ".join(_sentence(capital(text)) for text in moment.told)
    return f"{say('Turn {n}', n=moment.turn)}: {happened}"


def _side(side: Side) -> str:
    stood, lost = sum(rank.standing for rank in side.ranks), sum(rank.lost for rank in side.ranks)
    words = say("{name}: {stood} left, {lost} lost", name=side.name, stood=stood, lost=lost)
    if side.dice:
        hits = say("{hits} hits with {dice} dice", hits=side.hits, dice=side.dice)
        words += f"; {hits}, {say('{n} expected', n=f'{side.expected:.1f}')}"
    return f"{words}; {side.feat}." if side.feat else f"{words}."


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."
