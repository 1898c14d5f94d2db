"""What rules may use: asking seats, chance, telling what happened. Closing undo is the business of these helpers alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from engine.core import chance
from engine.core.events import Event
from engine.core.options import Ask, Option
from engine.core.orders import Order
from engine.core.rules import Rule, S
from engine.core.text import Text, words

T = TypeVar("T")
O = TypeVar("O", bound=Option)  # noqa: E741

ROLLED = words("something has been rolled or shuffled since")
REVEALED = words("something has been revealed since")
DECIDED = words("another player has decided something since")


class Table(Generic[S]):
    """The one object that rules hold. It lives as long as one run of the rules; what must last is in ``state``."""

    def __init__(self, state: S, seed: bytes) -> None:
        self.state = state
        self.events: list[Event] = []
        self.closed = False  # set by the helpers below, read and cleared by the match
        self._seed = seed

    # -- decisions
    def choose(self, seat: int, question: Text, options: Sequence[O]) -> Rule[O]:
        """Ask one seat. With a single option nobody is asked: it is taken (AR-CHOOSE: nothing to decide)."""
        if not options:
            raise AssertionError(f"nothing to choose from: {question}")
        if len(options) == 1:
            return options[0]
        answers = yield [Ask(seat, question, tuple(options))]
        return answers[seat]  # type: ignore[return-value]

    def choose_always(self, seat: int, question: Text, options: Sequence[O]) -> Rule[O]:
        """Ask even where one option is left: ending a turn is a decision a person makes."""
        answers = yield [Ask(seat, question, tuple(options))]
        return answers[seat]  # type: ignore[return-value]

    def choose_together(self, asks: Sequence[Ask]) -> Rule[dict[int, Option]]:
        """Ask several seats at once: no answer is seen before the last one is given."""
        return (yield list(asks))

    def ordered(self, seat: int, order: Order) -> str:
        """What the seat has ordered for a choice that falls to it while another is on turn."""
        return self.state.orders.get(seat, {}).get(order.id, order.default)

    def obey(self, seat: int, order: str, value: str) -> None:
        """From now on this is ordered."""
        orders = self.state.orders
        orders[seat] = {**orders.get(seat, {}), order: value}

    # -- chance: every draw closes undo
    def _word(self, stream: str) -> int:
        n = self.state.drawn.get(stream, 0)
        self.state.drawn[stream] = n + 1
        self.close_undo(ROLLED)
        return chance.value(self._seed, stream, n)

    def die(self, stream: str, faces: int) -> int:
        """One die: 1 ... faces."""
        return chance.below(self._word(stream), faces) + 1

    def shuffle(self, stream: str, items: Sequence[T]) -> list[T]:
        return chance.order([self._word(stream) for _ in range(len(items) - 1)], items)

    # -- telling
    def tell(self, event: Event) -> None:
        self.events.append(event)

    def reveal(self, event: Event) -> None:
        """Tell something that was hidden until now: from here nothing can be undone."""
        self.events.append(event)
        self.close_undo(REVEALED)

    def close_undo(self, why: Text) -> None:
        self.closed = True
        self.state.closed = why
