"""What a card says about how it is altered: numbers, what lasts, and on whom."""

from __future__ import annotations

from collections.abc import Callable

from engine.arena.seen import see
from engine.arena.state import Figure
from tests.engine.arena.board import Board

Lay = Callable[..., Board]


def changes(board: Board, figure: Figure) -> list[str]:
    return [str(line) for line in see(board.pos, 0).cards[figure.card].changes]


def test_a_card_as_printed_says_nothing(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1", "C1")
    board.start(inquisitors)
    assert changes(board, inquisitors[0]) == []


def test_what_all_figures_share_is_one_line_with_its_sum(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1", "C1")
    board.attach("hot_blood", inquisitors[0])
    board.start(inquisitors)
    assert changes(board, inquisitors[0]) == [
        "Power: power 4 and Hot Blood +1 = 5",
        "Toughness: toughness 4 and Hot Blood -1 = 3",
        "Move: move 5 and Hot Blood +1 = 6",
    ]


def test_what_one_figure_has_alone_names_it_and_says_how_long(lay: Lay) -> None:
    board = lay()
    board.put("nahiri_lithomancer", "A9")
    inquisitors = board.put("avacynian_inquisitors", "A1", "C1")
    board.hand(0, "rush_of_adrenaline")
    board.start(inquisitors)
    board.do("cast:rush_of_adrenaline", f"pick:{inquisitors[1].id}")
    assert changes(board, inquisitors[0]) == [
        "Inquisitor 2, power: power 4 and Rush of Adrenaline +2 = 6",
        "Inquisitor 2, move: move 5 and Rush of Adrenaline +2 = 7",
        "Rush of Adrenaline on Inquisitor 2 until this turn is over",
    ]


def test_what_forbids_is_told_too(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    inquisitors = board.put("avacynian_inquisitors", "C1", seat=1)
    elves = board.put("elf_rangers", "C9", seat=1)
    board.hand(0, "press_for_answers")
    board.attach("snare_vines", elves[0])
    board.start(jace)
    board.do("cast:press_for_answers")
    assert changes(board, inquisitors[0]) == ["Press for Answers until the next turn of the attacker is over"]
    assert changes(board, elves[0]) == []  # what lies face down says nothing


def test_who_is_held_fast_cannot_attack(lay: Lay) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1")
    elves = board.put("elf_rangers", "C1", seat=1)
    board.attach("snare_vines", elves[0])
    board.start(inquisitors)
    board.do(f"move:{inquisitors[0].id}:B1")
    assert changes(board, inquisitors[0]) == ["Inquisitor 1 cannot attack until this turn is over"]
    board.do("end:turn")
    assert changes(board, inquisitors[0]) == []
