"""Battlefield 1, Converge on the Cryptoliths: weirded ground, night, victory. Scoring, which other battlefields use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena import victory
from engine.core.refusal import Refused
from tests.engine.arena.board import Board
from tests.engine.arena.test_movement import row

Lay = Callable[..., Board]

THREE = {"north": "I1", "keep": "J1", "south": "K1"}


def weird(lay: Lay, cells: str = "x0 x0 s0 s0", *, fallen: int = 0, stones: dict[str, str] | None = None) -> Board:
    """A row with three cryptoliths at its end, the first ``fallen`` of them gone. Seat 0 defends."""
    board = lay(row(cells + " s0" * (11 - len(cells.split()))), weirded="swing", night=4, stones=stones or THREE)
    for stone in board.state.cryptoliths[:fallen]:
        stone.damage, stone.standing = 3, False
    return board


# ---- weirded ground
@pytest.mark.rule("AR-S1-14", "AR-S1-15", "AR-S1-16", "AR-S1-17", "AR-NEW-17", "AR-WEIRD-01")
@pytest.mark.parametrize(("fallen", "defender", "attacker"), [(0, 5, 3), (1, 4, 4), (2, 3, 5)])
def test_weirded_ground_swings_from_the_defender_to_the_attacker(
    lay: Lay, fallen: int, defender: int, attacker: int
) -> None:
    """Power and toughness 4 each, both on weirded ground, in both directions."""
    board = weird(lay, fallen=fallen)
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    board.dice(f"{defender} blank", f"{attacker} blank")
    board.do(f"attack:{jace.id}:{nahiri.id}", "end:turn", f"card:{nahiri.card}")
    board.dice(f"{attacker} blank", f"{defender} blank")
    board.do(f"attack:{nahiri.id}:{jace.id}")


@pytest.mark.rule("AR-S1-14", "AR-S1-15")
def test_only_who_stands_on_weirded_ground_is_touched(lay: Lay) -> None:
    board = weird(lay, "s0 x0 s0 s0")
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    board.dice("4 blank", "3 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")


@pytest.mark.interaction(56)
@pytest.mark.rule("AR-S1-15", "AR-ATK-33")
def test_the_penalty_counts_against_cryptoliths_and_never_below_no_dice(lay: Lay) -> None:
    board = weird(lay, "s0 x0 s0 s0", stones={"north": "A1", "keep": "J1", "south": "K1"})
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(nahiri, seat=1)
    board.dice("3 sword", "4 blank")
    board.do(f"attack:{nahiri.id}:north")
    weak = weird(lay, "s0 x0 s0 s0", stones={"north": "A1", "keep": "J1", "south": "K1"})
    geists = weak.put("lantern_geists", "B1", seat=1)
    weak.attach("sensory_deprivation", geists[0], by=0)
    weak.put("hollowfield_effigy", "C1")
    weak.put("jace_beleren", "H1", seat=1)
    weak.start(geists, seat=1)
    assert weak.why(f"attack:{geists[0].id}:north")[0] == "AR-ATK-10"
    weak.dice("4 sword")  # 2 -1 deprived -1 dread -1 scattered -1 weirded: none
    weak.do(f"attack:{geists[0].id}:{weak.pos.figure_at((2, 0)).id}")  # type: ignore[union-attr]
    assert weak.told("attack")[0].data["attack"] == []


@pytest.mark.interaction(27)
@pytest.mark.rule("AR-S1-17", "AR-S1-16", "AR-S1-13")
def test_the_swing_comes_between_two_attacks_of_one_squad(lay: Lay) -> None:
    """Two stand; the first Inquisitor fells one of them, and the second has a die more against a defender one short."""
    board = weird(lay, "s0 x0 x0 x0", fallen=0, stones={"south": "A1", "north": "I1", "keep": "J1"})
    board.state.cryptoliths[1].standing = False
    board.state.cryptoliths[0].damage = 2
    one, two = board.put("avacynian_inquisitors", "B1", "C1", seat=1)
    jace = board.put("jace_beleren", "D1")
    board.start([one, two], seat=1)
    board.dice("sword", "3 blank", "4 blank")  # two stand: no modifier
    board.do(f"attack:{one.id}:south")
    board.dice("5 sword", "3 blank")
    board.do(f"attack:{two.id}:{jace.id}")
    assert board.damage(jace) == 5


@pytest.mark.rule("AR-S1-13", "AR-S1-16")
def test_a_damaged_cryptolith_is_active(lay: Lay) -> None:
    board = weird(lay)
    board.state.cryptoliths[0].damage = 2
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    board.dice("5 blank", "3 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")


@pytest.mark.rule("AR-WEIRD-02", "AR-WEIRD-01")
def test_without_a_scenario_that_says_so_weirded_ground_is_ordinary(lay: Lay) -> None:
    board = lay(row("x0 x0 x0 .. .. .. .. .. .. .. .."), stones={"keep": "C1"})
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(jace)
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")
    free = lay(row("s0 x0 s0 .. .. .. .. .. .. .. .."))
    jace = free.put("jace_beleren", "A1")
    free.start(jace)
    free.do(f"move:{jace.id}:C1")
    assert free.now.turn.moves[0].spent == 2


@pytest.mark.rule("AR-WEIRD-03", "AR-TERM-03", "AR-S1-22", "AR-SUMM-05")
def test_free_weirded_ground_is_an_empty_space_the_top_of_a_cryptolith_is_not(lay: Lay) -> None:
    board = weird(lay, "s0 x0 s0 x0 w0", stones={"north": "C1", "keep": "J1", "south": "K1"})
    jace = board.put("jace_beleren", "B1")
    alchemist = board.put("necro_alchemist")
    board.start(jace)
    board.do(f"summon:{alchemist.card}")  # A1 is the only space left in sight: nothing to choose
    assert board.at(alchemist) == "A1"
    other = weird(lay, "s0 x0 x0 s0 s0")
    jace = other.put("jace_beleren", "A1")
    alchemist = other.put("necro_alchemist")
    other.start(jace)
    other.do(f"summon:{alchemist.card}")
    assert {"space:B1", "space:C1"} <= other.options()


# ---- night
@pytest.mark.interaction(28)
@pytest.mark.rule("AR-S1-19")
def test_at_night_no_range_is_above_four_bonuses_included(lay: Lay) -> None:
    board = lay(weirded="swing", night=4, stones={"north": "A9", "keep": "C9", "south": "E9"})
    jace = board.put("jace_beleren", "A1")
    four, five = board.put("nahiri_lithomancer", "E1", seat=1), board.put("necro_alchemist", "F1", seat=1)
    board.start(jace)
    assert board.may(f"attack:{jace.id}:{four.id}")
    rule, words = board.why(f"attack:{jace.id}:{five.id}")
    assert rule == "AR-S1-19"
    assert "5 spaces away: range 6 and night: at most 4 = 4" in words


@pytest.mark.rule("AR-S1-19")
def test_short_ranges_are_not_made_longer(lay: Lay) -> None:
    board = lay(weirded="swing", night=4, stones={"north": "A9", "keep": "C9", "south": "E9"})
    nobles = board.put("bloodline_nobles", "A1")
    enemy = board.put("nahiri_lithomancer", "C1", seat=1)
    board.start(nobles)
    assert board.why(f"attack:{nobles[0].id}:{enemy.id}")[0] == "AR-ATK-08"


@pytest.mark.interaction(28)
@pytest.mark.rule("AR-S1-20", "AR-S1-19")
def test_on_a_top_the_range_is_as_printed(lay: Lay) -> None:
    board = lay(weirded="swing", night=4, stones={"north": "A1", "keep": "C9", "south": "E9"})
    jace = board.put("jace_beleren", "A1")
    six, seven = board.put("nahiri_lithomancer", "G1", seat=1), board.put("necro_alchemist", "H1", seat=1)
    board.start(jace)
    assert board.may(f"attack:{jace.id}:{six.id}")
    assert board.why(f"attack:{jace.id}:{seven.id}")[0] == "AR-ATK-06"


@pytest.mark.interaction(28)
@pytest.mark.rule("AR-S1-19", "AR-SUMM-06")
def test_clear_sight_distances_are_no_ranges(lay: Lay) -> None:
    board = lay(weirded="swing", night=4, stones={"north": "A9", "keep": "C9", "south": "E9"})
    jace = board.put("jace_beleren", "A1")
    board.put("nahiri_lithomancer", "G1", seat=1)
    alchemist = board.put("necro_alchemist")
    board.hand(0, "press_for_answers")  # six clear sight spaces
    board.start(jace)
    assert board.may("cast:press_for_answers")
    board.do(f"summon:{alchemist.card}")
    assert "space:F1" in board.options()
    assert "space:H1" not in board.options()


@pytest.mark.rule("AR-S1-21", "AR-CRYPT-06")
def test_in_the_dark_cryptoliths_are_attacked_from_adjacent_spaces(lay: Lay) -> None:
    board = weird(lay, "s0 s0 s0", stones={"north": "A1", "keep": "D1", "south": "K1"})
    jace = board.put("jace_beleren", "B1")
    board.start(jace)
    assert board.may(f"attack:{jace.id}:north")
    assert board.why(f"attack:{jace.id}:keep")[0] == "AR-S1-21"
    board.dice("4 blank", "4 blank")
    board.do(f"attack:{jace.id}:north")  # the defender may do so as well


@pytest.mark.interaction(29)
@pytest.mark.rule("AR-S1-21", "AR-CRYPT-05", "AR-S1-20")
def test_not_even_from_the_next_top(lay: Lay) -> None:
    board = weird(lay, "s0 s0 s0", stones={"north": "A1", "keep": "B1", "south": "K1"})
    jace = board.put("jace_beleren", "A1")
    board.start(jace)
    assert board.why(f"attack:{jace.id}:keep")[0] == "AR-S1-21"


# ---- victory
@pytest.mark.rule("AR-S1-05", "AR-S1-24", "AR-PREP-01", "AR-CRYPT-10")
@pytest.mark.parametrize(("seat", "number"), [(1, 22), (1, 30), (0, 21)])
def test_the_attacker_wins_the_moment_the_third_one_falls(lay: Lay, seat: int, number: int) -> None:
    """In the middle of a turn, in the very last turn, and whoever's blow it was."""
    board = weird(lay, "s0 s0 s0 s0", fallen=2, stones={"north": "J1", "keep": "K1", "south": "A1"})
    board.state.cryptoliths[2].damage = 2
    one, two = board.put("avacynian_inquisitors", "B1", "D1", seat=seat)
    board.start([one, two], seat=seat, number=number)
    board.dice("sword", "3 blank", "4 blank")
    board.do(f"attack:{one.id}:south")
    outcome = board.match.outcome
    assert outcome is not None
    assert outcome.places == (2, 1)
    assert not board.match.asked
    with pytest.raises(Refused):
        board.match.answer(seat, "end:turn")


@pytest.mark.rule("AR-S1-04", "AR-S1-23", "AR-S1-25", "AR-TEND-01", "AR-END-01")
@pytest.mark.parametrize("fallen", [0, 2])
def test_the_defender_wins_when_one_stands_after_turn_30(lay: Lay, fallen: int) -> None:
    board = weird(lay, "s0 s0 s0 s0", fallen=fallen)
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "D1", seat=1)
    board.start(jace, number=29)
    board.do("end:turn")
    assert board.match.outcome is None
    assert (board.now.turn.number, board.now.turn.seat) == (30, 1)
    board.do(f"card:{nahiri.card}", "end:turn")
    outcome = board.match.outcome
    assert outcome is not None
    assert outcome.places == (1, 2)
    assert str(3 - fallen) in str(outcome.reason)


@pytest.mark.interaction(20)
@pytest.mark.rule("AR-S1-23", "AR-END-01")
def test_losing_every_figure_is_no_defeat_for_the_defender(lay: Lay) -> None:
    board = weird(lay, "s0 s0 s0 s0")
    jace = board.put("jace_beleren", "A1")
    jace.damage = 5
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    board.start(nahiri, seat=1, number=4)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{nahiri.id}:{jace.id}", "end:turn")
    assert board.figure(jace).zone == "graveyard"
    assert board.match.outcome is None
    assert (board.now.turn.number, board.now.turn.seat) == (6, 1)  # the defender had nothing to do on turn 5


@pytest.mark.rule("AR-S1-23")
def test_an_attacker_who_can_never_attack_again_has_lost(lay: Lay) -> None:
    board = weird(lay, "s0 s0 s0 s0")
    jace = board.put("jace_beleren", "A1")
    nahiri = board.put("nahiri_lithomancer", "B1", seat=1)
    nahiri.damage = 5
    board.put("bloodline_nobles", seat=1)  # in the reserve, and nobody to summon them
    board.start(jace)
    board.dice("4 sword", "4 blank")
    board.do(f"attack:{jace.id}:{nahiri.id}")
    assert board.match.outcome is None
    board.do("end:turn")
    assert board.match.outcome is not None
    assert board.match.outcome.places == (1, 2)


# ---- scoring
@pytest.mark.interaction(47)
@pytest.mark.rule("AR-END-03", "AR-END-04", "AR-CARD-21", "AR-CARD-22")
def test_scores_sum_prices_of_figures_on_the_battlefield(lay: Lay) -> None:
    board = lay()
    jace = board.put("jace_beleren", "A1")
    board.put("necro_alchemist", "B1")
    geists = board.put("lantern_geists", "C1", "D1")  # the third is dead
    board.put("hollowfield_effigy")  # in the reserve
    jace.damage, geists[0].damage = 5, 2  # damage does not count
    board.put("bloodline_nobles", "G1", "H1", seat=1)
    assert victory.score(board.pos, 0) == 345 + 80 + 2 * 25
    assert victory.score(board.pos, 1) == 2 * 26
    board.state.cards[geists[0].card].controller = 1
    assert victory.score(board.pos, 0) == 345 + 80 + 2 * 25
