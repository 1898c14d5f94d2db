"""All forms that the bot says, sorted into the catalogs that translators get."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from engine.arena.cards import COLOURS, SOURCES
from tests.languages.extraction import ROOT, command_texts, extract

FOLDERS = ["engine", "render", "bot"]
SAMPLES = ("bot/sandbox/", "render/demo.py", "render/scenes.py", "render/summoner_wars/demo.py")  # whose words are nobody's
# What nobody says any more, but what stands in the logs of matches that were played before.
EARLIER = (
    "{p0} and {p1}", "{p0}, {p1} and {p2}", "{p0}, {p1}, {p2} and {p3}", "{p0}, {p1}, {p2}, {p3} and {p4}", "{p0}",
    "the attacker", "the defender", "the ambusher", "the reinforcements",
    "{side} draws {n} card(s)", "{side} takes {n} card(s) from the library and shuffles it",
    "{figure} loses {n} damage marker(s)", "The glyph on {at} is turned over: Glyph of Recall",
    "The glyph on {at} is turned over: Glyph of Healing",
)  # fmt: skip
ARENA = ROOT / "engine" / "arena"


@cache
def found() -> tuple[dict[str, dict[str, str]], tuple[str, ...]]:
    """Catalog -> form -> where it is said first; and the places whose forms cannot be followed. A form stands in the first
    catalog that needs it."""
    said = extract(FOLDERS, leave_out=SAMPLES)
    typed = command_texts(["bot/commands", "bot/desks"])
    names = ("engine", "cards", "render", "bot", "commands", "earlier")
    sorted_into: dict[str, dict[str, str]] = {name: {} for name in names}
    for form, place in said.forms.items():
        sorted_into[place.partition("/")[0]][form] = place
    known = set(said.forms)
    sorted_into["cards"] = {form: place for form, place in data_forms() if form and form not in known}
    known |= set(sorted_into["cards"])
    sorted_into["commands"] = {form: place for form, place in typed.forms.items() if form not in known}
    sorted_into["earlier"] = {form: "tests/languages/forms.py" for form in EARLIER if form not in known}
    return sorted_into, (*said.faults, *typed.faults)


def data_forms() -> Iterator[tuple[str, str]]:
    """Words of the data files, which are shown through ``Text``; names of cards and battlefields stay as printed."""
    armies, spells, builds = (_read(ARENA / "cards" / f"{name}.toml") for name in ("armies", "spells", "builds"))
    for spell in spells["spell"]:
        for field in ("type", "attaches_to", "timing", "text", "duration"):
            yield spell.get(field, ""), "engine/arena/cards/spells.toml"
    for face in armies["army"]:
        for word in (face["kind"], face["size"], *face["types"]):
            yield word, "engine/arena/cards/armies.toml"
        for ability in face.get("abilities", ()):
            yield ability["kind"], "engine/arena/cards/armies.toml"
            yield ability["text"], "engine/arena/cards/armies.toml"
    for build in builds["build"]:
        yield build["line"], "engine/arena/cards/builds.toml"
    for file in sorted((ARENA / "battlefields").glob("*.toml")):
        field = _read(file)
        place = file.relative_to(ROOT).as_posix()
        for play in field.get("play", ()):
            for side in play.get("sides", ()):
                yield side["name"], place
        for stone in field.get("cryptoliths", ()):
            yield stone["name"], place
    for word in (*COLOURS.values(), *SOURCES):
        yield word, "engine/arena/cards/__init__.py"
    for file in sorted((ROOT / "engine" / "summoner_wars" / "cards").glob("*.toml")):
        faction = _read(file)
        place = file.relative_to(ROOT).as_posix()
        yield faction["faction"]["status"], place
        for card in faction["card"]:
            yield card["text"], place
            yield card["type"], place
            yield card.get("range", ""), place
            for source in card.get("source", {}).values():
                yield source, place


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
