"""A short soak: some hours of some matches with everything going wrong. ``make soak`` takes 24 hours of 200 matches."""

from __future__ import annotations

import os

import pytest

from tests.soak import soak

SEED = int(os.environ.get("POSTWALKER_SOAK_SEED", "1"))


@pytest.mark.timeout(300)
@pytest.mark.field(21, 41, 44, 55, 71, 91)
def test_some_hours_in_which_everything_goes_wrong() -> None:
    one = soak(2.5, 6, SEED)
    assert one.faults == []
    assert one.figures["answers"] > 0
    assert one.figures["messages"] > 0
    assert sum(one.figures[kind] for kind in ("limited", "broken", "cut", "lost", "slow", "full", "outage")) >= 3
