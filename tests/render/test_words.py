"""The board in words."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.events import Event
from engine.core.text import Text, words
from render import board, demo, described, saying, studios


@pytest.mark.field(118)
def test_the_description_names_turn_figures_and_cryptoliths():
    text = board.alt_text(demo.position(), demo.EVENTS)
    for part in (
        "Turn 14 of 30", "Attacker is on turn", "Noble 1 K7", "Jace (Defender) H4 level 3, life 5 of 6", "Noble 2 K8 1/2",
        "L6 level 12 on top of the cryptolith", "north at I3 2 of 3 left", "south at M12 destroyed", "library 5, reserve 1.",
        "A Ranger is destroyed at H9",
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
    assert 200 < len(board.alt_text(crowd, events)) <= 1024


@pytest.mark.parametrize("limit", range(300, 900, 50))
def test_what_does_not_fit_is_left_out_as_a_whole_and_counted(limit):
    positions = [f"Figure {n} {'A' * (n % 5)}{n} {n}/9." for n in range(60)]
    changes = [f"Change {n} has happened." for n in range(20)]
    text = saying.alt(["Turn 3."], changes, positions, limit)
    assert len(text) <= limit
    body, _, rest = text.partition(" more ")
    kept = sum(position in body for position in positions)
    assert str(60 - kept) == body.split(" ")[-1]
    assert rest.endswith("`/board text:true`.")
    assert positions[:kept] == [position for position in positions if position in body]
    assert "Change 19" in text
    assert text.count("Change") == text.count("has happened.")


def test_the_first_thing_told_is_whose_turn_it_is_and_what_is_asked():
    view = demo.position(viewer=1)
    text = board.alt_text(view, demo.EVENTS, "Which card do you use?")
    assert text.startswith("Turn 14 of 30, Attacker is on turn. Which card do you use? ")
    mine = board.alt_text(msgspec.structs.replace(view, active=1))
    assert mine.startswith("Turn 14 of 30, Defender is on turn: you.")


@pytest.mark.field(118)
def test_the_text_board_holds_every_figure_and_every_space():
    view = demo.position()
    text = board.describe_board(view)
    for figure in view.figures:
        if figure.at:
            assert f"{figure.label} ({'Attacker' if figure.seat == 0 else 'Defender'}) at {figure.at}" in text
    assert "Night: shots reach 4 spaces" in text
    assert "1 face-down card" in text
    assert "2 face-down cards" in text
    assert "chosen this turn" in text
    assert "E1 water -1; F1-G1 sand 4" in text
    assert "J5" not in text.split("## The ground by region")[0]


def test_the_text_board_says_whose_everybody_is():
    text = board.describe_board(demo.position(viewer=1))
    assert "Jace (yours) at H4" in text
    assert "Noble 1 (enemy) at K7" in text
    assert text.index("## Your army: Defender") < text.index("## Enemy army: Attacker")


def test_what_matters_most_comes_first():
    text = board.describe_board(demo.position(viewer=1), demo.EVENTS, "Which card do you use?")
    heads = [line for line in text.splitlines() if line.startswith("#")]
    assert heads[:5] == [
        "# Converge on the Cryptoliths", "## Now", "## What has happened since your last turn",
        "## Threats to Jace (yours) at H4 level 3, life 5 of 6, toughness 4", "## What yours could strike",
    ]  # fmt: skip
    assert "- Which card do you use?" in text
    assert "- Noble 1 attacks Geist 1 for 1 damage." in text


def test_lines_that_the_reader_may_know_are_told_as_they_are():
    text = board.describe_board(demo.position(viewer=1), ["a Noble moves", "the wind turns!"])
    assert "- A Noble moves.\n- The wind turns!\n" in text


def test_who_could_strike_the_readers_planeswalker_is_named_with_the_way_there():
    view = demo.position(viewer=1)
    table = {figure.label.form: figure for figure in view.figures}
    near = msgspec.structs.replace(table["Noble 1"], at="I4", level=3, moved=False)
    figures = tuple(near if figure.id == near.id else figure for figure in view.figures)
    text = described.describe_board(msgspec.structs.replace(view, figures=figures))
    threats = text.split("## Threats to")[1].split("##")[0]
    assert "- Noble 1 (enemy) at I4 level 3, next to it (one space to the right): can attack from where it" in threats
    far = next(line for line in threats.splitlines() if line.startswith("- Not within one turn"))
    assert "Noble 3 (enemy) at L10, 7 spaces away" in far
    assert "Noble 1 " not in far


def test_an_ended_match_says_so():
    over = msgspec.structs.replace(demo.position(), phase="over")
    assert board.alt_text(over).startswith("The match is over after turn 14 of 30")
    assert "Within reach" not in board.alt_text(over)
    assert board.draw_board(over) != board.draw_board(demo.position())


def test_round_a_figure_every_neighbour_is_told():
    view = demo.position(viewer=0)
    text = studios.studio_of(view).around(view, "1")
    assert text.startswith("# Around K7: Noble 1 (yours)")
    for neighbour in ("L7, to the right", "J7, to the left", "K6, up and right", "J6, up", "K8, ", "J8, down and left"):
        assert f"- {neighbour}" in text, neighbour
    assert "Geist 2 (enemy)" in text.split("## Next to it")[1].split("##")[0]
    assert "## What it could strike\n- Nothing within one turn" in text, "it has attacked"
    assert "## Threats to Noble 1 (yours) at K7 level 1, life 2 of 2" in text
    enemy = studios.studio_of(view).around(view, "J7")
    assert "## What it could strike\n- At once: Noble 1 (yours) at K7 level 1, toughness 3, life 2 of 2" in enemy
    assert text == studios.studio_of(view).around(view, "k7")
    for nothing in ("A99", "A1", "Noble", "13"):
        with pytest.raises(ValueError, match=r"coordinate|not on the"):
            studios.studio_of(view).around(view, nothing)


def test_a_part_of_the_board_is_told_with_who_stands_there_and_its_ground():
    view = demo.position(viewer=0)
    spaces = ("K7", "J6", "J7", "J8", "I3", "E1")
    text = studios.studio_of(view).part(view, Text("the middle"), spaces)
    assert text.startswith("# The middle\n")
    figures = text.split("## Figures")[1].split("##")[0]
    assert [line.split(" at ")[0] for line in figures.split("\n") if line] == [
        "- Noble 1 (yours)", "- Geist 1 (enemy)", "- Geist 2 (enemy)",
    ]  # fmt: skip
    assert "- North at I3" in text
    assert "Keep at L6" not in text
    assert "Glyph of Healing at J8" in text
    assert "Recall" not in text
    rows = text.split("with levels\n")[1].splitlines()
    assert rows[0] == "E1 water -1"
    assert len(rows) == 5
    assert "- Nobody" in studios.studio_of(view).part(view, Text("the edge"), ("E1",))


def test_no_line_is_longer_than_a_message():
    view = demo.position()
    long = tuple(msgspec.structs.replace(glyph, text=Text("word " * 900)) for glyph in view.glyphs)
    text = board.describe_board(msgspec.structs.replace(view, glyphs=long), ["word " * 900])
    assert max(map(len, text.splitlines())) <= 2000
    assert text.count("…") == 3
