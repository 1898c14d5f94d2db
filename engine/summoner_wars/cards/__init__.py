"""The cards: one TOML file for each faction, a row for each card.

``cost``, ``attack`` and ``life`` are as printed; a row's ``source`` says where each of numbers, ability and copies comes
from: ``scan`` (read from the printed card), ``published`` (said by the publisher or counted in published decks),
``rulebook``, or ``designed`` (ours, where nothing is known).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

SOURCES = ("scan", "published", "rulebook", "designed")


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as printed. ``faction`` is filled in from its file. ``copies``: how many the starter deck holds; 0 for cards of
    later packs. ``tags``: "wall" for what counts as one."""

    id: str
    name: str
    type: Literal["summoner", "champion", "common", "event", "wall"]
    text: str
    source: dict[str, str]
    faction: str = ""
    cost: int = 0
    attack: int = 0
    life: int = 0
    range: Literal["", "sword", "bow"] = ""
    copies: int = 0
    ability: str = ""

    @property
    def unit(self) -> bool:
        return self.type in ("summoner", "champion", "common")


class Faction(msgspec.Struct, frozen=True):
    """``setup``: spaces as the owner reads them, and the ids of the cards that stand there at the start."""

    id: str
    name: str
    summoner: str
    setup: dict[str, str]
    status: str  # exact, or designed parts in words
    mercenary: bool = False


class Cards:
    def __init__(self, factions: dict[str, Faction], faces: dict[str, Face]) -> None:
        self.factions = factions
        self.faces = faces

    def of(self, faction: str) -> list[Face]:
        return [face for face in self.faces.values() if face.faction == faction]

    def named(self, name: str) -> Face | None:
        """The card of that id or name, however it is written; of several of one name the first."""
        wanted = plain(name)
        return self.faces.get(name) or next((face for face in self.faces.values() if plain(face.name) == wanted), None)


def plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


@cache
def cards() -> Cards:
    """All of them. Raises ValueError naming file, row and field for what cannot be used."""
    factions: dict[str, Faction] = {}
    faces: dict[str, Face] = {}
    for path in sorted(resources.files(__package__).iterdir(), key=lambda path: path.name):
        if not path.name.endswith(".toml"):
            continue
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        faction = data["faction"]
        factions[faction["id"]] = msgspec.convert(faction, Faction)
        for row in data["card"]:
            try:
                face = msgspec.convert({**row, "faction": faction["id"]}, Face)
            except msgspec.ValidationError as error:
                raise ValueError(f"{path.name}: card {row.get('id', '?')}: {error}") from None
            if face.id in faces:
                raise ValueError(f"{path.name}: card {face.id} is there twice")
            faces[face.id] = face
    return Cards(factions, faces)
