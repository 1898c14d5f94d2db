"""A whole match of the Arena through the service, as the built-in player would play both sides."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from bot.games import all_games
from bot.keeping import Keeper
from bot.panels.lobby import Draft
from bot.records import Say, Whisper
from bot.service import Service
from engine import record
from tests.bot.conftest import ALICE, BOB
from tests.bot.discord_bench import Clock
from tests.bot.test_panels import within_limits
from tests.bot.test_service import queued


@pytest.mark.field(6, 13, 105, 106)
async def test_to_the_victory_post_and_the_verified_file(keeper: Keeper, clock: Clock) -> None:
    games = all_games()
    service = Service(keeper, games, clock, new_seed=lambda: b"\x05" * 32)
    field = games["arena"].battlefields(2)[0][0]
    match = (await service.create(Draft("arena", field, rivals=(BOB,)), ALICE, 1, 10, 1)).id
    await service.join(match, BOB)
    await service.ready(match, ALICE)
    await service.ready(match, BOB)
    posts = []
    for _ in range(200):
        look = await service.look(match, None)
        if look.seen.outcome is not None:
            break
        seat = look.seen.asked[0]
        asked = await service.look(match, (ALICE, BOB)[seat])
        assert asked.asked_since is not None
        await service.move_for(match, seat, asked.asked_since, "")
        posts += [errand for errand in await queued(keeper) if isinstance(errand, (Say, Whisper))]
    within_limits([each.post for each in posts])
    last = next(each.post.text for each in reversed(posts) if isinstance(each, Say))
    assert "won" in last or "draw" in last
    assert "attack dice" in last
    assert ("05" * 32) in last
    earlier = [each.post.text for each in posts if isinstance(each, Say)][:-1]
    assert not any("05" * 32 in text for text in earlier), "the seed is secret until the end"
    rung = [each.post.pings for each in posts if isinstance(each, Say) and each.post.pings]
    assert all(one != other for one, other in pairwise(rung)), "nobody is rung twice in a row"
    _, data, _ = await service.export(match, 999)
    figures = record.verify(data)
    assert figures["outcome"] is not None
    assert figures["answers"] == len(msgspec.json.decode(data)["answers"])
    service.close()
