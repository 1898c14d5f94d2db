"""Reading a battlefield's file and saying what is wrong with it, where, and why.

The format is for people with a text editor (``battlefields/FORMAT.md``). Faults are collected, so that an editor sees all
of them at once; each names the file and the place. V1 to V14 are the refusals of FORMAT.md, section 7: those of single
entries are here, those that need the whole map (V13, V14) in :mod:`engine.arena.mapchecks`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.arena.battlefield import (
    GOALS,
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
    shipped_text,
)
from engine.arena.filetable import Notes, Table
from engine.arena.hexes import DIRECTIONS, Hex, distance, letters, name, neighbours, parse
from engine.arena.mapchecks import check_symmetry, check_water, check_ways, some
from engine.arena.mapjoin import joined

COLOURS = ("red", "yellow", "orange", "purple", "blue", "green", "white", "black")
SYMMETRIES = ("none", "rotate-180", "mirror-left-right", "mirror-top-bottom", "six-fold")
SOURCES = ("rulebook", "published", "designed")
KEYS = (
    "format", "id", "name", "set", "source", "symmetry", "goal", "rules", "notes", "story", "grid", "boards", "sand_tiles",
    "cryptoliths", "glyphs", "glyph_pool", "exits", "scoring", "ruins", "play", "boxes",
)  # fmt: skip
NAME_LENGTH = 80  # of an id or a name: both stand in menus
MOST_ROWS, MOST_COLUMNS = 99, 702  # as far as coordinates go: ZZ99
HIGHEST_WALL = 20


@dataclass(frozen=True)
class Box:
    """What a set's box holds: terrain letters, boards, sand tiles by size, cryptoliths, glyphs, ruins."""

    terrain: str
    boards: int
    tiles: dict[int, int]
    cryptoliths: int
    glyphs: int
    ruins: int

    def __add__(self, other: Box) -> Box:
        tiles = Counter(self.tiles) + Counter(other.tiles)
        return Box(
            "".join(sorted({*self.terrain, *other.terrain})), self.boards + other.boards, dict(tiles),
            self.cryptoliths + other.cryptoliths, self.glyphs + other.glyphs, self.ruins + other.ruins,
        )  # fmt: skip


BOXES = {
    "shadows-over-innistrad": Box("swrx", 4, {1: 6}, 3, 2, 0),
    "core": Box("sgw", 6, {1: 2, 3: 2}, 0, 4, 2),
}


class MapFault(ValueError):
    """A file that is no battlefield. ``faults`` names every fault with file, place and reason."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def from_bytes(data: bytes, filename: str) -> Battlefield:
    """The battlefield of a file's bytes. Raises MapFault."""
    try:
        return from_toml(data.decode("utf-8-sig"), filename)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise MapFault([f"{filename}: line {line}: not UTF-8 text; save the file with that encoding"]) from None


def from_toml(text: str, filename: str) -> Battlefield:
    """The battlefield of a file's text; ``filename`` without folders. Raises MapFault."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MapFault([f"{filename}: not TOML: {error}"]) from None
    notes = Notes(filename)
    if "parts" in data:
        data = joined(data, shipped_text, notes)
    field = _Reader(data, notes).read()
    if field is None or notes.faults:
        raise MapFault(notes.faults)
    return replace(field, warnings=tuple(notes.warnings))


class _Reader:
    """Reads one file. Faults are noted, and reading goes on as far as it makes sense."""

    def __init__(self, data: dict[str, Any], notes: Notes) -> None:
        self.notes = notes
        self.file = Table(data, "", KEYS, notes)
        self.cells: dict[Hex, Ground] = {}
        self.taken: dict[Hex, str] = {}
        self.box: Box | None = None

    def read(self) -> Battlefield | None:
        id, title, set, source, symmetry, rules = self._header()
        self._grid()
        if not self.cells:
            return None
        boards, tiles, stones = self._boards(), self._tiles(), self._cryptoliths()
        self._tile_levels(tiles, stones)
        walls, pillars = self._ruins()
        (glyphs, pool), exits, scoring = self._glyphs(), self._exits(), self._scoring()
        field = Battlefield(
            id=id, name=title, set=set, source=source, rules=rules, spaces=self.cells, play=self._plays(),
            goal=self.file.one_of("goal", GOALS, "score"), cryptoliths=stones,
            glyphs=glyphs, glyph_pool=pool, exits=exits, scoring=scoring,
            boards=boards, sand_tiles=tiles, walls=walls, pillars=pillars,
        )  # fmt: skip
        if self.notes.faults:
            return None
        self._goal(field)
        check_water(field, self.notes)
        check_ways(field, self.notes)
        check_symmetry(field, symmetry, self.notes)
        return field

    def _room(self, place: str, count: int, most: int) -> None:
        if count > most:
            self.notes.fault(place, f"there are {count}, and the box has {most or 'none'}")

    # -- V1: header
    def _header(self) -> tuple[str, str, str, str, str, FieldRules]:
        file = self.file
        file.number("format", 1, 1)
        id, title = file.text("id"), file.text("name")
        if id and f"{id}.toml" != self.notes.filename:
            file.fault("id", f"must be the file's name without .toml, not {id!r}")
        if id and not (re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id) and len(id) <= NAME_LENGTH):
            file.fault("id", f"must be small letters and digits, with hyphens between, at most {NAME_LENGTH} characters")
        if len(title) > NAME_LENGTH:
            file.fault("name", f"must be at most {NAME_LENGTH} characters")
        set, source = file.one_of("set", BOXES), file.one_of("source", SOURCES)
        self.box = self._boxes(set)
        for key in ("notes", "story"):
            file.text(key, "")
        rules = file.table("rules", ("weirded", "range_cap", "summon", "flying", "truce", "apart"))
        return (
            id, title, set, source, file.one_of("symmetry", SYMMETRIES, "none"),
            FieldRules(
                rules.one_of("weirded", ("plain", "swing", "bog"), "plain"), rules.number("range_cap", 1, 99, 0),
                rules.one_of("summon", ("sight-5", "adjacent"), "sight-5"), rules.flag("flying", True),
                rules.number("truce", 1, 9, 0), rules.flag("apart", False),
            ),
        )  # fmt: skip

    def _boxes(self, set: str) -> Box | None:
        """What may be on the map: one box of its set, or all those it says it takes ("Using Multiple Game Sets")."""
        table = self.file.table("boxes", tuple(BOXES))
        found = BOXES.get(set)
        for which, box in BOXES.items():
            for _ in range(table.number(which, 0, 9, 0) - (which == set)):
                found = found + box if found else box
        return found

    # -- V2, V3: grid
    def _grid(self) -> None:
        fault = self.notes.fault
        lines = [line.split() for line in self.file.text("grid").strip().splitlines() if line.strip()]
        ruler = lines.pop(0) if lines and re.fullmatch(r"[A-Za-z]{1,2}", lines[0][0]) else None
        lengths = Counter(len(line) - 1 for line in lines)
        width = lengths.most_common(1)[0][0] if lengths else 0
        if len(lines) > MOST_ROWS or max(lengths, default=0) > MOST_COLUMNS:
            fault("grid", f"too large: at most {MOST_ROWS} rows of {MOST_COLUMNS} cells")
            return
        if ruler is not None and ruler != [letters(column) for column in range(width)]:
            fault("grid, ruler", f"must read A, B, C ... for {width} columns")
        for row, (number, *cells) in enumerate(lines):
            if number != str(row + 1):
                fault(f"grid, row {row + 1}", f"starts with {number!r} and must start with its number {row + 1}")
            if len(cells) != width:
                fault(f"grid, row {row + 1}", f"has {len(cells)} cells where others have {width}; fill up with '..'")
            for column, cell in enumerate(cells):
                self._cell((column, row), cell)
        if lines and not self.cells:
            fault("grid", "there is no hex in it")

    def _cell(self, space: Hex, cell: str) -> None:
        if re.fullmatch(r"[sgwrx][0-9]", cell):
            self.cells[space] = Ground(cell[0], int(cell[1]))
            if self.box and cell[0] not in self.box.terrain:
                reason = f"the boards of {self.file.text('set')} have no {TERRAIN[cell[0]]}"
                self.notes.fault(f"grid, {name(space)}", reason)
        elif cell != "..":
            reason = f"{cell!r} is not a terrain letter ({' '.join(TERRAIN)}) with a level digit, nor '..'"
            self.notes.fault(f"grid, {name(space)}", reason)

    # -- V4: coordinates
    def _hex(self, text: str, place: str) -> Hex | None:
        """The hex of a coordinate in the file, if it is one of the map."""
        try:
            space = parse(text)
        except ValueError as error:
            self.notes.fault(place, str(error))
            return None
        if text != name(space):
            self.notes.fault(place, f"{text!r} must be written {name(space)}")
        elif space not in self.cells:
            self.notes.fault(place, f"{text} is no hex of this map")
        else:
            return space
        return None

    def _at(self, table: Table, key: str = "at") -> Hex | None:
        text = table.text(key)
        return self._hex(text, f"{table.place}, {key}") if text else None

    def _hexes(self, texts: Sequence[str], place: str) -> tuple[Hex, ...]:
        return tuple(space for text in texts if (space := self._hex(text, place)) is not None)

    # -- V5: boards
    def _boards(self) -> tuple[tuple[str, frozenset[Hex]], ...]:
        boards: list[tuple[str, frozenset[Hex]]] = []
        for n, table in enumerate(self.file.tables("boards", ("name", "hexes")), 1):
            area: set[Hex] = set()
            for block in table.text("hexes").split():
                try:
                    (left, top), (right, bottom) = (parse(corner) for corner in block.split(":"))
                except ValueError:
                    table.fault("hexes", f"{block!r} is no block of hexes like A1:H6")
                    continue
                area |= {space for space in self.cells if left <= space[0] <= right and top <= space[1] <= bottom}
            boards.append((table.text("name", str(n)), frozenset(area)))
        for space in self.cells if boards else ():
            on = [label for label, area in boards if space in area]
            if len(on) > 1:
                self.notes.fault(f"boards, {name(space)}", f"lies on the boards {' and '.join(on)}")
        bare = self.cells.keys() - {space for _, area in boards for space in area}
        if boards and bare:
            self.notes.fault("boards", f"no board has {some(bare)}")
        if self.box:
            self._room("boards", len(boards), self.box.boards)
        return tuple(boards)

    # -- V6: sand tiles
    def _tiles(self) -> tuple[tuple[Hex, ...], ...]:
        texts = [text.split() for text in self.file.texts("sand_tiles")]
        tiles = [self._hexes(words, f"sand_tiles {n}") for n, words in enumerate(texts, 1)]
        for n, spaces in enumerate(tiles, 1):
            place = f"sand_tiles {n}"
            for space in spaces:
                if self.cells[space].terrain != "s":
                    self.notes.fault(place, f"{name(space)} must be sand, and is {TERRAIN[self.cells[space].terrain]}")
            # the level of this tile's top is the digit less the tiles that lie on it
            if len({self.cells[space].digit - sum(space in later for later in tiles[n:]) for space in spaces}) > 1:
                self.notes.fault(place, f"{some(spaces)} are not on one level")
            if len(spaces) == 3 and any(distance(a, b) != 1 for a, b in zip(spaces, spaces[1:] + spaces[:1])):
                self.notes.fault(place, f"{some(spaces)} are no triangle of three touching hexes")
        if self.box:
            for size, count in sorted(Counter(map(len, texts)).items()):
                self._room(f"sand_tiles of {size} hexes", count, self.box.tiles.get(size, 0))
        return tuple(tiles)

    # -- V7: cryptoliths
    def _cryptoliths(self) -> tuple[StandingStone, ...]:
        stones: list[StandingStone] = []
        tables = self.file.tables("cryptoliths", ("name", "at", "free"))
        for n, table in enumerate(tables, 1):
            at, free = (self._at(table, key) for key in ("at", "free"))
            if at is None or free is None:
                continue
            stone = StandingStone(table.text("name", str(n)), at, free)
            if distance(at, free) != 1:
                table.fault("free", f"{name(at)} and {name(free)} are not neighbours, as the hexes of its tile are")
            if self.cells[at] != self.cells[free] or self.cells[at].terrain != "s":
                table.fault("at", f"{name(at)} and {name(free)} must both be sand, on one level")
            for other in stones:
                if overlap := {at, free} & {other.at, other.free}:
                    table.fault("at", f"its tile and that of {other.name} overlap on {some(overlap)}")
                if other.name == stone.name:
                    table.fault("name", "another cryptolith has this name")
            self._put(at, "a cryptolith")
            stones.append(stone)
        if self.box:
            self._room("cryptoliths", len(tables), self.box.cryptoliths)
        return tuple(stones)

    def _tile_levels(self, tiles: Sequence[Sequence[Hex]], stones: Sequence[StandingStone]) -> None:
        """V6: every tile raises what lies under it by one level, so that the digit cannot be less than the tiles."""
        load = Counter(space for tile in tiles for space in tile)
        load.update(space for stone in stones for space in (stone.at, stone.free))
        for space, count in load.items():
            if self.cells[space].digit < count:
                level = self.cells[space].digit
                self.notes.fault(f"grid, {name(space)}", f"carries {count} sand tiles, too many for its level {level}")

    # -- V8: ruins
    def _ruins(self) -> tuple[tuple[Wall, ...], dict[Hex, int]]:
        walls: dict[frozenset[Hex], Wall] = {}
        pillars: dict[Hex, int] = {}
        ruins = self.file.tables("ruins", ("name", "walls", "hexes"))
        for ruin in ruins:
            ruin.text("name", "")
            for stretch in ruin.tables("walls", ("height", "between")):
                height = stretch.number("height", 1, HIGHEST_WALL)
                for pair in stretch.texts("between"):
                    edge = self._edge(pair, stretch)
                    if edge in walls:
                        stretch.fault("between", f"on {pair} a wall stands already")
                    elif edge:
                        walls[edge] = Wall(edge, height)
            for block in ruin.tables("hexes", ("at", "height")):
                at, height = self._at(block), block.number("height", 1, HIGHEST_WALL)
                if at is not None:
                    self._put(at, "a ruin")
                    pillars[at] = height
        if self.box:
            self._room("ruins", len(ruins), self.box.ruins)
        return tuple(walls.values()), pillars

    def _edge(self, pair: str, stretch: Table) -> frozenset[Hex]:
        words = pair.split("-")
        ends = self._hexes(words, f"{stretch.place}, between")
        if len(words) != 2:
            stretch.fault("between", f"{pair!r} is no pair of neighbouring hexes like F5-G5")
        elif len(ends) == 2 and distance(*ends) != 1:
            stretch.fault("between", f"{name(ends[0])} and {name(ends[1])} are not neighbours")
        elif len(ends) == 2:
            return frozenset(ends)
        return frozenset()

    # -- V9 to V11: things on spaces
    def _put(self, space: Hex, what: str) -> None:
        if space in self.taken:
            self.notes.fault(name(space), f"{what} and {self.taken[space]} on one space")
        self.taken[space] = what

    def _glyphs(self) -> tuple[tuple[GlyphPlace, ...], tuple[str, ...]]:
        """The glyphs, and the pool that is shuffled onto the ``?`` spaces."""
        glyphs, unknown = [], 0
        tables, pool = self.file.tables("glyphs", ("key", "at")), self.file.texts("glyph_pool")
        for table in tables:
            key, at = table.one_of("key", ("H", "R", "?")), self._at(table)
            unknown += key == "?"
            if at is None:
                continue
            self._put(at, f"glyph {key}")
            if self.cells[at].terrain == "w":
                table.fault("at", f"{name(at)} is water, where no glyph lies")
            glyphs.append(GlyphPlace(key, at))
        if self.box:
            self._room("glyphs", len(tables), self.box.glyphs)
        if len(pool) != unknown:
            self.file.fault("glyph_pool", f"must name one glyph for every '?' on the map: {unknown}, not {len(pool)}")
        for key in pool:
            if key not in ("H", "R"):
                self.file.fault("glyph_pool", f"must be of H and R, not {key!r}")
        return tuple(glyphs), tuple(pool)

    def _exits(self) -> tuple[Exit, ...]:
        exits = []
        for table in self.file.tables("exits", ("at", "arrow")):
            at, arrow = self._at(table), table.one_of("arrow", DIRECTIONS)
            if at is None:
                continue
            self._put(at, "an exit")
            if arrow in DIRECTIONS and neighbours(at)[DIRECTIONS.index(arrow)] in self.cells:
                table.fault("arrow", f"{arrow} of {name(at)} does not point off the map")
            exits.append(Exit(at, arrow))
        return tuple(exits)

    def _scoring(self) -> tuple[Hex, ...]:
        spaces = self._hexes(self.file.texts("scoring"), "scoring")
        for space, count in Counter(spaces).items():
            if self.taken.get(space) in ("a cryptolith", "a ruin"):
                self.file.fault("scoring", f"nobody can stand on {name(space)}: {self.taken[space]} is there")
            if count > 1:
                self.file.fault("scoring", f"{name(space)} is named more than once")
        return spaces

    # -- V12: who plays
    def _plays(self) -> tuple[Play, ...]:
        plays: list[Play] = []
        tables = self.file.tables("play", ("players", "turns", "first", "sides"))
        if not tables:
            self.file.fault("play", "missing: one table [[play]] for each number of players")
        for table in tables:
            players, turns = table.number("players", 1, 99), table.number("turns", 1, 999)
            sides = tuple(self._side(side) for side in table.tables("sides", ("name", "colour", "seats", "starts")))
            names = [side.name for side in sides]
            first = table.one_of("first", ("roll", *names), "roll")
            if len(set(names)) < len(names):
                table.fault("sides", "two sides have the same name")
            if sum(side.seats for side in sides) != players:
                table.fault("sides", f"their seats do not add up to {players} players")
            for start, count in Counter(start for side in sides for start in side.starts).items():
                if count > 1:
                    table.fault("sides", f"{name(start)} is a start more than once")
            if turns % players:
                table.fault("turns", f"must be a multiple of the {players} players, not {turns}")
            if any(play.players == players for play in plays):
                table.fault("players", f"another table is for {players} players")
            plays.append(Play(players, turns, first, sides))
        return tuple(plays)

    def _goal(self, field: Battlefield) -> None:
        """V15: what the goal needs is on the map."""
        needs = {
            "cryptoliths": (bool(field.cryptoliths), "cryptoliths to be destroyed"),
            "escape": (bool(field.exits), "exits to leave by"),
            "ground": (bool(field.scoring), "scoring spaces"),
        }
        there, what = needs.get(field.goal, (True, ""))
        if not there:
            self.file.fault("goal", f"{field.goal!r} needs {what}")
        for play in field.play:
            names = {side.name for side in play.sides}
            if field.goal == "cryptoliths" and names != {"attacker", "defender"}:
                self.file.fault("goal", "'cryptoliths' needs two sides, named attacker and defender")
            if field.goal == "escape" and play.first not in names:
                self.file.fault("goal", "'escape' needs the side that lies in ambush to go first")
            if field.goal == "escape" and len(names) != 2:
                self.file.fault("goal", "'escape' needs two sides")

    def _side(self, table: Table) -> Side:
        seats, starts = table.number("seats", 1, 99, 1), self._hexes(table.texts("starts"), f"{table.place}, starts")
        if len(starts) < seats:
            table.fault("starts", f"{len(starts)} start spaces for {seats} seats")
        for start in starts:
            if start in self.taken:
                table.fault("starts", f"{self.taken[start]} is on {name(start)}")
            if self.cells[start].terrain == "w":
                table.fault("starts", f"{name(start)} is water")
        return Side(table.text("name"), table.one_of("colour", COLOURS), seats, starts)
