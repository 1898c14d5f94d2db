"""Summoning with one's Planeswalker (AR-SUMM-01 to AR-SUMM-07)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.arena.ambush import exits
from engine.arena.army import matches
from engine.arena.effects import sources
from engine.arena.game import Game
from engine.arena.hexes import Hex
from engine.arena.life import place
from engine.arena.options import Summon
from engine.arena.placing import choose_stand, stands
from engine.arena.position import Position, Stand, spot
from engine.arena.sightlines import seen_spaces
from engine.arena.state import ArmyCard, Figure
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import NOTHING, listed, words

SUMMONS = 2  # squads and heroes in one turn (AR-SUMM-03)
SIGHT = 5  # clear sight spaces (AR-SUMM-06)


def spaces(pos: Position, planeswalker: Figure, height: int, distance: int = SIGHT) -> list[Hex]:
    """Empty spaces within ``distance`` clear sight spaces of the Planeswalker, for figures of that height, nearest first.

    Seen from where it stands now, before it moves (A24).
    """
    here = pos.space(planeswalker)
    near = [space for space in pos.field.within(here, distance) if pos.is_empty(space)]
    return seen_spaces(pos, planeswalker, near, height)


def _spaces(pos: Position, planeswalker: Figure, height: int) -> list[Hex]:
    """Where the battlefield lets the Planeswalker summon: within clear sight, or beside it, seen or not (AR-S3-13, A56)."""
    if pos.field.rules.summon != "adjacent":
        return spaces(pos, planeswalker, height)
    own, stand = pos.face_of(planeswalker).height, pos.stand(planeswalker)
    near = dict.fromkeys(near for half in stand for near in pos.field.neighbours(half))
    return [space for space in near if pos.is_empty(space) and pos.adjacent_stands(own, stand, height, space)]


def where(pos: Position, figures: Sequence[Figure], taken: Collection[Hex] = ()) -> list[Stand]:
    """Where the first of the figures, all of one card in the reserve, may appear so that the others find room too.

    Empty spaces within the reach of the Planeswalker, of a double-space figure one of the two (AR-SUMM-06, AC-CHOOSE-02);
    where the battlefield says so none beside an opponent's Planeswalker (AR-S2-08).
    """
    figure = figures[0]
    planeswalker = pos.planeswalker(figure.owner)
    if planeswalker is None:
        return []
    face = pos.face_of(figure)
    free = _spaces(pos, planeswalker, face.height)
    found = stands(pos, figure, free, taken)
    if pos.field.rules.apart:
        feared = [other for seat in pos.opponents(figure.owner) if (other := pos.planeswalker(seat))]
        found = [stand for stand in found if not any(pos.adjacent_at(figure, stand, other) for other in feared)]
    if face.base == 1:
        return found if _enough(pos, found, len(figures)) else []
    return [stand for stand in found if len(figures) == 1 or where(pos, figures[1:], [*taken, *stand])]


def _enough(pos: Position, found: Sequence[Stand], needed: int) -> bool:
    """Over an exit any number can come (AR-S3-18)."""
    return len(found) >= needed or any(stand[0] in exits(pos) for stand in found)


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
    figures = waiting(pos, card)
    if not where(pos, figures):
        return _no_room(pos, planeswalker, figures)
    return None


def _no_room(pos: Position, planeswalker: Figure, figures: Sequence[Figure]) -> Refusal:
    face, needed = pos.face_of(figures[0]), len(figures)
    room = len(_spaces(pos, planeswalker, face.height))
    if pos.field.rules.summon == "adjacent":
        form = "{card} needs {needed} empty spaces adjacent to your Planeswalker; there are {room}{but}"
    else:
        form = "{card} needs {needed} empty spaces within {n} clear sight spaces of your Planeswalker; there are {room}{but}"
    barred = words(", none of them suits it") if face.base == 2 else words(", some of them barred")
    but = barred if room >= needed else NOTHING
    rule = "AR-S3-13" if pos.field.rules.summon == "adjacent" else "AC-CHOOSE-02" if face.base == 2 else "AR-SUMM-07"
    return refuse(rule, form, card=face.name, needed=needed * face.base, n=SIGHT, room=room, but=but)


def summons(pos: Position, seat: int) -> list[Summon]:
    return [Summon(card.id) for card in pos.state.cards if card.owner == seat and refusal(pos, card) is None]


def summon(game: Game, card: ArmyCard) -> Rule[None]:
    """Place all the card's figures, one after the other (AR-SUMM-07). Nothing is seen until the last one stands."""
    seat = game.state.turn.seat
    figures = waiting(game, card)
    chosen: list[Stand] = []
    for n, figure in enumerate(figures):
        question = words("Where does {figure} appear?", figure=game.label(figure))
        taken = [space for stand in chosen for space in stand]
        chosen.append((yield from choose_stand(game, seat, question, where(game, figures[n:], taken))))
    game.state.turn.summoned.append(card.id)
    names = listed([" ".join(map(spot, stand)) for stand in chosen])
    text = words("{card} is summoned: {at}", card=game.card_label(card), at=names)
    at = [spot(stand[0]) for stand in chosen]
    game.tell("summoned", text, card=card.id, figures=[figure.id for figure in figures], at=at)
    for figure, stand in zip(figures, chosen):
        place(game, figure, stand)
    for me in sources(game, "summoned"):
        yield from me.effect.summoned(game, me, card)
