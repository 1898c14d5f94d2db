"""The battlefield of cards in words, from either side of the table."""

from __future__ import annotations

import msgspec
import pytest

from engine.summoner_wars import board
from engine.summoner_wars.view import PieceView, WarView
from render import studios
from render.summoner_wars.described import alt_text, describe_around, describe_board
from tests.engine.playing import begin


def opening(viewer: int | None, places: dict[str, tuple[int, str]], **changes: object) -> WarView:
    """The first turn of seat 0 with the Summoners and a few units on empty ground: name -> whose, where."""
    match = begin(1, name="summoner_wars")
    while match.view(None).board.turn < 1:
        ask = match.asked[0]
        match.answer(ask.seat, ask.options[0].key)
    view: WarView = match.view(viewer).board
    units = [piece for piece in view.pieces if piece.face.kind != "wall"]
    pieces = []
    for n, (what, (seat, at)) in enumerate(places.items()):
        kind = "summoner" if what.startswith("Summoner") else "common"
        like = next(piece for piece in units if piece.seat == seat and piece.face.kind == kind)
        face = like.face if kind == "summoner" else msgspec.structs.replace(like.face, name=what)
        pieces.append(
            msgspec.structs.replace(
                like,
                card=100 + n,
                face=face,
                at=at,
                wounds=0,
                moved=False,
                attacked=False,
                **({"reach": 3, "steps": 2} if "Bow" in what else {"reach": 1, "steps": 2}),
            )
        )
    return msgspec.structs.replace(view, pieces=tuple(pieces), active=0, phase="movement", moves_left=3, **changes)


TABLE = {"Summoner 0": (0, "c1"), "Summoner 1": (1, "c8"), "Bow": (0, "c5"), "Sword": (1, "c3"), "Guard": (1, "f8")}


def section(text: str, title: str) -> list[str]:
    return text.split(f"## {title}")[1].split("\n\n")[0].splitlines()[1:]


def piece(view: WarView, name: str) -> PieceView:
    return next(each for each in view.pieces if each.face.name == name)


def test_what_ones_own_could_strike_is_told_with_where_from() -> None:
    view = opening(0, TABLE)
    lines = section(describe_board(view), "What yours could strike")
    bow = next(line for line in lines if line.startswith("- Bow (yours) on C5"))
    foe = piece(view, "Sword")
    assert f"At once: Sword on C3, life {foe.life} of {foe.life}; " in bow or f"Sword on C3, life {foe.life} of" in bow
    later = bow.partition("After a move: ")[2] or bow.partition("At once: ")[2]
    assert "on C8" in later, "the Summoner is three spaces away in a clear line"
    blocked = opening(0, TABLE | {"Between": (0, "c4")})
    lines = section(describe_board(blocked), "What yours could strike")
    bow = next(line for line in lines if line.startswith("- Bow (yours) on C5"))
    assert "Sword" not in bow.partition("At once: ")[2].partition("After")[0]


def test_a_unit_that_has_moved_or_stands_in_the_attack_phase_moves_no_more() -> None:
    far = {"Summoner 0": (0, "a1"), "Summoner 1": (1, "f8"), "Walker": (0, "c4"), "Foe": (1, "c6")}
    told = section(describe_board(opening(0, far)), "What yours could strike")
    assert any("Walker (yours) on C4" in line and "After a move: Foe on C6" in line for line in told)
    view = opening(0, far)
    moved = tuple(msgspec.structs.replace(each, moved=each.face.name == "Walker") for each in view.pieces)
    assert not any(
        "Walker" in line
        for line in section(describe_board(msgspec.structs.replace(view, pieces=moved)), "What yours could strike")
    )
    attacking = msgspec.structs.replace(view, phase="attack", attacks_left=3)
    assert not any("Walker" in line for line in section(describe_board(attacking), "What yours could strike"))


def test_threats_to_ones_summoner_come_with_the_way_as_the_picture_lies() -> None:
    near = {"Summoner 0": (0, "c1"), "Summoner 1": (1, "c8"), "Bow": (0, "c5"), "Sword": (1, "c3")}
    mine = describe_board(opening(0, near))
    name = opening(0, near).seats[0].name
    assert f"## Threats to {name} (yours) on C1" in mine
    (line,) = [line for line in section(mine, "Threats to") if line.startswith("- Sword")]
    assert "- Sword (enemy) on C3, 2 spaces straight up: can attack after a move to C2, " in line
    theirs = describe_board(opening(1, near))
    (line,) = [line for line in section(theirs, "Threats to") if line.startswith("- Bow")]
    assert "- Bow (enemy) on C5, 3 spaces straight up: can attack from where it stands, " in line


@pytest.mark.parametrize(("viewer", "way"), [(0, "to the left"), (1, "to the right"), (None, "to the left")])
def test_directions_follow_the_side_of_the_table(viewer: int | None, way: str) -> None:
    view = opening(viewer, {"Summoner 0": (0, "c1"), "Summoner 1": (1, "c8"), "Left": (0, "b4"), "Middle": (1, "c4")})
    told = describe_around(view, "C4")
    assert told == describe_around(view, str(piece(view, "Middle").card))
    assert any(line.startswith(f"- B4, {way}: Left") for line in told.splitlines())
    assert any("on C1" in line for line in section(told, "In straight lines"))
    rows = [line for line in describe_board(view).splitlines() if line.startswith("- Row ")]
    assert len(rows) == board.ROWS
    assert rows[0].startswith("- Row 8" if viewer == 1 else "- Row 1")


def test_nothing_lies_round_what_is_neither_space_nor_card() -> None:
    view = opening(0, TABLE)
    for nothing in ("Z9", "1234", ""):
        with pytest.raises(ValueError, match="is no space"):
            describe_around(view, nothing)


def test_a_part_is_told_side_by_side() -> None:
    view = opening(0, TABLE)
    studio = studios.studio_of(view)
    assert studio is not None
    told = studio.part(view, view.goal, ["C1", "C2", "C3"])
    assert "Sword on C3" in told
    assert "Bow" not in told
    assert "- Nobody" in studio.part(view, view.goal, ["A1"])


def test_the_shortest_words_name_everybody_and_who_could_strike_summoners() -> None:
    view = opening(0, {"Summoner 0": (0, "c1"), "Summoner 1": (1, "c8"), "Bow": (0, "c5"), "Sword": (1, "c3")})
    alt = alt_text(view, ["something has happened"], "Move?")
    assert alt.startswith("Turn 1, ")
    assert "Move? Last: Something has happened." in alt
    assert "Within reach of Bow on C5." in alt
    assert "After a move within reach of Sword on C3." in alt
    for place in ("C1", "C8", "C5", "C3"):
        assert place in alt
