"""Arena of the Planeswalkers as a rules system: the door through which the core enters this folder."""

from __future__ import annotations

from engine.arena import looking, seen, turn, weights, why, words
from engine.arena.engagement import LEAVING
from engine.arena.position import Still
from engine.arena.setup import Setup, first_state
from engine.arena.state import Arena
from engine.arena.view import ArenaView
from engine.core.looks import Reach, Sight
from engine.core.options import Ask
from engine.core.orders import Order
from engine.core.refusal import Refusal
from engine.core.rules import Rule
from engine.core.table import Table
from engine.core.views import OptionView, RefusedView, Weighed


class ArenaRules:
    """Implements :class:`engine.core.rules.Rules` for :class:`Arena`."""

    name = "arena"
    version = 2
    state_type = Arena

    def set_up(self, setup: Setup) -> Arena:
        return first_state(setup)

    def play(self, table: Table[Arena]) -> Rule[None]:
        return turn.play(table)

    def board(self, state: Arena, seat: int | None, everything: bool = False) -> ArenaView:
        return seen.see(Still(state), seat, everything)

    def describe(self, state: Arena, ask: Ask) -> list[OptionView]:
        return words.describe(Still(state), ask)

    def weigh(self, state: Arena, ask: Ask) -> list[Weighed]:
        return weights.weigh(Still(state), ask)

    def refused(self, state: Arena, ask: Ask) -> list[RefusedView]:
        return why.refused(Still(state), ask)

    def orders(self, state: Arena | None = None, seat: int | None = None) -> tuple[Order, ...]:
        return (LEAVING,)

    def why(self, state: Arena, seat: int, key: str) -> Refusal:
        return why.why(Still(state), seat, key)

    def reach(self, state: Arena, subject: str) -> Reach:
        return looking.reach(state, subject)

    def sight(self, state: Arena, subject: str, at: str = "") -> Sight:
        return looking.sight(state, subject, at)


RULES = ArenaRules()
