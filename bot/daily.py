"""The match of the day: which one, and why. Pure; :mod:`bot.gathering` posts it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.core.text import Text, counted, words
from storage.community import Part, Rating, Result

DAY = 86_400.0
UPSET = 60  # shown points that the winner was rated lower by
LIVELY = 12  # answers in a day that are worth mentioning


class Candidate(msgspec.Struct, frozen=True):
    """A match of the last day. ``answers``: how many were given in it that day. ``result``: if it has ended. ``scores``: of
    each seat, as everybody sees them."""

    match: int
    answers: int
    result: Result | None = None
    scores: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()


class Pick(msgspec.Struct, frozen=True):
    """The match of the day, and why, the weightiest reason first."""

    match: int
    reasons: tuple[Text, ...]
    over: bool


def pick(candidates: Sequence[Candidate], ratings: Mapping[int, Rating]) -> Pick | None:
    """The most interesting one; None where nothing has happened. ``ratings``: everybody's, on that server. Of equals the
    newest."""
    best: tuple[tuple[float, int], Candidate, list[Text]] | None = None
    for each in candidates:
        if not each.answers and each.result is None:
            continue
        weight, reasons = _interest(each, ratings)
        if best is None or (weight, each.match) > best[0]:
            best = ((weight, each.match), each, reasons)
    if best is None:
        return None
    return Pick(best[1].match, tuple(best[2]), best[1].result is not None)


def _interest(each: Candidate, ratings: Mapping[int, Rating]) -> tuple[float, list[Text]]:
    found: list[tuple[float, Text]] = []
    if each.result is not None:
        found.append((2.0, words("It has ended today.")))
        upset = _upset(each.result, ratings)
        if upset > UPSET:
            found.append((2.0 + upset / 100.0, words("The winners were rated {n} points lower.", n=upset)))
        if len(each.result.parts) > 2:
            found.append((0.5, counted(len(each.result.parts), "{n} player.", "{n} players.")))
    close = _apart(each.scores, each.teams)
    if close is not None and close * 10 <= max(each.scores):
        text = words("The scores are level.") if close == 0 else counted(
            close, "Only {n} point lies between the first two.", "Only {n} points lie between the first two."
        )  # fmt: skip
        found.append((3.0, text))
    if each.answers:
        told = counted(each.answers, "{n} decision in the last 24 hours.", "{n} decisions in the last 24 hours.")
        found.append((min(2.0, each.answers / LIVELY), told))
    found.sort(key=lambda reason: -reason[0])
    return sum(weight for weight, _ in found), [text for _, text in found[:3]]


def _upset(result: Result, ratings: Mapping[int, Rating]) -> int:
    """By how many shown points the best of the winners was rated lower than the best of the others, before the match."""

    def best(parts: Sequence[Part]) -> int | None:
        known = [ratings[part.user].shown - (part.gain or 0) for part in parts if part.user in ratings]
        return max(known, default=None)

    won = best([part for part in result.parts if part.place == 1])
    lost = best([part for part in result.parts if part.place > 1])
    return lost - won if won is not None and lost is not None and not result.unrated else 0


def _apart(scores: Sequence[int], teams: Sequence[int]) -> int | None:
    """Between the first two teams; None where nobody has a point, or there is no second."""
    if not scores or not any(scores) or len(scores) != len(teams):
        return None
    totals: dict[int, int] = {}
    for team, score in zip(teams, scores):
        totals[team] = totals.get(team, 0) + score
    first, *others = sorted(totals.values(), reverse=True)
    return first - others[0] if others else None
