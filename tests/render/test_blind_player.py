"""A player who reads and never sees plays whole matches: the words beside the pictures are enough to play by."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.arena import hexes
from engine.core.events import Event
from engine.core.match import Match
from engine.core.state import Outcome
from render import studios
from tests.engine.playing import begin, pick
from tests.render.blind import Blind, Distance, across, menu


def hexwise(a: str, b: str) -> int:
    return hexes.distance(hexes.parse(a), hexes.parse(b))


def play(match: Match[Any], blind: Blind, seat: int, chooser: random.Random) -> Outcome:
    """The blind player has the seat, chance the others."""
    since: list[Event] = []
    while match.asked:
        ask = match.asked[0]
        if ask.seat != seat:
            match.answer(ask.seat, pick(chooser, ask.options))
            since += match.events
            continue
        view = match.view(seat)
        studio = studios.studio_of(view.board)
        assert studio is not None
        told = studio.words(view.board, since, str(view.question))
        chosen = blind.choose(str(view.question), told, menu(view.options))
        match.answer(seat, view.options[chosen].key)
        since = list(match.events)
    assert match.outcome is not None
    return match.outcome


@pytest.mark.parametrize(
    ("name", "field", "distance"),
    [("arena", "twin-duel", hexwise), ("summoner_wars", "", across)],
)
def test_a_player_who_only_reads_wins_whole_matches(name: str, field: str, distance: Distance) -> None:
    """Against chance, which reads nothing: most of them, and by what the words told."""
    won = []
    for n in (1, 3, 4):
        blind, seat = Blind(distance), n % 2
        outcome = play(begin(n, name=name, field=field), blind, seat, random.Random(n))
        assert blind.read > 2, "the words told where to go"
        won.append(outcome.winners == [seat])
    assert sum(won) >= 2
