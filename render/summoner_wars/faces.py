"""Cards as they are held: single faces, a hand, a deck."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.core.text import Text, counted, say, words
from engine.summoner_wars.view import CardView, DeckView, WarSeat, WarView
from render import encode, symbols, text, theme
from render.cards import Column
from render.theme import Colour

WIDTH = 800
_GAP = 10
KINDS = {
    "summoner": words("Summoner"), "champion": words("Champion"), "common": words("Common"), "event": words("Event"),
    "wall": words("Wall"),
}  # fmt: skip
HEADS: dict[str, Colour] = {
    "Phoenix Elves": (232, 176, 128), "Tundra Orcs": (168, 200, 222), "Guild Dwarves": (206, 190, 150),
    "Cave Goblins": (184, 204, 140),
}  # fmt: skip


def card_face(card: CardView, width: int, *, height: int | None = None, count: int = 1) -> Image.Image:
    """A card ``width`` pixels wide: name, cost, numbers, what it does, and why it cannot be used now."""
    column = Column(width, HEADS.get(card.faction, (206, 206, 212)), 1.0)
    title = str(Text(card.name)) if count == 1 else f"{count} × {Text(card.name)}"
    sign = symbols.icon({"sword": "power", "bow": "bow"}.get(card.range, "library"), 34, theme.CARD_INK)
    column.header(sign, title, "" if card.cost is None else str(card.cost), theme.CARD_INK)
    column.lines(f"{Text(card.faction)} · {KINDS[card.kind]}", 18, theme.CARD_DIM, bold=True, gap=4)
    if card.life is not None:
        _numbers(column, card, width)
    if card.ability:
        column.lines(str(Text(card.ability)), 20, theme.CARD_INK, bold=True, gap=2)
    column.lines(str(card.text), 18, theme.CARD_INK, gap=4)
    footer = [(say("Not now: {why}", why=card.why_not.text), theme.NO)] if card.why_not is not None else []
    return column.done(footer, height)


def _numbers(column: Column, card: CardView, width: int) -> None:
    """Attack with its sign, and a dot for each point of life."""
    x, y = column.pad, column.y
    if card.attack is not None:
        text.write(column.brush, (x, y + 16), str(card.attack), 30, theme.CARD_INK, bold=True, anchor="lm")
        x += round(text.width(str(card.attack), 30, True)) + 8
        sign = symbols.icon("bow" if card.range == "bow" else "power", 26, theme.CARD_DIM)
        column.picture.paste(sign, (x, y + 3), sign)
        x += 44
    for n in range(card.life or 0):
        column.brush.ellipse((x + n * 20, y + 8, x + n * 20 + 15, y + 23), fill=theme.NO, outline=theme.CARD_INK)
    column.y += 42


def draw_card(card: CardView) -> bytes:
    face = card_face(card, 520)
    picture = Image.new("RGB", (face.width + 24, face.height + 24), theme.TABLE)
    picture.paste(face, (12, 12))
    return encode.png(picture, encode.plain())


def draw_hand(seat: WarSeat, view: WarView) -> bytes:
    """The hand as PNG; where the viewer may not look, its number alone."""
    rows = [_title(str(counted(seat.hand_count, "{who}: one card in hand", "{who}: {n} cards in hand", who=seat.name)))]
    if seat.hand is not None:
        rows += _grid([(card, 1) for card in seat.hand])
    return _stacked(rows)


def draw_deck(deck: DeckView) -> bytes:
    """A deck as PNG: the Summoner, the units, the events that come along; what is not legal yet under it."""
    total = 1 + sum(n for _, n in deck.units) + sum(n for _, n in deck.events)
    rows = [_title(str(counted(total, "{who}: one card", "{who}: {n} cards", who=deck.summoner.name)))]
    rows += _grid([(deck.summoner, 1), *deck.units])
    rows.append(_title(say("Events and walls of {summoner}", summoner=deck.summoner.name)))
    rows += _grid(deck.events)
    for fault in deck.faults[:6]:
        row = Image.new("RGB", (WIDTH, 34), theme.TABLE)
        text.write(ImageDraw.Draw(row), (16, 17), f"✕ {fault}", 17, theme.BAD, anchor="lm", room=WIDTH - 32)
        rows.append(row)
    return _stacked(rows)


def _stacked(rows: Sequence[Image.Image]) -> bytes:
    picture = Image.new("RGB", (WIDTH, sum(row.height for row in rows) + _GAP), theme.TABLE)
    y = 0
    for row in rows:
        picture.paste(row, (0, y))
        y += row.height
    return encode.png(picture, encode.plain())


def _grid(cards: Sequence[tuple[CardView, int]]) -> list[Image.Image]:
    wide = (WIDTH - 3 * _GAP) // 2
    rows = []
    for start in range(0, len(cards), 2):
        pair = cards[start : start + 2]
        high = max(card_face(card, wide, count=n).height for card, n in pair)
        row = Image.new("RGB", (WIDTH, high + _GAP), theme.TABLE)
        for place, (card, n) in enumerate(pair):
            row.paste(card_face(card, wide, height=high, count=n), (_GAP + place * (wide + _GAP), _GAP))
        rows.append(row)
    return rows


def _title(line: str) -> Image.Image:
    row = Image.new("RGB", (WIDTH, 46), theme.TABLE)
    text.write(ImageDraw.Draw(row), (16, 30), line, 21, theme.INK, bold=True, room=WIDTH - 32)
    return row
