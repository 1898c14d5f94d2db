"""Leagues by buttons and commands: from the first name to the final table, in one post."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.errors import Sorry
from bot.keeping import Alarm, Keeper
from bot.league import MOST, Terms, schedule, verdict
from bot.leagues import HURRY, MOST_LEAGUES, UNREADY
from bot.panels import league as panels
from bot.panels.post import TEXT, fit
from bot.records import Whisper
from bot.service import Service
from storage import Store
from storage.community import LeagueRow, Member, Part, Result
from tests.bot.discord_bench import Bench, Clock, labels
from tests.bot.tiny_game import TinyGame

GUILD, CHANNEL, HOST = 1, 10, 500
TERMS = Terms("tiny", "table", "daily")


# ---- the service ------------------------------------------------------------------------------------------------------
async def made(service: Service, *people: int, **changes: Any) -> int:
    """A league that has begun."""
    number = await service.leagues.create("Spring", msgspec.structs.replace(TERMS, **changes), HOST, GUILD, CHANNEL, 1)
    await service.leagues.leave(number, GUILD, HOST)
    for user in people:
        await service.leagues.join(number, GUILD, user)
    await service.leagues.start(number, GUILD, HOST)
    await go_on(service)
    return number


async def go_on(service: Service) -> None:
    """What is due outside matches."""
    for alarm in await service.keeper.alarms():
        await service.alarms[alarm.kind](alarm)


async def row_of(service: Service, number: int) -> LeagueRow:
    return await service.leagues.row(number, GUILD)


async def play(service: Service, match: int, loser: int) -> None:
    """The match is played, and lost by the one."""
    record = await service.record(match)
    for seat in record.seats:
        await service.beginning.ready(match, seat.user)
    for n, seat in enumerate(record.seats):
        await service.act(match, seat.user, ["bid:high"], match * 100 + n)
    await service.resign(match, loser, match * 100 + 50)


async def test_matches_begin_by_themselves_and_everybody_is_seated(service: Service) -> None:
    number = await made(service, 1, 2, 3, 4)
    row = await row_of(service, number)
    assert [bool(each.match) for each in row.pairings] == [True, True, False, False, False, False]
    for each in row.pairings[:2]:
        record = await service.record(each.match)
        assert record.stage == "armies"
        assert [seat.user for seat in record.seats] == [each.home, each.away]
        assert (record.league, record.pace, record.policy, record.host) == (number, "daily", "forfeit", HOST)
    assert await service.keeper.people.league_of(row.pairings[0].match) == number


async def test_rounds_follow_each_other_until_the_league_is_over(service: Service) -> None:
    number = await made(service, 1, 2, 3, 4)
    for played in (1, 2, 3):
        row = await row_of(service, number)
        now = [each for each in row.pairings if each.round == played]
        assert all(each.match for each in now)
        assert not any(each.match for each in row.pairings if each.round > played)
        for each in now:
            await play(service, each.match, max(each.home, each.away))  # the lower number always wins
            await go_on(service)
    row = await row_of(service, number)
    assert row.stage == "over"
    results = await service.leagues.results(row)
    assert len(results) == 6
    assert all(verdict(each, results) for each in row.pairings)
    final = panels.league(row, results, service.games).text
    assert "🏆 **<@1> has won the league.**" in final
    assert "1. <@1>: **6 points** (3–0–0" in final
    assert "4. <@4>: **0 points** (0–0–3" in final


async def test_all_rounds_at_once_and_twice(service: Service) -> None:
    number = await made(service, 1, 2, 3, together=True, twice=True)
    row = await row_of(service, number)
    assert len(row.pairings) == 6
    assert all(each.match for each in row.pairings)


async def test_doing_it_again_does_no_harm(service: Service) -> None:
    """As after a crash between two of its steps: whatever was done is found, and not done twice."""
    number = await made(service, 1, 2, 3, 4)
    before = await row_of(service, number)
    matches = await service.keeper.people.matches_on(GUILD, ("open", "armies"))
    for _ in range(3):
        await service.keeper.set_alarm(Alarm("league", number, service.clock(), GUILD))
        await go_on(service)
    after = await row_of(service, number)
    assert after.pairings == before.pairings
    assert await service.keeper.people.matches_on(GUILD, ("open", "armies")) == matches
    stale = Alarm("league", number, service.clock() - 99, GUILD)
    await service.alarms["league"](stale)  # another process has dealt with it
    assert (await row_of(service, number)).pairings == before.pairings


@pytest.mark.field(21)
async def test_a_bot_that_dies_while_a_round_begins_goes_on_where_it_was(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await service.leagues.create("Spring", TERMS, HOST, GUILD, CHANNEL, 1)
    for user in (1, 2, 3):
        await service.leagues.join(number, GUILD, user)
    await service.leagues.start(number, GUILD, HOST)
    create, left = service.keeper.create, [1]

    async def dying(*args: Any, **kwargs: Any) -> Any:
        if not left[0]:
            raise OSError("killed")
        left[0] -= 1
        return await create(*args, **kwargs)

    monkeypatch.setattr(service.keeper, "create", dying)
    with pytest.raises(OSError, match="killed"):
        await go_on(service)
    row = await row_of(service, number)
    assert [bool(each.match) for each in row.pairings if each.round == 1] == [True, False]
    monkeypatch.setattr(service.keeper, "create", create)
    await go_on(service)
    after = await row_of(service, number)
    assert all(each.match for each in after.pairings if each.round == 1)
    assert after.pairings[0] == row.pairings[0]
    assert len(await service.keeper.people.matches_on(GUILD, ("armies",))) == 2
    assert await service.keeper.alarms() == []


@pytest.mark.field(42)
async def test_two_processes_at_once_begin_each_match_once(service: Service, tmp_path: Path) -> None:
    number = await service.leagues.create("Spring", TERMS, HOST, GUILD, CHANNEL, 1)
    for user in range(1, 6):
        await service.leagues.join(number, GUILD, user)
    await service.leagues.start(number, GUILD, HOST)
    store = await Store.open(f"sqlite:///{tmp_path}/service.db")
    other = Service(Keeper(store, service.clock), service.games, service.clock)
    (due,) = await service.keeper.alarms()
    await asyncio.gather(*(each.alarms["league"](due) for each in (service, other)))
    row = await row_of(service, number)
    begun = [each.match for each in row.pairings if each.match]
    assert len(begun) == len(set(begun)) == 3
    assert sorted(await service.keeper.people.matches_on(GUILD, ("armies",))) == sorted(begun)
    other.close()
    await store.close()


async def test_who_withdraws_and_what_is_called_off(service: Service) -> None:
    number = await made(service, 1, 2, 3, 4)
    await service.leagues.leave(number, GUILD, 4)
    row = await row_of(service, number)
    ruled = [each for each in row.pairings if each.ruled]
    assert len(ruled) == 2, "those that have not begun"
    running = next(each for each in row.pairings if each.match and 4 in (each.home, each.away))
    await service.beginning.cancel(running.match, HOST)
    await go_on(service)
    row = await row_of(service, number)
    assert next(each for each in row.pairings if each.match == running.match).ruled == "void"


async def test_a_seat_in_a_league_is_not_given_up_to_strangers(service: Service) -> None:
    number = await made(service, 1, 2)
    (pairing,) = (await row_of(service, number)).pairings
    with pytest.raises(Sorry, match="belongs to a league"):
        await service.beginning.decline(pairing.match, pairing.home)
    assert (await service.record(pairing.match)).seats[0].user == pairing.home


@pytest.mark.parametrize("ready", ["home", "nobody", "both"])
async def test_a_match_for_which_somebody_does_not_get_ready(service: Service, clock: Clock, ready: str) -> None:
    number = await made(service, 1, 2, 3)
    pairing = (await row_of(service, number)).pairings[0]
    people = {"home": [pairing.home], "nobody": [], "both": [pairing.home, pairing.away]}[ready]
    for user in people:
        await service.beginning.ready(pairing.match, user)
    clock.now += HURRY
    await due_now(service)
    whispers = [row.errand for row in await service.keeper.waiting() if isinstance(row.errand, Whisper)]
    told = {each.user for each in whispers if "waits for you to get ready" in each.post.text}
    assert told == {pairing.home, pairing.away} - set(people), "whoever is not ready is reminded"
    clock.now += UNREADY - HURRY
    await due_now(service)
    await go_on(service)
    row = await row_of(service, number)
    assert row.pairings[0].ruled == {"home": "home", "nobody": "void", "both": ""}[ready]
    record = await service.record(pairing.match)
    assert record.stage == ("playing" if ready == "both" else "cancelled")
    if ready != "both":
        assert any(each.match for each in row.pairings if each.round == 2), "the league goes on"


async def due_now(service: Service) -> None:
    """What is due in matches, of the kinds that are not about time to move."""
    for due in await service.keeper.due():
        if due.kind in service.dues:
            await service.dues[due.kind](due, await service.record(due.match))


async def test_a_ruling_decides_a_pairing_and_lets_the_next_round_begin(service: Service) -> None:
    number = await made(service, 1, 2, 3, 4)
    first, second = (await row_of(service, number)).pairings[:2]
    await service.leagues.rule(number, GUILD, HOST, (first.home, first.away), first.away)
    await service.leagues.rule(number, GUILD, HOST, (second.away, second.home), None)
    await go_on(service)
    row = await row_of(service, number)
    assert [each.ruled for each in row.pairings[:2]] == ["away", "draw"]
    assert all(each.match for each in row.pairings if each.round == 2)


async def test_league_matches_do_not_count_as_hoarded(service: Service) -> None:
    await service.guilds.change(GUILD, lambda was: msgspec.structs.replace(was, most_matches=1))
    await made(service, 1, 2, 3, together=True)
    await service.gathering.may_begin(1, GUILD)
    await service.gathering.may_begin(HOST, GUILD)


async def test_what_cannot_be_done(service: Service) -> None:
    async def refused(work: Any) -> str:
        with pytest.raises(Sorry) as told:
            await work
        return str(told.value)

    leagues = service.leagues
    number = await leagues.create("Spring", TERMS, HOST, GUILD, CHANNEL, 1)
    assert await leagues.create("Spring", TERMS, HOST, GUILD, CHANNEL, 1) == number, "the same command again"
    assert "no league 9" in await refused(leagues.join(9, GUILD, 1))
    assert f"no league {number}" in await refused(leagues.join(number, 2, 1)), "another server's"
    assert "in the league already" in await refused(leagues.join(number, GUILD, HOST))
    assert "not in this league" in await refused(leagues.leave(number, GUILD, 77))
    assert "2 people at least" in await refused(leagues.start(number, GUILD, HOST))
    await leagues.join(number, GUILD, 1)
    assert "Only <@500>" in await refused(leagues.start(number, GUILD, 1))
    for user in range(2, MOST):
        await leagues.join(number, GUILD, user)
    assert "full" in await refused(leagues.join(number, GUILD, 99))
    await leagues.start(number, GUILD, 1, may=True)
    assert "has begun" in await refused(leagues.join(number, GUILD, 99))
    assert "has begun" in await refused(leagues.start(number, GUILD, HOST))
    assert "do not meet" in await refused(leagues.rule(number, GUILD, HOST, (1, 99), 1))
    assert "Only one of the two" in await refused(leagues.rule(number, GUILD, HOST, (1, 2), 3))
    assert "Only <@500>" in await refused(leagues.cancel(number, GUILD, 1))
    await leagues.cancel(number, GUILD, HOST)
    assert "over" in await refused(leagues.cancel(number, GUILD, HOST))
    assert "over" in await refused(leagues.leave(number, GUILD, 1))
    assert "name" in await refused(leagues.create("  ", TERMS, HOST, GUILD, CHANNEL, 2))
    away = msgspec.structs.replace(TERMS, battlefield="moon")
    assert "not on offer" in await refused(leagues.create("Moon", away, HOST, GUILD, CHANNEL, 3))
    for n in range(MOST_LEAGUES):
        await leagues.create(f"L{n}", TERMS, HOST, GUILD, CHANNEL, 10 + n)
    assert f"There are {MOST_LEAGUES} leagues" in await refused(leagues.create("One more", TERMS, HOST, GUILD, CHANNEL, 99))


# ---- by thumb ---------------------------------------------------------------------------------------------------------
async def test_a_league_by_buttons_and_commands(tiny: Bench) -> None:
    assert "no league on this server" in (await tiny.slash("ann", "league table")).response.content
    told = await tiny.slash("ann", "league create", name="Spring", battlefield="The table", pace="daily")
    assert "League 1 is posted" in told.response.content
    post = tiny.channel.last_message
    assert "**League 1: Spring**" in post.content
    assert "Tiny on The table. Pace: daily: 1 day a turn. When time runs out: they lose the match." in post.content
    assert labels(post) == ["Join", "Leave", "Start"]
    assert "You are in the league “Spring”" in (await tiny.click("ben", post, "Join")).response.content
    await tiny.slash("cat", "league join")
    (post,) = tiny.channel.history()
    assert "3 people have joined" in post.content
    assert "Only" in (await tiny.click("ben", post, "Start")).response.content
    await tiny.click("cat", post, "Leave")
    assert "begins" in (await tiny.slash("ann", "league start", league="1")).response.content
    await tiny.pass_time(1)
    post, invitation = tiny.channel.history()[:2]
    assert labels(post) == ["All rounds"]
    assert "Round 1 of 1." in post.content
    assert "against" in post.content
    assert "(match 1)" in post.content
    assert "play. The match is in the thread below" in invitation.content
    thread = tiny.thread()
    for name in ("ann", "ben"):
        await tiny.click(name, thread.history()[0], "Ready")
    for name in ("ann", "ben"):
        await tiny.slash(name, "choose", thread, option="bid:high")
    asked = await tiny.slash("ben", "match resign", thread)
    await tiny.click("ben", asked.response, "Give up")
    await tiny.pass_time(5)
    post = tiny.channel.history()[0]
    assert f"🏆 **{tiny.person('ann').mention} has won the league.**" in post.content
    rounds = (await tiny.click("eve", post, "All rounds")).response.content
    assert f"{tiny.person('ann').mention} beat {tiny.person('ben').mention} (match 1)" in rounds
    table = (await tiny.slash("eve", "league table", league="1")).response.content
    assert "2 points for a win" in table
    assert await tiny.typed("eve", "league table", "league", "spr") == ["1"]
    assert "no league on this server just now" in (await tiny.slash("eve", "league rounds")).response.content
    assert len([each for each in tiny.channel.history() if "League 1" in each.content]) == 1, "one post, kept up to date"


async def test_a_league_that_is_called_off_or_ruled(tiny: Bench) -> None:
    await tiny.slash("ann", "league create", name="One")
    await tiny.slash("ben", "league create", name="Two", game="tiny", policy="remind", together=True)
    several = (await tiny.slash("cat", "league join")).response.content
    assert "• 2: Two\n• 1: One" in several
    assert "You are in the league “Two”" in (await tiny.slash("cat", "league join", league="two")).response.content
    assert "no league “three”" in (await tiny.slash("cat", "league join", league="three")).response.content
    assert "no battlefield" in (await tiny.slash("cat", "league create", name="X", battlefield="moon")).response.content
    assert await tiny.typed("cat", "league create", "battlefield", "ta") == ["table"]
    assert "Only" in (await tiny.slash("cat", "league cancel", league="1")).response.content
    await tiny.slash("ann", "league cancel", league="1")
    assert "This league was called off." in tiny.channel.history()[0].content
    assert labels(tiny.channel.history()[0]) == []
    await tiny.slash("ben", "league start", league="2")
    await tiny.pass_time(1)
    people = {"one": tiny.person("cat"), "other": tiny.person("ben")}
    noted = await tiny.slash("ben", "league rule", outcome="one", **people)
    assert "It is noted" in noted.response.content
    await tiny.pass_time(5)
    assert f"{tiny.person('cat').mention} has won the league" in tiny.channel.history()[1].content
    rounds = (await tiny.slash("eve", "league rounds", league="2")).response.content
    assert "beat" in rounds
    assert ", as ruled" in rounds


# ---- limits -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("stage", ["open", "running", "over", "cancelled"])
def test_the_largest_league_fits_into_its_posts(stage: str) -> None:
    people = [10**18 + n for n in range(MOST)]
    terms = msgspec.structs.replace(TERMS, together=True, twice=True)
    paired = tuple(
        msgspec.structs.replace(each, match=10**6 + n) for n, each in enumerate(schedule(people, twice=True))
    )
    results = {
        each.match: Result(
            each.match, GUILD, "tiny", "table", 0.0, 1.0, "played",
            (Part(0, each.home, 0, 1, 12345), Part(1, each.away, 1, 2, 1)),
        )
        for each in paired[: 0 if stage == "running" else None]
    }  # fmt: skip
    row = LeagueRow(
        10**6, 1, GUILD, CHANNEL, HOST, "N" * 60, stage, 0.0, msgspec.msgpack.encode(terms),
        tuple(Member(user, withdrawn=stage == "running") for user in people), () if stage == "open" else paired,
    )  # fmt: skip
    games = {"tiny": TinyGame()}
    posts = [panels.league(row, results, games), panels.table_post(row, results, games), *panels.rounds(row, results)]
    for post in posts:
        assert fit(post).text == post.text
        assert len(post.text) <= TEXT
    if stage == "over":
        assert all(str(user) in posts[0].text for user in people), "nobody is cut off"
    told = "\n".join(post.text for post in posts[2:])
    assert stage == "open" or told.count("•") == len(paired), "no match is missing from the rounds"
