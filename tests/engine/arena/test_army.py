"""Gathering an army and a spell deck: what is legal and what is not, with every fault named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.arena import armytext
from engine.arena.army import ARMY_LIMIT, RECOMMENDED, Army, army_choices, faults, planeswalkers, spell_choices
from engine.arena.battlefield import use_folder
from engine.arena.cards import cards, use_overlay
from engine.registry import game

NAHIRI, JACE = "nahiri_lithomancer", "jace_beleren"
DECK = next(build.army.spells for build in RECOMMENDED if build.id == "nahiri")
WHITE_AND_RED = [spell.id for spell in cards().spells.values() if spell.colour in "WR"]


def rules(army: Army) -> list[str]:
    return [fault.rule for fault in faults(army)]


def nahiri(*army_cards: str, spells: tuple[str, ...] = DECK) -> Army:
    return Army(NAHIRI, army_cards, spells)


# ---- the Planeswalker
@pytest.mark.rule("AR-BUILD-04", "AR-BUILD-05", "AR-BUILD-12")
def test_exactly_one_planeswalker_and_first_of_all() -> None:
    assert rules(Army("", ("bloodline_nobles",), DECK)) == ["AR-BUILD-04"]
    assert rules(Army("bloodline_nobles", (), DECK)) == ["AR-BUILD-04"]
    assert "choose one Planeswalker first" in str(faults(Army())[0])
    two = faults(nahiri(JACE))
    assert [fault.rule for fault in two] == ["AR-BUILD-04", "AR-BUILD-07"]
    assert "Jace Beleren is a second" in str(two[0])
    assert rules(nahiri()) == []


# ---- army cards
@pytest.mark.rule("AR-BUILD-06", "AC-BUILD-02", "AR-NEW-05", "AR-BUILD-05")
def test_army_cards_match_one_of_the_colours_or_have_none() -> None:
    assert rules(nahiri("avacynian_inquisitors", "hollowfield_effigy")) == []  # white, colourless
    assert rules(nahiri("bloodline_nobles")) == []  # red
    wrong = faults(nahiri("lantern_geists"))
    assert [fault.rule for fault in wrong] == ["AR-BUILD-06"]
    assert "Lantern Geists does not match white and red" in str(wrong[0])
    names = {face.id for face in army_choices(cards().armies[NAHIRI])}
    assert {"avacynian_inquisitors", "bloodline_nobles", "hollowfield_effigy", "eldrazi_scions"} <= names
    assert {"".join(sorted(cards().armies[id].colours)) for id in names} == {"W", "R", ""}
    assert "mad_prophet" in names


@pytest.mark.rule("AR-BUILD-02", "AR-BUILD-03", "AR-BUILD-07", "AR-CARD-20", "AR-S1-07", "AC-BUILD-01")
def test_the_army_with_its_planeswalker_costs_500_at_most() -> None:
    assert ARMY_LIMIT == 500
    assert rules(nahiri("avacynian_inquisitors", "bloodline_nobles")) == []  # 340 + 80 + 80 = 500
    dear = faults(nahiri("avacynian_inquisitors", "bloodline_nobles", "hollowfield_effigy"))
    assert [str(fault) for fault in dear] == ["the army costs 570; the limit is 500 (AR-BUILD-07)"]
    assert rules(nahiri()) == []  # there is no least


@pytest.mark.rule("AR-BUILD-08", "AR-BUILD-09", "AR-CARD-25")
def test_no_unique_card_twice_in_one_army() -> None:
    twice = faults(nahiri("bloodline_nobles", "bloodline_nobles"))
    assert [str(fault) for fault in twice] == ["Bloodline Nobles is unique: only one in an army (AR-BUILD-08)"]


@pytest.mark.rule("AR-BUILD-11")
def test_common_cards_as_often_as_one_likes() -> None:
    assert rules(nahiri("avacynian_inquisitors", "avacynian_inquisitors")) == []
    spells = next(build.army.spells for build in RECOMMENDED if build.id == "jace")
    assert rules(Army(JACE, ("lantern_geists", "lantern_geists"), spells)) == []


# ---- the deck
@pytest.mark.rule("AR-BUILD-13", "AC-BUILD-04")
@pytest.mark.parametrize("size", [0, 11, 13])
def test_twelve_spells_no_fewer_no_more(size: int) -> None:
    cheap = sorted(WHITE_AND_RED, key=lambda id: cards().spells[id].cost)[:size]
    found = faults(nahiri(spells=tuple(cheap)))
    assert [fault.rule for fault in found if fault.rule != "AR-BUILD-14"] == ["AR-BUILD-13"]
    assert f"this one has {size}" in str(found[0])


@pytest.mark.rule("AR-BUILD-14", "AC-BUILD-03", "AR-CARD-03")
def test_a_deck_costs_two_hundred_at_most() -> None:
    spells = cards().spells
    dearest = sorted(WHITE_AND_RED, key=lambda id: -spells[id].cost)[:12]
    cost = sum(spells[id].cost for id in dearest)
    assert cost > 200
    assert [str(fault) for fault in faults(nahiri(spells=tuple(dearest)))] == [
        f"the deck costs {cost}; the limit is 200 (AR-BUILD-14)"
    ]
    assert sum(spells[id].cost for id in DECK) == 200
    assert rules(nahiri()) == []


@pytest.mark.rule("AR-BUILD-15", "AC-BUILD-04", "AR-NEW-05")
def test_every_spell_is_of_one_of_the_planeswalkers_colours() -> None:
    assert {cards().spells[id].colour for id in DECK} == {"W", "R"}
    wrong = faults(nahiri(spells=("catalog", *DECK[1:])))
    assert [fault.rule for fault in wrong] == ["AR-BUILD-15"]
    assert "Catalog does not match white and red" in str(wrong[0])
    assert {spell.colour for spell in spell_choices(cards().armies[JACE])} == {"U"}


@pytest.mark.rule("AR-BUILD-16")
def test_no_spell_twice() -> None:
    others = tuple(id for id in DECK if id != "dual_shot")[:10]
    twice = faults(nahiri(spells=("dual_shot", "dual_shot", *others)))
    assert [str(fault) for fault in twice] == ["Dual Shot is in the deck twice (AR-BUILD-16)"]


def test_every_fault_is_named_and_a_misspelt_card_is_guessed() -> None:
    army = Army(NAHIRI, ("bloodlin_nobles", "lantern_geists"), ("dual_shot", "dual_shot", "catalog", "stone_wil"))
    found = [str(fault) for fault in faults(army)]
    assert "there is no card bloodlin_nobles (did you mean bloodline_nobles?)" in found
    assert "there is no card stone_wil (did you mean stone_will?)" in found
    assert {fault.rule for fault in faults(army)} == {"", "AR-BUILD-06", "AR-BUILD-13", "AR-BUILD-15", "AR-BUILD-16"}


# ---- what is recommended
@pytest.mark.rule("AR-PREP-05", "AC-SETUP-01", "AR-PREP-10")
@pytest.mark.parametrize("build", RECOMMENDED, ids=lambda build: build.id)
def test_recommended_armies_are_legal_and_a_beginning_only(build: object) -> None:
    army = build.army  # type: ignore[attr-defined]
    assert rules(army) == []
    assert len(army.cards) in (1, 2)
    assert len(army.spells) == 12
    less = Army(army.planeswalker, army.cards[:1], army.spells)
    assert rules(less) == []
    unused = [spell.id for spell in spell_choices(cards().armies[army.planeswalker]) if spell.id not in army.spells]
    cheap = min(unused, key=lambda id: cards().spells[id].cost)
    dear = max(army.spells, key=lambda id: cards().spells[id].cost)
    assert rules(Army(army.planeswalker, army.cards, tuple(cheap if id == dear else id for id in army.spells))) == []


@pytest.mark.rule("AR-PREP-11", "AR-PREP-12")
def test_nahiris_recommended_army() -> None:
    army = next(build.army for build in RECOMMENDED if build.id == "nahiri")
    assert [cards().armies[id].name for id in army.cards] == ["Avacynian Inquisitors", "Bloodline Nobles"]
    assert [cards().spells[id].name for id in army.spells] == [
        "Spare from Evil", "Skillful Lunge", "Silverstrike", "Fell the Mighty", "Not Forgotten", "Stone Will", "Dual Shot",
        "Burn from Within", "Burn at the Stake", "Nahiri's Machinations", "Dissension in the Ranks", "Rolling Temblor",
    ]  # fmt: skip


@pytest.mark.rule("AR-PREP-06")
def test_jaces_recommended_army_is_blue() -> None:
    army = next(build.army for build in RECOMMENDED if build.id == "jace")
    assert {cards().armies[id].colours for id in (army.planeswalker, *army.cards)} == {"U"}
    assert {cards().spells[id].colour for id in army.spells} == {"U"}
    assert len(set(army.spells)) == 12


@pytest.mark.rule("AR-PREP-08", "AR-PREP-09", "AR-PREP-12")
@pytest.mark.parametrize(
    ("build", "creatures", "first", "last"),
    [
        ("sorin", ["Skirsdag Cultists", "Avacyn, On Bloodied Wings"], "Ghostly Possession", "Ever After"),
        ("arlinn", ["Kessig Rangers", "Mad Prophet"], "Equestrian Skill", "Stensia Masquerade"),
    ],
)
def test_the_other_armies_of_the_book(build: str, creatures: list[str], first: str, last: str) -> None:
    army = next(each.army for each in RECOMMENDED if each.id == build)
    assert [cards().armies[id].name for id in army.cards] == creatures
    assert [cards().spells[army.spells[n]].name for n in (0, -1)] == [first, last]
    assert sum(cards().spells[id].cost for id in army.spells) == 200


def test_every_planeswalker_has_a_recommended_army_and_every_spell_is_in_one() -> None:
    assert {build.army.planeswalker for build in RECOMMENDED} == {face.id for face in planeswalkers()}
    assert {spell for build in RECOMMENDED for spell in build.army.spells} == set(cards().spells)


@pytest.mark.rule("AR-PREP-04")
def test_anybody_may_pick_any_planeswalker() -> None:
    entry = game("arena")
    assert {choice.id for choice in entry.leaders()} == {face.id for face in planeswalkers()}
    assert {JACE, NAHIRI, "kiora_rising_tide"} <= {face.id for face in planeswalkers()}
    assert len(planeswalkers()) == 11


@pytest.mark.rule("AR-NEW-07", "AR-NEW-05", "AR-PREP-08", "AR-PREP-09")
def test_sorin_mixes_white_and_black_within_200_and_500() -> None:
    sorin = next(build.army for build in RECOMMENDED if build.id == "sorin")
    assert {cards().spells[id].colour for id in sorin.spells} == {"W", "B"}
    assert rules(sorin) == []
    assert rules(Army(sorin.planeswalker, ("skirsdag_cultists", "skirsdag_cultists"), sorin.spells)) == []
    assert rules(Army(sorin.planeswalker, (*sorin.cards, "skirsdag_cultists"), sorin.spells)) == ["AR-BUILD-07"]
    dearer = tuple("fell_the_mighty" if id == "angels_mercy" else id for id in sorin.spells)
    assert rules(Army(sorin.planeswalker, (), dearer)) == ["AR-BUILD-14"]  # 205
    cheaper = tuple("catalog" if id == "angels_mercy" else id for id in sorin.spells)
    assert rules(Army(sorin.planeswalker, (), cheaper)) == ["AR-BUILD-15"]
    assert rules(Army(sorin.planeswalker, ("lantern_geists",), sorin.spells)) == ["AR-BUILD-06"]


# ---- sides without a cost
@pytest.mark.rule("AR-NEW-14")
@pytest.mark.parametrize(
    ("army", "front"),
    [
        (Army("arlinn_kord_wolf", (), ()), "Arlinn Kord, Goldnight Outcast"),
        (Army("arlinn_kord", ("kessig_ravagers",), ()), "Kessig Rangers"),
    ],
)
def test_a_side_without_a_cost_is_never_chosen(army: Army, front: str) -> None:
    found = [str(fault) for fault in faults(army) if fault.rule == "AR-NEW-14"]
    assert len(found) == 1
    assert f"choose its other side, {front}" in found[0]
    names = {face.id for face in (*planeswalkers(), *army_choices(cards().armies["arlinn_kord"]))}
    assert not names & {"arlinn_kord_wolf", "kessig_ravagers"}
    assert {"arlinn_kord", "kessig_rangers"} <= names


# ---- combining sets
@pytest.mark.rule("AR-BUILD-11", "AR-BUILD-02", "AR-BUILD-07")
def test_more_points_for_several_copies_from_all_sets() -> None:
    entry = game("arena")
    army = {"planeswalker": NAHIRI, "cards": ["goblin_javelineers"] * 3 + ["rhox_veterans", "eldrazi_ruiner"],
            "spells": list(DECK)}  # fmt: skip
    assert [fault.rule for fault in entry.check_army(army)] == ["AR-BUILD-07"]
    assert [fault.rule for fault in entry.check_army(army, {"points": 875})] == ["AR-BUILD-07"]
    assert entry.check_army(army, {"points": 880}) == []
    assert "Goblin Javelineers ×3" in str(entry.army_summary(army, {"points": 1000}))
    assert "880 of 1000 points" in str(entry.army_summary(army, {"points": 1000}))
    twice = army | {"cards": ["rhox_veterans"] * 2}
    assert [fault.rule for fault in entry.check_army(twice, {"points": 1000})] == ["AR-BUILD-08"]


@pytest.mark.rule("AR-BUILD-14")
def test_other_decks_may_be_agreed_on_and_what_an_ability_adds_comes_on_top() -> None:
    entry = game("arena")
    for leader, limit in ((JACE, 175), (NAHIRI, 150)):
        army = {"planeswalker": leader, "cards": [], "spells": list(DECK)}
        view = entry.army_view(army, {"deck_points": 150})
        assert view is not None
        assert view.deck_limit == limit  # type: ignore[attr-defined]
        assert "AR-BUILD-14" in [fault.rule for fault in entry.check_army(army, {"deck_points": 150})]
    assert entry.check_army({"planeswalker": NAHIRI, "cards": [], "spells": list(DECK)}, {"deck_points": 200}) == []


# ---- as text
@pytest.mark.parametrize("build", RECOMMENDED, ids=lambda build: build.id)
def test_an_army_survives_being_written_down(build: object) -> None:
    army = build.army  # type: ignore[attr-defined]
    text = armytext.written(army)
    for way in (text, text.upper(), text.replace(";", ","), text.replace("; ", ";\n  - "), text.replace("\n", " "),
                f"```\n{text}\n```", text.replace(" ", "  ")):  # fmt: skip
        assert armytext.read(way) == army


@pytest.mark.parametrize("line", ["3 Elf Rangers", "elf rangers x3", "3x ELF RANGERS", "Elf Rangers (3)", "Elf Rangers ×3",
                                  "Elf Rangers; Elf Rangers, elf rangers", "elf_rangers × 3"])  # fmt: skip
def test_copies_are_understood_however_they_are_written(line: str) -> None:
    army = armytext.read(f"Planeswalker: Nissa Revane, Animist\nCards: {line}\nSpells:")
    assert army == Army("nissa_revane_animist", ("elf_rangers",) * 3)
    assert "Cards: Elf Rangers ×3" in armytext.written(army)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Write three lines"),
        ("Nahiri and some friends", "Write three lines"),
        ("my army\nPlaneswalker: Sorin of the Eternal Thirst", "Before the first line there is “my army”"),
        ("Planeswalker: Nahiry, the Lithomancer", "did you mean Nahiri, the Lithomancer?"),
        ("Cards: elf ranger", "There is no card “elf ranger” (did you mean Elf Rangers?)"),
        ("Spells: dual shoot", "did you mean Dual Shot?"),
        ("Cards: Dual Shot", "does not belong behind “Cards:” but behind “Spells:”"),
        ("Spells: Elf Rangers", "does not belong behind “Spells:” but behind “Cards:”"),
        ("Cards: 99 Elf Rangers", "99 times"),
        ("Planeswalker: Nahiri, the Lithomancer; Jace Beleren", "one Planeswalker"),
        ("Spells: xyzzy", "There is no card “xyzzy”."),
        ("Spells: " + "Dual Shot; " * 1000, "too long"),
    ],
)
def test_what_is_not_understood_is_named_with_the_nearest_name(text: str, says: str) -> None:
    with pytest.raises(ValueError) as caught:
        armytext.read(text)
    assert says in str(caught.value)


def test_everything_that_is_not_understood_is_named_at_once() -> None:
    with pytest.raises(ValueError) as caught:
        armytext.read("Planeswalker: Nobody at All\nCards: elf ranger; goblin\nSpells: dual shoot")
    assert len(str(caught.value).splitlines()) == 4


# ---- a host's own rows and maps
@pytest.fixture
def undone() -> Iterator[None]:
    yield
    use_overlay(None)
    use_folder(None)


@pytest.mark.usefixtures("undone")
def test_a_hosts_costs_may_make_a_recommended_army_too_dear(tmp_path: Path) -> None:
    (tmp_path / "armies.toml").write_text('[[army]]\nid="bloodline_nobles"\ncost=85\n', encoding="utf-8")
    entry = game("arena")
    assert entry.use_host_files(tmp_path, None) == []
    assert "nahiri" not in {build.id for build in entry.builds()}
    assert entry.use_host_files(None, None) == []
    assert "nahiri" in {build.id for build in entry.builds()}


@pytest.mark.usefixtures("undone")
def test_faults_of_a_hosts_files_are_all_named(tmp_path: Path) -> None:
    (tmp_path / "armies.toml").write_text('[[army]]\nid="bloodline_nobles"\ncost="many"\n', encoding="utf-8")
    (tmp_path / "mine.toml").write_text("format = 1\n", encoding="utf-8")
    faults = game("arena").use_host_files(tmp_path, tmp_path)
    assert any("bloodline_nobles, cost" in fault for fault in faults)
    assert any(fault.startswith("mine.toml") for fault in faults)
    assert any("no such folder" in fault for fault in game("arena").use_host_files(None, tmp_path / "nowhere"))
