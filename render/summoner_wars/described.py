"""The battlefield in words, for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.events import Event
from engine.core.text import Text, counted, listed, say, words
from engine.summoner_wars.view import PieceView, WarView

ALT_LIMIT = 1024  # of an attachment's description


def alt_text(view: WarView, events: Sequence[Event] = ()) -> str:
    """At most 1024 characters: whose turn, who stands where with how much life, then what happened as far as it fits."""
    parts = [_turn(view)]
    parts += [f"{_side(view, seat)}: {listed([_short(piece) for piece in view.pieces if piece.seat == seat])}."
              for seat in range(len(view.seats))]  # fmt: skip
    parts += [f"{event.text}." for event in events if event.text and event.known_to(view.viewer)]
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if len(longer) > ALT_LIMIT:
            return text if len(text) > ALT_LIMIT * 2 // 3 else longer[: ALT_LIMIT - 1].rstrip() + "…"
        text = longer
    return text


def describe_board(view: WarView) -> str:
    """Everything on the battlefield as lines: each player's piles and cards with place, attack and life."""
    lines = [_turn(view), f"{view.goal}."]
    for seat, mine in enumerate(view.seats):
        lines += ["", say("{side}: hand {hand}, draw pile {draw}, magic {magic}, discard {discard}", side=_side(view, seat),
                          hand=mine.hand_count, draw=mine.draw_count, magic=mine.magic_count,
                          discard=len(mine.discard))]  # fmt: skip
        lines += [f"- {_full(piece)}" for piece in sorted(view.pieces, key=lambda piece: piece.at) if piece.seat == seat]
    if view.lasting:
        lines += ["", *(f"- {each}" for each in view.lasting)]
    return "\n".join(lines)


def _turn(view: WarView) -> str:
    if view.phase == "over":
        return say("The match is over.")
    if not view.turn:
        return say("Before the first turn.")
    return say("Turn {n}, {side}.", n=view.turn, side=_side(view, view.active))


def _side(view: WarView, seat: int) -> Text:
    return words("{name} ({faction})", name=Text(view.seats[seat].name), faction=Text(view.seats[seat].faction))


def _short(piece: PieceView) -> Text:
    left = piece.life - piece.wounds
    return words("{name} {at} {left}/{life}", name=Text(piece.face.name), at=piece.at.upper(), left=left, life=piece.life)


def _full(piece: PieceView) -> str:
    name, at, left = Text(piece.face.name), piece.at.upper(), piece.life - piece.wounds
    if piece.face.kind == "wall":
        line = say("{name} on {at}, life {left} of {life}", name=name, at=at, left=left, life=piece.life)
    else:
        kind = words("bow") if piece.face.range == "bow" else words("sword")
        form = "{name} on {at}, attack {attack} ({kind}), life {left} of {life}, {ability}"
        line = say(form, name=name, at=at, attack=piece.attack, kind=kind, left=left, life=piece.life,
                   ability=Text(piece.face.ability))  # fmt: skip
    if piece.on:
        line += say("; on it: {cards}", cards=listed([Text(each) for each in piece.on]))
    if piece.under:
        line += str(counted(piece.under, "; under it: one card", "; under it: {n} cards"))
    return line
