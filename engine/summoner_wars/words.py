"""Options as people meet them: labels, odds, warnings; and what they are worth to a simple player."""

from __future__ import annotations

from engine.core.options import Ask, Option
from engine.core.text import NOTHING, Text, counted, words
from engine.core.views import OptionView
from engine.summoner_wars.freezing import Pay, cost_of
from engine.summoner_wars.options import (
    Attack,
    Build,
    End,
    First,
    Move,
    Pick,
    PickSpace,
    PlayEvent,
    PlayWall,
    Say,
    Summon,
    Use,
)
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Piece
from engine.summoner_wars.worth import worth

SAID = {
    "yes": words("Yes"),
    "no": words("No"),
    "enough": words("Nothing more"),
}
ENDS = {
    "summon": words("End the Summon Phase"),
    "events": words("End the Event Phase"),
    "movement": words("End the Movement Phase"),
    "attack": words("End the Attack Phase"),
    "turn": words("End turn"),
}


def describe(pos: Position, ask: Ask) -> list[OptionView]:
    return [_one(pos, ask.seat, option) for option in ask.options]


def _view(option: Option, label: Text, whole: Text, **more: object) -> OptionView:
    return OptionView(option.key, type(option).verb, label, whole, **more)  # type: ignore[arg-type]


def _one(pos: Position, seat: int, option: Option) -> OptionView:
    value = worth(pos, seat, option)
    match option:
        case Summon(card, space):
            face = pos.face(card)
            where = Text(space.upper())
            cost = counted(face.cost, "{n} Magic Point", "{n} Magic Points")
            return _view(option, where, words("{card} on {space}", card=Text(face.name), space=where), subject=str(card),
                         subject_label=words("{card} ({cost})", card=Text(face.name), cost=cost), detail=_stats(pos, card),
                         weight=value)  # fmt: skip
        case PlayWall(card, space):
            name, where = Text(pos.face(card).name), Text(space.upper())
            return _view(option, where, words("{card} on {space}", card=name, space=where), subject=str(card),
                         subject_label=name, weight=value)  # fmt: skip
        case PlayEvent(card):
            face = pos.face(card)
            return _view(option, Text(face.name), Text(face.name), subject=str(card), subject_label=Text(face.name),
                         detail=Text(face.text), weight=value)  # fmt: skip
        case Move(card, space):
            where = Text(space.upper())
            return _view(option, where, words("{card} to {space}", card=pos.label(card), space=where), subject=str(card),
                         subject_label=pos.label(card), weight=value)  # fmt: skip
        case Attack(card, target):
            attacker, aimed = pos.here(card), pos.here(target)
            whole = words("{card} at {target}", card=pos.label(card), target=_aimed(pos, aimed))
            return _view(option, _aimed(pos, aimed), whole,
                         subject=str(card), subject_label=pos.label(card), detail=_odds(pos, attacker, aimed),
                         warning=_warning(pos, attacker, aimed), weight=value)  # fmt: skip
        case Use(card, ability):
            whole, text = words("{card}: {ability}", card=pos.label(card), ability=Text(ability)), Text(pos.face(card).text)
            return _view(option, Text(ability), whole, subject=str(card), subject_label=pos.label(card), detail=text,
                         weight=value)  # fmt: skip
        case Pay(card):
            cost = counted(cost_of(pos, pos.here(card)), "{n} Magic Point", "{n} Magic Points")
            label = words("Pay off the Freeze on {card}", card=pos.label(card))
            return _view(option, label, label, subject=f"thaw {card}", subject_label=label, detail=cost, weight=value)
        case Build(card):
            name = Text(pos.face(card).name)
            return _view(option, name, words("{card} onto the Magic Pile", card=name), subject=str(card), subject_label=name,
                         detail=_stats(pos, card), weight=value)  # fmt: skip
        case End(what):
            label = ENDS[what]
            return _view(option, label, label, subject=what, subject_label=label, weight=value)
        case First(who):
            label = words("I begin") if who == seat else words("{side} begins", side=pos.side_name(who))
            return _view(option, label, label, weight=value)
        case Pick(card):
            label = pos.label(card)
            return _view(option, label, label, detail=_stats(pos, card), weight=value)
        case PickSpace(space):
            return _view(option, Text(space.upper()), Text(space.upper()), weight=value)
        case Say(word):
            label = SAID.get(word, Text(word))
            return _view(option, label, label, weight=value)
    raise AssertionError(option)


def _stats(pos: Position, card: int) -> Text:
    face = pos.face(card)
    if not face.unit:
        return Text(face.text)
    piece = pos.piece(card)
    symbol = "🏹" if face.range == "bow" else "⚔"
    attack = pos.attack_value(piece) if piece else face.attack
    life = f"{pos.life_left(piece)}/{face.life}" if piece else str(face.life)
    return words("{symbol}{attack} ❤{life} {ability}", symbol=symbol, attack=attack, life=life, ability=Text(face.ability))


def _aimed(pos: Position, piece: Piece) -> Text:
    return words("{card} (❤{n})", card=pos.label(piece), n=pos.life_left(piece))


def chances(dice: int, need: int, life: int) -> float:
    """How likely so many dice show ``need`` at least ``life`` times."""
    p = min(1.0, max(0.0, (7 - need) / 6))
    alive = [1.0] + [0.0] * dice
    for _ in range(dice):
        alive = [alive[hits] * (1 - p) + (alive[hits - 1] * p if hits else 0.0) for hits in range(dice + 1)]
    return sum(alive[life:]) if life <= dice else 0.0


def _odds(pos: Position, attacker: Piece, target: Piece) -> Text:
    dice, life = pos.attack_value(attacker, target), pos.life_left(target)
    if pos.no_roll(attacker, target):
        return counted(dice, "{n} wound, no roll", "{n} wounds, no roll")
    need = pos.needed(attacker, target)
    percent = round(100 * chances(dice, need, life))
    one, many = "{n} die, hits on {need}+: {percent} % to destroy it", "{n} dice, hits on {need}+: {percent} % to destroy it"
    return counted(dice, one, many, need=max(1, need), percent=percent)


def _warning(pos: Position, attacker: Piece, target: Piece) -> Text:
    if target.controller != attacker.controller:
        return NOTHING
    if pos.face(target).type == "summoner":
        return words("This is your own Summoner: if it is destroyed, you have lost.")
    return words("This is a card of your own.")
