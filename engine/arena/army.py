"""Gathering an army and a spell deck (AR-PREP, AR-BUILD): what is legal, what is recommended, what may be chosen."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import resources

import msgspec

from engine.arena.cards import COLOURS, ArmyFace, Cards, Spell, cards, plain
from engine.arena.effects import effect_of
from engine.arena.view import ArmyCardView, SpellView
from engine.core.refusal import Refusal, refuse
from engine.core.text import NOTHING, Text, listed, words

ARMY_LIMIT = 500  # AR-BUILD-03
DECK_LIMIT = 200  # AR-BUILD-14
DECK_SIZE = 12  # AR-BUILD-13


class Army(msgspec.Struct, frozen=True):
    """A Planeswalker, army cards besides it, and a spell deck: ids of the card files."""

    planeswalker: str = ""
    cards: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


class Build(msgspec.Struct, frozen=True):
    """A recommended army with a line on its character."""

    id: str
    name: str
    line: str
    army: Army


def _recommended() -> tuple[Build, ...]:
    rows = tomllib.loads(resources.files("engine.arena.cards").joinpath("builds.toml").read_text("utf-8"))["build"]
    return tuple(
        Build(row["id"], row["name"], row["line"], Army(row["planeswalker"], tuple(row["cards"]), tuple(row["spells"])))
        for row in rows
    )


RECOMMENDED = _recommended()


class ArmyView(msgspec.Struct, frozen=True):
    """An army as a picture or a panel shows it. ``cards``: each with how often it is taken. Costs in points."""

    planeswalker: ArmyCardView | None
    cards: tuple[tuple[ArmyCardView, int], ...]
    spells: tuple[SpellView, ...]
    cost: int
    limit: int
    deck_cost: int
    deck_limit: int
    faults: tuple[Refusal, ...] = ()


def deck_limit(planeswalker: ArmyFace, agreed: int = DECK_LIMIT) -> int:
    """200, unless an ability breaks this rule (AR-BUILD-14). Where other decks are ``agreed`` on, what the ability adds
    comes on top."""
    limits = [effect_of(f"{planeswalker.id}/{ability.name}", ability.name).deck_limit for ability in planeswalker.abilities]
    return agreed + max([0, *(limit - DECK_LIMIT for limit in limits if limit)])


def planeswalkers() -> list[ArmyFace]:
    return [face for face in cards().armies.values() if face.kind == "planeswalker" and face.cost]


def matches(colours: str, planeswalker: ArmyFace) -> bool:
    """Any one of the Planeswalker's colours, or none at all (AR-NEW-05, AR-BUILD-06)."""
    return not colours or bool(set(colours) & set(planeswalker.colours))


def army_choices(planeswalker: ArmyFace) -> list[ArmyFace]:
    """Squads and heroes that may march with the Planeswalker."""
    return [
        face
        for face in cards().armies.values()
        if face.kind != "planeswalker" and face.cost and matches(face.colours, planeswalker)
    ]


def spell_choices(planeswalker: ArmyFace) -> list[Spell]:
    return [spell for spell in cards().spells.values() if spell.colour in planeswalker.colours]


def faults(army: Army, limit: int = ARMY_LIMIT, deck: int = DECK_LIMIT) -> list[Refusal]:
    """Everything that is wrong with the army; empty if it may be played. ``limit`` and ``deck``: the points agreed on."""
    catalogue = cards()
    found = _unknown(army, catalogue)
    planeswalker = catalogue.armies.get(army.planeswalker)
    if planeswalker is None or planeswalker.kind != "planeswalker":
        return [*found, refuse("AR-BUILD-04", "choose one Planeswalker first: army and deck follow its colours")]
    faces = [catalogue.armies[id] for id in army.cards if id in catalogue.armies]
    found += [refuse("", "{card} is a spell: it belongs in the deck", card=catalogue.spells[id].name)
              for id in army.cards if id in catalogue.spells]  # fmt: skip
    found += [refuse("", "{card} is no spell: it cannot be in a deck", card=catalogue.armies[id].name)
              for id in army.spells if id in catalogue.armies]  # fmt: skip
    colours = listed([Text(COLOURS[letter]) for letter in planeswalker.colours])
    for face in {face.id: face for face in (planeswalker, *faces)}.values():
        if not face.cost:
            found.append(refuse("AR-NEW-14", "{card} has no cost: {how}", card=face.name, how=_front(face, catalogue)))
    for face in faces:
        if face.kind == "planeswalker":
            found.append(refuse("AR-BUILD-04", "an army has one Planeswalker: {card} is a second", card=face.name))
        elif not matches(face.colours, planeswalker):
            found.append(refuse("AR-BUILD-06", "{card} does not match {colours}", card=face.name, colours=colours))
    for face in sorted({face.id: face for face in faces if face.unique}.values(), key=lambda face: face.id):
        if army.cards.count(face.id) > 1:
            found.append(refuse("AR-BUILD-08", "{card} is unique: only one in an army", card=face.name))
    cost = planeswalker.cost + sum(face.cost for face in faces)
    if cost > limit:
        found.append(refuse("AR-BUILD-07", "the army costs {cost}; the limit is {limit}", cost=cost, limit=limit))
    return found + _deck_faults(army, planeswalker, catalogue, colours, deck)


def _front(face: ArmyFace, catalogue: Cards) -> Text:
    """What to do about a face that no army may hold."""
    other = catalogue.armies.get(face.other_side)
    return words("choose its other side, {card}", card=other.name) if other and other.cost else words("no army may hold it")


def _unknown(army: Army, catalogue: Cards) -> list[Refusal]:
    known = {*catalogue.armies, *catalogue.spells}
    ids = [id for id in (army.planeswalker, *army.cards, *army.spells) if id and id not in known]
    return [refuse("", "there is no card {id}{hint}", id=id, hint=nearest(id, sorted(known))) for id in ids]


def nearest(name: str, known: Sequence[str]) -> Text:
    """A question for the name most like it, to be put behind "there is no ..."; empty if none is like it."""
    names = {plain(each): each for each in known}
    found = get_close_matches(plain(name), names, n=1, cutoff=0.6)
    found = found or [each for each in names if len(plain(name)) > 2 and each.startswith(plain(name))][:1]
    return words(" (did you mean {name}?)", name=names[found[0]]) if found else NOTHING


def _deck_faults(army: Army, planeswalker: ArmyFace, catalogue: Cards, colours: Text, agreed: int) -> list[Refusal]:
    found = []
    deck = [catalogue.spells[id] for id in army.spells if id in catalogue.spells]
    if len(army.spells) != DECK_SIZE:
        form = "a spell deck holds exactly {size} cards; this one has {n}"
        found.append(refuse("AR-BUILD-13", form, size=DECK_SIZE, n=len(army.spells)))
    for spell in deck:
        if spell.colour not in planeswalker.colours:
            found.append(refuse("AR-BUILD-15", "{card} does not match {colours}", card=spell.name, colours=colours))
    for id in sorted(set(army.spells)):
        if army.spells.count(id) > 1 and id in catalogue.spells:
            found.append(refuse("AR-BUILD-16", "{card} is in the deck twice", card=catalogue.spells[id].name))
    cost, limit = sum(spell.cost for spell in deck), deck_limit(planeswalker, agreed)
    if cost > limit:
        found.append(refuse("AR-BUILD-14", "the deck costs {cost}; the limit is {limit}", cost=cost, limit=limit))
    return found
