"""What is kept about a person: handed out to them whole, and forgotten so that it is nowhere any more."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.hosting.privacy import _Without, without
from bot.keeping import Player
from bot.panels.post import Post
from bot.records import Entry, Gone, MatchRecord, Note, Said, Say
from engine.core.text import words
from storage import privacy
from storage.community import LeagueRow, Member, Pairing
from storage.privacy import StillHere
from tests.bot.discord_bench import Bench, labels

WORDS = "I take the left glyph and you the right one"


async def played(tiny: Bench) -> tuple[int, int]:
    """A finished match between Alice and Bob, with traces of her wherever there can be any; their numbers."""
    alice, bob = tiny.person("alice").id, tiny.person("bob").id
    thread = await tiny.begun()
    for name, bid in (("alice", "bid:high"), ("bob", "bid:low")):
        await tiny.slash(name, "choose", thread, option=bid)
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    await tiny.slash("alice", "undo", thread)
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P6")
    await tiny.keeper.save_player(alice, Player(language="de", quiet=(22, 7), zone="Asia/Tokyo"))
    await tiny.keeper.change_army(alice, "tiny", "my army", lambda kept: kept, 10)

    def traces(record: MatchRecord) -> list[Any]:
        record.talk.append(Said(0, alice, WORDS))
        record.table.append(Entry("pause", 1, 5.0, alice, words("{player} has asked for a pause.", player=f"<@{alice}>")))
        record.seats[1].since.append(Note(words("{player} waits.", player=f"<@!{alice}>"), 1))
        return [Say(Post(f"<@{alice}> and <@{bob}>", pings=(alice, bob)), "later")]

    await tiny.bot.service.change(1, traces)
    await tiny.settle()
    await tiny.click("alice", (await tiny.slash("alice", "match resign", thread)).response, "Give up")

    def before(record: MatchRecord) -> list[Any]:
        record.gone.append(Gone(1, alice))
        return []

    await tiny.bot.service.change(1, before)
    row = LeagueRow(0, 0, tiny.guild.id, tiny.channel.id, alice, "Winter", "over", 1.0, b"\x80",
                    (Member(alice), Member(bob)), (Pairing(1, 0, alice, bob),))  # fmt: skip
    await tiny.keeper.make_league(row, 77, lambda id: Say(Post("A league"), "league", tiny.channel.id))
    await tiny.settle()
    return alice, bob


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.glob("test.db*")))


def base36(number: int) -> str:
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest] + digits
    return digits


async def test_everything_goes_and_others_keep_what_is_theirs(tiny: Bench, tmp_path: Path) -> None:
    alice, bob = await played(tiny)
    before = await privacy.occurrences(tiny.keeper.store, alice)
    assert {"matches.host", "matches.document", "seats.user", "settings.id", "armies.user", "ratings.user",
            "result_seats.user", "leagues.host", "members.user", "pairings.home", "errands.lane", "errands.payload",
            "undone.by"} <= set(before)  # fmt: skip
    ratings = await tiny.keeper.people.ratings_of([bob], "tiny", 0)
    assert ratings

    asked = await tiny.slash("alice", "privacy delete")
    assert labels(asked.response) == ["Delete for good", "Keep everything"]
    assert await privacy.occurrences(tiny.keeper.store, alice) == before, "nothing goes before the second step"
    done = await tiny.click("alice", asked.response, "Delete for good")
    assert "It is deleted" in done.response.content

    assert await privacy.occurrences(tiny.keeper.store, alice) == {}
    raw = bytes_of(tmp_path)
    for trace in (str(alice).encode(), struct.pack(">Q", alice), struct.pack("<Q", alice), base36(alice).encode(),
                  WORDS.encode(), b"Asia/Tokyo", b"my army"):  # fmt: skip
        assert trace not in raw, trace
    assert str(bob).encode() in raw, "the test looks in the right place"

    # What others need of it is there.
    record = await tiny.keeper.match(1)
    assert record is not None
    assert [seat.user for seat in record.seats] == [record.seats[0].user, bob]
    assert record.seats[0].user < 0
    assert record.host == record.gone[0].user == record.table[0].by == record.seats[0].user
    assert str(record.table[0].text) == "a former player has asked for a pause."
    assert record.seats[1].since == [] or "alice" not in str(record.seats[1].since)
    assert (record.talk, record.seats[0].language, record.seats[0].person.zone) == ([], "", "")
    result = await tiny.keeper.people.result(1)
    assert result is not None
    assert [part.user for part in result.parts] == [record.seats[0].user, bob]
    assert await tiny.keeper.people.ratings_of([bob], "tiny", 0) == ratings
    status = await tiny.slash("bob", "match status", match="1")
    assert "Over" in status.response.content
    board = await tiny.slash("bob", "board", text=True, match="1")
    assert str(alice) not in board.response.content
    again = await tiny.click("bob", tiny.thread().history()[-1], "Rematch")
    assert "had their data deleted" in (again.followups[0] if again.followups else again.response).content
    # She may come back, as anybody new.
    assert "Create" in labels((await tiny.slash("alice", "match new")).response)


async def test_while_matches_run_they_are_to_be_given_up_first(tiny: Bench) -> None:
    alice = tiny.person("alice").id
    thread = await tiny.begun()
    waiting = await tiny.slash("alice", "match new")
    await tiny.click("alice", waiting.response, "Create")
    with pytest.raises(StillHere) as caught:
        await tiny.bot.service.privacy.forget(alice)
    assert caught.value.matches == [1, 2]
    asked = await tiny.slash("alice", "privacy delete")
    assert "You are still in the matches **2** and **1**" in asked.response.content
    kept = await tiny.click("alice", asked.response, "Keep everything")
    assert "Nothing was deleted" in kept.response.content
    asked = await tiny.slash("alice", "privacy delete")
    second = await tiny.click("alice", asked.response, "Give all of them up")
    assert "has given up" in thread.history()[-1].content or "won" in thread.history()[-1].content
    stages = [(await tiny.keeper.match(n)).stage for n in (1, 2)]  # type: ignore[union-attr]
    assert stages == ["over", "cancelled"]
    await tiny.click("alice", second.response, "Delete for good")
    assert await privacy.occurrences(tiny.keeper.store, alice) == {}


async def test_a_match_that_begins_between_the_two_steps_is_noticed(tiny: Bench) -> None:
    asked = await tiny.slash("alice", "privacy delete")
    await tiny.begun()
    refused = await tiny.click("alice", asked.response, "Delete for good")
    assert "You are still in match **1**" in refused.response.content
    assert (await tiny.keeper.match(1)).seats[0].user == tiny.person("alice").id  # type: ignore[union-attr]


async def test_a_league_that_is_under_way_is_to_be_left_first(tiny: Bench) -> None:
    alice, bob = tiny.person("alice").id, tiny.person("bob").id
    row = LeagueRow(0, 0, tiny.guild.id, tiny.channel.id, bob, "Winter", "running", 1.0, b"\x80",
                    (Member(alice), Member(bob)), (Pairing(1, 0, alice, bob),))  # fmt: skip
    league = await tiny.keeper.make_league(row, 77, lambda id: Say(Post("A league"), "league", tiny.channel.id))
    await tiny.settle()
    refused = await tiny.slash("alice", "privacy delete")
    assert "a league that is under way: **Winter**. Leave it first" in refused.response.content
    found = await tiny.keeper.people.league(league)
    assert found is not None
    await tiny.keeper.save_league(msgspec.structs.replace(found, members=(Member(alice, True), Member(bob))))
    asked = await tiny.slash("alice", "privacy delete")
    await tiny.click("alice", asked.response, "Delete for good")
    assert await privacy.occurrences(tiny.keeper.store, alice) == {}
    left = await tiny.keeper.people.league(league)
    assert left is not None
    assert sorted(each.user < 0 for each in left.members) == [False, True]


async def test_a_move_thought_out_before_does_not_bring_them_back(tiny: Bench) -> None:
    """Somebody else's change of a match that mentions them is under way at that moment: it is thought out anew."""
    alice, bob = tiny.person("alice").id, tiny.person("bob").id
    await tiny.begun("bob", "carol")

    def traces(record: MatchRecord) -> list[Any]:
        record.gone.append(Gone(1, alice))
        return []

    await tiny.bot.service.change(1, traces)
    old = await tiny.keeper.match(1)
    assert old is not None
    version = old.version
    await tiny.bot.service.privacy.forget(alice)
    old.version += 1
    from bot.keeping import Conflict

    with pytest.raises(Conflict):
        await tiny.keeper.save(old, version, [], [])
    assert await privacy.occurrences(tiny.keeper.store, alice) == {}
    assert (await tiny.keeper.match(1)).host == bob  # type: ignore[union-attr]


async def test_the_export_has_everything_that_is_kept(tiny: Bench) -> None:
    alice, bob = await played(tiny)
    answer = await tiny.slash("alice", "privacy export")
    assert answer.ephemeral
    [file] = answer.response.attachments
    assert file.filename == "postwalker-about-you.json"
    told = json.loads(await tiny.bot.service.privacy.export(alice))
    assert told["you"] == str(alice)
    assert told["settings"][0]["zone"] == "Asia/Tokyo"
    assert [army["name"] for army in told["armies"]] == ["my army"]
    [match] = told["matches"]
    assert (match["number"], match["stage"], match["seat"], match["you_wrote_to_your_team"]) == (1, "over", 1, [WORDS])
    assert "move:0:6" in [each["answer"] for each in match["answers"]]
    assert [part["seat"] for part in told["results"][0]["you"]] == [0]
    assert {rating["server"] for rating in told["ratings"]} == {"all", str(tiny.guild.id)}
    assert told["leagues"] == [
        {"number": 1, "name": "Winter", "server": str(tiny.guild.id), "stage": "over", "withdrawn": False}
    ]
    assert told["messages_to_you"]
    assert match["seats_you_gave_over"] == [2]
    about_others = json.dumps([told["results"], told["matches"], told["ratings"]])
    assert str(bob) not in about_others
    for secret in ("seed", "stored", "bid:low"):
        assert secret not in about_others


async def test_the_export_knows_no_more_than_its_owner(tiny: Bench) -> None:
    """In a match that runs: neither the other's hand nor the rolls to come."""
    thread = await tiny.begun()
    for name, bid in (("alice", "bid:high"), ("bob", "bid:low")):
        await tiny.slash(name, "choose", thread, option=bid)
    await tiny.slash("alice", "cast", thread, card="cast:ant")
    await tiny.slash("alice", "choose", thread, option="side:right")
    record = await tiny.keeper.match(1)
    assert record is not None
    told = (await tiny.bot.service.privacy.export(tiny.person("bob").id)).decode()
    assert record.seed not in told
    assert "cast:ant" not in told
    assert "bid:low" in told


# ---- documents -----------------------------------------------------------------------------------------------------------
USER = 9_007_199_254_740_993_001


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": USER, "b": [USER, USER + 1], "c": True}, {"a": -5, "b": [-5, USER + 1], "c": True}),
        ({"text": f"<@{USER}>, <@!{USER}> and {USER}; not 1{USER}"},
         {"text": f"a former player, a former player and a former player; not 1{USER}"}),
        ({"pings": [USER, 7], "post": {"pings": [USER]}}, {"pings": [7], "post": {"pings": []}}),
        ({"n": {3: (USER,)}, "raw": msgspec.json.encode([{"by": USER}])}, {"n": {3: [-5]}, "raw": b'[{"by":-5}]'}),
        ({"raw": b"\xff\x00 no text"}, {"raw": b"\xff\x00 no text"}),
    ],
)  # fmt: skip
def test_a_number_goes_wherever_it_stands(before: Any, after: Any) -> None:
    packed = msgspec.msgpack.encode(before)
    assert msgspec.msgpack.decode(without("errands", packed, USER, -5)) == after


def test_texts_and_json_are_told_apart_from_other_documents() -> None:
    assert without("text", f"user {USER}".encode(), USER, -5) == b"user a former player"
    assert without("answers", msgspec.json.encode([{"by": USER, "text": f"<@{USER}>"}]), USER, -5) == (
        b'[{"by":-5,"text":"a former player"}]'
    )
    assert _Without(USER, -5).text("nothing") == "nothing"
