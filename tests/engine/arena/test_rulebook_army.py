"""What is in the box and what it recommends: the card files against the rulebook's counts and lists."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.arena.army import RECOMMENDED, Army, faults, planeswalkers
from engine.arena.cards import ArmyFace, cards

SOI = "soi"


def fronts(kind: str = "", set: str = SOI) -> list[ArmyFace]:
    """Army cards of the set, each by the side that prints a cost."""
    return [face for face in cards().armies.values() if face.set == set and face.cost and kind in ("", face.kind)]


def backs() -> list[ArmyFace]:
    return [face for face in cards().armies.values() if face.set == SOI and not face.cost]


def army(id: str) -> Army:
    return next(build.army for build in RECOMMENDED if build.id == id)


def names(ids: tuple[str, ...]) -> list[str]:
    return [cards().armies[id].name if id in cards().armies else cards().spells[id].name for id in ids]


# ---- the box
@pytest.mark.rule("AR-COMP-01")
def test_five_planeswalker_figures_for_four_planeswalkers() -> None:
    """One figure for each side: Arlinn has two."""
    sides = [face for face in (*fronts(), *backs()) if face.kind == "planeswalker"]
    assert sum(face.figures for face in sides) == 5
    assert sorted(face.figure for face in fronts("planeswalker")) == ["Arlinn", "Jace", "Nahiri", "Sorin"]


@pytest.mark.rule("AR-COMP-02")
def test_four_hero_figures() -> None:
    heroes = fronts("hero")
    assert [face.figures for face in heroes] == [1, 1, 1, 1]
    assert {"Avacyn, On Bloodied Wings"} < {face.name for face in heroes}
    assert not [face for face in backs() if face.kind == "hero"]


@pytest.mark.rule("AR-COMP-03")
def test_fifteen_squad_figures_both_sides_counted() -> None:
    sides = [face for face in (*fronts(), *backs()) if face.kind == "squad"]
    assert sum(face.figures for face in sides) == 15


@pytest.mark.rule("AR-COMP-09", "AR-PREP-07")
def test_thirteen_army_cards_of_which_one_planeswalker_has_a_single_colour() -> None:
    assert Counter(face.kind for face in fronts()) == {"planeswalker": 4, "hero": 4, "squad": 5}
    assert {face.figure: len(face.colours) for face in fronts("planeswalker")} == {
        "Jace": 1, "Sorin": 2, "Nahiri": 2, "Arlinn": 2,
    }  # fmt: skip


@pytest.mark.rule("AR-COMP-10")
def test_forty_eight_spells_twelve_of_them_blue_and_the_three_lists_of_the_book() -> None:
    ours = {spell.id for spell in cards().spells.values() if spell.set == SOI}
    assert len(ours) == 48
    lists = [set(army(id).spells) for id in ("jace", "nahiri", "sorin", "arlinn")]
    assert [len(spells) for spells in lists] == [12, 12, 12, 12]
    assert set().union(*lists) == ours
    assert {cards().spells[id].colour for id in lists[0]} == {"U"}


@pytest.mark.rule("AR-NEW-08")
def test_two_army_cards_have_a_second_side() -> None:
    dual = {face.name: cards().armies[face.other_side] for face in fronts() if face.other_side}
    assert set(dual) == {"Arlinn Kord, Goldnight Outcast", "Kessig Rangers"}
    for name, back in dual.items():
        front = cards().named(name)
        assert isinstance(front, ArmyFace)
        assert back.other_side == front.id
        assert (back.kind, back.figures) == (front.kind, front.figures)
        statistics = ("move", "range", "power", "toughness", "height")
        assert [getattr(back, key) for key in statistics] != [getattr(front, key) for key in statistics]
        assert {ability.text for ability in back.abilities} != {ability.text for ability in front.abilities}
    assert {face.id for face in backs()} == {back.id for back in dual.values()}


# ---- what the book recommends
@pytest.mark.rule("AR-PREP-13", "AR-PREP-14", "AR-COMP-02")
def test_sorins_recommended_army() -> None:
    sorin = army("sorin")
    assert names(sorin.cards) == ["Skirsdag Cultists", "Avacyn, On Bloodied Wings"]
    assert names(sorin.spells) == [
        "Ghostly Possession", "Chaplain's Blessing", "Tenacity", "Angel's Mercy", "Hope Against Hope", "Survive the Night",
        "Creeping Dread", "Barter in Blood", "Behold the Beyond", "Harrowing Journey", "Corpse Lunge", "Ever After",
    ]  # fmt: skip
    assert faults(sorin) == []


@pytest.mark.rule("AR-PREP-15", "AR-PREP-16")
def test_arlinns_recommended_army() -> None:
    arlinn = army("arlinn")
    assert names(arlinn.cards) == ["Kessig Rangers", "Mad Prophet"]
    assert cards().armies[cards().armies[arlinn.cards[0]].other_side].name == "Kessig Ravagers"
    assert names(arlinn.spells) == [
        "Equestrian Skill", "Moonlight Hunt", "Predatory Strike", "Natural End", "Rabid Bite", "Sheltering Word",
        "Malevolent Whispers", "Rush of Adrenaline", "Senseless Rage", "Infernal Plunge", "Harness the Storm",
        "Stensia Masquerade",
    ]  # fmt: skip
    assert faults(arlinn) == []


@pytest.mark.rule("AR-PREP-11", "AR-PREP-13", "AR-PREP-15")
@pytest.mark.parametrize("id", ["nahiri", "sorin", "arlinn"])
def test_the_book_recommends_two_creature_cards_not_three(id: str) -> None:
    assert len(army(id).cards) == 2
    assert all(cards().armies[card].kind in ("squad", "hero") for card in army(id).cards)


# ---- the limits to the point
@pytest.mark.rule("AR-BUILD-07", "AR-S1-07", "AR-BUILD-02", "AR-BUILD-03", "AC-BUILD-01")
@pytest.mark.parametrize("build", ["jace", "nahiri"])
def test_an_army_may_cost_as_much_as_was_agreed_and_not_a_point_more(build: str) -> None:
    """500 in every scenario of the boxes; the recommended armies of the book use all of it or nearly."""
    given = army(build)
    cost = cards().armies[given.planeswalker].cost + sum(cards().armies[id].cost for id in given.cards)
    assert faults(given) == []
    assert faults(given, limit=cost) == []
    assert [fault.rule for fault in faults(given, limit=cost - 1)] == ["AR-BUILD-07"]


@pytest.mark.rule("AR-BUILD-14", "AC-BUILD-03")
def test_a_deck_may_cost_as_much_as_was_agreed_and_not_a_point_more() -> None:
    arlinn = army("arlinn")
    assert sum(cards().spells[id].cost for id in arlinn.spells) == 200
    assert faults(arlinn, deck=200) == []
    assert [fault.rule for fault in faults(arlinn, deck=199)] == ["AR-BUILD-14"]


@pytest.mark.rule("AR-COMP-01")
def test_only_sides_with_a_cost_lead_an_army() -> None:
    assert {face.id for face in planeswalkers() if face.set == SOI} == {face.id for face in fronts("planeswalker")}
