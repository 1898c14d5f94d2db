"""Logging for the host: one line an event on standard error, with every secret struck out, tracebacks included."""

from __future__ import annotations

import logging
import re
import sys
import time

from bot.config import Config

STRUCK = "[secret]"

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


class Redactor(logging.Formatter):
    """Formats a record and strikes secrets out of the whole text: message, arguments and traceback."""

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


def set_up(config: Config) -> None:
    """Send the log to standard error at the configured level. May be called again; replaces earlier handlers."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redactor(config.token, config.database_password))
    logging.basicConfig(level=config.log_level, handlers=[handler], force=True)
    logging.captureWarnings(True)
    for name, least in _NEVER_BELOW.items():
        logging.getLogger(name).setLevel(max(least, logging.getLogger().level))
