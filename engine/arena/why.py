"""Why something is not on offer: what stands in no list, with the reason and its rule."""

from __future__ import annotations

from engine.arena import casting, summoning, turn
from engine.arena.attack import may_attack, target_refusal
from engine.arena.effects import Activated, abilities
from engine.arena.hexes import parse
from engine.arena.movement import why_not
from engine.arena.options import Choose, End
from engine.arena.position import Position
from engine.arena.state import Cryptolith, Figure
from engine.core.options import Ask
from engine.core.refusal import Refusal, refuse
from engine.core.text import NOTHING, Text, words
from engine.core.views import RefusedView

NO_SUCH = refuse("", "there is no such choice now; look at the list of what you may do")


def why(pos: Position, seat: int, key: str) -> Refusal:
    """Why ``seat`` cannot give that answer now. Keys that name nothing known get a general reason."""
    try:
        return _why(pos, seat, key) or NO_SUCH
    except (ValueError, KeyError, IndexError, StopIteration):
        return NO_SUCH


def _why(pos: Position, seat: int, key: str) -> Refusal | None:
    tag, _, rest = key.partition(":")
    parts = rest.split(":")
    if tag == "cast":
        if parts[0] not in pos.state.seats[seat].hand:
            return refuse("AR-SPELL-02", "that card is not in your hand")
        return casting.refusal(pos, seat, parts[0])
    if tag == "card":
        return turn.choice_refusal(pos, pos.state.cards[int(parts[0])])
    if tag == "summon":
        return summoning.refusal(pos, pos.state.cards[int(parts[0])])
    if tag == "move":
        rear = parse(parts[3]) if len(parts) > 3 else None
        return why_not(pos, pos.state.figures[int(parts[0])], parse(parts[1]), rear)
    if tag == "attack":
        figure = pos.state.figures[int(parts[0])]
        return may_attack(pos, figure) or target_refusal(pos, figure, _target(pos, parts[1]))
    if tag == "use":
        card = pos.state.cards[int(parts[0])]
        me = next(me for me in abilities(pos, card) if me.name == parts[1])
        return turn.ability_refusal(pos, card, me)
    if tag == "end" and pos.state.turn.chosen is None:
        return refuse("AR-CHOOSE-01", "choose an army card first")
    return None


def _target(pos: Position, name: str) -> Figure | Cryptolith:
    if name.isdigit():
        return pos.state.figures[int(name)]
    return next(cryptolith for cryptolith in pos.state.cryptoliths if cryptolith.name == name)


def refused(pos: Position, ask: Ask) -> list[RefusedView]:
    """What the asked seat may look for in its lists and not find. Nested questions have no such list."""
    if not any(isinstance(option, (Choose, End)) for option in ask.options):
        return []
    return [*_spells(pos, ask.seat), *_cards(pos, ask.seat), *_attacks(pos, ask.seat)]


def _entry(verb: str, subject: str, subject_label: Text, label: Text, why: Refusal) -> RefusedView:
    return RefusedView(verb, subject, subject_label, label, why)


def _spells(pos: Position, seat: int) -> list[RefusedView]:
    found = []
    for card in sorted(set(pos.state.seats[seat].hand)):
        refusal = casting.refusal(pos, seat, card)
        if refusal:
            name = Text(pos.spell(casting.spell_id(card)).name)
            found.append(_entry("cast", card, name, name, refusal))
    return found


def _cards(pos: Position, seat: int) -> list[RefusedView]:
    found = []
    for card in pos.state.cards:
        if card.controller != seat and card.owner != seat:
            continue
        label = pos.card_label(card)
        choice = turn.choice_refusal(pos, card)
        if choice and pos.state.turn.chosen is None:
            found.append(_entry("choose", str(card.id), NOTHING, label, choice))
        summoning_refusal = summoning.refusal(pos, card)
        if summoning_refusal and card.zone == "reserve":
            found.append(_entry("summon", str(card.id), label, label, summoning_refusal))
        if card.zone == "play":
            for me in abilities(pos, card):
                use = turn.ability_refusal(pos, card, me) if isinstance(me.effect, Activated) else None
                if use:
                    found.append(_entry("ability", me.name, Text(me.name), Text(me.name), use))
    return found


def _attacks(pos: Position, seat: int) -> list[RefusedView]:
    running = pos.state.turn
    if running.chosen is None:
        return []
    found = []
    everything: list[Figure | Cryptolith] = [*pos.enemies(seat), *pos.standing]
    for figure in pos.on_board(pos.state.cards[running.chosen]):
        label = pos.label(figure)
        barred = may_attack(pos, figure)
        if barred:
            found.append(_entry("attack", str(figure.id), label, words("anything"), barred))
            continue
        for target in everything:
            refusal = target_refusal(pos, figure, target)
            if refusal:
                cryptolith = isinstance(target, Cryptolith)
                name = words("the {name} cryptolith", name=Text(target.name)) if cryptolith else pos.label(target)  # type: ignore
                found.append(_entry("attack", str(figure.id), label, name, refusal))
    return found
