"""Abilities that several cards have, with one meaning each: a card's own class derives from these."""

from __future__ import annotations

from engine.arena.effects import Activated, Effect, Source
from engine.arena.game import Game
from engine.arena.life import transform
from engine.arena.position import Position
from engine.arena.state import ArmyCard, Extra, Figure
from engine.core.rules import Rule


class Flying(Effect):
    """Ignores levels, water, figures and ruins while it moves (A66)."""

    def flies(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)


class Trample(Effect):
    def tramples(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)


class Lifelink(Effect):
    def lifelinks(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)


class Haste(Effect):
    """In the turn in which the card is summoned its figures act once Action 4 is over."""

    def summoned(self, game: Game, me: Source, card: ArmyCard) -> Rule[None]:
        if me.card is card:
            game.state.turn.later.append(Extra(me.name, [figure.id for figure in game.on_board(card)]))
        yield from ()


class Transform(Activated):
    """The army card is turned over, and all its figures with it (AR-NEW-09, AR-NEW-13)."""

    def use(self, game: Game, me: Source) -> Rule[None]:
        assert me.card is not None
        yield from transform(game, me.card)
