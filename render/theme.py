"""Colours and the shapes of seats, in one place, with the arithmetic that keeps them readable."""

from __future__ import annotations

from typing import NamedTuple

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


SIDES: dict[str, SeatStyle] = {
    "attacker": SeatStyle("circle", "A", (190, 58, 26), (112, 30, 12), EMBLEM, (255, 158, 128)),
    "defender": SeatStyle("shield", "D", (34, 92, 178), (16, 50, 108), EMBLEM, (140, 186, 248)),
}
OTHERS: tuple[SeatStyle, ...] = (
    SeatStyle("circle", "1", (190, 58, 26), (112, 30, 12), EMBLEM, (255, 158, 128)),
    SeatStyle("shield", "2", (34, 92, 178), (16, 50, 108), EMBLEM, (140, 186, 248)),
    SeatStyle("diamond", "3", (240, 196, 66), (150, 112, 16), DARK, (240, 196, 66)),
    SeatStyle("hexagon", "4", (52, 52, 58), (20, 20, 22), EMBLEM, (206, 206, 212)),
)


def seat_style(seat: int, side: str) -> SeatStyle:
    """The style of a seat: by its side where the scenario has an attacker and a defender, else by its number."""
    return SIDES.get(side) or OTHERS[seat % len(OTHERS)]


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
    for style in dict.fromkeys((*SIDES.values(), *OTHERS)):
        pairs += [
            (f"emblem of {style.letter}", style.ink, style.fill),
            (f"letter of {style.letter}", EMBLEM, style.deep) if style.ink == EMBLEM else ("letter", DARK, style.fill),
            (f"name of {style.letter}", style.text, PANEL),
        ]
    return pairs
