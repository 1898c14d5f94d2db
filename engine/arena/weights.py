"""What each option that a seat is asked about weighs: the order of lists, and all that a built-in player looks at."""

from __future__ import annotations

from collections.abc import Callable

from engine.arena import ambush, odds
from engine.arena.attack import target_of
from engine.arena.casting import spell_id
from engine.arena.hexes import Hex, parse
from engine.arena.options import Attack, Cast, Choose, End, Move, Pick, PickCard, PickSpace, PickSpell, Say, Summon, Use
from engine.arena.position import Position, Stand
from engine.arena.state import Figure
from engine.arena.steps import Walker
from engine.arena.ways import Node, Way, goals, search, way
from engine.arena.worth import Worth
from engine.core.options import Ask, Option
from engine.core.views import Weighed

ENDS = {"attacks": 0.0, "extra": 0.0, "turn": -1.0}
YES = 0.5


def weigh(pos: Position, ask: Ask) -> list[Weighed]:
    """The ask's options without words, in its order. A lone one is not weighed."""
    if len(ask.options) == 1:
        return [Weighed(ask.options[0].key, ask.options[0].verb)]
    weights = Weights(pos, ask)
    return [Weighed(option.key, option.verb, weights.of(option)) for option in ask.options]


class Weights:
    """Weighs the options of one ask; looks the reach of each figure up once."""

    def __init__(self, pos: Position, ask: Ask) -> None:
        self.pos, self.ask = pos, ask
        self.worth = Worth(pos, ask.seat)
        self.walkers: dict[int, Walker] = {}
        self._reach: dict[int, dict[tuple[Hex, Hex | None], list[Node]]] = {}
        self._gain: dict[tuple[int, Stand], float] = {}
        self._of: dict[type[Option], Callable[..., float]] = {
            Cast: self._cast, Choose: self._choose, Summon: self._summon, Move: self._move, Attack: self._attack,
            Use: self._use, End: self._end, Pick: self._pick, PickCard: self._pick_card, PickSpace: self._pick_space,
            PickSpell: self._pick_spell, Say: self._say,
        }  # fmt: skip

    def of(self, option: Option) -> float:
        return self._of[type(option)](option)

    @property
    def about(self) -> str:
        """The name of the spell or ability that a nested question belongs to, empty if it does not say."""
        return str(self.ask.question.parts.get("spell", ""))

    def node(self, option: Move) -> Node:
        """Where the option's way ends."""
        figure = self.pos.state.figures[option.figure]
        if figure.id not in self._reach:
            walker = self.walkers[figure.id] = Walker(self.pos, figure)
            self._reach[figure.id] = goals(search(walker))
        nodes = self._reach[figure.id][parse(option.to), parse(option.rear) if option.rear else None]
        return nodes[-1] if option.way == "quick" else nodes[0]

    def way(self, option: Move) -> Way:
        node = self.node(option)
        return way(self.walkers[option.figure], node)

    def _cast(self, option: Cast) -> float:
        return self.worth.spell(self.pos.spell(spell_id(option.spell)))

    def _choose(self, option: Choose) -> float:
        return self.worth.choosing(self.pos.state.cards[option.card])

    def _summon(self, option: Summon) -> float:
        return self.pos.face(self.pos.state.cards[option.card]).cost / 10

    def _move(self, option: Move) -> float:
        """What going there gains, less what it risks."""
        node = self.node(option)
        figure, walker = self.pos.state.figures[option.figure], self.walkers[option.figure]
        gain = self._gained(figure, node.stand)
        if not node.risk and not walker.mired:
            return gain - node.cost / 50
        taken = way(walker, node)
        hurt = odds.SWORD * (taken.leaving + taken.falls) + taken.rolls / 20
        return gain * taken.arrives - hurt * self.worth.life_worth(figure) - node.cost / 50

    def _gained(self, figure: Figure, stand: Stand) -> float:
        found = self._gain.get((figure.id, stand))
        if found is None:
            if stand[0] in ambush.exits(self.pos):
                found = self.pos.points(figure) / (10 if ambush.flees(self.pos, figure.owner) else -5)
            else:
                engaged = self.walkers[figure.id].engaged(stand)
                found = self.worth.standing(figure, stand, engaged) - self.worth.here(figure)
            self._gain[figure.id, stand] = found
        return found

    def _attack(self, option: Attack) -> float:
        figure, target = self.pos.state.figures[option.figure], target_of(self.pos, option)
        return self.worth.attack(target, odds.of_attack(self.pos, figure, target)[2])

    def _use(self, option: Use) -> float:
        return self.worth.ability(option.ability, self.pos.state.cards[option.card])

    def _end(self, option: End) -> float:
        return ENDS[option.what]

    def _pick(self, option: Pick) -> float:
        return self.worth.figure(self.pos.state.figures[option.figure], self.about)

    def _pick_card(self, option: PickCard) -> float:
        return self.worth.card(self.pos.state.cards[option.card], self.about)

    def _pick_space(self, option: PickSpace) -> float:
        return self.worth.place(parse(option.space))

    def _pick_spell(self, option: PickSpell) -> float:
        return self.worth.keeping(self.pos.spell(spell_id(option.spell)), given_up="discard" in self.ask.question.form)

    def _say(self, option: Say) -> float:
        return YES if option.word == "yes" else 0.0
