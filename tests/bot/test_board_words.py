"""The board in words where people meet it: beside pictures, and by ``/board text:true``."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.pictures import Painter, board_alt, place_words
from engine.core.looks import Region
from engine.core.match import Match
from engine.core.text import Text
from engine.registry import game
from tests.bot.discord_bench import Bench
from tests.engine.playing import begin, plies

GAMES = ("arena", "summoner_wars")


def under_way(name: str, least: int = 60) -> Match[Any]:
    """A match in its midst, at a question that is not asked of everybody."""
    match = begin(2, name=name)
    for count, _ in enumerate(plies(match, random.Random(2)), 1):
        if count >= least and match.asked and len(match.asked[0].options) > 1:
            break
    return match


@pytest.mark.parametrize("name", GAMES)
def test_beside_a_picture_stands_what_its_reader_is_asked_and_nobody_elses_question(name: str) -> None:
    match = under_way(name)
    seat = match.asked[0].seat
    own, other, everybody = (match.view(each) for each in (seat, 1 - seat, None))
    question = str(own.question)
    assert question
    assert question in board_alt(own)
    for view in (other, everybody):
        assert question not in board_alt(view)
        assert "Waiting for " in board_alt(view)


@pytest.mark.parametrize("name", GAMES)
def test_beside_a_picture_stands_what_changed(name: str) -> None:
    match = under_way(name)
    seat = match.asked[0].seat
    last = next(event for event in reversed(match.events) if event.text and event.known_to(None))
    told = str(last.text)
    assert told.casefold() in board_alt(match.view(1 - seat), match.events).casefold()
    assert f"Last: {told[:1].upper()}" not in board_alt(match.view(1 - seat))


@pytest.mark.parametrize("name", GAMES)
def test_every_region_can_be_told(name: str) -> None:
    view = under_way(name).view(None)
    regions = game(name).regions(view.board)
    figures = [region for region in regions if region.subject]
    assert figures
    for region in regions:
        told = place_words(view, region)
        assert told.startswith("# ")
        assert "## " in told
        if region.subject:
            assert region.at[0] in told.splitlines()[0]
        else:
            inside = [each for each in figures if set(each.at) & set(region.spaces)]
            assert all(any(at in told for at in each.at) for each in inside)
    gone = Region("x", Text("somebody"), figures[0].spaces, "99999", figures[0].at)
    assert place_words(view, gone) == place_words(view, figures[0]), "the space tells who stands there"


async def test_the_board_is_told_under_headings_that_stay_with_their_lines(arena: Bench) -> None:
    thread = await arena.begun()
    answer = await arena.slash("alice", "board", thread, text=True)
    texts = [answer.response.content, *(each.content for each in answer.followups)]
    assert texts[0].startswith("# ")
    assert len(texts) > 1
    for text in texts:
        assert len(text) <= 2000
        assert not text.rstrip().splitlines()[-1].startswith("#")
    whole = "\n".join(texts)
    for heading in ("## Now", "## Your army: ", "## Enemy army: ", "## The ground by region"):
        assert heading in whole, heading
    near = (await arena.slash("alice", "board", thread, at="the middle", text=True)).response.content
    assert near.startswith("# The middle")
    assert "## The ground row by row" in near


async def test_the_board_in_words_tells_what_happened_since_ones_last_turn(
    arena: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread, service = await arena.begun(), arena.bot.service
    names = {arena.person(name).id: name for name in ("alice", "bob")}
    heading = "## What has happened since your last turn"

    async def reads(who: str) -> str:
        answer = await arena.slash(who, "board", thread, text=True)
        return "\n".join([answer.response.content, *(each.content for each in answer.followups)])

    first, told = 0, []
    for n in range(60):  # until it is the other one's to answer, and something has happened
        record = await service.record(1)
        seat = (await service.look(1, None)).seen.asked[0]
        user = record.seats[seat].user
        if told and user != first:
            break
        first = first or user
        view = (await service.look(1, user)).seen
        receipt = await service.act(1, user, [view.options[0].key], 9000 + n)
        told += [line for line in receipt.told if line]
    assert told
    text = await reads(names[user])
    assert heading in text
    section = text.split(heading)[1].split("##")[0]
    public = [str(entry.text) for entry in (await service.history.chapter(1, None)).chronicle.entries]
    assert any(line.casefold() in section.casefold() for line in told if line in public)
    unseen: list[tuple[str, ...]] = []

    async def painted(self: Painter, *args: Any, **more: Any) -> None:
        unseen.append(more["unseen"])

    monkeypatch.setattr(type(arena.bot.painter), "board", painted)
    await arena.slash(names[user], "board", thread)
    assert any(line in unseen[0] for line in told if line in public), "beside the picture as well"
    eve = await reads("eve")
    assert heading not in eve
    assert "(yours)" not in eve
