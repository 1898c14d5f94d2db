"""Choosing the army card, summoning, and the order of a turn's actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.arena.cards import use_overlay
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


# ---- Action 2
@pytest.mark.rule("AR-CHOOSE-01", "AR-TURN-03", "AR-MOVE-01")
def test_one_card_is_chosen_and_stays_chosen(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist", "C1")
    geists = board.put("lantern_geists")
    enemy = board.put("nahiri_lithomancer", "L9", seat=1)
    board.start()
    assert board.options() == {f"card:{jace.card}", f"card:{alchemist.card}"}
    assert board.why(f"card:{geists[0].card}")[1].startswith("Lantern Geists has no figure on the battlefield")
    assert board.why(f"card:{enemy.card}")[0] == "AR-CHOOSE-01"
    assert board.why("end:turn")[0] == "AR-CHOOSE-01"
    board.do(f"card:{alchemist.card}")
    assert not board.options("card")
    assert board.why(f"card:{jace.card}")[0] == "AR-CHOOSE-01"
    assert board.why(f"move:{jace.id}:B1")[0] == "AR-CHOOSE-01"
    board.do("end:turn", f"card:{enemy.card}", "end:turn")
    assert board.may(f"card:{alchemist.card}")  # the same card again next time


@pytest.mark.rule("AR-CHOOSE-01", "AR-TEND-02")
def test_who_has_no_figure_passes_and_the_marker_moves_on(lay: Lay) -> None:
    """The defender has lost everything: turns 5 and 7 go by, the attacker plays on."""
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1", seat=1)
    board.library(0, "catalog")
    board.start(nahiri, seat=1, number=4)
    board.do("end:turn")
    assert (board.now.turn.number, board.now.turn.seat) == (6, 1)
    assert len(board.told("passed")) == 1
    assert board.now.seats[0].library == ["catalog"]


@pytest.mark.rule("AR-CHOOSE-02", "AR-CHOOSE-03")
def test_activated_abilities_are_the_chosen_cards_only(lay: Lay) -> None:
    """Jace's Pluck the Thought for Arlinn's Transform: not on a turn when the squad is chosen."""
    board = lay()
    jace = board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "C1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.library(1, "dual_shot")
    board.start(geists)
    rule, words = board.why(f"use:{jace.card}:Pluck the Thought")
    assert rule == "AR-CHOOSE-02"
    assert "Jace Beleren" in words
    chosen = lay()
    jace = chosen.put("jace_beleren", "A1")
    chosen.put("nahiri_lithomancer", "L9", seat=1)
    chosen.library(1, "dual_shot")
    chosen.start(jace)
    assert chosen.may(f"use:{jace.card}:Pluck the Thought")


@pytest.mark.rule("AR-CHOOSE-02")
def test_static_and_triggered_abilities_of_other_cards_work_all_the_same(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    alchemist = board.put("necro_alchemist", "A1")
    inquisitors = board.put("avacynian_inquisitors", "B1")
    nobles = board.put("bloodline_nobles", "C1", seat=1)
    nobles[0].damage = 1
    board.start(inquisitors)
    board.dice("5 sword", "3 blank")
    board.do(f"attack:{inquisitors[0].id}:{nobles[0].id}")
    assert board.card(alchemist).counters == {"charge": 1}  # Harvest


# ---- the five actions
@pytest.mark.rule("AR-TURN-01", "AR-TURN-02", "AR-TURN-04", "AR-TURN-05", "AR-TURN-06", "AR-TEND-01", "AR-TEND-02",
                  "AR-SPELL-01", "AC-SPELL-02")  # fmt: skip
def test_a_turn_from_the_draw_to_the_marker(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "D1", seat=1)
    board.library(1, "dual_shot", "shield_wall")
    board.hand(1, "angels_mercy")
    board.start(jace, number=3)
    board.do("end:turn")
    # Action 1 is done before anything is asked: the card drawn can be played at once
    assert (board.now.turn.number, board.now.turn.seat, board.now.turn.phase) == (4, 1, "before")
    assert board.now.seats[1].hand == ["angels_mercy", "shield_wall"]
    assert board.now.seats[1].library == ["dual_shot"]
    board.do("cast:shield_wall", f"card:{enemy.card}", f"move:{enemy.id}:C1")
    assert not board.options("cast")
    assert board.why("cast:angels_mercy")[0] == "AR-SPELL-04"
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{enemy.id}:{jace.id}")
    assert board.why(f"move:{enemy.id}:D1")[0] == "AR-TURN-01"
    board.do("end:attacks")
    assert board.why(f"attack:{enemy.id}:{jace.id}")[0] == "AR-TURN-01"
    assert board.why(f"move:{enemy.id}:D1")[0] == "AR-TURN-01"
    board.do("end:turn")
    assert (board.now.turn.number, board.now.turn.seat) == (5, 0)


@pytest.mark.rule("AR-TURN-04", "AR-TURN-05", "AR-MOVE-01")
def test_a_turn_without_a_move_or_an_attack_is_a_turn(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(jace)
    board.do("end:turn")
    assert board.now.turn.seat == 1
    assert board.at(jace) == "A1"


# ---- summoning
@pytest.mark.rule("AR-SUMM-01", "AC-CHOOSE-01", "AR-NEW-04")
def test_one_summons_on_the_planeswalkers_turn_only(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "C1")
    alchemist = board.put("necro_alchemist")
    board.start()
    assert board.why(f"summon:{alchemist.card}")[0] == "AR-SUMM-01"
    board.do(f"card:{geists[0].card}")
    assert board.why(f"summon:{alchemist.card}")[0] == "AR-SUMM-01"
    chosen = lay()
    jace = chosen.put("jace_beleren", "A1")
    alchemist = chosen.put("necro_alchemist")
    chosen.start(jace)
    assert chosen.may(f"summon:{alchemist.card}")


@pytest.mark.rule("AR-SUMM-02")
def test_one_summons_before_moving_from_where_one_stands(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist")
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    rule, words = board.why(f"summon:{alchemist.card}")
    assert rule == "AR-SUMM-02"
    assert "before moving" in words


@pytest.mark.rule("AR-SUMM-03", "AC-CHOOSE-01")
def test_two_cards_at_most(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "F5")
    one, two, three = (board.put("necro_alchemist") for _ in range(3))
    board.start(jace)
    board.do(f"summon:{one.card}", "space:E5", f"summon:{three.card}", "space:G5")
    rule, words = board.why(f"summon:{two.card}")
    assert rule == "AR-SUMM-03"
    assert "two cards" in words
    assert (board.at(one), board.at(three), board.figure(two).zone) == ("E5", "G5", "reserve")


@pytest.mark.rule("AR-SUMM-04")
def test_only_ones_own_reserve_can_be_summoned(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "F5")
    theirs = board.put("necro_alchemist", seat=1)
    dead = board.put("hollowfield_effigy")
    board.state.cards[dead.card].zone = "graveyard"
    board.state.figures[dead.id].zone = "graveyard"
    here = board.put("lantern_geists", "A1")
    board.start(jace)
    assert not board.options("summon")
    for card in (theirs.card, dead.card, here[0].card):
        assert board.why(f"summon:{card}")[0] == "AR-SUMM-04"


@pytest.mark.interaction(39)
@pytest.mark.rule("AR-SUMM-05", "AR-TERM-03")
def test_only_empty_spaces_will_do(lay: Lay) -> None:
    """A glyph, a figure and a cryptolith are in the way; water and road are not."""
    board = lay(row("s0 w0 r0 s0 s0 s0 .. .. .. .. .."), glyphs={"H": "D1"}, stones={"keep": "F1"})
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist")
    board.put("lantern_geists", "E1")
    board.start(jace)
    board.do(f"summon:{alchemist.card}")
    assert board.options() == {"space:B1", "space:C1"}


@pytest.mark.rule("AR-SUMM-06", "AR-TERM-04", "AR-TERM-03")
def test_within_five_clear_sight_spaces_whatever_the_level(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s9 s0 .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist")
    board.start(jace)
    board.do(f"summon:{alchemist.card}")
    assert board.options() == {"space:B1", "space:C1", "space:D1", "space:E1", "space:F1"}  # up on the cliff too
    flat = lay(row("s0 s0 s0 s0 s0 s0 s0 .. .. .. .."))
    jace = flat.put("jace_beleren", "A1")
    alchemist = flat.put("necro_alchemist")
    flat.start(jace)
    flat.do(f"summon:{alchemist.card}")
    assert flat.options() == {"space:B1", "space:C1", "space:D1", "space:E1", "space:F1"}
    walled = lay(row("s0 s0 s9 s0 s0 .. .. .. .. .. .."))
    jace = walled.put("jace_beleren", "A1")
    alchemist = walled.put("necro_alchemist")
    walled.start(jace)
    walled.do(f"summon:{alchemist.card}")
    assert walled.options() == {"space:B1", "space:C1"}  # D1 and E1 lie behind the wall


@pytest.mark.interaction(37)
@pytest.mark.rule("AR-SUMM-07")
def test_a_squad_comes_whole_or_not_at_all(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    geists, alchemist = board.put("lantern_geists"), board.put("necro_alchemist")
    board.start(jace)
    rule, words = board.why(f"summon:{geists[0].card}")
    assert rule == "AR-SUMM-07"
    assert "needs 3" in words
    assert "there are 2" in words
    assert board.may(f"summon:{alchemist.card}")
    roomy = lay(row("s0 s0 s0 s0 s0 .. .. .. .. .. .."))
    jace = roomy.put("jace_beleren", "A1")
    geists = roomy.put("lantern_geists")
    roomy.start(jace)
    roomy.do(f"summon:{geists[0].card}", "space:E1", "space:B1")
    assert [roomy.figure(geist).zone for geist in geists] == ["reserve"] * 3  # nothing is seen before the last one stands
    roomy.do("space:C1")
    assert [roomy.at(geist) for geist in geists] == ["E1", "B1", "C1"]
    assert roomy.told("summoned")[0].data["at"] == ["E1", "B1", "C1"]


@pytest.mark.interaction(37, 40, 57)
@pytest.mark.rule("AR-SUMM-07", "AR-CHOOSE-01", "AR-ATK-02", "AR-ENG-01")
def test_the_summoned_neither_move_nor_attack_but_they_engage(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist")
    enemy = board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(jace)
    board.do(f"summon:{alchemist.card}", "space:C1")
    assert board.pos.engaged(board.figure(enemy)) == [board.figure(alchemist)]
    assert board.why(f"move:{alchemist.id}:C2")[0] == "AR-CHOOSE-01"
    assert board.why(f"attack:{alchemist.id}:{enemy.id}")[0] == "AR-ATK-02"


@pytest.mark.rule("AR-SPELL-04", "AR-SUMM-02")
def test_spells_and_summoning_come_in_any_order(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    alchemist, effigy = board.put("necro_alchemist"), board.put("hollowfield_effigy")
    board.hand(0, "essence_flux")
    board.start(jace)
    assert not board.may("cast:essence_flux")
    board.do(f"summon:{alchemist.card}", "space:B1", "cast:essence_flux", "space:A2", f"summon:{effigy.card}", "space:B1")
    assert (board.at(alchemist), board.at(effigy)) == ("A2", "B1")


# ---- colours
@pytest.fixture
def arlinn(tmp_path: Path) -> Iterator[None]:
    """Arlinn with her two colours, a red, a green and a white hero, as a host's own rows."""
    common = (
        'set="soi"\nunique=true\nfigures=1\nlife=6\nmove=5\nrange=1\npower=4\ntoughness=3\nheight=4\nsize="medium"\n'
        'base=1\ncost=100\nppf=0\n'
    )
    rows = [("arlinn", "RG", "planeswalker"), ("prophet", "R", "hero"), ("ranger", "G", "hero"), ("angel", "W", "hero")]
    (tmp_path / "armies.toml").write_text(
        "\n".join(
            f'[[army]]\nid="{id}"\nname="{id.title()}"\nfigure="{id.title()}"\nshort="{id[:2].title()}"\ncolours="{colours}"\n'
            f'kind="{kind}"\ntypes=["Human"]\n{common}'
            for id, colours, kind in rows
        ),
        encoding="utf-8",
    )
    use_overlay(tmp_path)
    yield
    use_overlay(None)


@pytest.mark.rule("AR-CARD-10", "AR-CARD-09", "AR-CARD-08")
@pytest.mark.usefixtures("arlinn")
def test_a_planeswalker_summons_cards_of_any_of_its_colours_and_colourless_ones(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn", "F5")
    red, green, white = board.put("prophet"), board.put("ranger"), board.put("angel")
    colourless = board.put("hollowfield_effigy")
    board.start(arlinn)
    assert board.options("summon") == {f"summon:{red.card}", f"summon:{green.card}", f"summon:{colourless.card}"}
    assert board.why(f"summon:{white.card}")[0] == "AR-CARD-09"
