"""Red spells."""

from __future__ import annotations

from engine.arena.attack import attack
from engine.arena.casting import discard
from engine.arena.effects import (
    Aim,
    Aura,
    Cause,
    Effect,
    Fight,
    Harm,
    Hidden,
    Meeting,
    Moment,
    Sorcery,
    Source,
    effect,
    hidden,
)
from engine.arena.game import Game
from engine.arena.life import deal
from engine.arena.numbers import flies
from engine.arena.position import Position
from engine.arena.sightlines import in_clear_sight
from engine.arena.spells.aiming import aim_at_one, enemy_creatures, near_planeswalker, none_near, own_creatures
from engine.arena.state import Figure, Lasting
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


@effect
class DualShot(Sorcery):
    id = "dual_shot"

    def _seen(self, pos: Position, seat: int) -> list[Figure]:
        return near_planeswalker(pos, seat, 6, enemy_creatures(pos, seat))

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._seen(pos, seat) else none_near("an enemy creature", 6)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        aim = yield from aim_at_one(game, seat, self.name, self._seen(game, seat))
        others = [figure for figure in self._seen(game, seat) if figure not in aim.figures]
        if others:
            question = words("Dual Shot: a second creature?")
            second = yield from game.choose_figure(seat, question, others, may_stop=True)
            aim.figures += [second] if second else []
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        for figure in aim.figures:
            yield from deal(game, figure, 1, Cause("spell", seat, name=self.name))


@effect
class BurnFromWithin(Sorcery):
    id = "burn_from_within"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if near_planeswalker(pos, seat, 5, pos.enemies(seat)) else none_near("an enemy figure", 5)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        aim = yield from aim_at_one(game, seat, self.name, near_planeswalker(game, seat, 5, game.enemies(seat)))
        hand = sorted(game.state.seats[seat].hand)
        hand.remove(card)
        while hand and len(aim.spells) < 2:
            question = words("Burn from Within: discard a card for 1 more damage?")
            spell = yield from game.choose_spell(seat, question, sorted(set(hand)), may_stop=True)
            if spell is None:
                break
            hand.remove(spell)
            aim.spells.append(spell)
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        for spell in aim.spells:
            discard(game, seat, spell)
        cause = Cause("spell", seat, name=self.name, banish=True)
        yield from deal(game, aim.figures[0], 1 + len(aim.spells), cause)


@effect
class BurnAtTheStake(Sorcery):
    id = "burn_at_the_stake"

    def _tormentors(self, pos: Position, seat: int, enemy: Figure) -> int:
        return sum(pos.adjacent(own, enemy) for own in own_creatures(pos, seat))

    def _stakes(self, pos: Position, seat: int) -> list[Figure]:
        return [enemy for enemy in pos.enemies(seat) if self._tormentors(pos, seat, enemy)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if self._stakes(pos, seat):
            return None
        return refuse("AR-CARD-04", "needs an enemy figure with an own creature adjacent to it")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_one(game, seat, self.name, self._stakes(game, seat)))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        amount = min(3, self._tormentors(game, seat, aim.figures[0]))
        yield from deal(game, aim.figures[0], amount, Cause("spell", seat, name=self.name))


@effect
class NahirisMachinations(Hidden):
    id = "nahiris_machinations"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Meeting) or moment.mover.zone != "board":
            return False
        return pos.controller(moment.mover) != me.controller and any(me.on(figure) for figure in moment.met)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Meeting)
        assert me.card is not None
        shield = Lasting("nahiris_machinations", me.controller, game.state.turn.seat, "turn", cards=[me.card.id])
        game.state.lasting.append(shield)
        yield from deal(game, moment.mover, 1, Cause("spell", me.controller, name=self.name))


@effect
class NahirisMachinationsLasting(Effect):
    id = "nahiris_machinations/lasting"

    def spares(self, pos: Position, me: Source, harm: Harm) -> int | None:
        if harm.cause.kind not in ("attack", "leaving") or not me.on(harm.figure):
            return None
        return max(0, pos.life_left(harm.figure) - 1)


@effect
class DissensionInTheRanks(Hidden):
    id = "dissension_in_the_ranks"

    def _others(self, pos: Position, me: Source, attacker: Figure) -> list[Figure]:
        """Enemies of the enchantment's controller within 2 spaces of the attacker, in the automatic order."""
        others = [
            figure
            for figure in pos.within(2, attacker, pos.board)
            if figure is not attacker and pos.controller(figure) != me.controller
        ]
        return sorted(
            others,
            key=lambda figure: (
                pos.distance(attacker, figure), pos.life_left(figure), -pos.face_of(figure).points, figure.number,
            ),
        )  # fmt: skip

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return (
            isinstance(moment, Fight)
            and not moment.over
            and moment.defender is not None
            and me.on(moment.defender)
            and pos.is_creature(moment.attacker)
            and bool(self._others(pos, me, moment.attacker))
        )

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Fight)
        moment.over = True
        victim = self._others(game, me, moment.attacker)[0]
        text = words("{attacker} turns on {victim}", attacker=game.label(moment.attacker), victim=game.label(victim))
        game.tell("turned", text, attacker=moment.attacker.id, victim=victim.id)
        yield from attack(game, moment.attacker, victim)


@effect
class RollingTemblor(Sorcery):
    id = "rolling_temblor"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        planeswalker = pos.planeswalker(seat)
        if planeswalker and "R" in pos.face_of(planeswalker).colours:
            return None
        return refuse("AR-CARD-04", "needs a red Planeswalker of yours on the battlefield")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        planeswalker = game.planeswalker(seat)
        assert planeswalker is not None
        return Aim(figures=[planeswalker])
        yield

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        centre = aim.figures[0]
        others = [figure for figure in game.board if figure is not centre]
        shaken = {centre.id: 2}
        for figure in in_clear_sight(game, centre, others, 4):
            if not game.is_creature(figure):
                shaken[figure.id] = 1
            elif not flies(game, figure):
                shaken[figure.id] = 2
        while shaken:
            figure = yield from self._next(game, seat, shaken)
            yield from deal(game, figure, shaken.pop(figure.id), Cause("spell", seat, name=self.name))

    def _next(self, game: Game, seat: int, shaken: dict[int, int]) -> Rule[Figure]:
        """Simultaneous damage: the player on turn orders it (AR-TERM-08), asked only where the order can matter: while
        at least two of those still to be hit would die of it or wear a card that waits for that (A62)."""
        figures = [game.state.figures[id] for id in shaken]
        waiting = {me.card.id for me in hidden(game, "would_be_destroyed") if me.card}
        grave = [figure for figure in figures if game.life_left(figure) <= shaken[figure.id] or figure.card in waiting]
        if len(grave) < 2:
            return next((figure for figure in figures if figure not in grave), figures[0])
        question = words("Rolling Temblor: who is dealt damage first?")
        figure = yield from game.choose_figure(seat, question, grave)
        assert figure is not None
        return figure


@effect
class LanceOfFlame(Sorcery):
    id = "lance_of_flame"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if near_planeswalker(pos, seat, 6, enemy_creatures(pos, seat)) else none_near("an enemy creature", 6)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_one(game, seat, self.name, near_planeswalker(game, seat, 6, enemy_creatures(game, seat))))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        yield from deal(game, aim.figures[0], 2, Cause("spell", seat, name=self.name))


@effect
class HotBlood(Aura):
    id = "hot_blood"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0

    def move(self, pos: Position, me: Source, figure: Figure) -> int:
        return 1 if me.on(figure) else 0

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return -1 if me.on(figure) else 0
