"""Decks: the starter deck of each faction, and decks of one's own (SW-INTRO-10).

A deck is one Summoner, three champions, eighteen commons; its nine events and three walls come with the Summoner. A deck
of one's own may hold other champions and commons of the faction: one of each champion, at most ten of a common, and at most
six mercenaries.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import msgspec

from engine.core.refusal import Refusal, refuse
from engine.core.text import Text, words
from engine.summoner_wars.cards import Face, cards

CHAMPIONS, COMMONS = 3, 18
MOST_OF_A_COMMON, MOST_MERCENARIES = 10, 6


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``cards``: ids of champions and commons, an id as often as it is taken. Events and walls need not be named."""

    summoner: str = ""
    cards: tuple[str, ...] = ()


def faction_of(deck: Deck) -> str:
    return cards().faces[deck.summoner].faction


def summoners() -> list[Face]:
    return [face for face in cards().faces.values() if face.type == "summoner"]


def starter(summoner: str) -> Deck:
    """The deck as it comes in the box."""
    own = cards().of(cards().faces[summoner].faction)
    taken = [face.id for face in own for _ in range(face.copies) if face.type in ("champion", "common")]
    return Deck(summoner, tuple(taken))


def events_of(summoner: str) -> list[str]:
    """The events and walls that come with the Summoner."""
    own = cards().of(cards().faces[summoner].faction)
    return [face.id for face in own for _ in range(face.copies) if face.type in ("event", "wall")]


def all_cards(deck: Deck) -> list[str]:
    """The whole deck: 34 cards (the reference card is none, SW-SET-05)."""
    return [deck.summoner, *deck.cards, *events_of(deck.summoner)]


def choices(summoner: str) -> list[Face]:
    """The champions and commons that may go into a deck of that Summoner's."""
    faction = cards().faces[summoner].faction
    return [
        face for face in cards().faces.values()
        if face.type in ("champion", "common")
        and (face.faction == faction or cards().factions[face.faction].mercenary)
    ]  # fmt: skip


def most_of(face: Face) -> int:
    return 1 if face.type == "champion" else MOST_OF_A_COMMON


def faults(deck: Deck, options: Mapping[str, int] = {}) -> list[Refusal]:
    """Everything wrong with it; empty if it may be played. Option "custom" 0: only starter decks."""
    known = cards().faces
    leader = known.get(deck.summoner)
    if leader is None or leader.type != "summoner":
        return [refuse("SW-SET-03", "a deck needs a Summoner")]
    found: list[Refusal] = []
    if not options.get("custom", 1) and Counter(deck.cards) != Counter(starter(deck.summoner).cards):
        found.append(refuse("SW-INTRO-10", "in this match the decks are those of the starter boxes"))
    allowed = {face.id for face in choices(deck.summoner)}
    for id, count in Counter(deck.cards).items():
        face = known.get(id)
        if face is None or id not in allowed:
            found.append(refuse("SW-SET-04", "{card} does not belong in a deck of {summoner}",
                                card=Text(face.name if face else id), summoner=Text(leader.name)))  # fmt: skip
        elif count > most_of(face):
            found.append(refuse("SW-UNIT-08", "{card} is there {n} times; {most} may be", card=Text(face.name), n=count,
                                most=most_of(face)))  # fmt: skip
    faces = [known[id] for id in deck.cards if id in allowed]
    for kind, wanted in (("champion", CHAMPIONS), ("common", COMMONS)):
        count = sum(face.type == kind for face in faces)
        if count != wanted:
            kinds = words("champions") if kind == "champion" else words("commons")
            found.append(
                refuse("SW-COMP-05", "a deck has {wanted} {kind}, this one {n}", wanted=wanted, kind=kinds, n=count)
            )
    hired = sum(cards().factions[face.faction].mercenary for face in faces)
    if hired > MOST_MERCENARIES and not cards().factions[leader.faction].mercenary:
        found.append(
            refuse("SW-INTRO-08", "at most {most} mercenaries may be hired, here are {n}", most=MOST_MERCENARIES, n=hired)
        )
    needed = Counter(
        id for id in cards().factions[leader.faction].setup.values() if known[id].type in ("champion", "common")
    )
    for id, count in (needed - Counter(deck.cards)).items():
        found.append(refuse("SW-SET-06", "the cards set up at the start must be in the deck: {n} more of {card}", n=count,
                            card=Text(known[id].name)))  # fmt: skip
    return found


def by_chance(pick: random.Random) -> Deck:
    """A legal deck by chance: any Summoner, champions and commons, mercenaries among them as long as they may be hired."""
    leader = pick.choice(summoners())
    allowed = choices(leader.id)
    champions = [face.id for face in allowed if face.type == "champion"]
    commons = [face.id for face in allowed if face.type == "common"]
    needed = [id for id in cards().factions[leader.faction].setup.values() if cards().faces[id].type == "common"]
    while True:
        rest = pick.choices(commons, k=COMMONS - len(needed))
        deck = Deck(leader.id, (*pick.sample(champions, CHAMPIONS), *needed, *rest))
        if not faults(deck):
            return deck
