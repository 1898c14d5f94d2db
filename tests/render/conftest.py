from __future__ import annotations

import pytest

from render.cache import ENVIRONMENT


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory):
    """Layers of this run lie in a folder of its own."""
    patch = pytest.MonkeyPatch()
    folder = tmp_path_factory.mktemp("layers")
    patch.setenv(ENVIRONMENT, str(folder))
    yield folder
    patch.undo()
