"""Where two rules meet: what implementers are likely to miss (tests/rulebook/arena/interactions.tsv).

Many of these meetings are tested where their rules are; here are the others, in the order of the list."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

HONEYCOMB = """
      A   B   C   D   E   F
  1   s0  s0  s0  s0  s0  s0
  2   s0  s0  s0  s0  s0  s0
  3   s0  s0  s0  s0  s0  s0
"""


# ---- moving
@pytest.mark.interaction(1)
@pytest.mark.rule("AR-FALL-05", "AR-WATER-01")
def test_a_drop_into_water_rolls_no_die_but_ends_the_move(lay: Lay) -> None:
    board = lay(row("s9 w0 s0 .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert not board.may(f"move:{jace.id}:C1")
    board.do(f"move:{jace.id}:B1")  # no die was told to fall: one would fail the test
    assert board.at(jace) == "B1"
    assert not board.options("move")


@pytest.mark.interaction(3)
@pytest.mark.rule("AR-WATER-02", "AR-WATER-03", "AR-MOVE-09")
@pytest.mark.parametrize(("bank", "spent"), [("s0", 2), ("s1", 3), ("s2", 4), ("w0", 1)])
def test_the_one_more_out_of_the_water_is_that_very_level(lay: Lay, bank: str, spent: int) -> None:
    board = lay(row(f"w0 {bank} .. .. .. .. .. .. .. .. .."))
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    board.do(f"move:{jace.id}:B1")
    assert board.now.turn.moves[0].spent == spent


@pytest.mark.interaction(6)
@pytest.mark.rule("AR-ENG-03", "AR-ENG-11")
def test_a_step_that_keeps_one_enemy_and_loses_another_gives_one_die(lay: Lay) -> None:
    board = lay(HONEYCOMB)
    jace = board.put("jace_beleren", "B2")
    lost, kept = board.put("nahiri_lithomancer", "A2", seat=1), board.put("necro_alchemist", "C1", seat=1)
    board.start(jace)
    board.dice("blank")
    board.do(f"move:{jace.id}:C2")
    assert [event.data["attacker"] for event in board.told("leaving")] == [lost.id]
    assert board.pos.engaged(board.figure(jace)) == [board.figure(kept)]


@pytest.mark.interaction(7)
@pytest.mark.rule("AR-ENG-04", "AR-ENG-05")
def test_leaving_attacks_are_as_many_as_there_are_leavings(lay: Lay) -> None:
    """One Geist, whose card nobody chose, strikes at three figures in one turn, and at one of them twice."""
    board = lay("""
          A   B   C   D   E
      1   s0  s0  s0  s0  s0
      2   s0  s0  s0  s0  s0
    """)
    board.put("lantern_geists", "C1", seat=1)
    nobles = board.put("bloodline_nobles", "B1", "D1", "C2")
    board.start(nobles)
    one, two, three = (noble.id for noble in nobles)
    board.dice("4 shield")
    board.do(f"move:{one}:A1", f"move:{one}:B1", f"move:{one}:A2", f"move:{two}:E1", f"move:{three}:D2", f"move:{three}:E2")
    assert [event.data["figure"] for event in board.told("leaving")] == [one, one, two, three]
    assert board.now.turn.attacks == []


@pytest.mark.interaction(8)
@pytest.mark.rule("AR-LIFE-01", "AR-GLYPH-07", "AR-FALL-03")
def test_who_dies_of_a_fall_takes_nothing_from_the_glyph_below(lay: Lay) -> None:
    board = lay(row("s4 s0 s0 .. .. .. .. .. .. .. .."), glyphs={"R": "B1"})
    jace = board.put("jace_beleren", "A1")
    jace.damage = 5
    board.put("necro_alchemist", "C1")
    board.graveyard(0, "catalog")
    board.start(jace)
    board.dice("sword")
    board.do(f"move:{jace.id}:B1")
    assert board.figure(jace).zone == "graveyard"
    assert [glyph.key for glyph in board.now.glyphs] == ["R"]
    assert board.now.seats[0].graveyard == ["catalog"]


@pytest.mark.interaction(11)
@pytest.mark.rule("AR-MOVE-08", "AR-GLYPH-05")
def test_a_friend_on_a_glyph_bars_the_way_like_an_enemy(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."), glyphs={"H": "B1"})
    jace = board.put("jace_beleren", "A1")
    board.put("necro_alchemist", "B1")
    board.start(jace)
    assert not board.options("move")
    free = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."))
    jace = free.put("jace_beleren", "A1")
    free.put("necro_alchemist", "B1")
    free.start(jace)
    assert free.may(f"move:{jace.id}:C1")


@pytest.mark.interaction(12)
@pytest.mark.rule("AR-MOVE-06")
def test_a_way_closes_when_the_friend_on_it_becomes_engaged_in_the_same_turn(lay: Lay) -> None:
    """The first Noble steps aside and up to the enemy; it is engaged now and nobody passes through it."""
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."))
    nobles = board.put("bloodline_nobles", "A1", "C1")
    board.put("nahiri_lithomancer", "F1", seat=1)
    board.start(nobles)
    assert board.may(f"move:{nobles[0].id}:D1")  # free as it is, and so is the friend between
    board.do(f"move:{nobles[1].id}:E1")
    far = lay(row("s0 s0 s0 s0 s0 .. .. .. .. .. .."))
    nobles = far.put("bloodline_nobles", "A1", "B1")
    far.put("nahiri_lithomancer", "E1", seat=1)
    far.start(nobles)
    far.do(f"move:{nobles[1].id}:D1")
    assert not far.may(f"move:{nobles[0].id}:E1")
    assert far.may(f"move:{nobles[0].id}:C1")
    loop = lay("""
          A   B   C   D
      1   s0  s0  s0  s0
      2   ..  s0  ..  ..
    """)
    nobles = loop.put("bloodline_nobles", "A1", "D1")
    loop.put("nahiri_lithomancer", "B2", seat=1)
    loop.start(nobles)
    assert loop.may(f"move:{nobles[0].id}:C1")
    loop.do(f"move:{nobles[1].id}:B1")
    assert not loop.may(f"move:{nobles[0].id}:C1")  # through the friend on B1, which the enemy holds


@pytest.mark.interaction(11)
@pytest.mark.rule("AR-MOVE-07")
def test_an_enemy_bars_the_way_engaged_or_not(lay: Lay) -> None:
    """Two spaces off it is engaged with nobody; a friend there could be passed."""
    for seat, may in ((1, False), (0, True)):
        board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
        jace = board.put("jace_beleren", "A1")
        other = board.put("necro_alchemist", "C1", seat=seat)
        board.start(jace)
        assert not board.pos.engaged(board.figure(other))
        assert board.may(f"move:{jace.id}:B1")
        assert board.may(f"move:{jace.id}:D1") is may


@pytest.mark.interaction(22)
@pytest.mark.rule("AR-ROAD-03", "AR-CRYPT-19")
@pytest.mark.parametrize(("middle", "stones"), [("r0", {"a": "B1", "b": "C1"}), ("s0", {"a": "B1", "b": "C1"})])
def test_a_cryptoliths_top_is_no_road_whatever_lies_beneath(lay: Lay, middle: str, stones: dict[str, str]) -> None:
    """From top to top and down a ramp: two of Jace's five spaces, and no three more."""
    board = lay(row(f"r0 {middle} r0 r9 r9 r9 r9 r9 r9 r9 r9"), stones=stones)
    jace = board.put("jace_beleren", "B1")
    board.start(jace)
    assert board.may(f"move:{jace.id}:G1")
    assert not board.may(f"move:{jace.id}:H1")
    road = lay(row("r9 r9 r9 r9 r9 r9 r9 r9 r9 r9 r9"))
    jace = road.put("jace_beleren", "B1")
    road.start(jace)
    assert road.may(f"move:{jace.id}:J1")


@pytest.mark.interaction(9)
@pytest.mark.rule("AR-ATK-10", "AR-ATK-21", "AR-CRYPT-06")
def test_an_engaged_attacker_leaves_cryptoliths_alone_until_its_enemy_is_dead(lay: Lay) -> None:
    board = lay("""
          A   B   C
      1   s0  s0  s0
      2   s0  s0  s0
    """, stones={"keep": "A1", "far": "A2"})  # fmt: skip
    one, two = board.put("avacynian_inquisitors", "B1", "C2", seat=1)
    noble = board.put("bloodline_nobles", "C1")[0]
    noble.damage = 1
    board.start([one, two], seat=1)
    assert board.why(f"attack:{one.id}:keep")[0] == "AR-ATK-10"
    board.dice("5 sword", "3 blank")
    board.do(f"attack:{two.id}:{noble.id}")
    assert board.may(f"attack:{one.id}:keep")


# ---- attacking
@pytest.mark.interaction(52)
@pytest.mark.rule("AR-ATK-21", "AR-ATK-23")
def test_the_next_target_is_chosen_when_the_last_result_is_known(lay: Lay) -> None:
    board = lay(HONEYCOMB)
    nobles = board.put("bloodline_nobles", "B2", "C2")
    weak, strong = board.put("necro_alchemist", "B1", seat=1), board.put("nahiri_lithomancer", "C1", seat=1)
    weak.damage = 7
    board.start(nobles)
    for target in (weak, strong):
        assert board.may(f"attack:{nobles[0].id}:{target.id}")
    board.dice("sword", "2 blank", "4 blank")
    board.do(f"attack:{nobles[0].id}:{weak.id}")
    assert board.figure(weak).zone == "graveyard"
    assert board.options("attack") == {f"attack:{nobles[1].id}:{strong.id}"}


@pytest.mark.interaction(27, 56)
@pytest.mark.rule("AR-S1-14", "AR-S1-15", "AR-S1-16", "AR-S1-17")
def test_the_dice_of_one_squad_change_as_the_cryptoliths_fall(lay: Lay) -> None:
    """Three Nobles on weirded ground attack one after the other, the last of them a cryptolith too: one die less, none
    less, one more."""
    board = lay("""
          A   B   C   D   E
      1   s0  x0  s0  x0  s0
      2   x0  ..  ..  ..  ..
      3   s0  s0  s0  s0  s0
    """, weirded="swing", night=4, stones={"one": "A1", "two": "C1", "three": "E1"})  # fmt: skip
    for stone in board.state.cryptoliths[:2]:
        stone.damage = 2
    nobles = board.put("bloodline_nobles", "A2", "B1", "D1", seat=1)
    board.put("jace_beleren", "E3")
    board.start(nobles, seat=1)
    board.dice("2 sword", "4 blank")  # power 3, one less: three stand
    board.do(f"attack:{nobles[0].id}:one")
    board.dice("3 sword", "4 blank")  # two stand: as printed
    board.do(f"attack:{nobles[1].id}:two")
    board.dice("4 blank", "4 blank")  # one stands: one more
    board.do(f"attack:{nobles[2].id}:three")
    assert [stone.standing for stone in board.now.cryptoliths] == [False, False, True]


# ---- spells
@pytest.mark.interaction(18)
@pytest.mark.rule("AR-LIFE-05", "AR-GLYPH-08")
def test_an_opponents_aura_on_a_dead_card_can_be_recalled_by_the_opponent(lay: Lay) -> None:
    """Seat 0's aura on seat 1's squad lies in seat 0's graveyard when the squad is dead: the glyph returns it."""
    board = lay(row("s0 s0 s0 s0 s0 .. .. .. .. .. .."), glyphs={"R": "A1"})
    inquisitors = board.put("avacynian_inquisitors", "C1", "B1")
    nobles = board.put("bloodline_nobles", "D1", seat=1)
    jace = board.put("jace_beleren", "E1", seat=1)
    nobles[0].damage = 1
    board.attach("sensory_deprivation", nobles[0], by=0)
    board.attach("hot_blood", nobles[0], by=1)
    board.start(inquisitors)
    board.dice("5 sword", "2 blank")
    board.do(f"attack:{inquisitors[0].id}:{nobles[0].id}")
    assert board.now.seats[0].graveyard == ["sensory_deprivation"]
    assert board.now.seats[1].graveyard == ["hot_blood"]
    board.do("end:turn", f"card:{jace.card}", "end:turn")
    board.do(f"card:{inquisitors[0].card}", f"move:{inquisitors[1].id}:A1")
    assert board.now.seats[0].hand == ["sensory_deprivation"]
    assert board.now.seats[0].graveyard == []


# ---- summoning
@pytest.mark.interaction(37)
@pytest.mark.rule("AR-SUMM-07", "AR-CHOOSE-02")
def test_who_has_been_summoned_uses_no_activated_ability_this_turn(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist")
    board.put("nahiri_lithomancer", "L9", seat=1)
    board.state.cards[alchemist.card].counters["charge"] = 3
    dead = board.put("bloodline_nobles")
    for noble in dead:
        noble.zone = "graveyard"
    board.state.cards[dead[0].card].zone = "graveyard"
    board.start(jace)
    board.do(f"summon:{alchemist.card}", "space:B1")
    assert board.why(f"use:{alchemist.card}:Stitch Together")[0] == "AR-CHOOSE-02"


@pytest.mark.interaction(38)
@pytest.mark.rule("AR-SUMM-02", "AR-SUMM-06")
def test_one_summons_from_where_one_stands_however_far_one_could_walk(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 s0 s0 s0 s0 s0 .. .. .."))
    jace = board.put("jace_beleren", "A1")
    alchemist = board.put("necro_alchemist")
    board.start(jace)
    board.do(f"summon:{alchemist.card}")
    assert "space:F1" in board.options()
    assert "space:G1" not in board.options()  # five from F1, where he could be
    board.do("space:F1", f"move:{jace.id}:B1")
    assert board.at(alchemist) == "F1"


@pytest.mark.interaction(39)
@pytest.mark.rule("AR-TERM-03", "AR-SUMM-05", "AR-GLYPH-05")
def test_nobody_is_summoned_onto_a_glyph_though_one_may_walk_there(lay: Lay) -> None:
    board = lay(row("s0 s0 s0 .. .. .. .. .. .. .. .."), glyphs={"H": "B1"})
    jace = board.put("jace_beleren", "A1")
    alchemist, effigy = board.put("necro_alchemist"), board.put("hollowfield_effigy")
    board.start(jace)
    board.do(f"summon:{alchemist.card}")  # C1 is the only empty space: nothing to choose
    assert board.at(alchemist) == "C1"
    assert not board.may(f"summon:{effigy.card}")
    board.do(f"move:{jace.id}:B1")
    assert board.at(jace) == "B1"


# ---- said twice, or gone with the table
@pytest.mark.rule("AR-ROAD-01", "AR-ROAD-03")
def test_the_same_stretch_carries_farther_as_a_road(lay: Lay) -> None:
    reached = {}
    for terrain in "rsgx":
        board = lay(row(" ".join([f"{terrain}0"] * 11)))
        jace = board.put("jace_beleren", "A1")
        board.start(jace)
        reached[terrain] = max(board.options("move")).rpartition(":")[2]
    assert reached == {"r": "I1", "s": "F1", "g": "F1", "x": "F1"}


@pytest.mark.rule("AR-ATK-18", "AR-ATK-14")
def test_sight_is_no_matter_of_opinion_or_dice(lay: Lay) -> None:
    """Half a wall between two like figures: both sides and everybody else get the same answer, as often as they ask, and
    no die is rolled over it."""
    walls = {"s0 s0 s3 s0 s0": True, "s0 s0 s4 s0 s0": False, "s0 s2 s0 s3 s0": True, "s0 s0 s9 s0 s0": False}
    for cells, clear in walls.items():
        board = lay(row(f"{cells} .. .. .. .. .. .."))
        jace = board.put("jace_beleren", "A1")
        other = board.put("jace_beleren", "E1", seat=1)
        board.start(jace)
        asked = [board.may(f"attack:{jace.id}:{other.id}") for _ in range(3)]
        board.do("end:turn", f"card:{other.card}")
        asked += [board.may(f"attack:{other.id}:{jace.id}") for _ in range(3)]
        assert asked == [clear] * 6
        assert not [event for event in board.match.events if event.kind == "d20"]


@pytest.mark.rule("AC-SPELL-05", "AR-SPELL-14")
def test_no_trigger_is_overlooked_and_nothing_is_put_out_of_play_for_it(lay: Lay) -> None:
    """The owner says nothing, on or off turn; the card turns over at its first moment, acts, and goes to the graveyard.
    Before that it waits however many turns go by."""
    board = lay()
    nahiri = board.put("nahiri_lithomancer", "A1")
    jace = board.put("jace_beleren", "D1", seat=1)
    board.attach("jaces_scrutiny", jace)
    board.library(1, "catalog", "unsummon", "catalog", "unsummon")
    board.start(nahiri)
    for _ in range(2):
        board.do("end:turn", f"card:{jace.card}", "end:turn", f"card:{nahiri.card}")
    assert board.card(jace).attached[0].hidden
    held = len(board.now.seats[1].hand)
    board.dice("sword", "4 blank")  # power 4, three less: no answer was asked for in between
    board.do(f"attack:{nahiri.id}:{jace.id}")
    assert board.card(jace).attached == []
    assert board.now.seats[1].graveyard == ["jaces_scrutiny"]
    assert len(board.now.seats[1].hand) == held + 1


@pytest.mark.rule("AR-TERM-10", "AR-TERM-09")
@pytest.mark.parametrize("shield", ["psychic_rebuttal", "sheltering_word"])
def test_damage_of_an_area_spell_targets_everybody_it_hits(lay: Lay, shield: str) -> None:
    """Rolling Temblor names no figure but its own Planeswalker; it hits Jace all the same, and a card on him that waits for
    a spell that targets him counters it. Out of its reach that card has nothing to answer."""
    for at, hit in (("B1", True), ("L9", False)):
        board = lay()
        nahiri = board.put("nahiri_lithomancer", "D1")
        jace = board.put("jace_beleren", at, seat=1)
        board.attach(shield, jace)
        board.hand(0, "rolling_temblor")
        board.start(nahiri)
        board.do("cast:rolling_temblor")
        assert [event.data["spell"] for event in board.told("countered")] == (["rolling_temblor"] if hit else [])
        assert [board.damage(figure) for figure in (nahiri, jace)] == ([0, 0] if hit else [2, 0])


@pytest.mark.rule("AR-TERM-10")
def test_who_stands_beside_the_mightiest_is_targeted_as_well(lay: Lay) -> None:
    """Fell the Mighty deals one damage to a neighbour of the creature it names; a card on the neighbour answers."""
    board = lay(row("s0 s0 s0 s0 .. .. .. .. .. .. .."))
    nahiri = board.put("nahiri_lithomancer", "A1")
    mighty, beside = board.put("necro_alchemist", "C1", seat=1), board.put("lantern_geists", "D1", seat=1)
    board.attach("sheltering_word", beside[0])
    board.hand(0, "fell_the_mighty")
    board.start(nahiri)
    board.do("cast:fell_the_mighty")
    assert [event.data["spell"] for event in board.told("countered")] == ["fell_the_mighty"]
    assert [board.damage(figure) for figure in (mighty, beside[0])] == [0, 0]


# ---- where the rulebooks differ and the table may agree otherwise
@pytest.mark.rule("AC-ATK-06", "AR-ATK-42", "AR-NEW-04")
@pytest.mark.parametrize(
    ("squad", "pooled", "damage", "dead"),
    [
        ("bloodline_nobles", 0, [1, 1], 0), ("bloodline_nobles", 1, [0, 0], 1),  # unique, two lives
        ("goblin_javelineers", 0, [1, 1], 0), ("goblin_javelineers", 1, [1, 1], 0),  # common: always on the figure
    ],
)  # fmt: skip
def test_damage_of_a_unique_squad_is_pooled_where_the_table_agrees(
    lay: Lay, squad: str, pooled: int, damage: list[int], dead: int
) -> None:
    """One damage for each of two figures: where it lies on the card, the second hit finds two markers there."""
    board = lay(row("s0 s0 s0 s0 s0 s0 .. .. .. .. .."), options={"pooled_squad_damage": pooled})
    one, two = board.put("avacynian_inquisitors", "A1", "F1")
    victims = board.put(squad, "B1", "E1", seat=1)
    board.put("jace_beleren", "C1", seat=1)
    board.start([one, two])
    power, toughness = (5, 3) if squad == "bloodline_nobles" else (4, 2)
    for attacker, victim in ((one, victims[0]), (two, victims[1])):
        board.dice("sword", f"{power - 1} blank", f"{toughness} blank")
        board.do(f"attack:{attacker.id}:{victim.id}")
    assert [board.damage(victim) for victim in victims[:2]] == damage
    assert sum(board.figure(victim).zone == "graveyard" for victim in victims[:2]) == dead


@pytest.mark.rule("AR-SPELL-14", "AR-SPELL-11", "AR-SPELL-05")
def test_a_hidden_enchantment_from_the_hand_lies_in_wait_and_springs_on_the_opponents_turn(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "D1", seat=1)
    board.hand(0, "jaces_scrutiny")
    board.start(jace)
    board.do("cast:jaces_scrutiny")  # his own card is the only one in play it may go on
    assert board.card(jace).attached[0].hidden
    assert board.now.seats[0].graveyard == []
    board.do("end:turn", f"card:{nahiri.card}")
    board.dice("sword", "4 blank")  # power 4, three less
    board.do(f"attack:{nahiri.id}:{jace.id}")
    assert [event.data["spell"] for event in board.told("revealed")] == ["jaces_scrutiny"]
    assert board.now.seats[0].graveyard == ["jaces_scrutiny"]
