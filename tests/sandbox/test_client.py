"""The unmodified discord.py client against the sandbox: what people do, and what they then see."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import discord
import pytest

from bot.sandbox.components import CannotDo, of_message
from bot.sandbox.people import NoAnswer
from bot.sandbox.permissions import Perm
from bot.sandbox.server import Sandbox
from tests.sandbox.sample import SampleBot

pytestmark = pytest.mark.usefixtures("bot")


async def test_slash_command(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    reply = await ann.slash(sandbox.general, "ping")
    assert reply.text == "pong"
    assert not reply.private
    assert sandbox.person("Bob").visible(sandbox.general) == [reply.message]
    assert sandbox.recorder.violations == []


async def test_autocomplete_gives_at_most_25_choices(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    assert len(await ann.autocomplete(sandbox.general, "match new", "game", "arena")) == 25
    choices = await ann.autocomplete(sandbox.general, "match new", "game", "summ", rounds=3)
    assert [c.value for c in choices] == ["summoner wars"]


async def test_deferred_answer_with_picture_fills_the_placeholder(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    reply = await ann.slash(sandbox.general, "match new", game="arena", rounds=7, rival=bob)
    data = reply.message.data
    assert reply.text == f"Against {bob.mention}\nA match of arena\n7 rounds"
    assert [u["id"] for u in data["mentions"]] == [bob.id]
    assert data["embeds"][0]["image"]["url"] == data["attachments"][0]["url"]
    assert (data["attachments"][0]["width"], data["attachments"][0]["description"]) == (64, "A small board")
    assert len(ann.visible(sandbox.general)) == 1
    (sent,) = sandbox.recorder.matching("POST", "/webhooks/*/*")
    key = data["attachments"][0]["url"].partition("/attachments/")[2]
    stored = sandbox.talk.blobs.get(key)
    assert stored is not None
    assert sent.files[0].sha256 == hashlib.sha256(stored).hexdigest()
    assert sandbox.recorder.violations == []


async def test_options_are_checked_as_discord_does(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    wrongs: list[dict[str, Any]] = [{}, {"game": "arena", "rounds": 31}, {"game": "arena", "size": 1}]
    for wrong in wrongs:
        with pytest.raises(CannotDo):
            await ann.slash(sandbox.general, "match new", **wrong)
    with pytest.raises(CannotDo, match="not offered"):
        await ann.slash(sandbox.general, "match")


async def test_private_reply_is_seen_by_nobody_else(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    panel = (await ann.slash(sandbox.general, "match new", game="arena")).message
    secret = await bob.click(panel, "My hand")
    assert (secret.text, secret.private) == ("Secret of Bob", True)
    assert secret.message in bob.visible(sandbox.general)
    assert secret.message not in ann.visible(sandbox.general)
    with pytest.raises(CannotDo):
        await ann.click(secret.message, "anything")


async def test_private_reply_cannot_be_fetched_with_the_bots_token(sandbox: Sandbox, bot: SampleBot) -> None:
    ann = sandbox.person("Ann")
    panel = (await ann.slash(sandbox.general, "match new", game="arena")).message
    secret = (await ann.click(panel, "My hand")).message
    channel = bot.get_channel(int(sandbox.general.id))
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(int(secret.id))
    assert [m.id async for m in channel.history()] == [int(panel.id)]


async def test_private_reply_cannot_be_quoted(sandbox: Sandbox, bot: SampleBot) -> None:
    ann = sandbox.person("Ann")
    panel = (await ann.slash(sandbox.general, "match new", game="arena")).message
    secret = (await ann.click(panel, "My hand")).message
    channel = bot.get_channel(int(sandbox.general.id))
    assert isinstance(channel, discord.TextChannel)
    where = discord.MessageReference(message_id=int(secret.id), channel_id=channel.id, fail_if_not_exists=False)
    await channel.send("look", reference=where)
    seen = await sandbox.person("Bob").sees("look")
    assert "referenced_message" not in seen.data
    quoted = discord.MessageReference(message_id=int(panel.id), channel_id=channel.id)
    await channel.send("there", reference=quoted)
    assert (await ann.sees("there")).data["referenced_message"]["id"] == panel.id


async def test_button_that_defers_and_edits_with_a_new_picture(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    panel = (await ann.slash(sandbox.general, "match new", game="arena")).message
    before = panel.data["attachments"][0]["url"]
    reply = await ann.click(panel, "redraw")
    assert reply.message is panel
    assert panel.data["content"] == "Redrawn"
    assert [a["url"] for a in panel.data["attachments"]] != [before]
    assert sandbox.talk.blobs.get(before.partition("/attachments/")[2]) is None
    assert of_message(panel)
    assert sandbox.recorder.violations == []


async def test_select_takes_labels_or_values_and_counts_them(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    panel = (await ann.slash(sandbox.general, "match new", game="arena")).message
    reply = await ann.select(panel, "Pick squads", ["Geists", "golems"])
    assert reply.text.startswith("Picked geists, golems")
    for wrong in (["Geists", "Nobles", "Golems"], [], ["Dragons"]):
        with pytest.raises(CannotDo):
            await ann.select(panel, "squads", wrong)
    with pytest.raises(CannotDo, match="disabled"):
        await ann.click(panel, "Off")


async def test_modal(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    panel = (await ann.slash(sandbox.general, "match new", game="arena")).message
    form = await ann.click(panel, "Form")
    assert form.modal is not None
    assert form.modal["title"] == "Note"
    with pytest.raises(CannotDo, match="no form"):
        await bob.submit(form, {"Your note": "mine"})
    with pytest.raises(CannotDo, match="at most 50"):
        await ann.submit(form, {"Your note": "x" * 51, "Mood": "Bold"})
    reply = await ann.submit(form, {"Your note": "hold the hill", "Mood": "Bold"})
    assert (reply.text, reply.private) == ("Noted: hold the hill (Bold)", True)
    assert sandbox.recorder.violations == []


async def test_dm_is_seen_by_its_owner_only_and_works_there(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    assert (await ann.slash(sandbox.general, "whisper", text="psst")).text == "Written"
    message = await ann.sees("psst", ann.dm)
    assert bob.visible(ann.dm) == []
    assert ann.dm not in bob.channels()
    assert (await ann.click(message, "My hand")).text == "Secret of Ann"


async def test_closed_dm_is_50007(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    ann.close_dms()
    assert (await ann.slash(sandbox.general, "whisper", text="psst")).text == "Closed: 50007"
    assert ann.visible(ann.dm) == []
    ann.close_dms(False)
    assert (await ann.slash(sandbox.general, "whisper", text="psst")).text == "Written"


async def test_private_thread_is_for_its_members(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.slash(sandbox.general, "match thread")
    first = await ann.sees("The match begins")
    thread = sandbox.world.channel(first.channel_id)
    assert thread in ann.channels()
    assert thread not in bob.channels()
    assert bob.visible(thread) == []
    assert (await ann.slash(thread, "ping")).message in ann.visible(thread)
    assert sandbox.recorder.violations == []


async def test_archived_thread_wakes_unless_locked(sandbox: Sandbox, bot: SampleBot) -> None:
    ann = sandbox.person("Ann")
    await ann.slash(sandbox.general, "match thread")
    first = await ann.sees("The match begins")
    thread = bot.get_channel(int(first.channel_id))
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True)
    with pytest.raises(CannotDo, match="archived"):
        await ann.slash(sandbox.world.channel(first.channel_id), "ping")
    await thread.send("awake")
    state = sandbox.world.channel(first.channel_id).thread
    assert state is not None
    assert not state.archived
    await thread.edit(archived=True, locked=True)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("no")
    assert refused.value.code == 50083
    with pytest.raises(discord.HTTPException) as unedited:
        await thread.get_partial_message(int(first.id)).edit(content="no")
    assert unedited.value.code == 50083


@pytest.mark.parametrize(
    ("perm", "file", "refusal"),
    [(Perm.SEND, False, "403 50013"), (Perm.ATTACH, True, "403 50013"), (Perm.VIEW, False, "403 50001")],
)
async def test_missing_permissions(sandbox: Sandbox, perm: Perm, file: bool, refusal: str) -> None:
    ann = sandbox.person("Ann")
    sandbox.forbid(sandbox.general, perm)
    assert (await ann.slash(sandbox.general, "say", text="hello", file=file)).text == f"Refused: {refusal}"
    sandbox.forbid(sandbox.general)
    assert (await ann.slash(sandbox.general, "say", text="hello", file=file)).text == "Said"


async def test_missing_permission_for_threads(sandbox: Sandbox, bot: SampleBot) -> None:
    sandbox.forbid(sandbox.general, Perm.PRIVATE_THREADS)
    await sandbox.person("Ann").slash(sandbox.general, "match thread", wait=False)
    assert await code_of_next_error(bot) == 50013


async def test_too_late_is_10062(sandbox: Sandbox, bot: SampleBot) -> None:
    sandbox.desk.answer_seconds = 0.1
    with pytest.raises(NoAnswer, match="The application did not respond"):
        await sandbox.person("Ann").slash(sandbox.general, "slow")
    bot.dispatch("too_late")
    assert await code_of_next_error(bot) == 10062


async def test_second_answer_is_40060(sandbox: Sandbox, bot: SampleBot) -> None:
    assert (await sandbox.person("Ann").slash(sandbox.general, "twice")).text == "once"
    assert await code_of_next_error(bot) == 40060


async def test_token_ends_after_fifteen_minutes(
    sandbox: Sandbox, bot: SampleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = await sandbox.person("Ann").slash(sandbox.general, "ping")
    hook = discord.Webhook.partial(int(sandbox.world.bot_id), reply.interaction.token, client=bot)
    await hook.edit_message(int(reply.message.id), content="pong!")
    now = sandbox.talk.clock()
    monkeypatch.setattr(sandbox.talk, "clock", lambda: now + 901)
    with pytest.raises(discord.HTTPException) as refused:
        await hook.edit_message(int(reply.message.id), content="too late")
    assert (refused.value.status, refused.value.code) == (401, 50027)
    assert reply.text == "pong!"


async def code_of_next_error(bot: SampleBot) -> int:
    error = await asyncio.wait_for(bot.errors.get(), 5)
    assert isinstance(error, discord.HTTPException)
    return error.code
