"""A league's rounds, verdicts and table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.league import Terms, decided, open_rounds, schedule, table, terms_of, to_begin, verdict, withdraw
from storage.community import LeagueRow, Member, Pairing, Part, Result

ANN, BEN, CAT, DAN = 1, 2, 3, 4
TERMS = Terms("tiny", "table", "daily")


def league(*people: int, pairings: tuple[Pairing, ...] | None = None) -> LeagueRow:
    paired = tuple(schedule(people)) if pairings is None else pairings
    members = tuple(Member(each) for each in people)
    return LeagueRow(1, 1, 10, 20, 9, "Spring", "running", 0.0, msgspec.msgpack.encode(TERMS), members, paired)


def result(match: int, home: int, away: int, places: tuple[int, int], scores: tuple[Any, Any] = (None, None)) -> Result:
    parts = (Part(0, home, 0, places[0], scores[0]), Part(1, away, 1, places[1], scores[1]))
    return Result(match, 10, "tiny", "table", 0.0, 1.0, "played", parts)


def played(row: LeagueRow, outcomes: dict[tuple[int, int], tuple[int, int]]) -> tuple[LeagueRow, dict[int, Result]]:
    """The league with those matches played: who against whom, with the scores of the two."""
    results, paired = {}, []
    for n, each in enumerate(row.pairings, 100):
        both = (each.home, each.away)
        scores = outcomes.get(both) or (outcomes[both[::-1]][::-1] if both[::-1] in outcomes else None)
        if scores:
            places = (1, 2) if scores[0] > scores[1] else (2, 1) if scores[0] < scores[1] else (1, 1)
            results[n] = result(n, *both, places, scores)
            each = msgspec.structs.replace(each, match=n)
        paired.append(each)
    return msgspec.structs.replace(row, pairings=tuple(paired)), results


# ---- rounds -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("count", range(2, 17))
@pytest.mark.parametrize("twice", [False, True])
def test_everybody_meets_everybody_once_and_plays_at_most_once_a_round(count: int, twice: bool) -> None:
    people = list(range(101, 101 + count))
    found = schedule(people, twice)
    pairs = Counter(frozenset((each.home, each.away)) for each in found)
    assert pairs == Counter({frozenset(pair): 2 if twice else 1 for pair in combinations(people, 2)})
    rounds = (count - 1 if count % 2 == 0 else count) * (2 if twice else 1)
    assert {each.round for each in found} == set(range(1, rounds + 1))
    for number in range(1, rounds + 1):
        busy = [user for each in found if each.round == number for user in (each.home, each.away)]
        assert len(busy) == len(set(busy)) == count - count % 2
    assert len({(each.round, each.n) for each in found}) == len(found)
    if twice:
        assert len({(each.home, each.away) for each in found}) == len(found), "once on either side of the table"


@pytest.mark.parametrize("count", range(2, 17))
def test_nobody_is_much_oftener_at_home_than_away(count: int) -> None:
    found = schedule(list(range(count)))
    home = Counter(each.home for each in found)
    for user in range(count):
        assert abs(2 * home[user] - (count - 1)) <= 1


def test_rounds_open_one_after_the_other_or_all_at_once() -> None:
    row = league(ANN, BEN, CAT, DAN)
    assert open_rounds(row, {}, False) == [1]
    assert open_rounds(row, {}, True) == [1, 2, 3]
    assert len(to_begin(row, {}, True)) == 6
    first = [each for each in row.pairings if each.round == 1]
    assert to_begin(row, {}, False) == first
    row, results = played(row, {(first[0].home, first[0].away): (3, 1)})
    assert open_rounds(row, results, False) == [1], "until the whole round is decided"
    assert to_begin(row, results, False) == [first[1]]
    row, results = played(row, {(each.home, each.away): (1, 1) for each in first})
    assert open_rounds(row, results, False) == [2]
    assert not decided(row, results)


# ---- verdicts ---------------------------------------------------------------------------------------------------------
def test_a_match_says_how_a_pairing_ended_unless_it_was_ruled() -> None:
    pairing = Pairing(1, 0, ANN, BEN, match=7)
    assert verdict(Pairing(1, 0, ANN, BEN), {}) == ""
    assert verdict(pairing, {}) == ""
    assert verdict(pairing, {7: result(7, ANN, BEN, (1, 2))}) == "home"
    assert verdict(pairing, {7: result(7, BEN, ANN, (1, 2))}) == "away"
    assert verdict(pairing, {7: result(7, ANN, BEN, (1, 1))}) == "draw"
    ruled = msgspec.structs.replace(pairing, ruled="away")
    assert verdict(ruled, {7: result(7, ANN, BEN, (1, 2))}) == "away"
    assert verdict(pairing, {7: result(7, ANN, -5, (1, 2))}) == "void"


def test_who_abandons_a_match_loses_it_however_it_ends_for_whoever_took_over() -> None:
    parts = (Part(0, ANN, 0, 2), Part(1, CAT, 1, 1, part="late"), Part(1, BEN, 1, 2, part="abandoned"))
    left = Result(7, 10, "tiny", "table", 0.0, 1.0, "played", parts, "replaced")
    assert verdict(Pairing(1, 0, ANN, BEN, match=7), {7: left}) == "home", "although it was won after all"
    won = msgspec.structs.replace(left, parts=(msgspec.structs.replace(parts[0], place=1), *parts[1:]))
    assert verdict(Pairing(1, 0, ANN, BEN, match=7), {7: won}) == "home"


def test_whoever_withdraws_leaves_what_has_not_begun_to_the_others() -> None:
    row, results = played(league(ANN, BEN, CAT, DAN), {(ANN, BEN): (2, 0)})
    begun = next(each for each in row.pairings if {each.home, each.away} == {ANN, CAT})
    row = msgspec.structs.replace(
        row, pairings=tuple(msgspec.structs.replace(each, match=9) if each == begun else each for each in row.pairings)
    )
    gone = withdraw(row, ANN)
    assert [each.user for each in gone.members if each.withdrawn] == [ANN]
    for before, after in zip(row.pairings, gone.pairings):
        if before.match or ANN not in (before.home, before.away):
            assert after == before
        else:
            assert after.ruled == ("away" if before.home == ANN else "home")
    both = withdraw(gone, BEN)
    met = {frozenset((each.home, each.away)): each.ruled for each in both.pairings}
    assert met[frozenset((BEN, CAT))] in ("home", "away")
    assert met[frozenset((ANN, DAN))] == next(e.ruled for e in gone.pairings if {e.home, e.away} == {ANN, DAN})
    lines = {line.user: line for line in table(both, results)}
    assert lines[ANN].withdrawn
    assert lines[ANN].won == 1, "what was played counts"
    assert (lines[DAN].won, lines[DAN].scored) == (2, 0), "without a score"
    assert withdraw(withdraw(league(ANN, BEN), ANN), BEN).pairings[0].ruled in ("home", "away")


def test_two_who_have_withdrawn_owe_each_other_nothing() -> None:
    row = league(ANN, BEN)
    row = msgspec.structs.replace(row, members=(Member(ANN, True), Member(BEN)))
    assert withdraw(row, BEN).pairings[0].ruled == "void"


# ---- the table --------------------------------------------------------------------------------------------------------
def test_points_then_the_matches_among_equals_then_the_scores() -> None:
    row, results = played(league(ANN, BEN, CAT), {(ANN, BEN): (5, 0), (BEN, CAT): (2, 0), (CAT, ANN): (1, 0)})
    lines = table(row, results)
    assert [(line.user, line.rank, line.points, line.scored) for line in lines] == [
        (ANN, 1, 2, 4), (CAT, 2, 2, -1), (BEN, 3, 2, -3),
    ]  # fmt: skip
    outcomes = {(ANN, BEN): (1, 0), (ANN, CAT): (0, 1), (ANN, DAN): (1, 0), (BEN, CAT): (9, 0), (BEN, DAN): (9, 0),
                (CAT, DAN): (0, 1)}  # fmt: skip
    row, results = played(league(ANN, BEN, CAT, DAN), outcomes)
    lines = table(row, results)
    assert [(line.user, line.rank, line.points) for line in lines] == [
        (ANN, 1, 4), (BEN, 2, 4), (DAN, 3, 2), (CAT, 4, 2),
    ]  # fmt: skip
    assert lines[0].scored < lines[1].scored, "having beaten the other comes before the scores"


def test_equals_in_everything_share_a_rank() -> None:
    row, results = played(league(ANN, BEN, CAT), {(ANN, BEN): (1, 0), (BEN, CAT): (1, 0), (CAT, ANN): (1, 0)})
    assert [line.rank for line in table(row, results)] == [1, 1, 1]
    assert [line.rank for line in table(league(ANN, BEN), {})] == [1, 1]


def test_nothing_that_is_void_is_counted() -> None:
    row = league(ANN, BEN, pairings=(Pairing(1, 0, ANN, BEN, ruled="void"),))
    assert [line.played for line in table(row, {})] == [0, 0]
    assert decided(row, {})
    assert not decided(league(ANN, BEN, pairings=()), {})


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), st.data())
def test_sums_of_the_table(count: int, data: st.DataObject) -> None:
    """Two points for each match, as many wins as losses, differences that cancel out, ranks that never fall."""
    people = range(1, count + 1)
    outcomes = {pair: data.draw(st.tuples(st.integers(0, 3), st.integers(0, 3))) for pair in combinations(people, 2)
                if data.draw(st.booleans())}  # fmt: skip
    row, results = played(league(*people), outcomes)
    lines = table(row, results)
    assert sorted(line.user for line in lines) == list(people)
    assert sum(line.points for line in lines) == 2 * len(outcomes)
    assert sum(line.won for line in lines) == sum(line.lost for line in lines)
    assert sum(line.scored for line in lines) == 0
    assert sum(line.played for line in lines) == 2 * len(outcomes)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    assert all(line.rank <= n for n, line in enumerate(lines, 1))
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)


def test_terms_outlive_being_kept() -> None:
    assert terms_of(league(ANN, BEN)) == TERMS
