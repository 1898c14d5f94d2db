"""Who is spoken to in which language: the table in that of its server, everybody else in their own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord import Locale

from bot import languages
from bot.guilds import Guild
from bot.languages.commands import LONGEST, Translator
from engine.arena import armytext
from engine.arena.army import RECOMMENDED
from engine.core.text import ENGLISH, Language, Text, capital, counted, listed, say, speaking, spoken, words
from render.pool import Drawing
from tests.bot.discord_bench import Bench, bench, buttons, labels
from tests.bot.tiny_game import TinyGame
from tests.languages.catalogs import LANGUAGES
from tests.languages.forms import found

GERMAN = Language("de", {
    "{figure} moves to {space}": "{figure} zieht nach {space}", "the {side}": "der {side}", "attacker": "Angreifer",
    "{n} card": "{n} Karte", "{n} cards": "{n} Karten", "{some} and {last}": "{some} und {last}", "nothing": "nichts",
})  # fmt: skip


# ---- texts ------------------------------------------------------------------------------------------------------------
def test_a_text_is_put_into_words_where_it_is_read_and_its_parts_with_it() -> None:
    text = words("{figure} moves to {space}", figure=words("the {side}", side=Text("attacker")), space="F7")
    assert str(text) == "the attacker moves to F7"
    with speaking(GERMAN):
        assert f"{text}" == "der Angreifer zieht nach F7"
        with speaking(ENGLISH):
            assert str(text) == "the attacker moves to F7"
        assert say("{figure} moves to {space}", figure="Jace", space="A1") == "Jace zieht nach A1"
    assert str(text) == "the attacker moves to F7"


def test_what_a_language_lacks_stays_english() -> None:
    with speaking(GERMAN):
        assert say("{n} tokens", n=3) == "3 tokens"


def test_counts_and_lists() -> None:
    assert [str(counted(n, "{n} card", "{n} cards")) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    for count, told in ((0, "nothing"), (1, "a"), (2, "a and b"), (3, "a, b and c"), (4, "a, b, c and d")):
        assert str(listed(list("abcd")[:count])) == told
    with speaking(GERMAN):
        assert str(counted(1, "{n} card", "{n} cards")) == "1 Karte"
        assert str(listed([])) == "nichts"
        assert str(listed(["a", words("the {side}", side=Text("attacker")), "c"])) == "a, der Angreifer und c"
        assert capital(words("the {side}", side=Text("attacker"))) == "Der Angreifer"


def test_braces_in_what_people_or_data_files_write_do_no_harm() -> None:
    assert str(Text("deals {x} damage")) == "deals {x} damage"
    assert say("{figure} moves to {space}", figure="{0.__class__}", space="{space}") == "{0.__class__} moves to {space}"


async def test_tasks_do_not_speak_for_each_other() -> None:
    ready = asyncio.Event()

    async def german() -> str:
        with speaking(GERMAN):
            ready.set()
            await asyncio.sleep(0)
            return str(Text("attacker"))

    async def english() -> str:
        await ready.wait()
        return str(Text("attacker"))

    assert await asyncio.gather(german(), english()) == ["Angreifer", "attacker"]


# ---- which language ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("locale", "tag"), [("de", "de"), ("de-AT", "de"), ("en-GB", "en"), ("en-US", "en"), ("fr", "en"), ("", "en")]
)
def test_discords_locale_chooses(locale: str, tag: str) -> None:
    assert languages.language_of(locale) == tag


def test_an_unknown_language_is_english() -> None:
    for tag in ("", "xx", "../de"):
        with languages.speaking(tag):
            assert languages.language() == "en"
    with languages.speaking("de"):
        assert languages.language() == "de"


def test_an_army_that_is_written_down_is_read_in_every_language() -> None:
    army = RECOMMENDED[0].army
    with languages.speaking("de"):
        german = armytext.written(army)
        assert "Karten: " in german
        assert armytext.read(german) == army
        assert armytext.read(german.replace("Karten", "Cards")) == army
        with pytest.raises(ValueError, match="Es gibt keine Karte „Nobody“"):
            armytext.read(german.replace("Lantern Geists", "Nobody"))
    assert "Cards: " in armytext.written(army)
    assert armytext.read(german) == army, "sent to somebody with another language"


# ---- pictures ---------------------------------------------------------------------------------------------------------
async def test_a_picture_is_drawn_once_for_each_language_and_in_it() -> None:
    drawn: list[tuple[str, str]] = []

    def draw() -> bytes:
        drawn.append((spoken().tag, threading.current_thread().name))
        return spoken().tag.encode()

    drawing = Drawing()
    try:
        found: list[bytes] = []
        for language in (ENGLISH, GERMAN, ENGLISH, GERMAN):
            with speaking(language):
                found.append(await drawing._draw("board", ["the same"], draw))
    finally:
        drawing.close()
    assert found == [b"en", b"de", b"en", b"de"]
    assert [tag for tag, _ in drawn] == ["en", "de"]
    assert all(name.startswith("drawing") for _, name in drawn), "in a worker, which inherits no language by itself"


# ---- commands ---------------------------------------------------------------------------------------------------------
@pytest.fixture
async def tiny(tmp_path: Path) -> AsyncIterator[Bench]:
    async with bench(tmp_path, {"tiny": TinyGame()}) as running:
        yield running


@pytest.mark.parametrize("tag", LANGUAGES)
async def test_discord_is_given_every_description_in_every_language_and_the_names_as_they_are(tiny: Bench, tag: str) -> None:
    tree, said = tiny.bot.tree, []

    def look(part: dict[str, object]) -> None:
        assert tag not in (part.get("name_localizations") or {}) or "value" in part
        localized = (part.get("description_localizations") or {}).get(tag)  # type: ignore[attr-defined]
        if part.get("description"):
            assert localized, part
            assert len(localized) <= LONGEST
            said.append(localized)
        if "value" in part and part["name"] in known:
            assert part["name_localizations"][tag] == known[str(part["name"])]  # type: ignore[index]
        for inner in (*(part.get("options") or ()), *(part.get("choices") or ())):  # type: ignore[misc, attr-defined]
            look(inner)

    known = {form: languages.known(tag).forms[form] for form in found()[0]["commands"]}
    for command in tree.get_commands():
        look(await command.get_translated_payload(tree, Translator()))  # type: ignore[union-attr]
    assert len(said) > 60
    assert Translator  # the same that the bot registers
    assert isinstance(tree.translator, Translator)
    assert {str(locale) for locale in Locale} >= set(LANGUAGES)


# ---- people and tables ------------------------------------------------------------------------------------------------
async def test_everybody_is_answered_in_their_own_language_and_the_table_in_the_servers(tiny: Bench) -> None:
    answer = await tiny.slash("alice", "settings language", language="de")
    assert "Deutsch" in answer.response.content
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    assert "Eine neue Partie" in panel.response.content
    assert "Anlegen" in labels(panel.response)
    await tiny.click("alice", panel.response, "Anlegen")
    invitation = tiny.channel.last_message
    assert "invites" in invitation.content
    assert "Join" in labels(invitation)
    await tiny.click("bob", invitation, "Join")
    armies = tiny.thread().history()[-1]
    ready = await tiny.click("alice", armies, "Ready")
    assert "Du bist bereit" in ready.response.content
    begun = await tiny.click("bob", armies, "Ready")
    assert "The match has begun" in begun.response.content
    played = await tiny.slash("alice", "play", tiny.thread())
    assert "Meine Hand" in labels(played.response)
    refused = await tiny.slash("alice", "match join", match="77")
    assert "Es gibt keine Partie 77" in refused.response.content
    hands = [message.content for message in tiny.dms("alice")]
    assert any("Deine Hand" in text for text in hands)
    assert all("Your hand" not in text for text in hands)
    assert any("Your hand" in message.content for message in tiny.dms("bob"))
    public = list(tiny.thread().history())
    assert not any("Zug" in message.content or "Meine Hand" in labels(message) for message in public)


async def test_a_german_server_reads_german_and_a_foreign_guest_their_own_language(tiny: Bench) -> None:
    await tiny.keeper.save_guild(tiny.guild.id, Guild(language="de"))
    thread = await begun_in_german(tiny)
    prompt = next(message for message in reversed(thread.history()) if buttons(message))
    assert "Spielen" in labels(prompt)
    played = await tiny.click("alice", prompt, "Spielen")
    assert "My hand" in labels(played.response)


async def begun_in_german(tiny: Bench) -> object:
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    await tiny.click("alice", panel.response, "Create")
    await tiny.click("bob", tiny.channel.last_message, "Mitspielen")
    thread = tiny.thread()
    armies = thread.history()[-1]
    await tiny.click("alice", armies, "Bereit")
    await tiny.click("bob", armies, "Bereit")
    return thread


async def test_suggestions_are_in_the_language_of_whoever_types(tiny: Bench) -> None:
    await tiny.begun()
    await tiny.slash("alice", "settings language", language="de")
    german = await tiny.person("alice").autocomplete(tiny.channel, "match status", "match", "")
    english = await tiny.person("bob").autocomplete(tiny.channel, "match status", "match", "")
    assert "wird gespielt" in german[0]["name"]
    assert "being played" in english[0]["name"]
