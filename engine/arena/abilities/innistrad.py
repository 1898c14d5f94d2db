"""Abilities of the army cards of Shadows over Innistrad."""

from __future__ import annotations

from engine.arena.attached import add_counter
from engine.arena.casting import spell_id
from engine.arena.effects import Activated, Cause, Effect, Fight, Harm, Source, effect
from engine.arena.game import Game
from engine.arena.life import deal, place
from engine.arena.position import Position, spot
from engine.arena.sightlines import in_clear_sight
from engine.arena.state import ArmyCard, Figure
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


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
        if not any(pos.state.seats[seat].library for seat in pos.opponents(me.controller)):
            return refuse("AR-CARD-04", "no opponent has a card left in the library")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        seats = game.state.seats
        victim = next(seat for seat in game.opponents(me.controller) if seats[seat].library)
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
class GeistFlying(Effect):
    id = "lantern_geists/Flying"

    def flies(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)


@effect
class BaringLight(Effect):
    id = "lantern_geists/Baring Light"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if fight is None or me.card is None or pos.controller(figure) == me.controller:
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
            if figure.zone == "graveyard" and figure.owner == me.controller and pos.face_of(figure).kind == "squad"
        ]

    def _spaces(self, pos: Position, me: Source) -> list[tuple[int, int]]:
        assert me.card is not None
        alchemist = pos.on_board(me.card)
        return [space for space in pos.adjacent_spaces(alchemist[0]) if pos.is_empty(space)] if alchemist else []

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        assert me.card is not None
        if me.card.counters.get("charge", 0) < 2:
            return refuse("AR-CARD-19", "needs two Charge counters on the Necro-Alchemist")
        if not self._dead(pos, me):
            return refuse("AR-CARD-19", "needs a destroyed figure of one of your squads")
        if not self._spaces(pos, me):
            return refuse("AR-CARD-19", "needs an empty space adjacent to the Necro-Alchemist")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        assert me.card is not None
        seat = me.controller
        figure = yield from game.choose_figure(seat, words("Stitch Together: which figure returns?"), self._dead(game, me))
        assert figure is not None
        space = yield from game.choose_space(seat, words("Where is it put?"), self._spaces(game, me))
        me.card.counters["charge"] -= 2
        place(game, figure, space)
        figure.types.append("Zombie")
        text = words("{figure} returns as a Zombie on {at}", figure=game.label(figure), at=spot(space))
        game.tell("returned", text, figure=figure.id, at=spot(space))


# ---- Avacynian Inquisitors
@effect
class Purge(Effect):
    id = "avacynian_inquisitors/Purge"
    PREY = frozenset({"Vampire", "Werewolf", "Zombie", "Spirit", "Demon", "Eldrazi"})

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
        if me.card is None or pos.controller(figure) == me.controller or pos.face_of(figure).kind != "squad":
            return 0
        return -1 if any(pos.adjacent(effigy, figure) for effigy in pos.on_board(me.card)) else 0


@effect
class ScatterTheFlock(Effect):
    id = "hollowfield_effigy/Scatter the Flock"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if me.card is None or pos.controller(figure) == me.controller:
            return 0
        near = any(pos.distance(effigy, figure) <= 3 for effigy in pos.on_board(me.card))
        from engine.arena.numbers import flies

        return -1 if near and flies(pos, figure) else 0


@effect
class DryStraw(Effect):
    id = "hollowfield_effigy/Dry Straw"

    def more_damage(self, pos: Position, me: Source, harm: Harm) -> int:
        return 1 if me.on(harm.figure) and harm.cause.kind in ("spell", "ability") else 0
