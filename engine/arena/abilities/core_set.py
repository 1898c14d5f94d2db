"""Abilities of the army cards of the core set."""

from __future__ import annotations

from engine.arena.abilities.keywords import Flying, Haste, Trample
from engine.arena.casting import discard, spell_id
from engine.arena.effects import Activated, Cause, Effect, Fight, Played, Source, effect
from engine.arena.game import Game
from engine.arena.life import bring_back, deal, destroy, exchange
from engine.arena.options import Say
from engine.arena.placing import choose_stand, stands
from engine.arena.position import Position
from engine.arena.sightlines import in_clear_sight
from engine.arena.state import ArmyCard, Extra, Figure, Lasting
from engine.arena.summoning import spaces
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


def _sees(pos: Position, me: Source, figures: list[Figure], distance: int) -> list[Figure]:
    """Those of ``figures`` within that many clear sight spaces of a figure of the card."""
    assert me.card is not None
    viewers = pos.on_board(me.card)
    return [figure for figure in figures if any(in_clear_sight(pos, one, [figure], distance) for one in viewers)]


# ---- Gideon Jura, Combat Mage
@effect
class AvatarOfJustice(Effect):
    id = "gideon_jura_combat_mage/Avatar of Justice"

    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if not me.on(figure):
            return 0
        return len(in_clear_sight(pos, figure, pos.enemies(me.controller), 2))


@effect
class CounterStrike(Effect):
    id = "gideon_jura_combat_mage/Counter Strike"

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        gideon, more = fight.defender, fight.shields - fight.swords
        if gideon is not None and me.on(gideon) and fight.adjacent and more > 0:
            yield from deal(game, fight.attacker, more, Cause("ability", me.controller, gideon, self.name))


# ---- Rhox Veterans
@effect
class BattleFormation(Effect):
    id = "rhox_veterans/Battle Formation"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if not me.on(figure):
            return 0
        friends = [one for one in pos.friendly(me.controller) if pos.face_of(one).id == "rhox_veterans"]
        return sum(friend is not figure and pos.adjacent(figure, friend) for friend in friends)


@effect
class VeteransTrample(Trample):
    id = "rhox_veterans/Trample"


# ---- Kor Hookmasters
@effect
class Detain(Effect):
    id = "kor_hookmasters/Detain"

    def summoned(self, game: Game, me: Source, card: ArmyCard) -> Rule[None]:
        if me.card is not card:
            return
        squads = [
            squad for seat in game.opponents(me.controller) for squad in game.cards_of(seat)
            if game.face(squad).kind == "squad"
        ]  # fmt: skip
        if not squads:
            return
        squad = yield from game.choose_card(me.controller, words("Detain: which squad is held?"), squads)
        held = Lasting(self.id, me.controller, squad.controller, "own end", cards=[squad.id])
        game.state.lasting.append(held)
        text = words("{squad} is detained: it cannot be chosen in its next turn", squad=game.card_label(squad))
        game.tell("detained", text, card=squad.id)


@effect
class Detained(Effect):
    id = "kor_hookmasters/Detain/lasting"

    def forbids_choice(self, pos: Position, me: Source, card: ArmyCard) -> Refusal | None:
        assert me.lasting is not None
        held = {pos.face(pos.state.cards[id]).name for id in me.lasting.cards}
        if card.controller != me.lasting.seat or pos.face(card).name not in held:
            return None
        return refuse("AR-CHOOSE-01", "{card} is detained this turn", card=pos.card_label(card))


# ---- Jace Beleren, Mindmage
@effect
class FocusedThoughts(Activated):
    id = "jace_beleren_mindmage/Focused Thoughts"

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if not pos.state.seats[me.controller].library:
            return refuse("AR-SPELL-18", "your library is empty")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        seat = me.controller
        library = game.state.seats[seat].library
        top = game.spell(spell_id(library[-1])).name
        game.reveal("peeked", words("On top of your library lies {spell}", spell=top), to=[seat], spell=library[-1])
        question = words("Focused Thoughts: {spell} lies on top of your library.", spell=top)
        say = yield from game.table.choose(seat, question, [Say("leave it"), Say("to the bottom")])
        if say.word == "to the bottom":
            library.insert(0, library.pop())
        game.tell("library", words("The top card {done}", done=words(
            "goes to the bottom of the library" if say.word == "to the bottom" else "stays where it is")))  # fmt: skip


@effect
class MindStealer(Effect):
    id = "jace_beleren_mindmage/Mind Stealer"

    def fighting_over(self, game: Game, me: Source) -> Rule[None]:
        assert me.card is not None
        if game.state.turn.chosen != me.card.id:
            return
        minds = [figure for figure in game.enemies(me.controller) if not game.is_creature(figure)]
        minds = _sees(game, me, minds, 4)
        if not minds:
            return
        question = words("Mind Stealer: whose mind? You need 16 or more on the 20-sided die.")
        victim = yield from game.choose_figure(me.controller, question, minds, may_stop=True)
        if victim is None:
            return
        roll = game.d20()
        won = roll >= 16
        form = "Mind Stealer: {roll}, {figure} obeys" if won else "Mind Stealer: {roll}, {figure} resists (16 is needed)"
        game.tell("d20", words(form, roll=roll, figure=game.label(victim)), roll=roll)
        if won:
            game.state.turn.waiting.append(Extra(self.name, [victim.id], borrowed=victim.card))


# ---- Leyline Phantoms
@effect
class PhantomWalk(Effect):
    id = "leyline_phantoms/Phantom Walk"

    def passes_figures(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure)

    def forbids_leaving_attack(self, pos: Position, me: Source, by: Figure, at: Figure) -> bool:
        return me.on(at)


# ---- Illusionary Projections
@effect
class CollectiveKnowledge(Effect):
    id = "illusionary_projections/Collective Knowledge"

    def summoned(self, game: Game, me: Source, card: ArmyCard) -> Rule[None]:
        if me.card is card:
            yield from game.draw(me.controller)


@effect
class IllusionaryDeception(Effect):
    id = "illusionary_projections/Illusionary Deception"

    def chosen(self, game: Game, me: Source, card: ArmyCard) -> Rule[None]:
        assert me.card is not None
        face = game.face(card)
        if face.kind != "planeswalker" or "U" not in face.colours:
            return
        planeswalker, projections = game.on_board(card)[0], game.on_board(me.card)
        if planeswalker.rear is not None or not projections:
            return
        question = words("Illusionary Deception: with which Projection does {figure} change places?",
                         figure=game.label(planeswalker))  # fmt: skip
        projection = yield from game.choose_figure(me.controller, question, projections, may_stop=True)
        if projection is not None:
            exchange(game, planeswalker, projection)


# ---- Liliana Vess, Necromancer
@effect
class ZombieToughness(Effect):
    id = "liliana_vess_necromancer/Zombie Toughness"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        if pos.controller(figure) != me.controller or "Zombie" not in pos.types(figure):
            return 0
        return 1 if _sees(pos, me, [figure], 4) else 0


@effect
class SnuffOut(Activated):
    id = "liliana_vess_necromancer/Snuff Out"

    def _prey(self, pos: Position, me: Source) -> list[Figure]:
        wounded = [figure for figure in pos.board if figure.damage and pos.face_of(figure).kind == "squad"]
        return _sees(pos, me, wounded, 6)

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if not self._prey(pos, me):
            form = "needs a squad creature with a damage marker within 6 clear sight spaces of Liliana"
            return refuse("AR-CARD-19", form)
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        question = words("Snuff Out: which figure is destroyed?")
        figure = yield from game.choose_figure(me.controller, question, self._prey(game, me))
        assert figure is not None
        yield from destroy(game, figure, Cause("ability", me.controller, name=self.name))


# ---- Restless Zombies
@effect
class DarknessArises(Effect):
    id = "restless_zombies/Darkness Arises"
    from_graveyard = True

    def chosen(self, game: Game, me: Source, card: ArmyCard) -> Rule[None]:
        assert me.card is not None
        face = game.face(card)
        dead = [figure for figure in game.figures_of(me.card) if figure.zone == "graveyard"]
        if me.card.zone != "graveyard" or face.kind != "planeswalker" or "B" not in face.colours or not dead:
            return
        roll = game.d20()
        rises = roll >= 12
        form = "Darkness Arises: {roll}, {card} returns" if rises else "Darkness Arises: {roll} (12 is needed)"
        game.tell("d20", words(form, roll=roll, card=game.card_label(me.card)), roll=roll)
        if rises:
            yield from return_near_planeswalker(game, me.controller, dead)


def return_near_planeswalker(game: Game, seat: int, figures: list[Figure]) -> Rule[None]:
    """Place destroyed figures, as many as fit, on empty spaces within 4 clear sight spaces of the seat's Planeswalker."""
    planeswalker = game.planeswalker(seat)
    for figure in figures:
        free = spaces(game, planeswalker, game.face_of(figure).height, 4) if planeswalker else []
        found = stands(game, figure, free)
        if not found:
            return
        question = words("Where does {figure} return?", figure=game.label(figure))
        stand = yield from choose_stand(game, seat, question, found)
        bring_back(game, figure, stand)


# ---- Blighted Reavers
@effect
class NecroticStench(Effect):
    id = "blighted_reavers/Necrotic Stench"

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        assert me.card is not None
        if not pos.is_creature(figure) or "Zombie" in pos.types(figure):
            return 0
        reavers = [one for one in pos.board if pos.face_of(one).id == "blighted_reavers"]
        near = {one.card for one in pos.within(2, figure, reavers) if in_clear_sight(pos, one, [figure], 2)}
        return -2 if near and me.card.id == min(near) else 0  # however many Reavers, of whatever card, are near


# ---- Chandra Nalaar, Pyromancer
@effect
class DoubleAttack(Effect):
    id = "chandra_nalaar_pyromancer/Double Attack"

    def attacks_again(self, pos: Position, me: Source, figure: Figure) -> bool:
        return me.on(figure) and pos.state.turn.attacks.count(figure.id) == 1


@effect
class SuperHeated(Activated):
    id = "chandra_nalaar_pyromancer/Super Heated"

    def _fuel(self, pos: Position, me: Source) -> list[str]:
        return sorted({card for card in pos.state.seats[me.controller].hand if pos.spell(spell_id(card)).colour == "R"})

    def _targets(self, pos: Position, me: Source) -> list[Figure]:
        return _sees(pos, me, [figure for figure in pos.enemies(me.controller) if pos.is_creature(figure)], 6)

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        if not self._fuel(pos, me):
            return refuse("AR-CARD-19", "needs a red spell card in hand to discard")
        if not self._targets(pos, me):
            return refuse("AR-CARD-19", "needs an enemy creature within 6 clear sight spaces of Chandra")
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        seat = me.controller
        question = words("Super Heated: which red card is discarded?")
        card = yield from game.choose_spell(seat, question, self._fuel(game, me))
        assert card is not None
        question = words("Super Heated: which creature takes 1 damage?")
        figure = yield from game.choose_figure(seat, question, self._targets(game, me))
        assert figure is not None
        discard(game, seat, card)
        yield from deal(game, figure, 1, Cause("ability", seat, name=self.name))


# ---- Flamewing Phoenixes
@effect
class PhoenixFlying(Flying):
    id = "flamewing_phoenixes/Flying"


@effect
class Rebirth(Effect):
    id = "flamewing_phoenixes/Rebirth"
    from_graveyard = True

    def sorcery_played(self, game: Game, me: Source, played: Played) -> Rule[None]:
        assert me.card is not None
        dead = [figure for figure in game.figures_of(me.card) if figure.zone == "graveyard"]
        if dead:
            yield from return_near_planeswalker(game, me.controller, dead[:1])


# ---- Blazing Firecats
@effect
class FirecatsHaste(Haste):
    id = "blazing_firecats/Haste"


@effect
class IntenseStrike(Effect):
    id = "blazing_firecats/Intense Strike"

    def unblockable(self, pos: Position, me: Source, fight: Fight) -> bool:
        return me.on(fight.attacker) and bool(fight.dice) and set(fight.dice) == {"sword"}


# ---- Nissa Revane, Animist
@effect
class KeenSight(Effect):
    id = "nissa_revane_animist/Keen Sight"

    def range(self, pos: Position, me: Source, figure: Figure) -> int:
        face = pos.face_of(figure)
        if pos.controller(figure) != me.controller or "G" not in face.colours or face.range < 2:
            return 0
        return 2 if pos.is_creature(figure) and _sees(pos, me, [figure], 4) else 0


def sprint(game: Game, me: Source, spaces: int) -> Rule[None]:
    """After Action 4 of a turn on which the card was chosen, its figures may move once more."""
    assert me.card is not None
    figures = [figure.id for figure in game.on_board(me.card)]
    if game.state.turn.chosen == me.card.id and figures:
        game.state.turn.waiting.append(Extra(me.name, figures, move=spaces, attacks=0))
    yield from ()


@effect
class Sprint(Effect):
    id = "nissa_revane_animist/Sprint"

    def fighting_over(self, game: Game, me: Source) -> Rule[None]:
        yield from sprint(game, me, 3)


# ---- Elf Rangers
@effect
class SquadSprint(Effect):
    id = "elf_rangers/Squad Sprint"

    def fighting_over(self, game: Game, me: Source) -> Rule[None]:
        yield from sprint(game, me, 2)


# ---- Pummelroot Elementals
@effect
class ElementalsTrample(Trample):
    id = "pummelroot_elementals/Trample"
