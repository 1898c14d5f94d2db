"""A card on the battlefield: its numbers large enough for a phone, its side by colour, shape and letter."""

from __future__ import annotations

from PIL import Image

from engine.core.text import Text
from engine.summoner_wars.view import PieceView
from render import symbols, theme, tokens
from render.pen import Pen
from render.sprite import Sprite
from render.summoner_wars import lettering, looks
from render.summoner_wars.callings import calling
from render.summoner_wars.lettering import Look
from render.summoner_wars.mat import CELL
from render.theme import Colour

MARGIN = 4.0  # between a card and the edge of its space
WIDE, TALL = CELL[0] - 2 * MARGIN, CELL[1] - 2 * MARGIN
_BAND = 44.5
_PLATE = 23.0
_EDGE = 4.5  # from a card's edge to its bands


def look_of(piece: PieceView) -> Look:
    face = piece.face
    return Look(
        looks.style(piece.seat), str(Text(face.name)), str(Text(face.ability)), face.kind,
        calling(face.face, face.kind, face.range == "bow"), face.faction, piece.attack,
        (piece.attack > piece.printed) - (piece.attack < piece.printed), face.range == "bow", piece.life, piece.wounds,
        tuple(str(Text(each)) for each in piece.on), "Freeze" in piece.on, piece.under,
        looks.style(piece.owner) if piece.owner != piece.seat else None, piece.moved, piece.attacked,
    )  # fmt: skip


@theme.kept(120)
def lying(look: Look, unit: float, ground: Colour) -> Image.Image:
    """The card on that ground, RGB: pasted without a mask it costs next to nothing. Callers must not change it."""
    above = card(look, unit)
    picture = Image.new("RGB", above.size, ground)
    picture.paste(above, (0, 0), above)
    return picture


def card(look: Look, unit: float) -> Image.Image:
    """The card as RGBA, ``WIDE`` x ``TALL`` units of ``unit`` pixels."""
    blank = _blank(look._replace(life=0, wounds=0, moved=False, attacked=False), unit)  # the rest is cheap, and changes
    picture = Image.new("RGBA", blank.size)
    picture.paste(blank, (0, 0))
    left = max(0, look.life - look.wounds)
    pips = _pips(look.life, left, unit)
    picture.alpha_composite(pips, (round(_EDGE * unit), round((TALL - _PLATE - _EDGE) * unit)))
    for x, done, sign in ((15.0, look.moved, "moved"), (49.0, look.attacked, "attacked")):
        if done:
            chip = _chip(sign, unit)
            picture.alpha_composite(chip, (round(x * unit - chip.width / 2), round(84 * unit - chip.height / 2)))
    lettering.life(picture, unit, left, look.wounds > 0, TALL - _PLATE / 2 - _EDGE)
    return picture


@theme.kept(120)
def _blank(look: Look, unit: float) -> Image.Image:
    """Everything but life and what it has done in this turn."""
    sprite = Sprite(WIDE, TALL, unit, (0, 0))
    wall = look.kind == "wall"
    edge = theme.GOLD if look.kind == "summoner" else look.style.fill
    sprite.box(0, 0, WIDE, TALL, theme.DARK, round=10)
    sprite.box(
        1, 1, WIDE - 1, TALL - 1, theme.BRICK if wall else looks.paper(look.faction), round=9, outline=edge, width=3.5
    )
    if wall:
        _bricks(sprite)
        looks.mark(Pen(sprite, (WIDE - 34, 68), 20, theme.BRICK_LINE, theme.BRICK), "crest", look.faction)
    else:
        paper = looks.paper(look.faction)
        faint = theme.mix(paper, looks.colour(look.faction), 0.3)
        looks.mark(Pen(sprite, (WIDE - 30, 69), 22, faint, paper), "crest", look.faction)
    if look.tags:
        sprite.box(
            3.5, 3.5, WIDE - 3.5, TALL - 3.5, None, round=7, outline=theme.ICE if look.frozen else theme.GOLD, width=4
        )
    sprite.box(4.5, 4.5, WIDE - 4.5, _BAND, look.style.deep, round=6)
    if look.kind in ("summoner", "champion"):
        sprite.box(4.5, _BAND, WIDE - 4.5, _BAND + 2.5, theme.GOLD)
    if not wall:
        looks.token(sprite, look.style, look.mark, look.faction, look.kind, (34, 69), 21)
    tokens.badge(sprite, look.style, (24, 68) if wall else (15, 57), 16 if wall else 13)
    sprite.box(_EDGE, TALL - _PLATE - _EDGE, WIDE - _EDGE, TALL - _EDGE, theme.PLATE, round=6)
    picture = sprite.done()
    lettering.printed(picture, look, unit, WIDE)
    return picture


def _bricks(sprite: Sprite) -> None:
    high = (TALL - _BAND - _PLATE - 6) / 3
    for row in range(3):
        y = _BAND + 1 + row * high
        sprite.line([(5, y + high), (WIDE - 5, y + high)], theme.BRICK_LINE, 2.5)
        for n in range(5):
            x = (n + 0.5 * (row % 2)) * WIDE / 4
            if 8 < x < WIDE - 8:
                sprite.line([(x, y), (x, y + high)], theme.BRICK_LINE, 2.5)


@theme.kept(16)
def _chip(what: str, unit: float) -> Image.Image:
    """A sign for what a unit has done in this turn: "moved" or "attacked"."""
    sprite = Sprite(24, 24, unit, (12, 12))
    sprite.circle((0, 0), 10.5, theme.PLATE, theme.EMBLEM, 1.8)
    (symbols.boot if what == "moved" else symbols.sword)(sprite, (0, 0), 6.8, theme.PLATE_INK)
    return sprite.done()


@theme.kept(128)
def _pips(life: int, left: int, unit: float) -> Image.Image:
    """A dot for each point of life, to lie on the plate; those that are lost are rings."""
    sprite = Sprite(WIDE - 2 * _EDGE, _PLATE, unit, (0, 0))
    step = min(16.0, (WIDE - 46) / max(1, life))
    radius = min(6.2, step * 0.41)
    for n in range(life):
        at = (38 - _EDGE + (n + 0.5) * step, _PLATE / 2)
        if n < left:
            sprite.circle(at, radius, theme.PIP)
        else:
            sprite.circle(at, radius * 0.86, None, theme.PIP_LOST, radius * 0.32)
    return sprite.done()
