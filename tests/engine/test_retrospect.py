"""Looking back at finished matches: what posters tell is what happened."""

from __future__ import annotations

from typing import Any

import pytest

from engine import record, selfplay
from engine.core import chance
from engine.core.match import Match
from engine.players.sensible import SensiblePlayer
from engine.record import Answered, Record
from engine.registry import game
from engine.retrospect import LEAST, MOST, TOLD, Retrospect, look_back
from engine.walk import Walk

GAMES = ("arena", "summoner_wars")


def written(name: str, *, answers: int = 10_000) -> tuple[Record, Match[Any]]:
    """A match played to its end, or so many answers of it."""
    entry = game(name)
    field, seed = entry.battlefields(2)[:2][-1][0], selfplay.seed_of(11, 1)
    armies = selfplay.line_up(entry, 1, True)
    match = Match.begin(entry.rules, entry.setup(field, armies, {}), seed)
    opening, given = list(match.events), list[Answered]()
    while match.asked and len(given) < answers:
        ask = match.asked[0]
        key = SensiblePlayer().choose(match.offer(ask.seat))
        given.append(Answered(ask.seat, key, list(match.answer(ask.seat, key))))
    made = Record(
        record.FORMAT, name, entry.rules.version, field, armies, {}, seed.hex(), chance.commitment(seed), opening, given,
        match.fingerprint,
    )  # fmt: skip
    return made, match


Looked = tuple[Record, Match[Any], Retrospect]


@pytest.fixture(scope="module", params=GAMES)
def looked(request: pytest.FixtureRequest) -> Looked:
    made, match = written(request.param)
    found = look_back(Walk(made), game(made.game), seconds=3 * 86400.0)
    assert found is not None
    return made, match, found


def test_who_won_and_how_it_stood_are_those_of_the_match(looked: Looked) -> None:
    made, match, found = looked
    outcome = match.outcome
    assert outcome is not None
    assert found.winners == tuple(outcome.winners)
    assert str(found.reason) == str(outcome.reason)
    assert [side.place for side in found.sides] == list(outcome.places)
    assert found.board == match.look(None, everything=True).board
    assert found.title == game(made.game).title
    assert len({str(side.name) for side in found.sides}) == len(found.sides)


def test_charts_have_a_value_before_the_first_turn_and_after_each(looked: Looked) -> None:
    made, _, found = looked
    turns = [event.data["turn"] for answer in made.answers for event in answer.events if event.kind == "turn"]
    assert found.turns == max(turns)
    assert found.charts
    for chart in found.charts:
        assert {len(line.values) for line in chart.lines} == {found.turns + 1}
        assert len({line.seats for line in chart.lines}) == len(chart.lines)
        assert any(len(set(line.values)) > 1 for line in chart.lines), "something has changed in the course of a match"
    entry = game(made.game)
    hindsight = entry.hindsight([found.board], [])
    assert hindsight is not None
    last = {(str(each.what), each.seats): each.value for each in hindsight.standings(found.board)}
    drawn = {(str(chart.what), line.seats): line.values[-1] for chart in found.charts for line in chart.lines}
    assert drawn == last


def test_dice_are_counted_as_they_fell(looked: Looked) -> None:
    made, _, found = looked
    entry = game(made.game)
    lucks = [luck for answer in made.answers for event in answer.events if (luck := entry.luck(event)) is not None]
    for seat, side in enumerate(found.sides):
        mine = [luck for luck in lucks if luck.seat == seat]
        assert (side.dice, side.hits) == (sum(luck.dice for luck in mine), sum(luck.hits for luck in mine))
        assert side.expected == pytest.approx(sum(luck.expected for luck in mine))
    assert sum(side.dice for side in found.sides) > 0


def test_the_most_dangerous_pieces_are_those_whose_attacks_did_most_harm(looked: Looked) -> None:
    made, _, found = looked
    entry = game(made.game)
    events = [event for answer in made.answers for event in answer.events]
    start, end = (moment.view.board for moment in Walk(made).moments([0, len(made.answers)], None, everything=True))
    hindsight = entry.hindsight([start, end], events)
    assert hindsight is not None
    strikes = [strike for event in events if (strike := hindsight.strike(event)) is not None]
    assert len(strikes) == sum(event.kind == "attack" for event in events)
    for seat, side in enumerate(found.sides):
        harm = {rank.face: sum(each.harm for each in strikes if (each.seat, each.face) == (seat, rank.face))
                for rank in side.ranks}  # fmt: skip
        assert bool(side.best) == bool(side.feat) == any(harm.values())
        if side.best:
            assert harm[side.best] == max(harm.values())
            assert f" {harm[side.best]} " in str(side.feat)
    assert any(side.best for side in found.sides)


def test_key_moments_are_the_turns_that_changed_most_with_the_board_as_it_was_then(looked: Looked) -> None:
    made, _, found = looked
    assert LEAST <= len(found.moments) <= MOST
    assert [moment.turn for moment in found.moments] == sorted({moment.turn for moment in found.moments})
    told = {str(event.text) for answer in made.answers for event in answer.events}
    walk = Walk(made)
    for moment in found.moments:
        assert 1 <= len(moment.told) <= TOLD
        assert {str(text) for text in moment.told} <= told
        n = next(n for n, answer in enumerate(made.answers, 1) if moment.events[0] in answer.events)
        (then,) = walk.moments([n], None, everything=True)
        assert moment.board == then.view.board
        assert moment.board.turn in (moment.turn, moment.turn + 1), "what ends a turn may begin the next"
    assert found.moments[-1].turn == found.turns or not found.winners, "what decides a match is among them"


def test_armies_add_up_and_the_leader_comes_first(looked: Looked) -> None:
    made, _, found = looked
    for seat, side in enumerate(found.sides):
        assert side.ranks[0].kind in ("planeswalker", "summoner")
        assert sum(side.ranks[0].kind == rank.kind for rank in side.ranks) == 1
        assert all(rank.standing + rank.lost + rank.away + rank.waiting > 0 for rank in side.ranks)
        if made.game == "arena":
            own = [card for card in found.board.cards if card.owner == seat]
            zones = [found.board.figures[id].zone for card in own for id in card.figures]
            assert sum(rank.standing for rank in side.ranks) == zones.count("board")
            assert sum(rank.waiting for rank in side.ranks) == zones.count("reserve")
        else:
            own = [piece for piece in found.board.pieces if piece.owner == seat]
            assert sum(rank.standing for rank in side.ranks) == len(own)
    lost = next(number for number in found.numbers if str(number.what).startswith("figure"))
    assert lost.n == sum(rank.lost for side in found.sides for rank in side.ranks) > 0


def test_numbers_are_those_of_the_match_and_nobody_guesses_how_long_it_took(looked: Looked) -> None:
    made, _, found = looked
    numbers = {str(number.what): number.n for number in found.numbers}
    assert numbers["days"] == 3
    assert numbers["turns"] == found.turns
    without = look_back(Walk(made), game(made.game))
    assert without is not None
    assert not any("day" in str(number.what) for number in without.numbers)


def test_a_match_that_is_not_over_has_no_poster() -> None:
    made, match = written("arena", answers=40)
    assert match.outcome is None
    assert look_back(Walk(made), game("arena")) is None
