"""What things are called for a reader of the Arena: whose a figure is, where it stands, what counters and night mean."""

from __future__ import annotations

from engine.arena.battlefield import load
from engine.arena.moorlands import THROUGH
from engine.arena.view import ArenaView, CryptolithView, FigureView
from engine.core.text import Text, counted, say, words
from render.goals import seat_name


def marked(view: ArenaView, figure: FigureView) -> Text:
    """The figure with whose it is, as the reader sees it: ``Noble 1 (yours)``; for spectators ``Noble 1 (Attacker)``."""
    if view.viewer is None:
        return words("{figure} ({side})", figure=figure.label, side=seat_name(view, figure.seat))
    forms = (words("{figure} (yours)", figure=figure.label), words("{figure} (ally)", figure=figure.label))
    if len(view.seats) > 2:
        enemy = words("{figure} (enemy, {side})", figure=figure.label, side=seat_name(view, figure.seat))
    else:
        enemy = words("{figure} (enemy)", figure=figure.label)
    return (*forms, enemy)[standing(view, figure.seat)]


def standing(view: ArenaView, seat: int) -> int:
    """0: the viewer's own seat, 1: a team mate's, 2: an enemy's; spectators have none but enemies."""
    if view.viewer is None:
        return 2
    return 0 if seat == view.viewer else 1 if view.seats[seat].team == view.seats[view.viewer].team else 2


def where(figure: FigureView) -> str:
    """``H4 level 3``; both spaces of a double-space figure."""
    at = say("{at} and {rear}", at=figure.at or "", rear=figure.rear) if figure.rear else figure.at or ""
    at = say("{at} level {n}", at=at, n=figure.level) if figure.level else at
    return say("{at} on top of the cryptolith", at=at) if figure.on_cryptolith else at


def stone_words(stone: CryptolithView) -> str:
    """A cryptolith with where it stands and how it is."""
    if not stone.standing:
        return say("{name} at {at} destroyed", name=Text(stone.name), at=stone.at)
    left = stone.life - stone.damage
    return say("{name} at {at} {left} of {life} left", name=Text(stone.name), at=stone.at, left=left, life=stone.life)


def counter_words(kind: str, count: int) -> Text:
    """``2 Power +1 counters``."""
    match kind:
        case "power":
            return counted(count, "{n} Power +1 counter", "{n} Power +1 counters")
        case "toughness":
            return counted(count, "{n} Toughness +1 counter", "{n} Toughness +1 counters")
        case "charge":
            return counted(count, "{n} Charge counter", "{n} Charge counters")
    return words("{n} × {kind}", n=count, kind=kind)


def bog_words(view: ArenaView) -> str:
    """What weirded ground means where it is a bog; empty elsewhere."""
    if load(view.battlefield).rules.weirded != "bog":
        return ""
    return say("Weirded ground is a bog: whoever walks into it gets on with {n} %", n=round(100 * THROUGH))


def night_words(view: ArenaView) -> str:
    """What night means here."""
    return say("Night: shots reach {n} spaces", n=load(view.battlefield).rules.range_cap)
