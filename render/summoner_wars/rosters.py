"""A side in words: its piles, and its cards on the battlefield."""

from __future__ import annotations

from engine.core.text import Text, counted, listed, say, words
from engine.summoner_wars import board
from engine.summoner_wars.view import PieceView, WarView
from render.saying import bullets, heading
from render.summoner_wars.naming import side


def side_words(view: WarView, seat: int) -> list[str]:
    """A side's piles, then its cards: units before walls, from its own back row on."""
    mine, title = view.seats[seat], say("Cards of {side}", side=side(view, seat))
    if view.viewer is not None:
        form = "Your cards: {side}" if seat == view.viewer else "Enemy cards: {side}"
        title = say(form, side=side(view, seat))
    lines = [say("{side}: hand {hand}, draw pile {draw}, magic {magic}, discard {discard}", side=side(view, seat),
                 hand=mine.hand_count, draw=mine.draw_count, magic=mine.magic_count, discard=len(mine.discard))]  # fmt: skip
    if mine.discard:
        discarded = listed([Text(card.name) for card in mine.discard])
        lines.append(say("In the discard pile, newest last: {cards}", cards=discarded))
    own = [piece for piece in view.pieces if piece.seat == seat]
    own.sort(key=lambda piece: (piece.face.kind == "wall", board.distance((0, board.back_row(seat)), board.parse(piece.at))))
    return ["", heading(title), *bullets([*lines, *(full(piece) for piece in own)])]


def full(piece: PieceView) -> str:
    name, at, left = Text(piece.face.name), piece.at.upper(), piece.life - piece.wounds
    if piece.face.kind == "wall":
        line = say("{name} on {at}, life {left} of {life}", name=name, at=at, left=left, life=piece.life)
    else:
        kind = words("bow") if piece.face.range == "bow" else words("sword")
        form = "{name} on {at}, attack {attack} ({kind}), life {left} of {life}, {ability}"
        line = say(form, name=name, at=at, attack=piece.attack, kind=kind, left=left, life=piece.life,
                   ability=Text(piece.face.ability))  # fmt: skip
        line += "; " + str(counted(piece.steps, "moves one space", "moves {n} spaces"))
        line += ", " + str(counted(piece.reach, "strikes one space away", "strikes up to {n} spaces away"))
        line += "; " + say("has moved") if piece.moved else ""
        line += "; " + say("has attacked") if piece.attacked else ""
    if piece.on:
        line += say("; on it: {cards}", cards=listed([Text(each) for each in piece.on]))
    if piece.under:
        line += str(counted(piece.under, "; under it: one card", "; under it: {n} cards"))
    return line
