"""Putting matches of two, three and four together: battlefields for that number, places, teams, options."""

from __future__ import annotations

import msgspec
import pytest

from bot.errors import Sorry
from bot.panels.lobby import Draft
from bot.service import Service
from tests.bot.discord_bench import Bench, buttons, labels, selects

COURT = Draft("tiny", "court", players=4)
HOST, ANN, BEN, CAT, DAN = 1, 2, 3, 4, 5


async def court(service: Service, *rivals: int) -> int:
    draft = msgspec.structs.replace(COURT, rivals=rivals)
    return (await service.beginning.create(draft, HOST, 1, 10, 1)).id


async def seated(service: Service, match: int) -> dict[str, int]:
    """Who sits where."""
    record = await service.record(match)
    return {str(record.place(n).name): seat.user for n, seat in enumerate(record.seats)}


# ---- joining ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("AR-TEAM-10", "AR-TEAM-01")
async def test_joining_takes_a_place_of_the_team_that_was_picked(service: Service) -> None:
    match = await court(service)
    facts = await service.beginning.join(match, ANN, team=1)
    assert facts.stage == "open"
    assert str(facts.seats[2].place) == "blue 1"
    assert facts.seats[2].user == ANN
    await service.beginning.join(match, BEN, team=1)
    assert await seated(service, match) == {"red 1": HOST, "blue 2": BEN, "blue 1": ANN, "red 2": 0}
    with pytest.raises(Sorry, match=r"Team blue is full. There is room with red"):
        await service.beginning.join(match, CAT, team=1)
    with pytest.raises(Sorry, match="no such team"):
        await service.beginning.join(match, CAT, team=7)
    facts = await service.beginning.join(match, CAT, team=0)
    assert facts.stage == "armies"
    assert {str(seat.place): seat.user for seat in facts.seats}["red 2"] == CAT


async def test_while_seats_are_open_a_team_can_be_changed(service: Service) -> None:
    match = await court(service)
    await service.beginning.join(match, ANN)
    assert (await seated(service, match))["blue 2"] == ANN
    await service.beginning.join(match, ANN, team=0)
    assert await seated(service, match) == {"red 1": HOST, "blue 2": 0, "blue 1": 0, "red 2": ANN}
    await service.beginning.join(match, HOST, team=1)
    assert await seated(service, match) == {"red 1": 0, "blue 2": 0, "blue 1": HOST, "red 2": ANN}
    with pytest.raises(Sorry, match="a seat in this match already"):
        await service.beginning.join(match, HOST, team=1)
    with pytest.raises(Sorry, match="a seat in this match already"):
        await service.beginning.join(match, ANN)


async def test_a_seat_that_is_kept_moves_to_the_other_team_and_is_not_lost(service: Service) -> None:
    match = await court(service, ANN, BEN)  # blue 2 and blue 1 are kept for them
    await service.beginning.join(match, CAT, team=1)
    where = await seated(service, match)
    assert where["blue 1"] == CAT or where["blue 2"] == CAT
    assert set(where.values()) == {HOST, ANN, BEN, CAT}
    with pytest.raises(Sorry, match="kept for those who are invited"):
        await service.beginning.join(match, DAN, team=0)
    await service.beginning.join(match, ANN, team=1)
    facts = await service.beginning.join(match, BEN)
    assert facts.stage == "armies"
    assert {seat.user for seat in facts.seats if str(seat.side) == "blue"} == {CAT, ANN}


async def test_an_invited_person_who_wants_the_other_team_swaps_with_one_who_has_not_answered(service: Service) -> None:
    match = await court(service, ANN, BEN, CAT)  # blue 2, blue 1, red 2
    await service.beginning.join(match, ANN, team=0)
    where = await seated(service, match)
    assert where["red 2"] == ANN
    assert {where["blue 1"], where["blue 2"]} == {BEN, CAT}
    await service.beginning.join(match, BEN)
    with pytest.raises(Sorry, match="Team red is full"):
        await service.beginning.join(match, CAT, team=0)
    assert (await service.beginning.join(match, CAT)).stage == "armies"


async def test_a_match_waits_for_every_seat_and_for_everybody_to_be_ready(service: Service) -> None:
    match = await court(service)
    for n, user in enumerate((ANN, BEN, CAT)):
        with pytest.raises(Sorry, match="when all seats are taken"):
            await service.beginning.ready(match, HOST)
        facts = await service.beginning.join(match, user)
        assert facts.stage == ("armies" if n == 2 else "open")
    for user in (HOST, ANN, BEN):
        assert (await service.beginning.ready(match, user)).stage == "armies"
    assert (await service.beginning.ready(match, CAT)).stage == "playing"


async def test_who_stays_when_somebody_leaves_need_not_join_again(service: Service) -> None:
    match = await court(service)
    for user in (ANN, BEN, CAT):
        await service.beginning.join(match, user)
    facts = await service.beginning.decline(match, BEN)
    assert facts.stage == "open"
    assert [seat.user for seat in facts.seats if not seat.joined] == [0]
    assert (await service.beginning.join(match, DAN)).stage == "armies"


async def test_more_people_than_seats_cannot_be_invited(service: Service) -> None:
    for rivals in ((ANN, BEN, CAT, DAN), (ANN, ANN)):
        with pytest.raises(Sorry, match="you can invite 3 others"):
            await court(service, *rivals)
    with pytest.raises(Sorry, match="not on offer"):
        await service.beginning.create(msgspec.structs.replace(COURT, players=2), HOST, 1, 10, 2)
    with pytest.raises(Sorry, match="not on offer"):
        await service.beginning.create(msgspec.structs.replace(COURT, players=3), HOST, 1, 10, 3)


async def test_a_rematch_keeps_places_and_options(service: Service) -> None:
    draft = msgspec.structs.replace(COURT, options=(1,))
    match = (await service.beginning.create(draft, HOST, 1, 10, 1)).id
    for user in (ANN, BEN, CAT):
        await service.beginning.join(match, user)
    before = await seated(service, match)
    facts = await service.beginning.rematch(match, CAT, 9)
    assert facts.host == CAT
    assert await seated(service, facts.id) == before
    assert facts.agreed == ("hands of two cards",)
    assert facts.stage == "open"
    assert [seat.user for seat in facts.seats if seat.joined] == [CAT]


async def test_the_built_in_player_takes_the_open_seats(service: Service) -> None:
    service.builtin_user = 900
    match = await court(service)
    await service.beginning.join(match, ANN, team=0)
    with pytest.raises(Sorry, match="who started this match"):
        await service.beginning.fill(match, ANN)
    facts = await service.beginning.fill(match, HOST)
    assert facts.stage == "armies"
    assert [seat.user for seat in facts.seats if str(seat.side) == "blue"] == [900, 900]
    with pytest.raises(Sorry, match="No seat is open"):
        await service.beginning.fill(match, HOST)
    await service.beginning.ready(match, HOST)
    assert (await service.beginning.ready(match, ANN)).stage == "playing"
    users = await seated(service, match)
    for n, name in enumerate(("red 1", "red 2")):
        await service.act(match, users[name], ["bid:low"], 300 + n)
    receipt = await service.act(match, HOST, ["end:turn"], 310)
    assert receipt.look.seen.asked == (3,), "both built-in seats have moved in the same commit"
    await service.resign(match, HOST, 320)
    await service.resign(match, ANN, 321)
    again = await service.beginning.rematch(match, ANN, 322)
    assert [seat.user for seat in again.seats if str(seat.side) == "blue"] == [900, 900]
    assert again.host == ANN


async def test_a_team_mate_who_is_built_in_does_not_read(service: Service) -> None:
    service.builtin_user = 900
    match = await court(service)
    await service.beginning.fill(match, HOST)
    with pytest.raises(Sorry, match="built-in player, who does not read"):
        await service.conferring.confer(match, HOST, "hello?")


# ---- giving up --------------------------------------------------------------------------------------------------------
async def test_one_of_a_team_gives_up_and_the_others_play_on(service: Service) -> None:
    match = await court(service)
    for user in (ANN, BEN, CAT):
        await service.beginning.join(match, user)
    users = list((await seated(service, match)).values())
    for user in users:
        await service.beginning.ready(match, user)
    for n, user in enumerate(users):
        await service.act(match, user, ["bid:low"], 100 + n)
    receipt = await service.resign(match, users[0], 200)
    assert receipt.look.seen.outcome is None
    assert receipt.look.seen.asked == (1,)
    facts = (await service.look(match, None)).facts
    assert facts.stage == "playing"
    await service.act(match, users[1], ["end:turn"], 201)
    receipt = await service.resign(match, users[3], 202)
    assert receipt.look.seen.outcome is not None
    assert receipt.look.facts.stage == "over"
    assert receipt.look.seen.outcome.winners == [1, 2]
    loaded = await service.look(match, users[2])
    assert loaded.seen.outcome == receipt.look.seen.outcome


# ---- by thumb ---------------------------------------------------------------------------------------------------------
async def test_a_match_of_two_teams_by_buttons(tiny: Bench) -> None:
    panel = await tiny.slash("host", "match new")
    assert [choice.label for choice in selects(panel.response)[0].options] == ["The table"]
    panel = await tiny.click("host", panel.response, "4 players")
    assert [choice.label for choice in selects(panel.response)[0].options] == ["The court"]
    assert "Teams: red (2), blue (2)" in panel.response.content
    assert "team mates see each other's hands" in panel.response.content
    panel = await tiny.click("host", panel.response, "Options")
    assert "as in the rulebook" in str([option.description for option in selects(panel.response)[0].options])
    panel = await tiny.choose("host", panel.response, ["1"])
    assert "Now: hands of two cards" in panel.response.content
    panel = await tiny.click("host", panel.response, "Back")
    assert "Agreed: hands of two cards" in panel.response.content
    await tiny.click("host", panel.response, "Create")
    invitation = tiny.channel.last_message
    assert {"Join red", "Join blue", "Fill with bots", "Call off"} == set(labels(invitation))
    assert "red 1: " + tiny.person("host").mention in invitation.content
    assert "blue 1: open" in invitation.content
    assert "Agreed: hands of two cards" in invitation.content
    joined = await tiny.click("ann", invitation, "Join blue")
    assert "You are in, as blue 1" in joined.response.content
    again = await tiny.click("ann", tiny.channel.last_message, "Join red")
    assert "You are in, as red 2" in again.response.content
    for name in ("ben", "cat"):
        await tiny.click(name, tiny.channel.last_message, "Join blue")
    thread = tiny.thread()
    armies = thread.history()[-1]
    assert f"{tiny.person('ben').mention} (blue 1)" in armies.content
    for name in ("host", "ann", "ben", "cat"):
        await tiny.click(name, armies, "Ready")
    opening = next(message.content for message in thread.history() if "plays" in message.content)
    assert f"{tiny.person('cat').mention}, blue 2, plays" in opening
    status = await tiny.slash("eve", "match status", match="1")
    assert "red 2: " + tiny.person("ann").mention in status.response.content
    assert "Agreed: hands of two cards" in status.response.content


async def test_more_people_are_invited_in_the_panel(tiny: Bench) -> None:
    panel = await tiny.slash("host", "match new", opponent=tiny.person("ann"), players=4)
    assert "with " + tiny.person("ann").mention + " and 2 open seats" in panel.response.content
    people = selects(panel.response)[1]
    assert people.max_values == 3
    panel = await tiny.person("host").select(
        panel.response, [tiny.person("ann"), tiny.person("ben")], custom_id=people.custom_id
    )
    await tiny.click("host", panel.response, "Create")
    invitation = tiny.channel.last_message
    assert "Decline" in labels(invitation)
    assert f"{tiny.person('ann').mention} (invited)" in invitation.content
    joined = await tiny.slash("ann", "match join", match="1", team="red")
    assert "as red 2" in joined.response.content
    refused = await tiny.slash("ben", "match join", match="1", team="green")
    assert "Write one of: red, blue" in refused.response.content
    assert await tiny.typed("ben", "match join", "team", "b", match="1") == ["blue"]


async def test_an_army_is_held_against_what_was_agreed(tiny: Bench) -> None:
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    panel = await tiny.click("alice", panel.response, "Options")
    panel = await tiny.choose("alice", panel.response, ["1"])
    await tiny.click("alice", (await tiny.click("alice", panel.response, "Back")).response, "Create")
    await tiny.click("bob", tiny.channel.last_message, "Join")
    await tiny.slash("bob", "army import", text="Cards: owl")
    await tiny.slash("bob", "army save", name="Lonely owl")
    used = await tiny.slash("bob", "army use", tiny.thread(), name="lonely owl")
    assert "at least two cards (T-1)" in used.response.content
    assert next(button for button in buttons(used.response) if button.label == "Ready").disabled
    refused = await tiny.slash("bob", "match start", tiny.thread())
    assert "at least two cards (T-1)" in refused.response.content
