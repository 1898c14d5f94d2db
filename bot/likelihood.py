"""How usual it is what chance has brought: exact where that can be counted, an approximation where it cannot.

Every function returns the share of all matches in which something at least as odd comes up: near 1 nothing is odd, below
0.01 it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

COUNTABLE = 20_000  # outcomes that are counted one by one
ENOUGH = 5.0  # of each face of a die with many that must be expected for its faces to be compared
FEW_FACES = 8


def of_faces(counts: Sequence[int], weights: Sequence[int]) -> float:
    """Of dice: how often each face came up; ``weights``: how often it stands on the die."""
    thrown, all_faces = sum(counts), sum(weights)
    if not thrown or len(counts) < 2:
        return 1.0
    if math.comb(thrown + len(counts) - 1, len(counts) - 1) <= COUNTABLE:
        return _exact(counts, [weight / all_faces for weight in weights])
    square = sum((n - thrown * w / all_faces) ** 2 / (thrown * w / all_faces) for n, w in zip(counts, weights))
    return chi_square(square, len(counts) - 1)


def enough(thrown: int, weights: Sequence[int]) -> bool:
    """Whether the faces of so many dice tell more than their sum does."""
    return len(weights) <= FEW_FACES or thrown * min(weights) / sum(weights) >= ENOUGH


def of_total(total: int, thrown: int, faces: Sequence[int]) -> float:
    """Of the sum of dice whose faces, all alike, bear those numbers."""
    return _far({0: 1.0}, [{face: faces.count(face) / len(faces) for face in set(faces)}] * thrown, total)


def of_hand(total: int, size: int, deck: Sequence[int]) -> float:
    """Of the sum of ``size`` cards dealt from a shuffled deck that bears those numbers."""
    if not 0 < size < len(deck):
        return 1.0
    ways: list[dict[int, int]] = [{0: 1}] + [{} for _ in range(size)]  # cards taken -> sum -> number of hands
    for number in deck:
        for taken in range(size, 0, -1):
            for reached, count in ways[taken - 1].items():
                ways[taken][reached + number] = ways[taken].get(reached + number, 0) + count
    hands = math.comb(len(deck), size)
    middle = size * sum(deck) / len(deck)
    off = abs(total - middle) - 1e-9
    return sum(count for reached, count in ways[size].items() if abs(reached - middle) >= off) / hands


def of_order(places: Sequence[float]) -> tuple[float, float]:
    """Of the order in which cards came, each given as its place in the list of the deck (equal cards: the middle of their
    places): how far that list shows through (correlation, -1 to 1), and how usual that is."""
    n = len(places)
    middle = sum(places) / n if n else 0.0
    spread = sum((place - middle) ** 2 for place in places)
    if n < 4 or spread < 1e-9:
        return 0.0, 1.0
    together = sum((rank - (n - 1) / 2) * (place - middle) for rank, place in enumerate(places))
    correlation = together / math.sqrt(spread * n * (n * n - 1) / 12)
    # Over all orders its mean is 0 and its variance 1 / (n - 1), whatever cards are equal.
    return correlation, math.erfc(abs(correlation) * math.sqrt((n - 1) / 2))


def chi_square(square: float, free: int) -> float:
    """The share of a chi-square distribution with ``free`` degrees of freedom that lies beyond ``square``."""
    a, x = free / 2, square / 2
    if x <= 0:
        return 1.0
    lead = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # the series for the part below
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - lead * total)
    b = x + 1 - a  # the continued fraction for the part beyond
    c, d = 1e300, 1 / b
    whole = d
    for i in range(1, 500):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        whole *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return lead * whole


def _far(start: dict[int, float], dice: Sequence[dict[int, float]], total: int) -> float:
    """The share of sums that are at least as far from the mean as ``total``."""
    sums = start
    for die in dice:
        following: dict[int, float] = {}
        for reached, share in sums.items():
            for face, part in die.items():
                following[reached + face] = following.get(reached + face, 0.0) + share * part
        sums = following
    middle = sum(reached * share for reached, share in sums.items())
    off = abs(total - middle) - 1e-9
    return min(1.0, sum(share for reached, share in sums.items() if abs(reached - middle) >= off))


def _exact(counts: Sequence[int], shares: Sequence[float]) -> float:
    """All outcomes that are no likelier than this one."""
    thrown = sum(counts)
    logs = [math.log(share) for share in shares]
    whole = math.lgamma(thrown + 1)

    def likelihood(outcome: Sequence[int]) -> float:
        return math.exp(whole + sum(n * lg - math.lgamma(n + 1) for n, lg in zip(outcome, logs)))

    limit = likelihood(counts) * (1 + 1e-9)
    return min(1.0, sum(p for p in map(likelihood, _outcomes(thrown, len(counts))) if p <= limit))


def _outcomes(thrown: int, faces: int) -> Iterator[list[int]]:
    if faces == 1:
        yield [thrown]
        return
    for first in range(thrown + 1):
        for rest in _outcomes(thrown - first, faces - 1):
            yield [first, *rest]
