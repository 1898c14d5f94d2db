"""The plain data of an Arena match. Nothing here knows a rule."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.arena.hexes import Hex
from engine.core.state import State

Phase = Literal["setup", "start", "draw", "before", "acting", "extra", "after", "cleanup"]
Until = Literal["turn", "own start", "own end"]


class Figure(msgspec.Struct):
    """A figure. ``at`` is its space while it is on the battlefield (zone "board"); ``rear`` is the other space of a
    double-space figure, ``at`` then that of its leading side. "exited": it has left over an exit (AR-S3-16).

    A figure on top of a cryptolith has the cryptolith's space. ``damage`` counts markers, whether they lie on the base or
    on the army card (AR-ATK-42, AR-ATK-43): a hero or Planeswalker is the only figure of its card.
    """

    id: int
    card: int
    number: int  # on its card, from 1
    owner: int
    at: Hex | None = None
    rear: Hex | None = None
    damage: int = 0
    zone: Literal["reserve", "board", "graveyard", "removed", "exited"] = "reserve"
    types: list[str] = []  # creature types it has beyond those printed


class Enchantment(msgspec.Struct):
    """A spell attached to an army card. ``controller`` is who "you" means on it."""

    spell: str
    owner: int
    controller: int
    hidden: bool
    stamp: int  # order of playing over the whole match: the lowest of a card lies topmost (AR-SPELL-15)


class ArmyCard(msgspec.Struct):
    id: int
    face: str  # id of the side that is up, in the card files
    owner: int
    controller: int
    zone: Literal["reserve", "play", "graveyard", "exited"] = "reserve"
    attached: list[Enchantment] = []
    counters: dict[str, int] = {}  # "power", "toughness", "charge"
    used: list[str] = []  # abilities that may be used once a turn, used in this one
    spent: list[str] = []  # abilities that may be used once a game, used


class Seat(msgspec.Struct):
    """A player's place at the table. ``library`` is drawn from its end.

    ``team`` is equal for team mates and for nobody else, ``number`` counts them (AR-TEAM-10). ``lost`` are the points of
    its figures that were destroyed, however often (A55). ``out``: the player has given up.
    """

    side: str  # of the map file ("attacker", "orange"): empty until the roles are settled or the start is chosen
    planeswalker: int  # its army card
    hand: list[str]
    library: list[str]
    graveyard: list[str] = []
    team: int = 0
    number: int = 1
    lost: int = 0
    out: bool = False


class Cryptolith(msgspec.Struct):
    name: str
    at: Hex
    damage: int = 0
    standing: bool = True


class Glyph(msgspec.Struct):
    """``key`` is nobody's knowledge while the glyph lies symbol side up."""

    key: Literal["H", "R"]
    at: Hex
    face_up: bool = True


class Lasting(msgspec.Struct):
    """An effect that outlives the spell or ability that made it: ``effect`` is a spell's id or ``face/Ability``.

    ``until`` "turn": this turn; "own start": the start of ``seat``'s next turn; "own end": the end of the next turn that
    ``seat`` has (``begun`` marks that it has come).
    """

    effect: str
    controller: int
    seat: int
    until: Until
    cards: list[int] = []
    figures: list[int] = []
    begun: bool = False


class Moving(msgspec.Struct):
    """How far a figure has come in this Action 3."""

    figure: int
    spent: int = 0
    road: bool = True  # every space so far, the first included, is road (AR-ROAD-03)
    bonus: int = 0  # spaces gained on the way
    over: bool = False


class Struck(msgspec.Struct):
    """An attack that was made: by which figure, at which (None: a cryptolith), and whether they were adjacent."""

    figure: int
    target: int | None
    adjacent: bool


class Extra(msgspec.Struct):
    """An Action 3 and an Action 4 besides those of the chosen card, granted by ``source`` (a spell's or ability's name).

    While it runs these ``figures`` may act and no others. ``move`` is how far they may go (None: as far as they can; 0: not
    at all), ``attacks`` how many attacks each has, ``power`` what is added to these. ``borrowed`` is the army card of
    another player's figures: they obey the player on turn until it is over, the card and all else on it do not.
    """

    source: str
    figures: list[int]
    spell: bool = False  # granted by a spell: combat is allowed even where Action 4 is not (AR-S2-10)
    move: int | None = None
    attacks: int = 1
    power: int = 0
    borrowed: int | None = None


class Turn(msgspec.Struct):
    """The running turn. ``chosen`` is the army card of Action 2.

    ``extra`` runs now, ``waiting`` come after it, ``later`` after Action 4; ``moves`` and ``attacks`` are those of whatever
    runs, ``fought`` the attacks of Action 4 proper. ``more_spells`` may be played beyond the usual number.
    """

    number: int
    seat: int
    phase: Phase = "setup"
    chosen: int | None = None
    spells: int = 0
    summoned: list[int] = []
    moves: list[Moving] = []
    attacks: list[int] = []  # figures that have attacked in Action 4, once for each attack
    struck: list[Struck] = []  # what those attacks were aimed at
    moved: list[int] = []  # figures that have moved this turn, in an action before the running one
    extra: Extra | None = None
    waiting: list[Extra] = []
    later: list[Extra] = []
    fought: list[int] = []
    resume: Phase = "after"  # the phase that an extra action came from
    more_spells: int = 0
    no_attack: list[int] = []  # figures an effect keeps from attacking in this turn
    once: list[str] = []  # effects that act only the first time each turn


class Arena(State):
    """A match of Arena of the Planeswalkers."""

    battlefield: str = ""
    options: dict[str, int] = {}
    seats: list[Seat] = []
    cards: list[ArmyCard] = []
    figures: list[Figure] = []
    cryptoliths: list[Cryptolith] = []
    glyphs: list[Glyph] = []
    lasting: list[Lasting] = []
    turn: Turn = msgspec.field(default_factory=lambda: Turn(0, 0))
    stamp: int = 0
