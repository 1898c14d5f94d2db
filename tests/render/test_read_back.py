"""Pictures are looked at again after they were drawn: is every word there, whole, apart from others, and readable?

Some kinds in some looks; ``PICTURES=all`` reads all kinds of all samples in every look.
"""

from __future__ import annotations

import os

import pytest

from render import gallery, kinds, theme
from tests.render import recorded

SAMPLES = {sample.name: sample for sample in kinds.samples()}
STILL = tuple(kind for kind in kinds.KINDS if kind not in ("replay", "small"))  # made to be read at their own size
SHOWN = [
    ("own-cryptoliths", theme.PLAIN, ("since", "closer", "how-far", "in-sight", "hand", "poster")),
    ("own-summoner-wars", theme.PLAIN, ("since", "how-far", "in-sight", "hand", "poster")),
    ("ambush", theme.Look("light"), ("reach-closer",)),
    ("free-for-all", theme.Look("light"), ("start",)),
    ("moorlands", theme.Look("dark", large=True), ("since",)),
    ("own-summoner-wars", theme.Look("dark", large=True), ("since", "hand")),
    ("free-for-all", theme.Look("dark-safe", large=True), ("reach-closer", "how-far", "in-sight")),
]
if os.environ.get("PICTURES") == "all":
    SHOWN = [(name, look, STILL) for name in SAMPLES for look in gallery.looks().values()]


@pytest.mark.field(118)
@pytest.mark.parametrize(("name", "look", "wanted"), SHOWN)
def test_every_word_can_be_read(name: str, look: theme.Look, wanted: tuple[str, ...]) -> None:
    faults, looked_at = {}, 0
    with recorded.recording(look) as found:
        for kind in wanted:
            draw = kinds.KINDS[kind](SAMPLES[name])
            if draw is None:
                continue
            shown, words = found.last(draw())
            looked_at += len(words)
            if wrong := recorded.faults(shown, words, crossed=kind == "in-sight"):
                faults[kind] = wrong
    assert looked_at > 20
    assert not faults
