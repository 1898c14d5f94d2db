"""Summoner Wars on Discord: a match is made, played by buttons and by commands, its decks are built."""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import game
from tests.bot.discord_bench import Bench, labels, selects

WAR = game("summoner_wars")


async def war_panel(arena: Bench) -> Any:
    """The new-match panel with Summoner Wars picked."""
    panel = (await arena.slash("alice", "match new", opponent=arena.person("bob"))).response
    value = next(option.value for option in selects(panel)[0].options if option.value.startswith("summoner_wars"))
    return (await arena.choose("alice", panel, [value])).response


async def begun(arena: Bench) -> tuple[Any, str, str]:
    """The match's thread, who goes first and who second."""
    await arena.click("alice", await war_panel(arena), "Create")
    await arena.click("bob", arena.channel.last_message, "Join")
    thread = arena.thread()
    armies = thread.history()[-1]
    await arena.click("alice", armies, "Ready")
    await arena.click("bob", armies, "Ready")
    prompt = thread.history()[-1]
    chooser = "alice" if arena.person("alice").mention in prompt.content else "bob"
    other = "bob" if chooser == "alice" else "alice"
    cockpit = (await arena.click(chooser, prompt, "Play")).response
    picked = labels(cockpit)[0]
    await arena.click(chooser, cockpit, picked)
    prompt = thread.history()[-1]
    first = chooser if arena.person(chooser).mention in prompt.content else other
    return thread, first, other if first == chooser else chooser


@pytest.mark.field(120)
async def test_what_is_not_as_published_is_said_when_the_match_is_made(arena: Bench) -> None:
    """For the game in the panel, and for each faction where its deck is chosen."""
    panel = await war_panel(arena)
    assert "Summoner Wars, first edition" in panel.content
    assert str(WAR.status())[1:] in panel.content
    await arena.click("alice", panel, "Create")
    await arena.click("bob", arena.channel.last_message, "Join")
    choosing = (await arena.slash("alice", "match army", arena.thread())).response
    said = {option.description for option in selects(choosing)[0].options}
    for build in WAR.builds():
        assert any(each and str(build.line)[:60] in each for each in said), build.name


async def test_a_turn_by_buttons_and_commands(arena: Bench) -> None:
    thread, first, second = await begun(arena)
    for name in (first, second):
        assert "Your hand" in arena.dms(name)[-1].content
    prompt = thread.history()[-1]
    assert "Turn 1" in prompt.content
    refused = (await arena.slash(second, "move", thread, figure="1", to="C3")).response
    assert refused.flags.ephemeral
    await arena.click(first, prompt, "Play")
    moves = await arena.typed(first, "move", "figure", "", thread)
    while not moves:
        await arena.slash(first, "end", thread)
        moves = await arena.typed(first, "move", "figure", "", thread)
    to = await arena.typed(first, "move", "to", "", thread, figure=moves[0])
    moved = (await arena.slash(first, "move", thread, figure=moves[0], to=to[0])).response
    assert "moves" in moved.content
    undone = (await arena.slash(first, "undo", thread)).response
    assert undone.flags.ephemeral
    assert await arena.typed(first, "move", "figure", "", thread) == moves
    for _ in range(8):
        if arena.person(second).mention in thread.history()[-1].content:
            break
        ended = (await arena.slash(first, "end", thread)).response
        if "?" in ended.content:  # has to be answered first, and is shown
            await arena.click(first, ended, labels(ended)[0])
    prompt = thread.history()[-1]
    assert arena.person(second).mention in prompt.content
    assert "Turn 2" in prompt.content


async def test_a_deck_is_built_by_thumb_and_sent_as_text(arena: Bench) -> None:
    panel = (await arena.slash("alice", "army build", game="summoner_wars")).response
    panel = (await arena.click("alice", panel, "Nothing")).response
    assert "a deck needs a Summoner (SW-SET-03)" in panel.content
    panel = (await arena.choose("alice", panel, ["prince_elien"])).response
    assert "a deck has 18 commons, this one 0 (SW-COMP-05)" in panel.content
    assert "Spells" not in labels(panel)
    phoenix = next(build for build in WAR.builds() if build.army["planeswalker"] == "prince_elien")
    text = WAR.army_text(phoenix.army)
    imported = (await arena.slash("alice", "army import", text=text, game="summoner_wars")).response
    assert "It may be played" in imported.content
    exported = (await arena.slash("alice", "army export", game="summoner_wars")).response
    assert text.splitlines()[1] in exported.content
    wrong = (await arena.slash("alice", "army import", text="Summoner: Prince Elyen", game="summoner_wars")).response
    assert "did you mean Prince Elien?" in wrong.content


async def test_cards_of_one_name_are_told_apart(arena: Bench) -> None:
    shown = (await arena.slash("alice", "card", name="The Eater")).response
    assert "The Eater" in shown.content
    assert shown.attachments
    offered = await arena.typed("alice", "card", "name", "magic drain")
    assert len(offered) > 2
