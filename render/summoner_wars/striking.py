"""Who could strike whom, in words: threats to Summoners, and what the reader's own could strike."""

from __future__ import annotations

from engine.core.text import Text, counted, say, words
from engine.summoner_wars import board
from engine.summoner_wars.view import PieceView
from render.saying import bullets, heading, sentence, the_others
from render.summoner_wars import threats
from render.summoner_wars.naming import marked, piece_of, way_to
from render.summoner_wars.threats import Field, Strike


def threats_to(field: Field, target: PieceView) -> list[Strike]:
    """How enemies could strike the target: in what is left of this turn if it is theirs, else in their next one."""
    view = field.view
    enemies = field.units(1 - target.seat)
    if view.phase in ("over", "setup"):
        return []
    moving = True
    if view.active != target.seat and view.phase == "attack":
        enemies, moving = [each for each in enemies if not each.attacked], False
    return threats.strikes(field, enemies, [target], moving=moving)


def threat_words(field: Field, target: PieceView) -> list[str]:
    """Who could strike the target, under a heading."""
    view, lines = field.view, []
    title = say("Threats to {figure} on {at}, life {left} of {life}", figure=marked(view, target), at=target.at.upper(),
                left=target.life - target.wounds, life=target.life)  # fmt: skip
    found = threats_to(field, target)
    for each in found:
        enemy = piece_of(view, each.attacker)
        way = way_to(field, board.parse(target.at), board.parse(enemy.at))
        form = "{card} on {at}, {way}: can attack from where it stands, {dice}"
        if each.start is not None:
            form = "{card} on {at}, {way}: can attack after a move to {start}, {dice}"
        lines.append(sentence(say(form, card=marked(view, enemy), at=enemy.at.upper(), way=way, start=each.start or "",
                                  dice=_dice(enemy))))  # fmt: skip
    striking = {each.attacker for each in found}
    far = [words("{card} on {at}, {n} spaces away", card=Text(each.face.name), at=each.at.upper(),
                 n=field.distance(each, target))
           for each in sorted(field.units(1 - target.seat), key=lambda each: (field.distance(each, target), each.at))
           if each.card not in striking]  # fmt: skip
    lines += [the_others(far)] if far else []
    return ["", heading(title), *bullets(lines or [say("No enemy is on the battlefield.")])]


def _dice(piece: PieceView) -> Text:
    return counted(piece.attack, "{n} die", "{n} dice")


def chance_words(field: Field) -> list[str]:
    """What the reader's own could strike, under a heading: in what is left of their turn, else in their next one."""
    view = field.view
    if view.viewer is None or (view.active == view.viewer and view.phase == "magic"):
        return []
    lines = []
    for unit in sorted(field.units(view.viewer), key=lambda piece: piece.at):
        told = _strikes_of(field, unit)
        if told:
            lines.append(say("{card} on {at}, {dice}. {targets}", card=marked(view, unit), at=unit.at.upper(),
                             dice=_dice(unit), targets=" ".join(told)))  # fmt: skip
    nothing = say("Nothing within one turn, as far as lies open.")
    return ["", heading(say("What yours could strike")), *bullets(lines or [nothing])]


def strike_words(field: Field, unit: PieceView) -> list[str]:
    """What that unit could strike, under a heading."""
    told = _strikes_of(field, unit) or [say("Nothing within one turn, as far as lies open.")]
    return ["", heading(say("What it could strike")), *bullets(told)]


def _strikes_of(field: Field, unit: PieceView) -> list[str]:
    """Its targets at once and after a move, a sentence each: in what is left of its turn, or in its next one."""
    view, moving = field.view, True
    if view.active == unit.seat and view.phase != "magic":
        if view.phase == "attack" and (unit.attacked or not view.attacks_left):
            return []
        moving = view.phase != "attack" and bool(view.moves_left) and not unit.moved
    found = threats.strikes(field, [unit], (piece for piece in view.pieces if piece.seat != unit.seat), moving=moving)
    here = [_target(field, each) for each in found if each.start is None]
    there = [words("{target} from {start}", target=_target(field, each), start=each.start)
             for each in found if each.start is not None]  # fmt: skip
    told = [say("At once: {targets}.", targets="; ".join(map(str, here)))] if here else []
    return told + ([say("After a move: {targets}.", targets="; ".join(map(str, there)))] if there else [])


def _target(field: Field, strike: Strike) -> Text:
    piece = piece_of(field.view, strike.target)
    form = "{card} on {at}, life {left} of {life}"
    return words(form, card=Text(piece.face.name), at=piece.at.upper(), left=piece.life - piece.wounds, life=piece.life)
