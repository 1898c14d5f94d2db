"""Green spells."""

from __future__ import annotations

from engine.arena import numbers
from engine.arena.abilities.keywords import Trample
from engine.arena.attached import detach
from engine.arena.attack import attack, forbidden, target_refusal
from engine.arena.automatic import by_order
from engine.arena.effects import (
    Aim,
    Aura,
    Cause,
    Effect,
    Fight,
    Hidden,
    Meeting,
    Moment,
    Played,
    Sorcery,
    Source,
    effect,
)
from engine.arena.game import Game, thrown
from engine.arena.life import deal, heal, healable
from engine.arena.options import PickSpell, Say
from engine.arena.position import Position
from engine.arena.spells.aiming import (
    AtOne,
    aim_at_card,
    aim_at_one,
    becomes_engaged,
    enemy_creatures,
    near_planeswalker,
    none_near,
    own_creatures,
    targeted_by_opponent,
)
from engine.arena.state import ArmyCard, Enchantment, Extra, Figure, Lasting
from engine.arena.ways import progress
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


# ---- auras
@effect
class EquestrianSkill(Aura):
    id = "equestrian_skill"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0

    def move(self, pos: Position, me: Source, figure: Figure) -> int:
        return 2 if me.on(figure) else 0

    def tramples(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure) and "Human" in pos.types(figure)


@effect
class Thornhide(Aura):
    id = "thornhide"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if fight.damage or fight.defender is None or not fight.adjacent or not me.on(fight.defender):
            return
        if game.team(game.controller(fight.attacker)) != game.team(me.controller):
            yield from deal(game, fight.attacker, 1, Cause("spell", me.controller, name=self.name))


@effect
class PathfindersGift(Aura):
    id = "pathfinders_gift"

    def move(self, pos: Position, me: Source, figure: Figure) -> int:
        return 2 if me.on(figure) else 0

    def skips_sides(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)


# ---- hidden enchantments
@effect
class PredatoryStrike(Hidden):
    id = "predatory_strike"

    def _strikers(self, pos: Position, me: Source, enemy: Figure) -> list[Figure]:
        """Figures on the card that are engaged with the enemy and may attack it, in the automatic order."""
        assert me.card is not None
        return [
            figure
            for figure in by_order(pos, pos.on_board(me.card), enemy)
            if enemy in pos.engaged(figure) and forbidden(pos, figure) is None and target_refusal(pos, figure, enemy) is None
        ]

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Meeting) or not becomes_engaged(pos, me, moment):
            return False
        return bool(self._strikers(pos, me, moment.mover))

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Meeting)
        yield from attack(game, self._strikers(game, me, moment.mover)[0], moment.mover, bonus=1)


@effect
class SnareVines(Hidden):
    id = "snare_vines"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Meeting) and becomes_engaged(pos, me, moment)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Meeting)
        moving = progress(game, moment.mover)
        assert moving is not None
        moving.over = True
        game.state.turn.no_attack.append(moment.mover.id)
        text = words("{figure} is held fast: its move ends and it cannot attack this turn", figure=game.label(moment.mover))
        game.tell("held", text, figure=moment.mover.id)
        yield from ()


@effect
class ShelteringWord(Hidden):
    id = "sheltering_word"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Played) and targeted_by_opponent(pos, me, moment)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Played)
        assert me.card is not None
        moment.countered = True
        figures = [figure for figure in moment.aim.figures if me.on(figure)] or game.on_board(me.card)
        if figures:
            heal(game, max(figures, key=lambda figure: figure.damage), 2)
        yield from ()


# ---- sorceries
@effect
class MoonlightHunt(AtOne):
    id = "moonlight_hunt"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return near_planeswalker(pos, seat, 6, enemy_creatures(pos, seat))

    def nobody(self) -> Refusal:
        return none_near("an enemy creature", 6)

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        prey = aim.figures[0]
        if prey.zone != "board":
            return
        pack = [figure for figure in game.own(seat) if not game.types(figure).isdisjoint(("Wolf", "Werewolf"))]
        amount = min(3, 1 + len(game.within(4, prey, pack)))
        yield from deal(game, prey, amount, Cause("spell", seat, name=self.name))


@effect
class NaturalEnd(Sorcery):
    id = "natural_end"

    def _refusal(self, pos: Position, card: ArmyCard) -> Refusal | None:
        if card.zone == "play" and card.attached:
            return None
        return refuse("AR-CARD-04", "no enchantment lies on {card}", card=pos.card_label(card))

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if any(self._refusal(pos, card) is None for card in pos.state.cards):
            return None
        return refuse("AR-CARD-04", "needs an army card with an enchantment on it")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        """``spells`` holds the aura, or nothing for the topmost face-down card: its name is not known."""
        aim = yield from aim_at_card(game, seat, self.name, lambda card: self._refusal(game, card))
        attached = aim.cards[0].attached
        auras = sorted({one.spell for one in attached if not one.hidden})
        if auras:
            question = words("{spell}: which enchantment?", spell=self.name)
            options: list[PickSpell | Say] = [PickSpell(aura) for aura in auras]
            options += [Say("face down")] if any(one.hidden for one in attached) else []
            picked = yield from game.table.choose(seat, question, options)
            aim.spells = [picked.spell] if isinstance(picked, PickSpell) else []
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        card = aim.cards[0]
        found = next((one for one in card.attached if self._meant(one, aim)), None)
        if found is not None:
            detach(game, card, found)
            name, label = game.spell(found.spell).name, game.card_label(card)
            if found.hidden:
                form = "The face-down card on {card} was {spell}; it goes to the graveyard"
                game.reveal("lost", words(form, card=label, spell=name), spell=found.spell, card=card.id)
            else:
                text = words("{spell} on {card} goes to the graveyard", card=label, spell=name)
                game.tell("lost", text, spell=found.spell, card=card.id)
        planeswalker = game.planeswalker(seat)
        if planeswalker is not None:
            heal(game, planeswalker, 1)
        yield from ()

    def _meant(self, enchantment: Enchantment, aim: Aim) -> bool:
        return enchantment.spell in aim.spells if aim.spells else enchantment.hidden


@effect
class RabidBite(Sorcery):
    id = "rabid_bite"

    def _bitten(self, pos: Position, seat: int, biter: Figure) -> list[Figure]:
        return [enemy for enemy in enemy_creatures(pos, seat) if pos.adjacent(biter, enemy)]

    def _biters(self, pos: Position, seat: int) -> list[Figure]:
        return [figure for figure in own_creatures(pos, seat) if self._bitten(pos, seat, figure)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if self._biters(pos, seat):
            return None
        return refuse("AR-CARD-04", "needs an own creature with an enemy creature adjacent to it")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        question = words("{spell}: which creature bites?", spell=self.name)
        biter = yield from game.choose_figure(seat, question, self._biters(game, seat))
        assert biter is not None
        aim = yield from aim_at_one(game, seat, self.name, self._bitten(game, seat, biter))
        aim.figures.append(biter)
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        bitten, biter = aim.figures
        if bitten.zone != "board" or biter.zone != "board" or not game.adjacent(biter, bitten):
            return
        faces = game.combat_dice(numbers.power(game, biter).total)
        dice = thrown(faces)
        text = words("{biter} bites {bitten}: {dice}", biter=game.label(biter), bitten=game.label(bitten), dice=dice)
        game.tell("bite", text, attacker=biter.id, figure=bitten.id, faces=faces)
        yield from deal(game, bitten, faces.count("sword"), Cause("spell", seat, name=self.name))


@effect
class GiantsVigour(AtOne):
    id = "giants_vigour"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return own_creatures(pos, seat)

    def nobody(self) -> Refusal:
        return refuse("AR-CARD-04", "needs an own creature on the battlefield")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        game.state.lasting.append(Lasting(self.id, seat, seat, "turn", figures=[aim.figures[0].id]))
        yield from ()


@effect
class GiantsVigourLasting(Effect):
    id = "giants_vigour/lasting"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 3 if me.on(figure) else 0

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if me.on(fight.attacker) and me.lasting in game.state.lasting:
            game.state.lasting.remove(me.lasting)
        yield from ()


@effect
class WildSurge(Sorcery):
    id = "wild_surge"

    def _pack(self, pos: Position, seat: int) -> list[Figure]:
        return near_planeswalker(pos, seat, 4, own_creatures(pos, seat))

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._pack(pos, seat) else none_near("an own creature", 4)

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        ids = [figure.id for figure in self._pack(game, seat)]
        game.state.lasting.append(Lasting(self.id, seat, seat, "turn", figures=ids))
        yield from ()


@effect
class WildSurgeLasting(Trample):
    id = "wild_surge/lasting"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0


@effect
class SecondGrowth(Sorcery):
    id = "second_growth"

    def _hurt(self, pos: Position, seat: int) -> list[Figure]:
        near = near_planeswalker(pos, seat, 4, pos.own(seat))
        return [figure for figure in near if healable(pos, figure)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._hurt(pos, seat) else refuse("AR-CARD-04", "no damage marker would be removed")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        for figure in self._hurt(game, seat):
            heal(game, figure, 2 if figure is game.planeswalker(seat) else 1)
        yield from ()


@effect
class CallOfThePack(Sorcery):
    id = "call_of_the_pack"

    def _refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        turn, face, label = pos.state.turn, pos.face(card), pos.card_label(card)
        if card.controller != seat or card.zone != "play" or face.kind != "squad" or "G" not in face.colours:
            return refuse("AR-CARD-04", "{card} is no green squad of yours in play", card=label)
        if card.id == turn.chosen or card.id in turn.summoned:
            return refuse("AR-CARD-04", "{card} was chosen or summoned this turn", card=label)
        return None

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if any(self._refusal(pos, seat, card) is None for card in pos.state.cards):
            return None
        return refuse("AR-CARD-04", "needs a green squad of yours that was neither chosen nor summoned this turn")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_card(game, seat, self.name, lambda card: self._refusal(game, seat, card)))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        figures = [figure.id for figure in game.on_board(aim.cards[0])]
        if figures:
            game.state.turn.waiting.append(Extra(self.name, figures, spell=True))
        yield from ()
