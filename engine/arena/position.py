"""A position: the state with the questions every chapter of the rulebook asks of it. It changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from engine.arena.battlefield import CRYPTOLITH_HEIGHT, Battlefield, load
from engine.arena.cards import ArmyFace, Cards, Spell, cards
from engine.arena.hexes import Hex, name
from engine.arena.state import Arena, ArmyCard, Cryptolith, Figure, Glyph
from engine.core.text import Text, words

if TYPE_CHECKING:
    from engine.arena.effects import Source

CRYPTOLITH_LIFE = 3  # AR-CRYPT-03
CRYPTOLITH_TOUGHNESS = 4  # AR-CRYPT-02


class Position:
    """Read-only questions about a state. Cheap to make; holds no copies."""

    def __init__(self, state: Arena) -> None:
        self.state = state
        self.known_abilities: dict[tuple[int, str, int], list[Source]] = {}

    @cached_property
    def field(self) -> Battlefield:
        return load(self.state.battlefield)

    @cached_property
    def catalogue(self) -> Cards:
        return cards()

    # -- cards and figures
    def card_of(self, figure: Figure) -> ArmyCard:
        return self.state.cards[figure.card]

    def face(self, card: ArmyCard) -> ArmyFace:
        return self.catalogue.armies[card.face]

    def face_of(self, figure: Figure) -> ArmyFace:
        return self.catalogue.armies[self.state.cards[figure.card].face]

    def spell(self, id: str) -> Spell:
        return self.catalogue.spells[id]

    def controller(self, figure: Figure) -> int:
        return self.state.cards[figure.card].controller

    def figures_of(self, card: ArmyCard) -> list[Figure]:
        return [figure for figure in self.state.figures if figure.card == card.id]

    def on_board(self, card: ArmyCard) -> list[Figure]:
        return [figure for figure in self.state.figures if figure.card == card.id and figure.zone == "board"]

    @property
    def board(self) -> list[Figure]:
        """All figures on the battlefield."""
        return [figure for figure in self.state.figures if figure.zone == "board"]

    def cards_of(self, seat: int) -> list[ArmyCard]:
        """Army cards in play that ``seat`` controls."""
        return [card for card in self.state.cards if card.controller == seat and card.zone == "play"]

    def planeswalker(self, seat: int) -> Figure | None:
        """The seat's Planeswalker, if it is on the battlefield."""
        card = self.state.cards[self.state.seats[seat].planeswalker]
        return next((figure for figure in self.on_board(card)), None)

    def is_creature(self, figure: Figure) -> bool:
        """Squad and hero figures are creatures; with Planeswalkers they are figures (AR-TERM-02)."""
        return self.face_of(figure).kind != "planeswalker"

    def types(self, figure: Figure) -> set[str]:
        return {*self.face_of(figure).types, *figure.types}

    def life_left(self, figure: Figure) -> int:
        return self.face_of(figure).life - figure.damage

    def own(self, seat: int) -> list[Figure]:
        return [figure for figure in self.board if self.controller(figure) == seat]

    def enemies(self, seat: int) -> list[Figure]:
        """Figures on the battlefield of ``seat``'s opponents."""
        return [figure for figure in self.board if self.controller(figure) != seat]

    def opponents(self, seat: int) -> list[int]:
        count = len(self.state.seats)
        return [(seat + i) % count for i in range(1, count)]

    # -- names
    def label(self, figure: Figure) -> Text:
        """The figure's name: unmistakable on this battlefield."""
        face = self.face_of(figure)
        number = f" {figure.number}" if face.figures > 1 else ""
        twins = sum(card.face == face.id for card in self.state.cards) > 1
        if twins:
            return words("{side}'s {figure}", side=self.side_name(figure.owner), figure=face.figure + number)
        return words("{figure}", figure=face.figure + number)

    def card_label(self, card: ArmyCard) -> Text:
        face = self.face(card)
        if sum(other.face == face.id for other in self.state.cards) > 1:
            return words("{side}'s {card}", side=self.side_name(card.owner), card=face.name)
        return words("{card}", card=face.name)

    def side_name(self, seat: int) -> Text:
        side = self.state.seats[seat].side
        return words("the " + side) if side else words("seat {n}", n=seat + 1)

    # -- spaces
    def level(self, space: Hex) -> int:
        """The level a base on that space stands on: the top of a standing cryptolith, else the ground. Water lies one
        level below its bank (AR-WATER-03)."""
        level = self.field.level(space)
        return level + CRYPTOLITH_HEIGHT if self.cryptolith_at(space) else level

    def cryptolith_at(self, space: Hex) -> Cryptolith | None:
        """The standing cryptolith whose top that space is."""
        for cryptolith in self.state.cryptoliths:
            if cryptolith.at == space and cryptolith.standing:
                return cryptolith
        return None

    @property
    def standing(self) -> list[Cryptolith]:
        return [cryptolith for cryptolith in self.state.cryptoliths if cryptolith.standing]

    def figure_at(self, space: Hex) -> Figure | None:
        for figure in self.state.figures:
            if figure.at == space and figure.zone == "board":
                return figure
        return None

    def glyph_at(self, space: Hex) -> Glyph | None:
        return next((glyph for glyph in self.state.glyphs if glyph.at == space), None)

    def is_empty(self, space: Hex) -> bool:
        """No figure, no glyph, no cryptolith (AR-TERM-03). Free weirded ground is empty (AR-WEIRD-03)."""
        return not (self.figure_at(space) or self.glyph_at(space) or self.cryptolith_at(space))

    def is_water(self, space: Hex) -> bool:
        return self.field.is_water(space) and not self.cryptolith_at(space)

    def is_road(self, space: Hex) -> bool:
        return self.field.is_road(space) and not self.cryptolith_at(space)

    def is_weirded(self, space: Hex) -> bool:
        return self.field.is_weirded(space) and not self.cryptolith_at(space)

    def space(self, figure: Figure) -> Hex:
        assert figure.at is not None, "only figures on the battlefield have a space"
        return figure.at

    def distance(self, a: Figure | Hex, b: Figure | Hex) -> int:
        """Spaces between, counted over existing hexes; levels and occupants do not matter (AR-ATK-09)."""
        one = self.space(a) if isinstance(a, Figure) else a
        other = self.space(b) if isinstance(b, Figure) else b
        return self.field.steps(one, other)

    def within(self, spaces: int, of: Figure | Hex, figures: list[Figure]) -> list[Figure]:
        return [figure for figure in figures if self.distance(of, figure) <= spaces]

    # -- adjacency and engagement (AR-ENG-01, AR-ENG-02)
    def adjacent_at(self, a: Figure, at: Hex, b: Figure) -> bool:
        """Whether ``a``, if it stood on ``at``, would be adjacent to ``b``."""
        there = self.space(b)
        if there not in self.field.neighbours(at):
            return False
        rise = self.level(there) - self.level(at)
        return rise < self.face_of(a).height if rise >= 0 else -rise < self.face_of(b).height

    def adjacent(self, a: Figure, b: Figure) -> bool:
        return self.adjacent_at(a, self.space(a), b)

    def adjacent_to_cryptolith(self, figure: Figure, cryptolith: Cryptolith) -> bool:
        return self.adjacent_to_cryptolith_at(figure, self.space(figure), cryptolith)

    def adjacent_to_cryptolith_at(self, figure: Figure, at: Hex, cryptolith: Cryptolith) -> bool:
        """Whether ``figure``, if it stood on ``at``, would be adjacent to the cryptolith: measured to its base, as to a
        figure nine levels high (AR-CRYPT-05)."""
        if cryptolith.at not in self.field.neighbours(at):
            return False
        rise = self.field.level(cryptolith.at) - self.level(at)
        return rise < self.face_of(figure).height if rise >= 0 else -rise < CRYPTOLITH_HEIGHT

    def engaged_at(self, figure: Figure, at: Hex) -> list[Figure]:
        """The enemies ``figure`` would be engaged with on ``at``: engagement is adjacency to an enemy (A10)."""
        seat = self.controller(figure)
        around = self.field.neighbours(at)
        return [
            other
            for other in self.state.figures
            if other.zone == "board"
            and other.at in around
            and self.controller(other) != seat
            and self.adjacent_at(figure, at, other)
        ]

    def engaged(self, figure: Figure) -> list[Figure]:
        return self.engaged_at(figure, self.space(figure))

    def adjacent_spaces(self, figure: Figure) -> Iterator[Hex]:
        """Neighbouring spaces that count as adjacent for a figure put there of the same height."""
        at = self.space(figure)
        height = self.face_of(figure).height
        for space in self.field.neighbours(at):
            if abs(self.level(space) - self.level(at)) < height:
                yield space


def spot(space: Hex) -> str:
    """The coordinate as people write it."""
    return name(space)
