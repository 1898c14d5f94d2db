"""What pictures cost, with the targets they are held to.

Everything is measured by the clock and by the time of the processor: on a machine that is busy with other things only the
latter, and the ratios, say anything. No two boards that are drawn are the same.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from PIL import Image

from engine.arena.view import ArenaView
from engine.summoner_wars.view import WarView
from render import demo, encode, kinds
from render.cache import ENVIRONMENT, LAYERS
from render.summoner_wars import demo as war

ROUNDS = 100
AT_ONCE = 20  # pictures that are asked for together
FEW = 3  # figures that are not as they were in the picture before
KB = 1024
MB = 1024 * KB
_COLD = """
import sys
from render import bench

print(*bench.timed(bench.subjects()[int(sys.argv[1])].draw())[0])
"""
_CROWD = """
import asyncio, resource, sys
from render import bench
from render.pool import Drawing

async def main(many):
    drawing = Drawing()
    try:
        await asyncio.gather(*(drawing.board(view, events=events) for view, events in bench.crowd(many)))
    finally:
        drawing.close()
    try:  # what getrusage says includes whoever started this process
        with open("/proc/self/status") as status:
            print(next(line for line in status if line.startswith("VmHWM")).split()[1])
    except OSError:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

asyncio.run(main(int(sys.argv[1])))
"""


class Figure(NamedTuple):
    """What was measured, and the most it may be, if there is a target."""

    name: str
    value: float
    unit: str
    most: float | None = None

    @property
    def good(self) -> bool:
        return self.most is None or self.value <= self.most


class Spent(NamedTuple):
    """Milliseconds by the clock and of this thread's processor time."""

    wall: float
    cpu: float


class Subject(NamedTuple):
    """A busy position of a game."""

    name: str
    sample: kinds.Sample

    def draw(self, view: Any = None) -> kinds.Draw:
        return self.sample.board(view, events=self.sample.events)


def subjects() -> list[Subject]:
    return [
        Subject("Arena", kinds.Sample("", demo.position(), None, demo.EVENTS)),
        Subject("Summoner Wars", kinds.Sample("", war.position(), None, war.events())),
    ]


def measure(rounds: int = ROUNDS) -> list[Figure]:
    """All figures: of a busy position of each game at full width, and of many boards at once."""
    found: list[Figure] = []
    for n, subject in enumerate(subjects()):
        with _fresh_cache():
            wall, cpu = map(float, _elsewhere(_COLD, n).split())
            found += _both(f"{subject.name}, cold", Spent(wall, cpu), 400)
            found += _warm(subject, rounds)
    with _fresh_cache():
        memory = int(_elsewhere(_CROWD, AT_ONCE)) * (1 if sys.platform == "darwin" else KB)
    return [*found, Figure(f"memory with {AT_ONCE} at once", memory / MB, "MB", 300)]


def _warm(subject: Subject, rounds: int) -> Iterator[Figure]:
    """Any other moment of the match, while its battlefield has been drawn lately."""
    name, chance = subject.name, random.Random(subject.name)
    sizes, warm, encoding = [len(subject.draw()())], [], []
    view = subject.sample.view
    with _handed_on() as pictures:
        for _ in range(rounds):  # in turn, so that a busy moment of the machine falls on both
            view = changed(view, chance)
            spent, data = timed(subject.draw(view))
            warm.append(spent)
            encoding.append(timed(partial(pictures.encode, *pictures.last))[0])
            sizes.append(len(data))
    yield from _both(f"{name}, warm, p50", _share(warm, 0.5), 40)
    yield from _both(f"{name}, warm, p99", _share(warm, 0.99), 80)
    yield Figure(f"{name}, encoding alone, p50", _share(encoding, 0.5).wall, "ms")
    yield Figure(f"{name}, warm over encoding alone", sum(s.cpu for s in warm) / sum(s.cpu for s in encoding), "", 1.5)
    yield Figure(f"{name}, largest", max(sizes) / KB, "KB", 250)


def changed(view: Any, chance: random.Random) -> Any:
    """The position some moments later: other wounds and marks of a few, the next turn."""
    if isinstance(view, ArenaView):
        figures = list(view.figures)
        for figure in chance.sample(figures, FEW):
            figures[figure.id] = msgspec.structs.replace(
                figure, damage=chance.randrange(figure.life), moved=not figure.moved, attacked=chance.random() < 0.3
            )
        return msgspec.structs.replace(view, turn=1 + view.turn % view.turns, figures=tuple(figures))
    assert isinstance(view, WarView)
    pieces = list(view.pieces)
    for n in chance.sample(range(len(pieces)), FEW):
        pieces[n] = msgspec.structs.replace(pieces[n], wounds=chance.randrange(pieces[n].life), moved=not pieces[n].moved)
    return msgspec.structs.replace(view, turn=1 + view.turn, pieces=tuple(pieces))


def crowd(many: int) -> list[tuple[Any, Any]]:
    """So many different boards, of all battlefields, with what happened."""
    chance, shown = random.Random(many), kinds.samples()
    some = [shown[n % len(shown)] for n in range(many)]
    return [(changed(sample.view, chance), tuple(sample.events)) for sample in some]


def _both(name: str, spent: Spent, most: float) -> Iterator[Figure]:
    yield Figure(name, spent.wall, "ms", most)
    yield Figure(f"{name}, of the processor", spent.cpu, "ms", most)


def _share(spent: list[Spent], share: float) -> Spent:
    """The least that so many of them keep to."""
    at = min(len(spent) - 1, int(len(spent) * share))
    return Spent(sorted(each.wall for each in spent)[at], sorted(each.cpu for each in spent)[at])


def timed(work: Callable[[], bytes]) -> tuple[Spent, bytes]:
    """What the work took, and what it made."""
    wall, cpu = time.perf_counter(), time.thread_time()
    data = work()
    return Spent((time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000), data


def _elsewhere(program: str, number: int) -> str:
    """What a process of its own says, where nothing is warm."""
    root = Path(__file__).resolve().parent.parent
    return subprocess.run(
        [sys.executable, "-c", program, str(number)], cwd=root, capture_output=True, text=True, check=True
    ).stdout


class _Pictures:
    """Sees what is drawn before it becomes bytes."""

    def __init__(self) -> None:
        self.encode = encode.png
        self.last: tuple[Image.Image, Image.Image]

    def png(self, picture: Image.Image, palette: Image.Image) -> bytes:
        self.last = picture, palette
        return self.encode(picture, palette)


@contextmanager
def _handed_on() -> Iterator[_Pictures]:
    pictures = _Pictures()
    encode.png = pictures.png
    try:
        yield pictures
    finally:
        encode.png = pictures.encode


@contextmanager
def _fresh_cache() -> Iterator[None]:
    before = os.environ.get(ENVIRONMENT)
    with tempfile.TemporaryDirectory() as place:
        os.environ[ENVIRONMENT] = place
        LAYERS.forget()
        try:
            yield
        finally:
            os.environ.pop(ENVIRONMENT)
            if before is not None:
                os.environ[ENVIRONMENT] = before


def table(figures: list[Figure]) -> str:
    """A line for each: what, how much, how much at most, whether it keeps to it."""
    lines = []
    for each in figures:
        line = f"{each.name:42}{f'{each.value:.4g} {each.unit}'.strip():>12}"
        if each.most is not None:
            line += f"  at most {f'{each.most:g} {each.unit}'.strip():8} {'yes' if each.good else 'NO'}"
        lines.append(line)
    return "\n".join(lines)


def plain(figures: list[Figure]) -> dict[str, dict[str, float | bool | str | None]]:
    """The same as plain values."""
    return {each.name: each._asdict() | {"value": round(each.value, 2), "good": each.good} for each in figures}
