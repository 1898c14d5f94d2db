"""Where the cards' numbers and texts come from: counts of rows and fields, and what is designed, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.arena.cards import SOURCES, ArmyFace, Cards, Spell

SETS = {"soi": "Shadows over Innistrad", "core": "core set", "bfz": "Battle for Zendikar"}


def summary(cards: Cards) -> list[str]:
    """Counts alone."""
    count = Counter(source for card in cards.all for source in sources(card).values())
    return [f"{len(cards.armies)} army cards, {len(cards.spells)} spells",
            *(f"{n:5} numbers and texts: {source}" for source, n in sorted(count.items()))]  # fmt: skip


def sources(card: ArmyFace | Spell) -> dict[str, str]:
    """Of every number and text of the card, abilities among them, where it comes from."""
    found = dict(card.source)
    if isinstance(card, ArmyFace):
        found |= {f"ability {ability.name}": ability.source for ability in card.abilities}
    return found


def weakest(card: ArmyFace | Spell) -> str:
    """One designed number makes a row designed; where nothing is said of any, it is taken for designed."""
    said = set(sources(card).values())
    return next((source for source in ("designed", "host", "published", "rulebook") if source in said), "designed")


def report(cards: Cards) -> list[str]:
    """Rows by set and by the weakest source of anything in them, fields by source, then every row with designed fields."""
    lines: list[str] = []
    for title, rows in (("army cards (each side a row)", cards.armies.values()), ("spells", cards.spells.values())):
        lines += [f"{len(rows)} {title}", *_counts(rows), ""]
    designed = [card for card in cards.all if "designed" in sources(card).values()]
    lines.append(f"designed, in whole or in part: {len(designed)} of {len(cards.all)} rows")
    for card in designed:
        which = [what for what, source in sources(card).items() if source == "designed"]
        lines.append(f"  {card.id} ({card.set}): {', '.join(which)}")
    return lines


def _counts(rows: Iterable[ArmyFace | Spell]) -> list[str]:
    """A line for each set."""
    by_set: dict[str, list[ArmyFace | Spell]] = {}
    for card in rows:
        by_set.setdefault(card.set, []).append(card)
    lines = []
    for set, members in sorted(by_set.items()):
        whole = Counter(weakest(card) for card in members)
        parts = Counter(source for card in members for source in sources(card).values())
        lines.append(
            f"  {SETS.get(set, set)}: {len(members)} rows ({_said(whole)}); numbers and texts: {_said(parts)}"
        )
    return lines


def _said(count: Counter[str]) -> str:
    return ", ".join(f"{count[source]} {source}" for source in SOURCES if count[source])
