"""White spells."""

from __future__ import annotations

from engine.arena import numbers
from engine.arena.abilities.keywords import Flying, Lifelink
from engine.arena.attached import add_counter
from engine.arena.effects import Aim, Aura, Cause, Dawn, Effect, Fight, Harm, Hidden, Moment, Sorcery, Source, effect
from engine.arena.game import Game
from engine.arena.life import bring_back, deal, heal
from engine.arena.placing import choose_stand, stands
from engine.arena.position import Position, Stand
from engine.arena.spells.aiming import (
    AtEnemyCard,
    AtOne,
    aim_at_one,
    enemy_creatures,
    near_planeswalker,
    none_near,
    own_creatures,
    seen_from_planeswalker,
)
from engine.arena.state import ArmyCard, Figure, Lasting
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


@effect
class SpareFromEvil(Aura):
    id = "spare_from_evil"

    def attack_dice(self, pos: Position, me: Source, fight: Fight) -> int:
        protected = fight.defender is not None and me.on(fight.defender)
        return -1 if protected and "Human" not in pos.types(fight.attacker) else 0


@effect
class SkillfulLunge(Sorcery):
    id = "skillful_lunge"

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_one(game, seat, self.name, game.own(seat)))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        ids = [figure.id for figure in aim.figures]
        game.state.lasting.append(Lasting("skillful_lunge", seat, seat, "turn", figures=ids))
        yield from ()


@effect
class SkillfulLungeLasting(Effect):
    """For the figure's first attack of the turn, whichever action it belongs to."""

    id = "skillful_lunge/lasting"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 2 if me.on(figure) and (fight is None or fight.attacker is figure) else 0

    def range(self, pos: Position, me: Source, figure: Figure) -> int:
        return 1 if me.on(figure) and pos.face_of(figure).range == 1 else 0

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if me.on(fight.attacker) and me.lasting in game.state.lasting:
            game.state.lasting.remove(me.lasting)
        yield from ()


@effect
class Silverstrike(Hidden):
    id = "silverstrike"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Fight) and not moment.over and moment.defender is not None and me.on(moment.defender)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Fight)
        assert moment.defender is not None
        amount = 2 if game.is_creature(moment.attacker) else 1
        yield from deal(game, moment.attacker, amount, Cause("spell", me.controller, name=self.name))
        heal(game, moment.defender, 1)
        if moment.attacker.zone != "board":
            moment.over = True


@effect
class FellTheMighty(AtOne):
    id = "fell_the_mighty"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        seen = near_planeswalker(pos, seat, 5, enemy_creatures(pos, seat))
        most = max((numbers.power(pos, figure).total for figure in seen), default=0)
        return [figure for figure in seen if numbers.power(pos, figure).total == most]

    def nobody(self) -> Refusal:
        return none_near("an enemy creature", 5)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        """All whom it hits are targeted (AR-TERM-10): the mightiest first, then those beside it."""
        aim = yield from super().aim(game, seat, card)
        target, others = aim.figures[0], enemy_creatures(game, seat)
        aim.figures += [other for other in others if other is not target and game.adjacent(other, target)]
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        cause = Cause("spell", seat, name=self.name)
        for n, figure in enumerate(aim.figures):
            yield from deal(game, figure, 1 if n else 3, cause)


@effect
class NotForgotten(Sorcery):
    id = "not_forgotten"

    def _fallen(self, pos: Position, seat: int) -> list[Figure]:
        """Destroyed figures of own squads that have a figure and a free space beside it on the battlefield."""
        return [
            figure
            for card in pos.cards_of(seat)
            if pos.face(card).kind == "squad"
            for figure in pos.figures_of(card)
            if figure.zone == "graveyard" and self._stands(pos, figure)
        ]

    def _stands(self, pos: Position, figure: Figure) -> list[Stand]:
        others = pos.on_board(pos.card_of(figure))
        return stands(pos, figure, sorted({space for other in others for space in pos.adjacent_spaces(other)}))

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if self._fallen(pos, seat) or pos.state.seats[seat].graveyard:
            return None
        return refuse("AR-CARD-04", "needs a destroyed figure of a squad in play, or a spell in your graveyard")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        aim = Aim()
        fallen = self._fallen(game, seat)
        if fallen:
            one_each = {figure.card: figure for figure in reversed(fallen)}
            question = words("Not Forgotten: which figure returns?")
            figure = yield from game.choose_figure(seat, question, list(one_each.values()))
            assert figure is not None
            question = words("Where does {figure} return?", figure=game.label(figure))
            aim.figures = [figure]
            aim.stand = yield from choose_stand(game, seat, question, self._stands(game, figure))
        spells = sorted(set(game.state.seats[seat].graveyard))
        if spells:
            question = words("Not Forgotten: which spell goes on top of your library?")
            spell = yield from game.choose_spell(seat, question, spells, may_stop=bool(aim.figures))
            aim.spells = [spell] if spell else []
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        owner = game.state.seats[seat]
        if aim.figures and aim.stand in self._stands(game, aim.figures[0]):
            bring_back(game, aim.figures[0], aim.stand, "{figure} returns on {at} with 1 life", life=1)
        for spell in aim.spells:
            owner.graveyard.remove(spell)
            owner.library.append(spell)
            text = words("{spell} goes on top of the library", spell=game.spell(spell).name)
            game.tell("to library", text, spell=spell)
        yield from ()


@effect
class StoneWill(Hidden):
    id = "stone_will"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Fight) and moment.damage >= 2 and moment.defender is not None and me.on(moment.defender)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Fight)
        assert me.card is not None
        moment.damage = 1
        add_counter(game, me.card, "toughness")
        yield from ()


@effect
class ChaplainsBlessing(AtOne):
    id = "chaplains_blessing"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        planeswalker = pos.planeswalker(seat)
        if planeswalker is None:
            return []
        creatures = near_planeswalker(pos, seat, 5, own_creatures(pos, seat))
        return [figure for figure in [planeswalker, *creatures] if figure.damage]

    def nobody(self) -> Refusal:
        return none_near("your damaged Planeswalker or an own damaged creature", 5)

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        heal(game, aim.figures[0], 2)
        yield from ()


@effect
class AngelsMercy(Sorcery):
    id = "angels_mercy"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        planeswalker = pos.planeswalker(seat)
        if planeswalker and planeswalker.damage:
            return None
        if any(figure.damage for figure in near_planeswalker(pos, seat, 4, own_creatures(pos, seat))):
            return None
        return refuse("AR-CARD-04", "no damage marker would be removed")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        planeswalker = game.planeswalker(seat)
        near = near_planeswalker(game, seat, 4, own_creatures(game, seat))
        if planeswalker:
            heal(game, planeswalker, 3)
        for figure in near:
            heal(game, figure, 1)
        yield from ()


@effect
class ShieldWall(Sorcery):
    id = "shield_wall"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if pos.planeswalker(seat):
            return None
        return refuse("AR-CARD-04", "needs your Planeswalker on the battlefield")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        planeswalker = game.planeswalker(seat)
        near = near_planeswalker(game, seat, 4, own_creatures(game, seat))
        ids = [figure.id for figure in ([planeswalker] if planeswalker else []) + near]
        game.state.lasting.append(Lasting("shield_wall", seat, seat, "own start", figures=ids))
        yield from ()


@effect
class ShieldWallLasting(Effect):
    id = "shield_wall/lasting"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 2 if me.on(figure) else 0


@effect
class GhostlyPossession(Flying, Aura):
    id = "ghostly_possession"

    def refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        if pos.team(card.controller) == pos.team(seat):
            return None
        return seen_from_planeswalker(pos, seat, card, 6)

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return -2 if me.on(figure) else 0

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 2 if me.on(figure) else 0


@effect
class Tenacity(Sorcery):
    id = "tenacity"

    def _cards(self, pos: Position, seat: int) -> list[ArmyCard]:
        return [card for card in pos.cards_of(seat) if pos.face(card).kind != "planeswalker" and pos.on_board(card)]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._cards(pos, seat) else refuse("AR-CARD-04", "needs an own squad or hero on the battlefield")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        question = words("Tenacity: which army card?")
        return Aim(cards=[(yield from game.choose_card(seat, question, self._cards(game, seat)))])

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        game.state.lasting.append(Lasting("tenacity", seat, seat, "own start", cards=[aim.cards[0].id]))
        yield from ()


@effect
class TenacityLasting(Lifelink):
    id = "tenacity/lasting"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0


@effect
class HopeAgainstHope(Aura):
    id = "hope_against_hope"

    def _hope(self, pos: Position, me: Source, figure: Figure) -> int:
        if not me.on(figure) or figure.at is None:
            return 0
        others = [one for one in own_creatures(pos, me.controller) if one is not figure]
        return len(pos.within(2, figure, others)) + ("Human" in pos.types(figure))

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if self._hope(pos, me, figure) >= 1 else 0

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if self._hope(pos, me, figure) >= 2 else 0


@effect
class SurviveTheNight(Hidden):
    id = "survive_the_night"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Harm) and me.on(moment.figure) and moment.amount >= pos.life_left(moment.figure)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Harm)
        moment.amount = game.life_left(moment.figure) - 1
        text = words("{figure} survives with 1 life", figure=game.label(moment.figure))
        game.tell("spared", text, figure=moment.figure.id)
        yield from game.draw(me.controller)


@effect
class HonorOfThePure(Aura):
    id = "honor_of_the_pure"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) and "W" in pos.face_of(figure).colours else 0

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0


@effect
class WritOfDetention(AtEnemyCard):
    id = "writ_of_detention"
    kinds = ("squad", "hero")
    wanted = "an enemy squad or hero"

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        card = aim.cards[0]
        game.state.lasting.append(Lasting(self.id, seat, card.controller, "own end", cards=[card.id]))
        yield from ()


@effect
class WritOfDetentionLasting(Effect):
    id = "writ_of_detention/lasting"

    def forbids_choice(self, pos: Position, me: Source, card: ArmyCard) -> Refusal | None:
        if me.lasting is None or card.id not in me.lasting.cards:
            return None
        return refuse("AR-CARD-04", "{card} is detained (Writ of Detention)", card=pos.card_label(card))


@effect
class DawnVigil(Hidden):
    id = "dawn_vigil"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Dawn) or moment.seat != me.controller or me.card is None:
            return False
        return sum(figure.damage for figure in pos.on_board(me.card)) >= 2

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert me.card is not None
        for figure in game.on_board(me.card):
            heal(game, figure, 2)
        yield from ()
