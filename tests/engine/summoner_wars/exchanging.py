"""What is secret in Summoner Wars: the cards of hands and draw piles, and those that were built face down."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from engine.core.events import Event
from engine.core.match import Answer, Match
from engine.summoner_wars.state import War
from tests.engine.exchanging import Exchange

PRIVATE = frozenset({"builds", "draws", "fetches", "looked"})  # what is told of those to others than the seat is a leak


def named(events: list[Event], viewer: int | None) -> set[int]:
    """Cards that the viewer was told of, by their numbers."""
    found: set[int] = set()
    for event in events:
        if event.known_to(viewer) and (viewer == event.seat or event.kind not in PRIVATE):
            for value in event.data.values():
                found.update(each for each in (value if isinstance(value, list) else [value]) if isinstance(each, int))
    return found


def lying_open(state: War) -> set[int]:
    """Cards that everybody sees."""
    found = {card for seat in state.seats for card in seat.discard}
    for piece in state.field:
        found |= {piece.card, *piece.under, *piece.on}
    return found


class WarSecrets:
    """Implements :class:`tests.engine.exchanging.Secrets`. Cards of one owner change places, so that a number that is told
    to somebody is a difference as well."""

    game = "summoner_wars"

    def exchange(
        self, state: War, told: list[Event], answers: list[Answer], seat: int, viewer: int | None, chooser: random.Random
    ) -> Exchange | None:
        mine = state.seats[seat]
        zones = [mine.draw] if viewer == seat else [mine.hand, mine.draw, mine.magic]
        places = [card for zone in zones for card in zone if state.cards[card].owner == seat]
        secret = sorted(set(places) - named(told, viewer) - lying_open(state))
        chooser.shuffle(secret)
        names = {}
        for a, b in zip(secret[::2], secret[1::2]):
            if state.cards[a].face != state.cards[b].face:
                names.update({a: b, b: a})
        if not names:
            return None
        for zone in (mine.hand, mine.draw, mine.magic):
            zone[:] = [names.get(card, card) for card in zone]
        blind = [
            one for one in (None, *range(len(state.seats)))
            if not named(told, one) & set(names) and (one != seat or viewer == seat)
        ]  # fmt: skip
        return Exchange(seat, {str(a): str(b) for a, b in names.items()}, set(), blind)

    def liars(self, state: War) -> list[int]:
        return []

    def translated(self, answer: Answer, swap: Exchange) -> Answer:
        seat, key = answer
        tag, *rest = key.split(":")
        return (seat, ":".join((tag, *(swap.names.get(part, part) for part in rest))))

    def came_to_light(self, one: Match[Any], other: Match[Any], answer: Answer, swap: Exchange) -> bool:
        shown = {str(card) for match in (one, other) for card in lying_open(match.state)}
        return bool(shown & set(swap.names))

    def reasons(self, match: Match[Any], seat: int) -> bytes:
        keys = [f"{tag}:{card}" for card in range(len(match.state.cards)) for tag in ("event", "magic")]
        keys += [f"summon:{card}:C3" for card in range(len(match.state.cards))]
        pieces = [piece.card for piece in match.state.field]
        keys += [f"attack:{a}:{b}" for a in pieces[:3] for b in pieces[-4:]]
        return msgspec.json.encode([match.why(seat, key) for key in keys])


SECRETS = WarSecrets()
