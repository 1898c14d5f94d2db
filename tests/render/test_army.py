"""An army as a picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from engine.registry import game
from render.army import WIDTH, draw_army

ARENA = game("arena")


def drawn(army, options=None):
    data = draw_army(ARENA.army_view(army, options or {}))
    return data, Image.open(io.BytesIO(data)).size


@pytest.mark.parametrize("build", ARENA.builds(), ids=lambda build: build.id)
def test_every_recommended_army(build):
    data, (width, height) = drawn(build.army)
    assert width == WIDTH
    assert height < 1400
    assert len(data) < 300 * 1024
    assert drawn(build.army)[0] == data


def test_copies_are_counted_and_faults_are_written():
    build = ARENA.builds()[1]
    plain, size = drawn(build.army)
    twice = build.army | {"cards": [*build.army["cards"], build.army["cards"][0]]}
    more, larger = drawn(twice)
    assert more != plain
    assert larger[1] > size[1], "the fault stands below"
    agreed, same = drawn(twice, {"points": 1000})
    assert same == size, "the copy is a number on the same face"
    assert agreed != plain


def test_nothing_and_a_lot_are_pictures_too():
    _, (_, small) = drawn({"planeswalker": "", "cards": [], "spells": []})
    assert small > 80
    commons = [offer.id for offer in ARENA.army_choices("nahiri_lithomancer") if offer.copies > 1]
    lots = {"planeswalker": "nahiri_lithomancer", "cards": commons * 30, "spells": list(ARENA.builds()[1].army["spells"])}
    data, (_, height) = drawn(lots, {"points": 2000})
    assert height < 4000
    assert len(data) < 300 * 1024
