"""The Attack Phase: up to three different units, one attack after the other (SW-ATK-01 to SW-RES-13)."""

from __future__ import annotations

from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, listed, words
from engine.summoner_wars.effects import Fight, sources
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import Attack, Use
from engine.summoner_wars.position import Position
from engine.summoner_wars.state import Piece

ATTACKS = 3  # units a turn (SW-ATK-01)
FACES = {1: "⚀", 2: "⚁", 3: "⚂", 4: "⚃", 5: "⚄", 6: "⚅"}


def attack_refusal(pos: Position, piece: Piece) -> Refusal | None:
    """Why it cannot attack, or do something in place of that, in this phase."""
    turn = pos.state.turn
    if piece.controller != turn.seat or not pos.is_unit(piece):
        return refuse("SW-ATK-01", "{card} is no unit of yours", card=pos.label(piece))
    if piece.card in turn.attacked:
        return refuse("SW-ATK-03", "{card} has attacked in this phase", card=pos.label(piece))
    if turn.attacks >= ATTACKS + turn.more_attacks and not _extra(pos, piece):
        return refuse("SW-ATK-01", "all attacks of this phase are made")
    if any(me.effect.rests(pos, me, piece) for me in sources(pos, "rests")):
        return refuse("SW-ABIL-03", "{card} attacks after the Attack Phase", card=pos.label(piece))
    return disarmed(pos, piece)


def disarmed(pos: Position, piece: Piece) -> Refusal | None:
    if pos.frozen(piece):
        return refuse("SW-ABIL-02", "{card} is frozen", card=pos.label(piece))
    for me in sources(pos, "disarms"):
        why = me.effect.disarms(pos, me, piece)
        if why:
            return why
    return None


def _extra(pos: Position, piece: Piece) -> bool:
    return any(me.effect.extra_attack(pos, me, piece) for me in sources(pos, "extra_attack"))


def attacks(pos: Position) -> list[Attack | Use]:
    """Every attack that may be made now, and what may be done in place of one."""
    found: list[Attack | Use] = []
    for piece in pos.units(pos.state.turn.seat):
        if attack_refusal(pos, piece) is None:
            limits = [only for me in sources(pos, "only") if (only := me.effect.only(pos, me, piece)) is not None]
            found += [
                Attack(piece.card, target.card) for target in pos.targets(piece)
                if all(target.card in limit for limit in limits)
            ]  # fmt: skip
    for me in sources(pos, "uses"):
        if (
            me.piece is None
            or me.seat != pos.state.turn.seat
            or pos.state.turn.attacks >= ATTACKS + pos.state.turn.more_attacks
        ):
            continue
        if attack_refusal(pos, me.piece) is None:
            found += me.effect.uses(pos, me)
    return found


def begin(game: Game, piece: Piece) -> None:
    """Its attack of this phase, whatever it does with it; an extra one is none of the three (SA21)."""
    if game.turn.attacks >= ATTACKS + game.turn.more_attacks:
        game.turn.used.append("extra attack")
    else:
        game.turn.attacks += 1
    game.turn.attacked.append(piece.card)


def attack(game: Game, attacker: Piece, target: Piece) -> Rule[Fight]:
    """Roll as many dice as the Attack Value says; each hit is a wound (SW-RES-03 to SW-RES-05)."""
    game.turn.struck.append((attacker.card, target.card))
    fight = Fight(attacker, target, [target])
    for me in list(sources(game, "affects")):
        yield from me.effect.affects(game, me, fight)
    fight.dice = game.attack_value(attacker, target)
    sure = {piece.card for piece in fight.affected if game.no_roll(attacker, piece)}
    if any(piece.card not in sure for piece in fight.affected):
        fight.faces = game.roll(fight.dice)
    dealt = []
    for piece in fight.affected:
        if piece.card in sure:
            hits, misses = fight.dice, 0
        else:
            need = game.needed(attacker, piece)
            hits = sum(face >= need for face in fight.faces)
            misses = len(fight.faces) - hits
            for me in sources(game, "judged"):
                hits = me.effect.judged(game, me, fight, piece, hits, misses)
            if piece is target:
                fight.misses = misses
        more = sum(me.effect.more_wounds(game, me, attacker, piece) for me in sources(game, "more_wounds"))
        for me in list(sources(game, "dice_fell")):
            if (yield from me.effect.dice_fell(game, me, fight, piece)):
                hits = more = 0
        fight.wounds[piece.card] = hits + more
        dealt.append((piece, hits + more))
    _tell(game, fight, dealt)
    game.wound(attacker.controller, dealt, fight)
    for me in list(sources(game, "after_attack")):
        yield from me.effect.after_attack(game, me, fight)
    return fight


def _tell(game: Game, fight: Fight, dealt: list[tuple[Piece, int]]) -> None:
    dice = " ".join(FACES[face] for face in fight.faces)
    told = [words("{card}: {n}", card=game.label(piece), n=wounds) for piece, wounds in dealt]
    text = (
        words("{who} attacks {target}: {dice}; wounds: {wounds}", who=game.label(fight.attacker),
              target=listed([game.label(piece) for piece in fight.affected]), dice=Text(dice), wounds=listed(told))
        if fight.faces
        else words("{who} attacks {target}; wounds: {wounds}", who=game.label(fight.attacker),
                   target=listed([game.label(piece) for piece in fight.affected]), wounds=listed(told))
    )  # fmt: skip
    need = game.needed(fight.attacker, fight.target)
    game.tell(
        "attack", text, card=fight.attacker.card, target=fight.target.card, faces=fight.faces,
        affected=[piece.card for piece in fight.affected], needed=[game.needed(fight.attacker, piece) for piece, _ in dealt],
        hits=sum(face >= need for face in fight.faces), expected=round(_odds(need) * len(fight.faces), 3),
    )  # fmt: skip


def _odds(need: int) -> float:
    """How likely a die is to show at least that."""
    return min(1.0, max(0.0, (7 - need) / 6))
