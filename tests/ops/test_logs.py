"""No secret reaches the log, whichever way it got into a record."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from bot import logs
from bot.config import Config
from bot.logs import STRUCK, Redactor

TOKEN = ".".join(["MTIzNDU2Nzg5MDEyMzQ1Njc4", "Gabcde", "x" * 38])
SANDBOX_TOKEN = "practice-token"


@pytest.fixture
def restored_logging() -> Iterator[None]:
    root = logging.getLogger()
    before = (root.level, root.handlers[:], {name: logging.getLogger(name).level for name in logs._NEVER_BELOW})
    root.handlers = []
    yield
    root.setLevel(before[0])
    root.handlers = before[1]
    for name, level in before[2].items():
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(False)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"logging in with {SANDBOX_TOKEN}", SANDBOX_TOKEN),
        (f"another bot's: {TOKEN}.", TOKEN),
        ("POST /webhooks/1234567890/aW50ZXJhY3Rpb24tdG9rZW4_-x?wait=true failed", "aW50ZXJhY3Rpb24"),
        ("POST https://127.0.0.1/api/v10/interactions/12345/aW50ZXJhY3Rpb24/callback", "aW50ZXJhY3Rpb24"),
        ("cannot open postgresql://walker:hunter2@localhost/db", "hunter2"),
        ("{'Authorization': 'Bot abcdefgh'}", "abcdefgh"),
        ("authorization: Bearer abcdefgh", "abcdefgh"),
    ],
)
def test_secrets_are_struck_out_and_the_rest_stays(text: str, secret: str) -> None:
    shown = Redactor(SANDBOX_TOKEN).redact(text)
    assert secret not in shown
    assert STRUCK in shown
    assert shown.split(STRUCK)[0] == text.split(secret)[0]


def test_plain_lines_are_left_alone() -> None:
    line = "match 12: seat 1 moved C2 -> D4 (AR-MOV-03) at 12:00, 3.11.7, see /channels/123/messages/456"
    assert Redactor(SANDBOX_TOKEN, None, "").redact(line) == line


@pytest.mark.usefixtures("restored_logging")
def test_arguments_and_tracebacks_are_covered(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(Config(token=SANDBOX_TOKEN, database_url="postgresql://walker:hunter2@localhost/db"))
    try:
        raise RuntimeError(f"no login with {SANDBOX_TOKEN}")
    except RuntimeError:
        logging.getLogger("bot.test").exception("failed: %s", {"password": "hunter2"})
    shown = capsys.readouterr().err
    assert "RuntimeError: no login with [secret]" in shown
    assert "hunter2" not in shown
    assert SANDBOX_TOKEN not in shown


@pytest.mark.field(1)
@pytest.mark.usefixtures("restored_logging")
def test_libraries_never_log_what_passes_through_them(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(Config(log_level="DEBUG"))
    for name in ("discord.http", "discord.gateway", "aiosqlite", "sqlalchemy.engine.Engine"):
        logging.getLogger(name).debug("a hand of cards")
    logging.getLogger("bot.test").debug("our own word")
    shown = capsys.readouterr().err
    assert "a hand of cards" not in shown
    assert "our own word" in shown
