"""What players answer. The first field is the subject, the rest its object; cards are numbers in the match."""

from __future__ import annotations

from typing import ClassVar

from engine.core.options import Option


class First(Option, frozen=True, tag="first"):
    """Who has the first turn (SW-SET-11)."""

    seat: int


class Summon(Option, frozen=True, tag="summon"):
    verb: ClassVar[str] = "summon"
    card: int
    space: str


class PlayEvent(Option, frozen=True, tag="event"):
    verb: ClassVar[str] = "event"
    card: int


class PlayWall(Option, frozen=True, tag="wall"):
    verb: ClassVar[str] = "event"
    card: int
    space: str


class Move(Option, frozen=True, tag="move"):
    verb: ClassVar[str] = "move"
    card: int
    space: str


class Attack(Option, frozen=True, tag="attack"):
    verb: ClassVar[str] = "attack"
    card: int
    target: int


class Use(Option, frozen=True, tag="use"):
    """An ability that is used instead of something or between things."""

    verb: ClassVar[str] = "ability"
    card: int
    ability: str


class Build(Option, frozen=True, tag="magic"):
    """A card from the hand onto the Magic Pile (SW-MAG-01)."""

    verb: ClassVar[str] = "magic"
    card: int


class End(Option, frozen=True, tag="end"):
    """``what``: the phase, or "turn"."""

    verb: ClassVar[str] = "end"
    what: str


class Pick(Option, frozen=True, tag="pick"):
    """A card, answering a question."""

    card: int


class PickSpace(Option, frozen=True, tag="space"):
    space: str


class Say(Option, frozen=True, tag="say"):
    """A word: yes, no, enough, a number."""

    word: str
