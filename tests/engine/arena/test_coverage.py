"""The markers of the tests name statements that exist, and the coverage says what is covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import rulebook
from tests.rulebook.page import html


@pytest.mark.parametrize("system", rulebook.systems())
def test_a_list_names_each_statement_once_and_says_how_it_is_tested(system: str) -> None:
    rows = rulebook.statements(system)
    assert len({row.id for row in rows}) == len(rows)
    assert all(rulebook.ID.fullmatch(row.id) and row.text and row.test for row in rows)
    meetings = rulebook.interactions(system)
    assert [meeting.number for meeting in meetings] == list(range(1, len(meetings) + 1))
    assert {id for meeting in meetings for id in meeting.ids} <= {row.id for row in rows}


def test_the_arena_has_428_statements_to_test_and_57_interactions() -> None:
    rows = rulebook.statements("arena")
    assert (len(rows), sum(not row.aside for row in rows)) == (550, 428)
    assert len(rulebook.interactions("arena")) == 57


def test_every_statement_and_interaction_of_the_arena_has_a_test() -> None:
    covered = rulebook.coverage("arena")
    assert [row.id for row in covered.missing] == []
    assert [meeting.number for meeting in covered.missing_interactions] == []
    assert covered.line == "arena 428/428, interactions 57/57"


def test_what_a_marker_cites_is_on_a_list() -> None:
    known = {row.id for system in rulebook.systems() for row in rulebook.statements(system)}
    counts = {system: len(rulebook.interactions(system)) for system in rulebook.systems()}
    wrong = []
    for citation in rulebook.citations():
        if isinstance(citation.cited, str):
            fine = citation.cited in known
        else:
            count = max((counts[system] for system in counts if system in Path(citation.file).parts), default=0)
            fine = 1 <= citation.cited <= count
        if not fine:
            wrong.append(citation)
    assert not wrong


def test_markers_are_found_wherever_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('AR-ONE-01', 'AR-ONE-02')\n"
        "@pytest.mark.interaction(7)\n"
        "def test_one(): pass\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.rule('AR-TWO-01'))])\n"
        "def test_two(n): '''AR-SAID-01 is only mentioned'''\n",
        encoding="utf-8",
    )
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "test_table.py").write_text(
        "import pytest\n"
        "TABLE = 'seen | far away | AR-ROW-01 AR-ROW-02'\n"
        "CASES = [pytest.param(row, marks=pytest.mark.rule(*row.rules)) for row in TABLE]\n"
        "@pytest.mark.parametrize('row', CASES)\n"
        "def test_row(row): 'AR-SAID-02'\n"
        "def test_other(): pass\n",
        encoding="utf-8",
    )
    (tmp_path / "test_all.py").write_text(
        "import pytest\n"
        "pytestmark = pytest.mark.rule('AR-ALL-01')\n"
        "class TestThose:\n"
        "    async def test_this(self): pass\n"
        "def test_that(): pass\n",
        encoding="utf-8",
    )
    (tmp_path / "helper.py").write_text("AR = 'pytest.mark.rule(\"AR-NOT-01\")'\n", encoding="utf-8")
    assert {(one.cited, one.test) for one in rulebook.citations(tmp_path)} == {
        ("AR-ONE-01", "test_some.py::test_one"), ("AR-ONE-02", "test_some.py::test_one"),
        (7, "test_some.py::test_one"), ("AR-TWO-01", "test_some.py::test_two"),
        ("AR-ROW-01", "deeper/test_table.py::test_row"), ("AR-ROW-02", "deeper/test_table.py::test_row"),
        ("AR-ALL-01", "test_all.py::TestThose::test_this"), ("AR-ALL-01", "test_all.py::test_that"),
    }  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder ``lists`` with a small rulebook, and a folder ``tests`` whose only test covers a part of it."""
    lists, tests = tmp_path / "lists" / "chess", tmp_path / "tests" / "chess"
    lists.mkdir(parents=True)
    tests.mkdir(parents=True)
    (lists / "statements.tsv").write_text(
        "id\tkind\tstatement\ttest\n"
        'CH-MOVE-01\trule\tA "rook" moves straight.\tGiven a rook <b>\n'
        "CH-MOVE-02\trule\tA king moves one step.\tGiven a king\n"
        "CH-BOX-01\tphysical\tThe box holds a board.\tnone (a board)\n",
        encoding="utf-8",
    )
    (lists / "interactions.tsv").write_text(
        "number\tinteraction\tids\n1\tRook and king move in one move.\tCH-MOVE-01 CH-MOVE-02\n", encoding="utf-8"
    )
    (tests / "test_rook.py").write_text(
        "import pytest\n@pytest.mark.rule('CH-MOVE-01')\ndef test_straight(): pass\n", encoding="utf-8"
    )
    return tmp_path


def test_the_coverage_counts_what_can_be_tested(game: Path) -> None:
    covered = rulebook.coverage("chess", game / "lists", game / "tests")
    assert covered.line == "chess 1/2, interactions 0/1"
    assert [row.id for row in covered.missing] == ["CH-MOVE-02"]
    (game / "tests" / "chess" / "test_castle.py").write_text(
        "import pytest\n@pytest.mark.rule('CH-MOVE-02')\n@pytest.mark.interaction(1)\ndef test_castle(): pass\n"
    )
    covered = rulebook.coverage("chess", game / "lists", game / "tests")
    assert covered.line == "chess 2/2, interactions 1/1"
    assert covered.interactions[0][1] == ["chess/test_castle.py::test_castle"]


def test_an_interaction_belongs_to_the_system_in_whose_folder_its_test_lies(game: Path) -> None:
    (game / "tests" / "draughts").mkdir()
    (game / "tests" / "draughts" / "test_jump.py").write_text(
        "import pytest\n@pytest.mark.interaction(1)\ndef test_jump(): pass\n"
    )
    assert rulebook.coverage("chess", game / "lists", game / "tests").missing_interactions


def test_the_page_shows_every_statement_with_tests_and_status(game: Path) -> None:
    page = html([rulebook.coverage("chess", game / "lists", game / "tests")])
    rook, king, box = (page.split(f'<tr id="{id}">')[1] for id in ("CH-MOVE-01", "CH-MOVE-02", "CH-BOX-01"))
    assert "chess/test_rook.py::test_straight" in rook.split("<tr")[0]
    assert "&lt;b&gt;" in rook
    assert '"covered">covered' in rook.split("<tr")[0]
    assert ">not covered" in king.split("<tr")[0]
    assert "nothing to test: pieces on a table only" in box.split("<tr")[0]
