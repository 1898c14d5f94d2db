"""Action 4, attacking: who may attack whom, the dice, the outcome ("Who Can Attack?", "How to Attack")."""

from __future__ import annotations

from msgspec import to_builtins

from engine.arena import converge, moorlands, numbers
from engine.arena.cryptoliths import damage_cryptolith
from engine.arena.effects import Cause, Fight, sources
from engine.arena.game import Game, thrown
from engine.arena.hidden import spring
from engine.arena.life import deal, heal, pool
from engine.arena.options import Attack
from engine.arena.position import Position, spot
from engine.arena.sightlines import line_of_sight
from engine.arena.state import Cryptolith, Figure
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import NOTHING, Text, words


def may_attack(pos: Position, figure: Figure) -> Refusal | None:
    """Why the figure cannot attack at all now."""
    turn = pos.state.turn
    label = pos.label(figure)
    extra = turn.extra
    if extra is not None:
        if figure.id not in extra.figures:
            form = "{source} lets other figures act now"
            return refuse("AR-ATK-02", form, source=extra.source)
    elif figure.card != turn.chosen:
        return refuse("AR-ATK-02", "{figure} is not on the army card chosen this turn", figure=label)
    if figure.zone != "board":
        return refuse("AR-ATK-02", "{figure} is not on the battlefield", figure=label)
    if pos.controller(figure) != turn.seat:
        return refuse("AR-ATK-02", "{figure} is not yours to command", figure=label)
    if turn.phase not in ("before", "acting", "extra"):
        return refuse("AR-TURN-01", "attacking is over for this turn")
    if moorlands.truce(pos) and not (extra is not None and extra.spell):
        return refuse("AR-S2-09", "no combat is allowed in the first round of turns")
    made, most = turn.attacks.count(figure.id), 1 if extra is None else extra.attacks
    if made >= most and not _again(pos, figure):
        return refuse("AR-ATK-22", "{figure} has attacked this turn" if most else "{figure} may not attack", figure=label)
    if figure.id in turn.no_attack:
        return refuse("AR-ATK-02", "an effect keeps {figure} from attacking this turn", figure=label)
    return forbidden(pos, figure)


def _again(pos: Position, figure: Figure) -> bool:
    """Whether an ability lets the figure attack once more than it has (AR-ATK-24)."""
    if pos.state.turn.extra is not None or figure.id not in pos.state.turn.attacks:
        return False
    return any(me.effect.attacks_again(pos, me, figure) for me in sources(pos, "attacks_again"))


def forbidden(pos: Position, figure: Figure) -> Refusal | None:
    """Whether a card keeps the figure from attacking."""
    for me in sources(pos, "forbids_attack"):
        refusal = me.effect.forbids_attack(pos, me, figure)
        if refusal:
            return refusal
    return None


def target_refusal(pos: Position, figure: Figure, target: Figure | Cryptolith) -> Refusal | None:
    """Why the figure cannot attack that target from where it stands: engagement, range, line of sight, in this order."""
    engaged = pos.engaged(figure)
    if isinstance(target, Cryptolith):
        return _cryptolith_refusal(pos, figure, target, engaged)
    if not pos.against(figure, target):
        return refuse("AR-ATK-02", "{target} is on your own side", target=pos.label(target))
    if target.zone != "board":
        return refuse("AR-LIFE-06", "{target} is not on the battlefield", target=pos.label(target))
    barred = _target_forbidden(pos, figure, target)
    if barred:
        return barred
    if engaged and target not in engaged:
        form = "{figure} is engaged with {enemy} and may attack only figures it is engaged with"
        return refuse("AR-ATK-10", form, figure=pos.label(figure), enemy=pos.label(engaged[0]))
    if pos.adjacent(figure, target):
        return None
    reach = numbers.range_of(pos, figure)
    distance = pos.distance(figure, target)
    if reach.total == 1:
        form = "{target} is not adjacent, and a figure of range 1 attacks only from an adjacent space"
        return refuse("AR-ATK-08", form, target=pos.label(target))
    if distance > reach.total:
        form = "{target} is {distance} spaces away: {range}"
        rule = "AR-S1-19" if reach.total == converge.night_cap(pos, figure) else "AR-ATK-06"
        return refuse(rule, form, target=pos.label(target), distance=distance, range=reach.words)
    seen = line_of_sight(pos, figure, target)
    if not seen.clear:
        form = "{figure} cannot see {target}: {what} is in the way"
        return refuse("AR-ATK-13", form, figure=pos.label(figure), target=pos.label(target), what=seen.obstacle)
    return None


def _cryptolith_refusal(
    pos: Position, figure: Figure, target: Cryptolith, engaged: list[Figure]
) -> Refusal | None:
    if not target.standing:
        return refuse("AR-CRYPT-10", "the {name} cryptolith has been destroyed", name=Text(target.name))
    if target.at in pos.stand(figure):
        return refuse("AR-CRYPT-08", "{figure} stands on top of that cryptolith", figure=pos.label(figure))
    barred = _target_forbidden(pos, figure, target)
    if barred:
        return barred
    if engaged:
        form = "{figure} is engaged with {enemy} and may attack only figures it is engaged with"
        return refuse("AR-ATK-10", form, figure=pos.label(figure), enemy=pos.label(engaged[0]))
    if pos.adjacent_to_cryptolith(figure, target):
        return None
    if converge.cryptoliths_only_from_adjacent(pos):
        form = "in the dark the {name} cryptolith can be attacked only from an adjacent space"
        return refuse("AR-S1-21", form, name=Text(target.name))
    reach = numbers.range_of(pos, figure)
    distance = pos.distance(figure, target.at)
    if reach.total == 1 or distance > reach.total:
        form = "the {name} cryptolith is {distance} spaces away: {range}"
        return refuse("AR-ATK-06", form, name=Text(target.name), distance=distance, range=reach.words)
    seen = line_of_sight(pos, figure, target)
    if not seen.clear:
        form = "{figure} cannot see the {name} cryptolith: {what} is in the way"
        return refuse("AR-ATK-13", form, figure=pos.label(figure), name=Text(target.name), what=seen.obstacle)
    return None


def _target_forbidden(pos: Position, figure: Figure, target: Figure | Cryptolith) -> Refusal | None:
    """Whether a card keeps the figure from attacking this target."""
    if isinstance(target, Cryptolith):
        for me in sources(pos, "forbids_cryptoliths"):
            refusal = me.effect.forbids_cryptoliths(pos, me, figure)
            if refusal:
                return refusal
        return None
    for me in sources(pos, "forbids_target"):
        refusal = me.effect.forbids_target(pos, me, figure, target)
        if refusal:
            return refusal
    return None


def targets(pos: Position, figure: Figure) -> list[Figure | Cryptolith]:
    """Everything the figure may attack now."""
    everything: list[Figure | Cryptolith] = [*pos.enemies(pos.controller(figure)), *pos.standing]
    return [target for target in everything if target_refusal(pos, figure, target) is None]


def attacks(pos: Position) -> list[Attack]:
    """Every attack on offer."""
    return [
        Attack(figure.id, target.name if isinstance(target, Cryptolith) else target.id)
        for figure in pos.acting()
        if may_attack(pos, figure) is None
        for target in targets(pos, figure)
    ]


def target_of(pos: Position, option: Attack) -> Figure | Cryptolith:
    if isinstance(option.target, int):
        return pos.state.figures[option.target]
    return next(cryptolith for cryptolith in pos.state.cryptoliths if cryptolith.name == option.target)


def attack(game: Game, attacker: Figure, target: Figure | Cryptolith, bonus: int = 0) -> Rule[Fight]:
    """One attack, from the declaration to what follows it, with ``bonus`` dice for the attacker. Legality has been seen
    to."""
    fight = Fight(attacker, None, target) if isinstance(target, Cryptolith) else Fight(attacker, target)
    fight.bonus = bonus
    fight.adjacent = fight.defender is not None and game.adjacent(attacker, fight.defender)
    if fight.defender is not None:
        yield from spring(game, "attack_declared", fight)
    if attacker.zone != "board" or (fight.defender is not None and fight.defender.zone != "board"):
        fight.over = True
    if fight.over:
        return fight
    yield from _roll(game, fight)
    for me in sources(game, "attacked"):
        yield from me.effect.attacked(game, me, fight)
    yield from _lifelink(game, fight)
    yield from _trample(game, fight)
    return fight


def _lifelink(game: Game, fight: Fight) -> Rule[None]:
    attacker = fight.attacker
    if not fight.damage or fight.defender is None or attacker.zone != "board":
        return
    if any(me.effect.lifelinks(game, me, attacker) for me in sources(game, "lifelinks")):
        heal(game, attacker, fight.damage)
    yield from ()


def _trample(game: Game, fight: Fight) -> Rule[None]:
    """Trample: the surplus goes to another enemy figure adjacent to where the destroyed one stood; no defence dice."""
    attacker, defender = fight.attacker, fight.defender
    if not fight.surplus or defender is None or attacker.zone != "board":
        return
    if not any(me.effect.tramples(game, me, attacker) for me in sources(game, "tramples")):
        return
    seat, height = game.controller(attacker), game.face_of(defender).height
    beside = [
        enemy
        for enemy in game.enemies(seat)
        if game.adjacent_stands(height, fight.at, game.face_of(enemy).height, game.stand(enemy))
    ]
    if beside:
        question = words("Trample: who takes the {n} damage that is left?", n=fight.surplus)
        victim = yield from game.choose_figure(seat, question, beside)
        assert victim is not None
        yield from deal(game, victim, fight.surplus, Cause("ability", seat, attacker, "Trample"))


def _roll(game: Game, fight: Fight) -> Rule[None]:
    """Attack dice, then defence dice; each sword beyond the shields is one damage (AR-ATK-33 to AR-ATK-41)."""
    attacker, defender, cryptolith = fight.attacker, fight.defender, fight.cryptolith
    power, defence = numbers.power(game, attacker, fight), numbers.defence(game, fight)
    swords = game.combat_dice(power.total)
    shields = game.combat_dice(defence.total)
    fight.dice = list(swords)
    more = sum(me.effect.hits(game, me, fight) for me in sources(game, "hits"))
    fight.swords, fight.shields = swords.count("sword") + more, shields.count("shield")
    stopped = fight.shields
    if any(me.effect.unblockable(game, me, fight) for me in sources(game, "unblockable")):
        stopped = 0
    fight.damage = max(0, fight.swords - stopped)
    stone = words("the {name} cryptolith", name=Text(cryptolith.name)) if cryptolith else NOTHING
    victim = game.label(defender) if defender else stone
    at = game.space(defender) if defender else cryptolith.at if cryptolith else game.space(attacker)
    game.tell(
        "attack",
        words("{attacker} attacks {victim}: {attack} against {defence}, {damage} damage", attacker=game.label(attacker),
              victim=victim, attack=thrown(swords, more), defence=thrown(shields), damage=fight.damage),
        seat=game.controller(attacker), attacker=attacker.id, defender=defender.id if defender else None,
        cryptolith=cryptolith.name if cryptolith else None, at=spot(at), attack=swords, defence=shields,
        damage=fight.damage, power=to_builtins(power.words), toughness=to_builtins(defence.words),
        origin=spot(game.space(attacker)),
    )  # fmt: skip
    if cryptolith is not None:
        yield from damage_cryptolith(game, cryptolith, fight.damage)
        return
    assert defender is not None
    fight.at = game.stand(defender)
    if fight.damage:
        yield from spring(game, "damage_by_attack", fight)
        pool(game, defender)
        cause, left = Cause("attack", game.controller(attacker), attacker, fight=fight), game.life_left(defender)
        fight.damage = yield from deal(game, defender, fight.damage, cause)
        fight.destroyed = fight.damage >= left  # even if it has been brought back since
        if fight.destroyed:
            fight.surplus = max(0, fight.damage - left)
    if fight.damage:
        yield from spring(game, "damaged_by_attack", fight)
