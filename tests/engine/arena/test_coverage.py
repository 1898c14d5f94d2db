"""The rule markers of the tests name statements that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import rulebook


@pytest.mark.skipif(not rulebook.LIST.exists(), reason="the list of rulebook statements (../shared) is not here")
def test_every_cited_statement_is_in_the_list() -> None:
    known = {statement.id for statement in rulebook.statements()}
    wrong = {id: files for id, files in rulebook.cited().items() if id not in known}
    assert not wrong


def test_markers_are_found_wherever_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('AR-ONE-01', 'AR-ONE-02')\n"
        "def test_one(): pass\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.rule('AR-TWO-01'))])\n"
        "def test_two(n): '''AR-SAID-01 is only mentioned'''\n",
        encoding="utf-8",
    )
    (tmp_path / "test_table.py").write_text(
        "TABLE = 'seen | far away | AR-ROW-01 AR-ROW-02'\n"
        "CASES = [pytest.param(row, marks=pytest.mark.rule(*row.rules)) for row in TABLE]\n"
        "def test_row(row): 'AR-SAID-02'\n",
        encoding="utf-8",
    )
    (tmp_path / "helper.py").write_text("AR = 'pytest.mark.rule(\"AR-NOT-01\")'\n", encoding="utf-8")
    assert set(rulebook.cited(tmp_path)) == {"AR-ONE-01", "AR-ONE-02", "AR-TWO-01", "AR-ROW-01", "AR-ROW-02"}


def test_what_cannot_be_tested_is_set_aside_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "arena.tsv"
    path.write_text(
        "id\tstatement\tkind\thow_to_test\n"
        'AR-ATK-06\tA "limit".\tlimit\tGiven range 4\n'
        "AR-ATK-18\tA die.\trule\tnone in digital play\n"
        "AR-S2-01\tElsewhere.\trule\tGiven a bog\n",
        encoding="utf-8",
    )
    assert [(row.id, row.aside) for row in rulebook.statements(path)] == [
        ("AR-ATK-06", ""), ("AR-ATK-18", "nothing to test"), ("AR-S2-01", "battlefield 2"),
    ]  # fmt: skip
