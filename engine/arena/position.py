"""A position: the state with the questions every chapter of the rulebook asks of it. It changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from engine.arena.agreed import OPTIONS
from engine.arena.battlefield import CRYPTOLITH_HEIGHT, Battlefield, load
from engine.arena.cards import ArmyFace, Cards, Spell, cards
from engine.arena.hexes import Hex, name
from engine.arena.state import Arena, ArmyCard, Cryptolith, Figure, Glyph
from engine.core.text import Text, words

if TYPE_CHECKING:
    from engine.arena.effects import Source

Stand = tuple[Hex, ...]  # the space or spaces a figure stands on, that of its leading side first

CRYPTOLITH_LIFE = 3  # AR-CRYPT-03
CRYPTOLITH_TOUGHNESS = 4  # AR-CRYPT-02


class Position:
    """Read-only questions about a state. Cheap to make; holds no copies."""

    still = False  # whether nothing changes for as long as it lasts

    def __init__(self, state: Arena) -> None:
        self.state = state
        self.at_work: dict[str, list[Source]] = {}  # of a still position: what works now, by moment
        self.known_abilities: dict[tuple[int, str, int], list[Source]] = {}

    @cached_property
    def field(self) -> Battlefield:
        return load(self.state.battlefield)

    @cached_property
    def catalogue(self) -> Cards:
        return cards()

    def agreed(self, option: str) -> int:
        """What the table agreed on, see :mod:`engine.arena.agreed`."""
        return self.state.options.get(option, OPTIONS[option])

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
        """Whom the figure obeys: its army card's controller, but for a borrowed one the player on turn."""
        extra = self.state.turn.extra
        if extra is not None and extra.borrowed is not None and figure.id in extra.figures:
            return self.state.turn.seat
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

    def points(self, figure: Figure) -> int:
        """What the figure counts in scoring: price per figure for squads, the card's cost for heroes and Planeswalkers
        (AR-END-04, A38)."""
        return self.catalogue.points(self.face_of(figure))

    # -- who is with whom (AR-TEAM-09)
    def team(self, seat: int) -> int:
        return self.state.seats[seat].team

    def after(self, seat: int) -> list[int]:
        """The other seats, in the order in which they come to play."""
        count = len(self.state.seats)
        return [(seat + i) % count for i in range(1, count)]

    def opponents(self, seat: int) -> list[int]:
        """Seats of other teams, in turn order."""
        return [other for other in self.after(seat) if self.team(other) != self.team(seat)]

    def allies(self, seat: int) -> list[int]:
        """Team mates, without the seat itself."""
        return [other for other in self.after(seat) if self.team(other) == self.team(seat)]

    def against(self, a: Figure, b: Figure) -> bool:
        """Whether the two are enemies: controlled by opponents."""
        return self.team(self.controller(a)) != self.team(self.controller(b))

    def own(self, seat: int) -> list[Figure]:
        """Figures on the battlefield that ``seat`` controls."""
        return [figure for figure in self.board if self.controller(figure) == seat]

    def friendly(self, seat: int) -> list[Figure]:
        """Figures on the battlefield that ``seat`` or a team mate controls."""
        team = self.team(seat)
        return [figure for figure in self.board if self.team(self.controller(figure)) == team]

    def enemies(self, seat: int) -> list[Figure]:
        """Figures on the battlefield of ``seat``'s opponents."""
        team = self.team(seat)
        return [figure for figure in self.board if self.team(self.controller(figure)) != team]

    def acting(self) -> list[Figure]:
        """The figures whose Actions 3 and 4 these are: those of the chosen army card, or of the extra action that runs.
        Who has lost control of them meanwhile has none."""
        turn = self.state.turn
        if turn.extra is not None:
            figures = [self.state.figures[id] for id in turn.extra.figures if self.state.figures[id].zone == "board"]
        else:
            figures = [] if turn.chosen is None else self.on_board(self.state.cards[turn.chosen])
        return [figure for figure in figures if self.controller(figure) == turn.seat]

    def has_moved(self, figure: Figure) -> bool:
        """Whether the figure has moved in this turn."""
        turn = self.state.turn
        return figure.id in turn.moved or any(moving.figure == figure.id and moving.spent for moving in turn.moves)

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
        """``the attacker``, ``orange 2``: unmistakable at this table."""
        own = self.state.seats[seat]
        if not own.side:
            return words("seat {n}", n=seat + 1)
        if self.allies(seat):
            return words("{side} {n}", side=Text(own.side), n=own.number)
        return words("the {side}", side=Text(own.side)) if self.field.goal in ("cryptoliths", "escape") else Text(own.side)

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
        """Whoever stands there, with either half."""
        for figure in self.state.figures:
            if (figure.at == space or figure.rear == space) and figure.zone == "board":
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
        """The space it stands on; of a double-space figure that of its leading side."""
        assert figure.at is not None, "only figures on the battlefield have a space"
        return figure.at

    def stand(self, figure: Figure) -> Stand:
        at = self.space(figure)
        return (at,) if figure.rear is None else (at, figure.rear)

    def base_level(self, figure: Figure) -> int:
        """The level its base stands on."""
        return self.level(self.space(figure))

    def distance(self, a: Figure | Hex | Stand, b: Figure | Hex | Stand) -> int:
        """Spaces between, counted over existing hexes; levels and occupants do not matter (AR-ATK-09). Of double-space
        figures the nearest halves count (AC-ATK-02, A22)."""
        ones, others = self._spaces(a), self._spaces(b)
        if len(ones) == len(others) == 1:
            return self.field.steps(ones[0], others[0])
        return min(self.field.steps(one, other) for one in ones for other in others)

    def _spaces(self, a: Figure | Hex | Stand) -> Stand:
        return self.stand(a) if isinstance(a, Figure) else stand_of(a)

    def within(self, spaces: int, of: Figure | Hex | Stand, figures: Sequence[Figure]) -> list[Figure]:
        return [figure for figure in figures if self.distance(of, figure) <= spaces]

    # -- adjacency and engagement (AR-ENG-01, AR-ENG-02, AC-ENG-01)
    def adjacent_at(self, a: Figure, at: Hex | Stand, b: Figure) -> bool:
        """Whether ``a``, if it stood there, would be adjacent to ``b``: with any halves."""
        return self.adjacent_stands(self.face_of(a).height, at, self.face_of(b).height, self.stand(b))

    def adjacent_stands(self, height: int, at: Hex | Stand, other_height: int, there: Hex | Stand) -> bool:
        """Whether figures of these heights on these spaces would be adjacent: on neighbouring spaces, neither base on a
        level as high as the other is tall, and no ruin between that either does not overtop (AC-ENG-01, AC-ENG-02)."""
        for here in stand_of(at):
            near = self.field.neighbours(here)
            for space in stand_of(there):
                if space not in near:
                    continue
                rise = self.level(space) - self.level(here)
                if not (rise < height if rise >= 0 else -rise < other_height):
                    continue
                wall = self.field.wall(here, space)
                if not wall or (wall < height and wall < other_height):
                    return True
        return False

    def adjacent(self, a: Figure, b: Figure) -> bool:
        return self.adjacent_at(a, self.stand(a), b)

    def adjacent_to_cryptolith(self, figure: Figure, cryptolith: Cryptolith) -> bool:
        return self.adjacent_to_cryptolith_at(figure, self.stand(figure), cryptolith)

    def adjacent_to_cryptolith_at(self, figure: Figure, at: Hex | Stand, cryptolith: Cryptolith) -> bool:
        """Whether ``figure``, if it stood there, would be adjacent to the cryptolith: measured to its base, as to a
        figure nine levels high (AR-CRYPT-05)."""
        height = self.face_of(figure).height
        for space in stand_of(at):
            if cryptolith.at in self.field.neighbours(space):
                rise = self.field.level(cryptolith.at) - self.level(space)
                near = rise < height if rise >= 0 else -rise < CRYPTOLITH_HEIGHT
                if near and self.field.wall(space, cryptolith.at) < min(height, CRYPTOLITH_HEIGHT):
                    return True
        return False

    def engaged_at(self, figure: Figure, at: Hex | Stand) -> list[Figure]:
        """The enemies ``figure`` would be engaged with there: engagement is adjacency to an enemy (A10)."""
        around = {near for space in stand_of(at) for near in self.field.neighbours(space)}
        return [
            other
            for other in self.state.figures
            if other.zone == "board"
            and (other.at in around or other.rear in around)
            and self.against(figure, other)
            and self.adjacent_at(figure, at, other)
        ]

    def engaged(self, figure: Figure) -> list[Figure]:
        return self.engaged_at(figure, self.stand(figure))

    def adjacent_spaces(self, figure: Figure) -> Iterator[Hex]:
        """Neighbouring spaces that count as adjacent for a figure put there of the same height."""
        height, stand = self.face_of(figure).height, self.stand(figure)
        for space in dict.fromkeys(near for half in stand for near in self.field.neighbours(half)):
            if space not in stand and self.adjacent_stands(height, stand, height, space):
                yield space

    # -- room for a figure that is put somewhere
    def room(self, face: ArmyFace, at: Hex, taken: Sequence[Hex] = ()) -> list[Stand]:
        """The ways in which a figure of that card can be put with its leading side on ``at``: its spaces empty and, for a
        double-space figure, level with each other and not parted by a wall (AC-CHOOSE-02, AC-MOVE-04)."""
        if not self.is_empty(at) or at in taken:
            return []
        if face.base == 1:
            return [(at,)]
        return [
            (at, rear)
            for rear in self.field.neighbours(at)
            if rear not in taken and self.is_empty(rear) and self.fits(at, rear)
        ]

    def fits(self, at: Hex, rear: Hex) -> bool:
        """Whether a double-space base lies flat on the two (AC-MOVE-04, AC-MOVE-08)."""
        return self.level(at) == self.level(rear) and not self.field.wall(at, rear)


class Still(Position):
    """A look at a position that does not change meanwhile: what works now is found once."""

    still = True


def stand_of(at: Hex | Stand) -> Stand:
    """A space or two as a stand."""
    return (at,) if isinstance(at[0], int) else at


def spot(space: Hex) -> str:
    """The coordinate as people write it."""
    return name(space)
