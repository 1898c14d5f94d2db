"""From the armies to the first turn, on Converge on the Cryptoliths."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.arena.army import RECOMMENDED, Army
from engine.arena.battlefield import load
from engine.arena.hexes import name
from engine.arena.rules import RULES
from engine.arena.setup import Setup
from engine.arena.state import Arena
from engine.core import chance
from engine.core.match import Match
from engine.core.refusal import BadSetup, Refused
from engine.registry import game

FIELD = "converge-on-the-cryptoliths"
JACE, NAHIRI = (build.army for build in RECOMMENDED[:2])
Begin = Callable[..., Match[Arena]]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Begin:
    """``begin(15, 4)``: a match whose 20-sided dice fall so; every other draw comes from the seed."""
    real, rolls = chance.value, []

    def value(seed: bytes, stream: str, n: int) -> int:
        return ((rolls[n] - 1) << 64) // 20 + 1 if stream == "d20" else real(seed, stream, n)

    monkeypatch.setattr(chance, "value", value)

    def make(*told: int, armies: tuple[Army, ...] = (JACE, NAHIRI), seed: int = 1) -> Match[Arena]:
        rolls[:] = told
        match = Match.begin(RULES, Setup(FIELD, armies), seed.to_bytes(32, "big"))
        assert match.state.drawn["d20"] == len(told)
        return match

    return make


# ---- what can be begun
@pytest.mark.rule("AR-PREP-02", "AR-FIELD-01", "AR-S1-01", "AR-NEW-02")
def test_battlefields_are_offered_by_the_number_of_players() -> None:
    """And the set alone is enough: both recommended armies begin a match on its first battlefield."""
    entry = game("arena")
    assert FIELD in dict(entry.battlefields(2))
    assert FIELD not in dict(entry.battlefields(3))
    with pytest.raises(BadSetup, match="not for 3 players") as refused:
        RULES.set_up(Setup(FIELD, (JACE, NAHIRI, NAHIRI)))
    assert refused.value.reasons[0].rule == "AR-FIELD-01"
    with pytest.raises(BadSetup, match="no battlefield nowhere"):
        RULES.set_up(Setup("nowhere", (JACE, NAHIRI)))


@pytest.mark.rule("AR-S1-07", "AR-BUILD-07")
def test_an_illegal_army_does_not_get_in_and_every_fault_is_told() -> None:
    dear = Army(NAHIRI.planeswalker, (*NAHIRI.cards, "hollowfield_effigy"), NAHIRI.spells[:11])
    with pytest.raises(BadSetup) as refused:
        RULES.set_up(Setup(FIELD, (JACE, dear)))
    assert [(reason.rule, str(reason.text)[:9]) for reason in refused.value.reasons] == [
        ("AR-BUILD-07", "player 2:"), ("AR-BUILD-13", "player 2:"),
    ]  # fmt: skip


@pytest.mark.rule("AR-BUILD-10", "AR-PREP-04")
def test_both_may_field_the_same_unique_cards_and_each_owns_its_own(begin: Begin) -> None:
    match = begin(15, 4, armies=(NAHIRI, NAHIRI))
    match.answer(0, "say:defender")
    nobles = [card for card in match.state.cards if card.face == "bloodline_nobles"]
    assert [card.owner for card in nobles] == [0, 1]
    labels = [str(figure.label) for figure in match.view(None).board.figures]
    assert len(set(labels)) == len(labels)


# ---- roles
@pytest.mark.rule("AR-START-01", "AR-START-02", "AR-S1-08", "AR-S1-03", "AR-START-05")
@pytest.mark.parametrize(("rolls", "high"), [((15, 4), 0), ((4, 15), 1), ((7, 7, 20, 20, 1, 2), 1)])
def test_the_high_roller_picks_a_role_and_ties_are_rolled_again(begin: Begin, rolls: tuple[int, ...], high: int) -> None:
    match = begin(*rolls)
    assert [event.data["roll"] for event in match.events if event.kind == "d20"] == list(rolls)
    assert [ask.seat for ask in match.asked] == [high]
    assert {option.key for option in match.asked[0].options} == {"say:defender", "say:attacker"}
    assert all(figure.zone == "reserve" for figure in match.state.figures)  # nobody stands, nobody plays
    with pytest.raises(Refused):
        match.answer(1 - high, "say:defender")
    match.answer(high, "say:attacker")
    assert [seat.side for seat in match.state.seats] == (["attacker", "defender"] if high == 0 else ["defender", "attacker"])


@pytest.mark.rule("AR-S1-09", "AR-S1-10", "AR-S1-11", "AR-START-03", "AR-START-04", "AR-START-05", "AC-SETUP-02",
                  "AC-SETUP-03")  # fmt: skip
@pytest.mark.parametrize(("say", "defender"), [("defender", 0), ("attacker", 1)])
def test_the_defender_stands_first_on_red_and_goes_first_the_attacker_on_yellow(
    begin: Begin, say: str, defender: int
) -> None:
    match = begin(15, 4)
    events = match.answer(0, f"say:{say}")
    placed = [(event.seat, event.data["at"]) for event in events if event.kind == "placed"]
    assert placed == [(defender, "R3"), (1 - defender, "E11")]
    colours = {side.name: (side.colour, [name(at) for at in side.starts]) for side in load(FIELD).sides(2)}
    assert colours == {"defender": ("red", ["R3"]), "attacker": ("yellow", ["E11"])}
    turn = match.state.turn
    assert (turn.number, turn.seat) == (1, defender)
    assert [ask.seat for ask in match.asked] == [defender]


# ---- cards
@pytest.mark.rule("AR-START-06", "AR-START-07", "AR-S1-06", "AR-PREP-03", "AR-FIELD-09", "AR-GLYPH-01")
def test_the_table_as_all_see_it_before_the_first_turn(begin: Begin) -> None:
    match = begin(15, 4)
    match.answer(0, "say:defender")
    for viewer in (0, 1, None):
        board = match.view(viewer).board
        assert [(card.name, card.zone) for card in board.cards] == [
            ("Jace Beleren", "play"), ("Lantern Geists", "reserve"), ("Necro-Alchemist", "reserve"),
            ("Nahiri, the Lithomancer", "play"), ("Avacynian Inquisitors", "reserve"), ("Bloodline Nobles", "reserve"),
        ]  # fmt: skip
        assert [figure.at for figure in board.figures if figure.zone == "board"] == ["R3", "E11"]
        assert {glyph.key: str(glyph.name) for glyph in board.glyphs} == {"H": "Glyph of Healing", "R": "Glyph of Recall"}
        assert (board.turn, board.turns) == (1, 30)
        assert [(stone.damage, stone.standing) for stone in board.cryptoliths] == [(0, True)] * 3


@pytest.mark.interaction(30)
@pytest.mark.rule("AR-START-08", "AR-START-09", "AR-START-10", "AC-SPELL-01", "AR-START-11")
def test_three_cards_each_and_no_draw_for_who_goes_first(begin: Begin) -> None:
    match = begin(15, 4)
    match.answer(0, "say:defender")
    seats = match.state.seats
    assert [(len(seat.hand), len(seat.library)) for seat in seats] == [(3, 9), (3, 9)]
    for seat, army in zip(seats, (JACE, NAHIRI)):
        assert sorted(seat.hand + seat.library) == sorted(army.spells)
    first = match.view(0).board.seats
    assert [sorted(spell.id for spell in first[0].hand or ())] == [sorted(seats[0].hand)]
    assert (first[1].hand, first[1].hand_size, first[1].library_size) == (None, 3, 9)
    match.answer(0, "card:0")
    match.answer(0, "end:turn")
    assert [(len(seat.hand), len(seat.library)) for seat in seats] == [(3, 9), (4, 8)]  # turn 2: the second player draws


@pytest.mark.rule("AR-START-08")
def test_each_deck_is_shuffled_for_itself(begin: Begin) -> None:
    """Two like decks lie differently; another seed deals otherwise; the same seed deals the same."""

    def decks(seed: int) -> list[list[str]]:
        match = begin(15, 4, armies=(NAHIRI, NAHIRI), seed=seed)
        match.answer(0, "say:defender")
        return [seat.hand + seat.library for seat in match.state.seats]

    one, two = decks(1)
    assert one != two
    assert decks(2) != [one, two]
    assert decks(1) == [one, two]


@pytest.mark.rule("AR-COMP-07")
def test_the_twenty_sided_die_shows_every_number_about_as_often() -> None:
    counts = [0] * 21
    for n in range(20_000):
        counts[chance.below(chance.value(b"twenty".ljust(32, b"."), "d20", n), 20) + 1] += 1
    assert counts[0] == 0
    assert all(850 < count < 1150 for count in counts[1:])  # 1000, give or take five standard deviations
