"""No secret reaches the log, whichever way it got into a record."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import logs
from bot.config import Config
from bot.logs import STRUCK, JsonRedactor, Redactor

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


# ---- one JSON object a line ----------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("restored_logging")
def test_json_lines_say_what_they_are_about(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(Config(token=SANDBOX_TOKEN, log_format="json"))
    log = logging.getLogger("bot.test")
    big = 9_007_199_254_740_993_001  # no float has it
    with logs.about(match=7, user=big, interaction=0):
        log.warning("it came too late: %s", 'a "quoted"\nline')
        with logs.about(match=8):
            log.error("broken", extra={"reference": "abc123"})
    log.info("nothing in particular")
    first, second, third = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "WARNING", "logger": "bot.test", "message": 'it came too late: a "quoted"\nline',
        "match": "7", "user": str(big),
    }  # fmt: skip
    assert (second["match"], second["user"], second["reference"]) == ("8", str(big), "abc123")
    assert set(third) == {"time", "level", "logger", "message"}


@pytest.mark.usefixtures("restored_logging")
def test_json_lines_hold_no_secret_either(capsys: pytest.CaptureFixture[str]) -> None:
    awkward = 'quo"te\\back'
    logs.set_up(Config(token=awkward, log_format="json"))
    try:
        raise RuntimeError(f"no login with {awkward} at postgresql://walker:hunter2@localhost/db")
    except RuntimeError:
        logging.getLogger("bot.test").exception("failed with %s", awkward)
    line = capsys.readouterr().err
    assert line.count("\n") == 1, "a traceback is no further line"
    found = json.loads(line)
    assert found["message"] == f"failed with {STRUCK}"
    assert f"RuntimeError: no login with {STRUCK}" in found["exception"]
    assert "hunter2" not in line
    assert "back" not in found["exception"].partition("RuntimeError:")[2]


def test_without_a_word_there_is_a_line_still() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "100 %% sure: %s", ("\ud800",), None)
    assert json.loads(JsonRedactor().format(record))["message"] == "100 % sure: \ud800"


# ---- a whole match -------------------------------------------------------------------------------------------------------
@pytest.mark.field(1, 15)
async def test_no_log_of_a_match_knows_what_anybody_holds_or_writes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is logged that any level would log, through a match with refusals, faults and closed doors."""
    from tests.bot.discord_bench import bench
    from tests.bot.tiny_game import TinyGame

    caplog.set_level(logging.DEBUG)
    for name, least in logs._NEVER_BELOW.items():
        logging.getLogger(name).setLevel(least)
    async with bench(tmp_path, {"tiny": TinyGame()}) as tiny:
        thread = await tiny.begun()
        for name, bid in (("alice", "bid:high"), ("bob", "bid:low")):
            await tiny.slash(name, "choose", thread, option=bid)
        await tiny.slash("alice", "cast", thread, card="cast:ant")
        await tiny.slash("alice", "choose", thread, option="side:right")
        await tiny.slash("alice", "move", thread, figure="Your piece", to="P0 my own words")
        await tiny.slash("alice", "card", name="my own words")
        monkeypatch.setattr(tiny.bot.service, "act", broken)
        apology = await tiny.slash("alice", "cast", thread, card="cast:bee")
        monkeypatch.undo()
        tiny.env.inject_error("POST", f"/channels/{thread.id}/messages", status=500, code=0)
        await tiny.click("bob", (await tiny.slash("bob", "match resign", thread)).response, "Give up")
    reference = apology.response.content.rpartition("reference `")[2][:6]
    form = JsonRedactor("fake-token")
    ours = [record for record in caplog.records if record.name.split(".")[0] in ("bot", "storage", "engine", "render")]
    text = "\n".join(form.format(record) for record in ours).replace(str(tmp_path), "")
    assert reference in text
    assert "again in" in text, "Discord's fault was logged"
    said = set(re.findall(r"\w+", text.lower()))
    assert not said & {"ant", "bee", "cat", "dog", "elk", "fox", "side", "right", "own", "p0", "practice"}


async def broken(*arguments: object, **named: object) -> None:
    raise RuntimeError("something inside gave way")
