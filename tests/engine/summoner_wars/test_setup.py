"""Cards, decks, setting up, who goes first."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.match import Match
from engine.core.refusal import BadSetup
from engine.summoner_wars import board, decks
from engine.summoner_wars.cards import cards
from engine.summoner_wars.decks import Deck
from engine.summoner_wars.game_entry import WAR
from engine.summoner_wars.position import Position
from engine.summoner_wars.rules import RULES
from engine.summoner_wars.setup import Setup
from engine.summoner_wars.state import War

SUMMONERS = [face.id for face in decks.summoners()]
# As printed on the reference cards, seen by the owner.
PRINTED = {
    "prince_elien": "Prince Elien c1, Wall c3, Guardian b3, Warrior a2, Archer d1 f2",
    "grognack": "Grognack d1, Wall d3, Fighter f4 c2, Smasher b3, Shaman e2",
    "oldin": "Oldin d1, Wall d3, Defender b4 e3, Spearman a2 f2, Engineer c2",
    "sneeks": "Sneeks d1, Wall d3, Fighter c4 c2 f2, Slinger e2 a1, Berserker b3",
    "sera_eldwyn": "Sera Eldwyn d1, Wall c3, Guardian Knight c2 d2 e1, Priest c1, Stalwart Archer b1",
    "ret_talus": "Ret-Talus c1, Wall c3, Zombie Warrior d4, Skeletal Archer e3 b1, Reaper f2",
    "abua_shi": "Abua Shi c2, Wall d3, Lioness c3 e2, Archer d2 c1, Lioneer a1",
    "vlox": "Vlox d1, Wall d3, Scrapper f3 e1, Gunner a2 b2, Thief d2",
    "selundar": "Selundar f1, Wall d3, Swordsman c4 f3 b2, Scout d2, Ranger e2 a1",
    "rallul": "Rallul c1, Wall c2, Stone Golem a3 f3, Apprentice Mage b2, Rune Mage e2",
}


def begin(first: str = "prince_elien", second: str = "grognack", seed: int = 1) -> Match[War]:
    setup = Setup((decks.starter(first), decks.starter(second)))
    return Match.begin(RULES, setup, seed.to_bytes(32, "big"))


# ---- cards
@pytest.mark.rule("SW-UNIT-01", "SW-UNIT-11", "SW-UNIT-13", "SW-ABIL-01", "SW-EVT-02", "SW-WALL-02", "SW-SET-04")
def test_units_have_numbers_and_an_ability_events_have_neither_and_walls_have_life_alone() -> None:
    for face in cards().faces.values():
        assert face.faction in cards().factions
        assert face.text
        assert set(face.source.values()) <= {"scan", "published", "rulebook", "designed"}
        if face.unit:
            assert face.type in ("summoner", "champion", "common")
            assert face.life > 0
            assert face.range in ("sword", "bow")
            assert face.ability
        else:
            assert (face.attack, face.cost, face.range, face.ability) == (0, 0, "", "")
            assert face.life == {"event": 0, "wall": 3 if face.id == "ice_wall" else 9}[face.type]


@pytest.mark.rule("SW-UNIT-08", "SW-UNIT-09", "SW-COMP-05", "SW-SET-05", "SW-INTRO-04", "SW-SET-03")
@pytest.mark.parametrize("summoner", SUMMONERS)
def test_a_starter_deck_has_34_cards_and_no_champion_twice(summoner: str) -> None:
    deck = decks.starter(summoner)
    assert decks.faults(deck) == []
    everything = decks.all_cards(deck)
    kinds = Counter(cards().faces[id].type for id in everything)
    walls = sum(1 for id in everything if cards().faces[id].name == "Wall")
    assert (len(everything), kinds["summoner"], kinds["champion"], kinds["common"], walls) == (34, 1, 3, 18, 3)
    champions = [id for id in everything if cards().faces[id].type == "champion"]
    assert len(set(champions)) == 3
    assert max(Counter(everything).values()) > 1


@pytest.mark.rule("SW-INTRO-02")
def test_two_players_sit_down() -> None:
    assert WAR.players == (2,)
    assert [place.team for place in WAR.places("battlefield", 2)] == [0, 1]
    with pytest.raises(KeyError):
        WAR.places("battlefield", 5)


@pytest.mark.rule("SW-INTRO-10", "SW-SET-03")
def test_decks_of_ones_own_where_they_are_allowed() -> None:
    own = list(decks.starter("grognack").cards)
    own[own.index("krung")] = "bragg"
    deck = Deck("grognack", tuple(own))
    assert decks.faults(deck) == []
    assert [fault.rule for fault in decks.faults(deck, {"custom": 0})] == ["SW-INTRO-10"]
    with pytest.raises(BadSetup):
        Match.begin(RULES, Setup((deck, decks.starter("oldin")), {"custom": 0}), bytes(32))
    with pytest.raises(BadSetup, match="needs a Summoner"):
        Match.begin(RULES, Setup((Deck(), decks.starter("oldin"))), bytes(32))


@pytest.mark.rule("SW-UNIT-08", "SW-SET-04", "SW-COMP-05", "SW-SET-06")
def test_what_is_wrong_with_a_deck_is_all_named() -> None:
    fine = list(decks.starter("grognack").cards)
    assert [fault.rule for fault in decks.faults(Deck("grognack", (*fine, "krung")))] == ["SW-UNIT-08", "SW-COMP-05"]
    elf = Deck("grognack", (*(id for id in fine if id != "krung"), "maelena"))
    assert {fault.rule for fault in decks.faults(elf)} == {"SW-SET-04", "SW-COMP-05"}
    few = Deck("grognack", tuple(id for id in fine if id != "tundra_orcs_fighter"))
    assert {fault.rule for fault in decks.faults(few)} == {"SW-COMP-05", "SW-SET-06"}


def test_a_deck_as_text_and_back() -> None:
    for summoner in SUMMONERS:
        army = {"planeswalker": summoner, "cards": list(decks.starter(summoner).cards), "spells": []}
        text = WAR.army_text(army)
        again = WAR.army_from_text(text.replace("; ", ", ").lower())
        assert Counter(again["cards"]) == Counter(army["cards"])
        assert again["planeswalker"] == summoner
    with pytest.raises(ValueError, match="did you mean Guardian"):
        WAR.army_from_text("Summoner: Prince Elien\nUnits: 3x Gardian")


# ---- the battlefield
@pytest.mark.rule("SW-FLD-02", "SW-FLD-03", "SW-FLD-04", "SW-ADJ-04")
def test_two_halves_of_24_spaces_and_no_edge_wraps() -> None:
    assert sorted(board.half_of(0) + board.half_of(1)) == sorted(board.SPACES)
    assert len(board.half_of(0)) == len(board.half_of(1)) == 24
    assert not board.adjacent(board.parse("a3"), board.parse("f3"))
    assert board.distance(board.parse("a1"), board.parse("c4")) == 5
    assert {board.name(space) for space in board.neighbours(board.parse("a1"))} == {"a2", "b1"}


@pytest.mark.rule("SW-SET-06", "SW-SET-08", "SW-FLD-05")
@pytest.mark.parametrize("summoner", SUMMONERS)
@pytest.mark.parametrize("seat", [0, 1])
def test_cards_stand_as_on_the_reference_card_turned_for_the_other_side(summoner: str, seat: int) -> None:
    match = begin(*((summoner, "oldin") if seat == 0 else ("oldin", summoner)))
    pos = Position(match.state)
    lying: dict[str, list[str]] = {}
    for piece in match.state.field:
        if piece.controller == seat:
            column, row = board.name(piece.at)
            opposite = f"{'fedcba'['abcdef'.index(column)]}{9 - int(row)}"
            lying.setdefault(pos.face(piece).name, []).append(board.name(piece.at) if seat == 0 else opposite)
    wanted = {}
    for part in PRINTED[summoner].split(", "):
        words = part.split()
        spaces = [word for word in words if len(word) == 2 and word[1].isdigit()]
        wanted[" ".join(word for word in words if word not in spaces)] = sorted(spaces)
    assert {name: sorted(spaces) for name, spaces in lying.items()} == wanted
    for mine in match.state.seats:
        assert (mine.magic, mine.discard) == ([], [])


@pytest.mark.rule("SW-SET-09", "SW-SET-16")
def test_the_rest_is_shuffled_into_a_draw_pile_that_nobody_may_see_and_no_hand_is_dealt() -> None:
    match = begin()
    for seat in (0, 1, None):
        shown = match.view(seat).board
        assert [(each.draw_count, each.hand_count) for each in shown.seats] == [(28, 0), (28, 0)]  # 34 - 6 set up
        assert all(each.discard == () for each in shown.seats)
    others = begin(seed=2)
    assert match.state.seats[0].draw != others.state.seats[0].draw
    assert sorted(match.state.seats[0].draw) == sorted(others.state.seats[0].draw)


@pytest.mark.rule("SW-SET-10", "SW-SET-11")
@pytest.mark.interaction(20)
def test_the_higher_roll_chooses_who_begins_even_the_other() -> None:
    match = begin()
    first, second = match.state.rolls
    high = 0 if first > second else 1
    assert [ask.seat for ask in match.asked] == [high]
    match.answer(high, f"first:{1 - high}")
    assert match.state.turn.seat == 1 - high


@pytest.mark.rule("SW-SET-12", "SW-COMP-03")
@pytest.mark.interaction(20)
def test_equal_rolls_are_rolled_again() -> None:
    seeds = [match for n in range(60) if len((match := begin(seed=n)).events) > 1]
    assert seeds, "no seed with a tie among sixty"
    for match in seeds:
        told = [event.data["faces"] for event in match.events if event.kind == "rolls"]
        assert all(a == b for a, b in told[:-1])
        assert told[-1][0] != told[-1][1]
        assert all(1 <= face <= 6 for pair in told for face in pair)
