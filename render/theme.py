"""Colours and the shapes of seats, in one place, with the arithmetic that keeps them readable."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.arena.battlefield import Battlefield

Colour = tuple[int, int, int]

TABLE: Colour = (29, 32, 37)
PANEL: Colour = (42, 46, 53)
PANEL_LINE: Colour = (66, 71, 80)
INK: Colour = (238, 235, 227)
DIM: Colour = (176, 178, 182)
DARK: Colour = (20, 20, 22)
GOLD: Colour = (255, 205, 74)
PLATE: Colour = (24, 25, 29)
EMBLEM: Colour = (250, 246, 235)
LOST: Colour = (96, 98, 104)
SAFE: Colour = (36, 122, 190)
RISK: Colour = (222, 104, 20)
GOOD: Colour = (134, 208, 148)
BAD: Colour = (255, 158, 128)
STONE: Colour = (92, 88, 108)
STONE_DARK: Colour = (58, 55, 70)
STONE_LIGHT: Colour = (150, 143, 172)
RUIN: Colour = (150, 143, 132)
EXIT: Colour = (18, 104, 66)
EXIT_RIM: Colour = (232, 248, 236)
SCORING: Colour = (112, 52, 160)
CARD: Colour = (239, 233, 218)
CARD_LINE: Colour = (120, 110, 92)
CARD_INK: Colour = (34, 30, 26)
CARD_DIM: Colour = (86, 78, 66)
BACK: Colour = (66, 48, 104)
BACK_LINE: Colour = (200, 186, 232)
YES: Colour = (24, 88, 48)
NO: Colour = (132, 36, 20)

TOPS: dict[str, Colour] = {
    "s": (203, 185, 142),
    "g": (150, 170, 118),
    "w": (104, 152, 180),
    "r": (168, 164, 158),
    "x": (166, 146, 188),
}
"""The surface of each terrain letter at level 0; :func:`lit` lightens it with the level."""

MAP_INK: Colour = (30, 26, 22)

MAGIC: dict[str, Colour] = {
    "W": (238, 226, 178),
    "U": (58, 118, 190),
    "B": (74, 66, 76),
    "R": (196, 64, 44),
    "G": (62, 130, 74),
    "C": (150, 146, 140),
}
"""Fill of a spell colour's mark. The mark's shape differs too (:func:`render.symbols.colour_mark`)."""


class SeatStyle(NamedTuple):
    """How a seat's things look: a colour, a token shape and a letter, so that no difference rests on colour alone."""

    shape: str
    letter: str
    fill: Colour
    deep: Colour
    ink: Colour
    text: Colour  # on TABLE and PANEL


SHAPES = ("circle", "shield", "diamond", "hexagon")
"""Token shapes of the seats, in the order of the table."""

SIDES: dict[str, SeatStyle] = {
    "attacker": SeatStyle("circle", "A", (190, 58, 26), (112, 30, 12), EMBLEM, (255, 158, 128)),
    "defender": SeatStyle("shield", "D", (34, 92, 178), (16, 50, 108), EMBLEM, (140, 186, 248)),
}
OTHERS: tuple[SeatStyle, ...] = (
    SeatStyle("circle", "1", (190, 58, 26), (112, 30, 12), EMBLEM, (255, 158, 128)),
    SeatStyle("shield", "2", (34, 92, 178), (16, 50, 108), EMBLEM, (140, 186, 248)),
    SeatStyle("diamond", "3", (240, 196, 66), (120, 88, 10), DARK, (240, 196, 66)),
    SeatStyle("hexagon", "4", (52, 52, 58), (20, 20, 22), EMBLEM, (206, 206, 212)),
)
"""Seats without a side: before roles and starts are settled."""

COLOURS: dict[str, tuple[Colour, Colour, Colour]] = {
    "red": ((178, 36, 28), (112, 14, 18), (255, 150, 134)),
    "yellow": ((255, 232, 130), (232, 196, 60), (250, 222, 110)),
    "orange": ((226, 108, 22), (160, 64, 6), (255, 174, 104)),
    "purple": ((118, 60, 168), (170, 118, 216), (206, 170, 244)),
    "blue": ((34, 92, 178), (104, 154, 228), (140, 186, 248)),
    "green": ((24, 112, 66), (96, 178, 128), (132, 214, 162)),
    "white": ((240, 240, 242), (196, 198, 204), (232, 232, 236)),
    "black": ((46, 46, 52), (92, 94, 102), (206, 206, 212)),
}
"""Of the colours of a map's sides: the first player's tokens, those of a team mate, words on a panel."""


@lru_cache(maxsize=64)
def seat_style(seat: int, side: str, colour: str = "", number: int = 0) -> SeatStyle:
    """The style of a seat: its shape by its place at the table, its colour by its side, so that a team shares a colour.

    ``colour`` is that of the side on the map (default: the side's name if that is a colour); ``number`` counts team
    mates from 1, 0 for a player alone. Attacker and defender have styles of their own.
    """
    colour = colour or side
    if side in SIDES and not number:
        return SIDES[side]
    if colour not in COLOURS:
        return OTHERS[seat % len(OTHERS)]
    first, second, words = COLOURS[colour]
    fill = second if number > 1 else first
    letter = (side or colour)[:1].upper() + (str(number) if number else "")
    return SeatStyle(SHAPES[seat % len(SHAPES)], letter, fill, _deep(fill), _ink(fill), words)


@lru_cache(maxsize=32)
def styles_on(field: Battlefield) -> tuple[SeatStyle, ...]:
    """Every look that seats may have on a battlefield, whatever their shapes."""
    sides = {(side.name, side.colour, side.seats) for play in field.play for side in play.sides}
    found = [seat_style(0, name, colour, number) for name, colour, seats in sorted(sides)
             for number in (range(1, seats + 1) if seats > 1 else (0,))]  # fmt: skip
    return tuple(dict.fromkeys((*found, *OTHERS)))


def _ink(fill: Colour) -> Colour:
    """What is drawn on a fill: light or dark, whichever stands out more."""
    return max((EMBLEM, DARK), key=lambda ink: contrast(ink, fill))


def _deep(fill: Colour) -> Colour:
    """A darker kind of the colour that light letters can be read on."""
    factor = 0.62
    while contrast(EMBLEM, shade(fill, factor)) < 5:
        factor -= 0.04
    return shade(fill, factor)


WALLS = (0.66, 0.5)  # how bright the left and the right front wall are


def earth(letter: str) -> Colour:
    """What the walls under a terrain are made of, before they are shaded."""
    return mix(TOPS[letter], (112, 88, 66), 0.5 if letter in "sg" else 0.35)


def lit(colour: Colour, level: int) -> Colour:
    """A surface colour, lighter with every level."""
    factor = 1 + 0.045 * max(-1, min(level, 6))
    return shade(colour, factor)


def shade(colour: Colour, factor: float) -> Colour:
    """``colour`` times ``factor``, kept within 0 to 255."""
    r, g, b = (max(0, min(255, round(channel * factor))) for channel in colour)
    return r, g, b


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """``share`` (0 to 1) of ``other`` in ``one``."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other))
    return r, g, b


def _linear(channel: float) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    r, g, b = (_linear(channel) for channel in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def all_styles() -> list[SeatStyle]:
    """Every style a seat may have, whatever its shape."""
    sides = [seat_style(0, colour, number=number) for colour in COLOURS for number in (1, 2)]
    return list(dict.fromkeys((*SIDES.values(), *OTHERS, *sides)))


def text_pairs() -> list[tuple[str, Colour, Colour]]:
    """Every (where, ink, ground) the pictures write with. Each is to reach 4.5:1."""
    pairs = [
        ("header", INK, PANEL), ("header, quiet", DIM, PANEL), ("table", INK, TABLE), ("table, quiet", DIM, TABLE),
        ("plate on a token", INK, PLATE), ("chosen", GOLD, PANEL), ("card text", CARD_INK, CARD),
        ("card, quiet", CARD_DIM, CARD), ("card back", INK, BACK), ("playable", YES, CARD), ("not playable", NO, CARD),
        ("good news", GOOD, PANEL), ("bad news", BAD, PANEL), ("gold badge", DARK, GOLD),
    ]  # fmt: skip
    for letter, top in TOPS.items():
        pairs += [(f"terrain {letter} at {level}", MAP_INK, lit(top, level)) for level in (-1, 0, 4)]
    for style in all_styles():
        pairs += [
            (f"emblem of {style.letter}", style.ink, style.fill),
            (f"letter of {style.letter}", EMBLEM, style.deep),
            (f"name of {style.letter}", style.text, PANEL),
        ]
    return pairs
