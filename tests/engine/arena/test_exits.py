"""Exits beyond the scenario's own sentences: who leaves how, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena import ambush
from engine.arena.hexes import parse
from engine.arena.life import place
from engine.arena.placing import stands
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

AMBUSHER, SECOND, FIRST = 0, 1, 2


def valley(lay: Lay, grid: str = "", exits: tuple[str, ...] = ("A1",), **more: object) -> Board:
    board = lay(
        grid or row("s0 " * 11), teams={"ambusher": 1, "reinforcements": 2}, goal="escape", turns=39, summon="adjacent",
        flying=False, exits=dict.fromkeys(exits, "W"), **more,
    )  # fmt: skip
    board.put("nahiri_lithomancer", "K1", seat=AMBUSHER)
    return board


@pytest.mark.rule("AR-S3-17", "AR-S3-16")
def test_the_words_of_a_move_tell_what_leaving_is_worth(lay: Lay) -> None:
    board = valley(lay)
    board.put("jace_beleren", "H1", seat=SECOND)
    elf = board.put("elf_rangers", "C1", seat=FIRST)[0]
    board.start(elf, seat=FIRST, number=6)
    option = next(option for option in board.match.view(FIRST).options if option.key == f"move:{elf.id}:A1")
    points = board.pos.points(elf)
    assert f"leaves the battlefield: {points} points" in str(option.detail)
    assert option.weight == max(each.weight for each in board.match.view(FIRST).options if each.verb == "move")
    trap = valley(lay)
    trap.put("jace_beleren", "H1", seat=SECOND)
    noble = trap.put("bloodline_nobles", "C1", seat=AMBUSHER)[0]
    trap.start(noble, number=4)
    option = next(option for option in trap.match.view(AMBUSHER).options if option.key == f"move:{noble.id}:A1")
    assert "leaves the battlefield and is lost" in str(option.detail)
    assert option.weight == min(each.weight for each in trap.match.view(AMBUSHER).options if each.verb == "move")


@pytest.mark.rule("AR-S3-15", "AC-MOVE-08")
def test_a_double_space_figure_leaves_with_its_leading_side(lay: Lay) -> None:
    """Level or not: it is gone before it would have to stand there."""
    board = valley(lay, row("s1 s0 s0 s0 s0 s0 s0 s0 s0 s0 s0"))
    board.put("jace_beleren", "H1", seat=SECOND)
    ruiner = board.put("eldrazi_ruiner", "C1 D1", seat=FIRST)
    board.start(ruiner, seat=FIRST, number=6)
    board.do(f"move:{ruiner.id}:A1")
    now = board.figure(ruiner)
    assert (now.zone, now.at, now.rear) == ("exited", None, None)
    assert board.told("exited")[0].data["points"] == 150
    assert board.card(ruiner).zone == "exited"


@pytest.mark.rule("AR-S3-15", "AR-FALL-04", "AR-LIFE-01")
@pytest.mark.parametrize(("face", "zone"), [("sword", "graveyard"), ("blank", "exited")])
def test_who_dies_of_the_fall_onto_an_exit_has_not_left(lay: Lay, face: str, zone: str) -> None:
    board = valley(lay, row("s0 s5 s0 s0 s0 s0 s0 s0 s0 s0 s0"))
    board.put("jace_beleren", "H1", seat=SECOND)
    elf = board.put("elf_rangers", "B1", seat=FIRST)[0]
    elf.damage = board.pos.life_left(elf) - 1
    board.start(elf, seat=FIRST, number=6)
    board.dice(face)
    board.do(f"move:{elf.id}:A1")
    assert board.figure(elf).zone == zone


@pytest.mark.rule("AR-S3-15", "AR-ENG-01")
def test_nobody_is_met_on_an_exit(lay: Lay) -> None:
    """An enemy's face-down card that waits for somebody to come beside it is not turned over by who is gone at once."""
    board = valley(lay, exits=("C1",))
    board.put("jace_beleren", "H1", seat=SECOND)
    noble = board.put("bloodline_nobles", "D1", seat=AMBUSHER)[0]
    board.attach("snare_vines", noble)
    elf = board.put("elf_rangers", "A1", seat=FIRST)[0]
    board.start(elf, seat=FIRST, number=6)
    board.do(f"move:{elf.id}:C1")
    assert board.figure(elf).zone == "exited"
    assert not board.told("revealed")
    assert [one.spell for one in board.card(noble).attached] == ["snare_vines"]


@pytest.mark.rule("AR-S3-18", "AR-S3-16")
def test_who_may_be_put_on_an_exit(lay: Lay) -> None:
    board = valley(lay)
    board.put("jace_beleren", "C1", seat=SECOND)
    fleeing = board.put("necro_alchemist", seat=SECOND)
    lurking = board.put("hollowfield_effigy", seat=AMBUSHER)
    giant = board.put("eldrazi_ruiner", seat=SECOND)
    pos, spaces = board.pos, [parse("A1"), parse("B1")]
    assert [ambush.flees(pos, seat) for seat in (AMBUSHER, SECOND, FIRST)] == [False, True, True]
    assert stands(pos, fleeing, spaces) == [((0, 0),), ((1, 0),)]
    assert stands(pos, lurking, spaces) == [((1, 0),)]
    assert stands(pos, fleeing, spaces, taken=spaces) == [((0, 0),)]  # over an exit any number can go
    assert stands(pos, giant, spaces) == [((0, 0), (1, 0))]


@pytest.mark.rule("AR-S3-18", "AR-S3-17")
def test_a_double_space_figure_is_summoned_over_an_exit_with_either_half(lay: Lay) -> None:
    board = valley(lay)
    jace = board.put("jace_beleren", "C1", seat=SECOND)
    board.put("arlinn_kord", "I1", seat=FIRST)
    ruiner = board.put("eldrazi_ruiner", seat=SECOND)
    board.start(jace, seat=SECOND, number=5)
    kinds = [event.kind for event in board.do(f"summon:{ruiner.card}", "space:B1")]  # A1 is all that is left beside B1
    assert board.figure(ruiner).zone == "exited"
    assert kinds[:2] == ["summoned", "exited"]


@pytest.mark.rule("AR-S3-18", "AR-SUMM-07")
def test_part_of_a_squad_leaves_and_the_rest_stays(lay: Lay) -> None:
    board = valley(
        lay,
        """
          A   B   C   D   E   F   G   H   I   J   K
      1   s0  s0  s0  s0  s0  s0  s0  s0  s0  s0  s0
    """,
    )
    jace = board.put("jace_beleren", "B1", seat=SECOND)
    board.put("arlinn_kord", "I1", seat=FIRST)
    geists = board.put("lantern_geists", seat=SECOND)
    board.start(jace, seat=SECOND, number=5)
    board.do(f"summon:{geists[0].card}", "space:A1", "space:C1")  # then only the exit is left
    assert [board.figure(geist).zone for geist in geists] == ["exited", "board", "exited"]
    assert board.card(geists[0]).zone == "play"


@pytest.mark.rule("AR-S3-18")
def test_who_is_placed_on_an_exit_by_an_effect_leaves_too(lay: Lay) -> None:
    """Not movement: nobody attacks who leaves so (interaction 57)."""
    from engine.arena.game import Game
    from engine.core.table import Table

    board = valley(lay)
    board.put("jace_beleren", "H1", seat=SECOND)
    board.put("arlinn_kord", "I1", seat=FIRST)
    elf = board.put("elf_rangers", "C1", seat=FIRST)[0]
    board.put("bloodline_nobles", "D1", seat=AMBUSHER)
    game = Game(Table(board.state, bytes(32)))
    place(game, elf, parse("A1"))
    assert elf.zone == "exited"
    assert [event.kind for event in game.table.events] == ["exited"]


@pytest.mark.rule("AR-S3-16")
def test_on_a_map_without_anybody_to_flee_an_exit_only_loses_figures(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. s0"), goal="score", exits={"A1": "W"})
    jace = board.put("jace_beleren", "C1")
    board.put("nahiri_lithomancer", "K1", seat=1)
    geists = board.put("lantern_geists", "B1", "D1")
    board.start(geists)
    board.do(f"move:{geists[0].id}:A1")
    assert board.figure(geists[0]).zone == "exited"
    assert board.told("exited")[0].data["points"] == 0
    assert board.at(jace) == "C1"
