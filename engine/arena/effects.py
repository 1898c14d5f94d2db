"""What a card may do, as a class with one method for every moment the rules look at.

A card's effect overrides only the methods it needs; everything else is "as the rulebook says". The rules never ask for a
card by name: they ask all effects in play. Numbers are asked of :class:`Position`, so that views and ``/why`` can show the
same sums; what happens is a rule, a generator given the :class:`Game`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.arena.hexes import Hex
from engine.arena.state import ArmyCard, Cryptolith, Enchantment, Figure, Lasting
from engine.core.refusal import Refusal
from engine.core.rules import Rule

if TYPE_CHECKING:
    from engine.arena.game import Game
    from engine.arena.position import Position


# ---- the moments ------------------------------------------------------------------------------------------------------
@dataclass
class Fight:
    """One attack. ``defender`` is None where a cryptolith is attacked."""

    attacker: Figure
    defender: Figure | None
    cryptolith: Cryptolith | None = None
    leaving: bool = False  # a leaving-engagement attack: bare dice
    penalty: int = 0  # dice taken from the attacker for this attack alone
    bonus: int = 0  # dice added for this attack alone
    over: bool = False  # ended without dice
    dice: list[str] = field(default_factory=list)  # the attacker's, as they fell
    swords: int = 0
    shields: int = 0
    damage: int = 0  # unblocked hits, then what was really dealt
    surplus: int = 0  # unblocked hits beyond the defender's life, where it was destroyed
    destroyed: bool = False
    at: tuple[Hex, ...] = ()  # where the defender stood
    adjacent: bool = False  # attacker and defender, when it was declared


@dataclass
class Cause:
    """Where damage or destruction comes from. ``seat`` is whose doing it is, None for nobody's (a fall, a bog)."""

    kind: Literal["attack", "leaving", "fall", "bog", "spell", "ability"]
    seat: int | None
    figure: Figure | None = None
    name: str = ""  # of the spell or ability
    banish: bool = False  # what it destroys leaves the game
    fight: Fight | None = None  # the attack, where it is one


@dataclass
class Harm:
    """Damage about to be dealt."""

    figure: Figure
    amount: int
    cause: Cause


@dataclass
class Played:
    """A spell whose targets are named and which has not taken effect."""

    spell: str
    seat: int
    aim: Aim
    owner: int  # whose card it is, and whose graveyard it goes to
    countered: bool = False


@dataclass
class Meeting:
    """``mover`` has just become engaged, by its own move, with figures of one army card."""

    mover: Figure
    met: list[Figure]


@dataclass
class Parting:
    """``mover`` is about to leave its engagement with ``left``. ``settled``: no die is rolled for it any more."""

    mover: Figure
    left: Figure
    settled: bool = False


@dataclass
class Death:
    """A figure has left the battlefield for a graveyard, from the spaces ``at``. ``saved``: its army card stays in play
    although no figure of it is left."""

    figure: Figure
    at: tuple[Hex, ...]
    cause: Cause
    saved: bool = False


@dataclass
class Dawn:
    """A seat's turn begins."""

    seat: int


Moment = Fight | Harm | Played | Meeting | Parting | Death | Dawn


@dataclass(frozen=True)
class Source:
    """An effect where it is now: on ``card``, put there by ``controller``."""

    effect: Effect
    controller: int
    card: ArmyCard | None = None
    enchantment: Enchantment | None = None
    lasting: Lasting | None = None

    def on(self, figure: Figure) -> bool:
        """Whether the figure belongs to the card (or the list) the effect lies on."""
        if self.lasting is not None:
            return figure.id in self.lasting.figures or figure.card in self.lasting.cards
        return self.card is not None and figure.card == self.card.id

    @property
    def name(self) -> str:
        return self.effect.name


class Effect:
    """An effect that does nothing. ``me`` is the source, where the effect is now."""

    id: ClassVar[str] = ""  # of the spell, or "face/Ability" for abilities
    name: str = ""  # as printed; set from the card files
    does: ClassVar[frozenset[str]] = frozenset()  # the methods it overrides; set when it is registered
    deck_limit: ClassVar[int | None] = None  # the cost a spell deck may reach with this Planeswalker
    from_graveyard: ClassVar[bool] = False  # an ability that works while its card is in the army card graveyard
    controls: ClassVar[bool] = False  # an aura whose controller controls the army card it is on

    # -- numbers: what is added (or, below 0, taken)
    def power(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 0

    def toughness(self, pos: Position, me: Source, figure: Figure, fight: Fight | None) -> int:
        return 0

    def attack_dice(self, pos: Position, me: Source, fight: Fight) -> int:
        """Dice added to an attack roll as such, leaving-engagement attacks included."""
        return 0

    def move(self, pos: Position, me: Source, figure: Figure) -> int:
        return 0

    def range(self, pos: Position, me: Source, figure: Figure) -> int:
        return 0

    def range_cap(self, pos: Position, me: Source, figure: Figure) -> int | None:
        return None

    def leaving_dice(self, pos: Position, me: Source, figure: Figure) -> int:
        """Dice added to the leaving-engagement attacks of ``figure``."""
        return 0

    def hits(self, pos: Position, me: Source, fight: Fight) -> int:
        """Swords added to those the attacker has rolled."""
        return 0

    def unblockable(self, pos: Position, me: Source, fight: Fight) -> bool:
        """Whether shields block nothing of this attack, whose dice have fallen."""
        return False

    # -- ways of fighting
    def tramples(self, pos: Position, me: Source, figure: Figure) -> bool:
        """Trample: surplus damage goes on to another enemy beside the destroyed one."""
        return False

    def lifelinks(self, pos: Position, me: Source, figure: Figure) -> bool:
        """Lifelink: damage dealt by an attack heals the attacker."""
        return False

    def attacks_again(self, pos: Position, me: Source, figure: Figure) -> bool:
        """Whether the figure, which has attacked in this Action 4, may attack once more (AR-ATK-24)."""
        return False

    # -- ways of moving
    def flies(self, pos: Position, me: Source, figure: Figure) -> bool:
        return False

    def climbs_freely(self, pos: Position, me: Source, figure: Figure) -> bool:
        """Sides of higher levels are not counted and the height limit does not apply."""
        return False

    def never_falls(self, pos: Position, me: Source, figure: Figure) -> bool:
        return False

    def skips_sides(self, pos: Position, me: Source, figure: Figure) -> bool:
        """Sides of higher levels are not counted; the height limit stays."""
        return False

    def passes_figures(self, pos: Position, me: Source, figure: Figure) -> bool:
        """It may move through spaces with any figures."""
        return False

    def wades(self, pos: Position, me: Source, figure: Figure) -> bool:
        """Water does not end its move."""
        return False

    def drains(self, pos: Position, me: Source, figure: Figure, space: Hex) -> bool:
        """The figure crosses that water, which is empty, without stopping and leaves it without the extra space."""
        return False

    def gains_move(self, pos: Position, me: Source, figure: Figure) -> int:
        """Spaces that the figure may go further in this move when it first moves to a lower level. Counted once a turn."""
        return 0

    # -- what is forbidden
    def forbids_move(self, pos: Position, me: Source, figure: Figure) -> Refusal | None:
        return None

    def forbids_attack(self, pos: Position, me: Source, figure: Figure) -> Refusal | None:
        return None

    def forbids_target(self, pos: Position, me: Source, figure: Figure, target: Figure) -> Refusal | None:
        """Why ``figure`` may not attack ``target``."""
        return None

    def forbids_cryptoliths(self, pos: Position, me: Source, figure: Figure) -> Refusal | None:
        """Why ``figure`` may not attack cryptoliths."""
        return None

    def forbids_choice(self, pos: Position, me: Source, card: ArmyCard) -> Refusal | None:
        """Why the army card may not be chosen in Action 2."""
        return None

    def forbids_healing(self, pos: Position, me: Source, figure: Figure) -> bool:
        return False

    def forbids_leaving_attack(self, pos: Position, me: Source, by: Figure, at: Figure) -> bool:
        return False

    # -- moments
    def own_turn_start(self, game: Game, me: Source) -> Rule[None]:
        """At the start of the controller's turn."""
        yield from ()

    def move_ended(self, game: Game, me: Source, figure: Figure) -> Rule[None]:
        """A figure has ended its move of Action 3 and stands on the battlefield."""
        yield from ()

    def chosen(self, game: Game, me: Source, card: ArmyCard) -> Rule[None]:
        """The controller has chosen ``card`` in Action 2."""
        yield from ()

    def summoned(self, game: Game, me: Source, card: ArmyCard) -> Rule[None]:
        """``card`` has been summoned."""
        yield from ()

    def sorcery_played(self, game: Game, me: Source, played: Played) -> Rule[None]:
        """A sorcery has taken effect, or has been countered, and lies in its owner's graveyard."""
        yield from ()

    def fighting_over(self, game: Game, me: Source) -> Rule[None]:
        """Action 4 of the chosen card is over."""
        yield from ()

    def turn_end(self, game: Game, me: Source, seat: int) -> Rule[None]:
        """At the end of ``seat``'s turn."""
        yield from ()

    def more_damage(self, pos: Position, me: Source, harm: Harm) -> int:
        """Damage added to damage from a spell or an ability."""
        return 0

    def spares(self, pos: Position, me: Source, harm: Harm) -> int | None:
        """The most damage that may be dealt, or None."""
        return None

    def destroyed(self, game: Game, me: Source, figure: Figure, cause: Cause) -> Rule[None]:
        """A figure has left the battlefield for a graveyard."""
        yield from ()

    def attacked(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        """An attack (not a leaving-engagement attack) is over."""
        yield from ()


class Activated(Effect):
    """An activated ability: ``me.card`` is the chosen army card."""

    instead_of_attack: ClassVar[bool] = False  # used in Action 4, by a figure that then does not attack
    without_choice: ClassVar[bool] = False  # usable although its army card was not chosen this turn
    window: ClassVar[Literal["both", "before", "after"]] = "both"  # before Action 3, after Action 4

    def refusal(self, pos: Position, me: Source) -> Refusal | None:
        """Why it cannot be used now, beyond what goes for all activated abilities."""
        return None

    def use(self, game: Game, me: Source) -> Rule[None]:
        raise NotImplementedError


@dataclass
class Aim:
    """What a sorcery is aimed at, chosen before it is announced."""

    figures: list[Figure] = field(default_factory=list)
    cards: list[ArmyCard] = field(default_factory=list)
    stand: tuple[Hex, ...] = ()  # where a figure is put, the space of its leading side first
    spells: list[str] = field(default_factory=list)


class Sorcery(Effect):
    """A sorcery: ``refusal`` says why it is not playable; ``aim`` chooses targets; ``effect`` does what the card says."""

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        """Choose what the spell (``card`` in hand) is aimed at. Nothing is paid and nothing is seen yet."""
        yield from ()
        return Aim()

    def effect(self, game: Game, seat: int, aim: Aim) -> Rule[None]:
        raise NotImplementedError


class Aura(Effect):
    """A face-up enchantment. What it does is in the methods of :class:`Effect`."""

    def refusal(self, pos: Position, seat: int, card: ArmyCard) -> Refusal | None:
        """Why it cannot be put on that card, beyond the kind of card it calls for."""
        return None


class Hidden(Effect):
    """A hidden enchantment. Which moment it waits for (``hook``) stands in the card's row."""

    def answers(self, pos: Position, me: Source, moment: Moment) -> bool:
        """Whether this moment is the one it waits for."""
        raise NotImplementedError

    def effect(self, game: Game, me: Source, moment: Moment) -> Rule[None]:
        raise NotImplementedError


# ---- the register -----------------------------------------------------------------------------------------------------
_effects: dict[str, Effect] = {}


def effect(kind: type[Effect]) -> type[Effect]:
    """Class decorator: registers a card's effect under its id."""
    assert kind.id, f"{kind.__name__} has no id"
    assert kind.id not in _effects, f"{kind.id} has two effects"
    kind.does = frozenset(name for name in vars(Effect) if getattr(kind, name) is not getattr(Effect, name))
    _effects[kind.id] = kind()
    return kind


_NOTHING = Effect()


def effect_of(id: str, name: str) -> Effect:
    """The effect registered for a spell id or ``face/Ability``; one that does nothing where a host added a plain card."""
    found = _effects.get(id)
    if found is None:
        _register_all()
        found = _effects.get(id, _NOTHING)
    if found is not _NOTHING and not found.name:
        found.name = name
    return found


@cache
def _register_all() -> None:
    import engine.arena.abilities
    import engine.arena.spells  # noqa: F401  (they register themselves)


def has_effect(id: str) -> bool:
    effect_of(id, "")
    return id in _effects


NOBODY: list[Source] = []


def sources(pos: Position, moment: str) -> list[Source]:
    """Every effect that works now and has something to say at ``moment`` (the name of a method of :class:`Effect`):
    abilities of army cards in play, face-up enchantments, lasting effects."""
    if not pos.still:
        return [me for me in _at_work(pos) if moment in me.effect.does]
    if not pos.at_work:
        pos.at_work[""] = []
        for me in _at_work(pos):
            for each in me.effect.does:
                pos.at_work.setdefault(each, []).append(me)
    return pos.at_work.get(moment, NOBODY)


def sources_of(pos: Position, moments: Collection[str]) -> dict[str, list[Source]]:
    """The same for several moments at once."""
    if pos.still:
        return {moment: sources(pos, moment) for moment in moments}
    found: dict[str, list[Source]] = {moment: [] for moment in moments}
    for me in _at_work(pos):
        for moment in me.effect.does.intersection(moments):
            found[moment].append(me)
    return found


def _at_work(pos: Position) -> list[Source]:
    """Every effect that works now: by army card, its abilities before what lies on it; then lasting effects."""
    found: list[Source] = []
    for card in pos.state.cards:
        if card.zone == "play":
            found += abilities(pos, card)
            for enchantment in card.attached:
                if not enchantment.hidden:
                    spell = pos.spell(enchantment.spell)
                    found.append(Source(effect_of(spell.id, spell.name), enchantment.controller, card, enchantment))
        elif card.zone == "graveyard":
            found += [me for me in abilities(pos, card) if me.effect.from_graveyard]
    for lasting in pos.state.lasting:
        effect = effect_of(f"{lasting.effect}/lasting", effect_name(pos, lasting.effect))
        found.append(Source(effect, lasting.controller, lasting=lasting))
    return found


def effect_name(pos: Position, effect: str) -> str:
    """The printed name of a spell id or of ``face/Ability``."""
    return effect.partition("/")[2] or pos.spell(effect).name


def abilities(pos: Position, card: ArmyCard) -> list[Source]:
    """The abilities of the card's upper side, in print order. Looked up once per position and card."""
    known = pos.known_abilities
    key = (card.id, card.face, card.controller)
    if key not in known:
        known[key] = [
            Source(effect_of(f"{card.face}/{ability.name}", ability.name), card.controller, card)
            for ability in pos.face(card).abilities
        ]
    return known[key]


def hidden(pos: Position, hook: str) -> list[Source]:
    """Face-down enchantments that wait for ``hook``, in the order they trigger: the side of the player on turn first,
    then by turn order; of team mates player 1's first (AR-TEAM-11); of one player the one played first (AR-SPELL-19,
    A30)."""
    found = [
        Source(effect_of(spell.id, spell.name), enchantment.controller, card, enchantment)
        for card in pos.state.cards
        for enchantment in card.attached
        if enchantment.hidden and (spell := pos.spell(enchantment.spell)).hook == hook
    ]
    if len(found) > 1:
        seats, on_turn = pos.state.seats, pos.state.turn.seat
        order = {on_turn: 0, **{seat: n for n, seat in enumerate(pos.after(on_turn), 1)}}
        first = {team: min(order[n] for n, seat in enumerate(seats) if seat.team == team) for team in map(pos.team, order)}
        found.sort(
            key=lambda me: (
                first[pos.team(me.controller)], seats[me.controller].number, me.enchantment.stamp if me.enchantment else 0
            )
        )  # fmt: skip
    return found
