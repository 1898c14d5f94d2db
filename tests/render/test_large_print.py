"""Large print: words are larger in every kind of picture, nothing runs into anything else and little is cut."""

from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image

from bot import languages
from engine.registry import games
from render import army, board, cards, demo, hand, scenes, theme
from tests.render.written import on_the_page

LARGE = theme.Look("dark", large=True)
POSITION = demo.position(viewer=0)
BUILD = games()["arena"].builds()[0].army
PICTURES = {
    "board": lambda: board.draw_board(POSITION, events=demo.EVENTS, reach=demo.REACH),
    "part of the board": lambda: board.draw_board(POSITION, events=demo.EVENTS, focus=["K7", "N9"]),
    "hand": lambda: hand.draw_hand(POSITION.seats[0], POSITION),
    "hidden hand": lambda: hand.draw_hand(POSITION.seats[1], POSITION),
    "army": lambda: army.draw_army(games()["arena"].army_view(BUILD)),
}


def free(words):
    """Asserts that no two words run into each other or over the edge."""
    assert words
    for each in words:
        assert each.inside, each
    for one, other in itertools.combinations(words, 2):
        assert not one.overlaps(other), (one, other)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PICTURES)
def test_words_of_large_print_keep_apart(name, language):
    with theme.using(LARGE), languages.speaking(language):
        free(on_the_page(PICTURES[name]))


@pytest.mark.parametrize("name", ["moorlands", "three"])  # the one with ruins; the most panels in a column
def test_other_battlefields_find_room_too(name):
    view, events = scenes.everywhere()[name]
    with theme.using(LARGE):
        free(on_the_page(lambda: board.draw_board(view, events=events)))


@pytest.mark.parametrize("name", PICTURES)
def test_words_are_larger(name):
    usual = on_the_page(PICTURES[name])
    with theme.using(LARGE):
        large = on_the_page(PICTURES[name])
    heights = {each.words: each.height for each in usual if not each.cut}
    ratios = sorted(each.height / heights[each.words] for each in large if each.words in heights)
    assert ratios[len(ratios) // 2] > 1.25
    assert sum(each.cut for each in large) <= sum(each.cut for each in usual)


def test_cards_are_larger_and_whole():
    card = POSITION.cards[1]
    spell = POSITION.seats[0].hand[0]
    sizes = {}
    for look in (theme.PLAIN, LARGE):
        with theme.using(look):
            for draw in (lambda: cards.draw_army_card(card, "attacker"), lambda: cards.draw_spell(spell)):
                picture = Image.open(io.BytesIO(draw()))
                sizes.setdefault(look, []).append(picture.size)
    for (width, height), (width2, height2) in zip(*sizes.values()):
        assert width == width2
        assert height2 > height * 1.15
