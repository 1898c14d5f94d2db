"""The board in words, for those who do not see it: in short beside a picture, whole and in sections, and around a place.

This is the door; what is said of armies, threats and the ground stands in modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.arena.view import ArenaView, FigureView
from engine.core.events import Event
from engine.core.text import capital, listed, say
from render import saying, threats
from render.around import describe_around as describe_around
from render.around import describe_part as describe_part
from render.goals import seat_name
from render.landscape import ground_words, lying_words
from render.naming import bog_words, marked, night_words, standing, stone_words, where
from render.panels import doing
from render.rosters import army
from render.saying import ALT_LIMIT as ALT_LIMIT
from render.saying import bullets, heading, sentence
from render.striking import chance_words, threat_words
from render.threats import Ground


# ---- beside a picture -------------------------------------------------------------------------------------------------
def alt_text(view: ArenaView, changes: Sequence[Event | str] = (), asked: str = "") -> str:
    """At most 1024 characters: the turn and what is ``asked``, how far each side is, what changed, then who stands where:
    Planeswalkers and who could strike them, who is engaged, then each army with the life of its figures."""
    head = [_turn(view), sentence(asked), *map(sentence, map(str, view.progress))]
    return saying.alt([part for part in head if part], saying.told(changes, view.viewer), _positions(view))


def _positions(view: ArenaView) -> list[str]:
    ground = Ground(view)
    leaders = sorted((each for each in ground.figures if view.card(each.card).kind == "planeswalker"),
                     key=lambda leader: (standing(view, leader.seat), leader.id))  # fmt: skip
    parts = [_leader(ground, leader) for leader in leaders]
    pairs = [say("{figure} with {enemies}", figure=marked(view, each),
                 enemies=listed([marked(view, view.figure(other)) for other in each.engaged_with if other > each.id]))
             for each in ground.figures if any(other > each.id for other in each.engaged_with)]  # fmt: skip
    parts += [say("Engaged: {pairs}.", pairs="; ".join(pairs))] if pairs else []
    if view.cryptoliths:
        parts.append(say("Cryptoliths: {stones}.", stones=", ".join(map(stone_words, view.cryptoliths))))
    for seat in view.seats:
        waiting = sum(card.seat == seat.seat and card.zone == "reserve" for card in view.cards)
        more = say(", reserve {n}", n=waiting) if waiting else ""
        parts.append(say("{side}: hand {hand}, library {library}{more}.", side=seat_name(view, seat.seat),
                         hand=seat.hand_size, library=seat.library_size, more=more))  # fmt: skip
    parts += [sentence(str(view.weirded))] if view.weirded else []
    for seat in sorted(view.seats, key=lambda seat: (standing(view, seat.seat), seat.seat)):
        own = [each for each in ground.figures if each.seat == seat.seat and each not in leaders]
        parts += saying.one_by_one(seat_name(view, seat.seat), [_short(each) for each in own])
    return parts


def _leader(ground: Ground, leader: FigureView) -> str:
    view = ground.view
    form = "{figure} {at}, life {left} of {life}."
    left = leader.life - leader.damage
    said = capital(say(form, figure=marked(view, leader), at=where(leader), left=left, life=leader.life))
    if view.phase in ("setup", "over"):
        return said
    found = threats.strikes(ground, (each for each in ground.figures if ground.against(each, leader)), [leader])
    at_once = [view.figure(each.attacker).label for each in found if each.start is None]
    moving = [view.figure(each.attacker).label for each in found if each.start is not None]
    said += " " + say("Within reach of {figures}.", figures=listed(at_once)) if at_once else ""
    return said + (" " + say("After a move within reach of {figures}.", figures=listed(moving)) if moving else "")


def _short(figure: FigureView) -> str:
    left = figure.life - figure.damage
    return say("{figure} {at} {left}/{life}", figure=figure.label, at=where(figure), left=left, life=figure.life)


# ---- whole ------------------------------------------------------------------------------------------------------------
def describe_board(view: ArenaView, changes: Sequence[Event | str] = (), asked: str = "") -> str:
    """Everything on the board as lines under headings, what matters most first: the turn, what changed, threats, what one's
    own could strike, the armies, what lies on the ground, the ground by region and row by row.

    ``changes`` since the reader's last turn: events, or lines that the reader may know.
    """
    ground = Ground(view)
    lines = [heading(view.battlefield_name, 1), *_now(view, asked), *saying.changed(changes, view.viewer)]
    if view.phase not in ("setup", "over"):
        lines += threat_words(ground) + chance_words(ground)
    for seat in sorted(view.seats, key=lambda seat: (standing(view, seat.seat), seat.seat)):
        lines += army(view, seat)
    return "\n".join([*lines, *lying_words(view), *ground_words(view)])


def _now(view: ArenaView, asked: str) -> list[str]:
    lines = [_turn(view)]
    if view.phase != "over":
        lines.append(sentence(doing(view)))
    lines += [sentence(asked)] if asked else []
    lines += [sentence(str(line)) for line in (view.goal, *view.progress) if line]
    lines += [sentence(night_words(view))] if view.night else []
    lines += [sentence(str(each)) for each in (view.weirded, bog_words(view)) if each]
    return [heading(say("Now")), *bullets(lines)]


def _turn(view: ArenaView) -> str:
    if view.phase == "over":
        return say("The match is over after turn {turn} of {turns}.", turn=view.turn, turns=view.turns)
    if view.viewer == view.active:
        form = "Turn {turn} of {turns}, {side} is on turn: you."
    else:
        form = "Turn {turn} of {turns}, {side} is on turn."
    return say(form, turn=view.turn, turns=view.turns, side=seat_name(view, view.active))
