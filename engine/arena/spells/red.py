"""Red spells."""

from __future__ import annotations

from engine.arena.abilities.keywords import Trample
from engine.arena.attached import add_counter
from engine.arena.attack import attack, forbidden, targets
from engine.arena.automatic import by_order
from engine.arena.casting import SPELLS, discard
from engine.arena.effects import (
    Aim,
    Aura,
    Cause,
    Death,
    Effect,
    Fight,
    Harm,
    Hidden,
    Meeting,
    Moment,
    Played,
    Sorcery,
    Source,
    effect,
    hidden,
)
from engine.arena.game import Game
from engine.arena.life import deal, destroy
from engine.arena.numbers import flies
from engine.arena.position import Position
from engine.arena.sightlines import in_clear_sight
from engine.arena.spells.aiming import (
    AtOne,
    attacked_by_enemy,
    becomes_engaged,
    enemy_creatures,
    near_planeswalker,
    none_near,
    own_creatures,
)
from engine.arena.state import Extra, Figure, Lasting
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


@effect
class DualShot(AtOne):
    id = "dual_shot"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return near_planeswalker(pos, seat, 6, enemy_creatures(pos, seat))

    def nobody(self) -> Refusal:
        return none_near("an enemy creature", 6)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        aim = yield from super().aim(game, seat, card)
        others = [figure for figure in self.targets(game, seat) if figure not in aim.figures]
        if others:
            question = words("Dual Shot: a second creature?")
            second = yield from game.choose_figure(seat, question, others, may_stop=True)
            aim.figures += [second] if second else []
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        for figure in aim.figures:
            yield from deal(game, figure, 1, Cause("spell", seat, name=self.name))


@effect
class BurnFromWithin(AtOne):
    id = "burn_from_within"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return near_planeswalker(pos, seat, 5, pos.enemies(seat))

    def nobody(self) -> Refusal:
        return none_near("an enemy figure", 5)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        aim = yield from super().aim(game, seat, card)
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
class BurnAtTheStake(AtOne):
    id = "burn_at_the_stake"

    def _tormentors(self, pos: Position, seat: int, enemy: Figure) -> int:
        return sum(pos.adjacent(own, enemy) for own in own_creatures(pos, seat))

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return [enemy for enemy in pos.enemies(seat) if self._tormentors(pos, seat, enemy)]

    def nobody(self) -> Refusal:
        return refuse("AR-CARD-04", "needs an enemy figure with an own creature adjacent to it")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        amount = min(3, self._tormentors(game, seat, aim.figures[0]))
        yield from deal(game, aim.figures[0], amount, Cause("spell", seat, name=self.name))


@effect
class NahirisMachinations(Hidden):
    id = "nahiris_machinations"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Meeting) and becomes_engaged(pos, me, moment)

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
        others = [figure for figure in pos.enemies(me.controller) if figure is not attacker]
        return by_order(pos, pos.within(2, attacker, others), attacker)

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return (
            isinstance(moment, Fight)
            and attacked_by_enemy(pos, me, moment)
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
        return Aim(figures=[game.state.figures[id] for id in self._shaken(game, seat)])
        yield

    def _shaken(self, pos: Position, seat: int) -> dict[int, int]:
        """Damage by figure, that of the Planeswalker in the middle first."""
        centre = pos.planeswalker(seat)
        assert centre is not None
        shaken = {centre.id: 2}
        for figure in in_clear_sight(pos, centre, [figure for figure in pos.board if figure is not centre], 4):
            if not pos.is_creature(figure):
                shaken[figure.id] = 1
            elif not flies(pos, figure):
                shaken[figure.id] = 2
        return shaken

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        """All whom it hits are targeted (AR-TERM-10)."""
        shaken = self._shaken(game, seat)
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
class LanceOfFlame(AtOne):
    id = "lance_of_flame"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return near_planeswalker(pos, seat, 6, enemy_creatures(pos, seat))

    def nobody(self) -> Refusal:
        return none_near("an enemy creature", 6)

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


@effect
class SenselessRage(Aura):
    id = "senseless_rage"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if not me.on(figure):
            return 0
        return 2 if figure.damage else 1


@effect
class StensiaMasquerade(Aura):
    id = "stensia_masquerade"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if fight is None or not me.on(fight.attacker):
            return 0
        return -1 if pos.adjacent(fight.attacker, figure) else 0

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        assert me.enchantment is not None
        assert me.card is not None
        mark = f"{self.id}/{me.enchantment.stamp}"
        if not fight.damage or fight.defender is None or not me.on(fight.attacker) or mark in game.state.turn.once:
            return
        if "Vampire" not in game.types(fight.attacker):
            return
        game.state.turn.once.append(mark)
        if me.card.zone == "play" and me.card.counters.get("power", 0) < 2:
            add_counter(game, me.card, "power")
        yield from ()


@effect
class HarnessTheStorm(Aura):
    id = "harness_the_storm"

    def sorcery_played(self, game: Game, me: Source, played: Played) -> Rule[None]:
        assert me.enchantment is not None
        mark = f"{self.id}/{me.enchantment.stamp}"
        graveyard = game.state.seats[me.controller].graveyard
        if played.countered or played.owner != me.controller or mark in game.state.turn.once:
            return
        game.state.turn.once.append(mark)
        roll, spell = game.d20(), game.spell(played.spell).name
        caught = roll >= 14 and played.spell in graveyard
        form = "Harness the Storm: {roll}, {spell} returns to the hand" if caught else (
            "Harness the Storm: {roll}, {spell} stays in the graveyard (14 is needed)"
        )  # fmt: skip
        game.tell("d20", words(form, roll=roll, spell=spell), roll=roll, spell=self.id)
        if caught:
            graveyard.remove(played.spell)
            game.state.seats[me.controller].hand.append(played.spell)
        yield from ()


@effect
class PowderTrap(Hidden):
    id = "powder_trap"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Death) and me.on(moment.figure)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Death)
        height = game.face_of(moment.figure).height
        beside = [
            enemy
            for enemy in game.enemies(me.controller)
            if game.adjacent_stands(height, moment.at, game.face_of(enemy).height, game.stand(enemy))
        ]
        for enemy in by_order(game, beside, moment.at):
            yield from deal(game, enemy, 1, Cause("spell", me.controller, name=self.name))


@effect
class RushOfAdrenaline(AtOne):
    id = "rush_of_adrenaline"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return pos.own(seat)

    def nobody(self) -> Refusal:
        return refuse("AR-CARD-04", "needs an own figure on the battlefield")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        game.state.lasting.append(Lasting(self.id, seat, seat, "turn", figures=[aim.figures[0].id]))
        yield from ()


@effect
class RushOfAdrenalineLasting(Trample):
    id = "rush_of_adrenaline/lasting"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 2 if me.on(figure) else 0

    def move(self, pos: Position, me: Source, figure: Figure) -> int:
        return 2 if me.on(figure) else 0


@effect
class InfernalPlunge(AtOne):
    id = "infernal_plunge"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return own_creatures(pos, seat)

    def nobody(self) -> Refusal:
        return refuse("AR-CARD-04", "needs an own creature on the battlefield")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        yield from destroy(game, aim.figures[0], Cause("spell", seat, name=self.name))
        yield from game.draw(seat, 2)
        turn = game.state.turn
        turn.more_spells = max(turn.more_spells, 2)
        game.tell("more spells", words("{n} spells may be played this turn", n=SPELLS + turn.more_spells))


@effect
class MalevolentWhispers(AtOne):
    id = "malevolent_whispers"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return near_planeswalker(pos, seat, 5, enemy_creatures(pos, seat))

    def nobody(self) -> Refusal:
        return none_near("an enemy creature", 5)

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        mind = aim.figures[0]
        if mind.zone == "board":
            game.state.turn.waiting.append(Extra(self.name, [mind.id], spell=True, power=2, borrowed=mind.card))
        yield from ()


@effect
class BattleFury(AtOne):
    id = "battle_fury"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        """Own figures that have attacked in Action 4, not used an ability in place of it, and could attack now."""
        turn = pos.state.turn
        struck = {one.figure for one in turn.struck}
        return [
            figure
            for figure in pos.own(seat)
            if figure.id in turn.fought
            and figure.id in struck
            and figure.id not in turn.no_attack
            and forbidden(pos, figure) is None
            and targets(pos, figure)
        ]

    def nobody(self) -> Refusal:
        return refuse("AR-CARD-04", "needs an own figure that attacked in Action 4 and can attack something now")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        fighter = aim.figures[0]
        if fighter.zone == "board":
            game.state.turn.waiting.append(Extra(self.name, [fighter.id], spell=True, move=0))
        yield from ()
