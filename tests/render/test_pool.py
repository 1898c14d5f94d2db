"""The pool of drawers."""

from __future__ import annotations

import asyncio
import threading

import msgspec
import pytest

from render import demo, pool
from render.pool import Drawing
from render.studios import ArenaStudio


class Easel:
    """Stands for the drawing itself: counts, and can hold its drawers back until released."""

    def __init__(self, held: bool = False) -> None:
        self.drawn = 0
        self.at_once = self.most_at_once = 0
        self.go = threading.Event()
        self.started = threading.Semaphore(0)
        self.lock = threading.Lock()
        self.fails = False
        if not held:
            self.go.set()

    def draw(self, view, **_):
        with self.lock:
            self.drawn += 1
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        self.started.release()
        assert self.go.wait(20)
        with self.lock:
            self.at_once -= 1
        if self.fails:
            raise ValueError("no canvas")
        return f"picture of turn {view.turn}".encode()


@pytest.fixture
def easel(monkeypatch):
    easel = Easel()
    monkeypatch.setattr(ArenaStudio, "board", staticmethod(easel.draw))
    return easel


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def drawing(now):
    drawing = Drawing(workers=2, keep=3, seconds=60, clock=lambda: now[0])
    yield drawing
    drawing.close()


def turn(n):
    return msgspec.structs.replace(demo.position(), turn=n)


@pytest.mark.field(99)
async def test_twenty_identical_requests_cause_one_drawing(easel, drawing):
    easel.go.clear()
    asked = [asyncio.create_task(drawing.board(turn(3), events=demo.EVENTS)) for _ in range(20)]
    await asyncio.to_thread(easel.started.acquire)
    easel.go.set()
    assert set(await asyncio.gather(*asked)) == {b"picture of turn 3"}
    assert easel.drawn == 1


@pytest.mark.field(99)
async def test_no_more_workers_than_agreed(easel, drawing):
    easel.go.clear()
    asked = [asyncio.create_task(drawing.board(turn(n))) for n in range(8)]
    for _ in range(2):
        await asyncio.to_thread(easel.started.acquire)
    easel.go.set()
    assert len(set(await asyncio.gather(*asked))) == 8
    assert easel.most_at_once <= 2


async def test_results_are_kept_for_a_while_and_not_longer(easel, drawing, now):
    await drawing.board(turn(1))
    now[0] = 59
    await drawing.board(turn(1))
    assert easel.drawn == 1
    now[0] = 61
    await drawing.board(turn(1))
    assert easel.drawn == 2


async def test_few_results_are_kept(easel, drawing):
    for n in (1, 2, 3, 4):
        await drawing.board(turn(n))
    await drawing.board(turn(4))
    assert easel.drawn == 4
    await drawing.board(turn(1))
    assert easel.drawn == 5


async def test_kept_results_take_no_more_than_their_share_of_memory(easel, drawing, monkeypatch):
    monkeypatch.setattr(pool, "KEPT_BYTES", 40)  # two of them
    for n in (1, 2, 3):
        await drawing.board(turn(n))
    await drawing.board(turn(3))
    await drawing.board(turn(2))
    assert easel.drawn == 3
    await drawing.board(turn(1))
    assert easel.drawn == 4


async def test_what_differs_is_drawn_apart(easel, drawing):
    for arguments in ({}, {"reach": {"F7": "safe"}}, {"focus": ["F7"]}, {"width": 900}, {"events": demo.EVENTS[:1]}):
        await drawing.board(turn(1), **arguments)
    assert easel.drawn == 5


@pytest.mark.field(11)
async def test_viewers_never_share_a_picture(easel, drawing):
    for viewer in (None, 0, 1):
        await drawing.board(demo.position(viewer=viewer))
    assert easel.drawn == 3


async def test_one_who_gives_up_does_not_disturb_the_others(easel, drawing):
    easel.go.clear()
    first = asyncio.create_task(drawing.board(turn(1)))
    second = asyncio.create_task(drawing.board(turn(1)))
    await asyncio.to_thread(easel.started.acquire)
    first.cancel()
    easel.go.set()
    assert await second == b"picture of turn 1"
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_a_failure_is_told_and_not_kept(easel, drawing):
    easel.fails = True
    with pytest.raises(ValueError, match="no canvas"):
        await drawing.board(turn(1))
    easel.fails = False
    assert await drawing.board(turn(1)) == b"picture of turn 1"


async def test_the_real_drawers_stand_behind_it():
    drawing = Drawing(workers=1)
    view = demo.position(viewer=0)
    try:
        pictures = await asyncio.gather(
            drawing.board(view, focus=["K7"]), drawing.hand(view, 0), drawing.card(demo.HAND[0]),
            drawing.card(view.cards[0], "attacker"),
        )  # fmt: skip
    finally:
        drawing.close()
    assert len(set(pictures)) == 4
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
