"""The games on offer: one entry for each rules system, all behind the same few questions.

Whoever is outside the engine (bot, pictures, command line) asks here and never imports a rules system's inside. Armies
cross this door as plain JSON-able dicts.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from engine.core.match import Match
from engine.core.refusal import Refusal
from engine.core.rules import Rules
from engine.core.text import Text


class Choice(msgspec.Struct, frozen=True):
    """Something to choose while building an army: ``copies`` says how many of it may be taken."""

    id: str
    name: str
    line: Text
    cost: int
    copies: int = 1


class Build(msgspec.Struct, frozen=True):
    """A recommended army: ``army`` is what :meth:`Game.check_army` and :meth:`Game.setup` take."""

    id: str
    name: str
    line: str
    army: dict[str, Any]


class Game(Protocol):
    """A game as the bot sees it."""

    name: str
    title: str
    players: tuple[int, ...]

    @property
    def rules(self) -> Rules[Any]: ...

    def battlefields(self, players: int) -> list[tuple[str, str]]:
        """Ids and names of the battlefields for that many players."""
        ...

    def builds(self) -> list[Build]: ...

    def leaders(self) -> list[Choice]:
        """What an army is built around (Planeswalkers)."""
        ...

    def army_choices(self, leader: str) -> list[Choice]: ...

    def deck_choices(self, leader: str) -> list[Choice]: ...

    def check_army(self, army: dict[str, Any]) -> list[Refusal]:
        """Everything wrong with it; empty if it may be played."""
        ...

    def army_summary(self, army: dict[str, Any]) -> Text: ...

    def setup(self, battlefield: str, armies: list[dict[str, Any]], options: dict[str, bool]) -> Any:
        """What :meth:`Match.begin` takes."""
        ...

    def card_names(self) -> list[tuple[str, str]]:
        """Ids and names of all cards, for autocomplete."""
        ...

    def card(self, name: str) -> msgspec.Struct | None:
        """The view of the card of that id or name."""
        ...

    def resigned(self, match: Match[Any], seat: int) -> None:
        """End the match: the seat gives up."""
        ...

    def walk_keys(self, view: Any, subject: str, path: str) -> list[str]:
        """The answers that a typed path or target means ("F5 F6 G6" for a figure): option keys in order."""
        ...


def games() -> dict[str, Game]:
    """All games, by name."""
    from engine.arena.game_entry import ARENA

    return {ARENA.name: ARENA}


def game(name: str) -> Game:
    """The game of that name. Raises KeyError."""
    return games()[name]
