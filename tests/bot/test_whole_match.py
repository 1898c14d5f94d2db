"""Whole matches of every game through the service, as the built-in player would play all sides."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from bot.games import all_games, face_down_of, hand_of, turn_of
from bot.keeping import Keeper
from bot.panels import private
from bot.panels.lobby import Draft
from bot.pictures import Painter
from bot.records import Say, Whisper
from bot.service import Service
from engine import record
from tests.bot.conftest import ALICE, BOB
from tests.bot.discord_bench import Clock
from tests.bot.test_panels import within_limits
from tests.bot.test_service import queued


async def begun(service: Service, field: str, people: tuple[int, ...], game: str = "arena") -> int:
    """A match of these people, whoever comes first having started it."""
    draft = Draft(game, field, rivals=people[1:], players=len(people))
    match = (await service.beginning.create(draft, people[0], 1, 10, 1)).id
    for user in people[1:]:
        await service.beginning.join(match, user)
    for user in people:
        await service.beginning.ready(match, user)
    return match


@pytest.mark.field(6, 13, 105, 106)
@pytest.mark.parametrize(
    ("game", "field", "players"),
    [
        ("arena", "converge-on-the-cryptoliths", 2), ("arena", "ambush", 3), ("arena", "core-free-for-all", 3),
        ("arena", "skirmish-in-the-moorlands", 4), ("summoner_wars", "battlefield", 2),
    ],
)  # fmt: skip
async def test_to_the_victory_post_and_the_verified_file(
    keeper: Keeper, clock: Clock, game: str, field: str, players: int
) -> None:
    service = Service(keeper, all_games(), clock, new_seed=lambda: b"\x05" * 32)
    people = (ALICE, BOB, 303, 404)[:players]
    match = await begun(service, field, people, game)
    posts = []
    for _ in range(300):
        look = await service.look(match, None)
        if look.seen.outcome is not None:
            break
        seat = look.seen.asked[0]
        asked = await service.look(match, people[seat])
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
    _, data, _ = await service.history.export(match, 999)
    figures = record.verify(data)
    assert figures["outcome"] is not None
    assert figures["answers"] == len(msgspec.json.decode(data)["answers"])
    service.close()


@pytest.mark.rule("AR-TEAM-08")
@pytest.mark.field(1, 9)
async def test_in_two_teams_the_hand_shows_the_team_mates_and_no_opponents_cards(keeper: Keeper, clock: Clock) -> None:
    service = Service(keeper, all_games(), clock, new_seed=lambda: b"\x05" * 32)
    people = (ALICE, BOB, 303, 404)
    match = await begun(service, "skirmish-in-the-moorlands", people)
    while turn_of((await service.look(match, None)).seen) < 2:  # hands are dealt after the places are taken
        seat = (await service.look(match, None)).seen.asked[0]
        since = (await service.look(match, people[seat])).asked_since
        assert since is not None
        await service.move_for(match, seat, since, "")
    held = {}
    for seat, user in enumerate(people):
        look = await service.look(match, user)
        down = {name for name, _ in face_down_of(look.seen, seat)}
        held[seat] = {card.name for card in hand_of(look.seen)} | down
    assert sum(len(names) for names in held.values()) >= 8
    spectator = await service.look(match, None)
    assert all(hand_of(spectator.seen, seat) == () for seat in range(4))
    for seat, user in enumerate(people):
        look = await service.look(match, user)
        (mate,) = look.facts.mates(seat)
        posts = private.hand(look.facts, look.seen)
        shown = "\n".join(post.text for post in posts)
        assert all(name in shown for name in held[seat] | held[mate])
        assert f"Your team mate <@{people[mate]}>" in shown
        others = set().union(*(held[other] for other in held if other not in (seat, mate)))
        assert not [name for name in others - held[seat] - held[mate] if f"**{name}**" in shown]
        assert (seat, mate) in [(picture.seat, picture.of) for picture in posts[-1].pictures]
        within_limits(posts)
        drawn = await Painter().hand(look.seen, mate)
        assert drawn is not None
        assert drawn.name.startswith("hand-")
        assert all(card.name in drawn.alt for card in hand_of(look.seen, mate))
    service.close()
