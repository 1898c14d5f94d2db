"""Abilities of the army cards of Battle for Zendikar."""

from __future__ import annotations

from engine.arena.abilities.keywords import Flying, Lifelink
from engine.arena.casting import spell_id
from engine.arena.effects import Activated, Cause, Effect, Fight, Source, effect
from engine.arena.game import Game
from engine.arena.hexes import Hex
from engine.arena.life import bring_back, deal, destroy
from engine.arena.placing import choose_stand, stands
from engine.arena.position import Position, Stand
from engine.arena.sightlines import in_clear_sight
from engine.arena.state import Extra, Figure, Lasting
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import listed, words


def _figure(pos: Position, me: Source) -> Figure | None:
    """The one figure of a hero's or Planeswalker's card, if it is on the battlefield."""
    assert me.card is not None
    return next(iter(pos.on_board(me.card)), None)


def _beside(pos: Position, figure: Figure, who: Figure) -> list[Stand]:
    """Where ``who`` may be put beside the figure."""
    return stands(pos, who, pos.adjacent_spaces(figure))


class SeaBorn(Effect):
    """Water does not stop the figure, and it is safer there."""

    def wades(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 2 if me.on(figure) and figure.at is not None and pos.is_water(figure.at) else 0


# ---- Kiora, the Rising Tide
@effect
class KiorasSeaBorn(SeaBorn):
    id = "kiora_rising_tide/Sea Born"


@effect
class CarryByWaves(Effect):
    id = "kiora_rising_tide/Carry by Waves"

    def own_turn_start(self, game: Game, me: Source) -> Rule[None]:
        creatures = [figure for figure in game.own(me.controller) if game.is_creature(figure)]
        if not creatures:
            return
        question = words("Carry by Waves: which creature moves up to 4 spaces?")
        figure = yield from game.choose_figure(me.controller, question, creatures, may_stop=True)
        if figure is not None:
            game.state.turn.waiting.append(Extra(self.name, [figure.id], move=4, attacks=0))


@effect
class Bident(Activated):
    id = "kiora_rising_tide/Bident"
    window = "after"

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        kiora = _figure(pos, me)
        if kiora is None or not pos.is_water(pos.space(kiora)):
            return refuse("AR-CARD-19", "needs Kiora on water")
        if not pos.state.seats[me.controller].library:
            return refuse("AR-SPELL-18", "your library is empty")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        seat = me.controller
        owner = game.state.seats[seat]
        shown = [owner.library.pop() for _ in range(min(2, len(owner.library)))]
        names = listed([game.spell(spell_id(card)).name for card in shown])
        game.reveal("shown", words("Bident shows {spells}", spells=names), seat=seat, spells=list(shown))
        sorceries = [card for card in shown if game.spell(spell_id(card)).type == "sorcery"]
        if sorceries:
            question = words("Bident: which sorcery do you take into your hand?")
            taken = yield from game.choose_spell(seat, question, sorceries, may_stop=True)
            if taken is not None:
                shown.remove(taken)
                owner.hand.append(taken)
                game.tell("taken", words("{spell} is taken", spell=game.spell(spell_id(taken)).name), spell=taken)
        while shown:
            question = words("Bident: which card goes to the bottom of the library next?")
            card = yield from game.choose_spell(seat, question, shown)
            assert card is not None
            shown.remove(card)
            owner.library.insert(0, card)


# ---- Ob Nixilis, Demon of Spite
@effect
class ObNixilisFlying(Flying):
    id = "ob_nixilis_demon_of_spite/Flying"


@effect
class AtAnyPrice(Activated):
    id = "ob_nixilis_demon_of_spite/At Any Price"

    def _prey(self, pos: Position, me: Source) -> list[Figure]:
        demon = _figure(pos, me)
        if demon is None:
            return []
        return [one for one in pos.board if pos.face_of(one).kind == "squad" and pos.adjacent(demon, one)]

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if not self._prey(pos, me):
            return refuse("AR-CARD-19", "needs a squad creature adjacent to Ob Nixilis")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        question = words("At Any Price: which creature is destroyed?")
        figure = yield from game.choose_figure(me.controller, question, self._prey(game, me))
        assert figure is not None
        seat = game.controller(figure)
        yield from destroy(game, figure, Cause("ability", me.controller, name=self.name))
        yield from game.draw(seat)


# ---- Kor Aeronaut Captain
@effect
class CaptainsFlying(Flying):
    id = "kor_aeronaut_captain/Flying"


@effect
class RideTheCurrents(Effect):
    id = "kor_aeronaut_captain/Ride the Currents"

    def gains_move(self, pos: Position, me: Source, figure: Figure) -> int:
        return 3 if me.on(figure) else 0


@effect
class AirRaid(Activated):
    id = "kor_aeronaut_captain/Air Raid"
    window = "before"

    def _riders(self, pos: Position, me: Source) -> list[Figure]:
        captain = _figure(pos, me)
        if captain is None:
            return []
        return [
            figure for figure in pos.own(me.controller)
            if pos.face_of(figure).kind == "squad" and pos.face_of(figure).size in ("small", "medium")
            and pos.adjacent(captain, figure)
        ]  # fmt: skip

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if not self._riders(pos, me):
            return refuse("AR-CARD-19", "needs a small or medium squad creature of yours adjacent to the Captain")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        captain = _figure(game, me)
        question = words("Air Raid: which creature does the Captain carry?")
        rider = yield from game.choose_figure(me.controller, question, self._riders(game, me))
        assert rider is not None
        assert captain is not None
        seat = me.controller
        game.state.lasting.append(Lasting(self.id, seat, seat, "turn", figures=[captain.id, rider.id]))


@effect
class AirRaidUnderWay(Effect):
    """``figures`` are the Captain and whom it carries."""

    id = "kor_aeronaut_captain/Air Raid/lasting"

    def move_ended(self, game: Game, me: Source, figure: Figure) -> Rule[None]:
        assert me.lasting is not None
        captain, rider = (game.state.figures[id] for id in me.lasting.figures)
        if figure is not captain:
            return
        game.state.lasting.remove(me.lasting)
        free = _beside(game, captain, rider)
        if rider.zone != "board" or not free:
            return
        question = words("Air Raid: where does {figure} land?", figure=game.label(rider))
        stand = yield from choose_stand(game, me.controller, question, free)
        bring_back(game, rider, stand, "{figure} is set down on {at}")


# ---- Merfolk Roilmage
@effect
class RoilmagesSeaBorn(SeaBorn):
    id = "merfolk_roilmage/Sea Born"


@effect
class PartWaters(Effect):
    id = "merfolk_roilmage/Part Waters"

    def drains(self, pos: Position, me: Source, figure: Figure, space: Hex) -> bool:
        mage = _figure(pos, me)
        if mage is None or pos.team(pos.controller(figure)) != pos.team(me.controller):
            return False
        height = pos.face_of(mage).height
        return pos.adjacent_stands(height, pos.stand(mage), pos.face_of(figure).height, space)


# ---- Malakir Bloodchasers
@effect
class BloodchasersLifelink(Lifelink):
    id = "malakir_bloodchasers/Lifelink"


@effect
class ScentOfBlood(Effect):
    id = "malakir_bloodchasers/Scent of Blood"

    def hits(self, pos: Position, me: Source, fight: Fight) -> int:
        return 1 if me.on(fight.attacker) and fight.defender is not None and fight.defender.damage else 0


# ---- Goblin Javelineers
@effect
class VolatileJavelin(Activated):
    id = "goblin_javelineers/Volatile Javelin"

    def _targets(self, pos: Position, me: Source, thrower: Figure) -> list[Figure]:
        return in_clear_sight(pos, thrower, [one for one in pos.enemies(me.controller) if pos.is_creature(one)], 6)

    def _throwers(self, pos: Position, me: Source) -> list[Figure]:
        assert me.card is not None
        return [figure for figure in pos.on_board(me.card) if self._targets(pos, me, figure)]

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if not self._throwers(pos, me):
            return refuse("AR-CARD-19", "needs an enemy creature within 6 clear sight spaces of a Javelineer")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        seat = me.controller
        question = words("Volatile Javelin: who throws?")
        thrower = yield from game.choose_figure(seat, question, self._throwers(game, me))
        assert thrower is not None
        question = words("Volatile Javelin: at which creature?")
        target = yield from game.choose_figure(seat, question, self._targets(game, me, thrower))
        assert target is not None
        roll = game.d20()
        victim, amount = (thrower, 1) if roll <= 3 else (target, 1 if roll <= 15 else 2)
        text = words("Volatile Javelin: {roll}, {figure} is hit", roll=roll, figure=game.label(victim))
        game.tell("d20", text, roll=roll, figure=victim.id)
        yield from deal(game, victim, amount, Cause("ability", seat, thrower, self.name))


# ---- Path Wardens
@effect
class Escort(Effect):
    id = "path_wardens/Escort"

    def forbids_target(self, pos: Position, me: Source, figure: Figure, target: Figure) -> Refusal | None:
        assert me.card is not None
        face = pos.face_of(target)
        if pos.controller(target) != me.controller or face.kind == "planeswalker" or face.size not in ("small", "medium"):
            return None
        if pos.adjacent(figure, target) or not any(pos.adjacent(one, target) for one in pos.on_board(me.card)):
            return None
        form = "{target} has an Escort: only figures adjacent to it may attack it"
        return refuse("AR-ATK-02", form, target=pos.label(target))


# ---- Eldrazi Scions
class Devour(Activated):
    """Usable on a turn on which an Eldrazi hero was chosen."""

    without_choice = True
    window = "before"

    def _hero(self, pos: Position, me: Source) -> Figure | None:
        chosen = pos.state.turn.chosen
        if chosen is None:
            return None
        for figure in pos.on_board(pos.state.cards[chosen]):
            if pos.face_of(figure).kind == "hero" and "Eldrazi" in pos.types(figure):
                return figure
        return None

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        assert me.card is not None
        if self._hero(pos, me) is None:
            return refuse("AR-CHOOSE-02", "needs an Eldrazi hero as the army card chosen this turn")
        return None if pos.on_board(me.card) else refuse("AR-CARD-19", "needs a Scion on the battlefield")

    def use(self, game: Game, me: Source) -> Rule[None]:
        assert me.card is not None
        hero, seat = self._hero(game, me), me.controller
        scion = yield from game.choose_figure(seat, words("Which Scion is devoured?"), game.on_board(me.card))
        assert scion is not None
        assert hero is not None
        game.state.lasting.append(Lasting(self.id, seat, seat, "turn", figures=[hero.id]))
        yield from destroy(game, scion, Cause("ability", seat, name=self.name))


@effect
class DevourForSpeed(Devour):
    id = "eldrazi_scions/Devour for Speed"


@effect
class DevouredForSpeed(Effect):
    id = "eldrazi_scions/Devour for Speed/lasting"

    def move(self, pos: Position, me: Source, figure: Figure) -> int:
        return 4 if me.on(figure) else 0


@effect
class DevourForStrength(Devour):
    id = "eldrazi_scions/Devour for Strength"


@effect
class DevouredForStrength(Effect):
    id = "eldrazi_scions/Devour for Strength/lasting"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 2 if me.on(figure) else 0


# ---- Eldrazi Ruiner
@effect
class Lash(Effect):
    id = "eldrazi_ruiner/Lash"

    def own_turn_start(self, game: Game, me: Source) -> Rule[None]:
        ruiner = _figure(game, me)
        if ruiner is None:
            return
        for figure in [one for one in game.board if "Eldrazi" not in game.types(one) and game.adjacent(ruiner, one)]:
            yield from deal(game, figure, 1, Cause("ability", me.controller, ruiner, self.name))


@effect
class Otherworldly(Effect):
    id = "eldrazi_ruiner/Otherworldly"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if fight is None or not me.on(figure) or not pos.is_creature(fight.attacker):
            return 0
        return 0 if pos.adjacent(figure, fight.attacker) else 2


@effect
class Shepherd(Activated):
    id = "eldrazi_ruiner/Shepherd"

    def _dead(self, pos: Position, me: Source) -> list[Figure]:
        return [
            figure for figure in pos.state.figures
            if figure.zone == "graveyard" and figure.owner == me.controller and pos.face_of(figure).id == "eldrazi_scions"
        ]  # fmt: skip

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        ruiner = _figure(pos, me)
        dead = self._dead(pos, me)
        if not dead:
            return refuse("AR-CARD-19", "needs a destroyed Eldrazi Scion of yours")
        if ruiner is None or not _beside(pos, ruiner, dead[0]):
            return refuse("AR-CARD-19", "needs an empty space adjacent to the Ruiner")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        ruiner, seat = _figure(game, me), me.controller
        assert ruiner is not None
        scion = yield from game.choose_figure(seat, words("Shepherd: which Scion returns?"), self._dead(game, me))
        assert scion is not None
        stand = yield from choose_stand(game, seat, words("Shepherd: where is it put?"), _beside(game, ruiner, scion))
        yield from deal(game, ruiner, 1, Cause("ability", seat, ruiner, self.name))
        bring_back(game, scion, stand)
