"""Reading a battlefield's file and saying what is wrong with it, where, and why.

The format is for people with a text editor (``battlefields/FORMAT.md``). Faults are collected, so that an editor sees all
of them at once; each names the file and the place.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.arena.battlefield import (
    TERRAIN,
    Battlefield,
    Exit,
    FieldRules,
    GlyphPlace,
    Ground,
    Play,
    Side,
    StandingStone,
    Wall,
)
from engine.arena.hexes import DIRECTIONS, Hex, axial, centre, distance, from_axial, name, neighbours, parse

CRYPTOLITH_HEIGHT = 9
COLOURS = ("red", "yellow", "orange", "purple", "blue", "green", "white", "black")
SYMMETRIES = ("none", "rotate-180", "mirror-left-right", "mirror-top-bottom", "six-fold")
SOURCES = ("rulebook", "published", "designed")
MOST_ROWS = 99

KEYS = {
    "format", "id", "name", "set", "source", "story", "notes", "symmetry", "rules", "grid", "boards", "sand_tiles",
    "cryptoliths", "glyphs", "glyph_pool", "exits", "scoring", "ruins", "play",
}  # fmt: skip
NEEDED = ("format", "id", "name", "set", "source", "grid", "play")


@dataclass(frozen=True)
class Box:
    """What a set's box holds: terrain, boards, sand tiles by size, cryptoliths, glyphs, ruins."""

    terrain: str
    boards: int
    tiles: dict[int, int]
    cryptoliths: int
    glyphs: int
    ruins: int


BOXES = {
    "shadows-over-innistrad": Box("swrx", 4, {1: 6}, 3, 2, 0),
    "core": Box("sgw", 6, {1: 2, 3: 2}, 0, 4, 2),
}


class MapFault(ValueError):
    """A file that is no battlefield. ``faults`` names every fault with file and place."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def from_toml(text: str, filename: str) -> Battlefield:
    """The battlefield of a file's text. Raises MapFault."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MapFault([f"{filename}: not TOML: {error}"]) from None
    reader = _Reader(data, filename)
    try:
        field = reader.read()
    except (AttributeError, TypeError, KeyError, IndexError, ValueError) as error:
        reader.fault("file", f"a value has the wrong type ({error})")
        field = None
    if reader.faults or field is None:
        raise MapFault(reader.faults)
    return field


class _Reader:
    """Reads one file. Faults are noted, and reading goes on as far as it makes sense."""

    def __init__(self, data: dict[str, Any], filename: str) -> None:
        self.data, self.filename = data, filename
        self.faults: list[str] = []
        self.warnings: list[str] = []
        self.cells: dict[Hex, Ground] = {}
        self.tile_load: dict[Hex, int] = defaultdict(int)
        self.taken: dict[Hex, str] = {}
        self.box: Box | None = None

    def fault(self, place: str, reason: str) -> None:
        self.faults.append(f"{self.filename}: {place}: {reason}")

    def warn(self, place: str, reason: str) -> None:
        self.warnings.append(f"{self.filename}: {place}: {reason}")

    def read(self) -> Battlefield | None:
        self._header()
        self._grid()
        if not self.cells:
            return None
        boards, tiles = self._boards(), self._tiles()
        stones = self._cryptoliths()
        walls, pillars = self._ruins()
        self.taken.update({stone.at: "a cryptolith" for stone in stones})
        self.taken.update(dict.fromkeys(pillars, "a ruin"))
        glyphs, exits, scoring = self._glyphs(), self._exits(), self._scoring(stones, pillars)
        play = self._play()
        if self.faults:
            return None
        rules = self.data.get("rules", {})
        field = Battlefield(
            id=self.data["id"], name=str(self.data["name"]), set=self.data["set"], source=self.data["source"],
            rules=FieldRules(
                rules.get("weirded", "plain"), rules.get("range_cap", 0), rules.get("summon", "sight-5"),
                rules.get("flying", True),
            ),
            spaces=dict(self.cells), play=play, cryptoliths=stones, glyphs=glyphs,
            glyph_pool=tuple(self.data.get("glyph_pool", ())), exits=exits, scoring=scoring, boards=boards,
            sand_tiles=tiles, walls=walls, pillars=pillars,
        )  # fmt: skip
        self._ways(field)
        self._symmetry(field)
        object.__setattr__(field, "warnings", tuple(self.warnings))
        return field

    # -- V1: header
    def _header(self) -> None:
        data = self.data
        for key in sorted(data.keys() - KEYS):
            self.fault(key, "unknown key; is it misspelt?")
        for key in NEEDED:
            if key not in data:
                self.fault(key, "missing")
        if data.get("format", 1) != 1:
            self.fault("format", "must be 1")
        if "id" in data and f"{data['id']}.toml" != self.filename.rpartition("/")[2]:
            self.fault("id", f"must be the file's name without .toml, not {data['id']!r}")
        self._one_of("set", data.get("set"), BOXES)
        self._one_of("source", data.get("source"), SOURCES)
        self._one_of("symmetry", data.get("symmetry", "none"), SYMMETRIES)
        self.box = BOXES.get(str(data.get("set")))
        rules = data.get("rules", {})
        for key in sorted(rules.keys() - {"weirded", "range_cap", "summon", "flying"}):
            self.fault(f"rules.{key}", "unknown key; is it misspelt?")
        self._one_of("rules.weirded", rules.get("weirded", "plain"), ("plain", "swing", "bog"))
        self._one_of("rules.summon", rules.get("summon", "sight-5"), ("sight-5", "adjacent"))
        if not isinstance(rules.get("flying", True), bool):
            self.fault("rules.flying", "must be true or false")
        cap = rules.get("range_cap", 0)
        if not isinstance(cap, int) or isinstance(cap, bool) or cap < 0:
            self.fault("rules.range_cap", "must be a number of spaces")

    def _one_of(self, place: str, value: object, allowed: Any) -> None:
        if value is not None and value not in allowed:
            self.fault(place, f"{value!r} is not one of {', '.join(allowed)}")

    # -- V2, V3: grid
    def _grid(self) -> None:
        lines = [line.split() for line in str(self.data.get("grid", "")).splitlines() if line.strip()]
        ruler = lines.pop(0) if lines and all(re.fullmatch(r"[A-Z]{1,2}", word) for word in lines[0]) else None
        widths = {len(line) - 1 for line in lines}
        for row, (number, *cells) in enumerate(lines):
            if number != str(row + 1):
                self.fault(f"grid, line {row + 1}", f"starts with {number!r} and must start with its row number {row + 1}")
            for column, cell in enumerate(cells):
                if re.fullmatch(r"[sgwrx][0-9]", cell):
                    self.cells[(column, row)] = Ground(cell[0], int(cell[1]))
                elif cell != "..":
                    reason = f"{cell!r} is not a terrain letter ({' '.join(TERRAIN)}) with a level digit, nor '..'"
                    self.fault(f"grid, {name((column, row))}", reason)
        if len(widths) > 1:
            self.fault("grid", f"rows are not equally long ({sorted(widths)} cells); fill up with '..'")
        if len(lines) > MOST_ROWS:
            self.fault("grid", f"more than {MOST_ROWS} rows")
        if ruler is not None and ruler != [name((column, 0))[:-1] for column in range(max(widths, default=0))]:
            self.fault("grid", f"the ruler must read A, B, C ... for {max(widths, default=0)} columns")
        if not self.cells:
            self.fault("grid", "there is no hex in it")
        for space, ground in self.cells.items():
            if self.box and ground.terrain not in self.box.terrain:
                self.fault(f"grid, {name(space)}", f"{TERRAIN[ground.terrain]} is not on the boards of {self.data['set']}")
            if ground.terrain == "w" and not any(self._bank(near, ground) for near in neighbours(space)):
                self.warn(f"grid, {name(space)}", "water with neither a bank as high nor more water beside it")

    def _bank(self, near: Hex, water: Ground) -> bool:
        ground = self.cells.get(near)
        return ground is not None and (ground == water or (ground.terrain != "w" and ground.digit >= water.digit))

    # -- V4: coordinates
    def _at(self, text: object, place: str) -> Hex | None:
        try:
            space = parse(str(text))
        except ValueError as error:
            self.fault(place, str(error))
            return None
        if space not in self.cells:
            self.fault(place, f"{text} is no hex of this map")
            return None
        return space

    # -- V5: boards
    def _boards(self) -> tuple[tuple[str, frozenset[Hex]], ...]:
        boards: list[tuple[str, frozenset[Hex]]] = []
        of: dict[Hex, str] = {}
        for n, board in enumerate(self.data.get("boards", []), 1):
            label, area = str(board.get("name", n)), set()
            for block in str(board.get("hexes", "")).split():
                try:
                    (left, top), (right, bottom) = (parse(corner) for corner in block.split(":"))
                except ValueError as error:
                    self.fault(f"boards {label}", f"{block!r} is no block like A1:H6 ({error})")
                    continue
                area |= {space for space in self.cells if left <= space[0] <= right and top <= space[1] <= bottom}
            for space in sorted(area):
                if space in of:
                    self.fault(f"boards, {name(space)}", f"lies on board {of[space]} and on board {label}")
                of[space] = label
            boards.append((label, frozenset(area)))
        if boards:
            for space in self.cells:
                if space not in of:
                    self.fault(f"boards, {name(space)}", "lies on no board")
            if self.box and len(boards) > self.box.boards:
                self.fault("boards", f"there are {len(boards)}, and the box has {self.box.boards}")
        return tuple(boards)

    # -- V6: sand tiles
    def _tiles(self) -> tuple[tuple[Hex, ...], ...]:
        tiles = []
        for n, tile in enumerate(self.data.get("sand_tiles", []), 1):
            places = [self._at(word, f"sand_tiles {n}") for word in str(tile).split()]
            tiles.append(tuple(space for space in places if space is not None))
        sizes: dict[int, int] = defaultdict(int)
        for n, spaces in enumerate(tiles, 1):
            place = f"sand_tiles {n}"
            sizes[len(spaces)] += 1
            for space in spaces:
                self.tile_load[space] += 1
                if self.cells[space].terrain != "s":
                    self.fault(place, f"{name(space)} must be sand, and is {TERRAIN[self.cells[space].terrain]}")
            # the level of this tile's top is the digit less the tiles that lie on it
            if len({self.cells[space].digit - sum(space in later for later in tiles[n:]) for space in spaces}) > 1:
                self.fault(place, "its hexes are not on one level")
            if len(spaces) == 3 and any(distance(a, b) != 1 for a in spaces for b in spaces if a < b):
                self.fault(place, "a three-hex tile is a triangle of three touching hexes")
        for size, count in sorted(sizes.items()):
            most = self.box.tiles.get(size, 0) if self.box else count
            if count > most:
                self.fault("sand_tiles", f"there are {count} of {size} hexes, and the box has {most}")
        return tuple(tiles)

    # -- V7: cryptoliths
    def _cryptoliths(self) -> tuple[StandingStone, ...]:
        stones: list[StandingStone] = []
        for n, entry in enumerate(self.data.get("cryptoliths", []), 1):
            place = f"cryptoliths {entry.get('name', n)}"
            at, free = self._at(entry.get("at"), place), self._at(entry.get("free"), place)
            if at is None or free is None:
                continue
            if distance(at, free) != 1:
                self.fault(place, f"{name(at)} and {name(free)} are not neighbours, and its tile has two touching hexes")
            if self.cells[at] != self.cells[free] or self.cells[at].terrain != "s":
                self.fault(place, f"{name(at)} and {name(free)} must both be sand, on one level")
            self.tile_load[at] += 1
            self.tile_load[free] += 1
            stones.append(StandingStone(str(entry.get("name", n)), at, free))
        if self.box and len(stones) > self.box.cryptoliths:
            self.fault("cryptoliths", f"there are {len(stones)}, and the box has {self.box.cryptoliths}")
        covered = [space for stone in stones for space in (stone.at, stone.free)]
        for space in sorted({space for space in covered if covered.count(space) > 1}):
            self.fault(f"cryptoliths, {name(space)}", "two of their tiles overlap")
        for space, count in self.tile_load.items():
            if self.cells[space].digit < count:
                self.fault(f"grid, {name(space)}", f"carries {count} tile(s), so its level is at least {count}")
        return tuple(stones)

    # -- V8: ruins
    def _ruins(self) -> tuple[tuple[Wall, ...], dict[Hex, int]]:
        walls: list[Wall] = []
        pillars: dict[Hex, int] = {}
        ruins = self.data.get("ruins", [])
        for n, ruin in enumerate(ruins, 1):
            place = f"ruins {ruin.get('name', n)}"
            for stretch in ruin.get("walls", []):
                height = self._height(stretch, place)
                for pair in stretch.get("between", []):
                    ends = [self._at(word, place) for word in str(pair).split("-")]
                    found = [space for space in ends if space is not None]
                    if len(found) != 2 or distance(found[0], found[1]) != 1:
                        self.fault(place, f"{pair!r} must be two neighbouring hexes, like F5-G5")
                        continue
                    edge = frozenset(found)
                    if any(wall.between == edge for wall in walls):
                        self.fault(place, f"on {pair} a wall stands already")
                    walls.append(Wall(edge, height))
            for block in ruin.get("hexes", []):
                at = self._at(block.get("at"), place)
                height = self._height(block, place)
                if at is not None:
                    pillars[at] = height
        if self.box and len(ruins) > self.box.ruins:
            self.fault("ruins", f"there are {len(ruins)}, and the box has {self.box.ruins}")
        return tuple(walls), pillars

    def _height(self, entry: dict[str, Any], place: str) -> int:
        height = entry.get("height", 0)
        if not isinstance(height, int) or not 1 <= height <= 20:
            self.fault(place, f"height must be 1 to 20 levels, not {height!r}")
            return 1
        return height

    # -- V9 to V11: things on spaces
    def _put(self, space: Hex | None, what: str) -> None:
        if space is None:
            return
        if space in self.taken:
            self.fault(name(space), f"{what} and {self.taken[space]} on one space")
        self.taken[space] = what

    def _glyphs(self) -> tuple[GlyphPlace, ...]:
        glyphs = []
        for n, entry in enumerate(self.data.get("glyphs", []), 1):
            place, key = f"glyphs {n}", str(entry.get("key", ""))
            at = self._at(entry.get("at"), place)
            self._one_of(place + " key", key, ("H", "R", "?"))
            self._put(at, f"glyph {key}")
            if at is not None:
                if self.cells[at].terrain == "w":
                    self.fault(place, f"{name(at)} is water, where no glyph lies")
                glyphs.append(GlyphPlace(key, at))
        if self.box and len(glyphs) > self.box.glyphs:
            self.fault("glyphs", f"there are {len(glyphs)}, and the box has {self.box.glyphs}")
        unknown = sum(glyph.key == "?" for glyph in glyphs)
        pool = self.data.get("glyph_pool", [])
        if unknown != len(pool):
            self.fault("glyph_pool", f"must name one glyph for every '?' on the map: {unknown}, not {len(pool)}")
        for key in pool:
            self._one_of("glyph_pool", key, ("H", "R"))
        return tuple(glyphs)

    def _exits(self) -> tuple[Exit, ...]:
        exits = []
        for n, entry in enumerate(self.data.get("exits", []), 1):
            place, arrow = f"exits {n}", entry.get("arrow")
            at = self._at(entry.get("at"), place)
            self._put(at, "an exit")
            if arrow not in DIRECTIONS:
                self.fault(place, f"arrow must be one of {', '.join(DIRECTIONS)}")
            elif at is not None:
                if neighbours(at)[DIRECTIONS.index(arrow)] in self.cells:
                    self.fault(place, f"the arrow {arrow} at {name(at)} does not point off the map")
                exits.append(Exit(at, arrow))
        return tuple(exits)

    def _scoring(self, stones: tuple[StandingStone, ...], pillars: dict[Hex, int]) -> tuple[Hex, ...]:
        spaces = []
        for text in self.data.get("scoring", []):
            at = self._at(text, "scoring")
            if at is not None and (at in pillars or any(stone.at == at for stone in stones)):
                self.fault("scoring", f"nobody can stand on {name(at)}")
            elif at is not None:
                spaces.append(at)
        return tuple(spaces)

    # -- V12: who plays
    def _play(self) -> tuple[Play, ...]:
        plays = []
        for n, entry in enumerate(self.data.get("play", []), 1):
            place = f"play {n}"
            sides = tuple(self._side(side, place) for side in entry.get("sides", []))
            starts = [start for side in sides for start in side.starts]
            for start in sorted({start for start in starts if starts.count(start) > 1}):
                self.fault(place, f"two sides start on {name(start)}")
            players, turns, first = entry.get("players"), entry.get("turns"), entry.get("first", "roll")
            if sum(side.seats for side in sides) != players:
                self.fault(place, f"the sides' seats do not add up to {players} players")
            if first not in {"roll", *(side.name for side in sides)}:
                self.fault(place, f"first must be 'roll' or the name of a side, not {first!r}")
            if not isinstance(turns, int) or not isinstance(players, int) or players < 1 or turns % players:
                self.fault(place, f"turns must be a multiple of the number of players, not {turns!r}")
                continue
            plays.append(Play(players, turns, str(first), sides))
        return tuple(plays)

    def _side(self, entry: dict[str, Any], place: str) -> Side:
        label = str(entry.get("name"))
        place = f"{place}, {label}"
        found = [self._at(text, place) for text in entry.get("starts", [])]
        starts = tuple(space for space in found if space is not None)
        self._one_of(place + " colour", entry.get("colour"), COLOURS)
        if len(starts) < entry.get("seats", 1):
            self.fault(place, "fewer start spaces than seats")
        for start in starts:
            if start in self.taken:
                self.fault(place, f"on the start {name(start)} lies {self.taken[start]}")
            if self.cells[start].terrain == "w":
                self.fault(place, f"the start {name(start)} is water")
        return Side(label, str(entry.get("colour")), int(entry.get("seats", 1)), starts)

    # -- V13: ways on foot
    def _ways(self, field: Battlefield) -> None:
        starts = [start for play in field.play for side in play.sides for start in side.starts]
        if not starts:
            return
        start = starts[0]
        tall, usual, small = (_flood(field, start, height, back=False) for height in (10, 4, 3))
        home = _flood(field, start, 4, back=True)
        objectives = _objectives(field)
        must = {*starts, *(spaces[0] for spaces in objectives.values() if len(spaces) == 1)}
        blocked = _blocked(field)
        for space in field.spaces:
            place = name(space)
            if space in blocked:
                continue
            if space not in tall:
                self.fault(place, "nobody can walk there")
            elif space not in usual:
                note = self.fault if space in must else self.warn
                note(place, "a pinnacle: no figure of height 4 can walk there")
            elif space not in home:
                self.fault(place, "a figure of height 4 can walk there and never come back")
            elif space in must and space not in small:
                self.warn(place, "a figure of height 3 cannot walk there")
        for what, spaces in objectives.items():
            if not any(space in usual for space in spaces):
                self.fault(what, "no figure of height 4 can reach it")
        dry = _flood(field, start, 4, back=False, dry=True)
        for other in starts:
            if other not in dry:
                self.warn(f"start {name(other)}", f"is cut off from {name(start)} for who will not wade")

    # -- V14: symmetry
    def _symmetry(self, field: Battlefield) -> None:
        kind = str(self.data.get("symmetry", "none"))
        groups: dict[str, set[Hex]] = {
            "glyph": {glyph.at for glyph in field.glyphs},
            "scoring space": set(field.scoring),
            "sand tile": {space for tile in field.sand_tiles for space in tile},
            "cryptolith tile": {space for stone in field.cryptoliths for space in (stone.at, stone.free)},
        }
        heights = {wall.between: wall.height for wall in field.walls}
        for what, turn in _turns(field, kind):
            for space, ground in field.spaces.items():
                if field.spaces.get(turn(space)) != ground:
                    self.fault("symmetry", f"{what}, {name(space)} falls on {name(turn(space))}, which is not the same")
            for label, spaces in groups.items():
                for space in sorted(spaces):
                    if turn(space) not in spaces:
                        reason = f"{what}, the {label} at {name(space)} falls on {name(turn(space))}: none there"
                        self.fault("symmetry", reason)
            for edge, height in heights.items():
                if heights.get(frozenset(map(turn, edge))) != height:
                    self.fault("symmetry", f"{what}, the wall {'-'.join(map(name, sorted(edge)))} has no twin")
            if kind == "six-fold":
                continue
            for play in field.play:
                for side in play.sides:
                    turned = {turn(start) for start in side.starts}
                    if not any(turned == set(other.starts) for other in play.sides):
                        self.fault("symmetry", f"{what}, the starts of {side.name} fall on nobody's starts")


def _blocked(field: Battlefield) -> set[Hex]:
    """Hexes nobody can stand on at ground level."""
    return {stone.at for stone in field.cryptoliths} | set(field.pillars)


def _step(field: Battlefield, a: Hex, b: Hex, height: int) -> bool:
    """Whether a figure of that height can walk from ``a`` to ``b``; a wall counts like ground as high as its top."""
    start, top = field.level(a), field.level(b)
    wall = next((wall.height for wall in field.walls if wall.between == {a, b}), 0)
    if wall:
        top = max(start, top) + wall
    return top - start < height


def _flood(field: Battlefield, start: Hex, height: int, *, back: bool, dry: bool = False) -> set[Hex]:
    """Hexes a figure of that height can walk to from ``start`` (``back``: from which it can walk there)."""
    blocked, exits = _blocked(field), {exit.at for exit in field.exits}
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        if not back and here in exits:
            continue
        for to in field.neighbours(here):
            if to in seen or to in blocked or (dry and field.is_water(to)):
                continue
            if _step(field, to, here, height) if back else _step(field, here, to, height):
                seen.add(to)
                todo.append(to)
    return seen | exits if back else seen


def _objectives(field: Battlefield) -> dict[str, list[Hex]]:
    """What players must be able to reach, with the spaces from which they do."""
    blocked = _blocked(field)
    found: dict[str, list[Hex]] = {}
    for stone in field.cryptoliths:
        base = field.level(stone.at)
        found[f"cryptolith {stone.name}"] = [
            space
            for space in field.neighbours(stone.at)
            if space not in blocked and base - field.level(space) < 4 and field.level(space) - base < CRYPTOLITH_HEIGHT
        ]
    found.update({f"glyph {glyph.key} at {name(glyph.at)}": [glyph.at] for glyph in field.glyphs})
    found.update({f"exit {name(exit.at)}": [exit.at] for exit in field.exits})
    found.update({f"scoring space {name(space)}": [space] for space in field.scoring})
    return found


def _turns(field: Battlefield, kind: str) -> Iterator[tuple[str, Callable[[Hex], Hex]]]:
    """The symmetry's turns and mirrorings, about the axis or centre of the map's outline."""
    across = [centre(space)[0] for space in field.spaces]
    rows = [row for _, row in field.spaces]
    sum_x, sum_row = min(across) + max(across), min(rows) + max(rows)

    def at(x: float, row: int) -> Hex:
        return round(x - 0.5 * (row & 1)), row

    middle_q, middle_r = axial(at(sum_x / 2, sum_row // 2))

    def sixth(space: Hex) -> Hex:
        q, r = axial(space)
        q, r = q - middle_q, r - middle_r
        return from_axial(middle_q - r, middle_r + q + r)

    def left_right(space: Hex) -> Hex:
        return at(sum_x - centre(space)[0], space[1])

    if kind == "rotate-180":
        yield "turned by 180 degrees", lambda space: at(sum_x - centre(space)[0], sum_row - space[1])
    if kind == "mirror-top-bottom":
        yield "mirrored top to bottom", lambda space: at(centre(space)[0], sum_row - space[1])
    if kind == "six-fold":
        yield "turned by 60 degrees", sixth
    if kind in ("six-fold", "mirror-left-right"):
        yield "mirrored left to right", left_right
