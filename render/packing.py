"""How the frames of a replay are kept: a view and what its viewer may know of what happened, as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.events import Event

View = TypeVar("View")


class Packing(Generic[View]):
    """Frames of one kind of view."""

    def __init__(self, kind: type[View]) -> None:
        self._decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(tuple[kind, tuple[Event, ...]])  # type: ignore[valid-type]

    def pack(self, view: Any, events: Sequence[Event]) -> bytes:
        """The view, and those of the events that its viewer may know."""
        return msgspec.msgpack.encode((view, [event for event in events if event.known_to(view.viewer)]))

    def unpacked(self, packed: bytes) -> tuple[View, tuple[Event, ...]]:
        view, events = self._decoder.decode(packed)
        return view, events

    def joined(self, packed: Sequence[bytes]) -> bytes:
        """Some frames as one: the last view, and what happened on the way to it."""
        frames = [self.unpacked(each) for each in packed]
        return msgspec.msgpack.encode((frames[-1][0], [event for _, events in frames for event in events]))
