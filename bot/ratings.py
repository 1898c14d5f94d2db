"""Ratings: what a finished match says about how well people play.

The model is openskill's Plackett-Luce: teams, more than two sides, and draws. The number that people see is the careful
one: what the bot is fairly sure of. Everybody starts at 1000.

Whose rating a match changes:

* Nobody's if the built-in player sat at the table, if somebody played against themselves, if the match ended before
  everybody had made a move, or if it was brought in from a file.
* A seat that was handed over with the table's consent counts for nobody: two people made that position.
* Whoever abandoned a seat loses, as by giving up. For those who stayed, and for whoever took the seat over, the match
  counts for nothing: a win over a newcomer in a lost position would say little, and a loss would be unfair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openskill.models import PlackettLuce

from engine.core.text import Text, words
from storage.community import Part, Rater, Rating, Result

START = 1000  # the number that everybody starts at
POINT = 40.0  # shown points in one point of the model
LEAST_GAMES = 5  # rated ones before the leaderboard ranks somebody

_MODEL = PlackettLuce(limit_sigma=True)  # a win must not lower the number because the last match is long ago

UNRATED: dict[str, Text] = {
    "bot": words("a built-in player took part"),
    "alone": words("somebody sat on several seats"),
    "early": words("it ended before everybody had moved"),
    "imported": words("it was brought in from a file"),
    "replaced": words("a seat changed hands"),
}


def shown(mu: float, sigma: float) -> int:
    """The careful number: three standard deviations below what is most likely, so that it starts at 1000."""
    return START + round((mu - 3.0 * sigma) * POINT)


def newcomer() -> Rating:
    return Rating(_MODEL.mu, _MODEL.sigma, shown(_MODEL.mu, _MODEL.sigma))


def provisional(rating: Rating) -> bool:
    return rating.games < LEAST_GAMES


def why_unrated(parts: Sequence[Part], *, builtin: int, moved: Sequence[int], imported: bool) -> str:
    """Why a match counts for nobody's rating (a key of UNRATED); empty: it counts. ``moved``: the seats that have given an
    answer of their own."""
    stayed = [part.user for part in parts if part.part in ("whole", "late")]
    if imported:
        return "imported"
    if any(part.part == "bot" or (builtin and part.user == builtin) for part in parts):
        return "bot"
    if len(set(stayed)) < len(stayed):
        return "alone"
    if any(part.seat not in moved for part in parts):
        return "early"
    if any(part.part != "whole" for part in parts):
        return "replaced"
    return ""


def rate(result: Result, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """The ratings that the result changes. Users with negative numbers have had their data deleted; they count for the
    others as they did."""
    if not result.unrated:
        return _rated(result.parts, before, changing=result.parts)
    gone = [part for part in result.parts if part.part == "abandoned"]
    if result.unrated != "replaced" or not gone:
        return {}
    # Against those who were there from the start; everybody's place counts as better than that of who left.
    met = [part for part in result.parts if part.part == "whole" and part.team not in {each.team for each in gone}]
    if not met:
        return {}
    level = [Part(part.seat, part.user, part.team, 1) for part in met]
    after: dict[int, Rating] = {}
    for each in gone:
        after.update(_rated([*level, Part(each.seat, each.user, each.team, 2)], before, changing=[each]))
    return after


def _rated(parts: Sequence[Part], before: Mapping[int, Rating], changing: Sequence[Part]) -> dict[int, Rating]:
    """Whatever the order in which the seats are numbered: the model gets the teams in an order of its own."""
    teams: dict[int, list[Part]] = {}
    for part in parts:
        teams.setdefault(part.team, []).append(part)
    if len(teams) < 2:
        return {}
    ordered = sorted(
        (sorted(team, key=lambda part: part.user) for team in teams.values()),
        key=lambda team: (min(part.place for part in team), team[0].user),
    )
    groups = [[_MODEL.rating(mu=before[part.user].mu, sigma=before[part.user].sigma) for part in team] for team in ordered]
    ranks = [float(min(part.place for part in team)) for team in ordered]
    rated = _MODEL.rate(groups, ranks=ranks)
    wanted = {part.user for part in changing}
    return {
        part.user: Rating(new.mu, new.sigma, shown(new.mu, new.sigma), before[part.user].games + 1)
        for team, group in zip(ordered, rated)
        for part, new in zip(team, group)
        if part.user in wanted
    }


RATER = Rater(newcomer(), rate)
