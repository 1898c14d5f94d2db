from __future__ import annotations

from tests.bot.conftest import clock, keeper

__all__ = ["clock", "keeper"]
