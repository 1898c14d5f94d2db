"""Buttons, lists, forms and commands on a simulated Discord, with the tests' own game: who may press what, and when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.discord_bench import Bench, bench, buttons, labels, selects
from tests.bot.tiny_game import TinyGame


async def playing(tiny: Bench) -> Any:
    """A match at its first turn, which is Alice's; its thread."""
    thread = await tiny.begun()
    for name, bid in (("alice", "high"), ("bob", "low")):
        await tiny.slash(name, "choose", thread, option=bid)
    return thread


def public(tiny: Bench, thread: Any) -> list[str]:
    """What somebody who does not play can read."""
    eve = tiny.person("eve")
    return [message.content for place in (tiny.channel, thread) for message in place.history(viewer=eve)]


# ---- old, foreign and double presses ----------------------------------------------------------------------------------
@pytest.mark.field(37, 38)
async def test_an_old_button_gets_a_private_word_and_the_current_choice(tiny: Bench) -> None:
    thread = await playing(tiny)
    cockpit = await tiny.slash("alice", "play", thread)
    old = next(button.custom_id for button in buttons(cockpit.response) if button.label == "End turn")
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P6")
    result = await tiny.person("alice").click(cockpit.response, custom_id=old)
    assert "earlier moment" in result.response.content
    assert "Play a card, step or end your turn" in result.response.content
    assert (await tiny.bot.service.look(1, None)).seen.asked == (0,)


@pytest.mark.field(46)
async def test_a_foreign_button_gets_a_private_word_and_changes_nothing(tiny: Bench) -> None:
    thread = await playing(tiny)
    prompt = thread.history()[-1]
    before = (await tiny.bot.service.look(1, None)).facts.version
    for name in ("bob", "eve"):
        for label in labels(prompt):
            result = await tiny.click(name, prompt, label)
            assert result.ephemeral, label
    assert "Waiting for" in (await tiny.click("bob", prompt, "Board")).response.content
    assert "not your turn" in (await tiny.click("bob", prompt, "Play")).response.content
    assert "not one of the players" in (await tiny.click("eve", prompt, "My hand")).response.content
    assert (await tiny.bot.service.look(1, None)).facts.version == before


async def test_a_double_click_counts_once(tiny: Bench) -> None:
    thread = await playing(tiny)
    cockpit = await tiny.slash("alice", "play", thread)
    ending = next(button.custom_id for button in buttons(cockpit.response) if button.label == "End turn")
    preview = await tiny.person("alice").click(cockpit.response, custom_id=ending)
    go = next(button.custom_id for button in buttons(preview.response) if button.label == "Go")
    message = preview.response
    await tiny.person("alice").click(message, custom_id=go)
    await tiny.settle()
    again = await tiny.slash("alice", "end", thread)
    assert "not your turn" in again.response.content
    assert (await tiny.bot.service.look(1, None)).seen.asked == (1,)


@pytest.mark.field(85)
async def test_every_kind_of_button_works_after_a_restart(tiny: Bench) -> None:
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    await tiny.restart()
    await tiny.click("alice", panel.response, "Create")
    await tiny.restart()
    await tiny.click("bob", tiny.channel.last_message, "Join")
    thread = tiny.thread()
    armies = thread.history()[-1]
    await tiny.restart()
    for name in ("alice", "bob"):
        await tiny.click(name, armies, "Ready")
    await tiny.restart()
    prompt = thread.history()[-1]
    cockpit = await tiny.click("alice", prompt, "Play")
    await tiny.restart()
    bid = await tiny.click("alice", cockpit.response, "high")
    assert "not your turn" in bid.response.content
    await tiny.restart()
    prompt = thread.history()[-1]
    await tiny.click("bob", (await tiny.click("bob", prompt, "Play")).response, "low")
    cockpit = await tiny.click("alice", thread.history()[-1], "Play")
    await tiny.restart()
    moving = await tiny.click("alice", cockpit.response, "Move")
    await tiny.restart()
    moved = await tiny.choose("alice", moving.response, [selects(moving.response)[0].options[4].value])
    assert "steps to" in moved.response.content
    await tiny.restart()
    assert "Taken back" in (await tiny.click("alice", moved.response, "Undo")).response.content


async def test_a_form_works_after_a_restart(tiny: Bench) -> None:
    thread = await playing(tiny)
    cockpit = await tiny.slash("alice", "play", thread)
    moving = await tiny.click("alice", cockpit.response, "Move")
    form = await tiny.person("alice").click(moving.response, label="Type a path…")
    await tiny.restart()
    result = await tiny.form("alice", form, "P5 P6 P7")
    assert "steps to 7" in result.response.content
    _, told = await tiny.bot.service.history.history(1, None)
    assert sum("steps" in line for line in told) == 3


@pytest.mark.field(86)
async def test_nothing_is_kept_in_memory_for_a_message(tiny: Bench) -> None:
    thread = await playing(tiny)
    for n in range(12):
        await tiny.slash("alice", "play", thread)
        await tiny.slash("alice", "move", thread, figure="Your piece", to=f"P{n + 1}")
    store = tiny.bot._connection._view_store
    assert (store._views, store._synced_message_views, store._modals) == ({}, {}, {})


# ---- typing -----------------------------------------------------------------------------------------------------------
async def test_autocomplete_offers_what_is_possible_and_nothing_else(tiny: Bench) -> None:
    thread = await playing(tiny)
    assert await tiny.typed("alice", "cast", "card", "", thread) == ["cast:ant", "cast:bee", "cast:cat"]
    assert await tiny.typed("bob", "cast", "card", "", thread) == []
    assert await tiny.typed("eve", "cast", "card", "", thread) == []
    subjects = await tiny.typed("alice", "move", "figure", "", thread)
    assert subjects == ["0"]
    steps = await tiny.typed("alice", "move", "to", "", thread, figure="0")
    assert len(steps) == 25
    assert steps[0] == "move:0:1", "the best first"
    assert await tiny.typed("alice", "move", "to", "p42", thread, figure="0") == ["move:0:42"]


async def test_what_is_picked_from_autocomplete_is_done(tiny: Bench) -> None:
    thread = await playing(tiny)
    asked = await tiny.slash("alice", "cast", thread, card="cast:ant")
    assert "left or right" in asked.response.content
    answered = await tiny.slash("alice", "choose", thread, option="side:right")
    assert "Your ant lies on the right" in answered.response.content


@pytest.mark.field(19)
async def test_a_move_is_echoed_in_words_to_the_mover(tiny: Bench) -> None:
    thread = await playing(tiny)
    result = await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    assert result.ephemeral
    assert "Seat 1 steps to 5" in result.response.content


@pytest.mark.field(119)
async def test_a_typed_move_that_is_not_possible_is_refused_with_the_rule(tiny: Bench) -> None:
    thread = await playing(tiny)
    result = await tiny.slash("alice", "move", thread, figure="Your piece", to="P0")
    assert "stands there already (T-2)" in result.response.content
    nonsense = await tiny.slash("alice", "move", thread, figure="Your piece", to="over there")
    assert "not understood" in nonsense.response.content
    why = await tiny.slash("alice", "why", thread, figure="0", space="P0")
    assert "T-2" in why.response.content
    listed = await tiny.slash("alice", "why", thread)
    assert "T-2" in listed.response.content


async def test_outside_a_thread_the_match_is_named(tiny: Bench) -> None:
    await playing(tiny)
    only = await tiny.slash("alice", "play")
    assert "Play a card" in only.response.content
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    await tiny.click("alice", panel.response, "Create")
    several = await tiny.slash("alice", "play")
    assert "several matches" in several.response.content
    assert await tiny.typed("alice", "play", "match", "") == ["2", "1"]
    named = await tiny.slash("alice", "play", match="1")
    assert "Play a card" in named.response.content


async def test_a_warning_is_shown_before_it_is_too_late(tiny: Bench) -> None:
    thread = await playing(tiny)
    swamp = await tiny.slash("alice", "move", thread, figure="Your piece", to="P13")
    assert "Swamp" in swamp.response.content
    assert labels(swamp.response) == ["Go", "Back"]
    back = await tiny.click("alice", swamp.response, "Back")
    assert "Play a card" in back.response.content
    swamp = await tiny.slash("alice", "move", thread, figure="Your piece", to="P13")
    assert "steps to 13" in (await tiny.click("alice", swamp.response, "Go")).response.content


async def test_the_question_at_the_end_of_a_turn_can_be_told_to_stop(tiny: Bench) -> None:
    thread = await playing(tiny)
    asked = await tiny.slash("alice", "end", thread)
    assert "You have not played a card" in asked.response.content
    await tiny.click("alice", asked.response, "Go, and stop asking")
    await tiny.slash("bob", "end", thread)
    assert "Go" in labels((await tiny.slash("bob", "end", thread)).response)
    await tiny.click("bob", (await tiny.slash("bob", "end", thread)).response, "Go")
    ended = await tiny.slash("alice", "end", thread)
    assert "not your turn" in ended.response.content


async def test_undo_by_command(tiny: Bench) -> None:
    thread = await playing(tiny)
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    assert "Taken back" in (await tiny.slash("alice", "undo", thread)).response.content
    refused = await tiny.slash("alice", "undo", thread)
    assert "Nothing to take back" in refused.response.content


# ---- secrets ----------------------------------------------------------------------------------------------------------
@pytest.mark.field(1, 4, 14, 15, 18)
async def test_nothing_secret_is_ever_said_in_public(tiny: Bench) -> None:
    thread = await playing(tiny)
    for command, options in (
        ("cast", {"card": "ant"}), ("choose", {"option": "right"}), ("hand", {}), ("play", {}), ("log", {}),
        ("board", {"text": True}), ("match export", {}), ("match status", {}),
    ):  # fmt: skip
        result = await tiny.slash("alice", command, thread, **options)
        assert result.ephemeral, command
    text = "\n".join(public(tiny, thread))
    assert "plays a card face down" in text
    assert not [word for word in ("ant", "bee", "cat", "dog", "elk", "fox") if word in text.lower().split()]
    components = [button.custom_id for message in thread.history(viewer=tiny.person("eve")) for button in buttons(message)]
    assert not [id for id in components if "cast" in str(id)]


@pytest.mark.field(9)
async def test_matches_that_differ_in_a_hand_alone_look_the_same_from_outside(tmp_path: Path) -> None:
    """The same moves with another hidden card: spectators and the opponent get the same posts, byte for byte."""
    seen = []
    for hands in ((("ant", "bee", "cat"), ("dog",)), (("ant", "bee", "owl"), ("dog",))):
        folder = tmp_path / hands[0][2]
        folder.mkdir()
        async with bench(folder, {"tiny": TinyGame(hands)}) as other:
            other.bot.service.new_seed = lambda: b"\x07" * 32
            thread = await playing(other)
            await other.slash("alice", "cast", thread, card="ant")
            await other.slash("alice", "choose", thread, option="right")
            await other.click("alice", (await other.slash("alice", "end", thread)).response, "Go")
            play = (await other.slash("bob", "play", thread)).response
            log = (await other.slash("bob", "log", thread)).response
            posts = [(m.content, [b.custom_id for b in buttons(m)]) for m in thread.history(viewer=other.person("eve"))]
            mine = [(m.content, [b.custom_id for b in buttons(m)]) for m in (*other.dms("bob"), play, log)]
            names = {str(other.person(name).id): name for name in ("alice", "bob", "eve")}
            text = repr((posts, mine)).replace(str(thread.id), "thread")
            for id, name in names.items():
                text = text.replace(id, name)
            seen.append(text)
    assert seen[0] == seen[1]


async def test_the_hand_says_what_each_card_does_and_casts_it(tiny: Bench) -> None:
    thread = await playing(tiny)
    hand = await tiny.slash("alice", "hand", thread)
    assert "**Ant** (1 point): Plays." in hand.response.content
    cast = await tiny.click("alice", hand.response, "Cast Ant")
    assert "left or right" in cast.response.content


# ---- the end ----------------------------------------------------------------------------------------------------------
@pytest.mark.field(105)
async def test_giving_up_ends_the_match_with_the_seed_in_public(tiny: Bench) -> None:
    thread = await playing(tiny)
    asked = await tiny.slash("bob", "match resign", thread)
    assert "cannot be taken back" in asked.response.content
    await tiny.click("bob", asked.response, "Give up")
    last = thread.history()[-1]
    look = await tiny.bot.service.look(1, None)
    record = await tiny.keeper.match(1)
    assert record is not None
    assert record.seed in last.content
    assert look.facts.digest in last.content
    assert tiny.person("alice").mention in last.content.splitlines()[0]
    assert (await tiny.slash("alice", "match status", match="1")).response.content.count("Over") == 1
    again = await tiny.click("alice", last, "Rematch")
    assert "Match 2" in again.response.content
    assert tiny.person("bob").mention in tiny.channel.last_message.content


async def test_a_button_of_a_finished_match_says_that_it_is_over(tiny: Bench) -> None:
    thread = await playing(tiny)
    cockpit = await tiny.slash("alice", "play", thread)
    prompt = next(message for message in thread.history() if "Play" in labels(message))
    await tiny.click("bob", (await tiny.slash("bob", "match resign", thread)).response, "Give up")
    assert "over" in (await tiny.click("alice", cockpit.response, "End turn")).response.content
    assert "over" in (await tiny.click("bob", prompt, "Play")).response.content
