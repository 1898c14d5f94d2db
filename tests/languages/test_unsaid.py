"""No sentence for players stands in the code without a way to be translated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.languages import unsaid
from tests.languages.extraction import ROOT
from tests.languages.forms import FOLDERS, SAMPLES, found

# What no player reads: the host's and the developer's commands, reading and checking a host's files, the log.
LEFT_OUT = (
    "bot/__main__.py", "bot/bench/", "bot/config.py", "bot/doctor.py", "bot/errors.py", "bot/health.py",
    "bot/hosting/attending.py", "bot/hosting/backup.py", "bot/hosting/command.py", "bot/hosting/metrics.py",
    "bot/hosting/matchfile.py", "bot/hosting/recount.py", "bot/languages/", "bot/logs.py", "bot/play.py",
    "engine/__main__.py",
    "engine/arena/battlefield.py", "engine/arena/cards/", "engine/arena/filetable.py", "engine/arena/mapchecks.py",
    "engine/arena/mapfile.py", "engine/arena/mapjoin.py", "engine/arena/worth.py", "engine/balance.py",
    "engine/core/chance.py", "engine/record.py", "engine/selfplay.py", "render/__main__.py", "render/bench.py",
    "render/cache.py", "render/gallery.py", "render/summoner_wars/callings.py", "render/theme.py",
)  # fmt: skip
# Names within the program, and proper names: printed names of cards and games, and what people type.
NAMES = {
    "36h, 2d, 12h night, 7d+8h, 7d+8h night, free", "Europe/Berlin", "Magic Shot: bow", "Magic Shot: die",
    "Summoner Wars, first edition", "after Action 4", "army card", "aura moved", "before Action 3", "card destroyed",
    "cast face down", "combat die", "extra attack", "face down", "gave up", "leave it", "more spells", "no attack",
    "own ", "own end", "own planeswalker", "own start", "shadow step", "thread gone", "to library", "to the bottom",
}  # fmt: skip


def modules() -> list[Path]:
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    left_out = LEFT_OUT + SAMPLES
    return [path for path in paths if not path.relative_to(ROOT).as_posix().startswith(left_out)]


def test_no_sentence_is_put_together_past_the_translators() -> None:
    known = {form for forms in found()[0].values() for form in forms} | NAMES
    faults = [place for path in modules() for place, words in unsaid.unsaid(path) if words not in known]
    assert not faults, "put these through say(...) or words(...), see engine/core/text.py:\n" + "\n".join(faults)


@pytest.mark.parametrize(
    "code",
    [
        'Post("Nothing to see")',
        'raise Sorry(f"There is no match {n}.")',
        'Button(id, "Ready")',
        'Select(id, f"{n} cards", choices)',
        'lines.append(f"**{name}** gives up")',
        'text = "You win" if won else x',
        'say(f"It is {name}")',
        'Choice("a", name, "by the rules" if n else "")',
    ],
)
def test_what_must_be_found_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(unsaid, "ROOT", tmp_path)
    (tmp_path / "some.py").write_text(code, encoding="utf-8")
    assert unsaid.unsaid(tmp_path / "some.py")


@pytest.mark.parametrize(
    "code",
    [
        'Post(say("Nothing to see"))',
        'raise Sorry(words("There is no match {n}.", n=n))',
        'log.info("the bot is %s", ready)',
        '"""A docstring with words."""',
        'assert x, "never read by players"',
        'Button(id, "▶️")',
        'raise ValueError("two ids")',
    ],
)
def test_what_is_in_order_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(unsaid, "ROOT", tmp_path)
    (tmp_path / "some.py").write_text(code, encoding="utf-8")
    assert not unsaid.unsaid(tmp_path / "some.py")
