"""The measurement measures: a small one, with two processes on one PostgreSQL database."""

from __future__ import annotations

import json

import pytest

from bot import bench
from storage import server


@pytest.mark.timeout(240)
@pytest.mark.field(86)
def test_two_processes_serve_their_own_servers(capsys: pytest.CaptureFixture[str]) -> None:
    """Every press is acknowledged, whichever of the two processes Discord sends it to, and memory stays small."""
    if server.programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: the package postgresql)")
    arguments = "--matches 4 --at-once 4 --rounds 1 --database postgresql --processes 2 --json"
    assert bench.main(arguments.split()) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["processes"] == 2
    assert figures["presses"] == 4
    assert 0 < figures["ack_ms_p99"] < 3000, "Discord gives up after three seconds"
    assert figures["rss_mb"] < bench.MOST["rss_mb"]
    assert set(bench.MOST) <= set(figures)


def test_what_cannot_be_measured_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, says in (("--processes 2", "postgresql"), ("--matches 3", "--at-once")):
        with pytest.raises(SystemExit):
            bench.main(arguments.split())
        assert says in capsys.readouterr().err
