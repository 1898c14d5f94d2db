"""Readable and unmistakable: contrast, seats without colour, emblems, terrain."""

from __future__ import annotations

import itertools

import pytest
from PIL import ImageChops, ImageStat

from engine.arena import battlefield
from engine.arena.cards import cards
from engine.arena.hexes import parse
from render import demo, emblems, symbols, terrain, text, theme, tokens
from render.geometry import Grid
from render.sprite import Sprite


@pytest.mark.parametrize(("where", "ink", "ground"), sorted(theme.text_pairs()))
def test_text_reaches_a_contrast_of_four_and_a_half(where, ink, ground):
    assert theme.contrast(ink, ground) >= 4.5, where


def test_contrast_is_counted_as_the_guidelines_do():
    assert theme.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert theme.contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


TABLES = {
    "attacker and defender": tuple(theme.sides().values()),
    "without sides": theme.others(),
    "duel": tuple(theme.seat_style(n, side) for n, side in enumerate(("red", "yellow"))),
    "free for all": tuple(theme.seat_style(n, side) for n, side in enumerate(("red", "yellow", "orange", "blue"))),
    "ambush": (
        theme.seat_style(0, "ambusher", "purple"),
        *(theme.seat_style(n, "reinforcements", "orange", n) for n in (1, 2)),
    ),
} | {
    f"{one} and {other} teams": tuple(
        theme.seat_style(n, (one, other)[n % 2], number=1 + n // 2) for n in range(4)
    )
    for one, other in (("red", "yellow"), ("orange", "yellow"))
}  # fmt: skip


@pytest.mark.field(117)
@pytest.mark.parametrize("styles", TABLES.values(), ids=TABLES)
def test_seats_differ_by_shape_and_letter(styles):
    for one, other in itertools.combinations(styles, 2):
        assert one.shape != other.shape
        assert one.letter != other.letter


@pytest.mark.field(117)
def test_token_shapes_differ_in_grey():
    grey = [theme.sides()["attacker"]._replace(shape=style.shape, letter="") for style in theme.others()]
    masks = [tokens.small(style, "jace_beleren", "planeswalker", 60).getchannel("A") for style in grey]
    for one, other in itertools.combinations(masks, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 5


def _emblem(face, kind):
    sprite = Sprite(2.2, 2.2, 40, (1.1, 1.1))
    emblems.emblem(sprite, face, kind, (0, 0), 1, (255, 255, 255), (0, 0, 0))
    picture = sprite.done()
    flat = tokens.Image.new("RGB", picture.size, (0, 0, 0))
    flat.paste(picture, (0, 0), picture)
    return flat.convert("L")


def test_every_emblem_differs_from_every_other():
    drawn = {face: _emblem(face, "squad") for face in emblems.EMBLEMS}
    drawn |= {kind: _emblem("a card without a drawing", kind) for kind in emblems.GENERIC}
    for (one, first), (other, second) in itertools.combinations(drawn.items(), 2):
        assert ImageStat.Stat(ImageChops.difference(first, second)).mean[0] > 20, (one, other)
    for name, picture in drawn.items():
        assert 0.12 < ImageStat.Stat(picture).mean[0] / 255 < 0.7, name
        assert picture.getbbox()[0] > 0
        assert picture.getbbox()[2] < picture.width


def test_every_army_card_of_the_shipped_set_has_its_own_drawing():
    for face in cards().armies.values():
        assert face.id in emblems.EMBLEMS
        assert _emblem(face.id, face.kind).getbbox() is not None


@pytest.mark.field(117)
def test_marks_of_spell_colours_differ_in_shape():
    masks = {letter: symbols.mark(letter, 48).getchannel("A") for letter in theme.MAGIC}
    for (one, first), (other, second) in itertools.combinations(masks.items(), 2):
        assert ImageStat.Stat(ImageChops.difference(first, second)).mean[0] > 10, (one, other)


def test_faces_of_dice_differ_and_tell_whether_they_count():
    faces = {symbols.die(face, 40, counts).tobytes() for face in ("sword", "shield", "blank") for counts in (True, False)}
    assert len(faces) == 6


@pytest.mark.field(117)
def test_terrains_differ_in_pattern_without_colour():
    """Each terrain's surface, with its own mean grey taken away, differs from the others': the pattern alone tells."""
    grid = Grid(battlefield.load(demo.BATTLEFIELD), 120)
    layer = terrain.ground(grid).convert("L")
    patterns = {}
    for letter, at in {"s": "C3", "w": "G8", "r": "P2", "x": "I6"}.items():
        x, y = grid.centre(parse(at))
        crop = layer.crop((round(x) - 40, round(y) - 12, round(x) + 40, round(y) + 42))
        mean = round(ImageStat.Stat(crop).mean[0])
        patterns[letter] = crop.point([max(0, min(255, 128 + v - mean)) for v in range(256)])
    for (one, first), (other, second) in itertools.combinations(patterns.items(), 2):
        changed = sum(ImageChops.difference(first, second).histogram()[16:]) / (first.width * first.height)
        assert changed > 0.03, (one, other)


def test_words_are_cut_and_wrapped_to_their_room():
    long = "An uncommonly long sentence about a very small matter"
    cut = text.fitted(long, 120, 14)
    assert cut.endswith("…")
    assert text.width(cut, 14) <= 120
    lines = text.wrapped(long, 120, 14)
    assert " ".join(lines) == long
    assert all(text.width(line, 14) <= 120 for line in lines)
    assert text.fitted("short", 120, 14) == "short"
    assert text.wrapped("", 50, 14) == ("",)
