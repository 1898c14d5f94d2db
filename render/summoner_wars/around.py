"""What lies round a space or a card, in words."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.text import Text, capital, counted, say, words
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.view import WarView
from render.saying import bullets, heading
from render.summoner_wars.naming import ASIDE, marked, own_first, seats, side, stepped, way_to
from render.summoner_wars.rosters import full
from render.summoner_wars.striking import strike_words, threat_words
from render.summoner_wars.threats import Field

NEAR = 4  # spaces within which cards are named


def describe_around(view: WarView, place: str) -> str:
    """What lies around a space ("c4") or a card on the battlefield (its number). Raises ValueError for what is neither."""
    field = Field(view)
    card = next((piece for piece in view.pieces if place == str(piece.card)), None)
    here = board.parse(card.at if card is not None else place)
    card = card or field.at.get(here)
    whom = marked(view, card) if card is not None else words("nobody")
    lines = [heading(say("Around {at}: {figure}", at=board.name(here).upper(), figure=whom), 1)]
    if card is not None:
        lines += bullets([full(card), *([str(card.face.text)] if card.face.text else [])])
    if card is not None and view.phase not in ("setup", "over"):
        lines += strike_words(field, card) if card.face.kind != "wall" else []
        lines += threat_words(field, card)
    lines += ["", heading(say("Next to it"))]
    lines += bullets([_beside(field, here, n) for n in range(4) if board.inside(stepped(field, here, n, 1))])
    rays = [_ray(field, here, n) for n in range(4) if board.inside(stepped(field, here, n, 1))]
    lines += ["", heading(say("In straight lines")), *bullets(rays)]
    others = [piece for piece in view.pieces if piece is not card]
    near = sorted((board.distance(here, board.parse(piece.at)), piece.at, piece) for piece in others)
    told = [say("{card} on {at}, life {left} of {life}: {way}", card=marked(view, piece), at=at.upper(), life=piece.life,
                left=piece.life - piece.wounds, way=way_to(field, here, board.parse(at)))
            for far, at, piece in near if far <= NEAR]  # fmt: skip
    nobody = say("nobody within {n} spaces", n=NEAR)
    return "\n".join([*lines, "", heading(say("Cards near")), *bullets(told or [nobody])])


def describe_part(view: WarView, title: Text, spaces: Collection[str]) -> str:
    """The cards on those spaces, each side under a heading."""
    inside = {space.lower() for space in spaces}
    lines = [heading(capital(title), 1)]
    for seat in seats(view):
        there = [full(piece) for piece in own_first(view) if piece.seat == seat and piece.at in inside]
        lines += ["", heading(str(side(view, seat))), *bullets(there or [say("nobody")])]
    return "\n".join(lines)


def _beside(field: Field, here: Space, way: int) -> str:
    there = stepped(field, here, way, 1)
    piece = field.at.get(there)
    what = marked(field.view, piece) if piece is not None else words("empty")
    return say("{at}, {way}: {what}", at=board.name(there).upper(), way=ASIDE[way], what=what)


def _ray(field: Field, here: Space, way: int) -> str:
    """What stands first in that direction."""
    n = 1
    while board.inside(there := stepped(field, here, way, n)):
        if there in field.at:
            what = words("{card} on {at}", card=marked(field.view, field.at[there]), at=board.name(there).upper())
            return str(counted(n, "{way}: {what}, next to it", "{way}: {what}, {n} spaces away", way=ASIDE[way], what=what))
        n += 1
    return say("{way}: nobody", way=ASIDE[way])
