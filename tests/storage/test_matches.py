"""Matches, their seats and their answers: one accepted move is one transaction, at the version it was thought out for."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from sqlalchemy import func, select

from storage import AlreadyDone, Conflict, Store
from storage.rows import DueRow, MatchRow, Retiming
from storage.schema import answers, dues, errands, interactions, matches, seats, undone
from tests.storage.samples import ANNE, BERT, CORA, NOW, answer, match_row, move, new_match, said, say

KEPT = (matches, seats, answers, undone, interactions, errands, dues)


async def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables that a move writes."""
    async with store.database.read() as tx:
        return {table.name: sorted(tuple(row) for row in await tx.execute(select(table))) for table in KEPT}


async def test_a_match_comes_back_as_it_was_kept(store: Store, other: Store) -> None:
    row = match_row(guild=CORA, channel=CORA + 1, thread=CORA + 2, host=CORA + 3, document=bytes(range(256)))
    id, fresh = await store.create(row, (ANNE, CORA), 0, lambda id: (row.document + str(id).encode(), [say("welcome", id)]))
    found = await other.match(id)
    assert fresh
    assert found == msgspec.structs.replace(row, id=id, document=row.document + str(id).encode())
    assert [each.id for each in await other.matches_of(CORA)] == [id]
    assert await said(other) == ["welcome"]


async def test_numbers_of_matches_are_never_used_again(store: Store) -> None:
    first = await new_match(store)
    async with store.database.write() as tx:
        await tx.execute(matches.delete())
    assert (await new_match(store)).id > first.id


async def test_a_match_that_is_not_there(store: Store) -> None:
    assert await store.match(99) is None
    assert await store.answers(99) == []
    with pytest.raises(Conflict):
        await store.save(match_row(id=99, version=2), 1, (ANNE,), now=NOW)


@pytest.mark.field(41)
async def test_what_was_acknowledged_is_there_for_everybody(store: Store, other: Store) -> None:
    row = await new_match(store)
    for n in range(1, 6):
        row = await move(store, row, n, errands=[say(f"move {n}", row.id)], document=f"after {n}".encode())
        assert await other.match(row.id) == row
        assert [each.n for each in await other.answers(row.id)] == list(range(1, n + 1))
    assert await said(other) == [f"move {n}" for n in range(1, 6)]


async def test_an_answer_comes_back_as_it_was_given(store: Store) -> None:
    row = await new_match(store)
    given = msgspec.structs.replace(answer(1, seat=1, key="move c4→d5"), events='[{"text":"größer"}]'.encode())
    await store.save(msgspec.structs.replace(row, version=2), 1, (ANNE, BERT), now=NOW, answers=[given])
    assert await store.answers(row.id) == [given]


@pytest.mark.field(42)
async def test_a_move_for_an_older_version_changes_nothing(store: Store, other: Store) -> None:
    row = await new_match(store)
    await move(store, row, 1, document=b"the first")
    before = await everything(store)
    with pytest.raises(Conflict):
        await other.save(
            msgspec.structs.replace(row, version=2, document=b"the second"), row.version, (CORA,), now=NOW,
            answers=[answer(2)], errands=[say("late")], retimings=[Retiming(0, add=(DueRow(row.id, 0, "half", NOW),))],
            interaction=7,
        )  # fmt: skip
    assert await everything(store) == before


async def test_what_goes_wrong_inside_a_move_undoes_all_of_it(store: Store) -> None:
    row = await move(store, await new_match(store), 1)
    before = await everything(store)
    with pytest.raises(Exception, match=r"(?i)unique|answers"):  # answer 1 is there already
        await move(store, row, 1, errands=[say("never said")], interaction=8, document=b"never")
    assert await everything(store) == before
    assert (await move(store, row, 2)).version == row.version + 1


@pytest.mark.field(34)
async def test_two_seats_answer_at_the_same_moment(store: Store, other: Store) -> None:
    row = await new_match(store)

    async def give(through: Store, seat: int) -> None:
        while True:
            now = await through.match(row.id)
            assert now is not None
            n = len(await through.answers(row.id)) + 1
            new = msgspec.structs.replace(now, version=now.version + 1)
            try:
                await through.save(new, now.version, (ANNE, BERT), now=NOW, answers=[answer(n, seat)])
            except Conflict:
                continue
            return

    await asyncio.gather(give(store, 0), give(other, 1))
    assert sorted(each.seat for each in await store.answers(row.id)) == [0, 1]


# -- the same press twice
async def test_an_interaction_moves_once(store: Store, other: Store) -> None:
    row = await new_match(store)
    assert not await other.seen(501)
    row = await move(store, row, 1, interaction=501, errands=[say("moved", row.id)])
    assert await other.seen(501)
    before = await everything(store)
    with pytest.raises(AlreadyDone):
        await move(other, row, 2, interaction=501, errands=[say("moved again", row.id)])
    assert await everything(store) == before


async def test_an_interaction_moves_once_even_at_the_same_moment(store: Store, other: Store) -> None:
    row = await new_match(store)
    tries = [move(through, row, 1, interaction=502, errands=[say("moved", row.id)]) for through in (store, other) * 4]
    ends = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(end, MatchRow) for end in ends) == 1
    assert all(isinstance(end, MatchRow | AlreadyDone | Conflict) for end in ends)
    assert await said(store) == ["moved"]


async def test_an_interaction_makes_one_match(store: Store, other: Store) -> None:
    row = match_row()
    first = await store.create(row, (ANNE,), 503, lambda id: (b"", [say("invitation", id)]))
    second = await other.create(row, (ANNE,), 503, lambda id: (b"", [say("invitation", id)]))
    assert first == (second[0], True)
    assert second[1] is False
    assert await said(store) == ["invitation"]


async def test_an_interaction_makes_one_match_even_at_the_same_moment(
    store: Store, other: Store
) -> None:
    row = match_row()
    made = await asyncio.gather(
        *(through.create(row, (ANNE,), 504, lambda id: (b"", [say("invitation", id)])) for through in (store, other) * 4)
    )
    assert len({id for id, _ in made}) == 1
    assert sum(fresh for _, fresh in made) == 1
    assert await said(store) == ["invitation"]


# -- undo
async def test_undone_answers_are_taken_from_the_end_and_kept_aside(store: Store) -> None:
    row = await new_match(store)
    for n in (1, 2, 3):
        row = await move(store, row, n)
    new = msgspec.structs.replace(row, version=row.version + 1)
    await store.save(new, row.version, (ANNE, BERT), now=NOW + 50, undone=2, answers=[answer(2, 1, "another")])
    assert [(each.n, each.key) for each in await store.answers(row.id)] == [(1, "answer-1"), (2, "another")]
    async with store.database.read() as tx:
        aside = (await tx.execute(select(undone).order_by(undone.c.n))).all()
    assert [(each.n, each.key, each.at, each.undone_at) for each in aside] == [
        (2, "answer-2", NOW + 2, NOW + 50),
        (3, "answer-3", NOW + 3, NOW + 50),
    ]


async def test_an_undo_for_an_older_version_takes_nothing_back(store: Store) -> None:
    row = await move(store, await new_match(store), 1)
    await move(store, row, 2)
    with pytest.raises(Conflict):
        await store.save(msgspec.structs.replace(row, version=3), row.version, (ANNE, BERT), now=NOW, undone=1)
    assert [each.n for each in await store.answers(row.id)] == [1, 2]


# -- seats
@pytest.mark.field(35)
@pytest.mark.parametrize("people", [2, 50])
async def test_people_who_join_at_once(store: Store, other: Store, people: int) -> None:
    """Each reads the seats, takes the first free one, saves; whoever meets a conflict looks again."""
    capacity = max(2, people // 2)
    row = await new_match(store, users=[0] * capacity, document=msgspec.json.encode([0] * capacity))

    async def join(through: Store, person: int) -> bool:
        while True:
            found = await through.match(row.id)
            assert found is not None
            taken = msgspec.json.decode(found.document, type=list[int])
            if 0 not in taken:
                return False
            taken[taken.index(0)] = person
            new = msgspec.structs.replace(found, version=found.version + 1, document=msgspec.json.encode(taken))
            try:
                await through.save(new, found.version, taken, now=NOW, errands=[say(f"{person} joined", row.id)])
            except Conflict:
                continue
            return True

    joined = await asyncio.gather(*(join((store, other)[n % 2], 1000 + n) for n in range(people)))
    winners = {1000 + n for n, seated in enumerate(joined) if seated}
    async with store.database.read() as tx:
        rows = [row.user for row in await tx.execute(select(seats).order_by(seats.c.seat))]
    found = await store.match(row.id)
    assert found is not None
    assert len(rows) == len(set(rows)) == capacity == len(winners)
    assert set(rows) == winners
    assert msgspec.json.decode(found.document) == rows
    assert found.version == row.version + capacity
    assert set(await said(store)) == {f"{person} joined" for person in winners}


async def test_a_replaced_player_loses_the_match_and_the_new_one_has_it(store: Store) -> None:
    row = await new_match(store, stage="playing")
    await move(store, row, 1, users=(ANNE, CORA))
    assert await store.matches_of(BERT) == []
    assert [each.id for each in await store.matches_of(CORA)] == [row.id]


# -- questions
async def test_matches_of_a_person_newest_first(store: Store) -> None:
    old = await new_match(store, stage="playing")
    await new_match(store, stage="over")
    await new_match(store, users=(BERT, CORA), stage="playing")
    new = await new_match(store, users=(0, ANNE), stage="open")
    assert [each.id for each in await store.matches_of(ANNE)] == [new.id, old.id]
    assert [each.stage for each in await store.matches_of(ANNE, ("over",))] == ["over"]


async def test_somebody_who_has_both_seats_has_the_match_once(store: Store) -> None:
    row = await new_match(store, users=(ANNE, ANNE))
    assert [each.id for each in await store.matches_of(ANNE)] == [row.id]


async def test_matches_by_host_and_by_stage(store: Store) -> None:
    one = await new_match(store, host=CORA, stage="open")
    two = await new_match(store, host=CORA, stage="armies")
    await new_match(store, host=CORA, stage="cancelled")
    three = await new_match(store, host=BERT, stage="playing")
    assert [each.id for each in await store.hosted_by(CORA, ("open", "armies"))] == [two.id, one.id]
    assert [each.id for each in await store.in_stage("playing", "open")] == [one.id, three.id]


async def test_matches_of_a_server_and_those_being_played(store: Store) -> None:
    first, second = await new_match(store), await new_match(store, stage="playing")
    await new_match(store, stage="over")
    await new_match(store, guild=99, stage="playing")
    assert [row.id for row in await store.in_guild(10, 50)] == [second.id, first.id]
    assert [row.id for row in await store.in_guild(10, 1)] == [second.id]
    assert await store.numbers_in_stage("playing") == [second.id, 4]


async def test_the_match_of_a_place(store: Store) -> None:
    await new_match(store, channel=20, thread=0, stage="open")  # not begun: the channel is not its own yet
    assert await store.match_in(20) is None
    here = await new_match(store, channel=20, thread=0, stage="playing")
    assert await store.match_in(20) == here.id
    thread = await new_match(store, channel=20, thread=31, stage="over")
    assert await store.match_in(31) == thread.id
    assert await store.match_in(20) == here.id
    await new_match(store, channel=20, thread=0, stage="playing")
    assert await store.match_in(20) is None  # two matches in one channel: nobody can tell which is meant


async def test_counts(store: Store) -> None:
    row = await new_match(store, errands=[say("one"), say("two")])
    await move(store, row, 1)
    assert await store.counts() == {"matches": 1, "answers": 1, "errands": 2, "dues": 0, "waiting errands": 2}


async def test_rows_of_a_match_go_with_it(store: Store) -> None:
    row = await new_match(store, errands=[say("one")], interaction=9)
    await move(store, row, 1, interaction=10)
    async with store.database.write() as tx:
        await tx.execute(matches.delete().where(matches.c.id == row.id))
    async with store.database.read() as tx:
        left = {table.name: (await tx.execute(select(func.count()).select_from(table))).scalar_one() for table in KEPT}
    assert left == dict.fromkeys(left, 0)
