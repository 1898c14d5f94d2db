"""A deck as text that people read, keep and send each other, and back."""

from __future__ import annotations

import re
from difflib import get_close_matches

from engine.core.text import say, words
from engine.summoner_wars.cards import cards, plain
from engine.summoner_wars.decks import Deck, choices, summoners

LABELS = {"summoner": words("Summoner"), "units": words("Units")}
HOW = words("Write two lines: “Summoner: …” and “Units: …; …”")
LONGEST = 4000  # characters
MOST = 30  # copies of a card

_COUNT = re.compile(r"^(?:(\d{1,2})\s*[x×]?\s+(?P<a>.+)|(?P<b>.+?)\s*[x×]\s*(\d{1,2})|(?P<c>.+?)\s*\((\d{1,2})\))$", re.I)


def written(deck: Deck) -> str:
    """Two lines, in the language that is spoken; a card that is taken several times has its number behind it."""
    faces = cards().faces
    leader = faces[deck.summoner].name if deck.summoner in faces else ""
    counts = {id: deck.cards.count(id) for id in deck.cards}
    units = [(faces[id].name if id in faces else id) + (f" ×{n}" if n > 1 else "") for id, n in counts.items()]
    return f"{LABELS['summoner']}: {leader}\n{LABELS['units']}: {'; '.join(units)}".rstrip()


def read(text: str) -> Deck:
    """The deck that was written down, legal or not. Raises ValueError with everything that was not understood, in words."""
    if len(text) > LONGEST:
        raise ValueError(say("That is too long for a deck. {how}.", how=HOW))
    labels = {word.casefold(): part for part, label in LABELS.items() for word in (part, label.form, str(label))}
    pieces = re.split(rf"\b({'|'.join(map(re.escape, labels))})\s*:", text, flags=re.IGNORECASE)
    parts = {labels[label.casefold()]: body for label, body in zip(pieces[1::2], pieces[2::2])}
    if "summoner" not in parts:
        raise ValueError(say("No deck is found in that. {how}.", how=HOW))
    known = {plain(each.name): each.id for each in summoners()}
    name = parts["summoner"].strip(" \n\t*`;,.")
    if plain(name) not in known:
        raise ValueError(_unknown(name, [each.name for each in summoners()]))
    leader, wrong, taken = known[plain(name)], [], []
    units = {plain(each.name): each for each in choices(leader)}
    for piece in re.split(r"[;,\n]", parts.get("units", "")):
        unit, count = _counted(piece.strip(" \t*`•-–—."))
        if not unit:
            continue
        if plain(unit) not in units:
            wrong.append(_unknown(unit, [each.name for each in units.values()]))
        elif count > MOST:
            wrong.append(say("{n} times “{name}” is too often.", n=count, name=unit[:40]))
        else:
            taken += [units[plain(unit)].id] * count
    if wrong:
        raise ValueError("\n".join(wrong))
    return Deck(leader, tuple(taken))


def _counted(text: str) -> tuple[str, int]:
    """``2x Guardian``, ``Guardian ×2``, ``Guardian (2)``: the name and how often."""
    match = _COUNT.match(text)
    if match is None:
        return text, 1
    return (match["a"] or match["b"] or match["c"]).strip(), int(match[1] or match[4] or match[6])


def _unknown(name: str, names: list[str]) -> str:
    near = get_close_matches(name, names, n=1, cutoff=0.6)
    if near:
        return say("There is no card “{name}” here (did you mean {near}?).", name=name[:40], near=near[0])
    return say("There is no card “{name}” here.", name=name[:40])
