"""An army as text that people read, keep and send each other, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from engine.arena.army import Army, nearest
from engine.arena.cards import ArmyFace, Cards, Spell, cards, plain
from engine.core.text import say, words

LABELS = {"planeswalker": words("Planeswalker"), "cards": words("Cards"), "spells": words("Spells")}
MOST = 60  # copies of a card
LONGEST = 6000  # characters
HOW = words("Write three lines: “Planeswalker: …”, “Cards: …; …” and “Spells: …; …”")

_LINES = re.compile(r"^[ \t*>`-]*([^\W\d_]+)[ \t]*:", re.MULTILINE)
_COUNT = re.compile(
    r"^(?:(\d{1,2})\s*[x×]?\s+(?P<a>.+)|(?P<b>.+?)\s*[x×]\s*(\d{1,2})|(?P<c>.+?)\s*\((\d{1,2})\))$", re.IGNORECASE
)


def written(army: Army) -> str:
    """Three lines, in the language that is spoken; a card that is taken several times has its number behind it."""
    catalogue = cards()
    names = {card.id: card.name for card in catalogue.all}

    def line(ids: tuple[str, ...]) -> str:
        counted = {id: ids.count(id) for id in ids}
        return "; ".join(names.get(id, id) + (f" ×{n}" if n > 1 else "") for id, n in counted.items())

    leader = (army.planeswalker,) if army.planeswalker else ()
    parts = (("planeswalker", leader), ("cards", army.cards), ("spells", army.spells))
    return "\n".join(f"{LABELS[part]}: {line(ids)}".rstrip() for part, ids in parts)


def read(text: str) -> Army:
    """The army that was written down: in any case, with any spaces, names apart by semicolons, commas or lines; in English,
    in the language that is spoken, or in any other in the order of :func:`written`. It need not be legal. Raises ValueError
    with everything that was not understood, in words."""
    if len(text) > LONGEST:
        raise ValueError(say("That is too long for an army. {how}.", how=HOW))
    labels = {word.casefold(): part for part, label in LABELS.items() for word in (part, label.form, str(label))}
    pieces = re.split(rf"\b({'|'.join(map(re.escape, labels))})\s*:", text, flags=re.IGNORECASE)
    lines = _LINES.split(text)
    if len(lines) == 7 > len(pieces):  # three lines, with labels of some other language
        pieces, labels = lines, {lines[n].casefold(): part for n, part in zip((1, 3, 5), LABELS)}
    if len(pieces) < 3:
        raise ValueError(say("No army is found in that. {how}.", how=HOW))
    catalogue, wrong = cards(), []
    if pieces[0].strip(" \n\t*`-"):
        wrong.append(say("Before the first line there is “{text}”. {how}.", text=_short(pieces[0]), how=HOW))
    found: dict[str, list[str]] = {part: [] for part in LABELS}
    for label, body in zip(pieces[1::2], pieces[2::2]):
        part = labels[label.casefold()]
        ids, faults = _listed(body, part, catalogue)
        found[part] += ids
        wrong += faults
    if len(found["planeswalker"]) > 1:
        wrong.append(say("An army has one Planeswalker; write only one behind “Planeswalker:”."))
    if wrong:
        raise ValueError("\n".join(wrong))
    return Army(next(iter(found["planeswalker"]), ""), tuple(found["cards"]), tuple(found["spells"]))


def _listed(body: str, part: str, catalogue: Cards) -> tuple[list[str], list[str]]:
    """The ids of a part's names, and what is wrong."""
    pool: Mapping[str, ArmyFace | Spell] = catalogue.spells if part == "spells" else catalogue.armies
    known = {plain(name): card.id for card in pool.values() for name in (card.id, card.name)}
    elsewhere = {plain(card.name): card for card in catalogue.all}
    ids, wrong = [], []
    for piece in re.split(r"[;\n]", body):
        for name, count in _names(piece, known):
            id = known.get(plain(name))
            if id is not None and count <= MOST:
                ids += [id] * count
            elif id is not None:
                wrong.append(say("{n} times “{name}” is too often.", n=count, name=_short(name)))
            elif plain(name) in elsewhere:
                right = LABELS["spells" if isinstance(elsewhere[plain(name)], Spell) else "cards"]
                form = "“{name}” does not belong behind “{wrong}:” but behind “{right}:”."
                wrong.append(say(form, name=_short(name), wrong=LABELS[part], right=right))
            else:
                hint = nearest(name, [card.name for card in pool.values()])
                wrong.append(say("There is no card “{name}”{hint}.", name=_short(name), hint=hint))
    return ids, wrong


def _names(piece: str, known: Mapping[str, str]) -> list[tuple[str, int]]:
    """Names with their numbers, apart by commas; but a name may hold commas itself: the longest that is known counts."""
    parts = [part.strip(" \t\r*`•-–—.") for part in piece.split(",")]
    found = []
    while parts:
        joined = [_counted(", ".join(parts[:end])) for end in range(len(parts), 0, -1)]
        right = [name for name in joined if plain(name[0]) in known]
        right = right or [name for name in joined if get_close_matches(plain(name[0]), known, n=1, cutoff=0.8)]
        name = (right or joined[-1:])[0]
        if name[0]:
            found.append(name)
        parts = parts[len(parts) - joined.index(name) :]
    return found


def _counted(text: str) -> tuple[str, int]:
    """``2x Elf Rangers``, ``Elf Rangers ×2``, ``Elf Rangers (2)``: the name and how often."""
    match = _COUNT.match(text)
    if match is None:
        return text, 1
    name = match["a"] or match["b"] or match["c"]
    return name.strip(), int(match[1] or match[4] or match[6])


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
