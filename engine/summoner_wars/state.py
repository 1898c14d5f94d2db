"""The plain data of a match. Nothing here knows a rule."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.core.state import State
from engine.summoner_wars.board import Space

Phase = Literal["setup", "start", "draw", "summon", "events", "movement", "moved", "attack", "attacked", "magic", "end"]
Until = Literal["turn", "own start"]


class Card(msgspec.Struct):
    """A card of somebody's deck. ``owner`` is whose deck it came from: that never changes."""

    face: str
    owner: int


class Piece(msgspec.Struct):
    """A card on the battlefield. ``under`` lie cards that count for it; ``on`` lie events attached to it."""

    card: int
    at: Space
    controller: int
    wounds: int = 0
    under: list[int] = []
    on: list[int] = []


class Seat(msgspec.Struct):
    """``draw`` and ``magic`` are taken from their ends. ``out``: the player has given up."""

    summoner: str
    hand: list[int]
    draw: list[int]
    magic: list[int] = []
    discard: list[int] = []
    out: bool = False


class Lasting(msgspec.Struct):
    """An event or ability that outlives its playing. ``until`` "turn": this turn; "own start": the start of ``seat``'s next
    turn. ``cards`` are those it is about (none: all it speaks of)."""

    effect: str
    seat: int
    until: Until
    cards: list[int] = []


class Borrowed(msgspec.Struct):
    """A unit under another's control for a while; it goes back to ``owner`` at the end of the turn."""

    card: int
    owner: int


class Turn(msgspec.Struct):
    """The turn under way. ``moved``: how far each unit has moved in it, by the Movement Phase or otherwise; ``moves`` and
    ``attacks`` count those of the phases; ``evident`` is the phase that it has reached for everybody to see, for whether one
    is passed over may depend on the hand; ``struck`` holds each attack as (attacker, target), ``used`` abilities that may be
    used once a turn, ``asked`` the units whose moment at the start or end of the turn is over, ``extra`` the unit that may
    attack once more."""

    seat: int = 0
    number: int = 0
    phase: Phase = "setup"
    evident: Phase = "summon"
    moves: int = 0
    more_moves: int = 0
    attacks: int = 0
    more_attacks: int = 0
    moved: dict[int, int] = {}
    phased: list[int] = []
    attacked: list[int] = []
    struck: list[tuple[int, int]] = []
    used: list[str] = []
    asked: list[str] = []
    killed: list[int] = []
    extra: int | None = None
    summoning: bool = False


class War(State):
    """``first`` is who had the first turn."""

    cards: list[Card] = []
    field: list[Piece] = []
    seats: list[Seat] = []
    lasting: list[Lasting] = []
    borrowed: list[Borrowed] = []
    turn: Turn = msgspec.field(default_factory=Turn)
    first: int = 0
    rolls: list[int] = []
