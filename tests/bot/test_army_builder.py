"""Building armies and decks, keeping them under names, and taking them into matches: the Arena's own cards."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.panels.armies import MOST_SAVED
from engine.registry import game
from tests.bot.discord_bench import Bench, buttons, labels, selects
from tests.bot.tiny_game import TinyGame

ARENA = game("arena")
NAHIRI = next(build for build in ARENA.builds() if build.id == "nahiri")


def ready_button(message: Any) -> Any:
    return next(button for button in buttons(message) if button.label == "Ready")


async def in_match(arena: Bench) -> Any:
    """A match whose armies are being chosen; its thread."""
    panel = await arena.slash("alice", "match new", opponent=arena.person("bob"))
    await arena.click("alice", panel.response, "Create")
    await arena.click("bob", arena.channel.last_message, "Join")
    return arena.thread()


# ---- the builder ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("AR-BUILD-05", "AR-BUILD-12")
async def test_from_nothing_to_a_legal_army_by_thumb(arena: Bench) -> None:
    panel = (await arena.slash("alice", "army build")).response
    assert panel.flags.ephemeral
    panel = (await arena.click("alice", panel, "Nothing")).response
    assert "AR-BUILD-04" in panel.content
    assert all(b.disabled for b in buttons(panel) if str(b.label).startswith(("Squads", "Spells", "Save")))
    panel = (await arena.choose("alice", panel, ["nissa_revane_animist"])).response
    assert "330 of 500 points" in panel.content
    panel = (await arena.click("alice", panel, "Squads")).response
    for _ in range(2):
        panel = (await arena.choose("alice", panel, ["elf_rangers"])).response
    assert "Elf Rangers ×2 (140 points)" in panel.content
    assert "470 of 500 points" in panel.content
    panel = (await arena.choose("alice", panel, ["pummelroot_elementals"])).response
    assert "the army costs 570; the limit is 500 (AR-BUILD-07)" in panel.content
    offered = {option.value for option in selects(panel)[0].options}
    assert "pummelroot_elementals" not in offered, "a unique card is offered once"
    assert "elf_rangers" in offered
    panel = (await arena.choose("alice", panel, ["elf_rangers"], 1)).response
    assert "500 of 500 points" in panel.content
    panel = (await arena.click("alice", panel, "Spells")).response
    nissa = next(build for build in ARENA.builds() if build.id == "nissa")
    panel = (await arena.choose("alice", panel, list(nissa.army["spells"][:11]))).response
    assert "exactly 12 cards; this one has 11 (AR-BUILD-13)" in panel.content
    panel = (await arena.choose("alice", panel, list(nissa.army["spells"]))).response
    assert "It may be played" in panel.content
    panel = (await arena.click("alice", panel, "Back")).response
    assert "Cards: Elf Rangers; Pummelroot Elementals" in panel.content


async def test_two_colours_have_two_pages_and_the_other_page_is_kept(arena: Bench) -> None:
    panel = (await arena.slash("alice", "army build", name="Kiora, the Rising Tide")).response
    panel = (await arena.click("alice", panel, "Spells")).response
    assert any("Page 1 of 2" in label for label in labels(panel))
    first = {option.value for option in selects(panel)[0].options}
    panel = (await arena.click("alice", panel, "Page 1")).response
    second = {option.value for option in selects(panel)[0].options}
    assert first | second == {offer.id for offer in ARENA.deck_choices("kiora_rising_tide")}
    assert not first & second
    panel = (await arena.choose("alice", panel, [])).response
    kiora = next(build for build in ARENA.builds() if build.id == "kiora")
    left = [id for id in kiora.army["spells"] if id in first]
    assert f"this one has {len(left)}" in panel.content


async def test_another_planeswalker_keeps_what_may_follow(arena: Bench) -> None:
    panel = (await arena.slash("alice", "army build", name="Sorin of the Eternal Thirst")).response
    panel = (await arena.choose("alice", panel, ["gideon_jura_combat_mage"])).response
    assert "Cards: Avacyn, On Bloodied Wings" in panel.content
    assert "Skirsdag" not in panel.content
    assert "Angel's Mercy" in panel.content
    assert "Creeping Dread" not in panel.content


@pytest.mark.rule("AR-BUILD-02")
async def test_larger_points_are_agreed_on_the_bench_and_saved_with_the_army(arena: Bench) -> None:
    panel = (await arena.slash("alice", "army build", name="Nahiri, the Lithomancer")).response
    panel = (await arena.click("alice", panel, "Squads")).response
    panel = (await arena.choose("alice", panel, ["goblin_javelineers", "rhox_veterans"])).response
    assert "AR-BUILD-07" in panel.content
    panel = (await arena.click("alice", (await arena.click("alice", panel, "Back")).response, "Start from")).response
    points = next(n for n, each in enumerate(selects(panel)) if each.placeholder == "Army points")
    panel = (await arena.choose("alice", panel, ["750"], points)).response
    panel = (await arena.click("alice", panel, "Back")).response
    assert "690 of 750 points" in panel.content
    assert "It may be played" in panel.content
    await arena.slash("alice", "army save", name="Big one")
    await arena.slash("alice", "army build", name="Jace Beleren")
    shown = (await arena.slash("alice", "army show", name="big one")).response
    assert "690 of 750 points" in shown.content


async def test_benches_belong_to_one_person_and_outlive_a_restart(arena: Bench) -> None:
    panel = (await arena.slash("alice", "army build", name="Jace Beleren")).response
    await arena.restart()
    panel = (await arena.click("alice", panel, "Squads")).response
    assert "Lantern Geists" in panel.content
    assert "Lantern" not in (await arena.slash("bob", "army build")).response.content
    again = (await arena.slash("alice", "army build")).response
    assert "Planeswalker: Jace Beleren" in again.content


# ---- names ------------------------------------------------------------------------------------------------------------
async def test_saved_armies_are_listed_renamed_used_and_deleted(arena: Bench) -> None:
    panel = (await arena.slash("alice", "army build", name="Nahiri, the Lithomancer")).response
    form = await arena.person("alice").click(panel, label="Save…")
    saved = await arena.form("alice", form, "  Stone   and fire ")
    assert "Saved as “Stone and fire”" in saved.response.content
    assert saved.ephemeral
    listed = (await arena.slash("alice", "army list")).response.content
    assert "**Stone and fire**: Nahiri, the Lithomancer" in listed
    assert "Recommended" in listed
    assert "Stone and fire" not in (await arena.slash("bob", "army list")).response.content
    assert (await arena.typed("alice", "army show", "name", "sto"))[0] == "Stone and fire"
    assert await arena.typed("alice", "army delete", "name", "") == ["Stone and fire"]
    renamed = await arena.slash("alice", "army rename", name="stone and fire", new="Basalt")
    assert "“Stone and fire” is called “Basalt” now" in renamed.response.content
    missing = (await arena.slash("alice", "army show", name="Basallt")).response.content
    assert "Did you mean “Basalt”?" in missing
    gone = (await arena.slash("alice", "army delete", name="Basalt")).response.content
    assert "is deleted" in gone
    assert "Planeswalker: Nahiri" in gone, "what was deleted can still be copied"
    assert "None yet" in (await arena.slash("alice", "army list")).response.content


async def test_names_that_cannot_be_taken(arena: Bench) -> None:
    nothing = await arena.slash("bob", "army save", name="Nothing")
    assert "nothing on the bench" in nothing.response.content
    await arena.slash("alice", "army build", name="nahiri")
    for name, says in (("Jace Beleren", "name of a recommended army"), ("   ", "needs a name")):
        assert says in (await arena.slash("alice", "army save", name=name)).response.content
    for name in ("one", "two"):
        await arena.slash("alice", "army save", name=name)
    assert "already" in (await arena.slash("alice", "army rename", name="one", new="TWO")).response.content
    assert "is called “One” now" in (await arena.slash("alice", "army rename", name="one", new="One")).response.content
    for command, more in (("army delete", {}), ("army rename", {"new": "mine"})):
        refused = await arena.slash("alice", command, name="Sorin of the Eternal Thirst", **more)
        assert "recommended army; it stays" in refused.response.content
    again = await arena.slash("alice", "army save", name="ONE")
    assert "Saved as “One”" in again.response.content


@pytest.mark.field(97)
async def test_there_is_room_for_as_many_as_a_list_holds(arena: Bench) -> None:
    workshop, user = arena.bot.presses.armies.workshop, arena.person("alice").id
    await workshop.take(0, "", user, "nahiri")
    for n in range(MOST_SAVED):
        await workshop.save(0, "", user, f"Army {n}")
    full = (await arena.slash("alice", "army save", name="One more")).response.content
    assert f"{MOST_SAVED} saved armies" in full
    assert "/army delete" in full
    panel = (await arena.slash("alice", "army build")).response
    panel = (await arena.click("alice", panel, "Start from")).response
    saved = next(n for n, each in enumerate(selects(panel)) if each.placeholder == "My saved armies")
    assert len(selects(panel)[saved].options) == MOST_SAVED
    panel = (await arena.choose("alice", panel, ["3"], saved)).response
    assert "Planeswalker: Nahiri" in panel.content


# ---- text -------------------------------------------------------------------------------------------------------------
async def test_an_exported_army_can_be_imported_by_somebody_else(arena: Bench) -> None:
    exported = (await arena.slash("alice", "army export", name="Arlinn Kord, Goldnight Outcast")).response
    assert exported.flags.ephemeral
    text = re.search(r"```\n(.*)\n```", exported.content, re.DOTALL)
    assert text is not None
    form = await arena.person("bob").slash(arena.channel, "army import")
    imported = await arena.form("bob", form, text[1])
    assert "Planeswalker: Arlinn Kord" in imported.response.content
    assert "It may be played" in imported.response.content
    again = (await arena.slash("bob", "army export")).response.content
    assert text[1] in again


async def test_an_import_that_is_not_understood_changes_nothing(arena: Bench) -> None:
    await arena.slash("alice", "army import", text=ARENA.army_text(NAHIRI.army))
    wrong = (await arena.slash("alice", "army import", text="planeswalker: nahiri the litomancer cards: elf rager")).response
    assert "did you mean Nahiri, the Lithomancer?" in wrong.content
    assert "did you mean Elf Rangers?" in wrong.content
    assert "Nothing has changed" in wrong.content
    assert "Bloodline Nobles" in (await arena.slash("alice", "army export")).response.content
    illegal = (await arena.slash("alice", "army import", text="PLANESWALKER: jace beleren CARDS: bloodline nobles")).response
    assert "does not match blue (AR-BUILD-06)" in illegal.content


# ---- in a match -------------------------------------------------------------------------------------------------------
async def test_a_saved_army_is_taken_into_a_match_and_its_owner_is_ready(arena: Bench) -> None:
    await arena.slash("alice", "army build", name="Chandra Nalaar, Pyromancer")
    await arena.slash("alice", "army save", name="Fire")
    thread = await in_match(arena)
    panel = (await arena.slash("alice", "match army", thread)).response
    assert [each.placeholder for each in selects(panel)] == ["Recommended armies", "My saved armies"]
    panel = (await arena.choose("alice", panel, ["0"], 1)).response
    assert "Chandra Nalaar" in panel.content
    used = (await arena.slash("bob", "army use", thread, name="nissa")).response
    assert "Nissa Revane" in used.content
    await arena.click("alice", panel, "Ready")
    assert "✅ ready: " + arena.person("alice").mention in thread.history()[-1].content
    panel = (await arena.slash("alice", "match army", thread)).response
    panel = (await arena.click("alice", panel, "Build my own")).response
    await arena.choose("alice", panel, ["gideon_jura_combat_mage"])
    assert "⏳ choosing: " + arena.person("alice").mention in thread.history()[-1].content, "confirm it anew"


@pytest.mark.field(6)
async def test_what_somebody_builds_for_a_match_is_theirs_alone(arena: Bench) -> None:
    thread = await in_match(arena)
    panel = (await arena.slash("alice", "match army", thread)).response
    own = (await arena.click("alice", panel, "Build my own")).response
    own = (await arena.choose("alice", own, ["ob_nixilis_demon_of_spite"])).response
    assert not ready_button(own).disabled or "AR-BUILD" in own.content
    for place in (arena.channel, thread):
        assert "Ob Nixilis" not in str([message.content for message in place.history(viewer=arena.person("bob"))])
    stranger = await arena.slash("eve", "army use", thread, name="nissa")
    assert "no seat in this match" in stranger.response.content
    assert "Ob Nixilis" not in (await arena.slash("bob", "match army", thread)).response.content
    saved = await arena.slash("alice", "army save", name="Demon", match="1")
    assert "Saved as “Demon”" in saved.response.content


async def test_armies_are_fixed_once_the_match_has_begun(arena: Bench) -> None:
    thread = await arena.begun()
    for command, options in (("army use", {"name": "nissa"}), ("match army", {})):
        assert "The match has begun" in (await arena.slash("alice", command, thread, **options)).response.content


# ---- cards ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("kessig_rangers", ["Kessig Rangers", "Its other side", "Kessig Ravagers"]),
        ("Kessig Ravagers", ["Kessig Ravagers", "Its other side", "Kessig Rangers"]),
        ("dual shot", ["Dual Shot", "15 points"]),
        ("eldrazi ruiner", ["Eldrazi Ruiner", "Lash"]),
        ("bloodlin nobles", ["There is no card", "Did you mean “Bloodline Nobles”?"]),
        ("", ["Pick one from the list"]),
    ],
)
async def test_any_card_either_side_and_any_spell(arena: Bench, name: str, words: list[str]) -> None:
    shown = await arena.slash("eve", "card", name=name or "xyzzy?")
    assert shown.ephemeral
    for each in words:
        assert each in shown.response.content


async def test_cards_are_offered_by_name(arena: Bench) -> None:
    assert await arena.typed("eve", "card", "name", "ravag") == ["kessig_ravagers"]
    assert await arena.typed("eve", "card", "name", "mind control") == ["mind_control"]


async def test_a_card_with_two_sides_is_drawn_on_both(arena: Bench) -> None:
    shown = (await arena.slash("eve", "card", name="arlinn_kord")).response
    assert [file.filename for file in shown.attachments] == ["card-arlinn_kord.png", "card-arlinn_kord_wolf.png"]
    assert shown.attachments[1].description == "Arlinn Kord, Moonlit Fury"


async def test_the_builder_knows_nothing_of_a_particular_game(tiny: Bench) -> None:
    assert isinstance(tiny.bot.presses.armies.workshop.game(), TinyGame)
    panel = (await tiny.slash("alice", "army build")).response
    panel = (await tiny.click("alice", panel, "Back")).response
    panel = (await tiny.choose("alice", panel, ["leader"])).response
    panel = (await tiny.click("alice", panel, "Squads")).response
    panel = (await tiny.choose("alice", panel, ["zebu"])).response
    panel = (await tiny.click("alice", panel, "Spells")).response
    panel = (await tiny.choose("alice", panel, ["card3", "card7"])).response
    assert "Card 3, Card 7" in panel.content
    panel = (await tiny.click("alice", panel, "Page 1")).response
    panel = (await tiny.choose("alice", panel, ["card30"])).response
    assert "Card 3, Card 7, Card 30" in panel.content
