"""What is secret in the Arena: cards of hands and libraries, cards that lie face down, glyphs symbol side up."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from engine.arena.cards import Spell, cards
from engine.arena.effects import abilities
from engine.arena.position import Position, spot
from engine.arena.state import Arena
from engine.core.events import Event
from engine.core.match import Answer, Match
from tests.engine.exchanging import Exchange

PRIVATE = frozenset({"drawn", "fetched"})  # what is told of those to others than the seat and its team is a leak


# ---- who knows what ---------------------------------------------------------------------------------------------------
def spells_in(event: Event) -> list[str]:
    found = [event.data["spell"]] if "spell" in event.data else list(event.data.get("spells", []))
    return [card.partition("@")[0] for card in found]

OPEN = frozenset({"revealed", "cast", "countered"})  # from then on everybody knows the spell


def known(events: list[Event], viewer: int | None, pos: Position) -> set[str]:
    """Spells that were named to the viewer, wherever they are now."""
    found: set[str] = set()
    for event in events:
        with_it = viewer is not None and event.seat is not None and pos.team(viewer) == pos.team(event.seat)
        private = event.kind in PRIVATE or _laid(event)
        if event.known_to(viewer) and (with_it or not private):
            found.update(spells_in(event))
    return found


def _laid(event: Event) -> bool:
    """A hidden enchantment is played; the table hears that a card is laid face down."""
    return event.kind == "cast" and any(cards().spells[spell].type == "hidden" for spell in spells_in(event))


def exchange(state: Arena, events: list[Event], seat: int, viewer: int | None, chooser: random.Random) -> Exchange | None:
    """Exchange what ``viewer`` does not know of ``seat``'s spells, where the state stands; ``events`` go on to the end of
    the comparison. None if there is too little to exchange."""
    pos, owner = Position(state), state.seats[seat]
    mate = viewer is not None and pos.team(viewer) == pos.team(seat)
    lying = [one for card in state.cards for one in card.attached if one.hidden and one.controller == one.owner == seat]
    laid = {one.spell for one in lying}
    laid |= {name for event in events if _laid(event) and event.seat == seat for name in spells_in(event)}
    places = [*owner.library] if mate else [*owner.hand, *owner.library, *(one.spell for one in lying)]
    secret = {card for card in places if "@" not in card} - known(events, viewer, pos)
    groups: dict[str, list[str]] = {}
    for spell in sorted(secret):
        groups.setdefault(_place(cards().spells[spell], spell in laid, chooser), []).append(spell)
    names: dict[str, str] = {}
    for group in groups.values():
        if len(group) > 1:
            names.update(zip(group, [*group[1:], group[0]]))
    if not names:
        return None
    for zone in (owner.hand, owner.library):
        zone[:] = [names.get(card, card) for card in zone]
    for one in lying:
        one.spell = names.get(one.spell, one.spell)
    blind = [
        one for one in (None, *range(len(state.seats)))
        if not known(events, one, pos) & set(names)
        and (one is None or pos.team(one) != pos.team(seat) or (mate and set(names) <= set(places)))
    ]  # fmt: skip
    return Exchange(seat, names, laid & set(names), blind)


def _place(spell: Spell, face_down: bool, chooser: random.Random) -> str:
    """Spells of the same place are exchanged: what lies face down with what may lie there, or not, for short."""
    return "face down" if face_down or (spell.type == "hidden" and chooser.random() < 0.7) else "any"


def exchange_glyphs(state: Arena, events: list[Event]) -> Exchange | None:
    """Turn round the order of the glyphs that lie symbol side up until the end of the comparison."""
    turned = {event.data["at"] for event in events if event.kind == "glyph"}
    pool = [glyph for glyph in state.glyphs if not glyph.face_up and spot(glyph.at) not in turned]
    keys = [glyph.key for glyph in pool]
    if len(set(keys)) < 2:
        return None
    for glyph, key in zip(pool, [*keys[1:], keys[0]]):
        glyph.key = key
    return Exchange(None, {}, set(), [None, *range(len(state.seats))])


class ArenaSecrets:
    """Implements :class:`tests.engine.exchanging.Secrets`."""

    game = "arena"

    def exchange(
        self, state: Arena, told: list[Event], answers: list[Answer], seat: int, viewer: int | None, chooser: random.Random
    ) -> Exchange | None:
        # What a player picks from its library, it and its team know, even if the last card is not picked yet.
        pos, events = Position(state), list(told)
        for who, key in answers:
            tag, _, spell = key.partition(":")
            if tag == "spell":
                events.append(Event("picked", seat=who, to=(who, *pos.allies(who)), data={"spell": spell}))
        swap = exchange_glyphs(state, events) if chooser.random() < 0.25 else None
        return swap or exchange(state, events, seat, viewer, chooser)

    def liars(self, state: Arena) -> list[int]:
        return [one.controller for card in state.cards for one in card.attached if one.hidden]

    def translated(self, answer: Answer, swap: Exchange) -> Answer:
        seat, key = answer
        tag, _, spell = key.partition(":")
        mine = seat == swap.seat and tag in ("cast", "spell")
        return (seat, f"{tag}:{swap.names.get(spell, spell)}") if mine else answer

    def came_to_light(self, one: Match[Any], other: Match[Any], answer: Answer, swap: Exchange) -> bool:
        """An exchanged face-down card was turned over where the other did not have its moment, or one was cast where
        the other has yet to be aimed, or the only army card that a card can be laid on is another one."""
        laid = [[event.data for event in match.events if event.kind == "cast face down"] for match in (one, other)]
        turned = any(event.kind in OPEN and event.data["spell"] in swap.names for event in other.events)
        return turned or laid[0] != laid[1]

    def reasons(self, match: Match[Any], seat: int) -> bytes:
        pos = Position(match.state)
        keys = [f"cast:{spell}" for spell in list(cards().spells)[::8]]
        for card in match.state.cards:
            keys += [f"card:{card.id}", f"summon:{card.id}", *(f"use:{card.id}:{me.name}" for me in abilities(pos, card))]
        keys += [f"attack:{a.id}:{b.id}" for a in pos.board[:2] for b in pos.board[-4:]]
        return msgspec.json.encode([match.why(seat, key) for key in keys])


SECRETS = ArenaSecrets()
