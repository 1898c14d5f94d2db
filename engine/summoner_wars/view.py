"""The battlefield as one seat, or a spectator, may see it: plain structs, made by :mod:`engine.summoner_wars.seen`."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.core.refusal import Refusal
from engine.core.text import Text

PhaseShown = Literal["setup", "summon", "events", "movement", "attack", "magic", "over"]


class CardView(msgspec.Struct, frozen=True):
    """A card as printed. ``id`` is its number in the match as text, or the face's id outside matches. ``why_not``: why it
    cannot be used now; None if it can, or if it is not the viewer's to use."""

    id: str
    face: str
    name: str
    faction: str
    kind: str  # summoner, champion, common, event, wall
    text: Text
    source: str
    cost: int | None = None
    attack: int | None = None
    life: int | None = None
    range: str = ""
    ability: str = ""
    why_not: Refusal | None = None


class PieceView(msgspec.Struct, frozen=True):
    """A card on the battlefield. ``attack`` is its value now, ``printed`` that on the card; ``under`` counts cards under it;
    ``on`` names events that lie on it; ``moved`` and ``attacked``: in this turn. ``reach``: how many spaces away it may
    attack, ``steps``: how many it may move; 0 of what is no unit."""

    card: int
    face: CardView
    label: Text
    at: str
    seat: int  # who controls it
    owner: int
    attack: int
    printed: int
    life: int
    wounds: int
    under: int = 0
    on: tuple[str, ...] = ()
    moved: bool = False
    attacked: bool = False
    reach: int = 0
    steps: int = 0


class WarSeat(msgspec.Struct, frozen=True):
    """``hand`` is None where the viewer may not look. ``discard``: newest last."""

    name: str
    faction: str
    hand: tuple[CardView, ...] | None
    hand_count: int
    draw_count: int
    magic_count: int
    discard: tuple[CardView, ...]
    team: int


class WarView(msgspec.Struct, frozen=True):
    viewer: int | None
    turn: int
    active: int
    phase: PhaseShown
    seats: tuple[WarSeat, ...]
    pieces: tuple[PieceView, ...]
    lasting: tuple[Text, ...]
    goal: Text
    progress: tuple[Text, ...]
    moves_left: int
    attacks_left: int


class DeckView(msgspec.Struct, frozen=True):
    """A deck for its picture: units and events each with how many there are."""

    summoner: CardView
    units: tuple[tuple[CardView, int], ...]
    events: tuple[tuple[CardView, int], ...]
    faults: tuple[Refusal, ...]
