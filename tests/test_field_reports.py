"""Every fault that others were told of in public has a test here, or a reason why it cannot happen.

The table lies beside the project; tests cite its rows by ``@pytest.mark.field(21)``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
TABLE = TESTS.parent.parent / "shared" / "field-reports.md"

# Rows that nothing here can be tested for, and why.
ASIDE = {
    90: "no channel is made for a match: it has a thread, or none",
    107: "no rule here waits for a response of somebody off turn: standing orders answer",
    115: "a built-in player takes the best of a list by its weights; it searches nothing",
}


def rows() -> set[int]:
    return {int(row) for row in re.findall(r"^\| (\d+) \|", TABLE.read_text(encoding="utf-8"), re.MULTILINE)}


def cited() -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for numbers in re.findall(r"mark\.field\(([\d, ]+)\)", path.read_text(encoding="utf-8")):
            for number in re.findall(r"\d+", numbers):
                found.setdefault(int(number), set()).add(path.name)
    return found


@pytest.mark.skipif(not TABLE.exists(), reason="the table of field reports does not lie beside the project")
def test_every_row_is_cited_or_set_aside_with_a_reason() -> None:
    missing = sorted(rows() - set(cited()) - set(ASIDE))
    assert not missing, f"no test cites rows {missing}"


@pytest.mark.skipif(not TABLE.exists(), reason="the table of field reports does not lie beside the project")
def test_no_test_cites_a_row_that_is_not_there_and_none_is_set_aside_for_nothing() -> None:
    assert set(cited()) <= rows()
    assert set(ASIDE) <= rows() - set(cited())
