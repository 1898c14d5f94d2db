"""Finding people to play with, and how they fare: lists, invitations, limits, ratings, statistics, the match of the day."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest

from bot import daily, hours
from bot.daily import Candidate
from bot.gathering import DAY, EXPIRE, OPEN_MATCHES, REMIND, UNJOINED
from bot.keeping import Keeper
from bot.panels import community
from bot.panels.community import LINES
from bot.panels.facts import Facts, SeatFacts
from bot.panels.lobby import Draft
from bot.panels.post import TEXT, Post, fit
from bot.ratings import LEAST_GAMES, RATER, newcomer, shown
from bot.records import Gone, MatchRecord
from bot.service import Service
from bot.standings import Stats, Streak, Tally, stats
from engine.core.text import words
from storage.community import Part, Rating, Result, Standing
from storage.rows import MatchRow
from tests.bot.conftest import ALICE, BOB, EVE, begun
from tests.bot.discord_bench import Bench, buttons, labels
from tests.bot.tiny_game import TinyGame

BUILTIN = 900


async def over(bench: Bench, winner: str = "alice", loser: str = "bob", *, moved: bool = True) -> None:
    """A match that the one wins because the other gives up, after both have bid."""
    thread = await bench.begun(winner, loser)
    if moved:
        for name in (winner, loser):
            await bench.slash(name, "choose", thread, option="bid:high")
    asked = await bench.slash(loser, "match resign", thread)
    await bench.click(loser, asked.response, "Give up")


async def kept(bench: Bench, winner: str, loser: str) -> None:
    """The same without playing: a result in the database."""
    users = [bench.person(winner).id, bench.person(loser).id]
    row = MatchRow(0, 1, "playing", bench.guild.id, 1, 2, users[0], bench.clock(), b"")
    number, _ = await bench.keeper.store.create(row, users, 0, lambda _: (b"", ()))
    parts = (Part(0, users[0], 0, 1, army="Build 0"), Part(1, users[1], 1, 2, army="Build 1"))
    result = Result(number, bench.guild.id, "tiny", "table", bench.clock(), bench.clock(), "played", parts)
    over = msgspec.structs.replace(row, id=number, version=2, stage="over")
    await bench.keeper.store.save(over, 1, users, now=bench.clock(), ending=(result, RATER))


async def waiting(bench: Bench, name: str, opponent: str | None = None, **options: Any) -> int:
    """A match that waits for players; its number."""
    if opponent is not None:
        options["opponent"] = bench.person(opponent)
    panel = await bench.slash(name, "match new", **options)
    await bench.click(name, panel.response, "Create")
    return (await bench.keeper.people.matches_on(bench.guild.id, ("open", "armies")))[0]


# ---- the list of open matches -----------------------------------------------------------------------------------------
async def test_open_matches_are_listed_and_joined(tiny: Bench) -> None:
    none = await tiny.slash("carol", "match open")
    assert "none just now" in none.response.content
    await waiting(tiny, "alice")
    await waiting(tiny, "bob", "dave")  # no seat is open in that
    shown_ = await tiny.slash("carol", "match open")
    assert "**1**: Tiny on The table" in shown_.response.content
    assert "1 open seat." in shown_.response.content
    assert labels(shown_.response) == ["Join 1"]
    late_ = await tiny.slash("eve", "match open")
    joined = await tiny.click("carol", shown_.response, "Join 1")
    assert "You are in" in joined.response.content
    late = await tiny.click("eve", late_.response, "Join 1")
    assert "has begun without you" in late.followups[-1].content
    assert "none just now" in (await tiny.slash("carol", "match open")).response.content


async def test_the_list_has_pages_and_a_filter_by_pace(tiny: Bench) -> None:
    for n in range(7):
        await waiting(tiny, f"host{n}")
    panel = (await tiny.slash("host9", "match new")).response
    panel = (await tiny.choose("host9", panel, ["weekly"], 2)).response
    await tiny.click("host9", panel, "Create")
    first = (await tiny.slash("carol", "match open")).response
    assert labels(first) == ["Join 8", "Join 7", "Join 6", "Join 5", "Join 4", "Back", "Next"]
    assert "Page 1 of 2" in first.content
    second = (await tiny.click("carol", first, "Next")).response
    assert labels(second) == ["Join 3", "Join 2", "Join 1", "Back", "Next"]
    assert [button.disabled for button in buttons(second)][-2:] == [False, True]
    weekly = (await tiny.choose("carol", second, ["weekly"], 0)).response
    assert labels(weekly) == ["Join 8"]
    typed = (await tiny.slash("carol", "match open", pace="weekly", game="tiny")).response
    assert labels(typed) == ["Join 8"]
    wrong = (await tiny.slash("carol", "match open", game="chess")).response
    assert "no game “chess”" in wrong.content


async def test_the_list_in_a_channel_is_kept_up_to_date(tiny: Bench) -> None:
    board = tiny.guild.create_text_channel("open-matches")
    await tiny.bot.service.guilds.change(tiny.guild.id, lambda was: msgspec.structs.replace(was, open_channel=board.id))
    await tiny.pass_time(1)
    assert "none just now" in board.last_message.content
    await waiting(tiny, "alice")
    await tiny.pass_time(5)
    (message,) = board.history()
    assert labels(message) == ["Join 1"]
    await tiny.click("bob", message, "Join 1")
    await tiny.pass_time(5)
    (message,) = board.history()
    assert "none just now" in message.content
    assert labels(message) == []


# ---- limits -----------------------------------------------------------------------------------------------------------
async def test_nobody_has_more_than_a_few_matches_waiting(tiny: Bench) -> None:
    for _ in range(OPEN_MATCHES):
        await waiting(tiny, "alice")
    refused = (await tiny.slash("alice", "match new")).response
    assert f"You have {OPEN_MATCHES} matches waiting for players" in refused.content
    await tiny.slash("alice", "match leave", match="1")
    assert labels((await tiny.slash("alice", "match new")).response)


async def test_being_invited_counts_for_nothing_until_one_accepts(tiny: Bench) -> None:
    await tiny.bot.service.guilds.change(tiny.guild.id, lambda was: msgspec.structs.replace(was, most_matches=1))
    await waiting(tiny, "alice", "carol")
    await waiting(tiny, "bob", "carol")
    one, other = tiny.channel.history()[-2:]
    assert "You are in" in (await tiny.click("carol", one, "Join")).response.content
    assert "as many as its host allows" in (await tiny.click("carol", other, "Join")).response.content


# ---- invitations ------------------------------------------------------------------------------------------------------
async def test_several_people_are_invited_and_may_decline(tiny: Bench) -> None:
    match = await waiting(tiny, "host", players=4)
    people = {"person": tiny.person("ann"), "second": tiny.person("ben")}
    stranger = await tiny.slash("eve", "match invite", match=str(match), **people)
    assert "Only those who play" in stranger.response.content
    told = await tiny.slash("host", "match invite", match=str(match), **people)
    assert "are invited to match 1" in told.response.content
    post = tiny.channel.last_message
    assert post.content.startswith(f"{tiny.person('ann').mention} and {tiny.person('ben').mention}: ")
    again = await tiny.slash("host", "match invite", match=str(match), person=tiny.person("ann"))
    assert "invited already" in again.response.content
    many = await tiny.slash("host", "match invite", match=str(match), person=tiny.person("cat"), second=tiny.person("dan"))
    assert "Open seats: 1" in many.response.content
    assert "declined" in (await tiny.click("ben", post, "Decline")).response.content
    assert "You are in" in (await tiny.click("ann", post, "Join")).response.content
    record = await tiny.keeper.match(match)
    assert record is not None
    assert [bool(seat.user) for seat in record.seats].count(True) == 2


async def test_who_does_not_answer_is_reminded_once_and_then_let_go(tiny: Bench) -> None:
    match = await waiting(tiny, "alice", "bob")
    await tiny.pass_time(REMIND - 60)
    assert await _dms(tiny, "bob") == []
    await tiny.pass_time(120)
    (reminder,) = await _dms(tiny, "bob")
    assert f"{tiny.person('alice').mention} has invited you to match 1: Tiny on The table" in reminder.content
    assert labels(reminder) == ["Join", "Decline"]
    await tiny.pass_time(DAY)
    assert len(await _dms(tiny, "bob")) == 1
    await tiny.pass_time(EXPIRE)
    record = await tiny.keeper.match(match)
    assert record is not None
    assert record.stage == "cancelled"
    last = tiny.channel.last_message
    assert f"{tiny.person('bob').mention} did not answer the invitation to match 1" in last.content
    late = await tiny.by_dm("bob").click(reminder, custom_id=buttons(reminder)[0].custom_id)
    assert "called off" in late.followups[-1].content
    await tiny.pass_time(UNJOINED)
    assert tiny.channel.last_message == last
    assert await tiny.keeper.next_due() is None


async def test_where_others_wait_the_seats_are_opened_instead(tiny: Bench) -> None:
    match = await waiting(tiny, "host", players=4)
    await tiny.slash("host", "match invite", match=str(match), person=tiny.person("ann"), second=tiny.person("ben"))
    await tiny.click("ann", tiny.channel.last_message, "Join")
    await tiny.pass_time(5 * DAY)
    await tiny.slash("host", "match invite", match=str(match), person=tiny.person("cat"))
    await tiny.pass_time(2 * DAY + 60)
    record = await tiny.keeper.match(match)
    assert record is not None
    users = {seat.user for seat in record.seats}
    assert record.stage == "open"
    assert tiny.person("ben").id not in users
    assert tiny.person("cat").id in users, "who was invited later has as long to answer"
    assert "open to everybody now" in tiny.channel.last_message.content
    await tiny.pass_time(5 * DAY)
    record = await tiny.keeper.match(match)
    assert record is not None
    assert tiny.person("cat").id not in {seat.user for seat in record.seats}
    await tiny.pass_time(UNJOINED)
    record = await tiny.keeper.match(match)
    assert record is not None
    assert record.stage == "cancelled"
    assert "Nobody has joined match 1" in tiny.channel.last_message.content


async def test_an_open_seat_waits_for_a_month(tiny: Bench) -> None:
    match = await waiting(tiny, "alice")
    await tiny.pass_time(UNJOINED - 60)
    record = await tiny.keeper.match(match)
    assert record is not None
    assert record.stage == "open"
    await tiny.pass_time(120)
    record = await tiny.keeper.match(match)
    assert record is not None
    assert record.stage == "cancelled"


async def test_a_match_that_has_begun_is_left_alone(tiny: Bench) -> None:
    await tiny.begun()
    await tiny.pass_time(EXPIRE + 60)
    record = await tiny.keeper.match(1)
    assert record is not None
    assert record.stage == "playing"
    assert "did not answer" not in " ".join(message.content for message in tiny.channel.history())


async def _dms(bench: Bench, name: str) -> list[Any]:
    channel = bench.by_dm(name).dm_channel
    return [] if channel is None else [message for message in channel.history() if "has invited you" in message.content]


# ---- ratings and statistics -------------------------------------------------------------------------------------------
async def test_a_finished_match_changes_both_ratings(tiny: Bench) -> None:
    assert "No rated match yet" in (await tiny.slash("alice", "rating")).response.content
    await over(tiny)
    ending = next(each.content for each in tiny.thread().history() if "won**" in each.content)
    mine = (await tiny.slash("alice", "rating")).response.content
    assert "provisional after 1 match on this server" in mine
    assert "Everybody starts at 1000" in mine
    result = await tiny.keeper.people.result(1)
    assert result is not None
    assert (result.how, result.unrated, result.game, result.battlefield) == ("resigned", "", "tiny", "table")
    alice, bob = result.parts
    assert (alice.place, bob.place, alice.army, bob.army) == (1, 2, "Build 0", "Build 1")
    assert alice.gain is not None
    assert bob.gain is not None
    assert alice.gain > 0
    assert f"{alice.gain:+d}" in mine
    told = f"{tiny.person('alice').mention} {1000 + alice.gain}? ({alice.gain:+d})"
    assert ending.splitlines()[2].startswith("Ratings: ")
    assert told in ending.splitlines()[2]
    theirs = (await tiny.slash("alice", "rating", player=tiny.person("bob"))).response.content
    assert f"Ratings of {tiny.person('bob').mention}" in theirs


async def test_a_match_that_ends_before_everybody_has_moved_is_not_rated(tiny: Bench) -> None:
    await over(tiny, moved=False)
    result = await tiny.keeper.people.result(1)
    assert result is not None
    assert result.unrated == "early"
    ending = next(each.content for each in tiny.thread().history() if "won**" in each.content)
    assert "Not rated: it ended before everybody had moved." in ending.splitlines()[2]
    assert "No rated match yet" in (await tiny.slash("alice", "rating")).response.content
    assert "No finished match yet" in (await tiny.slash("alice", "stats player")).response.content


async def test_matches_with_the_built_in_player_are_counted_apart(service: Service, keeper: Keeper) -> None:
    service.builtin_user = BUILTIN
    match = (await service.beginning.create(Draft("tiny", "table", rivals=(BUILTIN,)), ALICE, 1, 10, 1)).id
    await service.beginning.ready(match, ALICE)
    await service.act(match, ALICE, ["bid:high"], 2)
    await service.resign(match, ALICE, 3)
    results = await keeper.people.results_of(ALICE)
    assert [each.unrated for each in results] == ["bot"]
    assert await keeper.people.rating(ALICE, "tiny") is None
    told = community.statistics(ALICE, stats(ALICE, results), service.games).text
    assert "1 match with the built-in player: 0 won, 1 lost." in told


async def test_a_match_whose_time_runs_out_is_kept_as_that(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    record = await service.record(match)
    seat = next(n for n, each in enumerate(record.seats) if each.asked_since is not None)
    asked = record.seats[seat].asked_since
    assert asked is not None
    await service.lose_for(match, seat, asked, "Time ran out.")
    result = await keeper.people.result(match)
    assert result is not None
    assert (result.how, result.unrated) == ("time", "")
    assert [part.place for part in result.parts] == ([2, 1] if seat == 0 else [1, 2])


async def test_who_gave_a_seat_over_is_in_the_result_as_well(service: Service, keeper: Keeper) -> None:
    match = await begun(service)

    def hand_over(record: MatchRecord) -> list[Any]:
        record.seats[1].user = EVE
        record.gone = [Gone(1, BOB, abandoned=True)]
        return []

    await service.change(match, hand_over)
    await service.resign(match, ALICE, 9)
    result = await keeper.people.result(match)
    assert result is not None
    assert result.unrated == "replaced"
    assert [(part.user, part.part, part.place) for part in result.parts] == [
        (ALICE, "whole", 2), (EVE, "late", 1), (BOB, "abandoned", 2),
    ]  # fmt: skip
    bob = await keeper.people.rating(BOB, "tiny")
    assert bob is not None
    assert bob.mu < newcomer().mu
    assert await keeper.people.rating(ALICE, "tiny") is None
    assert await keeper.people.rating(EVE, "tiny") is None


async def test_statistics_and_head_to_head(tiny: Bench) -> None:
    assert "No finished match yet" in (await tiny.slash("alice", "stats player")).response.content
    await kept(tiny, "alice", "bob")
    await kept(tiny, "alice", "bob")
    await over(tiny, "bob", "alice")
    mine = (await tiny.slash("alice", "stats player")).response.content
    assert "3 matches against people: 2 won, 1 lost." in mine
    assert "The last match was lost. The longest row of wins: 2." in mine
    assert "• Build 0: 2 won, 0 lost" in mine
    assert "• The table: 2 won, 1 lost" in mine
    assert "A turn takes" in mine
    both = (await tiny.slash("eve", "stats versus", player=tiny.person("bob"), opponent=tiny.person("alice"))).response
    assert f"for {tiny.person('bob').mention}: 1 won, 2 lost" in both.content
    assert "Last against each other: match 3" in both.content
    elsewhere = tiny.env.create_guild()
    away = await elsewhere.add_member(tiny.by_dm("alice")).slash(elsewhere.create_text_channel("x"), "stats player")
    assert "No finished match yet" in away.response.content, "what is played on another server is not told here"
    alone = (await tiny.slash("alice", "stats versus", opponent=tiny.person("alice"))).response
    assert "Name two people" in alone.content
    none = (await tiny.slash("alice", "stats versus", opponent=tiny.person("eve"))).response
    assert "finished no match with each other" in none.content


async def test_the_leaderboard_of_a_server(tiny: Bench) -> None:
    assert "Nobody has played" in (await tiny.slash("eve", "leaderboard")).response.content
    for _ in range(LEAST_GAMES):
        await kept(tiny, "alice", "bob")
    await kept(tiny, "carol", "dave")
    board = (await tiny.slash("eve", "leaderboard", game="Tiny")).response.content
    lines = board.splitlines()
    assert lines[1].startswith(f"1. {tiny.person('alice').mention}: **")
    assert lines[2].startswith(f"2. {tiny.person('bob').mention}")
    assert lines[3].startswith(f"– {tiny.person('carol').mention}")
    assert "?**" in lines[3]
    assert "provisional: ranked from 5 rated matches on" in board
    assert board.count("(5 matches)") == 2


async def test_a_long_leaderboard_has_pages(tiny: Bench) -> None:
    for n in range(6):
        await kept(tiny, f"winner{n}", f"loser{n}")
    first = (await tiny.slash("eve", "leaderboard")).response
    assert "Page 1 of 2" in first.content
    second = (await tiny.click("eve", first, "Next")).response
    assert "Page 2 of 2" in second.content
    assert (await tiny.click("eve", second, "Back")).response.content == first.content


async def test_a_rematch_by_command(tiny: Bench) -> None:
    await over(tiny)
    again = await tiny.slash("bob", "match rematch", tiny.thread())
    assert "Match 2 is posted" in again.response.content
    assert "You have no seat" in (await tiny.slash("eve", "match rematch", tiny.thread())).response.content


@pytest.mark.field(52)
async def test_results_outlive_a_restart_and_are_counted_once(tiny: Bench) -> None:
    await over(tiny)
    before = (await tiny.slash("alice", "rating")).response.content
    await tiny.restart()
    assert (await tiny.slash("alice", "rating")).response.content == before
    assert await tiny.keeper.rebuild_ratings(RATER) == 1
    assert (await tiny.slash("alice", "rating")).response.content == before


# ---- the match of the day ---------------------------------------------------------------------------------------------
async def day(bench: Bench, hour: int = 18) -> Any:
    channel = bench.guild.create_text_channel("news")
    await bench.bot.service.guilds.change(
        bench.guild.id, lambda was: msgspec.structs.replace(was, day_channel=channel.id, day_hour=hour, zone="Europe/Berlin")
    )
    return channel


async def test_once_a_day_the_most_interesting_match_is_posted(tiny: Bench) -> None:
    news = await day(tiny)
    await tiny.pass_time(DAY)
    assert news.history() == [], "nothing has happened"
    await over(tiny)
    thread = await tiny.begun("carol", "dave")
    await tiny.slash("carol", "choose", thread, option="bid:high")
    await tiny.pass_time(DAY)
    (post,) = news.history()
    assert "Match of the day: 1" in post.content
    assert "It has ended today." in post.content
    assert f"https://discord.com/channels/{tiny.guild.id}/" in post.content
    assert "Board" in labels(post)
    for _ in range(3):
        await tiny.pass_time(60)
    assert len(news.history()) == 1
    board = await tiny.click("eve", post, "Board")
    assert "The match is over" in board.response.content
    await tiny.pass_time(DAY)
    assert len(news.history()) == 1, "nothing has happened since"


async def test_what_is_posted_of_a_running_match_is_what_spectators_know(tiny: Bench) -> None:
    news = await day(tiny)
    thread = await tiny.begun("carol", "dave")
    for name in ("carol", "dave"):
        await tiny.slash(name, "choose", thread, option="bid:high")
    await tiny.slash("carol", "cast", thread, card="ant")
    await tiny.pass_time(DAY)
    (post,) = news.history()
    assert "are playing" in post.content
    for card in ("ant", "bee", "cat", "dog", "elk", "fox"):
        assert card not in post.content.casefold().replace("match of the day", "")


async def test_a_bot_that_was_away_for_days_posts_once(tiny: Bench) -> None:
    news = await day(tiny)
    await over(tiny)
    await tiny.pass_time(5 * 3600)
    tiny.clock.now += 3 * DAY
    await tiny.restart()
    await tiny.bot.deadlines.sweep()
    await tiny.bot.deadlines.sweep()
    await tiny.settle()
    assert len(news.history()) == 1


async def test_no_channel_no_post(tiny: Bench) -> None:
    news = await day(tiny)
    await tiny.bot.service.guilds.change(tiny.guild.id, lambda was: msgspec.structs.replace(was, day_channel=0))
    await over(tiny)
    await tiny.pass_time(2 * DAY)
    assert news.history() == []


def played(match: int, **changes: Any) -> Result:
    parts = (Part(0, 1, 0, 1), Part(1, 2, 1, 2))
    return msgspec.structs.replace(Result(match, 10, "tiny", "table", 0.0, 1.0, "played", parts), **changes)


def test_what_makes_a_match_the_one_of_the_day() -> None:
    lively, dull = Candidate(1, 30), Candidate(2, 1)
    close = Candidate(3, 1, scores=(31, 30), teams=(0, 1))
    ended = Candidate(4, 2, played(4))
    upset = Candidate(5, 2, played(5))
    ratings = {1: Rating(20.0, 1.0, 900, 9), 2: Rating(30.0, 1.0, 1100, 9)}
    assert daily.pick([], {}) is None
    assert daily.pick([Candidate(9, 0)], {}) is None

    def best(*found: Candidate, known: dict[int, Rating] | None = None) -> int:
        pick = daily.pick(found, known or {})
        assert pick is not None
        return pick.match

    assert best(lively, dull) == 1
    assert best(lively, dull, close) == 3
    assert best(lively, dull, ended) == 4
    assert best(ended, upset) == 5, "the newer of equals"
    loser_better = msgspec.structs.replace(ended, result=played(4))
    assert best(loser_better, Candidate(6, 2, played(6, unrated="bot")), known=ratings) == 4
    pick = daily.pick([loser_better], ratings)
    assert pick is not None
    assert "The winners were rated 200 points lower." in [str(reason) for reason in pick.reasons]
    assert "Only 1 point lies between the first two." in [str(each) for each in daily.pick([close], {}).reasons]  # type: ignore[union-attr]
    level = msgspec.structs.replace(close, scores=(30, 30))
    assert "The scores are level." in [str(each) for each in daily.pick([level], {}).reasons]  # type: ignore[union-attr]


# ---- hours ------------------------------------------------------------------------------------------------------------
def moment(*parts: int, fold: int = 0) -> float:
    return datetime.datetime(*parts, tzinfo=hours.zone("Europe/Berlin"), fold=fold).timestamp()  # type: ignore[misc,arg-type]


def test_the_hour_comes_once_a_day_also_when_clocks_are_changed() -> None:
    assert hours.following("Europe/Berlin", 18, moment(2026, 6, 1, 17, 59)) == moment(2026, 6, 1, 18)
    assert hours.following("Europe/Berlin", 18, moment(2026, 6, 1, 18)) == moment(2026, 6, 2, 18)
    for hour in range(24):
        at, days = moment(2026, 3, 27, 0) - 1, []
        for _ in range(5):
            at = hours.following("Europe/Berlin", hour, at)
            days.append(datetime.datetime.fromtimestamp(at, hours.zone("Europe/Berlin")).date())
        assert [each.day for each in days] == [27, 28, 29, 30, 31], hour
    twice = moment(2026, 10, 25, 2)
    assert hours.following("Europe/Berlin", 2, twice - 1) == twice
    assert hours.following("Europe/Berlin", 2, twice) == moment(2026, 10, 26, 2), "the hour that comes twice counts once"
    assert hours.following("Nowhere/Atall", 0, 10.0) == DAY


def test_newcomers_are_where_the_words_say() -> None:
    assert shown(newcomer().mu, newcomer().sigma) == 1000


# ---- limits -----------------------------------------------------------------------------------------------------------
def facts_of(number: int) -> Facts:
    """A match with names as long as they come, and as many seats."""
    seats = tuple(SeatFacts(n, 10**18 + n if n < 3 else 0, joined=True) for n in range(4))
    return Facts(number, 1, "open", "T" * 200, "F" * 200, 10**18, seats, "a pace in words " * 4, "forfeit")


def test_the_longest_lists_fit_into_their_posts() -> None:
    tiny_game, other = TinyGame(), TinyGame()
    other.name = "other"
    found = [facts_of(10**9 + n) for n in range(12)]
    paces = [(f"p{n}", "a pace in words " * 4) for n in range(30)]
    for page in (-1, 0, 1, 2, 99):
        post = community.open_matches(found, [tiny_game, other], paces, "-", "p1", page)
        assert fit(post).text == post.text
        assert len(post.text) <= TEXT
    board = community.open_board(found[:5], 1000)
    assert fit(board).text == board.text
    lines = [Standing(10**18 + n, Rating(99.0, 1.0, 99999, 99999), 0 if n % 2 else 1000 + n) for n in range(LINES)]
    table = community.leaderboard(tiny_game, [tiny_game, other], lines, 10**6, 3)
    assert fit(table).text == table.text
    ratings = community.ratings(1, [(tiny_game, newcomer(), newcomer())] * 3, [-1000] * 5)
    assert fit(ratings).text == ratings.text
    many = {("tiny", "A" * 64 + str(n)): Tally(9999, 9999, 9999) for n in range(40)}
    whole = Stats(Tally(9999, 99, 99), Tally(9, 9, 9), {"tiny": Tally(1), "other": Tally(2)}, many, many, 1e6,
                  Streak("won", 9, 99), 3)  # fmt: skip
    told = community.statistics(10**18, whole, {"tiny": tiny_game})
    assert fit(told).text == told.text
    news = community.of_the_day(found[0], [words("{n} players.", n=4)] * 3, "https://discord.com/channels/1/2", over=True)
    assert fit(news).text == news.text


def test_a_line_more_is_left_out_where_there_is_no_room() -> None:
    assert community.with_line(Post("a\nb\nc"), "x").text == "a\nb\nx\nc"
    assert community.with_line(Post("a"), "x").text == "a\nx"
    full = Post("a" * TEXT)
    assert community.with_line(full, "x") == full
    assert community.with_line(Post("a"), "").text == "a"
