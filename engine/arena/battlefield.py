"""Stand-in."""
from __future__ import annotations

import tomllib
from collections import deque
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

from engine.arena.hexes import Hex, neighbours, parse


@dataclass(frozen=True)
class Ground:
    terrain: str
    digit: int


@dataclass(frozen=True)
class Rules:
    weirded: str = "plain"
    range_cap: int = 0
    summon: str = "sight-5"
    flying: bool = True


@dataclass(frozen=True)
class Stone:
    name: str
    at: Hex
    free: Hex


@dataclass(frozen=True)
class GlyphAt:
    key: str
    at: Hex


@dataclass(frozen=True)
class Side:
    name: str
    colour: str
    seats: int
    starts: tuple[Hex, ...]


class Battlefield:
    def __init__(self, data: dict[str, Any]) -> None:
        self.id, self.name = data["id"], data["name"]
        self.data = data
        self.rules = Rules(**data.get("rules", {}))
        self.spaces: dict[Hex, Ground] = {}
        for line in data["grid"].strip().splitlines()[1:]:
            n, *cells = line.split()
            for c, cell in enumerate(cells):
                if cell != "..":
                    self.spaces[(c, int(n) - 1)] = Ground(cell[0], int(cell[1]))
        self.cryptoliths = tuple(Stone(x["name"], parse(x["at"]), parse(x["free"])) for x in data.get("cryptoliths", []))
        self.glyphs = tuple(GlyphAt(x["key"], parse(x["at"])) for x in data.get("glyphs", []))
        self._near = {s: tuple(n for n in neighbours(s) if n in self.spaces) for s in self.spaces}
        self._steps: dict[Hex, dict[Hex, int]] = {}

    def level(self, space: Hex) -> int:
        g = self.spaces[space]
        return g.digit - 1 if g.terrain == "w" else g.digit

    def is_water(self, space: Hex) -> bool:
        return self.spaces[space].terrain == "w"

    def is_road(self, space: Hex) -> bool:
        return self.spaces[space].terrain == "r"

    def is_weirded(self, space: Hex) -> bool:
        return self.spaces[space].terrain == "x"

    def neighbours(self, space: Hex) -> tuple[Hex, ...]:
        return self._near[space]

    def steps(self, a: Hex, b: Hex) -> int:
        return self._from(a)[b]

    def _from(self, a: Hex) -> dict[Hex, int]:
        if a not in self._steps:
            found = {a: 0}
            queue = deque([a])
            while queue:
                here = queue.popleft()
                for to in self._near[here]:
                    if to not in found:
                        found[to] = found[here] + 1
                        queue.append(to)
            self._steps[a] = found
        return self._steps[a]

    def within(self, a: Hex, n: int) -> list[Hex]:
        return [h for h, d in self._from(a).items() if 0 < d <= n]

    def _play(self, players: int) -> dict[str, Any] | None:
        return next((p for p in self.data["play"] if p["players"] == players), None)

    def fits(self, players: int) -> bool:
        return self._play(players) is not None

    def turns(self, players: int) -> int:
        return self._play(players)["turns"]

    def side(self, players: int, name: str) -> Side:
        s = next(s for s in self._play(players)["sides"] if s["name"] == name)
        return Side(s["name"], s["colour"], s["seats"], tuple(parse(x) for x in s["starts"]))


def shipped() -> list[str]:
    return ["converge-on-the-cryptoliths"]


@cache
def load(id: str) -> Battlefield:
    text = resources.files("engine.arena").joinpath("battlefields", f"{id}.toml").read_text()
    return Battlefield(tomllib.loads(text))
