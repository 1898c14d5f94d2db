"""Figures for Prometheus, on this machine alone: what is counted, and the page where it can be read.

Counting is a few additions where the thing happens. What has to be asked of the database is asked every
:data:`EVERY` seconds, and only while the page is switched on: a scrape reads memory.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, start_http_server
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from storage import Store
from storage.tallies import tally

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
EVERY = 15.0  # seconds between two looks into the database
LATE = 60.0  # seconds after which what is due counts as late
STAGES = ("open", "armies", "playing", "over", "cancelled")
FAST = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)  # seconds; Discord gives up after 3

counted = CollectorRegistry()

ANSWERS = Counter("postwalker_answers", "Answers of players that were accepted and kept", registry=counted)
PRESSES = Counter(
    "postwalker_interactions", "What people pressed, typed and sent, by kind and by what became of it", ("kind", "result"),
    registry=counted,
)  # fmt: skip
ACK = Histogram(
    "postwalker_ack_seconds", "From an interaction's arrival to its acknowledgement", buckets=FAST, registry=counted
)
ANSWER = Histogram(
    "postwalker_interaction_seconds", "From an interaction's arrival to its answer", buckets=FAST, registry=counted
)
COMMITS = Histogram("postwalker_commit_seconds", "The transaction that keeps a move", buckets=FAST, registry=counted)
DELIVERIES = Counter("postwalker_deliveries", "Posts and other errands that were done, by kind", ("kind",), registry=counted)
FAILURES = Counter(
    "postwalker_delivery_failures", "Tries of errands that failed, by Discord's code or the kind of fault", ("code",),
    registry=counted,
)  # fmt: skip
SWEEPS = Histogram("postwalker_sweep_seconds", "Sweeps over what is due", buckets=FAST, registry=counted)
PICTURES = Histogram("postwalker_picture_seconds", "Pictures, waiting included", ("kind",), buckets=FAST, registry=counted)
BACKUP = Gauge("postwalker_last_backup_timestamp_seconds", "When the last automatic backup was made", registry=counted)

_matches = Gauge("postwalker_matches", "Matches by stage", ("stage",), registry=counted)
_waiting = Gauge("postwalker_errands_waiting", "Posts and other errands that wait", registry=counted)
_oldest = Gauge("postwalker_errands_oldest_seconds", "How long the oldest of them has waited", registry=counted)
_late = Gauge("postwalker_dues_late", f"What should have been done more than {LATE:.0f} seconds ago", registry=counted)
_latency = Gauge("postwalker_gateway_latency_seconds", "Discord's gateway, there and back", ("gateway",), registry=counted)
_online = Gauge("postwalker_online", "1 while Discord is connected", registry=counted)


class timed:
    """How long what is within takes, if it ends well; then ``counted`` is called."""

    def __init__(self, histogram: Histogram, counted: Callable[[], None] = lambda: None) -> None:
        self.histogram, self.counted = histogram, counted

    def __enter__(self) -> None:
        self.began = time.perf_counter()

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if kind is None:
            self.histogram.observe(time.perf_counter() - self.began)
            self.counted()

    async def __aenter__(self) -> None:
        self.__enter__()

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        self.__exit__(kind, error, trace)


class Watch:
    """One interaction, from its arrival."""

    def __init__(self) -> None:
        self.began = time.perf_counter()

    def acknowledged(self) -> None:
        ACK.observe(time.perf_counter() - self.began)

    def ended(self, kind: str, result: str) -> None:
        PRESSES.labels(kind, result).inc()
        ANSWER.observe(time.perf_counter() - self.began)


def failed(error: Exception) -> None:
    """A try of an errand that failed: by Discord's code, its status, or the kind of fault."""
    code = getattr(error, "code", 0) or getattr(error, "status", 0)
    FAILURES.labels(str(code) if isinstance(code, int) and code else type(error).__name__).inc()


class OfShards(Collector):
    """All figures of this process, each with the label ``shards``."""

    def __init__(self, sources: Sequence[Collector | CollectorRegistry], shards: str) -> None:
        self.sources, self.shards = sources, shards

    def collect(self) -> Iterable[Metric]:
        for source in self.sources:
            for metric in source.collect():
                metric.samples = [each._replace(labels={**each.labels, "shards": self.shards}) for each in metric.samples]
                yield metric


class Page:
    """The page, until :meth:`close`. Raises OSError if the port is taken. ``port`` 0: any free one."""

    def __init__(self, port: int, shards: Sequence[int] = (0,)) -> None:
        page = CollectorRegistry()
        page.register(OfShards((counted, ProcessCollector(registry=None)), ",".join(map(str, shards))))
        self._server: WSGIServer
        self._server, self._thread = start_http_server(port, addr=HOST, registry=page)
        self.port = int(self._server.server_port)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Gauges:
    """What is asked of the database and of Discord's connections. ``latencies``: seconds by shard."""

    def __init__(
        self, store: Store, clock: Callable[[], float], latencies: Callable[[], Sequence[tuple[int, float]]],
        online: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.store, self.clock, self.latencies, self.online = store, clock, latencies, online

    async def refresh(self) -> None:
        """Ask once."""
        now = self.clock()
        found = await tally(self.store, now - LATE)
        for stage in STAGES:
            _matches.labels(stage).set(found.matches.get(stage, 0))
        _waiting.set(found.waiting)
        _oldest.set(max(0.0, now - found.oldest) if found.oldest is not None else 0.0)
        _late.set(found.late)
        _online.set(self.online())
        for shard, latency in self.latencies():
            _latency.labels(str(shard)).set(latency)  # not a number while it is not connected

    async def run(self) -> None:
        """Until cancelled. A database that does not answer stops nothing."""
        while True:
            try:
                await self.refresh()
            except Exception as error:
                log.warning("the figures could not be brought up to date: %s", error)
            await asyncio.sleep(EVERY)
