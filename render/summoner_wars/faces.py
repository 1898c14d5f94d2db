"""Cards as they are held: single faces, a hand, a deck."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.core.text import Text, counted, say, words
from engine.summoner_wars.view import CardView, DeckView, WarSeat, WarView
from render import encode, symbols, text, theme, tokens
from render.cards import Column
from render.pen import Pen
from render.sprite import Sprite
from render.summoner_wars import colours, looks
from render.summoner_wars.callings import calling
from render.summoner_wars.panels import points
from render.summoner_wars.phases import gem
from render.theme import Colour

WIDTH = 800
_GAP = 10
KINDS = {
    "summoner": words("Summoner"), "champion": words("Champion"), "common": words("Common"), "event": words("Event"),
    "wall": words("Wall"),
}  # fmt: skip


def card_face(card: CardView, width: int, *, height: int | None = None, count: int = 1, ready: bool = False) -> Image.Image:
    """A card ``width`` pixels wide: mark, name, cost, numbers, what it does, and whether it can be used now or why not."""
    column = Column(width, looks.head(card.faction), theme.magnified())
    _head(column, card, count)
    _kind(column, card)
    if card.life is not None:
        _numbers(column, card)
    if card.ability:
        column.lines(str(Text(card.ability)), 21, theme.CARD_INK, bold=True, gap=2)
    column.lines(str(card.text), 19, theme.CARD_INK, gap=12)
    footer: list[tuple[str, Colour]] = []
    if card.why_not is not None:
        footer.append((say("✕ Not now: {why}", why=card.why_not.text), theme.NO))
    elif ready:
        footer.append((say("✔ Can be played now"), theme.YES))
    if card.kind in ("summoner", "champion"):
        return column.done(footer, height, edge=theme.GOLD, edge_width=4 if card.kind == "summoner" else 3)
    return column.done(footer, height)


def _head(column: Column, card: CardView, count: int) -> None:
    """A band in the colour of the faction: the card's mark, its name, what it costs."""
    px, high = column.px, column.px(62)
    column.brush.rectangle((0, 0, column.width, high), fill=column.head)
    mark = calling(card.face, card.kind, card.range == "bow")
    sign = looks.icon(mark, card.faction, px(44), theme.CARD_INK, column.head)
    column.picture.paste(sign, (px(12), (high - sign.height) // 2), sign)
    right = column.width - px(14)
    if card.cost is not None:
        stone = gem(px(34))
        column.picture.paste(stone, (right - stone.width, (high - stone.height) // 2), stone)
        right -= stone.width + px(6)
        right -= round(
            text.write(column.brush, (right, high / 2), str(card.cost), px(30), theme.CARD_INK, bold=True, anchor="rm")
        )
    left, name = px(66), str(Text(card.name))
    title = name if count == 1 else f"{count} × {name}"
    room = right - left - px(10)
    size = text.shrunk(title, room, px(27), px(11), True)
    text.write(column.brush, (left, high / 2), title, size, theme.CARD_INK, bold=True, room=room)
    column.y = high + px(10)


def _kind(column: Column, card: CardView) -> None:
    """Crest, faction and kind in a line."""
    px, size = column.px, column.px(24)
    crest = looks.icon("crest", card.faction, size, theme.CARD_DIM, theme.CARD)
    column.picture.paste(crest, (column.pad, column.y), crest)
    left = column.pad + size + px(8)
    line = f"{Text(card.faction)} · {KINDS[card.kind]}"
    room = column.width - left - column.pad
    high = text.shrunk(line, room, px(18), px(10), True)
    text.write(column.brush, (left, column.y + size / 2), line, high, theme.CARD_DIM, bold=True, room=room)
    column.y += size + px(10)


def _numbers(column: Column, card: CardView) -> None:
    """Attack with its sign and a point for each wound it takes, on plates; behind them the crest, faintly."""
    px, x, high = column.px, column.pad, column.px(48)
    middle = column.y + high / 2
    faint = theme.mix(theme.CARD, looks.colour(card.faction), 0.26)
    crest = px(70)
    plates = (0 if card.attack is None else px(102)) + px(54) + px(22) * (card.life or 0)
    if column.width - 2 * column.pad - plates > crest:
        sprite = Sprite(2.1, 2.1, crest / 2.1, (1.05, 1.05))
        looks.mark(Pen(sprite, (0, 0), 0.98, faint, theme.CARD), "crest", card.faction)
        behind = sprite.done()
        column.picture.paste(behind, (column.width - crest - px(14), round(middle - crest * 0.46)), behind)
    if card.attack is not None:
        wide = px(92)
        column.brush.rounded_rectangle((x, column.y, x + wide, column.y + high), px(8), fill=theme.PLATE)
        text.write(column.brush, (x + px(14), middle), str(card.attack), px(32), theme.PLATE_INK, bold=True, anchor="lm")
        sign = symbols.icon("bow" if card.range == "bow" else "power", px(28), theme.PLATE_INK)
        column.picture.paste(sign, (x + wide - sign.width - px(10), round(middle - sign.height / 2)), sign)
        x += wide + px(10)
    life = card.life or 0
    room = column.width - x - column.pad - px(54)
    step = min(px(22), room / max(1, life))
    wide = round(px(54) + step * life)
    column.brush.rounded_rectangle((x, column.y, x + wide, column.y + high), px(8), fill=theme.PLATE)
    text.write(column.brush, (x + px(14), middle), str(life), px(32), theme.PLATE_INK, bold=True, anchor="lm")
    row = points(life, life, px(18), step, theme.PIP, theme.PIP_LOST)
    column.picture.paste(row, (x + px(44), round(middle - row.height / 2)), row)
    column.y += high + px(12)


def draw_card(card: CardView) -> bytes:
    face = card_face(card, 520)
    picture = Image.new("RGB", (face.width + 24, face.height + 24), theme.TABLE)
    picture.paste(face, (12, 12))
    return encode.png(picture, colours.palette())


def draw_hand(seat: WarSeat, view: WarView) -> bytes:
    """The hand as PNG; where the viewer may not look, backs with their number."""
    line = str(counted(seat.hand_count, "{who}: one card in hand", "{who}: {n} cards in hand", who=seat.name))
    rows = [_title(line, tokens.letter(looks.style(seat.team), 40))]
    if seat.hand is not None:
        rows += _grid([(card, 1) for card in seat.hand], _ready(seat, view))
    elif seat.hand_count:
        rows.append(_backs(seat))
    return _stacked(rows)


def _ready(seat: WarSeat, view: WarView) -> str:
    """What may be used in the phase that the viewer is in: "unit", "other" or nothing."""
    if view.viewer is None or view.viewer != view.active or view.seats[view.viewer] is not seat:
        return ""
    return {"summon": "unit", "events": "other"}.get(view.phase, "")


def _backs(seat: WarSeat) -> Image.Image:
    """Cards face down, each with the crest of its army."""
    row = Image.new("RGB", (WIDTH, 190), theme.TABLE)
    step = min(130, (WIDTH - 140) / seat.hand_count)
    sprite = Sprite(0.8, 1.1, 150, (0.4, 0.55))
    symbols.card_back(sprite, (0, 0), 0.72, 1.0)
    looks.mark(Pen(sprite, (0, 0), 0.22, theme.BACK_LINE, theme.BACK), "crest", seat.faction)
    back = sprite.done()
    for n in range(seat.hand_count):
        row.paste(back, (round(14 + n * step), 12), back)
    return row


def draw_deck(deck: DeckView) -> bytes:
    """A deck as PNG: the Summoner, the units, the events that come along; what is not legal yet under it."""
    total = 1 + sum(n for _, n in deck.units) + sum(n for _, n in deck.events)
    crest = looks.icon("crest", deck.summoner.faction, 40, theme.INK, theme.TABLE)
    rows = [_title(str(counted(total, "{who}: one card", "{who}: {n} cards", who=deck.summoner.name)), crest)]
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
    return encode.png(picture, colours.palette())


def _grid(cards: Sequence[tuple[CardView, int]], ready: str = "") -> list[Image.Image]:
    """Two cards beside one another. ``ready``: which kind of them can be used now, unless they say why not."""

    def face(card: CardView, count: int, height: int | None = None) -> Image.Image:
        unit = card.kind in ("champion", "common")
        now = bool(ready) and (ready == "unit") == unit and card.why_not is None
        return card_face(card, wide, height=height, count=count, ready=now)

    wide = (WIDTH - 3 * _GAP) // 2
    rows = []
    for start in range(0, len(cards), 2):
        pair = cards[start : start + 2]
        faces = [face(card, n) for card, n in pair]
        high = max(each.height for each in faces)
        row = Image.new("RGB", (WIDTH, high + _GAP), theme.TABLE)
        for place, ((card, n), drawn) in enumerate(zip(pair, faces)):
            grown = drawn if drawn.height == high else face(card, n, high)
            row.paste(grown, (_GAP + place * (wide + _GAP), _GAP))
        rows.append(row)
    return rows


def _title(line: str, sign: Image.Image | None = None) -> Image.Image:
    high = round(22 * theme.magnified())
    row = Image.new("RGB", (WIDTH, high + 32), theme.TABLE)
    left = 16
    if sign is not None:
        row.paste(sign, (14, (row.height + 6 - sign.height) // 2), sign)
        left += sign.width + 10
    text.write(ImageDraw.Draw(row), (left, row.height / 2 + 3), line, high, theme.INK, bold=True, room=WIDTH - 16 - left)
    return row
