"""Summoner Wars as a rules system: the door through which the core enters this folder."""

from __future__ import annotations

from engine.core.looks import Reach, Sight
from engine.core.options import Ask
from engine.core.orders import Order
from engine.core.refusal import Refusal
from engine.core.rules import Rule
from engine.core.table import Table
from engine.core.views import OptionView, RefusedView, Weighed
from engine.summoner_wars import looking, seen, turn, why, words
from engine.summoner_wars.abilities.cloaks import COVER
from engine.summoner_wars.abilities.guild_dwarves import BARRIER
from engine.summoner_wars.abilities.shadow_elves import SHADOWS
from engine.summoner_wars.abilities.shared import CHOICE
from engine.summoner_wars.freezing import ORDER
from engine.summoner_wars.position import Position
from engine.summoner_wars.setup import Setup, first_state
from engine.summoner_wars.state import War
from engine.summoner_wars.view import WarView
from engine.summoner_wars.worth import worth


class WarRules:
    """Implements :class:`engine.core.rules.Rules` for :class:`War`."""

    name = "summoner_wars"
    version = 1
    state_type = War

    def set_up(self, setup: Setup) -> War:
        return first_state(setup)

    def play(self, table: Table[War]) -> Rule[None]:
        return turn.play(table)

    def board(self, state: War, seat: int | None, everything: bool = False) -> WarView:
        return seen.see(Position(state), seat, everything)

    def describe(self, state: War, ask: Ask) -> list[OptionView]:
        return words.describe(Position(state), ask)

    def weigh(self, state: War, ask: Ask) -> list[Weighed]:
        pos = Position(state)
        return [Weighed(option.key, type(option).verb, worth(pos, ask.seat, option)) for option in ask.options]

    def refused(self, state: War, ask: Ask) -> list[RefusedView]:
        return why.refused(Position(state), ask)

    def orders(self, state: War | None = None, seat: int | None = None) -> tuple[Order, ...]:
        """Some matter only to whoever has, or plays against, certain cards; both decks are known to all."""
        if state is None or seat is None:
            return (ORDER, BARRIER, COVER, CHOICE, SHADOWS)
        mine = {card.face for card in state.cards if card.owner == seat}
        theirs = {card.face for card in state.cards if card.owner != seat}
        matters = (
            (ORDER, "freeze" in theirs),
            (BARRIER, "thorkur" in mine),
            (COVER, "the_admiral" in mine),
            (CHOICE, theirs & {"raechel_loveguard", "thief"}),
            (SHADOWS, "shadows" in mine),
        )
        return tuple(order for order, so in matters if so)

    def why(self, state: War, seat: int, key: str) -> Refusal:
        return why.why(Position(state), seat, key)

    def reach(self, state: War, subject: str) -> Reach:
        return looking.reach(state, subject)

    def sight(self, state: War, subject: str, at: str = "") -> Sight:
        return looking.sight(state, subject, at)


RULES = WarRules()
