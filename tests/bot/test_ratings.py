"""What a match says about how well people play, whatever the match."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ratings import RATER, START, newcomer, rate, shown, why_unrated
from storage.community import Part, Rating, Result

BOT = 999
FEW = settings(max_examples=60, deadline=None)


def result(*parts: Part, unrated: str = "") -> Result:
    return Result(1, 10, "tiny", "table", 0.0, 1.0, "played", parts, unrated)


def duel(first: int, second: int, places: tuple[int, int] = (1, 2), unrated: str = "") -> Result:
    return result(Part(0, first, 0, places[0]), Part(1, second, 1, places[1]), unrated=unrated)


def rating(mu: float, sigma: float) -> Rating:
    return Rating(mu, sigma, shown(mu, sigma))


some = st.builds(rating, st.floats(5.0, 50.0), st.floats(1.0, 25.0 / 3.0))


@st.composite
def matches(draw: st.DrawFn) -> tuple[Result, dict[int, Rating]]:
    """A match of two to four teams of the same size, with draws among them, and everybody's rating before."""
    teams, size = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    places = draw(st.lists(st.integers(1, 3), min_size=teams, max_size=teams))
    parts = [Part(n, 100 + n, n % teams, places[n % teams]) for n in range(teams * size)]
    return result(*parts), {part.user: draw(some) for part in parts}


def test_everybody_starts_at_a_thousand() -> None:
    assert newcomer().shown == START == RATER.start.shown
    assert newcomer().games == 0


@FEW
@given(matches(), st.randoms(use_true_random=False))
def test_how_the_seats_are_numbered_does_not_matter(
    match: tuple[Result, dict[int, Rating]], chance: random.Random
) -> None:
    found, before = match
    shuffled = list(found.parts)
    chance.shuffle(shuffled)
    teams = sorted({part.team for part in shuffled})
    named = dict(zip(teams, chance.sample(teams, len(teams))))
    again = result(*(msgspec.structs.replace(part, seat=n, team=named[part.team]) for n, part in enumerate(shuffled)))
    assert rate(again, before) == rate(found, before)


@FEW
@given(some, some)
def test_winning_never_costs_and_losing_never_pays_skill(a: Rating, b: Rating) -> None:
    after = rate(duel(1, 2), {1: a, 2: b})
    assert after[1].mu >= a.mu
    assert after[2].mu <= b.mu
    assert after[1].shown >= a.shown, "what is seen of a winner never goes down"
    assert after[1].sigma <= a.sigma
    assert after[2].sigma <= b.sigma
    assert after[1].games == after[2].games == 1


@FEW
@given(st.floats(5.0, 50.0), st.floats(5.0, 50.0), st.floats(1.0, 25.0 / 3.0), st.sampled_from([(1, 2), (2, 1), (1, 1)]))
def test_what_one_gains_the_other_loses_where_both_are_as_well_known(
    a: float, b: float, sigma: float, places: tuple[int, int]
) -> None:
    after = rate(duel(1, 2, places), {1: rating(a, sigma), 2: rating(b, sigma)})
    assert after[1].mu + after[2].mu == pytest.approx(a + b)


@FEW
@given(some, st.floats(0.0, 20.0))
def test_a_draw_brings_the_two_nearer_and_leaves_equals_where_they_are(a: Rating, apart: float) -> None:
    b = rating(a.mu - apart, a.sigma)
    after = rate(duel(1, 2, (1, 1)), {1: a, 2: b})
    assert after[1].mu == pytest.approx(a.mu) if apart == 0 else after[1].mu <= a.mu + 1e-9
    assert after[2].mu >= b.mu - 1e-9
    assert after[1].mu >= after[2].mu - 1e-9, "nobody is overtaken by a draw"


@FEW
@given(some, some)
def test_beating_a_better_player_is_worth_more(a: Rating, b: Rating) -> None:
    better = msgspec.structs.replace(b, mu=b.mu + 5.0)
    gain = rate(duel(1, 2), {1: a, 2: b})[1].mu
    assert rate(duel(1, 2), {1: a, 2: better})[1].mu >= gain


def test_team_mates_who_are_equally_known_gain_alike() -> None:
    parts = [Part(n, n + 1, n // 2, 1 + n // 2) for n in range(4)]
    after = rate(result(*parts), {n + 1: rating(25.0, 6.0) for n in range(4)})
    assert after[1] == after[2]
    assert after[3] == after[4]
    assert after[1].mu > 25.0 > after[3].mu


def test_the_better_player_comes_out_above_after_some_matches() -> None:
    have = {1: newcomer(), 2: newcomer(), 3: newcomer()}
    for _ in range(8):
        for a, b in itertools.combinations((1, 2, 3), 2):  # the lower number always wins
            have.update(rate(duel(a, b), have))
    assert have[1].shown > have[2].shown > have[3].shown
    assert have[1].games == 16


@pytest.mark.parametrize("unrated", ["bot", "alone", "early", "imported", "replaced"])
def test_what_is_unrated_changes_nothing(unrated: str) -> None:
    assert rate(duel(1, 2, unrated=unrated), {1: newcomer(), 2: newcomer()}) == {}


def test_who_abandons_a_seat_loses_and_nobody_else_is_touched() -> None:
    before = {n: newcomer() for n in (1, 2, 3)}
    left = result(Part(0, 1, 0, 2), Part(1, 3, 1, 1, part="late"), Part(1, 2, 1, 1, part="abandoned"), unrated="replaced")
    after = rate(left, before)
    assert set(after) == {2}
    assert after[2] == rate(duel(1, 2), before)[2], "as by giving up"
    excused = result(Part(0, 1, 0, 2), Part(1, 3, 1, 1, part="late"), Part(1, 2, 1, 1, part="excused"), unrated="replaced")
    assert rate(excused, before) == {}


def test_why_a_match_counts_for_nobody() -> None:
    two = (Part(0, 1, 0, 1), Part(1, 2, 1, 2))

    def why(*parts: Part, moved: tuple[int, ...] = (0, 1), imported: bool = False) -> str:
        return why_unrated(parts, builtin=BOT, moved=moved, imported=imported)

    assert why(*two) == ""
    assert why(*two, imported=True) == "imported"
    assert why(two[0], Part(1, BOT, 1, 2)) == "bot"
    assert why(two[0], Part(1, 1, 1, 2)) == "alone"
    assert why(*two, moved=(0,)) == "early"
    assert why(*two, moved=()) == "early"
    assert why(two[0], Part(1, 3, 1, 2, part="late"), Part(1, 2, 1, 2, part="excused")) == "replaced"
