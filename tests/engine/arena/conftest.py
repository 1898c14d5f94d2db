"""Boards whose dice fall as the test says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engine.arena import battlefield
from engine.core import chance
from tests.engine.arena.board import SEED, Board


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Board]]:
    """``lay(grid, ...)`` makes a :class:`Board`; its dice are scripted."""
    boards: list[Board] = []
    real = chance.value

    def value(seed: bytes, stream: str, n: int) -> int:
        return boards[-1].rolls.value(seed, stream, n) if seed == SEED else real(seed, stream, n)

    monkeypatch.setattr(chance, "value", value)

    def make(*arguments: object, **options: object) -> Board:
        boards.append(Board(*arguments, **options))  # type: ignore[arg-type]
        return boards[-1]

    yield make
    for board in boards:
        battlefield._laid.pop(board.field.id, None)
