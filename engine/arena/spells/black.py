"""Black spells."""

from __future__ import annotations

from engine.arena import numbers
from engine.arena.attached import settle_control
from engine.arena.automatic import spaces_by_order
from engine.arena.casting import discard, discard_at_random, spell_id
from engine.arena.effects import (
    Aim,
    Aura,
    Cause,
    Death,
    Effect,
    Fight,
    Hidden,
    Moment,
    Parting,
    Sorcery,
    Source,
    effect,
)
from engine.arena.game import Game, thrown
from engine.arena.hexes import Hex
from engine.arena.life import bring_back, deal, destroy, heal
from engine.arena.placing import choose_stand, stands
from engine.arena.position import Position, Stand
from engine.arena.spells.aiming import AtEnemyCard, AtOne, aim_at_one, near_planeswalker, none_near, seen_from_planeswalker
from engine.arena.state import ArmyCard, Figure, Lasting
from engine.arena.summoning import spaces
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import counted, listed, words


def return_as_zombie(game: Game, figure: Figure, at: tuple[Hex, ...]) -> None:
    """Put a destroyed figure on the battlefield with 1 life left; it is a Zombie as well from now on."""
    bring_back(game, figure, at, "{figure} returns as a Zombie on {at} with 1 life", life=1)
    if "Zombie" not in game.types(figure):
        figure.types.append("Zombie")


def cannot_draw(pos: Position, seat: int) -> Refusal | None:
    return None if pos.state.seats[seat].library else refuse("AR-SPELL-18", "your library is empty")


@effect
class CreepingDread(Aura):
    id = "creeping_dread"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if figure.zone != "board" or not pos.is_creature(figure) or figure not in pos.enemies(me.controller):
            return 0
        return -1 if any(me.on(other) for other in pos.engaged(figure)) else 0

    def destroyed(self, game: Game, me: Source, figure: Figure, cause: Cause) -> Rule[None]:
        loser = game.controller(figure)
        if cause.kind != "attack" or cause.figure is None or not me.on(cause.figure):
            return
        if game.team(loser) != game.team(me.controller):
            discard_at_random(game, loser)
        yield from ()


@effect
class BarterInBlood(Sorcery):
    """Own figures are chosen; those of opponents are picked in an order of the card's own, all before the first falls."""

    id = "barter_in_blood"

    def _squads(self, pos: Position, seat: int) -> list[Figure]:
        return [figure for figure in pos.own(seat) if pos.face_of(figure).kind == "squad"]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self._squads(pos, seat) else refuse("AR-CARD-04", "needs a squad figure of yours to destroy")

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        left = self._squads(game, seat)
        aim = Aim()
        while left and len(aim.figures) < 2:
            question = words("Barter in Blood: which of your figures is destroyed?")
            figure = yield from game.choose_figure(seat, question, left)
            assert figure is not None
            left.remove(figure)
            aim.figures.append(figure)
        return aim

    def _picked(self, pos: Position, seat: int, victim: int, count: int) -> list[Figure]:
        planeswalker = pos.planeswalker(seat)
        return sorted(
            self._squads(pos, victim),
            key=lambda figure: (
                pos.life_left(figure), pos.points(figure), pos.distance(planeswalker, figure) if planeswalker else 0,
                figure.number, figure.id,
            ),
        )[:count]  # fmt: skip

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        cause = Cause("spell", seat, name=self.name)
        for figure in aim.figures:
            yield from destroy(game, figure, cause)
        for victim in game.opponents(seat):
            for figure in self._picked(game, seat, victim, len(aim.figures)):
                yield from destroy(game, figure, cause)


@effect
class BeholdTheBeyond(Sorcery):
    id = "behold_the_beyond"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return cannot_draw(pos, seat)

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        owner = game.state.seats[seat]
        for card in list(owner.hand):
            discard(game, seat, card)
        taken: list[str] = []
        while owner.library and len(taken) < 3:
            question = words("Behold the Beyond: which card of your library do you take? ({n} of 3)", n=len(taken) + 1)
            spell = yield from game.choose_spell(seat, question, sorted(set(owner.library)), may_stop=True)
            if spell is None:
                break
            owner.library.remove(spell)
            owner.hand.append(spell)
            taken.append(spell)
        owner.library = game.table.shuffle(f"library {seat}", owner.library)
        if taken:
            names = listed([game.spell(spell_id(spell)).name for spell in taken])
            game.reveal("fetched", words("You take {spells}", spells=names), seat=seat, to=[seat], spells=taken)
        one = "{side} takes a card from the library and shuffles it"
        many = "{side} takes {n} cards from the library and shuffles it"
        text = counted(len(taken), one, many, side=game.side_name(seat))
        game.tell("fetch", text, seat=seat, count=len(taken))


@effect
class HarrowingJourney(Sorcery):
    id = "harrowing_journey"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        planeswalker = pos.planeswalker(seat)
        if planeswalker is None or pos.life_left(planeswalker) <= 1:
            return refuse("AR-CARD-04", "needs a Planeswalker of yours with 2 or more life left")
        return cannot_draw(pos, seat)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        planeswalker = game.planeswalker(seat)
        assert planeswalker is not None
        return Aim(figures=[planeswalker])
        yield

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        yield from game.draw(seat, 3)
        yield from deal(game, aim.figures[0], 1, Cause("spell", seat, name=self.name))


@effect
class CorpseLunge(Hidden):
    id = "corpse_lunge"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Death) and me.on(moment.figure) and moment.cause.figure in pos.enemies(me.controller)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Death)
        assert moment.cause.figure is not None
        attacker = moment.cause.figure
        faces = game.combat_dice(numbers.power(game, moment.figure).total)
        dice = thrown(faces)
        form = "{figure} lunges at {attacker}: {dice}"
        text = words(form, figure=game.label(moment.figure), attacker=game.label(attacker), dice=dice)
        game.tell("lunge", text, figure=moment.figure.id, attacker=attacker.id, faces=faces)
        yield from deal(game, attacker, faces.count("sword"), Cause("spell", me.controller, name=self.name))


@effect
class EverAfter(Hidden):
    id = "ever_after"

    def _dead(self, pos: Position, me: Source) -> list[Figure]:
        return [figure for figure in pos.figures_of(me.card) if figure.zone == "graveyard"] if me.card else []

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        return isinstance(moment, Death) and me.on(moment.figure) and bool(self._dead(pos, me))

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Death)
        assert me.card is not None
        assert me.enchantment is not None
        where = moment.at[0]
        around = spaces_by_order(game, game.field.within(where, len(game.field.spaces)), where)
        for figure in self._dead(game, me)[:2]:
            for stand in stands(game, figure, [where, *around])[:1]:
                return_as_zombie(game, figure, stand)
        me.card.attached.remove(me.enchantment)
        settle_control(game, me.card)
        game.state.seats[me.enchantment.owner].library.insert(0, me.enchantment.spell)
        game.tell("to library", words("Ever After goes to the bottom of the library"), spell=self.id)
        yield from ()


@effect
class RiseOfTheDarkRealms(Sorcery):
    id = "rise_of_the_dark_realms"

    def _dead(self, pos: Position, card: ArmyCard) -> list[Figure]:
        return [figure for figure in pos.figures_of(card) if figure.zone == "graveyard"]

    def _squads(self, pos: Position, seat: int) -> list[ArmyCard]:
        return [
            card
            for card in pos.state.cards
            if card.owner == card.controller == seat
            and card.zone in ("play", "graveyard")
            and pos.face(card).kind == "squad"
            and any(self._stands(pos, seat, figure) for figure in self._dead(pos, card)[:1])
        ]

    def _stands(self, pos: Position, seat: int, figure: Figure) -> list[Stand]:
        planeswalker = pos.planeswalker(seat)
        if planeswalker is None:
            return []
        return stands(pos, figure, spaces(pos, planeswalker, pos.face_of(figure).height, 4))

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        if self._squads(pos, seat):
            return None
        form = "needs a squad of yours with a destroyed figure, and an empty space within {n} clear sight spaces"
        return refuse("AR-CARD-04", form, n=4)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        question = words("Rise of the Dark Realms: which squad?")
        return Aim(cards=[(yield from game.choose_card(seat, question, self._squads(game, seat)))])

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        for figure in self._dead(game, aim.cards[0]):
            found = self._stands(game, seat, figure)
            if not found:
                return
            question = words("Where does {figure} rise?", figure=game.label(figure))
            return_as_zombie(game, figure, (yield from choose_stand(game, seat, question, found)))


@effect
class GraveChill(AtEnemyCard):
    id = "grave_chill"

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        card = aim.cards[0]
        game.state.lasting.append(Lasting(self.id, seat, card.controller, "own end", cards=[card.id]))
        yield from ()


@effect
class GraveChillLasting(Effect):
    id = "grave_chill/lasting"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return -1 if me.on(figure) else 0

    def move(self, pos: Position, me: Source, figure: Figure) -> int:
        return -2 if me.on(figure) else 0


@effect
class DrainVigour(AtOne):
    id = "drain_vigour"

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        return near_planeswalker(pos, seat, 5, pos.enemies(seat))

    def nobody(self) -> Refusal:
        return none_near("an enemy figure", 5)

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        yield from deal(game, aim.figures[0], 1, Cause("spell", seat, name=self.name))
        planeswalker = game.planeswalker(seat)
        if planeswalker is not None:
            heal(game, planeswalker, 1)


@effect
class WitheringCurse(Aura):
    id = "withering_curse"

    def refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        return seen_from_planeswalker(pos, seat, card, 6)

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return -1 if me.on(figure) else 0

    def forbids_healing(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)


@effect
class PactOfThorns(Hidden):
    id = "pact_of_thorns"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Fight) or moment.defender is None or not me.on(moment.defender):
            return False
        return moment.damage > 0 and moment.attacker in pos.enemies(me.controller)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Fight)
        yield from deal(game, moment.attacker, min(2, moment.damage), Cause("spell", me.controller, name=self.name))


@effect
class ClingingDead(Hidden):
    id = "clinging_dead"

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        if not isinstance(moment, Parting) or moment.settled:
            return False
        return me.on(moment.left) and moment.mover in pos.enemies(me.controller)

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        assert isinstance(moment, Parting)
        moment.settled = True
        amount = 2 if game.is_creature(moment.mover) else 1
        yield from deal(game, moment.mover, amount, Cause("spell", me.controller, name=self.name))


@effect
class DarkAmbition(Sorcery):
    id = "dark_ambition"

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return cannot_draw(pos, seat)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_one(game, seat, self.name, game.own(seat)))

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        yield from deal(game, aim.figures[0], 1, Cause("spell", seat, name=self.name))
        yield from game.draw(seat, 2)
