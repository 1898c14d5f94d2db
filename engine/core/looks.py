"""What can be asked about a position beyond its view: how far somebody gets, and what is in sight from somewhere.

The answers are plain data made from what everybody may know, so they are the same for whoever asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.core.text import NOTHING, Text, words

Sighted = Literal["clear", "far", "aside", "blocked", "barred"]


class Risk(msgspec.Struct, frozen=True):
    """Something on the way to a space. ``kind`` is the game's own key ("leaving", "fall", "bog", "water"); ``times`` how
    often. ``hurts``: it may cost life or hold whoever goes there; otherwise it only ends the move."""

    kind: str
    name: Text
    times: int = 1
    hurts: bool = True


class Reached(msgspec.Struct, frozen=True):
    """A space where a move can end, by the safest way. ``cost`` is what that way takes of the move; ``quick`` what a riskier
    one takes, 0 where none is shorter. ``unhurt``: the chance (0 to 1) that nothing on the safest way hurts."""

    at: str
    cost: int
    risks: tuple[Risk, ...] = ()
    unhurt: float = 1.0
    quick: int = 0

    @property
    def risky(self) -> bool:
        return any(risk.hurts for risk in self.risks)


class Reach(msgspec.Struct, frozen=True):
    """How far ``name``, who stands on ``at``, gets. ``when``: with what is left of its move now, in this turn if it is the
    one to move, or in its next turn as things stand. ``note``: what keeps it from that, empty if nothing."""

    subject: str
    name: Text
    at: tuple[str, ...]
    when: Literal["now", "turn", "next"]
    spaces: tuple[Reached, ...]
    note: Text = NOTHING


class Aimed(msgspec.Struct, frozen=True):
    """Something that may be looked at. ``line`` are the spaces the straightest line of sight leads from and to; ``blocked``
    where it is stopped: a space, or the two spaces on both sides of a wall. ``what`` stops it.

    ``how``: "clear" in range and in sight, "far" beyond the range, "aside" not in a straight line where
    that is what counts, "blocked" out of sight, "barred" in range and in sight
    but not to be attacked; ``why`` says so. ``foe``: of another side.
    """

    subject: str
    name: Text
    at: tuple[str, ...]
    distance: int
    how: Sighted
    line: tuple[str, str]
    blocked: tuple[str, ...] = ()
    what: Text = NOTHING
    why: Text = NOTHING
    foe: bool = True


class Sight(msgspec.Struct, frozen=True):
    """What ``name`` sees from ``at``. ``range`` in spaces, None where nobody's range is asked about. ``spaces`` within the
    range (everywhere, if None) where somebody could be seen and ``hidden`` ones where not. ``stands``: it stands there,
    rather than being imagined there."""

    subject: str
    name: Text
    at: tuple[str, ...]
    range: int | None
    targets: tuple[Aimed, ...]
    spaces: tuple[str, ...]
    hidden: tuple[str, ...]
    stands: bool = True


class Region(msgspec.Struct, frozen=True):
    """A part of the battlefield to look at. ``id``: how it is asked for; ``subject``: whom it is about, empty for ground
    alone; ``at``: what is in its middle."""

    id: str
    name: Text
    spaces: tuple[str, ...]
    subject: str = ""
    at: tuple[str, ...] = ()


PARTS: dict[str, tuple[Text, tuple[Text, ...]]] = {
    "north": (words("the north"), (words("top"), words("up"))),
    "south": (words("the south"), (words("bottom"), words("down"))),
    "west": (words("the west"), (words("on the left"),)),
    "east": (words("the east"), (words("on the right"),)),
    "northwest": (words("the north-west"), (words("top left"),)),
    "northeast": (words("the north-east"), (words("top right"),)),
    "southwest": (words("the south-west"), (words("bottom left"),)),
    "southeast": (words("the south-east"), (words("bottom right"),)),
    "middle": (words("the middle"), (words("centre"), words("center"))),
}
"""Parts of a battlefield: id -> name and other words for it."""


def parts(places: Mapping[str, tuple[float, float]]) -> list[Region]:
    """The parts of a battlefield whose spaces lie at those places, x to the right and y downwards: halves, quarters, and the
    middle, which is as large as a quarter."""
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    if not places:
        return []
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    wide, tall = (max(xs) - min(xs)) / 4, (max(ys) - min(ys)) / 4

    def belongs(id: str, x: float, y: float) -> bool:
        if id == "middle":
            return abs(x - middle[0]) <= wide and abs(y - middle[1]) <= tall
        return not (
            ("north" in id and y > middle[1]) or ("south" in id and y < middle[1])
            or ("west" in id and x > middle[0]) or ("east" in id and x < middle[0])
        )  # fmt: skip

    found = []
    for id, (name, _) in PARTS.items():
        spaces = tuple(space for space, (x, y) in places.items() if belongs(id, x, y))
        if spaces:
            found.append(Region(id, name, spaces))
    return found


def part_called(written: str) -> str:
    """The id of the part that people mean by that, in the language that is spoken or in English; empty if none."""
    said = _plain(written)
    for id, names in PARTS.items():
        known = {_plain(form) for name in (names[0], *names[1]) for form in (str(name), name.form)}
        if said and (said in known or any(each.endswith(f" {said}") for each in known) or said.replace(" ", "") == id):
            return id
    return ""


def _plain(written: str) -> str:
    """Without what people write now one way, now another."""
    said = " ".join(written.casefold().replace("-", " ").split())
    return said.removeprefix("the ")
