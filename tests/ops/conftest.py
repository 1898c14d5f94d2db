from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import config as settings

ROOT = Path(__file__).resolve().parents[2]
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """``command("doctor", DISCORD_TOKEN="x")``: runs ``python -m bot doctor`` in an empty folder, with those settings
    and none of the machine's."""

    def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
        env = {name: value for name, value in os.environ.items() if name not in settings.SETTINGS}
        return subprocess.run(
            [sys.executable, "-m", "bot", *arguments],
            cwd=tmp_path,
            env=env | {"PYTHONPATH": str(ROOT)} | environ,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run
