"""The plain data of an Arena match. Nothing here knows a rule."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.arena.hexes import Hex
from engine.core.state import State

Phase = Literal["setup", "start", "before", "acting", "after", "cleanup"]
Until = Literal["turn", "own start", "own end"]


class Figure(msgspec.Struct):
    """A figure. ``at`` is its space while it is on the battlefield (zone "board").

    A figure on top of a cryptolith has the cryptolith's space. ``damage`` counts markers, whether they lie on the base or
    on the army card (AR-ATK-42, AR-ATK-43): a hero or Planeswalker is the only figure of its card.
    """

    id: int
    card: int
    number: int  # on its card, from 1
    owner: int
    at: Hex | None = None
    damage: int = 0
    zone: Literal["reserve", "board", "graveyard", "removed"] = "reserve"
    types: list[str] = []  # creature types it has beyond those printed


class Enchantment(msgspec.Struct):
    """A spell attached to an army card. ``controller`` is who "you" means on it."""

    spell: str
    owner: int
    controller: int
    hidden: bool
    stamp: int  # order of playing over the whole match: the lowest of a card lies topmost (AR-SPELL-15)


class ArmyCard(msgspec.Struct):
    id: int
    face: str  # id of the side that is up, in the card files
    owner: int
    controller: int
    zone: Literal["reserve", "play", "graveyard"] = "reserve"
    attached: list[Enchantment] = []
    counters: dict[str, int] = {}  # "power", "toughness", "charge"
    used: list[str] = []  # abilities that may be used once a turn, used in this one


class Seat(msgspec.Struct):
    """A player's side of the table. ``library`` is drawn from its end."""

    side: str  # "attacker", "defender": empty until the roles are settled
    planeswalker: int  # its army card
    hand: list[str]
    library: list[str]
    graveyard: list[str] = []


class Cryptolith(msgspec.Struct):
    name: str
    at: Hex
    damage: int = 0
    standing: bool = True


class Glyph(msgspec.Struct):
    key: Literal["H", "R"]
    at: Hex


class Lasting(msgspec.Struct):
    """An effect that outlives the spell that made it.

    ``until`` "turn": this turn; "own start": the start of ``seat``'s next turn; "own end": the end of the next turn that
    ``seat`` has (``begun`` marks that it has come).
    """

    effect: str
    controller: int
    seat: int
    until: Until
    cards: list[int] = []
    figures: list[int] = []
    begun: bool = False


class Moving(msgspec.Struct):
    """How far a figure has come in this Action 3."""

    figure: int
    spent: int = 0
    road: bool = True  # every space so far, the first included, is road (AR-ROAD-03)
    over: bool = False


class Turn(msgspec.Struct):
    """The running turn. ``chosen`` is the army card of Action 2."""

    number: int
    seat: int
    phase: Phase = "setup"
    chosen: int | None = None
    spells: int = 0
    summoned: list[int] = []
    moves: list[Moving] = []
    attacks: list[int] = []  # figures that have attacked in Action 4
    no_attack: list[int] = []  # figures an effect keeps from attacking in this turn
    once: list[str] = []  # effects that act only the first time each turn


class Arena(State):
    """A match of Arena of the Planeswalkers."""

    battlefield: str = ""
    options: dict[str, bool] = {}
    seats: list[Seat] = []
    cards: list[ArmyCard] = []
    figures: list[Figure] = []
    cryptoliths: list[Cryptolith] = []
    glyphs: list[Glyph] = []
    lasting: list[Lasting] = []
    turn: Turn = msgspec.field(default_factory=lambda: Turn(0, 0))
    stamp: int = 0
