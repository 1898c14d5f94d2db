"""What every part of the sandbox shares: the JSON type, Discord's error answers, ids and time stamps."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""One JSON object as it travels to or from the bot."""

Clock: TypeAlias = Callable[[], float]
"""Seconds since 1970; tests may hand in one that they can move."""

DISCORD_EPOCH_MS = 1_420_070_400_000


class ApiError(Exception):
    """An answer that Discord gives instead of doing what was asked."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """The JSON object Discord would send."""
        out: Json = {"code": self.code, "message": self.message}
        if self.errors:
            out["errors"] = self.errors
        return out


def unknown(what: str, code: int) -> ApiError:
    """404 for a thing that does not exist, e.g. ``unknown("Message", 10008)``."""
    return ApiError(404, code, f"Unknown {what}")


def invalid(path: str, code: str, message: str) -> ApiError:
    """400 / 50035 naming one faulty field; ``path`` is dotted, e.g. ``components.0.components.1.label``."""
    tree: Json = {"_errors": [{"code": code, "message": message}]}
    for step in reversed(path.split(".")):
        tree = {step: tree}
    return ApiError(400, 50035, "Invalid Form Body", tree)


MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
MISSING_ACCESS = (403, 50001, "Missing Access")


def iso(seconds: float) -> str:
    """Seconds since 1970 as the ISO 8601 string Discord uses."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def snowflake(last: int, clock: Clock = time.time) -> int:
    """A Discord id for this moment, always larger than ``last``."""
    return max(last + 1, (int(clock() * 1000) - DISCORD_EPOCH_MS) << 22)


def listed(value: object) -> list[Any]:
    """``value`` if it is a list, otherwise an empty one (Discord treats null and absent alike)."""
    return value if isinstance(value, list) else []
