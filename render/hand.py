"""A seat's hand as a picture, with what lies face down for it."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.arena.view import ArenaView, SeatView, SpellView
from engine.core.text import counted, say
from render import encode, symbols, text, theme, tokens
from render.cards import spell_face
from render.scene import styles
from render.sprite import Sprite

WIDTH = 800  # two cards across, one in large print; read at half of it on a phone
_GAP = 10


def own_face_down(view: ArenaView, seat: int) -> list[tuple[SpellView, str]]:
    """The hidden enchantments the seat controls and the viewer may look at, with the army card each lies on."""
    return [
        (attached.spell, str(card.label))
        for card in view.cards
        for attached in card.attached
        if attached.face_down and attached.controller == seat and attached.spell is not None
    ]


def draw_hand(seat: SeatView, view: ArenaView, *, width: int = WIDTH) -> bytes:
    """The hand as a PNG. Where the viewer may not look, card backs with their number."""
    unit = width / WIDTH * theme.magnified()
    gap, across = round(_GAP * unit), 2 if theme.magnified() == 1 else 1
    wide = (width - (across + 1) * gap) // across
    rows = [_head(seat, view, width, unit)]
    if seat.hand is None:
        rows.append(_backs(seat.hand_size, width, unit))
    else:
        rows += _grid([(spell, "") for spell in seat.hand], wide, gap, width, unit)
    down = own_face_down(view, seat.seat)
    if down:
        rows.append(_title(say("Face down on the board"), width, unit))
        rows += _grid(down, wide, gap, width, unit)
    picture = Image.new("RGB", (width, sum(row.height for row in rows) + gap), theme.TABLE)
    y = 0
    for row in rows:
        picture.paste(row, (0, y))
        y += row.height
    return encode.png(picture, encode.plain())


def _grid(spells: list[tuple[SpellView, str]], wide: int, gap: int, width: int, unit: float) -> list[Image.Image]:
    rows, across = [], width // wide
    for start in range(0, len(spells), across):
        beside = spells[start : start + across]
        high = max(spell_face(spell, wide, lies_on=on, unit=unit).height for spell, on in beside)
        row = Image.new("RGB", (width, high + gap), theme.TABLE)
        for n, (spell, on) in enumerate(beside):
            row.paste(spell_face(spell, wide, height=high, lies_on=on, unit=unit), (gap + n * (wide + gap), gap))
        rows.append(row)
    return rows


def _title(words: str, width: int, unit: float) -> Image.Image:
    row = Image.new("RGB", (width, round(46 * unit)), theme.TABLE)
    at = (16 * unit, 30 * unit)
    text.write(ImageDraw.Draw(row), at, words, round(21 * unit), theme.INK, bold=True, room=round(width - 32 * unit))
    return row


def _head(seat: SeatView, view: ArenaView, width: int, unit: float) -> Image.Image:
    row = Image.new("RGB", (width, round(56 * unit)), theme.TABLE)
    badge = tokens.letter(styles(view)[seat.seat], round(40 * unit))
    row.paste(badge, (round(14 * unit), round(12 * unit)), badge)
    words = str(counted(
        seat.hand_size, "{who}: one card in hand, {library} in the library",
        "{who}: {n} cards in hand, {library} in the library", who=seat.planeswalker, library=seat.library_size,
    ))  # fmt: skip
    at, room = (64 * unit, 32 * unit), round(width - 80 * unit)
    size = text.shrunk(words, room, round(21 * unit), round(15 * unit), bold=True)
    text.write(ImageDraw.Draw(row), at, words, size, theme.INK, bold=True, room=room)
    return row


def _backs(count: int, width: int, unit: float) -> Image.Image:
    row = Image.new("RGB", (width, round(180 * unit)), theme.TABLE)
    step = min(110 * unit, (width - 130 * unit) / max(1, count))
    sprite = Sprite(0.8, 1.1, 140 * unit, (0.4, 0.55))
    symbols.card_back(sprite, (0, 0), 0.72, 1.0)
    back = sprite.done()
    for n in range(count):
        row.paste(back, (round(14 * unit + n * step), round(10 * unit)), back)
    return row
