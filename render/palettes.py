"""The colours of every theme, as data.

What is drawn on the map (terrain, tokens, marks) keeps a light emblem and a dark outline in every theme; what stands round
it turns with the theme. ``tests/render/test_themes.py`` holds each of them to its contrasts, and to differences that remain
for people who see fewer colours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

Colour = tuple[int, int, int]


class Tint(NamedTuple):
    """Of the colour of a map's side: the first player's tokens, those of a team mate, words on a panel, arrows over the map
    (None: as the words)."""

    first: Colour
    second: Colour
    words: Colour
    trail: Colour | None = None


@dataclass(frozen=True)
class Palette:
    """A theme. Names say what a colour is for."""

    # the page and its words
    TABLE: Colour
    PANEL: Colour
    PANEL_LINE: Colour
    INK: Colour
    DIM: Colour
    CHOSEN: Colour  # words and signs on a panel that are to be noticed
    GOOD: Colour
    BAD: Colour
    LIFE: Colour  # a point of life on a panel
    WOUND: Colour  # one that is lost
    LATER: Colour  # a turn to come
    GONE: Colour  # the token of what is not in play, and its emblem
    GONE_INK: Colour
    # pieces and marks on the map
    DARK: Colour
    EMBLEM: Colour
    GOLD: Colour
    PLATE: Colour
    PLATE_INK: Colour
    PIP: Colour  # a point of life on a plate
    PIP_LOST: Colour
    SAFE: Colour
    RISK: Colour
    STONE: Colour
    STONE_DARK: Colour
    STONE_LIGHT: Colour
    RUIN: Colour
    EXIT: Colour
    EXIT_RIM: Colour
    SCORING: Colour
    MAP_INK: Colour
    TOPS: dict[str, Colour]  # the surface of each terrain letter at level 0
    # cards
    CARD: Colour
    CARD_LINE: Colour
    CARD_INK: Colour
    CARD_DIM: Colour
    BACK: Colour
    BACK_LINE: Colour
    BACK_INK: Colour
    YES: Colour
    NO: Colour
    MAGIC: dict[str, Colour]  # fill of a spell colour's mark; its shape differs too
    # a battlefield of cards
    GROUND: tuple[Colour, Colour]
    CENTRE: Colour
    WENT: Colour
    STRUCK: Colour
    ICE: Colour
    BRICK: Colour
    BRICK_LINE: Colour
    # seats
    SEATS: tuple[Tint, Tint, Tint, Tint]  # of those without a colour; the first two are attacker and defender
    COLOURS: dict[str, Tint]


DARK = Palette(
    TABLE=(29, 32, 37),
    PANEL=(42, 46, 53),
    PANEL_LINE=(66, 71, 80),
    INK=(238, 235, 227),
    DIM=(176, 178, 182),
    CHOSEN=(255, 205, 74),
    GOOD=(134, 208, 148),
    BAD=(255, 158, 128),
    LIFE=(250, 246, 235),
    WOUND=(222, 104, 88),
    LATER=(74, 78, 86),
    GONE=(84, 86, 92),
    GONE_INK=(196, 196, 198),
    DARK=(20, 20, 22),
    EMBLEM=(250, 246, 235),
    GOLD=(255, 205, 74),
    PLATE=(24, 25, 29),
    PLATE_INK=(238, 235, 227),
    PIP=(250, 246, 235),
    PIP_LOST=(210, 84, 70),
    SAFE=(36, 122, 190),
    RISK=(222, 104, 20),
    STONE=(92, 88, 108),
    STONE_DARK=(58, 55, 70),
    STONE_LIGHT=(150, 143, 172),
    RUIN=(150, 143, 132),
    EXIT=(18, 104, 66),
    EXIT_RIM=(232, 248, 236),
    SCORING=(112, 52, 160),
    MAP_INK=(30, 26, 22),
    TOPS={
        "s": (203, 185, 142),
        "g": (150, 170, 118),
        "w": (104, 152, 180),
        "r": (168, 164, 158),
        "x": (166, 146, 188),
    },
    CARD=(239, 233, 218),
    CARD_LINE=(120, 110, 92),
    CARD_INK=(34, 30, 26),
    CARD_DIM=(86, 78, 66),
    BACK=(66, 48, 104),
    BACK_LINE=(200, 186, 232),
    BACK_INK=(238, 235, 227),
    YES=(24, 88, 48),
    NO=(132, 36, 20),
    MAGIC={
        "W": (238, 226, 178),
        "U": (58, 118, 190),
        "B": (74, 66, 76),
        "R": (196, 64, 44),
        "G": (62, 130, 74),
        "C": (150, 146, 140),
    },
    GROUND=((64, 58, 50), (57, 52, 46)),
    CENTRE=(206, 176, 104),
    WENT=(126, 196, 238),
    STRUCK=(255, 158, 60),
    ICE=(176, 220, 244),
    BRICK=(120, 114, 108),
    BRICK_LINE=(84, 80, 76),
    SEATS=(
        Tint((190, 58, 26), (112, 30, 12), (255, 158, 128)),
        Tint((34, 92, 178), (16, 50, 108), (140, 186, 248)),
        Tint((240, 196, 66), (120, 88, 10), (240, 196, 66)),
        Tint((52, 52, 58), (20, 20, 22), (206, 206, 212)),
    ),
    COLOURS={
        "red": Tint((178, 36, 28), (112, 14, 18), (255, 150, 134)),
        "yellow": Tint((255, 237, 150), (232, 196, 60), (250, 222, 110)),
        "orange": Tint((226, 108, 22), (160, 64, 6), (255, 174, 104)),
        "purple": Tint((118, 60, 168), (170, 118, 216), (206, 170, 244)),
        "blue": Tint((34, 92, 178), (104, 154, 228), (140, 186, 248)),
        "green": Tint((24, 112, 66), (96, 178, 128), (132, 214, 162)),
        "white": Tint((240, 240, 242), (196, 198, 204), (232, 232, 236)),
        "black": Tint((46, 46, 52), (92, 94, 102), (206, 206, 212)),
    },
)

_LIGHT_PAGE = {
    "TABLE": (221, 216, 204),
    "PANEL": (248, 245, 237),
    "PANEL_LINE": (186, 179, 164),
    "INK": (34, 32, 30),
    "DIM": (90, 86, 80),
    "CHOSEN": (140, 76, 0),
    "GOOD": (16, 98, 78),
    "BAD": (164, 40, 14),
    "LIFE": (44, 46, 54),
    "WOUND": (206, 92, 70),
    "LATER": (206, 200, 186),
    "GONE": (158, 155, 148),
    "GONE_INK": (240, 238, 232),
    "CARD": (255, 252, 245),
    "CARD_LINE": (132, 122, 104),
    "GROUND": ((206, 196, 176), (196, 185, 164)),
    "CENTRE": (142, 108, 40),
    "WENT": (36, 122, 190),
    "STRUCK": (222, 104, 20),
    "ICE": (84, 160, 206),
}

_LIGHT_WORDS = {
    "red": (160, 28, 22),
    "yellow": (112, 82, 0),
    "orange": (150, 62, 4),
    "purple": (100, 48, 148),
    "blue": (26, 76, 156),
    "green": (14, 92, 52),
    "white": (92, 92, 98),
    "black": (40, 40, 46),
}


def _light(theme: Palette) -> Palette:
    """The same pieces on a light page."""
    words = ((152, 44, 16), (26, 76, 156), (112, 82, 0), (46, 46, 52))
    first, second, third, fourth = (tint._replace(words=ink, trail=tint.words) for tint, ink in zip(theme.SEATS, words))
    colours = {name: tint._replace(words=_LIGHT_WORDS[name], trail=tint.words) for name, tint in theme.COLOURS.items()}
    return replace(theme, **_LIGHT_PAGE, SEATS=(first, second, third, fourth), COLOURS=colours)  # type: ignore[arg-type]


LIGHT = _light(DARK)

# For eyes that lack a kind of cone: what is told by hue differs in lightness too, and good and bad are blue and orange.
_SAFE_TOPS = {
    "s": (231, 206, 158),
    "g": (122, 152, 108),
    "w": (79, 148, 206),
    "r": (198, 204, 196),
    "x": (171, 140, 172),
}
_SAFE_MAGIC = {
    "W": (234, 234, 204),
    "U": (84, 96, 220),
    "B": (74, 40, 80),
    "R": (154, 34, 28),
    "G": (100, 192, 66),
    "C": (148, 138, 138),
}
_SAFE_SEATS = (
    Tint((190, 66, 20), (112, 34, 0), (255, 170, 110)),
    Tint((28, 74, 168), (12, 40, 102), (132, 182, 255)),
    Tint((250, 214, 90), (140, 100, 10), (250, 222, 110)),
    Tint((44, 44, 50), (20, 20, 22), (206, 206, 212)),
)
_SAFE_COLOURS = {
    "red": Tint((180, 24, 30), (92, 6, 14), (255, 140, 124)),
    "yellow": Tint((255, 246, 190), (246, 204, 66), (255, 232, 130)),
    "orange": Tint((216, 106, 10), (124, 46, 0), (255, 178, 100)),
    "purple": Tint((96, 40, 148), (184, 136, 226), (206, 170, 244)),
    "blue": Tint((24, 72, 166), (116, 172, 240), (132, 182, 255)),
    "green": Tint((0, 96, 74), (96, 190, 150), (132, 214, 162)),
    "white": DARK.COLOURS["white"],
    "black": DARK.COLOURS["black"],
}

DARK_SAFE = replace(
    DARK, TOPS=_SAFE_TOPS, MAGIC=_SAFE_MAGIC, SEATS=_SAFE_SEATS, COLOURS=_SAFE_COLOURS, GOOD=(120, 190, 255),
    BAD=(255, 174, 92), YES=(14, 76, 150), NO=(140, 46, 0), SAFE=(6, 92, 190),
)  # fmt: skip
LIGHT_SAFE = replace(_light(DARK_SAFE), GOOD=(16, 78, 156), BAD=(150, 58, 0))

PALETTES: dict[str, Palette] = {"dark": DARK, "light": LIGHT, "dark-safe": DARK_SAFE, "light-safe": LIGHT_SAFE}
"""By the name that a :class:`render.theme.Look` has for it."""
