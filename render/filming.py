"""Replays in a process of their own: drawing one takes seconds in which Python lets nobody else work.

``python -m render.filming`` reads what is to be drawn from its input and writes the picture to its output. It gives way to
the bot, and takes no more than its memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.core.text import Language, speaking, spoken
from render import cache, replay, theme

ROOT = str(Path(__file__).resolve().parent.parent)
HANDED_ON = ("PATH", "HOME", "LANG", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT")  # of the bot's environment: no secrets
MEMORY = 1 << 30  # bytes of addresses; it needs a fifth of that
PATIENCE = 300.0  # seconds
_DRAWN, _FAILED = b"+", b"-"


class Filming:
    """Draws replays one after the other. ``patience``: seconds after which a process is given up."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._one = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._closed = False

    async def film(self, frames: Sequence[replay.Frame], limit: int) -> bytes:
        """:func:`render.replay.animate`, in the language that is spoken and the look that is used here. Raises ValueError as
        it does, and RuntimeError if the process is lost."""
        language = spoken()
        stage = replay.STAGES[frames[0].stage]
        request = (tuple(frames), limit, language.tag, dict(language.forms), theme.used(), stage.setting(frames[0].packed))
        async with self._one:
            if self._closed:
                raise RuntimeError("no replays are drawn any more")
            place = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "render.filming", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                cwd=ROOT, env=place | {cache.ENVIRONMENT: str(cache.folder()), "PYTHONPATH": ROOT},
            )  # fmt: skip
            try:
                async with asyncio.timeout(self._patience):
                    out, _ = await self._process.communicate(pickle.dumps(request))
            except TimeoutError:
                raise RuntimeError(f"a replay took more than {self._patience:.0f} seconds") from None
            finally:
                self._stop()
        if out[:1] == _DRAWN:
            return out[1:]
        if out[:1] == _FAILED:
            raise ValueError(out[1:].decode())
        raise RuntimeError("the process that draws replays was lost")

    def close(self) -> None:
        """What is being drawn is broken off."""
        self._closed = True
        self._stop()

    def _stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._process = None


def _behind_everything() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot's to answer: it ends this process
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> int:
    _behind_everything()
    frames, limit, tag, forms, look, setting = pickle.load(sys.stdin.buffer)
    try:
        with speaking(Language(tag, forms)), theme.using(look), replay.STAGES[frames[0].stage].set(setting):
            answer = _DRAWN + replay.animate(frames, limit=limit)
    except (ValueError, MemoryError) as error:
        answer = _FAILED + (str(error) or type(error).__name__).encode()
    sys.stdout.buffer.write(answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
