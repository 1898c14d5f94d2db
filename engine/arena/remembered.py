"""Answers about a position that take long to find, kept for when the same is asked of the same position again.

The rules ask where a figure can go to offer its moves, the words ask to describe them, and the rules once more to walk the
one that was taken. Positions are the same if their states are, byte by byte: writing one down takes microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

import msgspec

from engine.arena.position import Position

T = TypeVar("T")

KEPT = 64  # answers; a turn asks for a dozen at a time

_encoder = msgspec.msgpack.Encoder()
_answers: dict[Hashable, tuple[Any, Any]] = {}


def remembered(pos: Position, question: Hashable, find: Callable[[], T]) -> T:
    """What ``find`` finds, which must follow from ``question`` and the position alone, and be of values that nobody
    changes and that nothing of the position is part of."""
    ground = (pos.field, pos.catalogue)  # kept with the answer, so that their ids stay theirs
    key = (question, _encoder.encode(pos.state), id(pos.field), id(pos.catalogue))
    found = _answers.get(key)
    if found is None:
        if len(_answers) >= KEPT:
            _answers.clear()
        found = _answers[key] = (find(), ground)
    return cast(T, found[0])
