"""The battlefield in words, for those who do not see it: in short beside a picture, whole, and around a place. The door."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.events import Event
from engine.core.text import Text, counted, listed, say, words
from engine.summoner_wars import board
from engine.summoner_wars.board import COLUMNS, ROWS
from engine.summoner_wars.view import PieceView, WarView
from render import saying
from render.saying import ALT_LIMIT as ALT_LIMIT
from render.saying import bullets, heading, sentence
from render.summoner_wars.around import describe_around as describe_around
from render.summoner_wars.around import describe_part as describe_part
from render.summoner_wars.naming import marked, name_at, own_first, seats, side
from render.summoner_wars.rosters import side_words
from render.summoner_wars.striking import chance_words, threat_words, threats_to
from render.summoner_wars.threats import Field

PHASES = {
    "setup": words("Before the first turn"), "summon": words("Summon Phase"), "events": words("Event Phase"),
    "movement": words("Movement Phase"), "attack": words("Attack Phase"), "magic": words("Build Magic Phase"),
    "over": words("The match is over"),
}  # fmt: skip


# ---- beside a picture -------------------------------------------------------------------------------------------------
def alt_text(view: WarView, changes: Sequence[Event | str] = (), asked: str = "") -> str:
    """At most 1024 characters: whose turn and what is ``asked``, what changed, then who stands where: Summoners and who
    could strike them, then each side's cards with their life and piles."""
    head = [_turn(view), sentence(asked)]
    return saying.alt([part for part in head if part], saying.told(changes, view.viewer), _positions(view))


def _positions(view: WarView) -> list[str]:
    field = Field(view)
    parts = [_summoner(field, piece) for piece in own_first(view) if piece.face.kind == "summoner"]
    for seat in seats(view):
        mine = view.seats[seat]
        parts.append(say("{side}: hand {hand}, magic {magic}, draw pile {draw}.", side=side(view, seat),
                         hand=mine.hand_count, magic=mine.magic_count, draw=mine.draw_count))  # fmt: skip
    parts += [sentence(str(each)) for each in view.lasting]
    for seat in seats(view):
        others = [piece for piece in view.pieces if piece.seat == seat and piece.face.kind != "summoner"]
        others.sort(key=lambda piece: (piece.face.kind == "wall", piece.at))
        parts += saying.one_by_one(str(side(view, seat)), [_short(piece) for piece in others])
    return parts


def _summoner(field: Field, piece: PieceView) -> str:
    view = field.view
    said = say("{card} {at}, life {left} of {life}.", card=marked(view, piece), at=piece.at.upper(),
               left=piece.life - piece.wounds, life=piece.life)  # fmt: skip
    found = threats_to(field, piece)
    at_once, moving = ([name_at(field, each.attacker) for each in found if (each.start is not None) == walks]
                       for walks in (False, True))  # fmt: skip
    said += " " + say("Within reach of {figures}.", figures=listed(at_once)) if at_once else ""
    return said + (" " + say("After a move within reach of {figures}.", figures=listed(moving)) if moving else "")


def _short(piece: PieceView) -> str:
    left = piece.life - piece.wounds
    return say("{name} {at} {left}/{life}", name=Text(piece.face.name), at=piece.at.upper(), left=left, life=piece.life)


# ---- whole ------------------------------------------------------------------------------------------------------------
def describe_board(view: WarView, changes: Sequence[Event | str] = (), asked: str = "") -> str:
    """Everything on the battlefield as lines under headings, what matters most first: the turn, what changed since the
    reader's last turn, threats to Summoners, what one's own could strike, each side's cards and piles, the rows."""
    field = Field(view)
    lines = [heading(say("The battlefield"), 1), *_now(view, asked), *saying.changed(changes, view.viewer)]
    if view.phase not in ("setup", "over"):
        for piece in own_first(view):
            if piece.face.kind == "summoner" and view.viewer in (None, piece.seat):
                lines += threat_words(field, piece)
        lines += chance_words(field)
    for seat in seats(view):
        lines += side_words(view, seat)
    return "\n".join([*lines, *_rows(field)])


def _now(view: WarView, asked: str) -> list[str]:
    lines = [_turn(view)]
    phase = str(PHASES[view.phase])
    if view.phase not in ("setup", "over") and not asked.startswith(phase):
        lines.append(sentence(phase))
    if view.viewer == view.active:
        if view.phase in ("summon", "events", "movement"):
            moves = counted(view.moves_left, "You may move one more unit this turn", "You may move {n} more units this turn")
            lines.append(sentence(str(moves)))
        if view.phase in ("summon", "events", "movement", "attack"):
            one, many = "You may attack with one more unit this turn", "You may attack with {n} more units this turn"
            lines.append(sentence(str(counted(view.attacks_left, one, many))))
    lines += [sentence(asked)] if asked else []
    lines += [sentence(str(line)) for line in (view.goal, *view.progress, *view.lasting)]
    return [heading(say("Now")), *bullets(lines)]


def _turn(view: WarView) -> str:
    if view.phase == "over":
        return say("The match is over.")
    if not view.turn:
        return say("Before the first turn.")
    if view.viewer == view.active:
        return say("Turn {n}, {side}: you.", n=view.turn, side=side(view, view.active))
    return say("Turn {n}, {side}.", n=view.turn, side=side(view, view.active))


def _rows(field: Field) -> list[str]:
    """One line a row, from the reader's own edge on; what is not named is empty."""
    view = field.view
    rows = list(range(ROWS))[:: -1 if view.viewer == 1 else 1]
    lines = []
    for row in rows:
        there = [words("{card} {at}", card=marked(view, field.at[space]), at=board.name(space).upper())
                 for column in range(COLUMNS) if (space := (column, row)) in field.at]  # fmt: skip
        lines.append(say("Row {n}: {cards}", n=row + 1, cards=listed(there)) if there else say("Row {n}: empty", n=row + 1))
    title = say("Row by row, from your side") if view.viewer is not None else say("Row by row")
    return ["", heading(title), *bullets(lines)]
