"""Figures: right, read without asking the database, and on this machine alone."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import config as settings
from bot.config import Config, ConfigError
from bot.hosting import metrics
from bot.hosting.attending import attended
from storage.tallies import tally
from tests.bot.discord_bench import Bench, bench
from tests.bot.tiny_game import TinyGame


@pytest.fixture
async def tiny(tmp_path: Path) -> AsyncIterator[Bench]:
    async with bench(tmp_path, {"tiny": TinyGame()}) as running:
        yield running


@pytest.fixture
def page() -> Iterator[metrics.Page]:
    served = metrics.Page(0, (1, 3))
    yield served
    served.close()


def read(page: metrics.Page) -> dict[str, float]:
    """Every line of the page, by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{page.port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def gauges(tiny: Bench, latencies: Any = ()) -> metrics.Gauges:
    return metrics.Gauges(tiny.keeper.store, tiny.clock, lambda: latencies, lambda: True)


async def test_what_happens_is_counted(tiny: Bench, page: metrics.Page) -> None:
    before = await asyncio.to_thread(read, page)

    def more(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    thread = await tiny.begun()
    for name, bid in (("alice", "bid:high"), ("bob", "bid:low")):
        await tiny.slash(name, "choose", thread, option=bid)
    await tiny.slash("bob", "end", thread)  # it is not his turn
    tiny.env.inject_error("POST", f"/channels/{thread.id}/messages", status=503, code=0)
    await tiny.click("alice", (await tiny.slash("alice", "end", thread)).response, "Go")
    await tiny.bot.deadlines.sweep()
    await gauges(tiny, [(1, 0.25)]).refresh()
    after = await asyncio.to_thread(read, page)
    assert more('postwalker_answers_total{shards="1,3"}') == 3
    assert more('postwalker_interactions_total{kind="component",result="done",shards="1,3"}') == 5
    assert more('postwalker_ack_seconds_count{shards="1,3"}') == 10
    assert more('postwalker_commit_seconds_count{shards="1,3"}') >= 6
    assert more('postwalker_deliveries_total{kind="Say",shards="1,3"}') >= 3
    assert more('postwalker_delivery_failures_total{code="503",shards="1,3"}') == 1
    assert more('postwalker_sweep_seconds_count{shards="1,3"}') == 1
    assert after['postwalker_matches{shards="1,3",stage="playing"}'] == 1
    assert after['postwalker_matches{shards="1,3",stage="over"}'] == 0
    assert after['postwalker_errands_waiting{shards="1,3"}'] == 0
    assert after['postwalker_gateway_latency_seconds{gateway="1",shards="1,3"}'] == 0.25
    assert after['postwalker_online{shards="1,3"}'] == 1
    assert after['process_resident_memory_bytes{shards="1,3"}'] > 10 * 2**20


async def test_faults_and_refusals_are_told_apart(
    tiny: Bench, page: metrics.Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await asyncio.to_thread(read, page)

    async def broken(*arguments: object, **named: object) -> None:
        raise RuntimeError("it gave way")

    await tiny.slash("alice", "play")  # there is no match
    monkeypatch.setattr(tiny.bot.service, "matches_of", broken)
    await tiny.slash("alice", "play")
    after = await asyncio.to_thread(read, page)
    for result in ("refused", "failed"):
        name = f'postwalker_interactions_total{{kind="application_command",result="{result}",shards="1,3"}}'
        assert after[name] - before.get(name, 0.0) == 1


async def test_what_waits_and_what_is_late(tiny: Bench, page: metrics.Page) -> None:
    await tiny.begun()
    record = await tiny.keeper.match(1)
    assert record is not None
    deadline = min(seat.deadline for seat in record.seats if seat.deadline)
    await tiny.bot.service.change(1, lambda record: [metrics_say()])
    tiny.clock.now = deadline + metrics.LATE + 1
    await gauges(tiny).refresh()
    found = await asyncio.to_thread(read, page)
    assert found['postwalker_errands_waiting{shards="1,3"}'] == 1
    assert found['postwalker_errands_oldest_seconds{shards="1,3"}'] > 3600
    assert found['postwalker_dues_late{shards="1,3"}'] >= 2
    await tiny.settle()
    assert (await tally(tiny.keeper.store, 0.0)).waiting == 0


def metrics_say() -> Any:
    from bot.panels.post import Post
    from bot.records import Say

    return Say(Post("something"))


async def test_a_scrape_asks_the_database_nothing(
    tiny: Bench, page: metrics.Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    await gauges(tiny).refresh()

    def refuse(*arguments: object) -> None:
        raise AssertionError("a scrape must not wait for the database")

    monkeypatch.setattr(tiny.keeper.store.database, "read", refuse)
    monkeypatch.setattr(tiny.keeper.store.database, "write", refuse)
    assert await asyncio.to_thread(read, page)


async def test_a_database_that_does_not_answer_stops_no_figures(
    tiny: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = asyncio.Event()
    watched = gauges(tiny)

    async def fails() -> None:
        asked.set()
        raise OSError("nobody there")

    monkeypatch.setattr(watched, "refresh", fails)
    running = asyncio.create_task(watched.run())
    async with asyncio.timeout(5):
        await asked.wait()
    await asyncio.sleep(0)
    assert not running.done()
    running.cancel()
    assert "could not be brought up to date: nobody there" in caplog.text


# ---- who may read them ---------------------------------------------------------------------------------------------------
def test_the_page_is_for_this_machine_alone(page: metrics.Page) -> None:
    assert page._server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize("written", ["9108", "127.0.0.1:9108", "localhost:9108", "[::1]:9108"])
def test_addresses_of_this_machine(written: str, tmp_path: Path) -> None:
    assert settings.load(tmp_path, {"POSTWALKER_METRICS": written}).metrics == 9108


@pytest.mark.parametrize(
    "written", ["0.0.0.0:9108", ":::9108", "192.168.1.5:9108", "example.org:9108", "0", "70000", "yes", "http://127.0.0.1:1/"]
)
def test_any_other_address_is_refused_in_words(written: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"POSTWALKER_METRICS \(environment\) must be a port of this machine alone"):
        settings.load(tmp_path, {"POSTWALKER_METRICS": written})


async def test_a_port_that_is_taken_ends_the_start_in_words(tiny: Bench, page: metrics.Page) -> None:
    with pytest.raises(ConfigError, match=rf"port {page.port} on 127\.0\.0\.1 cannot be used .* choose another"):
        async with attended(Config(metrics=page.port), tiny.bot):
            raise AssertionError("it must not get here")


async def test_the_page_comes_and_goes_with_the_bot(tiny: Bench, page: metrics.Page) -> None:
    port = page.port
    page.close()
    async with attended(Config(metrics=port), tiny.bot):
        with await asyncio.to_thread(urllib.request.urlopen, f"http://127.0.0.1:{port}/metrics", None, 10) as answer:
            assert b'postwalker_online{shards="0"}' in answer.read()
    with pytest.raises(urllib.error.URLError):
        await asyncio.to_thread(urllib.request.urlopen, f"http://127.0.0.1:{port}/metrics", None, 10)
