"""Results, ratings and leagues: written with the match they follow from, never twice, never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from storage import AlreadyDone, Conflict, Store
from storage.community import (
    EVERYWHERE,
    Community,
    LeagueRow,
    Member,
    Pairing,
    Part,
    Rater,
    Rating,
    Result,
)
from storage.privacy import forget
from storage.rows import AlarmRow, AnswerRow, MatchRow
from tests.storage.ending import RATER, START
from tests.storage.ending import end as end_in_a_process
from tests.storage.samples import ANNE, BERT, CORA, NOW, match_row, new_match, said, say
from tests.storage.test_killed import FORKS, quiet


def ended(row: MatchRow, winner: int = ANNE, loser: int = BERT, **changes: Any) -> Result:
    parts = (Part(0, winner, 0, 1, 7, "Wolves"), Part(1, loser, 1, 2, 3, "Angels"))
    found = Result(row.id, row.guild, "arena", "plain", NOW, NOW + 100, "played", parts)
    return msgspec.structs.replace(found, **changes)


async def end(store: Store, row: MatchRow, result: Result | None, interaction: int = 0) -> MatchRow:
    new = msgspec.structs.replace(row, version=row.version + 1, stage="over")
    ending = (result, RATER) if result else None
    users = [part.user for part in result.parts] if result else [ANNE, BERT]
    await store.save(new, row.version, users, now=NOW + 100, ending=ending, interaction=interaction)
    return new


async def shown(store: Store, *users: int, scope: int = EVERYWHERE) -> list[int | None]:
    found = await Community(store.database).ratings_of(users, "arena", scope)
    return [found[user].shown if user in found else None for user in users]


async def test_the_result_and_the_ratings_come_with_the_end_of_the_match(store: Store) -> None:
    people = Community(store.database)
    row = await new_match(store, stage="playing")
    assert await people.result(row.id) is None
    await end(store, row, ended(row))
    found = await people.result(row.id)
    assert found is not None
    assert [(part.user, part.place, part.score, part.army, part.gain) for part in found.parts] == [
        (ANNE, 1, 7, "Wolves", 500), (BERT, 2, 3, "Angels", -500),
    ]  # fmt: skip
    assert await people.rating(ANNE, "arena") == await people.rating(ANNE, "arena", 10) == Rating(25.0, 8.0, 1500, 1)
    assert await people.rating(ANNE, "other") is None
    assert await people.rating(ANNE, "arena", 11) is None
    assert [each.match for each in await people.results_of(BERT)] == [row.id]
    assert await people.results_of(CORA) == []


@pytest.mark.field(52)
async def test_an_end_that_is_not_committed_leaves_no_result(store: Store) -> None:
    row = await new_match(store, stage="playing")
    new = msgspec.structs.replace(row, version=9, stage="over")
    with pytest.raises(Conflict):
        await store.save(new, 7, [ANNE, BERT], now=NOW, ending=(ended(row), RATER))
    await end(store, row, ended(row), interaction=5)
    with pytest.raises(AlreadyDone):  # Discord says it a second time
        await end(store, msgspec.structs.replace(row, version=2), ended(row), interaction=5)
    assert await shown(store, ANNE, BERT) == [1500, 500]
    assert len(await Community(store.database).results_of(ANNE)) == 1


@pytest.mark.field(21)
@pytest.mark.field(41)
async def test_killed_while_a_match_ends(url: str) -> None:
    """The match is over and counted, or neither; trying it again counts it once. (At a third of the statements: each is a
    process.)"""
    store = await Store.open(url)
    row = await new_match(store, stage="playing")
    await store.close()
    killed = 0
    for die_at in range(6, 60, 3):
        pipe, theirs = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=end_in_a_process, args=(url, row.id, theirs, die_at), daemon=True)
        process.start()
        theirs.close()
        await asyncio.to_thread(process.join, 60)
        async with quiet(url) as store:
            found, result = await store.match(row.id), await Community(store.database).result(row.id)
            assert found is not None
            assert (found.stage == "over") == (result is not None)
            assert await shown(store, ANNE, BERT) == ([1500, 500] if result else [None, None])
            assert await shown(store, ANNE, BERT, scope=10) == ([1500, 500] if result else [None, None])
        if process.exitcode == 0:
            assert pipe.recv()
            assert result is not None
            break
        assert process.exitcode == -9
        if result is not None:  # it died between the commit and saying so
            break
        killed += 1
    assert killed >= 5


async def test_a_rater_that_fails_takes_the_end_of_the_match_with_it(store: Store) -> None:
    """All or nothing: a match that is over has its result."""
    row = await new_match(store, stage="playing")

    def fail(result: Result, before: Mapping[int, Rating]) -> dict[int, Rating]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.save(
            msgspec.structs.replace(row, version=2, stage="over"), 1, [ANNE, BERT], now=NOW,
            ending=(ended(row), Rater(START, fail)),
        )  # fmt: skip
    assert await store.match(row.id) == row
    assert await Community(store.database).result(row.id) is None


async def test_matches_that_end_at_the_same_moment_all_count(store: Store, other: Store) -> None:
    rows = [await new_match(store, stage="playing") for _ in range(12)]
    await asyncio.gather(
        *(end((store, other)[n % 2], row, ended(row, *((ANNE, BERT) if n % 3 else (BERT, ANNE))))
          for n, row in enumerate(rows))
    )  # fmt: skip
    people = Community(store.database)
    now = await people.ratings_of([ANNE, BERT], "arena", EVERYWHERE)
    assert [now[user].games for user in (ANNE, BERT)] == [12, 12]
    before = await shown(store, ANNE, BERT, scope=10)
    gains = [[part.gain for part in each.parts] for each in await people.results_of(ANNE)]
    assert await people.rebuild(RATER) == 12
    assert await people.ratings_of([ANNE, BERT], "arena", EVERYWHERE) == now, "worked out anew they are what they were"
    assert await shown(store, ANNE, BERT, scope=10) == before
    assert [[part.gain for part in each.parts] for each in await people.results_of(ANNE)] == gains


async def test_working_out_anew_by_another_rule_changes_all_of_them_at_once(store: Store) -> None:
    for _ in range(3):
        await end(store, row := await new_match(store, stage="playing"), ended(row))
    people = Community(store.database)
    flat = Rater(START, lambda result, before: {part.user: Rating(1.0, 1.0, 7, 1) for part in result.parts})
    assert await people.rebuild(flat) == 3
    assert await people.rebuild(flat) == 3
    assert await shown(store, ANNE, BERT) == [7, 7]
    assert await people.rebuild(Rater(START, lambda result, before: {})) == 0
    assert await shown(store, ANNE, BERT) == [None, None]


async def test_unrated_matches_are_kept_and_count_for_nothing(store: Store) -> None:
    row = await new_match(store, stage="playing")
    await end(store, row, ended(row, unrated="bot"))
    people = Community(store.database)
    (found,) = await people.results_of(ANNE)
    assert found.unrated == "bot"
    assert [part.gain for part in found.parts] == [None, None]
    assert await people.rating(ANNE, "arena") is None


async def test_time_spent_is_counted_from_hand_off_to_hand_off(store: Store) -> None:
    row = await new_match(store, stage="playing")
    for version, (seat, at) in enumerate([(0, 0), (0, 10), (1, 70), (1, 100), (0, 130), (1, 150)], 1):
        new = msgspec.structs.replace(row, version=version + 1)
        given = AnswerRow(version, seat, "x", b"[]")
        await store.save(new, version, [ANNE, BERT], now=NOW + at, answers=[given])
        row = new
    await end(store, row, ended(row))
    found = await Community(store.database).result(row.id)
    assert found is not None
    # 10 -> 100 and 130 -> 150 for the second seat, 100 -> 130 for the first, whose first turn has no known beginning
    assert [(part.turns, part.seconds) for part in found.parts] == [(1, 30.0), (2, 110.0)]


async def test_the_leaderboard_ranks_those_with_enough_games_and_shows_the_others_after_them(store: Store) -> None:
    people = Community(store.database)
    dora = 5
    for winner, loser in ((ANNE, BERT), (ANNE, BERT), (CORA, dora)):
        row = await new_match(store, stage="playing")
        await end(store, row, ended(row, winner, loser))
    lines, count = await people.leaderboard("arena", 10, 2, 10)
    assert count == 4
    assert [(line.user, line.rank, line.rating.shown) for line in lines] == [
        (ANNE, 1, 1750), (BERT, 2, 250), (CORA, 0, 1500), (dora, 0, 500),
    ]  # fmt: skip
    lines, count = await people.leaderboard("arena", 10, 2, 2, offset=1)
    assert [(line.user, line.rank) for line in lines] == [(BERT, 2), (CORA, 0)]
    assert (await people.leaderboard("arena", 11, 1, 10)) == ([], 0), "each server has its own"
    assert (await people.leaderboard("arena", EVERYWHERE, 1, 10))[1] == 4


async def test_people_with_the_same_number_share_a_rank(store: Store) -> None:
    for winner, loser in ((ANNE, BERT), (CORA, 5)):
        await end(store, row := await new_match(store, stage="playing"), ended(row, winner, loser))
    lines, _ = await Community(store.database).leaderboard("arena", 10, 1, 10)
    assert [line.rank for line in lines] == [1, 1, 3, 3]


async def test_a_person_who_is_forgotten_leaves_the_others_as_they_are(store: Store) -> None:
    for _ in range(2):
        await end(store, row := await new_match(store, stage="playing"), ended(row))
    people = Community(store.database)
    before = await people.rating(ANNE, "arena")
    await forget(store, BERT, -77, NOW, lambda table, document: document)
    assert await people.results_of(BERT) == []
    assert await people.rating(BERT, "arena") is None
    opponents = {part.user for each in await people.results_of(ANNE) for part in each.parts if part.user != ANNE}
    assert opponents == {-77}, "still one and the same opponent"
    await people.rebuild(RATER)
    assert await people.rating(ANNE, "arena") == before
    lines, count = await people.leaderboard("arena", 10, 1, 10)
    assert ([line.user for line in lines], count) == ([ANNE], 1)


async def test_results_outlive_their_match(store: Store) -> None:
    row = await new_match(store, stage="playing")
    await end(store, row, ended(row))
    assert await store.forget_matches(NOW * 2, ("over",)) == 1
    assert await store.match(row.id) is None
    assert await Community(store.database).result(row.id) is not None


async def test_another_match_under_an_old_number_leaves_the_old_result(store: Store) -> None:
    """As one that comes back from a file."""
    row = await new_match(store, stage="playing")
    await end(store, row, ended(row))
    again = await new_match(store, stage="playing")
    await end(store, again, ended(row, BERT, ANNE))  # the number of the first
    people = Community(store.database)
    found = await people.result(row.id)
    assert found is not None
    assert found.parts[0].user == BERT
    assert len(await people.results_of(ANNE)) == 2
    before = await people.rating(ANNE, "arena")
    assert await people.rebuild(RATER) == 2
    assert await people.rating(ANNE, "arena") == before


async def test_what_ended_on_a_server_in_a_time(store: Store) -> None:
    people = Community(store.database)
    first = await new_match(store, stage="playing")
    second = await new_match(store, stage="playing", guild=11)
    await end(store, first, ended(first, ended=NOW + 10))
    await end(store, second, ended(second, ended=NOW + 20))
    assert [each.match for each in await people.results_between(10, NOW, NOW + 10)] == [first.id]
    assert await people.results_between(10, NOW + 10, NOW + 20) == []
    assert await people.results_for([]) == {}
    assert set(await people.results_for([first.id, second.id, 99])) == {first.id, second.id}


async def test_open_matches_of_a_server_and_how_lively_they_are(store: Store) -> None:
    people = Community(store.database)
    first, second = await new_match(store), await new_match(store)
    await new_match(store, guild=11)
    await new_match(store, stage="playing")
    assert await people.matches_on(10, ("open",)) == [second.id, first.id]
    moved = msgspec.structs.replace(first, version=2)
    await store.save(moved, 1, [ANNE, BERT], now=NOW + 5, answers=[AnswerRow(n, 0, "x", b"[]") for n in (1, 2)])
    assert await people.matches_on(10, ("open",), since=NOW + 1) == [first.id]
    assert await people.pace_of([first.id, second.id], NOW + 1) == {first.id: 2}
    assert await people.pace_of([first.id], NOW + 6) == {}


# ---- leagues ----
def league(**changes: Any) -> LeagueRow:
    row = LeagueRow(0, 1, 10, 20, ANNE, "Spring", "open", NOW, b"terms", (Member(ANNE), Member(BERT)))
    return msgspec.structs.replace(row, **changes)


async def made(store: Store, row: LeagueRow, interaction: int = 1) -> LeagueRow:
    id, _ = await store.make_league(row, interaction, NOW, lambda id: [say(f"league {id}", 0)])
    found = await Community(store.database).league(id)
    assert found is not None
    return found


async def changed(store: Store, row: LeagueRow, **changes: Any) -> LeagueRow:
    await store.save_league(msgspec.structs.replace(row, **changes), NOW)
    found = await Community(store.database).league(row.id)
    assert found is not None
    return found


async def test_a_league_is_made_once(store: Store) -> None:
    first = await made(store, league())
    assert (first.members, first.pairings) == ((Member(ANNE), Member(BERT)), ())
    id, fresh = await store.make_league(league(), 1, NOW, lambda id: [say("again", 0)])
    assert (id, fresh) == (first.id, False)
    assert await said(store) == [f"league {first.id}"]
    assert [each.id for each in await Community(store.database).leagues_on(10, ("open",))] == [first.id]
    assert await Community(store.database).leagues_on(11, ("open",)) == []


async def test_changes_of_a_league_do_not_overwrite_each_other(store: Store, other: Store) -> None:
    row = await made(store, league(members=()))

    async def join(through: Store, user: int) -> None:
        while True:
            now = await Community(through.database).league(row.id)
            assert now is not None
            try:
                new = msgspec.structs.replace(now, members=(*now.members, Member(user)))
                await through.save_league(new, NOW)
                return
            except Conflict:
                continue

    await asyncio.gather(*(join((store, other)[n % 2], n + 1) for n in range(8)))
    found = await Community(store.database).league(row.id)
    assert found is not None
    assert sorted(each.user for each in found.members) == list(range(1, 9))


async def test_a_pairing_gets_one_match_however_often_it_is_tried(store: Store, other: Store) -> None:
    paired = (Pairing(1, 0, ANNE, BERT), Pairing(2, 0, BERT, ANNE))
    row = await changed(store, await made(store, league()), pairings=paired, stage="running")

    async def create(through: Store) -> int | None:
        try:
            id, _ = await through.create(match_row(), [ANNE, BERT], 0, lambda _: (b"", ()), pairing=(row.id, 1, 0))
        except Conflict:
            return None
        return id

    made_ids = [id for id in await asyncio.gather(*(create((store, other)[n % 2]) for n in range(6))) if id]
    assert len(made_ids) == 1
    assert [each.id for each in await store.in_stage("open")] == made_ids
    now = await Community(store.database).league(row.id)
    assert now is not None
    assert [each.match for each in now.pairings] == [made_ids[0], 0]
    assert await Community(store.database).league_of(made_ids[0]) == row.id
    # somebody who has not seen that yet rules about the other one: the match stays where it is
    after = await changed(store, row, pairings=(paired[0], msgspec.structs.replace(paired[1], ruled="home")))
    assert [(each.match, each.ruled) for each in after.pairings] == [(made_ids[0], ""), (0, "home")]
    with pytest.raises(Conflict):  # what is ruled needs no match
        await store.create(match_row(), [ANNE, BERT], 0, lambda _: (b"", ()), pairing=(row.id, 2, 0))


@pytest.mark.parametrize("stage", ["over", "cancelled"])
async def test_the_end_of_a_match_wakes_its_league(store: Store, stage: str) -> None:
    row = await changed(store, await made(store, league()), pairings=(Pairing(1, 0, ANNE, BERT),), stage="running")
    id, _ = await store.create(match_row(), [ANNE, BERT], 0, lambda _: (b"", ()), pairing=(row.id, 1, 0))
    assert await store.next_alarm() is None
    match = await store.match(id)
    assert match is not None
    await store.save(msgspec.structs.replace(match, version=2), 1, [ANNE, BERT], now=NOW + 1)
    assert await store.alarms(NOW * 2, 10) == []
    await store.save(msgspec.structs.replace(match, version=3, stage=stage), 2, [ANNE, BERT], now=NOW + 2)
    assert await store.alarms(NOW * 2, 10) == [AlarmRow("league", row.id, NOW + 2, 10)]


async def test_an_alarm_is_answered_once(store: Store, other: Store) -> None:
    due = AlarmRow("day", 10, NOW, 10)
    await store.set_alarm(due)
    await store.set_alarm(due)
    assert await store.next_alarm() == NOW
    assert await store.alarms(NOW - 1, 10) == []
    later = AlarmRow("day", 10, NOW + 86400, 10)
    done = await asyncio.gather(
        *((store, other)[n % 2].settle_alarm(due, NOW, errands=[say("the match of the day", 0)], again=later)
          for n in range(6))
    )  # fmt: skip
    assert sum(done) == 1
    assert await said(store) == ["the match of the day"]
    assert await store.alarms(NOW * 2, 10) == [later]
    await store.drop_alarm("day", 10)
    assert await store.next_alarm() is None


async def test_a_league_goes_on_once_for_each_alarm(store: Store) -> None:
    row = await made(store, league())
    due = AlarmRow("league", row.id, NOW, 10)
    await store.set_alarm(due)
    await store.save_league(row, NOW, due=due, again=[AlarmRow("league", row.id, NOW + 5, 10)])
    now = await Community(store.database).league(row.id)
    assert now is not None
    with pytest.raises(AlreadyDone):
        await store.save_league(msgspec.structs.replace(now, name="other"), NOW, due=due)
    assert await Community(store.database).league(row.id) == now
    assert await store.next_alarm() == NOW + 5
