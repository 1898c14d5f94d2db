"""``python -m bot.sandbox``: the sandbox and the bot together, with no token and no network."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from pathlib import Path

from bot.sandbox.keeper import Keeper
from bot.sandbox.server import HOST, Sandbox

PORT_TAKEN = 2


def main(argv: list[str] | None = None) -> int:
    """Run until Ctrl-C or SIGTERM; returns the exit code (2: the port cannot be used)."""
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description="Try the bot on this computer alone.")
    parser.add_argument("--port", type=int, default=8300, help="where the page is (0: any free port; default 8300)")
    parser.add_argument("--data", type=Path, default=Path("data/sandbox"), help="folder that keeps everything")
    parser.add_argument("--fast", action="store_true", help="a quick look: start with nothing and keep nothing")
    args = parser.parse_args(argv)
    with contextlib.ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sandbox-"))) if args.fast else args.data
        return asyncio.run(_run(args.port, data.resolve()))


def _say(text: str) -> None:
    print(text, flush=True)


async def _run(port: int, data: Path) -> int:
    keeper: Keeper | None = None

    async def restart_bot() -> None:
        if keeper is not None:
            await keeper.restart()

    sandbox = Sandbox(port=port, data=data, restart_bot=restart_bot)
    try:
        await sandbox.start()
    except OSError as error:
        _say(f"Port {port} on {HOST} cannot be used ({error.strerror}). Choose another with --port, or --port 0.")
        return PORT_TAKEN
    _say(f"Sandbox: {sandbox.url}")
    stopping = asyncio.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            with contextlib.suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), stopping.set)
    keeper = Keeper([sys.executable, "-m", "bot"], environment(sandbox.api, sandbox.gateway_url, data), _say)
    keeper.start()
    try:
        await stopping.wait()
    finally:
        await keeper.stop()
        await sandbox.stop()
        _say("The sandbox and the bot have stopped.")
    return 0


def environment(api: str, gateway: str, data: Path) -> dict[str, str]:
    """The bot's settings: the sandbox as its Discord, everything it writes below ``data``, and nothing of the ``.env`` of
    the bot that is run for real."""
    own = data / "sandbox.env"
    if not own.exists():
        own.write_text("# Settings for the bot in the sandbox alone; see .env.example.\n", "utf-8")
    return os.environ | {
        "POSTWALKER_ENV_FILE": str(own),
        "POSTWALKER_DISCORD_API": api,
        "POSTWALKER_DISCORD_GATEWAY": gateway,
        "DISCORD_TOKEN": "sandbox",
        "DATABASE_URL": f"sqlite:///{data / 'postwalker.db'}",
        "POSTWALKER_CACHE": str(data / "cache"),
        "POSTWALKER_HEALTH_FILE": str(data / "health.json"),
    }


if __name__ == "__main__":
    sys.exit(main())
