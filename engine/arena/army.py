"""Gathering an army and a spell deck (AR-PREP, AR-BUILD): what is legal, what is recommended, what may be chosen."""

from __future__ import annotations

import msgspec

from engine.arena.cards import COLOURS, ArmyFace, Cards, Spell, cards, plain
from engine.arena.effects import effect_of
from engine.core.refusal import Refusal, refuse

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


RECOMMENDED = (
    Build(
        "jace", "Jace Beleren", "tricky, shoots from afar, flies, unsummons",
        Army(
            "jace_beleren", ("lantern_geists", "necro_alchemist"),
            ("broken_concentration", "jaces_scrutiny", "just_the_wind", "ghostly_wings", "sleep_paralysis",
             "ongoing_investigation", "sensory_deprivation", "catalog", "press_for_answers", "essence_flux",
             "compelling_deterrence", "engulf_the_shore"),
        ),
    ),
    Build(
        "nahiri", "Nahiri, the Lithomancer", "sturdy, climbs anything, strikes up close, burns",
        Army(
            "nahiri_lithomancer", ("avacynian_inquisitors", "bloodline_nobles"),
            ("spare_from_evil", "skillful_lunge", "silverstrike", "fell_the_mighty", "not_forgotten", "stone_will",
             "dual_shot", "burn_from_within", "burn_at_the_stake", "nahiris_machinations", "dissension_in_the_ranks",
             "rolling_temblor"),
        ),
    ),
)  # fmt: skip


def deck_limit(planeswalker: ArmyFace) -> int:
    """200, unless an ability breaks this rule (AR-BUILD-14)."""
    limits = [effect_of(f"{planeswalker.id}/{ability.name}", ability.name).deck_limit for ability in planeswalker.abilities]
    return max([DECK_LIMIT, *(limit for limit in limits if limit)])


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


def faults(army: Army, limit: int = ARMY_LIMIT) -> list[Refusal]:
    """Everything that is wrong with the army; empty if it may be played."""
    catalogue = cards()
    found = _unknown(army, catalogue)
    planeswalker = catalogue.armies.get(army.planeswalker)
    if planeswalker is None or planeswalker.kind != "planeswalker":
        return [*found, refuse("AR-BUILD-04", "choose one Planeswalker first: army and deck follow its colours")]
    faces = [catalogue.armies[id] for id in army.cards if id in catalogue.armies]
    colours = " and ".join(COLOURS[letter] for letter in planeswalker.colours)
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
    return found + _deck_faults(army, planeswalker, catalogue, colours)


def _unknown(army: Army, catalogue: Cards) -> list[Refusal]:
    known = {*catalogue.armies, *catalogue.spells}
    ids = [id for id in (army.planeswalker, *army.cards, *army.spells) if id and id not in known]
    return [refuse("", "there is no card {id}{hint}", id=id, hint=_hint(id, known)) for id in ids]


def _hint(id: str, known: set[str]) -> str:
    near = [name for name in sorted(known) if plain(id)[:5] == plain(name)[:5]]
    return f" (did you mean {near[0]}?)" if near else ""


def _deck_faults(army: Army, planeswalker: ArmyFace, catalogue: Cards, colours: str) -> list[Refusal]:
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
    cost, limit = sum(spell.cost for spell in deck), deck_limit(planeswalker)
    if cost > limit:
        found.append(refuse("AR-BUILD-14", "the deck costs {cost}; the limit is {limit}", cost=cost, limit=limit))
    return found
