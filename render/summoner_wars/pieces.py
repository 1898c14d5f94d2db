"""A card on the battlefield: its numbers large enough for a phone, its side by colour, shape and letter."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.core.text import Text
from engine.summoner_wars.view import PieceView
from render import symbols, text, theme, tokens
from render.summoner_wars.mat import Box
from render.theme import Colour, SeatStyle

GONE: Colour = (40, 12, 10)


def style(seat: int) -> SeatStyle:
    return theme.others()[seat]


def shapes(brush: ImageDraw.ImageDraw, piece: PieceView, box: Box, scale: int) -> None:
    """What has no letters, on a picture ``scale`` times as large."""
    look = style(piece.seat)
    inner = box.inner(4)

    def at(*numbers: float) -> tuple[float, ...]:
        return tuple(number * scale for number in numbers)

    edge, width = (theme.GOLD, 4) if piece.face.kind == "summoner" else (look.fill, 3)
    brush.rounded_rectangle(at(*inner), 9 * scale, fill=theme.CARD, outline=edge, width=width * scale)
    if piece.face.kind == "wall":
        _bricks(brush, inner, scale)
    else:
        band = Box(inner.left + 4, inner.top + 4, inner.right - 4, inner.top + 31)
        brush.rounded_rectangle(at(*band), 6 * scale, fill=look.deep)
        if piece.face.kind == "champion":
            brush.rectangle(at(band.left, band.bottom - 3, band.right, band.bottom), fill=theme.GOLD)
    if piece.on:
        brush.rounded_rectangle(at(*inner.inner(3)), 7 * scale, outline=theme.ICE, width=5 * scale)
    _pips(brush, piece, inner, scale)


def _bricks(brush: ImageDraw.ImageDraw, box: Box, scale: int) -> None:
    inner = box.inner(5)
    brush.rounded_rectangle(tuple(n * scale for n in inner), 5 * scale, fill=theme.BRICK)
    high = (inner.bottom - inner.top) / 4
    for row in range(4):
        y = inner.top + row * high
        if row:
            brush.line(
                [(inner.left * scale, y * scale), (inner.right * scale, y * scale)], fill=theme.BRICK_LINE, width=2 * scale
            )
        for n in range(4):
            x = inner.left + (n + 0.5 * (row % 2)) * (inner.right - inner.left) / 3.5
            if inner.left + 6 < x < inner.right - 6:
                brush.line([(x * scale, y * scale), (x * scale, (y + high) * scale)], fill=theme.BRICK_LINE, width=2 * scale)


def _pips(brush: ImageDraw.ImageDraw, piece: PieceView, inner: Box, scale: int) -> None:
    """A dot for each point of life; those that are lost are dark rings."""
    step = min(15.0, (inner.right - inner.left - 16) / max(1, piece.life))
    radius = min(6.0, step * 0.42)
    y = inner.bottom - 13
    x = (inner.left + inner.right) / 2 - step * (piece.life - 1) / 2
    back = (x - radius - 5, y - radius - 4, x + step * (piece.life - 1) + radius + 5, y + radius + 4)
    brush.rounded_rectangle(tuple(n * scale for n in back), 8 * scale, fill=theme.PLATE)
    full = theme.mix(style(piece.seat).fill, theme.EMBLEM, 0.55)
    for n in range(piece.life):
        spot = tuple(v * scale for v in (x + n * step - radius, y - radius, x + n * step + radius, y + radius))
        left = n < piece.life - piece.wounds
        brush.ellipse(spot, fill=full if left else GONE, outline=theme.DIM, width=0 if left else scale)


def letters(picture: Image.Image, brush: ImageDraw.ImageDraw, piece: PieceView, box: Box) -> None:
    """Name, attack and signs, on the picture at its own size."""
    look, inner = style(piece.seat), box.inner(4)
    if piece.face.kind == "wall":
        name = str(Text(piece.face.name))
        wide = text.width(name, 17, True)
        middle = (inner.left + inner.right) / 2
        brush.rounded_rectangle(
            (middle - wide / 2 - 8, inner.top + 30, middle + wide / 2 + 8, inner.top + 58), 7, fill=theme.PLATE
        )
        text.write(brush, (middle, inner.top + 44), name, 17, theme.PLATE_INK, bold=True, anchor="mm")
    else:
        room = round(inner.right - inner.left - 16)
        name = str(Text(piece.face.name))
        size = next((s for s in (19, 18, 17, 16, 15) if text.width(name, s, True) <= room), 14)
        text.write(
            brush,
            ((inner.left + inner.right) / 2, inner.top + 17),
            name,
            size,
            theme.EMBLEM,
            bold=True,
            anchor="mm",
            room=room,
        )
        _attack(picture, brush, piece, inner)
    badge = tokens.letter(look, 26)
    picture.paste(badge, (round(inner.right - 33), round(inner.top + 38)), badge)
    if piece.on or piece.under:
        words = ", ".join(str(Text(each)) for each in piece.on) or f"+{piece.under}"
        text.write(brush, (inner.right - 8, inner.top + 74), words, 14, theme.CARD_INK, bold=True, anchor="rm", room=80)


def _attack(picture: Image.Image, brush: ImageDraw.ImageDraw, piece: PieceView, inner: Box) -> None:
    """The Attack Value with a sword or a bow; in another colour where it is not as printed."""
    ink = theme.YES if piece.attack > piece.printed else theme.NO if piece.attack < piece.printed else theme.CARD_INK
    text.write(brush, (inner.left + 12, inner.top + 53), str(piece.attack), 32, ink, bold=True, anchor="lm")
    x = inner.left + 16 + text.width(str(piece.attack), 32, True)
    sign = symbols.icon("power" if piece.face.range == "sword" else "bow", 26, theme.CARD_DIM)
    picture.paste(sign, (round(x + 4), round(inner.top + 40)), sign)
