"""Layers in memory and on disk."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from render import cache, theme
from render.cache import Layers
from render.shelf import Shelf

SIZE = (40, 30)


class Brush:
    def __init__(self) -> None:
        self.strokes = 0

    def __call__(self) -> Image.Image:
        self.strokes += 1
        return Image.radial_gradient("L").resize(SIZE).convert("RGB")


def test_a_layer_is_drawn_once_and_then_read(tmp_path):
    brush, layers = Brush(), Layers()
    first = layers.get("one", SIZE, brush, tmp_path)
    assert layers.get("one", SIZE, brush, tmp_path) is first
    layers.forget()
    assert layers.get("one", SIZE, brush, tmp_path).tobytes() == first.tobytes()
    assert Layers().get("one", SIZE, brush, tmp_path).tobytes() == first.tobytes()
    assert brush.strokes == 1
    layers.get("two", SIZE, brush, tmp_path)
    assert brush.strokes == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one.tga", "two.tga"]


@pytest.mark.parametrize("rubbish", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n half of one"])
def test_a_spoilt_file_is_drawn_anew(tmp_path, rubbish):
    (tmp_path / "one.tga").write_bytes(rubbish)
    brush = Brush()
    assert Layers().get("one", SIZE, brush, tmp_path).size == SIZE
    assert brush.strokes == 1
    assert Layers().get("one", SIZE, brush, tmp_path).size == SIZE
    assert brush.strokes == 1


@pytest.mark.field(64)
def test_half_a_file_is_never_read(tmp_path):
    brush = Brush()
    Layers().get("one", SIZE, brush, tmp_path)
    whole = (tmp_path / "one.tga").read_bytes()
    (tmp_path / "one.tga").write_bytes(whole[: len(whole) // 2])
    assert Layers().get("one", SIZE, brush, tmp_path).tobytes() == Brush()().tobytes()
    assert brush.strokes == 2


def test_a_folder_that_cannot_be_written_does_not_matter(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    layers, brush = Layers(), Brush()
    assert layers.get("one", SIZE, brush, blocked / "below").size == SIZE
    assert layers.get("one", SIZE, brush, blocked / "below").size == SIZE
    assert brush.strokes == 1


@pytest.mark.field(64)
def test_a_failing_rename_leaves_no_rubbish(tmp_path, monkeypatch):
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    assert Layers().get("one", SIZE, Brush(), tmp_path).size == SIZE
    assert list(tmp_path.iterdir()) == []


def test_many_at_once_agree(tmp_path):
    layers = [Layers() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        pictures = list(pool.map(lambda each: each.get("one", SIZE, Brush(), tmp_path).tobytes(), layers))
    assert len(set(pictures)) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["one.tga"]


@pytest.mark.field(99)
def test_the_disk_holds_a_bounded_number_of_bytes_and_what_is_in_use_stays_longest(tmp_path, monkeypatch):
    layers, brush = Layers(), Brush()
    (tmp_path / "notes.txt").write_text("of somebody else")
    for n, key in enumerate("abc"):
        layers.get(key, SIZE, brush, tmp_path)
        os.utime(tmp_path / f"{key}.tga", (n, n))
    Layers().get("a", SIZE, brush, tmp_path)
    size = (tmp_path / "a.tga").stat().st_size
    monkeypatch.setattr(cache, "DISK", 3 * size)
    layers.get("d", SIZE, brush, tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.tga", "c.tga", "d.tga", "notes.txt"]


@pytest.mark.field(99)
def test_memory_holds_a_bounded_number_of_bytes(tmp_path):
    layers, brush = Layers(limit=9 * SIZE[0] * SIZE[1]), Brush()  # four for each pixel
    kept = [layers.get(key, SIZE, brush, tmp_path) for key in "abc"]
    assert layers.get("c", SIZE, brush, tmp_path) is kept[2]
    assert layers.get("b", SIZE, brush, tmp_path) is kept[1]
    assert layers.get("a", SIZE, brush, tmp_path) is not kept[0]  # from disk
    assert brush.strokes == 3


@pytest.mark.field(99)
def test_pieces_are_kept_by_look_and_in_a_bounded_number():
    shelf, brush = Shelf(2), Brush()
    first = shelf.get("a", brush)
    assert shelf.get("a", brush) is first
    with theme.using(theme.Look("light")):
        assert shelf.get("a", brush) is not first
    assert shelf.get("a", brush) is first
    shelf.get("b", brush)
    shelf.get("c", brush)
    assert shelf.get("a", brush) is not first
    assert brush.strokes == 5


def test_the_folder_is_chosen_by_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.ENVIRONMENT, str(tmp_path))
    assert cache.folder() == tmp_path
    monkeypatch.delenv(cache.ENVIRONMENT)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(cache.sys, "platform", "linux")
    assert cache.folder() == tmp_path / "postwalker"
    monkeypatch.setattr(cache.sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache.folder() == tmp_path / "local" / "postwalker"
    monkeypatch.setattr(cache.sys, "platform", "darwin")
    assert cache.folder() == Path.home() / "Library" / "Caches" / "postwalker"
