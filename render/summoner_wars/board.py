"""The battlefield as a picture: cards where they lie, piles with their counts, what happened last."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.core.events import Event
from engine.core.text import Text, say, words
from engine.summoner_wars import board
from engine.summoner_wars.board import COLUMNS, HALF, ROWS, SPACES
from engine.summoner_wars.view import WarView
from render import encode, symbols, text, theme, tokens
from render.summoner_wars import pieces
from render.summoner_wars.mat import WIDTH, Box, Mat

SCALE = 2  # shapes are drawn so much larger, then made smaller: their edges are smooth
PHASES = {
    "setup": words("Before the first turn"), "summon": words("Summon Phase"), "events": words("Event Phase"),
    "movement": words("Movement Phase"), "attack": words("Attack Phase"), "magic": words("Build Magic Phase"),
    "over": words("The match is over"),
}  # fmt: skip


def draw_board(view: WarView, *, events: Sequence[Event] = (), reach: Sequence[str] = (), width: int | None = None) -> bytes:
    """The battlefield as PNG, 1000 pixels wide unless ``width`` says otherwise. ``events``: what is shown as arrows and
    dice; ``reach``: spaces to be marked."""
    return encode.png(painted(view, events=events, reach=reach, width=width), encode.plain())


def painted(
    view: WarView, *, events: Sequence[Event] = (), reach: Sequence[str] = (), width: int | None = None, lines: int = 0
) -> Image.Image:
    """The same as an image. ``lines``: room for so many lines under the board, even if there are fewer."""
    mat = Mat(view.viewer or 0, max(lines, len(view.lasting)))
    large = Image.new("RGB", (WIDTH * SCALE, mat.height * SCALE), theme.TABLE)
    brush = ImageDraw.Draw(large)
    _ground(brush, mat, set(reach))
    for piece in view.pieces:
        pieces.shapes(brush, piece, mat.space(board.parse(piece.at)), SCALE)
    told = [event for event in events if event.known_to(view.viewer)]
    _arrows(brush, mat, view, told)
    picture = large.resize((WIDTH, mat.height), Image.Resampling.LANCZOS)
    brush = ImageDraw.Draw(picture)
    _names(brush, mat)
    for piece in view.pieces:
        pieces.letters(picture, brush, piece, mat.space(board.parse(piece.at)))
    _wounds(brush, mat, told)
    _head(brush, mat, view)
    _dice(picture, mat, told)
    for seat in range(len(view.seats)):
        _strip(picture, brush, mat.strip(seat), view, seat)
    for n, line in enumerate(view.lasting):
        text.write(brush, mat.line(n), f"• {line}", 18, theme.DIM, room=WIDTH - 30)
    if width is not None and width < WIDTH:
        picture = picture.resize((width, round(mat.height * width / WIDTH)), Image.Resampling.LANCZOS)
    return picture


def _ground(brush: ImageDraw.ImageDraw, mat: Mat, reach: set[str]) -> None:
    for space in SPACES:
        box = mat.space(space)
        fill = theme.GROUND[(space[0] + space[1]) % 2]
        brush.rectangle(tuple(n * SCALE for n in box), fill=fill)
        if board.name(space) in reach:
            brush.rounded_rectangle(tuple(n * SCALE for n in box.inner(9)), 8 * SCALE, outline=theme.SAFE, width=5 * SCALE)
    whole = mat.board
    middle = whole.top + HALF * mat.cell[1]
    brush.rectangle((whole.left * SCALE, (middle - 3) * SCALE, whole.right * SCALE, (middle + 3) * SCALE), fill=theme.CENTRE)
    brush.rectangle(tuple(n * SCALE for n in whole), outline=theme.PANEL_LINE, width=2 * SCALE)


def _names(brush: ImageDraw.ImageDraw, mat: Mat) -> None:
    for column in range(COLUMNS):
        box = mat.space((column, 0 if mat.bottom == 0 else ROWS - 1))
        text.write(brush, (box.centre[0], mat.board.bottom + 13), "ABCDEF"[column], 18, theme.DIM, bold=True, anchor="mm")
    for row in range(ROWS):
        box = mat.space((0, row))
        text.write(brush, (mat.board.left - 14, box.centre[1]), str(row + 1), 18, theme.DIM, bold=True, anchor="mm")


def _arrows(brush: ImageDraw.ImageDraw, mat: Mat, view: WarView, events: Sequence[Event]) -> None:
    places = {piece.card: piece.at for piece in view.pieces}
    for event in events:
        data = event.data
        if event.kind in ("moved", "placed") and {"at", "to"} <= data.keys():
            _arrow(brush, mat.space(board.parse(data["at"])), mat.space(board.parse(data["to"])), theme.WENT, 6)
        elif event.kind == "attack":
            start, end = places.get(data.get("card", -1)), _end_of(data, places, events)
            if start and end:
                _arrow(brush, mat.space(board.parse(start)), mat.space(board.parse(end)), theme.STRUCK, 8)
        elif event.kind in ("summoned", "walled") and "to" in data:
            box = mat.space(board.parse(data["to"])).inner(2)
            brush.rounded_rectangle(tuple(n * SCALE for n in box), 11 * SCALE, outline=theme.WENT, width=4 * SCALE)


def _end_of(data: dict[str, object], places: dict[int, str], events: Sequence[Event]) -> str | None:
    """Where the target stood: it may have been destroyed since."""
    target = data.get("target")
    if isinstance(target, int) and target in places:
        return places[target]
    return next(
        (event.data["at"] for event in events if event.kind == "destroyed" and event.data.get("card") == target), None
    )


def _arrow(brush: ImageDraw.ImageDraw, start: Box, end: Box, colour: tuple[int, int, int], wide: int) -> None:
    (x, y), (p, q) = start.centre, end.centre
    far = math.hypot(p - x, q - y)
    if far < 1:
        return
    dx, dy = (p - x) / far, (q - y) / far
    x, y, p, q = x + dx * 34, y + dy * 34, p - dx * 34, q - dy * 34
    tip = 20
    for ink, width in ((theme.DARK, wide + 5), (colour, wide)):
        brush.line([(x * SCALE, y * SCALE), ((p - dx * tip) * SCALE, (q - dy * tip) * SCALE)], fill=ink, width=width * SCALE)
        grown = tip + (4 if ink is theme.DARK else 0)
        head = [
            (p + dx * (grown - tip), q + dy * (grown - tip)),
            (p - dx * tip - dy * grown * 0.62, q - dy * tip + dx * grown * 0.62),
            (p - dx * tip + dy * grown * 0.62, q - dy * tip - dx * grown * 0.62),
        ]  # fmt: skip
        brush.polygon([(a * SCALE, b * SCALE) for a, b in head], fill=ink)


def _wounds(brush: ImageDraw.ImageDraw, mat: Mat, events: Sequence[Event]) -> None:
    """How many wounds each space saw, and a cross where a card was destroyed."""
    seen: dict[str, int] = {}
    fallen = {event.data["at"] for event in events if event.kind == "destroyed" and "at" in event.data}
    for event in events:
        if event.kind == "wounded" and "at" in event.data:
            seen[event.data["at"]] = seen.get(event.data["at"], 0) + int(event.data.get("wounds", 0))
    for space in sorted({*seen, *fallen}):
        box = mat.space(board.parse(space))
        x, y = box.left + 22, box.bottom - 42
        brush.ellipse((x - 17, y - 17, x + 17, y + 17), fill=theme.NO, outline=theme.EMBLEM, width=2)
        text.write(brush, (x, y), "✕" if space in fallen else f"−{seen[space]}", 18, theme.EMBLEM, bold=True, anchor="mm")


def _head(brush: ImageDraw.ImageDraw, mat: Mat, view: WarView) -> None:
    box = mat.head
    left = say("Turn {n}", n=view.turn) if view.turn else ""
    text.write(brush, (box.left, box.centre[1]), left, 26, theme.INK, bold=True, anchor="lm")
    phase = str(PHASES[view.phase])
    if view.phase == "movement":
        phase = say("{phase}: {n} left", phase=PHASES["movement"], n=view.moves_left)
    elif view.phase == "attack":
        phase = say("{phase}: {n} left", phase=PHASES["attack"], n=view.attacks_left)
    text.write(brush, (box.right, box.centre[1]), phase, 22, theme.DIM, bold=True, anchor="rm", room=round(WIDTH * 0.6))


def _dice(picture: Image.Image, mat: Mat, events: Sequence[Event]) -> None:
    """The dice of the last attack; those that hit are bright."""
    thrown = [event for event in events if event.kind == "attack" and event.data.get("faces")]
    if thrown:
        faces, needed = thrown[-1].data["faces"], thrown[-1].data.get("needed") or [3]
        step = min(46, 400 // len(faces))
        for n, face in enumerate(faces):
            sign = symbols.d6(int(face), step - 6, int(face) >= min(needed))
            picture.paste(sign, (round(mat.head.left + 150 + n * step), round(mat.head.centre[1] - (step - 6) / 2)), sign)


def _strip(picture: Image.Image, brush: ImageDraw.ImageDraw, box: Box, view: WarView, seat: int) -> None:
    """A player: letter, Summoner and faction, life, and the four piles with their counts."""
    mine, look = view.seats[seat], pieces.style(seat)
    inner = Box(box.left, box.top + 5, box.right, box.bottom - 7)
    active = view.active == seat and view.phase not in ("setup", "over")
    brush.rounded_rectangle(
        tuple(inner), 10, fill=theme.PANEL, outline=look.text if active else theme.PANEL_LINE, width=3 if active else 1
    )
    middle = inner.centre[1]
    badge = tokens.letter(look, 38)
    picture.paste(badge, (round(inner.left + 10), round(middle - 19)), badge)
    text.write(brush, (inner.left + 60, middle - 12), str(Text(mine.name)), 22, look.text, bold=True, anchor="lm", room=250)
    text.write(brush, (inner.left + 60, middle + 14), str(Text(mine.faction)), 17, theme.DIM, anchor="lm", room=250)
    x = inner.left + 330
    for icon, count, label in (
        ("hand", mine.hand_count, say("hand")), ("library", mine.draw_count, say("draw")),
        ("", mine.magic_count, say("magic")), ("graveyard", len(mine.discard), say("discard")),
    ):  # fmt: skip
        if icon:
            sign = symbols.icon(icon, 30, theme.DIM)
            picture.paste(sign, (round(x), round(middle - 15)), sign)
        else:
            points = [(x + 15, middle - 16), (x + 27, middle), (x + 15, middle + 16), (x + 3, middle)]
            brush.polygon(points, fill=(120, 160, 240), outline=theme.EMBLEM)
        text.write(brush, (x + 40, middle - 10), str(count), 24, theme.INK, bold=True, anchor="lm")
        text.write(brush, (x + 40, middle + 15), label, 15, theme.DIM, anchor="lm", room=90)
        x += 150
