"""Keeping the bot running as a child process, and starting it again when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Mapping, Sequence

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds before the first restart and the most it grows to (it doubles while the bot dies young)."""

STEADY_SECONDS = 30.0
"""A bot that lived this long starts again with the first pause."""

STOP_SECONDS = 10.0
"""How long the bot may take to stop before it is killed."""


class Keeper:
    """One child process that is wanted. ``say`` gets a sentence whenever it comes or goes."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], say: Callable[[str], None] = print
    ) -> None:
        self._command = list(command)
        self._environment = dict(environment)
        self._say = say
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._again = asyncio.Event()
        self.starts = 0

    @property
    def pid(self) -> int | None:
        """The running child's process id."""
        return self._process.pid if self._process and self._process.returncode is None else None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep())

    async def restart(self) -> None:
        """Stop the child (or cut short the wait for its return) and start it again at once."""
        self._again.set()
        await self._end()

    async def stop(self) -> None:
        """End the child and stop wanting it."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._end()

    async def _keep(self) -> None:
        pause = FIRST_PAUSE
        while True:
            self._again.clear()
            began = time.monotonic()
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                start_new_session=sys.platform != "win32",
            )
            self.starts += 1
            self._say(f"The bot runs (process {self._process.pid}).")
            code = await self._process.wait()
            if self._again.is_set():
                self._say("The bot is started again, as asked.")
                pause = FIRST_PAUSE
                continue
            if time.monotonic() - began >= STEADY_SECONDS:
                pause = FIRST_PAUSE
            self._say(f"The bot ended (exit code {code}) and is started again in {pause:g} s.")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._again.wait(), pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _end(self) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
