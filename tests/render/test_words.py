"""The board in words."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.events import Event
from engine.core.text import words
from render import board, demo


@pytest.mark.field(118)
def test_the_description_names_turn_figures_and_cryptoliths():
    text = board.alt_text(demo.position(), demo.EVENTS)
    for part in (
        "Turn 14 of 30", "Attacker is on turn", "Noble 1 K7", "Jace H4 level 3", "life 5/6", "L6 level 12 on top of the",
        "north at I3 2 of 3 left", "south at M12 destroyed", "1 card in reserve", "Noble 1 attacks Geist 1",
    ):  # fmt: skip
        assert part in text, part


@pytest.mark.field(118)
@pytest.mark.parametrize("length", [0, 10, 200, 2000])
def test_the_description_never_exceeds_discords_limit(length):
    view = demo.position()
    events = [Event("note", words("x" * length or "y")) for _ in range(40)]
    assert 0 < len(board.alt_text(view, events)) <= 1024
    crowd = msgspec.structs.replace(
        view, figures=tuple(msgspec.structs.replace(figure, label="A very long name " * 9) for figure in view.figures)
    )
    assert 300 < len(board.alt_text(crowd, events)) <= 1024


@pytest.mark.field(118)
def test_the_text_board_holds_every_figure_and_every_space():
    view = demo.position()
    text = board.describe_board(view)
    for figure in view.figures:
        if figure.at:
            assert f"{figure.label} at {figure.at}" in text
    assert "Night: shots reach 4 spaces" in text
    assert "1 face-down card" in text
    assert "2 face-down cards" in text
    assert "chosen this turn" in text
    assert "E1 water -1; F1-G1 sand 4" in text
    assert "J5" not in text.split("Terrain")[0]


def test_an_ended_match_says_so():
    over = msgspec.structs.replace(demo.position(), phase="over")
    assert board.alt_text(over).startswith("The match is over after turn 14 of 30")
    assert board.draw_board(over) != board.draw_board(demo.position())
