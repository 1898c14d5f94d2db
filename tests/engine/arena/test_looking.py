"""What can be asked about a position: how far a figure gets and at what risk, what it sees, the parts of a battlefield."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.arena.game_entry import ARENA
from engine.core.looks import Aimed, Reach, Reached
from engine.core.refusal import Refused
from engine.core.text import Language, speaking
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row
from tests.engine.playing import begin, pick

Lay = Callable[..., Board]


def costs(reach: Reach) -> dict[str, int]:
    return {each.at: each.cost for each in reach.spaces}


def there(reach: Reach, at: str) -> Reached:
    return next(each for each in reach.spaces if each.at == at)


def kinds(reached: Reached) -> dict[str, int]:
    return {risk.kind: risk.times for risk in reached.risks}


def aimed(board: Board, who: object, at: object) -> Aimed:
    looked = board.match.sight(str(who.id))  # type: ignore[attr-defined]
    wanted = at if isinstance(at, str) else str(at.id)  # type: ignore[attr-defined]
    return next(each for each in looked.targets if each.subject == wanted)


# ---- how far
@pytest.mark.rule("AR-MOVE-02", "AR-MOVE-09")
def test_reach_tells_what_each_space_takes_of_the_move(lay: Lay) -> None:
    board = lay(row("s0 s0 s2 s2 s0 s0 s0 .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    reach = board.match.reach(str(jace.id))
    assert (reach.when, reach.at, str(reach.note)) == ("now", ("A1",), "")
    assert costs(reach) == {"B1": 1, "C1": 4, "D1": 5}  # two levels up count two more, and Jace moves five
    assert not any(each.risks for each in reach.spaces)


def test_reach_is_the_moves_on_offer_whoever_is_asked_about_at_every_moment() -> None:
    """In a game at random: for figures that may move now the same spaces as the options name, and never others."""
    match, chooser, looked = begin(3), random.Random(3), 0
    while match.asked and looked < 25:
        ask = match.asked[0]
        offered: dict[str, set[str]] = {}
        for option in ask.options:
            if option.verb == "move":
                _, figure, to, *_ = option.key.split(":")
                offered.setdefault(figure, set()).add(to)
        for figure, spaces in offered.items():
            reach = match.reach(figure)
            assert reach.when == "now"
            assert {each.at for each in reach.spaces} == spaces
            looked += 1
        match.answer(ask.seat, pick(chooser, ask.options))
    assert looked >= 25


@pytest.mark.rule("AR-ENG-03", "AR-FALL-02", "AR-WATER-01", "AR-GLYPH-05")
def test_reach_tells_the_risks_of_the_way(lay: Lay) -> None:
    board = lay("""
          A   B   C   D   E
      1   s4  s0  s0  w0  s0
      2   ..  ..  ..  s0  s0
    """, glyphs={"r": "C1"})  # fmt: skip
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    reach = board.match.reach(str(jace.id))
    assert kinds(there(reach, "B1")) == {"fall": 1}
    assert there(reach, "B1").risky
    assert there(reach, "B1").unhurt == pytest.approx(1 / 2, abs=0.2)
    assert kinds(there(reach, "C1")) == {"fall": 1, "glyph": 1}
    assert costs(reach) == {"B1": 1, "C1": 2}, "the glyph is where the move ends"
    wet = lay(row("s0 w0 s0 .. .. .. .. .. .. .. .."))
    jace = wet.put("jace_beleren", "A1")
    wet.start(jace)
    reach = wet.match.reach(str(jace.id))
    assert kinds(there(reach, "B1")) == {"water": 1}
    assert not there(reach, "B1").risky
    assert costs(reach) == {"B1": 1}


@pytest.mark.rule("AR-ENG-03", "AR-ENG-05")
def test_reach_counts_leaving_attacks_and_says_what_a_riskier_way_would_save(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."))
    jace, foe = board.put("jace_beleren", "B1"), board.put("kessig_rangers", "A1", seat=1)
    board.start(jace)
    reach = board.match.reach(str(jace.id))
    assert kinds(there(reach, "C1")) == {"leaving": 1}
    assert reach.spaces
    assert foe[0].zone == "board"
    open_field = lay()
    jace = open_field.put("jace_beleren", "B3")
    open_field.put("kessig_rangers", "D2", seat=1)
    open_field.start(jace)
    past = there(open_field.match.reach(str(jace.id)), "E3")
    assert (past.cost, past.quick) == (4, 3) or (past.cost, past.quick) == (3, 0)
    assert not past.risky


def test_reach_of_somebody_else_is_that_of_their_next_turn(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 s0 s0 s0"))
    mine = board.put("jace_beleren", "A1")
    theirs = board.put("kessig_rangers", "K1", seat=1)[0]
    board.start(mine)
    assert board.match.reach(str(mine.id)).when == "now"
    reach = board.match.reach(str(theirs.id))
    assert reach.when == "next"
    assert costs(reach) == {"J1": 1, "I1": 2, "H1": 3, "G1": 4, "F1": 5}
    board.start(None)
    assert board.match.reach(str(mine.id)).when == "turn"
    assert board.now.turn.chosen is None, "asking changes nothing"


def test_who_is_not_on_the_battlefield_is_asked_about_in_vain(lay: Lay) -> None:
    board = lay()
    waiting = board.put("kessig_rangers")[0]
    board.put("jace_beleren", "A1")
    board.start(None)
    for ask in (board.match.reach, board.match.sight):
        with pytest.raises(Refused, match="not on the battlefield"):
            ask(str(waiting.id))
        for nobody in ("99", "²"):
            with pytest.raises(Refused):
                ask(nobody)


# ---- what is in sight
@pytest.mark.rule("AR-ATK-06", "AR-ATK-13")
def test_sight_tells_what_is_clear_what_is_too_far_and_what_blocks(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s9 s0 s0 s0 s0 s0 s0 s0"))
    jace = board.put("jace_beleren", "B1")
    near = board.put("kessig_rangers", "A1", seat=1)[0]
    behind = board.put("lantern_geists", "F1", seat=1)[0]
    far = board.put("bloodline_nobles", "J1", seat=1)[0]
    board.start(jace)
    looked = board.match.sight(str(jace.id))
    assert (looked.range, looked.at, looked.stands) == (6, ("B1",), True)
    clear, blocked, beyond = (aimed(board, jace, each) for each in (near, behind, far))
    assert (clear.how, clear.distance, clear.line) == ("clear", 1, ("B1", "A1"))
    assert (blocked.how, blocked.blocked, str(blocked.what)) == ("blocked", ("D1",), "the ground at D1")
    assert (beyond.how, beyond.distance) == ("far", 8)
    assert {"A1", "C1"} <= set(looked.spaces)
    assert {"E1", "F1", "G1", "H1"} == set(looked.hidden)


@pytest.mark.rule("AR-ATK-10", "AR-ATK-13")
def test_sight_says_why_an_attack_is_barred_though_the_line_is_clear(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "B3")
    board.put("kessig_rangers", "C3", seat=1)
    other = board.put("bloodline_nobles", "B6", seat=1)[0]
    board.start(jace)
    found = aimed(board, jace, other)
    assert found.how == "barred"
    assert "engaged" in str(found.why)


def test_a_figure_in_the_way_is_named_with_its_space(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    wall = board.put("eldrazi_ruiner", "C1 D1", seat=0)
    target = board.put("kessig_rangers", "F1", seat=1)[0]
    board.start(jace)
    found = aimed(board, jace, target)
    assert found.how == "blocked"
    assert set(found.blocked) <= {"C1", "D1"}
    assert str(found.what) == str(board.pos.label(board.figure(wall)))


def test_a_ruins_wall_is_named_by_the_two_spaces_it_parts(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."), walls={"B1-C1": 9})
    jace, target = board.put("jace_beleren", "A1"), board.put("kessig_rangers", "D1", seat=1)[0]
    board.start(jace)
    assert set(aimed(board, jace, target).blocked) == {"B1", "C1"}


def test_sight_from_a_space_where_nobody_stands_has_no_range_and_no_sides(lay: Lay) -> None:
    board = lay(row("s0 s0 s9 s0 s0 s0 s0 s0 s0 s0 s0"))
    jace, other = board.put("jace_beleren", "B1"), board.put("kessig_rangers", "K1", seat=1)[0]
    board.start(jace)
    looked = board.match.sight("d1")
    assert (looked.range, looked.stands, looked.at) == (None, False, ("D1",))
    how = {each.subject: each.how for each in looked.targets}
    assert how == {str(jace.id): "blocked", str(other.id): "clear"}
    assert set(looked.hidden) == {"A1", "B1"}
    assert board.match.sight("B1") == board.match.sight(str(jace.id)), "who stands there looks"


def test_a_figure_may_be_imagined_elsewhere(lay: Lay) -> None:
    board = lay(row("s0 s0 s9 s0 s0 s0 s0 s0 s0 s0 s0"))
    jace, other = board.put("jace_beleren", "B1"), board.put("kessig_rangers", "I1", seat=1)[0]
    board.start(jace)
    assert board.match.sight(str(jace.id)).targets[0].how == "far"
    there = board.match.sight(str(jace.id), "D1")
    assert (there.at, there.stands, there.targets[0].how) == (("D1",), False, "clear")
    assert board.at(jace) == "B1"
    with pytest.raises(Refused, match="taken by"):
        board.match.sight(str(jace.id), board.at(other))
    with pytest.raises(Refused, match="no space"):
        board.match.sight(str(jace.id), "Z9")


# ---- parts of the battlefield
def test_regions_are_called_by_name_number_space_and_part() -> None:
    match = begin(1)
    chooser = random.Random(1)
    while not [figure for figure in match.look(None).board.figures if figure.at]:  # type: ignore[attr-defined]
        match.answer(match.asked[0].seat, pick(chooser, match.asked[0].options))
    board = match.look(None).board
    known = ARENA.regions(board)  # type: ignore[arg-type]
    figure = next(each for each in board.figures if each.at)  # type: ignore[attr-defined]
    mine = next(each for each in known if each.subject == str(figure.id))
    assert figure.at in mine.spaces
    assert mine.at[0] == figure.at
    for written in (str(figure.id), str(figure.label), figure.at.lower(), str(mine.name)):
        assert ARENA.region(board, written) == mine, written  # type: ignore[arg-type]
    parts = {each.id: set(each.spaces) for each in known if not each.subject}
    assert set(parts) >= {"north", "south", "west", "east", "northwest", "middle"}
    assert parts["north"] | parts["south"] == parts["west"] | parts["east"]
    assert parts["northwest"] == parts["north"] & parts["west"]
    for written, id in (
        ("top left", "northwest"),
        ("The North-West", "northwest"),
        ("bottom", "south"),
        ("centre", "middle"),
        ("left", "west"),
    ):
        found = ARENA.region(board, written)  # type: ignore[arg-type]
        assert found is not None
        assert found.id == id
    german_words = {"the north": "der Norden", "the west": "der Westen", "top left": "oben links"}
    with speaking(Language("de", german_words)):
        german = [ARENA.region(board, written) for written in ("Norden", "oben links", "der Westen", "right")]  # type: ignore[arg-type]
    assert [each.id for each in german if each] == ["north", "northwest", "west", "east"]
    for nothing in ("", "nobody", "Z99"):
        assert ARENA.region(board, nothing) is None  # type: ignore[arg-type]
    empty = ARENA.region(board, "H5")  # type: ignore[arg-type]
    assert empty is not None
    assert empty.subject == ""
    assert "H5" in empty.spaces
