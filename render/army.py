"""An army as a picture: the faces of its cards in short, its deck, and the points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

from engine.arena.army import DECK_SIZE, ArmyView
from engine.arena.view import ArmyCardView, SpellView
from engine.core.text import Text, counted, say
from render import encode, symbols, text, theme, tokens
from render.cards import CARDS, KINDS, STATS, Column, attached

WIDTH = 800  # two faces across, one in large print; read at half of it on a phone
_GAP = 10
_COLUMNS = 2
_FAULTS = 6


def _px(steps: float) -> int:
    return round(steps * theme.magnified())


def draw_army(army: ArmyView) -> bytes:
    """The army as a PNG. A card that is taken several times is drawn once, with its number."""
    columns = _COLUMNS if theme.magnified() == 1 else 1
    faces: list[tuple[ArmyCardView, int]] = [(army.planeswalker, 1)] if army.planeswalker else []
    faces += army.cards
    rows = [
        _title(
            say("Army: {cost} of {limit} points", cost=army.cost, limit=army.limit),
            army.cost <= army.limit,
            str(counted(sum(n for _, n in faces), "one card", "{n} cards")),
        )
    ]
    rows += _grid([_card_face(card, count) for card, count in faces], columns)
    rows.append(_title(say("Deck: {cost} of {limit} points", cost=army.deck_cost, limit=army.deck_limit),
                       army.deck_cost <= army.deck_limit,
                       say("{n} of {size} spells", n=len(army.spells), size=DECK_SIZE)))  # fmt: skip
    spells = sorted(army.spells, key=lambda spell: "WUBRG".index(spell.colour))
    rows += _grid([_spell_face(spell) for spell in spells], columns)
    rows += [_line(f"✕ {fault}", theme.BAD) for fault in army.faults[:_FAULTS]]
    picture = Image.new("RGB", (WIDTH, sum(row.height for row in rows) + _GAP), theme.TABLE)
    y = 0
    for row in rows:
        picture.paste(row, (0, y))
        y += row.height
    return encode.png(picture, encode.plain())


_Face = Callable[[int, int | None], Image.Image]


def _grid(faces: Sequence[_Face], columns: int) -> list[Image.Image]:
    rows = []
    wide = (WIDTH - (columns + 1) * _GAP) // columns
    for start in range(0, len(faces), columns):
        shown = faces[start : start + columns]
        high = max(face(wide, None).height for face in shown)
        row = Image.new("RGB", (WIDTH, high + _GAP), theme.TABLE)
        for n, face in enumerate(shown):
            row.paste(face(wide, high), (_GAP + n * (wide + _GAP), _GAP))
        rows.append(row)
    return rows


def _card_face(card: ArmyCardView, count: int) -> _Face:
    """An army card without its texts: emblem, name, cost, numbers, abilities by name."""

    def draw(wide: int, high: int | None) -> Image.Image:
        style = theme.seat_style(0, "")
        letter = card.colours[:1] or "C"
        head = theme.mix(theme.MAGIC[letter], theme.CARD, 0.62)
        column = Column(wide, head, theme.magnified())
        title = card.name if count == 1 else f"{count} × {card.name}"
        mark = tokens.small(style, card.face, card.kind, _px(44))
        column.header(mark, title, str(card.cost * count), theme.CARD_INK)
        x = column.pad
        for letter in card.colours or "C":
            sign = symbols.mark(letter, _px(20))
            column.picture.paste(sign, (x, column.y), sign)
            x += _px(25)
        rank = say("unique") if card.unique else say("common")
        kind = " · ".join([say(CARDS[card.kind]), rank, *(str(Text(each)) for each in card.types)])
        room = wide - column.pad - x
        size = text.shrunk(kind, room, _px(17), _px(12), bold=True)
        text.write(column.brush, (x + 3, column.y + _px(11)), kind, size, theme.CARD_INK, bold=True, room=room)
        column.y += _px(32)
        _numbers(column, card, wide)
        names = ", ".join(ability.name for ability in card.abilities)
        if names:
            column.lines(names, 17, theme.CARD_DIM, gap=4)
        return column.done((), high)

    return draw


def _numbers(column: Column, card: ArmyCardView, wide: int) -> None:
    """Life and the printed numbers, each with its sign."""
    step = (wide - 2 * column.pad) // (len(STATS) + 1)
    for n, (name, number) in enumerate([("life", card.life), *((name, getattr(card, name)) for name in STATS)]):
        left, top = column.pad + n * step, column.y
        column.brush.rounded_rectangle((left, top, left + step - _px(6), top + _px(34)), _px(7), fill=theme.PANEL)
        if name == "life":
            column.brush.ellipse((left + _px(6), top + _px(10), left + _px(20), top + _px(24)), fill=theme.LIFE)
        else:
            sign = symbols.icon(name, _px(18), theme.INK)
            column.picture.paste(sign, (left + _px(4), top + _px(8)), sign)
        text.write(column.brush, (left + _px(26), top + _px(17)), str(number), _px(20), theme.INK, bold=True)
    column.y += _px(42)


def _spell_face(spell: SpellView) -> _Face:
    """A spell by colour, name, cost and kind."""

    def draw(wide: int, high: int | None) -> Image.Image:
        column = Column(wide, theme.mix(theme.MAGIC[spell.colour], theme.CARD, 0.62), theme.magnified())
        column.header(symbols.mark(spell.colour, _px(34)), spell.name, str(spell.cost), theme.CARD_INK)
        kind = attached(say(KINDS[spell.kind]), spell)
        room = wide - 2 * column.pad
        size = text.shrunk(kind, room, _px(17), _px(12))
        text.write(column.brush, (column.pad, column.y + _px(8)), kind, size, theme.CARD_DIM, room=room)
        column.y += _px(24)
        return column.done((), high)

    return draw


def _title(what: str, good: bool, rest: str) -> Image.Image:
    """A line over a part, with its points; red where they are too many."""
    row = Image.new("RGB", (WIDTH, _px(46)), theme.TABLE)
    brush = ImageDraw.Draw(row)
    ink = theme.INK if good else theme.BAD
    x = _px(16)
    x += round(text.write(brush, (x, _px(28)), what, _px(24), ink, bold=True)) + _px(16)
    room = WIDTH - x - _px(16)
    size = text.shrunk(rest, room, _px(20), _px(14))
    text.write(brush, (x, _px(28)), rest, size, theme.DIM, room=room)
    return row


def _line(words: str, ink: theme.Colour) -> Image.Image:
    lines = text.wrapped(words, WIDTH - 32, _px(19), True)
    row = Image.new("RGB", (WIDTH, _px(27) * len(lines) + 4), theme.TABLE)
    for n, line in enumerate(lines):
        text.write(ImageDraw.Draw(row), (16, _px(16) + _px(27) * n), line, _px(19), ink, bold=True)
    return row
