"""One's own time, on Discord: paces of one's own, reminders and their buttons, quiet hours, being away."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot import guilds
from bot.errors import Sorry
from bot.pace import DAY, HOUR
from bot.panels import time
from bot.panels.facts import Facts, SeatFacts
from tests.bot.discord_bench import Bench, buttons, labels, selects


def told(result: Any) -> str:
    return str(result.response.content)


async def record_of(tiny: Bench, match: int = 1) -> Any:
    found = await tiny.keeper.match(match)
    assert found is not None
    return found


# ---- a pace of one's own -------------------------------------------------------------------------------------------------
async def test_a_pace_of_ones_own_is_written_into_a_form(tiny: Bench) -> None:
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    paces = selects(panel.response)[2]
    assert [option.value for option in paces.options][-1] == "own"
    form = await tiny.choose("alice", panel.response, ["own"], 2)
    refused = await tiny.form("alice", form, "as fast as we can")
    assert "is no pace I know" in told(refused)
    form = await tiny.choose("alice", panel.response, ["own"], 2)
    panel = await tiny.form("alice", form, "12 hours, nights")
    assert "12 hours a turn; nights do not count" in told(panel)
    chosen = [option.label for option in selects(panel.response)[2].options if option.default]
    assert chosen == ["12 hours a turn; nights do not count"]
    panel = await tiny.choose("alice", panel.response, ["forfeit"], 3)
    await tiny.click("alice", panel.response, "Create")
    record = await record_of(tiny)
    assert (record.pace, record.policy) == ("12h night", "forfeit")
    assert "12 hours a turn; nights do not count" in tiny.channel.last_message.content


async def test_a_preset_is_picked_at_once(tiny: Bench) -> None:
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    panel = await tiny.choose("alice", panel.response, ["clock"], 2)
    assert "7 days for the whole match, and 8 hours back after each turn; nights do not count" in told(panel)


async def test_the_server_has_its_own_pace(tiny: Bench) -> None:
    await tiny.keeper.save_guild(tiny.guild.id, guilds.Guild(pace="36h", policy="auto"))
    panel = await tiny.slash("alice", "match new", opponent=tiny.person("bob"))
    assert "1 day and 12 hours a turn" in told(panel)
    await tiny.click("alice", panel.response, "Create")
    record = await record_of(tiny)
    assert (record.pace, record.policy) == ("1d12h", "auto")
    await tiny.keeper.save_guild(tiny.guild.id, guilds.Guild(pace="as it was called once"))
    assert "relaxed: 2 days a turn" in told(await tiny.slash("alice", "match new"))


# ---- reminders and their buttons -----------------------------------------------------------------------------------------
@pytest.mark.field(73, 74)
async def test_a_reminder_has_a_button_against_the_next_one(tiny: Bench) -> None:
    await tiny.begun()
    await tiny.pass_time(DAY)
    reminder = tiny.dms("alice")[-1]
    assert "It is your turn in match 1" in reminder.content
    assert labels(reminder) == ["Play", "Not again this turn"]
    pressed = await tiny.by_dm("alice").click(reminder, custom_id=buttons(reminder)[1].custom_id)
    await tiny.settle()
    assert "I shall not remind you again" in str(pressed.response.content)
    before = len(tiny.dms("alice")), len(tiny.thread().history())
    await tiny.pass_time(0.7 * DAY)
    assert len(tiny.dms("alice")) == before[0]
    deadline = int((await record_of(tiny)).seats[1].deadline)
    assert [m.content for m in tiny.thread().history()[before[1] :]] == [
        f"<@{tiny.person('bob').id}>, it is your turn. You have time until <t:{deadline}:R> (<t:{deadline}:f>); after that "
        "the match waits for you."
    ]


async def test_only_those_asked_have_something_to_hush(tiny: Bench) -> None:
    thread = await tiny.begun()
    await tiny.pass_time(1.6 * DAY)
    reminder = thread.history()[-1]
    assert sorted(reminder.raw_mentions) == sorted([tiny.person("alice").id, tiny.person("bob").id])
    assert "not one of the players" in told(await tiny.click("eve", reminder, "Not again"))
    assert "I shall not remind you again" in told(await tiny.click("bob", reminder, "Not again"))
    record = await record_of(tiny)
    assert [seat.quiet_turn for seat in record.seats] == [False, True]


async def test_a_reminder_on_request(tiny: Bench) -> None:
    thread = await tiny.begun()
    panel = await tiny.slash("alice", "remind", thread, **{"in": "3h"})
    assert f"You have asked for a reminder <t:{int(tiny.clock() + 3 * HOUR)}:R>" in told(panel)
    panel = await tiny.click("alice", panel.response, "In 1 hour")
    assert f"<t:{int(tiny.clock() + HOUR)}:R>" in told(panel)
    await tiny.pass_time(HOUR)
    assert tiny.dms("alice")[-1].content.startswith("As you asked: It is your turn in match 1")
    panel = await tiny.slash("alice", "remind", thread, **{"in": "2 days", "where": "thread"})
    assert "all in the match's thread" in told(panel)
    panel = await tiny.click("alice", panel.response, "Not any more")
    assert "You have asked" not in told(panel)
    assert "Between a minute and 30 days" in told(await tiny.slash("alice", "remind", thread, **{"in": "60d"}))
    assert "is not understood" in told(await tiny.slash("alice", "remind", thread, **{"in": "tomorrow"}))
    assert "no seat" in told(await tiny.slash("eve", "remind", thread, **{"in": "3h"}))


# ---- settings ------------------------------------------------------------------------------------------------------------
@pytest.mark.field(78)
async def test_quiet_hours_ask_for_the_time_zone_once(tiny: Bench) -> None:
    answer = await tiny.slash("alice", "settings quiet", start=22, end=7)
    assert "Which time zone are you in?" in told(answer)
    zones = selects(answer.response)[0]
    assert len(zones.options) == len(time.ZONES) <= 25
    answer = await tiny.choose("alice", answer.response, ["Asia/Tokyo"])
    assert "from 22:00 to 7:00 (Asia/Tokyo)" in told(answer)
    answer = await tiny.slash("alice", "settings quiet", start=23, end=6)
    words = "No reminder comes from 23:00 to 6:00 (Asia/Tokyo). What falls into those hours comes at their end."
    assert told(answer) == words
    assert selects(answer.response) == []
    player = await tiny.keeper.player(tiny.person("alice").id)
    assert (player.quiet, player.time_zone) == ((23, 6), "Asia/Tokyo")
    assert "No quiet hours" in told(await tiny.slash("alice", "settings quiet", start=5, end=5))


async def test_every_time_zone_is_found_by_its_city(tiny: Bench) -> None:
    assert (await tiny.typed("alice", "settings zone", "name", "berl"))[0] == "Europe/Berlin"
    assert (await tiny.typed("alice", "settings zone", "name", "new y"))[0] == "America/New_York"
    assert len(await tiny.typed("alice", "settings zone", "name", "")) == len(time.ZONES)
    assert await tiny.typed("alice", "settings zone", "name", "atlantis") == []
    assert "Your time zone is America/Sao Paulo" in told(await tiny.slash("alice", "settings zone", name="sao paulo"))
    assert "is no time zone" in told(await tiny.slash("alice", "settings zone", name="atlantis"))
    assert "Which time zone" in told(await tiny.slash("alice", "settings zone"))


async def test_when_and_where_reminders_come(tiny: Bench) -> None:
    answer = told(await tiny.slash("alice", "settings reminders", left="60, 30 10 %", where="dm"))
    assert answer == "You are reminded when 60 %, 30 % and 10 % of your time are left; all by direct message."
    assert "No reminders before" in told(await tiny.slash("alice", "settings reminders", left="none"))
    for wrong in ("often", "0 20", "50 40 30 20", "100"):
        assert "is not understood" in told(await tiny.slash("alice", "settings reminders", left=wrong))
    answer = told(await tiny.slash("alice", "settings reminders", left="20", where="usual"))
    assert "the first privately, later ones in the match's thread" in answer


# ---- being away ----------------------------------------------------------------------------------------------------------
@pytest.mark.field(78, 80)
async def test_away_and_back(tiny: Bench) -> None:
    thread = await tiny.begun()
    panel = await tiny.slash("alice", "away")
    assert "You are not away" in told(panel)
    assert labels(panel.response) == ["Away for 1 day", "Away for 3 days", "Away for 7 days", "Away for 14 days"]
    panel = await tiny.click("alice", panel.response, "Away for 3 days")
    until = int((await tiny.keeper.player(tiny.person("alice").id)).away_until)
    assert f"You are away until <t:{until}:R>" in told(panel)
    assert thread.history()[-1].content.startswith(f"🧳 <@{tiny.person('alice').id}> is away until <t:{until}:R>")
    assert f"is away until <t:{until}:R>" in told(await tiny.slash("eve", "match status", thread))
    refused = await tiny.slash("alice", "away", until="20d")
    assert "14 days at a time" in told(refused)
    assert "is not understood" in told(await tiny.slash("alice", "away", until="some time"))
    assert await tiny.typed("alice", "away", "until", "week") == ["7d", "14d"]
    tiny.clock.now += DAY
    panel = await tiny.slash("alice", "away")
    await tiny.click("alice", panel.response, "I am back")
    assert "is back; their time runs again" in thread.history()[-1].content
    record = await record_of(tiny)
    assert record.seats[0].deadline == pytest.approx(tiny.clock() + 2 * DAY, abs=20)  # it ran while things were said
    assert "You are not away" in told(await tiny.slash("alice", "away", until="back"))


# ---- in words ------------------------------------------------------------------------------------------------------------
SEATS = (
    SeatFacts(0, 101, until=5000.0), SeatFacts(1, 102, until=6000.0), SeatFacts(2, 103, until=5000.0),
    SeatFacts(3, 104, away=9000.0),
)  # fmt: skip
FACTS = Facts(1, 1, "playing", "Tiny", "The table", 101, SEATS, "7 days", "auto")


@pytest.mark.field(76)
def test_different_deadlines_are_told_apart() -> None:
    assert time.limit(FACTS, [0]) == "until <t:5000:R> (<t:5000:f>), then the bot makes a simple move for them"
    assert time.limit(FACTS, [0, 2]) == time.limit(FACTS, [0])
    three = time.limit(FACTS, [0, 1, 2])
    assert three.startswith("<@101> and <@103> until <t:5000:R> (<t:5000:f>) and <@102> until <t:6000:R>")
    assert "<@104> is away until <t:9000:R>" in time.limit(FACTS, [3])
    assert time.limit(FACTS, [3]).count("simple move") == 0
    assert time.limit(msgspec.structs.replace(FACTS, paused=True), [0]) == "paused: nobody's time runs"
    free = msgspec.structs.replace(FACTS, seats=(SeatFacts(0, 101),))
    assert time.limit(free, [0]) == ""


def test_clocks_that_do_not_run_are_told() -> None:
    seats = (SeatFacts(0, 101, until=5000.0), SeatFacts(1, 102, clock=90000.0), SeatFacts(2, 103, clock=3600.0))
    facts = msgspec.structs.replace(FACTS, seats=seats)
    assert time.clocks(facts) == "On the clock: <@102> 1 day and 1 hour and <@103> 1 hour."
    assert time.clocks(FACTS) == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [("50 20", (0.5, 0.2)), ("20, 50", (0.5, 0.2)), ("10%;90%", (0.9, 0.1)), ("none", ()), ("keine", ()), ("", None),
     ("5 5", (0.05,)), ("1 2 3 4", None), ("-5", None)],
)  # fmt: skip
def test_percentages_as_people_write_them(text: str, found: tuple[float, ...] | None) -> None:
    assert time.percentages(text) == found


async def test_the_command_of_somebody_in_no_match_says_so(tiny: Bench) -> None:
    assert "You are in no match" in told(await tiny.slash("eve", "remind", **{"in": "3h"}))
    with pytest.raises(Sorry, match="not away"):
        await tiny.bot.service.clocks.back(tiny.person("eve").id)
