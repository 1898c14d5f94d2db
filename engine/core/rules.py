"""What a rules system is to the core: a folder that offers these few things."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from engine.core.looks import Reach, Sight
from engine.core.options import Ask, Option
from engine.core.orders import Order
from engine.core.refusal import Refusal
from engine.core.state import State
from engine.core.views import OptionView, RefusedView, Weighed

S = TypeVar("S", bound=State)
R = TypeVar("R")


class Anchor:
    """Yielded by a rule where the call stack is flat: everything that matters is in the state."""


ANCHOR = Anchor()

# A rule yields what it asks and is sent the answers by seat; at an anchor it is sent nothing of use.
Rule = Generator[Anchor | Sequence[Ask], dict[int, Option], R]


class Rules(Protocol[S]):
    """A rules system. ``table`` is the core's :class:`~engine.core.table.Table`."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int:
        """Raised when a change of the rules could make recorded answers mean something else."""
        ...

    @property
    def state_type(self) -> type[S]: ...

    def set_up(self, setup: Any) -> S:
        """The first state. Raises :class:`~engine.core.refusal.BadSetup`, naming every fault."""
        ...

    def play(self, table: Any) -> Rule[None]:
        """The whole match, from wherever the state stands."""
        ...

    def board(self, state: S, seat: int | None, everything: bool = False) -> msgspec.Struct:
        """What ``seat`` may see. ``everything``: with all secrets laid open, as after the end."""
        ...

    def describe(self, state: S, ask: Ask) -> list[OptionView]:
        """The options of the ask, in its order, as its seat meets them."""
        ...

    def weigh(self, state: S, ask: Ask) -> list[Weighed]:
        """The same without words, for players that need none."""
        ...

    def refused(self, state: S, ask: Ask) -> list[RefusedView]:
        """What the seat may look for and not find, with the reasons."""
        ...

    def orders(self, state: S | None = None, seat: int | None = None) -> tuple[Order, ...]:
        """What may be settled beforehand for the turns of others; of a match: what can matter to that seat in it."""
        ...

    def why(self, state: S, seat: int, key: str) -> Refusal:
        """Why the option of that key is not on offer, in as much detail as the seat may know."""
        ...

    def reach(self, state: S, subject: str) -> Reach:
        """How far the figure of that id gets, from what everybody may know. Raises :class:`~engine.core.refusal.Refused`."""
        ...

    def sight(self, state: S, subject: str, at: str = "") -> Sight:
        """What the figure of that id (or somebody on the space of that name) sees from where it stands, or if it stood on
        ``at``, from what everybody may know. Raises :class:`~engine.core.refusal.Refused`."""
        ...
