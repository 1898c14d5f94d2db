"""The battlefield of Summoner Wars, its cards and decks, and its replays."""

from __future__ import annotations

import io
import random
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.core.events import Event
from engine.core.match import Match
from engine.core.text import words
from engine.registry import game
from engine.summoner_wars import board as spaces
from engine.summoner_wars.view import WarView
from render import replay, studios
from render.summoner_wars.board import Sheet, laid
from render.summoner_wars.described import ALT_LIMIT, alt_text, describe_board
from render.summoner_wars.happened import gather
from render.summoner_wars.mat import WIDTH
from tests.engine.playing import begin, plies

WAR = game("summoner_wars")


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def played(n: int, answers: int) -> Match[Any]:
    match = begin(n, name="summoner_wars")
    for count, _ in enumerate(plies(match, random.Random(n)), 1):
        if count == answers:
            break
    return match


def seen(match: Match[Any], seat: int | None) -> WarView:
    return match.view(seat).board


def drawn(view: WarView, events: list[Event] | None = None, reach: tuple[str, ...] = ()) -> bytes:
    studio = studios.studio_of(view)
    assert studio is not None
    return studio.board(view, events=events or [], reach=dict.fromkeys(reach, ""), focus=None, width=None)


def sheet(view: WarView, events: list[Event] | None = None) -> Sheet:
    return laid(view, gather(view, events or []))


def changed(view: WarView, one: bytes, other: bytes) -> set[str]:
    """Names of the spaces that differ."""
    found = set()
    mat, (left, right) = sheet(view).mat, (opened(one), opened(other))
    size = (left.width, min(left.height, right.height))
    difference = ImageChops.difference(left.crop((0, 0, *size)), right.crop((0, 0, *size)))
    for space in spaces.SPACES:
        box = tuple(round(n) for n in mat.space(space).inner(3))
        if max(high for _, high in difference.crop(box).getextrema()) > 60:  # type: ignore[arg-type]
            found.add(spaces.name(space))
    return found


def test_equal_views_give_equal_pictures_of_one_size() -> None:
    for n in range(4):
        view = seen(played(n, 60), None)
        one = drawn(view)
        assert one == drawn(view)
        assert opened(one).width == WIDTH
        assert len(one) < 250_000


def test_one_wound_changes_one_card() -> None:
    view = seen(played(1, 60), None)
    unit = next(piece for piece in view.pieces if piece.face.kind == "summoner")
    hurt = msgspec.structs.replace(unit, wounds=unit.wounds + 1)
    pieces = tuple(hurt if piece is unit else piece for piece in view.pieces)
    assert changed(view, drawn(view), drawn(msgspec.structs.replace(view, pieces=pieces))) == {unit.at}


def test_a_card_that_moved_is_somewhere_else_and_an_arrow_leads_there() -> None:
    view = seen(played(1, 60), None)
    unit = next(piece for piece in view.pieces if piece.face.kind == "summoner")
    held = {piece.at for piece in view.pieces}
    to = next(spaces.name(space) for space in spaces.SPACES if spaces.name(space) not in held)
    pieces = tuple(msgspec.structs.replace(piece, at=to) if piece is unit else piece for piece in view.pieces)
    moved = msgspec.structs.replace(view, pieces=pieces)
    event = Event("moved", words("it moves"), unit.seat, data={"card": unit.card, "at": unit.at, "to": to})
    assert changed(view, drawn(view), drawn(moved)) == {unit.at, to}
    assert unit.at in changed(view, drawn(moved), drawn(moved, [event]))
    secret = msgspec.structs.replace(event, to=(0,))
    assert drawn(moved, [secret]) == drawn(moved), "what others are told is not drawn"


def test_spaces_within_reach_are_marked() -> None:
    view = seen(played(1, 40), None)
    held = {piece.at for piece in view.pieces}
    free = [spaces.name(space) for space in spaces.SPACES if spaces.name(space) not in held][:3]
    assert changed(view, drawn(view), drawn(view, reach=tuple(name.upper() for name in free))) == set(free)


def test_dice_that_hit_are_bright() -> None:
    view = seen(played(1, 60), None)
    unit = view.pieces[0]
    pictures = []
    for need in (3, 6):
        data = {"card": -1, "target": unit.card, "faces": [5], "needed": [need]}
        attack = Event("attack", words("attack"), 0, data=data)
        pictures.append(drawn(view, [attack]))
        (strip,) = sheet(view, [attack]).throws
    row = tuple(round(n) for n in strip)
    bright = [sum(opened(picture).crop(row).convert("L").histogram()[230:]) for picture in pictures]
    assert bright[0] > bright[1] + 200


@pytest.mark.parametrize("viewer", [0, 1])
def test_each_players_own_side_is_at_the_bottom(viewer: int) -> None:
    view = seen(played(1, 1), viewer)
    mat = sheet(view).mat
    lower = [mat.space(spaces.parse(piece.at)).top for piece in view.pieces if piece.seat == viewer]
    upper = [mat.space(spaces.parse(piece.at)).top for piece in view.pieces if piece.seat != viewer]
    assert min(lower) > max(upper)


def test_what_a_viewer_may_not_see_is_in_no_picture_and_no_words() -> None:
    """The same match with other cards in the other's hand and in both draw piles."""
    match = played(2, 60)
    state = msgspec.msgpack.decode(match.stored.anchor, type=type(match.state))
    mine, theirs = state.seats
    mine.draw.reverse()
    hidden = [*theirs.hand, *theirs.draw]
    assert len({state.cards[card].face for card in hidden}) > 3
    count, hidden = len(theirs.hand), hidden[::-1]
    theirs.hand, theirs.draw = hidden[:count], hidden[count:]
    other = Match(match.rules, match._seed, msgspec.msgpack.encode(state))
    match = Match(match.rules, match._seed, match.stored.anchor)
    studio = studios.studio_of(seen(match, 0))
    assert studio is not None
    for viewer in (0, None):
        views = [seen(each, viewer) for each in (match, other)]
        assert drawn(views[0]) == drawn(views[1])
        assert studio.hand(views[0], 1) == studio.hand(views[1], 1)
        assert describe_board(views[0]) == describe_board(views[1])
        assert alt_text(views[0], match.events) == alt_text(views[1], match.events)
    assert studio.hand(seen(match, 1), 1) != studio.hand(seen(other, 1), 1)


def test_every_card_and_every_deck_fits_its_picture() -> None:
    for id, _ in WAR.card_names():
        card = WAR.card(id)
        studio = studios.studio_of(card)
        assert studio is not None
        picture = opened(studio.card(card, "attacker"))
        assert picture.width < picture.height * 4
        assert picture.height < 700
    for build in WAR.builds():
        shown = WAR.army_view(build.army)
        studio = studios.studio_of(shown)
        assert studio is not None
        data = studio.army(shown)
        assert opened(data).width == 800
        assert len(data) < 1_000_000


def test_the_words_tell_where_everybody_stands_and_how_they_are() -> None:
    match = played(3, 80)
    view = seen(match, 0)
    told, alt = describe_board(view), alt_text(view, match.events)
    assert len(alt) <= ALT_LIMIT
    for piece in view.pieces:
        line = next(line for line in told.splitlines() if line.startswith(f"- {piece.face.name} on {piece.at.upper()}, "))
        assert f"life {piece.life - piece.wounds} of {piece.life}" in line
        assert piece.at.upper() in alt
    for seat in view.seats:
        assert f"hand {seat.hand_count}, draw pile {seat.draw_count}" in told


def test_a_replay_shows_each_step_to_whoever_may_see_it() -> None:
    match, frames = begin(4, name="summoner_wars"), []
    for count, _ in enumerate(plies(match, random.Random(4))):
        lines = [str(event.text) for event in match.events if event.known_to(1)]
        frames.append(replay.frame(seen(match, 1), match.events, lines))
        if count == 24:
            break
    assert all(frame is not None for frame in frames)
    picture = Image.open(io.BytesIO(replay.animate([frame for frame in frames if frame], width=400)))
    assert 20 <= picture.n_frames <= 25  # type: ignore[attr-defined]  # equal neighbours are one
    assert picture.size[0] == 400
    packed = b"".join(frame.packed for frame in frames if frame)
    told = [event for event in match.events if not event.known_to(1)]
    assert all(str(event.text).encode() not in packed for event in told)
