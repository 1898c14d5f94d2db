"""Built-in players: only what is offered, always the same for the same offer, in the order in which a turn is played."""

from __future__ import annotations

import random

import pytest

from engine.core.text import NOTHING, words
from engine.core.views import Offer, OptionView
from engine.players.chance import RandomPlayer
from engine.players.sensible import SensiblePlayer


def option(key: str, verb: str, weight: float = 0.0) -> OptionView:
    return OptionView(key, verb, words(key), words(key), detail=NOTHING, weight=weight)


def chosen(*options: OptionView) -> str:
    """What the sensible player takes; the order of the list must not matter."""
    answers = {SensiblePlayer().choose(Offer(tuple(options[n:] + options[:n]))) for n in range(len(options))}
    assert len(answers) == 1
    return answers.pop()


END = option("end:turn", "end", -1)
STOP = option("end:attacks", "end")


def test_spells_come_first_then_summonings_abilities_moves_and_attacks() -> None:
    options = [
        option("cast", "cast", 0.1), option("summon", "summon", 9), option("use", "ability", 1), option("move", "move", 0.1),
        option("attack", "attack", 5), STOP, END,
    ]  # fmt: skip
    order = []
    while options:
        order.append(chosen(*options))
        options = [one for one in options if one.key != order[-1]]
    assert order == ["cast", "summon", "use", "move", "attack", "end:attacks", "end:turn"]


def test_the_heaviest_of_a_kind_is_taken() -> None:
    assert chosen(option("a", "attack", 1), option("b", "attack", 2), option("c", "attack", 1.5), END) == "b"


@pytest.mark.parametrize("verb", ["cast", "summon", "ability", "move", "attack"])
@pytest.mark.parametrize("weight", [0, -3])
def test_what_is_not_worth_it_is_left(verb: str, weight: float) -> None:
    assert chosen(option("bad", verb, weight), END) == "end:turn"


def test_an_ability_of_little_weight_waits_for_the_moves_and_gives_way_to_a_better_attack() -> None:
    use = option("use", "ability", 0.9)
    assert chosen(use, option("move", "move", 0.2), END) == "move"
    assert chosen(use, option("attack", "attack", 1.2), END) == "attack"
    assert chosen(use, option("attack", "attack", 0.5), END) == "use"


def test_where_nothing_else_is_offered_even_the_worst_is_taken() -> None:
    assert chosen(option("a", "move", -2), option("b", "move", -1)) == "b"


def test_chance_takes_only_what_is_offered_and_in_time_all_of_it() -> None:
    options = [option(f"move:{n}", "move") for n in range(5)] + [option("attack", "attack"), END]
    player = RandomPlayer("seed")
    taken = [player.choose(Offer(tuple(options))) for _ in range(400)]
    assert set(taken) == {one.key for one in options}
    assert taken.count("attack") > 2 * taken.count("move:1"), "a verb is picked before one of its options"


def test_equal_seeds_choose_alike() -> None:
    offers = [
        Offer(tuple(option(f"move:{n}", "move") for n in range(random.Random(k).randrange(1, 9)))) for k in range(50)
    ]
    one, other, third = RandomPlayer(1), RandomPlayer(1), RandomPlayer(2)
    first = [one.choose(offer) for offer in offers]
    assert first == [other.choose(offer) for offer in offers]
    assert first != [third.choose(offer) for offer in offers]
