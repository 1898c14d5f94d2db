"""Battlefield 1, Converge on the Cryptoliths: its special rules (AR-S1-01 to AR-S1-25).

The map file switches them on (``weirded = "swing"``, ``range_cap``), so that a map of one's own can use them too.
"""

from __future__ import annotations

from engine.arena.position import Position
from engine.arena.state import Figure
from engine.core.text import NOTHING, Text, words

ATTACKER, DEFENDER = "attacker", "defender"


def swing(pos: Position) -> int:
    """+1 while weirded ground favours the defender, -1 while it favours the attacker, else 0.

    Three cryptoliths standing: the defender (AR-S1-14, AR-S1-15). Two: nobody, bonus and penalty alike (AR-S1-16, A45).
    One: the attacker (AR-S1-17).
    """
    if pos.field.rules.weirded != "swing":
        return 0
    return {3: 1, 2: 0, 1: -1}.get(len(pos.standing), 0)


def weirded_bonus(pos: Position, figure: Figure) -> int:
    """What weirded ground under ``figure`` adds to its attack and defence dice: under both halves of a double-space figure
    (AR-S1-18). On a cryptolith's top it is not on the ground."""
    if not all(pos.is_weirded(space) for space in pos.stand(figure)):
        return 0
    side = pos.state.seats[pos.controller(figure)].side
    return swing(pos) if side == DEFENDER else -swing(pos)


def weirded_words(pos: Position) -> Text:
    """What weirded ground means now."""
    return {
        1: words("Weirded ground: defender +1 power and toughness, attacker -1"),
        0: words("Weirded ground: no effect now") if pos.field.rules.weirded == "swing" else NOTHING,
        -1: words("Weirded ground: attacker +1 power and toughness, defender -1"),
    }[swing(pos)]


def night_cap(pos: Position, figure: Figure) -> int | None:
    """At night no range is above 4, bonuses included (AR-S1-19), except on top of a cryptolith (AR-S1-20)."""
    cap = pos.field.rules.range_cap
    if not cap or pos.cryptolith_at(pos.space(figure)):
        return None
    return cap


def cryptoliths_only_from_adjacent(pos: Position) -> bool:
    """In the dark cryptoliths are attacked from an adjacent space (AR-S1-21)."""
    return bool(pos.field.rules.range_cap)
