"""Power, toughness, move and range as they are now: each a sum whose lines can be shown.

The same sums feed the dice, the odds, ``/why`` and the card pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.arena import converge, moorlands
from engine.arena.effects import Fight, sources
from engine.arena.position import CRYPTOLITH_TOUGHNESS, Position
from engine.arena.state import Figure
from engine.core.text import Text, listed, words


@dataclass
class Sum:
    """A number with its lines. ``least`` is what it cannot fall below, ``most`` what it cannot exceed."""

    lines: list[tuple[Text, int]] = field(default_factory=list)
    least: int = 0
    caps: list[tuple[Text, int]] = field(default_factory=list)

    def add(self, what: Text, amount: int) -> None:
        if amount:
            self.lines.append((what, amount))

    @property
    def total(self) -> int:
        total = max(self.least, sum(amount for _, amount in self.lines))
        return min([total, *(cap for _, cap in self.caps)])

    @property
    def words(self) -> Text:
        """``power 3, +1 height, -1 weird ground = 3``"""
        parts: list[str | int | Text] = []
        for n, (what, amount) in enumerate(self.lines):
            parts.append(words("{what} {amount}", what=what, amount=str(amount) if n == 0 else f"{amount:+d}"))
        parts += [words("{what}: at most {cap}", what=what, cap=cap) for what, cap in self.caps]
        return words("{lines} = {total}", lines=listed(parts), total=self.total)


def power(pos: Position, figure: Figure, fight: Fight | None = None) -> Sum:
    """Attack dice (AR-ATK-33). Without a fight: no height, nothing that looks at a target (cards' notes, "power")."""
    face, card = pos.face_of(figure), pos.card_of(figure)
    total = Sum()
    total.lines.append((words("power"), face.power))
    total.add(words("Power +1 counters"), card.counters.get("power", 0))
    for me in sources(pos, "power"):
        total.add(Text(me.name), me.effect.power(pos, me, figure, fight))
    if fight is not None:
        for me in sources(pos, "attack_dice"):
            total.add(Text(me.name), me.effect.attack_dice(pos, me, fight))
        total.add(words("weirded ground"), converge.weirded_bonus(pos, figure))
        if fight.defender and pos.level(pos.space(figure)) > pos.level(pos.space(fight.defender)):
            total.add(words("height"), 1)
        extra = pos.state.turn.extra
        if extra is not None and figure.id in extra.figures:
            total.add(words("{source}", source=extra.source), extra.power)
        total.add(words("this attack"), fight.bonus - fight.penalty)
    return total


def toughness(pos: Position, figure: Figure, fight: Fight | None = None) -> Sum:
    """Defence dice (AR-ATK-34)."""
    face, card = pos.face_of(figure), pos.card_of(figure)
    total = Sum()
    total.lines.append((words("toughness"), face.toughness))
    total.add(words("Toughness +1 counters"), card.counters.get("toughness", 0))
    for me in sources(pos, "toughness"):
        total.add(Text(me.name), me.effect.toughness(pos, me, figure, fight))
    if fight is not None:
        total.add(words("weirded ground"), converge.weirded_bonus(pos, figure))
        if pos.level(pos.space(figure)) > pos.level(pos.space(fight.attacker)):
            total.add(words("height"), 1)
    return total


def defence(pos: Position, fight: Fight) -> Sum:
    """Defence dice of a figure or a cryptolith (AR-CRYPT-02: 4, neither side counts height against a cryptolith, A19)."""
    if fight.defender is not None:
        return toughness(pos, fight.defender, fight)
    total = Sum()
    total.add(words("toughness of a cryptolith"), CRYPTOLITH_TOUGHNESS)
    return total


def leaving_dice(pos: Position, by: Figure, at: Figure) -> int:
    """Dice of a leaving-engagement attack: one, whatever the power (AR-ENG-05), unless a card says otherwise."""
    if moorlands.truce(pos):
        return 0
    if any(me.effect.forbids_leaving_attack(pos, me, by, at) for me in sources(pos, "forbids_leaving_attack")):
        return 0
    fight = Fight(by, at, leaving=True)
    dice = 1
    dice += sum(me.effect.leaving_dice(pos, me, by) for me in sources(pos, "leaving_dice"))
    dice += sum(me.effect.attack_dice(pos, me, fight) for me in sources(pos, "attack_dice"))
    return max(0, dice)


def move(pos: Position, figure: Figure) -> Sum:
    """Spaces in Action 3 (AR-MOVE-02), without the road's three."""
    total = Sum()
    total.lines.append((words("move"), pos.face_of(figure).move))
    for me in sources(pos, "move"):
        total.add(Text(me.name), me.effect.move(pos, me, figure))
    total.least = min(1, pos.face_of(figure).move)
    return total


def range_of(pos: Position, figure: Figure) -> Sum:
    """Range in spaces (AR-ATK-06), capped by the night and by cards."""
    total = Sum()
    total.lines.append((words("range"), pos.face_of(figure).range))
    for me in sources(pos, "range"):
        total.add(Text(me.name), me.effect.range(pos, me, figure))
    for me in sources(pos, "range_cap"):
        cap = me.effect.range_cap(pos, me, figure)
        if cap is not None:
            total.caps.append((Text(me.name), cap))
    night = converge.night_cap(pos, figure)
    if night is not None:
        total.caps.append((words("night"), night))
    return total


def flies(pos: Position, figure: Figure) -> bool:
    return pos.field.rules.flying and any(me.effect.flies(pos, me, figure) for me in sources(pos, "flies"))
