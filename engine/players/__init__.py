"""Built-in opponents. They are given a View, or only what it offers, never a state."""

from __future__ import annotations

from typing import Protocol

from engine.core.views import Offer, View


class Player(Protocol):
    """Chooses the key of an option the view offers."""

    def choose(self, view: View | Offer) -> str: ...
