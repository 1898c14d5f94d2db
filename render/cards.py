"""Card faces of our own layout: spell cards and army cards."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.arena.view import ArmyCardView, SpellView
from engine.core.text import Text, capital, say, words
from render import encode, symbols, text, theme, tokens
from render.naming import counter_words
from render.theme import Colour

WIDTH = 640  # of a single card; half of it is still readable on a phone
KINDS = {"sorcery": "Sorcery", "aura": "Aura", "hidden": "Hidden enchantment"}
COLOURED = {
    "W": "White {kind}", "U": "Blue {kind}", "B": "Black {kind}", "R": "Red {kind}", "G": "Green {kind}",
    "C": "Colourless {kind}",
}  # fmt: skip
KIND = {"sorcery": "sorcery", "aura": "aura", "hidden": "hidden enchantment"}  # within a sentence
CARDS = {"planeswalker": "Planeswalker", "hero": "Hero", "squad": "Squad"}
STATS = ("power", "toughness", "move", "range", "height")
PRINTED = {"life": "life", "power": "power", "toughness": "toughness", "move": "move", "range": "range", "height": "height"}


def draw_spell(spell: SpellView) -> bytes:
    """A spell card as PNG, with whether it can be played now."""
    return _framed(spell_face(spell, WIDTH, unit=theme.magnified()))


def draw_army_card(card: ArmyCardView, side: str = "") -> bytes:
    """An army card as PNG: numbers as printed, abilities, what lies on it, what alters it now.

    ``side`` is the side of the card's seat ("attacker"), for its shape and colour.
    """
    return _framed(army_face(card, theme.seat_style(card.seat, side), WIDTH))


def _framed(face: Image.Image) -> bytes:
    picture = Image.new("RGB", (face.width + 24, face.height + 24), theme.TABLE)
    picture.paste(face, (12, 12))
    return encode.png(picture, encode.plain())


class Column:
    """A card that grows downwards while it is written; ``done`` cuts it to what was used."""

    def __init__(self, width: int, head: Colour, unit: float) -> None:
        self.unit, self.width, self.pad = unit, width, round(16 * unit)
        self.picture = Image.new("RGB", (width, round(2400 * unit)), theme.CARD)
        self.brush = ImageDraw.Draw(self.picture)
        self.head = head
        self.y = 0

    def px(self, steps: float) -> int:
        return round(steps * self.unit)

    def header(self, mark: Image.Image, title: str, corner: str, ink: Colour) -> None:
        """A band with a mark, the name (made smaller until it fits) and a number in the corner."""
        high = self.px(58)
        self.brush.rectangle((0, 0, self.width, high), fill=self.head)
        self.picture.paste(mark, (self.pad, (high - mark.height) // 2), mark)
        right = self.width - self.pad
        right -= round(text.write(self.brush, (right, high / 2), corner, self.px(22), ink, bold=True, anchor="rm"))
        left = self.pad + mark.width + self.px(10)
        room = right - left - self.px(10)
        size = next((s for s in (26, 24, 22, 20, 18) if text.width(title, self.px(s), True) <= room), 17)
        text.write(self.brush, (left, high / 2), title, self.px(size), ink, bold=True, room=room)
        self.y = high + self.px(12)

    def lines(self, words: str, size: float, ink: Colour, *, bold: bool = False, gap: float = 8) -> None:
        for line in text.wrapped(words, self.width - 2 * self.pad, self.px(size), bold):
            text.write(self.brush, (self.pad, self.y + self.px(size * 0.66)), line, self.px(size), ink, bold=bold)
            self.y += self.px(size * 1.32)
        self.y += self.px(gap)

    def rule(self) -> None:
        line = (self.pad, self.y, self.width - self.pad, self.y)
        self.brush.line(line, fill=theme.mix(theme.CARD, theme.CARD_LINE, 0.6), width=max(1, self.px(1.5)))
        self.y += self.px(10)

    def done(
        self, footer: Sequence[tuple[str, Colour]] = (), height: int | None = None, *, edge: Colour | None = None,
        edge_width: float = 2,
    ) -> Image.Image:  # fmt: skip
        """The card, at least ``height`` pixels high, with its footer at the bottom and an ``edge`` around it."""
        room = self.width - 2 * self.pad
        lines = [(line, ink) for words, ink in footer for line in text.wrapped(words, room, self.px(18), True)]
        used = self.y + len(lines) * self.px(24) + (self.px(16) if lines else 0)
        total = max(used, height or 0)
        if lines:
            self.y = total - len(lines) * self.px(24) - self.px(18)
            self.rule()
            for line, ink in lines:
                text.write(self.brush, (self.pad, self.y + self.px(11)), line, self.px(18), ink, bold=True)
                self.y += self.px(24)
        face = self.picture.crop((0, 0, self.width, total))
        ImageDraw.Draw(face).rectangle(
            (0, 0, self.width - 1, total - 1), outline=edge or theme.CARD_LINE, width=max(1, self.px(edge_width))
        )
        return face


def spell_face(
    spell: SpellView, width: int, *, height: int | None = None, lies_on: str = "", unit: float = 1.0
) -> Image.Image:
    """A spell card ``width`` pixels wide and at least ``height`` high. ``lies_on``: where it lies face down."""
    head = theme.mix(theme.MAGIC[spell.colour], theme.CARD, 0.62)
    column = Column(width, head, unit)
    column.header(symbols.mark(spell.colour, column.px(36)), spell.name, str(spell.cost), theme.CARD_INK)
    kind = capital(words(COLOURED[spell.colour], kind=words(KIND[spell.kind])))
    column.lines(attached(kind, spell), 18, theme.CARD_INK, bold=True, gap=3)
    if spell.timing:
        column.lines(say("Timing: {timing}", timing=Text(spell.timing)), 17, theme.CARD_DIM, gap=6)
    column.rule()
    column.lines(str(Text(spell.text)), 19, theme.CARD_INK, gap=4)
    if spell.duration:
        column.lines(say("Lasts: {duration}", duration=Text(spell.duration)), 17, theme.CARD_DIM, gap=6)
    footer: list[tuple[str, Colour]] = []
    if lies_on:
        footer.append((say("Face down on {card}", card=lies_on), theme.CARD_INK))
    elif spell.playable:
        footer.append((say("✔ Can be played now"), theme.YES))
    elif spell.why_not is not None:
        footer.append((say("✕ Not now: {why}", why=spell.why_not.text), theme.NO))
    return column.done(footer, height)


def attached(kind: str, spell: SpellView) -> str:
    """The kind of a spell, with what it goes on."""
    return say("{kind} on {host}", kind=kind, host=Text(spell.attaches_to)) if spell.attaches_to else kind


def army_face(card: ArmyCardView, style: theme.SeatStyle, width: int) -> Image.Image:
    """An army card ``width`` pixels wide."""
    column = Column(width, style.fill, theme.magnified())
    px = column.px
    mark = tokens.small(style, card.face, card.kind, px(46))
    column.header(mark, card.name, str(card.cost), style.ink)
    x = column.pad
    for letter in card.colours:
        sign = symbols.mark(letter, px(22))
        column.picture.paste(sign, (x, column.y), sign)
        x += px(28)
    squad = card.kind == "squad" and card.figures
    many = say("Squad of {n}", n=len(card.figures)) if squad else say(CARDS[card.kind])
    types = ", ".join(str(Text(kind)) for kind in card.types)
    line = " · ".join([many, types, str(Text(card.size)), *([say("unique")] if card.unique else [])])
    room = width - column.pad - x
    size = text.shrunk(line, room, px(17), px(13), True)
    text.write(column.brush, (x + px(4), column.y + px(12)), line, size, theme.CARD_INK, bold=True, room=room)
    column.y += px(38)
    step = (width - 2 * column.pad) // (len(STATS) + 1)
    numbers = [("life", card.life), *((name, getattr(card, name)) for name in STATS)]
    for n, (name, number) in enumerate(numbers):
        left, top = column.pad + n * step, column.y
        column.brush.rounded_rectangle((left, top, left + step - px(8), top + px(58)), px(8), fill=theme.PANEL)
        if name == "life":
            column.brush.ellipse((left + px(12), top + px(10), left + px(28), top + px(26)), fill=theme.LIFE)
        else:
            sign = symbols.icon(name, px(22), theme.INK)
            column.picture.paste(sign, (left + px(9), top + px(7)), sign)
        text.write(column.brush, (left + px(38), top + px(19)), str(number), px(22), theme.INK, bold=True)
        called = say(PRINTED[name])
        size = text.shrunk(called, step - px(20), px(15), px(9))
        text.write(column.brush, (left + px(9), top + px(45)), called, size, theme.INK, room=step - px(20))
    column.y += px(72)
    for ability in card.abilities:
        column.lines(f"{ability.name} ({Text(ability.kind)})", 19, theme.CARD_INK, bold=True, gap=0)
        column.lines(str(Text(ability.text)), 18, theme.CARD_INK, gap=8)
    lying = [a.spell.name for a in card.attached if a.spell and not a.face_down]
    own = [a.spell.name for a in card.attached if a.spell and a.face_down]
    unknown = sum(a.face_down and a.spell is None for a in card.attached)
    notes = [say("Enchanted: {spells}", spells=", ".join(lying))] if lying else []
    notes += [say("Face down, seen by you alone: {spells}", spells=", ".join(own))] if own else []
    notes += [say("Face down: {n}", n=unknown)] if unknown else []
    counters = ", ".join(str(counter_words(kind, n)) for kind, n in sorted(card.counters.items()))
    notes += [say("Counters: {counters}", counters=counters)] if counters else []
    notes += [str(change) for change in card.changes]
    if notes:
        column.rule()
        for note in notes:
            column.lines(note, 17, theme.CARD_DIM, bold=True, gap=3)
    column.y += px(8)
    if len(card.colours) > 1:  # a gold border (AR-NEW-06)
        return column.done(edge=theme.GOLD, edge_width=5)
    return column.done()
