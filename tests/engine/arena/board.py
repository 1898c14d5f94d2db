"""Setting a board in a few lines: a small map, figures on it, dice that fall as told.

    board = lay('''
          A   B   C
      1   s0  s3  w0
    ''')
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.dice("shield")
    board.do("move:0:B1")

Two seats, 0 (defender) and 1 (attacker), unless ``teams`` names the sides with their seats:

    board = lay(teams={"orange": 2, "yellow": 2}, goal="army", weirded="bog", truce=1, apart=True)
    board.seat("orange 1")     # 0; the seats sit as the rules say: orange 1, yellow 2, yellow 1, orange 2
    board.put("ruhan", "C3 C4", seat=board.seat("yellow 2"))      # double-space: its leading side's space first

``goal``, ``weirded``, ``night``, ``truce``, ``apart``, ``summon``, ``flying``, ``exits`` ({"E1": "E"}), ``scoring``,
``walls`` ({"A1-B1": 6}) and ``pillars`` ({"C2": 5}) are what a map file says (battlefields/FORMAT.md); ``options`` are the
match options. ``glyphs`` ({"R": "B1"}): one named by a small letter lies symbol side up. ``field="ambush"`` takes a
battlefield that comes with the game instead of a grid; ``teams`` then only where it is for several numbers of players.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec

from engine.arena import battlefield
from engine.arena.battlefield import Battlefield, Exit, FieldRules, Ground, Play, Side, StandingStone, Wall, load
from engine.arena.cards import cards
from engine.arena.game import COMBAT_DIE
from engine.arena.hexes import Hex, parse
from engine.arena.hexes import name as _name
from engine.arena.position import Position
from engine.arena.rules import RULES
from engine.arena.state import Arena, ArmyCard, Cryptolith, Enchantment, Figure, Glyph, Seat, Turn
from engine.core.events import Event
from engine.core.match import Match

SEED = b"scripted".ljust(32, b"!")
_numbers = count(1)
FLAT = "\n".join(["      " + "   ".join("ABCDEFGHIJKL"), *(f"  {n}   " + "  ".join(["s0"] * 12) for n in range(1, 11))])


def flat() -> str:
    """Twelve columns, ten rows, all sand on level 0."""
    return FLAT


def _spaces(grid: str) -> dict[Hex, Ground]:
    spaces: dict[Hex, Ground] = {}
    for row, line in enumerate([line.split() for line in grid.strip().splitlines()][1:]):
        for column, cell in enumerate(line[1:]):
            if cell != "..":
                spaces[(column, row)] = Ground(cell[0], int(cell[1]))
    return spaces


class Dice:
    """What the dice show, in order. A die that nobody told how to fall is a fault of the test; so is one left over."""

    def __init__(self) -> None:
        self.combat: list[str] = []
        self.twenty: list[int] = []

    def value(self, seed: bytes, stream: str, n: int) -> int:
        if stream == "combat die":
            assert self.combat, "a combat die was rolled that the test did not expect"
            return ((COMBAT_DIE.index(self.combat.pop(0)) << 64) // 6) + 1  # type: ignore[arg-type]
        if stream == "d20":
            assert self.twenty, "the 20-sided die was rolled and the test did not expect it"
            return (((self.twenty.pop(0) - 1) << 64) // 20) + 1
        return 0


class Board:
    """A position being set up, then a match; seat 0 is on turn unless told. See the module's text for the arguments."""

    def __init__(
        self, grid: str | None = None, *, field: str = "", teams: dict[str, int] | None = None, goal: str = "",
        weirded: str = "plain", night: int = 0, turns: int = 30, truce: int = 0, apart: bool = False,
        summon: str = "sight-5", flying: bool = True, first: str = "", stones: dict[str, str] | None = None,
        glyphs: dict[str, str] | None = None, exits: dict[str, str] | None = None, scoring: tuple[str, ...] = (),
        walls: dict[str, int] | None = None, pillars: dict[str, int] | None = None,
        starts: dict[str, list[str]] | None = None, options: dict[str, int] | None = None,
    ) -> None:  # fmt: skip
        teams = teams or ({"defender": 1, "attacker": 1} if not field else {})
        players = sum(teams.values()) or load(field).play[0].players
        if field:
            self.field = load(field)
        else:
            spaces = _spaces(grid or flat())
            free = iter([*sorted(spaces), *sorted(spaces)])
            sides = tuple(
                Side(name, name, seats, tuple(parse(at) for at in (starts or {}).get(name, []))
                     or tuple(next(free) for _ in range(seats)))
                for name, seats in teams.items()
            )  # fmt: skip
            self.field = Battlefield(
                id=f"test-{next(_numbers)}", name="A test", set="shadows-over-innistrad", source="designed",
                rules=FieldRules(weirded, night, summon, flying, truce, apart), spaces=spaces,
                play=(Play(players, turns, first or next(iter(teams)), sides),),
                goal=goal or ("cryptoliths" if set(teams) == {"defender", "attacker"} else "score"),
                cryptoliths=tuple(StandingStone(key, parse(at), parse(at)) for key, at in (stones or {}).items()),
                exits=tuple(Exit(parse(at), arrow) for at, arrow in (exits or {}).items()),
                scoring=tuple(parse(at) for at in scoring),
                walls=tuple(Wall(frozenset(map(parse, at.split("-"))), height) for at, height in (walls or {}).items()),
                pillars={parse(at): height for at, height in (pillars or {}).items()},
            )  # fmt: skip
            battlefield._laid[self.field.id] = self.field
        self.state = Arena(battlefield=self.field.id, options=dict(options or {}))
        self.state.cryptoliths = [Cryptolith(stone.name, stone.at) for stone in self.field.cryptoliths]
        pool = iter(self.field.glyph_pool)
        laid = [(next(pool).lower() if place.key == "?" else place.key, place.at) for place in self.field.glyphs]
        laid += [(key, parse(at)) for key, at in (glyphs or {}).items()]
        self.state.glyphs = [Glyph(key.upper(), at, key.isupper()) for key, at in laid]  # type: ignore[arg-type]
        self.state.turn = Turn(2, 0, "before")
        names = iter([side.name for side in self.field.sides(players)])
        self.state.seats = [
            Seat(place.side or next(names), -1, [], [], team=place.team, number=place.number)
            for place in self.field.seating(players)
        ]
        self.rolls = Dice()
        self._match: Match[Arena] | None = None
        self._events: list[Event] = []

    # -- setting up
    def seat(self, name: str) -> int:
        """The seat of a side, or of one of its players ("orange", "orange 2")."""
        side, _, number = name.rpartition(" ") if name[-1].isdigit() else (name, "", "1")
        return next(n for n, seat in enumerate(self.state.seats) if (seat.side, seat.number) == (side, int(number)))

    def put(self, face: str, *at: str, seat: int = 0) -> Any:
        """Put an army card in play, its figures on those spaces: the figure, or the list of a squad's figures. Without
        spaces the card waits in the reserve. Of a double-space figure both spaces are named, "C3 C4": the leading first."""
        kind = cards().armies[face]
        card = ArmyCard(len(self.state.cards), face, seat, seat, "play" if at else "reserve")
        self.state.cards.append(card)
        if kind.kind == "planeswalker":
            self.state.seats[seat].planeswalker = card.id
        figures = []
        for n in range(kind.figures):
            figure = Figure(len(self.state.figures), card.id, n + 1, seat)
            if n < len(at):
                leading, _, rear = at[n].partition(" ")
                figure.at, figure.zone = parse(leading), "board"
                figure.rear = parse(rear) if rear else None
            elif at:
                figure.zone = "graveyard"
            self.state.figures.append(figure)
            figures.append(figure)
        return figures if kind.figures > 1 else figures[0]

    def attach(self, spell: str, on: Figure, *, by: int | None = None) -> None:
        card = self.state.cards[on.card]
        self.state.stamp += 1
        owner = card.controller if by is None else by
        hidden = cards().spells[spell].type == "hidden"
        card.attached.append(Enchantment(spell, owner, owner, hidden, self.state.stamp))

    def hand(self, seat: int, *spells: str) -> None:
        self.state.seats[seat].hand = list(spells)

    def library(self, seat: int, *spells: str) -> None:
        """The last one named is drawn first."""
        self.state.seats[seat].library = list(spells)

    def graveyard(self, seat: int, *spells: str) -> None:
        self.state.seats[seat].graveyard = list(spells)

    def start(self, chosen: Figure | list[Figure] | None = None, *, seat: int = 0, phase: str = "before",
              number: int | None = None) -> None:  # fmt: skip
        """Begin to play: ``seat`` is on turn and has chosen the figure's army card (None: nothing yet)."""
        for n, owner in enumerate(self.state.seats):  # the rules expect every seat to have a Planeswalker's card
            if owner.planeswalker < 0:
                self.put("jace_beleren", seat=n)
        figure = chosen[0] if isinstance(chosen, list) else chosen
        turn = number if number is not None else 2 + seat
        self.state.turn = Turn(turn, seat, phase, figure.card if figure else None)  # type: ignore[arg-type]
        self._match = Match(RULES, SEED, msgspec.msgpack.encode(self.state))

    # -- playing
    @property
    def match(self) -> Match[Arena]:
        assert self._match is not None, "start the board first"
        return self._match

    @property
    def now(self) -> Arena:
        return self.match.state

    @property
    def pos(self) -> Position:
        return Position(self.now if self._match else self.state)

    def dice(self, *faces: str) -> None:
        """The next combat dice: "sword", "shield", "blank", or a number before it ("3 sword")."""
        for face in faces:
            n, _, kind = face.rpartition(" ")
            self.rolls.combat += [kind] * int(n or 1)

    def d20(self, *rolls: int) -> None:
        self.rolls.twenty += rolls

    def do(self, *keys: str) -> list[Event]:
        """Answer for whoever is asked; every told die must have fallen. Returns what happened."""
        events: list[Event] = []
        for key in keys:
            events += self.match.answer(self.match.asked[0].seat, key)
        assert not self.rolls.combat, f"dice left over: {self.rolls.combat}"
        assert not self.rolls.twenty, f"20-sided dice left over: {self.rolls.twenty}"
        self._events = events
        return events

    def options(self, tag: str = "") -> set[str]:
        return {option.key for option in self.match.asked[0].options if option.key.startswith(tag)}

    def may(self, key: str) -> bool:
        return key in self.options()

    def why(self, key: str) -> tuple[str, str]:
        """The rule and the words of the refusal; the answer must be on no list."""
        refusal = self.match.why(self.match.asked[0].seat, key)
        assert key not in self.options(), f"{key} is on offer"
        return refusal.rule, str(refusal.text)

    def figure(self, figure: Figure) -> Figure:
        """The figure as it is now."""
        return self.now.figures[figure.id]

    def card(self, figure: Figure) -> ArmyCard:
        return self.now.cards[figure.card]

    def at(self, figure: Figure) -> str | None:
        """Its space, of a double-space figure both ("C3 C4", the leading first); None off the battlefield."""
        now = self.figure(figure)
        if now.at is None or now.zone != "board":
            return None
        return _name(now.at) if now.rear is None else f"{_name(now.at)} {_name(now.rear)}"

    def damage(self, figure: Figure) -> int:
        return self.figure(figure).damage

    def told(self, kind: str) -> list[Event]:
        return [event for event in self._events if event.kind == kind]

