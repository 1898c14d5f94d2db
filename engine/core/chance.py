"""Chance that is counted, not remembered: value n of a stream is a keyed hash of the match's seed.

Anyone who knows the seed can derive every die and shuffle again; whoever knows only its digest, posted at the start,
can check that the seed was not changed afterwards. Each purpose draws from a stream of its own, so that one player's
shuffle never shifts another's dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """The digest of a seed that is published before the match begins (64 hexadecimal digits)."""
    return hashlib.sha256(b"postwalker seed " + seed).hexdigest()


def value(seed: bytes, stream: str, n: int) -> int:
    """Value number ``n`` (from 0) of ``stream``: an integer of 64 bits."""
    name = stream.encode()
    text = len(name).to_bytes(2, "big") + name + n.to_bytes(8, "big")
    return int.from_bytes(hashlib.blake2b(text, key=seed, digest_size=8).digest(), "big")


def below(word: int, bound: int) -> int:
    """``word`` (64 bits) brought to 0 ... bound - 1; its bias is below bound / 2**64."""
    return word * bound >> 64


def order(words: Sequence[int], items: Sequence[T]) -> list[T]:
    """``items`` shuffled by Fisher and Yates' method, which needs ``len(items) - 1`` words."""
    shuffled = list(items)
    for i, word in zip(range(len(shuffled) - 1, 0, -1), words):
        j = below(word, i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled
