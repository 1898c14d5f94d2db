"""Hexes: names, neighbours and distances, whatever the place."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arena import hexes
from engine.arena.hexes import Hex

OPPOSITE = {"E": "W", "W": "E", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}
spaces = st.tuples(st.integers(0, 701), st.integers(0, 98))
near = st.tuples(st.integers(0, 30), st.integers(0, 30))


@pytest.mark.parametrize(
    ("text", "space"),
    [("A1", (0, 0)), ("F7", (5, 6)), ("I1", (8, 0)), ("Z9", (25, 8)), ("AA10", (26, 9)), ("ZZ99", (701, 98))],
)
def test_letters_are_columns_and_digits_rows(text: str, space: Hex) -> None:
    assert hexes.parse(text) == space
    assert hexes.name(space) == text


@given(spaces)
def test_a_name_leads_back_to_its_hex_in_small_letters_too(space: Hex) -> None:
    text = hexes.name(space)
    assert hexes.parse(text) == hexes.parse(text.lower()) == hexes.parse(f" {text} ") == space


@given(spaces, spaces)
def test_no_two_hexes_share_a_name(a: Hex, b: Hex) -> None:
    assert (hexes.name(a) == hexes.name(b)) == (a == b)


@pytest.mark.parametrize(
    "text", ["", "F", "7", "7F", "F0", "F07", "F100", "ABC1", "F7G", "F-7", "F 7", "ß7", "ı7", "F٧", "Ä1"]
)
def test_what_is_no_coordinate_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a coordinate.*like F7"):
        hexes.parse(text)


def test_neighbours_as_printed_in_the_format() -> None:
    def around(text: str) -> list[str]:
        return [hexes.name(space) for space in hexes.neighbours(hexes.parse(text))]

    assert around("F7") == ["G7", "F6", "E6", "E7", "E8", "F8"]
    assert around("F8") == ["G8", "G7", "F7", "E8", "F9", "G9"]


@given(spaces)
def test_the_way_back_is_the_opposite_direction(space: Hex) -> None:
    around = hexes.neighbours(space)
    assert len(set(around)) == 6
    for direction, other in zip(hexes.DIRECTIONS, around):
        assert hexes.neighbours(other)[hexes.DIRECTIONS.index(OPPOSITE[direction])] == space


@given(spaces)
def test_neighbours_are_one_hex_width_away_in_their_direction(space: Hex) -> None:
    x, y = hexes.centre(space)
    for direction, other in zip(hexes.DIRECTIONS, hexes.neighbours(space)):
        dx, dy = hexes.centre(other)[0] - x, hexes.centre(other)[1] - y
        assert math.hypot(dx, dy) == pytest.approx(1)
        assert ("E" in direction) == (dx > 0)
        assert ("N" in direction, "S" in direction) == (dy < -0.1, dy > 0.1)


@given(near, near)
def test_distance_is_what_a_walk_counts(a: Hex, b: Hex) -> None:
    """One neighbour of the goal's many is a step nearer, none is more than one nearer, and only the goal is at 0."""
    steps = hexes.distance(a, b)
    assert steps == hexes.distance(b, a)
    assert (steps == 0) == (a == b)
    if steps:
        assert min(hexes.distance(to, b) for to in hexes.neighbours(a)) == steps - 1


@given(near, near, near)
def test_no_detour_is_shorter(a: Hex, b: Hex, c: Hex) -> None:
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(spaces)
def test_axial_coordinates_lead_back(space: Hex) -> None:
    assert hexes.from_axial(*hexes.axial(space)) == space
