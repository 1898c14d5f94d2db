"""What a seat may answer in the Arena."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.core.options import Option


class Cast(Option, frozen=True, tag="cast"):
    """Play a spell from hand; targets are asked for next."""

    verb: ClassVar[str] = "cast"
    spell: str


class Choose(Option, frozen=True, tag="card"):
    """Action 2: the army card to use this turn."""

    card: int


class Summon(Option, frozen=True, tag="summon"):
    """Summon a squad or hero; its spaces are asked for next."""

    verb: ClassVar[str] = "summon"
    card: int


class Move(Option, frozen=True, tag="move"):
    """Move a figure. ``way`` "quick" is the cheapest path where the safest costs more.

    Of a double-space figure ``to`` is the leading side's space and ``rear`` the other one; where that is left open it is
    whichever is reached most safely.
    """

    verb: ClassVar[str] = "move"
    figure: int
    to: str
    way: Literal["", "quick"] = ""
    rear: str = ""


class Attack(Option, frozen=True, tag="attack"):
    """Attack a figure (its number) or a cryptolith (its name)."""

    verb: ClassVar[str] = "attack"
    figure: int
    target: int | str


class Use(Option, frozen=True, tag="use"):
    """Use an activated ability of the chosen army card."""

    verb: ClassVar[str] = "ability"
    card: int
    ability: str


class End(Option, frozen=True, tag="end"):
    """End one's attacks (spells may follow), an extra action, or the turn."""

    verb: ClassVar[str] = "end"
    what: Literal["attacks", "extra", "turn"]


class Pick(Option, frozen=True, tag="pick"):
    """A nested choice of a figure."""

    figure: int


class PickCard(Option, frozen=True, tag="army"):
    """A nested choice of an army card."""

    card: int


class PickSpace(Option, frozen=True, tag="space"):
    """A nested choice of a space."""

    space: str


class PickSpell(Option, frozen=True, tag="spell"):
    """A nested choice of a spell card."""

    spell: str


class Say(Option, frozen=True, tag="say"):
    """A nested choice of a word: "enough", "yes", "no", "attacker", "defender"."""

    word: str
