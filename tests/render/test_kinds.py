"""What every kind of picture is held to, whoever draws it: :mod:`render.kinds` lists them."""

from __future__ import annotations

import io
import random
import struct
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.core.events import Event
from engine.core.match import Match
from render import kinds, theme
from render.replay import LIMIT
from tests.engine import exchanging
from tests.engine.test_secrecy import SECRETS, TABLES

MOST = 250 * 1024  # bytes of a picture that does not move
LARGER = {"poster": 500 * 1024}  # a whole board, parts of others, charts
SHOWN = {sample.name: sample for sample in kinds.samples() if sample.name in ("own-cryptoliths", "own-summoner-wars")}


def drawn(sample: kinds.Sample, kind: str) -> bytes | None:
    draw = kinds.KINDS[kind](sample)
    return draw() if draw else None


def parts(data: bytes) -> Iterator[str]:
    """The names of the chunks of a PNG or WebP."""
    if data.startswith(b"\x89PNG"):
        at = 8
        while at < len(data):
            size, name = struct.unpack(">I4s", data[at : at + 8])
            yield name.decode()
            at += size + 12
        return
    at = 12
    while at < len(data):
        name, size = struct.unpack("<4sI", data[at : at + 8])
        yield name.decode()
        at += 8 + size + size % 2


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_equal_requests_give_equal_bytes_whatever_was_drawn_between(kind: str) -> None:
    """And nothing but the picture is in the file: no text, no time, no place."""
    some = False
    for sample in SHOWN.values():
        first = drawn(sample, kind)
        if first is None:
            continue
        some = True
        with theme.using(theme.Look("light", large=True)):
            assert drawn(sample, kind) != first
        assert drawn(sample, kind) == first
        assert set(parts(first)) <= {"IHDR", "PLTE", "IDAT", "IEND", "VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"}
        with Image.open(io.BytesIO(first)) as picture:
            assert picture.width >= 400
            assert len(first) <= (LIMIT if getattr(picture, "is_animated", False) else LARGER.get(kind, MOST))
    assert some, "no sample shows it"


@pytest.mark.field(1, 11)
@pytest.mark.parametrize("name", SECRETS)
def test_pictures_do_not_depend_on_what_the_viewer_may_not_know(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches that differ in cards of a hand or face-down cards, drawn in every kind for a player who cannot know of it,
    and the board for everybody who cannot: the same bytes, and the same words. In one of them, that hand's player has also
    been told of moves and blows that nobody else knows of."""
    compared: dict[int | None, set[str]] = {}

    def look(_: Any, one: Match[Any], other: Match[Any], swap: exchanging.Exchange, *rest: Any) -> None:
        if swap.seat is None or swap.seat in swap.blind:
            return
        for seat in swap.blind:
            if seat in compared:
                continue
            samples = [_sample(one, seat), _sample(other, seat, _told_in_secret(played, swap.seat))]
            for kind in kinds.KINDS if seat is not None and not ({0, 1} & set(compared)) else ("since",):
                first, second = (drawn(sample, kind) for sample in samples)
                assert first == second, f"{kind} for {seat} shows {swap}"
                compared.setdefault(seat, set()).update([kind] if first else [])
            words = [(each.studio.alt(each.view, each.events), each.studio.words(each.view)) for each in samples]
            assert words[0] == words[1], f"words for {seat} tell {swap}"

    monkeypatch.setattr(exchanging, "look", look)
    table = next((players, field) for game, players, field in TABLES if game == name)
    played = exchanging.play(name, 3, *table, most=90)
    chooser = random.Random(5)
    for _ in range(60):
        exchanging.compare(SECRETS[name], played, chooser.randrange(30, len(played.plies)), chooser)
        if len(compared) == 3:
            break
    assert {None, 0, 1} == set(compared)
    shown = set.union(*compared.values())
    assert shown >= {"board", "since", "hand", "hand-of-the-other", "replay"}


def _told_in_secret(played: exchanging.Game, seat: int) -> list[Event]:
    told = [event for ply in played.plies for event in ply.told if event.kind in ("moved", "attack", "summoned", "damage")]
    return [msgspec.structs.replace(event, to=(seat,)) for event in told[-12:]]


def _sample(match: Match[Any], seat: int | None, more: Sequence[Event] = ()) -> kinds.Sample:
    """As the match shows it to the seat, with all events of late: what is not theirs to know is for the drawing to leave."""
    view = match.view(seat).board
    sample = kinds.Sample("", view, view, (*match.events[-30:], *more))
    return sample._replace(reach=kinds.around(view) if sample.arena else dict.fromkeys(("a1", "b2"), "safe"))


def test_every_battlefield_of_every_game_is_drawn() -> None:
    drawn_on = {sample.view.battlefield for sample in kinds.samples() if sample.arena}
    assert drawn_on == {id for players in (2, 3, 4) for id, _ in kinds.games()["arena"].battlefields(players)}
    names = [item.name for item in kinds.everything()]
    assert len(names) == len(set(names))
    assert {item.kind for item in kinds.everything()} == {*kinds.KINDS, "card", "army"}
