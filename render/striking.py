"""Who could strike whom, in words: threats to Planeswalkers, and what the reader's own could strike."""

from __future__ import annotations

from engine.arena.battlefield import load
from engine.arena.hexes import parse
from engine.arena.view import ArenaView, FigureView
from engine.core.text import Text, counted, say, words
from render import threats, ways
from render.naming import marked, standing, where
from render.saying import bullets, heading, the_others
from render.threats import Ground, Strike


def _truce(view: ArenaView, seat: int) -> bool:
    """Whether the seat may not attack yet in its turn, this one or its next."""
    turn = view.turn + (seat - view.active) % len(view.seats)
    return turn <= load(view.battlefield).rules.truce * len(view.seats)


def threat_words(ground: Ground) -> list[str]:
    """Who could strike the reader's Planeswalkers, one's own before a team mate's (a spectator's: everybody's), each under a
    heading."""
    view, lines = ground.view, []
    for leader in sorted(ground.figures, key=lambda each: standing(view, each.seat)):
        if view.card(leader.card).kind == "planeswalker" and (view.viewer is None or standing(view, leader.seat) < 2):
            lines += threats_to(ground, leader)
    return lines


def threats_to(ground: Ground, target: FigureView) -> list[str]:
    """Who could strike the figure, under a heading."""
    view = ground.view
    form = "Threats to {figure} at {at}, life {left} of {life}, toughness {toughness}"
    title = say(form, figure=marked(view, target), at=where(target), left=target.life - target.damage, life=target.life,
                toughness=threats.toughness(view, target))  # fmt: skip
    enemies = sorted((each for each in ground.figures if ground.against(each, target)),
                     key=lambda each: (ground.distance(each, target), each.id))  # fmt: skip
    held = {each.seat for each in enemies if _truce(view, each.seat)}
    found = threats.strikes(ground, (each for each in enemies if each.seat not in held), [target])
    told = [say("Nobody may attack in the first round of turns.")] if held else []
    told += [_threat(view, target, each) for each in found]
    harmless = [each for each in enemies if all(strike.attacker != each.id for strike in found)]
    if harmless:
        far = [words("{figure} at {at}, {n} spaces away", figure=marked(view, each), at=where(each),
                     n=ground.distance(each, target)) for each in harmless]  # fmt: skip
        told.append(the_others(far))
    return ["", heading(title), *bullets(told or [say("No enemy is on the battlefield.")])]


def _threat(view: ArenaView, leader: FigureView, strike: Strike) -> str:
    enemy = view.figure(strike.attacker)
    form = "{figure} at {at}, {away}: can attack from where it stands. Power {power}, range {range}."
    if strike.start is not None:
        form = "{figure} at {at}, {away}: can attack after a move to {start}. Power {power}, range {range}, move {move}."
    return say(form, figure=marked(view, enemy), at=where(enemy), away=_away(leader, enemy, strike.distance),
               start=strike.start or "", power=threats.power(view, enemy), range=threats.reach(view, enemy),
               move=threats.move(view, enemy))  # fmt: skip


def _away(start: FigureView, end: FigureView, distance: int) -> Text:
    """``4 spaces away (2 spaces to the right and 2 spaces up and right)``, as counted over the map."""
    way = ways.towards(parse(start.at or ""), parse(end.at or ""))
    return counted(distance, "next to it ({way})", "{n} spaces away ({way})", way=way)


def chance_words(ground: Ground) -> list[str]:
    """What the reader's own figures could strike, under a heading: on their turn those that may still act, else in their
    next turn."""
    view = ground.view
    if view.viewer is None or (view.active == view.viewer and view.phase == "after"):
        return []
    title = ["", heading(say("What yours could strike"))]
    if _truce(view, view.viewer):
        return [*title, *bullets([say("Nobody may attack in the first round of turns.")])]
    lines = []
    for figure in ground.figures:
        told = _strikes_of(ground, figure) if figure.seat == view.viewer else []
        if told:
            form = "{figure} at {at}, power {power}, range {range}. {targets}"
            lines.append(say(form, figure=marked(view, figure), at=where(figure), power=threats.power(view, figure),
                             range=threats.reach(view, figure), targets=" ".join(told)))  # fmt: skip
    return [*title, *bullets(lines or [say("Nothing within one turn, as far as lies open.")])]


def strike_words(ground: Ground, figure: FigureView) -> list[str]:
    """What that figure could strike, under a heading."""
    held = say("Nobody may attack in the first round of turns.")
    told = [held] if _truce(ground.view, figure.seat) else _strikes_of(ground, figure)
    nothing = say("Nothing within one turn, as far as lies open.")
    return ["", heading(say("What it could strike")), *bullets(told or [nothing])]


def _strikes_of(ground: Ground, figure: FigureView) -> list[str]:
    """Its targets at once and after a move, a sentence each: in what is left of its turn, or in its next one."""
    view, stays = ground.view, False
    if view.active == figure.seat and view.phase != "after":
        others = view.figures_of(figure.card)
        if figure.attacked or (view.chosen is not None and figure.card != view.chosen):
            return []
        stays = figure.moved or any(each.attacked for each in others)
    found = threats.strikes(ground, [figure], ground.figures) + threats.stone_strikes(ground, [figure])
    here = [_target(view, each) for each in found if each.start is None]
    there = [words("{target} from {start}", target=_target(view, each), start=each.start)
             for each in found if each.start is not None and not stays]  # fmt: skip
    told = [say("At once: {targets}.", targets="; ".join(map(str, here)))] if here else []
    return told + ([say("After a move: {targets}.", targets="; ".join(map(str, there)))] if there else [])


def _target(view: ArenaView, strike: Strike) -> Text:
    if isinstance(strike.target, str):
        stone = next(each for each in view.cryptoliths if each.name == strike.target)
        form = "the {name} cryptolith at {at}, {left} of {life} left"
        return words(form, name=Text(stone.name), at=stone.at, left=stone.life - stone.damage, life=stone.life)
    figure = view.figure(strike.target)
    form = "{figure} at {at}, toughness {toughness}, life {left} of {life}"
    return words(form, figure=marked(view, figure), at=where(figure), toughness=threats.toughness(view, figure),
                 left=figure.life - figure.damage, life=figure.life)  # fmt: skip
