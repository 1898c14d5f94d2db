"""What things are called for a reader of Summoner Wars: whose a card is, and which way it lies from somewhere."""

from __future__ import annotations

from engine.core.text import Text, counted, listed, words
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.view import PieceView, WarView
from render.summoner_wars.threats import Field

# as the reader's picture lies, in the order of board.STEPS
ASIDE = (words("straight up"), words("to the right"), words("straight down"), words("to the left"))


def side(view: WarView, seat: int) -> Text:
    return words("{name} ({faction})", name=Text(view.seats[seat].name), faction=Text(view.seats[seat].faction))


def seats(view: WarView) -> list[int]:
    """The reader's own first."""
    return sorted(range(len(view.seats)), key=lambda seat: (seat != view.viewer, seat))


def own_first(view: WarView) -> list[PieceView]:
    return sorted(view.pieces, key=lambda piece: (piece.seat != view.viewer, piece.seat, piece.at))


def marked(view: WarView, piece: PieceView) -> Text:
    """The card with whose it is, as the reader sees it."""
    name = Text(piece.face.name)
    if view.viewer is None:
        return words("{figure} ({side})", figure=name, side=Text(view.seats[piece.seat].faction))
    return words("{figure} (yours)", figure=name) if piece.seat == view.viewer else words("{figure} (enemy)", figure=name)


def piece_of(view: WarView, card: int) -> PieceView:
    return next(piece for piece in view.pieces if piece.card == card)


def name_at(field: Field, card: int) -> Text:
    piece = piece_of(field.view, card)
    return words("{name} on {at}", name=Text(piece.face.name), at=piece.at.upper())


def stepped(field: Field, here: Space, way: int, n: int) -> Space:
    """``n`` spaces in one of the directions of :data:`ASIDE`, as the reader's picture lies."""
    turned = -1 if field.view.viewer == 1 else 1
    step = board.STEPS[way]
    return here[0] + n * step[0] * turned, here[1] + n * step[1] * turned


def way_to(field: Field, start: Space, end: Space) -> Text:
    """``3 spaces up and one space to the left``."""
    turned = -1 if field.view.viewer == 1 else 1
    across, along = (end[0] - start[0]) * turned, (end[1] - start[1]) * turned
    parts = []
    for n, more, less in ((along, ASIDE[0], ASIDE[2]), (across, ASIDE[1], ASIDE[3])):
        if n:
            parts.append(counted(abs(n), "one space {way}", "{n} spaces {way}", way=more if n > 0 else less))
    return listed(parts, "on the same space")
