"""Transforming: Arlinn and the Kessig Rangers (AR-NEW-08 to AR-NEW-15)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from engine.arena.cards import cards
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


@pytest.mark.rule("AR-NEW-09", "AR-CHOOSE-03", "AR-CHOOSE-02")
def test_the_other_form_stands_in_the_same_space_and_the_card_is_turned(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "C3")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.start(arlinn)
    board.do(f"use:{arlinn.card}:Transform")
    assert board.card(arlinn).face == "arlinn_kord_wolf"
    assert board.at(arlinn) == "C3"
    view = board.match.view(1).board
    card = next(card for card in view.cards if card.face == "arlinn_kord_wolf")
    assert (card.move, card.range, card.power, card.height) == (7, 1, 4, 5)
    assert {ability.name for ability in card.abilities} == {"Call of the Moon", "Trample", "Transform"}
    assert not [card for card in view.cards if card.face == "arlinn_kord"]
    assert [figure.height for figure in view.figures if figure.at == "C3"] == [5]
    assert board.may(f"move:{arlinn.id}:J3")  # seven spaces now
    assert board.why(f"use:{arlinn.card}:Transform")[0] == "AR-CARD-19"  # once a turn


@pytest.mark.rule("AR-CHOOSE-03", "AR-CHOOSE-02")
def test_only_on_a_turn_for_which_her_card_is_chosen(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "C3")
    prophet = board.put("mad_prophet", "A1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.start(prophet)
    assert board.why(f"use:{arlinn.card}:Transform")[0] == "AR-CHOOSE-02"
    chosen = lay()
    arlinn = chosen.put("arlinn_kord", "C3")
    chosen.put("nahiri_lithomancer", "L9", seat=1)
    chosen.start(arlinn)
    assert chosen.may(f"use:{arlinn.card}:Transform")


@pytest.mark.rule("AR-NEW-10", "AR-TERM-06")
@pytest.mark.interaction(42)
def test_damage_enchantments_and_counters_stay_on_the_other_face(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    arlinn = board.put("arlinn_kord", "A1")
    enemy = board.put("hollowfield_effigy", "B1", seat=1)
    arlinn.damage = 2
    board.attach("ghostly_wings", arlinn, by=0)
    board.attach("jaces_scrutiny", arlinn, by=0)
    board.state.cards[arlinn.card].counters.update(power=1, toughness=1)
    board.start(arlinn)
    board.do(f"use:{arlinn.card}:Transform")
    card = board.card(arlinn)
    assert board.damage(arlinn) == 2
    assert [(one.spell, one.hidden) for one in card.attached] == [("ghostly_wings", False), ("jaces_scrutiny", True)]
    assert card.counters == {"power": 1, "toughness": 1}
    # and they are in force: power 4 and a counter, less one since a flyer is beside the Effigy
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{arlinn.id}:{enemy.id}")
    assert board.match.view(1).board.figures[arlinn.id].flying


@pytest.mark.rule("AR-NEW-10", "AR-ATK-42", "AR-NEW-13")
@pytest.mark.interaction(42)
def test_each_figure_of_a_squad_keeps_its_own_damage(lay: Lay) -> None:
    board = lay()
    rangers = board.put("kessig_rangers", "A1", "L8")
    rangers[0].damage = 2
    board.put("nahiri_lithomancer", "L1", seat=1)
    board.start(rangers)
    board.do(f"use:{rangers[0].card}:Transform")
    assert [board.damage(figure) for figure in rangers] == [2, 0]


@pytest.mark.rule("AR-NEW-10", "AR-LIFE-01")
def test_a_form_whose_life_the_damage_reaches_is_destroyed_at_once(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    """No card of ours has sides of different life; with one life fewer on the other side two markers would be enough."""
    face = cards().armies["kessig_ravagers"]
    monkeypatch.setitem(cards().armies, "kessig_ravagers", msgspec.structs.replace(face, life=2))
    board = lay()
    rangers = board.put("kessig_rangers", "A1", "C1")
    rangers[0].damage = 2
    board.put("nahiri_lithomancer", "L1", seat=1)
    board.start(rangers)
    board.do(f"use:{rangers[0].card}:Transform")
    assert [board.figure(figure).zone for figure in rangers] == ["graveyard", "board"]


@pytest.mark.rule("AR-NEW-11", "AR-TURN-04")
def test_transforming_uses_no_move_and_no_attack(lay: Lay) -> None:
    """A glyph under her is not set off; she walks, attacks, and transforms once her attacks are over."""
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 .. .. .."), glyphs={"R": "A1"})
    arlinn = board.put("arlinn_kord", "A1")
    board.put("nahiri_lithomancer", "H1", seat=1)
    board.graveyard(0, "dual_shot")
    board.start(arlinn)
    board.do(f"use:{arlinn.card}:Transform")
    assert [glyph.key for glyph in board.now.glyphs] == ["R"]
    assert board.now.turn.moves == []
    assert board.may(f"move:{arlinn.id}:G1")
    late = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 .. .. .."))
    arlinn = late.put("arlinn_kord", "A1")
    enemy = late.put("nahiri_lithomancer", "H1", seat=1)
    late.start(arlinn)
    late.do(f"move:{arlinn.id}:B1")
    assert late.why(f"use:{arlinn.card}:Transform")[0] == "AR-TURN-01"
    late.dice("3 blank", "5 blank")
    late.do(f"attack:{arlinn.id}:{enemy.id}", "end:attacks", f"use:{arlinn.card}:Transform")
    assert late.card(arlinn).face == "arlinn_kord_wolf"
    assert not late.options("move")
    assert not late.options("attack")


@pytest.mark.rule("AR-NEW-12", "AR-ENG-02", "AR-ENG-04")
@pytest.mark.interaction(43, 57)
@pytest.mark.parametrize(("ground", "before", "after"), [("s4", False, True), ("s3", True, True), ("s0", True, True)])
def test_a_change_of_height_makes_engagements_without_an_attack(lay: Lay, ground: str, before: bool, after: bool) -> None:
    """Arlinn is 4 levels high, the wolf 5: four levels up an enemy is adjacent to the wolf only."""
    board = lay(row(f"s0 {ground} s0 .. .. .. .. .. .. .. .."))
    arlinn = board.put("arlinn_kord", "A1")
    board.put("hollowfield_effigy", "B1", seat=1)
    board.start(arlinn)
    assert bool(board.pos.engaged(board.figure(arlinn))) is before
    board.do(f"use:{arlinn.card}:Transform")  # no die is told to fall
    assert bool(board.pos.engaged(board.figure(arlinn))) is after


@pytest.mark.rule("AR-NEW-12", "AR-ENG-02", "AR-ENG-04")
@pytest.mark.interaction(43, 57)
def test_a_change_of_height_breaks_engagements_without_an_attack(lay: Lay) -> None:
    board = lay(row("s0 s4 s0 .. .. .. .. .. .. .. .."))
    wolf = board.put("arlinn_kord_wolf", "A1")
    board.put("hollowfield_effigy", "B1", seat=1)
    board.start(wolf)
    assert board.pos.engaged(board.figure(wolf))
    board.do(f"use:{wolf.card}:Transform")
    assert board.card(wolf).face == "arlinn_kord"
    assert not board.pos.engaged(board.figure(wolf))
    assert not board.told("leaving")


@pytest.mark.rule("AR-NEW-13", "AR-CHOOSE-02")
@pytest.mark.interaction(43)
def test_both_rangers_transform_however_far_apart_and_on_their_turn_only(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "F5")
    rangers = board.put("kessig_rangers", "A1", "L8")
    board.put("nahiri_lithomancer", "L1", seat=1)
    board.start(arlinn)
    assert board.why(f"use:{rangers[0].card}:Transform")[0] == "AR-CHOOSE-02"
    own = lay()
    rangers = own.put("kessig_rangers", "A1", "L8")
    own.put("nahiri_lithomancer", "L1", seat=1)
    own.start(rangers)
    own.do(f"use:{rangers[0].card}:Transform")
    heights = [figure.height for figure in own.match.view(0).board.figures if figure.card == rangers[0].card]
    assert heights == [5, 5]
    assert [own.at(figure) for figure in rangers] == ["A1", "L8"]


@pytest.mark.rule("AR-NEW-13", "AR-LIFE-06")
def test_a_lone_survivor_transforms_alone_and_the_dead_stay_dead(lay: Lay) -> None:
    board = lay()
    rangers = board.put("kessig_rangers", "A1")
    board.put("nahiri_lithomancer", "L1", seat=1)
    board.start(rangers)
    board.do(f"use:{rangers[0].card}:Transform")
    assert board.card(rangers[0]).face == "kessig_ravagers"
    assert [board.figure(figure).zone for figure in rangers] == ["board", "graveyard"]


@pytest.mark.rule("AR-NEW-14", "AR-SUMM-04")
def test_what_is_summoned_shows_the_side_with_a_cost(lay: Lay) -> None:
    board = lay()
    arlinn = board.put("arlinn_kord", "C3")
    rangers = board.put("kessig_rangers")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.start(arlinn)
    board.do(f"summon:{rangers[0].card}")
    board.do(*[sorted(board.options("space"))[0]])
    board.do(*[sorted(board.options("space"))[0]])
    assert board.card(rangers[0]).face == "kessig_rangers"
    assert board.card(rangers[0]).zone == "play"


@pytest.mark.rule("AR-NEW-14", "AR-LIFE-07")
def test_ravagers_that_are_unsummoned_come_back_as_rangers(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    ravagers = board.put("kessig_ravagers", "C1", "D1", seat=1)
    board.put("arlinn_kord", "L9", seat=1)
    board.hand(0, "unsummon")
    board.start(jace)
    board.do("cast:unsummon")
    assert board.card(ravagers[0]).zone == "reserve"
    assert board.card(ravagers[0]).face == "kessig_rangers"
