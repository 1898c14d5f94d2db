"""Summoning with one's Planeswalker (AR-SUMM-01 to AR-SUMM-07)."""

from __future__ import annotations

from engine.arena.army import matches
from engine.arena.effects import sources
from engine.arena.game import Game
from engine.arena.hexes import Hex
from engine.arena.life import place
from engine.arena.options import Summon
from engine.arena.position import Position, spot
from engine.arena.sightlines import seen_spaces
from engine.arena.state import ArmyCard, Figure
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import listed, words

SUMMONS = 2  # squads and heroes in one turn (AR-SUMM-03)
SIGHT = 5  # clear sight spaces (AR-SUMM-06)


def spaces(pos: Position, planeswalker: Figure, height: int, distance: int = SIGHT) -> list[Hex]:
    """Empty spaces within ``distance`` clear sight spaces of the Planeswalker, for figures of that height, nearest first.

    Seen from where it stands now, before it moves (A24).
    """
    here = pos.space(planeswalker)
    near = [space for space in pos.field.within(here, distance) if pos.is_empty(space)]
    return seen_spaces(pos, planeswalker, near, height)


def waiting(pos: Position, card: ArmyCard) -> list[Figure]:
    """Figures of the card that would come: those in the reserve (the survivors, after an unsummoning)."""
    return [figure for figure in pos.figures_of(card) if figure.zone == "reserve"]


def refusal(pos: Position, card: ArmyCard) -> Refusal | None:
    """Why the card cannot be summoned now."""
    turn = pos.state.turn
    seat = turn.seat
    planeswalker = pos.planeswalker(seat)
    if card.zone != "reserve" or card.owner != seat:
        return refuse("AR-SUMM-04", "{card} is not in your reserve", card=pos.card_label(card))
    if planeswalker is None:
        return refuse("AR-SUMM-01", "your Planeswalker is not on the battlefield")
    if turn.chosen != planeswalker.card:
        return refuse("AR-SUMM-01", "only a turn on which you chose your Planeswalker's army card lets you summon")
    if turn.phase != "before":
        return refuse("AR-SUMM-02", "summoning comes before moving and attacking")
    if len(turn.summoned) >= SUMMONS:
        return refuse("AR-SUMM-03", "two cards have been summoned this turn")
    face, leader = pos.face(card), pos.face_of(planeswalker)
    if not matches(face.colours, leader):
        form = "{card} shares no colour with {planeswalker}"
        return refuse("AR-CARD-09", form, card=face.name, planeswalker=leader.figure)
    room, needed = len(spaces(pos, planeswalker, face.height)), len(waiting(pos, card))
    if room < needed:
        form = "{card} needs {needed} empty spaces within {n} clear sight spaces of your Planeswalker; there are {room}"
        return refuse("AR-SUMM-07", form, card=face.name, needed=needed, n=SIGHT, room=room)
    return None


def summons(pos: Position, seat: int) -> list[Summon]:
    return [Summon(card.id) for card in pos.state.cards if card.owner == seat and refusal(pos, card) is None]


def summon(game: Game, card: ArmyCard) -> Rule[None]:
    """Place all the card's figures, one after the other (AR-SUMM-07). Nothing is seen until the last one stands."""
    seat = game.state.turn.seat
    planeswalker = game.planeswalker(seat)
    assert planeswalker is not None
    figures = waiting(game, card)
    free = spaces(game, planeswalker, game.face(card).height)
    chosen: list[Hex] = []
    for figure in figures:
        question = words("Where does {figure} appear?", figure=game.label(figure))
        space = yield from game.choose_space(seat, question, [space for space in free if space not in chosen])
        chosen.append(space)
    for figure, space in zip(figures, chosen):
        place(game, figure, space)
    game.state.turn.summoned.append(card.id)
    names = [spot(space) for space in chosen]
    text = words("{card} is summoned: {at}", card=game.card_label(card), at=listed(names))
    game.tell("summoned", text, card=card.id, figures=[figure.id for figure in figures], at=names)
    for me in sources(game, "summoned"):
        yield from me.effect.summoned(game, me, card)
