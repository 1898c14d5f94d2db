"""The games on offer: one entry for each rules system, all behind the same few questions.

Whoever is outside the engine (bot, pictures, command line) asks here and never imports a rules system's inside. Armies
cross this door as plain JSON-able dicts: ``planeswalker`` (the id of what it is built around), ``cards`` and ``spells``
(lists of ids, an id as often as it is taken). What is agreed for a match crosses it as ``dict[str, int]``: an option that
is not named has its default.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from engine.core.events import Event
from engine.core.hindsight import Hindsight
from engine.core.looks import Region
from engine.core.match import Match
from engine.core.refusal import Refusal
from engine.core.rules import Rules
from engine.core.text import NOTHING, Text, words


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
    line: Text
    army: dict[str, Any]


class Place(msgspec.Struct, frozen=True):
    """A seat at the table, before anybody sits there. ``team``: equal for team mates. ``side``: the team's name ("orange");
    ``name``: the place's ("orange 1"). Both are empty where the places are rolled for or chosen at the table."""

    team: int
    side: Text = NOTHING
    name: Text = NOTHING


class MatchOption(msgspec.Struct, frozen=True):
    """Something to agree on before a match. ``values``: each with how it is said of a match ("armies of 500 points")."""

    id: str
    name: Text
    line: Text
    default: int
    values: tuple[tuple[int, Text], ...]

    def said(self, value: int) -> Text:
        return dict(self.values).get(value) or words("{what}: {value}", what=self.name, value=value)


class Face(msgspec.Struct, frozen=True):
    """A face of a die, ``times`` on it. Numbers have their digits as ``id``."""

    id: str
    name: Text
    times: int = 1


class Die(msgspec.Struct, frozen=True):
    """A kind of die."""

    id: str
    name: Text
    faces: tuple[Face, ...]


class Throw(msgspec.Struct, frozen=True):
    """Dice that fell: the faces' ids. ``seat``: whose dice (None: nobody's); ``against``: thrown to defend against it."""

    die: str
    seat: int | None
    faces: tuple[str, ...]
    against: bool = False


class Verb(msgspec.Struct, frozen=True):
    """Something that people do: a command and a button. ``word`` stands on the button, ``line`` says what the command does.

    ``subject`` and ``object`` are what the command calls the subject and the rest of an option ("figure", "to"); an empty
    ``object``: the subject says all. Two games that share a verb share the command.
    """

    id: str
    word: Text
    line: Text
    subject: str
    subject_line: Text
    object: str = ""
    object_line: Text = NOTHING


class Terms(msgspec.Struct, frozen=True):
    """What the parts of an army are called here. ``deck`` empty: there is nothing to choose beside ``cards``. ``first``:
    what to say to whoever has not chosen a leader yet. ``written``: how an army is written down, as an example."""

    leader: Text
    cards: Text
    deck: Text
    first: Text
    written: str


class Luck(msgspec.Struct, frozen=True):
    """How a seat's dice fell in an attack: how many, how many hit, how many were to be expected."""

    seat: int
    dice: int
    hits: int
    expected: float


class Game(Protocol):
    """A game as the bot sees it. ``players``: for how many it can be."""

    name: str
    title: str
    players: tuple[int, ...]

    @property
    def rules(self) -> Rules[Any]: ...

    def changes(self) -> Mapping[int, Text]:
        """What each version of the rules brought, for players whose match was under way: version -> a sentence."""
        ...

    def dice(self) -> tuple[Die, ...]:
        """The kinds of dice that are thrown."""
        ...

    def thrown(self, event: Event) -> list[Throw]:
        """The dice that the event tells of."""
        ...

    def luck(self, event: Event) -> Luck | None:
        """How the dice of an attack fell, if the event tells of one."""
        ...

    def hindsight(self, boards: Sequence[Any], events: Sequence[Event]) -> Hindsight | None:
        """A look back at a finished match: ``boards`` as it stood when each turn began and at the end, with all secrets laid
        open, and everything that happened. None where there is nothing to tell."""
        ...

    def kinds(self) -> Mapping[str, frozenset[str]]:
        """Which kinds of events people find under "moves", "attacks", "spells", "abilities", "summons", "damage", "deaths"
        and "cards" in the log; under "aside" those that are told with what comes next."""
        ...

    def verbs(self) -> tuple[Verb, ...]:
        """What its players do, in the order of the buttons; answering a question and ending are for every game."""
        ...

    def terms(self) -> Terms: ...

    def price(self, cost: int) -> Text:
        """A cost as people say it ("75 points")."""
        ...

    def deck(self, army: dict[str, Any]) -> list[str]:
        """Ids of the cards that are drawn from, an id as often as it is there."""
        ...

    def status(self) -> Text:
        """What of it is not as published, for whoever starts a match; empty if nothing."""
        ...

    def drew(self, event: Event) -> tuple[int, tuple[str, ...]] | None:
        """Who drew which cards (ids), if the event tells that."""
        ...

    def battlefields(self, players: int) -> list[tuple[str, str]]:
        """Ids and names of the battlefields for that many players."""
        ...

    def places(self, battlefield: str, players: int) -> list[Place]:
        """The seats of that battlefield, in the order in which play passes. Raises KeyError where there is no such
        battlefield for so many."""
        ...

    def options(self) -> list[MatchOption]: ...

    def builds(self) -> list[Build]: ...

    def leaders(self) -> list[Choice]:
        """What an army is built around (Planeswalkers)."""
        ...

    def army_choices(self, leader: str) -> list[Choice]: ...

    def deck_choices(self, leader: str) -> list[Choice]: ...

    def check_army(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> list[Refusal]:
        """Everything wrong with it; empty if it may be played."""
        ...

    def army_summary(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> Text: ...

    def army_text(self, army: dict[str, Any]) -> str:
        """The army as lines that people read, send each other and :meth:`army_from_text` understands."""
        ...

    def army_from_text(self, text: str) -> dict[str, Any]:
        """The army that was written down, legal or not. Raises ValueError in words that its writer understands."""
        ...

    def chance_army(self, pick: random.Random) -> dict[str, Any]:
        """A legal army by chance; in time every card has its turn."""
        ...

    def army_view(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> msgspec.Struct | None:
        """What a picture of the army shows; None where there is nothing to show."""
        ...

    def setup(self, battlefield: str, armies: list[dict[str, Any]], options: dict[str, int]) -> Any:
        """What :meth:`Match.begin` takes; armies in the order of :meth:`places`."""
        ...

    def card_names(self) -> list[tuple[str, str]]:
        """Ids and names of all cards, for autocomplete."""
        ...

    def hidden_cards(self) -> list[str]:
        """Ids of the cards that lie face down in play until they are turned over."""
        ...

    def played(self, event: Event) -> tuple[str, bool] | None:
        """The card (id) that the event tells was played, and whether it was turned over only now."""
        ...

    def in_play(self, match: Match[Any]) -> set[str]:
        """Ids of what stands on the battlefield, by the side that is up."""
        ...

    def card(self, name: str) -> msgspec.Struct | None:
        """The view of the card, or of the side of a card, of that id or name."""
        ...

    def other_side(self, card: str) -> msgspec.Struct | None:
        """The view of what the card of that id has on its back, if that is a side too."""
        ...

    def use_host_files(self, cards: Path | None, maps: Path | None) -> list[str]:
        """Take in a host's folder of card rows and one of battlefields (None: none). Everything wrong with them is named
        and left out; empty if all is well."""
        ...

    def resigned(self, match: Match[Any], seat: int) -> None:
        """The seat gives up: the match ends, or goes on without it."""
        ...

    def walk_keys(self, view: Any, subject: str, path: str) -> list[str]:
        """The answers that a typed path or target means ("F5 F6 G6" for a figure): option keys in order."""
        ...

    def regions(self, board: Any) -> list[Region]:
        """What one may look at more closely on a board (``view.board``): everybody who stands there with what is round
        them, then the parts of the battlefield."""
        ...

    def region(self, board: Any, written: str) -> Region | None:
        """What somebody means who writes a name, a number, a space or a part of the battlefield; None if nothing, or
        several things."""
        ...


def games() -> dict[str, Game]:
    """All games, by name."""
    from engine.arena.game_entry import ARENA
    from engine.summoner_wars.game_entry import WAR

    return {ARENA.name: ARENA, WAR.name: WAR}


def game(name: str) -> Game:
    """The game of that name. Raises KeyError."""
    return games()[name]
