"""The card files: army cards and spells, one TOML row each, and a host's own rows laid over them.

``armies.toml`` and ``spells.toml`` are ours. A host may name a folder with files of the same two names: a row with a
known id replaces the fields it gives, a row with a new id adds a card (its effect, if it has one of its own, needs code).
Every number and text carries its ``source``: ``rulebook``, ``published``, ``designed`` (ours) or ``host``.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

SOURCES = ("rulebook", "published", "designed", "host")
COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "": "colourless"}
HOOKS = (
    "attack_declared", "damage_by_attack", "damaged_by_attack", "would_be_destroyed", "destroyed_by_attack", "destroyed",
    "card_dies", "engaged_by_enemy", "leaves_engagement", "spell_played", "spell_targets", "own_turn_start",
)  # fmt: skip
TIMINGS = ("before Action 3", "after Action 4", "before Action 3 or after Action 4")


class CardFault(ValueError):
    """Rows that cannot be used. ``faults`` names file, row, field and reason of each."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ability of an army card, classed as the publisher does (AR-CARD-19)."""

    name: str
    kind: Literal["static", "triggered", "activated"]
    text: str
    source: Literal["rulebook", "published", "designed", "host"]
    once_per_turn: bool = False
    once_per_game: bool = False


class ArmyFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of an army card. Heights in levels, move and range in spaces; ``figure`` names one of its figures.

    ``base`` is the number of spaces a figure takes. ``other_side`` is what Transform turns up; the side
    without a cost can only be reached that way (AR-NEW-14).
    """

    id: str
    set: str
    name: str
    figure: str
    short: str
    colours: str
    kind: Literal["planeswalker", "hero", "squad"]
    unique: bool
    figures: int
    life: int
    move: int
    range: int
    power: int
    toughness: int
    height: int
    size: Literal["small", "medium", "large", "huge"]
    base: int
    cost: int
    ppf: int
    types: tuple[str, ...]
    source: dict[str, str]
    abilities: tuple[Ability, ...] = ()
    other_side: str = ""

    @property
    def points(self) -> int:
        """What one figure counts in scoring (AR-CARD-21, AR-CARD-22). A side without a cost counts as the other one: ask
        :meth:`Cards.points`."""
        return self.ppf if self.kind == "squad" else self.cost


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell card. ``attaches_to`` says in words where an enchantment goes: "own squad or hero", "any unique squad"."""

    id: str
    set: str
    name: str
    colour: str
    type: Literal["sorcery", "aura", "hidden"]
    cost: int
    timing: str
    text: str
    duration: str
    source: dict[str, str]
    attaches_to: str = ""
    hook: str = ""

    @property
    def enchantment(self) -> bool:
        return self.type != "sorcery"


class Cards:
    """All cards in use. Raises KeyError for an unknown id."""

    def __init__(self, armies: dict[str, ArmyFace], spells: dict[str, Spell]) -> None:
        self.armies = armies
        self.spells = spells

    def named(self, name: str) -> ArmyFace | Spell | None:
        """The card of that id or printed name, however it is capitalised."""
        wanted = plain(name)
        return next((card for card in self.all if wanted in (plain(card.id), plain(card.name))), None)

    def points(self, face: ArmyFace) -> int:
        """What one figure counts in scoring, whichever side of its card is up."""
        return face.points or (self.armies[face.other_side].points if face.other_side else 0)

    @property
    def all(self) -> list[ArmyFace | Spell]:
        return [*self.armies.values(), *self.spells.values()]


def plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _rows(text: str, filename: str, table: str, faults: list[str]) -> list[dict[str, Any]]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        faults.append(f"{filename}: not TOML: {error}")
        return []
    faults += [f"{filename}: unknown table {key!r}: only [[{table}]] rows belong here" for key in data if key != table]
    rows = data.get(table, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        faults.append(f"{filename}: rows must be written as [[{table}]]")
        return []
    return rows


def _merge(
    into: dict[str, dict[str, Any]], rows: list[dict[str, Any]], filename: str, faults: list[str], *, host: bool
) -> None:
    seen: set[str] = set()
    for n, row in enumerate(rows, 1):
        id = row.get("id")
        if not isinstance(id, str) or not re.fullmatch(r"[a-z0-9_]+", id):
            faults.append(f"{filename}, row {n}, id: missing, or not small letters, digits and underscores")
            continue
        if id in seen:
            faults.append(f"{filename}, row {n} ({id}), id: this id stands in the file twice")
        seen.add(id)
        if host:
            given = {key: "host" for key in row if key not in ("id", "source", "abilities")}
            known = into.get(id, {})
            row = {**known, **row, "source": {**known.get("source", {}), **given, **row.get("source", {})}}
        into[id] = row


def _checked(rows: dict[str, dict[str, Any]], kind: type[Any], filename: str, faults: list[str]) -> dict[str, Any]:
    cards: dict[str, Any] = {}
    for id, row in rows.items():
        try:
            cards[id] = card = msgspec.convert(row, kind)
        except msgspec.ValidationError as error:
            reason = str(error)
            field = re.search(r"\$\.([\w\[\].]+)", reason) or re.search(r"field `(\w+)`", reason)
            faults.append(f"{filename}, row {id}, {field[1] if field else 'row'}: {reason}")
            continue
        faults += [f"{filename}, row {id}, {fault}" for fault in _senseless(card)]
    return cards


def _senseless(card: ArmyFace | Spell) -> list[str]:
    faults = [
        f"source.{k}: {v!r} is not one of {', '.join(SOURCES)}" for k, v in card.source.items() if v not in SOURCES
    ]
    if isinstance(card, ArmyFace):
        if any(letter not in "WUBRG" for letter in card.colours):
            faults.append(f"colours: {card.colours!r} may only hold the letters W, U, B, R and G")
        for field, least, most in (
            ("figures", 1, 9), ("life", 1, 20), ("move", 0, 20), ("range", 1, 20), ("power", 0, 20),
            ("toughness", 0, 20), ("height", 1, 20), ("base", 1, 2), ("cost", 0, 1000), ("ppf", 0, 1000),
        ):  # fmt: skip
            value = getattr(card, field)
            if not least <= value <= most:
                faults.append(f"{field}: {value} is not between {least} and {most}")
        if card.kind != "squad" and card.figures != 1:
            faults.append(f"figures: a {card.kind} has one figure, not {card.figures}")
        if card.kind == "squad" and not card.ppf and (card.cost or not card.other_side):
            faults.append("ppf: a squad needs its price per figure")
        return faults
    if card.colour not in COLOURS or not card.colour:
        faults.append(f"colour: {card.colour!r} is not one of W, U, B, R, G")
    if not 0 <= card.cost <= 200:
        faults.append(f"cost: {card.cost} is not between 0 and 200")
    if card.type == "hidden":
        if card.hook not in HOOKS:
            faults.append(f"hook: {card.hook!r} is not one of {', '.join(HOOKS)}")
        if not card.attaches_to.startswith("own "):
            faults.append("attaches_to: hidden enchantments go on own army cards only (AR-SPELL-12)")
    elif card.timing not in TIMINGS:
        faults.append(f"timing: {card.timing!r} is not one of {'; '.join(TIMINGS)}")
    if card.enchantment and not re.fullmatch(
        r"(own|enemy|any) (unique )?(army card|planeswalker|hero|squad)( or (hero|squad))?", card.attaches_to
    ):
        faults.append(f"attaches_to: {card.attaches_to!r} is not understood; write for instance 'own squad or hero'")
    return faults


@cache
def catalogue(overlay: Path | None = None) -> Cards:
    """Our cards, with the rows of the ``overlay`` folder laid over them. Raises CardFault, naming every fault."""
    faults: list[str] = []
    read: list[dict[str, Any]] = []
    for filename, table, kind in (("armies.toml", "army", ArmyFace), ("spells.toml", "spell", Spell)):
        rows: dict[str, dict[str, Any]] = {}
        ours = resources.files(__package__).joinpath(filename).read_text(encoding="utf-8")
        _merge(rows, _rows(ours, filename, table, faults), filename, faults, host=False)
        if overlay is not None:
            theirs = overlay / filename
            if theirs.exists():
                _merge(rows, _rows(_text(theirs, faults), str(theirs), table, faults), str(theirs), faults, host=True)
        read.append(_checked(rows, kind, str(overlay / filename) if overlay else filename, faults))
    if overlay is not None and not overlay.is_dir():
        faults.append(f"{overlay}: no such folder; it should hold armies.toml, spells.toml or both")
    faults += [
        f"armies.toml, row {face.id}, other_side: there is no army card {face.other_side}"
        for face in read[0].values()
        if face.other_side and face.other_side not in read[0]
    ]
    if faults:
        raise CardFault(faults)
    return Cards(read[0], read[1])


def _text(path: Path, faults: list[str]) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        faults.append(f"{path}: cannot be read: {error}")
        return ""


_overlay: Path | None = None


def use_overlay(folder: Path | None) -> None:
    """Lay the host's folder over our rows from now on. Raises CardFault and changes nothing if it has faults."""
    global _overlay
    catalogue(folder)
    _overlay = folder


def cards() -> Cards:
    """The cards in use in this process."""
    return catalogue(_overlay)
