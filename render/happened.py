"""What the events of the last turn leave to be shown on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from engine.arena.battlefield import load
from engine.arena.hexes import parse
from engine.arena.view import ArenaView
from engine.core.events import Event


class Walk(NamedTuple):
    figure: int
    path: tuple[str, ...]


class Throw(NamedTuple):
    """An attack: who, from where, at what, the faces thrown, the damage."""

    attacker: int
    defender: int | None
    cryptolith: str | None
    start: str
    end: str
    attack: tuple[str, ...]
    defence: tuple[str, ...]
    damage: int


class Roll(NamedTuple):
    """A d20: the number and what it was for, in words."""

    number: int
    words: str


class Happened(NamedTuple):
    walks: tuple[Walk, ...] = ()
    throws: tuple[Throw, ...] = ()
    summoned: tuple[tuple[int, str], ...] = ()
    destroyed: tuple[tuple[int, str], ...] = ()
    hurt: tuple[tuple[str, int], ...] = ()  # damage without dice: (space, amount)
    left: tuple[tuple[int, str], ...] = ()  # over an exit: (figure, the exit)
    transformed: tuple[tuple[int, str], ...] = ()
    glyphs: tuple[str, ...] = ()  # spaces whose glyph was stepped on or turned up
    rolls: tuple[Roll, ...] = ()


def gather(view: ArenaView, events: Sequence[Event]) -> Happened:
    """Sort the events the viewer may know of. Kinds without a mark of their own, and events that do not hold what a mark
    needs, are left out: words tell them."""
    reader = _Reader(view)
    for event in events:
        if event.known_to(view.viewer):
            reader.read(event)
    return reader.found()


class _Reader:
    """Collects marks. A figure that is not in the view or a space that is not on the map makes no mark."""

    def __init__(self, view: ArenaView) -> None:
        self.view, self.field = view, load(view.battlefield)
        self.marks: dict[str, list[Any]] = {name: [] for name in Happened._fields}

    def found(self) -> Happened:
        return Happened(**{name: tuple(marks) for name, marks in self.marks.items()})

    def read(self, event: Event) -> None:
        data: dict[str, Any] = event.data
        figure, at = self._figure(data.get("figure")), self._space(data.get("at"))
        match event.kind:
            case "moved":
                path = tuple(map(self._space, data.get("path") or ()))
                if figure is not None and len(path) > 1 and None not in path:
                    self.marks["walks"].append(Walk(figure, cast("tuple[str, ...]", path)))
            case "attack":
                self._throw(data, at)
            case "leaving":
                attacker = self._figure(data.get("attacker"))
                if attacker is not None and figure is not None and at:
                    start = self.view.figure(attacker).at or at
                    faces = tuple(data.get("faces") or ())
                    self.marks["throws"].append(Throw(attacker, figure, None, start, at, faces, (), faces.count("sword")))
            case "summoned" | "transformed":
                ids, spaces = data.get("figures"), data.get("at")
                if isinstance(ids, (list, tuple)) and isinstance(spaces, (list, tuple)):
                    self.marks[event.kind] += [(id, space) for id, space in zip(ids, spaces)
                                               if self._figure(id) is not None and self._space(space)]  # fmt: skip
            case "destroyed" | "exited" if figure is not None and at:
                self.marks["left" if event.kind == "exited" else event.kind].append((figure, at))
            case "damage" if at and isinstance(data.get("amount"), int):
                if not any(throw.end == at for throw in self.marks["throws"]):
                    self.marks["hurt"].append((at, data["amount"]))
            case "glyph" if at:
                self.marks["glyphs"].append(at)
            case "d20" if isinstance(data.get("roll"), int):
                self.marks["rolls"].append(Roll(data["roll"], str(event.text)))

    def _throw(self, data: dict[str, Any], at: str | None) -> None:
        attacker, defender, start = self._figure(data.get("attacker")), data.get("defender"), self._space(data.get("origin"))
        if attacker is None or at is None or start is None or (defender is not None and self._figure(defender) is None):
            return
        self.marks["throws"].append(Throw(
            attacker, defender, data.get("cryptolith"), start, at, tuple(data.get("attack") or ()),
            tuple(data.get("defence") or ()), int(data.get("damage") or 0),
        ))  # fmt: skip

    def _figure(self, id: object) -> int | None:
        return id if isinstance(id, int) and 0 <= id < len(self.view.figures) else None

    def _space(self, at: object) -> str | None:
        try:
            return at if isinstance(at, str) and parse(at) in self.field.spaces else None
        except ValueError:
            return None


def action_focus(view: ArenaView, events: Iterable[Event] = ()) -> frozenset[str]:
    """The spaces worth a closer look: where something happened, else where the chosen card's figures stand.

    Empty when there is nothing to point at.
    """
    done = gather(view, list(events))
    spaces = {space for walk in done.walks for space in (walk.path[0], walk.path[-1])}
    spaces |= {space for throw in done.throws for space in (throw.start, throw.end)}
    spaces |= {at for _, at in (*done.summoned, *done.destroyed, *done.left, *done.transformed)}
    spaces |= {at for at, _ in done.hurt} | set(done.glyphs)
    if not spaces and view.chosen is not None:
        spaces = {at for figure in view.figures_of(view.chosen) for at in (figure.at, figure.rear) if at}
    return frozenset(spaces)
