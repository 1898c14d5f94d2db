"""Shuffles over many matches: every card in every place about as often, and no two matches alike."""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter

import pytest

from engine.core import chance
from engine.core.state import State
from engine.core.table import Table

DECK = tuple(f"card {n}" for n in range(12))
HAND = 3
MATCHES = 10_000
# With 11 degrees of freedom chi-square exceeds this once in a million: three places are looked at.
LIMIT = 50.0


def opening(seed: bytes) -> list[str]:
    table: Table[State] = Table(State(), seed)
    return table.shuffle("library 0", DECK)


@pytest.mark.field(102)
def test_in_ten_thousand_opening_hands_every_card_is_as_often_in_every_place() -> None:
    """Seeds that follow each other are as good as any: the hash behind them sees to that."""
    hands = [opening(hashlib.blake2b(b"%d" % n, digest_size=chance.SEED_BYTES).digest())[-HAND:] for n in range(MATCHES)]
    expected = MATCHES / len(DECK)
    for place in range(HAND):
        seen = Counter(hand[place] for hand in hands)
        assert sum((seen[card] - expected) ** 2 / expected for card in DECK) < LIMIT
    assert len({tuple(hand) for hand in hands}) > 1300  # of 1,320 that there are
    plain = Counter(opening(n.to_bytes(chance.SEED_BYTES, "big"))[-1] for n in range(MATCHES))
    assert sum((plain[card] - expected) ** 2 / expected for card in DECK) < LIMIT


@pytest.mark.field(102)
def test_no_two_matches_share_a_seed_and_one_word_more_changes_everything() -> None:
    seeds = {secrets.token_bytes(chance.SEED_BYTES) for _ in range(1000)}
    assert len(seeds) == 1000
    assert len({tuple(opening(seed)) for seed in seeds}) > 990  # of 479,001,600 orders
    seed = seeds.pop()
    assert chance.value(seed, "library 0", 0) != chance.value(seed, "library 1", 0)
