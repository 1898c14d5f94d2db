"""Team mates: they see each other's hands, and confer where nobody else hears it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.panels.post import TEXT
from tests.bot.discord_bench import Bench, labels

TEAMS = {"host": "red", "ann": "red", "ben": "blue", "cat": "blue"}
SECRET = "The owl waits at the left gate"


async def four(tiny: Bench) -> Any:
    """A match of two teams at its first turn, which is the host's; its thread. Red holds ant, bee, cat and dog, elk, fox."""
    panel = await tiny.slash("host", "match new", players=4)
    await tiny.click("host", panel.response, "Create")
    for name in ("ann", "ben", "cat"):
        await tiny.click(name, tiny.channel.last_message, f"Join {TEAMS[name]}")
    thread = tiny.thread()
    armies = thread.history()[-1]
    for name in TEAMS:
        await tiny.click(name, armies, "Ready")
    for name in TEAMS:
        await tiny.slash(name, "choose", thread, option="low")
    return thread


def read_by(tiny: Bench, thread: Any, *names: str) -> str:
    """All that these can read: the channel, the thread, and their own messages."""
    found = []
    for name in names:
        person = tiny.person(name)
        found += [m.content for place in (tiny.channel, thread) for m in place.history(viewer=person)]
        try:
            found += [m.content for m in tiny.dms(name)]
        except Exception:  # nobody has ever written to them
            continue
    return "\n".join(found)


# ---- hands ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("AR-TEAM-08")
@pytest.mark.field(1)
async def test_team_mates_see_each_others_hands_and_nobody_else_does(tiny: Bench) -> None:
    thread = await four(tiny)
    record = await tiny.keeper.match(1)
    assert record is not None
    held = {seat.user: set(seat.army["cards"]) for seat in record.seats}
    for name, team in TEAMS.items():
        shown = (await tiny.slash(name, "hand", thread)).response.content
        mate = next(other for other in TEAMS if other != name and TEAMS[other] == team)
        assert f"Your team mate {tiny.person(mate).mention}" in shown
        words = {word.strip("*").lower() for word in shown.replace("(", " ").split()}
        expected = held[tiny.person(name).id] | held[tiny.person(mate).id]
        others = set().union(*held.values()) - expected
        assert expected <= words
        assert not words & others
    assert "Only players hold cards" in (await tiny.slash("eve", "hand", thread)).response.content


async def test_the_hand_sent_by_dm_holds_the_team_mates_too(tiny: Bench) -> None:
    await four(tiny)
    last = next(message for message in reversed(tiny.dms("host")) if "Your hand" in message.content)
    assert "Your team mate" in last.content
    assert "Confer…" in labels(last)


# ---- conferring -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("AR-TEAM-08")
@pytest.mark.field(4)
async def test_what_is_said_in_a_team_reaches_the_team_mate_and_nobody_else(tiny: Bench) -> None:
    thread = await four(tiny)
    said = await tiny.slash("ann", "confer", thread, text=SECRET)
    assert said.ephemeral
    assert tiny.person("host").mention in said.response.content
    assert SECRET in tiny.dms("host")[-1].content
    assert "match 1" in tiny.dms("host")[-1].content
    assert SECRET not in read_by(tiny, thread, "ben", "cat", "eve")
    answer = await tiny.by_dm("host").click(tiny.dms("host")[-1], label="Confer…")
    await tiny.by_dm("host").submit_modal(answer, {"line": "Understood, " + SECRET.lower()})
    await tiny.settle()
    assert "Understood" in tiny.dms("ann")[-1].content
    both = (await tiny.slash("ann", "confer", thread)).response.content
    assert both.index(SECRET) < both.index("Understood")
    theirs = (await tiny.slash("ben", "confer", thread)).response.content
    assert "Nothing yet" in theirs
    assert "left gate" not in theirs
    for name in ("ben", "cat", "eve"):
        for command in ("log", "board", "match status", "match export"):
            assert "left gate" not in str((await tiny.slash(name, command, thread)).response.content), command


@pytest.mark.field(46)
async def test_spectators_and_those_who_play_alone_are_refused_in_words(tiny: Bench) -> None:
    thread = await four(tiny)
    for options in ({"text": "hello"}, {}):
        refused = await tiny.slash("eve", "confer", thread, **options)
        assert "not one of the players" in refused.response.content
        assert refused.ephemeral
    panel = await tiny.slash("host", "match new", opponent=tiny.person("ben"))
    await tiny.click("host", panel.response, "Create")
    await tiny.click("ben", tiny.channel.last_message, "Join")
    alone = await tiny.slash("host", "confer", match="2", text="hello")
    assert "You play for yourself in this match" in alone.response.content
    assert "Nothing was written" not in alone.response.content


async def test_a_word_that_is_too_long_or_empty_is_refused(tiny: Bench) -> None:
    thread = await four(tiny)
    assert "too long" in (await tiny.slash("host", "confer", thread, text="x" * 1501)).response.content
    assert "Nothing was written" in (await tiny.slash("host", "confer", thread, text="   ")).response.content
    longest = "@everyone " + "x" * 1490
    await tiny.slash("host", "confer", thread, text=longest)
    got = tiny.dms("ann")[-1]
    assert len(got.content) <= TEXT
    assert got.content.endswith(longest)
    assert not got.mention_everyone


async def test_conferring_makes_no_panel_stale_and_is_no_move(tiny: Bench) -> None:
    thread = await four(tiny)
    cockpit = await tiny.slash("host", "play", thread)
    posts = len(thread.history())
    await tiny.slash("ann", "confer", thread, text=SECRET)
    assert len(thread.history()) == posts, "nothing public tells that somebody conferred"
    moving = await tiny.click("host", cockpit.response, "Move")
    assert "earlier moment" not in moving.response.content


async def test_after_the_end_the_teams_talk_is_not_in_the_export(tiny: Bench) -> None:
    thread = await four(tiny)
    await tiny.slash("ann", "confer", thread, text=SECRET)
    for name in ("ben", "cat"):
        await tiny.click(name, (await tiny.slash(name, "match resign", thread)).response, "Give up")
    name, data, _ = await tiny.bot.service.history.export(1, tiny.person("eve").id)
    assert name == "match-1.json"
    assert SECRET.encode() not in data
    assert "talk in its thread" in (await tiny.slash("ann", "confer", thread, text="again")).response.content
