"""A retrospect of a match that nobody has played: a sample position as its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.arena.view import ArenaView
from engine.core.events import Event
from engine.core.hindsight import Hindsight
from engine.core.text import Text, counted, words
from engine.registry import games
from engine.retrospect import Chart, KeyMoment, Line, Number, Retrospect, Side


def looked_back(view: Any, start: Any, events: Sequence[Event]) -> Retrospect:
    """``view`` as its end, ``start`` as its beginning, the events as both of its key moments, as far as the viewer may know
    them. The first seat has won by luck."""
    entry = games()["arena" if isinstance(view, ArenaView) else "summoner_wars"]
    known = tuple(event for event in events if event.known_to(view.viewer))
    hindsight = entry.hindsight([start, view], known)
    assert hindsight is not None
    told = tuple(event.text for event in known if event.text)
    names = dict(entry.battlefields(len(view.seats)))
    turns = (start, start, view, view)
    charts = list[Chart]()
    for now in hindsight.standings(view):
        lines = []
        if now.what not in [chart.what for chart in charts]:
            for seats in [each.seats for each in hindsight.standings(view) if each.what == now.what]:
                values = [each.value for board in turns for each in hindsight.standings(board)
                          if (each.what, each.seats) == (now.what, seats)]  # fmt: skip
                lines.append(Line(seats, tuple(values)))
            charts.append(Chart(now.what, tuple(lines), now.of))
    sides = [_side(hindsight, seat) for seat in range(len(view.seats))]
    numbers = [Number(len(turns) - 1, counted(2, "turn", "turns")), Number(123, counted(2, "die", "dice"))]
    return Retrospect(
        entry.title, names.get(getattr(view, "battlefield", ""), ""), words("The match is over"), (0,), len(turns) - 1,
        tuple(sides), tuple(charts),
        (KeyMoment(1, 0, told[:1] or (Text("…"),), (), known, view), KeyMoment(2, 1, told[-3:], (), known, view)),
        tuple(numbers), view,
    )  # fmt: skip


def _side(hindsight: Hindsight, seat: int) -> Side:
    ranks = hindsight.ranks(seat)
    best = ranks[seat % len(ranks)]
    feat = hindsight.feat(best.name, 9 - seat, 4)
    return Side(hindsight.name(seat), min(2, seat + 1), ranks, 40 + seat, 24 - 3 * seat, 20 + seat / 2, best.face, feat)
