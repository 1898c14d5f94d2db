"""Whole games that play themselves."""

from __future__ import annotations

import random

from engine import selfplay
from engine.registry import game

WAR = game("summoner_wars")


def test_games_by_themselves_end_and_every_kind_of_event_is_found_in_the_log() -> None:
    figures = selfplay.play("summoner_wars", 4, 9, player="mixed")
    assert figures.finished == 4
    assert figures.hand_offs == figures.turns
    known = set().union(*WAR.kinds().values())
    beside = {"over", "rolls", "first", "phase"}  # found by turn
    assert set(figures.told) - known - beside == set()


def test_decks_by_chance_are_legal_and_in_time_hold_every_unit() -> None:
    held: set[str] = set()
    for n in range(400):
        deck = WAR.chance_army(random.Random(n))
        assert WAR.check_army(deck) == []
        held |= {deck["planeswalker"], *deck["cards"]}
    leaders = WAR.leaders()
    assert held == {each.id for leader in leaders for each in (leader, *WAR.army_choices(leader.id))}
