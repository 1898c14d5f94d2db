"""What became of a finished match, as it is kept for ratings and statistics."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from bot import games as shelf
from bot.games import Game
from bot.ratings import why_unrated
from bot.records import MatchRecord
from engine.core.views import View
from storage.community import Part, Result

LONGEST = 64  # characters of an army's name


def army_name(game: Game, army: dict[str, Any]) -> str:
    """Under which name an army's matches are counted: what it is built around, else the recommended army that it is."""
    leader = str(army.get("planeswalker") or "")
    named = next((choice.name for choice in game.leaders() if leader and choice.id == leader), "")
    plain = json.dumps(army)  # what was kept has lists for tuples
    build = next((build.name for build in game.builds() if json.dumps(build.army) == plain), "")
    return str(named or build)[:LONGEST]


def of(record: MatchRecord, game: Game, view: View, *, moved: Collection[int], how: str, builtin: int, now: float) -> Result:
    """The result of a match that has just ended. ``view``: a spectator's. ``moved``: the seats that have given an answer of
    their own. ``how``: played, resigned, time. ``builtin``: the built-in player's number."""
    assert view.outcome is not None
    scores = shelf.scores(view)
    newcomers = {gone.seat for gone in record.gone}
    parts: list[Part] = []
    for n, seat in enumerate(record.seats):
        part = "bot" if builtin and seat.user == builtin else "late" if n in newcomers else "whole"
        score = scores[n] if n < len(scores) else None
        team, place = record.place(n).team, view.outcome.places[n]
        parts.append(Part(n, seat.user, team, place, score, army_name(game, seat.army), part))
    seated = {(part.seat, part.user) for part in parts}
    for gone in record.gone:
        if (gone.seat, gone.user) in seated:  # back again
            continue
        seated.add((gone.seat, gone.user))
        here = parts[gone.seat]
        worst = max(view.outcome.places)
        parts.append(
            Part(gone.seat, gone.user, here.team, worst if gone.abandoned else here.place, None, here.army,
                 "abandoned" if gone.abandoned else "excused")
        )  # fmt: skip
    unrated = why_unrated(parts, builtin=builtin, moved=tuple(moved), imported=record.imported)
    return Result(
        record.id, record.guild, record.game, record.battlefield, record.created, now, how, tuple(parts), unrated
    )  # fmt: skip
