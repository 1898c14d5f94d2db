"""The schema's history: it leads to the tables that the code expects, from every version, on both databases."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, inspect, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

import storage.database
from storage import StorageError, Store
from storage.database import Database, config, parse
from storage.rows import AnswerRow, DueRow, PlaceRow
from storage.schema import metadata
from tests.storage.samples import ANNE, BERT, NOW, move, new_match, say

RELEASED = Path(__file__).parent / "released"
ADD = """
from alembic import op
import sqlalchemy as sa

revision, down_revision, branch_labels, depends_on = "{revision}", "{after}", None, None

def upgrade():
    {work}
"""


def head() -> str:
    return str(ScriptDirectory.from_config(config()).get_current_head())


@pytest.fixture
def later_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes the code one version younger, with a migration that does the work given as a line of Python."""
    original = config

    def make(work: str) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(Path(storage.database.__file__).parent / "migrations", folder)
        (folder / "versions" / "9000_later.py").write_text(ADD.format(revision="9000", after=head(), work=work))

        def changed(connection: Connection | None = None) -> Config:
            settings = original(connection)
            settings.set_main_option("script_location", str(folder))
            return settings

        monkeypatch.setattr(storage.database, "config", changed)

    return make


async def test_migrations_lead_to_the_tables_of_the_code(empty: str) -> None:
    store = await Store.open(empty)

    def differences(connection: Connection) -> Any:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return compare_metadata(context, metadata)

    def names(connection: Connection) -> set[str | None]:
        found = inspect(connection)
        return {key["name"] for table in metadata.tables for key in found.get_foreign_keys(table)}

    async with store.database.read() as connection:
        assert await connection.run_sync(differences) == []
        keys = {key.name for table in metadata.tables.values() for key in table.foreign_key_constraints}
        assert await connection.run_sync(names) == keys  # later migrations find them by name
    await store.close()


def test_history_is_one_line() -> None:
    script = ScriptDirectory.from_config(config())
    assert len(script.get_heads()) == 1
    assert all(not revision.is_merge_point and not revision.is_branch_point for revision in script.walk_revisions())


async def test_opening_again_changes_nothing(store: Store, url: str) -> None:
    row = await new_match(store)
    again = await Store.open(url)
    assert await again.match(row.id) == row
    await again.close()


async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    store: Store, url: str, later_version: Callable[[str], None]
) -> None:
    """Two steps, of which the second fails: the first must not stay."""
    row = await new_match(store)
    later_version('op.add_column("matches", sa.Column("mood", sa.Integer)); op.drop_table("nothing")')
    with pytest.raises(StorageError, match="nothing"):
        await Store.open(url)
    async with store.database.read() as connection:
        columns = await connection.run_sync(lambda each: {column["name"] for column in inspect(each).get_columns("matches")})
    assert "mood" not in columns
    assert await store.match(row.id) == row


async def test_a_table_built_anew_keeps_what_refers_to_it(
    store: Store, url: str, later_version: Callable[[str], None]
) -> None:
    """SQLite changes a column by building the table anew; dropping the old one must not take the answers with it."""
    row = await move(store, await new_match(store), 1, errands=[say("moved")])
    await store.close()
    later_version(
        'with op.batch_alter_table("matches", recreate="auto") as batch: batch.alter_column("stage", type_=sa.String(40))'
    )
    again = await Store.open(url)
    try:
        assert await again.match(row.id) == row
        assert [each.n for each in await again.answers(row.id)] == [1]
        assert [each.id for each in await again.matches_of(ANNE)] == [row.id]
        assert len(await again.waiting(NOW * 2, 10)) == 1
        orphan = metadata.tables["seats"].insert().values(match=99, seat=0, user=ANNE)
        async with again.database.write() as tx:
            with pytest.raises(IntegrityError):  # foreign keys are on again
                await tx.execute(orphan)
    finally:
        await again.close()


@pytest.mark.field(65)
@pytest.mark.field(52)
@pytest.mark.parametrize("released", sorted(RELEASED.glob("*.json")), ids=lambda path: path.stem)
async def test_a_match_begun_under_a_released_version_goes_on(empty: str, released: Path) -> None:
    """Each file holds the rows of a match under way, as that version of the schema kept them."""
    rows = _rows(released)

    def as_it_was(connection: Connection) -> None:
        command.upgrade(config(connection), released.stem)
        then = MetaData()
        then.reflect(connection)
        for table in then.sorted_tables:
            for row in rows.get(table.name, []):
                typed = {name: _typed(table.c[name].type, value) for name, value in row.items()}
                connection.execute(table.insert().values(typed))

    url = parse(empty)
    engine = create_async_engine(url)
    database = Database(url, engine)
    if database.is_sqlite:
        storage.database._own_transactions(engine)
    async with database.write() as connection:
        await connection.run_sync(as_it_was)
    await database.close()

    store = await Store.open(empty)
    try:
        (row,) = await store.matches_of(BERT)
        assert (row.id, row.version, row.stage, row.thread, row.document) == (1, 4, "playing", ANNE + 1, b"record")
        assert await store.answers(1) == [AnswerRow(1, 0, "move c4", b"[]"), AnswerRow(2, 1, "pass", b"[]")]
        (errand,) = await store.waiting(NOW * 2, 10)
        assert (errand.lane, errand.payload, errand.tries) == ("match:1", b"your turn", 1)
        assert await store.place(1, "turn") == PlaceRow(20, ANNE + 2, NOW)
        assert await store.due(NOW * 2, 10) == [DueRow(1, 0, "deadline", NOW + 86400)]
        assert await store.setting("user", ANNE) == b"settings"
        assert await store.seen(ANNE + 3)
        moved = await move(store, row, 3, interaction=ANNE + 4)
        assert await store.match(1) == moved
        async with store.database.read() as tx:
            assert len((await tx.execute(select(metadata.tables["undone"]))).all()) == 1
    finally:
        await store.close()


def _rows(released: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(released.read_text())
    return found


def _typed(type_: Any, value: Any) -> Any:
    return value.encode() if type_.python_type is bytes and value is not None else value
