"""What finished matches come to."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.standings import Stats, Streak, Tally, favourites, outcome, stats, versus
from storage.community import Part, Result

ANN, BEN, CAT, BOT = 1, 2, 3, 99


def duel(winner: int = ANN, loser: int = BEN, *, draw: bool = False, **changes: Any) -> Result:
    parts = (Part(0, winner, 0, 1, army="Wolves", turns=2, seconds=60.0),
             Part(1, loser, 1, 1 if draw else 2, army="Angels", turns=1, seconds=10.0))  # fmt: skip
    return msgspec.structs.replace(Result(1, 10, "tiny", "table", 0.0, 1.0, "played", parts), **changes)


def test_nothing_comes_to_nothing() -> None:
    assert stats(ANN, []) == Stats()
    assert stats(CAT, [duel()]) == Stats()


def test_wins_draws_and_losses_are_counted_by_game_army_and_battlefield() -> None:
    found = stats(ANN, [duel(), duel(), duel(BEN, ANN), duel(draw=True), duel(game="other", battlefield="hill")])
    assert found.people == Tally(3, 1, 1)
    assert found.by_game == {"tiny": Tally(2, 1, 1), "other": Tally(1, 0, 0)}
    assert found.by_army == {("tiny", "Wolves"): Tally(2, 1, 0), ("tiny", "Angels"): Tally(0, 0, 1),
                             ("other", "Wolves"): Tally(1, 0, 0)}  # fmt: skip
    assert found.by_field == {("tiny", "table"): Tally(2, 1, 1), ("other", "hill"): Tally(1, 0, 0)}
    assert found.turn == (60.0 * 4 + 10.0) / (2 * 4 + 1)
    assert found.people.games == 5


def test_matches_with_a_built_in_player_are_counted_apart() -> None:
    found = stats(ANN, [duel(), duel(ANN, BOT, unrated="bot"), duel(BOT, ANN, unrated="bot")])
    assert (found.people, found.bot) == (Tally(1), Tally(1, 0, 1))
    assert found.by_army == {("tiny", "Wolves"): Tally(1)}


def test_what_says_nothing_about_play_is_not_counted() -> None:
    for why in ("early", "imported", "alone"):
        assert stats(ANN, [duel(unrated=why)]) == Stats()


def test_streaks() -> None:
    def after(*winners: int) -> Streak | None:
        return stats(ANN, [duel(who, BEN if who == ANN else ANN) for who in winners]).streak

    assert after(ANN) == Streak("won", 1, 1)
    assert after(ANN, ANN, BEN, ANN) == Streak("won", 1, 2)
    assert after(ANN, ANN, ANN, BEN, BEN) == Streak("lost", 2, 3)
    assert after(BEN, BEN) == Streak("lost", 2, 0)
    assert stats(ANN, [duel(), duel(draw=True)]).streak == Streak("drawn", 1, 1)


def test_a_team_wins_together_and_a_shared_first_place_is_a_draw() -> None:
    parts = (Part(0, ANN, 0, 1), Part(1, BEN, 1, 2), Part(2, CAT, 0, 1))
    teams = duel(parts=parts)
    assert [outcome(teams, part) for part in parts] == ["won", "lost", "won"]
    three = (Part(0, ANN, 0, 1), Part(1, BEN, 1, 1), Part(2, CAT, 2, 3))
    assert [outcome(duel(parts=three), part) for part in three] == ["drawn", "drawn", "lost"]


def test_who_left_is_not_among_those_who_won() -> None:
    parts = (Part(0, ANN, 0, 1), Part(1, BEN, 1, 2, part="late"), Part(1, CAT, 1, 2, part="abandoned"))
    left = duel(parts=parts, unrated="replaced")
    assert stats(CAT, [left]) == Stats(abandoned=1)
    assert stats(BEN, [left]).people == Tally(lost=1)
    assert stats(ANN, [left]).people == Tally(won=1)
    excused = duel(parts=(*parts[:2], Part(1, CAT, 1, 2, part="excused")), unrated="replaced")
    assert stats(CAT, [excused]) == Stats()


def test_head_to_head() -> None:
    mates = duel(parts=(Part(0, ANN, 0, 1), Part(1, BEN, 0, 1), Part(2, CAT, 1, 2)))
    played = [duel(match=1), duel(BEN, ANN, match=2), duel(draw=True, match=3), mates, duel(ANN, CAT), duel(unrated="early")]
    found = versus(ANN, BEN, played)
    assert found.against == Tally(1, 1, 1)
    assert found.together == Tally(1)
    assert found.last is not None
    assert found.last.match == 3
    back = versus(BEN, ANN, played)
    assert (back.against, back.together) == (Tally(1, 1, 1), Tally(1))
    free = duel(parts=(Part(0, CAT, 0, 1), Part(1, ANN, 1, 2), Part(2, BEN, 2, 3)))
    assert versus(ANN, BEN, [free]).against == Tally(won=1), "who came in before the other"


def test_favourites_come_first() -> None:
    tallies = {("t", "a"): Tally(1, 0, 4), ("t", "b"): Tally(3, 0, 0), ("t", "c"): Tally(2, 0, 3), ("t", "d"): Tally(1)}
    assert [name for (_, name), _ in favourites(tallies, 3)] == ["c", "a", "b"]
