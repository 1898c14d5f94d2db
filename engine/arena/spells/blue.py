"""Blue spells."""

from __future__ import annotations

from engine.arena.attached import add_counter
from engine.arena.casting import discard
from engine.arena.effects import Aim, Aura, Effect, Fight, Harm, Hidden, Moment, Played, Sorcery, Source, effect
from engine.arena.game import Game
from engine.arena.hexes import Hex
from engine.arena.life import unsummon
from engine.arena.position import Position, spot
from engine.arena.sightlines import sees_space
from engine.arena.spells.aiming import (
    aim_at_card,
    aim_at_one,
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
class BrokenConcentration(Hidden):
    id = "broken_concentration"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Played) or moment.countered or moment.seat == me.controller:
            return False
        return pos.spell(moment.spell).type == "sorcery"

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Played)
        moment.countered = True
        yield from ()


@effect
class JacesScrutiny(Hidden):
    id = "jaces_scrutiny"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Fight) and not moment.over and moment.defender is not None and me.on(moment.defender)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Fight)
        moment.penalty += 3
        yield from game.draw(me.controller)


@effect
class JustTheWind(Hidden):
    id = "just_the_wind"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Harm) or moment.amount < pos.life_left(moment.figure) or not me.on(moment.figure):
            return False
        cause = moment.cause
        by_enemy = cause.seat is not None and cause.seat != me.controller
        return by_enemy and (cause.figure is not None or cause.kind == "spell")

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Harm)
        assert me.card is not None
        moment.amount = 0
        unsummon(game, me.card)
        yield from ()


@effect
class GhostlyWings(Aura):
    id = "ghostly_wings"

    def flies(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) else 0


@effect
class SleepParalysis(Aura):
    id = "sleep_paralysis"

    def refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        return seen_from_planeswalker(pos, seat, card, 6)

    def forbids_move(self, pos: Position, me: Source, figure: Figure) -> Refusal | None:
        return refuse("AR-ATK-30", "{figure} sleeps (Sleep Paralysis)", figure=pos.label(figure)) if me.on(figure) else None

    def forbids_attack(self, pos: Position, me: Source, figure: Figure) -> Refusal | None:
        return self.forbids_move(pos, me, figure)

    def forbids_leaving_attack(self, pos: Position, me: Source, by: Figure, at: Figure) -> bool:
        return me.on(by)

    def turn_end(self, game: Game, me: Source, seat: int) -> Rule[None]:
        assert me.card is not None
        assert me.enchantment is not None
        if seat != me.card.controller:
            return
        roll = game.d20()
        awake = roll >= 14
        form = "{card} wakes from Sleep Paralysis ({roll})" if awake else "{card} sleeps on ({roll}, wakes on 14)"
        game.tell("d20", words(form, card=game.card_label(me.card), roll=roll), roll=roll, spell=self.id)
        if awake:
            me.card.attached.remove(me.enchantment)
            game.bury(me.enchantment.owner, self.id)
        yield from ()


@effect
class OngoingInvestigation(Aura):
    id = "ongoing_investigation"

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        assert me.enchantment is not None
        mark = f"{self.id}/{me.enchantment.stamp}"
        if fight.damage and fight.defender and me.on(fight.attacker) and mark not in game.state.turn.once:
            game.state.turn.once.append(mark)
            yield from game.draw(me.controller)


@effect
class SensoryDeprivation(Aura):
    id = "sensory_deprivation"

    def refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        return seen_from_planeswalker(pos, seat, card, 6)

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return -1 if me.on(figure) else 0

    def range_cap(self, pos: Position, me: Source, figure: Figure) -> int | None:
        return 3 if me.on(figure) else None


@effect
class Catalog(Sorcery):
    id = "catalog"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if pos.state.seats[seat].library else refuse("AR-SPELL-18", "your library is empty")

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        yield from game.draw(seat, 2)
        hand = sorted(set(game.state.seats[seat].hand))
        if hand:
            spell = yield from game.choose_spell(seat, words("Catalog: which card do you discard?"), hand)
            assert spell is not None
            discard(game, seat, spell)


@effect
class PressForAnswers(Sorcery):
    id = "press_for_answers"

    def _refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        if card.zone != "play" or card.controller == seat:
            return refuse("AR-CARD-04", "{card} is not an enemy army card in play", card=pos.card_label(card))
        return seen_from_planeswalker(pos, seat, card, 6)

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if any(self._refusal(pos, seat, card) is None for card in pos.state.cards):
            return None
        return none_near("an enemy figure", 6)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_card(game, seat, self.name, lambda card: self._refusal(game, seat, card)))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        card = aim.cards[0]
        game.state.lasting.append(Lasting("press_for_answers", seat, card.controller, "own end", cards=[card.id]))
        yield from game.draw(seat)


@effect
class PressForAnswersLasting(Effect):
    id = "press_for_answers/lasting"

    def forbids_move(self, pos: Position, me: Source, figure: Figure) -> Refusal | None:
        if not me.on(figure):
            return None
        return refuse("AR-ATK-30", "{figure} cannot move (Press for Answers)", figure=pos.label(figure))


@effect
class EssenceFlux(Sorcery):
    id = "essence_flux"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if own_creatures(pos, seat) else refuse("AR-CARD-04", "needs an own creature on the battlefield")

    def _spaces(self, pos: Position, seat: int, figure: Figure) -> list[Hex]:
        planeswalker = pos.planeswalker(seat)
        if planeswalker is None:
            return []
        near = [space for space in pos.field.within(pos.space(planeswalker), 5) if pos.is_empty(space)]
        return [space for space in near if sees_space(pos, planeswalker, space, pos.face_of(figure).height)]

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        aim = yield from aim_at_one(game, seat, self.name, own_creatures(game, seat))
        spaces = self._spaces(game, seat, aim.figures[0])
        if spaces:
            question = words("Where does {figure} go?", figure=game.label(aim.figures[0]))
            aim.space = yield from game.choose_space(seat, question, spaces)
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        figure = aim.figures[0]
        if figure.zone != "board":
            return
        figure.damage = 0
        if aim.space is not None and game.is_empty(aim.space):
            figure.at = aim.space
        at = spot(game.space(figure))
        text = words("{figure} stands unharmed on {at}", figure=game.label(figure), at=at)
        game.tell("placed", text, figure=figure.id, at=at)
        card = game.card_of(figure)
        if "Spirit" in game.types(figure) and not card.counters.get("toughness"):
            add_counter(game, card, "toughness")
        yield from ()


class _Unsummoning(Sorcery):
    """A sorcery that returns one squad or hero to the reserve."""

    spaces = 6
    whose = "any"

    def _refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        own = card.controller == seat
        if card.zone != "play" or pos.face(card).kind == "planeswalker" or (self.whose == "enemy" and own):
            return refuse("AR-CARD-04", "{card} is no squad or hero it may choose", card=pos.card_label(card))
        return seen_from_planeswalker(pos, seat, card, self.spaces)

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if any(self._refusal(pos, seat, card) is None for card in pos.state.cards):
            return None
        return none_near("an enemy squad or hero" if self.whose == "enemy" else "a squad or hero", self.spaces)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_card(game, seat, self.name, lambda card: self._refusal(game, seat, card)))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        unsummon(game, aim.cards[0])
        yield from ()


@effect
class Unsummon(_Unsummoning):
    id = "unsummon"


@effect
class CompellingDeterrence(_Unsummoning):
    id = "compelling_deterrence"
    spaces = 5
    whose = "enemy"

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        loser = aim.cards[0].controller
        yield from super().effect(game, seat, aim)
        hand = game.state.seats[loser].hand
        if hand:
            discard(game, loser, hand[game.table.die(f"discard {loser}", len(hand)) - 1])


@effect
class EngulfTheShore(Sorcery):
    id = "engulf_the_shore"

    def _engulfed(self, pos: Position, seat: int) -> list[ArmyCard]:
        near = near_planeswalker(pos, seat, 4, [figure for figure in pos.board if pos.is_creature(figure)])
        return [pos.state.cards[id] for id in sorted({figure.card for figure in near})]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._engulfed(pos, seat) else none_near("a squad or hero of any player", 4)

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        for card in self._engulfed(game, seat):
            unsummon(game, card)
        yield from ()
