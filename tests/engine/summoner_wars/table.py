"""A battlefield in a few lines, with dice that fall as told.

    table = lay("grognack", "prince_elien")   # the Summoners stand on c1 and c8 unless ``at`` says otherwise
    fighter = table.put("tundra_orcs_fighter", "c4")
    table.start("attack")
    table.dice(5, 2)
    table.do(f"attack:{fighter}:{table.card('prince_elien')}")

Seat 0's back row is row 1. Cards are numbers; ``put`` and ``hold`` return them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.events import Event
from engine.core.match import Match
from engine.summoner_wars import board
from engine.summoner_wars.position import Position
from engine.summoner_wars.rules import RULES
from engine.summoner_wars.state import Card, Phase, Piece, Seat, Turn, War

SEED = b"scripted".ljust(32, b"!")


class Table:
    def __init__(self, mine: str = "grognack", theirs: str = "prince_elien", *, at: tuple[str, str] = ("c1", "c8")) -> None:
        self.state = War(rolls=[6, 1])
        self.rolls: list[int] = []
        self._match: Match[War] | None = None
        self._events: list[Event] = []
        for summoner in (mine, theirs):
            self.state.seats.append(Seat(summoner, [], []))
        for seat, (summoner, space) in enumerate(zip((mine, theirs), at)):
            self.put(summoner, space, seat=seat)

    # -- setting up
    def _new(self, face: str, seat: int) -> int:
        self.state.cards.append(Card(face, seat))
        return len(self.state.cards) - 1

    def put(self, face: str, at: str, *, seat: int = 0, wounds: int = 0) -> int:
        card = self._new(face, seat)
        self.state.field.append(Piece(card, board.parse(at), seat, wounds))
        return card

    def hold(self, *faces: str, seat: int = 0) -> list[int]:
        cards = [self._new(face, seat) for face in faces]
        self.state.seats[seat].hand += cards
        return cards

    def pile(self, *faces: str, seat: int = 0) -> list[int]:
        """The Draw Pile: the last one named is drawn first."""
        cards = [self._new(face, seat) for face in faces]
        self.state.seats[seat].draw += cards
        return cards

    def magic(self, count: int | Sequence[str], *, seat: int = 0) -> list[int]:
        """The Magic Pile, top last."""
        faces = ["guardian"] * count if isinstance(count, int) else list(count)
        cards = [self._new(face, seat) for face in faces]
        self.state.seats[seat].magic += cards
        return cards

    def discarded(self, *faces: str, seat: int = 0) -> list[int]:
        cards = [self._new(face, seat) for face in faces]
        self.state.seats[seat].discard += cards
        return cards

    def start(self, phase: Phase = "movement", *, seat: int = 0, number: int = 3) -> Table:
        self.state.turn = Turn(seat, number, phase)
        self._match = Match(RULES, SEED, msgspec.msgpack.encode(self.state))
        return self

    # -- playing
    @property
    def match(self) -> Match[War]:
        assert self._match is not None, "start first"
        return self._match

    @property
    def now(self) -> War:
        return self.match.state

    @property
    def pos(self) -> Position:
        return Position(self.now if self._match else self.state)

    @property
    def phase(self) -> str:
        return self.now.turn.phase

    def dice(self, *faces: int) -> None:
        self.rolls += faces

    def do(self, *keys: str) -> list[Event]:
        """Answer for whoever is asked; every told die must have fallen. Returns what happened."""
        events: list[Event] = []
        for key in keys:
            events += self.match.answer(self.match.asked[0].seat, key)
        assert not self.rolls, f"dice left over: {self.rolls}"
        self._events = events
        return events

    def ends(self, *phases: str) -> None:
        self.do(*(f"end:{phase}" for phase in phases))

    def told(self, kind: str) -> list[Event]:
        return [event for event in self._events if event.kind == kind]

    def options(self, tag: str = "") -> set[str]:
        return {option.key for option in self.match.asked[0].options if option.key.startswith(tag)}

    def may(self, key: str) -> bool:
        return key in self.options()

    def why(self, key: str) -> str:
        """The rule of the refusal; the answer must be on no list."""
        assert key not in self.options(), f"{key} is on offer"
        return self.match.why(self.match.asked[0].seat, key).rule

    # -- looking
    def card(self, face: str, n: int = 0) -> int:
        """The n-th card of that face."""
        cards = (self.now if self._match else self.state).cards
        return [number for number, card in enumerate(cards) if card.face == face][n]

    def at(self, card: int) -> str | None:
        piece = self.pos.piece(card)
        return board.name(piece.at) if piece else None

    def wounds(self, card: int) -> int:
        return self.pos.here(card).wounds
