"""Posters of finished matches: with the last post, and whenever somebody asks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.errors import Sorry
from bot.games import all_games
from bot.keeping import Keeper
from bot.panels.post import Picture
from bot.pictures import Drawn, Painter
from bot.records import Say
from bot.service import Service
from engine.retrospect import Retrospect
from tests.bot.conftest import ALICE, BOB
from tests.bot.discord_bench import Bench, Clock, labels
from tests.bot.test_memory import finished
from tests.bot.test_service import queued
from tests.bot.test_whole_match import begun


class Easel(Painter):
    """Tells what it was to draw."""

    def __init__(self) -> None:
        self.match: Retrospect | None = None

    async def poster(self, match: Retrospect) -> Drawn | None:
        self.match = match
        return Drawn("poster.png", b"", "")

    async def board(self, *args: Any, **kwargs: Any) -> Drawn | None:
        return Drawn("board.png", b"", "")


async def given_up(service: Service, game: str, field: str) -> int:
    """A match that ends after some moves."""
    match = await begun(service, field, (ALICE, BOB), game)
    for _ in range(3):
        look = await service.look(match, None)
        seat = look.seen.asked[0]
        asked = await service.look(match, (ALICE, BOB)[seat])
        assert asked.asked_since is not None
        await service.move_for(match, seat, asked.asked_since, "")
    await service.resign(match, BOB, 7001)
    return match


async def test_a_match_that_is_not_over_has_none(keeper: Keeper, clock: Clock) -> None:
    service = Service(keeper, all_games(), clock)
    match = await begun(service, "core-duel", (ALICE, BOB))
    with pytest.raises(Sorry, match="when the match is over"):
        await service.posters.drawn(match, Easel())
    service.close()


async def test_a_poster_is_of_what_was_played_and_looked_back_at_once(keeper: Keeper, clock: Clock) -> None:
    service = Service(keeper, all_games(), clock, new_seed=lambda: b"\x05" * 32)
    match = await given_up(service, "arena", "core-duel")
    last = next(each.post for each in reversed(await queued(keeper)) if isinstance(each, Say))
    (picture,) = last.pictures
    assert picture == Picture("poster", match)
    easel = Easel()
    drawn = await service.history.picture(picture, easel)
    assert drawn is not None
    assert drawn.name == "poster.png"
    first = easel.match
    assert first is not None
    view = await service.view(await service.record(match), None)
    assert view.outcome is not None
    assert str(first.reason) == str(view.outcome.reason)
    assert first.winners == tuple(view.outcome.winners) == (0,)
    assert any(str(number.what) == "day" for number in first.numbers)
    await service.posters.drawn(match, easel)
    assert easel.match is first
    painter = Painter()
    shown = await service.posters.drawn(match, painter)
    painter.close()
    assert shown is not None
    assert shown.name == "poster.png"
    assert shown.data.startswith(b"\x89PNG")
    assert str(first.sides[0].name) in shown.alt
    service.close()


async def test_where_todays_rules_do_not_lead_to_the_end_the_board_is_shown(
    keeper: Keeper, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(keeper, all_games(), clock, new_seed=lambda: b"\x05" * 32)
    match = await given_up(service, "summoner_wars", "battlefield")
    answered = await keeper.answered(match)
    changed = [msgspec.structs.replace(each, key="what was never on offer") for each in answered]

    async def otherwise(_: int) -> list[Any]:
        return changed

    monkeypatch.setattr(keeper, "answered", otherwise)
    drawn = await service.posters.drawn(match, Easel())
    assert drawn is not None
    assert drawn.name == "board.png"
    service.close()


async def test_the_board_and_the_replay_of_a_finished_match_offer_it(tiny: Bench) -> None:
    thread = await finished(tiny)
    for asked in (await tiny.slash("eve", "board", thread), await tiny.slash("eve", "replay", thread)):
        shown = await tiny.click("eve", asked.response, "Poster")
        assert "Poster" in (shown.response or asked.response).content
    straight = (await tiny.slash("eve", "replay", thread, span="poster")).response
    assert straight.ephemeral
    assert "Poster" in straight.content


async def test_before_the_end_there_is_none(tiny: Bench) -> None:
    thread = await tiny.begun()
    refused = (await tiny.slash("eve", "replay", thread, span="poster")).response
    assert "There is a poster when the match is over" in refused.content
    board = (await tiny.slash("eve", "board", thread)).response
    assert not any(label.startswith("Poster") for label in labels(board))
