"""A finished match on one picture: who won and how, its key moments, armies and dice, the board at the end.

What the sections show is plain data (:mod:`engine.retrospect`); how boards and pieces look is the game's artist. It is as
wide as a board of a phone: read at 400 pixels, tapped open at 1000.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from PIL import Image, ImageDraw

from engine.core.hindsight import Rank
from engine.core.text import capital, listed, say
from engine.retrospect import Chart, KeyMoment, Retrospect, Side
from render import chart as charts
from render import encode, text, theme, tokens
from render.chart import Mark, disc
from render.poster_arena import ArenaArtist
from render.summoner_wars.poster import WarArtist
from render.theme import Colour, SeatStyle

WIDTH = 1000
_GAP = 16
_INNER = WIDTH - 2 * _GAP
_PAD = 20
_CORNER = 14
_MOMENT = (360, 204)  # the picture of a key moment, in pixels
_LINES = 6  # of words of a key moment
_SQUARE = 0.78  # height of a board to the width of the poster: beside a higher one there is room
_PLOT = 196  # how high a chart is
_TOKEN, _STEP = 58, 78  # of the pieces of an army


class Artist(Protocol):
    """Draws what posters show of a game."""

    def styles(self, board: Any) -> Sequence[SeatStyle]:
        """By seat."""
        ...

    def piece(self, board: Any, seat: int, rank: Rank, size: int, *, gone: bool = False) -> Image.Image:
        """A piece of the seat's army, about ``size`` pixels; ``gone``: none of its kind is left."""
        ...

    def die(self, size: int) -> Image.Image:
        """A die that hits."""
        ...

    def whole(self, board: Any, width: int) -> Image.Image:
        """The board without anything round it, RGB, at most that wide."""
        ...

    def part(self, moment: KeyMoment, width: int, height: int) -> Image.Image:
        """The part of the board on which it happened, with what happened, RGB, of that size."""
        ...


ARTISTS: dict[str, Artist] = {"ArenaView": ArenaArtist(), "WarView": WarArtist()}  # by the name of the view they show


def can_show(board: object) -> bool:
    """Whether there are posters of matches with such a board."""
    return type(board).__name__ in ARTISTS


def draw_poster(match: Retrospect) -> bytes:
    """The poster as a PNG, 1000 pixels wide. Equal matches give equal bytes in one look and language."""
    picture = painted(match)
    few = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)
    palette = few.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return encode.png(picture, palette)


def painted(match: Retrospect) -> Image.Image:
    """The same before it becomes bytes, RGB."""
    return _Poster(match).drawn()


class _Panel:
    """A rounded sheet to write on. Sizes of words grow with large print; what holds them has to follow."""

    def __init__(self, width: int, height: float) -> None:
        self.width, self.height = width, round(height)
        self.picture = Image.new("RGB", (self.width, self.height), theme.TABLE)
        self.brush = ImageDraw.Draw(self.picture)
        self.brush.rounded_rectangle((0, 0, self.width - 1, self.height - 1), _CORNER, fill=theme.PANEL)

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """With its left edge at ``x`` and its middle at height ``y``."""
        mask = sprite if sprite.mode == "RGBA" else None
        self.picture.paste(sprite, (round(x), round(y - sprite.height / 2)), mask)

    def say(
        self, x: float, y: float, words: str, size: float, ink: Colour, *, bold: bool = False, anchor: str = "lm",
        room: float | None = None,
    ) -> float:  # fmt: skip
        limit = None if room is None else max(0, int(room))
        return text.write(self.brush, (x, y), words, _print(size), ink, bold=bold, anchor=anchor, room=limit)


def _print(size: float) -> int:
    """The size of words in pixels."""
    return round(size * theme.magnified())


class _Poster:
    def __init__(self, match: Retrospect) -> None:
        self.match = match
        self.artist = ARTISTS[type(match.board).__name__]
        self.styles = self.artist.styles(match.board)
        self.marks = [Mark(n, moment.turn) for n, moment in enumerate(match.moments, 1)]

    def drawn(self) -> Image.Image:
        parts = list(self._sections())
        height = sum(part.height for part in parts) + _GAP * (len(parts) + 1)
        picture = Image.new("RGB", (WIDTH, height), theme.TABLE)
        y = _GAP
        for part in parts:
            picture.paste(part, ((WIDTH - part.width) // 2, y))
            y += part.height + _GAP
        return picture

    def _sections(self) -> Iterator[Image.Image]:
        yield self._masthead()
        yield from self._end()
        yield from self._charts()
        for n, moment in enumerate(self.match.moments, 1):
            yield self._moment(n, moment)
        yield from self._sides()

    # -- who won
    def _masthead(self) -> Image.Image:
        match = self.match
        shown = list(match.winners) or list(range(len(match.sides)))
        size = 148 if len(shown) == 1 else 116 if len(shown) == 2 else 84
        across = min(2, len(shown))
        left = _PAD + across * (size + 6) + 12
        room = _INNER - left - _PAD
        names = listed([match.sides[seat].name for seat in shown])
        title = say("{names} won", names=names) if match.winners else say("A draw")
        big = text.shrunk(title, room, _print(50), _print(30), bold=True)
        head = text.wrapped(title, room, big, True)[:2]
        reason = text.wrapped(str(match.reason), room, _print(25))[:3]
        where = " · ".join(part for part in (match.title, match.battlefield) if part)
        place = text.wrapped(where, room, _print(22))[:2]
        tall = len(head) * big * 1.15 + len(reason) * _print(25) * 1.3 + len(place) * _print(22) * 1.35 + 4
        rows = math.ceil(len(shown) / across)
        panel = _Panel(_INNER, max(tall, rows * (size + 6)) + 2 * _PAD + 6)
        panel.brush.rounded_rectangle((0, 0, _INNER - 1, 2 * _CORNER), _CORNER, fill=theme.GOLD)
        panel.brush.rectangle((0, 6, _INNER - 1, 2 * _CORNER), fill=theme.PANEL)
        for n, seat in enumerate(shown):
            leader = self._leader(match.sides[seat], seat, size)
            x = _PAD + n % across * (size + 6)
            panel.paste(leader, x, (panel.height + 6) / 2 + (n // across - (rows - 1) / 2) * (size + 6))
        y = (panel.height + 6 - tall) / 2
        for line in head:
            text.write(panel.brush, (left, y + big * 0.58), line, big, theme.INK, bold=True)
            y += big * 1.15
        for line in reason:
            panel.say(left, y + _print(25) * 0.65, line, 25, theme.INK)
            y += _print(25) * 1.3
        for line in place:
            panel.say(left, y + _print(22) * 0.68 + 4, line, 22, theme.DIM)
            y += _print(22) * 1.35
        return panel.picture

    def _leader(self, side: Side, seat: int, size: int) -> Image.Image:
        if not side.ranks:
            return tokens.letter(self.styles[seat], size)
        return self.artist.piece(self.match.board, seat, side.ranks[0], size)

    def _end(self) -> Iterator[Image.Image]:
        """The board at the end and the numbers: below it, or beside one that is high."""
        board = self.artist.whole(self.match.board, _INNER)
        if board.height <= _SQUARE * board.width:
            yield board
            yield self._numbers(_INNER, 6 if theme.magnified() == 1 else 3)
            return
        wide = round(board.width * _SQUARE * _INNER / board.height)
        small = board.resize((wide, round(_SQUARE * _INNER)), Image.Resampling.LANCZOS)
        row = Image.new("RGB", (_INNER, small.height), theme.TABLE)
        row.paste(small, (0, 0))
        row.paste(self._numbers(_INNER - wide - _GAP, 1, small.height), (wide + _GAP, 0))
        yield row

    def _numbers(self, width: int, across: int, height: int = 0) -> Image.Image:
        numbers = [number for number in self.match.numbers if number.n]
        across = max(1, min(across, len(numbers)))
        rows = math.ceil(len(numbers) / across)
        row = height / max(1, rows) if height else _print(34) + _print(22) + 30
        panel = _Panel(width, height or rows * row + 8)
        step = (width - 2 * 8) / across
        said = [str(number.what) for number in numbers]
        size = min((text.shrunk(words, step - 8, _print(22), _print(16)) for words in said), default=_print(22))
        for n, number in enumerate(numbers):
            x, y = 8 + (n % across + 0.5) * step, 4 + n // across * row
            y += (row - _print(34) - _print(22) - 30) / 2
            panel.say(x, y + 12 + _print(17), str(number.n), 34, theme.CHOSEN, bold=True, anchor="mm")
            text.write(panel.brush, (x, y + 16 + _print(44)), said[n], size, theme.DIM, anchor="mm", room=int(step - 4))
        return panel.picture

    # -- how it went
    def _charts(self) -> Iterator[Image.Image]:
        shown = [chart for chart in self.match.charts if any(len(line.values) > 1 for line in chart.lines)]
        beside = len(shown) > 1 and theme.magnified() == 1
        if not beside:
            yield from (self._chart(chart, _INNER) for chart in shown)
            return
        half = (_INNER - _GAP) // 2
        for n in range(0, len(shown), 2):
            pair = shown[n : n + 2]
            row = Image.new("RGB", (_INNER, round(_PLOT + 30 + 2 * _PAD)), theme.TABLE)
            for place, chart in enumerate(pair):
                row.paste(self._chart(chart, half if len(pair) == 2 else _INNER), (place * (half + _GAP), 0))
            yield row

    def _chart(self, chart: Chart, width: int) -> Image.Image:
        head = _print(22) + 8
        panel = _Panel(width, _PLOT + head + 2 * _PAD)
        title = capital(chart.what)
        size = text.shrunk(title, width - 2 * _PAD, _print(22), _print(17), bold=True)
        text.write(panel.brush, (_PAD, _PAD + _print(11)), title, size, theme.INK, bold=True, room=width - 2 * _PAD)
        plot = charts.draw(chart, self.styles, self.marks, width - 2 * _PAD, _PLOT)
        panel.picture.paste(plot, (_PAD, _PAD + head))
        return panel.picture

    def _moment(self, number: int, moment: KeyMoment) -> Image.Image:
        large = theme.magnified() > 1
        wide, tall = (_INNER, 300) if large else _MOMENT
        left = _PAD if large else wide + _PAD
        room = _INNER - left - _PAD
        size = _print(24)
        lines: list[str] = []
        for told in moment.told:
            lines += text.wrapped(capital(told), room, size)
        if len(lines) > _LINES:
            lines = [*lines[: _LINES - 1], text.fitted(" ".join(lines[_LINES - 1 :]) + " …", room, size)]
        words = _print(26) + 14 + len(lines) * size * 1.28
        top = tall + 14 if large else max(16.0, (tall - words) / 2)
        panel = _Panel(_INNER, top + words + 14 if large else max(tall, words + 32))
        shown = self.artist.part(moment, wide, tall if large else panel.height)
        self._flush(panel, shown)
        panel.paste(disc(number, 44), 12, 34)
        y = top + _print(26) / 2
        x: float = left
        if moment.seat is not None:
            badge = tokens.letter(self.styles[moment.seat], _print(32))
            panel.paste(badge, x, y)
            x += badge.width + 10
        x += panel.say(x, y, say("Turn {n}", n=moment.turn), 26, theme.INK, bold=True) + 14
        if moment.seat is not None:
            name, ink = str(self.match.sides[moment.seat].name), self.styles[moment.seat].text
            panel.say(x, y, name, 22, ink, room=_INNER - x - _PAD)
        y += _print(26) / 2 + 14
        for line in lines:
            text.write(panel.brush, (left, y + size * 0.6), line, size, theme.INK)
            y += size * 1.28
        return panel.picture

    def _flush(self, panel: _Panel, shown: Image.Image) -> None:
        """A picture at the panel's left edge, cut to its corners."""
        mask = Image.new("L", (shown.width * 2, shown.height * 2), 0)
        brush = ImageDraw.Draw(mask)
        right = mask.width + (4 * _CORNER if shown.width < panel.width else -1)
        lower = mask.height + (4 * _CORNER if shown.height < panel.height else -1)
        brush.rounded_rectangle((0, 0, right, lower), 2 * _CORNER, fill=255)
        panel.picture.paste(shown, (0, 0), mask.reduce(2))

    # -- who was there
    def _sides(self) -> Iterator[Image.Image]:
        across = 2 if theme.magnified() == 1 else 1
        wide = (_INNER - _GAP * (across - 1)) // across
        seats = sorted(range(len(self.match.sides)), key=lambda seat: (self.match.sides[seat].place, seat))
        for n in range(0, len(seats), across):
            some = seats[n : n + across]
            if len(some) == 1:
                wide = _INNER
            high = max(self._side_height(self.match.sides[seat], wide) for seat in some)
            row = Image.new("RGB", (_INNER, high), theme.TABLE)
            for place, seat in enumerate(some):
                row.paste(self._side(self.match.sides[seat], seat, wide, high), (place * (wide + _GAP), 0))
            yield row

    def _across(self, wide: int) -> int:
        return (wide - 2 * _PAD + _STEP - _TOKEN) // _STEP

    def _side_height(self, side: Side, wide: int) -> int:
        rows = math.ceil(len(side.ranks) / self._across(wide))
        luck = _print(22) * 2 + 44 if side.dice else 0
        luck += _print(22) + 14 if side.feat else 0
        return round(_PAD + _print(30) + 12 + rows * (_TOKEN + 34) + luck + _PAD)

    def _side(self, side: Side, seat: int, wide: int, high: int) -> Image.Image:
        """Who, what became of each piece, how the dice fell."""
        panel, style = _Panel(wide, high), self.styles[seat]
        y = _PAD + _print(30) / 2
        badge = tokens.letter(style, _print(38))
        panel.paste(badge, _PAD, y)
        right: float = wide - _PAD
        if seat in self.match.winners:
            crown = _crown(_print(36))
            right -= crown.width
            panel.paste(crown, right, y)
            right -= 10
        left, name = _PAD + badge.width + 10, str(side.name)
        size = text.shrunk(name, right - left, _print(26), _print(18), bold=True)
        text.write(panel.brush, (left, y), name, size, style.text, bold=True, room=int(right - left))
        top = _PAD + _print(30) + 12
        across = self._across(wide)
        for n, rank in enumerate(side.ranks):
            x, y = _PAD + n % across * _STEP, top + n // across * (_TOKEN + 34)
            self._rank(panel, rank, seat, x, y)
            if rank.face == side.best:
                star = _star(26)
                panel.paste(star, x + _TOKEN - star.width + 4, y + 10)
        y = top + math.ceil(len(side.ranks) / across) * (_TOKEN + 34) + _print(22) / 2
        if side.feat:
            star, told = _star(_print(24)), str(side.feat)
            panel.paste(star, _PAD, y)
            left, room = _PAD + star.width + 8, wide - 2 * _PAD - star.width - 8
            size = text.shrunk(told, room, _print(22), _print(16))
            text.write(panel.brush, (left, y), told, size, theme.INK, room=room)
        if side.dice:
            self._luck(panel, side, seat)
        return panel.picture

    def _rank(self, panel: _Panel, rank: Rank, seat: int, x: float, y: float) -> None:
        piece = self.artist.piece(self.match.board, seat, rank, _TOKEN, gone=not (rank.standing or rank.away))
        panel.paste(piece, x + (_TOKEN - piece.width) / 2, y + _TOKEN / 2)
        many = rank.standing + rank.lost + rank.away + rank.waiting
        step = min(20.0, (_STEP - 6) / max(1, many))
        left = x + _TOKEN / 2 - step * (many - 1) / 2
        kinds = ["stands"] * rank.standing + ["away"] * rank.away + ["lost"] * rank.lost + ["waits"] * rank.waiting
        for n, kind in enumerate(kinds):
            sign = _fate(kind, self.styles[seat], min(18, max(10, round(step))))
            panel.paste(sign, left + n * step - sign.width / 2, y + _TOKEN + 14)

    def _luck(self, panel: _Panel, side: Side, seat: int) -> None:
        """Hits against what was to be expected: a bar to the right of the middle is luck."""
        style, size = self.styles[seat], _print(22)
        y = panel.height - _PAD - size / 2
        more = side.hits - side.expected
        words = say("{hits} hits with {dice} dice", hits=side.hits, dice=side.dice)
        expected = say("{n} expected", n=f"{side.expected:.1f}")
        told, room = f"{words}, {expected}", panel.width - 2 * _PAD
        small = text.shrunk(told, room, size, _print(16))
        text.write(panel.brush, (_PAD, y), told, small, theme.DIM, room=room)
        y -= size / 2 + 22
        sign = f"{more:+.1f}".replace("-", "−") if abs(more) >= 0.05 else "±0"
        wide = text.width("+00.0", _print(26), True) + 12
        panel.say(panel.width - _PAD, y, sign, 26, theme.INK, bold=True, anchor="rm")
        die = self.artist.die(34)
        panel.paste(die, _PAD, y)
        left, right = _PAD + 48, panel.width - _PAD - wide
        middle, half = (left + right) / 2, (right - left) / 2
        scale = max(6.0, *(abs(each.hits - each.expected) for each in self.match.sides))
        panel.brush.rounded_rectangle((left, y - 8, right, y + 8), 8, fill=theme.TABLE)
        end = middle + half * more / scale
        if abs(end - middle) >= 2:
            panel.brush.rounded_rectangle((min(middle, end), y - 8, max(middle, end), y + 8), 8, fill=style.text)
        panel.brush.rectangle((middle - 1, y - 15, middle + 1, y + 15), fill=theme.INK)


@theme.kept(8)
def _crown(size: int) -> Image.Image:
    """Of a winner."""
    scale = 4
    large = Image.new("RGBA", (size * scale, size * scale), (0, 0, 0, 0))
    brush, unit = ImageDraw.Draw(large), size * scale
    points = [(0.12, 0.72), (0.06, 0.26), (0.3, 0.48), (0.5, 0.14), (0.7, 0.48), (0.94, 0.26), (0.88, 0.72)]
    brush.polygon([(x * unit, y * unit) for x, y in points], fill=theme.CHOSEN)
    brush.rectangle((0.12 * unit, 0.77 * unit, 0.88 * unit, 0.87 * unit), fill=theme.CHOSEN)
    return large.reduce(scale)


@theme.kept(8)
def _star(size: int) -> Image.Image:
    """Of the most dangerous piece."""
    scale = 4
    large = Image.new("RGBA", (size * scale, size * scale), (0, 0, 0, 0))
    brush, middle = ImageDraw.Draw(large), size * scale / 2
    for share, ink in ((1.0, theme.PANEL), (0.78, theme.CHOSEN)):
        points = []
        for n in range(10):
            radius, angle = middle * share * (1 if n % 2 == 0 else 0.46), math.radians(36 * n - 90)
            points.append((middle + radius * math.cos(angle), middle * 1.04 + radius * math.sin(angle)))
        brush.polygon(points, fill=ink)
    return large.reduce(scale)


@theme.kept(64)
def _fate(kind: str, style: SeatStyle, size: int) -> Image.Image:
    """What became of a figure: standing, away, lost, or never there."""
    scale = 4
    unit = size * scale
    large = Image.new("RGBA", (unit, unit), (0, 0, 0, 0))
    brush, middle = ImageDraw.Draw(large), unit / 2
    if kind == "stands":
        brush.polygon(tokens.outline(style.shape, unit * 0.4, (middle, middle)), fill=style.text)
    elif kind == "lost":
        for a, b in ((0.2, 0.8), (0.8, 0.2)):
            brush.line([(0.2 * unit, a * unit), (0.8 * unit, b * unit)], theme.WOUND, round(unit * 0.17))
    elif kind == "away":
        brush.line([(0.1 * unit, middle), (0.6 * unit, middle)], style.text, round(unit * 0.17))
        brush.polygon([(0.5 * unit, 0.2 * unit), (0.95 * unit, middle), (0.5 * unit, 0.8 * unit)], fill=style.text)
    else:
        edge = round(unit * 0.12)
        brush.ellipse((0.22 * unit, 0.22 * unit, 0.78 * unit, 0.78 * unit), outline=theme.DIM, width=edge)
    return large.reduce(scale)
