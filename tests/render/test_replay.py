"""Replays: small enough to be posted, readable, and made of nothing but what their viewer saw."""

from __future__ import annotations

import asyncio
import dataclasses
import io
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.arena.battlefield import lay, load
from engine.core.events import Event
from engine.core.text import Language, speaking, words
from render import demo, pool, replay
from render.filming import Filming
from render.pool import Busy, Drawing
from render.replay import Frame, animate, durations, merged
from render.replay_arena import FRAMES, held


def opened(data: bytes) -> Any:
    return Image.open(io.BytesIO(data))


def frame(view: Any, events: Sequence[Event] = (), words: Sequence[str] = ()) -> Frame:
    made = replay.frame(view, events, words)
    assert made is not None
    return made


def step(n: int, *, viewer: int | None = None, text: str = "") -> Frame:
    """A position in which one figure stands somewhere else each time."""
    view = demo.position(viewer=viewer)
    figure = next(each for each in view.figures if each.at)
    at = "ABCDEFGH"[n % 8] + "7"
    figures = tuple(msgspec.structs.replace(each, at=at) if each.id == figure.id else each for each in view.figures)
    view = msgspec.structs.replace(view, turn=n + 1, figures=figures)
    event = Event("moved", words("it moves"), 0, data={"figure": figure.id, "path": [at, "A7" if at != "A7" else "B7"]})
    return frame(view, [event], [text or f"step {n}"])


def test_every_frame_is_there_with_its_time_and_the_last_one_stands_longest() -> None:
    frames = [step(n) for n in range(5)]
    picture = opened(animate(frames))
    assert picture.format == "WEBP"
    assert picture.n_frames == 5
    assert picture.size[0] == replay.WIDTH
    shown, times = [], []
    for n in range(5):
        picture.seek(n)
        shown.append(picture.convert("RGB").resize((90, 100)).tobytes())
        times.append(picture.info["duration"])
    assert len(set(shown)) == 5
    assert times == durations(frames)
    assert max(times) == times[-1] == 4000
    assert min(times) >= 700


def test_one_step_is_a_picture_and_none_is_refused() -> None:
    assert opened(animate([step(1)])).size[0] == replay.WIDTH
    with pytest.raises(ValueError, match="needs a frame"):
        animate([])


def test_equal_frames_give_equal_bytes() -> None:
    frames = [step(n) for n in range(3)]
    assert animate(frames, width=400) == animate(frames, width=400)


def test_a_file_that_would_be_too_large_is_drawn_smaller_then_with_fewer_frames() -> None:
    frames = [step(n) for n in range(8)]
    whole = animate(frames, width=480)
    smaller = animate(frames, width=480, limit=len(whole) * 9 // 10)
    assert len(smaller) <= len(whole) * 9 // 10
    assert replay.LEAST <= opened(smaller).size[0] < 480
    assert opened(smaller).n_frames == 8
    least = animate(frames, width=360)
    fewer = animate(frames, width=360, limit=len(least) * 9 // 10)
    assert len(fewer) <= len(least) * 9 // 10
    assert opened(fewer).n_frames < 8
    with pytest.raises(ValueError, match="are allowed"):
        animate(frames, limit=2000)


def test_merged_frames_keep_all_words_the_later_view_and_the_last_step() -> None:
    frames = [step(n) for n in range(11)]
    some = merged(frames, 4)
    assert len(some) == 4
    assert some[-1] == frames[-1]
    assert [line for each in some for line in each.words] == [f"step {n}" for n in range(11)]
    view, events = FRAMES.unpacked(some[0].packed)
    assert view.turn == 4
    assert len(events) == 4
    assert merged(frames, 11) == frames
    assert len(merged(frames, 1)) <= 2


def test_a_long_replay_runs_faster_but_not_too_fast_to_be_seen() -> None:
    long = durations([step(0, text="x" * 120)] * 300)
    assert sum(long[:-1]) / 1000 <= replay.LONGEST + 1
    assert min(long) >= 320
    short = durations([step(0, text="x" * 60)] * 5)
    assert 1500 < short[0] < 3000


def brightest(frames: list[Frame], n: int = 0) -> Image.Image:
    picture = opened(animate(frames))
    picture.seek(n)
    made: Image.Image = picture.convert("RGB")
    return made


@pytest.mark.field(1, 6, 11)
def test_hands_are_drawn_for_whoever_may_see_them_and_for_nobody_else() -> None:
    """A viewer's frame names their own cards; a spectator's has no line for hands at all."""
    own, none = demo.position(viewer=0), demo.position(viewer=None)
    assert held(own, own.seats[0])
    assert not any(held(none, seat) for seat in none.seats)
    assert brightest([frame(own), frame(own)]).height > brightest([frame(none), frame(none)]).height
    packed = frame(none, demo.EVENTS, []).packed
    open_to_all = {card.name for seat in none.seats for card in seat.graveyard}
    hidden = [card for card in own.seats[0].hand or () if card.name not in open_to_all]
    assert hidden
    for card in hidden:
        assert card.name.encode() not in packed
        assert card.name.encode() in frame(own).packed


@pytest.mark.field(1, 6)
def test_events_that_are_not_the_viewers_do_not_even_go_into_a_frame() -> None:
    secret = Event("drawn", words("You draw Nobody Knows"), 1, (1,), {"spells": ["nobody_knows"]})
    assert b"nobody_knows" not in frame(demo.position(viewer=None), [secret]).packed
    assert b"nobody_knows" not in frame(demo.position(viewer=0), [secret]).packed
    assert b"nobody_knows" in frame(demo.position(viewer=1), [secret]).packed


async def test_a_process_of_its_own_draws_it_in_bounded_memory() -> None:
    drawing = Drawing()
    try:
        data = await drawing.replay([step(n) for n in range(3)])
        assert opened(data).n_frames == 3
        assert data == animate([step(n) for n in range(3)])
        with pytest.raises(ValueError, match="are allowed"):
            await drawing.replay([step(n) for n in range(2)], limit=100)
    finally:
        drawing.close()


class Reel(Filming):
    """Stands for the process: counts, and can be held back."""

    def __init__(self, data: bytes = b"film") -> None:
        super().__init__()
        self.data, self.drawn, self.go, self.begun = data, 0, asyncio.Event(), asyncio.Semaphore(0)

    async def film(self, frames: Sequence[Frame], limit: int) -> bytes:
        self.drawn += 1
        self.begun.release()
        await self.go.wait()
        return self.data


@pytest.mark.field(99)
async def test_identical_replays_are_drawn_once_and_too_many_are_refused() -> None:
    reel = Reel()
    drawing = Drawing(films=reel)
    try:
        asked = [asyncio.create_task(drawing.replay([step(n // 2)])) for n in range(2 * pool.REPLAYS)]
        for _ in range(pool.REPLAYS):
            await reel.begun.acquire()
        with pytest.raises(Busy):
            await drawing.replay([step(99)])
        assert len(await drawing.board(demo.position())) > 1000, "boards do not wait behind replays"
        reel.go.set()
        assert set(await asyncio.gather(*asked)) == {b"film"}
        assert reel.drawn == pool.REPLAYS
        assert await drawing.replay([step(99)]) == b"film"
    finally:
        drawing.close()


async def test_finished_pictures_are_kept_by_their_size() -> None:
    reel = Reel(bytes(pool.KEPT_BYTES // 3))
    reel.go.set()
    drawing = Drawing(films=reel)
    try:
        for n in range(6):
            await drawing.replay([step(n)])
        assert sum(len(data) for _, data in drawing._done.values()) <= pool.KEPT_BYTES
        assert len(drawing._done) == 3
    finally:
        drawing.close()


async def test_a_process_that_takes_too_long_or_is_ended_is_an_error_not_a_wait() -> None:
    filming = Filming(patience=0.01)
    with pytest.raises(RuntimeError, match="took more than"):
        await filming.film([step(0)], replay.LIMIT)
    drawing = Drawing()
    asked = asyncio.create_task(drawing.replay([step(n) for n in range(8)]))
    for _ in range(100_000):
        if drawing._films._process is not None:
            break
        await asyncio.sleep(0)
    drawing.close()
    with pytest.raises(RuntimeError, match="lost"):
        await asked


async def test_a_hosts_own_battlefield_and_language_go_along() -> None:
    """The other process has read none of the host's files: what it needs comes with the frames."""
    view = demo.position()
    with lay(dataclasses.replace(load(view.battlefield), id="my-own-field")):
        drawing = Drawing()
        try:
            frames = [frame(msgspec.structs.replace(view, battlefield="my-own-field"), words=[word]) for word in "ab"]
            english = await drawing.replay(frames)
            with speaking(Language("de", {"Turn {n} of {turns}": "Runde", "against": "gegen"})):
                assert await drawing.replay(frames) == animate(frames)
            assert english == animate(frames)
        finally:
            drawing.close()
