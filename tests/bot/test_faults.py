"""What goes wrong on Discord's side, and crashes between any two steps: nothing is lost, nothing is said twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.keeping import LEASE_SECONDS, opened
from bot.panels.post import Post
from bot.records import Say
from storage import LeaseHeld
from tests.bot.discord_bench import Bench, Clock, labels
from tests.bot.test_presses import playing

MESSAGES = "/channels/*/messages"


def texts(place: Any) -> list[str]:
    return [message.content for message in place.history()]


@pytest.mark.field(91)
async def test_closed_dms_stop_nothing_and_are_mentioned_once(tiny: Bench) -> None:
    tiny.person("alice")
    tiny.person("bob")
    original = tiny.bot.create_dm

    async def closed(user: Any) -> Any:
        channel = await original(user)
        if user.id == tiny.person("bob").id:
            tiny.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None)
        return channel

    tiny.bot.create_dm = closed  # type: ignore[method-assign]
    thread = await playing(tiny)
    for _ in range(3):
        await tiny.click("alice", (await tiny.slash("alice", "end", thread)).response, "Go")
        await tiny.click("bob", (await tiny.slash("bob", "end", thread)).response, "Go")
    told = [text for text in texts(thread) if "direct messages are closed" in text]
    assert len(told) == 1
    assert tiny.person("bob").mention in told[0]
    hand = await tiny.slash("bob", "hand", thread)
    assert hand.ephemeral
    assert "Dog" in hand.response.content


@pytest.mark.field(89)
async def test_without_a_thread_the_match_is_played_in_the_channel(tiny: Bench) -> None:
    tiny.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160006)
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    await tiny.click("alice", panel.response, "Create")
    await tiny.click("bob", tiny.channel.last_message, "Join")
    assert any("too many open threads" in text for text in texts(tiny.channel))
    armies = tiny.channel.last_message
    assert "Ready" in labels(armies)
    for name in ("alice", "bob"):
        await tiny.click(name, armies, "Ready")
    cockpit = await tiny.slash("alice", "play")
    assert "Bid high or low" in cockpit.response.content


@pytest.mark.field(100)
async def test_missing_permissions_are_named(tiny: Bench) -> None:
    everyone = tiny.guild.default_role
    quiet = tiny.guild.create_text_channel(
        "quiet", overwrites={everyone: discord.PermissionOverwrite(send_messages=False, create_public_threads=False)}
    )
    result = await tiny.slash("alice", "match new", quiet)
    assert "**Send Messages**" in result.response.content
    assert "**Create Public Threads**" in result.response.content


async def test_a_server_error_is_tried_again_until_it_works(tiny: Bench) -> None:
    panel = await tiny.slash("alice", "match new")
    for _ in range(3):
        tiny.env.inject_error("POST", MESSAGES, status=503, code=0)
    await tiny.click("alice", panel.response, "Create")
    assert sum("Match 1" in text for text in texts(tiny.channel)) == 1


@pytest.mark.field(55)
async def test_a_thread_that_is_gone_does_not_end_the_match(tiny: Bench) -> None:
    thread = await playing(tiny)
    for _ in range(2):
        tiny.env.inject_error("POST", f"/channels/{thread.id}/messages", status=404, code=10003)
    await tiny.click("alice", (await tiny.slash("alice", "end", thread)).response, "Go")
    assert "Turn 2" in texts(tiny.channel)[-1]


async def test_a_deleted_post_is_posted_anew(tiny: Bench) -> None:
    thread = await playing(tiny)
    tiny.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008)
    before = len(texts(thread))
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    assert len(texts(thread)) == before + 1
    assert "steps to 5" in texts(thread)[-1]


@pytest.mark.field(83)
async def test_the_turns_post_is_kept_up_to_date_long_after_the_press(tiny: Bench) -> None:
    """An interaction's token is good for 15 minutes; the turn's post is edited without one."""
    thread = await playing(tiny)
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    tiny.env.inject_error("PATCH", "/webhooks/*", status=401, code=50027, times=None)
    await tiny.pass_time(16 * 60)
    post = next(message for message in reversed(thread.history()) if "Turn 1" in message.content)
    assert "steps to 7" not in post.content
    await tiny.bot.service.act(1, tiny.person("alice").id, ["move:0:7"], 77)
    await tiny.settle()
    post = next(message for message in thread.history() if message.id == post.id)
    assert "steps to 7" in post.content


@pytest.mark.field(71)
async def test_what_a_crash_left_unsaid_is_said_at_the_next_start(tiny: Bench) -> None:
    thread = await playing(tiny)
    cockpit = await tiny.slash("alice", "end", thread)
    go = next(each for each in cockpit.response.message.components[0].children if each.label == "Go")
    await tiny.person("alice").click(cockpit.response, custom_id=go.custom_id)
    assert "Turn 2" not in texts(thread)[-1], "committed, but not said yet"
    await tiny.restart()
    await tiny.settle()
    assert sum("**Turn 2**" in text for text in texts(thread)) == 1


@pytest.mark.field(71)
async def test_a_crash_between_sending_and_noting_says_nothing_twice(tiny: Bench) -> None:
    thread = await playing(tiny)
    cockpit = await tiny.slash("alice", "end", thread)
    go = next(each for each in cockpit.response.message.components[0].children if each.label == "Go")
    await tiny.person("alice").click(cockpit.response, custom_id=go.custom_id)
    done, tiny.keeper.done = tiny.keeper.done, _crash  # type: ignore[method-assign, assignment]
    rows = [row for row in await tiny.keeper.waiting() if isinstance(row.errand, Say)]
    with pytest.raises(KeyboardInterrupt):
        await tiny.bot.delivery.run_errand(rows[0])
    tiny.keeper.done = done  # type: ignore[method-assign]
    assert sum("**Turn 2**" in text for text in texts(thread)) == 1
    await tiny.restart()
    await tiny.settle()
    assert sum("**Turn 2**" in text for text in texts(thread)) == 1


async def _crash(*args: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.field(71)
async def test_the_same_words_said_a_moment_ago_are_no_sign_that_these_have_been_said(tiny: Bench) -> None:
    thread = await playing(tiny)
    record = await tiny.keeper.match(1)
    assert record is not None
    for n in (1, 2):
        await tiny.keeper.save(record, record.version, [Say(Post("The same words."))], [])
        if n == 2:  # the second time Discord fails before anything is there
            tiny.env.inject_error("POST", MESSAGES, status=503)
        await tiny.bot.delivery.drain()
        await tiny.settle()
    await tiny.pass_time(60)
    assert texts(thread).count("The same words.") == 2


async def test_the_bots_own_fault_is_an_apology_with_a_reference(
    tiny: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    thread = await playing(tiny)

    async def broken(*args: Any) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(tiny.bot.service, "history", broken)
    result = await tiny.slash("alice", "log", thread)
    assert result.ephemeral
    assert "Sorry" in result.response.content
    assert "secret" not in result.response.content
    reference = result.response.content.split("`")[1]
    assert any(reference in record.getMessage() for record in caplog.records)


@pytest.mark.field(49)
async def test_a_bot_that_is_stopping_refuses_politely(tiny: Bench) -> None:
    thread = await playing(tiny)
    tiny.bot.showing.closing = True
    result = await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    assert "restarting" in result.response.content
    tiny.bot.showing.closing = False
    _, told = await tiny.bot.service.history.history(1, None)
    assert not any("steps" in line for line in told)


@pytest.mark.field(82)
async def test_an_acknowledgement_that_comes_too_late_is_no_error(tiny: Bench, caplog: pytest.LogCaptureFixture) -> None:
    thread = await playing(tiny)
    tiny.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    assert "too late" in caplog.text
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    _, told = await tiny.bot.service.history.history(1, None)
    assert not any("steps" in line for line in told), "what could not be acknowledged was not done"


async def test_a_second_process_is_refused_in_words(tmp_path: Path) -> None:
    clock = Clock()
    url = f"sqlite:///{tmp_path}/one.db"
    async with opened(url, clock):
        with pytest.raises(LeaseHeld, match="Another Postwalker is running"):
            async with opened(url, clock, patience=0):
                pass
        clock.now += LEASE_SECONDS + 1
        async with opened(url, clock, patience=0):
            pass


@pytest.mark.field(61)
async def test_settings_outlive_a_restart(tiny: Bench) -> None:
    await tiny.slash("alice", "settings quiet", start=22, end=7)
    await tiny.slash("alice", "settings zone", name="Berlin")
    await tiny.slash("alice", "settings reminders", left="60 30 10", where="dm")
    await tiny.slash("alice", "settings endturn", ask=False)
    await tiny.restart()
    player = await tiny.keeper.player(tiny.person("alice").id)
    assert (player.quiet, player.zone, player.stop_asking) == ((22, 7), "Europe/Berlin", True)
    assert (player.reminders, player.reach) == ((0.6, 0.3, 0.1), "dm")
