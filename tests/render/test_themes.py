"""Every theme is readable, and stays so for people who see fewer colours."""

from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image

from engine.arena import battlefield
from render import board, demo, theme
from render.board import draw_board
from render.palettes import PALETTES
from tests.render.eyes import EYES, apart

SAFE = ("dark-safe", "light-safe")
BY_COLOUR_ALONE = (("LIFE", "WOUND"), ("PIP", "PIP_LOST"), ("SAFE", "RISK"), ("EXIT", "SCORING"), ("WENT", "STRUCK"))
WITH_A_SIGN = (("GOOD", "BAD"), ("YES", "NO"))  # words say the same
SHARED = ("DARK", "EMBLEM", "GOLD", "PLATE", "PLATE_INK", "MAP_INK")  # marks on the map are drawn once for all themes


@pytest.mark.parametrize("name", PALETTES)
def test_all_words_reach_a_contrast_of_four_and_a_half(name):
    with theme.using(theme.Look(name)):
        weak = {where: theme.contrast(ink, ground) for where, ink, ground in theme.text_pairs()}
    assert {where: ratio for where, ratio in weak.items() if ratio < 4.5} == {}


def tables(name):
    """Every set of seats that the shipped battlefields bring to one table."""
    with theme.using(theme.Look(name)):
        yield theme.others()
        for key in battlefield.shipped():
            for play in battlefield.load(key).play:
                styles = []
                for side in play.sides:
                    for number in range(1, side.seats + 1):
                        styles.append(theme.seat_style(len(styles), side.name, side.colour, number * (side.seats > 1)))
                yield tuple(styles)


@pytest.mark.field(117)
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", PALETTES)
def test_seats_at_one_table_stay_apart(name, eyes):
    least = 22 if name in SAFE else 18
    for styles in tables(name):
        for one, other in itertools.combinations(styles, 2):
            assert apart(one.fill, other.fill, eyes) > least, (one, other)


@pytest.mark.field(117)
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", SAFE)
def test_terrains_and_spell_colours_of_the_safe_themes_stay_apart(name, eyes):
    colours = PALETTES[name]
    for one, other in itertools.combinations(colours.TOPS, 2):
        assert apart(colours.TOPS[one], colours.TOPS[other], eyes) > 18, (one, other)
    for one, other in itertools.combinations(colours.MAGIC, 2):
        assert apart(colours.MAGIC[one], colours.MAGIC[other], eyes) > 25, (one, other)


@pytest.mark.field(117)
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", PALETTES)
def test_good_and_bad_stay_apart(name, eyes):
    colours = PALETTES[name]
    for one, other in BY_COLOUR_ALONE + (WITH_A_SIGN if name in SAFE else ()):
        assert apart(getattr(colours, one), getattr(colours, other), eyes) > 40, (one, other)


def test_what_marks_on_the_map_are_drawn_in_is_the_same_in_every_theme():
    for field in SHARED:
        assert len({getattr(colours, field) for colours in PALETTES.values()}) == 1, field


@pytest.mark.parametrize("name", PALETTES)
def test_pieces_stand_out_from_the_panel_they_lie_on(name):
    with theme.using(theme.Look(name)):
        for style in theme.all_styles():
            edges = (style.fill, theme.rim(style.fill))
            assert max(theme.contrast(each, theme.PANEL) for each in edges) > 2, style


def test_a_theme_that_is_not_known_any_more_is_the_dark_one():
    with theme.using(theme.Look("sepia")):
        assert theme.palette() is PALETTES["dark"]
    assert theme.used() == theme.PLAIN


@pytest.mark.parametrize("name", PALETTES)
def test_words_on_a_board_keep_their_contrast_in_its_256_colours(name):
    field = battlefield.load(demo.BATTLEFIELD)
    grounds = {space.terrain for space in field.spaces.values()}
    letters = {style.letter for style in theme.sides().values()}
    with theme.using(theme.Look(name)):
        palette = board.palette(field)
        pairs = theme.text_pairs()
    for where, *colours in pairs:
        if where.startswith("terrain ") and where.split()[1] not in grounds:
            continue
        if " of " in where and where.rpartition(" of ")[2] not in letters:
            continue
        both = Image.new("RGB", (2, 1))
        both.putdata(colours)
        fitted = both.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
        assert theme.contrast(fitted.getpixel((0, 0)), fitted.getpixel((1, 0))) >= 4.5, where


def test_every_look_draws_the_board_in_its_own_colours():
    view = demo.position()
    page = {}
    for name in PALETTES:
        with theme.using(theme.Look(name)):
            picture = Image.open(io.BytesIO(draw_board(view, width=700))).convert("RGB")
        page[name] = picture.getpixel((1, 1))
        assert apart(page[name], PALETTES[name].TABLE) < 3
    assert apart(page["dark"], page["light"]) > 50
