"""How factions and cards look: each faction's colour and crest, the medallion of a card."""

from __future__ import annotations

from PIL import Image

from render import theme
from render.pen import Pen
from render.sprite import Point, Sprite
from render.summoner_wars import beings
from render.summoner_wars.callings import MARKS
from render.summoner_wars.crests import CRESTS
from render.theme import Colour, SeatStyle
from render.tokens import outline

FACTIONS: dict[str, Colour] = {
    "Cave Goblins": (124, 150, 40), "Cloaks": (112, 76, 132), "Fallen Kingdom": (56, 112, 104),
    "Guild Dwarves": (160, 112, 44), "Jungle Elves": (40, 132, 62), "Mercenaries": (112, 112, 118),
    "Phoenix Elves": (218, 92, 28), "Shadow Elves": (72, 66, 156), "Tundra Orcs": (58, 138, 188),
    "Vanguards": (210, 162, 36),
}  # fmt: skip
"""By name. The colour is never the only difference: the crest says it too."""


def style(seat: int) -> SeatStyle:
    return theme.others()[seat]


def colour(faction: str) -> Colour:
    return FACTIONS.get(faction, (112, 112, 118))


def paper(faction: str) -> Colour:
    """The ground of its cards: light enough for words."""
    return theme.mix(theme.CARD, colour(faction), 0.2)


def head(faction: str) -> Colour:
    """The band at the top of its cards as they are held."""
    return theme.mix(theme.CARD, colour(faction), 0.46)


def mark(pen: Pen, name: str, faction: str) -> None:
    """A card's mark (:func:`render.summoner_wars.callings.calling`); ``crest``: that of its faction, which events have
    written on them."""
    crest = CRESTS.get(faction)
    if name == "scroll" and crest is not None:
        beings.scroll(pen, blank=True)
        crest(Pen(pen.sprite, pen.centre, pen.size * 0.46, pen.ground, pen.ink))
    else:
        (crest or beings.scroll if name == "crest" else MARKS[name])(pen)


@theme.kept(128)
def icon(name: str, faction: str, size: int, ink: Colour, ground: Colour) -> Image.Image:
    """A mark alone, ``size`` pixels; ``ground`` is what it will lie on."""
    sprite = Sprite(2.1, 2.1, size / 2.1, (1.05, 1.05))
    mark(Pen(sprite, (0, 0), 0.98, ink, ground), name, faction)
    return sprite.done()


@theme.kept(128)
def medallion(look: SeatStyle, name: str, faction: str, rank: str, size: int, gone: bool = False) -> Image.Image:
    """A card's mark in its seat's shape and colour, ``size`` pixels wide; ``rank``: its kind, seen by the rim."""
    sprite = Sprite(1.24, 1.24, size / 1.24, (0.62, 0.62))
    token(sprite, look, name, faction, rank, (0, 0), 0.5, gone)
    return sprite.done()


def token(sprite: Sprite, look: SeatStyle, name: str, faction: str, rank: str, at: Point, radius: float,
          gone: bool = False) -> None:  # fmt: skip
    """The medallion on a sprite: a Summoner's rim is broad and golden, a champion's golden, others' light."""
    fill, ink = (theme.GONE, theme.GONE_INK) if gone else (look.fill, look.ink)
    if rank == "summoner" and not gone:
        sprite.polygon(outline(look.shape, radius * 1.16, at), theme.GOLD, theme.DARK, radius * 0.07)
        sprite.polygon(outline(look.shape, radius * 0.96, at), fill, theme.DARK, radius * 0.07)
    else:
        rim = theme.GOLD if rank == "champion" and not gone else theme.EMBLEM
        sprite.polygon(outline(look.shape, radius * 1.08, at), theme.DARK)
        sprite.polygon(outline(look.shape, radius, at), fill, rim, radius * (0.15 if rank == "champion" else 0.09))
    mark(Pen(sprite, at, radius * 0.56, ink, fill), name, faction)
