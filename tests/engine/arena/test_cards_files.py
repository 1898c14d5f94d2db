"""The card files: our own rows, and a host's laid over them, with every fault named by file, row, field and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.arena.cards import HOOKS, CardFault, Spell, cards, catalogue, use_overlay
from engine.arena.effects import has_effect
from engine.arena.position import Position
from engine.registry import game
from tests.engine.arena.board import Board

Lay = Callable[..., Board]
Write = Callable[..., Path]

ARMY = {
    "id": '"wolf"', "set": '"soi"', "name": '"Wolf"', "figure": '"Wolf"', "short": '"W"', "colours": '"G"', "kind": '"hero"',
    "unique": "false", "figures": "1", "life": "3", "move": "6", "range": "1", "power": "3", "toughness": "3",
    "height": "3", "size": '"medium"', "base": "1", "cost": "50", "ppf": "0", "types": '["Wolf"]',
}  # fmt: skip
SPELL = {
    "id": '"howl"', "set": '"soi"', "name": '"Howl"', "colour": '"G"', "type": '"sorcery"', "cost": "10",
    "timing": '"before Action 3"', "text": '"Howls."', "duration": '"at once"',
}  # fmt: skip


def rows(table: str, *rows: dict[str, str]) -> str:
    return "".join(f"[[{table}]]\n" + "".join(f"{key} = {value}\n" for key, value in row.items()) for row in rows)


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """``write(armies=..., spells=...)`` makes a host's folder of these texts."""

    def make(**texts: str) -> Path:
        for name, text in texts.items():
            (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        return tmp_path

    yield make
    use_overlay(None)


def faults(folder: Path) -> list[str]:
    with pytest.raises(CardFault) as raised:
        catalogue.__wrapped__(folder)
    return raised.value.faults


# ---- our own rows
@pytest.mark.rule("AR-CARD-02", "AR-CARD-03", "AR-CARD-06", "AR-CARD-04", "AR-SPELL-05")
def test_every_spell_has_a_type_one_colour_a_cost_a_text_and_an_effect() -> None:
    for spell in cards().spells.values():
        assert spell.type in ("sorcery", "aura", "hidden")
        assert spell.enchantment is (spell.type != "sorcery")
        assert spell.colour in ("W", "U", "B", "R", "G")
        assert 0 < spell.cost <= 200
        assert spell.text
        assert has_effect(spell.id), spell.id
        if spell.type == "hidden":
            assert spell.hook in HOOKS
            assert spell.attaches_to.startswith("own ")


@pytest.mark.rule("AR-CARD-08", "AR-CARD-18", "AR-CARD-19", "AR-CARD-20", "AR-CARD-22", "AR-CARD-23", "AR-CARD-24")
def test_every_army_card_says_what_it_is() -> None:
    for face in cards().armies.values():
        assert face.kind in ("planeswalker", "hero", "squad")
        assert set(face.colours) <= set("WUBRG")
        assert face.colours or {"Artifact", "Eldrazi"} & set(face.types)
        assert face.height >= 1
        assert face.size in ("small", "medium", "large", "huge")
        assert face.types
        front = face if face.cost else cards().armies[face.other_side]  # a side without a cost is a back side
        assert front.cost > 0
        assert bool(front.ppf) is (face.kind == "squad")  # a price per figure is printed on squads only
        assert cards().points(face) == (front.ppf or front.cost)
        for ability in face.abilities:
            assert ability.kind in ("static", "triggered", "activated")
            assert has_effect(f"{face.id}/{ability.name}"), ability.name


@pytest.mark.rule("AR-CARD-18", "AR-CARD-24", "AR-ATK-07", "AR-EX-03", "AR-EX-07", "AR-MOVE-03", "AR-BUILD-09", "AR-EX-11",
                  "AR-EX-10")  # fmt: skip
def test_the_numbers_that_the_rulebook_gives_away() -> None:
    armies = cards().armies
    jace, nobles, geists = armies["jace_beleren"], armies["bloodline_nobles"], armies["lantern_geists"]
    assert (jace.height, jace.move, jace.range) == (4, 5, 6)
    assert (nobles.move, nobles.unique, nobles.kind) == (6, True, "squad")
    assert nobles.life > 1  # example 21: one falls, is hurt and walks on
    assert geists.power == 2
    assert armies["necro_alchemist"].range == 5
    for face, field in ((jace, "height"), (jace, "move"), (jace, "range"), (nobles, "move"), (geists, "power")):
        assert face.source[field] == "rulebook"


@pytest.mark.rule("AR-PREP-07")
def test_jace_alone_has_one_colour() -> None:
    faces = [face for face in cards().armies.values() if face.kind == "planeswalker" and face.set == "soi"]
    colours = {face.id: face.colours for face in faces}
    assert {id for id, letters in colours.items() if len(letters) == 1} == {"jace_beleren"}
    assert all(len(letters) == 2 for id, letters in colours.items() if id != "jace_beleren")


def test_every_number_says_where_it_comes_from() -> None:
    for face in cards().armies.values():
        assert {"life", "move", "range", "power", "toughness", "height", "cost", "ppf", "types"} <= face.source.keys()
    for spell in cards().spells.values():
        assert {"cost", "text"} <= spell.source.keys()


def test_cards_are_found_by_id_and_by_any_way_of_writing_the_name() -> None:
    for name in ("jace_beleren", "Jace Beleren", "jace beleren", "JACEBELEREN"):
        assert cards().named(name) is cards().armies["jace_beleren"]
    for name in ("nahiris_machinations", "Nahiri's Machinations"):
        assert cards().named(name) is cards().spells["nahiris_machinations"]
    assert cards().named("Nobody") is None


# ---- a host's rows
def test_a_row_of_a_known_id_replaces_what_it_gives_and_says_so(write: Write) -> None:
    before = cards().armies["jace_beleren"]
    use_overlay(write(armies='[[army]]\nid = "jace_beleren"\nlife = 7\n'))
    after = cards().armies["jace_beleren"]
    assert (after.life, after.move, after.abilities) == (7, before.move, before.abilities)
    assert (after.source["life"], after.source["move"]) == ("host", "rulebook")
    use_overlay(None)
    assert cards().armies["jace_beleren"] == before


def test_a_row_of_a_new_id_adds_a_card_that_can_be_played(write: Write, lay: Lay) -> None:
    use_overlay(write(armies=rows("army", ARMY), spells=rows("spell", SPELL)))
    wolf = cards().armies["wolf"]
    assert set(wolf.source.values()) == {"host"}
    assert isinstance(cards().named("Howl"), Spell)
    assert ("wolf", "Wolf") in game("arena").card_names()
    board = lay()
    figure = board.put("wolf", "A1")
    enemy = board.put("jace_beleren", "B1", seat=1)
    board.start(figure)
    board.dice("3 sword", "4 blank")
    board.do(f"attack:{figure.id}:{enemy.id}")
    assert board.damage(enemy) == 3
    assert isinstance(board.pos, Position)


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"life": '"six"'}, "life", "int"),
        ({"life": "0"}, "life", "0 is not between 1 and 20"),
        ({"move": "21"}, "move", "21 is not between 0 and 20"),
        ({"kind": '"wizard"'}, "kind", "wizard"),
        ({"size": '"vast"'}, "size", "vast"),
        ({"colours": '"GX"'}, "colours", "may only hold the letters W, U, B, R and G"),
        ({"figures": "3"}, "figures", "a hero has one figure, not 3"),
        ({"kind": '"squad"', "figures": "3"}, "ppf", "a squad needs its price per figure"),
        ({"strength": "4"}, "strength", "unknown field"),
        ({"name": ""}, "name", "missing required field"),
        ({"source": '{ life = "dreamt" }'}, "source.life", "'dreamt' is not one of rulebook, published, designed, host"),
    ],
)
def test_a_fault_of_an_army_card_names_file_row_field_and_reason(
    write: Write, change: dict[str, str], field: str, reason: str
) -> None:
    row = {key: value for key, value in {**ARMY, **change}.items() if value}
    folder = write(armies=rows("army", row))
    found = faults(folder)
    assert len(found) == 1, found
    file, named, rest = found[0].split(", ", 2)
    assert file == str(folder / "armies.toml")
    assert named == "row wolf"
    assert rest.startswith(f"{field}: ")
    assert reason in rest


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"colour": '"X"'}, "colour", "'X' is not one of W, U, B, R, G"),
        ({"cost": "201"}, "cost", "201 is not between 0 and 200"),
        ({"cost": '"10"'}, "cost", "int"),
        ({"type": '"instant"'}, "type", "instant"),
        ({"timing": '"any time"'}, "timing", "'any time' is not one of"),
        ({"type": '"aura"', "attaches_to": '"a friend"'}, "attaches_to", "'a friend' is not understood"),
        ({"type": '"hidden"', "hook": '"whenever"', "attaches_to": '"own squad"'}, "hook", "'whenever' is not one of"),
        ({"type": '"hidden"', "hook": '"attack_declared"', "attaches_to": '"enemy squad"'}, "attaches_to",
         "own army cards only (AR-SPELL-12)"),
        ({"text": ""}, "text", "missing required field"),
    ],
)  # fmt: skip
@pytest.mark.rule("AR-SPELL-12")
def test_a_fault_of_a_spell_names_file_row_field_and_reason(
    write: Write, change: dict[str, str], field: str, reason: str
) -> None:
    row = {key: value for key, value in {**SPELL, **change}.items() if value}
    folder = write(spells=rows("spell", row))
    found = faults(folder)
    assert len(found) == 1, found
    assert found[0].startswith(f"{folder / 'spells.toml'}, row howl, {field}: ")
    assert reason in found[0]


def test_every_fault_of_both_files_is_told_at_once(write: Write) -> None:
    folder = write(
        armies=rows("army", {**ARMY, "life": "0", "move": "99"}, {**ARMY, "id": '"Wolf Pack"'}, {**ARMY, "life": "2"}),
        spells=rows("spell", {**SPELL, "cost": "500"}) + "[[potion]]\nid = 1\n",
    )
    found = [fault.replace(str(folder) + "/", "") for fault in faults(folder)]
    assert "armies.toml, row 2, id: missing, or not small letters, digits and underscores" in found
    assert "armies.toml, row 3 (wolf), id: this id stands in the file twice" in found
    assert "spells.toml, row howl, cost: 500 is not between 0 and 200" in found
    assert "spells.toml: unknown table 'potion': only [[spell]] rows belong here" in found


def test_what_is_no_toml_or_no_folder_is_said_plainly(write: Write, tmp_path: Path) -> None:
    assert "not TOML" in faults(write(armies="[[army]\n"))[0]
    assert "no such folder" in faults(tmp_path / "nowhere")[0]
    (tmp_path / "armies.toml").write_bytes(b"\xff\xfe")
    assert "cannot be read" in faults(tmp_path)[0]


def test_a_faulty_folder_changes_nothing(write: Write) -> None:
    before = cards()
    with pytest.raises(CardFault):
        use_overlay(write(armies=rows("army", {**ARMY, "life": "0"})))
    assert cards() is before
