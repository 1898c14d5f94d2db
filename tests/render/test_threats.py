"""Who could strike whom, as the words count it from a view, against what the rules have on offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest

from engine.arena.hexes import name as hex_name
from engine.arena.view import ArenaView, FigureView
from engine.core.match import Match
from engine.core.options import Option
from engine.players.sensible import SensiblePlayer
from engine.summoner_wars import board as mat
from engine.summoner_wars.view import WarView
from render import demo, described, threats
from render.summoner_wars import threats as war_threats
from render.threats import Ground
from tests.engine.playing import begin

TABLES = [(2, "twin-duel"), (4, "skirmish-in-the-moorlands")]

Pairs = set[tuple[str, str]]


def offered(options: Iterable[Option], verb: str) -> Pairs:
    """Subject and object of the options of that verb."""
    return {tuple(option.key.split(":")[1:3]) for option in options if option.verb == verb}  # type: ignore[misc]


def tally(found: Counter[str], what: str, said: Pairs, real: Pairs) -> None:
    found[f"{what}, said"] += len(said)
    found[f"{what}, real"] += len(real)
    found[f"{what}, both"] += len(said & real)


def arena_tally(found: Counter[str], view: ArenaView, options: tuple[Option, ...]) -> None:
    ground = Ground(view)
    own = [figure for figure in ground.figures if figure.card == view.chosen and not figure.attacked]
    said = threats.strikes(ground, own, ground.figures) + threats.stone_strikes(ground, own)
    tally(found, "attacks", {(str(each.attacker), str(each.target)) for each in said if each.start is None},
          offered(options, "attack"))  # fmt: skip
    walking = offered(options, "move")
    for figure in own:
        real = {pair for pair in walking if pair[0] == str(figure.id)}
        if real and not figure.moved and not figure.rear:
            tally(found, "moves", {(str(figure.id), hex_name(space)) for space in ground.ends(figure)}, real)


def war_tally(found: Counter[str], view: WarView, options: tuple[Option, ...]) -> None:
    field = war_threats.Field(view)
    own = [unit for unit in field.units(view.active) if not unit.attacked]
    enemies = [piece for piece in view.pieces if piece.seat != view.active]
    if view.phase == "attack" and view.attacks_left:
        said = war_threats.strikes(field, own, enemies, moving=False)
        theirs = {str(piece.card) for piece in enemies}
        real = {pair for pair in offered(options, "attack") if pair[1] in theirs}
        tally(found, "attacks", {(str(each.attacker), str(each.target)) for each in said}, real)
    if view.phase == "movement":
        walking = offered(options, "move")
        for unit in own:
            real = {pair for pair in walking if pair[0] == str(unit.card)}
            if real:
                tally(found, "moves", {(str(unit.card), mat.name(space)) for space in field.ends(unit)}, real)


def agree(found: Counter[str]) -> None:
    """Cards that change the rules are few: what is said is so, and hardly anything is left unsaid."""
    for what in ("attacks", "moves"):
        assert found[f"{what}, real"] > 20
        assert found[f"{what}, both"] >= 0.95 * found[f"{what}, said"], found
        assert found[f"{what}, both"] >= 0.85 * found[f"{what}, real"], found


def test_where_a_strike_follows_a_move_the_attack_is_on_offer_after_it() -> None:
    """Where the move was on offer and nothing held the figure on its way."""
    found: Counter[str] = Counter()
    for n, field in enumerate(3 * ("converge-on-the-cryptoliths", "twin-duel", "core-duel"), 10):
        match, player = begin(n, 9, field=field), SensiblePlayer()
        while match.asked:
            ask, view = match.asked[0], match.view(None).board
            if view.phase == "acting" and not view.extra and any(option.verb == "move" for option in ask.options):
                ground = Ground(view)
                own = [each for each in ground.figures if each.card == view.chosen and not each.moved and not each.rear]
                for strike in threats.strikes(ground, own, ground.figures)[-3:]:
                    key = f"move:{strike.attacker}:{strike.start}"
                    if strike.start is not None and any(option.key == key for option in ask.options):
                        after = Match.load(match.rules, match._seed, match.stored)
                        after.answer(ask.seat, key)
                        if after.view(None).board.figure(strike.attacker).at == strike.start:
                            pair = (str(strike.attacker), str(strike.target))
                            found["held" if pair in offered(after.asked[0].options, "attack") else "broken"] += 1
            match.answer(ask.seat, player.choose(match.offer(ask.seat)))
    assert found["held"] > 10, found
    assert found["broken"] <= 0.05 * found["held"]


def positions(match: Match[Any], every: int) -> Iterator[tuple[Any, tuple[Option, ...]]]:
    """Sensible players play: some of the positions where one is asked what to do next, with what is on offer there."""
    player, count = SensiblePlayer(), 0
    while match.asked:
        ask = match.asked[0]
        count += 1
        if count % every == 0 and any(option.verb == "end" for option in ask.options):
            yield match.view(None).board, ask.options
        match.answer(ask.seat, player.choose(match.offer(ask.seat)))


def test_strikes_and_moves_are_those_that_the_rules_offer() -> None:
    found: Counter[str] = Counter()
    for n, (players, field) in enumerate(TABLES):
        for view, options in positions(begin(n, 9, field=field, players=players), 3):
            if view.phase == "acting" and not view.extra:
                arena_tally(found, view, options)
    agree(found)


def test_strikes_and_moves_of_cards_are_those_that_the_rules_offer() -> None:
    found: Counter[str] = Counter()
    for n in range(3):
        for view, options in positions(begin(n, 9, "summoner_wars"), 3):
            war_tally(found, view, options)
    agree(found)


def placed(view: ArenaView, id: int, at: str, **more: object) -> ArenaView:
    """The view with a figure on flat ground somewhere else."""
    figures = [msgspec.structs.replace(each, at=at, level=0, on_cryptolith=False, **more) if each.id == id else each
               for each in view.figures]  # fmt: skip
    return msgspec.structs.replace(view, figures=tuple(figures))


def named(view: ArenaView, name: str) -> FigureView:
    return next(figure for figure in view.figures if str(figure.label) == name)


@pytest.mark.parametrize(("turn", "told"), [(1, False), (2, False), (3, True), (4, True)])
def test_in_the_first_round_nobody_is_told_of_strikes_where_nobody_may_strike(turn: int, told: bool) -> None:
    """Of two rounds' turns: whose next turn lies after the truce is a threat already."""
    match = begin(3, 9, field="skirmish-in-the-moorlands", players=4)
    while match.view(None).board.turn < 1:
        ask = match.asked[0]
        match.answer(ask.seat, ask.options[0].key)
    view = match.view(0).board
    mine = next(figure for figure in view.figures if figure.at and figure.seat == 0)
    enemy = next(figure for figure in view.figures if figure.at and view.seats[figure.seat].team != view.seats[0].team)
    beside = next(space for space in Ground(view).field.neighbours(threats.spaces(mine)[0]) if space not in Ground(view).at)
    view = placed(view, enemy.id, hex_name(beside))
    n = len(view.seats)
    seats = [view.active + (turn - 1)]
    view = msgspec.structs.replace(view, turn=turn if turn < 3 else n + turn - 2, active=seats[0] % n)
    text = described.describe_board(view)
    assert ("can attack" in text) == told
    assert ("Nobody may attack in the first round of turns." in text) or told


def test_a_figure_in_contact_strikes_only_those_in_contact() -> None:
    view = demo.position(viewer=0)
    jace = named(view, "Jace")
    view = placed(placed(placed(view, jace.id, "B10"), named(view, "Noble 1").id, "B9"), named(view, "Noble 2").id, "D10")
    ground = Ground(view)
    jace, near, far = named(view, "Jace"), named(view, "Noble 1"), named(view, "Noble 2")
    struck = {each.target for each in threats.strikes(ground, [jace], [near, far]) if each.start is None}
    assert struck == {near.id}
    view = placed(view, near.id, "S13")
    ground = Ground(view)
    struck = {each.target for each in threats.strikes(ground, [named(view, "Jace")], [named(view, "Noble 2")])}
    assert struck == {far.id}
