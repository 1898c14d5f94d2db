"""Action 4: who may attack whom, dice, damage, destruction."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from engine.arena import attack as attacking
from engine.arena.sightlines import Seen
from engine.core.text import Text
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]


def said(words: object) -> str:
    """What an event's data holds as a text."""
    return str(msgspec.convert(words, Text))


def aim(attacker: object, target: object) -> str:
    return f"attack:{attacker.id}:{target.id}"  # type: ignore[attr-defined]


# ---- who may attack whom
@pytest.mark.rule("AR-ATK-07", "AR-ATK-06", "AR-CARD-13")
def test_jace_attacks_six_spaces_away_and_no_seven(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    near, far = board.put("necro_alchemist", "G1", seat=1), board.put("nahiri_lithomancer", "H1", seat=1)
    board.start(jace)
    assert board.may(aim(jace, near))
    rule, words = board.why(aim(jace, far))
    assert rule == "AR-ATK-06"
    assert "7 spaces" in words


@pytest.mark.rule("AR-ATK-06")
def test_range_counts_the_hexes_there_are(lay: Lay) -> None:
    """Two spaces apart as the crow flies, but no hex lies between: seven the way round."""
    board = lay("""
          A   B   C   D
      1   s0  ..  s0  ..
      2   s0  ..  s0  ..
      3   s0  ..  s0  ..
      4   s0  s0  s0  ..
    """)
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "C1", seat=1)
    board.start(jace)
    assert board.pos.distance(board.figure(jace), board.figure(enemy)) == 7
    assert board.why(aim(jace, enemy))[0] == "AR-ATK-06"


@pytest.mark.rule("AR-ATK-09")
def test_levels_add_nothing_to_range(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s5 .. .. .. .. .. .."))
    alchemist = board.put("necro_alchemist", "A1")
    enemy = board.put("jace_beleren", "E1", seat=1)
    board.attach("sensory_deprivation", alchemist, by=1)
    board.start(alchemist)
    assert "4 spaces away: range 5 and Sensory Deprivation: at most 3 = 3" in board.why(aim(alchemist, enemy))[1]
    clear = lay(row("s0 s0 s0 s0 s0 s5 .. .. .. .. .."))
    alchemist = clear.put("necro_alchemist", "A1")
    enemy = clear.put("jace_beleren", "F1", seat=1)
    clear.start(alchemist)
    assert clear.may(aim(alchemist, enemy))


@pytest.mark.interaction(10)
@pytest.mark.rule("AR-ATK-08", "AR-ENG-02")
@pytest.mark.parametrize(("cells", "may"), [("s0 s3", True), ("s0 s4", False), ("s0 s0 s0", False)])
def test_range_1_reaches_adjacent_spaces_only(lay: Lay, cells: str, may: bool) -> None:
    board = lay(row(cells + " .." * (11 - len(cells.split()))))
    geists = board.put("lantern_geists", "A1")
    enemy = board.put("jace_beleren", "C1" if len(cells) > 5 else "B1", seat=1)
    board.start(geists)
    if may:
        assert board.may(aim(geists[0], enemy))
    else:
        assert board.why(aim(geists[0], enemy))[0] == "AR-ATK-08"


@pytest.mark.interaction(10)
@pytest.mark.rule("AR-ATK-08", "AR-ATK-13")
def test_who_shoots_may_aim_at_a_neighbour_too_high_to_be_adjacent(lay: Lay) -> None:
    """Four levels up and next door: not adjacent, so it has to be seen, and it is not engaged."""
    board = lay(row("s0 s4 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    above = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    assert board.may(aim(jace, above))


@pytest.mark.rule("AR-ATK-10")
def test_who_is_engaged_attacks_only_those_it_is_engaged_with(lay: Lay) -> None:
    board = lay(stones={"keep": "A2"})
    jace = board.put("jace_beleren", "A1")
    beside = board.put("necro_alchemist", "B1", seat=1)
    far = board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(jace)
    assert board.options("attack") == {aim(jace, beside)}
    rule, words = board.why(aim(jace, far))
    assert rule == "AR-ATK-10"
    assert "Necro-Alchemist" in words
    assert board.why(f"attack:{jace.id}:keep")[0] == "AR-ATK-10"


@pytest.mark.interaction(9, 52)
@pytest.mark.rule("AR-ATK-10", "AR-ATK-21")
def test_a_death_frees_the_others_before_they_attack(lay: Lay) -> None:
    """The first Inquisitor kills the Noble that holds both; the second may then strike at someone else."""
    board = lay("""
          A   B   C   D
      1   s0  s0  s0  s0
      2   s0  s0  s0  s0
    """)
    one, two = board.put("avacynian_inquisitors", "A1", "B2")
    nobles = board.put("bloodline_nobles", "B1", "D2", seat=1)
    board.state.figures[nobles[0].id].damage = 1
    beside = board.put("necro_alchemist", "C2", seat=1)
    board.start([one, two])
    assert board.options(f"attack:{two.id}") == {aim(two, nobles[0]), aim(two, beside)}
    board.dice("sword", "4 blank", "3 blank")  # power 4 and 1 against a vampire, toughness 3
    board.do(aim(one, nobles[0]))
    assert board.figure(nobles[0]).zone == "graveyard"
    assert board.options(f"attack:{two.id}") == {aim(two, beside)}
    board.dice("4 sword", "3 shield", "blank")
    board.do(aim(two, beside))
    assert board.damage(beside) == 1


@pytest.mark.rule("AR-ATK-13", "AR-ATK-15")
def test_a_target_behind_a_cryptolith_cannot_be_attacked(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 .. .. .. .. .. .."), stones={"keep": "C1"})
    jace = board.put("jace_beleren", "A1")
    hidden = board.put("nahiri_lithomancer", "E1", seat=1)
    board.start(jace)
    rule, words = board.why(aim(jace, hidden))
    assert rule == "AR-ATK-13"
    assert "keep cryptolith at C1" in words


@pytest.mark.rule("AR-EX-10", "AR-ATK-12", "AR-ATK-17", "AR-ATK-14", "AC-ATK-03")
def test_example_10_past_a_figure_that_covers_the_target_in_part(lay: Lay) -> None:
    """Five spaces away, just within range; Jace stands in for Arlinn, an Inquisitor for the Kessig Ranger, and the
    ground falls away so that the one between hides the legs only."""
    board = lay(row("s3 s1 s0 s0 s0 s0 .. .. .. .. .."))
    alchemist = board.put("necro_alchemist", "A1")
    board.put("avacynian_inquisitors", "D1", seat=1)
    jace = board.put("jace_beleren", "F1", seat=1)
    board.start(alchemist)
    assert board.pos.distance(board.figure(alchemist), board.figure(jace)) == 5
    assert board.may(aim(alchemist, jace))
    board.dice("5 sword", "blank", "4 blank")
    board.do(aim(alchemist, jace))
    assert board.damage(jace) == 5


@pytest.mark.rule("AR-ATK-12", "AR-ATK-13", "AC-ATK-04", "AR-CARD-17")
def test_a_figure_that_covers_the_whole_hit_zone_is_in_the_way(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."))
    alchemist = board.put("necro_alchemist", "A1")
    board.put("hollowfield_effigy", "C1", seat=1)
    jace = board.put("jace_beleren", "D1", seat=1)
    board.start(alchemist)
    rule, words = board.why(aim(alchemist, jace))
    assert rule == "AR-ATK-13"
    assert "Effigy is in the way" in words


@pytest.mark.rule("AR-ATK-11", "AR-ATK-16")
def test_adjacent_targets_need_not_be_seen(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the air were opaque: the neighbour three levels down can be attacked, the figure beyond cannot."""
    monkeypatch.setattr(attacking, "line_of_sight", lambda *_: Seen(False))
    board = lay(row("s3 s0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    beside, beyond = board.put("nahiri_lithomancer", "B1", seat=1), board.put("necro_alchemist", "C1", seat=1)
    assert attacking.target_refusal(board.pos, jace, beside) is None
    board.state.figures[beside.id].zone = "graveyard"
    refusal = attacking.target_refusal(board.pos, jace, beyond)
    assert refusal is not None
    assert refusal.rule == "AR-ATK-13"


@pytest.mark.rule("AR-ATK-02", "AR-CHOOSE-01")
def test_only_figures_of_the_chosen_card_attack(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist", "A3")
    enemy = board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(jace)
    assert board.options("attack") == {aim(jace, enemy)}
    rule, words = board.why(aim(alchemist, enemy))
    assert rule == "AR-ATK-02"
    assert "not on the army card chosen" in words


@pytest.mark.rule("AR-ATK-02")
def test_nobody_attacks_its_own_side(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    friend = board.put("necro_alchemist", "C1")
    board.start(jace)
    rule, words = board.why(aim(jace, friend))
    assert rule == "AR-ATK-02"
    assert "your own side" in words


@pytest.mark.rule("AR-ATK-04", "AC-ATK-01", "AR-TURN-05")
def test_without_a_target_there_is_no_attack_and_attacking_is_never_forced(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.start(jace)
    assert not board.options("attack")
    assert board.may("end:turn")
    near = lay()
    jace = near.put("jace_beleren", "A1")
    enemy = near.put("nahiri_lithomancer", "C1", seat=1)
    near.start(jace)
    assert near.may(aim(jace, enemy))
    near.do("end:turn")
    assert near.now.turn.seat == 1
    assert near.damage(enemy) == 0


# ---- one attack after another
@pytest.mark.rule("AR-ATK-22", "AR-ATK-23", "AR-ATK-21")
def test_each_figure_attacks_once_and_they_may_share_a_target(lay: Lay) -> None:
    board = lay("""
          A   B   C
      1   s0  s0  s0
      2   s0  s0  s0
    """)
    one, two, three = board.put("bloodline_nobles", "A1", "B2", "C2")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    effigy = board.put("hollowfield_effigy", "C1", seat=1)
    board.start([one, two, three])
    board.dice("sword", "blank", "4 blank")  # the Effigy is dreadful to squads beside it: two dice, not three
    board.do(aim(two, nahiri))
    assert board.why(aim(two, nahiri))[0] == "AR-ATK-22"
    board.dice("2 sword", "blank", "4 blank")
    board.do(aim(one, nahiri))
    assert board.damage(nahiri) == 3
    board.dice("sword", "blank", "4 blank")
    board.do(aim(three, effigy))
    assert board.damage(effigy) == 1
    assert not board.options("attack")


@pytest.mark.rule("AR-ATK-22")
def test_an_attack_an_effect_brings_about_is_none_of_the_figures_own(lay: Lay) -> None:
    """Dissension in the Ranks turns the attack on another target: the attacker has attacked once, no more, no less."""
    board = lay()
    one, two = board.put("avacynian_inquisitors", "A1", "A2")
    enemy = board.put("jace_beleren", "B1", seat=1)
    board.attach("dissension_in_the_ranks", enemy)
    board.start([one, two])
    board.dice("3 sword", "blank", "4 blank")
    board.do(aim(one, enemy))
    assert board.damage(enemy) == 0
    assert board.figure(two).zone == "graveyard"
    assert board.why(aim(one, enemy))[0] == "AR-ATK-22"


# ---- height
@pytest.mark.interaction(44)
@pytest.mark.rule("AR-ATK-26", "AR-NEW-19")
@pytest.mark.parametrize(("cells", "attack", "defence"), [("s2 s0", 5, 4), ("s0 s2", 4, 5), ("s1 s1", 4, 4),
                                                          ("s3 s0", 5, 4)])  # fmt: skip
def test_the_higher_base_has_exactly_one_more_die(lay: Lay, cells: str, attack: int, defence: int) -> None:
    board = lay(row(cells + " .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    board.dice(f"{attack} blank", f"{defence} blank")
    board.do(aim(jace, enemy))
    event = board.told("attack")[0]
    assert (len(event.data["attack"]), len(event.data["defence"])) == (attack, defence)


@pytest.mark.interaction(44)
@pytest.mark.rule("AR-ATK-27")
def test_a_taller_model_lower_down_has_no_height_advantage(lay: Lay) -> None:
    board = lay(row("s0 s1 .. .. .. .. .. .. .. .. .."))
    effigy = board.put("hollowfield_effigy", "A1")  # six levels tall, on level 0
    enemy = board.put("jace_beleren", "B1", seat=1)
    board.start(effigy)
    board.dice("4 blank", "5 blank")
    board.do(aim(effigy, enemy))
    assert "height" in said(board.told("attack")[0].data["toughness"])


@pytest.mark.interaction(44)
@pytest.mark.rule("AR-ATK-28")
def test_a_glyph_raises_nobody(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."), glyphs={"H": "A1"})
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    board.dice("4 blank", "4 blank")
    board.do(aim(jace, enemy))


@pytest.mark.interaction(2)
@pytest.mark.rule("AR-ATK-29", "AR-WATER-03")
@pytest.mark.parametrize(("cells", "attack", "defence"), [("s0 w0", 5, 4), ("w0 s0", 4, 5), ("w0 w0", 4, 4)])
def test_land_is_higher_than_water(lay: Lay, cells: str, attack: int, defence: int) -> None:
    board = lay(row(cells + " .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    board.dice(f"{attack} blank", f"{defence} blank")
    board.do(aim(jace, enemy))


# ---- the dice
@pytest.mark.rule("AR-ATK-32", "AR-ATK-33", "AR-ATK-34", "AR-CARD-14", "AR-CARD-15", "AR-ATK-31")
def test_power_and_toughness_with_all_that_adds_to_them(lay: Lay) -> None:
    """Geist power 2, a counter, height, Skillful Lunge; against Inquisitor toughness 4, a counter, Shield Wall."""
    board = lay(row("s1 s0 s0 .. .. .. .. .. .. .. .."))
    nobles = board.put("bloodline_nobles", "A1")
    board.put("nahiri_lithomancer", "C1")
    inquisitors = board.put("avacynian_inquisitors", "B1", seat=1)
    board.state.cards[nobles[0].card].counters["power"] = 1
    board.state.cards[inquisitors[0].card].counters["toughness"] = 1
    board.attach("spare_from_evil", inquisitors[0])
    board.hand(0, "skillful_lunge")
    board.start(nobles)
    board.do("cast:skillful_lunge", f"pick:{nobles[0].id}")
    board.dice("6 blank", "5 blank")  # 3 +1 counter +2 lunge +1 height -1 spared from evil; 4 +1 counter
    board.do(aim(nobles[0], inquisitors[0]))
    event = board.told("attack")[0]
    assert (event.data["attacker"], event.data["defender"]) == (nobles[0].id, inquisitors[0].id)
    lines = "power 3, Power +1 counters +1, Skillful Lunge +2, Spare from Evil -1 and height +1 = 6"
    assert said(event.data["power"]) == lines
    assert said(event.data["toughness"]) == "toughness 4 and Toughness +1 counters +1 = 5"


@pytest.mark.interaction(33)
@pytest.mark.rule("AR-ATK-31")
def test_a_sorcery_after_the_attacks_comes_too_late_for_them(lay: Lay) -> None:
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    enemy = board.put("jace_beleren", "B1", seat=1)
    board.hand(0, "skillful_lunge", "shield_wall")
    board.start(nahiri)
    board.dice("4 blank", "4 blank")
    board.do(aim(nahiri, enemy), "end:attacks")
    assert board.options() == {"cast:shield_wall", "end:turn"}
    assert board.why("cast:skillful_lunge")[0] == "AR-SPELL-04"
    board.do("cast:shield_wall")
    assert not board.options("attack")


@pytest.mark.interaction(45)
@pytest.mark.rule("AR-ATK-35", "AR-ATK-36", "AR-ATK-37", "AR-ATK-38", "AR-ATK-39", "AR-ATK-40", "AR-ATK-41", "AC-ATK-05")
@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [
        (["2 sword", "2 blank"], ["shield", "3 blank"], 1),
        (["3 sword", "blank"], ["shield", "3 blank"], 2),
        (["2 sword", "2 blank"], ["2 shield", "2 blank"], 0),
        (["sword", "3 shield"], ["4 blank"], 1),  # shields of the attacker count nothing
        (["sword", "3 blank"], ["shield", "3 sword"], 0),  # and so do swords of the defender
        (["sword", "3 blank"], ["4 shield"], 0),
        (["4 sword"], ["4 sword"], 4),
    ],
)
def test_each_sword_beyond_the_shields_is_one_damage(
    lay: Lay, attack: list[str], defence: list[str], damage: int
) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    enemy = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    board.dice(*attack, *defence)
    board.do(aim(jace, enemy))
    assert board.damage(enemy) == damage
    assert board.damage(jace) == 0
    assert (board.at(jace), board.at(enemy)) == ("A1", "B1")  # nobody is pushed
    assert not board.options("attack")


@pytest.mark.rule("AR-COMP-08", "AR-ATK-33")
def test_more_dice_are_rolled_than_lie_in_the_box(lay: Lay) -> None:
    board = lay(row("s1 s0 .. .. .. .. .. .. .. .. .."))
    effigy = board.put("hollowfield_effigy", "A1")
    board.state.cards[effigy.card].counters["power"] = 4
    enemy = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(effigy)
    board.dice("9 blank", "4 blank")
    board.do(aim(effigy, enemy))


@pytest.mark.rule("AR-ATK-33")
def test_no_roll_has_fewer_than_no_dice(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "A1")
    enemy = board.put("hollowfield_effigy", "B1", seat=1)
    board.attach("spare_from_evil", enemy, by=1)
    board.start(geists)
    board.dice("4 blank")  # 2, -1 Dread Shape, -1 Scatter the Flock, -1 Spare from Evil: none
    board.do(aim(geists[0], enemy))
    event = board.told("attack")[0]
    assert event.data["attack"] == []
    assert said(event.data["power"]).endswith("= 0")


# ---- damage and destruction
@pytest.mark.rule("AR-EX-11", "AR-ATK-26", "AR-ATK-36", "AR-ATK-41")
def test_example_11_a_geists_two_dice_against_three_and_one(lay: Lay) -> None:
    """Arlinn's toughness is 3: the Mad Prophet stands in for her, one level above the Geist."""
    board = lay(row("s0 s1 .. .. .. .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "A1")
    arlinn = board.put("mad_prophet", "B1", seat=1)
    board.start(geists)
    board.dice("2 sword", "2 blank", "2 sword")
    board.do(aim(geists[0], arlinn))
    event = board.told("attack")[0]
    assert (len(event.data["attack"]), len(event.data["defence"]), event.data["damage"]) == (2, 4, 2)
    assert said(event.data["toughness"]) == "toughness 3 and height +1 = 4"


@pytest.mark.rule("AR-EX-12", "AR-LIFE-01", "AR-CARD-11", "AR-ATK-43")
def test_example_12_two_more_on_four_destroy_a_figure_of_six_lives(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    geists = board.put("lantern_geists", "A1")
    jace = board.put("jace_beleren", "B1", seat=1)
    jace.damage = 4
    board.start(geists)
    board.dice("2 sword", "4 blank")
    board.do(aim(geists[0], jace))
    assert board.figure(jace).zone == "graveyard"
    assert board.told("damage")[0].data["amount"] == 2
    assert board.card(jace).zone == "graveyard"


@pytest.mark.rule("AR-LIFE-01", "AR-LIFE-02")
@pytest.mark.parametrize(("before", "swords", "lives"), [(1, 1, False), (0, 1, True), (0, 2, False), (0, 3, False)])
def test_a_figure_dies_of_damage_equal_to_its_life_or_more(lay: Lay, before: int, swords: int, lives: bool) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    inquisitors = board.put("avacynian_inquisitors", "A1")
    nobles = board.put("bloodline_nobles", "B1", "C1", seat=1)
    nobles[0].damage = before
    board.start(inquisitors)
    board.dice(f"{swords} sword", f"{5 - swords} blank", "3 blank")
    board.do(aim(inquisitors[0], nobles[0]))
    assert (board.figure(nobles[0]).zone == "board") is lives
    assert board.card(nobles[0]).zone == "play"  # C1 is left


@pytest.mark.interaction(42)
@pytest.mark.rule("AR-ATK-42", "AC-ATK-06")
def test_damage_lies_on_the_one_squad_figure_that_was_hit(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    inquisitors = board.put("avacynian_inquisitors", "A1")
    geists = board.put("lantern_geists", "B1", "C1", seat=1)
    board.start(inquisitors)
    board.dice("2 sword", "3 blank", "4 blank")
    board.do(aim(inquisitors[0], geists[0]))
    assert [board.damage(geist) for geist in geists] == [2, 0, 0]


@pytest.mark.rule("AR-LIFE-04", "AR-LIFE-05", "AC-ATK-08", "AR-LIFE-03")
def test_the_card_follows_its_last_figure_and_enchantments_go_to_their_owners(lay: Lay) -> None:
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    inquisitors = board.put("avacynian_inquisitors", "A1")
    nobles = board.put("bloodline_nobles", "B1", seat=1)
    nobles[0].damage = 1
    board.attach("sensory_deprivation", nobles[0], by=0)
    board.attach("hot_blood", nobles[0], by=1)
    board.attach("nahiris_machinations", nobles[0], by=1)
    board.state.cards[nobles[0].card].counters["power"] = 1
    board.start(inquisitors)
    board.dice("sword", "4 blank", "2 blank")  # Hot Blood: one toughness less
    board.do(aim(inquisitors[0], nobles[0]))
    card = board.card(nobles[0])
    assert (card.zone, card.owner, card.attached, card.counters) == ("graveyard", 1, [], {})
    assert board.now.seats[0].graveyard == ["sensory_deprivation"]
    assert board.now.seats[1].graveyard == ["hot_blood", "nahiris_machinations"]
    shown = [event for event in board.told("lost") if event.data["spell"] == "nahiris_machinations"]
    assert [event.to for event in shown] == [None]  # it lies open for all in the graveyard


@pytest.mark.rule("AR-LIFE-03", "AC-ATK-07", "AR-LIFE-04")
def test_a_stolen_figure_goes_to_its_owners_graveyard(lay: Lay) -> None:
    """No card of the set steals figures; the graveyard is the owner's all the same."""
    board = lay(row("s0 s0 .. .. .. .. .. .. .. .. .."))
    inquisitors = board.put("avacynian_inquisitors", "A1")
    stolen = board.put("lantern_geists", "B1", seat=0)
    stolen[0].damage = 2
    board.state.cards[stolen[0].card].controller = 1
    board.start(inquisitors)
    board.dice("sword", "4 blank", "4 blank")
    board.do(aim(inquisitors[0], stolen[0]))
    dead = board.figure(stolen[0])
    assert (dead.zone, dead.owner) == ("graveyard", 0)
    view = board.match.view(None).board
    assert [(figure.id, figure.zone) for figure in view.figures if figure.id == dead.id] == [(dead.id, "graveyard")]


@pytest.mark.rule("AR-LIFE-06")
def test_the_dead_are_no_targets(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nobles = board.put("bloodline_nobles", "B1", "C1", seat=1)  # the third is dead
    board.hand(0, "sensory_deprivation", "unsummon")
    board.start(jace)
    assert board.why(aim(jace, nobles[2]))[0] == "AR-LIFE-06"
    gone = lay()
    jace = gone.put("jace_beleren", "A1")
    nobles = gone.put("bloodline_nobles", "B1", seat=1)
    gone.state.figures[nobles[0].id].zone = "graveyard"
    gone.state.cards[nobles[0].card].zone = "graveyard"
    gone.hand(0, "sensory_deprivation", "unsummon")
    gone.start(jace)
    assert not gone.options("cast")


@pytest.mark.rule("AR-LIFE-07", "AR-LIFE-06")
def test_a_returned_figure_brings_its_card_back_into_play_without_its_past(lay: Lay) -> None:
    board = lay()
    alchemist = board.put("necro_alchemist", "A1")
    geists = board.put("lantern_geists", "F1")
    board.state.figures[geists[0].id].zone = "graveyard"
    board.state.figures[geists[0].id].at = None
    board.state.cards[geists[0].card].zone = "graveyard"
    board.state.cards[alchemist.card].counters["charge"] = 2
    jace = board.put("jace_beleren", "D1", seat=1)
    board.hand(1, "sensory_deprivation")
    board.start(alchemist)
    board.do(f"use:{alchemist.card}:Stitch Together", f"pick:{geists[1].id}", "space:A2")
    card = board.card(geists[1])
    assert (card.zone, card.attached, card.counters) == ("play", [], {})
    assert [board.figure(geist).zone for geist in geists] == ["graveyard", "board", "graveyard"]
    assert (board.at(geists[1]), board.damage(geists[1])) == ("A2", 0)
    board.do("end:turn", f"card:{jace.card}")
    assert board.may("cast:sensory_deprivation")
    board.do("cast:sensory_deprivation", f"army:{geists[1].card}")
    assert [enchantment.spell for enchantment in board.card(geists[1]).attached] == ["sensory_deprivation"]


@pytest.mark.rule("AR-TERM-02")
def test_planeswalkers_are_figures_but_no_creatures(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist", "B1")
    assert board.pos.board == [jace, alchemist]
    assert [board.pos.is_creature(figure) for figure in board.pos.board] == [False, True]
