"""Card faces and the hand."""

from __future__ import annotations

import io

import msgspec
import pytest
from PIL import Image

from engine.arena import seen
from engine.arena.cards import cards as catalogue
from render import cards, demo, hand


def size(data):
    return Image.open(io.BytesIO(data)).size


def test_every_spell_and_army_card_fits_its_face():
    for spell in catalogue().spells.values():
        assert size(cards.draw_spell(seen.spell_view(spell)))[1] < 800
    for face in catalogue().armies.values():
        data = cards.draw_army_card(seen.face_view(face), "defender")
        assert size(data)[1] < 1300
        assert len(data) < 300 * 1024


def test_a_card_tells_whether_it_can_be_played():
    spell = demo.HAND[0]
    unknown = msgspec.structs.replace(spell, playable=False)
    refused = msgspec.structs.replace(spell, playable=False, why_not=demo.HAND[1].why_not)
    assert len({cards.draw_spell(card) for card in (spell, unknown, refused)}) == 3


def test_a_hand_grows_with_its_cards_and_is_made_for_a_phone():
    view = demo.position(viewer=0)
    seat = view.seats[0]
    data = hand.draw_hand(seat, view)
    assert size(data)[0] == 800
    assert len(data) < 300 * 1024
    more = msgspec.structs.replace(seat, hand=seat.hand * 2, hand_size=8)
    assert size(hand.draw_hand(more, view))[1] > 1.8 * size(data)[1]
    assert hand.draw_hand(seat, view) == data


def test_an_empty_hand_is_a_picture_too():
    view = demo.position(viewer=0)
    empty = msgspec.structs.replace(view.seats[0], hand=(), hand_size=0)
    assert size(hand.draw_hand(empty, view))[1] > 40


@pytest.mark.field(1, 11)
def test_another_seats_hand_shows_backs_and_their_number_only():
    view = demo.position(viewer=0)
    other = view.seats[1]
    assert other.hand is None
    backs = hand.draw_hand(other, view)
    fewer = hand.draw_hand(msgspec.structs.replace(other, hand_size=2), view)
    assert backs != fewer


@pytest.mark.field(1, 11)
def test_own_hidden_enchantments_are_listed_for_their_controller_alone():
    secret = demo.HAND[3]
    view = demo.position(viewer=1, hidden=secret)
    assert hand.own_face_down(view, 1) == [(secret, "Jace Beleren")]
    assert hand.own_face_down(view, 0) == []
    assert hand.own_face_down(demo.position(), 1) == []
    seat = msgspec.structs.replace(view.seats[1], hand=demo.HAND[:1], hand_size=1)
    with_it = hand.draw_hand(seat, view)
    without = hand.draw_hand(seat, demo.position())
    assert size(with_it)[1] > size(without)[1]
