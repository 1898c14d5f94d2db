"""The way everybody goes first: a new match, joining, being ready, a turn, by buttons alone."""

from __future__ import annotations

from tests.bot.discord_bench import Bench, labels, selects


async def test_from_new_match_to_a_turn(arena: Bench) -> None:
    panel = await arena.slash("alice", "match new", opponent=arena.person("bob"))
    assert panel.ephemeral
    assert "Create" in labels(panel.response)
    await arena.click("alice", panel.response, "Create")
    invitation = arena.channel.last_message
    assert arena.person("bob").mention in invitation.content
    await arena.click("bob", invitation, "Join")
    thread = arena.thread()
    armies = thread.history()[-1]
    await arena.click("alice", armies, "Ready")
    await arena.click("bob", armies, "Ready")
    opening, prompt = thread.history()[-2:]
    assert "digest" in opening.content
    assert "until <t:" in prompt.content
    for name in ("alice", "bob"):
        assert "Your hand" in arena.dms(name)[-1].content

    asked = "alice" if arena.person("alice").mention in prompt.content else "bob"
    cockpit = await arena.click(asked, prompt, "Play")
    assert cockpit.ephemeral
    cockpit = await arena.click(asked, cockpit.response, "Defend")
    leader = next(label for label in labels(cockpit.response) if label.startswith(("Jace", "Nahiri")))
    cockpit = await arena.click(asked, cockpit.response, leader)
    assert "is chosen" in cockpit.response.content
    moving = await arena.click(asked, cockpit.response, "Move")
    spaces = [option.value for option in selects(moving.response)[0].options]
    cockpit = await arena.choose(asked, moving.response, [spaces[0]])
    assert "moves" in cockpit.response.content
    assert "moves" in thread.history()[-1].content
    ended = await arena.click(asked, cockpit.response, "End turn")
    while "Go" in labels(ended.response):
        ended = await arena.click(asked, ended.response, "Go")
    assert "not your turn" in ended.response.content
    assert "Turn 2" in thread.history()[-1].content
    assert "Since your last turn" in thread.history()[-1].content
