"""The Arena as one seat, or a spectator, may see it: plain structs, made by :mod:`engine.arena.seen`.

Coordinates are names ("F7"). Everything a picture or a panel shows comes from here.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.core.refusal import Refusal
from engine.core.text import NOTHING, Text


class SpellView(msgspec.Struct, frozen=True):
    """A spell card. ``why_not`` says why it cannot be played now; None if it can, or if nobody could play it now anyway."""

    id: str
    name: str
    colour: str  # W U B R G
    kind: str  # sorcery, aura, hidden
    attaches_to: str
    cost: int
    timing: str
    text: str
    duration: str
    source: str
    playable: bool = False
    why_not: Refusal | None = None


class AbilityView(msgspec.Struct, frozen=True):
    name: str
    kind: str  # static, triggered, activated
    text: str


class AttachedView(msgspec.Struct, frozen=True):
    """An enchantment on an army card. ``spell`` is None for a face-down card the viewer may not look at; ``owner`` is then
    given as whoever laid it there."""

    spell: SpellView | None
    face_down: bool
    owner: int
    controller: int


class FigureView(msgspec.Struct, frozen=True):
    """``label`` names it among all figures of both seats ("Noble 2"), ``short`` fits a token ("N2"). ``power``,
    ``toughness``, ``move`` and ``range`` are what they come to now; None where it does not stand on the battlefield."""

    id: int
    card: int
    seat: int
    label: Text
    short: str
    zone: Literal["reserve", "board", "graveyard", "removed", "exited"]
    at: str | None
    rear: str | None  # the other space of a double-space figure
    level: int
    on_cryptolith: bool
    life: int
    damage: int
    height: int
    flying: bool
    moved: bool
    attacked: bool
    engaged_with: tuple[int, ...]
    power: int | None = None
    toughness: int | None = None
    move: int | None = None
    range: int | None = None


class ArmyCardView(msgspec.Struct, frozen=True):
    """``name`` is printed on it, ``label`` names it among all cards on the battlefield. ``power``,
    ``toughness``, ``move``, ``range`` are as printed; ``changes`` names what alters them now, in words."""

    id: int
    face: str
    name: str
    kind: Literal["planeswalker", "hero", "squad"]
    unique: bool
    colours: str
    seat: int
    owner: int
    zone: Literal["reserve", "play", "graveyard", "exited"]
    cost: int
    ppf: int
    life: int
    move: int
    range: int
    power: int
    toughness: int
    height: int
    size: str
    types: tuple[str, ...]
    abilities: tuple[AbilityView, ...]
    attached: tuple[AttachedView, ...]
    counters: dict[str, int]
    figures: tuple[int, ...]
    source: str
    label: Text
    changes: tuple[Text, ...] = ()


class SeatView(msgspec.Struct, frozen=True):
    """``hand`` is None where the viewer may not look; ``hand_size`` always tells the number.

    ``team`` is equal for team mates, ``number`` counts them; ``name`` is what the seat is called at this table. ``out``:
    the player has given up. ``exited`` and ``lost`` are points of its figures that left by an exit or were destroyed.
    """

    seat: int
    side: str
    name: Text
    team: int
    number: int
    out: bool
    exited: int
    lost: int
    planeswalker: str
    hand: tuple[SpellView, ...] | None
    hand_size: int
    library_size: int
    graveyard: tuple[SpellView, ...]
    score: int


class CryptolithView(msgspec.Struct, frozen=True):
    name: str
    at: str
    damage: int
    life: int
    standing: bool
    top: int  # level of its top space


class GlyphView(msgspec.Struct, frozen=True):
    """``key`` is "?" while the glyph lies symbol side up."""

    key: str
    at: str
    name: Text
    text: Text


class ArenaView(msgspec.Struct, frozen=True):
    """``phase`` is one of setup, before (spells, choosing, summoning), acting (moves, attacks), after (spells), over."""

    battlefield: str
    battlefield_name: str
    viewer: int | None
    turn: int
    turns: int
    active: int
    phase: str
    chosen: int | None
    spells_left: int
    summons_left: int
    seats: tuple[SeatView, ...]
    cards: tuple[ArmyCardView, ...]
    figures: tuple[FigureView, ...]
    cryptoliths: tuple[CryptolithView, ...]
    glyphs: tuple[GlyphView, ...]
    night: bool
    weirded: Text = NOTHING
    goal: Text = NOTHING
    progress: tuple[Text, ...] = ()  # how far each side has come towards the goal
    extra: Text = NOTHING  # whose extra action is running

    def card(self, id: int) -> ArmyCardView:
        return self.cards[id]

    def figure(self, id: int) -> FigureView:
        return self.figures[id]

    def figures_of(self, card: int) -> list[FigureView]:
        return [self.figures[id] for id in self.cards[card].figures]
