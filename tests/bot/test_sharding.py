"""Several processes of the bot on one database, as far as one process can show it: :mod:`tests.storage.test_shards` has the
rest, and ``tests/bot/test_bench.py`` two real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Postwalker
from bot.keeping import Keeper, opened
from bot.panels.lobby import Draft
from bot.service import Service
from storage import Shards, StorageError, Store
from tests.bot.conftest import ALICE, BOB
from tests.bot.discord_bench import Clock, NoPictures
from tests.bot.tiny_game import TinyGame

HOUR = 3600.0


async def keeper_of(url: str, clock: Clock, count: int, *mine: int) -> Keeper:
    keeper = Keeper(await Store.open(url, shards=Shards(count, mine)), clock)
    await keeper.prepare()
    return keeper


async def test_a_file_is_for_one_process(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="PostgreSQL"):
        async with opened(f"sqlite:///{tmp_path}/one.db", shards=Shards(2, (0,))):
            pass
    async with opened(f"sqlite:///{tmp_path}/one.db", shards=Shards(2, (0, 1))) as keeper:
        assert keeper.store.shards.whole


async def test_the_client_connects_for_its_shards(tmp_path: Path, clock: Clock) -> None:
    keeper = await keeper_of(f"sqlite:///{tmp_path}/shards.db", clock, 4, 1, 3)
    bot = Postwalker(keeper, shelf={"tiny": TinyGame()}, painter=NoPictures(), background=False)
    assert (bot.shard_count, bot.shard_ids) == (4, [1, 3])
    bot.service.close()
    await keeper.store.close()


async def test_how_long_a_shard_was_without_a_process(tmp_path: Path, clock: Clock) -> None:
    """Deadlines out of an absence are extended: so each shard has to know its own."""
    url = f"sqlite:///{tmp_path}/shards.db"
    start = clock.now
    keepers = [await keeper_of(url, clock, 2, n) for n in (0, 1)]
    assert [keeper.alive for keeper in keepers] == [None, None]
    assert keepers[0].instance == keepers[1].instance, "of one and the same bot"
    for keeper in keepers:
        await keeper.set_alive()
    clock.now += HOUR
    await keepers[0].set_alive()  # the other one has died
    for count, mine, alive in ((2, (0,), start + HOUR), (2, (1,), start), (2, (0, 1), start), (3, (0, 1, 2), start)):
        again = await keeper_of(url, clock, count, *mine)
        assert again.alive == alive
        await again.store.close()
    for keeper in keepers:
        await keeper.store.close()


async def test_a_press_that_another_process_gets_is_carried_out_there_and_told_here(tmp_path: Path, clock: Clock) -> None:
    """Buttons in direct messages come to shard 0, whosever the match is: it changes it, and leaves the rest to its own."""
    url = f"sqlite:///{tmp_path}/shards.db"
    keepers = [await keeper_of(url, clock, 2, n) for n in (0, 1)]
    services = [Service(keeper, {"tiny": TinyGame()}, clock, new_seed=lambda: b"\x07" * 32) for keeper in keepers]
    here, elsewhere = services[0], services[1]
    guild = 3 << 22
    match = (await elsewhere.beginning.create(Draft("tiny", "table", rivals=(BOB,)), ALICE, guild, 10, 1)).id
    await here.beginning.join(match, BOB)
    for user in (ALICE, BOB):
        await here.beginning.ready(match, user)
    await here.act(match, ALICE, ["bid:high"], 2)
    receipt = await elsewhere.act(match, ALICE, ["bid:high"], 2)
    assert receipt.told == [], "done already, by the other process"
    await elsewhere.act(match, BOB, ["bid:low"], 3)
    assert (await here.look(match, ALICE)).asked_since is not None
    assert await keepers[0].waiting() == []
    assert {row.match for row in await keepers[1].waiting()} == {match}
    assert await keepers[0].next_due() is None
    assert await keepers[1].next_due() is not None
    for service, keeper in zip(services, keepers, strict=True):
        service.close()
        await keeper.store.close()
