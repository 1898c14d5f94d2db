"""Two matches that differ only in what somebody may not know look the same to them, byte for byte.

Compared is all that leaves the engine: views with their boards, options, words and refusals, the events one may hear of, and
the reasons why something cannot be done. See :mod:`tests.engine.exchanging` for how the pairs are made.
"""

from __future__ import annotations

import os

import pytest

from engine import selfplay
from engine.registry import games
from tests.engine.arena import exchanging as arena
from tests.engine.exchanging import Secrets, pairs
from tests.engine.summoner_wars import exchanging as summoner_wars

PAIRS = int(os.environ.get("SECRECY_PAIRS", "240"))  # on all tables together; `make secrecy` plays more
SHARES = 2
SECRETS: dict[str, Secrets] = {each.game: each for each in (arena.SECRETS, summoner_wars.SECRETS)}
TABLES = [(name, *table) for name, entry in games().items() for table in selfplay.tables(entry)]


@pytest.mark.field(1, 4, 12, 14, 108, 109, 114)
@pytest.mark.rule("AR-START-11", "AR-SPELL-11")
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(("name", "players", "field"), TABLES)
def test_games_that_differ_in_secrets_look_the_same(name: str, players: int, field: str, share: int) -> None:
    """Pairs of games in which cards of hands, libraries and face-down ones, or glyphs, were exchanged: to opponents,
    to spectators, and to the player and its team mates where they may not know it either. So does what is decided without
    asking, and what a built-in player decides, who is given the offers and nothing else."""
    wanted = PAIRS // (SHARES * len(TABLES))
    compared = pairs(SECRETS[name], players, field, share, wanted)
    assert compared.pairs >= wanted
    assert compared.looks > 4 * compared.pairs
    assert compared.pairs > compared.libraries + compared.glyphs, "hands are hidden from the others"
