"""Making views: the only place where secrets are left out."""

from __future__ import annotations

from engine.core.text import Text, listed, words
from engine.summoner_wars import attack, board, events, movement, summoning
from engine.summoner_wars.cards import Face, cards
from engine.summoner_wars.position import GAINED, Position
from engine.summoner_wars.state import Lasting, Piece, Turn
from engine.summoner_wars.view import CardView, PhaseShown, PieceView, WarSeat, WarView

GOAL = words("Destroy the enemy Summoner")
OF_THE_HAND = ("summon", "events", "movement")
SHOWN = {"start": "summon", "draw": "summon", "moved": "movement", "attacked": "attack", "end": "magic"}


def see(pos: Position, viewer: int | None, everything: bool = False) -> WarView:
    """The whole table for that viewer (None: a spectator). After the end everything lies open."""
    state, turn = pos.state, pos.state.turn
    over = state.outcome is not None
    return WarView(
        viewer=viewer,
        turn=turn.number,
        active=turn.seat,
        phase="over" if over else _phase(turn, everything or viewer == turn.seat),
        seats=tuple(_seat(pos, seat, viewer, everything or over) for seat in range(len(state.seats))),
        pieces=tuple(_piece(pos, piece) for piece in state.field),
        lasting=tuple(_lasting(pos, each) for each in state.lasting),
        goal=GOAL,
        progress=tuple(_progress(pos, seat) for seat in range(len(state.seats))),
        moves_left=max(0, movement.moves_left(pos)),
        attacks_left=max(0, attack.ATTACKS + turn.more_attacks - turn.attacks),
    )


def _phase(turn: Turn, own: bool) -> PhaseShown:
    """The phase as it is called at the table. Summon and Event Phase are passed over where the hand offers nothing for them,
    so the others see no more of it than what was done tells them."""
    at = turn.phase if own or turn.phase not in OF_THE_HAND else turn.evident
    return SHOWN.get(at, at)  # type: ignore[return-value]


def _lasting(pos: Position, lasting: Lasting) -> Text:
    """What lasts, and upon whom of those who are still there."""
    there = [pos.label(piece) for piece in pos.state.field if piece.card in lasting.cards]
    about = listed(there)
    if lasting.effect.startswith(GAINED):
        return words("{cards}: {ability}, for this turn", cards=about, ability=Text(lasting.effect.removeprefix(GAINED)))
    face = cards().faces.get(lasting.effect)
    what, side = Text(face.name if face else lasting.effect), pos.side_name(lasting.seat)
    if there:
        return words("{event}, by {side}: {cards}", event=what, side=side, cards=about)
    return words("{event}, by {side}", event=what, side=side)


def _progress(pos: Position, seat: int) -> Text:
    summoner = pos.summoner(seat)
    life = pos.life_left(summoner) if summoner else 0
    return words("{side} has {n} of {m} life left", side=pos.side_name(seat), n=life,
                 m=cards().faces[pos.state.seats[seat].summoner].life)  # fmt: skip


def _seat(pos: Position, seat: int, viewer: int | None, everything: bool) -> WarSeat:
    mine = pos.state.seats[seat]
    hand = None
    if everything or seat == viewer:
        hand = tuple(_held(pos, seat, card, seat == viewer and not everything) for card in mine.hand)
    return WarSeat(
        name=pos.side_name(seat),
        faction=cards().factions[cards().faces[mine.summoner].faction].name,
        hand=hand,
        hand_count=len(mine.hand),
        draw_count=len(mine.draw),
        magic_count=len(mine.magic),
        discard=tuple(card_view(pos.face(card), str(card)) for card in mine.discard),
        team=seat,
    )


def _held(pos: Position, seat: int, card: int, usable: bool) -> CardView:
    face, turn, why_not = pos.face(card), pos.state.turn, None
    if usable and turn.seat == seat:
        if face.unit and turn.phase == "summon":
            why_not = summoning.summon_refusal(pos, seat, card)
        elif not face.unit and turn.phase == "events":
            why_not = events.event_refusal(pos, seat, card)
    return card_view(face, str(card), why_not)


def card_view(face: Face, id: str = "", why_not: object = None) -> CardView:
    fighter = face.unit
    sources = sorted(set(face.source.values()))
    return CardView(
        id=id or face.id,
        face=face.id,
        name=face.name,
        faction=cards().factions[face.faction].name,
        kind=face.type,
        text=Text(face.text),
        source=", ".join(sources),
        cost=face.cost if face.type in ("champion", "common") else None,
        attack=face.attack if fighter else None,
        life=face.life if fighter or face.type == "wall" else None,
        range=face.range,
        ability=face.ability,
        why_not=why_not,  # type: ignore[arg-type]
    )


def _piece(pos: Position, piece: Piece) -> PieceView:
    face, turn = pos.face(piece), pos.state.turn
    return PieceView(
        card=piece.card,
        face=card_view(face),
        label=pos.label(piece),
        at=board.name(piece.at),
        seat=piece.controller,
        owner=pos.state.cards[piece.card].owner,
        attack=pos.attack_value(piece) if face.unit else 0,
        printed=face.attack,
        life=face.life,
        wounds=piece.wounds,
        under=len(piece.under),
        on=tuple(pos.face(card).name for card in piece.on),
        moved=piece.card in turn.moved,
        attacked=piece.card in turn.attacked,
        reach=pos.reach(piece) if face.unit else 0,
        steps=movement.steps_of(pos, piece) if face.unit and movement.held(pos, piece) is None else 0,
    )
