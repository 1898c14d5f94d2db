"""Events that several factions have."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, words
from engine.summoner_wars import summoning
from engine.summoner_wars.effects import Effect, event
from engine.summoner_wars.game import Game
from engine.summoner_wars.position import Position


def outnumbered(pos: Position, seat: int) -> Refusal | None:
    """Events for whoever has fewer units on the battlefield than the opponent."""
    mine, theirs = len(pos.units(seat)), len(pos.units(pos.other(seat)))
    if mine < theirs:
        return None
    return refuse("SW-EVPH-06", "you must have fewer units than the opponent: you have {n} and they {m}", n=mine, m=theirs)


@event
class MagicDrain(Effect):
    name = "Magic Drain"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if not pos.state.seats[pos.other(seat)].magic:
            return refuse("SW-EVPH-06", "the opponent's Magic Pile is empty")
        return outnumbered(pos, seat)

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        most = min(2, len(game.state.seats[game.other(seat)].magic))
        count = yield from game.wants(seat, words("Magic Drain: how many cards do you take?"), most)
        game.steal(seat, count)


@event
class AHeroIsBorn(Effect):
    name = "A Hero Is Born"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if pos.state.seats[seat].draw else refuse("SW-EVPH-06", "your Draw Pile is empty")

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        mine = game.state.seats[seat]
        heroes = sorted(
            (each for each in mine.draw if game.face(each).type == "champion"), key=lambda each: game.face(each).id
        )
        picked = yield from game.choose_card(seat, words("A Hero Is Born: which champion?"), heroes, may_stop=True)
        if picked is not None:
            mine.draw.remove(picked)
            mine.hand.append(picked)
            text = words(
                "{side} takes {card} from the Draw Pile", side=game.side_name(seat), card=Text(game.face(picked).name)
            )
            game.tell("fetched", text, seat=seat, card=picked, face=game.face(picked).id)
        else:
            game.tell("fetched", words("{side} takes no champion", side=game.side_name(seat)), seat=seat)
        mine.draw = game.table.shuffle(f"draw pile {seat}", mine.draw)


@event
class Reinforcements(Effect):
    name = "Reinforcements"

    def _commons(self, pos: Position, seat: int) -> list[int]:
        return [card for card in pos.state.seats[seat].hand if pos.face(card).type == "common"]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if not self._commons(pos, seat):
            return refuse("SW-EVPH-06", "you have no common in your hand")
        if not pos.summoning_spaces(seat):
            return refuse("SW-SUM-09", "no space beside your walls is empty")
        return outnumbered(pos, seat)

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        for _ in range(2):
            spaces = game.summoning_spaces(seat)
            if not spaces:
                return
            question = words("Reinforcements: whom do you summon for nothing?")
            picked = yield from game.choose_card(seat, question, self._commons(game, seat), may_stop=True)
            if picked is None:
                return
            where = words("Where is {card} summoned?", card=Text(game.face(picked).name))
            space = yield from game.choose_space(seat, where, spaces)
            assert space is not None
            yield from summoning.summon(game, seat, picked, space, cost=0)
