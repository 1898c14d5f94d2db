"""How pictures look to whom: in public as the host has settled, privately as each person has; and in their language."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app import Postwalker
from bot.keeping import Player
from bot.looks import PRINTS, THEMES
from bot.panels.pictures import panel
from bot.panels.post import fit
from bot.pictures import Drawn, Painter
from bot.sandbox.server import Sandbox
from engine.core.text import spoken
from render import theme
from render.theme import PALETTES, Look
from tests.bot.discord_bench import Bench, selects
from tests.bot.test_setup import manager
from tests.bot.test_wire import bot, sandbox

__all__ = ["bot", "sandbox"]  # fixtures


class Noting(Painter):
    """Draws nothing, and says in the file's name what it would have drawn in."""

    async def board(self, *args: Any, **kwargs: Any) -> Drawn:
        look = theme.used()
        return Drawn(f"{look.theme}-{'large' if look.large else 'usual'}-{spoken().tag}.png", b"drawn", "the board")

    hand = card = board


def noted(message: Any) -> list[str]:
    return [file.filename.removesuffix(".png") for file in message.attachments]


@pytest.fixture
def watched(tiny: Bench) -> Bench:
    tiny.bot.painter = tiny.bot.showing.painter = tiny.bot.delivery.painter = Noting()
    return tiny


async def limits(tiny: Bench) -> Any:
    return (await tiny.click("host", (await tiny.slash("host", "setup")).response, "Limits and pictures")).response


def test_every_theme_has_a_name_and_every_name_a_theme() -> None:
    assert {*THEMES} == {*PALETTES}


async def test_in_public_pictures_look_as_the_host_has_settled(watched: Bench) -> None:
    manager(watched)
    thread = await watched.begun()
    assert noted(thread.history()[-1]) == ["dark-usual-en"]
    panel = await limits(watched)
    await watched.choose("host", panel, ["light"], 2)
    changed = (await watched.choose("host", panel, ["large"], 3)).response
    assert "light; large print" in changed.content
    assert (await watched.keeper.guild(watched.guild.id)).theme == "light"
    await watched.bot.service.act(1, watched.person("alice").id, ["bid:high"], 30)
    await watched.bot.service.act(1, watched.person("bob").id, ["bid:low"], 31)
    await watched.settle()
    assert noted(thread.history()[-1]) == ["light-large-en"]


async def test_privately_they_look_as_each_person_likes(watched: Bench) -> None:
    manager(watched)
    thread = await watched.begun()
    assert noted((await watched.slash("alice", "board", thread)).response) == ["dark-usual-en"]
    await watched.choose("host", await limits(watched), ["light-safe"], 2)
    assert noted((await watched.slash("alice", "board", thread)).response) == ["light-safe-usual-en"], "the server's"
    told = (await watched.slash("alice", "settings pictures", theme="dark", print="large")).response
    assert "dark; large print" in told.content
    assert noted((await watched.slash("alice", "board", thread)).response) == ["dark-large-en"]
    assert noted((await watched.slash("bob", "board", thread)).response) == ["light-safe-usual-en"]
    told = (await watched.choose("alice", told, ["server"], 1)).response
    assert "dark; usual print" in told.content
    told = (await watched.choose("alice", told, ["server"], 0)).response
    assert "light, for colour-blind eyes; usual print" in told.content
    assert await watched.keeper.player(watched.person("alice").id) == Player()


async def test_an_older_panel_says_so(watched: Bench) -> None:
    panel = (await watched.slash("alice", "settings pictures")).response
    service = watched.bot.service
    await service.looks.settle(watched.person("alice").id, "sepia", "tiny")  # of another version
    assert await watched.keeper.player(watched.person("alice").id) == Player()
    assert [select.options[0].default for select in selects(panel)] == [True, True]


async def test_pictures_that_are_delivered_speak_their_readers_language(watched: Bench) -> None:
    manager(watched)
    matches = (await watched.click("host", (await watched.slash("host", "setup")).response, "Matches")).response
    await watched.choose("host", matches, ["de"], 0)
    opened = (await watched.slash("alice", "match new", opponent=watched.person("bob"))).response
    await watched.click("alice", opened, "Create")
    await watched.click("bob", watched.channel.last_message, "Mitspielen")
    armies = watched.thread().history()[-1]
    for name in ("alice", "bob"):
        await watched.click(name, armies, "Bereit")
    assert noted(watched.thread().history()[-1]) == ["dark-usual-de"]


def test_the_panel_shows_what_is_picked_and_fits() -> None:
    for key in THEMES:
        for size in PRINTS:
            post = panel(key, size == "large", Look(key, size == "large"), "a card")
            assert fit(post) == post
            picked = [choice.value for row in post.rows for choice in row.choices if choice.chosen]  # type: ignore[union-attr]
            assert picked == [key, size]


async def test_discord_takes_the_panel_and_shows_a_sample(sandbox: Sandbox, bot: Postwalker) -> None:
    alice = sandbox.person("Alice")
    shown = (await alice.slash(sandbox.general, "settings pictures", theme="light", print="large")).message
    assert "light; large print" in shown.data["content"]
    assert shown.data["attachments"]
    select = shown.data["components"][0]["components"][0]
    changed = (await alice.select(shown, select["custom_id"], ["dark-safe"])).message
    assert "dark, for colour-blind eyes" in changed.data["content"]
    assert sandbox.recorder.violations == []
