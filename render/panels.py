"""What stands round the board: the header with the turn track, the dice, a panel for each seat.

``unit`` is the size of one step of the layout in pixels (1 at 1400 pixels' width; more where a phone is to
show the picture).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from engine.arena.view import ArenaView, ArmyCardView, FigureView, SeatView
from engine.core.text import counted, listed, say, spoken
from render import symbols, text, theme, tokens
from render.geometry import Box
from render.goals import in_short, measures, seat_name, team_name
from render.happened import Roll, Throw
from render.naming import night_words
from render.scene import auras, counters, face_down, styles
from render.shelf import Shelf
from render.sprite import Sprite
from render.tokens import outline

FAINT = 1.7  # contrast with the panel below which a sign needs an edge
PHASES = {
    "setup": "setting up",
    "start": "the turn begins",
    "before": "spells, then a card to choose",
    "choosing": "a card to choose",
    "summoning": "summoning",
    "acting": "moves and attacks",
    "extra": "an extra action",
    "after": "last spells",
    "over": "the match is over",
}


def doing(view: ArenaView) -> str:
    """Who is on turn and what the turn is at, in words."""
    if view.phase == "over":
        return say("The match is over")
    seat = view.seats[view.active]
    who = f"{seat_name(view, seat.seat)} ({short_name(seat.planeswalker)})"
    parts = [f"{who}: {say(PHASES[view.phase])}" if view.phase in PHASES else who]
    if view.chosen is not None and view.phase in ("acting", "after"):
        parts = [say("{who} with {card}", who=who, card=card_name(view.card(view.chosen)))]
    if view.extra:
        parts.append(str(view.extra))
    if view.phase in ("before", "after"):
        parts.append(str(counted(view.spells_left, "one spell left", "{n} spells left")))
    return " · ".join(parts)


def card_name(card: ArmyCardView) -> str:
    """Without whose it is, where it is its own seat's."""
    return card.name if card.owner == card.seat else str(card.label)


def short_name(planeswalker: str) -> str:
    """``Nahiri`` of "Nahiri, the Lithomancer"."""
    return planeswalker.split(",")[0].split(" ")[0]


def _header(view: ArenaView) -> tuple[int, tuple[float, float, float]]:
    """The height of the full header in steps, and the shares of it at which lie the name, the turn, and what holds on the
    ground: in large print each on a line of its own."""
    if theme.magnified() == 1:
        return 74, (0.32, 0.72, 0.72)
    return (112, (0.22, 0.52, 0.82)) if view.night or view.weirded else (82, (0.3, 0.72, 0.72))


def header_height(view: ArenaView) -> int:
    """Of the full header, in steps."""
    return _header(view)[0]


class Page:
    """Draws panels on a picture."""

    def __init__(self, picture: Image.Image, view: ArenaView, unit: float) -> None:
        self.picture, self.view, self.unit = picture, view, unit
        self.brush = ImageDraw.Draw(picture)
        self.styles = styles(view)

    def px(self, steps: float) -> int:
        return round(steps * self.unit)

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """With its left edge at ``x`` and its middle at height ``y``."""
        self.picture.paste(sprite, (round(x), round(y - sprite.height / 2)), sprite)

    def panel(self, box: Box) -> None:
        self.brush.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), self.px(10), fill=theme.PANEL)

    def say(self, x: float, y: float, words: str, size: float, fill: theme.Colour, *, bold: bool = False,
            room: float | None = None, anchor: str = "lm") -> float:  # fmt: skip
        room_px = None if room is None else max(0, int(room))
        return text.write(self.brush, (x, y), words, self.px(size), fill, bold=bold, room=room_px, anchor=anchor)

    # -- header
    def header(self, box: Box, *, compact: bool) -> None:
        view, px = self.view, self.px
        self.panel(box)
        x: float = box.left + px(16)
        right = box.right - px(16)
        if compact:
            upper, lower = (box.top + (box.bottom - box.top) * share for share in (0.32, 0.72))
            turn = say("Turn {turn} of {turns}", turn=view.turn, turns=view.turns)
            wide = self.say(x, upper, turn, 19, theme.INK, bold=True)
            self.track(Box(round(x + wide + px(14)), round(upper - px(8)), right, round(upper + px(8))))
            if view.night:
                self.paste(symbols.icon("moon", px(17), theme.CHOSEN), right - px(17), lower)
            badge = tokens.letter(self.styles[view.active], px(24))
            self.paste(badge, x, lower)
            self.say(x + px(30), lower, doing(view), 16, theme.INK, room=right - px(22) - x - px(30))
            return
        half = box.left + (box.right - box.left) * 0.5
        upper, middle, lower = (box.top + (box.bottom - box.top) * share for share in _header(view)[1])
        end = right if theme.magnified() > 1 else half  # of the turn's line
        self.say(x, upper, view.battlefield_name, 24, theme.INK, bold=True, room=half - x)
        self.paste(tokens.letter(self.styles[view.active], px(26)), x, middle)
        at = x + px(34)
        at += self.say(at, middle, say("Turn {turn} of {turns}", turn=view.turn, turns=view.turns), 17, theme.INK)
        self.say(at, middle, f" · {doing(view)}", 17, theme.INK, room=end - at)
        self.track(Box(round(half + px(20)), round(upper - px(9)), round(right), round(upper + px(9))))
        if lower > middle:
            self._holds(x, lower, right)
            return
        x = right
        if view.night:
            x -= self.say(x, lower, night_words(self.view), 15, theme.INK, anchor="rm") + px(24)
            self.paste(symbols.icon("moon", px(18), theme.CHOSEN), x, lower)
            x -= px(18)
        if view.weirded:
            self.say(x, lower, str(view.weirded), 15, theme.INK, anchor="rm", room=x - half - px(20))

    def _holds(self, x: float, middle: float, right: float) -> None:
        """What holds on the ground now, from the left."""
        px, view = self.px, self.view
        if view.night:
            self.paste(symbols.icon("moon", px(18), theme.CHOSEN), x + px(4), middle)
            x += px(34)
            x += self.say(x, middle, night_words(view), 15, theme.INK, room=right - x) + px(24)
        if view.weirded:
            self.say(x, middle, str(view.weirded), 15, theme.INK, room=right - x)

    def track(self, box: Box) -> None:
        """A mark for each turn in the shape of the seat whose turn it is; the present one in gold."""
        view = self.view
        turns, seats = max(1, view.turns), max(1, len(view.seats))
        step = (box.right - box.left) / turns
        radius = min(step * 0.41, (box.bottom - box.top) * 0.42)
        middle = (box.top + box.bottom) / 2
        for n in range(1, turns + 1):
            seat = (view.active + n - view.turn) % seats
            x = box.left + step * (n - 0.5)
            now = n == view.turn
            size = radius * 1.5 if now else radius
            fill = theme.GOLD if now else self.styles[seat].fill if n < view.turn else theme.LATER
            faint = n <= view.turn and theme.contrast(fill, theme.PANEL) < FAINT
            edge = theme.rim(fill) if faint else None
            self.brush.polygon(outline(self.styles[seat].shape, size, (x, middle)), fill=fill, outline=edge)

    def goal(self, box: Box, *, compact: bool) -> None:
        """What wins here, and how far each side has come."""
        px, view = self.px, self.view
        self.panel(box)
        middle = (box.top + box.bottom) // 2
        right = self._measures(box.right - px(14), middle, compact=compact)
        x = box.left + px(14)
        self.paste(symbols.icon("flag", px(18), theme.CHOSEN), x, middle)
        x += px(26)
        goal = in_short(view) if compact else str(view.goal)
        room = right - x - px(10 if compact else 20)
        if text.width(goal, px(13)) > room:
            goal = in_short(view)
        size = next((size for size in (15, 14, 13) if text.width(goal, px(size)) <= room), 12)
        self.say(x, middle, goal, size, theme.INK, room=room)

    def _measures(self, right: float, middle: float, *, compact: bool) -> float:
        """The numbers that count, from the right. Returns where they begin."""
        px, size = self.px, 16 if compact else 17
        for measure in reversed(measures(self.view)):
            badges = [self.styles[seat] for seat in measure.seats]
            if measure.stone:
                stone = tokens.stone(0, 0, measure.value < measure.of, px(20))
                for n in reversed(range(measure.of)):
                    right -= px(13)
                    self.paste(_pip(px(12), n < measure.of - measure.value), right, middle)
                right -= stone.width + px(2)
                self.paste(stone, right, middle - (0 if measure.value < measure.of else stone.height * 0.28))
                right -= px(14)
                continue
            if measure.of:
                number = f"{measure.value} / {measure.of}"
            else:
                number = str(measure.value)
            words = "" if not measure.of and compact else measure.words if measure.of or len(self.view.seats) < 3 else ""
            if words:
                right -= self.say(right, middle, words, size - 3, theme.DIM, anchor="rm") + px(6)
            right -= self.say(right, middle, number, size, theme.INK, bold=True, anchor="rm") + px(8)
            if measure.of and not compact:
                wide, tall = px(110), px(10)
                right -= wide
                self._bar(Box(round(right), round(middle - tall / 2), round(right + wide), round(middle + tall / 2)),
                          measure.value / measure.of, badges[0].fill if badges else theme.DIM)  # fmt: skip
                right -= px(8)
            for style in reversed(badges):
                right -= px(24)
                self.paste(tokens.letter(style, px(24)), right, middle)
            right -= px(18)
        return right

    def _bar(self, box: Box, share: float, fill: theme.Colour) -> None:
        radius = (box.bottom - box.top) // 2
        self.brush.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), radius, fill=theme.TABLE)
        if share > 0:
            end = box.left + max(box.bottom - box.top, round((box.right - box.left) * min(1.0, share)))
            light = theme.mix(fill, theme.EMBLEM, 0.25)
            self.brush.rounded_rectangle((box.left, box.top, end - 1, box.bottom - 1), radius, fill=light)

    def team(self, box: Box, seats: tuple[int, ...]) -> None:
        """The frame round a team's panels, with its name on top."""
        style = self.styles[seats[0]]
        grounds = [theme.mix(theme.TABLE, style.fill, share) for share in (0.34, 0.3, 0.26, 0.22)]
        ground = next((each for each in grounds if theme.contrast(theme.INK, each) >= 4.9), grounds[-1])
        self.brush.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), self.px(12), fill=ground)
        middle = box.top + self.px(TEAM / 2 + 1)
        end = self.say(box.left + self.px(14), middle, team_name(self.view, seats), 16, theme.INK, bold=True)
        names = str(listed([short_name(self.view.seats[seat].planeswalker) for seat in seats]))
        left = box.left + self.px(24) + end
        self.say(left, middle, names, 14, theme.INK, room=box.right - self.px(14) - left)

    def rolls(self, box: Box, rolls: Sequence[Roll]) -> None:
        """Rolls of the d20, each with what it was for."""
        px = self.px
        self.panel(box)
        middle = (box.top + box.bottom) // 2
        step = (box.right - box.left - px(20)) / len(rolls)
        for n, roll in enumerate(rolls):
            x = box.left + px(12) + n * step
            die = symbols.d20(roll.number, px(32))
            self.paste(die, x, middle)
            self.say(x + die.width + px(8), middle, roll.words, 15, theme.INK, room=step - die.width - px(20))

    def weirded(self, box: Box) -> None:
        """Weirded ground's present meaning, on one line (for compact pictures)."""
        swatch = self.px(16)
        x: float = box.left + self.px(16)
        middle = (box.top + box.bottom) // 2
        self.brush.rectangle((x, middle - swatch // 2, x + swatch, middle + swatch // 2), fill=theme.TOPS["x"])
        room = box.right - x - swatch - self.px(20)
        self.say(x + swatch + self.px(8), middle, str(self.view.weirded), 15, theme.INK, room=room)

    # -- dice
    def throw(self, box: Box, throw: Throw) -> None:
        """One attack: who against whom, both throws as faces, the damage."""
        px, view = self.px, self.view
        self.panel(box)
        middle = (box.top + box.bottom) // 2
        attacker = view.figure(throw.attacker)
        x: float = box.left + px(10)
        size = px(30)
        result = say("{n} damage", n=throw.damage) if throw.damage else say("no damage")
        right = box.right - px(14) - text.width(result, px(17), True)
        places = text.width(throw.start + throw.end, px(15), True)
        taken = 2 * (size + px(13)) + places + text.width(say("against"), px(14)) + px(20 + 12)
        die = die_size(len(throw.attack) + len(throw.defence), right - x - taken, size, px(2))
        x = self._who(x, middle, attacker, throw.start, size)
        x = self._faces(x + px(8), middle, throw.attack, "sword", die)
        x += self.say(x + px(6), middle, say("against"), 14, theme.DIM) + px(14)
        if throw.defender is not None:
            x = self._who(x, middle, view.figure(throw.defender), throw.end, size)
        else:
            stone = tokens.stone(0, 0, True, px(27))
            self.paste(stone, x, middle)
            x += stone.width + px(4)
            x += self.say(x, middle, throw.end, 15, theme.INK, bold=True)
        x = self._faces(x + px(8), middle, throw.defence, "shield", die)
        ink = theme.CHOSEN if throw.damage else theme.DIM
        self.say(box.right - px(14), middle, result, 17, ink, bold=True, anchor="rm")

    def _who(self, x: float, middle: float, figure: FigureView, at: str, size: int) -> float:
        card = self.view.card(figure.card)
        self.paste(tokens.small(self.styles[figure.seat], card.face, card.kind, size), x, middle)
        x += size + self.px(5)
        return x + self.say(x, middle, at, 15, theme.INK, bold=True)

    def _faces(self, x: float, middle: float, faces: tuple[str, ...], counts: str, size: int) -> float:
        """Dice in a row, those that count first."""
        for face in sorted(faces, key=lambda face: face != counts):
            self.paste(symbols.die(face, size, face == counts), x, middle)
            x += size + self.px(2)
        return x

    # -- seats
    def seat(self, box: Box, seat: SeatView, columns: int) -> None:
        """A full panel: who, counts, and each army card with its figures."""
        px = self.px
        self.panel(box)
        self._seat_line(Box(box.left, box.top, box.right, box.top + px(HEAD)), seat)
        wide = (box.right - box.left - px(12)) // columns
        for n, card in enumerate(cards_of(self.view, seat.seat)):
            left = box.left + px(6) + n % columns * wide
            top = box.top + px(HEAD + 4) + n // columns * px(CARD)
            self.picture.paste(self._row(card, (wide, px(CARD))), (left, top))

    def _seat_line(self, box: Box, seat: SeatView, *, compact: bool = False) -> None:
        px, style = self.px, self.styles[seat.seat]
        middle = (box.top + box.bottom) // 2
        x: float = box.left + px(10)
        self.paste(tokens.letter(style, px(30)), x, middle)
        x += px(36)
        right: float = box.right - px(10)
        figures = [figure for figure in self.view.figures if figure.seat == seat.seat]
        exited = sum(figure.zone == "exited" for figure in figures)
        fallen = sum(figure.zone in ("graveyard", "removed") for figure in figures)
        counts = [("exited", exited)] if exited else []
        counts += [("fallen", fallen)] if fallen else []
        counts = [("hand", seat.hand_size), *counts, ("library", seat.library_size), ("graveyard", len(seat.graveyard))]
        name = short_name(seat.planeswalker) if compact else seat.planeswalker
        taken = text.width(name, px(18), True)
        fitting = 2 + len([n for n in range(3, len(counts) + 1) if n * px(49) + taken < right - x])
        for kind, number in reversed(counts[:fitting]):
            right -= self.say(right, middle, str(number), 17, theme.INK, bold=True, anchor="rm") + px(4)
            self.paste(symbols.icon(kind, px(21), theme.DIM), right - px(21), middle)
            right -= px(21 + 9)
        active = seat.seat == self.view.active and self.view.phase != "over"
        ink = theme.DIM if seat.out else style.text
        x += self.say(x, middle, name, 18, ink, bold=True, room=right - x) + px(9)
        doing_now = say(" · has given up") if seat.out else say(" · on turn") if active else ""
        note = seat_name(self.view, seat.seat) + doing_now
        if not compact and text.width(note, px(15)) <= right - x:
            self.say(x, middle, note, 15, theme.DIM)
        if active:
            line = (box.left + px(10), box.bottom - px(3), box.right - px(10), box.bottom - px(1))
            self.brush.rectangle(line, fill=theme.GOLD)

    def _row(self, card: ArmyCardView, size: tuple[int, int]) -> Image.Image:
        """A card's part of the panel. It shows the card, its figures and whether it is the chosen one, and nothing else: it
        is kept for the next picture, in which few cards have changed."""
        shown = msgspec.msgpack.encode((card, self.view.figures_of(card.id)))
        chosen = self.view.chosen == card.id
        key = (shown, chosen, self.styles[card.seat], size, self.unit, spoken().tag)

        def draw() -> Image.Image:
            row = Page(Image.new("RGB", size, theme.PANEL), self.view, self.unit)
            row._card(Box(0, 0, *size), card)
            return row.picture

        return _ROWS.get(key, draw)

    def _card(self, box: Box, card: ArmyCardView) -> None:
        px, view = self.px, self.view
        waiting = card.zone == "reserve"
        on_board = any(figure.zone == "board" for figure in view.figures_of(card.id))
        gone = card.zone in ("graveyard", "exited") or (card.zone == "play" and not on_board)
        style = self.styles[card.seat]
        x: float = box.left + px(6)
        self.paste(tokens.small(style, card.face, card.kind, px(42), gone or waiting), x, (box.top + box.bottom) // 2)
        x += px(50)
        right = box.right - px(6)
        upper, middle, lower = (box.top + px(y) for y in (12, 32, 51))
        ink = theme.CHOSEN if card.id == view.chosen else theme.DIM if gone or waiting else theme.INK
        end = self._attached(right, upper, card)
        self.say(x, upper, card_name(card), 16, ink, bold=True, room=end - x - px(4))
        if card.zone == "exited":
            self.say(x, middle, say("left by an exit"), 14, theme.DIM)
        elif gone:
            self.say(x, middle, say("destroyed"), 14, theme.DIM)
        elif waiting:
            self.say(x, middle, say("in reserve · {cost} points", cost=card.cost), 14, theme.DIM)
        else:
            self._figures(x, middle, right, card)
        for kind, number in (("power", card.power), ("toughness", card.toughness), ("move", card.move),
                             ("range", card.range), ("height", card.height)):  # fmt: skip
            self.paste(symbols.icon(kind, px(14), theme.DIM), x, lower)
            x += px(17)
            x += self.say(x, lower, str(number), 14, theme.DIM) + px(11)

    def _attached(self, right: float, middle: float, card: ArmyCardView) -> float:
        """Counters, auras, face-down cards at the end of a line. Returns where they begin."""
        px = self.px
        if down := face_down(card):
            right -= self.say(right, middle, f"×{down}", 14, theme.INK, bold=True, anchor="rm") + px(3)
            back = _back(px(18))
            self.paste(back, right - back.width, middle)
            right -= back.width + px(6)
        for letter in auras(card):
            self.paste(symbols.mark(letter, px(18), theme.EMBLEM), right - px(18), middle)
            right -= px(22)
        for kind, number in counters(card):
            words = f"+{number}" if kind in symbols.SIGNS else f"{kind[:1].upper()}{number}"
            right -= self.say(right, middle, words, 14, theme.CHOSEN, bold=True, anchor="rm") + px(3)
            if kind in symbols.SIGNS:
                self.paste(symbols.icon(kind, px(14), theme.CHOSEN), right - px(14), middle)
                right -= px(16)
            right -= px(6)
        return right

    def _figures(self, x: float, middle: float, right: float, card: ArmyCardView) -> None:
        px = self.px
        figures = self.view.figures_of(card.id)
        pip = px(11) if sum(f.life for f in figures) <= 12 else px(9)
        for figure in figures:
            if len(figures) > 1:
                number = figure.short.lstrip("".join(c for c in figure.short if not c.isdigit()))
                x += self.say(x, middle, number, 14, theme.INK, bold=True) + px(3)
            if figure.zone == "board":
                x = self._pips(x, middle, figure, pip)
            elif figure.zone == "reserve":
                x += self.say(x, middle, say("reserve"), 13, theme.DIM, room=right - x)
            else:
                where = say("left") if figure.zone == "exited" else say("gone")
                x += self.say(x, middle, where, 13, theme.DIM, room=right - x)
            x += px(9)

    def _pips(self, x: float, middle: float, figure: FigureView, pip: int) -> float:
        for n in range(figure.life):
            sprite = _pip(pip, n < figure.life - figure.damage)
            self.paste(sprite, x, middle)
            x += pip + 1
        return x

    def compact_seat(self, box: Box, seat: SeatView) -> None:
        """Two lines: who with the counts, and each card's emblem with the life left."""
        px = self.px
        self.panel(box)
        line = px(38)
        self._seat_line(Box(box.left, box.top, box.right, box.top + line), seat, compact=True)
        middle = box.top + line + px(20)
        x: float = box.left + px(8)
        cards = cards_of(self.view, seat.seat)
        step = (box.right - box.left - px(14)) / max(1, len(cards))
        for card in cards:
            figures, exited = self.view.figures_of(card.id), card.zone == "exited"
            gone = card.zone != "play"
            size = min(px(30), round(step * 0.52))
            self.paste(tokens.small(self.styles[card.seat], card.face, card.kind, size, gone), x, middle)
            left = sum(f.life - f.damage for f in figures if f.zone == "board")
            words = "⇥" if exited else str(left) if not gone else "–" if card.zone == "reserve" else "✕"
            ink = theme.CHOSEN if card.id == self.view.chosen else theme.DIM if gone else theme.INK
            self.say(x + size + px(3), middle, words, 16, ink, bold=True, room=step - size)
            x += step


def die_size(count: int, room: float, most: int, gap: int) -> int:
    """The side of a die so that ``count`` of them with ``gap`` pixels after each fit into ``room``; ``most`` at most."""
    return max(8, min(most, int(room / max(1, count)) - gap))


_ROWS = Shelf(96)
HEAD, CARD, TEAM = 42, 64, 30  # heights in the full panel, and of a team's name over its panels


def cards_of(view: ArenaView, seat: int) -> list[ArmyCardView]:
    """The seat's army cards: in play, then in reserve, then destroyed."""
    order = {"play": 0, "reserve": 1, "graveyard": 2, "exited": 2}
    mine = [card for card in view.cards if card.seat == seat]
    return sorted(mine, key=lambda card: (order[card.zone], card.kind != "planeswalker", card.id))


@theme.kept(32)
def _back(size: int) -> Image.Image:
    sprite = Sprite(0.8, 1.1, size, (0.4, 0.55))
    symbols.card_back(sprite, (0, 0), 0.72, 1.0)
    return sprite.done()


@theme.kept(64)
def _pip(size: int, full: bool) -> Image.Image:
    sprite = Sprite(1, 1, size, (0.5, 0.5))
    if full:
        sprite.circle((0, 0), 0.44, theme.LIFE)
    else:
        sprite.circle((0, 0), 0.38, None, theme.WOUND, 0.13)
    return sprite.done()
