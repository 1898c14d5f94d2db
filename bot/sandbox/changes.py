"""Who wants to know when something visible changes: waiting tests and open pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.sandbox.world import Message


@dataclass(frozen=True, slots=True)
class Change:
    """One visible change. ``message`` is set for ``posted``, ``edited`` and ``gone``."""

    kind: Literal["posted", "edited", "gone", "channels", "typing", "bot"]
    channel_id: str = ""
    message: Message | None = None


class Changes:
    """A plain list of listeners, called at once and in order."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Change], None]] = []

    def tell(self, change: Change) -> None:
        for listener in list(self._listeners):
            listener(change)

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Start listening; call what is returned to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)
