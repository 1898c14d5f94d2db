"""The sample of mutated rules (``make mutations``) fits the code as it is."""

from __future__ import annotations

import pytest

from tests import rulebook
from tests.mutations import Mutation, mutations

SAMPLE = mutations()
CITED = {citation.cited for citation in rulebook.citations()}


@pytest.mark.parametrize("mutation", SAMPLE, ids=[mutation.name for mutation in SAMPLE])
def test_every_mutation_still_finds_its_text_and_tests_that_could_notice(mutation: Mutation) -> None:
    assert mutation.fault() == ""
    assert set(mutation.ids) <= CITED


@pytest.mark.parametrize("system", ["arena", "summoner_wars"])
def test_the_sample_is_large_and_spread_over_the_chapters(system: str) -> None:
    sample = [mutation for mutation in SAMPLE if mutation.file.startswith(f"engine/{system}/")]
    assert len(sample) >= 30
    chapters = {id.rpartition("-")[0] for mutation in sample for id in mutation.ids}
    assert len(chapters) >= (20 if system == "arena" else 10)
