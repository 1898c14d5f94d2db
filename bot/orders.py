"""Standing orders: what somebody has settled for the moments at which they are not there to be asked.

Those of the rules (:mod:`engine.core.orders`) stand among the match's answers, where a replay finds them. One is the bot's
own: what happens on one's turn if time runs out. All are private; giving one says nothing to the others and changes
nothing that they can see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.errors import Sorry
from bot.play import Answered
from bot.records import Errand, MatchRecord
from engine.core import orders
from engine.core.orders import Order
from engine.core.refusal import Refused
from engine.core.text import words

if TYPE_CHECKING:
    from bot.service import Changed, Service

TIMEOUT = Order(
    "timeout",
    words("When your time runs out"),
    words("in a match in which the bot then moves for you"),
    (("play", words("the bot plays a simple turn for you")), ("end", words("the bot ends your turn and does nothing else"))),
)


class Given(msgspec.Struct, frozen=True):
    """An order and what stands for it now."""

    order: Order
    value: str

    @property
    def usual(self) -> bool:
        return self.value == self.order.default


class Orders:
    def __init__(self, service: Service) -> None:
        self.service = service

    async def listed(self, match: int, user: int) -> list[Given]:
        """All that can be ordered in that match, with what the user has ordered. Raises Sorry for whoever does not play."""
        record = await self.service.record(match)
        seat = self.service.own_seat(record, user)
        view = await self.service.view(record, seat) if record.stored is not None else None
        if view is None or view.outcome is not None:
            raise Sorry(words("Standing orders are for matches that are being played."))
        orders = await self.service.think(lambda: self.service.load(record).orders(seat))
        found = [Given(each, view.orders.get(each.id, each.default)) for each in orders]
        if record.policy == "auto":
            found.append(Given(TIMEOUT, record.seats[seat].orders.get(TIMEOUT.id, TIMEOUT.default)))
        return found

    async def give(self, match: int, user: int, given: dict[str, str]) -> None:
        """Order so, each by its id. Raises Sorry; nothing is changed then."""
        from bot.service import Changed

        def change(record: MatchRecord) -> list[Errand] | Changed:
            seat = self.service.own_seat(record, user)
            if record.stage != "playing":
                raise Sorry(words("Standing orders are for matches that are being played."))
            game = self.service.load(record)
            answered = []
            for id, value in given.items():
                if id == TIMEOUT.id and value in dict(TIMEOUT.values):
                    record.seats[seat].orders = {**record.seats[seat].orders, id: value}
                    continue
                key = orders.key(id, value)
                try:
                    answered.append(Answered(seat, key, list(game.answer(seat, key))))
                except Refused:
                    raise Sorry(words("There is no such standing order. `/orders` lists them all.")) from None
            record.stored = game.stored
            record.answers += len(answered)
            return Changed([], tuple(answered))

        await self.service.change(match, change)
