"""The words on a card that lies on the battlefield."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from render import symbols, text, theme, tokens
from render.summoner_wars import looks
from render.theme import Colour, SeatStyle

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


def life(picture: Image.Image, unit: float, left: int, hurt: bool, middle: float) -> None:
    """What is left of its life, on the plate whose middle is at that height."""
    ink = theme.mix(theme.PIP_LOST, theme.EMBLEM, 0.5) if hurt else theme.PLATE_INK
    _Words(picture, unit).put(21, middle, str(left), 26 if theme.magnified() > 1 else 23, ink, anchor="mm")


def printed(picture: Image.Image, look: Look, unit: float, wide: float) -> None:
    """Name, ability, attack, and what lies on and under it. ``wide``: the card's width in units."""
    words, large = _Words(picture, unit), theme.magnified() > 1
    _title(words, look, wide)
    if look.kind != "wall":
        value = {1: theme.YES, 0: theme.CARD_INK, -1: theme.NO}[look.change]
        x = 64 + words.put(64, 64 if large else 61, str(look.attack), 40 if large else 34, value)
        sign = symbols.icon("bow" if look.bow else "power", round(28 * unit), theme.CARD_INK)
        words.paste(sign, x + 3, 50 if large else 47)
        if look.change:  # not by its colour alone
            words.put(x + 31, 55, "▲" if look.change > 0 else "▼", 16, value)
    _tags(words, look, wide)


def _title(words: _Words, look: Look, wide: float) -> None:
    """The name in one line with the ability under it, or in two lines."""
    room, parts, large = wide - 16, look.name.split(), theme.magnified() > 1
    size = words.size(look.name, room, 30 if large else 22 if words.unit >= _FINE else 26, 14)
    if size < 18 and len(parts) > 1:
        cut = min(range(1, len(parts)), key=lambda n: max(len(" ".join(parts[:n])), len(" ".join(parts[n:]))))
        lines = [" ".join(parts[:cut]), " ".join(parts[cut:])]
        size = min(words.size(line, room, 20, 12) for line in lines)
        for line, y in zip(lines, (13.5, 33.0)):
            words.put(wide / 2, y, line, size, theme.EMBLEM, anchor="mm", room=room)
        return
    beneath = look.ability if look.kind != "wall" and not large and words.unit >= _FINE else ""
    if not beneath:
        words.put(wide / 2, 24, look.name, size, theme.EMBLEM, anchor="mm", room=room)
        return
    words.put(wide / 2, 14.5, look.name, size, theme.EMBLEM, anchor="mm", room=room)
    small = words.size(beneath, room, 12, 9, False)
    words.put(wide / 2, 33.5, beneath, small, theme.EMBLEM, anchor="mm", room=room, bold=False)


def _tags(words: _Words, look: Look, wide: float) -> None:
    """What lies on the card, what under it, and whose it is."""
    right, y = wide - 8.0, 84.0
    if look.owner is not None:
        words.paste(tokens.letter(look.owner, round(22 * words.unit)), right - 22, y - 11)
        right -= 26
    if look.under:
        pile = 40.0
        words.plate(right - pile, y - 10, right, y + 10, theme.BACK, theme.BACK_LINE)
        words.put(right - pile / 2, y, f"▤{look.under}", 17, theme.BACK_INK, anchor="mm")
        right -= pile + 4
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
