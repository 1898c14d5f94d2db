"""A battlefield: the map with the questions the rules ask of it. Read from a file by :mod:`engine.arena.mapfile`.

Levels are those of the surface figures stand on. Distances are counted over existing hexes only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.arena.hexes import Hex, neighbours

CRYPTOLITH_HEIGHT = 9  # levels (AR-CRYPT-04)

# What wins on a battlefield; each is explained in battlefields/FORMAT.md and decided in victory.py.
GOALS = ("cryptoliths", "planeswalkers", "army", "escape", "ground", "score")

TERRAIN = {"s": "sand", "g": "grass", "w": "water", "r": "road", "x": "weirded ground"}


@dataclass(frozen=True)
class Ground:
    """A hex: its terrain letter, and the level of its surface (of water: of its bank)."""

    terrain: str
    digit: int


@dataclass(frozen=True)
class FieldRules:
    """The battlefield's terrain rules, in short. ``range_cap`` 0: no night. ``truce``: rounds without combat at the start.
    ``apart``: no summoning beside an opponent's Planeswalker."""

    weirded: str = "plain"
    range_cap: int = 0
    summon: str = "sight-5"
    flying: bool = True
    truce: int = 0
    apart: bool = False


@dataclass(frozen=True)
class StandingStone:
    """A cryptolith at the start: ``at`` is under it, ``free`` the other hex of its sand tile."""

    name: str
    at: Hex
    free: Hex


@dataclass(frozen=True)
class GlyphPlace:
    """``key`` is H (Healing) or R (Recall), ability side up, or ``?``, symbol side up (AR-FIELD-08, AR-FIELD-09)."""

    key: str
    at: Hex

    @property
    def face_up(self) -> bool:
        return self.key != "?"


@dataclass(frozen=True)
class Exit:
    at: Hex
    arrow: str


@dataclass(frozen=True)
class Wall:
    """A stretch of ruin on the edge between two hexes, ``height`` levels above the higher of them."""

    between: frozenset[Hex]
    height: int


@dataclass(frozen=True)
class Side:
    """A side of a scenario: how many seats, and the spaces they start on."""

    name: str
    colour: str
    seats: int
    starts: tuple[Hex, ...]


@dataclass(frozen=True)
class Place:
    """A seat at the table: of which side, the how-manieth of its team, and which team. ``side`` is empty where it is
    settled by a roll or by choosing a start."""

    side: str
    number: int
    team: int


@dataclass(frozen=True)
class Play:
    """How one number of players plays here. ``first`` is a side's name or "roll"."""

    players: int
    turns: int
    first: str
    sides: tuple[Side, ...]


@dataclass(frozen=True, eq=False)
class Battlefield:
    """Equal only to itself: there is one object for each battlefield in use."""

    id: str
    name: str
    set: str
    source: str
    rules: FieldRules
    spaces: dict[Hex, Ground]
    play: tuple[Play, ...]
    goal: str = "score"
    cryptoliths: tuple[StandingStone, ...] = ()
    glyphs: tuple[GlyphPlace, ...] = ()
    glyph_pool: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()
    scoring: tuple[Hex, ...] = ()
    boards: tuple[tuple[str, frozenset[Hex]], ...] = ()
    sand_tiles: tuple[tuple[Hex, ...], ...] = ()
    walls: tuple[Wall, ...] = ()
    pillars: dict[Hex, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    _walls: dict[frozenset[Hex], int] = field(default_factory=dict)
    _near: dict[Hex, tuple[Hex, ...]] = field(default_factory=dict)
    _steps: dict[Hex, dict[Hex, int]] = field(default_factory=dict)

    # -- ground
    def level(self, space: Hex) -> int:
        """Water lies one level below its bank (AR-WATER-03)."""
        ground = self.spaces[space]
        return ground.digit - 1 if ground.terrain == "w" else ground.digit

    def terrain(self, space: Hex) -> str:
        return self.spaces[space].terrain

    def is_water(self, space: Hex) -> bool:
        return self.spaces[space].terrain == "w"

    def is_road(self, space: Hex) -> bool:
        return self.spaces[space].terrain == "r"

    def is_weirded(self, space: Hex) -> bool:
        return self.spaces[space].terrain == "x"

    # -- ruins
    def wall(self, a: Hex, b: Hex) -> int:
        """Height of the wall between two neighbouring hexes, in levels above the higher of them; 0 without one."""
        if not self.walls:
            return 0
        if not self._walls:
            self._walls.update((wall.between, wall.height) for wall in self.walls)
        return self._walls.get(frozenset((a, b)), 0)

    # -- distances
    def neighbours(self, space: Hex) -> tuple[Hex, ...]:
        """The spaces of the map around, in the order E, NE, NW, W, SW, SE. A hex that a ruin fills is none."""
        found = self._near.get(space)
        if found is None:
            around = neighbours(space)
            found = tuple(near for near in around if near in self.spaces and near not in self.pillars)
            self._near[space] = found
        return found

    def steps(self, a: Hex, b: Hex) -> int:
        """Spaces from ``a`` to ``b`` over existing hexes, whatever their level and whoever stands there (A22). As many as
        the map has hexes where there is no way."""
        return self._from(a).get(b, len(self.spaces))

    def within(self, space: Hex, distance: int) -> list[Hex]:
        """Hexes at most that many spaces away, without ``space`` itself: the nearest first, those as near in the order of
        the board, row by row."""
        near = [(steps, row, column) for (column, row), steps in self._from(space).items() if 0 < steps <= distance]
        return [(column, row) for _, row, column in sorted(near)]

    def _from(self, start: Hex) -> dict[Hex, int]:
        found = self._steps.get(start)
        if found is None:
            found = {start: 0}
            queue = deque([start])
            while queue:
                here = queue.popleft()
                for to in self.neighbours(here):
                    if to not in found:
                        found[to] = found[here] + 1
                        queue.append(to)
            self._steps[start] = found
        return found

    # -- who plays
    def _play(self, players: int) -> Play:
        return next(play for play in self.play if play.players == players)

    def fits(self, players: int) -> bool:
        return any(play.players == players for play in self.play)

    def turns(self, players: int) -> int:
        """Length of the turn track, all players together."""
        return self._play(players).turns

    def first(self, players: int) -> str:
        return self._play(players).first

    def sides(self, players: int) -> tuple[Side, ...]:
        return self._play(players).sides

    def seating(self, players: int) -> tuple[Place, ...]:
        """The seats in the order in which play passes, to the left (AR-TEND-02).

        Two sides of several players sit opposite each other, each numbered from its own left: A1, B2, B1, A2 (A58).
        Where every player is alone, sides are settled at the table.
        """
        sides = self.sides(players)
        if all(side.seats == 1 for side in sides):
            return tuple(Place("", 1, team) for team in range(players))
        first, *others = [[Place(side.name, n + 1, team) for n in range(side.seats)] for team, side in enumerate(sides)]
        return (first[0], *(place for other in others for place in reversed(other)), *first[1:])

    def side(self, players: int, name: str) -> Side:
        return next(side for side in self.sides(players) if side.name == name)


# ---- battlefields in use ----------------------------------------------------------------------------------------------
_laid: dict[str, Battlefield] = {}
_hosts: dict[str, Battlefield] = {}


def shipped() -> list[str]:
    """Ids of the battlefields that come with the game, and of a host's own."""
    return sorted({*_files(), *_hosts})


def load(id: str) -> Battlefield:
    """The battlefield of that id: laid out for now, a host's own, or one that comes with the game. Raises KeyError."""
    return _laid.get(id) or _hosts.get(id) or _read(id)


def use_folder(folder: Path | None) -> list[str]:
    """Take a host's battlefields in as well, from now on (None: no longer); one with the id of ours replaces it.

    The files are read here and now, so that an edit cannot change a battlefield under a match. Files with faults are
    left out; the faults are returned, each naming file, place and reason.
    """
    from engine.arena.mapfile import MapFault, from_bytes

    _hosts.clear()
    if folder is None:
        return []
    if not folder.is_dir():
        return [f"{folder}: there is no such folder"]
    faults: list[str] = []
    for file in sorted(folder.glob("*.toml")):
        try:
            _hosts[file.stem] = from_bytes(file.read_bytes(), file.name)
        except OSError as error:
            faults.append(f"{file.name}: cannot be read: {error.strerror}")
        except MapFault as fault:
            faults += fault.faults
    return faults


@contextmanager
def lay(field: Battlefield) -> Iterator[Battlefield]:
    """Lay out a battlefield that comes from no file: :func:`load` finds it for as long as the context lasts."""
    before = _laid.get(field.id)
    _laid[field.id] = field
    try:
        yield field
    finally:
        if before is None:
            del _laid[field.id]
        else:
            _laid[field.id] = before


@cache
def _files() -> dict[str, Traversable]:
    folder = resources.files("engine.arena").joinpath("battlefields")
    return {file.name.removesuffix(".toml"): file for file in folder.iterdir() if file.name.endswith(".toml")}


def shipped_text(id: str) -> str | None:
    """The file of a battlefield that comes with the game, for maps made of several; None if there is none."""
    file = _files().get(id)
    return file.read_text(encoding="utf-8") if file else None


@cache
def _read(id: str) -> Battlefield:
    from engine.arena.mapfile import from_bytes

    file = _files()[id]
    return from_bytes(file.read_bytes(), file.name)
