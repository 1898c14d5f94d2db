"""Abilities of the army cards of Shadows over Innistrad."""

from __future__ import annotations

from engine.arena.abilities.keywords import Flying, Haste, Trample, Transform
from engine.arena.attached import add_counter
from engine.arena.casting import discard, spell_id
from engine.arena.effects import Activated, Cause, Effect, Fight, Harm, Source, effect
from engine.arena.game import MARKS, Game
from engine.arena.life import bring_back, deal, destroy, heal
from engine.arena.placing import choose_stand, stands
from engine.arena.position import Position, Stand
from engine.arena.sightlines import in_clear_sight
from engine.arena.state import ArmyCard, Figure, Struck
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


def is_enemy(pos: Position, me: Source, figure: Figure) -> bool:
    return pos.team(pos.controller(figure)) != pos.team(me.controller)


# ---- Jace Beleren
@effect
class HoardOfSecrets(Effect):
    """Looked at when the deck is checked: see :mod:`engine.arena.army`."""

    id = "jace_beleren/Hoard of Secrets"
    deck_limit = 225


@effect
class PluckTheThought(Activated):
    id = "jace_beleren/Pluck the Thought"

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        return None if self._victims(pos, me) else refuse("AR-CARD-04", "no opponent has a card left in the library")

    def _victims(self, pos: Position, me: Source) -> list[int]:
        return [seat for seat in pos.opponents(me.controller) if pos.state.seats[seat].library]

    def use(self, game: Game, me: Source) -> Rule[None]:
        seats = game.state.seats
        planeswalkers = [game.state.cards[seats[seat].planeswalker] for seat in self._victims(game, me)]
        question = words("Pluck the Thought: from whose library?")
        victim = (yield from game.choose_card(me.controller, question, planeswalkers)).owner
        colours = game.face(game.state.cards[seats[victim].planeswalker]).colours
        names = sorted(spell.id for spell in game.catalogue.spells.values() if spell.colour in colours)
        question = words("Pluck the Thought: which card lies on top of the library?")
        named = yield from game.choose_spell(me.controller, question, names)
        assert named is not None
        game.tell("named", words("Jace names {spell}", spell=game.spell(named).name), spell=named)
        top = seats[victim].library[-1]
        if spell_id(top) != named:
            seen = words("On top of the library lies {spell}", spell=game.spell(spell_id(top)).name)
            game.reveal("peeked", seen, to=[me.controller], spell=spell_id(top))
            game.tell("guess", words("The guess was wrong"), right=False)
            return
        seats[victim].library.pop()
        seats[me.controller].hand.append(f"{spell_id(top)}@{victim}")
        game.reveal("guess", words("{spell} it is: Jace takes it", spell=game.spell(named).name), right=True, spell=named)


# ---- Nahiri, the Lithomancer
@effect
class StoneObeys(Effect):
    id = "nahiri_lithomancer/Stone Obeys"

    def climbs_freely(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)

    def never_falls(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if fight is None or not me.on(figure):
            return 0
        return 0 if pos.adjacent(figure, fight.attacker) else 1


@effect
class ForgeBlades(Activated):
    id = "nahiri_lithomancer/Forge Blades"
    instead_of_attack = True

    def _choices(self, pos: Position, me: Source) -> list[ArmyCard]:
        nahiri = pos.planeswalker(me.controller)
        if nahiri is None:
            return []
        return [
            card
            for card in pos.cards_of(me.controller)
            if pos.face(card).kind != "planeswalker"
            and not card.counters.get("power")
            and in_clear_sight(pos, nahiri, pos.on_board(card), 4)
        ]

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if not self._choices(pos, me):
            form = "needs an own squad or hero within 4 clear sight spaces, without a Power +1 counter"
            return refuse("AR-CARD-19", form)
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        question = words("Forge Blades: which army card gets the Power +1 counter?")
        card = yield from game.choose_card(me.controller, question, self._choices(game, me))
        add_counter(game, card, "power")


# ---- Lantern Geists
@effect
class GeistFlying(Flying):
    id = "lantern_geists/Flying"


@effect
class BaringLight(Effect):
    id = "lantern_geists/Baring Light"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if fight is None or me.card is None or not is_enemy(pos, me, figure):
            return 0
        attacker = fight.attacker
        if pos.controller(attacker) != me.controller or attacker.card == me.card.id:
            return 0
        beside = any(pos.adjacent(geist, figure) for geist in pos.on_board(me.card))
        return -1 if beside else 0


@effect
class SmotheringGlow(Effect):
    id = "lantern_geists/Smothering Glow"

    def own_turn_start(self, game: Game, me: Source) -> Rule[None]:
        assert me.card is not None
        for enemy in game.enemies(me.controller):
            if enemy.zone != "board":  # gone with the one before
                continue
            geists = [geist for geist in game.on_board(me.card) if game.adjacent(geist, enemy)]
            if len(geists) >= 2:
                yield from deal(game, enemy, 1, Cause("ability", me.controller, geists[0], me.name))


# ---- Necro-Alchemist
@effect
class Harvest(Effect):
    id = "necro_alchemist/Harvest"

    def destroyed(self, game: Game, me: Source, figure: Figure, cause: Cause) -> Rule[None]:
        assert me.card is not None
        alchemists = [own for own in game.on_board(me.card) if own.id != figure.id]
        if not alchemists or not game.is_creature(figure) or figure.at is None:
            return
        if game.distance(alchemists[0], figure.at) <= 4 and me.card.counters.get("charge", 0) < 3:
            add_counter(game, me.card, "charge")
        yield from ()


@effect
class StitchTogether(Activated):
    id = "necro_alchemist/Stitch Together"

    def _dead(self, pos: Position, me: Source) -> list[Figure]:
        return [
            figure
            for figure in pos.state.figures
            if figure.zone == "graveyard"
            and figure.owner == pos.card_of(figure).controller == me.controller
            and pos.card_of(figure).zone in ("play", "graveyard")
            and pos.face_of(figure).kind == "squad"
        ]

    def _stands(self, pos: Position, me: Source, figure: Figure) -> list[Stand]:
        assert me.card is not None
        alchemist = pos.on_board(me.card)
        return stands(pos, figure, pos.adjacent_spaces(alchemist[0])) if alchemist else []

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        assert me.card is not None
        if me.card.counters.get("charge", 0) < 2:
            return refuse("AR-CARD-19", "needs two Charge counters on the Necro-Alchemist")
        dead = self._dead(pos, me)
        if not dead:
            return refuse("AR-CARD-19", "needs a destroyed figure of one of your squads")
        if not any(self._stands(pos, me, figure) for figure in dead):
            return refuse("AR-CARD-19", "needs an empty space adjacent to the Necro-Alchemist")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        assert me.card is not None
        seat = me.controller
        dead = [figure for figure in self._dead(game, me) if self._stands(game, me, figure)]
        figure = yield from game.choose_figure(seat, words("Stitch Together: which figure returns?"), dead)
        assert figure is not None
        stand = yield from choose_stand(game, seat, words("Where is it put?"), self._stands(game, me, figure))
        me.card.counters["charge"] -= 2
        bring_back(game, figure, stand, "{figure} returns as a Zombie on {at}")
        figure.types.append("Zombie")


# ---- Avacynian Inquisitors
@effect
class Purge(Effect):
    id = "avacynian_inquisitors/Purge"
    PREY = frozenset({"Vampire", "Werewolf", "Spirit", "Demon", "Elemental", "Eldrazi"})

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if fight is None or fight.defender is None or not me.on(figure):
            return 0
        return 1 if pos.types(fight.defender) & self.PREY else 0


@effect
class NoEscape(Effect):
    id = "avacynian_inquisitors/No Escape"

    def leaving_dice(self, pos: Position, me: Source, figure: Figure) -> int:
        return 1 if me.on(figure) else 0


# ---- Bloodline Nobles
@effect
class Feast(Effect):
    id = "bloodline_nobles/Feast"

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        assert me.card is not None
        if fight.destroyed and me.on(fight.attacker) and me.card.zone == "play" and me.card.counters.get("power", 0) < 2:
            add_counter(game, me.card, "power")
        yield from ()


@effect
class Disdain(Effect):
    id = "bloodline_nobles/Disdain"

    def forbids_leaving_attack(self, pos: Position, me: Source, by: Figure, at: Figure) -> bool:
        return me.on(at) and "Human" in pos.types(by)


# ---- Hollowfield Effigy
@effect
class DreadShape(Effect):
    id = "hollowfield_effigy/Dread Shape"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if me.card is None or not is_enemy(pos, me, figure) or pos.face_of(figure).kind != "squad":
            return 0
        return -1 if any(pos.adjacent(effigy, figure) for effigy in pos.on_board(me.card)) else 0


@effect
class ScatterTheFlock(Effect):
    id = "hollowfield_effigy/Scatter the Flock"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if me.card is None or not is_enemy(pos, me, figure):
            return 0
        near = any(pos.distance(effigy, figure) <= 3 for effigy in pos.on_board(me.card))
        from engine.arena.numbers import flies

        return -1 if near and flies(pos, figure) else 0


@effect
class DryStraw(Effect):
    id = "hollowfield_effigy/Dry Straw"

    def more_damage(self, pos: Position, me: Source, harm: Harm) -> int:
        return 1 if me.on(harm.figure) and harm.cause.kind in ("spell", "ability") else 0


# ---- Sorin of the Eternal Thirst
@effect
class EternalThirst(Effect):
    id = "sorin_eternal_thirst/Eternal Thirst"

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        if fight.destroyed and fight.defender is not None and game.is_creature(fight.defender) and me.on(fight.attacker):
            heal(game, fight.attacker, 3)
        yield from ()


@effect
class WhirlingBlade(Effect):
    """One attack more in Action 4, at another figure beside him than the one beside him that he attacked first."""

    id = "sorin_eternal_thirst/Whirling Blade"

    def _first(self, pos: Position, figure: Figure) -> Struck | None:
        """The attack that may be followed by another, if the figure has made just that one in Action 4."""
        turn = pos.state.turn
        if turn.extra is not None or turn.attacks.count(figure.id) != 1:
            return None
        return next((blow for blow in reversed(turn.struck) if blow.figure == figure.id), None)

    def attacks_again(self, pos: Position, me: Source, figure: Figure) -> bool:
        first = self._first(pos, figure) if me.on(figure) else None
        return first is not None and first.adjacent

    def forbids_target(self, pos: Position, me: Source, figure: Figure, target: Figure) -> Refusal | None:
        first = self._first(pos, figure) if me.on(figure) else None
        if first is None or (target.id != first.target and pos.adjacent(figure, target)):
            return None
        return refuse("AR-ATK-24", "Whirling Blade strikes another figure that is adjacent to {figure}",
                      figure=pos.label(figure))  # fmt: skip

    def forbids_cryptoliths(self, pos: Position, me: Source, figure: Figure) -> Refusal | None:
        if not me.on(figure) or self._first(pos, figure) is None:
            return None
        return refuse("AR-ATK-24", "Whirling Blade strikes figures only")


# ---- Arlinn Kord
@effect
class ArchmagesAssault(Activated):
    id = "arlinn_kord/Archmage's Assault"
    instead_of_attack = True

    def _seen(self, pos: Position, me: Source) -> list[Figure]:
        assert me.card is not None
        others = [figure for figure in pos.board if pos.controller(figure) != me.controller]
        return [figure for arlinn in pos.on_board(me.card) for figure in in_clear_sight(pos, arlinn, others, 7)]

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if self._seen(pos, me):
            return None
        return refuse("AR-TERM-05", "needs a figure you do not control within 7 clear sight spaces of Arlinn")

    def use(self, game: Game, me: Source) -> Rule[None]:
        assert me.card is not None
        seat, seen, arlinn = me.controller, self._seen(game, me), game.on_board(me.card)[0]
        first = yield from game.choose_figure(seat, words("Archmage's Assault: at which figure?"), seen)
        assert first is not None
        chosen, others = [first], [figure for figure in seen if figure is not first]
        if others:
            question = words("Archmage's Assault: a second figure?")
            second = yield from game.choose_figure(seat, question, others, may_stop=True)
            chosen += [second] if second else []
        for figure in chosen:
            if figure.zone != "board":
                continue
            face = game.combat_dice(1)[0]
            text = words("Archmage's Assault on {figure}: {die}", figure=game.label(figure), die=MARKS[face])
            game.tell("assault", text, attacker=arlinn.id, figure=figure.id, face=face)
            if face == "sword":
                yield from deal(game, figure, 1, Cause("ability", seat, arlinn, self.name))


@effect
class ArlinnTransform(Transform):
    id = "arlinn_kord/Transform"


@effect
class ArlinnWolfTransform(Transform):
    id = "arlinn_kord_wolf/Transform"


@effect
class ArlinnTrample(Trample):
    id = "arlinn_kord_wolf/Trample"


PACK = frozenset({"Wolf", "Werewolf"})


@effect
class CallOfTheMoon(Effect):
    id = "arlinn_kord_wolf/Call of the Moon"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if me.card is None or me.on(figure) or pos.controller(figure) != me.controller or figure.at is None:
            return 0
        if not pos.types(figure) & PACK:
            return 0
        return 1 if any(in_clear_sight(pos, arlinn, [figure], 4) for arlinn in pos.on_board(me.card)) else 0


# ---- Skirsdag Cultists
@effect
class BloodRite(Activated):
    id = "skirsdag_cultists/Blood Rite"

    def _victims(self, pos: Position, me: Source, cultist: Figure) -> list[Figure]:
        """The enemy creatures that the Cultist can aim at."""
        creatures = [figure for figure in pos.enemies(me.controller) if pos.is_creature(figure)]
        return in_clear_sight(pos, cultist, creatures, 5)

    def _priests(self, pos: Position, me: Source) -> list[Figure]:
        assert me.card is not None
        return [cultist for cultist in pos.on_board(me.card) if self._victims(pos, me, cultist)]

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if self._priests(pos, me):
            return None
        return refuse("AR-CARD-19", "needs an enemy creature within 5 clear sight spaces of a Cultist")

    def use(self, game: Game, me: Source) -> Rule[None]:
        seat = me.controller
        cultist = yield from game.choose_figure(seat, words("Blood Rite: which Cultist leads it?"), self._priests(game, me))
        assert cultist is not None
        squads = [figure for figure in game.own(seat) if game.face_of(figure).kind == "squad"]
        question = words("Blood Rite: which of your figures is destroyed?")
        lamb = yield from game.choose_figure(seat, question, game.within(3, cultist, squads))
        question = words("Blood Rite: which creature is dealt 2 damage?")
        victim = yield from game.choose_figure(seat, question, self._victims(game, me, cultist))
        assert lamb is not None
        assert victim is not None
        cause = Cause("ability", seat, cultist, self.name)
        yield from destroy(game, lamb, cause)
        yield from deal(game, victim, 2, cause)


@effect
class DarkChorus(Effect):
    id = "skirsdag_cultists/Dark Chorus"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if me.card is None or not me.on(figure) or figure.at is None:
            return 0
        others = [other for other in pos.on_board(me.card) if other is not figure]
        return 1 if any(pos.adjacent(figure, other) for other in others) else 0


# ---- Avacyn, On Bloodied Wings
@effect
class AvacynFlying(Flying):
    id = "avacyn_bloodied_wings/Flying"


@effect
class WardensLight(Effect):
    id = "avacyn_bloodied_wings/Warden's Light"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if me.card is None or me.on(figure) or me.card.counters.get("power") or figure.at is None:
            return 0
        if not pos.is_creature(figure) or pos.controller(figure) != me.controller:
            return 0
        return 1 if any(pos.distance(avacyn, figure) <= 2 for avacyn in pos.on_board(me.card)) else 0


@effect
class MaddenedGrief(Effect):
    id = "avacyn_bloodied_wings/Maddened Grief"

    def destroyed(self, game: Game, me: Source, figure: Figure, cause: Cause) -> Rule[None]:
        assert me.card is not None
        mourned = game.is_creature(figure) and game.controller(figure) == me.controller and not me.on(figure)
        if mourned and me.card.zone == "play" and me.card.counters.get("power", 0) < 2:
            add_counter(game, me.card, "power")
        yield from ()


# ---- Kessig Rangers, Kessig Ravagers
@effect
class SteadyAim(Effect):
    id = "kessig_rangers/Steady Aim"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 1 if me.on(figure) and not pos.has_moved(figure) else 0


@effect
class RangersTransform(Transform):
    id = "kessig_rangers/Transform"


@effect
class RavagersTransform(Transform):
    id = "kessig_ravagers/Transform"


@effect
class PackTactics(Effect):
    id = "kessig_ravagers/Pack Tactics"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        prey = fight.defender if fight is not None else None
        if prey is None or not me.on(figure):
            return 0
        pack = [other for other in pos.own(me.controller) if other is not figure and pos.types(other) & PACK]
        return 1 if any(pos.adjacent(other, prey) for other in pack) else 0


# ---- Mad Prophet
@effect
class ProphetHaste(Haste):
    id = "mad_prophet/Haste"


@effect
class RavingVisions(Activated):
    id = "mad_prophet/Raving Visions"

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if pos.state.seats[me.controller].hand:
            return None
        return refuse("AR-CARD-19", "needs a spell card in your hand")

    def use(self, game: Game, me: Source) -> Rule[None]:
        seat = me.controller
        hand = sorted(set(game.state.seats[seat].hand))
        spell = yield from game.choose_spell(seat, words("Raving Visions: which card do you discard?"), hand)
        assert spell is not None
        discard(game, seat, spell)
        yield from game.draw(seat)
