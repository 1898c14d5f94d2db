"""A host's own cards and battlefields, and where pictures are kept: settings, start, doctor."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import __main__ as cli
from bot import config as settings
from bot import doctor, games
from bot.config import Config
from bot.doctor import Mark
from bot.pictures import Painter
from engine.arena import seen
from engine.arena.cards import cards, catalogue
from engine.registry import game
from render import cache
from tests.bot.discord_bench import Bench, selects

ROOT = Path(__file__).resolve().parents[2]
MAP = ROOT / "engine" / "arena" / "battlefields" / "core-duel.toml"


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Config]:
    """A folder with a dearer squad and a further card, and one with a battlefield of a host's own."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "maps").mkdir()
    (tmp_path / "cards" / "armies.toml").write_text('[[army]]\nid = "elf_rangers"\ncost = 75\n', encoding="utf-8")
    text = MAP.read_text(encoding="utf-8")
    text = re.sub(r'(?m)^id\s*=.*$', 'id = "a-map-of-our-very-own-with-a-long-name"', text, count=1)
    text = re.sub(r'(?m)^name\s*=.*$', 'name = "Our own map"', text, count=1)
    (tmp_path / "maps" / "a-map-of-our-very-own-with-a-long-name.toml").write_text(text, encoding="utf-8")
    yield Config(cards=tmp_path / "cards", maps=tmp_path / "maps")
    games.use_host_files(None, None)


def spoil(config: Config) -> None:
    assert config.cards is not None
    assert config.maps is not None
    (config.cards / "armies.toml").write_text('[[army]]\nid = "elf_rangers"\ncost = 7500\n', encoding="utf-8")
    next(config.maps.glob("*.toml")).write_text("format = 2\n", encoding="utf-8")


def test_the_folders_are_settings_like_any_other(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("POSTWALKER_CARDS=my/cards\n")
    config = settings.load(tmp_path, {"POSTWALKER_MAPS": "my/maps"})
    assert (config.cards, config.maps) == (Path("my/cards"), Path("my/maps"))
    assert settings.load(tmp_path / "nowhere", {}).cards is None
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert all(name in example for name in settings.SETTINGS if not name.startswith("POSTWALKER_DISCORD"))


def test_the_doctor_says_whether_they_are_in_order(folders: Config) -> None:
    (fine,) = doctor.host_files(folders)
    assert fine.mark is Mark.GOOD
    assert str(folders.cards) in fine.what
    assert list(doctor.host_files(Config())) == []
    spoil(folders)
    games.use_host_files(None, None)
    catalogue.cache_clear()
    wrong = [str(finding) for finding in doctor.host_files(folders)]
    assert all(line.startswith("✗") for line in wrong)
    assert any("elf_rangers, cost: 7500 is not between" in line for line in wrong)
    assert any("a-map-of-our-very-own-with-a-long-name.toml" in line for line in wrong)


def test_a_folder_with_faults_stops_the_start_with_every_fault(folders: Config, tmp_path: Path) -> None:
    spoil(folders)
    env = {name: value for name, value in os.environ.items() if name not in settings.SETTINGS}
    done = subprocess.run(
        [sys.executable, "-m", "bot"], cwd=tmp_path, capture_output=True, text=True, timeout=60,
        env=env | {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "sandbox", "POSTWALKER_CARDS": str(folders.cards),
                   "POSTWALKER_MAPS": str(folders.maps), "POSTWALKER_DISCORD_API": "http://127.0.0.1:1/api/v10",
                   "POSTWALKER_DISCORD_GATEWAY": "ws://127.0.0.1:1/gw"},
    )  # fmt: skip
    assert done.returncode == cli.SETTINGS
    assert "elf_rangers, cost: 7500" in done.stderr
    assert "a-map-of-our-very-own-with-a-long-name.toml" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_hosts_battlefield_is_played_on_and_its_costs_count(folders: Config, arena: Bench) -> None:
    assert games.use_host_files(folders.cards, folders.maps) == []
    panel = await arena.slash("alice", "match new", opponent=arena.person("bob"))
    offered = {option.label: option.value for option in selects(panel.response)[0].options}
    panel = await arena.choose("alice", panel.response, [offered["Our own map"]])
    assert "on Our own map" in panel.response.content
    await arena.click("alice", panel.response, "Create")
    assert "on Our own map" in arena.channel.last_message.content
    shown = (await arena.slash("alice", "card", name="Elf Rangers")).response
    assert "75 points" in shown.content
    assert "nissa" not in {build.id for build in game("arena").builds()}, "too dear now"
    await arena.click("bob", arena.channel.last_message, "Join")
    games.use_host_files(None, None)  # the host takes the folder away again
    refused = await arena.slash("alice", "match status", match="1")
    assert "a-map-of-our-very-own-with-a-long-name" in refused.response.content


async def test_pictures_are_kept_in_the_folder_of_the_settings(tmp_path: Path) -> None:
    try:
        painter = Painter(cache=tmp_path / "pictures")
        assert cache.folder() == tmp_path / "pictures"
        drawn = await painter.card(seen.face_view(cards().armies["nahiri_lithomancer"]))
        assert drawn is not None
        painter.close()
    finally:
        cache.use(None)
    assert cache.folder() != tmp_path / "pictures"


async def test_an_army_is_drawn_with_its_words_for_those_who_cannot_see_it() -> None:
    arena = game("arena")
    painter = Painter()
    for build in arena.builds()[:2]:
        summary = str(arena.army_summary(build.army))
        drawn = await painter.army(arena.army_view(build.army), summary)
        assert drawn is not None
        assert drawn.alt == summary
        assert drawn.name == "army.png"
    assert await painter.army(None, "nothing") is None
    painter.close()
