"""Tables whose dice fall as the test says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core import chance
from tests.engine.summoner_wars.table import SEED, Table

Lay = Callable[..., Table]


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Lay:
    """``lay(mine, theirs)`` makes a :class:`Table`; a die that nobody told how to fall is a fault of the test."""
    tables: list[Table] = []
    real = chance.value

    def value(seed: bytes, stream: str, n: int) -> int:
        if seed != SEED:
            return real(seed, stream, n)
        if stream != "die":
            return 0
        assert tables[-1].rolls, "a die was rolled that the test did not expect"
        return (((tables[-1].rolls.pop(0) - 1) << 64) // 6) + 1

    monkeypatch.setattr(chance, "value", value)

    def make(*arguments: str, **options: object) -> Table:
        tables.append(Table(*arguments, **options))  # type: ignore[arg-type]
        return tables[-1]

    return make
