"""The odds of an attack: how likely each number of damage is. Exact, from the faces of the combat die."""

from __future__ import annotations

from functools import cache
from math import comb

from engine.arena import numbers
from engine.arena.effects import Fight
from engine.arena.game import COMBAT_DIE
from engine.arena.position import Position
from engine.arena.state import Cryptolith, Figure
from engine.core.text import Text, words

SWORD = COMBAT_DIE.count("sword") / len(COMBAT_DIE)
SHIELD = COMBAT_DIE.count("shield") / len(COMBAT_DIE)


def _binomial(dice: int, chance: float) -> list[float]:
    return [comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)]


@cache
def damage_odds(power: int, toughness: int) -> tuple[float, ...]:
    """Chances of 0, 1, ... ``power`` damage."""
    chances = [0.0] * (power + 1)
    for hits, p in enumerate(_binomial(power, SWORD)):
        for blocks, q in enumerate(_binomial(toughness, SHIELD)):
            chances[max(0, hits - blocks)] += p * q
    return tuple(chances)


def of_attack(pos: Position, attacker: Figure, target: Figure | Cryptolith) -> tuple[int, int, tuple[float, ...]]:
    """Attack dice, defence dice, chances; before anything hidden is turned over."""
    figure = target if isinstance(target, Figure) else None
    fight = Fight(attacker, figure, target if isinstance(target, Cryptolith) else None)
    power, defence = numbers.power(pos, attacker, fight).total, numbers.defence(pos, fight).total
    return power, defence, damage_odds(power, defence)


def in_words(power: int, defence: int, chances: tuple[float, ...], life: int) -> Text:
    """``4 dice against 3: 75 % hit, 12 % destroy``"""
    hit = round(100 * sum(chances[1:]))
    kill = round(100 * sum(chances[life:])) if life < len(chances) else 0
    likely = "{power} dice against {defence}: {hit} % hit, {kill} % destroy"
    form = likely if kill else "{power} dice against {defence}: {hit} % hit"
    return words(form, power=power, defence=defence, hit=hit, kill=kill)
