"""Playing spells: when, how many, on what; hidden enchantments; hand, library, graveyard; a dead Planeswalker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.arena.cards import use_overlay
from engine.arena.effects import Played
from engine.arena.sightlines import in_clear_sight
from engine.arena.spells.blue import BrokenConcentration
from engine.core.refusal import Refused
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


# ---- when and how many
@pytest.mark.interaction(32)
@pytest.mark.rule("AR-SPELL-02", "AR-SPELL-04")
def test_three_spells_a_turn_counted_over_both_periods(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.hand(0, "shield_wall", "skillful_lunge", "stone_will", "silverstrike")
    board.start(nahiri)
    board.do("cast:shield_wall", "cast:skillful_lunge", f"move:{nahiri.id}:B1", "end:attacks", "cast:stone_will")
    rule, words = board.why("cast:silverstrike")
    assert rule == "AR-SPELL-02"
    assert "3 spells" in words
    assert board.options() == {"end:turn"}


@pytest.mark.interaction(32)
@pytest.mark.rule("AR-SPELL-02", "AC-SPELL-07", "AR-NEW-03")
def test_a_countered_spell_is_one_of_the_three(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "L9", seat=1)
    board.attach("broken_concentration", jace)
    board.hand(0, "shield_wall", "skillful_lunge", "stone_will", "silverstrike")
    board.start(nahiri)
    board.do("cast:shield_wall", "cast:skillful_lunge", "cast:stone_will")
    assert [event.data["spell"] for event in board.told("countered")] == ["shield_wall"]
    assert board.now.seats[0].graveyard == ["shield_wall", "skillful_lunge"]
    assert board.why("cast:silverstrike")[0] == "AR-SPELL-02"


@pytest.mark.rule("AR-SPELL-03", "AR-ATK-19")
def test_nobody_plays_on_anothers_turn(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "C1", seat=1)
    board.hand(1, "shield_wall")
    board.start(jace)
    with pytest.raises(Refused):
        board.match.answer(1, "cast:shield_wall")
    assert board.now.seats[1].hand == ["shield_wall"]
    assert board.pos.state.turn.spells == 0


@pytest.mark.rule("AR-SPELL-04", "AC-SPELL-02")
def test_before_moving_and_after_attacking_and_not_between(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.hand(0, "shield_wall", "stone_will")
    board.start()
    assert {"cast:shield_wall", "cast:stone_will"} <= board.options()  # before the army card is chosen too
    board.do(f"card:{nahiri.card}")
    assert board.may("cast:shield_wall")
    board.do(f"move:{nahiri.id}:B1")
    rule, words = board.why("cast:shield_wall")
    assert rule == "AR-SPELL-04"
    assert "finish your attacks" in words
    board.do("end:attacks")
    assert board.may("cast:shield_wall")


# ---- sorceries and enchantments
@pytest.mark.rule("AR-SPELL-05", "AR-SPELL-06", "AR-SPELL-07", "AR-CARD-02", "AR-CARD-04")
def test_a_sorcery_acts_and_is_discarded_an_enchantment_stays(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    inquisitors = board.put("avacynian_inquisitors", "C1", "D1")
    nahiri.damage = 3
    board.hand(0, "chaplains_blessing", "spare_from_evil")
    board.start(nahiri)
    board.do("cast:chaplains_blessing", "cast:spare_from_evil", f"army:{inquisitors[0].card}")
    assert board.damage(nahiri) == 1
    assert board.now.seats[0].graveyard == ["chaplains_blessing"]
    attached = board.card(inquisitors[0]).attached
    assert [(one.spell, one.hidden, one.owner, one.controller) for one in attached] == [("spare_from_evil", False, 0, 0)]
    assert board.now.seats[0].hand == []
    board.do("end:turn")
    assert board.card(inquisitors[0]).attached


@pytest.mark.rule("AR-SPELL-08", "AC-SPELL-03", "AR-LIFE-06", "AR-SPELL-09", "AR-NEW-03")
def test_enchantments_go_on_army_cards_in_play(lay: Lay) -> None:
    """Not on one in the reserve, not on a dead one."""
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("avacynian_inquisitors")
    dead = board.put("bloodline_nobles")
    board.state.cards[dead[0].card].zone = "graveyard"
    board.put("jace_beleren", "L9", seat=1)
    board.hand(0, "hot_blood", "spare_from_evil")
    board.start(nahiri)
    assert board.options("cast") == {"cast:spare_from_evil"}
    assert board.why("cast:hot_blood")[0] == "AR-SPELL-09"
    board.do("cast:spare_from_evil")  # nothing to choose: only her own card is in play
    assert [one.spell for one in board.card(nahiri).attached] == ["spare_from_evil"]


@pytest.mark.rule("AR-SPELL-09")
def test_the_kind_of_card_and_whose_it_is_as_the_spell_says(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "A3")
    enemy = board.put("nahiri_lithomancer", "C1", seat=1)
    nobles = board.put("bloodline_nobles", "D2", seat=1)
    board.hand(0, "sleep_paralysis", "sensory_deprivation", "ghostly_wings")
    board.start(jace)
    board.do("cast:sleep_paralysis")  # an enemy squad or hero: the Nobles alone
    assert [one.spell for one in board.card(nobles[0]).attached] == ["sleep_paralysis"]
    board.do("cast:sensory_deprivation")
    assert board.options() == {f"army:{enemy.card}", f"army:{nobles[0].card}"}
    board.do(f"army:{enemy.card}", "cast:ghostly_wings")
    assert board.options() == {f"army:{jace.card}", f"army:{geists[0].card}"}


@pytest.fixture
def pride(tmp_path: Path) -> Iterator[None]:
    """An aura of a host's own for any unique squad."""
    (tmp_path / "spells.toml").write_text(
        '[[spell]]\nid="pride"\nset="soi"\nname="Pride"\ncolour="U"\ntype="aura"\ncost=10\n'
        'timing="before Action 3 or after Action 4"\ntext="None."\nduration="while attached"\n'
        'attaches_to="any unique squad"\n',
        encoding="utf-8",
    )
    use_overlay(tmp_path)
    yield
    use_overlay(None)


@pytest.mark.rule("AR-SPELL-10")
@pytest.mark.usefixtures("pride")
def test_any_unique_squad_may_be_an_opponents(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("lantern_geists", "A3")
    board.put("nahiri_lithomancer", "C1", seat=1)
    board.hand(0, "pride")
    board.start(jace)
    assert board.why("cast:pride")[0] == "AR-SPELL-10"  # the Geists are common
    other = lay()
    jace = other.put("jace_beleren", "A1")
    other.put("lantern_geists", "A3")
    nobles = other.put("bloodline_nobles", "C1", seat=1)
    other.hand(0, "pride")
    other.start(jace)
    other.do("cast:pride")
    assert [one.spell for one in other.card(nobles[0]).attached] == ["pride"]


@pytest.mark.rule("AR-CARD-07")
def test_only_spells_of_the_planeswalkers_colours(lay: Lay) -> None:
    """Nahiri is white and red; a blue card may come to her hand, but not out of it."""
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.library(0, "catalog")
    board.hand(0, "catalog", "shield_wall", "lance_of_flame")
    board.put("necro_alchemist", "D1", seat=1)
    board.start(nahiri)
    assert board.options("cast") == {"cast:shield_wall", "cast:lance_of_flame"}
    rule, words = board.why("cast:catalog")
    assert rule == "AR-CARD-07"
    assert "not of your Planeswalker's colours" in words


@pytest.mark.rule("AR-CARD-04")
def test_a_spell_without_a_target_stays_in_hand(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("necro_alchemist", "H1", seat=1)
    board.hand(0, "dual_shot")
    board.start(nahiri)
    rule, words = board.why("cast:dual_shot")
    assert rule == "AR-CARD-04"
    assert "within 6 clear sight spaces" in words


# ---- clear sight
@pytest.mark.rule("AR-TERM-04", "AR-CARD-17")
def test_clear_sight_reaches_any_part_line_of_sight_the_hit_zone_only(lay: Lay) -> None:
    """A wall hides all of the Necro-Alchemist but the crown of the head."""
    board = lay(row("s0 s0 s4 s0 s1 .. .. .. .. .. .."))
    nahiri = board.put("nahiri_lithomancer", "A1")
    alchemist = board.put("necro_alchemist", "E1", seat=1)
    board.hand(0, "lance_of_flame")
    board.start(nahiri)
    assert board.why(f"attack:{nahiri.id}:{alchemist.id}")[0] == "AR-ATK-13"
    board.do("cast:lance_of_flame")
    assert board.damage(alchemist) == 2


@pytest.mark.rule("AR-TERM-05", "AR-S1-19")
def test_seven_clear_sight_spaces_by_night_as_by_day(lay: Lay) -> None:
    """As far as Archmage's Assault reaches; a range would end at four."""
    board = lay(row("s0 s0 s0 s0 s0 s0 s4 s1 s1 s0 .."), weirded="swing", night=4)
    arlinn = board.put("nahiri_lithomancer", "A1")
    seven = board.put("necro_alchemist", "H1", seat=1)
    eight = board.put("hollowfield_effigy", "I1", seat=1)
    own = board.put("bloodline_nobles", "B1")
    board.state.figures[own[0].id].zone = "graveyard"
    assert board.pos.distance(arlinn, seven) == 7
    assert in_clear_sight(board.pos, arlinn, [seven, eight], 7) == [seven]
    assert in_clear_sight(board.pos, arlinn, [seven, eight], 8) == [seven, eight]


# ---- hidden enchantments
@pytest.mark.interaction(36)
@pytest.mark.rule("AR-SPELL-11", "AR-SPELL-12", "AR-SPELL-02")
def test_a_hidden_enchantment_lies_face_down_on_ones_own_card(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    geists = board.put("lantern_geists", "A3")
    board.put("nahiri_lithomancer", "C1", seat=1)
    board.hand(0, "jaces_scrutiny")
    board.start(jace)
    board.do("cast:jaces_scrutiny")
    assert board.options() == {f"army:{jace.card}", f"army:{geists[0].card}"}  # not Nahiri's
    board.do(f"army:{geists[0].card}")
    mine = board.match.view(0).board.cards[geists[0].card].attached[0]
    assert (mine.face_down, mine.spell.id) == (True, "jaces_scrutiny")
    for viewer in (1, None):
        view = board.match.view(viewer).board
        assert view.cards[geists[0].card].attached[0].face_down
        assert view.cards[geists[0].card].attached[0].spell is None
        assert view.spells_left == 2
    public = [event for event in board._events if event.to is None]
    assert [event.kind for event in public] == ["cast face down"]
    assert "spell" not in public[0].data


@pytest.mark.rule("AR-SPELL-13")
def test_one_for_a_planeswalker_goes_on_ones_own_planeswalker(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("necro_alchemist", "A3")
    board.put("nahiri_lithomancer", "C1", seat=1)
    board.hand(0, "broken_concentration")
    board.start(jace)
    board.do("cast:broken_concentration")
    assert [one.spell for one in board.card(jace).attached] == ["broken_concentration"]


@pytest.mark.rule("AR-SPELL-12")
def test_a_hidden_enchantment_needs_an_own_card_of_its_kind(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("bloodline_nobles", "C1", seat=1)
    board.hand(0, "just_the_wind")  # own squad or hero
    board.start(jace)
    assert "own squad or hero, and there is none in play" in board.why("cast:just_the_wind")[1]


@pytest.mark.rule("AR-SPELL-14")
def test_it_is_turned_over_when_its_moment_comes_without_asking_anybody(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "D1", seat=1)
    board.attach("jaces_scrutiny", jace)
    board.library(1, "catalog")
    board.start(nahiri)
    board.do(f"move:{nahiri.id}:B1")
    assert board.card(jace).attached[0].hidden  # a move is not its moment
    board.dice("sword", "4 blank")
    board.do(f"attack:{nahiri.id}:{jace.id}")
    assert [event.data["spell"] for event in board.told("revealed")] == ["jaces_scrutiny"]
    assert board.card(jace).attached == []
    assert board.now.seats[1].graveyard == ["jaces_scrutiny"]
    assert board.now.seats[1].hand == ["catalog"]


@pytest.mark.interaction(35)
@pytest.mark.rule("AR-SPELL-15", "AR-SPELL-19")
def test_later_ones_lie_beneath_and_the_topmost_goes_first(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    board.put("jace_beleren", "C1", seat=1)
    board.hand(0, "stone_will", "silverstrike", "nahiris_machinations")
    board.start(nahiri)
    board.do("cast:silverstrike", "cast:nahiris_machinations")
    board.do("cast:stone_will")
    attached = board.card(nahiri).attached
    assert [one.spell for one in attached] == ["silverstrike", "nahiris_machinations", "stone_will"]
    assert [one.stamp for one in attached] == sorted(one.stamp for one in attached)


@pytest.mark.interaction(35)
@pytest.mark.rule("AR-SPELL-19")
@pytest.mark.parametrize("order", [("silverstrike", "jaces_scrutiny"), ("jaces_scrutiny", "silverstrike")])
def test_two_for_one_moment_resolve_from_the_top(lay: Lay, order: tuple[str, str]) -> None:
    board = lay()
    inquisitors = board.put("avacynian_inquisitors", "A1")
    jace = board.put("jace_beleren", "B1", seat=1)
    for spell in order:
        board.attach(spell, jace)
    board.start(inquisitors)
    board.dice("sword", "4 blank")
    board.do(f"attack:{inquisitors[0].id}:{jace.id}")
    assert [event.data["spell"] for event in board.told("revealed")] == list(order)
    assert board.damage(inquisitors[0]) == 2


@pytest.mark.rule("AR-SPELL-19")
def test_what_the_first_one_ends_the_second_does_not_answer(lay: Lay) -> None:
    board = lay()
    geists = board.put("lantern_geists", "A1")
    geists[0].damage = 1
    jace = board.put("jace_beleren", "B1", seat=1)
    board.attach("silverstrike", jace)
    board.attach("jaces_scrutiny", jace)
    board.start(geists)
    board.do(f"attack:{geists[0].id}:{jace.id}")  # the Geist dies before any die is rolled
    assert board.figure(geists[0]).zone == "graveyard"
    assert [one.spell for one in board.card(jace).attached] == ["jaces_scrutiny"]


# ---- countering
@pytest.mark.rule("AC-SPELL-08", "AC-SPELL-09", "AR-SPELL-14")
def test_a_countered_sorcery_has_no_effect_and_goes_to_its_owners_graveyard(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "L9", seat=1)
    alchemist = board.put("necro_alchemist", "C1", seat=1)
    board.attach("broken_concentration", jace)
    board.hand(0, "lance_of_flame")
    board.start(nahiri)
    board.do("cast:lance_of_flame")
    assert board.damage(alchemist) == 0
    assert board.now.seats[0].graveyard == ["lance_of_flame"]
    assert board.now.seats[1].graveyard == ["broken_concentration"]


@pytest.mark.rule("AC-SPELL-04", "AC-SPELL-08", "AC-SPELL-09")
@pytest.mark.parametrize("spell", ["stone_will", "spare_from_evil"])
def test_enchantments_can_be_countered_hidden_ones_too(lay: Lay, spell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No card of the set counters enchantments; here one does, and what was countered is never attached."""

    def any_spell(self: object, pos: object, me: object, moment: object) -> bool:
        return isinstance(moment, Played) and moment.seat == 0

    monkeypatch.setattr(BrokenConcentration, "answers", any_spell)
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "L9", seat=1)
    board.attach("broken_concentration", jace)
    board.hand(0, spell)
    board.start(nahiri)
    board.do(f"cast:{spell}")
    assert board.card(nahiri).attached == []
    assert board.now.seats[0].graveyard == [spell]
    shown = board.told("countered")[0]
    assert (shown.data["spell"], shown.to) == (spell, None)  # it is open for all on its way to the graveyard


# ---- hand and library
@pytest.mark.interaction(34)
@pytest.mark.rule("AR-SPELL-16")
def test_down_to_seven_at_the_end_of_ones_own_turn(lay: Lay) -> None:
    nine = ["catalog", "unsummon", "essence_flux", "engulf_the_shore", "press_for_answers", "ghostly_wings",
            "sleep_paralysis", "jaces_scrutiny", "just_the_wind"]  # fmt: skip
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.hand(0, *nine)
    board.hand(1, *["shield_wall"] * 9)
    board.start(jace)
    board.do("end:turn")
    assert board.options() == {f"spell:{spell}" for spell in nine}
    board.do("spell:unsummon")
    assert board.now.turn.number == 2  # the marker waits
    board.do("spell:catalog")
    assert len(board.now.seats[0].hand) == 7
    assert board.now.seats[0].graveyard == ["unsummon", "catalog"]
    assert (board.now.turn.number, board.now.turn.seat) == (3, 1)
    assert len(board.now.seats[1].hand) == 9  # only at the end of one's own turn


@pytest.mark.rule("AR-SPELL-16")
def test_seven_are_kept(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.hand(0, *["catalog"] * 7)
    board.start(jace)
    board.do("end:turn")
    assert board.now.turn.seat == 1
    assert len(board.now.seats[0].hand) == 7


@pytest.mark.rule("AR-SPELL-01", "AR-SPELL-17", "AR-SPELL-18")
def test_the_last_card_is_drawn_and_after_that_there_is_none_and_no_penalty(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "L9", seat=1)
    board.library(1, "shield_wall")
    board.graveyard(1, "dual_shot", "angels_mercy")
    board.start(jace)
    board.do("end:turn")
    assert board.now.seats[1].hand == ["shield_wall"]
    assert board.now.seats[1].library == []
    assert board.now.seats[1].graveyard == ["dual_shot", "angels_mercy"]
    board.do(f"card:{nahiri.card}", "end:turn", f"card:{jace.card}", "end:turn")
    assert board.now.seats[1].hand == ["shield_wall"]
    assert board.match.outcome is None


# ---- a dead Planeswalker
@pytest.mark.interaction(19)
@pytest.mark.rule("AR-SPELL-20", "AR-SPELL-21", "AR-SPELL-01")
def test_without_a_planeswalker_nothing_is_drawn_and_nothing_played(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    dead = board.put("nahiri_lithomancer", seat=1)
    board.state.cards[dead.card].zone = "graveyard"
    board.state.figures[dead.id].zone = "graveyard"
    nobles = board.put("bloodline_nobles", "D1", seat=1)
    board.library(1, "dual_shot")
    board.hand(1, "hot_blood")
    board.start(jace)
    board.do("end:turn")
    assert board.now.seats[1].library == ["dual_shot"]
    assert board.options() == {f"card:{nobles[0].card}"}
    assert board.why("cast:hot_blood")[0] == "AR-SPELL-20"
    board.do(f"card:{nobles[0].card}")
    assert board.may(f"move:{nobles[0].id}:E1")  # she is gone, her Nobles fight on
    board.do("end:turn")
    assert board.now.turn.seat == 0


@pytest.mark.interaction(19)
@pytest.mark.rule("AR-SPELL-22", "AC-SPELL-06", "AR-SPELL-21")
def test_hidden_enchantments_on_other_cards_still_trigger_but_draw_nothing(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    dead = board.put("jace_beleren", seat=1)
    board.state.cards[dead.card].zone = "graveyard"
    board.state.figures[dead.id].zone = "graveyard"
    geists = board.put("lantern_geists", "C1", seat=1)
    board.attach("jaces_scrutiny", geists[0])
    board.library(1, "catalog")
    board.start(nahiri)
    board.dice("sword", "4 blank")  # power 4, three less
    board.do(f"attack:{nahiri.id}:{geists[0].id}")
    assert board.damage(geists[0]) == 1
    assert board.now.seats[1].library == ["catalog"]


@pytest.mark.interaction(19)
@pytest.mark.rule("AR-SPELL-22", "AR-LIFE-05")
def test_those_on_the_dead_planeswalker_go_with_the_card(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "B1", seat=1)
    jace.damage = 5
    board.attach("broken_concentration", jace)
    board.start(nahiri)
    board.dice("sword", "3 blank", "4 blank")
    board.do(f"attack:{nahiri.id}:{jace.id}")
    assert board.card(jace).attached == []
    assert board.now.seats[1].graveyard == ["broken_concentration"]


# ---- simultaneous damage
@pytest.mark.rule("AR-TERM-09", "AR-TERM-08")
def test_rolling_temblor_two_for_ones_own_planeswalker_one_for_each_other_in_the_order_chosen(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "D1")
    one, two = board.put("jace_beleren", "B1", seat=1), board.put("jace_beleren", "H1", seat=1)
    far = board.put("jace_beleren", "I3", seat=1)
    one.damage = two.damage = 5
    board.hand(0, "rolling_temblor")
    board.start(nahiri)
    board.do("cast:rolling_temblor")
    assert board.match.asked[0].seat == 0
    assert board.options() == {f"pick:{one.id}", f"pick:{two.id}"}  # those who would die of it
    board.do(f"pick:{two.id}")
    assert [event.data["figure"] for event in board.told("destroyed")] == [two.id, one.id]
    assert board.damage(nahiri) == 2
    assert board.damage(far) == 0


@pytest.mark.rule("AR-TERM-08")
def test_where_the_order_cannot_matter_nobody_is_asked(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "D1")
    jace = board.put("jace_beleren", "B1", seat=1)
    geists = board.put("lantern_geists", "F1", seat=1)
    alchemist = board.put("necro_alchemist", "D3", seat=1)
    board.hand(0, "rolling_temblor")
    board.start(nahiri)
    board.do("cast:rolling_temblor")
    assert [board.damage(figure) for figure in (nahiri, jace, geists[0], alchemist)] == [2, 1, 0, 2]  # Geists fly
