"""Logging for the host: one line an event on standard error, with every secret struck out, tracebacks included.

As text for people, or one JSON object a line for whatever collects logs: time, level, logger, message, and as far as they
are known the match, the user, the interaction and the reference that was given to somebody. What players hold, choose or
write is never logged.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from bot.config import Config

STRUCK = "[secret]"
FIELDS = ("match", "user", "interaction", "reference")  # Discord's and our numbers, beside the message

_about: ContextVar[dict[str, int | str]] = ContextVar("about")

# What is secret by its shape alone, wherever it turns up.
_SHAPES = (
    # a bot's token: three parts of base64
    (re.compile(r"\b[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}"), STRUCK),
    # the token in the address of a webhook or an interaction: whoever holds it can write in the bot's name
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.~%-]+"), rf"\1{STRUCK}"),
    (re.compile(r"(\w+://[^\s:/@]+:)[^\s@]+(@)"), rf"\1{STRUCK}\2"),
    (re.compile(r"(?i)(\bauthorization['\"]?\s*[:=]\s*['\"]?(?:bot |bearer )?)[^\s'\",}]+"), rf"\1{STRUCK}"),
)

# Libraries that, talkative, write down what passes through them: hands, private answers, statements with their values.
_NEVER_BELOW = {
    "discord": logging.INFO,
    "aiohttp": logging.INFO,
    "aiosqlite": logging.WARNING,
    "apscheduler": logging.WARNING,
    "alembic": logging.WARNING,
    "asyncio": logging.WARNING,
    "sqlalchemy": logging.WARNING,
    "PIL": logging.WARNING,
}


@contextmanager
def about(**fields: int | str) -> Iterator[None]:
    """Within it whatever is logged is known to be about that match, user or interaction."""
    token = _about.set(_about.get({}) | {name: value for name, value in fields.items() if value})
    try:
        yield
    finally:
        _about.reset(token)


class Redactor(logging.Formatter):
    """Formats a record as text and strikes secrets out of the whole: message, arguments and traceback."""

    converter = staticmethod(time.gmtime)
    default_msec_format = "%s.%03dZ"
    default_time_format = "%Y-%m-%dT%H:%M:%S"

    def __init__(self, *secrets: str | None) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secrets = sorted({secret for secret in secrets if secret}, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        return self.redact(super().format(record))

    def redact(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, STRUCK)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return text


class JsonRedactor(Redactor):
    """The same as one JSON object a line. Secrets are struck out before: they may look different once they are quoted."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": self.redact(record.getMessage()),
        }
        known = _about.get({}) | {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        # As text: numbers of Discord are larger than what many readers of JSON take for exact.
        found |= {name: self.redact(str(known[name])) for name in FIELDS if name in known}
        if record.exc_info:
            found["exception"] = self.redact(self.formatException(record.exc_info))
        if record.stack_info:
            found["stack"] = self.redact(record.stack_info)
        return json.dumps(found, ensure_ascii=False)


def set_up(config: Config) -> None:
    """Send the log to standard error at the configured level. May be called again; replaces earlier handlers."""
    handler = logging.StreamHandler(sys.stderr)
    form = JsonRedactor if config.log_format == "json" else Redactor
    handler.setFormatter(form(config.token, config.database_password))
    logging.basicConfig(level=config.log_level, handlers=[handler], force=True)
    logging.captureWarnings(True)
    for name, least in _NEVER_BELOW.items():
        logging.getLogger(name).setLevel(max(least, logging.getLogger().level))
