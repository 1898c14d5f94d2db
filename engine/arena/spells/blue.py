"""Blue spells."""

from __future__ import annotations

from typing import TypeVar

from engine.arena.abilities.keywords import Flying
from engine.arena.attached import add_counter, attach, detach, settle_control
from engine.arena.casting import discard, discard_at_random, kind_refusal
from engine.arena.effects import Aim, Aura, Cause, Effect, Fight, Harm, Hidden, Moment, Played, Sorcery, Source, effect
from engine.arena.game import Game
from engine.arena.life import deal, heal, place, unsummon
from engine.arena.placing import choose_stand, stands
from engine.arena.position import Position, Stand, spot
from engine.arena.sightlines import sees_space
from engine.arena.spells.aiming import (
    AtEnemyCard,
    AtOne,
    aim_at_card,
    attacked_by_enemy,
    near_planeswalker,
    none_near,
    own_creatures,
    seen_from_planeswalker,
    targeted_by_opponent,
)
from engine.arena.state import ArmyCard, Enchantment, Figure, Lasting
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


@effect
class BrokenConcentration(Hidden):
    id = "broken_concentration"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Played) or moment.countered or pos.team(moment.seat) == pos.team(me.controller):
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
        return isinstance(moment, Fight) and attacked_by_enemy(pos, me, moment)

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
        by_enemy = cause.seat is not None and pos.team(cause.seat) != pos.team(me.controller)
        return by_enemy and (cause.figure is not None or cause.kind == "spell")

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Harm)
        assert me.card is not None
        moment.amount = 0
        unsummon(game, me.card)
        yield from ()


@effect
class GhostlyWings(Flying, Aura):
    id = "ghostly_wings"

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
            detach(game, me.card, me.enchantment)
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
class PressForAnswers(AtEnemyCard):
    id = "press_for_answers"

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
class EssenceFlux(AtOne):
    id = "essence_flux"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return own_creatures(pos, seat)

    def nobody(self) -> Refusal:
        return refuse("AR-CARD-04", "needs an own creature on the battlefield")

    def _stands(self, pos: Position, seat: int, figure: Figure) -> list[Stand]:
        planeswalker = pos.planeswalker(seat)
        if planeswalker is None:
            return []
        height = pos.face_of(figure).height
        near = [space for half in pos.stand(planeswalker) for space in pos.field.within(half, 5) if pos.is_empty(space)]
        seen = [space for space in dict.fromkeys(near) if sees_space(pos, planeswalker, space, height)]
        return stands(pos, figure, seen)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        aim = yield from super().aim(game, seat, card)
        found = self._stands(game, seat, aim.figures[0])
        if found:
            question = words("Where does {figure} go?", figure=game.label(aim.figures[0]))
            aim.stand = yield from choose_stand(game, seat, question, found)
        return aim

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        figure = aim.figures[0]
        if figure.zone != "board":
            return
        heal(game, figure, figure.damage)
        if aim.stand:
            place(game, figure, aim.stand)
        if figure.zone != "board":  # put on an exit
            return
        at = spot(game.space(figure))
        game.tell("placed", words("{figure} is put on {at}", figure=game.label(figure), at=at), figure=figure.id, at=at)
        card = game.card_of(figure)
        if "Spirit" in game.types(figure) and not card.counters.get("toughness"):
            add_counter(game, card, "toughness")
        yield from ()


@effect
class Unsummon(Sorcery):
    id = "unsummon"

    def _refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        if card.zone != "play" or pos.face(card).kind == "planeswalker":
            return refuse("AR-CARD-04", "{card} is no squad or hero in play", card=pos.card_label(card))
        return seen_from_planeswalker(pos, seat, card, 6)

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if any(self._refusal(pos, seat, card) is None for card in pos.state.cards):
            return None
        return none_near("a squad or hero", 6)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_card(game, seat, self.name, lambda card: self._refusal(game, seat, card)))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        unsummon(game, aim.cards[0])
        yield from ()


@effect
class CompellingDeterrence(AtEnemyCard):
    id = "compelling_deterrence"
    spaces = 5
    kinds = ("squad", "hero")
    wanted = "an enemy squad or hero"

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        loser = aim.cards[0].controller
        unsummon(game, aim.cards[0])
        discard_at_random(game, loser)
        yield from ()


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


# ---- core set
@effect
class TwistedImage(Sorcery):
    id = "twisted_image"

    def _refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        if card.zone != "play":
            return refuse("AR-CARD-04", "{card} is not in play", card=pos.card_label(card))
        return seen_from_planeswalker(pos, seat, card, 6)

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if any(self._refusal(pos, seat, card) is None for card in pos.state.cards):
            return None
        return none_near("a figure", 6)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_card(game, seat, self.name, lambda card: self._refusal(game, seat, card)))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        game.state.lasting.append(Lasting(self.id, seat, seat, "own start", cards=[aim.cards[0].id]))
        yield from game.draw(seat)


@effect
class TwistedImageLasting(Effect):
    """Twisted twice, the numbers are as printed: of several images on a card the first one speaks for all."""

    id = "twisted_image/lasting"

    def _twist(self, pos: Position, me: Source, figure: Figure) -> int:
        """What is added to power and taken from toughness."""
        images = [one for one in pos.state.lasting if one.effect == "twisted_image" and figure.card in one.cards]
        if not images or me.lasting is not images[0] or len(images) % 2 == 0:
            return 0
        face = pos.face_of(figure)
        return face.toughness - face.power

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return self._twist(pos, me, figure)

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return -self._twist(pos, me, figure)


@effect
class MindControl(Aura):
    """Whose the card is follows from ``controls``: :func:`engine.arena.attached.settle_control`."""

    id = "mind_control"
    controls = True

    def refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        return seen_from_planeswalker(pos, seat, card, 4)


@effect
class PsychicRebuttal(Hidden):
    id = "psychic_rebuttal"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Played) and targeted_by_opponent(pos, me, moment)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Played)
        moment.countered = True
        graveyard = game.state.seats[me.controller].graveyard
        planeswalker = game.planeswalker(moment.seat)
        if planeswalker is not None and sum(game.spell(spell).type == "sorcery" for spell in graveyard) >= 2:
            yield from deal(game, planeswalker, 1, Cause("spell", me.controller, name=self.name))


@effect
class Misdirection(Sorcery):
    """Its aim: ``cards`` are the army card the aura lies on and the one it is moved to, ``spells`` the aura."""

    id = "misdirection"

    def _ways(self, pos: Position, seat: int) -> list[tuple[ArmyCard, str, ArmyCard]]:
        """Every aura with where it lies and where it could lie."""
        in_play = [card for card in pos.state.cards if card.zone == "play"]
        return [
            (card, aura, other)
            for card in in_play
            for aura in sorted({one.spell for one in card.attached if not one.hidden})
            for other in in_play
            if other is not card and kind_refusal(pos, seat, pos.spell(aura), other) is None
        ]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if self._ways(pos, seat):
            return None
        return refuse("AR-CARD-04", "needs a face-up aura that you could have put on another army card in play")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        ways = self._ways(game, seat)
        question = words("{spell}: from which army card do you take an aura?", spell=self.name)
        start = yield from game.choose_card(seat, question, _each([way[0] for way in ways]))
        question = words("{spell}: which aura?", spell=self.name)
        aura = yield from game.choose_spell(seat, question, _each([way[1] for way in ways if way[0] is start]))
        assert aura is not None
        form = "{spell}: to which army card does {aura} go?"
        question = words(form, spell=self.name, aura=game.spell(aura).name)
        ends = [end for begin, which, end in ways if begin is start and which == aura]
        end = yield from game.choose_card(seat, question, ends)
        return Aim(cards=[start, end], spells=[aura])

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        start, end = aim.cards
        aura = next((one for one in start.attached if not one.hidden and one.spell in aim.spells), None)
        if aura is None or end.zone != "play":
            return
        form = "{aura} moves from {start} to {end}"
        name = game.spell(aura.spell).name
        text = words(form, aura=name, start=game.card_label(start), end=game.card_label(end))
        game.tell("aura moved", text, spell=aura.spell, card=end.id)
        start.attached.remove(aura)
        settle_control(game, start)
        attach(game, end, Enchantment(aura.spell, aura.owner, seat, False, game.next_stamp()))
        yield from ()


T = TypeVar("T", ArmyCard, str)


def _each(things: list[T]) -> list[T]:
    """Every one of them once, in their order."""
    return [thing for n, thing in enumerate(things) if thing not in things[:n]]


@effect
class TidesRefusal(Hidden):
    id = "tides_refusal"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Fight) or not attacked_by_enemy(pos, me, moment):
            return False
        return moment.adjacent and pos.is_creature(moment.attacker)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Fight)
        moment.over = True
        text = words("The attack of {figure} does not take place", figure=game.label(moment.attacker))
        game.tell("no attack", text, figure=moment.attacker.id)
        unsummon(game, game.card_of(moment.attacker))
        yield from ()


@effect
class PulledUnder(Hidden):
    id = "pulled_under"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Fight) or not attacked_by_enemy(pos, me, moment):
            return False
        return pos.card_of(moment.attacker).zone == "play" and pos.is_creature(moment.attacker)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Fight)
        unsummon(game, game.card_of(moment.attacker))
        yield from ()
