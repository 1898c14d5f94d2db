"""A card on the battlefield: its numbers large enough for a phone, its side by colour, shape and letter."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.core.text import Text
from engine.summoner_wars.view import PieceView
from render import symbols, text, theme, tokens
from render.pen import Pen
from render.sprite import Sprite
from render.summoner_wars import looks
from render.summoner_wars.callings import calling
from render.summoner_wars.mat import CELL
from render.theme import Colour, SeatStyle

MARGIN = 4.0  # between a card and the edge of its space
WIDE, TALL = CELL[0] - 2 * MARGIN, CELL[1] - 2 * MARGIN
_BAND = 44.5
_PLATE = 23.0
_FINE = 0.7  # pixels to a unit from which on small print can be read


class Look(NamedTuple):
    """Everything a card's picture depends on. ``change``: -1, 0 or 1, its attack against what is printed. ``tags``: words on
    what lies on it. ``owner``: to whom it belongs, if that is somebody else."""

    style: SeatStyle
    name: str
    ability: str
    kind: str
    mark: str
    faction: str
    attack: int
    change: int
    bow: bool
    life: int
    wounds: int
    tags: tuple[str, ...]
    frozen: bool
    under: int
    owner: SeatStyle | None
    moved: bool
    attacked: bool


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
        ground = looks.paper(look.faction)
        faint = theme.mix(ground, looks.colour(look.faction), 0.3)
        looks.mark(Pen(sprite, (WIDE - 30, 69), 22, faint, ground), "crest", look.faction)
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
    _chips(sprite, look)
    _pips(sprite, look)
    picture = sprite.done()
    _letters(picture, look, unit)
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


def _chips(sprite: Sprite, look: Look) -> None:
    """Whether it has moved and attacked in this turn: under the medallion."""
    for x, done, sign in ((15.0, look.moved, symbols.boot), (49.0, look.attacked, symbols.sword)):
        if done:
            sprite.circle((x, 84), 10.5, theme.PLATE, theme.EMBLEM, 1.8)
            sign(sprite, (x, 84), 6.8, theme.PLATE_INK)


def _pips(sprite: Sprite, look: Look) -> None:
    """A plate with a dot for each point of life; those that are lost are rings."""
    top = TALL - _PLATE - 4.5
    sprite.box(4.5, top, WIDE - 4.5, TALL - 4.5, theme.PLATE, round=6)
    room = WIDE - 46
    step = min(16.0, room / max(1, look.life))
    radius = min(6.2, step * 0.41)
    for n in range(look.life):
        at = (38 + (n + 0.5) * step, top + _PLATE / 2)
        if n < look.life - look.wounds:
            sprite.circle(at, radius, theme.PIP)
        else:
            sprite.circle(at, radius * 0.86, None, theme.PIP_LOST, radius * 0.32)


class _Words:
    """Writes on a card, in its units."""

    def __init__(self, picture: Image.Image, unit: float) -> None:
        self.picture, self.unit = picture, unit
        self.brush = ImageDraw.Draw(picture)

    def put(self, x: float, y: float, words: str, size: float, ink: Colour, *, anchor: str = "lm",
            room: float | None = None, bold: bool = True) -> float:  # fmt: skip
        """Returns how wide it is."""
        unit, fits = self.unit, None if room is None else round(room * self.unit)
        at = (x * unit, y * unit)
        return text.write(self.brush, at, words, round(size * unit), ink, bold=bold, anchor=anchor, room=fits) / unit

    def size(self, words: str, room: float, most: float, least: float, bold: bool = True) -> float:
        """The greatest size at which they fit."""
        return text.shrunk(words, room * self.unit, round(most * self.unit), round(least * self.unit), bold) / self.unit

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        self.picture.paste(sprite, (round(x * self.unit), round(y * self.unit)), sprite)

    def plate(self, left: float, top: float, right: float, bottom: float, fill: Colour, edge: Colour) -> None:
        box = (left * self.unit, top * self.unit, right * self.unit, bottom * self.unit)
        self.brush.rounded_rectangle(box, 5 * self.unit, fill=fill, outline=edge)


def _letters(picture: Image.Image, look: Look, unit: float) -> None:
    words = _Words(picture, unit)
    _title(words, look)
    left = max(0, look.life - look.wounds)
    ink = theme.PLATE_INK if not look.wounds else theme.mix(theme.PIP_LOST, theme.EMBLEM, 0.5)
    large = theme.magnified() > 1
    words.put(21, TALL - _PLATE / 2 - 4.5, str(left), 26 if large else 23, ink, anchor="mm")
    if look.kind != "wall":
        value = {1: theme.YES, 0: theme.CARD_INK, -1: theme.NO}[look.change]
        x = 64 + words.put(64, 65 if large else 61, str(look.attack), 40 if large else 34, value)
        sign = symbols.icon("bow" if look.bow else "power", round(28 * unit), theme.CARD_INK)
        words.paste(sign, x + 3, 51 if large else 47)
        if look.change:  # not by its colour alone
            words.put(x + 31, 55, "▲" if look.change > 0 else "▼", 16, value)
    _tags(words, look)


def _title(words: _Words, look: Look) -> None:
    """The name in one line with the ability under it, or in two lines."""
    room, parts, large = WIDE - 16, look.name.split(), theme.magnified() > 1
    size = words.size(look.name, room, 30 if large else 22 if words.unit >= _FINE else 26, 14)
    if size < 18 and len(parts) > 1:
        cut = min(range(1, len(parts)), key=lambda n: max(len(" ".join(parts[:n])), len(" ".join(parts[n:]))))
        lines = [" ".join(parts[:cut]), " ".join(parts[cut:])]
        size = min(words.size(line, room, 20, 12) for line in lines)
        for line, y in zip(lines, (14.0, 32.5)):
            words.put(WIDE / 2, y, line, size, theme.EMBLEM, anchor="mm", room=room)
        return
    beneath = look.ability if look.kind != "wall" and not large and words.unit >= _FINE else ""
    if not beneath:
        words.put(WIDE / 2, 24, look.name, size, theme.EMBLEM, anchor="mm", room=room)
        return
    words.put(WIDE / 2, 14.5, look.name, size, theme.EMBLEM, anchor="mm", room=room)
    small = words.size(beneath, room, 12, 9, False)
    words.put(WIDE / 2, 33.5, beneath, small, theme.EMBLEM, anchor="mm", room=room, bold=False)


def _tags(words: _Words, look: Look) -> None:
    """What lies on the card, what under it, and whose it is."""
    right, y = WIDE - 8.0, 84.0
    if look.owner is not None:
        words.paste(tokens.letter(look.owner, round(22 * words.unit)), right - 22, y - 11)
        right -= 26
    if look.under:
        wide = 40.0
        words.plate(right - wide, y - 10, right, y + 10, theme.BACK, theme.BACK_LINE)
        words.put(right - wide / 2, y, f"▤{look.under}", 17, theme.BACK_INK, anchor="mm")
        right -= wide + 4
    if look.tags:
        ground = theme.ICE if look.frozen else theme.GOLD
        tag = look.tags[0] if len(look.tags) == 1 else f"{len(look.tags)}"
        low = 62.0
        room = right - low - 26
        if text.width(tag, round(11 * words.unit), True) > room * words.unit:
            low, tag = right - 23, ""
        words.plate(low, y - 10.5, right, y + 10.5, ground, theme.DARK)
        mark = ("crest", "Tundra Orcs") if look.frozen else ("scroll", "")
        words.paste(looks.icon(*mark, round(17 * words.unit), theme.DARK, ground), low + 3, y - 8.5)
        if tag:
            words.put(low + 22, y, tag, words.size(tag, room, 16, 11), theme.DARK, room=room)
