"""Who draws what: each game has a studio, found by the kind of what is to be drawn.

Outside this package nobody needs to know which game a view belongs to.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol

from engine.arena.view import ArmyCardView
from engine.core.events import Event
from engine.core.text import Text
from render import army as arena_army
from render import board as arena_board
from render import cards
from render import described as arena_described
from render import hand as arena_hand
from render.looked import About
from render.summoner_wars import board as war_board
from render.summoner_wars import described as war_described
from render.summoner_wars import faces as war_faces


class Studio(Protocol):
    """Draws a game. Pictures are files; ``view`` is the game's own."""

    def board(
        self, view: Any, *, events: Sequence[Event], reach: Mapping[str, str] | None, focus: Collection[str] | None,
        width: int | None, about: About | None = None,
    ) -> bytes: ...  # fmt: skip

    def hand(self, view: Any, seat: int) -> bytes: ...

    def card(self, card: Any, side: str) -> bytes: ...

    def army(self, shown: Any) -> bytes: ...

    def alt(self, view: Any, changes: Sequence[Event | str] = (), asked: str = "") -> str:
        """The board in at most 1024 characters, with what changed (events, or lines the viewer may know) and is asked."""
        ...

    def words(self, view: Any, changes: Sequence[Event | str] = (), asked: str = "") -> str:
        """The whole board, in lines; ``changes`` since the viewer's last turn."""
        ...

    def around(self, view: Any, place: str) -> str:
        """What lies round a space or a figure (its number), in lines. Raises ValueError for what is neither."""
        ...

    def part(self, view: Any, title: Text, spaces: Collection[str]) -> str:
        """What lies on those spaces, in lines under the title."""
        ...


class _Told:
    """What is seen, in words: said by the game's own module ``described``."""

    described: ModuleType

    def alt(self, view: Any, changes: Sequence[Event | str] = (), asked: str = "") -> str:
        return str(self.described.alt_text(view, changes, asked))

    def words(self, view: Any, changes: Sequence[Event | str] = (), asked: str = "") -> str:
        return str(self.described.describe_board(view, changes, asked))

    def around(self, view: Any, place: str) -> str:
        return str(self.described.describe_around(view, place))

    def part(self, view: Any, title: Text, spaces: Collection[str]) -> str:
        return str(self.described.describe_part(view, title, spaces))


class ArenaStudio(_Told):
    described = arena_described
    board = staticmethod(arena_board.draw_board)
    army = staticmethod(arena_army.draw_army)

    def hand(self, view: Any, seat: int) -> bytes:
        return arena_hand.draw_hand(view.seats[seat], view)

    def card(self, card: Any, side: str) -> bytes:
        return cards.draw_army_card(card, side) if isinstance(card, ArmyCardView) else cards.draw_spell(card)


class WarStudio(_Told):
    described = war_described
    board = staticmethod(war_board.draw_board)
    army = staticmethod(war_faces.draw_deck)

    def hand(self, view: Any, seat: int) -> bytes:
        return war_faces.draw_hand(view.seats[seat], view)

    def card(self, card: Any, side: str) -> bytes:
        return war_faces.draw_card(card)


STUDIOS: dict[str, Studio] = {
    **dict.fromkeys(("ArenaView", "ArmyView", "ArmyCardView", "SpellView"), ArenaStudio()),
    **dict.fromkeys(("WarView", "DeckView", "CardView"), WarStudio()),
}  # by the name of what is drawn


def studio_of(shown: object) -> Studio | None:
    """None for what nobody draws."""
    return STUDIOS.get(type(shown).__name__)
