"""What abilities and events may change: one class each, which overrides only the moments it cares about.

Where an ability speaks against a rule, the ability is followed (SW-ABIL-03). ``me`` is the ability where it stands: on its
unit, or as an event that lasts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from engine.core.refusal import Refusal
from engine.core.rules import Rule
from engine.summoner_wars.board import Space
from engine.summoner_wars.cards import Face
from engine.summoner_wars.options import Use
from engine.summoner_wars.state import Lasting, Piece

if TYPE_CHECKING:
    from engine.summoner_wars.game import Game
    from engine.summoner_wars.position import Position


@dataclass
class Fight:
    """An attack under way. ``faces``: the dice as they fell; ``misses``: how many missed the target; ``wounds``: what each
    affected card got, by card; ``killed``: the cards it destroyed, ``fallen`` where they stood and who controlled them."""

    attacker: Piece
    target: Piece
    affected: list[Piece]
    dice: int = 0
    faces: list[int] = field(default_factory=list)
    wounds: dict[int, int] = field(default_factory=dict)
    killed: list[int] = field(default_factory=list)
    misses: int = 0
    fallen: dict[int, tuple[Space, int]] = field(default_factory=dict)


class Effect:
    """``name`` is the ability's name or the event's id. Questions return what changes nothing; moments do nothing."""

    name: ClassVar[str]
    hooks: ClassVar[frozenset[str]] = frozenset()
    free: ClassVar[bool] = False  # what is used in the Attack Phase besides an attack, not in place of one

    # ---- numbers and permissions
    def attack_bonus(self, pos: Position, me: Source, attacker: Piece, target: Piece | None) -> int:
        """Added to the attacker's Attack Value; ``target`` None: in general."""
        return 0

    def die_bonus(self, pos: Position, me: Source, attacker: Piece) -> int:
        """Added to what each die of an attack shows."""
        return 0

    def needs(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        """What a die must show at least to wound; the highest that anything asks for counts (SW-RES-03 is 3)."""
        return 0

    def no_roll(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> bool:
        """Whether every die is a hit without being rolled."""
        return False

    def judged(self, pos: Position, me: Source, fight: Fight, target: Piece, hits: int, misses: int) -> int:
        """What becomes of the hits on ``target``."""
        return hits

    def more_wounds(self, pos: Position, me: Source, attacker: Piece, target: Piece) -> int:
        return 0

    def reach(self, pos: Position, me: Source, piece: Piece) -> int:
        """How many spaces away the piece may attack; the highest counts."""
        return 0

    def targets(self, pos: Position, me: Source, piece: Piece) -> list[Piece]:
        """What it may attack beyond its range."""
        return []

    def steps(self, pos: Position, me: Source, piece: Piece) -> int:
        """Spaces that it may move more, in the Movement Phase."""
        return 0

    def passes(self, pos: Position, me: Source, piece: Piece, over: Piece) -> bool:
        """Whether it may move through the space of ``over``."""
        return False

    def rides(self, pos: Position, me: Source, piece: Piece) -> dict[Space, int]:
        """Where it may go in place of a normal move of the Movement Phase, with how many spaces that is."""
        return {}

    def stays(self, pos: Position, me: Source, piece: Piece) -> bool:
        """Whether it is not moved in the Movement Phase."""
        return False

    def rests(self, pos: Position, me: Source, piece: Piece) -> bool:
        """Whether it does not attack in the Attack Phase."""
        return False

    def only(self, pos: Position, me: Source, piece: Piece) -> list[int] | None:
        """The cards that its extra attack may be made at; None: any."""
        return None

    def tramples(self, pos: Position, me: Source, piece: Piece) -> bool:
        """Whether it wounds the commons that it moves through."""
        return False

    def holds(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        """Why the piece cannot be moved."""
        return None

    def disarms(self, pos: Position, me: Source, piece: Piece) -> Refusal | None:
        """Why the piece cannot attack."""
        return None

    def extra_attack(self, pos: Position, me: Source, piece: Piece) -> bool:
        """Whether the piece may attack though the phase's three attacks are made, or for none of them."""
        return False

    def hand_size(self, pos: Position, me: Source) -> int:
        """How many cards its controller draws up to."""
        return 0

    def dearer_freeze(self, pos: Position, me: Source) -> bool:
        """Whether its controller's Freezes cost one Magic Point more to be rid of."""
        return False

    def must(self, pos: Position, me: Source, piece: Piece) -> list[Piece] | None:
        """The cards of which the piece's attack must be at one; None: no matter."""
        return None

    def cap(self, pos: Position, me: Source, piece: Piece) -> int | None:
        """How far it may be moved at most; None: no matter."""
        return None

    def nearby(self, pos: Position, me: Source, piece: Piece) -> bool:
        """Whether it may attack adjacent cards only."""
        return False

    # ---- a card in the hand
    def discount(self, pos: Position, seat: int, card: int) -> int:
        """By how much its cost may be lowered while it is summoned."""
        return 0

    def paying(self, game: Game, seat: int, card: int) -> Rule[int]:
        """What is to be paid for it."""
        yield from ()
        return game.face(card).cost

    def over(self, pos: Position, seat: int, card: int) -> list[Piece]:
        """Cards whose place it may take."""
        return []

    def spaces(self, pos: Position, seat: int, card: int) -> list[Space]:
        """Where it may be summoned besides the spaces beside walls."""
        return []

    def summoned(self, game: Game, seat: int, card: int) -> Rule[None]:
        """It has just been summoned."""
        yield from ()

    # ---- moments
    def event_uses(self, pos: Position, me: Source) -> list[Use]:
        """What may be done in its controller's Event Phase."""
        return []

    def move_uses(self, pos: Position, me: Source) -> list[Use]:
        """What may be done in place of being moved."""
        return []

    def before_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        """A piece is about to be moved in the Movement Phase."""
        yield from ()

    def approached(self, game: Game, me: Source, piece: Piece) -> None:
        """A piece has moved to where it stands."""

    def dice_fell(self, game: Game, me: Source, fight: Fight, piece: Piece) -> Rule[bool]:
        """The dice lie; whether ``piece`` gets no wounds."""
        yield from ()
        return False

    def takes(self, game: Game, me: Source, piece: Piece, wounds: int) -> Piece | None:
        """Who gets the wounds that ``piece`` would get."""
        return None

    def buried(self, game: Game, seat: int, piece: Piece) -> None:
        """An event in a hand: ``piece`` lies on ``seat``'s Magic Pile now."""

    def slain(self, game: Game, me: Source, seat: int, piece: Piece, by: Piece | None) -> bool:
        """``piece`` is destroyed; whether its card has been put elsewhere than on ``seat``'s Magic Pile. ``by``: the unit
        whose attack it was."""
        return False

    def uses(self, pos: Position, me: Source) -> list[Use]:
        """What may be done in place of an attack, in the Attack Phase."""
        return []

    def use(self, game: Game, me: Source, use: Use) -> Rule[None]:
        yield from ()

    def affects(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        """Before the dice: more cards may be affected."""
        yield from ()

    def after_attack(self, game: Game, me: Source, fight: Fight) -> Rule[None]:
        yield from ()

    def after_move(self, game: Game, me: Source, piece: Piece) -> Rule[None]:
        """A piece has been moved in the Movement Phase."""
        yield from ()

    def turn_starts(self, game: Game, me: Source) -> Rule[None]:
        """The start of the turn of whoever controls it."""
        yield from ()

    def movement_ends(self, game: Game, me: Source) -> Rule[None]:
        """Right after its controller's Movement Phase."""
        yield from ()

    def attacks_end(self, game: Game, me: Source) -> Rule[None]:
        """The end of its controller's Attack Phase."""
        yield from ()

    def turn_ends(self, game: Game, me: Source) -> Rule[None]:
        """The end of its controller's turn."""
        yield from ()

    def wounded(self, game: Game, me: Source, piece: Piece, wounds: int) -> int:
        """``wounds`` are about to be put on ``piece``: how many are."""
        return wounds

    # ---- events
    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        """Why the event cannot be played now (SW-EVPH-06)."""
        return None

    def play(self, game: Game, seat: int, card: int) -> Rule[None]:
        """What the event does. The card goes to the discard pile afterwards unless it has been put elsewhere."""
        yield from ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.hooks = frozenset(
            name
            for name in vars(Effect)
            if name not in ("hooks", "free") and getattr(cls, name) is not getattr(Effect, name)
        )


@dataclass(frozen=True)
class Source:
    """An effect where it stands. ``seat`` is whom its "you" means."""

    effect: Effect
    seat: int
    piece: Piece | None = None
    lasting: Lasting | None = None

    def on(self, piece: Piece) -> bool:
        """Whether it stands on that piece."""
        return self.piece is piece


ABILITIES: dict[str, Effect] = {}
EVENTS: dict[str, Effect] = {}


def ability(cls: type[Effect]) -> type[Effect]:
    """Register an ability under its name."""
    ABILITIES[cls.name] = cls()
    return cls


def event(cls: type[Effect]) -> type[Effect]:
    """Register an event under its card's id; one that several factions have under its name."""
    EVENTS[cls.name] = cls()
    return cls


def event_of(face: Face) -> Effect:
    return EVENTS.get(face.id) or EVENTS[face.name]


def sources(pos: Position, hook: str) -> Iterator[Source]:
    """Whatever in play has something to say at that moment."""
    for piece in pos.state.field:
        for effect in pos.effects_of(piece):
            if hook in effect.hooks:
                yield Source(effect, piece.controller, piece)
    for lasting in pos.state.lasting:
        lasts = EVENTS.get(lasting.effect) or ABILITIES.get(lasting.effect)
        if lasts is not None and hook in lasts.hooks:
            yield Source(lasts, lasting.seat, None, lasting)
