"""Options in words, as a player meets them in lists, on buttons and in autocomplete."""

from __future__ import annotations

from collections.abc import Callable

from engine.arena import ambush, converge, glyphs, moorlands, odds
from engine.arena.attack import may_attack, target_of, targets
from engine.arena.casting import SPELLS, casts, spell_id
from engine.arena.hexes import parse
from engine.arena.movement import may_move
from engine.arena.options import Attack, Cast, Choose, End, Move, Pick, PickCard, PickSpace, PickSpell, Say, Summon, Use
from engine.arena.position import CRYPTOLITH_LIFE, Position, Stand, spot
from engine.arena.state import Cryptolith, Figure
from engine.arena.ways import Way
from engine.arena.weights import Weights
from engine.core.options import Ask, Option
from engine.core.text import NOTHING, Text, counted, listed, words
from engine.core.views import OptionView

SAID = {
    "attacker": ("Attack", "destroy all three cryptoliths by the end of turn 30"),
    "defender": ("Defend", "keep one cryptolith standing; you go first and draw no card on that turn"),
    "first": ("Go first", "place first and draw no card on the first turn"),
    "second": ("Go second", "your opponent places and goes first"),
    "leave it": ("Leave it on top", ""),
    "to the bottom": ("Put it on the bottom", ""),
    "face down": ("The face-down card", "the topmost one; it is shown and does not trigger"),
    "enough": ("That is all", ""),
    "yes": ("Yes", ""),
    "no": ("No", ""),
}

KINDS = {"sorcery": "sorcery", "aura": "aura", "hidden": "hidden enchantment"}

ZONES = {
    "reserve": "in reserve",
    "board": "on the board",
    "graveyard": "destroyed",
    "removed": "out of the game",
    "exited": "left by an exit",
}


def drew(pos: Position, seat: int, count: int) -> Text:
    return counted(count, "{side} draws a card", "{side} draws {n} cards", side=pos.side_name(seat))


def drew_cards(pos: Position, spells: list[str]) -> Text:
    return words("You draw {spells}", spells=listed([pos.spell(spell_id(spell)).name for spell in spells]))


def describe(pos: Position, ask: Ask) -> list[OptionView]:
    """The ask's options in words, in its order."""
    return _Describer(pos, ask).all()


class _Describer:
    """Describes one ask."""

    def __init__(self, pos: Position, ask: Ask) -> None:
        self.pos, self.ask = pos, ask
        self.weights = Weights(pos, ask)
        self.worth = self.weights.worth

    def all(self) -> list[OptionView]:
        return [self.one(option) for option in self.ask.options]

    def one(self, option: Option) -> OptionView:
        describers: dict[type[Option], Callable[..., OptionView]] = {
            Cast: self.cast, Choose: self.choose, Summon: self.summon, Move: self.move, Attack: self.attack, Use: self.use,
            End: self.end, Pick: self.pick, PickCard: self.pick_card, PickSpace: self.pick_space,
            PickSpell: self.pick_spell, Say: self.say,
        }  # fmt: skip
        return describers[type(option)](option)

    def where(self, figure: Figure) -> Text:
        at = spot(figure.at) if figure.zone == "board" and figure.at is not None else words(ZONES[figure.zone])
        return words("{figure} ({at})", figure=self.pos.label(figure), at=at)

    def cast(self, option: Cast) -> OptionView:
        spell = self.pos.spell(spell_id(option.spell))
        kind = words({"sorcery": "sorcery", "aura": "aura", "hidden": "face down"}[spell.type])
        detail = words("{kind}, {cost} points", kind=kind, cost=spell.cost)
        return OptionView(option.key, "cast", Text(spell.name), words("Cast {spell}", spell=spell.name), option.spell,
                          Text(spell.name), detail, weight=self.weights.of(option))  # fmt: skip

    def choose(self, option: Choose) -> OptionView:
        card = self.pos.state.cards[option.card]
        figures = self.pos.on_board(card)
        at = listed([spot(self.pos.space(figure)) for figure in figures])
        label = self.pos.card_label(card)
        return OptionView(option.key, "choose", label, words("Use {card}", card=label), detail=at,
                          weight=self.weights.of(option))  # fmt: skip

    def summon(self, option: Summon) -> OptionView:
        card = self.pos.state.cards[option.card]
        label = self.pos.card_label(card)
        waiting = sum(figure.zone == "reserve" for figure in self.pos.figures_of(card))
        one, many = "one figure; {left} of 2 summonings left", "{n} figures; {left} of 2 summonings left"
        detail = counted(waiting, one, many, left=2 - len(self.pos.state.turn.summoned))
        return OptionView(option.key, "summon", label, words("Summon {card}", card=label), str(card.id), label, detail,
                          weight=self.weights.of(option))  # fmt: skip

    def move(self, option: Move) -> OptionView:
        figure = self.pos.state.figures[option.figure]
        way = self.weights.way(option)
        stand = way.steps[-1].stand
        gains = self._gains(figure, stand)
        hows = {step.how for step in way.steps}
        parts: list[str | int | Text] = [counted(way.cost, "one space", "{n} spaces")]
        if "scale" in hows:
            parts.append(words("scaling"))
        if way.steps[-1].stops:
            parts.append(words("ends the move"))
        if way.risk:
            parts.append(risk_in_words(way))
        parts += gains
        at = Text(option.to) if len(stand) == 1 else words("{at} and {rear}", at=option.to, rear=spot(stand[1]))
        label = words("{at} (quick)", at=at) if option.way == "quick" else at
        warning = words("Via {path}: {risk}.", path=" ".join(way.path), risk=risk_in_words(way)) if way.risk else NOTHING
        return OptionView(
            option.key, "move", label, words("{figure} to {to}", figure=self.pos.label(figure), to=label), str(figure.id),
            self.where(figure), detail=listed(parts), warning=warning, weight=self.weights.of(option),
        )  # fmt: skip

    def _gains(self, figure: Figure, stand: Stand) -> list[str | int | Text]:
        """What standing there would be good for: attacks it enables, weirded ground, glyphs, the way out."""
        pos = self.pos
        if stand[0] in ambush.exits(pos):
            if ambush.flees(pos, figure.owner):
                return [words("leaves the battlefield: {points} points", points=pos.points(figure))]
            return [words("leaves the battlefield and is lost")]
        gains: list[str | int | Text] = []
        for cryptolith in pos.standing:
            if any(cryptolith.at in pos.field.neighbours(space) for space in stand):
                gains.append(words("beside the {name} cryptolith", name=Text(cryptolith.name)))
        engaged = self.weights.walkers[figure.id].engaged(stand)
        far = 1 if engaged else self.worth.range(figure)
        near = sum(distance <= far for distance, _ in self.worth.around(stand)) if far > 1 else 0
        if engaged:
            gains.append(words("engages {n}", n=len(engaged)))
        elif near:
            gains.append(counted(near, "one enemy within range", "{n} enemies within range"))
        glyph = pos.glyph_at(stand[0])
        if glyph:
            gains.append(glyphs.title(glyph.key if glyph.face_up else "?"))
        if moorlands.bog(pos, stand):
            gains.append(words("bog: {stuck} % to be stuck there", stuck=percent(1 - moorlands.THROUGH)))
        swing = converge.swing(pos) if all(pos.is_weirded(space) for space in stand) else 0
        if swing:
            defender = pos.state.seats[pos.controller(figure)].side == converge.DEFENDER
            gains.append(words("weirded ground {n}", n=f"{swing if defender else -swing:+d}"))
        return gains

    def attack(self, option: Attack) -> OptionView:
        figure, target = self.pos.state.figures[option.figure], target_of(self.pos, option)
        life = CRYPTOLITH_LIFE - target.damage if isinstance(target, Cryptolith) else self.pos.life_left(target)
        power, defence, chances = odds.of_attack(self.pos, figure, target)
        stone = isinstance(target, Cryptolith)
        label = words("the {name} cryptolith", name=Text(target.name)) if stone else self.where(target)  # type: ignore
        return OptionView(
            option.key, "attack", label, words("{figure} attacks {target}", figure=self.pos.label(figure), target=label),
            str(figure.id), self.where(figure), detail=odds.in_words(power, defence, chances, life),
            weight=self.weights.of(option),
        )  # fmt: skip

    def use(self, option: Use) -> OptionView:
        card = self.pos.state.cards[option.card]
        text = next(ability.text for ability in self.pos.face(card).abilities if ability.name == option.ability)
        return OptionView(option.key, "ability", Text(option.ability), words("Use {ability}", ability=option.ability),
                          option.ability, Text(option.ability), detail=Text(text),
                          weight=self.weights.of(option))  # fmt: skip

    def end(self, option: End) -> OptionView:
        if option.what == "attacks":
            label = words("Finish attacks")
            return OptionView(option.key, "end", label, label, "attacks", label,
                              words("then cast spells or use abilities"), weight=self.weights.of(option))  # fmt: skip
        if option.what == "extra":
            label = words("Go on")
            return OptionView(option.key, "end", label, label, "extra", label, words("the extra action ends"),
                              weight=self.weights.of(option))  # fmt: skip
        return OptionView(option.key, "end", words("End turn"), words("End turn"), "turn", words("End turn"),
                          warning=undone(self.pos), weight=self.weights.of(option))  # fmt: skip

    def pick(self, option: Pick) -> OptionView:
        figure = self.pos.state.figures[option.figure]
        label = self.where(figure)
        detail = words("{left} of {life} life left", left=self.pos.life_left(figure), life=self.pos.face_of(figure).life)
        return OptionView(option.key, "choose", label, label, detail=detail, weight=self.weights.of(option))

    def pick_card(self, option: PickCard) -> OptionView:
        card = self.pos.state.cards[option.card]
        label = self.pos.card_label(card)
        side = self.pos.side_name(card.controller)
        return OptionView(option.key, "choose", label, label, detail=words("of {side}", side=side),
                          weight=self.weights.of(option))  # fmt: skip

    def pick_space(self, option: PickSpace) -> OptionView:
        space = parse(option.space)
        pos = self.pos
        parts: list[str | int | Text] = [words("level {n}", n=pos.level(space))]
        if pos.is_water(space):
            parts.append(words("water"))
        if pos.is_weirded(space):
            parts.append(words("weirded ground"))
        for cryptolith in pos.standing:
            if cryptolith.at in pos.field.neighbours(space):
                parts.append(words("beside the {name} cryptolith", name=Text(cryptolith.name)))
        near = [enemy for enemy in self.worth.enemies if pos.distance(space, enemy) == 1]
        if near:
            parts.append(words("beside {figure}", figure=pos.label(near[0])))
        label = Text(option.space)
        return OptionView(option.key, "choose", label, label, detail=listed(parts), weight=self.weights.of(option))

    def pick_spell(self, option: PickSpell) -> OptionView:
        spell = self.pos.spell(spell_id(option.spell))
        return OptionView(option.key, "choose", Text(spell.name), Text(spell.name), detail=words(KINDS[spell.type]),
                          weight=self.weights.of(option))  # fmt: skip

    def say(self, option: Say) -> OptionView:
        label, detail = SAID[option.word]
        return OptionView(option.key, "choose", words(label), words(label), detail=words(detail),
                          weight=self.weights.of(option))  # fmt: skip


def risk_in_words(way: Way) -> Text:
    """``2 leaving attacks and a fall, 75 % to be hurt``; before bogs also how likely one gets that far."""
    parts: list[str | int | Text] = []
    if way.leaving:
        parts.append(counted(way.leaving, "a leaving attack of one die", "leaving attacks of {n} dice"))
    if way.falls:
        parts.append(counted(way.falls, "a fall", "{n} falls"))
    if way.rolls:
        parts.append(counted(way.rolls, "a roll for a bog", "{n} rolls for bogs"))
    if way.arrives < 1:
        parts.append(words("{stuck} % to be stuck before", stuck=percent(1 - way.arrives)))
    return words("{what}, {hurt} % to be hurt", what=listed(parts), hurt=percent(1 - way.unhurt))


def percent(chance: float) -> int:
    return round(100 * chance)


def undone(pos: Position) -> Text:
    """What ending the turn now would leave undone; empty if nothing."""
    turn = pos.state.turn
    parts: list[str | int | Text] = []
    if turn.chosen is not None and turn.phase in ("before", "acting"):
        figures = pos.on_board(pos.state.cards[turn.chosen])
        still = [figure for figure in figures if may_move(pos, figure) is None and not turn.attacks]
        moved = {moving.figure for moving in turn.moves}
        still = [figure for figure in still if figure.id not in moved]
        if still:
            left = listed([pos.label(figure) for figure in still])
            parts.append(counted(len(still), "{figures} has not moved", "{figures} have not moved", figures=left))
        ready = [figure for figure in figures if may_attack(pos, figure) is None and targets(pos, figure)]
        if ready:
            parts.append(words("{figures} can attack", figures=listed([pos.label(figure) for figure in ready])))
    if turn.phase in ("before", "after") and casts(pos, turn.seat):
        more = SPELLS + turn.more_spells - turn.spells
        parts.append(counted(more, "you may still cast a spell", "you may still cast {n} spells"))
    return words("{what}.", what=listed(parts)) if parts else NOTHING
