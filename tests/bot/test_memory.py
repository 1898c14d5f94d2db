"""Looking back: the log and its filters, spans, steps, and what each reader may know of them."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot import games
from bot.chronicle import Chronicle, Filter, Span
from bot.errors import Sorry
from bot.keeping import Keeper, opened
from bot.panels import memory
from bot.panels.post import Picture, fit
from bot.pictures import Drawn
from bot.play import Answered
from bot.records import Entry as Tabled
from bot.records import Say
from bot.service import Service
from engine import record as files
from engine.arena.game_entry import ARENA
from engine.core.events import Event
from engine.core.orders import key as order
from engine.core.text import NOTHING, words
from engine.walk import Moment
from render.replay import Frame
from tests.bot.conftest import ALICE, BOB, EVE, begun
from tests.bot.discord_bench import Bench, Clock, NoPictures, buttons, labels
from tests.bot.tiny_game import TinyGame


# ---- the chronicle ----------------------------------------------------------------------------------------------------
def told(kind: str, text: str, seat: int | None = 0, to: tuple[int, ...] | None = None, **data: Any) -> Event:
    return Event(kind, words(text), seat, to, data)


OPENING = [told("turn", "Turn 1: red", 0, turn=1)]
ANSWERED = [
    Answered(0, "move", [told("moved", "Wolf moves to F4")]),
    Answered(0, "cast", [told("cast face down", "A card is laid face down"), told("cast", "You lay Ambush", 0, (0,))]),
    Answered(0, "end", [told("turn", "Turn 2: blue", 1, turn=2), told("draw", "blue draws a card", 1),
                        told("drawn", "You draw Shield Wall", 1, (1,))]),
    Answered(1, "attack", [told("attack", "Owl attacks Wolf", 1, attack=["sword"]),
                           told("damage", "Wolf takes 1 damage", 1)]),
    Answered(0, order("leave", "never"), []),
    Answered(1, "end", [told("turn", "Turn 3: red", 0, turn=3)]),
    Answered(0, "attack", [told("attack", "Wolf attacks Owl", 0, attack=["sword"]),
                           told("destroyed", "Owl is destroyed", 0)]),
]  # fmt: skip


def chronicle(seat: int | None = None, everything: bool = False, answers: int = len(ANSWERED)) -> Chronicle:
    return Chronicle(ARENA, OPENING, ANSWERED[:answers], seat, everything)


def found(wanted: Filter, seat: int | None = None, everything: bool = False) -> list[str]:
    return [str(entry.text) for entry in chronicle(seat, everything).found(wanted)]


@pytest.mark.field(1, 3, 4, 6)
def test_each_reader_finds_what_they_may_know_and_after_the_end_everybody_finds_everything() -> None:
    secrets = {"You lay Ambush": 0, "You draw Shield Wall": 1}
    for reader in (None, 0, 1):
        lines = found(Filter(), reader)
        assert [line for line in secrets if line in lines] == [line for line, seat in secrets.items() if seat == reader]
    assert set(secrets) <= set(found(Filter(), None, everything=True))
    assert found(Filter(text="Ambush")) == found(Filter(text="Shield Wall"), 0) == []


@pytest.mark.parametrize(
    ("wanted", "lines"),
    [
        (Filter(kind="attacks"), ["Owl attacks Wolf", "Wolf attacks Owl"]),
        (Filter(kind="deaths"), ["Owl is destroyed"]),
        (Filter(kind="spells"), ["A card is laid face down"]),
        (Filter(kind="dice", seat=1), ["Owl attacks Wolf"]),
        (Filter(seat=1, first=2, last=2), ["Turn 2: blue", "blue draws a card", "Owl attacks Wolf", "Wolf takes 1 damage"]),
        (Filter(first=3), ["Turn 3: red", "Wolf attacks Owl", "Owl is destroyed"]),
        (Filter(text="wolf", last=1), ["Wolf moves to F4"]),
        (Filter(text="nothing of the kind"), []),
    ],
)
def test_the_log_is_searched_by_player_kind_turn_and_words(wanted: Filter, lines: list[str]) -> None:
    assert found(wanted) == lines
    assert Filter.read(wanted.carried(60)) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("3-7 wolf", Filter(first=3, last=7, text="wolf")), ("turns 3 to 7", Filter(first=3, last=7)),
        ("5", Filter(first=5, last=5)), ("turn 12 the wolf", Filter(first=12, last=12, text="the wolf")),
        ("from 5", Filter(first=5)), ("grey wolf", Filter(text="grey wolf")), ("   ", Filter()),
        ("Zombie 2 falls", Filter(text="Zombie 2 falls")), ("3–7", Filter(first=3, last=7)),
        ("ab 5", Filter(first=5)), ("Zug 3 bis 7 Wolf", Filter(first=3, last=7, text="Wolf")),
    ],
)  # fmt: skip
def test_what_is_written_into_the_form_is_understood(line: str, wanted: Filter) -> None:
    assert Filter(kind="").asked_for(line) == wanted
    assert Filter(kind="attacks", seat=1).asked_for(line) == msgspec.structs.replace(wanted, kind="attacks", seat=1)


def test_every_kind_that_can_be_chosen_is_one_that_events_have() -> None:
    for game in games.all_games().values():
        assert set(game.kinds()) == {*games.TOLD, "aside"} - {"dice", games.BESIDE}
        assert all(game.kinds().values())
        for sort, kinds in game.kinds().items():
            assert all(sort in games.sorts(game, Event(kind)) for kind in kinds)


def test_since_your_last_turn_is_what_others_have_done_and_what_one_has_done_in_this_turn() -> None:
    assert chronicle(1, answers=6).since_last_turn()[:2] == (5, 6), "blue has ended its turn; red's order came between"
    assert chronicle(0).since_last_turn()[:2] == (4, 7), "an order off turn is no turn"
    assert chronicle(1).since_last_turn()[:2] == (7, 7)
    assert chronicle(1, answers=3).since_last_turn()[:2] == (1, 3), "who has not played yet sees it from the beginning"
    assert chronicle(None).since_last_turn() == chronicle(None).last_turn()


def test_spans_of_turns() -> None:
    seen = chronicle()
    assert seen.turns == 3
    assert seen.between(1, 1)[:2] == (1, 3)
    assert seen.between(2, 3)[:2] == (4, 7)
    assert seen.between(2, 99)[:2] == (4, 7)
    assert seen.whole()[:2] == (1, 7)
    assert seen.last_turn()[:2] == (7, 7)
    assert chronicle(answers=6).last_turn()[:2] == (4, 6), "nothing has happened in the turn that has just begun"
    with pytest.raises(ValueError, match="no such turns"):
        seen.between(4, 9)
    assert str(seen.between(2, 3).name) == "turns 2 to 3"


def test_steps_are_what_there_is_to_see_and_asides_come_with_the_next() -> None:
    assert chronicle().steps == [1, 2, 4, 7]
    assert chronicle(answers=6).steps == [1, 2, 4, 6], "the last answer is always one"
    assert chronicle(1).steps == [1, 2, 4, 7]
    assert [chronicle().step(n) for n in (-1, 0, 1, 4, 9)] == [0, 0, 1, 7, 7]
    assert [chronicle().step_of_turn(turn) for turn in (1, 2, 3, 9)] == [1, 3, 4, 4]
    assert chronicle().shown(Span(1, 7, NOTHING)) == [1, 2, 4, 7]
    assert chronicle().shown(Span(2, 3, NOTHING)) == [2, 3]
    assert chronicle().shown(Span(1, 7, NOTHING), 2) == [2, 7]


@pytest.mark.field(97)
def test_a_log_of_any_length_fits_and_every_button_works_from_its_id(service_facts: Any) -> None:
    facts, view = service_facts
    many = [Answered(n % 2, "x", [told("moved", f"Figure {n} moves somewhere {'far away ' * 9}")]) for n in range(800)]
    story = Chronicle(ARENA, OPENING, many, None, True)
    wanted = Filter(seat=1, kind="moves", first=1, last=99, text="a rather long text to be found, longer than fits" * 3)
    for page in (None, 0, 3):
        for each in (Filter(), Filter(kind="moves"), wanted):
            post = fit(memory.log(facts, view, story, each, page))
            assert len(post.text) <= 2000
    shown = memory.log(facts, view, story, Filter(kind="moves"), 2)
    texts = [memory.log(facts, view, story, Filter(kind="moves"), page).text for page in range(60)]
    assert all(sum(f"Figure {n} moves" in text for text in texts) >= 1 for n in range(800))
    assert "page 3 of" in shown.text


@pytest.fixture
async def service_facts(service: Service) -> Any:
    match = await begun(service)
    look = await service.look(match, None)
    return look.facts, look.seen


def test_what_happened_beside_the_rules_stands_where_it_happened_and_can_be_searched_for() -> None:
    table = [Tabled("pause", 3, 1000.0, ALICE, words("The match was paused.")),
             Tabled("rewind", 7, 2000.0, BOB, words("The host went back a turn."))]  # fmt: skip
    story = Chronicle(ARENA, OPENING, ANSWERED, None, False, table)
    lines = memory.log_lines(story, Filter())
    assert lines.index("• ⚙️ The match was paused. (<t:1000:f>)") == lines.index("• blue draws a card") + 1
    assert lines[-1] == "• ⚙️ The host went back a turn. (<t:2000:f>)"
    assert [str(entry.text) for entry in story.found(Filter(kind="table"))] == [str(each.text) for each in table]
    assert story.steps == chronicle().steps


# ---- the service ------------------------------------------------------------------------------------------------------
class Reels(NoPictures):
    """Draws replays, with a name for a picture."""

    async def replay(self, frames: Any, words: str) -> Drawn | None:
        assert all(isinstance(each, Frame) for each in frames)
        return Drawn("replay.webp", b"RIFF", words)


class Watching(NoPictures):
    """Draws nothing and notes what it would have drawn: views, and what happened."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: list[Moment] = []

    def can_draw(self, view: Any) -> bool:
        return True

    def frame(self, moment: Moment) -> Any:
        self.moments.append(moment)
        return moment

    async def replay(self, frames: Any, words: str) -> None:
        self.words = words


async def played(service: Service, *, end: bool = True) -> int:
    """Alice lays a card, Bob answers, and gives up in the end."""
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:right", "end:turn"], 10)
    await service.act(match, BOB, ["cast:dog", "side:right", "move:1:7", "end:turn"], 11)
    await service.act(match, ALICE, ["move:0:5"], 12)
    if end:
        await service.resign(match, BOB, 13)
    return match


async def film(service: Service, match: int, user: int | None, span: tuple[int, int] = (1, 99)) -> list[Moment]:
    painter = Watching()
    look = await service.look(match, user)
    chapter = await service.history.chapter(match, user)
    last = min(span[1], chapter.chronicle.length)
    assert (await service.history.picture(memory.film(look.facts, look.seat, Span(span[0], last, NOTHING)), painter)) is None
    return painter.moments


@pytest.mark.field(6)
async def test_a_replay_of_a_running_match_shows_what_its_viewer_knew_and_of_a_finished_one_everything(
    service: Service,
) -> None:
    match = await played(service, end=False)
    for user, seat in ((ALICE, 0), (BOB, 1), (EVE, None)):
        moments = await film(service, match, user)
        assert len(moments) >= 5
        for moment in moments:
            assert moment.view.seat == seat
            board: Any = moment.view.board
            assert [each.hand is not None for each in board.seats] == [n == seat for n in range(2)]
            assert all(event.known_to(seat) for event in moment.events)
    await service.resign(match, BOB, 13)
    for user in (ALICE, BOB, EVE):
        moments = await film(service, match, user)
        for moment in moments:
            board = moment.view.board
            assert all(each.hand is not None for each in board.seats)
        assert [len(moments[0].view.board.seats[0].hand), len(moments[-1].view.board.seats[0].hand)] == [3, 2]  # type: ignore[attr-defined]


@pytest.mark.field(6, 32)
async def test_what_is_taken_back_is_not_shown_again(service: Service) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5"], 20)
    assert any(event.text.parts.get("to") == 5 for moment in await film(service, match, BOB) for event in moment.events)
    await service.undo(match, ALICE, 21)
    await service.act(match, ALICE, ["move:0:6"], 22)
    shown = [event.text.parts.get("to") for moment in await film(service, match, BOB) for event in moment.events]
    assert 6 in shown
    assert 5 not in shown


@pytest.mark.field(32, 65)
async def test_a_match_that_todays_rules_lead_elsewhere_says_so_in_words(service: Service, keeper: Keeper) -> None:
    match = await played(service)
    record = await service.record(match)
    record.seats[0].army = {**record.seats[0].army, "cards": ["bee", "cat"]}  # as if hands were dealt otherwise now
    expected, record.version = record.version, record.version + 1
    await keeper.save(record, expected, [], [])
    with pytest.raises(Sorry, match="cannot be shown any more") as sorry:
        await service.history.picture(Picture("moment", match, None, since=0, until=6), NoPictures())
    assert "`/log`" in str(sorry.value)
    assert len((await service.history.history(match, EVE))[1]) > 5


@pytest.mark.field(13)
async def test_spectators_export_what_the_table_sees(service: Service) -> None:
    match = await played(service, end=False)
    _, data, _ = await service.history.export(match, EVE)
    assert not any(word in data for word in (b"ant", b"bee", b'"cat', b"dog", b"elk", b"seed"))


# ---- from a file ------------------------------------------------------------------------------------------------------
async def brought(service: Service, data: bytes, interaction: int = 900) -> int:
    return await service.history.bring_in(data, EVE, 1, 10, interaction)


@pytest.mark.field(105)
async def test_a_finished_match_is_taken_in_from_its_file_to_be_looked_at(service: Service, keeper: Keeper) -> None:
    match = await played(service)
    _, data, _ = await service.history.export(match, EVE)
    number = await brought(service, data)
    assert number != match
    assert await brought(service, data) == number, "the same interaction takes it in once"
    record = await service.record(number)
    assert record.stage == "over"
    assert record.imported
    assert [seat.user for seat in record.seats] == [0, 0]
    told = (await service.history.history(number, None))[1]
    assert told == (await service.history.history(match, None))[1]
    assert "• 🔒 Player 1: Your ant lies on the right" in told, "to whom it was said"
    assert "• 🔒 Your ant lies on the right" in (await service.history.history(match, ALICE))[1]
    assert [moment.view for moment in await film(service, number, None)] == [
        moment.view for moment in await film(service, match, None)
    ]
    again = await service.history.export(number, BOB)
    assert json.loads(again[1]) == json.loads(data)
    posts = [row.errand.post for row in await keeper.waiting(99) if isinstance(row.errand, Say) and row.match == number]
    assert len(posts) == 1
    assert "brought in from its file" in posts[0].text
    assert "no rating" in posts[0].text
    with pytest.raises(Sorry):
        await service.act(number, ALICE, ["end:turn"], 901)
    assert await service.matches_of(EVE) == []


@pytest.mark.field(105)
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda text: text.replace('"card":"ant"', '"card":"bee"').replace("cast:ant", "cast:bee"), "recorded"),
        (lambda text: text.replace('"seed": "07', '"seed": "08'), "seed does not fit"),
        (lambda text: text.replace('"seat": 1', '"seat": 0', 1), "(not allowed|recorded|derived)"),
        (lambda text: text + " ", "not written as this program writes it"),
        (lambda text: text[: len(text) // 2], "not a match record"),
        (lambda text: text.replace('"game": "tiny"', '"game": "chess"'), "no such game"),
        (lambda text: text.replace('"format": 1', '"format": 9'), "format 9"),
        (lambda text: "no file at all", "not a match record"),
    ],
)
async def test_a_file_that_does_not_follow_from_its_seed_is_refused_with_the_reason(
    service: Service, spoil: Any, reason: str
) -> None:
    match = await played(service)
    _, data, _ = await service.history.export(match, EVE)
    with pytest.raises(Sorry, match=reason):
        await brought(service, spoil(data.decode()).encode())


async def test_unfinished_and_oversized_files_are_refused(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await played(service)
    _, data, _ = await service.history.export(match, EVE)
    whole = files.decode(data)
    short = msgspec.structs.replace(whole, answers=whole.answers[:4])
    loaded = files.begin(short, TinyGame())
    for each in short.answers:
        loaded.answer(each.seat, each.key)
    running = files.encode(msgspec.structs.replace(short, fingerprint=loaded.fingerprint))
    with pytest.raises(Sorry, match="not finished"):
        await brought(service, running)
    monkeypatch.setattr("bot.history.LARGEST", 100)
    with pytest.raises(Sorry, match="too large"):
        await brought(service, data)


async def test_nobody_fills_the_database_with_files(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await played(service)
    _, data, _ = await service.history.export(match, EVE)
    monkeypatch.setattr("bot.history.BROUGHT_IN", 2)
    await brought(service, data, 910)
    await brought(service, data, 911)
    with pytest.raises(Sorry, match="brought in 2 matches"):
        await brought(service, data, 912)


async def test_words_of_a_file_are_told_anew_not_taken_from_it(service: Service) -> None:
    match = await played(service)
    _, data, _ = await service.history.export(match, EVE)
    forged = files.encode(files.decode(data.replace(b"plays a card face down", b"is a scoundrel, says the bot")))
    number = await brought(service, forged)
    assert not any("scoundrel" in line for line in (await service.history.history(number, None))[1])


# ---- on Discord -------------------------------------------------------------------------------------------------------
async def ended(tiny: Bench, name: str, thread: Any) -> None:
    await tiny.click(name, (await tiny.slash(name, "end", thread)).response, "Go")


async def said(keeper: Keeper) -> str:
    """All that waits to be said, which is said by it."""
    found = []
    while rows := await keeper.waiting(99):
        for row in rows:
            found.append(str(row.errand))
            await keeper.done(row)
    return "\n".join(found)


async def finished(tiny: Bench) -> Any:
    thread = await tiny.begun()
    for name, what in (("alice", "high"), ("bob", "low")):
        await tiny.slash(name, "choose", thread, option=what)
    for number in (5, 6, 7):
        await tiny.slash("alice", "move", thread, figure="0", to=f"P{number}")
        await ended(tiny, "alice", thread)
        await tiny.slash("bob", "move", thread, figure="1", to=f"P{number + 10}")
        await ended(tiny, "bob", thread)
    panel = await tiny.slash("alice", "match resign", thread)
    await tiny.click("alice", panel.response, "Give up")
    return thread


@pytest.mark.field(4)
async def test_anybody_reads_the_log_and_searches_it_by_command_and_by_thumb(tiny: Bench) -> None:
    thread = await finished(tiny)
    post = (await tiny.slash("eve", "log", thread)).response
    assert post.ephemeral
    assert "Seat 1 steps to 5" in post.content
    post = (await tiny.slash("eve", "log", thread, who="Player 2", what="moves", **{"from": 2, "to": 5})).response
    assert "Seat 2 steps to 15" in post.content
    assert "Seat 1" not in post.content
    assert "Player 2 · moves · turns 2 to 5" in post.content
    shown = (await tiny.choose("eve", post, ["-"])).response
    assert "Player 2 · turns 2 to 5" in (shown or post).content
    form = await tiny.click("eve", post, "Turns or words")
    shown = await tiny.form("eve", form, "steps to 17")
    assert "steps to 17" in shown.response.content
    assert "steps to 15" not in shown.response.content
    for wrong in ({"who": "nobody"}, {"what": "weather"}):
        answer = (await tiny.slash("eve", "log", thread, **wrong)).response
        assert "Write one of" in answer.content
    assert await tiny.typed("eve", "log", "who", "2", thread) == ["Player 2"]
    assert "attacks" in await tiny.typed("eve", "log", "what", "att", thread)


@pytest.mark.field(6, 85)
async def test_a_finished_match_is_walked_through_by_anybody_even_after_a_restart(tiny: Bench) -> None:
    thread = await finished(tiny)
    ending = thread.history()[-1]
    assert "Replay" in labels(ending)
    told = (await tiny.click("eve", ending, "Replay")).response
    assert "the whole match" in told.content
    assert "Seat 2 steps to 16" in told.content, "a game without pictures is told in words"
    first = (await tiny.click("eve", told, "Step by step")).response or told
    assert "the beginning" in first.content
    assert [button.disabled for button in buttons(first)[:4]] == [True, True, False, False]
    await tiny.restart()
    await tiny.click("eve", first, "▶")
    assert "step 1 of" in first.content
    await tiny.click("eve", first, "⏭")
    assert "gives up" in first.content
    await tiny.click("eve", first, "◀")
    await tiny.choose("eve", first, ["3"])
    assert "Turn 3" in first.content
    assert "🎴 Player 1: Ant, Bee, Cat" in first.content, "after the end all hands lie open"
    again = (await tiny.slash("bob", "replay", thread, span="steps", **{"from": 4})).response
    assert "**Turn 4 of 7" in again.content
    turns = (await tiny.slash("bob", "replay", thread, **{"from": 4, "to": 5})).response
    assert "turns 4 to 5" in turns.content
    assert "Seat 2 steps to 16" in turns.content
    assert "Seat 1 steps to 6" not in turns.content


@pytest.mark.field(6)
async def test_of_a_running_match_one_sees_the_last_turns_and_cannot_step_ahead_of_its_secrets(tiny: Bench) -> None:
    thread = await tiny.begun()
    nothing = (await tiny.slash("eve", "replay", thread)).response
    assert "Nothing has happened yet" in nothing.content
    for name, what in (("alice", "high"), ("bob", "low")):
        await tiny.slash(name, "choose", thread, option=what)
    await tiny.slash("alice", "cast", thread, card="ant")
    await tiny.slash("alice", "choose", thread, option="right")
    await ended(tiny, "alice", thread)
    for name in ("bob", "eve"):
        post = (await tiny.slash(name, "replay", thread)).response
        assert post.ephemeral
        assert "plays a card face down" in post.content
        assert "ant" not in post.content.replace("want", "")
    more = (await tiny.click("bob", thread.history()[-1], "More")).response
    await tiny.click("bob", more, "Replay")
    assert "since your last turn" in more.content
    own = (await tiny.slash("alice", "replay", thread, span="whole")).response
    assert "Your ant lies on the right" in own.content
    assert "when it is over" in (await tiny.slash("eve", "replay", thread, span="steps")).response.content
    assert "have not been played" in (await tiny.slash("eve", "replay", thread, **{"from": 9})).response.content


@pytest.mark.field(13)
async def test_of_another_servers_match_only_its_players_know(tiny: Bench) -> None:
    await finished(tiny)
    elsewhere = tiny.env.create_guild()
    channel = elsewhere.create_text_channel("elsewhere")
    stranger = elsewhere.add_member(tiny.env.create_user("mallory"))
    for command in ("log", "board", "replay", "match export", "match status"):
        answer = (await stranger.slash(channel, command, match="1")).response
        assert answer.content == "There is no match 1 here."
    assert (await stranger.autocomplete(channel, "log", "match", "")) == []
    assert await tiny.typed("eve", "log", "match", "") == ["1"]
    assert "Seat 1" in (await tiny.slash("eve", "log", match="1")).response.content


async def test_a_match_is_exported_and_taken_in_on_discord(tiny: Bench) -> None:
    thread = await finished(tiny)
    file = (await tiny.slash("eve", "match export", thread)).response.attachments[0]
    assert file.filename == "match-1.json"
    data = await file.read()
    done = (await tiny.slash("eve", "match import", file=("mine.json", data))).response
    assert "It is match 2 here" in done.content
    post = tiny.channel.last_message
    assert labels(post) == ["Step by step", "Replay", "What happened", "Export"]
    assert "brought in from its file by" in post.content
    assert "Seat 2 steps to 16" in (await tiny.click("bob", post, "What happened")).response.content
    assert "the beginning" in (await tiny.click("bob", post, "Step by step")).response.content
    assert "2" in await tiny.typed("bob", "replay", "match", "")
    forged = data.replace(b'"seed": "', b'"seed": "00')
    refused = (await tiny.slash("eve", "match import", file=("mine.json", forged))).response
    assert "cannot be taken in" in refused.content


@pytest.mark.field(94)
async def test_no_address_of_a_picture_is_kept(tiny: Bench, tmp_path: Path) -> None:
    """Links to files on Discord run out: pictures are drawn anew from numbers."""
    thread = await finished(tiny)
    await tiny.click("eve", thread.history()[-1], "Replay")
    await tiny.slash("eve", "board", thread)
    with sqlite3.connect(tmp_path / "test.db") as database:
        kept = "\n".join(database.iterdump()).encode()
        for table in ("matches", "errands"):
            column = "document" if table == "matches" else "payload"
            kept += b"".join(row[0] for row in database.execute(f"select {column} from {table}"))
    assert b"board" in kept
    assert b"http" not in kept
    assert b"cdn." not in kept


async def test_a_finished_match_is_shown_to_everybody_as_a_picture_that_moves(arena: Bench) -> None:
    thread = await arena.begun()
    panel = (await arena.click("alice", thread.history()[-1], "Play")).response
    for _ in range(2):
        panel = (await arena.click("alice", panel, buttons(panel)[0].label)).response or panel
    await arena.click("alice", (await arena.slash("alice", "match resign", thread)).response, "Give up")
    arena.bot.painter = arena.bot.showing.painter = arena.bot.delivery.painter = Reels()
    post = (await arena.slash("eve", "replay", thread, span="whole")).response
    assert [file.filename for file in post.attachments] == ["replay.webp"]
    assert "has given up" in post.attachments[0].description or "gives up" in post.attachments[0].description
    answer = (await arena.click("eve", post, "Show it to everybody")).response
    shown = thread.history()[-1]
    assert "being drawn" in answer.content
    assert arena.person("eve").mention in shown.content
    assert [file.filename for file in shown.attachments] == ["replay.webp"]
    again = (await arena.click("bob", shown, "Step by step")).response
    await arena.click("bob", again, "⏭")
    assert "gives up" in again.content


# ---- a whole match between databases ----------------------------------------------------------------------------------
@pytest.mark.field(64)
async def test_a_running_match_moves_to_another_database_and_is_played_on(
    service: Service, keeper: Keeper, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.hosting import matchfile

    monkeypatch.setattr(matchfile, "all_games", lambda: {"tiny": TinyGame()})
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:right", "end:turn"], 30)
    await service.act(match, BOB, ["move:1:7"], 31)
    data = await matchfile.export_match(keeper.store, match, clock)
    matchfile.write(tmp_path / "one.match", data)
    assert (tmp_path / "one.match").read_bytes() == data
    assert [name for name in os.listdir(tmp_path) if "match" in name] == ["one.match"]
    before = await service.record(match)
    clock.now += 5 * 86400
    async with opened(f"sqlite:///{tmp_path}/other.db", clock) as there:
        other = Service(there, {"tiny": TinyGame()}, clock)
        number = await matchfile.import_match(there.store, data, other, clock)
        assert number == match
        record = await other.record(number)
        assert record.stored == before.stored
        assert record.seats[1].deadline == (before.seats[1].deadline or 0) + 5 * 86400
        assert await there.answered(number) == await keeper.answered(match)
        assert (await other.look(number, BOB)).seen == (await service.look(match, BOB)).seen
        assert "goes on from here" in await said(there)
        receipt = await other.undo(number, BOB, 32)
        assert receipt.told == ["Taken back."]
        await other.act(number, BOB, ["move:1:9", "end:turn"], 33)
        with pytest.raises(matchfile.StorageError, match="already"):
            await matchfile.import_match(there.store, data, other, clock)
        for spoilt in (b"", data[:-5], data[:60] + b"x" + data[61:], b"PK" + data):
            with pytest.raises(matchfile.BadFile):
                matchfile.unpacked(spoilt)
        with pytest.raises(matchfile.StorageError, match="no match 99"):
            await matchfile.export_match(there.store, 99, clock)
        other.close()


async def test_the_hosts_commands_move_a_match_and_say_what_is_wrong(
    service: Service, keeper: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bot.__main__ import main
    from bot.hosting import matchfile

    monkeypatch.setattr(matchfile, "all_games", lambda: {"tiny": TinyGame()})
    monkeypatch.setattr(matchfile, "use_host_files", lambda cards, maps: [])
    match = await begun(service)
    here, there = f"sqlite:///{tmp_path}/service.db", f"sqlite:///{tmp_path}/new.db"
    file = str(tmp_path / "a.match")

    async def run(*words: str) -> tuple[int, str]:
        code = await asyncio.to_thread(main, list(words))
        said = capsys.readouterr()
        return code, said.out + said.err

    assert (await run("export-match", str(match), file, "--url", here))[0] == 0
    code, told = await run("import-match", file, "--url", there)
    assert (code, told) == (0, f"The match is number {match} here.\n")
    code, told = await run("import-match", file, "--url", there)
    assert code == 1
    assert "already" in told
    code, told = await run("export-match", "77", file, "--url", here)
    assert (code, told) == (1, "There is no match 77 in this database.\n")
    code, told = await run("import-match", str(tmp_path / "nothing"), "--url", there)
    assert code == 1
    assert "No such file" in told


async def test_where_its_number_is_taken_a_moved_match_gets_another(
    service: Service, keeper: Keeper, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.hosting import matchfile

    monkeypatch.setattr(matchfile, "all_games", lambda: {"tiny": TinyGame()})
    match = await begun(service)
    data = await matchfile.export_match(keeper.store, match, clock)
    clock.now += 60
    async with opened(f"sqlite:///{tmp_path}/other.db", clock) as there:
        other = Service(there, {"tiny": TinyGame()}, clock, new_seed=lambda: b"\x08" * 32)
        assert await begun(other) == match
        number = await matchfile.import_match(there.store, data, other, clock)
        assert number == match + 1
        assert (await other.record(number)).seed == (await service.record(match)).seed
        assert (await other.record(match)).seed != (await service.record(match)).seed
        assert f"it was number {match}, it is {number} now" in await said(there)
        await other.act(number, ALICE, ["end:turn"], 40)
        other.close()
