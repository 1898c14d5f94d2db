"""Letting go of what is old, never of what somebody waits for; a backup each day, and as many as wanted."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.guilds import KEPT, Guild
from bot.hosting.housekeeping import CANCELLED_FOR, LEAST, SENT_FOR, Housekeeping, found
from bot.keeping import Keeper, opened
from bot.pace import LONGEST
from bot.service import Service
from storage import Store
from storage.backups import look_over
from tests.bot.conftest import ALICE, BOB, DRAFT, begun
from tests.bot.discord_bench import START, Clock
from tests.bot.tiny_game import TinyGame

DAY = 86_400.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def keeper(tmp_path: Path, clock: Clock) -> AsyncIterator[Keeper]:
    async with opened(f"sqlite:///{tmp_path}/x.db", clock) as running:
        yield running


@pytest.fixture
async def service(keeper: Keeper, clock: Clock) -> AsyncIterator[Service]:
    made = Service(keeper, {"tiny": TinyGame()}, clock, new_seed=lambda: b"\x07" * 32)
    yield made
    made.close()


async def said(keeper: Keeper) -> None:
    """All that waits is sent."""
    while rows := await keeper.waiting():
        for row in rows:
            await keeper.begun(row)
            await keeper.done(row)


async def rows(keeper: Keeper, *tables: str) -> dict[str, int]:
    async with keeper.store.database.read() as tx:
        return {name: (await tx.exec_driver_sql(f"SELECT count(*) FROM {name}")).scalar_one() for name in tables}



# ---- forgetting ----------------------------------------------------------------------------------------------------------
@pytest.mark.field(75)
async def test_nothing_is_forgotten_before_the_longest_legal_wait(service: Service, clock: Clock) -> None:
    """Matches that are played stay however long nobody moves; finished ones as long as anybody may wait for anything."""
    assert LEAST >= LONGEST
    assert all(days * DAY >= LONGEST for days in KEPT if days)
    await service.keeper.save_guild(1, Guild(keep_days=1))  # less than any list offers
    waiting = await begun(service)
    over = (await service.beginning.create(DRAFT, ALICE, 1, 10, 11)).id
    await service.beginning.join(over, BOB)
    for user in (ALICE, BOB):
        await service.beginning.ready(over, user)
    await service.resign(over, BOB, 12)
    await said(service.keeper)
    keeping = Housekeeping(service.keeper, clock)
    clock.now = START + LEAST - 1
    await keeping.forget()
    assert await service.keeper.match(over) is not None
    clock.now = START + LEAST + 1
    await keeping.forget()
    assert await service.keeper.match(over) is None
    clock.now = START + 400 * DAY
    await keeping.forget()
    record = await service.keeper.match(waiting)
    assert record is not None
    assert record.stage == "playing"
    assert await service.keeper.next_due() is not None, "its deadline is still a row"


async def test_finished_matches_go_when_their_server_wants_it_and_results_stay(service: Service, clock: Clock) -> None:
    await service.keeper.save_guild(1, Guild(keep_days=90))
    ended = []
    for n, guild in enumerate((1, 2)):
        match = (await service.beginning.create(DRAFT, ALICE, guild, 10 + n, 100 * n + 1)).id
        await service.beginning.join(match, BOB)
        for user in (ALICE, BOB):
            await service.beginning.ready(match, user)
        await service.act(match, ALICE, ["bid:high"], 100 * n + 2)
        await service.act(match, BOB, ["bid:low"], 100 * n + 3)
        await service.act(match, ALICE, ["end:turn"], 100 * n + 4)
        await service.resign(match, BOB, 100 * n + 5)
        ended.append(match)
    await said(service.keeper)
    keeping = Housekeeping(service.keeper, clock)
    clock.now += 89 * DAY
    await keeping.forget()
    assert [await service.keeper.match(match) is None for match in ended] == [False, False]
    clock.now += 2 * DAY
    assert await keeping.forget()
    assert [await service.keeper.match(match) is None for match in ended] == [True, False]
    left = await rows(service.keeper, "matches", "results", "result_seats")
    assert left == {"matches": 1, "results": 2, "result_seats": 4}
    async with service.keeper.store.database.read() as tx:
        for table in ("seats", "answers", "places", "dues", "errands", "interactions", "undone"):
            sql = f'SELECT count(*) FROM {table} WHERE "match" = {ended[0]}'
            assert (await tx.exec_driver_sql(sql)).scalar_one() == 0, table


async def test_a_match_that_was_called_off_goes_when_all_is_said_about_it(service: Service, clock: Clock) -> None:
    match = (await service.beginning.create(DRAFT, ALICE, 1, 10, 1)).id
    await service.beginning.cancel(match, ALICE)
    keeping = Housekeeping(service.keeper, clock)
    clock.now += CANCELLED_FOR + 1
    await keeping.forget()
    assert await service.keeper.match(match) is not None, "the invitation in the channel still says otherwise"
    await said(service.keeper)
    await keeping.forget()
    assert await service.keeper.match(match) is None


@pytest.mark.field(62)
async def test_a_move_leaves_a_bounded_amount_and_most_of_it_goes(service: Service, clock: Clock) -> None:
    """Every move adds an answer, and a fixed number of rows that are gone after a month."""
    match = await begun(service)
    interactions = itertools.count(1000)
    tables = ("answers", "errands", "interactions", "undone", "places", "dues", "seats")
    sizes, counts = [], []
    for n in range(60):
        await service.act(match, ALICE if n % 2 == 0 else BOB, ["end:turn"], next(interactions))
        await said(service.keeper)
        counts.append(await rows(service.keeper, *tables))
        found = await service.keeper.store.match(match)
        assert found is not None
        sizes.append(len(found.document))
    grown = {name: counts[-1][name] - counts[9][name] for name in tables}
    assert grown["answers"] == 50
    assert grown["interactions"] == 50
    assert grown["errands"] <= 5 * 50
    assert all(grown[name] == 0 for name in ("undone", "places", "dues", "seats")), grown
    assert max(sizes[30:]) < max(sizes[:30]) * 1.1, "the match's document does not grow with its length"
    clock.now += SENT_FOR + 1
    await Housekeeping(service.keeper, clock).forget()
    left = await rows(service.keeper, *tables)
    assert left["errands"] == left["interactions"] == 0
    assert left["answers"] == counts[-1]["answers"]


# ---- backups -------------------------------------------------------------------------------------------------------------
async def test_a_backup_each_day_and_only_as_many_as_wanted(keeper: Keeper, clock: Clock, tmp_path: Path) -> None:
    folder = tmp_path / "safe" / "backups"
    keeping = Housekeeping(keeper, clock, folder, kept=3)
    for hour in range(5 * 24):
        clock.now = START + hour * 3600
        if hour == 30:
            keeping = Housekeeping(keeper, clock, folder, kept=3)  # a restart neither repeats nor forgets it
            (folder / "postwalker-mine.db").touch()
            (folder / ".postwalker-20200101-000000.db.part").touch()  # it was killed in the middle of one
        await keeping.back_up()
    there = found(folder)
    assert [round((at - START) / DAY) for at, _ in there] == [2, 3, 4]
    assert (folder / "postwalker-mine.db").exists(), "what is not ours stays"
    assert list(folder.glob(".*")) == []
    for _, file in there:
        assert look_over(file)
    store = await Store.open(f"sqlite:///{there[0][1]}", must_exist=True)
    await store.close()


async def test_without_room_for_a_new_backup_the_old_ones_stay(
    keeper: Keeper, clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping = Housekeeping(keeper, clock, tmp_path / "backups", kept=1)
    assert await keeping.back_up()
    clock.now += DAY

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("storage.backups._to_disk", full)
    await keeping.round()
    assert "The automatic backup failed" in caplog.text
    assert "No space left on device" in caplog.text
    monkeypatch.undo()
    [(_, kept)] = found(tmp_path / "backups")
    assert sorted(tmp_path.joinpath("backups").iterdir()) == [kept]
    await keeping.back_up()
    assert found(tmp_path / "backups")[0][1] != kept


async def test_a_round_goes_on_though_a_part_of_it_fails(
    keeper: Keeper, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done = []
    keeping = Housekeeping(keeper, clock)

    async def fails() -> None:
        raise RuntimeError("no such day")

    async def works() -> None:
        done.append(clock())

    monkeypatch.setattr(keeping, "back_up", fails)
    monkeypatch.setattr(keeping, "forget", works)
    await keeping.round()
    assert done == [clock()]
    assert "trying again in an hour" in caplog.text


async def test_settings_of_another_version_do_not_stop_it(keeper: Keeper, clock: Clock) -> None:
    await keeper.store.set_setting("guild", 5, msgspec.msgpack.encode({"language": "en", "from_the_future": [1, 2]}))
    assert await Housekeeping(keeper, clock).forget() == 0
