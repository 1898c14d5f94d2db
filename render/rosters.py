"""Armies in words: what each seat holds, and its army cards with their figures."""

from __future__ import annotations

from engine.arena.view import ArenaView, ArmyCardView, FigureView, SeatView
from engine.core.text import counted, listed, say, words
from render import threats
from render.goals import seat_name
from render.naming import counter_words, marked, standing, where
from render.saying import bullets, heading

ZONES = {"play": "in play", "reserve": "in reserve", "graveyard": "destroyed", "exited": "has left"}


def army(view: ArenaView, seat: SeatView) -> list[str]:
    """A seat under a heading: piles, then each army card with its figures on the battlefield."""
    side, mates = seat_name(view, seat.seat), _mates(view, seat)
    if view.viewer is None:
        title = say("Army of {side}, {planeswalker}{mates}", side=side, planeswalker=seat.planeswalker, mates=mates)
    else:
        form = ("Your army: {side}, {planeswalker}{mates}", "Your ally's army: {side}, {planeswalker}{mates}",
                "Enemy army: {side}, {planeswalker}{mates}")[standing(view, seat.seat)]  # fmt: skip
        title = say(form, side=side, planeswalker=seat.planeswalker, mates=mates)
    lines = [say("hand {hand}, library {library}, graveyard {graveyard}{gone}", hand=seat.hand_size,
                 library=seat.library_size, graveyard=len(seat.graveyard), gone=_gone(view, seat))]  # fmt: skip
    if seat.graveyard:
        lines.append(say("In the graveyard: {cards}", cards=listed([card.name for card in seat.graveyard])))
    for card in sorted(view.cards, key=lambda card: (card.zone != "play", card.kind != "planeswalker", card.id)):
        if card.seat == seat.seat:
            figures = [each for each in view.figures_of(card.id) if each.zone == "board"]
            lines += [_card(view, card), *(figure_words(view, each) for each in figures)]
    return ["", heading(title), *bullets(lines)]


def _mates(view: ArenaView, seat: SeatView) -> str:
    mates = [other.planeswalker for other in view.seats if other.team == seat.team and other.seat != seat.seat]
    return say(", with {mates}", mates=listed(mates)) if mates else ""


def _gone(view: ArenaView, seat: SeatView) -> str:
    """How many figures have been destroyed or have left, and whether the player has."""
    zones = [figure.zone for figure in view.figures if figure.seat == seat.seat]
    lost, left = zones.count("graveyard") + zones.count("removed"), zones.count("exited")
    found = str(counted(lost, ", {n} figure destroyed", ", {n} figures destroyed")) if lost else ""
    found += str(counted(left, ", {n} figure left by an exit", ", {n} figures left by an exit")) if left else ""
    return found + (say(", has given up") if seat.out else "")


def _card(view: ArenaView, card: ArmyCardView) -> str:
    """An army card with its printed numbers and what lies on it."""
    notes = [say("chosen this turn")] if card.id == view.chosen else []
    notes += [str(counter_words(kind, count)) for kind, count in sorted(card.counters.items()) if count]
    notes += [attached.spell.name for attached in card.attached if attached.spell and not attached.face_down]
    if down := sum(attached.face_down for attached in card.attached):
        notes.append(str(counted(down, "{n} face-down card", "{n} face-down cards")))
    notes += [str(change) for change in card.changes]
    form = "{card} ({zone}; power {power}, toughness {toughness}, move {move}, range {range}, height {height})"
    line = say(form, card=card.label, zone=words(ZONES[card.zone]), power=card.power, toughness=card.toughness,
               move=card.move, range=card.range, height=card.height)  # fmt: skip
    return line + (": " + "; ".join(notes) if notes else "")


def figure_words(view: ArenaView, figure: FigureView) -> str:
    """A figure with its numbers as they are now."""
    form = "{figure} at {at}: life {left} of {life}, power {power}, toughness {toughness}, move {move}, range {range}, " \
        "height {height}"  # fmt: skip
    line = say(form, figure=marked(view, figure), at=where(figure), left=figure.life - figure.damage, life=figure.life,
               power=threats.power(view, figure), toughness=threats.toughness(view, figure),
               move=threats.move(view, figure), range=threats.reach(view, figure), height=figure.height)  # fmt: skip
    notes = [say("flying")] if figure.flying else []
    notes += [say("has moved")] if figure.moved else []
    notes += [say("has attacked")] if figure.attacked else []
    if figure.engaged_with:
        enemies = [words("{figure} at {at}", figure=marked(view, view.figure(other)), at=where(view.figure(other)))
                   for other in figure.engaged_with]  # fmt: skip
        notes.append(say("engaged with {enemies}", enemies=listed(enemies)))
    return ", ".join([line, *notes])
