"""The same tests on both databases: ``url`` is an empty database's address, ``store`` an open store."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage import Store
from storage.server import Server, programs, running

_numbers = itertools.count(1)


async def _made(url: str) -> None:
    await (await Store.open(url)).close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    bin = programs()
    if bin is None:
        pytest.skip("PostgreSQL is not installed (Debian: the package postgresql)")
    with running(bin) as server:
        yield server


@pytest.fixture(scope="session")
def up_to_date(server: Server) -> str:
    """The name of a database with our tables, to be copied: quicker than to migrate one for each test."""
    asyncio.run(_made(server.create("up_to_date")))
    return "up_to_date"


@pytest.fixture(scope="session")
def up_to_date_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sqlite") / "up_to_date.db"
    asyncio.run(_made(f"sqlite:///{path}"))
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def empty(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without tables."""
    if kind == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    server: Server = request.getfixturevalue("server")
    name = f"empty_{next(_numbers)}"
    yield server.create(name)
    server.drop(name)


@pytest.fixture
def url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with our tables and nothing in them."""
    if kind == "sqlite":
        yield f"sqlite:///{shutil.copy(request.getfixturevalue('up_to_date_file'), tmp_path / 'matches.db')}"
        return
    like = request.getfixturevalue("up_to_date")
    server: Server = request.getfixturevalue("server")
    name = f"matches_{next(_numbers)}"
    yield server.create(name, like)
    server.drop(name)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
async def other(url: str, store: Store) -> AsyncIterator[Store]:
    """A second store on the same database, as another process would have it."""
    second = await Store.open(url)
    yield second
    await second.close()
